"""Lists of players: every form of a CSV, the federation's file and a workbook give players, or all that is wrong."""

from __future__ import annotations

import csv
import io
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import books
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.games.othello.schema import COLUMNS
from tournament_xl.games.scrabble.schema import COLUMNS as SCRABBLE_COLUMNS
from tournament_xl.messages.players import REGISTER_TITLES, SPELLINGS
from tournament_xl.players.list_table import NAME_KEYS, ListError
from tournament_xl.players.player_lists import read_list
from tournament_xl.players.whole_names import guess_titles
from tournament_xl.workbook.schema import PLAYERS

DUPONT = {"Nom": "Dupont", "Prénom": "Zoé", "Cote": "1803"}

# Columns and texts


@pytest.mark.parametrize(("key", "title"), [
    ("N°", "no."), ("Nom", "nom :"), ("Prénom", "Prénom(s)"), ("Licence", "N° de licence"), ("Club", "Équipe"),
    ("Cote", "Elo au 1/9/2026"), ("Série duplicate", "Série (duplicate)"),
])  # fmt: skip
def test_a_column_is_found_under_a_natural_title(read, key, title):
    other_key = "Prénom" if key == "Nom" else "Nom"
    value = "Sy" if key in ("Nom", "Prénom") else "9"
    assert read(f"{other_key};{title}\nAwa;{value}").players == [{other_key: "Awa", key: value}]


@pytest.mark.parametrize(("text", "names"), [
    ("DUPONT-MARTIN Jean Paul", "DUPONT-MARTIN|Jean Paul"), ("DUPONT J.", "DUPONT|J."), ("Jean DUPONT", "DUPONT|Jean"),
    ("de La Tour, Marie", "de La Tour|Marie"), ("Dupont  Jean", "Dupont|Jean"), ("DUPONT JEAN", "DUPONT|JEAN"),
    ("Anne de la Tour", "de la Tour|Anne"), ("Ben Salah Sofia", "Ben Salah|Sofia"),
    *((text, text) for text in ("Jean Paul Dupont", "Le Goff", "Dupont, Jean, fils", "Dupont,")),
])  # fmt: skip
def test_both_names_in_one_column_are_parted_where_there_are_two_or_the_text_shows_how(read, text, names):
    players = read(f"NOM / Prénom;Club\n{text};\n").players
    assert players == [dict(zip(("Nom", "Prénom"), names.split("|"), strict=False))]


@pytest.mark.parametrize(("text", "digits"), [
    ("1\u202f803", "1803"), ("1'803", "1803"), ("1.803", "1803"), ("* 1 803", "1803"), ("1 803.25", "1803,25"),
    ("0", None),
])  # fmt: skip
def test_a_cote_is_read_as_people_write_it_and_a_line_with_only_a_number_is_no_player(read, text, digits):
    (player,) = read(f"Inscrits\nN°;Nom;Cote\n1;Dupont;{text}\n2;;\n").players
    assert player.get("Cote") == digits


@pytest.mark.parametrize("cote", ["abc", "1803,555", "-5", "12345", "²"])
def test_a_cote_that_is_no_whole_number_is_refused_with_its_line(refuse, cote):
    (sentence,) = refuse(f"Nom;Cote\nDupont;{cote}\n").sentences
    assert sentence.startswith(f"liste.csv, ligne 2, colonne « Cote » : « {cote} »")


CELLS = ["Dupont", '"Le Grand"', "a;b", "c,d", "Œuvré – fin", " x ", "1e5", "=1+1"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_reads_back_the_same_whatever_its_encoding_separator_and_ends_of_lines(read, encoding):
    expected = [{"Nom": f"N{index}", "Club": cell.strip()} for index, cell in enumerate(CELLS)]
    for separator, end in product(";,\t", ("\n", "\r\n", "\r")):
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=separator, lineterminator=end)
        writer.writerows([["Club", "Nom"], *([cell, f"N{index}"] for index, cell in enumerate(CELLS))])
        assert read(text.getvalue().encode(encoding)).players == expected, (separator, end)


@pytest.mark.parametrize("cell", ['="0012345"', '"=""0012345"""', "'0012345", "00\u200b12345\ufeff"])
def test_what_keeps_a_number_a_text_is_no_part_of_it(read, cell):
    assert read(f"Nom;Li\u200bcence\nABRI\u00adCO;{cell}\n").lines == ["ABRICO 0012345"]


@pytest.mark.parametrize("cell", ["1,07E+06", "12/05/1934", "mai-34", "12-févr"])
def test_a_licence_that_a_spreadsheet_changed_is_told_at_its_cell(refuse, cell):
    assert f"ligne 2, colonne « Licence » : « {cell} »" in str(refuse(f"Nom;Licence\nABRICO;{cell}\n"))


