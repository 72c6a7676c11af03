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


def test_o5_x_keeps_its_seat_whoever_is_there_and_absentees_forfeit():
    desk = an_open(13).absences(2, "2-3")
    x_group = next(group for group in groups(play(desk, 1)) if "X" in group)
    against_x = set()
    for number in range(2, 6):
        desk.must("pair").better_seed_wins()
        (x_match,) = [match for match in desk.decoded().tournament.rounds[number - 1] if match.two == 0]
        assert str(x_match.one) in x_group
        against_x.add(x_match.one)
        (own,) = [match for match in desk.decoded().tournament.rounds[number - 1] if 2 in match]
        assert own.gave(2) == (number in (2, 3)) and own.complete
    assert len(against_x) == 4
    assert desk.decoded().tournament.played == 5


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


def test_o5_a_typed_pair_of_the_schedule_stands_and_another_is_a_problem():
    desk = an_open(12)
    one, two = desk.must("pair").pairs(1)[2]
    desk.must("undo").match(1, two, one)
    assert desk.must("pair").pairs(1)[0] == (two, one) and len(desk.pairs(1)) == 6
    desk.must("undo")
    row = desk.row_of(1, two)
    other = next(number for number in range(1, 13) if number not in (one, two))
    desk.type(labels.RESULTS, row, "N° 2", other)
    (problem,) = desk.press("pair").problems
    assert (problem.sheet, problem.row) == (
        "Résultats",
        row,
    ) and "ne se rencontrent pas à la ronde 1" in problem.message


def test_o5_opponents_exchanged_in_a_drawn_round_are_told_whom_to_put_back():
    desk = an_open(13).must("pair")
    rows = [row.line.row for row in desk.decoded().results.round(1)]
    (one, two), (three, four) = desk.pairs(1)[:2]
    for row, who in zip(rows, (four, two), strict=False):
        desk.type(labels.RESULTS, row, "N° 2", who)
    problems = desk.press("update").problems
    assert [problem.row for problem in problems] == rows[:2]
    drawn = [" contre ".join(map(str, sorted(pair))) for pair in ((one, two), (three, four))]
    assert all(games in problem.message for problem in problems for games in drawn)
    assert not any("Videz" in problem.message for problem in problems), "the matches would be lost"


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


def test_o5_undoing_the_round_of_a_late_entry_gives_the_seat_back_to_x():
    desk = play(an_open(13), 1)
    desk.player("Tard", 2995).must("pair").must("undo")
    assert desk.decoded().lines[14].text("Rang initial") == ""
    desk.type(labels.PLAYERS, desk.decoded().lines[14].row, "Absences", "1-2")
    assert 0 in dict(map(reversed, desk.must("pair").pairs(2)))
    desk.better_seed_wins().must("pair")
    assert any(14 in pair for pair in desk.pairs(3))


def test_o5_without_x_every_late_entrant_waits():
    desk = play(an_open(12), 1).player("Tard", 2995)
    for number in range(2, 6):
        desk.must("pair").better_seed_wins()
        assert all(13 not in pair for pair in desk.pairs(number))
    desk.must("pair")
    assert any(13 in pair for pair in desk.pairs(6)) and any(0 in pair for pair in desk.pairs(6))


def test_o6_points_of_phase_1_are_kept_and_nobody_of_the_group_is_met_again():
    desk = play(an_open(24), 5)
    after = {line.text("N°"): line.text("PM") for line in desk.table(labels.STANDINGS).lines()}
    assert sum(map(int, after.values())) == 5 * 12 * 4
    met = {frozenset(pair) for number in range(1, 6) for pair in desk.pairs(number)}
    desk.must("pair")
    assert not met & set(map(frozenset, desk.pairs(6)))
    assert desk.reason(6, 1).startswith("Groupe à 15 PM, ")


def test_o6_phase_2_begins_from_the_top_of_the_general_ranking():
    """12 players, better seed wins: 1 beats 4 5 8 9 12, 2 beats 3 6 7 10 11. After five rounds 1 and 2 have 15 PM: they
    meet; 3 and 4 have 13, and so on down."""
    desk = play(an_open(12), 5)
    assert "Classement général après la phase 1" in str(desk.snapshot.sheets[labels.STANDINGS][0][0])
    pairs = sorted(map(sorted, desk.must("pair").pairs(6)))
    assert pairs == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]


def test_o7_phase_and_round_are_named_where_people_look():
    desk = an_open(12).must("pair")
    assert desk.status().startswith("Phase 1, ronde 1 sur 8 · 6 résultats manquants")
    assert desk.snapshot.sheets[labels.PAIRINGS][0][0] == "Phase 1, ronde 1 sur 8"
    assert desk.column(labels.PAIRINGS, "Joueur 1")[::4] == ["Groupe 1", "Groupe 2"]
    assert desk.column(labels.PAIRINGS, "Joueur 2")[::4] == ["tables 1 à 3", "tables 4 à 6"]
    play(desk.better_seed_wins(), 4)
    assert (
        desk.status() == "Phase 1, ronde 5 sur 8 terminée · à faire : Apparier la ronde suivante (début de la phase 2)"
    )
    desk.must("pair")
    assert desk.status().startswith("Phase 2, ronde 6 sur 8 · 6 résultats manquants")
    assert len(desk.column(labels.PAIRINGS, "Joueur 1")) == 6


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


def test_an_open_is_explained(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 12, formula="open"), 5)
    books.pair(path)
    capsys.readouterr()
    assert books.run("explain", path, "--round", 2, "--table", 1) == 0
    told = capsys.readouterr().out
    assert "Groupe 1, ronde 2 : siège 2 contre siège 6." in told and "même paire" in told
    assert books.run("explain", path) == 0
    assert "PM, pair" in capsys.readouterr().out


def test_an_absentee_of_phase_1_who_is_back_is_not_taken_for_a_no_show():
    desk = an_open(12).absences(1, "5")
    play(desk, 5)
    assert not desk.press("pair").warnings


def test_o5_an_absence_or_a_departure_noticed_after_the_draw_is_told():
    desk = an_open(12).must("pair").better_seed_wins()
    row = desk.row_of(1, 7)
    for column in ("Score 1", "Score 2"):
        desk.type(labels.RESULTS, row, column, None)
    sides = {line.row: line.text("N° 1") for line in desk.table(labels.RESULTS).lines()}
    desk.type(labels.RESULTS, row, "Forfait", "1" if sides[row] == "7" else "2")
    assert any("Forfait à la ronde 1, apparié à la ronde 2 : A07" in text for text in desk.press("pair").warnings)
    told = desk.absences(8, "2").press("update").warnings
    assert any("A08 est annoncé absent à la ronde 2 mais y est déjà apparié" in text for text in told)
    desk.must("undo").absences(7, "2-")
    assert not any("A07" in text or "A08" in text for text in desk.press("pair").warnings)
