"""Workbooks as LibreOffice prints them: no "###", no text cut, nothing under 7 pt, so many pages."""

import html
import re
import subprocess

import pytest

from tests import books, scripted
from tests.programs import program_group, starts_office
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages.sheets import event_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.awards import palmares_layout

pytestmark = starts_office
RENDERED = {
    "classique-23": ("classique", 23, 5, 5), "open-26": ("open", 26, 8, 2),
    "othello-26": ("othello", 26, 5, 2), "othello-64": ("othello", 64, 5, 5),
}  # workbook -> formula, players, rounds, of which are played; where some are left the next is drawn  # fmt: skip
PRIZES = {"Premier prix du tournoi": "Général", "Coupe des clubs": "Club", "Prix du suspense": "Partie la plus serrée"}
WITHOUT_PRIZES = "othello-26"
COMMENTS = {"Motif", "Remarque", "Détail", "Valeur"}  # columns that may run on
COLUMNS = {
    sheet: {*columns, *othello.COLUMNS.get(sheet, ())} - COMMENTS
    for sheet, columns in scrabble.COLUMNS.items()
    if sheet not in (schema.JOURNAL, schema.MEMORY)
}
SMALLEST, LINE = 6.95, 1.22  # points; the height of a line, in sizes of its letters
PAGES = {
    "classique-23": dict.fromkeys(
        (schema.STANDINGS, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PRIZES, schema.PALMARES, schema.TEAMS,
         schema.PAIRINGS, schema.GRID), 1
    ) | {schema.SLIPS: 2, schema.RESULTS: 2},
    "open-26": {schema.PAIRINGS: 2, schema.GRID: 2, schema.GROUPS: 1},
    "othello-64": {schema.PAIRINGS: 4, schema.SLIPS: 4, schema.STANDINGS: 2, schema.GRID: 4, schema.PALMARES: 1},
}  # workbook -> sheet -> how many pages  # fmt: skip
PART = re.compile(r"[^\s-]+")
WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')


