"""What hands change between two presses: what is told once, what stands in the Journal, what is no event; how Résultats
is shown after a press; the memory: lines that fold to the facts, what a pairing read, a sheet that may hold anything.
"""

from __future__ import annotations

import json
import tracemalloc
from functools import cache

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.registry import game_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.history import history, views
from tournament_xl.workbook.history.entries import compute_chain
from tournament_xl.workbook.snapshot import read_json
from tournament_xl.workbook.tables import find_right_of
from tournament_xl.xlsx.package import Package


def under_way(make=Desk):
    """Three rounds are played and seen."""
    desk = make()
    desk.snapshot = three_rounds(make)
    return desk


@cache
def three_rounds(make):
    desk = make(Graine="7")
    for number in range(1, 13):
        licence = {"Licence": f"L{number}"} if make is Desk and number > 2 else {}
        desk.player(f"Nom{number:02}", 3000 - 10 * number, Prénom=f"P{number}", **licence)
    for _ in range(3):
        desk.must().play()
    return desk.must("update").snapshot


def joueur(column, value, player_id=5):
    return lambda desk: desk.type(schema.PLAYERS, desk.decoded().lines[player_id].row, column, value)


def result(number, place, **values):
    return lambda desk: desk.put(number, place, **values)


def emptied(number, place):
    return lambda desk: desk.put(number, place, **dict.fromkeys(desk.columns[schema.RESULTS]))


def exchanged(desk):
    """The second players of two tables."""
    first, second = (row.match.two for row in desk.decoded().results.round(3)[:2])
    for place, number in ((0, second), (1, first)):
        desk.put(3, place, **{"N° 2": number})


def setting(name, value):
    return lambda desk: desk.set(name, value)


GESTURES = {
    "a score corrected": (Desk, result(1, 0, Score_1=444, Score_2=333), "Ronde 1, résultat corrigé : table 1"),
    "discs corrected": (OthelloDesk, result(1, 0, Pions_N=33, Pions_B=31), "Ronde 1, résultat corrigé : table 1"),
    "a score emptied": (Desk, result(3, 0, Score_1=None, Score_2=None), ": sans résultat au lieu de"),
    "a score become a forfeit": (Desk, result(1, 0, Score_1=None, Score_2=None, Forfait="2"), "forfait 2 au lieu de"),
    "opponents exchanged": (Desk, exchanged, "Ronde 3, paires changées : "),
    "somebody else": (Desk, joueur("Nom", "Bazin"), "le N° 5 est maintenant Bazin P5, au lieu de Nom05 P5"),
    "another licence": (Desk, joueur("Licence", "777"), "Joueurs, licence : Nom05 P5 : 777 au lieu de L5."),
    "another cote": (Desk, joueur("Cote", 2000), "Joueurs, cote de départ : Nom05 P5 : 2000 au lieu de 2950."),
    "more rounds": (Desk, setting("Nombre de rondes", 6), "Tournoi : Nombre de rondes : 6 au lieu de 5."),
}
QUIET = {
    "an accent": (joueur("Nom", "Nóm05"), "Joueurs, nom corrigé : Nóm05 P5 (avant : Nom05 P5)."),
    "absences": (joueur("Absences", "5-"), "Absences annoncées : Nom05 P5 (à partir de la ronde 5)."),
    "an absence and a departure": (
        joueur("Absences", "3, 5-"),
        "Absences annoncées : Nom05 P5 (ronde 3, puis à partir de la ronde 5).",
    ),
    "two absences": (joueur("Absences", "4/5"), "Absences annoncées : Nom05 P5 (rondes 4 et 5)."),
    "a licence filled in": (joueur("Licence", "777", player_id=1), None),
    "a remark": (joueur("Remarque", "payé"), None),
}


