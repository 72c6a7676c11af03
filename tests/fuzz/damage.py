"""Ways to make a bad input from a good one: a table of them, `KINDS`, by the name that a run is asked for.

Each is a function of a good file's path and a source of chance, and gives bytes. The first four damage a workbook's
bytes, its package or its XML; the others write sound files with nonsense in them.
"""

from __future__ import annotations

import io
import json
import re
import warnings
import zipfile
from pathlib import Path
from random import Random

import xlsxwriter

from tournament_xl.book import memory
from tournament_xl.hosts.closed import ClosedFile

NUMBERS = (
    "-1", "0", "1", "65535", "65536", "1048576", "1048577", "2147483647", "2147483648", "4294967296", "-2147483649",
    "9223372036854775808", "99999999999999999999", "1e308", "1e999", "-0", "NaN", "INF", "", " ", "+5", "0x10", "1.5",
    "٣", "1,5",
)  # fmt: skip
ADDRESSES = ("A0", "A1048577", "XFE1", "XFD1048576", "ZZZ1", "a1", "1A", "A", "", "$A$1", "A1:B2", "A-1", "R1C1", "É5")
TEXTS = (
    '', ' ', '\xa0', 'x', 'X', 'x x x', 'BIP', 'Ronde', 'N°', 'Nom', 'Score 1', 'Motif', 'Absences', '1', '-1', '007',
    '1,5', '1.5', '1 803', '1e5', '1e99', '3-', '-3', '3-2', '1-999999999', '2-4,6-', '999999999-', '1+2', '1+1', '²',
    '½', 'NaN', 'inf', 'TRUE', 'oui', '=1+1', "+cmd|' /C calc'!A0", '@SUM(1)', '\t=1', '<b>&amp;</b>', "'", '"', '\\',
    '../..', "é" * 300, "x" * 32767, 'a\nb', '\u202eabc', '\x00', '\ud83d\ude00', '🏳️\u200d🌈', 'ﷺ', 'Ａ', 'İ', 'ß', '́',
    '#REF!', '21/11/2026', 'F50', 'Classique', 'Open', 'Toutes-rondes', 'Double toutes-rondes', 'Suisse', '2 : 4-5',
    '2 : 1-', '1A', 'S', 'n=5', 'paires=1-2,3-X', 'présents=1-999999', 'Appariement', 'Paramètre', 'Valeur', '%s',
    '{x}', '${a}', 'None', '1_000',
)  # fmt: skip
VALUES = (
    0, 1, -1, 2, 3, 5, 7, 8, 1.5, 0.1, -0.0, 99, 400, 2001, -501, 46347, 46347.5, 1e9, 2**31, 2**53, -(2**53),
    1e15, 1e22, 1e100, 1e300, 1e-300, 5e-324, 999999999, 1234567.891, True, False,
)  # fmt: skip
SHEETS = (
    "Tournoi", "Joueurs", "Résultats", "Tables", "Journal", "Classement", "Grille", "Appariements", "Groupes",
    "Finales",
)  # fmt: skip
Grids = dict[str, list[list]]


def flipped(data: bytes, source: Random) -> bytes:
    """A few bytes changed anywhere in the file."""
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 5, 20, 200))):
        changed[source.randrange(len(changed))] = source.randrange(256)
    return bytes(changed)


def truncated(data: bytes, source: Random) -> bytes:
    """Cut at the end, at the start, or with a hole or foreign bytes inside."""
    at, length = source.randrange(len(data)), source.choice((1, 16, 512, 4096, 20_000))
    return source.choice((
        data[:at], data[at:], data[:at] + data[at + length :], data[:at] + bytes(length) + data[at + length :],
        data[:at] + source.randbytes(length) + data[at:], data + source.randbytes(length), data[:at] + data,
    ))  # fmt: skip


def parts_changed(data: bytes, source: Random) -> bytes:
    """A sound package in which parts are missing, empty, exchanged, cut, doubled or renamed."""
    parts = _parts(data)
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        one, other = source.choice(sorted(parts)), source.choice(sorted(parts))
        content = parts[one]
        match source.randrange(8):
            case 0 | 1:
                del parts[one]
            case 2:
                parts[one] = b""
            case 3:
                parts[one], parts[other] = parts[other], content
            case 4:
                parts[one] = content[: source.randrange(len(content) + 1)]
            case 5:
                parts[source.choice((one.upper(), one + "x", f"../{one}", f"/{one}", "", f"a/{one}"))] = parts.pop(one)
            case 6:
                parts[one] = content + content
            case 7:
                parts[f"xl/worksheets/sheet{source.choice(NUMBERS)}.xml"] = content
        if not parts:
            break
    return _package(parts, twice=source.random() < 0.05)


