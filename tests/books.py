"""Workbooks for tests: created by the command line, changed as a person would, read back.

A place is "Résultats!E5", "Résultats!Score 1!5" (column by its title, row of the sheet), "Tournoi!Valeur!Graine" (row
by the name of a setting) or in short "Tournoi!Graine" (its value); all are turned into the first.
"""

import re
import tempfile
import warnings
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

import openpyxl

from tests import ROOT
from tests.light import Book
from tournament_xl.frontends.cli.main import main
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.storage import timestamps
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Block
from tournament_xl.xlsx import workbook_package
from tournament_xl.xlsx.package import Package

SAMPLES = ROOT / "samples"
FIRST = 5  # row of the first player, pair or line of the Journal on the template's sheets

SURNAMES = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett"]


def run(*words):
    """Run `tournament-xl WORDS` and return the exit code."""
    return main([str(word) for word in words])


def players(count):
    """Return players as tuples (Nom, Prénom, Licence, Cote), strongest first: N° = Rang initial = position."""
    names = [SURNAMES[i] if i < len(SURNAMES) else f"Joueur{i:03}" for i in range(count)]
    return [(name, f"P{i}", f"L{i:04}", 2500 - 10 * i) for i, name in enumerate(names, 1)]


def create(folder, count=8, *options, formula="classique", name="tournoi.xlsx", seed="7"):
    """Create a workbook with so many players, once for the same arguments and clock unless a file is an option."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if any(isinstance(option, Path) for option in options):
        return _create(path, count, options, formula, seed)
    path.write_bytes(_created(count, options, formula, path.suffix, seed, timestamps.journal_date))
    return path


@lru_cache(maxsize=128)
def _created(count, options, formula, suffix, seed, _clock):
    with tempfile.TemporaryDirectory() as folder:
        return _create(Path(folder) / f"tournoi{suffix}", count, options, formula, seed).read_bytes()


def _create(path, count, options, formula, seed):
    listed = path.with_name("joueurs.csv")
    listed.write_text(
        "\n".join(["Nom;Prénom;Licence;Cote"] + [";".join(map(str, person)) for person in players(count)]),
        encoding="utf-8",
    )
    list_options = ("--joueurs", listed) if count else ()
    assert run("new", path, "--formule", formula, "--graine", seed, *list_options, *options) == 0
    listed.unlink()
    return path


def with_picture(path, name, data):
    """Add a picture to Tournoi, as spreadsheets save it."""
    package, kinds = Package(path.read_bytes()), "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    package.parts |= {"xl/media/club.png": data, "xl/drawings/club.xml": b""}
    file = package.relate("xl/drawings/club.xml", f"{kinds}image", "xl/media/club.png")
    package.parts["xl/drawings/club.xml"] = (
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        f'xmlns:r="{kinds[:-1]}">'
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Autre"/></xdr:nvPicPr></xdr:pic><xdr:pic>'
        f'<xdr:nvPicPr><xdr:cNvPr id="2" name="{name}"/></xdr:nvPicPr><a:blip r:embed="{file}"/>'
        '<a:ext cx="200" cy="100"/></xdr:pic></xdr:wsDr>'
    ).encode()
    package.relate(package.sheets()["Tournoi"], f"{kinds}drawing", "xl/drawings/club.xml")
    path.write_bytes(package.to_bytes())


def pair(path):
    return _commanded(path, "pair")


def update(path):
    return _commanded(path, "update")


def simulate(path, rounds):
    """Pair and fill in so many further rounds."""
    return _commanded(path, "simulate", "--rounds", rounds)


def _commanded(path, command, *options):
    """Run a command, once for the same clock and bytes of a workbook alone in its folder."""
    if [*path.parent.iterdir()] != [path]:
        assert run(command, path, *options) == 0
        return path
    for name, data in _results(path.name, path.read_bytes(), command, options, timestamps.journal_date).items():
        target = path.parent / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
    return path


@lru_cache(maxsize=128)
def _results(name, data, command, options, _clock):
    """Run a command and return the files that it leaves: name -> bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        assert run(command, path, *options) == 0
        files = [file for file in Path(folder).rglob("*") if file.is_file()]
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


# Changing a workbook as a person would


