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


def xml_parser(content: bytes, *, ours: bool = True) -> expat.XMLParserType:
    """Make the parser for a part: all XML of a workbook goes through one of these, whatever the part is called.

    Names come as "namespace}name". It raises ExpatError for what is not well-formed, undeclared prefixes included, and
    ValueError for a document type, without which no entity can grow, and for another encoding than UTF-8.

    Args:
        content: The part, to be given to `Parse`.
        ours: Whether we read the part; parts of other programs may have longer texts and other encodings.

    Raises:
        ValueError: The part has a text that no cell can hold.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartDoctypeDeclHandler = _refuse
    if ours:
        run = MAX_RUN
        if any(content.find(b"<", at, at + run) < 0 for at in range(0, len(content) - run, run)):
            raise ValueError("text too long")
        parser.XmlDeclHandler = _only_utf8
    return parser


def check_xml(name: str, content: bytes, *, used: bool = False) -> None:
    """Check a part that its name calls XML, or that is used as such. Raises what the parser of `xml_parser` raises."""
    lower = name.lower()
    if used or lower.endswith((".xml", ".rels")):
        xml_parser(content, ours=not lower.startswith(_FOREIGN)).Parse(content, True)


def count_tags(path: Path, content: bytes, before: int = 0) -> int:
    """Count the tags of a part and those `before` it, in pictures too, where there are few: a parser keeps all that are
    not closed. Raises HostError beyond the limit.
    """
    count = content.count(b"<")
    within(path, texts.TAG_COUNT, count if count > MAX_TAGS else before + count, MAX_TAGS)
    return before + count


def _refuse(*_: object) -> None:
    raise ValueError("DOCTYPE")


def _only_utf8(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
        raise ValueError("encoding")
