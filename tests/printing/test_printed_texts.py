"""Long names, titles and prizes on printed sheets: whole where a page has room for them, and not to be mistaken."""

import pytest

from tests import books
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.printing.page_html import estimate_width
from tournament_xl.printing.printed_sheet import PrintedSheet
from tournament_xl.workbook import schema
from tournament_xl.xlsx.workbook_package import parse_workbook

FIELDS = {"classique": scrabble, "othello": othello}  # formula -> its game's sheets
TITLE = "Grand Prix International de Saint-Symphorien-d'Ozon et de la Vallée du Rhône"
PLACE = "Saint-Symphorien-d'Ozon"
PEOPLE = """DE LA ROCHEFOUCAULD-MONTGOMERY;Marie-Antoinette;Club de Scrabble de Saint-Symphorien-d'Ozon
Durand;Paul;Club de Scrabble de Saint-Symphorien-d'Ozon
Durand;Paul;Les Lettres de la Côte-Saint-André
Durand;Pauline;Annecy
Martin;Luc;Scrabble-club de Bourg-en-Bresse
VAN DEN BROUCKE-DELACROIX;Anne-Charlotte;Lyon
CASTELNAU-MONTMORENCY;Jean-Christophe;Bourg
Brunet-Manquat;Jean-Pierre;Genève
Brunet-Manquat;Jean-Paul;Genève
VIAL-PERRACHON DE MONTEYNARD;Solange;Association Scrabblesque et Ludique de Vienne-en-Dauphiné
Lœwenguth;François-Xavier;Genève
Cœurdevey;Gaétan;Vienne""".split("\n")


def create(folder, formula, *settings, count=12):
    """Create a workbook of a tournament with a long title, of people with long names and clubs, strongest first."""
    listed = folder / "joueurs.csv"
    people = [*PEOPLE, *(f"Petit;Prénom{number};Lyon" for number in range(count - len(PEOPLE)))]
    lines = [f"{person};{2400 - 20 * index}" for index, person in enumerate(people)]
    listed.write_text("\n".join(["Nom;Prénom;Club;Cote", *lines]), encoding="utf-8")
    path = folder / "tournoi.xlsx"
    texts = (f"Lieu={PLACE}", "Date de début=21/11/2026", "Date de fin=22/11/2026", "Nombre de rondes=5", *settings)
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
