"""Steps that every action shares: draft, changes since the last action, computed sheets, history."""

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
from tournament_xl.messages.audience import Audience
from tournament_xl.messages.notices import Reason, notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook, build_naming
from tournament_xl.workbook.history import history
from tournament_xl.workbook.input_rows import InputRow
from tournament_xl.workbook.sheets.computed import find_collapsed_rounds
from tournament_xl.workbook.snapshot import Cell, Draft, Edits, LayoutChange, Snapshot, cell_text
from tournament_xl.workbook.tables import Problem, find_right_of

_JOURNAL = ("Date", "Action", "Ronde", "Détail")
TO_THE_MINUTE = 16  # characters of a date: "21/11/2026 14:05"


class Outcome(NamedTuple):
    """Result of an action: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()  # warnings that Tournoi did not show before the action
    round: int = 0  # round concerned
    status: str = ""  # next step, as on the sheet Tournoi
    unhide: tuple[str, ...] = ()  # hidden sheets that now have content
    select: tuple[tuple[str, int, int], ...] = ()  # cells to select: the first one to fill
    looks: tuple[LayoutChange, ...] = ()  # rows and columns to collapse or show, page breaks
    text: str = ""  # further lines to read: findings of a check, files written
    notice: Notice | None = None  # `message` as a value; None for a sentence without one

    @property
    def reason(self) -> Reason | None:
        """Why the action was refused, if a front end must know."""
        return next((reason for reason in Reason if self.notice and reason == self.notice.key), None)

    def sentence(self, audience: Audience) -> str:
        """Return the message as an audience reads it."""
        return notice_text(self.notice, audience) if self.notice else self.message


class ActionAborted(Exception):
    """End of an action that writes nothing; its outcome says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.message or str(outcome.problems[0]))
        self.outcome = outcome


_P = ParamSpec("_P")
BookT = TypeVar("BookT", bound=Workbook)
Row = InputRow[Encounter]


def returns_outcome(action: Callable[_P, Outcome]) -> Callable[_P, Outcome]:
    """Decorate an action so that it returns the outcome of an `ActionAborted` instead of raising it."""

    @wraps(action)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> Outcome:
        try:
            return action(*args, **kwargs)
        except ActionAborted as stop:
            return stop.outcome

    return wrapper


class RoundDraw(NamedTuple):
    """Result of a pairing whose rows are in the draft."""

    sides: Sequence[tuple[int, int]]  # pairs of the round, fixed ones included
    remembered: Facts  # facts that only the history records
    rematches: Sequence[tuple[int, int]] = ()  # pairs that have met before and that the rule could not avoid
    extra_cost: int = 0  # cost that the organiser's own pairs add to the optimum (Othello)


