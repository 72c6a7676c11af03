"""Whole afternoons by chance: `python -m tests.fuzz.afternoons [--count N] [--first SEED]`.

A tournament under way, or a new field of two to fourteen of any formula, goes on for some steps: rounds are played,
people come late, leave, give forfeits, change places; rows are emptied and typed, settings change, cells of any sheet
suffer the accidents of `gestures`. Then a button is pressed, and whatever only reads looks at the workbook: the check,
what would be sent, the standings after each round, the explanation of each table. All must answer. Where the
tournament was under way, each result that a press has seen still belongs to the same two people at the next one, or
the answer says what became of it.
"""

from __future__ import annotations

import contextlib
import io
import sys
import traceback
from collections.abc import Callable
from random import Random

from tests.desk import DATE, Desk
from tests.fuzz import gestures
from tests.othello_desk import OthelloDesk
from tests.slips import NUMBERS, SCORES
from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.grid import Line, right_of
from tournament_xl.book.snapshot import Cell, Draft, Snapshot
from tournament_xl.check import check
from tournament_xl.check.report import lines
from tournament_xl.games.othello import labels as othello
from tournament_xl.games.othello.decode import decode as decode_othello
from tournament_xl.games.othello.press import explain_round as explain_othello
from tournament_xl.games.scrabble.decode import decode
from tournament_xl.games.scrabble.press import explain_round
from tournament_xl.press import DONE
from tournament_xl.send.parcel import parcel
from tournament_xl.show import show_standings
from tournament_xl.simulate import Chances, simulate

FORMULAS = (
    ("Suisse", 2), ("Suisse", 2), ("Suisse", 2), ("Toutes-rondes", 3), ("Double toutes-rondes", 3),
    ("Classique", 7), ("Classique", 7), ("Open", 11),
)  # with the smallest field  # fmt: skip
SETTINGS = {
    "Nombre de rondes": (2, 3, 4, 5, 6, 8, 10, 12, None, "x"),
    "Édition": ("F10", "F50", None),
    "Manches gagnantes": (1, 2, "2 (ronde 3)", None),
    "Formule": ("Classique", "Open", "Toutes-rondes", "Double toutes-rondes", "Suisse", None),
    "Graine": ("7", "8", None),
    "Pions du bye": (32, 33, 64, None),
    "Départage": ("PAPP", "règlement", None),
    "Nom": ("Coupe", None),
}
ENDS = ("FN", "FB", "FNB", "TN", "TB", "TN+", "TB+", "AN", "AB", "PN", None)
PRESSES = ("pair", "pair", "pair", "update", "update", "undo", "undo --force", "ratings", "simulate")
STEPS = 9


def main() -> int:
    return gestures.series("afternoons", __doc__, one, 2000)


def one(seed: int) -> tuple[str, str]:
    """ "kept" or "told", of what was recorded; "silent" where that was lost or anything failed; and the story."""
    source = Random(f"afternoon {seed}")
    watched = source.random() < 0.5
    before, usual, word = dict[object, object](), frozenset[str](), "kept"
    if watched:
        kind = source.choice(list(gestures.BOOKS))
        desk = gestures.BOOKS[kind][0]()
        desk.snapshot, before, usual = gestures.tournament(kind, "recorded")
    else:
        desk = _hall(source)
    story = [kind if watched else type(desk).__name__]
    try:
        for _ in range(STEPS):
            sound = desk.snapshot
            if source.random() < 0.6:
                story.append(play(source, desk))
            for _ in range(source.choice((0, 1, 1, 2) if watched else (0, 1, 2, 3))):
                story.append(source.choice(ACCIDENTS)(source, desk))
            press = source.choice(PRESSES)
            code, said, number = _press(source, desk, press)
            story.append(f"{press}: {code}")
            if source.random() < 0.5:
                look(desk)
            if code != DONE and (watched or source.random() < 0.8):
                desk.snapshot = sound
            elif watched:
                now = dict(gestures.results(desk))
                mine = {at: what for at, what in before.items() if not press.startswith("undo") or at[0] != number}
                lost = [f"{at} {mine[at]} -> {now.get(at)}" for at in mine if now.get(at) != mine[at]]
                if lost and not (said and gestures.says(said, usual)):
                    return "silent", ", ".join(story + lost[:3])
                word = "told" if lost else word
                before, usual = now, frozenset(said.warnings)
    except Exception:  # whatever it is
        return "silent", ", ".join(story) + "\n" + traceback.format_exc(limit=-4)
    return word, ", ".join(story)


