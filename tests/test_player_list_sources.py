"""Lists of players that others made: the federation's file, workbooks."""

from __future__ import annotations

import pytest

from tests.test_player_list import DUPONT
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import read_list

# The federation's file

FEDERATION = "DUPONT;Zoé;1234567;2300;2A;LYON;S;FRA;FRA;1803;B;1\nNGO;Éa;1234568;1500;4D;PAU;S;PL;ID;0;;0\n"


@pytest.mark.parametrize("dated", ["", ";21/11/2026"])
def test_the_federations_file_has_no_header_and_12_or_13_columns(read, dated):
    text = FEDERATION.replace("\n", dated + "\n")
    assert read(text.encode("iso-8859-1"), "joueurs.txt") == [
        DUPONT | {"Nom": "DUPONT", "Licence": "1234567", "Club": "LYON", "Série duplicate": "2A"},
        {"Nom": "NGO", "Prénom": "Éa", "Licence": "1234568", "Club": "PAU", "Série duplicate": "4D"},
    ]


def test_a_bad_line_of_the_federations_file_is_named(problems):
    assert problems(FEDERATION + "SY;Awa\n" + "KA;Bo;7654321;1500;4D;PAU;S;SEN;SEN;abc;;0\n") == [
        "liste.csv, ligne 3 : 2 colonnes au lieu des 12 ou 13 du fichier de la fédération ; corrigez la ligne.",
        "liste.csv, ligne 4, colonne « Elo classique » : « abc » n'est pas une cote ; "
        "écrivez un nombre entier comme 1803, ou laissez vide.",
    ]


# Workbooks


def test_a_workbook_gives_the_sheet_called_joueurs(workbook):
    path = workbook({
        "Tournoi": [["Nom", "Prénom"], ["Faux", "Nez"]],
        "joueurs": [["Liste"], [], [None, "Nom", "Prénom", "Cote", "Club"], [], [None, "Dupont", "Zoé", 1803.0, 75]],
    })  # fmt: skip
    assert read_list(path) == [DUPONT | {"Club": "75"}] == read_list(str(path))


def test_of_several_sheets_with_players_none_is_chosen_without_a_word(workbook):
    path = workbook({"Adultes": [["Joueur"], ["DUPONT Zoé"]], "Jeunes": [["Nom"], ["x"]]})
    with pytest.raises(ListError, match="plusieurs feuilles ont une liste de joueurs .« Adultes », « Jeunes ».\\."):
        read_list(path)


def test_a_formula_in_a_workbook_is_never_run(workbook):
    """Without a result it is refused where it counts, and nothing elsewhere."""
    assert read_list(workbook({"A": [["Nom", "Site"], ["Dupont", '=HYPERLINK("http://x")']]})) == [{"Nom": "Dupont"}]
    with pytest.raises(ListError, match="A!B2 : le résultat de cette formule"):
        read_list(workbook({"A": [["Nom", "Club"], ["Dupont", '=HYPERLINK("http://x")']]}))


def test_problems_of_a_workbook_name_the_cell(workbook):
    rows = [["Nom", "Licence", "Cote"], ["Dupont", 1, "bon"], ["Ngo", 1, 12.5], [None, 2, 1500]]
    with pytest.raises(ListError) as error:
        read_list(workbook({"Joueurs": rows}))
    starts = ["Joueurs!C2 : « bon »", "Joueurs!C3 : « 12.5 »", "Joueurs!B3 : cette licence", "Joueurs!A4 : il manque"]
    for sentence, start in zip(error.value.sentences, starts, strict=True):
        assert sentence.startswith(f"liste.xlsx, {start}")
    assert "celle de Dupont (Joueurs!B2)" in error.value.sentences[2]
