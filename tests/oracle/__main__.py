"""Both programs at many tournaments: a line for each that differs. `python -m tests.oracle --help`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracle import federation, install, played
from tests.oracle.differences import DIFFERENCES
from tests.oracle.invent import BOOK, Inventor
from tests.oracle.program import CommandLine, Program, new_program, old_program

KEPT = install.HOME / "differs"  # scripts that show a difference
Pair = tuple[Program, Program]  # the oracle, and who must do the same
EACH = 20  # tournaments after which it is said how many are done
SHOWN = 12  # differences of one act


class Result(NamedTuple):
    """What came of one tournament."""

    name: str
    found: played.FirstDifference | None
    script: list[str]
    acts: Counter[str]
    used: list[int]  # reviewed differences that were met
    seconds: float


@cache
def programs(tree: Path = install.ROOT, *, by_command_line: bool = False) -> Pair:
    """Start both programs, once in a process.

    Args:
        tree: Checkout of the program that must do the same as the oracle.
        by_command_line: Whether each of its commands is a process.
    """
    return old_program(), new_program(tree, CommandLine if by_command_line else Program)


def play_one(name: str, both: Pair) -> Result:
    """Play a tournament by both programs: "random 17", or a script by its name or path."""
    began = time.monotonic()
    played.COUNTS.acts.clear()
    played.COUNTS.used.clear()
    script: list[str] = []
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text).resolve()
        if name.startswith("random "):
            inventor = Inventor(int(name.split()[1]), folder / "old" / BOOK)
            found = played.play(inventor.lines(), *both, folder, script, inventor.hear)
        else:
            path = Path(name)
            lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else dict(played.scripts())[name]
            found = played.play(lines, *both, folder, script)
    used = [DIFFERENCES.index(difference) for difference in played.COUNTS.used]
    return Result(name, found, script, Counter(played.COUNTS.acts), used, time.monotonic() - began)


def play_federation(seed: int, tree: Path = install.ROOT, **size: Any) -> Result:
    """Build the invented years of a seed by both programs, the old one with the rules of now."""
    both = old_program(install.install_by_day_played()), new_program(tree)
    began = time.monotonic()
    played.COUNTS.acts.clear()
    played.COUNTS.used.clear()
    with tempfile.TemporaryDirectory() as text:
        found = federation.play(*both, Path(text).resolve(), seed=seed, **size)
    for program in both:
        program.end()
    used = [DIFFERENCES.index(difference) for difference in played.COUNTS.used]
    return Result(f"federation {seed}", found, [], Counter(played.COUNTS.acts), used, time.monotonic() - began)


def play_in_pool(tree: Path, by_command_line: bool, name: str) -> Result:
    """Play a tournament in a process that keeps its programs for the next."""
    return play_one(name, programs(tree, by_command_line=by_command_line))


def show(result: Result) -> None:
    """Print a tournament that differs, and keep the script that shows it."""
    assert result.found
    print(f"{result.name}, act {result.found.number}: {result.found.act}")
    for line in result.found.lines[:SHOWN]:
        print(f"    {line}")
    if (more := len(result.found.lines) - SHOWN) > 0:
        print(f"    … and {more} more")
    again = f"--federation --seed {result.name.split()[-1]}"
    if result.script:
        KEPT.mkdir(exist_ok=True)
        path = KEPT / f"{Path(result.name).stem.replace(' ', '-')}.txt"
        path.write_text("\n".join(result.script) + "\n", encoding="utf-8")
        again = f"--scripts {os.path.relpath(path)}"
    print(f"    again: python -m tests.oracle {again}", flush=True)


def main(words: Sequence[str]) -> int:
    """Play what is asked for; return 1 when something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--scripts", nargs="*", metavar="NAME", help="these scripts (name or path), or all")
    parser.add_argument("--random", type=int, metavar="N", help="so many random tournaments")
    parser.add_argument("--federation", action="store_true", help="five invented years, month by month")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="from this one on")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes at once")
    parser.add_argument("--command-line", action="store_true", help="a process for each of the new program's commands")
    parser.add_argument(
        "--tree", type=lambda text: Path(text).resolve(), default=install.ROOT, help="checkout of the new program"
    )
    parser.add_argument("--counts", action="store_true", help="say how often each act and answer came")
    options = parser.parse_args(words)
    if not install.is_ready():
        print("no oracle: make oracle")
        return 2
    chosen = options.scripts is not None or options.random is not None or options.federation
    names = options.scripts or []
    if options.scripts == [] or not chosen:
        names = [name for name, _ in played.scripts()]
    names += [f"random {options.seed + number}" for number in range(options.random or (0 if chosen else 20))]
    began, differing, acts, used = time.monotonic(), 0, Counter[str](), set[int]()
    years = [play_federation(options.seed, options.tree)] if options.federation else []
    play = partial(play_in_pool, options.tree, options.command_line)
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, result in enumerate(chain(years, pool.map(play, names)), start=1):
            if number % EACH == 0:
                print(f"{number} of {len(years) + len(names)}", file=sys.stderr, flush=True)
            acts += result.acts
            used.update(result.used)
            if result.found:
                differing += 1
                show(result)
    if options.counts:
        for act, count in sorted(acts.items()):
            print(f"{count:>7} {act}")
        for number in sorted(set(range(len(DIFFERENCES))) - used):
            print(f"never met: {DIFFERENCES[number].reason}")
    seconds = time.monotonic() - began
    print(f"{len(names)} tournaments, {len(years)} series of years: {differing} differ; {seconds:.0f} s")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
