"""Version of the program that wrote a workbook, and the refusal of a workbook that a newer one wrote.

It stands on the sheet Mémoire, in the column Version: above the title the version that made the workbook, below it the
one of each action. A workbook without any is of an earlier version.
"""

from __future__ import annotations

import re

from tournament_xl import __version__
from tournament_xl.core.exit_codes import PROBLEMS
from tournament_xl.core.normalization import normalize_label
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.schema import MEMORY, VERSION
from tournament_xl.workbook.snapshot import Draft, ExternalError, Snapshot
from tournament_xl.workbook.tables import HEADER_ROWS, Table

_VERSION = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})(?:\.([0-9]{1,6}))?(?:[-.+]?[a-z0-9][-.+a-z0-9]{0,40})?")
_TITLE = normalize_label(VERSION)


class NewerWorkbookError(ExternalError):
    """A newer version of the program wrote the workbook: this one does not use it."""

    code = PROBLEMS


def parse_version(text: str) -> tuple[int, int, int] | None:
    """Parse a version x.y.z, z being 0 where it is missing; None for a text that is none.

    A development build or release candidate ("0.2.0.dev3+g12ab", "0.2.0rc1") counts as its release.
    """
    match = _VERSION.fullmatch(text)
    return (int(match[1]), int(match[2]), int(match[3] or 0)) if match else None


def find_program_version(snapshot: Snapshot) -> str:
    """Return the newest version of the program that wrote into a workbook; "" if it records none."""
    grid = snapshot.sheets.get(MEMORY, ())
    for row in grid[:HEADER_ROWS]:
        for column, title in enumerate(row):
            if isinstance(title, str) and normalize_label(title) == _TITLE:
                written = {cell_text(cells[column]) for cells in grid if column < len(cells)}
                return max(filter(parse_version, written), key=lambda text: parse_version(text) or (), default="")
    return ""


def refuse_newer(snapshot: Snapshot) -> None:
    """Refuse a workbook that a newer version of the program wrote.

    Raises:
        NewerWorkbookError: It did; the sentence names both versions.
    """
    version = find_program_version(snapshot)
    if (parse_version(version) or ()) > (parse_version(__version__) or ()):
        raise NewerWorkbookError(texts.NEWER, theirs=version, ours=__version__)


def put_program_version(draft: Draft, memory: Table | None) -> None:
    """Put the version of this program above the title of the column Version of Mémoire, in a workbook that it makes."""
    if memory and VERSION in memory.columns:
        draft.put(MEMORY, memory.header - 1, memory.columns[VERSION], __version__)
