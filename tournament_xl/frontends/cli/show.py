"""Tables printed in the terminal; the library rich is imported only when there is something to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import GAMES, game_of
from tournament_xl.messages import cli as texts
from tournament_xl.messages import sheets, workbook_files
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.working_copy import Outcome

if TYPE_CHECKING:
    from rich.console import Console

    from tournament_xl.service.backups import ListedBackup
    from tournament_xl.service.standings import Standings

RIGHT = {
    "Place", "N°", "Table", "Copie", "Ronde", *(column for game in GAMES.values() for column in game.figures.values()),
}  # columns of numbers  # fmt: skip


def open_console() -> Console:
    """Return rich's console on standard output, which takes no text for markup; if it is no terminal, 140 columns."""
    from rich.console import Console

    make_console = partial(Console, highlight=False, markup=False, emoji=False)  # names and paths are shown as they are
    terminal = make_console()
    return terminal if terminal.is_terminal else make_console(width=140)


def show_round(decoded: Workbook, standings: Standings) -> None:
    """Print plain text for the wall and for mail: the pairs of the last drawn round, then the standings.

    If the standings count the last drawn round already, its pairs are left out.
    """
    drawn = len(decoded.tournament.rounds)
    if drawn > standings.after:
        show_pairings(decoded, drawn, reasons=False, frameless=True)
    show_standings(standings, frameless=True)


def show_standings(standings: Standings, *, frameless: bool = False) -> None:
    """Print the standings as on the sheet Classement, without the column of moves and columns that its first row lacks.

    Without rows a sentence is printed instead. `frameless` prints plain text instead of a table with lines.
    """
    table = standings.table
    if not table.rows:
        open_console().print(texts.NO_STANDINGS)
        return
    columns = [name for name in table.columns if name != schema.MOVE_COLUMN and name in table.rows[0]]
    rows = ([_figure(row.get(name)) for name in columns] for row in table.rows)
    _table(standings.title, columns, rows, frameless=frameless)


def _figure(value: Cell) -> str:
    """Format a cell's value, decimals with a comma."""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else cell_text(value)
    return text.replace(".", ",") if isinstance(value, float) else text


def show_pairings(decoded: Workbook, round_number: int, *, reasons: bool = True, frameless: bool = False) -> None:
    """Print the pairs of a round by table, with the scores once there are some.

    The round must be drawn. `reasons` prints a column with the reason for each pair, and one with scores only if there
    are some; False prints scores, never reasons. `frameless` prints plain text instead of a table with lines.
    """
    game, names = game_of(decoded), decoded.names()
    columns, lines = game.round_titles, []
    matches = zip(
        decoded.tournament.rounds[round_number - 1], game.render_scores(decoded, round_number, names), strict=True
    )
    for match, score_text in sorted(matches, key=lambda item: item[0].table):
        first, second = (names[player_id] for player_id in match.sides)
        lines.append([str(match.table or ""), first, score_text, second, match.reason])
    title, score = sheets.pairings_title(round_number, decoded.tournament.settings.rounds or 0), columns[2]
    hidden = score if reasons and not any(row[2] for row in lines) else "" if reasons else columns[-1]
    shown_indexes = [index for index, name in enumerate(columns) if name != hidden]
    rows = ([row[index] for index in shown_indexes] for row in lines)
    _table(title, [columns[index] for index in shown_indexes], rows, frameless=frameless)


def show_backups(file: str, backups: Sequence[ListedBackup]) -> Outcome:
    """Print the backups of a workbook as a table, in the order of `backups`.

    There is at least one backup (else IndexError), the newest first. The caller is to print the outcome below the
    table: its next step says how to restore the newest backup, by its hour.
    """
    title = workbook_files.COPIES_TITLE.format(path=printable_path(file))
    _table(title, workbook_files.COPIES_COLUMNS, [backup.cells for backup in backups])
    hour = backups[0].time.split()[1]
    return Outcome(DONE, next_step=(workbook_files.HOW_TO_RESTORE.format(file=printable_path(file), time=hour),))


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, frameless: bool = False) -> None:
    if frameless:
        lines = [columns, *rows]
        widths = [max(len(line[index]) for line in lines) for index in range(len(columns))]
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
    open_console().print(table)
