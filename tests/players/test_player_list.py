"""Lists of players: every form of a CSV, the federation's file and a workbook give players, or all that is wrong."""

from __future__ import annotations

import csv
import io
import re
from itertools import product

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import books
from tournament_xl.players.list_table import ListError
from tournament_xl.players.player_lists import read_list, read_player_list
from tournament_xl.players.whole_names import guess_titles
from tournament_xl.service.create import read_carried_over
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.workbook.schema import PLAYERS

DUPONT = {"Nom": "Dupont", "Prénom": "Zoé", "Cote": "1803"}


@pytest.fixture
def read(tmp_path):
    """Reads a text, bytes, or the rows of a workbook's sheets as if they were a file of this name."""

    def run(content, name="liste.csv"):
        if isinstance(content, dict):
            book = openpyxl.Workbook()
            book.remove(book.active)
            for title, rows in content.items():
                sheet = book.create_sheet(title)
                for row in rows:
                    sheet.append(row)
            book.save(tmp_path / "liste.xlsx")
            return read_list(tmp_path / "liste.xlsx")
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_list(tmp_path / name)

    return run


@pytest.fixture
def problems(read):
    """Reads a list that is refused: all that is said about it."""

    def run(content, name="liste.csv"):
        with pytest.raises(ListError) as error:
            read(content, name)
        return error.value.sentences

    return run


# Columns and texts


@pytest.mark.parametrize(("key", "title"), [
    ("N°", "no."), ("Nom", "nom :"), ("Prénom", "Prénom(s)"), ("Licence", "N° de licence"), ("Club", "Équipe"),
    ("Cote", "Elo au 1/9/2026"), ("Série duplicate", "Série (duplicate)"),
])  # fmt: skip
def test_a_column_is_found_under_a_natural_title(read, key, title):
    other_key = "Prénom" if key == "Nom" else "Nom"
    value = "Sy" if key in ("Nom", "Prénom") else "9"
    assert read(f"{other_key};{title}\nAwa;{value}") == [{other_key: "Awa", key: value}]


@pytest.mark.parametrize(("text", "names"), [
    ("DUPONT-MARTIN Jean Paul", "DUPONT-MARTIN|Jean Paul"), ("DE LA FONTAINE Élise", "DE LA FONTAINE|Élise"),
    ("DUPONT J.", "DUPONT|J."), ("de La Tour, Marie", "de La Tour|Marie"),
    ("Dupont  Jean", "Dupont|Jean"), ("Jean DUPONT", "DUPONT|Jean"), ("DUPONT JEAN", "DUPONT|JEAN"),
    ("Le Goff Anne", "Le Goff|Anne"), ("Anne de la Tour", "de la Tour|Anne"), ("Ben Salah Sofia", "Ben Salah|Sofia"),
    *((text, text) for text in ("Jean Paul Dupont", "Le Goff", "Zoé A", "Dupont, Jean, fils", "Dupont,")),
])  # fmt: skip
def test_both_names_in_one_column_are_parted_where_there_are_two_or_the_text_shows_how(read, text, names):
    assert read(f"NOM / Prénom;Club\n{text};\n") == [dict(zip(("Nom", "Prénom"), names.split("|"), strict=False))]
    assert read("Prénom et nom;Club\nJean Paul LE DUC;")[0] == {"Nom": "LE DUC", "Prénom": "Jean Paul"}


@pytest.mark.parametrize(("text", "digits"), [
    ("1\u202f803", "1803"), ("1'803", "1803"), ("1.803", "1803"), ("* 1 803", "1803"), ("1 803.25", "1803,25"),
    ("0", None),
])  # fmt: skip
def test_a_cote_is_read_as_people_write_it_and_a_line_with_only_a_number_is_no_player(read, text, digits):
    (player,) = read(f"Inscrits\nN°;Nom;Cote\n1;Dupont;{text}\n2;;\n")
    assert player.get("Cote") == digits


