"""What goes out of a build: pages, letters to organisers, a report a tournament; each number is the sheet's."""

import email
import email.policy
import re
import shutil
from datetime import date
from html import unescape

import openpyxl
import pytest

from tests import books
from tests import federation_world as world
from tests.federation_desk import FEBRUARY, JANUARY, cells, monthly, people, ranking, send
from tests.xlsm import needs_libreoffice

NAMED = (
    "--set", "Organisateur=Léa Rey <lea@club.example>", "--set", "Nom=Été", "--set", "Date de début=10/01/2016",
)  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    world.write_list(tmp_path / "liste.csv", people(10))
    return tmp_path


def site(desk, day=JANUARY):
    return desk / f"{day}-site"


def state(desk, day=JANUARY):
    """The folder of the pages that index.html leads to."""
    name = re.search(r'data-state="([^"]+)"', (site(desk, day) / "index.html").read_text("utf-8"))[1]
    return site(desk, day) / name


def player_page(desk, line, day=JANUARY):
    name = f"{line['Nom']} {line['Prénom']}".lower().replace(" ", "-").replace("œ", "oe").replace("è", "e")
    return (state(desk, day) / f"joueur-{name}.html").read_text("utf-8")


def rows(html, table=0):
    """The cells of a table's rows, as texts."""
    found = re.findall(r"<table.*?</table>", html, re.DOTALL)[table]
    return [
        [" ".join(unescape(re.sub(r"<details.*?</details>|<[^>]+>", "", cell)).split())
         for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", html[html.index(found) :][: len(found)], re.DOTALL)
    ]  # fmt: skip


def letter(path):
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    parts = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    return mail["to"], mail["subject"], mail.get_body(("plain",)).get_content(), parts


def test_the_page_of_the_ranking_has_what_the_sheet_has_and_leads_to_every_player(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon <b>&", date(2016, 2, 10))
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    html = (site(desk, FEBRUARY) / "index.html").read_text("utf-8")
    shown = {row[2]: row for row in rows(html)[1:]}
    for line in ranking(desk, FEBRUARY).values():
        row = shown[f"{line['Nom']} {line['Prénom']}"]
        assert row[:2] == [str(line["Place"]), line["±"]] and row[3] == str(line["Cote"])
        assert row[5].replace("−", "-") == f"{line['Variation']:+}".replace("+0", "0")
        assert row[7:9] == [line["Nationalité"], line["Fédération"]] == ["FRA", "FFS"]
        player = player_page(desk, line, FEBRUARY)
        assert line["Licence"] not in player and f"<h1>{line['Nom']} {line['Prénom']}</h1>" in player
    assert "Lyon &lt;b&gt;&amp;" in html and "<b>&" not in html
    links = re.findall(r'href="(etat-[^"]+)"', html)
    assert len(links) > 20 and all((site(desk, FEBRUARY) / link).exists() for link in links)


def test_a_players_page_has_his_tournaments_a_tournaments_page_says_why_paper_has_the_ranking(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    moves = cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016")
    book = openpyxl.load_workbook(desk / f"{JANUARY}.xlsx")  # sheets of detail print their title only
    printed = {sheet.title: sheet.print_area.rpartition("!")[2] for sheet in book if sheet.sheet_state == "visible"}
    details = {name for name, area in printed.items() if area == "$A$1:$H$3"}
    assert details == {"Saison 2015-2016", "Joueurs", "Évolution", "À décider"}
    assert printed["Classement"].startswith("$A$1:$K$")
    tournament = (state(desk) / "tournoi-1.html").read_text("utf-8")
    table = {row[1]: row for row in rows(tournament)[1:]}
    for line in moves:
        player = player_page(desk, line)
        assert rows(player)[1][-1] == str(line["Cote après"]) == table[f"{line['Nom']} {line['Prénom']}"][-2]
        share = "les deux tiers" if line["Cote de référence (Ci)"] > line["Cote de départ (Cj)"] else "un tiers"
        if line["PJ brut"]:
            assert f"a {line['Cote de référence (Ci)']}, contre {line['Cote de départ (Cj)']} ; {share}" in tournament
        if line["PJ"] != line["PJ brut"]:
            assert f"soit {line['PJ brut']:+}, limités à" in tournament.replace("−", "-")


def test_a_letter_goes_to_the_organiser_with_his_cotes_and_what_the_list_has(desk):
    path = books.simulate(books.create(desk, 8, *NAMED), 5)
    names = [(name, first) for name, first, _, _ in books.players(8)]
    listed = [
        one | {"name": name, "first_name": first, "licence": licence, "cote": int(cote) + 7, "last": date(2015, 8, 1)}
        for one, (name, first, licence, cote) in zip(people(8), books.players(8), strict=True)
    ]
    listed[0]["first_name"] += "e"
    world.write_list(desk / "liste.csv", listed)
    (desk / JANUARY).mkdir()
    path.rename(desk / JANUARY / "club.xlsx")
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (draft.name, to) == ("2016-01-31 Été.eml", "lea@club.example")
    assert subject == "Votre tournoi au classement : Été, le 10/01/2016" and body.startswith("Bonjour Léa Rey,")
    assert f" : {names[0][0]} {names[0][1]}e, licence " in body  # misspelt
    assert "cote" not in body.partition("Pour la prochaine fois")[2].partition("Les cotes après")[0]
    for line in cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        name = f"{line['Nom']} {line['Prénom']} "  # as the list has it
        (row,) = (row for row in body.splitlines() if row[3:].lstrip().startswith(name))
        assert row.split()[-2:] == [str(line["Cote après"]), line["Série"]]
    assert parts["Cotes.csv"].count("\n") >= 9
    assert "<style>" in parts["Rapport.html"] and "Qui a gagné quoi" in parts["Rapport.html"]
    assert "href=" not in re.sub(r"<head>.*?</head>", "", parts["Rapport.html"], flags=re.DOTALL).replace('href="#', "")


def test_a_letter_says_what_to_mend_in_a_workbook_that_is_refused(desk):
    path = books.simulate(books.create(desk, 8, *NAMED), 4)
    (desk / JANUARY).mkdir()
    path.rename(desk / JANUARY / "club.xlsx")
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (to, subject, parts) == ("lea@club.example", "Votre tournoi ne compte pas encore : Été", {})
    assert body.startswith("Bonjour Léa Rey,") and "« club.xlsx »" in body and "rondes jouées, 4 sur 5" in body
    books.simulate(path := shutil.copy(desk / JANUARY / "club.xlsx", desk / JANUARY / "fini.xlsx"), 1)
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    assert letter(draft)[1].startswith("Votre tournoi au classement"), (
        "who has sent what is missing is not asked for it"
    )


def test_letters_go_to_those_who_are_newly_counted_and_foreign_files_stay(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    other = send(desk, FEBRUARY, "Brest", date(2016, 2, 20))
    monthly(desk, FEBRUARY, JANUARY)
    found = {path.name for path in (desk / "courriers").iterdir()}
    assert found == {"2016-01-31 Vienne.eml", "2016-02-29 Lyon.eml", "2016-02-29 Brest.eml"}
    other.unlink()
    monthly(desk, FEBRUARY, JANUARY)  # again: the draft that is no longer wanted goes
    assert {path.name for path in (desk / "courriers").iterdir()} == found - {"2016-02-29 Brest.eml"}
    (desk / "courriers" / "2016-02-29 Lyon.eml").write_text("corrigé à la main")
    capsys.readouterr()
    before = (desk / f"{FEBRUARY}.xlsx").read_bytes()
    assert monthly(desk, FEBRUARY, JANUARY) == 5
    assert "Lyon.eml existe et n'a pas été fait par ce programme" in capsys.readouterr().err
    assert (desk / f"{FEBRUARY}.xlsx").read_bytes() == before


@needs_libreoffice
def test_the_ranking_is_printed_by_libreoffice(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    assert monthly(desk, JANUARY, None, "--pdf") == 0
    assert (desk / f"{JANUARY}.pdf").read_bytes().startswith(b"%PDF")


def test_without_libreoffice_or_over_somebody_elses_pdf_nothing_is_written(desk, monkeypatch, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    (desk / f"{JANUARY}.pdf").write_text("autre")
    assert monthly(desk, JANUARY, None, "--pdf") == 5 and f"{JANUARY}.pdf existe" in capsys.readouterr().err
    (desk / f"{JANUARY}.pdf").unlink()
    monkeypatch.setattr("tournament_xl.federation.publish.office", lambda machine: "")
    assert monthly(desk, JANUARY, None, "--pdf") == 5 and "LibreOffice n'est pas trouvé" in capsys.readouterr().err
    monkeypatch.setattr("tournament_xl.federation.publish.office", lambda machine: "/bin/true")
    assert monthly(desk, JANUARY, None, "--pdf") == 5 and "n'a pas fait le PDF" in capsys.readouterr().err
    assert sorted(path.name for path in desk.iterdir()) == [JANUARY, "liste.csv"]
