"""Each drawn round of Scrabble, table by table: are its pairs those that the rules give on the facts of its moment
(C9, C11, T); the initial ranking (C2) and the lots of an Open (O4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from tournament_xl.core.model import X, replace_fields
from tournament_xl.games.findings import DRAW, LOT, MEMORY, SEED, Difference, Finding, Pairing, named
from tournament_xl.games.scrabble.actions import pairing_inputs, redraw
from tournament_xl.games.scrabble.read import ScrabbleBook
from tournament_xl.games.scrabble.rules.open_groups import draw
from tournament_xl.games.scrabble.rules.standings import meetings
from tournament_xl.messages import check as texts
from tournament_xl.messages import reasons
from tournament_xl.messages.names import french_decimal
from tournament_xl.workbook import schema
from tournament_xl.workbook.history import history


def judge(decoded: ScrabbleBook) -> tuple[list[Pairing], list[Finding]]:
    """Every drawn round, then what the first pairing fixed."""
    names, pairings, found = decoded.full_names(), list[Pairing](), list[Finding]()
    for number in range(1, len(decoded.tournament.rounds) + 1):
        pairing = _pairing(decoded, number, names)
        pairings.append(pairing)
        found += _wrong_draws(pairing)
    brought = _brought(decoded)
    untraced = [
        one.round
        for one in pairings
        if not one.recorded and one.round not in brought and _by_program(decoded, one.round)
    ]
    if untraced and decoded.memory.entries:
        message = texts.finding_text("no_trace", rounds=texts.rounds_text(untraced))
        found.append(Finding(MEMORY, message, schema.RESULTS, round=untraced[0]))
    return pairings, [*found, *_places(decoded, names), *_lots(decoded)]


def _pairing(decoded: ScrabbleBook, number: int, names: dict[int, str]) -> Pairing:
    """A drawn round compared with the pairs that the rules give on the facts its pairing read; on those that now stand
    where no press paired it.
    """
    past = decoded.memory.drawn.get(number)
    before = pairing_inputs(decoded, number)
    drawn = redraw(decoded, before)
    expected: history.Pairs = frozenset(frozenset((pair.one, pair.two)) for pair in drawn)
    expected |= {frozenset(match.sides) for match in before.fixed}
    rows = {frozenset(row.match.sides): row for row in decoded.results.round(number)}
    differences = []
    for pair, row in rows.items():
        if pair not in expected:
            rule = tuple(named(one, names) for one in sorted(expected, key=sorted) if one & pair - {X})
            by = _by(decoded, number, pair, row.match.reason)
            differences.append(Difference(row.match.table or None, row.line.row, named(pair, names), rule, by))
    met = set() if decoded.formula.closed else meetings(before, number)
    again = tuple(named(pair, names) for pair in rows if pair in met)
    same = bool(expected) and rows.keys() == expected
    imposed = past is not None and bool(past.after.imposed(number, "oui"))
    return Pairing(number, same, tuple(differences), again, past is not None, imposed=imposed)


def _by(decoded: ScrabbleBook, number: int, pair: frozenset[int], reason: str) -> str:
    """Whose pair it is that the rules do not give: see `Difference`."""
    past = decoded.memory.drawn.get(number)
    if past is None:
        return "draw" if reason and not reason.startswith(reasons.CHOICE) else "organiser"
    if pair in past.after.pairs(number):
        return "draw"
    return "organiser" if pair in decoded.memory.now.pairs(number) else "unrecorded"


def _brought(decoded: ScrabbleBook) -> set[int]:
    """The rounds that came with the file from which `import` made the workbook: found by its first press."""
    made, found = [*decoded.memory.entries[:2], None, None][:2]
    if made is None or found is None or made.action != history.CREATED:
        return set()
    return {fact.round for fact in found.found if fact.kind == "paire"}


def _by_program(decoded: ScrabbleBook, number: int) -> bool:
    """Whether the reasons say that the program drew the round."""
    written = (row.match.reason for row in decoded.results.round(number))
    return any(text and not text.startswith(reasons.CHOICE) for text in written)


def _wrong_draws(pairing: Pairing) -> Iterator[Finding]:
    """Pairs drawn that are not those of the rules."""
    for one in pairing.differences:
        if one.by == "draw":
            was, now = " et ".join(" – ".join(pair) for pair in one.rule), " – ".join(one.pair)
            message = texts.finding_text("draw", round=pairing.round, table=one.table or "?", was=was or "?", now=now)
            yield Finding(DRAW, message, schema.RESULTS, one.row, 0, pairing.round, one.table, was, now)


def _places(decoded: ScrabbleBook, names: dict[int, str]) -> Iterator[Finding]:
    """Places in the initial ranking that do not follow the cotes of the first pairing; equal cotes may stand anyhow."""
    if 1 not in decoded.memory.drawn:
        return
    then = decoded.memory.drawn[1].after
    cotes, places = then.numbers("cote"), then.numbers("rang")
    order = sorted((who for who in places if who in cotes), key=places.__getitem__)
    for above, below in pairwise(order):
        if cotes[above] < cotes[below]:
            facts = {"above": names.get(above, f"N° {above}"), "below": names.get(below, f"N° {below}")}
            values = {"place": places[above], "one": cotes[above], "two": cotes[below]}
            cells = {name: french_decimal(history.plain(value)) for name, value in values.items()}
            yield Finding(SEED, texts.finding_text("places", **facts, **cells), schema.PLAYERS, round=1)


def _lots(decoded: ScrabbleBook) -> Iterator[Finding]:
    """O4: the order inside each group, by the seed that it was drawn from."""
    then = decoded.memory.now
    if not then.groups:
        return
    places, seed = then.numbers("rang"), then.facts.get(history.SEED, "")
    players = tuple(replace_fields(player, seed=places.get(player.number)) for player in decoded.tournament.players)
    settings = replace(decoded.tournament.settings, seed=seed)
    drawn = draw(replace(decoded.tournament, players=players, settings=settings))
    for group, (there, wanted) in enumerate(zip(then.groups, drawn, strict=False), start=1):
        if there != wanted:
            was, now = (" ".join("X" if who == X else str(who) for who in order) for order in (wanted, there))
            message = texts.finding_text("lot", group=group, seed=seed or "—", was=was, now=now)
            yield Finding(LOT, message, schema.GROUPS, was=was, now=now)
