"""Ways to make a bad input from a good one, listed by name in `KINDS`.

Each is a function of a good file's path and a source of chance, and returns bytes. The first three damage a
workbook's bytes, its package or its XML; the others write sound files with nonsense in them.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from random import Random

from tests.plain_xlsx import build_parts
from tests.xlsm import parts
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.history.entries import compute_chain

NUMBERS = ("-1", "0", "1", "1048577", "2147483648", "1e308", "1e999", "NaN", "", "+5", "0x10", "1.5", "٣")
ADDRESSES = ("A0", "A1048577", "XFE1", "ZZZ1", "a1", "1A", "", "$A$1", "A1:B2", "É5")
TEXTS = (
    "", " ", "X", "BIP", "Nom", "Score 1", "1", "-1", "1.5", "1 803", "1e99", "3-2", "1-999999999", "1+2", "²", "½",
    "=1+1", "+cmd|' /C calc'!A0", "<b>&amp;</b>", "../..", "x" * 32767, "a\nb", "\u202eabc", "\x00", "\ud83d\ude00",
    "İ", "́", "#REF!", "21/11/2026", "Open", "Suisse", "2 : 1-", "1A", "paires=1-2,3-X", "%s", "{x}", "1_000",
)  # fmt: skip
VALUES = (0, 1, -1, 2, 3, 8, 1.5, -0.0, 99, 400, 2001, 46347.5, 2**31, 2**53, 1e300, 5e-324, 999999999, True, False)
SHEETS = (
    "Tournoi", "Joueurs", "Résultats", "Tables", "Journal", "Classement", "Grille", "Appariements", "Groupes",
    "Finales",
)  # fmt: skip
Grids = dict[str, list[list]]


def bytes_changed(base: Path, source: Random) -> bytes:
    """Change a few bytes, cut the file at the end, or insert foreign bytes."""
    data = base.read_bytes()
    offset = source.randrange(len(data))
    changed = bytearray(data)
    for _ in range(source.choice((1, 2, 20, 200))):
        changed[source.randrange(len(changed))] = source.randrange(256)
    return source.choice(
        (bytes(changed), bytes(changed), data[:offset], data[:offset] + source.randbytes(512) + data[offset:])
    )


def parts_changed(base: Path, source: Random) -> bytes:
    """Damage a sound package: parts missing, empty, exchanged, cut, doubled or renamed."""
    content = parts(base)
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        name, target = source.choice(sorted(content)), source.choice(sorted(content))
        part = content.pop(name)
        content |= source.choice((
            {}, {name: b""}, {name: content.get(target, part), target: part}, {name: part + part},
            {name: part[: source.randrange(len(part) + 1)]},
            {source.choice((name.upper(), f"../{name}", f"/{name}", "")): part},
        ))  # fmt: skip
    return _package(content)


def xml_changed(base: Path, source: Random) -> bytes:
    """Damage XML: numbers out of range, addresses and relations that lead nowhere, tags lost or doubled."""
    content = parts(base)
    names = [name for name in sorted(content) if name.endswith((".xml", ".rels", ".vml"))]
    weighted = names + [name for name in names if "sheet" in name or "workbook" in name or "haredStr" in name] * 3
    for _ in range(source.choice((1, 1, 2, 3, 10))):
        name = source.choice(weighted)
        pattern, others = source.choice(CHANGES)
        text = content[name].decode("utf-8", "replace")
        content[name] = _elsewhere(text, pattern, source.choice(others), source).encode()
    return _package(content)


CHANGES = (  # what is found in a part, what may stand for it
    (r'(?<=")-?\d+(?=")', NUMBERS),
    (r"(?<=<v>)[^<]+", NUMBERS),
    (r'(?<=\br=")[A-Z]+\d+(?=")|(?<=ref=")[^"]+(?=")', ADDRESSES),
    (r'(?<=\bt=")\w+(?=")', ("s", "str", "b", "e", "d", "n", "inlineStr", "zut", "")),
    (r'\s[\w:]+="[^"]*"', ("",)),
    (r"<[^>?!]+>", ("",)),
    (r"<c\s[^>]*?/>|<c\s.*?</c>", ('<c r="A1"/>', "<c><v>1</v></c>", '<c r="B2" t="s"><v>9999</v></c>')),
    (r"(?<=>)[^<]+", ("", "\x7f", "&#0;", "&#x1F600;", "]]>", "&lt;", "x" * 40_000, "=1+1", "\u202e")),
    (r'(?<=Target=")[^"]*(?=")', ("", "http://127.0.0.1:9/x", "../../../etc/passwd", "worksheets/sheet1.xml")),
    (r"<definedName.*?</definedName>|<sheet\s[^>]*>", ('<sheet name="Joueurs" sheetId="1" r:id="rId1"/>',)),
    (r"<\?xml[^>]*>", ("", '<?xml version="1.1"?>', '<?xml version="1.0" encoding="UTF-16"?>',
                       '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>')),
)  # fmt: skip


def _elsewhere(text: str, pattern: str, new: str, source: Random) -> str:
    """Put `new` in one of the places that the pattern finds, now and then in all."""
    places = list(re.finditer(pattern, text, re.DOTALL))
    if not places:
        return text
    if source.random() < 0.1:
        return re.sub(pattern, lambda _: new, text, flags=re.DOTALL)
    match = source.choice(places)
    return text[: match.start()] + new + text[match.end() :]


def _package(content: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in content.items():
            package.writestr(zipfile.ZipInfo(name), part)
    return stream.getvalue()


# Sound files of nonsense


def value(source: Random):
    """Invent a cell of any type."""
    return source.choice((
        source.choice(TEXTS), source.choice(TEXTS), source.choice(VALUES), source.randrange(-10, 40), None,
        "".join(chr(source.choice((source.randrange(32, 127), source.randrange(0x10FFFF)))) for _ in range(5)),
    ))  # fmt: skip


def grids(base: Path) -> Grids:
    return {name: [list(row) for row in rows] for name, rows in ClosedFile(base).read().sheets.items()}


def cells(base: Path, source: Random) -> Grids:
    """Put nonsense in some cells, rows or headers of a workbook's sheets."""
    sheets = grids(base)
    for _ in range(source.choice((1, 1, 1, 2, 3, 8, 50))):
        _spoil(sheets, source)
    return sheets


