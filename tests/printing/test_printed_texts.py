"""Long names, titles and prizes on printed sheets: whole where a page has room for them, and not to be mistaken."""

import re

import pytest

from tests import books
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages.names import find_wider_line, wrap_text
from tournament_xl.messages.prizes import separate_sharers
from tournament_xl.messages.sheets import BY_NAME
from tournament_xl.printing.page_html import estimate_width
from tournament_xl.printing.printed_sheet import PrintedSheet
from tournament_xl.workbook import schema
from tournament_xl.xlsx.workbook_package import parse_workbook

FIELDS = {"classique": scrabble, "othello": othello}  # formula -> its game's sheets
TITLE = "Grand Prix International de Saint-Symphorien-d'Ozon et de la Vallée du Rhône"
PLACE = "Saint-Symphorien-d'Ozon"
PEOPLE = (
    "DE LA ROCHEFOUCAULD-MONTGOMERY;Marie-Antoinette;Club de Scrabble de Saint-Symphorien-d'Ozon",
    "Durand;Paul;Club de Scrabble de Saint-Symphorien-d'Ozon",
    "Durand;Paul;Les Lettres de la Côte-Saint-André",
    "Durand;Pauline;Annecy",
    "Martin;Luc;Scrabble-club de Bourg-en-Bresse",
    "VAN DEN BROUCKE-DELACROIX;Anne-Charlotte;Lyon",
    "CASTELNAU-MONTMORENCY;Jean-Christophe;Bourg",
    "Brunet-Manquat;Jean-Pierre;Genève",
    "Brunet-Manquat;Jean-Paul;Genève",
    "VIAL-PERRACHON DE MONTEYNARD;Solange;Association Scrabblesque et Ludique de Vienne-en-Dauphiné",
    "Lœwenguth;François-Xavier;Genève",
    "Cœurdevey;Gaétan;Vienne",
)


def create(folder, formula, *settings, count=12, rounds=5):
    """Create a workbook of a tournament with a long title, of people with long names and clubs, strongest first."""
    folder.mkdir(exist_ok=True)
    listed = folder / "joueurs.csv"
    people = [*PEOPLE, *(f"Petit;Prénom{number};Lyon" for number in range(count - len(PEOPLE)))]
    lines = [f"{person};{2400 - 20 * index}" for index, person in enumerate(people)]
    listed.write_text("\n".join(["Nom;Prénom;Club;Cote", *lines]), encoding="utf-8")
    path = folder / "tournoi.xlsx"
    texts = (
        f"Lieu={PLACE}",
        "Date de début=21/11/2026",
        "Date de fin=22/11/2026",
        f"Nombre de rondes={rounds}",
        *settings,
    )
    options = [option for text in texts for option in ("--set", text)]
    options += ["--formule", formula, "--graine", 7, "--joueurs", listed, "--nom", TITLE]
    assert books.run("new", path, *options) == 0
    return path


def read_print(path, sheet):
    return PrintedSheet(parse_workbook(path, path.read_bytes()), sheet)


def list_texts(printed, *columns):
    """The texts of a printed sheet with their cells, of these columns or of all."""
    return {
        (row, column): text
        for page in printed.pages
        for row in page.rows
        for column in columns or page.columns
        if isinstance(text := printed.value(row, column), str)
    }


@pytest.mark.parametrize("formula", FIELDS)
@pytest.mark.parametrize("count", [12, 17, 23])
def test_no_shortened_name_on_the_wall_is_the_beginning_of_another_players_name(tmp_path, formula, count):
    path = books.pair(create(tmp_path, formula, count=count))
    names = {text.strip(" ●○") for text in list_texts(read_print(path, schema.PAIRINGS), 3, 6).values()}
    people = [" ".join(person.split(";")[:2]) for person in PEOPLE]
    shortened = {
        name: [person for person in people if person.startswith(name[:-1])] for name in names if name[-1] == "."
    }
    assert shortened and all(len(persons) == 1 for persons in shortened.values()), shortened