@pytest.mark.parametrize("dated", ["", ";21/11/2026"], ids=["12 columns", "13 columns"])
def test_the_federations_file_has_no_header_and_nobody_is_asked_for_titles(read, refuse, dated):
    lines = [f"DUPONT;Zoé;1234567;2300;2A;LYON;S;FRA;FRA;1803;B;1{dated}",
             f"NGO;Éa;1234568;1500;4D;PAU;S;PL;ID;0;;0{dated}"]  # fmt: skip
    listed = read("\n".join(lines).encode("iso-8859-1"), "joueurs.txt")
    assert [{**player, "Dernier tournoi": ""} for player in listed.players] == [
        DUPONT | {"Nom": "DUPONT", "Licence": "1234567", "Club": "LYON", "Série duplicate": "2A", "Catégorie": "S",
                  "Dernier tournoi": ""},
        {"Nom": "NGO", "Prénom": "Éa", "Licence": "1234568", "Club": "PAU", "Série duplicate": "4D", "Catégorie": "S",
         "Dernier tournoi": ""},
    ]  # fmt: skip
    assert not listed.told
    assert "ligne 3" in str(refuse("\n".join([*lines, "SY;Awa"])))


def test_a_workbook_gives_the_sheet_called_joueurs_or_the_only_one_with_players(read, refuse):
    assert read({
        "Tournoi": [["Nom", "Prénom"], ["Faux", "Nez"]],
        "joueurs": [["Liste"], [], ["", "Nom", "Prénom", "Cote", "Club"], [], ["", "Dupont", "Zoé", 1803.0, 75]],
    }, "liste.xlsx").players == [DUPONT | {"Club": "75"}]  # fmt: skip
    error = refuse({"Adultes": [["Joueur"], ["DUPONT Zoé"]], "Jeunes": [["Nom"], ["x"]]}, "liste.xlsx")
    assert "« Adultes », « Jeunes »" in str(error)


@pytest.mark.parametrize("othello", [False, True], ids=["Scrabble", "Othello"])
def test_every_column_of_every_list_is_read_or_told(read, othello):
    """A table with all titles that are known, and one that is not; each spelling."""
    values = {"N°": "7", "Cote": "1500", "Licence": "1000101", "Dernier tournoi": "21/11/2025", "Nom": "VIDAUL"}
    titles = list(dict.fromkeys((*SCRABBLE_COLUMNS[PLAYERS], *COLUMNS[PLAYERS], *REGISTER_TITLES, "Anonyme", "Repas")))
    tables = [(titles, [values.get(title, f"v {title}") for title in titles])]
    for key, spellings in SPELLINGS.items():
        for title in spellings.split("|") if key not in (*NAME_KEYS, "Statut") else ():
            tables.append((["Nom", title], ["VIDAUL", values.get(key, "v")]))
    for header, row in tables:
        listed = read(f"{';'.join(header)}\n{';'.join(row)}", othello=othello)
        for title, value in zip(header, row, strict=True):
            is_filled_by_us = title in ("Rang initial", "Droits")
            assert value in listed.players[0].values() or title in listed.told or is_filled_by_us, (header, title)


# Pasted lists


@pytest.mark.parametrize(("pasted", "titles"), [
    ("DUPONT Zoé\nNgo Éa\n", "Joueur"), ("1\tDupont\tZoé\t1652*\n2\tLe Goff\tÉa\t\n", "|Nom|Prénom|Cote"),
    ("Dupont Zoé\tLyon\t4B\t1234567\nNgo Éa\tPau\t2A\t\n", "Joueur|Club|Série duplicate|Licence"),
    *((text, "") for text in ("Nom\tClub\nDupont\tLyon\n", "1. Dupont\n", "<html>", "", "a\tb\tc\td\n")),
])  # fmt: skip
def test_columns_that_are_pasted_without_titles_get_those_that_their_cells_look_like(pasted, titles):
    assert "|".join(guess_titles(pasted)) == titles


PASTED = {
    "Durand Anne 1652\nPetit Luc\nAwa, Rose Ida 1480\n": "Durand,Anne,,1652|Petit,Luc,,|Awa,Rose Ida,,1480",
    "Durand Anne 1652\nPetit Luc (Pau)\nAwa Rose Ida 1480\n": "Durand,Anne,,1652|Petit,Luc,Pau,|Awa Rose Ida,,,1480",
    "Durand, Anne, 1652\nLe Goff, Luc, Vienne\n": "Durand,Anne,,1652|Le Goff,Luc,Vienne,",
    "Durand Anne, Lyon, 1652\nLe Goff Luc, Vienne\n": "Durand,Anne,Lyon,1652|Le Goff,Luc,Vienne,",
    "Durand Anne - Lyon - 1652\nNoir Jean\nRoux, Samir\n": "Durand,Anne,Lyon,1652|Noir,Jean,,|Roux,Samir,,",
    "Groupe A :\nDurand\tAnne\t1652\n\n2e série (1)\nPetit\tLuc\t1500\n": "Durand,Anne,,1652|Petit,Luc,,1500",
}  # fmt: skip


