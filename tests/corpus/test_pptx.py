"""Presentations become text slide by slide, in the order in which a slide is read."""

import io
import struct
import zlib
from collections.abc import Callable

import pptx
import pytest
from pptx.slide import Slide
from pptx.util import Inches

from corpus.errors import EmptyFileError, KaojuError
from corpus.readers.base import Reading
from corpus.readers.pptx import MEDIA_TYPE, read_pptx
from tests.corpus.office import changed, mutations, plain_powerpoint, refusal

TITLE, BODY, EMPTY = 0, 1, 6  # layouts of the library's template


def show(*slides: tuple[int, Callable[[Slide], object]], title: str = "") -> bytes:
    """A presentation with a slide of each layout, filled by the function beside it."""
    presentation = pptx.Presentation()
    presentation.core_properties.title = title
    for layout, fill in slides:
        fill(presentation.slides.add_slide(presentation.slide_layouts[layout]))
    stream = io.BytesIO()
    presentation.save(stream)
    return stream.getvalue()


def read(*slides: tuple[int, Callable[[Slide], object]]) -> Reading:
    return read_pptx(show(*slides), "甲.pptx")


def titled(title: str, *items: tuple[str, int], notes: str = "") -> Callable[[Slide], object]:
    def fill(slide: Slide) -> None:
        slide.shapes.title.text = title
        frame = slide.placeholders[1].text_frame
        for i, (words, level) in enumerate(items):
            paragraph = frame.add_paragraph() if i else frame.paragraphs[0]
            paragraph.text, paragraph.level = words, level
        if notes:
            slide.notes_slide.notes_text_frame.text = notes

    return fill


def box(slide: Slide, left: float, top: float, words: str) -> None:
    slide.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1)).text_frame.text = words


def handbook() -> bytes:
    return show(
        (TITLE, titled("集群升级手册", ("运维组", 0))),
        (BODY, titled("调度器", ("先过滤", 0), ("再打分", 1), notes="讲解时举例。\n再答疑。")),
        (BODY, titled("升級步驟", ("先備份", 0))),
    )


def test_a_slide_is_a_page_and_a_section() -> None:
    reading = read_pptx(handbook(), "甲.pptx")
    assert reading.text == (
        "集群升级手册\n\n运维组\n\n调度器\n\n- 先过滤\n  - 再打分\n\n讲解时举例。\n\n再答疑。\n\n升級步驟\n\n- 先備份"
    )
    assert [(s.path, s.page) for s in reading.sections] == [((), 1), (("调度器",), 2), (("升級步驟",), 3)]
    assert [s.heading.cut(reading.text) if s.heading else "" for s in reading.sections] == [
        "集群升级手册",
        "调度器",
        "升級步驟",
    ]
    assert (reading.title, reading.encoding, reading.media_type) == ("集群升级手册", "utf-8", MEDIA_TYPE)
    assert (dict(reading.meta), reading.warnings) == ({}, ())


def test_a_stated_title_wins_and_a_program_s_does_not() -> None:
    slide = (BODY, titled("调度器", ("先过滤", 0)))
    assert read_pptx(show(slide, title="架構說明"), "甲.pptx").title == "架構說明"
    assert read_pptx(show(slide, title="PowerPoint 演示文稿"), "甲.pptx").title == "调度器"


def test_shapes_read_from_the_top_then_from_the_left() -> None:
    def fill(slide: Slide) -> None:
        box(slide, 5, 1.1, "右上")
        box(slide, 1, 4, "下")
        box(slide, 1, 1.2, "左上")

    assert read((EMPTY, fill)).text == "左上\n\n右上\n\n下"


def test_a_placeholder_stands_where_its_layout_puts_it() -> None:
    def fill(slide: Slide) -> None:
        titled("题", ("正文", 0))(slide)
        box(slide, 1, 0.1, "眉批")
        box(slide, 1, 7, "腳註")

    assert read((BODY, fill)).text == "题\n\n眉批\n\n- 正文\n\n腳註"


