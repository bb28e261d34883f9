"""The page's own words: simplified, traditional, English."""

import re
from typing import Literal

from corpus.normalize import Script

Language = Literal["hans", "hant", "en"]
LANGUAGES: tuple[Language, ...] = ("hans", "hant", "en")
LANG: dict[Language, str] = {"hans": "zh-Hans", "hant": "zh-Hant", "en": "en"}
NAMES: dict[Language, str] = {"hans": "简体", "hant": "繁體", "en": "English"}

WORDS: dict[str, tuple[str, str, str]] = {
    "tagline": (
        "据文档作答，句句有出处",
        "據文件作答，句句有出處",
        "Answers from your documents, every sentence quoted",
    ),
    "holds": ("收录文档 {n} 篇", "收錄文件 {n} 篇", "Documents: {n}"),
    "language": ("界面语言", "介面語言", "Language"),
    "failed": ("现在无法作答：{reason}", "現在無法作答：{reason}", "This cannot be done now: {reason}"),
    # Asking
    "tab_ask": ("问答", "問答", "Ask"),
    "question": ("问题", "問題", "Question"),
    "example": (
        "例如：Kubernetes 1.12 是什么时候发布的？",
        "例如：Kubernetes 1.12 是什麼時候發布的？",
        "For example: When was Kubernetes 1.12 released?",
    ),
    "ask": ("提问", "提問", "Ask"),
    "stop": ("停止", "停止", "Stop"),
    "stopped": ("已停止。", "已停止。", "Stopped."),
    "clear": ("新的对话", "新的對話", "New conversation"),
    "scope": ("限定范围", "限定範圍", "Narrow down"),
    "documents": ("文档", "文件", "Documents"),
    "version": ("版本", "版本", "Version"),
    "component": ("组件", "元件", "Component"),
    "all": ("不限", "不限", "Any"),
    "script": ("答案字体", "答案字體", "Script of answers"),
    "script_auto": ("随提问", "隨提問", "As in the question"),
    "script_source": ("随原文", "隨原文", "As in the source"),
    "script_hans": ("简体", "簡體", "Simplified"),
    "script_hant": ("繁体", "繁體", "Traditional"),
    "examples": ("可以这样问：", "可以這樣問：", "You could ask:"),
    "earlier": ("此前的问答", "此前的問答", "Earlier in this conversation"),
    "quotations": ("引文", "引文", "Quotations"),
    "place": ("第 {start}–{end} 字", "第 {start}–{end} 字", "characters {start}–{end}"),
    "page": ("第 {page} 页", "第 {page} 頁", "page {page}"),
    "ocr": ("文字识别所得，可能有误", "文字辨識所得，可能有誤", "recognised from a picture, may be misread"),
    "open": ("在原文中查看", "在原文中檢視", "Show in the source"),
    "nearest": (
        "检索时最接近的段落（未必相关）：",
        "檢索時最接近的段落（未必相關）：",
        "Closest passages (not necessarily relevant):",
    ),
    "has": ("收录的文档：", "收錄的文件：", "The collection holds:"),
    "more": ("……等 {n} 篇", "……等 {n} 篇", "… {n} in all"),
    "foot": (
        "查阅文档 {n} 篇，用时 {seconds:.2f} 秒",
        "查閱文件 {n} 篇，用時 {seconds:.2f} 秒",
        "{n} documents searched in {seconds:.2f} seconds",
    ),
    "understood": ("问题理解为（可更正）", "問題理解為（可更正）", "How the question was read (can be corrected)"),
    "kind": ("问的是", "問的是", "Asked for"),
    "drop": ("不限 {what}", "不限 {what}", "without {what}"),
    "empty": ("请先写下问题。", "請先寫下問題。", "Please write a question first."),
    "long": (
        "问题有 {n} 个字，最多读 {most} 个字，请一次只问一件事。",
        "問題有 {n} 個字，最多讀 {most} 個字，請一次只問一件事。",
        "The question has {n} characters and at most {most} are read; please ask one thing at a time.",
    ),
    # The source of a quotation
    "source": ("原文", "原文", "Source"),
    "headings": ("目录", "目錄", "Contents"),
    "close": ("关闭", "關閉", "Close"),
    "gone": (
        "这篇文档已不在文档库中。",
        "這篇文件已不在文件庫中。",
        "This document is no longer in the collection.",
    ),
    "part": (
        "文档很长，这里显示第 {start}–{end} 字，共 {total} 字；由目录可到别处。",
        "文件很長，這裡顯示第 {start}–{end} 字，共 {total} 字；由目錄可到別處。",
        "A long document: characters {start}–{end} of {total} are shown; the contents lead elsewhere.",
    ),
    # Exports
    "export": ("导出引文", "匯出引文", "Export citations"),
    "format": ("格式", "格式", "Format"),
    "what": ("导出内容", "匯出內容", "What to export"),
    "this_answer": ("当前答案", "目前的答案", "This answer"),
    "conversation": ("整个对话", "整個對話", "The whole conversation"),
    "copy": ("复制", "複製", "Copy"),
    "copied": ("已复制", "已複製", "Copied"),
    "download": ("下载 {name}", "下載 {name}", "Download {name}"),
    "preview_as": (
        "下载的是 {form} 文件，这里以文字预览。",
        "下載的是 {form} 檔案，這裡以文字預覽。",
        "The download is a {form} file; this is its text.",
    ),
    "nothing_to_export": ("还没有可以导出的内容。", "還沒有可以匯出的內容。", "There is nothing to export yet."),
    # Summaries
    "tab_summary": ("摘要", "摘要", "Summarise"),
    "topic": ("主题", "主題", "Topic"),
    "range": ("版本区间", "版本區間", "Range of versions"),
    "range_example": ("例如：1.8 到 1.12", "例如：1.8 到 1.12", "For example: 1.8 to 1.12"),
    "topic_example": ("例如：kubeadm 的用途", "例如：kubeadm 的用途", "For example: what kubeadm is for"),
    "sentences": ("最多句数", "最多句數", "Sentences at most"),
    "grouping": ("编排", "編排", "Grouped by"),
    "by_document": ("按文档", "按文件", "Document"),
    "by_version": ("按版本", "按版本", "Version"),
    "overview": ("版本变化一览", "版本變化一覽", "Overview of changes"),
    "summarize": ("摘要", "產生摘要", "Summarise"),
    "contributed": ("摘自", "摘自", "Quoted from"),
    "matched_only": ("相符但未摘录", "相符但未摘錄", "Matched, not quoted"),
    "unversioned": ("未指明版本", "未指明版本", "No version named"),
    "converted": ("已转换字体", "已轉換字體", "script converted"),
    # The timeline
    "tab_timeline": ("时间线", "時間線", "Timeline"),
    "date": ("发布日期", "發行日期", "Released"),
    "no_events": (
        "文档中没有可以排成时间线的内容。",
        "文件中沒有可以排成時間線的內容。",
        "The documents tell nothing that could be put on a timeline.",
    ),
    "undated": (
        "{n} 个版本没有发布日期，只列在下面。",
        "{n} 個版本沒有發行日期，只列在下面。",
        "{n} versions without a release date are only listed below.",
    ),
    "click_point": (
        "点选图上的点可看引文。",
        "點選圖上的點可看引文。",
        "A click on a point leads to its quotation.",
    ),
    "released": ("发布", "發行", "Released"),
    "introduced": ("引入", "引入", "Introduced"),
    "added": ("新增", "新增", "Added"),
    "alpha": ("alpha", "alpha", "Alpha"),
    "beta": ("beta", "beta", "Beta"),
    "ga": ("正式可用", "正式可用", "GA"),
    "deprecated": ("弃用", "棄用", "Deprecated"),
    "removed": ("移除", "移除", "Removed"),
    # The collection
    "tab_documents": ("文档库", "文件庫", "Documents"),
    "no_documents": ("还没有文档。", "還沒有文件。", "There are no documents yet."),
    "title": ("标题", "標題", "Title"),
    "file": ("文件", "檔案", "File"),
    "characters": ("字数", "字數", "Characters"),
    "pages": ("页数", "頁數", "Pages"),
    "passages": ("段落", "段落", "Passages"),
    "encoding": ("编码", "編碼", "Encoding"),
    "updated": ("更新", "更新", "Updated"),
    "actions": ("操作", "操作", "Actions"),
    "preview": ("预览", "預覽", "Preview"),
    "remove": ("移除", "移除", "Remove"),
    "remove_really": ("确定移除", "確定移除", "Really remove"),
    "was_removed": ("已移除《{title}》。", "已移除《{title}》。", "Removed: {title}"),
    "upload": ("添加文件或压缩包", "加入檔案或壓縮檔", "Add files or zip archives"),
    "upload_limits": (
        "单个文件不超过 {mb} MB，一次至多 {n} 个。文件只读取一次，不在服务器上保留。",
        "單個檔案不超過 {mb} MB，一次至多 {n} 個。檔案只讀取一次，不在伺服器上保留。",
        "Up to {mb} MB each and {n} at a time. Files are read once and not kept on the server.",
    ),
    "upload_folder": ("添加文件夹", "加入資料夾", "Add a folder"),
    "adding": ("正在添加：{done}/{total}", "正在加入：{done}/{total}", "Adding: {done} of {total}"),
    "added_all": (
        "完成：{ok} 个成功，{failed} 个失败。",
        "完成：{ok} 個成功，{failed} 個失敗。",
        "Done: {ok} added, {failed} failed.",
    ),
    "too_many": (
        "一次至多添加 {most} 个文件，这次有 {n} 个，都没有添加；请分批添加。",
        "一次至多加入 {most} 個檔案，這次有 {n} 個，都沒有加入；請分批加入。",
        "At most {most} files at a time; these are {n} and none was added. Please add them in parts.",
    ),
    "outcome": ("结果", "結果", "Outcome"),
    "outcome_added": ("已添加", "已加入", "added"),
    "outcome_updated": ("已更新", "已更新", "updated"),
    "outcome_unchanged": ("没有变化", "沒有變化", "unchanged"),
    "outcome_same content": ("内容已有", "內容已有", "content already there"),
    "outcome_failed": ("失败", "失敗", "failed"),
    "like": ("与此几乎相同：{sources}", "與此幾乎相同：{sources}", "nearly the same as: {sources}"),
    "maintenance": ("维护", "維護", "Maintenance"),
    "rebuild": ("重建索引", "重建索引", "Rebuild the index"),
    "rebuild_why": (
        "用现在的模型和词表为全部文档重新建立索引；完成之前一切照旧。",
        "用現在的模型和詞表為全部文件重新建立索引；完成之前一切照舊。",
        "Indexes all documents anew with the present model and terms; nothing changes until it is done.",
    ),
    "rebuilding": ("正在重建：{done}/{total}", "正在重建：{done}/{total}", "Rebuilding: {done} of {total}"),
    "rebuilt": ("已为 {n} 篇文档重建索引。", "已為 {n} 篇文件重建索引。", "Indexed {n} documents anew."),
    "read_only": (
        "此处的文档库只供查阅。",
        "此處的文件庫只供查閱。",
        "This collection can be read here, not changed.",
    ),
    # Evaluations
    "tab_evaluate": ("评测", "評測", "Evaluate"),
    "bundled_gold": ("随附的题库", "隨附的題庫", "Bundled gold set"),
    "own_gold": ("或上传题库", "或上傳題庫", "Or upload a gold file"),
    "gold_limits": (
        "题库为 JSONL、CSV 或 XLSX，不超过 {mb} MB、{n} 题。评测在后台进行，关闭网页也不会中断。",
        "題庫為 JSONL、CSV 或 XLSX，不超過 {mb} MB、{n} 題。評測在背景進行，關閉網頁也不會中斷。",
        "JSONL, CSV or XLSX, up to {mb} MB and {n} questions. It runs on when the page is closed.",
    ),
    "evaluate": ("开始评测", "開始評測", "Evaluate"),
    "stop_evaluation": ("停止评测", "停止評測", "Stop the evaluation"),
    "evaluation_failed": ("没有开始评测：{reason}", "沒有開始評測：{reason}", "Not evaluated: {reason}"),
    "evaluation_busy": (
        "正在进行另一场评测；请等它结束，或先停止它。",
        "正在進行另一場評測；請等它結束，或先停止它。",
        "Another evaluation is going on; wait until it is done, or stop it.",
    ),
    "evaluation_going": (
        "正在评测 {gold}：{done}/{total}",
        "正在評測 {gold}：{done}/{total}",
        "{gold}: {done} of {total}",
    ),
    "evaluation_stopping": (
        "答完这一题就停止：{done}/{total}",
        "答完這一題就停止：{done}/{total}",
        "Stopping after this question: {done} of {total}",
    ),
    "evaluations": ("历次评测", "歷次評測", "Evaluations"),
    "no_evaluations": ("还没有评测。", "還沒有評測。", "There are no evaluations yet."),
    "started": ("开始时间（UTC）", "開始時間（UTC）", "Started (UTC)"),
    "gold": ("题库", "題庫", "Gold set"),
    "state": ("状态", "狀態", "State"),
    "state_going": ("进行中", "進行中", "going on"),
    "state_stopping": ("正在停止", "正在停止", "stopping"),
    "state_done": ("已完成", "已完成", "done"),
    "state_interrupted": ("已中断", "已中斷", "interrupted"),
    "questions": ("题数", "題數", "Questions"),
    "accuracy": ("正确率", "正確率", "Accuracy"),
    "view_run": ("查看结果", "檢視結果", "Show the result"),
    "resume_run": ("继续", "繼續", "Continue"),
    "result_of": ("{gold} 的评测结果", "{gold} 的評測結果", "Result of {gold}"),
    "verdict_right": ("答对 {n}", "答對 {n}", "right: {n}"),
    "verdict_wrong": ("答错 {n}", "答錯 {n}", "wrong: {n}"),
    "verdict_failed": ("出错 {n}", "出錯 {n}", "failed: {n}"),
    "verdict_unscored": ("未计分 {n}", "未計分 {n}", "not scored: {n}"),
    "measure": ("指标", "指標", "Measure"),
    "value": ("值", "值", "Value"),
    "interval": ("95% 区间", "95% 區間", "95 % interval"),
    "coverage_plot": ("作答率与正确率", "作答率與正確率", "Accuracy by coverage"),
    "coverage": ("作答率", "作答率", "coverage"),
    "latency_plot": ("用时分布", "用時分布", "Time per question"),
    "milliseconds": ("毫秒", "毫秒", "milliseconds"),
    "compare_with": ("与较早的评测比较", "與較早的評測比較", "Compare with an earlier run"),
    "no_comparison": ("不比较", "不比較", "None"),
    "since": ("与 {run} 相比", "與 {run} 相比", "Since {run}"),
    "was": ("上次", "上次", "Before"),
    "now": ("本次", "本次", "Now"),
    "change": ("变化", "變化", "Change"),
    "better_worse": ("变好/变差", "變好/變差", "Better / worse"),
    "significance": ("显著性", "顯著性", "Significance"),
    "none_changed": ("两次没有差别。", "兩次沒有差別。", "The two runs do not differ."),
    "nothing_common": ("两次没有共同的题。", "兩次沒有共同的題。", "The two runs have no question in common."),
    "not_right": ("没有答对的题（{n}）", "沒有答對的題（{n}）", "Not answered right ({n})"),
    "full_report": ("其余见报告。", "其餘見報告。", "The report has the others."),
    "download_report": ("下载报告", "下載報告", "Download the report"),
    "download_figures": ("下载数据", "下載資料", "Download the figures"),
}

