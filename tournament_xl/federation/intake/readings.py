"""What is known of files from earlier builds: an unchanged file is not read again, an unchanged mail not opened again.

What was read counts for the same content, the same program and the same seasons; a tournament that was published is
what it was then, whatever the program.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import tournament_xl
from tournament_xl.federation.intake.containers import Part
from tournament_xl.federation.intake.facts import File
from tournament_xl.workbook.context import SeasonFile


class Readings:
    """Files as read before, by what they contain, and by the mail or archive in which they came."""

    def __init__(self, files: Iterable[tuple[File, bool]] = ()) -> None:
        """Take files as read, each with whether it would be read in the same way now."""
        self._files: dict[tuple[str, str], File] = {}
        self._contents: dict[str, list[File]] = defaultdict(list)
        outdated = set()
        for file, is_current in files:
            if file.sha256 and is_current and (file.played or not (file.mail or file.is_transient)):
                self._files[file.sha256, file.short_name] = file
            self._contents[file.within[0]].append(file)
            if not is_current or file.is_transient:
                outdated.add(file.within[0])
        for digest in {"", *outdated}:
            self._contents.pop(digest, None)

    def find_file(self, part: Part) -> File | None:
        """Return a workbook or table as read before; None if it must be read now. A sentence may name the file."""
        file = self._files.get((part.digest, File(part.name, "", None).short_name))
        return file and replace(file, name=part.name, mail=None, within=("", ""))

    def find_contents(self, part: Part) -> list[File] | None:
        """Return all that came in a mail or an archive, as read before; None if it must be opened now."""
        files = self._contents.get(part.digest)
        return files and [replace(file, name=f"{part.name}{file.within[1]}") for file in files]


def digest_reader(season_files: Sequence[SeasonFile]) -> str:
    """Return a SHA-256 over the sources of the program, its version and the seasons that are not built in."""
    package = Path(tournament_xl.__file__).parent
    sources = [path.read_bytes() for path in sorted(package.rglob("*")) if path.suffix in (".py", ".toml")]
    digest = hashlib.sha256(b"".join(sources))
    digest.update("".join([tournament_xl.__version__, *sorted(map(repr, season_files))]).encode())
    return digest.hexdigest()
