"""What runs the reader's network, and at what cost: PyTorch and ONNX Runtime, in float32 and in eight bits.

Sole home of onnx and onnxruntime in this package; both come with the extra ``bench``.
"""

import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import torch
from torch import Tensor

from eval.reading import Asked, ReadingFigures, given
from qa.reader.encoding import encode
from qa.reader.network import ReaderNetwork, collate
from qa.reader.reader import Reader
from qa.reader.weights import load_network, widened
from qa.reader.windows import windows_over

_ROUNDS = 15
_WINDOWS = 8  # read for one question
_NAMES = ("ids", "attention", "answerable")

Network = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


@dataclass(frozen=True, slots=True)
class RuntimeFigures:
    """What one way to run the network reads, and the median milliseconds of a batch as a question brings it."""

    name: str
    reading: ReadingFigures
    milliseconds: float


class _RunBy(Reader):
    """The reader with another way to run its network."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._run = network

    def load(self) -> ReaderNetwork:
        """Return what is called with the tensors of a batch."""
        return self._run  # type: ignore[return-value]  # it is only called


def measure(asked: Sequence[Asked]) -> Iterator[RuntimeFigures]:
    """Read the paragraph given with each question, in each way."""
    batch = _batch(asked)
    for name, network in _networks(batch):
        reading = given(_RunBy(network), asked)
        yield RuntimeFigures(name, reading, _milliseconds(network, batch))


def _batch(asked: Sequence[Asked]) -> tuple[Tensor, Tensor, Tensor]:
    """Eight windows of paragraphs, as they are read for one question."""
    windows = [window for a in asked[:_WINDOWS] for window in windows_over(a.paragraph)][:_WINDOWS]
    return collate(encode([(asked[0].question, w.text) for w in windows]))


def _networks(batch: tuple[Tensor, Tensor, Tensor]) -> Iterator[tuple[str, Network]]:
    small = load_network()
    yield "PyTorch, int8", small
    wide = widened(small)
    yield "PyTorch, float32", wide
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "reader.onnx")
        _export(wide, batch, path)
        yield "ONNX Runtime, float32", _onnx_network(path)
        yield "ONNX Runtime, dynamic int8", _onnx_network(_quantised(path))


def _export(network: ReaderNetwork, batch: tuple[Tensor, Tensor, Tensor], path: Path) -> None:
    sizes = {0: torch.export.Dim("windows"), 1: torch.export.Dim("tokens")}
    with warnings.catch_warnings():  # of the exporter about itself
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            batch,
            path,
            input_names=list(_NAMES),
            output_names=["starts", "ends"],
            dynamic_shapes=(sizes, sizes, sizes),
            dynamo=True,
            verbose=False,
        )


def _quantised(path: Path) -> Path:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    small = path.with_name("reader-int8.onnx")
    quantize_dynamic(path, small, weight_type=QuantType.QInt8, per_channel=True)
    return small


def _onnx_network(path: Path) -> Network:
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    session = InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def run(*tensors: Tensor) -> tuple[Tensor, Tensor]:
        starts, ends = session.run(None, {n: t.numpy() for n, t in zip(_NAMES, tensors, strict=True)})
        return torch.from_numpy(starts), torch.from_numpy(ends)

    return run


def _milliseconds(network: Network, batch: tuple[Tensor, Tensor, Tensor]) -> float:
    times = []
    with torch.inference_mode():
        for _ in range(_ROUNDS):
            began = time.perf_counter()
            network(*batch)
            times.append(1000 * (time.perf_counter() - began))
    return median(times)
