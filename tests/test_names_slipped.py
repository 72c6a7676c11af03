"""Names that stand at another's N°, in either game: no result goes to another player without a word."""

import re

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import GAMES, NAMES, NUMBERS, SCORES, exchange, play, put, rows, texts, told
from tournament_xl.check.tell import press
from tournament_xl.press import DONE
from tournament_xl.workbook import labels


def test_names_exchanged_instead_of_numbers_stop_the_press_before_scores_go_to_the_wrong_player(drawn_in_either_game):
    desk = drawn_in_either_game
    first, second = rows(desk, 1)[:2]
    column = NAMES[type(desk)][0]
    exchange(desk, labels.RESULTS, first, second, column)
    outcome = play(desk).press()
    assert told(outcome) == [f"Résultats!D{first}", f"Résultats!D{second}"]
    assert "échangez les N° : les noms suivent" in outcome.problems[0].message
    for row in (first, second):
        put(desk, row, **{column: None})
    desk.must()
    assert all(texts(desk, first, column))


@pytest.mark.parametrize("scored", [False, True], ids=["before the scores", "with scores"])
def test_numbers_exchanged_take_their_names_along(drawn_in_either_game, scored):
    desk = drawn_in_either_game
    one, two = rows(desk, 1)[:2]
    column, name = NUMBERS[type(desk)][0], NAMES[type(desk)][0]
    exchange(desk, labels.RESULTS, one, two, column)
    if scored:
        play(desk)
    before = texts(desk, one, name)
    desk.must("update")
    assert texts(desk, two, name) == before


def test_the_two_numbers_of_a_row_exchanged_take_their_names_along(drawn_in_either_game):
    desk = drawn_in_either_game
    row = rows(desk, 1)[0]
    (one, two), names = (texts(desk, row, *columns[type(desk)]) for columns in (NUMBERS, NAMES))
    put(desk, row, **dict(zip(NUMBERS[type(desk)], (two, one), strict=True)))
    desk.must("update")
    assert texts(desk, row, *NAMES[type(desk)]) == names[::-1]


def test_the_two_names_of_a_row_exchanged_are_a_problem(drawn_in_either_game):
    desk = drawn_in_either_game
    row, columns = rows(desk, 1)[0], NAMES[type(desk)]
    names = texts(desk, row, *columns)
    put(desk, row, **dict(zip(columns, names[::-1], strict=True)))
    assert told(desk.press("update")) == [f"Résultats!D{row}", f"Résultats!G{row}"]


def test_two_pairs_retyped_number_by_number_have_changed_tables(drawn_in_either_game):
    desk = drawn_in_either_game
    one, two = rows(desk, 1)[:2]
    names = texts(desk, one, *NAMES[type(desk)])
    exchange(desk, labels.RESULTS, one, two, *NUMBERS[type(desk)])
    desk.must("update")
    assert texts(desk, two, *NAMES[type(desk)]) == names


def test_both_names_and_scores_of_two_rows_exchanged_are_a_problem(played_in_either_game):
    desk = played_in_either_game
    kind = type(desk)
    one, two = rows(desk, 2)[:2]
    exchange(desk, labels.RESULTS, one, two, *NAMES[kind], *SCORES[kind])
    assert len(told(desk.press("update"))) == 4


def test_a_substitute_typed_over_a_name_stops_the_press_and_the_sentence_says_where_he_goes(drawn_in_either_game):
    desk = drawn_in_either_game
    row = rows(desk, 1)[0]
    put(desk, row, **{NAMES[type(desk)][1]: "Durand Zoé"})
    outcome = desk.press("update")
    assert told(outcome) == [f"Résultats!G{row}"]
    assert "« Durand Zoé » n'est pas le nom du N°" in outcome.problems[0].message


def test_a_score_typed_over_a_name_is_not_written_over(drawn_in_either_game):
    desk = drawn_in_either_game
    row = rows(desk, 1)[0]
    put(desk, row, **{NAMES[type(desk)][0]: 45})
    outcome = desk.press("update")
    assert told(outcome) == [f"Résultats!D{row}"] and "« 45 »" in outcome.problems[0].message


def test_a_spelling_corrected_on_joueurs_annoys_nobody_and_reaches_every_round(played_in_either_game):
    desk = played_in_either_game
    desk, column = desk, NAMES[type(desk)][0]
    who = next(row.match.sides[0] for row in desk.decoded().results.round(1))
    desk.type(labels.PLAYERS, desk.decoded().lines[who].row, "Nom", "Nômm")
    outcome = desk.press("update")
    assert (outcome.code, outcome.problems) == (DONE, ())
    assert texts(desk, rows(desk, 1)[0], column) == [f"Nômm P{who}"]
    desk.type(labels.PLAYERS, desk.decoded().lines[who].row, "Nom", f"Nom{who}")  # and back
    desk.must("update").must("undo", force=True)
    assert texts(desk, rows(desk, 1)[0], column) == [f"Nom{who} P{who}"]


