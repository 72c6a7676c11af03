"""What is told of an error that no verb expects: an installation that is not whole, or a bug of ours.

A virus scanner takes a library or a template away, a processor is older than NumPy wants, a system is another than the
libraries were built for: no error of the program, and nothing that trying again would mend.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from tournament_xl import __version__
from tournament_xl.resources import MissingFileError
from tournament_xl.texts import cli as texts

_LONGEST = 200  # letters of a reason that are told


def fail(code: int, sentence: str) -> int:
    """Tell on standard error why a command ends with this exit code; the code."""
    if sys.stderr is not None:  # `print` would take None for standard output
        with suppress(OSError):
            print(sentence, file=sys.stderr, flush=True)
    return code


def sentence(error: BaseException) -> str:
    """What to tell of an error of the installation; "" for any other."""
    name = part_of(error)
    return texts.BROKEN.format(name=name, reason=" ".join(str(error).split())[:_LONGEST]) if name else ""


def part_of(error: BaseException) -> str | None:
    """The library whose import has failed, or the file that is missing; None for any other error.

    A library fails while its own module is run, with whatever exception.
    """
    import traceback

    if isinstance(error, MissingFileError):
        return error.name
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("tournament_xl"):
        return error.name.partition(".")[0]
    for frame, _ in traceback.walk_tb(error.__traceback__):
        name = str(frame.f_globals.get("__name__", ""))
        if frame.f_code.co_name == "<module>" and name and not name.startswith(("tournament_xl", "__main__")):
            return name.partition(".")[0]
    return None


def bug_sentence(error: Exception, files: str = "") -> str:
    """The French sentence for an exception that nobody expected; its traceback is written to the file it names.

    `files` names those that were written all the same.
    """
    import tempfile
    import traceback

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
