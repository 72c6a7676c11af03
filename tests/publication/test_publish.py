"""`publish`: the figures of pages and files are the sheets', names are escaped or hidden, the folder is ours alone."""

import base64
import csv
import io
import json
import re
from functools import partial
from html import unescape

import pytest

from tests import books
from tests.books import run
from tests.desk import Desk
from tests.hall_phones import Hall
from tournament_xl.publication.pages import MARK
from tournament_xl.service.hall_screen import render_hall_screen
from tournament_xl.service.print_sheet import render_sheet
from tournament_xl.service.publish import publish
from tournament_xl.service.workbook_access import OpenWorkbook, WorkbookFile
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.tables import find_right_of
from tournament_xl.workbook.working_copy import ActionAborted
from tournament_xl.xlsx.package import Package
from tournament_xl.xlsx.pictures import MAX_LOGO_BYTES, find_picture

ENTRIES = ("index.html", "ecran.html", "etat.js", "tournoi.json", "parties.csv", "classement.csv")
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)


class Page:
    """A page as its text, tables (section id -> rows of texts), links and ids."""

    def __init__(self, source):
        self.text = unescape(source)
        self.links = re.findall(r'(?:href|src)="([^"]+)"', source)
        self.ids = re.findall(r'\bid="([^"]+)"', source)
        assert len(self.ids) == len({*self.ids}), "an id stands once"
        self.tables = {}
        parts = re.split(r"<section(?:[^>]* id=\"(\w+)\")?[^>]*>", source)
        for name, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            rows = re.findall(r"<tr.*?</tr>", part, re.DOTALL)
            self.tables.setdefault(name or "", []).extend(
                [read_cell_text(cell) for cell in CELL.findall(row)] for row in rows
            )


def read_cell_text(cell):
    """The text of a cell, without what is folded away under it."""
    return " ".join(unescape(re.sub(r"<summary.*?</summary>|<[^>]+>", " ", cell, flags=re.DOTALL)).split())


def published(path, tmp_path, *words):
    folder = tmp_path / "pages"
    assert run("publish", path, "--to", folder, *words) == 0
    return folder


def page(folder, name="index.html"):
    return Page((folder / name).read_text(encoding="utf-8"))


def facts_in(folder):
    return json.loads((folder / "tournoi.json").read_text(encoding="utf-8"))


def figure(text):
    """A figure as a page shows it -> a number or text."""
    plain = text.replace("\u202f", "").replace("\u2212", "-").replace(",", ".")
    plain = re.sub("^½", "0½", plain).replace("½", ".5")
    return float(plain) if re.fullmatch(r"[+-]?\d+(\.\d+)?", plain) else plain


def cell(value):
    return "" if value is None else float(value) if isinstance(value, int | float) else figure(str(value))


@pytest.fixture(scope="module", params=["classique", "othello"])
def book(request, tmp_path_factory):
    """A tournament under way, with forfeits and absences, its sheets just written."""
    path = books.create(tmp_path_factory.mktemp("played"), 9, formula=request.param)
    assert run("simulate", path, "--rounds", 4, "--forfaits", "0.15", "--absences", "0.05") == 0
    if request.param == "classique":
        assert run("ratings", path, "--provisional") == 0
    return path


@pytest.fixture(scope="module")
def folder(book, tmp_path_factory):
    return published(book, tmp_path_factory.mktemp("published"))


def everything(folder):
    return "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file())


# Figures


def test_every_figure_is_the_sheets(book, folder):
    facts, (header, *page_rows) = facts_in(folder), page(folder).tables["classement"]
    written = csv.DictReader(io.StringIO((folder / "classement.csv").read_text("utf-8-sig")), delimiter=";")
    lines = facts["standings"][-1]["lines"]
    assert len(lines) > 4
    assert ";'-" not in (folder / "classement.csv").read_text("utf-8-sig"), "a number is no formula"
    for want, row, line, export_row in zip(books.lines(book, "Classement"), page_rows, lines, written, strict=True):
        assert figure(row[0]) == want["Place"] == line["place"] == int(export_row["Place"])
        assert want["N°"] == line["number"] == int(export_row["N°"])
        for key, name in facts["figures"].items():
            assert (name in header) is any(other[key] is not None for other in lines), name
            shown = figure(row[header.index(name)]) if name in header else ""
            assert shown == cell(want[name]) == cell(line[key]) == cell(export_row[name]), name
        assert row[1] == (want["±"] or "") or want["±"] == "abs."


