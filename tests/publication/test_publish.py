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


WON = (401, 400, 300, 450, 401, 400)
TOURNAMENTS = {"classique": (11, 4), "double-toutes-rondes": (5, 6), "othello": (13, 5)}


@pytest.fixture(scope="module", params=TOURNAMENTS)
def book(request, tmp_path_factory):
    """A tournament under way, with forfeits and absences, its sheets just written."""
    formula, (players, rounds) = request.param, TOURNAMENTS[request.param]
    path = books.create(tmp_path_factory.mktemp("played"), players, formula=formula)
    words = ("--forfaits", "0.1") + (("--absences", "0.05") if formula in ("classique", "othello") else ())
    assert run("simulate", path, "--rounds", rounds, *words) == 0
    if formula != "othello":
        assert run("ratings", path, "--provisional") == 0
    return path


@pytest.fixture(scope="module")
def folder(book, tmp_path_factory):
    return published(book, tmp_path_factory.mktemp("published"))


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


def test_the_cross_table_and_the_games_are_the_sheets(book, folder):
    index, facts = page(folder), facts_in(folder)
    if "toutes" not in facts["formula"].lower():  # player against player on the sheet there, round by round here
        for want, row in zip(books.lines(book, "Grille"), index.tables["grille"][1:], strict=True):
            for number in range(1, facts["played"] + 1):
                there, text = want[f"R{number}"], row[number + 1]
                if there in ("abs.", "parti"):
                    assert text == there
                    continue
                if there.startswith(("+X", "+exempt")):
                    continue
                sign, size, place = re.fullmatch(r"[●○]? ?([+=−])\(?[+−]?(F|[\d,]*)\)?\n(\d+)\. .*", there).groups()
                whole = there.partition("\n")[0] if facts["game"] == "scrabble" else sign
                assert text.startswith(whole) and text.endswith(f"({place})") and (size or "0") in text
    rows = {(row["Ronde"], row["Table"]): row for row in books.lines(book, "Résultats")}
    games = [game for game in facts["games"] if game["table"]]
    assert len(games) >= 2 * facts["played"]
    scores = ("Score 1", "Score 2") if facts["game"] == "scrabble" else ("Pions N", "Pions B")
    for game in games:
        row = rows[game["round"], game["table"]]
        typed = [row[name] for name in scores]
        assert game["scores"][:1] == ([typed] if None not in typed else [])
        assert game["reason"].split() == row["Motif"].split()


