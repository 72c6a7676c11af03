"""Why what comes after the last round cannot be done yet, in either game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournament_xl.model import Notice
from tournament_xl.press import Outcome, refused, stopped
from tournament_xl.texts.cli import A_WORKBOOK
from tournament_xl.workbook import corrections


def not_played(decoded: Any, early: str, report_missing: Callable[[Any, Any], None]) -> Outcome | None:
    """Why a tournament of either game is not over: problems, results missing in the last round, rounds to come.

    `early`: the notice that refuses before the last round. None when all rounds are played.
    """
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if len(tournament.rounds) == rounds:
        for row in decoded.pending:
            report_missing(decoded, row)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    if tournament.played < rounds or not rounds:
        return refused(Notice(early, {"played": tournament.played, "rounds": rounds, "file": A_WORKBOOK}))
    return None


def not_recorded(decoded: Any) -> Outcome | None:
    """The refusal to send what no press has put into the Journal yet: a change of it later would be nobody's business,
    and the sheets that are sent do not show it. None when every result stands there as it is now.
    """
    tournament = decoded.tournament
    known = decoded.journal.results.get(tournament.played, {})
    changed = any(one.key in corrections.KEYS and one.facts.get("new") for one in decoded.warnings)
    finals = decoded.deciding in (None, (decoded.journal.final, decoded.journal.final_half))
    if finals and not changed and all(frozenset(match.sides) in known for match in tournament.rounds[-1]):
        return None
    return refused(Notice("send_before_update", {"round": tournament.played}))
