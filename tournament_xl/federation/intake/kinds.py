"""What a received file is, by its content: bytes that are a workbook are one whatever their name.

The name decides only where the content says nothing: tables of text, and damaged files.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice, takewhile
from mmap import mmap
from pathlib import Path

HEAD_BYTES = 65_536  # at the start of a file: enough to know a mail, a mailbox or an archive
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ZIP_MARK, COMPOUND_MARK = b"PK", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # a workbook or an archive; old Office, Outlook
_WORKBOOKS = (".xlsx", ".xlsm")
_TABLES = (".csv", ".tsv", ".txt")  # may hold results that `import` reads
_SPREADSHEETS = (".xls", ".xlsb", ".ods", ".fods", ".xltx", ".xltm", ".xlam", ".numbers")
_CLOSED = (".rar", ".7z", ".tar", ".gz", ".tgz", ".pst", ".ost")
_CLOSED_MARKS = {b"Rar!\x1a\x07": ".rar", b"7z\xbc\xaf\x27\x1c": ".7z", b"\x1f\x8b\x08": ".gz", b"!BDN": ".pst"}
_UNFINISHED = (".download", ".crdownload", ".part", ".partial", ".opdownload")
_CLOUD = ".icloud"
_MAIN_PART = re.compile(r"xl/workbook\d*\.xml")
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_MAX_JUNK = 20  # lines before the first header of a mail


class Kind(StrEnum):
    """Kind of a file."""

    WORKBOOK = "workbook"
    TABLE = "table"  # of text
    MAIL = "mail"
    MAILBOX = "mailbox"
    OUTLOOK = "outlook"  # a mail, .msg
    ARCHIVE = "archive"  # a zip; until its directory is read (`find_zip_kind`) perhaps a workbook
    SPREADSHEET = "spreadsheet"  # of a form that is not read
    CLOSED = "closed"  # may hold workbooks, not opened
    UNFINISHED = "unfinished"  # download that did not end
    CLOUD = "cloud"  # stands for a file that is not on this computer
    OTHER = "other"


MAILS = (Kind.MAIL, Kind.OUTLOOK)
OPENED = (*MAILS, Kind.MAILBOX, Kind.ARCHIVE)
_KINDS_OF_ENDINGS = {
    _WORKBOOKS: Kind.WORKBOOK, _TABLES: Kind.TABLE, (".eml", ".emlx"): Kind.MAIL, (".mbox",): Kind.MAILBOX,
    (".msg",): Kind.OUTLOOK, (".zip",): Kind.ARCHIVE, _SPREADSHEETS: Kind.SPREADSHEET, _CLOSED: Kind.CLOSED,
    _UNFINISHED: Kind.UNFINISHED, (_CLOUD,): Kind.CLOUD,
}  # fmt: skip
_KIND_OF_ENDING = {ending: kind for endings, kind in _KINDS_OF_ENDINGS.items() for ending in endings}

_HEADER = rb"[!-9;-~]{1,80}[ \t]{0,9}:[^\n]*(?:\n|\Z)(?:[ \t]+[^\s][^\n]*(?:\n|\Z))*"
_BLANK_BEFORE_COLON = re.compile(rb"^([!-9;-~]{1,80})[ \t]+:", re.MULTILINE)
_HEADERS = re.compile(rb"^(?:" + _HEADER + rb")+", re.MULTILINE)
_MAIL_HEADER = re.compile(
    rb"^(from|to|cc|subject|date|sender|reply-to|received|return-path|message-id|mime-version|content-type"
    rb"|content-transfer-encoding|content-disposition|delivered-to|x-[\w-]+)[ \t]*:", re.MULTILINE | re.IGNORECASE,
)  # fmt: skip
_MIN_MAIL_HEADERS = 2  # different ones, in a file that no name calls a mail
_MAIL_START = re.compile(
    rb"(?:^|\A\xef\xbb\xbf)From (?!:)[^\n]*\n(?:>From [^\n]*\n)*(?=((?:" + _HEADER + rb"){1,60}))", re.MULTILINE
)


def find_ending(path: Path) -> str:
    """Return the suffix of a file name in small letters; ".mbox" for a file `mbox`, as Apple Mail exports a mailbox."""
    return ".mbox" if path.name == "mbox" else path.suffix.lower()


def find_kind(name: str, data: bytes | mmap) -> Kind:
    """Return the kind of a file.

    The name is without folders. `data` may be only the first HEAD_BYTES: then a file of old Office without a known
    ending is OTHER, and a mailbox of one mail named .eml is a mailbox.
    """
    head, ending = data[:HEAD_BYTES], find_ending(Path(name))
    by_name = _KIND_OF_ENDING.get(ending, Kind.OTHER)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return Kind.ARCHIVE
    if head.startswith(COMPOUND_MARK[:4]):
        return by_name if by_name in (Kind.WORKBOOK, Kind.OUTLOOK) else _find_compound_kind(data, by_name)
    if find_closed_ending("", head):
        return Kind.CLOSED
    text = head.removeprefix(BYTE_ORDER_MARK).lstrip()
    starts = iterate_mail_starts(data)
    if text.startswith(b"From ") and next(starts, None):
        return Kind.MAIL if ending == ".eml" and not next(starts, None) else Kind.MAILBOX
    known = {match.lower() for match in _MAIL_HEADER.findall(_first_headers(decode_utf16(head)))}
    return Kind.MAIL if len(known) >= _MIN_MAIL_HEADERS else by_name


def find_zip_kind(name: str, archive: zipfile.ZipFile) -> Kind:
    """Return what a zip file is: workbook, archive, or a file of another program.

    The name is without folders.
    """
    by_name = _KIND_OF_ENDING.get(find_ending(Path(name)), Kind.OTHER)
    members = {member.replace("\\", "/").lstrip("/").lower() for member in archive.namelist()}
    if any(_MAIN_PART.fullmatch(member) for member in members):
        return Kind.WORKBOOK
    if "xl/workbook.bin" in members or _is_open_document_spreadsheet(archive):
        return Kind.SPREADSHEET
    if members.isdisjoint(("[content_types].xml", "mimetype", "index/document.iwa")):
        return Kind.ARCHIVE
    return by_name if by_name in (Kind.WORKBOOK, Kind.SPREADSHEET) else Kind.OTHER


def _is_open_document_spreadsheet(archive: zipfile.ZipFile) -> bool:
    if "mimetype" not in archive.namelist():
        return False
    with archive.open("mimetype") as member:
        return member.read(len(_ODS)) == _ODS


def find_damaged_zip_kind(name: str, data: bytes) -> Kind:
    """Return the kind of a zip file without directory: by its name, else by the name of its first members."""
    by_name = _KIND_OF_ENDING.get(find_ending(Path(name)), Kind.OTHER)
    if by_name is not Kind.OTHER:
        return by_name
    return Kind.WORKBOOK if b"[Content_Types].xml" in data[:HEAD_BYTES] and b"xl/" in data else Kind.ARCHIVE


def find_closed_ending(name: str, head: bytes) -> str:
    """Return the ending that tells of an archive that is not opened: by its content, else by its name."""
    marked = next((ending for mark, ending in _CLOSED_MARKS.items() if head.startswith(mark)), "")
    return marked or (".tar" if head[257:262] == b"ustar" else find_ending(Path(name)))


def find_spreadsheet_ending(name: str, head: bytes) -> str:
    """Return the ending that tells of a spreadsheet that is not read: by its name, else by its content."""
    ending = find_ending(Path(name))
    if ending in _SPREADSHEETS:
        return ending
    return ".xls" if head.startswith(COMPOUND_MARK[:4]) else ".xlsb" if b"xl/" in head else ".ods"


def _find_compound_kind(data: bytes | mmap, by_name: Kind) -> Kind:
    """Return the kind of a compound file by the names in its directory.

    A text or a presentation has also those of the workbooks embedded in it, and is none itself.
    """

    def has_stream(*names: str) -> bool:
        return any(data.find(f"{name}\0".encode("utf-16-le")) >= 0 for name in names)

    if data.find("__properties_version1.0".encode("utf-16-le")) >= 0:
        return Kind.OUTLOOK
    if data.find("EncryptedPackage".encode("utf-16-le")) >= 0:
        return Kind.WORKBOOK  # its reader says that it has a password
    is_spreadsheet = has_stream("Workbook", "Book") and not has_stream("WordDocument", "PowerPoint Document")
    return Kind.SPREADSHEET if is_spreadsheet else by_name


# Mails


def decode_utf16(data: bytes) -> bytes:
    """Return a mail that Windows' editor saved as "Unicode" in UTF-8; any other one as it is."""
    return data.decode("utf-16", "replace").encode() if data.startswith((b"\xff\xfe", b"\xfe\xff")) else data