def test_names_shortened_or_spelled_without_accents_are_the_same_people(drawn_in_either_game):
    desk = drawn_in_either_game
    row, column = rows(desk, 1)[0], NAMES[type(desk)][0]
    full = texts(desk, row, column)[0]
    for typed in (full.upper(), full.split()[0], f"{full.split()[1][0]}. {full.split()[0]}"):
        put(desk, row, **{column: typed})
        desk.must("update")
        assert texts(desk, row, column) == [full]


@pytest.mark.parametrize("word", ["exempt", "Bye", "LIBRE"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_word_for_no_opponent_beside_x_is_no_name(game, word):
    desk = game()
    for number in range(1, 10):
        desk.player(f"Nom{number}", 2000 - number, Prénom=f"P{number}", N=number)
    desk.must()
    first, second = NAMES[game]
    row = rows(desk, 1)[-1]
    before = texts(desk, row, first, second)
    bye = next(name for name in before if name in ("X", "BIP"))
    put(desk, row, **{first if before[0] == bye else second: word})
    outcome = desk.press("update")
    assert (outcome.code, texts(desk, row, first, second)) == (DONE, before)
    assert not any(word in text for text in outcome.warnings)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_name_beside_a_pair_typed_for_the_next_round_is_told_and_kept_by_the_journal(game):
    desk = game()
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000, N=number)
    numbers, names = NUMBERS[game], NAMES[game]
    put(desk, next(desk.table(labels.RESULTS).free_rows()),
        **{"Ronde": 1, numbers[0]: 1, numbers[1]: 2, names[0]: "Autre | paires=3-4", names[1]: "Nom3"})  # fmt: skip
    outcome = desk.press("update")
    said = " ".join(outcome.warnings)
    assert "« Autre | paires=3-4 » a été remplacé par Nom1, le N° 1" in said
    assert "« Nom3 » a été remplacé par Nom2, le N° 2" in said
    kept = desk.column(labels.JOURNAL, "Détail")
    assert "« Autre / paires=3-4 » remplacé par Nom1 (N° 1)" in kept[-2] and "« Nom3 »" in kept[-1]
    assert (desk.press("update").edits, desk.press("update").warnings) == ((), ())
    desk.must()
    assert {1, 2} in map(set, desk.pairs(1))


def test_names_left_by_numbers_retyped_in_a_pair_for_the_next_round_do_not_stop_the_pairing(played_in_either_game):
    desk = played_in_either_game
    numbers = NUMBERS[type(desk)]
    row = next(desk.table(labels.RESULTS).free_rows())
    put(desk, row, **{"Ronde": 3, numbers[0]: 1, numbers[1]: 8})
    desk.must("update")
    put(desk, row, **{numbers[1]: 7})
    outcome = desk.press()
    assert outcome.code == DONE and "« Nom8 P8 » a été remplacé par Nom7 P7" in " ".join(outcome.warnings)
    assert {1, 7} in map(set, desk.pairs(3))


# names on Joueurs


@pytest.mark.parametrize("columns", [("Nom", "Prénom"), ("Nom",)], ids=["whole names", "surnames alone"])
def test_names_of_two_players_exchanged_on_joueurs_are_no_correction(played_in_either_game, columns):
    desk = played_in_either_game
    lines = desk.decoded().lines
    exchange(desk, labels.PLAYERS, lines[2].row, lines[7].row, *columns)
    if columns == ("Nom",):
        for row in (lines[2].row, lines[7].row):
            desk.type(labels.PLAYERS, row, "Prénom", lines[row - lines[1].row + 1].text("Prénom"))
    outcome = desk.press("update")
    assert told(outcome) == [f"Joueurs!B{lines[2].row}", f"Joueurs!B{lines[7].row}"]
    assert "Les résultats suivent le N°" in outcome.problems[0].message


def test_joueurs_sorted_without_the_numbers_stops_every_press(played_in_either_game):
    desk = played_in_either_game
    lines = list(desk.decoded().lines.values())
    for line, other in zip(lines, reversed(lines), strict=True):
        for column in ("Nom", "Prénom", "Cote"):
            desk.type(labels.PLAYERS, line.row, column, other.text(column))
    for verb in ("pair", "update", "undo"):
        assert len(told(desk.press(verb))) == 8


def test_a_check_does_not_promise_that_a_name_beside_a_number_goes_into_the_journal():
    desk = Desk().players(8).must()
    row = next(line for line in desk.table(labels.STANDINGS).lines())
    desk.type(labels.STANDINGS, row.row, "Joueur", "Durand")
    text = press(desk.snapshot, "").text
    assert "« Durand »" in text and "les noms suivent" in text and "le note au Journal" not in text


def test_recorded_players_who_are_called_otherwise_are_told_once(played_in_either_game):
    desk = played_in_either_game
    for row in (5, 6, 7, 8):
        desk.type(labels.PLAYERS, row, "Prénom", "Zoé")
    (said,) = (text for text in desk.press("update").warnings if "changement de nom" in text)
    who, was = (desk.table(labels.PLAYERS).line(5).text(column) for column in ("N°", "Nom"))
    assert f"N° {who} ({was} P{who} devient {was} Zoé)" in said
    assert said.endswith("et 1 autre. Les résultats restent au N°.")
    assert not any("changement de nom" in text for text in desk.press("update").warnings)


def test_licences_sorted_alone_are_told():
    desk = Desk(Nombre_de_rondes=5)
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000 - number, Licence=f"L{number}")
    play(desk.must()).must("update")
    exchange(desk, labels.PLAYERS, 5, 6, "Licence")
    said = [text for text in desk.press("update").warnings if "changement de licence" in text]
    assert said == ["Joueurs : changement de licence : N° 1 (L1 devient L2), N° 2 (L2 devient L1)."]
    desk.type(labels.PLAYERS, 5, "Licence", None)
    assert any("N° 1 (L2 devient rien)" in text for text in desk.press("update").warnings)


