"""What Résultats shows: the round under way open, those before it folded; columns of further games where some are."""

from __future__ import annotations

from itertools import groupby

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Fold
from tournament_xl.book.understood import Understood

FURTHER = ("Score 1b", "Score 2b", "Score 1c", "Score 2c")


def folds(book: Understood) -> tuple[Fold, ...]:
    """How the rows and columns of Résultats are to be shown."""
    return (*_rounds(book), *_further_games(book))


def _rounds(book: Understood) -> list[Fold]:
    """The rows of the last drawn round, or typed for the next one, shown; earlier ones away."""
    last = len(book.tournament.rounds)
    rows = sorted((row.line.row, row.round < last) for row in book.results.rows)
    runs = [[*run] for _, run in groupby(enumerate(rows), key=lambda one: (one[1][1], one[1][0] - one[0]))]
    return [Fold(labels.RESULTS, run[0][1][0], run[-1][1][0], run[0][1][1]) for run in runs]


def _further_games(book: Understood) -> list[Fold]:
    """The columns of second and third games (C5): away where no match goes to two winning games."""
    columns = book.results.table.columns
    if FURTHER[0] not in columns:
        return []
    wanted = book.tournament.settings.winning_games or any(not row.line.empty(*FURTHER) for row in book.results.rows)
    return [Fold(labels.RESULTS, columns[name], columns[name], not wanted, columns=True) for name in FURTHER]
