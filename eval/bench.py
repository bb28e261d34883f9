"""The benchmarks, in one command: ``make bench``. Results go to bench-results/ as JSON and to docs/BENCHMARKS.md.

The public data is looked for in a folder ``shared`` beside the checkout, or where --data says; what is absent is skipped
and named. Stores are kept under bench-results/, so that only the first run has to embed.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from eval.answers import figures, judge
from eval.drcd import load_sample, measure
from eval.gold import load_gold
from eval.ingestion import embedding_overhead, peak_by_files, reading_speed
from eval.process import cost_of
from index.collection import Collection
from index.embed import SentenceTransformerEmbedder
from qa.service import Service, ServiceSettings

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench-results"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value with the bar it is held against, if there is one."""

    what: str
    value: float
    bar: str = ""

    @property
    def text(self) -> str:
        """The value with the digits that mean something."""
        if isinstance(self.value, int):
            return f"{self.value:,}"
        return f"{self.value:,.3f}" if abs(self.value) < 10 else f"{self.value:,.0f}"


def drcd(data: Path) -> Iterator[Figure]:
    """Retrieval over 1,000 DRCD test paragraphs with questions in both scripts."""
    embedder = SentenceTransformerEmbedder()
    sample = load_sample(data / "bench" / "drcd_test.json")
    collection = Collection(RESULTS / "stores" / "drcd", embedder)
    for name, other in (("as written", False), ("question in the other script", True)):
        found = measure(sample, collection, embedder, other_script=other)
        yield Figure(f"DRCD test, {found.questions} questions, {name}: R@1", found.recall_at_1, ">= 0.95")
        yield Figure(f"DRCD test, {found.questions} questions, {name}: MRR@10", found.mrr_at_10, ">= 0.97")


_EVIDENCE_TAGS = ("table", "code")  # kinds of source that are easily torn


def _gold(name: str, gold: Path, documents: Path, bars: tuple[str, str, str]) -> Iterator[Figure]:
    service = Service(ServiceSettings(RESULTS / "stores" / name))
    for result in service.ingest(service.plan([documents])):
        if result.outcome == "failed":
            print(result.message, file=sys.stderr)
    service.warm_up()
    found = figures(judge(load_gold(gold), service))
    yield Figure(f"{name}: evidence within the first 5 ({found.answerable} answerable)", found.evidence_in_5, bars[0])
    yield Figure(f"{name}: quotation holds the answer", found.quoted_right, bars[1])
    yield Figure(f"{name}: unanswerable refused ({found.unanswerable})", found.refused, bars[2])
    yield Figure(f"{name}: median milliseconds a question", found.median_ms, "< 150")
    for tag, (hits, questions) in found.evidence_by_tag.items():
        if tag in _EVIDENCE_TAGS:
            yield Figure(
                f"{name}: evidence within the first 5, {tag} questions ({questions})", hits / questions, ">= 0.85"
            )
    for kind, (right, questions) in found.by_kind.items():
        yield Figure(f"{name}: {kind} right, of {questions}", right)


def seeds(data: Path) -> Iterator[Figure]:
    """The gold questions over the four documents that the project was created from."""
    yield from _gold("seeds", data / "gold" / "seeds-dev.jsonl", data / "seeds", (">= 0.92", ">= 0.80", ">= 0.75"))


def handbook(data: Path) -> Iterator[Figure]:
    """The gold questions over a real handbook of 182 pages."""
    documents = data / "corpora" / "handbook-a"
    yield from _gold("handbook-a", data / "gold" / "handbook-a.jsonl", documents, (">= 0.90", "", ""))


def processes(data: Path) -> Iterator[Figure]:
    """What the command line costs."""
    store = str(RESULTS / "stores" / "processes")
    cost_of(["ingest", "--store", store, str(data / "seeds")])
    ask = [cost_of(["ask", "--store", store, "Kubernetes 1.12 是什么时候发布的？"]) for _ in range(3)]
    yield Figure("kaoju ask, a whole process: seconds", median(c.seconds for c in ask))
    yield Figure("kaoju ask, a whole process: peak MB", max(c.peak_mb for c in ask), "< 1,200")
    yield Figure("kaoju --help: seconds", median(cost_of(["--help"]).seconds for _ in range(5)), "< 0.3")


def ingestion(data: Path) -> Iterator[Figure]:
    """What it costs to take documents in."""
    folder = data / "corpora" / "handbook-a"
    yield Figure("reading, splitting and tagging Markdown: MB a minute", reading_speed(folder).per_minute, ">= 5")
    yield Figure(
        "embedding as ingest does, over the bare model with all texts at once", embedding_overhead(folder), "<= 0.05"
    )
    few, many = peak_by_files((50, 500))
    yield Figure("peak memory of 500 files over that of 50", many / few, "about 1")


BENCHMARKS: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "processes": processes,
    "seeds": seeds,
    "drcd": drcd,
    "ingestion": ingestion,
    "handbook": handbook,
}


def _table(rows: list[Figure]) -> str:
    lines = ["| what | measured | bar |", "|---|---:|---|", *(f"| {f.what} | {f.text} | {f.bar} |" for f in rows)]
    return "\n".join(lines)


def _report(rows: list[Figure]) -> str:
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    head = f"# Benchmarks\n\nWritten by `make bench` on {datetime.now(UTC):%Y-%m-%d} ({where}). Timings depend on the machine.\n"
    return f"{head}\n{_table(rows)}\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks that are named, or all of them; return an exit code."""
    parser = argparse.ArgumentParser(description="Benchmarks of kaoju")
    parser.add_argument("names", nargs="*", help=f"which to run, of: {' '.join(BENCHMARKS)} (default: all)")
    parser.add_argument(
        "--data", type=Path, default=ROOT.parent / "shared", help="folder with bench/, gold/, seeds/, corpora/"
    )
    args = parser.parse_args(arguments)
    if unknown := set(args.names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {' '.join(sorted(unknown))}")
    rows: list[Figure] = []
    skipped = []
    for name in args.names or BENCHMARKS:
        if not args.data.is_dir():
            skipped.append(name)
            continue
        for figure in BENCHMARKS[name](args.data):
            print(f"{figure.text:>10}  {figure.bar:<8}  {figure.what}", flush=True)
            rows.append(figure)
    RESULTS.mkdir(exist_ok=True)
    record = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "figures": [[f.what, f.value, f.bar] for f in rows],
    }
    (RESULTS / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.json").write_text(json.dumps(record, ensure_ascii=False, indent=1))
    if not args.names and not skipped:
        (ROOT / "docs" / "BENCHMARKS.md").write_text(_report(rows), encoding="utf-8")
    if skipped:
        print(f"skipped, since {args.data} is absent: {' '.join(skipped)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
