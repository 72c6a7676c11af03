"""Checks of an Othello workbook that need the whole tournament; who left after the draw, what is to be typed (S7)."""

from __future__ import annotations

from functools import partial

from tournament_xl.othello.model import BIP, NEEDS_BOARD, Game
from tournament_xl.othello.swiss import after_departure
from tournament_xl.texts import othello_sheets as texts
from tournament_xl.texts.names import listing
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decode_results import NAMES, NUMBERS, Row, half_typed, missing
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.finals import FinalRow
from tournament_xl.workbook.shared_checks import (
    check_formula,
    check_order,
    check_rows,
    names_moved,
    report_at,
    report_pending,
    scores_over_names,
)


def check_all(decoded: Decoded) -> None:
    """Every check of the tournament as a whole."""
    check_order(decoded)
    check_formula(decoded)
    if not decoded.problems.found:
        _fixed(decoded)
    check_rows(decoded)
    names_moved(decoded)
    scores_over_names(decoded, (row.line for row in decoded.results.rows), NAMES)
    _pending(decoded)


def _fixed(decoded: Decoded) -> None:
    """Pairs typed for the next round: of players who will be there, BIP only if it is needed (S8, S2)."""
    tournament, number, names = decoded.tournament, decoded.tournament.next_round, decoded.names()
    present = tournament.present(number)
    for row in decoded.results.round(number):
        for who, column in zip(row.match.sides, NUMBERS, strict=True):
            if who != BIP and who not in present:
                row.line.problem(decoded.problems, column, "absent_fixed", name=names[who], round=number)
            elif who == BIP and len(present) % 2 == 0:
                row.line.problem(decoded.problems, column, "bip_even", present=len(present))


def _pending(decoded: Decoded) -> None:
    """Rows without result: wanted in the last drawn round, a problem in an earlier one."""
    last = len(decoded.tournament.rounds)
    for row in decoded.results.rows:
        if row.round > last or row.match.complete:
            continue
        if row.round == last:
            decoded.pending.append(row)
        else:
            report_missing(decoded, row)


def report_results(decoded: Decoded) -> None:
    """The games that want a result; who left after the draw (S7) with what to type then."""
    left = set(gone(decoded))
    for row in decoded.pending:
        if left & set(row.match.sides):
            report_missing(decoded, row)
    report_pending(decoded, partial(report_missing, decoded), missing)


def report_missing(decoded: Decoded, row: Row) -> None:
    """Record that a row has no result, at the first count of discs that is wanted; what to type for who left (S7)."""
    last, played = len(decoded.tournament.rounds), decoded.tournament.played
    left = gone(decoded) if row.round == last == played + 1 else []  # S7 looks back at whole rounds
    if not set(left) & set(row.match.sides):
        report_at(decoded, row, missing(row), "no_discs_timed" if row.match.end else "no_discs")
        return
    if decoded.left_at is None:  # told in full once: it is all the rows of the round
        decoded.left_at = row.line.row
        rows = rows_to_type(decoded)
    else:
        rows, left = texts.rows_as_told(decoded.left_at), [who for who in row.match.sides if who in left]
    names = decoded.names()
    facts = {"names": listing([names[who] for who in left]), "round": row.round, "rows": rows[:1].upper() + rows[1:]}
    row.line.problem(decoded.problems, missing(row), "left_unplayed", **facts)


def few_discs(decoded: Decoded, number: int) -> list[tuple[int, int]]:
    """Tables of a round whose typed counts are under 64, with their empty squares (B1)."""
    rows = [row for row in decoded.results.round(number) if not half_typed(row)]
    return [(row.match.table, empty) for row in rows if (empty := _empty(row.match))]


def few_discs_in_finals(decoded: Decoded) -> list[tuple[FinalRow, int]]:
    """The same of the games on Finales."""
    rows = decoded.finals.rows if decoded.finals else []
    return [(row, empty) for row in rows if row.game.complete and (empty := _empty(row.game))]


def _empty(game: Game) -> int:
    """The empty squares of a game whose board counts, as its counts tell."""
    if game.discs_black is None or game.discs_white is None or game.end not in NEEDS_BOARD:
        return 0
    return 64 - int(game.discs_black + game.discs_white)


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
