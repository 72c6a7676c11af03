"""Sheets as they are printed: conditions, numbers, pages. Against LibreOffice: tests/workbook/test_rendering.py."""

import html
import itertools
import re
from pathlib import Path

import pytest

from tests import ROOT, books
from tests.programs import WHOLE
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages.sheets import GAP
from tournament_xl.printing.formulas import Condition, FormulaError
from tournament_xl.printing.looks import format_cell_number, format_cell_text
from tournament_xl.printing.page_html import compute_page_grid, estimate_width, render_print
from tournament_xl.printing.printed_sheet import PrintedSheet
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.sheets.paging import compute_page_starts, count_pages
from tournament_xl.workbook.tables import find_right_of
from tournament_xl.xlsx.package import Package, list_children
from tournament_xl.xlsx.workbook_package import parse_workbook

CELLS = {(5, 1): 3.0, (5, 2): "Durand", (5, 3): "+44", (6, 1): 4.0, (6, 3): " exempt ", (5, 5): True}


def holds(text, row=5, column=1):
    return Condition(text, (5, 1), {"Manches": "Tournoi!$C$38", "Double": "$A5*2"}).holds(
        lambda sheet, *position: "2 : 4-5" if sheet else CELLS.get(position), row, column
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$A5=3", True), ('$B5="durand"', True), ('$B5<>""', True), ('$D5<>""', False), ("$D5=0", True),
        ("$A6>$A5", True), ("AND($A5<>$A4,MOD(ROW(),2)=1)", True), ("OR($D5>1,NOT($E5))", False), ("$E5", True),
        ('LEFT($C5,1)="+"', True), ('MID($C5,2,1)="4"', True), ('RIGHT(TRIM($C6),2)="pt"', True),
        ('TRIM($C6)="exempt"', True), ("ISNUMBER($A5)", True), ("ISNUMBER($B5)", False),
        ("COUNT($A5:$E5)=1", True), ("COUNTA($A5:$E5)=4", True), ("SUM($A5:$A6)=7", True), ("MAX($A$5:$A6)=4", True),
        ("COUNTIFS($A$5:$A$9,4,$C$5:$C$9,\" exempt \")=1", True), ('$A5&"."&$B5="3.Durand"', True),
        ("1+2*3-4/2=5", True), ("-$A5=-3", True), ("(1+2)*3=9", True), ("IF($A5>1,1,0)", True), ("LEN($B5)=6", True),
        ('ISERROR(FIND("-",$B5))', True), ('IFERROR(VALUE($B5),7)=7', True), ("VALUE($B5)=1", False), ("1/0", False),
        ('FIND(":",Manches)=3', True), ("Double=6", True), ("INT(5/2)=2", True), ('"a""b"="A""B"', True),
        ('"texte"', False), ("TRUE", True), ('$B5>$A5', True),
    ],
)  # fmt: skip
def test_a_condition_holds_as_in_a_spreadsheet(text, expected):
    assert holds(text) is expected


def test_references_move_with_the_cell_but_where_a_dollar_holds_them():
    assert holds("$A5=4", row=6) and not holds("$A$5=4", row=6)
    assert holds('B5="+44"', column=2) and not holds('B5="+44"')
    assert Condition("$A5=3", (5, 1), {}).by_row and not Condition("A5=3", (5, 1), {}).by_row


@pytest.mark.parametrize(
    "text",
    ["", "1+", "(1", "SUBTOTAL(1,A1)", "Inconnu", "A1:", "#REF!", "{1}", "(" * 500 + "1" + ")" * 500, "1" * 5000],
)
def test_what_is_not_understood_is_refused_and_no_program_ends(text):
    with pytest.raises(FormulaError):
        Condition(text, (1, 1), {})


def test_a_name_that_needs_itself_is_refused():
    with pytest.raises(FormulaError):
        Condition("Rond", (1, 1), {"Rond": "Rond+1"})


