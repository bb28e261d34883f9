import pytest

from corpus.terms import default_terms
from qa.polarity import verdict
from qa.question import analyse


def _verdict(question: str, sentence: str) -> str | None:
    return verdict(analyse(question, default_terms()), sentence, default_terms())


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        # the same claim, affirmed and denied
        ("kubelet 支持交换内存吗？", "kubelet 支持交换内存。", "yes"),
        ("kubelet 支持交换内存吗？", "kubelet 目前尚不支持交换内存。", "no"),
        ("CoreDNS 是不是支持 IPv6？", "CoreDNS 已经支持 IPv6。", "yes"),
        ("CoreDNS 支援 IPv6 嗎？", "CoreDNS 並不支援 IPv6。", "no"),
        ("dockershim 被移除了吗？", "dockershim 已在 1.24 中移除。", "yes"),
        ("dockershim 是否已經被移除？", "dockershim 尚未被移除。", "no"),
        ("PodSecurityPolicy 是否被弃用？", "PodSecurityPolicy 在 1.21 中被弃用。", "yes"),
        ("IPVS 模式默认是开着的吗？", "IPVS 模式默认启用。", "yes"),
        ("IPVS 模式默认是开着的吗？", "IPVS 模式默认关闭。", "no"),
        ("IPVS 模式預設有啟用嗎？", "IPVS 模式預設未啟用。", "no"),
        ("IPVS 模式默认禁用吗？", "IPVS 模式默认不启用。", "yes"),
        ("Ingress GA 了吗？", "Ingress 尚未 GA。", "no"),
        ("Ingress GA 了吗？", "Ingress 仍处于 beta 阶段。", "no"),
        ("CronJob 是不是已经 GA？", "CronJob 在 1.21 达到 GA。", "yes"),
        # what is gone is no longer supported; what stays is not removed
        ("现在还支持 dockershim 吗？", "dockershim 已被移除。", "no"),
        ("還能用 dockershim 嗎？", "新版不再支援 dockershim。", "no"),
        ("dockershim 被移除了吗？", "目前仍然支持 dockershim。", "no"),
        ("Heapster 还能用吗？", "Heapster 已停止提供。", "no"),
        # ability
        ("kubeadm 能不能升级集群？", "kubeadm 可以升级集群。", "yes"),
        ("kubeadm 能升级 etcd 吗？", "kubeadm 无法升级 etcd。", "no"),
        ("可以手动调度 Pod 吗？", "禁止手动调度 Pod。", "no"),
        ("kubeadm 能不能回滾 etcd？", "kubeadm 沒辦法回滾 etcd。", "no"),
        ("kubeadm 支持升级集群吗？", "kubeadm 支持通过配置文件升级集群。", "yes"),
        # need
        ("升级之前必须备份 etcd 吗？", "升级之前必须备份 etcd。", "yes"),
        ("升级之后需要重启 kubelet 吗？", "升级之后无需重启 kubelet。", "no"),
        ("升級之後要不要重啟 kubelet？", "升級之後不必重啟 kubelet。", "no"),
        ("升级之后需要重启 kubelet 吗？", "升级之后不得不重启 kubelet。", "yes"),
        ("kubelet 用得着知道 scheduler 吗？", "kubelet 并不知道 scheduler 的存在。", "no"),
        # negated questions: whether what they assert holds
        ("离线的时候 kubeadm 就没办法升级了吗？", "仍然可以在离线的情况下进行升级。", "no"),
        ("kubelet 不支持交换内存吗？", "kubelet 不支持交换内存。", "yes"),
        ("kubelet 不支援交換記憶體嗎？", "kubelet 支援交換記憶體。", "no"),
        # double negation
        ("kubelet 支持 cgroup v2 吗？", "kubelet 并非不支持 cgroup v2。", "yes"),
        # only, except, not … but
        ("HPA 支持 Job 吗？", "HPA 仅支持 Deployment。", "no"),
        ("HPA 支持 Deployment 吗？", "HPA 只支持 Deployment。", "yes"),
        ("kube-proxy 能做 HTTP 转发吗？", "kube-proxy 仅支持 TCP 和 UDP，不支持 HTTP 路由。", "no"),
        ("HPA 支持 DaemonSet 吗？", "除 DaemonSet 外，HPA 都支持。", "no"),
        ("HPA 支援 Job 嗎？", "除了 Job 之外，HPA 還支援 Deployment。", "yes"),
        ("Ingress 是控制器吗？", "Ingress 不是控制器，而是一种资源。", "no"),
        # comparison
        ("kubelet 的版本可以比 kube-apiserver 新吗？", "kubelet 的版本不能高于 kube-apiserver 的版本。", "no"),
        ("kubelet 可以比 kube-apiserver 舊嗎？", "kubelet 可以低於 kube-apiserver 的版本。", "yes"),
        # versions
        ("1.19 支持临时容器吗？", "从 1.23 起支持临时容器。", "no"),
        ("1.25 支持临时容器吗？", "从 1.23 起支持临时容器。", "yes"),
        ("1.25 移除了 dockershim 吗？", "dockershim 在 1.24 被移除。", "yes"),
        ("1.10 支持临时容器吗？", "1.1 支持临时容器，1.10 不支持临时容器。", "no"),
        # clauses
        ("etcd 支持 CRL 吗？", "Kubernetes 不支持 CRL，但 etcd 支持 CRL。", "yes"),
        ("StatefulSet 支持扩容吗？", "StatefulSet 支持扩容但不支持缩容。", "yes"),
        ("kubelet 支持交换内存吗？", "kubelet 对交换内存的支持已被移除。", "no"),
        ("Namespace 刪除後還能恢復嗎？", "Namespace 刪除後無法恢復。", "no"),
        # English
        ("Can a certificate be revoked with a CRL?", "目前还不支持通过证书吊销列表 (CRL) 吊销证书。", "no"),
        ("Is dockershim removed?", "dockershim 已被移除。", "yes"),
        ("Does kubelet still support dockershim?", "kubelet 不再支持 dockershim。", "no"),
        ("Is IPVS enabled by default?", "IPVS 默认关闭。", "no"),
        ("Does CoreDNS support IPv6?", "CoreDNS supports IPv6.", "yes"),
        ("Does CoreDNS support IPv6?", "CoreDNS does not support IPv6.", "no"),
    ],
)
def test_the_verdict_concerns_what_the_question_asserts(question: str, sentence: str, expected: str) -> None:
    assert _verdict(question, sentence) == expected


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("dockershim 何时移除？", "dockershim 已在 1.24 中移除。"),  # no yes/no question
        ("etcd 支持 CRL 吗？", "Kubernetes 不支持 CRL。"),  # of another component
        ("kube-proxy 支持 CRL 吗？", "etcd 支持 CRL，kube-proxy 转发流量。"),  # the negation is of another clause
        ("kubeadm 能升级集群吗？", "kubeadm 不支持跨版本升级集群。"),  # narrower than the question
        ("kubeadm 支援升級叢集嗎？", "kubeadm 不支援跨版本升級叢集。"),
        ("kubelet 会重启容器吗？", "kubelet 不会自动重启容器。"),
        ("kubelet 支持交换内存吗？", "kubelet 不支持 Windows 上的交换内存。"),
        ("Windows 上支持 IPVS 吗？", "支持 IPVS。"),  # affirmed without what the question adds
        ("kubelet 支持交换内存吗？", "kubelet 未来可能支持交换内存。"),
        ("kubelet 支援交換記憶體嗎？", "kubelet 計劃支援交換記憶體。"),
        ("kubelet 支持交换内存吗？", "如果内核太旧，kubelet 不支持交换内存。"),
        ("kubelet 支持交换内存吗？", "kubelet 不一定支持交换内存。"),
        ("dockershim 还能用吗？", "dockershim 已被弃用。"),  # deprecated things still work
        ("dockershim 被移除了吗？", "dockershim 已被弃用。"),
        ("dockershim 被移除了吗？", "将在 1.24 移除 dockershim。"),
        ("dockershim 被移除了嗎？", "移除了 dockershim 的部分參數。"),
        ("升级之后需要重启 kubelet 吗？", "升级之后可以重启 kubelet。"),  # ability is not need
        ("可以重启 kubelet 吗？", "不必重启 kubelet。"),
        ("IPVS 模式默认启用吗？", "IPVS 模式可以启用。"),
        ("IPVS 模式启用了吗？", "IPVS 模式默认启用。"),
        ("IPVS 模式默认启用吗？", "RunAsUserName 默认启用。"),
        ("IPVS 模式預設啟用嗎？", "IPVS 模式處於 Alpha 階段。"),
        ("HPA 支持 IPv6 吗？", "HPA 仅支持 Deployment。"),  # of another kind than what is alone supported
        ("HPA 只支持 Deployment 吗？", "HPA 支持 Deployment。"),
        ("1.19 支持临时容器吗？", "1.23 支持临时容器。"),
        ("1.19 支持临时容器吗？", "1.23 之前支持临时容器。"),
        ("CRD 是支持还是不支持默认值？", "CRD 支持默认值。"),
        ("可以不启用 RBAC 吗？", "可以启用 RBAC。"),  # ability to leave it is not the contrary of ability
        ("RBAC 可以啟用嗎？", "RBAC 可以不啟用。"),
        ("最多支持 5000 个节点吗？", "最多支持 5000 个节点。"),
        ("kubelet 比 kube-apiserver 旧吗？", "kubelet 的版本不能高于 kube-apiserver。"),
        ("kubelet 支持交换内存吗？", "kubelet 支持交换内存吗？"),
        ("kubelet 支持交换内存吗？", "kubelet 支持交换内存，但在 cgroup v1 上不支持交换内存。"),  # it depends
        ("kubelet 支持交换内存吗？", "很多人以为 kubelet 不支持交换内存。"),  # told, not asserted
        ("CRI-O 能代替 Docker 吗？", "Docker 可以代替 CRI-O。"),  # the other way round
        ("DaemonSet 會不會被驅逐？", "DaemonSet 建立的 Pod 不會被驅逐。"),  # of a part
        ("Can I use NodePort with ClusterIP?", "NodePort 不能在没有 kube-proxy 的节点上和 ClusterIP 一起使用。"),
        ("Does kubelet support swap?", "kubelet 负责管理节点上的 Pod。"),
        ("Is IPVS enabled by default?", "IPVS 可以启用。"),
    ],
)
def test_what_is_not_certain_has_no_verdict(question: str, sentence: str) -> None:
    assert _verdict(question, sentence) is None


def test_marks_of_markdown_do_not_hide_what_is_said() -> None:
    assert _verdict("etcd 支持 CRL 吗？", "etcd **不支持** [CRL](https://example.org/crl)。") == "no"