@pytest.mark.parametrize("cote", ["abc", "1803,555", "-5", "12345", "18 03", "²"])
def test_a_cote_that_is_no_whole_number_is_refused_with_its_line(problems, cote):
    (sentence,) = problems(f"Nom;Cote\nDupont;{cote}\n")
    assert sentence.startswith(f"liste.csv, ligne 2, colonne « Cote » : « {cote} » n'est pas une cote")


CELLS = ["Dupont", '"Le Grand"', "a;b", "c,d", "Œuvré – fin", " x ", "1e5", "=1+1"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_reads_back_the_same_whatever_its_encoding_separator_and_ends_of_lines(read, encoding):
    expected = [{"Nom": f"N{index}", "Club": cell.strip()} for index, cell in enumerate(CELLS)]
    for separator, end in product(";,\t", ("\n", "\r\n", "\r")):
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=separator, lineterminator=end)
        writer.writerows([["Club", "Nom"], *([cell, f"N{index}"] for index, cell in enumerate(CELLS))])
        assert read(text.getvalue().encode(encoding)) == expected, (separator, end)


FEDERATION = "DUPONT;Zoé;1234567;2300;2A;LYON;S;FRA;FRA;1803;B;1\nNGO;Éa;1234568;1500;4D;PAU;S;PL;ID;0;;0\n"


def test_of_the_federations_file_nobody_is_asked_to_give_its_columns_other_titles(tmp_path):
    path = tmp_path / "joueurs.csv"
    lines = [f"NOM{n};Ève;{100 + n};1500;4A;Vienne;S;FRA;FFS;{1500 + n};B;1;21/11/2025" for n in range(8)]
    path.write_text("\r\n".join(lines), encoding="utf-8-sig")
    assert not read_player_list(path).warnings


@pytest.mark.parametrize("dated", ["", ";21/11/2026"])
def test_the_federations_file_has_no_header_and_12_or_13_columns(read, problems, dated):
    text = FEDERATION.replace("\n", dated + "\n")
    assert read(text.encode("iso-8859-1"), "joueurs.txt") == [
        DUPONT | {"Nom": "DUPONT", "Licence": "1234567", "Club": "LYON", "Série duplicate": "2A", "Catégorie": "S"},
        {"Nom": "NGO", "Prénom": "Éa", "Licence": "1234568", "Club": "PAU", "Série duplicate": "4D", "Catégorie": "S"},
    ]
    (short,) = problems(text + "SY;Awa\n")
    assert short.startswith("liste.csv, ligne 3 : ") and "2 cellules au lieu de 13" in short


def test_a_workbook_gives_the_sheet_called_joueurs_or_the_only_one_with_players(read, problems):
    assert read({
        "Tournoi": [["Nom", "Prénom"], ["Faux", "Nez"]],
        "joueurs": [["Liste"], [], [None, "Nom", "Prénom", "Cote", "Club"], [], [None, "Dupont", "Zoé", 1803.0, 75]],
    }) == [DUPONT | {"Club": "75"}]  # fmt: skip
    (sentence,) = problems({"Adultes": [["Joueur"], ["DUPONT Zoé"]], "Jeunes": [["Nom"], ["x"]]})
    assert "plusieurs feuilles ont une liste de joueurs (« Adultes », « Jeunes »)" in sentence


@pytest.mark.parametrize(("pasted", "titles"), [
    ("DUPONT Zoé\nNgo Éa\n", "Joueur"), ("DUPONT Zoé 1652 4B\n", "Joueur"),
    ("1\tDupont\tZoé\t1652*\n2\tLe Goff\tÉa\t\n", "|Nom|Prénom|Cote"),
    ("Dupont Zoé\tLyon\t4B\t1234567\nNgo Éa\tPau\t2A\t\n", "Joueur|Club|Série duplicate|Licence"),
    *((text, "") for text in ("Nom\tClub\nDupont\tLyon\n", "1. Dupont\n", "<html>", "%PDF-1.7", "", "a\tb\tc\td\n")),
])  # fmt: skip
def test_columns_that_are_pasted_without_titles_get_those_that_their_cells_look_like(pasted, titles):
    assert "|".join(guess_titles(pasted)) == titles