@pytest.mark.parametrize("template", sorted(path.name for path in (ROOT / "templates").glob("*.xls[xm]")))
def test_every_condition_of_a_template_is_understood(template):
    package = Package((ROOT / "templates" / template).read_bytes())
    workbook = package.parts[package.workbook()]
    names = {
        name.attributes["name"]: html.unescape(re.sub("<.*?>", "", workbook[name.start : name.end].decode()))
        for name in list_children(workbook, "definedNames")
    }
    parts = [package.parts[part].decode() for part in package.sheets().values()]
    conditions = [html.unescape(text) for part in parts for text in re.findall("<formula>([^<]*)</formula>", part)]
    assert len(conditions) > 20 or "envoi" in template
    for text in conditions:
        Condition(text, (5, 1), names)


@pytest.mark.parametrize(
    ("number", "code", "expected"),
    [
        (1234, "General", "1234"), (12.5, "", "12,5"), (1234, '[$-40C]#,##0;[$-40C]"−"#,##0', "1\u202f234"),
        (-56, '[$-40C]#,##0;[$-40C]"−"#,##0', "−56"), (240, '[$-40C]"+"#,##0;[$-40C]"−"#,##0;0', "+240"),
        (0, '[$-40C]"+"#,##0;[$-40C]"−"#,##0;0', "0"), (10.25, "[$-40C]#,##0.0", "10,2"), (-3, "0", "−3"),
        (6, "[$-40C]General", "6"), (6.5, "[$-40C]General", "6,5"),
        (46347, "dd/mm/yyyy", "21/11/2026"), (46347.5625, "dd/mm/yyyy hh:mm", "21/11/2026 13:30"),
        (1e300, "dd/mm/yyyy", "1e+300"), (3, "@", "3"),
    ],
)  # fmt: skip
def test_a_number_stands_on_paper_the_french_way(number, code, expected):
    assert format_cell_number(number, code) == expected


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("X", "", "X"), ("X", "@", "X"), ("X", "0;-0;0", "X"), ("X", ';;;"exempt"', "exempt"), ("X", ";;;", ""),
        ("1+2", ';;;"joueurs "@', "joueurs 1+2"), ("1", '"joueur "0;;;"joueur "@', "joueur 1"),
    ],
)  # fmt: skip
def test_a_text_stands_on_paper_as_its_format_has_it(text, code, expected):
    assert format_cell_text(text, code) == expected


def pages_of(path, sheet):
    return PrintedSheet(parse_workbook(path, path.read_bytes()), sheet).pages


def test_a_page_ends_where_the_workbook_says_and_repeats_its_titles(tmp_path):
    path = books.pair(books.create(tmp_path, 64))
    wall, slips, players = (pages_of(path, name) for name in (schema.PAIRINGS, schema.SLIPS, schema.PLAYERS))
    assert [page.rows[:3] for page in wall] == [(1, 2, 3)] * len(wall) and len(wall) == 5
    assert len(slips) == 4 and [page.rows[0] for page in slips] == [1] * 4
    assert [page.rows[:4] for page in players] == [(1, 2, 3, 4)] * len(players)
    assert [row for page in players for row in page.rows[4:]] == [*range(5, 69)]


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_slips_stand_at_the_same_places_on_every_page_so_that_stacked_pages_are_cut_together(tmp_path, formula):
    path = books.pair(books.create(tmp_path, 40, formula=formula))
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.SLIPS)
    grids = [compute_page_grid(printed, page) for page in printed.pages]
    heads = [[edges for row, edges in grid.tops.items() if row > 2] for grid in grids]
    assert len(heads) == 3 and all(head[: len(last)] == last for last in heads[2:] for head in heads)


