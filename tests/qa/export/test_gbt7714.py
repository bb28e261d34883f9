"""References held against GB/T 7714-2015, written out by hand from the forms in its chapters 4, 8 and 10."""

from collections.abc import Callable
from typing import Any

import pytest

from qa.export import gbt7714
from qa.export.csl import csl_references
from qa.export.names import authors_in
from qa.export.types import Entry, Name

MakeEntry = Callable[..., Entry]
PAGE = {"kind": "webpage", "url": "https://example.org/a", "date": "2018-09-27", "language": "zh-Hans"}
BOOK = {"kind": "book", "place": "北京", "publisher": "电子工业出版社", "date": "2020", "language": "zh-Hans"}

REFERENCES: list[tuple[str, str, tuple[str, ...], dict[str, Any], str]] = [
    ("page, one author", "发布说明", ("张三",), PAGE,
     "张三. 发布说明[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a."),
    ("page, a body", "第 29 次统计报告", (), {**PAGE, "organisation": "中国互联网络信息中心"},
     "中国互联网络信息中心. 第 29 次统计报告[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a."),
    ("page, no author", "发布说明", (), PAGE, "发布说明[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a."),
    ("page, no date", "发布说明", ("张三",), {**PAGE, "date": ""},
     "张三. 发布说明[EB/OL]. [2024-05-31]. https://example.org/a."),
    ("page, neither", "發布說明", (), {**PAGE, "date": "", "language": "zh-Hant"},
     "發布說明[EB/OL]. [2024-05-31]. https://example.org/a."),
    ("page, English", "Release notes", ("Jane Doe",), {**PAGE, "language": "en"},
     "DOE J. Release notes[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a."),
    ("page, month only", "發布說明", ("張三",), {**PAGE, "date": "2018-09", "language": "zh-Hant"},
     "張三. 發布說明[EB/OL]. (2018-09)[2024-05-31]. https://example.org/a."),
    ("report online", "白皮书", ("张三",), {**PAGE, "kind": "report"},
     "张三. 白皮书[R/OL]. (2018-09-27)[2024-05-31]. https://example.org/a."),
    ("report printed", "集群升级报告", ("张三", "李四", "王五", "赵六"), {**BOOK, "kind": "report", "publisher": "某研究院"},
     "张三, 李四, 王五, 等. 集群升级报告[R]. 北京: 某研究院, 2020."),
    ("report, English", "Factors regulating the immune response", ("World Health Organization",),
     {"kind": "report", "place": "Geneva", "publisher": "WHO", "date": "1970", "language": "en"},
     "World Health Organization. Factors regulating the immune response[R]. Geneva: WHO, 1970."),
    ("book, one author", "容器运行时", ("张三",), BOOK, "张三. 容器运行时[M]. 北京: 电子工业出版社, 2020."),
    ("book, three authors", "容器运行时", ("张三、李四、王五",), {**BOOK, "edition": "2"},
     "张三, 李四, 王五. 容器运行时[M]. 2版. 北京: 电子工业出版社, 2020."),
    ("book, four, English", "Scheduling", ("J. P. Smith, Jane Doe, Ann Lee and Bo Wu",),
     {"kind": "book", "place": "New York", "publisher": "Wiley", "date": "2019", "edition": "3rd ed.", "language": "en"},
     "SMITH J P, DOE J, LEE A, et al. Scheduling[M]. 3rd ed. New York: Wiley, 2019."),
    ("book, first edition", "容器运行时", ("张三",), {**BOOK, "edition": "第1版"},
     "张三. 容器运行时[M]. 北京: 电子工业出版社, 2020."),
    ("book, no place", "容器运行时", ("张三",), {**BOOK, "place": ""},
     "张三. 容器运行时[M]. [出版地不详]: 电子工业出版社, 2020."),
    ("book, no publisher", "Containers", ("Jane Doe",), {"kind": "book", "place": "Bath", "date": "2013", "language": "en"},
     "DOE J. Containers[M]. Bath: [s.n.], 2013."),
    ("book, no date", "容器运行时", ("张三",), {**BOOK, "date": ""}, "张三. 容器运行时[M]. 北京: 电子工业出版社, [2024]."),
    ("article", "调度研究", ("张三", "李四"),
     {"kind": "article-journal", "container": "软件学报", "volume": "31", "issue": "3", "pages": "1-10", "date": "2020-03",
      "language": "zh-Hans"}, "张三, 李四. 调度研究[J]. 软件学报, 2020, 31(3): 1-10."),
    ("article online", "On scheduling", ("Smith, John",),
     {"kind": "article-journal", "container": "Computing", "volume": "8", "pages": "5-9", "date": "2011", "language": "en",
      "url": "https://example.org/j", "doi": "10.1000/182"},
     "SMITH J. On scheduling[J/OL]. Computing, 2011, 8: 5-9[2024-05-31]. https://example.org/j. DOI:10.1000/182."),
    ("newspaper", "数字革命与竞争", ("丁文详",),
     {"kind": "article-newspaper", "container": "中国青年报", "date": "2000-11-20", "pages": "15", "language": "zh-Hans"},
     "丁文详. 数字革命与竞争[N]. 中国青年报, 2000-11-20(15)."),
    ("in a collection", "1998年长江洪水的成因与减灾对策", ("程根伟",),
     {"kind": "chapter", "container": "长江流域洪涝灾害与科技对策", "place": "北京", "publisher": "科学出版社",
      "date": "1999", "pages": "32-36", "language": "zh-Hans"},
     "程根伟. 1998年长江洪水的成因与减灾对策[M]//长江流域洪涝灾害与科技对策. 北京: 科学出版社, 1999: 32-36."),
    ("file of no kind", "会议记录 1.10", (), {"date": "2021-01-02", "language": "zh-Hans"}, "会议记录 1.10[Z]. 2021."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "authors", "fields", "wanted"), [r[1:] for r in REFERENCES], ids=[r[0] for r in REFERENCES]
)
def test_numeric(entry: MakeEntry, title: str, authors: tuple[str, ...], fields: dict[str, Any], wanted: str) -> None:
    assert gbt7714.numeric(entry(title, *authors, **fields)) == wanted


