"""How every press goes: a draft over the snapshot, what has changed since the last press, the sheets, the memory.

An action reads the workbook, lets the rule draw, puts its cells into the draft and calls `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from tournament_xl.book import labels, memory
from tournament_xl.book.codes import Sides
from tournament_xl.book.folds import folds
from tournament_xl.book.grid import MOST_LINES, Problem, right_of
from tournament_xl.book.results_table import RowOf
from tournament_xl.book.snapshot import Cell, Draft, Edits, Look, Snapshot, cell_text
from tournament_xl.book.understood import Understood, naming
from tournament_xl.model import Notice, X
from tournament_xl.record import field, record, replace, workspace
from tournament_xl.texts import changes, reasons, sheets
from tournament_xl.texts.cli import A_WORKBOOK
from tournament_xl.texts.notices import notice_text

DONE, REFUSED, PROBLEMS = 0, 1, 3  # exit codes of the contract
TO_THE_MINUTE = 16  # letters of a date: "21/11/2026 14:05"


@record
class Outcome:
    """What a press gives: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence: what happened
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()  # what Tournoi did not show yet when the press began
    round: int = 0  # the round concerned
    status: str = ""  # the next step, as on the sheet Tournoi
    reveal: tuple[str, ...] = ()  # hidden sheets that now have something to see
    select: tuple[tuple[str, int, int], ...] = ()  # where sheets are to open: the first cell to fill
    looks: tuple[Look, ...] = ()  # rows and columns to put away or to show again, pages
    text: str = ""  # what there is to read beyond the message, in lines: what a check found, the files written


@record
class Drawn:
    """What a pairing gave, its rows being in the draft."""

    sides: Sequence[tuple[int, int]]  # the pairs of the round, fixed ones included
    kept: Mapping[str, str]  # the facts that only the memory keeps
    rematches: Sequence[tuple[int, int]] = ()  # pairs that the rule could not avoid although they have met
    extra_cost: int = 0  # how much the organiser's own pairs add to the least cost (Othello)


class Game(Protocol):
    """What a press does differently in each game: the module `press` of its folder (`games.game_of`). Decoded
    workbooks, rows and matches are of that game.
    """

    LAST_ENTRY: int | None  # the last round for which the regulation knows newcomers
    COLOURS: bool  # who stands first in a row matters (S4)

    def decode(self, snapshot: Snapshot, past: Any = None, /) -> Any:
        """What a snapshot says, or its problems; `past`: the memory where it is not the sheet's."""

    def report_unready(self, decoded: Any, /) -> None:
        """Add the problems that only a pairing minds."""

    def pair(self, press: Press, decoded: Any, /) -> Drawn:
        """Draw and write the next round."""

    def has_result(self, decoded: Any, row: Any, /) -> bool:
        """Whether a person typed a result in this row."""

    def take_back(self, press: Press, decoded: Any, number: int, /) -> dict[str, None]:
        """Undo more than a round's rows; the facts that are gone."""

    def write_names(self, draft: Draft, decoded: Any, /) -> None:
        """Put the names beside the N° on Résultats."""

    def derive(self, press: Press, facts: Any, /) -> str:
        """Put everything derived into the draft; the status line."""

    def rewrite_derived(self, draft: Draft, decoded: Any, /) -> str:
        """Of that the sheets that `check` compares."""

    def facts(self, decoded: Any, /) -> dict[str, str]:
        """The facts on the sheets, as the memory keeps them."""

    def redrawn(self, facts: Any, number: int, /) -> dict[frozenset[int], str]:
        """Pair -> reason, as the rules draw a round now."""

    def as_remembered(self, decoded: Any, /) -> Any:
        """The tournament as the last press left it."""

    def is_rated(self, decoded: Any, /) -> bool:
        """Whether the workbook has ratings."""

    def odd_scores(self, decoded: Any, /) -> Iterable[Notice]:
        """Results of any round that nobody makes."""