def test_the_slip_of_the_third_place_at_the_right_of_the_finals_is_printed_whole(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 2)
    whole = pages_of(path, schema.SLIPS)[0].columns
    for name in ("Grande finale", "Match pour la 3e place"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    (page,) = pages_of(books.update(path), schema.SLIPS)
    assert page.columns == whole


def test_a_sheet_with_nothing_to_print_has_no_page_and_an_unknown_one_is_refused(tmp_path):
    path = books.create(tmp_path, 8)
    session = PageSession(tmp_path)
    asked = {"file": path.name}
    assert session.call("paper", asked | {"sheet": schema.TENTS}) == {
        "answer": session.call("paper", asked | {"sheet": schema.TENTS})["answer"], "paper": "",
    }  # fmt: skip
    for sheet in ("Ailleurs", schema.MEMORY):
        answer = session.call("paper", asked | {"sheet": sheet})
        assert answer["answer"]["code"] == 2 and "paper" not in answer


def test_scores_just_typed_are_on_paper_and_the_file_stays_as_it_was(tmp_path):
    path = books.pair(books.create(tmp_path, 8))
    rows = [row["row"] for row in books.lines(path, schema.RESULTS)]
    books.edit(
        path, {f"Résultats!Score 1!{row}": 431 for row in rows} | {f"Résultats!Score 2!{row}": 372 for row in rows}
    )
    before = path.read_bytes()
    paper = PageSession(tmp_path).call("paper", {"file": path.name, "sheet": schema.STANDINGS})["paper"]
    assert "Classement après la ronde 1" in paper and paper.count(">59<") == len(rows)
    assert path.read_bytes() == before


def test_points_of_othello_stand_on_paper_as_in_the_page(tmp_path):
    path = books.simulate(books.create(tmp_path, 9, formula="othello"), 3)
    rows = books.lines(path, schema.GRID)
    for sheet in (schema.GRID, schema.STANDINGS):
        paper = PageSession(tmp_path).call("paper", {"file": path.name, "sheet": sheet})["paper"]
        shown = {text.strip() for text in re.findall(r">([^<>]+)<", paper)}
        assert {f"{row['Points']:g}".replace(".", ",") for row in rows} <= shown
        assert not [text for text in shown if re.fullmatch(r"\d+,0", text)], sheet


@pytest.mark.parametrize(("formula", "bye"), [("classique", "X"), ("othello", "BIP")])
def test_results_on_paper_say_exempt_and_who_gave_a_forfeit_and_nothing_to_those_who_type(tmp_path, formula, bye):
    path = books.create(tmp_path, 9, "--rondes", 2, formula=formula)
    books.simulate(path, 2)
    row = books.lines(path, schema.RESULTS)[0]["row"]
    if formula == "classique":
        scores = {f"Résultats!{column}!{row}": None for column in ("Score 1", "Score 2")}
        books.update(books.edit(path, scores | {f"Résultats!Forfait!{row}": "1"}))
    hint = next(cell for cells in books.content(path)["Résultats"]["A1:N3"] for cell in cells
                if str(cell.value).startswith("Saisir"))  # fmt: skip
    paper = PageSession(tmp_path).call("paper", {"file": path.name, "sheet": schema.RESULTS})["paper"]
    texts = re.findall("<p[^>]*>([^<]*)</p>", paper)
    assert hint.value[:20] not in paper and texts.count("exempt") == 2 and bye not in texts and "–" in texts
    assert texts.count("joueur 1") == (formula == "classique")
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.RESULTS)
    names = [printed.look(line, 4) for line in range(books.FIRST, books.FIRST + 10)]
    assert len({look.colour for look in names}) == 1, "rounds before the last are not paler"


def test_what_people_type_is_text_on_paper(tmp_path):
    path = books.create(tmp_path, 8)
    books.edit(path, {"Joueurs!B6": "<b onclick=x>Dupont</b> & fils"})
    paper = PageSession(Path(tmp_path)).call("paper", {"file": path.name, "sheet": schema.PLAYERS})["paper"]
    assert "<b" not in paper and "&lt;b onclick=x&gt;Dupont&lt;/b&gt; &amp; fils" in paper


FIELDS = {"classique": scrabble, "othello": othello}  # formula -> its game's sheets


