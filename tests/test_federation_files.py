"""`federation build` on files: what is written, that it is the same again, that nothing foreign is written over."""

import csv
import hashlib
import io
from datetime import date
from random import Random

import openpyxl
import pytest

from tests import books
from tests import federation_world as world
from tests.books import run
from tests.test_federation_rules import people
from tournament_xl.book.grid import read_date
from tournament_xl.lists.read import read_list, read_register
from tournament_xl.resources import resource

OCTOBER = date(2015, 10, 4)
INJECTIONS = ['=HYPERLINK("http://a.b","x")', "\t=2+2"]


@pytest.fixture
def inbox(tmp_path):
    """A folder of three tournaments, a list, and the command that builds from them."""
    field = people(8)
    for number in range(3):
        facts = world.tournament(Random(number), field, date(2015, 10 + number, 4), title=f"Tournoi {number}")
        world.write(tmp_path / "recus" / f"{number}.xlsx", facts)
    world.write_list(tmp_path / "liste.csv", field)
    return tmp_path


def build(folder, *options, listed="liste.csv", output="sortie/classement.xlsx", day="2016-08-31"):
    (folder / "sortie").mkdir(exist_ok=True)
    return run("federation", "build", folder / "recus", "--joueurs", folder / listed, "--date", day,
               "-o", folder / output, *options)  # fmt: skip


def outputs(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "sortie").iterdir()) if path.is_file()}


def cells(path, sheet):
    """The table of a sheet as dicts."""
    rows = list(books.content(path)[sheet].iter_rows(min_row=4, values_only=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:] if any(cell is not None for cell in row)]


def test_the_workbook_says_what_the_regulation_wants(inbox):
    build(inbox)
    book = inbox / "sortie" / "classement.xlsx"
    ranking, lines = cells(book, "Classement"), cells(book, "Saison 2015-2016")
    assert [line["Place"] for line in ranking] == sorted(line["Place"] for line in ranking)
    for line in lines:  # R2 and what stands beside it, recomputed from the cells alone
        assert line["Variation"] == line["PE"] + (line["B"] or 0) + line["PJ"]
        assert line["Cote après"] == line["Cote avant"] + line["Variation"]
        assert line["PE"] == 8 - line["Place (x)"] + 1
        field = [one["Cote de départ (Cj)"] for one in lines if one["N°"] == line["N°"]]
        assert line["Cote de référence (Ci)"] == sorted(field, reverse=True)[line["Place (x)"] - 1]
    last = {line["Licence"]: line["Cote après"] for line in lines}
    assert {line["Licence"]: line["Cote"] for line in ranking} == last
    digests = [line["SHA-256"] for line in cells(book, "Tournois")]
    assert digests == [hashlib.sha256((inbox / "recus" / f"{n}.xlsx").read_bytes()).hexdigest() for n in range(3)]


def test_what_it_writes_serves_as_the_next_list(inbox):
    build(inbox)
    (inbox / "sortie" / "classement.xlsx").rename(inbox / "avant.xlsx")
    (inbox / "sortie" / "classement-joueurs.csv").rename(inbox / "avant.csv")
    ranking = {line["Licence"]: (line["Place"], line["Cote"]) for line in cells(inbox / "avant.xlsx", "Classement")}
    players = read_register(inbox / "avant.csv")
    assert {p["Licence"]: int(p["Cote"]) for p in players} == {who: cote for who, (_, cote) in ranking.items()}
    assert {p["Dernier tournoi"] for p in players} == {"04/12/2015"}
    in_workbook = read_register(inbox / "avant.xlsx")
    dates = {p.pop("Dernier tournoi") for p in in_workbook}
    assert {read_date(day) for day in dates} == {date(2015, 12, 4)}
    assert in_workbook == [{key: p[key] for key in p if key != "Dernier tournoi"} for p in players]
    for path in (inbox / "recus").iterdir():
        path.unlink()
    for listed in ("avant.csv", "avant.xlsx"):
        assert build(inbox, listed=listed) == 0
        again = cells(inbox / "sortie" / "classement.xlsx", "Classement")
        assert {line["Licence"]: (line["Place"], line["Cote"]) for line in again} == ranking
        assert {line["±"] for line in again} == {"="} and {line["Variation"] for line in again} == {0}


def test_the_players_file_has_the_12_columns_of_the_federation_and_the_date(inbox):
    build(inbox)
    text = (inbox / "sortie" / "classement-joueurs.csv").read_bytes().decode("cp1252")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert len(rows) == 8 and all(len(row) == 13 for row in rows) and text.count("\r\n") == 8
    cote = {line["Licence"]: line["Cote"] for line in cells(inbox / "sortie" / "classement.xlsx", "Classement")}
    assert rows[0][:9] == ["NOM01", "Ève", "L01", "1500", "4A", "Vienne", "S", "FRA", "FFS"]
    assert rows[0][9:] == [str(cote["L01"]), "B" if cote["L01"] >= 1600 else "C", "1", "04/12/2015"]


