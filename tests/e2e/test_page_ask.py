"""Asking as visitors do: evidence, sources, chips, scope, the conversation, languages, keys."""

from typing import Any

import pytest

from qa.service import Service
from tests.e2e.conftest import Visit

pytestmark = pytest.mark.browser
RELEASED = "Kubernetes 1.12 是什么时候发布的？"
MODES = "kube-proxy 有哪些模式？"


def test_a_click_on_evidence_opens_the_source_at_the_quotation(visit: Visit, service: Service) -> None:
    visit.ask(RELEASED)
    visit.page.click("#answer .card blockquote")
    visit.page.locator("dialog.reader[open]").wait_for()
    (citation,) = service.ask(RELEASED).citations
    assert visit.text("dialog.reader mark") == citation.quote
    document = service.document(citation.doc_id)
    assert visit.text("dialog.reader .text") == document.text
    assert visit.page.locator("dialog.reader nav li").all_text_contents() == ["1.12", "1.13"]
    visit.page.click("dialog.reader nav >> text=1.13")
    assert visit.page.evaluate("document.activeElement.id").startswith("at-")
    visit.page.keyboard.press("Escape")
    visit.page.locator("dialog.reader[open]").wait_for(state="detached")


def test_a_source_can_be_opened_again_and_by_keys(visit: Visit) -> None:
    visit.ask(RELEASED)
    for _ in range(2):
        visit.page.focus("#answer .card .link")
        visit.page.keyboard.press("Enter")
        visit.page.locator("dialog.reader[open]").wait_for()
        visit.page.click("dialog.reader .close")
        visit.page.locator("dialog.reader[open]").wait_for(state="detached")


