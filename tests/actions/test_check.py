"""`check`: every round judged on the facts of its moment; what a hand changed since the last press at its cell."""

import json
from collections import defaultdict
from copy import copy
from functools import cache
from random import Random

import pytest

from tests import books
from tests.desk import Desk
from tests.fuzz import TRIALS
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.actions.check_report import render_report_lines, render_summary
from tournament_xl.actions.check_sheets import SHEETS
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.registry import decode, find_game, game_of
from tournament_xl.messages.check import cell_difference_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address, cell_text
from tournament_xl.workbook.history import views
from tournament_xl.workbook.history.entries import compute_chain
from tournament_xl.workbook.history.views import make_pair_key
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft

GAMES = {
    "Classique": (Desk, 12, {}),
    "Open": (Desk, 12, {"Formule": "Open"}),
    "Toutes-rondes": (Desk, 5, {"Formule": "Toutes-rondes"}),
    "Othello": (OthelloDesk, 9, {}),
}


def played(kind="Classique", rounds=4):
    return copy(_played(kind, rounds))  # gestures replace its snapshot


@cache
def _played(kind, rounds):
    make, players, settings = GAMES[kind]
    desk = make(**{"Graine": "7"} | settings)
    desk.players(players)
    for _ in range(rounds):
        desk.must().play()
    return desk.must("update")


@pytest.mark.parametrize("kind", GAMES)
def test_an_untouched_tournament_is_right(kind):
    report = check(played(kind).snapshot)
    assert (report.code, report.findings, report.manual_changes) == (0, (), ())
    assert [pairing.round for pairing in report.pairings if pairing.same and pairing.recorded] == [1, 2, 3, 4]
    assert report.standings_ok


def test_a_result_changed_since_the_last_press_is_named_at_its_cell():
    desk = played()
    row = desk.decoded().results.round(2)[1].line.row
    desk.type(schema.RESULTS, row, "Score 1", 999)
    report = check(desk.snapshot)
    assert [(cause.kind, cause.sheet, cause.row, cause.round) for cause in report.findings] == [
        ("result", schema.RESULTS, row, 2)
    ]
    assert report.code == 1


def test_sheets_that_are_not_up_to_date_are_told_in_one_sentence():
    stale = played(rounds=3)
    stale.must().play()
    report = check(stale.snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), False)
    assert list(report.stale) == ["Classement", "Grille", "Prix", "Équipes", "Évolution", "Faits marquants"]
    sentence = "Classement, Grille, Prix, Équipes, Évolution et Faits marquants : pas à jour. Mettez à jour."
    text = "\n".join(render_report_lines(report, ""))
    assert text.splitlines()[1] == f"Rien à corriger. {sentence}" and text.count("pas à jour") == 1
    assert sentence.rstrip(".") in render_summary(report)
    output = report.as_json("")
    assert (output["stale"], output["warnings"]) == ([*report.stale], [sentence])


def test_beside_a_finding_sheets_that_are_not_up_to_date_are_a_thing_to_know():
    desk = played()
    row = desk.decoded().results.round(2)[1].line.row
    desk.fill(schema.RESULTS, {row: {"Score 1": 300, "Score 2": 500}})
    report = check(desk.snapshot)
    assert [finding.kind for finding in report.findings] == ["result"] and schema.STANDINGS in report.stale
    lines = list(render_report_lines(report, ""))
    (line,) = (line for line in lines if "pas à jour" in line)
    assert lines[1] == "1 chose à regarder." and lines.index(line) > lines.index("À savoir :")


def prize_line(desk, index=0):
    return [*desk.table(schema.PRIZES).lines()][index].row


def title_column(desk, sheet, title):
    """Column of a computed table, from 1."""
    titles = next(row for row in desk.snapshot.sheets[sheet] if title in map(cell_text, row))
    return [*map(cell_text, titles)].index(title) + 1


