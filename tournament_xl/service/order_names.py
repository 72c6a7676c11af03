"""Names of players put in order, "GARNIER Élise" for "garnier elise", when somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.name_order import order_name
from tournament_xl.service.type_cells import TypedCell, TypingResult, type_cells
from tournament_xl.service.workbook_access import decode_sheets
from tournament_xl.workbook import schema

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess

_COLUMNS = ("Nom", "Prénom")


class OrderedName(NamedTuple):
    """Name on Joueurs that `order_name` changes.

    `name` is as typed, `cells` is what is to be typed.
    """

    name: str
    ordered: str
    cells: tuple[TypedCell, ...]


def find_names_to_order(workbook: WorkbookAccess) -> Sequence[OrderedName]:
    """Find the names on Joueurs that putting in order changes, careless or not; nothing is written.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: Joueurs cannot be read.
    """
    decoded = decode_sheets(workbook, workbook.read())
    columns = decoded.players.table.columns
    names = list[OrderedName]()
    for line, player in decoded.players.rows:
        typed = (player.name, player.first_name)
        ordered = order_name(*typed)
        cells = tuple(
            TypedCell(schema.PLAYERS, line.row, columns[column], new)
            for column, old, new in zip(_COLUMNS, typed, ordered, strict=True)
            if old != new
        )
        if cells:
            names.append(OrderedName(" ".join(filter(None, typed)), " ".join(filter(None, ordered)), cells))
    return names


def order_names(workbook: WorkbookAccess) -> TypingResult:
    """Put all names on Joueurs in order, as if a person typed them."""
    cells = [cell for name in find_names_to_order(workbook) for cell in name.cells]
    return type_cells(workbook, cells)
