"""Rules R2 to R9: the regulation's own tables and example, what it leaves open; the sheet Cotes."""

from __future__ import annotations

import email
import email.policy
import re
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from tests import books
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


def rated(*cotes, order=(), place=None):
    """Ratings of players who finish in the order given (N° from 1), or at the places given."""
    place = place or {number: index for index, number in enumerate(order, start=1)}
    return rating.rate(field(*cotes), place, registered=len(cotes), games=5, event_type="TH", season=SEASON)


def line(ratings, number):
    return next(line for line in ratings.lines if line.player.number == number)


@pytest.mark.rule("R2", "nouvelle cote = ancienne + PE + B + PJ", "games/scrabble/rules/rating.py: rate")
@pytest.mark.parametrize(
    ("place", "expected"), [(2, (1803, 2250, 298, 210, 9, 10, 2032)), (8, (1700, 1415, -95, -95, 3, 0, 1608))]
)
def test_r2_the_published_example(place, expected):
    """Paragraph 8, cases A and B: 10 players, 5 games, one Joker; limits 210 and -105."""
    own = COTES.index(expected[0]) + 1
    others = [number for number in range(1, 11) if number != own]
    ratings = rated(*COTES, order=[*others[: place - 1], own, *others[place - 1 :]])
    event, got = ratings.event, line(ratings, own)
    assert (event.category, event.value, event.coefficient, event.jokers) == (1, 20, 1, 10)
    assert (event.highest, event.lowest) == (210, -105)
    gain = got.gain
    assert (got.old, gain.reference, gain.raw, gain.pj, gain.pe, gain.bonus, got.new) == expected
    assert got.place == place


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
    ratings = rated(1500, 1400, 1300, place={1: 1, 2: 1, 3: 3})
    first, second = line(ratings, 1).gain, line(ratings, 2).gain
    assert (first.reference, first.pe, first.bonus) == (second.reference, second.pe, second.bonus) == (1500, 3, 20)
    assert second.pj == 67 and line(ratings, 3).gain.bonus == 4


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


@pytest.mark.rule("R8", "l'exemple publié", "games/scrabble/rules/rating.py: rate")
def test_r8_the_published_example_comes_out_through_a_workbook_file(tmp_path, capsys):
    path = published().save(tmp_path / "exemple.xlsx")
    assert books.run("ratings", path) == 0
    assert "Cotes calculées" in capsys.readouterr().out
    sheet = openpyxl.load_workbook(path)[schema.RATINGS]
    assert sheet.sheet_state == "visible"
    grid = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [grid[2][number] for number in range(2, 14)] == [
        "Catégorie", 1, "M", 20, "CT", 1, "PJmax", 210, "PJmin", -105, "% Joker", 10,
    ]  # fmt: skip
    rows = {line[2]: dict(zip(grid[3], line, strict=True)) for line in grid[4:14]}
    columns = ("Place", "Rang (participants)", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ",
               "Nouvelle cote", "Série")  # fmt: skip
    assert [rows["Cas A"][name] for name in columns] == [2, 4, 1803, 2250, 9, 10, 298, 210, 2032, "B"]
    assert [rows["Cas B"][name] for name in columns] == [8, 5, 1700, 1415, 3, 0, -95, -95, 1608, "B"]
    assert [rows[name]["Cote initiale"] for name, _, _ in PUBLISHED] == [
        2923, 2250, 1860, 1803, 1700, 1700, 1580, 1415, 1002, 1000,
    ]  # fmt: skip


