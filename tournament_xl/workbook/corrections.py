"""Results that were corrected after the Journal had recorded them: told until the next pairing, and in its answer.

A score typed again is an honest correction; a column sorted alone changes as many, and its organiser must hear of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from tournament_xl.model import Notice
from tournament_xl.texts import notices as texts
from tournament_xl.workbook import journal
from tournament_xl.workbook.understood import Understood


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


def _recent(log: journal.Journal) -> set[int]:
    """The running numbers of the lines since the last pairing, and of the corrections that came just before it."""
    backwards = iter(log.lines[::-1])
    since = [one.number for one in takewhile(lambda one: one.action != journal.PAIRED, backwards)]
    return {*since, *(one.number for one in takewhile(lambda one: one.action == journal.CORRECTED, backwards))}
