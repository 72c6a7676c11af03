"""Layout of Appariements: all names in one size, the largest at which they fit, from 20 down to 16 points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import Person
from tournament_xl.core.normalization import normalize
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import ColumnWidth

_SCALES = {80: 27, 76: 28, 72: 30, 68: 32, 64: 34}  # percent: rows of a page besides its header; names of 25 points
_PAGE_WIDTH = 94.7  # of a page's columns at 100 percent, in digits, with the gaps of seven columns
_OTHER_COLUMNS = 35.6  # table, points and boxes, with the gaps
_LEAST_SCALE = 44  # percent at which a surname that would be cut has smaller letters, of 11 points
_MARK = re.compile(r" (?:\(|N° ).*")  # of homonyms


class PairingsShape(NamedTuple):
    """Scale, page length and widths with which Appariements prints."""

    scale: int  # percent
    lines: int  # rows of a page besides a header
    name_column: float  # width of both columns of names
    name_room: float  # room of a name in digits of its own size


def shape_pairings(decoded: Workbook, spare: float = 0) -> PairingsShape:
    """Compute the largest scale at which the columns of names are wide enough.

    Surnames are to be whole and have the initial of the first name, and homonyms their marks. Those that are not at the
    smallest scale either do not make the others smaller.

    Args:
        decoded: Workbook.
        spare: Width to leave free beside a name, in digits.
    """
    shapes = [_shape(scale, lines, spare) for scale, lines in _SCALES.items()]
    widest_names = decoded.fit_names(shapes[-1].name_room)
    most = _count_whole_parts(decoded, widest_names, widest_names)
    return next(
        shape
        for shape in shapes
        if _count_whole_parts(decoded, decoded.fit_names(shape.name_room), widest_names) >= most
    )


def _shape(scale: int, lines: int, spare: float) -> PairingsShape:
    name_column = round((_PAGE_WIDTH * 100 / scale - _OTHER_COLUMNS) / 2, 1)
    room = (5.556 * name_column + 3.97 - 10.2) / (0.507 * 25)  # indented; Excel's narrower columns shrink a long name
    return PairingsShape(scale, lines, name_column, room - spare)


LARGEST = _shape(*next(iter(_SCALES.items())), 0)


def _count_whole_parts(decoded: Workbook, names: Mapping[int, str], widest_names: Mapping[int, str]) -> int:
    """Count the surnames, initials and marks of homonyms that names show as they are to be."""
    return sum(
        names[player.number].startswith(player.name)
        + names[player.number].startswith(f"{player.name} {player.first_name[:1]}".strip())
        + (_MARK.findall(names[player.number]) == _MARK.findall(widest_names[player.number]))
        for player in decoded.tournament.players
    )


def fit_wall_names(decoded: Workbook, shape: PairingsShape, spare: float = 0) -> dict[int, str]:
    """Return names by N° as Appariements shows them, in letters of one size.

    Only two kinds of names are in smaller letters: a surname that would be cut is whole, with its initial, and a first
    name has as many letters as tell it from another player's, of which these letters show only the beginning.

    Args:
        decoded: Workbook.
        shape: Shape of the sheet.
        spare: Further width to leave free beside a name, in digits.
    """
    room = shape.name_room - spare
    names, smaller_names = decoded.fit_names(room), decoded.fit_names(room, smaller=shape.scale / _LEAST_SCALE)
    players = decoded.tournament.players
    return {
        player.number: (names if _is_clear(player, names[player.number], players) else smaller_names)[player.number]
        for player in players
    }


def _is_clear(player: Person, name: str, players: Iterable[Person]) -> bool:
    """Check whether a shown name has the whole surname, and is the beginning of no other player's name."""
    start = normalize(name.removesuffix(".")) if name.endswith(".") else ""
    others = (other.full_name for other in players if other.number != player.number)
    return name.startswith(player.name) and not (start and any(normalize(other).startswith(start) for other in others))


def lay_out_name_columns(sheet: str, columns: Sequence[int], shape: PairingsShape) -> list[ColumnWidth]:
    """Return the widths of the columns of names.

    Args:
        sheet: Appariements.
        columns: Numbers of its columns of names, where A is 1.
        shape: Shape of the sheet.
    """
    return [ColumnWidth(sheet, column, column, shape.name_column) for column in columns]
