import pytest

from corpus.terms import default_terms
from qa.conversation import Turn, standalone

RUNTIME = "RuntimeClass 从哪个版本起进入 beta？"
PORT = "kubelet 的默认端口是多少？"
GONE = "dockershim 是什么时候弃用的？"
RELEASE = "Kubernetes 1.12 是什么时候发布的？"
MODE = "kube-proxy 的 ipvs 模式是哪个版本 GA 的？"
DEFAULT = "RuntimeClass 默认打开吗？"
WHEN = "When was dockershim deprecated?"


def _asked(text: str, *turns: str | tuple[str, str]) -> str:
    history = [Turn(t, None) if isinstance(t, str) else Turn(*t) for t in turns]
    return standalone(text, history, default_terms())


@pytest.mark.parametrize(
    ("before", "text", "question"),
    [
        (RUNTIME, "它从哪个版本起 GA？", "RuntimeClass 从哪个版本起 GA？"),
        (GONE, "那它什么时候移除的？", "dockershim 什么时候移除的？"),
        ("RuntimeClass 是什麼？", "這個功能從哪個版本起 GA？", "RuntimeClass 從哪個版本起 GA？"),
        ("RuntimeClass 是什麼？", "那它什麼時候移除的？", "RuntimeClass 什麼時候移除的？"),
        ("拓扑感知路由是什么？", "该特性默认打开吗？", "拓扑感知路由默认打开吗？"),
        ("拓扑感知路由是什么？", "該特性預設開啟嗎？", "拓撲感知路由預設開啟嗎？"),
        (PORT, "其默认端口可以改吗？", "kubelet 的默认端口可以改吗？"),
        (PORT, "这个端口可以改吗？", "kubelet 的端口可以改吗？"),
        (PORT, "那個元件是做什麼的？", "kubelet 是做什麼的？"),
        (MODE, "它默认打开吗？", "kube-proxy 的 ipvs 模式默认打开吗？"),
        (RELEASE, "它有哪些新特性？", "Kubernetes 1.12 有哪些新特性？"),
        ("Kubernetes 1.14 把 RuntimeClass 升到 beta 了吗？", "它是做什么的？", "RuntimeClass 是做什么的？"),
        ("动态卷供给从哪个版本起 GA？", "它是什么时候引入的？", "动态卷供给是什么时候引入的？"),
        ("哪个版本移除了 dockershim？", "它是什么时候弃用的？", "dockershim 是什么时候弃用的？"),
        ("What is CSI migration?", "when did it reach beta?", "when did CSI migration reach beta?"),
        ("卷克隆是什么？", "when did it reach GA?", "when did volume cloning reach GA?"),
        (WHEN, "and when was it removed?", "when was dockershim removed?"),
    ],
)
def test_a_pronoun_takes_the_subject_before(before: str, text: str, question: str) -> None:
    assert _asked(text, before) == question


@pytest.mark.parametrize(
    ("before", "text", "question"),
    [
        (PORT, "那 kube-proxy 呢？", "kube-proxy 的默认端口是多少？"),
        (PORT, "kube-proxy呢", "kube-proxy 的默认端口是多少？"),
        (PORT, "那 kube-proxy 的默认端口呢？", "kube-proxy 的默认端口是多少？"),
        (PORT, "那配置文件呢？", "kubelet 的配置文件是什么？"),
        (PORT, "它的配置文件呢？", "kubelet 的配置文件是什么？"),
        (RELEASE, "1.20 呢？", "Kubernetes 1.20 是什么时候发布的？"),
        (RELEASE, "v1.20?", "Kubernetes v1.20 是什么时候发布的？"),
        (RELEASE, "那 etcd 呢？", "etcd 是什么时候发布的？"),
        (RUNTIME, "那 GA 呢？", "RuntimeClass 从哪个版本起进入 GA？"),
        (RUNTIME, "beta 是哪个版本？", "RuntimeClass 是哪个版本进入 beta？"),
        (RUNTIME, "1.20 呢？", "RuntimeClass 在 1.20 进入 beta 吗？"),
        (DEFAULT, "1.14 呢？", "1.14 里 RuntimeClass 默认打开吗？"),
        (GONE, "kube-dns 是什么时候？", "kube-dns 是什么时候弃用的？"),
        ("PSP 是哪個版本棄用的？", "那移除呢？", "PSP 是哪個版本移除的？"),
        (MODE, "那 nftables 呢？", "kube-proxy 的 nftables 模式是哪个版本 GA 的？"),
        ("RuntimeClass 在 kubelet 里怎么启用？", "那 kube-proxy 呢？", "RuntimeClass 在 kube-proxy 里怎么启用？"),
        ("2019 年发布了哪些版本？", "2020 年呢？", "2020 年发布了哪些版本？"),
        ("Which port does kubelet listen on?", "what about kube-proxy?", "Which port does kube-proxy listen on?"),
        (GONE, "what about kube-dns?", "when was kube-dns deprecated?"),
        (WHEN, "那 heapster 呢？", "heapster 什么时候弃用？"),
    ],
)
def test_a_fragment_takes_the_place_of_its_kind(before: str, text: str, question: str) -> None:
    assert _asked(text, before) == question


