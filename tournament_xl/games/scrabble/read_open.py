"""What only an Open has: groups as drawn, and the deciding game as read from Finales.

Rules O4, O8 of docs/regles.md.
"""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import (
    ScrabbleRow,
    read_forfeits,
)
from tournament_xl.games.scrabble.rules.model import Groups, Match
from tournament_xl.games.scrabble.rules.open_groups import are_possible_groups, draw_groups, find_finalists
from tournament_xl.games.scrabble.schema import GAMES, SCORE_COLUMNS
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.decoded import report_scores_over_names
from tournament_xl.workbook.history.views import X_MARK, Recorded, find_seeds, number_side
from tournament_xl.workbook.input_rows import People
from tournament_xl.workbook.tables import Line, Problems
from tournament_xl.workbook.typed_columns import list_rows, read_cell

FINAL_RESULT = ("Score 1", "Score 2", "Forfait")  # columns that hold the result of the deciding game


class _FinalRow(ScrabbleRow):
    """Row of the deciding game, which is one game."""

    games = GAMES[:1]


def read_recorded_groups(recorded: Recorded) -> Groups:
    """Return the N° of each group of an Open in the order drawn (O4), X (the bye) as 0; () before the draw."""
    return tuple(tuple(map(number_side, group)) for group in recorded.get("groups", ()))


def write_groups(groups: Groups) -> list[list[int | str]]:
    """Return the groups as the document has them."""
    return [[member or X_MARK for member in group] for group in groups]


def find_groups(decoded: ScrabbleBook) -> Groups | None:
    """Return the groups as drawn (O4), each the N° of its members, X as 0; None before the first pairing.

    They come from the history (sheet Mémoire), or by repeating the draw where its record is missing or impossible.
    Where the draw cannot be repeated, as places in the initial ranking are missing, the record is returned unchecked,
    () without one.
    """
    if decoded.first_pairing:
        return None
    groups, seeds = read_recorded_groups(decoded.memory.document), find_seeds(decoded.memory.document)
    players = tuple(
        replace(player, seed=seeds.get(player.number, player.seed)) for player in decoded.tournament.players
    )
    tournament = replace(decoded.tournament, players=players)
    drawn_groups = draw_groups(tournament)
    return drawn_groups if drawn_groups and not are_possible_groups(tournament, groups) else groups


def read_final(decoded: ScrabbleBook, problems: Problems) -> ScrabbleBook:
    """Return the workbook with the deciding game (O8) from the sheet Finales as `tournament.final`.

    That is the first row with the N° of both finalists, with or without a result; a typed result is in `deciding` too.
    Without such a row, both stay as they were.

    Args:
        decoded: Workbook whose rounds are read.
        problems: Receives a problem for each wrong cell of this row, and for each other row with a result: its game is
            not to be played.
    """
    finalist_ids = set(find_finalists(decoded.tournament) or ())
    for line in list_rows(decoded.tables[shared.FINALS], schema.TYPED_COLUMNS[shared.FINALS]):
        first, second = (parse_int(line.text(column)) for column in ("N° 1", "N° 2"))
        if (
            decoded.tournament.final is None
            and first is not None
            and second is not None
            and {first, second} == finalist_ids
        ):
            report_scores_over_names(decoded, problems, [line])
            match = _read_final_match(line, (first, second), decoded, problems)
            result = {sheets.FINAL: _FinalRow(line, 0, match).entry}
            decoded = replace(decoded, tournament=replace(decoded.tournament, final=match), deciding=result)
        elif not line.empty(*FINAL_RESULT):
            line.report(problems, "N° 1", "final_gone")
    return decoded


def find_final_row(decoded: ScrabbleBook) -> int | None:
    """Return the row on Finales of the deciding game; None where there is no such game."""
    match = decoded.tournament.final
    for line in decoded.tables[shared.FINALS].lines() if match else ():
        if match and {parse_int(line.text("N° 1")), parse_int(line.text("N° 2"))} == {*match.sides}:
            return line.row
    return None


def _read_final_match(line: Line, sides: tuple[int, int], decoded: ScrabbleBook, problems: Problems) -> Match:
    """Read the typed result of the deciding game: one game or a forfeit."""
    people = People({player.number: player for player in decoded.tournament.players})
    forfeits = read_forfeits(line, sides, people, problems)
    typed_columns = [column for column in ("Score 1", "Score 2") if line.text(column)]
    scores = [read_cell(line, SCORE_COLUMNS[column], problems) for column in typed_columns]
    if forfeits:
        for column in typed_columns:
            line.report(problems, column, "score_forfeit")
    games = ((scores[0], scores[1]),) if len(scores) == 2 and scores[0] is not None and scores[1] is not None else ()
    return Match(*sides, () if forfeits else games, forfeits, complete=bool(forfeits or games))
