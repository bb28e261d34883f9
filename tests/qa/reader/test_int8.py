import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from qa.reader import int8
from qa.reader.int8 import Int8Linear, quantise

_MATRICES = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.floats(-100, 100, width=32), min_size=width, max_size=width), min_size=1, max_size=5
    )
)


def test_a_row_by_hand() -> None:
    weights, scales = quantise(torch.tensor([[1.27, -0.64, 0.004], [0.0, 0.0, 0.0]]))
    assert weights.tolist() == [[127, -64, 0], [0, 0, 0]]
    assert scales[0] == pytest.approx(0.01)
    assert weights.dtype == torch.int8


@given(_MATRICES)
def test_no_weight_moves_by_more_than_half_a_step(rows: list[list[float]]) -> None:
    matrix = torch.tensor(rows)
    weights, scales = quantise(matrix)
    assert (scales > 0).all()
    error = (weights * scales[:, None] - matrix).abs()
    assert (error <= scales[:, None] * 0.501).all()
    largest = matrix.abs().amax(dim=1) > 1e-5
    assert (weights[largest].abs().amax(dim=1) == 127).all()


def _layers() -> tuple[torch.nn.Linear, Int8Linear, torch.Tensor]:
    generator = torch.Generator().manual_seed(7)
    layer = torch.nn.Linear(64, 32)
    layer.weight.data.normal_(generator=generator)
    layer.bias.data.normal_(generator=generator)
    x = torch.randn(2, 5, 64, generator=generator)
    return layer, Int8Linear(*quantise(layer.weight.detach()), layer.bias.detach()), x


def _off(found: torch.Tensor, wanted: torch.Tensor) -> float:
    return float((found - wanted).norm() / wanted.norm())


def test_the_layer_is_close_to_the_one_in_float() -> None:
    layer, small, x = _layers()
    with torch.inference_mode():
        assert small(x).shape == (2, 5, 32)
        assert _off(small(x), layer(x)) < 0.03


def test_without_quantised_kernels_only_the_weights_are_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(int8, "supported", lambda: False)
    layer, small, x = _layers()
    weights, scales = quantise(layer.weight.detach())
    with torch.inference_mode():
        assert torch.allclose(small(x), x @ (weights * scales[:, None]).T + layer.bias, atol=1e-5)
        assert _off(small(x), layer(x)) < 0.01


def test_both_ways_give_nearly_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    if not int8.supported():
        pytest.skip("this PyTorch has no quantised kernels")
    _, packed, x = _layers()
    monkeypatch.setattr(int8, "supported", lambda: False)
    _, widened, _ = _layers()
    with torch.inference_mode():
        assert _off(packed(x), widened(x)) < 0.03


def test_a_layer_is_widened_to_its_own_weights_in_float() -> None:
    layer, _, x = _layers()
    factors = torch.linspace(0.5, 2, 64)
    small = Int8Linear(*quantise(layer.weight.detach() * factors), layer.bias.detach(), factors)
    wide = small.widened()
    with torch.inference_mode():
        assert float((wide.weight - layer.weight).abs().max()) <= float(layer.weight.abs().max() * 2 / 127)
        assert _off(wide(x), layer(x)) < _off(small(x), layer(x)) + 1e-3
        assert _off(wide(x), layer(x)) < 0.01
