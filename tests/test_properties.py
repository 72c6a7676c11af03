"""What must hold in every tournament, whatever the field and the events: one of each size, and many small ones."""

from random import Random

import pytest

from tests import naive
from tests.fields import EDITIONS, SCORES, SIZES, number_of
from tests.helpers import Organiser
from tournament_xl import actions
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot

SEEDS = range(8)
FACTS = {
    labels.PLAYERS: ("N°", "Nom", "Prénom", "Licence", "Cote", "Rang initial", "Absences"),
    labels.RESULTS: ("Ronde", "Table", "N° 1", "N° 2", "Forfait", *(column for game in SCORES for column in game)),
}

NUMBERS = {
    labels.PLAYERS: ("N°", "Cote", "Rang initial"),
    labels.RESULTS: ("Ronde", "Table", "N° 1", "N° 2", *(column for game in SCORES for column in game)),
}


def facts(book, *, without=()):
    """What stands in the fact columns of Joueurs and Résultats."""
    return {
        sheet: [[row[column] for column in columns if column not in without] for row in book.rows(sheet)]
        for sheet, columns in FACTS.items()
    }


def drawn_up_to(rounds, seed, **options):
    """An organiser whose round `rounds` is drawn, the earlier ones played."""
    organiser = Organiser(f"properties-{seed}", edition=EDITIONS[seed % 2], **options)
    organiser.total = max(organiser.total, rounds)
    return draw_up_to(rounds, organiser)


def draw_up_to(rounds, organiser):
    """The organiser, once round `rounds` is drawn and the earlier ones are played."""
    for number in range(1, rounds + 1):
        if number > 1:
            organiser.play_all()
        organiser.before_pairing()
        organiser.expect_places()
        organiser.must(organiser.book.pair())
        organiser.adopt()
    return organiser


def played_up_to(rounds, seed, **options):
    organiser = drawn_up_to(rounds, seed, **options)
    organiser.play_all()
    return organiser


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_a_tournament_of_any_size_runs_to_its_end(size, edition):
    organiser = Organiser(f"size-{size}-{edition}", edition=edition, size=size)
    while organiser.next <= organiser.total:
        organiser.before_pairing()
        organiser.expect_places()
        expected = {frozenset((a, b)) for a, b in naive_pairs(organiser)}
        organiser.must(organiser.book.pair())
        everybody_has_one_row(organiser)
        meets_again_only_who_must(organiser, expected)
        organiser.adopt()
        organiser.play_all()
    organiser.must(organiser.book.update())
    standings_from_scratch_are_the_same(organiser)


def naive_pairs(organiser):
    fixed = [(match["one"], match["two"]) for match in organiser.fixed]
    drawn = naive.classique_pairs(organiser.players, organiser.rounds, fixed, organiser.edition, organiser.own_table)
    return drawn + fixed


def everybody_has_one_row(organiser):
    rows = organiser.book.round(organiser.next)
    seen = sorted(number_of(row[column]) for row in rows for column in ("N° 1", "N° 2"))
    here = sorted(player["number"] for player in organiser.present())
    assert seen == [naive.X] * (len(here) % 2) + here, organiser.name


def meets_again_only_who_must(organiser, expected):
    """A rematch, X too, only where the naive search finds nobody else, or where the organiser fixed it."""
    again = organiser.book.pairs(organiser.next) & naive.met(organiser.rounds)
    assert again <= expected, organiser.name


def standings_from_scratch_are_the_same(organiser):
    """The derived sheets are emptied; a press brings them back as they were."""
    book, kept = organiser.book, {}
    for sheet in (labels.STANDINGS, labels.GRID, labels.PAIRINGS):
        header, _ = book.columns(sheet)
        kept[sheet] = book.rows(sheet)
        grid = [row if at < header else [] for at, row in enumerate(book.snapshot.sheets[sheet])]
        book.snapshot = Snapshot({**book.snapshot.sheets, sheet: grid})
    organiser.must(book.update())
    assert {sheet: book.rows(sheet) for sheet in kept} == kept, organiser.name


