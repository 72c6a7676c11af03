"""`check` of an Othello workbook: the cost of each round beside the optimum (S3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament_xl.check import Rules
from tournament_xl.check.report import DRAW, Difference, Finding, Pairing
from tournament_xl.othello.model import BIP, ROUND_ROBIN_FORMULAS, Game, Tournament
from tournament_xl.othello.optimum import Judgement, Two, judge_all
from tournament_xl.othello.round_robin import same_cycle, scheduled
from tournament_xl.othello_desk.press import facts
from tournament_xl.othello_desk.replay import as_paired, as_remembered
from tournament_xl.record import replace
from tournament_xl.texts import check as texts
from tournament_xl.texts.othello_reasons import number_text
from tournament_xl.workbook import labels
from tournament_xl.workbook.othello.decode import decode
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.encode import rewrite_derived


def judge(decoded: Decoded) -> tuple[list[Pairing], list[Finding]]:
    """Every drawn round."""
    names, games = decoded.full_names(), decoded.tournament.rounds
    in_cycles = decoded.tournament.settings.formula in ROUND_ROBIN_FORMULAS
    moments = {number: as_paired(decoded, number) for number in range(1, len(games) + 1)}
    tables = {number: scheduled(before) if in_cycles else None for number, before in moments.items()}
    swiss = [number for number, table in tables.items() if table is None]
    found = judge_all([(replace(moments[at], rounds=(*moments[at].rounds, games[at - 1])), at) for at in swiss])
    judged = dict(zip(swiss, found, strict=True))
    pairings = [
        _pairing(decoded, before, number, judged.get(number, tables[number] or []), names)
        for number, before in moments.items()
    ]
    return pairings, list(_draws(pairings))


def _pairing(
    decoded: Decoded, before: Tournament, number: int, found: Judgement | Sequence[Two], names: dict[int, str]
) -> Pairing:
    """A drawn round on the facts of its moment: its cost with the colours as played beside the optimum (S3), `found`.

    In a round robin the pairs are those of the table (R1) wherever that was in force: then `found` are they.
    """
    recorded = number in decoded.memory.drawn
    games = decoded.tournament.rounds[number - 1]
    now = {frozenset(game.sides): game for game in games}
    in_cycles = decoded.tournament.settings.formula in ROUND_ROBIN_FORMULAS
    past = same_cycle(before, number) if in_cycles else before.rounds
    met = {frozenset(game.sides) for games in past for game in games if not game.bye}
    rematches = [pair for pair in now if pair in met and BIP not in pair]
    differences = tuple(_differences(decoded, number, now, names))
    if not isinstance(found, Judgement):
        same = {frozenset(two) for two in found} == now.keys()
        return Pairing(number, same, differences, _named(rematches, names), recorded)
    above = 0 if found.optimal else found.played.above(found.best)
    return Pairing(
        number, found.optimal, differences, _named(rematches, names), recorded, found.cost, found.optimum, above=above
    )


def _differences(
    decoded: Decoded, number: int, now: dict[frozenset[int], Game], names: dict[int, str]
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
        rule = tuple(_two(one, names) for one in sorted(by_program - now.keys(), key=sorted) if one & pair - {BIP})
        if turned:
            rule = ((names[game.white], names[game.black]),)
        one, two = (names.get(who, f"N° {who}") for who in game.sides)
        by = "organiser" if kept or not past else "unrecorded"
        yield Difference(game.table or None, rows[pair], (one, two), rule, by)


def _two(pair: frozenset[int], names: dict[int, str]) -> tuple[str, str]:
    one, two = sorted(pair, key=lambda who: (who == BIP, who))
    return names.get(one, f"N° {one}"), names.get(two, f"N° {two}")


def _named(found: list[frozenset[int]], names: dict[int, str]) -> tuple[tuple[str, str], ...]:
    return tuple(_two(pair, names) for pair in found)


def _draws(pairings: list[Pairing]) -> Iterator[Finding]:
    """Rounds above the optimum although every pair is the program's: colours changed, or another draw."""
    for one in pairings:
        if one.recorded and not one.same and not one.differences and one.cost is not None and one.optimum is not None:
            facts = {"cost": number_text(one.cost), "optimum": number_text(one.optimum), "more": number_text(one.above)}
            message = texts.finding_text("dear", round=one.round, **facts)
            yield Finding(DRAW, message, labels.RESULTS, round=one.round, was=facts["optimum"], now=facts["cost"])


RULES = Rules(
    decode=decode,
    facts=facts,
    judge=judge,
    render=rewrite_derived,
    remembered=as_remembered,
    notices=lambda decoded: (),
    has_ratings=False,
)
