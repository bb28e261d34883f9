import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from corpus.errors import ModelError
from index.embedded_model import SOURCE_SHA256
from qa.reader.weights import load_network, read_card, store, write_card

TINY = {"head.weight": torch.ones(2, 4), "head.bias": torch.zeros(2), "encoder.layer.3.weight": torch.eye(4)}


def _refusal(folder: Path) -> str:
    """The one line with which the weights in the folder are refused."""
    with pytest.raises(ModelError) as refused:
        load_network(folder)
    message = str(refused.value)
    assert "\n" not in message
    assert "reinstall kaoju" in message
    return message


def test_what_is_known_of_the_weights_comes_back(tmp_path: Path) -> None:
    store(TINY, {"steps": 3, "数据": "公开"}, tmp_path / "新")
    card = read_card(tmp_path / "新")
    assert (card.base_sha256, card.training) == (SOURCE_SHA256, {"steps": 3, "数据": "公开"})
    changed = replace(card, training={"steps": 4})
    write_card(changed, tmp_path / "新")
    assert read_card(tmp_path / "新") == changed


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_changed_byte_is_noticed(tmp_path: Path, at: int) -> None:
    store(TINY, {}, tmp_path)
    path = tmp_path / "reader.safetensors"
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(bytes(data))
    assert f"{path} are damaged" in _refusal(tmp_path)


def test_weights_that_were_cut_short_are_noticed(tmp_path: Path) -> None:
    store(TINY, {}, tmp_path)
    path = tmp_path / "reader.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    assert "damaged" in _refusal(tmp_path)


def test_weights_over_another_base_model_are_refused(tmp_path: Path) -> None:
    store(TINY, {}, tmp_path)
    write_card(replace(read_card(tmp_path), base_sha256="0" * 64), tmp_path)
    assert "another base model" in _refusal(tmp_path)


@pytest.mark.parametrize("name", ["reader.json", "reader.safetensors"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    store(TINY, {}, tmp_path)
    (tmp_path / name).unlink()
    assert str(tmp_path) in _refusal(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "无") in _refusal(tmp_path / "无")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", json.dumps({"weights_sha256": "0"}), json.dumps({"更多": 1}), "\udc80"]
)
def test_a_card_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    store(TINY, {}, tmp_path)
    (tmp_path / "reader.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    assert "cannot be read" in _refusal(tmp_path)


@pytest.mark.model
def test_stored_weights_are_those_of_the_network_built_from_them(tmp_path: Path) -> None:
    from transformers import BertConfig, BertModel

    from index.embedded_model import embedded_model_path
    from qa.reader.int8 import Int8Linear
    from qa.reader.network import ReaderNetwork

    with torch.device("meta"):
        config = BertConfig.from_pretrained(str(embedded_model_path()))
        shapes = {n: p.shape for n, p in ReaderNetwork(BertModel(config, add_pooling_layer=False)).trained().items()}
    generator = torch.Generator().manual_seed(11)
    weights = {n: torch.randn(shape, generator=generator) * 0.05 for n, shape in shapes.items()}
    store(weights, {}, tmp_path)
    network = load_network(tmp_path)
    assert not network.training
    assert torch.equal(network.head.weight, weights["head.weight"])
    norm = "encoder.encoder.layer.7.output.LayerNorm"
    assert torch.equal(network.get_submodule(norm).weight, weights[f"{norm}.weight"])
    name = "encoder.encoder.layer.11.intermediate.dense"
    layer = network.get_submodule(name)
    assert isinstance(layer, Int8Linear)
    x = torch.randn(3, config.hidden_size, generator=generator)
    wanted = x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    with torch.inference_mode():
        assert float((layer(x) - wanted).norm() / wanted.norm()) < 0.03
    assert not any(p.is_meta for p in (*network.parameters(), *network.buffers()))
