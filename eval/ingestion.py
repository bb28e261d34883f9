"""What it costs to take documents in: reading and splitting, embedding beside a bare model, memory by number of files."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpus.errors import DocumentError
from corpus.readers import read_bytes, read_path
from corpus.split import split
from corpus.tags import tags_of
from corpus.terms import default_terms
from corpus.types import Document
from eval.process import cost_of
from index.embed import SentenceTransformerEmbedder
from qa.service import Service, ServiceSettings

_UNITS = 400  # embedded both ways
_ROUNDS = 3  # alternating, since timings on a busy machine drift


@dataclass(frozen=True, slots=True)
class ReadingSpeed:
    """Megabytes of files read, split and tagged a minute."""

    megabytes: float
    seconds: float

    @property
    def per_minute(self) -> float:
        """Megabytes a minute."""
        return 60 * self.megabytes / self.seconds


def reading_speed(folder: Path) -> ReadingSpeed:
    """Read, split and tag every Markdown file under ``folder``."""
    terms = default_terms()
    terms.find("预热")
    size, started = 0, time.perf_counter()
    for path in sorted(folder.rglob("*.md")):
        size += path.stat().st_size
        for document in _documents([path]):
            for piece in split(document):
                tags_of(document, piece.passage.section, piece.passage.span, terms)
    return ReadingSpeed(size / 1e6, time.perf_counter() - started)


def embedding_overhead(folder: Path) -> float:
    """Return by how much embedding as ``ingest`` does takes longer than the bare model with all texts at once.

    0.03 means three per cent longer. The texts are the same; the smallest of three rounds counts on either side.
    """
    documents = _some_documents(folder)
    bare_model = SentenceTransformerEmbedder().load()
    ours, bare = [], []
    for _ in range(_ROUNDS):
        embedder = _Timed()
        with tempfile.TemporaryDirectory() as store:
            service = Service(ServiceSettings(Path(store)), embedder)
            embedder.load()
            for _ in service.ingest(service.plan(documents)):
                pass
        ours.append(embedder.seconds)
        started = time.perf_counter()
        bare_model.encode(
            embedder.texts, prompt="passage: ", batch_size=16, show_progress_bar=False, normalize_embeddings=True
        )
        bare.append(time.perf_counter() - started)
    return min(ours) / min(bare) - 1


class _Timed(SentenceTransformerEmbedder):
    """The embedder with a clock in it."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.texts: list[str] = []

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed and count the time."""
        started = time.perf_counter()
        vectors = super().encode_passages(texts)
        self.seconds += time.perf_counter() - started
        self.texts += texts
        return vectors


def _some_documents(folder: Path) -> list[Path]:
    """Return the first files of a folder that have some 400 units together."""
    chosen, units = [], 0
    for path in sorted(folder.rglob("*.md")):
        for document in _documents([path]):
            units += sum(len(piece.units) for piece in split(document))
            chosen.append(path)
        if units >= _UNITS:
            break
    return chosen


def _documents(paths: Sequence[Path]) -> Iterator[Document]:
    for path in paths:
        try:
            yield read_bytes(*read_path(path))
        except DocumentError:
            continue


def peak_by_files(counts: Sequence[int]) -> list[float]:
    """Return the peak memory in MB of a process that takes in so many small files, for each of ``counts``."""
    peaks = []
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(count):
                text = f"# 第 {number} 篇\n\n某组件 1.{number} 版本改进了第 {number} 项功能，并修复了若干问题。\n"
                (Path(folder) / f"{number:04}.md").write_text(text, encoding="utf-8")
            peaks.append(cost_of(["ingest", "--store", f"{folder}/.store", folder]).peak_mb)
    return peaks
