"""What the organiser added to the workbook survives every command: pictures, notes, charts, own sheets and columns."""

import base64
import re
import shutil
import zipfile
from pathlib import Path

import excelize
import pytest

from tests import books
from tests.books import content, edit, lines, pair, run, score, simulate, untouched, update

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
YELLOW = "FFFF00"
OWN_CELLS = {
    "Joueurs!K4": "Payé ?", "Joueurs!K5": "oui", "Joueurs!L6": 12.5, "Joueurs!K40": "total",
    "Résultats!P4": "Salle", "Résultats!P5": "bleue", "Résultats!P7": "verte",
    "Classement!N4": "Prix", "Classement!N5": "une coupe", "Classement!N30": "sous la liste",
    "Appariements!O2": "silence dans la salle", "Journal!F5": "ma note", "Tournoi!I2": "wifi : ZYTHUM",
    "Buvette!A1": "cafés", "Buvette!B1": 42,
}  # fmt: skip
OWN_FORMULAS = {
    "Résultats!Q5": "E5-F5", "Joueurs!L41": "SUM(L5:L40)", "Buvette!B2": "B1*1.5", "Classement!O5": "COUNTA(C5:C50)",
    "Tournoi!I3": "COUNTA(Joueurs!B5:B200)",
}  # fmt: skip
COMMANDS = {
    "update": ["update"], "undo, pair": ["undo", "pair"], "undo --force": ["undo --force"],
    "simulate": ["simulate --seed 3"], "everything": ["simulate --rounds 1", "pair", "undo", "pair", "update",
                                                      "undo --force", "simulate", "undo --force", "update"],
}  # fmt: skip


def _decorate(path):
    """One of each thing that people put in a workbook."""
    with books.opened(path) as book:
        book.new_sheet("Buvette")
    edit(path, OWN_CELLS)
    with books.opened(path) as book:
        for place, formula in OWN_FORMULAS.items():
            book.set_cell_formula(*place.split("!"), formula)
        picture = excelize.Picture(extension=".png", file=PIXEL, format=excelize.GraphicOptions())
        for sheet in ("Tournoi", "Classement", "Buvette"):
            book.add_picture_from_bytes(sheet, "R2", picture)
        for sheet in ("Résultats", "Tournoi"):
            text = [excelize.RichTextRun(text=f"une forme sur {sheet}")]
            book.add_shape(sheet, excelize.Shape(cell="T5", type="rect", width=90, height=40, paragraph=text))
        for sheet, cell in (("Joueurs", "B5"), ("Résultats", "E6"), ("Grille", "A1")):
            note = [excelize.RichTextRun(text=f"note de {sheet}")]
            book.add_comment(sheet, excelize.Comment(author="Zoé", cell=cell, paragraph=note))
        series = [excelize.ChartSeries(categories="Classement!$C$5:$C$12", values="Classement!$I$5:$I$12")]
        book.add_chart("Classement", "R9", excelize.Chart(type=excelize.ChartType.Col, series=series))
        book.set_defined_name(excelize.DefinedName(name="MesScores", refers_to="Résultats!$E$5:$F$200"))
        fill = excelize.Style(fill=excelize.Fill(type="pattern", color=[YELLOW], pattern=1))
        yellow = book.new_style(fill)
        for sheet, cell in (("Joueurs", "B7"), ("Résultats", "E5"), ("Classement", "C6"), ("Journal", "A5")):
            book.set_cell_style(sheet, cell, cell, yellow)
        book.set_col_width("Joueurs", "E", "E", 55.5)
        book.set_row_height("Résultats", 6, 40)
        book.set_col_visible("Joueurs", "D", False)
        book.set_col_visible("Classement", "K", False)
        book.auto_filter("Résultats", "A4:N200", [])
        sparkline = excelize.SparklineOptions(location=["P6"], range=["Classement!E6:H6"])
        book.add_sparkline("Classement", sparkline)


def _seen(path):
    """The things found in the workbook, by name."""
    book = content(path)
    found = {place: book[place.split("!")[0]][place.split("!")[1]].value for place in OWN_CELLS | OWN_FORMULAS}
    for sheet in book:
        name = sheet.title
        found |= {f"note {name}!{c.coordinate}": c.comment.text for row in sheet.iter_rows() for c in row if c.comment}
        found |= {f"width {name}!{k}": (d.width, d.hidden) for k, d in sheet.column_dimensions.items()}
        found |= {f"height {name}!{k}": d.height for k, d in sheet.row_dimensions.items() if d.height}
        found |= {
            f"colour {name}!{c.coordinate}": True
            for row in sheet.iter_rows() for c in row if c.fill.fgColor.rgb == f"FF{YELLOW}"
        }  # fmt: skip
        found[f"filter {name}"] = sheet.auto_filter.ref
        found[f"charts {name}"] = len(sheet._charts)
    found |= {f"name {name}": defined.attr_text for name, defined in book.defined_names.items()}
    found["sheets"] = book.sheetnames
    with zipfile.ZipFile(path) as package:
        for part in package.namelist():
            text = package.read(part)
            if part.startswith("xl/worksheets/sheet"):
                around = text.split(b"<sheetData>")[0] + text.split(b"</sheetData>")[1]
                found[f"around the cells of {part}"] = re.sub(rb'<dimension ref="[A-Z0-9:]+"', b"", around)
            elif part not in ("xl/sharedStrings.xml", "xl/calcChain.xml", "xl/workbook.xml"):
                found[f"part {part}"] = text
    return found


@pytest.fixture(scope="module")
def decorated(tmp_path_factory):
    """Round 1 played, round 2 drawn, and one of each thing; a press has seen it once."""
    path = pair(simulate(books.create(tmp_path_factory.mktemp("decorated")), 1))
    _decorate(path)
    update(path)
    return path


