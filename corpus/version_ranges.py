"""Ranges of versions found in Chinese and English text: 自 1.24 起, 1.20 之前, 1.8 到 1.12, >= 1.24, before 1.20.

An end without 及, 或 or 含 is left out where the word says so: 1.20 之前, 以前 and 以下 lie below all of 1.20, and 1.24 之后
and 以后 lie above all of it; 以上, 起 and 自 … 以后 begin with it. Two versions that are the ends of an upgrade, or that are
compared, are no range.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.normalize import NormalizedText, fold
from corpus.types import Span
from corpus.versions import Version, find_in_folded


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The versions from ``low`` to ``high``, both ends included unless open; None stands for no end on that side.

    An end names its whole series: up to 1.12 reaches 1.12.3, and above 1.12 begins after it. A series such as 1.1x has
    itself as both ends.
    """

    low: Version | None
    high: Version | None
    low_open: bool = False
    high_open: bool = False

    def covers(self, version: Version) -> bool:
        """Tell whether ``version`` lies in the range; a series such as 1.1x has to lie in it as a whole."""
        first, last = _ends(version)
        return self._reaches_down_to(first) and self._reaches_up_to(last)

    def _reaches_down_to(self, version: Version) -> bool:
        if self.low is None:
            return True
        first, last = _ends(self.low)
        return version > last and not last.covers(version) if self.low_open else version >= first

    def _reaches_up_to(self, version: Version) -> bool:
        if self.high is None:
            return True
        first, last = _ends(self.high)
        return version < first if self.high_open else version <= last or last.covers(version)

    def __str__(self) -> str:
        if self.low is not None and self.low == self.high:
            return str(self.low)
        if self.low is not None and self.high is not None and not (self.low_open or self.high_open):
            return f"{self.low}–{self.high}"
        low = "" if self.low is None else f"{'>' if self.low_open else '≥'}{self.low}"
        high = "" if self.high is None else f"{'<' if self.high_open else '≤'}{self.high}"
        return f"{low} {high}".strip() or "*"


def _ends(version: Version) -> tuple[Version, Version]:
    """Return the first and the last minor of a series such as 1.1x; any other version is both itself."""
    if not version.wildcard:
        return version, version
    *head, stem = version.parts
    return Version((*head, stem * 10)), Version((*head, stem * 10 + 9))


@dataclass(frozen=True, slots=True)
class RangeMention:
    """A range and where it stands in the text it was found in."""

    range: VersionRange
    span: Span


# The patterns run on folded text in which each version is masked: one opening character, then fillers.
_OPEN, _SERIES, _FILL = "\ue000", "\ue002", "\ue001"
_MASKS = re.compile(f"[{_OPEN}-{_SERIES}]")
_V = rf"[{_OPEN}{_SERIES}]{_FILL}*"
_S = r"[ \t]{0,3}"
_NOUN = rf"(?:{_S}(?:正式版|稳定版|版本|版|系列|releases?\b|versions?\b))?"
_NAME = (
    rf"(?:(?!(?:upgrad|updat|mov|migrat|switch|go|to|in|on|at|by|than|from)[a-z]*\b)[a-z][a-z0-9_-]{{0,24}}{_S})?"
    rf"(?:(?:version|release|版本|版)[号是为:]?{_S}-?)?"  # the product's name, as in 自 Kubernetes 版本 1.24 起
)
_X = rf"{_NAME}{_V}{_NOUN}"
_FROM = rf"(?:自从|打从|(?<![来各独亲出源取])自|从|由){_S}"
_AND = rf"{_S}(?:以及|及|或者?|和|与|\((?:包?含|包括)(?:[该本此]版本?)?\)){_S}其?"
_NOT_LISTED = (  # 1.20 以下几个特性: what follows, not what is below
    rf"(?!{_S}(?:的?(?:内容|改[动变]|步骤|命令|操作|配置)|几|各[项种]|[一二两三四五六七八九十]|[条项种点]"
    r"|特性|功能|变[更化]|问题|列|简称|方[法式]|:))"
)
_BEGIN = r"(?:开始|起(?!步|点|源|止|因|草|初|来|伏|码|不来|名|到|作用))"
_UP = r"(?:以后|之后|以上|往[后上]|后续|此后|后|更[高晚]|较[新高]|更新(?!日志|说明|内容|记录))"
_DOWN = r"(?:以前|之前|以下|往[前下]|早前|先前|前|更[早低旧老]|较[早低旧老])"
_TO = (
    rf"{_S}(?:(?:起|开始)?{_S}(?:一直|持续|直)?[到至]|-{{1,2}}|[–―~∼〜]|—{{1,2}}|\.{{2,3}}|\b(?:to|through|thru)\b){_S}"
)
_COMPARED = r"(?!.{0,8}(?:区别|差[别异距]|不同|对比|比较|兼容|关系))"
_LATER = r"(?:later|newer|above|higher|greater|up|onwards?|beyond|after|more recent)\b"
_EARLIER = r"(?:earlier|older|below|lower|before|prior|previous|less)\b"
_PLAIN = rf"(?!{_FILL}|</|>|{_S}(?:{_AND}{_S})?(?:{_BEGIN}|以[上下前后来]|之[前后]|\+))"  # what follows says no more