def played(folder, name):
    """A tournament of long and short names, two of them the same where licences tell them apart."""
    formula, players, rounds, done = RENDERED[name]
    path, listed = folder / f"{name}.xlsx", folder / "joueurs.csv"
    othello = formula == "othello"
    lines = ["Nom;Prénom;Pays;Club;Cote" if othello else "Nom;Prénom;Licence;Club;Cote"]
    for number in range(players):
        surname = scripted.SURNAMES[number % 64] + ("-Montgolfier" if number % 9 == 3 else "")
        first = f"{scripted.FIRST_NAMES[number * 5 % 12]}{number}"
        if number in (7, 8):
            surname, first = "Martin", "Jean-Paul" if othello and number == 8 else "Jean-Pierre"
        lines.append(
            f"{surname};{first};{'FRA' if othello else 1000 + number};"
            f"Scrabble-club de Bourg{number % 7};{2600 - 11 * number}"
        )
    listed.write_text("\n".join(lines), encoding="utf-8")
    words = ["--graine", 7, "--joueurs", listed, "--rondes", rounds, "--set", "Équipes=3", "--set", "Salle=salle 2"]
    assert books.run("new", path, "--formule", formula, *words) == 0
    prizes = {f"{schema.PRIZES}!{cell}": text for index, (name, scope) in enumerate(PRIZES.items(), start=5)
              for cell, text in ((f"A{index}", name), (f"B{index}", scope))}  # fmt: skip
    if name != WITHOUT_PRIZES:
        books.edit(path, prizes)
    assert books.run("simulate", path, "--rounds", done, "--seed", 5) == 0
    if done < rounds:
        assert books.run("pair", path) == 0
    elif not othello:
        assert books.run("ratings", path) == 0


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Workbook -> its path and the words of its pages, with their places."""
    folder = tmp_path_factory.mktemp("rendered")
    for name in RENDERED:
        played(folder, name)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, *folder.glob("*.xlsx")]
    with program_group() as start:
        assert start(convert).wait(900) == 0  # a crowded machine takes its time
    return {name: (folder / f"{name}.xlsx", words(folder / f"{name}.pdf")) for name in RENDERED}


def words(pdf):
    """The words of each page from top to bottom: left, top, right, bottom, text."""
    printed = subprocess.run(["pdftotext", "-bbox", pdf, "-"], check=True, capture_output=True, text=True).stdout
    words_by_page = [
        [(*map(float, word[:4]), word[4]) for word in WORD.findall(page)] for page in printed.split("<page ")[1:]
    ]
    return [sorted(page, key=lambda word: (round(word[1]), word[0])) for page in words_by_page]


def cut_short(path, printed_pages):
    """The texts of the contract's columns with a word that does not come out: LibreOffice leaves out what has no room.

    A name on two lines is broken at a blank or behind a hyphen.
    """
    printed = {part for page in printed_pages for word in page for part in PART.findall(html.unescape(word[4]))}
    return [
        f"{sheet.title}!{cell.coordinate}"
        for sheet in books.content(path)
        if sheet.sheet_state == "visible" and sheet.title in COLUMNS
        for cells in sheet.iter_rows(min_row=books.FIRST)
        for cell in cells
        if isinstance(cell.value, str) and sheet.cell(books.FIRST - 1, cell.column).value in COLUMNS[sheet.title]
        if not printed.issuperset(PART.findall(cell.value))
    ]


@pytest.mark.parametrize("name", RENDERED)
def test_nothing_is_cut_no_number_too_wide_for_its_cell_and_all_can_be_read(pages, name):
    """Sizes by the height of each word: a line of the font is 1.22 times its size."""
    path, printed_pages = pages[name]
    assert cut_short(path, printed_pages) == []
    for page in printed_pages:
        assert not [word[4] for word in page if "###" in word[4]]
        slips = heading(page).startswith("Fiches")
        least = 8 if slips else SMALLEST
        assert not [word[4] for word in page if re.search(r"[A-Za-z0-9]", word[4])
                    and (word[3] - word[1]) / LINE < least]  # fmt: skip


def heading(page):
    """The first line of a page, without the tournament at the right; of Palmarès its great word."""
    line = html.unescape(" ".join(word[4] for word in page if abs(word[1] - page[0][1]) < 6))
    title = line.partition(f" {event_text('').rstrip()}")[0]
    is_palmares = any(html.unescape(word[4]) == palmares_layout.WORD for word in page)
    return schema.PALMARES if is_palmares else title


@pytest.mark.parametrize("name", PAGES)
def test_a_sheet_takes_as_many_pages_as_it_should(pages, name):
    path, printed_pages = pages[name]
    content = books.content(path)
    printed = [heading(page) for page in printed_pages]
    titles = {sheet: sheet if sheet == schema.PALMARES else content[sheet]["A1"].value for sheet in PAGES[name]}
    assert {sheet: printed.count(title) for sheet, title in titles.items()} == PAGES[name]


@pytest.mark.parametrize("name", RENDERED)
def test_no_page_is_printed_of_a_hidden_sheet_or_of_prizes_where_there_are_none(pages, name):
    path, printed_pages = pages[name]
    content, printed = books.content(path), {heading(page) for page in printed_pages}
    hidden = {sheet[cell].value for sheet in content if sheet.sheet_state != "visible" for cell in ("A1", "O1")}
    assert hidden and not hidden & printed
    assert (content[schema.PRIZES]["A1"].value in printed) == (name != WITHOUT_PRIZES)


@pytest.mark.parametrize("name", RENDERED)
def test_each_page_of_the_wall_has_all_its_columns_and_names_that_are_read_from_afar(pages, name):
    """One size on all pages, from 16 points; no column stands alone on a page, each page of tables has their header,
    each of names theirs, none has another's.
    """
    path, printed_pages = pages[name]
    wall = books.content(path)[schema.PAIRINGS]
    heads = {*COLUMNS[schema.PAIRINGS], "Joueur"}
    names = {word for row in wall.iter_rows(min_row=books.FIRST, max_col=7) for column in (2, 5)
             for word in str(row[column].value or "").split() if len(word) > 3} - heads  # fmt: skip
    wall_pages, all_sizes = [page for page in printed_pages if heading(page) == wall["A1"].value], []
    for page in wall_pages:
        headers = [{"Noir", "Pts"} if "othello" in name else {"Joueur", "PM"}, {"joue", "T."}]
        small = RENDERED[name][1] <= 24
        assert [head <= {word[4] for word in page} for head in headers].count(True) == 1 + small
        sizes = [(word[3] - word[1]) / LINE for word in page if html.unescape(word[4]) in names]
        assert len(sizes) > 3 and min(sizes) > 15.9
        all_sizes += sizes
    assert max(all_sizes) - min(all_sizes) < 0.3