@pytest.mark.parametrize("formula", FIELDS)
def test_a_page_has_room_for_the_rows_that_its_game_counts_on(tmp_path, formula):
    path = books.create(tmp_path, 100, "--rondes", 2, formula=formula)
    books.simulate(path, 2)
    for sheet in (schema.PLAYERS, schema.RESULTS):
        printed = PrintedSheet(parse_workbook(path, path.read_bytes()), sheet)
        titles = printed.setup.title_rows[1]
        assert len(printed.pages[0].rows) - titles == FIELDS[formula].PAGE_LINES[sheet], sheet


@pytest.mark.parametrize("formula", FIELDS)
@pytest.mark.parametrize(("players", "pages", "size"), [(9, 1, 11.8), (23, 1, 11.8), (40, 1, 9.0), (41, 2, 11.8)])
def test_the_standings_are_printed_as_large_as_their_pages_allow(tmp_path, formula, players, pages, size):
    path = books.create(tmp_path, players, "--rondes", 3, formula=formula)
    books.simulate(path, 1)
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.STANDINGS)
    assert len(printed.pages) == pages
    (width, height), legend, name, club = printed.setup.body, (3, 1), (8, 3), (8, 4)
    assert printed.scale * printed.look(*name).size > size and printed.scale * printed.look(*legend).size > 7
    used = printed.scale * sum(map(printed.width, printed.pages[0].columns)) / width
    used_down = printed.scale * sum(map(printed.height, printed.pages[0].rows)) / height
    assert max(used, used_down) > 0.97 and (players != 23 or used_down > 0.8)
    assert printed.look(*club).colour == printed.look(*name).colour


@pytest.mark.parametrize("sheet", [schema.STANDINGS, schema.GRID])
def test_a_column_of_the_standings_that_is_empty_is_not_printed_until_it_has_something(tmp_path, sheet):
    ppm = scrabble.COLUMNS[sheet].index("PPM") + 1
    path = books.score(books.pair(books.create(tmp_path, 8)), 1)
    row = books.lines(path, schema.RESULTS)[0]["row"]
    for score, is_printed in ((450, False), (400, True), (450, False)):  # 400 all: a draw of two who have met
        books.update(books.edit(path, {f"Résultats!Score 1!{row}": score}))
        printed = PrintedSheet(parse_workbook(path, path.read_bytes()), sheet)
        assert (ppm in printed.pages[0].columns) is is_printed


LONG_NAMES = (
    "Montgomery-Smythe;Christopher", "Hersart de La Villemarqué;Anne-Charlotte", "Durand;Paul",
    "De La Villemarqué;Théodore", "Desrochers-Giguère;Louis-Philippe", "Castelnau-Montmorency;Étienne",
    "Vandenbroucke-Delacroix;Anne", "Rakotomalala-Andriamihaja;Hery-Tiana", "Lœwenguth;François-Xavier",
    "Moutoussamy;Marie-Éloïse", "N'Guessan;Ève", "Ben Saïd;Inès",
)  # fmt: skip
ORIGINS = ("Angleterre", "Allemagne", "Pays-Bas")
FROM_COLUMN = {"classique": "Club", "othello": "Pays"}


def measure_names(path):
    """The names on the wall, each with the size of its letters on paper."""
    printed, sizes = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.PAIRINGS), {}
    for cell in [(row, column) for page in printed.pages for row in page.rows[4:] for column in (3, 6)]:
        text, look = printed.value(*cell), printed.look(*cell)
        if isinstance(text, str) and not look.bold and text != GAP:
            room = printed.width(cell[1]) - 10.2  # its indent
            sizes[text] = printed.scale * look.size * min(1, room / estimate_width(text, look))
    return sizes


LONG_SURNAMES = ("Vandenbroucke-Delacroix", "Castelnau-Montmorency", "Van der Schueren-Meyer")


