"""The verb `doctor` on imagined computers: Windows, macOS and Linux, with what can be wrong on them."""

from __future__ import annotations

import json

import pytest

from tests import books
from tests.machines import CACHE, OFFICE, PROGRAM, Imagined, linux, mac, windows
from tournament_xl import __version__
from tournament_xl.cli import main
from tournament_xl.files.package import Package
from tournament_xl.hosts import buttons
from tournament_xl.hosts import doctor as looked
from tournament_xl.hosts.doctor import doctor, examine
from tournament_xl.texts import doctor as texts
from tournament_xl.texts.doctor import ABSENT, MEND, OK


def look(machine):
    return examine(machine, PROGRAM[machine.system])


def mended(machine):
    """The findings to mend, and the verdict."""
    report = look(machine)
    return [one for one in (*report.program, *report.excel, *report.libreoffice) if one.state == MEND], report.verdict


# All in order


def test_windows_with_everything():
    report = look(windows())
    assert report.verdict == "both" and mended(windows())[0] == []
    told = [one.text for one in (*report.excel, *report.libreoffice)]
    assert "Excel 16" in told and f"LibreOffice 24.8 ({OFFICE})" in told and "xlwings 0.37.8" in told


def test_a_mac_works_by_libreoffice_only():
    report = look(mac())
    assert report.verdict == "libreoffice" and mended(mac())[0] == []
    assert [one.state for one in report.excel] == [OK, ABSENT] and report.excel[0].text == "Excel 16.89"
    assert "LibreOffice" in report.excel[1].remedy


# What can be wrong, and what is then said to do


@pytest.mark.parametrize(("machine", "text", "remedy"), [
    (windows(packages=()), "xlwings manque", "-m pip install"),
    (windows({(looked.SETTING, "VBAWarnings"): "4"}), "bloquées par un réglage", "avec notification"),
    (windows({(looked.SETTING, "VBAWarnings"): "3"}), "bloquées par un réglage", "avec notification"),
    (windows({(looked.POLICIES[0], "VBAWarnings"): "4"}), "votre organisation", "informaticien"),
    (windows({(looked.POLICIES[1], "VBAWarnings"): "3", (looked.SETTING, "VBAWarnings"): "1"}), "votre organisation",
     "LibreOffice"),
    (windows({(looked.DEFENDER[0], looked.CHILD_PROCESSES): "1"}), "Windows Defender", PROGRAM["Windows"]),
    (windows({looked.SMART_APP_CONTROL: "1"}), "Smart App Control", "commandes"),
    (windows({(looked.DEFENDER[1], looked.CHILD_PROCESSES): "1"}), "Windows Defender", looked.CHILD_PROCESSES),
])  # fmt: skip
def test_what_keeps_excel_from_the_program(machine, text, remedy):
    (finding,), verdict = mended(machine)
    assert text in finding.text and remedy in finding.remedy and verdict == "libreoffice"


@pytest.mark.parametrize(("machine", "text", "remedy"), [
    (linux(without=[CACHE["Linux"]]), "n'est pas installée", "tournament-xl.oxt"),
    (linux({CACHE["Linux"]: '<version value="0.0.9"/>'}), "version 0.0.9", "tournament-xl.oxt"),
    (linux(without=["/usr/lib/libreoffice/program/pythonscript.py"]), "exécuter", "libreoffice-script-provider-python"),
    (linux({"/usr/lib/libreoffice/program/bootstraprc": "ProductKey=LibreOffice 6.4"}), "6.4", "7.0"),
    (Imagined("Linux", "/home/zoe", {PROGRAM["Linux"]: "", "/snap/libreoffice/current/x": ""}), "Snap", "système"),
    (Imagined("Linux", "/home/zoe", {PROGRAM["Linux"]: "",
     "/home/zoe/.local/share/flatpak/app/org.libreoffice.LibreOffice/x": ""}), "Flatpak", "fr.libreoffice.org"),
])  # fmt: skip
def test_what_keeps_libreoffice_from_the_program(machine, text, remedy):
    (finding,), verdict = mended(machine)
    assert text in finding.text and remedy in finding.remedy and verdict == "none"


