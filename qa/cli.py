"""The command line. Heavy modules are imported by the commands that need them, so that --help is quick."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.errors import InputError, KaojuError
from qa.cli_ask import add_ask
from qa.cli_export import add_export
from qa.cli_summarize import add_summarize
from qa.command_line import (
    BAD_ARGUMENTS,
    DONE,
    FAILED,
    SOME_FAILED,
    AddCommand,
    open_service,
    positive,
    print_json,
    settings_of,
)

if TYPE_CHECKING:
    from index.embed import Embedder

COMMAND_GROUP = "kaoju.commands"  # entry points, each a function that takes an AddCommand
VERSION = "0.1.0"


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
    add_ask(command)
    add_summarize(command)
    serve = command("serve", _serve, "serve the web page", json_output=False)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=int, default=7860, help="port to listen on (default: 7860)")
    serve.add_argument("--read-only", action="store_true", help="visitors can read the collection, not change it")
    serve.add_argument(
        "--auth-file",
        type=Path,
        metavar="FILE",
        help="let in those alone whom FILE names (python -m page.accounts NAME)",
    )
    serve.add_argument("--root-path", metavar="PATH", help="where a proxy shows the page, such as /kaoju")
    serve.add_argument("--max-mb", type=positive, default=50, metavar="N", help="refuse larger uploads (default: 50)")
    serve.add_argument(
        "--max-files", type=positive, default=200, metavar="N", help="files in one upload (default: 200)"
    )
    add_export(command)
    command("rebuild", _rebuild, "index the stored documents anew, with the present model and settings")
    command("doctor", _doctor, "tell what is installed, which model is used, and whether the store is sound")
    _add_installed(command)
    return parser


def _add_installed(command: AddCommand) -> None:
    """Add the commands of kaoju's packages above this one, which it does not know: the installation names them.

    All metadata of kaoju on the path is read, since stale one may lie in a checkout beside that of the installation.
    """
    from importlib.metadata import distributions

    points = {p for found in distributions(name="kaoju") for p in found.entry_points.select(group=COMMAND_GROUP)}
    for point in sorted({p.name: p for p in points}.values(), key=lambda p: p.name):
        try:
            add = point.load()
        except ImportError as error:
            print(f"kaoju: the command {point.name} is not there ({error}); install kaoju anew", file=sys.stderr)
        else:
            add(command)


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


def _ingest(args: argparse.Namespace) -> int:
    from qa import ingesting

    service = open_service(args)
    if args.watch:
        if len(args.paths) != 1:
            raise InputError("--watch keeps one folder in step; name one folder")
        ingesting.watch(service, Path(args.paths[0]), args.exclude)
        return DONE
    report = ingesting.run(service, args)
    if args.json:
        print_json(ingesting.as_json(report))
    else:
        print(f"{len(report.results) - len(report.failed)} of {len(report.results)} files are in the collection")
    if len(report.failed) == len(report.results):
        return FAILED
    return SOME_FAILED if report.failed else DONE


def _list(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.render import render_listing

    entries = open_service(args).documents()
    if args.json:
        print_json([asdict(e) for e in entries])
    else:
        print(render_listing(entries) or "no documents yet; add some with: kaoju ingest PATH")
    return DONE


def _show(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.render import render_document

    document = open_service(args).document(args.document)
    if args.json:
        print_json(asdict(document))
    else:
        print(render_document(document))
    return DONE


def _remove(args: argparse.Namespace) -> int:
    ids = open_service(args).remove(args.documents)
    if args.json:
        print_json({"removed": ids})
    else:
        print(f"removed {len(ids)}: {' '.join(ids)}")
    return DONE


def _serve(args: argparse.Namespace) -> int:
    import app

    page = app.PageOptions(args.read_only, args.max_mb, args.max_files)
    return app.serve(settings_of(args), args.host, args.port, app.ServeOptions(page, args.auth_file, args.root_path))


def _rebuild(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from qa.service import rebuild_store

    with tqdm(unit="document", file=sys.stderr, disable=None) as bar:
        count = rebuild_store(settings_of(args), args.embedder, lambda _: bar.update() and None)
    if args.json:
        print_json({"documents": count})
    else:
        print(f"indexed {count} documents anew")
    return DONE


def _doctor(args: argparse.Namespace) -> int:
    from qa.doctor import examine

    findings = examine(settings_of(args), args.embedder)
    if args.json:
        print_json([{"what": f.what, "ok": f.ok, "detail": f.detail} for f in findings])
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else 'BAD'} {finding.what}: {finding.detail}")
    return DONE if all(f.ok for f in findings) else FAILED


if __name__ == "__main__":
    sys.exit(main())
