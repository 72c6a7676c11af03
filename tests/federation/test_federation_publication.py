"""What a publication writes: its workbook, pages, files for programs and letters. Each number is the sheet's."""

import csv
import io
import json
import re
from datetime import date
from html import unescape
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    OCTOBER,
    build_publication,
    line,
    list_people,
    mail,
    mark_of,
    mistype_score,
    publish_month,
    read_letter,
    read_mail_text,
    read_ranking,
    read_received,
    read_sheet_rows,
    render_mails,
    says,
    send,
)
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.output.report import render_publication, render_ranking
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.players.player_lists import read_list, read_register

SEASON = "Saison 2015-2016"
LEA = "Léa Rey <lea@club.example>"
LOGO = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2L\1\0;"
PEOPLE = list_people(12)
PEOPLE[10] |= {"name": "MARTIN", "first_name": "Jean", "club": "Lyon"}
PEOPLE[11] |= {"name": "MARTIN", "first_name": "Jean", "club": "Genève"}
HIDDEN = PEOPLE[8]  # asks in February not to be named
CALENDAR = """Date;Tournoi;Organisateur
20/01/2016;TH de Vienne;
10/02/2016;Grand Prix de Lyon;
05/02/2016;TH de Bourges;Léa Rey
01/03/2016;TH de Nîmes;Luc Roux
13/02/2016;Tournoi de Vienne;
"""


@pytest.fixture(scope="module")
def months(tmp_path_factory):
    """Three months: a mail, a late tournament, an adjustment, somebody anonymous, at last a tournament struck out."""
    desk = tmp_path_factory.mktemp("mois")
    world.write_list(desk / "liste.csv", PEOPLE)
    (desk / "logo.gif").write_bytes(LOGO)
    path = send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    sent = mail(("th.xlsx", path.read_bytes()), subject="Notre tournoi secret", text="Ne le dites à personne.",
                sent="Mon, 25 Jan 2016 18:30:00 +0100")  # fmt: skip
    (desk / JANUARY / "a.eml").write_bytes(sent.as_bytes())
    path.unlink()
    send(desk, JANUARY, "Annecy", date(2016, 1, 24), field=PEOPLE[4:])
    publisher = ("--federation", "Fédération du Scrabble", "--signature", "Anne Roux", "--logo", desk / "logo.gif")
    assert publish_month(desk, JANUARY, None, *publisher) == 0

    lyon = world.invent_tournament(Random(1), PEOPLE[2:10], date(2016, 2, 10), title="Lyon <b>&")
    world.write_workbook(desk / FEBRUARY / "lyon.xlsx", lyon | {"anonymous": [HIDDEN["licence"]]})
    send(desk, FEBRUARY, "Sète", date(2016, 1, 5), field=PEOPLE[4:])
    (desk / "calendrier.csv").write_text(CALENDAR, encoding="utf-8")
    (desk / "a.csv").write_text("Date;Licence;Points;Motif\n01/02/2016;L01;-121,5;CLAP\n", encoding="utf-8")
    options = ("--calendrier", desk / "calendrier.csv", "--ajustements", desk / "a.csv")
    assert publish_month(desk, FEBRUARY, JANUARY, *options) == 0

    send(desk, MARCH, "Nice", date(2016, 3, 5))
    annecy = world.invent_tournament(Random("Annecy"), PEOPLE[4:], date(2016, 1, 24), title="Annecy")
    right = world.write_workbook(desk / MARCH / "annecy.xlsx", mistype_score(Random(1), annecy))
    orders = [
        line("tournoi", "écarter", Tournoi="Vienne", Date="20/01/2016", Auteur="Zoé Noir", Motif="tricherie avérée"),
        line("doublon", "compter", Empreinte=mark_of(right), Auteur="", Motif=""),
    ]  # fmt: skip
    cells = [[*orders[0]], *([*order.values()] for order in orders)]
    (desk / "d.csv").write_text("\n".join(map(";".join, cells)), encoding="utf-8-sig")
    assert publish_month(desk, MARCH, FEBRUARY, "--decisions", desk / "d.csv") == 0
    return desk


def site_of(desk, day):
    return desk / f"{day}-site"


def read_pages(desk, day):
    """Path in the site -> text, of every file."""
    files = (path for path in site_of(desk, day).rglob("*") if path.is_file())
    return {
        path.relative_to(site_of(desk, day)).as_posix(): path.read_bytes().decode("utf-8", "replace") for path in files
    }