def test_who_left_and_countries_are_called_as_on_the_sheets_and_the_legend_of_the_standings_is_there(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", 3, "--set", "Bêta=6", formula="othello"), 1)
    cells = {f"Joueurs!Pays!{books.FIRST + index}": "FRA" for index in range(8)}
    books.simulate(books.edit(path, cells | {f"Joueurs!Absences!{books.FIRST + 2}": "2-"}), 2)
    pages = published(path, tmp_path)
    index, number = page(pages), books.lines(path, "Joueurs")[2]["N°"]
    assert index.tables["classement"][0][-1] == "Pays"
    (of_left,) = (row for row in index.tables["grille"] if row[2] != "R1" and "parti" in row)
    assert of_left[3:5] == ["parti", "parti"] and "abs." not in index.text.partition('id="rondes"')[0]
    legend = books.value(path, "Classement!A3").splitlines()
    assert len(legend) > 1 and all(line.split(" · ")[0].replace(" :", "\u00a0:") in index.text for line in legend)
    assert [player["left_from"] for player in facts_in(pages)["players"]] == [None, None, 2, *[None] * 5]
    record = page(next(pages.glob("etat-*")), f"joueur-{number}.html").tables[""]
    assert [row[1] for row in record[-2:]] == ["parti", "parti"]


def test_a_difference_that_is_not_the_winners_keeps_its_sign(tmp_path):
    """Won by two games to one with 98 points fewer (C5)."""
    desk = Desk(Manches_gagnantes=2).players(8).must().play()
    desk.put(
        1, 0, **dict(zip(("Score_1", "Score_2", "Score_1b", "Score_2b", "Score_1c", "Score_2c"), WON, strict=True))
    )
    for place in (1, 2, 3):
        desk.put(1, place, Score_1b=400, Score_2b=400, Score_1c=300, Score_2c=360)
    desk.must("update")
    grid = {
        row["Joueur"]: row["R1"].partition("\n")[0] for row in books.lines(desk.save(tmp_path / "a.xlsx"), "Grille")
    }
    table = page(published(tmp_path / "a.xlsx", tmp_path)).tables["grille"][1:]
    assert {row[1]: row[2].split(" ")[0] for row in table} == grid
    assert {"+(−98)", "−(+98)"} <= {*grid.values()}


def test_the_ratings_and_each_players_page_are_the_sheets(book, folder):
    facts = facts_in(folder)
    if facts["game"] == "scrabble":
        players = {player["number"]: player for player in facts["players"]}
        for row in books.lines(book, "Cotes"):
            ratings = [players[row["N°"]][key] for key in ("rating", "new_rating", "rating_change")]
            assert ratings == [row["Cote initiale"], row["Nouvelle cote"], row["Variation"]]
    for line in facts["standings"][-1]["lines"]:
        own = page(next(folder.glob("etat-*")), f"joueur-{line['number']}.html")
        met = [game for game in facts["games"] if line["number"] in (game["one"], game["two"])]
        rounds = {game["round"] for game in met}
        record = own.tables[""][1:]
        assert [figure(row[0]) for row in record] == [*range(1, facts["drawn"] + 1)]
        assert {int(row[0]) for row in record if row[1] != "absent ou pas inscrit"} == rounds
        counted = sum(number <= facts["played"] for number in rounds)
        is_to_play = any(not game["complete"] for game in met)
        assert is_to_play or f"({counted} sur {facts['rounds']} rondes jouées)" in own.text
        if facts["game"] == "othello":
            player = next(player for player in facts["players"] if player["number"] == line["number"])
            assert f"Départage (Brightwell) : {player['tie_break_sum']}" in own.text
            assert figure(player["tie_break_sum"].rpartition(" = ")[2]) == line["tie_break"]
        assert figure(own.tables[""][-1][3]) == line["match_points" if facts["game"] == "scrabble" else "points"]


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


def everything(folder):
    return "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file())


def test_a_name_is_shown_as_written_and_nothing_of_the_organisers_own(tmp_path):
    path = books.create(tmp_path / "b", 8, "--set", "Organisateur=Zoé Privée", "--set", "Courriel fédération=a@b.ch")
    bad = "<script>alert(1)</script>"
    books.edit(path, {"Joueurs!B5": bad, "Joueurs!B6": "=cmd|' /C calc'!A0", "Joueurs!Remarque!5": "doit 20 francs"})
    books.simulate(path, 2)
    folder = published(path, tmp_path)
    assert not [word for word in ("Privée", "a@b.ch", "francs", "L0001") if word in everything(folder)]
    assert bad in page(folder).text
    assert not [file for file in folder.rglob("*.html") if bad in file.read_text(encoding="utf-8")]
    assert not [file for file in folder.rglob("*.js") if "<script" in file.read_text(encoding="utf-8")]
    assert not [name for name in ("parties.csv", "classement.csv") if ";=cmd" in (folder / name).read_text("utf-8-sig")]


@pytest.mark.parametrize(("formula", "words"), [("classique", ()), ("othello", ("--sans-noms",))])
def test_hidden_names_are_in_no_file(tmp_path, formula, words):
    path = books.create(tmp_path / "b", 9, formula=formula)
    books.simulate(path, 2)
    books.edit(path, {"Joueurs!B7": "Charlot"})  # his name until now stands in reasons
    books.update(path)
    books.edit(path, {"Joueurs!Z4": "Anonyme", "Joueurs!Z7": "Oui"})
    books.simulate(path, 1)
    books.edit(path, {"Résultats!Motif!5": "CHARLIE déjà rencontré ; remontée : Charlot P3, puis Bravo."})
    folder = published(path, tmp_path, *words)
    hidden = ["charlie", "charlot", *(["bravo", "alpha", "echo"] if words else [])]
    for file in folder.rglob("*"):
        assert not [name for name in hidden if name in file.name.lower()]
        if file.is_file():
            text = file.read_text(encoding="utf-8").lower()
            assert not [name for name in (*hidden, "l0003", "p3") if name in re.sub(r"0\w{11}", "", text)], file
    names = [player["name"] for player in facts_in(folder)["players"]]
    assert "Joueur 3" in names and ("A. P." in names) == bool(words) and ("Bravo P2" in names) != bool(words)
    reason = "Joueur 3 déjà rencontré ; remontée : Joueur 3, puis "
    assert any(game["reason"].startswith(reason) for game in facts_in(folder)["games"])


def test_papers_are_those_of_the_page_and_linked_while_they_have_something_to_show(tmp_path):
    path = books.create(tmp_path, 8, "--rondes", 2)

    def read_papers():
        folder = published(path, tmp_path)
        links = [link for link in page(folder).links if "papier-" in link]
        return {link.partition("papier-")[2].removesuffix(".html"): (folder / link).read_text() for link in links}

    assert read_papers() == {}
    papers = read_papers() if books.pair(path) else {}
    assert [*papers] == ["appariements"] and render_sheet(WorkbookFile(path), schema.PAIRINGS) in papers["appariements"]
    books.simulate(path, 1)
    assert {*read_papers()} == {"classement", "grille", "evolution"}
    books.simulate(path, 1)
    papers = read_papers()
    assert {*papers} == {"classement", "grille", "evolution", "palmares"}
    assert "width=1180" in papers["grille"] and "width=850" in papers["palmares"]


@pytest.mark.parametrize(("name", "data", "there"), [
    ("logo", b"\x89PNG and so on", True), ("Image 3", b"\x89PNG", False), ("Logo", b"<svg>", False),
    ("Logo", b"\x89PNG" + bytes(MAX_LOGO_BYTES), False),
])  # fmt: skip
def test_the_picture_called_logo_is_on_the_first_page_the_screen_and_the_slips(tmp_path, name, data, there):
    path = books.create(tmp_path, 8)
    books.with_picture(path, name, data)
    books.pair(path)
    folder = published(path, tmp_path)
    picture = f'src="data:image/png;base64,{base64.b64encode(data).decode()}"'
    assert [picture in (folder / page).read_text() for page in ("index.html", "ecran.html")] == [there] * 2
    hall = Hall(path)
    slips = hall.ask(f"{hall.desk}/fiches")[1]
    assert slips.count('class="logo"') == 4 * there and slips.count("data:image/png") == there, "once for all slips"


def test_the_screen_of_a_window_is_that_of_a_publication_in_one_document(tmp_path):
    path = books.create(tmp_path, 8)
    books.with_picture(path, "Logo", b"\x89PNG and so on")
    books.pair(path)
    books.edit(path, {"Joueurs!L4": "Anonyme", "Joueurs!L5": "oui"})
    screen = render_hall_screen(WorkbookFile(path))
    published_screen = (published(path, tmp_path) / "ecran.html").read_text(encoding="utf-8")
    assert screen.views in screen.page and screen.views in published_screen and "Joueur 1<" in screen.views
    head = screen.page.partition("<script>")[0]
    assert all(link.startswith("data:") for link in Page(head).links) and "\x89PNG" not in head
    body = re.compile(r"<body[^>]*>(.*?)(?:<script>|</body>)", re.DOTALL)
    assert body.findall(screen.page)[0].strip() == body.findall(published_screen)[0].strip(), "one design"
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
    plain = books.simulate(books.create(tmp_path, 4, "--rondes", 3, formula="toutes-rondes", name="plain.xlsx"), 3)
    assert "PPM" not in render_hall_screen(WorkbookFile(plain)).views, "all differ by PM"


def test_the_screen_shows_the_final_from_its_choice_on_and_then_its_result_below_the_podium(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 2)
    views = partial(re.findall, r'<section class="view ([^"]*)" data-title="([^"]*)".*?</section>', flags=re.DOTALL)
    assert views(render_hall_screen(WorkbookFile(path)).views)[0] == ("ten podium", "Podium")
    row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, "Grande finale")
    books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    screen = render_hall_screen(WorkbookFile(path)).views
    assert views(screen)[0] == ("finals", "Finale") and "Podium" not in screen
    assert "Rondes terminées · à jouer\u00a0: Finale" in screen
    line = re.compile(r'<li class="(\w*)"><span class="stage">(.*?)</span>(.*?)</li>')
    ((waiting, stage, players),) = line.findall(screen)
    books.update(path)
    (game,) = [game for game in books.lines(path, "Finales") if game["Match"]]
    assert (waiting, stage) == ("waiting", "Finale") and len(re.findall(r"disc (black|white)", players)) == 2
    assert re.sub(r"<[^>]*>", " ", players).split() == f"{game['Noir']} · {game['Blanc']}".split()
    books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 33})
    screen = render_hall_screen(WorkbookFile(path)).views
    assert views(screen)[0] == ("ten podium", "Podium") and "Tournoi terminé" in screen
    ((waiting, stage, players),) = line.findall(screen)
    assert (waiting, stage) == ("", "Finale") and '<b class="two won"' in players
    assert re.sub(r"<[^>]*>", " ", players).split() == f"{game['Noir']} 29 – 35 {game['Blanc']}".split()
    first_page = (published(path, tmp_path) / "index.html").read_text(encoding="utf-8")
    assert (
        '<li><b>Finale</b> <span class="disc black"' in first_page
        and '>29 – 35</span> <span class="disc white' in first_page
    )


