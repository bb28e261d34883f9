"""Passages and units."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.readers import read_bytes
from corpus.sentences import cut_long, sentences
from corpus.split import SplitSettings, split
from corpus.types import Document, Section, Span

SHORT = SplitSettings(passage_limit=30, unit_minimum=10)


def document(text: str, *cuts: int) -> Document:
    bounds = [0, *cuts, len(text)]
    sections = tuple(Section((str(i),), Span(a, b)) for i, (a, b) in enumerate(pairwise(bounds)))
    return Document("甲", "甲", "甲.txt", "text/plain", "utf-8", text, sections)


def test_passages_end_where_sentences_do() -> None:
    text = "先备份数据库和配置文件。再停止所有的服务。然后升级每一个节点。最后检查日志。"
    passages = [p.passage.span.cut(text) for p in split(document(text), SHORT)]
    assert passages == ["先备份数据库和配置文件。再停止所有的服务。", "然后升级每一个节点。最后检查日志。"]


def test_no_passage_crosses_a_section() -> None:
    text = "甲段很短。乙段也短。"
    assert [p.passage.span.cut(text) for p in split(document(text, 5), SHORT)] == ["甲段很短。", "乙段也短。"]


def test_units_join_short_sentences() -> None:
    text = "先备份。再停止服务。然后升级每个节点。好。"
    (piece,) = split(document(text), SHORT)
    assert [u.span.cut(text) for u in piece.units] == ["先备份。再停止服务。", "然后升级每个节点。好。"]


def test_a_sentence_over_the_limit_is_cut_at_a_clause() -> None:
    text = "如果节点在五分钟之内没有报告自己的状态，控制器就会把它标为不可用，然后驱逐上面的容器。"
    assert [p.passage.span.cut(text) for p in split(document(text), SHORT)] == [
        "如果节点在五分钟之内没有报告自己的状态，",
        "控制器就会把它标为不可用，然后驱逐上面的容器。",
    ]


def test_ids_tell_the_place() -> None:
    pieces = split(document("甲段很短。乙段也短。", 5), SHORT)
    assert [p.passage.id for p in pieces] == ["甲:0", "甲:1"]
    assert [u.id for p in pieces for u in p.units] == ["甲:0:0", "甲:1:0"]
    assert all(u.passage_id == p.passage.id for p in pieces for u in p.units)


def test_the_fingerprint_tells_settings_apart() -> None:
    assert SplitSettings().fingerprint != SHORT.fingerprint
    assert SplitSettings().fingerprint == SplitSettings().fingerprint


def test_an_empty_document_has_no_passages() -> None:
    assert split(document("")) == split(document(" \n ")) == []


PIECES = [
    "节点",
    "启动了。",
    "“好！”",
    "……",
    "1.12.",
    " ",
    "\n",
    "\n\n",
    "- 项\n",
    "It ends. ",
    "，",
    "\u2028",
    "\r\n",
    "调度器先过滤再打分" * 12,
]
texts = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
settings = st.sampled_from([SplitSettings(), SHORT, SplitSettings(passage_limit=80, unit_minimum=60)])


def solid(text: str) -> str:
    return "".join(text.split())


@given(texts, settings, st.data())
def test_every_character_is_in_one_passage(text: str, chosen: SplitSettings, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
    doc = document(text, *cuts)
    pieces = split(doc, chosen)
    assert "".join(solid(p.passage.span.cut(text)) for p in pieces) == solid(text)
    for piece in pieces:
        span = piece.passage.span
        assert len(span) <= chosen.passage_limit
        assert piece.passage.section.span.contains(span)
        assert span.cut(text) == span.cut(text).strip()


@given(texts, settings)
def test_passages_and_units_begin_and_end_with_sentences(text: str, chosen: SplitSettings) -> None:
    whole = [p for s in sentences(text) for p in cut_long(text, s, chosen.passage_limit)]
    starts, ends = {p.start for p in whole}, {p.end for p in whole}
    for piece in split(document(text), chosen):
        assert piece.passage.span.start in starts
        assert piece.passage.span.end in ends
        assert all(u.span.end in ends for u in piece.units)


@given(texts, settings)
def test_units_tile_their_passage(text: str, chosen: SplitSettings) -> None:
    for piece in split(document(text), chosen):
        units = [u.span for u in piece.units]
        span = piece.passage.span
        assert (units[0].start, units[-1].end) == (span.start, span.end)
        assert all(a.end == b.start for a, b in pairwise(units))
        assert all(len(u) >= min(chosen.unit_minimum, len(span)) for u in units)


@given(texts)
def test_what_is_read_is_split_without_loss(text: str) -> None:
    if solid(text):
        doc = read_bytes(text.encode(), "甲.txt")
        spans = [p.passage.span for p in split(doc)] + [s.heading for s in doc.sections if s.heading]
        assert sum(len(solid(s.cut(doc.text))) for s in spans) <= len(solid(text))


@pytest.mark.parametrize("unit", ["a", "的", "。", "- 项\n", "\n", " ", "先备份。", "，", "`", "1.1 "])
def test_long_texts_take_no_time(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert "".join(solid(p.passage.span.cut(text)) for p in split(document(text))) == solid(text)
