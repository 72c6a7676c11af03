"""What a hand does by accident to a workbook of either game, for tests."""

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.press import PROBLEMS

GAMES = {"Scrabble": Desk, "Othello": OthelloDesk}
NUMBERS = {Desk: ("N° 1", "N° 2"), OthelloDesk: ("N° N", "N° B")}
SCORES = {Desk: ("Score 1", "Score 2"), OthelloDesk: ("Pions N", "Pions B")}


def play(desk):
    return desk.better_seed_wins() if type(desk) is Desk else desk.lower_wins()


def rows(desk, number):
    return [row.line.row for row in desk.decoded().results.round(number)]


def texts(desk, row, *columns):
    line = desk.table(labels.RESULTS).line(row)
    return [line.text(column) for column in columns]


def put(desk, row, **values):
    for column, value in values.items():
        desk.type(labels.RESULTS, row, column.replace("_", " "), value)


def exchange(desk, sheet, one, two, *columns):
    """What stands in these columns of two rows, exchanged."""
    lines = desk.table(sheet).line(one), desk.table(sheet).line(two)
    for column in columns:
        desk.type(sheet, one, column, lines[1].text(column))
        desk.type(sheet, two, column, lines[0].text(column))


def told(outcome):
    """The cells of the problems."""
    assert outcome.code == PROBLEMS, outcome
    return [f"{one.sheet}!{one.cell}" for one in outcome.problems]
