"""The parts of enumerations: what a reader would count."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.types import Span
from qa.enumeration import enumerations


def parts(text: str) -> list[list[str]]:
    return [[p.cut(text) for p in found] for found in enumerations(text, Span(0, len(text)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("社区更看好的是 Tekton、Argo CD、Flux 这样的项目。", ["Tekton", "Argo CD", "Flux"]),
        ("请先读完“升级须知”和“弃用清单”这两部分。", ["“升级须知”", "“弃用清单”"]),
        ("我們打算將設定 API、憑證 API 和 Foo API 推向 beta 版。", ["設定 API", "憑證 API", "Foo API"]),
        ("還支援 CentOS / RHEL / Ubuntu 作業系統", ["CentOS", "RHEL", "Ubuntu"]),
        ("接口定义了 AlphaService 和 BetaService 等两个服务。", ["AlphaService", "BetaService"]),
        ("支持轮询（rr）、最少连接（lc）、地址哈希（sh）等算法", ["轮询（rr）", "最少连接（lc）", "地址哈希（sh）"]),
        ("可选的范围是节点、可用区、区域三种。", ["节点", "可用区", "区域"]),
        ("重點是安全性、穩定性以及效能。", ["安全性", "穩定性", "效能"]),
        ("It requires Identity, Controller and Node services.", ["Identity", "Controller", "Node services"]),
    ],
)
def test_parts_of_a_sentence(text: str, expected: list[str]) -> None:
    assert parts(text)[0] == expected


@pytest.mark.parametrize(
    "text", ["kubelet 在 1.20 弃用了它。", "节点和集群都可以升级", "它监视 Service 与其端点", "2018 和 2019 年", ""]
)
def test_no_list_of_names(text: str) -> None:
    assert parts(text) == []


def test_the_longest_enumeration_comes_first() -> None:
    assert [len(p) for p in parts("如 Pod、Service 等对象的增、删、改、查")] == [4, 2]


@given(st.text(alphabet="甲乙丙AB 、和与（）“”，。是等/", max_size=60))
def test_parts_lie_in_the_sentence_apart_and_in_order(text: str) -> None:
    for found in enumerations(text, Span(0, len(text))):
        assert len(found) > 1
        assert all(len(p) and p.end <= len(text) for p in found)
        assert all(a.end <= b.start for a, b in pairwise(found))
