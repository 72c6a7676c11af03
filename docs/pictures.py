"""Rebuilds docs/images: the guide's pictures from samples/.

Usage: python docs/pictures.py [FOLDER]. Needs LibreOffice (soffice), poppler (pdftoppm, pdftotext), ImageMagick
(convert) and Chromium. The same tournament every time: results come from fixed seeds.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "samples"
sys.path[:0] = [str(SAMPLES), str(HERE), str(HERE.parent)]

from build_samples import pressed, save  # noqa: E402
from federation_pictures import draw_federation  # noqa: E402

from tournament_xl.actions import simulate, workbook_actions  # noqa: E402
from tournament_xl.games.scrabble import schema as scrabble  # noqa: E402
from tournament_xl.players.player_lists import read_list  # noqa: E402
from tournament_xl.storage import new_file  # noqa: E402
from tournament_xl.storage.workbook_file import ClosedFile  # noqa: E402
from tournament_xl.workbook import schema  # noqa: E402
from tournament_xl.workbook.cells import Cell  # noqa: E402
from tournament_xl.workbook.sheets.awards import palmares_layout  # noqa: E402
from tournament_xl.workbook.snapshot import Draft, Snapshot  # noqa: E402
from tournament_xl.workbook.tables import Problems, Table, find_table  # noqa: E402

DATE = "21/11/2026 14:05"
CLUB = {
    "Nom": "Tournoi du club",
    "Lieu": "Vienne",
    "Salle": "Salle des fêtes",
    "Heure de la ronde": "14:30",
    "Chevalets": "oui",
    "Équipes": "2",
    "Date de début": "21/11/2026",
    "Graine": "7",
}
PRIZES = (
    ("Prix du tournoi", "Général", 1),
    ("Prix du tournoi", "Général", 2),
    ("Coupe des clubs", "Club", 1),
    ("Plus gros score", "Meilleure partie", 1, "oui"),
    ("Prix de la remontée", "Plus belle remontée", 1, "oui"),
)
CHANCES = simulate.Chances("2")
DPI = 130
WHOLE = (1.0, 1.0)
Rows = Mapping[int, Mapping[str, Cell]]  # line of Résultats, from 0 -> column -> what the organiser types


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: a page of a workbook as it prints, or its upper left part, or two pages next to each other."""

    name: str
    book: Callable[[Path], Path]
    sheet: str | tuple[str, ...]  # the pages whose text begins with this (or one of these)
    part: tuple[float, float] = WHOLE  # of the page's width and height
    pages: int = 1
    width: int = 1320  # at most


def at_the_start(snapshot: Snapshot) -> Snapshot:
    return pressed(snapshot, workbook_actions.pair(snapshot, DATE))


def after_two_rounds(snapshot: Snapshot) -> Snapshot:
    return pressed(snapshot, simulate.simulate(snapshot, 2, CHANCES, DATE))


def in_round_three(snapshot: Snapshot) -> Snapshot:
    """Type three of the six results of round 3."""
    now = after_two_rounds(snapshot)
    now = pressed(now, workbook_actions.pair(now, DATE))
    now = _typed(
        now, {12 + line: _scores(*scores) for line, scores in {0: (412, 389), 1: (374, 398), 3: (433, 287)}.items()}
    )
    return pressed(now, workbook_actions.update(now, DATE))


def rated(snapshot: Snapshot) -> Snapshot:
    """Play all five rounds, with prizes and ratings."""
    now = pressed(_with_prizes(snapshot), simulate.simulate(snapshot, None, CHANCES, DATE))
    return pressed(now, workbook_actions.rate(now, DATE))


def _with_prizes(snapshot: Snapshot) -> Snapshot:
    """Type five prizes on Prix; another press writes its edits over them."""
    draft = Draft(snapshot)
    for line, cells in enumerate(PRIZES):
        for column, value in enumerate(cells, start=1):
            draft.put(schema.PRIZES, 5 + line, column, value)
    return draft.after()


def in_two_winning_games(snapshot: Snapshot) -> Snapshot:
    return _typed(
        at_the_start(snapshot),
        {
            0: _scores(400, 380) | _scores(300, 310, "b") | _scores(400, 380, "c"),
            1: _scores(400, 380) | _scores(400, 380, "b"),
            2: _scores(300, 301),
        },
    )


def club(name: str, play: Callable[[Snapshot], Snapshot], **settings: str) -> Callable[[Path], Path]:
    """Return a maker of the club's tournament of 12, played so far."""

    def make(folder: Path) -> Path:
        path = folder / f"{name}.xlsx"
        if not path.exists():
            chosen = CLUB | {key.replace("_", " "): value for key, value in settings.items()}
            new_file.create_workbook(path, chosen, read_list(SAMPLES / "joueurs-cote-saint-andre.csv"), date=DATE)
            book = ClosedFile(path)
            start = book.read()
            end = play(start)
            save(book, start, end)
        return path

    return make


