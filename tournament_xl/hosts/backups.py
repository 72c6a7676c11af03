"""Copies of a workbook beside it, in the folder Sauvegardes: made before each change, listed, pruned."""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from tournament_xl.book.snapshot import HostError, Snapshot
from tournament_xl.hosts.places import refusal, sweep, waiting
from tournament_xl.record import record
from tournament_xl.texts import hosts as texts
from tournament_xl.texts import send

FOLDER = texts.BACKUP_FOLDER
KEEP = 30  # copies kept of one workbook
_TIME = r"\d{4}-\d{2}-\d{2} \d{2}-\d{2}-\d{2}"
_FORBIDDEN = r'[<>:"/\\|?*\x00-\x1f\x7f]'  # in Windows file names


@record
class Copy:
    """One backup of a workbook, as its file's name tells."""

    file: Path
    time: str  # "2026-11-21 14-05-33", by the clock of that moment
    label: str  # what came next: "avant appariement"; may be empty


def keep_copy(path: Path, data: bytes, stamp: str) -> Path:
    """Write `data`, the workbook's present bytes, as `Sauvegardes/<stem> <stamp><ending>`; the copy's path.

    `stamp` begins with a time, "2026-11-21 14-05-33 avant ronde 3": its order is the copies' order. A copy is never
    overwritten: the next of the same name ends in " (2)". It has its name only when it is whole. Raises HostError, and
    leaves no partial copy, when that cannot be done.
    """
    folder = path.parent / FOLDER
    name = f"{path.stem} {file_stamp(stamp)}"
    with refusal(folder, texts.BACKUP_FAILED):
        folder.mkdir(exist_ok=True)
        sweep([path], folder)
        with waiting(path, data, path.stat() if path.exists() else None, folder) as waits:
            copy = free_name(folder, name, path.suffix)
            os.rename(waits, copy)
    return copy


def free_name(folder: Path, name: str, ending: str) -> Path:
    """The first of "name", "name (2)", "name (3)" … that no file has."""
    file, number = folder / f"{name}{ending}", 1
    while os.path.lexists(file):
        number += 1
        file = folder / f"{name} ({number}){ending}"
    return file


def copies(path: Path, now: str = "") -> list[Copy]:
    """The copies of the workbook at `path`, oldest first; other files are left out.

    `now` is the present time as in a stamp: copies that claim to be later were made before the clock was set back, so
    they count as older than all others.
    """
    stem, ending = re.escape(_composed(path.stem)), re.escape(path.suffix)
    ours = re.compile(rf"{stem} (?P<time>{_TIME})(?!.* {_TIME})(?: (?P<label>.*?))??(?: \((?P<number>\d+)\))?{ending}")
    found = []
    for file in _files(path):
        if (match := ours.fullmatch(_composed(file.name))) and file.is_file(follow_symlinks=False):
            made = file.stat().st_mtime_ns
            order = (not now or match["time"] <= now, match["time"], made, int(match["number"] or 1), file.name)
            found.append((order, Copy(Path(file.path), match["time"], match["label"] or "")))
    return [copy for _, copy in sorted(found, key=lambda one: one[0])]


def others(path: Path) -> list[str]:
    """The names of other workbooks whose copies lie there: that with the other ending first, then the latest copied."""
    name = re.compile(rf"(?P<stem>.+) (?P<time>{_TIME})(?: .*)?(?P<ending>\.xls[xm])", re.IGNORECASE)
    latest: dict[str, tuple[bool, str]] = {}
    for file in _files(path):
        if match := name.fullmatch(file.name):
            other = match["stem"] + match["ending"]
            latest[other] = max(latest.get(other, (False, "")), (match["stem"] == path.stem, match["time"]))
    latest.pop(path.name, None)
    return sorted(latest, key=lambda other: latest[other], reverse=True)


def _files(path: Path) -> list[os.DirEntry[str]]:
    """What the folder of copies has; nothing where it cannot be read."""
    with suppress(OSError), os.scandir(path.parent / FOLDER) as entries:
        return list(entries)
    return []


def _composed(name: str) -> str:
    """A name with each accent in its letter: macOS may list it in the other form than it was given."""
    return unicodedata.normalize("NFC", name)


def refuse_copy(path: Path, snapshot: Snapshot) -> None:
    """Raises HostError when the workbook at `path`, which reads as `snapshot`, is one of the copies, or that for the
    federation: what is done there is not done in the tournament.
    """
    if path.parent.name == FOLDER and re.search(rf" {_TIME}( |$)", path.stem):
        raise HostError(texts.IS_A_COPY.format(file=path.name, folder=FOLDER))
    if send.PAGE in snapshot.sheets and snapshot.cell(send.PAGE, 2, 1) == send.PAGE_SUBTITLE:
        raise HostError(texts.IS_SENT.format(file=path.name))


def prune(path: Path, stamp: str) -> None:
    """Remove the oldest copies of the workbook at `path` beyond `KEEP`; what cannot be removed stays."""
    for file in surplus(path, stamp):
        with suppress(OSError):
            file.unlink()


def surplus(path: Path, stamp: str, keep: int = KEEP) -> list[Path]:
    """The copies that are too many, `stamp` being that of the newest, which stays whatever the clock says."""
    return [copy.file for copy in copies(path, file_stamp(stamp)[:19])[:-keep]]


def file_stamp(stamp: str) -> str:
    """`stamp` as it stands in a file name: without what Windows does not allow. ValueError when it has no time."""
    safe = re.sub(_FORBIDDEN, "-", stamp).rstrip(" .")
    if not re.match(rf"{_TIME}(?: |$)", safe):
        raise ValueError(f"a stamp begins with a time like 2026-11-21 14-05-33: {stamp!r}")
    return safe
