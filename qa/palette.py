"""The colours that the page and reports share: light, dark.

Text in ink, faint and cinnabar on paper, sheet and wash has a contrast of at least 4.5 to 1.
"""

COLOURS = {
    "paper": ("#faf8f3", "#191815"),
    "sheet": ("#ffffff", "#22201c"),
    "ink": ("#26231f", "#e8e3d9"),
    "faint": ("#6b645a", "#a39b8e"),
    "rule": ("#ddd6c9", "#3b3731"),
    "cinnabar": ("#a63422", "#f0917b"),
    "deep": ("#85281a", "#f7b1a1"),
    "wash": ("#fbe6df", "#4a2a22"),
}
