"""Content of one cell, as people type it or a spreadsheet changes it: as text, number or date; addresses of cells."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tournament_xl.core.normalization import normalize

if TYPE_CHECKING:
    from fractions import Fraction

Cell = str | int | float | bool | None

_EXCEL_EPOCH = date(1899, 12, 30)
_FIRST_AMBIGUOUS_DAY, _LAST_DAY = 10_959, 110_000  # serial days; spreadsheets read two-digit years as 1930 and later
_PLAIN_LENGTH = 10  # a text of fewer digits needs no further parsing
_SCORE = r"-?\d[\d .,]*( ?[-\u2013\u2014\u2212/à] ?\d+)?"
_ROUNDED = r"\d[.,]\d{1,14}[eE]\+?\d{1,2}"
_MONTH_NAMES = (
    "janv?|fevr?|feb|mars?|avr|apr|mai|may|juin|jun|juil|jul|aout|aug|sept?|oct|nov|dec"  # months, abbreviated
)
_MONTH = rf"\d\d? (?:{_MONTH_NAMES})\.?|(?:{_MONTH_NAMES})\.? \d{{2,4}}"
_DAY = r"\d\d?[/.-]\d\d?[/.-](?:\d\d|\d{4})|\d{4}-\d\d-\d\d(?:[ T]00:00:00)?"
_NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d*)?([eE][+-]?\d{1,2})?")
_BLANKS = "[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
# Left in copied text by web pages and phones: soft hyphens, joiners, byte order marks, direction marks
INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0001-\U000e007f"
# Excel writes control characters escaped; a terminal would execute them
CONTROLS = f"[\x00-\x08\x0b-\x1f\x7f-\x9f{INVISIBLE}]"
# Shown by spreadsheets for a failed formula, in any language: #N/A, #REF!, #NOM?, #¡VALOR!, #NV, Err:522
_ERROR = re.compile(r"#[¡¿]?[A-ZÀ-Þ0-9/_]{2,20}\s?[!?]|#N/[AD]|#NV|#GETTING_DATA|Err\s?:\s?[0-9]{3}")


def cell_text(value: Cell) -> str:
    """Convert a cell to text without outer blanks and invisible characters; an empty cell gives "".

    5 and 5.0 give "5" (Excel and LibreOffice return different types), 12.5 gives "12.5", True gives "VRAI". Inside a
    text, blanks of any width become plain ones; tabs and line feeds stay.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value if value.isalnum() else _clean(value)  # most cells are one word or number
    if isinstance(value, bool):
        return "VRAI" if value else "FAUX"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def _clean(text: str) -> str:
    """Remove invisible characters and outer blanks, and turn blanks of any width into plain ones."""
    text = text.strip()
    if text.replace("\n", "").isprintable():
        return text
    return re.sub(CONTROLS, "", re.sub(_BLANKS, " ", text)).strip()


def is_error(text: str) -> bool:
    """Check whether a cell's text is the error of a formula, in any language: "#N/A", "#REF!", "Err:522"."""
    return text[:1] in ("#", "E") and _ERROR.fullmatch(text) is not None


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 1: 1 gives "A", 27 gives "AA"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_address(row: int, column: int) -> str:
    """Return the address of a row and column counted from 1, such as "F12"."""
    return f"{column_letters(column)}{row}"


def is_same_content(old: Cell, new: Cell) -> bool:
    """Check whether writing `new` over `old` would change nothing that a person sees.

    Two values that are numbers or bools are compared by ==. Otherwise both are compared as text: 5 and "5" are the
    same, and so are None and "".
    """
    if old is None or new is None or isinstance(old, str) or isinstance(new, str):
        old_text = "" if old is None else old if isinstance(old, str) else cell_text(old)
        new_text = "" if new is None else new if isinstance(new, str) else cell_text(new)
        return old_text == new_text
    return old == new


def parse_number(text: str) -> float | None:
    """Parse a number typed by a person: "451", "12,5", "1 803", "-3", "1,5E+03".

    A comma is a decimal one, so that "1,803" gives 1.803.

    Returns:
        The number; None for an empty text, any other text, and more than nine digits before the comma.
    """
    if not text:
        return None
    return float(digits) if _NUMBER.fullmatch(digits := _plain(text)) else None


