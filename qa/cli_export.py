"""The commands ``export`` and ``verify``."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from corpus.errors import InputError
from qa.command_line import DONE, FAILED, AddCommand, open_service, print_json
from qa.export.types import NUMERIC, ExportOptions, FormatName

if TYPE_CHECKING:
    from qa.export.verify import Verdict

_BINARY = ("xlsx", "docx")


def add_export(command: AddCommand) -> None:
    """Register both commands."""
    export = command("export", _export, "write the citations of an answer", json_output=False)
    export.add_argument(
        "answer",
        nargs="?",
        default="-",
        metavar="ANSWER.json",
        help="what kaoju ask --json or summarize --json printed; several lines are a conversation; - reads standard input",
    )
    export.add_argument("--format", choices=get_args(FormatName), default=NUMERIC, help="default: gbt7714")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="write there instead of to standard output")
    export.add_argument(
        "--style", metavar="NAME", help="style of references: gbt7714, gbt7714-author-date or any CSL style"
    )
    export.add_argument(
        "--accessed", type=_day, metavar="YYYY-MM-DD", help="the day the sources were consulted (default: today)"
    )
    export.add_argument(
        "--script", choices=("hans", "hant"), help="put statements and titles into this script, marked as converted"
    )
    export.add_argument(
        "--convert-quotes", action="store_true", help="with --script: give quotations in it too, beside the original"
    )
    export.add_argument("--bare", action="store_true", help="references alone, without quotations and fingerprints")
    verify = command("verify", _verify, "tell whether exported citations still hold")
    verify.add_argument("file", metavar="FILE", help="an export as json, csl-json or csv; - reads standard input")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a day; write it as 2024-05-31") from None


def _export(args: argparse.Namespace) -> int:
    from qa.export.material import parse

    options = _options(args)
    if args.format in _BINARY and args.output is None and sys.stdout.isatty():
        raise InputError(f"{args.format} is not text; name a file with -o")
    try:
        text = _read(args.answer).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{args.answer} is not UTF-8; give what kaoju ask --json prints") from error
    _write(open_service(args).export(parse(text), args.format, options), args.output)
    return DONE


def _options(args: argparse.Namespace) -> ExportOptions:
    if args.format == "csl" and not args.style:
        raise InputError("--format csl needs the name of a style; add --style NAME")
    if args.convert_quotes and not args.script:
        raise InputError("--convert-quotes needs a script to convert to; add --script hans or --script hant")
    return ExportOptions(
        args.accessed or date.today(), args.script, args.convert_quotes, args.style or NUMERIC, args.bare
    )


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error


def _write(data: bytes, output: Path | None) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    partial = output.with_name(f".{output.name}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(output)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"{output} cannot be written: {error.strerror}") from error


def _verify(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from qa.export.verify import all_hold

    verdicts = open_service(args).verify(_read(args.file))
    if args.json:
        print_json([asdict(v) for v in verdicts])
    else:
        for verdict in verdicts:
            print("\n".join(_lines(verdict)))
        held = sum(v.outcome == "verified" for v in verdicts)
        print(f"{held} of {len(verdicts)} citations verified")
    return DONE if all_hold(verdicts) else FAILED


def _lines(verdict: "Verdict") -> list[str]:
    from qa.export.verify import marked_difference
    from qa.render import one_line

    words = {"verified": "verified", "changed": "source changed", "gone": "source gone"}
    lines = [
        f"[{one_line(verdict.n)}] {words[verdict.outcome]}: {one_line(verdict.source)} 「{one_line(verdict.quote)}」"
    ]
    lines += [f"    {d.field}: {one_line(marked_difference(d.recorded, d.found))}" for d in verdict.differences]
    if verdict.moved_to is not None:
        lines.append(f"    the same words stand at {verdict.moved_to}")
    return lines
