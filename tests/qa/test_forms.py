from typing import get_args

import pytest

from qa.forms import has_form
from qa.kinds import Kind

FORMS: dict[Kind, tuple[str, ...]] = {
    "date": ("2018 年 9 月 27 日", "２０１８年", "2018-09-27", "三月", "9 月", "27 號", "September 2018", "2016"),
    "version": ("1.13", "v1.8.3", "１．１３", "Kubernetes 1.24", "1.24 版", "3", "2.4"),
    "number": ("8080", "３０ 秒", "三個", "兩層", "一半", "five", "Three nodes", "2,160 公尺", "六千八百万"),
    "command": ("kubectl get pods", "systemctl restart kubelet", "--feature-gates"),
    "person": ("王志強", "李明远", "Guido van Rossum", "第 3 小组"),
    "org": ("云原生计算基金会", "CNCF", "雲端原生運算基金會", "3M"),
}
OTHERS: dict[Kind, tuple[str, ...]] = {
    "date": ("CoreDNS", "很久以前", "30 秒", "1.13", "8080"),
    "version": ("CoreDNS", "默认启用", "上一个版本", ""),
    "number": ("CoreDNS", "默认启用", "none", "attend"),
    "command": ("重启节点", "重啟節點。", "8080"),
    "person": ("1.13", "2018", "50 %", "１９９８"),
    "org": ("1.13", "2,160"),
}
WITHOUT_FORM = [k for k in get_args(Kind) if k not in FORMS]


@pytest.mark.parametrize(("kind", "words"), [(kind, words) for kind, all_ in FORMS.items() for words in all_])
def test_words_of_the_form_wanted(kind: Kind, words: str) -> None:
    assert has_form(kind, words)


@pytest.mark.parametrize(("kind", "words"), [(kind, words) for kind, all_ in OTHERS.items() for words in all_])
def test_words_of_another_form(kind: Kind, words: str) -> None:
    assert not has_form(kind, words)


@pytest.mark.parametrize("kind", WITHOUT_FORM)
@pytest.mark.parametrize("words", ["CoreDNS", "因为需要升级", "1.13", "叢集預設"])
def test_other_kinds_want_no_form(kind: Kind, words: str) -> None:
    assert has_form(kind, words)
