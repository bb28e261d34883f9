"""The page's own words, in both scripts."""

import re

from corpus.normalize import Script

LANG: dict[Script, str] = {"hans": "zh-Hans", "hant": "zh-Hant"}
WORDS: dict[str, dict[Script, str]] = {
    "question": {"hans": "问题", "hant": "問題"},
    "example": {"hans": "例如：Kubernetes 1.12 是什么时候发布的？", "hant": "例如：Kubernetes 1.12 是什麼時候發布的？"},
    "ask": {"hans": "提问", "hant": "提問"},
    "tagline": {"hans": "据文档作答，句句有出处", "hant": "據文件作答，句句有出處"},
    "holds": {"hans": "收录文档 {n} 篇", "hant": "收錄文件 {n} 篇"},
    "quotations": {"hans": "引文", "hant": "引文"},
    "place": {"hans": "第 {start}–{end} 字", "hant": "第 {start}–{end} 字"},
    "page": {"hans": "第 {page} 页", "hant": "第 {page} 頁"},
    "nearest": {"hans": "检索时最接近的段落（未必相关）：", "hant": "檢索時最接近的段落（未必相關）："},
    "foot": {"hans": "查阅文档 {n} 篇，用时 {seconds:.2f} 秒", "hant": "查閱文件 {n} 篇，用時 {seconds:.2f} 秒"},
    "understood": {"hans": "理解为", "hant": "理解為"},
    "empty": {"hans": "请先写下问题。", "hant": "請先寫下問題。"},
    "long": {
        "hans": "问题有 {n} 个字，最多读 {most} 个字，请一次只问一件事。",
        "hant": "問題有 {n} 個字，最多讀 {most} 個字，請一次只問一件事。",
    },
    "failed": {"hans": "现在无法作答：{reason}", "hant": "現在無法作答：{reason}"},
}


# What a question asks for, as a label.
KINDS: dict[str, dict[Script, str]] = {
    "date": {"hans": "问日期", "hant": "問日期"},
    "version": {"hans": "问版本", "hant": "問版本"},
    "number": {"hans": "问数值", "hant": "問數值"},
    "person": {"hans": "问人", "hant": "問人"},
    "org": {"hans": "问机构", "hant": "問機構"},
    "command": {"hans": "问命令", "hant": "問命令"},
    "list": {"hans": "列举", "hant": "列舉"},
    "compare": {"hans": "比较", "hant": "比較"},
    "yesno": {"hans": "是非", "hant": "是非"},
    "why": {"hans": "问原因", "hant": "問原因"},
    "how": {"hans": "问做法", "hant": "問做法"},
    "definition": {"hans": "问含义", "hant": "問含義"},
    "component": {"hans": "问哪一个", "hant": "問哪一個"},
}


def word(key: str, script: Script, **values: object) -> str:
    """Return the words called ``key`` in ``script``, with ``values`` filled in."""
    return WORDS[key][script].format(**values)


def labels(script: Script) -> dict[str, str]:
    """Return what Gradio translates by the browser's language."""
    return {f"kaoju_{key}": WORDS[key][script] for key in ("question", "example", "ask")}


def script_of(accept_language: str) -> Script:
    """Return the script of the first Chinese in an Accept-Language header."""
    chinese = re.search(r"zh[^,;]*", accept_language.lower())
    return "hant" if chinese and re.search("hant|tw|hk|mo", chinese.group()) else "hans"