def _spoil(sheets: Grids, source: Random) -> None:
    name = source.choice([sheet for sheet in SHEETS if sheet in sheets] or ["Vide"])
    grid = sheets.setdefault(name, [])
    width = max(map(len, grid), default=14)
    match source.choice("cccccccccrrrdsHh"):
        case "c":  # a cell that is there, or a neighbour
            row = source.randrange(len(grid) + 3)
            grid.extend([] for _ in range(row + 1 - len(grid)))
            _put(grid[row], source.randrange(width + 2), value(source))
        case "r" if grid:  # a row twice, gone, or moved
            row = grid.pop(source.randrange(len(grid)))
            for _ in range(source.choice((0, 1, 2))):
                grid.insert(source.randrange(len(grid) + 1), list(row))
        case "d" if grid:  # a whole column of nonsense
            column = source.randrange(width + 1)
            for row in grid[source.randrange(len(grid)) :]:
                _put(row, column, value(source))
        case "s":  # a row of nonsense, far away
            grid.extend([] for _ in range(source.choice((0, 3000))))
            grid.append([value(source) for _ in range(16)])
        case "H" if len(sheets) > 1:  # a sheet gone
            del sheets[name]
        case "h":  # no header, or two
            grid[3:4] = [list(grid[3]) for _ in range(source.choice((0, 2)))] if grid[3:] else []


def _put(row: list, column: int, what) -> None:
    row.extend([None] * (column + 1 - len(row)))
    row[column] = what


