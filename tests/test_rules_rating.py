"""Rules R1 to R7 and R9 on their functions: the regulation's own tables and example, and what it leaves open."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from functools import reduce
from pathlib import Path

import pytest

import tournament_xl
from tournament_xl.model import Match, Player, Settings, Tournament, X
from tournament_xl.scrabble.rating import (
    at_season_start,
    bonus,
    category_of,
    event_of,
    experience,
    gain_of,
    highest_pj,
    outlook,
    participants,
    places,
    rate,
    raw_pj,
    series_of,
    to_nearest,
)
from tournament_xl.scrabble.standings import Standing, standings
from tournament_xl.seasons import named, seasons
from tournament_xl.seasons.toml_file import read_season

PACKAGE = Path(tournament_xl.__file__).parent
SEASON = seasons()["2015-2016"]
PUBLISHED = (2923, 2250, 1860, 1803, 1700, 1700, 1580, 1415, 1002, 1000)  # regulation, paragraph 8
EXAMPLES = """\
case,place,cote,reference,raw,pj,pe,bonus,new
a,2,1803,2250,298,210,9,10,2032
b,8,1700,1415,-95,-95,3,0,1608
"""


def field(*cotes, first=1):
    return [Player(number, f"P{number:03}", cote=cote) for number, cote in enumerate(cotes, start=first)]


def rated(*cotes, order=None, **more):
    """Ratings of players who finish in the order given (N° from 1), by default as they started."""
    players = field(*cotes)
    ranking = order or [player.number for player in players]
    place = {number: at for at, number in enumerate(ranking, start=1)}
    given = {"registered": len(players), "games": 5, "kind": "TH", "season": SEASON} | more
    return rate(players, place, **given)


def line(ratings, number):
    return next(one for one in ratings.lines if one.player.number == number)


@pytest.mark.parametrize("case", list(csv.DictReader(io.StringIO(EXAMPLES))), ids=lambda case: case["case"])
def test_r2_the_published_example(case):
    """Paragraph 8: 10 players, 5 games, one Joker; limits 210 and -105."""
    own, place = PUBLISHED.index(int(case["cote"])) + 1, int(case["place"])
    others = [number for number in range(1, 11) if number != own]
    ratings = rated(*PUBLISHED, order=[*others[: place - 1], own, *others[place - 1 :]])
    event, got = ratings.event, line(ratings, own)
    assert (event.category, event.value, event.coefficient, event.jokers) == (1, 20, 1, 10)
    assert (event.highest, event.lowest) == (210, -105)
    told = (got.place, got.old, got.gain.reference, got.gain.raw, got.gain.pj, got.gain.pe, got.gain.bonus, got.new)
    names = ("place", "cote", "reference", "raw", "pj", "pe", "bonus", "new")
    assert told == tuple(int(case[name]) for name in names)


@pytest.mark.parametrize(
    ("cote", "series"),
    [(2900, "Joker"), (2899, "A"), (2899.5, "A"), (2250, "A"), (2249, "B"), (1600, "B"), (1599, "C"), (0, "C")],
)
def test_r3_series_by_the_thresholds_of_the_season(cote, series):
    assert series_of(cote, SEASON) == series


@pytest.mark.parametrize(
    ("kind", "players", "category", "value"),
    [
        ("TH", 16, 1, 20), ("TH", 17, 2, 50), ("TH", 32, 2, 50), ("TH", 33, 3, 100), ("TH", 64, 3, 100),
        ("TH", 65, 4, 150), ("", 16, 1, 20), ("TH Classique B", 40, 3, 100), ("Masters départemental", 90, 1, 20),
        ("Masters régional", 10, 2, 50), ("Championnat national", 10, 4, 150), ("Open international", 10, 4, 150),
        ("Championnat du monde", 10, 5, 250),
    ],
)  # fmt: skip
def test_r4_categories_and_their_values(kind, players, category, value):
    assert category_of(kind, players, SEASON) == category
    assert SEASON.values[category] == value


def test_r5_r6_experience_and_bonus():
    assert [experience(10, place) for place in (1, 2, 10)] == [10, 9, 1]
    assert [bonus(250, place, SEASON) for place in range(1, 6)] == [250, 125, 50, 25, 0]
    assert [bonus(20, place, SEASON) for place in range(1, 6)] == [20, 10, 4, 2, 0]


@pytest.mark.parametrize("category", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("games", "first_category"), [(5, 205), (6, 210), (7, 215), (8, 220), (10, 230), (12, 240), (14, 250)]
)
def test_r7_highest_pj_without_joker(category, games, first_category):
    """Category 1: 400 - 4 x 25 - (14 - games) x 5 - 50; each category 25 more."""
    highest = highest_pj(category, games, Fraction(0), Fraction(1), SEASON)
    assert highest == first_category + 25 * (category - 1)


def test_r7_more_games_than_the_seasons_maximum_count_as_the_maximum():
    assert highest_pj(1, 24, Fraction(0), Fraction(1), SEASON) == 250


@pytest.mark.parametrize(
    ("cote", "reference", "pj"),
    [
        (1803, 2250, 298),  # 2/3 of 447
        (1700, 1415, -95),  # 1/3 of 285
        (1500, 1500, 0), (1500, 1501, 1), (1501, 1500, 0), (1502, 1500, -1),
        (1500, 1500.75, 1), (1501.5, 1500, -1),  # exactly 0.5 and -0.5: away from zero
        (1500.1, 1500.85, 1),  # 0.5 exactly as written; in binary a little less
    ],
)  # fmt: skip
def test_r7_raw_pj(cote, reference, pj):
    assert raw_pj(cote, reference) == pj


def test_r7_a_limit_that_applies_is_rounded_away_from_zero_and_pj_min_comes_from_the_unrounded_pj_max():
    """3 players, one Joker: 100/3 %; category 1, 5 games: PJmax = 400 - 100 - 45 - (100 - 100/3)/2 = 221 2/3."""
    ratings = rated(2900, 1000, 900, order=[3, 1, 2])
    assert ratings.event.highest == Fraction(665, 3) and ratings.event.lowest == Fraction(-665, 6)
    assert line(ratings, 3).gain.pj == 222  # 2/3 x 2000
    assert line(ratings, 1).gain.pj == -111  # -110.83; half of the rounded 222 would give the same, of 221 -110.5
    fourteen = event_of((2900, *[1000] * 7), registered=8, games=14, kind="TH", season=SEASON)
    assert fourteen.highest == Fraction("256.25") and fourteen.lowest == Fraction("-128.125")
    assert gain_of(fourteen, 2900, 8).pj == -128
    halves = event_of((2900, *[1000] * 9), registered=10, games=6, kind="TH Classique B", season=SEASON)
    assert halves.highest == 172 and halves.lowest == -86  # 0.8 x 215
    odd = event_of((2900, *[1000] * 19), registered=20, games=7, kind="Masters départemental", season=SEASON)
    assert odd.highest == Fraction("217.5") and gain_of(odd, 1000, 1).pj == 218


def test_r7_a_pj_between_the_rounded_and_the_exact_limit():
    """PJmax 217.5: a raw PJ of 218 is above it and becomes 217.5, that is 218; 217 stands."""
    event = event_of((2900, *[1000] * 19), registered=20, games=7, kind="Masters départemental", season=SEASON)
    assert (gain_of(event, 2573, 1).raw, gain_of(event, 2573, 1).pj) == (218, 218)
    assert (gain_of(event, 2574, 1).raw, gain_of(event, 2574, 1).pj) == (217, 217)


def test_r7_ct_is_0_8_for_th_classique_b_only():
    for kind in ("TH Classique B", "TH", "Open international"):
        event = event_of([1000] * 10, registered=10, games=14, kind=kind, season=SEASON)
        assert event.coefficient == (Fraction(4, 5) if kind == "TH Classique B" else 1)
    assert event_of([1000] * 10, registered=10, games=5, kind="TH Classique B", season=SEASON).highest == 164


def test_r7_ex_aequo_share_place_experience_bonus_and_reference():
    ratings = rate(field(1500, 1400, 1300), {1: 1, 2: 1, 3: 3}, registered=3, games=5, kind="", season=SEASON)
    first, second = line(ratings, 1).gain, line(ratings, 2).gain
    assert (first.reference, first.pe, first.bonus) == (second.reference, second.pe, second.bonus) == (1500, 3, 20)
    assert second.pj == 67 and line(ratings, 3).gain.bonus == 4


def test_r7_the_list_of_references_is_by_starting_cote_ties_as_c2():
    players = [Player(1, "Bea", cote=1500), Player(2, "Zoé", cote=1600), Player(3, "Ève", "A", cote=1500),
               Player(4, "eve", "A", licence="1", cote=1500)]  # fmt: skip
    ratings = rate(players, {1: 1, 2: 2, 3: 3, 4: 4}, registered=4, games=5, kind="", season=SEASON)
    assert {one.player.number: one.rank for one in ratings.lines} == {2: 1, 1: 2, 3: 3, 4: 4}


def test_r7_participants_have_a_match_that_they_did_not_forfeit():
    rounds = (
        (Match(1, 2, ((400, 300),), complete=True), Match(3, X, complete=True),
         Match(4, 5, forfeits=frozenset({1}), complete=True)),
        (Match(1, 4, forfeits=frozenset({2}), complete=True), Match(6, 7, forfeits=frozenset({1, 2}), complete=True),
         Match(2, X, forfeits=frozenset({1}), complete=True)),
    )  # fmt: skip
    tournament = Tournament(Settings(rounds=2), tuple(field(*[1500] * 8)), rounds)
    assert participants(tournament, 2) == {1, 2, 3, 5}
    assert participants(tournament, 0) == frozenset()
    place = places(standings(tournament, 2), participants(tournament, 2))
    assert place.keys() == {1, 2, 3, 5} and sorted(place.values()) == [1, 2, 2, 4]  # 3 and 5: 3 PM, +50 each


def test_r7_places_among_participants_leave_no_gap():
    table = [Standing(place, number, 0, None, 0, 0, 0, 0) for place, number in [(1, 9), (2, 4), (2, 5), (4, 6), (5, 7)]]
    assert places(table, {4, 5, 7}) == {4: 1, 5: 1, 7: 3}


def test_r7_registered_players_who_did_not_play_count_in_experience_only():
    ratings = rated(1500, 1400, registered=5)
    assert line(ratings, 1).gain.pe == 5 and line(ratings, 2).gain.pe == 4
    assert len(ratings.event.cotes) == 2


def test_r9_the_first_ten_of_the_world_championship_are_set_to_the_joker_threshold():
    assert at_season_start(2100, 10, SEASON) == 2900
    assert at_season_start(2100, 11, SEASON) == 2100
    assert at_season_start(3100, 1, SEASON) == 3100


def test_the_outlook_of_a_player_is_what_each_place_then_gives_him():
    ratings = rated(*PUBLISHED)
    (told,) = outlook(ratings.event, [1803])
    assert len(told) == 10
    assert told[:2] == [10 + 20 + 210, 9 + 10 + 210]
    for place in range(1, 11):
        others = [number for number in range(1, 11) if number != 4]
        again = rated(*PUBLISHED, order=[*others[: place - 1], 4, *others[place - 1 :]])
        assert line(again, 4).gain.total == told[place - 1]


def test_the_outlook_of_cotes_with_decimals_is_the_gain_of_each_place():
    ratings = rated(2923, Fraction("2250.5"), 1860, Fraction("1803.3"), 1000)
    cotes = [Fraction("2250.5"), Fraction("1803.3"), 1860]
    for cote, told in zip(cotes, outlook(ratings.event, cotes), strict=True):
        assert told == [gain_of(ratings.event, cote, place).total for place in range(1, 6)]


def test_halves_are_rounded_away_from_zero():
    halves = [Fraction(number, 2) for number in (-5, -3, -1, 0, 1, 3, 5)]
    assert [to_nearest(value) for value in halves] == [-3, -2, -1, 0, 1, 2, 3]


def test_the_latest_season_built_in_is_the_default():
    assert list(seasons()) == sorted(seasons()) and named("") == list(seasons().values())[-1]


def test_a_season_file_says_what_is_wrong_with_it(tmp_path):
    path = tmp_path / "2031-2032.toml"
    good = (PACKAGE / "seasons" / "2015-2016.toml").read_text(encoding="utf-8")
    later = {"2015-2016": "2031-2032", "= 2015-": "= 2031-", "Joker = 2900": "Joker = 3000"}
    assert all(old in good for old in later)
    path.write_text(reduce(lambda text, two: text.replace(*two), later.items(), good), encoding="utf-8")
    assert (read_season(path).name, read_season(path).joker) == ("2031-2032", 3000)
    wrong = [
        ("Joker = 2900", ""), ("5 = 250", ""), ('"4/5"', '"huit"'), ('"4/5"', '"1e-9999999"'),
        ("most_games = 14", ""), ("most_games = 14", f"most_games = {'9' * 4000}"), ("2015-09-01", "9999-12-31"),
        ("2015-09-01", "2015-09-01T00:00:00Z"), ('name = "2015-2016"', "a = " + "[" * 50_000),
        *(('name = "2015-2016"', f'name = "{name}"') for name in ("2018/2019", "a" * 40, "2016-2017")),
    ]  # fmt: skip
    for old, new in wrong:
        assert old in good
        path.write_text(good.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError):
            read_season(path)
