"""Ratings of tournaments by chance: the sheet Cotes against `naive_ratings`, which shares no code.

TOURNAMENT_XL_FUZZ=20 runs twenty times as many.
"""

import os

import pytest

from tests import naive, naive_open, naive_ratings
from tests.helpers import Organiser
from tests.open_helpers import OpenOrganiser
from tests.test_naive import play_a_round, story
from tournament_xl import actions
from tournament_xl.press import DONE, REFUSED
from tournament_xl.workbook import labels

TIMES = int(os.environ.get("TOURNAMENT_XL_FUZZ", "1"))
KINDS = {"F50": {"edition": "F50"}, "F10": {"edition": "F10"}, "round-robin": {"formula": naive.ROUND_ROBIN}}
SEEDS = [(kind, seed) for kind in KINDS for seed in range(12 * TIMES)]
SEEDS += [("open", seed) for seed in range(4 * TIMES)]
EVENTS = ("", "TH", "TH Classique B", *naive_ratings.CATEGORY_OF)
COLUMNS = (
    "Place", "N°", "Rang initial", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ", "Nouvelle cote",
)  # fmt: skip


@pytest.mark.parametrize(("kind", "seed"), SEEDS)
def test_the_ratings_are_as_the_rules_page_says(kind, seed):
    name = f"ratings-{kind}-{seed}"
    organiser = OpenOrganiser(name, size=20 + seed) if kind == "open" else Organiser(name, **KINDS[kind])
    event = organiser.source.choice(EVENTS)
    organiser.book.set("Type d'épreuve", event)
    rows = organiser.book.rows(labels.PLAYERS)
    for row, player in zip(rows, organiser.players, strict=True):
        if organiser.source.random() < 0.15:  # more Jokers than chance gives
            player["cote"] = organiser.source.randrange(2880, 3100)
            organiser.book.type(labels.PLAYERS, {row["row"]: {"Cote": player["cote"]}})
    stop = organiser.source.randrange(1, organiser.total + 1)
    while organiser.next <= organiser.total:
        play_a_round(organiser)
        if organiser.next == stop:
            organiser.must(organiser.book.press(provisional))
            the_sheet_is(organiser, event)
    if kind == "open":
        refused_before_the_final(organiser)
    if kind == "open" and organiser.play_final():
        organiser.must(organiser.book.update())
    organiser.must(organiser.book.press(actions.ratings))
    the_sheet_is(organiser, event)


def provisional(snapshot, date):
    return actions.ratings(snapshot, date, provisional=True)


def the_sheet_is(organiser, event):
    above, wanted = naive_ratings.ratings(
        organiser.players, organiser.rounds, organiser.expected_standings(), organiser.total, event
    )
    rows = organiser.book.rows(labels.RATINGS)
    shown = [[float(row[column]) for column in COLUMNS] + [row["Série"]] for row in rows]
    assert shown == wanted, story(organiser)
    line = organiser.book.snapshot.sheets[labels.RATINGS][2]
    assert [float(line[line.index(label) + 1]) for label in labels.RATING_FACTS] == pytest.approx(above), story(
        organiser
    )


def refused_before_the_final(organiser):
    """O8: two unbeaten players still have to meet."""
    wanted = naive_open.unbeaten(organiser.expected_standings(), organiser.total)
    outcome = actions.ratings(organiser.book.snapshot, "21/11/2026 18:00")
    assert (outcome.code == REFUSED) == bool(wanted), story(organiser)
    assert outcome.code == DONE or outcome.message.startswith("Finale à jouer")
