"""The figures in words: what each is called, what it says, and which belong together."""

from collections.abc import Mapping

from eval.report.labels import Label, same

MEASURE_LABELS: Mapping[str, Label] = {
    "accuracy": Label("正确率", "正確率"),
    "exact_match": same("完全一致"),
    "exact_match_strict": Label("完全一致（照字面）", "完全一致（照字面）"),
    "exact_match_terms": Label("完全一致（按术语）", "完全一致（依術語）"),
    "f1": Label("字符 F1", "字元 F1"),
    "f1_strict": Label("字符 F1（照字面）", "字元 F1（照字面）"),
    "f1_terms": Label("字符 F1（按术语）", "字元 F1（依術語）"),
    "rouge_l": same("ROUGE-L"),
    "item_precision": Label("列举精确率", "列舉精確率"),
    "item_recall": Label("列举召回率", "列舉召回率"),
    "item_f1": Label("列举 F1", "列舉 F1"),
    "quotation_holds": same("引文含答案"),
    "success@1": same("首位命中"),
    "success@5": same("前五位命中"),
    "recall@5": Label("召回率@5", "召回率@5"),
    "recall@10": Label("召回率@10", "召回率@10"),
    "mrr": same("MRR"),
    "ndcg@10": same("nDCG@10"),
    "citation_exactness": Label("引文逐字准确", "引文逐字準確"),
    "citation_recall": same("引文召回率"),
    "citation_precision": Label("引文精确率", "引文精確率"),
    "refusal_precision": Label("拒答精确率", "拒答精確率"),
    "refusal_recall": same("拒答召回率"),
    "coverage": same("作答率"),
    "confidence_auroc": Label("置信度 AUROC", "信心度 AUROC"),
    "latency_p50_ms": Label("用时中位数（毫秒）", "用時中位數（毫秒）"),
    "latency_p95_ms": Label("用时 95 分位（毫秒）", "用時 95 百分位（毫秒）"),
}
MEANINGS: Mapping[str, Label] = {
    "accuracy": Label(
        "简短回答与标准答案一致，或引文里有标准答案；没有答案的题，不作答才算对。",
        "簡短回答與標準答案一致，或引文裡有標準答案；沒有答案的題，不作答才算對。",
    ),
    "exact_match": Label(
        "回答与某个标准答案完全一致；繁简、全半角与大小写不计。",
        "回答與某個標準答案完全一致；繁簡、全半形與大小寫不計。",
    ),
    "f1": Label(
        "回答与标准答案共有多少字；英文词与版本号各算一个整体。",
        "回答與標準答案共有多少字；英文詞與版本號各算一個整體。",
    ),
    "rouge_l": Label("回答与标准答案最长公共子序列的 F 值。", "回答與標準答案最長共同子序列的 F 值。"),
    "item_f1": Label(
        "列举题：列出的项目有多少是对的，应列的列出了多少。", "列舉題：列出的項目有多少是對的，應列的列出了多少。"
    ),
    "quotation_holds": Label("引文的原文里有标准答案。", "引文的原文裡有標準答案。"),
    "success@1": Label("检索的第一段就有标注的依据。", "檢索的第一段就有標註的依據。"),
    "success@5": Label("检索结果前 5 位里有标注的依据。", "檢索結果前 5 位裡有標註的依據。"),
    "recall@5": Label("有依据的段落，有多少进了检索结果前 5 位。", "有依據的段落，有多少進了檢索結果前 5 位。"),
    "mrr": Label("第一处依据所在位次的倒数。", "第一處依據所在位次的倒數。"),
    "ndcg@10": Label("前 10 位的折损累计增益，与最好的排序相比。", "前 10 位的折損累計增益，與最好的排序相比。"),
    "citation_exactness": Label("引文与所标位置的原文一字不差。", "引文與所標位置的原文一字不差。"),
    "citation_recall": Label("陈述当中有引文支持的占多少。", "陳述當中有引文支持的占多少。"),
    "citation_precision": Label("引文当中支持所附陈述的占多少。", "引文當中支持所附陳述的占多少。"),
    "refusal_precision": Label("没有作答的题里，确实没有答案的占多少。", "沒有作答的題裡，確實沒有答案的占多少。"),
    "refusal_recall": Label("没有答案的题里，没有作答的占多少。", "沒有答案的題裡，沒有作答的占多少。"),
    "coverage": Label("作了答的题占全部的多少。", "作了答的題占全部的多少。"),
    "confidence_auroc": Label(
        "答对的题比答错的题更有把握的机会；0.5 等于瞎猜。", "答對的題比答錯的題更有把握的機會；0.5 等於瞎猜。"
    ),
    "latency_p95_ms": Label("95% 的题在此时间内答完，出错与超时的也算。", "95% 的題在此時間內答完，出錯與逾時的也算。"),
}

# Family: its label and its figures, in the order of the page.
FAMILIES: Mapping[str, tuple[Label, tuple[str, ...]]] = {
    "main": (
        Label("要点", "要點"),
        ("accuracy", "quotation_holds", "f1", "recall@5", "citation_recall", "refusal_recall"),
    ),
    "words": (
        Label("措辞", "措辭"),
        ("exact_match", "exact_match_strict", "exact_match_terms", "f1", "f1_strict", "f1_terms", "rouge_l"),
    ),
    "lists": (Label("列举", "列舉"), ("item_precision", "item_recall", "item_f1")),
    "retrieval": (Label("检索", "檢索"), ("success@1", "success@5", "recall@5", "recall@10", "mrr", "ndcg@10")),
    "citations": (
        same("引文"),
        ("quotation_holds", "citation_exactness", "citation_recall", "citation_precision"),
    ),
    "refusals": (
        Label("拒答与把握", "拒答與把握"),
        ("refusal_precision", "refusal_recall", "coverage", "confidence_auroc"),
    ),
    "latency": (Label("用时", "用時"), ("latency_p50_ms", "latency_p95_ms")),
}
