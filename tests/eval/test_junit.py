"""JUnit XML that a CI server can read, whatever stands in a question."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping

from eval.gates import Gate
from eval.junit import JudgedQuestion, junit_xml
from eval.reasons import Reason
from eval.scores import QuestionScore
from eval.types import Example


def judged(question: str, *, outcome: str = "answered", accuracy: float = 1.0, error: str = "") -> JudgedQuestion:
    example = Example("q1", question, ("1.10", "v1.10"), "version", (), True, (), script="hant")
    values: Mapping[str, float | None] = {"accuracy": accuracy}
    reasons = (Reason("answer_not_quoted"),)
    score = QuestionScore("q1", "version", (), "hant", (), True, outcome, values, reasons, 0.5, 1500.0)
    return JudgedQuestion(example, score, error)


def test_each_question_is_a_case() -> None:
    questions = [
        judged("對的？"),
        judged("錯的？", accuracy=0.0),
        judged("太久？", outcome="timeout", accuracy=0.0, error="no answer within 30 seconds"),
    ]
    root = ET.fromstring(junit_xml("題庫", questions, (), {}))
    (suite,) = root
    assert suite.attrib == {"name": "題庫", "tests": "3", "failures": "1", "errors": "1", "time": "4.500"}
    right, wrong, late = suite
    assert (right.get("classname"), right.get("name"), right.get("time"), len(right)) == (
        "version",
        "q1 對的？",
        "1.500",
        0,
    )
    assert (wrong[0].tag, wrong[0].get("message"), wrong[0].text) == ("failure", "引文裡沒有標準答案", "1.10\nv1.10")
    assert (late[0].tag, late[0].get("type"), late[0].get("message")) == (
        "error", "timeout", "no answer within 30 seconds",
    )  # fmt: skip


def test_a_missed_gate_is_a_failure() -> None:
    root = ET.fromstring(junit_xml("題庫", [], (Gate("f1", 0.8), Gate("mrr", 0.5)), {"f1": 0.7, "mrr": 0.5}))
    missed, reached = root[1]
    assert (missed.get("name"), missed[0].get("message")) == ("f1 >= 0.8", "f1 is 0.700, wanted 0.8")
    assert len(reached) == 0


def test_characters_that_xml_cannot_hold_do_not_break_it() -> None:
    root = ET.fromstring(junit_xml("a\x00b", [judged('<script>&"\x1b[31m\ud800𠮷')], (), {}))
    assert root[0].get("name") == "a\ufffdb"
    assert root[0][0].get("name") == 'q1 <script>&"\ufffd[31m\ufffd𠮷'
