"""The benchmarks, in one command: ``make bench``. The newest figures go to bench-results/newest.json and docs/BENCHMARKS.md.

The public data is looked for in a folder ``shared`` beside the checkout, or where --data says; what is absent is skipped
and named. Stores are kept under bench-results/, so that only the first run has to embed.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from corpus.normalize import convert_words, fold_text
from corpus.segment import words
from eval import summaries
from eval.aggregation import aggregate
from eval.answers import ask_all, short_right
from eval.drcd import load_sample, measure
from eval.gold import load_gold
from eval.ingestion import embedding_overhead, peak_by_files, reading_speed
from eval.process import cost_of
from eval.reading import found_among, given, load, separation
from eval.runtimes import measure as measure_runtimes
from eval.scores import QuestionScore
from eval.types import Example
from index.collection import Collection
from index.embed import SentenceTransformerEmbedder
from qa.answer import AskOptions
from qa.reader.reader import Reader
from qa.service import SAMPLE, Service, ServiceSettings

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench-results"
GOLD = Path(__file__).with_name("gold") / "sample.jsonl"


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


def _gold(name: str, gold: Path, documents: Path, bars: dict[str, str]) -> Iterator[Figure]:
    service = Service(ServiceSettings(RESULTS / "stores" / name))
    for result in service.ingest(service.plan([documents])):
        if result.outcome == "failed":
            print(result.message, file=sys.stderr)
    service.warm_up()
    examples = load_gold(gold)
    for way, options in (("", AskOptions()), (" without the reader", AskOptions(reader=False))):
        yield from _answers(f"{name}{way}", ask_all(examples, service, options), bars)
    yield Figure(f"{name}: same short answer in the other script", _same_in_other_script(examples, service), ">= 0.95")


_SHOWN = {
    "success@1": "evidence at rank 1",
    "success@5": "evidence within the first 5",
    "recall@5": "all its evidence within the first 5",
    "accuracy": "right: short answer exact, quotation holds it, or refused",
    "quotation_holds": "quotation holds the answer",
    "refusal_recall": "unanswerable refused",
    "coverage": "questions answered",
    "confidence_auroc": "AUROC of the confidence",
    "latency_p50_ms": "median milliseconds a question",
}


def _answers(name: str, scores: list[QuestionScore], bars: dict[str, str]) -> Iterator[Figure]:
    found = aggregate(scores)
    for metric, what in _SHOWN.items():
        figure = found.overall.figures[metric]
        if figure.value is not None:
            yield Figure(f"{name}: {what} ({figure.n})", figure.value, bars.get(metric, ""))
    right, asked = short_right(scores)
    yield Figure(f"{name}: short answer exact ({asked})", right / asked, bars.get("short", ""))
    lists = found.by_kind["list"].figures
    for metric in ("item_recall", "item_precision"):
        value = lists[metric].value
        if value is not None:
            yield Figure(f"{name}: list {metric.replace('_', ' ')} ({lists[metric].n})", value, bars.get(metric, ""))
    for group, groups in (("kind", found.by_kind), ("tag", found.by_tag)):
        for key, figures in groups.items():
            accuracy = figures.figures["accuracy"]
            if accuracy.value is not None:
                yield Figure(f"{name}: {group} {key}, right ({accuracy.n})", accuracy.value)


def _same_in_other_script(examples: list[Example], service: Service) -> float:
    """Return how often a question in Chinese gets the same short answer, or none, when it is put in the other script."""
    same = []
    for example in examples:
        if example.script in ("hans", "hant"):
            other = convert_words(words(example.question), "hant" if example.script == "hans" else "hans")
            first, second = (service.ask(q, AskOptions(script="source")) for q in (example.question, other))
            same.append(fold_text(first.short or "") == fold_text(second.short or "") and first.status == second.status)
    return sum(same) / len(same)


def sample(_data: Path) -> Iterator[Figure]:
    """The project's own gold questions over the bundled sample, and its summaries."""
    yield from _gold("sample", GOLD, SAMPLE, {})
    service = Service(ServiceSettings(RESULTS / "stores" / "sample"))
    means = summaries.measure(service).means
    yield Figure("sample, 12 summaries of 400 characters: facts recalled", means.kaoju, "> both below")
    yield Figure("the same: the first sentences", means.lead)
    yield Figure("the same: LexRank of sumy", means.lexrank)


