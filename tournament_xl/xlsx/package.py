"""A workbook's package: its parts, what they say of each other, changed in a few places; the rest stays to the byte."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.limits import TYPES, xml_parser
from tournament_xl.xlsx.sheet import escaped

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
UNKNOWN_FORM = (expat.ExpatError, LookupError, ValueError, TypeError)  # for a package not as Excel writes one
_TAG = re.compile(rb"""<(?:"[^"]*"|'[^']*'|[^"'>])*>""")
_LIST = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
_LEVEL = 2  # of 9: half the time of the usual 6, for a file that is a quarter larger
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_BY_LABEL = "DRMEncrypted".encode("utf-16-le")  # rights management: the key is the organisation's
_IN_LOCAL_HEADER = 26  # where the lengths of the name and of what follows it stand, 2 bytes each


class Element(NamedTuple):
    """A child of a part's root element."""

    name: str  # without prefix
    attributes: dict[str, str]
    start: int  # bytes of the part, from its first ...
    end: int  # ... to the one after its last


class Relation(NamedTuple):
    """What one part says of another."""

    id: str
    kind: str  # last word of its type: "worksheet"
    target: str  # name of the other part


class Package:
    """The parts of a package by name, in their order."""

    def __init__(self, data: bytes, path: Path = Path()) -> None:
        """`path` is for the sentences. Raises HostError for one beyond the limits, one of DAMAGE for one that cannot be
        unpacked.
        """
        self._data = data
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._read: dict[str, bytes] = {}
        tags = 0
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            for info in limits.parts(path, package):
                if info.is_dir():
                    continue
                with package.open(info) as stream:  # checks the checksum of the part
                    content = stream.read(info.file_size + 1)  # `read` would unpack more than the part says it is
                name = limits.part_name(info)
                tags = limits.count_tags(path, content, tags)
                self._infos[name], self._read[name] = info, limits.in_utf8(name, content)
        self.parts = dict(self._read)

    def check(self, sound: Mapping[str, bytes], used: Collection[str] = ()) -> None:
        """Check all parts that are called XML or `used` as such, but those equal to the `sound` ones.

        Raises one of DAMAGE.
        """
        for name, content in self.parts.items():
            if sound.get(name) != content:
                limits.check_xml(name, content, used=name in used)

    def copy(self) -> Package:
        """A copy of the package that can be changed without changing this one."""
        other = object.__new__(Package)
        other._data, other._infos, other._read = self._data, self._infos, self._read
        other.parts = dict(self.parts)
        return other

    def to_bytes(self) -> bytes:
        """The package, its own bytes when nothing has changed; a part that has not is copied as it is packed."""
        if self.parts == self._read:
            return self._data
        result = io.BytesIO()
        with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in self.parts.items():
                info = self._infos.get(name)
                new = zipfile.ZipInfo(name, info.date_time if info else _NO_DATE)
                if info is None or self._read.get(name) != content:
                    package.writestr(new, content, zipfile.ZIP_DEFLATED, _LEVEL)
                    continue
                new.compress_type, new.CRC = info.compress_type, info.CRC
                new.compress_size, new.file_size = info.compress_size, info.file_size
                new.header_offset = package.start_dir
                result.seek(package.start_dir)
                result.write(new.FileHeader() + self._packed(info))
                package.filelist.append(new)
                package.NameToInfo[name] = new
                package.start_dir = result.tell()
            package.comment = b""  # lets the list of parts be written when all are copies
        return result.getvalue()

    def _packed(self, info: zipfile.ZipInfo) -> bytes:
        at = info.header_offset + _IN_LOCAL_HEADER
        name, extra = (int.from_bytes(self._data[one : one + 2], "little") for one in (at, at + 2))
        start = at + 4 + name + extra
        return self._data[start : start + info.compress_size]

    def replace(self, part: str, start: int, end: int, text: str) -> None:
        """Put `text` for the bytes from `start` to `end`."""
        content = self.parts[part]
        self.parts[part] = content[:start] + text.encode() + content[end:]

    def relations(self, part: str) -> list[Relation]:
        """What a part says of others; in their names capitals make no difference."""
        names = {name.lower(): name for name in reversed(self.parts)} | {name: name for name in self.parts}

        def named(target: str) -> str:
            name = _absolute(part, target)
            return names.get(name) or names.get(name.lower(), name)

        return [
            Relation(one["Id"], one["Type"].rpartition("/")[2], named(one["Target"]))
            for one in (child.attributes for child in children(self.parts.get(relations_of(part), _LIST)))
            if one.get("TargetMode") != "External"
        ]

    def relate(self, part: str, type_: str, target: str) -> str:
        """The id of a new relation from one part to another."""
        listed = relations_of(part)
        content = self.parts.setdefault(listed, _LIST)
        known = {child.attributes["Id"] for child in children(content)}
        new = next(name for name in (f"rIdTx{number}" for number in count(1)) if name not in known)
        tag = f'<Relationship Id="{new}" Type="{type_}" Target="/{escaped(target)}"/>'
        self.append(listed, tag)
        return new

    def remove(self, part: str, relations: Collection[Relation]) -> None:
        """Take out relations of a part, and the parts that they lead to."""
        if not relations:
            return
        ids, targets = {one.id for one in relations}, {one.target for one in relations}
        names = {f"/{target}".lower() for target in targets}
        listed = relations_of(part)
        self.cut(listed, [one for one in children(self.parts[listed]) if one.attributes.get("Id") in ids])
        types = children(self.parts[TYPES])
        self.cut(TYPES, [one for one in types if one.attributes.get("PartName", "").lower() in names])
        for target in targets:
            self.parts.pop(target, None)

    def cut(self, part: str, elements: Collection[Element]) -> None:
        """Take `children` of a part's root, in their order, out of it."""
        content = self.parts[part]
        starts, ends = [0, *(one.end for one in elements)], [*(one.start for one in elements), len(content)]
        self.parts[part] = b"".join(content[start:end] for start, end in zip(starts, ends, strict=True))

    def declare(self, part: str, type_: str) -> None:
        """Declare the content type of a part, in place of an earlier declaration."""
        tag = f'<Override PartName="/{escaped(part)}" ContentType="{type_}"/>'
        for child in children(self.parts[TYPES]):
            if child.attributes.get("PartName") == f"/{part}":
                if child.attributes.get("ContentType") != type_:
                    self.replace(TYPES, child.start, child.end, tag)
                return
        self.append(TYPES, tag)

    def append(self, part: str, text: str) -> None:
        """Put `text` at the end of the root's content."""
        at = end_of_content(self.parts[part])
        self.replace(part, at, at, text)

    def free_name(self, pattern: str) -> str:
        """A name that no part has."""
        return next(name for name in map(pattern.format, count(1)) if name not in self.parts)

    def workbook(self) -> str:
        """The main part. Raises ValueError when there is not one."""
        (book,) = [one.target for one in self.relations("") if one.kind == "officeDocument"]
        return book

    def sheets(self) -> dict[str, str]:
        """Name of each sheet -> its part. Raises ValueError for a name or a part that is there twice."""
        book = self.workbook()
        target = {one.id: one.target for one in self.relations(book)}
        found: dict[str, str] = {}
        for sheet in children(self.parts[book], "sheets"):
            (id_,) = [value for key, value in sheet.attributes.items() if key.endswith("}id")]
            if not id_:  # a module of macros of Excel 95, which has no part
                continue
            if sheet.attributes["name"] in found:
                raise ValueError("sheet")
            found[sheet.attributes["name"]] = target[id_]
        if len({*found.values()}) < len(found):  # each would be read again
            raise ValueError("sheet")
        return found