PASTED = {
    "Durand Anne 1652\nPetit Luc\nAwa, Rose Ida 1480\n": "Durand,Anne,,1652|Petit,Luc,,|Awa,Rose Ida,,1480",
    "Durand Anne 1652\nPetit Luc (Pau)\nAwa Rose Ida 1480\n": "Durand,Anne,,1652|Petit,Luc,Pau,|Awa Rose Ida,,,1480",
    "Durand Anne (Club de Lyon) 1652\nPetit Luc 1500 (Vienne)\n": "Durand,Anne,Club de Lyon,1652|Petit,Luc,Vienne,1500",
    "Durand, Anne, 1652\nLe Goff, Luc, Vienne\n": "Durand,Anne,,1652|Le Goff,Luc,Vienne,",
    "Durand Anne, Lyon, 1652\nLe Goff Luc, Vienne\n": "Durand,Anne,Lyon,1652|Le Goff,Luc,Vienne,",
    "Durand Anne - Lyon - 1652\nNoir Jean\nRoux, Samir\n": "Durand,Anne,Lyon,1652|Noir,Jean,,|Roux,Samir,,",
    "Durand;Anne;Lyon;1652\nPetit;Luc;;\n": "Durand,Anne,Lyon,1652|Petit,Luc,,",
    "Groupe A :\nDurand\tAnne\t1652\n\n2e série (1)\nPetit\tLuc\t1500\n": "Durand,Anne,,1652|Petit,Luc,,1500",
}  # fmt: skip


@pytest.mark.parametrize(("pasted", "players"), PASTED.items())
def test_a_pasted_line_gives_name_club_and_cote_however_they_are_set_apart(tmp_path, pasted, players):
    (tmp_path / "l.txt").write_text(pasted, encoding="utf-8")
    listed = read_player_list(tmp_path / "l.txt")
    lines = [",".join(player.get(key, "") for key in ("Nom", "Prénom", "Club", "Cote")) for player in listed.players]
    assert "|".join(lines) == players
    headings = "« Groupe A : » (ligne 1) et « 2e série (1) » (ligne 4)"
    assert (headings in " ".join(listed.warnings)) == ("Groupe" in pasted)


def test_a_pasted_list_is_told_by_its_own_lines_and_a_long_first_name_is_noted(tmp_path):
    def read(text):
        (tmp_path / "l.txt").write_text(text, encoding="utf-8")
        return read_player_list(tmp_path / "l.txt")

    with pytest.raises(ListError, match=r"l.txt, ligne 3, .*« Bazin 12 Léa »"):
        read("Durand Anne 1652\n\nBazin 12 Léa\nNoir Jean (Lyon)\n")
    (note,) = read("DURAND Anne Lyon 1652\nPETIT Jean-Luc 1500\n").warnings
    assert "1 prénom de plusieurs mots : DURAND Anne Lyon" in note and "Club" in note


def test_what_is_advised_for_homonyms_is_read_without_a_warning(tmp_path):
    (tmp_path / "l.txt").write_text("Petit Paul\nPetit Paul\n", encoding="utf-8")
    with pytest.raises(ListError, match="figure déjà") as refusal:
        read_player_list(tmp_path / "l.txt")
    advice = re.findall("« (.*?) »", str(refusal.value))[-1]
    (tmp_path / "l.txt").write_text(f"Petit Paul\nPetit {advice}\n", encoding="utf-8")
    listed = read_player_list(tmp_path / "l.txt")
    assert [player["Prénom"] for player in listed.players] == ["Paul", advice] and not listed.warnings


# What is refused


