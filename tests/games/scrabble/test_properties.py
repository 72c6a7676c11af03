"""What must hold in every tournament of the Formule Classique and every Open, whatever the field and the events."""

from random import Random

import pytest

from tests.organiser import SCORES, OpenOrganiser, Organiser, read_sides
from tests.programs import WHOLE
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Snapshot

EDITIONS = ("F50", "F10")
MADE = {"Classique": Organiser, "Open": OpenOrganiser}
EACH = [(kind, seed) for kind in MADE for seed in range(2 if WHOLE else 1)]
DRAWN = {"Classique": (2, 4), "Open": (3, 7)}  # rounds, by seed
FACTS = {
    schema.PLAYERS: ("N°", "Nom", "Prénom", "Licence", "Cote", "Rang initial", "Absences"),
    schema.RESULTS: ("Ronde", "Table", "N° 1", "N° 2", "Forfait", *(column for game in SCORES for column in game)),
}


def facts(desk):
    """What stands in the fact columns of Joueurs and Résultats, and the drawn groups in whatever order they stand."""
    rows_of_sheet = {
        sheet: [[row[column] for column in columns] for row in desk.rows(sheet)] for sheet, columns in FACTS.items()
    }
    return rows_of_sheet | {
        "groups": sorted((row["Groupe"], row["Ordre"], row["N°"]) for row in desk.rows(schema.GROUPS))
    }


def drawn_up_to(rounds, kind, seed):
    """An organiser whose round `rounds` is drawn, the earlier ones played."""
    organiser = MADE[kind](f"property {seed}", edition=EDITIONS[seed % 2])
    organiser.total = max(organiser.total, rounds)
    for _ in range(rounds):
        organiser.play_all()
        organiser.before_pairing()
        organiser.expect_places()
        organiser.must("pair")
        organiser.adopt()
    return organiser


def played_up_to(rounds, kind, seed):
    organiser = drawn_up_to(rounds, kind, seed)
    organiser.play_all()
    return organiser


@pytest.mark.parametrize("stage", range(3) if WHOLE else [1])
@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_the_arrangement_of_the_sheets_changes_no_pair(kind, seed, stage):
    rounds = (0, *DRAWN[kind])[stage]
    organiser = played_up_to(rounds, kind, seed)
    organiser.total = max(organiser.total, rounds + 1)
    organiser.before_pairing()
    desk, number, after = organiser.desk, organiser.next, []
    for snapshot in (desk.snapshot, rearranged(desk, Random(seed))):
        desk.snapshot = snapshot
        organiser.must("pair")
        players = [row for row in desk.rows(schema.PLAYERS) if row["Nom"] and row["N°"]]
        places = {(row["Nom"], row["Prénom"], row["Licence"]): (row["N°"], row["Rang initial"]) for row in players}
        after.append(({frozenset(read_sides(line)) for line in organiser.drawn(number)}, places, facts(desk)["groups"]))
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


@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_undoing_then_pairing_gives_the_same_round_and_the_same_facts(kind, seed):
    organiser = drawn_up_to(DRAWN[kind][seed], kind, seed)
    desk, before = organiser.desk, facts(organiser.desk)
    organiser.must("undo")
    assert facts(desk) != before
    organiser.must("pair")
    assert facts(desk) == before