@pytest.mark.parametrize("formula", FIELDS)
def test_two_lists_of_names_side_by_side_are_ruled_off_and_pairs_are_not(tmp_path, formula):
    path = books.pair(create(tmp_path, formula, count=23))
    printed = read_print(path, schema.PAIRINGS)
    (head,) = (row for (row, _), text in list_texts(printed, 3).items() if text == BY_NAME)
    ruled = {row for page in printed.pages for row in page.rows[4:] if "left" in dict(printed.look(row, 5).borders)}
    tables = {row for row in range(books.FIRST, head) if printed.value(row, 1) is not None}
    assert ruled == tables | {*range(head + 1, head + 12)} and len(printed.pages) == 1
    wide = books.pair(create(tmp_path / "small", formula, count=12))
    printed = read_print(wide, schema.PAIRINGS)
    ruled = {row for page in printed.pages for row in page.rows[4:] if "left" in dict(printed.look(row, 5).borders)}
    assert ruled == {row for row in ruled if isinstance(printed.value(row, 1), float)}


def test_the_long_title_of_palmares_is_whole_in_smaller_letters(tmp_path):
    printed = read_print(books.simulate(create(tmp_path, "othello"), 5), schema.PALMARES)
    (cell,) = (cell for cell, text in list_texts(printed).items() if text == TITLE)
    look, width = printed.look(*cell), sum(map(printed.width, range(2, 11)))
    assert look.shrink and printed.merges[cell] == (cell[0], 10)
    assert 1 < estimate_width(TITLE, look) / width < 1.8, "so long that letters of 15 points are needed"


def test_those_who_share_a_prize_are_told_apart_on_palmares_with_their_whole_surnames(tmp_path):
    path = create(tmp_path, "classique", rounds=1)
    prizes = {"A5": "Premier prix", "B5": "Général", "A6": "Coupe", "B6": "Club Annecy"}
    books.update(books.score(books.pair(books.edit(path, {f"Prix!{cell}": text for cell, text in prizes.items()})), 1))
    printed = read_print(path, schema.PALMARES)
    (first,) = (row for (row, _), text in list_texts(printed, 2).items() if text == "Premier prix")
    lines = [str(printed.value(row, 4) or "") for row in range(first, first + 12)]
    assert lines[:3] == ["DE LA ROCHEFOUCAULD-", "MONTGOMERY", "Marie-Antoinette,"]
    assert "et 2 autres" in lines and not [line for line in lines if line.endswith(("…", "…,"))], lines
    width = sum(map(printed.width, range(4, 9)))
    for row in range(first, first + 12):
        if text := printed.value(row, 4):
            assert estimate_width(text, printed.look(row, 4)) < width - 4, text


def test_sharers_of_a_prize_stand_below_each_other_as_a_sentence():
    assert separate_sharers(["A"], 4) == ["A"] and separate_sharers(["A", "B"], 4) == ["A", "et B"]
    assert separate_sharers([*"ABC"], 4) == ["A,", "B", "et C"]
    assert separate_sharers([*"ABCDEF"], 4) == ["A,", "B,", "C,", "D", "et 2 autres"]


def test_only_a_word_wider_than_a_line_is_broken_behind_its_hyphens():
    assert wrap_text("De Saint-Symphorien", 15) == ["De", "Saint-Symphorien"]
    assert wrap_text("De Saint-Symphorien", 11) == ["De Saint-", "Symphorien"]
    assert wrap_text("Saint-Symphorien", 6) == ["Saint-", "Symp…"] and wrap_text(" ", 6) == []


