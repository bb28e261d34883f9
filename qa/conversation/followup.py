"""A follow-up made into a question that stands by itself, from the questions and answers before it.

Three things are done, by rule: pronouns and 该/这个/那个 with a class noun take the subject of an earlier turn; a
fragment (那 kubelet 呢？ 1.20 呢？) takes the place of the part of its kind in the question before; a bare question
(什么时候？ 为什么？) or a predicate without a subject is asked of the subject before. What names its own subject stays.
"""

from collections.abc import Sequence

from corpus.normalize import convert_words, detect_script
from corpus.segment import words as cut_words
from corpus.terms import TermTable
from qa.conversation.bare import ask_bare, complete_predicate
from qa.conversation.fragments import exchange
from qa.conversation.joining import in_script
from qa.conversation.pronouns import resolve
from qa.conversation.reading import read_text
from qa.conversation.subject import Turn


def standalone(text: str, history: Sequence[Turn], terms: TermTable) -> str:
    """Return the question that stands by itself: ``text`` if it does already or if no turn of ``history`` helps.

    ``history`` is in the order of the conversation. The result keeps the language and the script of ``text``; where
    these do not show (1.20?), those of the question before.
    """
    if not history or not text.strip():
        return text
    script = detect_script(text)
    turns = [Turn(in_script(t.question, script), in_script(t.short or "", script) or None) for t in history]
    talk = [(read_text(turn.question, terms), turn) for turn in turns]
    resolved = resolve(read_text(text, terms), talk, terms)
    if resolved is None:
        return text
    now = read_text(resolved, terms)
    made = exchange(now, talk, terms) or ask_bare(now, talk, terms) or complete_predicate(now, talk, terms)
    if made and (wanted := script or detect_script(turns[-1].question)):
        made = convert_words(cut_words(made), wanted)  # also the words put in by rule
    return (made or resolved).strip()
