"""The web page: what it is put together of, and how it is served. Its tabs are in page/, its HTML in ui/."""

import errno
import os
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gradio as gr

from corpus.errors import InputError, KaojuError
from page.accounts import checker, read_accounts
from page.ask import AskTab
from page.documents import DocumentsTab
from page.endpoints import add_endpoints
from page.evaluate import EvaluateTab
from page.evaluations import Evaluations
from page.frame import QUICK, Frame, PageOptions
from page.labels import I18N, text
from page.source import source_dialog
from page.summarise import SummariseTab
from page.timeline import TimelineTab
from qa.service import Service, ServiceSettings
from ui.behaviour import HEAD, MASTHEAD
from ui.masthead import masthead_html
from ui.style import CSS, PALETTE
from ui.words import LANGUAGES, NAMES, Language, language_of

__all__ = ["PageOptions", "ServeOptions", "build_app", "launch", "serve"]
_KEPT = 3600  # seconds that a file lies about whose upload did not end


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the page is served: what visitors may do, who may log in, and where a proxy shows it."""

    page: PageOptions = field(default_factory=PageOptions)
    auth_file: Path | None = None
    root_path: str | None = None


def build_app(service: Service, examples: Sequence[str] | None = None, options: PageOptions | None = None) -> gr.Blocks:
    """Return the page over ``service``; each visitor's conversation is kept with the visitor's own page alone.

    ``examples`` are questions to offer; by default they are drawn from the collection.
    """
    page: gr.Blocks = gr.Blocks(title="考据", analytics_enabled=False, delete_cache=(_KEPT, _KEPT))
    with page:
        with gr.Row(elem_id="top"):
            masthead = gr.HTML(masthead_html(service, "hans"), apply_default_css=False, js_on_load=MASTHEAD)
            language = gr.Radio(
                [(NAMES[name], name) for name in LANGUAGES], value="hans", label=text("language"), elem_id="language"
            )
        frame = Frame(service, options or PageOptions(), language)
        frame.labels.add(language, label="language")
        evaluations = None if frame.options.read_only else Evaluations(service)
        _build_tabs(frame, examples, masthead, evaluations)
        source_dialog(frame)
        _speak(page, frame, masthead)
        add_endpoints(service, evaluations)
    return page


def _build_tabs(
    frame: Frame, examples: Sequence[str] | None, masthead: gr.HTML, evaluations: Evaluations | None
) -> None:
    """Add the tabs in the order of their use."""
    with gr.Tabs(elem_id="tabs"):
        with gr.Tab(text("tab_ask"), id="ask") as tab:
            frame.labels.add(tab, label="tab_ask")
            ask = AskTab(frame, examples)
            tab.select(ask.choices, frame.language, [ask.documents, ask.version, ask.component], **QUICK)
        with gr.Tab(text("tab_summary"), id="summary") as tab:
            frame.labels.add(tab, label="tab_summary")
            SummariseTab(frame, tab)
        with gr.Tab(text("tab_timeline"), id="timeline") as tab:
            frame.labels.add(tab, label="tab_timeline")
            TimelineTab(frame, tab)
        with gr.Tab(text("tab_documents"), id="documents") as tab:
            frame.labels.add(tab, label="tab_documents")
            DocumentsTab(frame, tab, masthead)
        if evaluations:
            with gr.Tab(text("tab_evaluate"), id="evaluate") as tab:
                frame.labels.add(tab, label="tab_evaluate")
                EvaluateTab(frame, tab, evaluations)


def _speak(page: gr.Blocks, frame: Frame, masthead: gr.HTML) -> None:
    """Have the page speak the language that its reader has chosen, else that of the browser."""
    chosen = gr.BrowserState(None, storage_key="kaoju-language", secret="kaoju")  # noqa: S106  it is no secret

    def first(remembered: str | None, request: gr.Request) -> str:
        known = next((name for name in LANGUAGES if name == remembered), None)
        return known or language_of(request.headers.get("accept-language", ""))

    def speak(language: Language) -> list[Any]:
        return [masthead_html(frame.service, language), *frame.labels.updates(language)]

    loaded = page.load(first, chosen, frame.language, **QUICK)
    switched = frame.language.input(lambda language: language, frame.language, chosen, **QUICK)
    for event in (loaded, switched):
        event.then(speak, frame.language, [masthead, *frame.labels.components], **QUICK)
        for redraw in frame.redraws:
            if redraw.at_load or event is switched:
                event.then(redraw.draw, list(redraw.inputs), list(redraw.outputs), **QUICK)


def launch(page: gr.Blocks, host: str, port: int, options: ServeOptions | None = None) -> str:
    """Serve the page from threads of this process and return its address; KaojuError if the port cannot be had."""
    options = options or ServeOptions()
    _claim(host, port)
    auth = checker(read_accounts(options.auth_file)) if options.auth_file else None
    local = ("127.0.0.1", "localhost", host, *filter(None, [os.environ.get("no_proxy", os.environ.get("NO_PROXY"))]))
    os.environ["no_proxy"] = ",".join(local)  # Gradio calls its own address, which a proxy would not reach
    try:
        _, address, _ = page.launch(
            server_name=f"[{host}]" if ":" in host else host,
            server_port=port,
            share=False,
            quiet=True,
            prevent_thread_lock=True,
            ssr_mode=False,
            run_history=False,
            enable_monitoring=False,
            mcp_server=False,
            footer_links=[],
            max_file_size=1 if options.page.read_only else options.page.max_upload_mb * 1024 * 1024,
            auth=auth,
            root_path=options.root_path,
            i18n=I18N,
            theme=_theme(),
            css=CSS,
            head=HEAD,
        )
    except OSError as error:
        raise KaojuError(f"cannot listen on {host}:{port}; choose another with --host and --port") from error
    return address


def serve(settings: ServiceSettings, host: str, port: int, options: ServeOptions | None = None) -> int:
    """Serve the page until interrupted; an empty store gets the sample collection first. Return the exit code."""
    options = options or ServeOptions()
    _claim(host, port)  # before the model is loaded, which takes a while
    if options.auth_file:
        read_accounts(options.auth_file)
    service = Service(settings)
    if service.lacks_sample() and not options.page.read_only:
        _tell("adding the sample collection; this takes about a minute and happens once")
        service.ingest_sample()
    service.warm_up()
    page = build_app(service, options=options.page)
    _tell(f"open {launch(page, host, port, options)} (stop with Ctrl+C)")
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
    page.close(verbose=False)
    return 0


def _tell(line: str) -> None:
    sys.stderr.write(f"kaoju: {line}\n")


def _claim(host: str, port: int) -> None:
    """Raise KaojuError unless one can listen on the port."""
    if not 0 < port < 65536:
        raise InputError(f"{port} is not a port; give 1 to 65535, for example --port 7860")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise KaojuError(f"port {port} is in use; choose another, for example --port {port % 65535 + 1}") from error
        reason = error.strerror or error
        raise KaojuError(f"cannot listen on {host}:{port} ({reason}); choose another with --host and --port") from error


def _theme() -> gr.themes.Base:
    """Return a theme of system fonts, with the page's own colours in light and dark."""
    theme = gr.themes.Base(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"])
    for light, dark, uses in PALETTE.values():
        for use in uses.split():
            theme.set(**{use: light, f"{use}_dark": dark})
    return theme
