"""Actions on a workbook open in Excel, through xlwings: find it, act on it, show the result.

Only the part of xlwings under the BSD licence is used, and imported when an action begins. The module `cells` reads and
writes the cells.
"""

from __future__ import annotations

import atexit
import ntpath
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.excel import dialogs
from tournament_xl.frontends.excel.calls import is_busy, raising_excel_errors, retry_while_busy
from tournament_xl.frontends.excel.cells import read_sheets, write_edits
from tournament_xl.messages import live as texts
from tournament_xl.service import act, buttons
from tournament_xl.storage import timestamps
from tournament_xl.workbook.snapshot import ExternalError, Snapshot, UsageError
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import resolve_path

if TYPE_CHECKING:
    import xlwings

    from tournament_xl.workbook.decoded import Workbook


_ATTEMPTS = 50  # how often xlwings repeats a rejected call; its own default is for ever
_ONEDRIVE = r"Software\SyncEngines\Providers\OneDrive"
_PERSONAL = re.compile(r"https://my\.microsoftpersonalcontent\.com/personal/([^/]+)/documents/", re.IGNORECASE)


def act_on_open_workbook(fullname: str, action: str, window: int = 0) -> Outcome:
    """Press a button on the workbook open in Excel, ask its questions in dialogs, and show the result there.

    Problems, refusals and warnings are shown in a message box; at the end the sheet concerned is shown. A new workbook
    is opened. The cells are written, after a backup, but the workbook is not saved. `fullname` is empty for a button
    that needs none (`buttons.WITHOUT_WORKBOOK`); `action` is a key of `live.BUTTONS`, else KeyError. `window` is the
    handle of the window of the Excel with the workbook, 0 if it is unknown; other instances of Excel, which may be
    busy, are not asked. The outcome, for the terminal, is empty if a question was cancelled or a new workbook was
    opened.

    Raises:
        ExternalError: The workbook cannot be found, read or written; its cells are then as before, or the sentence
            names the backup. Shown in a message box before it is raised.
        UsageError: The reply to a question that the button asks is none of its choices. Shown as well.
    """
    book, answer = None, buttons.ButtonAnswer(Outcome(DONE))
    try:
        if fullname or action not in buttons.WITHOUT_WORKBOOK:
            book = find_open_workbook(fullname, window)
        answer = _press(book, action, window)
    except (ExternalError, UsageError) as error:
        _show_message(book, str(error), window=window)
        raise
    outcome = answer.outcome
    if answer.opens and outcome.code == DONE:
        opened = _open(answer.opens, window)  # the new workbook says the rest
        outcome = Outcome(DONE, text=outcome.text) if opened else outcome._replace(text=texts.NOT_OPENED)
    _show(book, action, outcome, window)
    return outcome


class ExcelWorkbook:
    """Access of a use case to the workbook open in Excel."""

    is_open = True

    def __init__(self, book: xlwings.Book, action: str) -> None:
        """Find out where the workbook is saved; its cells are not read yet.

        Raises:
            ExternalError: The workbook was never saved, its folder cannot be reached, or the action needs a file on
                disk that does not exist.
        """
        self._book, self._action, self._snapshot = book, action, Snapshot({})
        self._location, self._is_local = find_location(book)
        self.previous: Workbook | None = None
        if not self._is_local and action in buttons.ON_FILE:
            raise ExternalError(texts.NO_FOLDER)

    @property
    def path(self) -> Path | None:
        """File of the workbook; None where it is in the cloud and on no disk of this computer."""
        return self._location if self._is_local else None

    @property
    def modified(self) -> bool:
        """True when the workbook has changes that its file lacks.

        Always False for the buttons `send` and `publish`, which read the open sheets, and if Excel does not say.
        """
        return self._action not in buttons.ON_FILE and not _workbook_flag(self._book, "Saved", "saved", True)

    def refuse_unwritable(self) -> None:
        """Raise ExternalError for a workbook that is read-only, because somebody else has it open."""
        if _workbook_flag(self._book, "ReadOnly", "read_only", False):
            raise ExternalError(texts.READ_ONLY)

    def read(self) -> Snapshot:
        """Read all sheets."""
        self._snapshot = read_sheets(self._book)
        return self._snapshot

    def write(self, outcome: Outcome, stamp: str | None) -> Outcome:
        """Write the edits of an outcome into the open workbook (`write_edits`); a backup is made even without a stamp.

        Without any cell to write nothing happens. The workbook is not saved. The outcome has a note at the end if the
        backup is not kept next to the workbook.

        Raises:
            ExternalError: As `write_edits`.
        """
        if not (outcome.edits or outcome.unhide):
            return outcome
        copy = write_edits(
            self._book, self._location, self._snapshot, outcome.edits, stamp=stamp or timestamps.backup_stamp(""),
            unhide=outcome.unhide, layout_changes=outcome.layout_changes,
        )  # fmt: skip
        if copy and not self._is_local:
            warning = texts.COPY_ELSEWHERE.format(copy=printable_path(copy))
            return outcome._replace(warnings=(*outcome.warnings, warning))
        return outcome