def test_the_games_are_those_of_the_sheets(book, folder):
    facts = facts_in(folder)
    rows = {(row["Ronde"], row["Table"]): row for row in books.lines(book, "Résultats")}
    games = [game for game in facts["games"] if game["table"]]
    assert len(games) >= 2 * facts["played"]
    scores = ("Score 1", "Score 2") if facts["game"] == "scrabble" else ("Pions N", "Pions B")
    for game in games:
        row = rows[game["round"], game["table"]]
        typed = [row[name] for name in scores]
        assert game["scores"][:1] == ([typed] if None not in typed else [])
        assert game["reason"].split() == row["Motif"].split()


def test_the_ratings_and_each_players_page_are_the_sheets(book, folder):
    facts = facts_in(folder)
    players = {player["number"]: player for player in facts["players"]}
    for row in books.lines(book, "Cotes") if facts["game"] == "scrabble" else ():
        ratings = [players[row["N°"]][key] for key in ("rating", "new_rating", "rating_change")]
        assert ratings == [row["Cote initiale"], row["Nouvelle cote"], row["Variation"]]
    for line in facts["standings"][-1]["lines"]:
        own = page(next(folder.glob("etat-*")), f"joueur-{line['number']}.html")
        met = {game["round"] for game in facts["games"] if line["number"] in (game["one"], game["two"])}
        record = own.tables[""][1:]
        assert [figure(row[0]) for row in record] == [*range(1, facts["drawn"] + 1)]
        assert {int(row[0]) for row in record if row[1] != "absent ou pas inscrit"} == met
        if facts["game"] == "othello":
            tie_break_sum = players[line["number"]]["tie_break_sum"]
            assert tie_break_sum in own.text and figure(tie_break_sum.rpartition(" = ")[2]) == line["tie_break"]
        assert figure(record[-1][3]) == line["match_points" if facts["game"] == "scrabble" else "points"]


def test_a_difference_that_is_not_the_winners_keeps_its_sign(tmp_path):
    """Won by two games to one with 98 points fewer (C5)."""
    desk = Desk(Manches_gagnantes=2).players(8).must().play()
    desk.put(1, 0, Score_1=401, Score_2=400, Score_1b=300, Score_2b=450, Score_1c=401, Score_2c=400)
    for place in (1, 2, 3):
        desk.put(1, place, Score_1b=400, Score_2b=400, Score_1c=300, Score_2c=360)
    path = desk.must("update").save(tmp_path / "a.xlsx")
    grid = {row["Joueur"]: row["R1"].partition("\n")[0] for row in books.lines(path, "Grille")}
    table = page(published(path, tmp_path)).tables["grille"][1:]
    assert {row[1]: row[2].split(" ")[0] for row in table} == grid
    assert {"+(−98)", "−(+98)"} <= {*grid.values()}


