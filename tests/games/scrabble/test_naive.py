"""Tournaments by chance, round by round as the rules page says: the program against `naive`, which shares no code.

Pairs, places, standings and, at the end, the sheet Cotes against `naive_ratings`. `make trials` compares thousands.
"""

import pytest

from tests import naive, naive_ratings
from tests.fuzz import TRIALS
from tests.organiser import OpenOrganiser, Organiser, Wishing, read_forfeits, read_sides
from tests.programs import WHOLE
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.workbook import schema

KINDS = {
    "F50": (Organiser, {"edition": "F50"}, 4),
    "F10": (Organiser, {"edition": "F10"}, 3),
    "round-robin": (Organiser, {"formula": naive.ROUND_ROBIN}, 2),
    "double": (Organiser, {"formula": naive.DOUBLE, "edition": "F10"}, 1),
    "open": (OpenOrganiser, {"edition": "F50"}, 2),
    "wishes": (Wishing, {"edition": "F50"}, 3),
    "wishes-F10": (Wishing, {"edition": "F10"}, 1),
    "open-F10": (OpenOrganiser, {"edition": "F10"}, 1),
}
SIZES = {"F50": (7, 9, 17), "F10": (8,), "open": (11,)}  # where the rules change
if WHOLE:
    SIZES = {"F50": (7, 9, 17, 65), "F10": (8, 33), "open": (11, 97), "open-F10": (28,)}
RATED = {"F50": 2, "F10": 1, "round-robin": 1, "open": 3}
TIMES = 400 if TRIALS else 1


def seeds(count):
    """So many and, in trials, far more; where not all of a series is wanted, one."""
    return range(count * TIMES if WHOLE else 1)


EVENTS = ("", "TH", "TH Classique B", *naive_ratings.CATEGORY_OF)
COLUMNS = (
    "Place", "N°", "Rang (participants)", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ",
    "Nouvelle cote",
)  # fmt: skip


@pytest.mark.rule(
    "O7", "classement général après la phase 1, classement final", "games/scrabble/rules/standings.py: standings"
)
@pytest.mark.parametrize(
    ("kind", "seed", "size"),
    [(kind, seed, None) for kind in KINDS for seed in seeds(KINDS[kind][2])]
    + [(kind, "size", size) for kind, sizes in SIZES.items() for size in sizes],
)
def test_a_tournament_goes_as_the_rules_page_says(kind, seed, size):
    make, options, _ = KINDS[kind]
    organiser = make(f"{kind}-{seed}", size=size, **options)
    while organiser.next <= organiser.total:
        play_a_round(organiser)


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in RATED for seed in seeds(RATED[kind])])
def test_the_ratings_are_as_the_rules_page_says(kind, seed):
    make, options, _ = KINDS[kind]
    organiser = make(f"ratings-{kind}-{seed}", **options)
    event = organiser.source.choice(EVENTS)
    organiser.desk.set("Type d'épreuve", event)
    for player in organiser.players:
        if organiser.by_chance(0.15):  # more Jokers than chance gives
            player["cote"] = organiser.source.randrange(2880, 3100)
            organiser.desk.type(schema.PLAYERS, player["row"], "Cote", player["cote"])
    stop = organiser.source.randrange(1, organiser.total + 1)
    while organiser.next <= organiser.total:
        play_a_round(organiser)
        if organiser.next == stop:
            organiser.desk.must("ratings", provisional=True)
            the_ratings_are(organiser, event)
    organiser.must("ratings")
    the_ratings_are(organiser, event)


def play_a_round(organiser):
    organiser.before_pairing()
    organiser.expect_places()
    expected = organiser.expected_pairs()
    organiser.must("pair")
    places_are_as_expected(organiser)
    the_round_is(organiser, expected)
    organiser.adopt()
    for event in (organiser.exchange, organiser.meets_latecomer, lambda: organiser.must("update")):
        if organiser.by_chance(0.1):
            event()
    organiser.play_all()
    if organiser.by_chance(0.7) or organiser.next > organiser.total:
        organiser.must("update")
        the_standings_are(organiser)


def places_are_as_expected(organiser):
    lines = {line.row: line for line in organiser.desk.table(schema.PLAYERS).lines()}
    for player in organiser.players:
        expected = "" if player["seed"] is None else f"{player['seed']:g}"
        line = lines[player["row"]]
        assert (line.text("N°"), line.text("Rang initial")) == (str(player["number"] or ""), expected), organiser.name


def the_round_is(organiser, expected):
    lines = organiser.drawn(organiser.next)
    drawn = {frozenset(read_sides(line)): read_forfeits(line) for line in lines}
    fixed = {frozenset((match["one"], match["two"])): match["gave"] for match in organiser.fixed}
    assert drawn == expected | fixed, organiser.name
    assert len(lines) == len(drawn), organiser.name
    tables = {player["number"]: player["table"] for player in organiser.players if player.get("table")}
    tables_drawn = {player_id: int(line.text("Table")) for line in lines for player_id in read_sides(line)}
    assert all(tables_drawn[player_id] == table for player_id, table in tables.items() if player_id in tables_drawn), (
        organiser.name
    )  # C14
    assert len({line.text("Table") for line in lines}) == len(lines)


def the_standings_are(organiser):
    names = ("Place", "N°", "G", "N", "P", "PM", "PPM", "Pdep")
    rows = [[int(row[name] or 0) for name in names] for row in organiser.desk.rows(schema.STANDINGS)]
    keys = ("place", "number", *names[2:])
    expected = organiser.expected_standings()
    assert rows == [[line[key] or 0 for key in keys] for line in expected], organiser.name


def the_ratings_are(organiser, event):
    above, expected = naive_ratings.compute_ratings(
        organiser.players, organiser.rounds, organiser.expected_standings(), organiser.total, event
    )
    rows = organiser.desk.rows(schema.RATINGS)
    assert [[float(row[name]) for name in COLUMNS] + [row["Série"]] for row in rows] == expected, organiser.name
    line = organiser.desk.snapshot.sheets[schema.RATINGS][2]
    facts = [float(line[line.index(label) + 1]) for label in scrabble.RATING_FACTS]
    assert facts == pytest.approx(above), organiser.name
