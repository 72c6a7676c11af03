"""A workbook open in Excel, through xlwings: found, pressed on, shown again.

Only the BSD part of xlwings is used, and imported when a press begins. Reading is in `excel_read`, writing in
`excel_write`.
"""

from __future__ import annotations

import ntpath
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tournament_xl.hosts import files, pressing
from tournament_xl.hosts.excel_answers import busy, from_excel, patient, refusals
from tournament_xl.hosts.excel_read import read
from tournament_xl.hosts.excel_write import write
from tournament_xl.press import DONE, Outcome
from tournament_xl.texts import live as texts
from tournament_xl.texts import stdio as action_texts
from tournament_xl.workbook.snapshot import HostError

_ATTEMPTS = 50  # times that xlwings itself repeats a rejected call; left alone it repeats for ever


def press_live(fullname: str | None, action: str) -> Outcome:
    """Press on the workbook open in Excel under this full name; None: the one that called through RunPython.

    Problems, refusals and what is new to know are told in a message box; at the end the sheet concerned is shown.
    HostError, told in a box too, when the workbook cannot be found, read or written; its cells are then as before.
    """
    book = None
    try:
        book = find(fullname)
        outcome, news = _press(book, action)
    except HostError as error:
        _tell(book, str(error))
        raise
    _show(book, action, outcome, news)
    return outcome


def _press(book: Any, action: str) -> tuple[Outcome, list[str]]:
    path = location(book)
    if action in pressing.SHOWN and _read_only(book):
        raise HostError(texts.READ_ONLY)
    snapshot = read(book)
    place = pressing.Place(path, action in pressing.ON_FILE and _modified(book))
    outcome = pressing.act(action, snapshot, place)
    if outcome.edits or outcome.reveal:
        label = files.stamp(action_texts.LABELS[action], place.date)
        write(book, path, snapshot, outcome.edits, stamp=label, reveal=outcome.reveal)
    return outcome, pressing.news(outcome, snapshot)


def find(fullname: str | None) -> Any:
    """The open workbook (xlwings' Book); it is never opened here. HostError when it is not open, or twice."""
    try:
        import xlwings
    except ImportError as error:
        raise HostError(texts.NO_XLWINGS.format(python=sys.executable)) from error
    if windows := sys.modules.get("xlwings._xlwindows"):
        windows.N_COM_ATTEMPTS = _ATTEMPTS  # type: ignore[attr-defined]
    if fullname is None:
        try:
            return xlwings.Book.caller()
        except Exception as error:  # xlwings raises a bare one
            raise HostError(texts.NO_CALLER) from error
    name = ntpath.basename(fullname).lower()
    with refusals(texts.NO_EXCEL):
        books = patient(lambda: [book for app in xlwings.apps for book in app.books if book.name.lower() == name])
        found = [book for book in books if _fullname(book) == _plain(fullname)]
        if not found and "://" in fullname:  # a workbook in the cloud, which xlwings names by its folder
            found = books
    if len(found) != 1:
        raise HostError((texts.OPEN_TWICE if found else texts.NOT_OPEN).format(name=fullname))
    return found[0]


def _fullname(book: Any) -> str:
    try:
        return _plain(patient(lambda: book.fullname))
    except Exception as error:
        if not from_excel(error) or busy(error):
            raise
        return ""  # in the cloud, folder unknown


def _plain(fullname: str) -> str:
    return fullname.replace("/", "\\").lower()


def location(book: Any) -> Path:
    """Where the workbook is saved. HostError when it never was, or not on this computer's disks."""
    try:
        path = Path(patient(lambda: book.fullname))
    except Exception as error:
        if not from_excel(error):
            raise
        raise HostError(texts.BUSY if busy(error) else texts.NO_FOLDER) from error
    if not path.is_absolute():
        raise HostError(texts.NEVER_SAVED)
    if not os.path.isdir(path.parent):
        raise HostError(texts.NO_FOLDER)
    return path


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


def _show(book: Any, action: str, outcome: Outcome, news: Sequence[str]) -> None:
    """The sheet concerned, or the first problem's cell, and a box with the problems, or with what there is to read."""
    with suppress(Exception):  # a hidden sheet, or another Excel in front: the press stands all the same
        if outcome.problems:
            first = outcome.problems[0]
            book.sheets[first.sheet].activate()
            book.sheets[first.sheet].range((first.row, first.column)).select()
        elif outcome.code == DONE and action in pressing.SHOWN:
            book.sheets[pressing.SHOWN[action]].activate()
    if outcome.problems and not outcome.text:
        _tell(book, problems_text(outcome, news))
    elif outcome.text or news or outcome.code != DONE or action not in pressing.SHOWN:
        mode = "info" if outcome.code == DONE else "critical"
        _tell(book, report_text(outcome, news, action_texts.BUTTONS[action]), mode)


def problems_text(outcome: Outcome, news: Sequence[str] = ()) -> str:
    """The message box for problems: what there is to know, the first ones in full, the number of the others."""
    lines = [*_noted(news), texts.PROBLEMS, "", *map(str, outcome.problems[: texts.SHOWN_PROBLEMS])]
    if (more := len(outcome.problems) - texts.SHOWN_PROBLEMS) > 0:
        lines.append(texts.MORE.format(count=more, plural="s" if more > 1 else ""))
    return "\n".join(lines)


def report_text(outcome: Outcome, news: Sequence[str], button: str) -> str:
    """The message box for what there is to read, behind the problems that a check has found first; when it is long, the
    whole opens in the system's reader of texts.
    """
    lines = [*_noted(news), *_spaced(map(str, outcome.problems)), *outcome.text.splitlines()]
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


def _noted(news: Sequence[str]) -> list[str]:
    return _spaced(texts.NOTE.format(text=text) for text in news)


def _spaced(told: Iterable[str]) -> list[str]:
    """Each with an empty line behind it."""
    return [line for text in told for line in (text, " ")]


def _tell(book: Any, text: str, mode: str = "critical") -> None:
    """A message box of Excel, or the system's own when there is no Excel to show it."""
    if book is not None:
        with suppress(Exception):
            book.app.alert(text, texts.TITLE, "ok", mode)
            return
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(0, text, texts.TITLE, 0x30 | 0x40000)  # an exclamation mark, on top
