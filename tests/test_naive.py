"""Tournaments by chance, round by round as the rules page says: the program against `naive`, which shares no code.

TOURNAMENT_XL_FUZZ=20 runs twenty times as many.
"""

import os

import pytest

from tests import naive
from tests.fields import as_float, as_text, gave, number_of
from tests.helpers import Organiser
from tests.open_helpers import OpenOrganiser
from tournament_xl.workbook import labels

TIMES = int(os.environ.get("TOURNAMENT_XL_FUZZ", "1"))
KINDS = {
    "F50": ({"edition": "F50"}, 60),
    "F10": ({"edition": "F10"}, 50),
    "round-robin": ({"formula": naive.ROUND_ROBIN}, 25),
    "double": ({"formula": naive.DOUBLE, "edition": "F10"}, 15),
    "open": ({"edition": "F50"}, 25),
    "open-F10": ({"edition": "F10"}, 15),
}
SEEDS = [(kind, seed) for kind, (_, count) in KINDS.items() for seed in range(count * TIMES)]


@pytest.mark.parametrize(("kind", "seed"), SEEDS)
def test_a_tournament_goes_as_the_rules_page_says(kind, seed):
    made = OpenOrganiser if kind.startswith("open") else Organiser
    organiser = made(f"{kind}-{seed}", **KINDS[kind][0])
    while organiser.next <= organiser.total:
        play_a_round(organiser)
    if isinstance(organiser, OpenOrganiser) and organiser.play_final():
        organiser.must(organiser.book.update())
        the_standings_are(organiser)


def play_a_round(organiser):
    source, book = organiser.source, organiser.book
    organiser.before_pairing()
    before = [dict(player) for player in organiser.players]
    organiser.expect_places()
    expected = organiser.expected_pairs()
    organiser.must(book.pair())
    places_are_as_expected(organiser)
    the_round_is(organiser, expected)
    if source.random() < 0.1:
        organiser.must(book.undo())
        for player, old in zip(organiser.players, before, strict=True):
            if not organiser.has_played(player):  # who has a row in an earlier round had entered in it
                player["seed"] = old["seed"]
        places_are_as_expected(organiser)
        organiser.expect_places()
        organiser.must(book.pair())
        places_are_as_expected(organiser)
        the_round_is(organiser, expected)
    if source.random() < 0.1:
        book.as_host_reads(source.choice((as_text, as_float)))
    organiser.adopt()
    if organiser.eventful and source.random() < 0.1:
        organiser.exchange()
    if organiser.eventful and source.random() < 0.1:
        organiser.meets_latecomer()
    if source.random() < 0.1:
        organiser.must(book.update())
    organiser.play_all()
    if source.random() < 0.7 or organiser.next > organiser.total:
        organiser.must(book.update())
        the_standings_are(organiser)


def places_are_as_expected(organiser):
    rows = {row["row"]: row for row in organiser.book.rows(labels.PLAYERS)}
    for player in organiser.players:
        seed = player["seed"]
        wanted = "" if seed is None else str(int(seed) if seed == int(seed) else seed)
        found = rows[player["row"]]
        assert (found["N°"], found["Rang initial"]) == (str(player["number"] or ""), wanted), story(organiser)


def the_round_is(organiser, expected):
    rows = organiser.book.round(organiser.next)
    drawn = {frozenset((number_of(row["N° 1"]), number_of(row["N° 2"]))): gave(row) for row in rows}
    known = {frozenset((match["one"], match["two"])): match["gave"] for match in organiser.fixed}
    assert drawn == expected | known, story(organiser)
    assert len(rows) == len(drawn), story(organiser)


def the_standings_are(organiser):
    shown = [
        [int(row[column] or 0) for column in ("Place", "N°", "G", "N", "P", "PM", "PPM", "Pdep")]
        for row in organiser.book.rows(labels.STANDINGS)
    ]
    wanted = [
        [line["place"], line["number"], line["G"], line["N"], line["P"], line["PM"], line["PPM"] or 0, line["Pdep"]]
        for line in organiser.expected_standings()
    ]
    assert shown == wanted, story(organiser)


def story(organiser):
    """What is needed to play a failure again."""
    return "\n".join(
        [organiser.name, f"{organiser.formula} {organiser.edition}, {len(organiser.players)} players", *organiser.log]
    )
