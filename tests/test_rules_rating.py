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
from tournament_xl.rules.scrabble.rating import (
    at_season_start,
    bonus,
    category_of,
    experience,
    highest_pj,
    participants,
    places,
    rate,
    raw_pj,
    series_of,
)
from tournament_xl.rules.scrabble.standings import standings
from tournament_xl.seasons import seasons
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
    ("games", "first_category"), [(5, 205), (6, 210), (7, 215), (8, 220), (10, 230), (12, 240), (14, 250), (24, 250)]
)
def test_r7_highest_pj_without_joker(category, games, first_category):
    """Category 1: 400 - 4 x 25 - (14 - games) x 5 - 50; each category 25 more; more games than 14 count as 14."""
    highest = highest_pj(category, games, Fraction(0), Fraction(1), SEASON)
    assert highest == first_category + 25 * (category - 1)


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


def test_r7_ex_aequo_share_place_experience_bonus_and_reference():
    ratings = rate(field(1500, 1400, 1300), {1: 1, 2: 1, 3: 3}, registered=3, games=5, kind="", season=SEASON)
    first, second = line(ratings, 1).gain, line(ratings, 2).gain
    assert (first.reference, first.pe, first.bonus) == (second.reference, second.pe, second.bonus) == (1500, 3, 20)
    assert second.pj == 67 and line(ratings, 3).gain.bonus == 4


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


def test_r9_the_first_ten_of_the_world_championship_are_set_to_the_joker_threshold():
    assert at_season_start(2100, 10, SEASON) == 2900
    assert at_season_start(2100, 11, SEASON) == 2100
    assert at_season_start(3100, 1, SEASON) == 3100


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
        ('name = "2015-2016"', ".".join(["a"] * 12_000) + " = 1"), ("S = 2350", ""), ("7 = 1000", ""),
        *(('name = "2015-2016"', f'name = "{name}"') for name in ("2018/2019", "a" * 40, "2016-2017")),
    ]  # fmt: skip
    for old, new in wrong:
        assert old in good
        path.write_text(good.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError):
            read_season(path)
