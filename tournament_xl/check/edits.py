"""What hands changed: since the last press, at its cell; before that, as each press found it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Line
from tournament_xl.book.understood import Understood, naming
from tournament_xl.check.report import COTE, NAME, PAIR, RESULT, SETTING, Change, Finding
from tournament_xl.texts import changes as told
from tournament_xl.texts import check as texts

_KINDS = {
    "résultat": RESULT, "perdu": RESULT, "paire": PAIR, "couleurs": PAIR, "finale": RESULT, "réglage": SETTING,
    "cote": COTE,
    "nom": NAME, "remplacé": NAME, "parti": NAME, "licence": NAME, "pays": NAME,
}  # fmt: skip
_CHANGES = {
    RESULT: "corrected", PAIR: "exchanged", SETTING: "setting", COTE: "cote", NAME: "people",
}  # kind of finding -> kind of an organiser's change  # fmt: skip
_COLUMNS = {"nom": "Nom", "remplacé": "Nom", "licence": "Licence", "pays": "Pays", "cote": "Cote"}


def unseen(decoded: Understood, now: Mapping[str, str]) -> list[Finding]:
    """What no press has seen: facts that are not those which the last one left."""
    before = memory.on_sheets(decoded.memory.facts)
    changed = memory.difference(before, now)
    found = []
    for item in told.items(changed, decoded.memory.facts, naming(decoded)):
        if item.kind in _KINDS:
            sheet, row, column, table = _place(decoded, item)
            message = texts.unseen(
                f"{sheet}!{row}" if row else sheet, told.sentence(item.kind, item.round, [item.shown])
            )
            was, value = before.get(item.key, ""), now.get(item.key, "")
            found.append(
                Finding(_KINDS[item.kind], message, sheet, row, column, item.round or None, table or None, was, value)
            )
    return found


def _place(decoded: Understood, item: told.Item) -> tuple[str, int, int, int]:
    """Sheet, row, column and table of a changed fact; 0 where it has none any more."""
    kind, *where = item.key.split("|")
    if kind == "réglage":
        return labels.TOURNAMENT, *_cell(decoded.settings.lines.get(where[0]), "Valeur"), 0
    if kind in ("paire", "résultat"):
        for row in decoded.results.round(int(where[0])):
            if memory.pair_key(*row.match.sides) == where[1]:
                column = next(iter(name for name in row.line.table.columns if name.startswith(("Score", "Pions"))))
                return labels.RESULTS, *_cell(row.line, column), row.match.table
        return labels.RESULTS, 0, 0, 0
    if kind == "finale":
        return labels.FINALS, 0, 0, 0
    return labels.PLAYERS, *_cell(decoded.lines.get(int(where[0])), _COLUMNS.get(item.kind, "N°")), 0


def _cell(line: Line | None, column: str) -> tuple[int, int]:
    return (line.row, line.table.columns.get(column, 0)) if line else (0, 0)


def changed_by_hand(decoded: Understood) -> Iterator[Change]:
    """What presses found changed, and the pairs typed before their pairing, in the order of the afternoon (C11)."""
    facts: dict[str, str] = {}
    fixed_so_far = set[str]()
    for entry in decoded.memory.entries:
        for item in told.items(entry.found, facts, naming(decoded, facts)):
            if item.kind in _KINDS:
                kind = _CHANGES[_KINDS[item.kind]]
                yield Change(kind, item.round, told.sentence(item.kind, item.round, [item.shown]))
        late = _late(entry.found, facts)
        for number in sorted(late):
            yield Change("late", number, texts.change_text("late", round=number))
        facts = memory.folded(memory.folded(facts, entry.found), entry.made)
        fixed = memory.of_kind(entry.made, f"imposée|{entry.round}")
        if entry.action == memory.PAIRED and (imposed := [pair for pair, how in fixed.items() if how != "tient"]):
            name = naming(decoded, facts).name
            pairs = ", ".join(" – ".join(map(name, memory.sides(pair) or ())) for pair in imposed)
            message = texts.change_text("fixed", round=entry.round, pairs=pairs)
            if message not in fixed_so_far:  # paired again after an undo
                yield Change("fixed", entry.round or 0, message)
            fixed_so_far.add(message)
        elif entry.action == memory.UNDONE:
            yield Change("undone", entry.round or 0, texts.change_text("undone", round=entry.round))


def _late(found: memory.Changes, before: Mapping[str, str]) -> set[int]:
    """The rounds of which a pair was changed when its result was known already (C11)."""
    gone = (key.split("|")[1:] for key, now in found.items() if now is None and key.startswith("paire|"))
    return {int(at) for at, pair in gone if f"résultat|{at}|{pair}" in before}
