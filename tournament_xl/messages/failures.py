"""How a command ends: its exit codes, and what is told of an error that no verb expects: an installation that is not
whole, or a bug of ours.

A virus scanner takes a library or a template away, a system is another than the libraries were built for: no error of
the program, and nothing that trying again would mend.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from tournament_xl import __version__
from tournament_xl.core.resources import MissingFileError
from tournament_xl.messages import cli as texts
from tournament_xl.messages.forms import TERMINAL, said

DONE, REFUSED, USAGE, PROBLEMS, UNREADABLE, BUG = 0, 1, 2, 3, 5, 70  # exit codes of the contract
_LONGEST = 200  # letters of a reason that are told


def fail(code: int, sentence: str) -> int:
    """Tell on standard error why a command ends with this exit code; the code."""
    if sys.stderr is not None:  # `print` would take None for standard output
        with suppress(OSError):
            print(said(sentence, TERMINAL), file=sys.stderr, flush=True)
    return code


def sentence(error: BaseException) -> str:
    """What to tell of a library that does not load, or a file of ours that is missing; "" for any other error."""
    ours = (getattr(error, "name", None) or "").startswith("tournament_xl")
    if ours or not isinstance(error, ImportError | MissingFileError):
        return ""
    return texts.BROKEN.format(reason=" ".join(str(error).split())[:_LONGEST])


def bug_sentence(error: Exception) -> str:
    """The French sentence for an exception that nobody expected; its traceback is written to the file it names."""
    import tempfile
    import traceback

    told = texts.BUG.format(kind=type(error).__name__)
    with (
        suppress(OSError),  # no folder to write in
        tempfile.NamedTemporaryFile(
            "w", prefix="tournament-xl-erreur-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as log,
    ):
        log.write(f"tournament_xl {__version__}\n{''.join(traceback.format_exception(error))}")
        told += " " + texts.BUG_LOG.format(log=log.name)
    return told
