"""The real xlwings on an Excel that is played over COM (excel_com.py): what crosses from one process to another."""

import ast
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from wine import windows_path

from tests import books

HERE = Path(__file__).resolve().parent
BOOK = r"C:\Users\Claire\Tournois\Tournoi 2026-11-28.xlsx"
READ = f"""if True:
    import json
    from tournament_xl.frontends.excel import live as excel
    print(json.dumps(excel.read_sheets(excel.find_open_workbook({BOOK!r}), ["Groupes"]).sheets["Groupes"]))
"""
WRITE = f"""if True:
    from tournament_xl.workbook.snapshot import Block
    from tournament_xl.frontends.excel import live as excel, cells as excel_cells
    book = excel.find_open_workbook({BOOK!r})
    there, blocks = excel.find_location(book)[0], [Block("Groupes", row, 1, (("1-2", 5, "=x"),)) for row in (20, 21)]
    before, stamp = excel.read_sheets(book, ["Groupes"]), "2026-11-28 14-00-00 essai"
    excel_cells.write_edits(book, there, before, blocks, stamp=stamp)
"""


@pytest.fixture(scope="module")
def folder(wine):
    tournaments = wine.prefix / "drive_c/users/Claire/Tournois"
    tournaments.mkdir(parents=True)
    return tournaments


@pytest.fixture(scope="module")
def excel(wine, program, folder, tmp_path_factory):
    """Excel with a workbook of 8 players; a line of Python is run in it, and gives its value."""
    site = tmp_path_factory.mktemp("site")
    for name in ("openpyxl", "et_xmlfile"):
        shutil.copytree(Path(import_module(name).__file__).parent, site / name)
    books.create(folder).rename(folder / "Tournoi 2026-11-28.xlsx")
    words = [windows_path(HERE / "excel_com.py"), windows_path(HERE.parent), windows_path(site), BOOK]
    played = wine.start(program, "-X", "utf8", *words, stdin=subprocess.PIPE)

    def tell(line):
        if line:
            played.stdin.write(f"{line}\n".encode())
            played.stdin.flush()
        return played.stdout.readline().decode().strip()

    assert tell("") == "ready"
    yield lambda line: ast.literal_eval(tell(line))
    played.communicate(b"", timeout=600)


def values(excel, sheet, rows, columns):
    return excel(f"[[excel.opened[0].pages[{sheet!r}].values.get((r, c)) for c in {columns}] for r in {rows}]")


def test_a_round_is_paired_in_it(run, excel, folder):
    code, output = run("press", "pair", "--live", BOOK)
    assert code == 0 and "Ronde 1 appariée" in output, output
    assert values(excel, "Résultats", range(5, 9), (1, 2)) == [[1.0, table] for table in (1.0, 2.0, 3.0, 4.0)]
    assert excel("(excel.shown, excel.selected, excel.screen_updating, excel.calculation)") == (
        "Appariements", "Résultats!E5", True, "automatic"
    )  # fmt: skip
    assert len(list(folder.glob("Sauvegardes/* avant appariement.xlsx"))) == 1


def test_what_is_wrong_is_said_in_a_window_of_excels(wine, program, screen, excel, picture):
    started = wine.start(program, "-X", "utf8", "-m", "tournament_xl", "press", "pair", "--live", BOOK)
    window = screen.wait_for("Tournoi")
    picture(window, "windows-message.png")
    screen.press(window, "Return")
    output = started.communicate(timeout=600)[0].decode("utf-8")
    assert started.returncode == 3 and "Résultats!E5" in output, output
    assert excel("(excel.shown, excel.selected)") == ("Résultats", "Résultats!E5")


def test_each_kind_of_value_comes_across(wine, program, excel):
    """Text, number, true, error, day, moment."""
    cells = "{(3, 1): '007', (3, 2): 1.5, (3, 3): True, (3, 4): -2146826281, (3, 5): 46347.0, (3, 6): 46347.25}"
    formats = "{(3, 5): 'dd/mm/yyyy', (3, 6): 'dd/mm/yyyy hh:mm'}"
    excel(f"vars(excel.opened[0].pages['Groupes']).update(values={cells}, formats={formats})")
    code, output = wine.run(program, "-X", "utf8", "-c", READ)
    assert code == 0 and output.strip() == '[[], [], ["007", 1.5, true, "#DIV/0!", 46347, 46347.25]]', output


@pytest.mark.parametrize(("fault", "words"), [
    ('"Mémoire insuffisante."', "(Mémoire insuffisante)"), ('"", scode=xl_engine.EDITING', "Excel est occupé"),
], ids=["out of memory", "busy"])  # fmt: skip
def test_of_a_refusal_come_its_own_words_and_number(wine, program, excel, fault, words):
    excel(f"excel.fail(xl_engine.ComError({fault}), times=999, kinds=('read',))")
    assert words in wine.run(program, "-X", "utf8", "-c", READ)[1]
    excel("excel.faults.clear()")


def test_what_is_written_comes_across_and_text_stays_text(wine, program, excel):
    excel("excel.opened[0].pages['Groupes'].values.clear()")
    code, output = wine.run(program, "-X", "utf8", "-c", WRITE)
    assert code == 0, output
    assert values(excel, "Groupes", (20, 21), (1, 2, 3)) == [["1-2", 5.0, "=x"]] * 2
    assert excel("excel.screen_updating")
