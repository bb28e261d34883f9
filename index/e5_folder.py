"""The packed file written out as a sentence-transformers folder of weights, tokenizer and configurations."""

import json
from pathlib import Path
from typing import Any

from index.e5_file import E5File, Sizes
from index.e5_tokenizer import build_tokenizer

PROMPTS = {"query": "query: ", "passage": "passage: "}

_TENSOR_NAMES = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln": "embeddings.LayerNorm",
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_PARAMETERS = {"w": "weight", "b": "bias"}


def write_folder(packed: E5File, folder: Path) -> None:
    """Write the model into the empty folder. It pools by the mean and gives vectors of unit length."""
    _write_weights(packed, folder / "model.safetensors")
    build_tokenizer(packed.vocabulary).save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "1_Pooling").mkdir()
    for name, content in _configurations(packed).items():
        (folder / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def _write_weights(packed: E5File, path: Path) -> None:
    """Write safetensors in float32, a few megabytes at a time."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    end = 0
    for entry in packed.tensors:
        begin, end = end, end + 4 * entry.elements
        name, shape = _tensor_name(entry.name), _shape(entry.name, entry.elements, packed.sizes)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}
    encoded = json.dumps(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    with path.open("wb") as file:
        file.write(len(encoded).to_bytes(8, "little") + encoded)
        for entry in packed.tensors:
            for weights in packed.weights(entry):
                file.write(weights.data)


def _tensor_name(packed_name: str) -> str:
    """The name in BertModel: `l3.ao.w` becomes `encoder.layer.3.attention.output.dense.weight`."""
    if packed_name in _TENSOR_NAMES:
        return _TENSOR_NAMES[packed_name]
    stem, _, parameter = packed_name.rpartition(".")
    if stem in _TENSOR_NAMES:
        return f"{_TENSOR_NAMES[stem]}.{_PARAMETERS[parameter]}"
    layer, _, part = stem.partition(".")
    return f"encoder.layer.{layer[1:]}.{_TENSOR_NAMES[part]}.{_PARAMETERS[parameter]}"


def _shape(packed_name: str, elements: int, sizes: Sizes) -> list[int]:
    """Biases and layer norms are vectors; all else is a matrix, its outputs (or the table's rows) first."""
    stem, _, parameter = packed_name.rpartition(".")
    if parameter == "b" or stem.endswith("ln"):
        return [elements]
    columns = sizes.feed_forward if stem.endswith("fo") else sizes.hidden
    return [elements // columns, columns]


def _configurations(packed: E5File) -> dict[str, Any]:
    """Every configuration file of the folder, by its name."""
    sizes, vocabulary = packed.sizes, packed.vocabulary
    special = {name: vocabulary.pieces[getattr(vocabulary, name)] for name in ("bos", "eos", "pad", "unk")}
    modules = [
        ("", "base.modules.transformer.Transformer"),
        ("1_Pooling", "sentence_transformer.modules.pooling.Pooling"),
        ("2_Normalize", "base.modules.normalize.Normalize"),
    ]
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "dtype": "float32",
            "hidden_size": sizes.hidden,
            "num_hidden_layers": sizes.layers,
            "num_attention_heads": sizes.heads,
            "intermediate_size": sizes.feed_forward,
            "vocab_size": sizes.vocabulary,
            "max_position_embeddings": sizes.positions,
            "type_vocab_size": sizes.types,
            "layer_norm_eps": sizes.epsilon,
            "hidden_act": "gelu",
            "pad_token_id": vocabulary.pad,
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": sizes.positions,
            "padding_side": "right",
            "truncation_side": "right",
            "split_special_tokens": True,  # `</s>` in a document is text
            "model_input_names": ["input_ids", "attention_mask"],
            "cls_token": special["bos"],
            "sep_token": special["eos"],
            **{f"{name}_token": piece for name, piece in special.items()},
        },
        "modules.json": [
            {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.{kind}"}
            for i, (path, kind) in enumerate(modules)
        ],
        "sentence_bert_config.json": {
            "max_seq_length": sizes.positions,
            "do_lower_case": False,
            "model_kwargs": {"add_pooling_layer": False},
        },
        "1_Pooling/config.json": {"embedding_dimension": sizes.hidden, "pooling_mode": "mean"},
        "config_sentence_transformers.json": {
            "model_type": "SentenceTransformer",
            "prompts": PROMPTS,
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
    }