_PAIR = (
    rf"(?:(?:{_FROM}|\bfrom\s){_NAME})?{_V}{_NOUN}{_TO}{_X}(?:{_S}(?:为止|止|之间|期间|间))?",
    rf"介[于乎]{_S}{_X}{_S}(?:和|与|跟|及|以及|[到至]|-|,|、){_S}{_X}(?:{_S}(?:之间|间))?",
    rf"{_V}{_NOUN}{_S}(?:和|与|跟|及|以及){_S}{_X}{_S}(?:之间|中间|期间){_COMPARED}",
    rf"(?<!difference )(?<!differences )\bbetween\s{_X}\s(?:and|to)\s{_X}",
)
_AT_LEAST = (
    rf"{_FROM}{_X}{_S}(?:{_BEGIN}|以来|以[后降]|之后|以上|往[后上]|后(?!端|台|续)|至今|迄今|[到至](?:现在|如今|今|目前|最新版?本?))",
    rf"(?:自从|(?<![来各独亲出源取])自){_S}{_X}(?!{_FILL}|{_S}(?:版|直接|升|降|迁|跳|{_TO}))",
    rf"{_V}{_NOUN}(?:{_AND}(?:{_UP}|以来){_NOT_LISTED}|{_S}(?:{_BEGIN}|以来|以降|往[后上]|以上{_NOT_LISTED}|[至迄]今|[到至]最新版?本?))",
    rf"{_V}(?:\+(?![a-z0-9])|[ \t]\+(?=[ \t]?(?:[中版,。;)、\n]|\Z)))(?!{_S}[{_OPEN}{_SERIES}])",
    rf"(?:不[低小早少]于|[大高晚]于(?:或|/)?等于|至少|起码|(?<![-=<>])(?:>=|[≥≧⩾])){_S}(?:[是为要得用]|需要?|必须)?{_S}{_X}{_PLAIN}",
    rf"\b(?:since|starting\s(?:with|from|in|at)|beginning\s(?:with|in)|as\sof|at\sleast|no\s(?:earlier|lower|older)\sthan)\s{_X}{_PLAIN}",
    rf"(?:\bfrom\s{_NAME})?{_V}{_NOUN}\s(?:(?:and|or)\s{_LATER}|onwards?\b)|\bfrom\s{_X}\son\b",
)
_AT_MOST = (
    rf"{_V}{_NOUN}{_AND}{_DOWN}{_NOT_LISTED}",
    rf"(?:不[高大晚多]于|不超过|[小低早]于(?:或|/)?等于|至多|截至|截止[到至]?|(?<![-=<>])(?:<=|[≤≦⩽])){_S}{_X}{_PLAIN}",
    rf"(?:直?到|至){_S}{_X}{_S}为?止",
    rf"\b(?:up\sto(?:\sand\sincluding)?|no\s(?:later|newer|higher)\sthan|at\smost|through)\s{_X}{_PLAIN}",
    rf"{_V}{_NOUN}\s(?:and|or)\s{_EARLIER}",
)
_ABOVE = (
    rf"{_V}{_NOUN}{_S}(?:[以之]后|后的?版本)",
    rf"(?:[高大晚新]于|超过|(?<![-=<>a-z\"'])>){_S}{_X}{_PLAIN}",
    rf"比{_S}{_X}{_S}[更还要]?[新晚高]的",
    rf"\b(?:after|(?:later|newer|higher|greater)\sthan|above)\s{_X}{_PLAIN}",
)
_BELOW = (
    rf"{_V}{_NOUN}{_S}(?:[以之]前|以下{_NOT_LISTED}|往[前下]|前的?版本)",
    rf"(?:[低小早旧老]于|(?<![-=<>])<){_S}{_X}{_PLAIN}",
    rf"比{_S}{_X}{_S}[更还要]?[旧老早低]的",
    rf"\b(?:before|prior\sto|(?:earlier|older|lower|less)\sthan|below|until|till)\s{_X}{_PLAIN}",
)
_RANGE = re.compile(
    "|".join(
        f"(?P<{kind}>{'|'.join(forms)})"
        for kind, forms in {
            "pair": _PAIR,
            "ge": _AT_LEAST,
            "le": _AT_MOST,
            "gt": _ABOVE,
            "lt": _BELOW,
            "series": (rf"{_SERIES}{_FILL}*",),
        }.items()
    )
)

