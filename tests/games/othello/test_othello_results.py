"""Rules B1-B8: every value of Fin, standings of the reference program and of real tournaments, the referee."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.othello_data import build_game, read_real_tournament, read_reference_run, read_rows, select_rows
from tournament_xl.games.othello.rules import referee, results
from tournament_xl.games.othello.rules.formulas import ROUND_ROBIN, SWISS
from tournament_xl.games.othello.rules.model import (
    BIP,
    ENDS,
    PAPP,
    REGLEMENT,
    OthelloPlayer,
    OthelloSettings,
    OthelloTournament,
)
from tournament_xl.games.othello.rules.results import ABSENT, BYE, GAVE_FORFEIT, PLAYED, WON_BY_FORFEIT
from tournament_xl.games.othello.rules.standings import LEFT, compute_beta, compute_standings, list_tie_break_parts


@pytest.mark.rule("Othello B1", "cases vides", "games/othello/rules/results.py: settle_empty_squares")
def test_b1_empty_squares_go_to_the_winner_and_are_shared_when_equal():
    for board, final in [
        ((40, 24), (40, 24)),
        ((30, 20), (44, 20)),
        ((13, 0), (64, 0)),
        ((20, 20), (32, 32)),
        ((31.5, 32.5), (31.5, 32.5)),
    ]:
        assert results.settle_empty_squares(*board) == final
        assert results.settle_empty_squares(*board[::-1]) == final[::-1]


FIN = [  # end, discs on the board, final discs, half-points of Black and White
    ("", (40, 24), (40, 24), (2, 0)),
    ("", (25, 30), (25, 39), (0, 2)),
    ("", (32, 32), (32, 32), (1, 1)),
    ("GN", (32, 32), (32, 32), (2, 0)),
    ("GB", (30, 30), (32, 32), (0, 2)),
    ("TN", (20, 44), (20, 44), (0, 2)),
    ("TN", (40, 24), (31, 33), (0, 2)),
    ("TN", (20, 34), (20, 44), (0, 2)),
    ("TB", (44, 20), (44, 20), (2, 0)),
    ("TB", (24, 40), (33, 31), (2, 0)),
    ("TN+", None, (0, 64), (0, 2)),
    ("TB+", None, (64, 0), (2, 0)),
    ("TNB", None, (31, 33), (0, 2)),
    ("TBN", None, (33, 31), (2, 0)),
    ("AN", None, (0, 64), (0, 2)),
    ("AB", None, (64, 0), (2, 0)),
    ("FN", None, (0, 64), (0, 2)),
    ("FB", None, (64, 0), (2, 0)),
    ("FNB", None, (0, 0), (0, 0)),
    ("FN", (40, 24), (0, 64), (0, 2)),  # discs beside a forfeit do not count
    ("PNB", None, (0, 0), (0, 0)),
]


@pytest.mark.rule("Othello B2", "points", "games/othello/rules/results.py: score_game")
@pytest.mark.parametrize(("end", "board", "final", "half_points"), FIN)
def test_b4_b6_every_value_of_fin(end, board, final, half_points):
    assert {line[0] for line in FIN} == ENDS
    row = build_game(1, 2, *(board or (None, None)), end=end)
    assert row.complete
    assert results.compute_final_discs(row) == final
    lines = [results.score_game(row, player_id, 1, 40) for player_id in (1, 2)]
    assert tuple(line.half_points for line in lines) == half_points
    assert tuple(line.discs for line in lines) == final
    assert [line.colour for line in lines] == [1, -1]


@pytest.mark.rule(
    "Othello B4",
    "absences et forfaits",
    "games/othello/rules/results.py: score_rounds",
    "games/othello/rules/results.py: find_participants",
)
@pytest.mark.parametrize(
    ("row", "black_entry", "white_entry"),
    [
        (build_game(1, 2, 40, 24), (PLAYED, 2, 40), (PLAYED, 0, 24)),
        (build_game(1, 2, end="FB"), (WON_BY_FORFEIT, 2, 64), (GAVE_FORFEIT, 0, 0)),
        (build_game(1, 2, end="FN"), (GAVE_FORFEIT, 0, 0), (WON_BY_FORFEIT, 2, 64)),
        (build_game(1, 2, end="FNB"), (GAVE_FORFEIT, 0, 0), (GAVE_FORFEIT, 0, 0)),
        (build_game(1, 2, end="PNB"), (PLAYED, 0, 0), (PLAYED, 0, 0)),
        (build_game(1, BIP), (BYE, 2, 40), (ABSENT, 0, 0)),
        (build_game(BIP, 1), (BYE, 2, 40), (ABSENT, 0, 0)),
        (build_game(1, BIP, end="FN"), (ABSENT, 0, 0), (ABSENT, 0, 0)),
        (build_game(BIP, 1, end="FB"), (ABSENT, 0, 0), (ABSENT, 0, 0)),
    ],
)
def test_b3_b4_what_a_row_is_for_each_player(row, black_entry, white_entry):
    tournament = OthelloTournament(OthelloSettings(SWISS), (OthelloPlayer(1, "A"), OthelloPlayer(2, "B")), ((row,),))
    entries = results.score_rounds(tournament, 1)
    assert [(e.kind, e.half_points, e.discs) for e in (entries[1][0], entries[2][0])] == [black_entry, white_entry]
    assert results.find_participants(tournament, 1) == {
        player_id for player_id, (kind, *_) in {1: black_entry, 2: white_entry}.items() if kind != ABSENT
    }


@pytest.mark.rule("Othello B3", "bye", "games/othello/rules/results.py: score_game")
def test_b3_discs_of_a_bye_are_a_setting():
    tournament = OthelloTournament(
        OthelloSettings(SWISS, bye_discs=32), (OthelloPlayer(1, "A"),), ((build_game(1, BIP),),)
    )
    assert results.score_rounds(tournament, 1)[1][0].discs == 32


RUNS = sorted({row["tid"] for row in read_rows("reference_standings")})
REAL = [row["tid"] for row in read_rows("tournaments")]


@pytest.mark.rule("Othello B5", "classement, usage PAPP", "games/othello/rules/standings.py: compute_standings")
@pytest.mark.parametrize("tid", RUNS)
def test_b5_every_standings_of_the_reference_program(tid):
    expected = defaultdict(list)
    for row in select_rows("reference_standings", tid):
        expected[int(row["after_round"])].append(row)
    for after, lines in expected.items():
        rows = [
            (line.place, line.number, line.points, int(line.tie_break * 10) / 10, line.left)  # it cuts: 79.75 is 79.7
            for line in compute_standings(read_reference_run(tid), after)
        ]
        assert rows == [
            (int(r["rank"]), int(r["player_id"]), float(r["points"]), float(r["tiebreak"]), r["status"] == "absent")
            for r in lines
        ], after


@pytest.mark.parametrize("tid", REAL)
def test_b5_real_tournaments_have_their_official_order_points_discs_and_tie_breaks(tid):
    tournament = read_real_tournament(tid)
    lines = {line.number: line for line in compute_standings(tournament, len(tournament.rounds))}
    assert list(lines) == [int(row["player_id"]) for row in select_rows("players", tid)]
    for row in select_rows("players", tid):
        line = lines[int(row["player_id"])]
        assert line.points == float(row["official_points"])
        assert line.discs == Fraction(row["official_discs_raw"])
        assert line.tie_break == Fraction(row["brightwell_recomputed"])
        assert line.left == (row["present_last_round"] == "no")
        if row["published_tiebreak"]:
            assert line.tie_break == Fraction(row["published_tiebreak"])


def small(*rounds, **settings):
    """Players 1 to 4, named D, C, B, A; the rounds as rows."""
    players = tuple(OthelloPlayer(number, name) for number, name in enumerate("DCBA", start=1))
    return OthelloTournament(
        OthelloSettings(SWISS, **{"beta": 0, "seed": "2026", **settings}), players, tuple(tuple(row) for row in rounds)
    )


def lines(tournament):
    table = compute_standings(tournament, len(tournament.rounds))
    return {line.number: (line.points, line.tie_break, line.second, line.discs) for line in table}


@pytest.mark.rule("Othello B5", "classement, règlement écrit", "games/othello/rules/standings.py: compute_standings")
def test_b5_written_rule_replaces_byes_and_absences_where_papp_counts_real_discs():
    """Points: 1 has 2, 3 and 4 have 1, 2 has 0. β = 0: the bye is 32 in the text, 40 at PAPP; the absence 32 and 0."""
    bye_and_absence = [
        [build_game(1, 2, 40, 24), build_game(3, BIP)],  # 4 comes for round 2
        [build_game(1, 3, 34, 30), build_game(2, 4, 20, 44)],
    ]
    assert lines(small(*bye_and_absence)) == {
        1: (2, 74, 74, 74),
        2: (0, 44, 44, 44),
        3: (1, 32 + 30, 62, 70),
        4: (1, 32 + 44, 76, 44),
    }
    assert lines(small(*bye_and_absence, tie_break=PAPP)) == {
        1: (2, 74, 74, 74),
        2: (0, 44, 44, 44),
        3: (1, 40 + 30, 70, 70),
        4: (1, 0 + 44, 44, 44),
    }


def test_b5_the_parts_of_a_tie_break_say_which_rounds_count_as_a_draw_with_oneself():
    rounds = [
        [build_game(1, 2, 40, 24), build_game(3, BIP)],  # 4 comes for round 2
        [build_game(1, 3, 34, 30), build_game(2, 4, end="FN")],
        [build_game(4, 1, 33, 31), build_game(2, BIP)],  # 3 has left
    ]
    for usage, beta in ((REGLEMENT, None), (REGLEMENT, 6), (PAPP, None), (PAPP, 6)):
        tournament = small(*rounds, tie_break=usage, beta=beta)
        parts = list_tie_break_parts(tournament, 3)
        for line in compute_standings(tournament, 3):
            own = parts[line.number]
            assert sum(p.discs for p in own) + (beta or 0) * sum(p.half_points for p in own) / 2 == line.tie_break
    assert [(part.discs, part.reason) for part in parts[1]] == [(40, ""), (32, LEFT), (31, "")]
    assert [part.reason for part in parts[2]] == ["", GAVE_FORFEIT, BYE]
    assert [part.reason for part in parts[3]] == [BYE, "", ABSENT]
    assert [part.reason for part in parts[4]] == [ABSENT, "", ""]


def test_b5_equals_are_drawn_from_the_seed_and_by_name_at_papp():
    even = [build_game(1, 2, 32, 32), build_game(3, 4, 32, 32)]
    orders = set()
    for seed in range(40):
        table = compute_standings(small(even, seed=str(seed)), 1)
        assert table == compute_standings(small(even[::-1], seed=str(seed)), 1)
        orders.add(tuple(line.number for line in table))
    assert len(orders) > 10
    table = compute_standings(small(even, tie_break=PAPP), 1)
    assert [line.number for line in table] == [4, 3, 2, 1]


@pytest.mark.rule("Othello B5", "bêta", "games/othello/rules/standings.py: compute_beta")
def test_b5_beta_by_the_format_unless_it_is_set():
    for settings, expected in [
        ({"rounds": 7}, 0),
        ({"rounds": 8}, 6),
        ({"rounds": 11, "formula": ROUND_ROBIN}, 0),
        ({"rounds": 11, "beta": 0}, 0),
        ({"rounds": 7, "beta": 2.1}, Fraction(21, 10)),
        ({}, 0),
    ]:
        assert compute_beta(OthelloSettings(**{"formula": SWISS, **settings})) == expected


@pytest.mark.rule(
    "Othello B6",
    "temps dépassé, abandon",
    "games/othello/rules/results.py: compute_final_discs",
    "games/othello/rules/referee.py: compute_ruling",
)
@pytest.mark.parametrize(
    ("event", "board", "final"),
    [
        (referee.NOTHING, (20, 44), (20, 44)),  # the board counts: he has lost on it
        (referee.NOTHING, (40, 24), (31, 33)),
        (referee.NOTHING, (32, 32), (31, 33)),  # ours
        (referee.NOTHING, (10, 40), (10, 54)),  # empty squares first (B1)
        (referee.LATE_AGAIN, None, (0, 64)),
        (referee.OTHER_LATE, None, (31, 33)),
        (referee.LATE_RESIGNS, None, (0, 64)),
        (referee.OTHER_RESIGNS, None, (31, 33)),  # ours
    ],
)
def test_b6_every_ruling_on_time_and_its_code(event, board, final):
    for side, there, expected in (("N", board, final), ("B", board and board[::-1], final[::-1])):
        ruling = referee.compute_ruling(side, event, there)
        assert (ruling.black, ruling.white) == expected
        assert results.compute_final_discs(build_game(1, 2, *(there or (None, None)), end=ruling.end)) == expected


@pytest.mark.rule("Othello B7", "retards", "games/othello/rules/referee.py: compute_minutes_left")
def test_b7_a_latecomer_has_what_is_left_of_his_time():
    """The regulation's examples: 16, 20 and 21 minutes late, and later than the time allotted."""
    assert [referee.compute_minutes_left(30, late) for late in (16, 20, 21, 35)] == [14, 10, 9, 0]


@pytest.mark.rule("Othello B8", "droits d'inscription", "games/othello/rules/referee.py: compute_fee")
def test_b8_non_members_pay_at_a_grand_prix_a():
    for grand_prix, member, reduced, fee in [
        (True, False, False, 4), (True, False, True, 2), (True, True, True, 0), (False, False, False, 0),
    ]:  # fmt: skip
        player = OthelloPlayer(1, "A", member=member, reduced=reduced)
        assert referee.compute_fee(player, OthelloSettings(SWISS, grand_prix_a=grand_prix)) == fee
