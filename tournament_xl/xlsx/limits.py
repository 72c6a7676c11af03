"""Limits on size and form of an untrusted workbook: if it exceeds them or is damaged it is refused within seconds."""

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

from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.file_failures import FileFailure

TYPES = "[Content_Types].xml"
MEGABYTE = 2**20
MAX_MEMORY = (
    2 * 2**30
)  # bytes of address space for a separate reading process, on top of what it inherits (Linux, macOS)
MAX_FILE = 50 * MEGABYTE
MAX_UNPACKED = 80 * MEGABYTE  # all parts, pictures included
MAX_PARTS = 5000
MAX_TAGS = 2_500_000  # in all XML parts together; a cell with its text has up to six
MAX_RUN = MEGABYTE // 2  # bytes without a tag; the 32,767 letters of a cell, even as character references, are fewer
MAX_CELLS = 300_000  # on all sheets: each row, and its cells up to the last filled one
MAX_ALL_LETTERS = 10_000_000  # in all cells: many times the letters of the largest tournament
MAX_MERGES = 5_000
MAX_COLUMN = 16_384  # Excel's; also the limit on columns with a width or a format
MAX_ROW = 1_048_576  # Excel's
MAX_LETTERS = 32_767  # in a cell, counted as Excel does, in UTF-16 units
MAX_PUBLICATION = 200_000_000  # of a federation's workbook, which is ours: years of tournaments
MAX_PUBLICATION_PART = 500_000_000  # of one of its parts, unpacked
MAX_OVERWRITTEN = 500_000_000  # of a file that a publication replaces: read to see whether it is ours
MAX_EXACT_INTEGER = 2**53  # larger integers are not exact in a cell

# Exceptions that the libraries raise when they read a damaged or forged package.
DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, ArithmeticError, RuntimeError, struct.error,
    expat.ExpatError,
)  # fmt: skip

# First bytes of a part -> its encoding.
_UTF_16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_OTHER_PROGRAMS_FOLDERS = ("customxml/", "docprops/")  # parts that we never read


def require_within(path: Path, text: str, size: int, limit: int, unit: int = 1) -> None:
    """Require that a size does not exceed its limit.

    The French text has the field {size}, for both numbers, which are divided by `unit` in it.

    Raises:
        FileFailure: `size` exceeds `limit`; equal is allowed.
    """
    if size > limit:
        sizes = {"size": text.format(size=-(-size // unit)), "limit": text.format(size=limit // unit)}
        raise FileFailure(texts.TOO_LARGE, path, **sizes)


def list_parts(path: Path, package: zipfile.ZipFile, required_part: str = TYPES) -> list[zipfile.ZipInfo]:
    """List the parts of a package after checking their number and their declared sizes; nothing is unpacked.

    A declared size may be a lie: the caller must not unpack more of a part than that. Folders are among the entries.
    Without `required_part` the package is no workbook.

    Raises:
        FileFailure: There are more than `MAX_PARTS` parts, or more than `MAX_UNPACKED` bytes in all.
            A part is encrypted, or the required part is missing.
        BadZipFile: A part occurs twice, or is compressed by a method that the format does not allow.
    """
    infos = package.infolist()
    require_within(path, texts.PART_COUNT, len(infos), MAX_PARTS)
    unpacked = sum(part.file_size for part in infos)
    require_within(path, texts.UNPACKED_SIZE, unpacked, MAX_UNPACKED, MEGABYTE)
    names = {part_name(part) for part in infos}
    if any(part.flag_bits & 1 for part in infos):
        raise FileFailure(texts.PASSWORD, path)
    if required_part not in names:
        raise FileFailure(texts.NOT_A_WORKBOOK, path)
    if len(names) < len(infos):
        raise zipfile.BadZipFile("duplicate part")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in infos):
        raise zipfile.BadZipFile("compression")  # the format allows no other method
    return infos


def part_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a part with "/" as separator; some programs write Windows' separator."""
    return info.filename.replace("\\", "/")


def convert_to_utf8(name: str, content: bytes) -> bytes:
    """Convert an XML part from UTF-16, the other encoding that the format allows, to UTF-8.

    Only .xml and .rels are converted, and lose their XML declaration; `content` itself is returned when it is not in
    UTF-16.

    Raises:
        ValueError: The part is no valid UTF-16.
    """
    encoding = _UTF_16.get(content[:2]) if name.lower().endswith((".xml", ".rels")) else None
    return re.sub(r"^<\?xml[^>]*>", "", content.decode(encoding)).encode() if encoding else content


def confine_process() -> None:
    """Confine this process until it ends, before it reads a file that may crash its reader.

    Ctrl-C is ignored, the standard error stream leads nowhere, and memory is limited to `MAX_MEMORY` where the system
    can do that (not on Windows).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles it
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        memory = _inherited_address_space() + MAX_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _inherited_address_space() -> int:
    """Return the bytes that a forked process has from its parent, whose threads reserve much; 0 outside Linux."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def xml_parser(content: bytes, *, strict: bool = True) -> expat.XMLParserType:
    """Create the parser for a part; all XML of a workbook goes through such a parser, whatever the part is called.

    Names are reported as "namespace}name". `Parse` raises ExpatError for a part that is not well-formed, undeclared
    prefixes included, and ValueError for a document type (without one, no entity can expand) or an encoding other than
    UTF-8. The parser has no handlers for elements yet. `strict` applies the limits of parts that we read; parts of
    other programs may have longer texts and other encodings.

    Raises:
        ValueError: `strict`, and the part has more than `MAX_RUN` bytes without a tag, which no cell can hold.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartDoctypeDeclHandler = _refuse_doctype
    if strict:
        run = MAX_RUN
        if any(content.find(b"<", offset, offset + run) < 0 for offset in range(0, len(content) - run, run)):
            raise ValueError("text too long")
        parser.XmlDeclHandler = _require_utf8
    return parser


def check_xml(name: str, content: bytes, *, as_xml: bool = False) -> None:
    """Check that a part is sound XML, if its name ends in .xml or .rels or `as_xml` is set; else do nothing.

    Raises:
        ExpatError: The part is not well-formed.
        ValueError: It has a document type, too long a text or another encoding than UTF-8.
    """
    lower = name.lower()
    if as_xml or lower.endswith((".xml", ".rels")):
        xml_parser(content, strict=not lower.startswith(_OTHER_PROGRAMS_FOLDERS)).Parse(content, True)


def count_tags(path: Path, content: bytes, previous_count: int = 0) -> int:
    """Add the tags of a part to the count of a package, and refuse too many: reading them would take too much memory.

    Each "<" of the part counts, of which a picture has few. `previous_count` is the number of tags in the parts before,
    and included in the result.

    Raises:
        FileFailure: The number exceeds `MAX_TAGS`.
    """
    count = content.count(b"<")
    require_within(path, texts.TAG_COUNT, count if count > MAX_TAGS else previous_count + count, MAX_TAGS)
    return previous_count + count


def _refuse_doctype(*_: object) -> None:
    raise ValueError("DOCTYPE")


def _require_utf8(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
        raise ValueError("encoding")
