"""Results from phones that come as a file, from a computer that served the hall."""

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
    """Add the lines of a file of phone results to the file next to the workbook, then do the action `take`.

    The action puts the results on which both players agree, or which the desk decided, into empty cells of Résultats.
    The added lines stay also when the action is refused.

    Args:
        workbook: The workbook, which has a file.
        data: Bytes of "NOM - résultats reçus.csv".

    Returns:
        As `act` for the action `take`.

    Raises:
        HostError: A file cannot be read or written.
        OSError: A line cannot be written.
        ActionAborted: Neither file has a result.
    """
    assert workbook.path
    if not add_reports(workbook.path, data):
        raise ActionAborted(Outcome(REFUSED, texts.NO_REPORTS))
    return act(workbook, ActionRequest("take"))