@pytest.mark.parametrize("formula", FIELDS)
@pytest.mark.parametrize("count", [12, 24, 41])
def test_all_names_on_the_wall_have_one_size_the_largest_at_which_they_fit(tmp_path, formula, count):
    path = books.create(tmp_path, count, "--rondes", 5, formula=formula)
    expected = {(): 20, LONG_SURNAMES[:1]: 16, LONG_SURNAMES: 16}
    for surnames, least in expected.items():
        books.edit(path, {f"Joueurs!Nom!{books.FIRST + row}": name for row, name in enumerate(surnames)})
        book = tmp_path / "ronde.xlsx"
        book.write_bytes(path.read_bytes())
        sizes = measure_names(books.pair(book))  # of round 1, whose page is a tenth larger where its rows leave room
        assert len(sizes) >= count and max(sizes.values()) - min(sizes.values()) < 0.1
        assert least - 0.1 < min(sizes.values()) < 1.11 * least and not any("…" in name for name in sizes)
        assert all(any(name.startswith(surname) for name in sizes) for surname in surnames)


@pytest.mark.parametrize("formula", FIELDS)
def test_only_a_surname_that_one_size_would_cut_is_whole_in_smaller_letters_with_its_initial(tmp_path, formula):
    path, surname = books.create(tmp_path, 12, "--rondes", 5, formula=formula), "DE LA VILLEMARQUÉ D'HERSART"
    sizes = measure_names(books.pair(books.edit(path, {f"Joueurs!Nom!{books.FIRST}": surname})))
    smaller = {name: size for name, size in sizes.items() if size < max(sizes.values()) - 0.1}
    assert smaller and all(f"{surname} P1" in name and size > 10.5 for name, size in smaller.items())
    assert max(sizes.values()) > 19.9, "the others are as large as without it"


@pytest.mark.parametrize("formula", FIELDS)
@pytest.mark.parametrize("count", [12, 23])
def test_long_names_clubs_and_countries_are_printed_whole_where_a_page_has_room_for_them(tmp_path, formula, count):
    """Measured in the letters of each cell, at the column's width: nothing is shrunk, or broken over a third line."""
    listed = tmp_path / "joueurs.csv"
    people = [*LONG_NAMES, *(f"Petit;Prénom{number}" for number in range(count - len(LONG_NAMES)))]
    rows = [f"{name};{ORIGINS[index % 3]};{2600 - 20 * index}" for index, name in enumerate(people)]
    listed.write_text("\n".join([f"Nom;Prénom;{FROM_COLUMN[formula]};Cote", *rows]), encoding="utf-8")
    path = tmp_path / "tournoi.xlsx"
    assert books.run("new", path, "--formule", formula, "--graine", 7, "--joueurs", listed, "--rondes", 5) == 0
    prizes = {"A5": "Premier prix", "B5": "Général", "A6": "Deuxième prix", "B6": "Général", "C6": 2}
    books.simulate(books.edit(path, {f"Prix!{cell}": value for cell, value in prizes.items()}), 5)
    book, whole = parse_workbook(path, path.read_bytes()), {name.replace(";", " ") for name in LONG_NAMES}
    for sheet in (schema.STANDINGS, schema.GRID, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PALMARES):
        printed = PrintedSheet(book, sheet)
        last_row, last_column = max(page.rows[-1] for page in printed.pages), printed.pages[0].columns[-1]
        texts = {}
        for row, column in itertools.product(range(5, last_row + 1), range(1, last_column + 1)):
            text, look = printed.value(row, column), printed.look(row, column)
            is_alone = look.wrap or look.shrink or sheet in (schema.EVOLUTION, schema.HIGHLIGHTS)
            if isinstance(text, str) and is_alone and "\n" not in text:
                last = printed.merges.get((row, column), (row, column))[1]
                room = sum(map(printed.width, range(column, last + 1)))
                texts[text] = estimate_width(text, look) / (room - 4)
                lines = max(printed.height(row) // (1.2 * look.size), 1) if look.wrap else 1
                if sheet == schema.PALMARES and look.shrink:
                    assert look.size / max(texts[text], 1) > 8, text
                else:
                    assert texts[text] <= lines, (sheet, text)
        assert not [text for text in texts if text.endswith(("…", "."))], sheet
        assert sheet != schema.STANDINGS or {*whole, *ORIGINS} <= {*texts}
        assert sheet != schema.GRID or whole <= {*texts}
        assert min(printed.look(row, 3).size for row in (8, 9)) * printed.scale > 7


@pytest.mark.parametrize("formula", FIELDS)
def test_a_long_club_is_whole_on_the_printed_list_of_players(tmp_path, formula):
    path, club = books.create(tmp_path, 12, formula=formula), "Cercle des lettres de Villefranche-sur-Saône"
    books.pair(books.edit(path, {f"Joueurs!Club!{books.FIRST}": club}))
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.PLAYERS)
    column = next(column for column in range(1, 9) if printed.value(books.FIRST, column) == club)
    look = printed.look(books.FIRST, column)
    assert estimate_width(club, look) < printed.width(column) - 10 and printed.scale * look.size > 7


