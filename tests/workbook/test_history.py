"""The sheet Mémoire: lines that fold to the facts, pieces, the chain, what a pairing read, lines of the old form; the
sheet may hold anything.
"""

from __future__ import annotations

import json
import tracemalloc
from functools import cache

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.workbook.test_changes import under_way
from tournament_xl.actions.check import check
from tournament_xl.games.registry import game_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.history import entries, history, views
from tournament_xl.workbook.history.entries import compute_chain
from tournament_xl.workbook.history.old_lines import compute_old_chain
from tournament_xl.workbook.history.patches import apply_patch, compute_patch
from tournament_xl.workbook.snapshot import Draft, read_json

MEMORY = schema.MEMORY


@cache
def played():
    return Desk().players(8).must().play().must().play().must("update").snapshot


def at_desk():
    desk = Desk()
    desk.snapshot = played()
    return desk


def read(desk):
    return history.find_history(desk.snapshot)


def rows_of(desk):
    """Header rows of Mémoire, and its lines."""
    grid, header = desk.snapshot.sheets[MEMORY], desk.table(MEMORY).header
    return [*grid[:header]], [[*row] for row in grid[header:]]


def with_lines(desk, lines):
    head, _ = rows_of(desk)
    desk.snapshot = desk.snapshot._replace(sheets={**desk.snapshot.sheets, MEMORY: [*head, *lines]})
    return desk


def found(desk):
    return [finding.kind for finding in check(desk.snapshot).findings]


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_after_a_press_the_lines_fold_to_what_stands_on_the_sheets(make):
    desk = under_way(make)
    book = desk.decoded()
    assert read(desk).document == game_of(book).record(book) and read(desk).broken == []


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_a_pairing_is_known_with_the_facts_that_it_read(make):
    desk = under_way(make)
    before = read(desk).drawn[3].before
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(schema.RESULTS, row, "Score 1" if make is Desk else "Pions N", 5)
    desk.must("update")
    assert read(desk).drawn[3].before == before
    assert views.find_matches(read(desk).document, 1) != views.find_matches(before, 1)


@pytest.mark.parametrize(("column", "value"), [
    ("n", 7), ("Date", "01/01/2026 10:00:00"), ("Action", "Mise à jour"), ("Ronde", 2), ("Version", "9"),
    ("Version", None), ("Chaîne", "0"),
])  # fmt: skip
def test_a_line_edited_in_any_column_is_told(column, value):
    desk = at_desk()
    desk.type(MEMORY, desk.table(MEMORY).header + 1, column, value)
    assert found(desk)[0] == "memory"


def test_a_long_line_is_cut_into_pieces_that_no_cell_changes():
    names = [f"Durand  de  la =Tour {number}" + " x" * 40 for number in range(500)]
    players = {str(number): {"name": f" {name} ", "first_name": "«, : \\ -4"} for number, name in enumerate(names, 1)}
    matches = {f"{a}-{a + 1}": {"sides": [a + 1, a], "table": a, "scores": [451, None]} for a in range(1, 500, 2)}
    patch = {"players": players, "groups": [[*range(1, 9_000)]], "rounds": {"1": {"drawn": True, "matches": matches}}}
    desk = Desk()
    empty, draft = read(desk), Draft(desk.snapshot)
    history.write_entry(draft, empty, "21/11/2026 14:05:33", history.PAIRED, 1, {}, patch)
    desk.snapshot = draft.after()
    texts = [line.text("Faits") for line in desk.table(MEMORY).lines()]
    assert len(texts) > 12 and max(map(len, texts)) <= entries.MAX_PIECE
    assert not any(text[0] in " =+-@'" or cell_text(text) != text for text in texts)
    past = read(desk)
    assert past.broken == [] and past.document == patch and [entry.number for entry in past.entries] == [1]
    lines = rows_of(desk)[1]
    assert len(read(with_lines(desk, [lines[1], lines[0], *lines[2:]])).broken) == len(lines)


def test_a_patch_turns_one_document_into_the_other():
    before = {"a": 1, "b": {"c": [1, None], "d": {"e": 2}}, "f": {"g": 3}}
    for after in ({}, {"a": 2, "b": {"c": [1], "d": {"e": 2}}, "h": {"i": {}}}, before, {"b": 3, "f": {}}):
        patch = compute_patch(before, after)
        assert apply_patch(before, patch) == after and apply_patch({}, compute_patch({}, after)) == after
        assert json.loads(json.dumps(patch)) == patch