def test_a_slide_without_a_title_has_no_path() -> None:
    reading = read(
        (BODY, titled("总题", ("甲", 0))),
        (BODY, titled("分隔页")),
        (EMPTY, lambda slide: box(slide, 1, 1, "乙")),
    )
    assert [(s.path, s.page, s.heading is None) for s in reading.sections] == [((), 1, False), ((), 3, True)]


def test_a_hidden_slide_and_a_hidden_shape_are_dropped_and_counted() -> None:
    def hide(slide: Slide) -> None:
        box(slide, 1, 1, "藏")
        slide._element.set("show", "0")

    def hide_shape(slide: Slide) -> None:
        box(slide, 1, 1, "藏")
        slide.shapes[0]._element.nvSpPr.cNvPr.set("hidden", "1")
        box(slide, 1, 2, "见")

    reading = read((EMPTY, hide), (EMPTY, hide_shape))
    assert (reading.text, [s.page for s in reading.sections]) == ("见", [2])


def test_groups_are_read_in_their_place() -> None:
    def fill(slide: Slide) -> None:
        box(slide, 1, 5, "末")
        group = slide.shapes.add_group_shape()
        for top, words in ((3, "组二"), (2, "组一")):
            group.shapes.add_textbox(Inches(1), Inches(top), Inches(1), Inches(1)).text_frame.text = words

    assert read((EMPTY, fill)).text == "组一\n\n组二\n\n末"


def test_tables_with_merged_cells() -> None:
    def fill(slide: Slide) -> None:
        table = slide.shapes.add_table(4, 2, Inches(1), Inches(1), Inches(4), Inches(2)).table
        for cell, words in zip(table.iter_cells(), ["变更表", "", "版本", "組件", "1.10", "甲", "", "乙"], strict=True):
            cell.text = words
        table.cell(0, 0).merge(table.cell(0, 1))
        table.cell(2, 0).merge(table.cell(3, 0))

    assert read((EMPTY, fill)).text == "变更表\n\n| 版本 | 組件 |\n| --- | --- |\n| 1.10 | 甲 |\n| 1.10 | 乙 |"


def test_breaks_and_code() -> None:
    def fill(slide: Slide) -> None:
        box(slide, 1, 1, "一\v二")
        frame = slide.shapes.add_textbox(Inches(1), Inches(3), Inches(2), Inches(1)).text_frame
        for words in ("kubectl get pods", "kubectl version  # 版本", "说明文字"):
            paragraph = frame.add_paragraph()
            run = paragraph.add_run()
            run.text, run.font.name = words, "Courier New"

    assert read((EMPTY, fill)).text == "一\n二\n\n```\nkubectl get pods\nkubectl version  # 版本\n```\n\n说明文字"


def test_a_bullet_that_a_paragraph_refuses() -> None:
    def fill(slide: Slide) -> None:
        titled("题", ("甲", 0), ("乙", 0))(slide)
        properties = slide.placeholders[1].text_frame.paragraphs[1]._p.get_or_add_pPr()
        properties.append(properties.makeelement("{http://schemas.openxmlformats.org/drawingml/2006/main}buNone"))

    assert read((BODY, fill)).text == "题\n\n- 甲\n\n乙"


def test_a_shape_with_alternatives_is_read_once() -> None:
    def wrap(parts: dict[str, bytes]) -> None:
        slide = parts["ppt/slides/slide1.xml"].decode()
        shape = slide[slide.index("<p:sp>") : slide.index("</p:sp>") + 7]
        old = shape.replace("公式", "旧式")
        both = (
            '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
            f'<mc:Choice Requires="a14">{shape}</mc:Choice><mc:Fallback>{old}</mc:Fallback></mc:AlternateContent>'
        )
        parts["ppt/slides/slide1.xml"] = slide.replace(shape, both).encode()

    data = changed(show((EMPTY, lambda slide: box(slide, 1, 1, "公式"))), wrap)
    assert read_pptx(data, "甲.pptx").text == "公式"


