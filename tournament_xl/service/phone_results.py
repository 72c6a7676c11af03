"""Results from phones, brought as a file from another computer: the one whose server the phones in the hall used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.messages import page as texts
from tournament_xl.phones.report_file import add_reports
from tournament_xl.service.act import ActionRequest, ActionResult, act
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess


def take_phone_results(workbook: WorkbookAccess, data: bytes) -> ActionResult:
    """Add the lines of another computer's file of phone results to the workbook's own, then do the action `take`.

    The workbook's own file, "NOM - résultats reçus.csv", lies next to it (NOM: name of the workbook); a line that it
    has already is not added again. The action puts the results on which both players agree, or on which the organiser
    decided, into empty cells of Résultats. The `path` of the workbook must not be None; malformed lines of `data` are
    ignored. The added lines stay in the file also when the action is refused or fails.

    Raises:
        ExternalError: The workbook cannot be read or written, or its file of results cannot be read or has reached its
            largest size.
        OSError: A line cannot be written to the file of results; the lines before it are in it.
        ActionAborted: Neither the workbook's file nor `data` has a line; no action is done.
    """
    assert workbook.path
    if not add_reports(workbook.path, data):
        raise ActionAborted(Outcome(REFUSED, texts.NO_REPORTS))
    return act(workbook, ActionRequest("take"))
