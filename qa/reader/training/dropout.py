"""Dropout for training on a CPU, where drawing PyTorch's own masks took a third of a step."""

import numpy as np
from torch import Tensor, from_numpy, nn

from qa.reader.network import FROZEN_LAYERS, ReaderNetwork, layer_of

_OF_256 = 26  # values of a byte that drop: a rate of about 0.1, as the encoder was trained with


class Masks:
    """The random bytes that all masks of a step are drawn from."""

    def __init__(self) -> None:
        self.seed(0)

    def seed(self, number: int) -> None:
        """Start anew, so that a step of a resumed run draws what it would have drawn."""
        self._random = np.random.Generator(np.random.SFC64(number))

    def like(self, x: Tensor) -> Tensor:
        """Return factors of the shape of ``x``: 0 where a value is dropped, else what keeps the mean."""
        kept = from_numpy(self._random.integers(0, 256, tuple(x.shape), np.uint8)) >= _OF_256
        return kept.to(x.dtype) * (256 / (256 - _OF_256))


class ByteDropout(nn.Module):
    """Drops each value with a chance of 26/256 while training."""

    def __init__(self, masks: Masks) -> None:
        super().__init__()
        self._masks = masks

    def forward(self, x: Tensor) -> Tensor:
        """Return ``x`` with some values zero; as it is where nothing is trained."""
        return x * self._masks.like(x) if self.training else x


def use_byte_dropout(network: ReaderNetwork, masks: Masks) -> None:
    """Drop hidden values by bytes, and no weights of attention."""
    for name, module in list(network.named_modules()):
        if isinstance(module, nn.Dropout):
            network.set_submodule(name, nn.Dropout(0.0) if name.endswith(".self.dropout") else ByteDropout(masks))


def train_mode(network: ReaderNetwork) -> None:
    """Turn dropout on where something is trained: the lowest layers stay as they are."""
    network.train()
    for name, module in network.named_modules():
        if isinstance(module, (nn.Dropout, ByteDropout)) and layer_of(name) < FROZEN_LAYERS:
            module.eval()
