"""Rules C3, C9, C10, C11 through the workbook: who meets whom."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tournament_xl.model import X
from tournament_xl.scrabble import tables
from tournament_xl.workbook import labels

F50_8 = ["A01-A05 A02-A06 A03-A07 A04-A08", "A01-A04 A02-A03 A05-A08 A06-A07"]
F10_8 = ["A01-A08 A05-A06 A02-A07 A03-A04", "A01-A06 A05-A08 A02-A04 A03-A07"]


@pytest.mark.parametrize(("edition", "expected"), [("F50", F50_8), ("F10", F10_8)])
def test_c9_eight_players_follow_the_table_of_their_edition(edition, expected):
    desk = Desk(Édition=edition).players(8).must()
    assert set(desk.named_pairs(1).split()) == set(expected[0].split())
    desk.better_seed_wins().must()
    assert set(desk.named_pairs(2).split()) == set(expected[1].split())


@pytest.mark.parametrize("count", sorted(tables.BUILT_IN))
def test_c9_every_table_seats_all_once_a_round_and_repeats_no_pair(count):
    assert tables.faults(dict(enumerate(tables.BUILT_IN[count], start=1)), count) == []


@pytest.mark.parametrize(("count", "folded"), [(18, 12), (20, 14), (22, 14), (24, 16), (26, 18), (128, 86)])
def test_c9_two_thirds_are_rounded_to_nearest(count, folded):
    pairs = Desk().players(count).must().pairs(1)
    assert pairs[: folded // 2] == [(i, folded + 1 - i) for i in range(1, folded // 2 + 1)]
    assert pairs[folded // 2 :] == [(i, i + 1) for i in range(folded + 1, count, 2)]


def test_c3_x_plays_only_when_the_number_present_is_odd():
    desk = Desk().players(12).must().better_seed_wins()
    desk.absences(12, "2").must()
    assert sum(X in pair for pair in desk.pairs(2)) == 1
    desk.better_seed_wins().must()
    assert not any(X in pair for pair in desk.pairs(3))


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


def test_c9_the_table_is_dropped_for_the_round_when_it_would_bring_a_rematch():
    """Round 1: 1-3 is fixed by hand, so the table's 1-2 stays but round 3 of ten players seats 1-3 again."""
    desk = Desk()
    for number in range(1, 11):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    desk.match(1, 1, 3).must().better_seed_wins().must().better_seed_wins().must()
    assert all(set(pair) != {1, 3} for pair in desk.pairs(3))
    assert all("Table abandonnée" in m.reason for m in desk.decoded().tournament.rounds[2])


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


def without_row(desk: Desk, number: int, who: int) -> Desk:
    row = desk.row_of(number, who)
    for column in labels.SCRABBLE_COLUMNS[labels.RESULTS]:
        desk.type(labels.RESULTS, row, column, None)
    return desk


def test_absent_players_of_the_current_round_whose_pair_was_taken_away_are_named_in_a_warning():
    desk = without_row(Desk().players(8).must(), 1, 1).absences(1, "1").absences(5, "1")
    outcome = desk.press("update")
    assert any("A01 et A05 : leur paire a été retirée" in warning for warning in outcome.warnings)
