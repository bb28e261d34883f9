"""Sentences for the reader beside an answer, in the script of the question."""

from collections.abc import Sequence

from corpus.normalize import Script
from corpus.versions import Version

_NOTES: dict[str, dict[Script, str]] = {
    "no_documents": {
        "hans": "还没有任何文档，请先用 kaoju ingest 添加。",
        "hant": "還沒有任何文件，請先用 kaoju ingest 加入。",
    },
    "no_evidence": {
        "hans": "这些文档里没有找到能回答这个问题的原文。",
        "hant": "這些文件裡沒有找到能回答這個問題的原文。",
    },
    "missing_version": {
        "hans": "文档中没有提到 {missing} 版。",
        "hant": "文件中沒有提到 {missing} 版。",
    },
    "nearest_versions": {
        "hans": "文档中最接近的版本：{nearest}。",
        "hant": "文件中最接近的版本：{nearest}。",
    },
    "missing_name": {
        "hans": "文档中没有提到 {missing}。",
        "hant": "文件中沒有提到 {missing}。",
    },
    "mended": {
        "hans": "已将“{written}”理解为“{found}”。",
        "hant": "已將「{written}」理解為「{found}」。",
    },
    "understood_as": {
        "hans": "已理解为：{question}",
        "hant": "已理解為：{question}",
    },
    "latest_known": {
        "hans": "按文档中提到的发布次序，这是其中最新的版本。",
        "hant": "依文件中提到的發布次序，這是其中最新的版本。",
    },
    "first_known": {
        "hans": "按文档中提到的发布次序，这是其中最早的版本。",
        "hant": "依文件中提到的發布次序，這是其中最早的版本。",
    },
    "next_known": {
        "hans": "按文档中提到的发布次序，这是紧接其后的版本。",
        "hant": "依文件中提到的發布次序，這是緊接其後的版本。",
    },
    "previous_known": {
        "hans": "按文档中提到的发布次序，这是紧接其前的版本。",
        "hant": "依文件中提到的發布次序，這是緊接其前的版本。",
    },
    "none_after": {"hans": "文档中没有提到更晚的版本。", "hant": "文件中沒有提到更晚的版本。"},
    "none_before": {"hans": "文档中没有提到更早的版本。", "hant": "文件中沒有提到更早的版本。"},
    "earlier": {"hans": "按发布日期和次序比较得出，较早的是它。", "hant": "依發布日期與次序比較得出，較早的是它。"},
    "later": {"hans": "按发布日期和次序比较得出，较晚的是它。", "hant": "依發布日期與次序比較得出，較晚的是它。"},
    "by_version": {
        "hans": "按文档中各版本的变化整理，每条都出自所引的原文。",
        "hant": "依文件中各版本的變化整理，每一條都出自所引的原文。",
    },
    "disagree": {
        "hans": "来源说法不一：{values}。请对照引文。",
        "hant": "來源說法不一：{values}。請對照引文。",
    },
    "incomplete": {
        "hans": "文档中有 {matching} 处与问题相符，这里引用了其中 {used} 处，清单可能不全。",
        "hant": "文件中有 {matching} 處與問題相符，這裡引用了其中 {used} 處，清單可能不全。",
    },
    "converted": {
        "hans": "陈述已转换为简体显示，引文保持原文。",
        "hant": "陳述已轉換為繁體顯示，引文保持原文。",
    },
    "clarify": {
        "hans": "请写明所指的组件、功能或版本，例如：kubelet 从哪个版本起……？",
        "hant": "請寫明所指的元件、功能或版本，例如：kubelet 從哪個版本起……？",
    },
}


def note(key: str, script: Script, **values: str) -> str:
    """Return the note ``key`` in ``script`` with its values filled in."""
    return _NOTES[key][script].format(**values)


def version_notes(missing: Sequence[Version], nearest: Sequence[Version], script: Script) -> list[str]:
    """Return what is said of versions that the collection does not have."""
    if not missing:
        return []
    notes = [note("missing_version", script, missing="、".join(map(str, missing)))]
    if nearest:
        notes.append(note("nearest_versions", script, nearest="、".join(map(str, nearest))))
    return notes
