"""`compare`: plays simulated tournaments of several formulas, in local processes or on a Dask cluster.

The numbers do not depend on where they are computed. Finished tasks are written to a file of progress, from which an
interrupted run resumes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tournament_xl.compare import report
from tournament_xl.compare.cluster import map_on_cluster
from tournament_xl.compare.play import FORM, KINDS, NEIGHBOURS, SCRABBLE_KINDS, draw_entrants
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.processes import initialize_worker
from tournament_xl.core.resources import printable_path, resource_path
from tournament_xl.interchange.export_tables import ExportTable
from tournament_xl.messages import compare as texts
from tournament_xl.messages import table_columns
from tournament_xl.players.player_lists import read_list
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.cells import parse_number as read_number
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import write_together

CHUNK = 25  # tournaments per task
PROBE = 12  # players of the small tournament in the name of a run
LINES = 20  # lines of progress when the error stream is no terminal


@dataclass(frozen=True, slots=True)
class Task:
    """Share of the work: tournaments number `first` to `last` - 1 of a case."""

    case: report.Case
    first: int  # number of its first tournament, from 0
    last: int  # number after its last one
    seed: str  # of the whole run
    cotes: tuple[float, ...]  # ratings from which players are drawn

    @property
    def key(self) -> str:
        """Name of the task in the file of progress, unique in a run; seed and ratings are not part of it."""
        return f"{self.case.kind}|{self.case.players}|{self.case.rounds}|{self.first}"


def compare(
    output: Path, *, sizes: str, kinds: str, count: int, rounds: int | None, seed: str, players: str, processes: int,
    cluster: str, command: str, keep: str = "",
) -> Outcome:  # fmt: skip
    """Play tournaments of each formula with each number of players, and write the workbook (and `keep`): both or none.

    Progress is printed on the error stream and written next to the workbook, in a file that is deleted at the end;
    after an interruption or an error the same call resumes from it.

    Args:
        output: Path of the workbook, which is replaced.
        sizes: Numbers of players from 8 to 500, separated by commas.
        kinds: Formulas (`KINDS`), separated by commas; case does not matter.
        count: Number of tournaments per formula and number of players.
        rounds: Number of rounds; None for the regulation's.
        seed: Seed of everything random.
        players: Path of a list with ratings; "" for the list that comes with the program.
        processes: Number of processes, at most one per processor; 0 for one per processor.
        cluster: Address of a Dask scheduler; "" for local processes.
        command: Command line, for the notes and for the sentence that says how to resume.
        keep: Path of a CSV file for the measures of each tournament, which is replaced; "" for none.

    Returns:
        Outcome with the code DONE and the tables in Markdown; REFUSED after Ctrl-C, when the file of progress stays.

    Raises:
        UsageError: A size, a formula or the address is invalid, or the list has fewer than two ratings.
        ExternalError: A library is missing, a file cannot be read or written, or the cluster fails.
    """
    listed = Path(players) if players else resource_path("samples", "joueurs-geneve.csv")
    cotes = _read_cotes(listed)
    pairs_of_names = ((kind, size) for size in _parse_sizes(sizes) for kind in _parse_formulas(kinds))
    cases = list(
        dict.fromkeys(report.Case(kind, size, rounds or regulation_rounds(kind, size)) for kind, size in pairs_of_names)
    )
    todo = split_into_tasks(cases, count, seed, cotes)
    progress_file = output.with_name(f"{output.name}.partiel")
    facts = {"count": count, "seed": seed, "command": command, "source": listed.name, "known": len(cotes), "form": FORM,
           "near": NEIGHBOURS} | _list_spreads()  # fmt: skip
    try:
        done = play_missing_tasks(todo, progress_file, processes=processes or os.cpu_count() or 1, cluster=cluster)
        played = report.join_measures((task.case, done[task.key]) for task in todo)
        games = {kind: compared.game.name for kind, compared in KINDS.items()}
        rows, differences = report.summarize_cases(played), report.compare_formulas(played, games)
        contents = {output: report.render_workbook(rows, differences, [line.format(**facts) for line in texts.HOW])}
        if keep:
            contents[Path(keep)] = _render_measures(played)
        write_together(contents)
        progress_file.unlink(missing_ok=True)
    except KeyboardInterrupt:
        finished = sum(len(results) for _, results in _read_progress(progress_file, todo))
        sentence = texts.INTERRUPTED.format(
            done=finished, all=count * len(cases), file=printable_path(progress_file), command=command
        )
        return Outcome(REFUSED, sentence)
    except ModuleNotFoundError as error:
        raise ExternalError(texts.WANTS, name=error.name) from error
    except OSError as error:
        raise ExternalError("{path} : {error}", path=output, error=error) from error
    tables = [report.render_markdown(rows)] + (
        [texts.PAIRED, report.render_markdown(differences, 4)] if differences else []
    )
    return Outcome(DONE, texts.DONE.format(path=printable_path(output)), text="\n\n".join(tables))


def _render_measures(played: Mapping[report.Case, report.Rows]) -> bytes:
    """Render the measures of each tournament as CSV; its number is the same in all formulas."""
    names = [field.name for field in table_columns.COMPARED]
    rows: list[dict[str, Cell]] = [
        dict(zip(names, [*case, number, *row], strict=True))
        for case, rows in played.items()
        for number, row in enumerate(rows, start=1)
    ]
    return render_french_csv(ExportTable(names, rows, table_columns.COMPARED).csv())


def _parse_sizes(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and 8 <= int(word) <= 500 for word in words):
        raise UsageError(texts.SIZES.format(text=text))
    return [int(word) for word in words]


def _parse_formulas(text: str) -> Sequence[str]:
    by_name = {name.casefold(): name for name in KINDS}
    words = [word.strip() for word in text.split(",")]
    if unknown := [word for word in words if word.casefold() not in by_name]:
        raise UsageError(texts.UNKNOWN.format(text=unknown[0], known=", ".join(KINDS)))
    return [by_name[word.casefold()] for word in words]


def _read_cotes(listed: Path) -> list[float]:
    values = [read_number(player.get("Cote", "")) for player in read_list(listed)]
    cotes = [cote for cote in values if cote]
    if len(cotes) < 2:
        raise UsageError(texts.NO_COTES.format(file=printable_path(listed)))
    return cotes


def _list_spreads() -> dict[str, float]:
    """Return the spread of a margin by game."""
    return {compared.game.name: compared.game.margin_spread for compared in KINDS.values()}


def regulation_rounds(kind: str, players: int) -> int:
    """Return the number of rounds that the regulation sets for a field; for Othello as in a Classique of that size.

    `kind` is a name of KINDS; any but F10, F50 and Open counts as F50, which is a Classique.
    """
    formula, _ = SCRABBLE_KINDS.get(kind, SCRABBLE_KINDS["F50"])
    return formula.default_rounds(players)


# The map


def split_into_tasks(cases: Iterable[report.Case], count: int, seed: str, cotes: Sequence[float]) -> list[Task]:
    """Split the tournaments of each case (number 0 to `count` - 1) into tasks of at most CHUNK tournaments."""
    return [
        Task(case, first, min(count, first + CHUNK), seed, tuple(cotes))
        for case in cases
        for first in range(0, count, CHUNK)
    ]


def play_task(task: Task) -> report.Rows:
    """Play the tournaments of a task; return a row of measures for each, in the order of `play.Measures`."""
    return [_play_one(task, number) for number in range(task.first, task.last)]


def _play_one(task: Task, number: int) -> list[float | None]:
    """Play one tournament; the field of a seed is the same for all formulas."""
    source = Random(f"{task.seed}:{task.case.players}:{number}")
    field = draw_entrants(task.case.players, task.cotes, source)
    return list(KINDS[task.case.kind].play(field, int(task.case.rounds), source.getrandbits(48)))


def play_missing_tasks(
    todo: Sequence[Task], progress_file: Path, *, processes: int, cluster: str = ""
) -> dict[str, report.Rows]:
    """Play the tasks that the file of progress does not have yet; append each to it and print progress on stderr.

    Args:
        todo: All tasks of the run; at least one.
        progress_file: Finished tasks, a line each; created if missing. Lines of a run with another seed, other ratings
            or other rules are ignored.
        processes: Number of local processes; at most one per processor is started, none for 1 or less.
        cluster: Address of a Dask scheduler; "" for local processes.

    Returns:
        Key of each task of `todo` -> its rows of measures.

    Raises:
        OSError: The file of progress cannot be read or written.
        ModuleNotFoundError, UsageError, ExternalError: The cluster fails, as in `map_on_cluster`.
    """
    done = dict(_read_progress(progress_file, todo))
    count, total = sum(map(len, done.values())), sum(task.last - task.first for task in todo)
    if count:
        print(texts.RESUMED.format(done=count), file=sys.stderr)
    missing, name = [task for task in todo if task.key not in done], _run_name(todo)
    with progress_file.open("a", encoding="utf-8") as file:
        for task, rows in _play_all(missing, processes, cluster):
            file.write(json.dumps({"of": name, "key": task.key, "rows": rows}) + "\n")
            file.flush()
            done[task.key] = rows
            previous_count, count = count, count + len(rows)
            if sys.stderr.isatty():
                print(texts.PROGRESS.format(done=count, all=total), end="\n" * (count == total), file=sys.stderr)
            elif count * LINES // total > previous_count * LINES // total:
                print(texts.PROGRESS.strip().format(done=count, all=total), file=sys.stderr, flush=True)
    return done


def _run_name(todo: Sequence[Task]) -> list[object]:
    """Return what identifies the run in the file of progress.

    Seed, ratings, constants of the simulation, and the measures of a small tournament of each formula, which change
    with the rules.
    """
    probes = (replace(todo[0], case=report.Case(kind, PROBE, regulation_rounds(kind, PROBE))) for kind in KINDS)
    return [todo[0].seed, list(todo[0].cotes), FORM, _list_spreads(), [_play_one(task, 0) for task in probes]]


def _read_progress(file: Path, todo: Sequence[Task]) -> Iterator[tuple[str, report.Rows]]:
    """Yield the results that an interrupted run of the same name left; a truncated line is ignored."""
    if not file.exists():
        return
    name = _run_name(todo)
    sizes = {task.key: task.last - task.first for task in todo}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if record["of"] == name and len(record["rows"]) == sizes.get(record["key"]):
            yield record["key"], record["rows"]


def _play_all(missing: Sequence[Task], processes: int, cluster: str) -> Iterator[tuple[Task, report.Rows]]:
    """Yield the tasks with their measures, as they finish."""
    if cluster:
        yield from map_on_cluster(play_task, missing, cluster)
    elif processes < 2:
        for task in missing:
            yield task, play_task(task)
    else:
        from concurrent.futures import ProcessPoolExecutor, as_completed

        with ProcessPoolExecutor(min(processes, os.cpu_count() or 1, 61), initializer=initialize_worker) as pool:
            futures = {pool.submit(play_task, task): task for task in missing}
            yield from ((futures[future], future.result()) for future in as_completed(futures))
