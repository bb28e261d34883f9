"""Evaluations as visitors use them: run to the report, reopened, stopped and continued, compared, refused."""

import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError
from eval.records import Record
from eval.run_folder import RunFolder
from page import evaluations as module
from page.evaluations import Evaluations
from page.frame import PageOptions
from page.load import Load, measure
from qa.service import Service, ServiceSettings
from tests.e2e.conftest import DOCUMENTS, Visit, fetch, serving
from tests.fakes import HashEmbedder

ROOT = Path(__file__).parents[2]
browser = pytest.mark.browser
SCRIPT = "<img src=x onerror=\"document.title='坏'\"><script>document.title='坏'</script> 1.99 何时发布？"
GOLD = [
    {"id": "日期", "question": "Kubernetes 1.12 是什么时候发布的？", "answers": ["2018 年 9 月 27 日"], "kind": "date"},
    {
        "id": "日期繁",
        "question": "Kubernetes 1.13 是什麼時候發布的？",
        "answers": ["2018 年 12 月 3 日"],
        "kind": "date",
    },
    {"id": "标记", "question": SCRIPT, "answers": ["永不"], "kind": "date"},
]


def _gold(folder: Path, rows: Sequence[dict[str, Any]] = GOLD, name: str = "题库.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.syspath_prepend(ROOT)  # the process that answers finds the embedder of the tests
    name, text = next(iter(DOCUMENTS.items()))
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    list(service.ingest(service.plan([path])))
    return service


@pytest.fixture
def evaluations(own: Service) -> Iterator[Evaluations]:
    made = Evaluations(own)
    yield made
    made.stop()
    made.wait()


@pytest.fixture
def served(own: Service) -> Iterator[str]:
    with serving(own) as at:
        yield at


def _open(visit: Visit) -> Visit:
    visit.page.set_default_timeout(60_000)
    visit.page.locator("#tabs [role=tab]").nth(4).click()
    visit.page.locator("#evaluations :is(table, .note)").first.wait_for()
    return visit


def _upload(visit: Visit, gold: Path) -> None:
    visit.page.set_input_files("#own-gold input[type=file]", gold)
    visit.page.locator("#own-gold .file-preview").wait_for()
    visit.page.click("#evaluate")


@browser
def test_a_gold_file_is_evaluated_to_the_report_and_found_again(served: str, open_page: Any, tmp_path: Path) -> None:
    visit = _open(open_page(at=served))
    _upload(visit, _gold(tmp_path))
    visit.page.locator("#evaluation h2").wait_for()
    assert visit.text("#evaluation h2") == "题库.jsonl 的评测结果"
    assert visit.text("#evaluation p >> nth=0") == "答对 2 · 答错 1"
    assert visit.page.locator("#evaluation .wrong li").all_text_contents() == [SCRIPT]
    assert visit.page.title() == "考据"
    assert visit.count(".html-container :is(img, iframe, script)") == 0
    accuracy = visit.page.locator("#evaluation tr", has_text="正确率").first.text_content()
    assert "0.667" in accuracy
    assert visit.count("#evaluation svg.plot") == 2
    for button, name, part in (("report", "report.html", "1.99 何时发布"), ("figures", "figures.json", "overall")):
        with visit.page.expect_download() as downloaded:
            visit.page.click(f"#evaluation-{button}")
        path = tmp_path / name
        downloaded.value.save_as(path)
        assert downloaded.value.suggested_filename == name
        assert part in path.read_text(encoding="utf-8")
    again = _open(open_page(at=served, locale="zh-TW"))
    again.page.locator("#evaluation h2 >> text=題庫.jsonl 的評測結果").or_(
        again.page.locator("#evaluation h2 >> text=题库.jsonl 的評測結果")
    ).wait_for()
    assert again.page.locator("#evaluations tbody tr").first.locator("td").all_text_contents()[:4] == [
        "题库.jsonl", "已完成", "3", "0.667"
    ]  # fmt: skip


@browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_result_has_no_serious_fault_for_readers_with_impairments(
    own: Service, open_page: Any, tmp_path: Path, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    made = Evaluations(own)
    made.start(_gold(tmp_path))
    made.wait()
    with serving(own) as address:
        visit = _open(open_page(at=address, color_scheme=scheme, viewport={"width": 375, "height": 800}))
        visit.page.locator("#evaluation h2").wait_for()
        visit.page.mouse.move(0, 0)
        found = axe.run(visit.page).response["violations"]
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 375


@browser
def test_a_run_is_compared_with_an_earlier_one(own: Service, open_page: Any, tmp_path: Path) -> None:
    made = Evaluations(own)
    for rows in ([{**GOLD[0], "answers": ["1999 年"]}, *GOLD[1:]], GOLD):
        made.start(_gold(tmp_path, rows))
        made.wait()
    assert [run.accuracy for run in made.runs()] == pytest.approx([2 / 3, 1 / 3])
    with serving(own) as address:
        visit = _open(open_page(at=address))
        visit.page.click("#evaluation-compare input")
        visit.page.locator("[role=option]").nth(1).click()
        row = visit.page.locator("#evaluation tr", has_text="+0.333").first
        row.wait_for()
        assert row.locator("td").all_text_contents()[:4] == ["0.333", "0.667", "+0.333", "1/0"]
        with visit.page.expect_download() as downloaded:
            visit.page.click("#evaluation-report")
        assert "与上次相比" in Path(downloaded.value.path()).read_text(encoding="utf-8")


@browser
@pytest.mark.parametrize(
    ("content", "line"),
    [("这不是题库", "没有开始评测："), ('{"id": "空"}\n', "it has no question"), ("", "没有开始评测：")],
)
def test_a_bad_gold_file_is_one_line(
    served: str, open_page: Any, own: Service, tmp_path: Path, content: str, line: str
) -> None:
    visit = _open(open_page(at=served))
    path = tmp_path / "坏.jsonl"
    path.write_text(content or "\n", encoding="utf-8")
    _upload(visit, path)
    visit.page.locator("#evaluation-said [role=alert]").wait_for()
    said = visit.text("#evaluation-said [role=alert]")
    assert line in said
    assert "\n" not in said
    assert "gradio" not in said
    assert not (own.settings.store / "evaluations").exists()


@browser
def test_a_page_for_reading_has_no_evaluation(own: Service, open_page: Any) -> None:
    with serving(own, page=PageOptions(read_only=True)) as address:
        visit = open_page(at=address)
        visit.page.locator("#tabs [role=tab]").nth(3).click()
        visit.page.locator("#documents .link").wait_for()
        assert visit.count("#tabs [role=tab]") == 4
        config = json.loads(fetch(f"{address}config")[1])
        assert "evaluate" not in {d["api_name"] for d in config["dependencies"]}


def test_one_at_a_time_stopped_and_continued(
    evaluations: Evaluations, own: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, release = threading.Event(), threading.Event()
    evaluate = module.evaluate

    def held(asked: Any, folder: RunFolder, settings: Any, on_record: Any, *, resume: bool) -> Any:
        def told(record: Record) -> None:
            reached.set()
            release.wait(30)
            on_record(record)

        return evaluate(asked, folder, settings, told, resume=resume)

    monkeypatch.setattr(module, "evaluate", held)
    gold = _gold(tmp_path)
    run = evaluations.start(gold)
    assert reached.wait(60)
    assert evaluations.going is not None
    with pytest.raises(InputError, match="another evaluation is going on"):
        evaluations.start(gold)
    assert own.ask(GOLD[0]["question"]).status == "answered"  # questions are answered meanwhile
    evaluations.stop()
    assert evaluations.run(run.id).state == "stopping"
    release.set()
    evaluations.wait()
    after = Evaluations(own)  # as a server started anew sees it
    stopped = after.run(run.id)
    assert (stopped.state, stopped.done, stopped.questions) == ("interrupted", 1, 3)
    after.resume(run.id)
    after.wait()
    assert (after.run(run.id).state, after.run(run.id).done) == ("done", 3)
    assert len(RunFolder(own.settings.store / "evaluations" / run.id).records.read_text().splitlines()) == 3
    with pytest.raises(InputError, match="finished"):
        after.resume(run.id)


@pytest.mark.parametrize("limit", ["MAX_GOLD_BYTES", "MAX_QUESTIONS"])
def test_a_gold_file_that_is_too_large_is_refused(
    evaluations: Evaluations, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(module, limit, 2)
    with pytest.raises(InputError, match=r"larger than|at most 2"):
        evaluations.start(_gold(tmp_path))
    assert evaluations.runs() == []


def test_an_empty_collection_is_not_evaluated(tmp_path: Path) -> None:
    evaluations = Evaluations(Service(ServiceSettings(tmp_path / "store"), HashEmbedder()))
    with pytest.raises(InputError, match="empty"):
        evaluations.start(_gold(tmp_path))
    assert evaluations.runs() == []


def test_a_run_that_fails_tells_why_and_can_be_continued(
    evaluations: Evaluations, own: Service, tmp_path: Path
) -> None:
    run = evaluations.start(_gold(tmp_path))
    evaluations.wait()
    RunFolder(run.folder.path).report_html.unlink()
    changed = tmp_path / "新.md"
    changed.write_text("# 新\n\nkubelet 的端口是 10250。\n", encoding="utf-8")
    list(own.ingest(own.plan([changed])))
    evaluations.resume(run.id)
    evaluations.wait()
    after = evaluations.run(run.id)
    assert after.state == "interrupted"
    assert after.error.startswith("cannot continue the run in 题库.jsonl: the state of the collection was")
    assert after.error.endswith("; begin a new one")


@pytest.mark.parametrize("run_id", ["../../etc", "", "20200101-000000"])
def test_only_runs_that_are_there_can_be_named(evaluations: Evaluations, run_id: str) -> None:
    with pytest.raises(InputError, match="there is no evaluation"):
        evaluations.resume(run_id)


def test_the_endpoint_starts_a_run_and_tells_its_state(served: str) -> None:
    client = pytest.importorskip("gradio_client").Client(served, verbose=False)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in GOLD)
    begun = client.predict(gold=text, api_name="/evaluate")
    assert begun["questions"] == 3
    state = begun
    for _ in range(600):
        if state["state"] == "done":
            break
        threading.Event().wait(0.1)
        state = client.predict(run=begun["run"], api_name="/evaluate")
    assert state["figures"]["overall"]["figures"]["accuracy"]["value"] == pytest.approx(2 / 3)
    client.close()


def test_visitors_at_once_are_all_answered(address: str) -> None:
    outcome = measure(address, [GOLD[0]["question"], GOLD[1]["question"]], Load(4, 1))
    assert outcome.errors == 0
    assert outcome.answers >= 4
    assert outcome.p50 is not None
    assert outcome.p50 <= outcome.p95


def test_visitors_who_are_not_answered_are_counted(address: str) -> None:
    outcome = measure(f"{address}nowhere/", ["问"], Load(2, 0.2))
    assert outcome.errors > 0
    assert (outcome.answers, outcome.p50) == (0, None)
