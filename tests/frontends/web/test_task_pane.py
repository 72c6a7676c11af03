"""Excel's task pane (web/taskpane.js) in Chromium, before an Excel that is played: tests/fake_office.js."""

import json
import shutil
from pathlib import Path

import pytest

from tests import ROOT, books
from tests.browser import chromium
from tests.page_browser import FOLDER, as_js, build, serve_folder
from tests.programs import starts_programs
from tournament_xl.storage import timestamps

pytestmark = starts_programs
TOLD = "document.getElementById('told').innerText"
FAKE = ROOT / "tests" / "fake_office.js"
NOW = "21/11/2026 14:05:30"
TRIMMED = "desk.sheets.map((sheet) => [sheet.name, sheet.cells.map((row) => row.map((cell) => cell.formula ?? cell))])"


@pytest.fixture(scope="module")
def pane(tmp_path_factory):
    """The pane of the built folder, its engine standing."""
    build()
    folder = Path(shutil.copytree(FOLDER, tmp_path_factory.mktemp("pane") / "page"))
    page = (folder / "taskpane.html").read_text(encoding="utf-8")
    start = page.index('<script src="https://')
    end = page.index("</script>", start) + len("</script>")
    played = f'{page[:start]}<script src="essai.js"></script>{page[end:]}'
    (folder / "essai.html").write_text(played, encoding="utf-8")
    (folder / "essai.js").write_bytes(FAKE.read_bytes())
    with serve_folder(folder) as address, chromium(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(f"{address}essai.html", 350, 700)
        browser.until("document.body.dataset.ready", 120)
        clock = f"from tournament_xl.storage import timestamps as files\nfiles.journal_date = lambda: {NOW!r}"
        browser.run(f"ask('python', {json.dumps(clock)}).then(() => 1)")
        yield browser


@pytest.fixture
def opened(pane, workbooks, tmp_path, monkeypatch):
    """The pane, with a workbook of 8 players open in its Excel; the workbook as a file."""
    monkeypatch.setattr(timestamps, "journal_date", lambda: NOW)
    path = tmp_path / "tournoi.xlsx"
    path.write_bytes(workbooks["registered"].read_bytes())
    open_in_excel(pane, path)
    return pane, path


def open_in_excel(pane, path):
    """Open a workbook in the Excel that is played."""
    sheets = [{"name": name, "cells": rows, "visible": True} for name, rows in cells(path).items()]
    file = as_js(path.read_bytes())
    pane.run(f"Object.assign(desk, {{ sheets: {json.dumps(sheets)}, atSync: null, syncs: 0, file: {file} }}) && 1")


def cells(path):
    """The values of a workbook as Office.js gives them: "" where a cell is empty."""
    return {
        sheet.title: [["" if value is None else value for value in row] for row in sheet.iter_rows(values_only=True)]
        for sheet in books.content(path)
    }


def pressed(pane, action):
    """What the pane says after a button."""
    pane.run(f"document.getElementById('told').replaceChildren(); document.getElementById('press-{action}').click()")
    pane.until(f"{TOLD} && document.getElementById('state').textContent === 'Prêt'", 60)
    return pane.run(TOLD)


def sheet(name):
    return f"desk.sheets.find((one) => one.name === '{name}')"


def filled(sheets):
    """The filled cells, by place."""
    return {
        (name, row, column): value
        for name, rows in sheets
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
        if value not in ("", None)
    }


def test_a_press_leaves_the_cells_that_the_native_program_leaves(opened):
    pane, path = opened
    for action in ("pair", "undo", "pair"):
        answer = pressed(pane, action)
        assert books.run(action, path, *(["--force"] if action == "undo" else [])) == 0, answer
        assert filled(pane.run(TRIMMED)) == filled(cells(path).items())
    assert pane.run("desk.front") == "Appariements"
    assert pane.run(f"{sheet('Appariements')}.visible")
    assert [fault for fault in pane.faults if "favicon" not in fault] == []


def test_an_open_workbook_of_othello_is_paired_without_a_word_about_libraries(pane, tmp_path, monkeypatch):
    monkeypatch.setattr(timestamps, "journal_date", lambda: NOW)
    path = books.create(tmp_path, 16, formula="othello")
    open_in_excel(pane, path)
    answer = pressed(pane, "pair")
    assert books.run("pair", path) == 0, answer
    assert filled(pane.run(TRIMMED)) == filled(cells(path).items())


def test_what_excel_refuses_or_somebody_types_meanwhile_changes_nothing(opened):
    pane, _ = opened
    before = pane.run(TRIMMED)
    pane.run(f"{sheet('Appariements')}.locked = true")
    assert "protégée" in pressed(pane, "pair")
    assert filled(pane.run(TRIMMED)) == filled(before)
    pane.run(f"{sheet('Appariements')}.locked = false")
    pane.run(f"desk.atSync = (at) => {{ if (at === 4) {sheet('Joueurs')}.cells[4][1] = 'Autre'; }}")
    assert "modifié pendant le travail" in pressed(pane, "pair")
    after = filled(pane.run(TRIMMED))
    assert {place for place, value in after.items() if filled(before).get(place) != value} == {("Joueurs", 4, 1)}


def test_a_problem_is_told_at_its_cell_and_a_parcel_is_made_of_the_open_workbook(opened):
    pane, _ = opened
    top = pane.run(f"{sheet('Joueurs')}.cells.findIndex((row) => row.includes('Nom'))")
    pane.run(f"{sheet('Joueurs')}.cells[{top + 1}][1] = ''")
    assert f"Joueurs B{top + 2}" in pressed(pane, "pair")
    pane.run(f"{sheet('Joueurs')}.cells[{top + 1}][1] = 'Autre'")
    assert "⤓" in pressed(pane, "publish")
