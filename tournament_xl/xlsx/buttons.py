"""Buttons and macros of a workbook as parts of its package: check them, and restore them from the template.

The sheet's legacy drawing (VML) holds each button with the name of its macro. A file saved by Excel describes the
button a second time (`controls`, their properties, the drawing); the VML alone suffices. LibreOffice writes both, but
in a way in which neither LibreOffice nor Excel finds the macro afterwards.
"""

from __future__ import annotations

import os
import re
import sys
from html import escape
from itertools import compress
from pathlib import Path

from tournament_xl.workbook import schema
from tournament_xl.xlsx.package import RELATIONS, Package, add_attribute, decode_xml_text, list_children

PROGRAM_NAME = "TX_Programme"  # the workbook's name for the constant that holds the program's path
MAX_CONSTANT = 255  # letters of a text in a formula of Excel
_MACROS_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_VBA_TYPE = "application/vnd.ms-office.vbaProject"
_VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VBA_RELATION = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
# Bounded, and none matches past the next start tag of its kind: a forged part may have thousands of start tags without
# an end tag.
_SHAPE = re.compile(rb"<v:shape\b(?:[^<]|<(?!v:shape\b)){0,3000}?</v:shape>")
_SHAPE_TYPE = re.compile(rb"<v:shapetype\b(?:[^<]|<(?!v:shapetype\b)){0,3000}?</v:shapetype>")
_MACRO = re.compile(rb"<x:FmlaMacro>(.{0,300}?)</x:FmlaMacro>", re.DOTALL)
_SHAPE_NUMBER = re.compile(rb'_x0000_s(\d{1,9})"')
_CONTROL = re.compile(rb"""<(?:\w+:)?control\s[^<>]{0,1000}?r:id=["']([^"']{1,99})["']""")
_NOT_MODULES = re.compile(r"Root Entry|VBA|_VBA_PROJECT|dir|PROJECT(wm|lk)?|__SRP_\w+|ThisWorkbook|(Sheet|Feuil)\d+")
_AFTER_LEGACY_DRAWING = {  # elements that follow `legacyDrawing` in a sheet
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "AlternateContent", "webPublishItems",
    "tableParts", "extLst",
}  # fmt: skip


class OtherMacrosError(Exception):
    """Workbook with macros of another author and without the program's; the argument names that author's modules."""


def find_program() -> str:
    """Return the absolute path of the program that a button starts: the command `tournament-xl`, or Python.

    The command is that next to the running Python; without it, and on Windows always, it is that Python (the button
    adds `-P -m tournament_xl`). Virus scanners on Windows distrust the command's launcher, while Python is signed.
    """
    python = Path(os.path.abspath(sys.executable))
    if os.name == "nt":
        return str(python.with_name("python.exe"))  # not pythonw.exe, which has no window
    command = python.parent / "tournament-xl"
    return str(command if command.is_file() else python)


# The program's path: a defined name of the workbook


def write_program_path(data: bytes, path: str) -> bytes:
    """Return the bytes of a workbook, `data`, changed so that its buttons start a program (`set_program_path`).

    Nothing is written to disk. `data` is returned unchanged if it has that path already.
    """
    package = Package(data)
    set_program_path(package, path)
    return package.to_bytes()


def _find_program_constant(package: Package) -> tuple[int, int, str] | None:
    """Return start, end and text of the defined name TX_Programme in the workbook's part; None if there is none."""
    content = package.parts[package.workbook()]
    for name in list_children(content, "definedNames"):
        if name.attributes.get("name") == PROGRAM_NAME:
            return name.start, name.end, decode_xml_text(re.sub(rb"<[^<>]*>", b"", content[name.start : name.end]))
    return None


def read_program_path(package: Package) -> str:
    """Return the path of the program that the workbook's buttons start; "" if the defined name is missing or empty."""
    constant = _find_program_constant(package)
    return constant[2][1:-1].replace('""', '"') if constant else ""


