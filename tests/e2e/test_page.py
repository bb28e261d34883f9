"""The page as visitors use it. Every visit also asserts that nothing was asked of another host and no error logged."""

import socket
from pathlib import Path
from typing import Any

import pytest

import app
from corpus.errors import InputError, KaojuError
from corpus.types import Document, Section, Span
from qa.service import Service, ServiceSettings
from qa.surroundings import surroundings
from tests.e2e.conftest import Visit

RELEASED = "Kubernetes 1.12 是什么时候发布的？"
DNS = "叢集預設的 DNS 從哪個版本起改為 CoreDNS？"
MESHCTL = "meshctl 在 1.25 移除了什么？"

browser = pytest.mark.browser


@browser
def test_the_quoted_words_are_marked_in_their_passage(visit: Visit, service: Service) -> None:
    visit.ask(RELEASED)
    (citation,) = service.ask(RELEASED).citations
    assert citation.quote == "Kubernetes 1.12 于 2018 年 9 月 27 日发布，是当年的第三个版本。"
    assert visit.text("#answer mark") == citation.quote
    assert visit.text("#answer blockquote") == f"{citation.quote}这一版的重点是节点安全。"
    assert visit.text("#answer .short") == "2018 年 9 月 27 日"
    assert visit.text("#answer h3") == "1Kubernetes 1.12 与 1.13 发布说明 › 1.12"
    assert f"发布说明.md · 第 {citation.start}–{citation.end} 字" in visit.text("#answer .source")
    assert "文档 4 篇" in visit.text("#answer .foot")


@browser
def test_a_traditional_question_is_answered_in_traditional_words(open_page: Any) -> None:
    visit = open_page(locale="zh-TW")
    visit.ask(DNS)
    assert visit.count("#answer section[lang=zh-Hant]") == 1
    assert "CoreDNS 從 1.13 起成為叢集預設的 DNS 伺服器。" in visit.text("#answer section")
    assert visit.text("#ask").strip() == "提問"
    visit.page.locator(".masthead[lang=zh-Hant]").wait_for()


@browser
def test_an_example_is_asked_with_one_click_and_a_list_is_a_list(visit: Visit) -> None:
    visit.page.click(".chip")
    visit.wait_for_answer("kube-proxy 有哪些模式？")
    assert visit.page.input_value("#question textarea") == "kube-proxy 有哪些模式？"
    items = visit.page.locator("#answer ul li").all_text_contents()
    assert [item.split("：")[0] for item in items] == ["iptables", "ipvs", "nftables"]


@browser
def test_a_citation_number_leads_to_its_card(open_page: Any) -> None:
    visit = open_page("?from=mail", viewport={"width": 800, "height": 320})
    visit.ask(RELEASED)
    visit.page.evaluate("scrollTo(0, 0)")
    visit.page.click("#answer a.cite >> text=1")
    visit.page.wait_for_function(
        "() => { const b = document.querySelector('#cite-1 mark').getBoundingClientRect();"
        " return b.top >= 0 && b.bottom <= innerHeight; }"
    )
    assert visit.page.evaluate("document.activeElement.id") == "cite-1"
    assert visit.page.url.endswith("?from=mail")


@browser
def test_a_refusal_shows_its_notes_and_no_card(visit: Visit) -> None:
    visit.ask("Kubernetes 1.99 有什么变化？")
    assert "文档中没有提到 1.99 版。" in visit.page.locator("#answer .note").all_text_contents()
    assert visit.count("#answer .card, #answer mark, #answer sup") == 0
    visit.ask(RELEASED)
    assert visit.count("#answer .card") == 1


@browser
def test_a_question_that_cannot_be_read_gets_one_line(visit: Visit) -> None:
    for question, line in [
        (None, "请先写下问题。"),
        ("为" * 1001, "问题有 1001 个字，最多读 1000 个字，请一次只问一件事。"),
        (" ？", "请先写下问题。"),
    ]:
        if question:
            visit.page.fill("#question textarea", question)
        visit.page.click("#ask")
        visit.page.locator("#answer section", has_text=line).wait_for()
        assert visit.text("#answer section") == line
        assert visit.count(".toast-body") == 0


@browser
def test_markup_in_documents_and_file_names_stays_text(visit: Visit) -> None:
    visit.ask(MESHCTL)
    shown = visit.text("#answer .card")
    assert "<img src=x onerror=\"document.title='坏'\"> 标签、{{value}} 和 ${document.title='坏'} 写法。" in shown
    assert "meshctl 的说明 <script>document.title='坏'</script>" in shown
    assert "<b>说明</b>.txt" in shown
    assert visit.page.title() == "考据"
    assert visit.count("#answer :is(img, script, b)") == 0


@browser
def test_markup_in_a_question_stays_text(visit: Visit) -> None:
    visit.ask("<img src=x onerror=\"document.title='坏'\"> 1.12 是什么时候发布的？ {{value}} ${value}")
    assert visit.page.title() == "考据"
    assert visit.count("#answer img") == 0


