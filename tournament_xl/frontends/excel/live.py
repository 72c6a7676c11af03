"""A workbook open in Excel, through xlwings: found, pressed on, shown again.

Only the BSD part of xlwings is used, and imported when a press begins. Reading and writing is in `excel_cells`.
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
from tournament_xl.frontends.excel.cells import busy, patient, read, refusals, write
from tournament_xl.messages import live as texts
from tournament_xl.messages.cli import BACKUPS
from tournament_xl.service import live_actions, ribbon_requests
from tournament_xl.storage import file_actions
from tournament_xl.workbook.snapshot import HostError, Snapshot, UsageError
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import real

if TYPE_CHECKING:
    import xlwings


_ATTEMPTS = 50  # times that xlwings itself repeats a rejected call; left alone it repeats for ever
_ONEDRIVE = r"Software\SyncEngines\Providers\OneDrive"
_PERSONAL = re.compile(r"https://my\.microsoftpersonalcontent\.com/personal/([^/]+)/documents/", re.IGNORECASE)


def press_live(fullname: str, action: str, window: int = 0) -> Outcome:
    """Press on the workbook open in Excel under this full name.

    `window` is the handle of that Excel's window, when it is known: others that run are left alone, and may be busy.
    Problems, refusals and what is new to know are told in a message box; at the end the sheet concerned is shown.
    HostError, told in a box too, when the workbook cannot be found, read or written; its cells are then as before.
    """
    book = None
    try:
        if fullname or action not in ribbon_requests.WITHOUT_WORKBOOK:
            book = find(fullname, window)
        outcome = _beside(book, action, window) if action in ribbon_requests.ACTIONS else _press(book, action)
    except (HostError, UsageError) as error:
        _tell(book, str(error), window=window)
        raise
    _show(book, action, outcome, window)
    return outcome


def _press(book: xlwings.Book, action: str) -> Outcome:
    path, known = location(book)
    if not known and action in live_actions.ON_FILE:
        raise HostError(texts.NO_FOLDER)
    if action in live_actions.SHOWN and _says(book, "ReadOnly", "read_only", False):  # somebody else has it open
        raise HostError(texts.READ_ONLY)
    snapshot = read(book)
    place = live_actions.Place(path if known else None)
    outcome = live_actions.act(action, snapshot, place)
    return _written(book, path, snapshot, outcome, file_actions.stamp(BACKUPS.get(action, ""), place.date), known)


def _written(book: xlwings.Book, path: Path, snapshot: Snapshot, outcome: Outcome, stamp: str, known: bool) -> Outcome:
    """The outcome, its cells written; with a word on where the copy is, when that is not beside the workbook."""
    if outcome.edits or outcome.unhide:
        copy = write(book, path, snapshot, outcome.edits, stamp=stamp, unhide=outcome.unhide, looks=outcome.looks)
        if copy and not known:
            return outcome._replace(
                warnings=(*outcome.warnings, texts.COPY_ELSEWHERE.format(copy=printable_path(copy)))
            )
    return outcome


def _beside(book: xlwings.Book, action: str, window: int) -> Outcome:
    """What the tab Tournoi does beside a press: asked, done, written, and a new workbook opened."""
    request, path = ribbon_requests.ButtonRequest(), Path()
    if book is not None:
        path, known = location(book)
        with refusals(texts.UNREADABLE):
            cell = patient(lambda: book.app.selection)
        at = (cell.sheet.name, cell.row) if cell else ("", 0)
        request = ribbon_requests.ButtonRequest(
            path if known else None, read(book), at, not _says(book, "Saved", "saved", True)
        )
    answer = ribbon_requests.answer(action, request)
    while question := answer.question:
        reply = dialogs.ask(question, book, window)
        if reply is None:
            return Outcome(DONE)
        answer = ribbon_requests.answer(action, replace(request, reply=reply))
    if book is not None:
        _written(book, path, request.snapshot, answer.outcome, file_actions.stamp(BACKUPS["restore"]), True)
    if answer.opens and answer.outcome.code == DONE:
        return Outcome(DONE) if _open(answer.opens, window) else answer.outcome._replace(text=texts.NOT_OPENED)
    return answer.outcome


def _open(path: Path, window: int) -> bool:
    """Open a workbook in the Excel of that window, which waits for this press; else with what opens such files, if
    anything does.
    """
    with suppress(Exception):
        process, apps = _process(window) if window else 0, import_module("xlwings").apps
        spare_other_programs()
        (app,) = (app for app in apps if app.pid == process)
        app.books.open(str(path))
        return True
    return dialogs.open_file(path)


def _says(book: xlwings.Book, name: str, name_on_mac: str, otherwise: bool) -> bool:
    """What Excel says of the workbook, as far as it does."""
    with suppress(Exception):
        return bool(getattr(book.api, name_on_mac).get() if sys.platform == "darwin" else getattr(book.api, name))
    return otherwise


# The workbook


def find(fullname: str, window: int = 0) -> xlwings.Book:
    """The open workbook (xlwings' Book); it is never opened here. HostError when it is not open, or twice.

    With a window's handle only the Excel of that window is asked.
    """
    try:
        apps = import_module("xlwings").apps
    except ImportError as error:
        raise HostError(texts.NO_XLWINGS.format(python=sys.executable)) from error
    spare_other_programs()
    name = ntpath.basename(fullname).lower()
    with refusals(texts.NO_EXCEL):
        every = patient(lambda: [book for app in _running(apps, window) for book in app.books])
        books = [book for book in every if book.name.lower() == name]
        found = [book for book in books if _plain(_fullname(book)) == _plain(fullname)]
        if not found and "://" in fullname:  # a workbook in the cloud, which xlwings names by its folder
            found = books
    if len(found) != 1:
        raise HostError((texts.OPEN_TWICE if found else texts.NOT_OPEN).format(name=fullname))
    return found[0]


def spare_other_programs() -> None:
    """Keep xlwings, once imported, from waiting for ever, and from closing every Excel that shows no workbook, as
    it does on Windows when a program that imported it ends: another program may work in one.
    """
    windows: Any = sys.modules.get("xlwings._xlwindows")
    if windows:
        windows.N_COM_ATTEMPTS = _ATTEMPTS
        if cleanup := getattr(windows, "cleanup", None):
            atexit.unregister(cleanup)


def _running(apps: xlwings.Apps, window: int) -> list[xlwings.Book]:
    """The Excel that has this window; all that run when no window is given, or none of them has it."""
    process = _process(window) if window else 0
    return [app for app in apps if app.pid == process] or list(apps)


def _process(window: int) -> int:
    """The number of the process that has a window; 0 when there is none."""
    import ctypes

    found = ctypes.c_ulong(0)
    if sys.platform == "win32":
        ctypes.windll.user32.GetWindowThreadProcessId(window, ctypes.byref(found))
    return found.value


def _fullname(book: xlwings.Book) -> str:
    """The workbook's path; "" for one in the cloud whose folder xlwings does not find, by whatever error it says so."""
    try:
        return str(patient(lambda: book.fullname))
    except Exception as error:
        if busy(error):
            raise HostError(texts.BUSY) from error
        return ""


def _plain(fullname: str) -> str:
    return fullname.replace("/", "\\").lower()


def location(book: xlwings.Book) -> tuple[Path, bool]:
    """Where the workbook is saved, and whether that is known: one in the cloud may have no folder here, and is told as
    if it stood where its copies will be kept. HostError when it was never saved, or its folder is not reached.
    """
    path = Path(_fullname(book))
    if path.name and not path.is_absolute():
        raise HostError(texts.NEVER_SAVED)
    if path.name and os.path.isdir(path.parent):
        return path, True
    if not path.name:
        with refusals(texts.NO_FOLDER):
            address = str(patient(lambda: book.api.FullName))
        if there := local_path(address):
            return there, True
        if own := os.environ.get("LOCALAPPDATA"):
            folder = Path(own, "tournament_xl")
            with suppress(OSError):  # said when the copy is made
                folder.mkdir(parents=True, exist_ok=True)
            folder = real(folder)  # the Python of Windows' store has it elsewhere than it says
            return folder / address.rpartition("/")[2], False
    raise HostError(texts.NO_FOLDER)


# OneDrive, SharePoint and Teams: Excel names a workbook by its address


def local_path(address: str) -> Path | None:
    """The file on this computer's disks that has this address; None when no folder kept here has it."""
    addresses = [address, _PERSONAL.sub(r"https://d.docs.live.net/\1/", address)]  # two forms of personal ones
    for one in dict.fromkeys(text for each in addresses for text in (each, unquote(each))):
        for namespace, folder in sorted(_folders(), key=lambda pair: -len(pair[0])):
            if one.lower().startswith(namespace.lower() + "/"):
                parts = one[len(namespace) + 1 :].split("/")
                for rest in (parts, parts[1:]):  # an account's number, or the one folder of a library that is kept here
                    if rest and (file := Path(folder, *rest)).is_file():
                        return file
    return None


def _folders() -> Iterator[tuple[str, str]]:
    """Address and place of the folders that OneDrive keeps on this computer, by Windows' registry."""
    try:
        winreg: Any = import_module("winreg")
    except ImportError:
        return
    with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _ONEDRIVE) as key:
        for number in range(winreg.QueryInfoKey(key)[0]):
            with suppress(OSError), winreg.OpenKey(key, winreg.EnumKey(key, number)) as one:
                address, folder = (str(winreg.QueryValueEx(one, name)[0]) for name in ("UrlNamespace", "MountPoint"))
                yield address.rstrip("/"), folder