@workspace
class Press:
    """The draft of one press, and what it will say and remember."""

    decoded: Understood
    date: str  # "21/11/2026 14:05:33"
    game: Game
    quiet: bool = False  # a workbook just created
    rated: bool = False  # the ratings are wanted
    warnings: list[Notice] = field(default_factory=list)  # what the rule wants told
    kept: dict[str, str | None] = field(default_factory=dict)  # facts made that stand on no sheet
    draft: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.draft = Draft(self.decoded.snapshot)

    def put(self, row: RowOf[Any], column: str, value: str | int | None) -> None:
        """Want a value in a row of Résultats."""
        self.draft.put(labels.RESULTS, row.line.row, row.line.table.columns[column], value)

    def seed_of(self, who: int) -> float | None:
        """The place in the initial ranking that this press gives."""
        text = self.kept.get(f"rang|{who}")
        return float(text) if text else None


def stopped(problems: Iterable[Problem]) -> Outcome:
    """Nothing is written: there is something to mend at a cell."""
    return Outcome(PROBLEMS, problems=tuple(sorted(set(problems))))


def understood(decoded: Any, check: Callable[[Any], None] | None = None) -> Any:
    """A workbook as a `decode` gave it, or the outcome that tells what there is to mend; `check` may add problems."""
    if isinstance(decoded, list):
        return stopped(decoded)
    if check:
        check(decoded)
    return stopped(decoded.problems.found) if decoded.problems.found else decoded


def refused(notice: Notice) -> Outcome:
    """Nothing is written: a rule says no."""
    return Outcome(REFUSED, notice_text(notice))


def finish(press: Press, action: str, number: int, notice: Notice, sentence: str = "") -> Outcome:
    """Derive the sheets from the new facts, remember what was found and made, tell what people changed.

    `sentence`: what the press did, for the Journal; "" where only what it found is worth a line.
    """
    before, past = press.decoded, press.decoded.memory
    facts = before
    if press.kept or press.draft.edits():  # the action has made facts: they are read as the next press will read them
        now = replace(past, facts=memory.folded(past.facts, press.kept))
        facts = understood(press.game.decode(press.draft.after(), now))
        if isinstance(facts, Outcome):
            return facts
    for drawn in range(1, len(facts.tournament.rounds) + 1):
        write_reasons(press, facts, drawn)
    status = press.game.derive(press, facts)
    if facts.problems.found:
        return stopped(facts.problems.found)
    changed = _remember(press, facts, action, number, sentence, status)
    known = sheets.warnings_shown(cell_text(_right_of_warnings(before.snapshot)))
    told = dict.fromkeys([*changed, *map(notice_text, [*press.warnings, *facts.warnings])])
    warnings = tuple(text for text in told if text not in known)
    edits, reveal = press.draft.edits(), tuple(press.draft.reveal)
    if all(block.optional for block in edits):
        return Outcome(DONE, notice_text(Notice("up_to_date")), (), (), warnings, number, status)
    if too_many := _journal_full(press):
        return stopped([too_many])
    if press.quiet:
        reveal += labels.FORMULA_SHEETS.get(facts.tournament.settings.formula, ())
    select = _first_to_fill(facts)
    looks = (*folds(facts), *press.draft.looks)
    return Outcome(DONE, notice_text(notice), edits, (), warnings, number, status, reveal, select, looks)


def _right_of_warnings(snapshot: Snapshot) -> Cell:
    """What "À savoir" on Tournoi shows: a press does not say it again."""
    at = right_of(snapshot, labels.TOURNAMENT, labels.WARNINGS)
    return snapshot.cell(labels.TOURNAMENT, *at) if at else None


def _first_to_fill(facts: Understood) -> tuple[tuple[str, int, int], ...]:
    """The first score that is missing in the round under way."""
    for row in facts.pending:
        columns = row.line.table.columns
        return ((labels.RESULTS, row.line.row, columns.get("Score 1") or columns["Pions N"]),)
    return ()


