"""The report as Markdown (GitHub's), short enough for the comment of a pull request."""

import re
from collections.abc import Callable, Iterator, Sequence

from corpus.normalize import Script
from eval.aggregation import LATENCIES
from eval.comparison import Comparison
from eval.report.compared import Changed, changed
from eval.report.groups import Cell, families, groupings, longest, measured
from eval.report.labels import Label
from eval.report.questions import Question, questions
from eval.report.types import Report
from eval.report.words import OUTCOMES, VERDICTS, word
from qa.export.markdown import escaped
from qa.render import one_line

_LISTED = 40  # questions of a list; a comment holds 65,536 characters
_LONGEST = 200  # characters of a question
_BAR = re.compile(r"(?<!\\)\|")  # would end a cell even within an address
_MAIN = (
    *("accuracy", "quotation_holds", "f1", "item_f1", "recall@5", "citation_recall", "citation_precision"),
    *("refusal_precision", "refusal_recall", *LATENCIES),
)

Say = Callable[[Label], str]


def markdown_report(report: Report, script: Script | None = None) -> str:
    """Return the report in ``script``, by default that of most questions."""
    chosen = script or report.script

    def say(label: Label) -> str:
        return label.say(chosen)

    blocks = (_heading, _missed, _main, _compared, _groups, _wrong)
    asked = questions(report)
    return "\n".join(line for block in blocks for line in block(report, asked, say)).rstrip("\n") + "\n"


def plain(text: str) -> str:
    """Return ``text`` on one line as Markdown that shows it, also in a cell of a table; it mentions nobody."""
    return _BAR.sub(r"\\|", escaped(one_line(text))).replace("@", "@\u200b")


def _heading(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    counts = [f"{say(VERDICTS[name])} {n}" for name, n in report.verdicts.items() if n]
    yield f"### 考据 {say(word('report'))} · {plain(report.name)}"
    yield ""
    yield f"**{say(word('of_questions', n=len(asked)))}** · {' · '.join(counts)}"
    yield ""


def _missed(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    if report.missed:
        yield f"**{say(word('missed'))}**"
        yield ""
        yield from (f"- {plain(line)}" for line in report.missed)
        yield ""


def _main(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    figures = report.evaluation.figures
    found = families(figures.overall, measured(figures), longest(figures.overall))
    cells = {cell.name: cell for family in found for cell in family.cells}
    heads = [say(word(key)) for key in ("measure", "value", "interval", "n")]
    yield from _table(heads, [_row(cell, say) for name, cell in cells.items() if name in _MAIN])
    others = [_row(cell, say) for name, cell in cells.items() if name not in _MAIN]
    yield from _folded(say(word("figures")), _table(heads, others))


def _row(cell: Cell, say: Say) -> list[str]:
    return [say(cell.label), cell.value, cell.interval, str(cell.n)]


def _compared(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    if report.comparisons is None:
        return
    yield f"#### {say(word('compared'))}"
    yield ""
    rows = changed(report.comparisons)
    if not rows:
        yield say(word("unchanged" if report.comparisons else "nothing_common"))
        yield ""
        return
    heads = [say(word(key)) for key in ("measure", "old", "new", "change", "better", "worse", "n", "test")]
    yield from _table(heads, [_changed_row(row, say) for row in rows])
    yield say(word("tests_note"))
    yield ""
    if report.flips:
        yield from _flips(report.flips, asked, say)


def _changed_row(row: Changed, say: Say) -> list[str]:
    change = f"**{row.change}**" if row.direction else row.change
    sure = "" if row.direction else f"（{say(word('by_chance'))}）"
    test = f"{row.p_value}{sure} {say(row.test)}".replace("<", "&lt;")
    return [say(row.label), row.old, row.new, change, str(row.better), str(row.worse), str(row.n), test]


def _flips(flips: Comparison, asked: Sequence[Question], say: Say) -> Iterator[str]:
    for key, ids in (("now_wrong", flips.worse), ("now_right", flips.better)):
        if ids:
            yield f"**{say(word(key, n=len(ids)))}**"
            yield ""
            yield from _listed([q for q in asked if q.example.id in set(ids)], say)


def _groups(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    for grouping in groupings(report.evaluation.figures):
        heads = ["", say(word("n"))]
        rows = []
        for row in grouping.rows:
            cells = row.families[0].cells
            heads[2:] = [say(cell.label) for cell in cells]
            name = plain(say(row.label)) + (f" ({plain(row.name)})" if row.label.hans != row.name else "")
            rows.append([name, str(row.questions), *(f"{c.value} {_bracketed(c.interval)}".strip() for c in cells)])
        yield from _folded(say(grouping.label), _table(heads, rows))


def _bracketed(interval: str) -> str:
    return f"({interval})" if interval else ""


def _wrong(report: Report, asked: Sequence[Question], say: Say) -> Iterator[str]:
    wrong = [q for q in asked if q.verdict in ("wrong", "failed")]
    if wrong:
        yield from _folded(say(word("wrong_questions", n=len(wrong))), _listed(wrong, say))


def _listed(listed: Sequence[Question], say: Say) -> Iterator[str]:
    for question in listed[:_LISTED]:
        asked = question.example.question
        cut = asked if len(asked) <= _LONGEST else f"{asked[:_LONGEST]}…"
        why = "；".join(map(say, question.reasons)) or say(OUTCOMES[question.score.outcome])
        yield f"- {plain(question.example.id)} {plain(cut)} — {plain(why)}"
    if len(listed) > _LISTED:
        yield f"- {say(word('more', n=len(listed) - _LISTED))}"
    yield ""


def _folded(summary: str, lines: Iterator[str]) -> Iterator[str]:
    yield f"<details><summary>{summary}</summary>"
    yield ""
    yield from lines
    yield "</details>"
    yield ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|---|{'--:|' * (len(heads) - 1)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