@pytest.mark.parametrize(("pasted", "players"), PASTED.items())
def test_a_pasted_line_gives_name_club_and_cote_however_they_are_set_apart(read, pasted, players):
    listed = read(pasted, "l.txt")
    lines = [",".join(player.get(key, "") for key in ("Nom", "Prénom", "Club", "Cote")) for player in listed.players]
    assert "|".join(lines) == players and ("Groupe A" in listed.told) == ("Groupe A" in pasted)


def test_a_pasted_list_is_told_by_its_own_lines_and_a_long_first_name_is_noted(read, refuse):
    error = refuse("Durand Anne 1652\n\nBazin 12 Léa\nNoir Jean (Lyon)\n", "l.txt")
    assert "l.txt, ligne 3" in str(error) and "Bazin 12 Léa" in str(error)
    assert "DURAND Anne Lyon" in read("DURAND Anne Lyon 1652\nPETIT Jean-Luc 1500\n", "l.txt").told


# What is refused


def test_everything_that_is_wrong_is_said_at_once_with_its_line_or_cell(refuse):
    text = """Tournoi de Lyon
N°;Nom;Prénom;Licence;Cote
1;Dupont;Zoé;100;mille
1;Ngo;Éa;101;
x;;Awa;102;1500

;Kâ;Li;103;1200;trop
"""
    assert [sentence.removeprefix("liste.csv, ").split(" : ")[0] for sentence in refuse(text).sentences] == [
        "ligne 3, colonne « Cote »", "ligne 4, colonne « N° »", "ligne 5, colonne « Nom »", "ligne 5, colonne « N° »",
        "ligne 7",
    ]  # fmt: skip
    error = refuse({"Joueurs": [["Nom", "Licence", "Cote"], ["Dupont", 1, "bon"], ["Ngo", 1, 12.5]]}, "liste.xlsx")
    places = [sentence.removeprefix("liste.xlsx, ").split(" : ")[0] for sentence in error.sentences]
    assert places == ["Joueurs!C2", "Joueurs!C3", "Joueurs!B3"]


def test_homonyms_need_two_licences_two_clubs_or_another_first_name_as_they_are_told(read, refuse):
    text = "Nom;Prénom;{}\nSy;Awa;{}\nSY;Awa;{}\n"
    for column, one, two, third in (("Licence", "1", "2", ""), ("Club", "Metz", "Nancy", "METZ")):
        assert len(read(text.format(column, one, two)).players) == 2
        assert refuse(text.format(column, one, third)).line == 3
    advice = str(refuse("Petit Paul\nPetit Paul\n", "l.txt")).split("« ")[-1].partition(" »")[0]
    listed = read(f"Petit Paul\nPetit {advice}\n", "l.txt")
    assert [player["Prénom"] for player in listed.players] == ["Paul", advice] and not listed.told


@pytest.mark.parametrize(("content", "place"), [
    ("Open;\n;\nNom;Absences\nA;\n\nB;mardi\n", "l.csv, ligne 6, colonne « Absences » : "),
    ({"Venus": [["Nom", "Absences"], ["A", ""], [], ["B", "mardi"]]}, "l.xlsx, Venus!B4 : "),
], ids=["CSV", "workbook"])  # fmt: skip
def test_a_refused_list_is_told_by_its_own_rows_for_there_is_no_workbook(tmp_path, capsys, content, place):
    path = tmp_path / place.partition(",")[0]
    if isinstance(content, dict):
        write_package(path, build_parts(content))
    else:
        path.write_text(content, encoding="utf-8")
    assert books.run("new", tmp_path / "neuf.xlsx", "--formule", "classique", "--joueurs", path) == 2
    output = capsys.readouterr().err
    assert place in output and "Joueurs!" not in output and not (tmp_path / "neuf.xlsx").exists()


@given(st.binary(max_size=300))
@settings(max_examples=40)
def test_any_bytes_give_players_or_sentences(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "octets.csv"
    for content in (data, b"Nom;Cote\n" + data):
        path.write_bytes(content)
        try:
            assert read_list(path)
        except ListError as error:
            assert error.sentences
