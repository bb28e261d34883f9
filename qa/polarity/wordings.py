"""The words by which a question and a sentence affirm, deny, and say what can be or need be."""

import re
from typing import Literal

Mode = Literal["plain", "can", "need"]

_HEADS = {
    "above": r"高于|超过|新于|大于|晚于",
    "below": r"低于|旧于|小于|早于|落后于",
    "on": r"启用|开启|打开|开着|enabled?|turned on",
    "off": r"禁用|停用|关闭|关着|关掉|disabled?|turned off",
    "removed": r"移除|删除|去掉|拿掉|砍掉|剔除|删掉|\bremoved?|\bdropped",
    "deprecated": r"弃用|废弃|deprecated?",
    "ga": r"\bga\b|正式可用|generally available",
    "beta": r"\bbeta\b",
    "alpha": r"\balpha\b",
    "support": r"支持|支援|提供|保留|可用|\bsupport(?:s|ed)?\b|available|(?<![作利])使用|(?<=能)够?[用做跑]|(?<=以)[用做跑]|\buse[ds]?\b",
    "revoke": r"撤销|吊销|\brevoked?\b",
    "restart": r"重启|重新启动|重开|\brestart(?:ed)?\b",
    "know": r"知道|知晓|感知|了解|\bknow\b",
    "as": r"有[^,，]{0,8}?(?:那么|那样|这么)(?=.)",
    "be": r"(?<![不但还只于而就可总若或要更])(?:是(?!否)|属于)|(?<=不)是|(?<=而)是|^(?:is|are)\b",
    "have": r"(?<![只还所没])有(?!关|些|时|可能|必要)|(?<=没)有|具备|自带|内置|\bha(?:s|ve)\b",
}
# What finds the heads of each axis.
HEAD = {axis: re.compile(words) for axis, words in _HEADS.items()}

# What may stand before a head: (words, negates, mode). The order matters, the longest first.
_OPERATORS: tuple[tuple[str, bool, Mode | None], ...] = (
    (r"不得不|不能不|不可不", False, "need"),
    (r"无法|没有?办法|没法|不得|禁止|不准|不可(?!以)|cannot|can't", True, "can"),
    (r"不必|无需|无须|毋须|不用|用不着|没有?必要|needn't", True, "need"),
    (r"停止|终止|并没有|没有|没|尚未|从未|未曾|未|并非|绝非|不|无|非|别|\bnot|no longer|n't", True, None),
    (r"可以|能够|(?<!可)能|可|允许|(?<!的)支持|(?<!的)支援|\bcan|\bcould", False, "can"),
    (r"需要|必须|务必|要求|须|需|得|(?<!只)要|\bmust|\bneed(?:s)?(?: to)?|\brequired?", False, "need"),
)
_ADVERB = (
    r"[\s,]+|仍然|仍旧|依然|依旧|仍|已经|已|目前|现在|当前|都|均|也|就|还|会|被|再|并|默认|自动|完全|直接|同时|进行|来|先|做|"
    r"一起|共同|正式|真的?|其实|一直|始终|彻底|手动|单独|自己|达到|进入|处于|变为|成为|版?中|\bbe|\bstill|\bby default|"
    r"在(?:(?!，).)*?(?:情况下|前提下|条件下)|(?:通过|使用|借助|利用|(?<![高低新旧大小晚早用由关对属处])于|从|(?<![存正现])在|对|[与和跟同]|(?<![因作认])为|(?<![理自])由|把|将|(?<![可所])以|(?<![使作利应启可])用)(?:(?![不没未无非禁]|可以|能|支持|须|需).){1,60}"
)
# The operators and the adverbs at the end of what stands before a head, and a word that is but an adverb.
STEPS = [(re.compile(f"(?:{words})$"), negates, mode) for words, negates, mode in _OPERATORS]
SKIP = re.compile(f"(?:{_ADVERB})$")
AUXILIARY = re.compile(_ADVERB)

# Told, planned, partial or asked: no assertion.
UNSURE = re.compile(
    r"以为|认为|声称|据说|传言|误解|错误|谣言|所谓|可能|也许|或许|大概|应该|预计|计划|打算|考虑|建议|理论上|希望|将(?:会|在|于|被|要|移|弃|废|停|不|支)|即将|曾|原本|原先|本来|过去|部分|某些|有些|有时|"
    r"通常|一般(?!可用)|不一定|未必|几乎|最多|至多|至少|最少|如果|假如|倘若|若|除非|只要|只有|的话|是否|一旦|直到|每当|[?？]|"
    r"\d\s*(?:版本?)?\s*(?:之前|以前|以下)|(?<![\u4e00-\u9fff])(?:之前|以前)|\bif\b|\bmay\b|\bmight\b|\bwill\b"
)
# What makes all that follows it depend on something.
CONDITION = re.compile(r"如果|假如|倘若|若|除非|只要|只有|的话|一旦|\bif\b|\bunless\b")
# What denies or allows, wherever it stands in a clause.
DENIES = re.compile(
    r"[不没未别]|无(?!状态)|非(?!常)|禁止|停止|终止|拒绝|失败|有限|避免|\bnot\b|n't|\bno\b|cannot|可以|能够|必须|需要|允许"
)
# What excludes all but the thing named.
ONLY = re.compile(r"[仅只](?!有|要)|\bonly\b")
# What makes a denial narrower.
NARROWS = re.compile(r"跨|同时|直接|完全|自动|手动|单独|一次|多个|旧|彻底|全部|所有|任意|directly|fully|automatically")
# Words that add nothing to what is named.
SAYS_LITTLE = re.compile(
    r"^(?:功能|特性|机制|方式|方法|任何|版本|情况|目前|当前|现在|时候|办法|状态|存在|重要|其|这|那|该|它|自己|有|是|过程|整个|默认|仍然|已经|已|再|进行|其他|"
    r"does|do|is|are|has|have|not|no|longer|the|an|of|in|by|to|be|it|now|still|yet|with|on|for|"
    r"不|没|未|无|非|可以|能|能够|支持|需要|必须|使用|用|做|落到|用得|真有|一路|而且|并且|但|也)+$"
)
