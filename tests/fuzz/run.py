"""Many bad inputs of each kind, each through every verb that reads such, in processes that may crash or hang alone.

    python -m tests.fuzz.run [--count N] [--first SEED] [--workers N] [--kind KIND ...]

Prints what every verb answered, and each fault with the kind and seed that make it again; inputs with a fault are kept
in FAULTS, from where they go to tests/fuzz/corpus once mended.
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
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests import books
from tests.fuzz import damage
from tournament_xl.cli import main as command
from tournament_xl.hosts import files, stdio
from tournament_xl.texts.cli import COMMANDS

CODES = {0, 1, 2, 3, 5}  # of the contract; 70 is a bug of ours
MEMORY = 1024  # megabytes
RARELY = 8  # one input in so many goes through `federation build`, which starts processes of its own
PATIENCE = 300  # seconds for all verbs on one input, as many processes share the machine; a hang is far longer
SLOW = 10  # seconds of one input's processor time that count as a fault
FRESH = 150  # inputs after which a process gives way to a new one
PROBLEM = re.compile(r".+![A-Z]+\d+ : .")
BASES = {  # name -> players, rounds played (-1: all), options
    "registered.xlsx": (8, 0, []),
    "drawn.xlsx": (9, 1, []),
    "played.xlsx": (13, 3, ["--edition", "F10"]),
    "finished.xlsm": (17, -1, []),
    "many.xlsx": (33, 4, []),
    "robin.xlsx": (5, 2, ["--formule", "toutes-rondes"]),
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
    "list": ("new", "{folder}/neuf.xlsx", "--formule", "classique", "--joueurs", "{file}"),
    "import": ("import", "{file}", "-o", "{folder}/importe.xlsx"),
    "federation": ("federation", "build", "{folder}/recus", "--joueurs", "{players}", "--date", "2026-11-21",
                   "-o", "{folder}/federation.xlsx"),
}  # fmt: skip
OF_WORKBOOKS = tuple(name for name, words in VERBS.items() if words[0] in COMMANDS)
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


def judge(name: str, data: bytes, folder: Path, bases: Path) -> Verdict:
    """Every verb on the input, each on a fresh copy in `folder`."""
    verdict = Verdict()
    if name.endswith(".json"):
        for action in ON_JSON:
            out = io.BytesIO()
            code = stdio.main(action, io.BytesIO(data), out)
            _note(verdict, action, code, out.getvalue().decode())
    elif name.endswith(damage.BOOK):
        for verb in OF_WORKBOOKS:
            if verb != "federation" or not zlib.crc32(data) % RARELY:
                _run(verdict, verb, name, data, folder, bases)
    elif name.endswith(".ELO"):
        _run(verdict, "import", name, data, folder, bases)
        if (made := folder / "importe.xlsx").exists():
            imported = made.read_bytes()
            for verb in ("check", "update", "standings", "send"):
                _run(verdict, verb, made.name, imported, folder, bases)
    else:
        _run(verdict, "list", name, data, folder, bases)
    if (memory := resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024) > MEMORY:
        verdict.faults.append(f"memory {memory} MB")
    return verdict


def _run(verdict: Verdict, verb: str, name: str, data: bytes, folder: Path, bases: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "recus").mkdir(parents=True)
    path = folder / ("recus" if verb == "federation" else "") / name
    path.write_bytes(data)
    facts = {"file": path, "folder": folder, "players": bases / "joueurs-federation.csv"}
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = command([word.format(**facts) for word in VERBS[verb]])
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
    if code not in CODES:
        log = re.search(r"\S*tournament-xl-erreur-\S+\.txt", told)
        text = Path(log[0]).read_text(encoding="utf-8") if log and Path(log[0]).exists() else told
        verdict.faults.append(f"{verb}: exit code {code}\n{text[-1500:]}")
    if code and not told.strip():
        verdict.faults.append(f"{verb}: exit code {code} without a sentence")
    if "Traceback" in told:
        verdict.faults.append(f"{verb}: a traceback")
    if code == 3 and not told.startswith("{") and not any(map(PROBLEM.match, told.splitlines())):
        verdict.faults.append(f"{verb}: {told[:200]!r} names no cell")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000, help="inputs of each kind")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--kind", action="append", choices=damage.KINDS)
    options.add_argument("--faults", type=Path, default=Path(tempfile.gettempdir()) / "tournament-xl-fuzz")
    chosen = options.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bases").mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            build(folder / "bases")
        for kind in chosen.kind or damage.KINDS:
            began, codes, alike = time.monotonic(), dict[str, Counter[int]](), dict[str, list[int]]()
            for seed, answered, found in tried(kind, range(chosen.first, chosen.first + chosen.count), folder, chosen):
                for verb, code in answered.items():
                    codes.setdefault(verb, Counter())[code] += 1
                for fault in found:  # those with the same end are one
                    alike.setdefault("\n    ".join(fault.strip().splitlines()[-3:]), []).append(seed)
            faults = sum(map(len, alike.values()))
            bad += faults
            print(f"{kind}: {chosen.count} inputs, {faults} faults, {time.monotonic() - began:.0f} s")
            for verb, counted in codes.items():
                print(f"  {verb:<11}", "  ".join(f"{code}: {count}" for code, count in sorted(counted.items())))
            for end, seeds in alike.items():
                print(f"  {len(seeds)} times, seeds {sorted(set(seeds))[:5]}: {end}")
            sys.stdout.flush()
    return 1 if bad else 0


def tried(kind, seeds, folder, chosen):
    """Seed, what each verb answered, faults; a process that dies or hangs is one, and its seed is passed over."""
    waiting = list(seeds)
    while waiting:
        with multiprocessing.get_context("spawn").Pool(chosen.workers, _as_others, maxtasksperchild=FRESH) as pool:
            asked = [(seed, pool.apply_async(one, (kind, seed, folder))) for seed in waiting]
            for seed, answer in asked:
                waiting.remove(seed)
                try:
                    codes, found = answer.get(PATIENCE)
                except multiprocessing.TimeoutError:
                    codes, found = {}, [f"no answer after {PATIENCE} s, or the process died"]
                if found:
                    name, data = damage.make(kind, seed, folder / "bases")
                    chosen.faults.mkdir(parents=True, exist_ok=True)
                    (chosen.faults / f"{kind}-{seed}-{name}").write_bytes(data)
                yield seed, codes, found
                if found and not codes:  # whoever hangs is ended; the others begin again behind it
                    break


def _as_others():
    """A process of a pool may have no children: `federation build` has."""
    multiprocessing.current_process()._config["daemon"] = False


def one(kind, seed, folder):
    began, made = time.process_time(), folder / "bases"
    verdict = judge(*damage.make(kind, seed, made), folder / f"worker {os.getpid()}", made)
    if (took := time.process_time() - began) > SLOW:
        verdict.faults.append(f"{took:.0f} s of processor time")
    return verdict.codes, verdict.faults


if __name__ == "__main__":
    sys.exit(main())