def look(desk: Desk) -> None:
    """Everything that only reads."""
    list(lines(check(desk.snapshot), "x"))
    parcel(desk.snapshot, "")
    of_othello = isinstance(desk, OthelloDesk)
    decoded = (decode_othello if of_othello else decode)(desk.snapshot)
    if isinstance(decoded, list) or decoded.problems.found:
        return
    with contextlib.redirect_stdout(io.StringIO()):
        for after in range(decoded.tournament.played + 1):
            show_standings(decoded, after)
    explain = explain_othello if of_othello else explain_round
    for number, matches in enumerate(decoded.tournament.rounds, start=1):
        for table in (None, *(match.table for match in matches)):
            explain(decoded, number, table)


def _hall(source: Random) -> Desk:
    formula, least = source.choice(FORMULAS)
    of_othello = formula == "Suisse" or (formula != "Classique" and formula != "Open" and source.random() < 0.5)
    desk = (OthelloDesk if of_othello else Desk)(Formule=formula, Graine=str(source.randrange(9)))
    if not of_othello and source.random() < 0.2:
        desk.set("Manches_gagnantes", 2)
    if source.random() < 0.7 and formula != "Open":
        desk.set("Nombre_de_rondes", source.randrange(2, 6))
    desk.players(source.randrange(least, 15))
    return desk


def _press(source: Random, desk: Desk, press: str):
    """The exit code, the outcome and the round of the press."""
    if press == "simulate":
        outcome = simulate(desk.snapshot, 1, Chances(source.randrange(99), 0.1, 0.1), DATE)
        desk.snapshot = actions.after(desk.snapshot, outcome)
    else:
        options = {"provisional": True} if press == "ratings" else {"force": True} if "--force" in press else {}
        outcome = desk.press(press.split()[0], **options)
    return outcome.code, outcome, outcome.round


# The rows of the current round, without what decoding would refuse


def _rows(desk: Desk) -> tuple[int, list[Line]]:
    found = [line for line in desk.table(labels.RESULTS).lines() if line.text("Ronde").isdigit()]
    last = max((int(line.text("Ronde")) for line in found), default=0)
    return last, [line for line in found if line.text("Ronde") == str(last)]


def _numbers(desk: Desk) -> list[str]:
    found = [line.text("N°") for line in desk.table(labels.PLAYERS).lines() if line.text("N°")] or ["1", "2"]
    return [*found, "BIP" if isinstance(desk, OthelloDesk) else "X"]


def _put(desk: Desk, line: Line, column: str, value: Cell) -> None:
    desk.type(line.table.sheet, line.row, column, value or None)


def play(source: Random, desk: Desk) -> str:
    """Results in the current round; often the same in all rows."""
    one, two = SCORES[type(desk)]
    of_othello, alike = one == "Pions N", source.random() < 0.3
    for line in _rows(desk)[1]:
        if line.empty(one, "Fin" if of_othello else "Forfait") and not {"X", "BIP"} & set(line.texts.values()):
            own = (40 if of_othello else 412) if alike else source.randrange(*(20, 45) if of_othello else (300, 500))
            _put(desk, line, one, own)
            _put(desk, line, two, 64 - own if of_othello else 389 if alike else source.randrange(300, 500))
    return "played"


def _absences(source: Random, desk: Desk) -> str:
    last = _rows(desk)[0]
    texts = (f"{last}-", f"{last}-", f"{last}", f"{last + 1}", f"{last + 1}-", "1", "1-", "2, 3", None)
    people = list(desk.table(labels.PLAYERS).lines())
    for line in source.sample(people, min(len(people), source.choice((1, 1, 2, 3)))):
        _put(desk, line, "Absences", source.choice(texts))
    return f"absences around {last}"


