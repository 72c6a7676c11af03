"""Workbooks for the oracle: their tables located by titles, read by openpyxl's reader, typed into cell by cell.

The functions have the names and arguments of `tests.books`, so that a script plays on either. Nothing here is the
program's: titles are those of the contract, and a cell is written into the XML of its sheet, the rest left as it is.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import openpyxl
from openpyxl.utils.cell import column_index_from_string, coordinate_to_tuple, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tests.light import Book

TITLES = {
    "Tournoi": "Paramètre, Valeur, Aide",
    "Joueurs": "N°, Nom, Prénom, Licence, Pays, Club, Cote, Série duplicate, Rang initial, Absences, Remarque",
    "Résultats": "Ronde, Table, N° 1, Joueur 1, Score 1, Score 2, Joueur 2, N° 2, N° N, Noir, Pions N, Pions B, Blanc, "
    "N° B, Forfait, Fin, Motif",
    "Appariements": "Table, PM 1, Pts N, Joueur 1, Noir, Joueur 2, Blanc, PM 2, Pts B",
    "Classement": "Place, N°, Joueur, Nom, Licence, Cote, Club, Pays, J, G, N, P, PM, PPM, Pdep, "
    "Points, Départage, Pions",
    "Grille": "Place, N°, Joueur, PM, PPM, Pdep, Points, Départage, R1, R2",
    "Évolution": "Place, Joueur, Variation, 1, 2, 3",
    "Faits marquants": "Fait, Joueur, Contre, Ronde, Détail",
    "Prix": "Prix, Pour, Rang, Cumulable, Gagnant, Pourquoi",
    "Équipes": "Place, Équipe, Inscrits, Points, Départage, Comptent",
    "Cotes": "Place, N°, Joueur, Licence, Rang initial, Rang (participants), Cote initiale, Cote de référence, PE, B, "
    "PJ brut, PJ, Nouvelle cote, Série",
    "Groupes": "Groupe, Ordre, N°, Joueur, R1, R2",
    "Tables": "Joueurs, Ronde, Siège 1, Siège 2",
    "Finales": "Match, Ronde, Partie, N° 1, Joueur 1, Joueur 2, N° 2, N° N, Noir, Blanc, N° B, Forfait, Fin",
    "Journal": "Date, Action, Ronde, Détail",
    "Tournois": "N°, Verdict, Fichier, Tournoi, Lieu, Début, Fin, Rondes, Participants, Catégorie",
    "À décider": "Nature, Tournoi, Date, Empreinte, Nom, Prénom, Licence, Club, Question",
    "Saison à saison": "Saison, Tournois, Participations, Joueurs, Premières cotes, Points",
    "Seuils": "Série, Part visée, Seuil actuel, Joueurs, Part, Rang visé, Seuil proposé",
    "Saison": "Date, Mouvement, Nom, Prénom, Licence, PE, B, PJ brut, PJ, Variation, Cote avant, Cote après",
}  # of workbooks and of the federation's report
KNOWN = {sheet: set(titles.split(", ")) for sheet, titles in TITLES.items()}
TOP = 60  # rows in which titles are looked for

Row = dict[str, object]  # title -> value, and the row on the sheet under "row"


class Table(NamedTuple):
    """A sheet's table: the row of its titles, and the column of each."""

    top: int
    columns: Mapping[str, str]  # title -> letter


def content(path: Path) -> Book:
    """Read a workbook."""
    return _book(path.read_bytes())


@lru_cache(maxsize=64)
def _book(data: bytes) -> Book:
    return Book(data)


def header(sheet: Worksheet) -> Table:
    """Find the titles of a sheet: in the row that has most of the contract's."""
    return _header(sheet)


@lru_cache(maxsize=1024)
def _header(sheet: Worksheet) -> Table:
    known = KNOWN.get(sheet.title) or KNOWN.get(sheet.title.split(" ")[0], set())
    texts: dict[int, dict[str, str]] = {}
    for (row, column), cell in sorted(sheet._cells.items()):
        if row <= TOP and cell.value is not None:
            texts.setdefault(row, {}).setdefault(" ".join(str(cell.value).split()), get_column_letter(column))
    top = max(texts, key=lambda row: len(known & texts[row].keys()), default=0)
    return Table(top, texts.get(top, {}))


def lines(path: Path, name: str) -> list[Row]:
    """Read the rows of a table that are not blank."""
    return list(rows(content(path)[name]))


