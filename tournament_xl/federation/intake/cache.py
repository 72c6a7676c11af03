"""Cache of what was read: an unchanged file is not read again, an unchanged mail or archive not opened again.

It is a file next to the publication that may be deleted at any time. What it holds counts only for the same content,
the same program and the same seasons.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import tournament_xl
from tournament_xl.core import text_limits
from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.intake.containers import Contents, Part
from tournament_xl.federation.intake.facts import File, Mail
from tournament_xl.federation.intake.file_records import read_file_record, to_json
from tournament_xl.federation.intake.kinds import MAILS, Kind
from tournament_xl.workbook.context import SeasonFile
from tournament_xl.workbook.snapshot import ExternalError, Json
from tournament_xl.xlsx.atomic_write import has_replaceable_file, write_together

FORMAT = "tournament-xl federation build: lectures"


class ReadingCache:
    """Files and containers (mails, archives) as read before; keeps for the next build only what this one uses."""

    def __init__(self, content: bytes = b"", season_files: Sequence[SeasonFile] = ()) -> None:
        """Load what an earlier build kept.

        Args:
            content: Content of the file; anything but a cache of this program and these seasons counts as empty.
            season_files: Files of seasons that are not built in.
        """
        self.program = _digest_program(season_files)
        self._earlier: dict[str, Json] = {}
        self._current: dict[str, Json] = {}
        try:
            mark, program, entries = json.loads(content)
            if (mark, program) == (FORMAT, self.program):
                self._earlier = dict(entries)
        except (ValueError, TypeError):
            pass

    def find_file(self, part: Part) -> File | None:
        """Return a workbook or table as read before, and keep it for the next build; None if it must be read now."""
        key = _file_key(part)
        try:
            file = replace(read_file_record(self._earlier[key]), name=part.name)
        except (KeyError, ValueError, TypeError):
            return None
        self._current[key] = self._earlier[key]
        return file

    def find_contents(self, part: Part) -> Contents | None:
        """Return what a mail or an archive holds, and keep it for the next build; None if it must be opened now.

        Nothing is copied, so the paths of the parts are empty; `find_file` gives what was read of each. If the cache
        lacks one of the parts, the result is None.
        """
        key = _container_key(part)
        try:
            parts, left_out = self._earlier[key]
            contents = Contents(
                tuple(
                    Part(Path(), f"{part.name}{label}", Kind(kind), digest, None if mail is None else Mail(*mail))
                    for label, kind, digest, mail in parts
                ),
                tuple(_renamed(read_file_record(record), "", part.name) for record in left_out),
            )
        except (KeyError, ValueError, TypeError):
            return None
        if not all(_file_key(inner) in self._earlier for inner in contents.parts):
            return None
        self._current[key] = self._earlier[key]
        return contents

    def add_file(self, part: Part, file: File) -> None:
        """Keep a file as read for the next build.

        Nothing is kept if the part has no digest, if the file was changed meanwhile, or if its reading failed only for
        the moment.
        """
        if part.digest and file.sha256 == part.digest and not file.is_transient:
            self._current[_file_key(part)] = to_json(file)

    def add_contents(self, part: Part, contents: Contents) -> None:
        """Keep what a container holds for the next build.

        Nothing is kept if the part has no digest, if a part failed for the moment, or if mails are still to be opened.
        """
        is_complete = not any(file.is_transient for file in contents.files)
        if part.digest and is_complete and not any(inner.kind in MAILS for inner in contents.parts):
            labels = [
                (inner.name.removeprefix(part.name), inner.kind, inner.digest, inner.mail) for inner in contents.parts
            ]
            left_out = [_renamed(file, part.name, "") for file in contents.files]
            self._current[_container_key(part)] = [labels, left_out]

    def render(self) -> bytes:
        """Render the content of the file: all that this build found or added, in an order that never varies."""
        entries = [FORMAT, self.program, dict(sorted(self._current.items()))]
        return json.dumps(entries, separators=(",", ":"), default=to_json).encode()


def read_cache(path: Path, season_files: Sequence[SeasonFile]) -> ReadingCache:
    """Read a cache; it is empty if the file is missing, unreadable, or of another program or other seasons.

    Args:
        path: Path of its file.
        season_files: Files of seasons that are not built in.
    """
    return ReadingCache(_content(path, text_limits.CACHE_BYTES), season_files)


def write_cache(path: Path, cache: ReadingCache) -> None:
    """Write a cache, but never over a file that is no cache; a failure is ignored, the next build reads all again."""
    start = json.dumps([FORMAT])[:-1].encode()
    with suppress(ExternalError):
        if not has_replaceable_file(path) or _content(path, len(start)) == start:
            write_together({path: cache.render()})


def _content(path: Path, limit: int) -> bytes:
    try:
        return read_regular_file(path, limit)
    except OSError:
        return b""


def _digest_program(season_files: Sequence[SeasonFile]) -> str:
    """Return a SHA-256 over the sources of the program, its version and the seasons that are not built in."""
    package = Path(tournament_xl.__file__).parent
    sources = [path.read_bytes() for path in sorted(package.rglob("*")) if path.suffix in (".py", ".toml")]
    digest = hashlib.sha256(b"".join(sources))
    digest.update("".join([tournament_xl.__version__, *sorted(map(repr, season_files))]).encode())
    return digest.hexdigest()


def _file_key(part: Part) -> str:
    """Return the key of a file; a sentence about it may name it, so its name belongs to it."""
    return f"{part.digest} {File(part.name, '', None).short_name}"


def _container_key(part: Part) -> str:
    return f"{part.digest} {part.kind}"


def _renamed(file: File, old: str, new: str) -> File:
    return replace(file, name=new + file.name.removeprefix(old))
