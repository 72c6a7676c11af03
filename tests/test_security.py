"""What comes from strangers: names, lists, what a button starts, JSON; a test a line of docs/fiabilite.md, "menaces".

Workbooks: test_security_files.py. Others stand where their subject is: document types, bombs and far cells in
test_files_refused.py, the federation's folder in test_federation_folder.py, percent signs of a path in test_vba.py.
"""

import io
import json
import re
import resource
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import content, edit, run
from tests.strangers import FORMULAS, changed
from tests.xlsm import BUTTONS, WITH_BUTTONS, Shell, click
from tournament_xl.hosts import buttons, stdio
from tournament_xl.hosts.closed import ClosedFile

# Names from the public


def test_names_that_look_like_formulas_are_text_on_every_sheet_and_in_every_answer(tmp_path):
    path, listed = tmp_path / "club.xlsx", tmp_path / "liste.csv"
    rows = ["Nom;Prénom;Club;Licence;Cote"]
    rows += [
        f'"{text.replace(chr(34), chr(34) * 2)}";P{n};"=1+{n}";"+{n}";{2000 - n}' for n, text in enumerate(FORMULAS)
    ]
    listed.write_text("\n".join(rows), encoding="utf-8")
    assert (
        run("new", path, "--formule", "classique", "--joueurs", listed, "--nom", "=1+1", "--set", "Lieu=@SUM(1)") == 0
    )
    assert run("simulate", path) == 0
    found = {str(cell.value) for sheet in content(path) for row in sheet.iter_rows() for cell in row if cell.value}
    assert {text for text in FORMULAS if not text.startswith("'")} <= found and "=1+3" in found
    with zipfile.ZipFile(path) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/")]
        assert not [name for name in sheets if re.search(rb"<f[ >]", package.read(name))]
    for row in content(path)["Joueurs"].iter_rows(min_row=5, max_row=14, max_col=5):
        assert all(cell.data_type in "sn" for cell in row) and row[1].data_type == "s"


def test_a_name_in_a_workbook_does_not_write_to_the_terminal_what_it_likes(made, tmp_path, capsys):
    """An escape sequence, as Excel writes control characters; lists with one are refused as no text."""
    path = Path(shutil.copy(made["played"], tmp_path / "club.xlsx"))
    evil = b"_x001B_]0;titre_x0007__x001B_[2J"
    changed(path, {"xl/sharedStrings.xml": lambda old: old.replace(b"Alpha", evil)})
    for words in (("standings", path), ("explain", path), ("pair", path), ("restore", path)):
        run(*words)
    edit(path, {"Joueurs!Cote!5": "fort", "Joueurs!Série duplicate!5": "\x1b[31m"})
    run("update", path)
    told = capsys.readouterr()
    found = re.search(r".{0,40}[\x00-\x08\x0b-\x1f\x7f-\x9f].{0,20}", told.out + told.err)
    assert not found, ascii(found[0])
    listed = tmp_path / "liste.csv"
    listed.write_text("Nom\n\x1b[2JZut\n", encoding="utf-8")
    assert run("new", tmp_path / "neuf.xlsx", "--formule", "classique", "--joueurs", listed) == 5


@pytest.mark.parametrize("name", ["../../ailleurs", "/etc/passwd", "a\0b", "x" * 300, "$(touch x)"])
def test_names_and_settings_name_no_file(made, tmp_path, name):
    """Backups are named by the workbook's own file, never by what stands in it."""
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    path = Path(shutil.copy(made["registered"], folder / "club.xlsx"))
    edit(path, dict.fromkeys(("Tournoi!Nom", "Tournoi!Lieu", "Tournoi!Arbitre", "Joueurs!Nom!5"), name))
    for words in (("pair",), ("update",), ("undo",), ("repair",)):
        run(words[0], path, *words[1:])
    files = {file.relative_to(tmp_path) for file in tmp_path.rglob("*") if file.is_file()}
    inside = Path("a/b/c")
    assert all(file.parent in (inside, inside / "Sauvegardes") and file.name.startswith("club") for file in files)


# The launcher


