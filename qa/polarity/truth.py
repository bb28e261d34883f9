"""What one claim says of another, by their heads and modality alone."""

import re
from typing import Literal

from qa.polarity.claims import Claim

Vote = Literal["holds", "fails", "unsure"]

_OPPOSITE = {"on": "off", "off": "on", "above": "below", "below": "above"}


def as_vote(holds: bool) -> Vote:
    """Return the vote that says whether it holds."""
    return "holds" if holds else "fails"


def truth_of(asked: Claim, said: Claim, clause: str, question: str) -> Vote | None:  # noqa: PLR0911  one return a case
    """Return what a claim says of the asked one, as if this were affirmed; None where the heads have nothing in common."""
    if said.axis == asked.axis:
        return _by_mode(asked, said)
    if said.axis == _OPPOSITE.get(asked.axis):
        if said.axis in ("on", "off"):
            return as_vote(not said.positive) if said.mode == asked.mode == "plain" else "unsure"
        return "fails" if said.positive and said.mode != "can" else None
    still = re.search(r"仍|还|依然|依旧|目前|\bstill\b", clause)
    match asked.axis, said.axis:
        case (("support" | "have" | "use"), "removed"):
            return "fails" if said.positive and said.mode == "plain" and asked.mode != "need" else "unsure"
        case ("removed", "support"):
            return "fails" if said.positive and still else None
        case ("ga", "alpha" | "beta"):
            return "fails" if said.positive and still else None
        case ("alpha" | "beta", "ga"):
            return "fails" if said.positive and re.search(r"仍|还|still", question) else None
    return None


def _by_mode(asked: Claim, said: Claim) -> Vote:
    if asked.mode == said.mode:
        return as_vote(said.positive)
    if not said.positive and said.mode == "can":
        return "fails"  # what cannot be neither is nor need be
    if asked.mode == "can" and said.mode == "plain" and said.positive:
        return "holds"
    lets_be = asked.axis == "know" or asked.axis.startswith("=")
    if asked.mode == "need" and said.mode == "plain" and not said.positive and lets_be:
        return "fails"  # it does without
    return "unsure"