def test_who_left_is_called_so_and_countries_stand_in_the_standings(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", 3, formula="othello"), 1)
    cells = {f"Joueurs!Pays!{books.FIRST + index}": "FRA" for index in range(8)}
    books.simulate(books.edit(path, cells | {f"Joueurs!Absences!{books.FIRST + 2}": "2-"}), 2)
    pages = published(path, tmp_path)
    index, number = page(pages), books.lines(path, "Joueurs")[2]["N°"]
    assert index.tables["classement"][0][-1] == "Pays"
    (of_left,) = (row for row in index.tables["grille"] if row[2] != "R1" and "parti" in row)
    assert of_left[3:5] == ["parti", "parti"]
    assert [player["left_from"] for player in facts_in(pages)["players"]] == [None, None, 2, *[None] * 5]
    record = page(next(pages.glob("etat-*")), f"joueur-{number}.html").tables[""]
    assert [row[1] for row in record[-2:]] == ["parti", "parti"]


def test_a_prize_that_nobody_has_is_neither_on_the_screen_nor_on_a_page(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", 1), 1)
    books.edit(path, {"Prix!A5": "Coupe", "Prix!B5": "Général", "Prix!A6": "Au meilleur Z", "Prix!B6": "Catégorie Z"})
    folder = published(books.update(path), tmp_path)
    (table,) = [table for table in facts_in(folder)["tables"] if table["title"] == "Prix"]
    assert [row[0] for row in table["rows"]] == ["Coupe"]
    for name in ("ecran.html", "index.html"):
        text = (folder / name).read_text("utf-8")
        assert "Coupe" in text and "Au meilleur Z" not in text


# Names


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_screen_and_pages_have_the_order_of_the_wall_and_tell_namesakes_apart(tmp_path, formula):
    people = ["Ostrowski;Marie-Claude;Lyon", "Ostrowski-Fontanarosa;Karine;Lyon", "Ostrowski;Dominique;Lyon",
              "Durand;Paul;Lyon", "Durand;Paul;Grenoble", "Rey;Odile;Annecy", "Abadie;Anne;Lyon"]  # fmt: skip
    listed = tmp_path / "noms.csv"
    listed.write_text("\n".join(["Nom;Prénom;Club", *people]), encoding="utf-8")
    path = books.create(tmp_path, 0, "--joueurs", listed, "--rondes", 3, formula=formula)
    books.pair(path)
    folder = published(path, tmp_path)
    facts, screen = facts_in(folder), (folder / "ecran.html").read_text("utf-8")
    names = {player["number"]: player["name"] for player in facts["players"]}
    order = [names[number] for number in facts["by_name"]]
    assert {"Durand Paul (Lyon)", "Durand Paul (Grenoble)"} == {*order[1:3]}
    assert order[:1] + order[3:] == ["Abadie Anne", "Ostrowski Dominique", "Ostrowski Marie-Claude",
                                     "Ostrowski-Fontanarosa Karine", "Rey Odile"]  # fmt: skip
    wall = [row[2] for row in books.content(path)["Appariements"].iter_rows(values_only=True)]
    wall = wall[wall.index("Où je joue") + 1 :][:7]
    assert [name.partition(" ")[0] for name in wall] == [name.partition(" ")[0] for name in order]
    assert re.findall(r"<li data-letter.*?<b[^>]*>(.*?)</b>", screen) == order
    assert [row[0].replace("\u00ad", "") for row in page(folder).tables["ronde"][1:8]] == order


def test_a_name_is_shown_as_written_and_nothing_of_the_organisers_own(tmp_path):
    path = books.create(tmp_path / "b", 8, "--set", "Organisateur=Zoé Privée", "--set", "Courriel fédération=a@b.ch")
    bad = "<script>alert(1)</script>"
    books.edit(path, {"Joueurs!B5": bad, "Joueurs!B6": "=cmd|' /C calc'!A0", "Joueurs!Remarque!5": "doit 20 francs"})
    books.simulate(path, 1)
    folder = published(path, tmp_path)
    assert not [word for word in ("Privée", "a@b.ch", "francs", "L0001") if word in everything(folder)]
    assert bad in page(folder).text
    assert not [file for file in folder.rglob("*.html") if bad in file.read_text(encoding="utf-8")]
    assert not [file for file in folder.rglob("*.js") if "<script" in file.read_text(encoding="utf-8")]
    assert not [name for name in ("parties.csv", "classement.csv") if ";=cmd" in (folder / name).read_text("utf-8-sig")]


@pytest.mark.parametrize("words", [(), ("--sans-noms",)], ids=["one", "all"])
def test_hidden_names_are_in_no_file(copy_workbook, tmp_path, words):
    played = copy_workbook("played")
    books.edit(played, {"Joueurs!B7": "Charlot"})  # his name until now stands in reasons
    books.update(played)
    books.simulate(books.edit(played, {"Joueurs!Z4": "Anonyme", "Joueurs!Z7": "Oui"}), 1)
    books.edit(played, {"Résultats!Motif!5": "CHARLIE déjà rencontré ; remontée : Charlot P3, puis Bravo."})
    folder = published(played, tmp_path, *words)
    hidden = ["charlie", "charlot", *(["bravo", "alpha", "echo"] if words else [])]
    for file in folder.rglob("*"):
        assert not [name for name in hidden if name in file.name.lower()]
        if file.is_file():
            text = file.read_text(encoding="utf-8").lower()
            assert not [name for name in (*hidden, "l0003", "p3") if name in re.sub(r"0\w{11}", "", text)], file
    names = [player["name"] for player in facts_in(folder)["players"]]
    assert "Joueur 3" in names and ("A. P." in names) == bool(words) and ("Bravo P2" in names) != bool(words)
    assert any(game["reason"].count("Joueur 3") == 2 for game in facts_in(folder)["games"])


# Files


def test_pages_are_whole_and_lead_nowhere_else(folder):
    for file in [*folder.glob("*.html"), *folder.glob("etat-*/*.html")]:
        parsed_page = page(file.parent, file.name)
        for link in parsed_page.links:
            target, _, part = link.partition("#")
            if link == "data:,":
                continue
            assert ":" not in link and not link.startswith("/")
            there = (file.parent / target).resolve() if target else file
            assert there.is_file() and folder.resolve() in [*there.parents], link
            if part and not part.startswith("joueur-"):
                assert part in page(there.parent, there.name).ids
    listed = json.loads((folder / MARK).read_text())["files"]
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert sorted(listed + [MARK]) == sorted(files)


def test_papers_are_those_of_the_page_and_linked_while_they_have_something_to_show(workbooks, tmp_path):
    def read_papers(state):
        folder = published(workbooks[state], tmp_path)
        links = [link for link in page(folder).links if "papier-" in link]
        return {link.partition("papier-")[2].removesuffix(".html"): (folder / link).read_text() for link in links}

    assert read_papers("registered") == {}
    papers = read_papers("drawn")
    assert [*papers] == ["appariements"]
    assert render_sheet(WorkbookFile(workbooks["drawn"]), schema.PAIRINGS) in papers["appariements"]
    assert {*read_papers("finished")} == {"classement", "grille", "evolution", "palmares"}


def test_the_folder_is_ours_or_refused(workbooks, tmp_path):
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "photo.jpg").write_bytes(b"x")
    assert run("publish", workbooks["played"], "--to", taken) == 5
    assert [path.name for path in taken.iterdir()] == ["photo.jpg"]
    folder = [published(workbooks[state], tmp_path) for state in ("registered", "drawn", "played")][-1]
    assert len(list(folder.glob("etat-*"))) == 2 and not list(folder.glob("~*"))
    (folder / "index.html").unlink()
    published(workbooks["played"], tmp_path)
    assert all((folder / name).is_file() for name in ENTRIES)


def test_the_button_publishes_beside_the_workbook_and_keeps_the_initials_that_are_there(copy_workbook, tmp_path):
    """A state that names somebody who is hidden now goes at once."""
    played = copy_workbook("played")
    folder, snapshot = tmp_path / "tournoi - publication", ClosedFile(played).read()
    assert publish(OpenWorkbook(snapshot, played, modified=True)).outcome.code == 1 and not folder.exists()
    assert publish(OpenWorkbook(snapshot, played)).outcome.code == 0
    assert "Charlie" in everything(folder)
    assert run("publish", played, "--sans-noms") == 0 and "Charlie" not in everything(folder)
    assert publish(WorkbookFile(books.pair(played))).outcome.code == 0 and "Charlie" not in everything(folder)


# The club's picture


@pytest.mark.parametrize(("name", "data", "there"), [
    ("logo", b"\x89PNG and so on", True), ("Image 3", b"\x89PNG", False), ("Logo", b"<svg>", False),
    ("Logo", b"\x89PNG" + bytes(MAX_LOGO_BYTES), False),
], ids=["logo", "another name", "no PNG", "too large"])  # fmt: skip
def test_the_picture_called_logo_is_on_the_first_page_the_screen_and_the_slips(
    copy_workbook, tmp_path, name, data, there
):
    path = copy_workbook("drawn")
    books.with_picture(path, name, data)
    picture = f'src="data:image/png;base64,{base64.b64encode(data).decode()}"'
    folder = published(path, tmp_path)
    assert [picture in (folder / page).read_text() for page in ("index.html", "ecran.html")] == [there] * 2
    hall = Hall(path)
    slips = hall.ask(f"{hall.desk}/fiches")[1]
    assert slips.count('class="logo"') == 4 * there and slips.count("data:image/png") == there, "once for all slips"


def test_the_picture_called_logo_is_on_the_wall_and_palmares_where_nothing_else_is_drawn(copy_workbook):
    path = copy_workbook("registered")
    books.with_picture(path, "Logo", b"\x89PNG and so on")
    books.simulate(books.pair(path), 1)
    package = Package(path.read_bytes())
    wall, palmares = (find_picture(package, sheet, "Logo") for sheet in ("Appariements", "Palmarès"))
    assert wall.file == palmares.file == "xl/media/club.png"
    assert wall.size == (2 * 46 * 12700, 46 * 12700), "once, in its shape"
    assert sum(name.startswith("xl/drawings/logo") for name in package.parts) == 2
    books.content(path)


# The hall's screen


def test_the_screen_of_a_window_is_that_of_a_publication_in_one_document(copy_workbook, tmp_path):
    path = copy_workbook("drawn")
    books.with_picture(path, "Logo", b"\x89PNG and so on")
    books.edit(path, {"Joueurs!L4": "Anonyme", "Joueurs!L5": "oui"})
    screen = render_hall_screen(WorkbookFile(path))
    published_screen = (published(path, tmp_path) / "ecran.html").read_text(encoding="utf-8")
    assert screen.views in screen.page and screen.views in published_screen and "Joueur 1<" in screen.views
    head = screen.page.partition("<script>")[0]
    assert all(link.startswith("data:") for link in Page(head).links) and "\x89PNG" not in head
    books.edit(path, {"Joueurs!B5": None})
    with pytest.raises(ActionAborted):
        render_hall_screen(WorkbookFile(path))


def test_the_podium_shows_on_screen_and_palmares_what_decided_between_equal_points(tmp_path):
    path = books.simulate(books.create(tmp_path, 4, "--rondes", 3, formula="toutes-rondes", seed="2"), 3)
    standings = books.lines(path, "Classement")
    assert [(line["PM"], line["PPM"]) for line in standings[:2]] == [(7, 3), (7, 1)], "2nd with the better Pdep"
    steps = [f"{line['PM']} PM · PPM {line['PPM']} · Pdep {line['Pdep']:+}".replace("-", "−") for line in standings]
    assert {*steps[:3]} <= {cell for row in ClosedFile(path).read().sheets[schema.PALMARES] for cell in row}
    screen = unescape(render_hall_screen(WorkbookFile(path)).views).replace("\u00a0", " ")
    assert all(f">{step.partition(' · ')[2]}<" in screen for step in steps[:3])


def test_the_screen_shows_the_final_from_its_choice_on_and_then_its_result_below_the_podium(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 2)
    views = partial(re.findall, r'<section class="view ([^"]*)" data-title="([^"]*)".*?</section>', flags=re.DOTALL)
    assert views(render_hall_screen(WorkbookFile(path)).views)[0] == ("ten podium", "Podium")
    row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, "Grande finale")
    books.update(books.edit(path, {f"Finales!{cell_address(row, column)}": 1}))
    (game,) = [game for game in books.lines(path, "Finales") if game["Match"]]
    screen = render_hall_screen(WorkbookFile(path)).views
    assert views(screen)[0] == ("finals", "Finale") and "Podium" not in screen
    line = re.compile(r'<li class="(\w*)"><span class="stage">(.*?)</span>(.*?)</li>')
    ((waiting, stage, players),) = line.findall(screen)
    assert (waiting, stage) == ("waiting", "Finale") and len(re.findall(r"disc (black|white)", players)) == 2
    assert re.sub(r"<[^>]*>", " ", players).split() == f"{game['Noir']} · {game['Blanc']}".split()
    books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 33})
    screen = render_hall_screen(WorkbookFile(path)).views
    assert views(screen)[0] == ("ten podium", "Podium")
    ((waiting, stage, players),) = line.findall(screen)
    assert (waiting, stage) == ("", "Finale") and '<b class="two won"' in players
    assert re.sub(r"<[^>]*>", " ", players).split() == f"{game['Noir']} 29 – 35 {game['Blanc']}".split()
    assert ">29 – 35</span>" in (published(path, tmp_path) / "index.html").read_text(encoding="utf-8")