@pytest.mark.parametrize("formula", FIELDS)
def test_what_to_note_on_a_slip_and_the_time_of_a_player_are_whole_in_two_lines(tmp_path, formula):
    path = books.pair(books.create(tmp_path, 12, "--set", "Temps par joueur=120", formula=formula))
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.SLIPS)
    row = schema.SLIPS_FIRST_ROW + 3
    assert printed.merges[row, 1] == (row, 4) and printed.look(row, 1).wrap
    lines = str(printed.value(row, 1)).split("\n")
    assert lines[1] == "120 min par joueur" and 2 * 1.22 * printed.look(row, 1).size < printed.height(row)
    assert estimate_width(lines[0], printed.look(row, 1)) < sum(map(printed.width, (1, 2, 3, 4))) - 5


@pytest.mark.parametrize("formula", FIELDS)
def test_a_slip_has_two_equal_boxes_for_signatures_and_room_for_the_whole_title(tmp_path, formula):
    name = "Coupe interclubs de la Côte-Saint-André, 12e édition"
    path = books.pair(books.create(tmp_path, 12, "--set", f"Nom={name}", formula=formula))
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.SLIPS)
    row, columns = schema.SLIPS_FIRST_ROW, (1, 2, 3)
    assert printed.width(2) == printed.width(3) and str(printed.value(row, 1)).endswith(name)
    assert printed.merges[row, 1] == (row, 3) and printed.look(row, 1).wrap
    lines = estimate_width(str(printed.value(row, 1)), printed.look(row, 1)) / sum(map(printed.width, columns))
    assert 1 < lines < 1.8 and 2 * 1.22 * printed.look(row, 1).size < printed.height(row)


def test_a_text_that_fits_but_for_its_indent_runs_into_the_empty_cell_next_to_it(tmp_path):
    """The end of the text was cut at the edge of its column: "5 pay"."""
    path = books.create(tmp_path, 8, formula="othello")
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.PRIZES)
    row = books.FIRST
    look, box = printed.look(row, 2), printed.width(2)
    room = estimate_width("x", look)
    text = "x" * int((box - 5) / room)  # the indent alone is wider than what it leaves
    assert look.indent and estimate_width(text, look) < box - 3
    books.edit(path, {f"Prix!B{row}": text})
    paper = render_print(PrintedSheet(parse_workbook(path, path.read_bytes()), schema.PRIZES))
    width = re.search(rf"width:([\d.]+)pt;[^>]*>{text}</p>", paper)
    assert width and float(width[1]) > 1.05 * box * printed.scale


def test_finals_print_nothing_before_one_is_chosen_then_without_the_choices_and_with_boxes_of_later_games(tmp_path):
    path = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 2)
    assert pages_of(path, schema.FINALS) == []
    for name in ("Demi-finales", "Match pour la 3e place", "Grande finale"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    games, bracket = pages_of(books.update(path), schema.FINALS)
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.FINALS)
    assert column not in (*games.columns, *bracket.columns)
    third = next(row for row in bracket.rows if "3e place" in {printed.value(row, cell) for cell in bracket.columns})
    assert {third + 1, third + 2} <= {*bracket.rows}


