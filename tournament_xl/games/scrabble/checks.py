"""Checks of a tournament as a whole, and what the organiser should know although nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tournament_xl.core.model import Notice, Player, X
from tournament_xl.games import shared
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import (
    COLUMNS,
)
from tournament_xl.games.scrabble.rules.scoring import is_usual
from tournament_xl.games.scrabble.rules.standings import meetings
from tournament_xl.games.shared import check_fixed, idle
from tournament_xl.messages.names import alternatives
from tournament_xl.messages.notices import first_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import no_shows, rematches
from tournament_xl.workbook.tables import (
    Line,
)


def check_all(decoded: ScrabbleBook) -> None:
    """Every check of the tournament as a whole."""
    _check_rounds(decoded)
    shared.check_all(decoded, COLUMNS, partial(_check_pairs, decoded))
    if decoded.formula.closed:  # in a round robin nobody enters after the first pairing (T)
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def _check_rounds(decoded: ScrabbleBook) -> None:
    """The number of rounds fits the formula and what is drawn."""
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    begun = decoded.memory.drawn and not decoded.first_pairing
    empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.settings.rounds
    if begun and empty and len(allowed) != 1:  # C1: fixed at the first pairing; the regulation's may be another one
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_gone")
    is_registration_doubtful = any(
        problem.sheet == schema.PLAYERS for problem in decoded.problems.found
    )  # who is registered, and how many
    if allowed and rounds not in allowed and not is_registration_doubtful:
        facts = {"choices": alternatives(list(map(str, allowed))), "registered": decoded.registered}
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_fixed", **facts)


def _check_pairs(decoded: ScrabbleBook) -> None:
    """Pairs typed for the next round (C3); where the games are known from the start no row holds another one, drawn or
    to be drawn (T, O5).
    """
    formula, tournament, names = decoded.formula, decoded.tournament, decoded.names()
    if not formula.scheduled(tournament.next_round):
        check_fixed(decoded, COLUMNS)
    if formula.schedule is None or formula.field_refusal(decoded.registered):
        return
    if formula.closed and late_entrants(decoded):
        return
    for round_number, match in formula.off_schedule(tournament):
        line = next(row.line for row in decoded.results.round(round_number) if row.match is match)
        first, second = (names[player_id] for player_id in match.sides)
        line.problem(decoded.problems, "N° 1", "not_scheduled", one=first, two=second, round=round_number)


def late_entrants(decoded: ScrabbleBook) -> list[tuple[Line, Player]]:
    """The rows of players who have no place in the initial ranking although the others have one (C2)."""
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def warnings(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Departures from the regulation, and what a person may have overlooked in the current round."""
    last_round, names = len(decoded.tournament.rounds), decoded.names()
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from idle(decoded, decoded.newcomers)
    if decoded.tournament.settings.formula != schema.DOUBLE_ROUND_ROBIN:
        met = partial(meetings, decoded.tournament)
        yield from rematches(decoded, met, len(decoded.tournament.players))
    yield from unusual_scores(
        decoded, range(max(1, last_round - 1) if decoded.pending else max(1, last_round), last_round + 1)
    )
    if decoded.pending:
        for player_id in sorted(_find_paired_absentees(decoded)):
            yield Notice("absent_but_paired", {"round": last_round, "name": names[player_id]})
        yield from no_shows(decoded)
    if not decoded.first_pairing and last_round < (
        decoded.tournament.settings.rounds or 0
    ):  # O5; a pairing tells the others
        for player in decoded.waiting:
            facts: dict[str, int | str] = {"round": decoded.formula.scheduled_rounds or 0, "name": player.full_name}
            yield Notice("newcomer_waits", facts)


def _find_paired_absentees(decoded: ScrabbleBook) -> set[int]:
    """Who is paired in the open round although announced absent, without a result yet."""
    round_number = len(decoded.tournament.rounds)
    absent = {player.number for player in decoded.tournament.players if round_number in player.absences}
    open_matches = [match for match in decoded.tournament.rounds[-1] if not match.complete or X in match.sides]
    return {
        player_id
        for match in open_matches
        for player_id in match.sides
        if player_id in absent and not match.gave(player_id)
    }


def unusual_scores(decoded: ScrabbleBook, round_numbers: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with a score that must be a slip, as the 4 that "400%" leaves in a cell."""
    for round_number in round_numbers:
        match_texts = [
            f"table {match.table or '?'} ({', '.join(f'{first}-{second}' for first, second in match.games)})"
            for match in decoded.tournament.rounds[round_number - 1]
            if not all(is_usual(score) for game in match.games for score in game)
        ]
        if match_texts:
            yield Notice(
                "unusual_scores", {"round": round_number, "count": len(match_texts), "shown": first_of(match_texts)}
            )