def rows(sheet: Worksheet) -> Iterator[Row]:
    """Read the rows of a sheet's table that are not blank."""
    top, columns = header(sheet)
    cells: dict[int, dict[int, object]] = {}
    for (row, column), cell in sorted(sheet._cells.items()):
        if row > top and cell.value is not None:
            cells.setdefault(row, {})[column] = cell.value
    indexes = {title: column_index_from_string(letter) for title, letter in columns.items()}
    for row, values in cells.items():
        found = {title: values.get(column) for title, column in indexes.items()}
        if any(value is not None for value in found.values()):
            yield found | {"row": row}


def locate(path: Path, place: str) -> tuple[str, str]:
    """Turn a place of `tests.books` into sheet and cell: "Résultats!E5", "Résultats!Score 1!5", "Tournoi!Graine"."""
    name, *where = place.split("!")
    if re.fullmatch(r"[A-Z]+\d+", where[0]):
        return name, where[0]
    sheet = content(path)[name]
    column, row = where if len(where) == 2 else ("Valeur", where[0])
    columns = header(sheet).columns
    if not row.isdigit():
        row = next(str(line["row"]) for line in rows(sheet) if line["Paramètre"] == row)
    return name, f"{columns[column]}{row}"


# Typing


def edit(path: Path, cells: Mapping[str, object]) -> None:
    """Type values: text as text, None empties; cells keep their style."""
    typed: dict[str, dict[str, object]] = {}
    for place, value in cells.items():
        sheet, cell = locate(path, place)
        typed.setdefault(sheet, {})[cell] = value
    if not typed:
        return
    if not _type_into(path, typed):
        _type_by_openpyxl(path, typed)


def _type_into(path: Path, typed: Mapping[str, Mapping[str, object]]) -> bool:
    """Write cells into the XML of their sheets, if it is spelled without prefixes."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    for sheet, values in typed.items():
        part = _part_of(parts, sheet)
        if b"<sheetData" not in parts[part]:  # another program's spelling
            return False
        parts[part] = _typed(parts[part], values)
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    path.write_bytes(stream.getvalue())
    return True


def _part_of(parts: Mapping[str, bytes], sheet: str) -> str:
    book, links = (parts[name].decode() for name in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"))
    element = next(tag for tag in re.findall(r"<sheet [^>]*>", book) if f'name="{escape(sheet)}"' in tag)
    link = re.search(r'r:id="([^"]*)"', element)[1]
    tag = next(tag for tag in re.findall(r"<Relationship [^>]*>", links) if f'Id="{link}"' in tag)
    target = re.search(r'Target="([^"]*)"', tag)[1]
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _typed(part: bytes, values: Mapping[str, object]) -> bytes:
    """Write cells into a sheet's XML."""
    if b"<sheetData/>" in part:
        part = part.replace(b"<sheetData/>", b"<sheetData></sheetData>", 1)
    start, end = part.index(b"<sheetData>") + len(b"<sheetData>"), part.index(b"</sheetData>")
    rows = {
        int(row[1]): row[0]
        for row in re.finditer(rb'<row r="(\d+)"[^>]*?(?:/>|>.*?</row>)', part[start:end], re.DOTALL)
    }
    for cell, value in values.items():
        row, column = coordinate_to_tuple(cell)
        rows[row] = _typed_row(rows.get(row, b'<row r="%d"/>' % row), cell, column, value)
    return part[:start] + b"".join(rows[row] for row in sorted(rows)) + part[end:]


def _typed_row(row: bytes, place: str, column: int, value: object) -> bytes:
    opening, inner = re.fullmatch(rb"(<row [^>]*?)(?:/>|>(.*)</row>)", row, re.DOTALL).groups()
    cells, style = {}, b""
    for found in re.finditer(rb'<c r="([A-Z]+)\d+"[^>]*?(?:/>|>.*?</c>)', inner or b"", re.DOTALL):
        cells[column_index_from_string(found[1].decode())] = found[0]
    if column in cells and (kept := re.match(rb'<c [^>]*?( s="\d+")', cells[column])):
        style = kept[1]
    cells[column] = _cell(place.encode(), style, value)
    return opening + b">" + b"".join(cells[index] for index in sorted(cells)) + b"</row>"


def _cell(place: bytes, style: bytes, value: object) -> bytes:
    if value is None:
        return b'<c r="%s"%s/>' % (place, style)
    if isinstance(value, str):
        text = escape(value).encode()
        return b'<c r="%s"%s t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>' % (place, style, text)
    return b'<c r="%s"%s><v>%s</v></c>' % (place, style, str(value).encode())


def _type_by_openpyxl(path: Path, typed: Mapping[str, Mapping[str, object]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
    for sheet, values in typed.items():
        for cell, value in values.items():
            book[sheet][cell] = value
    book.save(path)
