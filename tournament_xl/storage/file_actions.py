"""The verbs on a workbook file: create one, press on one, and whether it is older than its backups."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl import __version__
from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import Fact, Facts, Notice
from tournament_xl.core.resources import find_season_files, printable_path, resource_path
from tournament_xl.games.registry import SCRABBLE, decode
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage.phone_report_file import reports
from tournament_xl.storage.workbook_file import ClosedFile, Copy, copies, refuse_copy
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.history import read_history, share_a_past
from tournament_xl.workbook.snapshot import Cell, HostError, Snapshot, address, cell_text, difference
from tournament_xl.workbook.tables import Problem, Problems
from tournament_xl.workbook.working_copy import Outcome, require_valid
from tournament_xl.xlsx import workbook_package
from tournament_xl.xlsx.atomic_write import full, put, refusal, waiting

_DATE = re.compile(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d")  # as the journal has them
if TYPE_CHECKING:
    from tournament_xl.actions.check_report import CheckReport
    from tournament_xl.games.new_workbook import Finals
    from tournament_xl.players.player_lists import Registrations
    from tournament_xl.workbook.decoded import Workbook

Action = Callable[[Snapshot, str], Outcome]  # snapshot, date for the Journal -> outcome


def press(path: str | os.PathLike[str] | ClosedFile, action: Action, copy_label: str) -> Outcome:
    """Run an action on a workbook file and, where it is DONE, write what it gives; `label` names the backup ("avant
    ronde 3").

    HostError when the file cannot be read or written, is open elsewhere, or is a backup or the federation's copy; it is
    then as before.
    """
    file = path if isinstance(path, ClosedFile) else ClosedFile(path)
    file.refuse_when_open()  # what is typed there and not saved would not be seen
    snapshot, date = file.read(), journal_date()
    refuse_copy(file.path, snapshot)
    outcome = pressed(action, snapshot, date, file.path)
    if outcome.code == DONE:
        select = {sheet: address(row, column) for sheet, row, column in outcome.select}
        copy_label, was_signed = stamp(copy_label, date), file.signed
        file.write(outcome.edits, stamp=copy_label, unhide=outcome.unhide, select=select, looks=outcome.looks)
        write_warnings = (texts.UNSIGNED, *file.lost) if outcome.edits and was_signed else file.lost
        outcome = outcome._replace(warnings=(*write_warnings, *outcome.warnings))
    return outcome


def pressed(action: Action, snapshot: Snapshot, date: str, path: Path | None) -> Outcome:
    """What an action gives on the workbook at `path`, which reads as `snapshot`; a warning first when that is older.

    A press that writes keeps in the memory of which copy this was told.
    """
    newer_copy = _newer_copy(path, snapshot)
    find_season_files(path.parent if path else None)
    outcome = action(snapshot._replace(newer_copy=newer_copy.time if newer_copy else "", received=reports(path)), date)
    copy_warnings = (texts.OLDER.format(copy=printable_path(newer_copy.file.name)),) if newer_copy else ()
    return outcome._replace(warnings=(*copy_warnings, *outcome.warnings))


def older(path: Path, snapshot: Snapshot) -> str:
    """A sentence where another version of the workbook was put in its place; "" where none was, or it has been told."""
    newer_copy = _newer_copy(path, snapshot)
    return texts.OLDER.format(copy=printable_path(newer_copy.file.name)) if newer_copy else ""


def _newer_copy(path: Path | None, snapshot: Snapshot) -> Copy | None:
    """The newest copy beside the workbook, if its memory has lines of this tournament that the workbook's has not:
    another version was put in the workbook's place, by a cloud, a stick or a hand. It is told once.

    Each press that writes makes a copy, and a line in Mémoire of the same second: only a copy made after the last line
    is looked into. The one that `restore` made is known by its label.
    """
    newest_copy = None
    with suppress(HostError):  # where nobody may list them
        newest_copy = next(reversed(copies(path)), None) if path else None
    if newest_copy is None or newest_copy.label.startswith(texts.BEFORE_RESTORE):
        return None
    cells = (cell for row in snapshot.sheets.get(schema.MEMORY, ()) for cell in row if isinstance(cell, str))
    dates = [stamp("", cell)[:19] for cell in cells if _DATE.fullmatch(cell)]
    if not dates or newest_copy.time <= max(dates):
        return None
    history = read_history(snapshot, Problems())
    try:
        copy_history = read_history(ClosedFile(newest_copy.file).read(), Problems())
    except HostError:
        return None
    chains = {entry.chain for entry in history.entries}
    has_other_lines = bool(copy_history.entries) and copy_history.entries[-1].chain not in chains
    was_reported = Fact("copie", 0, newest_copy.time) in history.facts
    is_newer = has_other_lines and not was_reported and share_a_past(history.entries, copy_history.entries)
    return newest_copy if is_newer else None


def journal_date() -> str:
    """Now, as a press wants it: the Journal shows the minute and keeps the seconds."""
    return time.strftime("%d/%m/%Y %H:%M:%S")


def stamp(label: str, date: str = "") -> str:
    """What names a backup: the time, and what came next; `date` is that of its press, as `journal_date` gave it."""
    date_text = f"{date or journal_date()}:00"[:19]
    return f"{date_text[6:10]}-{date_text[3:5]}-{date_text[:2]} {date_text[11:].replace(':', '-')} {label}"


def read(path: str | os.PathLike[str]) -> Workbook:
    """A workbook file understood; Stop when there is something to mend, HostError when it cannot be read."""
    return require_valid(decode(ClosedFile(path).read()))


def check(path: str | os.PathLike[str]) -> CheckReport:
    """Check a workbook file, which may be open elsewhere: what is saved counts. HostError when it cannot be read."""
    from tournament_xl.actions.check import check  # a press wants none of it

    file = ClosedFile(path)
    report = check(snapshot := file.read())
    warning = older(file.path, snapshot)
    return replace(report, warnings=(warning, *report.warnings)) if warning else report


def create(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    players: Sequence[Mapping[str, str]] = (),
    *,
    date: str = "",
    game: str = SCRABBLE.name,
    rows: Sequence[Mapping[str, Cell]] = (),
    finals: Finals | None = None,
    new: Iterable[int] = (),
    world: Collection[int] = (),
    more_facts: Facts | None = None,
    find_place: Callable[[int, str], str] = lambda index, column: "",
) -> Outcome:
    """A new workbook from the game's template, settings by name, players by column; never over an existing file.

    One that ends in .xlsm has buttons, and in it the path of the program that they start.
    `rows`: of Résultats, by column, `finals`, and N° that are `new` to the world's list, in an import. `world`: the
    numbers of that list, where it was found. `kept`: further facts for the memory. `place`: where a list has the player
    `at`, by column of Joueurs.
    The seed for lots is filled in; `date` is for the Journal (default: now). HostError when the file exists or cannot
    be written; problems when a value given is not allowed.
    """
    import secrets  # none of these is wanted by a press

    from tournament_xl.games.new_workbook import fill_template
    from tournament_xl.xlsx import buttons

    target = full(path)
    if os.path.lexists(target):
        raise HostError(texts.EXISTS.format(path=printable_path(target)))
    with_buttons = target.suffix.lower() == ".xlsm"
    template = resource_path("templates", f"{game}.xlsm" if with_buttons else f"{game}.xlsx")
    package = workbook_package.read(template, template.read_bytes())
    empty_template = package.snapshot()
    all_settings = {"Graine": str(secrets.randbelow(900_000) + 100_000)} | dict(settings)
    filled_template = fill_template(
        decode(empty_template), all_settings, players, date=date or journal_date(), version=__version__, rows=rows, finals=finals,
        new=new, world=world, kept=more_facts or {},
    )  # fmt: skip
    outcome = workbook_actions.update(filled_template, "", quiet=True)
    if outcome.code == DONE:
        edits = difference(empty_template, workbook_actions.apply_outcome(filled_template, outcome))
        data = workbook_package.edit(target, package, edits, outcome.unhide, looks=outcome.looks).data
        write_new(target, buttons.with_program(data, buttons.program()) if with_buttons else data)
    template_workbook = decode(empty_template)
    header_row = template_workbook.players.table.header
    setting_by_row = {line.row: name for name, line in template_workbook.settings.lines.items()}

    def with_list_place(problem: Problem) -> Problem:
        """At its place in the list or in the options: the workbook, which was not made, cannot be opened there."""
        index = problem.row - header_row - 1
        title = cell_text(filled_template.cell(problem.sheet, header_row, problem.column))
        if problem.sheet == schema.PLAYERS and 0 <= index < len(players):
            return problem._replace(place=find_place(index, title))
        setting = setting_by_row.get(problem.row, "") if problem.sheet == schema.TOURNAMENT else ""
        return problem._replace(place=f"{setting}={settings[setting]}") if setting in settings else problem

    return outcome._replace(problems=tuple(map(with_list_place, outcome.problems)))


def create_for(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    registrations: Registrations,
    *,
    game: str,
    shown_path: str = "",
) -> Outcome:
    """A new workbook for those of a list, with what it says of the place where the `settings` do not; what there is to
    say of both. `shown`: the workbook's name in the message.
    """
    all_settings = {**registrations.table.settings, **settings}
    outcome = create(
        path, all_settings, registrations.players, game=game, world=registrations.world, find_place=registrations.place
    )
    if outcome.code != DONE:
        return outcome
    facts: dict[str, int | str] = {"file": shown_path or printable_path(path), "players": len(registrations.players)}
    message = notice_text(Notice("created_with" if registrations.players else "created", facts))
    return Outcome(DONE, message, warnings=tuple(registrations.warnings), status=outcome.status)


def write_new(target: Path, data: bytes) -> None:
    """Make a file: whole or not at all, never over another one. HostError when it is there or cannot be written."""
    with refusal(target, texts.NOT_CREATED), waiting(target, data) as temporary_file:
        if os.path.lexists(target):
            raise HostError(texts.EXISTS.format(path=printable_path(target)))
        put(temporary_file, target)
