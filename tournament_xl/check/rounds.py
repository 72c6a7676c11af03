"""Each drawn round, table by table: are its pairs those that the rules give on the facts of its moment (C9, C11, T)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournament_xl.check.cells import full_names, pair_text
from tournament_xl.check.report import DRAW, JOURNAL, REASON, Difference, Finding, Pairing
from tournament_xl.check.trace import Trace
from tournament_xl.model import Match, Pair, X
from tournament_xl.replay import before_round, drawn_from
from tournament_xl.scrabble.standings import meetings
from tournament_xl.texts import check as texts
from tournament_xl.texts import reasons
from tournament_xl.texts.names import tables_text
from tournament_xl.workbook import compact, labels
from tournament_xl.workbook.decode_results import Row
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.journal_facts import RoundRecord


@dataclass(slots=True)
class Judgement:
    """What the rules say of one drawn round."""

    number: int
    drawn: list[Pair]  # what the rules give, fixed pairs left out
    expected: compact.Pairs  # the same with the fixed pairs; empty when nothing can be said
    journalled: bool  # on the facts that the Journal recorded
    met: set[frozenset[int]]  # pairs that had met before


def judge(decoded: Decoded, trace: Trace, *, readable: bool) -> tuple[list[Pairing], list[Finding]]:
    """Every drawn round. `readable`: the cells have no problem; else only the Journal is judged."""
    pairings: list[Pairing] = []
    found: list[Finding] = []
    names = full_names(decoded)
    untraced: list[int] = []
    if (recorded := decoded.journal.formula.rpartition(" ")[0]) and recorded != decoded.tournament.settings.formula:
        return [], []  # the setting is the problem: rules of another formula say nothing of these rounds
    for number in _drawn(decoded, readable=readable):
        judgement = _judgement(decoded, number, trace)
        record = decoded.journal.rounds.get(number)
        rows = decoded.results.round(number) if readable else []
        if _without_trace(record, rows):
            untraced.append(number)
        pairing = _pairing(decoded, judgement, rows, names)
        pairings.append(pairing)
        new = [*_wrong_draws(pairing, judgement), *_reasons(decoded, judgement, rows)]
        doubt = not judgement.journalled or trace.doubts(number)
        found += [replace(one, consequence=doubt and bool(untraced or trace.findings)) for one in new]
    if untraced:
        message = texts.finding_text("no_trace", rounds=texts.rounds_text(untraced))
        follows = bool(trace.findings)
        found.append(Finding(JOURNAL, message, labels.JOURNAL, round=untraced[0], consequence=follows))
    return pairings, found


def consequences(decoded: Decoded, pairings: list[Pairing], first: int) -> Iterator[Finding]:
    """The rounds after round `first` that the rules would pair otherwise on the results as they now stand."""
    for pairing in pairings:
        number = pairing.round
        record = decoded.journal.rounds.get(number)
        if number <= first or not pairing.recorded or record is None:
            continue
        before = before_round(decoded, number)
        now = _with_fixed(drawn_from(decoded, number, before), before.fixed)
        matches = decoded.tournament.rounds[number - 1]
        other = [m.table for m in matches if frozenset(m.sides) in record.drawn and frozenset(m.sides) not in now]
        if other and pairing.right:
            tables = tables_text(sorted(other))
            message = texts.finding_text("other_now", round=number, tables=tables)
            yield Finding(DRAW, message, labels.RESULTS, round=number, consequence=True)


def _drawn(decoded: Decoded, *, readable: bool) -> range:
    """The rounds to judge: those of the sheet, or of the Journal when the sheet cannot be read."""
    if readable:
        return range(1, len(decoded.tournament.rounds) + 1)
    number = 0
    while number + 1 in decoded.journal.rounds:
        number += 1
    return range(1, number + 1)


def _judgement(decoded: Decoded, number: int, trace: Trace) -> Judgement:
    """On the recorded facts; on those that now stand where there are none, or where these alone make sense of it."""
    record = decoded.journal.rounds.get(number)
    recorded = record is not None and bool(record.drawn)
    ways = (True, False) if recorded and trace.doubts(number) else (recorded,)
    judgements = [_on(decoded, number, journalled) for journalled in ways]
    matches = decoded.tournament.rounds[number - 1] if number <= len(decoded.tournament.rounds) else ()
    here = {frozenset(match.sides) for match in matches}
    return next((one for one in judgements if one.expected == here), judgements[0])


def _on(decoded: Decoded, number: int, journalled: bool) -> Judgement:
    before = before_round(decoded, number, journalled=journalled)
    drawn = drawn_from(decoded, number, before)
    expected = _with_fixed(drawn, before.fixed)
    return Judgement(number, drawn, expected, journalled, meetings(before, number))


def _with_fixed(drawn: list[Pair], fixed: tuple[Match, ...]) -> compact.Pairs:
    if not drawn and not fixed:
        return frozenset()
    return frozenset(frozenset((p.one, p.two)) for p in drawn) | {frozenset(m.sides) for m in fixed}


def _without_trace(record: RoundRecord | None, rows: list[Row]) -> bool:
    """Drawn by the program, by its reasons, but the Journal has no pairing."""
    by_program = any(row.match.reason and not row.match.reason.startswith(reasons.CHOICE) for row in rows)
    return by_program and not (record and record.drawn)


def _pairing(decoded: Decoded, judged: Judgement, rows: list[Row], names: dict[int, str]) -> Pairing:
    record = decoded.journal.rounds.get(judged.number)
    places = {frozenset(row.match.sides): row for row in rows} or dict.fromkeys(record.drawn if record else (), None)
    differences = []
    for pair, row in places.items():
        if pair in judged.expected:
            continue
        rule = tuple(_named(p, names) for p in sorted(judged.expected, key=sorted) if p & pair - {X})
        table = row.match.table or None if row else None
        by = _by(pair, record, row)
        differences.append(Difference(table, row.line.row if row else 0, _named(pair, names), rule, by))
    again = tuple(_named(pair, names) for pair in places if pair in judged.met)
    same = bool(judged.expected) and places.keys() == judged.expected
    return Pairing(judged.number, same, tuple(differences), again, judged.journalled)


def _named(pair: frozenset[int], names: dict[int, str]) -> tuple[str, str]:
    one, _, two = pair_text(pair, names).partition(" – ")
    return one, two


def _by(pair: frozenset[int], record: RoundRecord | None, row: Row | None) -> str:
    """Whose pair it is that the rules do not give: see `Difference`."""
    if row and not (record and record.drawn):
        return "draw" if row.match.reason and not row.match.reason.startswith(reasons.CHOICE) else "organiser"
    if record is None or pair in record.drawn:
        return "draw"
    return "organiser" if pair in record.current else "unrecorded"


def _wrong_draws(pairing: Pairing, judged: Judgement) -> Iterator[Finding]:
    """Pairs drawn that are not those of the rules."""
    if not judged.expected:
        message = texts.finding_text("draw_none", round=judged.number)
        yield Finding(DRAW, message, labels.RESULTS, round=judged.number)
        return
    for one in pairing.differences:
        if one.by == "draw":
            was, now = " et ".join(" – ".join(pair) for pair in one.rule), " – ".join(one.pair)
            message = texts.finding_text("draw", round=judged.number, table=one.table or "?", was=was, now=now)
            yield Finding(DRAW, message, labels.RESULTS, one.row, 0, judged.number, one.table, was, now)


def _reasons(decoded: Decoded, judged: Judgement, rows: list[Row]) -> Iterator[Finding]:
    """Reasons that are not those the program wrote: names in them are left out, since they may be corrected."""
    record = decoded.journal.rounds.get(judged.number)
    if not record or not record.drawn:
        return
    drawn = {frozenset((pair.one, pair.two)): pair for pair in judged.drawn}
    names = decoded.names()
    for row in rows:
        pair, text = frozenset(row.match.sides), row.match.reason
        if pair not in record.current or text in (reasons.LOST, ""):
            ours = bool(text) or pair not in record.current
        elif pair in record.drawn - record.fixed:
            ours = pair not in drawn or _like(text, drawn[pair])
        else:
            ours = text.startswith(reasons.CHOICE)
        if not ours:
            key = "reason" if pair in drawn else "reason_choice"
            was = reasons.reason_text(drawn[pair], names.__getitem__) if pair in drawn else ""
            facts = {"row": row.line.row, "round": row.round, "table": row.match.table or "?", "was": was}
            column = row.line.table.columns["Motif"]
            yield Finding(REASON, texts.finding_text(key, **facts), labels.RESULTS, row.line.row, column, row.round,
                          row.match.table or None, was, text)  # fmt: skip


def _like(text: str, pair: Pair) -> bool:
    """Whether a sentence is this pair's reason, whatever the players were called then."""
    mark = "\0"
    return fits(text, reasons.reason_text(pair, _always(mark)).split(mark))


def fits(text: str, parts: Sequence[str]) -> bool:
    """Whether a text is these parts in their order with something between each and the next.

    They are looked for one after the other: a pattern with many gaps would try all ways to place them.
    """
    first, *others = parts
    if not others:
        return text == first
    *between, last = others
    at, end = len(first), len(text) - len(last)
    for part in between:
        if (found := text.find(part, at + 1, max(end, 0))) < 0:
            return False
        at = found + len(part)
    return at < end and text.startswith(first) and text.endswith(last)


def _always(text: str) -> Callable[[int], str]:
    return lambda number: text
