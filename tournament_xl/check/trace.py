"""The Journal itself: lines changed, added, copied or taken away; what it says of the organiser's hand (C11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from tournament_xl.check.report import JOURNAL, PAIR, Change, Finding
from tournament_xl.model import X
from tournament_xl.texts import check as texts
from tournament_xl.texts import sheets
from tournament_xl.workbook import compact, journal, labels
from tournament_xl.workbook.grid import whole
from tournament_xl.workbook.journal_facts import Altered, Entry, RoundRecord
from tournament_xl.workbook.othello.decoded import Decoded as Othello
from tournament_xl.workbook.understood import Understood

_ACTIONS = (
    journal.PAIRED, journal.CHANGED, journal.CORRECTED, journal.UNDONE, journal.UPDATED, journal.CREATED, journal.RATED,
)  # fmt: skip
_MOST_NAMED = 500  # pairs of a line that are told: those of the largest tournament
_LONGEST = 40_000  # letters of what is told of a line: those pairs with long names
_MOST_LETTERS = 2_000_000  # of all lines; then each tells a few pairs only


@dataclass(frozen=True, slots=True)
class Trace:
    """How far the Journal can be believed."""

    findings: tuple[Finding, ...]
    doubtful_from: int | None  # what compares rounds from this one on with the Journal follows from its damage

    def doubts(self, number: int) -> bool:
        return self.doubtful_from is not None and number >= self.doubtful_from


def read_trace(decoded: Understood) -> Trace:
    """Every line has its seal and its number, none is missing."""
    lines = decoded.journal.lines
    column = decoded.journal.table.columns["Détail"]
    sealed_from = min((entry.number for entry in lines if entry.whole is not None), default=None)
    found: list[Finding] = []
    rounds: list[int] = []

    def tell(key: str, entry: Entry) -> None:
        facts = {"action": entry.action, "of_round": texts.of_round(entry.round), "number": entry.number}
        message = texts.finding_text(key, row=entry.line.row, **facts)
        found.append(Finding(JOURNAL, message, labels.JOURNAL, entry.line.row, column, entry.round))
        rounds.append(1 if entry.round is None else entry.round - 1)

    for entry in lines:
        if entry.whole is False:
            tell("line_changed", entry)
        elif entry.whole is None and entry.action in _ACTIONS and sealed_from is not None:
            by_an_older_version = 0 < entry.number < sealed_from or entry.action == journal.CREATED
            if not by_an_older_version:
                tell("line_unsealed", entry)
    numbers = Counter(entry.number for entry in lines if entry.number)
    for entry in {entry.number: entry for entry in lines if numbers[entry.number] > 1}.values():
        tell("line_twice", entry)
    missing = decoded.journal.missing
    if missing:
        shown = ", ".join(map(str, missing))
        message = texts.finding_text("line_missing", lines=texts.lines_text(len(missing)), numbers=shown)
        found.append(Finding(JOURNAL, message, labels.JOURNAL, decoded.journal.table.header, column))
        before = [entry.round for entry in lines if entry.round is not None and entry.number < missing[0]]
        rounds.append(max(before, default=1) - 1)
    return Trace(tuple(found), min(rounds, default=None))


def late_changes(decoded: Understood, trace: Trace) -> list[Finding]:
    """Pairs changed when their results were known: more than the organiser may (C11)."""
    text = partial(texts.finding_text, "pairs_late")
    return [
        Finding(PAIR, text(round=number), labels.RESULTS, round=number, consequence=trace.doubts(number))
        for number, record in sorted(decoded.journal.rounds.items())
        if record.late
    ]


def changes(decoded: Understood) -> list[Change]:
    """What the Journal tells of the organiser's own pairs, corrections and undone rounds, in its order."""
    names, found = decoded.names(), list[Change]()
    letters = 0
    created = next(
        (entry.parts.get("graine") for entry in decoded.journal.lines if entry.action == journal.CREATED), ""
    )
    altered_in: dict[int, list[Altered]] = {}
    for one in decoded.journal.changes:
        altered_in.setdefault(id(one.entry), []).append(one)
    for entry in decoded.journal.lines:
        number, parts = entry.round or 0, entry.parts
        key, facts = "", {}
        most = _LONGEST if letters < _MOST_LETTERS else 0
        if entry.action == journal.PAIRED and parts.get("fixes"):
            key, facts = "fixed", {"pairs": named(parts["fixes"], names, most)}
        elif entry.action == journal.CHANGED:
            record = decoded.journal.rounds.get(number)
            known = record.drawn if record else frozenset()
            same = _same(decoded, record)
            own = ",".join(text for text in parts.get("paires", "").split(",") if not same(text))
            key, facts = ("exchanged", {"pairs": named(own, names, most)}) if known else ("typed", {})
            if entry.line.text("Détail").startswith(sheets.imported_detail(number)):
                key = ""
            if known and not own:
                key = ""  # changed back, or the round was drawn anew
        elif entry.action == journal.CORRECTED and parts.get("résultats"):
            key, facts = "corrected", {"results": named(parts["résultats"], names, most, texts.NO_RESULT)}
        elif entry.action == journal.CORRECTED and parts.get("cotes"):
            key, facts = "cote", {"cotes": named(parts["cotes"], names, most)}
        elif entry.action == journal.UNDONE:
            key = "undone"
        elif entry.action == journal.PAIRED and created and parts.get("graine", created) != created:
            key, facts = "seed", {"before": created, "now": parts["graine"]}
        for kind, told in groupby(altered_in.get(id(entry), ()), key=lambda one: "people" if one.who else "setting"):
            shown = ", ".join(texts.altered(one.who, one.name, one.before, one.now) for one in told)
            found.append(Change(kind, number, texts.change_text(kind, altered=shown), entry.line.row))
        if key:
            found.append(Change(key, number, texts.change_text(key, round=number, **facts), entry.line.row))
            letters += len(found[-1].message)
    return found


def _same(decoded: Understood, record: RoundRecord | None) -> Callable[[str], bool]:
    """Whether a compact pair is as it was drawn, with its colours where the game has some."""
    if record is None:
        return lambda text: not text
    if not isinstance(decoded, Othello):
        return lambda text: compact.read_pairs(text) <= record.drawn
    drawn = record.drawn_sides | {(two, one) for one, two in record.drawn_sides if X in (one, two)}
    return lambda text: compact.read_sides(text) <= drawn


def named(text: str, names: dict[int, str], most: int, missing: str = "") -> str:
    """Compact pairs, results or cotes with names for numbers: "Durand – X", "Durand – Petit 451/407", "Petit 1700".

    Beyond `most` letters the number of the others. `missing`: what stands for the result of a pair that has none.
    """
    shown: list[str] = []
    size, parts = 0, text.split(",")
    for part in parts[:_MOST_NAMED]:
        if size > most:
            break
        who, _, value = part.partition(":")
        numbers = [X if name in ("X", "BIP") else whole(name) or -1 for name in who.split("-")]
        label = " – ".join(names.get(number, f"N° {number}") for number in numbers)
        shown.append(f"{label} {value or (missing if X not in numbers else '')}".strip())
        size += len(shown[-1])
    more = len(parts) - len(shown)
    return ", ".join(shown) + (f" et {texts.others_text(more)}" if more else "")
