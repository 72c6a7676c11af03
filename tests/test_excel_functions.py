"""Excel from other sides: the command line, RunPython, functions for cells, what is imported."""

import ast
import sys
from pathlib import Path

import pytest
import xlwings

from tests import books
from tournament_xl.cli import main
from tournament_xl.hosts import excel

# Command line, RunPython, functions for cells


def test_the_command_line_tells_as_for_a_closed_file(program, capsys):
    words = ["press", "pair", "--live", program.books[0].fullname]
    assert main(words) == 0
    assert "Ronde 1 appariée : 8 joueurs, 4 paires." in capsys.readouterr().out
    assert main(words) == 3
    assert capsys.readouterr().err.startswith("Résultats!E5 : ")
    for wrong in (["press", "pair"], ["press", "nothing", "--stdio"], ["press", "pair", "--stdio", "--live", "x"]):
        assert main(wrong) == 2


def test_functions_for_cells():
    """C6, R1 and C1, with the floats and empty cells that Excel gives."""
    from tournament_xl.excel import TX_NB_RONDES, TX_PDEP, TX_PL_SERIE

    assert [TX_PDEP(450.0, 400.0), TX_PDEP(300.0, 520.0), TX_PDEP(400.0, 400.0)] == [50, -100, 0]
    assert [TX_PL_SERIE(text) for text in (None, "S", 0.0, "4b", 7.0)] == [1000, 2350, 2350, 1700, 1000]
    assert [TX_NB_RONDES(count) for count in (8.0, 32.0, 33.0, 128.0)] == [5, 5, 6, 7]
    for wrong in (lambda: TX_PDEP(None, 4.0), lambda: TX_PDEP(4.5, 4.0), lambda: TX_PDEP(9999.0, 1.0),
                  lambda: TX_PL_SERIE("8"), lambda: TX_NB_RONDES("x"), lambda: TX_NB_RONDES(5.0)):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()


def test_functions_of_the_ratings():
    """The regulation's example (R8): 1803 finishing second of ten, 1700 eighth; a club's own limits."""
    from tournament_xl.excel import TX_BONUS, TX_PE, TX_PJ, TX_PJ_MAX, TX_SERIE

    assert [TX_PJ_MAX(1.0, 5.0, 10.0), TX_PJ_MAX(1.0, 5.0), TX_PJ_MAX(5.0, 14.0, None, 0.8)] == [210, 205, 280]
    assert [TX_PJ(1803.0, 2250.0), TX_PJ(1803.0, 2250.0, 210.0), TX_PJ(1700.0, 1415.0, 210.0)] == [298, 210, -95]
    assert TX_PJ(1803.0, 1000.0, 210.0) == -105
    assert [TX_PE(10.0, 2.0), TX_BONUS(20.0, 2.0), TX_BONUS(20.0, 5.0)] == [9, 10, 0]
    assert [TX_SERIE(cote) for cote in (2900.0, 2899.0, 1600.0, 0.0)] == ["Joker", "A", "B", "C"]
    for wrong in (lambda: TX_PJ_MAX(6.0, 5.0), lambda: TX_PJ_MAX(1.0, None), lambda: TX_PJ_MAX(1.0, 5.0, 101.0),
                  lambda: TX_PJ("x", 1000.0), lambda: TX_PE(10.0, 0.0), lambda: TX_BONUS(20.0, 1.5),
                  lambda: TX_SERIE(None)):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()


# What is imported


def test_nothing_of_xlwings_pro_is_used():
    package = Path(excel.__file__).parent.parent
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        names = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        assert not any(name.startswith("xlwings.") for name in names) and "LICENSE_KEY" not in source
    assert not xlwings.__pro__
    assert {name for name in sys.modules if name.startswith("xlwings.pro")} <= {"xlwings.pro", "xlwings.pro.utils"}


def test_the_calculators_of_the_othello_referee():
    """B6, B7 (examples 1 and 4), B8."""
    from tournament_xl.excel import TX_DROITS, TX_RETARD, TX_TEMPS

    assert TX_TEMPS("N", None, 40.0, 24.0) == "31 – 33 (TN)"
    assert TX_TEMPS("B", "l'autre tombe") == "33 – 31 (TBN)"
    assert TX_TEMPS("N", "il tombe encore") == "0 – 64 (TN+)"
    assert [TX_RETARD(30.0, 20.0), TX_RETARD(30.0, 35.0)] == [10, 0]
    assert [TX_DROITS(), TX_DROITS(None, "oui"), TX_DROITS("Oui")] == [4, 2, 0]
    for wrong in (
        lambda: TX_TEMPS("X"),
        lambda: TX_TEMPS("N", "hier"),
        lambda: TX_TEMPS("N"),
        lambda: TX_RETARD("x", 1.0),
    ):
        with pytest.raises(ValueError, match="il faut"):
            wrong()


def test_tables_from_the_ranges_of_a_workbook(tmp_path):
    """As Excel gives ranges: numbers as floats, empty cells as None; the header first."""
    from tournament_xl.excel import TX_CLASSEMENT, TX_GRILLE, TX_PARTIES

    path = books.create(tmp_path, 8)
    assert books.run("simulate", path, "--rounds", 2, "--seed", 1) == 0
    content = books.content(path)

    def area(sheet, first=1):
        rows = content[sheet].iter_rows(min_row=first, values_only=True)
        return [[float(value) if isinstance(value, int) else value for value in row] for row in rows]

    given = area("Joueurs", 4), area("Résultats", 4)
    whole = (*given, area("Tournoi"))
    shown = [list(row) for row in content["Classement"].iter_rows(4, 12, max_col=11, values_only=True)]
    got = TX_CLASSEMENT(*whole)
    assert [line[:2] + line[4:9] for line in got] == [line[:2] + line[4:9] for line in shown]
    assert TX_CLASSEMENT(*given)[1:][0][1] == got[1][1], "with the settings of a new workbook"
    assert len(TX_CLASSEMENT(*whole, 1.0)) == 9 and TX_GRILLE(*whole)[0][-1] == "R5"
    assert len(TX_PARTIES(*whole)) == 1 + 2 * 4 * 2
    with pytest.raises(ValueError, match="Résultats!C1"):
        TX_CLASSEMENT(given[0], [["Ronde", "Table"]])
