"""Othello through the workbook: every press, every end of a game, what an organiser does by hand."""

from __future__ import annotations

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import cell_text
from tournament_xl.games.othello import labels as othello
from tournament_xl.press import DONE
from tournament_xl.rules.othello.model import BIP
from tournament_xl.rules.othello.optimum import judge


def empties(outcome):
    return [text for text in outcome.warnings if "vide" in text]


def test_a_slip_in_the_counts_is_told_to_who_types_and_pairs_at_once_until_the_next_pairing():
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().lower_wins()
    desk.result(1, 1, 4, 24)  # 40 was meant
    outcome = desk.press("pair")
    assert empties(outcome) == ["Ronde 1, cases vides pour le vainqueur (à égalité : partagées) : table 1 (36)."]
    assert not empties(desk.press("update")), "Tournoi shows it"


def test_a_pair_typed_by_hand_stands_and_its_price_is_told():
    desk = OthelloDesk(8).must().lower_wins().must("update")
    table = {two: number for number, two in enumerate(desk.pairs(1), 1)}
    again = next(iter(table))
    outcome = desk.game(2, *again).press()
    assert outcome.code == DONE
    assert again in desk.pairs(2)
    assert any("de plus que l'optimum" in text for text in outcome.warnings), "Excel shows no message of a press done"
    row = next(row for row in desk.rows(labels.RESULTS) if row["Ronde"] == "2" and row["N° N"] == str(again[0]))
    assert row["Motif"].startswith("Choix de l'organisateur")
    found = judge(desk.decoded().tournament, 2)
    assert found.cost >= found.optimum + 5_000_000
    desk.must("undo")
    assert desk.decoded().tournament.fixed[0].sides == again


def test_a_latecomer_takes_the_place_of_bip():
    """B7: his N° instead of BIP, in the current round."""
    desk = OthelloDesk(7).must()
    alone = desk.bye(1)
    desk.player("Z", 1500, N=8)
    row = next(row for row in desk.decoded().results.round(1) if BIP in row.match)
    column = "N° N" if row.match.black == BIP else "N° B"
    desk.type(labels.RESULTS, row.line.row, column, 8)
    desk.must("update")
    assert desk.bye(1) is None
    desk.result(1, 8, None, None, end="F-").lower_wins().must("update")
    assert desk.standing(8)["Points"] == "0"
    assert desk.standing(alone)["Pions"] == "64"


def test_a_forfeit_to_bip_is_an_absence():
    """B7, example 3: no point, no disc, treated as an absence."""
    desk = OthelloDesk(3, Nombre_de_rondes=3).must()
    alone = desk.bye(1)
    desk.result(1, alone, None, None, end="F-").lower_wins().must("update")
    line = desk.standing(alone)
    assert (line["J"], line["Points"], line["Pions"]) == ("0", "0", "0")
    grid = next(row for row in desk.snapshot.sheets[labels.GRID] if len(row) > 5 and row[2] == f"A{alone:02}")
    assert grid[5] == "abs."


def test_fees_of_a_grand_prix_a():
    """B8: non-members 4 €, reduced 2 €, members 0, and the total on Arbitre."""
    desk = OthelloDesk(Grand_Prix_A="oui")
    desk.player("Plein").player("Réduit", Tarif_réduit="oui").player("Membre", Adhérent="oui")
    desk.must("update")
    assert desk.column(labels.PLAYERS, "Droits") == ["4", "2", "0"]
    cells = [cell_text(cell) for row in desk.snapshot.sheets[othello.REFEREE] for cell in row]
    assert cells[cells.index(othello.FEES_TOTAL) + 1] == "6"
    desk.set("Grand Prix A", None).must("update")
    assert desk.column(labels.PLAYERS, "Droits") == ["", "", ""]
    assert desk.press("update").edits == ()


@pytest.mark.parametrize(("end", "counts"), [("FN", "0"), ("FB", "64"), ("FNB", "0")])
def test_discs_beside_a_forfeit_do_not_count(end, counts):
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().lower_wins()
    black = desk.pairs(1)[0][0]
    desk.result(1, black, 40, 24, end=end).must("update")
    assert desk.standing(black)["Pions"] == counts


def row_of_black(desk, number):
    return next(row for row in desk.decoded().results.round(number) if BIP not in row.match.sides)


def test_blacks_discs_alone_are_enough_where_the_setting_says_so():
    desk = OthelloDesk(8, Nombre_de_rondes=3, Saisie="Noir seul").must()
    for row in desk.decoded().results.round(1):
        desk.type(labels.RESULTS, row.line.row, "Pions N", 45)
    desk.must("update")
    assert {row.line.text("Pions B") for row in desk.decoded().results.round(1)} == {"19"}
    row = row_of_black(desk, 1)
    desk.type(labels.RESULTS, row.line.row, "Pions N", 20)
    desk.must("update")
    assert row_of_black(desk, 1).line.text("Pions B") == "44"
