"""What must hold in every Open: undo and redo, sheets rearranged, presses repeated, nothing for `check` to find."""

from random import Random

import pytest

from tests.fields import EDITIONS
from tests.open_helpers import OpenOrganiser
from tests.test_naive import play_a_round
from tests.test_properties import draw_up_to, facts, rearranged
from tournament_xl.check import check
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot

SEEDS = range(6)


def groups(book):
    """The drawn lines of Groupes, in whatever order they stand."""
    return sorted((row["Groupe"], row["Ordre"], row["N°"]) for row in book.rows(labels.GROUPS))


def drawn_up_to(rounds, seed, **options):
    """An organiser whose round `rounds` is drawn, the earlier ones played."""
    return draw_up_to(rounds, OpenOrganiser(f"properties-{seed}", edition=EDITIONS[seed % 2], **options))


@pytest.mark.parametrize("rounds", (1, 3, 6))
@pytest.mark.parametrize("seed", SEEDS)
def test_undoing_then_pairing_gives_the_same_round_groups_and_facts(seed, rounds):
    organiser = drawn_up_to(rounds, seed)
    book = organiser.book
    before, drawn = facts(book), groups(book)
    organiser.must(book.undo())
    assert facts(book) != before and groups(book) == (drawn if rounds > 1 else [])
    organiser.must(book.pair())
    assert (facts(book), groups(book)) == (before, drawn)


@pytest.mark.parametrize("rounds", (0, 2, 5))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_arrangement_of_the_sheets_changes_no_pair(seed, rounds):
    """Rows of Groupes shuffled, too."""
    organiser = drawn_up_to(rounds, seed)
    organiser.play_all()
    organiser.before_pairing()
    book, number, source = organiser.book, organiser.next, Random(seed)
    plain, moved = book.snapshot, rearranged(book, source)
    header, _ = book.columns(labels.GROUPS)
    grid = list(moved.sheets[labels.GROUPS])
    lines = grid[header:]
    source.shuffle(lines)
    moved = Snapshot({**moved.sheets, labels.GROUPS: [*grid[:header], *lines]})
    after = []
    for snapshot in (plain, moved):
        book.snapshot = snapshot
        organiser.must(book.pair())
        after.append((book.pairs(number), groups(book)))
    assert after[0] == after[1] and len(after[0][1]) >= 12


@pytest.mark.parametrize("rounds", (1, 5, 8))
@pytest.mark.parametrize("seed", SEEDS)
def test_updating_twice_changes_nothing_the_second_time(seed, rounds):
    organiser = drawn_up_to(rounds, seed)
    organiser.play_all()
    organiser.must(organiser.book.update())
    assert organiser.must(organiser.book.update()).edits == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_check_finds_nothing_but_what_the_organiser_changed(seed):
    organiser = OpenOrganiser(f"check-{seed}", edition=EDITIONS[seed % 2])
    while organiser.next <= organiser.total:
        play_a_round(organiser)
    organiser.must(organiser.book.update())
    report = check(organiser.book.snapshot)
    assert (report.problems, report.findings, report.standings_ok, report.lots_ok) == ((), (), True, True)
    assert {difference.by for pairing in report.pairings for difference in pairing.differences} <= {"organiser"}
