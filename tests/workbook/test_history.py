"""The sheet Mémoire: lines of both forms, pieces, the chain, and the documents that they give."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.desk import Desk
from tests.old_form import list_changed_facts, list_facts
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.games.registry import game_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.history import entries, history
from tournament_xl.workbook.history.old_lines import compute_old_chain
from tournament_xl.workbook.history.patches import apply_patch, compute_patch
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import Problems, find_table

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


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("n", 7), ("Date", "01/01/2026 10:00:00"), ("Action", "Mise à jour"), ("Ronde", 2), ("Version", "9"),
        ("Version", None), ("Chaîne", "0"),
    ],
)  # fmt: skip
def test_a_line_edited_in_any_column_is_told(column, value):
    desk = at_desk()
    assert not found(desk)
    desk.type(MEMORY, desk.table(MEMORY).header + 1, column, value)
    assert found(desk)[0] == "memory"


@pytest.mark.parametrize("change", [
    lambda lines: lines[:1] + lines[2:], lambda lines: lines[1:], lambda lines: [lines[1], lines[0], *lines[2:]],
    lambda lines: lines[:1] + lines, lambda lines: [*lines, lines[-1]],
])  # fmt: skip
def test_a_line_removed_moved_or_doubled_is_told(change):
    desk = at_desk()
    with_lines(desk, change(rows_of(desk)[1]))
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


def test_states_share_what_did_not_change():
    past = read(at_desk())
    before, last = (entry.after for entry in past.entries[-2:])
    assert last == past.document
    assert last["players"] is before["players"] and last["rounds"]["1"] is before["rounds"]["1"]
    assert last["rounds"]["2"] is not before["rounds"]["2"]


def test_a_patch_turns_one_document_into_the_other():
    before = {"a": 1, "b": {"c": [1, None], "d": {"e": 2}}, "f": {"g": 3}}
    for after in ({}, {"a": 2, "b": {"c": [1], "d": {"e": 2}}, "h": {"i": {}}}, before, {"b": 3, "f": {}}):
        patch = compute_patch(before, after)
        assert apply_patch(before, patch) == after and apply_patch({}, compute_patch({}, after)) == after
        assert json.loads(json.dumps(patch)) == patch


# The old form


SCRABBLE = [
    ("Appariement", 1, {"trouvé": {
        "réglage|Formule": "Classique", "réglage|Nombre de rondes": "5", "réglage|Graine": "", "nom|1": "DURAND Anne",
        "nom|2": "PETIT Luc", "nom|3": "NEUF", "cote|1": "1803.5", "licence|1": "12 a", "absences|3": "2",
        "éviter|1": "2,3", "table|2": "4"},
        "fait": {"rang|1": "1", "rang|2": "2.5", "paire|1|1-2": "1-2", "paire|1|3-X": "3-X", "appariée|1": "oui",
                 "présents|1": "1-3", "imposée|1|3-X": "tient", "imposée|1|1-2": "oui", "rondes": "5",
                 "tables": "1-2 3-4/1-3 2-4", "calculées": "provisoires", "copie|21/11/2026 14:05": "dite"}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": "451/?"}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": "F2:451/407+380/395.5", "nom|2": "PETIT Lucie", "cote|1": None}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": "F1+2", "table|2": None}, "fait": {"tables": "intégrée"}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": None, "paire|1|1-2": None, "paire|1|2-3": "2-3", "rang|2": None}}),
    ("Annulation", 1, {"fait": {
        "paire|1|2-3": None, "paire|1|3-X": None, "appariée|1": None, "présents|1": None, "imposée|1|3-X": None,
        "imposée|1|1-2": None, "rondes": None, "tables": None, "nom|3": None, "absences|3": None,
        "groupes": "1-X/2-3", "graine": "g"}}),
]  # fmt: skip
OTHELLO = [
    ("Création", None, {"fait": {"donné|1": "oui", "donné|2": "liste", "libres|1": "1-9,12"}}),
    ("Appariement", 1, {"trouvé": {"réglage|Formule": "Suisse", "nom|1": "A", "nom|2": "B", "pays|2": "FRA"}, "fait": {
        "paire|1|1-2": "2-1", "paire|1|3-X": "3-BIP", "appariée|1": "oui", "présents|1": "1-3"}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": "40/?", "résultat|1|3-X": "FN", "finale|Finale": "1-2:TN:28/36"}}),
    ("Mise à jour", 1, {"trouvé": {"résultat|1|1-2": "TN:28/36", "paire|1|1-2": "1-2", "finale|Finale": None}}),
]  # fmt: skip


def write_old(desk, lines):
    """Write lines as the program did before lines had a version, and take the column away."""
    head, _ = rows_of(desk)
    columns, chain, rows = desk.table(MEMORY).columns, "", []
    for n, (action, number, changes) in enumerate(lines, 1):
        text = json.dumps(changes, ensure_ascii=False)
        chain = compute_old_chain(chain, text)
        cells = {
            "n": n,
            "Date": "21/11/2026 14:05:33",
            "Action": action,
            "Ronde": number,
            "Faits": text,
            "Chaîne": chain,
        }
        row = [None] * max(columns.values())
        for name, value in cells.items():
            row[columns[name] - 1] = value
        rows.append(row)
    place = columns[schema.VERSION] - 1
    grid = [[*row[:place], *row[place + 1 :]] for row in [*head, *rows]]
    desk.snapshot = desk.snapshot._replace(sheets={**desk.snapshot.sheets, MEMORY: grid})
    return desk


@pytest.mark.parametrize(("make", "lines"), [(Desk, SCRABBLE), (OthelloDesk, OTHELLO)])
def test_old_lines_give_the_facts_that_they_held(make, lines):
    past, facts, game = read(write_old(make(), lines)), {}, "scrabble" if make is Desk else "othello"
    assert past.broken == [] and past.is_old and len(past.entries) == len(lines)
    for (_, _, changes), entry in zip(lines, past.entries, strict=True):
        for part, state in (("trouvé", entry.found), ("fait", entry.after)):
            facts |= changes.get(part, {})
            held = {key: text for key, text in facts.items() if text}
            assert {key: text for key, text in list_facts(state, game).items() if text} == held


def as_old_lines(past, game):
    """The entries of a history as the program wrote them before."""
    return [
        (entry.action, entry.round, {
            "trouvé": list_changed_facts(entry.before, entry.found, game),
            "fait": list_changed_facts(entry.found, entry.after, game),
        })
        for entry in past.entries
    ]  # fmt: skip


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_a_workbook_of_the_old_form_goes_on_and_adopts_what_was_not_recorded(make):
    desk = make().players(8) if make is Desk else make(8)
    desk.must().play().must("update")
    past = read(desk)
    write_old(desk, as_old_lines(past, desk.decoded().game))
    before = read(desk)
    assert before.is_old and before.broken == [] and before.document != past.document
    assert check(desk.snapshot).code == 0 and not check(desk.snapshot).manual_changes
    number = "1"
    desk.must("pair")
    after = read(desk)
    assert after.broken == [] and not after.is_old and after.entries[-1].version and not after.entries[-1].observed
    assert find_table(desk.snapshot, MEMORY, schema.MEMORY_COLUMNS, Problems()).columns[schema.VERSION] == 7
    assert after.document["players"] == past.document["players"]
    assert after.document["rounds"][number] == past.document["rounds"][number]
    assert after.document == game_of(desk.decoded()).record(desk.decoded())
    assert check(desk.play().must("update").snapshot).code == 0


def test_what_people_changed_before_the_first_line_of_the_new_form_is_observed():
    desk = Desk().players(8).must().play().must("update")
    past = read(desk)
    write_old(desk, as_old_lines(past, desk.decoded().game))
    row = desk.decoded().results.round(1)[0]
    desk.fill(schema.RESULTS, {row.line.row: {"Score 1": 519, "Score 2": 245}})
    (warning,) = desk.press("update").warnings
    assert "résultat corrigé" in warning and "519" in warning
    desk.must("update")
    ((number, observed),) = read(desk).entries[-1].observed["rounds"].items()
    assert number == "1" and [match["scores"] for match in observed["matches"].values()] == [[519, 245]]


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


def test_the_longest_text_of_a_cell_is_recorded_and_read():
    desk = at_desk().set("Graine", "g" * 5000).must("update")
    memory = read(desk)
    assert not memory.broken and memory.document["settings"]["Graine"] == "g" * 5000


def test_without_memoire_it_is_said_and_nothing_is_called_corrected():
    desk = at_desk()
    sheets = {name: grid for name, grid in desk.snapshot.sheets.items() if name != MEMORY}
    desk.snapshot = desk.snapshot._replace(sheets=sheets)
    outcome = desk.press()
    assert any(MEMORY in text for text in outcome.warnings) and not any("corrig" in text for text in outcome.warnings)
