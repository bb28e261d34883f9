"""The colours of the report: those of the page and a few for verdicts and bars, light and dark.

Jade and ochre on paper, sheet and wash have a contrast of at least 4.5 to 1, as the page's text has.
"""

from qa.palette import COLOURS

PALETTE = {
    **COLOURS,
    "jade": ("#2c6650", "#86c5a8"),
    "ochre": ("#80560c", "#dcb067"),
    "bar": ("#d5c8b2", "#5b5245"),
}


def colours_css() -> str:
    """Return the colours as CSS variables, by the reader's light or dark scheme, and always light on paper."""
    light, dark = (" ".join(f"--{name}: {row[i]};" for name, row in PALETTE.items()) for i in (0, 1))
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
        "@media print { :root { color-scheme: light; } }\n"
    )
