"""One cell's value: what is read from its stored form, and how a value is stored."""

from __future__ import annotations

import math
import re

from tournament_xl.book.snapshot import Cell, HostError, address
from tournament_xl.files.limits import MAX_LETTERS, MAX_WHOLE
from tournament_xl.texts import hosts as texts_of

Place = tuple[str, int, int]  # sheet, row and column counted from 1
TEXTS = ("str", "inlineStr")  # types of cells in which no number stands
_REFERENCE = "&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|([a-z]+));"
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_ESCAPED = "_x([0-9A-Fa-f]{4})_"
_POWER, _LONGEST_NUMBER = re.compile(r"-?[0-9]\.[0-9]+E(?:[0-9]|1[0-4])"), 25
_BOOLEANS: dict[str, Cell] = {"1": True, "true": True, "0": False, "false": False}
_NOT_IN_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def value_of(kind: str | None, stored: str | None, inline: str | None, texts: list[str]) -> Cell:
    """What a cell of this type shows; None for nothing."""
    if kind == "s":
        if not stored:
            return None
        number = int(stored)
        if number < 0:
            raise ValueError("shared text")
        return texts[number] or None
    if kind == "inlineStr":
        return (unescaped(inline) if inline is not None else stored) or None
    if not stored:
        return None
    if kind == "b":
        return _BOOLEANS.get(stored.strip(), stored)
    return stored if kind in ("str", "e") else _number(stored)


def _number(stored: str) -> str:
    """A whole number as people see it: Google Sheets stores 7.0, libraries of Java 1.12045E7; others as they are."""
    if stored.isdecimal():
        return stored
    if stored[-2:] == ".0" and stored.isascii() and stored[:-2].removeprefix("-").isdecimal():
        return stored[:-2]
    if "E" in stored and len(stored) < _LONGEST_NUMBER and _POWER.fullmatch(stored) and float(stored).is_integer():
        return str(int(float(stored)))
    return stored


def plain(text: str) -> str:
    """Text as it stands between tags, without references."""
    if "&" not in text:
        return text

    def meant(found: re.Match[str]) -> str:
        if found[3]:
            return _NAMED[found[3]]
        return chr(int(found[1], 16) if found[1] else int(found[2]))

    return re.sub(_REFERENCE, meant, text)


def unescaped(text: str) -> str:
    """Text with the signs that Excel writes as _x000D_; half a letter is none."""
    if "_x" not in text:
        return text

    def meant(found: re.Match[str]) -> str:
        sign = chr(int(found[1], 16))
        return "" if "\ud800" <= sign <= "\udfff" else sign

    return re.sub(_ESCAPED, meant, text)


def stored(value: Cell, place: Place) -> Cell:
    """What stands for `value` in a file. Raises HostError when nothing can."""
    sheet, cell = place[0], address(*place[1:])
    if isinstance(value, str):
        text = value
        if not value.isprintable():
            text = re.sub(_NOT_IN_XML, "", value).replace("\r\n", "\n").replace("\r", "\n")
        size = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if size > MAX_LETTERS:
            raise HostError(texts_of.TOO_LONG.format(cell=cell, sheet=sheet, size=size, limit=MAX_LETTERS))
        return text or None
    if value is None or isinstance(value, bool):
        return value
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > MAX_WHOLE):
        raise HostError(texts_of.NO_NUMBER.format(value=value, cell=cell, sheet=sheet))
    return int(value) if value == int(value) and abs(value) <= MAX_WHOLE else value


def as_read(value: Cell) -> Cell:
    """How a stored value is read."""
    if isinstance(value, float):
        if "e" not in (digits := repr(value)):
            return digits
        from decimal import Decimal

        return format(Decimal(digits), "f")
    return value if value is None or isinstance(value, bool) else str(value)


def written(tag: str, value: Cell) -> str:
    """A cell's element with a stored value; `tag` is its name and attributes."""
    if value is None:
        return f"<{tag}/>"
    if isinstance(value, str):
        text = escaped(_LOOKS_ESCAPED.sub("_x005F_", value))
        space = ' xml:space="preserve"' if text[0].isspace() or text[-1].isspace() or "\n" in text else ""
        return f'<{tag} t="inlineStr"><is><t{space}>{text}</t></is></c>'
    if isinstance(value, bool):
        return f'<{tag} t="b"><v>{int(value)}</v></c>'
    return f"<{tag}><v>{as_read(value)}</v></c>"


def escaped(text: str) -> str:
    """A text as it stands between tags, or in an attribute's quotes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
