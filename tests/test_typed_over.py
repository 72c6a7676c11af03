"""What somebody types where a press writes, in words that are no score: told, and kept by the Journal or a copy."""

import pytest

from tests import books
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import play, rows, told
from tests.test_rules_final import played
from tournament_xl.press import DONE
from tournament_xl.texts import reasons
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.snapshot import Snapshot, cell_text

WORDS = "412 contre 389"
ROUND_ROBIN = {  # three rounds of eight players
    1: [(1, 8), (2, 7), (3, 6), (4, 5)],
    2: [(8, 5), (6, 4), (7, 3), (1, 2)],
    3: [(2, 8), (3, 1), (4, 7), (5, 6)],
}


def typed(desk, sheet, row, column, value):
    grid = [list(line) for line in desk.snapshot.sheets[sheet]]
    grid[row - 1].extend([None] * (column - len(grid[row - 1])))
    grid[row - 1][column - 1] = value
    desk.snapshot = Snapshot({**desk.snapshot.sheets, sheet: grid})


def said(outcome):
    assert outcome.code == DONE, outcome
    return " ".join(outcome.warnings)


@pytest.mark.parametrize("action", ["update", "undo"])
def test_words_in_motif_are_told_once_and_stand_in_the_journal(drawn_in_either_game, action):
    desk = drawn_in_either_game
    row = rows(desk, 1)[0]
    ours = desk.table(labels.RESULTS).line(row).text("Motif")
    desk.type(labels.RESULTS, row, "Motif", WORDS)
    assert f"Résultats, ligne {row} : « {WORDS} » était dans Motif" in said(desk.press(action))
    assert any(WORDS in line.text("Détail") for line in desk.table(labels.JOURNAL).lines())
    if action == "update":
        assert desk.table(labels.RESULTS).line(row).text("Motif") == ours
        assert WORDS not in said(desk.press("update"))


@pytest.mark.parametrize("action", ["update", "undo"])
@pytest.mark.parametrize("words", ["{reason} 412-389", "Ronde 1, Delta 412 Hotel 389, vu par l'arbitre"])
def test_words_that_begin_like_a_reason_of_ours_are_told_too(drawn_in_either_game, action, words):
    desk = drawn_in_either_game
    row = rows(desk, 1)[0]
    words = words.format(reason=desk.table(labels.RESULTS).line(row).text("Motif"))
    desk.type(labels.RESULTS, row, "Motif", words)
    assert f"« {words} » était dans Motif" in said(desk.press(action))
    assert any(words in line.text("Détail") for line in desk.table(labels.JOURNAL).lines())


def test_reasons_that_name_a_player_anew_are_nobodys_words(played_in_either_game):
    desk = played_in_either_game
    desk.must("pair")
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 1, "Nom", "Zoulou")
    assert "Motif" not in said(desk.press("update"))
    assert "Motif" not in said(desk.press("undo"))


def test_every_reason_that_the_program_writes_is_known_as_its_own(played_in_either_game):
    desk = played_in_either_game
    for _ in range(3):
        play(desk.must("pair"))
    texts = {line.text("Motif") for line in desk.table(labels.RESULTS).lines()}
    assert len(texts) > 3 and all(map(reasons.is_ours, texts))
    assert not any(map(reasons.is_ours, (WORDS, "derby", "412:389", "")))


@pytest.mark.parametrize("label", [labels.STATUS, *labels.PANEL])
def test_the_panel_of_tournoi_typed_over_is_told_once(played_in_either_game, label):
    desk = played_in_either_game
    assert "Tournoi" not in said(desk.press("update"))
    typed(desk, labels.TOURNAMENT, *right_of(desk.snapshot, labels.TOURNAMENT, label), WORDS)
    assert "Tournoi : le titre, l'étape ou les chiffres" in said(desk.press("update"))
    assert "Tournoi" not in said(desk.press("update"))


