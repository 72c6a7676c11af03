"""Papers as Chromium prints them: pages of A4, filled, nothing cut or beside the paper, or under 8 points."""

import html
import re
import subprocess

import pytest

from tests import ROOT, books
from tests.browser import chromium
from tests.programs import starts_programs
from tournament_xl.service.print_sheet import render_sheet
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.workbook import schema

pytestmark = starts_programs
UPRIGHT, TURNED = (595, 842), (842, 595)  # points
SMALLEST = 7.9  # points
MARGIN = 20  # points, of the cross table and the frame of Palmarès
LONG = (
    "DE LA ROCHEFOUCAULD-MONTGOMERY DE SAINT-SYMPHORIEN;Marie-Antoinette", "VANDENBROUCKE-DELATTRE;Anne-Charlotte",
    "BOUTROS-CHAMOUN DE SAINT-PIERRE;Élias", "LŒWENGUTH-SCHMITT;François-Xavier", "N'GUESSAN;Adjoua Prisca",
    "Durand;Paul", "Durand;Paul", "NGUYEN THỊ;Hoa",
)  # fmt: skip
CLUBS = ("Annecy", "Genève", "Lyon-Croix-Rousse", "Club de Scrabble de Saint-Symphorien-d'Ozon")
BOOKS = {
    "s8": ("classique", 8, 5, 5), "s13": ("classique", 13, 5, 1), "s24": ("classique", 24, 7, 7),
    "s128": ("classique", 128, 7, 1), "open26": ("open", 26, 8, 2), "o23": ("othello", 23, 9, 9),
}  # book -> formula, players, rounds, of which are played; where some are left the next is drawn  # fmt: skip
PAGES = {
    "s8": {"Appariements": 1, "Classement": 1, "Grille": 1, "Palmarès": 1, "Joueurs": 1},
    "s13": {"pointage": 1, "Fiches": 1, "Résultats": 1},
    "s24": {"Appariements": 1, "Fiches": 2, "Classement": 1, "Grille": 1, "Évolution": 1, "Palmarès": 1, "Cotes": 1,
            "Faits marquants": 1, "Prix": 1, "Équipes": 1, "Journal": 1},
    "s128": {"Appariements": 6, "Fiches": 8, "Classement": 4, "Grille": 6, "Évolution": 1},
    "open26": {"Appariements": 2, "Groupes": 1},
    "o23": {"Appariements": 1, "Fiches": 2, "Classement": 1, "Grille": 1, "Palmarès": 1, "Résultats": 2, "Arbitre": 1},
}  # book -> sheet -> pages  # fmt: skip
TABLES = [(book, sheet) for book, sheets in PAGES.items() for sheet in sheets]
FLAT = {"Grille", "Évolution", "Cotes"}  # with the longer side across
FULL = {"Appariements", "Classement", "Fiches", "Palmarès"}  # that end near the foot of each page from 12 players on
WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
SIZE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)"')


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    return {name: create(folder / name, *values) for name, values in BOOKS.items()}


