"""The page under load: visitors who ask without a pause, ``python -m page.load --store DIR``; the outcome as JSON.

The page is served by a process of its own, as users run it, and asked through its HTTP API.
"""

import argparse
import json
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from socket import create_server

from corpus.errors import InputError, KaojuError
from eval.metrics.latency import percentile
from qa.command_line import positive

_STARTING = 300.0  # seconds for the model to load
_WAITING = 60.0  # seconds for one answer


@dataclass(frozen=True, slots=True)
class Load:
    """How many visitors ask at once, for how many seconds."""

    visitors: int = 8
    seconds: float = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: answers and errors, and percentiles of the time to an answer in seconds, None without any."""

    visitors: int
    seconds: float
    answers: int
    errors: int
    p50: float | None
    p95: float | None


def measure(address: str, questions: Sequence[str], load: Load) -> Outcome:
    """Have visitors ask ``questions`` in turn, each from another one on; a visitor who is not answered asks the next."""
    if not questions:
        raise InputError("there is nothing to ask; give questions")
    times: list[float] = []
    errors: list[str] = []
    end = time.monotonic() + load.seconds

    def visit(number: int) -> None:
        for question in islice(cycle(questions), number * len(questions) // load.visitors, None):
            started = time.monotonic()
            if started >= end:
                return
            try:
                _ask(address, question)
                times.append(time.monotonic() - started)
            except (OSError, HTTPException, ValueError) as error:
                errors.append(str(error))

    visitors = [threading.Thread(target=visit, args=(number,)) for number in range(load.visitors)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    found = [percentile(times, share) if times else None for share in (0.5, 0.95)]
    return Outcome(load.visitors, load.seconds, len(times), len(errors), *found)


def _ask(address: str, question: str) -> None:
    """Ask as a program does; an error where there is no answer with a status."""
    body = json.dumps({"data": [question, [], "", "auto"]}).encode()
    request = urllib.request.Request(f"{address}gradio_api/run/ask", body, {"content-type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=_WAITING) as response:  # noqa: S310  the address is our own
        answer = json.load(response)["data"][0]
    if not isinstance(answer, dict) or "status" not in answer:
        raise ValueError(f"no answer to {question}")


@contextmanager
def _served(store: Path) -> Iterator[str]:
    """Serve the page for reading over ``store`` from a process of its own, and give its address once it answers."""
    with create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "qa", "serve", "--store", str(store), "--port", str(port), "--read-only"]
    with subprocess.Popen(command, stdout=sys.stderr) as server:  # noqa: S603
        try:
            address = f"http://127.0.0.1:{port}/"
            _wait_for(address, server)
            yield address
        finally:
            server.terminate()


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _STARTING
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}config", timeout=_WAITING):  # noqa: S310
                return
        except OSError:
            time.sleep(0.2)
    raise KaojuError("the page did not start; see what is wrong with: kaoju doctor")


def _questions(gold: Path) -> list[str]:
    from eval.gold import load_gold

    return [example.question for example in load_gold(gold)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve, ask, print the outcome; return an exit code: 1 where the page could not be served or asked."""
    from page.evaluations import gold_named

    parser = argparse.ArgumentParser(prog="python -m page.load", description=__doc__)
    parser.add_argument("--store", type=Path, required=True, metavar="DIR", help="the store to ask")
    parser.add_argument("--gold", type=Path, metavar="GOLD", help="a gold set to take the questions from")
    parser.add_argument("--visitors", type=positive, default=8, metavar="N", help="who ask at once (default: 8)")
    parser.add_argument("--seconds", type=positive, default=60, metavar="S", help="for how long (default: 60)")
    args = parser.parse_args(arguments)
    try:
        questions = _questions(args.gold or gold_named("sample"))
        with _served(args.store) as address:
            outcome = measure(address, questions, Load(args.visitors, args.seconds))
    except KaojuError as error:
        sys.stderr.write(f"kaoju: {error}\n")
        return 1
    sys.stdout.write(json.dumps(asdict(outcome)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