@pytest.mark.parametrize(
    ("kind", "change", "sheets"),
    [
        (
            "Classique",
            lambda desk: desk.type(schema.PLAYERS, 5, "Club", "Brest"),
            ("Classement", "Prix", "Palmarès", "Équipes"),
        ),
        (
            "Classique",
            lambda desk: desk.type(schema.PLAYERS, 5, "Club", None),
            ("Classement", "Prix", "Palmarès", "Équipes"),
        ),
        ("Classique", lambda desk: desk.type(schema.PLAYERS, 5, "Licence", "7654321"), ("Cotes",)),
        ("Othello", lambda desk: desk.type(schema.PRIZES, prize_line(desk), "Rang", 2), ("Prix", "Palmarès")),
        ("Classique", lambda desk: desk.type(schema.PRIZES, prize_line(desk), "Rang", 2), ("Prix", "Palmarès")),
        (
            "Classique",
            lambda desk: desk.fill(schema.PRIZES, {prize_line(desk): {"Prix": None, "Pour": None}}),
            ("Prix", "Palmarès"),
        ),
        (
            "Classique",
            lambda desk: desk.add(schema.PRIZES, {"Prix": "Coupe", "Pour": "Général", "Rang": 3, "Cumulable": "oui"}),
            ("Prix", "Palmarès"),
        ),
        (
            "Classique",  # by hand: nobody can tell it from one out of date
            lambda desk: overwrite(desk, schema.PRIZES, prize_line(desk), "Gagnant", "Zorro"),
            ("Prix",),
        ),
        ("Classique", lambda desk: desk.set("Équipes", 1), ("Prix", "Équipes", "Palmarès")),
    ],
)
def test_what_the_history_does_not_record_is_out_of_date_and_no_fault(kind, change, sheets):
    desk = finished(kind)
    change(desk)
    report = check(desk.snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), True)
    said = render_summary(report)
    assert all(sheet in said for sheet in sheets) and "pas à jour" in said and ", ligne" not in said
    after = check(desk.must("update").snapshot)
    assert after.findings == () and "pas à jour" not in " ".join(after.warnings)


def with_homonyms(kind, first_name="Jean"):
    """A tournament under way with two players of one name, of Lyon and of Brest: their rows on Joueurs."""
    make, players, settings = GAMES[kind]
    desk = make(**{"Graine": "7"} | settings).players(players)
    rows = [line.row for line in desk.table(schema.PLAYERS).lines()][1:5:3]
    for row, club in zip(rows, ("Lyon", "Brest"), strict=True):
        desk.fill(schema.PLAYERS, {row: {"Nom": "Petit", "Prénom": first_name, "Club": club}})
    for _ in range(3):
        desk.must().play()
    return desk.must("update"), rows


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize(
    ("first_name", "column", "values"),
    [
        ("Jean", "Club", ("Nice",)),
        ("Jean", "Club", ("14",)),  # marked by N°
        ("Marie-Antoinette", "Club", ("Villeneuve",)),  # shortened beside the longer mark
        ("Jean", "Absences", ("4-", None)),  # left, and back again
        ("Jean", "Absences", ("2-",)),
    ],
)
def test_the_mark_of_a_homonym_and_who_has_left_are_out_of_date_and_no_fault(kind, first_name, column, values):
    desk, (row, _) = with_homonyms(kind, first_name)
    for value in values:
        desk.type(schema.PLAYERS, row, column, value)
        report = check(desk.snapshot)
        assert schema.STANDINGS in render_summary(report)
        assert report.findings == ()
        assert check(desk.must("update").snapshot).findings == ()


def test_a_homonym_renamed_by_hand_is_found_beside_marks_out_of_date():
    desk, (row, _) = with_homonyms("Classique")
    desk.type(schema.PLAYERS, row, "Club", "Nice")
    for name in ("Petit Jeanne (Lyon)", "Petite Jean (Lyon)", "(Lyon)", "A01"):
        overwrite(desk, schema.GRID, 8, "Joueur", name)
        assert [(cause.sheet, cause.row) for cause in check(desk.snapshot).findings] == [(schema.GRID, 8)], name


@pytest.mark.parametrize("kind", GAMES)
def test_players_whom_a_mark_in_present_brings_back_are_out_of_date_under_move_and_no_fault(kind):
    desk = played(kind, rounds=3).columns_of_players("Présent")
    rows = [line.row for line in desk.table(schema.PLAYERS).lines()]
    for marks in (rows[1:], rows):
        desk.fill(schema.PLAYERS, {row: {"Présent": "oui" if row in marks else None} for row in rows})
        report = check(desk.snapshot)
        assert (report.code, report.findings) == (0, ()) and schema.STANDINGS in " ".join(report.warnings)
        desk.must("update")


