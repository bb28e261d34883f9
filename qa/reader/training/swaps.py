"""Versions and components exchanged, so that the reader binds a question's to the passage's instead of guessing.

Exchanged on both sides, a window stays an answer; exchanged in the question alone, it becomes "not here".
"""

import random
import re
from collections.abc import Callable

from corpus.terms import default_terms
from corpus.types import Span
from qa.reader.training.windows import Window

_VERSION = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})(?![\d])(?!\.\d)")
_NAMES = {
    "kube-proxy", "kubelet", "kube-apiserver", "kube-scheduler", "kube-controller-manager", "etcd", "coredns", "kubeadm",
    "kubectl", "containerd", "cri-o", "docker", "flannel", "calico", "cilium", "kops", "helm", "dockershim", "ipvs",
    "iptables", "kube-dns", "cloud-controller-manager", "ingress", "networkpolicy", "statefulset", "daemonset",
    "deployment", "cronjob", "configmap", "secret", "runtimeclass", "gateway",
}  # fmt: skip
_NAME = re.compile(rf"(?<![a-z0-9-])(?:{'|'.join(sorted(map(re.escape, _NAMES), key=len, reverse=True))})(?![a-z0-9-])")


def shift_versions(item: Window, rng: random.Random) -> Window:
    """The same window with every version moved by one step size, in the question as in the text."""
    step = rng.choice([-7, -5, -3, -2, 2, 3, 4, 6, 9, 11, 14])
    minors = [int(m[2]) for m in _VERSION.finditer(item.question + " " + item.text)]
    if not minors or min(minors) + step < 0 or max(minors) + step > 99:
        return item
    return _rewrite(item, lambda text: _VERSION.sub(lambda m: f"{m[1]}.{int(m[2]) + step}", text))


def rename(item: Window, rng: random.Random) -> Window:
    """The same window with one Latin name exchanged for another, in the question as in the text."""
    present = sorted(
        {m.group() for m in _NAME.finditer(item.question)} & {m.group() for m in _NAME.finditer(item.text)}
    )
    absent = sorted(_NAMES - {m.group() for m in _NAME.finditer(item.text)})
    if not present or not absent:
        return item
    old, new = rng.choice(present), rng.choice(absent)
    return _rewrite(item, lambda text: _NAME.sub(lambda m: new if m.group() == old else m.group(), text))


def _rewrite(item: Window, change: Callable[[str], str]) -> Window:
    """Apply `change` to question and text, the answer's place moving along."""
    head = change(item.text[: item.head])
    if item.answer is None:
        return Window(change(item.question), head + change(item.text[item.head :]), len(head), None)
    before = head + change(item.text[item.head : item.answer.start])
    answer = change(item.answer.cut(item.text))
    span = Span(len(before), len(before) + len(answer))
    return Window(change(item.question), before + answer + change(item.text[item.answer.end :]), len(head), span)


def ask_other_version(item: Window, rng: random.Random) -> Window | None:
    """The window with the question's version exchanged for one it does not speak of; None where none is named."""
    asked = list(_VERSION.finditer(item.question))
    if len(asked) != 1 or asked[0].group() not in item.text:
        return None
    spoken = {int(m[2]) for m in _VERSION.finditer(item.text)}
    others = [n for n in range(31) if n not in spoken and n < min(spoken | {int(asked[0][2])})] or [
        n for n in range(40) if n not in spoken
    ]
    other = f"{asked[0][1]}.{rng.choice(others)}"
    question = item.question[: asked[0].start()] + other + item.question[asked[0].end() :]
    return Window(question, item.text, item.head, None)


def ask_other_component(item: Window, rng: random.Random) -> Window | None:
    """The window with the question's component exchanged for one it does not name; None where none is named."""
    asked = [m for m in default_terms().find(item.question) if m.term.kind == "component"]
    if len(asked) != 1:
        return None
    present = default_terms().ids(item.text)
    if asked[0].term.id not in present:
        return None
    others = [t for t in default_terms().terms if t.kind == "component" and t.id not in present]
    name = rng.choice(rng.choice(others).aliases).lower()
    question = item.question[: asked[0].span.start] + name + item.question[asked[0].span.end :]
    return Window(question, item.text, item.head, None)
