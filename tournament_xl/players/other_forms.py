"""Files that no list is read from, named as what they are whatever they are called; letters of an .xls that does not
say which ones it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.players.columns import ListError
from tournament_xl.players.text_encoding import decode_bytes
from tournament_xl.workbook.snapshot import Cell

OLD_PACKAGE = b"\xd0\xcf\x11\xe0"  # how .xls begins, and everything else that Office 97 wrote
_HEAD = 4000  # bytes in which a form shows
_BEGIN = rb"\x09\x08(?:\x08\x00.\x05\x05\x00.{4}|\x10\x00.[\x05\x06]\x05\x00.{12})"  # of the globals: BOF
_LOCKED = re.compile(_BEGIN + rb"(?:\x86\x00\x00\x00)?\x2f\x00", re.DOTALL)  # then FILEPASS
_EXCEL_95 = re.compile(rb"\x09\x08.\x00\x00\x05\x05\x00", re.DOTALL)
_CODE_PAGE, _END = 0x42, 0x0A  # records of .xls
_UNDECODED = re.compile("[\x80-\x9f\ufffd]")  # what letters become that were read as other ones


def refuse_other_form(file: str, data: bytes) -> None:
    """Raise for a file that is known and not read: SYLK, DIF, PDF, a web page, a locked .xls …

    Args:
        file: Its name, for the sentence.
        data: Its bytes.

    Raises:
        ListError: It is of such a form, or needs a password.
    """
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \r\n")
    if data.startswith(OLD_PACKAGE) and _LOCKED.search(data):
        raise ListError([texts.PASSWORD.format(file=printable_path(file))])
    for pattern, form in texts.FORMS:
        if re.match(pattern, head):
            raise ListError([texts.NAMED_FORM.format(file=printable_path(file), form=form)])
    for start, mark, form in texts.PACKED_FORMS:
        if data.startswith(start) and mark in data:
            raise ListError([texts.NAMED_FORM.format(file=printable_path(file), form=form)])


def restore_letters(
    file: str, data: bytes, grids: Mapping[str, Sequence[Sequence[Cell]]]
) -> Mapping[str, Sequence[Sequence[Cell]]]:
    """The cells of an .xls with the letters that were meant, where it has no code page: an old Excel for Mac, MS-DOS.

    Args:
        file: Its name, for the sentence.
        data: Its bytes.
        grids: Rows of cells by sheet, as they were read.

    Returns:
        The same, or with other letters in the texts.

    Raises:
        ListError: Letters are lost, or it cannot be known which ones were meant.
    """
    cells = [cell for grid in grids.values() for row in grid for cell in row if isinstance(cell, str)]
    read = "\n".join(cells)
    if not _UNDECODED.search(read) and (_has_code_page(data) or read.isascii()):
        return grids
    meant = None
    if all(ord(letter) < 256 for letter in read):
        meant = decode_bytes(read.encode("latin-1"))
    if meant is None:
        raise ListError([texts.NOT_TEXT.format(file=printable_path(file))])
    letters = dict(zip(read, meant, strict=True))
    table = str.maketrans(letters)
    return {
        name: [[cell.translate(table) if isinstance(cell, str) else cell for cell in row] for row in grid]
        for name, grid in grids.items()
    }


def _has_code_page(data: bytes) -> bool:
    """Whether a workbook of Excel 5 or 95 says how its letters are meant; later ones are in Unicode."""
    begin = _EXCEL_95.search(data)
    if begin is None:
        return True
    at = begin.start()
    while at + 4 <= len(data):
        kind, size = (int.from_bytes(data[at + shift : at + shift + 2], "little") for shift in (0, 2))
        if kind in (_CODE_PAGE, _END):
            return kind == _CODE_PAGE
        at += 4 + size
    return False
