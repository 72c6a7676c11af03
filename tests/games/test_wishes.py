"""Rules C13 to C15 and S9: whom to avoid, a table of one's own, who is there; and rounds whose pairs are all typed;
through the workbook."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core.seating import assign_tables
from tournament_xl.games.othello.rules.costs import AVOIDED, Costs
from tournament_xl.workbook import schema, typed_columns
from tournament_xl.workbook.history.views import find_imposed_pairs

AVOID, OWN_TABLE, HERE = schema.DECIDING_COLUMNS


def wish(desk, player_id, column, text):
    """A cell of a player's row, by his place on the sheet."""
    desk.type(schema.PLAYERS, desk.table(schema.PLAYERS).header + player_id, column, text)


def field(count, kind=Desk, **settings):
    return kind(**settings).players(count).columns_of_players(*schema.DECIDING_COLUMNS)


def tables(desk, number):
    return {match.sides: match.table for match in desk.decoded().tournament.rounds[number - 1]}


@pytest.mark.rule(
    "C13, S9",
    "paires à éviter (Éviter)",
    "games/pairing_constraints.py: read_pairing_constraints",
    "games/scrabble/rules/search.py: pair_ranking",
    "games/othello/rules/costs.py: Costs",
)
def test_c13_the_search_passes_over_whom_to_avoid_and_says_so():
    desk = field(20)
    wish(desk, 14, AVOID, "A01")  # the fold's own pair is 1-14; what one wishes holds for both
    desk.must()
    assert desk.pairs(1)[:2] == [(1, 13), (2, 14)]
    assert "Adversaire normal : A14 à éviter ; en remontant le classement : A13." in desk.reason(1, 1)
    desk.better_seed_wins()
    wish(desk, 1, AVOID, "19, A18 ; A17")  # round 2: first against last of the winners, 19
    assert not {14, 17, 18, 19} & set(next(pair for pair in desk.must().pairs(2) if 1 in pair))
    wish(desk, 1, AVOID, None)
    assert all(pairing.same for pairing in check(desk.must("update").snapshot).pairings), (
        "judged by what the pairing read"
    )
    assert (1, 19) in desk.must("undo").must().pairs(2)


def test_c13_who_has_nobody_else_meets_whom_to_avoid_before_a_rematch_and_it_is_told():
    desk = field(7, Édition="F10")
    for player_id in range(1, 8):
        wish(desk, player_id, AVOID, "1 ; 2; 3, 4, 5, 6, 7".replace(f"{player_id}", "1" if player_id > 1 else "2"))
    outcome = desk.press()  # no N° is given yet: they are known by what they will be
    assert any("La colonne Éviter ne change rien aux rondes 1 à 2" in text for text in outcome.warnings)
    desk.better_seed_wins().must().better_seed_wins()
    outcome = desk.press()
    assert any("se rencontrent malgré la colonne Éviter" in text for text in outcome.warnings)
    met = [frozenset(pair) for number in (1, 2, 3) for pair in desk.pairs(number)]
    assert len(met) == len(set(met)), "a pair to avoid comes before a rematch"
    assert "Paire à éviter, mais il ne reste personne d'autre." in " ".join(
        desk.reason(3, player_id) for player_id in range(1, 8)
    )


@pytest.mark.rule(
    "C14, S9",
    "table fixe (Table fixe)",
    "core/seating.py: assign_tables",
    "games/pairing_constraints.py: refuse_claimed_tables",
)
def test_c14_a_fixed_table_moves_the_others_up():
    for desk, pairs in ((field(18), 9), (field(0, OthelloDesk).players(18), 9)):
        wish(desk, 1, OWN_TABLE, 9)
        wish(desk, 2, OWN_TABLE, "20")
        tables_by_pair = tables(desk.must(), 1)
        assert sorted(tables_by_pair.values()) == [*range(1, pairs - 1), 9, 20]
        assert {tables_by_pair[sides] for sides in tables_by_pair if 1 in sides} == {9}
        assert {tables_by_pair[sides] for sides in tables_by_pair if 2 in sides} == {20}


def test_c14_a_typed_table_stands_and_of_two_the_lower_one_is_taken():
    assert assign_tables([((1, 2), 0), ((3, 4), 3), ((5, 6), 0), ((7, 8), 0)], {3: 9, 5: 2, 6: 1}) == [2, 3, 1, 4]


def test_c14_two_who_want_one_table_may_meet_there():
    desk = field(18)
    for player_id in (1, 12):  # the fold's pair
        wish(desk, player_id, OWN_TABLE, 5)
    assert tables(desk.must(), 1)[1, 12] == 5


@pytest.mark.rule("C15, S9", "pointage (Présent)", "games/pairing_constraints.py: apply_check_in")
def test_c15_from_the_first_mark_on_who_has_none_is_absent():
    desk = field(20)
    for player_id in range(1, 19):
        wish(desk, player_id, HERE, True if player_id == 1 else "x")
    outcome = desk.press()
    assert "absents faute d'une marque dans la colonne Présent : A19 et A20." in " ".join(outcome.warnings)
    assert desk.decoded().registered == 18
    desk.better_seed_wins()
    wish(desk, 1, HERE, None)
    wish(desk, 20, HERE, "oui")
    desk.must()
    assert {"A01", "A19"}.isdisjoint(desk.named_pairs(2).replace("-", " ").split()) and "A20" in desk.named_pairs(2)
    wish(desk, 1, HERE, "oui")
    assert 1 in {player_id for pair in desk.better_seed_wins().must().pairs(3) for player_id in pair}


