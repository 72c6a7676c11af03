"""`check` of an Othello workbook: the cost of each round compared with the optimum (rule S3 of docs/regles.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournament_xl.games.findings import DRAW, Difference, Finding, Pairing, pair_names
from tournament_xl.games.othello.actions import has_corrected_results, pairing_inputs
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.optimum import NumberPair, RoundCost, compute_round_cost
from tournament_xl.games.othello.rules.round_robin import find_rounds_of_cycle, find_scheduled_games
from tournament_xl.messages import check as texts
from tournament_xl.messages.publication import format_figure
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.views import find_drawn_pairs, find_sides, list_pairs


def judge_rounds(decoded: OthelloBook) -> tuple[list[Pairing], list[Finding]]:
    """Compare each drawn round, also one that people typed, with the optimum (S3) or a table of games (Othello R1).

    A round of a round robin is compared with its table, unless it had to be paired as a Swiss round. The facts are as
    they were when the round was paired, as far as the history (sheet Mémoire) records them.

    Returns:
        One comparison per round in order, with every pair that the program did not draw, also pairs that people typed.
        Findings only on rounds above the optimum that the history records and of which nobody changed a pair; none on
        rounds compared with the table.
    """
    names, rounds = decoded.names(), decoded.tournament.rounds
    in_cycles = decoded.tournament.settings.formula.cycles > 0
    pairings = []
    for number, games in enumerate(rounds, start=1):
        inputs = pairing_inputs(decoded, number)
        table = find_scheduled_games(inputs) if in_cycles else None
        drawn = replace(inputs, rounds=(*inputs.rounds, games))
        round_cost = compute_round_cost(drawn, number) if table is None else None
        pairings.append(_pairing(decoded, inputs, number, table, round_cost, names))
    return pairings, list(_draws(pairings))


def _pairing(
    decoded: OthelloBook, inputs: OthelloTournament, number: int, table: Sequence[NumberPair] | None,
    round_cost: RoundCost | None,
    names: dict[int, str],
) -> Pairing:  # fmt: skip
    """Compare a drawn round, on the facts of its moment, with the pairs of the table, else by its cost."""
    recorded = number in decoded.memory.drawn
    games = decoded.tournament.rounds[number - 1]
    game_by_pair = {frozenset(game.sides): game for game in games}
    in_cycles = decoded.tournament.settings.formula.cycles > 0
    earlier_rounds = find_rounds_of_cycle(inputs, number) if in_cycles else inputs.rounds
    met = {frozenset(game.sides) for games in earlier_rounds for game in games if not game.bye}
    rematches = tuple(pair_names(pair, names) for pair in game_by_pair if pair in met and BIP not in pair)
    differences = tuple(_differences(decoded, number, game_by_pair, names))
    if round_cost is None:
        is_as_scheduled = {frozenset(two) for two in table or ()} == game_by_pair.keys()
        return Pairing(number, is_as_scheduled, differences, rematches, recorded)
    above = 0 if round_cost.is_optimal else round_cost.drawn.above(round_cost.least)
    return Pairing(
        number, round_cost.is_optimal, differences, rematches, recorded, round_cost.cost, round_cost.optimum,
        corrected=has_corrected_results(decoded, number), above=above,
    )  # fmt: skip


def _differences(
    decoded: OthelloBook, number: int, game_by_pair: dict[frozenset[int], OthelloGame], names: dict[int, str]
) -> Iterator[Difference]:
    """Yield the pairs on the sheet that the program did not draw: the organiser's, recorded in the history or not."""
    draw_record, state = decoded.memory.drawn.get(number), decoded.memory.document
    rows = {frozenset(row.match.sides): row.line.row for row in decoded.results.round(number)}
    by_program = find_drawn_pairs(draw_record.after, number) if draw_record else frozenset()
    drawn_sides, recorded_pairs, recorded_sides = (
        find_sides(draw_record.after, number) if draw_record else frozenset(),
        list_pairs(state, number),
        find_sides(state, number),
    )
    for pair, game in game_by_pair.items():
        turned = BIP not in pair and game.sides[::-1] in drawn_sides
        if pair in by_program and not turned:
            continue
        is_recorded = pair in recorded_pairs and (game.bye or game.sides in recorded_sides)
        rule = tuple(
            pair_names(missing_pair, names)
            for missing_pair in sorted(by_program - game_by_pair.keys(), key=sorted)
            if missing_pair & pair - {BIP}
        )
        if turned:
            rule = ((names[game.white], names[game.black]),)
        black_name, white_name = (names.get(player_id, f"N° {player_id}") for player_id in game.sides)
        changed_by = "organiser" if is_recorded or not draw_record else "unrecorded"
        yield Difference(game.table or None, rows[pair], (black_name, white_name), rule, changed_by)


def _draws(pairings: list[Pairing]) -> Iterator[Finding]:
    """Yield rounds above the optimum although every pair is the program's: colours changed, or another draw."""
    for pairing in pairings:
        if (
            pairing.recorded
            and not pairing.same
            and not pairing.differences
            and pairing.cost is not None
            and pairing.optimum is not None
        ):
            facts = {
                "cost": format_figure(pairing.cost),
                "optimum": format_figure(pairing.optimum),
                "more": format_figure(pairing.above),
            }
            message = texts.finding_text("dear", round=pairing.round, **facts)
            yield Finding(DRAW, message, schema.RESULTS, round=pairing.round, was=facts["optimum"], now=facts["cost"])
