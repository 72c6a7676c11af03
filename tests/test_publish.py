"""`publish`: the figures of pages and files are the sheets', names are escaped or hidden, the folder is ours alone."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from tests import books, naive, naive_othello
from tests.books import run
from tests.desk import Desk
from tournament_xl.hosts import pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.publish import desk
from tournament_xl.publish.facts import Public
from tournament_xl.publish.write import MARK

ENTRIES = ("index.html", "ecran.html", "etat.js", "tournoi.json", "parties.csv", "classement.csv")
VOID = {"meta", "link", "input", "line", "circle", "polyline", "path"}


class Page(HTMLParser):
    """A page as its tables (section id -> rows of texts), its links, ids and whether its tags nest."""

    def __init__(self, source):
        super().__init__()
        self.open, self.tables, self.links, self.ids, self.text = [], {}, [], [], []
        self._section, self._cells, self._quiet = "", None, 0
        self.feed(source)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            assert found["id"] not in self.ids, "an id stands once"
            self.ids.append(found["id"])
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "section":
            self._section = found.get("id", "")
        if tag == "tr":
            self._cells = []
            self.tables.setdefault(self._section, []).append(self._cells)
        if tag in ("td", "th") and self._cells is not None:
            self._cells.append("")
        self.links += [found[name] for name in ("href", "src") if found.get(name)]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)
        if self._cells and ("td" in self.open or "th" in self.open) and "summary" not in self.open:
            self._cells[-1] = " ".join(f"{self._cells[-1]} {data}".split())


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
    return float(plain) if re.fullmatch(r"[+-]?\d+(\.\d+)?", plain) else plain


def cell(value):
    return "" if value is None else float(value) if isinstance(value, int | float) else figure(str(value))


TOURNAMENTS = {"classique": (11, 4), "open": (19, 3), "double-toutes-rondes": (5, 6), "othello": (13, 5)}


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
    facts, index = facts_in(folder), page(folder)
    on_sheet = books.lines(book, "Classement")
    shown = index.tables["classement"][1:]
    assert len(on_sheet) == len(shown) == len(facts["standings"][-1]["lines"]) > 4
    written = list(csv.DictReader(io.StringIO((folder / "classement.csv").read_text("utf-8-sig")), delimiter=";"))
    header = index.tables["classement"][0]
    for want, row, line, kept in zip(on_sheet, shown, facts["standings"][-1]["lines"], written, strict=True):
        assert figure(row[0]) == want["Place"] == line["place"] == int(kept["Place"])
        assert want["N°"] == line["number"] == int(kept["N°"])
        for key, name in facts["figures"].items():
            assert figure(row[header.index(name)]) == cell(want[name]) == cell(line[key]) == cell(kept[name]), name
        assert row[1] == (want["±"] or "") or want["±"] == "abs."


def test_the_cross_table_and_the_games_are_the_sheets(book, folder):
    index, facts = page(folder), facts_in(folder)
    if "toutes" not in facts["formula"].lower():  # player against player on the sheet there, round by round here
        for want, row in zip(books.lines(book, "Grille"), index.tables["grille"][1:], strict=True):
            for number in range(1, facts["played"] + 1):
                there, shown = want[f"R{number}"], row[number + 1]
                if there == "abs." or there.startswith(("+X", "+BIP")):
                    assert shown == ("abs." if there == "abs." else "+exempt")
                    continue
                sign, size, place = re.fullmatch(r"[●○]? ?([+=−])\(?[+−]?(F|[\d,]*)\)?\n(\d+)\. .*", there).groups()
                assert shown.startswith(sign) and shown.endswith(f"({place})") and (size or "0") in shown
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
    state = next(folder.glob("etat-*"))
    players = {player["number"]: player for player in facts["players"]}
    if facts["game"] == "scrabble":
        for row in books.lines(book, "Cotes"):
            player = players[row["N°"]]
            assert player["new_rating"] == row["Nouvelle cote"] and player["rating_change"] == row["Variation"]
            assert player["rating"] == row["Cote initiale"]
    for line in facts["standings"][-1]["lines"]:
        own = page(state, f"joueur-{line['number']}.html")
        met = [game for game in facts["games"] if line["number"] in (game["one"], game["two"])]
        assert len(own.tables[""]) == 1 + len(met)
        assert figure(own.tables[""][-1][3]) == line["match_points" if facts["game"] == "scrabble" else "points"]


def test_the_games_of_the_json_give_the_same_standings_by_the_second_implementation(folder):
    facts = facts_in(folder)
    if facts["game"] == "othello":
        rows = [[] for _ in range(facts["played"])]
        for game in facts["games"]:
            board = game["scores"][0] if game["scores"] else [None, None]
            rows[game["round"] - 1].append((game["one"], game["two"], *board, game["end"]))
        for table in facts["standings"][1:]:
            found = naive_othello.standings(rows, table["after"], facts["beta"], facts["tie_break"] == "PAPP")
            got = {line["number"]: [line[key] for key in ("points", "tie_break", "discs")] for line in table["lines"]}
            assert got == {who: [points, tie, real] for who, (points, tie, _, real) in found.items()}
            keys = [found[line["number"]][:3] for line in table["lines"]]
            assert keys == sorted(keys, reverse=True)
        return
    players = [{"number": one["number"], "seed": one["seed"]} for one in facts["players"]]
    rounds = [[] for _ in range(facts["played"])]
    for game in facts["games"]:
        rounds[game["round"] - 1].append({
            "one": game["one"], "two": game["two"], "games": [tuple(one) for one in game["scores"]],
            "gave": {game["one" if side == 1 else "two"] for side in game["forfeits"]},
        })  # fmt: skip
    for table in facts["standings"][1:]:
        found = naive.standings(players, rounds[: table["after"]], facts["edition"],
                                final=table["after"] == facts["rounds"])  # fmt: skip
        got = [(line["place"], line["number"], line["match_points"], line["pdep"]) for line in table["lines"]]
        assert got == [(line["place"], line["number"], line["PM"], line["Pdep"]) for line in found]


def test_pages_are_whole_and_lead_nowhere_else(folder):
    for file in [*folder.glob("*.html"), *folder.glob("etat-*/*.html")]:
        found = page(file.parent, file.name)
        for link in found.links:
            target, _, part = link.partition("#")
            if link == "data:,":
                continue
            assert ":" not in link and not link.startswith("/")
            there = (file.parent / target).resolve() if target else file
            assert there.is_file() and folder.resolve() in [*there.parents], link
            if part and not part.startswith("joueur-"):
                assert part in page(there.parent, there.name).ids
    listed = json.loads((folder / MARK).read_text())["files"]
    assert sorted(listed + [MARK]) == sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())


def everything(folder):
    return "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file())


def test_a_name_is_shown_as_written_and_nothing_of_the_organisers_own(tmp_path):
    path = books.create(tmp_path / "b", 8, "--set", "Organisateur=Zoé Privée", "--set", "Courriel fédération=a@b.ch")
    bad = "<script>alert(1)</script>"
    books.edit(path, {"Joueurs!B5": bad, "Joueurs!B6": "=cmd|' /C calc'!A0", "Tournoi!Nom": "</title><b>"})
    books.edit(path, {"Joueurs!Remarque!5": "doit 20 francs"})
    books.simulate(path, 2)
    folder = published(path, tmp_path)
    assert not [word for word in ("Privée", "a@b.ch", "francs", "L0001") if word in everything(folder)]
    for file in folder.rglob("*.html"):
        assert bad not in file.read_text(encoding="utf-8")
    assert any(bad in text for text in page(folder).text)
    for file in folder.rglob("*.js"):
        assert "<script" not in file.read_text(encoding="utf-8")
    for name in ("parties.csv", "classement.csv"):
        assert ";=cmd" not in (folder / name).read_text("utf-8-sig")


@pytest.mark.parametrize("words", [(), ("--sans-noms",)])
@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_hidden_names_are_in_no_file(tmp_path, formula, words):
    path = books.create(tmp_path / "b", 9, formula=formula)
    books.simulate(path, 2)
    books.edit(path, {"Joueurs!B7": "Charlot"})  # his name until now stands in reasons
    books.update(path)
    with books.opened(path) as book:
        column = book.book["Joueurs"].max_column + 1
        book.book["Joueurs"].cell(4, column).value = "Anonyme"
        book.book["Joueurs"].cell(7, column).value = "Oui"
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


def test_the_folder_is_ours_or_refused(tmp_path, capsys):
    path = books.create(tmp_path / "b", 8)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "photo.jpg").write_bytes(b"x")
    assert run("publish", path, "--to", taken) == 5
    assert "photo" not in capsys.readouterr().err and [one.name for one in taken.iterdir()] == ["photo.jpg"]
    folder = published(path, tmp_path)
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    published(path, tmp_path)
    assert {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()} == before
    assert "rien n'a changé" in capsys.readouterr().out
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
    assert pressing.act("publish", snapshot, pressing.Place(path, modified=True)).code == 1 and not folder.exists()
    before = path.read_bytes()
    assert pressing.act("publish", snapshot, pressing.Place(path)).code == 0 and path.read_bytes() == before
    assert "Charlie" in everything(folder)
    assert run("publish", path, "--sans-noms") == 0 and "Charlie" not in everything(folder)
    books.simulate(path, 1)
    assert desk.publish(path).code == 0 and "Charlie" not in everything(folder)


def test_a_name_cut_at_the_end_of_a_list_is_hidden_too(tmp_path):
    public = Public(Desk().players(8).must().decoded(), initials=True)
    assert "A0" not in public.text("A03, A05…") and "Alpha" not in public.text("A03 et A04")
