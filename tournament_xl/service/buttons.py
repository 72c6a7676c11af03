"""What a button does on an open workbook: one use case each, after a question where it needs a reply.

Excel and LibreOffice have the same buttons. An answer may be a question: each front end asks it in its own way, and
calls `press` again with the reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.messages import ribbon as texts
from tournament_xl.service import act
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import UsageError
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from tournament_xl.service.create import CreateResult
    from tournament_xl.service.workbook_access import WorkbookAccess

# Each button imports its own use case, so that no press loads the use cases of other buttons.
WITHOUT_WORKBOOK = ("new", "doctor")  # need none
ON_FILE = ("send", "publish")  # work on the file of the open workbook
_MOST_BACKUPS = 8  # backups offered, the newest
_MOST_RANKS = 12  # players shown of supposed standings


@dataclass(frozen=True, slots=True)
class ButtonRequest:
    """Button pressed in an open workbook.

    Attributes:
        workbook: The workbook in front; None where there is none.
        selection: Sheet and row (from 1) of the selected cell, for the button `explain`.
        reply: Reply to the last answer's question: a choice's number from 0, or a text; None when nothing was asked.
    """

    workbook: WorkbookAccess | None = None
    selection: tuple[str, int] = ("", 0)
    reply: str | None = None


@dataclass(frozen=True, slots=True)
class ButtonQuestion:
    """Question for the user: one of the choices or, where there are none, a line of text."""

    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """Answer to a button.

    Attributes:
        outcome: What happened, its edits already given to `WorkbookAccess.write`; an empty DONE one with a question.
        question: Question to ask first; None where nothing is asked.
        opens: Workbook to open; None for none.
        sheet: Sheet to show; "" for none.
    """

    outcome: Outcome
    question: ButtonQuestion | None = None
    opens: Path | None = None
    sheet: str = ""


def press(action: str, request: ButtonRequest) -> ButtonAnswer:
    """Do what a button does, and write what it changes; `new`, `restore` and `what-if` first ask a question.

    Without a reply they only return the question; `restore` without backups is refused. Other buttons ignore the reply.
    The action is a key of `live.BUTTONS`. After the reply to a question the button is to be pressed again. An
    `ActionAborted` comes back as its outcome.

    Raises:
        ExternalError: The workbook cannot be read or written, or a file next to it.
        UsageError: The reply to the button's question is none of its choices.
        KeyError: There is no such button. Without a workbook any name but `WITHOUT_WORKBOOK` is refused instead.
    """
    if request.workbook is None and action not in WITHOUT_WORKBOOK:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_WORKBOOK))
    try:
        if request.workbook and action in act.SHEETS:
            result = act.act(request.workbook, act.ActionRequest(action))
            return ButtonAnswer(result.outcome, sheet=result.sheet)
        if request.workbook and action in _BUTTONS:
            return _BUTTONS[action](request.workbook, request)
        return _WITHOUT_WORKBOOK[action](request)
    except ActionAborted as aborted:
        return ButtonAnswer(aborted.outcome)


def _ask(text: str, *choices: str) -> ButtonAnswer:
    return ButtonAnswer(Outcome(DONE), ButtonQuestion(text, choices))


def _parse_choice(reply: str, count: int) -> int:
    """Parse the number of a choice; UsageError for any other reply."""
    if not (reply.isdecimal() and len(reply) < 4 and int(reply) < count):
        raise UsageError(texts.NOT_A_CHOICE.format(reply=reply[:20]))
    return int(reply)


# Workbooks


def _new(request: ButtonRequest) -> ButtonAnswer:
    """Create a workbook of the chosen formula in the folder Tournois."""
    from tournament_xl.service import create

    formulas = create.list_formulas()
    if request.reply is None:
        return _ask(texts.WHICH_FORMULA, *(texts.FORMULAS.get(formula.word, formula.name) for formula in formulas))
    formula = formulas[_parse_choice(request.reply, len(formulas))]
    path = create.prepare_dated_path(create.find_new_workbook_folder())
    return _created(
        create.create(create.CreateRequest(path, formula.game, {"Formule": formula.name}, shown_path=str(path)))
    )


def _next(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    """Create the workbook of the next tournament."""
    from tournament_xl.service.create import create_next

    return _created(create_next(workbook))


def _upgrade(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    """Make the workbook anew from today's template, beside it."""
    from tournament_xl.service.upgrade import upgrade

    result = upgrade(workbook)
    return ButtonAnswer(result.outcome, opens=result.path)