@pytest.mark.parametrize(
    ("formula", "players", "removed"),
    [
        ("Toutes-rondes", 3, "1 paire et 1 exempt"),
        ("Classique", 8, "4 paires"),
        ("Classique", 23, "11 paires et 1 exempt"),
    ],
)
def test_the_journal_counts_the_bye_of_an_undone_round_apart(formula, players, removed):
    desk = Desk(Formule=formula).players(players).must().must("undo")
    assert desk.column(schema.JOURNAL, "Détail")[-1] == f"Ronde 1 annulée, retirés : {removed}."


PRESSED = [(gesture, action) for gesture in GESTURES for action in ("update", "pair")]
PRESSED.remove(("a score emptied", "pair"))  # the round is open again: refused at the cell


@pytest.mark.parametrize(("gesture", "action"), PRESSED)
def test_what_was_changed_is_told_by_the_press_that_meets_it_and_stands_in_the_journal(gesture, action):
    make, act, words = GESTURES[gesture]
    desk = under_way(make)
    act(desk)
    outcome = desk.press(action)
    assert outcome.code == DONE, outcome.problems
    assert [words in text for text in outcome.warnings].count(True) == 1
    assert [words in text for text in desk.column(schema.JOURNAL, "Détail")].count(True) == 1
    assert not any(words in text for text in desk.press("update").warnings)


@pytest.mark.parametrize("gesture", QUIET)
def test_what_is_no_event_is_not_told(gesture):
    act, line = QUIET[gesture]
    desk = under_way()
    act(desk)
    assert not desk.press("update").warnings
    assert line is None or desk.column(schema.JOURNAL, "Détail")[-1] == line


def test_an_othello_correction_is_told_in_the_order_of_the_sheet_names_and_discs():
    """Black stands first, whoever has the lower N°."""
    desk = under_way(OthelloDesk)
    number, row = next((n, row) for n in (1, 2) for row in desk.decoded().results.round(n)
                       if row.match.black > row.match.white > 0)  # fmt: skip
    names, texts = desk.decoded().names(), row.line.texts
    black, white = names[row.match.black], names[row.match.white]
    desk.fill(schema.RESULTS, {row.line.row: {"Pions N": 19, "Pions B": 45}})
    sentence, consequence = desk.press("update").warnings
    change = f"table {row.match.table}, {black} – {white} : 19-45 au lieu de {texts['Pions N']}-{texts['Pions B']}."
    assert sentence == f"Ronde {number}, résultat corrigé : {change}"
    assert "restent" in consequence
    turned = {"N° N": row.match.white, "N° B": row.match.black, "Pions N": 45, "Pions B": 19}
    desk.fill(schema.RESULTS, {row.line.row: turned})
    assert any(f"{white} – {black} : 45-19 au lieu de {black} – {white} 19-45." in warning
               for warning in desk.press("update").warnings)  # fmt: skip


def test_a_scrabble_correction_is_told_in_the_order_of_its_table():
    desk = under_way()
    row, names = desk.decoded().results.round(2)[0], desk.decoded().names()
    (second, first), texts = row.match.sides, row.line.texts
    turned = {"N° 1": first, "N° 2": second, "Score 1": int(texts["Score 2"]), "Score 2": int(texts["Score 1"])}
    desk.fill(schema.RESULTS, {row.line.row: turned})
    assert first > second and not desk.press("update").warnings
    change = f"Ronde 2, résultat corrigé : table {row.match.table}, {names[first]} – {names[second]} : "
    desk.fill(schema.RESULTS, {row.line.row: {"Score 1": 519, "Score 2": 245}})
    warning, _ = desk.press("update").warnings
    assert warning == f"{change}519-245 au lieu de {texts['Score 2']}-{texts['Score 1']}."
    desk.fill(schema.RESULTS, {row.line.row: {"Score 1": None, "Score 2": None, "Forfait": 1}})
    warning, _ = desk.press("update").warnings
    assert warning == f"{change}forfait 1 au lieu de 519-245."


def test_a_round_emptied_by_hand_is_undone_and_told_with_its_results():
    desk = under_way()
    for _ in desk.decoded().results.round(3):
        emptied(3, 0)(desk)
    assert any(text.startswith("Ronde 3 annulée") for text in desk.press("update").warnings)
    assert desk.must().decoded().tournament.rounds[2]


