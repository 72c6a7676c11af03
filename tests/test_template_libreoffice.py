"""The Scrabble template in LibreOffice: looks survive a save, pages are not empty, rules show what they must."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import Rule
from openpyxl.formula.translate import Translator

from tests import books
from tests.template_looks import BOXED, COMMITTED, HIDDEN, dxf_borders
from tests.xlsm import needs_libreoffice
from tournament_xl.workbook import labels

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
XLSX = "xlsx:Calc MS Excel 2007 XML"  # LibreOffice's own save


def _soffice(folder: Path, target: str, files: Sequence[Path]) -> Path:
    """Files converted by LibreOffice; the folder with the results."""
    out = folder / f"out-{target[:3]}"
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to", target,
         "--outdir", str(out), *map(str, files)], check=True, capture_output=True, timeout=240,
    )  # fmt: skip
    return out


def _looks(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every rule as people see it: where, when, and what it does."""

    def look(area: str, rule: Rule) -> tuple[object, ...]:
        font, fill = rule.dxf.font, rule.dxf.fill
        return (
            area,
            rule.formula[0],
            fill and fill.bgColor.rgb,
            font and font.color and font.color.rgb,
            bool(font and font.b),
            bool(font and font.i),
        )

    return {
        sheet.title: [
            look(str(found.sqref), rule)
            for found in sorted(sheet.conditional_formatting, key=lambda one: str(one.sqref))
            for rule in found.rules
        ]
        for sheet in openpyxl.load_workbook(path)
    }


@needs_libreoffice
def test_a_save_by_libreoffice_keeps_the_look(tmp_path: Path) -> None:
    saved = _soffice(tmp_path, XLSX, [COMMITTED]) / COMMITTED.name
    assert dxf_borders(saved) == BOXED
    assert _looks(saved) == _looks(COMMITTED)
    book = openpyxl.load_workbook(saved)
    assert {sheet.title for sheet in book if sheet.sheet_state == "hidden"} == HIDDEN | {labels.MEMORY}
    assert {"Manches_gagnantes", "Manches_premiere_ronde", "Manches_derniere_ronde"} <= set(book.defined_names)


@needs_libreoffice
def test_libreoffice_prints_no_empty_pages_before_and_after_its_own_save(tmp_path: Path) -> None:
    """32 rows of Appariements take two pages; the other sheets are empty: one page each, Tables three."""
    file = Path(shutil.copy(COMMITTED, tmp_path / "pairings.xlsx"))
    names = {f"{labels.PAIRINGS}!{column}{row}": "Nom" for row in range(5, 37) for column in "ACF"}
    books.edit(file, names)
    saved = (_soffice(tmp_path, XLSX, [file]) / file.name).rename(tmp_path / "saved.xlsx")
    printed = _soffice(tmp_path, "pdf", [file, saved])
    pages = {path.stem: path.read_bytes().count(b"/Type/Page/") for path in printed.iterdir()}
    assert pages == {"pairings": 16, "saved": 16}


GAMES = {
    "nothing typed": (),
    "first game": (451, 398),
    "two wins": (451, 398, 400, 300),
    "half a second game": (451, 398, 400),
    "one each": (451, 398, 300, 420),
    "one each, third lost": (451, 398, 300, 420, 388, 401),
    "first game drawn": (400, 400),
}


@needs_libreoffice
@pytest.mark.filterwarnings("ignore:Cannot parse header or footer")
def test_a_match_of_two_wins_shows_what_is_still_to_be_typed_and_its_winner_only_when_decided(tmp_path: Path) -> None:
    """The rules calculated by LibreOffice: D and G: bold; E to M: yellow."""
    double = {
        "nothing typed": "EF",
        "first game": "JK",
        "two wins": "D",
        "half a second game": "K",
        "one each": "LM",
        "one each, third lost": "G",
        "first game drawn": "JK",
    }
    one_game = {"nothing typed": "EF", "first game": "D", "first game drawn": ""}
    cases: dict[str, tuple[str | int, int, dict[str, str]]] = {
        "empty": ("", 4, one_game),
        "one": (1, 4, one_game),
        "two": (2, 4, double),
        "text": ("2", 4, double),
        "range": ("2 : 4-5", 5, double),
        "outside": ("2 : 4-5", 3, one_game),
        "single": ("2: 4", 4, double),
        "other": ("2: 4", 3, one_game),
        "list": ("2 : 2, 4", 4, double),
        "end": ("2 : 4-12", 12, double),
    }
    for name, (setting, round_, shown) in cases.items():
        _with_rules_as_formulas(tmp_path / f"{name}.xlsx", setting, round_, [GAMES[game] for game in shown])
    out = _soffice(tmp_path, XLSX, [tmp_path / f"{name}.xlsx" for name in cases])
    for name, (_, _, shown) in cases.items():
        sheet = openpyxl.load_workbook(out / f"{name}.xlsx", data_only=True)[labels.RESULTS]
        found = {
            game: "".join(column for column in "DGEFJKLM" if sheet.cell(row, 20 + ord(column) - 65).value is True)
            for row, game in enumerate(shown, start=5)
        }
        assert found == shown, name


def _with_rules_as_formulas(path: Path, setting: str | int, round_: int, games: Sequence[tuple[int, ...]]) -> None:
    """The template with results, and beside them whether each cell's rules make it bold (D, G) or yellow (E to M)."""
    book = openpyxl.load_workbook(COMMITTED)
    for row in range(1, 60):
        if book[labels.TOURNAMENT].cell(row, 2).value == "Manches gagnantes":
            book[labels.TOURNAMENT].cell(row, 3).value = setting
    sheet = book[labels.RESULTS]
    rules = {str(found.sqref)[0]: found.rules for found in sheet.conditional_formatting}
    for row, scores in enumerate(games, start=5):
        for column, value in zip("ACHEFJKLM", (round_, 1, 2, *scores), strict=False):
            sheet[f"{column}{row}"] = value
        for column in "DGEFJKLM":
            first = {"F": "E", "K": "J", "M": "L"}.get(column, column)  # of the area with the same rules
            wanted = [rule.formula[0] for rule in rules[first] if (_is_bold if column in "DG" else _is_yellow)(rule)]
            formula = Translator(f"=OR({','.join(wanted)})", origin=f"{first}5").translate_formula(f"{column}{row}")
            sheet.cell(row, 20 + ord(column) - 65).value = formula
    book.save(path)


def _is_bold(rule: Rule) -> bool:
    return bool(rule.dxf.font and rule.dxf.font.b)


def _is_yellow(rule: Rule) -> bool:
    return bool(rule.dxf.fill and rule.dxf.fill.bgColor.rgb in ("FFFFEFAE", "FFFFF7D6"))
