"""The command line. Heavy modules are imported by the commands that need them, so that --help is quick."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.errors import InputError, KaojuError

if TYPE_CHECKING:
    from index.embed import Embedder
    from qa.answer import AskOptions
    from qa.service import Service, ServiceSettings

DONE, FAILED, BAD_ARGUMENTS, SOME_FAILED = 0, 1, 2, 3
VERSION = "0.1.0"


def default_store() -> Path:
    """Return $KAOJU_HOME, or the platform's user data folder."""
    if home := os.environ.get("KAOJU_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("kaoju", appauthor=False)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of every command."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--store",
        type=Path,
        metavar="DIR",
        help="where the collection is kept (default: $KAOJU_HOME, else the user data folder)",
    )
    common.add_argument(
        "--model", metavar="NAME_OR_PATH", help="a sentence-transformers model instead of the embedded one"
    )
    common.add_argument("--terms", type=Path, metavar="FILE", help="a terms.toml of your own, added to the bundled one")
    common.add_argument("--debug", action="store_true", help="show tracebacks")
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="print JSON and nothing else")

    parser = argparse.ArgumentParser(
        prog="kaoju", description="Answers about Chinese documents, each with the words it relies on."
    )
    parser.add_argument("--version", action="version", version=f"kaoju {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], summary: str, *, json_output: bool = True
    ) -> argparse.ArgumentParser:
        parents = [common, as_json] if json_output else [common]
        sub = commands.add_parser(name, help=summary, description=summary, parents=parents)
        sub.set_defaults(run=run, json=False)
        return sub

    ingest = command(
        "ingest", _ingest, "add files, folders, archives or web pages; a changed file replaces its older self"
    )
    ingest.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, an archive, or a web address")
    ingest.add_argument(
        "--exclude", action="append", default=[], metavar="PATTERN", help="leave out, as in .gitignore; may be repeated"
    )
    ingest.add_argument("--watch", action="store_true", help="keep the named folder in step until interrupted")
    ingest.add_argument("--allow-private", action="store_true", help="let web addresses lead into private networks")
    ingest.add_argument("--max-mb", type=float, default=50, metavar="N", help="refuse larger files (default: 50)")
    command("list", _list, "list the documents")
    show = command("show", _show, "show a document")
    show.add_argument("document", metavar="DOC", help="an id, the beginning of one, or a path")
    remove = command("remove", _remove, "remove documents")
    remove.add_argument("documents", nargs="+", metavar="DOC")
    ask = command("ask", _ask, "ask a question")
    ask.add_argument("question", metavar="QUESTION", help="the question, or - for one a line from standard input")
    ask.add_argument(
        "--top-k",
        type=_positive,
        default=5,
        metavar="N",
        help="how many passages to list as hits (default: 5)",
    )
    ask.add_argument(
        "--doc",
        action="append",
        metavar="DOC",
        help="answer from this document only: an id, the beginning of one, or a path; may be repeated",
    )
    ask.add_argument("--version", dest="about", metavar="V", help="answer about this version only")
    ask.add_argument(
        "--script",
        choices=("auto", "hans", "hant", "source"),
        default="auto",
        help="script of the statements; quotations stay as in the source",
    )
    timeline = command("timeline", _timeline, "list what happened in which version, each with its quotation")
    timeline.add_argument(
        "--component", metavar="NAME", help="only what is said of this component, by any of its names"
    )
    timeline.add_argument("--version", dest="about", metavar="V", help="only this version")
    serve = command("serve", _serve, "serve the web page", json_output=False)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=int, default=7860, help="port to listen on (default: 7860)")
    command("rebuild", _rebuild, "index the stored documents anew, with the present model and settings")
    command("doctor", _doctor, "tell what is installed, which model is used, and whether the store is sound")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a count; give 1 or more")
    return number


def main(arguments: Sequence[str] | None = None, embedder: "Embedder | None" = None) -> int:
    """Run one command; return its exit code. An ``embedder`` given here takes the place of the model."""
    args = build_parser().parse_args(arguments, argparse.Namespace(embedder=embedder))
    _set_up_logging()
    try:
        return int(args.run(args))
    except InputError as error:
        return _fail(error, args.debug, BAD_ARGUMENTS)
    except KaojuError as error:
        return _fail(error, args.debug, FAILED)
    except KeyboardInterrupt:
        print("kaoju: interrupted; what was added stays", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


def _fail(error: Exception, debug: bool, code: int) -> int:
    if debug:
        raise error
    print(f"kaoju: {error}", file=sys.stderr)
    return code


def _set_up_logging() -> None:
    import logging

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="kaoju: %(message)s")


