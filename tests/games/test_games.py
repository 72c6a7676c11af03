"""Each promise of `games.game.Game`, kept by every game; and a third game, which is a class and a line in `GAMES`, goes
through all verbs.
"""

import json
import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests import books
from tests.games import dames
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.check import check
from tournament_xl.actions.simulate import fill_last_round
from tournament_xl.actions.what_if import suppose_results
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import resource_path
from tournament_xl.document.recorded import record
from tournament_xl.frontends.cli import workbook
from tournament_xl.games.answers import NotYetError
from tournament_xl.games.game import Game
from tournament_xl.games.new_workbook import fill_template
from tournament_xl.games.registry import GAMES, LOADERS, decode, find_game, game_of
from tournament_xl.games.rendering import list_grid_titles
from tournament_xl.games.simulation import Chances
from tournament_xl.interchange import export_tables
from tournament_xl.messages import ribbon
from tournament_xl.messages.reasons import LOST
from tournament_xl.publication.facts import collect_published_facts
from tournament_xl.storage import new_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES
from tournament_xl.workbook.working_copy import ActionAborted, WorkingCopy
from tournament_xl.xlsx import workbook_package

DAMES = dames.Dames()
NAMES = ("scrabble", "othello", "dames")
RENAMED = {
    "N° N": "N° 1", "N° B": "N° 2", "Noir": "Premier", "Blanc": "Second", "Pions N": "Pris 1", "Pions B": "Pris 2",
}  # fmt: skip
INPUT_SHEETS = (schema.TOURNAMENT, schema.PLAYERS, schema.RESULTS)
ROUNDS = 3
DAY = "21/11/2026 14:05:33"


@pytest.fixture(autouse=True)
def _three_games(monkeypatch):
    monkeypatch.setitem(LOADERS, "dames", lambda: DAMES)


@pytest.fixture(params=NAMES)
def game(request):
    return request.param


@cache
def template(name):
    """The snapshot of an empty workbook, and its bytes; that of Dames is Othello's with other titles."""
    path = resource_path("templates", f"{'othello' if name == 'dames' else name}.xlsx")
    empty = workbook_package.parse_snapshot(path, path.read_bytes())
    if name != "dames":
        return empty, path.read_bytes()
    gone = {word for word in GAMES["othello"].words if word not in DAMES.words}

    def title(cell):
        return RENAMED.get(cell, None if isinstance(cell, str) and normalize(cell) in gone else cell)

    titled = {
        sheet: [[title(cell) for cell in row] for row in grid] if sheet in INPUT_SHEETS else grid
        for sheet, grid in empty.sheets.items()
    }
    snapshot = Snapshot(titled)
    return snapshot, workbook_package.edit_workbook(
        path, workbook_package.parse_workbook(path, path.read_bytes()), compute_edits(empty, snapshot)
    ).data


@cache
def registered(name):
    """A new workbook with seven players."""
    people = [{"Nom": surname, "Prénom": "P"} for surname in books.SURNAMES[:7]]
    settings = {"Formule": GAMES[name].formulas[0].name, "Nombre de rondes": str(ROUNDS), "Graine": "7"}
    settings = {key: settings[key] for key in settings if key in {setting.name for setting in GAMES[name].settings}}
    return fill_template(decode(template(name)[0]), settings, people, date=DAY, version="0")


def pressed(action, snapshot):
    outcome = action(snapshot, DAY)
    assert outcome.code == DONE, outcome
    return workbook_actions.apply_outcome(snapshot, outcome)


@cache
def played(name, rounds=2):
    """Some rounds are played, and seen by an update."""
    snapshot = registered(name)
    for _ in range(rounds):
        snapshot = fill_last_round(pressed(workbook_actions.pair, snapshot), Chances("7"))
    return pressed(workbook_actions.update, snapshot)


def results(snapshot):
    return {row.line.row: tuple(row.line.texts.values()) for row in decode(snapshot).results.rows}


def test_a_workbook_is_recognised_as_one_of_its_game(game):
    assert find_game(template(game)[0]).name == find_game(played(game)).name == decode(played(game)).game == game


