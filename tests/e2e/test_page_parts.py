"""What the page is made of, without a browser: questions put anew, comparisons, sources, languages."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.terms import default_terms
from corpus.types import Document, Section, Span
from qa.service import Service
from qa.types import Answer, Citation, Coverage, Statement, Understood
from ui.comparison import compared
from ui.conversation import Conversation, Narrowed, ask
from ui.corrections import reworded
from ui.evidence import evidence_html
from ui.examples import examples
from ui.markup import escape
from ui.source import source_html
from ui.words import KINDS, WORDS, language_of


@pytest.mark.parametrize(
    ("question", "was", "now", "expected"),
    [
        ("Kubernetes 1.12 是什么时候发布的？", "1.12", "1.13", "Kubernetes 1.13 是什么时候发布的？"),
        ("Kubernetes 1.12 是什么时候发布的？", "1.12", "", "Kubernetes 是什么时候发布的？"),
        ("在 1.12 版里有什么变化？", "1.12", "", "有什么变化？"),
        ("1.12 和 1.10 有什么区别？", "1.10", "1.11", "1.12 和 1.11 有什么区别？"),
        ("kubelet 在 １.１２ 版移除了什么？", "1.12", "1.13", "kubelet 在 1.13 版移除了什么？"),
        ("kubelet 的預設連接埠是多少？", "kubelet", "kube-proxy", "kube-proxy 的預設連接埠是多少？"),
        ("What changed in 1.12?", "1.12", "", "What changed?"),
        ("没有提到的版本", "1.12", "1.13", "没有提到的版本"),
    ],
)
def test_a_question_is_put_anew_with_one_thing_changed(question: str, was: str, now: str, expected: str) -> None:
    assert reworded(question, was, now, default_terms()) == expected


def _answer(kind: str, components: tuple[str, ...], *said: str) -> Answer:
    understood = Understood("问", kind, (), components, (), "zh")
    citations = tuple(Citation(n, "d", "题", "题.md", (), None, 0, len(s), s) for n, s in enumerate(said, 1))
    statements = tuple(Statement(s, (n,)) for n, s in enumerate(said, 1))
    coverage = Coverage(1, 1, True)
    return Answer(
        "问", "answered", "extractive", "hans", None, statements, (), citations, 0.9, coverage, (), (), understood
    )


def test_a_comparison_stands_side_by_side() -> None:
    said = ("kubeadm 用来引导集群。", "kops 管理整个生命周期。", "kubeadm 和 kops 都是官方项目。")
    comparison = compared(_answer("compare", ("kubeadm", "kops"), *said), default_terms())
    assert comparison is not None
    assert [(c.subject, [s.text for s in c.statements]) for c in comparison.columns] == [
        ("kubeadm", [said[0]]),
        ("kops", [said[1]]),
    ]
    assert [s.text for s in comparison.shared] == [said[2]]


def test_a_sentence_that_sets_two_things_against_each_other_is_shared_out() -> None:
    said = "kubeadm 只引导集群，机器由用户准备；kops 从云资源到集群一并管理。"
    comparison = compared(_answer("compare", ("kubeadm", "kops"), said), default_terms())
    assert comparison is not None
    assert [(c.subject, c.statements) for c in comparison.columns] == [
        ("kubeadm", (Statement("kubeadm 只引导集群，机器由用户准备；", (1,)),)),
        ("kops", (Statement("kops 从云资源到集群一并管理。", (1,)),)),
    ]
    assert comparison.shared == ()


def test_what_is_no_comparison_or_speaks_of_one_thing_alone_is_not() -> None:
    said = ("kubeadm 用来引导集群。", "kops 管理整个生命周期。")
    assert compared(_answer("definition", ("kubeadm", "kops"), *said), default_terms()) is None
    assert compared(_answer("compare", ("kubeadm", "kops"), said[0]), default_terms()) is None


class _Text(HTMLParser):
    """Collects the text of an element's children, and what is marked."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.marked, self.text, self.mark = 0, 0, "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag == "div" and (self.inside > 0 or ("class", "text") in attrs)
        self.marked += tag == "mark"

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "div" and self.inside > 0
        self.marked -= tag == "mark"

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""
        self.mark += data if self.marked else ""


def _read(html: str) -> _Text:
    parser = _Text()
    parser.feed(html)
    return parser


_LINES = st.lists(st.text(alphabet="甲乙<&>\"'1. #\n", min_size=1, max_size=12), min_size=1, max_size=6)


