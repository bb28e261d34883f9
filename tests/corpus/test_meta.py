import pytest

from corpus.meta import byline, completed, iso_date


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("标题\n\n作者 | 李四\n\n正文", {"author": "李四"}),
        ("標題\n作者：王五 (獨立開發者) |\n正文", {"author": "王五"}),
        ("标题\n文 / 赵六\n发布于 2019 年 5 月 6 日\n正文", {"author": "赵六", "date": "2019-05-06"}),
        ("標題\n更新時間：2020-03\n正文", {"date": "2020-03"}),
        ("原文链接：https://example.org/a?b=1，转载请注明", {"url": "https://example.org/a?b=1"}),
        ("正文说作者很重要，2019 年发布。", {}),
        ("", {}),
    ],
)
def test_bylines(text: str, found: dict[str, str]) -> None:
    assert byline(text) == found


def test_what_the_file_states_wins() -> None:
    assert completed({"author": "甲", "title": "题"}, "作者：乙\n发布于 2019 年") == {
        "author": "甲",
        "title": "题",
        "date": "2019",
    }


def test_iso_dates_are_as_precise_as_written() -> None:
    assert [iso_date(v) for v in ((2018,), (2018, 9), (2018, 9, 7))] == ["2018", "2018-09", "2018-09-07"]
