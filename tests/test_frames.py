"""`frames` and `export`: every table is what stands on the sheet; nothing else loads pandas."""

import csv
import hashlib
import io
import json
import os
import re
import shutil
import sys

import pandas
import pytest

from docs import notebook
from tests import ROOT, books
from tests.desk import DATE, Desk
from tests.federation_desk import read_sheet_rows
from tests.othello_desk import OthelloDesk
from tournament_xl import frames
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.simulate import simulate
from tournament_xl.games.answers import NotYetError
from tournament_xl.games.registry import decode
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.simulation import Chances
from tournament_xl.interchange import export
from tournament_xl.interchange.documents import render_document
from tournament_xl.interchange.export_tables import render_parquet
from tournament_xl.messages import table_columns
from tournament_xl.messages.federation import DECISION_COLUMNS
from tournament_xl.storage import decoding
from tournament_xl.workbook import schema as labels
from tournament_xl.workbook.working_copy import require_valid

PAGE = (ROOT / "docs" / "pandas.md").read_text(encoding="utf-8")
SAMPLES = sorted((ROOT / "samples").glob("*.xlsx"))
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
    with pytest.raises(frames.WorkbookError, match="Résultats!E5") as raised:
        frames.games(desk.snapshot)
    assert isinstance(raised.value, frames.FramesError) and isinstance(raised.value, ValueError)
    assert [problem.cell for problem in raised.value.problems] == ["E5"]


