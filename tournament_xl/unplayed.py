"""Why what comes after the last round cannot be done yet, in either game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournament_xl.model import Notice
from tournament_xl.press import Outcome, refused, stopped
from tournament_xl.texts.cli import A_WORKBOOK
from tournament_xl.workbook import memory


def not_played(decoded: Any, early: str, report_results: Callable[[Any], None]) -> Outcome | None:
    """Why a tournament of either game is not over: problems, results missing in the last round, rounds to come.

    `early`: the notice that refuses before the last round. None when all rounds are played.
    """
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if len(tournament.rounds) == rounds:
        report_results(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    if tournament.played < rounds or not rounds:
        return refused(Notice(early, {"played": tournament.played, "rounds": rounds, "file": A_WORKBOOK}))
    return None


def not_recorded(decoded: Any, facts: Mapping[str, str]) -> Outcome | None:
    """The refusal to send results or pairs that no press has seen yet: the sheets that are sent do not show them."""
    changed = memory.difference(memory.on_sheets(decoded.memory.facts), facts)
    if any(key.startswith(("résultat|", "paire|", "finale|")) for key in changed):
        return refused(Notice("send_before_update", {"round": decoded.tournament.played}))
    return None