class Game(Protocol[BookT]):
    """Steps of an action that differ by game: the module `actions` of the game's folder (`games.game_of`).

    Workbooks are those of that game.
    """

    LAST_ENTRY: int | None  # last round in which the regulation admits newcomers
    COLOURS: bool  # whether the order within a pair matters (S4)
    SCORE_PAIRS: Sequence[tuple[str, str]]  # columns of Résultats: the two scores of each game of a match
    BY_TABLE: Sequence[str]  # titles of a round in the terminal: table, first, score, second, reason

    def decode(
        self, snapshot: Snapshot, history_override: history.History | None = None, before: Workbook | None = None, /
    ) -> BookT:
        """Decode a snapshot.

        Args:
            snapshot: Workbook to read.
            history_override: History to use instead of the one on the sheet.
            before: Decoded workbook of which the snapshot is a draft; unchanged sheets are not read again.

        Raises:
            ActionAborted: A table cannot be read.
        """

    def ready(self, book: BookT, /) -> BookT:
        """Return the workbook prepared for the next pairing, including the problems that only matter for a pairing."""

    def pair(self, working_copy: WorkingCopy, book: BookT, /) -> RoundDraw:
        """Pair the next round and write it into the draft."""

    def typed_results(self, book: BookT, number: int, /) -> Collection[int]:
        """Return the rows of the sheet Résultats in which a person typed a result of a round."""

    def undo_extras(self, working_copy: WorkingCopy, book: BookT, number: int, /) -> dict[Fact, None]:
        """Undo more than a round's rows, and return the removed facts."""

    def derive(self, working_copy: WorkingCopy, book: BookT, /) -> str:
        """Put all computed sheets into the draft, and return the status line."""

    def rewrite_derived(self, draft: Draft, book: BookT, /) -> str:
        """Put the computed sheets that `check` compares into the draft, and return the status line."""

    def facts(self, book: BookT, /) -> dict[Fact, str]:
        """Return the facts on the sheets as the history records them."""

    def recompute_reasons(self, book: BookT, number: int, /) -> dict[frozenset[int], str]:
        """Pair a round again from what its pairing read, and return reasons by pair; {} when that fails."""

    def state_after_last_action(self, book: BookT, /) -> BookT:
        """Return the workbook with results, settings and ranks after the last action, but with current names."""

    def rate(self, working_copy: WorkingCopy, book: BookT, /, *, provisional: bool) -> Outcome:
        """Write the ratings (R2 to R7).

        Raises:
            ActionAborted: The game has no ratings, there are problems, or the tournament is not over (final ratings).
        """

    def refuse_unfinished(self, book: BookT, early: str, /) -> None:
        """Refuse a tournament that is not over; `early` is the key of the notice used before the last round.

        Raises:
            ActionAborted: The tournament is not over.
        """

    def standings_rows(self, book: BookT, after: int, names: Mapping[int, str], /) -> list[dict[str, Cell]]:
        """Return the rows of Classement after a round."""

    def standings_title(self, book: BookT, after: int, /) -> str:
        """Return the title of Classement after a round."""

    def grid_rows(
        self, book: BookT, after: int, names: Mapping[int, str], /
    ) -> tuple[list[dict[str, Cell]], list[str]]:
        """Return the rows of Grille after a round, and the names of its columns by round or opponent."""

    def score_texts(self, book: BookT, number: int, names: Mapping[int, str], /) -> list[str]:
        """Return the results of a drawn round for the terminal, in the order of the sheet; "" for none."""

    def explain_round(self, book: BookT, number: int, table: int | None, /) -> list[Explanation]:
        """Explain the pairs of a drawn round, or only that of one `table`."""


@dataclass(eq=False)
class WorkingCopy:
    """Draft of one action, with its warnings and the facts it adds to the history."""

    decoded: Workbook
    date: str  # "21/11/2026 14:05:33"
    game: Game[Workbook]
    quiet: bool = False  # whether the workbook was just created: no Journal line
    rated: bool = False  # whether the action computes ratings
    warnings: list[Notice] = field(default_factory=list)  # warnings by the rules
    remembered: dict[Fact, str | None] = field(default_factory=dict)  # new facts that stand on no sheet

    @cached_property
    def draft(self) -> Draft:
        """Cells to write so far."""
        return Draft(self.decoded.snapshot)

    def put(self, row: Row, column: str, value: str | int | None) -> None:
        """Set a value in a row of Résultats."""
        self.draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], value)

    def seed_of(self, player_id: int) -> float | None:
        """Return the initial rank that this action assigns to a player; None without one."""
        text = self.remembered.get(Fact("rang", 0, player_id))
        return float(text) if text else None


def invalid(problems: Iterable[Problem]) -> ActionAborted:
    """Build the error for problems at cells."""
    return ActionAborted(Outcome(PROBLEMS, problems=tuple(sorted(set(problems)))))


def refused(notice: Notice) -> ActionAborted:
    """Build the error for a request that a rule refuses."""
    return ActionAborted(Outcome(REFUSED, notice_text(notice), notice=notice))


def require_valid(decoded: BookT) -> BookT:
    """Return the decoded workbook, or abort when it has problems.

    Raises:
        ActionAborted: The workbook has problems, which the outcome shows at their cells.
    """
    if decoded.problems.found:
        raise invalid(decoded.problems.found)
    return decoded


