"""What a command costs as a whole process: seconds and peak memory."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall-clock seconds, and the peak of resident memory in megabytes."""

    seconds: float
    peak_mb: float


def cost_of(arguments: Sequence[str]) -> Cost:
    """Run ``kaoju`` with ``arguments`` in a process of its own; RuntimeError if it fails."""
    started = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "qa", *arguments], stdout=subprocess.DEVNULL) as process:  # noqa: S603
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"kaoju {' '.join(arguments)} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there, in kilobytes elsewhere
    return Cost(time.perf_counter() - started, usage.ru_maxrss * unit / 1e6)
