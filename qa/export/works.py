"""From a cited document to a work: what the store says of it, else what the answer's JSON says."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from corpus.dates import find_dates
from corpus.meta import iso_date
from corpus.normalize import detect_script
from qa.export.kinds import kind_of
from qa.export.library import Library, file_sha256, text_sha256
from qa.export.names import authors_in
from qa.export.types import Name, Work

_ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?(?!\d)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_ORGANISATION = ("organisation", "organization", "institution", "org", "机构", "機構", "单位", "單位")
_DATE = ("date", "published", "publishdate", "pubdate", "issued", "updated", "lastmod", "modified", "year", "日期")
_LANGUAGES = {
    "cn": "zh",
    "chs": "zh-hans",
    "cht": "zh-hant",
    "chinese": "zh",
    "english": "en",
    "中文": "zh",
    "英文": "en",
}


def work_of(citation: Mapping[str, Any], library: Library) -> Work:
    """Return the work that a citation is of; what the store knows wins over what the citation says."""
    document = library.documents.get(_text(citation.get("doc_id")))
    said = _strings(citation)
    meta = {**said, **{key: value for key, value in document.meta.items() if value}} if document else said
    title = (document.title if document else "") or said.get("title", "") or said.get("source", "")
    source = said.get("source", "") or said.get("file", "") or (document.source if document else "")
    media_type = document.media_type if document else said.get("media_type", "")
    url = _address(meta.get("url", "")) or _address(source)
    return Work(
        title=title,
        kind=kind_of({**meta, "url": url}, title, media_type),
        authors=_authors(citation, meta),
        organisation=_first(meta, _ORGANISATION),
        date=date_in(_first(meta, _DATE)),
        url=url,
        doi=re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", meta.get("doi", ""), flags=re.IGNORECASE),
        language=_language(meta, title, [_text(citation.get("quote"))]),
        publisher=_first(meta, ("publisher", "出版者", "出版社")),
        place=_first(meta, ("publisher-place", "publisher_place", "address", "place", "出版地")),
        edition=_first(meta, ("edition", "版次")),
        container=_first(meta, ("container-title", "container", "journal", "booktitle", "newspaper", "刊名")),
        volume=_first(meta, ("volume", "卷")),
        issue=_first(meta, ("issue", "number", "期")),
        pages=_first(meta, ("pages", "页码", "頁碼")),
        doc_id=_text(citation.get("doc_id")),
        source=source,
        sha256=file_sha256(document) if document else said.get("sha256", ""),
        text_sha256=text_sha256(document.text) if document else said.get("text_sha256", ""),
        generation=library.generation if document else said.get("generation", ""),
    )


def date_in(written: str) -> str:
    """Return a date as ISO, as precise as written; empty if there is none."""
    if match := _ISO.match(written.strip()):
        return match[0]
    return next((iso_date(d.value) for d in find_dates(written[:100]) if d.value), "")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _strings(citation: Mapping[str, Any]) -> dict[str, str]:
    """Return the citation's scalars as words; numbers as years are, never truth values."""
    plain = {k.lower(): v for k, v in citation.items() if isinstance(v, str | int) and not isinstance(v, bool)}
    return {
        key: str(value) for key, value in plain.items() if str(value).strip() and key not in ("page", "start", "end")
    }


def _authors(citation: Mapping[str, Any], meta: Mapping[str, str]) -> tuple[Name, ...]:
    listed = citation.get("authors")
    if isinstance(listed, Sequence) and not isinstance(listed, str) and not meta.get("author"):
        return tuple(name for one in listed for name in authors_in(_text(one)))
    return authors_in(_first(meta, ("author", "authors", "creator", "byline", "作者")))


def _first(meta: Mapping[str, str], keys: Sequence[str]) -> str:
    return next((" ".join(meta[key].split()) for key in keys if meta.get(key, "").strip()), "")


def _address(text: str) -> str:
    """Return a web address without what would break a line or run as a script, else nothing."""
    return re.sub(r"\s", "%20", text.strip()) if text.strip().lower().startswith(("http://", "https://")) else ""


def _language(meta: Mapping[str, str], title: str, quotes: Sequence[str]) -> str:
    """Return zh-Hans, zh-Hant, zh, ja or en; the title's own characters settle it where nothing is stated."""
    stated = _first(meta, ("lang", "language", "语言", "語言")).replace("_", "-").lower()
    stated = _LANGUAGES.get(stated, stated)
    written = title if _HAN.search(title) or _latin(title) else " ".join(quotes)
    if not re.fullmatch(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*", stated):
        stated = "ja" if _KANA.search(written) else "zh" if _HAN.search(written) or not _latin(written) else "en"
    if not stated.startswith("zh"):
        return stated
    if "hant" in stated or stated in ("zh-tw", "zh-hk", "zh-mo"):
        return "zh-Hant"
    if "hans" in stated or stated in ("zh-cn", "zh-sg", "zh-my"):
        return "zh-Hans"
    script = detect_script(title + " ".join(quotes))
    return {"hans": "zh-Hans", "hant": "zh-Hant"}.get(script or "", "zh")


def _latin(text: str) -> bool:
    return any(c.isascii() and c.isalpha() for c in text)
