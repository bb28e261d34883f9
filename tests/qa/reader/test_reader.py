"""The bundled weights on hand-made windows that leave no doubt, in both scripts."""

import threading
from pathlib import Path

import pytest

from corpus.errors import ModelError
from corpus.normalize import fold_text
from corpus.types import Span
from qa.reader.reader import Found, Reader
from qa.reader.windows import window

ANSWERED = [
    # dates
    ("2.4 版本什么时候发布？", "2.3 于 2021 年 3 月 9 日发布，2.4 于 2022 年 8 月 16 日发布。", "2022 年 8 月 16 日"),
    ("這套系統是哪一年開源的？", "這套系統起初只在公司內部使用，2016 年以 Apache 2.0 授權開源。", "2016 年"),
    ("Kubernetes 1.12 是什么时候发布的？", "2018 年 9 月 27 日，Kubernetes 1.12 发布。", "2018 年 9 月 27 日"),
    # versions, asked in the other script
    ("CoreDNS 从哪个版本起成为默认的 DNS 服务器？", "CoreDNS 從 1.13 起成為叢集預設的 DNS 伺服器。", "1.13"),
    ("哪個版本移除了 dockershim？", "dockershim 在 1.24 中被移除，用户需要改用 containerd。", "1.24"),
    ("Which version removed dockershim?", "dockershim 在 1.24 中被移除，用户需要改用 containerd。", "1.24"),
    # ports and quantities
    ("管理介面用哪個連接埠？", "資料庫的連接埠是 5432，管理介面的連接埠是 8080。", "8080"),
    ("默认的超时时间是多少？", "请求的超时时间默认为 30 秒，失败后会重试。", "30 秒"),
    ("這座橋有多長？", "這座橋於 1998 年完工，全長 2,160 公尺，橫跨淡水河。", "2,160 公尺"),
    # components
    ("哪个组件负责把 Pod 调度到节点上？", "kube-scheduler 负责把 Pod 调度到合适的节点上。", "kube-scheduler"),
    ("由哪個元件負責轉送服務的流量？", "etcd 保存叢集的狀態，kube-proxy 負責轉送服務的流量。", "kube-proxy"),
    # persons, organisations and places
    ("誰寫了這本手冊？", "這本手冊由王志強撰寫，林淑芬負責校對，2019 年出版。", "王志強"),
    ("Python 的作者是谁？", "Guido van Rossum 是 Python 的作者，他在 1991 年发布了第一版。", "Guido van Rossum"),
    ("首都是哪座城市？", "法国位于欧洲西部，首都是巴黎，人口约六千八百万。", "巴黎"),
]
ROUGHLY = [  # the words that have to be in the answer, where more or less may well be said
    ("哪家公司开发了这个插件？", "这个插件由华为开发，2020 年捐给云原生计算基金会。", "华为"),
    ("最多支持多少个节点？", "１．６ 版最多支持 ５０００ 个节点。", "５０００"),
    ("ＣｏｒｅＤＮＳ 在哪个版本成为默认？", "ＣｏｒｅＤＮＳ 在 １．１３ 版中成为默认的 ＤＮＳ 服务器。", "１．１３"),
    ("叢集的狀態保存在哪裡？", "叢集的所有狀態都保存在ｅｔｃｄ之中。", "ｅｔｃｄ"),
]
UNANSWERED = [
    ("Java 的作者是谁？", "卷快照在 1.20 进入正式可用阶段，存储类可以设置回收策略。"),
    ("這座橋是誰設計的？", "節點重新啟動後，容器會由 kubelet 重新建立。"),
    ("kubelet 监听哪个端口？", "法国位于欧洲西部，首都是巴黎，人口约六千八百万。"),
    ("法國的首都是哪座城市？", "1.13 於 2018 年 12 月 3 日發行，CoreDNS 成為預設。"),
    ("数据库的默认密码是什么？", "这座桥于 1998 年完工，全长 2,160 米，横跨淡水河。"),
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def _best(reader: Reader, question: str, text: str, heading: str) -> Found:
    return reader.read(question, [window(text, Span(0, len(text)), heading)], 1)[0][0]


@pytest.mark.model
@pytest.mark.parametrize(("question", "text", "words"), ANSWERED)
@pytest.mark.parametrize("heading", ["", "手册 说明"])
def test_the_words_that_answer_are_found(reader: Reader, question: str, text: str, words: str, heading: str) -> None:
    best = _best(reader, question, text, heading)
    assert best.span.cut(text) == words
    assert best.margin > 0


@pytest.mark.model
@pytest.mark.parametrize(("question", "text", "words"), ROUGHLY)
def test_full_width_and_names_are_read_as_well(reader: Reader, question: str, text: str, words: str) -> None:
    best = _best(reader, question, text, "")
    assert words in best.span.cut(text)
    assert len(best.span) <= len(words) + 6
    assert best.margin > 0


@pytest.mark.model
@pytest.mark.parametrize(("question", "text"), UNANSWERED)
def test_a_text_about_something_else_does_not_answer(reader: Reader, question: str, text: str) -> None:
    assert _best(reader, question, text, "").margin < 0


@pytest.mark.model
def test_windows_are_told_apart_and_keep_their_order(reader: Reader) -> None:
    """More windows than one batch holds, of differing lengths, as parts of one document."""
    lines = [f"{name} 监听 {7000 + i} 端口。" + "其余配置见附录。" * (i % 5) for i, name in enumerate(_names(14))]
    text = "\n".join(lines)
    starts = [text.index(line) for line in lines]
    windows = [window(text, Span(at, at + len(line))) for at, line in zip(starts, lines, strict=True)]
    found = reader.read(f"{_names(14)[9]} 监听哪个端口？", windows)
    assert len(found) == len(windows)
    for w, spans in zip(windows, found, strict=True):
        assert 1 <= len(spans) <= 3
        assert all(s.window is w and w.span.contains(s.span) for s in spans)
        assert all(fold_text(s.span.cut(text)) in w.text for s in spans)
        assert [s.margin for s in spans] == sorted((s.margin for s in spans), reverse=True)
    assert "7009" in found[9][0].span.cut(text)


def _names(count: int) -> list[str]:
    return [f"{'甲乙丙丁戊己庚辛壬癸子丑寅卯'[i]}服务" for i in range(count)]


@pytest.mark.model
def test_a_window_gives_the_same_words_alone_and_in_a_batch(reader: Reader) -> None:
    """The margins differ, since activations are quantised over the whole batch."""
    question, text, words = ANSWERED[0]
    alone = window(text, Span(0, len(text)))
    others = [window(t, Span(0, len(t))) for _, t, _ in ANSWERED[:5]]
    together, single = reader.read(question, [*others, alone], 1)[-1][0], reader.read(question, [alone], 1)[0][0]
    assert together.span == single.span
    assert together.span.cut(text) == words
    assert min(together.margin, single.margin) > 0


@pytest.mark.model
def test_threads_share_one_network(reader: Reader) -> None:
    loaded: list[object] = []
    threads = [threading.Thread(target=lambda: loaded.append(reader.load())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loaded == [reader.load()] * 4


def test_nothing_to_read_needs_no_model(tmp_path: Path) -> None:
    assert Reader(tmp_path).read("哪个版本？", []) == []


def test_weights_that_are_missing_are_told_when_they_are_needed(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="reinstall kaoju"):
        Reader(tmp_path).read("哪个版本？", [window("1.13", Span(0, 4))])
