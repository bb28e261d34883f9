import pytest

from corpus.errors import InputError
from corpus.terms import default_terms
from qa.question import MAX_QUESTION, Question, analyse


def _analyse(text: str) -> Question:
    return analyse(text, default_terms())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Kubernetes 1.12 是什么时候发布的？", "date"),
        ("1.20 是哪天發行的？", "date"),
        ("When was 1.20 released?", "date"),
        ("CoreDNS 从哪个版本起是默认 DNS？", "version"),
        ("雙堆疊在哪一版 GA？", "version"),
        ("Which release removed dockershim?", "version"),
        ("etcd 的默认配额是多少？", "number"),
        ("How many nodes may a cluster have?", "number"),
        ("kube-proxy 的指标开在哪個連接埠？", "number"),
        ("为什么要移除 dockershim？", "why"),
        ("怎么初始化集群？", "how"),
        ("哪些 API 在 1.16 停止提供？", "list"),
        ("kubeadm 和 kops 有什么区别？", "compare"),
        ("kube-proxy 支持七层转发吗？", "yesno"),
        ("Operator 是什么？", "definition"),
        ("哪个组件负责调度？", "component"),
        ("这个工具是谁写的？", "person"),
        ("哪家公司提出了这个方案？", "org"),
        ("用什么命令看证书？", "command"),
        ("kubelet", "other"),
    ],
)
def test_the_wording_shows_the_form_of_answer(text: str, kind: str) -> None:
    assert _analyse(text).kind == kind


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("1.12 這一版主推什麼？", ["1.12"]),
        ("Ｖ１．１２ 有什么变化", ["1.12"]),
        ("1。16 停止了哪些接口？", ["1.16"]),  # the full stop of a Chinese keyboard
        ("从 v1.8 升到 v1.10 要注意什么", ["1.8", "1.10"]),
        ("1.1x 系列引入了什么", ["1.1x"]),
        ("有 5000 个节点怎么办", []),
    ],
)
def test_versions_are_found_in_questions(text: str, versions: list[str]) -> None:
    assert [str(v) for v in _analyse(text).versions] == versions


def test_a_version_can_be_given_beside_the_question() -> None:
    assert [str(v) for v in analyse("有什么变化？", default_terms(), "1.17").versions] == ["1.17"]
    with pytest.raises(InputError, match="not a version"):
        analyse("有什么变化？", default_terms(), "最新")


def test_terms_and_content_words_become_keys() -> None:
    keys = {k.words: k for k in _analyse("叢集裡的 CoreDNS 為什麼重啟？").keys}
    assert keys["coredns"].is_term
    assert keys["coredns"].is_name
    assert "#cluster" in keys["丛集"].tokens
    assert "为什么" not in keys
    assert "的" not in keys


def test_what_is_asked_of_a_subject_is_its_attribute() -> None:
    attribute = _analyse("kubelet 的默认端口是多少？").attribute
    assert attribute is not None
    assert attribute.words == "端口"
    assert _analyse("kubelet 监听什么？").attribute is None


def test_script_and_language() -> None:
    assert _analyse("叢集怎麼升級？").script == "hant"
    assert _analyse("集群怎么升级？").script == "hans"
    assert _analyse("How do I upgrade?").english
    assert not _analyse("怎么 upgrade？").english


@pytest.mark.parametrize("text", ["", "   ", "？", "\n\t"])
def test_an_empty_question_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        _analyse(text)


def test_an_overlong_question_is_refused() -> None:
    with pytest.raises(InputError, match="100,000 characters"):
        _analyse("问" * 100_000)
    assert _analyse("问" * MAX_QUESTION).text
