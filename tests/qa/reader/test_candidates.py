from collections.abc import Iterator

import pytest

from corpus.readers import read_bytes
from corpus.types import Document, Passage, Span, Unit
from index.types import Hit
from qa.reader.candidates import WINDOWS, read_sentences
from qa.reading import Sentence, section_sentences
from tests.qa.reader.planted import PlantedReader


def _sentences(source: str, text: str) -> list[Sentence]:
    """The sentences of a document, one passage a section."""
    document = read_bytes(text.encode(), source)
    return list(_of(document))


def _of(document: Document) -> Iterator[Sentence]:
    for number, section in enumerate(document.sections):
        passage = Passage(f"{document.id}-{number}", document.id, section.span, section)
        hit = Hit(passage, Unit("u", passage.id, section.span), 0.5, 0.5)
        for span in section_sentences(document.text, section.span):
            if section.heading is None or not section.heading.overlaps(span):
                yield Sentence(document, passage, span, hit, 0, 0.5, span.cut(document.text), "", "")


NOTES = "# 發行說明\n\nCoreDNS 從 1.13 起成為預設。kube-dns 在 1.21 移除。\n"


def test_what_is_found_belongs_to_the_sentence_that_it_stands_in() -> None:
    one, two = _sentences("说明.md", NOTES)
    reading = read_sentences(PlantedReader({"1.13": -2.0, "1.21": 4.0}), "哪個版本移除？", [one, two])
    first, second = reading.of(one), reading.of(two)
    assert first
    assert second
    assert (first.span.cut(NOTES), first.margin) == ("1.13", -2.0)
    assert (second.span.cut(NOTES), second.margin) == ("1.21", 4.0)


def test_the_question_is_read_once_over_all_windows() -> None:
    reader = PlantedReader({"1.21": 1.0})
    read_sentences(reader, "哪個版本移除？", _sentences("说明.md", NOTES))
    assert reader.asked == ["哪個版本移除？"]
    assert [w.text for w in reader.windows] == ["发行说明\ncoredns 从 1.13 起成为预设。kube-dns 在 1.21 移除。"]


def test_a_sentence_that_was_read_already_makes_no_window() -> None:
    long = "。".join(f"第{i}条" + "说明" * 22 for i in range(6)) + "。"  # two fit a window, and no third
    places = _sentences("长.txt", long)
    reader = PlantedReader({})
    read_sentences(reader, "问", [*places, *places])
    covered = [sum(w.span.contains(s.span) for w in reader.windows) for s in places]
    assert all(covered)
    assert len(reader.windows) < len(places)


@pytest.mark.parametrize(("most", "read"), [(1, 1), (3, 3), (WINDOWS, WINDOWS)])
def test_the_first_sentences_are_read_and_no_more_windows_than_allowed(most: int, read: int) -> None:
    sections = "\n".join(f"# 第 {i} 节\n\n版本 2.{i} 发布。\n" for i in range(15))
    places = _sentences("多.md", sections)[::-1]  # the last section is the best
    reader = PlantedReader({"2.": 1.0})
    reading = read_sentences(reader, "哪个版本？", places, most=most)
    assert [w.span for w in reader.windows] == [s.span for s in places[:read]]
    assert [reading.of(s) is not None for s in places] == [True] * read + [False] * (len(places) - read)


def test_the_same_place_of_two_documents_is_read_twice() -> None:
    places = [*_sentences("甲.txt", "1.13 发布。"), *_sentences("乙.txt", "1.14 发布。")]
    reading = read_sentences(PlantedReader({"1.13": 3.0, "1.14": 5.0}), "哪个版本？", places)
    assert [f.margin for s in places if (f := reading.of(s))] == [3.0, 5.0]


def test_words_of_the_form_asked_for_go_first() -> None:
    text = "CoreDNS 从 1.13 起成为默认。"
    (place,) = _sentences("说明.txt", text)
    reader = PlantedReader({"coredns": 6.0, "1.13": 2.0})
    plain = read_sentences(reader, "哪个版本？", [place]).of(place)
    fitting = read_sentences(reader, "哪个版本？", [place], lambda words: words[0].isdigit()).of(place)
    assert [plain and plain.span.cut(text), fitting and fitting.span.cut(text)] == ["CoreDNS", "1.13"]


def test_a_span_across_two_sentences_answers_neither() -> None:
    one, two = _sentences("说明.md", NOTES)
    reading = read_sentences(PlantedReader({"预设。kube-dns": 9.0}), "什么？", [one, two])
    assert (reading.of(one), reading.of(two)) == (None, None)


def test_what_was_not_read_has_nothing() -> None:
    (place,) = _sentences("甲.txt", "1.13 发布。")
    assert read_sentences(PlantedReader({}), "问", []).of(place) is None
    other = _sentences("乙.txt", "1.14 发布。")
    assert read_sentences(PlantedReader({}), "问", other).of(place) is None


def test_windows_stay_within_their_section() -> None:
    text = "# 甲\n\n甲在 1.8 发布。\n\n# 乙\n\n乙在 1.9 发布。\n"
    reader = PlantedReader({})
    places = _sentences("两节.md", text)
    read_sentences(reader, "乙在哪个版本发布？", places[1:])
    assert [w.span.cut(text) for w in reader.windows] == ["乙在 1.9 发布。"]
    assert all(isinstance(w.span, Span) and not w.span.overlaps(places[0].span) for w in reader.windows)


def test_a_row_is_read_under_the_names_of_its_columns() -> None:
    rows = "".join(f"| 组件{n} | {7000 + n} | {'长' * 60} |\n" for n in range(9))
    sentences = _sentences("端口.md", f"# 端口\n\n| 组件 | 埠 | 用途 |\n|---|---|---|\n{rows}")
    reader = PlantedReader({"7008": 3.0})
    read_sentences(reader, "组件8 的端口？", [next(s for s in sentences if "7008" in s.words)])
    assert reader.windows[0].heading == "端口 | 组件 | 埠 | 用途 |"
    assert "7008" in reader.windows[0].text
