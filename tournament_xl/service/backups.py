"""Backups of a workbook: list them with what has changed since each; restore one into the file or an open workbook."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import Notice
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import find_game
from tournament_xl.messages import ribbon as ribbon_texts
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage import new_file, timestamps, workbook_file
from tournament_xl.storage.backups import Backup, find_backups, list_workbooks_with_backups
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text, parse_int, to_cell_value
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.program_version import refuse_newer
from tournament_xl.workbook.snapshot import ExternalError, Grid, Snapshot, compute_edits, pad_to_cover
from tournament_xl.workbook.tables import Problems, find_table
from tournament_xl.workbook.working_copy import Outcome, build_refusal
from tournament_xl.xlsx import workbook_package

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess

_COMPUTED_SHEETS = set(schema.SHEETS) - set(schema.INPUT_SHEETS)  # nobody types into them
_MAX_OTHERS = 3  # other workbooks in a refusal


@dataclass(frozen=True, slots=True)
class State:
    """Content of a workbook as far as it matters for choosing a backup: what people typed, and the last drawn round."""

    round: int  # last drawn round; 0: none
    sheets: Mapping[str, object]  # content of all sheets but the computed ones; of Tournoi only its settings


@dataclass(frozen=True, slots=True)
class ListedBackup:
    """Backup of a workbook, as people choose it.

    Attributes:
        number: Its number, 1 for the newest.
        time: When it was made, "21/11/2026 14:05:33".
        label: What was about to be done, "avant appariement"; may be empty.
        round: Last drawn round, "aucune" without one, "" where the backup cannot be read.
        change: French: what has changed in the workbook since the backup, or why that is unknown.
        file: Path of the backup.
    """

    number: int
    time: str
    label: str
    round: str
    change: str
    file: Path

    @property
    def cells(self) -> tuple[str, ...]:
        """Row of a table with the columns of `workbook_files.COPIES_COLUMNS`."""
        return str(self.number), self.time, self.label, self.round, self.change


def list_backups(path: str | os.PathLike[str]) -> tuple[ListedBackup, ...]:
    """List the backups of a workbook, newest first, and read each; the workbook and backups may be damaged or missing.

    The newest backup is left out if a `restore` made it and was killed before it changed the workbook: it equals the
    workbook. A backup that another program makes during the call is listed and numbered too.

    Raises:
        ExternalError: The folder of the backups cannot be read.
    """
    file = workbook_file.ClosedFile(path)
    states: dict[Path, State | None] = {}
    backups = _choices(file)
    while any(backup.file not in states for backup in backups):
        states = {backup.file: states.get(backup.file) or _read_state(backup.file) for backup in backups}
        backups = _choices(file)
    present_state, listed = _read_state(file.path), []
    for number, backup in enumerate(backups, start=1):
        state = states[backup.file]
        change = describe_state_changes(state, present_state) if state and present_state else texts.STATE_UNKNOWN
        last = ("", texts.COPY_UNREADABLE) if state is None else (str(state.round or texts.NO_ROUND), change)
        listed.append(ListedBackup(number, _format_time(backup), printable_path(backup.label), *last, file=backup.file))
    return tuple(listed)


def list_backup_files(path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Return the files of the backups that `list_backups` lists, newest first, without reading what each contains.

    Raises:
        ExternalError: The folder of the backups cannot be read.
    """
    return tuple(backup.file for backup in _choices(workbook_file.ClosedFile(path)))


def restore_backup(path: str | os.PathLike[str], choice: str) -> Outcome:
    """Put a backup in the place of the workbook's file, whole, after a backup of the present state.

    A missing workbook is created again, without another backup. The backup of an earlier `restore` that was killed
    before it changed the workbook is deleted. The workbook's file may be missing or damaged. `choice` is the number of
    the backup in the list, or its time with or without the day, or its file name; unlike a number, time and name stay
    the same when another command makes a backup meanwhile.

    Returns:
        Outcome, which says what was restored; its notes say what the file lost when it was written. It is refused if
        the workbook has no backup, if no backup or more than one fits `choice`, or if the backup equals the workbook.

    Raises:
        ExternalError: The folder of the backups cannot be read, the backup is no sound workbook, or the workbook is
            open or cannot be written; everything is then unchanged.
    """
    file = workbook_file.ClosedFile(path)
    backups = _choices(file)
    if not backups:
        return build_refusal_without_backups(path)
    matches = [
        candidate
        for number, candidate in enumerate(backups, start=1)
        if choice in (str(number), candidate.file.name, shown_time := _format_time(candidate), shown_time.split()[1])
    ]
    if len(matches) != 1:
        return build_refusal(Notice("no_such_backup", {"copy": printable_path(choice)}))
    backup = matches[0]
    data = workbook_file.ClosedFile(backup.file).read_bytes()
    refuse_newer(workbook_package.parse_snapshot(backup.file, data))
    with suppress(FileFailure):  # it may be missing or damaged
        refuse_newer(file.read())
    message_fields = {"time": _format_time(backup), "label": printable_path(backup.label), "path": printable_path(path)}
    next_step = (texts.AFTER_RESTORE.format(file=printable_path(path)),)
    if not os.path.lexists(file.path):
        file.refuse_when_locked()
        new_file.write_new(file.path, data)
        return Outcome(DONE, texts.RESTORED_MISSING.format(**message_fields), next_step=next_step)
    label = f"{texts.BEFORE_RESTORE} de {backup.time[-8:]}"

    def put_back(present: bytes) -> bytes:
        """Return the backup's bytes; no other command writes meanwhile, so what a killed one left can be removed."""
        if leftover := _left_by_killed(find_backups(file.path), present):
            with suppress(OSError):
                leftover.file.unlink()
        return data

    copy_made = file.replace(put_back, stamp=timestamps.backup_stamp(label))
    if copy_made is None:
        return Outcome(REFUSED, texts.SAME_STATE.format(**message_fields))
    notice = Notice("restored", {"copy": printable_path(copy_made), **message_fields})
    return Outcome(DONE, notice_text(notice), warnings=file.lost, next_step=next_step)