def test_a_formula_is_known_by_one_name_one_word_and_one_label():
    formulas = [formula for game in GAMES.values() for formula in game.formulas]
    words = [formula.word for formula in formulas if formula.word]
    assert len(words) == len({*words}) and ribbon.FORMULAS.keys() <= {*words} <= {"dames", *ribbon.FORMULAS}
    assert all(formula.word in workbook.list_formulas() for formula in formulas if formula.word)
    for of in GAMES.values():
        assert len({formula.name for formula in of.formulas}) == len(of.formulas)
        assert {sheet for formula in of.formulas for sheet in getattr(formula, "sheets", ())} <= of.columns.keys()


def test_a_pairing_gives_everybody_one_opponent_and_undone_leaves_what_was_there(game):
    before = played(game)
    press = WorkingCopy(decode(before), DAY)
    drawn = game_of(press.decoded).pair(press, press.decoded)
    assert sorted(player_id for two in drawn.sides for player_id in two) == list(range(8))
    after = pressed(workbook_actions.undo, pressed(workbook_actions.pair, before))
    assert results(after) == results(before)
    of = find_game(before)
    assert of.select_said(decode(after)) == of.select_said(decode(before))
    assert results(pressed(workbook_actions.pair, after)) == results(pressed(workbook_actions.pair, before))


def test_a_press_repeated_changes_nothing_nor_does_what_check_renders(game):
    assert workbook_actions.update(played(game), DAY).edits == ()
    book = decode(played(game))
    of, press = game_of(book), WorkingCopy(book, DAY)
    for contents in (of.render_sheets(press, book), of.render_compared_sheets(press.draft, book)):
        write_contents(press.draft, book, contents)
    assert press.draft.edits() == ()


def test_a_workbook_is_one_document_that_keeps_to_its_description(game):
    """Plain JSON, the same each time; the history keeps the recorded part."""
    book = decode(played(game))
    of = game_of(book)
    document, described = of.to_document(book), of.describe_document()
    assert json.loads(json.dumps(document)) == document == of.to_document(book) == described.check("", document)
    recorded = described.record(document)
    assert recorded["rounds"]["1"]["matches"].keys() == document["rounds"]["1"]["matches"].keys()
    assert "unnumbered" not in recorded and "Nom" not in recorded["settings"] and recorded["effective"]["Formule"]
    assert of.bye == book.bye
    deciding = {setting.name for setting in of.settings if setting.decides}
    assert record(document, deciding) == recorded == book.memory.document == of.record(book)
    assert of.find_changes(book, recorded, of.record(book)) == []


def test_what_changes_is_found_value_by_value(game):
    """From nothing to a tournament: settings, players, and of each match its pair and its result."""
    book, of = decode(played(game)), GAMES[game]
    changes = of.find_changes(book, {}, book.memory.document)
    by_field = {field: [change for change in changes if change.field == field] for field in {c.field for c in changes}}
    assert len(by_field["name"]) == 7 and len(by_field["pair"]) == 8 and len(by_field["result"]) == 6  # two byes
    assert {c.key for c in by_field["setting"]} == {setting.name for setting in of.settings if setting.decides}
    assert all(change.old is None and change.new is not None for change in changes)
    gone = of.find_changes(book, book.memory.document, {})
    assert {change[:3]: change.old for change in gone} == {change[:3]: change.new for change in changes}
    assert all(change.new is None for change in gone)


def reasons(book, number):
    return {frozenset(match.sides): match.reason for match in book.tournament.rounds[number - 1]}


def corrected(snapshot):
    """The first result of the first round is turned round."""
    book, draft = decode(snapshot), Draft(snapshot)
    first_column, second_column = find_game(snapshot).score_pairs[0]
    row = next(row for row in book.results.round(1) if not row.line.empty(first_column) and X not in row.match.sides)
    draft.put(schema.RESULTS, row.line.row, row.line.table.columns[first_column], int(row.line.text(second_column)))
    draft.put(schema.RESULTS, row.line.row, row.line.table.columns[second_column], int(row.line.text(first_column)))
    return pressed(workbook_actions.update, draft.after())


