"""Accidents of a hurried volunteer, by chance.

A tournament with recorded rounds goes on for some steps: rounds are played, and cells suffer what a volunteer does by
accident: columns sorted alone, cells pushed up or down, exchanged, filled, emptied or typed over, rows removed or
moved. Then a button is pressed, and must answer. Each result that a press has seen still belongs to the same two
people, by name, or the press says what became of it: with a problem, or with a sentence about results, pairs or
names.
"""

from __future__ import annotations

import re
import traceback
from functools import cache
from random import Random

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.othello.rules.results import compute_final_discs
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.working_copy import Outcome

BOOKS = {
    "Classique": (Desk, 9, {"Nombre de rondes": 5}),
    "Toutes-rondes": (Desk, 6, {"Formule": "Toutes-rondes"}),
    "Open": (Desk, 12, {"Formule": "Open", "Graine": "7"}),
    "Othello": (OthelloDesk, 9, {"Nombre de rondes": 5}),
}
NAMES = (
    "Aubert Anne", "Bonnet Luc", "Colin Denis", "Duval Irène", "Estève Paul", "Faure Gilles", "Girard Maud",
    "Huet Cléo", "Imbert Yves", "Joly Brice", "Klein Rosa", "Lemoine Théo",
)  # as different as names are  # fmt: skip
TYPED = (1, 2, 3, 5, 8, 33, 400, "X", "BIP", "Colin Denis", "1", "2-", "1+2", "FN", "TB+", "AN", "é", None)
ACCIDENTS = (
    "sorted", "pushed up", "pushed down", "exchanged", "filled down", "emptied", "typed over", "removed", "inserted",
)  # fmt: skip
TOLD = re.compile(
    r"corrigé|effacé|changé|échangées|est maintenant|plus sur la feuille|homonymes|sans ligne sur|Manches gagnantes"
)
PRESSES = ("pair", "pair", "pair", "update", "update", "undo", "undo --force", "ratings")


def play_tournament(seed: int) -> tuple[str, str]:
    """Play a tournament with accidents.

    Returns:
        What became of the recorded results ("kept", "told", "refused", or "silent" where a result was lost without a
        word or anything failed), and the story.
    """
    source = Random(f"hands {seed}")
    kind, drawn = source.choice(list(BOOKS)), source.random() < 0.6
    desk, words, story = BOOKS[kind][0](), set(), [kind, "next drawn" if drawn else "recorded"]
    desk.snapshot, before, usual = tournament(kind, drawn)
    try:
        for _ in range(source.choice((1, 1, 2, 3, 9))):
            sound = desk.snapshot
            if source.random() < 0.4:
                desk.play()
                story.append("played")
            for _ in range(source.choice((1, 1, 1, 2))):
                story.append(_accident(source, desk))
            press = source.choice(PRESSES)
            outcome = _press(desk, press)
            story.append(f"{press}: {outcome.code}")
            if outcome.code != DONE:
                words.add("refused")
                desk.snapshot = sound  # the organiser mends it
                continue
            now, undone = results(desk), press.startswith("undo")
            lost = [f"{key} {result} -> {now.get(key)}" for key, result in before.items()
                    if now.get(key) != result and not (undone and key[0] == outcome.round)]  # fmt: skip
            if lost and not says(outcome, usual):
                return "silent", ", ".join(story + lost[:3])
            words.add("told" if lost else "kept")
            before, usual = now, frozenset(outcome.warnings)  # a press has seen them all
    except Exception:  # whatever it is
        return "silent", ", ".join(story) + "\n" + traceback.format_exc(limit=-4)
    return min(words, key=("told", "refused", "kept").index), ", ".join(story)


def says(outcome: Outcome, usual: frozenset[str]) -> bool:
    """Check whether an outcome says something new of results, pairs or names, or notes a corrected name."""
    noted = (str(value) for block in outcome.edits for _, value in block.cells() if block.sheet == schema.JOURNAL)
    new_warnings = [text for text in outcome.warnings if text not in usual]
    return any(TOLD.search(text) for text in new_warnings) or any("nom corrigé" in text for text in noted)


