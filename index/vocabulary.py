"""The embedded model's vocabulary in memory: 250,000 pieces, 290 MB and two seconds to read, so once for all who read.

Tokenizers that are built over it share it; how they cut and pad is their own.
"""

import threading
from typing import TYPE_CHECKING

from index.embedded_model import embedded_model_path

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_lock = threading.Lock()
_whole: "Tokenizer | None" = None


def share(tokenizer: "Tokenizer") -> None:
    """Let later tokenizers be built over the vocabulary of ``tokenizer``, which is the embedded model's."""
    global _whole  # noqa: PLW0603  there is one vocabulary in a process
    with _lock:
        _whole = _whole or tokenizer


def new_tokenizer() -> "Tokenizer":
    """Return a tokenizer of the embedded model with settings of its own."""
    from tokenizers import Tokenizer

    global _whole  # noqa: PLW0603
    with _lock:
        if _whole is None:
            _whole = Tokenizer.from_file(str(embedded_model_path() / "tokenizer.json"))
        tokenizer = Tokenizer(_whole.model)
        tokenizer.normalizer = _whole.normalizer
        tokenizer.pre_tokenizer = _whole.pre_tokenizer
        tokenizer.post_processor = _whole.post_processor
        return tokenizer
