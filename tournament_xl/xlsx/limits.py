"""All that a workbook from anybody may be: beyond it, or damaged, it is refused with a sentence, in seconds."""

from __future__ import annotations

import os
import re
import signal
import struct
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from xml.parsers import expat

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.snapshot import HostError

TYPES = "[Content_Types].xml"
MEGABYTE = 2**20
MAX_MEMORY = 2 * 2**30  # bytes of address space of a process that reads apart (Linux and macOS)
MAX_FILE = 50 * MEGABYTE
MAX_UNPACKED = 80 * MEGABYTE  # all parts, pictures included
MAX_PARTS = 5000
MAX_TAGS = 2_500_000  # of all parts that are XML; a cell has up to six, with its text in it
MAX_RUN = MEGABYTE // 2  # bytes without a tag: the 32,767 letters of a cell, even written as numbers, are less
MAX_CELLS = 300_000  # rows, and cells up to the last filled one of each, on all sheets
MAX_ALL_LETTERS = 10_000_000  # of all cells: many times those of the largest tournament
MAX_MERGES = 5_000
MAX_COLUMN = 16_384  # Excel's; so many columns have a width or a format, too
MAX_ROW = 1_048_576  # Excel's
MAX_LETTERS = 32_767  # in a cell, counted as Excel does, in UTF-16 units
MAX_WHOLE = 2**53  # beyond it a cell's numbers are not exact

# What a package that is none, or was forged, makes of what reads it.
DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, ArithmeticError, RuntimeError, struct.error,
    expat.ExpatError,
)  # fmt: skip

_UTF_16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}  # how parts begin
_FOREIGN = ("customxml/", "docprops/")  # parts that we never read


def within(path: Path, text: str, size: int, limit: int, unit: int = 1) -> None:
    """Raises HostError when `size` exceeds `limit`; `text` says both, divided by `unit`."""
    if size > limit:
        sizes = {"size": text.format(size=-(-size // unit)), "limit": text.format(size=limit // unit)}
        raise HostError(texts.TOO_LARGE.format(path=printable_path(path), **sizes))


def parts(path: Path, package: zipfile.ZipFile, needed: str = TYPES) -> list[zipfile.ZipInfo]:
    """The parts of a package that is not too large, as far as it says itself (more than it says is never unpacked), and
    that has the part by which its form is known. Raises HostError for another one, or one with a password;
    BadZipFile for a part that is there twice or is packed in another way than the format knows.
    """
    found = package.infolist()
    within(path, texts.PART_COUNT, len(found), MAX_PARTS)
    unpacked = sum(part.file_size for part in found)
    within(path, texts.UNPACKED_SIZE, unpacked, MAX_UNPACKED, MEGABYTE)
    names = {part_name(part) for part in found}
    if any(part.flag_bits & 1 for part in found):
        raise HostError(texts.PASSWORD.format(path=printable_path(path)))
    if needed not in names:
        raise HostError(texts.NOT_A_WORKBOOK.format(path=printable_path(path)))
    if len(names) < len(found):
        raise zipfile.BadZipFile("duplicate part")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in found):
        raise zipfile.BadZipFile("compression")  # the format knows no other
    return found


def part_name(info: zipfile.ZipInfo) -> str:
    """The name of a part; some programs write Windows' separators."""
    return info.filename.replace("\\", "/")


def in_utf8(name: str, content: bytes) -> bytes:
    """A part in UTF-16, the other encoding that the format knows, as UTF-8; others as they are. Raises ValueError."""
    encoding = _UTF_16.get(content[:2]) if name.lower().endswith((".xml", ".rels")) else None
    return re.sub(r"^<\?xml[^>]*>", "", content.decode(encoding)).encode() if encoding else content


def confine() -> None:
    """What a process does first that reads what may make its reader crash: little memory, nothing said, no Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the first process
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def where_rows_stand(content: bytes) -> tuple[int, int] | None:
    """Where the inside of a part's `sheetData` begins and ends; None where that is written in another way than most."""
    tag, end = b"<sheetData>", b"</sheetData>"
    if content.count(tag) != 1 or content.count(end) != 1:
        return None
    start = content.index(tag) + len(tag)
    head = content[:start].removeprefix(b"\xef\xbb\xbf").removeprefix(b"<?xml ").lower()
    usual = b"<!" not in head and b"<?" not in head  # where the tag might be none
    usual = usual and (b"encoding" not in head or b'encoding="utf-8"' in head)
    return (start, content.index(end)) if usual else None


def tags(path: Path, name: str, content: bytes, before: int, *, rows: bool = True) -> int:
    """How many tags a part has, beside the `before` of others; VML is left out: Excel itself writes it badly formed.

    Raises ExpatError unless it is well-formed XML; ValueError when it declares a document type, is in another encoding
    or has a text that no cell can hold (a foreign part may). Without `rows`, those of a sheet written as usual are left
    to who reads them (`usual.Reader`).
    """
    lower = name.lower()
    if not lower.endswith((".xml", ".rels")) and b"sheetData" not in content:  # a sheet may be called anything
        return 0
    count = content.count(b"<")  # before it is parsed: the parser keeps all that are not closed
    within(path, texts.TAG_COUNT, count if count > MAX_TAGS else before + count, MAX_TAGS)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse
    if not lower.startswith(_FOREIGN):
        run = MAX_RUN
        if any(content.find(b"<", at, at + run) < 0 for at in range(0, len(content) - run, run)):
            raise ValueError("text too long")
        parser.XmlDeclHandler = _only_utf8
    place = None if rows else where_rows_stand(content)
    parser.Parse(content[: place[0]] + content[place[1] :] if place else content, True)
    return count


def _refuse(*_: object) -> None:
    raise ValueError("DOCTYPE")


def _only_utf8(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
        raise ValueError("encoding")
