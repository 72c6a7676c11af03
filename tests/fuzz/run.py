"""`make trials`: many bad inputs of each kind, in processes that may crash or hang without taking the others with them.

    python -m tests.fuzz.run [--count N] [--first SEED] [--workers N] [--kind KIND ...]

Prints what every verb answered, and each fault with the kind and seed that make it again; inputs with a fault are kept
in FAULTS, from where they go to tests/fuzz/corpus once mended.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter, deque
from multiprocessing.connection import Connection, wait
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
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "bases"
        made.mkdir()
        builder = multiprocessing.get_context("spawn").Process(target=_quietly_build, args=(made,))
        builder.start()
        builder.join()
        for kind in chosen.kind or cases.KINDS:
            began = time.monotonic()
            runner = Runner(kind, range(chosen.first, chosen.first + chosen.count), made, Path(folder), chosen.faults)
            runner.go(chosen.workers)
            bad += len(runner.faults)
            print(f"{kind}: {runner.done} inputs, {len(runner.faults)} faults, {time.monotonic() - began:.0f} s")
            for verb, codes in runner.codes.items():
                print(f"  {verb:<11}", "  ".join(f"{code}: {count}" for code, count in sorted(codes.items())))
            alike: dict[str, list[int]] = {}  # the end of a fault's text -> seeds
            for seed, fault in runner.faults:
                alike.setdefault("\n    ".join(fault.strip().splitlines()[-3:]), []).append(seed)
            for end, seeds in alike.items():
                print(f"  {len(seeds)} times, seeds {sorted(set(seeds))[:5]}: {end}")
            sys.stdout.flush()
    return 1 if bad else 0


class Runner:
    """Inputs of one kind, given one by one to worker processes."""

    def __init__(self, kind: str, seeds: range, made: Path, folder: Path, kept: Path) -> None:
        self.kind, self.made, self.folder, self.kept = kind, made, folder, kept
        self.seeds = deque(seeds)
        self.done, self.codes, self.faults = 0, dict[str, Counter[int]](), list[tuple[int, str]]()

    def go(self, workers: int) -> None:
        crew = [Worker(self, number) for number in range(workers)]
        while any(worker.seed is not None for worker in crew):
            busy = {worker.pipe: worker for worker in crew if worker.seed is not None}
            for pipe in wait(list(busy), timeout=1):
                busy[pipe].hear()
            for worker in busy.values():
                if worker.seed is not None and time.monotonic() - worker.since > PATIENCE:
                    worker.lost(f"no answer after {PATIENCE} s")
        for worker in crew:
            worker.end()

    def took(self, seed: int, codes: dict[str, int], found: list[str]) -> None:
        self.done += 1
        for verb, code in codes.items():
            self.codes.setdefault(verb, Counter())[code] += 1
        for fault in found:
            self.faults.append((seed, fault))
        if found:
            name, data = cases.make(self.kind, seed, self.made)
            self.kept.mkdir(parents=True, exist_ok=True)
            (self.kept / f"{self.kind}-{seed}-{name}").write_bytes(data)


class Worker:
    """A process that tries one input after another; replaced when it dies."""

    def __init__(self, runner: Runner, number: int) -> None:
        self.runner, self.folder = runner, runner.folder / f"worker {number}"
        self.seed: int | None = None
        self.since, self.tried = 0.0, 0
        self._start()
        self._next()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, self.runner.kind, self.runner.made, self.folder))
        self.process.start()
        other.close()

    def _next(self) -> None:
        self.seed = self.runner.seeds.popleft() if self.runner.seeds else None
        if self.seed is None:
            return
        if self.tried and self.tried % FRESH == 0:
            self.end()
            self._start()
        self.tried, self.since = self.tried + 1, time.monotonic()
        self.pipe.send(self.seed)

    def hear(self) -> None:
        try:
            codes, faults = self.pipe.recv()
        except EOFError:
            self.process.join(5)
            self.lost(f"the process died (exit code {self.process.exitcode})")
            return
        assert self.seed is not None
        self.runner.took(self.seed, codes, faults)
        self._next()

    def lost(self, why: str) -> None:
        assert self.seed is not None
        self.process.kill()
        self.process.join()
        self.runner.took(self.seed, {}, [why])
        self._start()
        self._next()

    def end(self) -> None:
        self.pipe.close()
        self.process.join(10)


def _quietly_build(folder: Path) -> None:
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        bases.build(folder)


def _work(pipe: Connection, kind: str, made: Path, folder: Path) -> None:
    while True:
        try:
            seed = pipe.recv()
        except EOFError:
            return
        began = time.process_time()
        verdict = cases.judge(*cases.make(kind, seed, made), folder, made)
        if (took := time.process_time() - began) > SLOW:
            verdict.faults.append(f"{took:.0f} s of processor time")
        pipe.send((verdict.codes, verdict.faults))


if __name__ == "__main__":
    sys.exit(main())
