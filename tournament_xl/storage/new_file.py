"""A new workbook file, made from the template of its game."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tournament_xl import __version__
from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import resource_path
from tournament_xl.games.new_workbook import Finals, fill_template
from tournament_xl.games.registry import DEFAULT_GAME, GAMES, decode, game_of
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage import timestamps
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.history.patches import Document, join_patches
from tournament_xl.workbook.snapshot import Snapshot, compute_edits
from tournament_xl.workbook.tables import Problem
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import buttons, workbook_package
from tournament_xl.xlsx.atomic_write import make_absolute, rename_into_place, translate_os_errors, write_temporary_file


def create_workbook(
    path: str | os.PathLike[str],
    settings: Mapping[str, str],
    players: Sequence[Mapping[str, str]] = (),
    *,
    date: str = "",
    game: str = DEFAULT_GAME,
    result_rows: Sequence[Mapping[str, Cell]] = (),
    finals: Finals | None = None,
    new_numbers: Iterable[int] = (),
    world_numbers: Collection[int] = (),
    more_recorded: Document | None = None,
    find_place: Callable[[int, str], str] = lambda index, column: "",
    find_result_place: Callable[[int], str] = lambda index: "",
) -> Outcome:
    """Create a workbook from the template of its game, and update it as the action Mettre à jour does.

    Nothing is written unless the outcome is DONE. A file that exists is never replaced. A path that ends in .xlsm gives
    a workbook with buttons and the path of the program that they start, any other path one without. The seed for
    drawing lots (setting Graine) is random unless `settings` has one.

    Args:
        path: File to create.
        settings: Settings of Tournoi by name.
        players: Players by column of Joueurs.
        date: Date for history and Journal, "21/11/2026 14:05:33"; "" for now.
        game: Key of the game in `GAMES`.
        result_rows: Imported rows of Résultats, by column.
        finals: Imported finals.
        new_numbers: N° of imported players that the world's list does not have.
        world_numbers: Numbers of the world's list; empty if it was not found.
        more_recorded: What the history (sheet Mémoire) is to record besides: a part of a document.
        find_place: Returns the place in a list of a player's value, for problems, by his index in `players` and a
            column of Joueurs; "" if there is none.
        find_result_place: Returns the place in a file of results of an imported row, by its index in `result_rows`.

    Returns:
        Outcome of the update, with a problem for each value that is not allowed, at its place in the list or in the
        settings.

    Raises:
        ExternalError: The file exists or cannot be written.
    """
    import secrets  # slow to load, not needed by other actions

    template = NewFile(path, game)
    all_settings = {"Graine": str(secrets.randbelow(900_000) + 100_000)} | dict(settings)
    filled_template = fill_template(
        template.decoded, all_settings, players, date=date or timestamps.journal_date(), version=__version__,
        rows=result_rows, finals=finals,
        recorded=join_patches(GAMES[game].record_numbers(new_numbers, world_numbers), more_recorded or {}),
    )  # fmt: skip
    outcome = workbook_actions.update(filled_template, "", quiet=True)
    if outcome.code == DONE:
        template.write(filled_template, outcome)
    header_row = template.decoded.players.table.header
    setting_by_row = {line.row: name for name, line in template.decoded.settings.lines.items()}

    def with_list_place(problem: Problem) -> Problem:
        """Give a problem its place in the list or the settings: the workbook that would have its cell was not made."""
        index = problem.row - header_row - 1
        title = cell_text(filled_template.cell(problem.sheet, header_row, problem.column))
        if problem.sheet == schema.PLAYERS and 0 <= index < len(players):
            return replace(problem, place=find_place(index, title))
        result_index = problem.row - template.decoded.results.table.header - 1
        if problem.sheet == schema.RESULTS and 0 <= result_index < len(result_rows):
            return replace(problem, place=find_result_place(result_index))
        setting = setting_by_row.get(problem.row, "") if problem.sheet == schema.TOURNAMENT else ""
        return replace(problem, place=f"{setting}={settings[setting]}") if setting in settings else problem

    return outcome._replace(problems=tuple(map(with_list_place, outcome.problems)))


class NewFile:
    """Workbook file to be made from the template of its game.

    Attributes:
        path: Absolute path; .xlsm gives a workbook with buttons and the path of the program that they start, any other
            ending one without.
        decoded: The empty template, decoded.
    """

    def __init__(self, path: str | os.PathLike[str], game: str) -> None:
        """Read the template of a game (key in `GAMES`).

        Raises:
            FileFailure: The file exists; it is never replaced.
        """
        self.path = make_absolute(path)
        if os.path.lexists(self.path):
            raise FileFailure(texts.EXISTS, self.path)
        self._has_buttons = self.path.suffix.lower() == ".xlsm"
        template = resource_path("templates", f"{game}.xlsm" if self._has_buttons else f"{game}.xlsx")
        self._package = workbook_package.parse_workbook(template, template.read_bytes())
        self.decoded = decode(self._package.snapshot())

    def write(self, filled: Snapshot, outcome: Outcome) -> None:
        """Write the file, whole or not at all.

        `filled` is the template, filled; the edits of `outcome`, of an action on it, are written too.

        Raises:
            ExternalError: The file exists by now or cannot be written.
        """
        written = workbook_actions.apply_outcome(filled, outcome)
        edits = compute_edits(self.decoded.snapshot, written)
        typed_tables = filter(None, map(self.decoded.find_table, game_of(self.decoded).typed_columns))
        cells = {place for block in edits for place, value in block.cells() if value is not None}
        with_rows = [
            table.sheet
            for table in typed_tables
            if any((table.sheet, table.header + 1, column) in cells for column in table.columns.values())
        ]
        unhide = [*outcome.unhide, *with_rows]
        if schema.RESULTS in with_rows:
            unhide += decode(written).sheets_to_unhide(1)
        data = workbook_package.edit_workbook(
            self.path, self._package, edits, unhide, layout_changes=outcome.layout_changes
        ).data
        write_new(self.path, buttons.write_program_path(data, buttons.find_program()) if self._has_buttons else data)


def write_new(target: Path, data: bytes) -> None:
    """Write a new file, whole or not at all, never over an existing one.

    Raises:
        ExternalError: The file exists or cannot be written.
    """
    with translate_os_errors(target, texts.NOT_CREATED), write_temporary_file(target, data) as temporary_file:
        if os.path.lexists(target):
            raise FileFailure(texts.EXISTS, target)
        rename_into_place(temporary_file, target, data)
