"""The collection: its documents, adding and removing, indexing anew."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import gradio as gr

from corpus.errors import KaojuError
from page.frame import LONG, QUICK, Frame, Redraw
from page.labels import text
from page.uploads import add_uploads, forget
from qa.service import Ingested
from ui.documents import documents_html, outcomes_html, progress_html
from ui.markup import alert, escape
from ui.masthead import masthead_html
from ui.words import LANG, Language, word


class DocumentsTab:
    """The tab; where the page may only read, nothing that changes the collection is there at all."""

    def __init__(self, frame: Frame, tab: gr.Tab, masthead: gr.HTML) -> None:
        self._frame, self._masthead = frame, masthead
        self._may_change = not frame.options.read_only
        self.said = gr.HTML("", elem_id="documents-said", apply_default_css=False, js_on_load=None)
        if self._may_change:
            self._build_changes()
        self.list = frame.html("documents")
        if self._may_change:
            self._build_rebuild()
            self._wire_changes()
        tab.select(self.draw, frame.language, self.list, **QUICK)
        frame.redraws.append(Redraw(self.draw, [frame.language], [self.list]))

    @property
    def _drawn(self) -> list[Any]:
        return [self.said, self.list, self._masthead]

    def _build_changes(self) -> None:
        add = self._frame.labels.add
        with gr.Row(elem_id="adding"):
            self.files = gr.File(file_count="multiple", label=text("upload"), elem_id="upload", height=150)
            self.folder = gr.File(
                file_count="directory", label=text("upload_folder"), elem_id="upload-folder", height=150
            )
        limits = gr.HTML(self._limits("hans"), apply_default_css=False, js_on_load=None)
        add(self.files, label="upload")
        add(self.folder, label="upload_folder")
        add(limits, value=self._limits)

    def _limits(self, language: Language) -> str:
        options = self._frame.options
        line = word("upload_limits", language, mb=options.max_upload_mb, n=options.max_upload_files)
        return f'<p class="limits" lang="{LANG[language]}">{escape(line)}</p>'

    def _build_rebuild(self) -> None:
        add = self._frame.labels.add
        with gr.Accordion(text("maintenance"), open=False, elem_id="maintenance") as fold:
            self.why = add(gr.Markdown(text("rebuild_why")), value="rebuild_why")
            self.rebuild = add(gr.Button(text("rebuild"), elem_id="rebuild", size="sm"), value="rebuild")
        add(fold, label="maintenance")

    def _wire_changes(self) -> None:
        language = self._frame.language
        for files in (self.files, self.folder):
            files.upload(self._add, [files, language], [files, *self._drawn], concurrency_id="writing", **LONG)
        self.list.remove(self._remove, language, self._drawn, **QUICK)
        self.rebuild.click(self._rebuild, language, self._drawn, concurrency_id="writing", **LONG)

    def draw(self, language: Language) -> str:
        """Return the table of documents."""
        try:
            return documents_html(self._frame.service.documents(), language, self._may_change)
        except KaojuError as error:
            return alert(word("failed", language, reason=error), language)

    def _changed(self, said: str, language: Language) -> tuple[str, str, str]:
        return said, self.draw(language), masthead_html(self._frame.service, language)

    def _add(self, files: Sequence[str] | None, language: Language) -> Iterator[tuple[Any, ...]]:
        paths = [Path(f) for f in files or ()]
        most = self._frame.options.max_upload_files
        if len(paths) > most:
            forget(paths)
            line = word("too_many", language, most=most, n=len(paths))
            yield None, alert(line, language), gr.skip(), gr.skip()
            return
        outcomes: list[Ingested] = []
        yield None, outcomes_html((), len(paths), language, done=False), gr.skip(), gr.skip()
        try:
            for outcome, total in add_uploads(self._frame.service, paths):
                outcomes.append(outcome)
                yield gr.skip(), outcomes_html(outcomes, total, language, done=False), gr.skip(), gr.skip()
            said = outcomes_html(outcomes, len(paths), language, done=True)
        except (KaojuError, OSError) as error:
            said = alert(word("failed", language, reason=error), language)
        yield gr.skip(), *self._changed(said, language)

    def _remove(self, event: gr.EventData, language: Language) -> tuple[str, str, str]:
        service = self._frame.service
        doc_id = str(event.doc)
        title = next((e.title for e in service.documents() if e.id == doc_id), None)
        if title is None:
            return self._changed(alert(word("gone", language), language), language)
        try:
            service.remove([doc_id])
            said = word("was_removed", language, title=title)
        except KaojuError as error:
            said = word("failed", language, reason=error)
        return self._changed(alert(said, language), language)

    def _rebuild(self, language: Language) -> Iterator[tuple[Any, ...]]:
        total, done = len(self._frame.service.documents()), 0
        for step in _steps(self._frame):
            if isinstance(step, KaojuError):
                yield self._changed(alert(word("failed", language, reason=step), language), language)
                return
            done += 1
            line = word("rebuilding", language, done=done, total=total)
            shown = f'<section class="progress" lang="{LANG[language]}"><p role="status">{escape(line)}</p>'
            yield f"{shown}{progress_html(done, total)}</section>", gr.skip(), gr.skip()
        yield self._changed(alert(word("rebuilt", language, n=done), language), language)


def _steps(frame: Frame) -> Iterator[str | KaojuError]:
    """Index anew in a thread; yield the source of each document as it is read, or the error that ended it."""
    told: SimpleQueue[str | KaojuError | None] = SimpleQueue()

    def work() -> None:
        try:
            frame.service.collection.rebuild(told.put)
        except KaojuError as error:
            told.put(error)
        finally:
            told.put(None)

    threading.Thread(target=work, name="kaoju-rebuild", daemon=True).start()
    while (step := told.get()) is not None:
        yield step
