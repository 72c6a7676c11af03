"""Tables of an Othello tournament for the terminal: title, columns and rows of text."""

from __future__ import annotations

from fractions import Fraction

from tournament_xl.texts import othello_reasons as texts
from tournament_xl.texts import sheets
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.encode import standings_title

Rows = tuple[str, tuple[str, ...], list[list[str]]]


def standings_table(decoded: Decoded, after: int) -> Rows:
    """The standings after a round, as on the sheet Classement."""
    players = {player.number: player for player in decoded.tournament.players}
    rows, (table, won) = [], decoded.standings(after)
    for line in table:
        player = players[line.number]
        counts = (line.games, line.won, line.drawn, line.lost)
        figures = (Fraction(line.half_points, 2), line.tie_break, line.discs)
        rows.append([
            str(line.place), str(line.number), player.full_name, player.country, *map(str, counts),
            *map(_shown, figures),
        ])  # fmt: skip
    title = standings_title(after, decoded.tournament.settings.rounds or 0, won)
    return title, labels.COLUMNS[shared.STANDINGS], rows


def _shown(value: Fraction) -> str:
    """Fraction(21, 2) -> "10,5"."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".").replace(".", ",")


def pairings_table(decoded: Decoded, number: int) -> Rows:
    """A round by table, with its discs once there are some."""
    names, rows = decoded.full_names(), []
    for game in sorted(decoded.tournament.rounds[number - 1], key=lambda game: game.table):
        discs = [game.discs_black, game.discs_white]
        score = " – ".join("" if one is None else f"{one:g}" for one in discs) if discs != [None, None] else ""
        shown = f"{score} {game.end}".strip()
        rows.append([str(game.table or ""), names[game.black], shown, names[game.white], game.reason])
    return sheets.pairings_title(number, decoded.tournament.settings.rounds or 0), texts.BY_TABLE, rows
