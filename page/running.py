"""Work that a visitor can stop."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Running:
    """Runs one piece of work a visitor; what has been stopped is let go, and its result thrown away."""

    def __init__(self, threads: int = 16) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="kaoju-answer")
        self._ended: dict[str, threading.Event] = {}

    def run(self, visitor: str, work: Callable[[], T]) -> T | None:
        """Return the result of ``work``, or None once ``stop`` is called for the visitor; what it raises is raised."""
        ended = threading.Event()
        self._ended[visitor] = ended
        future = self._pool.submit(work)
        future.add_done_callback(lambda _: ended.set())
        ended.wait()
        if self._ended.get(visitor) is ended:
            del self._ended[visitor]
        if future.done():
            return future.result()
        future.cancel()
        return None

    def stop(self, visitor: str) -> None:
        """End the waiting for the visitor's work."""
        if ended := self._ended.get(visitor):
            ended.set()
