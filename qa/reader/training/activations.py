"""How large the activations become before each matrix of the encoder, from which its smoothing follows."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from qa.reader.int8 import smoothing
from qa.reader.network import ReaderNetwork, base_network, collate
from qa.reader.training.batches import Target, batches
from qa.reader.training.examples import NearTexts, windows
from qa.reader.training.sources import field_sources, training_sets

_BATCHES = 24


def smoothing_factors(weights: Mapping[str, Tensor], bench: Path, seed: int) -> dict[str, Tensor]:
    """Read some windows of the training sets with trained weights; return the factors of every matrix by its name."""
    network = base_network()
    with torch.no_grad():
        for name, parameter in network.trained().items():
            parameter.copy_(weights[name])
    sources = [*training_sets(bench), *field_sources()]
    rng = random.Random(seed)
    some = rng.sample(sources, 200)
    items = windows(some, NearTexts(some), rng, 1)
    linears = {n: m for n, m in network.named_modules() if isinstance(m, nn.Linear) and n != "head"}
    largest = _largest(network.eval(), linears, batches(items, seed)[:_BATCHES])
    return {f"{n}.weight": smoothing(largest[n], m.weight.detach()) for n, m in linears.items()}


def _largest(network: ReaderNetwork, linears: Mapping[str, nn.Linear], read: list[list[Target]]) -> dict[str, Tensor]:
    """Return for each layer the largest absolute activation of every channel that comes in."""
    largest: dict[str, Tensor] = {}
    hooks = [m.register_forward_pre_hook(_recording(largest, n)) for n, m in linears.items()]
    with torch.inference_mode():
        for batch in read:
            network(*collate([t.encoded for t in batch]))
    for hook in hooks:
        hook.remove()
    return {name: tensor.clone() for name, tensor in largest.items()}


def _recording(largest: dict[str, Tensor], name: str) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
    def record(_module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        peaks = inputs[0].abs().flatten(0, -2).amax(dim=0)
        largest[name] = torch.maximum(largest[name], peaks) if name in largest else peaks

    return record
