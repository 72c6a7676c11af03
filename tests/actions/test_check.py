"""`check`: every round judged on the facts of its moment; what a hand changed since the last press at its cell."""

import json
from copy import copy
from functools import cache
from random import Random

import pytest

from tests import books
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.programs import WHOLE
from tournament_xl.actions.check import check
from tournament_xl.actions.check_report import render_report_lines
from tournament_xl.actions.check_sheets import SHEETS
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.registry import decode, find_game, game_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address, cell_text
from tournament_xl.workbook.history import views
from tournament_xl.workbook.history.entries import compute_chain
from tournament_xl.workbook.history.views import make_pair_key
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft

KINDS = {
    "Classique": (Desk, 12, {}),
    "Open": (Desk, 12, {"Formule": "Open"}),
    "Toutes-rondes": (Desk, 5, {"Formule": "Toutes-rondes"}),
    "Othello": (OthelloDesk, 9, {}),
}
each_game = pytest.mark.parametrize("kind", ["Classique", "Othello"])
each_kind = pytest.mark.parametrize("kind", KINDS if WHOLE else ["Classique", "Othello"])


def played(kind="Classique", rounds=4):
    return copy(_played(kind, rounds))  # gestures replace its snapshot


@cache
def _played(kind, rounds):
    make, players, settings = KINDS[kind]
    desk = make(**{"Graine": "7"} | settings)
    desk.players(players)
    for _ in range(rounds):
        desk.must().play()
    return desk.must("update")


def finished(kind):
    """A tournament that is over, with prizes, teams, numbers of tables and, in Scrabble, ratings."""
    return copy(_finished(kind))


@cache
def _finished(kind):
    make, players, settings = KINDS[kind]
    rounds = {"Open": 8, "Toutes-rondes": 5}.get(kind, 4)
    desk = make(
        **{"Graine": "7", "Nom": "Coupe", "Équipes": 2, "Chevalets": "oui", "Nombre de rondes": rounds} | settings
    )
    desk.players(players)
    for line in [*desk.table(schema.PLAYERS).lines()]:
        desk.type(schema.PLAYERS, line.row, "Club", ("Lyon", "Vienne", "Annecy")[line.row % 3])
    team = "Pays" if kind == "Othello" else "Club"
    scopes = ("Général", "Plus belle remontée", "Meilleure partie", team, "Club Annecy", None)
    desk.add(schema.PRIZES, *({"Prix": f"Coupe {index}", "Pour": scope} for index, scope in enumerate(scopes)))
    for _ in range(rounds):
        desk.must().play()
    desk.must("update")
    return desk if kind == "Othello" else desk.must("ratings")


def typed(snapshot, cells):
    draft = Draft(snapshot)
    for cell, value in cells.items():
        draft.put(*cell, value)
    return draft.after()


def title_column(desk, sheet, title):
    """Column of a computed table, from 1."""
    titles = next(row for row in desk.snapshot.sheets[sheet] if title in map(cell_text, row))
    return [*map(cell_text, titles)].index(title) + 1


def overwrite(desk, sheet, row, title, value):
    desk.snapshot = typed(desk.snapshot, {(sheet, row, title_column(desk, sheet, title)): value})


def exchanged(desk, number):
    """The second players of two tables of a round."""
    first_row, second_row = desk.decoded().results.round(number)[:2]
    return desk.fill(
        schema.RESULTS,
        {first_row.line.row: {"N° 2": second_row.match.two}, second_row.line.row: {"N° 2": first_row.match.two}},
    )


def places(report):
    return [(finding.kind, finding.sheet, finding.row) for finding in report.findings]


def told(report):
    return " ".join(report.as_json("")["warnings"])


@pytest.mark.parametrize("kind", KINDS)
def test_an_untouched_tournament_is_right(kind):
    report = check(played(kind).snapshot)
    assert (report.code, report.findings, report.manual_changes) == (0, (), ())
    assert [pairing.round for pairing in report.pairings if pairing.same and pairing.recorded] == [1, 2, 3, 4]
    assert report.standings_ok


