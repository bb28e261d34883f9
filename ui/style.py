"""How the page looks and how it takes keys, for light and dark, wide and narrow screens."""

# Name: light, dark, what Gradio uses it for. Text on paper, sheet and wash has a contrast of at least 4.5 to 1.
PALETTE = {
    "paper": ("#faf8f3", "#191815", "body_background_fill background_fill_primary button_primary_text_color"),
    "sheet": (
        "#ffffff",
        "#22201c",
        "input_background_fill input_background_fill_focus button_secondary_background_fill",
    ),
    "ink": ("#26231f", "#e8e3d9", "body_text_color button_secondary_text_color button_secondary_text_color_hover"),
    "faint": ("#6b645a", "#a39b8e", "body_text_color_subdued block_title_text_color input_placeholder_color"),
    "rule": ("#ddd6c9", "#3b3731", "input_border_color button_secondary_border_color"),
    "cinnabar": ("#a63422", "#f0917b", "button_primary_background_fill input_border_color_focus"),
    "deep": ("#85281a", "#f7b1a1", "button_primary_background_fill_hover"),
    "wash": ("#fbe6df", "#4a2a22", "button_secondary_background_fill_hover"),
}


_FONTS = """
:root, :lang(zh-Hans) { --sans: "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC",
    "Microsoft YaHei", system-ui, sans-serif;
  --serif: "Songti SC", "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", SimSun, serif; }
:lang(zh-TW), :lang(zh-Hant) { --sans: "PingFang TC", "Noto Sans CJK TC", "Noto Sans TC", "Source Han Sans TC",
    "Microsoft JhengHei", system-ui, sans-serif;
  --serif: "Songti TC", "Noto Serif CJK TC", "Noto Serif TC", "Source Han Serif TC", PMingLiU, serif; }
"""
_RULES = """
gradio-app { background: var(--paper); }
.gradio-container { max-width: 46rem !important; margin: 0 auto !important; padding: 0 !important; }
.gradio-container .main { padding: 0 1rem 3rem; }
.gradio-container .html-container { padding: 0; }
.gradio-container, .gradio-container :is(textarea, button, span, section, header, blockquote) { font-family: var(--sans); }
.masthead { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; padding-top: 2rem; color: var(--faint); }
.masthead h1 { font: 600 1.9rem/1.3 var(--serif); letter-spacing: .12em; color: var(--cinnabar); }
.masthead p:last-child { margin-left: auto; font-size: .875rem; }
.form:has(#question), #question { background: none; border: 0; padding: 0; }
#question textarea:focus { border-color: var(--cinnabar); }
#question textarea { border: 1px solid var(--rule); border-radius: 6px; font-size: 1.0625rem; line-height: 1.7; }
#ask { align-self: flex-end; min-width: 8rem; width: auto; }
#examples { gap: .5rem; }
.chip { flex: 0 1 auto; min-width: 0; width: auto; border: 1px solid var(--rule); font-weight: 400; font-size: .875rem;
  padding: .35rem .75rem; white-space: normal; text-align: left; }
#answer { overflow: visible; line-height: 1.85; font-size: 1.0625rem; overflow-wrap: anywhere; color: var(--ink); }
#answer p, #answer ul { margin: .5rem 0; }
#answer p { white-space: pre-line; }
#answer ul { padding-left: 1.4em; list-style: disc; }
#answer li { margin: .3rem 0; }
#answer .asked { color: var(--faint); border-top: 1px solid var(--rule); padding-top: 1rem; white-space: pre-line; }
#answer .chips { display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; }
#answer .chips span { border: 1px solid var(--rule); border-radius: 999px; padding: 0 .6rem; margin: 0; color: var(--faint);
  font-size: .8125rem; line-height: 1.7; }
#answer .short { font: 600 1.9rem/1.5 var(--serif); margin: .25rem 0 .75rem; }
#answer .note { border-left: 3px solid var(--rule); padding-left: .8rem; }
#answer :is(.nearest, .foot, .source) { color: var(--faint); font-size: .875rem; line-height: 1.7; }
#answer .nearest { margin-top: 1.5rem; }
#answer .foot { border-top: 1px solid var(--rule); padding-top: .75rem; margin-top: 1.5rem; }
#answer .last { white-space: nowrap; }
#answer sup { line-height: 0; font-size: .75em; }
#answer .cite { color: var(--cinnabar); padding: .4em .35em; text-decoration: none; font-weight: 600; }
#answer .cite:hover { color: var(--deep); text-decoration: underline; }
#answer h2 { font: 600 1rem/1.5 var(--serif); letter-spacing: .2em; color: var(--faint); margin: 1.75rem 0 .5rem; }
#answer .card { background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: .9rem 1.1rem .6rem;
  margin: .75rem 0; }
#answer .card:focus { outline: 2px solid var(--cinnabar); outline-offset: 1px; }
#answer h3 { font-size: .9375rem; font-weight: 600; line-height: 1.6; }
#answer .number { color: var(--cinnabar); margin-right: .6em; }
#answer blockquote { margin: .5rem 0; color: var(--faint); font-size: 1rem; white-space: pre-wrap; }
#answer mark { background: var(--wash); color: var(--ink); unicode-bidi: isolate; padding: .1em 0; border-radius: 2px;
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
"""
_COLOURS = [" ".join(f"--{name}: {row[theme]};" for name, row in PALETTE.items()) for theme in (0, 1)]
CSS = f":root {{ {_COLOURS[0]} }}\n.dark {{ {_COLOURS[1]} }}\n{_FONTS}{_RULES}"
HEAD = """<meta name="color-scheme" content="light dark"><script>
for (const type of ["keydown", "keypress"]) document.addEventListener(type, (event) => {
  if (event.key !== "Enter" || !event.target.closest("#question")) return;
  event.stopImmediatePropagation();  // Gradio's own Enter does not know of input methods
  // An Enter that picks a candidate comes before the end of the composition, or (Safari) after it with code 229.
  if (event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (type === "keydown" && !event.repeat) document.querySelector("#ask")?.click();
}, true);
document.addEventListener("click", (event) => {
  const card = document.querySelector(event.target.closest?.("a.cite")?.getAttribute("href") ?? "#none");
  if (!card) return;
  event.preventDefault();  // following the link would leave the page when its address has a query
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  card.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "center" });
  card.focus({ preventScroll: true });
});
</script>"""
