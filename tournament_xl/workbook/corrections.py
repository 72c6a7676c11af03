"""Results that were corrected after the Journal had recorded them: told until the next pairing, and in its answer.

A score typed again is an honest correction; a column sorted alone changes as many, and its organiser must hear of it.
So must he of N° that were changed beside results: these belong to whoever stands in their row now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from tournament_xl.model import Notice, X
from tournament_xl.texts import notices as texts
from tournament_xl.workbook import journal
from tournament_xl.workbook.journal_facts import Journal
from tournament_xl.workbook.understood import Understood

OF_PAIRS = frozenset({"pairs_moved", "results_gone"})  # notices of pairs that have changed
KEYS = OF_PAIRS | {"results_corrected"}


def corrections(
    decoded: Understood, result_of: Callable[[Any], str], same: Callable[[str, str], bool]
) -> Iterator[Notice]:
    """A notice for each round with results that are not those recorded, or not those before the last corrections.

    `result_of` gives a row's result in the Journal's compact form, `same` compares two of these.
    """
    log, recent = decoded.journal, _recent(decoded.journal)
    for number, matches in enumerate(decoded.tournament.rounds, start=1):
        recorded = log.results.get(number, {})
        corrected = [one for one in log.corrections if one.round == number and one.entry in recent]
        before = {**recorded, **{one.pair: one.before for one in reversed(corrected)}}  # the first of several counts
        now = {frozenset(match.sides): result_of(match) for match in matches}
        record = log.rounds.get(number)
        moved = _moved(matches, before.keys() or (record.current if record else ()))
        told = {
            "results_corrected": [
                texts.corrected_result(match.table, before[pair], now[pair])
                for match in matches
                if (pair := frozenset(match.sides)) in recorded and not same(before[pair], now[pair])
            ],
            "pairs_moved": [
                texts.moved_result(match.table, _pair_text(decoded, match.sides), now[frozenset(match.sides)])
                for match in moved
            ],
            "results_gone": [
                texts.gone_result(_pair_text(decoded, sorted(pair, reverse=X in pair)), text)
                for pair, text in before.items()
                if pair not in now and not any(pair & {*match.sides} for match in moved)
            ],
        }
        for key, shown in told.items():
            if shown:
                yield Notice(key, {"round": number, "count": len(shown), "shown": texts.first_of(shown)})


def _pair_text(decoded: Understood, sides: Iterable[int]) -> str:
    """ "Durand – Petit"; the N° of somebody whose row has gone."""
    names = decoded.names()
    return " – ".join(names.get(who, f"N° {who}") for who in sides)


def _moved(matches: Sequence[Any], known: Collection[frozenset[int]]) -> list[Any]:
    """The matches of a round with a result beside another pair than the `known` ones, when one of these has gone."""
    if {frozenset(match.sides) for match in matches}.issuperset(known):
        return []
    return [
        match for match in matches if X not in match.sides and match.complete and frozenset(match.sides) not in known
    ]


def _recent(log: Journal) -> set[int]:
    """The running numbers of the lines since the last pairing, and of the corrections that came just before it."""
    backwards = iter(log.lines[::-1])
    since = [one.number for one in takewhile(lambda one: one.action != journal.PAIRED, backwards)]
    return {*since, *(one.number for one in takewhile(lambda one: one.action == journal.CORRECTED, backwards))}