# What the organiser sees


def _show(book: xlwings.Book, action: str, outcome: Outcome, window: int) -> None:
    """The sheet concerned, or the first problem's cell, and a box with the problems, or with what there is to read."""
    with suppress(Exception):  # a hidden sheet, or another Excel in front: the press stands all the same
        cells = [(one.sheet, one.row, one.column) for one in outcome.problems[:1]] or outcome.select
        for sheet, row, column in cells:
            book.sheets[sheet].activate()
            book.sheets[sheet].range((row, column)).select()
        if outcome.code == DONE and action in live_actions.SHOWN:
            book.sheets[live_actions.SHOWN[action]].activate()
    if outcome.problems and not outcome.text:
        _tell(book, problems_text(outcome))
    elif (
        outcome.text
        or outcome.warnings
        or outcome.code != DONE
        or (outcome.message and action not in live_actions.SHOWN)
    ):
        mode = "info" if outcome.code == DONE else "critical"
        _tell(book, report_text(outcome, texts.BUTTONS[action]), mode, window)


def problems_text(outcome: Outcome) -> str:
    """The message box for problems: what there is to know, the first ones in full, the number of the others."""
    lines = [*_noted(outcome), texts.PROBLEMS, "", *map(str, outcome.problems[: texts.SHOWN_PROBLEMS])]
    if (more := len(outcome.problems) - texts.SHOWN_PROBLEMS) > 0:
        lines.append(texts.MORE.format(count=more))
    return "\n".join(lines)


