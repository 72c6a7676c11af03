"""The settings that decide, against what the Journal recorded of them: by pairings, with the ratings, as changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournament_xl.check.report import SETTING, Finding
from tournament_xl.check.trace import Trace
from tournament_xl.texts import check as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.understood import Understood


def compare(decoded: Understood, now: Mapping[str, str], trace: Trace) -> list[Finding]:
    """Every setting that is not the recorded one; `now`: by name, as the Journal keeps them."""
    found = _changed(decoded, now) if decoded.journal.rounds else ()
    return [replace(one, consequence=trace.doubts(1)) for one in found]


def _changed(decoded: Understood, now: Mapping[str, str]) -> Iterator[Finding]:
    for name, was in decoded.journal.settings.items():
        line = decoded.settings.lines.get(name)
        if line and now.get(name, was) != was:
            facts = {"name": name, "was": was or texts.EMPTY_CELL, "now": line.text("Valeur") or texts.EMPTY_CELL}
            message = texts.finding_text("setting", row=line.row, **facts)
            column = line.table.columns["Valeur"]
            yield Finding(SETTING, message, labels.TOURNAMENT, line.row, column, was=was, now=now[name])
