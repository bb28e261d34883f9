"""The words that ask: when, which version, why, how, who."""

import re

_WHEN = r"(?:什么时[候间]|何时|哪年哪月|哪一?[年天日]|哪个?月|几月|几号)"
_RELEASE = r"(?:哪一?个?(?:次|小|大)?(?:发行版|版本?)|几点几|什么版本|几版)(?:起|开始|之后|以后)?"
_WHY = r"(?:为什么|为何|为啥|什么原因)"
_MANNER = r"(?<!没)(?:怎么样?|怎样|如何)"
_OTHER = r"(?:谁|哪位|哪家公司|哪里|哪儿|多少)"
_ENGLISH = r"(?:(?:(?:in|since|from|on|at) )?(?:which|what) (?:\w+ )?(?:release|version|year|date|month)"
_ENGLISH += r"|\bwhen\b|\bwhy\b|\bwho\b|\bhow\b(?! many| much| long))"
_FRONT = r"(?:是|又|到底|大概|最早|具体)*(?:从|自|在|于)?\s*"
ASKED = re.compile(rf"{_FRONT}(?:{_WHEN}|{_RELEASE}|{_WHY}|{_MANNER}|{_OTHER})(?:才|就)?|{_ENGLISH}")
BARE = re.compile(
    rf"(?:具体|大概|到底)?(?P<q>{_FRONT}(?:{_WHEN}|{_RELEASE}|{_WHY}|{_MANNER}|{_OTHER})(?:做|弄|办)?|原因是什么|{_ENGLISH})"
)
ASKS_VERSION = re.compile(r"哪一?个?(?:次|小|大)?版|什么版本|which (?:\w+ )?(?:version|release)")
ENDING = re.compile(r"\s*[?？。!！]*\s*$")