def test_scores_that_nobody_makes_are_told_once_and_stand_on_tournoi_until_the_next_round_is_over():
    desk = Desk().players(8).must().play()
    desk.put(1, 0, Score_1=4, Score_2=389)
    desk.put(1, 1, Score_1=401, Score_2=-402)
    (warning,) = desk.press().warnings
    assert "table 1 (4-389) et table 2 (401--402)" in warning
    position = find_right_of(desk.snapshot, schema.TOURNAMENT, schema.WARNINGS)
    assert not desk.press("update").warnings and warning in cell_text(desk.snapshot.cell(schema.TOURNAMENT, *position))
    desk.play().must()
    assert warning not in cell_text(desk.snapshot.cell(schema.TOURNAMENT, *position))


def test_rounds_before_the_one_under_way_are_put_away_and_come_back_with_an_undo(tmp_path):
    def away():
        looks = openpyxl.load_workbook(path)[schema.RESULTS].row_dimensions
        return [row for row, look in looks.items() if look.hidden and look.outlineLevel == 1]

    path = books.create(tmp_path, 8)
    assert away() == []
    books.pair(books.score(books.pair(path), 1))
    part = Package(path.read_bytes()).parts["xl/worksheets/sheet3.xml"]
    assert b"  " not in part[: part.index(b"<sheetData>")]  # columns put away at each press, without a blank more
    assert away() == [5, 6, 7, 8] and openpyxl.load_workbook(path)[schema.RESULTS].row_dimensions[9].collapsed
    assert books.run("undo", path) == 0 and away() == []


# The memory


def remembered(desk):
    return history.find_history(desk.snapshot)


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_after_a_press_the_lines_fold_to_what_stands_on_the_sheets(make):
    desk = under_way(make)
    book = desk.decoded()
    assert remembered(desk).document == game_of(book).record(book)
    assert remembered(desk).broken == []


def test_what_an_action_of_a_great_field_records_is_cut_into_cells_that_excel_takes():
    desk = Desk().players(128).must()
    rows = desk.rows(schema.MEMORY)
    drawn = [row for row in rows if row["Action"] == history.PAIRED]
    assert len(drawn) > 1 and len({row["n"] for row in drawn}) == 1 and max(len(row["Faits"]) for row in rows) <= 8_000
    assert len(remembered(desk).entries) == len(rows) - len(drawn) + 1 and check(desk.snapshot).code == 0


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_a_pairing_is_known_with_the_facts_that_it_read(make):
    desk = under_way(make)
    before = remembered(desk).drawn[3].before
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(schema.RESULTS, row, "Score 1" if make is Desk else "Pions N", 5)
    desk.must("update")
    assert remembered(desk).drawn[3].before == before
    assert views.find_matches(remembered(desk).document, 1) != views.find_matches(before, 1)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "1", "[" * 9000, '{"trouvé":3}', '{"fait":{"paire|1|1":"1-2"}}', '{"fait":{"nom|x":"A"}}',
        '{"fait":{"a":1}}', json.dumps({"fait": {"résultat|-1|1-2": "3/4"}}), '{"fait":{"nom|1 0":"A"}}',
        '{"fait":{"cote|1.0":"5"}}', '{"fait":{"licence|1e1":"A"}}', '{"fait":{"appariée|1.0":"oui"}}',
        '{"fait":{"paire|1|1-2":"x"}}', '{"fait":{"finale|Finale":"x"}}', '{"fait":{"a":"' + "x" * 40_000 + '"}}',
        '{"trouvé":{"nom|1 803":null}}', '{"fait":{"z|1":"A"}}', '{"fait":{"paire|1|1-7":"1-1"}}',
        '{"fait":{"paire|1|7-1":"7-1"}}', '{"fait":{"paire|1|5-5":"5-5"}}', '{"fait":{"rang|1":"²"}}',
        '{"trouvé":{"éviter|1":"' + "9" * 4301 + '"}}',
    ],
)  # fmt: skip
def test_what_is_no_memory_of_the_old_form_is_passed_over(text):
    passed_over({"Faits": text, "Version": None})


