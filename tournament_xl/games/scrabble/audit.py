"""`check` of a Scrabble workbook: each drawn round compared with the rules, and the lots of an Open (O4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from tournament_xl.core.model import X
from tournament_xl.games.findings import DRAW, LOT, MEMORY, SEED, Difference, Finding, Pairing, pair_names
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.drawn_rounds import pairing_inputs, redraw
from tournament_xl.games.scrabble.read_open import read_recorded_groups
from tournament_xl.games.scrabble.rules.classique import pair_by_ranking
from tournament_xl.games.scrabble.rules.model import Match, Pair, Tournament
from tournament_xl.games.scrabble.rules.standings import find_meetings
from tournament_xl.messages import check as texts
from tournament_xl.messages.changes import number_text
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.views import (
    TYPED_BEFORE,
    Pairs,
    find_changed_pairs,
    find_cotes,
    find_imposed_pairs,
    find_seeds,
    list_pairs,
)
from tournament_xl.workbook.pair_authors import find_organisers_matches


def judge_rounds(decoded: ScrabbleBook) -> tuple[list[Pairing], list[Finding]]:
    """Compare every drawn round, also one that people typed, with the rules (C9, C11, T); check seeds (C2), lots (O4).

    Returns:
        One comparison per drawn round in order, with every pair that the rules do not give, whoever made it. Findings
        on such pairs only if the program drew them (pairs that people made are in the comparison alone); one on all
        rounds that the program drew but the history (sheet Mémoire) does not record, except in an empty history; on
        players above somebody with a higher cote (rating) in the initial ranking; on groups whose order is not the
        order of their lots.
    """
    names, pairings, findings = decoded.names(), list[Pairing](), list[Finding]()
    for round_number in range(1, len(decoded.tournament.rounds) + 1):
        pairing = _judge_round(decoded, round_number, names)
        pairings.append(pairing)
        findings += _find_wrong_draws(pairing)
    imported_rounds = _find_imported_rounds(decoded)
    untraced = [
        pairing.round
        for pairing in pairings
        if not pairing.recorded
        and pairing.round not in imported_rounds
        and _is_drawn_by_program(decoded, pairing.round)
    ]
    if untraced and decoded.memory.entries:
        message = texts.finding_text("no_trace", rounds=untraced)
        findings.append(Finding(MEMORY, message, shared.RESULTS, round=untraced[0]))
    return pairings, [*findings, *_judge_seeds(decoded, names), *_judge_lots(decoded)]


def _judge_round(decoded: ScrabbleBook, round_number: int, names: dict[int, str]) -> Pairing:
    """Compare a drawn round with the pairs that the rules give on the facts its pairing read.

    A round that no action paired is compared on the present facts.
    """
    past_round = decoded.memory.drawn.get(round_number)
    inputs = pairing_inputs(decoded, round_number)
    rows = {frozenset(row.match.sides): row for row in decoded.results.round(round_number)}
    expected = _list_pairs(redraw(decoded, inputs), inputs)
    if rows.keys() != expected and past_round and decoded.formula.phase(round_number) > 1:
        earlier = _list_pairs(redraw(decoded, inputs, pair_by_ranking), inputs)
        expected = earlier if rows.keys() == earlier else expected
    differences = []
    for pair, row in rows.items():
        if pair not in expected:
            rule_pairs = tuple(
                pair_names(expected_pair, names)
                for expected_pair in sorted(expected, key=sorted)
                if expected_pair & pair - {X}
            )
            origin = _find_origin(decoded, round_number, row.match)
            differences.append(
                Difference(row.match.table or None, row.line.row, pair_names(pair, names), rule_pairs, origin)
            )
    met_before = set() if decoded.formula.cycles else find_meetings(inputs, round_number)
    rematches = tuple(pair_names(pair, names) for pair in rows if pair in met_before)
    same = bool(expected) and rows.keys() == expected
    imposed = past_round is not None and bool(find_imposed_pairs(past_round.after, round_number, TYPED_BEFORE))
    return Pairing(round_number, same, tuple(differences), rematches, past_round is not None, imposed=imposed)


def _list_pairs(drawn_pairs: Iterable[Pair], inputs: Tournament) -> Pairs:
    """Return the pairs of a round: those that a rule gives, and those that were fixed."""
    fixed = (match.sides for match in inputs.fixed)
    return frozenset(map(frozenset, (*((pair.one, pair.two) for pair in drawn_pairs), *fixed)))


def _find_origin(decoded: ScrabbleBook, round_number: int, match: Match) -> str:
    """Say who made a pair that the rules do not give; see `Difference.by`."""
    past_round, pair = decoded.memory.drawn.get(round_number), frozenset(match.sides)
    if past_round is None:
        is_organisers = not match.reason or find_organisers_matches(decoded.memory, round_number, [match])
        return "organiser" if is_organisers else "draw"
    if pair in list_pairs(past_round.after, round_number):
        return "draw"
    return "organiser" if pair in list_pairs(decoded.memory.document, round_number) else "unrecorded"


def _find_imported_rounds(decoded: ScrabbleBook) -> set[int]:
    """Return the rounds that came with the file from which `import` made the workbook, recorded by its first action."""
    first_entry, second_entry = [*decoded.memory.entries[:2], None, None][:2]
    if first_entry is None or second_entry is None or first_entry.action != history.CREATED:
        return set()
    rounds = second_entry.observed.get("rounds") or ()
    return {number for number, _ in find_changed_pairs(second_entry.before, second_entry.found, rounds)}


def _is_drawn_by_program(decoded: ScrabbleBook, round_number: int) -> bool:
    """Check whether a pair of a round that no action paired has a Motif and is not the organiser's."""
    matches = [row.match for row in decoded.results.round(round_number) if row.match.reason]
    return len(find_organisers_matches(decoded.memory, round_number, matches)) < len(matches)


