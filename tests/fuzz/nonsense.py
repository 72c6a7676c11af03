"""Sound workbooks, lists and JSON with nonsense in them: cells of any type anywhere."""

from __future__ import annotations

import io
import json
import re
from random import Random

import xlsxwriter

from tests.fuzz.damage import flipped, truncated
from tournament_xl.book import memory
from tournament_xl.hosts.closed import ClosedFile

TEXTS = (
    '', ' ', '\xa0', 'x', 'X', 'x x x', 'BIP', 'bip', 'Ronde', 'N°', 'Nom', 'Score 1', 'Motif', 'Absences', '1', '-1',
    '0', '00', '007', '1,5', '1.5', '1 803', '1e5', '1e99', '3-', '-3', '3-2', '1-999999999', '2-4,6-', '0-0',
    '999999999-', '1+2', '2+1', '1+1', '12', '3', '²', '٣', '½', 'NaN', 'inf', '-inf', 'TRUE', 'VRAI', 'oui', '=1+1',
    '=HYPERLINK("a")', "+cmd|' /C calc'!A0", '@SUM(1)', '-2+3', '\t=1', '<b>&amp;</b>', "'", '"', '\\', '/', '../..',
    "é" * 300, "x" * 32767, 'a\nb', '\u202eabc', '\x00', '\ud83d\ude00', '😀', '🏳️\u200d🌈', 'ﷺ', 'Ａ', 'İ', 'ß', '́',
    '#N/A', '#REF!', '21/11/2026', 'F50', 'F10', 'Classique', 'Open', 'Toutes-rondes', 'Double toutes-rondes',
    'Suisse', '2 : 4-5', '2 : ', '2 : 1-', '3', '1A', '7D', 'S', 'n=5', '| n=99999999999', 'paires=1-2,3-X',
    'résultats=1-2:451/407', 'présents=1-999999', 'présents=1-9999', 'rangs=1:1e9', 'tables=1-2/x', 'Appariement',
    'Annulation', 'Correction', 'Changement', 'Création', 'formule=Open', 'Paramètre', 'Valeur', '0.5', '%s', '{0}',
    '{x}', '${a}', 'nan', 'None', '1_000',
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 3, 5, 7, 8, 1.5, 0.1, -0.0, 99, 400, 2001, -501, 46347, 46347.5, 1e9, 2**31, 2**53, -(2**53),
    1e15, 1e22, 1e100, 1e300, 1e-300, 5e-324, 999999999, 1234567.891, True, False,
)  # fmt: skip
SHEETS = (
    "Tournoi", "Joueurs", "Résultats", "Tables", "Journal", "Classement", "Grille", "Appariements", "Groupes",
    "Finales",
)  # fmt: skip


def value(source: Random):
    """A cell of any type."""
    kind = source.random()
    if kind < 0.5:
        return source.choice(TEXTS)
    if kind < 0.8:
        return source.choice(NUMBERS)
    if kind < 0.9:
        return source.randrange(-10, 40)
    if kind < 0.95:
        return None
    return "".join(chr(source.choice((source.randrange(32, 127), source.randrange(0x10FFFF)))) for _ in range(5))


def grids(base, source: Random) -> dict[str, list[list]]:
    """The sheets of a workbook with nonsense in some cells, rows or headers."""
    made = {name: [list(row) for row in rows] for name, rows in ClosedFile(base).read().sheets.items()}
    for _ in range(source.choice((1, 1, 1, 2, 3, 8, 50))):
        _spoil(made, source)
    return made


