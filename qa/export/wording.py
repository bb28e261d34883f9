"""The words that exports add, in both scripts."""

from corpus.normalize import Script

_WORDS: dict[str, dict[Script, str]] = {
    "citations": {"hans": "引文", "hant": "引文"},
    "references": {"hans": "参考文献", "hant": "參考文獻"},
    "question": {"hans": "问：", "hant": "問："},
    "converted": {"hans": "已由繁体转换", "hant": "已由簡體轉換"},
    "page": {"hans": "第 {page} 页", "hant": "第 {page} 頁"},
    "characters": {"hans": "第 {start}–{end} 字符", "hant": "第 {start}–{end} 字元"},
    "ocr": {"hans": "识别所得，或有误", "hant": "辨識所得，或有誤"},
    "origin": {"hans": "文档 {doc_id}", "hant": "文件 {doc_id}"},
    "of_text": {"hans": "文本", "hant": "文字"},
    "generation": {"hans": "库版本 {generation}", "hant": "庫版本 {generation}"},
}


def word(key: str, script: Script, **values: object) -> str:
    """Return the words ``key`` in ``script`` with its values filled in."""
    return _WORDS[key][script].format(**values)
