"""A bug of ours: its details go to a file that the organiser can send, a sentence names it."""

from __future__ import annotations

import tempfile
import traceback
from contextlib import suppress

from tournament_xl import __version__
from tournament_xl.texts import cli as texts


def bug_sentence(error: Exception, files: str = "") -> str:
    """The French sentence for an exception that nobody expected; its traceback is written to the file it names.

    `files` names those that were written all the same.
    """
    name = ""
    with (
        suppress(OSError),  # no folder to write in
        tempfile.NamedTemporaryFile(
            "w", prefix="tournament-xl-erreur-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as log,
    ):
        name = log.name
        log.write(f"tournament_xl {__version__}\n{''.join(traceback.format_exception(error))}")
    sentence = (texts.BUG_LATE if files else texts.BUG).format(kind=type(error).__name__, files=files)
    return f"{sentence} {texts.BUG_LOG.format(log=name)}" if name else sentence
