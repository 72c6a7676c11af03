"""One edit by hand in a tournament by chance: `check` names that edit, and nothing else but as its consequence.

TOURNAMENT_XL_FUZZ=20 makes twenty times as many edits.
"""

import os
from random import Random

import pytest

from tests import naive
from tests.desk import DATE, Desk
from tests.fields import Book, number_of
from tests.helpers import Organiser
from tournament_xl import actions
from tournament_xl.check import check
from tournament_xl.check.report import COTE, GRID, JOURNAL, NAME, PAIR, RATINGS, REASON, RESULT, SETTING, STANDINGS
from tournament_xl.press import DONE
from tournament_xl.rate import ratings
from tournament_xl.simulate import Chances, simulate
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.snapshot import Block, apply

TIMES = int(os.environ.get("TOURNAMENT_XL_FUZZ", "1"))
KINDS = ({"edition": "F50"}, {"edition": "F10"}, {"formula": naive.ROUND_ROBIN}, {"edition": "F50", "size": 40})


def tournament(seed, rounds=None):
    """A tournament by chance with the organiser's events, up to some round or to its end, sheets up to date."""
    organiser = Organiser(f"edits-{seed}", **KINDS[seed % len(KINDS)])
    last = rounds or organiser.source.randrange(2, organiser.total + 1)
    while organiser.next <= min(last, organiser.total):
        organiser.before_pairing()
        organiser.expect_places()
        organiser.must(organiser.book.pair())
        organiser.adopt()
        if organiser.eventful and organiser.source.random() < 0.15:
            organiser.exchange()
        if organiser.eventful and organiser.source.random() < 0.1:
            organiser.meets_latecomer()
        if organiser.source.random() < 0.2:
            organiser.must(organiser.book.update())
        organiser.play_all()
    organiser.must(organiser.book.update())
    if organiser.next > organiser.total:
        organiser.must(organiser.book.press(ratings))
    return organiser.book


def open_tournament(seed, rounds):
    """An Open by chance, with absences and forfeits, in phase 1 or 2."""
    source = Random(f"open-{seed}")
    desk = Desk(Formule="Open", Graine=str(seed)).players(source.randrange(11, 50))
    played = simulate(desk.snapshot, source.randrange(1, rounds), Chances(str(seed), 0.05, 0.05), DATE)
    assert played.code == DONE, (seed, played.message, played.problems)
    book = Book({}, [])
    book.snapshot = actions.after(desk.snapshot, played)
    return book


def finished(seed):
    """The same, to its end, with the ratings."""
    return tournament(seed, rounds=99)


def story(report):
    return [str(p) for p in report.problems], [(f.consequence, f.kind, f.message) for f in report.findings]


# The edits: each types into the book and gives what must be named: its kind, its sheet, its rows


def exchange(book, source):
    rows = source.choice([rows for n in range(1, 20) if len(rows := book.round(n)) > 1])
    one, two = source.sample(rows, 2)
    book.type(labels.RESULTS, {one["row"]: {"N° 2": two["N° 2"]}, two["row"]: {"N° 2": one["N° 2"]}})
    return PAIR, labels.RESULTS, {one["row"], two["row"]}


def score(book, source):
    row = source.choice([row for row in book.rows(labels.RESULTS) if row["Score 1"]])
    book.type(labels.RESULTS, {row["row"]: {"Score 1": number_of(row["Score 1"]) + source.choice((-200, -1, 1, 200))}})
    return RESULT, labels.RESULTS, {row["row"]}


def result_becomes_forfeit(book, source):
    row = source.choice([row for row in book.rows(labels.RESULTS) if row["Score 1"]])
    empty = dict.fromkeys(("Score 1", "Score 2", "Score 1b", "Score 2b", "Score 1c", "Score 2c"))
    book.type(labels.RESULTS, {row["row"]: {**empty, "Forfait": source.choice(("1", "2", "1+2"))}})
    return RESULT, labels.RESULTS, {row["row"]}


def standings_line(book, source):
    row = source.choice(book.rows(labels.STANDINGS))
    column = source.choice(("Place", "PM", "Pdep", "J", "G", "PPM"))
    book.type(labels.STANDINGS, {row["row"]: {column: number_of(row[column] or "0") + 1}})
    return STANDINGS, labels.STANDINGS, {row["row"]}


def standings_name(book, source):
    row = source.choice(book.rows(labels.STANDINGS))
    book.type(labels.STANDINGS, {row["row"]: {"Joueur": "Quelqu'un d'autre"}})
    return NAME, labels.STANDINGS, {row["row"]}


def grid_line(book, source):
    row = source.choice(book.rows(labels.GRID))
    book.type(labels.GRID, {row["row"]: {"PM": 77}})
    return GRID, labels.GRID, {row["row"]}


