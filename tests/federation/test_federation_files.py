"""`federation build` on files: what is written, that it is the same again, that nothing foreign is written over."""

import csv
import hashlib
import io
import sqlite3
from datetime import date
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests.books import run
from tests.federation_desk import (
    answer_decisions,
    list_people,
    make_anonymous,
    read_received,
    read_sheet_rows,
    write_seasons,
)
from tournament_xl.core.resources import resource_path
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.intake.folder import list_received
from tournament_xl.federation.output.guards import check_targets
from tournament_xl.federation.output.report import render_ranking
from tournament_xl.federation.ranking.build import build_publication as rebuilt
from tournament_xl.federation.store.old_report import import_old_report
from tournament_xl.messages import federation as texts
from tournament_xl.players.player_lists import read_list, read_register
from tournament_xl.workbook.snapshot import ExternalError


@pytest.fixture
def inbox(tmp_path):
    """A folder of three tournaments, a list, and the command that builds from them."""
    field = list_people(8)
    for number in range(3):
        facts = world.invent_tournament(Random(number), field, date(2015, 10 + number, 4), title=f"Tournoi {number}")
        world.write_workbook(tmp_path / "recus" / f"{number}.xlsx", facts)
    world.write_list(tmp_path / "liste.csv", field)
    return tmp_path


def build(folder, *options, listed="liste.csv", output="sortie/classement.xlsx", day="2016-08-31"):
    (folder / "sortie").mkdir(exist_ok=True)
    return run("federation", "build", folder / "recus", "--joueurs", folder / listed, "--date", day,
               "-o", folder / output, *options)  # fmt: skip


def test_the_public_csv_has_numbers_as_numbers(inbox):
    """What is below 0, and a place that has not changed, have no guard before them as texts have."""
    (inbox / "a.csv").write_text("Date;Licence;Points;Motif\n01/06/2016;L01;-121,5;CLAP\n", encoding="utf-8")
    assert build(inbox, "--clore", day="2016-05-31") == 0
    assert build(inbox, "--ajustements", inbox / "a.csv", output="sortie/apres.xlsx") == 0
    written = (inbox / "sortie" / "apres-site" / "classement.csv").read_text("utf-8-sig")
    public = [(record["±"], record["Variation"]) for record in csv.DictReader(io.StringIO(written), delimiter=";")]
    rows = read_sheet_rows(inbox / "sortie" / "apres.xlsx", "Classement")
    expected = [(row["±"], str(row["Variation"]).replace(".", ",")) for row in rows]
    assert public == expected and ("=", "0") in public and "-121,5" in dict(map(reversed, public))


def test_the_workbook_says_what_the_regulation_wants(inbox):
    build(inbox)
    book = inbox / "sortie" / "classement.xlsx"
    ranking, lines = read_sheet_rows(book, "Classement"), read_sheet_rows(book, "Saison 2015-2016")
    assert [line["Place"] for line in ranking] == sorted(line["Place"] for line in ranking)
    for line in lines:  # R2 and what stands beside it, recomputed from the cells alone
        assert line["Variation"] == line["PE"] + (line["B"] or 0) + line["PJ"]
        assert line["Cote après"] == line["Cote avant"] + line["Variation"]
        assert line["PE"] == 8 - line["Place (x)"] + 1
        field = [row["Cote de départ (Cj)"] for row in lines if row["N°"] == line["N°"]]
        assert line["Cote de référence (Ci)"] == sorted(field, reverse=True)[line["Place (x)"] - 1]
    for cell in read_sheet_rows(book, "Tournois"):
        lost = 25 * (5 - cell["Catégorie"]) + 5 * (14 - cell["Rondes"]) + (100 - cell["% Joker"]) / 2
        assert cell["PJmax"] == cell["CT"] * (400 - lost) == -2 * cell["PJmin"]
    last = {line["Licence"]: line["Cote après"] for line in lines}
    assert {line["Licence"]: line["Cote"] for line in ranking} == last
    digests = [line["SHA-256"] for line in read_sheet_rows(book, "Tournois")]
    assert digests == [hashlib.sha256((inbox / "recus" / f"{n}.xlsx").read_bytes()).hexdigest() for n in range(3)]
    before = book.read_bytes()
    assert build(inbox) == 0 and book.read_bytes() == before


