"""Whether a clause speaks of what is asked, of less or of more."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.segment import segment
from corpus.terms import TermTable
from corpus.versions import find_in_folded
from qa.polarity.asked import Asked
from qa.polarity.claims import Claim, is_head
from qa.polarity.sentence import Clause
from qa.polarity.wordings import NARROWS, SAYS_LITTLE
from qa.question import Key, Question

_CONTRARY = (("扩", "缩"), ("缩", "扩"), ("升", "降"), ("降", "升"), ("读", "写"), ("写", "读"))
_NO_PART = re.compile(r"\s*(?:版本|功能|特性|支持|支援|情况|方式|机制|存在|能力)")
_UMBRELLA = frozenset({"#kubernetes", "#cluster"})


@dataclass(frozen=True, slots=True)
class Matter:
    """What a clause names, beside what is asked."""

    question: Question
    asked: Asked
    clause: Clause
    terms: TermTable

    def said(self, key: Key, text: str) -> bool:
        """Tell whether ``text`` names what ``key`` does."""
        if any(a in key.words and b in text and a not in text for a, b in _CONTRARY):
            return False  # the term table has 扩容 and 缩容 as one
        if key.tokens & {f"#{i}" for i in self.terms.ids(text)}:
            return True
        words = re.escape(key.words)
        return bool(re.search(rf"(?<![a-z0-9]){words}(?![a-z0-9])" if key.is_latin else words, text))

    def is_asked(self, term: str) -> bool:
        """Tell whether the question names a term, or it is the umbrella."""
        return term in self.question.terms or f"#{term}" in _UMBRELLA

    def strong(self, keys: Sequence[Key]) -> list[Key]:
        """Return the keys that a sentence can be expected to name: not the umbrella, not English words."""
        return [
            k
            for k in keys
            if not k.tokens & _UMBRELLA
            and (k.is_term or k.is_name or (k.is_latin and not self.question.english))
            and not k.words.replace(".", "").isdigit()
        ]

    def names(self, text: str) -> bool:
        """Tell whether ``text`` names all that is asked about."""
        strong = self.strong(self.asked.objects) or self.strong(self.asked.subject)
        return bool(strong) and all(self.said(k, text) for k in strong)

    def same_matter(self, claim: Claim) -> bool:
        """Tell whether the clause, or what it continues, speaks of what is asked, and of no other thing instead."""
        whole = f"{self.clause.earlier}{self.clause.text}{self.clause.exempt}"
        keys = [k for k in (*self.asked.subject, *self.asked.objects) if not k.tokens & _UMBRELLA]
        here = self.clause.text + self.clause.exempt
        if self._is_of_another(keys, here):
            return False
        if claim.axis in ("be", "have"):
            return any(self.said(k, self.clause.text[claim.end :]) for k in self.asked.objects)
        strong = self.strong(keys if self.question.english else self.asked.objects)
        objects = strong or ([] if self.question.english else list(self.asked.objects))
        if objects and not any(self.said(k, here) for k in objects):
            ends = not re.search(r"[^\W了的]", self.clause.text[claim.end :])
            return ends and not self._others(here) and any(self.said(k, whole) for k in objects)
        return any(self.said(k, whole) for k in keys) or claim.axis.startswith("=")

    def _is_of_another(self, keys: Sequence[Key], here: str) -> bool:
        """Tell whether the clause, or what it continues, has another component or thing in the subject's place."""
        if self._others(here) and not any(self.said(k, here) for k in self.strong(keys)):
            return True
        components = [k for k in keys if k.is_term and k.is_name]
        for text in (here, self.clause.earlier):
            if any(self.said(k, text) for k in components):
                return False
            if components and self._foreign(text):
                return True
        return False

    def _others(self, text: str) -> bool:
        return any(not self.is_asked(m.term.id) and m.term.kind != "stage" for m in self.terms.find(text))

    def _foreign(self, text: str) -> bool:
        return any(
            m.term.id not in self.question.terms and (m.term.kind == "component" or m.term.id == "kubernetes")
            for m in self.terms.find(text)
        )

    def missing(self) -> bool:
        """Tell whether the sentence lacks something that the question names, but for a subject that it leaves out."""
        whole = self.clause.earlier + self.clause.text
        keys = (*self.asked.subject, *self.asked.objects)
        strong = [k for k in self.strong(keys) if not self.said(k, whole)]
        left_out = [k for k in strong[:1] if k.is_name and k in self.asked.subject and not self._foreign(whole)]
        words = [k for k in keys if not k.is_term and not k.is_latin]
        unsaid = [k for k in words if not self.said(k, whole) and not SAYS_LITTLE.search(k.words)]
        return len(strong) > len(left_out) or len(unsaid) > len(words) // 3

    def part_of(self, claim: Claim) -> bool:
        """Tell whether what is named is only part of another name: 移除 X 的某字段."""
        for key in self.strong((*self.asked.subject, *self.asked.objects)):
            tail = rf"{re.escape(key.words)}\s*(?:[中里上]?的)"
            at = re.search(tail, self.clause.text)
            if at and not re.search(tail, self.asked.text) and not _NO_PART.match(self.clause.text, at.end()):
                return at.end() > claim.start or self.asked.claim.axis in ("removed", "deprecated", "support", "be")
        return False

    def beyond_terms(self, claim: Claim | None) -> bool:
        """Tell whether the clause has a term, or a default, that the question has not."""
        return any(
            not self.is_asked(m.term.id) and (claim is None or m.span.start != claim.start)
            for m in self.terms.find(self.clause.text)
            if m.term.kind != "stage"
        ) or ("默认" in self.clause.text) != ("默认" in self.asked.text or "default" in self.asked.text)

    def beyond(self, claim: Claim) -> bool:
        """Tell whether a denial is narrower than the question: it names more."""
        asked = [k.words for k in self.question.keys]
        spans = [m.span for m in self.terms.find(self.clause.text)]
        narrowing = set(NARROWS.findall(self.clause.text)) - set(NARROWS.findall(self.asked.text))
        if narrowing or self.beyond_terms(claim):
            return True
        spans += [m.span for m in find_in_folded(self.clause.text, numbered=False)]
        for token in segment(self.clause.text):
            known = token.text in self.question.folded or any(k in token.text for k in asked) or is_head(token.text)
            after = token.span.start >= claim.end or token.text.isascii()
            named = any(s.overlaps(token.span) for s in spans)
            if after and not known and not named and len(token.text) > 1 and not SAYS_LITTLE.search(token.text):
                return True
        return False
