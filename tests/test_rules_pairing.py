"""Rules C3, C9, C10, C11 through the workbook: who meets whom."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tournament_xl.model import X
from tournament_xl.scrabble import tables
from tournament_xl.scrabble.standings import meetings
from tournament_xl.workbook import labels

F50_8 = ["A01-A05 A02-A06 A03-A07 A04-A08", "A01-A04 A02-A03 A05-A08 A06-A07"]
F10_8 = ["A01-A08 A05-A06 A02-A07 A03-A04", "A01-A06 A05-A08 A02-A04 A03-A07"]


@pytest.mark.parametrize(("edition", "expected"), [("F50", F50_8), ("F10", F10_8)])
def test_c9_eight_players_follow_the_table_of_their_edition(edition, expected):
    desk = Desk(Édition=edition).players(8).must()
    assert set(desk.named_pairs(1).split()) == set(expected[0].split())
    desk.better_seed_wins().must()
    assert set(desk.named_pairs(2).split()) == set(expected[1].split())


def test_c9_seven_players_take_the_table_for_eight_with_x_in_the_last_seat():
    desk = Desk().players(7).must()
    assert set(desk.named_pairs(1).split()) == {"A01-A05", "A02-A06", "A03-A07", "A04-X"}


@pytest.mark.parametrize("count", [10, 12, 14, 16])
def test_c9_nine_to_sixteen_players_follow_our_table_for_three_rounds(count):
    desk = Desk().players(count)
    for number in (1, 2, 3):
        desk.must()
        assert set(desk.pairs(number)) == set(tables.BUILT_IN[count][number - 1])
        assert all("Table de" in m.reason for m in desk.decoded().tournament.rounds[number - 1])
        desk.better_seed_wins()
    desk.must()
    assert all("PM" in m.reason for m in desk.decoded().tournament.rounds[3])


@pytest.mark.parametrize("count", sorted(tables.BUILT_IN))
def test_c9_every_table_seats_all_once_a_round_and_repeats_no_pair(count):
    assert tables.faults(dict(enumerate(tables.BUILT_IN[count], start=1)), count) == []


@pytest.mark.parametrize("count", [10, 12, 14, 16])
def test_c9_the_first_table_round_is_i_against_i_plus_half(count):
    assert tables.BUILT_IN[count][0] == tuple((i, i + count // 2) for i in range(1, count // 2 + 1))


def test_c9_seventeen_players_are_folded_with_x_in_the_last_third():
    """N = 18 with X: M = 6, P = 12: 1-12 … 6-7, then neighbours 13-14, 15-16, 17-X."""
    desk = Desk().players(17).must()
    expected = [(i, 13 - i) for i in range(1, 7)] + [(13, 14), (15, 16), (17, X)]
    assert desk.pairs(1) == expected


@pytest.mark.parametrize(("count", "folded"), [(18, 12), (20, 14), (22, 14), (24, 16), (26, 18), (128, 86)])
def test_c9_two_thirds_are_rounded_to_nearest(count, folded):
    pairs = Desk().players(count).must().pairs(1)
    assert pairs[: folded // 2] == [(i, folded + 1 - i) for i in range(1, folded // 2 + 1)]
    assert pairs[folded // 2 :] == [(i, i + 1) for i in range(folded + 1, count, 2)]


def test_c9_fixed_pairs_are_left_out_of_the_fold():
    desk = Desk()
    for number in range(1, 21):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    desk.match(1, 20, 1).must()
    rest = list(range(2, 20))
    folded = [(rest[i], rest[11 - i]) for i in range(6)] + [(14, 15), (16, 17), (18, 19)]
    assert sorted(desk.pairs(1)) == sorted([(20, 1), *folded])
    assert desk.reason(1, 1) == "Choix de l'organisateur."


def test_c9_second_round_first_meets_last_of_an_even_group_and_first_of_the_next_of_an_odd_one():
    """20 players, ten wins: even groups; then one draw makes 3 PM odd (9), 2 PM two, 1 PM nine."""
    desk = Desk().players(20).must().better_seed_wins().must()
    assert "pair (10) : le premier contre le dernier" in desk.reason(2, desk.pairs(2)[0][0])
    drawn = Desk().players(20).must().better_seed_wins()
    drawn.score(1, 1, 400, 400).must()
    first = drawn.pairs(2)[0]
    assert "impair (9) : le premier contre le premier à 2 PM" in drawn.reason(2, first[0])
    assert first[1] in (1, 14)


def test_c3_x_plays_only_when_the_number_present_is_odd():
    desk = Desk().players(12).must().better_seed_wins()
    desk.absences(12, "2").must()
    assert sum(X in pair for pair in desk.pairs(2)) == 1
    desk.better_seed_wins().must()
    assert not any(X in pair for pair in desk.pairs(3))


def test_c3_nobody_meets_x_twice_while_the_search_finds_somebody_else():
    desk = Desk().players(17)
    for _ in range(5):
        desk.must().better_seed_wins()
    against_x = [pair[0] for number in range(1, 6) for pair in desk.pairs(number) if pair[1] == X]
    assert len(set(against_x)) == len(against_x) == 5


def test_c3_the_only_player_present_meets_x_and_nobody_is_refused():
    desk = Desk().players(8).must().better_seed_wins()
    for who in range(2, 9):
        desk.absences(who, "2")
    assert desk.must().pairs(2) == [(1, X)]
    desk.absences(1, "3")
    for who in range(2, 9):
        desk.absences(who, "2, 3")
    outcome = desk.press()
    assert (outcome.code, outcome.edits) == (1, ())
    assert "Personne n'est présent à la ronde 3" in outcome.message


def test_c9_players_whom_the_table_leaves_alone_meet_each_other():
    desk = Desk().players(12).must().better_seed_wins()
    desk.absences(11, "2").absences(12, "2").must()
    assert (2, 1) in desk.pairs(2) or (1, 2) in desk.pairs(2)
    assert "La table de cette ronde ne donne pas d'adversaire présent à A01 ni à A02" in desk.reason(2, 1)


def test_c9_the_table_is_dropped_for_the_round_when_it_would_bring_a_rematch():
    """Round 1: 1-3 is fixed by hand, so the table's 1-2 stays but round 3 of ten players seats 1-3 again."""
    desk = Desk()
    for number in range(1, 11):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    desk.match(1, 1, 3).must().better_seed_wins().must().better_seed_wins().must()
    assert all(set(pair) != {1, 3} for pair in desk.pairs(3))
    assert all("Table abandonnée" in m.reason for m in desk.decoded().tournament.rounds[2])


