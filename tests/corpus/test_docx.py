"""Word files become the text that a reader of the accepted document sees."""

import io

import docx
import pytest

from corpus.errors import EmptyFileError, KaojuError
from corpus.readers.docx import MEDIA_TYPE, read_docx
from tests.corpus.office import changed, mutations, paragraph, plain_word, refusal, run, word


def text_of(body: str, notes: str = "", styles: str = "") -> str:
    return read_docx(word(body, notes, styles), "甲.docx").text


def handbook() -> bytes:
    document = docx.Document()
    document.add_heading("集群手册", 0)
    document.add_paragraph("本手册供运维人员使用。")
    document.add_heading("调度器", 1)
    sentence = document.add_paragraph("调度器先")
    sentence.add_run("过滤").bold = True
    sentence.add_run("，再打分。")
    document.add_paragraph("甲", style="List Bullet")
    document.add_paragraph("乙", style="List Number 2")
    document.add_heading("升級", 2)
    document.add_paragraph("叢集升級前請先備份。")
    table = document.add_table(2, 2)
    for cell, words in zip(table._cells, ["版本", "組件", "1.10", "CoreDNS"], strict=True):
        cell.text = words
    document.add_paragraph("表后的话。")
    document.sections[0].header.paragraphs[0].text = "页眉"
    document.core_properties.author = "李四"
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def test_a_handbook() -> None:
    reading = read_docx(handbook(), "甲.docx")
    assert reading.text == (
        "集群手册\n\n本手册供运维人员使用。\n\n调度器\n\n调度器先过滤，再打分。\n\n- 甲\n  - 乙\n\n升級\n\n"
        "叢集升級前請先備份。\n\n| 版本 | 組件 |\n| --- | --- |\n| 1.10 | CoreDNS |\n\n表后的话。"
    )
    assert (reading.title, reading.encoding, reading.media_type) == ("集群手册", "utf-8", MEDIA_TYPE)
    assert [s.path for s in reading.sections] == [(), ("调度器",), ("调度器", "升級")]
    assert [s.heading.cut(reading.text) if s.heading else "" for s in reading.sections] == [
        "集群手册",
        "调度器",
        "升級",
    ]
    assert reading.meta == {"author": "李四"}


def test_the_first_heading_is_the_title_where_none_is_styled_so() -> None:
    reading = read_docx(word(paragraph("发布说明", style="Heading1") + paragraph("正文。")), "甲.docx")
    assert (reading.title, [s.path for s in reading.sections]) == ("发布说明", [()])
    assert read_docx(word(paragraph("正文。")), "甲.docx").title is None


@pytest.mark.parametrize(
    ("name", "properties", "path"),
    [
        ("heading 3", "", ("小节",)),
        ("标题 1", "", ("小节",)),
        ("標題 2", "", ("小节",)),
        ("我的样式", "<w:pPr><w:outlineLvl w:val='0'/></w:pPr>", ("小节",)),
        ("我的样式", "<w:basedOn w:val='Heading2'/>", ("小节",)),
        ("我的样式", "<w:basedOn w:val='Heading2'/><w:pPr><w:outlineLvl w:val='9'/></w:pPr>", ()),
        ("我的样式", "<w:basedOn w:val='X'/>", ()),
        ("Normal 2", "", ()),
    ],
)
def test_headings_by_their_style(name: str, properties: str, path: tuple[str, ...]) -> None:
    style = f'<w:style w:type="paragraph" w:styleId="X"><w:name w:val="{name}"/>{properties}</w:style>'
    body = paragraph("总题", style="Title") + paragraph("小节", style="X") + paragraph("正文。")
    assert read_docx(word(body, styles=style), "甲.docx").sections[-1].path == path


def test_an_outline_level_makes_a_heading_unless_the_paragraph_is_long() -> None:
    level = '<w:outlineLvl w:val="1"/>'
    body = paragraph("小节", properties=level) + paragraph("正文，" * 100, properties=level) + paragraph("末")
    reading = read_docx(word(paragraph("总题", style="Title") + body), "甲.docx")
    assert [s.path for s in reading.sections] == [("小节",)]


def test_lists_by_number_and_depth() -> None:
    def numbered(depth: int, number: int = 1) -> str:
        return f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'

    body = (
        paragraph("甲", properties=numbered(0))
        + paragraph("乙", properties=numbered(2))
        + paragraph("不编号", style="ListBullet", properties=numbered(0, 0))
    )
    assert text_of(body) == "- 甲\n    - 乙\n\n不编号"


def test_paragraphs_set_as_code_are_one_block() -> None:
    font = '<w:rFonts w:ascii="Consolas" w:eastAsia="宋体"/>'
    body = (
        paragraph("先执行：")
        + paragraph(run("for n in a b; do", font))
        + paragraph(run("  kubectl drain $n  # 排空", font))
        + paragraph("")
        + paragraph(run("done", font))
        + paragraph(run("这一段只是用了等宽字体，不是代码。", font))
        + paragraph("完成。")
        + paragraph("apiVersion: v1", style="HTMLPreformatted")
    )
    assert text_of(body) == (
        "先执行：\n\n```\nfor n in a b; do\n  kubectl drain $n  # 排空\n\ndone\n```\n\n"
        "这一段只是用了等宽字体，不是代码。\n\n完成。\n\n```\napiVersion: v1\n```"
    )


