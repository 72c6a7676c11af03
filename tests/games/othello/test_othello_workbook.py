"""Othello through the workbook: what an organiser does by hand, what the Journal and `check` make of it."""

from __future__ import annotations

import re

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.actions import explain_round
from tournament_xl.messages import reasons
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text

TYPED = re.compile(r"ligne (\d+) : tapez N° N (\w+), N° B (\w+)")
EMPTIED = re.compile(r"videz la ligne (\d+)")


def third_round(players: int) -> OthelloDesk:
    """Two rounds are played, the third is drawn."""
    desk = OthelloDesk(players, Nombre_de_rondes=5)
    for _ in range(2):
        desk.must().play().must("update")
    desk.must()
    return desk


@pytest.mark.parametrize(("tie_break", "beta"), [("PAPP", 0), ("PAPP", 4), ("règlement", 0), ("règlement", 4)])
def test_b5_the_discs_of_a_bye_and_of_an_absent_opponent_in_the_tie_break_of_each_usage(tie_break, beta):
    settings = {"Départage": tie_break, "Bêta": beta, "Pions du bye": 40, "Nombre_de_rondes": 5}
    desk = OthelloDesk(9, **settings).must().play().must("update")
    line, legend = desk.standing(desk.bye(1)), cell_text(desk.snapshot.cell(schema.STANDINGS, 3, 1))
    counted = 40 if (tie_break, beta) == ("PAPP", 0) else 32
    assert float(line["Départage"]) == counted + beta and line["Pions"] == "40"
    assert ("32 pions" in legend) == (counted == 32)


def changes(desk: OthelloDesk) -> list[str]:
    return [row["Détail"] for row in desk.rows(schema.JOURNAL) if row["Action"] == "Changement"]


@pytest.mark.rule("Othello S7", "ce que l'organisateur tape alors", "games/othello/read.py: describe_rows_to_type")
@pytest.mark.parametrize(("players", "leaving"), [(9, 1), (8, 2)])
def test_s7_who_had_bip_meets_who_is_left_without_opponent_and_no_row_of_bip_remains(players, leaving):
    """What is told is typed, and nothing else: the two left over meet, the tournament goes on, `check` permits it."""
    desk = third_round(players)
    (first_black, first_white), (second_black, second_white) = desk.pairs(3)[:2]
    left, alone = (
        ([first_black, second_white], {first_white, second_black})
        if leaving == 2
        else ([first_white], {first_black, desk.bye(3)})
    )
    others = [{*pair} for pair in desk.pairs(3) if not {*pair} & {*left, *alone}]
    for player_id in left:
        desk.absences(player_id, "3-")
    (sentence,) = [text for text in desk.press("update").warnings if "annoncé absent" in text]
    typed = {int(row): {"N° N": black, "N° B": white} for row, black, white in TYPED.findall(sentence)}
    emptied = {int(row): dict.fromkeys(desk.columns[schema.RESULTS]) for row in EMPTIED.findall(sentence)}
    desk.fill(schema.RESULTS, typed | emptied)
    assert sorted(map(sorted, desk.pairs(3))) == sorted(map(sorted, [*others, alone]))
    desk.must("update")
    assert len(changes(desk)) == 2 and not any("absent" in text for text in desk.press("update").warnings)
    desk.play().must("update").must()
    report = check(desk.snapshot)
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["exchanged"])


def turn(desk: OthelloDesk, number: int) -> tuple[int, int]:
    """Exchange the colours of the second table of a round; its sides as drawn."""
    row = desk.decoded().results.round(number)[1]
    black, white = row.match.sides
    desk.fill(schema.RESULTS, {row.line.row: {"N° N": white, "N° B": black}})
    return black, white


@pytest.mark.rule("Othello S4", "couleurs échangées par l'organisateur", "actions/finish.py: _write_reasons")
def test_s4_colours_exchanged_are_the_organisers_change_and_stay_permitted():
    desk = third_round(8)
    black, white = turn(desk, 3)
    assert {(finding.kind, finding.round) for finding in check(desk.snapshot).findings} == {("pair", 3)}
    desk.must("update")
    assert changes(desk) == [f"Ronde 3, couleurs échangées : A{white:02} – A{black:02}."]
    assert "couleurs échangées" in desk.decoded().results.round(3)[1].match.reason
    assert desk.press("update").edits == ()
    report = check(desk.snapshot)
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["exchanged"])
    assert [difference.by for difference in report.pairings[2].differences] == ["organiser"]
    turn(desk, 3)
    desk.must("update")
    assert desk.decoded().results.round(3)[1].match.reason == reasons.LOST
    report = check(desk.snapshot)
    assert not report.pairings[2].differences and not any("Motif" in text for text in report.warnings)


def test_s8_a_pair_typed_by_hand_stands_and_its_price_is_told():
    desk = OthelloDesk(8).must().play().must("update")
    typed_pair = desk.pairs(1)[0]  # again
    outcome = desk.game(2, *typed_pair).press()
    assert outcome.code == DONE and typed_pair in desk.pairs(2)
    assert any("optimum" in text for text in outcome.warnings), "what it costs above the optimum"
    assert check(desk.snapshot).pairings[-1].rematches
    assert desk.must("undo").decoded().tournament.fixed[0].sides == typed_pair


def test_b8_fees_of_a_grand_prix_a_and_their_total_on_arbitre():
    desk = OthelloDesk(Grand_Prix_A="oui").player("Plein").player("Réduit", Tarif_réduit="oui")
    assert desk.must("update").column(schema.PLAYERS, "Droits") == ["4", "2"]
    cells = [cell_text(cell) for row in desk.snapshot.sheets[othello.REFEREE] for cell in row]
    assert cells[cells.index(othello.FEES_TOTAL) + 1] == "6"


def test_b3_b4_what_a_bye_and_a_forfeit_bring_is_said_with_the_reason():
    desk = OthelloDesk(9, Pions_du_bye=36).must()
    game = next(game for game in desk.decoded().tournament.rounds[0] if not game.bye)
    desk.result(1, game.black, None, None, "F-")
    lines = [line for pair in explain_round(desk.decoded(), 1) for line in pair.lines]
    assert any("36 pions" in line for line in lines)
    assert any(f"A{game.white:02}" in line and "64 pions" in line for line in lines)
