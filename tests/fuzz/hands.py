"""Hurried hands by chance: `python -m tests.fuzz.hands [--count N] [--first SEED]`.

A tournament under way, or a new field of two to fourteen of any formula, goes on for some steps. Rounds are played;
people come late, leave, give forfeits, change places; rows are emptied and typed, settings change; and cells suffer
what a volunteer does by accident: columns sorted alone, cells pushed up or down, copied, filled, emptied or typed over,
rows removed or put elsewhere. Then a button is pressed, and whatever only reads looks at the workbook. All must answer.
Each result that a press has seen still belongs to the same two people, by name, or the press says what became of it:
with a problem, or with a sentence about results, pairs or names.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

from tests.desk import DATE, Desk
from tests.othello_desk import OthelloDesk
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
from tournament_xl.press import DONE, Outcome, Stop, understood
from tournament_xl.rules.othello.results import discs
from tournament_xl.send.parcel import parcel
from tournament_xl.show import show_standings
from tournament_xl.simulate import Chances, simulate

NUMBERS = {Desk: ("N° 1", "N° 2"), OthelloDesk: ("N° N", "N° B")}
SCORES = {Desk: ("Score 1", "Score 2"), OthelloDesk: ("Pions N", "Pions B")}
BOOKS = {
    "Classique": (Desk, 9, {"Nombre de rondes": 5}),
    "Classique, deux manches gagnantes": (Desk, 8, {"Nombre de rondes": 5, "Manches gagnantes": 2}),
    "Toutes-rondes": (Desk, 6, {"Formule": "Toutes-rondes"}),
    "Open": (Desk, 12, {"Formule": "Open", "Graine": "7"}),
    "Othello": (OthelloDesk, 9, {"Nombre de rondes": 5}),
    "Othello, finales": (OthelloDesk, 6, {"Nombre de rondes": 3}),
}
STATES = ("recorded", "next drawn", "next played", "next undone")
NAMES = (
    "Aubert Anne", "Bonnet Luc", "Colin Denis", "Duval Irène", "Estève Paul", "Faure Gilles", "Girard Maud",
    "Huet Cléo", "Imbert Yves", "Joly Brice", "Klein Rosa", "Lemoine Théo",
)  # as different as names are  # fmt: skip
FORMULAS = {"Suisse": 2, "Toutes-rondes": 3, "Double toutes-rondes": 3, "Classique": 7, "Open": 11}  # smallest field
SETTINGS = {
    "Nombre de rondes": (2, 3, 4, 5, 6, 8, 10, 12, None, "x"),
    "Édition": ("F10", "F50", None),
    "Manches gagnantes": (1, 2, "2 (ronde 3)", None),
    "Formule": (*FORMULAS, None),
    "Graine": ("7", "8", None),
    "Pions du bye": (32, 33, 64, None),
    "Départage": ("PAPP", "règlement", None),
    "Nom": ("Coupe", None),
}
ENDS = ("FN", "FB", "FNB", "TN", "TB", "TN+", "TB+", "AN", "AB", "PN", None)
TYPED = (1, 2, 3, 5, 8, 33, 400, "X", "BIP", "Colin Denis", "1", "2", "FN", "é", None)
TOLD = re.compile(
    r"corrigé|effacé|changé|échangées|est maintenant|plus sur la feuille|homonymes|sans ligne sur|Manches gagnantes"
)
PRESSES = ("pair", "pair", "pair", "update", "update", "undo", "undo --force", "ratings", "simulate")
Grid = list[list[Cell]]


def main() -> int:
    """Try many seeds, tell what became of them and the first that were silent; 1 if there are any."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--first", type=int, default=0)
    chosen = options.parse_args()
    began, became, faults = time.monotonic(), Counter[str](), list[str]()
    for seed in range(chosen.first, chosen.first + chosen.count):
        word, story = one(seed)
        became[word] += 1
        faults += [f"seed {seed}: {story}"] if word == "silent" else []
    told = ", ".join(f"{word}: {count}" for word, count in sorted(became.items()))
    print(f"hands: {became.total()} tried, {len(faults)} faults, {time.monotonic() - began:.0f} s; {told}")
    print(*faults[:10], sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def one(seed: int) -> tuple[str, str]:
    """What became of the recorded results ("kept", "told", "refused"), or "silent" where one was lost without a word or
    anything failed; and the story. One in four begins with a new field: there only an answer is wanted.
    """
    source = Random(f"hands {seed}")
    recorded, before, usual = source.random() < 0.75, dict[object, object](), frozenset[str]()
    if recorded:
        kind, state = source.choice(list(BOOKS)), source.choice(STATES)
        desk = BOOKS[kind][0]()
        desk.snapshot, before, usual = tournament(kind, state)
        story = [kind, state]
    else:
        desk = _hall(source)
        story = [type(desk).__name__]
    words = set()
    try:
        for _ in range(source.choice((1, 1, 2, 3)) if recorded and source.random() < 0.9 else 9):
            sound = desk.snapshot
            if source.random() < (0.2 if recorded else 0.6):
                story.append(play(desk, source))
            for _ in range(source.choice((1, 1, 1, 2))):
                story.append(source.choice(ACCIDENTS)(source, desk))
            press = source.choice(PRESSES)
            outcome = _press(source, desk, press)
            story.append(f"{press}: {outcome.code}")
            if source.random() < 0.1:
                look(desk)
            if outcome.code != DONE:
                words.add("refused")
                if recorded or source.random() < 0.8:
                    desk.snapshot = sound  # the organiser mends it
            elif recorded:
                now, undone = dict(results(desk)), press.startswith("undo")
                lost = [f"{at} {result} -> {now.get(at)}" for at, result in before.items()
                        if now.get(at) != result and not (undone and at[0] == outcome.round)]  # fmt: skip
                if lost and not says(outcome, usual):
                    return "silent", ", ".join(story + lost[:3])
                words.add("told" if lost else "kept")
                before, usual = now, frozenset(outcome.warnings)  # a press has seen them all
    except Exception:  # whatever it is
        return "silent", ", ".join(story) + "\n" + traceback.format_exc(limit=-4)
    return min(words, key=("told", "refused", "kept").index, default="kept"), ", ".join(story)


def says(outcome: Outcome, usual: frozenset[str]) -> bool:
    """Whether it says something of results, pairs or names that it did not say before, or notes a name mended."""
    noted = (str(value) for block in outcome.edits for _, value in block.cells() if block.sheet == labels.JOURNAL)
    told = [text for text in outcome.warnings if text not in usual]
    return any(TOLD.search(text) for text in told) or any("nom corrigé" in text for text in noted)


def results(desk: Desk) -> Iterator[tuple[tuple[object, str, str], object]]:
    """Round or final and the two names, in their order -> the result."""
    decoded = desk.decoded()
    names = {player.number: player.full_name for player in decoded.tournament.players}
    rows = [(row.round, row.match) for row in decoded.results.rows]
    finals = getattr(decoded, "finals", None)
    rows += [((row.stage, row.number), row.game) for row in (finals.rows if finals else ())]
    for where, match in rows:
        if not match.complete or 0 in match.sides:
            continue
        one, two = (names[who] for who in match.sides)
        if isinstance(desk, OthelloDesk):
            yield (where, one, two), (discs(match), match.end)
        elif one < two:
            yield (where, one, two), (match.games, match.forfeits)
        else:
            games = tuple((b, a) for a, b in match.games)
            yield (where, two, one), (games, frozenset(3 - side for side in match.forfeits))


def look(desk: Desk) -> None:
    """Everything that only reads."""
    list(lines(check(desk.snapshot), "x"))
    with contextlib.suppress(Stop):
        parcel(desk.snapshot, "")
    of_othello = isinstance(desk, OthelloDesk)
    try:
        decoded = understood((decode_othello if of_othello else decode)(desk.snapshot))
    except Stop:
        return
    with contextlib.redirect_stdout(io.StringIO()):
        for after in range(decoded.tournament.played + 1):
            show_standings(decoded, after)
    explain = explain_othello if of_othello else explain_round
    for number, matches in enumerate(decoded.tournament.rounds, start=1):
        for table in (None, *(match.table for match in matches)):
            explain(decoded, number, table)


# Where it begins


@cache
def tournament(kind: str, state: str) -> tuple[Snapshot, dict[object, object], frozenset[str]]:
    """Two recorded rounds, or all and the finals; what a press has seen of them, what an update says anyhow."""
    make, count, settings = BOOKS[kind]
    desk, source = make(**{name.replace(" ", "_"): value for name, value in settings.items()}), Random(kind)
    for number in range(1, count + 1):
        name, first = NAMES[number - 1].split()
        desk.player(name, 2000 - 10 * number, Prénom=first, N=number)
    finals = kind.endswith("finales")
    for _ in range(3 if finals else 2):
        play(desk.must(), source)
    desk.must("update")
    if finals:
        _choose_final(desk, 3)
        for line in desk.must("update").table(labels.FINALS).lines():
            for column, value in {"Pions N": 40, "Pions B": 24}.items() if line.text("N° N") else ():
                desk.type(labels.FINALS, line.row, column, value)
        desk.must("update")
    recorded, usual = dict(results(desk)), frozenset(desk.press("update").warnings)
    if state != "recorded" and not finals:
        desk.must()
        if state == "next played":
            play(desk, source)
        elif state == "next undone":
            desk.must("undo")
    return desk.snapshot, recorded, usual


def _hall(source: Random) -> Desk:
    formula = source.choice(list(FORMULAS))
    of_othello = formula == "Suisse" or (formula.endswith("rondes") and source.random() < 0.5)
    desk = (OthelloDesk if of_othello else Desk)(Formule=formula, Graine=str(source.randrange(9)))
    if not of_othello and source.random() < 0.2:
        desk.set("Manches_gagnantes", 2)
    if source.random() < 0.7 and formula != "Open":
        desk.set("Nombre_de_rondes", source.randrange(2, 6))
    desk.players(source.randrange(FORMULAS[formula], 15))
    return desk


def _press(source: Random, desk: Desk, press: str) -> Outcome:
    if press == "simulate":
        outcome = simulate(desk.snapshot, 1, Chances(source.randrange(99), 0.1, 0.1), DATE)
        desk.snapshot = actions.after(desk.snapshot, outcome)
        return outcome
    options = {"provisional": True} if press == "ratings" else {"force": True} if "--force" in press else {}
    return desk.press(press.split()[0], **options)


def _rows(desk: Desk) -> tuple[int, list[Line]]:
    """The current round and its rows, without what decoding would refuse."""
    found = [line for line in desk.table(labels.RESULTS).lines() if line.text("Ronde").isdigit()]
    last = max((int(line.text("Ronde")) for line in found), default=0)
    return last, [line for line in found if line.text("Ronde") == str(last)]


def _put(desk: Desk, line: Line, **values: Cell) -> None:
    for column, value in values.items():
        desk.type(line.table.sheet, line.row, column, value or None)


def play(desk: Desk, source: Random) -> str:
    """Results in the current round, now and then the same in all rows, now and then a forfeit."""
    of_othello, alike, last = isinstance(desk, OthelloDesk), source.random() < 0.2, _rows(desk)[0]
    one, two = SCORES[type(desk)]
    settings = {line.text("Paramètre"): line.text("Valeur") for line in desk.table(labels.TOURNAMENT).lines()}
    games = ("", "b") if settings.get("Manches gagnantes") == "2" else ("",)
    for line in _rows(desk)[1]:
        if not line.empty(one, "Fin" if of_othello else "Forfait") or {"X", "BIP"} & set(line.texts.values()):
            continue
        own = (40 if of_othello else 412) if alike else source.randrange(*(10, 54) if of_othello else (300, 500))
        other = 64 - own if of_othello else 389 if alike else source.randrange(250, 400)
        if source.random() < 0.1:
            _put(desk, line, **({"Fin": "FN"} if of_othello else {"Forfait": "1"}))
        else:
            _put(desk, line, **{column + game: score for game in games for column, score in ((one, own), (two, other))})
    return f"round {last} played"


# What hands do on purpose


def _absences(source: Random, desk: Desk) -> str:
    last = _rows(desk)[0]
    texts = (f"{last}-", f"{last}-", f"{last}", f"{last + 1}", f"{last + 1}-", "1", "1-", "2, 3", None)
    people = list(desk.table(labels.PLAYERS).lines())
    for line in source.sample(people, min(len(people), source.choice((1, 1, 2, 3)))):
        _put(desk, line, Absences=source.choice(texts))
    return f"absences around {last}"


def _ends(source: Random, desk: Desk) -> str:
    column, ends = ("Fin", ENDS) if isinstance(desk, OthelloDesk) else ("Forfait", ("1", "2", "1+2", None))
    _, rows = _rows(desk)
    for line in source.sample(rows, min(len(rows), source.choice((1, 2)))):
        _put(desk, line, **{column: source.choice(ends)})
        if source.random() < 0.5:
            _put(desk, line, **dict.fromkeys(SCORES[type(desk)]))
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
        _put(desk, here, **{one: second})
        _put(desk, there, **{two: first})
    else:
        _put(desk, here, **{one: source.choice(_numbers(desk))})
    for line in source.sample((here, there), source.randrange(3)):
        _put(desk, line, **dict.fromkeys((*SCORES[type(desk)], "Fin" if isinstance(desk, OthelloDesk) else "Forfait")))
    return f"places in {last}"


def _numbers(desk: Desk) -> list[str]:
    found = [line.text("N°") for line in desk.table(labels.PLAYERS).lines() if line.text("N°")] or ["1", "2"]
    return [*found, "BIP" if isinstance(desk, OthelloDesk) else "X"]


def _row(source: Random, desk: Desk) -> str:
    """A row typed for this round or the next, or one emptied, often with its players declared absent or gone."""
    last, rows = _rows(desk)
    if not rows or source.random() < 0.6:
        one, two = (source.choice(_numbers(desk)) for _ in range(2))
        (desk.game if isinstance(desk, OthelloDesk) else desk.match)(max(1, last + source.choice((0, 1))), one, two)
        return f"{one} against {two}"
    line = source.choice(rows)
    gone = {line.text(column) for column in NUMBERS[type(desk)]} if source.random() < 0.5 else set()
    _put(desk, line, **dict.fromkeys(line.table.columns))
    for player in desk.table(labels.PLAYERS).lines():
        if player.text("N°") in gone:
            _put(desk, player, Absences=source.choice((f"{last}-", f"{last}")))
    return f"row of {last} emptied, {len(gone)} gone"


def _newcomer(source: Random, desk: Desk) -> str:
    number = 50 + source.randrange(9)
    more = {"N": number} if source.random() < 0.5 else {}
    desk.player(f"Tard{number}", source.randrange(1000, 2500), Prénom="Léa", **more)
    return f"late entry {number}"


def _setting(source: Random, desk: Desk) -> str:
    found = [line for line in desk.table(labels.TOURNAMENT).lines() if line.text("Paramètre") in SETTINGS]
    line = source.choice(found)
    _put(desk, line, Valeur=source.choice(SETTINGS[line.text("Paramètre")]))
    return line.text("Paramètre")


def _choose_final(desk: Desk, games: Cell) -> None:
    if at := right_of(desk.snapshot, labels.FINALS, othello.FINAL):
        draft = Draft(desk.snapshot)
        draft.put(labels.FINALS, *at, games)
        desk.snapshot = draft.after()


def _final(source: Random, desk: Desk) -> str:
    if isinstance(desk, OthelloDesk):
        _choose_final(desk, source.choice((1, 3, None)))
    return "final chosen"


# What hands do by accident: to a block of cells, `columns` of some rows


def _accident(source: Random, desk: Desk) -> str:
    if not _rows(desk)[1]:
        return "nothing yet"
    sheets = (labels.RESULTS, labels.RESULTS, labels.PLAYERS, labels.JOURNAL, labels.FINALS)
    sheet = source.choice([name for name in sheets if name != labels.FINALS or isinstance(desk, OthelloDesk)])
    table = desk.table(sheet)
    width, first, last = max(table.columns.values()), table.header + 1, max(table.last_row(), table.header + 2)
    grid: Grid = [list(row) for row in desk.snapshot.sheets[sheet]]
    grid.extend([] for _ in range(last + 2 - len(grid)))
    for row in grid:
        row.extend([None] * (width + 1 - len(row)))
    left = source.choice(sorted(table.columns.values())) - 1
    right = source.choice((left + 1, left + 1, source.randrange(left, width) + 1, width))
    top = source.randrange(first, last)
    bottom = source.choice((top + 1, min(top + source.randrange(1, 4), last), source.randrange(top, last + 1)))
    kind = source.choice(list(KINDS))
    KINDS[kind](source, grid, grid[top - 1 : bottom], slice(left, right), top - 1)
    desk.snapshot = Snapshot({**desk.snapshot.sheets, sheet: grid})
    return f"{kind} ({sheet}, rows {top} to {bottom}, columns {left + 1} to {right})"


def _sort(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    by, backwards = source.randrange(columns.start, columns.stop), source.random() < 0.5
    order = sorted(block, key=lambda row: (row[by] is None, str(type(row[by])), row[by] or 0), reverse=backwards)
    for row, cells in zip(block, [row[columns] for row in order], strict=True):
        row[columns] = cells


def _push(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    cells, empty = [row[columns] for row in grid[top:]], [None] * (columns.stop - columns.start)
    moved = [*cells[1:], empty] if source.random() < 0.5 else [empty, *cells[:-1]]
    for row, new in zip(grid[top:], moved, strict=True):
        row[columns] = list(new)


def _exchange(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    block[0][columns], block[-1][columns] = block[-1][columns], block[0][columns]


def _copy(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    block[-1][columns] = block[0][columns]


def _fill(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    for row in block[: source.choice((2, 3, 5))]:
        row[columns] = block[0][columns]


def _empty(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    for row in block[: source.choice((1, 1, 2, 4))]:
        row[columns] = [None] * (columns.stop - columns.start)


def _type(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    block[0][columns.start] = source.choice(TYPED)


def _remove(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    del grid[top : top + source.choice((1, 1, 2))]


def _insert(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    grid.insert(top, source.choice(([None] * len(block[0]), list(block[0]), list(block[-1]))))


KINDS = {
    "sorted": _sort, "pushed": _push, "exchanged": _exchange, "copied": _copy, "filled down": _fill,
    "emptied": _empty, "typed over": _type, "rows removed": _remove, "row inserted": _insert,
}  # fmt: skip
ACCIDENTS = (_absences, _ends, _places, _row, _newcomer, _setting, _final, *(7 * [_accident]))

if __name__ == "__main__":
    sys.exit(main())
