"""The initial ranking of the first pairing, on the cotes that the Journal recorded for it (C2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from tournament_xl.check.cells import full_names
from tournament_xl.check.report import SEED, Finding
from tournament_xl.check.trace import Trace
from tournament_xl.texts import check as texts
from tournament_xl.workbook import compact, journal, labels
from tournament_xl.workbook.decoded import Decoded


def compare(decoded: Decoded, trace: Trace) -> list[Finding]:
    """Places that do not follow the cotes; equal cotes are left alone: names may have been corrected since."""
    return [replace(one, consequence=trace.doubts(1)) for one in _unordered(decoded)]


def _unordered(decoded: Decoded) -> Iterator[Finding]:
    first = [entry for entry in decoded.journal.lines if entry.action == journal.PAIRED and entry.round == 1]
    if not first or 1 not in decoded.journal.rounds:
        return
    cotes, places = (compact.by_number(first[-1].parts.get(key, "")) for key in ("cotes", "rangs"))
    names, column = full_names(decoded), decoded.journal.table.columns["Détail"]
    order = sorted((who for who in places if who in cotes), key=places.__getitem__)
    for above, below in pairwise(order):
        if cotes[above] < cotes[below]:
            facts = {"above": names.get(above, f"N° {above}"), "below": names.get(below, f"N° {below}")}
            message = texts.finding_text(
                "places", **facts, place=f"{places[above]:g}", one=f"{cotes[above]:g}", two=f"{cotes[below]:g}"
            )
            yield Finding(SEED, message, labels.JOURNAL, first[-1].line.row, column, 1)
