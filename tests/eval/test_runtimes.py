"""The ways to run the reader's network read alike; needs the extra ``bench``."""

import pytest

from eval.reading import Asked

pytest.importorskip("onnxruntime", reason="the extra bench is not installed")
pytest.importorskip("onnxscript", reason="the extra bench is not installed")

pytestmark = pytest.mark.model

ASKED = [
    Asked("灯塔在哪一年建成？", ("1908 年",), "港口的灯塔于 1908 年建成，塔高 31 米，由一位石匠设计。"),
    Asked("燈塔有多高？", ("31 米",), "港口的灯塔于 1908 年建成，塔高 31 米，由一位石匠设计。"),
]


def test_all_ways_find_the_plain_answers() -> None:
    from eval.runtimes import measure

    found = list(measure(ASKED))
    assert [f.name for f in found] == [
        "PyTorch, int8",
        "PyTorch, float32",
        "ONNX Runtime, float32",
        "ONNX Runtime, dynamic int8",
    ]
    assert all(f.reading.questions == 2 for f in found)
    assert [f.reading.exact for f in found] == [1, 1, 1, 1]
    assert all(f.milliseconds > 0 for f in found)
