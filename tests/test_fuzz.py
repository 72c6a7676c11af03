"""Bad inputs by chance, some of each kind, and those that once made a fault. `make fuzz` tries thousands."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz import afternoons, bases, cases, events, gestures, inbox, packages
from tournament_xl.hosts import files

ROOT = Path(__file__).parent.parent
CORPUS = sorted((ROOT / "tests" / "fuzz" / "corpus").glob("*.*"))
COUNT = 12  # inputs of each kind


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    folder, before = tmp_path_factory.mktemp("bases"), (files.journal_date, files.stamp)
    bases.build(folder)
    files.journal_date, files.stamp = before
    return folder


@pytest.mark.parametrize("kind", cases.KINDS)
def test_bad_inputs_get_a_sentence_and_an_exit_code_of_the_contract(kind, tmp_path):
    words = ["--kind", kind, "--count", str(COUNT), "--workers", "1", "--faults", tmp_path]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.run", *map(str, words)], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{kind}: {COUNT} inputs, 0 faults")


@pytest.mark.parametrize("kind", inbox.KINDS)
def test_a_federations_folder_full_of_bad_workbooks_gives_each_its_verdict(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(inbox, "FOLDER", COUNT)
    damaged, became, faults = inbox.build(kind, 0, tmp_path)
    assert not faults
    assert damaged == became.total() > COUNT // 3


def test_what_a_hurried_hand_does_by_accident_takes_no_recorded_result_away_without_a_word():
    became = Counter(gestures.one(seed)[0] for seed in range(600))
    assert not became["silent"], "python -m tests.fuzz.gestures tells which"
    assert min(became[word] for word in ("kept", "told", "refused")) > 5


def test_nor_do_accidents_of_a_whole_afternoon_of_presses():
    became = Counter(afternoons.one(seed)[0] for seed in range(60))
    assert not became["silent"], "python -m tests.fuzz.afternoons tells which"
    assert min(became[word] for word in ("kept", "told")) > 3


def test_whatever_happens_in_a_hall_every_command_has_an_answer():
    became = Counter(events.one(seed)[0] for seed in range(40))
    assert not became["silent"], "python -m tests.fuzz.events tells which"
    assert became["done"] > 20


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_an_input_that_once_made_a_fault_makes_none(path, made, tmp_path):
    verdict = cases.judge(path.name, path.read_bytes(), tmp_path / "folder", made)
    assert not verdict.faults


def test_the_runner_survives_a_process_that_dies_or_hangs(made, tmp_path, monkeypatch):
    """A crash of a native library loses its own input only."""
    from tests.fuzz import run

    monkeypatch.setattr(run, "PATIENCE", 10)
    monkeypatch.setattr(run, "_work", _dies_and_hangs)
    runner = run.Runner("bytes", range(6), made, tmp_path, tmp_path / "kept")
    runner.go(2)
    assert runner.done == 6
    assert sorted(fault for _, fault in runner.faults) == [
        "no answer after 10 s", "the process died (exit code -6)",
    ]  # fmt: skip


def _dies_and_hangs(pipe, *_):
    import os
    import time

    while True:
        try:
            seed = pipe.recv()
        except EOFError:
            return
        if seed == 2:
            os.abort()
        if seed == 4:
            time.sleep(100)
        pipe.send(({"pair": 5}, []))


def test_packages_changed_by_chance_end_no_process(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["packages", "--count", "60"])
    assert packages.main() == 0
    assert "packages: 60 tried, 0 faults" in capsys.readouterr().out
