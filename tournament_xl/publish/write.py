"""A publication put into its folder: the state first, in a subfolder of its own name; then the pages that lead to it.

A folder is ours by a small file that lists what is published. Each entry page is replaced in one step and names a state
that is whole; the state before stays for those who look at it, older ones go.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts.places import alone, refusal, write_together
from tournament_xl.ordinary import read_ordinary
from tournament_xl.publish.pages import STATE
from tournament_xl.texts import publish as texts

MARK = "publication.json"  # names us, and lists the files
_STATES = "etat-"
_MOST_MARK = 10_000_000  # bytes


def write(folder: Path, files: Mapping[str, bytes], hidden: Collection[int] = (), *, initials: bool = False) -> bool:
    """Publish these files; whether anything changed. HostError when the folder is somebody else's or cannot be written.

    `hidden`: the public numbers of those without a name; a state that names one of them goes at once.

    Killed at any moment, each entry page is the old or the new one, and all that it leads to is there.
    """
    with alone(folder.parent):
        return _write(folder, files, set(hidden), initials=initials)


def with_initials(folder: Path) -> bool:
    """Whether the publication that is there has initials for names (--sans-noms)."""
    try:
        return bool((former(folder) or {}).get("initials"))
    except HostError:
        return False


def _write(folder: Path, files: Mapping[str, bytes], hidden: set[int], *, initials: bool) -> bool:
    mark_before = former(folder)
    listed = [str(name) for name in (mark_before or {}).get("files", ())]
    named = hidden - set((mark_before or {}).get("hidden", ()))  # in the state before
    mark = json.dumps(
        {"program": "tournament_xl", "files": sorted(files), "hidden": sorted(hidden), "initials": initials}, indent=1
    ).encode()
    state = next(name.split("/")[0] for name in files if name.startswith(_STATES))
    target = folder / state
    if all(_same(folder / name, content) for name, content in (*files.items(), (MARK, mark))):
        _tidy(folder, {state} if named else {name for name in os.listdir(folder) if name.startswith(_STATES)})
        return False
    with refusal(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if mark_before is None:
        write_together({folder / MARK: mark})
    inside = {name.split("/")[1]: content for name, content in files.items() if "/" in name}
    if not all(_same(target / name, content) for name, content in inside.items()):
        with refusal(target):
            fresh = folder / f"~{state}"
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir()
            for name, content in inside.items():
                (fresh / name).write_bytes(content)
            shutil.rmtree(target, ignore_errors=True)  # damaged by another hand
            os.rename(fresh, target)
    entries = {folder / name: content for name, content in files.items() if "/" not in name}
    last = [folder / "index.html", folder / "ecran.html", folder / STATE]  # those that there are
    write_together({path: entries[path] for path in sorted(entries, key=last.__contains__)} | {folder / MARK: mark})
    _tidy(folder, {state, *(name.split("/")[0] for name in listed if not named)})
    return True


def former(folder: Path) -> dict[str, Any] | None:
    """What the publication that is there says of itself; None for an empty or new folder. HostError for another's."""
    with refusal(folder):
        there = sorted(os.listdir(folder)) if os.path.lexists(folder) else []
    if not there:
        return None
    try:
        mark = json.loads(read_ordinary(folder / MARK, _MOST_MARK))
        if mark["program"] == "tournament_xl" and isinstance(mark["files"], list):
            return dict(mark)
    except (OSError, ValueError, TypeError, KeyError):
        if all(name.startswith("~") for name in there):  # what a press left that was killed before it began
            return None
    raise HostError(texts.NOT_OURS.format(folder=folder))


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


def _tidy(folder: Path, kept: set[str]) -> None:
    """Remove the states, finished or not, but those that are `kept`: in these somebody may be reading."""
    for path in folder.iterdir():
        if path.name.removeprefix("~").startswith(_STATES) and path.name not in kept and not path.is_symlink():
            with suppress(OSError):
                shutil.rmtree(path)