def test_the_screen_and_each_side_say_how_a_game_ended_in_words(tmp_path):
    path = books.pair(books.create(tmp_path, 8, "--rondes", "2", formula="othello"))
    for line, (*discs, end) in zip(
        books.lines(path, "Résultats"), [(38, 26, "TB"), (None, None, "FN"), (40, 24, ""), (40, 24, "")], strict=True
    ):
        cells = zip(("Pions N", "Pions B", "Fin"), (*discs, end), strict=True)
        books.edit(path, {f"Résultats!{column}!{line['row']}": value for column, value in cells})
    folder = published(books.update(path), tmp_path)
    results = (folder / "ecran.html").read_text("utf-8")
    assert ">38 – 26 <small>(temps)</small><" in results and ">0 – 64 <small>(forfait)</small><" in results
    pages = [page.read_text(encoding="utf-8") for page in folder.glob("etat-*/joueur-*.html")]
    for score in ("0 – 64", "64 – 0"):
        assert sum(f"</span>{score} <small>(forfait)</small>" in page for page in pages) == 1, "each from its own side"


@pytest.mark.parametrize(("score", "titles"), [(450, ["PM", "Pdep"]), (400, ["PM", "PPM", "Pdep"])])
def test_the_screen_has_the_tie_breaks_that_decide_between_somebody(tmp_path, score, titles):
    """Eight players, one round: with one draw its two players are equal, and have met."""
    path = books.score(books.pair(books.create(tmp_path, 8, "--rondes", 1)), 1)
    books.update(books.edit(path, {f"Résultats!Score 1!{books.FIRST}": score}))
    views = render_hall_screen(WorkbookFile(path)).views
    head, *lines = re.findall(r"<li.*?</li>", views[views.index('class="view all"') :], flags=re.DOTALL)
    assert re.findall(r'class="figure">(.*?)<', head) == titles
    assert [line.count('class="figure"') for line in lines] == [len(titles)] * 8
