"""Numbers and dates as a spreadsheet shows them, so that a version 1.10 kept as the number 1.1 still reads 1.10.

The format codes are those of ECMA-376 part 1, 18.8.31. What they can say beyond digits, grouping, percent, exponents
and literal text (fractions, conditions) is shown in the General format.
"""

import math
import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

_PIECE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|;|[^"\\_*\[;]+|.', re.DOTALL)
_DIGITS = re.compile(r"[0#?][0#?,]*(?:\.[0#?]*)?(?:[eE][+-]0+)?|\.[0#?]+")
_CONDITION = re.compile(r"\[[<>=]")
_HELD = 1e15  # doubles above it hold no more decimals
_MAX_PLACES = 30
_MAX_CODE = 255  # characters of a format code, the limit of the field's programs


def shown_number(value: float, code: str | None) -> str:
    """Return ``value`` as the format ``code`` shows it; what the code cannot show comes in the General format."""
    if not math.isfinite(value) or abs(value) >= _HELD or not code or len(code) > _MAX_CODE:
        return general(value)
    section, number = _section(code, value)
    return _filled(section, number) or general(value)


def general(value: float) -> str:
    """Return a number without a format: whole numbers without a point, others to 15 digits."""
    return str(value) if isinstance(value, int) else f"{value:.15g}"


def shown_date(value: date | time | timedelta, code: str | None) -> str:
    """Return a date or time in ISO form, no more precise than the format ``code`` shows it."""
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
        return f"{sign}{seconds // 3600}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}"
    if isinstance(value, time):
        return _clock(value)
    letters = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", code or "").lower()
    if "y" in letters and "d" not in letters and "h" not in letters:
        return f"{value:%Y-%m}" if "m" in letters else f"{value:%Y}"
    if not isinstance(value, datetime):
        return value.isoformat()
    day, hour = value.date().isoformat(), value.time()
    return f"{day} {_clock(hour)}" if hour != time() else day


def _clock(value: time) -> str:
    return value.isoformat("seconds" if value.second else "minutes") if not value.microsecond else value.isoformat()


def _section(code: str, value: float) -> tuple[list[str], float]:
    """Return the pieces of the section (positive; negative; zero) that shows ``value``, and the number it shows."""
    sections: list[list[str]] = [[]]
    for piece in _PIECE.findall(code):
        if piece == ";":
            sections.append([])
        else:
            sections[-1].append(piece)
    if any(_CONDITION.match(piece) for section in sections for piece in section):
        return [], value
    if value < 0 and len(sections) > 1:
        return sections[1], -value
    return sections[2 if value == 0 and len(sections) > 2 else 0], value


def _filled(section: list[str], value: float) -> str:
    """Return the section with the number in place of its digits; "" if it has no digits or more than one run."""
    parts, runs = [], 0
    percent = sum(piece.count("%") for piece in section if piece[0] not in '"\\_*[')
    for piece in section:
        if piece[0] in '"\\':
            parts.append(piece.strip('"') if piece[0] == '"' else piece[1:])
        elif piece.startswith("[$"):
            parts.append(piece[2:-1].split("-")[0])
        elif piece[0] not in "_*[":
            digits = _DIGITS.findall(piece)
            runs += len(digits)
            for run in digits[:1]:
                before, _, after = piece.partition(run)
                piece = before + _number(abs(value), run, percent) + after  # noqa: PLW2901
            parts.append(piece)
    words = "".join(parts).strip()
    if runs != 1 or "/" in words or "@" in words or "General" in words:
        return ""
    return f"-{words}" if value < 0 and re.search("[1-9]", words) else words


def _number(value: float, run: str, percent: int) -> str:
    """Return a number that is not negative in the form of ``run``, as #,##0.00 or 0.0E+00."""
    mantissa, _, exponent = run.upper().partition("E")
    whole, _, decimals = mantissa.partition(".")
    places = min(len(decimals), _MAX_PLACES)
    if exponent:
        return f"{value:.{places}E}"
    exact = Decimal(f"{value:.15g}").scaleb(2 * percent - 3 * (len(whole) - len(whole.rstrip(","))))
    rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) if exact.adjusted() + places < 27 else exact
    left, _, right = f"{rounded:f}".partition(".")
    while len(right) > decimals.count("0") and right.endswith("0"):
        right = right[:-1]
    left = left.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole.rstrip(","):
        left = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", left)
    return f"{left}.{right}" if right else left
