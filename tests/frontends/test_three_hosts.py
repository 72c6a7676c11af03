"""One tournament in every host: the closed file, the open Excel (its test engine), the open LibreOffice (itself).

The same gestures are made in each; after every press all cells of all sheets are compared, and at the end the Journal's
facts with them. A host is anything with `press(action)`, `type(sheet, row, column, value)` and `snapshot()`.
"""

import shutil
import sys

import pytest
from openpyxl.utils import column_index_from_string

from tests import books, programs, xl_engine
from tests.frontends.libreoffice.test_stdio import ask, sent
from tournament_xl.frontends.excel import live as excel
from tournament_xl.games.registry import decode
from tournament_xl.phones import report_file as beside
from tournament_xl.phones.report_lines import FROM_DESK, FROM_FIRST, FROM_SECOND, Report
from tournament_xl.storage import timestamps
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.snapshot import Snapshot


class Closed:
    """A workbook file, changed by the command line."""

    def __init__(self, path):
        self.path, self.typed = path, {}

    def press(self, action):
        books.edit(self.path, self.typed)
        self.typed = {}
        return books.run(action, self.path)

    def type(self, sheet, row, letter, value):
        self.typed[f"{sheet}!{letter}{row}"] = value

    def snapshot(self):
        return ClosedFile(self.path).read()

    def visible(self):
        return [sheet.title for sheet in books.content(self.path) if sheet.sheet_state == "visible"]


class LiveExcel:
    """The same workbook open in Excel, whose buttons are pressed."""

    def __init__(self, path):
        self.excel = xl_engine.Excel()
        self.book = self.excel.open(path)

    def press(self, action):
        with xl_engine.running(self.excel):
            return excel.act_on_open_workbook(self.book.FullName, action).code

    def type(self, sheet, row, letter, value):
        marked = f"'{value}" if sheet == "Joueurs" and isinstance(value, str) else value  # or Excel reads it
        self.book.pages[sheet].type((row, column_index_from_string(letter)), marked)

    def snapshot(self):
        with xl_engine.running(self.excel):
            return excel.read_sheets(excel.find_open_workbook(self.book.FullName))

    def visible(self):
        return [name for name, sheet in self.book.pages.items() if sheet.visible]


class LiveLibreOffice:
    """The same workbook open in LibreOffice, pressed through the extension."""

    def __init__(self, desk, sheets):
        self.desk, self.sheets = desk, sheets

    def press(self, action):
        return self.desk.ask("press", action)["code"]

    def type(self, sheet, row, letter, value):
        self.desk.ask("type", sheet, {f"{letter}{row}": value})

    def snapshot(self):
        return Snapshot({sheet: self.desk.ask("rows", sheet) for sheet in self.sheets})

    def visible(self):
        return self.desk.ask("visible")


def cells(snapshot: Snapshot):
    """Every filled cell as text: hosts differ in the types they give."""
    return {
        (sheet, row, column): cell_text(value)
        for sheet, grid in snapshot.sheets.items()
        for row, line in enumerate(grid, 1)
        for column, value in enumerate(line, 1)
        if cell_text(value)
    }


NOW = "05/11/2026 14:00"
PROGRAM = f"""#!{sys.executable}
import sys
from tournament_xl.storage import timestamps as files; from tournament_xl.frontends.libreoffice import stdio
files.journal_date = lambda: "{NOW}"
sys.exit(stdio.main(sys.argv[2]))
"""  # tournament-xl press ACTION --stdio, at that time


@pytest.fixture
def hosts(tmp_path, monkeypatch, request):
    """The same new workbook (of 12 players, Classique) in each host; the clock stands still for the Journal."""
    players, formula = getattr(request, "param", (12, "classique"))
    monkeypatch.setattr(timestamps, "journal_date", lambda: NOW)
    first = books.create(tmp_path / "fermé", players, formula=formula)
    live = tmp_path / "ouvert" / first.name
    live.parent.mkdir()
    shutil.copy(first, live)
    hosts = [Closed(first), LiveExcel(live)]
    if programs.WANTED:
        program = tmp_path / "tournament-xl"
        program.write_text(PROGRAM, encoding="utf-8")
        program.chmod(0o755)
        desk = request.getfixturevalue("office_with")(live, str(program))
        hosts.append(LiveLibreOffice(desk, books.content(first).sheetnames))
    return hosts


