import pytest

from corpus.normalize import fold_text
from qa.summary.boilerplate import is_back_matter, is_boilerplate, is_prose
from qa.summary.candidates import leans_back


@pytest.mark.parametrize(
    "words",
    [
        "作者 | 李四", "編輯：王五", "写点什么", "分享到微博", "扫描下方的二维码，即可试读。", "歡迎關注我們的公眾號。",
        "敬请期待。", "感谢您的阅读。", "我是张三，一名工程师。", "本文介绍集群的安装。", "舊文章可能包含過時內容。",
        "版权所有，转载请注明出处。", "不过，相信你也已经知道了。",
    ],
)  # fmt: skip
def test_words_about_the_page_and_its_author(words: str) -> None:
    assert is_boilerplate(fold_text(words))


@pytest.mark.parametrize(
    "words",
    [
        "CoreDNS 在 1.11 正式可用。", "我們希望 kubeadm 成為通用的構建模組。", "kube-proxy 订阅 Service 的变化。",
        "作者与读者共享同一个卷。", "控制器關注物件的狀態。",
    ],
)  # fmt: skip
def test_words_about_the_subject(words: str) -> None:
    assert not is_boilerplate(fold_text(words))


def test_commands_questions_and_scraps_are_no_prose() -> None:
    for words in ("kubectl get pods --all", "为什么要用它？", "1.12", "https://kubernetes.io/docs"):
        assert not is_prose(fold_text(words))
    assert is_prose("The feature is stable in 1.12.")


def test_back_matter() -> None:
    assert is_back_matter(fold_text("關於作者"))
    assert not is_back_matter(fold_text("作者模式"))


@pytest.mark.parametrize(
    "words", ["它在 1.11 正式可用。", "該特性預設啟用。", "以上两项都已移除。", "这两个参数要一起写。"]
)
def test_leaning_on_what_stands_before(words: str) -> None:
    assert leans_back(fold_text(words))


@pytest.mark.parametrize("words", ["其他组件不受影响。", "CSI 在 1.13 正式可用。", "其余节点逐台升级。"])
def test_standing_by_itself(words: str) -> None:
    assert not leans_back(fold_text(words))