@pytest.mark.parametrize("change", [lambda snapshot: snapshot, corrected], ids=["drawn", "corrected"])
def test_a_round_drawn_again_has_the_reasons_of_its_pairing(game, change):
    snapshot = change(played(game))
    book = decode(snapshot)
    assert all(reasons(book, number) == reasons(decode(played(game)), number) for number in (1, 2))
    for number in (1, 2):
        drawn = find_game(snapshot).recompute_reasons(book, number)
        assert {pair: " ".join(reason.split()) for pair, reason in drawn.items()} == reasons(book, number)
    assert check(snapshot).code == DONE


def test_a_drawn_pair_whose_motif_was_emptied_says_so_and_nothing_is_wrong(game):
    draft = Draft(played(game))
    rows = decode(draft.snapshot).results.rows
    for row in rows:
        draft.put(schema.RESULTS, row.line.row, row.line.table.columns["Motif"], None)
    snapshot = pressed(workbook_actions.update, draft.after())
    assert {row.match.reason for row in decode(snapshot).results.rows} == {LOST}
    report = check(snapshot)
    assert report.code == DONE and not any("Motif" in text for text in report.warnings)


def test_the_workbook_as_the_last_press_left_it_is_itself_after_an_update(game):
    book = decode(played(game))
    left = find_game(book.snapshot).state_after_last_action(book)
    pairs = [[frozenset(match.sides) for match in decoded.tournament.rounds[1]] for decoded in (left, book)]
    assert pairs[0] == pairs[1]
    assert left.ranked(2) == book.ranked(2)
    draft, row = Draft(book.snapshot), book.results.round(2)[0]
    for column in find_game(book.snapshot).score_pairs[0]:
        draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], None)
    changed = decode(draft.after())
    assert changed.tournament.played == 1
    assert find_game(book.snapshot).state_after_last_action(changed).ranked(2) == book.ranked(2)


def test_a_result_that_was_typed_is_known(game):
    book = decode(played(game))
    of, number = find_game(book.snapshot), len(book.tournament.rounds)
    typed = {row.line.row for row in book.results.round(number) if X not in row.match.sides}
    assert typed and of.find_typed_rows(book, number) == typed
    drawn, names = decode(pressed(workbook_actions.pair, book.snapshot)), book.names()
    assert of.find_typed_rows(drawn, number + 1) == set() and not any(of.render_scores(drawn, number + 1, names))
    assert sum(map(bool, of.render_scores(drawn, number, names))) >= len(typed)


def test_two_sides_see_one_match(game):
    turned = {"G": "P", "P": "G", "N": "N", "": ""}
    book = decode(pressed(workbook_actions.pair, played(game)))
    for number, matches in enumerate(book.tournament.rounds, start=1):
        for match, (first, second) in zip(matches, book.sides(number), strict=True):
            assert (first.number, second.number) == match.sides == (second.opponent, first.opponent)
            assert first.complete == second.complete == match.complete == bool(first.outcome) == bool(second.outcome)
            assert turned[first.outcome] == second.outcome and (first.gave, first.got) == (second.got, second.gave)
            assert first.games == tuple(scores[::-1] for scores in second.games)
            assert {side.round for side in (first, second)} == {number} and first.table == second.table == match.table


def test_standings_and_grid_have_everybody_once_best_first(game):
    book = decode(played(game))
    names, here = book.names(), {player.number for player in book.tournament.players}
    of = find_game(book.snapshot)
    rows, lines, columns = of.render_standings(book, 2), of.render_grid(book, 2), list_grid_titles(book, book.ranked(2))
    places = [row["Place"] for row in rows]
    assert places == sorted(places) and {row["N°"] for row in rows} == {row["N°"] for row in lines} == here
    assert all(set(columns) <= line.keys() for line in lines) and of.render_standings_title(book, 2)
    assert len([text for text in of.render_scores(book, 1, names) if text]) >= 3
    (alone,), first = of.explain_round(book, 2, 1), book.tournament.rounds[1][0]
    assert len(of.explain_round(book, 2, None)) >= len(book.tournament.rounds[1])
    assert alone.lines[0].partition(".")[0] in reasons(book, 2)[frozenset(first.sides)] and first.table == 1
    assert {*of.explain_tie_breaks(book)} in (set(), here) and not of.describe_counted_score(*book.sides(1)[0])


