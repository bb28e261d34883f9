"""The files under the paths a user names."""

from pathlib import Path

import pytest

from corpus.errors import InputError, UnreadableFileError
from corpus.walk import Selection, walk

WANTED = Selection(frozenset({".md", ".txt"}))


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("甲", encoding="utf-8")


def names(folder: Path, *paths: Path) -> list[str]:
    return [f.path.relative_to(folder).as_posix() for f in walk(paths, WANTED)]


def test_a_folder_gives_its_texts_in_a_stable_order(tmp_path: Path) -> None:
    put(tmp_path, "乙.md", "甲.txt", "图.png", "子/丙.MD", "子/深/丁.txt")
    assert names(tmp_path, tmp_path) == sorted(["乙.md", "甲.txt", "子/丙.MD", "子/深/丁.txt"])


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    put(tmp_path, ".藏.md", ".git/甲.md", "看.md")
    assert names(tmp_path, tmp_path) == ["看.md"]


def test_links_are_not_followed_out_of_a_folder(tmp_path: Path) -> None:
    put(tmp_path, "里/甲.md", "外/密.md")
    (tmp_path / "里" / "链").symlink_to(tmp_path / "外", target_is_directory=True)
    (tmp_path / "里" / "链.md").symlink_to(tmp_path / "外" / "密.md")
    (tmp_path / "里" / "圈").symlink_to(tmp_path / "里", target_is_directory=True)
    assert names(tmp_path, tmp_path / "里") == ["里/甲.md"]


def test_a_named_file_is_taken_whatever_it_is(tmp_path: Path) -> None:
    put(tmp_path, "图.png", ".藏.md")
    found = list(walk([tmp_path / "图.png", tmp_path / ".藏.md"], WANTED))
    assert [(f.path.name, f.named, f.error) for f in found] == [("图.png", True, None), (".藏.md", True, None)]


def test_a_missing_path_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    put(tmp_path, "甲.md")
    missing, present = walk([tmp_path / "没有.md", tmp_path], WANTED)
    assert isinstance(missing.error, UnreadableFileError)
    assert missing.named
    assert (present.path.name, present.named, present.error) == ("甲.md", False, None)


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    assert names(tmp_path, tmp_path) == []


def test_a_folder_that_cannot_be_listed_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "关/甲.md", "开/乙.md")
    iterdir = Path.iterdir

    def refuse(self: Path) -> object:
        if self.name == "关":
            raise PermissionError(13, "Permission denied", str(self))
        return iterdir(self)

    monkeypatch.setattr(Path, "iterdir", refuse)
    found = list(walk([tmp_path], WANTED))
    assert [f.path.name for f in found if f.error is None] == ["乙.md"]
    assert [f.path.name for f in found if isinstance(f.error, UnreadableFileError)] == ["关"]


def test_patterns_leave_files_and_folders_out(tmp_path: Path) -> None:
    for name in ("甲.md", "草稿/乙.md", "文档/丙.md", "文档/丙.txt", "文档/旧/丁.md", "保留.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("内容", encoding="utf-8")
    (tmp_path / ".kaojuignore").write_text("# 说明\n草稿/\n", encoding="utf-8")
    wanted = Selection(frozenset({".md", ".txt"}), ("*.txt", "!保留.txt", "文档/旧"))
    found = [f.path.relative_to(tmp_path).as_posix() for f in walk([tmp_path], wanted)]
    assert found == ["保留.txt", "文档/丙.md", "甲.md"]


def test_a_named_file_is_read_whatever_the_patterns_say(tmp_path: Path) -> None:
    path = tmp_path / "甲.md"
    path.write_text("内容", encoding="utf-8")
    (found,) = walk([path], Selection(frozenset({".md"}), ("*.md",)))
    assert (found.path, found.named, found.size) == (path, True, len("内容".encode()))


def test_bad_patterns_are_named(tmp_path: Path) -> None:
    (tmp_path / ".kaojuignore").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(InputError, match="kaojuignore"):
        list(walk([tmp_path], Selection(frozenset({".md"}))))