@pytest.mark.parametrize(
    ("sheet", "row", "title", "value"),
    [
        (schema.STANDINGS, 6, schema.MOVE_COLUMN, "▲7"),
        (schema.STANDINGS, 6, "Club", "Brest"),
        (schema.EVOLUTION, 6, "Joueur", "Zorro"),
        (schema.TEAMS, 5, "Points", 99),
        (schema.PAIRINGS, 5, "Table", 9),
    ],
)
def test_what_is_no_figure_of_a_player_is_told_in_one_line_and_no_fault(sheet, row, title, value):
    desk = finished("Classique")
    overwrite(desk, sheet, row, title, value)
    report = check(desk.snapshot)
    assert (report.code, report.findings, report.stale) == (0, (), ())
    assert f"retouchés ({sheet})" in report.warnings[-1]


@pytest.mark.parametrize(
    ("current", "expected", "shown"),
    [
        ("12.351", "12.349", "12,351 au lieu de 12,349"),
        ("12.3512", "12.3514", "12,3512 au lieu de 12,3514"),
        ("12.001", "12", "12,001 au lieu de 12"),
        ("246.666666", "245.5", "246,67 au lieu de 245,5"),
        ("", "0.001", "vide au lieu de 0,001"),
        ("-0.001", "0", "-0,001 au lieu de 0"),
        ("12.5", "0.0004", "12,5 au lieu de 0,0004"),
        ("-0.0", "12.5", "0 au lieu de 12,5"),
    ],
)
def test_a_difference_shows_as_many_decimals_as_it_needs(current, expected, shown):
    assert cell_difference_text("PM", current, expected) == f"« PM » : {shown}"


def overwrite(desk, sheet, row, title, value):
    desk.snapshot = typed(desk.snapshot, {(sheet, row, title_column(desk, sheet, title)): value})


@pytest.mark.parametrize("value", [None, "zut"])
@pytest.mark.parametrize(
    ("sheet", "title"),
    [
        (schema.STANDINGS, "PM"),
        (schema.STANDINGS, "Joueur"),
        (schema.RATINGS, "Joueur"),
        (schema.GRID, "R2"),
        (schema.RATINGS, "Cote initiale"),
    ],
)
def test_a_computed_figure_that_somebody_emptied_or_typed_over_is_found(sheet, title, value):
    desk = finished("Classique")
    overwrite(desk, sheet, 5, title, value)
    report = check(desk.snapshot)
    assert report.code == 1 and [(finding.sheet, finding.row) for finding in report.findings] == [(sheet, 5)]
    assert f"« {title} » : {value or 'vide'} au lieu de" in report.findings[0].message


def test_a_changed_figure_is_found_beside_a_new_prize_and_a_changed_club():
    desk = finished("Classique")
    desk.add(schema.PRIZES, {"Prix": "Coupe", "Pour": "Général", "Rang": 3, "Cumulable": "oui"})
    desk.type(schema.PLAYERS, 5, "Club", "Brest")
    overwrite(desk, schema.STANDINGS, 6, "PM", None)
    report = check(desk.snapshot)
    assert [(finding.sheet, finding.row) for finding in report.findings] == [(schema.STANDINGS, 6)]
    assert schema.TEAMS in " ".join(report.warnings)


def test_a_standings_sheet_that_was_emptied_is_found():
    desk = finished("Classique")
    rows = desk.snapshot.sheets[schema.STANDINGS]
    cells = {(schema.STANDINGS, row, column): None for row in range(5, len(rows) + 1) for column in range(1, 20)}
    desk.snapshot = typed(desk.snapshot, cells)
    report = check(desk.snapshot)
    assert {finding.sheet for finding in report.findings} == {schema.STANDINGS}


def finished(kind):
    """A tournament that is over, with prizes, teams, numbers of tables and, in Scrabble, ratings."""
    return copy(_finished(kind))


@cache
def _finished(kind):
    make, players, settings = GAMES[kind]
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


def computed_cells(snapshot):
    """The cells of the sheets that a press writes, those of the lines above a table left out: what begins otherwise
    there is the organiser's own title.
    """
    book = decode(snapshot)
    draft = Draft(snapshot)
    write_contents(draft, book, find_game(snapshot).render_compared_sheets(draft, book))
    for sheet in SHEETS:
        first = book.tables[sheet].header if sheet in book.tables else 1 if sheet == schema.TENTS else 4
        yield from ((sheet, *position) for position in sorted(draft.wanted.get(sheet, ())) if position[0] >= first)