def _settings(args: argparse.Namespace) -> "ServiceSettings":
    from corpus.load import Limits
    from qa.service import ServiceSettings

    max_bytes = int(getattr(args, "max_mb", 50) * 1024 * 1024)
    limits = Limits(max_bytes, allow_private=getattr(args, "allow_private", False))
    return ServiceSettings(args.store or default_store(), args.model, args.terms, limits)


def _service(args: argparse.Namespace) -> "Service":
    from qa.service import Service

    return Service(_settings(args), args.embedder)


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


def _ingest(args: argparse.Namespace) -> int:
    from qa import ingesting

    service = _service(args)
    if args.watch:
        if len(args.paths) != 1:
            raise InputError("--watch keeps one folder in step; name one folder")
        ingesting.watch(service, Path(args.paths[0]), args.exclude)
        return DONE
    report = ingesting.run(service, args)
    if args.json:
        _print_json(ingesting.as_json(report))
    else:
        print(f"{len(report.results) - len(report.failed)} of {len(report.results)} files are in the collection")
    if len(report.failed) == len(report.results):
        return FAILED
    return SOME_FAILED if report.failed else DONE


def _list(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.render import render_listing

    entries = _service(args).documents()
    if args.json:
        _print_json([asdict(e) for e in entries])
    else:
        print(render_listing(entries) or "no documents yet; add some with: kaoju ingest PATH")
    return DONE


def _show(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.render import render_document

    document = _service(args).document(args.document)
    if args.json:
        _print_json(asdict(document))
    else:
        print(render_document(document))
    return DONE


def _remove(args: argparse.Namespace) -> int:
    ids = _service(args).remove(args.documents)
    if args.json:
        _print_json({"removed": ids})
    else:
        print(f"removed {len(ids)}: {' '.join(ids)}")
    return DONE


def _ask(args: argparse.Namespace) -> int:
    from qa.jsonable import to_json
    from qa.render import render_answer

    service = _service(args)
    options = _ask_options(args, service)
    many = args.question == "-"
    code = DONE
    for text in _questions(args.question):
        try:
            answer = service.ask(text, options)
        except InputError as error:
            if not many:
                raise
            code = SOME_FAILED
            print(f"kaoju: {error}", file=sys.stderr)
            if args.json:
                _print_json({"question": text[:200], "error": str(error)})
            continue
        if args.json:
            _print_json(to_json(answer))
        else:
            print(f"{text}\n\n{render_answer(answer)}\n" if many else render_answer(answer), flush=True)
    return code


def _ask_options(args: argparse.Namespace, service: "Service") -> "AskOptions":
    from qa.answer import AskOptions

    doc_ids = frozenset(service.resolve(d) for d in args.doc) if args.doc else None
    return AskOptions(args.top_k, doc_ids, args.about, args.script)


def _questions(argument: str) -> Iterator[str]:
    if argument != "-":
        yield argument
        return
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    yield from (line.strip() for line in sys.stdin if line.strip())


def _timeline(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.render import render_timeline

    events = _service(args).timeline(args.component, args.about)
    if args.json:
        _print_json([asdict(e) for e in events])
    else:
        print(render_timeline(events) or "nothing is told of that; see the documents with: kaoju list")
    return DONE


def _serve(args: argparse.Namespace) -> int:
    import app

    return app.serve(_settings(args), args.host, args.port)


def _rebuild(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from qa.service import rebuild_store

    with tqdm(unit="document", file=sys.stderr, disable=None) as bar:
        count = rebuild_store(_settings(args), args.embedder, lambda _: bar.update() and None)
    if args.json:
        _print_json({"documents": count})
    else:
        print(f"indexed {count} documents anew")
    return DONE


def _doctor(args: argparse.Namespace) -> int:
    from qa.doctor import examine

    findings = examine(_settings(args), args.embedder)
    if args.json:
        _print_json([{"what": f.what, "ok": f.ok, "detail": f.detail} for f in findings])
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else 'BAD'} {finding.what}: {finding.detail}")
    return DONE if all(f.ok for f in findings) else FAILED


if __name__ == "__main__":
    sys.exit(main())
