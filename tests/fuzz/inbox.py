"""Bad workbooks in the federation's folder: `python -m tests.fuzz.inbox [--count N] [--first SEED] [--kind KIND ...]`.

Folders of FOLDER tournaments of a season, of which three in four are damaged; each folder goes through `federation
build` once. Whatever was done to its neighbours, a sound workbook must count, and every file must have its verdict.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

from tests import federation_world as world
from tests.fuzz import cases, nonsense
from tests.fuzz.damage import DAMAGES
from tournament_xl.federation.publish import Order, publish

KINDS = (*DAMAGES, "cells")
FOLDER = 40
DAY = date(2016, 8, 31)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000, help="damaged workbooks of each kind")
    options.add_argument("--first", type=int, default=0, help="the first folder's seed")
    options.add_argument("--kind", action="append", choices=KINDS)
    chosen = options.parse_args()
    bad = 0
    for kind in chosen.kind or KINDS:
        began, words, tried, seed, faults = time.monotonic(), Counter[str](), 0, chosen.first, list[str]()
        while tried < chosen.count:
            with tempfile.TemporaryDirectory() as folder:
                count, found, wrong = build(kind, seed, Path(folder))
            tried, seed = tried + count, seed + 1
            words += found
            faults += [f"folder {seed - 1}: {fault}" for fault in wrong]
        told = ", ".join(f"{word}: {number}" for word, number in sorted(words.items()))
        print(f"{kind}: {tried} damaged workbooks, {len(faults)} faults, {time.monotonic() - began:.0f} s; {told}")
        print(*faults[:5], sep="\n", end="\n" if faults else "", flush=True)
        bad += len(faults)
    return 1 if bad else 0


def build(kind: str, seed: int, folder: Path) -> tuple[int, Counter[str], list[str]]:
    """Make a folder and build from it: how many were damaged, what became of these (word -> files), what is wrong."""
    source = Random(f"inbox {kind} {seed}")
    people, tournaments = world.seasons(
        source, people=300, unknown=20, tournaments=FOLDER, start=date(2015, 9, 1), days=330
    )
    listed, inbox = world.write_list(folder / "liste.csv", people), folder / "recus"
    damaged = {}
    for number, facts in enumerate(tournaments):
        path = world.write(inbox / f"{number:02}.xlsx", facts)
        if source.random() < 0.75:
            damaged[path.name] = data = _spoiled(kind, path, source)
            path.write_bytes(data)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            publication = publish(Order(inbox, listed, DAY, folder / "classement.xlsx"))
    except Exception as error:
        return len(damaged), Counter(), [f"{type(error).__name__}: {error}"]
    faults = []
    verdicts = {verdict.file.name: verdict for verdict in publication.verdicts}
    for path in sorted(inbox.iterdir()):
        verdict, sound = verdicts.pop(path.name, None), path.name not in damaged
        if verdict is None:
            faults.append(f"{path.name}: no verdict")
        elif sound and not verdict.counted:
            faults.append(f"{path.name}, sound, left out: {verdict.sentences}")
        elif not verdict.counted and (len(verdict.sentences) != 1 or "Erreur de notre part" in verdict.sentences[0]):
            faults.append(f"{path.name}: {verdict.sentences}")
        if not sound and path.read_bytes() != damaged[path.name]:
            faults.append(f"{path.name} has changed")
    faults += [f"a verdict on {name}" for name in verdicts]
    for who, name in ((resource.RUSAGE_SELF, "build"), (resource.RUSAGE_CHILDREN, "a reader")):
        if (memory := resource.getrusage(who).ru_maxrss // 1024) > cases.MEMORY:
            faults.append(f"memory of {name}: {memory} MB")
    became = Counter(verdict.word for verdict in publication.verdicts if verdict.file.name in damaged)
    return len(damaged), became, faults


def _spoiled(kind: str, path: Path, source: Random) -> bytes:
    if kind == "cells":
        return nonsense.workbook(path, source)
    return DAMAGES[kind](path.read_bytes(), source)


if __name__ == "__main__":
    sys.exit(main())
