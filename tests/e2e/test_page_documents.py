"""Changing the collection from the page, who may do so, and who may see the page at all."""

import http.cookiejar
import json
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import app
from corpus.errors import InputError
from page.accounts import PasswordHash, checker, read_accounts
from page.accounts import main as accounts_main
from page.frame import PageOptions
from page.uploads import add_uploads
from qa.cli import main
from qa.service import Service, ServiceSettings
from tests.e2e.conftest import DOCUMENTS, Visit, fetch, serving
from tests.fakes import HashEmbedder

browser = pytest.mark.browser
GBK = "etcd 的备份\n\netcd 3.4 于 2019 年 8 月 30 日发布，默认端口是 2379。\n"


def _service(folder: Path) -> Service:
    """A service over the first of ``DOCUMENTS`` alone, of its own."""
    name, text = next(iter(DOCUMENTS.items()))
    path = folder / name
    path.write_text(text, encoding="utf-8")
    service = Service(ServiceSettings(folder / "store"), HashEmbedder())
    list(service.ingest(service.plan([path])))
    return service


@pytest.fixture
def own(tmp_path: Path) -> Service:
    return _service(tmp_path)


@pytest.fixture
def served(own: Service) -> Iterator[str]:
    with serving(own, page=PageOptions(max_upload_files=3, max_upload_mb=1)) as at:
        yield at


@pytest.fixture
def at_documents(served: str, open_page: Any) -> Visit:
    visit = open_page(at=served)
    visit.page.locator("#tabs [role=tab]").nth(3).click()
    visit.page.locator("#documents table").wait_for()
    return visit


def _upload(visit: Visit, *paths: Path) -> None:
    visit.page.set_input_files("#upload input[type=file]", paths)


@browser
def test_the_collection_is_listed_with_counts_encodings_and_dates(at_documents: Visit, own: Service) -> None:
    (entry,) = own.documents()
    row = at_documents.page.locator("#documents tbody tr").first.text_content()
    assert "Kubernetes 1.12 与 1.13 发布说明" in row
    for part in (str(entry.characters), "utf-8", entry.updated_at[:10]):
        assert part in row
    at_documents.page.click("#documents .link")
    at_documents.page.locator("dialog.reader[open] .text").wait_for()


@browser
def test_a_gbk_file_is_uploaded_and_asked_about(at_documents: Visit, own: Service, tmp_path: Path) -> None:
    path = tmp_path / "备份.txt"
    path.write_bytes(GBK.encode("gbk"))
    _upload(at_documents, path)
    at_documents.page.locator("#documents-said >> text=完成：1 个成功，0 个失败。").wait_for()
    assert at_documents.page.locator("#documents-said tbody tr").all_text_contents() == ["uploads/备份.txt已添加"]
    assert "gb18030" in at_documents.page.locator("#documents tbody").text_content()
    at_documents.page.locator(".holds >> text=收录文档 2 篇").wait_for()
    at_documents.page.locator("#tabs [role=tab]").first.click()
    at_documents.ask("etcd 3.4 是什么时候发布的？")
    assert at_documents.text("#answer .short") == "2019 年 8 月 30 日"
    assert list((own.settings.store / "uploads").iterdir()) == []


@browser
def test_a_folder_is_uploaded(at_documents: Visit, own: Service, tmp_path: Path) -> None:
    folder = tmp_path / "资料"
    (folder / "下").mkdir(parents=True)
    (folder / "甲.md").write_text("# 甲\n\nkubelet 的默认端口是 10250。\n", encoding="utf-8")
    (folder / "下" / "甲.md").write_text("# 下面的甲\n\nkube-scheduler 负责调度。\n", encoding="utf-8")
    at_documents.page.set_input_files("#upload-folder input[type=file]", folder)
    at_documents.page.locator("#documents-said >> text=完成：2 个成功，0 个失败。").wait_for()
    assert {entry.title for entry in own.documents()} >= {"甲", "下面的甲"}


