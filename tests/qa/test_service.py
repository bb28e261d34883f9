import io
import zipfile
from pathlib import Path

import pytest

from qa.service import SAMPLE, Ingested, Service, ServiceSettings
from tests.fakes import HashEmbedder

BODY = "".join(f"第 {n} 条说明了某个组件的第 {n} 种用法。\n\n" for n in range(40))


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(ServiceSettings(tmp_path / "store"), HashEmbedder())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "库"
    path.mkdir()
    return path


def _ingest(service: Service, path: Path) -> list[Ingested]:
    return list(service.ingest(service.plan([path])))


def _outcomes(results: list[Ingested], folder: Path) -> list[tuple[str, str]]:
    return [(r.outcome, r.source.removeprefix(f"{folder.resolve()}/")) for r in results]


def test_the_same_page_saved_twice_is_reported(service: Service, folder: Path) -> None:
    (folder / "甲.txt").write_text(BODY, encoding="utf-8")
    (folder / "乙.txt").write_text(f"分享到微博，打印本页。\n\n{BODY}版权所有，保留权利。\n", encoding="utf-8")
    first, second = _ingest(service, folder)
    assert first.like == ()
    assert [Path(s).name for s in second.like] == [Path(first.source).name]
    assert len(service.documents()) == 2


def test_an_archive_gives_a_document_for_each_file(service: Service, folder: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("内/甲.md", "# 甲\n\n某组件 1.10 默认启用快照。")
        archive.writestr("坏.txt", b"")
        archive.writestr("图.png", b"\x89PNG")
    (folder / "包.zip").write_bytes(buffer.getvalue())
    results = _ingest(service, folder)
    assert ("added", "包.zip!/内/甲.md") in _outcomes(results, folder)
    assert [r.outcome for r in results].count("failed") == 1
    answer = service.ask("某组件哪个版本默认启用快照？")
    assert answer.citations[0].source.endswith("包.zip!/内/甲.md")


def test_a_folder_is_kept_in_step(service: Service, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "别处.txt"
    outside.write_text("别处的文字。", encoding="utf-8")
    _ingest(service, outside)
    (folder / "甲.txt").write_text("甲的文字。", encoding="utf-8")
    (folder / "乙.txt").write_text("乙的文字。", encoding="utf-8")
    assert [o for o, _ in _outcomes(list(service.sync(folder)), folder)] == ["added", "added"]
    assert [o for o, _ in _outcomes(list(service.sync(folder)), folder)] == ["unchanged", "unchanged"]
    (folder / "甲.txt").unlink()
    (folder / "乙.txt").write_text("乙的新文字。", encoding="utf-8")
    (folder / "丙.txt").write_text("丙的文字。", encoding="utf-8")
    assert sorted(_outcomes(list(service.sync(folder)), folder)) == [
        ("added", "丙.txt"),
        ("removed", "甲.txt"),
        ("updated", "乙.txt"),
    ]
    assert sorted(Path(s).name for e in service.documents() for s in e.sources) == ["丙.txt", "乙.txt", "别处.txt"]


def test_a_file_that_can_no_longer_be_read_keeps_its_older_self(service: Service, folder: Path) -> None:
    (folder / "甲.txt").write_text("甲的文字。", encoding="utf-8")
    list(service.sync(folder))
    (folder / "甲.txt").write_bytes(b"\x89PNG\x00\x00")
    assert [o for o, _ in _outcomes(list(service.sync(folder)), folder)] == ["failed"]
    assert len(service.documents()) == 1


def test_bylines_are_kept(service: Service, folder: Path) -> None:
    path = folder / "甲.md"
    path.write_text("---\nversion: 1.10\n---\n# 题目\n\n作者：李四\n\n发布于 2019 年 5 月\n\n正文。", encoding="utf-8")
    _ingest(service, path)
    meta = service.document(str(path)).meta
    assert (meta["version"], meta["author"], meta["date"]) == ("1.10", "李四", "2019-05")


def _stop(_: Ingested) -> None:
    raise KeyboardInterrupt


def test_a_sample_that_was_interrupted_is_due_again(service: Service) -> None:
    assert service.lacks_sample()
    with pytest.raises(KeyboardInterrupt):
        service.ingest_sample(_stop)
    assert 0 < len(service.documents()) < _sample_files()
    again = Service(service.settings, HashEmbedder())
    assert again.lacks_sample()
    again.ingest_sample()
    assert len(again.documents()) == _sample_files()
    assert not again.lacks_sample()
    again.remove([again.documents()[0].id])  # the user wants it so
    assert not again.lacks_sample()


def test_a_part_of_the_sample_beside_documents_of_the_user_is_left(service: Service, folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        service.ingest_sample(_stop)
    (folder / "甲.txt").write_text("甲的文字。", encoding="utf-8")
    _ingest(service, folder)
    assert not service.lacks_sample()


def _sample_files() -> int:
    return sum(p.is_file() for p in SAMPLE.rglob("*"))
