"""Further actions of the tab Tournoi, LibreOffice's menu and the Start menu.

They create a workbook, explain a pair, compute what supposed results would change, restore a backup, run the doctor.
Each takes a `ButtonRequest` and returns a `ButtonAnswer`. Where it needs a reply first, the answer has a
`ButtonQuestion`: the front end asks it and sends the request again with the reply.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import GAMES, decode, find_game, game_of
from tournament_xl.messages import live
from tournament_xl.messages import ribbon as texts
from tournament_xl.messages import workbook_files as host_texts
from tournament_xl.storage import file_actions, restore, workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Grid, Snapshot, UsageError, cell_text, compute_edits, pad_to_cover
from tournament_xl.workbook.tables import find_right_of, to_cell_value
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, require_valid
from tournament_xl.xlsx.atomic_write import translate_os_errors

_FORMULAS = [
    (kind, formula) for kind in GAMES.values() for formula in kind.formulas if formula.word
]  # in the order of the choices
if TYPE_CHECKING:
    from tournament_xl.players.player_lists import Registrations

_COPIES = 8  # backups offered, the newest
_BEST = 12  # players shown of supposed standings


_NONE = Snapshot({})


@dataclass(frozen=True, slots=True)
class ButtonRequest:
    """What a front end knows when a button is pressed."""

    path: Path | None = None  # of the workbook in front; None where there is none, or not on this computer's disks
    snapshot: Snapshot = _NONE  # its sheets; `_NONE` where there is no workbook
    selection: tuple[str, int] = ("", 0)  # sheet and row of the selected cell
    modified: bool = False  # the open workbook has changes that the file lacks
    reply: str | None = None  # to the last answer's question: a choice's number from 0, or a text


@dataclass(frozen=True, slots=True)
class ButtonQuestion:
    """Question for the user: one of the choices or, where there are none, a line of text."""

    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """Answer to a request: an outcome or a question, and the workbook to open."""

    outcome: Outcome
    question: ButtonQuestion | None = None
    opens: Path | None = None


def answer_request(action: str, request: ButtonRequest) -> ButtonAnswer:
    """Do an action.

    Args:
        action: Name of the action, a key of `ACTIONS`.
        request: What the front end knows.

    Returns:
        The answer, which may be a question.

    Raises:
        HostError: A file cannot be read or written.
        UsageError: The reply is none of the choices.
    """
    if request.snapshot is _NONE and action not in WITHOUT_WORKBOOK:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_WORKBOOK))
    try:
        return ACTIONS[action](request)
    except ActionAborted as stop:
        return ButtonAnswer(stop.outcome)


def _ask(text: str, *choices: str) -> ButtonAnswer:
    return ButtonAnswer(Outcome(DONE), ButtonQuestion(text, choices))


def _parse_choice(reply: str, count: int) -> int:
    """Parse the number of a choice; UsageError for any other reply."""
    if not (reply.isdecimal() and len(reply) < 4 and int(reply) < count):
        raise UsageError(texts.NOT_A_CHOICE.format(reply=reply[:20]))
    return int(reply)


# Workbooks


def find_new_workbook_folder() -> Path:
    """Return the folder for new workbooks.

    It is not in Documents: OneDrive synchronises that folder, and Excel then saves by itself.
    """
    return Path.home() / texts.FOLDER


def _new(request: ButtonRequest) -> ButtonAnswer:
    """Create a workbook of the chosen formula in the folder Tournois."""
    from tournament_xl.players.player_lists import Registrations

    if request.reply is None:
        return _ask(texts.WHICH_FORMULA, *(texts.FORMULAS.get(formula.word, formula.name) for _, formula in _FORMULAS))
    game, formula = _FORMULAS[_parse_choice(request.reply, len(_FORMULAS))]
    return _create(find_new_workbook_folder(), game, formula.name, Registrations([], []))


def _next(request: ButtonRequest) -> ButtonAnswer:
    """Create the workbook of the next tournament: same players, formula and folder, newest ratings."""
    from tournament_xl.players.registrations import read_registrations

    if request.path is None:
        return ButtonAnswer(Outcome(REFUSED, texts.NOT_HERE))
    if request.modified:  # players and ratings are read from the file
        return ButtonAnswer(Outcome(REFUSED, live.NOT_SAVED.format(button=live.BUTTONS["next"])))
    game = find_game(request.snapshot)
    position = find_right_of(request.snapshot, schema.TOURNAMENT, "Formule")
    formula = cell_text(request.snapshot.cell(schema.TOURNAMENT, *position)) if position else ""
    registrations = read_registrations(game.name, request.path, [request.path.parent])
    return _create(request.path.parent, game, formula or game.formulas[0].name, registrations)


def _create(folder_path: Path, game: AnyGame, formula: str, registrations: Registrations) -> ButtonAnswer:
    with translate_os_errors(folder_path, host_texts.NOT_CREATED):
        folder_path.mkdir(parents=True, exist_ok=True)
    stem, number = time.strftime(texts.NAME), 1
    path = folder_path / f"{stem}.xlsx"
    while os.path.lexists(path):
        number += 1
        path = folder_path / f"{stem} ({number}).xlsx"
    outcome = file_actions.create_from_list(
        path, {"Formule": formula}, registrations, game=game.name, shown_path=str(path)
    )
    return ButtonAnswer(outcome, opens=path if outcome.code == DONE else None)


def _restore(request: ButtonRequest) -> ButtonAnswer:
    """Restore a backup's cells into the open workbook, as edits of one action, before which it is backed up."""
    copies = workbook_file.find_backups(request.path)[::-1][:_COPIES] if request.path else []
    if request.path is None or not copies:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_COPIES))
    if request.reply is None:
        rows = restore.list_backups(request.path)[:_COPIES]
        choices = (
            texts.A_COPY.format(time=time_text, label=label, round=last) for _, time_text, label, last, _ in rows
        )
        return _ask(texts.WHICH_COPY, *choices)
    backup = copies[_parse_choice(request.reply, len(copies))]
    current, restored = request.snapshot, workbook_file.ClosedFile(backup.file).read()
    known_sheets = set(find_game(restored).sheets) & restored.sheets.keys()  # the organiser's own sheets stay
    edits = compute_edits(
        current, Snapshot({name: _as_now(current.sheets.get(name, []), restored.sheets[name]) for name in known_sheets})
    )
    message = texts.PUT_BACK.format(name=backup.file.name) if edits else texts.SAME
    return ButtonAnswer(Outcome(DONE, message, edits=edits))