def _remember(press: Press, facts: Understood, action: str, number: int, sentence: str, status: str) -> list[str]:
    """The lines of this press in Mémoire and in the Journal; what people changed, as far as it is told."""
    past = press.decoded.memory
    read, left = press.game.facts(press.decoded), press.game.facts(facts)
    found = memory.difference(memory.on_sheets(past.facts), read)
    made = memory.difference(read, left) | press.kept | _drawn(press, facts)
    made = {key: value for key, value in made.items() if past.facts.get(key) != value or key in found}
    if copy := press.decoded.snapshot.newer_copy:
        made[f"copie|{copy}"] = "dite"
    pressed = any(entry.action != memory.CREATED for entry in past.entries)
    begun = bool(facts.tournament.rounds or pressed) or any(key.startswith("paire|") for key in read)
    if (press.quiet and not facts.tournament.rounds) or not begun or not (found or made):
        return []
    memory.write_entry(press.draft, past, press.date, action, number or None, found, made)
    lines = changes.sentences(found, past.facts, naming(press.decoded))
    gone = [at for at in past.now.rounds if at > len(press.decoded.tournament.rounds)]
    for at in gone:
        key = "round_incomplete" if press.decoded.results.round(at) else "round_emptied"
        text = notice_text(Notice(key, {"round": at, "results": len(past.now.of_kind(f"résultat|{at}"))}))
        lines.append(changes.Sentence(text, at, True))
    last = facts.tournament.settings.rounds
    if last == facts.tournament.played and memory.of_kind(found, f"résultat|{last}") and action != memory.UNDONE:
        sentence = " ".join(filter(None, (sentence, sheets.ended_detail(status))))
    if not press.quiet:
        _write_journal(press, [(line.round, line.text) for line in lines], action, number, sentence)
    return [line.text for line in lines if line.told]


def _drawn(press: Press, facts: Understood) -> dict[str, str | None]:
    """Which rounds count as drawn now; of one that does no longer nothing else stays known."""
    past, last = press.decoded.memory, len(facts.tournament.rounds)
    made: dict[str, str | None] = {f"appariée|{at}": "oui" for at in range(1, last + 1)}
    gone = [at for at in past.now.rounds if at > last]
    ours = [f"{kind}|{at}" for kind in memory.OF_ROUND for at in gone]
    return made | {key: None for key in past.facts if key in ours or key.rpartition("|")[0] in ours}


def _write_journal(
    press: Press, lines: Iterable[tuple[int | None, str]], action: str, number: int, sentence: str
) -> None:
    """What was found, then what was done, below the other lines."""
    table = press.decoded.journal
    rows = table.free_rows()
    done = [(action, number or None, sentence)] if sentence else []
    for name, at, text in [*((sheets.CORRECTED, at, text) for at, text in lines), *done]:
        row = next(rows)
        for column, value in {
            "Date": press.date[:TO_THE_MINUTE], "Action": name, "Ronde": at, "Détail": text
        }.items():  # fmt: skip
            press.draft.put(labels.JOURNAL, row, table.columns[column], value)


def _journal_full(press: Press) -> Problem | None:
    """A sheet beyond its limit, which nobody reaches in an afternoon."""
    last = max((row for row, _ in press.draft.wanted().get(labels.MEMORY, {})), default=0)
    if last <= MOST_LINES:
        return None
    from tournament_xl.texts.problems import problem_text

    return Problem(labels.MEMORY, last, 1, problem_text("too_many_rows", row=last, most=MOST_LINES))


# Motif: the rule's sentence for a drawn pair, the organiser's choice for another (C11, C12)


def put_reason(press: Press, row: RowOf[Any], reason: str) -> None:
    """Want a reason in Motif."""
    if row.match.reason != " ".join(reason.split()):  # cells are read with single blanks
        press.put(row, "Motif", reason)


