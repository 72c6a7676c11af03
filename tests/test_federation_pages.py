"""What goes out of a build: pages, letters to organisers, a report a tournament; each number is the sheet's."""

import email
import email.policy
import re
from datetime import date
from html import unescape

import pytest

from tests import books
from tests import federation_world as world
from tests.federation_desk import FEBRUARY, JANUARY, cells, monthly, people, ranking, send
from tests.xlsm import needs_libreoffice


@pytest.fixture
def desk(tmp_path):
    world.write_list(tmp_path / "liste.csv", people(10))
    return tmp_path


def pages(desk, day=JANUARY):
    """The first page, and the folder of the others to which it leads."""
    site = desk / f"{day}-site"
    html = (site / "index.html").read_text("utf-8")
    return html, site / re.search(r'data-state="([^"]+)"', html)[1]


def player_page(state, line):
    name = f"{line['Nom']} {line['Prénom']}".lower().replace(" ", "-").replace("è", "e")
    return (state / f"joueur-{name}.html").read_text("utf-8")


def rows(html):
    """The cells of the first table's rows, as texts."""
    table = html[html.index("<table") : html.index("</table>")]
    return [
        [" ".join(unescape(re.sub(r"<details.*?</details>|<[^>]+>", "", cell)).split())
         for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
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
    html, state = pages(desk, FEBRUARY)
    shown = {row[2]: row for row in rows(html)[1:]}
    for line in ranking(desk, FEBRUARY).values():
        row = shown[f"{line['Nom']} {line['Prénom']}"]
        assert row[:2] == [str(line["Place"]), line["±"]] and row[3] == str(line["Cote"])
        assert row[5].replace("−", "-") == f"{line['Variation']:+}".replace("+0", "0")
        assert line["Licence"] not in player_page(state, line)
    assert "Lyon &lt;b&gt;&amp;" in html and "<b>&" not in html
    links = re.findall(r'href="(etat-[^"]+)"', html)
    assert len(links) > 20 and all((state.parent / link).exists() for link in links)


def test_a_players_page_has_his_tournaments_and_a_tournaments_page_says_why(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    _, state = pages(desk)
    tournament = (state / "tournoi-1.html").read_text("utf-8")
    table = {row[1]: row for row in rows(tournament)[1:]}
    for line in cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        after = rows(player_page(state, line))[1][-1]
        assert after == str(line["Cote après"]) == table[f"{line['Nom']} {line['Prénom']}"][-2]
        share = "les deux tiers" if line["Cote de référence (Ci)"] > line["Cote de départ (Cj)"] else "un tiers"
        if line["PJ brut"]:
            assert f"a {line['Cote de référence (Ci)']}, contre {line['Cote de départ (Cj)']} ; {share}" in tournament
        if line["PJ"] != line["PJ brut"]:
            assert f"soit {line['PJ brut']:+}, limités à" in tournament.replace("−", "-")


def test_a_letter_goes_to_the_organiser_with_what_to_mend_then_with_his_cotes_and_the_lists_names(desk):
    values = ("Organisateur=Léa Rey <lea@club.example>", "Nom=Été", "Date de début=10/01/2016")
    (desk / JANUARY).mkdir()
    words = [word for value in values for word in ("--set", value)]
    path = books.simulate(books.create(desk / JANUARY, 8, *words), 4)
    listed = [
        one | {"name": name, "first_name": first, "licence": licence, "cote": int(cote) + 7}
        for one, (name, first, licence, cote) in zip(people(8), books.players(8), strict=True)
    ]
    misspelt = f"{listed[0]['name']} {listed[0]['first_name']}e"
    listed[0]["first_name"] += "e"
    world.write_list(desk / "liste.csv", listed)
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (to, subject, parts) == ("lea@club.example", "Votre tournoi ne compte pas encore : Été", {})
    assert f"« {path.name} »" in body and "rondes jouées, 4 sur 5" in body
    books.simulate(path, 1)
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (draft.name, to) == ("2016-01-31 Été.eml", "lea@club.example") and f" : {misspelt}, licence " in body
    assert subject == "Votre tournoi au classement : Été, le 10/01/2016" and body.startswith("Bonjour Léa Rey,")
    for line in cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        name = f"{line['Nom']} {line['Prénom']} "  # as the list has it
        (row,) = (row for row in body.splitlines() if row[3:].lstrip().startswith(name))
        assert row.split()[-2:] == [str(line["Cote après"]), line["Série"]]
    assert parts["Cotes.csv"].count("\n") >= 9 and "Qui a gagné quoi" in parts["Rapport.html"]


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
    before = (desk / f"{FEBRUARY}.xlsx").read_bytes()
    assert monthly(desk, FEBRUARY, JANUARY) == 5
    assert "Lyon.eml existe et n'a pas été fait par ce programme" in capsys.readouterr().err
    assert (desk / f"{FEBRUARY}.xlsx").read_bytes() == before


@needs_libreoffice
def test_the_ranking_is_printed_by_libreoffice_or_nothing_is_written(desk, monkeypatch, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    with monkeypatch.context() as patched:
        for office, words in (("", "LibreOffice n'est pas trouvé"), ("/bin/true", "n'a pas fait le PDF")):
            patched.setattr("tournament_xl.federation.publish.office", lambda machine, office=office: office)
            assert monthly(desk, JANUARY, None, "--pdf") == 5 and words in capsys.readouterr().err
    assert sorted(path.name for path in desk.iterdir()) == [JANUARY, "liste.csv"]
    assert monthly(desk, JANUARY, None, "--pdf") == 0
    assert (desk / f"{JANUARY}.pdf").read_bytes().startswith(b"%PDF")
