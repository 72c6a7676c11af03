"""Excel from other sides: the command line, RunPython, functions for cells."""

import pytest

from tests import books
from tournament_xl.frontends.excel import functions

CELLS = {  # function -> what it is given, what it gives
    "TX_PDEP": [((450.0, 400.0), 50), ((300.0, 520.0), -100)],
    "TX_PL_SERIE": [((None,), 1000), (("S",), 2350), ((0.0,), 2350), (("4b",), 1700)],
    "TX_NB_RONDES": [((32.0,), 5), ((33.0,), 6)],
    "TX_PJ_MAX": [((1.0, 5.0, 10.0), 210), ((5.0, 14.0, None, 0.8), 280)],
    "TX_PJ": [((1803.0, 2250.0), 298), ((1803.0, 2250.0, 210.0), 210), ((1803.0, 1000.0, 210.0), -105)],
    "TX_PE": [((10.0, 2.0), 9)],
    "TX_BONUS": [((20.0, 2.0), 10), ((20.0, 5.0), 0)],
    "TX_SERIE": [((2900.0,), "Joker"), ((2899.0,), "A")],
    "TX_TEMPS": [(("N", None, 40.0, 24.0), "31 – 33 (TN)"), (("B", "l'autre tombe"), "33 – 31 (TBN)")],
    "TX_RETARD": [((30.0, 20.0), 10), ((30.0, 35.0), 0)],
    "TX_DROITS": [((), 4), ((None, "oui"), 2), (("Oui",), 0)],
}  # fmt: skip
WRONG = [
    ("TX_PDEP", (None, 4.0)), ("TX_PDEP", (9999.0, 1.0)), ("TX_PL_SERIE", ("8",)), ("TX_NB_RONDES", ("x",)),
    ("TX_PJ_MAX", (6.0, 5.0)), ("TX_PJ", ("x", 1000.0)), ("TX_PE", (10.0, 0.0)), ("TX_BONUS", (20.0, 1.5)),
    ("TX_SERIE", (None,)), ("TX_TEMPS", ("N", "hier")), ("TX_RETARD", ("x", 1.0)),
]  # fmt: skip


def test_the_command_line_tells_as_for_a_closed_file(program, capsys):
    words = ["press", "pair", "--live", program.opened[0].FullName]
    assert books.run(*words) == 0
    assert "Ronde 1" in capsys.readouterr().out
    assert books.run(*words) == 3
    assert capsys.readouterr().err.startswith("Résultats!E5 : ")
    for wrong in (["press", "pair"], ["press", "nothing", "--stdio"], ["press", "pair", "--stdio", "--live", "x"]):
        assert books.run(*wrong) == 2


def test_functions_for_cells():
    """C6, R1, C1, R2 to R8 (the regulation's example), B6 to B8, with the floats and empty cells that Excel gives."""
    for function, values in CELLS.items():
        for arguments, result in values:
            assert getattr(functions, function)(*arguments) == result, (function, arguments)
    for function, arguments in WRONG:
        with pytest.raises(ValueError):
            getattr(functions, function)(*arguments)


def test_tables_from_the_ranges_of_a_workbook(workbooks):
    """As Excel gives ranges: numbers as floats, empty cells as None; the header first."""
    content = books.content(workbooks["played"])

    def area(sheet, first=1):
        rows = content[sheet].iter_rows(min_row=first, values_only=True)
        return [[float(value) if isinstance(value, int) else value for value in row] for row in rows]

    ranges = area("Joueurs", 4), area("Résultats", 4)
    whole = (*ranges, area("Tournoi"))
    sheet_rows = [list(row) for row in content["Classement"].iter_rows(4, 12, max_col=11, values_only=True)]
    got = functions.TX_CLASSEMENT(*whole)
    assert [line[:2] + line[4:9] for line in got] == [line[:2] + line[4:9] for line in sheet_rows]
    assert functions.TX_GRILLE(*whole)[0][-1] == "R5"
    assert len(functions.TX_PARTIES(*whole)) == 1 + 2 * 4
    with pytest.raises(ValueError, match="Résultats!C1"):
        functions.TX_CLASSEMENT(ranges[0], [["Ronde", "Table"]])
