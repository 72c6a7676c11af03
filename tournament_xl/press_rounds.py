"""The rounds in a press: pairs that the organiser changed, with their reasons, and rounds that he emptied (C11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament_xl.model import Notice, X
from tournament_xl.press import Press, Words
from tournament_xl.texts import reasons, sheets
from tournament_xl.workbook import compact, journal, labels
from tournament_xl.workbook.fingerprints import is_reason
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.understood import Understood

_NONE = "-"  # pairs of a round, in the Journal: a part without value is not written
_LONGEST = 500  # letters of somebody's words in Motif that the Journal keeps


def put(press: Press, row: RowOf[Any], column: str, value: str | int | None) -> None:
    """Want a value in a row of Résultats."""
    press.draft.put(labels.RESULTS, row.line.row, row.line.table.columns[column], value)


def put_reason(press: Press, row: RowOf[Any], reason: str) -> None:
    """Want a reason in Motif; other words that stand there are told, once, and kept by the Journal."""
    text = row.match.reason  # with single blanks, as cells are read; a reason of ours has narrow ones in its numbers
    if text and text != compact.one_line(reason) and not is_reason(text, row.round, press.written):
        shown = compact.one_line(text[:_LONGEST])
        facts: dict[str, int | str] = {"sheet": row.line.table.sheet, "row": row.line.row, "text": shown}
        detail = sheets.reason_replaced_detail(row.round, shown)
        press.words.append(Words(row.round, detail, Notice("reason_replaced", facts)))
    put(press, row, "Motif", reason)


def note_emptied(press: Press, facts: Understood) -> None:
    """Drawn rounds at the end of which no row is left, or too few of a typed one: they are undone, which is told."""
    log = facts.journal
    for removed in sorted(number for number in log.rounds if number > len(facts.tournament.rounds)):
        gone = sorted(log.rounds[removed].current, key=sorted)
        parts = {"retirées": press.game.pairs_text(map(_ordered, gone))}
        left = bool(facts.results.round(removed))
        sentence = sheets.incomplete_detail(removed) if left else sheets.emptied_detail(removed)
        press.note(journal.UNDONE, removed, journal.detail(sentence, parts))
        results = len(log.results.get(removed) or log.seen.get(removed, {}))
        press.told.append(
            Notice("round_incomplete" if left else "round_emptied", {"round": removed, "results": results})
        )


def record_change(press: Press, facts: Understood, number: int) -> None:
    """C11: pairs that the organiser put in place of the drawn ones go into the Journal, and into the reason."""
    rows = facts.results.round(number)
    record = facts.journal.rounds.get(number)
    now = {frozenset(row.match.sides): row for row in rows}
    pairs_text = press.game.pairs_text
    before = record.current if record else frozenset()
    turned = _turned(press, record.sides, now) if record else []
    if now.keys() != before or turned:
        gone = pairs_text([*map(_ordered, sorted(before - now.keys(), key=sorted)), *(two[::-1] for two in turned)])
        come = pairs_text([*(now[pair].match.sides for pair in sorted(now.keys() - before, key=sorted)), *turned])
        if record:
            sentence = sheets.changed_detail(number, gone, come)
        else:
            traced = not any(row.match.reason for row in rows)
            sentence = sheets.typed_detail(number) if traced else sheets.untraced_detail(number)
            if rows and all(row.match.reason.startswith(reasons.IMPORTED) for row in rows):
                sentence = sheets.imported_detail(number)
            elif not traced:
                press.told.append(Notice("untraced", {"round": number}))
        pairs = pairs_text(row.match.sides for row in rows)
        parts = {"paires": pairs or _NONE, "résultats": ",".join(map(press.game.result_of, _played(facts, number)))}
        press.note(journal.CHANGED, number, journal.detail(sentence, parts))
    elif number < len(facts.tournament.rounds) and _played(facts, number):  # the lines that had them have gone
        results = ",".join(press.game.result_of(row.match) for row in rows if row.match.complete)
        press.note(journal.UPDATED, number, journal.detail(sheets.results_detail(number), {"résultats": results}))
    _write_reasons(press, facts, number, now)


def _played(facts: Understood, number: int) -> list[Any]:
    """The results that go into the Journal with a round's pairs: of new pairs in a recorded round, of all in one before
    the last, or one that was typed by hand or imported; in others they come with the next update or pairing.
    """
    recorded, tournament = facts.journal.results.get(number), facts.tournament
    matches, last = tournament.rounds[number - 1], number == len(tournament.rounds)
    if recorded is None and ((last and number in facts.journal.rounds) or number > tournament.played):
        return []
    return [match for match in matches if match.complete and frozenset(match.sides) not in (recorded or ())]


def _turned(press: Press, before: compact.Sides, now: Mapping[frozenset[int], RowOf[Any]]) -> list[tuple[int, int]]:
    """The rows whose two sides have exchanged places where that matters; not against X, whose colour counts nowhere."""
    sides = sorted(row.match.sides for row in now.values())
    return [two for two in sides if press.game.colours and X not in two and two[::-1] in before and two not in before]


def _write_reasons(press: Press, facts: Understood, number: int, now: Mapping[frozenset[int], RowOf[Any]]) -> None:
    """Motif: the rule's for a drawn pair, drawn again where it was lost or the round is open; else the organiser's."""
    record, names = facts.journal.rounds.get(number), facts.names()
    drawn = record.drawn if record else frozenset()
    turned = set(map(frozenset, _turned(press, record.drawn_sides, now))) if record else set()
    by_program = drawn - (record.fixed if record else frozenset()) - turned
    is_open = number > facts.tournament.played
    wanted = [p for p in by_program & now.keys() if is_open or now[p].match.reason.startswith(reasons.CHOICE)
              or not now[p].match.reason]  # fmt: skip
    again = press.game.redrawn(facts, number) if wanted else {}
    for pair in wanted:
        if pair in again:
            put_reason(press, now[pair], again[pair])
        elif not now[pair].match.reason:
            put_reason(press, now[pair], reasons.LOST)
    for pair, row in now.items():
        if pair in turned:
            put_reason(press, row, reasons.COLOURS)
        elif drawn and pair not in drawn:
            replaced = [p for p in drawn if p & pair - {X} and p not in now]
            texts = sorted(" – ".join(names.get(who, f"N° {who}") for who in _ordered(p)) for p in replaced)
            put_reason(press, row, reasons.changed_text(texts))
        elif not drawn and not row.match.reason and not is_open:
            put_reason(press, row, reasons.ORGANISER)


def _ordered(pair: frozenset[int]) -> tuple[int, int]:
    """The two of a pair, X second."""
    one, two = sorted(pair, reverse=X in pair)
    return one, two
