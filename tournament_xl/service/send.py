"""Files for the federation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.messages import live as texts
from tournament_xl.submission.send import SendResult, write_parcel
from tournament_xl.workbook.working_copy import Outcome

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess


def send(workbook: WorkbookAccess, folder: str | os.PathLike[str] | None = None) -> SendResult:
    """Write the files for the federation: copy without macros, ratings, mail draft. Nothing is sent or else written.

    Args:
        workbook: The workbook; its open sheets are sent, saved or not; its file must be on this computer's disks.
        folder: Where to write; None for the folder of the workbook.

    Returns:
        What happened, with the files and the mail; refused for a workbook without a file, or with changes that its file
        lacks.

    Raises:
        ExternalError: The workbook cannot be read or a file cannot be written; no file has changed then.
    """
    if refusal := refuse_without_file(workbook, "send"):
        return SendResult(refusal)
    assert workbook.path
    return write_parcel(workbook.path, folder, workbook.read() if workbook.is_open else None)


def refuse_without_file(workbook: WorkbookAccess, action: str) -> Outcome | None:
    """Return the refusal of an action that works on the file: there is none, or it lacks what the open workbook has.

    Args:
        workbook: The workbook.
        action: The action, a key of `live.BUTTONS`.

    Returns:
        The refusal; None where the action may be done.
    """
    button = texts.BUTTONS[action]
    if workbook.path is None:
        return Outcome(REFUSED, texts.NO_FILE.format(button=button))
    return Outcome(REFUSED, texts.NOT_SAVED.format(button=button)) if workbook.modified else None
