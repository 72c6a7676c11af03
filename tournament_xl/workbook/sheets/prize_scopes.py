"""Scopes of prizes (what a prize may be for): the values to offer in the column Pour of Prix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament_xl.messages import prizes as texts
from tournament_xl.workbook.decoded import Workbook

COLUMN = "Pour"
_CATEGORY = "Catégorie"  # the only column that is no team
_MOST = 60  # values, so that a list stays a list


def list_scopes(book: Workbook, series: Sequence[str], columns: Mapping[str, int]) -> list[str]:
    """List what a prize of this tournament may be for, the most general first, each once.

    The ranking of all, series, columns that are teams, and groups of players come first, up to `_MOST`; kinds of
    highlights follow.

    Args:
        book: Decoded workbook; the groups are those that occur on its sheet Joueurs.
        series: Series of ratings.
        columns: Column of Joueurs -> how many first letters of a value name a group; 0: the whole value.
    """
    lines = [line.texts for line, _ in book.players.rows]
    values = {
        title: sorted({text[: letters or None] for texts_by_column in lines if (text := texts_by_column.get(title))})
        for title, letters in columns.items()
    }
    teams = [title for title, letters in columns.items() if not letters and title != _CATEGORY and values[title]]
    groups = [f"{title.split()[0]} {value}" for title, texts_of_column in values.items() for value in texts_of_column]
    scopes = [texts.GENERAL, *(f"Série {name}" for name in series), *teams, *groups]
    return [*dict.fromkeys((*scopes[:_MOST], *texts.FOR))]
