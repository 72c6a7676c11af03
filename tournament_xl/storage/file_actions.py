"""Actions on a workbook file: create one, run an action on it, compare it with its newest backup."""

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
from tournament_xl.core.resources import printable_path, remember_season_files, resource_path
from tournament_xl.games.registry import DEFAULT_GAME, GAMES, decode
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage.phone_report_file import reports
from tournament_xl.storage.workbook_file import Backup, ClosedFile, find_backups, refuse_backup
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.history import have_same_origin, read_history
from tournament_xl.workbook.snapshot import Cell, HostError, Snapshot, cell_address, cell_text, compute_edits
from tournament_xl.workbook.tables import Problem, Problems
from tournament_xl.workbook.working_copy import Outcome, require_valid
from tournament_xl.xlsx import workbook_package
from tournament_xl.xlsx.atomic_write import make_absolute, rename_into_place, translate_os_errors, write_temporary_file

_DATE = re.compile(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d")  # of a line in Mémoire
if TYPE_CHECKING:
    from tournament_xl.actions.check_report import CheckReport
    from tournament_xl.games.new_workbook import Finals
    from tournament_xl.players.player_lists import Registrations
    from tournament_xl.workbook.decoded import Workbook

Action = Callable[[Snapshot, str], Outcome]  # snapshot, date for the Journal -> outcome


def run_action_on_file(path: str | os.PathLike[str] | ClosedFile, action: Action, copy_label: str) -> Outcome:
    """Run an action on a workbook file and write its edits if it is DONE.

    Args:
        path: File of the workbook.
        action: Action to run.
        copy_label: Label of the backup: what comes next, such as "avant ronde 3".

    Returns:
        Outcome of the action, with warnings on what could not be written.

    Raises:
        HostError: The file cannot be read or written, is open elsewhere, or is a backup or the federation's copy. It is
            then unchanged.
    """
    file = path if isinstance(path, ClosedFile) else ClosedFile(path)
    file.refuse_when_open()  # unsaved input would be missed
    snapshot, date = file.read(), journal_date()
    refuse_backup(file.path, snapshot)
    outcome = run_action_on_snapshot(action, snapshot, date, file.path)
    if outcome.code == DONE:
        select = {sheet: cell_address(row, column) for sheet, row, column in outcome.select}
        copy_label, was_signed = backup_stamp(copy_label, date), file.signed
        file.write(outcome.edits, stamp=copy_label, unhide=outcome.unhide, select=select, looks=outcome.looks)
        write_warnings = (texts.UNSIGNED, *file.lost) if outcome.edits and was_signed else file.lost
        outcome = outcome._replace(warnings=(*write_warnings, *outcome.warnings))
    return outcome


def run_action_on_snapshot(action: Action, snapshot: Snapshot, date: str, path: Path | None) -> Outcome:
    """Run an action on a workbook that has been read.

    An action that writes records in the history which newer copy was reported.

    Args:
        action: Action to run.
        snapshot: Content of the workbook.
        date: Date for the Journal.
        path: File of the workbook; None without one.

    Returns:
        Outcome of the action; its first warning says so if a backup is newer than the workbook.
    """
    newer_copy = _newer_copy(path, snapshot)
    remember_season_files(path.parent if path else None)
    outcome = action(snapshot._replace(newer_copy=newer_copy.time if newer_copy else "", received=reports(path)), date)
    copy_warnings = (texts.OLDER.format(copy=printable_path(newer_copy.file.name)),) if newer_copy else ()
    return outcome._replace(warnings=(*copy_warnings, *outcome.warnings))


def newer_backup_warning(path: Path, snapshot: Snapshot) -> str:
    """Return the warning that a backup is newer than the workbook; "" if none is, or if it was reported before."""
    newer_copy = _newer_copy(path, snapshot)
    return texts.OLDER.format(copy=printable_path(newer_copy.file.name)) if newer_copy else ""


def _newer_copy(path: Path | None, snapshot: Snapshot) -> Backup | None:
    """Find the newest backup if its history has lines of this tournament that the workbook's history lacks.

    Then a cloud, a memory stick or a person has put an older version in the workbook's place. It is reported once.

    Each action that writes makes a backup, and a line in Mémoire of the same second: only a backup made after the last
    line is read. The label shows the backup that `restore` made.
    """
    newest_copy = None
    with suppress(HostError):  # the folder cannot be read
        newest_copy = next(reversed(find_backups(path)), None) if path else None
    if newest_copy is None or newest_copy.label.startswith(texts.BEFORE_RESTORE):
        return None
    cells = (cell for row in snapshot.sheets.get(schema.MEMORY, ()) for cell in row if isinstance(cell, str))
    dates = [backup_stamp("", cell)[:19] for cell in cells if _DATE.fullmatch(cell)]
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
    is_newer = has_other_lines and not was_reported and have_same_origin(history.entries, copy_history.entries)
    return newest_copy if is_newer else None


def journal_date() -> str:
    """Return the present time for an action: the Journal shows its minute and keeps its seconds."""
    return time.strftime("%d/%m/%Y %H:%M:%S")


def backup_stamp(label: str, date: str = "") -> str:
    """Build the name of a backup: a time, then what comes next.

    Args:
        label: What comes next, such as "avant ronde 3".
        date: Time as `journal_date` gives it; "" for now.
    """
    date_text = f"{date or journal_date()}:00"[:19]
    return f"{date_text[6:10]}-{date_text[3:5]}-{date_text[:2]} {date_text[11:].replace(':', '-')} {label}"


def decode_file(path: str | os.PathLike[str]) -> Workbook:
    """Read and decode a workbook file.

    Raises:
        ActionAborted: The workbook has problems.
        HostError: The file cannot be read.
    """
    return require_valid(decode(ClosedFile(path).read()))


def check_workbook(path: str | os.PathLike[str]) -> CheckReport:
    """Check a workbook file as it was saved last; it may be open elsewhere.

    Raises:
        HostError: The file cannot be read.
    """
    from tournament_xl.actions.check import check  # slow to load, not needed by other actions

    file = ClosedFile(path)
    report = check(snapshot := file.read())
    warning = newer_backup_warning(file.path, snapshot)
    return replace(report, warnings=(warning, *report.warnings)) if warning else report


def create_workbook(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    players: Sequence[Mapping[str, str]] = (),
    *,
    date: str = "",
    game: str = DEFAULT_GAME,
    rows: Sequence[Mapping[str, Cell]] = (),
    finals: Finals | None = None,
    new: Iterable[int] = (),
    world: Collection[int] = (),
    more_facts: Facts | None = None,
    find_place: Callable[[int, str], str] = lambda index, column: "",
) -> Outcome:
    """Create a workbook from the template of its game, never over an existing file.

    A workbook that ends in .xlsm has buttons, and in it the path of the program that they start. The seed for lots is
    drawn.

    Args:
        path: File to create.
        settings: Settings of Tournoi by name.
        players: Players by column of Joueurs.
        date: Date for the Journal; "" for now.
        game: Name of the game.
        rows: Imported rows of Résultats, by column.
        finals: Imported finals.
        new: N° of imported players that the world's list does not have.
        world: Numbers of the world's list; empty if it was not found.
        more_facts: Further facts for the history.
        find_place: Gives the place in a list of a player's cell, by his index in `players` and a column of Joueurs.

    Returns:
        Outcome, with a problem for each value that is not allowed, at its place in the list or in the settings.

    Raises:
        HostError: The file exists or cannot be written.
    """
    import secrets  # slow to load, not needed by other actions

    from tournament_xl.games.new_workbook import fill_template
    from tournament_xl.xlsx import buttons

    target = make_absolute(path)
    if os.path.lexists(target):
        raise HostError(texts.EXISTS.format(path=printable_path(target)))
    with_buttons = target.suffix.lower() == ".xlsm"
    template = resource_path("templates", f"{game}.xlsm" if with_buttons else f"{game}.xlsx")
    package = workbook_package.parse_workbook(template, template.read_bytes())
    empty_template = package.snapshot()
    all_settings = {"Graine": str(secrets.randbelow(900_000) + 100_000)} | dict(settings)
    filled_template = fill_template(
        decode(empty_template), all_settings, players, date=date or journal_date(), version=__version__, rows=rows,
        finals=finals, history_facts=GAMES[game].record_numbers(new, world) | dict(more_facts or {}),
    )  # fmt: skip
    outcome = workbook_actions.update(filled_template, "", quiet=True)
    if outcome.code == DONE:
        edits = compute_edits(empty_template, workbook_actions.apply_outcome(filled_template, outcome))
        data = workbook_package.edit_workbook(target, package, edits, outcome.unhide, layout_changes=outcome.looks).data
        write_new(target, buttons.write_program_path(data, buttons.find_program()) if with_buttons else data)
    template_workbook = decode(empty_template)
    header_row = template_workbook.players.table.header
    setting_by_row = {line.row: name for name, line in template_workbook.settings.lines.items()}

    def with_list_place(problem: Problem) -> Problem:
        """Give a problem its place in the list or the settings: the workbook that would have its cell was not made."""
        index = problem.row - header_row - 1
        title = cell_text(filled_template.cell(problem.sheet, header_row, problem.column))
        if problem.sheet == schema.PLAYERS and 0 <= index < len(players):
            return replace(problem, place=find_place(index, title))
        setting = setting_by_row.get(problem.row, "") if problem.sheet == schema.TOURNAMENT else ""
        return replace(problem, place=f"{setting}={settings[setting]}") if setting in settings else problem

    return outcome._replace(problems=tuple(map(with_list_place, outcome.problems)))


def create_from_list(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    registrations: Registrations,
    *,
    game: str,
    shown_path: str = "",
) -> Outcome:
    """Create a workbook for the players of a list.

    Args:
        path: File to create.
        settings: Settings of Tournoi by name; they override those that the list carries.
        registrations: Players of the list.
        game: Name of the game.
        shown_path: Name of the workbook in the message; "" for its path.

    Returns:
        Outcome, with the warnings of the list.

    Raises:
        HostError: The file exists or cannot be written.
    """
    all_settings = {**registrations.table.settings, **settings}
    outcome = create_workbook(
        path, all_settings, registrations.players, game=game, world=registrations.world, find_place=registrations.place
    )
    if outcome.code != DONE:
        return outcome
    facts: dict[str, int | str] = {"file": shown_path or printable_path(path), "players": len(registrations.players)}
    message = notice_text(Notice("created_with" if registrations.players else "created", facts))
    return Outcome(DONE, message, warnings=tuple(registrations.warnings), status=outcome.status)


def write_new(target: Path, data: bytes) -> None:
    """Write a new file, whole or not at all.

    Raises:
        HostError: The file exists or cannot be written.
    """
    with translate_os_errors(target, texts.NOT_CREATED), write_temporary_file(target, data) as temporary_file:
        if os.path.lexists(target):
            raise HostError(texts.EXISTS.format(path=printable_path(target)))
        rename_into_place(temporary_file, target, data)
