"""What comes from strangers: names, workbooks, what a button starts, JSON; docs/fiabilite.md, « menaces »."""

import csv
import io
import json
import re
import resource
import runpy
import shutil
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import openpyxl
import pytest

from tests import ROOT, books
from tests.books import content, create, edit, run, untouched
from tests.closed_files import change_parts
from tests.programs import WHOLE
from tests.stopped import child
from tests.xlsm import WITH_BUTTONS
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.csv_text import render_french_csv, unguard_formula
from tournament_xl.xlsx import buttons

# Names from the public

FORMULAS = [
    '=HYPERLINK("http://example.org","ici")', "+cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "-A2+B3", "＝A1+B1",
    '=WEBSERVICE("http://example.org")', "%0A-3+3+cmd",
]  # fmt: skip


def test_names_that_look_like_formulas_are_text_on_every_sheet_and_in_every_answer(tmp_path):
    path, listed = tmp_path / "club.xlsx", tmp_path / "liste.csv"
    with listed.open("w", encoding="utf-8", newline="") as stream:
        lines = csv.writer(stream, delimiter=";")
        lines.writerow(["Nom", "Prénom", "Club", "Licence", "Cote"])
        lines.writerows(["ABCDEFG"[n] * 4, f"=P{n}", text, f"+{n}", 2000 - n] for n, text in enumerate(FORMULAS))
    words = ("--formule", "classique", "--joueurs", listed, "--nom", "=1+1", "--set", "Lieu=@SUM(1)")
    assert run("new", path, *words) == 0
    assert run("simulate", path) == 0
    texts = {str(cell.value) for sheet in content(path) for row in sheet.iter_rows() for cell in row if cell.value}
    assert set(FORMULAS) <= texts and "+3" in texts
    with zipfile.ZipFile(path) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/")]
        assert not [name for name in sheets if re.search(rb"<f[ >]", package.read(name))]