@pytest.mark.parametrize("lines", sorted({rows for game in FIELDS.values() for rows in game.PAGE_LINES.values()}))
def test_no_number_of_rows_leaves_a_few_alone_on_a_page(lines):
    for rows in range(8, 131):
        pages = count_pages(rows, lines)
        assert rows - lines * (pages - 1) > 3 and rows - lines * pages <= 3, "scaled down by a tenth at most"
        starts = [*compute_page_starts(rows, lines), rows]
        assert all(end - start > 3 for start, end in itertools.pairwise(starts))


ONE_MORE = {"classique": (8, 25, 35, 41, 69, 81), "othello": (8, 25, 33, 38, 65, 75)}  # than pages of it have rows
PLAYERS = [8, 24, 25, 33, 35, 38, 41, 42, 65, 69, 75, 81, 113, 128]


@pytest.mark.parametrize(
    ("formula", "players"),
    [(formula, count) for formula in FIELDS for count in (PLAYERS if WHOLE else ONE_MORE[formula])],
)
def test_no_page_of_a_table_has_one_row(tmp_path, formula, players):
    path = books.create(tmp_path, players, "--rondes", 3, "--set", "Équipes=1", formula=formula)
    books.pair(books.simulate(path, 1))
    book = parse_workbook(path, path.read_bytes())
    for sheet in (schema.PLAYERS, schema.RESULTS, schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.JOURNAL):
        printed = PrintedSheet(book, sheet)
        titles = printed.setup.title_rows[1]
        assert printed.pages and all(len([row for row in page.rows if row > titles]) > 1 for page in printed.pages), (
            sheet
        )


@pytest.mark.parametrize(("players", "rounds"), [(12, 5), (24, 5), (24, 7), (40, 7), (128, 8), (16, 15)])
def test_the_grid_fills_the_width_of_its_pages_and_they_are_of_one_length(tmp_path, players, rounds):
    path = books.create(tmp_path, players, "--rondes", rounds, formula="othello")
    books.simulate(path, 1)
    printed = PrintedSheet(parse_workbook(path, path.read_bytes()), schema.GRID)
    across = len({page.columns for page in printed.pages})
    assert across == (1 if rounds <= 8 else 2)
    width = max(printed.scale * sum(map(printed.width, page.columns)) for page in printed.pages)
    assert 0.9 * printed.setup.body[0] < width <= printed.setup.body[0]
    lengths = [len(page.rows) for page in printed.pages]
    assert max(lengths) - min(lengths) <= len(printed.pages) and len(printed.pages) // across == -(-players // 24)


@pytest.mark.parametrize("formula", FIELDS)
@pytest.mark.parametrize("players", [12, 22, 40])
def test_who_left_is_not_on_the_wall_and_the_absent_are_told_from_the_exempt(tmp_path, formula, players):
    path = books.create(tmp_path, players, "--rondes", 5, formula=formula)
    books.simulate(path, 1)
    books.edit(path, {f"Joueurs!Absences!{books.FIRST + row}": text for row, text in enumerate(("2-", "2", "2-3"))})
    book = books.content(books.pair(path))[schema.PAIRINGS]
    rows = [
        [cell if cell is None else str(cell) for cell in row] for row in book.iter_rows(min_row=5, values_only=True)
    ]
    texts = [text for row in rows for text in row if text]
    assert "Alpha P1" not in " ".join(texts) and {"Bravo P2", "Charlie P3"} <= {*texts}
    seats = {row[column]: row[seat] for row in rows for column, seat in ((2, 3), (5, 4)) if row[column] in texts}
    against = {row[2]: row[5] for row in rows}
    wide = players != 22
    assert all(against[name] == "absent" if wide else seats[name] == "abs." for name in ("Bravo P2", "Charlie P3"))
    exempt = next(row[2] for row in rows if row[5] == "exempt")
    assert wide or seats[exempt] == "–"
