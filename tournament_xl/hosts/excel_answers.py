"""What Excel answers through xlwings: values of cells, and the errors of a busy or refusing Excel."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

from tournament_xl.book.snapshot import Cell, HostError, whole_letters
from tournament_xl.texts import live as texts

PATIENCE = 4.0  # seconds to wait for an Excel that is busy
_BUSY = {-2147418111, -2147417846, -2146777998}  # call rejected, retry later, a cell is being edited
_EPOCH = datetime(1899, 12, 30)
_ERRORS = {2000: "#NULL!", 2007: "#DIV/0!", 2015: "#VALUE!", 2023: "#REF!", 2029: "#NAME?", 2036: "#NUM!", 2042: "#N/A",
           2043: "#GETTING_DATA", 2045: "#SPILL!", 2050: "#CALC!"}  # fmt: skip
_FIRST_ERROR = -2146828288  # what Excel adds to these numbers
_T = TypeVar("_T")


def cell(value: Any) -> Cell:
    """A value from xlwings as a closed file gives it."""
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
    return value if isinstance(value, float | int) else whole_letters(str(value))


def busy(error: BaseException) -> bool:
    """Whether Excel refused because a cell is being edited or a dialog is open."""
    details: tuple[Any, ...] = getattr(error, "excepinfo", None) or ()
    codes = {getattr(error, "hresult", None), details[5] if len(details) > 5 else None}
    return type(error).__name__ == "ExcelBusyError" or bool(codes & _BUSY)


def from_excel(error: BaseException) -> bool:
    """Whether an exception is Excel's or xlwings', not a bug of ours."""
    origin = type(error).__module__.split(".")[0]
    return hasattr(error, "hresult") or origin in ("xlwings", "pywintypes", "appscript", "aem")


def reason(error: BaseException) -> str:
    """What Excel says, in its own words."""
    details: tuple[Any, ...] = getattr(error, "excepinfo", None) or ()
    return str(details[2] if len(details) > 2 and details[2] else error).strip().rstrip(".")


def patient(call: Callable[[], _T], seconds: float | None = None) -> _T:
    """The call's result; it is repeated while Excel is busy, up to `seconds` (None: PATIENCE)."""
    end = time.monotonic() + (PATIENCE if seconds is None else seconds)
    while True:
        try:
            return call()
        except Exception as error:
            if not busy(error) or time.monotonic() >= end:
                raise
            time.sleep(0.1)


@contextmanager
def refusals(sentence: str) -> Iterator[None]:
    """Turns Excel's errors into `sentence`, or the one for a busy Excel."""
    try:
        yield
    except Exception as error:
        if not from_excel(error):
            raise
        raise HostError(texts.BUSY if busy(error) else sentence.format(reason=reason(error))) from error