def forged(base: Path, source: Random) -> Grids:
    """Change the memory of a workbook's sheets, often under a right chain."""
    sheets = grids(base)
    entries = [row for row in sheets["Mémoire"] if len(row) > 6 and isinstance(row[0], int)]
    for _ in range(source.choice((1, 1, 1, 2, 5, 20)) if entries else 0):
        line = source.choice(entries)
        if source.random() < 0.1:
            line[source.choice((0, 2, 3, 4))] = value(source)
        new = source.choice((str(source.randrange(-1, 25)), str(source.randrange(2000)), str(value(source)), "", "X"))
        line[5] = _elsewhere(line[5], r'[\w°-]+|"[^"]*"', new, source)
    chain = ""
    for line in entries if source.random() < 0.8 else ():
        line[6] = chain = compute_chain(chain, map(cell_text, line[:6]))
    return sheets


def _written(make):
    """Write the sheets that a function makes as a .xlsx."""

    def written(base: Path, source: Random) -> bytes:
        sheets = {name[:31]: [[*map(_stored, row)] for row in rows] for name, rows in make(base, source).items()}
        return _package(build_parts(sheets))

    return written


def _stored(cell):
    """What the program would store: a number where the text is a short one; no halves of letters."""
    if not isinstance(cell, str):
        return cell
    text = "".join(letter for letter in cell if not 0xD800 <= ord(letter) < 0xE000)
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10 else text


def sent(base: Path, source: Random) -> bytes:
    """Invent what a host may send through --stdio: nonsense cells, and at times a nonsense shape."""
    anything = (None, [], {}, "x", -1, 1e400, [[]], [None], {"a": 1}, [[1, [2]]], "9" * 5000)
    sheets = [{"name": name, "rows": rows} for name, rows in cells(base, source).items()]
    whole = {"version": 1, "name": source.choice(("", str(base), "rien")), "sheets": sheets}
    match source.randrange(8):
        case 0:
            whole[source.choice(("version", "name", "sheets", "zut"))] = source.choice(anything)
        case 1:
            del whole[source.choice(("version", "name", "sheets"))]
        case 2:
            source.choice(sheets)[source.choice(("name", "rows"))] = source.choice(anything)
    data = json.dumps(whole).encode()
    return source.choice((data, data, data, data[: source.randrange(len(data))], b"[" * 200_000))


def lines(base: Path, source: Random) -> bytes:
    """Change numbers, names, lines and encoding of a list of players or an ELO file."""
    rows = base.read_text(encoding="utf-8", errors="replace").splitlines()
    for _ in range(source.choice((1, 1, 2, 5, 20, 100))):
        index, number, replacement = source.randrange(len(rows)), f"{source.randrange(33):>2}", str(value(source))
        line = rows.pop(index)
        changed = _elsewhere(line, r"(?<=\()[ \d]+(?=\))|(?<=[,;] )[\d.]+", number, source)
        nonsense = _elsewhere(line, r"[^,;()\s]+", replacement, source)
        rows[index:index] = source.choice(([changed], [changed], [], [line, line], [replacement, line], [nonsense]))
        rows = rows or [line]
    encoding = source.choice(("utf-8", "utf-8-sig", "latin-1", "latin-1", "cp1252", "utf-16"))
    errors = "surrogatepass" if "utf" in encoding else "replace"
    data = source.choice(("\n", "\r\n", "\r")).join(rows).encode(encoding, errors)
    return source.choice((data, data, data, data[: source.randrange(len(data))]))


BOOK = (".xlsx", ".xlsm")
KINDS = {
    "bytes": (BOOK, "", bytes_changed),
    "parts": (BOOK, "", parts_changed),
    "xml": (BOOK, "", xml_changed),
    "cells": (BOOK, ".xlsx", _written(cells)),
    "memory": (BOOK, ".xlsx", _written(forged)),
    "json": (BOOK, ".json", sent),
    "players": ((".csv", ".txt"), "", lines),
    "elo": ((".ELO",), "", lines),
}  # kind -> which files it is made from, the ending of the input ("": the same), how


def make(kind: str, seed: int, bases: Path) -> tuple[str, bytes]:
    """Make the input of a case: the file name that it needs, its bytes."""
    source = Random(f"{kind} {seed}")
    endings, ending, how = KINDS[kind]
    base = source.choice(sorted(path for path in bases.iterdir() if path.suffix in endings))
    return f"{base.stem}{ending or base.suffix}", how(base, source)