def test_r7_rang_initial_is_that_of_joueurs_beside_the_place_among_the_participants():
    """N° 2 forfeits his only match: he is no participant. Provisional cotes become final without a further press."""
    desk = Desk(Nombre_de_rondes=2).players(9).must()
    index = next(index for index, pair in enumerate(desk.pairs(1)) if 2 in pair)
    desk.put(1, index, Forfait=str(desk.pairs(1)[index].index(2) + 1))
    desk.better_seed_wins().must("update").must("ratings", provisional=True).absences(2, "2-")
    desk.player("Tard", 2955).must().better_seed_wins().must("update")
    assert desk.press("ratings").message == "Cotes calculées : feuille Cotes."
    seeds = {row["N°"]: row["Rang initial"] for row in desk.rows(schema.PLAYERS)}
    rows = {row["N°"]: row for row in desk.rows(schema.RATINGS)}
    assert "2" not in rows and {player_id: row["Rang initial"] for player_id, row in rows.items()} == {
        player_id: seed for player_id, seed in seeds.items() if player_id != "2"
    }
    assert (seeds["10"], rows["10"]["Rang (participants)"]) == ("4.5", "4"), "4.5 of ten, the fourth of nine"


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


@pytest.mark.rule(
    "R7", "parties qui comptent pour PJmax (paramètre Parties (cotes))", "games/scrabble/rules/scoring.py: of"
)
def test_r7_games_that_count_are_the_rounds_or_the_number_typed_the_same_wherever_it_is_shown(tmp_path):
    """10 players without Joker, category 1: PJmax is 400 − 100 − 5 · (14 − games) − 50."""
    path = books.create(tmp_path, 10, "--set", "Manches gagnantes=2", "--nom", "Été")
    books.simulate(path, 5)
    for typed, games, highest in ((None, 5, 205), (12, 12, 240), (40, 40, 250)):  # 14 at most
        books.edit(path, {"Tournoi!Parties (cotes)": typed})
        assert books.run("ratings", path) == 0 and books.run("check", path) == 0
        sheet = books.content(path)["Cotes"]
        assert f" · {games} parties pour chacun, même absent ou parti · " in sheet["A2"].value
        assert str(highest) in [str(c.value) for c in sheet[3]]
        figures = next(cell.value for row in books.content(path)["Palmarès"] for cell in row if cell.column == 2 and
                       "rondes ·" in str(cell.value))  # fmt: skip
        assert figures.startswith("10 joueurs · 5 rondes · 25 matchs")
        assert re.findall(r"\d+ parties[^·]*", figures) == ([] if games == 5 else [f"{games} parties pour les cotes"])
        assert books.run("send", path, "--to", tmp_path / f"envoi {games}") == 0
        (mail,) = (tmp_path / f"envoi {games}").glob("*.eml")
        body = email.message_from_bytes(mail.read_bytes(), policy=email.policy.default).get_body(("plain",))
        assert f"5 rondes, 10 joueurs, cotes sur {games} parties." in body.get_content()


def test_r7_cotes_says_that_who_left_early_is_rated_by_all_games_of_the_tournament(tmp_path):
    path = books.create(tmp_path, 8, "--rondes", 3)
    books.simulate(path, 1)
    books.edit(path, {f"Joueurs!Absences!{books.FIRST}": "2-"})
    books.simulate(path, 2)
    books.run("ratings", path)
    facts = books.value(path, "Cotes!A2")
    assert facts.startswith("barème de la saison 2015-2016 · TH · 8 inscrits · 8 participants · 3 parties pour chacun")
    assert "n = " not in facts


def test_r7_cotes_names_who_played_no_match_and_explains_each_column_of_the_computation():
    desk = Desk(Nombre_de_rondes=3).players(8).must()
    row = next(row for row in desk.decoded().results.round(1) if 5 in row.match)
    desk.fill(schema.RESULTS, {row.line.row: {"Forfait": str(1 + row.match.sides.index(5))}}).absences(5, "2-")
    for _ in range(2):
        desk.play().must()
    desk.play().must("ratings")
    assert "· 8 inscrits · 7 participants (sans match joué : A05) ·" in cell_text(desk.snapshot.cell("Cotes", 2, 1))
    legend = next(cell_text(cell) for cell in desk.snapshot.sheets["Cotes"][0] if " : " in cell_text(cell))
    explained = {entry.split(" : ")[0].split(" (")[0] for line in legend.split("\n") for entry in line.split(" · ")}
    own = {"Place", "N°", "Joueur", "Licence", "Rang initial", "Rang (participants)", "Cote initiale"}
    words = {*scrabble.COLUMNS[schema.RATINGS], *scrabble.RATING_FACTS} - own
    assert words <= explained


