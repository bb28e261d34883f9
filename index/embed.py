"""Texts become vectors. The one home of sentence-transformers, whose errors become ModelError here."""

import contextlib
import hashlib
import logging
import os
import re
import threading
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from corpus.errors import ModelError
from index import embedded_model, vocabulary
from index.e5_folder import PROMPTS

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_E5 = re.compile(r"(?<![a-z0-9])e5(?![a-z0-9])")
_MODEL_FILES = {".json", ".txt", ".safetensors", ".bin", ".model", ".onnx"}
_TAIL_BYTES = 65536  # enough of a weights file to tell one fine-tuning from another
_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)
_HUB_SECONDS = 10.0


class Embedder(Protocol):
    """Whatever turns texts into vectors that can be compared by their dot product."""

    @property
    def fingerprint(self) -> str:
        """One line naming all that decides the vectors; vectors of two fingerprints must not be compared."""
        ...

    @property
    def width(self) -> int:
        """The number of dimensions."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of questions, of shape (len(texts), width) and of unit length."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of passages, of shape (len(texts), width) and of unit length."""
        ...


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What is known of a model: enough to tell its vectors from another's."""

    name: str
    revision: str
    width: int
    query_prefix: str
    passage_prefix: str

    def __str__(self) -> str:
        return f"{self.name}@{self.revision} width={self.width} {self.query_prefix!r} {self.passage_prefix!r}"


EMBEDDED = ModelCard(
    f"embedded:{embedded_model.HUB_NAME}",
    embedded_model.SOURCE_SHA256[:12],
    embedded_model.WIDTH,
    PROMPTS["query"],
    PROMPTS["passage"],
)


class SentenceTransformerEmbedder:
    """A sentence-transformers model, loaded when it is first needed; threads may share one.

    `model` is a folder or a name on the Hugging Face hub; without it the embedded model is used, whose
    fingerprint and width are known before anything is loaded. The model cuts what is beyond its limit
    (512 tokens for the embedded one).
    """

    def __init__(self, model: str | None = None, batch_size: int = 16) -> None:
        self._name = model
        self._batch_size = batch_size
        self._lock = threading.Lock()
        self._loaded: tuple[SentenceTransformer, ModelCard] | None = None

    @property
    def fingerprint(self) -> str:
        """The model's name, revision, width and prefixes."""
        return str(self._card())

    @property
    def width(self) -> int:
        """The number of dimensions."""
        return self._card().width

    def load(self) -> "SentenceTransformer":
        """Load the model now and return it; ModelError says why it cannot be."""
        return self._model()[0]

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of questions, of shape (len(texts), width) and of unit length."""
        return self._encode(texts, self._card().query_prefix)

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of passages, of shape (len(texts), width) and of unit length."""
        return self._encode(texts, self._card().passage_prefix)

    def _card(self) -> ModelCard:
        return EMBEDDED if self._name is None else self._model()[1]

    def _model(self) -> "tuple[SentenceTransformer, ModelCard]":
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._name)
            return self._loaded

    def _encode(self, texts: Sequence[str], prefix: str) -> NDArray[np.float32]:
        if not texts:
            return np.empty((0, self.width), np.float32)
        model, _card = self._model()
        vectors = model.encode(
            [_well_formed(text) for text in texts],
            prompt=prefix,
            batch_size=self._batch_size,
            show_progress_bar=False,
            normalize_embeddings=True,
        )
        return np.ascontiguousarray(vectors, dtype=np.float32)


def _well_formed(text: str) -> str:
    """The text with lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _load(name: str | None) -> "tuple[SentenceTransformer, ModelCard]":
    """Load the embedded model, a folder, or a model of the hub, whichever the name means."""
    if name is None:
        model = _open(str(embedded_model.embedded_model_path()), local=True)
        vocabulary.share(model.tokenizer.backend_tokenizer)
        return model, EMBEDDED
    folder = Path(name).expanduser()
    if folder.is_dir():
        model = _open(str(folder), local=True)
        return model, _describe(model, folder.resolve().name, _folder_revision(folder))
    if not _HUB_NAME.fullmatch(name):
        raise ModelError(f"There is no model folder {name}; pass a folder, a hub name, or no --model at all.")
    model = _open_from_hub(name)
    return model, _describe(model, name, _hub_revision(name) or "unknown")


def _open(name: str, *, local: bool) -> "SentenceTransformer":
    """Load quietly. Three libraries read a stranger's files here, so any error can come of it."""
    # Where threads spin while they wait, a query takes 50 times as long once the machine is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # read when torch is first imported, below
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging as transformers_logging

            transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
            transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
            for library in ("sentence_transformers", "huggingface_hub"):
                logging.getLogger(library).setLevel(logging.ERROR)
            return SentenceTransformer(name, local_files_only=local)
    except MemoryError:
        raise
    except Exception as error:
        raise ModelError(
            f"The model {name} cannot be loaded ({_first_line(error)}); "
            "check that it is a whole sentence-transformers model, or leave out --model for the embedded one."
        ) from error


def _open_from_hub(name: str) -> "SentenceTransformer":
    """Load from the hub's cache on this machine; ask the hub only where the cache has no whole copy."""
    from huggingface_hub import HfApi

    if _hub_revision(name):
        with contextlib.suppress(ModelError):
            return _open(name, local=True)
    try:  # one request first, since a download without a network retries for a minute
        HfApi().model_info(name, timeout=_HUB_SECONDS)
    except Exception as error:
        raise ModelError(
            f"The model {name} is neither a folder nor in the hub's cache here, and the hub does not give it "
            f"({_first_line(error)}); pass a model folder, or leave out --model to use the embedded one."
        ) from error
    return _open(name, local=False)


def _hub_revision(name: str) -> str | None:
    """The commit of the copy in the hub's cache on this machine."""
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(name, "config.json", cache_dir=os.environ.get("SENTENCE_TRANSFORMERS_HOME"))
    return Path(found).parent.name[:12] if isinstance(found, str) else None


def _folder_revision(folder: Path) -> str:
    """A hash over the files' names, sizes and last bytes: quick, and no two trainings share it."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _MODEL_FILES and path.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            file.seek(max(0, size - _TAIL_BYTES))
            digest.update(file.read())
    return digest.hexdigest()[:12]


def _describe(model: "SentenceTransformer", name: str, revision: str) -> ModelCard:
    width = model.get_embedding_dimension() or len(model.encode("甲", show_progress_bar=False))
    base = getattr(getattr(model[0], "config", None), "_name_or_path", "")
    prefixes = _prefixes(f"{name} {base}", model.prompts, model.default_prompt_name)
    return ModelCard(name, revision, width, *prefixes)


def _prefixes(names: str, prompts: Mapping[str, str | None], default: str | None) -> tuple[str, str]:
    """Prefixes of queries and passages: those stored with the model, else E5's for E5, else its default."""
    stored = prompts.get("query") or "", prompts.get("passage") or prompts.get("document") or ""
    if any(stored):
        return stored
    if _E5.search(names.lower()):
        return PROMPTS["query"], PROMPTS["passage"]
    return (prompts.get(default or "") or "",) * 2


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:160] if lines else type(error).__name__
