"""Which kind of document a source is, and the mark that GB/T 7714-2015 (annex B) gives it."""

import re
from collections.abc import Mapping

from qa.export.types import Kind, Work

MARKS: dict[Kind, str] = {
    "webpage": "EB",
    "report": "R",
    "book": "M",
    "chapter": "M",
    "article-journal": "J",
    "article-newspaper": "N",
    "paper-conference": "C",
    "thesis": "D",
    "standard": "S",
    "patent": "P",
    "dataset": "DS",
    "software": "CP",
    "document": "Z",
}
_NAMED: dict[str, Kind] = {
    **{kind: kind for kind in MARKS},
    **{mark.lower(): kind for kind, mark in MARKS.items() if kind != "chapter"},
    **dict.fromkeys(("网页", "網頁", "web page", "web", "post", "post-weblog", "blog", "博客", "eb/ol"), "webpage"),
    **dict.fromkeys(
        ("报告", "報告", "technical report", "techreport", "白皮书", "白皮書", "white paper", "r/ol"), "report"
    ),
    **dict.fromkeys(("图书", "圖書", "书", "書", "专著", "專著", "monograph", "手册", "手冊", "m/ol"), "book"),
    **dict.fromkeys(
        ("期刊", "期刊文章", "论文", "論文", "article", "journal", "j/ol", "article-magazine"), "article-journal"
    ),
    **dict.fromkeys(("报纸", "報紙", "新闻", "新聞", "newspaper", "news"), "article-newspaper"),
    **dict.fromkeys(("会议", "會議", "会议论文", "會議論文", "conference", "inproceedings"), "paper-conference"),
    **dict.fromkeys(("学位论文", "學位論文", "dissertation", "phdthesis", "mastersthesis"), "thesis"),
    **dict.fromkeys(("标准", "標準"), "standard"),
    **dict.fromkeys(("专利", "專利"), "patent"),
    **dict.fromkeys(("数据集", "數據集", "資料集"), "dataset"),
    **dict.fromkeys(("软件", "軟體", "软体"), "software"),
}
_REPORT = re.compile(r"(?:报告|報告|白皮书|白皮書|\breport|\bwhite\s?paper)\s*$", re.IGNORECASE)
_BY_MEDIA: dict[str, Kind] = {
    "application/epub+zip": "book",
    "text/html": "webpage",
    "application/xhtml+xml": "webpage",
}


def kind_of(meta: Mapping[str, str], title: str, media_type: str) -> Kind:
    """Return what a document says it is, else what its data, its title and its format show."""
    for key in ("type", "kind", "doctype", "genre", "类型", "類型"):
        if named := _NAMED.get(meta.get(key, "").strip().lower()):
            return named
    if meta.get("journal"):
        return "article-journal"
    if meta.get("isbn"):
        return "book"
    if _REPORT.search(title):
        return "report"
    return _BY_MEDIA.get(media_type) or ("webpage" if meta.get("url") else "document")


def mark_of(work: Work) -> str:
    """Return the mark of kind and carrier: [EB/OL] for a page on the web, [R] for a printed report."""
    return f"[{MARKS[work.kind]}/OL]" if is_online(work) else f"[{MARKS[work.kind]}]"


def is_online(work: Work) -> bool:
    """Tell whether a work was consulted on the web, as far as is known."""
    return bool(work.url or work.doi)
