"""Scopes of prizes: the texts that the sheet Prix offers in its column Pour, saying what a prize is awarded for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament_xl.messages import prizes as texts
from tournament_xl.workbook.decoded import Workbook

COLUMN = "Pour"
_CATEGORY = "Catégorie"  # the only column that is no team
_MOST = 60  # values, so that a list stays a list


def list_scopes(book: Workbook, series: Iterable[str], columns: Mapping[str, int]) -> list[str]:
    """List what a prize of this tournament can be awarded for, the most general first, without duplicates.

    First come, together at most `_MOST`, the general ranking, the rating series, columns that name teams ("Club") if
    they are filled, and groups of players ("Club Lyon"); then all kinds of highlights, such as the best game.

    Args:
        book: Decoded workbook; its sheet Joueurs decides which groups there are.
        series: Names of the rating series ("A").
        columns: Column of Joueurs -> number of first letters of its values that name a group. 0 means that the whole
            value does, and that the column names teams, unless it is Catégorie.
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