# What was typed


@pytest.mark.parametrize(("column", "value"), [("Licence", "777"), ("Nom", "Bazin"), ("Cote", 2000)])
def test_an_identity_changed_since_the_last_press_is_named_at_its_cell(column, value):
    desk, row = played(rounds=1), 5
    desk.type(schema.PLAYERS, row, "Licence", "123")
    desk.must("update").type(schema.PLAYERS, row, column, value)
    report = check(desk.snapshot)
    cell = cell_address(row, desk.table(schema.PLAYERS).columns[column])
    assert report.code == 1 and [cause.cell for cause in report.findings if cause.sheet == schema.PLAYERS] == [cell]


def test_a_result_changed_since_the_last_press_is_named_before_the_sheets_that_wait_for_an_update():
    desk = played()
    row = desk.decoded().results.round(2)[1].line.row
    desk.fill(schema.RESULTS, {row: {"Score 1": 300, "Score 2": 500}})
    report = check(desk.snapshot)
    assert (report.code, places(report)) == (1, [("result", schema.RESULTS, row)])
    assert report.findings[0].round == 2 and schema.STANDINGS in report.stale
    lines = list(render_report_lines(report, ""))
    assert lines.index(next(line for line in lines if schema.GRID in line)) > lines.index("À savoir :")


@each_game
def test_the_name_of_another_player_beside_a_number_of_resultats_is_found_at_its_cell(kind):
    desk = played(kind)
    first, second = desk.decoded().results.round(2)[:2]
    column = game_of(desk.decoded()).side_columns[0][1]
    desk.type(schema.RESULTS, first.line.row, column, desk.decoded().names()[second.match.sides[0]])
    report = check(desk.snapshot)
    assert places(report) == [("name", schema.RESULTS, first.line.row)]
    assert report.findings[0].cell == cell_address(first.line.row, first.line.table.columns[column])
    assert check(desk.must("update").snapshot).findings == ()


def test_a_name_of_resultats_may_be_missing_shortened_or_the_one_before_it_was_corrected():
    desk = played()
    row = desk.decoded().results.round(2)[0]
    player = next(player for player in desk.decoded().tournament.players if player.number == row.match.sides[0])
    for name in (None, player.name, f"{player.name[:2]}.", f"{player.full_name} (Lyon)"):
        desk.type(schema.RESULTS, row.line.row, "Joueur 1", name)
        assert check(desk.snapshot).findings == (), name
    desk.must("update").type(schema.PLAYERS, desk.decoded().lines[player.number].row, "Nom", "Bazin")
    assert [(finding.kind, finding.sheet) for finding in check(desk.snapshot).findings] == [("name", schema.PLAYERS)]


@each_game
def test_a_motif_typed_over_is_told_in_one_line_and_no_fault(kind):
    desk = played(kind)
    rows = [desk.decoded().results.round(number)[0] for number in (2, 3)]
    desk.type(schema.RESULTS, rows[0].line.row, "Motif", f"Autrefois : {rows[0].match.reason.casefold()}")
    assert check(desk.snapshot).warnings == (), "other words with the same figures"
    for row, text in zip(rows, ("Choix de l'organisateur.", None), strict=True):
        desk.type(schema.RESULTS, row.line.row, "Motif", text)
    report = check(desk.snapshot)
    assert (report.code, report.findings, len(report.warnings)) == (0, (), 1)
    assert all(str(row.line.row) in told(report) for row in rows)


# Sheets that are not up to date


def test_sheets_that_are_not_up_to_date_are_told_in_one_sentence():
    desk = played(rounds=3)
    desk.must().play()
    report = check(desk.snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), False)
    assert list(report.stale) == ["Classement", "Grille", "Prix", "Équipes", "Évolution", "Faits marquants"]
    assert len(report.as_json("")["warnings"]) == 1