@contextmanager
def opened(path):
    """Open the workbook in openpyxl and save it at the end of the context."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(path, keep_vba=Path(path).suffix == ".xlsm")
    yield book
    book.save(path)


def edit(path, cells):
    """Type values in cells: text as text, None empties; the cells keep their style."""
    blocks = []
    for place, value in cells.items():
        sheet, cell = _resolve(path, place)
        row, column = openpyxl.utils.cell.coordinate_to_tuple(cell)
        blocks.append(Block(sheet, row, column, ((value,),)))
    path.write_bytes(
        workbook_package.edit_workbook(
            path, workbook_package.parse_workbook(path, path.read_bytes()), tuple(blocks)
        ).data
    )
    return path


def type_formulas(path, cells, result="<v>1</v>"):
    """Type formulas, without the "=", with the result that spreadsheets save."""
    edit(path, dict.fromkeys(cells, 1))
    package = Package(path.read_bytes())
    parts = package.sheets()
    for place, formula in cells.items():
        sheet, cell = _resolve(path, place)
        part, typed = parts[sheet], rb'(<c r="%s"[^>]*>)<v>1</v>' % cell.encode()
        written = f"<f>{escape(formula)}</f>{result}".encode()
        package.parts[part] = re.sub(typed, rb"\1" + written, package.parts[part])
    path.write_bytes(package.to_bytes())
    return path


def score(path, number, own=450, opposing=400, *, but=()):
    """Type the same two scores at every table of a round, X and the tables `but` left out."""
    rows = [row for row in lines(path, "Résultats") if row["Ronde"] == number]
    cells = {}
    for row in rows:
        if row["N° 2"] != "X" and row["Table"] not in but and not row["Forfait"]:
            cells |= {f"Résultats!Score 1!{row['row']}": own, f"Résultats!Score 2!{row['row']}": opposing}
    return edit(path, cells)


# Reading a workbook


def content(path):
    """Read the workbook's values."""
    return _loaded(path.read_bytes())


@lru_cache(maxsize=32)
def _loaded(data):
    return Book(data)


def header(sheet):
    """Find the row of a table's titles, and its columns (title -> letter)."""
    games = (scrabble.COLUMNS, othello.COLUMNS)
    titles = {title for game in games for title in game.get(sheet.title, schema.SETTINGS_COLUMNS)}
    best = max(sheet.iter_rows(max_row=30), key=lambda cells: sum(cell.value in titles for cell in cells))
    return best[0].row, {str(cell.value): cell.column_letter for cell in best if cell.value is not None}


def lines(path, sheet):
    """Read the rows of a table as dicts (title -> value), with the row on the sheet under "row"; skip blank rows."""
    cells = content(path)[sheet]
    top, columns = header(cells)
    rows = [
        {title: cells[f"{letter}{row}"].value for title, letter in columns.items()} | {"row": row}
        for row in range(top + 1, cells.max_row + 1)
    ]
    return [row for row in rows if any(value is not None for title, value in row.items() if title != "row")]


def pairs(path, number):
    """Read the pairs of a round as sets of numbers."""
    return [{row["N° 1"], row["N° 2"]} for row in lines(path, "Résultats") if row["Ronde"] == number]


def setting(path, name):
    return value(path, f"Tournoi!{name}")


def value(path, place):
    sheet, cell = _resolve(path, place)
    return content(path)[sheet][cell].value


def everything(path, but=()):
    """Read all filled cells, without those of the sheets `but`: (sheet, cell) -> value."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in content(path)
        for cells in sheet.iter_rows()
        for cell in cells
        if cell.value is not None and sheet.title not in but
    }


def journal(path):
    """Read the Journal as (action, round, detail)."""
    return [(line["Action"], line["Ronde"], line["Détail"]) for line in lines(path, "Journal")]


def backups(path):
    folder = path.parent / "Sauvegardes"
    return sorted(folder.iterdir()) if folder.is_dir() else []


@contextmanager
def untouched(path):
    """Assert that the file stays the same to the byte within the context, and nothing appears in its folder."""
    before, files = path.read_bytes(), sorted(path.parent.rglob("*"))
    yield
    assert path.read_bytes() == before
    assert sorted(path.parent.rglob("*")) == files


def located(path, place):
    """Write a place as the program names it: "Résultats!E5"."""
    return "!".join(_resolve(path, place))


def _resolve(path, place):
    name, *where = place.split("!")
    if re.fullmatch(r"[A-Z]+\d+", where[0]):
        return name, where[0]
    sheet = content(path)[name]
    column, row = where if len(where) == 2 else ("Valeur", where[0])
    columns = header(sheet)[1]
    if not row.isdigit():
        row = next(cell.row for cell in sheet[columns["Paramètre"]] if cell.value == row)
    return name, f"{columns[column]}{row}"
