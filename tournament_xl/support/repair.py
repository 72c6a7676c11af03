"""The command `repair`: puts back buttons and macros that another program removed, and leaves the rest as it is."""

from __future__ import annotations

import os
from pathlib import Path

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.resources import printable_path, resource_path
from tournament_xl.games.registry import find_game
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage import new_file, timestamps, workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Block, compute_edits
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import buttons, workbook_package
from tournament_xl.xlsx.package import UNKNOWN_FORM_ERRORS, Package


def repair(path: str | os.PathLike[str]) -> Outcome:
    """Put missing buttons and macros back into a workbook, after a backup of it next to it.

    An .xlsx, which can have none, stays as it is; a new .xlsm with them is written next to it. The outcome's sentence
    has the path of the backup or of the new file; it is REFUSED if nothing is missing.

    Raises:
        FileFailure: The .xlsm for an .xlsx exists already; the workbook is no tournament's, has macros of other people
            or an unknown form; the file cannot be read or written, or is open elsewhere. Everything is unchanged.
    """
    file = workbook_file.ClosedFile(path)
    if file.path.suffix.lower() == ".xlsx":
        file.refuse_when_locked()
        new_path = file.path.with_suffix(".xlsm")
        if os.path.lexists(new_path):
            raise FileFailure(texts.EXISTS, new_path)
        new_file.write_new(new_path, restore_buttons(file.path, file.read_bytes()))
        return Outcome(DONE, texts.CONVERTED.format(path=printable_path(new_path), old=printable_path(path)))
    copy = file.replace(
        lambda data: restore_buttons(file.path, data), stamp=timestamps.backup_stamp(texts.BEFORE_REPAIR)
    )
    if copy is None:
        return Outcome(REFUSED, texts.NOTHING_TO_REPAIR.format(path=printable_path(path)))
    return Outcome(
        DONE, texts.REPAIRED.format(path=printable_path(file.path), copy=printable_path(copy)), warnings=file.lost
    )


def restore_buttons(path: Path, data: bytes) -> bytes:
    """Return the bytes of a workbook with all buttons and macros of its game; no file is touched.

    The buttons start the program of this installation. Cells with the hints that an .xlsx has in place of buttons are
    emptied. The bytes are equal to `data` if nothing is missing and the buttons start that program already.

    Raises:
        FileFailure: The workbook is no tournament's, has macros of other people, or its package has an unknown
            form.
        ExternalError: The bytes are no readable workbook.
    """
    plain_template, button_template = (
        workbook_package.parse_snapshot(file, file.read_bytes())
        for file in (resource_path("templates", f"scrabble{ending}") for ending in workbook_file.ENDINGS)
    )
    hints = [
        cell for block in compute_edits(button_template, plain_template) for cell in block.cells()
    ]  # shown instead of buttons
    book = workbook_package.parse_workbook(path, data)
    snapshot = book.snapshot()
    if schema.TOURNAMENT not in snapshot.sheets:
        raise FileFailure(texts.NO_TOURNAMENT, path, sheet=schema.TOURNAMENT)
    template = resource_path("templates", f"{find_game(snapshot).name}.xlsm")

    def put_buttons(package: Package) -> None:
        try:
            buttons.add_missing_buttons(package, Package(template.read_bytes()), buttons.find_program())
        except buttons.OtherMacrosError as error:
            raise FileFailure(texts.OTHER_MACROS, path, modules=error) from error
        except UNKNOWN_FORM_ERRORS as error:
            raise FileFailure(texts.UNKNOWN_FORM, path) from error

    edits = tuple(Block(*place, ((None,),)) for place, hint in hints if snapshot.cell(*place) == hint)
    return workbook_package.edit_workbook(path, book, edits, finish=put_buttons).data
