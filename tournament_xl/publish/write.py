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
from tournament_xl.resources import read_ordinary
from tournament_xl.texts import publish as texts

MARK = "publication.json"  # names us, lists the files, the state and the one before
_STATES = "etat-"
_MOST_MARK = 10_000_000  # bytes


def write(folder: Path, files: Mapping[str, bytes], hidden: Collection[int] = (), *, initials: bool = False) -> bool:
    """Publish these files, in their order; whether anything changed. HostError when the folder is somebody else's or
    cannot be written.

    `hidden`: the public numbers of those without a name; a state that names one of them goes at once.

    Killed at any moment, each entry page is the old or the new one, and all that it leads to is there.
    """
    with alone(folder.parent):
        before = former(folder)
        had = before or {}
        state = next(name.split("/")[0] for name in files if name.startswith(_STATES))
        earlier = [str(name) for name in had.get("states", ()) if name != state][:1]
        states = [state] if set(hidden) - set(had.get("hidden", ())) else [state, *earlier]
        mark = {"program": "tournament_xl", "files": sorted(files), "states": states, "hidden": sorted(hidden),
                "initials": initials}  # fmt: skip
        wanted = {**files, MARK: json.dumps(mark, indent=1).encode()}
        changed = not all(_same(folder / name, content) for name, content in wanted.items())
        if changed:
            with refusal(folder):
                folder.mkdir(parents=True, exist_ok=True)
            if before is None:
                write_together({folder / MARK: wanted[MARK]})
            _write_state(folder, state, {name.split("/")[1]: data for name, data in files.items() if "/" in name})
            write_together({folder / name: content for name, content in wanted.items() if "/" not in name})
        _tidy(folder, states)
        return changed


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


def _write_state(folder: Path, state: str, files: Mapping[str, bytes]) -> None:
    """The subfolder of a state, whole from the first moment."""
    target, fresh = folder / state, folder / f"~{state}"
    if all(_same(target / name, content) for name, content in files.items()):
        return
    with refusal(target):
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        shutil.rmtree(target, ignore_errors=True)  # damaged by another hand
        os.rename(fresh, target)


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


def _tidy(folder: Path, kept: Collection[str]) -> None:
    """Remove what a killed press left, and the states but those that are `kept`: in these somebody may be reading."""
    for path in folder.iterdir():
        if path.name.removeprefix("~").startswith(_STATES) and path.name not in kept and not path.is_symlink():
            with suppress(OSError):
                shutil.rmtree(path)