NASTY = [
    "a & calc.xlsm", "a | calc.xlsm", "a ^& calc.xlsm", "%COMSPEC%.xlsm", "$(calc).xlsm", "`calc`.xlsm", "--live.xlsm",
    "a' ; rm -rf x.xlsm", "a;b.xlsm", "a\tb.xlsm", "(é) 😀.xlsm",
]  # fmt: skip


@pytest.mark.parametrize("name", NASTY)
def test_a_button_starts_its_program_with_one_path_whatever_the_workbook_is_called(tmp_path, name):
    """No shell reads the command; a name of a file in Windows has no quotes, so it stays one argument."""
    program = r"C:\Outils\tournament-xl.exe"
    path = tmp_path / name
    path.write_bytes(buttons.with_program(WITH_BUTTONS.read_bytes(), program))
    macro, action = BUTTONS["Apparier la ronde suivante"]
    shell = Shell()
    click(path, macro, shell)
    ((command, window, waits),) = shell.commands
    command = command.replace("%TX_PERCENT%", "%")
    pieces = re.fullmatch(r'"([^"]*)" press (\w+) --live "([^"]*)" --window \d+', command)
    assert pieces and pieces.groups() == (program, action, pieces[3]) and pieces[3].endswith(name)
    assert shell.looked_for == [program] and (window, waits) == (0, True)


def test_no_setting_and_no_name_changes_what_a_button_starts(tmp_path):
    path = books.create(tmp_path, name="club.xlsm")
    path.write_bytes(buttons.with_program(path.read_bytes(), r"C:\Outils\tournament-xl.exe"))
    edit(path, {"Tournoi!Nom": '" & calc & "', "Tournoi!Lieu": "TX_Programme", "Joueurs!Nom!5": 'x" --live "y'})
    shell = Shell()
    click(path, "TX_Apparier", shell)
    ((command, *_),) = shell.commands
    assert re.fullmatch(r'"C:\\Outils\\tournament-xl\.exe" press pair --live "[^"]*club\.xlsm" --window \d+', command)


@pytest.mark.parametrize("path", ['C:\\a" & calc & "b.exe', "C:\\a<b>.exe", 'x"&CALC()&"y'])
def test_a_path_cannot_break_out_of_the_constant(tmp_path, path):
    """The name TX_Programme holds a constant text, not a formula that computes one."""
    book = tmp_path / "club.xlsm"
    book.write_bytes(buttons.with_program(WITH_BUTTONS.read_bytes(), path))
    constant = openpyxl.load_workbook(book).defined_names["TX_Programme"].value
    assert constant == '"' + path.replace('"', '""') + '"'


# The JSON door


@pytest.mark.parametrize(
    "name", ["../../x.xlsx", "/etc/../etc/passwd", "C:\\x.xlsx", "//serveur/x.xlsx", "a\nb", "/" + "x" * 100_000]
)
def test_the_name_that_comes_in_writes_nothing(tmp_path, monkeypatch, name):
    """The program decides, the caller writes: no file is touched, whatever the name."""
    monkeypatch.chdir(tmp_path)
    sheets = [{"name": sheet, "rows": [list(row) for row in rows]} for sheet, rows in ClosedFile(
        books.create(tmp_path / "a")).read().sheets.items()]  # fmt: skip
    before = sorted(tmp_path.rglob("*"))
    data = json.dumps({"version": 1, "name": name, "sheets": sheets}).encode()
    out = io.BytesIO()
    assert stdio.main("pair", io.BytesIO(data), out) == 0
    answer = json.loads(out.getvalue())
    backup = answer["backup"].get("file", "")
    assert not backup or Path(backup).parent.name == "Sauvegardes"
    assert sorted(tmp_path.rglob("*")) == before


def test_json_of_a_million_cells_or_levels_stays_within_memory():
    for data in (
        b"[" * 10**6,
        b'{"version": 1, "name": "", "sheets": [' + b'{"name": "a", "rows": []},' * 10**5 + b"{}]}",
    ):
        out = io.BytesIO()
        assert stdio.main("pair", io.BytesIO(data), out) == 2
        assert json.loads(out.getvalue())["message"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1024 * 1024
