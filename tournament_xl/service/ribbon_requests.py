"""What the tab Tournoi, LibreOffice's menu and the Start menu do beside a press: a new workbook, the pair of a row
explained, results supposed, a copy put back, the doctor.

Each takes a `ButtonRequest` and gives a `ButtonAnswer`; one that wants to know more gives a `ButtonQuestion`, which the
host asks before it comes again with the reply.
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
from tournament_xl.games.registry import GAMES, Kind, decode, kind_of, of
from tournament_xl.messages import live
from tournament_xl.messages import ribbon as texts
from tournament_xl.messages import workbook_files as host_texts
from tournament_xl.storage import file_actions, restore, workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Grid, Snapshot, UsageError, cell_text, difference, over
from tournament_xl.workbook.tables import cell_value, right_of
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, require_valid
from tournament_xl.xlsx.atomic_write import refusal

_FORMULAS = [(kind, word) for kind in GAMES.values() for word in kind.formulas]  # as they are asked
if TYPE_CHECKING:
    from tournament_xl.players.player_lists import Registrations

_COPIES = 8  # that are offered, the newest
_BEST = 12  # places shown of supposed standings


_NONE = Snapshot({})


@dataclass(frozen=True, slots=True)
class ButtonRequest:
    """What a host knows when a button is pressed."""

    path: Path | None = None  # of the workbook in front; None: none, or not on this computer's disks
    snapshot: Snapshot = _NONE  # its sheets; none: there is no workbook
    at: tuple[str, int] = ("", 0)  # sheet and row of the selected cell
    modified: bool = False  # the file lacks changes of the open workbook
    reply: str | None = None  # to the question that the answer before had: a choice's number from 0, or the text


@dataclass(frozen=True, slots=True)
class ButtonQuestion:
    """What is to be asked first: one of the choices, or, without any, a line of text."""

    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """What there is to say and to write, or to ask; and the workbook to open then."""

    outcome: Outcome
    question: ButtonQuestion | None = None
    opens: Path | None = None


def answer(action: str, request: ButtonRequest) -> ButtonAnswer:
    """Do `action`, a key of ACTIONS. HostError for a file not to be read or written, UsageError for a strange reply."""
    if request.snapshot is _NONE and action not in WITHOUT_WORKBOOK:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_WORKBOOK))
    try:
        return ACTIONS[action](request)
    except ActionAborted as stop:
        return ButtonAnswer(stop.outcome)


def _ask(text: str, *choices: str) -> ButtonAnswer:
    return ButtonAnswer(Outcome(DONE), ButtonQuestion(text, choices))


def _chosen(reply: str, count: int) -> int:
    """The number of a choice; UsageError for any other reply."""
    if not (reply.isdecimal() and len(reply) < 4 and int(reply) < count):
        raise UsageError(texts.NOT_A_CHOICE.format(reply=reply[:20]))
    return int(reply)


# Workbooks


def folder() -> Path:
    """Where new workbooks go. Not into Documents: OneDrive takes that over, and Excel then saves by itself."""
    return Path.home() / texts.FOLDER


def _new(request: ButtonRequest) -> ButtonAnswer:
    """A workbook of the chosen formula, in the folder Tournois."""
    from tournament_xl.players.player_lists import Registrations

    if request.reply is None:
        return _ask(texts.WHICH_FORMULA, *(texts.FORMULAS[word] for _, word in _FORMULAS))
    kind, word = _FORMULAS[_chosen(request.reply, len(_FORMULAS))]
    return _created(folder(), kind, kind.formulas[word], Registrations([], []))


def _next(request: ButtonRequest) -> ButtonAnswer:
    """The next tournament: the people of this one, its formula and place; their newest cotes."""
    from tournament_xl.players.registrations import read_registrations

    if request.path is None:
        return ButtonAnswer(Outcome(REFUSED, texts.NOT_HERE))
    if request.modified:  # its people and cotes are read from the file
        return ButtonAnswer(Outcome(REFUSED, live.NOT_SAVED.format(button=live.BUTTONS["next"])))
    kind = kind_of(request.snapshot)
    place = right_of(request.snapshot, schema.TOURNAMENT, "Formule")
    formula = cell_text(request.snapshot.cell(schema.TOURNAMENT, *place)) if place else ""
    coming = read_registrations(kind.name, request.path, [request.path.parent])
    return _created(request.path.parent, kind, formula or next(iter(kind.formulas.values())), coming)


def _created(place: Path, kind: Kind, formula: str, coming: Registrations) -> ButtonAnswer:
    with refusal(place, host_texts.NOT_CREATED):
        place.mkdir(parents=True, exist_ok=True)
    stem, number = time.strftime(texts.NAME), 1
    path = place / f"{stem}.xlsx"
    while os.path.lexists(path):
        number += 1
        path = place / f"{stem} ({number}).xlsx"
    made = file_actions.create_for(path, {"Formule": formula}, coming, game=kind.name, shown=str(path))
    return ButtonAnswer(made, opens=path if made.code == DONE else None)


def _restore(request: ButtonRequest) -> ButtonAnswer:
    """A copy's cells put back into the open workbook, as one press: what stands there now is kept before."""
    copies = workbook_file.copies(request.path)[::-1][:_COPIES] if request.path else []
    if request.path is None or not copies:
        return ButtonAnswer(Outcome(REFUSED, texts.NO_COPIES))
    if request.reply is None:
        rows = restore.listed(request.path)[:_COPIES]
        shown = (texts.A_COPY.format(time=when, label=label, round=last) for _, when, label, last, _ in rows)
        return _ask(texts.WHICH_COPY, *shown)
    chosen = copies[_chosen(request.reply, len(copies))]
    now, then = request.snapshot, workbook_file.ClosedFile(chosen.file).read()
    ours = set(kind_of(then).sheets) & then.sheets.keys()  # the organiser's own sheets stay
    edits = difference(now, Snapshot({name: _as_now(now.sheets.get(name, []), then.sheets[name]) for name in ours}))
    told = texts.PUT_BACK.format(name=chosen.file.name) if edits else texts.SAME
    return ButtonAnswer(Outcome(DONE, told, edits=edits))


