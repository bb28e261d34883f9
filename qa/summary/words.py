"""What a summary says around its quotations, in both scripts."""

from corpus.normalize import Script

_WORDS: dict[str, dict[Script, str]] = {
    "nothing_in_scope": {
        "hans": "文档中没有属于这个范围、可以摘录的内容。",
        "hant": "文件中沒有屬於這個範圍、可以摘錄的內容。",
    },
    "too_short": {
        "hans": "限定的长度容不下任何一句原文，请放宽长度。",
        "hant": "限定的長度容不下任何一句原文，請放寬長度。",
    },
    "contributed": {"hans": "摘自：", "hant": "摘自："},
    "matched_only": {"hans": "相符但未摘录：", "hant": "相符但未摘錄："},
    "unversioned": {"hans": "未指明版本", "hant": "未指明版本"},
    "citations": {"hans": "引文：", "hant": "引文："},
    "converted": {"hans": "（已转换为简体）", "hant": "（已轉換為繁體）"},
    "changes": {"hans": "版本变化：", "hant": "版本變化："},
    "version": {"hans": "版本", "hant": "版本"},
    "date": {"hans": "发布日期", "hant": "發行日期"},
    "added": {"hans": "新增", "hant": "新增"},
    "beta": {"hans": "进入 beta", "hant": "進入 beta"},
    "ga": {"hans": "正式可用", "hant": "正式可用"},
    "deprecated": {"hans": "弃用", "hant": "棄用"},
    "removed": {"hans": "移除", "hant": "移除"},
}


def summary_note(key: str, script: Script) -> str:
    """Return the words ``key`` in ``script``."""
    return _WORDS[key][script]
