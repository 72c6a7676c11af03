"""Open, phases 1 and 2, through workbooks: rules O1 to O7, by number."""

import hashlib
from collections import Counter

import pytest

from tests import books
from tests.desk import Desk
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.scrabble.open_groups import SCHEDULES, composition, group_sizes
from tournament_xl.workbook import labels

SIX = """
1-6 2-5 3-4
2-6 1-3 4-5
3-6 2-4 1-5
4-6 3-5 1-2
5-6 1-4 2-3
"""
EIGHT = """
1-8 2-7 3-6 4-5
3-8 2-4 1-5 6-7
4-8 3-5 2-6 1-7
5-8 4-6 3-7 1-2
7-8 1-6 2-5 3-4
"""  # regulation of the Open, §5


def an_open(count, **settings):
    return Desk(Formule="Open", **({"Graine": "7"} | settings)).players(count)


def groups(desk):
    """The sheet Groupes: N° (X as "X") by group, in order."""
    lines = sorted((int(line.text("Groupe")), int(line.text("Ordre")), line.text("N°"))
                   for line in desk.table(labels.GROUPS).lines())  # fmt: skip
    found = {}
    for group, order, number in lines:
        found.setdefault(group, []).append(number)
        assert len(found[group]) == order
    return list(found.values())


def play(desk, rounds):
    for _ in range(rounds):
        desk.must("pair").better_seed_wins()
    return desk.must("update")


@pytest.mark.parametrize(("count", "rounds"), [(11, 8), (12, 8), (96, 8), (97, 10)])
def test_o1_default_number_of_rounds(count, rounds):
    desk = an_open(count).must("pair")
    assert desk.decoded().tournament.settings.rounds == rounds


@pytest.mark.parametrize(("count", "rounds", "allowed"), [
    (12, 8, True), (12, 10, True), (12, 12, True), (12, 14, True), (12, 5, False), (12, 9, False), (12, 16, False),
    (96, 8, True), (97, 8, False), (97, 10, True), (97, 14, True), (97, 11, False),
])  # fmt: skip
def test_o1_numbers_of_rounds(count, rounds, allowed):
    desk = an_open(count, Nombre_de_rondes=rounds)
    outcome = desk.press("pair")
    assert outcome.code == (DONE if allowed else PROBLEMS)
    if not allowed:
        (problem,) = outcome.problems
        assert problem.sheet == "Tournoi" and ("8, 10, 12 ou 14" in problem.message) == (count == 12)


def test_o1_the_number_of_rounds_erased_in_an_open_of_ten_rounds_does_not_end_it_after_eight():
    desk = play(an_open(12).set("Nombre de rondes", 10), 8)
    line = desk.decoded().settings.lines["Nombre de rondes"]
    desk.set("Nombre de rondes", "")
    for action in ("update", "pair", "ratings"):
        outcome = desk.press(action)
        assert outcome.code == PROBLEMS and [p.row for p in outcome.problems] == [line.row], action
    play(desk.set("Nombre de rondes", 10), 2).must("ratings")


def test_o1_eleven_players_and_x_with_a_warning_that_stays():
    desk = an_open(11).must("pair")
    assert "11 joueurs inscrits" in desk.press("update").warnings[0]
    assert "11 joueurs inscrits" in play(desk.better_seed_wins(), 5).press("update").warnings[0]
    assert [len(group) for group in groups(desk)] == [6, 6] and sum(group.count("X") for group in groups(desk)) == 1


@pytest.mark.parametrize(("count", "other"), [(10, "Classique"), (7, "Classique"), (6, "Toutes-rondes")])
def test_o1_fewer_players_are_told_what_to_play(count, other):
    (problem,) = an_open(count).press("pair").problems
    assert problem.sheet == "Joueurs" and f"la formule {other}" in problem.message


def test_o2_number_of_groups_as_in_the_regulation():
    assert group_sizes(28) == (8, 8, 6, 6)
    assert group_sizes(24) == (6, 6, 6, 6)
    assert group_sizes(14) == (8, 6) and group_sizes(16) == (8, 8) and group_sizes(11) == (6, 6)


