"""How the page looks, light and dark, on wide and narrow screens."""

from qa.palette import COLOURS

# What Gradio uses each colour for.
_USES = {
    "paper": "body_background_fill background_fill_primary button_primary_text_color",
    "sheet": "input_background_fill input_background_fill_focus button_secondary_background_fill block_background_fill",
    "ink": "body_text_color button_secondary_text_color button_secondary_text_color_hover",
    "faint": "body_text_color_subdued block_title_text_color input_placeholder_color",
    "rule": "input_border_color button_secondary_border_color block_border_color border_color_primary panel_border_color",
    "cinnabar": "button_primary_background_fill input_border_color_focus",
    "deep": "button_primary_background_fill_hover",
    "wash": "button_secondary_background_fill_hover",
}
PALETTE = {name: (*COLOURS[name], uses) for name, uses in _USES.items()}


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
.gradio-container { --color-accent: var(--cinnabar); --slider-color: var(--cinnabar); --loader-color: var(--cinnabar);
  --checkbox-background-color-selected: var(--cinnabar); --checkbox-border-color-selected: var(--cinnabar);
  --checkbox-border-color-focus: var(--cinnabar); }
.gradio-container { overflow: clip !important; width: 100% !important; max-width: 76rem !important; margin: 0 auto !important;
  padding: 0 !important; }
.gradio-container .main { padding: 0 1rem 3rem; }
.gradio-container .html-container { padding: 0; }
.gradio-container, .gradio-container :is(textarea, input, button, select, span, section, header, blockquote, table, summary) {
  font-family: var(--sans); }
.gradio-container :is(button, a, select, summary, [tabindex]):focus-visible { outline: 2px solid var(--cinnabar);
  outline-offset: 2px; }
#top { align-items: baseline; padding-top: 1.5rem; }
#top > :first-child { flex: 1 1 20rem !important; }
.masthead { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; color: var(--faint); }
.masthead h1 { font: 600 1.9rem/1.3 var(--serif); letter-spacing: .12em; color: var(--cinnabar); }
.masthead .holds { margin-left: auto; font-size: .875rem; }
.form:has(#language), #language { background: none; border: 0; padding: 0; flex: 0 0 auto !important; min-width: 0 !important;
  width: max-content; }
.dark #summary-options { --neutral-200: var(--rule); }
#language [data-testid=block-info] { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#language .wrap { gap: .25rem; justify-content: flex-end; flex-wrap: nowrap; }
#language label { padding: .15rem .5rem; font-size: .875rem; background: none; white-space: nowrap; }
#language input { accent-color: var(--cinnabar); }
#composer { position: sticky; top: 0; z-index: 20; background: var(--paper); padding: .5rem 0; gap: .5rem; }
#line { align-items: flex-end; flex-wrap: nowrap; }
.form:has(#question), #question { background: none; border: 0; padding: 0; overflow: visible; }
#question textarea:focus { border-color: var(--cinnabar); }
#question textarea { border: 1px solid var(--rule); border-radius: 6px; font-size: 1.0625rem; line-height: 1.7; }
#ask, #stop { flex: 0 0 auto; min-width: 6rem; width: auto; }
#stop { display: none; }
.asking #stop { display: inline-flex; }
.asking #ask { position: absolute; width: 1px; height: 1px; min-width: 0; overflow: hidden; clip-path: inset(50%); }
.asking #answer { opacity: .45; transition: opacity .2s .2s; }
.examples { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; color: var(--faint); font-size: .875rem; }
.chip { border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); color: var(--ink); font-size: .875rem;
  padding: .35rem .75rem; text-align: left; cursor: pointer; }
