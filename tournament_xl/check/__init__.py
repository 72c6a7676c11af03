"""`check`: a tournament recomputed from its facts, and what is not as the rules have it. Pure: snapshot → report.

Facts come from the cells; the memory tells what each pairing read and made. So every round is judged on the facts of
its moment, and what a hand changed since the last press is named at its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot
from tournament_xl.book.understood import Understood
from tournament_xl.check.edits import changed_by_hand, unseen
from tournament_xl.check.report import KINDS, LOT, MEMORY, Finding, Pairing, Report
from tournament_xl.check.sheets import compare
from tournament_xl.games import is_othello
from tournament_xl.record import record
from tournament_xl.texts import check as texts
from tournament_xl.texts.names import ranges
from tournament_xl.texts.notices import notice_text


@record
class Rules:
    """What a check wants of a game."""

    decode: Callable[[Snapshot], Any]
    facts: Callable[[Any], dict[str, str]]  # those on the sheets
    judge: Callable[[Any], tuple[list[Pairing], list[Finding]]]  # every drawn round
    render: Callable[[Draft, Any], object]  # what a press would write
    remembered: Callable[[Any], Any]  # the tournament as the last press left it
    notices: Callable[[Any], Iterable[Any]]  # what is told of the facts themselves
    has_ratings: bool
    rated: Callable[[Any], bool] = lambda decoded: False  # whether there are ratings to judge


def check(snapshot: Snapshot, read: Any = None) -> Report:
    """Check a workbook; whatever is in it, there is a report. With problems at cells nothing is judged.

    `read`: what its game's `decode` gives, where it is there already.
    """
    rules = _rules(snapshot)
    decoded = read or rules.decode(snapshot)
    if isinstance(decoded, list):
        return Report(problems=tuple(decoded), has_ratings=rules.has_ratings)
    tournament, found, pairings = decoded.tournament, list(_broken(decoded)), list[Pairing]()
    standings_ok = ratings_ok = lots_ok = None
    edits = unseen(decoded, rules.facts(decoded)) if not decoded.problems.found else []
    if not decoded.problems.found:
        pairings, wrong = rules.judge(decoded)
        written = compare(decoded, rules.render, rules.remembered(decoded))
        found += [*edits, *wrong, *written]
        sheets = {one.sheet for one in written}
        standings_ok = not sheets & {labels.STANDINGS, labels.GRID}
        if rules.rated(decoded):
            ratings_ok = labels.RATINGS not in sheets
        if "groupes" in decoded.memory.facts:
            lots_ok = not any(one.kind == LOT for one in wrong)
    return Report(
        formula=tournament.settings.formula,
        rounds=tournament.settings.rounds or 0,
        drawn=len(tournament.rounds),
        played=tournament.played,
        problems=tuple(sorted(set(decoded.problems.found))),
        pairings=tuple(pairings),
        findings=tuple(sorted(found, key=lambda one: (one.consequence, KINDS.index(one.kind), one.round or 0))),
        standings_ok=standings_ok,
        ratings_ok=ratings_ok,
        lots_ok=lots_ok,
        has_ratings=rules.has_ratings,
        manual_changes=tuple(changed_by_hand(decoded)),
        warnings=tuple(dict.fromkeys(map(notice_text, [*decoded.warnings, *rules.notices(decoded)]))),
    )


def _broken(decoded: Understood) -> list[Finding]:
    """A memory that is missing, or lines of it that are not as a press wrote them."""
    if decoded.tournament.rounds and not decoded.memory.entries:
        return [Finding(MEMORY, texts.finding_text("no_memory"), labels.MEMORY)]
    if not (rows := decoded.memory.broken):
        return []
    return [Finding(MEMORY, texts.finding_text("memory_changed", rows=ranges(rows)), labels.MEMORY, rows[0])]


def _rules(snapshot: Snapshot) -> Rules:
    """Those of the workbook's game; the other one is not loaded."""
    if is_othello(snapshot):
        from tournament_xl.check.othello import RULES as OTHELLO

        return OTHELLO
    from tournament_xl.check.scrabble import RULES as SCRABBLE

    return SCRABBLE
