"""A sheet's part as nearly every program writes it, from any other way of writing the same."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

from tournament_xl.workbook.snapshot import cell_address
from tournament_xl.xlsx.sheet import column_number, place

_TAGGED = re.compile(r"\{(.*)\}(.*)")
_XML = "http://www.w3.org/XML/1998/namespace"
_MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)


def normal(part: bytes) -> bytes:
    """The same part without prefix for the elements of sheets, comments and CDATA; each row and cell begins with its
    address, attributes stand in double quotes. All namespaces are declared at the root, used or not: mc:Ignorable names
    some that are not.

    Raises ValueError for one in which elements of something else stand without prefix, or an address is none.
    """
    prefixes = {_XML: "xml:"}
    for _, (prefix, uri) in (read := ElementTree.iterparse(io.BytesIO(part), events=("start-ns",))):
        if not prefix and uri not in _MAIN:
            raise ValueError("namespace")
        prefixes[uri] = "" if uri in _MAIN else f"{prefix}:"
    if len({*prefixes.values()}) < len(prefixes):
        raise ValueError("a prefix means two namespaces")
    root, row, column = read.root, 0, 0  # type: ignore[attr-defined]

    def plain(name: str) -> str:
        found = _TAGGED.fullmatch(name)
        return f"{prefixes[found[1]]}{found[2]}" if found else name

    main = root.tag.partition("}")[0][1:]
    for one in root.iter():
        one.tag = plain(one.tag)
        given = {plain(key): value for key, value in one.attrib.items()}
        if one.tag == "row":
            row, column = int(given.get("r", row + 1)), 0
            given = {"r": str(row)} | given
        elif one.tag == "c":
            column = column_number(given["r"].rstrip("0123456789")) if "r" in given else column + 1
            given = {"r": cell_address(row, column)} | given
            if place(given["r"]) != (row, column):
                raise ValueError("cell address")
        one.attrib = given
    spaces = {f"xmlns:{prefix[:-1]}": uri for uri, prefix in prefixes.items() if prefix and uri != _XML}
    root.attrib = {"xmlns": main} | spaces | root.attrib
    try:
        text = ElementTree.tostring(root, "unicode").replace("\r", "&#13;")
    except RecursionError:
        raise ValueError("elements nested too deep") from None
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()