def test_the_screen_says_how_a_game_ended_in_words_and_the_podium_has_the_match_for_third_place(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 1)
    books.pair(path)
    for line in [line for line in books.lines(path, "Résultats") if line["Ronde"] == 2]:
        end, row = {1: "TB", 2: "FN"}.get(line["Table"], ""), line["row"]
        discs = {1: (38, 26), 2: (None, None)}.get(line["Table"], (40, 24))
        cells = zip(("Pions N", "Pions B", "Fin"), (*discs, end), strict=True)
        books.edit(path, {f"Résultats!{column}!{row}": value for column, value in cells})
    books.update(path)
    for name in ("Grande finale", "Match pour la 3e place"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    books.update(path)
    results = render_hall_screen(WorkbookFile(path)).views
    assert ">38 – 26 <small>(temps)</small><" in results and ">0 – 64 <small>(forfait)</small><" in results
    for game in [game for game in books.lines(path, "Finales") if game["Match"]]:
        books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 35})
    books.update(path)
    views = render_hall_screen(WorkbookFile(path)).views
    podium = views[views.index('"view ten podium"') : views.index('"view all"')]
    assert re.findall('class="stage">(.*?)<', podium) == ["Finale", "3e place"]
    assert "Départage" not in podium, "the finals decided, not the tie-break"
    folder = published(path, tmp_path)
    pages = [page.read_text(encoding="utf-8") for page in folder.glob("etat-*/joueur-*.html")]
    for score in ("0 – 64", "64 – 0"):
        assert sum(f"</span>{score} <small>(forfait)</small>" in page for page in pages) == 1, "each from its own side"


