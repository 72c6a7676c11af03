"""The verb `doctor` on imagined computers: Windows and Linux, with what can be wrong on them."""

from __future__ import annotations

import pytest

from tests import books
from tests.xlsm import save_by_openpyxl
from tournament_xl import __version__
from tournament_xl.core.resources import MissingFileError
from tournament_xl.frontends.cli.main import main
from tournament_xl.messages import doctor as texts
from tournament_xl.messages.doctor import EXCEL, LIBREOFFICE, MEND, PROGRAM
from tournament_xl.support import doctor as looked
from tournament_xl.support.doctor import choose_verdict, doctor, examine
from tournament_xl.support.machine import Machine
from tournament_xl.xlsx import buttons

HOME = {"Windows": r"C:\Users\Zoé", "Linux": "/home/zoe"}
COMMAND = {
    "Windows": r"C:\Users\Zoé\venv\Scripts\tournament-xl.exe",
    "Linux": "/home/zoe/.local/bin/tournament-xl",
}
OXT = f'<description><version value="{__version__}"/></description>'
CACHE = "uno_packages/cache/uno_packages/lu1.tmp_/tournament-xl.oxt/description.xml"
EXTENSION = {
    "Windows": r"C:\Users\Zoé\AppData\Roaming\LibreOffice\4\user" + "\\" + CACHE.replace("/", "\\"),
    "Linux": "/home/zoe/.config/libreoffice/4/user/" + CACHE,
}
OFFICE, LINUX = r"C:\Program Files\LibreOffice\program", "/usr/lib/libreoffice/program"


class Imagined(Machine):
    """A computer with our program and the extension, told by its files (path -> text), registry and variables."""

    python = "python"

    def __init__(self, system, files, registry=(), variables=(), without=(), xlwings="0.37.8"):
        self.system, self.values, self.variables, self.xlwings = system, dict(registry), dict(variables), xlwings
        there = {COMMAND[system]: "", EXTENSION[system]: OXT} | files
        self.files = {path: text for path, text in there.items() if path not in without}

    def home(self):
        return HOME[self.system]

    def variable(self, name):
        return self.variables.get(name, "")

    def is_file(self, path):
        return path in self.files

    def list_names(self, folder):
        start = self.join(folder, "")
        inside = {path[len(start) :].replace("\\", "/") for path in self.files if path.startswith(start)}
        return sorted({path.split("/")[0] for path in inside})

    def read_start(self, path):
        return self.files.get(path, "")

    def read_registry(self, key, name=""):
        return self.values.get((key, name), "")

    def find_command(self, name):
        return ""

    def is_same_file(self, first, second):
        return first == second

    def installed_version(self, distribution):
        return self.xlwings if distribution == "xlwings" else ""


def windows(registry=(), files=(), **more):
    """Windows with Excel, LibreOffice and the extension, all in order."""
    values = {
        (looked.APP, ""): r"C:\Program Files\Microsoft Office\root\Office16\EXCEL.EXE",
        (looked.PROGID, ""): "Excel.Application.16", (looked.INSTALLED, ""): OFFICE,
    }  # fmt: skip
    there = {OFFICE + r"\bootstrap.ini": "[Bootstrap]\nProductKey=LibreOffice 24.8\n"}
    variables = {"APPDATA": r"C:\Users\Zoé\AppData\Roaming", "TOURNAMENT_XL": COMMAND["Windows"]}
    return Imagined("Windows", there | dict(files), values | dict(registry), variables, **more)


def linux(files=(), **more):
    """Linux with LibreOffice and the extension, all in order."""
    there = {f"{LINUX}/bootstraprc": "[Bootstrap]\nProductKey=LibreOffice 7.4\n", f"{LINUX}/pythonscript.py": ""}
    return Imagined("Linux", there | dict(files), **more)


def look(machine):
    by_part = examine(machine, COMMAND[machine.system])
    return by_part, [finding for findings in by_part.values() for finding in findings if finding.state == MEND]


def test_all_in_order():
    findings, mend = look(windows())
    assert choose_verdict(findings) == "both" and mend == []
    texts_of_findings = [finding.text for finding in findings[EXCEL] + findings[LIBREOFFICE]]
    assert (
        "Excel 16" in texts_of_findings
        and f"LibreOffice 24.8 ({OFFICE})" in texts_of_findings
        and "xlwings 0.37.8" in texts_of_findings
    )


