"""Formulas that a sheet writes once for several cells, which excelize does not read and drop as one would expect."""

from __future__ import annotations

from xml.parsers import expat


def cells(sheet: bytes) -> frozenset[str]:
    """The addresses of the cells of a well-formed sheet whose formula is written once for several ("A7").

    Raises ValueError for one without the number of that formula, over which excelize ends the process.
    """
    if b"shared" not in sheet and b"&#" not in sheet:
        return frozenset()
    found: set[str] = set()
    at = ""

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal at
        local = name.rpartition(":")[2]
        if local == "c":
            at = attributes.get("r", "")
        elif local == "f" and attributes.get("t") == "shared":
            if not attributes.get("si", "").isdecimal():
                raise ValueError("shared formula")
            found.add(at)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(sheet, True)
    return frozenset(found - {""})