def set_program_path(package: Package, path: str) -> None:
    """Set the defined name TX_Programme in the workbook's part to the program's path, adding the name if it is missing.

    Its text becomes empty when the path has more than 255 letters or an unprintable one; the button then says so.
    Nothing changes when the name has this text already.
    """
    quoted = path.replace('"', '""') if len(path) <= MAX_CONSTANT and path.isprintable() else ""
    constant, book = f'"{quoted}"', package.workbook()
    tag = f'<definedName name="{PROGRAM_NAME}">{escape(constant, quote=False)}</definedName>'
    if old := _find_program_constant(package):
        if old[2] != constant:
            package.replace(book, old[0], old[1], tag)
        return
    content = package.parts[book]
    elements = {child.name: child for child in list_children(content)}
    if "definedNames" in elements:
        position = content.rindex(b"</", elements["definedNames"].start, elements["definedNames"].end)
    else:
        position = max(
            elements[name].end for name in ("sheets", "functionGroups", "externalReferences") if name in elements
        )
        tag = f"<definedNames>{tag}</definedNames>"
    package.replace(book, position, position, tag)


# Restoring buttons and macros


def add_missing_buttons(package: Package, template: Package, path: str) -> None:
    """Add the buttons and macros that a package lacks, and set the path of their program.

    Unless every button is in the sheet's drawing with its macro, all buttons of the program are removed and added anew.
    The template's VBA project replaces the workbook's, unless that has all modules of the template and either the
    buttons were complete or it has modules of its own. A package that has all, with this path, does not change.
    `package`, which is changed, must have a sheet Tournoi.

    Raises:
        OtherMacrosError: The workbook has macros of another author and lacks some of the template's; the names of
            its own modules are the argument. The package may be changed in part.
        ExpatError, LookupError, ValueError, TypeError: The package is not as Excel writes one
            (`package.UNKNOWN_FORM_ERRORS`).
    """
    source = template.parts[_find_legacy_drawing(template, template.sheets()[schema.TOURNAMENT])]
    shapes = {_macro_name(shape): shape for shape in _SHAPE.findall(source)}
    sheet = package.sheets()[schema.TOURNAMENT]
    if any(re.search(rb"<\w+:(?:workbook|worksheet)\b", package.parts[part]) for part in (package.workbook(), sheet)):
        raise ValueError("prefix")  # elements that are added have none
    vml = package.parts.get(_find_legacy_drawing(package, sheet), b"")
    whole = {f"[0]!{macro}" for macro in shapes} <= {decode_xml_text(macro) for macro in _MACRO.findall(vml)}
    if not whole:
        _remove_buttons(package, sheet, shapes)
        _add_buttons(package, sheet, source, shapes)
    _restore_macros(package, template, whole)
    set_program_path(package, path)


def _macro_name(shape: bytes) -> str:
    """Return the macro's name of a shape, from "[0]!TX_Cotes" or "TXButtons.TX_Cotes"; "" when it has no macro."""
    match = _MACRO.search(shape)
    return re.split(r"[!.]", decode_xml_text(match[1]))[-1] if match else ""


def _find_legacy_drawing(package: Package, sheet: str) -> str:
    """Return the name of the part with the sheet's VML; "" when it has none."""
    tags = [child.attributes for child in list_children(package.parts[sheet]) if child.name == "legacyDrawing"]
    ids = {value for tag in tags for key, value in tag.items() if key.endswith("}id")}
    targets = [
        relation.target
        for relation in package.relations(sheet)
        if relation.id in ids and relation.target in package.parts
    ]
    return targets[0] if targets else ""


def _remove_buttons(package: Package, sheet: str, shapes: dict[str, bytes]) -> None:
    """Remove the program's buttons from the VML, and the sheet's second descriptions of controls: Excel needs none."""
    if vml := _find_legacy_drawing(package, sheet):
        package.parts[vml] = _SHAPE.sub(lambda m: b"" if _macro_name(m[0]) in shapes else m[0], package.parts[vml])
    content = package.parts[sheet]
    controls = [child for child in list_children(content) if child.name in ("controls", "AlternateContent")]
    ids = [{*_CONTROL.findall(content[child.start : child.end])} for child in controls]
    package.cut(sheet, [*compress(controls, ids)])
    removed = set[bytes]().union(*ids)
    package.remove(sheet, [relation for relation in package.relations(sheet) if relation.id.encode() in removed])
    for drawing in {relation.target for relation in package.relations(sheet) if relation.kind == "drawing"}:
        content = package.parts[drawing]
        anchors = (child for child in list_children(content) if b'Requires="a14"' in content[child.start : child.end])
        package.cut(drawing, [*anchors])  # anchors of controls