def opened(path: Path, data: bytes) -> Package:
    """The package of a workbook, its XML not yet checked. Raises HostError when it is none, damaged or beyond the
    limits.
    """
    if not data:
        raise HostError(texts.EMPTY.format(path=printable_path(path), folder=texts.BACKUP_FOLDER))
    if data.startswith(b"\xd0\xcf\x11\xe0") and _ENCRYPTED in data:
        raise HostError((texts.LABEL if _BY_LABEL in data else texts.PASSWORD).format(path=printable_path(path)))
    if not data.startswith(b"PK"):
        raise HostError(texts.NOT_A_WORKBOOK.format(path=printable_path(path)))
    try:
        return Package(data, path)
    except limits.DAMAGE as error:
        raise HostError(texts.DAMAGED.format(path=printable_path(path), folder=texts.BACKUP_FOLDER)) from error


def children(content: bytes, within: str = "") -> list[Element]:
    """List the elements directly under the root of a part, or under its children of the name `within`.

    Attributes of a namespace are called "namespace}name". Raises what the parser of `xml_parser` raises; offsets are
    those of UTF-8.
    """
    found: list[Element] = []
    opened: list[tuple[str, dict[str, str], int]] = []
    parser = xml_parser(content)

    def start(name: str, attributes: dict[str, str]) -> None:
        opened.append((name.rpartition("}")[2], attributes, parser.CurrentByteIndex))

    def end(_: str) -> None:
        name, attributes, begin = opened.pop()
        if len(opened) == depth and (not within or opened[1][0] == within):
            tail = end_of_tag(content, begin)
            if content[tail - 2 : tail] != b"/>":
                tail = end_of_tag(content, parser.CurrentByteIndex)  # the end tag
            found.append(Element(name, attributes, begin, tail))

    depth = 2 if within else 1
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(content, True)
    return found


def end_of_tag(content: bytes, start: int) -> int:
    """Where the tag that begins there has ended. Raises ValueError where none begins."""
    tag = _TAG.match(content, start)
    if tag is None:
        raise ValueError("tag")
    return tag.end()


def end_of_content(content: bytes) -> int:
    """Where the root's end tag begins. Raises ValueError for a root without content, `<Types/>`."""
    return content.rindex(b"</")


def set_attribute(tag: str, name: str, value: str) -> str:
    """An element's text with an attribute added to its first tag."""
    return re.sub(r"^<[\w:]+", lambda match: f'{match[0]} {name}="{escaped(value)}"', tag, count=1)


def plain(text: bytes) -> str:
    """Text between tags as people read it."""
    from html import unescape  # few parts want it

    return unescape(text.decode("utf-8", "replace"))


def relations_of(part: str) -> str:
    """The name of the part that says what another one is related to."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _absolute(part: str, target: str) -> str:
    target = target.replace("\\", "/")
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")
