"""Workbooks to damage: one of each state and formula, always the same bytes; lists of players, result files beside."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests import books
from tournament_xl.hosts import files

NAMES = (
    "registered.xlsx", "drawn.xlsx", "played.xlsx", "finished.xlsm", "robin.xlsx", "double.xlsx", "many.xlsx",
    "open.xlsx",
    "othello.xlsx",
)  # fmt: skip


def build(folder: Path) -> list[Path]:
    """Make the workbooks in `folder`; their paths."""
    files.journal_date = lambda: "21/11/2026 14:00"
    files.stamp = lambda label, *_: f"2026-11-21 14-00-00 {label}"
    made = {name: folder / "made" / name for name in NAMES}
    books.create(folder / "made", 8, name="registered.xlsx")
    books.pair(books.create(folder / "made", 9, name="drawn.xlsx"))
    books.simulate(books.create(folder / "made", 13, "--edition", "F10", name="played.xlsx"), 3)
    books.run("simulate", books.create(folder / "made", 17, name="finished.xlsm"), "--forfaits", "0.1")
    books.simulate(books.create(folder / "made", 5, formula="toutes-rondes", name="robin.xlsx"), 2)
    games = ("--set", "Manches gagnantes=2")
    books.simulate(books.create(folder / "made", 4, *games, formula="double-toutes-rondes", name="double.xlsx"), 2)
    books.run("simulate", books.create(folder / "made", 33, name="many.xlsx"), "--rounds", "4", "--absences", "0.05")
    books.run("simulate", books.create(folder / "made", 12, formula="open", name="open.xlsx"), "--rounds", "6")
    books.run("simulate", books.create(folder / "made", 9, formula="othello", name="othello.xlsx"), "--rounds", "3")
    _result_file(folder, "suisse.ELO", 9, "Formule=Suisse")
    _result_file(folder, "toutes-rondes.ELO", 6, "Formule=Toutes-rondes")
    for path in made.values():
        shutil.move(path, folder / path.name)
    shutil.rmtree(folder / "made")
    for sample in sorted(books.SAMPLES.glob("*")):
        if sample.suffix in (".csv", ".txt"):
            shutil.copy(sample, folder / sample.name)
    return sorted(folder.iterdir())


def _result_file(folder: Path, name: str, count: int, formula: str) -> None:
    book = books.create(folder / "made", count, "--set", formula, formula="othello", name=f"{Path(name).stem}.xlsx")
    books.run("simulate", book)
    books.run("send", book, "--to", folder / "made" / "envoi")
    (made,) = (folder / "made" / "envoi").rglob("*.ELO")
    shutil.move(made, folder / name)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
