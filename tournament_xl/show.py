"""Tables in the terminal; rich is imported only when there is something to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Cell, cell_text
from tournament_xl.exits import DONE
from tournament_xl.exports import standings_after
from tournament_xl.games.othello.decoded import Decoded as Othello
from tournament_xl.games.othello.encode import standings_title as othello_title
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.encode import standings_title
from tournament_xl.model import X
from tournament_xl.press import Outcome
from tournament_xl.texts import cli as texts
from tournament_xl.texts import hosts, sheets
from tournament_xl.texts import othello_reasons as othello_texts

if TYPE_CHECKING:
    from rich.console import Console

RIGHT = {
    "Place", "N°", "J", "G", "N", "P", "PM", "PPM", "Pdep", "Points", "Départage", "Pions", "Table", "Copie", "Ronde",
}  # columns of numbers  # fmt: skip


def console() -> Console:
    """The terminal; wide enough for a table when the output goes to a file."""
    from rich.console import Console

    plain = partial(Console, highlight=False, markup=False, emoji=False)  # names and paths are shown as they are
    found = plain()
    return found if found.is_terminal else plain(width=140)


def show_round(decoded: Decoded | Othello, after: int) -> None:
    """Print a round without frames, for the wall and the mail: the pairs of the one under way, then the standings."""
    drawn = len(decoded.tournament.rounds)
    if drawn > after:
        show_pairings(decoded, drawn, reasons=False, plain=True)
    show_standings(decoded, after, plain=True)


def show_standings(decoded: Decoded | Othello, after: int, *, plain: bool = False) -> None:
    """Print the standings after a round, as on the sheet Classement."""
    table = standings_after(decoded, after)
    if not table.rows:
        console().print(texts.NO_STANDINGS)
        return
    columns = [name for name in table.columns if name != labels.MOVE_COLUMN and name in table.rows[0]]
    if isinstance(decoded, Othello):
        rounds, won = decoded.tournament.settings.rounds or 0, decoded.standings(after)[1]
        title = othello_title(after, rounds, won)
    else:
        title = standings_title(decoded, after)
    _table(title, columns, ([_figure(name, row.get(name)) for name in columns] for row in table.rows), plain=plain)


def _figure(column: str, value: Cell) -> str:
    """A cell as text: Pdep with its sign, decimals with a comma."""
    if column == "Pdep" and isinstance(value, int):
        return f"{value:+d}"
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else cell_text(value)
    return text.replace(".", ",") if isinstance(value, float) else text


def show_pairings(decoded: Decoded | Othello, number: int, *, reasons: bool = True, plain: bool = False) -> None:
    """Print a round by table, with its scores once there are some, and with or without the reasons."""
    if isinstance(decoded, Othello):
        columns, lines = othello_texts.BY_TABLE, _games(decoded, number)
    else:
        columns, lines = texts.BY_TABLE, _matches(decoded, number)
    title, score = sheets.pairings_title(number, decoded.tournament.settings.rounds or 0), columns[2]
    hidden = score if reasons and not any(row[2] for row in lines) else "" if reasons else columns[-1]
    shown = [index for index, name in enumerate(columns) if name != hidden]
    rows = ([row[index] for index in shown] for row in lines)
    _table(title, [columns[index] for index in shown], rows, plain=plain)


def _matches(decoded: Decoded, number: int) -> list[list[str]]:
    """A round of Scrabble."""
    names = {player.number: player.full_name for player in decoded.tournament.players} | {X: "X"}
    rows = []
    for match in decoded.tournament.rounds[number - 1]:
        score = "  ".join(f"{a} – {b}" for a, b in match.games)
        if match.forfeits:
            score = "forfait " + " + ".join(names[match.one if side == 1 else match.two] for side in match.forfeits)
        rows.append([str(match.table or ""), names[match.one], score, names[match.two], match.reason])
    return rows


def _games(decoded: Othello, number: int) -> list[list[str]]:
    """A round of Othello."""
    names, rows = decoded.full_names(), []
    for game in sorted(decoded.tournament.rounds[number - 1], key=lambda game: game.table):
        discs = [game.discs_black, game.discs_white]
        score = " – ".join("" if one is None else f"{one:g}" for one in discs) if discs != [None, None] else ""
        rows.append(
            [str(game.table or ""), names[game.black], f"{score} {game.end}".strip(), names[game.white], game.reason]
        )
    return rows


def show_backups(file: str, rows: Sequence[Sequence[str]]) -> Outcome:
    """Print the backups of a workbook, newest first."""
    _table(hosts.COPIES_TITLE.format(path=file), hosts.COPIES_COLUMNS, rows)
    return Outcome(DONE, status=hosts.HOW_TO_RESTORE.format(file=file))


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, plain: bool = False) -> None:
    if plain:
        lines = [columns, *rows]
        widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
        print(title, "", sep="\n")
        for line in lines:
            cells = zip(columns, line, widths, strict=True)
            padded = (cell.rjust(width) if name in RIGHT else cell.ljust(width) for name, cell, width in cells)
            print("  ".join(padded).rstrip())
        print()
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", pad_edge=False)
    for name in columns:
        table.add_column(name, justify="right" if name in RIGHT else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)