def _ends(source: Random, desk: Desk) -> str:
    column, ends = ("Fin", ENDS) if isinstance(desk, OthelloDesk) else ("Forfait", ("1", "2", "1+2", None))
    _, rows = _rows(desk)
    for line in source.sample(rows, min(len(rows), source.choice((1, 2)))):
        _put(desk, line, column, source.choice(ends))
        if source.random() < 0.5:
            for score in SCORES[type(desk)]:
                _put(desk, line, score, None)
    return "ends"


def _places(source: Random, desk: Desk) -> str:
    """Two who exchange their places, or somebody else in one of them; their results stay, go, or one of them does."""
    last, rows = _rows(desk)
    if not rows:
        return "nobody to place"
    here, there = source.choice(rows), source.choice(rows)
    one, two = source.choice(NUMBERS[type(desk)]), source.choice(NUMBERS[type(desk)])
    if source.random() < 0.6:
        first, second = here.text(one), there.text(two)
        _put(desk, here, one, second)
        _put(desk, there, two, first)
    else:
        _put(desk, here, one, source.choice(_numbers(desk)))
    for line in source.sample((here, there), source.randrange(3)):
        for column in (*SCORES[type(desk)], "Fin" if isinstance(desk, OthelloDesk) else "Forfait"):
            _put(desk, line, column, None)
    return f"places in {last}"


def _row(source: Random, desk: Desk) -> str:
    """A row emptied, or one typed for this round or the next."""
    last, rows = _rows(desk)
    if rows and source.random() < 0.4:
        line = source.choice(rows)
        for column in line.table.columns:
            _put(desk, line, column, None)
        return f"row of {last} emptied"
    one, two = (source.choice(_numbers(desk)) for _ in range(2))
    (desk.game if isinstance(desk, OthelloDesk) else desk.match)(max(1, last + source.choice((0, 1))), one, two)
    return f"{one} against {two}"


def _newcomer(source: Random, desk: Desk) -> str:
    number = 50 + source.randrange(9)
    more = {"N": number} if source.random() < 0.5 else {}
    desk.player(f"Tard{number}", source.randrange(1000, 2500), Prénom="Léa", **more)
    return f"late entry {number}"


def _setting(source: Random, desk: Desk) -> str:
    found = [line for line in desk.table(labels.TOURNAMENT).lines() if line.text("Paramètre") in SETTINGS]
    line = source.choice(found)
    value = source.choice(SETTINGS[line.text("Paramètre")])
    desk.type(labels.TOURNAMENT, line.row, "Valeur", value)
    return f"{line.text('Paramètre')} = {value}"


def _final(source: Random, desk: Desk) -> str:
    if isinstance(desk, OthelloDesk) and (at := right_of(desk.snapshot, labels.FINALS, othello.FINAL)):
        draft = Draft(desk.snapshot)
        draft.put(labels.FINALS, *at, source.choice((1, 3, None)))
        desk.snapshot = draft.after()
    return "final chosen"


def _journal(source: Random, desk: Desk) -> str:
    """Some last lines of the Journal removed, or one in the middle."""
    grid = [list(row) for row in desk.snapshot.sheets[labels.JOURNAL]]
    first = desk.table(labels.JOURNAL).header
    if first >= len(grid):
        return "an empty Journal"
    at = source.randrange(first, len(grid))
    until = source.choice((at + 1, len(grid)))
    del grid[at:until]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.JOURNAL: grid})
    return f"Journal rows {at + 1} to {until} removed"


def _gesture(source: Random, desk: Desk) -> str:
    return gestures.gesture(source, desk) if _rows(desk)[1] else "nothing yet"


ACCIDENTS: tuple[Callable[[Random, Desk], str], ...] = (
    _absences, _absences, _ends, _ends, _places, _places, _row, _newcomer, _setting, _final, _journal, _gesture,
    _gesture, _gesture,
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
