"""`compare`: from the words of the command to a workbook and a table."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tournament_xl.book.grid import number as read_number
from tournament_xl.book.snapshot import HostError
from tournament_xl.compare import field, measures, report
from tournament_xl.compare.run import DEFAULT, KINDS, Case, rounds_of, run, tasks
from tournament_xl.lists.read import read_list
from tournament_xl.press import DONE, Outcome
from tournament_xl.record import record
from tournament_xl.resources import resource
from tournament_xl.texts import compare as texts


class WrongWords(Exception):
    """What was asked cannot be compared; a French sentence."""


@record
class Wanted:
    """The words of the command."""

    output: Path
    sizes: str = "32"
    kinds: str = ",".join(DEFAULT)
    count: int = 1000
    rounds: int | None = None
    seed: str = "1"
    players: str = ""  # a list with cotes; "": the one that comes with us
    processes: int = 0  # 0: all there are
    cluster: str = ""


def compare(wanted: Wanted, command: str) -> Outcome:
    """Play, write the workbook, give the table. An interrupted run goes on where it was.

    WrongWords for what cannot be compared, HostError when libraries are missing or a file cannot be written.
    """
    _libraries(wanted.cluster)
    sizes, kinds = _sizes(wanted.sizes), _kinds(wanted.kinds)
    listed = Path(wanted.players) if wanted.players else resource("samples", "joueurs-geneve.csv")
    cotes = _cotes(listed)
    cases = [Case(kind, size, wanted.rounds or rounds_of(kind, size)) for size in sizes for kind in kinds]
    todo = tasks(cases, wanted.count, wanted.seed, cotes)
    kept = wanted.output.with_name(f"{wanted.output.name}.partiel")
    done = run(
        todo, kept, processes=wanted.processes or os.cpu_count() or 1, cluster=wanted.cluster,
        told=_progress(len(cases) * wanted.count),
    )  # fmt: skip
    rows = report.summary(todo, done)
    notes = [
        line.format(
            count=wanted.count, seed=wanted.seed, command=command, source=listed.name, known=len(cotes),
            form=field.FORM, near=measures.NEIGHBOURS,
        )
        for line in texts.HOW
    ]  # fmt: skip
    try:
        report.write(wanted.output, rows, notes)
        kept.unlink(missing_ok=True)
    except OSError as error:
        raise HostError(f"{wanted.output} : {error}") from error
    return Outcome(DONE, texts.DONE.format(path=wanted.output), text=report.markdown(rows))


def _libraries(cluster: str) -> None:
    try:
        import pandas  # noqa: F401
        import xlsxwriter  # noqa: F401
    except ModuleNotFoundError as error:
        raise HostError(texts.WANTS) from error
    if cluster:
        try:
            import distributed  # noqa: F401
        except ModuleNotFoundError as error:
            raise HostError(texts.NO_CLUSTER) from error


def _progress(count: int) -> Callable[[int], None]:
    """Tells how far it is; called first with what an interrupted run had done."""
    total = -1

    def told(more: int) -> None:
        nonlocal total
        if total < 0 and more:
            print(texts.RESUMED.format(done=more), file=sys.stderr)
        total = max(total, 0) + more
        if sys.stderr.isatty():
            print(texts.PROGRESS.format(done=total, all=count), end="\n" if total == count else "", file=sys.stderr)

    return told


def _sizes(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and 8 <= int(word) <= 500 for word in words):
        raise WrongWords(texts.SIZES.format(text=text))
    return [int(word) for word in words]


def _kinds(text: str) -> Sequence[str]:
    by_name = {name.casefold(): name for name in KINDS}
    words = [word.strip() for word in text.split(",")]
    if unknown := [word for word in words if word.casefold() not in by_name]:
        raise WrongWords(texts.UNKNOWN.format(text=unknown[0], known=", ".join(KINDS)))
    return [by_name[word.casefold()] for word in words]


def _cotes(listed: Path) -> list[float]:
    found = [read_number(player.get("Cote", "")) for player in read_list(listed)]
    cotes = [cote for cote in found if cote]
    if len(cotes) < 2:
        raise WrongWords(texts.NO_COTES.format(file=listed))
    return cotes
