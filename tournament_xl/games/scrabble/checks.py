"""Checks that need the whole tournament: formula, rounds, fixed pairs, late entries, missing results; and what the
organiser should know although nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from tournament_xl.book import labels
from tournament_xl.book.grid import Line
from tournament_xl.book.labels import DOUBLE_ROUND_ROBIN
from tournament_xl.book.workbook import (
    check_formula,
    check_order,
    check_rows,
    names_moved,
    no_shows,
    rematches,
    report_at,
    scores_over_names,
)
from tournament_xl.games.scrabble.decode_sheets import NAMES, Row, missing_score
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.model import Match, Notice, Player, X
from tournament_xl.rules.scrabble.scoring import is_usual
from tournament_xl.rules.scrabble.standings import meetings
from tournament_xl.texts.names import alternatives, listing
from tournament_xl.texts.notices import first_of


def check_all(decoded: Decoded) -> None:
    """Every check of the tournament as a whole."""
    check_rounds(decoded)
    check_formula(decoded)
    if not decoded.problems.found:
        check_fixed(decoded)
        check_schedule(decoded)
    check_late(decoded)
    check_rows(decoded)
    names_moved(decoded)
    scores_over_names(decoded, (row.line for row in decoded.results.rows), NAMES)
    find_pending(decoded)


def check_rounds(decoded: Decoded) -> None:
    """The number of rounds fits the formula and what is drawn; no row of a round that comes later."""
    check_order(decoded)
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    begun = decoded.memory.drawn and not decoded.first_pairing
    empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.settings.rounds
    if begun and empty and len(allowed) != 1:  # C1: fixed at the first pairing; the regulation's may be another one
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_gone")
    doubtful = any(one.sheet == labels.PLAYERS for one in decoded.problems.found)  # who is registered, and how many
    if allowed and rounds not in allowed and not doubtful:
        choices = alternatives(list(map(str, allowed)))
        facts = {"choices": choices, "registered": decoded.registered}
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_fixed", **facts)


def check_fixed(decoded: Decoded) -> None:
    """Pairs typed for the next round: of players who will be there, X only if it is needed (C3)."""
    tournament, number, names = decoded.tournament, decoded.tournament.next_round, decoded.names()
    present = tournament.present(number)
    if decoded.formula.scheduled(number):
        return
    for row in decoded.results.round(number):
        for who, column in ((row.match.one, "N° 1"), (row.match.two, "N° 2")):
            if who != X and who not in present:
                row.line.problem(decoded.problems, column, "absent_fixed", name=names[who], round=number)
        if row.match.two == X and len(present) % 2 == 0:
            row.line.problem(decoded.problems, "N° 2", "x_even", present=len(present))


def check_schedule(decoded: Decoded) -> None:
    """Where the games are known from the start, no row holds another one, drawn or to be drawn (T, O5)."""
    formula, tournament, names = decoded.formula, decoded.tournament, decoded.names()
    if formula.schedule is None or formula.field_refusal(decoded.registered):
        return
    if formula.closed and late_entrants(decoded):
        return
    last = min(tournament.next_round, tournament.settings.rounds or 0)
    for number in filter(formula.scheduled, range(1, last + 1)):
        games = {frozenset((game.one, game.two)) for game in formula.schedule(tournament, number)}
        for row in decoded.results.round(number):
            if frozenset(pair := row.match.sides) not in games:
                drawn = [game for game in games if game & {*pair} - {X}] if number <= len(tournament.rounds) else []
                shown = sorted(" contre ".join(str(who or "X") for who in sorted(game, key=_x_last)) for game in drawn)
                key = "not_scheduled_drawn" if drawn else "not_scheduled"
                one, two = names[pair[0]], names[pair[1]]
                row.line.problem(decoded.problems, "N° 1", key, one=one, two=two, round=number, games=listing(shown))


def _x_last(number: int) -> tuple[bool, int]:
    return number == X, number


def late_entrants(decoded: Decoded) -> list[tuple[Line, Player]]:
    """The rows of players who have no place in the initial ranking although the others have one (C2)."""
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def check_late(decoded: Decoded) -> None:
    """In a round robin nobody enters after the first pairing (T)."""
    if decoded.formula.closed:
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def find_pending(decoded: Decoded) -> None:
    """Rows without result: wanted in the last drawn round, a problem in an earlier one."""
    last = len(decoded.tournament.rounds)
    single = _rounds_of_one_game(decoded)
    if single:
        decoded.settings.problem(decoded.problems, "Manches gagnantes", "games_changed", rounds=listing(single))
    for row in decoded.results.rows:
        if row.round > last or row.match.complete or str(row.round) in single:
            continue
        if row.round == last:
            decoded.pending.append(row)
        else:
            report_missing(decoded, row)


def _rounds_of_one_game(decoded: Decoded) -> list[str]:
    """Earlier rounds that were played in one game although the setting now wants two wins (C5)."""
    settings, found = decoded.tournament.settings, []
    for number, matches in enumerate(decoded.tournament.rounds[:-1], start=1):
        played = [match for match in matches if match.games]
        if settings.games_to_win(number) > 1 and len(played) > 1 and all(len(match.games) == 1 for match in played):
            found.append(str(number))
    return found


def report_missing(decoded: Decoded, row: Row) -> None:
    """Record that a row has no result, at the first score that is wanted."""
    report_at(decoded, row, missing_score(row, decoded.tournament.settings.games_to_win(row.round)))


def warnings(decoded: Decoded) -> Iterator[Notice]:
    """Departures from the regulation, and what a person may have overlooked in the current round."""
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from _without_row(decoded)
    if decoded.tournament.settings.formula != DOUBLE_ROUND_ROBIN:
        met = partial(meetings, decoded.tournament)
        yield from rematches(decoded, met, len(decoded.tournament.players))
    last = len(decoded.tournament.rounds)
    yield from unusual_scores(decoded, range(max(1, last - 1) if decoded.pending else max(1, last), last + 1))
    final = decoded.tournament.final
    if final and not _is_usual(final):
        yield Notice("unusual_final", {"shown": _scores(final)})
    if decoded.pending:
        yield from _current_round(decoded)
        yield from no_shows(decoded)
    yield from _newcomers(decoded)


def _without_row(decoded: Decoded) -> Iterator[Notice]:
    """Players without a match in the round being played: their pair was taken away, or they are there (C11)."""
    tournament, names = decoded.tournament, decoded.names()
    number = len(tournament.rounds)
    if not decoded.pending:
        return
    past = decoded.memory.drawn.get(number)
    here = {who for match in tournament.rounds[-1] for who in (match.one, match.two)}
    drawn = {who for pair in (past.after.pairs(number) if past else ()) for who in pair}
    gone = sorted(who for who in drawn - here if who != X and who in names)
    if gone:
        yield Notice("without_row", {"round": number, "names": listing([names[who] for who in gone])})
    elsewhere = here | {player.number for player in decoded.entering} | set(gone)
    idle = [p.number for p in tournament.players if number not in p.absences and p.number not in elsewhere]
    if idle:
        yield Notice("idle", {"round": number, "names": listing([names[who] for who in sorted(idle)])})


def _current_round(decoded: Decoded) -> Iterator[Notice]:
    """Who is paired now although announced absent."""
    tournament, names = decoded.tournament, decoded.names()
    number = len(tournament.rounds)
    for match in tournament.rounds[-1]:
        for who in (match.one, match.two):
            open_one = not match.complete or X in match.sides
            if open_one and who != X and number in tournament.player(who).absences and not match.gave(who):
                yield Notice("absent_but_paired", {"round": number, "name": names[who]})


def unusual_scores(decoded: Decoded, rounds: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with scores that nobody makes, such as the 4 that "400%" leaves in a cell."""
    for number in rounds:
        odd = [match for match in decoded.tournament.rounds[number - 1] if not _is_usual(match)]
        if odd:
            shown = first_of([f"{_place(match, decoded.names())} ({_scores(match)})" for match in odd])
            yield Notice("unusual_scores", {"round": number, "count": len(odd), "shown": shown})


def _is_usual(match: Match) -> bool:
    return all(is_usual(score) for game in match.games for score in game)


def _place(match: Match, names: Mapping[int, str]) -> str:
    return f"table {match.table}" if match.table else " – ".join(names[who] for who in match.sides)


def _scores(match: Match) -> str:
    return ", ".join(f"{one}-{two}" for one, two in match.games)


def _newcomers(decoded: Decoded) -> Iterator[Notice]:
    """Rows added to Joueurs that wait for phase 2 of an Open (O5); the others are told by the pairing they enter."""
    if not decoded.first_pairing and decoded.tournament.next_round <= (decoded.tournament.settings.rounds or 0):
        for player in decoded.waiting:
            facts: dict[str, int | str] = {"round": decoded.formula.scheduled_rounds or 0, "name": player.full_name}
            yield Notice("newcomer_waits", facts)