# What stands around a version or a range that makes it something else; all but _AFTER_UNIT look at its clause only.
_AFTER_UNIT = re.compile(
    rf"{_S}(?:sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|times|cores?|percent|[mb]illion|[kmgt]?(?:bytes?|bits?|bps))\b"
)
_ATTACHED = re.compile(r"(?:(?<!version)(?<!versions)[a-z0-9_]:|@|(?<![<>=])=|[a-z_-]/|(?<!\S)--?[a-z][a-z-]*[ =])v?\Z")
_TO_DIGIT = re.compile(rf"{_TO}(?=\d)")
_BREAK = re.compile(r"[,。;!?\n]")
_LABEL = re.compile(r"(?:[第章节§]|(?<![视意试])图|(?<![代发])表|附录|section|chapter|figure|table|fig\.?)s?\s*\Z")
_METRIC = re.compile(
    r"(?:负载|load|率|值(?:的?范围)?|延迟|比例|占比|概率|误差|[得评]分|分数|温度|权重|系数|用量|耗时|时间|价格|cpu|内存|score|latency|ratio)[^(（]{0,3}\Z"
)
_ACT = re.compile(
    r"(?:升级?|更新|迁移?|切换?|换|降级?|回[退滚]|安装|部署|装|发布|推出)(?:[到至成为了完好上]|过)*\s*(?:[a-z][a-z0-9-]*\s?)?\Z"
)
_UPGRADE = re.compile(
    r"(?<![提上晋攀爬])升(?!级?[为成至到]{0,2}\s?(?:alpha|beta|ga|stable|稳定|正式))|降级|回[退滚]|迁移|upgrad|downgrad|migrat|\bmov(?:e|ing)\s"
)
_WITHIN = re.compile(r"间\Z|止\Z")
_WITHIN_AFTER = re.compile(r"\s*(?:[中间]|之间|期间|的?[各每所这哪]|的?版本)")
_HEADING = re.compile(r"\s*(?:使用|之前|前|安装|部署|动手|学习|编写|上手)")
_LINE_START = re.compile(r"(?:\A|\n)[ \t#]*\Z")
_QUOTED = re.compile(r"\n[ \t>]*\Z|[)\]]\s*\Z")  # what > follows where it opens a quotation or closes a formula


def _is_upgrade(words: str, before: str, after: str) -> bool:
    within = _WITHIN.search(words) or _WITHIN_AFTER.match(after)
    return bool(_UPGRADE.search(before) or (not within and _UPGRADE.search(after)))


def _is_heading(match: re.Match[str], masked: str, after: str) -> bool:
    """Tell the heading 1.2 开始使用 from 1.24 开始支持."""
    opens_line = _LINE_START.search(masked[max(0, match.start() - _NEAR) : match.start()])
    return bool(opens_line and match.group().endswith("开始") and _HEADING.match(after))


_QUOTED = re.compile(r"\n[ \t>]*\Z|[)\]]\s*\Z")  # what > follows where it opens a quotation or closes a formula
_NEAR = 24  # characters around a range that can tell what it is


def find_ranges(text: str | NormalizedText) -> list[RangeMention]:
    """Return the ranges of versions in ``text`` with spans in the original, in order and without overlaps.

    A lower and an upper end that stand together (1.8 以上、1.12 以下) are one range.
    """
    view = fold(text) if isinstance(text, str) else text
    masked, versions = _mask(view.text)
    found: list[RangeMention] = []
    at = 0
    while match := _RANGE.search(masked, at):
        named = [versions[i] for i in range(match.start(), match.end()) if i in versions]
        if _is_other(match, masked, named):
            at = next(i for i in range(match.start(), match.end()) if i in versions) + 1
            continue
        _append(found, RangeMention(_range(match.lastgroup, named), Span(match.start(), match.end())), masked)
        at = match.end()
    return [RangeMention(m.range, view.to_original(m.span)) for m in found]


