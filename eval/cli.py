"""``kaoju eval``. Every start of the command line imports this to know the command, so nothing heavy at the top."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.errors import InputError, KaojuError
from qa.command_line import DONE, FAILED, GATE_MISSED, SOME_FAILED, AddCommand, positive, print_json, settings_of

if TYPE_CHECKING:
    from eval.comparison import Comparison
    from eval.evaluating import Evaluation
    from eval.gates import Gate
    from eval.records import Record
    from eval.scores import QuestionScore
    from eval.types import Example


def add_command(command: AddCommand) -> None:
    """Add ``kaoju eval``; named by the entry point in pyproject.toml."""
    sub = command("eval", _eval, "ask the questions of a gold set and hold the answers against it")
    sub.add_argument("gold", nargs="?", type=Path, metavar="GOLD", help="a gold set: .jsonl, .csv or .xlsx")
    sub.add_argument("--out", type=Path, metavar="DIR", help="folder of the run: records, scores, figures, report")
    sub.add_argument("--resume", action="store_true", help="continue the run in --out where it was interrupted")
    sub.add_argument("--limit", type=positive, metavar="N", help="ask only the first N questions")
    sub.add_argument("--timeout", type=_seconds, default=30.0, metavar="S", help="seconds a question (default: 30)")
    sub.add_argument("--jobs", type=positive, default=1, metavar="N", help="questions side by side (default: 1)")
    sub.add_argument("--lenient", action="store_true", help="leave out rows of the gold set that cannot be read")
    sub.add_argument("--compare", type=Path, metavar="DIR", help="tell what is better or worse than in the run in DIR")
    sub.add_argument("--fail-under", default="", metavar="NAME=MIN,...", help="end with code 4 if a figure is lower")
    sub.add_argument("--junit", type=Path, metavar="FILE", help="write the questions as JUnit XML, for a CI server")
    sub.add_argument(
        "--template", nargs="?", const="csv", metavar="FORMAT", help="print an example gold set: csv, jsonl or xlsx"
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is no time limit; give seconds, up to a day")
    return seconds


def _eval(args: argparse.Namespace) -> int:
    if args.template:
        return _template(args)
    if args.gold is None or args.out is None:
        raise InputError("give a gold set and a folder, as in: kaoju eval GOLD --out DIR")
    from eval.aggregation import FIGURES, LATENCIES
    from eval.evaluating import read_scores
    from eval.finished import write_report
    from eval.gates import missed, parse_gates
    from eval.run_folder import RunFolder

    # Whatever is wrong with the arguments is said before the questions are asked.
    gates = parse_gates(args.fail_under, [name for name in FIGURES if name not in LATENCIES])
    before = read_scores(RunFolder(args.compare)) if args.compare else None
    examples, complete = _examples(args)
    evaluation = _evaluate(args, examples)
    values = {name: figure.value for name, figure in evaluation.figures.overall.figures.items()}
    misses, comparisons = missed(gates, values), _comparisons(args, before, evaluation)
    write_report(evaluation, comparisons, misses)
    _show(args, evaluation, comparisons, misses)
    if args.junit:
        _write_junit(args.junit, evaluation, gates)
    return _code(evaluation, complete, misses)


def _examples(args: argparse.Namespace) -> "tuple[tuple[Example, ...], bool]":
    """Return the questions to ask, and whether every row of the file could be read."""
    from eval.gold import read_gold

    gold = read_gold(args.gold, lenient=args.lenient)
    for problem in (*gold.problems, *gold.doubts):
        print(f"kaoju: {args.gold} line {problem.line}: {problem.message}", file=sys.stderr)
    return gold.examples[: args.limit], not gold.problems


def _evaluate(args: argparse.Namespace, examples: "tuple[Example, ...]") -> "Evaluation":
    from eval.evaluating import Asked, evaluate
    from eval.run_folder import RunFolder
    from eval.runner import RunSettings
    from eval.worker_pool import PoolSettings
    from qa.service import Service

    asked = Asked(args.gold, examples, Service(settings_of(args), args.embedder), args.embedder)
    settings = RunSettings(PoolSettings(args.jobs, args.timeout))
    with _progress(args.out, len(examples)) as on_record:
        return evaluate(asked, RunFolder(args.out), settings, on_record, resume=args.resume)


@contextmanager
def _progress(out: Path, total: int) -> "Iterator[Callable[[Record], None]]":
    """Show a bar of the questions on stderr; where the user interrupts, say how to go on."""
    from tqdm import tqdm

    from eval.journal import read_records
    from eval.run_folder import RunFolder

    records = RunFolder(out).records
    done = min(total, len(read_records(records)))
    bar = tqdm(total=total, initial=done, unit="question", file=sys.stderr, disable=None)
    silent = 0

    def on_record(record: "Record") -> None:
        nonlocal silent
        silent += record.status != "ok"
        bar.set_postfix_str(f"{silent} without an answer" if silent else "", refresh=False)
        bar.update()

    try:
        with bar:
            yield on_record
    except KeyboardInterrupt:
        done = len(read_records(records))
        raise KaojuError(f"interrupted after {done} of {total} questions; go on with --resume") from None


def _comparisons(
    args: argparse.Namespace, before: "list[QuestionScore] | None", evaluation: "Evaluation"
) -> "list[Comparison] | None":
    if before is None:
        return None
    from eval.comparison import compare
    from eval.run_folder import RunFolder, read_info

    if read_info(RunFolder(args.compare)).fingerprint.gold != evaluation.info.fingerprint.gold:
        print(f"kaoju: the gold set differs from that of {args.compare}; questions are matched by id", file=sys.stderr)
    return compare(before, evaluation.scores)


def _show(
    args: argparse.Namespace,
    evaluation: "Evaluation",
    comparisons: "list[Comparison] | None",
    misses: "list[str]",
) -> None:
    from dataclasses import asdict

    from eval.terminal import render_comparison, render_figures

    if args.json:
        compared = None if comparisons is None else [asdict(c) for c in comparisons]
        figures = evaluation.figures.to_json()
        print_json({"run": asdict(evaluation.info), "figures": figures, "compared": compared, "missed": misses})
    else:
        print(render_figures(evaluation.figures))
        if comparisons is not None:
            print(f"\nsince {args.compare}\n{render_comparison(comparisons)}")
        print(f"\nwritten to {evaluation.folder.path}; open {evaluation.folder.report_html} in a browser")
    for line in misses:
        print(f"kaoju: gate missed: {line}", file=sys.stderr)


def _write_junit(path: Path, evaluation: "Evaluation", gates: "tuple[Gate, ...]") -> None:
    from eval.junit import JudgedQuestion, junit_xml
    from eval.run_folder import write_whole

    rows = zip(evaluation.examples, evaluation.records, evaluation.scores, strict=True)
    questions = [JudgedQuestion(example, score, record.error) for example, record, score in rows]
    values = {name: figure.value for name, figure in evaluation.figures.overall.figures.items()}
    write_whole(path, junit_xml(Path(evaluation.info.gold).name, questions, gates, values))


def _code(evaluation: "Evaluation", complete: bool, misses: "list[str]") -> int:
    """Return the exit code: a missed gate first, then questions without an answer, then rows that were left out."""
    if misses:
        return GATE_MISSED
    silent = [r for r in evaluation.records if r.status != "ok"]
    if len(silent) == len(evaluation.records):
        return FAILED
    return SOME_FAILED if silent or not complete else DONE


def _template(args: argparse.Namespace) -> int:
    from eval.gold_files.template import template

    data = template(args.template)
    if args.template == "xlsx" and sys.stdout.isatty():
        raise InputError(
            "a workbook is no text for a terminal; send it to a file: kaoju eval --template xlsx > gold.xlsx"
        )
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
    return DONE