NAMES = [
    "Dupont,=1+1", "Dupont;+cmd", 'Dupont, "=1"', "=1|-2", "a,,@SUM(1)", ",＝1+1", "O'Brien, -x", "'', =1", "|x",
    "a,'=1",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_csv_has_no_formula_for_a_program_that_splits_on_another_sign(name):
    text = render_french_csv([["Nom", "Club"], [name, "Genève"]]).decode("utf-8-sig")
    for sign in ",;|\t":
        for cell in (part.strip('" ') for line in text.splitlines() for part in line.split(sign)):
            assert not re.match(r"[=+\-@%＝]", cell), (sign, cell)  # a bar begins none but where no sign is one
    assert unguard_formula(next(csv.reader([text.splitlines()[1]], delimiter=";"))[0]) == name


def test_a_csv_guards_texts_and_no_numbers():
    assert render_french_csv([[-121, -0.5, "-121", "=", "=1"]]).decode("utf-8-sig") == "-121;-0,5;'-121;=;'=1\r\n"


def test_a_score_below_zero_is_a_number_among_the_games(tmp_path):
    path = create(tmp_path)
    assert run("pair", path) == 0
    edit(path, {"Résultats!E5": -20, "Résultats!F5": 300})
    assert run("publish", path, "--to", tmp_path / "pages") == 0
    assert ";-20;300;" in (tmp_path / "pages" / "parties.csv").read_text("utf-8-sig")


def test_a_name_in_a_workbook_does_not_write_to_the_terminal_what_it_likes(workbooks, tmp_path, capsys):
    """An escape sequence, as Excel writes control characters; lists with one are refused as no text."""
    path = Path(shutil.copy(workbooks["played"], tmp_path / "club.xlsx"))
    evil = b"_x001B_]0;titre_x0007__x001B_[2J"
    change_parts(path, {"xl/sharedStrings.xml": lambda old: old.replace(b"Alpha", evil)})
    for words in (("standings", path), ("explain", path), ("pair", path), ("restore", path)):
        run(*words)
    edit(path, {"Joueurs!Cote!5": "fort", "Joueurs!Série duplicate!5": "\x1b[31m"})
    run("update", path)
    output = capsys.readouterr()
    control = re.search(r".{0,40}[\x00-\x08\x0b-\x1f\x7f-\x9f].{0,20}", output.out + output.err)
    assert not control, ascii(control[0])
    listed = tmp_path / "liste.csv"
    listed.write_text("Nom\n\x1b[2JZut\n", encoding="utf-8")
    assert run("new", tmp_path / "neuf.xlsx", "--formule", "classique", "--joueurs", listed) == 5


@pytest.mark.parametrize("name", ["../../ailleurs", "a\0b", "x" * 300, "$(touch x)"])
def test_names_and_settings_name_no_file(workbooks, tmp_path, name):
    """Backups are named by the workbook's own file, never by what stands in it."""
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    path = Path(shutil.copy(workbooks["registered"], folder / "club.xlsx"))
    edit(path, dict.fromkeys(("Tournoi!Nom", "Tournoi!Lieu", "Tournoi!Arbitre", "Joueurs!Nom!5"), name))
    for verb in ("pair", "update", "undo", "repair"):
        run(verb, path)
    files = {file.relative_to(tmp_path) for file in tmp_path.rglob("*") if file.is_file()}
    inside = Path("a/b/c")
    assert all(file.parent in (inside, inside / "Sauvegardes") and file.name.startswith("club") for file in files)


# The launcher: test_vba.py


@pytest.mark.parametrize("path", ['C:\\a" & calc & "b.exe', "C:\\a<b>.exe", 'x"&CALC()&"y'])
def test_a_path_cannot_break_out_of_the_constant(tmp_path, path):
    """The name TX_Programme holds a constant text, not a formula that computes one."""
    book = tmp_path / "club.xlsm"
    book.write_bytes(buttons.write_program_path(WITH_BUTTONS.read_bytes(), path))
    constant = openpyxl.load_workbook(book).defined_names["TX_Programme"].value
    assert constant == '"' + path.replace('"', '""') + '"'


# The JSON door


@pytest.mark.parametrize("name", ["../../x.xlsx", "C:\\x.xlsx", "/" + "x" * 100_000])
def test_the_name_that_comes_in_writes_nothing(tmp_path, monkeypatch, name):
    """The program decides, the caller writes: no file is touched, whatever the name."""
    monkeypatch.chdir(tmp_path)
    read = ClosedFile(books.create(tmp_path / "a")).read().sheets
    sheets = [{"name": sheet, "rows": [list(row) for row in rows]} for sheet, rows in read.items()]
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


# Workbooks from strangers


@pytest.mark.parametrize("verb", ["pair", "new"])
def test_a_bomb_of_entities_is_refused_at_once(workbooks, tmp_path, verb):
    path = Path(shutil.copy(workbooks["played"], tmp_path / "club.xlsx"))
    entities = [b'<!ENTITY %c "%s">' % (letter, b"&%c;" % (letter - 1) * 10) for letter in b"bcdefghij"]
    laughs = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">%s]><sst><si><t>&j;</t></si></sst>'
    change_parts(path, {"xl/sharedStrings.xml": laughs % b"".join(entities)})
    with untouched(path):
        code, output, memory, _ = child(*reading(verb, path))
    assert code == 5 and output.strip() and memory < 300


def reading(verb, path):
    """A command that reads this workbook, as a tournament or as a list."""
    new = ("new", path.with_name("neuf.xlsx"), "--formule", "classique", "--joueurs", path)
    return (verb, path) if verb != "new" else new


def test_an_entity_that_names_a_file_is_not_read(workbooks, tmp_path):
    path = Path(shutil.copy(workbooks["played"], tmp_path / "club.xlsx"))
    outside = b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>'
    change_parts(path, {"xl/sharedStrings.xml": b'<?xml version="1.0"?>' + outside})
    code, output, *_ = child("standings", path)
    assert code == 5 and "root:" not in output


def lying(data, size):
    """A package in which the first sheet says that it is of this size."""
    changed_data, name = bytearray(data), b"xl/worksheets/sheet1.xml"
    for mark, offset in ((b"PK\1\2", 46), (b"PK\3\4", 30)):
        entry_start = next(
            m.start() for m in re.finditer(re.escape(mark), data) if data[m.start() + offset :].startswith(name)
        )
        field = entry_start + (24 if mark == b"PK\1\2" else 22)
        changed_data[field : field + 4] = size.to_bytes(4, "little")
    return bytes(changed_data)


@pytest.mark.parametrize("verb", ["pair", "new"])
def test_a_bomb_of_packed_zeros_is_refused_whatever_it_says_of_itself(workbooks, tmp_path, verb):
    path = Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))
    change_parts(path, {"xl/worksheets/sheet1.xml": bytes(150 * 2**20)})
    for data in (path.read_bytes(), lying(path.read_bytes(), 1000)):
        path.write_bytes(data)
        code, output, memory, _ = child(*reading(verb, path))
        assert code == 5 and output.strip() and memory < 400, memory