def _spoil(made: dict[str, list[list]], source: Random) -> None:
    name = source.choice([sheet for sheet in SHEETS if sheet in made] or list(made) or ["Vide"])
    grid = made.setdefault(name, [])
    match source.choice("cccccccccccccrrrdssHhmtn"):
        case "c":  # a cell that is there, or a neighbour
            row = source.randrange(len(grid) + 3)
            grid.extend([] for _ in range(row + 1 - len(grid)))
            column = source.randrange(max(len(grid[row]), 14) + 2)
            grid[row].extend([None] * (column + 1 - len(grid[row])))
            grid[row][column] = value(source)
        case "r" if grid:  # a row twice, gone, or moved
            row = grid.pop(source.randrange(len(grid)))
            for _ in range(source.choice((0, 1, 2))):
                grid.insert(source.randrange(len(grid) + 1), list(row))
        case "d" if grid:  # a whole column of nonsense
            column = source.randrange(max(map(len, grid), default=0) + 1)
            for row in grid[source.randrange(len(grid)) :]:
                row.extend([None] * (column + 1 - len(row)))
                row[column] = value(source)
        case "s":  # a row of nonsense
            grid.append([value(source) for _ in range(16)])
        case "H" if len(made) > 1 and source.random() < 0.3:  # a sheet gone or renamed
            rows = made.pop(name)
            if source.random() < 0.5:
                made[f"{name} (2)"] = rows
        case "h":  # no header, or two
            at = min(3, len(grid))
            grid[at : at + 1] = [list(grid[at]) for _ in range(source.choice((0, 2)))] if grid[at:] else []
        case "m" if grid:  # columns exchanged
            a, b = source.randrange(14), source.randrange(14)
            for row in grid:
                row.extend([None] * (max(a, b) + 1 - len(row)))
                row[a], row[b] = row[b], row[a]
        case "t":  # far away
            grid.extend([] for _ in range(source.choice((10, 100, 3000))))
            grid.append([value(source)])
        case "n":  # one setting
            for row in made.get("Tournoi", []):
                if source.random() < 0.15 and len(row) > 2:
                    row[2] = value(source)


def forged(base, source: Random) -> dict[str, list[list]]:
    """The sheets of a workbook whose memory says other things, often under a right chain."""
    made = {name: [list(row) for row in rows] for name, rows in ClosedFile(base).read().sheets.items()}
    lines = [row for row in made["Mémoire"] if len(row) > 5 and str(row[4]).startswith("{")]
    for _ in range(source.choice((1, 1, 1, 2, 5, 20)) if lines else 0):
        line = source.choice(lines)
        if source.random() < 0.1:
            line[source.choice((0, 2, 3))] = value(source)
        place = source.choice(list(re.finditer(r'[\w°-]+|"[^"]*"', line[4])))
        numbers = str(source.randrange(-1, 25)), str(source.randrange(2000))
        new = source.choice((*numbers, str(value(source)), "", "X", "null"))
        line[4] = line[4][: place.start()] + new + line[4][place.end() :]
    chain = ""
    for line in lines if source.random() < 0.8 else ():
        line[5] = chain = memory.chained(chain, str(line[4]))
    return made


def workbook(base, source: Random) -> bytes:
    """A sound .xlsx of nonsense; formulas, dates and errors among the cells."""
    return written(grids(base, source), source)


