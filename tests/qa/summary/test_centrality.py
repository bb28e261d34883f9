import numpy as np

from qa.summary import centrality
from qa.summary.centrality import lexrank, lexrank_of_words, tfidf


def test_what_others_are_like_is_central() -> None:
    crowd = np.array([[1, 0.1, 0], [1, 0, 0.1], [1, 0.1, 0.1], [0, 1, 0]], dtype=np.float32)
    ranks = lexrank(crowd / np.linalg.norm(crowd, axis=1, keepdims=True))
    assert ranks.argmin() == 3
    assert ranks.max() == 1


def test_few_texts_are_all_as_central() -> None:
    assert lexrank(np.eye(2, dtype=np.float32)).tolist() == [1, 1]
    assert lexrank(np.zeros((0, 4), np.float32)).tolist() == []
    assert lexrank_of_words(tfidf([["甲"], []])).tolist() == [1, 1]


def test_vectors_of_words_have_unit_length_and_common_words_weigh_less() -> None:
    matrix = tfidf([["集群", "节点"], ["集群", "存储"], []]).toarray()
    assert np.allclose(np.linalg.norm(matrix, axis=1), [1, 1, 0])
    assert matrix[0, 0] < matrix[0, 1] or matrix[0, 1] < matrix[0, 0]
    shared = float(matrix[0] @ matrix[1])
    assert 0 < shared < 0.5


def test_many_texts_are_ranked_by_a_sample(monkeypatch: object) -> None:
    drawn = np.random.default_rng(3).normal(size=(300, 8)).astype(np.float32)
    drawn[:200] += np.array([4, 0, 0, 0, 0, 0, 0, 0], dtype=np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    nodes = centrality._NODES
    try:
        centrality._NODES = 50  # type: ignore[misc]
        ranks = lexrank(drawn)
    finally:
        centrality._NODES = nodes  # type: ignore[misc]
    assert ranks[:200].mean() > ranks[200:].mean()
