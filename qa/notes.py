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
    "disagree": {
        "hans": "来源说法不一：{values}。请对照引文。",
        "hant": "來源說法不一：{values}。請對照引文。",
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
