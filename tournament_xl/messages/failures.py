"""Ends of a command: its exit codes, and messages on errors that no command expects.

Such an error is an incomplete installation, which trying again would not mend (a virus scanner removed a library or a
template, or libraries were built for another system), or a bug of the program.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from tournament_xl import __version__
from tournament_xl.core.resources import MissingFileError
from tournament_xl.messages import cli as texts

DONE, REFUSED, USAGE, PROBLEMS, UNREADABLE, BUG = 0, 1, 2, 3, 5, 70  # exit codes of the contract
_LONGEST = 200  # letters of a reason that are told


def fail(code: int, sentence: str) -> int:
    """Print a sentence on the standard error stream, if it can be written to, and return `code`; nothing is raised."""
    if sys.stderr is not None:  # `print` would take None for standard output
        with suppress(OSError):
            print(sentence, file=sys.stderr, flush=True)
    return code


def installation_sentence(error: BaseException) -> str:
    """Return the French sentence on an incomplete installation: a library or a file of it is missing.

    "" for any other error, also for a missing module of the program: that is a bug.
    """
    is_own_module = (getattr(error, "name", None) or "").startswith("tournament_xl")
    if is_own_module or not isinstance(error, ImportError | MissingFileError):
        return ""
    return texts.BROKEN.format(reason=" ".join(str(error).split())[:_LONGEST])


def bug_sentence(error: Exception, *, is_shown: bool = False) -> str:
    """Return the French sentence on a bug, and write its traceback to a temporary file that the sentence names.

    With `is_shown` the front end shows the traceback, and no file is written; where none can be written, none is named.
    """
    import tempfile
    import traceback

    message = texts.BUG.format(kind=type(error).__name__)
    if is_shown:
        return f"{message} {texts.BUG_TEXT}"
    with (
        suppress(OSError),  # no folder to write in
        tempfile.NamedTemporaryFile(
            "w", prefix="tournament-xl-erreur-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as log,
    ):
        log.write(f"tournament_xl {__version__}\n{''.join(traceback.format_exception(error))}")
        message += " " + texts.BUG_LOG.format(log=log.name)
    return message
