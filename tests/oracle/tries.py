"""Five changes on purpose, each in a copy of this tree: does the driver notice? `python -m tests.oracle.tries`.

| what is changed | what is to be noticed |
|---|---|
| the search for an opponent goes down before it goes up (C9) | pairs |
| differences of points end at 99 instead of 100 (C6) | Pdep |
| points of experience are one less (R5) | Cotes |
| missing results are reported at the last of their rows | a problem's cell |
| the winner's new cote has a point more in the register (R12) | published cotes |

An expression is found wherever it stands in the package; when it has been rewritten, its line here follows.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.oracle import install
from tests.oracle.__main__ import Result, play_federation, play_one
from tests.oracle.program import new_program, old_program

NEEDED = ("tournament_xl", "templates")  # of the tree
SHOWN = 3


class Try(NamedTuple):
    """A change, and where it must be noticed."""

    what: str
    before: str  # stands once in the package
    after: str
    tournaments: tuple[str, ...]  # one of them; none: the months of a federation


TRIES = (
    Try("a rule of pairing",
        "(range(normal - 1, 0, -1), range(normal + 1, len(free)))",
        "(range(normal + 1, len(free)), range(normal - 1, 0, -1))",
        ("02-club-15-f10-late", "07-classique-32-corrections", "63-open-nobody-again")),
    Try("a figure of the standings",
        "return max(-cap, min(cap, difference))", "return max(-cap, min(cap - 1, difference))", ("01-club-12-f50",)),
    Try("a rating figure",
        "return registered - place + 1", "return registered - place", ("01-club-12-f50",)),
    Try("a problem's cell",
        "rows[0].line.report(problems, rows[0].missing,", "rows[-1].line.report(problems, rows[-1].missing,",
        ("01-club-12-f50",)),
    Try("a published cote",
        "account.cote = account.cote, account.cote + line.gain.total",
        "account.cote = account.cote, account.cote + line.gain.total + (line.place == 1)", ()),
)  # fmt: skip


def attempt(change: Try) -> Result | None:
    """Play the old program against a changed copy; return the first result that differs."""
    with tempfile.TemporaryDirectory() as text:
        copy = Path(text).resolve() / "tree"
        for name in NEEDED:
            shutil.copytree(install.ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        _change(copy, change)
        both = old_program(), new_program(copy)
        try:
            results = (play_one(name, both) for name in change.tournaments)
            if not change.tournaments:
                results = iter([play_federation(0, both, months=2, tournaments=4, people=40, as_text=())])
            return next((result for result in results if result.found), None)
        finally:
            for program in both:
                program.end()


def _change(copy: Path, change: Try) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in copy.rglob("*.py")}
    places = [path for path, text in texts.items() if change.before in text]
    if len(places) != 1 or texts[places[0]].count(change.before) != 1:
        raise ValueError(f"{change.what}: {change.before!r} is in {len(places)} files, not once in one")
    places[0].write_text(texts[places[0]].replace(change.before, change.after), encoding="utf-8")


def main() -> int:
    """Try all; return 1 when one is not noticed."""
    unnoticed = 0
    for change in TRIES:
        result = attempt(change)
        unnoticed += result is None
        print(f"{change.what}: {'NOT NOTICED' if result is None else 'noticed'}", flush=True)
        if result and result.found:
            print(f"    {result.name}, act {result.found.number}: {result.found.act}")
            print("\n".join(f"    {line}" for line in result.found.lines[:SHOWN]), flush=True)
    print(f"{len(TRIES) - unnoticed} of {len(TRIES)} noticed")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main())
