"""A workbook as a package of parts: looked through before it is read, and put together again after an edit."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

from tournament_xl.hosts import shared_formulas, shared_texts, tags
from tournament_xl.hosts.extent import extent
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import HostError

MEGABYTE = 2**20
MAX_UNPACKED = 80 * MEGABYTE  # all parts, pictures included: seven times as much memory
MAX_TEXT = 100 * MEGABYTE  # the parts that are XML, as if each cell had its text: already some seconds of reading
MAX_PARTS = 5000
MAX_RUN = MEGABYTE // 2  # bytes without a tag: 32,767 letters, even written as numbers, are less
MAX_CELLS = 300_000  # up to the last of each row, on all sheets: some seconds of reading
MAX_ESCAPES = 10_000  # ours: signs written as _x000D_, for each of which excelize copies the text before it
MAX_MERGES = 5_000  # excelize takes time with the square of them

# What a package that is none, or was forged, makes of the libraries that read it.
DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, ArithmeticError, RuntimeError, struct.error,
    expat.ExpatError,
)  # fmt: skip
_FOREIGN = ("customxml/", "docprops/")  # parts that we never read
# Bounded, and not over the next tag: a comment may hold any number of beginnings without end.
_BOOLEAN = re.compile(rb"""\st\s*=\s*["']b["']""")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_CHART = re.compile(rb"<(?:\w+:)?(?:chartsheet|dialogsheet)[\s>]")  # sheets without cells
_MERGE = re.compile(rb"mergeCell[\s/>]")
_UNCOMPUTED = re.compile(
    rb"(?:</(?:\w+:)?f\s*>|<(?:\w+:)?f(?:\s[^<>]*)?/>)\s*(?:</|<(?:\w+:)?v\s*/>|<(?:\w+:)?v\s*>\s*</)"
)  # a formula without result, or with an empty one
_ROOT = re.compile(rb"<(?:\w+:)?(worksheet|workbook|sst|Types|Relationships)[\s>]")
_TRANSITIONAL = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_CELLS = re.compile(rb"<sheetData\s*/>|<sheetData>.*</sheetData>", re.DOTALL)
_EXTENT = re.compile(rb'(<dimension\s[^<>]{0,300}?\bref=")([A-Z0-9:]+)(?=")')
_RECALCULATE = re.compile(rb"""(<calcPr\b[^<>]{0,999}?)\sfullCalcOnLoad=["'](?:1|true)["']""")


_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^<>]{0,999}>")  # in the workbook part, UTF-8
_NAME = re.compile(rb"""\sname=["']([^"']*)["']""")
_HIDDEN = re.compile(rb"""\sstate=["']\w+["']""")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the parts of a package tell about the cells."""

    formulas: bool  # there is one
    untold: bool  # there may be a cell with TRUE or FALSE, or a formula without result: see `untold`
    sheets: int  # parts that are one
    shared: Mapping[str, frozenset[str]]  # part -> addresses of its cells whose formula is written once for several


def has_booleans(sheet: bytes) -> bool:
    """Whether a sheet's part may have a cell with TRUE or FALSE."""
    return _BOOLEAN.search(sheet) is not None


def has_uncomputed(sheet: bytes) -> bool:
    """Whether a sheet's part may have a formula without result."""
    return _UNCOMPUTED.search(sheet) is not None


def inspect(path: Path, data: bytes) -> Facts:
    """Look through the package before excelize does, which reads a truncated part as an empty one.

    Raises HostError when `data` is not a package of well-formed parts within the limits above.
    """
    if not data:
        raise HostError(texts.EMPTY.format(path=path, folder=texts.BACKUP_FOLDER))
    if data.startswith(b"\xd0\xcf\x11\xe0"):  # a compound file: an encrypted package, or Excel 97
        encrypted = "EncryptedPackage".encode("utf-16-le") in data
        raise HostError((texts.PASSWORD if encrypted else texts.OLD_FORMAT).format(path=path))
    if not data.startswith(b"PK"):
        raise HostError(texts.NOT_A_WORKBOOK.format(path=path))
    try:
        return _looked_through(path, data)
    except DAMAGE as error:
        raise HostError(texts.DAMAGED.format(path=path, reason=error, folder=texts.BACKUP_FOLDER)) from error