@pytest.mark.parametrize("text", INJECTIONS)
def test_names_that_look_like_formulas_stay_text_everywhere(tmp_path, text):
    field = people(7) + [people(8)[7] | {"name": text, "club": text, "licence": ""}]
    facts = world.tournament(Random(1), field, OCTOBER, title=text)
    world.write(tmp_path / "recus" / "1.xlsx", facts)
    doubtful = field[7] | {"name": people(1)[0]["name"], "first_name": "Eve"}
    world.write(tmp_path / "recus" / "2.xlsx", world.tournament(Random(2), [*field[1:7], doubtful, field[7]],
                                                                 date(2015, 11, 4), title=text))  # fmt: skip
    world.write_list(tmp_path / "liste.csv", people(7))
    assert build(tmp_path) == 0
    seen = 0
    book = openpyxl.load_workbook(tmp_path / "sortie" / "classement.xlsx")
    for page in book:
        for line in page.iter_rows():
            for cell in line:
                assert cell.data_type != "f", (page.title, cell.coordinate)
                seen += text.strip() in str(cell.value)
    assert seen >= 6
    for name in ("classement-joueurs.csv", "classement-decisions.csv"):
        data = (tmp_path / "sortie" / name).read_bytes()
        rows = list(
            csv.reader(io.StringIO(data.decode("utf-8-sig" if "decisions" in name else "cp1252")), delimiter=";")
        )
        found = [cell for row in rows for cell in row if text.strip() in cell]
        assert found and all(cell.startswith("'") for cell in found)
    again = read_list(tmp_path / "sortie" / "classement-joueurs.csv")
    assert text.strip() in {player["Nom"] for player in again}


# What is given wrongly


def test_what_cannot_be_used_is_told_and_nothing_is_written(inbox, capsys):
    (inbox / "a.csv").write_text("Date;Licence;Points;Motif\n01/02/2016;L99;5;CLAP\n", encoding="utf-8")
    wrong = [
        (5, "n'existe pas ; vérifiez", {"listed": "rien.csv"}, ()),
        (2, "« demain » n'est pas une date", {"day": "demain"}, ()),
        (5, "n'est pas un classement de ce programme", {}, ("--avant", inbox / "liste.csv")),
        (5, "rien.xlsx ne peut pas être lu", {}, ("--avant", inbox / "rien.xlsx")),
        (5, "rien : ce dossier n'existe pas", {"output": "rien/classement.xlsx"}, ()),
        (5, "doit finir par .xlsx", {"output": "sortie/classement.csv"}, ()),
        (5, "ligne 2 : la licence L99 n'est à personne", {}, ("--ajustements", inbox / "a.csv")),
        (5, "est une des entrées", {"listed": "sortie/classement-joueurs.csv"}, ()),
        (5, "n'est pas un classement de ce programme", {"output": "recus/1.xlsx"}, ()),
    ]
    for code, sentence, given, options in wrong:
        (inbox / "sortie").mkdir(exist_ok=True)
        if given.get("listed", "").startswith("sortie"):
            world.write_list(inbox / given["listed"], people(8))
        before = {path: path.read_bytes() for path in inbox.rglob("*.*")}
        assert build(inbox, *options, **given) == code, sentence
        said = capsys.readouterr()
        assert sentence in said.err and "Traceback" not in said.err
        assert {path: path.read_bytes() for path in inbox.rglob("*.*")} == before


def test_a_season_file_is_read_and_a_bad_one_told(inbox, capsys):
    season = resource("tournament_xl", "seasons/2015-2016.toml").read_text(encoding="utf-8")
    season = (
        season.replace("2015-2016", "2016-2017").replace("2015-09-01", "2016-01-01").replace("A = 2250", "A = 1450")
    )
    (inbox / "s.toml").write_text(season, encoding="utf-8")
    assert build(inbox, "--saison", inbox / "s.toml") == 0
    assert {line["Série"] for line in cells(inbox / "sortie" / "classement.xlsx", "Classement")} >= {"A"}
    (inbox / "s.toml").write_text("name = 3", encoding="utf-8")
    assert build(inbox, "--saison", inbox / "s.toml") == 5
    assert "s.toml n'est pas un fichier de saison" in capsys.readouterr().err


def next_season(folder, first_day="2016-01-01"):
    """A season after the one built in, with thresholds and values of its own."""
    season = resource("tournament_xl", "seasons/2015-2016.toml").read_text(encoding="utf-8")
    season = season.replace("2015-2016", "2016-2017").replace("2015-09-01", first_day).replace("A = 2250", "A = 1450")
    (folder / "s.toml").write_text(season, encoding="utf-8")
    return folder / "s.toml"


