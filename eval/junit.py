"""A run as JUnit XML, which CI servers show: one case a question, and one for each quality gate."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.gates import Gate
from eval.scoring import QuestionScore
from eval.types import Example

_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # the Char of XML 1.0


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, its score, and why it has no answer if it failed or ran out of time."""

    example: Example
    score: QuestionScore
    error: str


def junit_xml(
    name: str, questions: Sequence[JudgedQuestion], gates: Sequence[Gate], figures: Mapping[str, float | None]
) -> str:
    """Return the document: a wrong answer or a missed gate is a failure, a question without an answer an error."""
    root = ET.Element("testsuites", name="kaoju eval")
    asked = ET.SubElement(root, "testsuite", name=_clean(name))
    for question in questions:
        _question_case(asked, question)
    _count(asked)
    if gates:
        suite = ET.SubElement(root, "testsuite", name="quality gates")
        for gate in gates:
            case = ET.SubElement(
                suite, "testcase", classname="gates", name=f"{gate.name} >= {gate.minimum:g}", time="0"
            )
            if line := gate.miss(figures):
                ET.SubElement(case, "failure", message=line)
        _count(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _question_case(suite: ET.Element, question: JudgedQuestion) -> None:
    example, score = question.example, question.score
    case = ET.SubElement(
        suite,
        "testcase",
        classname=_clean(example.kind or "question"),
        name=_clean(f"{example.id} {example.question}"),
        time=f"{score.elapsed_ms / 1000:.3f}",
    )
    if score.outcome in ("failed", "timeout"):
        ET.SubElement(case, "error", type=score.outcome, message=_clean(question.error))
    elif not score.right:
        why = "；".join(r.say("hant" if example.script == "hant" else "hans") for r in score.reasons)
        failure = ET.SubElement(case, "failure", type=score.outcome, message=_clean(why))
        failure.text = _clean("\n".join(example.answers))


def _count(suite: ET.Element) -> None:
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    suite.set("time", f"{sum(float(c.get('time', 0)) for c in suite.iter('testcase')):.3f}")


def _clean(text: str) -> str:
    """Return ``text`` with what XML cannot hold as replacement characters."""
    return _NOT_XML.sub("\ufffd", text)
