"""Start of a front end by a command of another: buttons of Excel and LibreOffice, the page.

A front end never imports another one; this module knows them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament_xl.workbook.working_copy import Outcome

# Each front end is imported when it is started: no command needs two of them.


def press_in_excel(fullname: str, action: str, window: int) -> Outcome:
    """Press a button on the workbook open in Excel, and show the result there (`excel.live.act_on_open_workbook`).

    The cells are written, after a backup; the workbook is not saved. Errors are shown in Excel before they are raised.
    `fullname` is "" for a button that needs none; `window` is the handle of the window of the Excel with the workbook,
    0 if it is unknown. The outcome, for the terminal, is empty if a question was cancelled or a new workbook was
    opened.

    Raises:
        ExternalError: The workbook cannot be found, read or written.
        UsageError: The reply to a question that the button asks is none of its choices.
    """
    from tournament_xl.frontends.excel.live import act_on_open_workbook

    return act_on_open_workbook(fullname, action, window)


def press_on_standard_input(action: str) -> int:
    """Press a button on the workbook that comes as JSON through standard input; return the exit code.

    The answer is written as JSON to standard output, also after an error (`libreoffice.stdio.main`).

    Raises:
        ExternalError: There is no standard output.
    """
    from tournament_xl.frontends.libreoffice import stdio

    return stdio.main(action)


def serve_page(folder: str | None) -> int:
    """Serve the page for a folder until its last page is closed; return the exit code (`web.app.serve_app`).

    `folder` None means the current one.

    Raises:
        UsageError: There is no such folder.
        ExternalError: No port is free.
    """
    from tournament_xl.frontends.web.app import serve_app

    return serve_app(folder)