def prize_line(desk):
    return next(iter(desk.table(schema.PRIZES).lines())).row


@pytest.mark.parametrize(
    ("kind", "change", "sheets"),
    [
        ("Classique", lambda desk: desk.type(schema.PLAYERS, 5, "Club", "Brest"), ("Classement", "Prix", "Équipes")),
        ("Classique", lambda desk: desk.type(schema.PLAYERS, 5, "Licence", "7654321"), ("Cotes",)),
        ("Othello", lambda desk: desk.type(schema.PRIZES, prize_line(desk), "Rang", 2), ("Prix", "Palmarès")),
        ("Classique", lambda desk: overwrite(desk, schema.PRIZES, prize_line(desk), "Gagnant", "Zorro"), ("Prix",)),
        ("Classique", lambda desk: overwrite(desk, schema.EVOLUTION, 6, "Joueur", "Zorro"), ("Évolution",)),
        ("Classique", lambda desk: overwrite(desk, schema.PAIRINGS, 5, "Table", 9), ("Appariements",)),
        ("Classique", lambda desk: desk.set("Équipes", 1), ("Prix", "Équipes", "Palmarès")),
        ("Classique", lambda desk: desk.set("Nom", "Coupe de Vienne"), ("Classement", "Cotes", "Fiches")),
    ],
)
def test_what_the_history_does_not_record_and_no_figure_of_a_player_is_out_of_date_and_no_fault(kind, change, sheets):
    desk = finished(kind)
    change(desk)
    report = check(desk.snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), True)
    assert all(sheet in told(report) for sheet in sheets)
    after = check(desk.must("update").snapshot)
    assert after.findings == () and not any(sheet in told(after) for sheet in sheets)


@pytest.mark.parametrize(
    ("kind", "column", "values"),
    [("Classique", "Club", ("Nice", "14")), ("Othello", "Absences", ("4-", None))],  # left, and back again
)
def test_the_mark_of_a_homonym_and_who_has_left_are_out_of_date_and_no_fault(kind, column, values):
    """Two players of one name, of Lyon and of Brest."""
    make, players, settings = KINDS[kind]
    desk = make(**{"Graine": "7"} | settings).players(players)
    rows = [line.row for line in desk.table(schema.PLAYERS).lines()][1:5:3]
    for row, club in zip(rows, ("Lyon", "Brest"), strict=True):
        desk.fill(schema.PLAYERS, {row: {"Nom": "Petit", "Prénom": "Jean", "Club": club}})
    for _ in range(3):
        desk.must().play()
    desk.must("update")
    for value in values:
        desk.type(schema.PLAYERS, rows[0], column, value)
        report = check(desk.snapshot)
        assert schema.STANDINGS in told(report) and report.findings == ()
        fault = copy(desk)
        overwrite(fault, schema.GRID, 8, "Joueur", "Petite Jean (Lyon)")
        assert [place[1:] for place in places(check(fault.snapshot))] == [(schema.GRID, 8)], "another name is no mark"
        assert check(desk.must("update").snapshot).findings == ()


# Computed cells that somebody typed over


@pytest.mark.parametrize(
    ("sheet", "title", "value"),
    [
        (schema.STANDINGS, "PM", None),
        (schema.STANDINGS, "Joueur", "zut"),
        (schema.GRID, "R2", None),
        (schema.RATINGS, "Cote initiale", "zut"),
    ],
)
def test_a_computed_figure_that_somebody_emptied_or_typed_over_is_found(sheet, title, value):
    desk = finished("Classique")
    overwrite(desk, sheet, 5, title, value)
    report = check(desk.snapshot)
    assert report.code == 1 and [(finding.sheet, finding.row) for finding in report.findings] == [(sheet, 5)]


