"""Rounds of a counted tournament on its public page: cross table and pairings with their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.games.scrabble.input_sheets import read_result
from tournament_xl.messages import federation_pages as words


class Pairing(NamedTuple):
    """Pair of a round as the page shows it."""

    first: str
    score: str
    second: str


class Rounds(NamedTuple):
    """Rounds of a tournament; an Open's decider is round 0 and comes last."""

    pairings: list[tuple[str, list[Pairing]]]  # title of the round, its pairs
    grid: Mapping[int, list[str]]  # N° -> a cell for each round


def read_rounds(counted: CountedTournament, name: Callable[[int], str]) -> Rounds:
    """Return the rounds of a tournament.

    Args:
        counted: The tournament.
        name: Function from a N° to the public name of the player.
    """
    rounds: dict[int, list[Pairing]] = defaultdict(list)
    cells: dict[int, dict[int, str]] = defaultdict(dict)
    places = {line.player.number: line.place for line in counted.ratings.lines}
    for result in counted.file.tournament.results:
        number_text, _, text = result.partition(":")
        match, number = read_result(text), int(number_text) if number_text.isdecimal() else 0
        if match is None:
            continue
        first, second = match.sides
        scores = [f"{own} – {opponent}" for own, opponent in match.games]
        score = words.FORFEIT if match.forfeits else ", ".join(scores)
        rounds[number].append(Pairing(name(first), score, words.NOBODY_X if second == X else name(second)))
        for own, opponent, sign in ((first, second, 1), (second, first, -1)):
            margin = sign * sum(one - other for one, other in match.games)
            shown = words.FORFEIT if match.forfeits else f"{margin:+}".replace("-", "−") if margin else "="
            rank = f" ({places[opponent]})" if opponent in places else ""
            cells[own][number] = words.NOBODY_X if opponent == X else shown + rank
    order = sorted(rounds, key=lambda number: (not number, number))
    titles = [words.ROUND.format(number=number) if number else words.DECIDER for number in order]
    grid = {number: [cells[number].get(one, "") for one in order] for number in places}
    return Rounds(list(zip(titles, (rounds[one] for one in order), strict=True)), grid)
