"""The buttons of a workbook as parts of its package: are they whole, and put back from the template what is not.

A button stands in the sheet's legacy drawing (VML) with the name of its macro; a file saved by Excel describes it a
second time (`controls`, their properties, the drawing), which the first does not need. LibreOffice writes both, but so
that neither itself nor Excel finds the macro.
"""

from __future__ import annotations

import os
import re
import sys
from html import escape
from itertools import compress
from pathlib import Path

from tournament_xl.workbook import schema
from tournament_xl.xlsx.package import RELATIONS, Package, children, plain, set_attribute

PROGRAM_NAME = "TX_Programme"  # the workbook's name for the constant that holds the program's path
MAX_CONSTANT = 255  # letters of a text in a formula of Excel
_MACROS_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_VBA_TYPE = "application/vnd.ms-office.vbaProject"
_VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VBA_RELATION = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
# With bounds, and each looks no further than the next of its kind: there may be thousands of beginnings without an end.
_SHAPE = re.compile(rb"<v:shape\b(?:[^<]|<(?!v:shape\b)){0,3000}?</v:shape>")
_SHAPE_TYPE = re.compile(rb"<v:shapetype\b(?:[^<]|<(?!v:shapetype\b)){0,3000}?</v:shapetype>")
_MACRO = re.compile(rb"<x:FmlaMacro>(.{0,300}?)</x:FmlaMacro>", re.DOTALL)
_SHAPE_NUMBER = re.compile(rb'_x0000_s(\d{1,9})"')
_CONTROL = re.compile(rb"""<(?:\w+:)?control\s[^<>]{0,1000}?r:id=["']([^"']{1,99})["']""")
_NOT_MODULES = re.compile(r"Root Entry|VBA|_VBA_PROJECT|dir|PROJECT(wm|lk)?|__SRP_\w+|ThisWorkbook|(Sheet|Feuil)\d+")
_BEHIND = {  # what stands behind `legacyDrawing` in a sheet
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "AlternateContent", "webPublishItems",
    "tableParts", "extLst",
}  # fmt: skip


class OtherMacrosError(Exception):
    """The workbook has macros of somebody else, and ours are not among them."""


def program() -> str:
    """The absolute path of what a button starts: the command of this Python, else Python (-P -m tournament_xl).

    On Windows always Python, which its makers have signed: the command is a launcher that scanners dislike.
    """
    python = Path(os.path.abspath(sys.executable))
    if os.name == "nt":
        return str(python.with_name("python.exe"))  # not the one without a window
    command = python.parent / "tournament-xl"
    return str(command if command.is_file() else python)


# The program's path: a name of the workbook


def with_program(data: bytes, path: str) -> bytes:
    """The workbook `data` with the program's path; the bytes themselves when it is there already."""
    package = Package(data)
    put_program(package, path)
    return package.to_bytes()


def _program_constant(package: Package) -> tuple[int, int, str] | None:
    """Where the name TX_Programme stands in the workbook's part, from and to, and its content; None without one."""
    content = package.parts[package.workbook()]
    for name in children(content, "definedNames"):
        if name.attributes.get("name") == PROGRAM_NAME:
            return name.start, name.end, plain(re.sub(rb"<[^<>]*>", b"", content[name.start : name.end]))
    return None


def named_program(package: Package) -> str:
    """The path that a workbook's buttons start; "" when it names none."""
    found = _program_constant(package)
    return found[2][1:-1].replace('""', '"') if found else ""


