"""Somebody types in the open Excel while a press runs: nothing typed is lost, and no press is true of other facts."""

import pytest

from tests.excel_live import backups, press, read, score, sheet, state
from tournament_xl.book.snapshot import HostError


def types_meanwhile(program, monkeypatch, kind, cells, number=1, error=None):
    """Somebody types `cells` when the call of this kind and number comes; then it fails with `error`."""
    honest, seen = program.call, []

    def call(name, *details):
        seen.append(name)
        if name == kind and seen.count(kind) == number:
            for (name_of_sheet, *at), value in cells.items():
                sheet(program, name_of_sheet).type(tuple(at), value)
            if error:
                raise error
        honest(name, *details)

    monkeypatch.setattr(program, "call", call)


MEANWHILE = {
    "an imposed pair where the new round goes": ("pair", {("Résultats", 9, 3): 4.0, ("Résultats", 9, 4): "Dupont"}),
    "a score that is corrected": ("pair", {("Résultats", 5, 5): 451.0}),
    "a score of the round that is taken back": ("undo", {("Résultats", 5, 5): 450.0, ("Résultats", 5, 6): 400.0}),
    "a title of a derived sheet": ("update", {("Classement", 1, 1): "Mon titre"}),
}


@pytest.mark.parametrize("kind", ["copy", "set calculation"])
@pytest.mark.parametrize(("action", "cells"), MEANWHILE.values(), ids=MEANWHILE)
def test_what_is_typed_before_the_first_write_stays_and_refuses_the_press(program, monkeypatch, action, cells, kind):
    press(program)
    if action != "undo":
        score(program)
    copies = backups(program)
    types_meanwhile(program, monkeypatch, kind, cells)
    before = read(program).sheets
    with pytest.raises(HostError, match="modifié pendant le travail .*Recommencez"):
        press(program, action)
    after = state(program)
    for (name, *at), value in cells.items():
        assert after[name][0].get(tuple(at)) == value
        assert f"feuille « {name} »" in program.boxes[0]
        sheet(program, name).type(tuple(at), cell_of(before, name, *at))
    assert read(program).sheets == before and backups(program) == copies
    assert program.state == {"screen_updating": True, "enable_events": True, "calculation": "automatic"}


def cell_of(sheets, name, row, column):
    grid = sheets[name]
    return grid[row - 1][column - 1] if row <= len(grid) and column <= len(grid[row - 1]) else None


@pytest.mark.parametrize(("formula", "code"), [("=NOW()", 0), ("=A1&RANDBETWEEN(1,6)", 0), ("=Notes!A1", 5), ("", 5)])
def test_a_clock_on_the_programs_sheets_does_not_refuse_the_press_and_another_formula_does(
    program, monkeypatch, formula, code
):
    """Excel computes a clock anew whenever it likes; any other result changes because somebody has typed."""
    place = ("Joueurs", 3, 20)
    own = sheet(program, "Joueurs")
    types_meanwhile(program, monkeypatch, "copy", {place: 46000.5})
    own.type(place[1:], 46000.25)
    honest = own.type

    def recalculated(at, value):
        honest(at, value)
        if at == place[1:] and formula:
            own.formulas[at] = formula

    monkeypatch.setattr(own, "type", recalculated)
    if code:
        with pytest.raises(HostError, match="modifié pendant le travail .*T3"):
            press(program)
    else:
        assert press(program).code == 0
