"""What a worker process can be given instead of a collection: well-behaved, failing, hanging, dying."""

import os
import re
import signal
from dataclasses import dataclass
from typing import Any

from corpus.errors import InputError, ModelError
from eval.worker import Answerer


@dataclass(frozen=True)
class Obedient:
    """Opens an answerer that does what the question says; every answer names the process that gave it.

    ``error`` is what opening fails with, ``death`` makes the process end while it opens.
    """

    error: str | None = None
    death: bool = False

    def __call__(self) -> Answerer:
        if self.death:
            os._exit(3)
        if self.error:
            raise ModelError(self.error)
        return answer


def answer(question: str) -> dict[str, Any]:
    if question == "死循环":
        while True:
            pass
    if question == "卡在 C 里":  # holds the interpreter's lock, so that no thread of the process could stop it
        re.fullmatch("(a+)+b", "a" * 60)
    if question == "崩溃":
        os.kill(os.getpid(), signal.SIGKILL)
    if question == "退出":
        raise SystemExit(7)
    if question == "读不懂":
        raise InputError("the question is empty")
    if question == "出错":
        raise ValueError("坏值\n第二行")
    if question == "打印":
        print("不该出现在标准输出上", flush=True)
    return {"question": question, "pid": os.getpid()}
