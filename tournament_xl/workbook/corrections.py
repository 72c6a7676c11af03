"""Results that were corrected after the Journal had recorded them: told until the next pairing, and in its answer.

A score typed again is an honest correction; a column sorted alone changes as many, and its organiser must hear of it.
So must he of N° that were changed beside results: these belong to whoever stands in their row now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import Any

from tournament_xl.model import Notice, X
from tournament_xl.texts import notices as texts
from tournament_xl.workbook import journal
from tournament_xl.workbook.journal_facts import Journal
from tournament_xl.workbook.understood import Understood

KEYS = frozenset({"results_corrected", "pairs_moved"})  # of the notices


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
        changed = []
        for match in matches:
            pair, now = frozenset(match.sides), result_of(match)
            if pair in recorded and not same(before[pair], now):
                changed.append(texts.corrected_result(match.table, before[pair], now))
        if changed:
            shown = texts.first_of(changed)
            yield Notice("results_corrected", {"round": number, "count": len(changed), "shown": shown})
        record = log.rounds.get(number)
        if moved := _moved(decoded, matches, before.keys() or (record.current if record else ()), result_of):
            yield Notice("pairs_moved", {"round": number, "count": len(moved), "shown": texts.first_of(moved)})


def _moved(
    decoded: Understood, matches: Sequence[Any], known: Collection[frozenset[int]], result_of: Callable[[Any], str]
) -> list[str]:
    """The results of a round that stand beside another pair than the `known` ones, when one of these has gone."""
    names, here = decoded.names(), {frozenset(match.sides) for match in matches}
    if here.issuperset(known):
        return []
    return [
        texts.moved_result(match.table, " – ".join(names[who] for who in match.sides), result_of(match))
        for match in matches
        if X not in match.sides and match.complete and frozenset(match.sides) not in known
    ]


def _recent(log: Journal) -> set[int]:
    """The running numbers of the lines since the last pairing, and of the corrections that came just before it."""
    backwards = iter(log.lines[::-1])
    since = [one.number for one in takewhile(lambda one: one.action != journal.PAIRED, backwards)]
    return {*since, *(one.number for one in takewhile(lambda one: one.action == journal.CORRECTED, backwards))}
