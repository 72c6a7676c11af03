"""What every press shares: its outcome, the organiser's changes, the Journal, the derived sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament_xl.model import Notice, Pair, X
from tournament_xl.replay import redraw
from tournament_xl.texts import reasons, sheets
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import journal, labels
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.decode_results import Row
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.encode import rewrite_derived
from tournament_xl.workbook.grid import Problem
from tournament_xl.workbook.snapshot import Draft, Edits

DONE, REFUSED, PROBLEMS = 0, 1, 3  # exit codes of the contract


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a press gives: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence: what happened
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    round: int = 0  # the round concerned
    status: str = ""  # the next step, as on the sheet Tournoi


class Press:
    """The draft of one press, and the lines that it adds to the Journal."""

    def __init__(self, decoded: Decoded, date: str, *, quiet: bool = False) -> None:
        self.draft = Draft(decoded.snapshot)
        self.quiet = quiet  # no line for sheets merely brought up to date
        self.noted = False  # whether the Journal has a line of this press
        self._date, self._log = date, decoded.journal.table
        self._rows = self._log.free_rows()

    def note(self, action: str, number: int | None, detail: str) -> None:
        """A line in the Journal, in the draft from now on."""
        row, self.noted = next(self._rows), True
        for column, value in {"Date": self._date, "Action": action, "Ronde": number, "Détail": detail}.items():
            self.draft.put(labels.JOURNAL, row, self._log.columns[column], value)


def stopped(problems: Iterable[Problem]) -> Outcome:
    """Nothing is written: there is something to mend at a cell."""
    return Outcome(PROBLEMS, problems=tuple(sorted(set(problems))))


def refused(notice: Notice) -> Outcome:
    """Nothing is written: a rule says no."""
    return Outcome(REFUSED, notice_text(notice))


def put(press: Press, row: Row, column: str, value: str | int | None) -> None:
    """Want a value in a row of Résultats."""
    press.draft.put(labels.RESULTS, row.line.row, row.line.table.columns[column], value)


def finish(press: Press, notice: Notice, number: int) -> Outcome:
    """Record the organiser's changes, rewrite what is derived, close the Journal."""
    facts = decode(press.draft.after())
    if isinstance(facts, list) or facts.problems.found:
        return stopped(facts if isinstance(facts, list) else facts.problems.found)
    drawn = len(facts.tournament.rounds)
    for changed in range(1, drawn + 1):
        _record_change(press, facts, changed)
    for removed in sorted(number for number in facts.journal.rounds if number > drawn):
        gone = sorted(facts.journal.rounds[removed].current, key=sorted)
        parts = {"retirées": journal.pairs_text(map(_ordered, gone))}
        press.note(journal.UNDONE, removed, journal.detail(sheets.emptied_detail(removed), parts))
    status = rewrite_derived(press.draft, facts)
    if facts.problems.found:
        return stopped(facts.problems.found)
    warnings = tuple(notice_text(warning) for warning in facts.warnings)
    if not press.noted:
        if all(block.optional for block in press.draft.edits()):
            return Outcome(DONE, notice_text(Notice("up_to_date")), (), (), warnings, number, status)
        if not press.quiet:
            press.note(journal.UPDATED, None, sheets.updated_detail(facts.tournament.played))
    return Outcome(DONE, notice_text(notice), press.draft.edits(), (), warnings, number, status)


def _record_change(press: Press, facts: Decoded, number: int) -> None:
    """C11: pairs that the organiser put in place of the drawn ones go into the Journal, and into the reason."""
    rows = facts.results.round(number)
    record = facts.journal.rounds.get(number)
    now = {frozenset((row.match.one, row.match.two)): row for row in rows}
    before = record.current if record else frozenset()
    drawn = record.drawn if record else frozenset()
    if now.keys() != before:
        gone = journal.pairs_text(_ordered(p) for p in sorted(before - now.keys(), key=sorted))
        come = journal.pairs_text((now[p].match.one, now[p].match.two) for p in sorted(now.keys() - before, key=sorted))
        sentence = sheets.changed_detail(number, gone, come) if record else sheets.typed_detail(number)
        pairs = journal.pairs_text((row.match.one, row.match.two) for row in rows)
        press.note(journal.CHANGED, number, journal.detail(sentence, {"paires": pairs}))
    names = facts.names()
    redrawn: dict[frozenset[int], Pair] | None = None
    for pair_now, row in now.items():
        if pair_now not in drawn:
            if drawn or number <= facts.tournament.played:
                replaced = [p for p in drawn if p & pair_now - {X} and p not in now]
                texts = sorted(" – ".join(names[who] for who in _ordered(p)) for p in replaced)
                put(press, row, "Motif", reasons.changed_text(texts))
        elif not row.match.reason:
            if redrawn is None:
                redrawn = {frozenset((p.one, p.two)): p for p in redraw(facts, number)}
            again = redrawn.get(pair_now)
            put(press, row, "Motif", reasons.reason_text(again, names.__getitem__) if again else reasons.ORGANISER)


def _ordered(pair: frozenset[int]) -> tuple[int, int]:
    """The two of a pair, X second."""
    one, two = sorted(pair, reverse=X in pair)
    return one, two
