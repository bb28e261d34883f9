"""A follow-up made into a question that stands by itself, from the questions and answers before it."""

from qa.conversation.followup import standalone
from qa.conversation.subject import Turn

__all__ = ["Turn", "standalone"]
