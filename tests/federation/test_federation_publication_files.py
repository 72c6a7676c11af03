"""Pages, letters to organisers and the ranking on paper that a publication writes: each number is the sheet's."""

import json
import re
from datetime import date
from html import unescape
from random import Random

from tests import books
from tests import federation_world as world
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    list_people,
    make_anonymous,
    publish_month,
    read_letter,
    read_ranking,
    read_sheet_rows,
    send,
)
from tests.programs import starts_office
from tournament_xl.federation import publish
from tournament_xl.messages import federation as texts


def rows(html):
    """The cells of the first table's rows, as texts."""
    table = html[html.index("<table") : html.index("</table>")]
    return [
        [" ".join(unescape(re.sub(r"<details.*?</details>|<[^>]+>", "", cell)).split())
         for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    ]  # fmt: skip


def test_the_page_of_the_ranking_has_what_the_sheet_has_and_leads_to_every_player(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon <b>&", date(2016, 2, 10))
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    site = desk / f"{FEBRUARY}-site"
    html = (site / "index.html").read_text("utf-8")
    rows_by_player = {row[2]: row for row in rows(html)[1:]}
    for line in read_ranking(desk, FEBRUARY).values():
        row = rows_by_player[f"{line['Nom']} {line['Prénom']}"]
        assert row[:2] == [str(line["Place"]), line["±"]] and re.sub(r"\s", "", row[3]) == str(line["Cote"])
        assert row[5].replace("−", "-") == f"{line['Variation']:+}".replace("+0", "0")
    assert "Lyon &lt;b&gt;&amp;" in html and "<b>&" not in html
    links = re.findall(r'href="((?:etat-|joueur/|tournoi/)[^"]+)"', html)
    assert len(links) > 20 and all((site / link).exists() for link in links)
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        paths = [link.partition("#")[0] for link in re.findall(r'href="([^"]+)"', text) if ":" not in link]
        assert all((page.parent / path).exists() for path in paths if path), page
        assert not [person["licence"] for person in list_people(10) if person["licence"] in page.read_text("utf-8")], (
            page
        )


def test_a_players_page_keeps_its_address_and_goes_when_he_is_anonymous(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    publish_month(desk, FEBRUARY, JANUARY)

    def addresses(day):
        pages = (desk / f"{day}-site" / "joueur").glob("*.html")
        return {re.search("<h1>(.*?)</h1>", page.read_text("utf-8"))[1]: page.name for page in pages}

    assert addresses(JANUARY) == addresses(FEBRUARY) and len(addresses(FEBRUARY)) == 10
    anonymous = list_people(8)[3]
    make_anonymous(desk / FEBRUARY / "Lyon.xlsx", anonymous["licence"])
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    assert addresses(JANUARY).keys() - addresses(FEBRUARY).keys() == {f"{anonymous['name']} {anonymous['first_name']}"}


def test_a_tournaments_page_has_its_rounds_and_the_ranking_is_json_too(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    publish_month(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 1, 10))
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    site, facts = (
        desk / f"{FEBRUARY}-site",
        world.invent_tournament(Random("Lyon"), list_people(8), date(2016, 1, 10), title="Lyon"),
    )
    (page,) = (text for path in site.glob("tournoi/*.html") if "<h1>Lyon" in (text := path.read_text("utf-8")))
    names = {player["number"]: f"{player['name']} {player['first_name']}" for player in facts["players"]}
    for matches in facts["rounds"]:
        for match in matches:
            if match["games"]:  # the lower N° first
                sides = sorted(zip((match["one"], match["two"]), match["games"][0], strict=True))
                (first, score), (second, opposing) = sides
                row = f'<th scope="row">{names[first]}</th><td class="nowrap">{score} – {opposing}</td>'
                assert f'{row}<td class="who">{names[second]}</td>' in page
    answer = json.loads((site / "classement.json").read_text("utf-8"))
    assert {player["name"]: player["cote"] for player in answer["players"]} == {
        f"{line['Nom']} {line['Prénom']}": line["Cote"] for line in read_ranking(desk, FEBRUARY).values()
    }
    assert all((site / player["link"]).exists() for player in answer["players"]) and "L01" not in str(answer)


def test_a_tournament_keeps_its_address_whatever_comes_late_or_goes(desk):
    for title, day in (("Vienne", 10), ("Annecy", 20)):
        send(desk, JANUARY, title, date(2016, 1, day))
    publish_month(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 1, 5))
    send(desk, FEBRUARY, "Genève", date(2016, 2, 5))
    publish_month(desk, FEBRUARY, JANUARY)
    order = ["tournoi", "Vienne", "10/01/2016", *[""] * 8, "écarter"]
    lines = [";".join([*texts.DECISION_COLUMNS]), ";".join(order)]
    (desk / "ordre.csv").write_text("\n".join(lines), encoding="utf-8")
    send(desk, MARCH, "Sète", date(2016, 3, 5))
    assert publish_month(desk, MARCH, FEBRUARY, "--decisions", desk / "ordre.csv") == 0

    def addresses(day):
        listed = json.loads((desk / f"{day}-site" / "tournois.json").read_text("utf-8"))["tournaments"]
        pages = {page.name: page for page in (desk / f"{day}-site" / "tournoi").glob("*.html")}
        assert len(pages) == len(listed)
        assert all(f"<h1>{one['title']}" in pages[f"{one['number']}.html"].read_text("utf-8") for one in listed)
        return {one["title"]: one["number"] for one in listed}

    assert addresses(JANUARY) == {"Annecy": 1, "Vienne": 2}
    assert addresses(FEBRUARY) == {"Annecy": 1, "Vienne": 2, "Lyon": 4, "Genève": 3}
    assert addresses(MARCH) == {"Annecy": 1, "Lyon": 4, "Genève": 3, "Sète": 5}


def test_a_players_history_is_json_too(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    publish_month(desk, FEBRUARY, JANUARY)
    site = desk / f"{FEBRUARY}-site"
    for line in read_ranking(desk, FEBRUARY).values():
        (player,) = (
            facts for path in site.glob("joueur/*.json")
            if (facts := json.loads(path.read_text("utf-8")))["name"] == f"{line['Nom']} {line['Prénom']}"
        )  # fmt: skip
        assert (player["cote"], player["place"], player["club"]) == (line["Cote"], line["Place"], line["Club"])
        played = [move for move in player["history"] if move["tournament"]]
        assert len(played) == line["Tournois"] and all(
            (site / f"tournoi/{m['tournament']}.html").exists() for m in played
        )
        assert all(move["pe"] + move["b"] + move["pj"] == move["change"] for move in played)
        assert not player["history"] or player["history"][-1]["cote"] == line["Cote"]
        assert line["Licence"] not in str(player) and (site / player["link"]).exists()


def test_a_letter_goes_to_the_organiser_with_what_to_mend_then_with_his_cotes_and_the_lists_names(desk):
    words = ["--nom", "Été", "--set", "Organisateur=Léa Rey <lea@club.example>", "--set", "Date de début=10/01/2016"]
    path = books.simulate(books.create(desk / JANUARY, 8, *words), 4)
    names = [dict(zip(("name", "first_name", "licence", "cote"), player, strict=True)) for player in books.players(8)]
    names[0]["first_name"] += "e"
    world.write_list(
        desk / "liste.csv", [person | name_cells for person, name_cells in zip(list_people(8), names, strict=True)]
    )
    assert publish_month(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = read_letter(draft)
    assert (to, subject, parts) == ("lea@club.example", "Votre tournoi ne compte pas encore : Été", {})
    assert "rondes jouées, 4 sur 5" in body
    books.simulate(path, 1)
    assert publish_month(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = read_letter(draft)
    assert subject == "Votre tournoi au classement : Été, le 10/01/2016" and body.startswith("Bonjour Léa Rey,")
    for line in read_sheet_rows(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        name = f"{line['Nom']} {line['Prénom']} "  # as the list has it
        (row,) = (row for row in body.splitlines() if row[3:].lstrip().startswith(name))
        assert row.split()[-2:] == [str(line["Cote après"]), line["Série"]]
    assert parts["Cotes Été.csv"].count("\n") >= 9 and "Qui a gagné quoi" in parts["Rapport Été.html"]


def test_r10_the_organisers_workbook_starts_from_the_federations_cotes_and_the_letter_tells_where_it_did_not(desk):
    field = list_people(8)
    field[0] |= {"cote": 1200, "series": "1B", "last": date(2012, 5, 3)}
    listed = world.write_list(desk / "liste.csv", field)
    for name, source in (("Été", listed), ("Hiver", desk / "sans date.csv")):
        if source != listed:
            rows = (
                f"{p['name']};{p['first_name']};{p['licence']};{p['club']};{p['cote']};{p['series']}" for p in field
            )
            source.write_text("Nom;Prénom;Licence;Club;Cote;Série duplicate\n" + "\n".join(rows), encoding="utf-8")
        path, when = desk / JANUARY / f"{name}.xlsx", "Date de début=10/01/2016"
        path.parent.mkdir(exist_ok=True)
        words = ("--joueurs", source, "--nom", name, "--set", when, "--set", "Lieu=Vienne", "--graine", name)
        assert books.run("new", path, "--formule", "classique", *words) == 0
        books.simulate(path, 5)
    assert publish_month(desk, JANUARY) == 0
    bodies = {subject: body for _, subject, body, _ in map(read_letter, (desk / "courriers").iterdir())}
    both = [bodies[f"Votre tournoi au classement : {name}, le 10/01/2016"] for name in ("Été", "Hiver")]
    assert "partait d'autres cotes" not in both[0]
    assert "partait d'autres cotes que la fédération" in both[1] and "- NOM01 Ève : 2250 (classeur : 1200)" in both[1]
    assert both[1].count("(classeur : ") == 1


@starts_office
def test_the_ranking_is_printed_by_libreoffice_or_nothing_is_written(desk, monkeypatch, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    with monkeypatch.context() as patched:
        patched.setattr(publish, "find_libreoffice", lambda machine: "/bin/true")
        assert publish_month(desk, JANUARY, None, "--pdf") == 5 and "n'a pas fait le PDF" in capsys.readouterr().err
    assert sorted(path.name for path in desk.iterdir()) == [JANUARY, "liste.csv"]
    assert publish_month(desk, JANUARY, None, "--pdf") == 0
    assert (desk / f"{JANUARY}.pdf").read_bytes().startswith(b"%PDF")
