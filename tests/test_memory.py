"""The memory: lines that fold to the facts, what a pairing read, and a sheet that may hold anything."""

import json

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.test_changes import three_rounds
from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Problems
from tournament_xl.book.snapshot import Draft
from tournament_xl.games.othello import press as othello_press
from tournament_xl.games.scrabble import press as scrabble_press

FACTS = {Desk: scrabble_press.facts, OthelloDesk: othello_press.facts}


def remembered(desk):
    return memory.read_memory(desk.snapshot, Problems())


def under_way(make):
    desk = make()
    desk.snapshot = three_rounds(make)
    return desk


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_after_a_press_the_lines_fold_to_what_stands_on_the_sheets(make):
    desk = under_way(make)
    assert memory.on_sheets(remembered(desk).facts) == FACTS[make](desk.decoded())
    assert remembered(desk).broken == []


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_a_pairing_is_known_with_the_facts_that_it_read(make):
    desk = under_way(make)
    before = remembered(desk).drawn[3].before
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(labels.RESULTS, row, "Score 1" if make is Desk else "Pions N", 5)
    desk.must("update")
    assert remembered(desk).drawn[3].before == before
    assert remembered(desk).now.results(1) != before.results(1)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "1", "[" * 9000, '{"trouvé":3}', '{"fait":{"paire|1|1":"1-2"}}', '{"fait":{"nom|x":"A"}}',
        '{"fait":{"a":1}}', json.dumps({"fait": {"résultat|-1|1-2": "3/4"}}),
    ],
)  # fmt: skip
def test_what_is_no_memory_is_passed_over(text):
    desk = under_way(Desk)
    draft, table = Draft(desk.snapshot), desk.table(labels.MEMORY)
    draft.put(labels.MEMORY, table.last_row(), table.columns["Faits"], text)
    desk.snapshot = draft.after()
    assert remembered(desk).broken
    assert desk.press("update").code == 0