@pytest.fixture
def book(decorated, tmp_path):
    return Path(shutil.copy(decorated, tmp_path))


def test_the_workbook_of_these_tests_has_one_of_each_thing(book):
    seen = _seen(book)
    things = ("note Joueurs!B5", "colour Résultats!E5", "name MesScores", "part xl/media/image1.png", "Résultats!Q5")
    assert all(thing in seen for thing in things)
    assert (seen["charts Classement"], seen["filter Résultats"]) == (1, "$A$4:$N$200")
    assert seen["width Joueurs!D"][1] and seen["width Joueurs!E"][0] == 55.5
    assert any(b"une forme sur R" in text for name, text in seen.items() if name.startswith("part xl/drawings/drawing"))


@pytest.mark.parametrize("commands", COMMANDS.values(), ids=COMMANDS)
def test_every_command_leaves_each_of_them(book, commands):
    before = _seen(book)
    if commands == ["update"]:
        score(book, 2)
    for command in commands:
        verb, *words = command.split()
        assert run(verb, book, *words) == 0, command
        after = _seen(book)
        assert {name for name in before if before[name] != after.get(name)} == set(), command


def test_a_first_press_leaves_what_was_added_before_it(tmp_path):
    path = books.create(tmp_path)
    _decorate(path)
    before = _seen(path)
    assert run("pair", path) == 0
    after = _seen(path)
    assert {name for name in before if before[name] != after.get(name)} == set()


@pytest.mark.parametrize("place, text", [
    ("Classement!A30", "Prix du public : Zoé"), ("Grille!C30", "Signature de l'arbitre : ______"),
    ("Appariements!B30", "Reprise à 14 heures précises"),
])  # fmt: skip
def test_a_note_below_a_list_that_is_rewritten_stays(book, place, text):
    edit(book, {place: text})
    assert run("undo", book) == 0 and run("pair", book) == 0
    assert books.value(book, place) == text


@pytest.mark.parametrize("sheet, merged", [
    ("Joueurs", "A1:J1"), ("Résultats", "A1:N2"), ("Classement", "A1:L1"), ("Classement", "A2:L2"), ("Grille", "A1:K1"),
    ("Grille", "A1:K2"), ("Appariements", "A1:E1"), ("Appariements", "A1:I1"), ("Tournoi", "B1:G1"),
    ("Tournoi", "B1:G2"), ("Journal", "A1:D1"),
])  # fmt: skip
def test_merged_titles_do_no_harm(tmp_path, capsys, sheet, merged):
    path = books.create(tmp_path)
    with books.opened(path) as book:
        book.merge_cell(sheet, *merged.split(":"))
    assert run("pair", path) == 0, capsys.readouterr().err
    assert merged in {str(one) for one in content(path)[sheet].merged_cells.ranges}


def test_a_formula_filled_down_beside_the_results_does_not_push_the_pairs_below_it(tmp_path):
    """The organiser's own column: differences of scores, prepared for all rounds (0 where there is no score yet)."""
    path = edit(books.create(tmp_path), {f"Résultats!P{row}": 0 for row in range(5, 105)})
    assert [row["row"] for row in lines(pair(path), "Résultats") if row["N° 1"]] == [5, 6, 7, 8]


# Sorted and filtered lists


def _same_but_for_the_order(path, other):
    def facts(workbook):
        """The rows of Résultats without their place on the sheet, and the derived sheets."""
        rows = [tuple((k, v) for k, v in row.items() if k != "row") for row in lines(workbook, "Résultats")]
        derived = {k: v for k, v in books.everything(workbook).items() if k[0] in books.DERIVED}
        return sorted(rows, key=repr), derived

    assert facts(path) == facts(other)


@pytest.mark.parametrize("sheet, order", [
    ("Résultats", lambda rows: sorted(rows, key=lambda row: row["Joueur 2"])),
    ("Résultats", lambda rows: sorted(rows, key=lambda row: -row["Score 1"])),
    ("Résultats", lambda rows: rows[::-1]),
    ("Joueurs", lambda rows: sorted(rows, key=lambda row: row["Nom"], reverse=True)),
    ("Joueurs", lambda rows: rows[3:] + rows[:3]),
], ids=["by name", "by score", "turned round", "players by name", "players turned"])  # fmt: skip
def test_sorted_rows_change_nothing_but_their_place(tmp_path, sheet, order):
    plain, sorted_ = (simulate(books.create(tmp_path / name), 2) for name in ("plain", "sorted"))
    books.reorder(sorted_, sheet, order)
    with untouched(sorted_):
        assert run("update", sorted_) == 0
    for path in (plain, sorted_):
        pair(path)
        assert run("undo", path) == 0
        simulate(path, 1)
    _same_but_for_the_order(plain, sorted_)


def test_rows_that_a_filter_hides_are_read_like_the_others(tmp_path):
    plain, filtered = (simulate(books.create(tmp_path / name), 2) for name in ("plain", "filtered"))
    with books.opened(filtered) as book:
        criteria = [excelize.AutoFilterOptions(column="A", expression="x == 2")]
        book.auto_filter("Résultats", "A4:N200", criteria)
        for row in range(5, 9):
            book.set_row_visible("Résultats", row, False)
        book.set_row_visible("Joueurs", 6, False)
    for path in (plain, filtered):
        simulate(path, 1)
    _same_but_for_the_order(plain, filtered)
    rows = content(filtered)["Résultats"].row_dimensions
    assert [row for row in range(5, 17) if rows[row].hidden] == [5, 6, 7, 8]
