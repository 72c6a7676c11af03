"""The templates in LibreOffice: looks survive a save, pages are not empty, the referee's forms answer as the rules do.

Two calls of LibreOffice for all of it: one saves every workbook in its own way, one prints some of them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import Rule

from tests import books
from tests.test_templates import HIDDEN
from tests.xlsm import TEMPLATES, needs_libreoffice
from tournament_xl.book import labels
from tournament_xl.games.othello import labels as othello
from tournament_xl.rules.othello import referee
from tournament_xl.texts.othello_sheets import SURPLUS

pytestmark = needs_libreoffice
COMMITTED = TEMPLATES / "scrabble.xlsx"
RULED = referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS
EVENTS = dict(zip(("", *SURPLUS), RULED, strict=True))
BOARDS = ((20, 44), (40, 24), (32, 32), (10, 30), (30, 30))
ARRIVALS = {  # B7, the regulation's examples: the field, how late, what is told to each
    "example1": ("impair", 20, None, "joue à la place de BIP : 10 min contre 30 min", None),
    "example2": ("pair", 16, 21, "joue contre BIP, pendule à 14 min des deux côtés",
                 "joue à la place de BIP contre le premier : 9 min contre 14 min"),
    "example3": ("pair", 35, None, "perd 0 – 64 contre BIP (forfait)", None),
    "example4": ("impair", 35, None, "perd 0 – 64 contre l'adversaire de BIP", None),
}  # fmt: skip


def rulings():
    """Name of a form -> its cells, and the score and the code that B6 gives: each colour, event and board."""
    for late in "NB":
        for at, event in enumerate(EVENTS):
            for number, board in enumerate(BOARDS if not event else BOARDS[:1]):
                found = referee.ruling(late, EVENTS[event], board)
                code = f"T{found.end[1]}+" if found.end[0] == "A" else found.end  # both are 0-64
                cells = {"C6": late, "C7": event, "C8": board[0], "C9": board[1]}
                yield f"{late}{at}{number}", cells, (f"{found.black:g} – {found.white:g}", code)


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    """Folders: what LibreOffice has saved, what it has printed."""
    folder = tmp_path_factory.mktemp("templates")
    given = [Path(shutil.copy(COMMITTED, folder / name)) for name in ("template.xlsx", "pairings.xlsx")]
    names = {f"{labels.PAIRINGS}!{column}{row}": "Nom" for row in range(5, 37) for column in "ACF"}
    books.edit(given[1], names)
    given.append(with_forms(folder / "forms.xlsx"))
    saved = soffice(folder, "xlsx:Calc MS Excel 2007 XML", given)
    again = Path(shutil.copy(saved / "pairings.xlsx", folder / "saved.xlsx"))
    return saved, soffice(folder, "pdf", [given[1], again])


def soffice(folder: Path, target: str, files: Sequence[Path]) -> Path:
    out = folder / f"out-{target[:3]}"
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to", target,
         "--outdir", str(out), *map(str, files)], check=True, capture_output=True, timeout=240,
    )  # fmt: skip
    return out


def looks(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every rule as people see it: where, when, and what it does."""

    def look(area: str, rule: Rule) -> tuple[object, ...]:
        font, fill = rule.dxf.font, rule.dxf.fill
        colour = font and font.color and font.color.rgb
        return (area, rule.formula[0], fill and fill.bgColor.rgb, colour, bool(font and font.b), bool(font and font.i))

    return {
        sheet.title: [
            look(str(found.sqref), rule)
            for found in sorted(sheet.conditional_formatting, key=lambda one: str(one.sqref))
            for rule in found.rules
        ]
        for sheet in openpyxl.load_workbook(path)
    }


def test_a_save_by_libreoffice_keeps_the_look(converted):
    saved = converted[0] / "template.xlsx"
    assert looks(saved) == looks(COMMITTED)
    book = openpyxl.load_workbook(saved)
    assert {sheet.title for sheet in book if sheet.sheet_state == "hidden"} == HIDDEN | {labels.MEMORY}
    assert {"Manches_gagnantes", "Manches_premiere_ronde", "Manches_derniere_ronde"} <= set(book.defined_names)


def test_libreoffice_prints_no_empty_pages_before_and_after_its_own_save(converted):
    """32 rows of Appariements take two pages; of the others those that are shown are empty: one page each."""
    pages = {name: (converted[1] / f"{name}.pdf").read_bytes().count(b"/Type/Page/") for name in ("pairings", "saved")}
    assert pages == {"pairings": 11, "saved": 11}


def with_forms(path: Path) -> Path:
    """The form of the referee once for each case, a sheet each."""
    forms = {name: cells for name, cells, _ in rulings()}
    for name, (field, first, second, *_) in ARRIVALS.items():
        forms[name] = {"C15": 30, "C16": field, "C17": first, "C18": second}
    book = openpyxl.load_workbook(TEMPLATES / "othello.xlsx")
    form = book[othello.REFEREE]
    for name, cells in forms.items():
        sheet = book.copy_worksheet(form)
        sheet.title = name
        for cell, value in cells.items():
            sheet[cell] = value or None
    book.save(path)
    return path


def test_the_forms_of_the_referee_answer_as_the_rules_do(converted):
    """B6 for each colour, event and board; B7 with the regulation's four examples."""
    book = openpyxl.load_workbook(converted[0] / "forms.xlsx", data_only=True)

    def answers(name, *cells):
        return tuple(book[name][cell].value or None for cell in cells)

    for name, cells, expected in rulings():
        assert answers(name, "C10", "C11") == expected, cells
    for name, (_, _, _, *expected) in ARRIVALS.items():
        assert answers(name, "C19", "C20") == tuple(expected), name
