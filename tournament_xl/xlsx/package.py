"""A workbook's package: its parts, their relations and content types. A part that is not changed keeps its bytes."""

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

from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.limits import TYPES, xml_parser
from tournament_xl.xlsx.sheet import escape_xml

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
UNKNOWN_FORM_ERRORS = (expat.ExpatError, LookupError, ValueError, TypeError)  # raised for one not as Excel writes it
_TAG = re.compile(rb"""<(?:"[^"]*"|'[^']*'|[^"'>])*>""")
_EMPTY_RELATIONS = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)
_COMPRESSION_LEVEL = 2  # of 9: takes half the time of the default 6, for a file that is a quarter larger
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_RIGHTS_MANAGED = "DRMEncrypted".encode("utf-16-le")  # rights management: the organisation has the key
_LENGTHS_OFFSET = 26  # in a local header: the lengths of the name and of the extra field, 2 bytes each


class Element(NamedTuple):
    """A child of a part's root element."""

    name: str  # without prefix
    attributes: dict[str, str]
    start: int  # offset of its first byte in the part
    end: int  # offset after its last byte


class Relation(NamedTuple):
    """A relation from one part to another."""

    id: str
    kind: str  # last word of its type: "worksheet"
    target: str  # name of the part that it leads to


class Package:
    """An unpacked package: `parts`, name -> content in the order of the file, may be changed; XML is in UTF-8."""

    def __init__(self, data: bytes, path: Path = Path()) -> None:
        """Unpack a package; its XML is not parsed.

        Raises:
            ExternalError: The package exceeds the limits or is no workbook.
            BadZipFile: It cannot be unpacked; also the other exceptions of `limits.DAMAGE`.
        """
        self._data = data
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._original_parts: dict[str, bytes] = {}
        tags = 0
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            infos = limits.list_parts(path, package)
            has_many_tags = sum(info.file_size for info in infos) > limits.MAX_TAGS  # each has more than one byte
            for info in infos:
                if info.is_dir():
                    continue
                with package.open(info) as stream:  # verifies the part's checksum
                    content = stream.read(info.file_size + 1)  # `read()` would unpack more than the declared size
                name = limits.part_name(info)
                tags = limits.count_tags(path, content, tags) if has_many_tags else tags
                self._infos[name], self._original_parts[name] = info, limits.convert_to_utf8(name, content)
        self.parts = dict(self._original_parts)

    def check(self, checked_parts: Mapping[str, bytes], xml_names: Collection[str] = ()) -> None:
        """Check that all XML parts are sound.

        `checked_parts` are known to be sound and need no check; `xml_names` are parts that are read as XML whatever
        their extension.

        Raises:
            ExpatError: A part is not well-formed.
            ValueError: A part has a document type, too long a text or another encoding than UTF-8.
        """
        for name, content in self.parts.items():
            if checked_parts.get(name) != content:
                limits.check_xml(name, content, as_xml=name in xml_names)

    def copy(self) -> Package:
        """Return a copy, whose `parts` can be changed without changing this package."""
        duplicate = object.__new__(Package)
        duplicate._data, duplicate._infos, duplicate._original_parts = self._data, self._infos, self._original_parts
        duplicate.parts = dict(self.parts)
        return duplicate

    def to_bytes(self) -> bytes:
        """Return the bytes of the file; unchanged parts are copied compressed, an unchanged package as a whole."""
        if self.parts == self._original_parts:
            return self._data
        result = io.BytesIO()
        with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in self.parts.items():
                info = self._infos.get(name)
                new = zipfile.ZipInfo(name, info.date_time if info else _NO_DATE)
                if info is None or self._original_parts.get(name) != content:
                    package.writestr(new, content, zipfile.ZIP_DEFLATED, _COMPRESSION_LEVEL)
                    continue
                new.compress_type, new.CRC = info.compress_type, info.CRC
                new.compress_size, new.file_size = info.compress_size, info.file_size
                new.header_offset = package.start_dir
                result.seek(package.start_dir)
                result.write(new.FileHeader() + self._packed(info))
                package.filelist.append(new)
                package.NameToInfo[name] = new
                package.start_dir = result.tell()
            package.comment = b""  # marks the archive as changed, so that its directory is written in any case
        return result.getvalue()

    def _packed(self, info: zipfile.ZipInfo) -> bytes:
        offset = info.header_offset + _LENGTHS_OFFSET
        name_length, extra_length = (
            int.from_bytes(self._data[position : position + 2], "little") for position in (offset, offset + 2)
        )
        start = offset + 4 + name_length + extra_length
        return self._data[start : start + info.compress_size]

    def replace(self, part: str, start: int, end: int, text: str) -> None:
        """Replace the bytes of a part from offset `start` up to, not including, `end` by `text` in UTF-8."""
        content = self.parts[part]
        self.parts[part] = content[:start] + text.encode() + content[end:]

    def relations(self, part: str) -> list[Relation]:
        """List the relations of a part ("" for the package itself) to other parts, in their order; [] without any.

        Relations to files outside the package are left out. A target is found whatever the case of its name; one that
        the package lacks is listed too, by the name as written.
        """
        names = {name.lower(): name for name in reversed(self.parts)} | {name: name for name in self.parts}

        def find_name(target: str) -> str:
            name = _resolve_target(part, target)
            return names.get(name) or names.get(name.lower(), name)

        return [
            Relation(attributes["Id"], attributes["Type"].rpartition("/")[2], find_name(attributes["Target"]))
            for attributes in (
                child.attributes for child in list_children(self.parts.get(relations_part_name(part), _EMPTY_RELATIONS))
            )
            if attributes.get("TargetMode") != "External"
        ]

    def relate(self, part: str, relation_type: str, target: str) -> str:
        """Add a relation from one part to another; the part of relations is made where it is missing.

        `part` refers to `target`. Returned is the new id of the relation, "rIdTx1" or the first that is free.
        """
        relations_part = relations_part_name(part)
        content = self.parts.setdefault(relations_part, _EMPTY_RELATIONS)
        used_ids = {child.attributes["Id"] for child in list_children(content)}
        new_id = next(name for name in (f"rIdTx{number}" for number in count(1)) if name not in used_ids)
        tag = f'<Relationship Id="{new_id}" Type="{relation_type}" Target="/{escape_xml(target)}"/>'
        self.append(relations_part, tag)
        return new_id

    def remove(self, part: str, relations: Collection[Relation]) -> None:
        """Remove relations of a part, the parts to which they lead, and the content types declared for those parts.

        Elements of `part` that name the id of a removed relation stay, and so do other parts' relations to the targets.
        """
        if not relations:
            return
        ids, targets = {relation.id for relation in relations}, {relation.target for relation in relations}
        names = {f"/{target}".lower() for target in targets}
        relations_part = relations_part_name(part)
        self.cut(
            relations_part,
            [element for element in list_children(self.parts[relations_part]) if element.attributes.get("Id") in ids],
        )
        types = list_children(self.parts[TYPES])
        self.cut(TYPES, [element for element in types if element.attributes.get("PartName", "").lower() in names])
        for target in targets:
            self.parts.pop(target, None)

    def cut(self, part: str, elements: Collection[Element]) -> None:
        """Remove elements from a part; they must come in the order of their offsets and not overlap."""
        content = self.parts[part]
        starts, ends = (
            [0, *(element.end for element in elements)],
            [*(element.start for element in elements), len(content)],
        )
        self.parts[part] = b"".join(content[start:end] for start, end in zip(starts, ends, strict=True))

    def declare(self, part: str, content_type: str) -> None:
        """Declare the content type of a part in `[Content_Types].xml`; if it is declared already, replace that."""
        tag = f'<Override PartName="/{escape_xml(part)}" ContentType="{content_type}"/>'
        for child in list_children(self.parts[TYPES]):
            if child.attributes.get("PartName") == f"/{part}":
                if child.attributes.get("ContentType") != content_type:
                    self.replace(TYPES, child.start, child.end, tag)
                return
        self.append(TYPES, tag)

    def append(self, part: str, text: str) -> None:
        """Insert `text` before the end tag of the part's root element.

        Raises:
            ValueError: The root has no end tag (`<Types/>`).
        """
        position = find_content_end(self.parts[part])
        self.replace(part, position, position, text)

    def free_name(self, pattern: str) -> str:
        """Return the first name of the pattern ("xl/vbaProject{}.bin", numbers from 1) that no part has."""
        return next(name for name in map(pattern.format, count(1)) if name not in self.parts)

    def workbook(self) -> str:
        """Return the name of the workbook's main part.

        Raises:
            ValueError: There is none, or more than one.
        """
        (book,) = [relation.target for relation in self.relations("") if relation.kind == "officeDocument"]
        return book

    def sheets(self) -> dict[str, str]:
        """Return the name of each sheet -> the name of its part, in the order of the tabs.

        Macro modules of Excel 95, which have no part, are left out; charts are included.

        Raises:
            ValueError: A name or a part occurs twice, or a sheet has no id or several.
            LookupError: A sheet has no name, or its id is of no relation to a part.
        """
        book = self.workbook()
        targets = {relation.id: relation.target for relation in self.relations(book)}
        parts: dict[str, str] = {}
        for sheet in list_children(self.parts[book], "sheets"):
            (id_,) = [value for key, value in sheet.attributes.items() if key.endswith("}id")]
            if not id_:  # a macro module of Excel 95, which has no part
                continue
            if sheet.attributes["name"] in parts:
                raise ValueError("sheet")
            parts[sheet.attributes["name"]] = targets[id_]
        if len({*parts.values()}) < len(parts):  # the part would be read once per name
            raise ValueError("sheet")
        return parts