.chip:hover, .plain:hover { background: var(--wash); }
.turn { overflow: visible; line-height: 1.85; font-size: 1.0625rem; overflow-wrap: anywhere; color: var(--ink); }
.turn :is(p, ul) { margin: .5rem 0; }
.turn p { white-space: pre-line; }
.turn .said ul { padding-left: 1.4em; list-style: disc; }
.turn li { margin: .3rem 0; }
.turn .asked { color: var(--faint); border-top: 1px solid var(--rule); padding-top: 1rem; white-space: pre-line; }
.turn .sides { display: grid; gap: 0 2.5rem; }
@media (min-width: 60rem) { .turn .sides:has(.evidence) { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); }
  .turn .evidence > h2 { margin-top: .25rem; } }
.turn .chips { display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; }
.turn .chips :is(span, select) { border: 1px solid var(--rule); border-radius: 999px; padding: 0 .6rem; margin: 0;
  color: var(--faint); background: none; font-size: .8125rem; line-height: 1.7; max-width: 100%; }
.turn .chips select { cursor: pointer; padding-right: 0; appearance: auto; field-sizing: content; }
.turn .chips option { background: var(--sheet); color: var(--ink); }
.turn .short { font: 600 2.1rem/1.45 var(--serif); margin: .4rem 0 .75rem; }
.turn .note, p.note { border-left: 3px solid var(--rule); padding-left: .8rem; }
.turn .disagree { border-left-color: var(--cinnabar); background: var(--wash); padding: .4rem .8rem; }
.turn .compared { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem;
  margin-top: 1rem; }
.turn .compared > div { border-top: 2px solid var(--cinnabar); }
.gradio-container .turn .compared h2 { margin-top: .6rem; }
.turn :is(.nearest, .foot, .source, .coverage), .events .foot { color: var(--faint); font-size: .875rem; line-height: 1.7; }
.turn .nearest { margin-top: 1.25rem; }
.turn .foot { border-top: 1px solid var(--rule); padding-top: .75rem; margin-top: 1.5rem; }
.turn .last { white-space: nowrap; }
.turn sup { line-height: 0; font-size: .75em; }
.turn .cite { color: var(--cinnabar); padding: .4em .35em; text-decoration: none; font-weight: 600; }
.turn .cite:hover { color: var(--deep); text-decoration: underline; }
.gradio-container :is(.turn, .earlier, .events) h2 { font: 600 1rem/1.5 var(--serif); letter-spacing: .1em; color: var(--faint);
  margin: 1.5rem 0 .5rem; }
.turn .card { background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: .9rem 1.1rem .6rem;
  margin: .75rem 0; cursor: pointer; scroll-margin-top: 9rem; }