def test_who_is_to_come_next_round_is_in_no_standings_yet():
    desk = Desk().players(8)
    desk.must("pair")
    desk.better_seed_wins().player("Tard", 2000)
    assert len(frames.standings(desk.snapshot)) == 8
    desk.must("pair")
    assert len(frames.standings(desk.snapshot)) == 9, "as Classement shows him: new"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The samples as a club keeps them: with a copy, a version of before the end, backups, a parcel, a publication, our
    own comparison and a damaged file.
    """
    folder = tmp_path_factory.mktemp("saison")
    for path in SAMPLES:
        shutil.copy(path, folder)
    geneva = folder / "geneve-2010.xlsx"
    assert books.run("send", geneva, "--to", folder / "envoyé") == 0
    shutil.copy(geneva, folder / "geneve-2010 - copie.xlsx")
    early = folder / "ancien" / "cote.xlsx"
    early.parent.mkdir()
    shutil.copy(folder / "cote-saint-andre-2018.xlsx", early)
    assert books.run("undo", early, "--force") == 0
    for aside in ("Sauvegardes", "geneve-2010 - publication"):
        (folder / aside).mkdir()
        shutil.copy(geneva, folder / aside / "geneve.xlsx")
    (folder / "faux.xlsx").write_bytes(b"?")
    return folder


def test_two_evenings_without_a_date_are_two_and_a_copy_is_none(tmp_path):
    first, second = (books.create(tmp_path / name, 8, "--graine", seed) for name, seed in (("a", "3"), ("b", "4")))
    for path in (first, second):
        books.edit(path, {"Tournoi!Date de début": None, "Tournoi!Nom": "Soirée"})
        books.simulate(path, 2)
    (tmp_path / "c").mkdir()
    shutil.copy(first, tmp_path / "c" / "copie.xlsx")
    season = frames.season(tmp_path)
    assert season["Classeur"].nunique() == 2 and list(season.attrs["left_out"]) == ["a/tournoi.xlsx"]


@pytest.fixture
def two_versions(tmp_path):
    """A tournament as it was sent, under the shorter name, and with a score corrected afterwards."""
    path = books.create(tmp_path, 8, name="tournoi corrigé.xlsx")
    books.simulate(path, 5)
    shutil.copy(path, tmp_path / "a.xlsx")
    books.edit(path, {"Résultats!E5": 611, "Résultats!F5": 222, "Résultats!I5": None})
    return path


def test_of_two_versions_with_as_many_results_the_one_whose_memory_goes_on_counts(two_versions):
    assert books.run("update", two_versions) == 0
    season = frames.season(two_versions.parent)
    assert season["Classeur"].unique().tolist() == [two_versions.name] and 611 in season["Score"].tolist()
    reason = season.attrs["left_out"]["a.xlsx"]
    assert reason.startswith(
        f"Version d'avant de {two_versions.name}, dont la Mémoire la continue : ronde 1, Alpha P1 – "
    )
    assert "Echo P5 : 611-222 au lieu de " in reason


def test_of_two_versions_that_nothing_tells_apart_it_says_which_it_took_and_a_decision_takes_the_other(two_versions):
    folder = two_versions.parent
    season = frames.read_season(folder)
    assert [*season.books] == ["a.xlsx"]
    assert "rien ne dit laquelle est la bonne : ronde 1, Alpha P1 – Echo P5 : " in season.left_out[two_versions.name]
    digest = hashlib.sha256(two_versions.read_bytes()).hexdigest()
    for word, mark, title, decision in (
        ("doublon", digest[:16], "", "compter"),
        ("tournoi", "", "a.xlsx", "écarter"),
        ("tournoi", digest, "", "écarter"),
    ):  # fmt: skip
        line = dict.fromkeys(DECISION_COLUMNS, "") | {"Nature": word, "Empreinte": mark, "Tournoi": title}
        decisions = folder / "décisions.csv"
        rows = [DECISION_COLUMNS, (line | {"Décision": decision}).values()]
        decisions.write_text("\n".join(";".join(row) for row in rows), encoding="utf-8")
        counted = frames.read_season(folder, decisions)
        assert [*counted.books] == ["a.xlsx" if mark == digest else two_versions.name], word
    with pytest.raises(frames.ExternalError):
        frames.season(folder, folder / "rien.csv")


def test_a_folder_without_a_workbook_has_all_declared_columns(tmp_path):
    for read, fields in (
        (frames.season, table_columns.GAMES), (frames.season_players, table_columns.PLAYERS),
        (frames.season_standings, table_columns.STANDINGS), (frames.season_ratings, table_columns.RATINGS),
    ):  # fmt: skip
        empty = read(tmp_path)
        expected = {field.name: table_columns.DTYPES[field.kind] for field in (*table_columns.SEASON, *fields)}
        assert empty.dtypes.astype(str).to_dict() == expected and empty.empty


def test_a_season_that_is_read_once_serves_its_four_tables(folder, monkeypatch):
    once = frames.read_season(folder)
    single_reads = {
        read: read(folder)
        for read in (frames.season, frames.season_players, frames.season_standings, frames.season_ratings)
    }
    monkeypatch.setattr(frames, "ClosedFile", None)
    for read, expected in single_reads.items():
        actual = read(once)
        pandas.testing.assert_frame_equal(actual, expected)
        assert actual.attrs == expected.attrs


def test_dates_of_the_sheets_are_dates_everywhere(tmp_path):
    """A spreadsheet holds them as numbers of days."""
    path = books.create(tmp_path, 8, "--set", "Date de début=24/03/2026")
    books.edit(path, {"Joueurs!Z4": "Dernier tournoi", "Joueurs!Z5": 46000})
    assert frames.settings(path)["Date de début"] == "2026-03-24"
    assert frames.players(path)["Dernier tournoi"].tolist()[0] == pandas.Timestamp("2025-12-09")
    assert frames.season_players(tmp_path)["Date"].tolist()[0] == pandas.Timestamp("2026-03-24")
    assert books.run("export", path, "--to", tmp_path / "t") == 0
    assert "\r\nDate de début;2026-03-24\r\n" in (tmp_path / "t" / "réglages.csv").read_bytes().decode("utf-8-sig")
    answer = json.loads(render_document(decoding.decode_file(path)))
    assert (
        answer["settings"]["Date de début"] == "2026-03-24" and answer["unnumbered"][0]["last_played"] == "2025-12-09"
    )
    (tmp_path / "a.json").write_text(json.dumps(answer), encoding="utf-8")
    assert books.run("import", tmp_path / "a.json", "-o", tmp_path / "a.xlsx") == 0
    assert json.loads(render_document(decoding.decode_file(tmp_path / "a.xlsx"))) == answer


def test_a_season_counts_each_tournament_once_and_names_what_it_left_out(folder):
    season = frames.season(folder)
    assert season["Classeur"].unique().tolist() == [path.name for path in SAMPLES if "apparier" not in path.name]
    assert list(season.attrs["refused"]) == ["faux.xlsx"]
    left_out = season.attrs["left_out"]
    parcel = "envoyé/UIT Genève classique 2010 (exemple) 2010-06-20 - envoi.xlsx"
    assert sorted(left_out) == ["ancien/cote.xlsx", parcel, "geneve-2010 - copie.xlsx"]
    assert left_out["geneve-2010 - copie.xlsx"] == "Copie de geneve-2010.xlsx : mêmes joueurs, mêmes résultats."
    assert left_out["ancien/cote.xlsx"].endswith(": 24 résultats au lieu de 30.")
    assert len(season) == sum(len(frames.games(path)) for path in SAMPLES)


def test_the_keys_join_the_tables_of_a_season(folder):
    games, players = frames.season(folder), frames.season_players(folder)
    joined = games.merge(players[["Classeur", "N°", "Cote retenue"]], on=["Classeur", "N°"], validate="many_to_one")
    assert len(joined) == len(games) and (joined["Cote"].dropna() == joined["Cote retenue"].dropna()).all()
    assert games["Identité"].notna().all() and games["Jeu"].value_counts().to_dict() == {
        "scrabble": 901,
        "othello": 258,
    }
    rated = frames.season_ratings(folder)
    assert rated["Classeur"].unique().tolist() == ["cote-saint-andre-2018.xlsx", "geneve-2010.xlsx"]
    assert "2015-2016" in rated.attrs["warnings"][0] and "othello-finales.xlsx" in rated.attrs["left_out"]
    table = frames.season_standings(folder).groupby("Classeur")["J"].sum()
    assert table["geneve-2010.xlsx"] == len(frames.games(folder / "geneve-2010.xlsx"))
    assert frames.settings(folder / "geneve-2010.xlsx")["Lieu"] == "Genève"


@pytest.mark.parametrize(
    ("call", "message", "kind"),
    [
        (lambda path: frames.season(path.parent / "rien"), "n'existe pas", OSError),
        (lambda path: frames.season(path), "n'existe pas", OSError),
        (lambda path: frames.season(3), "chemin d'un dossier", TypeError),
        (lambda path: frames.season_ratings(path.parent, 3), "chemin d'un dossier", TypeError),
        (lambda path: frames.standings(path, "2"), "un entier", ValueError),
        (lambda path: frames.standings(path, 9), "n'est pas jouée", ValueError),
        (lambda path: frames.games(3), "chemin d'un classeur", TypeError),
        (lambda path: frames.games(path.with_name("rien.xlsx")), "rien.xlsx", OSError),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_house_under_one_class(call, message, kind):
    with pytest.raises(frames.FramesError, match=message) as raised:
        call(SAMPLES[0])
    assert isinstance(raised.value, kind)


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(frames.FramesError, match="pip install") as raised:
        frames.games(SAMPLES[0])
    assert isinstance(raised.value, ImportError)


def test_the_sixteen_questions_of_the_docs_take_five_lines_and_count_no_copy(folder):
    """On a folder with copies, parcels and a damaged file the answers are those on the tournaments alone."""
    first, *questions = re.findall(r"```python\n(.*?)```", PAGE.split("## Seize questions")[1], re.DOTALL)
    assert len(questions) == 16 and all(len(question.strip().splitlines()) <= 5 for question in questions)
    names, alone = (
        {"pandas": pandas, "folder": folder_of_notebook} for folder_of_notebook in (folder, SAMPLES[0].parent)
    )
    for names_of_cells in (names, alone):
        notebook.run(first, names_of_cells)
    answers = [notebook.run(question, names) for question in questions]
    assert answers == [notebook.run(question, alone) for question in questions]
    wins = sum(len(frames.games(path).query("Résultat == 'G'")) for path in SAMPLES if "apparier" not in path.name)
    assert (names["g"]["Résultat"] == "G").sum() == wins and "551)" in answers[2] and "{2: 85, 1: 23}" in answers[14]


def test_the_columns_in_the_docs_are_those_of_the_code():
    tables = [table_columns.SEASON, *table_columns.TABLES.values(), table_columns.COMPARED]
    assert all(table_columns.markdown(fields) in PAGE for fields in tables)


def read_all(pattern):
    """The Parquet files as one data set in three readers: column -> type, and the rows."""
    import duckdb
    import polars
    import pyarrow.dataset

    arrow = pyarrow.dataset.dataset([str(path) for path in pattern]).to_table()
    pola = polars.scan_parquet([str(path) for path in pattern]).collect()
    duck = duckdb.sql(f"select * from read_parquet({[str(path) for path in pattern]!r})")
    return arrow, pola, duck


KINDS = {
    "entier": ("int64", "Int64", "BIGINT"), "décimal": ("double", "Float64", "DOUBLE"),
    "texte": ("string", "String", "VARCHAR"), "oui/non": ("bool", "Boolean", "BOOLEAN"),
    "date": ("timestamp[us]", "Datetime(time_unit='us', time_zone=None)", "TIMESTAMP"),
}  # fmt: skip


def same_schemas(workbooks, tmp_path):
    """Every declared table of these decoded workbooks is one data set of the declared types in each reader."""
    for name, fields in table_columns.TABLES.items():
        written = []
        for index, book in enumerate(workbooks):
            try:
                table = export.TABLES[name](book)
            except NotYetError:
                continue
            if name != "grille":  # its columns are those of the tournament
                assert {*table.columns} <= {field.name for field in fields}, (name, index)
            written.append(tmp_path / f"{index}-{name}.parquet")
            written[-1].write_bytes(render_parquet(table.rows, fields))
        arrow, pola, duck = read_all(written)
        expected = [KINDS[field.kind] for field in fields]
        assert [str(data_type) for data_type in arrow.schema.types] == [kind[0] for kind in expected]
        assert [str(data_type) for data_type in pola.dtypes] == [kind[1] for kind in expected]
        assert [str(data_type) for data_type in duck.dtypes] == [kind[2] for kind in expected]
        assert arrow.column_names == pola.columns == duck.columns == [field.name for field in fields]
        assert arrow.num_rows == len(pola) == duck.shape[0] > 0


def at_random(number):
    """A tournament of either game, some rounds of it played, with forfeits and absences."""
    formula = ("Classique", "Open", "Toutes-rondes", "othello")[number % 4]
    count = {"Open": 12, "Toutes-rondes": 5}.get(formula, 8 + number % 5)
    desk = OthelloDesk(count) if formula == "othello" else Desk(Formule=formula, Graine="7").players(count)
    chances = Chances(str(number), 0.1, 0.0 if formula == "Toutes-rondes" else 0.1)
    outcome = simulate(desk.snapshot, None if number % 8 < 4 else 2, chances, DATE)
    return require_valid(decode(workbook_actions.apply_outcome(desk.snapshot, outcome)))


def test_random_tournaments_are_one_data_set_too(tmp_path):
    same_schemas([at_random(number) for number in range(100 if os.environ.get("TOURNAMENT_XL_FUZZ") else 4)], tmp_path)


def test_all_samples_are_one_data_set_of_the_declared_types_in_three_readers(tmp_path):
    same_schemas([decoding.decode_file(path) for path in SAMPLES], tmp_path)


def test_export_writes_the_same_guarded_and_parquet_too(book, tmp_path):
    assert books.run("export", book, "--to", tmp_path / "t") == 0
    assert books.run("export", book, "--to", tmp_path / "t", "--parquet") == 0
    text = (tmp_path / "t" / "parties.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    games = frames.games(book)
    assert [row["N°"] for row in rows] == [str(number) for number in games["N°"]]
    for name, read in (("classement", frames.standings), ("parties", frames.games), ("journal", frames.journal)):
        pandas.testing.assert_frame_equal(pandas.read_parquet(tmp_path / "t" / f"{name}.parquet"), read(book))


def test_the_notebook_in_docs_says_what_its_cells_give():
    """If this fails because a sample changed: python -m docs.notebook."""
    assert notebook.read() == notebook.executed()
    codes = [cell["source"] for cell in notebook.code_cells(notebook.read())]
    assert len(codes) == 11 and all(len(code.splitlines()) <= 5 for code in codes)