@pytest.mark.parametrize(("licences", "accused"), [
    (["1", "2", "3"], {}), (["", "", "3"], {2: 1, 3: 1}), (["1", "", "1"], {2: 1, 3: 1}), (["1", "2", "2"], {3: 2}),
    (["1", "2", ""], {3: 1}),
])  # fmt: skip
def test_namesakes_want_licences_that_tell_them_apart(licences, accused):
    desk = Desk()
    for licence in licences:
        desk.player("Martin", 1500, Prénom="Paul", Licence=licence)
    first = next(desk.table(labels.PLAYERS).lines()).row
    problems = {one.row - first + 1: one.message for one in desk.press().problems if "déjà" in one.message}
    assert {row: int(re.search(r"ligne (\d+)", text)[1]) - first + 1 for row, text in problems.items()} == accused


@pytest.mark.parametrize(("numbers", "accused"), [([1, 2, 3], []), (["", 2, 3], [2, 3]), ([1, 2, ""], [3])])
def test_namesakes_at_othello_want_numbers(numbers, accused):
    desk = OthelloDesk()
    for number in numbers:
        desk.player("Martin", 1500, Prénom="Paul", N=number)
    first = next(desk.table(labels.PLAYERS).lines()).row
    assert [one.row - first + 1 for one in desk.press().problems if "Martin" in one.message] == accused


def test_a_name_instead_of_a_number_is_known_only_if_one_player_bears_it():
    desk = Desk().players(8).player("Petit", 1200, Prénom="Luc").player("Petit", 1100, Prénom="Éva").must()
    row = next(row for row in desk.decoded().results.round(1) if 9 in row.match.sides)
    column = ("N° 1", "N° 2")[row.match.sides.index(9)]
    for text, known in (("petit luc", True), ("Petit", False)):
        desk.type(labels.RESULTS, row.line.row, column, text)
        (problem,) = desk.press("update").problems
        assert ("tapez 9" in problem.message) is known


def test_numbers_of_namesakes_exchanged_at_othello_are_told_and_found_by_the_check():
    desk = OthelloDesk(Nombre_de_rondes=3)
    for number, name, country in (
        (101, "Martin", "FRA"),
        (102, "Martin", "BEL"),
        (103, "Durand", "FRA"),
        (104, "Petit", ""),
    ):
        desk.player(name, 1500, Prénom="Jean", Pays=country, N=number)
    play(desk.must()).must("update")
    first = desk.decoded().lines[101].row
    exchange(desk, labels.PLAYERS, first, first + 1, "N°")
    told = press(desk.snapshot, "").text
    assert all(f"Joueurs, ligne {row} (Martin Jean, un homonyme) : pays et club" in told for row in (first, first + 1))
    (said,) = (text for text in desk.press("update").warnings if "homonymes" in text)
    assert "N° 101 (FRA devient BEL)" in said and "N° 102 (BEL devient FRA)" in said
    assert not any("homonymes" in text for text in desk.press("update").warnings)


def test_a_namesake_who_comes_late_and_a_corrected_country_of_one_alone_are_nothing_to_tell():
    desk = OthelloDesk(4, Nombre_de_rondes=3)
    play(desk.must()).must("update")
    known = desk.decoded().tournament.players[0]
    desk.type(labels.PLAYERS, desk.decoded().lines[known.number].row, "Pays", "SUI")
    desk.player(known.name, 1000, Prénom=known.first_name, Pays="FRA", N=900)
    assert not any("homonymes" in text for text in (*desk.press("update").warnings, *desk.press().warnings))