def test_a_selection_of_words_does_not_open_the_source(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.page.evaluate("getSelection().selectAllChildren(document.querySelector('#answer mark'))")
    visit.page.dispatch_event("#answer .card blockquote", "click")
    visit.ask(MODES)
    assert visit.count("dialog[open]") == 0


def test_evidence_stands_beside_the_answer_and_below_it_on_a_phone(open_page: Any) -> None:
    places = {}
    for width in (1200, 375):
        visit = open_page(viewport={"width": width, "height": 800})
        visit.ask(RELEASED)
        box = {s: visit.page.locator(f"#answer {s}").bounding_box() for s in (".said", ".evidence")}
        places[width] = box
    assert places[1200][".evidence"]["x"] >= places[1200][".said"]["x"] + places[1200][".said"]["width"]
    assert places[375][".evidence"]["y"] >= places[375][".said"]["y"] + places[375][".said"]["height"] - 1


def test_badges_name_the_versions_of_the_quotation(visit: Visit) -> None:
    visit.ask(RELEASED)
    assert visit.page.locator("#answer .badge").all_text_contents() == ["1.12"]


def test_a_changed_version_chip_asks_again(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.page.select_option("#answer select[data-what=version]", "1.13")
    visit.wait_for_answer("Kubernetes 1.13 是什么时候发布的？")
    assert visit.text("#answer .short") == "2018 年 12 月 3 日"
    assert visit.page.input_value("#question textarea") == "Kubernetes 1.13 是什么时候发布的？"


def test_a_dropped_version_chip_asks_without_it(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.page.select_option("#answer select[data-what=version]", "")
    visit.wait_for_answer("Kubernetes 是什么时候发布的？")
    assert visit.count("#answer select[data-what=version]") == 0


def test_a_changed_kind_chip_asks_for_another_form_of_answer(visit: Visit) -> None:
    visit.ask(RELEASED)
    assert visit.page.input_value("#answer select[data-what=kind]") == "date"
    visit.page.select_option("#answer select[data-what=kind]", "version")
    visit.page.wait_for_function("document.querySelector('#answer select[data-what=kind]')?.value === 'version'")
    visit.page.wait_for_function("document.querySelector('#earlier details')")


def test_a_chip_that_the_browser_makes_up_changes_nothing(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.page.evaluate(
        """() => {
            const chip = document.querySelector("#answer select[data-what=kind]");
            chip.add(new Option("坏", "<img src=x onerror=document.title='坏'>"));
            chip.value = chip.lastChild.value;
            chip.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    visit.page.wait_for_function("document.querySelector('#earlier details')")
    assert visit.page.input_value("#answer select[data-what=kind]") == "date"
    assert visit.page.title() == "考据"


def test_an_answer_can_be_narrowed_to_a_document(visit: Visit) -> None:
    visit.page.click("#scope button")
    visit.page.click("#scope-documents input")
    visit.page.click("[role=option] >> text=kube-proxy")
    visit.ask(RELEASED)
    assert visit.count("#answer .card") == 0
    assert "文档里没有找到" in visit.text("#answer .note >> nth=0")


def test_a_refusal_shows_what_the_collection_does_have(visit: Visit) -> None:
    visit.ask("Istio 1.5 改了什么？")
    titles = visit.page.locator("#answer .nearest li").all_text_contents()
    assert "kube-proxy：流量转发" in titles
    visit.page.locator("#answer .nearest button >> text=kube-proxy").first.click()
    visit.page.locator("dialog.reader[open] h2 >> text=kube-proxy").wait_for()


def test_earlier_answers_stay_and_open(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.ask(MODES)
    assert visit.text("#earlier summary .asked") == RELEASED
    assert visit.text("#earlier summary .gist") == "2018 年 9 月 27 日"
    visit.page.click("#earlier summary")
    visit.page.click("#earlier a.cite")
    visit.page.wait_for_function("document.activeElement.id === 'turn1-cite-1'")
    visit.page.click("#clear")
    visit.page.locator("#earlier details").wait_for(state="detached")
    assert visit.text("#answer").strip() == ""


def test_statements_can_be_read_in_the_other_script(visit: Visit) -> None:
    visit.page.click("#scope button")
    visit.page.click("#scope-script input")
    visit.page.click("[role=option] >> text=繁体")
    visit.ask(RELEASED)
    assert "於 2018 年 9 月 27 日發" in visit.text("#answer .said p >> nth=1")
    assert visit.text("#answer mark").startswith("Kubernetes 1.12 于 2018 年")


@pytest.mark.parametrize(
    ("locale", "ask", "lang"),
    [("zh-CN", "提问", "zh-Hans"), ("zh-TW", "提問", "zh-Hant"), ("zh-HK", "提問", "zh-Hant"), ("en-GB", "Ask", "en")],
)
def test_the_page_speaks_the_language_of_the_browser(open_page: Any, locale: str, ask: str, lang: str) -> None:
    visit = open_page(locale=locale)
    visit.page.locator(f"#ask >> text={ask}").wait_for()
    visit.page.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)


def test_the_language_can_be_switched_and_is_remembered(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.page.click("#language label >> text=English")
    visit.page.locator("#answer h2 >> text=Quotations").wait_for()
    visit.page.locator("#ask >> text=Ask").wait_for()
    assert visit.page.locator("#tabs [role=tab]").all_text_contents()[0].strip() == "Ask"
    visit.page.reload()
    visit.page.locator("#ask >> text=Ask").wait_for()
    visit.page.locator(".masthead[lang=en]").wait_for()


def test_the_question_box_stays_in_reach(open_page: Any) -> None:
    visit = open_page(viewport={"width": 375, "height": 600})
    visit.ask(MODES)
    visit.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    visit.page.wait_for_function("scrollY > 200")
    top = visit.page.locator("#question textarea").bounding_box()["y"]
    assert 0 <= top < 200


def test_stop_ends_the_waiting(visit: Visit, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    release = threading.Event()
    answered = service.ask

    def slow(question: str, options: Any = None) -> Any:
        release.wait(30)
        return answered(question, options)

    monkeypatch.setattr(service, "ask", slow)
    visit.page.fill("#question textarea", RELEASED)
    visit.page.click("#ask")
    visit.page.locator("#stop").wait_for()
    visit.page.click("#stop")
    visit.page.locator("#answer >> text=已停止。").wait_for()
    release.set()
    assert not visit.page.locator("#stop").is_visible()
    assert visit.page.locator("#ask").is_visible()


def test_no_serious_fault_for_readers_with_impairments(open_page: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for scheme in ("light", "dark"):
        visit = open_page(color_scheme=scheme)
        visit.ask(RELEASED)
        visit.page.wait_for_function("document.documentElement.lang === 'zh-Hans'")
        tabs = visit.page.locator("#tabs [role=tab]")
        for number in range(tabs.count()):
            tabs.nth(number).click()
            visit.page.mouse.move(0, 0)
            if number == 2:
                visit.page.locator("#timeline-plot .js-plotly-plot").wait_for()
            if number == 3:
                visit.page.locator("#documents table").wait_for()
            found = axe.run(visit.page).response["violations"]
            serious = [
                (v["id"], [n["html"][:120] for n in v["nodes"]])
                for v in found
                if v["impact"] in ("serious", "critical")
            ]
            assert serious == [], (scheme, number)