# What a question asks for, as a label.
KINDS: dict[str, tuple[str, str, str]] = {
    "date": ("问日期", "問日期", "a date"),
    "version": ("问版本", "問版本", "a version"),
    "number": ("问数值", "問數值", "a number"),
    "person": ("问人", "問人", "a person"),
    "org": ("问机构", "問機構", "an organisation"),
    "command": ("问命令", "問命令", "a command"),
    "list": ("列举", "列舉", "a list"),
    "compare": ("比较", "比較", "a comparison"),
    "yesno": ("是非", "是非", "yes or no"),
    "why": ("问原因", "問原因", "a reason"),
    "how": ("问做法", "問做法", "a way to do it"),
    "definition": ("问含义", "問含義", "a meaning"),
    "component": ("问哪一个", "問哪一個", "which one"),
    "other": ("其他", "其他", "something else"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return the words called ``key``, with ``values`` filled in."""
    return WORDS[key][LANGUAGES.index(language)].format(**values)


def kind_word(kind: str, language: Language) -> str:
    """Return what a question of ``kind`` asks for."""
    return KINDS[kind][LANGUAGES.index(language)]


def language_of(accept_language: str) -> Language:
    """Return the first of the page's languages in an Accept-Language header; simplified Chinese where there is none."""
    first = re.search(r"\b(?:zh[^,;]*|en\b)", accept_language.lower())
    if first is None:
        return "hans"
    if first.group() == "en":
        return "en"
    return "hant" if re.search("hant|tw|hk|mo", first.group()) else "hans"


def script_or(script: Script | None, language: Language) -> Script:
    """Return ``script``, else the one that the language of the page is written in."""
    return script or ("hant" if language == "hant" else "hans")
