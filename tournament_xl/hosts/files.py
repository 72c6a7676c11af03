"""The verbs on a workbook file: create one, press on one."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl import __version__, actions
from tournament_xl.files import xlsx
from tournament_xl.hosts import older
from tournament_xl.hosts.backups import refuse_copy, refuse_long_name, set_mode, sweep, temporary, why
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, put
from tournament_xl.press import DONE, TO_THE_MINUTE, Outcome, understood
from tournament_xl.record import replace
from tournament_xl.resources import resource
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.games import decode
from tournament_xl.workbook.snapshot import Cell, HostError, Snapshot, address, difference

SCRABBLE, OTHELLO = "scrabble", "othello"  # names of the templates
MANY = 128  # players in a list beyond which `new` warns: no tournament is that large
if TYPE_CHECKING:
    from tournament_xl.check.report import Report
    from tournament_xl.workbook.create import AnyFinals
    from tournament_xl.workbook.decoded import Decoded
    from tournament_xl.workbook.othello.decoded import Decoded as Othello

Action = Callable[[Snapshot, str], Outcome]  # snapshot, date for the Journal -> outcome


def press(path: str | os.PathLike[str], action: Action, label: str) -> Outcome:
    """Run an action on a workbook file and write what it gives; `label` names the backup ("avant ronde 3").

    HostError when the file cannot be read or written; it is then as before.
    """
    book = ClosedFile(path)
    book.refuse_when_open()  # what is typed there and not saved would not be seen
    snapshot, date = book.read(), journal_date()
    refuse_copy(book.path, snapshot)
    outcome = older.pressed(action, snapshot, date, book.path)
    if outcome.code == DONE:
        select = {sheet: address(row, column) for sheet, row, column in outcome.select}
        book.write(
            outcome.edits, stamp=stamp(label, date), reveal=outcome.reveal, select=select, looks=outcome.looks
        )  # fmt: skip
    return outcome


def journal_date() -> str:
    """Now, as a press wants it: the Journal shows the minute and keeps the seconds."""
    return f"{datetime.now():%d/%m/%Y %H:%M:%S}"


def stamp(label: str, date: str = "") -> str:
    """What names a backup: the time, and what came next; `date` is that of its press, as `journal_date` gave it."""
    form = "%d/%m/%Y %H:%M:%S" if len(date) > TO_THE_MINUTE else "%d/%m/%Y %H:%M"
    moment = datetime.strptime(date, form) if date else datetime.now()
    return f"{moment:%Y-%m-%d %H-%M-%S} {label}"


def read(path: str | os.PathLike[str]) -> Decoded | Othello | Outcome:
    """A workbook file understood, or the outcome that tells its problems."""
    found: Decoded | Othello | Outcome = understood(decode(ClosedFile(path).read()))
    return found


def check(path: str | os.PathLike[str]) -> Report:
    """Check a workbook file, which may be open elsewhere: what is saved counts. HostError when it cannot be read."""
    from tournament_xl.check import check  # a press wants none of it

    book = ClosedFile(path)
    report = check(snapshot := book.read())
    told = older.word(book.path, snapshot)
    return replace(report, warnings=(told, *report.warnings)) if told else report


def create(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    players: Sequence[Mapping[str, str]] = (),
    *,
    date: str = "",
    game: str = SCRABBLE,
    rows: Sequence[Mapping[str, Cell]] = (),
    finals: AnyFinals | None = None,
    new: Iterable[int] = (),
    world: Collection[int] = (),
) -> Outcome:
    """A new workbook from the game's template, settings by name, players by column; never over an existing file.

    One that ends in .xlsm has buttons, and in it the path of the program that they start.
    `rows`: of Résultats, by column, `finals`, and N° that are `new` to the world's list, in an import. `world`: the
    numbers of that list, where it was found.
    The seed for lots is filled in; `date` is for the Journal (default: now). HostError when the file exists, cannot
    be written or has a name too long for its copies; problems when a value given is not allowed.
    """
    import secrets  # none of these is wanted by a press

    from tournament_xl.hosts import buttons
    from tournament_xl.workbook.create import fill_template

    target = Path(os.path.abspath(full(path)))
    if os.path.lexists(target):
        raise HostError(texts.EXISTS.format(path=target))
    refuse_long_name(target)
    with_buttons = target.suffix.lower() == ".xlsm"
    template = resource("templates", f"{game}.xlsm" if with_buttons else f"{game}.xlsx")
    data = template.read_bytes()
    empty = xlsx.load(template, data)
    decoded = decode(empty)
    assert not isinstance(decoded, list), "the template is tested to have every sheet and column"
    chosen = {"Graine": str(secrets.randbelow(900_000) + 100_000)} | dict(settings)
    filled = fill_template(
        decoded, chosen, players, date=date or journal_date(), version=__version__, rows=rows, finals=finals, new=new,
        world=world,
    )  # fmt: skip
    outcome = actions.refresh(filled)
    if outcome.code == DONE:
        edits = difference(empty, actions.after(filled, outcome))
        saved, _ = xlsx.edit(target, data, edits, outcome.reveal, looks=outcome.looks)
        write_new(target, buttons.with_program(saved, buttons.program()) if with_buttons else saved)
    return outcome


def write_new(target: Path, data: bytes) -> None:
    """The file appears whole or not at all, and never over another one."""
    sweep(target)
    try:
        handle, name = temporary(target.parent, target)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            set_mode(name, 0o666 & ~_umask())
            if os.path.lexists(target):
                raise HostError(texts.EXISTS.format(path=target))
            put(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        reason, _ = why(error, "")
        raise HostError(texts.NOT_CREATED.format(path=target, reason=reason)) from error


def _umask() -> int:
    """The process's mask for new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
