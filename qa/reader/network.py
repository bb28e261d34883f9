"""The reader's network: the embedded encoder with a start and an end score for every token.

Position 0 stands for "not here" (Devlin et al. 2019, section 4.3).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from index.embedded_model import embedded_model_path
from qa.reader.encoding import Encoded

if TYPE_CHECKING:
    from transformers import BertModel

FROZEN_LAYERS = 3  # the lowest, taken from the embedded model as they are
_PAD = 1


class ReaderNetwork(nn.Module):
    """Encoder and head; gives start and end scores of shape (batch, tokens)."""

    def __init__(self, encoder: "BertModel") -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(encoder.config.hidden_size, 2)

    def forward(self, ids: Tensor, attention: Tensor, answerable: Tensor) -> tuple[Tensor, Tensor]:
        """Score each token as a start and as an end; where `answerable` is false the score is minus infinity."""
        hidden = self.encoder(input_ids=ids, attention_mask=attention).last_hidden_state
        scores = self.head(hidden).masked_fill(~answerable.unsqueeze(-1), -1e4)
        return scores[..., 0], scores[..., 1]

    def trained(self) -> dict[str, nn.Parameter]:
        """The parameters that training changes, by name: the upper layers and the head."""
        return {
            name: parameter
            for name, parameter in self.named_parameters()
            if name.startswith("head.") or layer_of(name) >= FROZEN_LAYERS
        }


def layer_of(name: str) -> int:
    """Return the number of the layer that a parameter or module of the network is in, -1 for the embeddings."""
    parts = name.split(".")
    return int(parts[parts.index("layer") + 1]) if "layer" in parts else -1


def base_network() -> ReaderNetwork:
    """The network with the embedded model's weights and an untrained head, for training.

    Its attention is spelt out in matrix products: PyTorch's fused one is slow on a CPU in its backward pass.
    """
    from transformers import BertModel
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    encoder = BertModel.from_pretrained(
        str(embedded_model_path()), add_pooling_layer=False, local_files_only=True, attn_implementation="eager"
    )
    return ReaderNetwork(encoder)


def collate(batch: Sequence[Encoded]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, attention and answerable positions of a batch, padded to its longest, each of shape (batch, tokens)."""
    longest = max(map(len, batch))
    ids = torch.full((len(batch), longest), _PAD)
    attention = torch.zeros((len(batch), longest), dtype=torch.long)
    answerable = torch.zeros((len(batch), longest), dtype=torch.bool)
    for row, encoded in enumerate(batch):
        n = len(encoded)
        ids[row, :n] = torch.from_numpy(encoded.ids)
        attention[row, :n] = 1
        answerable[row, :n] = torch.from_numpy(encoded.starts >= 0)
        answerable[row, 0] = True
    return ids, attention, answerable