def _as_now(current: Grid, restored: Grid) -> Grid:
    """Return a backup's grid, whose numbers are texts, with the open workbook's value where both have the same text."""
    rows = []
    for index, line in enumerate(pad_to_cover(current, restored)):
        current_cells = [*current[index]] if index < len(current) else []
        cells = zip_longest(line, current_cells[: len(line)])
        rows.append(
            [
                current_value if cell_text(current_value) == cell_text(cell) else to_cell_value(cell_text(cell))
                for cell, current_value in cells
            ]
        )
    return rows


# Texts to read


def _explain(request: ButtonRequest) -> ButtonAnswer:
    """Explain why the pair of the selected row of Résultats was made."""
    decoded = require_valid(decode(request.snapshot))
    sheet, row = request.selection
    drawn = len(decoded.tournament.rounds)
    matching_rows = [
        row_of_match
        for row_of_match in decoded.results.rows
        if row_of_match.line.row == row and row_of_match.round <= drawn
    ]
    if sheet != schema.RESULTS or not matching_rows:
        return ButtonAnswer(Outcome(REFUSED, texts.SELECT_A_PAIR))
    explanation, *_ = game_of(decoded).explain_round(decoded, matching_rows[0].round, matching_rows[0].match.table)
    return ButtonAnswer(Outcome(DONE, explanation.title, text="\n".join(explanation.lines)))


def _what_if(request: ButtonRequest) -> ButtonAnswer:
    """Compute the standings and the next pairs for supposed results; nothing is written."""
    from tournament_xl.actions.what_if import suppose_results
    from tournament_xl.interchange.export_tables import build_standings_table_after

    if request.reply is None:
        return _ask(texts.WHICH_RESULTS)
    results = [part.split(maxsplit=1) for part in re.split(r"[;,\n]", request.reply) if part.strip()]
    if not results or any(len(pair) != 2 for pair in results):
        return ButtonAnswer(Outcome(REFUSED, texts.NOT_RESULTS))
    result = suppose_results(request.snapshot, results)
    rows = build_standings_table_after(result.decoded, result.after).rows[:_BEST]
    points = next(name for name in ("PM", "Points") if name in rows[0])
    lines = [texts.A_PLACE.format(place=row["Place"], name=row["Joueur"], points=row[points]) for row in rows]
    if result.next:
        names, round_number = result.next.full_names(), len(result.next.tournament.rounds)
        lines += ["", texts.THEN.format(round=round_number)]
        for match in sorted(result.next.tournament.rounds[-1], key=lambda match_: match_.table):
            first, second = (names[player_id] for player_id in match.sides)
            lines.append(texts.A_PAIR.format(table=match.table or "", one=first, two=second))
    return ButtonAnswer(Outcome(DONE, result.sentence, text="\n".join(lines)))


def _doctor(request: ButtonRequest) -> ButtonAnswer:
    from tournament_xl.support.doctor import doctor

    _, lines = doctor(str(request.path) if request.path else None)
    return ButtonAnswer(Outcome(DONE, lines[-1], text="\n".join(lines[:-2])))


WITHOUT_WORKBOOK = ("new", "doctor")
ACTIONS: dict[str, Callable[[ButtonRequest], ButtonAnswer]] = {
    "new": _new,
    "next": _next,
    "restore": _restore,
    "explain": _explain,
    "what-if": _what_if,
    "doctor": _doctor,
}  # name in `press` -> what it does
