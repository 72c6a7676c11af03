"""Dialogs of Windows: a message, a choice, a line of text, a file opened with its program.

The program shows them itself, so that the tab, the Start menu and a workbook's buttons show the same ones.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.messages import live as texts
from tournament_xl.service.buttons import ButtonQuestion
from tournament_xl.workbook.snapshot import ExternalError

if TYPE_CHECKING:
    import xlwings

_OK, _OK_OR_CANCEL = 1, 1 | 8  # code of the button OK; flags of the buttons OK and Cancel
_MAY_BE_CLOSED, _OVER_WINDOW = 0x8, 0x1000
_FIRST = 100  # number of the first choice: 1 to 8 are the common buttons
_TEXT = 2  # type of the reply, for Excel's InputBox


def ask_question(question: ButtonQuestion, book: xlwings.Book, window: int) -> str | None:
    """Show a question in a dialog and wait for the reply: buttons for its choices, else a line of text.

    Choices are shown in front of the window with the handle `window`, 0 for none; the Excel of `book` asks for a line
    of text. The reply is as `ButtonRequest.reply` takes it: the number of the choice from 0, or the text; None where
    the dialog was cancelled.

    Raises:
        ExternalError: The question has choices, and the system is not Windows.
    """
    if question.choices:
        return _choice(question, window)
    reply = book.app.api.InputBox(question.text, texts.TITLE, Type=_TEXT)
    return reply if isinstance(reply, str) else None  # False: cancelled


def show_message(text: str, window: int, mode: str) -> None:
    """Show a message box on Windows and wait until it is closed; do nothing elsewhere.

    `window` is the handle of the window in front of which it is shown, 0 for none; `mode` is "info", or anything else
    for a warning.
    """
    if sys.platform == "win32":
        import ctypes

        show = ctypes.windll.user32.MessageBoxW
        style = (0x40 if mode == "info" else 0x30) | 0x40000  # an i or an exclamation mark, on top
        if not (window and show(window, text, texts.TITLE, style)):  # 0: no such window
            show(0, text, texts.TITLE, style)


def open_file(path: Path) -> bool:
    """Open a file with the program for its kind of files; return False where there is none, and outside Windows."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.startfile(path)
            return True
    return False


def _choice(question: ButtonQuestion, window: int) -> str | None:
    """Show a dialog with a radio button per choice (TaskDialogIndirect); return the number of the choice."""
    if sys.platform != "win32":
        raise ExternalError(texts.ONLY_WINDOWS)
    import ctypes
    from ctypes import c_int, c_ssize_t, c_uint, c_void_p, c_wchar_p

    class Button(ctypes.Structure):
        _pack_ = 1
        _fields_ = (("number", c_int), ("text", c_wchar_p))

    class Config(ctypes.Structure):  # commctrl.h, TASKDIALOGCONFIG
        _pack_ = 1
        _fields_ = (
            ("size", c_uint), ("parent", c_void_p), ("instance", c_void_p), ("flags", c_int), ("usual", c_int),
            ("title", c_wchar_p), ("icon", c_void_p), ("heading", c_wchar_p), ("content", c_wchar_p),
            ("buttons", c_uint), ("button", c_void_p), ("default_button", c_int), ("radios", c_uint),
            ("radio", ctypes.POINTER(Button)), ("default_radio", c_int), ("verification", c_wchar_p),
            ("more", c_wchar_p), ("expanded", c_wchar_p), ("collapsed", c_wchar_p), ("foot_icon", c_void_p),
            ("foot", c_wchar_p), ("callback", c_void_p), ("data", c_ssize_t), ("width", c_uint),
        )  # fmt: skip

    radios = (Button * len(question.choices))(*enumerate(question.choices, _FIRST))
    config = Config(
        size=ctypes.sizeof(Config), parent=window or None, flags=_MAY_BE_CLOSED | _OVER_WINDOW, usual=_OK_OR_CANCEL,
        title=texts.TITLE, heading=question.text, radios=len(radios), radio=radios,
    )  # fmt: skip
    pressed, chosen = c_int(), c_int()
    show = ctypes.windll.comctl32.TaskDialogIndirect
    if show(ctypes.byref(config), ctypes.byref(pressed), ctypes.byref(chosen), None):  # no such window
        config.parent = None
        show(ctypes.byref(config), ctypes.byref(pressed), ctypes.byref(chosen), None)
    return str(chosen.value - _FIRST) if pressed.value == _OK else None
