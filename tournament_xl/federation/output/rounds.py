"""Rounds of a tournament on its public page: cross table, pairings with their scores, games of two players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from tournament_xl.core.model import X
from tournament_xl.document.keys import Document
from tournament_xl.federation.intake.facts import PlayedTournament
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.games.scrabble.rules.model import Match
from tournament_xl.messages import federation_pages as words
from tournament_xl.workbook.history.views import X_MARK


class PairTexts(NamedTuple):
    """Pair of a round as the page shows it."""

    first: Markup  # public name
    score: str  # "451 – 407", a game after the other, or a word for a forfeit; "" if there is none
    second: Markup | str  # public name, or the word for X (the bye)


class Rounds(NamedTuple):
    """Rounds of a tournament; an Open's decider is round 0 and comes last."""

    pairings: list[tuple[str, list[PairTexts]]]  # title of the round, its pairs
    grid: Mapping[int, list[str]]  # N° -> a cell per round: margin or word, opponent's rank; "" without a match


Result = tuple[int, Match]  # number of the round, match
Game = tuple[str, int, int]  # link to its tournament, own score, opponent's score


def list_matches(tournament: PlayedTournament) -> list[Result]:
    """List the matches of a tournament with a whole result, each with the number of its round (0: on Finales)."""
    matches = ((result.round, _build_match(result.match)) for result in tournament.results)
    return [(number, match) for number, match in matches if match]


def _build_match(match: Document) -> Match | None:
    """Build the match of a document, marked complete; None with half a score, or without a result, bar a bye."""
    first, second = match["sides"]
    games = [game for game in (match.get("scores"), *match.get("further", ())) if game]
    forfeits = frozenset(map(int, match["forfeit"].split("+"))) if "forfeit" in match else frozenset[int]()
    if any(type(score) is not int for game in games for score in game):
        return None
    if second != X_MARK and not forfeits and not games:
        return None
    return Match(first, X if second == X_MARK else second, tuple(map(tuple, games)), forfeits, complete=True)


def arrange_rounds(counted: CountedTournament, results: Iterable[Result], names: Mapping[int, Markup]) -> Rounds:
    """Arrange the results of a tournament by round and by player.

    `results` are as `list_matches` returns them, `names` the public names by N°.

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
        rounds[number].append(PairTexts(names[first], score, words.NOBODY_X if second == X else names[second]))
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

    The own scores of the games are his. Returned are the number of games, then how many of these he won, drew and lost.
    """
    won, lost = (
        sum(own_score > opponent_score for _, own_score, opponent_score in games),
        sum(own_score < opponent_score for _, own_score, opponent_score in games),
    )
    return len(games), won, len(games) - won - lost, lost
