"""What comes from strangers: names, what a button starts, JSON, and files that somebody made to be slow, to fill the
memory or to be read in two ways; docs/fiabilite.md, « menaces ».

A command on such a file answers with a sentence and an exit code of the contract, within three seconds of processor
time and 300 MB, and the file stays as it was.
"""

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
from tests.books import content, edit, run
from tests.closed_files import MAIN, change_parts
from tests.programs import WHOLE
from tests.stopped import child
from tests.xlsm import WITH_BUTTONS
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.csv_text import render_french_csv, unguard_formula
from tournament_xl.xlsx import buttons

CODES = {1, 2, 3, 5}  # of the contract, where something is refused
SECONDS, MEGABYTES = 3, 300
SHEETS = "xl/worksheets/sheet{}.xml"
BOOK_LINKS, OFFICE = "xl/_rels/workbook.xml.rels", "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def answered(*words):
    """What a command tells, which ends as it may."""
    code, output, memory, took = child(*words)
    assert "Traceback" not in output and "Erreur interne" not in output
    assert took < SECONDS and memory < MEGABYTES
    return code, output


# Names from the public


FORMULAS = [
    '=HYPERLINK("http://example.org","ici")', "+cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "-A2+B3", "＝A1+B1",
    "%0A-3+3+cmd",
]  # fmt: skip


def test_names_that_look_like_formulas_are_text_on_every_sheet(tmp_path):
    path, listed = tmp_path / "club.xlsx", tmp_path / "liste.csv"
    with listed.open("w", encoding="utf-8", newline="") as stream:
        lines = csv.writer(stream, delimiter=";")
        lines.writerow(["Nom", "Prénom", "Club", "Licence", "Cote"])
        lines.writerows(["ABCDEF"[n] * 4, f"=P{n}", text, f"+{n}", 2000 - n] for n, text in enumerate(FORMULAS))
    words = ("--formule", "toutes-rondes", "--joueurs", listed, "--nom", "=1+1", "--set", "Lieu=@SUM(1)")
    assert run("new", path, *words) == run("simulate", path) == 0
    texts = {str(cell.value) for sheet in content(path) for row in sheet.iter_rows() for cell in row if cell.value}
    assert set(FORMULAS) <= texts and "+3" in texts
    with zipfile.ZipFile(path) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/")]
        assert not [name for name in sheets if re.search(rb"<f[ >]", package.read(name))]


@pytest.mark.parametrize("name", ["Dupont,=1+1", 'Dupont; "+cmd"', "=1|-2", ",＝1+1", "O'Brien, -x", "a,'=1"])
def test_a_csv_has_no_formula_for_a_program_that_splits_on_another_sign(name):
    text = render_french_csv([["Nom", "Club"], [name, "Genève"]]).decode("utf-8-sig")
    for sign in ",;|\t":
        for cell in (part.strip('" ') for line in text.splitlines() for part in line.split(sign)):
            assert not re.match(r"[=+\-@%＝]", cell), (sign, cell)  # a bar begins none but where no sign is one
    assert unguard_formula(next(csv.reader([text.splitlines()[1]], delimiter=";"))[0]) == name


def test_a_csv_guards_texts_and_no_numbers():
    assert render_french_csv([[-121, -0.5, "-121", "=", "=1"]]).decode("utf-8-sig") == "-121;-0,5;'-121;=;'=1\r\n"


def test_a_name_in_a_workbook_does_not_write_to_the_terminal_what_it_likes(workbooks, tmp_path, capsys):
    """An escape sequence, as Excel writes control characters."""
    path = Path(shutil.copy(workbooks["played"], tmp_path / "club.xlsx"))
    evil = b"_x001B_]0;titre_x0007__x001B_[2J"
    change_parts(path, {"xl/sharedStrings.xml": lambda old: old.replace(b"Alpha", evil)})
    for verb in ("standings", "explain", "pair", "restore"):
        run(verb, path)
    edit(path, {"Joueurs!Cote!5": "fort", "Joueurs!Série duplicate!5": "\x1b[31m"})
    run("update", path)
    output = capsys.readouterr()
    control = re.search(r".{0,40}[\x00-\x08\x0b-\x1f\x7f-\x9f].{0,20}", output.out + output.err)
    assert not control, ascii(control[0])


