"""What every press shares: its outcome, the organiser's changes, the Journal, the derived sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import eq
from typing import Any

from tournament_xl.model import Notice, X
from tournament_xl.press_notes import note_edition, note_final, note_ratings
from tournament_xl.replay import redraw
from tournament_xl.texts import reasons, sheets
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import compact, journal, labels, seal
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.decoded import Decoded, Understood
from tournament_xl.workbook.encode import rewrite_derived
from tournament_xl.workbook.encode_open import write_open
from tournament_xl.workbook.grid import Problem, whole
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.snapshot import Draft, Edits, Snapshot

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
    reveal: tuple[str, ...] = ()  # hidden sheets that now have something to see
    text: str = ""  # what there is to read beyond the message, in lines: what a check found, the files written


@dataclass(frozen=True, slots=True)
class Game:
    """What a press does differently in each game; decoded workbooks are of that game."""

    decode: Callable[[Snapshot], Any]  # gives a decoded workbook, or a list of problems
    derive: Callable[[Press, Any], str]  # put everything derived into the draft; the status line
    result_of: Callable[[Any], str]  # a row's result in the compact form of the Journal
    pairs_text: Callable[[Iterable[tuple[int, int]]], str]  # pairs in that form
    colours: bool = field(kw_only=True, default=False)  # who stands first in a row matters (S4)
    redrawn: Callable[[Any, int], dict[frozenset[int], str]]  # pair -> reason, as the rules draw a round now
    same_result: Callable[[str, str], bool] = eq  # in that compact form


class Press:
    """The draft of one press, and the lines that it adds to the Journal."""

    def __init__(self, decoded: Understood, date: str, *, quiet: bool = False, game: Game | None = None) -> None:
        self.game = game or SCRABBLE
        self.draft = Draft(decoded.snapshot)
        self.quiet = quiet  # a workbook just created: no line for sheets merely brought up to date
        self.noted = False  # whether the Journal has a line of this press
        self.reveal: list[str] = []  # hidden sheets that this press fills
        self.rated = False  # the ratings are wanted
        self._date, self._log = date, decoded.journal.table
        self._rows = self._log.free_rows()
        self._entry = decoded.journal.entries

    def note(self, action: str, number: int | None, detail: str) -> None:
        """A line in the Journal, in the draft from now on."""
        row, self.noted = next(self._rows), True
        self._entry += 1
        detail = seal.sealed(action, number, journal.numbered(detail, self._entry))
        for column, value in {"Date": self._date, "Action": action, "Ronde": number, "Détail": detail}.items():
            self.draft.put(labels.JOURNAL, row, self._log.columns[column], value)


def stopped(problems: Iterable[Problem]) -> Outcome:
    """Nothing is written: there is something to mend at a cell."""
    return Outcome(PROBLEMS, problems=tuple(sorted(set(problems))))


def refused(notice: Notice) -> Outcome:
    """Nothing is written: a rule says no."""
    return Outcome(REFUSED, notice_text(notice))


def not_played(decoded: Any, early: str, report_missing: Callable[[Any, Any], None]) -> Outcome | None:
    """Why a tournament of either game is not over: problems, results missing in the last round, rounds to come.

    `early`: the notice that refuses before the last round. None when all rounds are played.
    """
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if len(tournament.rounds) == rounds:
        for row in decoded.pending:
            report_missing(decoded, row)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    if tournament.played < rounds or not rounds:
        return refused(Notice(early, {"played": tournament.played, "rounds": rounds}))
    return None


def put(press: Press, row: RowOf[Any], column: str, value: str | int | None) -> None:
    """Want a value in a row of Résultats."""
    press.draft.put(labels.RESULTS, row.line.row, row.line.table.columns[column], value)


def removable(decoded: Understood, number: int) -> list[Any]:
    """The rows of a drawn round that an undo takes away: all but those that the organiser had typed before."""
    record = decoded.journal.rounds.get(number)
    fixed = record.fixed if record else frozenset()
    return [row for row in decoded.results.round(number) if frozenset(row.match.sides) not in fixed]


def take_away(press: Press, decoded: Understood, number: int, removed: list[Any]) -> None:
    """Empty these rows of a drawn round, the reasons of the others, and the number of rounds if round 1 wrote it."""
    for row in decoded.results.round(number):
        for column in decoded.results.table.columns if row in removed else ("Motif",):
            put(press, row, column, None)
    line, written = decoded.settings.lines.get("Nombre de rondes"), decoded.journal.wrote_rounds
    if number == 1 and line and written and whole(line.text("Valeur")) == written:
        press.draft.put(labels.TOURNAMENT, line.row, line.table.columns["Valeur"], None)


def write_rounds(press: Press, decoded: Understood, rounds: int) -> bool:
    """Write the number of rounds that the regulation sets; False when the organiser had set one (C1)."""
    line = decoded.settings.lines.get("Nombre de rondes")
    if line is None or line.text("Valeur"):
        return False
    press.draft.put(labels.TOURNAMENT, line.row, line.table.columns["Valeur"], rounds)
    return True


def finish(press: Press, notice: Notice, number: int) -> Outcome:
    """Record the organiser's changes, rewrite what is derived, close the Journal."""
    facts = press.game.decode(press.draft.after())
    if isinstance(facts, list) or facts.problems.found:
        return stopped(facts if isinstance(facts, list) else facts.problems.found)
    drawn = len(facts.tournament.rounds)
    note_corrections(press, facts)
    for changed in range(1, drawn + 1):
        _record_change(press, facts, changed)
    for removed in sorted(number for number in facts.journal.rounds if number > drawn):
        gone = sorted(facts.journal.rounds[removed].current, key=sorted)
        parts = {"retirées": press.game.pairs_text(map(_ordered, gone))}
        press.note(journal.UNDONE, removed, journal.detail(sheets.emptied_detail(removed), parts))
    status = press.game.derive(press, facts)
    if facts.problems.found:
        return stopped(facts.problems.found)
    warnings = tuple(notice_text(warning) for warning in facts.warnings)
    if press.quiet:
        press.reveal += labels.FORMULA_SHEETS.get(facts.tournament.settings.formula, ())
    if not press.noted and all(block.optional for block in press.draft.edits()):
        return Outcome(DONE, notice_text(Notice("up_to_date")), (), (), warnings, number, status)
    if not press.quiet and (not press.noted or (notice.key == "updated" and _unrecorded(press, facts))):
        _note_update(press, facts)
    return Outcome(DONE, notice_text(notice), press.draft.edits(), (), warnings, number, status, tuple(press.reveal))


