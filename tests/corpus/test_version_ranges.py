"""Ranges of versions in both scripts, and what only looks like one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.normalize import fold
from corpus.version_ranges import VersionRange, expand, find_ranges
from corpus.versions import Version, parse_version

RANGES = [
    ("自 1.24 起默认启用的组件", "≥1.24"),
    ("自 1.24 起預設啟用的元件", "≥1.24"),
    ("自1.24以后都要换运行时", "≥1.24"),
    ("自 1.24，调度器改用新接口", "≥1.24"),
    ("从 1.24 开始，节点改用新接口", "≥1.24"),
    ("從 Kubernetes v1.24 開始，節點改用新介面", "≥1.24"),
    ("从 release-1.10 起代码搬家", "≥1.10"),
    ("由 1.16 版開始", "≥1.16"),
    ("自從 1.16 以來", "≥1.16"),
    ("从 1.24 至今", "≥1.24"),
    ("1.24 开始支持", "≥1.24"),
    ("1.24 版起支援", "≥1.24"),
    ("1.12 及以后的版本", "≥1.12"),
    ("1.12 及以後的版本", "≥1.12"),
    ("1.12 及之後", "≥1.12"),
    ("1.12 及以上", "≥1.12"),
    ("1.12（含）以上", "≥1.12"),
    ("1.12 以上的叢集", "≥1.12"),
    ("1.12 或更高版本", "≥1.12"),
    ("1.12 版本及更新版本", "≥1.12"),
    ("升级到 v1.33 或更高版本", "≥1.33"),
    ("1.24+ 的集群", "≥1.24"),
    ("v1.7 + 中可用", "≥1.7"),
    ("≥1.24", "≥1.24"),
    ("≧ 1.24", "≥1.24"),
    ("版本 >= 1.24", "≥1.24"),
    ("＞＝１．２４", "≥1.24"),
    ("不低于 1.20", "≥1.20"),
    ("不低於 v1.20", "≥1.20"),
    ("大于等于 1.20", "≥1.20"),
    ("不早於 1.20 的版本", "≥1.20"),
    ("至少需要 1.20", "≥1.20"),
    ("since 1.24", "≥1.24"),
    ("since Kubernetes v1.24", "≥1.24"),
    ("starting with 1.24", "≥1.24"),
    ("from 1.24 onwards", "≥1.24"),
    ("1.12 or later", "≥1.12"),
    ("1.12 or newer", "≥1.12"),
    ("version 1.12 and above", "≥1.12"),
    ("> 1.24", ">1.24"),
    ("＞１．２４", ">1.24"),
    ("高于 1.20", ">1.20"),
    ("高於 1.20", ">1.20"),
    ("晚于 1.20 的版本", ">1.20"),
    ("在 1.24 之后默认启用", ">1.24"),
    ("在 1.24 之後預設啟用", ">1.24"),
    ("1.24 之后的第一个版本", ">1.24"),
    ("1.24 以後的版本", ">1.24"),
    ("比 1.24 新的版本", ">1.24"),
    ("after 1.24", ">1.24"),
    ("newer than v1.24", ">1.24"),
    ("1.20 之前", "<1.20"),
    ("在 v1.20 之前，怎樣設定", "<1.20"),
    ("1.20以前的版本", "<1.20"),
    ("1.20 以下不支援", "<1.20"),
    ("低于 1.20", "<1.20"),
    ("低於 1.20 的節點", "<1.20"),
    ("早于 1.20", "<1.20"),
    ("版本 < 1.20", "<1.20"),
    ("比 1.20 舊的版本", "<1.20"),
    ("before 1.20", "<1.20"),
    ("prior to Kubernetes 1.20", "<1.20"),
    ("1.20 及之前", "≤1.20"),
    ("1.20 及以前的版本", "≤1.20"),
    ("1.20 及以下", "≤1.20"),
    ("1.20 及更早版本", "≤1.20"),
    ("1.20（含）以前", "≤1.20"),
    ("不高于 1.20", "≤1.20"),
    ("不高於 1.20", "≤1.20"),
    ("不晚於 1.20", "≤1.20"),
    ("截至 1.20", "≤1.20"),
    ("到 1.22 為止", "≤1.22"),
    ("<= v1.20", "≤1.20"),
    ("up to 1.20", "≤1.20"),
    ("1.20 and earlier", "≤1.20"),
    ("1.8 到 1.12", "1.8–1.12"),
    ("從 1.8 到 1.12 有哪些新功能", "1.8–1.12"),
    ("1.8 至 1.12", "1.8–1.12"),
    ("1.8-1.12", "1.8–1.12"),
    ("1.8～1.12", "1.8–1.12"),
    ("1.8~1.12", "1.8–1.12"),
    ("1.8—1.12", "1.8–1.12"),
    ("v1.8-v1.20", "1.8–1.20"),
    ("Ｖ１．８－Ｖ１．２０", "1.8–1.20"),
    ("1.8–1.12 之间", "1.8–1.12"),
    ("介于 1.8 和 1.12 之间", "1.8–1.12"),
    ("介於 1.8 與 1.12 之間", "1.8–1.12"),
    ("1.8 和 1.12 之间的版本", "1.8–1.12"),
    ("从 1.8 起到 1.12 为止", "1.8–1.12"),
    ("1.8 到 1.12 的各个版本都能升级吗", "1.8–1.12"),
    ("between 1.8 and 1.12", "1.8–1.12"),
    ("from 1.8 to 1.12", "1.8–1.12"),
    ("1.1x 系列", "1.1x"),
    ("1.1x 到 1.20", "1.1x–1.20"),
    ("1.8 以上、1.12 以下", "≥1.8 <1.12"),
    ("1.8 以上、1.12 以下的版本", "≥1.8 <1.12"),
    ("高于 1.8 且不高于 1.12", ">1.8 ≤1.12"),
    (">= 1.8, < 1.12", "≥1.8 <1.12"),
    ("自 1.16 起，1.20 之前", "≥1.16 <1.20"),
    ("1.8-1.10、1.12-1.14", "1.8–1.10 | 1.12–1.14"),
    ("1.8 之前和 1.12 之后", "<1.8 | >1.12"),
    ("1.24 起默认启用，1.28 起不能关闭", "≥1.24 | ≥1.28"),
]

NOT_RANGES = [
    "1.24 有哪些新功能",
    "1.8 和 1.12",
    "1.8、1.9、1.10",
    "1.8 或 1.12",
    "1.8 和 1.12 之间有什么区别",
    "1.8 與 1.12 之間的差異",
    "从 1.8 升到 1.12",
    "從 1.8 升級到 1.12",
    "自 1.8 升至 1.12",
    "从 1.8 到 1.12 怎么升级",
    "升級叢集，從 1.8 到 1.12",
    "升级 1.8 到 1.12",
    "1.8 -> 1.12",
    "1.8 → 1.12",
    "从 1.12 降到 1.8",
    "1.12 到 1.8",
    "upgrade from 1.8 to 1.12",
    "difference between 1.8 and 1.12",
    "从 alpha 到 beta",
    "從 1.8 的 alpha 到 1.12 的 GA",
    "升级到 1.24 之后 Pod 起不来",
    "升級到 1.24 之前要備份什麼",
    "安装 1.24 之前",
    "after upgrading to 1.24",
    "2018-2019",
    "2018 年到 2019 年",
    "2018.9-2019.3",
    "3 月到 5 月",
    "10.0.0.1-10.0.0.9",
    "10.0.0.1 以上",
    "1.5-2.5 GB",
    "1.5 到 2.5 GiB",
    "低于 1.5 GB",
    "1.0- 2.0 sec",
    "after 1.5 hours",
    "1.5 秒以上",
    "99.9% 以上",
    "负载低于 0.5",
    "使用率高於 0.8",
    "第 1.2 到 1.5 节",
    "图 1.2 至 1.4",
    "表 3.1-3.3",
    "1.2 开始使用",
    "1.1 起步",
    "1.20 以下几个特性",
    "1.20 以下幾項改動",
    "nginx:1.7.9-alpine",
    "nginx:1.7.9+",
    "v1.28.0+k3s1",
    "--kubernetes-version=1.24-1.25",
    "来自 1.24 的改动",
    "1.24 起到了作用",
    "<b>1.24</b>",
    "引文如下\n> v1.24 使用前要配置",
    "max(x) > 0.9",
    "取值范围为 0.0 到 1.0",
    "取值範圍為 0.0 到 1.0",
    "etcd 3.4.13-0",
    "v1 以上",
    "第 2 版以后",
    "之前的版本",
    "1.24 以及 1.25",
    "",
]


@pytest.mark.parametrize(("text", "expected"), RANGES)
def test_ranges_are_found(text: str, expected: str) -> None:
    assert " | ".join(str(m.range) for m in find_ranges(text)) == expected


@pytest.mark.parametrize("text", NOT_RANGES)
def test_other_words_are_no_ranges(text: str) -> None:
    assert find_ranges(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("请问自 Kubernetes 1.24 起，谁负责？", "自 Kubernetes 1.24 起"),
        ("請問Ｖ１．８～Ｖ１．１２有什麼？", "Ｖ１．８～Ｖ１．１２"),
        ("要 1.8 以上、1.12 以下的", "1.8 以上、1.12 以下"),
        ("在 1.20 之前的版本裡", "1.20 之前"),
        ("works since 1.24 only", "since 1.24"),
    ],
)
def test_spans_cut_what_is_written(text: str, words: str) -> None:
    assert [m.span.cut(text) for m in find_ranges(text)] == [words]
    assert find_ranges(fold(text)) == find_ranges(text)


@pytest.mark.parametrize(
    ("text", "version", "covered"),
    [
        ("1.8 到 1.12", "1.12.3", True),
        ("1.8 到 1.12", "1.8", True),
        ("1.8 到 1.12", "1.9", True),
        ("1.8 到 1.12", "1.10", True),
        ("1.8 到 1.12", "1.7.16", False),
        ("1.8 到 1.12", "1.13", False),
        ("1.8 到 1.12", "1.80", False),
        ("1.8 到 1.12", "1.1x", False),
        ("1.8 到 1.20", "1.1x", True),
        ("1.20 之前", "1.20", False),
        ("1.20 之前", "1.20.1", False),
        ("1.20 之前", "1.19.16", True),
        ("1.20 之前", "1.3", True),
        ("1.20 及之前", "1.20.1", True),
        ("自 1.24 起", "1.24.0", True),
        ("自 1.24 起", "1.24.3", True),
        ("自 1.24 起", "1.3", False),
        ("自 1.24 起", "2.0", True),
        ("> 1.24", "1.24.3", False),
        ("> 1.24", "1.25", True),
        ("> 1.24.3", "1.24.4", True),
        ("1.24.3 及以后", "1.24", False),
        ("1.1x", "1.10.2", True),
        ("1.1x", "1.19", True),
        ("1.1x", "1.1x", True),
        ("1.1x", "1.1", False),
        ("1.1x", "1.20", False),
        ("1.1x 之前", "1.9", True),
        ("1.1x 之前", "1.10", False),
        ("1.1x 之后", "1.19.2", False),
        ("1.1x 之后", "1.20", True),
    ],
)
def test_covers(text: str, version: str, covered: bool) -> None:
    assert find_ranges(text)[0].range.covers(parse_version(version)) is covered


PRESENT = [parse_version(v) for v in ("1.12.3", "1.9", "1.12", "1.10.1", "1.8.0", "1.20", "1.1x", "1.10.13")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.8 到 1.12", "1.8 1.9 1.10 1.12"),
        ("1.10 以上", "1.1x 1.10 1.12 1.20"),
        ("1.10.5 及以后，1.12.3 及以前", "1.10.13 1.12 1.12.3"),
        ("1.9 及以前、1.20 及以后", "1.8 1.9 1.20"),
        ("1.30 之后", ""),
        ("无", ""),
    ],
)
def test_a_collection_is_asked_for_what_lies_in_the_ranges(text: str, expected: str) -> None:
    found = expand([m.range for m in find_ranges(text)], PRESENT)
    assert " ".join(map(str, found)) == expected


def test_without_ends_everything_is_covered() -> None:
    assert VersionRange(None, None).covers(parse_version("1.9"))
    assert str(VersionRange(None, None)) == "*"


minors = st.builds(Version, st.tuples(st.integers(0, 3), st.integers(0, 120)))
patches = st.builds(Version, st.tuples(st.integers(0, 3), st.integers(0, 120), st.integers(0, 40)))
series = st.builds(Version, st.tuples(st.integers(0, 3), st.integers(1, 12)), st.just(True))
versions = minors | patches | series
ranges = st.builds(VersionRange, st.none() | versions, st.none() | versions, st.booleans(), st.booleans())


@given(minors, minors, minors)
def test_covering_follows_the_order_by_parts(low: Version, high: Version, version: Version) -> None:
    assert VersionRange(low, None).covers(version) == (low <= version)
    assert VersionRange(low, None, low_open=True).covers(version) == (low < version)
    assert VersionRange(None, high).covers(version) == (version <= high)
    assert VersionRange(None, high, high_open=True).covers(version) == (version < high)
    assert VersionRange(low, high).covers(version) == (low <= version <= high)


@given(st.integers(0, 3), st.integers(1, 9), st.integers(10, 99))
def test_the_order_is_never_that_of_decimal_numbers(major: int, small: int, large: int) -> None:
    upwards, below = (
        VersionRange(Version((major, large)), None),
        VersionRange(None, Version((major, large)), False, True),
    )
    assert not upwards.covers(Version((major, small)))
    assert below.covers(Version((major, small)))


@given(minors, st.integers(1, 40))
def test_a_patch_lies_where_its_series_lies(end: Version, patch: int) -> None:
    patched = Version((*end.parts, patch))
    for low_open in (False, True):
        assert VersionRange(end, None, low_open=low_open).covers(patched) is not low_open
        assert VersionRange(None, end, high_open=low_open).covers(patched) is not low_open


@given(ranges, st.lists(versions, max_size=8))
def test_expanding_gives_covered_versions_in_order(asked: VersionRange, present: list[Version]) -> None:
    found = expand([asked, asked], present)
    assert list(found) == sorted(set(found))
    assert all(any(f.covers(v) or f == v for v in present) for f in found)
    assert {v for v in present if asked.covers(v)} <= {v for v in present if any(f.covers(v) or f == v for f in found)}


WORDS = [
    "v1.8",
    "1.12",
    "1.9.3",
    "1.1x",
    "１.２０",
    "0.5",
    "2.5 GB",
    " ",
    "，",
    "、",
    "-",
    "～",
    ">",
    "<",
    "=",
    "+",
    "\n",
    ":",
]
WORDS += [
    "自",
    "從",
    "从",
    "起",
    "开始",
    "及",
    "或",
    "以后",
    "以後",
    "之前",
    "以上",
    "以下",
    "到",
    "至",
    "和",
    "与",
    "之间",
    "介于",
]
WORDS += [
    "升级",
    "版本",
    "的",
    "不",
    "低于",
    "高於",
    "（含）",
    "图",
    "为止",
    "比",
    "新",
    " since ",
    " or later",
    " to ",
    "between ",
]
texts = st.lists(st.sampled_from(WORDS), max_size=14).map("".join)


@given(texts)
def test_a_found_span_names_the_same_range_alone(text: str) -> None:
    mentions = find_ranges(text)
    for mention in mentions:
        assert [m.range for m in find_ranges(mention.span.cut(text))] == [mention.range]
    assert all(a.span.end <= b.span.start for a, b in pairwise(mentions))


@given(ranges)
def test_the_compact_form_is_read_back(asked: VersionRange) -> None:
    low, high = asked.low, asked.high
    if (low or high) and (low is None or high is None or (low < high)):
        assert [str(m.range) for m in find_ranges(str(asked))] == [str(asked)]


def test_long_lines_take_no_time() -> None:
    assert len(find_ranges("1.24 起，" * 20_000)) == 20_000
    assert find_ranges("1.1 " * 40_000) == find_ranges(" " * 300_000) == find_ranges("自" * 100_000) == []
    assert find_ranges("a" * 100_000) == find_ranges("从 1.8 升级到 " * 20_000) == []