def finish(working_copy: WorkingCopy, action: str, number: int, notice: Notice, sentence: str = "") -> Outcome:
    """Rewrite the computed sheets, record the action in the history, and report what people changed.

    Args:
        working_copy: Draft of the action.
        action: Name for the history, such as `history.PAIRED`.
        number: Round concerned; 0 for none.
        notice: Message of the outcome.
        sentence: Journal sentence about the action; "" when only people's changes are worth a line.

    Returns:
        Outcome with the edits.

    Raises:
        ActionAborted: The workbook has problems.
    """
    decoded, history_before = working_copy.decoded, working_copy.decoded.memory
    number_tables(working_copy)
    _add_columns(working_copy)
    new_workbook = decoded
    if working_copy.remembered or working_copy.draft.wanted:  # read the new facts as the next action will
        history_after = replace(
            history_before, facts=history.replay_changes(history_before.facts, working_copy.remembered)
        )
        new_workbook = require_valid(working_copy.game.decode(working_copy.draft.after(), history_after, decoded))
    for round_number in range(1, len(new_workbook.tournament.rounds) + 1):
        write_reasons(working_copy, new_workbook, round_number)
    status = working_copy.game.derive(working_copy, new_workbook)
    require_valid(new_workbook)
    changed = _record_action(working_copy, new_workbook, action, number, sentence, status)
    shown_warnings = sheets.warnings_shown(cell_text(_right_of_warnings(decoded.snapshot)))
    texts = dict.fromkeys([*changed, *map(notice_text, [*working_copy.warnings, *new_workbook.warnings])])
    warnings = tuple(text for text in texts if text not in shown_warnings)
    edits, unhide = working_copy.draft.edits(), tuple(working_copy.draft.unhide)
    if not edits:
        same = notice if working_copy.rated else Notice("up_to_date")  # the ratings were up to date
        return Outcome(DONE, notice_text(same), (), (), warnings, number, status)
    first_score = working_copy.game.SCORE_PAIRS[0][0]
    columns = new_workbook.results.table.columns
    select = tuple((schema.RESULTS, row.line.row, columns[first_score]) for row in new_workbook.pending[:1])
    layout_changes = (*find_collapsed_rounds(new_workbook), *working_copy.draft.looks)
    return Outcome(DONE, notice_text(notice), edits, (), warnings, number, status, unhide, select, layout_changes)


def _add_columns(working_copy: WorkingCopy) -> None:
    """Add the optional columns of Joueurs that the setting Colonnes asks for and that are missing."""
    table = working_copy.decoded.players.table
    titles = working_copy.decoded.snapshot.sheets[schema.PLAYERS][table.header - 1]
    titles_present, free = {normalize(cell_text(title)) for title in titles}, count(len(titles) + 1)
    for name in working_copy.decoded.tournament.settings.columns:
        if normalize(name) not in titles_present:
            working_copy.draft.put(schema.PLAYERS, table.header, next(free), name)


def number_tables(working_copy: WorkingCopy) -> None:
    """Number the tables without a number in a last round that people typed themselves."""
    decoded, number = working_copy.decoded, len(working_copy.decoded.tournament.rounds)
    rows = decoded.results.round(number) if number not in decoded.memory.drawn else []
    if number > decoded.tournament.played:
        free = (table for table in count(1) if table not in {row.match.table for row in rows})
        for row in rows:
            if not row.match.table:
                working_copy.put(row, "Table", next(free))


def _right_of_warnings(snapshot: Snapshot) -> Cell:
    """Return the text of "À savoir" on Tournoi; warnings shown there are not repeated."""
    position = find_right_of(snapshot, schema.TOURNAMENT, schema.WARNINGS)
    return snapshot.cell(schema.TOURNAMENT, *position) if position else None