def _as_now(now: Grid, then: Grid) -> Grid:
    """The grid of a file, whose numbers are texts, with the open workbook's own value wherever both read alike."""
    rows = []
    for at, line in enumerate(over(now, then)):
        old = [*now[at]] if at < len(now) else []
        cells = zip_longest(line, old[: len(line)])
        rows.append([was if cell_text(was) == cell_text(cell) else cell_value(cell_text(cell)) for cell, was in cells])
    return rows


# Words


def _explain(request: ButtonRequest) -> ButtonAnswer:
    """Why the pair of the selected row of Résultats was made."""
    decoded = require_valid(decode(request.snapshot))
    sheet, row = request.at
    drawn = len(decoded.tournament.rounds)
    found = [one for one in decoded.results.rows if one.line.row == row and one.round <= drawn]
    if sheet != schema.RESULTS or not found:
        return ButtonAnswer(Outcome(REFUSED, texts.SELECT_A_PAIR))
    explanation, *_ = of(decoded).explain_round(decoded, found[0].round, found[0].match.table)
    return ButtonAnswer(Outcome(DONE, explanation.title, text="\n".join(explanation.lines)))


def _what_if(request: ButtonRequest) -> ButtonAnswer:
    """Standings, and the next pairs, if results come; nothing is written."""
    from tournament_xl.actions.what_if import what_if
    from tournament_xl.interchange.export_tables import standings_after

    if request.reply is None:
        return _ask(texts.WHICH_RESULTS)
    given = [part.split(maxsplit=1) for part in re.split(r"[;,\n]", request.reply) if part.strip()]
    if not given or any(len(pair) != 2 for pair in given):
        return ButtonAnswer(Outcome(REFUSED, texts.NOT_RESULTS))
    found = what_if(request.snapshot, given)
    rows = standings_after(found.decoded, found.after).rows[:_BEST]
    points = next(name for name in ("PM", "Points") if name in rows[0])
    lines = [texts.A_PLACE.format(place=row["Place"], name=row["Joueur"], points=row[points]) for row in rows]
    if found.next:
        names, number = found.next.full_names(), len(found.next.tournament.rounds)
        lines += ["", texts.THEN.format(round=number)]
        for match in sorted(found.next.tournament.rounds[-1], key=lambda one: one.table):
            one, two = (names[who] for who in match.sides)
            lines.append(texts.A_PAIR.format(table=match.table or "", one=one, two=two))
    return ButtonAnswer(Outcome(DONE, found.sentence, text="\n".join(lines)))


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
