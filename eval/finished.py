"""A run after its end: the bundled gold sets it may have asked, its report, and the run read again from its folder."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from corpus.errors import InputError
from corpus.types import Document
from eval.comparison import Comparison
from eval.evaluating import Evaluation, read_scores
from eval.gold import load_gold
from eval.journal import read_records
from eval.report.types import Report
from eval.run_folder import RunFolder, read_info, write_whole
from eval.scoring import aggregate

_GOLD = Path(__file__).with_name("gold")


@cache
def bundled() -> Mapping[str, Path]:
    """Return the gold sets of questions that come with kaoju, by name."""
    return {path.stem: path for path in sorted(_GOLD.glob("*.jsonl")) if _is_gold(path)}


def _is_gold(path: Path) -> bool:
    try:
        return bool(load_gold(path))
    except InputError:
        return False  # one of summaries


def write_report(
    evaluation: Evaluation, comparisons: Sequence[Comparison] | None = None, misses: Sequence[str] = ()
) -> None:
    """Write the report of a run into its folder, as a page and as Markdown."""
    from eval.report.html import html_report
    from eval.report.markdown import markdown_report

    report = Report(evaluation, comparisons, misses)
    write_whole(evaluation.folder.report_md, markdown_report(report))
    write_whole(evaluation.folder.report_html, html_report(report))


def read_evaluation(folder: RunFolder, gold: Path, documents: Mapping[str, Document]) -> Evaluation:
    """Return the finished run in ``folder`` that asked ``gold``; InputError if there is none.

    ``documents`` are those to show quotations in; one that is gone since shows without its surroundings.
    """
    info, scores, examples = read_info(folder), read_scores(folder), load_gold(gold)
    records = {record.example_id: record for record in read_records(folder.records)}
    if [e.id for e in examples] != [s.id for s in scores] or not records.keys() >= {e.id for e in examples}:
        raise InputError(f"the files in {folder.path} do not belong together; evaluate anew")
    ordered = tuple(records[e.id] for e in examples)
    return Evaluation(folder, info, tuple(examples), ordered, tuple(scores), aggregate(scores), documents)
