"""`frames` and `export`: every table is what stands on the sheet; nothing else loads pandas."""

import csv
import io

import pandas
import pytest

from docs import notebook
from tests import books
from tests.desk import Desk
from tests.federation_desk import cells
from tournament_xl import frames
from tournament_xl.book import labels

FORMULAS = {
    "classique": (12, ["--rondes", 5, "--edition", "F10", "--set", "Manches gagnantes=2"]),
    "double-toutes-rondes": (4, []),
    "othello": (9, ["--rondes", 5]),
}  # fmt: skip


@pytest.fixture(scope="module", params=FORMULAS)
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
    same(frames.standings(book), cells(book, labels.STANDINGS), but=("Joueur", "Club"))
    same(frames.crosstable(book), cells(book, labels.GRID), but=("Joueur",))
    same(frames.players(book), cells(book, labels.PLAYERS))
    journal = frames.journal(book)
    lines = cells(book, labels.JOURNAL)
    same(journal, lines, but=("Date",))
    assert [f"{day:%d/%m/%Y %H:%M}" for day in journal["Date"]] == [line["Date"] for line in lines]
    if "othello" not in book.name:
        same(frames.ratings(book), cells(book, labels.RATINGS), but=("Joueur",))


def test_the_games_are_those_of_the_sheet_and_add_up_to_the_standings(book):
    games, of_othello = frames.games(book), "othello" in book.name
    rows = [row for row in cells(book, labels.RESULTS) if row["Ronde"]]
    sides = ("N° N", "N° B") if of_othello else ("N° 1", "N° 2")
    first = games if of_othello else games[games["Manche"].fillna(1) == 1]
    assert len(first) == sum(row[side] not in ("X", "BIP") for row in rows for side in sides)
    table = frames.standings(book).set_index("N°")
    for column in ("Points", "Pions") if of_othello else ("PM", "Pdep"):
        assert games.groupby("N°")[column].sum().sub(table[column]).dropna().abs().max() == 0


def test_a_workbook_with_problems_is_one_error_that_names_the_cells():
    desk = Desk().players(8).must()
    desk.type(labels.RESULTS, 5, "Score 1", "4O2")
    with pytest.raises(frames.WorkbookError, match="Résultats!E5") as told:
        frames.games(desk.snapshot)
    assert [problem.cell for problem in told.value.problems] == ["E5"]


def test_a_season_is_all_games_of_a_folder_and_names_what_it_left_out(tmp_path):
    for name in ("a", "b"):
        path = books.create(tmp_path / name, 8, name=f"{name}.xlsx")
        books.edit(path, {"Tournoi!Nom": f"Tournoi {name}", "Tournoi!Date de début": "21/11/2026"})
        books.run("simulate", path, "--seed", 1)
    (tmp_path / "faux.xlsx").write_bytes(b"?")
    season = frames.season(tmp_path)
    assert season["Classeur"].unique().tolist() == ["a/a.xlsx", "b/b.xlsx"]
    assert season["Tournoi"].unique().tolist() == ["Tournoi a", "Tournoi b"]
    assert list(season.attrs["refused"]) == ["faux.xlsx"]
    assert len(season) == 2 * len(frames.games(tmp_path / "a" / "a.xlsx"))


def test_export_writes_the_same_guarded_and_parquet_too(book, tmp_path):
    assert books.run("export", book, "--to", tmp_path / "t") == 0
    assert books.run("export", book, "--to", tmp_path / "t", "--parquet") == 0
    text = (tmp_path / "t" / "parties.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    games = frames.games(book)
    assert [row["N°"] for row in rows] == [str(number) for number in games["N°"]]
    again = pandas.read_parquet(tmp_path / "t" / "classement.parquet")
    assert again["N°"].tolist() == frames.standings(book)["N°"].tolist()


def test_the_notebook_in_docs_says_what_its_cells_give():
    """If this fails because a sample changed: python -m docs.notebook."""
    assert notebook.read() == notebook.executed()
    codes = [cell["source"] for cell in notebook.code_cells(notebook.read())]
    assert len(codes) == 11 and all(len(code.splitlines()) <= 5 for code in codes)