def test_c15_homonyms_without_a_mark_carry_what_tells_them_apart():
    desk = field(20)
    for player_id in range(1, 19):
        wish(desk, player_id, HERE, "x")
    for player_id, club in ((19, "Lyon"), (20, "Metz")):
        for title, text in (("Nom", "Durand"), ("Prénom", "Paul"), ("Club", club)):
            wish(desk, player_id, title, text)
    assert "colonne Présent : Durand Paul (Lyon) et Durand Paul (Metz)." in " ".join(desk.press().warnings)


def test_homonyms_who_enter_in_one_round_are_told_apart():
    desk = Desk().players(8).must().better_seed_wins()
    desk.player("Roy Lou", 1500, Club="Lyon").player("Roy Lou", 1400, Club="Metz")
    journal = " ".join(row["Détail"] for row in desk.must().rows(schema.JOURNAL))
    assert "Roy Lou (Lyon)" in journal and "Roy Lou (Metz)" in journal


def test_s9_a_pair_to_avoid_costs_as_a_rematch_and_absent_columns_cost_nothing():
    desk = field(0, OthelloDesk).players(8)
    plain = Costs(desk.decoded().tournament, 1)
    wish(desk, 1, AVOID, "A02")
    costs = Costs(desk.decoded().tournament, 1)
    assert {
        (first, second): costs.cost(first, second) - plain.cost(first, second)
        for first in costs.player_ids for second in costs.player_ids
        if first != second and costs.cost(first, second) != plain.cost(first, second)
    } == {(1, 2): AVOIDED, (2, 1): AVOIDED}  # fmt: skip
    assert costs.least[0][1] - plain.least[0][1] == AVOIDED
    assert (1, 2) not in map(tuple, map(sorted, desk.must().pairs(1)))


def test_columns_are_added_where_the_setting_wants_them_once():
    desk = Desk(Colonnes="éviter; Payé").players(8).must("update").must()
    header = desk.snapshot.sheets[schema.PLAYERS][desk.table(schema.PLAYERS).header - 1]
    assert [title for title in header if title in typed_columns.OPTIONAL_TITLES] == ["Éviter", "Payé"]


# All pairs of a round typed


def reasons(desk, number):
    return {match.reason for match in desk.decoded().tournament.rounds[number - 1]}


@pytest.mark.rule(
    "C11, S8",
    "une ronde tapée tout entière à la main : tables, motif, mémoire",
    "actions/workbook_actions.py: _reopen_typed_round",
    "actions/finish.py: _number_tables",
)
@pytest.mark.parametrize("desk", [Desk, OthelloDesk])
def test_all_pairs_typed_by_hand_are_given_what_a_pairing_gives(desk):
    """Tables, reasons, numbers, places and memory, and the scores are wanted only then; with or without an update."""
    numbers, bye = (("N° N", "N° B"), "BIP") if desk is OthelloDesk else (("N° 1", "N° 2"), "X")
    desk = OthelloDesk(9, Nombre_de_rondes=4) if desk is OthelloDesk else Desk(Nombre_de_rondes=4).players(9)
    rows = [row["row"] for row in desk.rows(schema.PLAYERS)]
    desk.fill(schema.PLAYERS, {row: {"N°": index} for index, row in enumerate(rows, start=1)})

    def typed(number, pairs):
        desk.add(schema.RESULTS, *({"Ronde": number, **dict(zip(numbers, two, strict=True))} for two in pairs))

    typed(1, [(1, 9), (8, 2), (3, 7), (4, 6), (5, bye)])
    assert desk.must().decoded().tournament.played == 0
    assert [match.table for match in desk.decoded().tournament.rounds[0]] == [1, 2, 3, 4, 5]
    assert reasons(desk, 1) == {"Choix de l'organisateur."}
    assert len(find_imposed_pairs(desk.decoded().memory.drawn[1].after, 1)) == 5
    waiting = desk.press("pair")
    assert waiting.code == 3 and "tables 1 à 4" in " ".join(problem.message for problem in waiting.problems)
    desk.play()
    typed(2, [(1, 8), (9, 2), (3, 6), (4, 5), (7, bye)])
    desk.must("update")
    assert [match.table for match in desk.decoded().tournament.rounds[1]] == [1, 2, 3, 4, 5]
    warnings = desk.press("pair").warnings
    assert not [text for text in warnings if "effacées" in text or "retirées" in text]
    assert reasons(desk, 2) == {"Choix de l'organisateur."}
    wall = [cell for row in desk.snapshot.sheets[schema.PAIRINGS] for cell in row]
    assert {1, 2, 3, 4} <= {cell for cell in wall if isinstance(cell, int)}
    desk.play().must().play().must().play().must("update")
    assert desk.decoded().tournament.played == 4
    assert check(desk.snapshot).code == 0