@browser
def test_every_file_of_an_upload_has_its_outcome(at_documents: Visit, tmp_path: Path) -> None:
    archive, empty = tmp_path / "两篇.zip", tmp_path / "空.txt"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("甲.md", "# 甲\n\nkubelet 的默认端口是 10250。\n")
        made.writestr("乙.md", "# 乙\n\nkube-scheduler 负责调度。\n")
    empty.write_text(" \n", encoding="utf-8")
    _upload(at_documents, archive, empty)
    at_documents.page.locator("#documents-said >> text=完成：2 个成功，1 个失败。").wait_for()
    rows = at_documents.page.locator("#documents-said tbody tr").all_text_contents()
    assert sorted("失败" in row for row in rows) == [False, False, True]


@browser
def test_too_many_files_are_refused_and_not_kept(at_documents: Visit, own: Service, tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}.txt" for n in range(4)]
    for path in paths:
        path.write_text(f"第 {path.stem} 篇：kubelet。", encoding="utf-8")
    _upload(at_documents, *paths)
    at_documents.page.locator("#documents-said >> text=一次至多添加 3 个文件").wait_for()
    assert len(own.documents()) == 1


@browser
def test_markup_in_a_document_and_its_name_stays_text_everywhere(at_documents: Visit, tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"document.title='坏'\">"
    path = tmp_path / "<img src=x onerror=alert(1)>.md"
    path.write_text(
        f"# {evil}\n\nmeshctl 在 1.25 移除了 {evil} 和 [链接](javascript:document.title='坏')。\n", encoding="utf-8"
    )
    page = at_documents.page
    _upload(at_documents, path)
    page.locator("#documents-said >> text=完成：1 个成功").wait_for()
    page.locator("#documents .link").last.click()
    page.locator("dialog.reader[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#tabs [role=tab]").first.click()
    at_documents.ask("meshctl 在 1.25 移除了什么？")
    page.locator("#tabs [role=tab]").nth(2).click()
    page.locator("#events li").first.wait_for()
    assert page.title() == "考据"
    assert at_documents.count(".html-container :is(img, iframe, script)") == 0
    assert [h for h in page.evaluate("[...document.links].map(a => a.href)") if not h.startswith("http")] == []


@browser
def test_removing_is_confirmed(at_documents: Visit, own: Service) -> None:
    at_documents.page.click("#documents .confirm summary")
    assert len(own.documents()) == 1
    at_documents.page.click("#documents .danger")
    at_documents.page.locator("#documents-said >> text=已移除《Kubernetes 1.12 与 1.13 发布说明》。").wait_for()
    assert own.documents() == []
    at_documents.page.locator("#documents >> text=还没有文档。").wait_for()


@browser
def test_the_index_can_be_rebuilt(at_documents: Visit, own: Service) -> None:
    before = own.ask("Kubernetes 1.12 是什么时候发布的？").short
    at_documents.page.click("#maintenance button.label-wrap")
    at_documents.page.click("#rebuild")
    at_documents.page.locator("#documents-said >> text=已为 1 篇文档重建索引。").wait_for()
    assert own.ask("Kubernetes 1.12 是什么时候发布的？").short == before


@browser
def test_a_page_for_reading_has_nothing_that_changes_the_collection(own: Service, open_page: Any) -> None:
    with serving(own, page=PageOptions(read_only=True)) as address:
        visit = open_page(at=address)
        visit.page.locator("#tabs [role=tab]").nth(3).click()
        visit.page.locator("#documents .link").wait_for()
        assert visit.count("#upload, #upload-folder, #rebuild, #documents .confirm") == 0
        config = json.loads(fetch(f"{address}config")[1])
        assert not {"_add", "_remove", "_rebuild"} & {d["api_name"] for d in config["dependencies"]}


def test_files_of_one_name_from_different_folders_are_all_kept(own: Service, tmp_path: Path) -> None:
    paths = []
    for folder in ("甲", "乙"):
        path = tmp_path / folder / "README.md"
        path.parent.mkdir()
        path.write_text(f"# {folder}\n\n这是{folder}的说明，讲 kubelet。\n", encoding="utf-8")
        paths.append(path)
    outcomes = [outcome for outcome, _ in add_uploads(own, paths)]
    assert [Path(o.source).name for o in outcomes] == ["README.md", "README (2).md"]
    assert [o.outcome for o in outcomes] == ["added", "added"]
    assert not any(path.exists() for path in paths)


def test_an_upload_of_a_changed_file_replaces_its_older_self(own: Service, tmp_path: Path) -> None:
    outcomes = []
    for text in ("# 甲\n\nkubelet 的端口是 10250。\n", "# 甲\n\nkubelet 的端口是 10255。\n"):
        path = tmp_path / "甲.md"
        path.write_text(text, encoding="utf-8")
        outcomes += [outcome.outcome for outcome, _ in add_uploads(own, [path])]
    assert outcomes == ["added", "updated"]
    assert len(own.documents()) == 2


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../../../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc/passwd", "/etc/no-such-file"]
)
def test_no_file_of_the_server_can_be_read(address: str, service: Service, path: str) -> None:
    for name in (path, str(service.settings.store / "kaoju.sqlite3")):
        assert fetch(f"{address}gradio_api/file={name}")[0] in (403, 404)


