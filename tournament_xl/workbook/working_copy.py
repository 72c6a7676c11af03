"""How every press goes: a draft over the snapshot, what has changed since the last press, the sheets, the memory.

An action reads the workbook, lets the rule draw, puts its cells into the draft and calls `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from itertools import count
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from tournament_xl.core.exit_codes import DONE, PROBLEMS, REFUSED
from tournament_xl.core.model import Encounter, Fact, Facts, Notice, X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import changes, reasons, sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook, naming
from tournament_xl.workbook.history import history
from tournament_xl.workbook.input_rows import InputRow
from tournament_xl.workbook.sheets.computed import collapsed_rounds
from tournament_xl.workbook.snapshot import Cell, Draft, Edits, LayoutChange, Snapshot, cell_text
from tournament_xl.workbook.tables import Problem, right_of

_JOURNAL = ("Date", "Action", "Ronde", "Détail")
TO_THE_MINUTE = 16  # letters of a date: "21/11/2026 14:05"


class Outcome(NamedTuple):
    """What a press gives: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence: what happened
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()  # what Tournoi did not show yet when the press began
    round: int = 0  # the round concerned
    status: str = ""  # the next step, as on the sheet Tournoi
    unhide: tuple[str, ...] = ()  # hidden sheets that now have something to see
    select: tuple[tuple[str, int, int], ...] = ()  # where sheets are to open: the first cell to fill
    looks: tuple[LayoutChange, ...] = ()  # rows and columns to put away or to show again, pages
    text: str = ""  # what there is to read beyond the message, in lines: what a check found, the files written


class ActionAborted(Exception):
    """Nothing is written; the outcome says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.message or str(outcome.problems[0]))
        self.outcome = outcome


_P = ParamSpec("_P")
BookT = TypeVar("BookT", bound=Workbook)
Row = InputRow[Encounter]


def returns_outcome(action: Callable[_P, Outcome]) -> Callable[_P, Outcome]:
    """Decorate an action: where it raises `Stop`, it returns the outcome that the `Stop` carries."""

    @wraps(action)
    def answered(*given: _P.args, **named: _P.kwargs) -> Outcome:
        try:
            return action(*given, **named)
        except ActionAborted as stop:
            return stop.outcome

    return answered


class RoundDraw(NamedTuple):
    """What a pairing gave, its rows being in the draft."""

    sides: Sequence[tuple[int, int]]  # the pairs of the round, fixed ones included
    remembered: Facts  # the facts that only the memory keeps
    rematches: Sequence[tuple[int, int]] = ()  # pairs that the rule could not avoid although they have met
    extra_cost: int = 0  # how much the organiser's own pairs add to the least cost (Othello)


class Game(Protocol[BookT]):
    """What a press does differently in each game: the module `press` of its folder (`games.game_of`). Workbooks are
    those of that game.
    """

    LAST_ENTRY: int | None  # the last round for which the regulation knows newcomers
    COLOURS: bool  # who stands first in a row matters (S4)
    SCORE_PAIRS: Sequence[tuple[str, str]]  # columns of Résultats: the two scores of each game of a match
    BY_TABLE: Sequence[str]  # titles of a round in the terminal: table, first, score, second, reason

    def decode(
        self, snapshot: Snapshot, past: history.History | None = None, before: Workbook | None = None, /
    ) -> BookT:
        """What a snapshot says; Stop only where a table cannot be read. `past`: the memory if not the sheet's;
        `before`: the workbook of which it is a draft: sheets that are as they were are not read again.
        """

    def ready(self, book: BookT, /) -> BookT:
        """The workbook as the next pairing takes it, with the problems that only a pairing minds."""

    def pair(self, press: WorkingCopy, book: BookT, /) -> RoundDraw:
        """Draw and write the next round."""

    def typed_results(self, book: BookT, number: int, /) -> Collection[int]:
        """Rows of the sheet Résultats in which a person typed a result of a round."""

    def undo_extras(self, press: WorkingCopy, book: BookT, number: int, /) -> dict[Fact, None]:
        """Undo more than a round's rows; the facts that are gone."""

    def derive(self, press: WorkingCopy, book: BookT, /) -> str:
        """Put everything derived into the draft; the status line."""

    def rewrite_derived(self, draft: Draft, book: BookT, /) -> str:
        """Put into the draft those derived sheets that `check` compares with what stands there; the status line."""

    def facts(self, book: BookT, /) -> dict[Fact, str]:
        """The facts on the sheets, as the memory keeps them."""

    def recompute_reasons(self, book: BookT, number: int, /) -> dict[frozenset[int], str]:
        """Pair -> reason, when the rules pair a round again from what its pairing read; {} where they give no round."""

    def state_after_last_action(self, book: BookT, /) -> BookT:
        """The workbook with results, settings and places as the last press left them; names as they stand."""

    def rate(self, press: WorkingCopy, book: BookT, /, *, provisional: bool) -> Outcome:
        """Write the ratings (R2 to R7). Stop in a game without, for problems, before the end unless `provisional`."""

    def refuse_unfinished(self, book: BookT, early: str, /) -> None:
        """Stop for a tournament that is not over; `early`: the notice that refuses before the last round."""

    def standings_rows(self, book: BookT, after: int, names: Mapping[int, str], /) -> list[dict[str, Cell]]:
        """The lines of Classement after a round."""

    def standings_title(self, book: BookT, after: int, /) -> str:
        """Title of Classement after a round."""

    def grid_rows(
        self, book: BookT, after: int, names: Mapping[int, str], /
    ) -> tuple[list[dict[str, Cell]], list[str]]:
        """The lines of Grille after a round, and the names of its columns by round or opponent."""

    def score_texts(self, book: BookT, number: int, names: Mapping[int, str], /) -> list[str]:
        """The results of a drawn round as the terminal shows them, in the order of the sheet; "" without one."""

    def explain_round(self, book: BookT, number: int, table: int | None, /) -> list[Explanation]:
        """Why the pairs of a drawn round were made; of one `table` if it is given."""