def reading(data: Path) -> Iterator[Figure]:
    """The reader on the public reading sets."""
    service = Service(ServiceSettings(RESULTS / "stores" / "reading"))
    reader = service.reader or Reader()
    asked = load(data / "bench" / "drcd_test.json", 400)
    held = load(data / "bench" / "cmrc_dev.json", 300, held_back=True)
    for name, questions, bars in (("DRCD test", asked, (0.70, 0.82)), ("CMRC held back", held, (0.70, 0.86))):
        found = given(reader, questions)
        yield Figure(f"{name}, gold paragraph given ({found.questions}): exact match", found.exact, f">= {bars[0]}")
        yield Figure(f"{name}, gold paragraph given ({found.questions}): F1", found.f1, f">= {bars[1]}")
    auroc = separation(reader, asked[:200])
    if auroc is not None:
        yield Figure("DRCD test, right paragraph against the nearest wrong one: AUROC", auroc, ">= 0.95")
    collection = Collection(RESULTS / "stores" / "drcd", service.embedder)
    path = data / "bench" / "drcd_test.json"
    inside = load(path, 300, paragraphs=1000)  # of the first thousand paragraphs, which are those in the store
    open_book, alone = found_among(inside, path, service.context(), collection), given(reader, inside)
    found = open_book.reading
    among = f"DRCD test, found among 1,000 ({len(inside)})"
    yield Figure(f"{among}: exact match", found.exact)
    yield Figure(f"{among}: exact match lower than with the paragraph given", alone.exact - found.exact, "<= 0.04")
    yield Figure(f"{among}: F1", found.f1)
    yield Figure(f"{among}: F1 lower than with the paragraph given", alone.f1 - found.f1, "<= 0.04")
    yield Figure("the same: right paragraph first of ten", open_book.first, ">= 0.97")
    yield Figure("the same: right paragraph among the ten", open_book.reachable)


def runtimes(data: Path) -> Iterator[Figure]:
    """The ways to run the reader's network: what each reads, and how long a question's windows take."""
    for found in measure_runtimes(load(data / "bench" / "drcd_test.json", 200)):
        yield Figure(f"{found.name}: exact match on DRCD test ({found.reading.questions})", found.reading.exact)
        yield Figure(f"{found.name}: F1", found.reading.f1)
        yield Figure(f"{found.name}: milliseconds for 8 windows of a paragraph", found.milliseconds)


_SEEDS_BARS = {
    "success@5": ">= 0.92",
    "quotation_holds": ">= 0.88",
    "refusal_recall": ">= 0.85",
    "short": ">= 0.75",
    "item_recall": ">= 0.9",
    "item_precision": ">= 0.9",
    "latency_p50_ms": "< 300",
}
_HANDBOOK_BARS = {
    "success@5": ">= 0.9",
    "quotation_holds": ">= 0.75",
    "refusal_recall": ">= 0.75",
    "latency_p50_ms": "< 300",
}


def seeds(data: Path) -> Iterator[Figure]:
    """The gold questions over the four documents that the project was created from."""
    yield from _gold("seeds", data / "gold" / "seeds-dev.jsonl", data / "seeds", _SEEDS_BARS)


def handbook(data: Path) -> Iterator[Figure]:
    """The gold questions over a real handbook of 182 pages."""
    documents = data / "corpora" / "handbook-a"
    yield from _gold("handbook-a", data / "gold" / "handbook-a.jsonl", documents, _HANDBOOK_BARS)


def page(_data: Path) -> Iterator[Figure]:
    """Eight visitors asking the page at once for a minute, over the sample."""
    store = RESULTS / "stores" / "sample"
    service = Service(ServiceSettings(store))
    service.ingest_sample()
    command = [sys.executable, "-m", "page.load", "--store", str(store), "--seconds", "60"]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)  # noqa: S603
    yield Figure("8 visitors for 60 s: answers", found["answers"])
    yield Figure("8 visitors for 60 s: errors", found["errors"], "0")
    yield Figure("8 visitors for 60 s: median seconds", found["p50"])
    yield Figure("8 visitors for 60 s: 95th percentile, seconds", found["p95"], "< 2")


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
    "sample": sample,
    "reading": reading,
    "runtimes": runtimes,
    "page": page,
}


def _table(rows: list[Figure]) -> str:
    lines = ["| what | measured | bar |", "|---|---:|---|", *(f"| {f.what} | {f.text} | {f.bar} |" for f in rows)]
    return "\n".join(lines)


def _report(measured: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page of the newest figures of every benchmark, each with the day it ran."""
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    parts = [f"# Benchmarks\n\nWritten by `make bench` ({where}). Timings depend on the machine.\n"]
    for name in BENCHMARKS:
        if name in measured:
            rows = [Figure(*row) for row in measured[name]["figures"]]
            parts.append(f"## {name}\n\nMeasured on {measured[name]['on']}.\n\n{_table(rows)}\n")
    return "\n".join(parts)


def _remember(name: str, rows: list[Figure]) -> None:
    """Put the figures of one benchmark in place of its former ones, on disk and in the docs."""
    path = RESULTS / "newest.json"
    measured = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    measured[name] = {"on": f"{datetime.now(UTC):%Y-%m-%d}", "figures": [[f.what, f.value, f.bar] for f in rows]}
    path.write_text(json.dumps(measured, ensure_ascii=False, indent=1), encoding="utf-8")
    (ROOT / "docs" / "BENCHMARKS.md").write_text(_report(measured), encoding="utf-8")


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
    RESULTS.mkdir(exist_ok=True)
    skipped = []
    for name in args.names or BENCHMARKS:
        if not args.data.is_dir():
            skipped.append(name)
            continue
        rows = []
        for figure in BENCHMARKS[name](args.data):
            print(f"{figure.text:>10}  {figure.bar:<8}  {figure.what}", flush=True)
            rows.append(figure)
        _remember(name, rows)
    if skipped:
        print(f"skipped, since {args.data} is absent: {' '.join(skipped)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
