"""The buttons of a workbook as parts of its package: are they whole, and put back from the template what is not.

A button stands in the sheet's legacy drawing (VML) with the name of its macro; a file saved by Excel describes it a
second time (`controls`, their properties, the drawing), which the first does not need. LibreOffice writes both, but so
that neither itself nor Excel finds the macro.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from html import escape
from pathlib import Path
from xml.parsers import expat

from tournament_xl.book import labels
from tournament_xl.files.package import RELATIONS, Element, Package, children, plain, set_attribute

PROGRAM_NAME = "TX_Programme"  # the workbook's name for the constant that holds the program's path
MAX_CONSTANT = 255  # letters of a text in a formula of Excel
_MACROS_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_VBA_TYPE = "application/vnd.ms-office.vbaProject"
_VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VBA_RELATION = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
# With bounds: without an end each beginning would be followed to the end of the part.
# Each looks no further than the next of its kind: there may be thousands of beginnings without an end.
_SHAPE = re.compile(rb"<v:shape\b(?:[^<]|<(?!v:shape\b)){0,3000}?</v:shape>")
_SHAPE_TYPE = re.compile(rb"<v:shapetype\b(?:[^<]|<(?!v:shapetype\b)){0,3000}?</v:shapetype>")
_MACRO = re.compile(rb"<x:FmlaMacro>(.{0,300}?)</x:FmlaMacro>", re.DOTALL)
_CAPTION = re.compile(rb"<font\b[^>]{0,300}>(.{0,300}?)</font>", re.DOTALL)
_SHAPE_NUMBER = re.compile(rb'_x0000_s(\d{1,9})"')
_RUN = re.compile(rb"<a:t>(.{0,300}?)</a:t>", re.DOTALL)
_DRAWING_ID = re.compile(rb'<xdr:cNvPr\b[^<>]{0,3000}?\bid="(\d{1,9})"')
_NOT_MODULES = re.compile(r"Root Entry|VBA|_VBA_PROJECT|dir|PROJECT(wm|lk)?|__SRP_\w+|ThisWorkbook|(Sheet|Feuil)\d+")
_BEHIND = {  # what stands behind `legacyDrawing` in a sheet
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "AlternateContent", "webPublishItems",
    "tableParts", "extLst",
}  # fmt: skip


class OtherMacrosError(Exception):
    """The workbook has macros of somebody else, and ours are not among them."""


def program() -> str:
    """The absolute path of what a button starts: the command of this Python, else Python (-m tournament_xl)."""
    python, name = os.path.abspath(sys.executable), "tournament-xl.exe" if os.name == "nt" else "tournament-xl"
    scripts = (Path(python).parent, Path(sysconfig.get_path("scripts")))  # the second: Windows without environment
    return next((str(folder / name) for folder in scripts if (folder / name).is_file()), python)


def with_program(data: bytes, path: str) -> bytes:
    """The workbook `data` with the program's path; the bytes themselves when it is there already."""
    package = Package(data)
    before = dict(package.parts)
    put_program(package, path)
    return data if package.parts == before else package.to_bytes()


def named_program(package: Package) -> str:
    """The path that a workbook's buttons start; "" when it names none."""
    content = package.parts[package.workbook()]
    for found in children(content):
        if found.name == "definedNames":
            for name in children(content[found.start : found.end]):
                if name.attributes.get("name") == PROGRAM_NAME:
                    text = content[found.start + name.start : found.start + name.end]
                    return plain(re.sub(rb"<[^>]*>", b"", text))[1:-1].replace('""', '"')
    return ""


def put_back(package: Package, template: Package, path: str) -> None:
    """Put into `package` the buttons, macros and program's path that it lacks; nothing changes in a whole one.

    It has a sheet Tournoi. Raises OtherMacrosError, and what `files.package` raises for a package of an unknown form.
    """
    shapes = _shapes(template)
    sheet = package.sheets()[labels.TOURNAMENT]
    if any(_prefixed(package.parts[part]) for part in (package.workbook(), sheet)):
        raise ValueError("prefix")  # what is put in has none
    whole = _whole(package, sheet, shapes)
    if not whole:
        _take_out(package, sheet, shapes)
        _draw(package, sheet, template, shapes)
    _put_macros(package, template, whole)
    put_program(package, path)


def put_program(package: Package, path: str) -> None:
    """Set the name TX_Programme to the path as a constant; one too long for it, or with letters that no workbook can
    have, is left out: the button will say.
    """
    book = package.workbook()
    content = package.parts[book]
    quoted = path.replace('"', '""') if len(path) <= MAX_CONSTANT and path.isprintable() else ""
    constant = escape(f'"{quoted}"', quote=False)
    tag = f'<definedName name="{PROGRAM_NAME}">{constant}</definedName>'
    found = {child.name: child for child in children(content)}
    if "definedNames" not in found:
        at = max(found[name].end for name in ("sheets", "functionGroups", "externalReferences") if name in found)
        package.replace(book, at, at, f"<definedNames>{tag}</definedNames>")
        return
    names = found["definedNames"]
    for name in children(content[names.start : names.end]):
        if name.attributes["name"] == PROGRAM_NAME:
            old = content[names.start + name.start : names.start + name.end]
            if plain(re.sub(rb"<[^>]*>", b"", old)) != f'"{quoted}"':
                package.replace(book, names.start + name.start, names.start + name.end, tag)
            return
    at = content.rindex(b"</", names.start, names.end)
    package.replace(book, at, at, tag)