def test_accounts_are_kept_as_salted_hashes(tmp_path: Path) -> None:
    file = tmp_path / "accounts"
    file.write_text(f"# 值班\n甲:{PasswordHash.of('很长的口令一二三')}\n", encoding="utf-8")
    check = checker(read_accounts(file))
    assert check("甲", "很长的口令一二三")
    assert not check("甲", "很长的口令一二四")
    assert not check("乙", "很长的口令一二三")
    assert str(PasswordHash.of("同")) != str(PasswordHash.of("同"))
    assert "口令" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line", ["甲:口令", "甲:scrypt$1$8$1$AAAA$AAAA", "甲", "", "甲:scrypt$99999999999$8$1$AAAA$AAAA"]
)
def test_a_bad_account_file_is_one_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "accounts"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=r"page\.accounts"):
        read_accounts(file)


def test_without_an_account_nothing_is_shown(own: Service, tmp_path: Path) -> None:
    file = tmp_path / "accounts"
    file.write_text(f"甲:{PasswordHash.of('很长的口令一二三')}\n", encoding="utf-8")
    with serving(own, auth_file=file) as address:
        ask = urllib.request.Request(
            f"{address}gradio_api/run/documents", b'{"data": []}', {"content-type": "application/json"}
        )
        assert fetch(ask)[0] == 401
        assert "发布说明" not in fetch(address)[1]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        for password, status in (("猜的", 400), ("很长的口令一二三", 200)):
            form = urllib.parse.urlencode({"username": "甲", "password": password}).encode()
            assert fetch(urllib.request.Request(f"{address}login", form), browser)[0] == status
        assert "发布说明" in fetch(ask, browser)[1]


def test_behind_a_proxy_the_page_knows_its_path(own: Service) -> None:
    with serving(own, root_path="/kaoju") as address:
        config = json.loads(fetch(f"{address}config")[1])
        assert config["root"].endswith("/kaoju")


def test_the_command_line_sets_what_visitors_may_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served: list[Any] = []
    monkeypatch.setattr(app, "serve", lambda settings, host, port, options: served.append(options) or 0)
    accounts = tmp_path / "accounts"
    arguments = [
        "--read-only",
        "--auth-file",
        str(accounts),
        "--root-path",
        "/kaoju",
        "--max-mb",
        "5",
        "--max-files",
        "9",
    ]
    assert main(["serve", "--store", str(tmp_path), *arguments]) == 0
    assert main(["serve", "--store", str(tmp_path)]) == 0
    assert served == [app.ServeOptions(PageOptions(True, 5, 9), accounts, "/kaoju"), app.ServeOptions()]


def test_an_account_is_written_as_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["page.accounts", "甲"])
    typed = iter(["很长的口令一二三", "很长的口令一二三", "太短", "很长的口令一二三", "很长的口令一二四"])
    monkeypatch.setattr("getpass.getpass", lambda _: next(typed))
    assert accounts_main() == 0
    file = tmp_path / "accounts"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert checker(read_accounts(file))("甲", "很长的口令一二三")
    assert [accounts_main(), accounts_main()] == [1, 1]
    assert capsys.readouterr().out == ""
