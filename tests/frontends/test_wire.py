"""docs/stdio.md, the request and result classes and the calls of the page have the same fields."""

from __future__ import annotations

import io
import json
import re
from dataclasses import fields

import pytest

from tests import ROOT, books
from tournament_xl.frontends import wire
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.frontends.web.page_calls import CALLS
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.messages.live import BUTTONS
from tournament_xl.phones.report_lines import FROM_DESK, HEADER, Report, render_report
from tournament_xl.service.act import ActionRequest
from tournament_xl.service.buttons import ButtonQuestion, ButtonRequest
from tournament_xl.service.type_cells import TypedCell
from tournament_xl.service.workbook_access import BackupPlan
from tournament_xl.submission.send import MailDraft
from tournament_xl.workbook.snapshot import Block, CollapsedRange, ColumnWidth, PageBreaks, RowHeight
from tournament_xl.workbook.working_copy import Outcome

DOCUMENT = (ROOT / "docs" / "stdio.md").read_text(encoding="utf-8")
IN, OUT = DOCUMENT.split("## In\n")[1].split("## Out\n")
CALL_ROWS = [
    line.strip("|").split("|") for line in DOCUMENT.split("| call | takes |")[1].splitlines() if line.startswith("| `")
]


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
    documented = re.findall(r"^\| `(\w+)` \|", OUT.split("# A page")[0], re.MULTILINE)
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
    assert {*listed.split("|")} == BUTTONS.keys() - {"doctor"}


def session(folder):
    """Every call of the page, with every key that it takes."""
    book = books.create(folder, 8)
    file, listed = book.name, b"Alpha Anne\nBravo Bo\nCharlie Cy\nDelta Di\nEcho Ed\nFox Fay\nGolf Gus\n"
    yield "books", {}, b""
    yield "open", {"file": file}, b""
    yield "new", {"file": "neu.xlsx", "game": "scrabble", "settings": {"Formule": "Classique"}, "list": "l.txt"}, listed
    yield "discard", {"file": "neu.xlsx"}, b""
    yield "take", {"file": "neu.xlsx", "over": True}, book.read_bytes()
    yield "register", {"file": file, "list": "l.txt"}, b"Hotel Hal\n"
    yield "press", {"file": file, "action": "pair"}, b""
    yield "order_names", {"file": file, "sure": False}, b""
    yield "explain", {"file": file, "table": 1}, b""
    yield "what_if", {"file": file, "tables": [["1", "444-333"]]}, b""
    cell = {"sheet": "Résultats", "row": 5, "column": 5, "value": "38"}
    yield "type", {"file": file, "cells": [cell]}, b""
    yield "presence", {"file": file, "row": 5, "state": "absent"}, b""
    match = {"round": 1, "pair": ["1", "2"], "scores": {}, "was": {}}
    yield "result", {"file": file, **match, "sure": True}, b""
    yield "setting", {"file": file, "name": "Lieu", "value": "Nice"}, b""
    yield "fix", {"file": file, "pair": ["7", "8"], "fixed": True}, b""
    yield "fix", {"file": file, "pair": ["7", "8"], "fixed": False}, b""
    row = books.lines(book, "Résultats")[1]
    report = Report("01/01/2099 10:00:00", 1, 2, row["N° 1"], 400, 300, row["N° 2"], FROM_DESK)
    yield "received", {"file": file}, HEADER + render_report(report, "")
    yield "press", {"file": file, "action": "undo"}, b""
    yield "standings", {"file": file, "after": 0}, b""
    yield "carry_over", {"file": file}, b""
    yield "copies", {"file": file}, b""
    yield "back", {"file": file, "name": "1"}, b""
    yield "paper", {"file": file, "sheet": "Joueurs"}, b""
    yield "screen", {"file": file}, b""
    yield "press", {"file": file, "action": "publish"}, b""
    for number in range(5):
        assert books.run("simulate", book, "--rounds", number + 1) in (0, 1)
    yield "press", {"file": file, "action": "send"}, b""


def test_each_call_of_the_page_takes_and_gives_what_the_page_says(tmp_path):
    assert {name for row in CALL_ROWS for name in words(row[0])} == {*CALLS}
    page, asked, keys_of_answers, view = PageSession(tmp_path), {}, {}, set()
    for name, request, data in session(tmp_path):
        reply = page.call(name, Recorded(request, asked.setdefault(name, set())), data)
        assert reply["answer"]["code"] in (0, 1), (name, reply["answer"])
        keys_of_answers.setdefault(name, set()).update(reply.keys() - {"answer", "view"})
        view |= reply.get("view", {}).keys()
        if "mail" in reply:
            assert {*reply["mail"]} == names(MailDraft) <= words(DOCUMENT)
    assert asked.keys() == CALLS.keys(), "each call once in `session`"
    documented = {name: (words(row[1]), words(row[2])) for row in CALL_ROWS for name in words(row[0])}
    for name, (takes, gives) in documented.items():
        assert asked[name] <= takes and (takes == asked[name] or name in ("copies", "back")), name
        assert keys_of_answers[name] <= gives | (documented["press"][1] if name == "received" else set()), name
    assert view <= words(DOCUMENT.split("\n`view`:")[1] + "`view`")
    assert names(TypedCell) <= documented["type"][0] and names(ActionRequest) <= documented["press"][0]
    json.dumps(reply)
