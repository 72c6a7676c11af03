"""Open through workbooks: rules O1 to O4, rounds and groups, by number."""

import hashlib

import pytest

from tests.opens import an_open, groups, play
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.scrabble.open_groups import composition, group_sizes
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Problems
from tournament_xl.workbook.memory import read_memory


@pytest.mark.parametrize(("count", "rounds"), [(11, 8), (12, 8), (96, 8), (97, 10)])
def test_o1_default_number_of_rounds(count, rounds):
    desk = an_open(count).must("pair")
    assert desk.decoded().tournament.settings.rounds == rounds


@pytest.mark.parametrize(("count", "rounds", "allowed"), [
    (12, 8, True), (12, 10, True), (12, 12, True), (12, 14, True), (12, 5, False), (12, 9, False), (12, 16, False),
    (96, 8, True), (97, 8, False), (97, 10, True), (97, 14, True), (97, 11, False),
])  # fmt: skip
def test_o1_numbers_of_rounds(count, rounds, allowed):
    desk = an_open(count, Nombre_de_rondes=rounds)
    outcome = desk.press("pair")
    assert outcome.code == (DONE if allowed else PROBLEMS)
    if not allowed:
        (problem,) = outcome.problems
        assert problem.sheet == "Tournoi" and ("8, 10, 12 ou 14" in problem.message) == (count == 12)


def test_o2_number_of_groups_as_in_the_regulation():
    assert group_sizes(28) == (8, 8, 6, 6)
    assert group_sizes(24) == (6, 6, 6, 6)
    assert group_sizes(14) == (8, 6) and group_sizes(16) == (8, 8) and group_sizes(11) == (6, 6)


def test_o3_the_published_composition_for_28_players_comes_out_through_a_workbook():
    found = [sorted(map(int, group)) for group in groups(an_open(28).must("pair"))]
    assert found == [
        sorted([1, 8, 9, 28, 17, 24, 13, 16]), sorted([2, 7, 10, 27, 18, 23, 14, 15]),
        sorted([3, 6, 11, 26, 19, 22]), sorted([4, 5, 12, 25, 20, 21]),
    ]  # fmt: skip


@pytest.mark.parametrize("seats", range(12, 401, 2))
def test_o3_every_seat_once_and_the_same_mean_in_every_group(seats):
    found = composition(seats)
    assert sorted(seat for group in found for seat in group) == list(range(1, seats + 1))
    assert all(2 * sum(group) == len(group) * (seats + 1) for group in found)


@pytest.mark.parametrize("graine", ["7", "2010", "l'été"])
def test_o4_the_order_is_that_of_the_lots_of_the_seed(graine):
    """Anybody can draw again: SHA-256 of graine|groupe|number of the group|Rang initial, smallest first."""
    desk = an_open(14, Graine=graine).must("pair")
    for number, group in enumerate(groups(desk), start=1):
        digests = [hashlib.sha256(f"{graine}|groupe|{number}|{seat}".encode()).hexdigest() for seat in group]
        assert digests == sorted(digests)


def test_o4_the_memory_keeps_the_groups_and_erased_lines_come_back():
    desk = play(an_open(13), 2)
    before = groups(desk)
    kept = read_memory(desk.snapshot, Problems()).facts
    assert (kept["groupes"], kept["graine"]) == ("/".join("-".join(group) for group in before), "7")
    for line in list(desk.table(labels.GROUPS).lines())[3:8]:
        for column in labels.SCRABBLE_COLUMNS[labels.GROUPS]:
            desk.type(labels.GROUPS, line.row, column, None)
    assert len(desk.column(labels.GROUPS, "N°")) == 9
    assert groups(desk.must("update")) == before
    assert desk.press("update").edits == ()


def test_o4_without_a_memory_the_sheet_tells_the_groups():
    desk = play(an_open(12), 1)
    before = groups(desk)
    for line in list(desk.table(labels.MEMORY).lines()):
        for column in labels.MEMORY_COLUMNS:
            desk.type(labels.MEMORY, line.row, column, None)
    desk.set("Graine", "9").must("pair")
    assert groups(desk) == before


def test_o4_another_seed_after_the_draw_changes_nothing_and_is_told():
    desk = play(an_open(12), 1)
    before = groups(desk)
    warnings = desk.set("Graine", "8").press("pair").warnings
    assert any("Graine : 8 au lieu de 7" in text for text in warnings)
    assert groups(desk) == before