def written(sheets: dict[str, list[list]], source: Random) -> bytes:
    """Sheets as a .xlsx; now and then a cell is a formula or a date, or cells are merged."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True, "nan_inf_to_errors": True}) as book:
        date = book.add_format({"num_format": "dd/mm/yyyy"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name[:31])
            for r, row in enumerate(rows):
                for c, cell in enumerate(row):
                    _write(sheet, r, c, cell, date, source)
            if rows and source.random() < 0.02:
                sheet.merge_range(source.randrange(9), 0, 9 + source.randrange(9), source.randrange(1, 9), "fusion")
    return stream.getvalue()


def _write(sheet, row: int, column: int, cell, date, source: Random) -> None:
    if cell is None:
        return
    chance = source.random()
    if chance < 0.001:
        sheet.write_formula(
            row, column, source.choice(("=1/0", "=A1", "=NOW()")), None, source.choice((0, "", "#DIV/0!", "x"))
        )
    elif isinstance(cell, bool):
        sheet.write_boolean(row, column, cell)
    elif isinstance(cell, (int, float)):
        sheet.write_number(row, column, cell, date if chance < 0.002 else None)
    else:
        text = "".join(letter for letter in str(cell) if not 0xD800 <= ord(letter) < 0xE000)
        number = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10
        if number:  # as the program stores it
            sheet.write_number(row, column, int(text))
        else:
            sheet.write_string(row, column, text)


def sent(base, source: Random) -> bytes:
    """What a host may send through --stdio: nonsense cells, and at times a nonsense shape."""
    sheets = [{"name": name, "rows": rows} for name, rows in grids(base, source).items()]
    whole = {"version": 1, "name": source.choice(("", str(base), "/", "rien", "\\\\serveur\\x.xlsx")), "sheets": sheets}
    if source.random() < 0.4:
        whole = _misshaped(whole, source)
    data = json.dumps(whole, ensure_ascii=source.random() < 0.5).encode("utf-8", "surrogatepass")
    if source.random() < 0.15:
        at = source.randrange(len(data))
        data = source.choice(
            (data[:at], data[:at] + source.randbytes(3) + data[at:], b"[" * 200_000, b"\xff\xfe" + data)
        )
    return data


def _misshaped(whole: dict, source: Random):
    anything = (None, [], {}, "x", -1, 1e400, [[]], [None], {"a": 1}, True, [[1, [2]]], [{"rows": 3}], "9" * 5000)
    match source.randrange(5):
        case 0:
            whole[source.choice(("version", "name", "sheets", "zut"))] = source.choice(anything)
        case 1:
            del whole[source.choice(("version", "name", "sheets"))]
        case 2:
            source.choice(whole["sheets"])["rows"] = source.choice(anything)
        case 3:
            source.choice(whole["sheets"])["name"] = source.choice((*anything, "Joueurs"))
        case 4:
            rows = source.choice(whole["sheets"])["rows"]
            rows.insert(0, source.choice((*anything, [source.choice(anything)])))
    return whole


def players(base: bytes, source: Random) -> bytes:
    """A list of players with other bytes, separators, columns, encodings."""
    text = base.decode("utf-8", "replace")
    lines = text.splitlines()
    for _ in range(source.choice((1, 2, 5, 20))):
        at = source.randrange(len(lines))
        cells = lines[at].split(source.choice((";", ",", "\t")))
        cells[source.randrange(len(cells))] = str(value(source) or "").replace("\0", "")
        lines[at] = source.choice((";", ";", ";", ",", "\t", "\0", "  ")).join(cells)
        if source.random() < 0.1:
            lines.insert(source.randrange(len(lines)), source.choice(TEXTS))
    ends = source.choice(("\n", "\r\n", "\r", "\n\n", "\u2028"))
    encoding = source.choice(("utf-8", "utf-8", "utf-8-sig", "cp1252", "utf-16", "latin-1", "mac_roman"))
    data = ends.join(lines).encode(encoding, "replace" if "utf" not in encoding else "surrogatepass")
    if source.random() < 0.3:
        at = source.randrange(len(data) + 1)
        data = source.choice((data[:at], data[:at] + source.randbytes(4) + data[at:], data[:at] + b'"' + data[at:]))
    return data


def results(base: bytes, source: Random) -> bytes:
    """An ELO file with other lines, numbers, names, encodings."""
    lines = base.decode("latin-1").splitlines()
    gentle = source.random() < 0.5  # often the file can still be read, and says other things
    for _ in range(source.choice((1, 1, 2, 5, 20, 100))):
        at = source.randrange(len(lines))
        if gentle:
            _change(lines, at, r"(?<=\()[ \d]+(?=\))|(?<=, )[\d.]+", f"{source.randrange(33):>2}", source)
            continue
        match source.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(source.randrange(len(lines) + 1), lines[at])
            case 2:
                lines.insert(at, str(value(source)))
            case 3:
                other = source.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 4:
                _change(lines, at, r"[^,()\s]+", str(value(source)), source)
            case _:
                new = source.choice((str(source.randrange(70)), str(source.choice(NUMBERS)), "", "٣"))
                _change(lines, at, r"\d+", new, source)
        if not lines:
            break
    text = source.choice(("\n", "\r\n", "\r")).join(lines)
    encoding = source.choice(("latin-1", "latin-1", "utf-8", "utf-8-sig", "utf-16"))
    data = text.encode(encoding, "replace" if encoding == "latin-1" else "surrogatepass")
    return source.choice((flipped, truncated))(data, source) if data and source.random() < 0.2 else data


def _change(lines: list[str], at: int, pattern: str, new: str, source: Random) -> None:
    """Put `new` for one of the places of a line that the pattern finds."""
    if places := list(re.finditer(pattern, lines[at])):
        found = source.choice(places)
        lines[at] = lines[at][: found.start()] + new + lines[at][found.end() :]
