"""``kaoju ingest``: files, folders, archives and web addresses go in, with progress; a folder can be kept in step."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpus.errors import InputError

if TYPE_CHECKING:
    from corpus.walk import Found
    from qa.service import Ingested, Service


@dataclass(slots=True)
class Report:
    """What became of each file, one line on stderr as it happens."""

    results: "list[Ingested]" = field(default_factory=list)

    def add(self, result: "Ingested") -> str:
        """Keep a result and return its line."""
        from qa.render import one_line

        self.results.append(result)
        line = f"{result.outcome:<12} {one_line(result.message or f'{result.title}  ({result.source})')}"
        notes = [*result.warnings, *(f"nearly the same as {source}" for source in result.like)]
        return "\n".join([line, *(f"{'':<12}   {one_line(note)}" for note in notes)])

    @property
    def failed(self) -> "list[Ingested]":
        """The files that are not in."""
        return [r for r in self.results if r.outcome == "failed"]

    def closing(self) -> Iterator[str]:
        """Yield the table of what failed and why, if several files were read."""
        from qa.render import one_line

        if self.failed and len(self.results) > 1:
            yield f"{len(self.failed)} of {len(self.results)} failed:"
            yield from (f"  {one_line(r.message)}" for r in self.failed)


def run(service: "Service", args: argparse.Namespace) -> Report:
    """Add everything that is named on the command line; InputError if that is nothing."""
    from corpus.load import SUFFIXES, is_address

    addresses = [name for name in args.paths if is_address(name)]
    found = service.plan([Path(name) for name in args.paths if not is_address(name)], args.exclude)
    if not found and not addresses and not args.watch:
        raise InputError(f"no file to add under the given paths; supported: {' '.join(sorted(SUFFIXES))}")
    report = Report()
    for address in addresses:
        _say(report.add(service.ingest_address(address)))
    _add_files(service, found, report)
    for line in report.closing():
        _say(line)
    return report


def _add_files(service: "Service", found: "Sequence[Found]", report: Report) -> None:
    """Add files under a bar of bytes, with how many files are done and the seconds left."""
    from tqdm import tqdm

    layout = "{l_bar}{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}] {postfix}"
    total = sum(file.size for file in found)
    with tqdm(total=total, unit="B", unit_scale=True, bar_format=layout, file=sys.stderr, disable=None) as bar:
        reading = _counted(found, bar)
        for result in service.ingest(reading):
            bar.write(report.add(result), file=sys.stderr)


def _counted(found: "Sequence[Found]", bar: Any) -> "Iterator[Found]":
    """Yield the files, and move the bar when the next one is asked for."""
    for done, file in enumerate(found, 1):
        yield file
        bar.set_postfix_str(f"{done}/{len(found)} files", refresh=False)
        bar.update(file.size)


def watch(service: "Service", folder: Path, exclude: Sequence[str]) -> None:
    """Keep the collection in step with ``folder`` until interrupted: at once, and whenever something in it changes."""
    from watchfiles import watch as changes

    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder; --watch keeps one folder in step")
    report = Report()
    _sync(service, folder, exclude, report)
    _say(f"watching {folder} (stop with Ctrl+C)")
    for _ in changes(folder, raise_interrupt=False):
        _sync(service, folder, exclude, report)


def _sync(service: "Service", folder: Path, exclude: Sequence[str], report: Report) -> None:
    for result in service.sync(folder, exclude):
        line = report.add(result)
        if result.outcome != "unchanged":
            _say(line)


def as_json(report: Report) -> list[dict[str, object]]:
    """Return the results as plain dicts."""
    return [asdict(r) for r in report.results]


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