def test_cotes_says_on_its_own_sheet_that_the_numbers_are_of_an_earlier_season():
    desk = Desk(Nombre_de_rondes=3, Date_de_début="21/11/2026").players(8)
    for _ in range(3):
        desk.must().play()
    desk.must("ratings")
    event, note = cell_text(desk.snapshot.cell("Cotes", 2, 1)).split("\n")
    assert "21/11/2026" in event and note.startswith("Saison 2026-2027 : ")
    desk = Desk(Nombre_de_rondes=3, Date_de_début="21/11/2015").players(8)
    for _ in range(3):
        desk.must().play()
    desk.must("ratings")
    assert "\n" not in cell_text(desk.snapshot.cell("Cotes", 2, 1))


@pytest.mark.rule(
    "R10",
    "retour, dans le classeur : colonne Dernier tournoi de Joueurs",
    "games/scrabble/input_sheets.py: settle_cote",
)
@pytest.mark.parametrize(
    ("cote", "series", "last", "used"),
    [
        (1200, "1B", "03/05/2019", 2250), (1200, "1B", "20/11/2024", 2250),
        (1200, "1B", "21/11/2024", None), (1200, "1B", "", None),  # the day itself two years before; no date
        (1200, "", "03/05/2019", None), (2300, "1B", "03/05/2019", None), (1777.5, "1B", "03/05/2019", 2250),
    ],
)  # fmt: skip
def test_r10_who_comes_back_after_two_years_starts_from_his_series_if_that_is_more(
    cote, series, last, used, tmp_path, capsys
):
    listed = ["Nom;Cote;Série duplicate;Dernier tournoi", *(f"Joueur {n};{2000 - n};;" for n in range(9))]
    (tmp_path / "liste.csv").write_text("\n".join([*listed, f"Vieux;{cote};{series};{last}"]), encoding="utf-8")
    path, day = tmp_path / "t.xlsx", ("--set", "Date de début=21/11/2026")
    assert books.run("new", path, "--formule", "classique", "--joueurs", tmp_path / "liste.csv", *day) == 0
    books.pair(path)
    (row,) = (row for row in books.lines(path, "Joueurs") if row["Nom"] == "Vieux")
    place = 1 if (used or cote) > 2000 else 10
    assert (row["Cote"], row["Cote retenue"], row["N°"], row["Rang initial"]) == (cote, used, place, place)
    sentence = (
        f"De retour après plus de deux ans, à la cote de leur série duplicate : Vieux {used} au lieu de "
        + f"{cote:g}".replace(".", ",")
    )
    assert (sentence in capsys.readouterr().out) == (used is not None)
    assert books.run("update", path) == 0 and books.run("check", path) == 0
    assert sentence not in capsys.readouterr().out
    books.simulate(path, 5)
    assert books.run("ratings", path) == 0
    (row,) = (row for row in books.lines(path, "Cotes") if row["Joueur"] == "Vieux")
    assert row["Cote initiale"] == (used or cote)


def test_r10_nothing_is_raised_while_the_day_of_the_tournament_is_not_known(tmp_path):
    (tmp_path / "liste.csv").write_text(
        "Nom;Cote;Série duplicate;Dernier tournoi\nVieux;1200;1B;03/05/2019\n" + "\n".join("ABCDEFG"), encoding="utf-8"
    )
    path = tmp_path / "t.xlsx"
    assert books.run("new", path, "--formule", "classique", "--joueurs", tmp_path / "liste.csv") == 0
    assert books.lines(path, "Joueurs")[0]["Cote retenue"] is None
    books.edit(path, {"Tournoi!Date de début": "21/11/2026"})
    assert books.lines(books.update(path), "Joueurs")[0]["Cote retenue"] == 2250
    books.edit(path, {"Joueurs!Dernier tournoi!5": "avant"})
    assert books.run("update", path) == 3
