"""Words that are shown in the reader's script."""

from dataclasses import dataclass

from corpus.normalize import Script


@dataclass(frozen=True, slots=True)
class Label:
    """The same words in both scripts."""

    hans: str
    hant: str

    def say(self, script: Script) -> str:
        """Return the words in ``script``."""
        return self.hans if script == "hans" else self.hant

    def filled(self, **values: object) -> "Label":
        """Return the label with ``values`` filled in."""
        return Label(self.hans.format(**values), self.hant.format(**values))


def same(text: str) -> Label:
    """Return a label for what both scripts call the same, such as a name."""
    return Label(text, text)