@pytest.mark.parametrize("rounds", (0, 1, 3))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_arrangement_of_the_sheets_changes_no_pair(seed, rounds):
    organiser = played_up_to(rounds, seed)
    organiser.total = rounds + 1
    organiser.before_pairing()
    number, source = organiser.next, Random(seed)
    after = {}
    for name, snapshot in (("as it was", organiser.book.snapshot), ("rearranged", rearranged(organiser.book, source))):
        organiser.book.snapshot = snapshot
        organiser.must(organiser.book.pair())
        players = {
            (row["Nom"], row["Prénom"], row["Licence"]): row
            for row in organiser.book.rows(labels.PLAYERS)
            if row["Nom"] and row["N°"]
        }
        places = {who: (row["N°"], row["Rang initial"]) for who, row in players.items()}
        after[name] = organiser.book.pairs(number), places
    assert after["as it was"] == after["rearranged"]


def rearranged(book, source):
    """Rows shuffled, columns moved, one of the organiser's own in between, headers further down, notes below."""
    sheets = dict(book.snapshot.sheets)
    for sheet in (labels.PLAYERS, labels.RESULTS):
        header, _ = book.columns(sheet)
        width = max(len(row) for row in sheets[sheet])
        grid = [list(row) + [None] * (width - len(row)) for row in sheets[sheet]]
        grid = [[*row, "Transport" if at == header - 1 else None] for at, row in enumerate(grid)]
        order = source.sample(range(width + 1), width + 1)
        above, rows = grid[:header], grid[header:]
        source.shuffle(rows)
        table = [[row[at] for at in order] for row in [above[-1], *rows]]
        down = source.randrange(0, 30 - header)
        free = table[0].index("N°" if sheet == labels.PLAYERS else "Ronde")  # a column that holds numbers
        note = [None] * free + ["apporter les jeux et les pendules"] + [None] * (width - free)
        sheets[sheet] = [*above[:-1], *([] for _ in range(down)), *table, [], note]
    return Snapshot(sheets)


@pytest.mark.parametrize("seed", SEEDS)
def test_updating_twice_changes_nothing_the_second_time(seed):
    organiser = played_up_to(2, seed)
    organiser.exchange()
    organiser.must(organiser.book.update())
    assert organiser.must(organiser.book.update()).edits == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_undoing_then_pairing_gives_the_same_round_and_the_same_facts(seed):
    organiser = drawn_up_to(1 + seed % 4, seed)
    book, before = organiser.book, facts(organiser.book)
    organiser.must(book.undo())
    assert facts(book) != before
    organiser.must(book.pair())
    assert facts(book) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_undoing_all_rounds_gives_back_the_start_but_for_the_numbers(seed):
    organiser = Organiser(f"properties-{seed}", edition=EDITIONS[seed % 2])
    book, before = organiser.book, facts(organiser.book, without=("N°",))
    for _ in range(min(3, organiser.total)):
        organiser.must(book.pair())
        organiser.adopt()
        organiser.play_all()
    numbers = [row["N°"] for row in book.rows(labels.PLAYERS)]
    for _ in organiser.rounds:
        organiser.must(book.press(lambda snapshot, date: actions.undo(snapshot, date, force=True)))
    assert facts(book, without=("N°",)) == before
    assert [row["N°"] for row in book.rows(labels.PLAYERS)] == numbers


@pytest.mark.parametrize("seed", SEEDS)
def test_an_old_score_corrected_changes_standings_and_no_pairing(seed):
    organiser = played_up_to(3, seed, games_to_win=lambda number: 1)
    book = organiser.book
    organiser.must(book.update())
    row = next(row for row in book.round(1) if row["Score 1"])
    standings, before = book.rows(labels.STANDINGS), facts(book)
    one, two = number_of(row["Score 1"]), number_of(row["Score 2"])
    swapped = {"Score 1": two - 150 if one >= two else two + 150}  # the other one wins
    book.type(labels.RESULTS, {row["row"]: swapped})
    corrected = facts(book)
    organiser.must(book.update())
    assert book.rows(labels.STANDINGS) != standings
    assert facts(book) == corrected != before
