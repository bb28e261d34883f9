"""What a question is about."""

import re

from corpus.types import Span
from qa.conversation.asked import ASKED
from qa.conversation.parts import BASIC, THINGS, Chain, PartKind, Read

HEAD = re.compile(
    r"^(?:请问|那么?)?\s*((?:(?!是|从|到底|什么|哪|谁|何时|怎么|如何|为什么|默认|能|会|有|多)[\u4e00-\u9fff]){2,12})"
    r"(?=是|从|到底|什么时候|哪|何时|怎么|如何|默认)"
)


def topic_of(read: Read, kinds: tuple[PartKind, ...] = THINGS) -> Chain | None:
    """Return the narrowest thing that the text is about; of one rank, that of the clause that asks, then the first."""
    chains = [c for c in read.chains if any(p.kind in kinds for p in c.parts)]
    asked = ASKED.search(read.folded)
    before, after = (asked.start(), asked.end()) if asked else (0, 0)
    clause = Span(read.folded.rfind(",", 0, before) + 1, read.folded.find(",", after) % (len(read.folded) + 1))

    def order(chain: Chain) -> tuple[int, int, bool, int]:
        place = 2 if chain.rank >= BASIC else int(chain.place)
        return place, chain.rank, bool(asked) and not clause.contains(chain.span), chain.span.start

    return min(chains, key=order, default=None)


def with_version(read: Read, span: Span) -> Span:
    """Return the span with the version that follows it at once (Kubernetes 1.12)."""
    for part in read.of("version"):
        if part.span.start >= span.end and not read.folded[span.end : part.span.start].strip(" v"):
            return Span(span.start, part.span.end)
    return span
