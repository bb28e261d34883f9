"""Cells of CSV files that no spreadsheet takes for a formula, and that can be read back exactly.

The rule, in both directions: a text that begins (after blanks or not) with = + - @, their full-width forms, a tab or a
line break, or that begins with an apostrophe, gets one apostrophe in front; whoever reads takes one leading apostrophe
away. Numbers stay numbers.
"""

import re

_ACTIVE = re.compile(r"'|\s*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n]")


def neutralised(text: str) -> str:
    """Return ``text`` as a cell that is shown and not evaluated."""
    return f"'{text}" if _ACTIVE.match(text) else text


def restored(cell: str) -> str:
    """Return the text that ``neutralised`` made ``cell`` of."""
    return cell.removeprefix("'")
