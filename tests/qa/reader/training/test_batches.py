import random
import re
from itertools import pairwise

import pytest

from corpus.types import Span
from qa.reader.training.batches import BATCH, Target, batches, targets
from qa.reader.training.sources import field_sources
from qa.reader.training.windows import Window, around, window

pytestmark = pytest.mark.model


def _item(text: str, answer: str | None, heading: str = "") -> Window:
    place = Span(text.index(answer), text.index(answer) + len(answer)) if answer else None
    return window("哪个版本?", heading, text, Span(0, len(text)), place)


def _decoded(item: Window, target: Target) -> str:
    return item.text[target.encoded.starts[target.start] : target.encoded.ends[target.end]].strip()


@pytest.mark.parametrize("answer", ["kube-dns", "1.21", "移除", "团队维护", "kube-dns 在 1.21 移除。团队维护它。"])
@pytest.mark.parametrize("heading", ["", "发布说明 1.13"])
def test_a_target_decodes_to_the_answer(answer: str, heading: str) -> None:
    item = _item("kube-dns 在 1.21 移除。团队维护它。", answer, heading)
    (target,) = targets([item])
    assert _decoded(item, target) == answer


def test_not_here_is_position_nought() -> None:
    (target,) = targets([_item("kube-dns 在 1.21 移除。", None)])
    assert (target.start, target.end) == (0, 0)


def test_a_window_whose_answer_was_cut_off_is_left_out() -> None:
    text = "前文说的是别的事情。" * 60 + "1.21 移除。"
    found = list(targets([_item(text, "1.21"), _item(text, "前文"), _item("1.21 移除。", "1.21")]))
    assert len(found) == 2


def test_every_answer_of_the_fields_questions_can_be_pointed_at() -> None:
    rng = random.Random(3)
    items = [
        window(a.question, s.title, s.text, around(s.text, a.span, 120, rng), a.span)
        for s in field_sources()
        for a in s.asked
        if a.span
    ]
    found = list(targets(items))
    assert len(found) >= 0.99 * len(items) > 900
    by_ids = {(t.encoded.ids.tobytes(), t.start, t.end): t for t in found}
    assert len(by_ids) > 900
    kept = [item for item in items if list(targets([item]))]
    assert len(kept) == len(found)
    for item, target in zip(kept, found, strict=True):
        assert item.answer is not None
        words, decoded = item.answer.cut(item.text), _decoded(item, target)
        assert words.strip() in decoded
        assert len(decoded) <= len(words) + 12  # whole tokens: at most the rest of a word at either end


def test_a_round_is_whole_batches_in_an_order_of_the_seed() -> None:
    items = [_item(f"第 {i} 版在 1.{i} 移除。" + "其余不变。" * (i % 7), f"1.{i}") for i in range(50)]
    one, two, other = batches(items, 1), batches(items, 1), batches(items, 2)
    assert [len(b) for b in one] == [BATCH] * (50 // BATCH)
    assert _ids(one) == _ids(two)
    assert _ids(one) != _ids(other)
    lengths = sorted((min(len(t.encoded) for t in b), max(len(t.encoded) for t in b)) for b in one)
    assert all(a[1] <= b[0] for a, b in pairwise(lengths))  # a batch holds what is alike in length


def _ids(made: list[list[Target]]) -> list[bytes]:
    return [t.encoded.ids.tobytes() for b in made for t in b]


def test_numbers_are_not_read_into_names() -> None:
    """The pieces of a token never lose a digit: 1.21 is not decoded as 1.2."""
    item = _item("v1.21.3 移除。", "v1.21.3")
    (target,) = targets([item])
    assert re.fullmatch(r"v1\.21\.3", _decoded(item, target))
