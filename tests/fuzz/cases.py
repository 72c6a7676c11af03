"""One case: a bad input, made from a kind and a seed, through every verb that reads such; and what is wrong then."""

from __future__ import annotations

import contextlib
import io
import re
import resource
import shutil
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz import nonsense
from tests.fuzz.damage import DAMAGES
from tournament_xl.cli import main
from tournament_xl.hosts import stdio
from tournament_xl.texts.cli import COMMANDS

CODES = {0, 1, 2, 3, 5}  # of the contract; 70 is a bug of ours
MEMORY = 1024  # megabytes
RARELY = 8  # one input in so many goes through `federation build`
PROBLEM = re.compile(r".+![A-Z]+\d+ : .")
KINDS = (*DAMAGES, "cells", "memory", "players", "json", "elo")
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
WORKBOOK_VERBS = tuple(name for name, words in VERBS.items() if words[0] in COMMANDS)


@dataclass
class Verdict:
    """What came of one case."""

    codes: dict[str, int] = field(default_factory=dict)  # verb -> exit code
    faults: list[str] = field(default_factory=list)  # what must not be


def make(kind: str, seed: int, bases: Path) -> tuple[str, bytes]:
    """The input of a case: the name that it wants, its bytes."""
    source = Random(f"{kind} {seed}")
    if kind == "players":
        base = source.choice(sorted(path for path in bases.iterdir() if path.suffix in (".csv", ".txt")))
        return f"liste{base.suffix}", nonsense.players(base.read_bytes(), source)
    if kind == "elo":
        base = source.choice(sorted(bases.glob("*.ELO")))
        return base.name, nonsense.results(base.read_bytes(), source)
    base = source.choice(sorted(path for path in bases.iterdir() if path.suffix in (".xlsx", ".xlsm")))
    if kind == "json":
        return f"{base.stem}.json", nonsense.sent(base, source)
    if kind == "cells":
        return f"{base.stem}.xlsx", nonsense.workbook(base, source)
    if kind == "memory":
        return f"{base.stem}.xlsx", nonsense.written(nonsense.forged(base, source), source)
    return base.name, DAMAGES[kind](base.read_bytes(), source)


def judge(name: str, data: bytes, folder: Path, bases: Path) -> Verdict:
    """Every verb on the input, each on a fresh copy in `folder`."""
    verdict = Verdict()
    if name.endswith(".json"):
        for action in ("pair", "update", "undo", "check", "ratings", "send"):
            _press(verdict, action, data)
    elif name.endswith((".xlsx", ".xlsm")):
        for verb in WORKBOOK_VERBS:
            if verb == "federation" and zlib.crc32(data) % RARELY:
                continue  # it starts processes of its own
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
            code = main([word.format(**facts) for word in VERBS[verb]])
        except BaseException as error:  # main lets nothing out
            code, _ = 70, err.write(f"{type(error).__name__} came out")
    verdict.codes[verb] = code
    told = err.getvalue() if code != 1 else out.getvalue() + err.getvalue()  # what `check` found is its output
    _judge(verdict, verb, code, told)
    if code and path.read_bytes() != data:
        verdict.faults.append(f"{verb}: exit code {code}, and the file has changed")
    if code and (left := [file.name for file in folder.rglob("*") if file.is_file() and file != path]):
        verdict.faults.append(f"{verb}: exit code {code}, and there is {left}")


def _press(verdict: Verdict, action: str, data: bytes) -> None:
    out = io.BytesIO()
    code = stdio.main(action, io.BytesIO(data), out)
    verdict.codes[action] = code
    answer = out.getvalue().decode()
    _judge(verdict, action, code, answer)


def _judge(verdict: Verdict, verb: str, code: int, told: str) -> None:
    if code not in CODES:
        log = re.search(r"\S*tournament-xl-erreur-\S+\.txt", told)
        text = Path(log[0]).read_text(encoding="utf-8") if log and Path(log[0]).exists() else told
        verdict.faults.append(f"{verb}: exit code {code}\n{text[-1500:]}")
    if code and not told.strip():
        verdict.faults.append(f"{verb}: exit code {code} without a sentence")
    if "Traceback" in told:
        verdict.faults.append(f"{verb}: a traceback")
    if code == 3 and not told.startswith("{"):
        strange = [line for line in told.splitlines() if not PROBLEM.match(line)]
        if strange and not any(PROBLEM.match(line) for line in told.splitlines()):
            verdict.faults.append(f"{verb}: {strange[0]!r} names no cell")