def open_package(path: Path, data: bytes) -> Package:
    """Open the package of a workbook without checking its XML.

    Raises:
        FileFailure: The file is empty, encrypted or damaged, is no package of a workbook, or exceeds the limits.
    """
    if not data:
        raise FileFailure(texts.EMPTY, path, folder=texts.BACKUP_FOLDER)
    if data.startswith(b"\xd0\xcf\x11\xe0") and _ENCRYPTED in data:
        raise FileFailure(texts.LABEL if _RIGHTS_MANAGED in data else texts.PASSWORD, path)
    if not data.startswith(b"PK"):
        raise FileFailure(texts.NOT_A_WORKBOOK, path)
    try:
        return Package(data, path)
    except limits.DAMAGE as error:
        raise FileFailure(texts.DAMAGED, path, folder=texts.BACKUP_FOLDER) from error


def list_children(content: bytes, parent: str = "") -> list[Element]:
    """List the elements directly under the root of a part, or under the root's children of one name.

    `parent` is a name without prefix, "" for the root itself. Elements are in their order; attributes with a namespace
    are called "namespace}name".

    Raises:
        ExpatError: The part is not well-formed.
        ValueError: It has a document type, too long a text or another encoding than UTF-8.
    """
    elements: list[Element] = []
    open_elements: list[tuple[str, dict[str, str], int]] = []
    parser = xml_parser(content)

    def start(name: str, attributes: dict[str, str]) -> None:
        open_elements.append((name.rpartition("}")[2], attributes, parser.CurrentByteIndex))

    def end(_: str) -> None:
        name, attributes, begin = open_elements.pop()
        if len(open_elements) == depth and (not parent or open_elements[1][0] == parent):
            tail = find_tag_end(content, begin)
            if content[tail - 2 : tail] != b"/>":
                tail = find_tag_end(content, parser.CurrentByteIndex)  # the end tag
            elements.append(Element(name, attributes, begin, tail))

    depth = 2 if parent else 1
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(content, True)
    return elements


def find_tag_end(content: bytes, start: int) -> int:
    """Return the offset after the tag that begins at `start`.

    Raises:
        ValueError: No tag begins there.
    """
    tag = _TAG.match(content, start)
    if tag is None:
        raise ValueError("tag")
    return tag.end()


def find_content_end(content: bytes) -> int:
    """Return the offset at which the root's end tag begins.

    Raises:
        ValueError: The root has no content (`<Types/>`).
    """
    return content.rindex(b"</")


def add_attribute(tag: str, name: str, value: str) -> str:
    """Return the XML of an element, `tag`, with an attribute added as the first; its value is escaped here."""
    return re.sub(r"^<[\w:]+", lambda match: f'{match[0]} {name}="{escape_xml(value)}"', tag, count=1)


def decode_xml_text(text: bytes) -> str:
    """Decode a text between tags, with character references ("&amp;") replaced; bytes that are no UTF-8 become "�"."""
    from html import unescape  # few parts need it

    return unescape(text.decode("utf-8", "replace"))


def relations_part_name(part: str) -> str:
    """Return the name of the part that lists the relations of `part`."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _resolve_target(part: str, target: str) -> str:
    target = target.replace("\\", "/")
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")
