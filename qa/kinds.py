"""What form of answer a question wants, from its wording in Chinese or English."""

import re
from typing import Literal

Kind = Literal[
    "date",
    "version",
    "number",
    "person",
    "org",
    "command",
    "list",
    "compare",
    "yesno",
    "why",
    "how",
    "definition",
    "component",
    "other",
]

# In order: of several that match, the first is the form wanted.
_WORDINGS: dict[Kind, tuple[str, ...]] = {
    "list": (
        r"各(?:自)?在哪|哪几|哪些|有哪|哪[二两三四五六七八九]|都有什么|列出|列举|分别",
        r"which (?:two|three|four|five)|\blist\b|what are",
    ),
    "command": (r"什么命令|哪[一]?条?个?命令|命令是|敲什么|启动参数|哪个参数|什么参数", r"which (?:command|flag)"),
    "date": (
        r"什么时[候间]|何时|哪[一]?年|哪个?月|哪年哪月|几月|哪[一]?[天日]|几号|日期",
        r"\bwhen\b|(?:what|which) (?:date|year|month|day)",
    ),
    "version": (
        r"哪[一]?个?[次小大]?版|几点几|什么版本|哪个?发行|版本(?:号|是)|最低.{0,6}几版|几版",
        r"(?:which|what) (?:\w+ )?(?:release|version)",
    ),
    "compare": (r"区别|差别|差异|相比|各是|各有|对比|比较|有[何什]么?不同", r"\bvs\b|difference|compare"),
    "why": (r"为什么|为何|为啥|什么原因|干嘛要", r"\bwhy\b"),
    "person": (
        r"作者[是叫]|哪位|谁.{0,4}(?:写|撰|提出|发明|创|开发|维护|设计|负责|主导|领导|发起|管|做)|(?:作者|负责人|创始人|维护者|方)是谁",
        r"\bwho\b",
    ),
    "org": (r"哪[一]?家|哪个?(?:公司|厂商|组织|机构|团队|单位)", r"(?:which|what) (?:company|organi[sz]ation|vendor)"),
    "number": (
        r"多少|几[个家年种次台位岁倍秒天层条项成份点]|第几|多[大久长高快]|(?:端口|连接埠)[是号]|哪[一]?个?(?:端口|连接埠)",
        r"how (?:many|much|long|big|large)|what port",
    ),
    "yesno": (
        r"[吗嗎]\s*[?？。]?$|是不是|能不能|会不会|有没有|可不可以|是否|要不要|用得着",
        r"^(?:is|are|can|could|does|do|did|will|was|were|has|have|should)\b",
    ),
    "how": (r"(?<![没不])怎么|怎样|如何|咋", r"\bhow\b"),
    "component": (r"哪[一]?[个种款]|什么(?:组件|控制器|功能|特性|项目|机制|工具)", r"借助啥|靠什么|用什么|which"),
    "definition": (
        r"是什么|什么是|指的?是|干什么|做什么|干嘛用|什么意思|用途|什么东西|有什么用|作用",
        r"what (?:is|does)|what's|meaning of",
    ),
}
_PATTERNS = {kind: re.compile("|".join(wordings)) for kind, wordings in _WORDINGS.items()}


_NOT_ASKED = re.compile(r"我?(?:不是[在要想]?问|问的不是)[^,。?!;]*")


def asked(folded: str) -> str:
    """Return a folded question without what it says that it does not ask (不是问什么时候能用)."""
    return _NOT_ASKED.sub("", folded)


def kinds_of(folded: str) -> tuple[Kind, ...]:
    """Return the forms of answer that a folded question may want, the likeliest first; ``other`` if none shows."""
    words = asked(folded)
    return tuple(kind for kind, pattern in _PATTERNS.items() if pattern.search(words)) or ("other",)