def test_the_page_quoted_from_follows_the_year_of_a_book(entry: MakeEntry) -> None:
    wanted = "张三. 容器运行时[M]. 北京: 电子工业出版社, 2020: 12."
    assert gbt7714.numeric(entry("容器运行时", "张三", page=12, **BOOK)) == wanted


AUTHOR_DATE: list[tuple[str, tuple[str, ...], dict[str, Any], str, str]] = [
    ("容器运行时", ("张三",), BOOK, "张三, 2020. 容器运行时[M]. 北京: 电子工业出版社.", "(张三, 2020)"),
    ("发布说明", (), {**PAGE, "date": ""},
     "佚名, [2024]. 发布说明[EB/OL]. [2024-05-31]. https://example.org/a.", "(佚名, [2024])"),
    ("Release notes", (), {**PAGE, "language": "en"},
     "Anon, 2018. Release notes[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a.", "(Anon, 2018)"),
    ("升级", ("张三、李四、王五、赵六",), BOOK, "张三, 李四, 王五, 等, 2020. 升级[M]. 北京: 电子工业出版社.", "(张三 等, 2020)"),
    ("调度研究", ("张三",), {"kind": "article-journal", "container": "软件学报", "volume": "31", "issue": "3", "pages": "1-10",
                        "date": "2020", "language": "zh-Hans"},
     "张三, 2020. 调度研究[J]. 软件学报, 31(3): 1-10.", "(张三, 2020)"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "authors", "fields", "wanted", "mark"), AUTHOR_DATE)
def test_author_date(
    entry: MakeEntry, title: str, authors: tuple[str, ...], fields: dict[str, Any], wanted: str, mark: str
) -> None:
    made = entry(title, *authors, **fields)
    assert (gbt7714.author_date(made), gbt7714.author_date_mark(made)) == (wanted, mark)


def test_works_of_one_author_and_year_get_letters(entry: MakeEntry) -> None:
    from dataclasses import replace

    first, second = entry("甲", "张三", **BOOK), replace(entry("乙", "张三", **BOOK), n=2)
    other = replace(entry("丙", "李四", **BOOK), n=3)
    letters = gbt7714.letters([first, second, other])
    assert letters == {1: "a", 2: "b"}
    assert gbt7714.author_date(second, "b").startswith("张三, 2020b. 乙[M].")
    assert [e.work.title for e in gbt7714.author_date_order([second, first, other])] == ["丙", "甲", "乙"]  # Li, Zhang


def test_letters_go_on_after_z() -> None:
    assert [gbt7714._letter(i) for i in (0, 25, 26, 27)] == ["a", "z", "aa", "ab"]


@pytest.mark.parametrize("at", [0, 1, 2, 3, 5, 7], ids=lambda at: REFERENCES[at][0])
def test_the_csl_style_of_the_standard_agrees(entry: MakeEntry, at: int) -> None:
    """citeproc-py is an independent reading of the standard, right for what is on the web."""
    _, title, authors, fields, wanted = REFERENCES[at]
    made = entry(title, *authors, **fields)
    assert csl_references([made], "china-national-standard-gb-t-7714-2015-numeric") == [wanted]


def test_every_language_has_its_own_word_for_others_in_a_csl_style(entry: MakeEntry) -> None:
    from dataclasses import replace

    chinese = entry("升级", "张三、李四、王五、赵六", **PAGE)
    english = replace(entry("Upgrade", "J Smith, A Doe, B Lee and C Wu", **{**PAGE, "language": "en"}), key="kaoju-2")
    texts = csl_references([english, chinese], "china-national-standard-gb-t-7714-2015-numeric")
    assert texts[0].startswith("SMITH J, DOE A, LEE B, et al. Upgrade")
    assert texts[1].startswith("张三, 李四, 王五, 等. 升级")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("张三、李四", ["张三", "李四"]),
        ("張三，李四", ["張三", "李四"]),
        ("张三 李四", ["张三", "李四"]),
        ("李和平", ["李和平"]),
        ("云原生社区", ["云原生社区"]),
        ("张三 著", ["张三"]),
        ("Smith, John; Doe, Jane", ["Smith, John", "Doe, Jane"]),
        ("John Smith, Jane Doe and Ann Lee", ["Smith, John", "Doe, Jane", "Lee, Ann"]),
        ("Vincent van Gogh", ["van Gogh, Vincent"]),
        ("The Kubernetes Authors", ["The Kubernetes Authors"]),
        ("Kubernetes", ["Kubernetes"]),
        ("张三、张三", ["张三"]),
        ("", []),
    ],
)
def test_names_in_an_author_line(line: str, names: list[str]) -> None:
    assert [str(name) for name in authors_in(line)] == names


def test_hyphenated_given_names_are_abbreviated_apart(entry: MakeEntry) -> None:
    made = entry("Notes", **{**PAGE, "language": "en"})
    from dataclasses import replace

    work = replace(made.work, authors=(Name(family="Picard", given="Jean-Luc"),))
    assert gbt7714.numeric(replace(made, work=work)).startswith("PICARD J L. Notes")