def _record_action(
    working_copy: WorkingCopy, new_workbook: Workbook, action: str, number: int, sentence: str, status: str
) -> list[str]:
    """Write this action into Mémoire and Journal, and return the sentences about people's changes that are reported."""
    history_before = working_copy.decoded.memory
    facts_before, facts_after = working_copy.game.facts(working_copy.decoded), working_copy.game.facts(new_workbook)
    observed = history.compute_changes(history.select_sheet_facts(history_before.facts), facts_before)
    rounds = len(new_workbook.tournament.rounds)
    applied = history.compute_changes(facts_before, facts_after) | working_copy.remembered
    applied |= {Fact("appariée", round_number): "oui" for round_number in range(1, rounds + 1)}
    applied |= history_before.now.of_rounds(
        [round_number for round_number in history_before.now.rounds if round_number > rounds]
    )
    applied = {
        key: value for key, value in applied.items() if history_before.facts.get(key) != value or key in observed
    }
    if copy := working_copy.decoded.snapshot.newer_copy:
        applied[Fact("copie", 0, copy)] = "dite"
    has_actions = any(entry.action != history.CREATED for entry in history_before.entries)
    has_begun = bool(new_workbook.tournament.rounds or has_actions) or any(
        fact.kind == "paire" for fact in facts_before
    )
    if (working_copy.quiet and not new_workbook.tournament.rounds) or not has_begun or not (observed or applied):
        return []
    history.write_entry(
        working_copy.draft, history_before, working_copy.date, action, number or None, observed, applied
    )
    lines = changes.describe_changes(observed, history_before.facts, build_naming(working_copy.decoded))
    drawn_count = max(len(working_copy.decoded.tournament.rounds), rounds)
    for round_number in history_before.now.rounds[drawn_count:]:
        key = "round_incomplete" if working_copy.decoded.results.round(round_number) else "round_emptied"
        text = notice_text(
            Notice(key, {"round": round_number, "results": len(history_before.now.named("résultat", round_number))})
        )
        lines.append(changes.Sentence(text, round_number, True))
    last = new_workbook.tournament.settings.rounds
    new_results = [fact for fact, text in observed.items() if text and (fact.kind == "finale" or fact.round == last)]
    has_last_round_result = any(fact.kind == "résultat" for fact in new_results)
    is_settled = has_last_round_result or (new_results and sheets.has_ended(status))
    if is_settled and last == new_workbook.tournament.played and action != history.UNDONE:
        sentence = " ".join(
            filter(
                None,
                (
                    sentence,
                    sheets.ended_detail(status, final=working_copy.decoded.has_finals and not has_last_round_result),
                ),
            )
        )
    table, journal_rows = working_copy.decoded.journal, [(sheets.CORRECTED, line.round, line.text) for line in lines]
    journal_rows += [
        (history.TAKEN, len(working_copy.decoded.tournament.rounds), text)
        for text in working_copy.decoded.snapshot.taken
    ]
    journal_rows += [(action, number or None, sentence)] if sentence else []
    for row, line in zip(table.free_rows(), () if working_copy.quiet else journal_rows, strict=False):
        values: tuple[Cell, ...] = (working_copy.date[:TO_THE_MINUTE], *line)
        for column, value in zip(_JOURNAL, values, strict=True):
            working_copy.draft.put(schema.JOURNAL, row, table.columns[column], value)
    return [line.text for line in lines if line.in_answer]


# Motif: the rule's sentence for a paired pair, "organiser" for a pair made by hand (C11, C12)


def put_reason(working_copy: WorkingCopy, row: Row, reason: str) -> None:
    """Set the reason in Motif, unless it is the same."""
    if row.match.reason != " ".join(reason.split()):  # cells are read with single blanks
        working_copy.put(row, "Motif", reason)