def cote(book, source):
    row = source.choice([row for row in book.rows(labels.PLAYERS) if row["Rang initial"]])
    book.type(labels.PLAYERS, {row["row"]: {"Cote": 3333}})
    return COTE, labels.PLAYERS, {row["row"]}


def player_name(book, source):
    row = source.choice([row for row in book.rows(labels.PLAYERS) if row["Rang initial"]])
    book.type(labels.PLAYERS, {row["row"]: {"Nom": "Tout Autre"}})
    return NAME, labels.PLAYERS, {row["row"]}


def edition(book, source):
    row = next(row for row in book.rows(labels.TOURNAMENT) if row["Paramètre"] == "Édition")
    book.set("Édition", "F50" if row["Valeur"] == "F10" else "F10")
    return SETTING, labels.TOURNAMENT, {row["row"]}


def seed(book, source):
    row = source.choice([row for row in book.rows(labels.PLAYERS) if row["Rang initial"]])
    book.type(labels.PLAYERS, {row["row"]: {"Rang initial": float(row["Rang initial"]) + 1}})
    return None, labels.PLAYERS, {row["row"]}


def journal_line(book, source):
    row = source.choice(book.rows(labels.JOURNAL))
    text = row["Détail"]
    at = source.choice([at for at, letter in enumerate(text.rpartition(" | n=")[0]) if letter.isdigit()])
    digit = str((int(text[at]) + source.randrange(1, 10)) % 10)
    book.type(labels.JOURNAL, {row["row"]: {"Détail": text[:at] + digit + text[at + 1 :]}})
    return JOURNAL, labels.JOURNAL, {row["row"]}


def journal_round(book, source):
    row = source.choice([row for row in book.rows(labels.JOURNAL) if row["Ronde"]])
    book.type(labels.JOURNAL, {row["row"]: {"Ronde": number_of(row["Ronde"]) + 1}})
    return JOURNAL, labels.JOURNAL, {row["row"]}


def reason(book, source):
    row = source.choice([row for row in book.rows(labels.RESULTS) if row["Motif"]])
    book.type(labels.RESULTS, {row["row"]: {"Motif": "Tirage au sort."}})
    return REASON, labels.RESULTS, {row["row"]}


def journal_line_deleted(book, source):
    row = source.choice(book.rows(labels.JOURNAL)[:-1])
    book.type(labels.JOURNAL, {row["row"]: dict.fromkeys(("Date", "Action", "Ronde", "Détail"))})
    header, _ = book.columns(labels.JOURNAL)
    return JOURNAL, labels.JOURNAL, {header}


def rating(book, source):
    row = source.choice(book.rows(labels.RATINGS))
    column = source.choice(("Nouvelle cote", "PE", "PJ", "B", "Cote initiale", "Place", "Série"))
    book.type(labels.RATINGS, {row["row"]: {column: 77}})
    return RATINGS, labels.RATINGS, {row["row"]}


def rating_fact(book, source):
    label = source.choice(labels.RATING_FACTS)
    row, column = right_of(book.snapshot, labels.RATINGS, label)
    book.snapshot = apply(book.snapshot, (Block(labels.RATINGS, row, column, ((1234,),)),))
    return RATINGS, labels.RATINGS, {row}


EDITS = (
    exchange, score, result_becomes_forfeit, standings_line, standings_name, grid_line, cote, player_name, seed,
    edition, journal_line, journal_round, journal_line_deleted, reason,
)  # fmt: skip
AT_THE_END = (rating, rating_fact, score, cote, player_name, edition, standings_line)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("number", range(4 * TIMES))
def test_one_edit_is_named_and_what_follows_from_it_is_a_consequence(number, edit):
    named_alone(tournament(number), edit, number)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("number", range(2 * TIMES))
def test_one_edit_of_an_open_is_named(number, edit):
    named_alone(open_tournament(number, rounds=8), edit, number)


@pytest.mark.parametrize("edit", AT_THE_END, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("number", range(2 * TIMES))
def test_one_edit_at_the_end_is_named_and_ratings_follow_from_it(number, edit):
    named_alone(finished(number), edit, number)


def named_alone(book, edit, number):
    before = check(book.snapshot)
    assert (before.code, before.findings) == (0, ()), (number, story(before))
    kind, sheet, rows = edit(book, Random(f"{number}-{edit.__name__}"))
    report = check(book.snapshot)
    if report.problems and kind != JOURNAL:
        assert {(sheet, row) for row in rows} & {(problem.sheet, problem.row) for problem in report.problems}
        assert not report.causes, (number, story(report))
        return
    assert report.causes, (number, "found nothing")
    told = {(one.kind, one.sheet, one.row) for one in report.causes}
    assert told <= {(kind, sheet, row) for row in rows}, (number, story(report))
    assert report.findings[0] is report.causes[0]