def xml_changed(data: bytes, source: Random) -> bytes:
    """Numbers out of range, addresses, names and relations that lead nowhere, tags and attributes lost or doubled."""
    parts = _parts(data)
    names = [name for name in sorted(parts) if name.endswith((".xml", ".rels", ".vml"))]
    weighted = names + [name for name in names if "sheet" in name or "workbook" in name or "haredStr" in name] * 3
    for _ in range(source.choice((1, 1, 2, 3, 10))):
        name = source.choice(weighted)
        parts[name] = _changed_text(parts[name].decode("utf-8", "replace"), source).encode()
    return _package(parts)


CHANGES = (  # what is found in a part, what may stand for it
    (r'(?<=")-?\d+(?=")', NUMBERS),
    (r"(?<=<v>)[^<]+", NUMBERS),
    (r'(?<=\br=")[A-Z]+\d+(?=")', ADDRESSES),
    (r'(?<=ref=")[^"]+(?=")', ADDRESSES),
    (r'(?<=\bt=")\w+(?=")', ("s", "str", "b", "e", "d", "n", "inlineStr", "zut", "")),
    (r'\s[\w:]+="[^"]*"', ("",)),
    (r"<[^>?!]+>", ("",)),
    (r"</[^>]+>", ("",)),
    (r"<c\s[^>]*?/>|<c\s.*?</c>", ('<c r="A1"/>', "<c><v>1</v></c>", '<c r="B2" t="s"><v>9999</v></c>')),
    (r"<row\s[^>]*?/>|<row\s.*?</row>", ("",)),
    (r"(?<=>)[^<]+", ("", "\x7f", "&#0;", "&#x1F600;", "]]>", "&lt;", "x" * 40_000, "=1+1", "\u202e")),
    (r'(?<=Target=")[^"]*(?=")', ("", "http://127.0.0.1:9/x", "../../../etc/passwd", "worksheets/sheet1.xml")),
    (r'(?<=Type=")[^"]*(?=")', ("",)),
    (r"<definedName.*?</definedName>|<sheet\s[^>]*>", ('<sheet name="Joueurs" sheetId="1" r:id="rId1"/>',)),
    (r"<\?xml[^>]*>", ("", '<?xml version="1.1"?>', '<?xml version="1.0" encoding="UTF-16"?>',
                       '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>')),
)  # fmt: skip


def _changed_text(text: str, source: Random) -> str:
    pattern, replacements = source.choice(CHANGES)
    replacement = source.choice(replacements)
    found = list(re.finditer(pattern, text, re.DOTALL))
    if not found:
        return text
    if source.random() < 0.1:
        return re.sub(pattern, lambda _: replacement, text, flags=re.DOTALL)
    at = source.choice(found)
    doubled = at[0] if source.random() < 0.1 else ""
    return text[: at.start()] + doubled + replacement + text[at.end() :]


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _package(parts: dict[str, bytes], *, twice: bool = False) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in [*parts.items()] * (2 if twice else 1):
            package.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


# Sound files of nonsense


def value(source: Random):
    """A cell of any type."""
    kind = source.random()
    if kind < 0.5:
        return source.choice(TEXTS)
    if kind < 0.8:
        return source.choice(VALUES)
    if kind < 0.95:
        return source.choice((None, source.randrange(-10, 40), source.randrange(-10, 40)))
    return "".join(chr(source.choice((source.randrange(32, 127), source.randrange(0x10FFFF)))) for _ in range(5))


def grids(base: Path, source: Random) -> Grids:
    """The sheets of a workbook with nonsense in some cells, rows or headers."""
    made = {name: [list(row) for row in rows] for name, rows in ClosedFile(base).read().sheets.items()}
    for _ in range(source.choice((1, 1, 1, 2, 3, 8, 50))):
        _spoil(made, source)
    return made


