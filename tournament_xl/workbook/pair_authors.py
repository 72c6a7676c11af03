"""Who made the pairs of a drawn round: the organiser, or a pairing."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.core.model import MatchT
from tournament_xl.messages.reasons import ReasonAuthor, read_author
from tournament_xl.workbook.history.history import History
from tournament_xl.workbook.history.views import find_drawn_pairs, find_imposed_pairs, find_present


def find_organisers_matches(history: History, round_number: int, matches: Iterable[MatchT]) -> list[MatchT]:
    """Return the matches of a round whose pairs the organiser made, not a pairing by the program.

    If an action has paired the round, these are the pairs fixed before its pairing, with pairs of an earlier draw that
    stayed when the round was paired again, and the pairs that people changed since. If the action under way pairs it,
    they are the pairs fixed before. If no action has paired it, they are the pairs that people typed since the history
    began, and the pairs whose reason (Motif) names the organiser; any other pair, as from a file of results, is not.
    """
    if paired_round := history.drawn.get(round_number):
        drawn_pairs = find_drawn_pairs(paired_round.after, round_number)
        return [match for match in matches if frozenset(match.sides) not in drawn_pairs]
    if find_present(history.document, round_number):  # the action under way has paired it
        imposed_pairs = find_imposed_pairs(history.document, round_number)
        return [match for match in matches if frozenset(match.sides) in imposed_pairs]
    typed_pairs = history.typed_pairs(round_number)
    return [
        match
        for match in matches
        if frozenset(match.sides) in typed_pairs or read_author(match.reason) is ReasonAuthor.ORGANISER
    ]