def test_everything_that_is_wrong_is_said_at_once_with_its_line_or_cell(problems):
    text = """Tournoi de Lyon
N°;Nom;Prénom;Licence;Cote
1;Dupont;Zoé;100;mille
1;Ngo;Éa;101;
x;;Awa;102;1500

;Kâ;Li;103;1200;trop
"""
    assert [sentence.removeprefix("liste.csv, ").split(" : ")[0] for sentence in problems(text)] == [
        "ligne 3, colonne « Cote »", "ligne 4, colonne « N° »", "ligne 5, colonne « Nom »", "ligne 5, colonne « N° »",
        "ligne 7",
    ]  # fmt: skip
    rows = [["Nom", "Licence", "Cote"], ["Dupont", 1, "bon"], ["Ngo", 1, 12.5]]
    starts = ("Joueurs!C2 : « bon »", "Joueurs!C3 : « 12,5 »", "Joueurs!B3 : cette licence")
    for sentence, start in zip(problems({"Joueurs": rows}), starts, strict=True):
        assert sentence.startswith(f"liste.xlsx, {start}")


def test_homonyms_need_two_licences_two_clubs_or_another_first_name(read, problems):
    text = "Nom;Prénom;Licence\nSy;Awa;1\nSY;Awa;{}\n"
    assert len(read(text.format(2))) == 2
    (problem,) = problems(text.format(""))
    assert "figure déjà" in problem and "ligne 3" in problem and "(ligne 2)" in problem
    assert "club" in problem and "« Paul-fils »" in problem
    clubs = "Nom;Prénom;Club\nSy;Awa;Metz\nSY;Awa;{}\n"
    assert len(read(clubs.format("Nancy"))) == 2
    assert len(read("Nom;Prénom\nSy;Awa\nSy;Awa fille\nSy;Awa 1956\n")) == 3
    for second in ("METZ", "", "Nancy\nSy;Awa;Nancy"):
        (problem,) = problems(clubs.format(second))
        assert "figure déjà" in problem


@pytest.mark.parametrize(("name", "content", "words"), [
    ("liste.csv", b"Nom;Club\n;\n", "aucun joueur"),
    ("utf16.csv", "Nom;Prénom\nDupont;Zoé".encode("utf-16-le"), "texte illisible"),
    ("vieux.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "ne se lit pas ici"),
    ("liste.csv", b"Nom;Prenom\nDupont;Zoe\nNgo;\"Ea\nSy;Awa\n", "ligne 3 : guillemets"),
])  # fmt: skip
def test_what_is_no_list_is_refused_in_a_sentence(problems, name, content, words):
    (sentence,) = problems(content, name)
    assert sentence.startswith(name) and words in sentence


@given(st.binary(max_size=300))
def test_any_bytes_give_players_or_sentences(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "octets.csv"
    for content in (data, b"Nom;Cote\n" + data):
        path.write_bytes(content)
        try:
            assert read_list(path)
        except ListError as error:
            assert error.sentences


def test_what_the_next_tournament_takes_over_is_said_without_the_name_of_the_workbook(tmp_path):
    path = books.create(tmp_path, 8, name="coupe..2026.xlsx")
    book = openpyxl.load_workbook(path)
    book[PLAYERS].row_dimensions[books.FIRST].hidden = True
    book.save(path)
    sentence = read_carried_over(WorkbookFile(path)).sentence
    assert "1 ligne masquée, laissée de côté" in sentence and "Joueurs repris de ce tournoi" in sentence
    assert "coupe" not in sentence and sentence[0].isupper()


@pytest.mark.parametrize(
    ("formula", "left_out"),
    [("classique", "N°, absences et remarques"), ("othello", "N° donnés par le programme, absences et remarques")],
)
def test_what_does_not_come_from_last_weeks_workbook_is_said_by_game(tmp_path, formula, left_out):
    book = books.pair(books.create(tmp_path, 8, formula=formula))
    assert any(note.endswith(f" ; {left_out} n'en viennent pas.") for note in read_player_list(book).table.notes)
