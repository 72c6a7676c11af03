"""The games of an ELO file as rows; those after the rounds as the finals that they were (F1, F2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from tournament_xl.book.snapshot import Cell
from tournament_xl.elo.reading import EloFile, EloGame
from tournament_xl.elo.results import as_game
from tournament_xl.games.othello import finals, labels
from tournament_xl.record import record
from tournament_xl.rules.othello import finals as rules
from tournament_xl.rules.othello.model import NEEDS_BOARD
from tournament_xl.rules.othello.standings import Standing
from tournament_xl.texts import othello_sheets as texts


@record
class FoundFinals:
    """What is to stand on the sheet Finales."""

    choices: dict[str, int]  # label above the table -> games at most
    rows: list[dict[str, Cell]]  # by column


def find_finals(found: EloFile, absent: dict[int, set[int]]) -> FoundFinals:
    """The finals that use most of the added games, by the order of the file's list; all others decide no place.

    `absent`: N° -> rounds; who was absent in the last round plays no finals.
    """
    unranked = texts.STAGES[rules.UNRANKED].casefold()
    last = len(found.rounds)
    table = [
        Standing(place, one.number, round(2 * one.points), Fraction(), Fraction(), Fraction(), 0, 0, 0,
                 left=last in absent[one.number])
        for place, one in enumerate(found.players.values(), start=1)
    ]  # fmt: skip
    games: dict[frozenset[int], list[EloGame]] = defaultdict(list)
    for game in found.added:
        if game.title.casefold() != unranked:
            games[frozenset((game.black, game.white))].append(game)
    best: tuple[int, dict[str, int], dict[str, tuple[int, int]]] = (0, {}, {})
    for lengths in product(*([0, *map(int, choices)] for choices in labels.FINAL_CHOICES.values())):
        chosen = {label: length for label, length in zip(labels.FINAL_CHOICES, lengths, strict=True) if length}
        pairs = _pairs(table, chosen, games)
        if len(set(map(frozenset, pairs.values()))) == len(pairs) > best[0]:
            best = len(pairs), chosen, pairs
    _, chosen, pairs = best
    rows = [row for stage, two in pairs.items() for row in _rows(stage, games[frozenset(two)])]
    used = set(map(frozenset, pairs.values()))
    others = [one for one in found.added if one.title.casefold() == unranked or {one.black, one.white} not in used]
    return FoundFinals(chosen, [*rows, *_rows(rules.UNRANKED, others)])


def unranked_only(found: EloFile) -> FoundFinals:
    """All added games as such that decide no place."""
    return FoundFinals({}, _rows(rules.UNRANKED, found.added))


def _pairs(
    table: Sequence[Standing], chosen: dict[str, int], games: dict[frozenset[int], list[EloGame]]
) -> dict[str, tuple[int, int]]:
    """Who met in each match that these choices mean; none when games are missing, or more were played."""
    best_of = {stage: length for label, length in chosen.items() for stage in finals.STAGES_OF[label]}
    won: dict[str, rules.Match] = {}
    while new := {stage: two for stage, two in rules.bracket(table, best_of, won).items() if stage not in won}:
        for stage, two in new.items():
            played = games.get(frozenset(two), [])
            if not 1 <= len(played) <= best_of[stage]:
                return {}
            won[stage] = rules.match(*two, list(map(as_game, played)), best_of[stage])
    if won.keys() != best_of.keys():
        return {}
    return {stage: (won[stage].better, won[stage].other) for stage in rules.STAGES if stage in won}


def _rows(stage: str, games: list[EloGame]) -> list[dict[str, Cell]]:
    found: list[dict[str, Cell]] = []
    for number, game in enumerate(games, start=1):
        found.append({"Match": texts.STAGES[stage], "Partie": number, **game_cells(game)})
    return found


def game_cells(game: EloGame) -> dict[str, Cell]:
    """A game by column: discs where they count, else how it ended."""
    made = as_game(game)
    cells: dict[str, Cell] = {"N° N": game.black, "N° B": game.white}
    if game.end in NEEDS_BOARD:
        cells |= {"Pions N": game.black_discs, "Pions B": game.white_discs}
    return cells | ({"Fin": game.end} if game.end else {}) | ({} if made.rated else {"Hors cote": "oui"})
