"""The tables of a tournament as rows, columns named as on the sheets: for CSV files, pandas, functions of cells.

Figures are those of the sheets, made by the functions that write these.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tournament_xl import press
from tournament_xl.book import labels
from tournament_xl.book.grid import Line
from tournament_xl.book.grid import number as read_number
from tournament_xl.book.guarded import french_csv
from tournament_xl.book.snapshot import Cell, HostError, Snapshot
from tournament_xl.book.workbook import Workbook
from tournament_xl.exits import DONE
from tournament_xl.games import decode, is_othello, of
from tournament_xl.games.scrabble.decode import Decoded as Scrabble
from tournament_xl.games.scrabble.ratings import rated, value_of
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.excel_cells import cell
from tournament_xl.hosts.places import full, write_together
from tournament_xl.model import Match
from tournament_xl.press import Outcome
from tournament_xl.resources import legible, resource
from tournament_xl.rules.othello.model import Game
from tournament_xl.texts import exports as texts

if TYPE_CHECKING:
    import pandas

NUMBERS = ("N°", "Cote", "Rang initial", "Ronde")  # columns of the sheets that are typed in
_TOLD = 3  # problems in one message
_Range = Sequence[Sequence[Any]]


class Table(NamedTuple):
    """A table: its columns in order, and rows that may lack some."""

    columns: Sequence[str]
    rows: Sequence[dict[str, Cell]]

    def lines(self) -> Iterator[list[Cell]]:
        """The names of the columns, then each row."""
        yield list(self.columns)
        for row in self.rows:
            yield [row.get(name) for name in self.columns]


class NotYetError(Exception):
    """The round is not played, or the tournament not over; the text is a French sentence."""


def players(decoded: Workbook) -> Table:
    """Joueurs as typed, a row a player, in the order of the sheet; N° also where it is yet to be written."""
    numbers = {line.row: number for number, line in decoded.lines.items()}
    rows = [_typed(line) | {"N°": numbers.get(line.row)} for line, _ in decoded.players.rows]
    return Table([*decoded.players.table.columns], rows)


def journal(decoded: Workbook) -> Table:
    """Journal: each press and change."""
    return Table([*decoded.journal.columns], [_typed(line) for line in decoded.journal.lines()])


def _typed(line: Line) -> dict[str, Cell]:
    """The cells of a row; numbers where the column holds numbers."""
    return {
        name: _count(value) if name in NUMBERS and (value := read_number(text)) is not None else text or None
        for name in line.table.columns
        if (text := line.text(name)) is not None
    }


def _count(number: float | None) -> Cell:
    return int(number) if number is not None and float(number).is_integer() else number


def standings(decoded: Workbook, after: int | None = None) -> Table:
    """Classement after a round (None: the last complete one), names in full."""
    return standings_after(decoded, _round(decoded, after))


def standings_after(decoded: Workbook, after: int) -> Table:
    """Classement after any drawn round; where results are missing, as far as it goes."""
    before = decoded.ranked(after - 1) if after > 1 else []
    rows = of(decoded).standings_rows(decoded, decoded.ranked(after), before, after, decoded.full_names())
    return Table((*decoded.columns[labels.STANDINGS], labels.MOVE_COLUMN), rows)


def crosstable(decoded: Workbook, after: int | None = None) -> Table:
    """Grille after a round (None: the last complete one), names in full."""
    after = _round(decoded, after)
    rows, further = of(decoded).grid_rows(decoded, decoded.ranked(after), after, decoded.full_names())
    return Table((*decoded.columns[labels.GRID], *further), rows)


def ratings(decoded: Workbook, *, provisional: bool = False) -> Table:
    """Cotes with their working; before the end only if `provisional`, as if the tournament ended now."""
    if not isinstance(decoded, Scrabble):
        raise NotYetError(texts.NO_RATINGS)
    from tournament_xl.games.scrabble.ratings import rating_row

    tournament = decoded.tournament
    played, rounds = tournament.played, tournament.settings.rounds or 0
    if not played or not (provisional or (played == rounds and decoded.formula.still_to_play(tournament) is None)):
        raise NotYetError(texts.NOT_RATED.format(played=played, rounds=rounds))
    lines = rated(decoded).lines
    rows = [rating_row(line) | {labels.CHANGE_COLUMN: value_of(line.gain.total)} for line in lines]
    return Table((*decoded.columns[labels.RATINGS], labels.CHANGE_COLUMN), rows)


def _round(decoded: Workbook, after: int | None) -> int:
    played = decoded.tournament.played
    if after is not None and not 0 <= after <= played:
        raise NotYetError(texts.NO_ROUND.format(after=after, played=played))
    return played if after is None else after


# Games


def games(decoded: Workbook) -> Table:
    """Two rows a game, one for each player; one where a player met X or BIP.

    Of a match of several games, PM stands in the row of its first game, Pdep in each; sums are those of Classement.
    """
    return Table(texts.GAMES_COLUMNS[decoded.game], [*_games(decoded)])


def _games(decoded: Workbook) -> Iterator[dict[str, Cell]]:
    names = decoded.full_names()
    cotes = {player.number: player.cote for player in decoded.tournament.players}
    match: Any  # a Match or a Game
    for number, matches in enumerate(decoded.tournament.rounds, start=1):
        for match in matches:
            for who in filter(None, match.sides):  # X and BIP are 0
                other = match.opponent(who)
                gave, got = match.gave(who), match.gave(other)
                row: dict[str, Cell] = {
                    "Ronde": number, "Table": match.table or None, "N°": who, "Joueur": names[who],
                    "Adversaire": names[other], "N° adverse": other or None, "Cote": _count(cotes[who]),
                    "Cote adverse": _count(cotes.get(other)),
                    "Forfait": texts.BOTH if gave and got else texts.GAVE if gave else texts.GOT if got else "",
                }  # fmt: skip
                if decoded.game == "othello":
                    yield row | _of_game(decoded, match, who, number)
                else:
                    yield from (row | further for further in _of_match(decoded, match, who))


def _of_match(decoded: Workbook, match: Match, who: int) -> Iterator[dict[str, Cell]]:
    """A row for each game of a match; one without games, or of a forfeit."""
    from tournament_xl.rules.scrabble.scoring import CAP, EDITIONS, tallies

    row: dict[str, Cell] = {}
    if match.complete:
        tally = tallies(match, EDITIONS[decoded.tournament.settings.edition].forfeit)[match.sides.index(who)]
        row = {"Résultat": tally.outcome, "PM": tally.pm, "Pdep": tally.pdep}
    if not match.games:
        yield row
    several = len(match.games) > 1 and match.complete and not match.forfeits
    for at, scores in enumerate(match.games, start=1):
        own, other = scores if who == match.one else scores[::-1]
        pdep = {"Pdep": max(-CAP, min(CAP, own - other))} if several else {}
        yield row | {"Score": own, "Score adverse": other, "Manche": at} | pdep
        row = {key: value for key, value in row.items() if key == "Résultat"}  # PM, and a forfeit's Pdep, count once


def _of_game(decoded: Workbook, game: Game, who: int, number: int) -> dict[str, Cell]:
    from tournament_xl.games.othello.encode import exact
    from tournament_xl.rules.othello.results import WIN, entry

    settings, black = decoded.tournament.settings, who == game.black
    own, other = (game.discs_black, game.discs_white)[:: 1 if black else -1]
    row: dict[str, Cell] = {
        "Score": _count(own), "Score adverse": _count(other), "Fin": game.end,
        "Couleur": "" if game.bye else texts.BLACK if black else texts.WHITE,
    }  # fmt: skip
    if game.complete:
        line = entry(game, who, number, settings.bye_discs, settings.bye_half_points)
        row["Résultat"] = {WIN: "G", 1: "N", 0: "P"}[line.half_points]
        row |= {"Points": line.half_points / 2, "Pions": exact(line.discs)}
    return row


# Files


TABLES = {
    texts.PLAYERS: players, texts.GAMES: games, texts.STANDINGS: standings, texts.GRID: crosstable,
    texts.RATINGS: ratings, texts.JOURNAL: journal,
}  # name of the file -> what is in it  # fmt: skip


def export(path: str | os.PathLike[str], folder: str | None = None, *, parquet: bool = False) -> Outcome:
    """Write the tables of a workbook as CSV or Parquet into a folder, beside it without one; all of them or none.

    Ratings only once the tournament is over. HostError when the workbook cannot be read or a file not written.
    """
    decoded = files.read(path)
    source = ClosedFile(path).path
    beside = source.parent / texts.FOLDER.format(stem=source.stem)
    target = full(folder) if folder is not None else beside
    contents: dict[Path, bytes] = {}
    for name, maker in TABLES.items():
        try:
            table = maker(decoded)
        except NotYetError:
            continue
        ending, content = ("parquet", _parquet(table)) if parquet else ("csv", french_csv(table.lines()))
        contents[target / f"{name}.{ending}"] = content
    write_together(contents)
    names = ", ".join(legible(file.stem) for file in contents)
    return Outcome(DONE, texts.DONE.format(count=len(contents), folder=legible(target), names=names))


def _parquet(table: Table) -> bytes:
    import io

    written = io.BytesIO()
    try:
        framed(table).to_parquet(written, index=False)
    except ImportError as error:
        raise HostError(texts.NO_PARQUET) from error
    return written.getvalue()


def framed(table: Table) -> pandas.DataFrame:
    """A table as a DataFrame with nullable types. ImportError where pandas is missing."""
    frame = load_pandas().DataFrame(list(table.lines())[1:], columns=list(table.columns))
    return frame.convert_dtypes()


def load_pandas() -> Any:
    """The module, with a French sentence where it is missing."""
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ImportError(texts.NO_PANDAS) from error
    return pandas


# Cells


def understood(players: _Range, results: _Range, settings: _Range | None = None) -> Workbook:
    """The tournament of the sheets Joueurs and Résultats, headers included, all else as in a new workbook; `settings`:
    of the sheet Tournoi, whole. ValueError with the first problems, in French.
    """
    given = {labels.PLAYERS: players, labels.RESULTS: results} | ({labels.TOURNAMENT: settings} if settings else {})
    typed = {name: [[cell(value) for value in row] for row in area] for name, area in given.items()}
    game = "othello" if is_othello(Snapshot(typed)) else "scrabble"
    empty = ClosedFile(resource("templates", f"{game}.xlsx")).read()
    try:
        found: Workbook = press.understood(decode(Snapshot({**empty.sheets, **typed})))
    except press.Stop as stop:
        raise ValueError(" ".join(map(str, stop.outcome.problems[:_TOLD]))) from None
    return found


def spilled(table: Table) -> list[list[Any]]:
    """Header and rows for Excel, which spills them over the cells below and beside."""
    return [["" if value is None else value for value in line] for line in table.lines()]
