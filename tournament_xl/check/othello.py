"""`check` of an Othello workbook: cost of each round beside the optimum, cells against Journal, standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tournament_xl.check import people, settings, trace, wall
from tournament_xl.check.cells import finding_at, pairs, starting_cotes
from tournament_xl.check.report import (
    DRAW,
    GRID,
    KINDS,
    NAME,
    PAIR,
    RESULT,
    STANDINGS,
    Difference,
    Finding,
    Pairing,
    Report,
)
from tournament_xl.check.stale import earlier
from tournament_xl.othello.model import BIP, ROUND_ROBIN_FORMULAS, Game
from tournament_xl.othello.optimum import judge
from tournament_xl.othello.round_robin import same_cycle, scheduled
from tournament_xl.othello_desk.replay import as_paired
from tournament_xl.texts import check as texts
from tournament_xl.texts.names import listing
from tournament_xl.texts.notices import notice_text
from tournament_xl.texts.othello_reasons import number_text
from tournament_xl.workbook import corrections, labels
from tournament_xl.workbook.compact import read_finals
from tournament_xl.workbook.grid import Problems
from tournament_xl.workbook.othello.decode import decode
from tournament_xl.workbook.othello.decode_results import DISCS, NAMES, NUMBERS
from tournament_xl.workbook.othello.decode_settings import decisive
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.encode import rewrite_derived
from tournament_xl.workbook.othello.labels import BY_NAME
from tournament_xl.workbook.othello.record import read_result
from tournament_xl.workbook.snapshot import Draft, Snapshot, cell_text, column_letters

WALL = wall.Layout(NAMES, BY_NAME, ordered=True)
SHEETS = {labels.STANDINGS: STANDINGS, labels.GRID: GRID}  # sheet -> kind of finding


def check(snapshot: Snapshot) -> Report:
    """Check a workbook; with problems at cells the rounds and the standings are not judged."""
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return Report(problems=tuple(decoded), has_ratings=False)
    readable = not decoded.problems.found
    traced = trace.read_trace(decoded)
    found = [*traced.findings, *trace.late_changes(decoded, traced)]
    changed = settings.compare(decoded, decisive(decoded.tournament.settings), traced)
    pairings: list[Pairing] = []
    tournament, standings_ok = decoded.tournament, None
    if not readable:
        found += changed
    else:
        names = decoded.full_names()
        pairings = [_pairing(decoded, number, names) for number in range(1, len(tournament.rounds) + 1)]
        cells = [
            *changed,
            *people.compare(decoded, traced),
            *_results(decoded, names),
            *pairs(decoded, names, NUMBERS),
            *_turned(decoded, names),
            *_finals(decoded),
        ]
        sheets = list(_sheets(decoded))
        standings_ok = not sheets
        follows = bool(cells)
        shown = wall.compare(decoded, WALL, lambda number: _updated(decoded, number))
        found += wall.with_causes(shown, decoded, names) if any(one.kind in (PAIR, NAME) for one in cells) else shown
        found += starting_cotes(decoded, names)
        found += cells + [replace(one, consequence=follows) for one in sheets] + list(_draws(pairings))
    return Report(
        formula=tournament.settings.formula,
        rounds=tournament.settings.rounds or 0,
        drawn=len(tournament.rounds),
        played=tournament.played,
        problems=tuple(sorted(set(decoded.problems.found))),
        pairings=tuple(pairings),
        findings=tuple(
            sorted(found, key=lambda one: (one.consequence, KINDS.index(one.kind), one.round or 0, one.row))
        ),
        standings_ok=standings_ok,
        has_ratings=False,
        manual_changes=tuple(trace.changes(decoded)),
        warnings=tuple(notice_text(notice) for notice in corrections.beyond_the_record(decoded)),
    )


def _order(one: Finding) -> tuple[bool, int, int, int]:
    return one.consequence, KINDS.index(one.kind), one.round or 0, one.row


def _pairing(decoded: Decoded, number: int, names: dict[int, str]) -> Pairing:
    """A drawn round on the facts of its moment: its cost with the colours as played beside the optimum (S3).

    In a round robin the pairs are those of the table (R1) wherever that was in force.
    """
    record = decoded.journal.rounds.get(number)
    recorded = bool(record and record.drawn)
    before = as_paired(decoded, number)
    games = decoded.tournament.rounds[number - 1]
    now = {frozenset(game.sides): game for game in games}
    in_cycles = decoded.tournament.settings.formula in ROUND_ROBIN_FORMULAS
    table = scheduled(before) if in_cycles else None
    expected = {frozenset(two) for two in table or ()}
    past = same_cycle(before, number) if in_cycles else before.rounds
    met = {frozenset(game.sides) for games in past for game in games if not game.bye}
    rematches = [pair for pair in now if pair in met and BIP not in pair]
    differences = tuple(_differences(decoded, number, now, names))
    if table is not None:
        same = expected == now.keys()
        return Pairing(number, same, differences, _named(rematches, names), recorded)
    found = judge(replace(before, rounds=(*before.rounds, games)), number)
    return Pairing(
        number, found.optimal, differences, _named(rematches, names), recorded, found.cost, found.optimum
    )  # fmt: skip


def _differences(
    decoded: Decoded, number: int, now: dict[frozenset[int], Game], names: dict[int, str]
) -> Iterator[Difference]:
    """Pairs on the sheet that the program did not draw: the organiser's, with or without a line in the Journal."""
    record = decoded.journal.rounds.get(number)
    rows = {frozenset(row.match.sides): row.line.row for row in decoded.results.round(number)}
    by_program = record.drawn - record.fixed if record else frozenset()
    for pair, game in now.items():
        turned = record is not None and BIP not in pair and game.sides[::-1] in record.drawn_sides
        if pair in by_program and not turned:
            continue
        kept = record is None or game.bye or game.sides in record.sides
        by = "organiser" if record is None or (pair in record.current and kept) else "unrecorded"
        rule = tuple(_two(one, names) for one in sorted(by_program - now.keys(), key=sorted) if one & pair - {BIP})
        if turned:
            rule = ((names[game.white], names[game.black]),)
        one, two = (names.get(who, f"N° {who}") for who in game.sides)
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
            facts = {"cost": number_text(one.cost), "optimum": number_text(one.optimum)}
            message = texts.finding_text("dear", round=one.round, **facts)
            yield Finding(DRAW, message, labels.RESULTS, round=one.round, was=facts["optimum"], now=facts["cost"])