def test_a_negative_figure_of_an_explanation_has_one_minus_sign(game):
    book = decode(played(game))
    lines = [line for one in find_game(book.snapshot).explain_round(book, 2, None) for line in one.lines]
    assert not any(re.search(r"(?<!\w)-\d", line) for line in lines), lines


def test_what_is_not_over_is_refused_and_what_is_missing_stands_at_its_cell(game):
    early, drawn = decode(played(game)), decode(pressed(workbook_actions.pair, played(game)))
    with pytest.raises(ActionAborted):
        game_of(early).refuse_unfinished(early, "send_early")
    waiting = game_of(drawn).prepare_pairing(drawn)
    assert {problem.sheet for problem in waiting.problems} == {schema.RESULTS}
    over = decode(played(game, ROUNDS))
    assert game_of(over).refuse_unfinished(over, "send_early") is None


def test_results_at_random_complete_the_round(game):
    drawn = decode(pressed(workbook_actions.pair, played(game)))
    results = game_of(drawn).simulate_results(drawn, Chances("1"))
    assert results and results.keys() == {row.line.row for row in drawn.pending}
    assert results == game_of(drawn).simulate_results(drawn, Chances("1"))
    assert not decode(fill_last_round(drawn.snapshot, Chances("1"))).pending


def test_what_is_exported_and_published_has_every_match_and_player(game):
    book = decode(played(game, ROUNDS))
    table, page = export_tables.build_games_table(book), collect_published_facts(book)
    numbers = [side.number for number in range(1, ROUNDS + 1) for match in book.sides(number) for side in match]
    assert [row["N°"] for row in table.rows] == [player_id for player_id in numbers if player_id != X]
    assert {"N°", "Résultat", game_of(book).points_column} <= {*table.columns}
    assert len(page["games"]) == sum(map(len, book.tournament.rounds)) and len(page["players"]) == 7
    assert page["standings"][-1]["lines"][0].keys() >= game_of(book).figures.keys()


def test_supposed_results_are_typed_where_the_game_has_its_scores(game):
    drawn = decode(pressed(workbook_actions.pair, played(game)))
    score = {"scrabble": "444-333", "othello": "40-24", "dames": "12-3"}[game]
    standings = suppose_results(drawn.snapshot, [(str(row.match.table), score) for row in drawn.pending])
    assert standings.after == ROUNDS and not standings.decoded.pending and not standings.title
    partial = suppose_results(drawn.snapshot, [(str(drawn.pending[0].match.table), score)])
    assert partial.title == f"Classement pendant la ronde {ROUNDS}", "never the final one"


def test_the_attributes_of_a_game_fit_each_other(game):
    of = GAMES[game]
    players, results, standings = (of.columns[name] for name in (schema.PLAYERS, schema.RESULTS, schema.STANDINGS))
    settings = {setting.name: setting for setting in of.settings}
    assert of.name == game and {schema.TOURNAMENT, *of.columns} - {schema.TOURNAMENT} <= {*of.sheets}
    for sheet, columns in of.typed_columns.items():
        assert {*of.columns[sheet]} <= {column.title for column in columns} <= {
            *of.columns[sheet], *of.extra_columns, *OPTIONAL_TITLES, *schema.WINNER_COLUMNS,
        }  # fmt: skip
    typed = {*chain(*of.side_columns), *chain(*of.score_pairs), *filter(None, [of.ending_column])}
    assert typed <= {*results} and not {*of.extra_columns} & {*players}
    assert len(of.side_columns) == 2 and all(len(pair) == 2 for pair in (*of.side_columns, *of.score_pairs))
    assert {*of.figures.values()} <= {*standings} and of.points_column in of.figures.values()
    assert {of.points_column, of.value_column} - {"Pris"} <= {*of.games_columns} and len(of.round_titles) == 5
    assert {formula.name for formula in of.formulas} <= {*settings["Formule"].choices} | {dames.FORMULA.name}
    assert {*of.federation_settings} <= settings.keys() and len(of.words) > 10
    assert of.last_entry is None or of.last_entry > 0
    assert {*of.forms} <= {*of.sheets} - {*of.columns}, "nothing reads them"
    assert all(setting.choices for setting in of.final_choices)
    assert schema.FINALS in of.columns or not of.final_choices
    assert decode(played(game)).completes_rounds == (game == "othello"), "whoever is late may then meet the exempt (S8)"
    assert of.has_colours == any(side.colour for sides in decode(played(game)).sides(1) for side in sides)


