"""What the rules of pairing (section S) know of each player before a round, derived from the games once."""

from __future__ import annotations

from tournament_xl.record import field, record
from tournament_xl.rules.othello.model import Tournament
from tournament_xl.rules.othello.results import BYE, MET, entries


@record
class Past:
    """One player before a round. Scores in half-points."""

    number: int
    score: int  # win 2, draw 1
    delta: int  # games as Black minus games as White
    colours: tuple[int, ...]  # per round: 1 Black, -1 White, 0 no game
    last_float: int  # own score minus the opponent's before the latest game; 1 after a bye, 0 at the start
    last_result: int  # half-points of the preceding round; 0 after a bye or an absence
    without_game: tuple[int, ...]  # rounds without a game: bye, absence, not yet entered


@record
class History:
    """Everything that S1-S6 look back at."""

    number: int  # the round to be paired
    players: dict[int, Past]
    meetings: dict[frozenset[int], list[tuple[int, int]]] = field(default_factory=dict)  # (round, who was Black)


def history(tournament: Tournament, number: int) -> History:
    """What is known before round `number`; the rounds before it must have all their results."""
    lines = entries(tournament, number - 1)
    scores: dict[int, list[int]] = {}  # score before each round, then before this one
    for who, line in lines.items():
        scores[who] = [0]
        for entry in line:
            scores[who].append(scores[who][-1] + entry.half_points)
    found = History(number, {})
    for who, line in lines.items():
        last_float = 0
        for entry in line:
            if entry.kind == BYE:
                last_float = 1
            elif entry.kind in MET:
                last_float = scores[who][entry.round - 1] - scores[entry.opponent][entry.round - 1]
                if entry.colour == 1:
                    pair = frozenset((who, entry.opponent))
                    found.meetings.setdefault(pair, []).append((entry.round, who))
        colours = tuple(entry.colour for entry in line)
        latest = line[-1] if line and line[-1].kind in MET else None
        found.players[who] = Past(
            number=who,
            score=scores[who][-1],
            delta=sum(colours),
            colours=colours,
            last_float=last_float,
            last_result=latest.half_points if latest else 0,
            without_game=tuple(entry.round for entry in line if entry.kind not in MET),
        )
    for games in found.meetings.values():
        games.sort()
    return found