def parse_rating(text: str) -> int | Fraction | None:
    """Parse a number as `parse_number` does, but exactly: "1803,1" gives 18031/10, not the nearest binary number."""
    if (value := parse_number(text)) is None or value.is_integer():
        return None if value is None else int(value)
    from fractions import Fraction

    return Fraction(str(value))  # 1803.0999999999999, as Excel may store it, also gives 1803,1


def _plain(text: str) -> str:
    """Rewrite a typed number in Python's notation."""
    return text.replace(" ", "").replace("\u2212", "-").replace(",", ".")


def parse_int(text: str) -> int | None:
    """Parse a whole number typed by a person; "5,0" gives 5.

    Returns:
        The number; None for other texts, numbers with decimals, and possible thousands: "1,000", "1.000".
    """
    if (
        len(text) < _PLAIN_LENGTH and text.isascii() and text.isdecimal()
    ):  # nearly all, and by the million in a forged Journal
        return int(text)
    value = None if may_be_thousands(text) else parse_number(text)
    return int(value) if value is not None and value.is_integer() else None


def may_be_thousands(text: str) -> bool:
    """Check whether a comma or point may separate thousands: "1,803" is 1803 to some people and 1.803 to others."""
    return bool(re.fullmatch(r"[-+\u2212]?[1-9]\d{0,2}[.,]\d{3}", text.replace(" ", "")))


def looks_like_score(text: str) -> bool:
    """Check whether a text is one or two numbers as in a score: "412", "412-389", "412 à 389"; not "14:30".

    The first number may contain blanks, points and commas ("1 803,5"), so that the date "21.11.2026" passes as well.
    """
    return re.fullmatch(_SCORE, text) is not None


def to_cell_number(number: Fraction | float) -> int | float:
    """Convert a number to what a cell holds: whole numbers as int, others as the nearest float."""
    return int(number) if number == int(number) else float(number)


def to_cell_value(text: str) -> Cell:
    """Convert a text to the cell value to write: a number where a person would type it so, else the unchanged text.

    "12", "-3" and "12,5" become numbers; "007", "12.5" and numbers of more than nine digits stay texts.
    """
    value = parse_number(text) if re.fullmatch(r"-?(0|[1-9]\d{0,8})(,\d+)?", text) else None
    return text if value is None else int(value) if value.is_integer() else value


def read_typed_value(text: str) -> Cell:
    """Return a typed text as a number where it is one, a whole one as int; None for ""; an unreadable text stays."""
    if not text:
        return None
    value = parse_number(text)
    return text if value is None else int(value) if value.is_integer() else value


def is_serial_day(text: str) -> bool:
    """Check whether a typed score may have become the serial number of a day.

    A spreadsheet turns "12-52" into December 1952, day 19329. Whole numbers from 10,959 to 109,999 may be such days.
    """
    serial = parse_int(text)
    return serial is not None and _FIRST_AMBIGUOUS_DAY <= serial < _LAST_DAY


def is_spoilt_identifier(text: str) -> bool:
    """Check whether a spreadsheet turned an identifier into a date or a rounded number.

    For example "12/05/1934", "1 mai", "déc 34" or "1,07E+06".
    """
    if re.fullmatch(_ROUNDED, text) or re.fullmatch(_MONTH, normalize(text)):
        return True
    return re.fullmatch(_DAY, text) is not None and read_date(text) is not None


def read_date(text: str) -> date | None:
    """Parse a date: a spreadsheet's serial number, "21/11/2026", "21.11.26" or "2026-11-21".

    Years of two digits are those from 2000 on. The time of day is dropped: decimals of a serial number, and what
    follows the ten characters of the last form.

    Returns:
        The date; None for other texts, days that do not exist, and serial numbers before 4 October 1954 or after
        1 March 2201.
    """
    serial = parse_number(text)
    try:
        if serial is not None:
            return _EXCEL_EPOCH + timedelta(days=int(serial)) if 20_000 < serial < _LAST_DAY else None
        if french := re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})", text):
            day, month, year = map(int, french.groups())
            return date(year + 2000 if year < 100 else year, month, day)
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
