"""Context of a decoding: a history, and an earlier decoding of the workbook."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import History


class DecodeContext(NamedTuple):
    """What a decoding uses besides the cells of its snapshot; it reads nothing from anywhere else."""

    history: History | None = None  # history to use; None: that of the sheet Mémoire
    previous: Workbook | None = None  # decoded workbook of which the snapshot is a draft; unchanged sheets are reused


EMPTY_CONTEXT = DecodeContext()
