"""Lock files that Excel and LibreOffice put next to a workbook while they have it open."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.messages import workbook_files as texts


class Lock(NamedTuple):
    """A lock file: a program has the workbook open, or crashed with it open."""

    program: str  # "Excel", "LibreOffice", with its user if known: "Excel par Zoé"
    file: Path  # the lock file itself


def find_lock(path: Path) -> Lock | None:
    """Find the lock file next to the workbook at `path`, readable or not; None if there is none.

    Of two lock files LibreOffice's is returned: LibreOffice may write one like Excel's too, Excel only its own.
    """
    for program, name, user_in in (
        ("LibreOffice", f".~lock.{path.name}#", _libreoffice_user),
        ("Excel", f"~${path.name}", _excel_user),
    ):
        file = path.parent / name
        if os.path.lexists(file):
            user = ""
            with suppress(OSError):  # Excel on Windows lets nobody else read it
                user = "".join(filter(str.isprintable, user_in(read_regular_file(file, 4096)))).strip()
            return Lock(texts.USED_BY.format(program=printable_path(program), user=user) if user else program, file)
    return None


def _libreoffice_user(data: bytes) -> str:
    """Parse `name,login,computer,date,profile;`: a backslash precedes commas, the name may be empty."""
    parts = re.split(r"(?<!\\),", data.decode("utf-8", "replace"))
    return next((part for part in parts[:2] if part.strip()), "").replace("\\", "")


def _excel_user(data: bytes) -> str:
    """Parse the 165 bytes of Excel's lock file: from byte 55 a length, then the name in UTF-16."""
    return data[57 : 57 + 2 * data[55]].decode("utf-16-le", "replace") if len(data) > 57 and data[55] <= 52 else ""