def test_tracked_changes_are_accepted() -> None:
    body = (
        paragraph(
            "保留", f"<w:ins>{run('新增')}</w:ins>", "<w:del><w:r><w:delText>删去</w:delText></w:r></w:del>", "。"
        )
        + paragraph(f"<w:moveFrom>{run('旧处')}</w:moveFrom>", f"<w:moveTo>{run('新处')}</w:moveTo>")
        + paragraph("前半", properties="<w:rPr><w:del/></w:rPr>")
        + paragraph("后半")
        + paragraph("没有下文", properties="<w:rPr><w:del/></w:rPr>")
    )
    assert text_of(body) == "保留新增。\n\n新处\n\n前半后半\n\n没有下文"


def test_marks_inside_runs() -> None:
    inner = (
        "<w:t>kube</w:t><w:noBreakHyphen/><w:t>proxy</w:t><w:tab/><w:t>一</w:t><w:br/><w:t>二</w:t><w:softHyphen/><w:t>三</w:t>"
        '<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Wingdings" w:char="D800"/>'
    )
    assert text_of(f"<w:p><w:r>{inner}</w:r></w:p>") == "kube-proxy\t一\n二三✓"


def test_hidden_text_is_dropped() -> None:
    styles = '<w:style w:type="character" w:styleId="H"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style>'
    body = paragraph(
        "见", run("密", "<w:vanish/>"), run("也密", '<w:rStyle w:val="H"/>'), run("者", '<w:vanish w:val="0"/>')
    )
    assert text_of(body, styles=styles) == "见者"


def test_fields_give_their_results() -> None:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    code = '<w:r><w:instrText>HYPERLINK "http://x"</w:instrText></w:r>'
    body = (
        paragraph("见", mark("begin"), code, mark("separate"), run("官网"), mark("end"), "。")
        + paragraph(f'<w:fldSimple w:instr="PAGE">{run("第 3 章")}</w:fldSimple>')
        + paragraph(f'<w:hyperlink r:id="rId1">{run("链接")}</w:hyperlink>')
        + paragraph("起", mark("begin"), run("代码"))
        + paragraph("下一段还在")
    )
    assert text_of(body) == "见官网。\n\n第 3 章\n\n链接\n\n起\n\n下一段还在"


def test_content_controls_and_their_prompts() -> None:
    def control(inner: str, properties: str = "") -> str:
        return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>"

    body = (
        control(paragraph("块内"))
        + paragraph("行", control(run("内")))
        + paragraph("无", control(run("单击此处输入文字"), "<w:showingPlcHdr/>"))
        + control(control(paragraph("嵌套")))
    )
    assert text_of(body) == "块内\n\n行内\n\n无\n\n嵌套"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    box = f"<w:txbxContent>{paragraph('框內文字')}</w:txbxContent>"
    drawing = (
        f"<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
    )
    old = f"<w:pict><v:textbox>{box.replace('框內', '舊框')}</v:textbox></w:pict>"
    assert (
        text_of(f"<w:p>{run('前')}<w:r>{drawing}</w:r><w:r>{old}</w:r>{run('后')}</w:p>")
        == "前后\n\n框內文字\n\n舊框文字"
    )


def test_a_note_follows_the_paragraph_that_refers_to_it() -> None:
    refer = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    notes = (
        f'<w:footnote w:type="separator" w:id="0">{paragraph("线")}</w:footnote>'
        f'<w:footnote w:id="2">{paragraph("自 1.10 起。")}</w:footnote><w:footnote w:id="5">{paragraph("見附錄。")}</w:footnote>'
    )
    body = (
        paragraph("默认启用", refer.format(2), "。")
        + f"<w:tbl><w:tr><w:tc>{paragraph('甲', refer.format(5))}</w:tc><w:tc>{paragraph('乙')}</w:tc></w:tr></w:tbl>"
        + paragraph("再说一次", refer.format(2), refer.format(0), refer.format(9))
    )
    assert text_of(body, notes) == (
        "默认启用。\n\n[1] 自 1.10 起。\n\n| 甲 | 乙 |\n| --- | --- |\n\n[2] 見附錄。\n\n再说一次"
    )


def cell(words: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(words)}</w:tc>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def test_merged_cells_are_repeated_where_a_row_needs_them() -> None:
    wide, start, more = '<w:gridSpan w:val="{}"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body = table(
        cell("表 1 组件变更", wide.format(3)),
        cell("版本") + cell("组件（新旧）", wide.format(2)),
        cell("1.10", start) + cell("甲") + cell("乙"),
        cell("", more) + cell("丙") + cell("丁"),
        cell("以下未發佈", wide.format(3)),
    )
    assert text_of(body) == (
        "表 1 组件变更\n\n| 版本 | 组件（新旧） | 组件（新旧） |\n| --- | --- | --- |\n"
        "| 1.10 | 甲 | 乙 |\n| 1.10 | 丙 | 丁 |\n| 以下未發佈 |  |  |"
    )


