"""The arrangement of the sheets changes no pair: in tournaments of the Formule Classique and Opens by chance."""

from random import Random

import pytest

from tests.organiser import OpenOrganiser, Organiser, read_sides
from tests.programs import WHOLE
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Snapshot

MADE = {"Classique": Organiser, "Open": OpenOrganiser}
CASES = [(kind, rounds) for kind, stages in (("Classique", (2, 0, 4)), ("Open", (3, 0, 7))) for rounds in stages]


@pytest.mark.parametrize(("kind", "rounds"), CASES if WHOLE else CASES[::3])
def test_the_arrangement_of_the_sheets_changes_no_pair(kind, rounds):
    organiser = MADE[kind](f"property {rounds}", edition=("F50", "F10")[rounds % 2])
    organiser.total = max(organiser.total, rounds + 1)
    for _ in range(rounds):
        organiser.before_pairing()
        organiser.expect_places()
        organiser.must("pair")
        organiser.adopt()
        organiser.play_all()
    organiser.before_pairing()
    desk, number, after = organiser.desk, organiser.next, []
    for snapshot in (desk.snapshot, rearranged(desk, Random(rounds))):
        desk.snapshot = snapshot
        organiser.must("pair")
        players = [row for row in desk.rows(schema.PLAYERS) if row["Nom"] and row["N°"]]
        places = {(row["Nom"], row["Prénom"], row["Licence"]): (row["N°"], row["Rang initial"]) for row in players}
        groups = sorted((row["Groupe"], row["Ordre"], row["N°"]) for row in desk.rows(schema.GROUPS))
        after.append(({frozenset(read_sides(line)) for line in organiser.drawn(number)}, places, groups))
    assert after[0] == after[1]


def rearranged(desk, source):
    """Rows shuffled, columns moved, one of the organiser's own in between, headers further down."""
    sheets = dict(desk.snapshot.sheets)
    for sheet in (schema.PLAYERS, schema.RESULTS):
        header = desk.table(sheet).header
        width = max(len(row) for row in sheets[sheet])
        grid = [[*row, *[None] * (width - len(row)), None] for row in sheets[sheet]]
        names, rows = grid[header - 1], grid[header:]
        names[width] = "Transport"
        order = source.sample(range(width + 1), width + 1)
        table = [[row[index] for index in order] for row in (names, *source.sample(rows, len(rows)))]
        sheets[sheet] = [*grid[: header - 1], *([] for _ in range(source.randrange(0, 30 - header))), *table]
    header = desk.table(schema.GROUPS).header
    grid = list(sheets[schema.GROUPS])
    sheets[schema.GROUPS] = [*grid[:header], *source.sample(grid[header:], len(grid) - header)]
    return Snapshot(sheets)
