"""What a worker answers from: one generation of the collection, the same for all questions of a run."""

import json
import pickle
from pathlib import Path

import pytest

from corpus.errors import StoreError
from eval.worker import CollectionOpener
from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

QUESTION = "某项目有哪些版本？"


def add(service: Service, folder: Path, number: int) -> None:
    path = folder / f"{number}.txt"
    path.write_text(f"某项目 1.{number} 版的说明\n\n某项目的版本 1.{number} 已经发布。\n", encoding="utf-8")
    assert [r.outcome for r in service.ingest(service.plan([path]))] == ["added"]


@pytest.fixture
def service(tmp_path: Path) -> Service:
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    for number in range(8):
        add(service, tmp_path, number)
    return service


def opener(service: Service, stamp: str, top_k: int = 10) -> CollectionOpener:
    """The opener as a worker gets it."""
    made = CollectionOpener(service.settings, stamp, top_k, HashEmbedder())
    sent: CollectionOpener = pickle.loads(pickle.dumps(made))
    return sent


def test_answers_are_the_json_of_the_contract_with_so_many_hits(service: Service) -> None:
    stamp = service.collection.snapshot().stamp
    answer = opener(service, stamp)()(QUESTION)
    assert json.loads(json.dumps(answer))["question"] == QUESTION
    assert len(answer["hits"]) == 8
    assert len(opener(service, stamp, top_k=3)()(QUESTION)["hits"]) == 3


def test_all_questions_meet_the_documents_of_the_beginning(service: Service, tmp_path: Path) -> None:
    stamp = service.collection.snapshot().stamp
    ask = opener(service, stamp)()
    add(service, tmp_path, 8)
    assert len(ask(QUESTION)["hits"]) == 8
    with pytest.raises(StoreError, match="has changed since the evaluation began"):
        opener(service, stamp)()
