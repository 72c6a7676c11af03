"""Canonical XML of a sheet's part: the form that nearly every program writes."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

from tournament_xl.workbook.cells import cell_address
from tournament_xl.xlsx.sheet import parse_address, parse_column

_QUALIFIED_NAME = re.compile(r"\{(.*)\}(.*)")
_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_SPREADSHEET_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)


def canonicalize_sheet(part: bytes) -> bytes:
    """Rewrite a sheet's part in canonical form.

    Elements of the spreadsheet namespace have no prefix, `r` is the first attribute of each row and cell, attributes
    are in double quotes; comments and CDATA sections are gone. All namespaces are declared at the root, even unused
    ones, since mc:Ignorable may name them. The part must be well-formed; the result is in UTF-8.

    Raises:
        ValueError: An element of another namespace has no prefix, a prefix means two namespaces, an address is invalid,
            or elements are nested too deep.
    """
    prefixes = {_XML_NAMESPACE: "xml:"}
    for _, (prefix, uri) in (reader := ElementTree.iterparse(io.BytesIO(part), events=("start-ns",))):
        if not prefix and uri not in _SPREADSHEET_NAMESPACES:
            raise ValueError("namespace")
        prefixes[uri] = "" if uri in _SPREADSHEET_NAMESPACES else f"{prefix}:"
    if len({*prefixes.values()}) < len(prefixes):
        raise ValueError("a prefix means two namespaces")
    root, row, column = reader.root, 0, 0  # type: ignore[attr-defined]

    def prefixed_name(name: str) -> str:
        match = _QUALIFIED_NAME.fullmatch(name)
        return f"{prefixes[match[1]]}{match[2]}" if match else name

    namespace = root.tag.partition("}")[0][1:]
    for element in root.iter():
        element.tag = prefixed_name(element.tag)
        attributes = {prefixed_name(key): value for key, value in element.attrib.items()}
        if element.tag == "row":
            row, column = int(attributes.get("r", row + 1)), 0
            attributes = {"r": str(row)} | attributes
        elif element.tag == "c":
            column = parse_column(attributes["r"].rstrip("0123456789")) if "r" in attributes else column + 1
            attributes = {"r": cell_address(row, column)} | attributes
            if parse_address(attributes["r"]) != (row, column):
                raise ValueError("cell address")
        element.attrib = attributes
    declarations = {f"xmlns:{prefix[:-1]}": uri for uri, prefix in prefixes.items() if prefix and uri != _XML_NAMESPACE}
    root.attrib = {"xmlns": namespace} | declarations | root.attrib
    try:
        text = ElementTree.tostring(root, "unicode").replace("\r", "&#13;")
    except RecursionError:
        raise ValueError("elements nested too deep") from None
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()