@lru_cache(maxsize=1)
def _looked_through(path: Path, data: bytes) -> Facts:
    """A press reads a workbook and edits the same bytes then: they are looked through once."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return _look_through(path, package)


def _look_through(path: Path, package: zipfile.ZipFile) -> Facts:
    formulas, untold, cells, merges, text, longest = False, False, 0, 0, 0, 0
    tags_of_cells = other_tags = escapes = 0
    shared: dict[str, frozenset[str]] = {}
    sheets: list[zipfile.ZipInfo] = []
    holders: list[zipfile.ZipInfo] = []  # of shared texts
    for part in _within_limits(path, package):
        with package.open(part) as stream:  # checks its checksum, which excelize does not
            content = stream.read(part.file_size + 1)  # with a bound: `read` would unpack more than the part says it is
        cellular = b"sheetData" in content  # whatever the part is called
        if cellular or _is_xml(part):
            text += part.file_size
            within(path, texts.TEXT_SIZE, text, MAX_TEXT, MEGABYTE)
            most = tags.MAX_CELL_TAGS + tags.MAX_TAGS
            within(path, texts.TAG_COUNT, content.count(b"<"), most)  # before: the parser keeps all that are not closed
            _parse(content, foreign=part.filename.lower().startswith(_FOREIGN))
            if part.filename.lower() == "[content_types].xml":
                _one_type_each(content)
            within(path, texts.TAG_COUNT, tags.columns(content), tags.MAX_COLUMNS)
            escapes += shared_texts.escapes(content)
            within(path, texts.ESCAPE_COUNT, escapes, MAX_ESCAPES)
            inside, outside = tags.count(content)
            tags_of_cells, other_tags = tags_of_cells + inside, other_tags + outside
            if cellular or _CHART.search(content[:4096]):
                sheets.append(part)
            if size := shared_texts.longest(content):
                holders.append(part)
                longest = max(longest, size)
            if cellular:
                reach = extent(content, MAX_CELLS)
                if reach.far:
                    raise HostError(texts.TOO_FAR.format(path=path, cell=reach.far))
                cells += reach.room
                merges += len(_MERGE.findall(content))
                within(path, texts.CELL_COUNT, cells, MAX_CELLS)
                within(path, texts.MERGE_COUNT, merges, MAX_MERGES)
                has_formula = bool(_FORMULA.search(content))
                formulas = formulas or has_formula
                untold = untold or has_booleans(content) or has_uncomputed(content)
                if has_formula and (found := shared_formulas.cells(content)):
                    shared[part.filename] = found
            within(path, texts.TAG_COUNT, tags_of_cells, tags.MAX_CELL_TAGS)
            within(path, texts.TAG_COUNT, other_tags, tags.MAX_TAGS)
    if longest * cells * (1 + escapes) > MAX_TEXT - text:  # no tournament comes near, and counting takes time
        text += shared_texts.letters(map(package.read, holders), map(package.read, sheets), MAX_TEXT - text)
        within(path, texts.TEXT_SIZE, text, MAX_TEXT, MEGABYTE)
    return Facts(formulas, untold, len(sheets), shared)


def graft(original: bytes, edited: bytes, reveal: Collection[str] = ()) -> bytes:
    """The package `original` with only the cells taken from `edited`, what excelize made of it.

    excelize writes some parts anew and loses a little: the permissions of a protected sheet (what a file leaves out is
    forbidden, excelize writes it as allowed), checkboxes in cell styles, orders, extensions. So of an edited sheet only
    the cells and its extent come from `edited`; of the workbook part only the wish to recalculate; the shared texts
    entirely; the lists of parts when parts were added. The rest stays to the byte, but that the
    sheets named in `reveal` are hidden no longer.
    Raises ValueError when `edited` lacks a part.
    """
    result = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(original)) as old,
        zipfile.ZipFile(io.BytesIO(edited)) as new,
        zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as package,
    ):
        before = {part.filename: part for part in old.infolist() if not part.is_dir()}
        after = {part.filename: part for part in new.infolist() if not part.is_dir()}
        if lost := before.keys() - after.keys():
            raise ValueError(", ".join(sorted(lost)))
        relisted = before.keys() != after.keys()
        for name in [*(name for name in before if name in after), *(name for name in after if name not in before)]:
            content = new.read(name)
            if name in before:
                content = _merged(old.read(name), content, relisted, reveal)
            date = before[name].date_time if name in before else (1980, 1, 1, 0, 0, 0)
            package.writestr(zipfile.ZipInfo(name, date), content, zipfile.ZIP_DEFLATED)
    return result.getvalue()


def _merged(old: bytes, new: bytes, relisted: bool, reveal: Collection[str]) -> bytes:
    """A part after the edit."""
    match = _ROOT.search(new[:4096])
    root = match[1].decode() if match else ""
    if root == "sst" or (relisted and root in ("Types", "Relationships")):
        return new
    if root == "worksheet" and old != new:
        return _with_cells(old, new)
    if root == "workbook":
        return _revealed(_with_recalculation(old, new), reveal)
    return old


def _with_cells(old: bytes, new: bytes) -> bytes:
    """A sheet with the cells of `new`; all of `new` when `old` is written with prefixes, as strict or as UTF-16."""
    single = old.count(b"<sheetData") == new.count(b"<sheetData") == 1
    if not single or _TRANSITIONAL not in old[:4096] or not (_CELLS.search(old) and (cells := _CELLS.search(new))):
        return new
    extent = _EXTENT.search(new)
    if extent:
        old = _EXTENT.sub(lambda match: match[1] + extent[2], old, count=1)
    return _CELLS.sub(lambda _: cells[0], old)


def _with_recalculation(old: bytes, new: bytes) -> bytes:
    """A workbook part that asks for a recalculation on opening when `new` does."""
    if not _RECALCULATE.search(new) or _RECALCULATE.search(old):
        return old
    plain = re.sub(rb"""(<calcPr\b[^<>]{0,999}?)\sfullCalcOnLoad=["']\w{1,9}["']""", rb"\1", old)
    asking, count = re.subn(rb"<calcPr\b", b'<calcPr fullCalcOnLoad="1"', plain)
    return asking if count == 1 else new


def _revealed(workbook: bytes, sheets: Collection[str]) -> bytes:
    """A workbook part with these sheets hidden no longer."""
    if not sheets:
        return workbook
    from html import unescape  # not wanted by most presses

    def shown(match: re.Match[bytes]) -> bytes:
        name = _NAME.search(match[0])
        return _HIDDEN.sub(b"", match[0]) if name and unescape(name[1].decode()) in sheets else match[0]

    return _SHEET.sub(shown, workbook)


def within(path: Path, text: str, size: int, limit: int, unit: int = 1) -> None:
    """Raises HostError when `size` exceeds `limit`; `text` says both, divided by `unit`."""
    if size > limit:
        sizes = {"size": text.format(size=-(-size // unit)), "limit": text.format(size=limit // unit)}
        raise HostError(texts.TOO_LARGE.format(path=path, **sizes))


def _is_xml(part: zipfile.ZipInfo) -> bool:
    """VML is left out: Excel itself writes it badly formed."""
    return part.filename.lower().endswith((".xml", ".rels"))


def _within_limits(path: Path, package: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The parts of a package that is not too large, as far as it says itself (more than it says is never unpacked)."""
    parts = package.infolist()
    within(path, texts.PART_COUNT, len(parts), MAX_PARTS)
    within(path, texts.UNPACKED_SIZE, sum(part.file_size for part in parts), MAX_UNPACKED, MEGABYTE)
    within(path, texts.TEXT_SIZE, sum(part.file_size for part in parts if _is_xml(part)), MAX_TEXT, MEGABYTE)
    names = {part.filename for part in parts}
    if any(part.flag_bits & 1 for part in parts):
        raise HostError(texts.PASSWORD.format(path=path))
    if "[Content_Types].xml" not in names:
        raise HostError(texts.NOT_A_WORKBOOK.format(path=path))
    if len(names) < len(parts):
        raise zipfile.BadZipFile("duplicate part")
    if any(not name or ".." in name.split("/") for name in names):
        raise zipfile.BadZipFile("part name")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise zipfile.BadZipFile("compression")  # the format knows no other
    return parts


def _parse(content: bytes, *, foreign: bool) -> None:
    """Raises ExpatError unless `content` is well-formed XML; ValueError when it declares a document type, is not in
    UTF-8, as which excelize reads nothing, or has a text that no cell can hold (a `foreign` part may).
    """
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _no_doctype
    if not foreign:
        if b"\0" in content[:4]:
            raise ValueError("UTF-16")
        if any(content.find(b"<", at, at + MAX_RUN) < 0 for at in range(0, len(content) - MAX_RUN, MAX_RUN)):
            raise ValueError("text too long")
        parser.XmlDeclHandler = _only_utf8
    parser.Parse(content, True)


def _one_type_each(content: bytes) -> None:
    """Raises ValueError when a part has its type twice, over which excelize may end the process."""
    found: set[str] = set()

    def start(_name: str, attributes: dict[str, str]) -> None:
        part = attributes.get("PartName")
        if part in found:
            raise ValueError("content type")
        found.update(filter(None, [part]))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(content, True)


def _no_doctype(*_: object) -> None:
    raise ValueError("DOCTYPE")


def _only_utf8(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
        raise ValueError("encoding")
