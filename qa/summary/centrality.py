"""LexRank (Erkan and Radev 2004): a text is central if texts like it are central. Home of networkx.

PageRank over a graph that links each text to its nearest neighbours, weighted by how far their similarity lies above
the average.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

_NEIGHBOURS = 20
_NODES = (
    2000  # of more texts, this many spread evenly make the graph, and the others are ranked by their likeness to these
)
_BLOCK = 4096  # rows compared at a time


def lexrank(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the centrality (n,) of unit ``vectors`` (n, width), as shares of the ranking: 1 the most central, 0 the least."""
    count = len(vectors)
    if count < 3:
        return np.ones(count)
    nodes = np.unique(np.linspace(0, count - 1, min(count, _NODES)).astype(np.int64))
    among = vectors[nodes]
    average = float(np.mean(among @ among.mean(axis=0)))
    ranks = _pagerank(_links(among, among, average, own=True))
    if len(nodes) < count:
        blocks = [vectors[i : i + _BLOCK] for i in range(0, count, _BLOCK)]
        ranks = np.concatenate([_links(block, among, average, own=False) @ ranks for block in blocks])
    return _shares(ranks)


def tfidf(texts: Sequence[Sequence[str]]) -> csr_array:
    """Return tf-idf vectors (n, words) of unit length for texts given as their words, each counted once.

    The weight of a word is the smoothed idf of scikit-learn, ln((1 + n) / (1 + df)) + 1.
    """
    numbers: dict[str, int] = {}
    sets = [sorted(set(words)) for words in texts]
    columns = np.array([numbers.setdefault(w, len(numbers)) for s in sets for w in s], dtype=np.int64)
    rows = np.repeat(np.arange(len(sets)), [len(s) for s in sets])
    frequency = np.bincount(columns, minlength=max(len(numbers), 1))
    idf = np.log((1 + len(sets)) / (1 + frequency)) + 1
    lengths = np.sqrt(np.bincount(rows, idf[columns] ** 2, minlength=len(sets)))
    return csr_array((idf[columns] / lengths[rows], (rows, columns)), shape=(len(sets), max(len(numbers), 1)))


def lexrank_of_words(matrix: csr_array) -> NDArray[np.float64]:
    """Return the centrality (n,) of texts by their words' tf-idf vectors, as ``lexrank`` does."""
    if matrix.shape[0] < 3:
        return np.ones(matrix.shape[0])
    likeness = np.asarray((matrix @ matrix.T).toarray(), dtype=np.float32)
    return _shares(_pagerank(_nearest(likeness, own=True)))


def _links(rows: NDArray[np.float32], among: NDArray[np.float32], average: float, *, own: bool) -> csr_array:
    """Return the weights (rows, among) of links to the nearest; a text is none of its own neighbours."""
    return _nearest(np.maximum(rows @ among.T - average, 0), own=own)


def _nearest(weights: NDArray[np.float32], *, own: bool) -> csr_array:
    """Return the weights (rows, among) of the nearest alone; ``own`` where both are the same texts, linked both ways."""
    weights = np.round(weights, 5)
    if own:
        np.fill_diagonal(weights, 0)
    keep = min(_NEIGHBOURS, weights.shape[1])
    nearest = np.argpartition(-weights, keep - 1, axis=1)[:, :keep]
    at = np.repeat(np.arange(len(weights)), keep)
    kept = csr_array((weights[at, nearest.ravel()], (at, nearest.ravel())), shape=weights.shape)
    return csr_array(kept.maximum(kept.T)) if own else kept


def _pagerank(links: csr_array) -> NDArray[np.float64]:
    import networkx

    graph = networkx.from_scipy_sparse_array(links)
    ranks = networkx.pagerank(graph, max_iter=500, tol=1e-6)
    return np.array([ranks[i] for i in range(links.shape[0])])


def _shares(ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each the share of the others that it outranks; equal ones share the place of the first."""
    _, places = np.unique(np.round(ranks, 9), return_inverse=True)
    return places / max(int(places.max()), 1)
