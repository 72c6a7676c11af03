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


class Scoring(NamedTuple):
    """Numbers by which matches score, and number of games that count for the ratings (C4 to C6, R7)."""

    edition: str = "F50"  # "F10" or "F50"
    forfeit_value: int = EDITIONS["F50"].forfeit  # Pdep of a win by forfeit (C6)
    end_repair: bool = EDITIONS["F50"].end_repair  # whether C9 pairs the last third again
    cap: int = 100  # points of difference counted at most, per game (C6)
    winning_games: tuple[tuple[int, int], ...] = ()  # round (0: every other), games to win; 1 where not listed (C5)
    rated_games: int = 0  # games that count for PJmax (R7): setting Parties (cotes), else the rounds

    @classmethod
    def of(cls, settings: Settings) -> Scoring:
        """Build the scoring that a tournament's settings ask for; games for the ratings are 0 while rounds are unset.

        Raises:
            KeyError: The edition is unknown.
        """
        edition = EDITIONS[settings.edition]
        return cls(
            edition.name,
            edition.forfeit,
            edition.end_repair,
            winning_games=tuple(sorted(settings.winning_games.items())),
            rated_games=settings.own_games or settings.rounds or 0,
        )

    def games_to_win(self, round_number: int) -> int:
        """Return how many won games win a match of this round: 1 or 2 (C5); 1 where the setting says nothing."""
        by_round = dict(self.winning_games)
        return by_round.get(round_number, by_round.get(0, 1))

    def describe(self) -> dict[str, str]:
        """Return what tournoi.json publishes of the scoring, key -> value: the edition alone, "F10" or "F50".

        With it a program can score the published matches again.
        """
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
    """Count the typed games won by `one` and by `two`; drawn games count for neither, forfeits do not matter."""
    return sum(a > b for a, b in match.games), sum(a < b for a, b in match.games)


def is_decided(match: Match, games_to_win: int) -> bool:
    """Check whether the typed games decide a match (C5).

    One game does if one wins the match; else two games won by one player, or three games, drawn ones included. A match
    against X (the bye) and a match with a forfeit are decided without a game.
    """
    if match.two == X or match.forfeits:
        return True
    if games_to_win == 1:
        return len(match.games) >= 1
    return max(count_wins(match)) >= games_to_win or len(match.games) >= 2 * games_to_win - 1


def find_surplus_game(match: Match, games_to_win: int) -> int | None:
    """Return the index (from 0) of the first game typed after the games before it had decided the match, or None.

    One game decides it, or two wins or three games, draws included (C5). Forfeits are ignored; against X one game does.
    """
    for played in range(1, len(match.games)):
        first = Match(match.one, match.two, match.games[:played])
        if is_decided(first, games_to_win):
            return played
    return None


def is_meeting(match: Match) -> bool:
    """Check whether a match counts as a meeting of the two: with a result, but not by a forfeit (C10).

    A match against X (the bye) counts too (C3).
    """
    return match.complete and not match.forfeits


def tallies(match: Match, scoring: Scoring) -> tuple[Tally, Tally]:
    """Score a complete match for `one` and for `two`, in this order (C4, C6; X, the bye: C3).

    The winner of more games wins; as many for both is a draw. Pdep is the sum of the differences of the games, each
    limited to `scoring.cap`. The module has a table for forfeits and X. Whether the match is complete is not checked.
    """
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
    """Return a match as `one` and as `two` see it (C4 to C6).

    Without a result, `points` is 0, `outcome` "" and `value` None. `parts` has the limited difference of each game only
    in a complete match of several games without a forfeit.
    """
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
    """Limit the difference of points in one game to -cap … cap (C6)."""
    return max(-cap, min(cap, difference))