def results(desk: Desk) -> dict[tuple[int, str, str], object]:
    """Read the results: round and both names, in their order -> the result."""
    decoded, results_by_pair = desk.decoded(), dict[tuple[int, str, str], object]()
    names = {player.number: player.full_name for player in decoded.tournament.players}
    for row in decoded.results.rows:
        match = row.match
        if not match.complete or 0 in match.sides:
            continue
        first, second = (names[player_id] for player_id in match.sides)
        if isinstance(desk, OthelloDesk):
            results_by_pair[row.round, first, second] = compute_final_discs(match), match.end
        elif first < second:
            results_by_pair[row.round, first, second] = match.games, match.forfeits
        else:
            games = tuple((b, a) for a, b in match.games)
            results_by_pair[row.round, second, first] = games, frozenset(3 - side for side in match.forfeits)
    return results_by_pair


@cache
def tournament(kind: str, drawn: bool) -> tuple[Snapshot, dict[tuple[int, str, str], object], frozenset[str]]:
    """Play two rounds.

    Returns:
        The workbook, the results that a press has seen, and the warnings that an update gives without any accident.
    """
    make, count, settings = BOOKS[kind]
    desk = make(**{name.replace(" ", "_"): value for name, value in settings.items()})
    for number in range(1, count + 1):
        name, first = NAMES[number - 1].split()
        desk.player(name, 2000 - 10 * number, Prénom=first, N=number)
    for _ in range(2):
        desk.must().play()
    recorded, usual = results(desk.must("update")), frozenset(desk.press("update").warnings)
    if drawn:
        desk.must()
    return desk.snapshot, recorded, usual


def _press(desk: Desk, press: str) -> Outcome:
    options = {"provisional": True} if press == "ratings" else {"force": True} if "--force" in press else {}
    return desk.press(press.split()[0], **options)


def _accident(source: Random, desk: Desk) -> str:
    """Damage a block of cells, some columns of some rows, as hands do by accident."""
    sheet = source.choice((schema.RESULTS, schema.RESULTS, schema.PLAYERS, schema.JOURNAL))
    table = desk.table(sheet)
    width, first, last = max(table.columns.values()), table.header + 1, max(table.last_row(), table.header + 2)
    grid = [list(row) for row in desk.snapshot.sheets[sheet]]
    grid.extend([] for _ in range(last + 2 - len(grid)))
    for row in grid:
        row.extend([None] * (width + 1 - len(row)))
    left = source.choice(sorted(table.columns.values())) - 1
    columns = slice(left, source.choice((left + 1, left + 1, source.randrange(left, width) + 1, width)))
    top = source.randrange(first, last)
    bottom = source.choice((top + 1, min(top + source.randrange(1, 4), last), source.randrange(top, last + 1)))
    what = source.choice(ACCIDENTS)
    if what == "removed":
        del grid[top - 1 : top + source.randrange(2)]
    elif what == "inserted":
        grid.insert(top - 1, source.choice(([None] * width, list(grid[top - 1]), list(grid[bottom - 1]))))
    else:
        rows = grid[top - 1 :] if what.startswith("pushed") else grid[top - 1 : bottom]
        for row, cells in zip(rows, _changed(source, what, [row[columns] for row in rows]), strict=True):
            row[columns] = cells
    desk.snapshot = Snapshot({**desk.snapshot.sheets, sheet: grid})
    return f"{what} ({sheet}, rows {top} to {bottom}, columns {columns.start + 1} to {columns.stop})"


def _changed(source: Random, what: str, block: list[list[Cell]]) -> list[list[Cell]]:
    """Return the block after the accident, as many rows as before."""
    first, *between, last = block if len(block) > 1 else (block[0], block[0])
    empty, many = [None] * len(first), source.choice((1, 2, 4))
    by = source.randrange(len(first))
    changed = {
        "sorted": lambda: sorted(block, key=lambda row: (row[by] is None, str(type(row[by])), row[by] or 0)),
        "pushed up": lambda: [*block[1:], empty],
        "pushed down": lambda: [empty, *block[:-1]],
        "exchanged": lambda: [last, *between, first],
        "filled down": lambda: [first] * len(block[: 1 + many]) + block[1 + many :],
        "emptied": lambda: [empty] * len(block[:many]) + block[many:],
        "typed over": lambda: [[source.choice(TYPED), *first[1:]], *block[1:]],
    }[what]()
    return changed[: len(block)]