def test_lines_after_one_that_cannot_be_read_are_read():
    desk = at_desk()
    head, lines = rows_of(desk)
    column = desk.table(MEMORY).columns["Faits"] - 1
    lines[-1][column] = lines[-1][column][:-1]
    desk = with_lines(desk, lines).must()
    memory = read(desk)
    damaged = len(head) + len(lines)
    assert memory.broken == [damaged] and max(memory.drawn) == 3
    assert memory.entries[-1].number == lines[-1][desk.table(MEMORY).columns["n"] - 1] + 1
    desk.must("undo")
    assert max(read(desk).drawn) == 2 and read(desk).broken == [damaged]


def test_without_memoire_it_is_said_and_nothing_is_called_corrected():
    desk = at_desk()
    sheets = {name: grid for name, grid in desk.snapshot.sheets.items() if name != MEMORY}
    desk.snapshot = desk.snapshot._replace(sheets=sheets)
    outcome = desk.press()
    assert any(MEMORY in text for text in outcome.warnings) and not any("corrig" in text for text in outcome.warnings)


# The old form, which workbooks of tests/versions have, with facts that none of them has


OLD = [
    ("Appariement", {"trouvé": {
        "réglage|Formule": "Classique", "réglage|Graine": "", "nom|1": "DURAND Anne", "nom|2": "PETIT Luc",
        "nom|3": "NEUF", "cote|1": "1803.5", "licence|1": "12 a", "absences|3": "2", "éviter|1": "2,3", "table|2": "4"},
        "fait": {"rang|2": "2.5", "paire|1|1-2": "1-2", "paire|1|3-X": "3-X", "appariée|1": "oui", "présents|1": "1-3",
                 "imposée|1|3-X": "tient", "tables": "1-2 3-4/1-3 2-4", "calculées": "provisoires"}}),
    ("Mise à jour", {"trouvé": {"résultat|1|1-2": "F2:451/407+380/395.5", "nom|2": "PETIT Lucie", "cote|1": None},
                     "fait": {"groupes": "1-X/2-3", "donné|1": "liste", "libres|1": "1-9,12"}}),
]  # fmt: skip
DOCUMENT = {
    "effective": {"Formule": "Classique"},
    "players": {
        "1": {"name": "DURAND Anne", "licence": "12 a", "avoids": [2, 3]},
        "2": {"name": "PETIT Lucie", "own_table": 4, "seed": 2.5},
        "3": {"name": "NEUF", "absences": "2"},
    },
    "rounds": {"1": {
        "matches": {
            "1-2": {"sides": [1, 2], "scores": [451, 407], "further": [[380, 395.5]], "forfeit": "2"},
            "3-X": {"sides": [3, "X"]},
        },
        "drawn": True, "present": [1, 2, 3], "imposed": {"3-X": "drawn"},
    }},
    "seat_table": [[[1, 2], [3, 4]], [[1, 3], [2, 4]]], "rated": "provisional", "groups": [[1, "X"], [2, 3]],
    "given_numbers": {"1": "list"}, "free_numbers": {"1": "1-9,12"},
}  # fmt: skip


def with_old_lines(desk, lines):
    """Lines as the program wrote them before they had a version."""
    columns, chain, rows = desk.table(MEMORY).columns, "", []
    for n, (action, changes) in enumerate(lines, 1):
        text = json.dumps(changes, ensure_ascii=False)
        chain = compute_old_chain(chain, text)
        cells = {"n": n, "Date": "21/11/2026 14:05:33", "Action": action, "Ronde": 1, "Faits": text, "Chaîne": chain}
        rows.append([cells.get(title) for title in sorted(columns, key=columns.get)])
    return with_lines(desk, rows)


def test_old_lines_give_the_facts_that_they_held():
    past = read(with_old_lines(Desk(), OLD))
    assert past.broken == [] and past.is_old and past.document == DOCUMENT


# What is no memory


