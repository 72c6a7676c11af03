"""Names put in order, when somebody asks for it."""

import pytest

from tournament_xl.core.name_order import is_careless, order_name

CASES = [
    ("garnier", "elise", "GARNIER", "Élise"),
    ("Lefèvre", "JEAN-MARC", "LEFÈVRE", "Jean-Marc"),
    ("lefèvre", "jean-marc", "LEFÈVRE", "Jean-Marc"),
    ("de gaulle", "charles", "de GAULLE", "Charles"),
    ("De Gaulle", "Charles", "DE GAULLE", "Charles"),
    ("van der straeten", "lieve", "van der STRAETEN", "Lieve"),
    ("d'almeida", "sèna", "d'ALMEIDA", "Sèna"),
    ("D’Ève-Ñandú", "", "D’ÈVE-ÑANDÚ", ""),
    ("le goff", "yann", "LE GOFF", "Yann"),
    ("n'guessan", "adjoua prisca", "N'GUESSAN", "Adjoua Prisca"),
    ("van", "thi", "VAN", "Thi"),
    ("nguyen", "JP", "NGUYEN", "JP"),
    ("petit", "j.-p.", "PETIT", "J.-P."),
    ("Petit", "McKenzie", "PETIT", "McKenzie"),
    ("PETIT", "Elise", "PETIT", "Elise"),
    ("œuvrard", "anne-françoise", "ŒUVRARD", "Anne-Françoise"),
    ("", "zoe", "", "Zoé"),
]


@pytest.mark.parametrize(("surname", "first_name", "ordered_surname", "ordered_first"), CASES)
def test_a_name_in_order_is_the_surname_in_capitals_and_the_first_name_with_its_capital(
    surname, first_name, ordered_surname, ordered_first
):
    assert order_name(surname, first_name) == (ordered_surname, ordered_first)
    assert order_name(ordered_surname, ordered_first) == (ordered_surname, ordered_first), "once is enough"


@pytest.mark.parametrize(("surname", "first_name", "answer"), [
    ("garnier", "Élise", True), ("Garnier", "élise", True), ("Garnier", "ÉLISE", True), ("GARNIER", "Élise", False),
    ("Garnier", "Élise", False), ("de GAULLE", "Charles", False), ("Alpha", "P1", False), ("Petit", "JP", False),
    ("Petit", "", False),
])  # fmt: skip
def test_only_letters_typed_without_care_are_told(surname, first_name, answer):
    assert is_careless(surname, first_name) == answer