def _results(decoded: Decoded, names: dict[int, str]) -> Iterator[Finding]:
    """Results that differ from the ones that the next pairing, or an update, read."""
    for row in decoded.results.rows:
        text = decoded.journal.results.get(row.round, {}).get(frozenset(row.match.sides))
        before = read_result(text) if text else None
        if before is None or row.round > len(decoded.tournament.rounds):
            continue
        if _facts(before) != _facts(row.match):
            was, now = _result_text(before), _result_text(row.match)
            column = DISCS[0] if before.black == row.match.black else NUMBERS[0]
            yield finding_at(row, "result", RESULT, column, names, was=was, now=now)


def _turned(decoded: Decoded, names: dict[int, str]) -> Iterator[Finding]:
    """Colours that are not the Journal's, where it has no result yet that would tell them."""
    for row in decoded.results.rows:
        record, sides = decoded.journal.rounds.get(row.round), row.match.sides
        told = frozenset(sides) in decoded.journal.results.get(row.round, {})
        if record and not told and not row.match.bye and sides not in record.sides and sides[::-1] in record.sides:
            was, now = (texts.colours_text(names[one], names[two]) for one, two in (sides[::-1], sides))
            yield finding_at(row, "pair", PAIR, NUMBERS[0], names, was=was, now=now)


def _finals(decoded: Decoded) -> Iterator[Finding]:
    """Results of finals that are not the Journal's (F1, F2)."""
    if decoded.finals is None:
        return
    table, now = decoded.finals.table, read_finals(decoded.finals.recorded())
    was = read_finals(decoded.journal.final)
    rows = {f"{line.text('Match')} {line.text('Partie')}": line.row for line in table.lines()}
    for name in {**was, **now}:
        if was.get(name) != now.get(name):
            before, after = (f"{name} {one[name]}" if name in one else texts.NO_RESULT for one in (was, now))
            row = rows.get(name, table.header)
            message = texts.finding_text("final", row=row, was=before, now=after)
            yield Finding(RESULT, message, labels.FINALS, row, table.columns[DISCS[0]], was=before, now=after)


def _facts(game: Game) -> tuple[object, ...]:
    """What the Journal keeps: half a board beside an end that needs none is no part of the result."""
    discs = game.discs_black, game.discs_white
    return game.sides, (None, None) if game.complete and None in discs else discs, game.end


def _result_text(game: Game) -> str:
    """ "40–24", "28–36 TN", "FN", "40–?", "sans résultat"."""
    discs = game.discs_black, game.discs_white
    told = None not in discs or (not game.complete and discs != (None, None))
    board = "–".join("?" if one is None else f"{one:g}" for one in discs) if told else ""
    return f"{board} {game.end}".strip() or texts.NO_RESULT


def _sheets(decoded: Decoded) -> Iterator[Finding]:
    """Classement and Grille against what a press would write now; all behind by some rounds, or line by line."""
    played = decoded.tournament.played
    changed = _changed(decoded, played)
    if not changed:
        return
    for after in earlier(decoded, decoded.derived[min(sheet for sheet, _ in changed)], 0, played - 1):
        if not _changed(decoded, after):
            message = texts.finding_text("stale", sheets=listing(list(SHEETS)), after=after, played=played)
            yield Finding(STANDINGS, message, labels.STANDINGS)
            return
    for (sheet, row), cells in sorted(changed.items()):
        table = decoded.derived[sheet]
        name = cell_text(decoded.snapshot.cell(sheet, row, table.columns["Joueur"]))
        message = texts.finding_text("line", sheet=sheet, row=row, name=name or "?", cells=", ".join(cells))
        yield Finding(SHEETS[sheet], message, sheet, row)


def _changed(decoded: Decoded, after: int) -> dict[tuple[str, int], list[str]]:
    """Sheet and row -> cells that would be written otherwise if only the rounds up to `after` had been played."""
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for block in _draft(decoded, after).edits():
        if block.sheet not in SHEETS or block.optional:
            continue
        titles = {column: name for name, column in decoded.derived[block.sheet].columns.items()}
        for (sheet, row, column), value in block.cells():
            before = cell_text(decoded.snapshot.cell(sheet, row, column))
            title = titles.get(column, column_letters(column))
            found[sheet, row].append(texts.cell_differs(title, before, cell_text(value)))
    return found


def _updated(decoded: Decoded, drawn: int) -> Snapshot:
    return _draft(decoded, drawn).after()


def _draft(decoded: Decoded, drawn: int) -> Draft:
    """What a press would write if only the rounds up to `drawn` had been drawn."""
    tournament = replace(decoded.tournament, rounds=decoded.tournament.rounds[:drawn])
    draft = Draft(decoded.snapshot)
    rewrite_derived(draft, replace(decoded, tournament=tournament, problems=Problems(heard=False)))
    return draft
