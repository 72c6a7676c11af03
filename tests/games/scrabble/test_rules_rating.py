"""Rules R2 to R9: the regulation's own tables and example, what it leaves open; the sheet Cotes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.desk import Desk
from tournament_xl.core.model import X
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.scrabble.rules import rating
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE
from tournament_xl.games.scrabble.rules.model import Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.scrabble.seasons import catalogue
from tournament_xl.games.scrabble.seasons.toml_file import read_season
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.typed_columns import read_cote

SEASON = catalogue.seasons()["2015-2016"]
COTES = (2923, 2250, 1860, 1803, 1700, 1700, 1580, 1415, 1002, 1000)  # regulation, paragraph 8


def test_a_cote_is_from_its_cell_on_the_number_that_was_typed():
    """A whole one as such; another as a fraction: 1803,1 + 0,2 is 1803,3."""
    typed = {"1803,1": Fraction(18031, 10), "1 803.25": Fraction(7213, 4), "1803": 1803, "1803,0": 1803, "0": 0}
    typed["1803.0999999999999"] = typed["1803,1"]  # as Excel may keep it
    assert {text: read_cote(text) for text in typed} == typed
    assert [text for text in typed if isinstance(read_cote(text), int)] == ["1803", "1803,0", "0"]
    assert read_cote("1,803") is read_cote("5001") is read_cote("fort") is None


def field(*cotes):
    return [Player(number, f"P{number:03}", cote=cote) for number, cote in enumerate(cotes, start=1)]


@pytest.mark.rule("R3", "séries Joker, A, B, C selon la cote", "games/scrabble/rules/rating.py: find_series")
def test_r3_series_by_the_thresholds_of_the_season():
    for cote, series in [
        (2900, "Joker"), (2899, "A"), (2899.5, "A"), (2250, "A"), (2249, "B"), (1600, "B"), (1599, "C"), (0, "C"),
    ]:  # fmt: skip
        assert rating.find_series(cote, SEASON) == series


@pytest.mark.rule("R4", "catégories et indice de valeur M", "games/scrabble/rules/rating.py: find_category")
def test_r4_categories_and_their_values():
    for kind, players, category, value in [
        ("TH", 16, 1, 20), ("TH", 17, 2, 50), ("TH", 32, 2, 50), ("TH", 33, 3, 100), ("TH", 64, 3, 100),
        ("TH", 65, 4, 150), ("", 16, 1, 20), ("TH Classique B", 40, 3, 100), ("Masters départemental", 90, 1, 20),
        ("Masters régional", 10, 2, 50), ("Championnat national", 10, 4, 150), ("Open international", 10, 4, 150),
        ("Championnat du monde", 10, 5, 250),
    ]:  # fmt: skip
        assert (rating.find_category(kind, players, SEASON), SEASON.values[category]) == (category, value)


@pytest.mark.rule("R5", "points d'expérience PE", "games/scrabble/rules/rating.py: compute_experience")
def test_r5_r6_experience_and_bonus():
    assert [rating.compute_experience(10, place) for place in (1, 2, 10)] == [10, 9, 1]
    assert [rating.compute_bonus(250, place, SEASON) for place in range(1, 6)] == [250, 125, 50, 25, 0]
    assert [rating.compute_bonus(20, place, SEASON) for place in range(1, 6)] == [20, 10, 4, 2, 0]


@pytest.mark.rule(
    "R7",
    "points de jeu PJ et leurs limites",
    "games/scrabble/rules/rating.py: compute_raw_pj",
    "games/scrabble/rules/rating.py: compute_highest_pj",
    "games/scrabble/rules/rating.py: compute_gain",
)
def test_r7_highest_pj_without_joker():
    """Category 1: 400 - 4 x 25 - (14 - games) x 5 - 50; each category 25 more; more games than 14 count as 14."""
    for games, first in ((5, 205), (6, 210), (7, 215), (8, 220), (10, 230), (12, 240), (14, 250), (24, 250)):
        highest = [
            rating.compute_highest_pj(category, games, Fraction(0), Fraction(1), SEASON) for category in (1, 2, 3, 4, 5)
        ]
        assert highest == [first, first + 25, first + 50, first + 75, first + 100]


def test_r7_raw_pj():
    for cote, reference, pj in [
        (1803, 2250, 298),  # 2/3 of 447
        (1700, 1415, -95),  # 1/3 of 285
        (1500, 1500, 0), (1500, 1501, 1), (1501, 1500, 0), (1502, 1500, -1),
        (1500, 1500.75, 1), (1501.5, 1500, -1),  # exactly 0.5 and -0.5: away from zero
        (1500.1, 1500.85, 1),  # 0.5 exactly as written; in binary a little less
    ]:  # fmt: skip
        assert rating.compute_raw_pj(cote, reference) == pj


@pytest.mark.rule(
    "R6",
    "bonus B, partagé par les ex æquo",
    "games/scrabble/rules/rating.py: compute_bonus",
    "games/scrabble/rules/rating.py: compute_places",
)
def test_r7_ex_aequo_share_place_experience_bonus_and_reference():
    place = {1: 1, 2: 1, 3: 3}
    ratings = rating.rate(field(1500, 1400, 1300), place, registered=3, games=5, event_type="TH", season=SEASON)
    first, second, third = (line.gain for line in sorted(ratings.lines, key=lambda line: line.player.number))
    assert (first.reference, first.pe, first.bonus) == (second.reference, second.pe, second.bonus) == (1500, 3, 20)
    assert second.pj == 67 and third.bonus == 4


@pytest.mark.rule(
    "R7",
    "participants, place parmi eux",
    "games/scrabble/rules/rating.py: find_participants",
    "games/scrabble/rules/rating.py: compute_places",
)
def test_r7_participants_have_a_match_that_they_did_not_forfeit():
    rounds = (
        (Match(1, 2, ((400, 300),), complete=True), Match(3, X, complete=True),
         Match(4, 5, forfeits=frozenset({1}), complete=True)),
        (Match(1, 4, forfeits=frozenset({2}), complete=True), Match(6, 7, forfeits=frozenset({1, 2}), complete=True),
         Match(2, X, forfeits=frozenset({1}), complete=True)),
    )  # fmt: skip
    tournament = Tournament(Settings(CLASSIQUE, rounds=2), tuple(field(*[1500] * 8)), rounds)
    assert rating.find_participants(tournament, 2) == {1, 2, 3, 5}
    assert rating.find_participants(tournament, 0) == frozenset()
    place = rating.compute_places(standings(tournament, 2), rating.find_participants(tournament, 2))
    assert place.keys() == {1, 2, 3, 5} and sorted(place.values()) == [1, 2, 2, 4]  # 3 and 5: 3 PM, +50 each


@pytest.mark.rule(
    "R9",
    "début de saison : les dix premiers du championnat du monde",
    "games/scrabble/rules/rating.py: compute_cote_at_season_start",
)
def test_r9_the_first_ten_of_the_world_championship_are_set_to_the_joker_threshold():
    assert rating.compute_cote_at_season_start(2100, 10, SEASON) == 2900
    assert rating.compute_cote_at_season_start(2100, 11, SEASON) == 2100
    assert rating.compute_cote_at_season_start(3100, 1, SEASON) == 3100


PUBLISHED = (
    ("Joker", 2923, ""), ("Première série", None, "1A"), ("Troisième", 1860, ""), ("Cas A", 1803, ""),
    ("Cas B", 1700, ""), ("Quatrième série", None, "4C"), ("Septième", 1580, ""), ("Huitième", 1415, ""),
    ("Neuvième", 1002, ""), ("Nouveau", None, ""),
)  # regulation, paragraph 8: name, PL, duplicate series  # fmt: skip
STRENGTH = [6, 4, 9, 2, 8, 10, 1, 5, 7, 3]  # who beats whom, so that case A ends second and case B eighth


def published(**settings: object) -> Desk:
    """The tournament of the regulation's example, its five rounds played."""
    desk = Desk(**settings)
    for name, cote, series in PUBLISHED:
        desk.player(name, cote, Série_duplicate=series, Club="Genève")
    for _ in range(5):
        for row in desk.must().decoded().pending:
            edge = 10 * (STRENGTH.index(row.match.two) - STRENGTH.index(row.match.one))
            desk.fill(schema.RESULTS, {row.line.row: {"Score 1": 400 + edge, "Score 2": 400}})
    return desk


