"""What the commands of the command line share: how one is added, exit codes, the settings of the common options."""

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qa.service import Service, ServiceSettings

DONE, FAILED, BAD_ARGUMENTS, SOME_FAILED, GATE_MISSED = 0, 1, 2, 3, 4


class AddCommand(Protocol):
    """Adds a command that ``run`` carries out, with the options that all commands take; returns its parser."""

    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], int], summary: str, *, json_output: bool = True
    ) -> argparse.ArgumentParser:
        """Add one."""
        ...


def positive(text: str) -> int:
    """Return the count that an option gives, 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a count; give 1 or more")
    return number


def print_json(value: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def default_store() -> Path:
    """Return $KAOJU_HOME, or the platform's user data folder."""
    if home := os.environ.get("KAOJU_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("kaoju", appauthor=False)


def settings_of(args: argparse.Namespace) -> "ServiceSettings":
    """Return the settings that the common options ask for."""
    from corpus.load import Limits
    from qa.service import ServiceSettings

    max_bytes = int(getattr(args, "max_mb", 50) * 1024 * 1024)
    limits = Limits(max_bytes, allow_private=getattr(args, "allow_private", False))
    reader = not getattr(args, "no_reader", False)
    return ServiceSettings(args.store or default_store(), args.model, args.terms, limits, reader)


def open_service(args: argparse.Namespace) -> "Service":
    """Return the service over the store that the common options name."""
    from qa.service import Service

    return Service(settings_of(args), args.embedder)