def test_o3_the_published_composition_for_28_players_comes_out_through_a_workbook():
    found = [sorted(map(int, group)) for group in groups(an_open(28).must("pair"))]
    assert found == [
        sorted([1, 8, 9, 28, 17, 24, 13, 16]), sorted([2, 7, 10, 27, 18, 23, 14, 15]),
        sorted([3, 6, 11, 26, 19, 22]), sorted([4, 5, 12, 25, 20, 21]),
    ]  # fmt: skip


def test_o3_the_published_composition_for_24_players():
    columns = [[1, 8, 9, 16, 17, 24], [2, 7, 10, 15, 18, 23], [3, 6, 11, 14, 19, 22], [4, 5, 12, 13, 20, 21]]
    assert list(map(list, composition(24))) == columns


@pytest.mark.parametrize("seats", range(12, 401, 2))
def test_o3_every_seat_once_and_the_same_mean_in_every_group(seats):
    found = composition(seats)
    assert sorted(seat for group in found for seat in group) == list(range(1, seats + 1))
    assert all(2 * sum(group) == len(group) * (seats + 1) for group in found)


@pytest.mark.parametrize("graine", ["7", "2010", "l'été"])
def test_o4_the_order_is_that_of_the_lots_of_the_seed(graine):
    """Anybody can draw again: SHA-256 of graine|groupe|number of the group|Rang initial, smallest first."""
    desk = an_open(14, Graine=graine).must("pair")
    for number, group in enumerate(groups(desk), start=1):
        digests = [hashlib.sha256(f"{graine}|groupe|{number}|{seat}".encode()).hexdigest() for seat in group]
        assert digests == sorted(digests)


def test_o4_other_seeds_draw_other_orders():
    orders = {str(groups(an_open(12, Graine=seed).must("pair"))) for seed in "12345"}
    assert len(orders) == 5


def test_o4_undo_clears_the_groups_and_pairing_again_draws_the_same():
    desk = an_open(13).must("pair")
    before, facts = groups(desk), desk.pairs(1)
    assert desk.must("undo").column(labels.GROUPS, "N°") == []
    assert (groups(desk.must("pair")), desk.pairs(1)) == (before, facts)
    desk.must("undo").set("Graine", "8")
    assert groups(desk.must("pair")) != before


def test_o4_the_groups_stand_in_the_journal_and_erased_lines_come_back():
    desk = play(an_open(13), 2)
    before = groups(desk)
    recorded = [part for detail in desk.column(labels.JOURNAL, "Détail") for part in detail.split(" | ")]
    assert "groupes=" + "/".join("-".join(group) for group in before) in recorded and "graine=7" in recorded
    for line in list(desk.table(labels.GROUPS).lines())[3:8]:
        for column in labels.SCRABBLE_COLUMNS[labels.GROUPS]:
            desk.type(labels.GROUPS, line.row, column, None)
    assert len(desk.column(labels.GROUPS, "N°")) == 9
    assert groups(desk.must("update")) == before
    assert desk.press("update").edits == ()


def test_o4_without_a_journal_the_sheet_tells_the_groups():
    desk = play(an_open(12), 1)
    before = groups(desk)
    for line in list(desk.table(labels.JOURNAL).lines()):
        desk.type(labels.JOURNAL, line.row, "Détail", None)
    desk.set("Graine", "9").must("pair")
    assert groups(desk) == before


def test_o4_another_seed_after_the_draw_changes_nothing_and_is_told():
    desk = play(an_open(12), 1)
    before = groups(desk)
    warnings = desk.set("Graine", "8").press("pair").warnings
    assert any("graine est passée de 7 à 8" in text for text in warnings)
    assert groups(desk) == before


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
    desk.must("undo")
    assert any("Trop tard" in text for text in desk.press("update").warnings)


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
    told = desk.must("pair").absences(8, "2").press("update").warnings
    assert any("A07 a déclaré forfait à la ronde 1" in text and "« 2- »" in text for text in told)
    assert any("A08 est annoncé absent à la ronde 2 mais y est déjà apparié" in text for text in told)
    desk.must("undo").absences(7, "2-")
    assert not any("A07" in text or "A08" in text for text in desk.press("pair").warnings)