.turn .card:hover { border-color: var(--faint); }
.turn .card:focus { outline: 2px solid var(--cinnabar); outline-offset: 1px; }
.turn h3 { font-size: .9375rem; font-weight: 600; line-height: 1.6; }
.turn h3.under { color: var(--faint); font-weight: 400; font-size: .875rem; margin-top: .75rem; }
.turn .number { color: var(--cinnabar); margin-right: .6em; }
.turn blockquote { margin: .5rem 0; color: var(--faint); font-size: 1rem; white-space: pre-wrap; border: 0; padding: 0; }
.gradio-container mark { background: var(--wash); color: var(--ink); unicode-bidi: isolate; padding: .1em 0; border-radius: 2px;
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.gradio-container mark b { font-weight: inherit; border-bottom: 2px solid var(--cinnabar); }
.turn .tags { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; font-size: .8125rem; }
.badge { border-radius: 4px; background: var(--wash); color: var(--ink); padding: 0 .45rem; line-height: 1.6; }
.link, .quote { background: none; border: 0; padding: 0; color: var(--cinnabar); cursor: pointer; text-align: left; font-size: inherit; }
.link:hover, .quote:hover { color: var(--deep); text-decoration: underline; }
.quote { color: var(--ink); }
.turn .tags .link { margin-left: auto; }
.earlier details { border-top: 1px solid var(--rule); padding: .5rem 0; }
.earlier summary { cursor: pointer; }
.earlier .gist { color: var(--faint); margin-left: .5rem; display: inline-block; max-width: 100%; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.earlier .turn > .asked { display: none; }
.plain, .danger { border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); color: var(--ink); padding: .3rem .8rem;
  cursor: pointer; font-size: .875rem; }
.danger { background: var(--cinnabar); color: var(--paper); border-color: var(--cinnabar); }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.export pre { background: var(--sheet); color: var(--ink); border: 1px solid var(--rule); border-radius: 6px; padding: .8rem 1rem;
  margin-top: .5rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem;
  line-height: 1.6; }
.limits { color: var(--faint); font-size: .875rem; }
.frame { overflow-x: auto; }
.frame table { width: 100%; border-collapse: collapse; font-size: .9375rem; color: var(--ink); }
.frame :is(th, td) { border-bottom: 1px solid var(--rule); padding: .5rem .6rem; text-align: left; vertical-align: top; font-weight: 400; }
.frame thead th { color: var(--faint); font-size: .8125rem; white-space: nowrap; }
.frame tbody th { min-width: 9rem; overflow-wrap: anywhere; }
.frame td:nth-child(n+3) { white-space: nowrap; }
.frame .outcomes td, .frame .changes td { white-space: normal; }
.frame .changes tbody th { min-width: 3rem; font-weight: 600; }
.frame .changes ul { margin: 0; padding: 0; list-style: none; }
.frame .changes td { min-width: 7rem; }
.documents .confirm { display: inline-block; margin-left: .8rem; vertical-align: top; }
.confirm summary { cursor: pointer; color: var(--faint); list-style: none; }
.confirm[open] summary { margin-bottom: .4rem; }
.outcomes .failed { color: var(--cinnabar); font-weight: 600; }
.progress progress { width: 100%; height: .5rem; appearance: none; border: 0; background: var(--rule); }
.progress progress::-webkit-progress-bar { background: var(--rule); }
.progress progress::-webkit-progress-value { background: var(--cinnabar); }
.progress progress::-moz-progress-bar { background: var(--cinnabar); }
.form:has(#evaluation-compare) { max-width: 32rem; }
#evaluations .frame { max-height: 16rem; overflow-y: auto; }
.evaluations small { display: block; color: var(--cinnabar); white-space: normal; }
.evaluations .link { margin-right: .8rem; }
.gradio-container .evaluation :is(h2, h3) { font: 600 1rem/1.5 var(--serif); letter-spacing: .1em; color: var(--faint);
  margin: 1.5rem 0 .5rem; }
.evaluation p { color: var(--ink); line-height: 1.85; }
.evaluation .families { display: grid; gap: 0 2.5rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
.frame .measures tbody th { min-width: 7rem; }
.frame .measures td { white-space: nowrap; font-variant-numeric: tabular-nums; }
.gauge { display: block; width: 6rem; height: .6rem; margin-top: .45rem; }
.gauge .track { fill: var(--rule); }
.gauge .fill { fill: var(--faint); }
.gauge .whisker { stroke: var(--ink); stroke-width: 1; vector-effect: non-scaling-stroke; fill: none; }
.evaluation .plots { display: grid; gap: 1rem 2.5rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.evaluation figure { margin: 0; }
.evaluation .plot { display: block; width: 100%; max-width: 30rem; }
.plot text { font: 11px var(--sans); fill: var(--faint); }
.plot .up { text-anchor: end; }
.plot .across { text-anchor: middle; }
.plot .grid { stroke: var(--rule); }
.plot .line { fill: none; stroke: var(--cinnabar); stroke-width: 1.75; }
.plot .dot { fill: var(--cinnabar); }
.plot .column { fill: var(--faint); }
.evaluation .wrong { color: var(--ink); line-height: 1.85; padding-left: 1.4em; list-style: disc; overflow-wrap: anywhere; }
.evaluation .better { color: var(--ink); font-weight: 600; }
.evaluation .worse { color: var(--cinnabar); font-weight: 600; }
.events ul { list-style: none; padding: 0; margin: .25rem 0; }
.events li { display: block; padding: .3rem 0; line-height: 1.7; color: var(--ink); }
.events .stage { display: inline-block; min-width: 5em; border: 1px solid var(--rule); border-radius: 4px; text-align: center;
  font-size: .8125rem; margin-right: .6rem; color: var(--ink); }
.events .stage:is(.removed, .deprecated) { border-color: var(--cinnabar); color: var(--cinnabar); }
:is(#summarize, #clear, #rebuild, #evaluate, #evaluation-stop, #evaluation-report, #evaluation-figures) {
  align-self: flex-start; width: auto; min-width: 8rem; flex-grow: 0; white-space: nowrap; }
.form:has(#timeline-component) { max-width: 24rem; }
#timeline-plot { background: none; border: 0; padding: 0; overflow: auto !important; }
#timeline-plot .js-plotly-plot { min-width: 46rem; }
#timeline-plot :is(.xtick, .ytick, .legend, .textpoint) text { fill: var(--ink) !important; font-family: var(--sans) !important; }
#timeline-plot :is(.gridlayer path, .zl) { stroke: var(--rule) !important; }
#timeline-plot .nsewdrag { cursor: default; }
dialog.reader { border: 1px solid var(--rule); border-radius: 8px; background: var(--paper); color: var(--ink); margin: auto;
  width: min(70rem, 96vw); height: 92vh; max-width: none; max-height: none; padding: 0 1.25rem 1rem; flex-direction: column; }
dialog.reader[open] { display: flex; }
dialog.reader::backdrop { background: rgb(0 0 0 / .45); }
dialog.reader .bar { justify-content: space-between; flex-wrap: nowrap; padding: .6rem 0; }
dialog.reader h2 { font: 600 1.2rem/1.4 var(--serif); color: var(--ink); }
dialog.reader .close { background: none; border: 0; color: var(--faint); font-size: 1.6rem; line-height: 1;
  padding: .3rem .6rem; cursor: pointer; }
dialog.reader .source { color: var(--faint); font-size: .875rem; }
dialog.reader .leaf { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1.5rem; min-height: 0; flex: 1; }
dialog.reader .leaf:not(:has(nav)) { grid-template-columns: minmax(0, 1fr); }
dialog.reader nav { overflow: auto; font-size: .875rem; border-right: 1px solid var(--rule); padding-right: .75rem; }
dialog.reader nav h3 { color: var(--faint); font-size: .8125rem; line-height: 1.5; }
dialog.reader .leaf { margin-top: .75rem; }
dialog.reader nav ol { list-style: none; padding: 0; margin: 0; }
dialog.reader nav li { padding: .25rem 0 .25rem calc((var(--depth) - 1) * .8rem); line-height: 1.5; }
dialog.reader nav :is(a, button) { color: var(--ink); text-decoration: none; }
dialog.reader nav :is(a, button):hover { color: var(--cinnabar); }
dialog.reader .text { overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.9; padding-right: .5rem; }
dialog.reader mark:focus { outline: none; }
@media (max-width: 40rem) {
  .gradio-container .main { padding: 0 .75rem 2rem; }
  #language { min-width: 100% !important; }
  #language .wrap { justify-content: flex-start; }
  .turn .short { font-size: 1.6rem; }
  .frame .figures :is(th, td):nth-child(3) { display: none; }
  #evaluation-gold > * { min-width: 100% !important; }
  dialog.reader { width: 100vw; height: 100vh; border: 0; border-radius: 0; padding: 0 .9rem .5rem; }
  dialog.reader .leaf { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); gap: .5rem; }
  dialog.reader nav { max-height: 22vh; border-right: 0; border-bottom: 1px solid var(--rule); }
}
"""
_COLOURS = [" ".join(f"--{name}: {row[theme]};" for name, row in PALETTE.items()) for theme in (0, 1)]
CSS = f":root {{ {_COLOURS[0]} }}\n.dark {{ {_COLOURS[1]} }}\n{_FONTS}{_RULES}"
