"""Bytes in the encodings that Chinese files have."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.decode import decode, plausibility
from corpus.errors import BinaryFileError, EmptyFileError, EncodingError

HANS = [
    "本次更新调整了调度器的默认参数。",
    "请在升级之前备份所有的数据库，并通知用户。",
    "节点会定期向控制平面报告自己的状态。",
    "如果证书已经过期，服务将拒绝新的连接。",
    "存储卷可以被多个容器同时挂载为只读。",
    "管理员应当限制每个命名空间的资源用量。",
    "从 1.12 版本开始，该参数默认打开。",
    "日志文件每天轮转一次，最多保留七份。",
]
HANT = [
    "本次更新調整了排程器的預設參數。",
    "請在升級之前備份所有的資料庫，並通知使用者。",
    "節點會定期向控制平面回報自己的狀態。",
    "如果憑證已經過期，服務將拒絕新的連線。",
    "儲存卷可以被多個容器同時掛載為唯讀。",
    "管理員應當限制每個命名空間的資源用量。",
    "從 1.12 版本開始，該參數預設開啟。",
    "日誌檔案每天輪替一次，最多保留七份。",
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"])
@pytest.mark.parametrize("text", [*HANS, *HANT])
def test_sentences_in_every_encoding(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding), "甲.txt")
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize("text", HANT)
def test_traditional_sentences_in_big5(text: str) -> None:
    assert decode(text.encode("big5"), "甲.txt").text == text


@pytest.mark.parametrize("text", ["升级说明", "节点无法加入", "集群升级步骤", "证书已过期", "默认参数改为三十秒"])
def test_a_few_characters_in_gbk(text: str) -> None:
    assert decode(text.encode("gbk"), "甲.txt").text == text


@pytest.mark.parametrize("text", ["升級說明", "節點無法加入", "叢集升級步驟", "憑證已經過期", "預設參數改為三十秒"])
def test_a_few_characters_in_big5(text: str) -> None:
    assert decode(text.encode("big5"), "甲.txt").text == text


def test_controls_in_utf8_may_be_utf16() -> None:
    data = "域與上游伺服器。".encode("utf-16-be")
    data.decode("utf-8")  # legal, but no text
    assert decode(data, "甲.txt").text == "域與上游伺服器。"


@pytest.mark.parametrize("text", ["说明：ＡＢＣ１２３与 abc 123", "第１节\t甲\r\n第２节\t乙\r\n", "“引文”——结束……"])
def test_mixed_widths(text: str) -> None:
    for encoding in ("utf-8", "gb18030", "utf-16-le"):
        assert decode(text.encode(encoding), "甲.txt").text == text


def test_english_and_marks_of_byte_order() -> None:
    assert decode(b"kube-proxy 1.12", "a.txt").text == "kube-proxy 1.12"
    assert decode(b"\xef\xbb\xbf# \xe7\x94\xb2", "a.md").text == "# 甲"
    assert decode("\ufeff甲乙丙".encode("utf-16-le"), "a.txt").text == "甲乙丙"


@pytest.mark.parametrize(
    "data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", "　\u200b".encode(), b"\xff\xfe"]
)
def test_blanks_are_empty(data: bytes) -> None:
    with pytest.raises(EmptyFileError):
        decode(data, "甲.txt")


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7 ...",
        b"PK\x03\x04\x14\x00",
        b"\x89PNG\r\n\x1a\n",
        b"\x7fELF\x02\x01\x01\x00",
        b"\x1f\x8b\x08\x00",
        b"SQLite format 3\x00",
        b"abc\x00\x01\x02\x00def\x00",
        b"\x01\x02\x03\x04\x05\x06",
        bytes(range(32)) * 4,
    ],
)
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(BinaryFileError):
        decode(data, "甲.txt")


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_refused(seed: int) -> None:
    with pytest.raises((BinaryFileError, EncodingError)):
        decode(random.Random(seed).randbytes(600), "甲.txt")


@pytest.mark.parametrize(
    "text", ["L'été dernier, le café était fermé à cause de la grève générale", "Größe über Straße für Mädchen"]
)
def test_latin1_is_no_chinese(text: str) -> None:
    with pytest.raises(EncodingError):
        decode(text.encode("latin-1"), "甲.txt")


@pytest.mark.parametrize("text", ["节点\ufffd\ufffd启动", "锟斤拷锟斤拷烫烫烫"])
def test_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(EncodingError, match="damaged"):
        decode(text.encode(), "甲.txt")


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf\xff\xff", b"\xff\xfe\x00\xd8\x41", b"\xff\xfe\x00"])
def test_a_mark_that_lies_is_refused(data: bytes) -> None:
    with pytest.raises(EncodingError):
        decode(data, "甲.txt")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\xff\xff\xff\xfe", "\ufffd".encode(), b"\xef\xbb\xbf\xff"])
def test_errors_are_one_line_and_name_the_file(data: bytes) -> None:
    with pytest.raises((EmptyFileError, BinaryFileError, EncodingError)) as caught:
        decode(data, "说明.txt")
    assert str(caught.value).startswith("说明.txt ")
    assert "\n" not in str(caught.value)


def test_plausible_text_has_common_characters_in_known_words() -> None:
    assert plausibility("节点会定期报告状态") > 0.9
    assert plausibility("辣炻龠齄") < plausibility("节点")
    assert plausibility("") == plausibility(" \n") == 0.0


chosen = st.lists(st.sampled_from(HANS), min_size=1, max_size=3).map("\n".join)
chosen_hant = st.lists(st.sampled_from(HANT), min_size=1, max_size=3).map("\r\n".join)


@given(chosen, st.sampled_from(["gb18030", "utf-16", "utf-16-le", "utf-16-be", "utf-8"]), st.integers(0, 4))
def test_simplified_text_comes_back(text: str, encoding: str, skip: int) -> None:
    assert decode(text[skip:].encode(encoding), "甲.txt").text == text[skip:]


@given(chosen_hant, st.sampled_from(["big5", "gb18030", "utf-16", "utf-16-le", "utf-16-be"]), st.integers(0, 4))
def test_traditional_text_comes_back(text: str, encoding: str, skip: int) -> None:
    assert decode(text[skip:].encode(encoding), "甲.txt").text == text[skip:]


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_a_document_error(data: bytes) -> None:
    with suppress(EmptyFileError, BinaryFileError, EncodingError):
        assert decode(data, "甲.txt").text


def test_long_files_take_no_time() -> None:
    for encoding in ("utf-8", "gb18030", "utf-16-le"):
        assert len(decode(("的" * 300_000).encode(encoding), "甲.txt").text) == 300_000
