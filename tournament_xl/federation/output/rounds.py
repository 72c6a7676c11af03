"""Rounds of a tournament on its public page: cross table, pairings with their scores, games of two players."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.federation.intake.facts import PlayedTournament
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.games.scrabble.rules.model import Match
from tournament_xl.messages import federation_pages as words
from tournament_xl.workbook.cells import parse_int


class PairTexts(NamedTuple):
    """Pair of a round as the page shows it."""

    first: str  # public name
    score: str  # "451 – 407", a game after the other, or a word for a forfeit; "" if there is none
    second: str  # public name, or the word for X (the bye)


class Rounds(NamedTuple):
    """Rounds of a tournament; an Open's decider is round 0 and comes last."""

    pairings: list[tuple[str, list[PairTexts]]]  # title of the round, its pairs
    grid: Mapping[int, list[str]]  # N° -> a cell per round: margin or word, opponent's rank; "" without a match


Result = tuple[int, Match]  # number of the round, match
Game = tuple[str, int, int]  # link to its tournament, own score, opponent's score


def read_matches(tournament: PlayedTournament) -> list[Result]:
    """Read the texts in `tournament.results` as matches, in their order; pairs without result are left out.

    Texts that cannot be read are left out too.

    Returns:
        For each match the number of its round, and the match. The final that decides the Formule Open has number 0.
    """
    lines = (line.partition(":") for line in tournament.results)
    matches = ((int(number) if number.isdecimal() else 0, _read_result(text)) for number, _, text in lines)
    return [(number, match) for number, match in matches if match]


def _read_result(text: str) -> Match | None:
    """Parse the pair and the result of a line of `PlayedTournament.results`: "3-5:451/407", "3-5:F2", "3-X".

    Returns:
        The match, always marked complete: whether its games decide it is not checked. None when the text is damaged,
        has half a score, or is a pair of two players without a result; a bye ("3-X") needs none.
    """
    fields = re.fullmatch(r"(\d{1,4})-(\d{1,4}|X)(?::(?:F([12](?:\+[12])?)|([-\d/+]+)))?", text)
    if fields is None:
        return None
    games = []
    for game in filter(None, (fields[4] or "").split("+")):
        own_text, _, opponent_text = game.partition("/")
        scores = parse_int(own_text), parse_int(opponent_text)
        if scores[0] is None or scores[1] is None:
            return None
        games.append((scores[0], scores[1]))
    second = X if fields[2] == "X" else int(fields[2])
    forfeits = frozenset(int(side) for side in (fields[3] or "").split("+") if side)
    if second != X and not forfeits and not games:
        return None
    return Match(int(fields[1]), second, tuple(games), forfeits, complete=True)


def arrange_rounds(counted: CountedTournament, results: Iterable[Result], name: Callable[[int], str]) -> Rounds:
    """Arrange the results of a tournament by round and by player.

    Args:
        counted: The tournament.
        results: Its results, as `read_matches` returns them.
        name: Function from a N° to the public name of the player.

    Returns:
        Rounds in order, an Open's deciding final last; the grid has a row for each participant, in the order of places,
        with a cell for each round ("" if he has no match in it).
    """
    rounds: dict[int, list[PairTexts]] = defaultdict(list)
    cells: dict[int, dict[int, str]] = defaultdict(dict)
    places = {line.player.number: line.place for line in counted.ratings.lines}
    for number, match in results:
        first, second = match.sides
        scores = [f"{own} – {opponent}" for own, opponent in match.games]
        score = words.FORFEIT if match.forfeits else ", ".join(scores)
        rounds[number].append(PairTexts(name(first), score, words.NOBODY_X if second == X else name(second)))
        for own, opponent, sign in ((first, second, 1), (second, first, -1)):
            margin = sign * sum(first_score - second_score for first_score, second_score in match.games)
            outcome = words.FORFEIT if match.forfeits else f"{margin:+}".replace("-", "−") if margin else "="
            rank = f" ({places[opponent]})" if opponent in places else ""
            cells[own][number] = words.NOBODY_X if opponent == X else outcome + rank
    order = sorted(rounds, key=lambda number: (not number, number))
    titles = [words.ROUND.format(number=number) if number else words.DECIDER for number in order]
    grid = {number: [cells[number].get(column, "") for column in order] for number in places}
    return Rounds(list(zip(titles, (rounds[column] for column in order), strict=True)), grid)


def count_duel(games: Sequence[Game]) -> tuple[int, int, int, int]:
    """Count the games of two players against each other, for one of them.

    Args:
        games: Their games; the own scores are his.

    Returns:
        Number of games, then how many of these he won, drew and lost.
    """
    won, lost = (
        sum(own_score > opponent_score for _, own_score, opponent_score in games),
        sum(own_score < opponent_score for _, own_score, opponent_score in games),
    )
    return len(games), won, len(games) - won - lost, lost
