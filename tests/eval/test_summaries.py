"""Fact recall and its baselines, on values that can be checked by hand; the gold itself with the embedded model."""

import json
from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.normalize import fold_text
from eval.summaries import fact_recall, lead, lexrank, load_summary_gold, measure
from qa.service import SAMPLE, Service, ServiceSettings


def test_a_fact_is_told_by_any_form_in_one_sentence_in_either_script() -> None:
    facts = [("CSI…1.13…正式可用", "CSI…1.13…GA"), ("預設的 DNS",)]
    assert fact_recall(facts, ["容器存储接口（CSI）在 1.13 正式可用。"]) == 0.5
    assert fact_recall(facts, ["CSI 在 1.13 达到 GA，CoreDNS 是默认的 DNS。", "它是预设的 DNS。"]) == 1
    assert fact_recall(facts, ["CSI 很好。", "1.13 正式可用。"]) == 0


def test_lead_takes_the_documents_in_turn_and_keeps_the_length() -> None:
    assert lead([["甲一。", "甲二。"], ["乙一。"]], 9) == ["甲一。", "乙一。", "甲二。"]
    assert lead([["很长很长的一句。", "短。"]], 4) == ["短。"]


def test_lexrank_prefers_what_is_repeated() -> None:
    pytest.importorskip("sumy", reason="sumy is not installed")
    source = [["集群升级之前先备份数据。", "备份集群数据再升级。", "天气很好。", "升级集群要备份数据。"]]
    chosen = lexrank(source, 12)
    assert len(chosen) == 1
    assert chosen != ["天气很好。"]


def test_the_gold_is_sound_and_every_fact_stands_in_the_sample() -> None:
    examples = load_summary_gold()
    assert len(examples) == 12
    sentences = [fold_text(p.read_text(encoding="utf-8")) for p in SAMPLE.rglob("*.*")]
    for example in examples:
        assert 6 <= len(example.facts) <= 10
        for fact in example.facts:
            assert fact_recall([fact], [line for text in sentences for line in text.splitlines()]) == 1, fact


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"id": "a"}) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        load_summary_gold(path)


@pytest.mark.model
def test_summaries_hold_more_facts_than_both_baselines(tmp_path: Path) -> None:
    pytest.importorskip("sumy", reason="sumy is not installed")
    service = Service(ServiceSettings(tmp_path / "store"))
    service.ingest_sample()
    means = measure(service).means
    assert means.kaoju > 0.55
    assert means.kaoju > max(means.lead, means.lexrank) + 0.1