@dataclass(eq=False)
class WorkingCopy:
    """The draft of one press, and what it will say and remember."""

    decoded: Workbook
    date: str  # "21/11/2026 14:05:33"
    game: Game[Workbook]
    quiet: bool = False  # a workbook just created
    rated: bool = False  # the ratings are wanted
    warnings: list[Notice] = field(default_factory=list)  # what the rule wants told
    remembered: dict[Fact, str | None] = field(default_factory=dict)  # facts made that stand on no sheet

    @cached_property
    def draft(self) -> Draft:
        """The cells wanted so far."""
        return Draft(self.decoded.snapshot)

    def put(self, row: Row, column: str, value: str | int | None) -> None:
        """Want a value in a row of Résultats."""
        self.draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], value)

    def seed_of(self, who: int) -> float | None:
        """The place in the initial ranking that this press gives."""
        text = self.remembered.get(Fact("rang", 0, who))
        return float(text) if text else None


def invalid(problems: Iterable[Problem]) -> ActionAborted:
    """To raise where there is something to mend at a cell."""
    return ActionAborted(Outcome(PROBLEMS, problems=tuple(sorted(set(problems)))))


def refused(notice: Notice) -> ActionAborted:
    """To raise where a rule says no."""
    return ActionAborted(Outcome(REFUSED, notice_text(notice)))


def require_valid(decoded: BookT) -> BookT:
    """The decoded workbook itself; Stop when it has problems, which are then shown at their cells."""
    if decoded.problems.found:
        raise invalid(decoded.problems.found)
    return decoded


def finish(press: WorkingCopy, action: str, number: int, notice: Notice, sentence: str = "") -> Outcome:
    """Derive the sheets from the new facts, remember what was found and made, tell what people changed.

    `sentence`: what the press did, for the Journal; "" where only what it found is worth a line. Stop for problems.
    """
    before, past = press.decoded, press.decoded.memory
    number_tables(press)
    _add_columns(press)
    facts = before
    if (
        press.remembered or press.draft.wanted
    ):  # the action has made facts: they are read as the next press will read them
        now = replace(past, facts=history.replay_changes(past.facts, press.remembered))
        facts = require_valid(press.game.decode(press.draft.after(), now, before))
    for drawn in range(1, len(facts.tournament.rounds) + 1):
        write_reasons(press, facts, drawn)
    status = press.game.derive(press, facts)
    require_valid(facts)
    changed = _remember(press, facts, action, number, sentence, status)
    known = sheets.warnings_shown(cell_text(_right_of_warnings(before.snapshot)))
    told = dict.fromkeys([*changed, *map(notice_text, [*press.warnings, *facts.warnings])])
    warnings = tuple(text for text in told if text not in known)
    edits, unhide = press.draft.edits(), tuple(press.draft.unhide)
    if not edits:
        same = notice if press.rated else Notice("up_to_date")  # they had followed the results
        return Outcome(DONE, notice_text(same), (), (), warnings, number, status)
    first_score = press.game.SCORE_PAIRS[0][0]
    columns = facts.results.table.columns
    select = tuple((schema.RESULTS, row.line.row, columns[first_score]) for row in facts.pending[:1])
    looks = (*collapsed_rounds(facts), *press.draft.looks)
    return Outcome(DONE, notice_text(notice), edits, (), warnings, number, status, unhide, select, looks)