def _created(result: CreateResult) -> ButtonAnswer:
    return ButtonAnswer(result.outcome, opens=result.path)


def _restore(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    """Restore a backup's cells into the open workbook."""
    from tournament_xl.service import backups

    files = backups.list_backup_files(workbook.path)[:_MOST_BACKUPS] if workbook.path else ()
    if not workbook.path or not files:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_COPIES))
    if request.reply is None:
        listed = backups.list_backups(workbook.path)[:_MOST_BACKUPS]
        choices = (texts.A_COPY.format(time=copy.time, label=copy.label, round=copy.round) for copy in listed)
        return _ask(texts.WHICH_COPY, *choices)
    outcome = backups.restore_into_open(workbook, files[_parse_choice(request.reply, len(files))])
    return ButtonAnswer(outcome, sheet=schema.RESULTS if outcome.edits else "")


# Files next to the workbook


def _send(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    from tournament_xl.service.send import send

    return ButtonAnswer(send(workbook).outcome)


def _publish(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    from tournament_xl.service.publish import publish

    return ButtonAnswer(publish(workbook).outcome)


# Texts to read


def _check(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    from tournament_xl.service.check import check_workbook

    return ButtonAnswer(check_workbook(workbook))


def _explain(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    """Explain why the pair of the selected row of Résultats was made."""
    from tournament_xl.service.explain import explain_selected

    explanation = explain_selected(workbook, *request.selection)
    return ButtonAnswer(Outcome(DONE, explanation.title, text="\n".join((*explanation.lines, *explanation.details))))


def _what_if(workbook: WorkbookAccess, request: ButtonRequest) -> ButtonAnswer:
    """Compute the standings and the next pairs for supposed results."""
    from tournament_xl.service.what_if import parse_results, suppose

    if request.reply is None:
        return _ask(texts.WHICH_RESULTS)
    results = parse_results(request.reply)
    if not results:
        return ButtonAnswer(Outcome(REFUSED, texts.NOT_RESULTS))
    supposed = suppose(workbook, results)
    rows = supposed.standings.table.rows[:_MOST_RANKS]
    points = next(name for name in ("PM", "Points") if name in rows[0])
    lines = [texts.A_PLACE.format(place=row["Place"], name=row["Joueur"], points=row[points]) for row in rows]
    if supposed.next:
        lines += ["", texts.THEN.format(round=supposed.next_round)]
        lines += [
            texts.A_PAIR.format(table=pair.table or "", one=pair.first, two=pair.second) for pair in supposed.pairs
        ]
    return ButtonAnswer(Outcome(DONE, supposed.message, text="\n".join(lines)))


def _doctor(request: ButtonRequest) -> ButtonAnswer:
    from tournament_xl.support.doctor import doctor

    path = request.workbook.path if request.workbook else None
    _, lines = doctor(str(path) if path else None)
    return ButtonAnswer(Outcome(DONE, lines[-1], text="\n".join(lines[:-2])))


_WITHOUT_WORKBOOK: dict[str, Callable[[ButtonRequest], ButtonAnswer]] = {"new": _new, "doctor": _doctor}
_BUTTONS: dict[str, Callable[[WorkbookAccess, ButtonRequest], ButtonAnswer]] = {
    "next": _next,
    "restore": _restore,
    "upgrade": _upgrade,
    "send": _send,
    "publish": _publish,
    "check": _check,
    "explain": _explain,
    "what-if": _what_if,
}  # name in `press` -> what it does
