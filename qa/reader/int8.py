"""Weights in eight bits: one scale for each output row, activations quantised as they come.

A matrix of shape (out, in) is kept as int8 with float32 scales (out,): weight = int8 * scale. PyTorch's quantised
kernels multiply in int8; where it was built without them the weights are widened to float32.

Activations are quantised over a whole batch, so that a few large channels would leave the others few steps. They are
evened out first (SmoothQuant, Xiao et al. 2023): x W^T = (x / c) (W c)^T for a factor c a channel.
"""

import warnings
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


def quantise(weight: Tensor) -> tuple[Tensor, Tensor]:
    """Return a matrix (out, in) as int8 with its scales (out,); the largest weight of a row becomes 127."""
    scales = weight.abs().amax(dim=1).clamp_min(1e-8) / 127
    return torch.round(weight / scales[:, None]).clamp(-127, 127).to(torch.int8), scales


def smoothing(largest: Tensor, weight: Tensor) -> Tensor:
    """Return the factors c (in,) for channels whose activations reach ``largest`` (in,), for a matrix (out, in).

    Half of a channel's range goes over to its weights (alpha 0.5 in the paper).
    """
    factors = (largest.clamp_min(1e-3) / weight.abs().amax(dim=0).clamp_min(1e-5)).sqrt()
    return factors / factors.mean()


def supported() -> bool:
    """Tell whether PyTorch has quantised kernels here."""
    return torch.backends.quantized.engine not in ("none", None)


def float_linear(weight: Tensor, bias: Tensor) -> nn.Linear:
    """Return a linear layer over a matrix (out, in) and a bias (out,) in float32, for reading only."""
    with torch.device("meta"):
        layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight, layer.bias = nn.Parameter(weight, False), nn.Parameter(bias, False)
    return layer


class Int8Linear(nn.Module):
    """A linear layer with int8 weights, for reading only; ``factors`` (in,) are those that its weights carry."""

    def __init__(self, weight: Tensor, scales: Tensor, bias: Tensor, factors: Tensor | None = None) -> None:
        super().__init__()
        self._shares = None if factors is None else 1 / factors
        self._packed: Any = None
        self._wide: tuple[Tensor, Tensor] | None = None
        if supported():
            with warnings.catch_warnings():  # torch is pinned to a release that has these functions
                warnings.simplefilter("ignore")
                zero = torch.zeros(len(scales), dtype=torch.long)
                matrix = torch._make_per_channel_quantized_tensor(weight, scales.double(), zero, 0)
                self._packed = torch.ops.quantized.linear_prepack(matrix, bias)
        else:
            self._wide = weight.float() * scales[:, None], bias

    def forward(self, x: Tensor) -> Tensor:
        """Return x W^T + b for ``x`` of shape (..., in)."""
        if self._shares is not None:
            x = x * self._shares
        if self._wide is not None:
            return functional.linear(x, *self._wide)
        product: Tensor = torch.ops.quantized.linear_dynamic(x, self._packed)
        return product

    def widened(self) -> nn.Linear:
        """Return the same layer in float32."""
        if self._wide is None:
            matrix, bias = torch.ops.quantized.linear_unpack(self._packed)
            weight = matrix.dequantize()
        else:
            weight, bias = self._wide
        if self._shares is not None:
            weight = weight * self._shares
        return float_linear(weight, bias)
