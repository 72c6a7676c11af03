"""Open, phases 1 and 2, through workbooks: rules O5 to O7, by number."""

from collections import Counter

from tests import books
from tests.opens import EIGHT, SIX, an_open, groups, play
from tournament_xl.scrabble.open_groups import SCHEDULES
from tournament_xl.workbook import labels


def test_o5_schedules_are_those_published():
    for size, text in ((6, SIX), (8, EIGHT)):
        rounds = [line.split() for line in text.split("\n") if line]
        published = [tuple(tuple(map(int, game.split("-"))) for game in games) for games in rounds]
        assert SCHEDULES[size] == tuple(published)
        games = Counter(frozenset(game) for games in published for game in games)
        assert set(games.values()) == {1} and len(games) == {6: 15, 8: 20}[size]


def test_o5_the_five_rounds_follow_the_schedule_of_each_group():
    desk = play(an_open(14), 5)
    eight, six = groups(desk)
    assert (len(eight), len(six)) == (8, 6)
    for number in range(1, 6):
        wanted = set()
        for group, text in ((eight, EIGHT), (six, SIX)):
            for game in text.split("\n")[number].split():
                a, b = map(int, game.split("-"))
                wanted.add(frozenset((int(group[a - 1]), int(group[b - 1]))))
        assert set(map(frozenset, desk.pairs(number))) == wanted
    assert desk.reason(2, int(six[1])) == "Groupe 2, ronde 2 : siège 2 contre siège 6."


def test_o5_an_absentee_against_x_scores_nothing_and_both_absent_forfeit_both():
    desk = an_open(11)
    group = next(group for group in groups(desk.must("pair")) if "X" in group)
    one, other = desk.pairs(1)[0]
    against_x = desk.pairs(1)[-1][0]
    desk.must("undo").absences(one, "1").absences(other, 1).absences(against_x, "1")
    first, *_, last = desk.must("pair").decoded().tournament.rounds[0]
    assert (first.forfeits, last.forfeits, last.two) == ({1, 2}, {1}, 0) and str(against_x) in group
    desk.better_seed_wins().must("update")
    lines = {line.text("N°"): line for line in desk.table(labels.STANDINGS).lines()}
    assert [lines[str(who)].text("Pdep") for who in (one, other, against_x)] == ["0", "0", "-50"]
    assert {lines[str(who)].text("PM") for who in (one, other, against_x)} == {"0"}


def test_o5_the_first_late_entrant_takes_the_seat_of_x_and_the_next_waits_for_phase_2():
    desk = play(an_open(13), 2)
    drawn = groups(desk)
    desk.player("Tard", 2995).player("Trop tard", 2000)
    warnings = desk.press("pair").warnings
    assert any("Trop tard jouera en phase 2" in text for text in warnings)
    seeds = {player.name: player.seed for player in desk.decoded().tournament.players}
    assert seeds["Tard"] == 0.5 and "Trop tard" not in seeds
    assert [two for _, two in desk.pairs(3)].count(0) == 0 and any(14 in pair for pair in desk.pairs(3))
    assert groups(desk) == drawn, "what was drawn stays: X's line names who plays"
    assert "X, puis Tard (dès la ronde 3)" in desk.column(labels.GROUPS, "Joueur")
    play(desk.better_seed_wins(), 2)
    assert any(0 in pair for pair in desk.pairs(2)) and desk.column(labels.STANDINGS, "Joueur").count("Trop tard") == 1
    desk.must("pair")
    assert any(15 in pair for pair in desk.pairs(6)) and any(14 in pair for pair in desk.pairs(6))


def test_o6_phase_2_begins_from_the_top_of_the_general_ranking():
    """12 players, better seed wins: 1 beats 4 5 8 9 12, 2 beats 3 6 7 10 11. After five rounds 1 and 2 have 15 PM: they
    meet; 3 and 4 have 13, and so on down."""
    desk = play(an_open(12), 5)
    assert "Classement général après la phase 1" in str(desk.snapshot.sheets[labels.STANDINGS][0][0])
    pairs = sorted(map(sorted, desk.must("pair").pairs(6)))
    assert pairs == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]


def test_the_sheets_are_shown_in_a_new_open_and_by_the_draw(tmp_path):
    def hidden(path):
        return {sheet.title for sheet in books.content(path) if sheet.sheet_state != "visible"}

    path = books.create(tmp_path / "a", 12, formula="open")
    assert not {labels.GROUPS, labels.FINALS} & hidden(path)
    other = books.create(tmp_path / "b", 12)
    assert {labels.GROUPS, labels.FINALS} <= hidden(other)
    books.pair(books.edit(other, {"Tournoi!Formule": "Open"}))
    assert labels.GROUPS not in hidden(other) and labels.FINALS in hidden(other)
    assert [row["N°"] for row in books.lines(other, labels.GROUPS)] != []
