"""The steps of training: the public sets alone, and then with the field's own questions in several runs.

The runs part after the first stage, in the order of their windows and in dropout; the mean of their weights reads
better than each of them (model soup, Wortsman et al. 2022) and is as fast as one.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional

from qa.reader.network import ReaderNetwork, base_network, collate
from qa.reader.training import checkpoint
from qa.reader.training.batches import Target, batches
from qa.reader.training.dropout import Masks, train_mode, use_byte_dropout
from qa.reader.training.examples import GENERAL, GENERAL_FINE, Mixture, NearTexts, windows
from qa.reader.training.sources import Source, field_sources, held_back, training_sets

_HELD_BACK_WINDOWS = 128


@dataclass(frozen=True, slots=True)
class Schedule:
    """Lengths in steps of 16 windows, and rates; `seed` fixes windows, order and dropout.

    The fine steps are a second, lower run of the rates over windows with fewer near misses. Each of the `runs` goes on
    from the end of the general steps.
    """

    runs: int = 2

    general_steps: int = 800
    mixed_steps: int = 2600
    fine_steps: int = 400
    field_rounds: int = 2
    warm_up: int = 100
    encoder_rate: float = 1.2e-4
    head_rate: float = 1e-3
    final: float = 0.04  # of the rates, at the last step
    restart: float = 0.7
    average: float = 0.998
    save_every: int = 100
    seed: int = 20261201

    @property
    def steps(self) -> int:
        """The steps of a run, with the general ones that all share."""
        return self.general_steps + self.mixed_steps + self.fine_steps

    def seed_of(self, run: int, step: int) -> int:
        """The seed of `step` in a run, the first being 0: the runs differ after the general steps."""
        return self.seed + (10_000 * run if step >= self.general_steps else 0)

    def rate(self, step: int) -> float:
        """The factor of the rates at `step`: a linear warm-up and decay, then a second decay from `restart`."""
        first = self.steps - self.fine_steps
        if step < self.warm_up:
            return (step + 1) / self.warm_up
        if step < first:
            return 1 - (1 - self.final) * (step - self.warm_up) / (first - self.warm_up)
        return self.restart * (1 - (1 - self.final) * (step - first) / self.fine_steps)


@dataclass(frozen=True, slots=True)
class Stage:
    """Some steps over some sources, each of the field's questions `field_rounds` times a round."""

    number: int
    sources: list[Source]
    steps: int
    general: Mixture
    field_rounds: int


def train(bench: Path, state: Path, schedule: Schedule) -> dict[str, torch.Tensor]:
    """Train all runs to the end, from the last states in the folder `state`; return the mean of their weights."""
    runs = [_train_run(bench, state, schedule, run) for run in range(schedule.runs)]
    return mean_of(runs)