def everywhere(hosts, sheet, row, column, value):
    """Type a value in the column of this title."""
    letter = books.header(books.content(hosts[0].path)[sheet])[1][column]
    for host in hosts:
        host.type(sheet, row, letter, value)


def press(hosts, action, code=0):
    assert [host.press(action) for host in hosts] == [code] * len(hosts)
    first, *others = [cells(host.snapshot()) for host in hosts]
    for outcome in others:
        assert outcome == first
    assert all(host.visible() == hosts[0].visible() for host in hosts)
    return hosts[0].path


def row_of(path, sheet, column, value):
    return next(row["row"] for row in books.lines(path, sheet) if row[column] == value)


def play(hosts, number, forfeit=None):
    """Type the scores of a round; `forfeit`: N° of a player who gives his match."""
    for row in books.lines(hosts[0].path, "Résultats"):
        if row["Ronde"] != number or row["N° 2"] == "X" or row["Forfait"]:
            continue
        first, second = row["N° 1"], row["N° 2"]
        if forfeit in (first, second):
            everywhere(hosts, "Résultats", row["row"], "Forfait", "1" if first == forfeit else "2")
            continue
        everywhere(hosts, "Résultats", row["row"], "Score 1", 400 + (7 * first * number) % 90)
        everywhere(hosts, "Résultats", row["row"], "Score 2", 400 + (11 * second) % 90)


def test_the_whole_classique_leaves_the_same_cells_in_every_host(hosts):
    """12 players, 3 rounds: a late departure with X, a forfeit, an undo, a corrected score, texts that tempt Excel."""
    tempting = {5: ("Nom", "Mars 5"), 6: ("Club", "1-2"), 7: ("Club", "=x"), 8: ("Nom", "'t Hooft"),
                9: ("Club", "+44 Durand (5)"), 10: ("Licence", "007"), 11: ("Club", "VRAI"),
                12: ("Club", "#1")}  # fmt: skip
    for row, (column, text) in tempting.items():
        everywhere(hosts, "Joueurs", row, column, text)
    everywhere(hosts, "Tournoi", row_of(hosts[0].path, "Tournoi", "Paramètre", "Nombre de rondes"), "Valeur", 3)
    path = press(hosts, "pair")
    press(hosts, "pair", code=3)  # no score yet
    play(hosts, 1)
    press(hosts, "pair")
    press(hosts, "undo")
    everywhere(hosts, "Joueurs", row_of(path, "Joueurs", "N°", 4), "Absences", "2-")  # leaves: X comes in
    press(hosts, "pair")
    play(hosts, 2, forfeit=3)
    everywhere(hosts, "Résultats", row_of(path, "Résultats", "Ronde", 1), "Score 1", 777)
    press(hosts, "pair")
    play(hosts, 3)
    press(hosts, "update")
    press(hosts, "pair", code=1)
    press(hosts, "ratings")
    assert [line["Place"] for line in books.lines(path, "Cotes")][:1] == [1]
    for host in hosts:
        facts = decode(host.snapshot()).tournament
        assert facts.played == 3 and any(match.two == 0 for match in facts.rounds[1])


def test_results_from_phones_go_into_the_same_empty_cells_in_every_host(hosts):
    """Tables 1 to 3 agree, 4 has one word, 5 differs, 6 was typed otherwise; the rest of it comes with the update."""
    path = press(hosts, "pair")
    rows = {row["Table"]: row for row in books.lines(path, "Résultats")}
    everywhere(hosts, "Résultats", rows[6]["row"], "Score 1", 500)
    everywhere(hosts, "Résultats", rows[6]["row"], "Score 2", 300)
    words = {
        1: (FROM_FIRST, FROM_SECOND),
        2: (FROM_DESK,),
        4: (FROM_FIRST,),
        6: (FROM_FIRST, FROM_SECOND),
        5: (FROM_FIRST, FROM_SECOND),
    }
    receive(hosts, rows, words)
    press(hosts, "take")
    now = {row["Table"]: (row["Score 1"], row["Score 2"]) for row in books.lines(path, "Résultats")}
    assert now == {1: (401, 350), 2: (402, 350), 3: (None, None), 4: (None, None), 5: (None, None), 6: (500, 300)}
    press(hosts, "take", code=1)
    receive(hosts, rows, {3: (FROM_FIRST, FROM_SECOND), 4: (FROM_SECOND,), 5: (FROM_DESK,)})
    press(hosts, "pair")
    assert len(books.lines(path, "Résultats")) == 12
    details = [row["Détail"] for row in books.lines(path, "Journal") if row["Action"] == "Résultats reçus"]
    assert len(details) == 2 and "405-350" in details[1]


