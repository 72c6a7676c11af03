"""The VBA project of a template, made of the modules in vba/ with pyOpenVBA: no Excel needed, the same bytes each time.

pyOpenVBA is a tool of the build only. What the modules may contain is written in each of them; LibreOffice compiles
them too, all branches, and one module that it cannot parse stops every button.
"""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from pyopenvba import ExcelFile
from pyopenvba.cfb import CFB
from xlsxwriter import Workbook

SOURCES = Path(__file__).resolve().parent / "vba"
_MAIN = b"application/%s.main+xml"
_PLAIN, _WITH_MACROS = b"vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"vnd.ms-excel.sheet.macroEnabled"
_SOURCE_ONLY = bytes.fromhex("cc61ffff000000")  # MS-OVBA 2.3.4.1: no cache of compiled code, Excel compiles the source


def modules() -> dict[str, str]:
    """Read the modules of a workbook with buttons, in the order of their names: name -> source."""
    return {path.stem: source_text(path) for path in sorted(SOURCES.glob("*.bas"))}


def source_text(path: Path) -> str:
    """Read a module's source with line ends as VBA has them."""
    return "\r\n".join(path.read_text(encoding="utf-8").splitlines()) + "\r\n"


def vba_project(sheets: int, sources: dict[str, str]) -> bytes:
    """Build vbaProject.bin for a workbook with that many sheets, named ThisWorkbook, Sheet1, Sheet2, … in the code."""
    with tempfile.TemporaryDirectory() as folder:
        carrier = Path(folder, "carrier.xlsm")
        _empty_workbook(carrier, sheets)
        with ExcelFile(str(carrier)) as book:
            project = book.add_vba_project()
            for name, source in sources.items():
                project.add_module(name, source)
            book.save()
        with zipfile.ZipFile(carrier) as package:
            compound = CFB.from_bytes(package.read("xl/vbaProject.bin"))
    compound.write_stream_in_storage("VBA", "_VBA_PROJECT", _SOURCE_ONLY)
    return compound.to_bytes()


def _empty_workbook(path: Path, sheets: int) -> None:
    """Write an .xlsm without macros, for pyOpenVBA to add them to."""
    plain = path.with_suffix(".xlsx")
    with Workbook(str(plain)) as book:
        for _ in range(sheets):
            book.add_worksheet()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(_MAIN % _PLAIN, _MAIN % _WITH_MACROS))
