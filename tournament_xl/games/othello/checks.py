"""Checks of an Othello workbook that need the whole tournament; who left after the draw, what is to be typed (S7); and
what the organiser should know although nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tournament_xl.book.grid import MOST_ROUNDS
from tournament_xl.book.workbook import (
    check_formula,
    check_order,
    check_rows,
    names_moved,
    no_shows,
    rematches,
    report_at,
    report_pending,
    scores_over_names,
)
from tournament_xl.games.othello import labels
from tournament_xl.games.othello.decode_sheets import NAMES, NUMBERS, Row, half_typed, missing
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.finals import FinalRow
from tournament_xl.model import Notice
from tournament_xl.rules.othello.model import BIP, FORFEIT, NEEDS_BOARD, NEITHER, SWISS, Game
from tournament_xl.rules.othello.results import discs
from tournament_xl.rules.othello.round_robin import same_cycle, suggestion
from tournament_xl.rules.othello.swiss import after_departure
from tournament_xl.texts import othello_sheets as texts
from tournament_xl.texts.names import listing


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


def warnings(decoded: Decoded) -> Iterator[Notice]:
    """What a person may have overlooked in the current round, and choices that are open."""
    yield from _could_be_round_robin(decoded)
    yield from _current_round(decoded)
    yield from no_shows(decoded)
    settings = decoded.tournament.settings
    if settings.most_meetings == 1 or settings.formula != SWISS:
        before = len(decoded.tournament.players) if settings.formula == SWISS else MOST_ROUNDS
        yield from rematches(decoded, partial(_met, decoded), before)
    yield from _met_again(decoded)
    yield from _few_discs(decoded)
    yield from _ends_with_discs(decoded)


def _could_be_round_robin(decoded: Decoded) -> Iterator[Notice]:
    """R1: PAPP plays a round robin when at most 2·⌈R/2⌉ players are there for R rounds; the workbook asks."""
    settings, players = decoded.tournament.settings, len(decoded.tournament.players)
    rounds = decoded.settings.settings.rounds or 0
    if decoded.first_pairing and settings.formula == SWISS and players > 2 and suggestion(players, rounds):
        yield Notice("round_robin_possible", {"players": players, "rounds": rounds})


def _met(decoded: Decoded, number: int) -> set[frozenset[int]]:
    """The pairs that played each other before a round (R1: in its cycle); BIP is nobody's opponent."""
    played = (game for games in same_cycle(decoded.tournament, number) for game in games if not game.bye)
    return {frozenset(game.sides) for game in played if game.end not in FORFEIT | {NEITHER}}


def _met_again(decoded: Decoded) -> Iterator[Notice]:
    """Pairs of a round robin's open round that met before in its cycle, since its order was changed (R1)."""
    number, names = len(decoded.tournament.rounds), decoded.names()
    past = decoded.memory.drawn.get(number)
    if decoded.tournament.settings.formula == SWISS or not decoded.pending or past is None:
        return
    by_program, met = past.after.pairs(number) - past.after.imposed(number), _met(decoded, number)
    again = [game.sides for game in decoded.tournament.rounds[-1] if frozenset(game.sides) in met & by_program]
    if again:
        pairs = [f"{names[black]} et {names[white]}" for black, white in again]
        yield Notice("rematch_of_table", {"round": number, "pairs": ", ".join(pairs)})


def _current_round(decoded: Decoded) -> Iterator[Notice]:
    """Who has no row although he is there, and who is paired although announced absent."""
    tournament, names = decoded.tournament, decoded.names()
    number = len(tournament.rounds)
    if not decoded.pending:
        return
    here = {who for game in tournament.rounds[-1] for who in game.sides}
    past = decoded.memory.drawn.get(number)
    drawn = {who for pair in (past.after.pairs(number) if past else ()) for who in pair}
    idle = sorted(
        player.number
        for player in tournament.players
        if number not in player.absences and player.number not in here and (player.number in drawn or not drawn)
    )
    if idle:
        yield Notice("idle", {"round": number, "names": listing([names[who] for who in idle])})
    if left := gone(decoded):
        rows = rows_to_type(decoded)
        yield Notice("left_after_draw", {"round": number, "names": listing([names[who] for who in left]), "rows": rows})


def _few_discs(decoded: Decoded) -> Iterator[Notice]:
    """Counts under 64 (B1), which may be a slip: in the last round, while it is open in the one before, on Finales."""
    last = len(decoded.tournament.rounds)
    for number in range(max(1, last - 1) if decoded.pending else max(1, last), last + 1):
        if few := few_discs(decoded, number):
            yield Notice("empty_squares", {"round": number, "tables": texts.empty_squares(few)})
    for row, empty in few_discs_in_finals(decoded):
        yield Notice("empty_squares_final", {"place": texts.at_final(row.stage, row.number), "empty": empty})


def _ends_with_discs(decoded: Decoded) -> Iterator[Notice]:
    """Discs typed beside a forfeit that are not what it counts (B4): they are ignored, by the contract."""
    games = [(texts.at_table(row.round, row.match.table), row.match) for row in decoded.results.rows]
    games += [
        (texts.at_final(row.stage, row.number), row.game) for row in (decoded.finals.rows if decoded.finals else ())
    ]
    for place, game in games:
        if not game.bye and game.end in FORFEIT | {NEITHER} and _others_typed(game):
            black, white = discs(game)
            facts = {"place": place, "end": game.end, "black": f"{black:g}", "white": f"{white:g}"}
            yield Notice("discs_forfeit", facts)


def _others_typed(game: Game) -> bool:
    """Whether a count of discs is typed that is not the one that counts."""
    typed = zip((game.discs_black, game.discs_white), discs(game), strict=True)
    return any(given is not None and given != counted for given, counted in typed)
