"""Who made the pairs of a drawn round: the organiser, or a pairing."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.core.model import MatchT
from tournament_xl.messages.reasons import ReasonAuthor, read_author
from tournament_xl.workbook.history.history import History


def find_organisers_matches(history: History, round_number: int, matches: Iterable[MatchT]) -> list[MatchT]:
    """Return the matches of a round whose pairs the organiser made.

    The history knows of every round that an action paired, also the action under way, and of pairs that people typed
    since it began. Only of pairs that came with a file of results, or are older than the history, Motif says it.

    Args:
        history: History of the workbook.
        round_number: Number of the round.
        matches: Matches of the round; a pair that people typed in the place of a drawn one is theirs.

    Returns:
        Such matches, in their order; of pairs that no action knows, those without Motif are not among them.
    """
    if paired_round := history.drawn.get(round_number):
        drawn_pairs = paired_round.after.pairs(round_number) - paired_round.after.imposed(round_number)
        return [match for match in matches if frozenset(match.sides) not in drawn_pairs]
    if history.now.present(round_number):  # the action under way has paired it
        imposed_pairs = history.now.imposed(round_number)
        return [match for match in matches if frozenset(match.sides) in imposed_pairs]
    typed_pairs = history.typed_pairs(round_number)
    return [
        match
        for match in matches
        if frozenset(match.sides) in typed_pairs or read_author(match.reason) is ReasonAuthor.ORGANISER
    ]