def expand(ranges: Sequence[VersionRange], present: Iterable[Version]) -> tuple[Version, ...]:
    """Return what any of ``ranges`` covers of the versions ``present``, sorted and without repeats.

    A range whose ends are minor releases gives minor releases (1.12 for 1.12.3); one that names a patch gives the
    versions as they are. A series such as 1.1x stays one. Nothing tells one product's versions from another's.
    """
    versions = list(present)
    found = [_asked(r, v) for r in ranges for v in versions if r.covers(v)]
    return tuple(dict.fromkeys(sorted(found, key=lambda v: (v, len(str(v))))))


def _asked(asked: VersionRange, version: Version) -> Version:
    if any(end is not None and len(end.parts) > 2 for end in (asked.low, asked.high)):
        return version
    return version.minor if len(version.parts) > 2 else version


def _mask(folded: str) -> tuple[str, dict[int, Version]]:
    """Return the text with its versions masked, and each version by where its mask opens."""
    mentions = {
        m.span.start: m
        for m in find_in_folded(folded, numbered=False)
        if not _AFTER_UNIT.match(folded, m.span.end)
        and not _ATTACHED.search(folded[max(0, m.span.start - _NEAR) : m.span.start])
    }
    for start, mention in reversed(list(mentions.items())):
        to = _TO_DIGIT.match(folded, mention.span.end)
        if to and to.end() not in mentions:
            del mentions[start]  # 1.5-2.5 GB: what it leads to is no version, so neither is it
    parts, at = [], 0
    for start, mention in mentions.items():
        parts.append(_MASKS.sub("\ufffd", folded[at:start]))
        parts.append((_SERIES if mention.version.wildcard else _OPEN) + _FILL * (len(mention.span) - 1))
        at = mention.span.end
    parts.append(_MASKS.sub("\ufffd", folded[at:]))
    return "".join(parts), {start: m.version for start, m in mentions.items()}


def _range(kind: str | None, named: Sequence[Version]) -> VersionRange:
    if kind in ("ge", "gt"):
        return VersionRange(named[0], None, low_open=kind == "gt")
    if kind in ("le", "lt"):
        return VersionRange(None, named[0], high_open=kind == "lt")
    return VersionRange(named[0], named[-1])


def _is_other(match: re.Match[str], masked: str, named: Sequence[Version]) -> bool:
    """Tell upgrades, actions, measures, headings and numbered figures from ranges, by the words around them."""
    kind, words = match.lastgroup, match.group()
    earlier = masked[max(0, match.start() - _NEAR) : match.start()]
    before = _BREAK.split(earlier)[-1]
    after = _BREAK.split(masked[match.end() : match.end() + _NEAR // 2])[0]
    if kind == "series":
        return False
    if _LABEL.search(before) or (_METRIC.search(before) and not _MASKS.match(words[0])):
        return True
    if kind == "pair":
        metric = _METRIC.search(before) is not None
        upgrade = bool(re.search(r"[到至]|\bto\b", words)) and _is_upgrade(
            words, before if after.strip() else re.split(r"[。!?\n]", earlier)[-1], after
        )
        joined = bool(re.search(r"[-/._]\Z", before)) or bool(re.match(r"[-~/]", after))
        return metric or joined or upgrade or not named[0] < named[-1]
    if words.startswith((_OPEN, _SERIES)):
        acted = re.search(r"[以之][前后来]\Z", words) and not re.search(_AND, words) and _ACT.search(before)
        return bool(acted) or _is_heading(match, masked, after)
    quoted = words.startswith(">") and _QUOTED.search(earlier)
    return bool(quoted) or after.lstrip().startswith(("upgrade", "升级"))


_GAP = re.compile(
    r"\s{0,3}(?:的?版本)?\s{0,3}[,、;]?\s{0,3}(?P<and>并且|[且并而但]|同时|and|but|&&?)?(?:和|及|以及|[到至])?\s{0,3}(?:版本)?\s{0,3}"
)


def _append(found: list[RangeMention], new: RangeMention, masked: str) -> None:
    """Add ``new``, as one with the mention before it where both together bound a range."""
    if found and (both := _joined(found[-1], new, masked)):
        found[-1] = both
    else:
        found.append(new)


def _joined(a: RangeMention, b: RangeMention, masked: str) -> RangeMention | None:
    gap = _GAP.fullmatch(masked, a.span.end, b.span.start)
    low, high = (a.range, b.range) if a.range.high is None else (b.range, a.range)
    if gap is None or low.high is not None or high.low is not None or not (low is a.range or gap["and"]):
        return None
    if low.low is None or high.high is None or not low.low < high.high:
        return None
    return RangeMention(VersionRange(low.low, high.high, low.low_open, high.high_open), Span(a.span.start, b.span.end))