def _shapes(template: Package) -> dict[str, bytes]:
    """Macro -> the shape of its button in the template."""
    vml = template.parts[_legacy_drawing(template, template.sheets()[labels.TOURNAMENT])]
    return {_macro(shape): shape for shape in _SHAPE.findall(vml)}


def _prefixed(content: bytes) -> bool:
    """Whether the root's name has a prefix."""
    root: list[str] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _: root.append(name) if not root else None
    parser.Parse(content, True)
    return ":" in root[0]


def _macro(shape: bytes) -> str:
    """The macro of a shape, whatever the spelling: "[0]!TX_Cotes", "TXButtons.TX_Cotes"; "" when it has none."""
    found = _MACRO.search(shape)
    return re.split(r"[!.]", plain(found[1]))[-1] if found else ""


def _legacy_drawing(package: Package, sheet: str) -> str:
    """The part with the sheet's VML; "" when it has none."""
    ids = [_id(child) for child in children(package.parts[sheet]) if child.name == "legacyDrawing"]
    targets = [one.target for one in package.relations(sheet) if one.id in ids and one.target in package.parts]
    return targets[0] if targets else ""


def _id(element: Element) -> str:
    return next((value for key, value in element.attributes.items() if key.endswith(":id")), "")


def _whole(package: Package, sheet: str, shapes: dict[str, bytes]) -> bool:
    """All buttons are there, with their macros as Excel spells them."""
    vml = package.parts.get(_legacy_drawing(package, sheet), b"")
    return {f"[0]!{macro}" for macro in shapes} <= {plain(found) for found in _MACRO.findall(vml)}


def _take_out(package: Package, sheet: str, shapes: dict[str, bytes]) -> None:
    """Remove what is left of our buttons: shapes in VML, and what Excel and LibreOffice say of them beside."""
    if vml := _legacy_drawing(package, sheet):
        package.parts[vml] = _SHAPE.sub(lambda m: b"" if _macro(m[0]) in shapes else m[0], package.parts[vml])
    captions = {plain(found[1]) for found in map(_CAPTION.search, shapes.values()) if found}
    for drawing in [one.target for one in package.relations(sheet) if one.kind == "drawing"]:
        content, found = package.parts[drawing], []
        for anchor in reversed(children(content)):
            text = content[anchor.start : anchor.end]
            number = _DRAWING_ID.search(text)
            if number and plain(b"".join(_RUN.findall(text))) in captions:
                found.append((anchor, number[1].decode()))
        for anchor, shape in found:
            package.replace(drawing, anchor.start, anchor.end, "")
            _take_out_control(package, sheet, shape)


def _take_out_control(package: Package, sheet: str, number: str) -> None:
    """Remove the control with this number from `controls`, with its properties; `controls` too when it was the last."""
    control = re.compile(
        rf"(?:<mc:AlternateContent\b[^>]{{0,300}}>\s{{0,99}}<mc:Choice\b[^>]{{0,300}}>\s{{0,99}})?"
        rf'<control\b(?=[^>]{{0,300}}\bshapeId="{number}")'
        rf'[^>]{{0,300}}?r:id="(?P<id>[^"]{{0,99}})"[^>]{{0,300}}?(?:/>|>(?:[^<]|<(?!/?control\b)){{0,3000}}</control>)'
        rf"(?:\s{{0,99}}</mc:Choice>\s{{0,99}}(?:<mc:Fallback\s?/>|<mc:Fallback>.{{0,3000}}?</mc:Fallback>)?\s{{0,99}}"
        rf"</mc:AlternateContent>)?",
        re.DOTALL,
    )
    content = package.parts[sheet]
    for child in [child for child in children(content) if child.name in ("controls", "AlternateContent")]:
        text = content[child.start : child.end].decode()
        if found := control.search(text):
            rest = text[: found.start()] + text[found.end() :]
            package.replace(sheet, child.start, child.end, rest if re.search(r"<control\b", rest) else "")
            for relation in package.relations(sheet):
                if relation.id == found["id"]:
                    package.remove(sheet, relation)
                    break
            return


def _draw(package: Package, sheet: str, template: Package, shapes: dict[str, bytes]) -> None:
    """Put the template's buttons into the sheet's VML, beside its notes, or into a new one."""
    source = template.parts[_legacy_drawing(template, template.sheets()[labels.TOURNAMENT])]
    vml = _legacy_drawing(package, sheet)
    if vml and not _SHAPE.search(package.parts[vml]):  # nothing else stands in it
        package.parts[vml] = source
        return
    if vml:
        old = package.parts[vml]
        types = [one for one in _SHAPE_TYPE.findall(source) if b'"_x0000_t201"' not in old]
        number = max([1024, *map(int, _SHAPE_NUMBER.findall(old))])
        new = (
            _SHAPE_NUMBER.sub(b'_x0000_s%d"' % (number + index), shape)
            for index, shape in enumerate(shapes.values(), start=1)
        )
        at = old.rindex(b"</")
        package.parts[vml] = b"".join((old[:at], *types, *new, old[at:]))
        return
    for child in children(package.parts[sheet]):
        if child.name == "legacyDrawing":  # it leads nowhere
            package.replace(sheet, child.start, child.end, "")
            break
    for relation in package.relations(sheet):
        if relation.kind == "vmlDrawing" and f'"{relation.id}"'.encode() not in package.parts[sheet]:
            package.remove(sheet, relation)
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
            code_name = _sheet_code_name(template.parts[originals[name]])
            _name_for_macros(package, part, "sheetPr", code_name)


def _sheet_code_name(content: bytes) -> str:
    return next(child.attributes["codeName"] for child in children(content) if child.name == "sheetPr")


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
