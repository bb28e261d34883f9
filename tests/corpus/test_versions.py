"""Versions in both scripts, and the numbers that only look like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.versions import Version, find_versions, parse_version

VERSIONS = [
    ("集群运行 1.12", "1.12"),
    ("叢集運行 1.12", "1.12"),
    ("证书问题在 v1.12.3 修复", "1.12.3"),
    ("憑證問題在 v1.12.3 修復", "1.12.3"),
    ("v1.12.30 修复日志轮转", "1.12.30"),
    ("升级到Ｖ１．１２", "1.12"),
    ("升級至 ｖ１.１１．２", "1.11.2"),
    ("Kubernetes1.17 起默认打开", "1.17"),
    ("Kubernetes 1.9 版本", "1.9"),
    ("版本1.9 的说明", "1.9"),
    ("版本 1.9 的說明", "1.9"),
    ("1.9版", "1.9"),
    ("（1.9）", "1.9"),
    ("“1.9”", "1.9"),
    ("「1.9」", "1.9"),
    ("停在 1.9。", "1.9"),
    ("停在 1.9，再说", "1.9"),
    ("从1.10升级到1.12", "1.10 1.12"),
    ("從1.10升級到1.12", "1.10 1.12"),
    ("1.10-1.12", "1.10 1.12"),
    ("1.10~1.12", "1.10 1.12"),
    ("1.10～1.12", "1.10 1.12"),
    ("1.16－1.18", "1.16 1.18"),
    ("1.10至1.12", "1.10 1.12"),
    ("1.10、1.11 和 1.12", "1.10 1.11 1.12"),
    ("1.10,1.11", "1.10 1.11"),
    ("1.12/1.13", "1.12 1.13"),
    ("release-1.19 分支", "1.19"),
    ("切到 1.19 分支", "1.19"),
    ("k8s-1.20", "1.20"),
    ("1.20+", "1.20"),
    ("1.20 以上", "1.20"),
    ("1.20及以上", "1.20"),
    (">=1.20", "1.20"),
    ("<1.20", "1.20"),
    ("依赖 Go 1.21.3 编译", "1.21.3"),
    ("镜像 etcd 3.4.13-0", "3.4.13"),
    ("etcd3.5", "3.5"),
    ("Docker 20.10.7", "20.10.7"),
    ("containerd v1.6.0", "1.6.0"),
    ("Version 1.7", "1.7"),
    ("ver. 1.7", "1.7"),
    ("version: 1.10", "1.10"),
    ("镜像 pause:3.2", "3.2"),
    ("python3.11", "3.11"),
    ("支持 TLS 1.2", "1.2"),
    ("v 1.12", "1.12"),
    ("v1.25.0-alpha.2", "1.25.0"),
    ("v1.30.0-rc.1 候选版", "1.30.0"),
    ("试用 1.25rc1", "1.25"),
    ("1.28.0+k3s1", "1.28.0"),
    ("v1.18.2-gke.1", "1.18.2"),
    ("v1.20.0.1", "1.20.0.1"),
    ("kube-proxy:v1.18.2", "1.18.2"),
    ("https://示例.cn/v1.12/说明", "1.12"),
    ("发布说明-1.10.md", "1.10"),
    ("發行說明-1.10.md", "1.10"),
    ("1.1x 系列", "1.1x"),
    ("1.24.x 版本", "1.24"),
    ("自 1.17 起", "1.17"),
    ("1.18中", "1.18"),
    ("到1.22為止", "1.22"),
    ("升级到 1.12 时须停机", "1.12"),
    ("升級到 1.12 時須停機", "1.12"),
    ("在 1.12 日志里", "1.12"),
    ("在 1.12 核心组件里", "1.12"),
    ("在 1.12 元数据里", "1.12"),
    ("把 1.12 节点移走", "1.12"),
    ("把 1.12 節點移走", "1.12"),
    ("since 1.16", "1.16"),
    ("1.12 发布于九月", "1.12"),
    ("1.12 發佈於九月", "1.12"),
]

NUMBERS = [
    "占 1.5GB 内存",
    "佔 1.5 GB 記憶體",
    "占 1.5Gi",
    "占 1.5 GiB",
    "占 1.5M",
    "占 500.5K",
    "占 1.5 TB",
    "快了 2.5倍",
    "快了 2.5 倍",
    "等 0.5 秒",
    "等 1.5 小时",
    "等 1.5 小時",
    "等 1.5 分钟",
    "等 1.5 分鐘",
    "等 1.5天",
    "等 1.5h",
    "等 1.5s",
    "等 3.5ms",
    "等 3.5 毫秒",
    "可用率 99.95%",
    "可用率 ９９.９％",
    "提升了1.5个百分点",
    "提升了1.5個百分點",
    "共 3.5 万",
    "共 3.5 萬",
    "共 1.2亿",
    "地址 10.0.0.1",
    "位址 192.168.1.1",
    "网段 10.96.0.0/12",
    "127.0.0.1:8080",
    "１０．０．０．１",
    "2021.04",
    "2021.04.05",
    "1.1 概述",
    "1.2 安裝步驟",
    "## 2.3 配置",
    "第1.2节",
    "第 1.2 節",
    "见1.2节",
    "見 1.2 節",
    "图 1.2",
    "圖 1.2",
    "表3.4",
    "Figure 1.2",
    "section 2.3",
    "附录1.1",
    "附錄 1.1",
    "$1.50",
    "¥1.50",
    "￥１.５０",
    "收费 1.50元",
    "收費 1.50 元",
    "用 0.5核",
    "用 0.5 CPU",
    "主频 2.4GHz",
    "1.2.3.4.5",
    "1..2",
    ".5",
    "1.",
    "1.2a",
    "1.2_3",
    "共 1,234.56",
    "12:30.5",
    "误差 ±0.5",
    "概率 0.05",
    "機率 0.01",
    "CVE-2021-25741",
    "v1",
    "v1beta1",
    "第 2 版",
    "110",
    "",
]


@pytest.mark.parametrize(("text", "expected"), VERSIONS)
def test_versions_are_found(text: str, expected: str) -> None:
    assert " ".join(str(m.version) for m in find_versions(text)) == expected


@pytest.mark.parametrize("text", NUMBERS)
def test_other_numbers_are_not_versions(text: str) -> None:
    assert find_versions(text) == []


def test_spans_cut_what_is_written() -> None:
    text = "请从 Ｖ１．１２ 升到 v1.13.1。"
    assert [m.span.cut(text) for m in find_versions(text)] == ["Ｖ１．１２", "v1.13.1"]


@pytest.mark.parametrize(
    ("asked", "written", "covered"),
    [
        ("1.12", "1.12", True),
        ("1.12", "1.12.3", True),
        ("1.12.3", "1.12", False),
        ("1.12.3", "1.12.30", False),
        ("1.1", "1.10", False),
        ("1.10", "1.1", False),
        ("1.24", "1.24.0", True),
        ("1.24.0", "1.24", True),
        ("1.1x", "1.10", True),
        ("1.1x", "1.19.2", True),
        ("1.1x", "1.1", False),
        ("1.1x", "1.2", False),
        ("1.1x", "1.100", False),
    ],
)
def test_covers(asked: str, written: str, covered: bool) -> None:
    assert parse_version(asked).covers(parse_version(written)) is covered


def test_a_trailing_zero_names_the_release_itself() -> None:
    assert parse_version("1.24.0") == parse_version("1.24")
    assert hash(parse_version("1.24.0")) == hash(parse_version("1.24"))
    assert parse_version("1.0") != Version((1,))


def test_versions_sort_part_by_part() -> None:
    written = ["1.10", "1.9", "1.2.10", "1.2.9", "1.1", "2.0"]
    assert [str(v) for v in sorted(map(parse_version, written))] == ["1.1", "1.2.9", "1.2.10", "1.9", "1.10", "2.0"]


def test_the_minor_release_of_a_patch() -> None:
    assert str(parse_version("v1.12.3").minor) == "1.12"


@pytest.mark.parametrize("text", ["", "最新版", "1.10 和 1.11", "110", "1.5 GB"])
def test_what_is_not_one_version_cannot_be_parsed(text: str) -> None:
    with pytest.raises(ValueError, match="not a version"):
        parse_version(text)


parts = st.lists(st.integers(0, 400), min_size=2, max_size=3).map(tuple)
versions = st.builds(Version, parts, st.booleans())


@given(versions, versions, versions)
def test_the_order_is_total(a: Version, b: Version, c: Version) -> None:
    assert (a < b) + (a == b) + (b < a) == 1
    if a < b and b < c:
        assert a < c


@given(st.integers(0, 50), st.integers(0, 98))
def test_the_order_is_never_that_of_decimal_numbers(major: int, minor: int) -> None:
    assert Version((major, minor)) < Version((major, minor + 1)) < Version((major, minor + 1, 1))


@given(st.integers(0, 50), st.integers(0, 9), st.integers(0, 9))
def test_a_version_does_not_cover_one_that_only_begins_alike(major: int, minor: int, digit: int) -> None:
    short, long = Version((major, minor)), Version((major, minor * 10 + digit))
    assert short.covers(long) == (short == long)


@given(
    st.lists(
        st.sampled_from(
            ["v", "V", " ", "1", "10", ".", "．", "２", "x", "版", "的", "，", "-", "\n", "rc", "中", "時", "0", "节"]
        ),
        max_size=14,
    ).map("".join)
)
def test_a_found_span_names_the_same_version_alone(text: str) -> None:
    for mention in find_versions(text):
        assert parse_version(mention.span.cut(text)) == mention.version
        assert Version.covers(mention.version, mention.version) or mention.version.wildcard


def test_long_lines_take_no_time() -> None:
    assert len(find_versions("1.1 " * 75_000)) == 75_000
    assert find_versions("1" * 300_000) == find_versions("1." * 150_000) == find_versions("v" * 300_000) == []
    assert find_versions(" " * 300_000) == []
