"""Bad inputs and hurried hands by chance, some of each kind, and inputs that once made a fault.

Every verb that reads such an input answers with a sentence and an exit code of the contract. `make trials` tries more.
"""

import contextlib
import io
import re
import resource
import shutil
import time
from collections import Counter
from pathlib import Path

import pytest

from tests import ROOT, books
from tests.fuzz import PART, TRIALS, damage, hands
from tournament_xl.frontends.cli.main import main as command
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.storage import timestamps

CORPUS = sorted((ROOT / "tests" / "fuzz" / "corpus").glob("*.*"))
INPUTS, HANDS = (2000 // PART, 7000 // PART) if TRIALS else (1, 10)  # of each kind
CODES = {0, 1, 2, 3, 5}  # of the contract; 70 is a bug of ours
MEMORY = 1024  # megabytes
SLOW = 10  # seconds of one input's processor time that count as a fault
PROBLEM = re.compile(r".+![A-Z]+\d+ : .")
BASES = {  # name -> players, rounds played (-1: all), options
    "drawn.xlsx": (9, 1, []),
    "played.xlsx": (13, 3, ["--edition", "F10"]),
    "finished.xlsm": (17, -1, []),
    "double.xlsx": (4, 2, ["--formule", "double-toutes-rondes", "--set", "Manches gagnantes=2"]),
    "open.xlsx": (12, 6, ["--formule", "open"]),
    "othello.xlsx": (9, 3, ["--formule", "othello"]),
    "suisse.ELO": (9, -1, ["--formule", "othello", "--set", "Formule=Suisse"]),
}
if not TRIALS:
    BASES = {name: BASES[name] for name in ("drawn.xlsx", "othello.xlsx", "suisse.ELO")}
VERBS = {
    **{verb: (verb, "{file}") for verb in ("standings", "explain", "update", "pair", "repair", "check", "ratings")},
    "undo": ("undo", "{file}", "--force"),
    "send": ("send", "{file}", "--to", "{folder}/envoi"),
    "new": ("new", "{folder}/neuf.xlsx", "--formule", "classique", "--joueurs", "{file}"),
    "import": ("import", "{file}", "-o", "{folder}/importe.xlsx"),
}
ON_JSON = ("pair", "update", "undo", "check", "ratings", "send")


def build(folder: Path) -> None:
    """Put the good files into `folder`, always the same bytes: workbooks, their result files, lists of players."""
    usual = timestamps.journal_date, timestamps.backup_stamp
    timestamps.journal_date = lambda: "21/11/2026 14:00"
    timestamps.backup_stamp = lambda label, *_: f"2026-11-21 14-00-00 {label}"
    for name, (players, rounds, options) in BASES.items():
        formula = options[1] if "--formule" in options else "classique"
        work = folder / "made"
        path = books.create(work, players, *options[2 * ("--formule" in options) :], formula=formula,
                            name=name.replace(".ELO", ".xlsx"))  # fmt: skip
        if rounds:
            books.run("simulate", path, *(["--rounds", rounds] if rounds > 0 else []), "--forfaits", "0.1")
        if name == "drawn.xlsx":
            books.pair(path)
        if name.endswith(".ELO"):
            books.run("send", path, "--to", work / "envoi")
            (path,) = (work / "envoi").rglob("*.ELO")
        shutil.move(path, folder / name)
        shutil.rmtree(work)
    for sample in (path for path in sorted(books.SAMPLES.glob("*")) if path.suffix in (".csv", ".txt")):
        shutil.copy(sample, folder / sample.name)
    timestamps.journal_date, timestamps.backup_stamp = usual


def judge(name: str, data: bytes, folder: Path) -> list[str]:
    """What must not be, of every verb on the input, each on a fresh copy in `folder`."""
    faults, began = [], time.process_time()
    if name.endswith(".json"):
        for action in ON_JSON:
            out = io.BytesIO()
            code = stdio.main(action, io.BytesIO(data), out)
            _note(faults, action, code, out.getvalue().decode())
    elif name.endswith(damage.BOOK):
        for verb in VERBS:
            _run(faults, verb, name, data, folder)
    elif name.endswith(".ELO"):
        _run(faults, "import", name, data, folder)
        if (imported_file := folder / "importe.xlsx").exists():
            imported = imported_file.read_bytes()
            for verb in ("check", "update", "standings", "send"):
                _run(faults, verb, imported_file.name, imported, folder)
    else:
        _run(faults, "new", name, data, folder)
    if (memory := resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024) > MEMORY:
        faults.append(f"memory {memory} MB")
    if (took := time.process_time() - began) > SLOW:
        faults.append(f"{took:.0f} s of processor time")
    return faults


def _run(faults: list[str], verb: str, name: str, data: bytes, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / name
    path.write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = command([word.format(file=path, folder=folder) for word in VERBS[verb]])
        except BaseException as error:  # it lets nothing out
            code, _ = 70, err.write(f"{type(error).__name__} came out")
    output = err.getvalue() if code != 1 else out.getvalue() + err.getvalue()  # what `check` found is its output
    _note(faults, verb, code, output)
    if code and path.read_bytes() != data:
        faults.append(f"{verb}: exit code {code}, and the file has changed")
    if code and (left := [file.name for file in folder.rglob("*") if file.is_file() and file != path]):
        faults.append(f"{verb}: exit code {code}, and there is {left}")


def _note(faults: list[str], verb: str, code: int, output: str) -> None:
    if code not in CODES or "Traceback" in output:
        log = re.search(r"\S*tournament-xl-erreur-\S+\.txt", output)
        text = Path(log[0]).read_text(encoding="utf-8") if log and Path(log[0]).exists() else output
        faults.append(f"{verb}: exit code {code}\n{text[-1500:]}")
    if code and not output.strip():
        faults.append(f"{verb}: exit code {code} without a sentence")
    if code == 3 and not output.startswith("{") and not any(map(PROBLEM.match, output.splitlines())):
        faults.append(f"{verb}: {output[:200]!r} names no cell")


@pytest.fixture(scope="session")
def base_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bases")
    build(folder)
    return folder


@pytest.mark.parametrize("first", range(0, INPUTS, 20))
@pytest.mark.parametrize("kind", damage.KINDS)
def test_bad_inputs_get_a_sentence_and_an_exit_code_of_the_contract(kind, first, base_folder, tmp_path):
    for seed in range(first, min(first + 20, INPUTS)):
        assert judge(*damage.make(kind, seed, base_folder), tmp_path / str(seed)) == [], seed


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_an_input_that_once_made_a_fault_makes_none(path, tmp_path):
    assert judge(path.name, path.read_bytes(), tmp_path / "folder") == []


@pytest.mark.parametrize("first", range(0, HANDS, 40))
def test_whatever_hands_do_every_command_answers_and_no_recorded_result_is_lost_without_a_word(first):
    became = [hands.play_tournament(seed) for seed in range(first, first + 40)]
    assert [story for word, story in became if word == "silent"] == []
    counted = Counter(word for word, _ in became)
    assert min(counted[word] for word in ("kept", "told", "refused")) > 0