def typed(snapshot, cells):
    draft = Draft(snapshot)
    for cell, value in cells.items():
        draft.put(*cell, value)
    return draft.after()


@pytest.mark.parametrize("kind", GAMES)
def test_whatever_is_typed_into_a_computed_cell_is_named_and_an_update_mends_it(kind):
    desk, source = finished(kind), Random(kind)
    whole = desk.snapshot
    by_sheet = defaultdict(list)
    for cell in computed_cells(whole):
        by_sheet[cell[0]].append(cell)
    assert by_sheet.keys() >= {*SHEETS} - {schema.RATINGS, schema.GROUPS, schema.FINALS}
    for sheet, cells in by_sheet.items():
        for cell in source.sample(cells, min(5 if TRIALS else 1, len(cells))):
            was = cell_text(whole.cell(*cell))
            value = source.choice([candidate for candidate in ("zut alors", 77, None) if cell_text(candidate) != was])
            if sheet in (schema.GROUPS, schema.FINALS) and value == 77:
                value = "zut"  # a number over a name there is asked about
            desk.snapshot = typed(whole, {cell: value})
            report = check(desk.snapshot)
            assert sheet in {finding.sheet for finding in report.findings} or sheet in " ".join(report.warnings), cell
            desk.must("update")
            assert check(desk.snapshot).findings == () and cell_text(desk.snapshot.cell(*cell)) == was, (cell, value)


@pytest.mark.parametrize("sheet", [schema.GRID, schema.EVOLUTION, schema.RATINGS])
def test_a_column_of_a_round_whose_title_was_typed_over_stays_where_it_is(sheet):
    desk = finished("Classique")
    whole, header = desk.snapshot, 4
    titles = [cell for cell in computed_cells(whole) if cell[0] == sheet and cell[1] == header][-4:]
    for cell in titles:
        for value in ("zut", None, "2", "R2"):
            desk.snapshot = typed(whole, {cell: value})
            assert desk.must("update").snapshot.sheets[sheet] == whole.sheets[sheet], (cell, value)


def test_a_row_that_was_emptied_in_a_computed_table_comes_back():
    desk = finished("Classique")
    whole = desk.snapshot
    for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.RATINGS, schema.HIGHLIGHTS):
        filled = [row for row, cells in enumerate(whole.sheets[sheet], start=1) if any(map(cell_text, cells))]
        for row in (5, 8, filled[-1]):
            cells = {(sheet, row, number): None for number in range(1, len(whole.sheets[sheet][row - 1]) + 1)}
            desk.snapshot = typed(whole, cells)
            assert check(desk.snapshot).code == (sheet not in (schema.PAIRINGS, schema.HIGHLIGHTS)), (sheet, row)
            now = desk.must("update").snapshot.sheets[sheet]
            assert [[*map(cell_text, cells)] for cells in now] == [
                [*map(cell_text, row)] for row in whole.sheets[sheet]
            ]


def test_a_setting_that_is_shown_in_titles_alone_is_a_thing_to_know_and_no_fault():
    desk = finished("Classique").set("Nom", "Coupe de Vienne")
    report = check(desk.snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), True)
    assert report.warnings[-1] == (
        "Noms, titres, textes, listes ou fiches pas à jour ou retouchés (Classement, Grille, Cotes, Appariements, "
        "Prix, Équipes, Évolution, Faits marquants, Palmarès et Fiches) : faites Mettre à jour."
    )
    assert "Noms, titres" not in " ".join(check(desk.must("update").snapshot).warnings)


def exchanged(desk, number):
    """The second players of two tables of a round."""
    first_row, second_row = desk.decoded().results.round(number)[:2]
    return desk.fill(
        schema.RESULTS,
        {first_row.line.row: {"N° 2": second_row.match.two}, second_row.line.row: {"N° 2": first_row.match.two}},
    )


def test_a_pair_of_the_organiser_is_no_fault_of_the_draw_and_one_changed_when_its_result_was_known_is_told():
    desk = played(rounds=2)
    desk.match(3, 1, 12)
    report = check(desk.must().snapshot)
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["fixed"])
    assert "1 intervention de l'organisateur (" in render_summary(report)
    assert report.manual_changes[0].message.rstrip(".") in render_summary(report), "which it is"
    exchanged(desk.play().must("update"), 3)
    assert "late" in [change.kind for change in check(desk.must("update").snapshot).manual_changes]


