"""Sheets that are only to be read, typed over or sorted: what a press says of it before it writes them anew."""

import os
import shutil

import pytest

from tests import books
from tests.slips import play
from tests.xlsm import saved_by_libreoffice, saved_by_openpyxl
from tournament_xl.workbook import labels
from tournament_xl.workbook.journal import read_detail
from tournament_xl.workbook.snapshot import Draft

office = pytest.mark.skipif(
    shutil.which("soffice") is None and not os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"),
    reason="LibreOffice is not here",
)


def told(outcome):
    assert outcome.code == 0, outcome
    return [text for text in outcome.warnings if "changée à la main" in text]


@pytest.mark.parametrize(
    ("sheet", "column"), [(labels.STANDINGS, "G"), (labels.GRID, "N°"), (labels.PAIRINGS, "Table")]
)
@pytest.mark.parametrize("action", ["update", "pair", "undo"])
def test_a_number_typed_over_a_figure_is_told_once_and_the_figure_is_back(played_in_either_game, sheet, column, action):
    desk = played_in_either_game
    line = next(desk.table(sheet).lines())
    desk.type(sheet, line.row, column, 44)
    found = told(desk.press(action, **({"force": True} if action == "undo" else {})))
    assert len(found) == 1 and f"La feuille {sheet} " in found[0] and "Résultats" in found[0]
    assert not told(desk.press("update"))
    if action == "update":
        assert desk.table(sheet).line(line.row).texts == line.texts


def test_a_whole_tournament_tells_nothing(drawn_in_either_game):
    desk = drawn_in_either_game
    for number in range(1, 6):
        assert not told(play(desk).press("update"))
        if number < 5:
            assert not told(desk.press())
    assert not told(desk.press("undo", force=True))
    assert not told(desk.press())


def test_a_table_that_was_sorted_for_a_poster_is_written_back_without_a_word(played_in_either_game):
    desk = played_in_either_game
    lines = list(desk.table(labels.STANDINGS).lines())
    for line, other in zip(lines, reversed(lines), strict=True):
        for column, text in other.texts.items():
            desk.type(labels.STANDINGS, line.row, column, text)
    outcome = desk.press("update")
    assert not told(outcome) and outcome.edits


def test_the_journal_names_the_sheets_that_hold_something_new(played_in_either_game):
    desk = played_in_either_game
    desk.type(labels.STANDINGS, next(desk.table(labels.STANDINGS).lines()).row, "G", 44)
    last = []
    for action in ("update", "pair", "update"):
        desk.must(action)
        last.append(read_detail(list(desk.table(labels.JOURNAL).lines())[-1].text("Détail")).get("feuilles", ""))
        play(desk)
    assert labels.STANDINGS not in last[0], "it holds again what the Journal has"
    assert labels.STANDINGS in last[2] and labels.PLAYERS not in last[2]


def told_after_a_correction(path, capsys):
    """Another winner of the last game: every sheet has something new to show."""
    last = books.lines(path, labels.RESULTS)[-1]
    books.edit(path, {f"Résultats!Score 1!{last['row']}": 301, f"Résultats!Score 2!{last['row']}": 603})
    capsys.readouterr()
    assert books.run("update", path) == 0
    answer = capsys.readouterr()
    assert "corrigé" in answer.out + answer.err
    return "changée à la main" in answer.out + answer.err


@pytest.mark.parametrize("saved", [lambda path, folder: path, lambda path, folder: saved_by_openpyxl(path)])
def test_ratings_read_back_from_a_file_are_those_that_were_written(tmp_path, capsys, saved):
    """Fractions, which a file gives as texts of up to seventeen figures."""
    assert not told_after_a_correction(saved(rated(tmp_path), tmp_path), capsys)


@office
def test_a_workbook_saved_by_libreoffice_holds_what_was_written(tmp_path, capsys):
    assert not told_after_a_correction(saved_by_libreoffice(rated(tmp_path), tmp_path), capsys)


def rated(folder):
    """A workbook of twelve players with provisional ratings."""
    path = books.create(folder, 12, name="tournoi.xlsm")
    books.simulate(path, 3)
    assert books.run("ratings", path, "--provisional") == 0
    return path


def test_a_note_where_a_further_round_would_stand_is_in_the_way(played_in_either_game):
    desk = played_in_either_game
    table = desk.table(labels.GRID)
    header = desk.snapshot.sheets[labels.GRID][table.header - 1]
    last = max(at for at, text in enumerate(header, start=1) if text)
    draft = Draft(desk.snapshot)
    draft.put(labels.GRID, table.header + 2, last + 1, "à rappeler")
    desk.snapshot = draft.after()
    assert desk.press("update").code == 0
    desk.set("Nombre_de_rondes", 9)
    outcome = desk.press("update")
    assert [one.sheet for one in outcome.problems] == [labels.GRID] and "rappeler" in str(outcome.problems[0])
