"""Each promise of the protocol `press.Game`, held to both games: what a press may rely on whatever it plays."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels, memory
from tournament_xl.check import check
from tournament_xl.games import game_of, of
from tournament_xl.press import Press, Stop

ROUNDS = 4


def scrabble():
    return Desk(Nombre_de_rondes=ROUNDS).players(9)


def othello():
    return OthelloDesk(9, Nombre_de_rondes=ROUNDS)


@pytest.fixture(params=[scrabble, othello])
def desk(request):
    return request.param()


def after(desk, rounds):
    """So many rounds played, the sheets up to date."""
    for _ in range(rounds):
        desk.must().play()
    return desk.must("update")


def reasons(desk, number):
    return {frozenset(match.sides): match.reason for match in desk.decoded().tournament.rounds[number - 1]}


def test_redrawn_restores_every_reason_on_what_its_pairing_read(desk):
    """A score of round 1 is corrected and every Motif emptied: each comes back as it was."""
    after(desk, ROUNDS)
    before = {number: reasons(desk, number) for number in range(1, ROUNDS + 1)}
    first = desk.decoded().results.round(1)[0]
    (one, two), texts = of(desk.decoded()).SCORE_PAIRS[0], first.line.texts
    desk.fill(labels.RESULTS, {first.line.row: {one: int(texts[two]), two: int(texts[one])}})
    desk.must("update")
    rows = [row.line.row for row in desk.decoded().results.rows]
    desk.fill(labels.RESULTS, dict.fromkeys(rows, {"Motif": None})).must("update")
    assert {number: reasons(desk, number) for number in before} == before
    for number, known in before.items():
        drawn = of(desk.decoded()).reasons_again(desk.decoded(), number)
        assert {pair: " ".join(reason.split()) for pair, reason in drawn.items()} == known


def test_facts_are_those_that_the_last_press_left_and_as_left_gives_them_back(desk):
    after(desk, 2)
    decoded = desk.decoded()
    game = of(decoded)
    assert game.facts(decoded) == memory.on_sheets(decoded.memory.facts)
    told = [match.sides for games in decoded.tournament.rounds for match in games]
    row = decoded.results.round(2)[0]
    desk.fill(labels.RESULTS, {row.line.row: dict.fromkeys(game.SCORE_PAIRS[0], None)})
    changed = desk.decoded()
    assert changed.tournament.played == 1 and game.facts(changed) != memory.on_sheets(changed.memory.facts)
    then = game.as_left(changed).tournament
    assert then.played == 2 and [match.sides for games in then.rounds for match in games] == told


def test_a_result_is_one_that_a_person_typed_and_has_a_text(desk):
    after(desk, 1).must()
    decoded = desk.decoded()
    game, names = of(decoded), decoded.full_names()
    boards = [row for row in decoded.results.round(1) if 0 not in row.match.sides]
    assert sum(map(bool, game.score_texts(decoded, 1, names))) == len(boards)
    assert set(game.typed_results(decoded, 1)) == {row.line.row for row in boards}
    assert not game.typed_results(decoded, 2)
    assert not any(game.score_texts(decoded, 2, names))


def test_what_is_written_beside_the_facts_is_what_a_later_press_writes_again(desk):
    after(desk, 2)
    decoded = desk.decoded()
    game, names = of(decoded), decoded.full_names()
    press = Press(decoded, "21/11/2026 14:00:00", game)
    assert game.derive(press, decoded) == desk.status() == game.rewrite_derived(press.draft, decoded)
    assert press.draft.edits() == ()
    rows, shown = game.standings_rows(decoded, 2, names), desk.rows(labels.STANDINGS)
    assert [str(row["N°"]) for row in rows] == [row["N°"] for row in shown]
    assert game.standings_title(decoded, 2) == desk.snapshot.sheets[labels.STANDINGS][0][0]
    grid, columns = game.grid_rows(decoded, 2, names)
    assert len(grid) == len(shown) and columns == [f"R{number}" for number in range(1, ROUNDS + 1)]


def test_a_pairing_gives_everybody_present_one_opponent_and_is_taken_back_whole(desk):
    after(desk, 1)
    before = memory.on_sheets(desk.decoded().memory.facts)
    game = game_of(desk.snapshot)
    press = Press(desk.decoded(), "21/11/2026 14:00:00", game)
    drawn = game.pair(press, press.decoded)
    assert sorted(who for two in drawn.sides for who in two) == list(range(10)) and not drawn.extra_cost
    assert desk.must().must("undo").decoded().tournament.played == 1
    assert memory.on_sheets(desk.decoded().memory.facts) == before


def test_what_is_not_over_is_refused_and_what_is_missing_stands_at_its_cell(desk):
    after(desk, ROUNDS - 1)
    game = of(desk.decoded())
    with pytest.raises(Stop):
        game.refuse_unfinished(desk.decoded(), "send_early")
    desk.must()
    waiting = game.ready(desk.decoded())
    assert {problem.sheet for problem in waiting.problems.found} == {labels.RESULTS}
    desk.play().must("update")
    assert game.refuse_unfinished(desk.decoded(), "send_early") is None


def test_every_pair_of_a_drawn_round_is_explained_and_one_alone_by_its_table(desk):
    after(desk, 2)
    decoded = desk.decoded()
    tables = [match.table for match in decoded.tournament.rounds[1]]
    told = of(decoded).explain_round(decoded, 2, None)
    assert len([one for one in told if "table" in one.title]) == len(tables)
    (alone,) = of(decoded).explain_round(decoded, 2, tables[0])
    assert reasons(desk, 2)[frozenset(decoded.tournament.rounds[1][0].sides)] == alone.lines[0]


def test_all_pairs_typed_by_hand_are_given_what_a_pairing_gives(desk):
    """Tables, reasons, numbers, places and memory, and the scores are wanted only then; with or without an update."""
    numbers, bye = (("N° N", "N° B"), "BIP") if isinstance(desk, OthelloDesk) else (("N° 1", "N° 2"), "X")
    rows = [row["row"] for row in desk.rows(labels.PLAYERS)]
    desk.fill(labels.PLAYERS, {row: {"N°": at} for at, row in enumerate(rows, start=1)})

    def typed(number, pairs):
        desk.add(labels.RESULTS, *({"Ronde": number, **dict(zip(numbers, two, strict=True))} for two in pairs))

    typed(1, [(1, 9), (8, 2), (3, 7), (4, 6), (5, bye)])
    assert desk.must().decoded().tournament.played == 0
    assert [match.table for match in desk.decoded().tournament.rounds[0]] == [1, 2, 3, 4, 5]
    assert set(reasons(desk, 1).values()) == {"Choix de l'organisateur."}
    assert len(desk.decoded().memory.drawn[1].after.imposed(1)) == 5
    waiting = desk.press("pair")
    assert waiting.code == 3 and "tables 1 à 4" in " ".join(problem.message for problem in waiting.problems)
    desk.play()
    typed(2, [(1, 8), (9, 2), (3, 6), (4, 5), (7, bye)])
    desk.must("update")
    assert [match.table for match in desk.decoded().tournament.rounds[1]] == [1, 2, 3, 4, 5]
    warnings = desk.press("pair").warnings
    assert not [text for text in warnings if "effacées" in text or "retirées" in text]
    assert set(reasons(desk, 2).values()) == {"Choix de l'organisateur."}
    wall = [cell for row in desk.snapshot.sheets[labels.PAIRINGS] for cell in row]
    assert {1, 2, 3, 4} <= {cell for cell in wall if isinstance(cell, int)}
    assert after(desk.play(), ROUNDS - 2).decoded().tournament.played == ROUNDS
    assert check(desk.snapshot).code == 0
