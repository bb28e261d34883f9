"""Quality gates: figures that must reach a value, for use in continuous integration."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.errors import InputError


@dataclass(frozen=True, slots=True)
class Gate:
    """The figure ``name`` must be at least ``minimum``, from 0 to 1."""

    name: str
    minimum: float

    def miss(self, figures: Mapping[str, float | None]) -> str | None:
        """Return in words how the gate is missed, or None. A figure that could not be computed misses it."""
        value = figures.get(self.name)
        if value is None or math.isnan(value):
            return f"{self.name} could not be computed from these questions, wanted {self.minimum:g}"
        return (
            None if value >= self.minimum else f"{self.name} is {_below(value, self.minimum)}, wanted {self.minimum:g}"
        )


def parse_gates(text: str, names: Sequence[str]) -> tuple[Gate, ...]:
    """Read ``f1=0.8,refusal_recall=0.8``; InputError for what is none of ``names`` or no share."""
    return tuple(_gate(part.strip(), names) for part in text.split(",") if part.strip())


def _gate(text: str, names: Sequence[str]) -> Gate:
    name, equals, written = (part.strip() for part in text.partition("="))
    if name not in names:
        raise InputError(f"--fail-under knows no figure {name!r}; known are: {', '.join(names)}")
    try:
        minimum = float(written)
    except ValueError:
        minimum = math.nan
    if not equals or not 0 <= minimum <= 1:
        raise InputError(f"--fail-under {text}: give a value from 0 to 1, as in {name}=0.8")
    return Gate(name, minimum)


def missed(gates: Sequence[Gate], figures: Mapping[str, float | None]) -> list[str]:
    """Return one line for each gate that is missed."""
    return [line for gate in gates if (line := gate.miss(figures))]


def _below(value: float, minimum: float) -> str:
    """Write ``value`` with as many digits as show that it is below ``minimum``."""
    return next((t for digits in range(3, 17) if float(t := f"{value:.{digits}f}") < minimum), repr(value))
