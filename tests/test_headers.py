"""Header rows copied, hidden or doubled in a workbook file: no score may go uncounted without a word."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import FIRST, edit, lines, opened, run, score, untouched, update
from tests.slips import GAMES
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.resources import resource
from tournament_xl.workbook import labels
from tournament_xl.workbook.games import is_othello
from tournament_xl.workbook.grid import Problems, find_table
from tournament_xl.workbook.othello import labels as othello
from tournament_xl.workbook.snapshot import Snapshot

HEADER = FIRST - 1
TEMPLATES = [resource("templates", f"{game}.{kind}") for game in ("scrabble", "othello") for kind in ("xlsx", "xlsm")]


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Round 1 of 12 players drawn and scored: six rows, from row 5."""
    return score(books.pair(books.create(tmp_path_factory.mktemp("scored"), 12)), 1)


@pytest.fixture
def book(scored, tmp_path):
    return Path(shutil.copy(scored, tmp_path))


def header_copied(path, sheet, row):
    """The header row once more, as a new row of the sheet."""
    with opened(path) as workbook:
        workbook.duplicate_row_to(sheet, HEADER, row)
    return path


def told(path, capsys):
    capsys.readouterr()
    with untouched(path):
        assert run("update", path) == 3
    return dict(line.split(" : ", 1) for line in capsys.readouterr().err.splitlines())


def test_a_damaged_header_above_its_copy_does_not_hide_the_scores_between_them(book, capsys):
    edit(header_copied(book, "Résultats", FIRST + 3), {"Résultats!L4": None, "Résultats!M4": "Score2c"})
    problems = told(book, capsys)
    assert list(problems) == [f"Résultats!A{FIRST + 3}"] and "ligne 4" in problems[f"Résultats!A{FIRST + 3}"]


def test_a_damaged_header_above_its_copy_does_not_hide_players(tmp_path, capsys):
    path = header_copied(books.create(tmp_path, 12), "Joueurs", 10)
    assert list(told(edit(path, {"Joueurs!J4": "Remarques"}), capsys)) == ["Joueurs!A10"]


def test_a_copy_below_a_whole_header_is_named_once_and_as_what_it_is(book, capsys):
    problems = told(header_copied(book, "Résultats", FIRST + 3), capsys)
    assert list(problems) == [f"Résultats!A{FIRST + 3}"] and "une seule ligne d'en-têtes" in str(problems)


@pytest.mark.parametrize("sheet", ["Résultats", "Joueurs"])
def test_rows_above_the_only_header_left_are_named(book, capsys, sheet):
    header_copied(book, sheet, FIRST + 3)
    edit(book, {f"{sheet}!{openpyxl.utils.get_column_letter(at)}{HEADER}": None for at in range(1, 15)})
    problems = told(book, capsys)
    assert list(problems) == [f"{sheet}!A{FIRST}"] and f"ligne {FIRST + 3}" in problems[f"{sheet}!A{FIRST}"]


def test_own_columns_with_the_names_of_ours_are_not_guessed_at(book, capsys):
    with opened(book) as workbook:
        workbook.insert_cols("Résultats", "C", 2)
    edit(book, {"Résultats!C4": "Score 1", "Résultats!D4": "score 2", "Résultats!C5": 100, "Résultats!D5": 200})
    problems = told(book, capsys)
    assert list(problems) == ["Résultats!G4"] and "déjà en C4" in problems["Résultats!G4"]


def test_own_columns_notes_sums_and_a_legend_beside_the_table_are_no_second_header(book, capsys):
    before = lines(book, "Classement")
    own = {"P4": "Note", "Q4": "Score 1 (papier)", "P6": "Forfait", "P7": "1", "Q7": "le joueur 1",
           "A2": "Ronde", "B2": "1 sur 5", "P9": "Table", "P10": "N° 1"}  # fmt: skip
    update(edit(book, {f"Résultats!{cell}": value for cell, value in own.items()}))
    assert lines(book, "Classement") != before
    players = {"L4": "Payé", "L5": "oui", "B2": "Inscrits", "C2": 12, "F2": 1800, "L20": "Club", "M20": "Cote moyenne"}
    update(edit(book, {f"Joueurs!{cell}": value for cell, value in players.items()}))


@pytest.mark.parametrize("path", [*TEMPLATES, *sorted(books.SAMPLES.glob("*.xls*"))], ids=lambda path: path.name)
def test_no_sheet_of_ours_has_a_doubtful_header(path):
    snapshot = ClosedFile(path).read()
    game = othello.COLUMNS if is_othello(snapshot) else labels.SCRABBLE_COLUMNS
    for sheet, columns in (game | {labels.TOURNAMENT: labels.SETTINGS_COLUMNS}).items():
        problems = Problems()
        assert sheet not in snapshot.sheets or find_table(snapshot, sheet, columns, problems), problems.found


@pytest.mark.parametrize("game", GAMES.values())
@pytest.mark.parametrize("row", [
    [None, "Identité", None, None, None, "Classement"], [None, 8], [None, "Inscriptions : 079 123 45 67"],
    [None, "Moyenne", None, None, None, 1804], ["Total", "8 inscrits"],
])  # fmt: skip
def test_a_line_of_ones_own_above_the_header_is_no_player(game, row):
    desk = game(Nombre_de_rondes=5)
    for name in "ABCDEFGHI":
        desk.player(2 * name)
    grid = [list(cells) for cells in desk.snapshot.sheets[labels.PLAYERS]]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.PLAYERS: [*grid[:3], row, *grid[3:]]})
    assert len(desk.must().decoded().tournament.players) == 9