@pytest.mark.rule("R2", "nouvelle cote = ancienne + PE + B + PJ", "games/scrabble/rules/rating.py: rate")
@pytest.mark.rule("R8", "l'exemple publié", "games/scrabble/rules/rating.py: rate")
def test_r8_the_published_example_comes_out_on_the_sheet():
    desk = published().must("ratings")
    line = [*map(cell_text, desk.snapshot.sheets[schema.RATINGS][2])]
    facts = {label: float(line[line.index(label) + 1]) for label in scrabble.RATING_FACTS}
    assert facts == {"Catégorie": 1, "M": 20, "CT": 1, "PJmax": 210, "PJmin": -105, "% Joker": 10}
    rows = {row["Joueur"]: row for row in desk.rows(schema.RATINGS)}
    columns = ("Place", "Rang (participants)", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ",
               "Nouvelle cote")  # fmt: skip
    assert [int(rows["Cas A"][name]) for name in columns] == [2, 4, 1803, 2250, 9, 10, 298, 210, 2032]
    assert [int(rows["Cas B"][name]) for name in columns] == [8, 5, 1700, 1415, 3, 0, -95, -95, 1608]
    assert rows["Cas A"]["Série"] == rows["Cas B"]["Série"] == "B"
    assert tuple(int(rows[name]["Cote initiale"]) for name, _, _ in PUBLISHED) == COTES


