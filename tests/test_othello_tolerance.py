"""Whatever stands in an Othello workbook: a sentence, never a traceback; and a press repeated changes nothing."""

from __future__ import annotations

import random

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl import actions
from tournament_xl.check import check
from tournament_xl.press import DONE
from tournament_xl.simulate import Chances, simulate
from tournament_xl.workbook.snapshot import Snapshot

DATE = "21/11/2026 14:00"
VALUES = (
    None, "", 0, -1, 1, 3, 64, 65, 32.5, 1e9, "BIP", "X", "TN", "FNB", "FN", "2-", "1-", "-", "1-3", "oui", "Suisse",
    "Toutes-rondes", "PAPP", "=A1", "a" * 300, "Choix de l'organisateur.", "#N/A", True, "1e5", "½", "interdit dès 2",
    "١", "²", 12345678901, "1-2:40/24", "Appariement", "Finale", "Demi-finale 1",
)  # fmt: skip


@pytest.fixture(scope="module")
def stages():
    """Workbooks as they stand in the course of a tournament."""
    desk = OthelloDesk(7)
    found = [desk.snapshot]
    for press in ("pair", "update", "pair"):
        if press == "update":
            desk.lower_wins()
        found.append(desk.must(press).snapshot)
    circle = OthelloDesk(5, Formule="Toutes-rondes").must().lower_wins().must("update").must()
    return [*found, circle.snapshot]


def damaged(snapshot: Snapshot, source: random.Random) -> Snapshot:
    """Up to four cells typed over, rows deleted or put in, a sheet taken away."""
    grids = {name: [list(row) for row in grid] for name, grid in snapshot.sheets.items()}
    for _ in range(source.randint(1, 4)):
        name = source.choice([name for name, grid in grids.items() if grid])
        grid, kind = grids[name], source.random()
        row = source.randrange(min(len(grid), 30))
        if kind < 0.1:
            del grid[row]
        elif kind < 0.15:
            grid.insert(row, [source.choice(VALUES) for _ in range(12)])
        elif kind < 0.17:
            del grids[name]
        else:
            column = source.randrange(12)
            grid[row] += [None] * (column + 1 - len(grid[row]))
            grid[row][column] = source.choice(VALUES)
    return Snapshot(grids)


@pytest.mark.parametrize("seed", range(8))
def test_no_press_fails_on_what_people_type_and_a_press_repeated_changes_nothing(stages, seed):
    source = random.Random(seed)
    for _ in range(25):
        snapshot = damaged(source.choice(stages), source)
        check(snapshot)
        actions.undo(snapshot, DATE, force=True)
        simulate(snapshot, 1, Chances("1", 0.1, 0.1), DATE)
        for press in (actions.update, actions.pair):
            outcome = press(snapshot, DATE)
            if outcome.code == DONE:
                again = actions.update(actions.after(snapshot, outcome), DATE)
                assert (again.code, again.edits) == (DONE, ())


def test_an_update_repeated_changes_nothing_in_a_round_typed_by_hand_where_somebody_is_idle():
    desk = OthelloDesk(4)
    for number in range(4):
        desk.type("Joueurs", 5 + number, "N°", number + 1)
    desk.game(1, 1, 2)
    desk.type("Résultats", 5, "Motif", "à la main")
    first = desk.press("update")
    assert first.code == DONE
    assert desk.press("update").edits == ()
