"""Tables of a tournament as rows, with the column names of the sheets: for CSV, pandas and cell functions.

Figures are computed by the functions that write the sheets. messages/table_columns.py declares the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.model import X
from tournament_xl.games.answers import NotYetError
from tournament_xl.games.registry import game_of
from tournament_xl.games.rendering import list_grid_titles
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages import exports as texts
from tournament_xl.messages import table_columns
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.table_columns import Field
from tournament_xl.workbook import schema as labels
from tournament_xl.workbook.cells import Cell, read_date, to_cell_number
from tournament_xl.workbook.cells import parse_number as read_number
from tournament_xl.workbook.computed_columns import list_line_titles
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import UsageError
from tournament_xl.workbook.tables import Line

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas

NUMBERS = ("N°", "Cote", "Rang initial", "Ronde")  # numeric columns of the input sheets


class ExportTable(NamedTuple):
    """Table for other programs: rows of cells by column."""

    columns: Sequence[str]  # of the sheet, in its order
    rows: Sequence[dict[str, Cell]]  # column -> cell; a row may lack columns, and have declared ones besides
    fields: Sequence[Field] = ()  # columns that messages/table_columns.py declares for both games
    warnings: Sequence[str] = ()  # French cautions on its figures

    def lines(self) -> Iterator[list[Cell]]:
        """Yield the names of `columns`, then the cells of each row; None for a missing one."""
        yield list(self.columns)
        for row in self.rows:
            yield [row.get(name) for name in self.columns]

    @property
    def declared(self) -> tuple[Field, ...]:
        """Columns of a file or DataFrame: `fields`, then the undeclared names of `columns` as text columns.

        The latter are the columns of a cross table by round or opponent, and columns added to a sheet.
        """
        declared_names = {field.name for field in self.fields}
        return (
            *self.fields,
            *(Field(name, "texte", "", "", "") for name in self.columns if name not in declared_names),
        )

    def csv(self) -> Iterator[list[Cell]]:
        """Yield the names of the `declared` columns, then the cells of each row in their types, as a CSV has them.

        Dates are "2026-11-21" or "2026-11-21 14:30", booleans oui and non, missing cells None.
        """
        yield [field.name for field in self.declared]
        for row in self.rows:
            yield [_csv_cell(convert_cell(row.get(field.name), field.kind)) for field in self.declared]


def build_players_table(decoded: Workbook) -> ExportTable:
    """Build the table with the rows of Joueurs as people typed them, in the order of the sheet.

    Added are the N° where the sheet lacks it (None for a player without one), the cote (rating) that counts, None for
    none, and whether it differs from the typed one (R1 of Scrabble).
    """
    numbers = {line.row: number for number, line in decoded.lines.items()}
    rows = [
        _typed_cells(line) | {"N°": numbers.get(line.row)} | _rating_cells(line, player.cote)
        for line, player in decoded.players.rows
    ]
    return ExportTable([*decoded.players.table.columns], rows, table_columns.PLAYERS)


def _rating_cells(line: Line, cote: Fraction | float | None) -> dict[str, Cell]:
    """Return the cells of the cote that counts, and whether it differs from the typed one (R1, R10 of Scrabble)."""
    typed = line.texts.get("Cote", "")
    used = None if cote is None else _exact_or_none(cote)
    imputed = used is not None and read_number(typed.rstrip("* ")) != used
    return {scrabble.USED_COTE: used, table_columns.IMPUTED: imputed}


def build_settings_table(decoded: Workbook) -> ExportTable:
    """Build the table with the typed text of each setting of Tournoi; dates as "2026-11-21"."""
    rows: list[dict[str, Cell]] = [
        {"Paramètre": name, "Valeur": text} for name, text in decoded.settings.texts().items()
    ]
    return ExportTable(("Paramètre", "Valeur"), rows, table_columns.SETTINGS)


def build_journal_table(decoded: Workbook) -> ExportTable:
    """Build the table with the rows of the sheet Journal, one per action or change, unchanged."""
    table = decoded.tables[labels.JOURNAL]
    return ExportTable([*table.columns], [_typed_cells(line) for line in table.lines()], table_columns.JOURNAL)


def _typed_cells(line: Line) -> dict[str, Cell]:
    """Return the cells of a row, with numbers in numeric columns."""
    return {
        name: _exact_or_none(number) if name in NUMBERS and (number := read_number(text)) is not None else text or None
        for name in line.table.columns
        if (text := line.text(name)) is not None
    }


def _exact_or_none(number: Fraction | float | None) -> Cell:
    return None if number is None else to_cell_number(number)


def build_standings_table(decoded: Workbook, after: int | None = None) -> ExportTable:
    """Build the table of the sheet Classement after a round, with full names, the best player first.

    Once round 1 is paired, Scrabble's late entrants who are in no round yet are left out. `after` is the number of
    rounds counted, which must be complete; 0 for the initial order (no rows for Othello), None for all complete rounds
    up to the first that is not.

    Raises:
        NotYetError: One of these rounds is not complete, or `after` is below 0.
        UsageError: `after` is no integer.
    """
    return build_standings_table_after(decoded, _check_round(decoded, after))


def build_standings_table_after(decoded: Workbook, after: int) -> ExportTable:
    """Build the table of Classement after a drawn round, complete or not; matches without result do not count.

    The number of the round is not checked; 0 is as for `build_standings_table`.
    """
    rows = game_of(decoded).render_standings(decoded, after)
    titles = list_line_titles(decoded.computed_columns[labels.STANDINGS])
    return ExportTable(titles, rows, table_columns.STANDINGS)


def build_cross_table(decoded: Workbook, after: int | None = None) -> ExportTable:
    """Build the table of the sheet Grille, the cross table, after a round, with full names.

    It has the arguments and errors of `build_standings_table`. Its columns by round or by opponent are not in `fields`.
    """
    after = _check_round(decoded, after)
    columns = (*decoded.columns[labels.GRID], *list_grid_titles(decoded, decoded.ranked(after)))
    return ExportTable(columns, game_of(decoded).render_grid(decoded, after), table_columns.GRID)


def build_ratings_table(decoded: Workbook, *, provisional: bool = False) -> ExportTable:
    """Build the table of the sheet Cotes: new ratings with their computation (R2 to R7 of Scrabble).

    Its warnings say so if the computation uses the numbers of another season than the tournament's. `provisional` rates
    also before the end, as if the tournament ended with the last complete round.

    Raises:
        NotYetError: The tournament is not over and `provisional` is false, no round is complete, or the game has no
            ratings.
    """
    rows = game_of(decoded).render_ratings(decoded, provisional=provisional)
    warnings = [notice_text(notice) for notice in game_of(decoded).find_rating_notices(decoded)]
    titles = list_line_titles(decoded.computed_columns[labels.RATINGS])
    return ExportTable(titles, rows, table_columns.RATINGS, warnings)


def _check_round(decoded: Workbook, after: int | None) -> int:
    """Return the number of rounds to count: `after` if these are complete, all complete ones for None."""
    played = decoded.tournament.played
    if after is not None and (not isinstance(after, int) or isinstance(after, bool)):
        raise UsageError(texts.NO_NUMBER.format(after=after))
    if after is not None and not 0 <= after <= played:
        raise NotYetError(texts.NO_ROUND.format(after=after, played=played))
    return played if after is None else after


# Games


def build_games_table(decoded: Workbook) -> ExportTable:
    """Build the table of games: two rows per game, one for each player; one row for a bye (X, in Othello BIP).

    All drawn rounds are in it. A match without result or by forfeit has one row for each player, in which the scores
    are None. In a match of several games the match points (PM) are in the row of the first game, the points for the
    tie-break (Pdep) in each row, so that sums over the rows are the values of Classement.
    """
    return ExportTable(game_of(decoded).games_columns, [*_games(decoded)], table_columns.GAMES)


def _games(decoded: Workbook) -> Iterator[dict[str, Cell]]:
    names, job = decoded.names(), game_of(decoded)
    cotes = {player.number: player.cote for player in decoded.tournament.players}
    imputed = {
        player_id: _rating_cells(decoded.lines[player_id], cote)[table_columns.IMPUTED]
        for player_id, cote in cotes.items()
    }
    rounds = range(1, len(decoded.tournament.rounds) + 1)
    for side in (
        side for round_number in rounds for match in decoded.sides(round_number) for side in match if side.number != X
    ):
        row: dict[str, Cell] = {
            "Ronde": side.round, "Table": side.table or None, "N°": side.number, "Joueur": names[side.number],
            "Adversaire": names[side.opponent], "N° adverse": side.opponent or None,
            "Cote": _exact_or_none(cotes[side.number]), "Cote adverse": _exact_or_none(cotes.get(side.opponent)),
            table_columns.IMPUTED: imputed[side.number],
            "Forfait": texts.FORFEIT[side.gave, side.got],
            "Résultat": side.outcome or None, "Couleur": texts.COLOURS.get(side.colour, ""), "Fin": side.end,
        }  # fmt: skip
        match_cells = (
            {job.points_column: side.points, job.value_column: _exact_or_none(side.value)} if side.complete else {}
        )
        for game_number, (own_score, opponent_score) in enumerate(side.games or [(None, None)], start=1):
            game_cells: dict[str, Cell] = {
                "Score": _exact_or_none(own_score),
                "Score adverse": _exact_or_none(opponent_score),
            }
            game_cells |= {"Manche": game_number} if side.games and "Manche" in job.games_columns else {}
            tie_break_cells = {job.value_column: side.parts[game_number - 1]} if side.parts else {}
            yield row | game_cells | match_cells | tie_break_cells
            match_cells = {}  # PM, and Pdep of a forfeit, count once per match


# Conversion to declared types, DataFrames

_MOMENT = "%d/%m/%Y %H:%M"


def convert_cell(cell: Cell | datetime, kind: str) -> Cell | datetime:
    """Convert a cell to its declared type; None for an empty cell, and for a text that is no number or date there.

    A cote may end with a star; decimals of an integer column are cut off; a datetime is returned unchanged. `kind` is
    "texte" (str), "oui/non" (bool), "date" (datetime), "entier" (int) or "décimal" (float).
    """
    if cell is None or cell == "" or isinstance(cell, datetime):
        return cell or None
    if kind in ("texte", "oui/non"):
        return str(cell) if kind == "texte" else bool(cell)
    if kind == "date":
        text = str(cell)
        try:
            return datetime.strptime(text, _MOMENT)
        except ValueError:
            day = read_date(text)
            return datetime(day.year, day.month, day.day) if day else None
    number = read_number(cell.rstrip("* ")) if isinstance(cell, str) else cell
    return None if number is None else int(number) if kind == "entier" else float(number)


def _csv_cell(content: Cell | datetime) -> Cell:
    if isinstance(content, bool):
        return texts.YES_NO[content]
    if isinstance(content, datetime):
        return f"{content:%Y-%m-%d %H:%M}".removesuffix(" 00:00")
    return to_cell_number(content) if isinstance(content, float) else content


def to_data_frame(table: ExportTable) -> pandas.DataFrame:
    """Convert a table to a DataFrame of its `declared` columns and types; missing cells are NA.

    `.attrs["warnings"]` has its warnings.

    Raises:
        ImportError: pandas is not installed.
    """
    pandas = load_pandas()
    columns = {
        field.name: pandas.array(
            [convert_cell(row.get(field.name), field.kind) for row in table.rows],
            dtype=table_columns.DTYPES[field.kind],
        )
        for field in table.declared
    }
    frame = pandas.DataFrame(columns)
    frame.attrs["warnings"] = [*table.warnings]
    return frame


def load_pandas() -> ModuleType:
    """Import pandas.

    Raises:
        ImportError: pandas is not installed; the text is a French sentence.
    """
    try:
        module: ModuleType = import_module("pandas")
    except ModuleNotFoundError as error:
        raise ImportError(texts.NO_PANDAS) from error
    return module
