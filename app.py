"""The web page. Sole home of Gradio; what it shows is made, and escaped, in ui/."""

import errno
import json
import os
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.events import api

from corpus.errors import InputError, KaojuError
from qa.conversation import Turn
from qa.jsonable import to_json
from qa.service import SAMPLE, Service, ServiceSettings
from ui.html import answered_html, masthead_html
from ui.style import CSS, HEAD, PALETTE
from ui.words import labels, script_of

EXAMPLES = (
    "Kubernetes 1.12 是什么时候发布的？",
    "叢集的預設 DNS 從哪個版本起改為 CoreDNS？",
    "kube-proxy 有哪些模式？",
    "Dockershim 在哪个版本被移除？",
)
# Gradio falls back to English, so a browser in any other language gets the simplified page.
_I18N = gr.I18n(**{"zh-CN": labels("hans"), "zh-TW": labels("hant"), "en": labels("hans")})


def build_app(service: Service, examples: Sequence[str] = EXAMPLES) -> gr.Blocks:
    """Return the page over ``service``; each visitor's conversation is kept with the visitor's own page alone."""

    def answer(question: str, history: tuple[Turn, ...]) -> tuple[str, tuple[Turn, ...]]:
        shown = answered_html(service, question, history)
        return shown.html, shown.history

    def ask(question: str) -> dict[str, Any]:
        """Answer a question about the documents, as JSON."""
        try:
            return to_json(service.ask(question))
        except KaojuError as error:
            raise gr.Error(str(error), print_exception=False) from error

    def masthead(request: gr.Request) -> str:
        return masthead_html(service, script_of(request.headers.get("accept-language", "")))

    page: gr.Blocks = gr.Blocks(title="考据", analytics_enabled=False)
    with page:
        head = gr.HTML(masthead_html(service, "hans"), apply_default_css=False, js_on_load=None)
        question = gr.Textbox(
            label=_I18N("kaoju_question"),
            placeholder=_I18N("kaoju_example"),
            lines=2,
            max_lines=6,
            elem_id="question",
            autofocus=True,
        )
        button = gr.Button(_I18N("kaoju_ask"), variant="primary", elem_id="ask")
        with gr.Row(elem_id="examples", visible=bool(examples)):
            chips = [gr.Button(example, size="sm", elem_classes="chip") for example in examples]
        live = '<div aria-live="polite">${value}</div>'
        result = gr.HTML("", elem_id="answer", html_template=live, apply_default_css=False, js_on_load=None)
        # Without Gradio's queue, which keeps a record of every event for as long as the process lives.
        history = gr.State(())
        private: dict[str, Any] = {"queue": False, "api_visibility": "private", "trigger_mode": "always_last"}
        button.click(answer, [question, history], [result, history], show_progress="minimal", **private)
        for chip, example in zip(chips, examples, strict=True):
            filled = chip.click(None, None, question, js=f"() => {json.dumps(example)}")
            filled.then(answer, [question, history], [result, history], show_progress="minimal", **private)
        page.load(masthead, None, head, show_progress="hidden", **private)
        api(ask, api_name="ask", queue=False)
    return page


def launch(page: gr.Blocks, host: str, port: int) -> str:
    """Serve the page from threads of this process and return its address; KaojuError if the port cannot be had."""
    _claim(host, port)
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
            max_file_size=1,  # the page takes no files
            i18n=_I18N,
            theme=_theme(),
            css=CSS,
            head=HEAD,
        )
    except OSError as error:
        raise KaojuError(f"cannot listen on {host}:{port}; choose another with --host and --port") from error
    return address


def serve(settings: ServiceSettings, host: str, port: int) -> int:
    """Serve the page until interrupted, over the sample collection if the store is empty; return the exit code."""
    _claim(host, port)  # before the model is loaded, which takes a while
    service = Service(settings)
    if not service.documents():
        _tell("adding the sample collection; this takes about a minute and happens once")
        service.ingest_sample()
    service.warm_up()
    has_sample = any(Path(s).is_relative_to(SAMPLE) for entry in service.documents() for s in entry.sources)
    page = build_app(service, EXAMPLES if has_sample else ())
    _tell(f"open {launch(page, host, port)} (stop with Ctrl+C)")
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
