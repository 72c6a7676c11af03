"""What holds for every game; and a third one, which is a class and a line in `GAMES`, goes through all verbs."""

import json
from functools import cache

import pytest

from tests import books
from tests.games import dames
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.simulate import fill_last_round
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import resource_path
from tournament_xl.document.recorded import record
from tournament_xl.games.new_workbook import fill_template
from tournament_xl.games.registry import GAMES, LOADERS, decode, find_game, game_of
from tournament_xl.games.simulation import Chances
from tournament_xl.storage import new_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.working_copy import WorkingCopy
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


def test_a_third_game_goes_through_every_verb(tmp_path, monkeypatch, capsys):
    path, listed = tmp_path / "dames.xlsx", tmp_path / "joueurs.csv"
    (tmp_path / "modèle.xlsx").write_bytes(template("dames")[1])
    monkeypatch.setattr(new_file, "resource_path", lambda *name: tmp_path / "modèle.xlsx")
    listed.write_text("\n".join(["Nom;Prénom", *(f"{name};P" for name in books.SURNAMES[:6])]), encoding="utf-8")
    assert books.run("new", path, "--formule", "dames", "--rondes", 2, "--joueurs", listed) == 0
    for verb in (("pair",), ("undo",), ("simulate", "--rounds", 2), ("update",), ("check",), ("standings",)):
        assert books.run(verb[0], path, *verb[1:]) == 0, capsys.readouterr()
    assert books.run("ratings", path) == REFUSED
    assert books.run("explain", path) == books.run("export", path) == books.run("publish", path) == 0
    output = capsys.readouterr().out
    assert "Tous les appariements" in output or dames.REASON in output
    assert (tmp_path / "dames - tables" / "parties.csv").is_file()
    assert len([row for row in books.lines(path, "Résultats") if row["Pris 1"] is not None]) == 6
