"""What the program last wrote on the sheets that are only to be read: whether somebody typed over it since ([ours]).

A fingerprint tells the values of a sheet whatever their order, so that a table which was sorted for a poster is the
same; numbers count to nine figures, since a spreadsheet may keep fewer of them than Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text

_TYPED = {*labels.FACTS, labels.JOURNAL}  # what people type there is looked at cell by cell elsewhere


def standing(draft: Draft) -> dict[str, str]:
    """Sheet -> fingerprint of what stands now where a press writes; the draft has all that it wants to write."""
    return {
        sheet: _fingerprint(draft.snapshot.cell(sheet, *at) for at in cells) for sheet, cells in _written(draft).items()
    }


def wanted(draft: Draft) -> dict[str, str]:
    """Sheet -> fingerprint of what will stand there."""
    return {sheet: _fingerprint(cells.values()) for sheet, cells in _written(draft).items()}


def _written(draft: Draft) -> dict[str, Mapping[tuple[int, int], Cell]]:
    return {sheet: cells for sheet, cells in draft.wanted().items() if sheet not in _TYPED}


def _fingerprint(cells: Iterable[Cell]) -> str:
    texts = sorted(filter(None, map(_text, cells)))
    return hashlib.sha256("\n".join(texts).encode(errors="surrogatepass")).hexdigest()[:8]


def _text(cell: Cell) -> str:
    text = " ".join(cell_text(cell).split())
    try:
        return f"{float(text):.9g}"  # a file gives numbers as texts
    except ValueError:
        return text