def test_a_score_that_looks_like_a_slip_is_said_at_its_cell_if_the_game_knows_any(game):
    book, of = decode(played(game)), GAMES[game]
    assert not [*of.find_unlikely_scores(book)] and not [*of.find_unlikely_cells(book)]
    draft, row = Draft(book.snapshot), book.results.round(2)[0]
    draft.put(schema.RESULTS, row.line.row, row.line.table.columns[of.score_pairs[0][0]], 4)
    slip = decode(draft.after())
    cells, notices = [*of.find_unlikely_cells(slip)], [*of.find_unlikely_scores(slip)]
    assert len(notices) == len(cells) == (game == "scrabble")
    assert all(cell[0] == row.line.row and cell[2] == "4" for cell in cells)


def test_a_round_undone_takes_what_it_gave_besides_rows(game):
    book = decode(played(game, 1))
    removed = game_of(book).undo_extras(book, 1)
    seeds = removed.get("players", {})
    assert bool(seeds) == (game == "scrabble") and all(fields == {"seed": None} for fields in seeds.values())
    assert seeds.keys() <= book.memory.document["players"].keys() and removed.keys() <= {"players"}


def test_ratings_are_of_a_finished_tournament_or_refused(game):
    over, early, of = decode(played(game, ROUNDS)), decode(played(game)), GAMES[game]
    for book, provisional in ((early, False), *(((early, True), (over, False)) if not of.has_ratings else ())):
        with pytest.raises(ActionAborted):
            of.rate(WorkingCopy(book, DAY, rated=True), book, provisional=provisional)
        with pytest.raises(NotYetError):
            of.render_ratings(book, provisional=provisional)
    assert not of.is_rated(over) and not [*of.find_rating_notices(over)]  # the workbook has no date
    assert len(of.compute_rating_changes(over)) == (7 if of.has_ratings else 0)
    if of.has_ratings:
        answer = of.rate(WorkingCopy(over, DAY, rated=True), over, provisional=False)
        assert answer.notice.key == "rated" and answer.sentence
        rows = of.render_ratings(over, provisional=False)
        assert [row["Place"] for row in rows] == sorted(row["Place"] for row in rows) and len(rows) == 7
        assert of.is_rated(decode(pressed(workbook_actions.rate, over.snapshot)))


def test_a_tournament_ends_with_its_rounds_and_what_decides(game):
    over, drawn, of = decode(played(game, ROUNDS)), decode(pressed(workbook_actions.pair, played(game))), GAMES[game]
    assert of.find_open_decision(over) is None and not [*of.list_finals(over)] and not of.has_lots(over)
    assert {*of.find_final_opponents(over)} == {setting.name for setting in of.final_choices}
    assert not of.list_final_rounds(over) or ROUNDS in of.list_final_rounds(over)
    (missing,) = of.report_missing_results(drawn).problems
    assert missing.row == drawn.pending[0].line.row and "tables 1 à 3" in missing.message
    assert not of.report_missing_results(over).problems


def test_the_parcel_has_the_sheets_and_an_enclosure_of_its_own(game):
    over = decode(played(game, ROUNDS))
    parts = GAMES[game].collect_parcel(over)
    assert parts.snapshot.sheets.keys() == over.snapshot.sheets.keys() and "." in parts.enclosure_name
    assert over.tournament.settings.formula.name in parts.played
    assert bool(parts.enclosure) == (game != "dames") == bool(parts.own)


