"""Many bad inputs of each kind, each through every verb that reads such, in processes that may crash or hang alone.

    python -m tests.fuzz.run [--count N] [--first SEED] [--workers N] [--kind KIND ...]

Prints what every verb answered, and each fault with the kind and seed that make the input again (`damage.make`); inputs
that made a fault go to tests/fuzz/corpus once it is mended.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import re
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests import books
from tests.fuzz import damage
from tournament_xl.cli import main as command
from tournament_xl.hosts import files, stdio

CODES = {0, 1, 2, 3, 5}  # of the contract; 70 is a bug of ours
MEMORY = 1024  # megabytes
PATIENCE = 300  # seconds for all verbs on one input, as many processes share the machine; a hang is far longer
SLOW = 10  # seconds of one input's processor time that count as a fault
FRESH = 150  # inputs after which a process gives way to a new one
PROBLEM = re.compile(r".+![A-Z]+\d+ : .")
BASES = {  # name -> players, rounds played (-1: all), options
    "registered.xlsx": (8, 0, []),
    "drawn.xlsx": (9, 1, []),
    "played.xlsx": (13, 3, ["--edition", "F10"]),
    "finished.xlsm": (17, -1, []),
    "double.xlsx": (4, 2, ["--formule", "double-toutes-rondes", "--set", "Manches gagnantes=2"]),
    "open.xlsx": (12, 6, ["--formule", "open"]),
    "othello.xlsx": (9, 3, ["--formule", "othello"]),
    "suisse.ELO": (9, -1, ["--formule", "othello", "--set", "Formule=Suisse"]),
    "robin.ELO": (6, -1, ["--formule", "othello", "--set", "Formule=Toutes-rondes"]),
}
VERBS = {
    "standings": ("standings", "{file}"),
    "explain": ("explain", "{file}"),
    "update": ("update", "{file}"),
    "pair": ("pair", "{file}"),
    "undo": ("undo", "{file}", "--force"),
    "repair": ("repair", "{file}"),
    "check": ("check", "{file}"),
    "ratings": ("ratings", "{file}"),
    "send": ("send", "{file}", "--to", "{folder}/envoi"),
    "new": ("new", "{folder}/neuf.xlsx", "--formule", "classique", "--joueurs", "{file}"),
    "import": ("import", "{file}", "-o", "{folder}/importe.xlsx"),
}
OF_IMPORTED = ("check", "update", "standings", "send")
ON_JSON = ("pair", "update", "undo", "check", "ratings", "send")


def build(folder: Path) -> None:
    """Put the good files into `folder`, always the same bytes: workbooks, their result files, lists of players."""
    usual = files.journal_date, files.stamp
    files.journal_date = lambda: "21/11/2026 14:00"
    files.stamp = lambda label, *_: f"2026-11-21 14-00-00 {label}"
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
    for sample in (one for one in sorted(books.SAMPLES.glob("*")) if one.suffix in (".csv", ".txt")):
        shutil.copy(sample, folder / sample.name)
    files.journal_date, files.stamp = usual


@dataclass
class Verdict:
    """What came of one case."""

    codes: dict[str, int] = field(default_factory=dict)  # verb -> exit code
    faults: list[str] = field(default_factory=list)  # what must not be


def judge(name: str, data: bytes, folder: Path) -> Verdict:
    """Every verb on the input, each on a fresh copy in `folder`."""
    verdict = Verdict()
    if name.endswith(".json"):
        for action in ON_JSON:
            out = io.BytesIO()
            code = stdio.main(action, io.BytesIO(data), out)
            _note(verdict, action, code, out.getvalue().decode())
    elif name.endswith(damage.BOOK):
        for verb in VERBS:
            _run(verdict, verb, name, data, folder)
    elif name.endswith(".ELO"):
        _run(verdict, "import", name, data, folder)
        if (made := folder / "importe.xlsx").exists():
            imported = made.read_bytes()
            for verb in OF_IMPORTED:
                _run(verdict, verb, made.name, imported, folder)
    else:
        _run(verdict, "new", name, data, folder)
    if (memory := resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024) > MEMORY:
        verdict.faults.append(f"memory {memory} MB")
    return verdict


def _run(verdict: Verdict, verb: str, name: str, data: bytes, folder: Path) -> None:
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
    told = err.getvalue() if code != 1 else out.getvalue() + err.getvalue()  # what `check` found is its output
    _note(verdict, verb, code, told)
    if code and path.read_bytes() != data:
        verdict.faults.append(f"{verb}: exit code {code}, and the file has changed")
    if code and (left := [file.name for file in folder.rglob("*") if file.is_file() and file != path]):
        verdict.faults.append(f"{verb}: exit code {code}, and there is {left}")


def _note(verdict: Verdict, verb: str, code: int, told: str) -> None:
    verdict.codes[verb] = code
    if code not in CODES or "Traceback" in told:
        log = re.search(r"\S*tournament-xl-erreur-\S+\.txt", told)
        text = Path(log[0]).read_text(encoding="utf-8") if log and Path(log[0]).exists() else told
        verdict.faults.append(f"{verb}: exit code {code}\n{text[-1500:]}")
    if code and not told.strip():
        verdict.faults.append(f"{verb}: exit code {code} without a sentence")
    if code == 3 and not told.startswith("{") and not any(map(PROBLEM.match, told.splitlines())):
        verdict.faults.append(f"{verb}: {told[:200]!r} names no cell")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000, help="inputs of each kind")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--kind", action="append", choices=damage.KINDS)
    chosen = options.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bases").mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            build(folder / "bases")
        for kind in chosen.kind or damage.KINDS:
            began, codes, faults = time.monotonic(), dict[str, Counter[int]](), list[str]()
            for seed, verdict in tried(kind, range(chosen.first, chosen.first + chosen.count), folder, chosen.workers):
                for verb, code in verdict.codes.items():
                    codes.setdefault(verb, Counter())[code] += 1
                faults += [f"seed {seed}: {fault}" for fault in verdict.faults]
            bad += len(faults)
            print(f"{kind}: {chosen.count} inputs, {len(faults)} faults, {time.monotonic() - began:.0f} s")
            for verb, counted in codes.items():
                print(f"  {verb:<11}", "  ".join(f"{code}: {count}" for code, count in sorted(counted.items())))
            print(*faults[:10], sep="\n", end="\n" if faults else "", flush=True)
    return 1 if bad else 0


def tried(kind, seeds, folder, workers):
    """Each seed's verdict; a process that dies or hangs is a fault, and ends the kind."""
    with multiprocessing.get_context("spawn").Pool(workers, maxtasksperchild=FRESH) as pool:
        answers = pool.imap(partial(one, kind, folder), seeds)
        for seed in seeds:
            try:
                yield seed, answers.next(PATIENCE)
            except multiprocessing.TimeoutError:
                yield seed, Verdict(faults=[f"no answer after {PATIENCE} s, or the process died"])
                return


def one(kind, folder, seed):
    began = time.process_time()
    verdict = judge(*damage.make(kind, seed, folder / "bases"), folder / f"worker {os.getpid()}")
    if (took := time.process_time() - began) > SLOW:
        verdict.faults.append(f"{took:.0f} s of processor time")
    return verdict


if __name__ == "__main__":
    sys.exit(main())