@pytest.mark.parametrize("name", ["../../ailleurs", "x" * 300])
def test_names_and_settings_name_no_file(workbooks, tmp_path, name):
    """Backups are named by the workbook's own file, never by what stands in it."""
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    path = Path(shutil.copy(workbooks["registered"], folder / "club.xlsx"))
    edit(path, dict.fromkeys(("Tournoi!Nom", "Tournoi!Lieu", "Tournoi!Arbitre", "Joueurs!Nom!5"), name))
    for verb in ("pair", "undo", "repair"):
        run(verb, path)
    files = {file.relative_to(tmp_path) for file in tmp_path.rglob("*") if file.is_file()}
    inside = Path("a/b/c")
    assert all(file.parent in (inside, inside / "Sauvegardes") and file.name.startswith("club") for file in files)


# What a button starts: also test_vba.py


@pytest.mark.parametrize("path", ['C:\\a" & calc & "b.exe', 'x"&CALC()&"y'])
def test_a_path_cannot_break_out_of_the_constant(tmp_path, path):
    """The name TX_Programme holds a constant text, not a formula that computes one."""
    book = tmp_path / "club.xlsm"
    book.write_bytes(buttons.write_program_path(WITH_BUTTONS.read_bytes(), path))
    constant = openpyxl.load_workbook(book).defined_names["TX_Programme"].value
    assert constant == '"' + path.replace('"', '""') + '"'


def test_macros_of_strangers_are_kept_and_never_run(tmp_path):
    """No part of the program runs VBA; the bytes of the project stay."""
    path = books.pair(books.create(tmp_path, name="club.xlsm"))
    bomb = b'Sub Auto_Open()\nKill "*.*"\nEnd Sub' * 50
    change_parts(path, {"xl/vbaProject.bin": bomb})
    assert run("pair", books.score(path, 1)) == 0
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


# JSON


@pytest.mark.parametrize("name", ["../../x.xlsx", "/" + "x" * 100_000])
def test_the_name_that_comes_in_writes_nothing(workbooks, tmp_path, monkeypatch, name):
    """The program decides, the caller writes: no file is touched, whatever the name."""
    monkeypatch.chdir(tmp_path)
    read = ClosedFile(workbooks["registered"]).read().sheets
    sheets = [{"name": sheet, "rows": [list(row) for row in rows]} for sheet, rows in read.items()]
    data = json.dumps({"version": 1, "name": name, "sheets": sheets}).encode()
    out = io.BytesIO()
    assert stdio.main("pair", io.BytesIO(data), out) == 0
    backup = json.loads(out.getvalue())["backup"].get("file", "")
    assert not backup or Path(backup).parent.name == "Sauvegardes"
    assert not [*tmp_path.rglob("*")]


