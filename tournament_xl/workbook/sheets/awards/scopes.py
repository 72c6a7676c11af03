"""Scopes of prizes: what the column Pour of the sheet Prix offers, and the players of a group that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import inf, nextafter
from typing import NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.prizes import NoWinner
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text, parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.tables import HEADER_COLUMNS

COLUMN = "Pour"
_CATEGORY = "Catégorie"  # the only column that is no team
_RATING = "Cote"  # column of Joueurs
_MOST = 60  # values, so that a list stays a list
_NUMBER = r"(\d{1,3} \d{3}|\d{1,9})"
_RANGE = rf"(?:de |entre )?{_NUMBER} (?:a|et) {_NUMBER}"
_EXACTLY = rf"(?:= ?)?{_NUMBER}"
_BELOW = rf"(?:(?:de )?moins de|<|inferieure? a|sous|(?:au|en) dessous de) ?{_NUMBER}"
_ABOVE = rf"(?:(?:de )?plus de|>|superieure? a|au dessus de) ?{_NUMBER}"
_AT_MOST = rf"(?:<=|=<|≤|jusqu a|au plus|inferieure? ou egale? a) ?{_NUMBER}"
_AT_LEAST = rf"(?:>=|=>|≥|des|a partir de|au moins|superieure? ou egale? a) ?{_NUMBER}"
_OR_LESS, _OR_MORE = rf"{_NUMBER} (?:et|ou) moins", rf"{_NUMBER} (?:et|ou) plus"


def list_scopes(book: Workbook, series: Iterable[str], columns: Mapping[str, int]) -> list[str]:
    """List what a prize of this tournament can be awarded for, the most general first, without duplicates.

    First come, together at most `_MOST`, the general ranking, the rating series, an example of bounds of the cote if
    somebody has one, columns that name teams ("Club") if they are filled, and groups of players ("Club Lyon"); then
    all kinds of highlights, such as the best game.

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
    bounds = [texts.RATING_BOUND] if any(texts_by_column.get(_RATING) for texts_by_column in lines) else []
    scopes = [texts.GENERAL, *(f"Série {name}" for name in series), *bounds, *teams, *groups]
    return [*dict.fromkeys((*scopes[:_MOST], *texts.FOR))]


class Bounds(NamedTuple):
    """Lowest and highest number that a prize is for, both included."""

    lowest: float = -inf
    highest: float = inf


def parse_bounds(text: str) -> Bounds | None:
    """Read bounds as people write them: "moins de 1500", "< 1 500", "jusqu'à 1499", "de 1000 à 1499", "1800 et plus".

    A number alone is both bounds.

    Returns:
        Bounds; None for any other text.
    """
    key = normalize(re.sub(r"(?<=\d)\s*[-–—\u2212]\s*(?=\d)", " à ", text))  # a hyphen would become a space

    def read(pattern: str) -> list[int]:
        match = re.fullmatch(pattern, key, re.ASCII)
        return sorted(int(number.replace(" ", "")) for number in match.groups()) if match else []

    if numbers := read(_RANGE) or read(_EXACTLY):
        return Bounds(numbers[0], numbers[-1])
    if numbers := read(_AT_MOST) or read(_OR_LESS):
        return Bounds(highest=numbers[0])
    if numbers := read(_AT_LEAST) or read(_OR_MORE):
        return Bounds(numbers[0])
    if numbers := read(_BELOW):
        return Bounds(highest=nextafter(numbers[0], -inf))  # a rating may have decimals
    if numbers := read(_ABOVE):
        return Bounds(nextafter(numbers[0], inf))
    return None


def find_players(inputs: AwardInputs, scope: str) -> set[int] | NoWinner:
    """Find the N° of players with a value in a column of Joueurs: "Série 4", "Club Vienne", "Cote moins de 1500".

    A group of the game, such as a series of cotes, is found unless there is a column with exactly that title. In a
    column of numbers the value may be bounds. Those of the cote mean the starting cote, as a series does, and leave
    out players without one of their own [ours].

    Args:
        inputs: Values from which prizes are written.
        scope: Column Pour, as typed.

    Returns:
        N° of the players, possibly none; or why the scope names no group.
    """
    book = inputs.book
    header = book.snapshot.sheets[schema.PLAYERS][book.players.table.header - 1][:HEADER_COLUMNS]
    word, value = _split_scope(scope)
    titles = {column: normalize(cell_text(cell)) for column, cell in enumerate(header, 1)}
    columns = [column for column, title in titles.items() if title == normalize(word)]
    if not columns and (group_ids := inputs.find_group(word, value)) is not None:
        return group_ids
    columns += [column for column, title in titles.items() if title.split(" ")[0] == normalize(word)]
    if not columns:
        return NoWinner.NO_CATEGORY if normalize(word) == normalize(_CATEGORY) else NoWinner.UNKNOWN_SCOPE
    value_key, cells = normalize(value), dict[int, str]()
    for player_id, line in book.lines.items():
        if text := normalize(cell_text(book.snapshot.cell(schema.PLAYERS, line.row, columns[0]))):
            cells[player_id] = text
    matching_ids = {player_id for player_id, text in cells.items() if _matches_value(text, value_key)}
    numbers = _read_numbers(inputs, titles[columns[0]], cells)
    if matching_ids or numbers is None:
        return matching_ids if value else NoWinner.UNKNOWN_SCOPE
    bounds = parse_bounds(value)
    if bounds is None:
        return NoWinner.UNREAD_BOUNDS
    return {player_id for player_id, number in numbers.items() if bounds.lowest <= number <= bounds.highest}


def _split_scope(scope: str) -> tuple[str, str]:
    """Split a scope into a column's first word and the value or bounds: "Club Vienne", "Cote < 1500", "Cote<1500"."""
    word = re.split(r"[\s<>=≤≥]", scope, maxsplit=1)[0]
    return word, scope[len(word) :].strip()


def _matches_value(text: str, value: str) -> bool:
    """Compare normalized texts; "4" includes 4A to 4D."""
    return text == value or (text[:1] == value and text[1:].isalpha() and len(text) == 2)


def _read_numbers(inputs: AwardInputs, title: str, cells: Mapping[int, str]) -> Mapping[int, float] | None:
    """Return N° -> number of a column of Joueurs whose filled cells are all numbers; None for another column."""
    if title == normalize(_RATING):
        return inputs.field.ratings
    numbers = {player_id: number for player_id, text in cells.items() if (number := parse_int(text)) is not None}
    return numbers if numbers and len(numbers) == len(cells) else None