@pytest.mark.parametrize(("score", "titles"), [(450, ["PM", "Pdep"]), (400, ["PM", "PPM", "Pdep"])])
def test_the_screen_has_the_tie_breaks_that_decide_between_somebody(tmp_path, score, titles):
    """Eight players, one round: with one draw its two players are equal, and have met."""
    path = books.score(books.pair(books.create(tmp_path, 8, "--rondes", 1)), 1)
    books.update(books.edit(path, {f"Résultats!Score 1!{books.lines(path, schema.RESULTS)[0]['row']}": score}))
    views = render_hall_screen(WorkbookFile(path)).views
    head, *lines = re.findall(r"<li.*?</li>", views[views.index('class="view all"') :], flags=re.DOTALL)
    assert re.findall(r'class="figure">(.*?)<', head) == titles
    assert [line.count('class="figure"') for line in lines] == [len(titles)] * 8


def test_the_picture_called_logo_is_on_the_wall_and_palmares_where_nothing_else_is_drawn(tmp_path):
    path = books.create(tmp_path, 8)
    books.with_picture(path, "Logo", b"\x89PNG and so on")
    books.pair(path)
    books.simulate(path, 1)
    package = Package(path.read_bytes())
    assert [find_picture(package, sheet, "Logo").file for sheet in ("Appariements", "Palmarès")] == [
        "xl/media/club.png"
    ] * 2
    wide, high = find_picture(package, "Appariements", "Logo").size
    assert wide == 2 * high and high == 46 * 12700, "once, in its shape"
    assert sum(name.startswith("xl/drawings/logo") for name in package.parts) == 2
    books.content(path)


