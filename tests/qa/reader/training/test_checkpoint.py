from pathlib import Path

import pytest
import torch
from torch.nn import functional

from qa.reader.network import FROZEN_LAYERS, ReaderNetwork
from qa.reader.training import checkpoint
from qa.reader.training.loop import Schedule, mean_of

STEPS = 6


class _Training:
    """A tiny network in training: two layers more than the frozen ones, sixteen values a token."""

    def __init__(self) -> None:
        from transformers import BertConfig, BertModel

        torch.manual_seed(5)
        sizes = {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 32, "vocab_size": 40}
        config = BertConfig(num_hidden_layers=FROZEN_LAYERS + 2, max_position_embeddings=16, **sizes)
        self.network = ReaderNetwork(BertModel(config, add_pooling_layer=False))
        parameters = self.network.trained()
        for name, parameter in self.network.named_parameters():
            parameter.requires_grad_(name in parameters)
        self.optimizer = torch.optim.AdamW(list(parameters.values()), lr=0.01)
        self.average = checkpoint.Average(parameters, 0.9)
        self.network.train()

    def run(self, first: int, last: int) -> None:
        for step in range(first, last):
            torch.manual_seed(step)  # of the batch and of dropout
            ids = torch.randint(2, 40, (3, 8))
            places = torch.ones_like(ids)
            starts, ends = self.network(ids, places, places.bool())
            loss = functional.cross_entropy(starts, ids[:, 0] % 8) + functional.cross_entropy(ends, ids[:, 1] % 8)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.average.update(self.network.trained(), step)


def test_a_restored_training_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    path = tmp_path / "state.safetensors"
    whole, stopped, resumed = _Training(), _Training(), _Training()
    whole.run(0, STEPS)
    stopped.run(0, STEPS // 2)
    checkpoint.save(path, stopped.network, stopped.optimizer, stopped.average, STEPS // 2)
    done = checkpoint.restore(path, resumed.network, resumed.optimizer, resumed.average)
    assert done == STEPS // 2
    resumed.run(done, STEPS)
    for name, parameter in whole.network.trained().items():
        assert torch.equal(parameter, resumed.network.trained()[name]), name
        assert torch.equal(whole.average.weights[name], resumed.average.weights[name]), name
        assert not torch.equal(parameter, stopped.network.trained()[name]), name
    assert [p.name for p in tmp_path.iterdir()] == ["state.safetensors"]  # the part was moved in whole


def test_only_the_upper_layers_and_the_head_are_trained() -> None:
    training = _Training()
    before = {n: p.detach().clone() for n, p in training.network.named_parameters()}
    training.run(0, 2)
    changed = {n for n, p in training.network.named_parameters() if not torch.equal(p, before[n])}
    assert changed == set(training.network.trained())
    layers = {n.split(".")[3] for n in changed if ".layer." in n}
    assert layers == {"3", "4"}
    assert {n for n in changed if ".layer." not in n} == {"head.weight", "head.bias"}


def test_the_average_by_hand() -> None:
    parameters = {"w": torch.nn.Parameter(torch.tensor([0.0]))}
    average = checkpoint.Average(parameters, 0.5)
    with torch.no_grad():
        parameters["w"].fill_(10.0)
    average.update(parameters, 0)  # early on a tenth of the old is kept
    assert average.weights["w"].tolist() == pytest.approx([9.0])
    with torch.no_grad():
        parameters["w"].fill_(1.0)
    average.update(parameters, 1000)
    assert average.weights["w"].tolist() == pytest.approx([5.0])


def test_rates_rise_and_then_fall() -> None:
    schedule = Schedule(general_steps=40, mixed_steps=160, fine_steps=0, warm_up=10, final=0.1)
    rates = [schedule.rate(step) for step in range(schedule.steps)]
    assert rates[:2] == pytest.approx([0.1, 0.2])
    assert rates[9] == rates[10] == 1
    assert rates[105] == pytest.approx(0.55)  # half way down
    assert rates[-1] == pytest.approx(0.1, abs=0.01)
    assert rates[10:] == sorted(rates[10:], reverse=True)


def test_the_fine_steps_are_a_second_lower_run_of_the_rates() -> None:
    schedule = Schedule(general_steps=40, mixed_steps=160, fine_steps=50, warm_up=10, final=0.1, restart=0.5)
    assert schedule.steps == 250
    assert schedule.rate(199) == pytest.approx(0.1, abs=0.01)
    assert schedule.rate(200) == pytest.approx(0.5)
    assert schedule.rate(225) == pytest.approx(0.275)  # half way down to 0.05


def test_runs_part_after_the_general_steps() -> None:
    schedule = Schedule(runs=3, general_steps=40, seed=7)
    assert [schedule.seed_of(run, 39) for run in range(3)] == [7, 7, 7]
    later = [schedule.seed_of(run, 40) for run in range(3)]
    assert later[0] == 7  # the first run is the one that a single run would be
    steps = [{seed + step for step in range(schedule.steps)} for seed in later]
    assert not steps[0] & steps[1]  # no two runs share a mask of dropout
    assert not steps[1] & steps[2]


def test_the_mean_of_runs_by_hand() -> None:
    runs = [
        {"w": torch.tensor([[1.0, 4.0]]), "b": torch.tensor([0.0])},
        {"w": torch.tensor([[3.0, 0.0]]), "b": torch.tensor([1.0])},
    ]
    mean = mean_of(runs)
    assert mean["w"].tolist() == [[2.0, 2.0]]
    assert mean["b"].tolist() == [0.5]
