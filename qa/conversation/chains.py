"""Parts that stand together joined into one phrase."""

import re
from collections.abc import Iterator, Sequence

from corpus.types import Span
from qa.conversation.parts import HAN, THINGS, Chain, Part

_JOINT = re.compile(r"\s?|\s*(?:[里中上内]面?)?的\s*|\s*[/、]\s*|\s*[和与及]\s*|\s+and\s+")
_CLASS_TAIL = re.compile(r"\s?(?:模式|机制|特性|功能|框架|算法|策略)")
_AT = re.compile(r"(?:在|\bin|\bon|\bfrom)\s*(?:the\s+)?$")
_WITHIN = re.compile(r"\s*(?:[里中上内下](?!的|\s的|限|游)|之[前后])")
_NP_END = re.compile(r"[\u4e00-\u9fff]{0,4}?(?=\s*(?:是|从|自哪|在|什么|哪|何时|的|怎么|如何|为什么|默认))")
_NP_LEAD = re.compile(r"^(?:请问|那么?)?\s*([\u4e00-\u9fff]{1,4})$")
_NO_NAME = re.compile(r"[是从在的了被把给让有没能会要为对到和与谁哪何怎请问说后前个种些这那该此它其什么支持引入开始]")


def chains_of(folded: str, parts: Sequence[Part]) -> Iterator[Chain]:
    """Yield the chains of the parts that are things or attributes, each from its first thing to its last."""
    run: list[Part] = []
    for part in [*(p for p in parts if p.kind in THINGS or p.kind == "attribute"), None]:
        if run and part and _JOINT.fullmatch(folded[run[-1].span.end : part.span.start]):
            run.append(part)
            continue
        things = [i for i, p in enumerate(run) if p.kind in THINGS]
        if things:
            yield _chain(folded, run[things[0] : things[-1] + 1])
        run = [part] if part else []


def _chain(folded: str, run: Sequence[Part]) -> Chain:
    start, end = run[0].span.start, run[-1].span.end
    if tail := _CLASS_TAIL.match(folded, end):
        end = tail.end()
    elif (rest := _NP_END.match(folded, end)) and not _NO_NAME.search(rest.group()) and HAN.match(folded[end - 1]):
        end = rest.end()
    lead = _NP_LEAD.match(folded[:start]) if HAN.match(folded[start]) else None
    if lead and not _NO_NAME.search(lead[1]):
        start = lead.start(1)
    place = bool(_AT.search(folded[:start]) or _WITHIN.match(folded, end))
    return Chain(Span(start, end), tuple(run), min(p.rank for p in run), place)
