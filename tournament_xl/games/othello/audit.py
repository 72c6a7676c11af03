"""`check` of an Othello workbook: the cost of each round beside the optimum (S3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournament_xl.games.findings import DRAW, Difference, Finding, Pairing, named
from tournament_xl.games.othello.actions import pairing_inputs
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.model import BIP, ROUND_ROBIN_FORMULAS, OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.optimum import Judgement, Two
from tournament_xl.games.othello.rules.optimum import judge as judge_cost
from tournament_xl.games.othello.rules.round_robin import same_cycle, scheduled
from tournament_xl.messages import check as texts
from tournament_xl.messages.othello_reasons import number_text
from tournament_xl.workbook import schema


def judge(decoded: OthelloBook) -> tuple[list[Pairing], list[Finding]]:
    """Each drawn round: its cost beside the optimum (S3), or the round robin's table where it was in force (R1)."""
    names, rounds = decoded.full_names(), decoded.tournament.rounds
    in_cycles = decoded.tournament.settings.formula in ROUND_ROBIN_FORMULAS
    pairings = []
    for number, games in enumerate(rounds, start=1):
        before = pairing_inputs(decoded, number)
        table = scheduled(before) if in_cycles else None
        cost = judge_cost(replace(before, rounds=(*before.rounds, games)), number) if table is None else None
        pairings.append(_pairing(decoded, before, number, table, cost, names))
    return pairings, list(_draws(pairings))


def _pairing(
    decoded: OthelloBook, before: OthelloTournament, number: int, table: Sequence[Two] | None, cost: Judgement | None,
    names: dict[int, str],
) -> Pairing:  # fmt: skip
    """A drawn round on the facts of its moment: beside the pairs of the table, else by its cost, colours as played."""
    recorded = number in decoded.memory.drawn
    games = decoded.tournament.rounds[number - 1]
    now = {frozenset(game.sides): game for game in games}
    in_cycles = decoded.tournament.settings.formula in ROUND_ROBIN_FORMULAS
    past = same_cycle(before, number) if in_cycles else before.rounds
    met = {frozenset(game.sides) for games in past for game in games if not game.bye}
    again = tuple(named(pair, names) for pair in now if pair in met and BIP not in pair)
    differences = tuple(_differences(decoded, number, now, names))
    if cost is None:
        same = {frozenset(two) for two in table or ()} == now.keys()
        return Pairing(number, same, differences, again, recorded)
    above = 0 if cost.optimal else cost.played.above(cost.best)
    return Pairing(number, cost.optimal, differences, again, recorded, cost.cost, cost.optimum, above=above)


def _differences(
    decoded: OthelloBook, number: int, now: dict[frozenset[int], OthelloGame], names: dict[int, str]
) -> Iterator[Difference]:
    """Pairs on the sheet that the program did not draw: the organiser's, with or without a line in the Journal."""
    past, stands = decoded.memory.drawn.get(number), decoded.memory.now
    rows = {frozenset(row.match.sides): row.line.row for row in decoded.results.round(number)}
    by_program = past.after.pairs(number) - past.after.imposed(number) if past else frozenset()
    drawn, pairs, sides = past.after.sides(number) if past else frozenset(), stands.pairs(number), stands.sides(number)
    for pair, game in now.items():
        turned = BIP not in pair and game.sides[::-1] in drawn
        if pair in by_program and not turned:
            continue
        kept = pair in pairs and (game.bye or game.sides in sides)
        rule = tuple(named(one, names) for one in sorted(by_program - now.keys(), key=sorted) if one & pair - {BIP})
        if turned:
            rule = ((names[game.white], names[game.black]),)
        one, two = (names.get(who, f"N° {who}") for who in game.sides)
        by = "organiser" if kept or not past else "unrecorded"
        yield Difference(game.table or None, rows[pair], (one, two), rule, by)


def _draws(pairings: list[Pairing]) -> Iterator[Finding]:
    """Rounds above the optimum although every pair is the program's: colours changed, or another draw."""
    for one in pairings:
        if one.recorded and not one.same and not one.differences and one.cost is not None and one.optimum is not None:
            facts = {"cost": number_text(one.cost), "optimum": number_text(one.optimum), "more": number_text(one.above)}
            message = texts.finding_text("dear", round=one.round, **facts)
            yield Finding(DRAW, message, schema.RESULTS, round=one.round, was=facts["optimum"], now=facts["cost"])
