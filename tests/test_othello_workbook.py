"""Othello through the workbook: what an organiser does by hand, what the Journal and `check` make of it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.check import check
from tournament_xl.games.othello import labels as othello
from tournament_xl.press import DONE
from tournament_xl.rules.othello.model import BIP
from tournament_xl.rules.othello.optimum import judge

TYPED = re.compile(r"ligne (\d+) : tapez N° N (\w+), N° B (\w+)")
EMPTIED = re.compile(r"videz la ligne (\d+)")


def third_round(players: int) -> OthelloDesk:
    """Two rounds are played, the third is drawn."""
    desk = OthelloDesk()
    desk.snapshot = third(players)
    return desk


@cache
def third(players: int) -> Snapshot:
    desk = OthelloDesk(players, Nombre_de_rondes=5)
    for _ in range(2):
        desk.must().lower_wins().must("update")
    return desk.must().snapshot


def changes(desk: OthelloDesk) -> list[str]:
    return [row["Détail"] for row in desk.rows(labels.JOURNAL) if row["Action"] == "Changement"]


@pytest.mark.parametrize(("players", "leaving"), [(9, 1), (8, 2)])
def test_s7_who_had_bip_meets_who_is_left_without_opponent_and_no_row_of_bip_remains(players, leaving):
    """What is told is typed, and nothing else: the two left over meet, the tournament goes on, `check` permits it."""
    desk = third_round(players)
    (one, first), (second, two) = desk.pairs(3)[:2]
    left, alone = ([one, two], {first, second}) if leaving == 2 else ([first], {one, desk.bye(3)})
    others = [{*pair} for pair in desk.pairs(3) if not {*pair} & {*left, *alone}]
    for who in left:
        desk.absences(who, "3-")
    (sentence,) = [text for text in desk.press("update").warnings if "annoncé absent" in text]
    for row, black, white in TYPED.findall(sentence):
        for column, who in (("N° N", black), ("N° B", white)):
            desk.type(labels.RESULTS, int(row), column, who if who == "BIP" else int(who))
    for row in EMPTIED.findall(sentence):
        for column in desk.columns[labels.RESULTS]:
            desk.type(labels.RESULTS, int(row), column, None)
    assert sorted(map(sorted, desk.pairs(3))) == sorted(map(sorted, [*others, alone]))
    desk.must("update")
    assert len(changes(desk)) == 2 and not any("absent" in text for text in desk.press("update").warnings)
    desk.lower_wins().must("update").must()
    report = check(desk.snapshot)
    assert (report.code, [one.kind for one in report.manual_changes]) == (0, ["exchanged"])


def turn(desk: OthelloDesk, number: int) -> tuple[int, int]:
    """Exchange the colours of the second table of a round; its sides as drawn."""
    row = desk.decoded().results.round(number)[1]
    black, white = row.match.sides
    desk.type(labels.RESULTS, row.line.row, "N° N", white)
    desk.type(labels.RESULTS, row.line.row, "N° B", black)
    return black, white


def test_s4_colours_exchanged_are_the_organisers_change_and_stay_permitted():
    desk = third_round(8)
    reason = desk.decoded().results.round(3)[1].match.reason
    black, white = turn(desk, 3)
    findings = [one for one in check(desk.snapshot).findings if not one.consequence]
    assert {(one.kind, one.round) for one in findings} == {("pair", 3), ("wall", None)}
    desk.must("update")
    assert changes(desk) == [f"Ronde 3, couleurs échangées : A{white:02} – A{black:02}."]
    assert "couleurs échangées" in desk.decoded().results.round(3)[1].match.reason
    assert desk.press("update").edits == ()
    report = check(desk.snapshot)
    assert (report.code, [one.kind for one in report.manual_changes]) == (0, ["exchanged"])
    assert [one.by for one in report.pairings[2].differences] == ["organiser"]
    turn(desk, 3)
    desk.must("update")
    assert desk.decoded().results.round(3)[1].match.reason == reason
    assert not check(desk.snapshot).pairings[2].differences


def test_exchanged_opponents_are_told_and_cost_more():
    desk = third_round(8)
    first, second = desk.decoded().results.round(3)[:2]
    desk.type(labels.RESULTS, first.line.row, "N° B", second.match.white)
    desk.type(labels.RESULTS, second.line.row, "N° B", first.match.white)
    report = check(desk.snapshot)
    assert {one.kind for one in report.findings if not one.consequence} >= {"pair"}
    last = report.pairings[-1]
    assert last.cost > last.optimum and {one.by for one in last.differences} == {"unrecorded"}
    report = check(desk.must("update").snapshot)
    assert report.code == 0 and {one.by for one in report.pairings[-1].differences} == {"organiser"}


def test_a_pair_typed_by_hand_stands_and_its_price_is_told():
    desk = OthelloDesk(8).must().lower_wins().must("update")
    again = desk.pairs(1)[0]
    outcome = desk.game(2, *again).press()
    assert outcome.code == DONE and again in desk.pairs(2)
    assert any("de plus que l'optimum" in text for text in outcome.warnings), "Excel shows no message of a press done"
    row = next(row for row in desk.rows(labels.RESULTS) if row["Ronde"] == "2" and row["N° N"] == str(again[0]))
    assert row["Motif"].startswith("Choix de l'organisateur")
    found = judge(desk.decoded().tournament, 2)
    assert found.cost >= found.optimum + 5_000_000
    report = check(desk.snapshot)
    assert report.code == 0 and report.pairings[-1].rematches
    assert [one.by for one in report.pairings[-1].differences] == ["organiser"]
    desk.must("undo")
    assert desk.decoded().tournament.fixed[0].sides == again


def test_a_slip_in_the_counts_is_told_to_who_types_and_pairs_at_once_until_the_next_pairing():
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().lower_wins()
    desk.result(1, 1, 4, 24)  # 40 was meant
    told = [text for text in desk.press("pair").warnings if "vide" in text]
    assert told == ["Ronde 1, cases vides pour le vainqueur (à égalité : partagées) : table 1 (36)."]
    assert told[0] not in desk.press("update").warnings, "Tournoi shows it"


def test_a_latecomer_takes_the_place_of_bip():
    """B7: his N° instead of BIP, in the current round."""
    desk = OthelloDesk(7).must()
    alone = desk.bye(1)
    desk.player("Z", 1500, N=8)
    row = next(row for row in desk.decoded().results.round(1) if BIP in row.match)
    desk.type(labels.RESULTS, row.line.row, "N° N" if row.match.black == BIP else "N° B", 8)
    desk.must("update")
    assert desk.bye(1) is None
    desk.result(1, 8, None, None, end="F-").lower_wins().must("update")
    assert desk.standing(8)["Points"] == "0" and desk.standing(alone)["Pions"] == "64"


def test_a_forfeit_to_bip_is_an_absence():
    """B7, example 3: no point, no disc, treated as an absence."""
    desk = OthelloDesk(3, Nombre_de_rondes=3).must()
    alone = desk.bye(1)
    desk.result(1, alone, None, None, end="F-").lower_wins().must("update")
    line = desk.standing(alone)
    assert (line["J"], line["Points"], line["Pions"]) == ("0", "0", "0")
    grid = next(row for row in desk.snapshot.sheets[labels.GRID] if len(row) > 5 and row[2] == f"A{alone:02}")
    assert grid[5] == "abs."


@pytest.mark.parametrize(("end", "counts"), [("FN", "0"), ("FB", "64"), ("FNB", "0")])
def test_discs_beside_a_forfeit_do_not_count(end, counts):
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().lower_wins()
    black = desk.pairs(1)[0][0]
    desk.result(1, black, 40, 24, end=end).must("update")
    assert desk.standing(black)["Pions"] == counts


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


def test_blacks_discs_alone_are_enough_where_the_setting_says_so():
    desk = OthelloDesk(8, Nombre_de_rondes=3, Saisie="Noir seul").must()
    for row in desk.decoded().results.round(1):
        desk.type(labels.RESULTS, row.line.row, "Pions N", 45)
    desk.must("update")
    assert {row.line.text("Pions B") for row in desk.decoded().results.round(1)} == {"19"}
    desk.type(labels.RESULTS, desk.decoded().results.round(1)[0].line.row, "Pions N", 20)
    desk.must("update")
    assert desk.decoded().results.round(1)[0].line.text("Pions B") == "44"
