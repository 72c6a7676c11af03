"""What must hold in every tournament of the Formule Classique and every Open, whatever the field and the events."""

from random import Random

import pytest

from tests import naive
from tests.organiser import EDITIONS, SCORES, OpenOrganiser, Organiser, number_of
from tests.test_naive import play_a_round
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.check import check

MADE = {"Classique": Organiser, "Open": OpenOrganiser}
EACH = [(kind, seed) for kind in MADE for seed in range(2)]
DRAWN = {"Classique": (2, 4), "Open": (3, 7)}  # rounds, by seed
AT = {"Classique": (7, 8, 9, 17, 33, 65), "Open": (11, 28, 97)}  # where rounds or openings change
FACTS = {
    labels.PLAYERS: ("N°", "Nom", "Prénom", "Licence", "Cote", "Rang initial", "Absences"),
    labels.RESULTS: ("Ronde", "Table", "N° 1", "N° 2", "Forfait", *(column for game in SCORES for column in game)),
}


def facts(desk):
    """What stands in the fact columns of Joueurs and Résultats, and the drawn groups in whatever order they stand."""
    found = {sheet: [[row[one] for one in columns] for row in desk.rows(sheet)] for sheet, columns in FACTS.items()}
    return found | {"groups": sorted((row["Groupe"], row["Ordre"], row["N°"]) for row in desk.rows(labels.GROUPS))}


def drawn_up_to(rounds, kind, seed):
    """An organiser whose round `rounds` is drawn, the earlier ones played."""
    organiser = MADE[kind](f"properties-{seed}", edition=EDITIONS[seed % 2])
    organiser.total = max(organiser.total, rounds + 1)
    for _ in range(rounds):
        organiser.play_all()
        organiser.before_pairing()
        organiser.expect_places()
        organiser.must("pair")
        organiser.adopt()
    return organiser


@pytest.mark.parametrize(("kind", "size"), [(kind, size) for kind, sizes in AT.items() for size in sizes])
def test_a_tournament_of_any_size_runs_to_its_end(kind, size):
    """Everybody has one row a round; a rematch, X too, only where the naive search finds nobody else."""
    edition = EDITIONS[size % 2]
    organiser = MADE[kind](f"size-{size}-{edition}", edition=edition, size=size)
    while organiser.next <= organiser.total:
        organiser.before_pairing()
        organiser.expect_places()
        expected = set(organiser.expected_pairs())
        organiser.must("pair")
        pairs = organiser.pairs(organiser.next)
        if kind == "Open" and organiser.scheduled(organiser.next):  # absentees have a row
            assert pairs == expected, organiser.name
        else:
            rows, here = organiser.round(organiser.next), [player["number"] for player in organiser.present()]
            seen = sorted(number_of(row[column]) for row in rows for column in ("N° 1", "N° 2"))
            assert seen == [naive.X] * (len(here) % 2) + sorted(here), organiser.name
        assert pairs & naive.met(organiser.rounds) <= expected, organiser.name
        organiser.adopt()
        organiser.play_all()
    organiser.must("update")
    standings_from_scratch_are_the_same(organiser)


def standings_from_scratch_are_the_same(organiser):
    """The derived sheets are emptied; a press brings them back as they were."""
    desk, kept = organiser.desk, {}
    for sheet in (labels.STANDINGS, labels.GRID, labels.PAIRINGS):
        kept[sheet] = desk.rows(sheet)
        grid = desk.snapshot.sheets[sheet][: desk.table(sheet).header]
        desk.snapshot = Snapshot({**desk.snapshot.sheets, sheet: grid})
    organiser.must("update")
    assert {sheet: desk.rows(sheet) for sheet in kept} == kept, organiser.name


@pytest.mark.parametrize("stage", range(3))
@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_the_arrangement_of_the_sheets_changes_no_pair(kind, seed, stage):
    organiser = drawn_up_to((0, *DRAWN[kind])[stage], kind, seed)
    organiser.play_all()
    organiser.before_pairing()
    desk, after = organiser.desk, []
    for snapshot in (desk.snapshot, rearranged(desk, Random(seed))):
        desk.snapshot = snapshot
        organiser.must("pair")
        players = [row for row in desk.rows(labels.PLAYERS) if row["Nom"] and row["N°"]]
        places = {(row["Nom"], row["Prénom"], row["Licence"]): (row["N°"], row["Rang initial"]) for row in players}
        after.append((organiser.pairs(organiser.next), places, facts(desk)["groups"]))
    assert after[0] == after[1]


def rearranged(desk, source):
    """Rows shuffled, columns moved, one of the organiser's own in between, headers further down, notes below."""
    sheets = dict(desk.snapshot.sheets)
    for sheet in (labels.PLAYERS, labels.RESULTS):
        header, width = desk.table(sheet).header, max(len(row) for row in sheets[sheet])
        grid = [[*row, *[None] * (width - len(row)), None] for row in sheets[sheet]]
        grid[header - 1][-1] = "Transport"
        order = source.sample(range(width + 1), width + 1)
        rows = source.sample(grid[header:], len(grid) - header)
        titles, *rows = [[row[at] for at in order] for row in (grid[header - 1], *rows)]
        note = [None] * (width + 1)
        note[titles.index("N°" if sheet == labels.PLAYERS else "Ronde")] = "apporter les jeux et les pendules"
        down = source.randrange(0, 30 - header)
        sheets[sheet] = [*grid[: header - 1], *([] for _ in range(down)), titles, *rows, [], note]
    header, grid = desk.table(labels.GROUPS).header, list(sheets[labels.GROUPS])
    sheets[labels.GROUPS] = [*grid[:header], *source.sample(grid[header:], len(grid) - header)]
    return Snapshot(sheets)


@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_updating_twice_changes_nothing_the_second_time(kind, seed):
    organiser = drawn_up_to(DRAWN[kind][seed], kind, seed)
    organiser.play_all()
    organiser.exchange()
    organiser.must("update")
    assert organiser.must("update").edits == ()


@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_undoing_then_pairing_gives_the_same_round_and_the_same_facts(kind, seed):
    organiser = drawn_up_to(DRAWN[kind][seed], kind, seed)
    before = facts(organiser.desk)
    organiser.must("undo")
    assert facts(organiser.desk) != before
    organiser.must("pair")
    assert facts(organiser.desk) == before


@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_check_finds_nothing_but_what_the_organiser_changed(kind, seed):
    organiser = MADE[kind](f"check-{seed}", edition=EDITIONS[seed % 2])
    while organiser.next <= organiser.total:
        play_a_round(organiser)
    organiser.must("update")
    report = check(organiser.desk.snapshot)
    assert (report.problems, report.findings, report.standings_ok) == ((), (), True)
    assert report.lots_ok == (True if kind == "Open" else None)
    assert {difference.by for pairing in report.pairings for difference in pairing.differences} <= {"organiser"}
