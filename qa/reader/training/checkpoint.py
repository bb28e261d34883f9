"""The state of a training on disk as safetensors: weights, their running average, and the optimiser's moments."""

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from qa.reader.network import ReaderNetwork


class Average:
    """The exponential moving average of the trained weights (Polyak and Juditsky 1992)."""

    def __init__(self, parameters: dict[str, nn.Parameter], decay: float) -> None:
        self.decay = decay
        self.weights = {name: p.detach().clone() for name, p in parameters.items()}

    def update(self, parameters: dict[str, nn.Parameter], step: int) -> None:
        """Take in the weights after `step`; early on the average forgets faster."""
        decay = min(self.decay, (1 + step) / (10 + step))
        for name, parameter in parameters.items():
            self.weights[name].lerp_(parameter.detach(), 1 - decay)


def save(path: Path, network: ReaderNetwork, optimizer: torch.optim.Optimizer, average: Average, step: int) -> None:
    """Write the state after `step` steps; the file is replaced whole."""
    state: dict[str, Tensor] = {"step": torch.tensor(step)}
    for name, parameter in network.trained().items():
        state[f"weight/{name}"] = parameter.detach()
        state[f"average/{name}"] = average.weights[name]
        for key in ("exp_avg", "exp_avg_sq"):
            state[f"{key}/{name}"] = optimizer.state[parameter][key]
    part = path.with_suffix(".part")
    save_file(state, part)
    part.replace(path)


def restore(path: Path, network: ReaderNetwork, optimizer: torch.optim.Optimizer, average: Average) -> int:
    """Take up the state that `save` wrote and return the number of steps done."""
    state = load_file(path)
    step = int(state["step"])
    with torch.no_grad():
        for name, parameter in network.trained().items():
            parameter.copy_(state[f"weight/{name}"])
            average.weights[name].copy_(state[f"average/{name}"])
            optimizer.state[parameter] = {
                "step": torch.tensor(float(step)),
                "exp_avg": state[f"exp_avg/{name}"],
                "exp_avg_sq": state[f"exp_avg_sq/{name}"],
            }
    return step