@settings(deadline=None)  # the first call loads converters
@given(_LINES, st.data())
def test_the_source_is_the_text_with_the_quotation_marked(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    sections, at = [], 0
    for n, line in enumerate(lines):
        heading = Span(at, at + len(line))
        end = min(len(text), heading.end + 1)
        sections.append(Section((f"节{n}",), Span(heading.end, end), heading))
        at = end
    document = Document("d", "题", "题.md", "text/markdown", "utf-8", text, tuple(sections))
    start = data.draw(st.integers(0, len(text) - 1))
    quote = Span(start, data.draw(st.integers(start + 1, len(text))))
    read = _read(source_html(document, quote, "hans"))
    assert read.text == text
    assert read.mark == quote.cut(text)


def test_a_long_source_is_shown_in_part_around_the_quotation() -> None:
    text = "甲" * 300_000 + "引文" + "乙" * 300_000
    document = Document("d", "题", "题.md", "text/plain", "utf-8", text, (Section((), Span(0, len(text))),))
    html = source_html(document, Span(300_000, 300_002), "hans")
    assert _read(html).mark == "引文"
    assert len(_read(html).text) == 200_000
    assert "共 600002 字" in html


def test_a_quotation_that_lies_outside_of_the_source_marks_nothing() -> None:
    document = Document("d", "题", "题.md", "text/plain", "utf-8", "甲乙", (Section((), Span(0, 2)),))
    assert _read(source_html(document, Span(1, 9), "hans")).mark == ""


@settings(deadline=None)
@given(st.text())
def test_nothing_escaped_is_markup(text: str) -> None:
    assert not set(escape(text)) & set("<>\"'")


def test_examples_are_questions_that_the_collection_answers(service: Service) -> None:
    for language in ("hans", "hant", "en"):
        offered = examples(service, language)
        assert 1 <= len(offered) <= 4
        assert len(set(offered)) == len(offered)
        assert {service.ask(question).status for question in offered} == {"answered"}


def test_a_question_narrowed_to_a_component_is_about_it(service: Service) -> None:
    asked = ask(service, "有哪些模式？", Narrowed(component="kube-proxy"), Conversation(), "hans")
    answer = asked.conversation.answers[-1]
    assert answer.question == "有哪些模式？"
    assert answer.understood is not None
    assert "kube-proxy" in answer.understood.components


def test_a_conversation_keeps_the_last_answers_alone() -> None:
    talk = Conversation()
    answer = _answer("date", (), "甲。")
    for n in range(30):
        talk = talk.then(replace(answer, question=f"问 {n}"))
    assert [a.question for a in talk.answers] == [f"问 {n}" for n in range(10, 30)]
    assert len(talk.turns) == 8


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "hans"),
        ("zh-TW", "hant"),
        ("zh-Hant-HK,en", "hant"),
        ("en-US,en;q=0.9,zh-CN;q=0.8", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.5", "en"),
        ("", "hans"),
    ],
)
def test_the_language_is_the_first_that_the_page_has(header: str, language: str) -> None:
    assert language_of(header) == language


def test_all_words_are_there_in_three_languages() -> None:
    for row in (*WORDS.values(), *KINDS.values()):
        assert len(row) == 3
        assert all(words.strip() for words in row)
        holes = [sorted(part.split("}")[0] for part in words.split("{")[1:]) for words in row]
        assert holes[0] == holes[1] == holes[2]


@pytest.mark.parametrize(
    ("source", "link"),
    [
        ('https://example.org/甲?a=1&b="', 'href="https://example.org/甲?a=1&amp;b=&quot;"'),
        ("javascript:alert(1)", None),
        ("/docs/https://example.org/甲.md", None),
    ],
)
def test_only_web_addresses_are_links(source: str, link: str | None) -> None:
    citation = Citation(1, "d", "题", source, (), None, 0, 1, "甲")
    html = evidence_html([citation], {}, "hans", "hans")
    assert (link in html) if link else ("href" not in html)


def test_the_words_that_answer_are_set_off_in_the_quotation() -> None:
    quote = "CoreDNS <1.13> 起为默认"
    citation = Citation(1, "d", "题", "题.md", (), None, 40, 40 + len(quote), quote, mark=(49, 53))
    html = evidence_html([citation], {}, "hans", "hans")
    assert "<mark>CoreDNS &lt;<b>1.13</b>&gt; 起为默认</mark>" in html