def test_a_figure_that_is_wrong_by_one_is_found_at_its_cell():
    desk = finished("Classique")
    overwrite(desk, schema.STANDINGS, 5, "PM", int(desk.rows(schema.STANDINGS)[0]["PM"]) + 1)
    assert [(cause.sheet, cause.row) for cause in check(desk.snapshot).findings] == [(schema.STANDINGS, 5)]


def computed_cells(snapshot):
    """The cells of the sheets that a press writes, by sheet, those of the lines above a table left out: what begins
    otherwise there is the organiser's own title.
    """
    book, cells = decode(snapshot), {}
    draft = Draft(snapshot)
    write_contents(draft, book, find_game(snapshot).render_compared_sheets(draft, book))
    for sheet in SHEETS:
        first = book.tables[sheet].header if sheet in book.tables else 1 if sheet == schema.TENTS else 4
        cells[sheet] = [(sheet, *position) for position in sorted(draft.wanted.get(sheet, ())) if position[0] >= first]
    return {sheet: positions for sheet, positions in cells.items() if positions}


@each_kind
def test_whatever_is_typed_into_a_computed_cell_is_named_and_an_update_mends_it(kind):
    desk, source = finished(kind), Random(kind)
    whole = desk.snapshot
    by_sheet = computed_cells(whole)
    assert by_sheet.keys() >= {*SHEETS} - {schema.RATINGS, schema.GROUPS, schema.FINALS}
    for sheet in by_sheet if WHOLE else source.sample([*by_sheet], 4):
        cell = source.choice(by_sheet[sheet])
        was = cell_text(whole.cell(*cell))
        value = source.choice([candidate for candidate in ("zut alors", 77, None) if cell_text(candidate) != was])
        if sheet in (schema.GROUPS, schema.FINALS) and value == 77:
            value = "zut"  # a number over a name there is asked about
        desk.snapshot = typed(whole, {cell: value})
        report = check(desk.snapshot)
        assert sheet in {finding.sheet for finding in report.findings} or sheet in told(report), cell
        desk.must("update")
        assert check(desk.snapshot).findings == () and cell_text(desk.snapshot.cell(*cell)) == was, (cell, value)


@each_kind
def test_a_title_of_a_computed_sheet_that_is_missing_is_written_and_not_asked_for(kind):
    """One emptied or typed over, one of a round, all of them."""
    desk, source = finished(kind), Random(kind)
    whole = desk.snapshot
    for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.TEAMS):
        columns = range(1, len(desk.decoded().columns[sheet]) + 1)
        changes = [{column: value} for column in columns for value in (None, "zut", "2", "R2")]
        all_of_them = {column: f"Titre {column}" for column in columns}
        for change in (*(changes if WHOLE else [source.choice(changes)]), all_of_them):
            desk.snapshot = typed(whole, {(sheet, 4, column): value for column, value in change.items()})
            report = check(desk.snapshot)
            assert report.code == 0 and not report.problems, (sheet, change)
            assert desk.must("update").snapshot.sheets[sheet] == whole.sheets[sheet], (sheet, change)


def test_a_column_that_was_deleted_comes_at_the_end():
    desk = finished("Classique")
    whole = desk.snapshot
    width = len(whole.sheets[schema.STANDINGS][3])
    grid = [[*row[:9], *row[10:]] for row in whole.sheets[schema.STANDINGS]]  # PPM
    desk.snapshot = whole._replace(sheets={**whole.sheets, schema.STANDINGS: grid})
    assert "PPM" in told(check(desk.snapshot))
    titles = [cell_text(cell) for cell in desk.must("update").snapshot.sheets[schema.STANDINGS][3]]
    assert titles.index("PPM") == width - 1 and check(desk.snapshot).code == 0