def test_json_of_a_million_cells_or_levels_stays_within_memory():
    for data in (
        b"[" * 10**6,
        b'{"version": 1, "name": "", "sheets": [' + b'{"name": "a", "rows": []},' * 10**5 + b"{}]}",
    ):
        out = io.BytesIO()
        assert stdio.main("pair", io.BytesIO(data), out) == 2
        assert json.loads(out.getvalue())["message"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1024 * 1024


# Workbooks and lists from strangers; what is no XML: test_xlsx.py


def elsewhere(part, kind):
    """Changes of a package that let a part be called something that does not end in .xml."""
    folder, _, name = part.rpartition("/")
    target_part = f"{folder}/{kind}.dat"

    def link(old):
        target = f'Id="rId77" Type="{RELATION}/{kind}"'
        without = re.sub(rb"<Relationship [^<>]*%b[^<>]*>" % name.encode(), b"", old)
        tag = f'<Relationship {target} Target="/{target_part}"/></Relationships>'
        return without.replace(b"</Relationships>", tag.encode())

    return {part: None, target_part: b"", BOOK_LINKS: link}, target_part


def shared(head, body):
    """The shared texts in a part not called .xml."""
    parts, name = elsewhere("xl/sharedStrings.xml", "sharedStrings")
    return parts | {name: f'{head}<sst xmlns="{MAIN}"><si><t>{body}</t></si></sst>'.encode()}


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


ENTITIES = "".join(f'<!ENTITY a{number} "{f"&a{number - 1};" * 10 if number else "x" * 10}">' for number in range(9))
WORKBOOKS = {
    "entities of entities": shared(f"<!DOCTYPE a [{ENTITIES}]>", "&a8;"),
    "an entity that names a file": shared('<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "&a;"),
    "millions of tags": shared("", "<a>" * 20_000_000),
}
MANY = 20_000 if WHOLE else 4_000
END, LAST_RELATION = b"</sheetData>", b"</Relationships>"
GIANTS = {  # what costs no more than what stands there: the part, what stands in it, what is put in its place
    "relations that lead to no part": (BOOK_LINKS, LAST_RELATION, "".join(
        f'<Relationship Id="x{number}" Type="{RELATION}/worksheet" Target="worksheets/x{number}.xml"/>'
        for number in range(MANY)).encode() + LAST_RELATION),
    "array formulas over rows that a press writes": (SHEETS.format(6), END, b"".join(
        b'<row r="%d"><c r="BA%d"><f t="array" ref="BA1:BC3000">1</f></c></row>' % (row, row)
        for row in range(3000, 3000 + MANY)) + END),
    "a merge of everything": (
        SHEETS.format(2), END, END + b'<mergeCells><mergeCell ref="A100:XFD1048576"/></mergeCells>'),
    "a formula for everything": (
        SHEETS.format(2), END,
        b'<row r="100"><c r="A100"><f t="array" ref="A100:XFD1048576">1</f><v>1</v></c></row>' + END),
    "rows without end": (
        SHEETS.format(2), END, b"".join(b'<row r="%d"/>' % row for row in range(100, 100 + 10 * MANY)) + END),
}  # fmt: skip
LISTS = {
    "liste.fods": (
        f'<?xml version="1.0"?><office:document xmlns:office="{OFFICE.format("office")}" '
        f'xmlns:table="{OFFICE.format("table")}" xmlns:text="{OFFICE.format("text")}"><office:body><office:spreadsheet>'
        "<table:table><table:table-row><table:table-cell><text:p>Nom</text:p></table:table-cell></table:table-row>"
        "<calcext:x/></table:table></office:spreadsheet></office:body></office:document>"
    ),
    "lignes.txt": "\n" * 25 * MANY + "x",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return books.pair(books.create(tmp_path_factory.mktemp("hostile"), 64))


@pytest.mark.parametrize("kind", WORKBOOKS)
def test_a_hostile_workbook_is_refused_with_a_sentence(kind, sound, tmp_path):
    path = change_parts(shutil.copy(sound, tmp_path / "a.xlsx"), WORKBOOKS[kind])
    before = path.read_bytes()
    as_list = ("new", tmp_path / "b.xlsx", "--formule", "open", "--joueurs", path)
    for words in (("update", path), ("repair", path), as_list):
        code, sentence = answered(*words)
        assert code == 5 and str(path.name) in sentence and "root:" not in sentence
        assert path.read_bytes() == before and [*tmp_path.iterdir()] == [path]


def test_packed_zeros_are_refused_whatever_the_file_says_of_itself(sound, tmp_path):
    path = change_parts(shutil.copy(sound, tmp_path / "a.xlsx"), {SHEETS.format(1): bytes(150 * 2**20)})
    for data in (path.read_bytes(), lying(path.read_bytes(), 1000)):
        path.write_bytes(data)
        assert answered("update", path)[0] == 5


@pytest.mark.parametrize("kind", GIANTS)
def test_a_workbook_of_great_numbers_takes_no_more_time_than_they_need(kind, sound, tmp_path):
    part, old, new = GIANTS[kind]
    path = edit(Path(shutil.copy(sound, tmp_path / "a.xlsx")), {"Tournoi!Lieu": "Lyon"})
    change_parts(path, {part: lambda content: content.replace(old, new)})
    before = path.read_bytes()
    code, sentence = answered("update", path)
    assert code == 0 or (code == 5 and sentence and path.read_bytes() == before)


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_or_file_of_results_is_refused_with_a_sentence(name, tmp_path):
    path = tmp_path / name
    path.write_text(LISTS[name], encoding="utf-8")
    new = tmp_path / "neuf.xlsx"
    for words in (("import", path, "-o", new), ("new", new, "--formule", "classique", "--joueurs", path)):
        code, sentence = answered(*words)
        assert code in CODES and sentence and not new.exists()
