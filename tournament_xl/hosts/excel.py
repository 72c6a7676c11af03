"""A workbook open in Excel, through xlwings: found, pressed on, shown again.

Only the BSD part of xlwings is used, and imported when a press begins. Reading and writing is in `excel_cells`.
"""

from __future__ import annotations

import atexit
import ntpath
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts import excel_cloud, files, pressing
from tournament_xl.hosts.excel_answers import busy, patient, refusals
from tournament_xl.hosts.excel_cells import read, write
from tournament_xl.press import DONE, Outcome
from tournament_xl.record import replace
from tournament_xl.texts import live as texts
from tournament_xl.texts import stdio as action_texts

_ATTEMPTS = 50  # times that xlwings itself repeats a rejected call; left alone it repeats for ever


def press_live(fullname: str | None, action: str, window: int = 0) -> Outcome:
    """Press on the workbook open in Excel under this full name; None: the one that called through RunPython.

    `window` is the handle of that Excel's window, when it is known: others that run are left alone, and may be busy.
    Problems, refusals and what is new to know are told in a message box; at the end the sheet concerned is shown.
    HostError, told in a box too, when the workbook cannot be found, read or written; its cells are then as before.
    """
    book = None
    try:
        book = find(fullname, window)
        outcome = _press(book, action)
    except HostError as error:
        _tell(book, str(error), window=window)
        raise
    _show(book, action, outcome)
    return outcome


def _press(book: Any, action: str) -> Outcome:
    path, known = location(book)
    if not known and action in pressing.ON_FILE:
        raise HostError(texts.NO_FOLDER)
    if action in pressing.SHOWN and _read_only(book):
        raise HostError(texts.READ_ONLY)
    snapshot = read(book)
    place = pressing.Place(path if known else None, action in pressing.ON_FILE and _modified(book))
    outcome = pressing.act(action, snapshot, place)
    if outcome.edits or outcome.reveal:
        label = files.stamp(action_texts.LABELS[action], place.date)
        copy = write(
            book, path, snapshot, outcome.edits, stamp=label, reveal=outcome.reveal, looks=outcome.looks
        )  # fmt: skip
        if copy and not known:
            outcome = replace(outcome, warnings=(*outcome.warnings, texts.COPY_ELSEWHERE.format(copy=copy)))
    return outcome


def find(fullname: str | None, window: int = 0) -> Any:
    """The open workbook (xlwings' Book); it is never opened here. HostError when it is not open, or twice.

    With a window's handle only the Excel of that window is asked.
    """
    try:
        import xlwings
    except ImportError as error:
        raise HostError(texts.NO_XLWINGS.format(python=sys.executable)) from error
    tame()
    if fullname is None:
        try:
            return xlwings.Book.caller()
        except Exception as error:  # xlwings raises a bare one
            raise HostError(texts.NO_CALLER) from error
    name = ntpath.basename(fullname).lower()
    with refusals(texts.NO_EXCEL):
        books = patient(lambda: [book for app in _running(window) for book in app.books if book.name.lower() == name])
        found = [book for book in books if _fullname(book) == _plain(fullname)]
        if not found and "://" in fullname:  # a workbook in the cloud, which xlwings names by its folder
            found = books
    if len(found) != 1:
        raise HostError((texts.OPEN_TWICE if found else texts.NOT_OPEN).format(name=fullname))
    return found[0]


def tame() -> None:
    """Keep xlwings, once imported, from waiting for ever, and from ending every Excel without a workbook's window, as
    it does on Windows when a program that imported it ends: another program may work in one.
    """
    windows: Any = sys.modules.get("xlwings._xlwindows")
    if windows:
        windows.N_COM_ATTEMPTS = _ATTEMPTS
        if cleanup := getattr(windows, "cleanup", None):
            atexit.unregister(cleanup)


def _running(window: int) -> list[Any]:
    """The Excel that has this window; all that run when no window is given, or none of them has it."""
    import xlwings

    apps = list(xlwings.apps)
    process = _process(window) if window else 0
    return [app for app in apps if app.pid == process] or apps


def _process(window: int) -> int:
    """The number of the process that has a window; 0 when there is none."""
    import ctypes

    found = ctypes.c_ulong(0)
    if sys.platform == "win32":
        ctypes.windll.user32.GetWindowThreadProcessId(window, ctypes.byref(found))
    return found.value


def _fullname(book: Any) -> str:
    """As `_plain`; "" for a workbook in the cloud whose folder xlwings does not find, by whatever error it says so."""
    try:
        return _plain(patient(lambda: book.fullname))
    except Exception as error:
        if busy(error):
            raise
        return ""


def _plain(fullname: str) -> str:
    return fullname.replace("/", "\\").lower()