def mean_of(runs: Sequence[Mapping[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Return the mean of the runs' weights, matrix by matrix."""
    return {name: torch.stack([weights[name] for weights in runs]).mean(dim=0) for name in runs[0]}


def _train_run(bench: Path, state: Path, schedule: Schedule, run: int) -> dict[str, torch.Tensor]:
    """Train one run to the end and return its averaged weights; the first one saves the state that the others share."""
    torch.manual_seed(schedule.seed)
    network = base_network()
    parameters = network.trained()
    for name, parameter in network.named_parameters():
        parameter.requires_grad_(name in parameters)
    masks = Masks()
    use_byte_dropout(network, masks)
    optimizer = _optimizer(network, schedule)
    average = checkpoint.Average(parameters, schedule.average)
    own, shared = state / f"run-{run + 1}.safetensors", state / "general.safetensors"
    last = next((path for path in (own, shared) if path.is_file()), None)
    done = checkpoint.restore(last, network, optimizer, average) if last else 0
    train_mode(network)
    began = time.monotonic()
    losses: list[float] = []
    for step, batch in enumerate(_all_batches(bench, schedule, run, done), start=done):
        masks.seed(schedule.seed_of(run, step) + step)
        losses.append(_step(network, optimizer, schedule, batch, step))
        average.update(parameters, step)
        if (step + 1) % 20 == 0:
            loss, speed = sum(losses[-100:]) / len(losses[-100:]), (time.monotonic() - began) / len(losses)
            place = f"run {run + 1}/{schedule.runs} step {step + 1}/{schedule.steps}"
            print(f"{place} loss {loss:.3f} {speed:.2f} s a step", flush=True)
        if step + 1 == schedule.general_steps:
            checkpoint.save(shared, network, optimizer, average, step + 1)
        if (step + 1) % schedule.save_every == 0 or step + 1 == schedule.steps:
            checkpoint.save(own, network, optimizer, average, step + 1)
            print(f"held back: loss {_held_back_loss(network, bench):.3f}", flush=True)
    return average.weights


def _held_back_loss(network: ReaderNetwork, bench: Path) -> float:
    """Return the loss over some windows of paragraphs that are not trained on."""
    sources = held_back(bench)
    items = windows(sources, NearTexts(sources), random.Random(0), 1)[:_HELD_BACK_WINDOWS]
    network.eval()
    with torch.inference_mode():
        losses = [float(_loss(network, batch)) for batch in batches(items, 0)]
    train_mode(network)
    return sum(losses) / len(losses)


def _loss(network: ReaderNetwork, batch: list[Target]) -> torch.Tensor:
    with torch.autocast("cpu", dtype=torch.bfloat16):  # matrix products take a third of the time
        starts, ends = network(*collate([t.encoded for t in batch]))
    first, last = torch.tensor([t.start for t in batch]), torch.tensor([t.end for t in batch])
    return (functional.cross_entropy(starts.float(), first) + functional.cross_entropy(ends.float(), last)) / 2


def _optimizer(network: ReaderNetwork, schedule: Schedule) -> torch.optim.Optimizer:
    trained = network.trained()
    groups = [
        {"params": [p for n, p in trained.items() if not n.startswith("head.")], "rate": schedule.encoder_rate},
        {"params": list(network.head.parameters()), "rate": schedule.head_rate},
    ]
    return torch.optim.AdamW(groups, lr=0.0, weight_decay=0.01, fused=True)


def _all_batches(bench: Path, schedule: Schedule, run: int, done: int) -> Iterator[list[Target]]:
    """The batches from step `done` on; each stage is made anew from the seed, so that a resumed run meets the same."""
    general = training_sets(bench)
    mixed = [*general, *field_sources()]
    stages = (
        Stage(1, general, schedule.general_steps, GENERAL, 1),
        Stage(2, mixed, schedule.mixed_steps, GENERAL, schedule.field_rounds),
        Stage(3, mixed, schedule.fine_steps, GENERAL_FINE, 1),
    )
    first = 0
    for stage in stages:
        if done < stage.steps:
            yield from _batches_of(stage, schedule.seed_of(run, first))[done:]
        first += stage.steps
        done = max(0, done - stage.steps)


def _batches_of(stage: Stage, seed: int) -> list[list[Target]]:
    near = NearTexts(stage.sources)
    made: list[list[Target]] = []
    rounds = 0
    while len(made) < stage.steps:
        rounds += 1
        number = seed + 100 * stage.number + rounds
        items = windows(stage.sources, near, random.Random(number), stage.field_rounds, stage.general)
        made += batches(items, number)
        print(f"stage {stage.number}, round {rounds}: {len(items)} windows", flush=True)
    return made[: stage.steps]


def _step(
    network: ReaderNetwork, optimizer: torch.optim.Optimizer, schedule: Schedule, batch: list[Target], step: int
) -> float:
    for group in optimizer.param_groups:
        group["lr"] = group["rate"] * schedule.rate(step)
    loss = _loss(network, batch)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(list(network.trained().values()), 1.0)
    optimizer.step()
    return float(loss.detach())
