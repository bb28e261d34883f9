import pytest
import torch
from torch import nn

from qa.reader.network import FROZEN_LAYERS, ReaderNetwork
from qa.reader.training.dropout import ByteDropout, Masks, train_mode, use_byte_dropout


def _network() -> ReaderNetwork:
    from transformers import BertConfig, BertModel

    sizes = {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 32, "vocab_size": 40}
    config = BertConfig(num_hidden_layers=FROZEN_LAYERS + 2, max_position_embeddings=16, **sizes)
    return ReaderNetwork(BertModel(config, add_pooling_layer=False))


def test_a_tenth_is_dropped_and_the_mean_is_kept() -> None:
    factors = Masks().like(torch.empty(500, 400))
    assert float((factors == 0).float().mean()) == pytest.approx(26 / 256, abs=0.005)
    assert float(factors.mean()) == pytest.approx(1, abs=0.005)
    assert factors.unique().tolist() == pytest.approx([0, 256 / 230])


def test_the_same_seed_drops_the_same() -> None:
    masks = Masks()
    masks.seed(7)
    first = masks.like(torch.empty(4, 50))
    assert not torch.equal(first, masks.like(torch.empty(4, 50)))
    masks.seed(7)
    assert torch.equal(first, masks.like(torch.empty(4, 50)))


def test_nothing_is_dropped_where_nothing_is_trained() -> None:
    x = torch.ones(3, 200)
    assert torch.equal(ByteDropout(Masks()).eval()(x), x)
    assert not torch.equal(ByteDropout(Masks()).train()(x), x)


def test_frozen_layers_drop_nothing() -> None:
    network = _network()
    use_byte_dropout(network, Masks())
    train_mode(network)
    dropping = [n for n, m in network.named_modules() if m.training and isinstance(m, (ByteDropout, nn.Dropout))]
    assert {n.split(".")[3] for n in dropping} == {"3", "4"}
    attention = {n: m for n, m in network.named_modules() if n.endswith(".self.dropout")}
    assert len(attention) == FROZEN_LAYERS + 2
    assert all(isinstance(m, nn.Dropout) and m.p == 0 for m in attention.values())