def test_rows_marked_as_heads_name_the_columns_together() -> None:
    head = "<w:trPr><w:tblHeader/></w:trPr>"
    start, more = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body = table(
        head + cell("版本", start) + cell("状态", '<w:gridSpan w:val="2"/>'),
        head + cell("", more) + cell("旧") + cell("新"),
        cell("1.20") + cell("测试") + cell("稳定"),
    )
    assert text_of(body) == "| 版本 | 状态 旧 | 状态 新 |\n| --- | --- | --- |\n| 1.20 | 测试 | 稳定 |"


def test_rows_that_say_the_same_in_each_column_keep_all_of_it() -> None:
    assert text_of(table(cell("甲") + cell("乙"), cell("否") + cell("否"))).endswith("| 否 | 否 |")


def test_tables_in_tables_and_deleted_rows() -> None:
    inner = table(cell("内一") + cell("内二"), cell("1") + cell("2"))
    body = table(
        cell("外一") + f"<w:tc>{paragraph('外二')}{inner}{paragraph('后')}</w:tc>",
        "<w:trPr><w:del/></w:trPr>" + cell("删") + cell("去"),
    )
    assert text_of(body) == "| 外一 | 外二 后 |\n| --- | --- |\n\n| 内一 | 内二 |\n| --- | --- |\n| 1 | 2 |"


def test_a_frame_around_text_is_not_a_table() -> None:
    body = f"<w:tbl><w:tr><w:tc>{paragraph('注意', style='Heading2')}{paragraph('先備份。')}</w:tc></w:tr></w:tbl>"
    assert text_of(body) == "注意\n\n先備份。"


def test_a_table_of_contents_is_left_out() -> None:
    styles = '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>'
    body = paragraph("目录", style="TOCHeading") + paragraph("调度器\t3", style="T1") + paragraph("正文。")
    assert text_of(body, styles=styles) == "正文。"


def test_a_formula_keeps_its_parts_apart() -> None:
    def part(name: str, words: str) -> str:
        return f"<m:{name}><m:r><m:t>{words}</m:t></m:r></m:{name}>"

    formula = f"<m:oMath><m:f>{part('num', 'a')}{part('den', 'b')}</m:f><m:sSup>{part('e', 'x')}{part('sup', '2')}</m:sSup></m:oMath>"
    assert text_of(paragraph("比值", formula)) == "比值a/bx^2"


def test_readings_over_characters_are_dropped() -> None:
    ruby = f"<w:r><w:ruby><w:rt>{run('kǎo')}</w:rt><w:rubyBase>{run('考')}</w:rubyBase></w:ruby></w:r>"
    assert text_of(paragraph(ruby, "据")) == "考据"


def test_nothing_to_read_is_said() -> None:
    with pytest.raises(EmptyFileError, match=r"甲\.docx holds no text"):
        read_docx(plain_word(), "甲.docx")


def test_styles_in_a_circle_end() -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{a}"><w:name w:val="{a}"/><w:basedOn w:val="{b}"/></w:style>'
        for a, b in ("XY", "YX")
    )
    assert text_of(paragraph("正文。", style="X"), styles=styles) == "正文。"


def test_a_document_without_styles_or_properties_is_read() -> None:
    def strip(parts: dict[str, bytes]) -> None:
        del parts["word/styles.xml"], parts["docProps/core.xml"]

    reading = read_docx(changed(word(paragraph("小节", style="Heading1") + paragraph("正文。")), strip), "甲.docx")
    assert reading.text == "小节\n\n正文。"


def test_widths_beyond_reason_are_bounded() -> None:
    wide = '<w:gridSpan w:val="999999999"/>'
    assert len(text_of(table(cell("甲", wide) + cell("乙", wide)))) < 2000


def test_merged_cells_cannot_ask_for_too_much() -> None:
    start, more = '<w:gridSpan w:val="60"/><w:vMerge w:val="restart"/>', '<w:gridSpan w:val="60"/><w:vMerge/>'
    rows = [cell("甲" * 190, start) + cell("乙"), *[cell("", more) + cell("丙")] * 3000]
    text = text_of(table(*rows))
    assert text.count("丙") == 3000
    assert len(text) < 5_000_000
    assert text_of(table(cell("長" * 5000, start) + cell("乙"), cell("", more) + cell("丙"))).count("長") == 5000


def test_a_deep_nest_ends_in_one_line() -> None:
    body = "<w:sdt><w:sdtContent>" * 5000 + paragraph("底") + "</w:sdtContent></w:sdt>" * 5000
    with pytest.raises(KaojuError, match="is damaged"):
        text_of(body)


@pytest.mark.parametrize("seed", range(3))
def test_damage_ends_in_a_reading_or_one_line(seed: int) -> None:
    for data in mutations(handbook(), 24, seed):
        said = refusal(read_docx, data, "甲.docx")
        assert said is None or (said.startswith("甲.docx ") and "\n" not in said)


def test_many_paragraphs_take_no_time() -> None:
    assert text_of(paragraph("先備份。") * 20_000).count("先備份") == 20_000