@browser
def test_only_an_enter_outside_a_composition_sends(visit: Visit) -> None:
    box = visit.page.locator("#question textarea")
    box.fill("半截的问题")
    box.evaluate(
        """box => {
            const fire = (type, more) => box.dispatchEvent(new (type.startsWith("key") ? KeyboardEvent : CompositionEvent)(
                type, { bubbles: true, cancelable: true, ...more }));
            const enter = { key: "Enter", code: "Enter" };
            fire("compositionstart");
            fire("keydown", { ...enter, isComposing: true, keyCode: 229 });   // most browsers: the Enter, then the end
            fire("compositionend", { data: "题" });
            fire("keyup", enter);
            fire("compositionstart");
            fire("compositionend", { data: "题" });                          // Safari: the end, then the Enter
            fire("keydown", { ...enter, isComposing: false, keyCode: 229 });
            fire("keyup", enter);
            fire("keydown", { ...enter, isComposing: true, keyCode: 13 });
        }"""
    )
    box.press("Shift+Enter")
    assert box.input_value() == "半截的问题\n"
    visit.ask(RELEASED)
    assert [sent for sent in visit.sent if "半截" in sent] == []
    assert [sent for sent in visit.sent if RELEASED in sent] == [RELEASED]


@browser
def test_an_input_method_can_be_used(visit: Visit) -> None:
    visit.page.focus("#question textarea")
    keyboard = visit.page.context.new_cdp_session(visit.page)
    keyboard.send("Input.imeSetComposition", {"text": "fabu", "selectionStart": 4, "selectionEnd": 4})
    keyboard.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": "Enter", "windowsVirtualKeyCode": 229})
    keyboard.send("Input.insertText", {"text": "发布"})
    assert visit.page.input_value("#question textarea") == "发布"
    visit.ask(RELEASED)
    assert [sent for sent in visit.sent if "发布" in sent] == [RELEASED]


@browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_needs_no_sideways_scrolling_and_text_stands_out(open_page: Any, scheme: str) -> None:
    visit = open_page(viewport={"width": 375, "height": 800}, color_scheme=scheme)
    for question in ("kube-proxy 有哪些模式？" + "k" * 200, MESHCTL, RELEASED):
        visit.ask(question)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 375
    visit.page.mouse.move(0, 0)
    ratios = visit.page.evaluate(_CONTRASTS)
    assert min(ratios.values()) >= 4.5, ratios


@browser
def test_visitors_do_not_see_each_other(open_page: Any) -> None:
    first = open_page()
    first.ask(RELEASED)
    second = open_page()
    assert second.text("#answer").strip() == ""
    assert second.page.input_value("#question textarea") == ""
    second.ask(DNS)
    assert first.text("#answer .asked") == RELEASED


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(KaojuError, match=rf"^port {port} is in use; choose another, for example --port \d+$"):
            app.serve(ServiceSettings(tmp_path), "127.0.0.1", port)
    with pytest.raises(InputError, match="--port"):
        app.serve(ServiceSettings(tmp_path), "127.0.0.1", 70_000)
    with pytest.raises(KaojuError, match="--host"):
        app.serve(ServiceSettings(tmp_path), "203.0.113.7", port)


def test_surroundings_stay_in_the_section_and_end_at_lines_or_with_an_ellipsis() -> None:
    text = "别的一节。\n甲乙丙丁\n戊己庚辛，引文。壬癸子丑寅卯"
    section = Section((), Span(6, len(text)))
    document = Document("d", "题", "题.md", "text/markdown", "utf-8", text, (Section((), Span(0, 6)), section))
    start = text.index("引文。")
    quote = Span(start, start + 3)
    assert surroundings(document, quote, 100) == ("甲乙丙丁\n戊己庚辛，", "壬癸子丑寅卯")
    assert surroundings(document, quote, 7) == ("戊己庚辛，", "壬癸子丑寅卯")
    assert surroundings(document, quote, 3) == ("…庚辛，", "壬癸子…")


_CONTRASTS = """() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => channels(colour).slice(0, 3)
        .map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0) return colour;
        }
        return "rgb(255, 255, 255)";
    };
    const contrast = (element) => {
        const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    };
    const selectors = ["h1", ".masthead p", "#question [data-testid=block-info]", "textarea", "#ask", ".chip", ".asked",
        ".short", "#answer p", ".cite", "h2", "h3", ".number", "blockquote", "mark", ".source", ".foot"];
    return Object.fromEntries(selectors.map((s) => [s, contrast(document.querySelector(s))]));
}"""


@browser
def test_a_follow_up_is_understood_from_ones_own_conversation_only(open_page: Any) -> None:
    one, two = open_page(), open_page()
    one.ask(RELEASED)
    one.ask("那 1.99 呢？")
    assert any("1.99" in note for note in one.page.locator("#answer .note").all_text_contents())
    two.ask("那它什么时候发布的？")
    assert "请写明" in two.text("#answer .note")