@pytest.mark.parametrize(
    ("before", "text", "question"),
    [
        (RUNTIME, "什么时候？", "RuntimeClass 什么时候进入 beta？"),
        (GONE, "为什么？", "dockershim 为什么弃用？"),
        (GONE, "哪个版本？", "dockershim 哪个版本弃用的？"),
        ("PSP 是哪个版本弃用的？", "為什麼？", "PSP 為什麼棄用？"),
        (DEFAULT, "从哪个版本起？", "RuntimeClass 从哪个版本起默认打开？"),
        (DEFAULT, "为什么？", "RuntimeClass 为什么默认打开？"),
        ("哪个版本移除了 dockershim？", "为什么？", "为什么移除了 dockershim？"),
        ((PORT, "10250"), "为什么？", "kubelet 的默认端口为什么是 10250？"),
        (GONE, "哪個版本移除的？", "dockershim 哪個版本移除的？"),
        (GONE, "默认打开吗？", "dockershim 默认打开吗？"),
        (WHEN, "why?", "Why was dockershim deprecated?"),
    ],
)
def test_a_bare_question_is_asked_of_the_subject_before(
    before: str | tuple[str, str], text: str, question: str
) -> None:
    assert _asked(text, before) == question


def test_this_version_is_the_one_answered_or_asked_about() -> None:
    assert _asked("这个版本是什么时候发布的？", (RUNTIME, "1.14")) == "1.14 是什么时候发布的？"
    assert _asked("該版本什麼時候發布？", "1.17 有哪些新功能？") == "1.17 什麼時候發布？"
    assert _asked("那一版还有哪些新特性？", RUNTIME) == "那一版还有哪些新特性？"  # no version was named


def test_what_a_question_finds_is_spoken_of_next() -> None:
    turn = ("哪个组件监听 10251 端口？", "kube-scheduler")
    assert _asked("它的安全端口是多少？", turn) == "kube-scheduler 的安全端口是多少？"


@pytest.mark.parametrize(
    "text",
    [
        "kubelet 和它的配置文件在哪？",
        "那 etcd 为什么要用奇数个节点？",
        "那個調度器以後是什麼框架？",
        "1.12 这个版本有什么新特性？",
        "1.12 這一版，SIG-node 主要在推的是哪個功能？",
        "CoreDNS 从哪个版本起替代 kube-dns？它的作者是谁？",
        "RuntimeClass 是什么？",
        "哪个版本引入了 Windows 容器？",
        "社区对次版本提供多长时间的补丁？",
        "Confd 这个工具是谁写的？",
        "在 1.20 中有哪些新特性？",
        "is it possible to run etcd without TLS?",
        "Does kube-proxy need CNI before it starts?",
        "谢谢",
    ],
)
def test_what_stands_by_itself_stays(text: str) -> None:
    assert _asked(text, PORT, GONE) == text


@pytest.mark.parametrize("text", ["它从哪个版本起 GA？", "那 kubelet 呢？", "為什麼？", "this feature?", ""])
def test_without_a_usable_turn_the_text_stays(text: str) -> None:
    assert _asked(text) == text
    assert _asked(text, "你好") == text


@pytest.mark.parametrize(
    ("start", "steps"),
    [
        (
            "RuntimeClass 是什么？",
            [
                ("它从哪个版本起进入 beta？", "RuntimeClass 从哪个版本起进入 beta？"),
                ("那 GA 呢？", "RuntimeClass 从哪个版本起进入 GA？"),
                ("什么时候？", "RuntimeClass 什么时候进入 GA？"),
            ],
        ),
        (
            "kubelet 的預設連接埠是多少？",
            [
                ("那 kube-proxy 呢？", "kube-proxy 的預設連接埠是多少？"),
                ("它是做什麼的？", "kube-proxy 是做什麼的？"),
                ("那 CoreDNS 呢？", "CoreDNS 是做什麼的？"),
            ],
        ),
        (
            "When was dockershim deprecated?",
            [
                ("and when was it removed?", "when was dockershim removed?"),
                ("why?", "why was dockershim removed?"),
                ("what about heapster?", "why was heapster removed?"),
            ],
        ),
    ],
)
def test_turns_build_on_each_other(start: str, steps: list[tuple[str, str]]) -> None:
    history = [Turn(start, None)]
    for text, question in steps:
        assert standalone(text, history, default_terms()) == question
        history.append(Turn(question, None))
