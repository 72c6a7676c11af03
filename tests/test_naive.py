"""Tournaments by chance, round by round as the rules page says: the program against `naive`, which shares no code.

Pairs, places, standings and, at the end, the sheet Cotes against `naive_ratings`. `make trials` compares thousands.
"""

from collections import Counter

import pytest

from tests import naive, naive_ratings
from tests.fuzz import TRIALS
from tests.organiser import OpenOrganiser, Organiser, gave, number_of
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, cell_text

KINDS = {
    "F50": ({"edition": "F50"}, 8),
    "F10": ({"edition": "F10"}, 6),
    "round-robin": ({"formula": naive.ROUND_ROBIN}, 3),
    "double": ({"formula": naive.DOUBLE, "edition": "F10"}, 2),
    "open": ({"edition": "F50"}, 4),
    "open-F10": ({"edition": "F10"}, 2),
}
RATED = {"F50": 3, "F10": 2, "round-robin": 2, "open": 1}
TIMES = 200 if TRIALS else 1
EVENTS = ("", "TH", "TH Classique B", *naive_ratings.CATEGORY_OF)
COLUMNS = (
    "Place", "N°", "Rang initial", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ", "Nouvelle cote",
)  # fmt: skip


def by_chance(kind, name):
    return (OpenOrganiser if kind.startswith("open") else Organiser)(name, **KINDS[kind][0])


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in KINDS for seed in range(KINDS[kind][1] * TIMES)])
def test_a_tournament_goes_as_the_rules_page_says(kind, seed):
    organiser = by_chance(kind, f"{kind}-{seed}")
    while organiser.next <= organiser.total:
        play_a_round(organiser)


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in RATED for seed in range(RATED[kind] * TIMES)])
def test_the_ratings_are_as_the_rules_page_says(kind, seed):
    organiser = by_chance(kind, f"ratings-{kind}-{seed}")
    event = organiser.source.choice(EVENTS)
    organiser.desk.set("Type d'épreuve", event)
    rows = organiser.desk.rows(labels.PLAYERS)
    for row, player in zip(rows, organiser.players, strict=True):
        if organiser.source.random() < 0.15:  # more Jokers than chance gives
            player["cote"] = organiser.source.randrange(2880, 3100)
            organiser.desk.fill(labels.PLAYERS, {row["row"]: {"Cote": player["cote"]}})
    stop = organiser.source.randrange(1, organiser.total + 1)
    while organiser.next <= organiser.total:
        play_a_round(organiser)
        if organiser.next == stop:
            organiser.must("ratings", provisional=True)
            the_ratings_are(organiser, event)
    organiser.must("ratings")
    the_ratings_are(organiser, event)


def play_a_round(organiser):
    source = organiser.source
    organiser.before_pairing()
    before = [dict(player) for player in organiser.players]
    organiser.expect_places()
    expected = organiser.expected_pairs()
    organiser.must("pair")
    places_are_as_expected(organiser)
    the_round_is(organiser, expected)
    if source.random() < 0.1:
        organiser.must("undo")
        for player, old in zip(organiser.players, before, strict=True):
            if not organiser.has_played(player):  # who has a row in an earlier round had entered in it
                player["seed"] = old["seed"]
        places_are_as_expected(organiser)
        organiser.expect_places()
        organiser.must("pair")
        places_are_as_expected(organiser)
        the_round_is(organiser, expected)
    if source.random() < 0.1:
        as_read_by(organiser.desk, source.choice((as_text, as_float)))
    organiser.adopt()
    if source.random() < 0.1:
        organiser.exchange()
    if source.random() < 0.1:
        organiser.meets_latecomer()
    if source.random() < 0.1:
        organiser.must("update")
    organiser.play_all()
    if source.random() < 0.7 or organiser.next > organiser.total:
        organiser.must("update")
        the_standings_are(organiser)


def as_read_by(desk, view):
    """The same workbook as another host hands it over."""
    sheets = {name: [[view(cell) for cell in row] for row in grid] for name, grid in desk.snapshot.sheets.items()}
    desk.snapshot = Snapshot(sheets)


def as_text(cell):
    """Everything is text, as in a closed file."""
    return None if cell is None else cell_text(cell)


def as_float(cell):
    """Numbers are floats, as Excel hands them over."""
    return float(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell


def places_are_as_expected(organiser):
    rows = {row["row"]: row for row in organiser.desk.rows(labels.PLAYERS)}
    for player in organiser.players:
        seed = player["seed"]
        wanted = "" if seed is None else str(int(seed) if seed == int(seed) else seed)
        found = rows[player["row"]]
        assert (found["N°"], found["Rang initial"]) == (str(player["number"] or ""), wanted), story(organiser)


def the_round_is(organiser, expected):
    rows = organiser.round(organiser.next)
    drawn = {frozenset((number_of(row["N° 1"]), number_of(row["N° 2"]))): gave(row) for row in rows}
    known = {frozenset((match["one"], match["two"])): match["gave"] for match in organiser.fixed}
    assert drawn == expected | known, story(organiser)
    assert len(rows) == len(drawn), story(organiser)


def the_standings_are(organiser):
    names = ("Place", "N°", "G", "N", "P", "PM", "PPM", "Pdep")
    shown = [[int(row[name] or 0) for name in names] for row in organiser.desk.rows(labels.STANDINGS)]
    keys = ("place", "number", *names[2:])
    expected = organiser.expected_standings()
    kinds = Counter(pm for pm, _ in {(line["PM"], line["PPM"]) for line in expected})
    for line in expected:
        line["PPM"] = line["PPM"] if kinds[line["PM"]] > 1 else None  # shown where it decides
    assert shown == [[line[key] or 0 for key in keys] for line in expected], story(organiser)


def the_ratings_are(organiser, event):
    above, wanted = naive_ratings.ratings(
        organiser.players, organiser.rounds, organiser.expected_standings(), organiser.total, event
    )
    rows = organiser.desk.rows(labels.RATINGS)
    assert [[float(row[name]) for name in COLUMNS] + [row["Série"]] for row in rows] == wanted, story(organiser)
    line = organiser.desk.snapshot.sheets[labels.RATINGS][2]
    shown = [float(line[line.index(label) + 1]) for label in labels.RATING_FACTS]
    assert shown == pytest.approx(above), story(organiser)


def story(organiser):
    """What is needed to play a failure again."""
    return "\n".join(
        [organiser.name, f"{organiser.formula} {organiser.edition}, {len(organiser.players)} players", *organiser.log]
    )