def test_a_row_that_was_emptied_in_a_computed_table_comes_back():
    desk = finished("Classique")
    whole = desk.snapshot
    for sheet, row in ((schema.PAIRINGS, 5), (schema.GRID, 8), (schema.STANDINGS, 16)):
        cells = {(sheet, row, number): None for number in range(1, len(whole.sheets[sheet][row - 1]) + 1)}
        desk.snapshot = typed(whole, cells)
        assert check(desk.snapshot).code == (sheet != schema.PAIRINGS), (sheet, row)
        now, before = (
            [[*map(cell_text, cells)] for cells in book.sheets[sheet]] for book in (desk.must("update").snapshot, whole)
        )
        assert now == before


def test_players_in_another_order_are_no_fault_and_a_figure_is_found_in_the_line_of_its_player():
    desk = finished("Classique")
    sheets = {**desk.snapshot.sheets}
    grid = [list(row) for row in sheets[schema.STANDINGS]]
    grid[4:9] = grid[4:9][::-1]
    desk.snapshot = desk.snapshot._replace(sheets={**sheets, schema.STANDINGS: grid})
    assert check(desk.snapshot).code == 0
    grid[5][10] += 1
    (finding,) = check(desk.snapshot).findings
    assert (finding.sheet, finding.cell) == (schema.STANDINGS, "K6")


# Pairs and rounds


def changes(desk):
    return [change.kind for change in check(desk.snapshot).manual_changes]


def authors(desk, number):
    return {difference.by for difference in check(desk.snapshot).pairings[number - 1].differences}


def test_a_pair_of_the_organiser_is_no_fault_of_the_draw_and_one_changed_when_its_result_was_known_is_told():
    desk = played(rounds=2)
    desk.match(3, 1, 12).must()
    assert check(desk.snapshot).code == 0 and changes(desk) == ["fixed"]
    exchanged(desk.play().must("update"), 3)
    assert "late" in changes(desk.must("update"))


def test_a_pair_changed_before_its_result_is_known_is_not_told_as_changed_late():
    desk = exchanged(played(rounds=1).must(), 2).must("update").play().must("update")
    assert "exchanged" in changes(desk) and "late" not in changes(desk)


def test_a_pair_changed_by_hand_is_the_organisers_from_the_press_on_that_saw_it():
    desk = exchanged(played(rounds=1).must(), 2)
    assert authors(desk, 2) == {"unrecorded"}
    assert authors(desk.must("update"), 2) == {"organiser"}


def test_a_rematch_that_the_organiser_imposed_is_told_as_his():
    desk = played(rounds=1)
    desk.match(2, *desk.pairs(1)[0]).must()
    report = check(desk.snapshot)
    assert "choix de l'organisateur" in "\n".join(render_report_lines(report, ""))
    assert report.code == 0 and report.pairings[1].rematches


def test_a_round_undone_and_typed_by_hand_is_the_organisers():
    desk = Desk().players(8).must().must("undo")
    for first, second in ((1, 2), (3, 4), (5, 6), (7, 8)):
        desk.match(1, first, second, (400, 380))
    (pairing,) = check(desk.must("update").snapshot).pairings
    assert not pairing.recorded and {difference.by for difference in pairing.differences} == {"organiser"}


def test_of_undone_rounds_those_are_told_as_made_again_that_were():
    desk = Desk().players(8).must().play().must()
    desk.must("undo")
    for place in range(4):
        desk.put(1, place, Score_1=None, Score_2=None)
    desk.must("undo").must()
    messages = [change.message for change in check(desk.snapshot).manual_changes if change.kind == "undone"]
    assert ["refaite" in message for message in messages] == [False, True]


