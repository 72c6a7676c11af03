"""What the program last wrote on the sheets that are only to be read: whether somebody typed over it since ([ours]).

A fingerprint tells the values of a sheet whatever their order, so that a table which was sorted for a poster is the
same; numbers count to nine figures, since a spreadsheet may keep fewer of them than Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from tournament_xl.texts.reasons import is_ours
from tournament_xl.workbook import labels
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.snapshot import Cell, Draft, address, cell_text, same

_MARK = 6  # letters
_TYPED = {*labels.FACTS, labels.JOURNAL}  # what people type there is looked at cell by cell elsewhere


def standing(draft: Draft) -> dict[str, str]:
    """Key -> fingerprint of what stands now where a press writes; the draft has all that it wants to write.

    A key is a sheet, or a cell that has its own ("Classement!A2"): a title, or the line below one, if anything stands
    there, since a host may have left it out.
    """
    lines = _lines(draft)
    found = {key: [draft.snapshot.cell(sheet_of(key), *at) for at in cells] for key, cells in _written(draft).items()}
    return {key: _fingerprint(cells) for key, cells in found.items() if key not in lines or any(map(cell_text, cells))}


def wanted(draft: Draft) -> dict[str, str]:
    """Key -> fingerprint of what will stand there."""
    return {key: _fingerprint(cells.values()) for key, cells in _written(draft).items()}


def changing(draft: Draft) -> set[str]:
    """The keys under which a press writes something new."""
    return {
        key
        for key, cells in _written(draft).items()
        if any(not same(draft.snapshot.cell(sheet_of(key), *at), value) for at, value in cells.items())
    }


def reasons(draft: Draft, rows: Iterable[RowOf[Any]], written: Mapping[str, str]) -> dict[str, str]:
    """Key of a round -> marks of the reasons that presses have written there, this one added, each of `_MARK` letters.

    Of a round of which the Journal has none yet, what begins like a reason of ours counts as one.
    """
    now = draft.wanted().get(labels.RESULTS, {})
    put: dict[int, set[str]] = {}
    there: dict[int, set[str]] = {}
    for row in rows:
        text = cell_text(now.get((row.line.row, row.line.table.columns["Motif"])))
        (put if text else there).setdefault(row.round, set()).add(text or row.match.reason)
    found: dict[str, str] = {}
    for number, texts in put.items():
        key = reasons_of(number)
        if key not in written:
            texts = {*filter(is_ours, texts | there.get(number, set()))}
        found[key] = "".join(sorted(_marks(written.get(key, "")) | set(map(_mark, texts))))
    return found


def is_reason(text: str, number: int, written: Mapping[str, str]) -> bool:
    """Whether a press wrote this text as a reason of a round."""
    known = written.get(reasons_of(number))
    return is_ours(text) if known is None else _mark(text) in _marks(known)


def reasons_of(number: int) -> str:
    """The key of a round's reasons."""
    return f"Motif {number}"


def _marks(text: str) -> set[str]:
    return {text[at : at + _MARK] for at in range(0, len(text), _MARK)}


def _mark(text: str) -> str:
    return _fingerprint([text])[:_MARK]


def sheet_of(key: str) -> str:
    """The sheet of a fingerprint's key."""
    return key.partition("!")[0]


def _written(draft: Draft) -> dict[str, Mapping[tuple[int, int], Cell]]:
    whole = {sheet: cells for sheet, cells in draft.wanted().items() if sheet not in _TYPED}
    return whole | draft.shown() | _lines(draft)


def _lines(draft: Draft) -> dict[str, Mapping[tuple[int, int], Cell]]:
    """The titles, and the lines below them; a title of which nothing is left is not known as one and stays."""
    return {f"{sheet}!{address(row, column)}": {(row, column): value} for sheet, row, column, value in draft.titles()}


def _fingerprint(cells: Iterable[Cell]) -> str:
    texts = sorted(filter(None, map(_text, cells)))
    return hashlib.sha256("\n".join(texts).encode(errors="surrogatepass")).hexdigest()[:8]


def _text(cell: Cell) -> str:
    text = " ".join(cell_text(cell).split())
    try:
        return f"{float(text):.9g}"  # a file gives numbers as texts
    except ValueError:
        return text
