"""The report in a browser, opened from the disk as a reader does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from eval.comparison import compare
from eval.report.html import html_report
from eval.report.types import Report
from tests.eval.oracles import empty, perfect
from tests.eval.report_runs import HARMFUL, MARKUP, QUESTIONS, records, run_of

CHROMIUM = Path("/usr/bin/chromium")
Look = Callable[[Any], None]
Browse = Callable[..., None]

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with a comparison: question 1 is now right, question 3 now wrong."""
    old = [empty(QUESTIONS[0]), records()[1], perfect(QUESTIONS[2]), *records()[3:]]
    new = run_of(records())
    path = tmp_path_factory.mktemp("报告") / "report.html"
    path.write_text(html_report(Report(new, compare(run_of(old).scores, new.scores))), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browse(report: Path) -> Iterator[Browse]:
    """A function that hands the opened report to ``look``; nothing may go wrong, and nothing be loaded, meanwhile.

    In a thread of its own, since other tests may have a browser open in this one, and each drives an event loop.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}")
    with ThreadPoolExecutor(1) as thread:
        driver = thread.submit(playwright.sync_playwright().start).result()
        launch = {"executable_path": str(CHROMIUM), "args": ["--no-sandbox"]}
        browser = thread.submit(lambda: driver.chromium.launch(**launch)).result()

        def browse_(look: Look, place: str = "", **options: Any) -> None:
            thread.submit(_visit, browser, report.as_uri() + place, look, options).result()

        yield browse_
        thread.submit(browser.close).result()
        thread.submit(driver.stop).result()


def _visit(browser: Any, address: str, look: Look, options: dict[str, Any]) -> None:
    wrong: list[str] = []
    context = browser.new_context(**{"locale": "zh-CN", **options})
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(address)
    try:
        look(page)
    finally:
        context.close()
    assert wrong == []


def _shown(page: Any) -> list[str]:
    return [str(one.get_attribute("id")) for one in page.locator(".question:visible").all()]


def test_questions_are_filtered_by_text_kind_tag_result_and_change(browse: Browse) -> None:
    def look(page: Any) -> None:
        assert _shown(page) == ["q1", "q2", "q3", "q4", "q5", "q6"]
        page.fill("#find", "几个模式")  # the question is in traditional script
        assert _shown(page) == ["q6"]
        assert page.text_content("#shown") == "显示 1 / 6 题"
        page.fill("#find", "哪个版本 v1.11")  # both words, and the second in the gold alone
        assert _shown(page) == ["q3"]
        page.fill("#find", "没有这样的字")
        assert _shown(page) == []
        assert page.is_visible("#none")
        page.click("button[type=reset]")
        for facet, label, shown in [
            ("verdict", "答错", ["q3"]), ("verdict", "出错", ["q6"]), ("kind", "列举", ["q2"]),
            ("tag", "易混版本", ["q3"]), ("change", "现在对了", ["q1"]), ("script", "繁体", ["q2", "q6"]),
            ("document", "元件.md", ["q2"]),
        ]:  # fmt: skip
            page.select_option(f"select[data-facet={facet}]", label=label)
            assert _shown(page) == shown
            page.click("button[type=reset]")
        page.select_option("select[data-facet=kind]", label="日期")
        page.select_option("select[data-facet=script]", label="简体")
        page.fill("#find", "3 月发布")
        assert _shown(page) == ["q1"]
        page.click("a[data-facet=kind][data-option=version]")  # in the table of groups; takes the place of all filters
        assert _shown(page) == ["q3", "q6"]

    browse(look)


def test_a_question_opens_to_show_why_it_scored_so(browse: Browse) -> None:
    def look(page: Any) -> None:
        assert page.locator("details[open]").count() == 0
        page.click("#q1 summary")
        shown = page.inner_text("#q1")
        for part in ("2018 年 3 月", "与标准答案一致", "引文里有标准答案", "默认启用了就绪检查", "第 0–19 字"):
            assert part in shown
        assert page.text_content("#q1 mark") == "1.10 于 2018 年 3 月发布"
        page.click("#q1 .cite")
        assert page.evaluate("document.activeElement.id") == "q1c1"
        page.click(".flips a >> nth=0")  # the question that is now wrong
        assert page.wait_for_selector("#q3[open]")
        page.click("#open-all")
        assert page.locator(".question[open]").count() == 6
        page.click("#close-all")
        assert page.locator(".question[open]").count() == 0

    browse(look)


def test_the_address_of_a_question_opens_it(browse: Browse) -> None:
    browse(lambda page: page.wait_for_selector("#q5[open] mark"), "#q5c1")


def test_markup_in_documents_and_questions_stays_text(browse: Browse) -> None:
    def look(page: Any) -> None:
        page.click("#open-all")
        shown = page.inner_text("#q5")
        assert f"{MARKUP} 是哪一版移除的？" in shown
        assert page.text_content("#q5 mark") == HARMFUL.evidence[0].quote
        assert "后一句说明替代办法 <b>粗</b>。" in shown
        assert f"ValueError: {MARKUP}" in page.inner_text("#q6")
        page.select_option("select[data-facet=kind]", label=HARMFUL.kind)
        assert _shown(page) == ["q5"]
        assert page.title() == "评测报告"
        assert page.locator("img, main script, main :is(i, s, u)").count() == 0
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))")
        assert page.evaluate("window.ran === undefined")  # the policy of the page forbids other scripts

    with pytest.raises(AssertionError, match="Content Security Policy"):
        browse(look)


def test_the_words_are_in_the_script_of_the_reader_who_can_switch(browse: Browse) -> None:
    def traditional(page: Any) -> None:
        assert page.title() == "評測報告"
        assert page.get_attribute("html", "lang") == "zh-Hant"
        assert page.get_attribute("#find", "placeholder") == "在題目、回答、標準答案裡找"
        assert page.text_content("#shown") == "顯示 6 / 6 題"
        page.click("[data-to=hans]")
        assert page.text_content("#shown") == "显示 6 / 6 题"
        assert page.get_attribute("[data-to=hans]", "aria-pressed") == "true"
        assert page.locator("#q2 .asked").text_content() == QUESTIONS[1].question  # questions stay as they were asked

    browse(traditional, locale="zh-TW")
    browse(lambda page: _same(page.title(), "评测报告"), locale="en-US")  # most questions are in simplified script


def _same(found: str, wanted: str) -> None:
    assert found == wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_needs_no_sideways_scrolling_and_text_stands_out(browse: Browse, scheme: str) -> None:
    def look(page: Any) -> None:
        page.click("#open-all")
        page.evaluate("document.querySelectorAll('.end details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        assert len(page.evaluate(_CONTRASTS)) > 200
        assert [row for row in page.evaluate(_CONTRASTS) if row[0] < 4.5] == []
        lightness = page.evaluate("Number(getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0])")
        assert (lightness > 128) == (scheme == "light")
        page.emulate_media(media="print", color_scheme=scheme)
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(38, 35, 31)"  # dark on paper, always
        assert page.locator("#filter:visible, .switch:visible").count() == 0

    browse(look, viewport={"width": 375, "height": 800}, color_scheme=scheme)


def test_without_scripts_everything_can_be_read(browse: Browse) -> None:
    def look(page: Any) -> None:
        page.click("#q1 summary")
        assert page.is_visible("#q1 mark")
        assert page.locator("#filter:visible, #family:visible").count() == 0

    browse(look, java_script_enabled=False)


def test_a_family_of_measures_is_chosen_for_the_groups(browse: Browse) -> None:
    def look(page: Any) -> None:
        def heads() -> list[str]:
            return [str(text) for text in page.locator(".groups >> nth=0 >> thead th:visible").all_text_contents()]

        assert heads()[1:3] == ["题数", "正确率"]
        page.select_option("#family", label="检索")
        assert heads()[1:] == ["题数", "首位命中", "前五位命中", "召回率@5", "召回率@10", "MRR", "nDCG@10"]

    browse(look)


# Of each element that has words of its own and is visible: the contrast of these with what lies behind, and the words.
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
    const words = (element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    return [...document.body.querySelectorAll("*")].filter((e) => words(e) && e.checkVisibility()).map((e) => {
        const style = getComputedStyle(e), colour = e instanceof SVGElement ? style.fill : style.color;
        const [a, b] = [light(colour), light(ground(e))].sort((x, y) => y - x);
        return [(a + 0.05) / (b + 0.05), e.textContent.slice(0, 30)];
    });
}"""
