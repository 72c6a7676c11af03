"""`export`: the tables of a workbook as CSV files, or Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from tournament_xl.book.guarded import french_csv
from tournament_xl.book.snapshot import HostError
from tournament_xl.exports import tables
from tournament_xl.exports.tables import Decoded, NotYetError, Table
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, write_together
from tournament_xl.press import DONE, Outcome
from tournament_xl.texts import exports as texts

Maker = Callable[[Decoded], Table]
TABLES: dict[str, Maker] = {
    texts.PLAYERS: tables.players, texts.GAMES: tables.games, texts.STANDINGS: tables.standings,
    texts.GRID: tables.crosstable, texts.RATINGS: tables.ratings, texts.JOURNAL: tables.journal,
}  # name of the file -> what is in it  # fmt: skip


def export(path: str | os.PathLike[str], folder: str | None = None, *, parquet: bool = False) -> Outcome:
    """Write the tables of a workbook into a folder, beside it without one; all of them or none.

    Ratings only once the tournament is over. HostError when the workbook cannot be read or a file not written.
    """
    decoded = files.read(path)
    if isinstance(decoded, Outcome):
        return decoded
    source = ClosedFile(path).path
    beside = source.parent / texts.FOLDER.format(stem=source.stem)
    target = full(folder) if folder is not None else beside
    ending = "parquet" if parquet else "csv"
    made = dict(_made(decoded))
    contents = {
        target / f"{name}.{ending}": _parquet(table) if parquet else french_csv(table.lines())
        for name, table in made.items()
    }
    write_together(contents)
    return Outcome(DONE, texts.DONE.format(count=len(made), folder=target, names=", ".join(made)))


def _made(decoded: Decoded) -> Iterator[tuple[str, Table]]:
    for name, maker in TABLES.items():
        try:
            yield name, maker(decoded)
        except NotYetError:
            continue


def _parquet(table: Table) -> bytes:
    import io

    try:
        from tournament_xl.frames import framed

        written = io.BytesIO()
        framed(table).to_parquet(written, index=False)
    except ImportError as error:
        raise HostError(texts.NO_PARQUET) from error
    return written.getvalue()