def read_json(desk, day, name):
    return json.loads((site_of(desk, day) / f"{name}.json").read_text("utf-8"))


def table_rows(html):
    """The cells of the first table's rows, as texts."""
    table = html[html.index("<table") : html.index("</table>")]
    return [
        [" ".join(unescape(re.sub(r"<details.*?</details>|<[^>]+>", "", cell)).split())
         for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    ]  # fmt: skip


# The workbook


def test_the_workbook_says_what_the_regulation_wants(months):
    book = months / f"{JANUARY}.xlsx"
    ranking, lines = read_sheet_rows(book, "Classement"), read_sheet_rows(book, SEASON)
    assert [row["Place"] for row in ranking] == sorted(row["Place"] for row in ranking)
    assert {row["N°"] for row in lines} == {1, 2}
    for row in lines:  # R2 and what stands beside it, recomputed from the cells alone
        assert row["Variation"] == row["PE"] + (row["B"] or 0) + row["PJ"]
        assert row["Cote après"] == row["Cote avant"] + row["Variation"]
        assert row["PE"] == 8 - row["Place (x)"] + 1
        field = [own["Cote de départ (Cj)"] for own in lines if own["N°"] == row["N°"]]
        assert row["Cote de référence (Ci)"] == sorted(field, reverse=True)[row["Place (x)"] - 1]
    for row in read_sheet_rows(book, "Tournois"):
        lost = 25 * (5 - row["Catégorie"]) + 5 * (14 - row["Rondes"]) + (100 - row["% Joker"]) / 2
        assert row["PJmax"] == row["CT"] * (400 - lost) == -2 * row["PJmin"]
    last = {row["Licence"]: row["Cote après"] for row in lines}
    assert {row["Licence"]: row["Cote"] for row in ranking if row["Licence"] in last} == last


def test_the_month_stands_first_in_ten_lines_and_below_what_was_expected_in_vain(months):
    book = openpyxl.load_workbook(months / f"{FEBRUARY}.xlsx")
    assert book.sheetnames[:2] == ["Ce mois", "Classement"]
    rows = [row[:2] for row in book.worksheets[0].iter_rows(min_row=4, values_only=True)]
    lines, rest = dict(rows[:10]), [row for row in rows[10:] if any(row)]
    assert len(lines) == 10 and "Sète (05/01/2016)" in lines["Après publication"]
    best = max(row["Variation"] for row in read_ranking(months, FEBRUARY).values())
    assert f"+{best}" in lines["En hausse"].split(",")[0]
    assert [row[0] for row in rest[1:]] == ["05/02/2016", "13/02/2016"]  # TH de Bourges, Tournoi de Vienne
    assert "Bourges" in rest[1][1] and "Léa Rey" in rest[1][1] and "Vienne" in rest[2][1]


def test_a_late_tournament_counts_after_the_others_and_is_marked(months):
    """Its players start from their cotes of the moment; what changes is listed with names and points."""
    rows = read_sheet_rows(months / f"{FEBRUARY}.xlsx", "Tournois")
    assert [row["Tournoi"] for row in rows] == ["Vienne", "Annecy", "Lyon <b>&", "Sète"]
    assert says(rows[-1]["À savoir"], texts.LATE_REMARK)
    ranking, season = read_ranking(months, FEBRUARY), read_sheet_rows(months / f"{FEBRUARY}.xlsx", SEASON)
    for licence, row in ranking.items():
        assert row["Cote avant"] == read_ranking(months, JANUARY)[licence]["Cote"]
        moves = [own for own in season if own["Licence"] == licence and own["Date"].date() > date(2016, 1, 31)]
        assert row["Cote"] == row["Cote avant"] + sum(own["Variation"] for own in moves)
    starts, ends = ({own["Licence"]: own[cell] for own in season if own["Tournoi ou motif"] == title}
                    for title, cell in (("Sète", "Cote de départ (Cj)"), ("Lyon <b>&", "Cote après")))  # fmt: skip
    both = starts.keys() & ends.keys()
    assert len(both) > 4 and all(starts[licence] == ends[licence] for licence in both)
    (change,) = read_sheet_rows(months / f"{FEBRUARY}.xlsx", "Ce qui a changé")
    gains = {
        f"{row['Nom']} {row['Prénom']}\u00a0{row['Variation']:+}".replace("-", "−")
        for row in season if row["Tournoi ou motif"] == "Sète" and row["Mouvement"] == "tournoi" and row["Variation"]
    }  # fmt: skip
    assert {*change["Qui cela touche"].partition(" : ")[2].rstrip(".").split(", ")} == gains
    pages = read_pages(months, FEBRUARY)
    (page,) = (text for name, text in pages.items() if name.endswith("changements.html"))
    assert "Sète (05/01/2016)" in page and "changements.html" in pages["index.html"]
    marked = [row for name in pages if name.startswith("joueur/") for row in pages[name].split("<tr>")
              if texts.LATE_WORD in row]  # fmt: skip
    assert len(marked) == 7 and all(">Sète</a>" in row and "05/01/2016" in row for row in marked)


def test_each_month_of_the_course_has_the_cote_after_the_last_movement_before_its_end(tmp_path):
    """Fourteen months of tournaments over two seasons, a second time from the lines of the sheets Saison."""
    listed, tournaments = world.invent_seasons(Random("course"), people=40, unknown=0, tournaments=10, days=420)
    for number, facts in enumerate(tournaments):
        world.write_workbook(tmp_path / "r" / f"{number}.xlsx", facts)
    players = read_register(world.write_list(tmp_path / "liste.csv", listed))
    publication = build_publication(read_received(tmp_path / "r"), players, date(2016, 11, 20))
    (tmp_path / "c.xlsx").write_bytes(render_publication(publication, "", ""))
    book = tmp_path / "c.xlsx"
    moves = [row for name in ("2015-2016", "2016-2017") for row in read_sheet_rows(book, f"Saison {name}")]
    lines = {(row["Nom"], row["Prénom"]): row for row in read_sheet_rows(book, "Évolution")}
    months = [title for title in next(iter(lines.values())) if title[:1].isdigit()]
    assert months[0] == f"{moves[0]['Date']:%m/%Y}" and months[-1] == "11/2016" and len(months) > 12
    for row in read_sheet_rows(book, "Classement"):
        own = [move for move in moves if move["Licence"] == row["Licence"]]
        for month in months:
            end = int(month[3:]), int(month[:2])
            before = [move for move in own if (move["Date"].year, move["Date"].month) <= end]
            expected = before[-1]["Cote après"] if before else own[0]["Cote avant"] if own else row["Cote"]
            assert lines[row["Nom"], row["Prénom"]][month] == expected, (row["Nom"], month)


def test_the_list_has_the_federations_columns_and_serves_as_the_next_list_decimals_included(months, tmp_path):
    ranking = {licence: (row["Place"], row["Cote"]) for licence, row in read_ranking(months, FEBRUARY).items()}
    assert ranking["L01"][1] % 1 == 0.5
    written = (months / f"{FEBRUARY}-joueurs.csv").read_text("utf-8-sig")
    (row,) = (row for row in csv.reader(io.StringIO(written), delimiter=";") if "L02" in row)
    assert row[:9] == ["NOM02", "Ève", "L02", "1500", "4A", "Vienne", "S", "FRA", "FFS"]
    assert row[9:] == [str(ranking["L02"][1]), "C", "1", "20/01/2016"]
    for listed in (f"{FEBRUARY}-joueurs.csv", f"{FEBRUARY}.xlsx"):
        publication = build_publication([], read_register(months / listed), date(2016, 2, 29))
        assert {own.account.licence: (own.place, own.cote) for own in publication.ranking} == ranking


def test_names_that_look_like_formulas_stay_text_everywhere(story):
    text = '=HYPERLINK("http://a.b","x")'
    field = list_people(7) + [list_people(8)[7] | {"name": text, "club": text, "licence": ""}]
    doubtful = field[7] | {"name": list_people(1)[0]["name"], "first_name": "Eve"}
    story.played(OCTOBER, field, title=text).played(date(2015, 11, 4), [*field[1:7], doubtful, field[7]], title=text)
    publication = story.build(list_people(7))
    book = openpyxl.load_workbook(io.BytesIO(render_publication(publication, "", "")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert all(cell.data_type != "f" for cell in cells) and sum(text in str(cell.value) for cell in cells) >= 6
    for rendered in (render_players_csv(publication), render_decisions_csv(publication)):
        rows = csv.reader(io.StringIO(rendered.decode("utf-8-sig")), delimiter=";")
        formulas = [cell for row in rows for cell in row if text in cell]
        assert formulas and all(cell.startswith("'") for cell in formulas)
    (story.folder / "j.csv").write_bytes(render_players_csv(publication))
    assert text in {player["Nom"] for player in read_list(story.folder / "j.csv")}


# Pages, and files for programs


def test_the_page_of_the_ranking_has_what_the_sheet_has_and_so_have_the_files_for_programs(months):
    """In the CSV, what is below 0, and a place that has not changed, have no guard before them as texts have."""
    pages, ranking = read_pages(months, FEBRUARY), [*read_ranking(months, FEBRUARY).values()]
    on_page = table_rows(pages["index.html"])[1:]
    in_csv = [*csv.DictReader(io.StringIO(pages["classement.csv"].removeprefix("\ufeff")), delimiter=";")]
    in_json = read_json(months, FEBRUARY, "classement")["players"]
    assert "-121,5" in {row["Variation"] for row in in_csv} and "=" in {row["±"] for row in in_csv}
    for own, row, record, player in zip(ranking, on_page, in_csv, in_json, strict=True):
        change = str(own["Variation"]).replace(".", ",")
        shown = [row[0], row[1], re.sub(r"\s", "", row[3]), row[5].replace("−", "-").lstrip("+")]
        assert shown == [str(own["Place"]), own["±"], str(own["Cote"]).replace(".", ","), change]
        assert (record["±"], record["Variation"]) == (own["±"], change)
        assert player["cote"] == own["Cote"] and (site_of(months, FEBRUARY) / player["link"]).exists()
    assert "Lyon &lt;b&gt;&amp;" in pages["index.html"] and "<b>&" not in pages["index.html"]


def test_a_tournaments_page_has_its_rounds(months):
    facts = world.invent_tournament(Random("Annecy"), PEOPLE[4:], date(2016, 1, 24), title="Annecy")
    (page,) = (text for name, text in read_pages(months, JANUARY).items() if "<h1>Annecy" in text)
    names = {player["number"]: f"{player['name']} {player['first_name']}" for player in facts["players"]}
    names |= {own["number"]: f"MARTIN Jean ({own['club']})" for own in facts["players"] if own["name"] == "MARTIN"}
    for match in (match for matches in facts["rounds"] for match in matches if match["games"]):
        sides = sorted(zip((match["one"], match["two"]), match["games"][0], strict=True))
        (first, score), (second, opposing) = sides  # the lower N° first
        row = f'<th scope="row">{names[first]}</th><td class="nowrap">{score} – {opposing}</td>'
        assert f'{row}<td class="who">{names[second]}</td>' in page


def test_the_page_of_a_corrected_tournament_keeps_the_cotes_that_were_published(months):
    """What counts later stands beside them, and in the letter about it."""
    page = read_pages(months, MARCH)["tournoi/1.html"].replace("\u202f", "")
    season = [row for row in read_sheet_rows(months / f"{JANUARY}.xlsx", SEASON) if row["Tournoi ou motif"] == "Annecy"]
    assert len(season) == 8 and all(f'<td class="num big">{row["Cote après"]}</td>' in page for row in season)
    assert "Compté ensuite</th>" in page
    changes = read_sheet_rows(months / f"{MARCH}.xlsx", "Ce qui a changé")
    assert ["Annecy" in row["Ce qui est arrivé"] for row in changes].count(True) == 1 and len(changes) == 2
    assert says(read_letter(months / "courriers" / f"{MARCH} Annecy.eml")[1], words.CORRECTED_SUBJECT)


def test_a_players_history_is_json_too(months):
    site, ranking = site_of(months, JANUARY), read_ranking(months, JANUARY)
    histories = [json.loads(path.read_text("utf-8")) for path in site.glob("joueur/*.json")]
    assert len(histories) == len(ranking)
    for player in histories:
        (row,) = (row for row in ranking.values() if (row["Place"], row["Club"], f"{row['Nom']} {row['Prénom']}") == (
            player["place"], player["club"], player["name"]))  # fmt: skip
        played = [move for move in player["history"] if move["tournament"]]
        assert len(played) == row["Tournois"] and (site / player["link"]).exists()
        assert all((site / f"tournoi/{move['tournament']}.html").exists() for move in played)
        assert all(move["pe"] + move["b"] + move["pj"] == move["change"] for move in played)
        assert player["cote"] == row["Cote"] == (player["history"] or [player])[-1]["cote"]


def find_addresses(desk, day, folder):
    """Heading of each page in a folder of the site -> its name."""
    pages = [(name, text) for name, text in read_pages(desk, day).items() if re.match(f"{folder}/.*html", name)]
    addresses = {unescape(re.search("<h1>(.*?)</h1>", text)[1]): name for name, text in pages}
    assert len(addresses) == len(pages)
    return addresses


def test_players_and_tournaments_keep_their_addresses_whatever_comes_late_or_goes(months):
    """Sète comes late; Vienne is struck out in March."""
    january = {"Annecy": 1, "Vienne": 2}
    february = january | {"Sète": 3, "Lyon <b>&": 4}
    march = {"Annecy": 1, "Sète": 3, "Lyon <b>&": 4, "Nice": 5}
    for day, numbers in ((JANUARY, january), (FEBRUARY, february), (MARCH, march)):
        listed = read_json(months, day, "tournois")["tournaments"]
        assert {own["title"]: own["number"] for own in listed} == numbers
        expected = {title: f"tournoi/{number}.html" for title, number in numbers.items()}
        assert find_addresses(months, day, "tournoi") == expected
    first, *later = (find_addresses(months, day, "joueur") for day in (JANUARY, FEBRUARY, MARCH))
    hidden = f"{HIDDEN['name']} {HIDDEN['first_name']}"
    assert len(first) == 12 and first.pop(hidden) and later == [first, first]


def test_who_is_anonymous_in_a_workbook_is_named_in_nothing_public(months, story):
    """As on the organiser's own pages; the workbook, for those who work with it, has the name."""
    assert HIDDEN["name"] in str(read_pages(months, JANUARY))
    pages = read_pages(months, FEBRUARY)
    assert HIDDEN["name"] not in str(pages) and "Anonyme" in pages["index.html"]
    assert sum("Joueur 7" in text for name, text in pages.items() if name.startswith("tournoi/")) == 1  # his N° at Lyon
    assert HIDDEN["name"] in str(read_sheet_rows(months / f"{FEBRUARY}.xlsx", "Classement"))
    facts = world.invent_tournament(Random(1), PEOPLE[:9], OCTOBER) | {"anonymous": [HIDDEN["licence"]]}
    world.write_workbook(story.folder / "reçus" / "1.xlsx", facts)
    paper = io.BytesIO(render_ranking(story.build(PEOPLE)))  # --pdf
    assert HIDDEN["name"] not in (printed := str([*openpyxl.load_workbook(paper).active.values])) and "NOM01" in printed


def test_namesakes_carry_their_club_on_pages_and_not_in_files(months):
    pages = read_pages(months, JANUARY)
    assert ">MARTIN Jean (Lyon)</a>" in pages["index.html"] and ">MARTIN Jean (Genève)</a>" in pages["index.html"]
    assert "(" not in pages["classement.json"]


@pytest.mark.parametrize("day", [JANUARY, FEBRUARY, MARCH])
def test_the_folder_to_upload_has_no_licence_address_message_or_reason(months, day):
    """The workbook, which is for the officer alone, has them, and the next publication still knows them."""
    private = ("zoe@", "Zoé Blanc", "secret", "à personne", "Zoé Noir", "tricherie", "votre décision", "L01", "L05")
    for name, text in read_pages(months, day).items():
        assert not [word for word in private if word in text], name
    rows = read_sheet_rows(months / f"{day}.xlsx", "Tournois")
    (row,) = (row for row in rows if row["Fichier"].startswith("a.eml › th.xlsx"))
    assert [row[title] for title in ("Envoyé par", "Envoyé le", "Objet", "Message")] == [
        "Zoé Blanc <zoe@club.fr>", "25/01/2016 18:30", "Notre tournoi secret", "Ne le dites à personne.",
    ]  # fmt: skip
    if day == MARCH:
        decisions = read_sheet_rows(months / f"{day}.xlsx", "Décisions")
        assert ("Zoé Noir", "tricherie avérée") in {(own["Auteur"], own["Motif"]) for own in decisions}


# Letters


def test_a_letter_goes_to_who_sent_the_mail_with_the_cotes_of_the_sheet(months):
    letters = {path.name: read_letter(path) for path in (months / "courriers").iterdir()}
    to, _, body, parts = letters[f"{JANUARY} Vienne.eml"]
    assert to == "zoe@club.fr" and [*parts] == ["Rapport Vienne.html", "Cotes Vienne.csv"]
    for row in read_sheet_rows(months / f"{JANUARY}.xlsx", SEASON):
        if row["Tournoi ou motif"] == "Vienne":
            (own,) = (own for own in body.splitlines() if own[3:].lstrip().startswith(f"{row['Nom']} {row['Prénom']} "))
            assert own.split()[-2:] == [str(row["Cote après"]), row["Série"]]
    assert parts["Cotes Vienne.csv"].count("\n") >= 9 and "Vienne</h1>" in parts["Rapport Vienne.html"]
    assert says(letters[f"{FEBRUARY} Sète.eml"][2], words.COUNTED_LATE)
    assert letters[f"{MARCH} Vienne.eml"][0] == "zoe@club.fr"  # struck out


def letters_of(story, listed=None):
    """The letters of a story: (to, subject, text, names of the attachments)."""
    letters = render_mails(story.build(listed or list_people(9)))
    names = [[part.get_filename() for part in letter.iter_attachments()] for letter in letters]
    return [(own["to"], own["subject"], read_mail_text(own), parts) for own, parts in zip(letters, names, strict=True)]


def organised(story, title, day, organiser, field=None, **more):
    facts = world.invent_tournament(Random(title), field or list_people(8), day, title=title) | {"organiser": organiser}
    world.write_workbook(story.folder / "reçus" / f"{title}.xlsx", facts | more)


def test_an_organiser_has_one_letter_about_all_of_his_tournaments_and_a_namesake_his_own(story):
    organised(story, "Sète n° 11", date(2016, 1, 10), LEA)
    organised(story, "Agde", date(2016, 1, 17), LEA, rounds=[])
    organised(story, "Béziers", date(2016, 1, 24), LEA)
    organised(story, "Vienne", date(2016, 1, 24), "Léa Rey <rey@ailleurs.example>", list_people(9)[1:])
    (to, subject, body, parts), (other, *_) = letters_of(story)
    assert (to, other) == ("lea@club.example", "rey@ailleurs.example")
    assert all(title in subject and title in body for title in ("Sète n° 11", "Béziers", "Agde"))
    assert "Léa Rey" in body.splitlines()[0]
    assert parts == ["Rapport Sète n° 11.html", "Cotes Sète n° 11.csv", "Rapport Béziers.html", "Cotes Béziers.csv"]


def test_tournaments_without_an_address_have_a_letter_by_organiser_and_place(story):
    senders = {"Un": "Léa Rey", "Deux": "Léa Rey", "Trois": "Léa Rey, à Lyon", "Quatre": "", "Cinq": ""}
    for day, (title, sender) in enumerate(senders.items(), start=10):
        organiser, _, place = sender.partition(", à ")
        organised(story, title, date(2016, 1, day), organiser, where=place)
    assert sorted(len(parts) // 2 for *_, parts in letters_of(story)) == [1, 1, 1, 2]  # report and cotes of each


def test_namesakes_are_told_apart_by_their_clubs_in_a_letter_that_says_where_he_started_from(story):
    field = list_people(8)
    for person, club in zip(field, ("Lyon", "Genève"), strict=False):
        person |= {"name": "MARTIN", "first_name": "Jean", "club": club}
    organised(story, "Sète", date(2016, 1, 10), LEA, [person | {"cote": 1200} for person in field[:2]] + field[2:])
    ((_, _, body, _),) = letters_of(story, field)
    for club in ("Lyon", "Genève"):
        assert body.count(f"MARTIN Jean ({club}) : ") == 2  # where he started from, and his cote
    assert "MARTIN Jean :" not in body and body.count(": 1200)") == 2  # nobody else started elsewhere


def test_a_letter_has_the_names_of_the_list_and_says_whose_series_changes(story):
    field = [person | {"cote": 2890 + 3 * n} for n, person in enumerate(list_people(8))]
    listed = [field[0] | {"first_name": "Èvelyne"}, *field[1:]]
    publication = story.played(OCTOBER, field).build(listed)
    ((_, _, body, _),) = letters_of(story, listed)
    assert says(body, words.OTHER_NAME) and "NOM01 Èvelyne : " in body
    for own in publication.counted[0].counted.ratings.lines:
        old, new = ("Joker" if cote >= 2900 else "A" for cote in (own.old, own.new))
        name = own.player.full_name.replace("NOM01 Ève", "NOM01 Èvelyne")
        (row,) = (row for row in body.splitlines() if f" {name} : " in row)
        assert (f"{old} → {new}" in row) == (old != new)
    assert "A → Joker" in body or "Joker → A" in body