def _press(book: xlwings.Book, action: str, window: int) -> buttons.ButtonAnswer:
    """Press a button, and ask its questions."""
    request = buttons.ButtonRequest()
    if book is not None:
        workbook, selected = ExcelWorkbook(book, action), ("", 0)
        if action == "explain":
            with raising_excel_errors(texts.UNREADABLE):
                cell = retry_while_busy(lambda: book.app.selection)
            selected = (cell.sheet.name, cell.row) if cell else selected
        request = buttons.ButtonRequest(workbook, selected)
    answer = buttons.press(action, request)
    while question := answer.question:
        reply = dialogs.ask_question(question, book, window)
        if reply is None:
            return buttons.ButtonAnswer(Outcome(DONE))
        answer = buttons.press(action, replace(request, reply=reply))
    return answer


def _open(path: Path, window: int) -> bool:
    """Open a workbook in the Excel of that window, else with the program for such files; False where there is none."""
    with suppress(Exception):
        process, apps = find_process(window) if window else 0, import_module("xlwings").apps
        restrain_xlwings()
        (app,) = (app for app in apps if app.pid == process)
        app.books.open(str(path))
        return True
    return dialogs.open_file(path)


def _workbook_flag(book: xlwings.Book, name: str, name_on_mac: str, default: bool) -> bool:
    """Read a yes-or-no property of the workbook; `default` where Excel does not have it."""
    with suppress(Exception):
        return bool(getattr(book.api, name_on_mac).get() if sys.platform == "darwin" else getattr(book.api, name))
    return default


# The workbook


def find_open_workbook(fullname: str, window: int = 0) -> xlwings.Book:
    """Find an open workbook; it is never opened here.

    `window` is the handle of the window of the Excel to ask, 0 for all that run.

    Raises:
        ExternalError: The workbook is not open, or is open twice; Excel does not answer; or xlwings is missing.
    """
    try:
        apps = import_module("xlwings").apps
    except ImportError as error:
        raise ExternalError(texts.NO_XLWINGS, python=sys.executable) from error
    restrain_xlwings()
    name = ntpath.basename(fullname).lower()
    with raising_excel_errors(texts.NO_EXCEL):
        open_books = retry_while_busy(lambda: [book for app in _running(apps, window) for book in app.books])
        books = [book for book in open_books if book.name.lower() == name]
        matches = [book for book in books if _comparable(_fullname(book)) == _comparable(fullname)]
        if not matches and "://" in fullname:  # a workbook in the cloud, which xlwings names by its folder
            matches = books
    if len(matches) != 1:
        raise ExternalError(texts.OPEN_TWICE if matches else texts.NOT_OPEN, name=fullname)
    return matches[0]


def restrain_xlwings() -> None:
    """Keep xlwings on Windows from repeating calls for ever and from closing Excel; do nothing if it is not imported.

    When a program that imported xlwings ends, xlwings closes every Excel that shows no workbook, although another
    program may work in it.
    """
    windows: Any = sys.modules.get("xlwings._xlwindows")
    if windows:
        windows.N_COM_ATTEMPTS = _ATTEMPTS
        if cleanup := getattr(windows, "cleanup", None):
            atexit.unregister(cleanup)


def _running(apps: xlwings.Apps, window: int) -> list[xlwings.Book]:
    """Find the Excel that has this window; all that run where no window is given or none of them has it."""
    process = find_process(window) if window else 0
    return [app for app in apps if app.pid == process] or list(apps)


def find_process(window: int) -> int:
    """Return the number of the process that has a window; 0 where there is none, and outside Windows."""
    import ctypes

    process_id = ctypes.c_ulong(0)
    if sys.platform == "win32":
        ctypes.windll.user32.GetWindowThreadProcessId(window, ctypes.byref(process_id))
    return process_id.value


def _fullname(book: xlwings.Book) -> str:
    """Return the workbook's path; "" for one in the cloud whose folder xlwings does not find."""
    try:
        return str(retry_while_busy(lambda: book.fullname))
    except Exception as error:
        if is_busy(error):
            raise ExternalError(texts.BUSY) from error
        return ""


def _comparable(fullname: str) -> str:
    return fullname.replace("/", "\\").lower()


def find_location(book: xlwings.Book) -> tuple[Path, bool]:
    """Find where the workbook is saved.

    For a workbook in the cloud that is on no disk, the folder is made in which its backups will be kept. Returned are
    the path, and whether the file is on this computer's disks. If not, the path is in the folder for backups and no
    file is there.

    Raises:
        ExternalError: The workbook was never saved, or its folder cannot be reached.
    """
    path = Path(_fullname(book))
    if path.name and not path.is_absolute():
        raise ExternalError(texts.NEVER_SAVED)
    if path.name and os.path.isdir(path.parent):
        return path, True
    if not path.name:
        with raising_excel_errors(texts.NO_FOLDER):
            address = str(retry_while_busy(lambda: book.api.FullName))
        if local := find_local_file(address):
            return local, True
        if app_data := os.environ.get("LOCALAPPDATA"):
            folder = Path(app_data, "tournament_xl")
            with suppress(OSError):  # reported when the backup is made
                folder.mkdir(parents=True, exist_ok=True)
            folder = resolve_path(folder)  # the Python of the Windows store redirects this folder
            return folder / address.rpartition("/")[2], False
    raise ExternalError(texts.NO_FOLDER)


