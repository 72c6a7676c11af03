"""`make trials`: many bad inputs of each kind, in processes that may crash or hang without taking the others with them.

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
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz import bases, cases

PATIENCE = 300  # seconds for all verbs on one input, as many processes share the machine; a hang is far longer
SLOW = 10  # seconds of one input's processor time that count as a fault
FRESH = 150  # inputs after which a process gives way to a new one


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000, help="inputs of each kind")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--kind", action="append", choices=cases.KINDS)
    options.add_argument("--faults", type=Path, default=Path(tempfile.gettempdir()) / "tournament-xl-fuzz")
    chosen = options.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bases").mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            bases.build(folder / "bases")
        for kind in chosen.kind or cases.KINDS:
            began, codes, faults = time.monotonic(), dict[str, Counter[int]](), list[tuple[int, str]]()
            for seed, answered, found in tried(kind, range(chosen.first, chosen.first + chosen.count), folder, chosen):
                for verb, code in answered.items():
                    codes.setdefault(verb, Counter())[code] += 1
                faults += [(seed, fault) for fault in found]
            bad += len(faults)
            print(f"{kind}: {chosen.count} inputs, {len(faults)} faults, {time.monotonic() - began:.0f} s")
            for verb, counted in codes.items():
                print(f"  {verb:<11}", "  ".join(f"{code}: {count}" for code, count in sorted(counted.items())))
            alike: dict[str, list[int]] = {}  # the end of a fault's text -> seeds
            for seed, fault in faults:
                alike.setdefault("\n    ".join(fault.strip().splitlines()[-3:]), []).append(seed)
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
                    name, data = cases.make(kind, seed, folder / "bases")
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
    verdict = cases.judge(*cases.make(kind, seed, made), folder / f"worker {os.getpid()}", made)
    if (took := time.process_time() - began) > SLOW:
        verdict.faults.append(f"{took:.0f} s of processor time")
    return verdict.codes, verdict.faults


if __name__ == "__main__":
    sys.exit(main())