def _spoil(made: Grids, source: Random) -> None:
    name = source.choice([sheet for sheet in SHEETS if sheet in made] or list(made) or ["Vide"])
    grid = made.setdefault(name, [])
    width = max(map(len, grid), default=14)
    match source.choice("cccccccccccccrrrdssHhmtn"):
        case "c":  # a cell that is there, or a neighbour
            row, column = source.randrange(len(grid) + 3), source.randrange(width + 2)
            grid.extend([] for _ in range(row + 1 - len(grid)))
            _put(grid[row], column, value(source))
        case "r" if grid:  # a row twice, gone, or moved
            row = grid.pop(source.randrange(len(grid)))
            for _ in range(source.choice((0, 1, 2))):
                grid.insert(source.randrange(len(grid) + 1), list(row))
        case "d" if grid:  # a whole column of nonsense
            column = source.randrange(width + 1)
            for row in grid[source.randrange(len(grid)) :]:
                _put(row, column, value(source))
        case "s":  # a row of nonsense
            grid.append([value(source) for _ in range(16)])
        case "H" if len(made) > 1 and source.random() < 0.3:  # a sheet gone or renamed
            rows = made.pop(name)
            if source.random() < 0.5:
                made[f"{name} (2)"] = rows
        case "h":  # no header, or two
            grid[3:4] = [list(grid[3]) for _ in range(source.choice((0, 2)))] if grid[3:] else []
        case "m" if grid:  # columns exchanged
            a, b = source.randrange(14), source.randrange(14)
            for row in grid:
                row.extend([None] * (max(a, b) + 1 - len(row)))
                row[a], row[b] = row[b], row[a]
        case "t":  # far away
            grid.extend([] for _ in range(source.choice((10, 100, 3000))))
            grid.append([value(source)])
        case "n":  # some settings
            for row in made.get("Tournoi", []):
                if source.random() < 0.15 and len(row) > 2:
                    row[2] = value(source)


def _put(row: list, column: int, what) -> None:
    row.extend([None] * (column + 1 - len(row)))
    row[column] = what


def forged(base: Path, source: Random) -> Grids:
    """The sheets of a workbook whose memory says other things, often under a right chain."""
    made = {name: [list(row) for row in rows] for name, rows in ClosedFile(base).read().sheets.items()}
    lines = [row for row in made["Mémoire"] if len(row) > 5 and str(row[4]).startswith("{")]
    for _ in range(source.choice((1, 1, 1, 2, 5, 20)) if lines else 0):
        line = source.choice(lines)
        if source.random() < 0.1:
            line[source.choice((0, 2, 3))] = value(source)
        new = source.choice((str(source.randrange(-1, 25)), str(source.randrange(2000)), str(value(source)), "", "X"))
        line[4] = _elsewhere(line[4], r'[\w°-]+|"[^"]*"', new, source)
    chain = ""
    for line in lines if source.random() < 0.8 else ():
        line[5] = chain = memory.chained(chain, str(line[4]))
    return made


def _elsewhere(text: str, pattern: str, new: str, source: Random) -> str:
    """The text with `new` in one of the places that the pattern finds."""
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    found = source.choice(places)
    return text[: found.start()] + new + text[found.end() :]


