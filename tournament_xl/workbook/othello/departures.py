"""S7: who left after the round was drawn, and which rows of Résultats the organiser is to type then."""

from __future__ import annotations

from tournament_xl.othello.model import BIP, Game
from tournament_xl.othello.swiss import after_departure
from tournament_xl.texts import othello_sheets as texts
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decode_results import Row
from tournament_xl.workbook.othello.decoded import Decoded


def gone(decoded: Decoded) -> list[int]:
    """N° of those announced absent in the last drawn round who have a row there without result, or have BIP."""
    number = len(decoded.tournament.rounds)
    if not decoded.pending:
        return []
    if decoded.left is None:
        decoded.left = _gone(decoded, number)
    return decoded.left


def _gone(decoded: Decoded, number: int) -> list[int]:
    """Nobody in a round in which somebody stands twice, which is another problem."""
    tournament = decoded.tournament
    sides = [who for game in tournament.rounds[-1] for who in game.sides]
    if len(sides) != len(set(sides)):
        return []
    absent = {player.number for player in tournament.players if number in player.absences}
    return sorted(
        who
        for game in tournament.rounds[-1]
        for who in game.sides
        if who in absent and (game.bye or not game.complete)
        if not game.gave(who)
    )


def rows_to_type(decoded: Decoded) -> str:
    """The rows that S7 changes, as they are to be typed: "ligne 7 : N° N 5, N° B BIP ; ligne 9 : à vider"."""
    number = len(decoded.tournament.rounds)
    rows = decoded.results.round(number)
    left = list(after_departure(decoded.tournament, number, gone(decoded)))
    found = []
    for row in rows:
        new = left[0] if left and _same_place(row, left[0]) else None
        if new is not None:
            del left[0]
        if new is None or new.sides != row.match.sides:
            found.append(texts.row_to_type(row.line.row, *map(_name, new.sides if new else ())))
    return " ; ".join(found)


def _same_place(row: Row, game: Game) -> bool:
    return row.match.table == game.table and (row.match.sides == game.sides or not game.reason)


def _name(who: int) -> str:
    return labels.BIP if who == BIP else str(who)
