"""Hurried hands by chance: `python -m tests.fuzz.gestures [--count N] [--first SEED]`.

To a tournament under way happens what a volunteer does by accident on Joueurs, Résultats or Finales: columns sorted
alone, cells pushed up or down, copied, filled, emptied or typed over, rows removed or put elsewhere. Then he presses,
and perhaps it happens again. Each result that the Journal had recorded still belongs to the same two people, by name,
or the press says what became of it: with a problem, or with a sentence about results, pairs or names.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.grid import right_of
from tournament_xl.book.snapshot import Cell, Draft, Snapshot
from tournament_xl.book.typed_rows import RowOf
from tournament_xl.games.othello import labels as othello
from tournament_xl.press import DONE, Outcome
from tournament_xl.rules.othello.results import discs

SHEETS = (labels.RESULTS, labels.RESULTS, labels.PLAYERS, labels.FINALS)
TYPED = (1, 2, 3, 5, 8, 33, 400, "X", "BIP", "Colin Denis", "1", "2", "FN", "é", None)
TOLD = re.compile(r"corrigé|effacé|changé|échangées|est maintenant|plus sur la feuille|homonymes|sans ligne sur")
NAMES = (
    "Aubert Anne", "Bonnet Luc", "Colin Denis", "Duval Irène", "Estève Paul", "Faure Gilles", "Girard Maud",
    "Huet Cléo", "Imbert Yves", "Joly Brice", "Klein Rosa", "Lemoine Théo",
)  # as different as names are  # fmt: skip
BOOKS = {
    "Classique": (Desk, 9, {"Nombre de rondes": 5}),
    "Classique, deux manches gagnantes": (Desk, 8, {"Nombre de rondes": 5, "Manches gagnantes": 2}),
    "Toutes-rondes": (Desk, 6, {"Formule": "Toutes-rondes"}),
    "Open": (Desk, 12, {"Formule": "Open", "Graine": "7"}),
    "Othello": (OthelloDesk, 9, {"Nombre de rondes": 5}),
    "Othello, finales": (OthelloDesk, 6, {"Nombre de rondes": 3}),
}
STATES = ("recorded", "next drawn", "next played", "next undone")
Grid = list[list[Cell]]


def main() -> int:
    return series("gestures", __doc__, one, 2000)


def series(name: str, help_: str | None, one: Callable[[int], tuple[str, str]], usual: int) -> int:
    """Try many seeds, tell what became of them and the first that were silent; 1 if there are any."""
    options = argparse.ArgumentParser(description=help_)
    options.add_argument("--count", type=int, default=usual)
    options.add_argument("--first", type=int, default=0)
    chosen = options.parse_args()
    began, became, faults = time.monotonic(), Counter[str](), list[str]()
    for seed in range(chosen.first, chosen.first + chosen.count):
        word, story = one(seed)
        became[word] += 1
        faults += [f"seed {seed}: {story}"] if word == "silent" else []
    told = ", ".join(f"{word}: {count}" for word, count in sorted(became.items()))
    print(f"{name}: {became.total()} tried, {len(faults)} faults, {time.monotonic() - began:.0f} s; {told}")
    print(*faults[:10], sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def one(seed: int) -> tuple[str, str]:
    """What became of the recorded results ("kept", "told", "refused" or "silent"), and the story."""
    source = Random(f"gestures {seed}")
    kind, state = source.choice(list(BOOKS)), source.choice(STATES)
    desk = BOOKS[kind][0]()
    desk.snapshot, before, usual = tournament(kind, state)
    story, words = [kind, state], set()
    for _ in range(source.choice((1, 1, 2, 3))):
        sound = desk.snapshot
        story += [gesture(source, desk) for _ in range(source.choice((1, 1, 1, 2)))]
        action = source.choice(("update", "pair"))
        outcome = desk.press(action)
        story.append(f"{action}: {outcome.code}")
        if outcome.code != DONE:
            words.add("refused")
            desk.snapshot = sound  # the organiser mends it
            continue
        now = dict(results(desk))
        lost = [f"{at} {before[at]} -> {now.get(at)}" for at in before if now.get(at) != before[at]]
        if lost and not says(outcome, usual):
            return "silent", ", ".join(story + lost[:3])
        words.add("told" if lost else "kept")
        before, usual = now, frozenset(outcome.warnings)  # a press has seen them all
    return min(words, key=("told", "refused", "kept").index), ", ".join(story)


def says(outcome: Outcome, usual: frozenset[str]) -> bool:
    """Whether it says something of results, pairs or names that it did not say before, or notes a name mended."""
    noted = (str(value) for block in outcome.edits for _, value in block.cells() if block.sheet == labels.JOURNAL)
    told = [text for text in outcome.warnings if text not in usual]
    return any(TOLD.search(text) for text in told) or any("nom corrigé" in text for text in noted)


@cache
def tournament(kind: str, state: str) -> tuple[Snapshot, dict[object, object], frozenset[str]]:
    """Two recorded rounds, or all and the finals; what the Journal has of them, what an update says anyhow."""
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
        draft, at = Draft(desk.snapshot), right_of(desk.snapshot, labels.FINALS, othello.FINAL)
        assert at
        draft.put(labels.FINALS, *at, 3)
        desk.snapshot = draft.after()
        desk.must("update")
        _play_finals(desk)
        desk.must("update")
    recorded, usual = dict(results(desk)), frozenset(desk.press("update").warnings)
    if state != STATES[0] and not finals:
        desk.must()
        if state == STATES[2]:
            play(desk, source)
        elif state == STATES[3]:
            desk.must("undo")
    return desk.snapshot, recorded, usual


def play(desk: Desk, source: Random, share: float = 1.0, *, alike: bool = False) -> None:
    """A result in every row that wants one, or in a share of them; now and then a forfeit; `alike`: the same in all."""
    othello_rows = isinstance(desk, OthelloDesk)
    for row in desk.decoded().pending:
        if source.random() > share:
            continue
        if othello_rows:
            black = 40 if alike else source.randrange(10, 54)
            values: dict[str, Cell] = {"Pions N": black, "Pions B": 64 - black}
        else:
            scores = (412, 389) if alike else (source.randrange(400, 500), source.randrange(250, 400))
            games = desk.decoded().tournament.settings.games_to_win(row.round)
            columns = ("Score 1", "Score 2", "Score 1b", "Score 2b")[: 2 * games]
            values = dict(zip(columns, scores * games, strict=True))
        if source.random() < 0.1:
            values = {"Fin": "FN"} if othello_rows else {"Forfait": "1"}
        for column, value in values.items():
            desk.type(labels.RESULTS, row.line.row, column, value)


def _play_finals(desk: Desk) -> None:
    for line in desk.table(labels.FINALS).lines():
        if line.text("N° N"):
            desk.type(labels.FINALS, line.row, "Pions N", 40)
            desk.type(labels.FINALS, line.row, "Pions B", 24)


def results(desk: Desk) -> Iterator[tuple[object, object]]:
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


def gesture(source: Random, desk: Desk) -> str:
    """One accident; what it was."""
    sheet = source.choice([name for name in SHEETS if name != labels.FINALS or isinstance(desk, OthelloDesk)])
    if source.random() < 0.05 and (rows := desk.decoded().results.rows):
        return _withdraw(desk, source.choice(rows), source.random() < 0.5)
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
    block = grid[top - 1 : bottom]  # the same rows, not copies
    kind = source.choice(list(KINDS))
    KINDS[kind](source, grid, block, slice(left, right), top - 1)
    desk.snapshot = Snapshot({**desk.snapshot.sheets, sheet: grid})
    return f"{kind} ({sheet}, rows {top} to {bottom}, columns {left + 1} to {right})"


def _withdraw(desk: Desk, row: RowOf[Any], left: bool) -> str:
    """A row of Résultats emptied, and its players declared absent or gone, as a sentence proposes."""
    for column in desk.columns[labels.RESULTS]:
        desk.type(labels.RESULTS, row.line.row, column, None)
    for who in filter(None, row.match.sides):
        desk.absences(who, f"{row.round}-" if left else f"{row.round}")
    return f"withdrawn (row {row.line.row})"


def _sort(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    by = source.randrange(columns.start, columns.stop)
    backwards = source.random() < 0.5
    order = sorted(block, key=lambda row: (row[by] is None, str(type(row[by])), row[by] or 0), reverse=backwards)
    for row, cells in zip(block, [row[columns] for row in order], strict=True):
        row[columns] = cells


def _push(source: Random, grid: Grid, block: Grid, columns: slice, top: int) -> None:
    rows = grid[top:]
    cells, empty = [row[columns] for row in rows], [None] * (columns.stop - columns.start)
    moved = [*cells[1:], empty] if source.random() < 0.5 else [empty, *cells[:-1]]
    for row, new in zip(rows, moved, strict=True):
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


if __name__ == "__main__":
    sys.exit(main())