@pytest.mark.parametrize(
    "words", ["ils viennent du même club", "Importé de mon carnet", "Choix de l'organisateur : lui", "Table de Berger."]
)
def test_a_round_that_the_organiser_typed_is_his_whatever_he_wrote_for_the_reason(words):
    desk = played(rounds=1)
    pairs = [row.match.sides for row in desk.decoded().results.round(1)]  # again: the rules give other ones
    desk.add(schema.RESULTS, *({"Ronde": 2, "N° 1": first, "N° 2": second, "Motif": words} for first, second in pairs))
    desk.must("update")
    assert len([warning for warning in desk.decoded().warnings if warning.key == "rematch_by_hand"]) == len(pairs)
    report = check(desk.play().must("update").snapshot)
    assert {difference.by for difference in report.pairings[1].differences} == {"organiser"}
    assert report.code == 0 and not report.findings


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
                exchanged = {
                    pairs.get(pair, (pair,))[0]: match
                    | ({"sides": pairs[pair][1]} if pair in pairs and "sides" in match else {})
                    for pair, match in matches.items()
                }
                part["rounds"]["1"]["matches"] = exchanged
        cells = line.texts | {"Faits": json.dumps(changes)}
        chain = compute_chain(chain, [cells[name] for name in schema.MEMORY_COLUMNS[:-1]])
        lines[line.row] = {"Faits": cells["Faits"], "Chaîne": chain}
    desk.fill(schema.MEMORY, lines)
    report = check(desk.must("update").snapshot)
    assert not report.pairings[0].same
    assert [finding.kind for finding in report.findings] == ["draw", "draw"]


def test_a_round_whose_rows_are_all_forfeits_is_right():
    """No pair is left that could be another one."""
    desk = OthelloDesk(2)
    row = desk.must().decoded().results.round(1)[0].line.row
    desk.absences(2, "1")
    desk.fill(schema.RESULTS, {row: {"N° N": 1, "N° B": "BIP", "Fin": "FN"}})
    report = check(desk.must("update").snapshot)
    assert [pairing.same for pairing in report.pairings] == [True] and report.standings_ok


@pytest.mark.parametrize(("black", "end"), [(1, "FN"), ("BIP", "FB")])
def test_a_forfeit_to_bip_is_an_absence_whichever_colour_bip_has(black, end):
    """B4, B7: who comes too late loses to BIP; rounds drawn after it are judged on that."""
    desk = OthelloDesk(5).must().play()
    row = next(row for row in desk.decoded().results.round(1) if row.match.bye)
    present = max(row.match.sides)
    sides = (present, "BIP") if black == 1 else ("BIP", present)
    desk.fill(schema.RESULTS, {row.line.row: dict(zip(("N° N", "N° B", "Fin"), (*sides, end), strict=True))})
    desk.must().play().must().play().must("update")
    report = check(desk.snapshot)
    assert (report.code, report.findings) == (0, ())
    (*_, bye) = views.find_matches(desk.decoded().memory.document, 1).values()
    assert OthelloBook.settle_match(bye) == {"sides": [present, "X"], "end": "FN"}


def test_the_report_is_plain_data_for_programs(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 8), 2)
    capsys.readouterr()
    assert books.run("check", path, "--json") == 0
    output = json.loads(capsys.readouterr().out)
    keys = {"file", "formula", "rounds", "problems", "pairings", "standings_ok", "ratings_ok", "manual_changes"}
    assert keys <= output.keys()
    assert output["pairings"][0].keys() >= {"round", "same", "differences", "cost", "optimum"}


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("value", [None, "zut"])
def test_a_title_of_a_computed_sheet_that_is_missing_is_written_and_not_asked_for(kind, value):
    desk = finished(kind)
    whole = desk.snapshot
    for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.TEAMS, schema.HIGHLIGHTS):
        for column in range(1, len(desk.decoded().columns[sheet]) + 1):
            desk.snapshot = typed(whole, {(sheet, 4, column): value})
            report = check(desk.snapshot)
            assert report.code == 0 and not report.problems, (sheet, column)
            assert desk.must("update").snapshot.sheets[sheet] == whole.sheets[sheet], (sheet, column)


