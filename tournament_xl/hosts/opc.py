"""A workbook's package taken apart, changed in a few places by text, put together: all the rest stays to the byte."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from html import unescape
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
TYPES = "[Content_Types].xml"
UNKNOWN_FORM = (expat.ExpatError, LookupError, ValueError, TypeError)  # for a package not as Excel writes one
_TAG = re.compile(rb"""<(?:"[^"]*"|'[^']*'|[^"'>])*>""")
_LIST = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'


@dataclass(frozen=True, slots=True)
class Element:
    """A child of a part's root element."""

    name: str  # without prefix
    attributes: dict[str, str]
    start: int  # bytes of the part, from its first ...
    end: int  # ... to the one after its last


@dataclass(frozen=True, slots=True)
class Relation:
    """What one part says of another."""

    id: str
    kind: str  # last word of its type: "worksheet"
    target: str  # name of the other part


class Package:
    """The parts of a package by name, in their order."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            self._dates = {part.filename: part.date_time for part in package.infolist() if not part.is_dir()}
            self.parts = {name: package.read(name) for name in self._dates}

    def to_bytes(self) -> bytes:
        result = io.BytesIO()
        with zipfile.ZipFile(result, "w") as package:
            for name, content in self.parts.items():
                date = self._dates.get(name, (1980, 1, 1, 0, 0, 0))
                package.writestr(zipfile.ZipInfo(name, date), content, zipfile.ZIP_DEFLATED)
        return result.getvalue()

    def replace(self, part: str, start: int, end: int, text: str) -> None:
        """Put `text` for the bytes from `start` to `end`."""
        content = self.parts[part]
        self.parts[part] = content[:start] + text.encode() + content[end:]

    def relations(self, part: str) -> list[Relation]:
        listed = _relations_of(part)
        return [
            Relation(one["Id"], one["Type"].rpartition("/")[2], _absolute(part, one["Target"]))
            for one in (child.attributes for child in children(self.parts.get(listed, _LIST)))
            if one.get("TargetMode") != "External"
        ]

    def relate(self, part: str, type_: str, target: str) -> str:
        """The id of a new relation from one part to another. Raises ValueError when thousands are taken."""
        listed = _relations_of(part)
        content = self.parts.setdefault(listed, _LIST)
        known = {child.attributes["Id"] for child in children(content)}
        new = _first_free((f"rIdTx{number}" for number in range(1, 10_000)), known)
        tag = f'<Relationship Id="{new}" Type="{type_}" Target={quoteattr("/" + target)}/>'
        self.append(listed, tag)
        return new

    def remove(self, part: str, relation: Relation) -> None:
        """Take out a relation and the part that it leads to."""
        for where, key, value in (
            (_relations_of(part), "Id", relation.id),
            (TYPES, "PartName", f"/{relation.target}"),
        ):
            for child in children(self.parts[where]):
                if child.attributes.get(key) == value:
                    self.replace(where, child.start, child.end, "")
                    break
        self.parts.pop(relation.target, None)

    def declare(self, part: str, type_: str) -> None:
        """State the type of a part, in the place of what was stated."""
        tag = f'<Override PartName={quoteattr("/" + part)} ContentType="{type_}"/>'
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
        """A name that no part has. Raises ValueError when thousands are taken."""
        return _first_free((pattern.format(n) for n in range(1, 10_000)), self.parts)

    def workbook(self) -> str:
        """The main part. Raises ValueError when there is not one."""
        (book,) = [one.target for one in self.relations("") if one.kind == "officeDocument"]
        return book

    def sheets(self) -> dict[str, str]:
        """Name of each sheet -> its part."""
        book = self.workbook()
        target = {one.id: one.target for one in self.relations(book)}
        content = self.parts[book]
        (listed,) = [child for child in children(content) if child.name == "sheets"]
        found = {}
        for sheet in children(content[listed.start : listed.end]):
            (id_,) = [value for key, value in sheet.attributes.items() if key.rpartition(":")[2] == "id"]
            found[sheet.attributes["name"]] = target[id_]
        return found


def _first_free(names: Iterable[str], taken: Collection[str]) -> str:
    for name in names:
        if name not in taken:
            return name
    raise ValueError("no name left")


def children(content: bytes) -> list[Element]:
    """The elements directly under the root. Raises ExpatError; offsets are those of UTF-8."""
    found: list[Element] = []
    opened: list[tuple[str, dict[str, str], int]] = []
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        opened.append((name, attributes, parser.CurrentByteIndex))

    def end(_: str) -> None:
        name, attributes, begin = opened.pop()
        if len(opened) == 1:
            tag = _TAG.match(content, begin)
            if tag and not tag[0].endswith(b"/>"):
                tag = _TAG.match(content, parser.CurrentByteIndex)  # the end tag
            if tag is None:
                raise ValueError("tag")
            found.append(Element(name.rpartition(":")[2], attributes, begin, tag.end()))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(content, True)
    return found


def end_of_content(content: bytes) -> int:
    """Where the root's end tag begins. Raises ValueError for a root without content, `<Types/>`."""
    return content.rindex(b"</")


def set_attribute(tag: str, name: str, value: str) -> str:
    """An element's text with an attribute added to its first tag."""
    return re.sub(r"^<[\w:]+", lambda match: f"{match[0]} {name}={quoteattr(value)}", tag, count=1)


def plain(text: bytes) -> str:
    """Text between tags as people read it."""
    return unescape(text.decode("utf-8", "replace"))


def _relations_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _absolute(part: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")
