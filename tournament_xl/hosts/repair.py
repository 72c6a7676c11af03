"""The verb `repair`: buttons and macros that another program removed are put back; all else stays as it is."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Block, Cell, HostError, difference
from tournament_xl.files import xlsx
from tournament_xl.files.package import UNKNOWN_FORM, Package
from tournament_xl.games import is_othello
from tournament_xl.hosts import buttons, closed, files
from tournament_xl.record import record
from tournament_xl.resources import resource
from tournament_xl.texts import hosts
from tournament_xl.texts import repair as texts


@record
class Repaired:
    """What became of a workbook."""

    path: Path  # the workbook with buttons: itself, or the new .xlsm of an .xlsx
    copy: Path | None  # the backup of what it was, None for a new file


def repair(path: str | os.PathLike[str]) -> Repaired | None:
    """Put the buttons and macros back into a workbook; None when nothing is missing.

    Of an .xlsx a new .xlsm is made beside it, never over an existing file. HostError when the file cannot be read or
    written, is no tournament's, or has somebody else's macros only; everything is then as before.
    """
    book = closed.ClosedFile(path)
    if book.path.suffix.lower() == ".xlsx":
        book.refuse_when_locked()
        target = book.path.with_suffix(".xlsm")
        if os.path.lexists(target):
            raise HostError(hosts.EXISTS.format(path=target))
        files.write_new(target, repaired(book.path, book.content()))
        return Repaired(target, None)
    copy = book.replace(lambda data: repaired(book.path, data), stamp=files.stamp(texts.BACKUP_LABEL))
    return Repaired(book.path, copy) if copy else None


def repaired(path: Path, data: bytes) -> bytes:
    """The workbook `data` with whole buttons, the bytes themselves when they are whole; `path` is for the sentences."""
    hints = _hints()  # first: what is found out about `data` is kept for what follows
    snapshot = xlsx.load(path, data)
    if labels.TOURNAMENT not in snapshot.sheets:
        raise HostError(texts.NO_TOURNAMENT.format(path=path, sheet=labels.TOURNAMENT))
    template = f"{files.OTHELLO if is_othello(snapshot) else files.SCRABBLE}.xlsm"
    edits = tuple(Block(*place, ((None,),)) for place, hint in hints if snapshot.cell(*place) == hint)
    return xlsx.edit(path, data, edits, finish=partial(_put_buttons, path, template))


def _put_buttons(path: Path, template: str, package: Package) -> None:
    """Give the package the buttons and macros of a template that it lacks."""
    try:
        buttons.put_back(package, Package(resource("templates", template).read_bytes()), buttons.program())
    except buttons.OtherMacrosError as error:
        raise HostError(texts.OTHER_MACROS.format(path=path, modules=error)) from error
    except UNKNOWN_FORM as error:
        raise HostError(texts.UNKNOWN_FORM.format(path=path)) from error


def _hints() -> list[tuple[xlsx.Place, Cell]]:
    """The cells that hold a hint in the template without buttons and nothing in the one with them."""
    without, with_buttons = (
        xlsx.load(file, file.read_bytes())
        for file in (resource("templates", f"scrabble{ending}") for ending in closed.ENDINGS)
    )
    return [cell for block in difference(with_buttons, without) for cell in block.cells()]
