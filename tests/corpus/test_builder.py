from corpus.readers.builder import TextBuilder


def test_parts_become_text_and_sections() -> None:
    builder = TextBuilder()
    builder.paragraph("前言")
    builder.heading(1, "第一章")
    builder.heading(2, " 小\n节 ")
    builder.paragraph("一\n二")
    builder.item("甲")
    builder.item("乙", 1)
    builder.heading(2, "另一节")
    builder.code("kubectl get pod\n")
    text, sections = builder.build()
    assert text == "前言\n\n第一章\n\n小 节\n\n一\n二\n\n- 甲\n  - 乙\n\n另一节\n\n```\nkubectl get pod\n```"
    assert [s.path for s in sections] == [(), ("第一章", "小 节"), ("第一章", "另一节")]
    assert [s.span.cut(text).strip() for s in sections] == [
        "前言",
        "一\n二\n\n- 甲\n  - 乙",
        "```\nkubectl get pod\n```",
    ]
    assert [s.heading.cut(text) if s.heading else None for s in sections] == [None, "小 节", "另一节"]


def test_a_table_keeps_its_cells_as_they_are_written() -> None:
    builder = TextBuilder()
    builder.table([["版本", "说明"], ["1.10", "甲|乙\n丙"], ["", ""], ["1.20"]])
    assert builder.build()[0] == "| 版本 | 说明 |\n| --- | --- |\n| 1.10 | 甲｜乙 丙 |\n| 1.20 |  |"


def test_code_may_hold_fences() -> None:
    builder = TextBuilder()
    builder.code("```sh\nls\n```")
    assert builder.build()[0] == "````\n```sh\nls\n```\n````"


def test_a_page_ends_the_section_and_keeps_its_path() -> None:
    builder = TextBuilder()
    builder.page(1)
    builder.heading(1, "章")
    builder.paragraph("上")
    builder.page(2, ocr=True)
    builder.paragraph("下")
    _, sections = builder.build()
    assert [(s.path, s.page, s.ocr) for s in sections] == [(("章",), 1, False), (("章",), 2, True)]


def test_nothing_gives_nothing() -> None:
    builder = TextBuilder()
    builder.heading(1, "   ")
    builder.paragraph("")
    builder.table([[], [""]])
    assert builder.build() == ("", ())
