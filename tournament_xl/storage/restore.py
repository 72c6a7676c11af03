"""The verb `restore`: the backups of a workbook, what has changed since each, and one of them put back."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage import file_actions, workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.workbook.tables import Problems, find_table, whole
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import workbook_package

_DERIVED = set(schema.SCRABBLE_SHEETS) - set(schema.FACTS)  # sheets that nobody types into
_NAMED = 3  # workbooks


@dataclass(frozen=True, slots=True)
class State:
    """What stands in a workbook, as far as it matters for choosing one."""

    round: int  # the last drawn one; 0: none
    sheets: Mapping[str, object]  # those that people type into, with their content; of Tournoi its settings


def listed(path: str | os.PathLike[str]) -> list[list[str]]:
    """The backups of a workbook, newest first, as texts.COPIES_COLUMNS names it: number, time, what came next, the last
    drawn round, what has changed since. The workbook itself may be damaged or gone, a backup too. The numbers are those
    of the end: others may press while the copies are read.
    """
    book = workbook_file.ClosedFile(path)
    states: dict[Path, State | None] = {}
    copies = _choices(book)
    while any(copy.file not in states for copy in copies):
        states = {copy.file: states.get(copy.file) or _state(copy.file) for copy in copies}
        copies = _choices(book)
    present, found = _state(book.path), []
    for number, copy in enumerate(copies, start=1):
        state = states[copy.file]
        told = changes(state, present) if state and present else texts.STATE_UNKNOWN
        last = ["", texts.COPY_UNREADABLE] if state is None else [str(state.round or texts.NO_ROUND), told]
        found.append([str(number), _shown_time(copy), printable_path(copy.label), *last])
    return found


def restore(path: str | os.PathLike[str], wanted: str) -> Outcome:
    """Put a backup back, after a copy of the present state: by its number, or by its time, with or without the day, or
    its name, which stay its own when another command makes a copy meanwhile.

    HostError when the backup or the workbook cannot be read or written; everything is then as before.
    """
    book = workbook_file.ClosedFile(path)
    copies = _choices(book)
    if not copies:
        return none(path)
    found = [
        copy
        for number, copy in enumerate(copies, start=1)
        if wanted in (str(number), copy.file.name, shown := _shown_time(copy), shown.split()[1])
    ]
    if len(found) != 1:
        return Outcome(REFUSED, texts.NO_SUCH_COPY.format(copy=printable_path(wanted), file=printable_path(path)))
    chosen = found[0]
    data = workbook_file.ClosedFile(chosen.file).content()
    workbook_package.load(chosen.file, data)
    told = {"time": _shown_time(chosen), "label": printable_path(chosen.label), "path": printable_path(path)}
    status = texts.AFTER_RESTORE.format(file=printable_path(path))
    if not os.path.lexists(book.path):
        book.refuse_when_locked()
        file_actions.write_new(book.path, data)
        return Outcome(DONE, texts.RESTORED_MISSING.format(**told), status=status)
    label = f"{texts.BEFORE_RESTORE} de {chosen.time[-8:]}"

    def put_back(present: bytes) -> bytes:
        """The backup's bytes; no other command writes here meanwhile, so that what a killed one left may go."""
        if left := _left_by_killed(workbook_file.copies(book.path), present):
            with suppress(OSError):
                left.file.unlink()
        return data

    kept = book.replace(put_back, stamp=file_actions.stamp(label))
    if kept is None:
        return Outcome(REFUSED, texts.SAME_STATE.format(**told))
    return Outcome(DONE, texts.RESTORED.format(copy=printable_path(kept), **told), warnings=book.lost, status=status)


def _choices(book: workbook_file.ClosedFile) -> list[workbook_file.Copy]:
    """The backups to choose from, newest first; without what a killed `restore` left, which would shift the numbers."""
    copies = workbook_file.copies(book.path)
    with suppress(HostError):  # the workbook is gone or damaged: then a backup may be all that there is
        if left := _left_by_killed(copies, book.content()):
            copies.remove(left)
    return copies[::-1]


def _left_by_killed(copies: Sequence[workbook_file.Copy], present: bytes) -> workbook_file.Copy | None:
    """The backup that a `restore` made which was killed before it put anything back: it is the workbook itself."""
    newest = copies[-1] if copies else None
    if newest is None or not newest.label.startswith(texts.BEFORE_RESTORE):
        return None
    try:
        return newest if workbook_file.ClosedFile(newest.file).content() == present else None
    except HostError:
        return None


def none(path: str | os.PathLike[str]) -> Outcome:
    """The refusal for a workbook without backups; it names those that the folder has instead."""
    told = [texts.NO_COPY.format(path=printable_path(path), folder=texts.BACKUP_FOLDER)]
    if names := workbook_file.others(workbook_file.ClosedFile(path).path)[:_NAMED]:
        quoted = ", ".join(f"« {printable_path(name)} »" for name in names)
        told.append(texts.COPIES_OF_OTHERS.format(names=quoted, path=printable_path(Path(path).parent / names[0])))
    return Outcome(REFUSED, " ".join(told))


def _state(path: Path) -> State | None:
    """None for a workbook that cannot be read."""
    try:
        snapshot = workbook_file.ClosedFile(path).read()
    except HostError:
        return None
    table = find_table(snapshot, schema.RESULTS, ("Ronde", "Table", "Motif"), Problems())
    numbers = [whole(line.text("Ronde")) or 0 for line in table.lines() if line.text("Motif")] if table else []
    drawn = [number for number in numbers if 0 <= number <= schema.MOST_ROUNDS]
    sheets: dict[str, object] = {name: grid for name, grid in snapshot.sheets.items() if name not in _DERIVED}
    settings = find_table(snapshot, schema.TOURNAMENT, schema.SETTINGS_COLUMNS, Problems())
    lines = settings.lines() if settings else ()  # the rest of the sheet is derived
    sheets[schema.TOURNAMENT] = [(line.text("Paramètre"), line.text("Valeur")) for line in lines]
    return State(max(drawn, default=0), sheets)


def changes(old: State, new: State) -> str:
    """What changed between two copies, in French: rounds first, then the sheets that differ."""
    parts = []
    if new.round > old.round:
        parts.append(texts.rounds_drawn(range(old.round + 1, new.round + 1)))
    elif new.round < old.round:
        parts.append(texts.rounds_undone(range(new.round + 1, old.round + 1)))
    sheets = dict.fromkeys([*new.sheets, *old.sheets])
    parts += [sheet for sheet in sheets if new.sheets.get(sheet) != old.sheets.get(sheet)]
    return ", ".join(parts) or texts.NO_CHANGE


def _shown_time(copy: workbook_file.Copy) -> str:
    """The time of a backup as people write it: "21/11/2026 14:05:33"."""
    day, hour = copy.time.split()
    return f"{'/'.join(reversed(day.split('-')))} {hour.replace('-', ':')}"