def put_program(package: Package, path: str) -> None:
    """Set the name TX_Programme to the path as a constant; one too long for it, or with letters that no workbook can
    have, is left out: the button will say.
    """
    quoted = path.replace('"', '""') if len(path) <= MAX_CONSTANT and path.isprintable() else ""
    constant, book = f'"{quoted}"', package.workbook()
    tag = f'<definedName name="{PROGRAM_NAME}">{escape(constant, quote=False)}</definedName>'
    if old := _program_constant(package):
        if old[2] != constant:
            package.replace(book, old[0], old[1], tag)
        return
    content = package.parts[book]
    found = {child.name: child for child in children(content)}
    if "definedNames" in found:
        at = content.rindex(b"</", found["definedNames"].start, found["definedNames"].end)
    else:
        at = max(found[name].end for name in ("sheets", "functionGroups", "externalReferences") if name in found)
        tag = f"<definedNames>{tag}</definedNames>"
    package.replace(book, at, at, tag)


# Buttons and macros put back


def put_back(package: Package, template: Package, path: str) -> None:
    """Put into `package` the buttons, macros and program's path that it lacks; nothing changes in a whole one.

    It has a sheet Tournoi. Raises OtherMacrosError, and what `xlsx.package` raises for a package of an unknown form.
    """
    source = template.parts[_legacy_drawing(template, template.sheets()[schema.TOURNAMENT])]
    shapes = {_macro(shape): shape for shape in _SHAPE.findall(source)}
    sheet = package.sheets()[schema.TOURNAMENT]
    if any(re.search(rb"<\w+:(?:workbook|worksheet)\b", package.parts[part]) for part in (package.workbook(), sheet)):
        raise ValueError("prefix")  # what is put in has none
    vml = package.parts.get(_legacy_drawing(package, sheet), b"")
    whole = {f"[0]!{macro}" for macro in shapes} <= {plain(found) for found in _MACRO.findall(vml)}
    if not whole:
        _take_out(package, sheet, shapes)
        _draw(package, sheet, source, shapes)
    _put_macros(package, template, whole)
    put_program(package, path)


def _macro(shape: bytes) -> str:
    """The macro of a shape, whatever the spelling: "[0]!TX_Cotes", "TXButtons.TX_Cotes"; "" when it has none."""
    found = _MACRO.search(shape)
    return re.split(r"[!.]", plain(found[1]))[-1] if found else ""


def _legacy_drawing(package: Package, sheet: str) -> str:
    """The part with the sheet's VML; "" when it has none."""
    tags = [child.attributes for child in children(package.parts[sheet]) if child.name == "legacyDrawing"]
    ids = {value for tag in tags for key, value in tag.items() if key.endswith("}id")}
    targets = [one.target for one in package.relations(sheet) if one.id in ids and one.target in package.parts]
    return targets[0] if targets else ""


def _take_out(package: Package, sheet: str, shapes: dict[str, bytes]) -> None:
    """Remove our buttons from the VML, and the second descriptions of all controls of the sheet: Excel needs none."""
    if vml := _legacy_drawing(package, sheet):
        package.parts[vml] = _SHAPE.sub(lambda m: b"" if _macro(m[0]) in shapes else m[0], package.parts[vml])
    content = package.parts[sheet]
    controls = [child for child in children(content) if child.name in ("controls", "AlternateContent")]
    ids = [{*_CONTROL.findall(content[child.start : child.end])} for child in controls]
    package.cut(sheet, [*compress(controls, ids)])
    removed = set[bytes]().union(*ids)
    package.remove(sheet, [one for one in package.relations(sheet) if one.id.encode() in removed])
    for drawing in {one.target for one in package.relations(sheet) if one.kind == "drawing"}:
        content = package.parts[drawing]
        anchors = (child for child in children(content) if b'Requires="a14"' in content[child.start : child.end])
        package.cut(drawing, [*anchors])  # those of controls