def test_what_it_writes_has_the_federations_columns_and_serves_as_the_next_list_decimals_included(inbox):
    (inbox / "a.csv").write_text("Date;Licence;Points;Motif\n01/06/2016;L01;12,5;CLAP\n", encoding="utf-8")
    assert build(inbox, "--ajustements", inbox / "a.csv") == 0
    (inbox / "sortie" / "classement.xlsx").rename(inbox / "avant.xlsx")
    (inbox / "sortie" / "classement-joueurs.csv").rename(inbox / "avant.csv")
    ranking = {
        line["Licence"]: (line["Place"], line["Cote"]) for line in read_sheet_rows(inbox / "avant.xlsx", "Classement")
    }
    assert ranking["L01"][1] % 1 == 0.5
    rows = list(csv.reader(io.StringIO((inbox / "avant.csv").read_text("utf-8-sig")), delimiter=";"))
    assert rows[1][:9] == ["NOM02", "Ève", "L02", "1500", "4A", "Vienne", "S", "FRA", "FFS"]
    assert rows[1][9:] == [str(ranking["L02"][1]), "C", "1", "04/12/2015"]
    for path in (inbox / "recus").iterdir():
        path.unlink()
    for listed in ("avant.csv", "avant.xlsx"):
        (inbox / "sortie" / "registre.sqlite").unlink()
        assert build(inbox, listed=listed) == 0
        relisted = read_sheet_rows(inbox / "sortie" / "classement.xlsx", "Classement")
        assert {line["Licence"]: (line["Place"], line["Cote"]) for line in relisted} == ranking


def test_who_is_anonymous_in_a_workbook_is_named_on_no_page_and_in_no_report(tmp_path):
    """As on the organiser's own pages; the workbook and the letter, for those who work with them, have the name."""
    field = list_people(8)
    anonymous = field[4]
    for number in range(2):
        facts = world.invent_tournament(Random(number), field, date(2015, 10 + number, 4), title=f"Tournoi {number}")
        path = world.write_workbook(tmp_path / "recus" / f"{number}.xlsx", facts)
    number = make_anonymous(path, anonymous["licence"])
    world.write_list(tmp_path / "liste.csv", field)
    assert build(tmp_path) == 0
    (site,) = (tmp_path / "sortie").glob("*-site")
    pages = {page.relative_to(site).as_posix(): page.read_text("utf-8") for page in site.rglob("*.html")}
    assert len(pages) > 8 and all(anonymous["name"] not in text for text in pages.values())
    assert "Anonyme" in pages["index.html"]
    assert all(f"Joueur {number}" in text for name, text in pages.items() if name.startswith("tournoi/"))
    assert anonymous["name"] in str(read_sheet_rows(tmp_path / "sortie" / "classement.xlsx", "Classement"))
    listed = read_register(tmp_path / "liste.csv")
    paper = io.BytesIO(render_ranking(rebuilt(read_received(tmp_path / "recus"), listed, date(2016, 8, 31))))
    printed = str([*openpyxl.load_workbook(paper).active.values])  # --pdf, which the site has, too
    assert "Anonyme" in printed and not [
        text for text in (anonymous["name"], *(p["licence"] for p in field)) if text in printed
    ]


def test_names_that_look_like_formulas_stay_text_everywhere(tmp_path):
    text = '=HYPERLINK("http://a.b","x")'
    field = list_people(7) + [list_people(8)[7] | {"name": text, "club": text, "licence": ""}]
    doubtful = field[7] | {"name": list_people(1)[0]["name"], "first_name": "Eve"}
    for number, players in enumerate((field, [*field[1:7], doubtful, field[7]])):
        facts = world.invent_tournament(Random(number), players, date(2015, 10 + number, 4), title=text)
        world.write_workbook(tmp_path / "recus" / f"{number}.xlsx", facts)
    world.write_list(tmp_path / "liste.csv", list_people(7))
    assert build(tmp_path) == 0
    book = openpyxl.load_workbook(tmp_path / "sortie" / "classement.xlsx")
    written = [cell for page in book for line in page.iter_rows() for cell in line]
    assert all(cell.data_type != "f" for cell in written)
    assert sum(text in str(cell.value) for cell in written) >= 6
    for name, encoding in (("classement-joueurs.csv", "utf-8-sig"), ("classement-decisions.csv", "utf-8-sig")):
        with (tmp_path / "sortie" / name).open(encoding=encoding, newline="") as stream:
            formulas = [cell for row in csv.reader(stream, delimiter=";") for cell in row if text in cell]
        assert formulas and all(cell.startswith("'") for cell in formulas)
    assert text in {player["Nom"] for player in read_list(tmp_path / "sortie" / "classement-joueurs.csv")}


# What is given wrongly


def test_what_cannot_be_used_is_told_and_nothing_is_written(inbox, capsys):
    (inbox / "a.csv").write_text("Date;Licence;Points;Motif\n01/02/2016;L99;5;CLAP\n", encoding="utf-8")
    (inbox / "s.toml").write_text("name = 3")
    wrong = [
        (2, "« demain » n'est pas une date", {"day": "demain"}, ()),
        (5, "n'est pas un classement de ce programme", {}, ("--avant", inbox / "liste.csv")),
        (5, "s.toml n'est pas un fichier de saison", {}, ("--saison", inbox / "s.toml")),
        (5, "ligne 2 : la licence L99 n'est à personne", {}, ("--ajustements", inbox / "a.csv")),
        (5, "est une des entrées", {"output": "sortie/classement.xlsx", "listed": "sortie/classement-joueurs.csv"}, ()),
        (5, "n'a pas été fait par ce programme", {"output": "recus/1.xlsx"}, ()),
    ]
    (inbox / "sortie").mkdir()
    world.write_list(inbox / "sortie" / "classement-joueurs.csv", list_people(8))
    before = {path: path.read_bytes() for path in inbox.rglob("*.*")}
    for code, sentence, changed, options in wrong:
        assert build(inbox, *options, **({"output": "autre.xlsx"} | changed)) == code, sentence
        output = capsys.readouterr()
        assert sentence in output.err and "Traceback" not in output.err
        assert {path: path.read_bytes() for path in inbox.rglob("*.*")} == before


