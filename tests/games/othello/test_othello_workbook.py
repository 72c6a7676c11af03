"""Othello through the workbook: what an organiser does by hand, what the Journal and `check` make of it."""

from __future__ import annotations

import re

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.actions import explain_round
from tournament_xl.games.othello.render import explain_tie_breaks
from tournament_xl.games.othello.rules.optimum import compute_round_cost
from tournament_xl.messages import reasons
from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text

TYPED = re.compile(r"ligne (\d+) : tapez N° N (\w+), N° B (\w+)")
LEGEND_WIDTH = 96  # Classement, in digits
EMPTIED = re.compile(r"videz la ligne (\d+)")


def third_round(players: int) -> OthelloDesk:
    """Two rounds are played, the third is drawn."""
    desk = OthelloDesk(players, Nombre_de_rondes=5)
    for _ in range(2):
        desk.must().play().must("update")
    desk.must()
    return desk


def test_f2_an_opponent_of_a_player_missing_from_the_last_round_is_not_told_that_he_has_left():
    desk = OthelloDesk(8, Nombre_de_rondes=5)
    desk.must().play().must("update")
    (row,) = (line["row"] for line in desk.rows(schema.PLAYERS) if line["Nom"] == "A01")
    desk.fill(schema.PLAYERS, {int(row): {"Absences": "2"}}).must().play().must("update")
    opponent = next(sum(pair) - 1 for pair in desk.pairs(1) if 1 in pair)
    assert "R1\u00a032 (adversaire absent ou parti) + " in explain_tie_breaks(desk.decoded())[opponent]
    legend = [str(cell) for row in desk.snapshot.sheets[schema.STANDINGS][:4] for cell in row if cell]
    assert any("forfait donné, toute partie avec un absent de la ronde du classement" in text for text in legend)
    assert not any("parti" in text.split() for text in legend)


@pytest.mark.parametrize(("tie_break", "beta"), [("PAPP", 0), ("PAPP", 4), ("règlement", 0), ("règlement", 4)])
def test_b5_the_legend_says_which_discs_a_bye_counts_in_the_tie_break_of_each_usage(tie_break, beta):
    settings = {"Départage": tie_break, "Bêta": beta, "Pions du bye": 40, "Nombre_de_rondes": 5}
    desk = OthelloDesk(9, **settings).must().play().must("update")
    line = desk.standing(desk.bye(1))
    _, order, *exception = str(desk.snapshot.sheets[schema.STANDINGS][2][0]).splitlines()
    last = {"PAPP": "l'alphabet", "règlement": "tirage au sort"}[tie_break]
    assert (order, [text.partition(" : ")[0] for text in exception]) == {
        ("PAPP", 0): (f"Départage B5 (Brightwell, Bêta 0) : la colonne Pions · encore égaux : {last}", []),
        ("règlement", 0): (
            f"Départage B5 (Brightwell, Bêta 0) : les pions · encore égaux : {last}", ["Y comptent 32 pions"]
        ),
    }.get((tie_break, beta), (
        "Départage B5 (Brightwell, Bêta 4) : pions + 4 × points des adversaires · encore égaux : les pions, puis "
        f"{last}", ["32 pions et ses propres points"]
    ))  # fmt: skip
    assert all(text_width(text) <= LEGEND_WIDTH for text in (order, *exception)), "one line of its sheet"
    is_exception = (tie_break, beta) == ("PAPP", 0)
    assert float(line["Départage"]) == (float(line["Pions"]) if is_exception else 32 + beta) and line["Pions"] == "40"


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


def test_a_pair_typed_by_hand_stands_and_its_price_is_told():
    desk = OthelloDesk(8).must().play().must("update")
    typed_pair = desk.pairs(1)[0]
    outcome = desk.game(2, *typed_pair).press()
    assert outcome.code == DONE and typed_pair in desk.pairs(2)
    assert any("que l'optimum" in text for text in outcome.warnings), "S8: what it costs above the optimum"
    row = next(row for row in desk.rows(schema.RESULTS) if row["Ronde"] == "2" and row["N° N"] == str(typed_pair[0]))
    assert row["Motif"].startswith("Choix de l'organisateur")
    cost = compute_round_cost(desk.decoded().tournament, 2)
    assert cost.cost >= cost.optimum + 5_000_000
    report = check(desk.snapshot)
    assert report.code == 0 and report.pairings[-1].rematches
    assert [difference.by for difference in report.pairings[-1].differences] == ["organiser"]
    desk.must("undo")
    assert desk.decoded().tournament.fixed[0].sides == typed_pair


def test_b8_fees_of_a_grand_prix_a_and_their_total_on_arbitre():
    desk = OthelloDesk(Grand_Prix_A="oui").player("Plein").player("Réduit", Tarif_réduit="oui")
    assert desk.must("update").column(schema.PLAYERS, "Droits") == ["4", "2"]
    cells = [cell_text(cell) for row in desk.snapshot.sheets[othello.REFEREE] for cell in row]
    assert cells[cells.index(othello.FEES_TOTAL) + 1] == "6"


def test_b3_b4_what_a_bye_and_a_forfeit_bring_is_said_with_the_reason():
    desk = OthelloDesk(9, Pions_du_bye=36).must()
    game = next(game for game in desk.decoded().tournament.rounds[0] if not game.bye)
    desk.result(1, game.black, None, None, "F-")
    lines = {line for pair in explain_round(desk.decoded(), 1) for line in pair.lines}
    assert "Exempt : 1 point et 36 pions." in lines
    black, white = (f"A{player_id:02}" for player_id in game.sides)
    assert f"Forfait de {black} : 0 point et 0 pion ; {white} marque 1 point et 64 pions." in lines
    desk.result(1, game.black, None, None).put(1, desk.decoded().tournament.rounds[0].index(game), Fin="FNB")
    lines = {line for pair in explain_round(desk.decoded(), 1) for line in pair.lines}
    assert "Aucun des deux ne joue : 0 point et 0 pion chacun." in lines


def test_b4_grille_says_what_an_absence_costs():
    desk = OthelloDesk(8).must().play().must("update")
    before = desk.standing(1)
    desk.absences(1, "2").must().play().must("update")
    after = desk.standing(1)
    assert [before["Points"], before["Pions"]] == [after["Points"], after["Pions"]]
    assert "abs., parti : 0 point, 0 pion" in cell_text(desk.snapshot.cell(schema.GRID, 3, 4))
