"""What is typed in a workbook file beside a code of the column Fin, and counts of discs that no board has."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, lines, update


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Round 1 of 8 players: every game 40 to 24."""
    path = books.pair(books.create(tmp_path_factory.mktemp("drawn"), 8, formula="othello"))
    rows = range(books.FIRST, books.FIRST + 4)
    return edit(path, {f"Résultats!Pions {side}!{row}": 40 - 16 * (side == "B") for row in rows for side in "NB"})


@pytest.fixture
def book(drawn, tmp_path):
    return Path(shutil.copy(drawn, tmp_path))


def said(path, capsys):
    capsys.readouterr()
    update(path)
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(("end", "counts"), [("FN", "0 – 64"), ("FB", "64 – 0"), ("FNB", "0 – 0")])
def test_discs_beside_a_forfeit_do_not_count_and_that_is_said(book, capsys, end, counts):
    edit(book, {"Résultats!Fin!5": end})
    shown = said(book, capsys)
    assert f"Ronde 1, table 1 : {end} est un forfait, qui compte {counts} ; les pions tapés ne comptent pas" in shown
    black = next(row for row in lines(book, "Classement") if row["N°"] == lines(book, "Résultats")[0]["N° N"])
    assert black["Pions"] == int(counts.split()[0])
    edit(book, {f"Résultats!Pions {side}!5": None for side in "NB"})
    assert "forfait" not in said(book, capsys)


@pytest.mark.parametrize(("end", "discs"), [("FN", (0, 64)), ("FB", (64, None)), ("FNB", (0, 0)), ("AN", (24, 40)),
                                            ("TN+", (40, 24)), ("PNB", (40, 24))])  # fmt: skip
def test_discs_that_agree_with_a_forfeit_or_show_the_board_of_a_game_that_was_played_are_nothing_to_tell(
    book, capsys, end, discs
):
    edit(book, {"Résultats!Fin!5": end, "Résultats!Pions N!5": discs[0], "Résultats!Pions B!5": discs[1]})
    assert "À savoir" not in said(book, capsys)


@pytest.mark.parametrize(
    ("end", "discs", "told"),
    [
        ("AN", (40, 24), "0 – 64"),
        ("AB", (24, 40), "64 – 0"),
        ("AB", (40, 24), ""),
        ("AN", (None, 24), ""),
        ("AN", (5, None), "0 – 64"),
    ],
)
def test_somebody_who_resigns_though_he_is_ahead_is_told(book, capsys, end, discs, told):
    edit(book, {"Résultats!Fin!5": end, "Résultats!Pions N!5": discs[0], "Résultats!Pions B!5": discs[1]})
    shown = said(book, capsys)
    assert ("abandon de qui a le plus de pions" in shown) == bool(told) and told in shown
