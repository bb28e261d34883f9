"""The bundled sample collection, with the embedded model: what a new user sees after ``make run``."""

import re
from pathlib import Path

import pytest

from corpus.normalize import detect_script, squeezed
from qa.service import SAMPLE, Service, ServiceSettings

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    service = Service(ServiceSettings(tmp_path_factory.mktemp("sample") / "store"))
    service.ingest_sample()
    return service


def test_the_sample_is_in_both_scripts_and_large_enough(service: Service) -> None:
    documents = service.collection.snapshot().documents.values()
    scripts = [detect_script(d.text) for d in documents]
    assert len(scripts) >= 24
    assert scripts.count("hans") == scripts.count("hant") == len(scripts) / 2
    assert sum("\u4e00" <= c <= "\u9fff" for d in documents for c in d.text) >= 20_000
    assert len(list(SAMPLE.rglob("*.*"))) == len(scripts)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Kubernetes 1.12 是什么时候发布的？", "2018 年 9 月 27 日"),
        ("1.0 是哪天發行的？", "2015 年 7 月 21 日"),
        ("CoreDNS 从哪个版本起成为默认 DNS？", "1.13"),
        ("dockershim 在哪个版本被移除？", "1.24"),
        ("dockershim 在哪一版被棄用？", "1.20"),
        ("Which release removed dockershim?", "1.24"),
        ("IPVS 模式哪个版本 GA？", "1.11"),
        ("雙堆疊在哪一版 GA？", "1.23"),
        ("RuntimeClass 在哪一版 GA？", "1.20"),
        ("Ingress 哪个版本 GA？", "1.19"),
        ("When was Kubernetes 1.20 released?", "2020 年 12 月 8 日"),
    ],
)
def test_short_answers(service: Service, question: str, short: str) -> None:
    answer = service.ask(question)
    assert answer.short is not None
    assert squeezed(answer.short).lstrip("v") == squeezed(short)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("etcd 的默认端口是多少？", "2379"),
        ("kubelet 監聽哪個連接埠？", "10250"),
        ("kubeadm 和 kops 有什么区别？", "kops"),
        ("kube-proxy 有哪些模式？", "iptables"),
        ("NodePort 的預設範圍是什麼？", "30000-32767"),
        ("哪些 API 在 1.16 停止提供？", "extensions/v1beta1"),
        ("Pod Security Admission 有哪三个级别？", "restricted"),
        ("怎么用 kubeadm 初始化集群？", "kubeadm init"),
    ],
)
def test_quotations_hold_what_is_asked(service: Service, question: str, words: str) -> None:
    answer = service.ask(question)
    assert answer.status == "answered"
    assert squeezed(words) in squeezed(" ".join(c.quote for c in answer.citations))


@pytest.mark.parametrize(
    "question",
    [
        "Kubernetes 1.47 是什么时候发布的？",
        "Istio 1.5 改了什么？",
        "etcd 3.6 有什么变化？",
        "今天北京天气怎么样？",
        "谁发明了 Rust 语言？",
    ],
)
def test_what_the_sample_does_not_hold_is_refused(service: Service, question: str) -> None:
    answer = service.ask(question)
    assert answer.status == "no_evidence"
    assert answer.citations == ()


def test_every_list_item_has_its_own_citation(service: Service) -> None:
    answer = service.ask("kube-proxy 有哪些模式？")
    assert len(answer.items) >= 3
    assert all(len(item.citations) == 1 for item in answer.items)
    documents = service.collection.snapshot().documents
    for c in answer.citations:
        assert documents[c.doc_id].text[c.start : c.end] == c.quote


def test_no_document_of_the_sample_copies_the_seeds(service: Service) -> None:
    seeds = Path(__file__).parents[3] / "shared" / "seeds"
    if not seeds.is_dir():
        pytest.skip("the data beside the checkout is absent")
    known = {window for path in seeds.iterdir() for window in _han_windows(path.read_text(encoding="utf-8"))}
    for document in service.collection.snapshot().documents.values():
        assert not known & _han_windows(document.text), document.title


def _han_windows(text: str, length: int = 12) -> set[str]:
    han = re.sub(r"[^\u4e00-\u9fff]", "", squeezed(text))
    return {han[i : i + length] for i in range(len(han) - length + 1)}
