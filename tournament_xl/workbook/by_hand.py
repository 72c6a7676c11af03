"""What a person typed into a round that looks like a slip: told while it is open, and by the press that records it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from tournament_xl.model import Notice, X
from tournament_xl.texts import reasons
from tournament_xl.texts.names import listing
from tournament_xl.workbook.understood import Understood

Met = Callable[[int], Collection[frozenset[int]]]  # round -> pairs that met in rounds before it


def of_open_rounds(decoded: Understood, found: Iterable[Notice]) -> Iterator[Notice]:
    """Of the notices found those of open rounds; those of whole rounds that are not recorded yet go to `once`."""
    for notice in found:
        number = int(notice.facts["round"])
        if number > decoded.tournament.played:
            yield notice
        elif is_new(decoded, number):
            decoded.once.append(notice)


def is_new(decoded: Understood, number: int) -> bool:
    """Whether a round has a result that no press has seen as it stands."""
    known = {text for text in decoded.memory.now.results(number) if ":" in text}
    played = [row for row in decoded.results.round(number) if row.match.complete and X not in row.match.sides]
    return len(known) < len(played)


def rematches(decoded: Understood, met: Met, until: int) -> Iterator[Notice]:
    """Pairs put there by the organiser who have met before (C9 would avoid it): of the last drawn round, the next one,
    one that the Journal has not yet. From round `until` on everybody may have met everybody.
    """
    tournament, names = decoded.tournament, decoded.names()
    drawn = len(tournament.rounds)
    candidates = [(drawn + 1, match) for match in tournament.fixed]
    for number, matches in enumerate(tournament.rounds, start=1):
        past = decoded.memory.drawn.get(number)
        if past and number == drawn:
            by_program = past.after.pairs(number) - past.after.imposed(number)
            candidates += [(number, match) for match in matches if frozenset(match.sides) not in by_program]
        elif not past:
            candidates += [(number, m) for m in matches if not m.reason or m.reason.startswith(reasons.CHOICE)]
    before = {number: met(number) for number in {number for number, _ in candidates}}
    for number, match in candidates:
        if number < until and frozenset(match.sides) in before[number]:
            one, two = (names[who] for who in match.sides)
            yield Notice("rematch_by_hand", {"round": number, "one": one, "two": two})


def absent_but_played(decoded: Understood) -> Iterator[Notice]:
    """Who is announced absent in the last drawn round and has a result there that is no forfeit of his."""
    tournament, names, number = decoded.tournament, decoded.names(), len(decoded.tournament.rounds)
    absent = {player.number for player in tournament.players if number in player.absences}
    for match in tournament.rounds[-1] if number else ():
        if X in match.sides or not match.complete:
            continue
        for who in match.sides:
            if who in absent and not match.gave(who):
                yield Notice("absent_but_played", {"round": number, "name": names[who]})


def no_shows(decoded: Understood) -> Iterator[Notice]:
    """Who has a match in the open round and gave the one before it without a word of absence."""
    number, names, rounds = len(decoded.tournament.rounds), decoded.names(), decoded.tournament.rounds
    if not decoded.pending or number < 2:
        return
    absences = {player.number: player.absences for player in decoded.tournament.players}
    gave = {
        who for match in rounds[-2] for who in match.sides
        if who != X and match.gave(who) and number - 1 not in absences[who] and number not in absences[who]
    }  # fmt: skip
    here = sorted(who for match in rounds[-1] for who in match.sides if who in gave and not match.gave(who))
    if here:
        shown = listing([names[who] for who in here])
        yield Notice("no_shows", {"round": number, "before": number - 1, "names": shown})
