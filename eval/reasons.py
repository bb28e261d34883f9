"""Why a question scored as it did: codes that figures and filters can use, and their words in both scripts."""

from dataclasses import dataclass

from corpus.normalize import Script

_WORDS: dict[str, dict[Script, str]] = {
    "failed": {"hans": "提问时出错：{detail}", "hant": "提問時出錯：{detail}"},
    "timeout": {"hans": "超过时限，没有得到回答", "hant": "超過時限，沒有得到回答"},
    "rightly_refused": {"hans": "文档里没有答案，系统也没有作答", "hant": "文件裡沒有答案，系統也沒有作答"},
    "should_have_refused": {"hans": "文档里没有答案，系统却作了答", "hant": "文件裡沒有答案，系統卻作了答"},
    "wrongly_refused": {"hans": "文档里有答案，系统却没有作答", "hant": "文件裡有答案，系統卻沒有作答"},
    "exact": {"hans": "与标准答案一致", "hant": "與標準答案一致"},
    "exact_in_other_words": {
        "hans": "按术语表与标准答案一致，字面不同",
        "hant": "依術語表與標準答案一致，字面不同",
    },
    "quotation_holds": {"hans": "引文里有标准答案", "hant": "引文裡有標準答案"},
    "answer_not_quoted": {"hans": "引文里没有标准答案", "hant": "引文裡沒有標準答案"},
    "items_missing": {"hans": "缺少的项目：{detail}", "hant": "缺少的項目：{detail}"},
    "evidence_at_rank": {
        "hans": "标注的依据最先出现在检索结果第 {detail} 位",
        "hant": "標註的依據最先出現在檢索結果第 {detail} 位",
    },
    "evidence_not_found": {"hans": "检索结果里没有标注的依据", "hant": "檢索結果裡沒有標註的依據"},
    "evidence_not_in_documents": {
        "hans": "标注的依据不在文档中，请检查题库或文档",
        "hant": "標註的依據不在文件中，請檢查題庫或文件",
    },
    "nothing_cited": {"hans": "没有引文", "hant": "沒有引文"},
    "quotation_not_exact": {
        "hans": "引文与所标位置的原文不符：{detail}",
        "hant": "引文與所標位置的原文不符：{detail}",
    },
    "citation_out_of_range": {"hans": "引用了不存在的引文编号：{detail}", "hant": "引用了不存在的引文編號：{detail}"},
    "statement_unsupported": {"hans": "有陈述得不到引文支持", "hant": "有陳述得不到引文支持"},
}
CODES = tuple(_WORDS)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that decided a score; ``code`` is one of ``CODES``, ``detail`` fills its words in."""

    code: str
    detail: str = ""

    def say(self, script: Script) -> str:
        """Return the reason as words in ``script``."""
        return _WORDS[self.code][script].format(detail=self.detail)
