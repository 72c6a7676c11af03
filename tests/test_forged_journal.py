"""Lines of the Journal that somebody wrote or changed: told once, and never more than a finding."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import play
from tournament_xl import actions
from tournament_xl.check import check as check_scrabble
from tournament_xl.check.othello import check as check_othello
from tournament_xl.othello_desk.elo_text import new_numbers
from tournament_xl.workbook import compact, journal, labels, seal

LONG = "1" * 5000
ACTIONS = (journal.PAIRED, journal.CHANGED, journal.CORRECTED, journal.UNDONE, journal.UPDATED, journal.FINAL)
PARTS = (
    f"résultats={LONG}-2:1/2", f"cotes={LONG}:1700", f"paires={LONG}-2", f"numéros={LONG}", "numéros=²", "numéros=①-③",
    f"présents={LONG}", "groupes=1", "groupes=X-X-X-X-X-X", "groupes=1-1-1-1-1-1/2-3-4-5-6-7", f"groupes={LONG}",
    f"finale={LONG}-2:1/2", "rangs=²:1", f"retirées={LONG}-1", f"vus={LONG}-2:1/2", f"n={LONG}", f"s={LONG}",
    f"réglages=Compatriotes:interdit dès {LONG}", "feuilles=:", "abîmées=x", "formule=Open F99",
)  # fmt: skip


def opened():
    return play(Desk(Formule="Open", Graine="7").players(14).must()).must()


def othello():
    desk = OthelloDesk(Nombre_de_rondes=5)
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000 - 10 * number, Prénom=f"P{number}", N=number)
    return play(desk.must()).must()


def line(desk, action, part, number=1):
    """One more line, whose seal is right."""
    row = next(desk.table(labels.JOURNAL).free_rows())
    detail = seal.sealed(action, number, f"x | {part}")
    for column, value in {"Date": "x", "Action": action, "Ronde": number, "Détail": detail}.items():
        desk.type(labels.JOURNAL, row, column, value)
    return desk


@pytest.mark.parametrize("part", PARTS, ids=[part[:30] for part in PARTS])
@pytest.mark.parametrize(("made", "check"), [(opened, check_scrabble), (othello, check_othello)])
def test_a_line_with_anything_in_it_ends_no_press_and_no_check(made, check, part):
    desk = made()
    kept = desk.snapshot
    for action in ACTIONS:
        desk.snapshot = kept
        snapshot = line(desk, action, part).snapshot
        assert check(snapshot).code in (0, 1, 3)
        assert desk.press("update").code in (0, 3)
        assert actions.undo(snapshot, "21/11/2026 14:00", force=True).code in (0, 1, 3)
        if made is othello:
            new_numbers(desk.decoded().journal)


def test_numbers_given_are_read_from_a_line_and_what_is_none_is_passed_over():
    desk = line(othello(), journal.PAIRED, "numéros=9001-9003,²,9007,9-5", 3)
    assert new_numbers(desk.decoded().journal) == {9001, 9002, 9003, 9007}


def test_a_list_of_ranges_names_no_more_numbers_than_a_tournament_may_have():
    assert compact.read_numbers("1-3,5") == {1, 2, 3, 5}
    read = compact.read_numbers(",".join(f"{n}-{n + 9000}" for n in range(50_000, 0, -1)))
    assert 9000 < len(read) <= 10_002


def replaced(desk, old, new):
    """ "Replace all" in the whole workbook."""
    for sheet in (labels.RESULTS, labels.JOURNAL):
        for row in desk.table(sheet).lines():
            for column, text in row.texts.items():
                if old in text:
                    value = text.replace(old, new)
                    desk.type(sheet, row.row, column, int(value) if value.isdecimal() else value)
    return desk


def test_a_result_replaced_in_the_journal_too_is_told_once_and_again_when_more_is(drawn_in_either_game):
    desk = play(drawn_in_either_game).must("update").must()
    old = desk.decoded().results.round(1)[0].line.texts
    score = next(old[column] for column in ("Score 1", "Pions N") if column in old)
    rows = [one.row for one in desk.table(labels.JOURNAL).lines() if score in one.text("Détail")]
    replaced(desk, score, "33")
    first = [text for text in desk.press("update").warnings if text.startswith("Journal, ligne")]
    assert len(first) == 1 and all(str(row) in first[0] for row in rows[:3]) and "relisez" in first[0]
    assert not any(text.startswith("Journal, ligne") for text in desk.press("update").warnings)
    replaced(desk, "paires=", "pairs=")
    assert any(text.startswith("Journal, ligne") for text in desk.press("update").warnings)


def test_lines_of_an_older_version_without_seal_are_not_told(drawn_in_either_game):
    desk = drawn_in_either_game
    for row in desk.table(labels.JOURNAL).lines():
        desk.type(labels.JOURNAL, row.row, "Détail", row.text("Détail").rpartition(" | sceau=")[0])
    assert not any("Journal" in text for text in play(desk).press("update").warnings)


def test_a_line_of_a_round_that_no_tournament_has_counts_for_nothing():
    """Each pairing keeps what the rounds before it had: thousands of them would be gigabytes."""
    desk = line(othello(), journal.PAIRED, "présents=1-8 | paires=1-2 | n=99", 1000)
    assert 1000 not in desk.decoded().journal.rounds
    assert 299 in line(desk, journal.PAIRED, "présents=1-8 | paires=1-2 | n=98", 299).decoded().journal.rounds


def test_a_line_taken_out_is_told_once(played_in_either_game):
    """What it recorded can be compared no more."""
    desk = played_in_either_game
    rows = [line.row for line in desk.table(labels.JOURNAL).lines()]
    for column in desk.table(labels.JOURNAL).columns:
        desk.type(labels.JOURNAL, rows[1], column, None)
    said = [text for text in desk.press("update").warnings if text.startswith("Journal : il manque 1 ligne (n = ")]
    assert len(said) == 1
    assert not any("il manque" in text for text in desk.press("update").warnings)
    look = check_scrabble if type(desk) is Desk else check_othello
    assert any("manque" in one.message for one in look(desk.snapshot).findings)


def test_what_lines_name_is_no_more_than_a_tournament_has(played_in_either_game):
    """Each line would copy all that those before it named."""
    desk = played_in_either_game
    before = dict(desk.decoded().journal.results[1])
    for number in range(3):
        first = 1000 * (number + 1)
        pairs = ",".join(f"{first}-{first + other}:40/24" for other in range(1, 900))
        line(desk, journal.CORRECTED, f"x | résultats={pairs} | n={90 + number}", 1)
    results = desk.decoded().journal.results[1]
    assert len(before) + 2 * 899 == len(results) and before.items() <= results.items()


def test_a_line_names_no_more_pairs_and_results_than_a_round_has():
    pairs = [f"{one}-{one + 1}" for one in range(1, 4000, 2)]
    assert len(compact.read_sides(",".join(pairs))) == len(compact.read_results(",".join(pairs))) == 1000


def test_a_damaged_line_of_a_pairing_leaves_its_round_drawn_when_somebody_comes(drawn_in_either_game):
    desk = play(drawn_in_either_game).must()
    line = [one for one in desk.table(labels.JOURNAL).lines() if one.text("Action") == journal.PAIRED][-1]
    desk.type(labels.JOURNAL, line.row, "Détail", line.text("Détail").replace("Ronde", "Tour", 1))
    desk.player("Tardif", 1500).must("update")
    assert len(desk.decoded().tournament.rounds) == 2
