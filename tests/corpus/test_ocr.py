"""Pictures of text: recognised where the extra is installed, told how to install it where not."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from corpus import ocr
from corpus.errors import DocumentError, EmptyFileError, FileTooLargeError, KaojuError, OcrUnavailableError
from corpus.ocr import Line, recognise
from corpus.readers.image import read_image
from corpus.readers.pdf import read_pdf
from tests.corpus.pdf_files import pdf, text_page

FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
needs_ocr = pytest.mark.skipif(not ocr.available(), reason="the extra kaoju[ocr] is not installed")
needs_font = pytest.mark.skipif(not FONT.exists(), reason="no font with Chinese characters to draw the picture")


def picture(kind: str = "PNG", size: tuple[int, int] = (600, 300), **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "white").save(file, kind, **options)
    return file.getvalue()


def scan(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(io.BytesIO(picture())), 0, 0, 595, 842)


def fake(_: Image.Image) -> list[Line]:
    """What an engine finds: a large line, and a sentence on two lines."""
    return [
        Line("升級說明", 50, 20, 250, 70),
        Line("升級之前請先備份資料，並且通知所有的", 50, 100, 482, 125),
        Line("使用者。", 50, 130, 150, 154),
    ]


def nothing(_: Image.Image) -> list[Line]:
    return []


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [
        ("PNG", "image/png"),
        ("JPEG", "image/jpeg"),
        ("WEBP", "image/webp"),
        ("TIFF", "image/tiff"),
        ("BMP", "image/bmp"),
    ],
)
def test_a_picture_is_laid_out_like_a_page(kind: str, media_type: str) -> None:
    reading = read_image(picture(kind), "截图", fake)
    assert reading.text == "升級說明\n\n升級之前請先備份資料，並且通知所有的使用者。"
    assert [(s.path, s.page, s.ocr) for s in reading.sections] == [(("升級說明",), 1, True)]
    assert (reading.media_type, reading.title) == (media_type, "升級說明")


def test_the_frames_of_a_picture_are_its_pages() -> None:
    more = [Image.new("RGB", (600, 300), "white")]
    reading = read_image(picture("TIFF", save_all=True, append_images=more), "扫描.tif", fake)
    assert [s.page for s in reading.sections] == [1, 2]


def test_a_scanned_page_is_recognised_among_others() -> None:
    reading = read_pdf(pdf(text_page(["这一页本来就有文字。"]), scan), "扫描.pdf", fake)
    assert [(s.page, s.ocr) for s in reading.sections] == [(1, False), (2, True)]
    assert reading.text.endswith("升級之前請先備份資料，並且通知所有的使用者。")
    assert reading.warnings == ()


def test_a_layer_of_recognised_text_is_told_from_text() -> None:
    def draw(canvas: Canvas) -> None:
        scan(canvas)
        layer = canvas.beginText(72, 700)
        layer.setFont("STSong-Light", 12)
        layer.setTextRenderMode(3)  # invisible
        layer.textLine("这一层文字是扫描时识别出来的，读者看到的是下面的图片，而不是这些文字。")
        canvas.drawText(layer)

    sections = read_pdf(pdf(draw), "扫描.pdf", nothing).sections
    assert [s.ocr for s in sections] == [True]


def test_a_scan_in_strips_is_a_scan() -> None:
    def draw(canvas: Canvas) -> None:
        for i in range(4):
            canvas.drawImage(ImageReader(io.BytesIO(picture(size=(600, 200 + i)))), 0, 210 * i, 595, 210)

    assert [s.ocr for s in read_pdf(pdf(draw), "扫描.pdf", fake).sections] == [True]


def test_without_the_extra_a_scanned_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    reading = read_pdf(pdf(text_page(["这一页有文字。"]), scan), "扫描.pdf")
    assert reading.warnings == (
        "page 2 is unreadable: no text, only a picture; to have it recognised: pip install 'kaoju[ocr]'",
    )


def test_without_the_extra_a_picture_tells_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    for reading in (lambda: read_pdf(pdf(scan), "扫描.pdf"), lambda: read_image(picture(), "扫描.png")):
        with pytest.raises(OcrUnavailableError, match=r"^扫描.*pip install 'kaoju\[ocr\]'"):
            reading()


@pytest.mark.skipif(ocr.available(), reason="the extra is installed")
def test_recognising_without_the_extra() -> None:
    with pytest.raises(OcrUnavailableError, match=r"pip install 'kaoju\[ocr\]'"):
        recognise(Image.new("RGB", (60, 60)))


def test_a_picture_without_text() -> None:
    with pytest.raises(EmptyFileError, match=r"^空白\.png shows no text"):
        read_image(picture(), "空白.png", nothing)
    with pytest.raises(
        DocumentError, match=r"page 1 is unreadable: no text, only a picture, and no text is recognised"
    ):
        read_pdf(pdf(scan), "空白.pdf", nothing)


def test_a_failing_engine_is_told_with_the_file() -> None:
    def fails(_: Image.Image) -> list[Line]:
        raise DocumentError("text recognition failed (no memory); try a smaller picture")

    with pytest.raises(DocumentError, match=r"^截图\.png: text recognition failed"):
        read_image(picture(), "截图.png", fails)


@pytest.mark.parametrize("data", [b"", b"\0" * 64, b"\x89PNG\r\n\x1a\n", b"GIF89a", "文字".encode(), picture()[:60]])
def test_what_is_no_picture_is_told(data: bytes) -> None:
    with pytest.raises(KaojuError, match=r"^坏\.png"):
        read_image(data, "坏.png", fake)


def test_a_picture_with_too_many_pixels_is_refused() -> None:
    with pytest.raises(FileTooLargeError, match="million pixels"):
        read_image(picture(size=(9000, 7000)), "巨大.png", fake)


def test_long_pictures_are_cut_between_lines() -> None:
    long = Image.new("RGB", (400, 4000), "white")
    ImageDraw.Draw(long).rectangle((0, 1250, 400, 1790), fill="black")
    strips = list(ocr._strips(long))
    assert strips[0][0] == 0
    assert strips[-1][1] == 4000
    assert all(a[1] == b[0] for a, b in pairwise(strips))
    assert all(bottom - top <= 2200 for top, bottom in strips)


@needs_ocr
@needs_font
def test_the_engine_reads_both_scripts() -> None:
    drawn = Image.new("RGB", (1000, 300), "white")
    font = ImageFont.truetype(str(FONT), 36, index=2)
    for i, words in enumerate(["节点代理自 1.20 起报告状态。", "排程器會先過濾節點，再評分。"]):
        ImageDraw.Draw(drawn).text((40, 40 + 90 * i), words, font=font, fill="black")
    assert ["".join(line.text.split()) for line in recognise(drawn)] == [
        "节点代理自1.20起报告状态。",
        "排程器會先過濾節點，再評分。",
    ]