def report_text(outcome: Outcome, button: str) -> str:
    """The message box for what there is to read, behind the problems that a check has found first; when it is long, the
    whole opens in the system's reader of texts.
    """
    problems = [line for problem in outcome.problems for line in (str(problem), " ")]
    lines = [*_noted(outcome), *problems, *outcome.text.splitlines()]
    told = [outcome.message, *lines[: texts.SHOWN_LINES]]
    if (more := len(lines) - texts.SHOWN_LINES) > 0:
        file = Path(f"tournament-xl - {button}.txt")
        with suppress(OSError):  # of a system without a folder for it, too
            file = tempfile.gettempdir() / file
            file.write_text("\n".join([outcome.message, "", *lines, ""]), encoding="utf-8-sig")
            dialogs.open_file(file)
        told.append(texts.MORE_LINES.format(count=more, file=printable_path(file)))
    return "\n".join(filter(None, told))


def _noted(outcome: Outcome) -> list[str]:
    """The warnings, each with an empty line behind it."""
    return [line for text in outcome.warnings for line in (texts.NOTE.format(text=text), " ")]


def _tell(book: xlwings.Book, text: str, mode: str = "critical", window: int = 0) -> None:
    """A message box of Excel, or the system's own, in front of that window, when there is no Excel to show it."""
    if book is not None:
        with suppress(Exception):
            book.app.alert(text, texts.TITLE, "ok", mode)
            return
    dialogs.tell(text, window, mode)
