"""LibreOffice of the tests (tests/office.py): it ends with them, and a failure tells what became of it."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from tests import ROOT
from tests.office import Office
from tests.programs import starts_office

pytestmark = starts_office
WAITING = """
import time
from pathlib import Path
from tests.office import Office

def test_it_waits_with_an_office(tmp_path):
    with Office(tmp_path, program="/bin/true"):
        Path(__file__).with_name("ready").touch()
        time.sleep(600)
"""
PROGRAMS = {"Xvfb", "oosplash", "soffice.bin", "sh"}


def programs_of(mark):
    """Map the process ids of all that runs with this word in its environment to their names."""
    names = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if mark.encode() in (folder / "environ").read_bytes():
                names[int(folder.name)] = (folder / "comm").read_text(encoding="ascii").strip()
    return names


def wait_for(test, seconds):
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, f"waited {seconds} s in vain"
        time.sleep(0.1)


def test_when_a_run_of_tests_is_killed_its_office_and_its_screen_end(tmp_path):
    waiting, ready, mark = tmp_path / "test_waiting.py", tmp_path / "ready", uuid4().hex
    waiting.write_text(WAITING, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--rootdir={tmp_path}",
             f"--basetemp={tmp_path / 'made'}", waiting]  # fmt: skip
    with subprocess.Popen(words, cwd=ROOT, env=os.environ | {"MARK": mark}, stdout=subprocess.DEVNULL) as run:
        try:
            wait_for(lambda: ready.exists() or run.poll() is not None, 150)
            assert ready.exists() and set(programs_of(mark).values()) >= PROGRAMS
        finally:
            run.kill()
    wait_for(lambda: not programs_of(mark), 10)


def test_when_the_office_dies_the_assertion_says_how(tmp_path):
    with Office(tmp_path, program="/bin/true") as desk:
        (office,) = [number for number, name in programs_of(str(tmp_path)).items() if name == "soffice.bin"]
        os.kill(office, 9)
        with pytest.raises(AssertionError) as failure:
            desk.ask("load", str(tmp_path / "none.xlsx"))
    for words in ("exit code 137", "windows: none", "MemAvailable", "it said: "):
        assert words in str(failure.value)
