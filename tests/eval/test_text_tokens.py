import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.text_tokens import contains, tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("调度器", ["调", "度", "器"]),
        ("調度器。", ["调", "度", "器"]),  # script, and punctuation at the end
        ("kube-proxy 支持 IPv6", ["kube-proxy", "支", "持", "ipv6"]),
        ("２０２０年３月", ["2020", "年", "3", "月"]),
        ("1.10", ["1.10"]),
        ("v1.10", ["1.10"]),
        ("1.10-rc.1", ["1.10-rc.1"]),
        ("Kubernetes1.17 起", ["kubernetes", "1.17", "起"]),
        ("v1.8-v1.20", ["1.8-1.20"]),
        ("batch/v1beta1", ["batch/v1beta1"]),
        ("nodefs.inodesFree", ["nodefs.inodesfree"]),
        ("--feature-gates=A", ["feature-gates", "=", "a"]),
        ("16GiB", ["16", "gib"]),
        ("5,000 個節點", ["5000", "个", "节", "点"]),
        ("15%", ["15", "%"]),
        ("1.21+", ["1.21", "+"]),
        ("零下 -5 度", ["零", "下", "-5", "度"]),
        ("**粗体** _斜体_", ["粗", "体", "斜", "体"]),
        ("。", ["。"]),  # an answer that is a sign is not nothing
        (" \u3000\n", []),
    ],
)
def test_folded(text: str, folded: list[str]) -> None:
    assert list(tokens(text)) == folded


def test_strict_keeps_what_is_written() -> None:
    assert tokens("調度器 V1.10", "strict") == ("調", "度", "器", "V1.10")
    assert tokens("１６GiB", "strict") == ("１６GiB",)


def test_terms_make_regional_names_one() -> None:
    assert tokens("名稱空間", "terms") == tokens("命名空间", "terms") == ("#namespace",)
    assert tokens("名稱空間") != tokens("命名空间")


def test_a_part_is_a_run_of_whole_tokens() -> None:
    text = tokens("在 1.10 引入 kube-proxy")
    assert contains(text, tokens("1.10 引入"))
    assert not contains(text, tokens("1.1"))
    assert not contains(text, tokens("proxy"))
    assert not contains(text, tokens(""))


@given(st.text(alphabet="调度器調1.v0-kGiB 、。%＋_９\n", max_size=30))
def test_tokens_hold_no_blanks_and_only_blanks_have_none(text: str) -> None:
    for view in ("strict", "folded", "terms"):
        found = tokens(text, view)  # type: ignore[arg-type]
        assert bool(found) == bool(text.strip())
        assert all(t and not any(c.isspace() for c in t) for t in found)


@given(st.text(max_size=40))
def test_any_text_has_tokens_in_every_view(text: str) -> None:
    assert contains(tokens(text), tokens(text)) == bool(tokens(text))
    assert tokens("".join(text.split()), "strict") or not text.strip()