def skip_to_headers(data: bytes) -> bytes:
    """Return a mail from its first header on, without byte order mark, blank lines, junk, or blanks before colons."""
    data = decode_utf16(data).removeprefix(BYTE_ORDER_MARK)
    headers = _first_headers(data[:HEAD_BYTES])
    start = data.find(headers)
    return _BLANK_BEFORE_COLON.sub(rb"\1:", headers) + data[start + len(headers) :]


def _first_headers(head: bytes) -> bytes:
    """Return the first lines that follow each other and are headers of a mail; b"" without any near the start."""
    head = head.removeprefix(BYTE_ORDER_MARK)
    line_ends = (match.end() for match in re.finditer(rb"\n", head))
    limit = next(islice(line_ends, _MAX_JUNK - 1, None), len(head))
    near_start = takewhile(lambda match: match.start() <= limit, _HEADERS.finditer(head))
    return next((match[0] for match in near_start if _MAIL_HEADER.search(match[0])), b"")


def iterate_mail_starts(box: bytes | mmap) -> Iterator[tuple[int, int]]:
    """Yield the places in a mailbox where a line "From " and where the mail below it starts, in linear time.

    What follows such a line must be headers of a mail: some programs leave a line of text that starts with "From " as
    it is.
    """
    for match in _MAIL_START.finditer(box):
        if _MAIL_HEADER.search(match[1]):
            yield match.start(), match.end()
