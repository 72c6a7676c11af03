"""A bug of ours: its details go to a file that the organiser can send, a sentence names it."""

from __future__ import annotations

import tempfile
import traceback

from tournament_xl import __version__
from tournament_xl.texts import cli as texts


def bug_sentence(error: Exception) -> str:
    """The French sentence for an exception that nobody expected; its traceback is written to the file it names."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="tournament-xl-erreur-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
    ) as log:
        log.write(f"tournament_xl {__version__}\n{''.join(traceback.format_exception(error))}")
    return texts.BUG.format(kind=type(error).__name__, log=log.name)
