"""The verb `restore`: the backups of a workbook, what has changed since each, and one of them put back."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from tournament_xl.book import labels
from tournament_xl.book.grid import MOST_ROUNDS, Problems, find_table, whole
from tournament_xl.book.snapshot import HostError, Snapshot, cell_text
from tournament_xl.files import xlsx
from tournament_xl.hosts import backups, closed, files
from tournament_xl.press import DONE, REFUSED, Outcome
from tournament_xl.record import record
from tournament_xl.texts import hosts
from tournament_xl.texts import restore as texts

_DERIVED = set(labels.SCRABBLE_SHEETS) - set(labels.FACTS)  # sheets that nobody types into
_NAMED = 3  # workbooks


@record
class State:
    """What stands in a workbook, as far as it matters for choosing one."""

    round: int  # the last drawn one; 0: none
    rows: Mapping[str, Counter[tuple[str, ...]]]  # sheet -> its filled rows; Tournoi: the settings that have a value


@record
class Backup:
    """One line of the list."""

    number: int  # 1 is the newest
    time: str  # as people write it
    label: str  # what came next: "avant appariement"
    round: int | None  # the last drawn one, 0 before the first; None: it cannot be read, or was not
    changes: str  # what has changed since, in French


def listed(path: str | os.PathLike[str]) -> list[Backup]:
    """The backups of a workbook, newest first. The workbook itself may be damaged or gone, a backup too.

    Only the thirty newest are compared with it: it would take too long otherwise.
    """
    book = closed.ClosedFile(path)
    present = _state(book.path)
    return [_line(number, copy, present) for number, copy in enumerate(_newest_first(book.path), start=1)]


def restore(path: str | os.PathLike[str], number: int) -> Outcome:
    """Put the backup of this number back, after a copy of the present state.

    HostError when the backup or the workbook cannot be read or written; everything is then as before.
    """
    book = closed.ClosedFile(path)
    copies = _newest_first(book.path)
    if not copies:
        return none(path)
    if not 1 <= number <= len(copies):
        return Outcome(REFUSED, texts.NO_SUCH_COPY.format(number=number, file=path))
    chosen = copies[number - 1]
    data = closed.ClosedFile(chosen.file).content()
    xlsx.load(chosen.file, data)
    told = {"time": _shown_time(chosen), "label": chosen.label, "path": path}
    if not os.path.lexists(book.path):
        book.refuse_when_locked()
        files.write_new(book.path, data)
        return Outcome(DONE, texts.DONE_MISSING.format(**told), status=texts.NEXT.format(file=path))
    before, after = _state(book.path), _state(chosen.file)
    kept = book.replace(lambda _: data, stamp=files.stamp(f"{texts.BACKUP_LABEL}{texts.OF_COPY}{chosen.time[-8:]}"))
    if kept is None:
        return Outcome(REFUSED, texts.SAME.format(**told))
    alike = texts.ALIKE if before and after and changes(after, before) == texts.NO_CHANGE else ""
    return Outcome(DONE, texts.DONE.format(copy=kept, **told) + alike, status=texts.NEXT.format(file=path))


def none(path: str | os.PathLike[str]) -> Outcome:
    """The refusal for a workbook without backups; it names those that the folder has instead."""
    told = [texts.NONE.format(path=path, folder=hosts.BACKUP_FOLDER)]
    if names := backups.others(closed.ClosedFile(path).path):
        told.append(_elsewhere(texts.OTHERS, path, names))
    return Outcome(REFUSED, " ".join(told))


def besides(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """What to know beside a workbook's backups: others were made when its name had the other ending."""
    book = closed.ClosedFile(path).path
    names = [name for name in backups.others(book) if Path(name).stem == book.stem]
    return (_elsewhere(texts.OTHER_ENDING, path, names),) if names else ()


def _elsewhere(sentence: str, path: str | os.PathLike[str], names: list[str]) -> str:
    shown = ", ".join(f"« {name} »" for name in names[:_NAMED])
    more = texts.AND_OTHERS.format(names=shown) if len(names) > _NAMED else shown
    return sentence.format(names=more, path=Path(path).parent / names[0])


def _newest_first(path: Path) -> list[backups.Copy]:
    return backups.copies(path, files.stamp("")[:19])[::-1]


def _line(number: int, copy: backups.Copy, present: State | None) -> Backup:
    time = _shown_time(copy)
    if number > backups.KEEP:
        return Backup(number, time, copy.label, None, texts.NOT_COMPARED)
    state = _state(copy.file)
    if state is None:
        return Backup(number, time, copy.label, None, texts.UNREADABLE)
    changed = texts.UNKNOWN if present is None else changes(state, present)
    return Backup(number, time, copy.label, state.round, changed)


def _state(path: Path) -> State | None:
    try:
        snapshot = closed.ClosedFile(path).read()
    except HostError:
        return None
    table = find_table(snapshot, labels.RESULTS, ("Ronde", "Table", "Motif"), Problems())
    numbers = [whole(line.text("Ronde")) or 0 for line in table.lines() if line.text("Motif")] if table else []
    drawn = [number for number in numbers if 0 <= number <= MOST_ROUNDS]
    rows = {sheet: _rows(snapshot, sheet) for sheet in snapshot.sheets if sheet not in _DERIVED}
    return State(max(drawn, default=0), rows)


def _rows(snapshot: Snapshot, sheet: str) -> Counter[tuple[str, ...]]:
    """The filled rows of a sheet; of Tournoi the settings, since the rest of it is derived."""
    if sheet == labels.TOURNAMENT:
        table = find_table(snapshot, sheet, labels.SETTINGS_COLUMNS, Problems())
        lines = table.lines() if table else ()
        return Counter((line.text("Paramètre"), line.text("Valeur")) for line in lines if line.text("Valeur"))
    texts_of_rows = (tuple(map(cell_text, row)) for row in snapshot.sheets[sheet])
    return Counter(row for row in texts_of_rows if any(row))


def changes(old: State, new: State) -> str:
    """What has changed from one state to the other, in French: rounds, then rows of each sheet."""
    parts = []
    if new.round > old.round:
        parts.append(texts.rounds_drawn(range(old.round + 1, new.round + 1)))
    elif new.round < old.round:
        parts.append(texts.rounds_undone(range(new.round + 1, old.round + 1)))
    for sheet in dict.fromkeys([*new.rows, *old.rows]):
        before, after = old.rows.get(sheet, Counter()), new.rows.get(sheet, Counter())
        if count := max((before - after).total(), (after - before).total()):
            parts.append(texts.ROWS_CHANGED.format(sheet=sheet, count=count))
    return ", ".join(parts) or texts.NO_CHANGE


def _shown_time(copy: backups.Copy) -> str:
    """The time of a backup as people write it: "21/11/2026 14:05:33"."""
    day, hour = copy.time.split()
    return f"{'/'.join(reversed(day.split('-')))} {hour.replace('-', ':')}"