def test_titles_that_are_all_gone_are_written_and_a_column_that_was_deleted_comes_at_the_end():
    desk = finished("Classique")
    whole = desk.snapshot
    width = len(whole.sheets[schema.STANDINGS][3])
    desk.snapshot = typed(whole, {(schema.STANDINGS, 4, column): None for column in range(1, 12)})
    assert desk.must("update").snapshot.sheets[schema.STANDINGS] == whole.sheets[schema.STANDINGS]
    grid = [[*row[:9], *row[10:]] for row in whole.sheets[schema.STANDINGS]]  # PPM
    desk.snapshot = whole._replace(sheets={**whole.sheets, schema.STANDINGS: grid})
    assert any("« PPM » n'y est pas" in str(warning) for warning in check(desk.snapshot).warnings)
    titles = [cell_text(cell) for cell in desk.must("update").snapshot.sheets[schema.STANDINGS][3]]
    assert titles.index("PPM") == width - 1 and check(desk.snapshot).code == 0


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


@pytest.mark.parametrize("number", [-1, schema.MOST_ROUNDS + 1, 10**15])
def test_an_action_of_an_impossible_round_is_one_of_no_round(tmp_path, capsys, number):
    path = books.create(tmp_path, 8)
    assert (books.run("pair", path), books.run("undo", path)) == (0, 0)
    (row,) = (line["row"] for line in books.lines(path, "Mémoire") if line["Action"] == "Annulation")
    books.edit(path, {f"Mémoire!Ronde!{row}": number})
    capsys.readouterr()
    assert books.run("check", path, "--json") == 1, "the chain covers the round"
    (change,) = json.loads(capsys.readouterr().out)["manual_changes"]
    assert (change["kind"], change["round"], change["message"]) == ("undone", 0, "Ronde ? : annulée.")


@pytest.mark.parametrize("lines", [(1, 2, 3, 3), (1, 3, 2, 4), (1, 3, 4, 4), (2, 3, 4, 4)])
def test_a_line_of_the_history_that_is_moved_doubled_or_taken_away_is_told(tmp_path, capsys, lines):
    """Each line has its own hash; only the chain from line to line tells."""
    path = books.simulate(books.create(tmp_path, 8), 1)
    for name in ("Renée", "Zoé"):
        books.update(books.edit(path, {f"Joueurs!Prénom!{books.FIRST}": name}))
    rows = books.lines(path, "Mémoire")[-4:]
    columns = [title for title in rows[0] if title != "row"]
    moved = {
        f"Mémoire!{title}!{row['row']}": rows[line - 1][title]
        for row, line in zip(rows, lines, strict=True)
        for title in columns
    }
    books.edit(path, moved)
    capsys.readouterr()
    assert books.run("check", path) == 1 and "Mémoire" in capsys.readouterr().out


@pytest.mark.parametrize("lines", ["all", "last"])
def test_a_history_that_was_changed_or_taken_away_is_told(tmp_path, capsys, lines):
    path = books.simulate(books.create(tmp_path, 8), 1)
    books.update(books.edit(path, {f"Joueurs!Prénom!{books.FIRST}": "Renée"}))
    *_, last = rows = books.lines(path, "Mémoire")
    assert books.run("check", path) == 0 and "Renée" in last["Faits"]
    gone = {f"Mémoire!{title}!{row['row']}": None for row in rows for title in row if title != "row"}
    changed = {f"Mémoire!Faits!{last['row']}": last["Faits"].replace("Renée", "René")}
    books.edit(path, gone if lines == "all" else changed)
    capsys.readouterr()
    assert books.run("check", path) == 1 and "Mémoire" in capsys.readouterr().out


@pytest.mark.parametrize(("column", "value"), [("Licence", "777"), ("Nom", "Bazin"), ("Cote", 2000)])
def test_an_identity_changed_since_the_last_press_is_named_at_its_cell(tmp_path, capsys, column, value):
    path = books.simulate(books.create(tmp_path, 8), 1)
    books.edit(path, {f"Joueurs!{column}!{books.FIRST}": value})
    capsys.readouterr()
    assert books.run("check", path, "--json") == 1
    causes = [cause for cause in json.loads(capsys.readouterr().out)["findings"] if cause["sheet"] == "Joueurs"]
    assert [f"Joueurs!{cause['cell']}" for cause in causes] == [books.located(path, f"Joueurs!{column}!{books.FIRST}")]


def test_a_figure_that_is_wrong_by_one_is_found_at_its_cell():
    desk = finished("Classique")
    pm = int(desk.rows(schema.STANDINGS)[0]["PM"])
    overwrite(desk, schema.STANDINGS, 5, "PM", pm + 1)
    assert [(cause.sheet, cause.row) for cause in check(desk.snapshot).findings] == [(schema.STANDINGS, 5)]


