"""An organiser of an Othello tournament at the desk, for tests."""

from __future__ import annotations

from tests.desk import Desk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Cell
from tournament_xl.games.othello import labels as othello
from tournament_xl.games.othello.decode import Decoded, decode
from tournament_xl.rules.othello.model import BIP


class OthelloDesk(Desk):
    """A workbook of Othello; players are named A01, A02, … and have these numbers."""

    template = "othello.xlsx"
    columns = othello.COLUMNS

    def __init__(self, players: int = 0, **settings: object) -> None:
        super().__init__(**{"Graine": "7"} | settings)
        self.players(players)

    def players(self, count: int) -> OthelloDesk:
        for number in range(1, count + 1):
            self.player(f"A{number:02}", 2000 - 10 * number, Pays=("FRA", "ITA", "JPN")[number % 3])
        return self

    def play(self) -> Desk:
        return self.lower_wins()

    def decoded(self) -> Decoded:
        decoded = decode(self.snapshot)
        assert isinstance(decoded, Decoded), decoded
        return decoded

    def game(self, number: int, black: Cell, white: Cell, discs: tuple[int, int] | None = None, end: str = "") -> Desk:
        """A row of Résultats, as an organiser types it."""
        row = next(self.table(labels.RESULTS).free_rows())
        values: dict[str, Cell] = {"Ronde": number, "N° N": black, "N° B": white, "Fin": end or None}
        if discs:
            values |= {"Pions N": discs[0], "Pions B": discs[1]}
        for column, value in values.items():
            self.type(labels.RESULTS, row, column, value)
        return self

    def result(self, number: int, who: int, own: int | None, other: int | None, end: str = "") -> OthelloDesk:
        """The discs of `who`'s game in a round, his own first, and how it ended: T, A, F… with + or − for who is late.

        `end` has "-" for his own colour and "+" for the other's: "T-" is TN when he is Black.
        """
        row = next(row for row in self.decoded().results.round(number) if who in row.match)
        black = row.match.black == who
        first, second = (own, other) if black else (other, own)
        letters = {"-": "N" if black else "B", "+": "B" if black else "N"}
        code = "".join(letters.get(letter, letter) for letter in end).replace("!", "+")
        for column, value in {"Pions N": first, "Pions B": second, "Fin": code or None}.items():
            self.type(labels.RESULTS, row.line.row, column, value)
        return self

    def lower_wins(self, lead: int = 10) -> OthelloDesk:
        """Fill the current round: the lower N° wins by `lead` discs or more, the further apart the more."""
        for row in self.decoded().pending:
            black, white = row.match.sides
            edge = min(30, lead // 2 + abs(black - white))
            discs = (32 + edge, 32 - edge) if black < white else (32 - edge, 32 + edge)
            self.type(labels.RESULTS, row.line.row, "Pions N", discs[0])
            self.type(labels.RESULTS, row.line.row, "Pions B", discs[1])
        return self

    def pairs(self, number: int) -> list[tuple[int, int]]:
        """The pairs of a drawn round in the order of the sheet, Black first, BIP as 0."""
        return [game.sides for game in self.decoded().tournament.rounds[number - 1]]

    def standing(self, who: int) -> dict[str, str]:
        return next(row for row in self.rows(labels.STANDINGS) if row["N°"] == str(who))

    def bye(self, number: int) -> int | None:
        """Who has BIP in a round."""
        return next((max(two) for two in self.pairs(number) if BIP in two), None)
