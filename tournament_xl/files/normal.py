"""A sheet's part as nearly every program writes it, from any other way of writing the same.

With expat and not through ElementTree, which drops the prefixes that `mc:Ignorable` names.
"""

from __future__ import annotations

from xml.parsers import expat

from tournament_xl.book.snapshot import address
from tournament_xl.files.sheet import column_number, escaped, place

_MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
_AS_NUMBER = {ord(sign): f"&#{ord(sign)};" for sign in "\t\n\r"}


def normal(part: bytes) -> bytes:
    """The same part without prefix for the elements of sheets, comments and CDATA; each row and cell begins with its
    address, attributes stand in double quotes.

    Raises ValueError for one in which elements of something else stand without prefix, or an address is none.
    """
    return _Writer().written(part)


class _Writer:
    """The part as it is walked through."""

    def __init__(self) -> None:
        self.out: list[str] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n']
        self.spaces: dict[str | None, str] = {}  # declared since the last tag: prefix -> namespace
        self.open = False  # the last tag lacks its end
        self.row = self.column = 0

    def written(self, part: bytes) -> bytes:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.namespace_prefixes = parser.buffer_text = parser.ordered_attributes = True
        parser.StartNamespaceDeclHandler = self.spaces.__setitem__
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        parser.CharacterDataHandler = self.text
        parser.Parse(part, True)
        return "".join(self.out).encode()

    def start(self, name: str, listed: list[str]) -> None:
        root, tag = len(self.out) == 1, _prefixed(name)
        given = {_prefixed(key): value for key, value in zip(listed[::2], listed[1::2], strict=True)}
        if self.spaces.get(None) not in (None, *_MAIN):
            raise ValueError("namespace")
        spaces = {f"xmlns:{prefix}": uri for prefix, uri in self.spaces.items() if prefix and uri not in _MAIN}
        if root:
            spaces = {"xmlns": name.partition(" ")[0], **spaces}
        self.spaces.clear()
        if tag == "row":
            self.row, self.column = int(given.get("r", self.row + 1)), 0
            given = {"r": str(self.row)} | given
        elif tag == "c":
            self.column = column_number(given["r"].rstrip("0123456789")) if "r" in given else self.column + 1
            cell = given.setdefault("r", address(self.row, self.column))
            if place(cell) != (self.row, self.column):
                raise ValueError("cell address")
            given = {"r": cell} | given
        self.flush()
        shown = (f' {key}="{escaped(value).translate(_AS_NUMBER)}"' for key, value in (spaces | given).items())
        self.out.append(f"<{tag}{''.join(shown)}")
        self.open = True

    def end(self, name: str) -> None:
        self.out.append("/>" if self.open else f"</{_prefixed(name)}>")
        self.open = False

    def text(self, text: str) -> None:
        self.flush()
        self.out.append(escaped(text).replace("\r", "&#13;"))

    def flush(self) -> None:
        if self.open:
            self.out.append(">")
            self.open = False


def _prefixed(name: str) -> str:
    """The name of an element or attribute, "namespace local prefix", as it is written; one of sheets without prefix."""
    uri, local, *prefix = name.split(" ") if " " in name else ("", name)
    return f"{prefix[0]}:{local}" if prefix and uri not in _MAIN else local
