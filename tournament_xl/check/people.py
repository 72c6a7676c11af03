"""Names and licences of the players who have been paired, against what the Journal recorded of them."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.check.report import NAME, Finding
from tournament_xl.check.trace import Trace
from tournament_xl.texts import check as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line
from tournament_xl.workbook.kept import name_of, people_changes
from tournament_xl.workbook.understood import Understood


def compare(decoded: Understood, trace: Trace) -> list[Finding]:
    """Every player who is called otherwise, or has another licence, than the Journal has."""
    names, licences = people_changes(decoded).values()
    found = []
    for player in decoded.tournament.players:
        who, line = player.number, decoded.lines[player.number]
        if who in names:
            found.append(_finding("name_recorded", line, "Nom", *names[who], number=who))
        if who in licences:
            key, column = ("licence", "Licence") if "Licence" in line.table.columns else ("namesake", "Pays")
            found.append(_finding(key, line, column, *licences[who], name=name_of(player)))
    return [replace(one, consequence=trace.doubts(1)) for one in found]


def _finding(key: str, line: Line, column: str, was: str, now: str, **facts: object) -> Finding:
    shown = {"was": was or texts.EMPTY_CELL, "now": now or texts.EMPTY_CELL}
    message = texts.finding_text(key, row=line.row, **shown, **facts)
    return Finding(NAME, message, labels.PLAYERS, line.row, line.table.columns[column], was=was, now=now)
