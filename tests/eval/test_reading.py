import json
from pathlib import Path
from typing import Any

import pytest

from corpus.terms import default_terms
from corpus.types import Span
from eval.reading import Asked, ReadingFigures, best_span, found_among, given, load, separation
from index.collection import Collection
from qa.context import Context
from qa.reader.windows import window, windows_over
from tests.fakes import HashEmbedder
from tests.qa.reader.planted import NOWHERE, PlantedReader

SHARED = Path(__file__).parents[3] / "shared" / "bench"
BRIDGE = "這座橋於 1998 年完工，全長 2,160 公尺。"
CAPITAL = "法國的首都是巴黎，人口約六千八百萬。"
DNS = "CoreDNS 從 1.13 起成為預設的 DNS。"
ASKED = [
    Asked("這座橋何時完工？", ("1998 年", "1998"), BRIDGE),
    Asked("法國的首都是哪裡？", ("巴黎",), CAPITAL),
    Asked("CoreDNS 從哪一版起成為預設？", ("1.13 版", "1.13"), DNS),
]
READER = PlantedReader({"1998 年": 5.0, "法国的首都": 2.0, "1.13": 3.0})


def _squad(paragraphs: list[tuple[str, list[tuple[str, str]]]]) -> dict[str, Any]:
    rows = [
        {
            "context": text,
            "qas": [{"question": q, "answers": [{"text": a, "answer_start": text.index(a)}]} for q, a in asked],
        }
        for text, asked in paragraphs
    ]
    return {"data": [{"paragraphs": rows[:1]}, {"paragraphs": rows[1:]}]}


def _write(folder: Path, paragraphs: list[tuple[str, list[tuple[str, str]]]]) -> Path:
    path = folder / "集.json"
    path.write_text(json.dumps(_squad(paragraphs), ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def paragraphs(tmp_path: Path) -> Path:
    """Ten paragraphs with two questions each."""
    return _write(
        tmp_path,
        [(f"第{i}段说的是甲{i}和乙{i}。", [(f"甲{i}？", f"甲{i}"), (f"乙{i}？", f"乙{i}")]) for i in range(10)],
    )


def test_questions_are_drawn_with_their_paragraphs(paragraphs: Path) -> None:
    asked = load(paragraphs, 100)
    assert len(asked) == 20
    assert Asked("甲3？", ("甲3",), "第3段说的是甲3和乙3。") in asked
    assert load(paragraphs, 5) == asked[:5]
    assert load(paragraphs, 100, seed=1) != asked
    assert sorted(a.question for a in load(paragraphs, 100, seed=1)) == sorted(a.question for a in asked)


def test_what_training_sees_is_left_out(paragraphs: Path) -> None:
    """15% of ten paragraphs are held back: the last one or two."""
    held = {a.paragraph for a in load(paragraphs, 100, held_back=True)}
    assert held == {"第8段说的是甲8和乙8。", "第9段说的是甲9和乙9。"}


def test_the_best_span_is_that_of_the_greatest_margin() -> None:
    windows = [window(text, Span(0, len(text))) for text in (CAPITAL, BRIDGE, DNS)]
    best = best_span(READER, "問", windows)
    assert best
    assert (best.window, best.span.cut(BRIDGE), best.margin) == (windows[1], "1998 年", 5.0)
    assert best_span(READER, "問", []) is None


def test_figures_by_hand() -> None:
    """One answer is right, one shares nothing with the gold, and one is right in another form."""
    assert given(READER, ASKED) == ReadingFigures(3, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert given(PlantedReader({"2,160 公尺": 1.0}), ASKED[:1]) == ReadingFigures(1, 0, 0)
    partly = given(PlantedReader({"从 1.13 起": 1.0}), ASKED[2:])
    assert (partly.exact, 0 < partly.f1 < 1) == (0, True)


def test_an_empty_paragraph_is_answered_by_nothing() -> None:
    assert given(READER, [Asked("問", ("1998",), "")]) == ReadingFigures(1, 0, 0)


@pytest.fixture
def opened(tmp_path: Path) -> tuple[Path, Context, Collection]:
    path = _write(tmp_path, [(a.paragraph, [(a.question, a.answers[-1])]) for a in ASKED])
    collection = Collection(tmp_path / "store", HashEmbedder())
    return path, Context(collection.snapshot(), collection.embedder, default_terms(), READER), collection


def test_answers_are_found_among_all_paragraphs(opened: tuple[Path, Context, Collection]) -> None:
    path, context, collection = opened
    found = found_among(ASKED, path, context, collection)
    assert (found.first, found.reachable) == (1, 1)
    assert found.reading == given(READER, ASKED)


def test_a_certain_reader_puts_another_paragraph_first(opened: tuple[Path, Context, Collection]) -> None:
    path, context, collection = opened
    certain = Context(context.snapshot, context.embedder, context.terms, PlantedReader({"1998 年": 1000.0}))
    found = found_among(ASKED, path, certain, collection)
    # the bridge is put before one of the two others; a margin counts up to 10 only, so the clearest stays first
    assert (found.first, found.reachable) == (pytest.approx(2 / 3), 1)


def test_a_paragraph_that_is_not_there_is_not_reachable(opened: tuple[Path, Context, Collection]) -> None:
    path, context, collection = opened
    elsewhere = Asked("橋何時完工？", ("1998 年",), "別處的段落。")
    found = found_among([elsewhere], path, context, collection)
    assert (found.first, found.reachable) == (0, 0)


def test_without_a_reader_there_is_nothing_to_measure(opened: tuple[Path, Context, Collection]) -> None:
    path, context, collection = opened
    plain = Context(context.snapshot, context.embedder, context.terms)
    with pytest.raises(ValueError, match="reader"):
        found_among(ASKED, path, plain, collection)


def test_the_margin_separates_right_paragraphs_from_wrong_ones() -> None:
    assert separation(PlantedReader({"1998 年": 5.0, "巴黎": 5.0, "1.13": 5.0}), ASKED) == 0.5  # as sure of any text
    assert separation(PlantedReader({}), ASKED) == 0.5
    assert separation(_Knowing(), ASKED) == 1


class _Knowing(PlantedReader):
    """Finds something only in the paragraph that the question was written for."""

    def __init__(self) -> None:
        super().__init__({})

    def read(self, question: str, windows: Any, most: int = 3) -> Any:
        own = next(a.paragraph for a in ASKED if a.question == question)
        right = windows_over(own)[0].text == windows[0].text
        return PlantedReader({windows[0].text: 1.0 if right else NOWHERE}).read(question, windows, most)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the data beside the checkout is absent")
def test_the_questions_measured_are_those_that_training_leaves_out() -> None:
    from corpus.normalize import fold_text
    from qa.reader.training.sources import held_back, training_sets

    measured = {fold_text(a.paragraph) for a in load(SHARED / "cmrc_dev.json", 10_000, held_back=True)}
    assert measured == {s.text for s in held_back(SHARED)}
    assert not measured & {s.text for s in training_sets(SHARED)}
