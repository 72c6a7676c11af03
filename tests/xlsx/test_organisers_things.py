"""What the organiser added to the workbook survives every command: pictures, notes, charts, own sheets and columns."""

import re
import shutil
from pathlib import Path

from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment

from tests import books
from tests.books import content, edit, pair, run, score, simulate, update
from tournament_xl.games.scrabble.seasons import catalogue
from tournament_xl.xlsx.package import Package

WATCHED = ("Joueurs", "Tournoi", "Buvette")
OWN_CELLS = {
    "Joueurs!K4": "Payé ?", "Joueurs!K5": "oui", "Joueurs!K40": "total", "Résultats!P5": "bleue", "Grille!Q4": 2026,
    "Classement!N5": "une coupe", "Classement!N30": "sous la liste", "Appariements!O2": "silence dans la salle",
    "Journal!F5": "ma note", "Tournoi!I2": "wifi : ZYTHUM", "Buvette!A1": "cafés", "Buvette!B1": 42,
}  # fmt: skip
OWN_FORMULAS = {
    "Résultats!Q5": "E5-F5", "Joueurs!L41": "SUM(L5:L40)", "Buvette!B2": "B1*1.5", "Classement!O5": "COUNTA(C5:C50)",
}  # fmt: skip
COMMANDS = ("update", "simulate --rounds 1", "pair", "undo", "pair", "undo --force", "simulate", "undo --force")


def _decorate(path):
    """One of each thing that people put in a workbook."""
    with books.opened(path) as book:
        chart = BarChart()
        chart.add_data(Reference(book["Classement"], min_col=9, min_row=5, max_row=12))
        book["Classement"].add_chart(chart, "R9")
        book["Classement"]["E6"].comment = Comment("une note", "moi")
        book["Joueurs"].column_dimensions["E"].width, book["Joueurs"].column_dimensions["E"].hidden = 55.5, True
        book.create_sheet("Buvette")
    edit(path, OWN_CELLS)
    books.type_formulas(path, OWN_FORMULAS)


LOOKS = (
    rb"<rowBreaks.*?</rowBreaks>|<pageSetUpPr[^<>]*/>|<sheetFormatPr [^<>]*/>|<col [^<>]*/>"
    rb'| (scale|fitToHeight|fitToWidth)="[0-9]+"'
)  # that a press sets


def _seen(path):
    """All that is not the program's, by name: own cells with their looks, and every byte outside the cells."""
    book, package = content(path), Package(path.read_bytes())
    contents = {place: book[place.split("!")[0]][place.split("!")[1]].value for place in OWN_CELLS | OWN_FORMULAS}
    sheets = {part: name for name, part in package.sheets().items()}
    for part, text in package.parts.items():
        if part in sheets:
            around = re.sub(rb"<sheetData.*</sheetData>", b"", text, flags=re.DOTALL)
            around = re.sub(rb'<selection [^<>]*/>|topLeftCell="\w+"', b"", around)  # opens at the first missing score
            around = re.sub(LOOKS, b"", around, flags=re.DOTALL)
            contents[f"around {sheets[part]}"] = re.sub(rb'<dimension ref="[A-Z0-9:]+"', b"", around)
            styles = dict(re.findall(rb'<c r="([A-Z]+[0-9]+)"(?: s="([0-9]+)")', text))
            contents |= {f"looks {sheets[part]}!{cell}": styles[cell] for cell in styles if sheets[part] in WATCHED}
        elif part not in ("xl/calcChain.xml", package.workbook()):
            contents[f"part {part}"] = text
    return contents


def test_every_command_leaves_each_of_them(tmp_path):
    """Round 1 is played, round 2 drawn; a press has seen each thing once."""
    book = pair(simulate(books.create(tmp_path), 1))
    _decorate(book)
    before = _seen(update(book))
    score(book, 2)
    for command in COMMANDS:
        verb, *words = command.split()
        assert run(verb, book, *words) == 0, command
        after = _seen(book)
        assert {name for name in before if before[name] != after.get(name)} == set(), command


def test_the_federations_numbers_of_a_season_lie_beside_the_workbook_that_names_it(workbooks, tmp_path, capsys):
    path = Path(shutil.copy(workbooks["finished"], tmp_path))
    edit(path, {"Tournoi!Date de début": "21/11/2026", "Tournoi!Date de fin": "21/11/2026"})
    assert run("ratings", path) == 0
    assert "comptée avec les PL et les seuils de 2015" in capsys.readouterr().out
    text = (Path(catalogue.__file__).parent / "2015-2016.toml").read_text("utf-8").replace("2015-09-01", "2026-09-01")
    text = text.replace('"2015-2016"', '"2026-2027"').replace("1 = 20\n", "1 = 60\n")
    (tmp_path / "2026-2027.toml").write_text(text, encoding="utf-8")
    assert run("ratings", path) == 0 and "tapez 2026-2027 dans le paramètre Saison" in capsys.readouterr().out
    before = {line["Place"]: line["B"] for line in books.lines(path, "Cotes")}
    edit(path, {"Tournoi!Saison": "2026-2027"})
    assert run("ratings", path) == 0 and "nombres de" not in capsys.readouterr().out
    after = {line["Place"]: line["B"] for line in books.lines(path, "Cotes")}
    assert (before[1], after[1], after[2]) == (20, 60, 30)
    assert run("check", path) == 0