def create(folder, formula, count, rounds, played):
    """A tournament of long and short names, clubs and all; two players have one name."""
    folder.mkdir()
    people = [
        LONG[index // 3] if index % 3 == 1 and index // 3 < len(LONG) else f"Petit{index};Luc" for index in range(count)
    ]
    country = "Pays" if formula == "othello" else "Licence"
    lines = [
        f"{person};{'FRA' if country == 'Pays' else 1000 + index};{CLUBS[index % 4]};{2600 - 11 * index}"
        for index, person in enumerate(people)
    ]
    listed, path = folder / "joueurs.csv", folder / "tournoi.xlsx"
    listed.write_text("\n".join([f"Nom;Prénom;{country};Club;Cote", *lines]), encoding="utf-8")
    settings = ("Salle=Salle 2", "Temps par joueur=25", "Heure de la ronde=13:30", "Équipes=3",
                "Date de début=21/11/2026", "Lieu=Annecy", "Arbitre=Claire AUBERT",
                "Organisateur=Scrabble Club d'Annecy")  # fmt: skip
    words = [word for text in settings for word in ("--set", text)]
    options = ("--formule", formula, "--graine", 7, "--rondes", rounds, "--nom", "Coupe du lac", *words)
    assert books.run("new", path, "--joueurs", listed, *options) == 0
    if played == rounds and count > 8:
        prizes = ("Premier prix", "Général"), ("Coupe des clubs", "Club"), ("Prix du suspense", "Partie la plus serrée")
        books.edit(
            path,
            {f"Prix!A{row}": name for row, (name, _) in enumerate(prizes, 5)}
            | {f"Prix!B{row}": scope for row, (_, scope) in enumerate(prizes, 5)},
        )
    assert books.run("simulate", path, "--rounds", played, "--seed", 5) == 0
    if played < rounds:
        assert books.run("pair", path) == 0
    elif formula == "classique":
        assert books.run("ratings", path) == 0
    return path


def print_pages(browser, folder, path, sheet):
    """The size and the words of each page: left, top, right, bottom, text."""
    html_file, pdf = folder / "paper.html", folder / "paper.pdf"
    paper = render_sheet(WorkbookFile(path), sheet)
    html_file.write_text(f"<!doctype html><meta charset=utf-8><style>body{{margin:0}}</style>{paper}", encoding="utf-8")
    pdf.write_bytes(browser.open(html_file).paper())
    printed = subprocess.run(["pdftotext", "-bbox", pdf, "-"], check=True, capture_output=True, text=True).stdout
    pages = printed.split("<page ")[1:]
    sizes = [tuple(round(float(edge)) for edge in SIZE.match(f"<page {page}").groups()) for page in pages]
    return sizes, [[(*map(float, word[:4]), html.unescape(word[4])) for word in WORD.findall(page)] for page in pages]


@pytest.mark.parametrize(("book", "sheet"), TABLES)
def test_a_paper_has_so_many_pages_of_a4_filled_and_read_from_where_it_hangs(browser, paths, tmp_path, book, sheet):
    sizes, pages = print_pages(browser, tmp_path, paths[book], sheet)
    assert len(pages) == PAGES[book][sheet] and {*sizes} == (
        {TURNED} if sheet in FLAT else {UPRIGHT} if sheet in FULL else {*sizes[:1]}
    )
    width, height = sizes[0]
    for page in pages:
        assert all(
            left > MARGIN - 1 and right < width - MARGIN + 1 and bottom < height - 8
            for left, _, right, bottom, _ in page
        )
        small = [word[4] for word in page if word[3] - word[1] < SMALLEST and re.search(r"\w", word[4])]
        assert sheet in FLAT or not small, "names of an extreme length may be smaller on the chart only"
        if sheet in FULL and BOOKS[book][1] > 12:
            assert max(word[3] for word in page) > 0.8 * height or page is pages[-1]
    if sheet not in ("Palmarès", "Évolution", "Fiches", "Prix", "Équipes", "Faits marquants", "Journal", "Arbitre"):
        shown = {part for page in pages for word in page for part in word[4].split("-")}
        players = books.lines(paths[book], schema.PLAYERS)
        names = {part for row in players for part in re.split("[ -]", f"{row['Nom']} {row['Prénom']}")}
        assert names <= shown, "every name is whole"


@pytest.mark.parametrize("book", ["s24", "s128"])
def test_the_wall_is_read_from_two_metres(browser, paths, tmp_path, book):
    _, pages = print_pages(browser, tmp_path, paths[book], schema.PAIRINGS)
    sizes = [word[3] - word[1] for page in pages for word in page if word[4].startswith("Petit")]
    assert len(sizes) > 10 and min(sizes) > 13.4
    rounds = [word[3] - word[1] for page in pages for word in page if word[4] == "Ronde"]
    assert len(rounds) == len(pages) and min(rounds) > 39


def test_a_paper_looks_the_same_inside_the_page_whose_styles_are_others(browser, paths, tmp_path):
    paper = "".join(render_sheet(WorkbookFile(paths["s24"]), sheet) for sheet in sorted(FULL))
    styles = [file.read_text("utf-8") for file in (ROOT / "web").rglob("*.css") if "node_modules" not in file.parts]
    other = f"<style>{''.join(styles)} td, th {{ padding: 30px; border: 9px solid }} h1 {{ margin: 40px }}</style>"
    results = []
    for style in ("", other):
        file = tmp_path / "paper.html"
        file.write_text(f"<!doctype html><meta charset=utf-8>{style}<div id=sheet>{paper}</div>", encoding="utf-8")
        page = browser.open(file)
        page.run("document.body.style.margin = 0, 0")
        results.append(
            page.run(
                "[...document.querySelectorAll('.printed *')].map((one) => Math.round(one.getBoundingClientRect().y))"
            )
        )
    assert results[0] == results[1] and len(results[0]) > 200
