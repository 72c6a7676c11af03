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
    """Write three files for the federation: copy without macros, ratings (Othello: ELO file), mail draft.

    No mail is sent, and the workbook is not written. Files of the same names are replaced; unchanged files of an
    earlier `send` of this workbook under other names are deleted. Of an open workbook the open sheets are sent, not the
    file. `folder` None means the folder of the workbook.

    Returns:
        What happened, with the files and the mail. A refusal if the workbook has no file on this computer's disks, is
        `modified` or has problems, if its tournament is not over, or if no action has recorded some of its pairs or
        results yet.

    Raises:
        ExternalError: The workbook cannot be read or a file cannot be written. All files are then as before, or the
            sentence names those that are not.
    """
    if refusal := refuse_without_file(workbook, "send"):
        return SendResult(refusal)
    assert workbook.path
    return write_parcel(workbook.path, folder, workbook.read() if workbook.is_open else None)


def refuse_without_file(workbook: WorkbookAccess, action: str) -> Outcome | None:
    """Return the refusal of an action that needs the workbook's file, if that is missing or older than the open sheets.

    None is returned where the action, a key of `live.BUTTONS`, may be done.
    """
    button = texts.BUTTONS[action]
    if workbook.path is None:
        return Outcome(REFUSED, texts.NO_FILE.format(button=button))
    return Outcome(REFUSED, texts.NOT_SAVED.format(button=button)) if workbook.modified else None