def test_a_page_shows_what_a_side_sees(game):
    book, of = decode(played(game)), GAMES[game]
    texts = [of.render_score(*sides) for number in (1, 2) for sides in book.sides(number) if X not in numbers_of(sides)]
    assert len(texts) == 6 and all(" – " in text for text in texts)
    waiting = decode(pressed(workbook_actions.pair, book.snapshot))
    assert {of.render_score(*sides) for sides in waiting.sides(3) if X not in numbers_of(sides)} == {""}
    rules = {"scrabble": {"edition"}, "othello": {"tie_break", "beta", "bye_discs"}, "dames": set()}
    assert of.describe_rules(book).keys() == rules[game]


def numbers_of(sides):
    return [side.number for side in sides]


def test_every_round_is_judged_as_it_was_drawn(game):
    pairings, findings = GAMES[game].judge_rounds(decode(played(game)))
    assert [(pairing.round, pairing.same) for pairing in pairings] == [(1, True), (2, True)] and not findings


def test_numbers_of_a_new_workbook_are_recorded_where_a_list_of_the_world_gives_them(game):
    recorded = GAMES[game].record_numbers([5], [1, 2, 4])
    assert bool(recorded) == GAMES[game].has_world_list and (not recorded or recorded["given_numbers"] == {"5": "list"})


def test_a_history_given_with_the_cells_is_used_instead_of_the_sheets(game):
    book, bare = decode(played(game)), decode(registered(game))
    read = GAMES[game].decode(book.snapshot, DecodeContext(bare.memory))
    assert read.memory is bare.memory and not read.memory.drawn and len(read.tournament.rounds) == 2
    redecoded = GAMES[game].decode(book.snapshot, DecodeContext(previous=book))
    assert redecoded.ranked(2) == book.ranked(2) and redecoded.problems == ()


def test_a_prize_is_for_columns_that_the_game_has(game):
    book = decode(played(game))
    kind = game_of(book)
    assert kind.prize_columns.keys() <= {*kind.columns[schema.PLAYERS], *OPTIONAL_TITLES}
    series = [name for name, _ in kind.list_series(book)]
    assert all(name == name.strip() for name in series) and len(set(series)) == len(series)


@pytest.mark.parametrize("game", ["scrabble", "othello"])
def test_a_document_gives_the_rules_what_the_sheets_give_them(game):
    book = decode(played(game))
    tournament = game_of(book).rules_view(game_of(book).to_document(book)).tournament
    assert (tournament.rounds, tournament.fixed) == (book.tournament.rounds, book.tournament.fixed)
    assert sorted(tournament.players, key=lambda player: player.number) == sorted(
        book.tournament.players, key=lambda player: player.number
    )


def test_every_promise_of_a_game_is_asked_of_all_games_here_and_a_game_fits_on_three_screens():
    source = Path(__file__).read_text(encoding="utf-8")
    assert not [name for name in vars(Game) if not name.startswith("_") and f".{name}" not in source]
    assert len(Path(dames.__file__).read_text(encoding="utf-8").splitlines()) <= 160


def test_a_third_game_goes_through_every_verb(tmp_path, monkeypatch, capsys):
    path, listed = tmp_path / "dames.xlsx", tmp_path / "joueurs.csv"
    (tmp_path / "modèle.xlsx").write_bytes(template("dames")[1])
    monkeypatch.setattr(new_file, "resource_path", lambda *name: tmp_path / "modèle.xlsx")
    listed.write_text("\n".join(["Nom;Prénom", *(f"{name};P" for name in books.SURNAMES[:6])]), encoding="utf-8")
    assert books.run("new", path, "--formule", "dames", "--rondes", 2, "--joueurs", listed) == 0
    for verb in (("pair",), ("undo",), ("simulate", "--rounds", 2), ("update",), ("check",), ("standings",)):
        assert books.run(verb[0], path, *verb[1:]) == 0, capsys.readouterr()
    assert books.run("ratings", path) == REFUSED and "Ce jeu n'a pas de cotes" in capsys.readouterr().err
    assert books.run("explain", path) == books.run("export", path) == books.run("publish", path) == 0
    output = capsys.readouterr().out
    assert "Tous les appariements" in output or dames.REASON in output
    assert (tmp_path / "dames - tables" / "parties.csv").is_file()
    assert len([row for row in books.lines(path, "Résultats") if row["Pris 1"] is not None]) == 6
