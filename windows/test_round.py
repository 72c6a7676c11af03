"""The setup in a Windows (Wine): installed, a tournament in a folder with a difficult name, windows, removal.

`make windows`; in the order of the file, on one prefix. What Wine cannot show stands in README.md beside this file.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
from wine import SETUP, windows_path

from tests import books

MENU = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tournois"
KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\tournament-xl"
HOLD = """if True:
    import ctypes, sys
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateFileW.restype = ctypes.c_void_p
    got = kernel.CreateFileW(sys.argv[1], int(sys.argv[2], 0), int(sys.argv[3]), None, 3, 0, None)
    print("held" if got not in (None, ctypes.c_void_p(-1).value) else ctypes.get_last_error(), flush=True)
    sys.stdin.read()
"""  # path, access, share mode
READ, WRITE, DELETE = 1, 2, 4


# Installed


def test_everything_is_in_its_place(wine, program):
    home = wine.home
    assert {entry.stem for entry in (home / MENU).iterdir()} == {
        "Nouveau tournoi", "Tournois dans le navigateur", "Mes tournois", "Est-ce que tout marche",
        "Menu pour LibreOffice",
    }  # fmt: skip
    assert (home / "AppData/Roaming/Microsoft/Excel/XLSTART/tournois.xlam").is_file()
    assert (home / "AppData/Local/Microsoft/WindowsApps/tournament-xl.cmd").is_file()
    assert (home / "Tournois").is_dir()
    page = (home / MENU / "Tournois dans le navigateur.lnk").read_bytes()
    assert "tournament_xl app " in page.decode("utf-16-le", "ignore")
    assert "Tournois (tournament-xl)" in wine.run("reg", "query", KEY)[1]


def test_no_add_in_of_others_and_nothing_for_scanners(program):
    site = program.parent / "Lib/site-packages"
    assert not [file for file in site.rglob("*") if file.suffix in (".xlam", ".bas") or file.match("xlwings/pro/*")]
    assert {file.name for file in program.parent.rglob("*.exe")} == {"desinstaller.exe", "python.exe", "pythonw.exe"}
    assert {file.name for file in site.rglob("*.xlsm")} == {"scrabble.xlsm", "othello.xlsm"}


def test_the_command_is_found_in_a_terminal(wine):
    code, output = wine.run("cmd", "/c", r"%LOCALAPPDATA%\Microsoft\WindowsApps\tournament-xl.cmd --version")
    assert (code, output.startswith("tournament-xl ")) == (0, True), output


def test_its_python_opens_a_register(wine, program):
    code, output = wine.run(program, "-c", "import sqlite3; print(*sqlite3.connect('').execute('SELECT 20 + 26'))")
    assert (code, output.strip()) == (0, "(46,)"), output


# A tournament


def test_a_tournament_is_paired_checked_and_sent(run, club):
    code, output = run("pair", club)
    assert code == 0 and "Ronde 1 appariée" in output, output
    code, output = run("pair", club)
    assert code == 3 and "Résultats!E5" in output
    books.score(club, 1)
    assert run("pair", club)[0] == 0
    code, output = run("simulate", club, "--seed", 3)
    assert code == 0 and "Tournoi terminé" in output, output
    code, output = run("check", club)
    assert code == 0, output
    code, output = run("send", club)
    assert code == 0 and list(club.parent.glob("*.eml")), output
    assert not list(club.parent.rglob("~*")), "no temporary file stays"


def test_a_copy_is_put_back(run, club):
    code, output = run("restore", club)
    assert code == 0 and "avant appariement" in output
    before = club.read_bytes()
    code, output = run("restore", club, 1)
    assert code == 0 and club.read_bytes() != before, output


def test_an_othello_is_paired_by_the_exact_matching(run, club):
    book = club.with_name("othello.xlsx")
    assert run("new", book, "--formule", "othello", "--joueurs", club.with_name("joueurs.csv"))[0] == 0
    code, output = run("pair", book)
    assert code == 0, output


def test_a_program_that_has_the_workbook_open_gets_its_answer(run):
    code, output = run("press", "update", "--stdio", stdin=b'{"version": 1, "name": "", "sheets": []}')
    assert code == 3 and json.loads(output)["problems"]


# Files that others hold


@pytest.mark.parametrize(("access", "share"), [
    ("0x80000000", 0), ("0x80000000", READ), ("0x80000000", READ | WRITE), ("0x80000000", READ | WRITE | DELETE),
    ("0xC0000000", READ),
], ids=["alone", "others read", "others write", "others all", "written"])  # fmt: skip
def test_a_workbook_that_another_program_holds(wine, program, run, club, access, share):
    """A sharing violation is waited out for two seconds, then refused in French; nothing changes, nothing stays."""
    books.score(club, 2, own=450 + share + int(access, 0) // 2**30)  # so that there is something to write
    before, files = club.read_bytes(), sorted(club.parent.rglob("*"))
    holder = wine.start(program, "-c", HOLD, windows_path(club), access, share, stdin=subprocess.PIPE)
    try:
        assert holder.stdout.readline().strip() == b"held"
        code, output = run("update", club)
    finally:
        holder.communicate(b"", timeout=600)
    assert code == 5 and re.search("ouvert|utilise|accès", output), output
    assert club.read_bytes() == before and sorted(club.parent.rglob("*")) == files


# Windows


def test_the_start_menu_makes_a_workbook_and_says_where_nothing_opens_it(wine, screen, program, picture):
    started = wine.start(program.with_name("pythonw.exe"), "-m", "tournament_xl", "press", "new", "--live")
    window = screen.wait_for("Tournoi")
    picture(window, "windows-nouveau.png")
    screen.click(window, 144, 17)  # OK
    message_box = screen.wait_for("Tournoi", but=window)
    screen.press(message_box, "Return")
    started.communicate(timeout=600)
    (workbook,) = (wine.home / "Tournois").glob("*.xlsx")
    assert re.fullmatch(r"Tournoi \d{4}-\d\d-\d\d", workbook.stem) and books.setting(workbook, "Formule") == "Classique"


def test_a_button_without_an_excel_says_so_in_a_window(wine, screen, program, club):
    """The real xlwings, until it looks for an Excel."""
    started = wine.start(program, "-m", "tournament_xl", "press", "pair", "--live", windows_path(club))
    screen.press(screen.wait_for("Tournoi"), "Return")
    output = started.communicate(timeout=600)[0].decode("cp1252")
    wine.note(f"> tournament-xl press pair --live {windows_path(club)}", output.rstrip(), f"[{started.returncode}]")
    assert started.returncode == 5 and "Excel" in output, output


# Replaced and removed


def test_a_newer_version_is_installed_over_it_by_hand(wine, screen, program, picture):
    """Through the windows that people see; what the older one had beside it goes, workbooks stay."""
    stale, before = program.parent / "Lib/stale.py", sorted((wine.home / "Tournois").iterdir())
    stale.touch()
    last = wine.home / MENU / "Menu pour LibreOffice.lnk"  # that is made
    last.unlink()
    started = wine.start(SETUP)
    window = screen.wait_for("Installation de Tournois")
    picture(window, "windows-setup.png")
    screen.press(window, "Return")  # Installer
    screen.until(last.exists)
    picture(window, "windows-setup-fin.png")
    screen.press(window, "Return")  # Fermer, and make a tournament
    screen.press(screen.wait_for("Tournoi"), "Escape")
    assert started.wait(600) == 0 and program.exists() and not stale.exists()
    assert sorted((wine.home / "Tournois").iterdir()) == before


def test_removal_leaves_the_workbooks(wine, program):
    (uninstall,) = program.parent.glob("desinstaller.exe")
    own = [program.parent / "mes notes.txt", program.parent / "Lib" / "mien.txt", wine.home / MENU / "Mon club.url"]
    for file in own:
        file.touch()
    code, output = wine.run(uninstall, "/S", f"_?={windows_path(program.parent)}", timeout=600)
    assert code == 0, output
    home = wine.home
    assert not program.exists() and [*program.parent.rglob("*.py*")] == []
    assert all(path.exists() for path in own), "what was not installed stays"
    assert not (home / "AppData/Roaming/Microsoft/Excel/XLSTART/tournois.xlam").exists()
    assert [file.name for file in (home / MENU).iterdir()] == ["Mon club.url"]
    assert len(list((home / "Tournois").glob("*.xlsx"))) == 1
    assert wine.run("reg", "query", KEY)[0] != 0


def test_wine_is_debians():
    assert shutil.which("wine64", path="/usr/lib/wine")