def _draw(package: Package, sheet: str, source: bytes, shapes: dict[str, bytes]) -> None:
    """Put the template's buttons into the sheet's VML, beside its notes, or into a new one."""
    vml = _legacy_drawing(package, sheet)
    if vml and _SHAPE.search(old := package.parts[vml]):
        types = [one for one in _SHAPE_TYPE.findall(source) if b'"_x0000_t201"' not in old]
        number = max([1024, *map(int, _SHAPE_NUMBER.findall(old))])
        new = (
            _SHAPE_NUMBER.sub(b'_x0000_s%d"' % (number + index), shape)
            for index, shape in enumerate(shapes.values(), start=1)
        )
        at = old.rindex(b"</")
        package.parts[vml] = b"".join((old[:at], *types, *new, old[at:]))
        return
    if vml:  # nothing else stands in it
        package.parts[vml] = source
        return
    links = [child for child in children(package.parts[sheet]) if child.name == "legacyDrawing"]
    package.cut(sheet, links)  # it leads nowhere
    used = {*re.findall(rb'"([^"<>]*)"', package.parts[sheet])}
    drawings = (one for one in package.relations(sheet) if one.kind == "vmlDrawing")
    package.remove(sheet, [one for one in drawings if one.id.encode() not in used])
    vml = package.free_name("xl/drawings/vmlDrawing{}.vml")
    package.parts[vml] = source
    package.declare(vml, _VML_TYPE)
    content = package.parts[sheet]
    root = content[: children(content)[0].start].decode()
    declared = "" if "xmlns:r=" in root else f' xmlns:r="{RELATIONS[:-1]}"'
    tag = f'<legacyDrawing{declared} r:id="{package.relate(sheet, RELATIONS + "vmlDrawing", vml)}"/>'
    at = next((child.start for child in children(content) if child.name in _BEHIND), content.rindex(b"</"))
    package.replace(sheet, at, at, tag)


def _put_macros(package: Package, template: Package, whole: bool) -> None:
    """The template's VBA project, unless the workbook's own holds our modules and what made the buttons goes on."""
    book = package.workbook()
    (source,) = [one.target for one in template.relations(template.workbook()) if one.kind == "vbaProject"]
    target = next((one.target for one in package.relations(book) if one.kind == "vbaProject"), "")
    ours, present = _modules(template.parts[source]), _modules(package.parts.get(target, b""))
    if ours <= present and (whole or present - ours):
        return
    if present - ours:
        raise OtherMacrosError(", ".join(sorted(present - ours)))
    if not target:
        target = package.free_name("xl/vbaProject{}.bin") if "xl/vbaProject.bin" in package.parts else source
        package.relate(book, _VBA_RELATION, target)
    package.parts[target] = template.parts[source]
    package.declare(target, _VBA_TYPE)
    package.declare(book, _MACROS_TYPE)
    _name_for_macros(package, book, "workbookPr", "ThisWorkbook")
    originals = template.sheets()
    for name, part in package.sheets().items():
        if name in originals:
            looks = [child for child in children(template.parts[originals[name]]) if child.name == "sheetPr"]
            _name_for_macros(package, part, "sheetPr", looks[0].attributes["codeName"])


def _name_for_macros(package: Package, part: str, element: str, name: str) -> None:
    """Give a sheet or the workbook the name that the VBA project knows it by."""
    content = package.parts[part]
    for child in children(content):
        if child.name == element:
            text = re.sub(r'\scodeName="[^"]*"', "", content[child.start : child.end].decode(), count=1)
            package.replace(part, child.start, child.end, set_attribute(text, "codeName", name))
            return
    first = children(content)[1 if element == "workbookPr" and children(content)[0].name == "fileVersion" else 0]
    package.replace(part, first.start, first.start, f'<{element} codeName="{name}"/>')


def _modules(project: bytes) -> set[str]:
    """Names of the standard modules of a VBA project: streams listed in its directory, 128 bytes each."""
    found = set()
    for at in range(512, len(project) - 127, 128):
        size, kind = int.from_bytes(project[at + 64 : at + 66], "little"), project[at + 66]
        if kind in (1, 2) and 4 <= size <= 64 and size % 2 == 0 and project[at + size - 2 : at + size] == b"\0\0":
            name = project[at : at + size - 2].decode("utf-16-le", "replace")
            if name.isprintable() and not _NOT_MODULES.fullmatch(name):
                found.add(name)
    return found
