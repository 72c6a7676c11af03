"""A past round drawn again from the facts as they now stand: for explanations and lost reasons."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.model import Absences, Pair, Refused, Tournament, X
from tournament_xl.workbook.decoded import Decoded


def before_round(decoded: Decoded, number: int) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand.

    Present are those whom the Journal names, else those who have a row; fixed are the pairs that the organiser had
    typed before the pairing.
    """
    tournament, record = decoded.tournament, decoded.journal.rounds.get(number)
    matches = tournament.rounds[number - 1]
    present = (record.present if record else None) or {who for m in matches for who in (m.one, m.two) if who != X}
    fixed = record.fixed if record else frozenset()
    players = tournament.players
    if not decoded.formula.fixed_schedule:
        players = tuple(
            replace(player, absences=Absences() if player.number in present else Absences(frozenset({number})))
            for player in players
        )
    return replace(
        tournament,
        players=players,
        rounds=tournament.rounds[: number - 1],
        fixed=tuple(match for match in matches if frozenset((match.one, match.two)) in fixed),
    )


def redraw(decoded: Decoded, number: int) -> list[Pair]:
    """The pairs that the rules give for round `number` now; empty when they give none."""
    try:
        return decoded.formula.pair(before_round(decoded, number))
    except Refused:
        return []