def _note_update(press: Press, facts: Understood) -> None:
    """The line of an update."""
    played, results = facts.tournament.played, _unrecorded(press, facts)
    detail = journal.detail(sheets.updated_detail(played), results)
    press.note(journal.UPDATED, played if results else None, detail)


def _unrecorded(press: Press, facts: Understood) -> dict[str, str]:
    """The results of the last drawn round, when it is complete and the Journal has none of them yet."""
    played = facts.tournament.played
    if played == len(facts.tournament.rounds) > 0 and played not in facts.journal.results:
        return {"résultats": ",".join(map(press.game.result_of, facts.tournament.rounds[-1]))}
    return {}


def note_corrections(press: Press, facts: Understood) -> None:
    """Results and starting cotes that differ from what the Journal recorded go there.

    So each pairing can be judged on the facts of its moment, and a cote on the one that it started from.
    """
    last, known, same = len(facts.tournament.rounds), facts.journal.cotes, press.game.same_result
    cotes = {p.number: p.cote for p in facts.tournament.players if p.number in known and known[p.number] != p.cote}
    if cotes and last:
        sentence = sheets.cote_corrected_detail(compact.cotes_text({who: known[who] for who in cotes}))
        press.note(journal.CORRECTED, last, journal.detail(sentence, {"cotes": compact.cotes_text(cotes)}))
    for number, recorded in sorted(facts.journal.results.items()):
        if not 1 <= number <= len(facts.tournament.rounds):
            continue
        matches = facts.tournament.rounds[number - 1]
        now = {frozenset(match.sides): press.game.result_of(match) for match in matches}
        changed = sorted(text for pair, text in now.items() if not same(recorded.get(pair, text), text))
        if changed:
            before = ",".join(recorded[pair] for pair, text in now.items() if text in changed)
            sentence = sheets.corrected_detail(number, before)
            press.note(journal.CORRECTED, number, journal.detail(sentence, {"résultats": ",".join(changed)}))


def _record_change(press: Press, facts: Understood, number: int) -> None:
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
        pairs = pairs_text(row.match.sides for row in rows)
        press.note(journal.CHANGED, number, journal.detail(sentence, {"paires": pairs}))
    _write_reasons(press, facts, number, now)


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
            put(press, now[pair], "Motif", again[pair])
        elif not now[pair].match.reason:
            put(press, now[pair], "Motif", reasons.LOST)
    for pair, row in now.items():
        if pair in turned:
            put(press, row, "Motif", reasons.COLOURS)
        elif drawn and pair not in drawn:
            replaced = [p for p in drawn if p & pair - {X} and p not in now]
            texts = sorted(" – ".join(names[who] for who in _ordered(p)) for p in replaced)
            put(press, row, "Motif", reasons.changed_text(texts))
        elif not drawn and not row.match.reason and not is_open:
            put(press, row, "Motif", reasons.ORGANISER)


def _ordered(pair: frozenset[int]) -> tuple[int, int]:
    """The two of a pair, X second."""
    one, two = sorted(pair, reverse=X in pair)
    return one, two


# Scrabble


def _derive(press: Press, facts: Decoded) -> str:
    status = rewrite_derived(press.draft, facts, rated=press.rated)
    note_edition(press, facts)
    if labels.GROUPS in facts.derived:
        press.reveal += write_open(press.draft, facts)
        note_final(press, facts)
    if press.rated and not facts.problems.found:
        note_ratings(press, facts, _unrecorded(press, facts))
    return status


def _redrawn(facts: Decoded, number: int) -> dict[frozenset[int], str]:
    names = facts.names()
    drawn = redraw(facts, number, journalled=True)  # a reason tells what the draw was made from
    return {frozenset((p.one, p.two)): reasons.reason_text(p, names.__getitem__) for p in drawn}


SCRABBLE = Game(decode, _derive, compact.result_of, compact.pairs_text, _redrawn, compact.same_result)
