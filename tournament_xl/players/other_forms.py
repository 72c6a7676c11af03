"""Lists in forms that are not supported, recognised by their bytes; letters of .xls files without a code page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.players.list_table import ListError
from tournament_xl.players.text_encoding import decode_bytes
from tournament_xl.workbook.cells import Cell

OLD_PACKAGE = b"\xd0\xcf\x11\xe0"  # first bytes of .xls and of all other files of Office 97
_HEAD = 4000  # bytes that show a form
_GLOBALS_START = rb"\x09\x08(?:\x08\x00.\x05\x05\x00.{4}|\x10\x00.[\x05\x06]\x05\x00.{12})"  # record BOF of the globals
_LOCKED = re.compile(_GLOBALS_START + rb"(?:\x86\x00\x00\x00)?\x2f\x00", re.DOTALL)  # record FILEPASS follows
_EXCEL_95 = re.compile(rb"\x09\x08.\x00\x00\x05\x05\x00", re.DOTALL)
_CODE_PAGE, _END = 0x42, 0x0A  # records of .xls
_UNDECODED = re.compile("[\x80-\x9f\ufffd]")  # signs of letters that were decoded wrongly


def refuse_other_form(file: str, data: bytes) -> None:
    """Refuse a file in a known form that is not supported, such as SYLK, PDF, a web page, a picture or a Word document.

    An .xls that needs a password is refused, too. Any other file passes, also one in an unknown form.

    Raises:
        ListError: The file has such a form, or is an .xls that needs a password.
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
    """Restore the letters of an .xls without a code page, from an old Excel for Mac or from MS-DOS.

    `grids` are not changed; they are returned themselves if all is right.

    Raises:
        ListError: Letters are lost, or no or more than one encoding gives plausible words.
    """
    cells = [cell for grid in grids.values() for row in grid for cell in row if isinstance(cell, str)]
    read_text = "\n".join(cells)
    if not _UNDECODED.search(read_text) and (_has_code_page(data) or read_text.isascii()):
        return grids
    restored_text = None
    if all(ord(letter) < 256 for letter in read_text):
        restored_text = decode_bytes(read_text.encode("latin-1"))
    if restored_text is None:
        raise ListError([texts.NOT_TEXT.format(file=printable_path(file))])
    replacements = dict(zip(read_text, restored_text, strict=True))
    table = str.maketrans(replacements)
    return {
        name: [[cell.translate(table) if isinstance(cell, str) else cell for cell in row] for row in grid]
        for name, grid in grids.items()
    }


def _has_code_page(data: bytes) -> bool:
    """Check whether a workbook of Excel 5 or 95 names its code page; later ones are in Unicode."""
    begin = _EXCEL_95.search(data)
    if begin is None:
        return True
    offset = begin.start()
    while offset + 4 <= len(data):
        record_type, size = (
            int.from_bytes(data[offset + field_offset : offset + field_offset + 2], "little") for field_offset in (0, 2)
        )
        if record_type in (_CODE_PAGE, _END):
            return record_type == _CODE_PAGE
        offset += 4 + size
    return False
