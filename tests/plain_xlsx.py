"""Workbooks of nothing but cells, as parts: quick to write, and easy to spoil."""

import io
import zipfile
from datetime import datetime

import xlsxwriter


def build_parts(sheets):
    """Build the parts (name -> bytes) of a workbook from its sheets: name -> rows, None or "" for an empty cell."""
    stream, as_it_is = io.BytesIO(), {"strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, {"in_memory": True} | as_it_is) as book:
        book.set_properties({"created": datetime(2016, 1, 1)})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(rows):
                sheet.write_row(row, 0, cells)
    with zipfile.ZipFile(stream) as package:
        return {name: package.read(name) for name in package.namelist()}


def write_package(path, content):
    """Write the parts, texts or bytes, as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in content.items():
            package.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return path
