"""Calls to Excel: conversion of its values and errors, and a call repeated while Excel is busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TypeVar

from tournament_xl.messages import live as texts
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.snapshot import ExternalError, replace_surrogates

LONG_PATIENCE = 60.0  # seconds to wait for a busy Excel before cells stay half written
PATIENCE = 4.0  # seconds to wait for an Excel that is busy
_BUSY = {-2147418111, -2147417846, -2146777998}  # call rejected, retry later, a cell is being edited
_EPOCH = datetime(1899, 12, 30)
_ERRORS = {2000: "#NULL!", 2007: "#DIV/0!", 2015: "#VALUE!", 2023: "#REF!", 2029: "#NAME?", 2036: "#NUM!", 2042: "#N/A",
           2043: "#GETTING_DATA", 2045: "#SPILL!", 2050: "#CALC!"}  # fmt: skip
_FIRST_ERROR = -2146828288  # COM gives an error cell as this plus the number of the error
_T = TypeVar("_T")


def convert_value(value: object) -> Cell:
    """Convert a value from xlwings to what a snapshot holds: a date becomes its serial number, an error its text.

    Numbers and booleans stay what they are (a closed file gives numbers as text), an amount of money becomes a float,
    an empty text None.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, datetime):
        serial = (value - _EPOCH) / timedelta(days=1)
        return int(serial) if serial.is_integer() else round(serial, 9)
    if isinstance(value, Decimal):  # a cell formatted as money
        return float(value)
    if isinstance(value, int) and 0 <= value - _FIRST_ERROR < 3000:  # Excel gives numbers as float
        return _ERRORS.get(value - _FIRST_ERROR, "#N/A")
    if value is None or value == "":
        return None
    return value if isinstance(value, float | int) else replace_surrogates(str(value))


def is_busy(error: BaseException) -> bool:
    """Check whether an error says that Excel refused a call because a cell is being edited or a dialog is open."""
    details: tuple[object, ...] = getattr(error, "excepinfo", None) or ()
    codes = {getattr(error, "hresult", None), details[5] if len(details) > 5 else None}
    return type(error).__name__ == "ExcelBusyError" or bool(codes & _BUSY)


def is_excel_error(error: BaseException) -> bool:
    """Check whether an exception comes from Excel or xlwings and is no bug of this program."""
    origin = type(error).__module__.split(".")[0]
    return hasattr(error, "hresult") or origin in ("xlwings", "pywintypes", "appscript", "aem")


def describe_error(error: BaseException) -> str:
    """Return Excel's own description of an error, else the system's or the error's text; without a full stop."""
    details: tuple[object, ...] = getattr(error, "excepinfo", None) or ()
    description = details[2] if len(details) > 2 and details[2] else getattr(error, "strerror", None)
    return str(description or error).strip().rstrip(".")


def retry_while_busy(call: Callable[[], _T], seconds: float | None = None) -> _T:
    """Call a function, and again while Excel is busy, ten times a second.

    `seconds` is how long to repeat it; None means `PATIENCE`.

    Raises:
        Exception: An error of the function: one that does not mean a busy Excel (`is_busy`) at once, a busy Excel when
            the time is over.
    """
    end = time.monotonic() + (PATIENCE if seconds is None else seconds)
    while True:
        try:
            return call()
        except Exception as error:
            if not is_busy(error) or time.monotonic() >= end:
                raise
            time.sleep(0.1)


@contextmanager
def raising_excel_errors(sentence: str, **values: object) -> Iterator[None]:
    """Turn errors of Excel within the block into ExternalError; other errors pass unchanged. No retry.

    `sentence` is what the error says, but for a busy Excel; {reason} is filled with Excel's description of the error,
    the other fields with `values`.
    """
    try:
        yield
    except Exception as error:
        if not is_excel_error(error):
            raise
        if is_busy(error):
            raise ExternalError(texts.BUSY) from error
        raise ExternalError(sentence, reason=describe_error(error), **values) from error