def write_reasons(press: Press, facts: Understood, number: int) -> None:
    """Motif of the pairs of a round that the organiser changed, or whose reason was lost."""
    if f"présents|{number}" in press.kept:  # this press paired it
        return
    rows = {frozenset(row.match.sides): row for row in facts.results.round(number)}
    if number in press.decoded.memory.drawn:
        past = press.decoded.memory.drawn[number].after
        moved = number > facts.tournament.played and _is_moved(past, number, rows)
        lost = {pair for pair in _by_program(press, past, number, rows) if moved or _is_lost(rows[pair])}
        again = press.game.redrawn(facts, number) if lost else {}
        for pair in lost:
            put_reason(press, rows[pair], again.get(pair, reasons.LOST))
        for pair, reason in _changed(press, facts, past, number, rows):
            put_reason(press, rows[pair], reason)
    elif number <= facts.tournament.played:  # typed by hand
        for row in rows.values():
            if not row.match.reason:
                put_reason(press, row, reasons.ORGANISER)


def _is_moved(past: memory.View, number: int, rows: Mapping[frozenset[int], RowOf[Any]]) -> bool:
    """Whether the pairs stand in other rows than when they were drawn: a reason may stand beside another pair."""
    drawn = [pair for pair in past.in_order(number) if pair in rows]
    return [pair for pair in rows if pair in drawn] != drawn


def _is_lost(row: RowOf[Any]) -> bool:
    return not row.match.reason or row.match.reason.startswith(reasons.CHOICE)


def _by_program(
    press: Press, past: memory.View, number: int, rows: Mapping[frozenset[int], RowOf[Any]]
) -> Iterator[frozenset[int]]:
    """The pairs of a round that stand as the program drew them."""
    drawn = past.sides(number)
    for pair in (past.pairs(number) - past.imposed(number)) & rows.keys():
        if not _is_turned(press, drawn, rows[pair]):
            yield pair


def _is_turned(press: Press, drawn: Sides, row: RowOf[Any]) -> bool:
    """Whether the two have changed places where that matters; not against X, whose colour counts nowhere."""
    sides = row.match.sides
    return press.game.COLOURS and X not in sides and sides[::-1] in drawn


def _changed(
    press: Press, facts: Understood, past: memory.View, number: int, rows: Mapping[frozenset[int], RowOf[Any]]
) -> Iterator[tuple[frozenset[int], str]]:
    """The pairs of a round that are not as drawn, with the reason that says so."""
    names, drawn, sides = facts.names(), past.pairs(number), past.sides(number)
    for pair, row in rows.items():
        if pair in drawn:
            if _is_turned(press, sides, row):
                yield pair, reasons.COLOURS
        else:
            replaced = [one for one in drawn if one & pair - {X} and one not in rows]
            texts = sorted(
                " – ".join(names.get(who, f"N° {who}") for who in sorted(one, key=lambda who: (who == X, who)))
                for one in replaced
            )
            yield pair, reasons.changed_text(texts)


def not_played(decoded: Any, early: str, report_results: Callable[[Any], None]) -> Outcome | None:
    """Why a tournament of either game is not over: problems, results missing in the last round, rounds to come.

    `early`: the notice that refuses before the last round. None when all rounds are played.
    """
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if len(tournament.rounds) == rounds:
        report_results(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    if tournament.played < rounds or not rounds:
        return refused(Notice(early, {"played": tournament.played, "rounds": rounds, "file": A_WORKBOOK}))
    return None


def not_recorded(decoded: Any, facts: Mapping[str, str]) -> Outcome | None:
    """The refusal to send results or pairs that no press has seen yet: the sheets that are sent do not show them."""
    changed = memory.difference(memory.on_sheets(decoded.memory.facts), facts)
    if any(key.startswith(("résultat|", "paire|", "finale|")) for key in changed):
        return refused(Notice("send_before_update", {"round": decoded.tournament.played}))
    return None


@record
class Explanation:
    """What is said of one pair."""

    title: str
    lines: tuple[str, ...]
