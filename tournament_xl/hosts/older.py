"""A workbook that does not know its copies: another version was put there, by a program, a cloud or a hand ([ours]).

Its Journal goes back with it, so nothing in it contradicts anything. Each press that writes makes a copy and a line in
the Journal of the same second: a copy without its line was made for a press that this workbook does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

from tournament_xl.hosts import backups, closed
from tournament_xl.press import Outcome
from tournament_xl.texts import cli, repair, restore, send
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook import journal, labels
from tournament_xl.workbook.grid import Line, Problems, find_table, number, whole
from tournament_xl.workbook.snapshot import HostError, Snapshot, cell_text

_TYPED = (labels.PLAYERS, labels.RESULTS, labels.FINALS, labels.TABLES)  # where something could be missing
_EPOCH = datetime(1899, 12, 30)
_CLOCKS = timedelta(hours=26)  # that a clock may be set back (a day, morning for evening), or two clocks differ
_READ = 8  # copies of this tournament that are looked into: less than a second
_STAMP = "%Y-%m-%d %H-%M-%S"  # of a copy


def pressed(action: Callable[[Snapshot, str], Outcome], snapshot: Snapshot, date: str, path: Path | None) -> Outcome:
    """What an action gives on the workbook at `path`, which reads as `snapshot`; a warning first when that is older.

    A press that writes keeps in the Journal of which copies this was told: each is told once. A command to be typed
    has the workbook's name.
    """
    copies = unknown_copies(path, snapshot)
    outcome = action(replace(snapshot, copies=tuple(copy.time for copy in copies)), date)
    if path:
        outcome = replace(outcome, message=outcome.message.replace(cli.A_WORKBOOK, f'"{path}"'))
    return replace(outcome, warnings=(_text(copies), *outcome.warnings)) if copies else outcome


def word(path: Path | None, snapshot: Snapshot) -> str:
    """That warning; "" when there is nothing to tell."""
    copies = unknown_copies(path, snapshot)
    return _text(copies) if copies else ""


def _text(copies: Sequence[backups.Copy]) -> str:
    return texts.OLDER.format(copy=copies[0].file.name)


def unknown_copies(path: Path | None, snapshot: Snapshot) -> list[backups.Copy]:
    """The newest copies, newest first, that were made for presses of which this workbook has no line, nor told any.

    What was put back on purpose (`restore`) counts as known, with all before it. Neither the order of the clocks' times
    nor when a copy came into the folder matters. The workbook with the other ending is the same tournament: `repair`
    made one of the other. Of what was left for a copy that `restore` put back, the file is that copy's.
    """
    lines = set(_moments(snapshot))
    if path is None or not path.name or (not lines and _journal(snapshot)):
        return []
    begun = min(lines, default=_EPOCH + _CLOCKS) - _CLOCKS
    told = {one for line in _journal(snapshot) for one in _parts(line).get("copies", "").split(",")}
    no_press = {backups.nameable(label) for label in (cli.BACKUPS["type"], send.BACKUP_LABEL)}
    unknown: list[backups.Copy] = []
    readings = backups.Readings()
    endings = {path.suffix, *closed.ENDINGS, *map(str.upper, closed.ENDINGS)}  # .XLSX, too
    both = [copy for ending in endings for copy in backups.copies(path.with_suffix(ending))]
    both.sort(key=lambda one: one.time, reverse=True)
    for copy in both:
        with suppress(ValueError):
            moment = datetime.strptime(copy.time, _STAMP)
            if moment < begun or _put_back(copy, lines, snapshot, both, readings):
                break
            if not (moment in lines or copy.time in told or copy.label in no_press):
                unknown.append(copy)
    found, own = [], 0
    for at, one in enumerate(unknown):
        copy = replace(one, file=(_chosen(one, both) or one).file)
        readable = readings.allow(copy)
        missed = _may_be_missed(copy, lines, snapshot) if readable else at < _READ
        found += [copy] if missed else []
        own += missed is not None
        if own == _READ:
            break
    return found


def _chosen(copy: backups.Copy, all_: Iterable[backups.Copy]) -> backups.Copy | None:
    """The copy that was put back when this one was made, whose hour its label has; None when there is none."""
    label, _, hour = copy.label.partition(backups.nameable(restore.OF_COPY))
    if label != backups.nameable(restore.BACKUP_LABEL) or not hour:
        return None
    return next((one for one in all_ if one.time < copy.time and one.time.endswith(f" {hour}")), None)


def _put_back(
    copy: backups.Copy,
    lines: AbstractSet[datetime],
    snapshot: Snapshot,
    all_: Iterable[backups.Copy],
    readings: backups.Readings,
) -> bool:
    """Whether a copy was made by a `restore` that gave this workbook, with these moments of lines, as far as can be
    told: every line is there of the copy that was put back, and where no press has followed what was typed in it. What
    was left then, and what was made of that since, has the lines of this copy, too.
    """
    if not copy.label.startswith(backups.nameable(restore.BACKUP_LABEL)):
        return False
    chosen = _chosen(copy, all_)
    if chosen is None or not readings.allow(copy, chosen):
        return True
    try:
        before, restored = (closed.ClosedFile(one.file).read() for one in (copy, chosen))
    except HostError:
        return True
    left, given = set(_moments(before)), set(_moments(restored))
    if lines >= left and not left <= given:
        return False
    return lines >= given and not (lines == given and _has_more(restored, snapshot, empty=True))


def _may_be_missed(copy: backups.Copy, lines: AbstractSet[datetime], snapshot: Snapshot) -> bool | None:
    """Whether a copy has what this workbook lacks; None when it is of another tournament, as the first line of both
    tells.

    It has nothing more where the workbook is what a press was taken back from, or was put back from that copy. What
    `repair` copied had no press behind it: what was typed over since is no loss.
    """
    try:
        other = closed.ClosedFile(copy.file).read()
    except HostError:
        return True
    began = [
        {line.text("Détail") for line in _journal(one) if line.text("Action") == journal.CREATED}
        for one in (snapshot, other)
    ]
    if all(began) and not began[0] & began[1]:
        return None
    repaired = copy.label == backups.nameable(repair.BACKUP_LABEL)
    if repaired and not lines <= set(_moments(other)):
        return False
    return _has_more(other, snapshot, empty=repaired)


def _has_more(other: Snapshot, snapshot: Snapshot, *, empty: bool) -> bool:
    """Whether another version has something typed that this one has otherwise, or, with `empty`, has nothing of."""
    cells = (
        (cell_text(cell), cell_text(snapshot.cell(sheet, row, column)))
        for sheet in _TYPED
        for row, cells in enumerate(other.sheets.get(sheet, ()), start=1)
        for column, cell in enumerate(cells, start=1)
    )
    settings = _settings(snapshot)
    chosen = ((value, settings.get(name, "")) for name, value in _settings(other).items())
    return any(there and (not here if empty else there != here) for there, here in chain(chosen, cells))


def _settings(snapshot: Snapshot) -> dict[str, str]:
    """The settings of Tournoi as typed, by name."""
    table = find_table(snapshot, labels.TOURNAMENT, labels.SETTINGS_COLUMNS, Problems())
    return {line.text("Paramètre"): line.text("Valeur") for line in table.lines()} if table else {}


def _parts(line: Line) -> dict[str, str]:
    return journal.read_detail(line.text("Détail"))


def _journal(snapshot: Snapshot) -> list[Line]:
    table = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], Problems())
    return list(table.lines()) if table else []


def _moments(snapshot: Snapshot) -> Iterator[datetime]:
    """When the lines of the Journal were written, as far as they tell; a spreadsheet may have made numbers of them.

    Of a line without seconds (older versions) all seconds of its minute count.
    """
    for line in _journal(snapshot):
        text, known = line.text("Date"), whole(_parts(line).get("s", ""))
        with suppress(ValueError, OverflowError):
            serial = number(text)
            minute = _EPOCH + timedelta(days=serial) if serial else datetime.strptime(text[:16], "%d/%m/%Y %H:%M")
            minute = (minute + timedelta(seconds=1)).replace(second=0, microsecond=0)  # of a number: nearly a minute
            for second in range(60) if known is None else [known]:
                if (moment := minute + timedelta(seconds=second)) > _EPOCH:  # what others write for "no date" is year 1
                    yield moment
