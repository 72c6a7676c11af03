"""docs/stdio.md and the request and result classes have the same fields."""

from __future__ import annotations

import io
import re
from dataclasses import fields

import pytest

from tests import ROOT
from tournament_xl.frontends import wire
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.messages.live import BUTTONS
from tournament_xl.service.buttons import ButtonQuestion, ButtonRequest
from tournament_xl.service.workbook_access import BackupPlan
from tournament_xl.workbook.snapshot import Block, CollapsedRange, ColumnWidth, PageBreaks, RowHeight
from tournament_xl.workbook.working_copy import Outcome

DOCUMENT = (ROOT / "docs" / "stdio.md").read_text(encoding="utf-8")
IN, OUT = DOCUMENT.split("## In\n")[1].split("## Out\n")


def words(text):
    """Names in code marks; of an object in them, its keys."""
    marked = re.findall(r"`([^`]*)`", text)
    return {
        word
        for mark in marked
        for word in (re.findall(r'"([\w-]+)"', mark) or [mark])
        if re.fullmatch(r"[a-z]\w*", word)
    }


def row_of(key, text=OUT):
    return next(line for line in text.splitlines() if line.startswith(f"| `{key}` |"))


def names(kind):
    return {field.name for field in fields(kind)} if hasattr(kind, "__dataclass_fields__") else {*kind._fields}


class Recorded(dict):
    """A JSON object that remembers which of its keys are asked for; those in it, too."""

    def __init__(self, request, asked):
        super().__init__({key: self.wrapped(value, asked) for key, value in request.items()})
        self.asked = asked

    def wrapped(self, value, asked):
        if isinstance(value, dict):
            return Recorded(value, asked)
        return [self.wrapped(item, asked) for item in value] if isinstance(value, list) else value

    def __getitem__(self, key):
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key, default=None):
        self.asked.add(key)
        return super().get(key, default)


def test_an_answer_has_the_keys_of_the_page_in_its_order():
    documented = re.findall(r"^\| `(\w+)` \|", OUT, re.MULTILINE)
    assert documented and documented == [*dict.fromkeys(documented)]
    assert {*wire.build_answer(Outcome(0))} == {*documented}


@pytest.mark.parametrize(("key", "expected"), [
    ("edits", names(Block)), ("folds", names(CollapsedRange)), ("pages", names(PageBreaks)),
    ("widths", names(ColumnWidth)), ("heights", names(RowHeight)),
    ("question", names(ButtonQuestion)), ("select", {"sheet", "row", "column"}),
    ("problems", {"sheet", "cell", "row", "column", "message"}),
])  # fmt: skip
def test_an_object_of_the_answer_has_the_fields_of_its_class(key, expected):
    assert expected <= words(row_of(key)) - {key} | ({key} & expected)
    keys = next(mark for mark in re.findall(r"`(\{\"[^`]*\})`", row_of(key)))
    assert {*re.findall(r'"(\w+)"(?=[:,}])', keys)} - {"E12"} == expected


def test_the_backup_is_the_plan_of_the_service(tmp_path):
    plan = BackupPlan(tmp_path / "a", (tmp_path / "b",))
    assert {*wire.build_answer(Outcome(0), backup=plan)["backup"]} == words(row_of("backup")) & {"file", "remove"}
    assert len(names(BackupPlan)) == 2


def test_a_request_is_read_by_the_keys_of_the_page(monkeypatch):
    asked, read = set(), stdio.read_json
    monkeypatch.setattr(stdio, "read_json", lambda *arguments: Recorded(read(*arguments), asked))
    stdio.main(
        "explain", io.BytesIO(b'{"version": 1, "name": "", "sheets": [{"name": "a", "rows": []}]}'), io.BytesIO()
    )
    documented = {key for line in IN.splitlines() for key in re.findall(r"^\| `(\w+)` \|", line)}
    assert asked == documented
    assert len(names(ButtonRequest)) == 3, "workbook, at, reply"


def test_the_buttons_are_those_of_the_service():
    (listed,) = re.findall(r"press ([\w|-]+) --stdio  <", DOCUMENT)
    assert {*listed.split("|")} == BUTTONS.keys()
