import time

import pytest

from corpus.layout import code_blocks, table_cells, table_head
from corpus.types import Span

TEXT = """端口如下：

| 端口 | 组件 |
|---|:---:|
| 6443 | apiserver |
| 2379 | etcd |

末尾 | 不是表格

```bash
# 注释不是标题
kubectl get pod
```
后文
"""


def _head(words: str) -> str | None:
    head = table_head(TEXT, Span(0, len(TEXT)), TEXT.index(words))
    return head.cut(TEXT) if head else None


@pytest.mark.parametrize(
    ("words", "head"),
    [("6443", "| 端口 | 组件 |"), ("2379", "| 端口 | 组件 |"), ("端口 |", None), ("末尾", None), ("后文", None)],
)
def test_a_row_knows_the_head_of_its_table(words: str, head: str | None) -> None:
    assert _head(words) == head


def test_a_table_does_not_reach_out_of_its_section() -> None:
    at = TEXT.index("| 6443")
    assert table_head(TEXT, Span(at, len(TEXT)), TEXT.index("2379")) is None


def test_code_is_found_whole() -> None:
    (block,) = code_blocks(TEXT, Span(0, len(TEXT)))
    assert block.cut(TEXT) == "```bash\n# 注释不是标题\nkubectl get pod\n```"
    assert code_blocks("```\n没有结束", Span(0, 8)) == []


def test_many_open_fences_and_long_tables_take_no_time() -> None:
    started = time.perf_counter()
    fences = "```\n~~~\n" * 5_000
    code_blocks(fences, Span(0, len(fences)))
    table = "| 甲 | 乙 |\n|---|---|\n" + "| 1 | 2 |\n" * 20_000
    assert table_head(table, Span(0, len(table)), len(table) - 5) is not None
    assert time.perf_counter() - started < 5


def test_a_table_that_opens_the_text_has_its_head() -> None:
    table = "| 组件 | 版本 |\n| --- | --- |\n| kube-proxy | 1.10 |"
    head = table_head(table, Span(0, len(table)), len(table) - 5)
    assert head is not None
    assert head.cut(table) == "| 组件 | 版本 |"


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| TCP | 10249 | `kube-proxy` 指标 |", ["TCP", "10249", "`kube-proxy` 指标"]),
        ("|  | 1.12 | `1.13` |", ["", "1.12", "1.13"]),  # the first column of a matrix has no name
        ("  | **甲** | |\n", ["甲", ""]),
        ("甲|乙", ["甲", "乙"]),
        ("| **`x`** | `a` 与 `b` |", ["x", "`a` 与 `b`"]),
        ("|", [""]),
    ],
)
def test_cells_of_a_row(row: str, cells: list[str]) -> None:
    assert [cell.cut(row) for cell in table_cells(row)] == cells