def _add_columns(press: WorkingCopy) -> None:
    """The optional columns of Joueurs that the setting Colonnes wants and that are not there."""
    table = press.decoded.players.table
    titles = press.decoded.snapshot.sheets[schema.PLAYERS][table.header - 1]
    known, free = {normalize(cell_text(title)) for title in titles}, count(len(titles) + 1)
    for name in press.decoded.tournament.settings.columns:
        if normalize(name) not in known:
            press.draft.put(schema.PLAYERS, table.header, next(free), name)


def number_tables(press: WorkingCopy) -> None:
    """The tables that people left without a number in a last round that they typed themselves."""
    decoded, number = press.decoded, len(press.decoded.tournament.rounds)
    rows = decoded.results.round(number) if number not in decoded.memory.drawn else []
    if number > decoded.tournament.played:
        free = (table for table in count(1) if table not in {row.match.table for row in rows})
        for row in rows:
            if not row.match.table:
                press.put(row, "Table", next(free))


def _right_of_warnings(snapshot: Snapshot) -> Cell:
    """What "À savoir" on Tournoi shows: a press does not say it again."""
    at = right_of(snapshot, schema.TOURNAMENT, schema.WARNINGS)
    return snapshot.cell(schema.TOURNAMENT, *at) if at else None


def _remember(press: WorkingCopy, facts: Workbook, action: str, number: int, sentence: str, status: str) -> list[str]:
    """The lines of this press in Mémoire and in the Journal; what people changed, as far as it is told."""
    past = press.decoded.memory
    read, left = press.game.facts(press.decoded), press.game.facts(facts)
    found = history.difference(history.on_sheets(past.facts), read)
    rounds = len(facts.tournament.rounds)
    made = history.difference(read, left) | press.remembered
    made |= {Fact("appariée", at): "oui" for at in range(1, rounds + 1)}
    made |= past.now.of_rounds([at for at in past.now.rounds if at > rounds])
    made = {key: value for key, value in made.items() if past.facts.get(key) != value or key in found}
    if copy := press.decoded.snapshot.newer_copy:
        made[Fact("copie", 0, copy)] = "dite"
    pressed = any(entry.action != history.CREATED for entry in past.entries)
    begun = bool(facts.tournament.rounds or pressed) or any(fact.kind == "paire" for fact in read)
    if (press.quiet and not facts.tournament.rounds) or not begun or not (found or made):
        return []
    history.write_entry(press.draft, past, press.date, action, number or None, found, made)
    lines = changes.sentences(found, past.facts, naming(press.decoded))
    drawn = max(len(press.decoded.tournament.rounds), rounds)
    for at in past.now.rounds[drawn:]:
        key = "round_incomplete" if press.decoded.results.round(at) else "round_emptied"
        text = notice_text(Notice(key, {"round": at, "results": len(past.now.named("résultat", at))}))
        lines.append(changes.Sentence(text, at, True))
    last = facts.tournament.settings.rounds
    came = [fact for fact, text in found.items() if text and (fact.kind == "finale" or fact.round == last)]
    of_round = any(fact.kind == "résultat" for fact in came)
    settled = of_round or (came and sheets.has_ended(status))
    if settled and last == facts.tournament.played and action != history.UNDONE:
        sentence = " ".join(
            filter(None, (sentence, sheets.ended_detail(status, final=press.decoded.has_finals and not of_round)))
        )
    table, written = press.decoded.journal, [(sheets.CORRECTED, line.round, line.text) for line in lines]
    written += [(history.TAKEN, len(press.decoded.tournament.rounds), text) for text in press.decoded.snapshot.taken]
    written += [(action, number or None, sentence)] if sentence else []
    for row, line in zip(table.free_rows(), () if press.quiet else written, strict=False):
        values: tuple[Cell, ...] = (press.date[:TO_THE_MINUTE], *line)
        for column, value in zip(_JOURNAL, values, strict=True):
            press.draft.put(schema.JOURNAL, row, table.columns[column], value)
    return [line.text for line in lines if line.told]


