"""The report as one HTML page that loads nothing. Sole home of Jinja2.

Whatever comes from documents and gold files is escaped by the template engine. A Content-Security-Policy lets the
browser run and apply only the page's own script and style, each named by its SHA-256.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from corpus.normalize import Script, detect_script
from eval.report.compared import changed
from eval.report.facets import facets
from eval.report.groups import families, groupings, longest, measured
from eval.report.labels import Label
from eval.report.measures import MEANINGS, MEASURE_LABELS
from eval.report.palette import colours_css
from eval.report.plots import AREA, curve, histogram
from eval.report.questions import file_name, questions
from eval.report.types import Report
from eval.report.words import CHANGES, OUTCOMES, SCRIPTS, VERDICTS, WORDS, group_label

if TYPE_CHECKING:
    from jinja2 import Environment

_LANG: dict[Script, str] = {"hans": "zh-Hans", "hant": "zh-Hant"}


def html_report(report: Report) -> str:
    """Return the page. Its words are in simplified script until its own script sets them in that of the reader."""
    asked, figures = questions(report), report.evaluation.figures
    script, style = _page_file("report.js"), colours_css() + _page_file("report.css")
    page: str = _environment().get_template("report.html.jinja").render(
        report=report,
        run=report.evaluation.info,
        questions=asked,
        numbers={question.example.id: question for question in asked},
        facets=facets(asked),
        families=families(figures.overall, measured(figures), longest(figures.overall)),
        groupings=groupings(figures),
        curve=curve(figures.curve),
        histogram=histogram([score.elapsed_ms for score in report.evaluation.scores]),
        changed=changed(report.comparisons),
        policy=_policy(script, style),
        script=script,
        style=style,
    )  # fmt: skip
    return page.encode("utf-8", "replace").decode()  # the names of files may carry lone surrogates


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _page_file(name: str) -> str:
    return files("eval.report").joinpath("page", name).read_text(encoding="utf-8")


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("eval.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "area": AREA,
        "words": WORDS,
        "verdicts": VERDICTS,
        "outcomes": OUTCOMES,
        "changes": CHANGES,
        "scripts": SCRIPTS,
        "meanings": MEANINGS,
        "measure_labels": MEASURE_LABELS,
        "group_label": group_label,
    }
    environment.filters |= {"lang": _lang, "name": file_name, "both": _both}
    return environment


def _lang(text: str) -> str:
    """Return the language of a text, so that it is set in the fonts of its script."""
    script = detect_script(text)
    return _LANG[script] if script else "zh"


def _both(label: Label) -> str:
    """Return the attributes that hold the words in both scripts, for the page's script to choose from."""
    from markupsafe import Markup

    if label.hans == label.hant:
        return Markup("")
    return Markup(' data-hans="{}" data-hant="{}"').format(label.hans, label.hant)
