"""Rules C4 to C8: what a match brings, who is ranked where."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tournament_xl.core.model import X
from tournament_xl.games.scrabble.rules.classique import rank_for_pairing
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE
from tournament_xl.games.scrabble.rules.model import Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.scoring import (
    Scoring,
    find_surplus_game,
    is_decided,
    is_meeting,
    match_sides,
    tallies,
)
from tournament_xl.games.scrabble.rules.standings import find_meetings, standings
from tournament_xl.workbook import schema


def brings(match: Match, value: int = 50) -> list[tuple[int, int, str]]:
    return [(tally.pm, tally.pdep, tally.outcome) for tally in tallies(match, Scoring(forfeit_value=value))]


@pytest.mark.rule("C4", "points de match", "games/scrabble/rules/scoring.py: tallies")
def test_c4_c6_match_points_and_capped_difference():
    for score, expected in [  # regulation §4.2: A beats B 451 to 407, C beats D 512 to 325
        ((451, 407), [(3, 44, "G"), (1, -44, "P")]),
        ((512, 325), [(3, 100, "G"), (1, -100, "P")]),
        ((400, 400), [(2, 0, "N"), (2, 0, "N")]),
        ((300, 401), [(1, -100, "P"), (3, 100, "G")]),
    ]:
        assert brings(Match(1, 2, (score,), complete=True)) == expected
    le_mesnil = [(404, 395), (468, 307), (456, 381), (452, 300)]  # one player's real scores and published total
    won = [brings(Match(1, 2, (score,), complete=True))[0] for score in le_mesnil]
    assert (sum(pm for pm, *_ in won), sum(pdep for _, pdep, _ in won)) == (12, 284)


def test_c6_cap_and_forfeit_value_are_those_of_the_scoring():
    match, low = Match(1, 2, ((500, 300), (300, 340), (450, 400)), complete=True), Scoring(cap=60, forfeit_value=7)
    assert [tally.pdep for tally in tallies(match, low)] == [60 - 40 + 50, -70]
    assert [side.parts for side in match_sides(match, 1, low)] == [(60, -40, 50), (-60, 40, -50)]
    forfeited = Match(1, 2, forfeits=frozenset({1}), complete=True)
    assert [side.value for side in match_sides(forfeited, 1, low)] == [-7, 7]


def test_c5_c6_r7_the_scoring_is_that_of_the_settings():
    old = Settings(CLASSIQUE, 5, edition="F10", winning_games={0: 2, 3: 1}, own_games=9)
    scoring = Scoring.of(old)
    assert (scoring.edition, scoring.forfeit_value, scoring.end_repair, scoring.cap) == ("F10", 10, False, 100)
    assert [scoring.games_to_win(number) for number in (1, 3)] == [2, 1] and scoring.rated_games == 9
    assert Scoring.of(Settings(CLASSIQUE, 5)) == Scoring(rated_games=5)


UNPLAYED = [  # the decision table of scoring.py, cell by cell, with the forfeit worth 50: (PM, Pdep, outcome), meeting
    (X, set(), [(3, 50, "G"), (1, -50, "P")], True),
    (X, {1}, [(0, -50, "P"), (1, -50, "P")], False),
    (2, {1}, [(0, -50, "P"), (3, 50, "G")], False),
    (2, {2}, [(3, 50, "G"), (0, -50, "P")], False),
    (2, {1, 2}, [(0, 0, "P"), (0, 0, "P")], False),
]


@pytest.mark.rule(
    "C6",
    "Pdep, plafond de 100, forfaits",
    "games/scrabble/rules/scoring.py: tallies",
    "games/scrabble/rules/scoring.py: cap_difference",
)
@pytest.mark.parametrize(("two", "forfeits", "expected", "meeting"), UNPLAYED)
def test_c3_c6_c10_decision_table_of_matches_that_are_not_simply_played(two, forfeits, expected, meeting):
    match = Match(1, two, forfeits=frozenset(forfeits), complete=True)
    assert brings(match, 50) == expected
    assert is_meeting(match) == meeting
    ten = [(pm, pdep // 5, outcome) for pm, pdep, outcome in expected]
    assert brings(match, 10) == ten


@pytest.mark.rule(
    "C5",
    "matchs en deux manches gagnantes",
    "games/scrabble/rules/scoring.py: is_decided",
    "games/scrabble/rules/scoring.py: find_surplus_game",
)
def test_c5_a_match_of_two_winning_games_is_complete_at_two_wins_or_three_games():
    won, lost, drawn = (400, 300), (300, 400), (350, 350)
    for games, decided, surplus in [
        ((), False, None),
        ((won,), False, None),
        ((won, won), True, None),
        ((won, lost), False, None),
        ((won, lost, drawn), True, None),
        ((won, drawn), False, None),
        ((won, won, won), True, 2),
    ]:
        assert is_decided(Match(1, 2, games), 2) == decided
        assert find_surplus_game(Match(1, 2, games), 2) == surplus


def test_c5_most_wins_wins_the_match_equal_is_a_draw_and_pdep_adds_the_games():
    assert brings(Match(1, 2, ((500, 300), (350, 400), (401, 400)), complete=True)) == [(3, 51, "G"), (1, -51, "P")]
    assert brings(Match(1, 2, ((500, 300), (350, 400), (400, 400)), complete=True)) == [(2, 50, "N"), (2, -50, "N")]


def eight(*rounds: list[tuple[int, int, int, int]], **settings: object) -> Desk:
    """Eight players with N° and falling cotes, rounds typed by hand: one, two, their scores."""
    desk = Desk(**settings)
    for number in range(1, 9):
        desk.player(f"A{number}", 2000 - number, N=number)
    for number, rows in enumerate(rounds, start=1):
        for first, second, *score in rows:
            desk.match(number, first, second, score)
    return desk


@pytest.mark.rule("C7", "PPM", "games/scrabble/rules/standings.py: _ppm")
def test_c7_ppm_of_three_players_who_have_all_met_as_in_the_regulation():
    """§4.1: A, B, C have 12 PM; A beat B and C, B beat C: PPM 6, 4, 2, whatever their Pdep."""
    desk = eight(
        [(1, 2, 401, 400), (3, 4, 500, 400), (5, 6, 400, 300), (8, 7, 400, 300)],
        [(1, 3, 401, 400), (2, 5, 500, 400), (4, 6, 400, 300), (8, 7, 400, 300)],
        [(2, 3, 401, 400), (4, 1, 400, 300), (5, 7, 400, 300), (8, 6, 400, 300)],
        [(5, 1, 400, 300), (6, 2, 400, 300), (3, 8, 500, 400), (4, 7, 400, 300)],
    )
    lines = {line.number: line for line in standings(desk.decoded().tournament, 4)}
    group = [line.number for line in lines.values() if line.pm == lines[1].pm]
    assert group == [1, 2, 3] and lines[1].pm == 8
    assert [lines[n].ppm for n in group] == [6, 4, 2]
    assert lines[1].pdep < lines[3].pdep
    desk.must("update")
    for sheet in (schema.STANDINGS, schema.GRID):
        ppm = {row["N°"]: row["PPM"] for row in desk.rows(sheet)}
        assert [ppm[player_id] for player_id in "12345678"] == ["6", "4", "2", "", "", "", "", ""]


def test_c7_ppm_that_are_equal_are_shown_too():
    drawn = eight([(1, 2, 400, 400), (3, 4, 450, 300), (5, 6, 400, 390), (7, 8, 400, 395)], Nombre_de_rondes=1)
    for sheet in (schema.STANDINGS, schema.GRID):
        assert [row["PPM"] for row in drawn.must("update").rows(sheet)] == ["", "", "", "2", "2", "", "", ""]


@pytest.mark.rule("C8", "classements intermédiaire et final, ex æquo", "games/scrabble/rules/standings.py: standings")
def test_c8_final_ranking_has_ex_aequo_with_the_next_place_skipped():
    desk = eight([(1, 5, 400, 390), (2, 6, 400, 390), (3, 7, 450, 300), (4, 8, 400, 395)], Nombre_de_rondes=1)
    places = [(row["Place"], row["N°"]) for row in desk.must("update").rows(schema.STANDINGS)]
    assert places == [*zip("12245668", "31248567", strict=True)]


def test_c8_the_first_pairing_after_the_table_is_by_pdep_and_only_the_next_by_ppm():
    """1 and 4 have 4 PM each; 1 beat 4, but has the smaller Pdep."""
    rounds = [
        [(5, 1, 500, 300), (2, 6, 400, 400), (3, 7, 400, 400), (4, 8, 500, 300)],
        [(1, 4, 401, 400), (2, 3, 410, 400), (5, 8, 420, 400), (6, 7, 430, 400)],
    ]
    later = [(5, 2, 400, 390), (6, 8, 400, 390), (4, 7, 400, 390), (1, 3, 400, 390)]
    for played, order in ((rounds, [4, 1]), ([*rounds, later], [1, 4])):
        ranking = rank_for_pairing(eight(*played, Nombre_de_rondes=5).decoded().tournament)
        assert [line.number for line in ranking if line.number in (1, 4)] == order


def test_c7_x_is_in_no_group_and_c10_who_has_met_before_a_round_leaves_that_round_out():
    """2 and 5 have 4 PM each, and X has 4, one for each round: PPM counts between the two who have met."""
    players = tuple(Player(number, f"A{number}", cote=2000.0 - number, seed=float(number)) for number in range(1, 6))
    won, drawn = ((450, 400),), ((400, 400),)
    rounds = (
        ((1, 2, won), (4, 5, won), (3, X, ())),
        ((2, 5, won), (3, 4, drawn), (1, X, ())),
        ((5, 3, drawn), (4, X, ())),  # 1 and 2 are absent
        ((1, 3, won), (4, X, ())),  # 2 and 5 are absent
    )
    matches = tuple(tuple(Match(a, b, games, complete=True) for a, b, games in matches) for matches in rounds)
    tournament = Tournament(Settings(CLASSIQUE, rounds=5), players, matches)
    table = {line.number: line for line in standings(tournament, 4, present={1, 2, 3, 4, 5, X})}
    assert [(table[player_id].pm, table[player_id].ppm) for player_id in (2, 5, X)] == [(4, 3), (4, 1), (4, None)]
    assert find_meetings(tournament, 1) == set()
    assert find_meetings(tournament, 2) == {frozenset((1, 2)), frozenset((4, 5)), frozenset((3, X))}
    assert frozenset((2, 5)) in find_meetings(tournament, 3)
