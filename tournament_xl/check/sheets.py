"""The sheets that a press writes, cell by cell against what it would write now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tournament_xl.book import awards, labels
from tournament_xl.book.grid import Problems, number
from tournament_xl.book.snapshot import Draft, Snapshot, cell_text, column_letters
from tournament_xl.book.understood import Understood
from tournament_xl.check.report import GRID, RATINGS, STANDINGS, WALL, Finding
from tournament_xl.record import replace
from tournament_xl.texts import check as texts
from tournament_xl.texts.names import listing

SHEETS = {labels.STANDINGS: STANDINGS, labels.GRID: GRID, labels.RATINGS: RATINGS, labels.PAIRINGS: WALL}
_NOT_COMPARED = {labels.SLIPS, labels.TENTS, *awards.SHEETS}  # nor rendered
_FEW = 5  # lines of a sheet that are told one by one


def compare(decoded: Understood, render: Callable[[Draft, Any], object], remembered: Any) -> list[Finding]:
    """A finding for each line that a press would write otherwise; one for a sheet that only waits for an update."""
    now = _rendered(decoded, decoded.tournament, render)
    wrong = [cell for cell in now if not _alike(decoded.snapshot, *cell[:3], cell[3])]
    if not wrong:
        return []
    then = {cell[:3]: cell[3] for cell in _rendered(decoded, remembered, render)}
    found, stale = list[Finding](), list[str]()
    for sheet, kind in SHEETS.items():
        cells = [cell for cell in wrong if cell[0] == sheet]
        typed = [cell for cell in cells if not _alike(decoded.snapshot, *cell[:3], then.get(cell[:3], cell[3]))]
        if cells and not typed:
            stale.append(sheet)
        lines = defaultdict(list)
        for _, row, column, value in typed:
            lines[row].append((column, value))
        found += [_line(decoded, sheet, kind, row, cells) for row, cells in list(lines.items())[:_FEW]]
        if len(lines) > _FEW:
            message = texts.finding_text("other_lines", sheet=sheet, count=len(lines) - _FEW)
            found.append(Finding(kind, message, sheet))
    if stale:  # one thing to do, whatever the number of sheets; it only follows where something else is wrong
        message = texts.finding_text("stale", sheet=listing(stale))
        found += [Finding(SHEETS[sheet], message, sheet, consequence=bool(found)) for sheet in stale]
    return found


def _rendered(
    decoded: Understood, tournament: Any, render: Callable[[Draft, Any], object]
) -> list[tuple[str, int, int, Any]]:
    """The cells of these sheets as a press would write them; what would stand in its way is no matter here."""
    seen = {name: grid for name, grid in decoded.snapshot.sheets.items() if name not in _NOT_COMPARED}
    draft = Draft(replace(decoded.snapshot, sheets=seen))
    render(draft, replace(decoded, tournament=tournament, problems=Problems(), snapshot=draft.snapshot))
    wanted = draft.wanted()
    return [(sheet, *at, value) for sheet in SHEETS for at, value in wanted.get(sheet, {}).items()]


def _alike(snapshot: Snapshot, sheet: str, row: int, column: int, value: Any) -> bool:
    """Whether a cell holds a value: numbers as such, the rest as text."""
    there, wanted = cell_text(snapshot.cell(sheet, row, column)), cell_text(value)
    if there == wanted:
        return True
    left, right = number(there), number(wanted)
    return left is not None and right is not None and abs(left - right) <= 1e-9 * max(1.0, abs(right))


def _line(decoded: Understood, sheet: str, kind: str, row: int, cells: list[tuple[int, Any]]) -> Finding:
    """One line of a sheet with what differs in it."""
    table = decoded.derived.get(sheet)
    titles = {at: name for name, at in table.columns.items()} if table else {}
    shown = [
        texts.cell_differs(
            titles.get(column, column_letters(column)),
            cell_text(decoded.snapshot.cell(sheet, row, column)),
            cell_text(value),
        )
        for column, value in cells
    ]
    message = texts.finding_text("line", sheet=sheet, row=row, cells=", ".join(shown))
    return Finding(kind, message, sheet, row, cells[0][0])
