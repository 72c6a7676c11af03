"""Value of a match: match points, Pdep, and whether the two have met (rules C3 to C6 of docs/regles.md).

PM are match points, Pdep limited score differences; X is the fictitious opponent in an odd field (the bye).
Decision table for matches that are not simply played (value v = 10 in edition F10, 50 in F50):

| match                      | PM one | Pdep one | PM two | Pdep two | a meeting |
|----------------------------|--------|----------|--------|----------|-----------|
| against X                  | 3      | +v       | X: 1   | X: -v    | yes       |
| against X, one forfeits    | 0      | -v       | X: 1   | X: -v    | no        |
| one forfeits               | 0      | -v       | 3      | +v       | no        |
| two forfeits               | 3      | +v       | 0      | -v       | no        |
| both forfeit               | 0      | 0        | 0      | 0        | no        |
| absent, not paired         | 0      | 0        |        |          |           |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from tournament_xl.core.model import Side, X
from tournament_xl.games.scrabble.rules.model import Match, Settings

WIN, DRAW, LOSS, FORFEIT = 3, 2, 1, 0  # C4: match points
LOWEST_SCORE, HIGHEST_SCORE = -500, 2000  # [ours] scores outside are typing errors
_USUAL = range(100, 901)  # [ours] scores outside may be typing errors


class Edition(NamedTuple):
    """One edition of the regulation."""

    name: str
    forfeit: int  # Pdep of a win by forfeit (C6)
    end_repair: bool  # whether the last third is paired again when a rematch is left (C9)


EDITIONS = {
    "F50": Edition("F50", forfeit=50, end_repair=True),
    "F10": Edition("F10", forfeit=10, end_repair=False),
}  # the third difference, the published tables for 8 players, is in tables.py


@dataclass(frozen=True, slots=True)
class Scoring:
    """Numbers by which matches score, and games that count for the ratings (C4 to C6, R7).

    Everything that scores takes this value.
    """

    edition: str = "F50"  # "F10" or "F50"
    forfeit_value: int = EDITIONS["F50"].forfeit  # Pdep of a win by forfeit (C6)
    end_repair: bool = EDITIONS["F50"].end_repair  # whether C9 pairs the last third again
    cap: int = 100  # points of difference counted at most, per game (C6)
    winning_games: tuple[tuple[int, int], ...] = ()  # round (0: every other), games to win; 1 where not listed (C5)
    rated_games: int = 0  # games that count for PJmax (R7): setting Parties (cotes), else the rounds

    @classmethod
    def of(cls, settings: Settings) -> Scoring:
        """Build the scoring that a tournament's settings ask for."""
        edition = EDITIONS[settings.edition]
        return cls(
            edition.name,
            edition.forfeit,
            edition.end_repair,
            winning_games=tuple(sorted(settings.winning_games.items())),
            rated_games=settings.own_games or settings.rounds or 0,
        )

    def games_to_win(self, round_number: int) -> int:
        """Return how many games win a match of this round: 1 or 2 (C5)."""
        by_round = dict(self.winning_games)
        return by_round.get(round_number, by_round.get(0, 1))

    def describe(self) -> dict[str, str]:
        """Return the values that a program needs to score the published matches again, by key in tournoi.json."""
        return {"edition": self.edition}


def is_usual(score: int) -> bool:
    """Check whether a score is within 100 … 900; others may be typing errors, of which people are warned."""
    return score in _USUAL


class Tally(NamedTuple):
    """Value of a match for one of the two."""

    pm: int  # match points, 0 to 3
    pdep: int  # difference counted for the tie-break
    outcome: Literal["G", "N", "P"]  # won, drawn, lost


def count_wins(match: Match) -> tuple[int, int]:
    """Count the typed games won by each of the two; forfeits do not matter."""
    return sum(a > b for a, b in match.games), sum(a < b for a, b in match.games)


def is_decided(match: Match, games_to_win: int) -> bool:
    """Check whether the typed games decide a match (C5): one game, or two wins or three games, draws included.

    A match against X and a forfeit need no game.

    Args:
        match: The match.
        games_to_win: Number of games that win it, 1 or 2.
    """
    if match.two == X or match.forfeits:
        return True
    if games_to_win == 1:
        return len(match.games) >= 1
    return max(count_wins(match)) >= games_to_win or len(match.games) >= 2 * games_to_win - 1


def find_surplus_game(match: Match, games_to_win: int) -> int | None:
    """Return the index (from 0) of the first game typed after the games before it had decided the match, or None.

    One game decides it, or two wins or three games, draws included (C5). Forfeits are ignored; against X one game does.

    Args:
        match: The match.
        games_to_win: Number of games that win it, 1 or 2.
    """
    for played in range(1, len(match.games)):
        first = Match(match.one, match.two, match.games[:played])
        if is_decided(first, games_to_win):
            return played
    return None


def is_meeting(match: Match) -> bool:
    """Check whether the two count as having met: not by a forfeit (C10); X can be met (C3)."""
    return match.complete and not match.forfeits


def tallies(match: Match, scoring: Scoring) -> tuple[Tally, Tally]:
    """Score a complete match for each of the two (C4, C6; X: C3)."""
    value = scoring.forfeit_value
    if match.two == X:
        own = Tally(FORFEIT, -value, "P") if match.forfeits else Tally(WIN, value, "G")
        return own, Tally(LOSS, -value, "P")
    if match.forfeits == {1, 2}:
        return Tally(FORFEIT, 0, "P"), Tally(FORFEIT, 0, "P")
    if match.forfeits:
        lost, won = Tally(FORFEIT, -value, "P"), Tally(WIN, value, "G")
        return (lost, won) if 1 in match.forfeits else (won, lost)
    pdep = first_wins = second_wins = 0
    for first, second in match.games:
        pdep += cap_difference(first - second, scoring.cap)
        first_wins, second_wins = first_wins + (first > second), second_wins + (second > first)
    if first_wins == second_wins:
        return Tally(DRAW, pdep, "N"), Tally(DRAW, -pdep, "N")
    if first_wins > second_wins:
        return Tally(WIN, pdep, "G"), Tally(LOSS, -pdep, "P")
    return Tally(LOSS, pdep, "P"), Tally(WIN, -pdep, "G")


def match_sides(match: Match, round_number: int, scoring: Scoring) -> tuple[Side, Side]:
    """Return a match as each of the two sees it (C4 to C6); without a result it brings no points, and no value."""
    both_tallies = tallies(match, scoring) if match.complete else (None, None)
    has_several_games = len(match.games) > 1 and match.complete and not match.forfeits
    reversed_games = tuple((second, first) for first, second in match.games)
    first_side, second_side = (
        Side(
            round_number, match.table, player_id, match.opponent(player_id), games,
            match.gave(player_id), match.gave(match.opponent(player_id)), match.complete,
            tally.outcome if tally else "", tally.pm if tally else 0, tally.pdep if tally else None,
            tuple(cap_difference(own - opponent, scoring.cap) for own, opponent in games) if has_several_games else (),
        )
        for player_id, games, tally in zip(match.sides, (match.games, reversed_games), both_tallies, strict=True)
    )  # fmt: skip
    return first_side, second_side


def cap_difference(difference: int, cap: int) -> int:
    """Limit a difference in one game to the points that count (C6)."""
    return max(-cap, min(cap, difference))