def test_of_undone_rounds_those_are_told_as_made_again_that_were():
    desk = Desk().players(8).must().play().must()
    desk.must("undo")
    for place in range(4):
        desk.put(1, place, Score_1=None, Score_2=None)
    desk.must("undo").must()
    messages = [change.message for change in check(desk.snapshot).manual_changes if change.kind == "undone"]
    assert messages == ["Ronde 2 : annulée.", "Ronde 1 : annulée, puis refaite."]


def test_a_pair_changed_before_its_result_is_known_is_not_told_as_changed_late():
    desk = exchanged(played(rounds=1).must(), 2).must("update").play().must("update")
    kinds = [change.kind for change in check(desk.snapshot).manual_changes]
    assert "exchanged" in kinds and "late" not in kinds


def test_a_pair_changed_by_hand_is_the_organisers_from_the_press_on_that_saw_it():
    desk = exchanged(played(rounds=1).must(), 2)
    for author in ("unrecorded", "organiser"):
        assert {difference.by for difference in check(desk.snapshot).pairings[1].differences} == {author}
        desk.must("update")


def test_a_rematch_that_the_organiser_imposed_is_told_as_his():
    desk = played(rounds=1)
    desk.match(2, *desk.pairs(1)[0]).must()
    assert "se sont déjà rencontrés (choix de l'organisateur)" in "\n".join(
        render_report_lines(check(desk.snapshot), "")
    )


def test_a_round_undone_and_typed_by_hand_is_the_organisers():
    desk = Desk().players(8).must().must("undo")
    for first, second in ((1, 2), (3, 4), (5, 6), (7, 8)):
        desk.match(1, first, second, (400, 380))
    (pairing,) = check(desk.must("update").snapshot).pairings
    assert not pairing.recorded and {difference.by for difference in pairing.differences} == {"organiser"}


@pytest.mark.parametrize("kind", GAMES)
def test_the_name_of_another_player_beside_a_number_of_resultats_is_found_at_its_cell(kind):
    desk = played(kind)
    first, second = desk.decoded().results.round(2)[:2]
    column = game_of(desk.decoded()).side_columns[0][1]
    number = second.match.sides[0]
    desk.type(schema.RESULTS, first.line.row, column, desk.decoded().full_names()[number])
    (finding,) = check(desk.snapshot).findings
    assert (finding.kind, finding.sheet, finding.row, finding.round) == ("name", schema.RESULTS, first.line.row, 2)
    assert finding.cell == cell_address(first.line.row, first.line.table.columns[column])
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


def test_a_number_of_resultats_typed_over_is_found_in_its_row():
    desk = exchanged(played(rounds=3).must(), 4)
    rows = [row.line.row for row in desk.decoded().results.round(4)[:2]]
    (finding,) = check(desk.snapshot).findings
    assert (finding.kind, finding.sheet) == ("pair", schema.RESULTS) and finding.row in rows and finding.cell


@pytest.mark.parametrize("kind", GAMES)
def test_a_motif_typed_over_is_told_in_one_line_and_no_fault(kind):
    desk = played(kind)
    assert check(desk.snapshot).warnings == ()
    rows = [row.line.row for number in (2, 3) for row in desk.decoded().results.round(number)[:1]]
    for row, text in zip(rows, ("Choix de l'organisateur.", None), strict=True):
        desk.type(schema.RESULTS, row, "Motif", text)
    report = check(desk.snapshot)
    assert (report.code, report.findings) == (0, ())
    listed = f"lignes {rows[0]} et {rows[1]}"
    assert report.warnings == (f"Résultats, {listed} : le Motif n'est pas celui que donne le tirage.",)


def test_a_motif_in_other_words_with_the_same_figures_is_the_same():
    desk = played()
    row = next(row for row in desk.decoded().results.round(3) if any(map(str.isdigit, row.match.reason)))
    desk.type(schema.RESULTS, row.line.row, "Motif", f"Autrefois : {row.match.reason.casefold()}")
    assert check(desk.snapshot).warnings == ()
    desk.type(schema.RESULTS, row.line.row, "Motif", f"{row.match.reason} 77")
    assert "Motif" in " ".join(check(desk.snapshot).warnings)