def _find_wrong_draws(pairing: Pairing) -> Iterator[Finding]:
    """Report drawn pairs that the rules do not give."""
    for difference in pairing.differences:
        if difference.by == "draw":
            expected, actual = " et ".join(" – ".join(pair) for pair in difference.rule), " – ".join(difference.pair)
            message = texts.finding_text(
                "draw", round=pairing.round, table=difference.table or "?", was=expected or "?", now=actual
            )
            yield Finding(
                DRAW, message, shared.RESULTS, difference.row, 0, pairing.round, difference.table, expected, actual
            )


def _judge_seeds(decoded: ScrabbleBook, names: dict[int, str]) -> Iterator[Finding]:
    """Report places in the initial ranking that contradict the cotes of the first pairing; ties may go either way."""
    if 1 not in decoded.memory.drawn:
        return
    state = decoded.memory.drawn[1].after
    cotes, seeds = find_cotes(state), find_seeds(state)
    order = sorted((player_id for player_id in seeds if player_id in cotes), key=seeds.__getitem__)
    for above, below in pairwise(order):
        if cotes[above] < cotes[below]:
            facts = {"above": names.get(above, f"N° {above}"), "below": names.get(below, f"N° {below}")}
            values = {"place": seeds[above], "one": cotes[above], "two": cotes[below]}
            cells = {name: number_text(value) for name, value in values.items()}
            yield Finding(SEED, texts.finding_text("places", **facts, **cells), shared.PLAYERS, round=1)


def _judge_lots(decoded: ScrabbleBook) -> Iterator[Finding]:
    """Report groups whose order is not the order that their seed gives (O4)."""
    state = decoded.memory.document
    groups = read_recorded_groups(state)
    if not groups:
        return
    seeds, seed = find_seeds(state), state.get("groups_seed", "")
    players = tuple(replace(player, seed=seeds.get(player.number)) for player in decoded.tournament.players)
    settings = replace(decoded.tournament.settings, seed=seed)
    drawn_groups = decoded.formula.draw_groups(replace(decoded.tournament, players=players, settings=settings))
    for group, (actual, expected) in enumerate(zip(groups, drawn_groups, strict=False), start=1):
        if actual != expected:
            expected_text, actual_text = (
                " ".join("X" if player_id == X else str(player_id) for player_id in order)
                for order in (expected, actual)
            )
            message = texts.finding_text("lot", group=group, seed=seed or "—", was=expected_text, now=actual_text)
            yield Finding(LOT, message, shared.GROUPS, was=expected_text, now=actual_text)
