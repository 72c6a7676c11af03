"""Fixtures that several test modules share."""

import gc
import os
import shutil
import sys
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import books
from tests.programs import WANTED
from tournament_xl.xlsx import buttons, layout, limits, package, pictures, sheet, workbook_package

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the hundreds of programs that tests start compile the package once
sys.dont_write_bytecode = False  # and so do the tests, whose asserts pytest writes anew: half the time of a collection

settings.register_profile("crowded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crowded")  # no test depends on how fast the machine is


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Start one process more than there are cores where tests wait for LibreOffice; else it only loads all again."""
    return (os.cpu_count() or 1) + WANTED


# For tests of the closed-file host (test_host_*.py)


@pytest.fixture
def path(tmp_path):
    """Write a small workbook with the sheets Rondes and Joueurs."""
    import xlsxwriter

    path = tmp_path / "Open.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Rondes")
        sheet.write_row(0, 0, ["Table", "Score", "Nom"])
        sheet.write_row(1, 0, [1, 450, "Éléonore"], book.add_format({"bold": True}))
        book.add_worksheet("Joueurs").write("A1", "Nom")
    return path


# For tests of the open Excel (test_excel_*.py)


@pytest.fixture
def program(workbooks, tmp_path, monkeypatch):
    """Open a workbook of 8 players in Excel."""
    from tests import xl_engine
    from tournament_xl.frontends.excel import calls

    monkeypatch.setattr(calls, "PATIENCE", 0)
    running = xl_engine.Excel()
    (tmp_path / "Club d'été").mkdir()
    running.open(Path(shutil.copy(workbooks["registered"], tmp_path / "Club d'été" / "Open de Genève.xlsx")))
    with xl_engine.running(running):
        yield running


# For tests of the open LibreOffice (test_libreoffice*.py)


@pytest.fixture(scope="session")
def running_office(tmp_path_factory):
    """Start LibreOffice once for all tests of a process.

    Its buttons start the program that the file "program" in its folder names.
    """
    from tests import office

    folder = tmp_path_factory.mktemp("office")
    starter = folder / "starter"
    starter.write_text(f'#!/bin/sh\nexec "$(cat "{folder}/program")" "$@"\n', encoding="utf-8")
    starter.chmod(0o755)
    with office.Office(folder, program=str(starter), trusted=tmp_path_factory.getbasetemp()) as desk:
        yield desk


@pytest.fixture
def office_with(running_office):
    """Return a function that opens a workbook in LibreOffice, whose buttons and menu start the given program.

    The tests' folder is trusted.
    """

    def opened(book, program):
        (running_office.folder / "program").write_text(program, encoding="utf-8")
        running_office.ask("load", str(book))
        return running_office

    return opened


@pytest.fixture
def club(tmp_path):
    """Create a macro-free workbook of 12 players, in a folder whose name needs care."""
    folder = tmp_path / "Été à Genève"
    folder.mkdir()
    path = folder / "club d'été.xlsx"
    players = books.SAMPLES / "joueurs-cote-saint-andre.csv"
    assert books.run("new", path, "--formule", "classique", "--graine", "7", "--joueurs", players) == 0
    return path


# For all


SLOW = (
    "scripted", "libreoffice", "three_hosts", "rendering", "templates", "federation", "frames", "naive",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    """Run the slowest files first."""
    items.sort(key=lambda item: next((index for index, name in enumerate(SLOW) if name in item.path.stem), len(SLOW)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each file to one worker, so that a module's fixtures run once, and all files with an office to the same.

    Two offices that start at one instant may die of it, and one is enough: the session's.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.split("::")[0]
            return "office" if starts_an_office(config.rootpath / file) else file

    return Scheduling(config, log)


@cache
def starts_an_office(path):
    return any(word in path.read_text(encoding="utf-8") for word in ("starts_office", "office_with"))


def pytest_terminal_summary(terminalreporter):
    """Say why tests were skipped, a line for each reason."""
    skipped = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in skipped.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")


def pytest_collection_finish():
    """Exempt what is loaded from garbage collection: this saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def nothing_waits_for_the_disk():
    """Let fsync do nothing: 5 ms each, thousands of times. Tests of faults put theirs in its place."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def workbooks_are_parsed_once():
    """Unpack and parse what has the same bytes only once: this saves half of many tests' time."""
    plain_sheet, plain_package = sheet.read_sheet, package.open_package
    plain_list, plain_texts = package.list_children, sheet.read_shared_texts

    def most():
        """List the limits, which some tests lower."""
        return sheet.MAX_CELLS, sheet.MAX_ALL_LETTERS, *(n for n in vars(limits).values() if type(n) is int)

    @lru_cache(maxsize=400)
    def parsed(part, texts, format_column, _most):
        return plain_sheet(part, [*texts], format_column)

    @lru_cache(maxsize=32)
    def unpacked(data, path, _most):
        return plain_package(path, data)

    @lru_cache(maxsize=400)
    def listed(content, parent, _most):
        return plain_list(content, parent)

    @lru_cache(maxsize=64)
    def texts(part, _most):
        return plain_texts(part)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet, "read_sheet", lambda part, texts, column=0: parsed(part, tuple(texts), column, most()))
        patch.setattr(sheet, "read_shared_texts", lambda part: [*texts(part, most())])
        patch.setattr(workbook_package, "open_package", lambda path, data: unpacked(data, path, most()).copy())
        for module in (package, workbook_package, layout, buttons, pictures):
            patch.setattr(module, "list_children", lambda content, parent="": [*listed(content, parent, most())])
        yield


@pytest.fixture(scope="session")
def workbooks(tmp_path_factory):
    """Create workbooks of 8 players, to be copied: registered, round 1 drawn, round 1 played, all rounds played."""
    folder = tmp_path_factory.mktemp("made")
    paths = {name: books.create(folder / name) for name in ("registered", "drawn", "played", "finished")}
    books.pair(paths["drawn"])
    books.simulate(paths["played"], 1)
    books.simulate(paths["finished"], 5)
    return paths


@pytest.fixture
def copy_workbook(workbooks, tmp_path):
    """Return a function that copies a workbook of `workbooks` into the test's folder."""

    def copy(state, name="tournoi.xlsx"):
        return Path(shutil.copy(workbooks[state], tmp_path / name))

    return copy