def receive(hosts, rows, words):
    """Lines beside each workbook: table -> who says so; two at table 5 do not say the same."""
    closed = hosts[0].path.parent
    for folder in (closed, closed.parent / "ouvert"):
        for table, senders in words.items():
            first, second = rows[table]["N° 1"], rows[table]["N° 2"]
            for sender in senders:
                wrong = 10 if (table, sender) == (5, FROM_SECOND) else 0
                report = Report(f"{NOW}:30", 1, table, first, 400 + table + wrong, 350, second, sender)
                beside.append_report(folder / hosts[0].path.name, report, "")


@pytest.mark.parametrize("hosts", [(9, "othello")], indirect=True)
def test_an_othello_tournament_leaves_the_same_cells_in_every_host(hosts):
    """9 players, 2 rounds: codes of Fin, a departure, a corrected result."""
    everywhere(hosts, "Tournoi", row_of(hosts[0].path, "Tournoi", "Paramètre", "Nombre de rondes"), "Valeur", 2)
    path = press(hosts, "pair")
    press(hosts, "pair", code=3)  # no result yet
    ends = iter(("TN", "TB+", "", "PNB", "FN", *10 * ("",)))
    for number in (1, 2):
        for row in books.lines(path, "Résultats"):
            if row["Ronde"] != number or "BIP" in (row["N° N"], row["N° B"]):
                continue
            discs = 20 + (7 * row["N° N"] * number) % 25
            everywhere(hosts, "Résultats", row["row"], "Pions N", discs)
            everywhere(hosts, "Résultats", row["row"], "Pions B", 64 - discs)
            if end := next(ends):
                everywhere(hosts, "Résultats", row["row"], "Fin", end)
        press(hosts, "update")
        if number == 1:
            everywhere(hosts, "Joueurs", row_of(path, "Joueurs", "N°", 4), "Absences", "2-")
            press(hosts, "pair")
    everywhere(hosts, "Résultats", row_of(path, "Résultats", "Ronde", 1), "Fin", "AB")
    press(hosts, "update")
    press(hosts, "pair", code=1)
    press(hosts, "check")
    for host in hosts:
        assert decode(host.snapshot()).tournament.played == 2


def test_a_score_of_an_earlier_round_says_in_every_host_that_the_pairs_stay_and_how_to_change_them(tmp_path, capsys):
    """C11: the page says it as the score is typed."""
    path = books.pair(books.simulate(books.create(tmp_path, 17), 2))
    row = next(row for row in books.lines(path, "Résultats") if row["Ronde"] == 1 and row["Score 1"])
    books.edit(path, {f"Résultats!Score 1!{row['row']}": row["Score 1"] + 31})
    program = xl_engine.Excel()
    book = program.open(path)
    with xl_engine.running(program):
        in_excel = excel.act_on_open_workbook(book.FullName, "update")
    code, in_office = ask("update", sent(ClosedFile(path)))
    assert code == 0 and books.run("update", path) == 0
    heard = [" ".join(in_excel.warnings), " ".join(in_office["warnings"]), "".join(capsys.readouterr())]
    assert ["La ronde 3 est déjà appariée." in text for text in heard] == [True] * 3
    assert ["annulez-la" in text for text in heard] == [True] * 3
    assert books.run("update", path) == 0 and "déjà appariée" not in "".join(capsys.readouterr()), "once"
    assert books.run("undo", path) == 0
