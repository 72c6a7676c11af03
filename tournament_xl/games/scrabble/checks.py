"""Checks of a tournament as a whole, and what the organiser should know although nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tournament_xl.core.model import Notice, X
from tournament_xl.games.checks import (
    check_fixed_pairs,
    check_rounds,
    check_sheets,
    find_idle_players,
    find_missing_sheets,
)
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read_seat_table import is_edited_too_late
from tournament_xl.games.scrabble.rules.model import Player
from tournament_xl.games.scrabble.rules.scoring import is_usual
from tournament_xl.games.scrabble.rules.standings import find_meetings
from tournament_xl.games.scrabble.schema import SCORES
from tournament_xl.messages.names import alternatives
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.decoded import find_no_shows, find_rematches
from tournament_xl.workbook.tables import Line, Problems


def check_all(decoded: ScrabbleBook, problems: Problems) -> None:
    """Check the tournament as a whole: number of rounds, pairs, sheets, late entrants of a round robin (T).

    Typed pairs are checked only if nothing else is wrong so far.
    """
    _check_number_of_rounds(decoded, problems)
    check_rounds(decoded, problems)
    if not problems.entries:
        _check_pairs(decoded, problems)
    check_sheets(decoded, problems)
    if decoded.formula.closed:  # in a round robin nobody enters after the first pairing (T)
        for line, player in find_late_entrants(decoded):
            line.report(problems, "Nom", "late_refused", name=player.full_name)


def _check_number_of_rounds(decoded: ScrabbleBook, problems: Problems) -> None:
    """Check that the number of rounds fits the formula and the rounds drawn."""
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    has_begun = decoded.memory.drawn and not decoded.first_pairing
    is_empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.text("Nombre de rondes")
    if has_begun and is_empty and len(allowed) != 1:  # C1: fixed at the first pairing, perhaps not to the default
        decoded.settings.report(problems, "Nombre de rondes", "rounds_gone")
    is_field_doubtful = any(problem.sheet == shared.PLAYERS for problem in problems.entries)
    if allowed and rounds not in allowed and not is_field_doubtful:
        facts = {"choices": alternatives(list(map(str, allowed))), "registered": decoded.registered}
        decoded.settings.report(problems, "Nombre de rondes", "rounds_fixed", **facts)


def _check_pairs(decoded: ScrabbleBook, problems: Problems) -> None:
    """Check the pairs typed for the next round (C3), and in scheduled rounds that no row holds another game (T, O5)."""
    formula, tournament, names = decoded.formula, decoded.tournament, decoded.names()
    if not formula.is_scheduled(tournament.next_round):
        check_fixed_pairs(decoded, problems)
    if formula.find_field_refusal(decoded.registered):
        return
    if formula.closed and find_late_entrants(decoded):
        return
    for round_number, match in formula.find_unscheduled_matches(tournament):
        line = next(row.line for row in decoded.results.round(round_number) if row.match is match)
        first, second = (names[player_id] for player_id in match.sides)
        line.report(problems, "N° 1", "not_scheduled", one=first, two=second, round=round_number)


def find_late_entrants(decoded: ScrabbleBook) -> list[tuple[Line, Player]]:
    """Return the rows of registered players who have no place in the initial ranking although others have one (C2).

    [] before the first pairing.
    """
    registered_ids = {player.number for player in decoded.tournament.players}
    return [
        (decoded.lines[player.number], player)
        for player in decoded.entrants.values()
        if not decoded.first_pairing and player.seed is None and player.number in registered_ids
    ]


def find_warnings(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Yield departures from the regulation, and what the organiser may have overlooked in the last drawn rounds.

    These are, in this order: seats edited too late; missing sheets; players without a match; rematches made by hand,
    but not in a double round robin; unlikely scores of the last drawn round and, while it lacks results, of the one
    before; while results are missing, absentees who are paired and players who forfeited the round before; if rounds
    are left, late entrants who wait for phase 2.
    """
    last_round, names = len(decoded.tournament.rounds), decoded.names()
    if decoded.registered:
        yield from decoded.formula.list_departures(decoded.registered, decoded.tournament.settings.rounds or 0)
    if is_edited_too_late(decoded):
        yield Notice("tables_ignored")
    groups = [shared.GROUPS] if shared.GROUPS in decoded.tournament.settings.formula.sheets else []
    ratings = [shared.RATINGS] if "rated" in decoded.memory.document else []
    yield from find_missing_sheets(decoded, [*shared.ROUND_SHEETS, *groups, *ratings])
    yield from find_idle_players(decoded, decoded.newcomers)
    if decoded.formula.cycles < 2:
        meetings_before = partial(find_meetings, decoded.tournament)
        yield from find_rematches(decoded, meetings_before, len(decoded.tournament.players))
    first_checked = max(1, last_round - 1 if decoded.pending else last_round)
    yield from find_unlikely_scores_in(decoded, range(first_checked, last_round + 1))
    if decoded.pending:
        for player_id in sorted(_find_paired_absentees(decoded)):
            yield Notice("absent_but_paired", {"round": last_round, "name": names[player_id]})
        yield from find_no_shows(decoded)
    has_next_round = last_round < (decoded.tournament.settings.rounds or 0)
    if not decoded.first_pairing and has_next_round:  # O5; the first pairing has its own notices
        for player in decoded.waiting:
            facts = {"round": decoded.formula.scheduled_rounds or 0, "name": player.full_name}
            yield Notice("newcomer_waits", facts)


def _find_paired_absentees(decoded: ScrabbleBook) -> set[int]:
    """Return the players of the current round who are announced absent and have no result yet."""
    round_number = len(decoded.tournament.rounds)
    absent_ids = {player.number for player in decoded.tournament.players if round_number in player.absences}
    open_matches = [match for match in decoded.tournament.rounds[-1] if not match.complete or X in match.sides]
    return {
        player_id
        for match in open_matches
        for player_id in match.sides
        if player_id in absent_ids and not match.gave(player_id)
    }


def find_unlikely_scores_in(decoded: ScrabbleBook, round_numbers: Iterable[int]) -> Iterator[Notice]:
    """Yield a notice for each of these drawn rounds that has scores outside 100 … 900: probably typing errors.

    It names the first of the matches concerned, with all their scores. "400%" typed, for example, leaves a 4 in a cell.
    """
    for round_number in round_numbers:
        match_texts = [
            f"table {match.table or '?'} ({', '.join(f'{first}-{second}' for first, second in match.games)})"
            for match in decoded.tournament.rounds[round_number - 1]
            if not all(is_usual(score) for game in match.games for score in game)
        ]
        if match_texts:
            yield Notice("unusual_scores", {"round": round_number, "matches": match_texts})


def find_unlikely_scores(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Yield a notice for each drawn round with scores that are probably typing errors: outside 100 … 900."""
    return find_unlikely_scores_in(decoded, range(1, len(decoded.tournament.rounds) + 1))


def find_unlikely_cells(decoded: ScrabbleBook) -> Iterator[tuple[int, str, str]]:
    """Yield row of Résultats, column and text of each whole number in a score column outside 100 … 900.

    Such a score is probably a typing error. It is examined even where the opponent's is missing, and in the rows typed
    for the round to be drawn.
    """
    for row in decoded.results.rows:
        for column in SCORES:
            score = parse_int(row.line.text(column))
            if score is not None and not is_usual(score):
                yield row.line.row, column, row.line.text(column)