def test_c9_the_first_late_entrant_takes_the_seat_of_x():
    desk = Desk().players(11).must().better_seed_wins()
    desk.player("Tardif", 2000).player("Second", 2500).must()
    names = {player.number: player.name for player in desk.decoded().tournament.players}
    assert names[12] == "Second" and (2, 12) in desk.pairs(2), "the lower N° sits in seat 12, which meets seat 2"
    assert (13, X) in desk.pairs(2), "the other late entrant has no seat and meets X, who has lost his"


def test_c9_the_organisers_own_table_replaces_ours_and_is_read_once():
    own = (((1, 2), (3, 4), (5, 6), (7, 8)), ((1, 3), (2, 4), (5, 7), (6, 8)))
    desk = Desk().players(8)
    lines = [line for line in desk.table(labels.TABLES).lines() if line.text("Joueurs") == "8"]
    for line, (number, (one, two)) in zip(lines, [(r, g) for r in (1, 2) for g in own[r - 1]], strict=True):
        for column, value in (("Ronde", number), ("Siège 1", one), ("Siège 2", two)):
            desk.type(labels.TABLES, line.row, column, value)
    assert sorted(desk.must().pairs(1)) == sorted(own[0])
    desk.better_seed_wins()
    desk.type(labels.TABLES, lines[-1].row, "Siège 2", 1)
    outcome = desk.press()
    assert outcome.code == 0 and sorted(desk.pairs(2)) == sorted(own[1])
    assert any("feuille Tables a changé" in warning for warning in outcome.warnings)


@pytest.mark.parametrize("edition", ["F10", "F50"])
def test_c9_a_typed_table_of_either_edition_is_no_override(edition):
    desk = Desk().players(8)
    lines = [line for line in desk.table(labels.TABLES).lines() if line.text("Joueurs") == "8"]
    games = [game for games in tables.EIGHT[edition] for game in games]
    for line, (one, two) in zip(lines, games, strict=True):
        desk.type(labels.TABLES, line.row, "Siège 1", one)
        desk.type(labels.TABLES, line.row, "Siège 2", two)
    assert set(desk.must().pairs(1)) == set(tables.EIGHT["F50"][0])


def test_c10_an_absent_player_is_out_of_the_ranking_and_keeps_what_he_scored():
    desk = Desk().players(18).must().better_seed_wins().absences(1, "2").must().better_seed_wins().must("update")
    lines = dict(zip(*(desk.column(labels.STANDINGS, c) for c in ("N°", "PM")), strict=True))
    assert lines["1"] == "3" and all(1 not in pair for pair in desk.pairs(2))


