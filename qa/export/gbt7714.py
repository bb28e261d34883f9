"""References by GB/T 7714-2015, the Chinese national standard, numeric and author-date.

Composed here rather than by the CSL styles of that name: citeproc-py drops the mark of printed works ([M], [R]), puts
a space into Chinese names and an English ordinal before 版, and has no letters for two works of one author and year.
Where it is free of that, the tests hold this form against it.
"""

import re
from collections.abc import Sequence

from corpus.normalize import fold_text
from qa.export.kinds import is_online, mark_of
from qa.export.names import initials
from qa.export.types import Entry, Kind, Name, Work

_PRINTED: frozenset[Kind] = frozenset(("book", "chapter", "report", "paper-conference", "thesis", "standard"))
_ELECTRONIC: frozenset[Kind] = frozenset(("webpage", "dataset", "software"))
_SHOWN = 3  # of four authors or more, three are named


def numeric(entry: Entry) -> str:
    """Return the reference without its number; an unknown author is left out (8.1.2)."""
    return _sentence(_authors(entry.work), _title(entry), *_rest(entry, _year(entry)))


def author_date(entry: Entry, letter: str = "") -> str:
    """Return the reference with author and year first; ``letter`` tells works of one author and year apart."""
    lead = ", ".join(part for part in (_lead(entry.work), _letter_after(_year(entry), letter)) if part)
    return _sentence(lead, _title(entry), *_rest(entry, ""))


def author_date_mark(entry: Entry, letter: str = "") -> str:
    """Return what stands in the text: the family name of the first author and the year (10.2)."""
    names = entry.work.responsible
    first = (names[0].family or names[0].literal) if names else _anonymous(entry.work)
    more = (" 等" if _is_chinese(entry.work) else " et al.") if len(names) > 1 else ""
    year = _letter_after(_year(entry), letter)
    return f"({first}{more}, {year})" if year else f"({first}{more})"


def letters(entries: Sequence[Entry]) -> dict[int, str]:
    """Return by number the letter that keeps works apart whose marks in the text would be the same (10.2.4)."""
    found: dict[str, list[int]] = {}
    for entry in entries:
        found.setdefault(author_date_mark(entry), []).append(entry.n)
    return {n: _letter(i) for same in found.values() if len(same) > 1 for i, n in enumerate(same)}


def author_date_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries as the list of references has them: Chinese first, by sound, then others by the alphabet.

    The first 3,755 characters of GB 2312 stand in the order of pinyin; rarer ones follow them.
    """

    def key(entry: Entry) -> tuple[bool, bytes, str, int]:
        lead = fold_text(_lead(entry.work))
        return not re.match(r"[\u3400-\u9fff]", lead), lead.encode("gb18030", "replace"), _year(entry), entry.n

    return sorted(entries, key=key)


def _letter(index: int) -> str:
    return (_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)


def _letter_after(year: str, letter: str) -> str:
    return f"{year[:-1]}{letter}]" if year.endswith("]") else year + letter


def _is_chinese(work: Work) -> bool:
    return work.language.startswith("zh")


def _sentence(*parts: str) -> str:
    """Join the parts by a full stop and a space, and end with one; none is doubled."""
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts if part)


def _anonymous(work: Work) -> str:
    return "佚名" if _is_chinese(work) else "Anon"


def _lead(work: Work) -> str:
    return _authors(work) or _anonymous(work)


def _authors(work: Work) -> str:
    names = [_written(name) for name in work.responsible]
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], "等" if _is_chinese(work) else "et al."]
    return ", ".join(names)


def _written(name: Name) -> str:
    """Chinese names and bodies as they are, of others the family name in capitals and the initials (8.1.1)."""
    return name.literal or f"{name.family.upper()} {initials(name.given)}".strip()


def _title(entry: Entry) -> str:
    work = entry.work
    host = f"//{work.container}" if work.container and work.kind in ("chapter", "paper-conference") else ""
    return f"{work.title}{mark_of(work)}{host}"


def _year(entry: Entry) -> str:
    """Return the year; the year of consulting in brackets stands for one that is not known (8.4.3)."""
    return entry.work.date[:4] or f"[{entry.accessed[:4]}]"


def _accessed(entry: Entry) -> str:
    return f"[{entry.accessed}]" if is_online(entry.work) else ""


def _rest(entry: Entry, year: str) -> list[str]:
    """Return what follows the title; ``year`` is empty where it stands behind the author already."""
    work = entry.work
    if work.kind == "article-journal":
        place = _periodical(entry, year)
    elif work.kind == "article-newspaper":
        place = [
            ", ".join(p for p in (work.container, work.date or year) if p)
            + _in_brackets(_pages(entry))
            + _accessed(entry)
        ]
    elif work.kind in _ELECTRONIC or _is_online_only(work):
        place = [(f"({work.date})" if work.date else "") + _accessed(entry)]
        place = place if place[0] or work.url else [year]
    elif work.kind in _PRINTED:
        place = _monograph(entry, year)
    else:
        place = _issued(entry, year)
    return [*place, work.url, f"DOI:{work.doi}" if work.doi else ""]


def _is_online_only(work: Work) -> bool:
    return is_online(work) and not (work.publisher or work.place or work.kind in ("book", "chapter"))


def _periodical(entry: Entry, year: str) -> list[str]:
    work = entry.work
    volume = f"{work.volume}{_in_brackets(work.issue)}"
    at = ", ".join(part for part in (work.container, year, volume) if part)
    return [": ".join(part for part in (at, _pages(entry)) if part) + _accessed(entry)]


def _monograph(entry: Entry, year: str) -> list[str]:
    return [_edition(entry.work), *_issued(entry, year)]


def _issued(entry: Entry, year: str) -> list[str]:
    publisher = ": ".join(part for part in _publisher(entry.work) if part)
    issued = ", ".join(part for part in (publisher, year) if part)
    return [": ".join(part for part in (issued, _pages(entry)) if part) + _accessed(entry)]


def _publisher(work: Work) -> tuple[str, str]:
    """Return place and publisher; a printed work says where one of them is not known (8.4.1, 8.4.2)."""
    publisher = work.publisher or (work.organisation if work.authors else "")
    if work.kind not in _PRINTED or is_online(work):
        return work.place, publisher
    chinese = _is_chinese(work)
    nowhere, nobody = ("[出版地不详]", "[出版者不详]") if chinese else ("[S.l.]", "[s.n.]")
    if work.language == "zh-Hant":
        nowhere, nobody = "[出版地不詳]", "[出版者不詳]"
    return work.place or nowhere, publisher or nobody


def _edition(work: Work) -> str:
    """Return the edition, from the second on (8.3)."""
    number = re.fullmatch(r"第?\s*(\d+)\s*(?:版|st|nd|rd|th)?(?:\s*ed(?:\.|ition)?)?", work.edition, re.IGNORECASE)
    if not number:
        return work.edition
    n = int(number[1])
    if n == 1:
        return ""
    return f"{n}版" if _is_chinese(work) else f"{n}{_ordinal(n)} ed."


def _ordinal(n: int) -> str:
    return "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def _in_brackets(text: str) -> str:
    return f"({text})" if text else ""


def _pages(entry: Entry) -> str:
    """Return the pages of an article, else those quoted from."""
    cited = sorted({place.page for place in entry.places if place.page is not None})
    return entry.work.pages or ",".join(map(str, cited))