def assert_whole(printed, texts, lines=1):
    """Check that these cells have room for their text in so many lines, and are printed in 7 points or more."""
    for cell, text in texts.items():
        look = printed.look(*cell)
        room = lines * (printed.width(cell[1]) - 2 - 7 * look.indent)
        assert estimate_width(text, look) <= room, text
        assert printed.scale * look.size >= 7 and lines * 1.22 * look.size <= printed.height(cell[0]) + 2, text


@pytest.mark.parametrize("formula", FIELDS)
def test_long_names_and_clubs_are_whole_on_the_list_of_players_which_is_as_large_as_with_short_ones(tmp_path, formula):
    path = books.pair(create(tmp_path, formula))
    printed, short = read_print(path, schema.PLAYERS), read_print(books.create(tmp_path / "short"), schema.PLAYERS)
    columns = [FIELDS[formula].COLUMNS[schema.PLAYERS].index(title) + 1 for title in ("Nom", "Prénom", "Club")]
    texts = {cell: text for cell, text in list_texts(printed, *columns).items() if cell[0] >= books.FIRST}
    assert {*texts.values()} >= {part for person in PEOPLE for part in person.split(";")}
    assert_whole(printed, texts)
    assert printed.scale > 0.93 * short.scale
    books.edit(path, {f"Joueurs!Remarque!{books.FIRST}": "Vient en train, repart avant la remise des prix"})
    books.simulate(path, 1)
    remark = FIELDS[formula].COLUMNS[schema.PLAYERS].index("Remarque") + 1
    assert printed.width(remark) < 80 and read_print(path, schema.PLAYERS).width(remark) > 160


@pytest.mark.parametrize("formula", FIELDS)
def test_no_name_on_the_printed_results_is_smaller_than_seven_points(tmp_path, formula):
    printed = read_print(books.simulate(create(tmp_path, formula), 5), schema.RESULTS)
    texts = {cell: text for cell, text in list_texts(printed, 4, 7).items() if cell[0] >= books.FIRST}
    assert any("ROCHEFOUCAULD-MONTGOMERY" in text for text in texts.values())
    for cell, text in texts.items():
        look = printed.look(*cell)
        share = min((printed.width(cell[1]) - 10.2) / estimate_width(text, look), 1)
        assert printed.scale * look.size * share >= 7, text


@pytest.mark.parametrize("formula", FIELDS)
def test_the_small_print_of_prizes_and_highlights_and_the_page_numbers_have_seven_points(tmp_path, formula):
    path = create(tmp_path, formula)
    books.simulate(books.edit(path, {"Prix!A5": f"{TITLE}, premier prix", "Prix!B5": "Général"}), 5)
    for sheet in (schema.PRIZES, schema.HIGHLIGHTS, schema.PLAYERS, schema.RESULTS):
        printed = read_print(path, sheet)
        footer = int(re.search(r"&C&(\d+)", printed.setup.footer)[1])
        assert printed.scale * footer >= 7, sheet
        if printed.value(3, 1):
            assert printed.scale * printed.look(3, 1).size >= 7, sheet


def test_a_long_name_of_a_prize_has_two_lines(tmp_path):
    path, name = create(tmp_path, "classique"), f"Prix du tournoi offert par la municipalité de {PLACE}"
    books.simulate(books.edit(path, {"Prix!A5": name, "Prix!B5": "Général"}), 5)
    printed = read_print(path, schema.PRIZES)
    assert_whole(printed, {(5, 1): find_wider_line(name)})
    assert printed.look(5, 1).wrap and 2 * 1.22 * printed.look(5, 1).size < printed.height(5)


@pytest.mark.parametrize("formula", FIELDS)
def test_the_name_of_the_tournament_has_room_for_three_lines_and_no_page_more(tmp_path, formula):
    printed = read_print(create(tmp_path, formula), schema.TOURNAMENT)
    (cell,) = (cell for cell, text in list_texts(printed, 3).items() if text == TITLE)
    assert_whole(printed, {cell: TITLE}, lines=3)
    assert len(printed.pages) == (2 if formula == "othello" else 1)
