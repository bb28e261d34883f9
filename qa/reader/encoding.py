"""A question and a window become token ids, with offsets back into the window.

The pair is `<s> query: QUESTION </s></s> passage: WINDOW </s>`, both folded (corpus.normalize), since the model was
trained on folded text only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from index.e5_folder import PROMPTS
from index.vocabulary import new_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_TOKENS = 224
_QUESTION_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Encoded:
    """One pair as the model reads it.

    `starts` and `ends` (int32, one a token) are code points of the folded window; tokens that are not its text,
    such as the question's, have start -1.
    """

    ids: NDArray[np.int64]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ids)


@cache
def _tokenizer() -> "Tokenizer":
    tokenizer = new_tokenizer()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="only_second")
    return tokenizer


def encode(pairs: Sequence[tuple[str, str]], heads: Sequence[int] | None = None) -> list[Encoded]:
    """Encode pairs of folded question and window; of a window's first `heads[i]` characters no token can be an answer.

    What goes beyond 224 tokens is cut from the window's end.
    """
    shift = len(PROMPTS["passage"])
    batch = _tokenizer().encode_batch(
        [
            (PROMPTS["query"] + question[:_QUESTION_CHARACTERS], PROMPTS["passage"] + window)
            for question, window in pairs
        ]
    )
    return [
        _encoded(e.ids, e.offsets, e.sequence_ids, shift, head)
        for e, head in zip(batch, heads or [0] * len(batch), strict=True)
    ]


def _encoded(
    ids: Sequence[int],
    offsets: Sequence[tuple[int, int]],
    sequences: Sequence[int | None],
    shift: int,
    head: int,
) -> Encoded:
    starts = np.array([a - shift for a, _ in offsets], np.int32)
    ends = np.array([b - shift for _, b in offsets], np.int32)
    starts = np.maximum(starts, head)  # the first word's token takes in the blank before it, which is not the body's
    body = np.array([s == 1 for s in sequences]) & (ends > starts)
    return Encoded(np.array(ids, np.int64), np.where(body, starts, -1).astype(np.int32), ends)
