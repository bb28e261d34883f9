"""The claims of one clause, read as votes on what is asked."""

import re
from dataclasses import dataclass

from corpus.versions import Version, find_in_folded
from qa.polarity.claims import Claim
from qa.polarity.matter import Matter
from qa.polarity.truth import Vote, as_vote, truth_of
from qa.polarity.wordings import CONDITION, ONLY, UNSURE

_SINCE = re.compile(r"\s*(?:版本?|版)?\s*(?:中|之)?\s*(?:起|开始|以后|之后|以来|[及或]?以上|[及或](?:更高|更新|之后))")
_EVERY = re.compile(r"都|均|全部?|所有")
_OTHER = re.compile(r"还|也")


@dataclass(frozen=True, slots=True)
class Reader(Matter):
    """Reads the claims of one clause as votes on what is asked."""

    def vote(self, claim: Claim, exclusive: bool) -> Vote | None:  # noqa: PLR0911  one return a case
        """Return what ``claim`` says of what is asked; None where it is about something else."""
        truth = truth_of(self.asked.claim, claim, self.clause.text, self.question.folded)
        only = bool(ONLY.search(self.clause.text))
        if truth == "holds" and only and not ONLY.search(self.asked.text):
            return "unsure" if claim.doubtful or self._hedged() else self._exclusive()
        if truth is None or not self.same_matter(claim):
            return None
        if truth == "unsure" or claim.doubtful or self._hedged() or only != bool(ONLY.search(self.asked.text)):
            return "unsure"
        if self._turned_round(claim):
            return "unsure"
        holds = truth == "holds"
        if self.clause.exempt and self.names(self.clause.exempt):
            return self._excepted(holds)
        if not self._of_version():
            later = self._since(claim)
            return None if later is None else as_vote(holds == later)
        return self._entailed(claim, holds, exclusive)

    def _turned_round(self, claim: Claim) -> bool:
        """Tell whether what the question does to an object is done here to its subject."""
        before, after = self.clause.text[: claim.start], self.clause.text[claim.end :]
        subject, objects = self.strong(self.asked.subject), self.strong(self.asked.objects)
        turned = any(self.said(k, after) for k in subject) and any(self.said(k, before) for k in objects)
        return turned and not self.question.english

    def _excepted(self, holds: bool) -> Vote:
        """除 X 外都 says the contrary of X, 除 X 外还 the same."""
        if _EVERY.search(self.clause.text):
            return as_vote(not holds)
        return as_vote(holds) if _OTHER.search(self.clause.text) else "unsure"

    def _entailed(self, claim: Claim, holds: bool, exclusive: bool) -> Vote:
        """Affirmed, it must name all that is asked; denied, nothing beyond what is asked."""
        narrower = claim.positive != holds or self.asked.claim.axis in ("on", "off", "above", "below")
        if claim.positive and (self.missing() or self.part_of(claim)):
            return "unsure"
        if not claim.positive and not exclusive and self.beyond(claim):
            return "unsure"
        if claim.positive and (narrower or self.asked.claim.mode == "need") and self.beyond_terms(claim):
            return "unsure"
        return as_vote(holds)

    def _exclusive(self) -> Vote | None:
        """仅支持 X affirms X; of another thing of X's kind it is a denial, and of anything else it says nothing."""
        if not any(self.said(k, self.clause.earlier + self.clause.text) for k in self.asked.subject):
            return "unsure"
        if not self.missing():
            return "unsure" if self.beyond_terms(None) else "holds"
        named = {m.term.kind for m in self.terms.find(self.clause.text) if not self.is_asked(m.term.id)}
        objects = [k for k in self.asked.objects if k.is_term and not self.said(k, self.clause.text)]
        kinds = {m.term.kind for k in objects for m in self.terms.find(k.words)}
        alike = len(objects) == 1 and kinds == named and kinds <= {"resource", "component"}
        return "fails" if alike and self._of_version() else None

    def _hedged(self) -> bool:
        return bool(UNSURE.search(self.clause.text) or CONDITION.search(self.clause.earlier))

    def _named(self) -> list[Version]:
        own = [m.version for m in find_in_folded(self.clause.text, numbered=False)]
        return own or [m.version for m in find_in_folded(self.clause.earlier, numbered=False)]

    def _of_version(self) -> bool:
        named = self._named()
        return not (self.question.versions and named) or any(a.covers(v) for a in self.question.versions for v in named)

    def _since(self, claim: Claim) -> bool | None:
        """Tell whether the version asked for comes after the only one named, from which on it is so."""
        mentions = find_in_folded(self.clause.text, numbered=False)
        if len(mentions) != 1 or len(self.question.versions) != 1 or not claim.positive or self.missing():
            return None
        from_on = _SINCE.match(self.clause.text, mentions[0].span.end) or claim.axis in ("removed", "ga")
        if not from_on or claim.axis != self.asked.claim.axis:
            return None
        return self.question.versions[0] > mentions[0].version