def told(folder, file):
    lines = cells(folder / "sortie" / "classement.xlsx", "Tournois")
    return next(
        (line["Verdict"], line["Saison"], (line["À savoir"] or "") + (line["Détails"] or ""))
        for line in lines
        if line["Fichier"] == file
    )


def named(inbox, season, day):
    """One more tournament, its workbook naming a season."""
    facts = world.tournament(Random(9), people(8), day, title="nommé") | {"season": season}
    world.write(inbox / "recus" / "9.xlsx", facts)
    return inbox


def test_a_season_given_reaches_the_workbooks_that_name_it(inbox):
    named(inbox, "2016-2017", date(2016, 2, 4))
    assert build(inbox) == 0
    assert told(inbox, "9.xlsx")[0] == "écarté" and "« 2016-2017 » n'est pas connue" in told(inbox, "9.xlsx")[2]
    assert build(inbox, "--saison", next_season(inbox)) == 0
    verdict, season, said = told(inbox, "9.xlsx")
    assert (verdict[:6], season) == ("compté", "2016-2017") and "nomme" not in said


def test_a_workbook_that_names_another_season_than_its_day_has_counts_with_it_and_that_is_told(inbox):
    named(inbox, "2015-2016", date(2016, 2, 4))
    assert build(inbox) == 0 and "nomme" not in told(inbox, "9.xlsx")[2]
    assert build(inbox, "--saison", next_season(inbox)) == 0
    verdict, season, said = told(inbox, "9.xlsx")
    assert (verdict, season) == ("compté, grave", "2015-2016")
    assert "la saison 2015-2016, que son paramètre Saison nomme ; au 04/02/2016 la saison est 2016-2017" in said


def test_a_last_tournament_after_the_day_of_the_ranking_stops_everything_and_is_named(inbox, capsys):
    field = people(8)
    field[4]["last"] = date(2061, 11, 5)
    world.write_list(inbox / "liste.csv", field)
    assert build(inbox) == 5
    said = capsys.readouterr().err
    assert "liste.csv, ligne 5" in said and "dernier tournoi le 05/11/2061, après le 31/08/2016" in said
    assert outputs(inbox) == {}
    assert build(inbox, day="2061-11-05") == 0


def test_answers_are_never_written_over(inbox, capsys):
    field = people(7) + [people(8)[7] | {"licence": "L99"}]  # a known name under another licence
    world.write(inbox / "recus" / "9.xlsx", world.tournament(Random(9), field, date(2016, 2, 4), title="x"))
    assert build(inbox) == 0
    said = capsys.readouterr().out
    decisions = inbox / "sortie" / "classement-decisions.csv"
    assert "1 question à décider" in said and decisions.name in said
    text = decisions.read_text(encoding="utf-8-sig").rstrip("\n")
    assert text.endswith("L08 | nouveau;")
    decisions.write_text(text + "L08\n", encoding="utf-8-sig")
    answered = decisions.read_bytes()
    assert build(inbox) == 5 and "--decisions" in capsys.readouterr().err and decisions.read_bytes() == answered
    assert build(inbox, "--decisions", decisions) == 0
    assert "L08 | nouveau;L08" in decisions.read_text(encoding="utf-8-sig")
    moves = cells(inbox / "sortie" / "classement.xlsx", "Saison 2015-2016")
    assert sum(line["Licence"] == "L08" for line in moves) == 4


def test_our_own_ranking_in_the_folder_is_no_tournament_and_no_refused_one(inbox, capsys):
    build(inbox, output="recus/classement.xlsx")
    before = cells(inbox / "recus" / "classement.xlsx", "Classement")
    first = (inbox / "recus" / "classement.xlsx").read_bytes()
    (inbox / "recus" / "ancien.xlsx").write_bytes(first)
    capsys.readouterr()
    build(inbox, output="recus/classement.xlsx")
    said = capsys.readouterr().out
    assert "3 comptés" in said and "0 écarté." in said
    assert "  ancien.xlsx : Classement de ce programme, laissé de côté." in said
    book = inbox / "recus" / "classement.xlsx"
    last = cells(book, "Tournois")[-1]
    assert (last["Fichier"], last["Verdict"], last["N°"]) == ("ancien.xlsx", "laissé de côté", None)
    assert len(cells(book, "Tournois")) == 4
    assert cells(book, "Classement") == before


def test_a_season_without_numbers_of_its_own_says_whose_it_has(inbox):
    def said(day, *options):
        build(inbox, *options, day=day)
        page = openpyxl.load_workbook(inbox / "sortie" / "classement.xlsx")["À propos"]
        return next(line[1].value for line in page.iter_rows() if line[0].value == "Saison")

    assert "n'a pas de nombres" not in said("2016-08-31")
    assert "2016-2017 : " in said("2016-09-30") and "ce sont ceux de 2015-2016" in said("2016-09-30")
    assert "n'a pas de nombres" not in said("2016-09-30", "--saison", next_season(inbox))
