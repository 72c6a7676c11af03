"""What an organiser should know although nothing is wrong: shown after a press and on the sheet Tournoi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from tournament_xl.model import Match, Notice, X
from tournament_xl.scrabble.scoring import is_usual
from tournament_xl.scrabble.standings import meetings
from tournament_xl.texts.names import listing
from tournament_xl.texts.notices import changed_ones
from tournament_xl.workbook import by_hand, codes
from tournament_xl.workbook.facts import first_lower
from tournament_xl.workbook.labels import DOUBLE_ROUND_ROBIN
from tournament_xl.workbook.memory import pair_key
from tournament_xl.workbook.scrabble.decoded import Decoded
from tournament_xl.workbook.shared_checks import absences_beyond, names_as_numbers


def warnings(decoded: Decoded) -> Iterator[Notice]:
    """Departures from the regulation, and what a person may have overlooked in the current round."""
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from _without_row(decoded)
    if decoded.tournament.settings.formula != DOUBLE_ROUND_ROBIN:
        met = partial(meetings, decoded.tournament)
        yield from by_hand.of_open_rounds(decoded, by_hand.rematches(decoded, met, len(decoded.tournament.players)))
    yield from by_hand.of_open_rounds(decoded, by_hand.absent_but_played(decoded))
    yield from _unusual_scores(decoded)
    if decoded.pending:
        yield from _current_round(decoded)
        yield from by_hand.no_shows(decoded)
    yield from _newcomers(decoded)
    yield from absences_beyond(decoded)
    yield from names_as_numbers(decoded)


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
            if who != X and number in tournament.player(who).absences and not match.gave(who):
                if match.complete and X not in match.sides:
                    continue  # `by_hand`
                yield Notice("absent_but_paired", {"round": number, "name": names[who]})


def _unusual_scores(decoded: Decoded) -> Iterator[Notice]:
    """Scores that nobody makes, such as the 4 that "400%" leaves in a cell: by the press that meets them, and on
    Tournoi while the round that was drawn on them is open.
    """
    last, known = len(decoded.tournament.rounds), decoded.memory.facts
    for number in range(1, last + 1):
        if not (odd := _odd_scores(decoded, number)):
            continue
        results = (first_lower(codes.result_of(match)).partition(":")[2] for match in odd)
        keys = (f"résultat|{number}|{pair_key(*match.sides)}" for match in odd)
        if decoded.pending and number >= last - 1:
            yield _told_odd(decoded, number, odd)
        elif any(known.get(key) != result for key, result in zip(keys, results, strict=True)):
            decoded.once.append(_told_odd(decoded, number, odd))
    final = decoded.tournament.final
    if final and not _is_usual(final) and decoded.finals_changed:
        decoded.once.append(Notice("unusual_final", {"shown": _scores(final)}))


def unusual_scores(decoded: Decoded, rounds: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with scores that nobody makes."""
    for number in rounds:
        if odd := _odd_scores(decoded, number):
            yield _told_odd(decoded, number, odd)


def _odd_scores(decoded: Decoded, number: int) -> list[Match]:
    return [match for match in decoded.tournament.rounds[number - 1] if not _is_usual(match)]


def _told_odd(decoded: Decoded, number: int, odd: list[Match]) -> Notice:
    names = decoded.names()
    shown = changed_ones([f"{_place(match, names)} ({_scores(match)})" for match in odd])
    return Notice("unusual_scores", {"round": number, "count": len(odd), "shown": shown})


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
