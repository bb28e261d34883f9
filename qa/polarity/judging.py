"""Yes or no: whether what a question asserts holds by one sentence. A wrong verdict is worse than none.

The verdict concerns the proposition put, as in Chinese: 不支持吗？ answered by 不支持 is yes, 没办法升级吗？ answered by
可以升级 is no. Question and sentence are read as claims: a head (支持, 启用, 移除, a verb that both use) with what stands
before it in its clause (negation, ability, need). What is affirmed must name all that the question names; what is denied
may be more general than the question, but not narrower: 不支持跨版本升级 does not deny 升级.
"""

import re
from collections.abc import Iterator
from typing import Literal

from corpus.terms import TermTable
from qa.polarity.asked import Asked, asked_by
from qa.polarity.claims import claims_in, verbs_in
from qa.polarity.reader import Reader
from qa.polarity.sentence import clauses_of, plain
from qa.polarity.truth import Vote
from qa.polarity.wordings import ONLY
from qa.question import Question

Verdict = Literal["yes", "no"]

_ALTERNATIVE = re.compile(r"还是(?!不)|或者|\bor\b")


def verdict(question: Question, sentence: str, terms: TermTable) -> Verdict | None:
    """Return whether what ``question`` asserts holds by ``sentence``; None where that is not certain."""
    if question.kind != "yesno" or _ALTERNATIVE.search(question.folded):
        return None
    asked = asked_by(question)
    if asked is None:
        return None
    text = plain(sentence, question)
    votes = {vote for vote in _votes(question, asked, text, terms) if vote}
    if len(votes) != 1 or "unsure" in votes:
        return None
    return "yes" if (votes == {"holds"}) == asked.claim.positive else "no"


def _votes(question: Question, asked: Asked, text: str, terms: TermTable) -> Iterator[Vote]:
    exclusive = False
    for clause in clauses_of(text):
        reader = Reader(question, asked, clause, terms)
        for claim in (*claims_in(clause.text), *verbs_in(clause.text, question.keys)):
            vote = reader.vote(claim, exclusive)
            exclusive = exclusive or (claim.axis == "support" and claim.positive and bool(ONLY.search(clause.text)))
            if vote:
                yield vote