def _add_buttons(package: Package, sheet: str, source: bytes, shapes: dict[str, bytes]) -> None:
    """Add the template's buttons to the sheet's VML, which may hold notes, or to a new VML part."""
    vml = _find_legacy_drawing(package, sheet)
    if vml and _SHAPE.search(old := package.parts[vml]):
        types = [shape_type for shape_type in _SHAPE_TYPE.findall(source) if b'"_x0000_t201"' not in old]
        number = max([1024, *map(int, _SHAPE_NUMBER.findall(old))])
        new = (
            _SHAPE_NUMBER.sub(b'_x0000_s%d"' % (number + index), shape)
            for index, shape in enumerate(shapes.values(), start=1)
        )
        position = old.rindex(b"</")
        package.parts[vml] = b"".join((old[:position], *types, *new, old[position:]))
        return
    if vml:  # it holds no shape
        package.parts[vml] = source
        return
    links = [child for child in list_children(package.parts[sheet]) if child.name == "legacyDrawing"]
    package.cut(sheet, links)  # they lead to no part
    used = {*re.findall(rb'"([^"<>]*)"', package.parts[sheet])}
    drawings = (relation for relation in package.relations(sheet) if relation.kind == "vmlDrawing")
    package.remove(sheet, [relation for relation in drawings if relation.id.encode() not in used])
    vml = package.free_name("xl/drawings/vmlDrawing{}.vml")
    package.parts[vml] = source
    package.declare(vml, _VML_TYPE)
    content = package.parts[sheet]
    root = content[: list_children(content)[0].start].decode()
    declared = "" if "xmlns:r=" in root else f' xmlns:r="{RELATIONS[:-1]}"'
    tag = f'<legacyDrawing{declared} r:id="{package.relate(sheet, RELATIONS + "vmlDrawing", vml)}"/>'
    position = next(
        (child.start for child in list_children(content) if child.name in _AFTER_LEGACY_DRAWING), content.rindex(b"</")
    )
    package.replace(sheet, position, position, tag)


def _restore_macros(package: Package, template: Package, whole: bool) -> None:
    """Put in the template's VBA project, unless the workbook's own has all its modules and its buttons are whole.

    A project with these modules and more also stays when buttons had to be added.
    """
    book = package.workbook()
    (source,) = [
        relation.target for relation in template.relations(template.workbook()) if relation.kind == "vbaProject"
    ]
    target = next((relation.target for relation in package.relations(book) if relation.kind == "vbaProject"), "")
    own_modules, present_modules = (
        _read_module_names(template.parts[source]),
        _read_module_names(package.parts.get(target, b"")),
    )
    if own_modules <= present_modules and (whole or present_modules - own_modules):
        return
    if present_modules - own_modules:
        raise OtherMacrosError(", ".join(sorted(present_modules - own_modules)))
    if not target:
        target = package.free_name("xl/vbaProject{}.bin") if "xl/vbaProject.bin" in package.parts else source
        package.relate(book, _VBA_RELATION, target)
    package.parts[target] = template.parts[source]
    package.declare(target, _VBA_TYPE)
    package.declare(book, _MACROS_TYPE)
    _set_code_name(package, book, "workbookPr", "ThisWorkbook")
    originals = template.sheets()
    for name, part in package.sheets().items():
        if name in originals:
            properties = [child for child in list_children(template.parts[originals[name]]) if child.name == "sheetPr"]
            _set_code_name(package, part, "sheetPr", properties[0].attributes["codeName"])


def _set_code_name(package: Package, part: str, element: str, name: str) -> None:
    """Set the code name by which the VBA project refers to a sheet or to the workbook."""
    content = package.parts[part]
    for child in list_children(content):
        if child.name == element:
            text = re.sub(r'\scodeName="[^"]*"', "", content[child.start : child.end].decode(), count=1)
            package.replace(part, child.start, child.end, add_attribute(text, "codeName", name))
            return
    first = list_children(content)[
        1 if element == "workbookPr" and list_children(content)[0].name == "fileVersion" else 0
    ]
    package.replace(part, first.start, first.start, f'<{element} codeName="{name}"/>')


def _read_module_names(project: bytes) -> set[str]:
    """Return the names of a VBA project's standard modules, from the 128-byte entries of its directory of streams."""
    names = set()
    for offset in range(512, len(project) - 127, 128):
        size, entry_type = int.from_bytes(project[offset + 64 : offset + 66], "little"), project[offset + 66]
        if (
            entry_type in (1, 2)
            and 4 <= size <= 64
            and size % 2 == 0
            and project[offset + size - 2 : offset + size] == b"\0\0"
        ):
            name = project[offset : offset + size - 2].decode("utf-16-le", "replace")
            if name.isprintable() and not _NOT_MODULES.fullmatch(name):
                names.add(name)
    return names
