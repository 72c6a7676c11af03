"""Names and licences of the players who have been paired, against what the Journal recorded of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournament_xl.check.report import NAME, Finding
from tournament_xl.check.trace import Trace
from tournament_xl.texts import check as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line
from tournament_xl.workbook.kept import licence_of, name_of
from tournament_xl.workbook.understood import Understood


def compare(decoded: Understood, trace: Trace) -> list[Finding]:
    """Every player who is called otherwise, or has another licence, than the Journal has."""
    found = [one for player in decoded.tournament.players for one in _changed(decoded, player)]
    return [replace(one, consequence=trace.doubts(1)) for one in found]


def _changed(decoded: Understood, player: Any) -> Iterator[Finding]:
    who, line, log = player.number, decoded.lines[player.number], decoded.journal
    if who not in log.names:
        return
    now = name_of(player)
    if log.names[who] != now:
        yield _finding("name_recorded", line, "Nom", log.names[who], now, number=who)
    if log.licences[who] != licence_of(player):
        yield _finding("licence", line, "Licence", log.licences[who], licence_of(player), name=now)


def _finding(key: str, line: Line, column: str, was: str, now: str, **facts: object) -> Finding:
    shown = {"was": was or texts.EMPTY_CELL, "now": now or texts.EMPTY_CELL}
    message = texts.finding_text(key, row=line.row, **shown, **facts)
    return Finding(NAME, message, labels.PLAYERS, line.row, line.table.columns[column], was=was, now=now)