def location(book: Any) -> tuple[Path, bool]:
    """Where the workbook is saved, and whether that is known: one in the cloud may have no folder here, and is told as
    if it stood where its copies will be kept. HostError when it was never saved, or its folder is not reached.
    """
    try:
        path = Path(patient(lambda: book.fullname))
    except Exception as error:
        if busy(error):
            raise HostError(texts.BUSY) from error
        return _in_the_cloud(book)
    if not path.is_absolute():
        raise HostError(texts.NEVER_SAVED)
    if not os.path.isdir(path.parent):
        raise HostError(texts.NO_FOLDER)
    return path, True


def _in_the_cloud(book: Any) -> tuple[Path, bool]:
    with refusals(texts.NO_FOLDER):
        address = str(patient(lambda: book.api.FullName))
    if path := excel_cloud.local_path(address):
        return path, True
    if path := excel_cloud.stand_in(address.rpartition("/")[2]):
        return path, False
    raise HostError(texts.NO_FOLDER)


def _modified(book: Any) -> bool:
    """Whether the workbook has changes that its file lacks; what Excel does not say counts as changed."""
    with suppress(Exception):
        return not (book.api.saved.get() if sys.platform == "darwin" else book.api.Saved)
    return True


def _read_only(book: Any) -> bool:
    """Whether the window cannot be saved under its name, as far as Excel says: somebody else has the workbook open."""
    with suppress(Exception):
        return bool(book.api.read_only.get() if sys.platform == "darwin" else book.api.ReadOnly)
    return False


# What the organiser sees


def _show(book: Any, action: str, outcome: Outcome) -> None:
    """The sheet concerned, or the first problem's cell, and a box with the problems, or with what there is to read."""
    with suppress(Exception):  # a hidden sheet, or another Excel in front: the press stands all the same
        if outcome.problems:
            first = outcome.problems[0]
            book.sheets[first.sheet].activate()
            book.sheets[first.sheet].range((first.row, first.column)).select()
        elif outcome.code == DONE and action in pressing.SHOWN:
            for sheet, row, column in outcome.select:
                book.sheets[sheet].activate()
                book.sheets[sheet].range((row, column)).select()
            book.sheets[pressing.SHOWN[action]].activate()
    if outcome.problems and not outcome.text:
        _tell(book, problems_text(outcome))
    elif outcome.text or outcome.warnings or outcome.code != DONE or action not in pressing.SHOWN:
        mode = "info" if outcome.code == DONE else "critical"
        _tell(book, report_text(outcome, action_texts.BUTTONS[action]), mode)


def problems_text(outcome: Outcome) -> str:
    """The message box for problems: what there is to know, the first ones in full, the number of the others."""
    lines = [*_noted(outcome.warnings), texts.PROBLEMS, "", *map(str, outcome.problems[: texts.SHOWN_PROBLEMS])]
    if (more := len(outcome.problems) - texts.SHOWN_PROBLEMS) > 0:
        lines.append(texts.MORE.format(count=more, plural="s" if more > 1 else ""))
    return "\n".join(lines)


def report_text(outcome: Outcome, button: str) -> str:
    """The message box for what there is to read, behind the problems that a check has found first; when it is long, the
    whole opens in the system's reader of texts.
    """
    lines = [*_noted(outcome.warnings), *_spaced(map(str, outcome.problems)), *outcome.text.splitlines()]
    told = [outcome.message, *lines[: texts.SHOWN_LINES]]
    if (more := len(lines) - texts.SHOWN_LINES) > 0:
        file = Path(f"tournament-xl - {button}.txt")
        with suppress(OSError):  # of a system without a folder for it, too
            file = tempfile.gettempdir() / file
            file.write_text("\n".join([outcome.message, "", *lines, ""]), encoding="utf-8-sig")
            if sys.platform == "win32":
                os.startfile(file)
        told.append(texts.MORE_LINES.format(count=more, plural="s" if more > 1 else "", file=file))
    return "\n".join(filter(None, told))


def _noted(warnings: Sequence[str]) -> list[str]:
    return _spaced(texts.NOTE.format(text=text) for text in warnings)


def _spaced(told: Iterable[str]) -> list[str]:
    """Each with an empty line behind it."""
    return [line for text in told for line in (text, " ")]


def _tell(book: Any, text: str, mode: str = "critical", window: int = 0) -> None:
    """A message box of Excel, or the system's own, in front of that window, when there is no Excel to show it."""
    if book is not None:
        with suppress(Exception):
            book.app.alert(text, texts.TITLE, "ok", mode)
            return
    if sys.platform == "win32":
        import ctypes

        show = ctypes.windll.user32.MessageBoxW
        style = 0x30 | 0x40000  # an exclamation mark, on top
        if not (window and show(window, text, texts.TITLE, style)):  # 0: no such window
            show(0, text, texts.TITLE, style)
