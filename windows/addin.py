"""The add-in of Excel, tournois.xlam: the tab Tournoi, each of whose buttons presses on the workbook in front.

Built of the same module as the buttons of an .xlsm (templates/vba/TXExcel.bas), with `python windows/addin.py OUT`; two
builds give the same bytes. In Excel's folder XLSTART it is trusted and opened at each start: workbooks need no macros.
"""

from __future__ import annotations

import io
import sys
import zipfile
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "templates"), str(HERE.parent)]

from vba_project import SOURCES, source_text, vba_project  # noqa: E402
from xlsxwriter import Workbook  # noqa: E402

from tournament_xl.messages import live as texts  # noqa: E402

NAME = "tournois.xlam"
ICONS = {
    "new": "FileNew", "pair": "TableInsertExcel", "update": "RefreshAll", "explain": "Help",
    "what-if": "WhatIfAnalysisMenu", "undo": "Undo", "ratings": "Calculator", "check": "AcceptInvitation",
    "send": "FileSendAsAttachment", "publish": "HyperlinkInsert", "restore": "Copy", "next": "GoToNextRecord",
    "take": "Paste", "upgrade": "FileSaveAs",
}  # action -> one of Excel's own icons  # fmt: skip
_CUSTOM_UI = "http://schemas.microsoft.com/office/2009/07/customui"
_RELATION = "http://schemas.microsoft.com/office/2007/relationships/ui/extensibility"
_WORKBOOK, _ADDIN = b"vnd.ms-excel.sheet.macroEnabled.main+xml", b"vnd.ms-excel.addin.macroEnabled.main+xml"


def ribbon() -> str:
    """Write the tab: a group for each part of the day."""
    groups = []
    for number, (title, actions) in enumerate(texts.TAB.items()):
        buttons = (
            f'<button id="tx_{action.replace("-", "_")}" tag="{action}" label={quoteattr(texts.BUTTONS[action])}'
            f' size="large" imageMso="{ICONS[action]}" onAction="TX_Ribbon"/>'
            for action in actions
        )
        groups.append(f'<group id="tx_group{number}" label={quoteattr(title)}>{"".join(buttons)}</group>')
    tab = f'<tab id="tx_tab" label={quoteattr(texts.TITLE)}>{"".join(groups)}</tab>'
    return f'<customUI xmlns="{_CUSTOM_UI}"><ribbon><tabs>{tab}</tabs></ribbon></customUI>'


def build() -> bytes:
    """Build the add-in's bytes."""
    content = io.BytesIO()
    modules = {path.stem: source_text(path) for path in (HERE / "TXRibbon.bas", SOURCES / "TXExcel.bas")}
    with Workbook(content, {"in_memory": True}) as book:
        book.set_properties({"title": texts.TITLE, "author": "tournament_xl", "created": datetime(2026, 1, 1)})
        book.add_vba_project(io.BytesIO(vba_project(1, modules)), is_stream=True)
        book.set_vba_name("ThisWorkbook")
        book.add_worksheet().set_vba_name("Sheet1")
    out = io.BytesIO()
    with zipfile.ZipFile(content) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "[Content_Types].xml":
                data = data.replace(_WORKBOOK, _ADDIN)
            if entry.filename == "_rels/.rels":
                tag = f'<Relationship Id="rIdTx" Type="{_RELATION}" Target="customUI/customUI14.xml"/>'
                data = data.replace(b"</Relationships>", f"{tag}</Relationships>".encode())
            target.writestr(entry, data)
        target.writestr(zipfile.ZipInfo("customUI/customUI14.xml", (2026, 1, 1, 0, 0, 0)), ribbon().encode())
    return out.getvalue()


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else NAME).write_bytes(build())
