"""Workbooks of nothing but cells, put together part by part: quick to write, and easy to spoil."""

import zipfile
from xml.sax.saxutils import escape

_TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_BOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


def parts(sheets):
    """Part name -> text, of a workbook with these sheets (name -> rows, None or "" for an empty cell)."""
    numbers = range(1, len(sheets) + 1)
    names = list(zip(numbers, map(escape, sheets), strict=True))
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_SHEET_TYPE}"/>' for n in numbers
    )
    found = {
        "[Content_Types].xml": _TYPES
        + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        + '<Default Extension="xml" ContentType="application/xml"/>'
        + f'<Override PartName="/xl/workbook.xml" ContentType="{_BOOK_TYPE}"/>{overrides}</Types>',
        "_rels/.rels": _RELATIONS
        + f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<?xml version="1.0"?><workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in names)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _RELATIONS
        + "".join(
            f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
        )
        + "</Relationships>",
    }
    for number, rows in zip(numbers, sheets.values(), strict=True):
        found[f"xl/worksheets/sheet{number}.xml"] = sheet(rows)
    return found


def sheet(rows):
    """The part of a sheet with these rows from the first line on."""
    lines = []
    for number, cells in enumerate(rows, start=1):
        filled = "".join(_cell(number, column, value) for column, value in enumerate(cells) if value not in (None, ""))
        lines.append(f'<row r="{number}">{filled}</row>' if filled else "")
    data = "".join(lines)
    return f'<?xml version="1.0"?><worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData></worksheet>'


def _cell(row, column, value):
    place = f"{chr(65 + column)}{row}"
    if isinstance(value, (int, float)):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def pack(path, content):
    """The parts as a file; texts or bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in content.items():
            package.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return path
