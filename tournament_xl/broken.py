"""An installation that is not whole, or not for this computer: what of it an error comes from.

A virus scanner takes a library or a template away, a processor is older than NumPy wants, a system is another than the
libraries were built for: no error of the program, and nothing that trying again would mend.
"""

from __future__ import annotations

import traceback

from tournament_xl.resources import MissingFileError
from tournament_xl.texts import cli as texts

_LONGEST = 200  # letters of a reason that are told


def sentence(error: BaseException) -> str:
    """What to tell of an error of the installation; "" for any other."""
    name = part_of(error)
    return texts.BROKEN.format(name=name, reason=" ".join(str(error).split())[:_LONGEST]) if name else ""


def part_of(error: BaseException) -> str | None:
    """The library whose import has failed, or the file that is missing; None for any other error.

    A library fails while its own module is run, with whatever exception.
    """
    if isinstance(error, MissingFileError):
        return error.name
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("tournament_xl"):
        return error.name.partition(".")[0]
    for frame, _ in traceback.walk_tb(error.__traceback__):
        name = str(frame.f_globals.get("__name__", ""))
        if frame.f_code.co_name == "<module>" and name and not name.startswith(("tournament_xl", "__main__")):
            return name.partition(".")[0]
    return None
