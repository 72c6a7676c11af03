"""Rows of a sheet's part put away behind a [+], columns hidden, or both shown again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from tournament_xl.files.package import Package
from tournament_xl.workbook.snapshot import Fold

_ROW = re.compile(rb'<row r="([0-9]{1,7})"[^<>]*>')
_LEVEL = re.compile(rb"""\s(?:outlineLevel|hidden|collapsed)=["']\w+["']""")
_HIDDEN = re.compile(rb"""\shidden=["']\w+["']""")
_COLUMN = re.compile(rb"<col\s([^<>]*?)/>")
_RUN = re.compile(rb"""\b(min|max)=["']([0-9]{1,5})["']""")
_FORMAT = re.compile(rb"<sheetFormatPr\b(?![^<>]*outlineLevelRow)")


def folded(package: Package, folds: Collection[Fold]) -> None:
    """Show the rows and columns so; a sheet with an autofilter, which hides rows itself, keeps its rows as they are."""
    parts = package.sheets() if folds else {}
    for sheet in {fold.sheet for fold in folds} & parts.keys():
        content = package.parts[parts[sheet]]
        ours = [fold for fold in folds if fold.sheet == sheet]
        if b"<autoFilter" not in content:
            content = _rows(content, [fold for fold in ours if not fold.columns])
        for fold in ours:
            if fold.columns:
                content = _COLUMN.sub(lambda found, fold=fold: _column(found, fold), content)  # type: ignore[misc]
        package.parts[parts[sheet]] = content


def _rows(content: bytes, folds: Sequence[Fold]) -> bytes:
    away = {row: fold.away for fold in folds for row in range(fold.first, fold.last + 1)}

    def shown(found: re.Match[bytes]) -> bytes:
        number = int(found[1])
        if number not in away:
            return found[0]
        looks = b' outlineLevel="1" hidden="1"' if away[number] else b""
        if not away[number] and away.get(number - 1):
            looks = b' collapsed="1"'  # the [+] stands here
        at = found.end(1) + 1 - found.start()
        return found[0][:at] + looks + _LEVEL.sub(b"", found[0][at:])

    changed = _ROW.sub(shown, content)
    return _FORMAT.sub(b'<sheetFormatPr outlineLevelRow="1"', changed, count=1) if any(away.values()) else changed


def _column(found: re.Match[bytes], fold: Fold) -> bytes:
    """The elements for a run of columns, of which those of the fold may stand apart."""
    run = {name: int(value) for name, value in _RUN.findall(found[1])}
    first, last, looks = run[b"min"], run[b"max"], b" " + _RUN.sub(b"", found[1])
    if last < fold.first or first > fold.last:
        return found[0]
    runs = [
        (first, fold.first - 1, looks),
        (max(first, fold.first), min(last, fold.last), _HIDDEN.sub(b"", looks) + b' hidden="1"' * fold.away),
        (fold.last + 1, last, looks),
    ]
    return b"".join(b'<col min="%d" max="%d"%b/>' % run for run in runs if run[0] <= run[1])
