"""An organiser at the desk, for tests: types into a workbook in memory and presses the buttons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import X
from tournament_xl.core.resources import resource_path
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read import decode
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.input_rows import with_optional_columns
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.tables import Problems, Table, find_right_of, find_table
from tournament_xl.workbook.typed_columns import OPTIONAL_COLUMNS
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import workbook_package

DATE = "21/11/2026 14:00"


@cache
def read_empty_template(name: str = "scrabble.xlsx") -> Snapshot:
    return ClosedFile(resource_path("templates", name)).read()


def name_columns(values: Mapping[str, Cell]) -> dict[str, Cell]:
    """Turn names of arguments into names of columns: underscores into blanks, N into N°."""
    return {"N°" if name == "N" else name.replace("_", " "): value for name, value in values.items()}


class Desk:
    """A workbook and an organiser's gestures; every gesture returns the desk, presses return the outcome."""

    template = "scrabble.xlsx"
    columns = scrabble.COLUMNS

    def __init__(self, **settings: object) -> None:
        self.snapshot = read_empty_template(self.template)
        for name, value in settings.items():
            self.set(name, value)

    # What stands there

    def table(self, sheet: str) -> Table:
        names = schema.SETTINGS_COLUMNS if sheet == schema.TOURNAMENT else self.columns[sheet]
        table = find_table(self.snapshot, sheet, names, Problems())
        assert table
        optional = (*OPTIONAL_COLUMNS, *scrabble.PLAYER_COLUMNS)
        return with_optional_columns(table, optional) if sheet == schema.PLAYERS else table

    def columns_of_players(self, *names: str) -> Desk:
        """Add columns to Joueurs, as an organiser does."""
        table, draft = self.table(schema.PLAYERS), Draft(self.snapshot)
        right = len(self.snapshot.sheets[schema.PLAYERS][table.header - 1])
        for column, name in enumerate(names, start=right + 1):
            draft.put(schema.PLAYERS, table.header, column, name)
        self.snapshot = draft.after()
        return self

    def rows(self, sheet: str) -> list[dict[str, str]]:
        """Read the rows of a table as text, by column, with the row on the sheet under "row"."""
        return [line.texts | {"row": line.row} for line in self.table(sheet).lines()]

    def column(self, sheet: str, column: str) -> list[str]:
        return [row[column] for row in self.rows(sheet)]

    def decoded(self) -> ScrabbleBook:
        decoded = decode(self.snapshot)
        assert isinstance(decoded, ScrabbleBook), decoded
        return decoded

    def pairs(self, number: int) -> list[tuple[int, int]]:
        """List the pairs of a drawn round in the order of the sheet, X as 0."""
        return [match.sides for match in self.decoded().tournament.rounds[number - 1]]

    def named_pairs(self, number: int) -> str:
        """Write the pairs by name, "A-E B-D …", X included, in the order of the sheet."""
        names = {player.number: player.name for player in self.decoded().tournament.players} | {X: "X"}
        return " ".join(f"{names[first]}-{names[second]}" for first, second in self.pairs(number))

    def reason(self, number: int, player_id: int) -> str:
        return next(m.reason for m in self.decoded().tournament.rounds[number - 1] if player_id in m)

    def status(self) -> str:
        position = find_right_of(self.snapshot, schema.TOURNAMENT, schema.STATUS)
        assert position
        return cell_text(self.snapshot.cell(schema.TOURNAMENT, *position))

    # What is typed

    def fill(self, sheet: str, lines: Mapping[int, Mapping[str, Cell]]) -> Desk:
        """Type values by row and column, all at once."""
        draft, columns = Draft(self.snapshot), self.table(sheet).columns
        for row, values in lines.items():
            for column, value in values.items():
                draft.put(sheet, row, columns[column], value)
        self.snapshot = draft.after()
        return self

    def type(self, sheet: str, row: int, column: str, value: Cell) -> None:
        self.fill(sheet, {row: {column: value}})

    def add(self, sheet: str, *lines: Mapping[str, Cell]) -> Desk:
        """Type new rows under the last row."""
        return self.fill(sheet, dict(zip(self.table(sheet).free_rows(), lines, strict=False)))

    def set(self, name: str, value: object) -> Desk:
        """Type a setting, by its name on the sheet (underscores for blanks)."""
        name = name.replace("_", " ")
        line = next(
            setting_line
            for setting_line in self.table(schema.TOURNAMENT).lines()
            if setting_line.text("Paramètre") == name
        )
        return self.fill(schema.TOURNAMENT, {line.row: {"Valeur": value}})

    def player(self, name: str, cote: float | None = None, **more: Cell) -> Desk:
        """Type a new row of Joueurs; `more` by column."""
        return self.add(schema.PLAYERS, {"Nom": name, "Cote": cote} | name_columns(more))

    def players(self, count: int) -> Desk:
        """Type players named A01, A02, … with falling cotes: seeds and N° follow the names."""
        for number in range(1, count + 1):
            self.player(f"A{number:02}", 3000 - 10 * number)
        return self

    def match(
        self, number: int, first_player: Cell, second_player: Cell, score: tuple[int, int] | None = None, **more: Cell
    ) -> Desk:
        """Type a row of Résultats, as an organiser does."""
        values: dict[str, Cell] = {"Ronde": number, "N° 1": first_player, "N° 2": second_player}
        if score:
            values |= {"Score 1": score[0], "Score 2": score[1]}
        return self.add(schema.RESULTS, values | name_columns(more))

    def score(self, number: int, player_id: int, own: int, opposing: int) -> Desk:
        """Type the score of a player's match in a round, his own points first."""
        row = next(row for row in self.decoded().results.round(number) if player_id in row.match)
        first, second = (own, opposing) if row.match.one == player_id else (opposing, own)
        return self.fill(schema.RESULTS, {row.line.row: {"Score 1": first, "Score 2": second}})

    def better_seed_wins(self) -> Desk:
        """Fill the current round: the lower N° wins by 10 times the difference of the two N°."""
        return self.fill(schema.RESULTS, {
            row.line.row: {"Score 1": 400 + 10 * (row.match.two - row.match.one), "Score 2": 400}
            for row in self.decoded().pending
        })  # fmt: skip

    def play(self) -> Desk:
        """Fill the current round."""
        return self.better_seed_wins()

    def put(self, number: int, place: int, **values: Cell) -> None:
        """Type values in a row of a round, counted from 0."""
        row = self.decoded().results.round(number)[place].line.row
        self.fill(schema.RESULTS, {row: name_columns(values)})

    def absences(self, player_id: int, text: Cell) -> Desk:
        return self.fill(schema.PLAYERS, {self.decoded().lines[player_id].row: {"Absences": text}})

    # What is pressed

    def press(self, action: str = "pair", **options: bool) -> Outcome:
        outcome = workbook_actions.ACTIONS[action](self.snapshot, DATE, **options)
        self.snapshot = workbook_actions.apply_outcome(self.snapshot, outcome)
        return outcome

    def must(self, action: str = "pair", **options: bool) -> Desk:
        outcome = self.press(action, **options)
        assert outcome.code == DONE, [outcome.message, *map(str, outcome.problems)]
        return self

    def save(self, path: Path) -> Path:
        """Save the workbook as a file."""
        template, empty = resource_path("templates", self.template), read_empty_template(self.template)
        saved = workbook_package.edit_workbook(
            path, workbook_package.parse_workbook(template, template.read_bytes()), compute_edits(empty, self.snapshot)
        ).data
        path.write_bytes(saved)
        return path
