"""Rules C1, C2, R1 (who starts where), C3, C9 to C11 (who meets whom) and T (round robins), through the workbook."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.desk import Desk
from tournament_xl.book import labels
from tournament_xl.model import Player, X
from tournament_xl.rules.scrabble import tables
from tournament_xl.rules.scrabble.classique import default_rounds, field_refusal, table_rounds, warnings
from tournament_xl.rules.scrabble.initial import seeded, unrated_cote
from tournament_xl.rules.scrabble.round_robin import berger_round
from tournament_xl.seasons import seasons


def seeds(desk: Desk) -> dict[str, str]:
    names, ranks = desk.column(labels.PLAYERS, "Nom"), desk.column(labels.PLAYERS, "Rang initial")
    return dict(zip(names, ranks, strict=True))


@pytest.mark.parametrize(("players", "rounds"), [(7, 5), (8, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)])
def test_c1_number_of_matches(players, rounds):
    assert default_rounds(players) == rounds


def test_c1_limits_and_warnings():
    assert field_refusal(6) and field_refusal(129)
    assert field_refusal(7) is None and field_refusal(128) is None
    assert [notice.key for notice in warnings(7, 5)] == ["seven_players"]
    assert [notice.key for notice in warnings(12, 6)] == ["other_rounds"]
    assert warnings(12, 5) == []


def test_c2_cote_first_then_name_without_accents_then_licence():
    desk = Desk()
    for name, first, licence, cote in [
        ("Zola", "Émile", "9", 1500),
        ("Œuvrard", "Luc", "8", 1500),
        ("Odin", "Max", "7", 1500),
        ("Éloi", "Guy", "6", 1500),
        ("D'Aubigné", "Ève", "5", 1500),
        ("d aubigne", "eve", "4", 1500),
        ("Bas", "Jean-Luc", "2", 1500),
        ("Bas", "jean luc", "3", 1500),
        ("Dernier", "", "1", 1400),
        ("Premier", "", "0", 1600),
    ]:
        desk.player(name, cote, Prénom=first, Licence=licence)
    desk.must()
    ranks, licences = desk.column(labels.PLAYERS, "Rang initial"), desk.column(labels.PLAYERS, "Licence")
    order = sorted(zip(map(int, ranks), licences, strict=True))
    assert [licence for _, licence in order] == ["0", "2", "3", "4", "5", "6", "7", "8", "9", "1"]


def test_c2_a_late_entrant_gets_a_half_place_above_the_first_weaker_player():
    desk = Desk().players(12).must().better_seed_wins()
    desk.player("Fort", 5000).player("Moyen", 2935).player("Égal", 2935).player("Faible", 10).must()
    late = {name: seed for name, seed in seeds(desk).items() if not name.startswith("A")}
    assert late == {"Fort": "0.5", "Moyen": "6.5", "Égal": "6.5", "Faible": "12.5"}
    numbers = dict(zip(desk.column(labels.PLAYERS, "Nom"), desk.column(labels.PLAYERS, "N°"), strict=True))
    assert [numbers[name] for name in ("Fort", "Égal", "Moyen", "Faible")] == ["13", "14", "15", "16"]


def test_c2_numbers_given_in_the_list_are_kept_and_never_reused():
    desk = Desk().players(8)
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 8, "N°", 20)
    desk.must()
    assert sorted(map(int, desk.column(labels.PLAYERS, "N°"))) == [20, 21, 22, 23, 24, 25, 26, 27]
    desk.must("undo")
    row = desk.table(labels.PLAYERS).header + 8
    for column in labels.SCRABBLE_COLUMNS[labels.PLAYERS]:
        desk.type(labels.PLAYERS, row, column, None)
    desk.player("Nouveau", 1).must()
    assert "28" in desk.column(labels.PLAYERS, "N°") and "20" not in desk.column(labels.PLAYERS, "N°")


@pytest.mark.parametrize(
    ("series", "cote"),
    [("S", 2350), ("0", 2350), ("1A", 2250), ("1b", 2250), ("2", 2000), ("3C", 1800), ("4D", 1700), ("5A", 1500),
     ("6B", 1300), ("7D", 1000), ("", 1000), ("8A", None), ("1E", None), ("abc", None)],
)  # fmt: skip
def test_r1_pl_of_the_unrated_from_the_duplicate_series(series, cote):
    assert unrated_cote(series, seasons()["2015-2016"]) == cote


def test_c2_a_second_late_entrant_weaker_than_the_first_gets_the_same_half_below_the_last_whole_place():
    """Places 1, 2, 3, then 3.5 for whoever came in round 2, and 3.5 again for a weaker one in round 3."""
    ranked = [Player(number, f"A{number}", cote=2000.0 - number, seed=float(number)) for number in (1, 2, 3)]
    late = [Player(4, "B", cote=500.0, seed=3.5), Player(5, "C", cote=400.0)]
    assert [player.seed for player in seeded([*ranked, *late], [5])] == [1, 2, 3, 3.5, 3.5]


F50_8 = ["A01-A05 A02-A06 A03-A07 A04-A08", "A01-A04 A02-A03 A05-A08 A06-A07"]
F10_8 = ["A01-A08 A05-A06 A02-A07 A03-A04", "A01-A06 A05-A08 A02-A04 A03-A07"]


@pytest.mark.parametrize(("edition", "expected"), [("F50", F50_8), ("F10", F10_8)])
def test_c9_eight_players_follow_the_table_of_their_edition(edition, expected):
    desk = Desk(Édition=edition).players(8).must()
    assert set(desk.named_pairs(1).split()) == set(expected[0].split())
    desk.better_seed_wins().must()
    assert set(desk.named_pairs(2).split()) == set(expected[1].split())


def test_c9_seven_or_eight_have_two_rounds_of_a_table_up_to_sixteen_have_three():
    assert [table_rounds(registered) for registered in (7, 8, 9, 16, 17)] == [2, 2, 3, 3, 0]


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
    assert sorted(desk.must().pairs(2)) == sorted(own[1])


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


FIDE_6 = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
FIDE_8 = [
    "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
]  # fmt: skip


@pytest.mark.parametrize(("seats", "published"), [(6, FIDE_6), (8, FIDE_8)])
def test_t_the_order_of_games_is_fides(seats, published):
    for number, games in enumerate(published, start=1):
        assert {f"{a}-{b}" for a, b in berger_round(seats, number)} == set(games.split())


@pytest.mark.parametrize("seats", range(4, 41, 2))
def test_t_everybody_meets_everybody_once(seats):
    games = [frozenset(game) for number in range(1, seats) for game in berger_round(seats, number)]
    assert sorted(map(sorted, games)) == [list(pair) for pair in combinations(range(1, seats + 1), 2)]