MATCH = '{"fait":{"rounds":{"1":{"matches":{"1-2":%s}}}}}'
NO_FACTS = [
    "", "x", "[]", "[" * 9000, '{"a":' * 9000 + "1" + "}" * 9000, '{"trouvé":3}', '{"autre":{}}', '{"fait":null}',
    '{"fait":{"danse":1}}', '{"fait":{"players":3}}', '{"fait":{"players":{"x":{"name":"A"}}}}',
    '{"fait":{"players":{"1":{"name":3}}}}', '{"fait":{"players":{"1":{"cote":NaN}}}}',
    '{"fait":{"players":{"1":{"seed":true}}}}', '{"fait":{"players":{"1":{"avoids":[null]}}}}',
    '{"fait":{"players":{"1":{"name":"' + "x" * 32_768 + '"}}}}', '{"fait":{"players":{"' + "9" * 4301 + '":null}}}',
    '{"fait":{"rounds":{"-1":{}}}}', '{"fait":{"rounds":{"1":{"imposed":{"1-2":"oui"}}}}}', MATCH % "{}",
    MATCH % '{"sides":[1,3]}', MATCH % '{"sides":[1,2],"scores":[1]}', MATCH % '{"sides":[1,[2]]}',
    MATCH.replace("1-2", "2-1") % '{"sides":[2,1]}', '{"fait":{"finals":{"matches":{"Finale":{"scores":[1,2]}}}}}',
    '{"fait":{"groups":[3]}}', '{"fait":{"given_numbers":{"1":"x"}}}',
]  # fmt: skip
NO_OLD_FACTS = [
    "x", '{"trouvé":3}', '{"fait":{"paire|1|1":"1-2"}}', '{"fait":{"nom|x":"A"}}', '{"fait":{"a":1}}',
    json.dumps({"fait": {"résultat|-1|1-2": "3/4"}}), '{"fait":{"licence|1e1":"A"}}', '{"fait":{"paire|1|1-2":"x"}}',
    '{"fait":{"finale|Finale":"x"}}', '{"fait":{"a":"' + "x" * 40_000 + '"}}', '{"fait":{"paire|1|1-7":"1-1"}}',
    '{"fait":{"paire|1|7-1":"7-1"}}', '{"fait":{"paire|1|5-5":"5-5"}}', '{"fait":{"rang|1":"²"}}',
    '{"trouvé":{"éviter|1":"' + "9" * 4301 + '"}}',
]  # fmt: skip
NO_LINES = [*({"Faits": text} for text in NO_FACTS), *({"Faits": text, "Version": None} for text in NO_OLD_FACTS)]


def test_what_is_no_memory_is_passed_over():
    sound = len(read(at_desk()).entries)
    for cells in NO_LINES:
        desk = at_desk()
        desk.fill(MEMORY, {desk.table(MEMORY).last_row(): cells})
        assert read(desk).broken and len(read(desk).entries) == sound - 1, cells
    assert desk.press("update").code == 0 and check(desk.snapshot).code == 1


def forged(desk, *lines):
    """A workbook with further lines, of which the chain holds: round, found, made; without a round an update."""
    book = read(desk)
    chain, rows = book.chain, list(desk.snapshot.sheets[MEMORY][: book.next_row - 1])
    for n, (round_number, observed, applied) in enumerate(lines, book.entries[-1].number + 1):
        action = history.PAIRED if round_number else history.UPDATED
        line = [n, "14/03/2026 15:00:00", action, round_number, "1", json.dumps({"trouvé": observed, "fait": applied})]
        chain = compute_chain(chain, map(cell_text, line))
        rows.append([*line, chain])
    return desk.snapshot._replace(sheets={**desk.snapshot.sheets, MEMORY: rows})


def test_what_goes_but_never_was_is_no_change():
    desk = under_way()
    pairs = views.find_matches(read(desk).document, 1)
    never = next(f"1-{player_id}" for player_id in range(2, 13) if f"1-{player_id}" not in pairs)
    desk.snapshot = forged(desk, (None, {"rounds": {"1": {"matches": {never: None}}}}, {}))
    entry = read(desk).entries[-1]
    assert entry.before == entry.found and read(desk).broken == []
    assert check(desk.snapshot).manual_changes == ()


def test_a_forged_memory_of_many_facts_and_pairings_costs_what_its_facts_do():
    """A copy of all facts for each pairing would be 180 MB here, and 3 GB for 600 KB of a workbook."""
    desk = under_way()
    names = [
        (None, {}, {"players": {f"{player_id}": {"name": "A"} for player_id in range(number, number + 300)}})
        for number in range(100, 9_100, 300)
    ]
    desk.snapshot = forged(
        desk, *names, *((number, {}, {"rounds": {f"{number}": {"drawn": True}}}) for number in range(4, 300))
    )
    tracemalloc.start()
    try:
        drawn = read(desk).drawn
        assert all(len(drawn[n].after["rounds"]) - len(drawn[n].before["rounds"]) == 1 for n in range(4, 300))
        assert len(drawn) == 299 and tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


def test_json_of_great_depth_is_refused_before_it_is_parsed():
    for text in ("[" * 9000 + "]" * 9000, '{"a":' * 9000 + "1" + "}" * 9000, '["\\\\",[["]"]]]'):
        with pytest.raises(ValueError, match="depth"):
            read_json(text, 2)
    text = '{"[[[": ["]]\\"[", {}, "\\\\"]}'
    assert read_json(text, 2) == json.loads(text)