def test_settings_changed_or_a_title_that_follows_them_are_no_typing_over(played_in_either_game):
    desk = played_in_either_game
    desk.set("Nom", "Open de printemps")
    desk.set("Lieu", "Lyon")
    assert "main" not in said(desk.press("update"))
    assert "Open de printemps" in cell_text(desk.snapshot.cell(labels.TOURNAMENT, 1, 2))
    assert "Lyon" in cell_text(desk.snapshot.cell(labels.STANDINGS, 2, 1))


@pytest.mark.parametrize("sheet", [labels.PAIRINGS, labels.STANDINGS, labels.GRID])
def test_a_score_behind_a_title_is_told(drawn_in_either_game, sheet):
    desk = drawn_in_either_game
    play(desk)
    desk.must("update")
    typed(desk, sheet, 1, 1, f"{cell_text(desk.snapshot.cell(sheet, 1, 1))} T4 412-389")
    told = said(desk.press("pair"))
    assert f"{sheet} : le titre ou la ligne en dessous avait été changé à la main" in told
    play(desk)
    assert "main" not in said(desk.press("pair"))


@pytest.mark.parametrize("sheet", [labels.PAIRINGS, labels.STANDINGS, labels.GRID])
@pytest.mark.parametrize("value", [412, WORDS])
def test_the_line_below_a_title_typed_over_is_told_by_the_press_that_writes_it_anew(drawn_in_either_game, sheet, value):
    desk = drawn_in_either_game
    play(desk)
    typed(desk, sheet, 2, 1, value)
    assert f"{sheet} : le titre ou la ligne en dessous avait été changé à la main" in said(desk.press("update"))
    assert cell_text(desk.snapshot.cell(sheet, 2, 1)) != cell_text(value)
    assert "main" not in said(desk.press("update"))


def test_a_line_that_a_merge_covers_is_nothing_to_tell(drawn_in_either_game):
    """A host leaves it out, so it is read as empty."""
    desk = drawn_in_either_game
    typed(desk, labels.STANDINGS, 2, 1, None)
    assert "main" not in said(play(desk).press("update"))


def test_a_name_of_groupes_typed_over_is_told_and_a_score_there_stops_the_press():
    desk = Desk(Formule="Open", Graine="7").players(12).must()
    first = next(desk.table(labels.GROUPS).lines())
    desk.type(labels.GROUPS, first.row, "Joueur", WORDS)
    assert f"Groupes, ligne {first.row} : « {WORDS} » a été remplacé par {first.text('Joueur')}" in said(
        desk.press("update")
    )
    assert any(f"Groupes : « {WORDS} »" in line.text("Détail") for line in desk.table(labels.JOURNAL).lines())
    desk.type(labels.GROUPS, first.row, "Joueur", WORDS)
    assert f"« {WORDS} »" in said(desk.press("undo"))
    desk.must("pair").type(labels.GROUPS, first.row, "Joueur", 412)
    for action in ("update", "undo"):
        assert told(desk.press(action)) == [f"Groupes!D{first.row}"]


def test_words_over_the_match_of_an_open_s_final_stop_the_press():
    desk = played()
    (line,) = desk.table(labels.FINALS).lines()
    desk.type(labels.FINALS, line.row, "Match", WORDS)
    assert told(desk.press("update")) == [f"Finales!A{line.row}"]


def test_what_somebody_left_has_to_be_typed_is_told_in_full_once():
    desk = OthelloDesk(12, Nombre_de_rondes=5).must()
    for number in (1, 2, 3):
        desk.absences(number, "1-")
    problems = [one.message for one in desk.press("pair").problems]
    full = [text for text in problems if "oir la ligne" not in text and "annoncé" in text]
    short = [text for text in problems if "oir la ligne" in text]
    assert len(full) == 1 and short and all(len(text) < len(full[0]) for text in short)


@pytest.mark.parametrize("forfeit", ["1+2", "2"])
def test_a_forfeit_that_a_press_has_seen_and_that_becomes_another_is_told(forfeit):
    desk = Desk(Nombre_de_rondes=5).players(8).must()
    row = rows(desk, 1)[0]
    desk.type(labels.RESULTS, row, "Forfait", "1")
    desk.must("update").type(labels.RESULTS, row, "Forfait", forfeit)
    assert "forfait 1 devient" in said(desk.press("update"))


