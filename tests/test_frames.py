"""`frames` and `export`: every table is what stands on the sheet; nothing else loads pandas."""

import csv
import io
import json
import sys

import pytest

from docs import notebook
from docs.write_schemas import FOLDER, render_tables
from tests import ROOT, books
from tests.desk import DATE, Desk
from tests.federation_desk import read_sheet_rows
from tests.fuzz import TRIALS
from tests.othello_desk import OthelloDesk
from tests.programs import WHOLE
from tournament_xl import frames
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.simulate import simulate
from tournament_xl.games.answers import NotYetError
from tournament_xl.games.registry import decode
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.simulation import Chances
from tournament_xl.interchange import export
from tournament_xl.interchange.documents import render_document
from tournament_xl.interchange.export_tables import to_data_frame
from tournament_xl.messages import table_columns
from tournament_xl.storage import decoding
from tournament_xl.workbook import schema as labels
from tournament_xl.workbook.working_copy import require_valid

pandas = pytest.importorskip("pandas")  # the group frames: `make check`
SAMPLES = sorted((ROOT / "samples").glob("*.xlsx"))
FORMULAS = {
    "classique": (12, ["--rondes", 5, "--edition", "F10", "--set", "Manches gagnantes=2"]),
    "double-toutes-rondes": (4, []),
    "othello": (9, ["--rondes", 5]),
}  # fmt: skip


@pytest.fixture(scope="module", params=FORMULAS if WHOLE else ["classique", "othello"])
def book(request, tmp_path_factory):
    """Played to the end, with forfeits and absences, rated."""
    count, options = FORMULAS[request.param]
    folder = tmp_path_factory.mktemp("frames")
    path = books.create(folder, count, *options, formula=request.param, name=f"{request.param}.xlsx")
    assert books.run("simulate", path, "--seed", 3, "--forfaits", 0.1, "--absences", 0.05) == 0
    if request.param != "othello":
        assert books.run("ratings", path) == 0
    return path


def plain(value):
    return None if value is None or value is pandas.NA or value != value or value == "" else value


def same(frame, rows, but=()):
    """Each cell of a frame as on the sheet; names may be shortened there."""
    assert len(frame) == len(rows)
    for ours, theirs in zip(frame.reset_index().to_dict("records"), rows, strict=True):
        for name in frame.columns.intersection([*theirs]).difference([*but]):
            assert plain(ours[name]) == plain(theirs[name]), (name, ours, theirs)


def test_standings_cross_table_players_ratings_and_journal_are_the_sheets(book):
    same(frames.standings(book), read_sheet_rows(book, labels.STANDINGS), but=("Joueur", "Club"))
    same(frames.crosstable(book), read_sheet_rows(book, labels.GRID), but=("Joueur",))
    same(frames.players(book), read_sheet_rows(book, labels.PLAYERS), but=(scrabble.USED_COTE,))
    journal = frames.journal(book)
    lines = read_sheet_rows(book, labels.JOURNAL)
    same(journal, lines, but=("Date",))
    assert [f"{day:%d/%m/%Y %H:%M}" for day in journal["Date"]] == [line["Date"] for line in lines]
    if "othello" not in book.name:
        same(frames.ratings(book), read_sheet_rows(book, labels.RATINGS), but=("Joueur",))


def test_the_games_are_those_of_the_sheet_and_add_up_to_the_standings(book):
    games, of_othello = frames.games(book), "othello" in book.name
    rows = [row for row in read_sheet_rows(book, labels.RESULTS) if row["Ronde"]]
    sides = ("N° N", "N° B") if of_othello else ("N° 1", "N° 2")
    first = games if of_othello else games[games["Manche"].fillna(1) == 1]
    assert len(first) == sum(row[side] not in ("X", "BIP") for row in rows for side in sides)
    table = frames.standings(book).set_index("N°")
    for column in ("Points", "Pions") if of_othello else ("PM", "Pdep"):
        assert games.groupby("N°")[column].sum().sub(table[column]).dropna().abs().max() == 0


def test_a_workbook_with_problems_is_one_error_that_names_the_cells():
    desk = Desk().players(8).must()
    desk.type(labels.RESULTS, 5, "Score 1", "4O2")
    with pytest.raises(frames.WorkbookError) as raised:
        frames.games(desk.snapshot)
    assert isinstance(raised.value, frames.FramesError) and isinstance(raised.value, ValueError)
    assert [problem.cell for problem in raised.value.problems] == ["E5"]


