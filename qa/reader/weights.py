"""The reader's weights on disk, and the network built from them over the embedded model.

``reader.safetensors`` holds the trained layers and the head, matrices in int8 (qa.reader.int8); the embeddings and the
lowest layers are the embedded model's own. ``reader.json`` names the SHA-256 of both, so that a damaged file or another
base model is refused.
"""

import copy
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from corpus.errors import ModelError
from index.embedded_model import SOURCE_SHA256, embedded_model_path
from qa.reader.int8 import Int8Linear, float_linear, quantise
from qa.reader.network import ReaderNetwork

FOLDER = Path(__file__).with_name("model")
_WEIGHTS, _CARD = "reader.safetensors", "reader.json"
_EMBEDDINGS = "embeddings.word_embeddings.weight"


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of trained weights: the files' hashes, and how they were trained."""

    weights_sha256: str
    base_sha256: str
    training: Mapping[str, Any]


def store(
    weights: Mapping[str, Tensor],
    training: Mapping[str, Any],
    folder: Path = FOLDER,
    factors: Mapping[str, Tensor] | None = None,
) -> None:
    """Write trained weights in int8; ``factors`` even out the activations of the matrices that they name."""
    folder.mkdir(parents=True, exist_ok=True)
    packed: dict[str, Tensor] = {f"{name}.factors": f.contiguous() for name, f in (factors or {}).items()}
    for name, weight in weights.items():
        if weight.dim() == 2 and not name.startswith("head."):
            packed[name], packed[f"{name}.scales"] = quantise(weight * packed.get(f"{name}.factors", 1))
        else:
            packed[name] = weight.contiguous()
    save_file(packed, folder / _WEIGHTS)
    (folder / _WEIGHTS).chmod(0o644)  # it is written for its owner alone
    write_card(Card(_sha256(folder / _WEIGHTS), SOURCE_SHA256, training), folder)


def write_card(card: Card, folder: Path = FOLDER) -> None:
    """Write what is known of the weights."""
    data = {name: getattr(card, name) for name in Card.__dataclass_fields__}
    (folder / _CARD).write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_card(folder: Path = FOLDER) -> Card:
    """Read what is known of the weights; ModelError where the files are missing."""
    try:
        return Card(**json.loads((folder / _CARD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(
            f"the reader's weights in {folder} cannot be read ({error}); reinstall kaoju, or ask with --no-reader"
        ) from error


def load_network(folder: Path = FOLDER) -> ReaderNetwork:
    """Build the network for reading; ModelError for damaged weights or another base model."""
    card = read_card(folder)
    path = folder / _WEIGHTS
    if card.base_sha256 != SOURCE_SHA256:
        raise ModelError("the reader was trained on another base model; reinstall kaoju, or ask with --no-reader")
    if _sha256(path) != card.weights_sha256:
        raise ModelError(f"the reader's weights {path} are damaged; reinstall kaoju, or ask with --no-reader")
    return _build(load_file(path))


def widened(network: ReaderNetwork) -> ReaderNetwork:
    """Return a copy of the network with the same weights in float32."""
    wide = copy.deepcopy(network)
    for name, module in list(wide.named_modules()):
        if isinstance(module, Int8Linear):
            wide.set_submodule(name, module.widened())
    return wide


def _build(trained: Mapping[str, Tensor]) -> ReaderNetwork:
    from transformers import BertConfig, BertModel

    base = embedded_model_path()
    with torch.device("meta"):
        network = ReaderNetwork(BertModel(BertConfig.from_pretrained(str(base)), add_pooling_layer=False))
    weights = _base_weights(base / "model.safetensors", trained)
    linear = [n for n, module in network.named_modules() if isinstance(module, nn.Linear) and n != "head"]
    rest = [n for n in network.state_dict() if n.rsplit(".", 1)[0] not in linear]
    for name in linear:
        network.set_submodule(name, _linear(name, weights, trained))
    state = {n: weights.get(n, trained.get(n)) for n in rest}
    network.load_state_dict(state, assign=True, strict=False)
    _materialise(network)
    return network.eval()


def _has_outliers(name: str) -> bool:
    """Tell the matrix after the inner layer of a block, some of whose activations dwarf the others.

    One scale for them all left three windows in ten with another best span than in float32; it alone stays in float32.
    """
    return name.endswith("output.dense") and ".attention." not in name


def _linear(name: str, base: Mapping[str, Tensor], trained: Mapping[str, Tensor]) -> nn.Module:
    key, bias = f"{name}.weight", f"{name}.bias"
    factors = trained.get(f"{key}.factors")
    if key in trained:
        weight, scales = trained[key], trained[f"{key}.scales"]
        if _has_outliers(name):
            wide = weight * scales[:, None]
            return float_linear(wide if factors is None else wide / factors, trained[bias])
        return Int8Linear(weight, scales, trained[bias], factors)
    if _has_outliers(name):
        return float_linear(base[key], base[bias])
    return Int8Linear(*quantise(base[key] if factors is None else base[key] * factors), base[bias], factors)


def _base_weights(path: Path, trained: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return what is not trained: small tensors in memory, the table of word embeddings mapped from the file."""
    weights = {f"encoder.{_EMBEDDINGS}": _mapped(path, _EMBEDDINGS)}
    with safe_open(path, framework="pt") as file:
        for name in file.keys():  # noqa: SIM118  it is no mapping
            if name != _EMBEDDINGS and f"encoder.{name}" not in trained:
                weights[f"encoder.{name}"] = file.get_tensor(name)
    return weights


def _mapped(path: Path, name: str) -> Tensor:
    """Return a float32 matrix of a safetensors file without reading it: only the rows in use come into memory."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        entry = json.loads(file.read(length))[name]
    offset = 8 + length + entry["data_offsets"][0]
    rows = np.memmap(path, np.float32, "c", offset, tuple(entry["shape"]))
    return torch.from_numpy(rows)


def _materialise(network: ReaderNetwork) -> None:
    """Give the buffers, which no file holds, their values."""
    embeddings = network.encoder.embeddings
    positions = torch.arange(network.encoder.config.max_position_embeddings).unsqueeze(0)
    embeddings.register_buffer("position_ids", positions, persistent=False)
    embeddings.register_buffer("token_type_ids", torch.zeros_like(positions), persistent=False)


def _sha256(path: Path) -> str:
    """Return the file's hash; an empty one if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()
