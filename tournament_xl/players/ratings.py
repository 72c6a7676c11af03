"""Ratings (cotes) in a list of players: how people write them, and a column of them that is titled as one of places."""

from __future__ import annotations

import re
from dataclasses import replace

from tournament_xl.messages import players as texts
from tournament_xl.players.columns import normalize_title
from tournament_xl.players.list_table import ListTable, cell_of, shorten
from tournament_xl.workbook.typed_columns import HIGHEST_COTE

# Adjustments may have decimals (R11): one or two behind three digits, so that "1.80" is still no cote.
RATING = re.compile(r"(?:([0-9])[ .,'’]([0-9]{3})|([0-9]{1,4}))(?:[.,]0+|(?<=[0-9]{3})[.,]([0-9]{1,2}))?")
_LOWEST = 100  # a column of places begins below it
_RATING_KEYS = ("Cote", "Elo duplicate")


def parse_rating(text: str) -> str | None:
    """Read a cote: "1 803", "1803,0", or "1803*" with the star of a PL* (R1).

    The result is digits, with decimals where there are some; "" for 0, a dash or NC; None for a text that is no cote.
    """
    if normalize_title(text.strip("«» ")) in texts.NO_RATING:
        return ""
    match = RATING.fullmatch(text.strip("* "))
    return match and (match[3] or match[1] + match[2]).lstrip("0") + (f",{match[4]}" if match[4] else "")


def read_ranking_as_rating(table: ListTable) -> ListTable:
    """Read the column Classement as the cotes, with a note, where its values look like cotes.

    Classement is a place in one list, the cote in another. It is taken for the cote where no column of ratings has a
    title of its own, only one column has this title, and all its values are from 100 to the highest cote. National
    ranks that are all in this range are taken for cotes too: the note says what to do then. `table` is not changed; it
    is returned itself if the column is not taken for cotes.
    """
    titled = [column for column, title in table.titles.items() if normalize_title(title) in texts.COTE_OR_PLACE]
    if len(titled) != 1 or not table.columns.keys().isdisjoint(_RATING_KEYS):
        return table
    (column,) = titled
    cells = (cell_of(cells, column) for _, cells in table.rows)
    ratings = [rating for text in cells if (rating := parse_rating(text)) != ""]
    if not ratings or not all(map(_may_be_cote, ratings)):
        return table
    title = table.titles[column]
    values = " ; ".join([*filter(None, ratings[:2]), *(["…"] if len(ratings) > 2 else [])])
    note = texts.RANKING_IS_RATING.format(title=shorten(title), values=values)
    return replace(table, columns={**table.columns, "Cote": (column, title)}, notes=[*table.notes, note])


def _may_be_cote(rating: str | None) -> bool:
    """Check whether a value of the column, as `parse_rating` reads it, is in the range of cotes."""
    return rating is not None and _LOWEST <= float(rating.replace(",", ".")) <= HIGHEST_COTE
