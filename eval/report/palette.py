"""The colours of the page, those of the web page and a few for verdicts and bars: light, dark.

Text in ink, faint, cinnabar, jade and ochre on paper, sheet and wash has a contrast of at least 4.5 to 1.
"""

PALETTE = {
    "paper": ("#faf8f3", "#191815"),
    "sheet": ("#ffffff", "#22201c"),
    "ink": ("#26231f", "#e8e3d9"),
    "faint": ("#6b645a", "#a39b8e"),
    "rule": ("#ddd6c9", "#3b3731"),
    "cinnabar": ("#a63422", "#f0917b"),
    "deep": ("#85281a", "#f7b1a1"),
    "wash": ("#fbe6df", "#4a2a22"),
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
