"""An organiser at the desk, for tests: types into a workbook held in memory and presses the actions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.grid import Problems, Table, find_table, right_of
from tournament_xl.book.snapshot import Cell, Draft, Snapshot, cell_text, difference
from tournament_xl.files import xlsx
from tournament_xl.games.scrabble.decode import Decoded, decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.model import X
from tournament_xl.press import DONE, Outcome
from tournament_xl.resources import resource

DATE = "21/11/2026 14:00"


@cache
def empty_template(name: str = "scrabble.xlsx") -> Snapshot:
    return ClosedFile(resource("templates", name)).read()


class Desk:
    """A workbook and the gestures of an organiser; every gesture returns the desk, presses return the outcome."""

    template = "scrabble.xlsx"
    columns = labels.SCRABBLE_COLUMNS

    def __init__(self, **settings: object) -> None:
        self.snapshot = empty_template(self.template)
        for name, value in settings.items():
            self.set(name, value)

    def table(self, sheet: str) -> Table:
        names = labels.SETTINGS_COLUMNS if sheet == labels.TOURNAMENT else self.columns[sheet]
        table = find_table(self.snapshot, sheet, names, Problems())
        assert table
        return table

    def fill(self, sheet: str, cells: Mapping[int, Mapping[str, Cell]]) -> None:
        """Type values by row and column."""
        draft, columns = Draft(self.snapshot), self.table(sheet).columns
        for row, values in cells.items():
            for column, value in values.items():
                draft.put(sheet, row, columns[column], value)
        self.snapshot = draft.after()

    def type(self, sheet: str, row: int, column: str, value: Cell) -> None:
        self.fill(sheet, {row: {column: value}})

    def rows(self, sheet: str) -> list[dict[str, str]]:
        """The rows of a table as texts, with the row on the sheet under "row"."""
        return [line.texts | {"row": line.row} for line in self.table(sheet).lines()]

    def set(self, name: str, value: object) -> Desk:
        """A setting, by its name on the sheet (underscores for blanks)."""
        name = name.replace("_", " ")
        line = next(one for one in self.table(labels.TOURNAMENT).lines() if one.text("Paramètre") == name)
        self.type(labels.TOURNAMENT, line.row, "Valeur", value)
        return self

    def player(self, name: str, cote: float | None = None, **more: Cell) -> Desk:
        """A new row of Joueurs; `more` by column, blanks as underscores, N for N°."""
        row = next(self.table(labels.PLAYERS).free_rows())
        values = {"Nom": name, "Cote": cote} | {key.replace("_", " "): value for key, value in more.items()}
        self.fill(labels.PLAYERS, {row: {"N°" if column == "N" else column: value for column, value in values.items()}})
        return self

    def players(self, count: int) -> Desk:
        """Players named A01, A02, … with falling cotes: seeds and N° follow the names."""
        for number in range(1, count + 1):
            self.player(f"A{number:02}", 3000 - 10 * number)
        return self

    def match(self, number: int, one: Cell, two: Cell, score: tuple[int, int] | None = None, **more: Cell) -> Desk:
        """A row of Résultats, as an organiser types it."""
        row = next(self.table(labels.RESULTS).free_rows())
        values: dict[str, Cell] = {"Ronde": number, "N° 1": one, "N° 2": two}
        if score:
            values |= {"Score 1": score[0], "Score 2": score[1]}
        self.fill(labels.RESULTS, {row: values | {key.replace("_", " "): value for key, value in more.items()}})
        return self

    def score(self, number: int, who: int, own: int, other: int) -> Desk:
        """The score of `who`'s match in a round, his own points first."""
        row = next(row for row in self.decoded().results.round(number) if who in row.match)
        first, second = (own, other) if row.match.one == who else (other, own)
        self.fill(labels.RESULTS, {row.line.row: {"Score 1": first, "Score 2": second}})
        return self

    def absences(self, who: int, text: Cell) -> Desk:
        self.type(labels.PLAYERS, self.decoded().lines[who].row, "Absences", text)
        return self

    def press(self, action: str = "pair", **options: bool) -> Outcome:
        outcome = getattr(actions, action)(self.snapshot, DATE, **options)
        self.snapshot = actions.after(self.snapshot, outcome)
        return outcome

    def must(self, action: str = "pair", **options: bool) -> Desk:
        outcome = self.press(action, **options)
        assert outcome.code == DONE, [outcome.message, *map(str, outcome.problems)]
        return self

    def better_seed_wins(self) -> Desk:
        """Fill the current round: the lower N° wins by 10 times the difference of the two N°."""
        for row in self.decoded().pending:
            edge = 10 * (row.match.two - row.match.one)
            self.fill(labels.RESULTS, {row.line.row: {"Score 1": 400 + edge, "Score 2": 400}})
        return self

    def play(self) -> Desk:
        """Fill the current round."""
        return self.better_seed_wins()

    def put(self, number: int, place: int, **values: Cell) -> None:
        """Values in a row of a round, from 0; columns with underscores for blanks."""
        row = self.decoded().results.round(number)[place].line.row
        self.fill(labels.RESULTS, {row: {column.replace("_", " "): value for column, value in values.items()}})

    def decoded(self) -> Decoded:
        decoded = decode(self.snapshot)
        assert isinstance(decoded, Decoded), decoded
        return decoded

    def pairs(self, number: int) -> list[tuple[int, int]]:
        """The pairs of a drawn round in the order of the sheet, X as 0."""
        return [(match.one, match.two) for match in self.decoded().tournament.rounds[number - 1]]

    def named_pairs(self, number: int) -> str:
        """ "A-E B-D …" by name, X included, in the order of the sheet."""
        names = {player.number: player.name for player in self.decoded().tournament.players} | {X: "X"}
        return " ".join(f"{names[one]}-{names[two]}" for one, two in self.pairs(number))

    def column(self, sheet: str, column: str) -> list[str]:
        return [line.text(column) for line in self.table(sheet).lines()]

    def reason(self, number: int, who: int) -> str:
        return next(m.reason for m in self.decoded().tournament.rounds[number - 1] if who in m)

    def status(self) -> str:
        at = right_of(self.snapshot, labels.TOURNAMENT, labels.STATUS)
        assert at
        return cell_text(self.snapshot.cell(labels.TOURNAMENT, *at))

    def save(self, path: Path) -> Path:
        """The workbook as a file."""
        template, empty = resource("templates", self.template), empty_template(self.template)
        saved = xlsx.edit(path, template.read_bytes(), difference(empty, self.snapshot))
        path.write_bytes(saved)
        return path
