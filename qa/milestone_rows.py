"""What a row of a table says happened in which version: its cells read under the names of their columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus.dates import find_dates
from corpus.layout import table_cells
from corpus.terms import TermTable
from corpus.versions import Version, find_in_folded
from qa.clause_reading import iso
from qa.milestones import Context, Milestone, milestones
from qa.stages import Said, stages_in
from qa.topics import topics_in

_RELEASED = re.compile(r"发布|发行|释出|推出|日期|时间|date|released?")
_NOT_RELEASED = re.compile(r"停止|终止|结束|到期|支持|维护|更新|修订|eol|end|支援|support|计划|预计|plan|expected")
_PLAN = re.compile(r"计划|预计|打算|planned|expected|tbd|待定")
_ONLY_VERSION = re.compile(r"\s*(?:kubernetes|k8s)?\s*v?[\d.]+(?:\.?x)?\s*(?:版本?|系列)?\s*")
_LONGEST_STAGE = 12  # characters of a cell that holds a stage and nothing else


def row_milestones(head: str, row: str, terms: TermTable, context: Context) -> list[Milestone]:
    """Return what the folded ``row`` says under the folded ``head``; a row that is a plan says nothing."""
    names, cells = ([cell.cut(line) for cell in table_cells(line)] for line in (head, row))
    if _PLAN.search(row):
        return []
    own = next((v for v in map(_only_version, cells) if v), None)
    topics = _topics(names, cells, terms) or context.topics
    found: list[Milestone] = []
    for i, cell in enumerate(cells):
        name = names[i] if i < len(names) else ""
        found += _under_stage(name, cell, topics, terms)
        if own is not None:
            found += _of_version(own, name, cell, terms, replace(context, topics=topics))
    return list(dict.fromkeys(found))


def _only_version(cell: str) -> Version | None:
    if not _ONLY_VERSION.fullmatch(cell):
        return None
    found = find_in_folded(cell, numbered=False)
    if len(found) != 1:
        return None
    version = found[0].version
    return Version(version.parts, written=version.written) if version.wildcard and ".x" in cell else version


def _topics(names: Sequence[str], cells: Sequence[str], terms: TermTable) -> tuple[str, ...]:
    """Return what the row is about: the first short cell that names something, under a column of no stage."""
    for i, cell in enumerate(cells):
        named = [t.id for t in topics_in(cell, terms) if not t.is_general and not t.is_part]
        if named and not re.search(r"[,;。]", cell) and not (i < len(names) and stages_in(names[i], terms)):
            return tuple(dict.fromkeys(named[:1]))
    return ()


def _under_stage(name: str, cell: str, topics: Sequence[str], terms: TermTable) -> Iterator[Milestone]:
    """| 功能 | alpha | GA | over | RuntimeClass | 1.12 | 1.20 |."""
    stages, version = _named_stages(name, terms), _only_version(cell)
    if len(stages) == 1 and version is not None:
        yield from (Milestone(version, stages[0].stage, topic) for topic in topics or (None,))


def _of_version(own: Version, name: str, cell: str, terms: TermTable, context: Context) -> Iterator[Milestone]:
    dates = [d.value for d in find_dates(cell) if d.value]
    if len(dates) == 1 and _RELEASED.search(name) and not _NOT_RELEASED.search(name):
        yield Milestone(own, "released", context.product, iso(dates[0]))
    elif not _only_version(cell) and not dates:
        stages = _named_stages(cell, terms)
        if len(cell) <= _LONGEST_STAGE and len(stages) == 1 and context.topics and not topics_in(cell, terms):
            yield from (Milestone(own, stages[0].stage, topic) for topic in context.topics)
        else:
            yield from milestones(cell, terms, replace(context, version=own, topics=()), numbered=False)


def _named_stages(text: str, terms: TermTable) -> list[Said]:
    return stages_in(text, terms) if len(text) <= _LONGEST_STAGE else []
