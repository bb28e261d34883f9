"""The report's own words, in both scripts."""

from collections.abc import Mapping

from eval.report.labels import Label, same

WORDS: Mapping[str, Label] = {
    "report": Label("评测报告", "評測報告"),
    "switch": Label("字体", "字體"),
    "questions": Label("题目", "題目"),
    "figures": Label("各项指标", "各項指標"),
    "interval": Label("95% 区间", "95% 區間"),
    "value": Label("值", "值"),
    "measure": Label("指标", "指標"),
    "n": Label("题数", "題數"),
    "between": Label("95% 区间 {low}–{high}", "95% 區間 {low}–{high}"),
    "intervals": Label(
        "横线为自助法 95% 区间，题少时不可尽信；题数只计该指标适用的题。",
        "橫線為自助法 95% 區間，題少時不可盡信；題數只計該指標適用的題。",
    ),
    "groups": Label("分组", "分組"),
    "by_kind": Label("按问题类型", "依問題類型"),
    "by_tag": Label("按标签", "依標籤"),
    "by_script": Label("按提问文字", "依提問文字"),
    "by_document": Label("按文档", "依文件"),
    "curve": Label("作答率与正确率", "作答率與正確率"),
    "curve_note": Label(
        "只保留把握较大的回答时，作答的题占多少，其中答对多少。",
        "只保留把握較大的回答時，作答的題占多少，其中答對多少。",
    ),
    "threshold": Label(
        "置信度 ≥ {threshold:.2f}：作答率 {coverage:.3f}，正确率 {accuracy:.3f}",
        "信心度 ≥ {threshold:.2f}：作答率 {coverage:.3f}，正確率 {accuracy:.3f}",
    ),
    "no_curve": Label("没有可画的回答。", "沒有可畫的回答。"),
    "latency": Label("用时分布", "用時分布"),
    "latency_note": Label(
        "每题用时（毫秒），出错与超时的也算；最右一柱含更久的题。",
        "每題用時（毫秒），出錯與逾時的也算；最右一柱含更久的題。",
    ),
    "bin": Label("{low}–{high} 毫秒：{count} 题", "{low}–{high} 毫秒：{count} 題"),
    "last_bin": Label("{low} 毫秒以上：{count} 题", "{low} 毫秒以上：{count} 題"),
    "count": Label("题数", "題數"),
    "milliseconds": same("毫秒"),
    "median": Label("中位数 {value}", "中位數 {value}"),
    "p95": Label("95 分位 {value}", "95 百分位 {value}"),
    "compared": Label("与上次相比", "與上次相比"),
    "old": same("上次"),
    "new": same("本次"),
    "change": Label("变化", "變化"),
    "better": Label("变好", "變好"),
    "worse": Label("变差", "變差"),
    "test": Label("配对检验", "配對檢定"),
    "mcnemar": Label("McNemar 精确检验", "McNemar 精確檢定"),
    "permutation": Label("配对置换检验", "配對置換檢定"),
    "by_chance": Label("可能出于偶然", "可能出於偶然"),
    "tests_note": Label(
        "各项分别检验，未作多重比较校正；两次都计分的题才算在内。",
        "各項分別檢定，未作多重比較校正；兩次都計分的題才算在內。",
    ),
    "unchanged": Label("两次完全一样。", "兩次完全一樣。"),
    "nothing_common": Label("两次没有共同的题。", "兩次沒有共同的題。"),
    "now_right": Label("现在对了（{n}）", "現在對了（{n}）"),
    "now_wrong": Label("现在错了（{n}）", "現在錯了（{n}）"),
    "missed": Label("未达要求", "未達要求"),
    "filter": Label("筛选", "篩選"),
    "search": Label("在题目、回答、标准答案里找", "在題目、回答、標準答案裡找"),
    "all": Label("全部", "全部"),
    "shown": Label("显示 {shown} / {n} 题", "顯示 {shown} / {n} 題"),
    "none_shown": Label("没有符合条件的题。", "沒有符合條件的題。"),
    "reset": Label("清除筛选", "清除篩選"),
    "open_all": Label("全部展开", "全部展開"),
    "close_all": Label("全部收起", "全部收合"),
    "answer": Label("回答", "回答"),
    "no_answer": Label("没有回答", "沒有回答"),
    "gold": Label("标准答案", "標準答案"),
    "gold_items": Label("应列项目", "應列項目"),
    "gold_none": Label("文档里没有答案，应当不作答", "文件裡沒有答案，應當不作答"),
    "evidence": Label("标注的依据", "標註的依據"),
    "note": Label("题库备注", "題庫備註"),
    "citations": same("引文"),
    "place": same("第 {start}–{end} 字"),
    "page": Label("第 {page} 页", "第 {page} 頁"),
    "inexact": Label("与所标位置的原文不符", "與所標位置的原文不符"),
    "why": Label("为什么这样计分", "為什麼這樣計分"),
    "scores": Label("得分", "得分"),
    "confidence": Label("置信度 {value}", "信心度 {value}"),
    "took": Label("用时 {value} 毫秒", "用時 {value} 毫秒"),
    "conditions": Label("这次评测的条件", "這次評測的條件"),
    "meanings": Label("指标说明", "指標說明"),
    "gold_file": Label("题库", "題庫"),
    "store": Label("文档库", "文件庫"),
    "started": Label("开始时间（UTC）", "開始時間（UTC）"),
    "jobs": Label("同时提问数", "同時提問數"),
    "model": same("模型"),
    "generation": Label("文档库状态", "文件庫狀態"),
    "terms": Label("术语表", "術語表"),
    "gold_sum": Label("题库 SHA-256", "題庫 SHA-256"),
    "settings": Label("设置", "設定"),
    "code": Label("程序版本", "程式版本"),
    "wrong_questions": Label("没有答对的题（{n}）", "沒有答對的題（{n}）"),
    "more": Label("其余 {n} 题见 report.html。", "其餘 {n} 題見 report.html。"),
    "of_questions": Label("共 {n} 题", "共 {n} 題"),
}
VERDICTS: Mapping[str, Label] = {
    "right": Label("答对", "答對"),
    "wrong": Label("答错", "答錯"),
    "failed": Label("出错", "出錯"),
    "unscored": Label("未计分", "未計分"),
}
OUTCOMES: Mapping[str, Label] = {
    "answered": Label("作了答", "作了答"),
    "no_evidence": Label("未作答：文档里没有找到", "未作答：文件裡沒有找到"),
    "needs_clarification": Label("未作答：请提问者说清楚", "未作答：請提問者說清楚"),
    "failed": Label("出错", "出錯"),
    "timeout": Label("超时", "逾時"),
}
CHANGES: Mapping[str, Label] = {
    "better": Label("现在对了", "現在對了"),
    "worse": Label("现在错了", "現在錯了"),
}
FACETS: Mapping[str, Label] = {
    "verdict": Label("结果", "結果"),
    "change": Label("与上次相比", "與上次相比"),
    "kind": Label("类型", "類型"),
    "tag": Label("标签", "標籤"),
    "script": Label("文字", "文字"),
    "document": Label("文档", "文件"),
}
SCRIPTS: Mapping[str, Label] = {
    "hans": Label("简体", "簡體"),
    "hant": Label("繁体", "繁體"),
    "en": Label("英文", "英文"),
}
KINDS: Mapping[str, Label] = {
    "date": same("日期"),
    "version": same("版本"),
    "number": Label("数值", "數值"),
    "person": same("人物"),
    "org": Label("机构", "機構"),
    "command": same("命令"),
    "list": Label("列举", "列舉"),
    "compare": Label("比较", "比較"),
    "yesno": same("是非"),
    "why": same("原因"),
    "how": same("做法"),
    "definition": Label("含义", "含義"),
    "component": Label("组件", "元件"),
    "summary-fact": Label("要点", "要點"),
    "other": same("其他"),
}
TAGS: Mapping[str, Label] = {
    "version-confusion": Label("易混版本", "易混版本"),
    "cross-script": Label("跨繁简", "跨繁簡"),
    "needs-heading": Label("须看标题", "須看標題"),
    "multi-evidence": Label("多处依据", "多處依據"),
    "alias": Label("别名", "別名"),
    "negation": same("否定"),
    "english": same("英文"),
    "spoken": Label("口语", "口語"),
    "conflict": Label("说法不一", "說法不一"),
    "typo": Label("错别字", "錯別字"),
    "table": same("表格"),
    "code": Label("代码", "程式碼"),
}
_GROUP_NAMES = {"kind": KINDS, "tag": TAGS, "script": SCRIPTS}


def word(key: str, **values: object) -> Label:
    """Return the words called ``key``, with ``values`` filled in."""
    return WORDS[key].filled(**values) if values else WORDS[key]


def group_label(facet: str, name: str) -> Label:
    """Return what a kind, tag, script or document of a gold set is called; names unknown here stay as they are."""
    return _GROUP_NAMES.get(facet, {}).get(name) or same(name or "—")