def test_both_halves_of_a_result_of_a_round_typed_by_hand_are_told_one_after_the_other():
    desk = Desk(Nombre_de_rondes=5).players(8)
    for line, player in list(desk.decoded().players.rows):
        desk.type(labels.PLAYERS, line.row, "N°", int(player.name[1:]))
    for one in range(1, 5):
        desk.match(1, one, one + 4, (421, 310 - one))
    desk.must("update")
    for column in ("Score 2", "Score 1"):
        desk.type(labels.RESULTS, desk.row_of(1, 2), column, None)
        assert "421" in said(desk.press("update")), column


def test_a_rehearsal_tells_what_its_first_pairing_meets(tmp_path, capsys):
    path = books.pair(books.create(tmp_path, 8))
    books.update(books.score(path, 1))
    for row in books.lines(path, "Résultats"):
        named = [column for column in row if column not in ("row", "", None)]
        books.edit(path, {f"Résultats!{column}!{row['row']}": None for column in named})
    capsys.readouterr()
    assert books.run("simulate", path, "--rounds", 1) == DONE
    assert "4 résultats" in "".join(capsys.readouterr())


def test_a_column_of_names_typed_over_takes_a_line_of_the_journal_for_each_round():
    """A Journal of thousands of lines would be refused ever after."""
    desk = play(Desk(Nombre_de_rondes=7).players(8).must()).must("update")
    log = journal_lines(desk)
    for number in range(2, 8):
        for one, two in zip(range(1, 5), range(5, 9), strict=True):
            desk.match(number, one, 5 + (two + number) % 4, (400, 390))
    for row in (row.line.row for number in range(2, 8) for row in desk.decoded().results.round(number)):
        desk.type(labels.RESULTS, row, "Joueur 1", f"équipe {row}")
    outcome = desk.press("update")
    assert outcome.code == DONE and "24 textes tapés là où le programme écrit" in " ".join(outcome.warnings)
    words = [line.text("Détail") for line in desk.table(labels.JOURNAL).lines() if "équipe" in line.text("Détail")]
    assert len(words) == 6 and all(text.count("équipe") == 4 for text in words) and journal_lines(desk) < log + 20


def journal_lines(desk):
    return len(list(desk.table(labels.JOURNAL).lines()))


@pytest.mark.parametrize("change", ["inserted", "taken out"])
def test_a_row_inserted_above_the_panel_of_tournoi_is_no_typing_over(played_in_either_game, change):
    desk = played_in_either_game
    grid = list(desk.snapshot.sheets[labels.TOURNAMENT])
    grid = [[], *grid] if change == "inserted" else grid[1:]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.TOURNAMENT: grid})
    play(desk.must("pair"))
    assert "Tournoi" not in said(desk.press("update"))


def test_a_note_below_a_title_stays_unsaid_while_nothing_is_written(played_in_either_game):
    desk = played_in_either_game
    typed(desk, labels.PAIRINGS, 2, 1, "Salle des fêtes, 14 h")
    for _ in range(2):
        assert "main" not in said(desk.press("update"))
    assert cell_text(desk.snapshot.cell(labels.PAIRINGS, 2, 1)) == "Salle des fêtes, 14 h"
    assert "Appariements : le titre ou la ligne en dessous" in said(desk.press("pair"))


def test_the_programs_own_reasons_are_nobodys_words_after_an_undone_round_typed_by_hand():
    desk = OthelloDesk()
    for number in range(1, 9):
        desk.player(f"A{number:02}", 2000 - 10 * number, **{"N°": number})
    for number in (1, 2, 3):
        for black, white in ROUND_ROBIN[number]:
            desk.game(number, black, white, (50 - number - black, 14 + number + black))
    for action in ("update", "pair", "undo"):
        said(desk.press(action))
    said(desk.press("undo", force=True))
    assert "dans Motif" not in said(desk.press("pair"))
