"""Words of a check that people read: numbers with a comma, a result taken away."""

from tournament_xl.check.trace import named
from tournament_xl.texts.check import NO_RESULT, cell_differs


def test_numbers_have_a_comma_and_two_decimals():
    assert cell_differs("PJmax", "230", "246.66666666666666") == "PJmax 230 au lieu de 246,67"
    assert cell_differs("PJmin", "-102.5", "-115") == "PJmin -102,5 au lieu de -115"
    assert cell_differs("Joueur", "v1.25.3", "") == "Joueur v1.25.3 au lieu de vide"


def test_a_result_taken_away_is_said_in_words():
    names = {0: "X", 1: "Durand", 2: "Petit", 3: "Faure"}
    assert named("1-2,3-X", names, 99, NO_RESULT) == "Durand – Petit sans résultat, Faure – X"
    assert named("1-2:451/407", names, 99, NO_RESULT) == "Durand – Petit 451/407"


def test_a_line_with_very_long_names_tells_the_first_pairs_and_how_many_others_there_are():
    names = {1: "D" * 60, 2: "Petit"}
    assert named("1-2,2-1,1-2", names, 60) == f"{names[1]} – Petit et 2 autres"
