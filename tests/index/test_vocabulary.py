"""One vocabulary in memory for the embedder and the reader, each with settings of its own."""

import pytest
from tokenizers import Tokenizer

from index import vocabulary
from index.embed import SentenceTransformerEmbedder
from index.embedded_model import embedded_model_path

pytestmark = pytest.mark.model

PAIRS = [
    ("query: 哪个版本移除了 kube-dns?", "passage: coredns 自 1.13 起是默认的 dns 服务。"),
    ("query: ｋ８ｓ […]", "passage:  两个  空格\n换行，v1.24.0-rc.1"),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_it_cuts_as_the_tokenizer_in_the_models_folder(pair: tuple[str, str]) -> None:
    whole = Tokenizer.from_file(str(embedded_model_path() / "tokenizer.json")).encode(*pair)
    shared = vocabulary.new_tokenizer().encode(*pair)
    assert (shared.ids, shared.offsets, shared.sequence_ids) == (whole.ids, whole.offsets, whole.sequence_ids)


def test_settings_are_not_shared() -> None:
    short, long = vocabulary.new_tokenizer(), vocabulary.new_tokenizer()
    short.enable_truncation(5)
    long.enable_padding(length=40)
    assert len(short.encode("一个很长的句子，说的是版本和组件。").ids) == 5
    assert len(long.encode("短").ids) == 40
    assert short.padding is None
    assert long.truncation is None


def test_the_embedders_vocabulary_serves_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_whole", None)
    loaded = SentenceTransformerEmbedder().load().tokenizer.backend_tokenizer
    monkeypatch.setattr(Tokenizer, "from_file", staticmethod(lambda _: pytest.fail("a second vocabulary was read")))
    assert vocabulary.new_tokenizer().encode(*PAIRS[0]).ids == loaded.encode(*PAIRS[0]).ids
