"""Folding, the way back to the original, and conversion for display."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from opencc import OpenCC

from corpus.normalize import convert_words, detect_script, fold, fold_text
from corpus.segment import words
from corpus.types import Span

T2S = OpenCC("t2s")


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Ｖ１．１２", "v1.12"),
        ("ＡＰＩ伺服器", "api伺服器"),
        ("節點與叢集", "节点与丛集"),
        ("⽤⼾", "用户"),  # Kangxi radicals, as PDF files give them
        ("⾸⻚", "首页"),
        ("⻓⻆", "长角"),
        ("kube‑proxy", "kube-proxy"),
        ("kube‐proxy", "kube-proxy"),
        ("kube－proxy", "kube-proxy"),
        ("云\u200b原\ufeff生", "云原生"),
        ("soft\u00adware", "software"),
        ("re\u0301sume\u0301", "résumé"),
        ("か\u3099", "が"),
        ("e\u200b\u0301", "é"),
        ("ｶﾞ", "ガ"),
        ("㎏", "kg"),
        ("①", "1"),
        ("ﬁle", "file"),
        ("İ", "i̇"),
        ("、。《》", "、。《》"),
        ("“引”", "“引”"),
        ("", ""),
    ],
)
def test_folding(written: str, folded: str) -> None:
    assert fold_text(written) == folded


def test_full_width_punctuation_meets_its_half_width_form() -> None:
    assert fold_text("（一）：甲，乙！") == fold_text("(一):甲,乙!")


@pytest.mark.parametrize(
    ("written", "wanted", "original"),
    [
        ("看云\u200b原生", "云原", "云\u200b原"),
        ("升到Ｖ１．１２。", "v1.12", "Ｖ１．１２"),
        ("重 5㎏ 整", "kg", "㎏"),
        ("重 5㎏ 整", "k", "㎏"),  # half of a character is the whole of it
        ("Cafe\u0301 店", "é", "e\u0301"),
        ("軟驅逐閾值", "驱逐", "驅逐"),
    ],
)
def test_a_folded_span_leads_back(written: str, wanted: str, original: str) -> None:
    view = fold(written)
    at = view.text.index(wanted)
    assert view.to_original(Span(at, at + len(wanted))).cut(written) == original


def test_an_empty_span_leads_to_a_place() -> None:
    view = fold("云\u200b原生")
    assert view.to_original(Span(0, 0)) == Span(0, 0)
    assert view.to_original(Span(1, 1)) == Span(2, 2)
    assert view.to_original(Span(3, 3)) == Span(4, 4)
    assert fold("\u200b").to_original(Span(0, 0)) == Span(0, 0)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("这个节点的说明", "hans"),
        ("這個節點的說明", "hant"),
        ("kube-proxy 1.12", None),
        ("中文", None),
        ("", None),
        ("与說明及發佈相關", "hant"),
    ],
)
def test_script_is_detected(text: str, script: str | None) -> None:
    assert detect_script(text) == script


@pytest.mark.parametrize(
    ("hans", "hant"),
    [
        ("多数组件已经升级", "多數組件已經升級"),
        ("通知会被发出", "通知會被發出"),
        ("请求将被发往后端", "請求將被發往後端"),
        ("证书签发完毕", "證書簽發完畢"),
        ("第三章介绍了如何备份", "第三章介紹了如何備份"),
        ("目录是只读的", "目錄是只讀的"),
        ("最多只能落后两版", "最多只能落後兩版"),
        ("触发软驱逐", "觸發軟驅逐"),
        ("吃一碗面条", "吃一碗麵條"),
        ("写在后面", "寫在後面"),
        ("头发很长", "頭髮很長"),
        ("操作系统调用", "操作系統調用"),
        ("保持干净", "保持乾淨"),
        ("主干代码不受干扰", "主幹代碼不受干擾"),
        ("制造商复制了数据", "製造商複製了數據"),
        ("采集指标并恢复", "採集指標並恢復"),
        ("控制平面限制流量", "控制平面限制流量"),
        ("云原生应用", "雲原生應用"),
        ("而云原生应用更快", "而雲原生應用更快"),
        ("核对系列与关系", "核對系列與關係"),
        ("准许进入，准备妥当", "准許進入，準備妥當"),
        ("皇后之后", "皇后之後"),
        ("标签与签名", "標籤與簽名"),
        ("日志周期为一周", "日誌週期為一週"),
        ("自注册模式", "自註冊模式"),
        ("集群后缀", "集群後綴"),
        ("必须注意", "必須注意"),
        ("千里之外", "千里之外"),
        ("kube-proxy 与 v1.12.3", "kube-proxy 與 v1.12.3"),
    ],
)
def test_display_in_traditional_script(hans: str, hant: str) -> None:
    assert convert_words(words(hans), "hant") == hant


def test_understanding_is_not_torn_from_its_word() -> None:
    assert convert_words(words("了解状态"), "hant") == "瞭解狀態"


@pytest.mark.parametrize(
    ("hant", "hans"),
    [
        ("節點軟驅逐閾值", "节点软驱逐阈值"),
        ("乾淨的麵條", "干净的面条"),
        ("名稱空間", "名称空间"),
        ("映像檔", "映像档"),
    ],
)
def test_display_in_simplified_script(hant: str, hans: str) -> None:
    assert convert_words(words(hant), "hans") == hans


def test_half_a_surrogate_pair_passes_through() -> None:
    assert fold_text("\udcb0節點") == "\udcb0节点"
    assert convert_words(["\udcb0节点"], "hant") == "\udcb0節點"
    assert detect_script("\udcb0節點") == "hant"


def test_the_form_that_changes_length_still_aligns() -> None:
    written = "ß\ufdfa節"  # an Arabic ligature folds to eighteen characters
    view = fold(written)
    at = view.text.index("节")
    assert view.to_original(Span(at, at + 1)) == Span(2, 3)
    assert view.to_original(Span(at - 1, at)) == Span(1, 2)


# texts that mix what folding treats specially, beside any text at all
SPECIAL = "的节節發发ＡA1１．.-‑－–—㎏①ﬁİẞßΣ⽤⻚\u200b\ufeff\u0301\u3099\u0327カがｶﾞ각ᄀ\u1161عﷺ😀👩\u200d💻🇨🇳𠀀  \n\u2028\x0b乾干瞭着"
texts = st.one_of(st.text(), st.text(alphabet=SPECIAL, max_size=30))


@given(texts)
@example("\u0301")
@example("的\u0301\u200b\u0301")
@example("\u1112\u1161\u11ab")
@example("𠮷野家é")
def test_the_alignment_of_any_text(text: str) -> None:
    view = fold(text)
    assert len(view.starts) == len(view.ends) == len(view.text)
    assert all(0 <= a < b <= len(text) for a, b in zip(view.starts, view.ends, strict=True))
    assert all(a <= b for a, b in pairwise(view.starts))
    assert all(a <= b for a, b in pairwise(view.ends))
    for i in range(len(view.text)):
        assert view.to_original(Span(i, len(view.text))).end <= len(text)


@given(texts)
def test_every_character_is_covered_or_removed(text: str) -> None:
    view = fold(text)
    covered = {i for a, b in zip(view.starts, view.ends, strict=True) for i in range(a, b)}
    assert all(fold_text(text[i]) == "" for i in range(len(text)) if i not in covered)


@given(texts)
@example("İﾞ")
@example("e\u200b\u0301")
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold_text(text)
    assert fold_text(once) == once


@given(texts)
@example("發佈說明：叢集裡的節點")
@example("瞭解乾淨的麵條與頭髮")
def test_both_scripts_fold_alike(text: str) -> None:
    assert fold_text(T2S.convert(text)) == fold_text(text)


def test_long_texts_take_no_time() -> None:
    assert len(fold_text("a" * 300_000)) == 300_000
    assert len(fold_text("的" * 300_000)) == 300_000
    assert fold_text("\u200b" * 300_000) == ""
    assert fold_text("e" + "\u0301" * 100_000).startswith("é")
    assert len(convert_words(words("的" * 300_000), "hant")) == 300_000
