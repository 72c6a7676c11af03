"""A command that is killed takes the processes that it started with it, and they hold nothing of the terminal's."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests import ROOT
from tests.programs import WHOLE
from tournament_xl.core.processes import BackgroundCall

STARTERS = {
    "read": "from tournament_xl.federation.intake import reading; "
            "reading.read_files([(Path(str(n)), str(n)) for n in range(4)], read_one=waits, processes=2)",
    "calls": "from tournament_xl.core.processes import BackgroundCall; "
             "calls = [BackgroundCall(waits) for _ in '12']; calls[0].result()",
    "xls": "from threading import Thread; from tournament_xl.players import spreadsheets as sheets; "
           "[Thread(target=sheets.read_workbook_table, args=('a.xls', sheets.PACKED[1], ())).start() for _ in '12']",
}  # fmt: skip
EACH = [*product(STARTERS, ("fork", "spawn", "forkserver"))]
WAITS = """
import multiprocessing, os, sys, time
from pathlib import Path
def waits(*_):
    Path(sys.argv[2], str(os.getpid())).touch()
    time.sleep(600)
load_workbook = waits
"""
PROGRAM = (
    WAITS
    + """
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    exec(sys.argv[3])
"""
)


def refuse(number):
    raise ValueError(number)


def test_a_call_in_the_background_gives_its_result_or_its_error():
    with BackgroundCall(max, 3, 5) as call:
        assert call.result() == 5
    with BackgroundCall(refuse, 7) as call, pytest.raises(ValueError, match="7"):
        call.result()


def test_a_call_whose_process_dies_is_an_error_that_a_command_reports():
    with BackgroundCall(os._exit, 3) as call, pytest.raises(ChildProcessError, match="3"):
        call.result()


def test_a_call_that_nobody_waits_for_ends_with_its_block():
    with BackgroundCall(time.sleep, 600):
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize(
    ("starter", "way"),
    [*product(STARTERS, ("fork", "spawn", "forkserver"))] if WHOLE else [("read", "fork"), ("calls", "spawn")],
)
def test_the_children_of_a_killed_command_end_and_hold_no_stream(tmp_path, starter, way):
    program, pids = tmp_path / "program.py", tmp_path / "pids"
    program.write_text(PROGRAM)
    (tmp_path / "python_calamine.py").write_text(WAITS)  # the reader of .xls
    pids.mkdir()
    parent = subprocess.Popen(
        [sys.executable, program, way, pids, STARTERS[starter]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    while parent.poll() is None and len(children := [int(path.name) for path in pids.iterdir()]) < 2:
        time.sleep(0.02)
    assert parent.poll() is None and all(map(alive, children)), parent.stderr.read()
    streams = {os.stat(f"/proc/{parent.pid}/fd/{number}").st_ino for number in (0, 1, 2)}
    for child in children:
        assert not streams & {os.stat(f"/proc/{child}/fd/{number}").st_ino for number in (0, 1, 2)}
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate(timeout=60)
    deadline = time.monotonic() + 60
    while any(map(alive, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, children))
