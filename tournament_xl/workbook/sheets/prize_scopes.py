"""What a prize may be for: the values to offer in the column Pour of Prix."""

from __future__ import annotations

from tournament_xl.messages import prizes as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook

COLUMN = "Pour"
_VALUE_COLUMNS = ("Catégorie", "Club", "Pays")  # of Joueurs; each of their values may have a prize
_SERIES_COLUMN = "Série duplicate"  # its first letter names a series: "4" of "4B"
_MOST = 60  # values, so that a list stays a list


def offer_scopes(book: Workbook) -> list[str]:
    """List what a prize of this tournament may be for, the most general first.

    Args:
        book: Decoded workbook; values come from its sheet Joueurs.
    """
    lines = [line.texts for line, _ in book.players.rows]
    values = {title: sorted({text for texts_by_column in lines if (text := texts_by_column.get(title))})
              for title in _VALUE_COLUMNS}  # fmt: skip
    series = sorted({text[0] for texts_by_column in lines if (text := texts_by_column.get(_SERIES_COLUMN))})
    scopes = [texts.GENERAL]
    if schema.RATINGS in book.columns:
        scopes += [f"Série {name}" for name in "ABC"]
    scopes += [title for title in ("Club", "Pays") if values[title]]
    scopes += [f"{title} {value}" for title in _VALUE_COLUMNS for value in values[title]]
    scopes += [f"Série {name}" for name in series]
    return [*dict.fromkeys((*scopes[:_MOST], *texts.FOR))]
