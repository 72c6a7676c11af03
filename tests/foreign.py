"""Lists in other formats than .xlsx, written by hand: OpenDocument in a package and flat, .xls (BIFF8)."""

import io
import struct
import zipfile
from datetime import date
from xml.sax.saxutils import escape

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def _tag(name, content="", **attributes):
    attribute_text = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="{value}"' for key, value in attributes.items()
    )
    return f"<{name}{attribute_text}>{content}</{name}>"


def odf_cell(value, times=1):
    paragraph = _tag("text:p", "as shown")
    if value in (None, ""):
        return _tag("table:table-cell", table__number_columns_repeated=times)
    if isinstance(value, date):
        return _tag("table:table-cell", paragraph, office__value_type="date", office__date_value=value)
    if isinstance(value, int | float):
        return _tag("table:table-cell", paragraph, office__value_type="float", office__value=value)
    note = _tag("office:annotation", _tag("text:p", "a note"))
    return _tag("table:table-cell", note + _tag("text:p", escape(value)), office__value_type="string")


def odf(sheets, hidden=()):
    """Write the XML of a document: sheet -> rows; `hidden` rows of each, by a filter or by hand."""
    tables = []
    for name, rows in sheets.items():
        written = []
        for row_number, row in enumerate(rows, start=1):
            away = {"table__visibility": ("filter", "collapse")[row_number % 2]} if row_number in hidden else {}
            written.append(_tag("table:table-row", "".join(map(odf_cell, row)) + odf_cell(None, 16_000), **away))
        below = _tag("table:table-row", odf_cell(None, 16_384), table__number_rows_repeated=1_000_000)
        tables.append(_tag("table:table", "".join(written) + below, table__name=name))
    body = _tag("office:body", _tag("office:spreadsheet", "".join(tables)))
    return f'<?xml version="1.0"?><office:document {NAMES}>{body}</office:document>'


def ods(content, manifest="<manifest/>"):
    """Write the package of a document; texts or bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        package.writestr("content.xml", content)
        package.writestr("META-INF/manifest.xml", manifest)
    return stream.getvalue()


def xls(sheets):
    """Write a workbook of Excel 97: texts and numbers, cells by row and column or as rows."""

    def record(kind, body):
        return struct.pack("<HH", kind, len(body)) + body

    def begin(kind):
        return record(0x809, struct.pack("<HHHHII", 0x600, kind, 0x0DBB, 0x07CC, 0, 6))

    parts = []
    for rows in sheets.values():
        cells = rows if isinstance(rows, dict) else {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row)}
        body = begin(0x10)
        for (row, column), value in cells.items():
            place = struct.pack("<HHH", row, column, 0)
            if isinstance(value, str):
                body += record(0x204, place + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
            else:
                body += record(0x203, place + struct.pack("<d", value))
        parts.append(body + record(0x0A, b""))
    names = [name.encode("utf-16-le") for name in sheets]
    head = begin(5) + record(0x42, struct.pack("<H", 1200))
    offset = len(head) + sum(4 + 8 + len(name) for name in names) + 4
    for name, part in zip(names, parts, strict=True):
        head += record(0x85, struct.pack("<IHBB", offset, 0, len(name) // 2, 1) + name)
        offset += len(part)
    return _compound(head + record(0x0A, b"") + b"".join(parts))


def xls5(rows, encoding, page):
    """Write a sheet of texts of Excel 5, and its code page if there is one."""

    def record(kind, body):
        return struct.pack("<HH", kind, len(body)) + body

    def begin(kind):
        return record(0x809, struct.pack("<HHHH", 0x500, kind, 0x0DBB, 0x07CC))

    body = begin(0x10)
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            letters = text.encode(encoding)
            body += record(0x204, struct.pack("<HHHH", row, column, 0, len(letters)) + letters)
    head = begin(5) + (record(0x42, struct.pack("<H", page)) if page else b"")
    head += record(0x85, struct.pack("<IHB", len(head) + 21, 0, 6) + b"Feuil1") + record(0x0A, b"")
    return _compound(head + body + record(0x0A, b""))


def _compound(stream):
    """Write a compound file with the stream Workbook: a FAT, a directory, the stream's sectors."""
    stream += bytes(max(4096 - len(stream), -len(stream) % 512))
    count = len(stream) // 512
    fat = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, count + 2), 0xFFFFFFFE]

    def entry(name, kind, child, start, size):
        text = name.encode("utf-16-le") + b"\0\0"
        links = struct.pack("<HBBIII", len(text), kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
        return text.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)

    directory = entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry("Workbook", 2, 0xFFFFFFFF, 2, len(stream))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(512, b"\xff")
    assert len(head) == len(table) == 512, "more than one sector of FAT is not written"
    return head + table + directory.ljust(512, b"\0") + stream