def test_a_draw_that_is_not_the_rules_is_found():
    """As a wrong program would have made it: its memory has the exchanged pairs as drawn."""
    desk = played(rounds=1)
    rows = desk.decoded().results.round(1)[:2]
    (first, second), (third, fourth) = (row.match.sides for row in rows)
    for place, opponent in enumerate((fourth, second)):
        desk.type(schema.RESULTS, rows[place].line.row, "N° 2", opponent)
    pairs = {
        make_pair_key(first, second): (make_pair_key(first, fourth), [first, fourth]),
        make_pair_key(third, fourth): (make_pair_key(third, second), [third, second]),
    }
    chain, lines = "", {}
    for line in desk.table(schema.MEMORY).lines():
        changes = json.loads(line.text("Faits"))
        for part in changes.values():
            if matches := part.get("rounds", {}).get("1", {}).get("matches"):
                part["rounds"]["1"]["matches"] = {
                    pairs.get(pair, (pair,))[0]: match
                    | ({"sides": pairs[pair][1]} if pair in pairs and "sides" in match else {})
                    for pair, match in matches.items()
                }
        cells = line.texts | {"Faits": json.dumps(changes)}
        chain = compute_chain(chain, [cells[name] for name in schema.MEMORY_COLUMNS[:-1]])
        lines[line.row] = {"Faits": cells["Faits"], "Chaîne": chain}
    desk.fill(schema.MEMORY, lines)
    report = check(desk.must("update").snapshot)
    assert not report.pairings[0].same
    assert [finding.kind for finding in report.findings] == ["draw", "draw"]


def test_a_forfeit_to_bip_is_an_absence_whichever_colour_bip_has():
    """B4, B7: who comes too late loses to BIP; rounds drawn after it are judged on that."""
    desk = OthelloDesk(5).must().play()
    row = next(row for row in desk.decoded().results.round(1) if row.match.bye)
    present = max(row.match.sides)
    desk.fill(schema.RESULTS, {row.line.row: {"N° N": "BIP", "N° B": present, "Fin": "FB"}})
    desk.must().play().must("update")
    report = check(desk.snapshot)
    assert (report.code, report.findings) == (0, ())
    (*_, bye) = views.find_matches(desk.decoded().memory.document, 1).values()
    assert OthelloBook.settle_match(bye) == {"sides": [present, "X"], "end": "FN"}


# The history


@pytest.mark.parametrize("number", [-1, schema.MOST_ROUNDS + 1])
def test_an_action_of_an_impossible_round_is_one_of_no_round(number):
    desk = Desk().players(8).must().must("undo")
    (row,) = (line["row"] for line in desk.rows(schema.MEMORY) if line["Action"] == "Annulation")
    desk.type(schema.MEMORY, row, "Ronde", number)
    report = check(desk.snapshot)
    assert report.code == 1, "the chain covers the round"
    assert [(change.kind, change.round) for change in report.manual_changes] == [("undone", 0)]


def emptied(lines):
    return [dict.fromkeys(line) for line in lines]


def altered(lines):
    return [*lines[:-1], lines[-1] | {"Faits": lines[-1]["Faits"].replace("Renée", "René")}]


def moved(lines):
    return [*lines[:-2], lines[-1], lines[-2]]  # each line has its own hash; only the chain tells


@pytest.mark.parametrize("change", [emptied, altered, moved])
def test_a_history_that_was_changed_or_taken_away_is_told(change):
    desk = played(rounds=1)
    for name in ("Zoé", "Renée"):
        desk.type(schema.PLAYERS, 5, "Prénom", name)
        desk.must("update")
    assert check(desk.snapshot).code == 0
    rows = [line.row for line in desk.table(schema.MEMORY).lines()]
    lines = change([line.texts for line in desk.table(schema.MEMORY).lines()])
    desk.fill(schema.MEMORY, dict(zip(rows, lines, strict=True)))
    report = check(desk.snapshot)
    assert report.code == 1 and schema.MEMORY in " ".join(render_report_lines(report, ""))


def test_the_report_is_plain_data_for_programs(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 8), 1)
    capsys.readouterr()
    assert books.run("check", path, "--json") == 0
    output = json.loads(capsys.readouterr().out)
    keys = {"file", "formula", "rounds", "problems", "pairings", "standings_ok", "ratings_ok", "manual_changes"}
    assert keys <= output.keys()
    assert output["pairings"][0].keys() >= {"round", "same", "differences", "cost", "optimum"}
