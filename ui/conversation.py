"""A visitor's conversation: what was asked and answered, and the question that comes next."""

from dataclasses import dataclass, replace

from corpus.errors import InputError, KaojuError
from corpus.normalize import detect_script
from qa.answer import AskOptions, ScriptChoice
from qa.conversation import Turn
from qa.kinds import Kind
from qa.question import MAX_QUESTION
from qa.service import Service
from qa.types import Answer
from ui.words import Language, script_or, word

_TURNS = 8  # of a conversation that a follow-up may lean on
_KEPT = 20  # answers that stay on the page


@dataclass(frozen=True, slots=True)
class Conversation:
    """The answers so far, the newest last, and the turns that a follow-up takes its subject from."""

    answers: tuple[Answer, ...] = ()
    turns: tuple[Turn, ...] = ()

    def then(self, answer: Answer) -> "Conversation":
        """Return the conversation with one more answer."""
        turns = self.turns
        if answer.understood and answer.status != "needs_clarification":
            turns = (*turns, Turn(answer.understood.question, answer.short))[-_TURNS:]
        return Conversation((*self.answers, answer)[-_KEPT:], turns)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the reader has narrowed an answer to."""

    doc_ids: tuple[str, ...] = ()
    version: str | None = None
    component: str | None = None
    script: ScriptChoice = "auto"
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The conversation after a question, or the line that says why it could not be answered."""

    conversation: Conversation
    failure: str = ""


def ask(service: Service, question: str, narrowed: Narrowed, before: Conversation, language: Language) -> Asked:
    """Answer ``question`` after the conversation ``before`` it."""
    options = AskOptions(
        doc_ids=frozenset(narrowed.doc_ids) or None,
        version=narrowed.version,
        script=narrowed.script,
        history=before.turns,
        kind=narrowed.kind,
    )
    try:
        answer = service.ask(_about(question, narrowed.component), options)
    except InputError as error:
        return Asked(before, _refusal(question, error, language))
    except KaojuError as error:
        return Asked(before, word("failed", language, reason=error))
    return Asked(before.then(replace(answer, question=question.strip())))


def _about(question: str, component: str | None) -> str:
    """Return the question with the component it is narrowed to, unless it names it."""
    if not component or not question.strip() or component.casefold() in question.casefold():
        return question
    chinese = detect_script(question) is not None
    return f"{component} 的：{question}" if chinese else f"{component}: {question}"


def _refusal(question: str, error: InputError, language: Language) -> str:
    """Return why a question cannot be read, in the script it is written in."""
    size = len(question.strip())
    spoken = language if language == "en" else script_or(detect_script(question), language)
    if size > MAX_QUESTION:
        return word("long", spoken, n=size, most=MAX_QUESTION)
    return word("failed", spoken, reason=error) if question.strip("?？。.!！ \n") else word("empty", spoken)
