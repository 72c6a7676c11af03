"""The press "Calculer les cotes": the international ratings onto the sheet Cotes (rules R2 to R7)."""

from __future__ import annotations

from tournament_xl.model import Notice
from tournament_xl.press import Outcome, Press, finish, refused, stopped
from tournament_xl.workbook.checks import report_missing
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.snapshot import Snapshot


def ratings(snapshot: Snapshot, date: str, *, provisional: bool = False) -> Outcome:
    """Write the ratings; refused before the last round is played, unless `provisional`: as if it ended now.

    Once written they are derived like the standings: every press brings them up to date.
    """
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    tournament = decoded.tournament
    rounds, played = tournament.settings.rounds or 0, tournament.played
    if not provisional and len(tournament.rounds) == rounds:
        for row in decoded.pending:
            report_missing(decoded, row)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    if played == 0:
        return refused(Notice("ratings_no_round"))
    if not provisional and played < rounds:
        return refused(Notice("ratings_early", {"played": played, "rounds": rounds}))
    to_play = decoded.formula.still_to_play(tournament)
    if to_play and not provisional:
        return refused(to_play)
    press = Press(decoded, date)
    press.rated = True
    key = "rated" if played == rounds and not to_play else "rated_provisional"
    return finish(press, Notice(key, {"round": played, "rounds": rounds}), played)
