"""What happens in a hall, by chance: `python -m tests.fuzz.events [--count N] [--first SEED]`.

Fields of two to fourteen, of any formula: people come late, leave, are announced absent, give forfeits, change places;
rows are emptied and typed; settings change. Then a button is pressed, and whatever only reads looks at the workbook:
the check, what would be sent, the standings after each round, the explanation of each table. All must answer: this
looks for faults, as `afternoons` looks for results that go.
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
from tournament_xl.check import check
from tournament_xl.check.tell import lines
from tournament_xl.explain import explain_round
from tournament_xl.othello_desk.explain import explain_round as explain_othello
from tournament_xl.press import DONE
from tournament_xl.send.parcel import parcel
from tournament_xl.show import show_standings
from tournament_xl.simulate import Chances, simulate
from tournament_xl.workbook import labels
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.grid import Line, right_of
from tournament_xl.workbook.othello import labels as othello
from tournament_xl.workbook.othello.decode import decode as decode_othello
from tournament_xl.workbook.snapshot import Cell, Draft

FORMULAS = (
    ("Suisse", 2), ("Suisse", 2), ("Suisse", 2), ("Toutes-rondes", 3), ("Double toutes-rondes", 3),
    ("Classique", 7), ("Classique", 7), ("Open", 11),
)  # with the smallest field  # fmt: skip
ENDS = ("FN", "FB", "FNB", "TN", "TB", "TN+", "TB+", "AN", "AB", "PN", None)
PRESSES = ("pair", "pair", "pair", "update", "undo", "undo --force", "ratings", "simulate")
STEPS = 10


def main() -> int:
    return gestures.series("events", __doc__, one, 1000)


def one(seed: int) -> tuple[str, str]:
    """ "done", "refused" (each time) or, of a fault, "silent" with the story."""
    source = Random(f"event {seed}")
    desk, story = _hall(source), [""]
    done = 0
    try:
        for _ in range(STEPS):
            sound = desk.snapshot
            if source.random() < 0.7:
                story.append(play(source, desk))
            for _ in range(source.choice((0, 1, 1, 2, 3))):
                story.append(source.choice(EVENTS)(source, desk))
            press = source.choice(PRESSES)
            code = _press(source, desk, press)
            story.append(f"{press}: {code}")
            if source.random() < 0.5:
                look(desk)
            done += code == DONE
            if code != DONE and source.random() < 0.8:
                desk.snapshot = sound
    except Exception:  # whatever it is
        return "silent", ", ".join(story) + "\n" + traceback.format_exc(limit=-4)
    return ("done" if done else "refused"), ", ".join(story)


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


def _press(source: Random, desk: Desk, press: str) -> int:
    if press == "simulate":
        outcome = simulate(desk.snapshot, 1, Chances(source.randrange(99), 0.1, 0.1), DATE)
        desk.snapshot = actions.after(desk.snapshot, outcome)
        return outcome.code
    action, force = press.split()[0], {"force": True} if "--force" in press else {}
    return desk.press(action, **({"provisional": source.random() < 0.5} if action == "ratings" else force)).code


# The rows of the current round, without what decoding would refuse


def _rows(desk: Desk) -> tuple[int, list[Line]]:
    found = [line for line in desk.table(labels.RESULTS).lines() if line.text("Ronde").isdigit()]
    last = max((int(line.text("Ronde")) for line in found), default=0)
    return last, [line for line in found if line.text("Ronde") == str(last)]


def _people(desk: Desk) -> list[Line]:
    return list(desk.table(labels.PLAYERS).lines())


def _numbers(desk: Desk) -> list[str]:
    return [line.text("N°") for line in _people(desk) if line.text("N°")] or ["1", "2"]


def _put(desk: Desk, line: Line, column: str, value: Cell) -> None:
    desk.type(line.table.sheet, line.row, column, value or None)


def play(source: Random, desk: Desk) -> str:
    (one, two), (first, second) = SCORES[type(desk)], NUMBERS[type(desk)]
    for line in _rows(desk)[1]:
        if line.empty(one, "Fin" if one == "Pions N" else "Forfait") and not {"X", "BIP"} & set(line.texts.values()):
            own = source.randrange(20, 45) if one == "Pions N" else source.randrange(300, 500)
            _put(desk, line, one, own)
            _put(desk, line, two, 64 - own if one == "Pions N" else source.randrange(300, 500))
    return f"played {first} {second}"


def _absences(source: Random, desk: Desk) -> str:
    last = _rows(desk)[0]
    texts = (f"{last}-", f"{last}-", f"{last}", f"{last + 1}", f"{last + 1}-", "1", "1-", None)
    for line in source.sample(people := _people(desk), min(len(people), source.choice((1, 1, 2, 3)))):
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
    """Two who exchange their places, or somebody else in one of them."""
    last, rows = _rows(desk)
    if not rows:
        return "nobody to place"
    columns, nobody = NUMBERS[type(desk)], "BIP" if isinstance(desk, OthelloDesk) else "X"
    here, there = source.choice(rows), source.choice(rows)
    one, two = source.choice(columns), source.choice(columns)
    if source.random() < 0.6:
        first, second = here.text(one), there.text(two)
        _put(desk, here, one, second)
        _put(desk, there, two, first)
    else:
        _put(desk, here, one, source.choice([*_numbers(desk), nobody]))
    return f"places in {last}"


def _row(source: Random, desk: Desk) -> str:
    """A row emptied, or one typed for this round or the next."""
    last, rows = _rows(desk)
    if rows and source.random() < 0.4:
        line = source.choice(rows)
        for column in line.table.columns:
            _put(desk, line, column, None)
        return f"row of {last} emptied"
    nobody = "BIP" if isinstance(desk, OthelloDesk) else "X"
    one, two = (source.choice([*_numbers(desk), nobody]) for _ in range(2))
    (desk.game if isinstance(desk, OthelloDesk) else desk.match)(max(1, last + source.choice((0, 1))), one, two)
    return f"{one} against {two}"


def _newcomer(source: Random, desk: Desk) -> str:
    desk.player(f"Z{source.randrange(99)}", source.randrange(1000, 2500))
    return "a newcomer"


def _setting(source: Random, desk: Desk) -> str:
    name = source.choice(("Nombre_de_rondes", "Formule", "Graine"))
    desk.set(name, source.choice((None, 2, 3, 4, "Toutes-rondes", "Classique", "Suisse", "Open")))
    return f"{name} changed"


def _final(source: Random, desk: Desk) -> str:
    if isinstance(desk, OthelloDesk) and (at := right_of(desk.snapshot, labels.FINALS, othello.FINAL)):
        draft = Draft(desk.snapshot)
        draft.put(labels.FINALS, *at, source.choice((1, 3, None)))
        desk.snapshot = draft.after()
    return "final chosen"


EVENTS: tuple[Callable[[Random, Desk], str], ...] = (
    _absences, _absences, _absences, _ends, _ends, _places, _places, _row, _newcomer, _setting, _final,
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