def test_a_season_file_says_what_is_wrong_with_it(tmp_path):
    path = tmp_path / "2015-2016.toml"
    good = (Path(catalogue.__file__).parent / path.name).read_text(encoding="utf-8")
    path.write_text(good.replace("Joker = 2900", "Joker = 3000"), encoding="utf-8")
    assert (read_season(path).name, read_season(path).joker) == ("2015-2016", 3000)
    for old, new in [
        ("Joker = 2900", ""), ('"4/5"', '"1e-9999999"'), ("most_games = 14", f"most_games = {'9' * 4000}"),
        ("2015-09-01", "9999-12-31"), ('name = "2015-2016"', "a = " + "[" * 50_000),
    ]:  # fmt: skip
        assert old in good
        path.write_text(good.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError):
            read_season(path)


@pytest.mark.rule(
    "R7", "parties qui comptent pour PJmax (paramètre Parties (cotes))", "games/scrabble/rules/scoring.py: of"
)
def test_r7_games_that_count_are_the_rounds_or_the_number_typed_and_cotes_says_how_many():
    """10 players without Joker, category 1: PJmax is 400 − 100 − 5 · (14 − games) − 50."""
    desk = Desk(Nombre_de_rondes=5, Manches_gagnantes=2)
    for number in range(10):
        desk.player(f"J{number}", 1500 - number)
    for _ in range(5):
        rows = desk.must().decoded().pending
        games = {"Score 1": 400, "Score 2": 390, "Score 1b": 400, "Score 2b": 390}
        desk.fill(schema.RESULTS, {row.line.row: games for row in rows})
    desk.must("update")
    for typed, games, highest in ((None, 5, 205), (12, 12, 240), (40, 40, 250)):  # 14 at most
        desk.set("Parties (cotes)", typed).must("ratings")
        facts = [*map(cell_text, desk.snapshot.sheets[schema.RATINGS][2])]
        assert facts[facts.index("PJmax") + 1] == str(highest)
        assert f" {games} parties" in cell_text(desk.snapshot.cell(schema.RATINGS, 2, 1))


def rounds_played(desk):
    while desk.decoded().tournament.played < desk.decoded().tournament.settings.rounds:
        desk.must().play()
    return desk.must("update")


def test_cotes_says_on_its_own_sheet_that_the_numbers_are_of_an_earlier_season():
    for day, lines in (("21/11/2026", 2), ("21/11/2015", 1)):
        desk = rounds_played(Desk(Nombre_de_rondes=3, Date_de_début=day).players(8)).must("ratings")
        event, *note = cell_text(desk.snapshot.cell(schema.RATINGS, 2, 1)).split("\n")
        assert day in event and len(note) == lines - 1 and all("2026-2027" in text for text in note)


@pytest.mark.rule(
    "R10",
    "retour, dans le classeur : colonne Dernier tournoi de Joueurs",
    "games/scrabble/input_sheets.py: settle_cote",
)
def test_r10_who_comes_back_after_two_years_starts_from_his_series_if_that_is_more():
    """The tournament is of 21/11/2026; it is not known at first."""
    back = {  # what is typed of a player, and the cote from which he starts
        "A": (1200, "1B", "03/05/2019", 2250), "B": (1200, "1B", "20/11/2024", 2250),
        "C": (1200, "1B", "21/11/2024", None), "D": (1200, "1B", None, None),  # the day itself two years before
        "E": (1200, None, "03/05/2019", None), "F": (2300, "1B", "03/05/2019", None),
        "G": (1777.5, "1B", "03/05/2019", 2250),
    }  # fmt: skip

    def cotes(desk):
        return {player.name: player.cote for player in desk.decoded().tournament.players if player.name in back}

    desk = Desk(Nombre_de_rondes=3).players(5).columns_of_players("Dernier tournoi")
    for name, (cote, series, last, _) in back.items():
        desk.player(name, cote, Série_duplicate=series, Dernier_tournoi=last)
    assert cotes(desk.must("update")) == {name: cote for name, (cote, *_) in back.items()}, "the day is not known"
    outcome = desk.set("Date de début", "21/11/2026").press("pair")
    starts = {name: start or cote for name, (cote, _, _, start) in back.items()}
    assert cotes(desk) == starts
    (sentence,) = [text for text in outcome.warnings if "2250" in text]
    assert all(f"{name} 2250" in sentence for name, (*_, start) in back.items() if start)
    seeds = {row["Nom"]: int(row["Rang initial"]) for row in desk.rows(schema.PLAYERS)}
    assert [seeds[name] for name in ("F", "A", "B", "G", "C")] == [6, 7, 8, 9, 10]
    desk.play()
    rows = rounds_played(desk).must("ratings").rows(schema.RATINGS)
    assert {row["Joueur"]: float(row["Cote initiale"]) for row in rows if row["Joueur"] in back} == starts
    desk.type(schema.PLAYERS, desk.decoded().lines[1].row, "Dernier tournoi", "avant")
    (problem,) = desk.press("update").problems
    assert problem.column == desk.table(schema.PLAYERS).columns["Dernier tournoi"]