MATCH = '{"fait":{"rounds":{"1":{"matches":{"1-2":%s}}}}}'


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "1", "[" * 9000, '{"a":' * 9000 + "1" + "}" * 9000, '{"trouvé":3}', '{"autre":{}}',
        '{"fait":null}', '{"fait":{"danse":1}}', '{"fait":{"players":3}}', '{"fait":{"players":{"x":{"name":"A"}}}}',
        '{"fait":{"players":{"1":{"name":3}}}}', '{"fait":{"players":{"1":{"cote":"5"}}}}',
        '{"fait":{"players":{"1":{"cote":NaN}}}}', '{"fait":{"players":{"1":{"cote":1e400}}}}',
        '{"fait":{"players":{"1":{"seed":true}}}}', '{"fait":{"players":{"1":{"avoids":[null]}}}}',
        '{"fait":{"players":{"1":{"name":"' + "x" * 32_768 + '"}}}}',
        '{"fait":{"players":{"' + "9" * 4301 + '":null}}}',
        '{"fait":{"rounds":{"0":{}}}}', '{"fait":{"rounds":{"-1":{}}}}', '{"fait":{"rounds":{"1":{"drawn":false}}}}',
        '{"fait":{"rounds":{"1":{"imposed":{"1-2":"oui"}}}}}', '{"fait":{"rounds":{"1":{"present":["A"]}}}}',
        MATCH % "{}", MATCH % '{"scores":[3,4]}', MATCH % '{"sides":[1,3]}', MATCH % '{"sides":[1,2],"scores":[1]}',
        MATCH % '{"sides":[1,[2]]}', MATCH % '{"sides":[1,2],"further":[3]}',
        MATCH.replace("1-2", "2-1") % '{"sides":[2,1]}',
        '{"fait":{"finals":{"matches":{"Finale":{"scores":[1,2]}}}}}', '{"fait":{"rated":"oui"}}',
        '{"fait":{"groups":[3]}}', '{"fait":{"seat_table":"x"}}', '{"fait":{"given_numbers":{"1":"x"}}}',
    ],
)  # fmt: skip
def test_what_is_no_memory_is_passed_over(text):
    passed_over({"Faits": text})


def passed_over(cells):
    desk = under_way(Desk)
    entries = remembered(desk).entries
    desk.fill(schema.MEMORY, {desk.table(schema.MEMORY).last_row(): cells})
    assert remembered(desk).broken and len(remembered(desk).entries) == len(entries) - 1
    assert desk.press("update").code == 0
    assert check(desk.snapshot).code == 1


def forged(desk, *lines):
    """A workbook with further lines, of which the chain holds: round, found, made; without a round an update."""
    book = remembered(desk)
    chain, rows = book.chain, list(desk.snapshot.sheets[schema.MEMORY][: book.next_row - 1])
    for n, (round_number, observed, applied) in enumerate(lines, book.entries[-1].number + 1):
        action = history.PAIRED if round_number else history.UPDATED
        line = [n, "14/03/2026 15:00:00", action, round_number, "1", json.dumps({"trouvé": observed, "fait": applied})]
        chain = compute_chain(chain, map(cell_text, line))
        rows.append([*line, chain])
    return desk.snapshot._replace(sheets={**desk.snapshot.sheets, schema.MEMORY: rows})


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_what_goes_but_never_was_is_no_change(make):
    desk = under_way(make)
    pairs = views.find_matches(remembered(desk).document, 1)
    never = next(f"1-{player_id}" for player_id in range(2, 13) if f"1-{player_id}" not in pairs)
    desk.snapshot = forged(desk, (None, {"rounds": {"1": {"matches": {never: None}}}}, {}))
    entry = remembered(desk).entries[-1]
    assert entry.before == entry.found and remembered(desk).broken == []
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
        drawn = remembered(desk).drawn
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