def written(sheets: Grids, source: Random) -> bytes:
    """Sheets as a .xlsx; now and then a cell is a formula or a date, or cells are merged."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True, "nan_inf_to_errors": True}) as book:
        date = book.add_format({"num_format": "dd/mm/yyyy"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name[:31])
            for r, c, cell in ((r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row)):
                chance = source.random() if cell is not None else 1
                text = "".join(letter for letter in str(cell) if not 0xD800 <= ord(letter) < 0xE000)
                if chance < 0.001:
                    formula = source.choice(("=1/0", "=A1", "=NOW()"))
                    sheet.write_formula(r, c, formula, None, source.choice((0, "", "#DIV/0!", "x")))
                elif isinstance(cell, bool):
                    sheet.write_boolean(r, c, cell)
                elif isinstance(cell, (int, float)):
                    sheet.write_number(r, c, cell, date if chance < 0.002 else None)
                elif text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10:
                    sheet.write_number(r, c, int(text))  # as the program stores it
                elif cell is not None:
                    sheet.write_string(r, c, text)
            if rows and source.random() < 0.02:
                sheet.merge_range(source.randrange(9), 0, 9 + source.randrange(9), source.randrange(1, 9), "fusion")
    return stream.getvalue()


def sent(base: Path, source: Random) -> bytes:
    """What a host may send through --stdio: nonsense cells, and at times a nonsense shape."""
    anything = (None, [], {}, "x", -1, 1e400, [[]], [None], {"a": 1}, True, [[1, [2]]], [{"rows": 3}], "9" * 5000)
    sheets = [{"name": name, "rows": rows} for name, rows in grids(base, source).items()]
    whole = {"version": 1, "name": source.choice(("", str(base), "/", "rien", "\\\\serveur\\x.xlsx")), "sheets": sheets}
    match source.randrange(12):
        case 0:
            whole[source.choice(("version", "name", "sheets", "zut"))] = source.choice(anything)
        case 1:
            del whole[source.choice(("version", "name", "sheets"))]
        case 2:
            source.choice(sheets)["rows"] = source.choice(anything)
        case 3:
            source.choice(sheets)["name"] = source.choice((*anything, "Joueurs"))
        case 4:
            source.choice(sheets)["rows"].insert(0, source.choice((*anything, [source.choice(anything)])))
    data = json.dumps(whole, ensure_ascii=source.random() < 0.5).encode("utf-8", "surrogatepass")
    return _torn(data, source, b"[" * 200_000, b"\xff\xfe" + data)


def _torn(data: bytes, source: Random, *others: bytes) -> bytes:
    """Mostly as it is; else cut, with foreign bytes inside, or one of the others."""
    if source.random() > 0.2 or not data:
        return data
    at = source.randrange(len(data))
    return source.choice((data[:at], data[:at] + source.randbytes(3) + data[at:], *others))


def players(base: Path, source: Random) -> bytes:
    """A list of players with other bytes, separators, columns, encodings."""
    lines = base.read_text(encoding="utf-8", errors="replace").splitlines()
    for _ in range(source.choice((1, 2, 5, 20))):
        at = source.randrange(len(lines))
        cells = lines[at].split(source.choice((";", ",", "\t")))
        cells[source.randrange(len(cells))] = str(value(source) or "").replace("\0", "")
        lines[at] = source.choice((";", ";", ";", ",", "\t", "\0", "  ")).join(cells)
        if source.random() < 0.1:
            lines.insert(source.randrange(len(lines)), source.choice(TEXTS))
    return _encoded(lines, source, ("\n", "\r\n", "\r", "\n\n", "\u2028"), b'"')


def results(base: Path, source: Random) -> bytes:
    """An ELO file with other lines, numbers, names, encodings; in half of the cases it can often still be read."""
    lines = base.read_text(encoding="latin-1").splitlines()
    gentle = source.random() < 0.5
    for _ in range(source.choice((1, 1, 2, 5, 20, 100))):
        at = source.randrange(len(lines))
        match 6 if gentle else source.randrange(6):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(source.randrange(len(lines) + 1), lines[at])
            case 2:
                lines.insert(at, str(value(source)))
            case 3:
                lines.append(lines.pop(at))
            case 4:
                lines[at] = _elsewhere(lines[at], r"[^,()\s]+", str(value(source)), source)
            case 5:
                lines[at] = _elsewhere(lines[at], r"\d+", source.choice(("", "٣", str(source.choice(VALUES)))), source)
            case 6:
                number = f"{source.randrange(33):>2}"
                lines[at] = _elsewhere(lines[at], r"(?<=\()[ \d]+(?=\))|(?<=, )[\d.]+", number, source)
    return _encoded(lines, source, ("\n", "\r\n", "\r"))


def _encoded(lines: list[str], source: Random, ends: tuple[str, ...], *others: bytes) -> bytes:
    encoding = source.choice(("utf-8", "utf-8", "utf-8-sig", "latin-1", "latin-1", "cp1252", "utf-16", "mac_roman"))
    errors = "surrogatepass" if "utf" in encoding else "replace"
    return _torn(source.choice(ends).join(lines).encode(encoding, errors), source, *others)


def _of_bytes(damage):
    return lambda base, source: damage(base.read_bytes(), source)


BOOK = (".xlsx", ".xlsm")
KINDS = {
    "bytes": (BOOK, "", _of_bytes(flipped)),
    "cut": (BOOK, "", _of_bytes(truncated)),
    "parts": (BOOK, "", _of_bytes(parts_changed)),
    "xml": (BOOK, "", _of_bytes(xml_changed)),
    "cells": (BOOK, ".xlsx", lambda base, source: written(grids(base, source), source)),
    "memory": (BOOK, ".xlsx", lambda base, source: written(forged(base, source), source)),
    "json": (BOOK, ".json", sent),
    "players": ((".csv", ".txt"), "", players),
    "elo": ((".ELO",), "", results),
}  # kind -> which files it is made from, the ending of the input ("": the same), how


def make(kind: str, seed: int, bases: Path) -> tuple[str, bytes]:
    """The input of a case: the name that it wants, its bytes."""
    source = Random(f"{kind} {seed}")
    endings, ending, how = KINDS[kind]
    base = source.choice(sorted(path for path in bases.iterdir() if path.suffix in endings))
    return f"{base.stem}{ending or base.suffix}", how(base, source)
