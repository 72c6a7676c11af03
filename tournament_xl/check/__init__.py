"""`check`: a tournament recomputed from its facts, and what is not as the rules have it. Pure: snapshot → report.

Facts come from the cells; the Journal tells what each press read and drew. So every round is judged on the facts of its
moment, an edit by hand is named where it was made, and what follows from it is told as such.
"""

from __future__ import annotations

from tournament_xl.check import cells, lots, people, rounds, seeds, settings, sheets, trace, wall
from tournament_xl.check.report import COTE, KINDS, LOT, NAME, PAIR, RESULT, SETTING, Finding, Pairing, Report
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import corrections, labels
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.decode_results import NAMES
from tournament_xl.workbook.decode_settings import decisive
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.games import is_othello
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.warnings import unusual_scores

WALL = wall.Layout(NAMES, labels.PAIRINGS_BY_NAME, ordered=False)


def check(snapshot: Snapshot) -> Report:
    """Check a workbook; whatever is in it, there is a report.

    With problems at cells, only the Journal and the rounds that it recorded are judged.
    """
    if is_othello(snapshot):
        from tournament_xl.check.othello import check as check_othello  # only where it is needed

        return check_othello(snapshot)
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return Report(problems=tuple(decoded))
    readable = not decoded.problems.found
    problems = tuple(sorted(set(decoded.problems.found)))
    traced = trace.read_trace(decoded)
    pairings, drawn = rounds.judge(decoded, traced, readable=readable)
    found = [*traced.findings, *trace.late_changes(decoded, traced), *seeds.compare(decoded, traced), *drawn]
    changed = settings.compare(decoded, decisive(decoded.tournament.settings), traced)
    standings_ok = ratings_ok = lots_ok = None
    if not readable:
        found += changed
    else:
        edits = changed + people.compare(decoded, traced) + cells.compare(decoded, traced)
        if labels.FINALS in decoded.derived:
            found += lots.compare(decoded, traced)
            lots_ok = not any(one.kind == LOT for one in found) if decoded.journal.groups else None
            edits += lots.final(decoded)
        follows = [one for one in edits if one.kind in (SETTING, RESULT, PAIR, NAME, COTE)]
        recorded = cells.as_recorded(decoded, follows) if follows else None
        now = sheets.updated(decoded)
        written = sheets.compare(decoded, recorded, now) + sheets.ratings_gone(decoded)
        last = len(decoded.tournament.rounds)
        shown = wall.compare(decoded, WALL, lambda number: now if number == last else sheets.updated(decoded, number))
        if any(one.kind in (PAIR, NAME) for one in edits):
            shown = wall.with_causes(shown, decoded, cells.full_names(decoded))
        wrong = {one.sheet for one in [*written, *edits]}
        standings_ok = not wrong & {labels.STANDINGS, labels.GRID}
        if labels.RATINGS in {*sheets.tables(decoded), *wrong}:
            ratings_ok = labels.RATINGS not in wrong
        found += edits + _later(decoded, edits, pairings) + shown + written
    tournament = decoded.tournament
    unusual = unusual_scores(decoded, range(1, len(tournament.rounds) + 1))
    return Report(
        formula=tournament.settings.formula,
        rounds=tournament.settings.rounds or 0,
        drawn=len(tournament.rounds),
        played=tournament.played,
        problems=problems,
        pairings=tuple(pairings),
        findings=tuple(sorted(found, key=_order)),
        standings_ok=standings_ok,
        ratings_ok=ratings_ok,
        lots_ok=lots_ok,
        manual_changes=tuple(trace.changes(decoded)),
        warnings=tuple(dict.fromkeys(map(notice_text, [*corrections.beyond_the_record(decoded), *unusual]))),
    )


def _later(decoded: Decoded, edits: list[Finding], pairings: list[Pairing]) -> list[Finding]:
    """What edited results, pairs and cotes would have changed in the rounds after them."""
    edited = [one.round or 0 for one in edits if one.kind in (RESULT, PAIR) and not one.consequence]
    return list(rounds.consequences(decoded, pairings, min(edited))) if edited else []


def _order(finding: Finding) -> tuple[bool, int, int, str, int]:
    """Causes before consequences, the cells that people type before what follows from them."""
    return finding.consequence, KINDS.index(finding.kind), finding.round or 0, finding.sheet, finding.row