def test_a_season_given_has_its_thresholds_and_reaches_the_workbooks_that_name_it(inbox):
    facts = world.invent_tournament(Random(9), list_people(8), date(2016, 2, 4), title="nommé") | {
        "season": "2016-2017"
    }
    world.write_workbook(inbox / "recus" / "9.xlsx", facts)
    season = resource_path("tournament_xl", "games/scrabble/seasons/2015-2016.toml").read_text(encoding="utf-8")
    season = season.replace("2015-2016", "2016-2017").replace("2015-09-01", "2016-01-01")
    (inbox / "s.toml").write_text(season.replace("A = 2250", "A = 1450"), encoding="utf-8")
    assert build(inbox, "--saison", inbox / "s.toml") == 0
    (line,) = (
        line
        for line in read_sheet_rows(inbox / "sortie" / "classement.xlsx", "Tournois")
        if line["Fichier"] == "9.xlsx"
    )
    assert line["Verdict"].startswith("compté") and line["Saison"] == "2016-2017"
    assert {line["Série"] for line in read_sheet_rows(inbox / "sortie" / "classement.xlsx", "Classement")} >= {"A"}


def test_answers_are_never_written_over(inbox, capsys):
    field = list_people(7) + [list_people(8)[7] | {"licence": "L99"}]  # a known name under another licence
    world.write_workbook(
        inbox / "recus" / "9.xlsx", world.invent_tournament(Random(9), field, date(2016, 2, 4), title="x")
    )
    assert build(inbox) == 0 and "1 question à décider" in capsys.readouterr().out
    decisions = answer_decisions(inbox / "sortie" / "classement-decisions.csv", "L08")
    before = decisions.read_bytes()
    assert build(inbox) == 5 and "--decisions" in capsys.readouterr().err and decisions.read_bytes() == before
    assert build(inbox, "--decisions", decisions) == 0
    assert "L08 | nouveau;L08" in decisions.read_text(encoding="utf-8-sig")
    moves = read_sheet_rows(inbox / "sortie" / "classement.xlsx", "Saison 2015-2016")
    assert sum(line["Licence"] == "L08" for line in moves) == 4


# Évolution and Saison à saison, a second time from the lines of the sheets Saison


def test_each_month_has_the_cote_after_the_last_movement_before_its_end(tmp_path):
    """Fourteen months of tournaments over two seasons."""
    write_seasons(tmp_path, "course", people=60, unknown=0, tournaments=20, days=400)
    assert build(tmp_path, day="2016-11-20") == 0
    book = tmp_path / "sortie" / "classement.xlsx"
    moves = [line for name in ("2015-2016", "2016-2017") for line in read_sheet_rows(book, f"Saison {name}")]
    lines = {(cell["Nom"], cell["Prénom"]): cell for cell in read_sheet_rows(book, "Évolution")}
    months = [title for title in next(iter(lines.values())) if title[:1].isdigit()]
    assert months[0] == f"{moves[0]['Date']:%m/%Y}" and months[-1] == "11/2016" and len(months) == 15
    ranking = read_sheet_rows(book, "Classement")
    assert len(ranking) > 33
    for row in ranking:
        own = [move for move in moves if move["Licence"] == row["Licence"]]
        for month in months:
            end = int(month[3:]), int(month[:2])
            before = [move for move in own if (move["Date"].year, move["Date"].month) <= end]
            expected = before[-1]["Cote après"] if before else own[0]["Cote avant"] if own else row["Cote"]
            assert lines[row["Nom"], row["Prénom"]][month] == expected, (row["Nom"], month)


def test_a_failure_of_a_build_names_its_file(tmp_path):
    output, folder, day = tmp_path / "classement.pdf", tmp_path / "mois", date(2026, 11, 21)
    cases = {
        texts.ENDING: (output, lambda: check_targets(BuildRequest(folder, None, day, output), [])),
        texts.NO_FOLDER: (folder, lambda: list_received(folder, ())),
        texts.BEFORE_UNREADABLE: (folder, lambda: import_old_report(sqlite3.connect(":memory:"), folder, "")),
    }
    for sentence, (path, use) in cases.items():
        with pytest.raises(ExternalError) as raised:
            use()
        assert str(path) in str(raised.value)
        assert sentence.partition("{path}")[0] in str(raised.value)