def diagram(parts: dict[str, bytes]) -> None:
    """Put a SmartArt diagram in the place of the first shape; its connections go in a circle at the end."""
    words = {"1": "", "2": "升级", "3": "备份", "4": "驗證", "5": "回退"}
    model = "".join(
        f'<d:pt modelId="{i}"><d:t><a:p><a:r><a:t>{w}</a:t></a:r></a:p></d:t></d:pt>' for i, w in words.items()
    )
    links = (("1", "2", 0), ("2", "4", 1), ("2", "3", 0), ("1", "5", 1), ("5", "2", 0))
    model += "".join(f'<d:cxn srcId="{a}" destId="{b}" srcOrd="{n}"/>' for a, b, n in links)
    parts["ppt/diagrams/data1.xml"] = (
        '<d:dataModel xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        f'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">{model}</d:dataModel>'
    ).encode()
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>'
        '<p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData '
        'uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><d:relIds '
        'xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:dm="rId99"/></a:graphicData>'
        "</a:graphic></p:graphicFrame>"
    )
    slide = parts["ppt/slides/slide1.xml"].decode()
    shape = slide[slide.index("<p:sp>") : slide.index("</p:sp>") + 7]
    parts["ppt/slides/slide1.xml"] = slide.replace(shape, frame).encode()
    relation = (
        '<Relationship Id="rId99" Target="../diagrams/data1.xml" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData"/></Relationships>'
    )
    rels = "ppt/slides/_rels/slide1.xml.rels"
    parts[rels] = parts[rels].replace(b"</Relationships>", relation.encode())


def test_a_diagram_is_a_list() -> None:
    data = changed(show((EMPTY, lambda slide: box(slide, 1, 1, "换掉"))), diagram)
    assert read_pptx(data, "甲.pptx").text == "- 升级\n  - 备份\n  - 驗證\n- 回退"


def picture() -> bytes:
    """A PNG of one grey point."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")
    )


def test_slides_of_pictures_are_told() -> None:
    def fill(slide: Slide) -> None:
        slide.shapes.add_picture(io.BytesIO(picture()), 0, 0)

    reading = read((EMPTY, fill), (EMPTY, lambda slide: box(slide, 1, 1, "文字")))
    assert reading.warnings == ("甲.pptx: slides that are only pictures were not read: 1",)
    with pytest.raises(EmptyFileError, match=r"甲\.pptx has no text"):
        read((EMPTY, fill))


def test_nothing_to_read_is_said() -> None:
    with pytest.raises(EmptyFileError, match="no text"):
        read_pptx(plain_powerpoint(), "甲.pptx")


@pytest.mark.parametrize("seed", range(3))
def test_damage_ends_in_a_reading_or_one_line(seed: int) -> None:
    for data in mutations(handbook(), 20, seed):
        said = refusal(read_pptx, data, "甲.pptx")
        assert said is None or (said.startswith("甲.pptx ") and "\n" not in said)


def test_many_paragraphs_and_shapes_take_no_time() -> None:
    def repeat(parts: dict[str, bytes]) -> None:
        slide = parts["ppt/slides/slide1.xml"].decode()
        start, end = slide.index("<p:sp>"), slide.index("</p:sp>") + 7
        shape = slide[start:end].replace("<a:p>", "<a:p><a:r><a:t>字</a:t></a:r></a:p>" * 20_000 + "<a:p>")
        parts["ppt/slides/slide1.xml"] = (slide[:start] + shape + slide[start:end] * 5000 + slide[end:]).encode()

    data = changed(show((EMPTY, lambda slide: box(slide, 1, 1, "字"))), repeat)
    assert read_pptx(data, "甲.pptx").text.count("字") == 25_001


def test_a_missing_slide_is_damage() -> None:
    with pytest.raises(KaojuError, match="is damaged"):
        read_pptx(changed(handbook(), lambda parts: parts.pop("ppt/slides/slide2.xml")), "甲.pptx")
