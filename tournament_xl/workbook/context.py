"""Context of a decoding: what is known besides the cells of a workbook."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import History


class DecodeContext(NamedTuple):
    """Knowledge besides the cells; nothing that a decoding reads comes from anywhere else."""

    history: History | None = None  # history to use; None: that of the sheet Mémoire
    previous: Workbook | None = None  # decoded workbook of which the snapshot is a draft; unchanged sheets are reused


EMPTY_CONTEXT = DecodeContext()