SHEET, END = "xl/worksheets/sheet2.xml", b"</sheetData>"  # Joueurs
ARRAY = b'<row r="100"><c r="A100"><f t="array" ref="A100:XFD1048576">1</f><v>1</v></c></row>'
ROWS = 2**20 if WHOLE else 2**18  # what they cost grows with their number
GIANTS = {
    "a merge of everything": lambda: END + b'<mergeCells><mergeCell ref="A100:XFD1048576"/></mergeCells>',
    "a million rows": lambda: b"".join(b'<row r="%d"/>' % n for n in range(100, ROWS + 1)) + END,
    "a formula for everything": lambda: ARRAY + END,
}


@pytest.mark.parametrize("giant", GIANTS.values(), ids=GIANTS)
def test_a_sheet_that_says_it_is_a_giant_costs_no_time_and_no_memory(workbooks, tmp_path, giant):
    path = Path(shutil.copy(workbooks["drawn"], tmp_path / "club.xlsx"))
    edit(path, {"Tournoi!Lieu": "Lyon"})
    change_parts(path, {SHEET: lambda old: old.replace(END, giant())})
    before = path.read_bytes()
    code, output, memory, _ = child("update", path)
    assert code in (0, 5) and memory < (1024 if WHOLE else 400), (code, output, memory)
    assert code == 0 or (output.strip() and path.read_bytes() == before)


def test_macros_of_strangers_are_kept_and_never_run(tmp_path):
    """No part of the program runs VBA; the bytes of the project stay."""
    path = books.pair(books.create(tmp_path, name="club.xlsm"))
    bomb = b'Sub Auto_Open()\nKill "*.*"\nEnd Sub' * 50
    change_parts(path, {"xl/vbaProject.bin": bomb})
    books.score(path, 1)
    for verb in ("update", "pair", "standings", "explain"):
        assert run(verb, path) == 0
    assert zipfile.ZipFile(path).read("xl/vbaProject.bin") == bomb


def test_the_menu_of_libreoffice_asks_before_it_looks_at_a_path_that_a_workbook_names(monkeypatch):
    """To look at a path of another computer sends it the user's name."""
    named_path, looked = r"\\evil.example\share\tournament-xl", []
    refusal = type("Refusal", (Exception,), {})
    for module, names in {
        "uno": {}, "tournoi_texts": {"NO_PROGRAM": ""}, "tournoi_sheets": {"Refusal": refusal, "reason": str},
    }.items():  # fmt: skip
        monkeypatch.setitem(sys.modules, module, SimpleNamespace(**names))
    source = ROOT / "libreoffice" / "python" / "pythonpath" / "tournoi_program.py"
    program = runpy.run_path(str(source))
    monkeypatch.setitem(program["find"].__globals__, "_remembered", list)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("TOURNAMENT_XL", raising=False)
    monkeypatch.setitem(program["find"].__globals__, "FOLDERS", ())
    monkeypatch.setattr("os.path.isabs", lambda path: path == named_path)
    monkeypatch.setattr("os.path.isfile", lambda path: looked.append(path) or False)
    ranges = SimpleNamespace(hasByName=lambda _: True, getByName=lambda _: SimpleNamespace(Content=f'="{named_path}"'))
    asked = []
    with pytest.raises(refusal):
        program["find"](SimpleNamespace(NamedRanges=ranges), lambda path: asked.append(path) or False)
    assert asked == [named_path] and named_path not in looked