def othello(folder: Path) -> Path:
    """Write a tournament of seventeen players of four countries: four rounds played and the fifth drawn."""
    path = folder / "othello.xlsx"
    if not path.exists():
        people = read_list(SAMPLES / "joueurs-geneve.csv") + read_list(SAMPLES / "joueurs-cote-saint-andre.csv")[:2]
        players = [
            person | {"Pays": ["FRA", "SUI", "BEL", "ITA"][index % 4], "N°": ""} for index, person in enumerate(people)
        ]
        chosen = {"Nom": "Open d'Othello", "Lieu": "Lyon", "Date de début": "21/11/2026", "Graine": "7"}
        new_file.create_workbook(path, chosen, players, date=DATE, game="othello")
        book = ClosedFile(path)
        start = book.read()
        end = at_the_start(pressed(start, simulate.simulate(start, 4, simulate.Chances("2", 0.05), DATE)))
        save(book, start, end)
    return path


def sample(name: str) -> Callable[[Path], Path]:
    """Read a sample workbook as it is."""
    return lambda folder: SAMPLES / f"{name}.xlsx"


ROUND_THREE = club("ronde-3", in_round_three)
PICTURES = (
    Picture("tournoi", ROUND_THREE, CLUB["Nom"], (1, 0.65)),
    Picture("resultats", ROUND_THREE, schema.RESULTS, (1, 0.62)),
    Picture("appariements", ROUND_THREE, "Ronde 3 sur", (1, 0.79), width=900),
    Picture("classement", club("classement", after_two_rounds), schema.STANDINGS, (1, 0.45), width=900),
    Picture("grille", sample("geneve-2010"), schema.GRID, (1, 0.71)),
    Picture("cotes", club("cotes", rated), schema.RATINGS, (1, 0.6)),
    Picture("palmares", club("cotes", rated), schema.PALMARES, width=900),
    Picture(
        "open-phase-1",
        club("open", at_the_start, Formule="Open"),
        ("Ronde 1 sur", schema.GROUPS),
        (1, 0.385),
        pages=2,
        width=1500,
    ),
    Picture("othello-appariements", othello, "Ronde 5 sur", (1, 0.75), width=900),
    Picture("joueurs", club("debut", at_the_start), schema.PLAYERS, (1, 0.6)),
    Picture(
        "deux-manches",
        club("deux-manches", in_two_winning_games, Manches_gagnantes="2"),
        schema.RESULTS,
        (1, 0.4),
        width=1020,
    ),
)


def _printed(book: Path, work: Path) -> Path:
    """Print the workbook."""
    pdf = work / f"{book.stem}.pdf"
    if not pdf.exists():
        profile = f"-env:UserInstallation={(work / 'profile').as_uri()}"
        _run("soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(work), str(book))
    return pdf


def _pages(pdf: Path, sheet: str | tuple[str, ...]) -> list[int]:
    """Find the numbers of the pages that begin so; above the title of Cotes stands the first line of its legend."""
    texts = _run("pdftotext", "-layout", str(pdf), "-").split("\f")
    if sheet == schema.PALMARES:
        return [number for number, text in enumerate(texts, start=1) if palmares_layout.WORD in text]
    lines = 4 if sheet == schema.RATINGS else 1
    heads = [[line.lstrip() for line in text.splitlines() if line.strip()][:lines] for text in texts]
    return [number for number, head in enumerate(heads, start=1) if any(line.startswith(sheet) for line in head)]


def _page(pdf: Path, number: int, work: Path, dpi: int) -> str:
    """Save a page as a picture; return the path."""
    cut = work / f"{pdf.stem}-{number}-{dpi}"
    _run("pdftoppm", "-r", str(dpi), "-f", str(number), "-singlefile", "-png", str(pdf), str(cut))
    return f"{cut}.png"


def draw(picture: Picture, work: Path, folder: Path) -> Path:
    """Print the workbook, take its pages, cut, and save the picture; return the path."""
    pdf = _printed(picture.book(work), work)
    pages = _pages(pdf, picture.sheet)
    assert len(pages) >= picture.pages, f"{picture.name}: no page begins with {picture.sheet}"
    cuts = [_page(pdf, number, work, DPI) for number in pages[: picture.pages]]
    across, down = (f"{part:.0%}" for part in picture.part)
    path = folder / f"{picture.name}.png"
    cutting = ["-gravity", "NorthWest", "-crop", f"{across}x{down}+0+0", "+repage", "-bordercolor", "white"]
    trimming = ["-border", "1", "-trim", "+repage", "-border", "12"]
    sizing = ["+append", "-resize", f"{picture.width}x>", "+dither", "-colors", "64", "-strip"]
    _run("convert", *cuts, *cutting, *trimming, *sizing, f"PNG8:{path}")
    return path


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def _scores(first: Cell, second: Cell, game: str = "") -> dict[str, Cell]:
    return {f"Score 1{game}": first, f"Score 2{game}": second}


def _typed(snapshot: Snapshot, rows: Rows) -> Snapshot:
    table, draft = _results(snapshot), Draft(snapshot)
    for line, cells in rows.items():
        for column, value in cells.items():
            draft.put(schema.RESULTS, table.header + 1 + line, table.columns[column], value)
    return draft.after()


def _results(snapshot: Snapshot) -> Table:
    table = find_table(snapshot, schema.RESULTS, scrabble.COLUMNS[schema.RESULTS], Problems())
    assert table is not None
    return table


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0]) if arguments else HERE / "images"
    with TemporaryDirectory() as work:
        for picture in PICTURES:
            print(draw(picture, Path(work), folder))
        for path in draw_federation(Path(work), folder):
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