# OneDrive, SharePoint and Teams: Excel names a workbook by its address


def find_local_file(address: str) -> Path | None:
    """Find the file on this computer's disks that has this web address; None where no synchronised folder has it.

    OneDrive's folders are read from Windows' registry: elsewhere the result is None.
    """
    addresses = [address, _PERSONAL.sub(r"https://d.docs.live.net/\1/", address)]  # personal addresses have two forms
    for candidate in dict.fromkeys(text for variant in addresses for text in (variant, unquote(variant))):
        for namespace, folder in sorted(_folders(), key=lambda pair: -len(pair[0])):
            if candidate.lower().startswith(namespace.lower() + "/"):
                parts = candidate[len(namespace) + 1 :].split("/")
                for rest in (
                    parts,
                    parts[1:],
                ):  # the first part may be an account's number, or the only synchronised folder of a library
                    if rest and (file := Path(folder, *rest)).is_file():
                        return file
    return None


def _folders() -> Iterator[tuple[str, str]]:
    """List address and path of the folders that OneDrive keeps on this computer, from Windows' registry."""
    try:
        winreg: Any = import_module("winreg")
    except ImportError:
        return
    with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _ONEDRIVE) as key:
        for number in range(winreg.QueryInfoKey(key)[0]):
            with suppress(OSError), winreg.OpenKey(key, winreg.EnumKey(key, number)) as account_key:
                address, folder = (
                    str(winreg.QueryValueEx(account_key, name)[0]) for name in ("UrlNamespace", "MountPoint")
                )
                yield address.rstrip("/"), folder


# What the organiser sees


def _show(book: xlwings.Book, action: str, outcome: Outcome, window: int) -> None:
    """Show the sheet concerned or the first problem's cell, and a message box with the problems or the text."""
    with suppress(Exception):  # the sheet may be hidden, or another Excel in front: the action is done all the same
        cells = [(problem.sheet, problem.row, problem.column) for problem in outcome.problems[:1]] or outcome.select
        for sheet, row, column in cells:
            book.sheets[sheet].activate()
            book.sheets[sheet].range((row, column)).select()
        if outcome.code == DONE and action in act.SHEETS:
            book.sheets[act.SHEETS[action]].activate()
    if outcome.problems and not outcome.text:
        _show_message(book, format_problems(outcome))
    elif outcome.text or outcome.warnings or outcome.code != DONE or (outcome.message and action not in act.SHEETS):
        mode = "info" if outcome.code == DONE else "critical"
        _show_message(book, format_report(outcome, texts.BUTTONS[action]), mode, window)


def format_problems(outcome: Outcome) -> str:
    """Return the text of the message box for an outcome with problems, without the outcome's message.

    It has the warnings, the first `SHOWN_PROBLEMS` problems in full, and the number of the others.
    """
    lines = [*_noted(outcome), texts.PROBLEMS, "", *map(str, outcome.problems[: texts.SHOWN_PROBLEMS])]
    if (remaining := len(outcome.problems) - texts.SHOWN_PROBLEMS) > 0:
        lines.append(texts.MORE.format(count=remaining))
    return "\n".join(lines)


def format_report(outcome: Outcome, button: str) -> str:
    """Return the text of the message box for an outcome, and open a text file with the whole if it is long.

    The text has the outcome's `message`, warnings, problems (those that a check of the tournament found) and `text`.
    Lines after the first `SHOWN_LINES` are only counted. The whole is then written to "tournament-xl - BUTTON.txt" in
    the system's folder for temporary files, in place of an older file of that name, and opened in the editor for texts.
    If it cannot be written or opened nothing is raised, and the message box names the file all the same.
    """
    problems = [line for problem in outcome.problems for line in (str(problem), " ")]
    lines = [*_noted(outcome), *problems, *outcome.text.splitlines()]
    shown_lines = [outcome.message, *lines[: texts.SHOWN_LINES]]
    if (remaining := len(lines) - texts.SHOWN_LINES) > 0:
        file = Path(f"tournament-xl - {button}.txt")
        with suppress(OSError):  # the system may have no folder for temporary files
            file = tempfile.gettempdir() / file
            file.write_text("\n".join([outcome.message, "", *lines, ""]), encoding="utf-8-sig")
            dialogs.open_file(file)
        shown_lines.append(texts.MORE_LINES.format(count=remaining, file=printable_path(file)))
    return "\n".join(filter(None, shown_lines))


def _noted(outcome: Outcome) -> list[str]:
    """Return the warnings, each with an empty line after it."""
    return [line for text in outcome.warnings for line in (texts.NOTE.format(text=text), " ")]


def _show_message(book: xlwings.Book, text: str, mode: str = "critical", window: int = 0) -> None:
    """Show a message box of Excel, or of the system, in front of that window, where there is no Excel to show it."""
    if book is not None:
        with suppress(Exception):
            book.app.alert(text, texts.TITLE, "ok", mode)
            return
    dialogs.show_message(text, window, mode)
