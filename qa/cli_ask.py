"""The commands ``ask`` and ``timeline``."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from corpus.errors import InputError
from qa.command_line import DONE, SOME_FAILED, AddCommand, open_service, positive, print_json

if TYPE_CHECKING:
    from qa.answer import AskOptions
    from qa.service import Service
    from qa.types import Answer

_REMEMBERED = 8  # turns of a conversation


def add_ask(command: AddCommand) -> None:
    """Register both commands."""
    ask = command("ask", _ask, "ask a question")
    ask.add_argument("question", metavar="QUESTION", help="the question, or - for one a line from standard input")
    ask.add_argument(
        "--top-k", type=positive, default=5, metavar="N", help="how many passages to list as hits (default: 5)"
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
    ask.add_argument("--no-reader", action="store_true", help="choose sentences without the reading model")
    ask.add_argument(
        "--conversation", action="store_true", help="with -, take each line as a follow-up of those before"
    )
    timeline = command("timeline", _timeline, "list what happened in which version, each with its quotation")
    timeline.add_argument(
        "--component", metavar="NAME", help="only what is said of this component, by any of its names"
    )
    timeline.add_argument("--version", dest="about", metavar="V", help="only this version")


def _ask(args: argparse.Namespace) -> int:
    from qa.render import render_answer

    service = open_service(args)
    options = _options(args, service)
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
                print_json({"question": text[:200], "error": str(error)})
            continue
        if args.conversation:
            options = _after(options, answer)
        if args.json:
            from qa.jsonable import to_json

            print_json(to_json(answer))
        else:
            print(f"{text}\n\n{render_answer(answer)}\n" if many else render_answer(answer), flush=True)
    return code


def _options(args: argparse.Namespace, service: "Service") -> "AskOptions":
    from qa.answer import AskOptions

    doc_ids = frozenset(service.resolve(d) for d in args.doc) if args.doc else None
    return AskOptions(args.top_k, doc_ids, args.about, args.script)


def _after(options: "AskOptions", answer: "Answer") -> "AskOptions":
    """Return the options for the question after ``answer`` in a conversation."""
    from qa.conversation import Turn

    if answer.understood is None:
        return options
    turn = Turn(answer.understood.question, answer.short)
    return replace(options, history=(*options.history, turn)[-_REMEMBERED:])


def _questions(argument: str) -> Iterator[str]:
    if argument != "-":
        yield argument
        return
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    yield from (line.strip() for line in sys.stdin if line.strip())


def _timeline(args: argparse.Namespace) -> int:
    from qa.render import render_timeline

    events = open_service(args).timeline(args.component, args.about)
    if args.json:
        print_json([asdict(e) for e in events])
    else:
        print(render_timeline(events) or "nothing is told of that; see the documents with: kaoju list")
    return DONE
