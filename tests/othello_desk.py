"""An organiser of an Othello tournament at the desk, for tests."""

from __future__ import annotations

from tests.desk import Desk
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.model import BIP
from tournament_xl.games.registry import GAMES
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell


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

    def decoded(self) -> OthelloBook:
        decoded = GAMES["othello"].decode(self.snapshot)
        assert isinstance(decoded, OthelloBook), decoded
        return decoded

    def game(self, number: int, black: Cell, white: Cell) -> Desk:
        """Type a row of Résultats, as an organiser does."""
        return self.add(schema.RESULTS, {"Ronde": number, "N° N": black, "N° B": white})

    def result(self, number: int, player_id: int, own: int | None, opposing: int | None, end: str = "") -> Desk:
        """Type the discs of a player's game in a round, his own first, and how it ended.

        `end` has "-" for his own colour and "+" for the other's: "T-" is TN when he is Black.
        """
        row = next(row for row in self.decoded().results.round(number) if player_id in row.match)
        black = row.match.black == player_id
        first, second = (own, opposing) if black else (opposing, own)
        code = end.replace("-", "N" if black else "B").replace("+", "B" if black else "N")
        return self.fill(schema.RESULTS, {row.line.row: {"Pions N": first, "Pions B": second, "Fin": code or None}})

    def play(self) -> Desk:
        """Fill the current round: the lower N° wins, the further apart the higher."""
        lines = {}
        for row in self.decoded().pending:
            black, white = row.match.sides
            edge = min(30, 5 + abs(black - white)) * (1 if black < white else -1)
            lines[row.line.row] = {"Pions N": 32 + edge, "Pions B": 32 - edge}
        return self.fill(schema.RESULTS, lines)

    def standing(self, player_id: int) -> dict[str, str]:
        return next(row for row in self.rows(schema.STANDINGS) if row["N°"] == str(player_id))

    def bye(self, number: int) -> int | None:
        """Return the N° of the player who has BIP in a round; None without a bye."""
        return next((max(two) for two in self.pairs(number) if BIP in two), None)