def test_the_folder_is_ours_or_refused(tmp_path):
    path = books.create(tmp_path / "b", 8)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "photo.jpg").write_bytes(b"x")
    assert run("publish", path, "--to", taken) == 5
    assert [path.name for path in taken.iterdir()] == ["photo.jpg"]
    folder = published(path, tmp_path)
    for _ in range(3):
        books.simulate(path, 1)
        published(path, tmp_path)
    assert len(list(folder.glob("etat-*"))) == 2 and not list(folder.glob("~*"))
    (folder / "index.html").unlink()
    published(path, tmp_path)
    assert all((folder / name).is_file() for name in ENTRIES)


def test_the_button_publishes_beside_the_workbook_and_keeps_the_initials_that_are_there(tmp_path):
    """A state that names somebody who is hidden now goes at once."""
    path = books.create(tmp_path, 8)
    books.simulate(path, 1)
    folder, snapshot = tmp_path / "tournoi - publication", ClosedFile(path).read()
    assert publish(OpenWorkbook(snapshot, path, modified=True)).outcome.code == 1 and not folder.exists()
    before = path.read_bytes()
    assert publish(OpenWorkbook(snapshot, path)).outcome.code == 0 and path.read_bytes() == before
    assert "Charlie" in everything(folder)
    assert run("publish", path, "--sans-noms") == 0 and "Charlie" not in everything(folder)
    books.simulate(path, 1)
    assert publish(WorkbookFile(path)).outcome.code == 0 and "Charlie" not in everything(folder)


def test_a_prize_that_nobody_has_is_neither_on_the_screen_nor_on_a_page(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2"), 2)
    prizes = [("Coupe", "Général"), ("Coupe des clubs", "Club"), ("Au meilleur Z", "Catégorie Z"), ("Sans suite", "")]
    books.edit(path, {f"Prix!{column}{row}": text or None for row, prize in enumerate(prizes, start=5)
                      for column, text in zip("AB", prize, strict=True)})  # fmt: skip
    books.update(path)
    reasons = [row["Pourquoi"] for row in books.lines(path, "Prix")]
    assert "paramètre Équipes" in reasons[1] and all(reasons)
    folder = published(path, tmp_path)
    (table,) = [table for table in facts_in(folder)["tables"] if table["title"] == "Prix"]
    assert [row[0] for row in table["rows"]] == ["Coupe"]
    for name in ("ecran.html", "index.html"):
        text = (folder / name).read_text("utf-8")
        assert (
            "Coupe" in text and "Coupe des clubs" not in text and "paramètre" not in text and "Sans suite" not in text
        )