def test_which_program_the_menu_starts():
    other, profile = "/opt/autre/tournament-xl", "/home/zoe/.config/libreoffice/4/user/tournament-xl.json"
    own = "/home/zoe/venv/bin/tournament-xl"
    elsewhere = linux({own: "", other: ""}, without=[PROGRAM["Linux"]])
    (finding,) = [one for one in examine(elsewhere, own).libreoffice if one.state == MEND]
    assert "ne trouve pas" in finding.text and f'ln -sf "{own}" ~/.local/bin/tournament-xl' in finding.remedy
    elsewhere.files[profile] = json.dumps([own])
    assert examine(elsewhere, own).libreoffice[-1].text == f"le menu Tournoi démarre {own} (accepté une fois)"
    elsewhere.variables["TOURNAMENT_XL"] = other
    finding = examine(elsewhere, own).libreoffice[-1]
    assert finding.state == MEND and other in finding.text
    elsewhere.variables = {"PATH": "/usr/bin:/home/zoe/venv/bin"}
    for damaged in ("{", "null", "5", '"x"', "[null, 5]", "[" * 60_000):
        elsewhere.files[profile] = damaged
        assert examine(elsewhere, own).libreoffice[-1].state == OK
    elsewhere.variables["VIRTUAL_ENV"] = "/home/zoe/venv"
    assert examine(elsewhere, own).libreoffice[-1].state == MEND, "the desktop knows no active environment"


def test_the_program_itself():
    gone = linux(without=[PROGRAM["Linux"]])
    findings, verdict = mended(gone)
    assert "n'existe pas" in findings[0].text and verdict == "none"
    assert "autre tournament-xl" in mended(linux(found="/usr/bin/tournament-xl"))[0][0].text
    long = f"/home/zoe/{'x' * 250}/tournament-xl"
    assert "trop long" in next(one.text for one in examine(linux({long: ""}), long).program if one.state == MEND)


# A workbook


def book_lines(machine, path):
    well, lines = doctor(str(path), machine, PROGRAM[machine.system])
    return well, "\n".join(lines[lines.index(texts.BOOK) :])


@pytest.fixture
def book(tmp_path):
    return books.create(tmp_path, name="club.xlsm")


def test_a_workbook_without_its_macros(book):
    package = Package(book.read_bytes())
    (relation,) = [one for one in package.relations(package.workbook()) if one.kind == "vbaProject"]
    package.remove(package.workbook(), relation)
    book.write_bytes(package.to_bytes())
    well, told = book_lines(linux({buttons.program(): ""}), book)
    assert not well and "ont été enlevés" in told


def test_a_workbook_from_the_internet(book):
    mark = {f"{book}:Zone.Identifier": "[ZoneTransfer]\r\nZoneId=3\r\n", buttons.program(): ""}
    well, told = book_lines(windows(files=mark), book)
    assert not well and "Débloquer" in told
    mark[f"{book}:Zone.Identifier"] = "[ZoneTransfer]\r\nZoneId=0\r\n"
    assert book_lines(windows(files=mark), book)[0]


def test_a_workbook_open_in_a_program_and_in_a_closed_folder(tmp_path):
    folder = tmp_path / "interdit"
    folder.mkdir()
    book = books.create(folder, name="club.xlsx")
    (folder / ".~lock.club.xlsx#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;")
    well, told = book_lines(linux(), book)
    assert not well and "ouvert dans LibreOffice par zoe" in told and f"dans le dossier {folder}" in told
    assert "sans boutons" in told


# This computer


def test_the_command_answers_here_without_touching_anything(book, capsys):
    before = book.read_bytes(), sorted(book.parent.iterdir())
    code = main(["doctor", str(book)])
    out = capsys.readouterr()
    assert code in (0, 1) and not out.err
    for heading in (texts.PROGRAM, texts.EXCEL, texts.LIBREOFFICE, texts.BOOK):
        assert f"\n{heading}\n" in "\n" + out.out
    assert f"tournament-xl {__version__}" in out.out and (code == 0) == (texts.VERDICT["none"] not in out.out)
    assert (book.read_bytes(), sorted(book.parent.iterdir())) == before
