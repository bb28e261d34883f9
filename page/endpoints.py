"""The named endpoints, which programs use: the same JSON as the command line prints."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast, get_args

import gradio as gr
from gradio.events import api

from corpus.errors import InputError, KaojuError
from page.evaluations import Evaluations, Run, gold_named
from page.export import exported
from qa.answer import AskOptions, ScriptChoice
from qa.export.types import FormatName
from qa.jsonable import to_json
from qa.service import Service
from qa.summary.jsonable import to_json as summary_to_json
from qa.summary.types import Scope, SummaryOptions


def add_endpoints(service: Service, evaluations: Evaluations | None = None) -> None:
    """Add /ask, /summarize, /export and /documents to the page that is being built, and /evaluate where it may be."""

    def ask(
        question: str, documents: list[str] | None = None, version: str = "", script: str = "auto"
    ) -> dict[str, Any]:
        """Answer a question about the documents."""
        with _explained():
            ids = frozenset(map(service.resolve, documents or ()))
            return to_json(
                service.ask(question, AskOptions(doc_ids=ids or None, version=version or None, script=_script(script)))
            )

    def summarize(  # noqa: PLR0913, PLR0917  what a summary is of
        documents: list[str] | None = None,
        topic: str = "",
        version: str = "",
        component: str = "",
        range: str = "",  # noqa: A002  its name in the JSON
        sentences: int = 8,
        changes: bool = False,
    ) -> dict[str, Any]:
        """Summarise what meets every condition given, by default the whole collection."""
        with _explained():
            ids = tuple(map(service.resolve, documents or ()))
            scope = Scope(ids, topic or None, version or None, component or None, range or None)
            return summary_to_json(service.summarize(scope, SummaryOptions(sentences=sentences, changes=changes)))

    def export(answer: dict[str, Any], format: str = "gbt7714") -> dict[str, str]:  # noqa: A002  as on the command line
        """Write what /ask or /summarize returned in an export format: its text, or base64 of what is not text."""
        with _explained():
            made = exported(service, [answer], _format(format))
            file = {"name": made.name, "media_type": made.media_type}
            if made.is_text:
                return {**file, "text": made.content.decode("utf-8-sig")}
            return {**file, "base64": base64.b64encode(made.content).decode()}

    def documents() -> list[dict[str, Any]]:
        """List the documents."""
        with _explained():
            return [asdict(entry) for entry in service.documents()]

    endpoints: tuple[Callable[..., Any], ...] = (ask, summarize, export, documents)
    for endpoint in endpoints:
        api(endpoint, api_name=endpoint.__name__, queue=False)
    if evaluations:
        _add_evaluate(evaluations)


def _add_evaluate(evaluations: Evaluations) -> None:
    def evaluate(gold: str = "", run: str = "") -> dict[str, Any]:
        """Start asking a gold set, bundled (its name) or given as JSON lines; or tell the state of a ``run``."""
        with _explained():
            return _state(evaluations.run(run) if run else _started(evaluations, gold))

    api(evaluate, api_name="evaluate", queue=False)


def _started(evaluations: Evaluations, gold: str) -> Run:
    if "{" not in gold:
        return evaluations.start(gold_named(gold))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "gold.jsonl"
        file.write_text(gold, encoding="utf-8", errors="backslashreplace")
        return evaluations.start(file)


def _state(run: Run) -> dict[str, Any]:
    """Return a run as JSON, with its figures once it is done."""
    figures = json.loads(run.folder.figures.read_bytes()) if run.state == "done" else None
    state = {"run": run.id, "gold": run.gold.name, "state": run.state, "done": run.done, "questions": run.questions}
    return {**state, "error": run.error, "figures": figures}


@contextmanager
def _explained() -> Iterator[None]:
    """Tell the caller what went wrong, in the words of kaoju, without a traceback in the log."""
    try:
        yield
    except KaojuError as error:
        raise gr.Error(str(error), print_exception=False) from error


def _script(name: str) -> ScriptChoice:
    if name not in get_args(ScriptChoice):
        raise InputError(f"there is no script {name}; take one of: {', '.join(get_args(ScriptChoice))}")
    return cast("ScriptChoice", name)


def _format(name: str) -> FormatName:
    if name not in get_args(FormatName):
        raise InputError(f"there is no export format {name}; take one of: {', '.join(get_args(FormatName))}")
    return cast("FormatName", name)