def test_c11_a_change_by_the_organiser_is_recorded_and_named_in_the_reason():
    desk = Desk().players(8).must()
    rows = desk.decoded().results.rows
    desk.type(labels.RESULTS, rows[0].line.row, "N° 2", 6)
    desk.type(labels.RESULTS, rows[1].line.row, "N° 2", 5)
    desk.must("update")
    assert desk.named_pairs(1).startswith("A01-A06 A02-A05")
    assert desk.reason(1, 1) == "Choix de l'organisateur (le tirage donnait A01 – A05, A02 – A06)."
    changes = [line for line in desk.table(labels.JOURNAL).lines() if line.text("Action") == "Changement"]
    assert [line.text("Détail") for line in changes] == [
        "Ronde 1, paires changées : A01 – A06 et A02 – A05 au lieu de A01 – A05 et A02 – A06."
    ]
    assert desk.press("update").edits == ()


def test_c11_fixed_pairs_stand_with_their_table_and_scores():
    desk = Desk().players(8)
    for row in range(8):
        desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 1 + row, "N°", row + 1)
    desk.match(1, 8, 7, (300, 310), Table=4).must()
    fixed = desk.decoded().tournament.rounds[0][0]
    assert (fixed.one, fixed.two, fixed.table, fixed.games) == (8, 7, 4, ((300, 310),))
    assert sorted(m.table for m in desk.decoded().tournament.rounds[0]) == [1, 2, 3, 4]
    assert sorted(desk.pairs(1)) == [(1, 5), (2, 6), (3, 4), (8, 7)], "3 and 4, whose opponents are taken, meet"


def test_a_player_met_by_forfeit_may_be_paired_again():
    desk = Desk().players(8).must()
    desk.type(labels.RESULTS, desk.row_of(1, 1), "Forfait", "2")
    desk.better_seed_wins()
    met = meetings(desk.decoded().tournament, 2)
    assert frozenset((1, 5)) not in met and frozenset((2, 6)) in met


def test_undoing_a_round_that_keeps_a_fixed_pair_leaves_no_problem_behind():
    desk = Desk()
    for number in range(1, 9):
        desk.player(f"A{number}", 2000 - number, N=number)
    desk.match(1, 1, 2).must()
    before = desk.pairs(1)
    desk.must("undo").must()
    assert desk.pairs(1) == before


def without_row(desk: Desk, number: int, who: int) -> Desk:
    row = desk.row_of(number, who)
    for column in labels.SCRABBLE_COLUMNS[labels.RESULTS]:
        desk.type(labels.RESULTS, row, column, None)
    return desk


def test_absent_players_of_the_current_round_whose_pair_was_taken_away_are_named_in_a_warning():
    desk = without_row(Desk().players(8).must(), 1, 1).absences(1, "1").absences(5, "1")
    outcome = desk.press("update")
    assert any("A01 et A05 : leur paire a été retirée" in warning for warning in outcome.warnings)


def test_what_an_organiser_may_overlook_is_said():
    desk = Desk()
    for number in range(1, 9):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    desk.must()
    desk.type(labels.RESULTS, desk.row_of(1, 8), "Forfait", "2")
    desk.better_seed_wins().match(2, 1, 5).player("Nouveau", 100)
    said = " ".join(desk.press("update").warnings)
    assert "A01 et A05 se sont déjà rencontrés" in said
    said = " ".join(desk.press().warnings)
    assert "Entrée à la ronde 2 : Nouveau" in said and "Forfait à la ronde 1, apparié à la ronde 2 : A08" in said
    desk.absences(3, "2")
    said = " ".join(desk.press("update").warnings)
    assert "A03 est annoncé absent à la ronde 2 mais y est déjà apparié" in said


def test_two_winning_games_switched_on_for_rounds_already_played_is_told_at_the_setting():
    outcome = Desk().players(8).must().better_seed_wins().must().set("Manches gagnantes", 2).press("update")
    assert [str(problem).split(" : ")[0] for problem in outcome.problems] == ["Tournoi!C34"]
    assert "ronde(s) 1 : jouées en une manche" in outcome.problems[0].message


def test_the_formula_of_a_tournament_that_has_begun_stands():
    outcome = Desk().players(8).must().better_seed_wins().set("Formule", "Toutes-rondes").press()
    assert outcome.code == 3
    assert any("a commencé en formule Classique" in problem.message for problem in outcome.problems)
