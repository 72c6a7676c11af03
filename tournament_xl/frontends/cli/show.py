"""Tables in the terminal; rich is imported only when there is something to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import of
from tournament_xl.interchange.export_tables import standings_after
from tournament_xl.messages import cli as texts
from tournament_xl.messages import sheets, workbook_files
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Cell, cell_text
from tournament_xl.workbook.working_copy import Outcome

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


def show_round(decoded: Workbook, after: int) -> None:
    """Print a round without frames, for the wall and the mail: the pairs of the one under way, then the standings."""
    drawn = len(decoded.tournament.rounds)
    if drawn > after:
        show_pairings(decoded, drawn, reasons=False, plain=True)
    show_standings(decoded, after, plain=True)


def show_standings(decoded: Workbook, after: int, *, plain: bool = False, title: str = "") -> None:
    """Print the standings after a round, as on the sheet Classement, under its title or another one."""
    table = standings_after(decoded, after)
    if not table.rows:
        console().print(texts.NO_STANDINGS)
        return
    columns = [name for name in table.columns if name != schema.MOVE_COLUMN and name in table.rows[0]]
    title = title or of(decoded).standings_title(decoded, after)
    _table(title, columns, ([_figure(row.get(name)) for name in columns] for row in table.rows), plain=plain)


def _figure(value: Cell) -> str:
    """A cell as text, decimals with a comma."""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else cell_text(value)
    return text.replace(".", ",") if isinstance(value, float) else text


def show_pairings(decoded: Workbook, number: int, *, reasons: bool = True, plain: bool = False) -> None:
    """Print a round by table, with its scores once there are some, and with or without the reasons."""
    game, names = of(decoded), decoded.full_names()
    columns, lines = game.BY_TABLE, []
    matches = zip(decoded.tournament.rounds[number - 1], game.score_texts(decoded, number, names), strict=True)
    for match, score_text in sorted(matches, key=lambda one: one[0].table):
        one, two = (names[who] for who in match.sides)
        lines.append([str(match.table or ""), one, score_text, two, match.reason])
    title, score = sheets.pairings_title(number, decoded.tournament.settings.rounds or 0), columns[2]
    hidden = score if reasons and not any(row[2] for row in lines) else "" if reasons else columns[-1]
    shown = [index for index, name in enumerate(columns) if name != hidden]
    rows = ([row[index] for index in shown] for row in lines)
    _table(title, [columns[index] for index in shown], rows, plain=plain)


def show_backups(file: str, rows: Sequence[Sequence[str]]) -> Outcome:
    """Print the backups of a workbook, newest first."""
    _table(workbook_files.COPIES_TITLE.format(path=printable_path(file)), workbook_files.COPIES_COLUMNS, rows)
    return Outcome(
        DONE, status=workbook_files.HOW_TO_RESTORE.format(file=printable_path(file), time=rows[0][1].split()[1])
    )


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