def test_dates_of_the_sheets_are_dates_everywhere(tmp_path):
    """A spreadsheet holds them as numbers of days."""
    path = books.create(tmp_path, 8, "--set", "Date de début=24/03/2026")
    books.edit(path, {"Joueurs!Z4": "Dernier tournoi", "Joueurs!Z5": 46000})
    assert frames.settings(path)["Date de début"] == "2026-03-24"
    assert frames.players(path)["Dernier tournoi"].tolist()[0] == pandas.Timestamp("2025-12-09")
    assert books.run("export", path, "--to", tmp_path / "t") == 0
    assert "\r\nDate de début;2026-03-24\r\n" in (tmp_path / "t" / "réglages.csv").read_bytes().decode("utf-8-sig")
    answer = json.loads(render_document(decoding.decode_file(path)))
    assert answer["settings"]["Date de début"] == "2026-03-24" and answer["players"][0]["last_played"] == "2025-12-09"
    (tmp_path / "a.json").write_text(json.dumps(answer), encoding="utf-8")
    assert books.run("import", tmp_path / "a.json", "-o", tmp_path / "a.xlsx") == 0
    assert json.loads(render_document(decoding.decode_file(tmp_path / "a.xlsx"))) == answer


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda path: frames.standings(path, "2"), ValueError),
        (lambda path: frames.standings(path, 9), ValueError),  # not played
        (lambda path: frames.games(3), TypeError),
        (lambda path: frames.games(path.with_name("rien.xlsx")), OSError),
    ],
)
def test_what_is_wrong_is_one_class_and_its_kind(call, kind):
    with pytest.raises(frames.FramesError) as raised:
        call(SAMPLES[0])
    assert isinstance(raised.value, kind) and "\n" not in str(raised.value)


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(frames.FramesError) as raised:
        frames.games(SAMPLES[0])
    assert isinstance(raised.value, ImportError)


def test_the_columns_in_the_docs_are_those_of_the_code():
    assert (FOLDER / "tables.csv").read_text(encoding="utf-8") == render_tables(), "python -m docs.write_schemas"


def at_random(number):
    """A tournament of either game, some rounds of it played, with forfeits and absences."""
    formula = ("Classique", "Open", "Toutes-rondes", "othello")[number % 4]
    count = {"Open": 12, "Toutes-rondes": 5}.get(formula, 8 + number % 5)
    desk = OthelloDesk(count) if formula == "othello" else Desk(Formule=formula, Graine="7").players(count)
    chances = Chances(str(number), 0.1, 0.0 if formula == "Toutes-rondes" else 0.1)
    outcome = simulate(desk.snapshot, None if number % 8 < 4 else 2, chances, DATE)
    return require_valid(decode(workbook_actions.apply_outcome(desk.snapshot, outcome)))


def test_the_tables_of_all_samples_and_of_tournaments_by_chance_have_the_declared_columns():
    workbooks = [decoding.decode_file(path) for path in SAMPLES]
    workbooks += map(at_random, range(100 if TRIALS else 4 if WHOLE else 0))
    for name, fields in table_columns.TABLES.items():
        expected = {field.name: table_columns.DTYPES[field.kind] for field in fields}
        rows = 0
        for book in workbooks:
            try:
                table = export.TABLES[name](book)
            except NotYetError:
                continue
            if name != "grille":  # its further columns are those of the tournament
                assert {*table.columns} <= expected.keys(), (name, book.tournament.settings.title)
            frame = to_data_frame(table)
            assert frame.dtypes.astype(str).to_dict().items() >= expected.items()
            rows += len(frame)
        assert rows > 0


def test_export_writes_the_same_guarded(book, tmp_path):
    assert books.run("export", book, "--to", tmp_path / "t") == 0
    text = (tmp_path / "t" / "parties.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    games = frames.games(book)
    assert [row["N°"] for row in rows] == [str(number) for number in games["N°"]]
    standings = frames.standings(book)
    written = pandas.read_csv(tmp_path / "t" / "classement.csv", sep=";", decimal=",")
    assert list(written.columns) == list(standings.columns)
    assert written["N°"].tolist() == standings["N°"].tolist() and written["J"].sum() == standings["J"].sum()


def test_the_notebook_in_docs_says_what_its_cells_give():
    """If this fails because a sample changed: python -m docs.notebook."""
    assert notebook.read() == notebook.executed()
    codes = [cell["source"] for cell in notebook.code_cells(notebook.read())]
    assert len(codes) == 11 and all(len(code.splitlines()) <= 5 for code in codes)
