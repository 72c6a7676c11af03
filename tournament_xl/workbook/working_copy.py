"""What every action works on and returns: the draft of a workbook, and the outcome; how an action aborts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from tournament_xl.core.exit_codes import PROBLEMS, REFUSED
from tournament_xl.core.model import Encounter, Notice
from tournament_xl.messages.notices import Reason, notice_text
from tournament_xl.messages.sheets import step_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.patches import Document, join_patches
from tournament_xl.workbook.input_rows import InputRow
from tournament_xl.workbook.snapshot import Draft, Edits, LayoutChange
from tournament_xl.workbook.tables import Problem, Problems, sort_problems

TO_THE_MINUTE = 16  # characters of a date: "21/11/2026 14:05"


class Outcome(NamedTuple):
    """Result of an action: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()  # those that Tournoi did not show before the action
    round: int = 0  # round concerned; 0: none
    next_step: tuple[str, ...] = ()  # parts of the status line
    unhide: tuple[str, ...] = ()  # hidden sheets that now have content
    select: tuple[tuple[str, int, int], ...] = ()  # cells to select: the first one to fill
    layout_changes: tuple[LayoutChange, ...] = ()  # rows and columns to collapse or show, page breaks
    text: str = ""  # further lines to read: findings of a check, files written
    reason: Reason | None = None  # why the action was refused, where a front end offers something for it

    @property
    def status(self) -> str:
        """Text of `next_step`, as on the sheet Tournoi."""
        return step_text(self.next_step)


class ActionAborted(Exception):
    """Raised to end an action that writes nothing; its outcome says why."""

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


@dataclass(eq=False)
class WorkingCopy:
    """Workbook that an action works on: as decoded, with a draft of cells to write, warnings, and what is recorded."""

    decoded: Workbook
    date: str  # "21/11/2026 14:05:33"
    context: DecodeContext = EMPTY_CONTEXT  # what is known besides the cells
    quiet: bool = False  # whether the workbook was just created: no Journal line
    rated: bool = False  # whether the action computes ratings
    warnings: list[Notice] = field(default_factory=list)  # to be shown with the outcome; actions append to it
    recorded: Document = field(default_factory=dict)
    # patch of the recorded document: what the action changes of that which no sheet says, or the history says better

    @cached_property
    def draft(self) -> Draft:
        """Draft that receives the cells to write; empty at first."""
        return Draft(self.decoded.snapshot)

    def put(self, row: Row, column: str, value: str | int | None) -> None:
        """Set in the draft a value in a row of Résultats; None empties the cell."""
        self.draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], value)

    def record(self, patch: Document) -> None:
        """Add a patch of the recorded document to what the action changes."""
        self.recorded = join_patches(self.recorded, patch)

    def seed_of(self, player_id: int) -> float | None:
        """Return the seed (initial rank) that this action assigns to a player; None when it assigns none."""
        seed = self.recorded.get("players", {}).get(str(player_id), {}).get("seed")
        return float(seed) if seed else None


def invalid(problems: Iterable[Problem]) -> ActionAborted:
    """Build the exception, to be raised, that aborts an action because of problems at cells, at least one.

    Its outcome has the code PROBLEMS and the problems sorted by name of sheet, row and column, without duplicates.
    """
    return ActionAborted(Outcome(PROBLEMS, problems=sort_problems(set(problems))))


def build_refusal(notice: Notice) -> Outcome:
    """Build the outcome of a refused request: code REFUSED, the French sentence of the notice, no edits."""
    reason = Reason(notice.key) if notice.key in [*Reason] else None
    return Outcome(REFUSED, notice_text(notice), reason=reason)


def refused(notice: Notice) -> ActionAborted:
    """Build the exception, to be raised, that aborts an action which a rule refuses (`build_refusal`)."""
    return ActionAborted(build_refusal(notice))


def require_valid(decoded: BookT) -> BookT:
    """Return the decoded workbook unchanged, or abort when it has problems.

    Raises:
        ActionAborted: The workbook has problems, which the outcome shows at their cells.
    """
    if decoded.problems:
        raise invalid(decoded.problems)
    return decoded


def require_free_cells(draft: Draft) -> None:
    """Abort when the program would have to write over cells that a person filled (`Draft.in_the_way`).

    Raises:
        ActionAborted: There are such cells, each a problem of the outcome.
    """
    problems = Problems()
    for cell, text in draft.in_the_way.items():
        problems.add(*cell, "in_the_way", text=text[:40])
    if problems.entries:
        raise invalid(problems.entries)


def put_reason(working_copy: WorkingCopy, row: Row, reason: str) -> None:
    """Set in the draft the reason (Motif) of a pair, unless the row has the same reason already."""
    if row.match.reason != " ".join(reason.split()):  # cells are read with single blanks
        working_copy.put(row, "Motif", reason)


def refuse_unplayed(decoded: Workbook, early_notice: str, allowed_rounds: Collection[int] = ()) -> None:
    """Refuse an action that needs all rounds played; do nothing when they are.

    If the tournament may end with the rounds played so far, the refusal says how. `early_notice` is the key of the
    refusal. `allowed_rounds` are the numbers of rounds after which the formula (kind of tournament) may end; empty for
    any.

    Raises:
        ActionAborted: A round is not complete, or the number of rounds is not set.
    """
    tournament = decoded.tournament
    rounds, drawn, played = tournament.settings.rounds or 0, len(tournament.rounds), tournament.played
    if played < rounds or not rounds:
        may_end = played and drawn <= played + 1 and (not allowed_rounds or played in allowed_rounds)
        notice = Notice("ends_here" if drawn == played else "ends_before", {"played": played, "drawn": drawn})
        ending = notice_text(notice) if may_end else ""
        raise refused(Notice(early_notice, {"played": played, "rounds": rounds, "ending": ending}))
