"""BM25 by hand: Lucene's variant, k1 = 1.5, b = 0.75."""

from math import log
from pathlib import Path

import numpy as np
import pytest

from index.lexical import LexicalIndex

# three passages of 2, 2 and 4 tokens: the mean length is 8/3
INDEX = LexicalIndex.build([["证书", "轮换"], ["证书", "到期"], ["節點", "驅逐", "節點", "代理"]])


def idf(df: int) -> float:
    return log(1 + (3 - df + 0.5) / (df + 0.5))


def share(tf: int, length: int) -> float:
    return tf / (tf + 1.5 * (1 - 0.75 + 0.75 * length / (8 / 3)))


def test_a_rare_word_counts_by_its_frequency_and_the_length() -> None:
    assert INDEX.scores(["節點"]).tolist() == pytest.approx([0, 0, idf(1) * share(2, 4)])


def test_several_words_add_up() -> None:
    expected = [idf(2) * share(1, 2) + idf(1) * share(1, 2), idf(2) * share(1, 2), 0]
    assert INDEX.scores(["证书", "轮换"]).tolist() == pytest.approx(expected)


@pytest.mark.parametrize("words", [[], ["没有"], ["1.1"], [""]])
def test_unknown_words_score_nothing(words: list[str]) -> None:
    assert INDEX.scores(words).tolist() == [0, 0, 0]


def test_a_version_is_a_word_of_its_own() -> None:
    index = LexicalIndex.build([["1.1"], ["1.10"], ["1.11"]])
    assert [int(np.argmax(index.scores([version]))) for version in ("1.1", "1.10", "1.11")] == [0, 1, 2]
    assert np.count_nonzero(index.scores(["1.1"])) == 1


def test_frequencies() -> None:
    assert [INDEX.document_frequency(w) for w in ("证书", "節點", "没有")] == [2, 1, 0]
    assert INDEX.idf("证书") == pytest.approx(idf(2))
    assert INDEX.idf("没有") == pytest.approx(log(1 + 3.5 / 0.5))


@pytest.mark.parametrize("tokens", [[], [[]], [[], []]])
def test_passages_without_words(tokens: list[list[str]], tmp_path: Path) -> None:
    index = LexicalIndex.build(tokens)
    index.save(tmp_path / "空")
    for same in (index, LexicalIndex.load(tmp_path / "空")):
        assert same.scores(["证书"]).tolist() == [0] * len(tokens)
        assert (len(same), same.vocabulary) == (len(tokens), {})


def test_one_passage_without_words_among_others() -> None:
    index = LexicalIndex.build([[], ["证书"]])
    assert index.scores(["证书"]).tolist() == pytest.approx([0, log(2) / (1 + 1.5 * (0.25 + 0.75 * 2))])


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    INDEX.save(tmp_path / "词索引")
    again = LexicalIndex.load(tmp_path / "词索引")
    assert len(again) == 3
    assert again.vocabulary == INDEX.vocabulary
    for words in (["证书"], ["節點", "代理"], ["没有"]):
        assert again.scores(words).tolist() == INDEX.scores(words).tolist()


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"null", "词".encode() * 99])
def test_a_damaged_file_is_a_value_error(tmp_path: Path, content: bytes) -> None:
    INDEX.save(tmp_path / "好")
    for name in sorted(path.name for path in (tmp_path / "好").iterdir()):
        damaged = tmp_path / name
        INDEX.save(damaged)
        (damaged / name).write_bytes(content)
        if name != "vocab.index.json" or content != b"{}":  # a vocabulary without words is one
            with pytest.raises(ValueError):  # noqa: PT011 - it is numpy's, json's or ours
                LexicalIndex.load(damaged).scores(["证书"])


def test_building_is_quiet(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    LexicalIndex.build([["证书"]])
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")