# Motif: the rule's sentence for a drawn pair, the organiser's choice for another (C11, C12)


def put_reason(press: WorkingCopy, row: Row, reason: str) -> None:
    """Want a reason in Motif."""
    if row.match.reason != " ".join(reason.split()):  # cells are read with single blanks
        press.put(row, "Motif", reason)


def write_reasons(press: WorkingCopy, facts: Workbook, number: int) -> None:
    """Motif of the pairs of a round that the organiser changed, or whose reason was lost."""
    rows = {frozenset(row.match.sides): row for row in facts.results.round(number)}
    wrong: dict[frozenset[int], str] = {}
    known = press.decoded.memory.now
    as_left = known.in_order(number) == [*rows] and all(row.match.reason for row in rows.values())
    turned = press.game.COLOURS and known.sides(number) != {row.match.sides for row in rows.values()}
    if Fact("présents", number) in press.remembered or (
        as_left and not turned
    ):  # just paired, or as the last press left it
        return
    if number in press.decoded.memory.drawn:
        wrong = _wrong_reasons(press, facts, number, rows)
    elif number <= facts.tournament.played:  # typed by hand
        wrong = {pair: reasons.ORGANISER for pair, row in rows.items() if not row.match.reason}
    for pair, reason in wrong.items():
        put_reason(press, rows[pair], reason)


def _wrong_reasons(
    press: WorkingCopy, facts: Workbook, number: int, rows: Mapping[frozenset[int], Row]
) -> dict[frozenset[int], str]:
    """Pairs of a round that a press drew whose Motif is not, or may not be, theirs -> the right one.

    While the round is open, pairs in other rows than when they were drawn stand beside the reasons of others.
    """
    past = press.decoded.memory.drawn[number].after
    drawn, sides, names = past.in_order(number), past.sides(number), facts.names()
    moved = [pair for pair in rows if pair in drawn] != [pair for pair in drawn if pair in rows]
    found, lost = {}, []
    for pair, row in rows.items():
        if pair not in drawn:
            replaced = [sorted(one, key=lambda who: (who == X, who)) for one in drawn if one & pair - {X}]
            gone = [one for one in replaced if frozenset(one) not in rows]
            shown = sorted(" – ".join(names.get(who, f"N° {who}") for who in one) for one in gone)
            found[pair] = reasons.changed_text(shown)
        elif press.game.COLOURS and X not in pair and row.match.sides[::-1] in sides:
            found[pair] = reasons.COLOURS
        elif pair not in past.imposed(number) and (
            not row.match.reason or row.match.reason.startswith(reasons.CHOICE) or (moved and facts.pending)
        ):
            lost.append(pair)
    again = press.game.recompute_reasons(facts, number) if lost else {}
    return found | {pair: again.get(pair, reasons.LOST) for pair in lost}


def refuse_unplayed(
    decoded: BookT, early: str, report_results: Callable[[BookT], None], allowed: Collection[int] = ()
) -> None:
    """Stop for a tournament that is not over: problems, results missing in the last round, rounds to come.

    `early`: the notice that refuses before the last round, with what to do where the tournament may end there;
    `allowed`: the numbers of rounds that the formula has, if not any.
    """
    tournament = decoded.tournament
    rounds, drawn, played = tournament.settings.rounds or 0, len(tournament.rounds), tournament.played
    if drawn == rounds:
        report_results(decoded)
    require_valid(decoded)
    if played < rounds or not rounds:
        may_end = played and drawn <= played + 1 and (not allowed or played in allowed)
        ending = Notice("ends_here" if drawn == played else "ends_before", {"played": played, "drawn": drawn})
        told = notice_text(ending) if may_end else ""
        raise refused(Notice(early, {"played": played, "rounds": rounds, "ending": told}))


def refuse_unrecorded(decoded: Workbook, facts: Facts) -> None:
    """Stop for results or pairs that no press has seen yet: the sheets that are sent do not show them."""
    changed = history.difference(history.on_sheets(decoded.memory.facts), facts)
    if any(fact.kind in ("résultat", "paire", "finale") for fact in changed):
        raise refused(Notice("send_before_update", {"round": decoded.tournament.played}))


class Explanation(NamedTuple):
    """What is said of one pair."""

    title: str
    lines: tuple[str, ...]