def test_smart_app_control_and_a_blocked_library_do_not_stop_scrabble(monkeypatch):
    def blocked(name):
        raise ImportError("DLL load failed")

    monkeypatch.setattr(looked, "import_module", blocked)
    findings, mend = look(windows({looked.SMART_APP_CONTROL: "1"}))
    assert choose_verdict(findings) == "both" and "Smart App Control" in " ".join(
        finding.text for finding in findings[EXCEL]
    )
    assert all("Scrabble marche" in finding.text for finding in mend) and mend
    assert not doctor(None, windows(), COMMAND["Windows"])[0], "the exit code says that something is to be mended"


def test_a_file_of_ours_that_a_scanner_took_away_is_named(monkeypatch):
    honest = looked.resource_path

    def gone(folder, name):
        if folder == "templates":
            raise MissingFileError(name)
        return honest(folder, name)

    monkeypatch.setattr(looked, "resource_path", gone)
    texts_of_findings = [finding.text for finding in look(windows())[0][PROGRAM]]
    assert any("scrabble.xlsm" in text and "antivirus" in text for text in texts_of_findings)


WRONG = [
    (windows(xlwings=""), "xlwings manque", "-m pip install"),
    (windows({(looked.SETTING, "VBAWarnings"): "4"}), "bloquées par un réglage", "avec notification"),
    (windows({(looked.POLICIES[0], "VBAWarnings"): "4"}), "votre organisation", "informaticien"),
    (windows({(looked.DEFENDER[0], looked.CHILD_PROCESSES): "1"}), "Windows Defender", COMMAND["Windows"]),
    (windows({(looked.DEFENDER[1], looked.CHILD_PROCESSES): "6"}), "Windows Defender", "exclusion"),
    (linux(without=[EXTENSION["Linux"]]), "n'est pas installée", "tournament-xl.oxt"),
    (linux({EXTENSION["Linux"]: '<version value="0.0.9"/>'}), "version 0.0.9", "tournament-xl.oxt"),
    (linux(without=[f"{LINUX}/pythonscript.py"]), "exécuter", "libreoffice-script-provider-python"),
    (linux(without=[COMMAND["Linux"]]), "ne trouve pas", f'ln -sf "{COMMAND["Linux"]}" ~/.local/bin/tournament-xl'),
]  # fmt: skip


@pytest.mark.parametrize(("machine", "text", "remedy"), WRONG, ids=lambda case: str(case)[:20])
def test_what_keeps_excel_or_libreoffice_from_the_program(machine, text, remedy):
    findings, (finding,) = look(machine)
    assert text in finding.text and remedy in finding.remedy
    assert choose_verdict(findings) == ("libreoffice" if machine.system == "Windows" else "none")


def test_a_workbook_that_lacks_its_macros_or_comes_from_the_internet(tmp_path):
    book = books.create(tmp_path, name="club.xlsm")
    mark, own = f"{book}:Zone.Identifier", {buttons.find_program(): ""}
    for zone, well in ((3, False), (0, True)):
        machine = windows(files={mark: f"[ZoneTransfer]\r\nZoneId={zone}\r\n"} | own)
        verdict, lines = doctor(str(book), machine, COMMAND["Windows"])
        assert verdict == well and ("Débloquer" in "\n".join(lines)) == (not well)
    save_by_openpyxl(book)
    well, lines = doctor(str(book), linux(own), COMMAND["Linux"])
    book_lines = "\n".join(lines[lines.index(texts.BOOK) :])
    assert not well and "ont été enlevés" in book_lines and f'repair "{book}"' in book_lines


def test_the_command_answers_here_without_touching_anything(tmp_path, capsys):
    book = books.create(tmp_path, name="club.xlsx")
    with books.untouched(book):
        code = main(["doctor", str(book)])
    out = capsys.readouterr()
    assert code in (0, 1) and not out.err
    for heading in (PROGRAM, EXCEL, LIBREOFFICE, texts.BOOK):
        assert f"\n{heading}\n" in "\n" + out.out
    assert f"tournament-xl {__version__}" in out.out and (code == 0) == (texts.VERDICT["none"] not in out.out)


def test_a_workbook_that_cannot_be_read_is_told(tmp_path):
    well, lines = doctor(str(tmp_path / "club.xlsx"), linux(), COMMAND["Linux"])
    assert not well and "club.xlsx" in "\n".join(lines)
