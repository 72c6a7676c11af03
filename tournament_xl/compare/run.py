"""The map over seeds: here in processes, or on a Dask cluster; the same numbers whatever ran it, and resumable."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tournament_xl.compare import field
from tournament_xl.compare.measures import Measures
from tournament_xl.compare.play import papp, plain_swiss, scrabble
from tournament_xl.record import record
from tournament_xl.rules.scrabble.formulas import FORMULAS

CHUNK = 25  # tournaments of one task
Kind = Callable[[Sequence[field.Entrant], int, int], Measures]
KINDS: dict[str, Kind] = {
    "F10": scrabble("Classique", "F10"), "F50": scrabble("Classique", "F50"), "Open": scrabble("Open", "F50"),
    "Othello": papp, "Othello simple": plain_swiss,
}  # fmt: skip
DEFAULT = ("F10", "F50", "Open")


@record
class Case:
    """A line of the comparison."""

    kind: str  # of KINDS
    players: int
    rounds: int


@record
class Task:
    """Some tournaments of a case: seeds `first` to `first` + CHUNK - 1, none at `last` or above."""

    case: Case
    first: int
    last: int
    seed: str
    cotes: tuple[float, ...]

    @property
    def key(self) -> str:
        return f"{self.case.kind}|{self.case.players}|{self.case.rounds}|{self.first}"


def rounds_of(kind: str, players: int) -> int:
    """The regulation's number of rounds; for Othello that of a Classique of as many."""
    formula = FORMULAS["Open" if kind == "Open" else "Classique"]
    return formula.default_rounds(players)


def tasks(cases: Iterable[Case], count: int, seed: str, cotes: Sequence[float]) -> list[Task]:
    return [
        Task(case, first, min(count, first + CHUNK), seed, tuple(cotes))
        for case in cases
        for first in range(0, count, CHUNK)
    ]


def play(task: Task) -> list[list[float]]:
    """The measures of each tournament of a task. The field of a seed is the same for all formulas."""
    found = []
    for number in range(task.first, task.last):
        source = Random(f"{task.seed}:{task.case.players}:{number}")
        entrants = field.draw(task.case.players, task.cotes, source)
        seed = source.getrandbits(48)
        found.append(list(KINDS[task.case.kind](entrants, task.case.rounds, seed)))
    return found


def run(
    todo: Sequence[Task], kept: Path, *, processes: int, cluster: str = "", told: Callable[[int], None]
) -> dict[str, list[list[float]]]:
    """Task key -> its measures. What is done is kept in the file `kept`, line by line, and not done again.

    `told` is given how many tournaments more are done.
    """
    done = dict(_kept(kept, todo))
    told(sum(map(len, done.values())))
    missing = [task for task in todo if task.key not in done]
    with kept.open("a", encoding="utf-8") as file:
        for task, rows in _mapped(missing, processes, cluster):
            file.write(json.dumps({"of": _name(todo), "key": task.key, "rows": rows}) + "\n")
            file.flush()
            done[task.key] = rows
            told(len(rows))
    return done


def _name(todo: Sequence[Task]) -> list[Any]:
    """What rows belong to: seed and cotes."""
    return [todo[0].seed, list(todo[0].cotes)]


def _kept(file: Path, todo: Sequence[Task]) -> Iterator[tuple[str, list[list[float]]]]:
    """What an interrupted run of the same seed and cotes left; a line cut short counts for nothing."""
    if not todo or not file.exists():
        return
    sizes = {task.key: task.last - task.first for task in todo}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if found["of"] == _name(todo) and len(found["rows"]) == sizes.get(found["key"]):
            yield found["key"], found["rows"]


def _mapped(missing: Sequence[Task], processes: int, cluster: str) -> Iterator[tuple[Task, list[list[float]]]]:
    if cluster:
        from distributed import Client

        with Client(cluster) as client:
            for task, future in [(task, client.submit(play, task, pure=False)) for task in missing]:
                yield task, future.result()
    elif processes < 2:
        for task in missing:
            yield task, play(task)
    else:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(min(processes, os.cpu_count() or 1, 61)) as pool:
            yield from zip(missing, pool.map(play, missing), strict=True)