def restore_into_open(workbook: WorkbookAccess, file: Path) -> Outcome:
    """Write the cells of a backup into an open workbook, after a backup of the open workbook.

    Only the game's own sheets that the backup has are restored. The organiser's own sheets, formats, and hidden rows
    and columns stay. The outcome is DONE with its edits written; without edits, and with a message that says so, if no
    cell differs.

    Raises:
        ExternalError: The backup or the workbook cannot be read or written.
    """
    current, restored = workbook.read(), workbook_file.ClosedFile(file).read()
    refuse_newer(current)
    known_sheets = set(find_game(restored).sheets) & restored.sheets.keys()
    grids = {name: _with_current_types(current.sheets.get(name, []), restored.sheets[name]) for name in known_sheets}
    edits = compute_edits(current, Snapshot(grids))
    message = ribbon_texts.PUT_BACK.format(name=file.name) if edits else ribbon_texts.SAME
    return workbook.write(Outcome(DONE, message, edits=edits), timestamps.backup_stamp(texts.BEFORE_RESTORE))


def _with_current_types(current: Grid, restored: Grid) -> Grid:
    """Return a backup's grid, whose numbers are texts, with the open workbook's value where both have the same text."""
    rows = []
    for index, line in enumerate(pad_to_cover(current, restored)):
        current_cells = [*current[index]] if index < len(current) else []
        cells = zip_longest(line, current_cells[: len(line)])
        rows.append(
            [
                current_value if cell_text(current_value) == cell_text(cell) else to_cell_value(cell_text(cell))
                for cell, current_value in cells
            ]
        )
    return rows


def _choices(file: workbook_file.ClosedFile) -> list[Backup]:
    """Return the backups to choose from, newest first.

    A backup that a killed `restore` left is no choice: it would shift the numbers.
    """
    backups = find_backups(file.path)
    with suppress(ExternalError):  # the workbook is missing or damaged: keep every backup
        if leftover := _left_by_killed(backups, file.read_bytes()):
            backups.remove(leftover)
    return backups[::-1]


def _left_by_killed(backups: Sequence[Backup], present: bytes) -> Backup | None:
    """Return the backup of a `restore` that was killed before it wrote the workbook: the two are equal."""
    newest = backups[-1] if backups else None
    if newest is None or not newest.before_restore:
        return None
    try:
        return newest if workbook_file.ClosedFile(newest.file).read_bytes() == present else None
    except ExternalError:
        return None


def build_refusal_without_backups(path: str | os.PathLike[str]) -> Outcome:
    """Build the refusal for a workbook without backups; it names up to three others with backups in the folder.

    Raises:
        ExternalError: The folder of the backups cannot be read.
    """
    others = ""
    if names := list_workbooks_with_backups(workbook_file.ClosedFile(path).path)[:_MAX_OTHERS]:
        quoted = ", ".join(f"« {printable_path(name)} »" for name in names)
        others = notice_text(Notice("backups_of_others", {"names": quoted}))
    return build_refusal(
        Notice("no_backup", {"path": printable_path(path), "folder": texts.BACKUP_FOLDER, "others": others})
    )


def _read_state(path: Path) -> State | None:
    """Read the state of a workbook; None if it cannot be read."""
    try:
        snapshot = workbook_file.ClosedFile(path).read()
    except ExternalError:
        return None
    table = find_table(snapshot, schema.RESULTS, ("Ronde", "Table", "Motif"), Problems())
    numbers = [parse_int(line.text("Ronde")) or 0 for line in table.lines() if line.text("Motif")] if table else []
    drawn_rounds = [number for number in numbers if 0 <= number <= schema.MOST_ROUNDS]
    sheets: dict[str, object] = {name: grid for name, grid in snapshot.sheets.items() if name not in _COMPUTED_SHEETS}
    settings = find_table(snapshot, schema.TOURNAMENT, schema.SETTINGS_COLUMNS, Problems())
    lines = settings.lines() if settings else ()  # the rest of the sheet is computed
    sheets[schema.TOURNAMENT] = [(line.text("Paramètre"), line.text("Valeur")) for line in lines]
    return State(max(drawn_rounds, default=0), sheets)


def describe_state_changes(before: State, after: State) -> str:
    """Describe in French what changed between two states: rounds drawn or undone, then names of sheets that differ.

    A sheet that only one state has counts as different, computed sheets do not count; without any difference the text
    says so.
    """
    parts = []
    if after.round > before.round:
        parts.append(texts.rounds_drawn(range(before.round + 1, after.round + 1)))
    elif after.round < before.round:
        parts.append(texts.rounds_undone(range(after.round + 1, before.round + 1)))
    sheets = dict.fromkeys([*after.sheets, *before.sheets])
    parts += [sheet for sheet in sheets if after.sheets.get(sheet) != before.sheets.get(sheet)]
    return ", ".join(parts) or texts.NO_CHANGE


def _format_time(copy: Backup) -> str:
    """Render the time of a backup as people write it: "21/11/2026 14:05:33"."""
    day, hour = copy.time.split()
    return f"{'/'.join(reversed(day.split('-')))} {hour.replace('-', ':')}"