def write_reasons(working_copy: WorkingCopy, new_workbook: Workbook, number: int) -> None:
    """Write Motif for pairs of a round that the organiser changed, or whose reason was lost."""
    rows = {frozenset(row.match.sides): row for row in new_workbook.results.round(number)}
    new_reasons: dict[frozenset[int], str] = {}
    last_state = working_copy.decoded.memory.now
    is_unchanged = last_state.in_order(number) == [*rows] and all(row.match.reason for row in rows.values())
    colours_swapped = working_copy.game.COLOURS and last_state.sides(number) != {
        row.match.sides for row in rows.values()
    }
    just_paired = Fact("présents", number) in working_copy.remembered
    if just_paired or (is_unchanged and not colours_swapped):
        return
    if number in working_copy.decoded.memory.drawn:
        new_reasons = _wrong_reasons(working_copy, new_workbook, number, rows)
    elif number <= new_workbook.tournament.played:  # typed by hand
        new_reasons = {pair: reasons.ORGANISER for pair, row in rows.items() if not row.match.reason}
    for pair, reason in new_reasons.items():
        put_reason(working_copy, rows[pair], reason)


def _wrong_reasons(
    working_copy: WorkingCopy, new_workbook: Workbook, number: int, rows: Mapping[frozenset[int], Row]
) -> dict[frozenset[int], str]:
    """Return the right reasons for pairs of a paired round whose Motif is wrong, or may be.

    While the round is open, pairs that moved to other rows may stand beside the reasons of other pairs.
    """
    paired_state = working_copy.decoded.memory.drawn[number].after
    drawn_pairs, sides, names = paired_state.in_order(number), paired_state.sides(number), new_workbook.names()
    has_moved = [pair for pair in rows if pair in drawn_pairs] != [pair for pair in drawn_pairs if pair in rows]
    new_reasons, lost_pairs = {}, []
    for pair, row in rows.items():
        if pair not in drawn_pairs:
            old_pairs = [
                sorted(old_pair, key=lambda player_id: (player_id == X, player_id))
                for old_pair in drawn_pairs
                if old_pair & pair - {X}
            ]
            removed_pairs = [old_pair for old_pair in old_pairs if frozenset(old_pair) not in rows]
            pair_texts = sorted(
                " – ".join(names.get(player_id, f"N° {player_id}") for player_id in old_pair)
                for old_pair in removed_pairs
            )
            new_reasons[pair] = reasons.changed_text(pair_texts)
        elif working_copy.game.COLOURS and X not in pair and row.match.sides[::-1] in sides:
            new_reasons[pair] = reasons.COLOURS
        elif pair not in paired_state.imposed(number) and (
            not row.match.reason or row.match.reason.startswith(reasons.CHOICE) or (has_moved and new_workbook.pending)
        ):
            lost_pairs.append(pair)
    recomputed = working_copy.game.recompute_reasons(new_workbook, number) if lost_pairs else {}
    return new_reasons | {pair: recomputed.get(pair, reasons.LOST) for pair in lost_pairs}


def refuse_unplayed(
    decoded: BookT, early_notice: str, report_results: Callable[[BookT], None], allowed_rounds: Collection[int] = ()
) -> None:
    """Refuse a tournament that is not over.

    Args:
        decoded: Workbook to check.
        early_notice: Key of the notice before the last round, with advice where the tournament may end early.
        report_results: Reports missing results of the last round.
        allowed_rounds: Numbers of rounds with which the formula may end; empty for any.

    Raises:
        ActionAborted: There are problems, results of the last round are missing, or rounds are still to come.
    """
    tournament = decoded.tournament
    rounds, drawn, played = tournament.settings.rounds or 0, len(tournament.rounds), tournament.played
    if drawn == rounds:
        report_results(decoded)
    require_valid(decoded)
    if played < rounds or not rounds:
        may_end = played and drawn <= played + 1 and (not allowed_rounds or played in allowed_rounds)
        notice = Notice("ends_here" if drawn == played else "ends_before", {"played": played, "drawn": drawn})
        ending = notice if may_end else ""
        raise refused(Notice(early_notice, {"played": played, "rounds": rounds, "ending": ending}))


class Explanation(NamedTuple):
    """Explanation of one pair."""

    title: str
    lines: tuple[str, ...]
