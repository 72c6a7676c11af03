"""Scores typed in the built page with real keys, while answers arrive: nothing typed is lost, and the focus goes on."""

import time

import pytest

from tests import books
from tests.frontends.web.test_page_afternoon import IN_SIGHT
from tests.frontends.web.test_page_first_minute import RESULTS
from tests.page_browser import drop_file, end_match, press, settled
from tests.programs import starts_programs

pytestmark = starts_programs
HOLD = """(() => {
  window.answerCall ??= call;
  window.held = [];
  window.call = async (...args) => {
    const result = await answerCall(...args);
    await new Promise((done) => held.push(done));
    return result;
  };
  return 1;
})()"""
LET_GO = "(window.call = answerCall, held.splice(0).forEach((done) => done()), 1)"
SLOW = """(() => {
  window.answerCall ??= call;
  window.call = async (...args) => {
    const result = await answerCall(...args);
    await new Promise((done) => setTimeout(done, 300));
    return result;
  };
  return 1;
})()"""
WORDS = "document.activeElement.id === 'step'"  # of the next step
FOCUS = "((box) => [box.closest('.game')?.querySelector('.no').textContent, box.name || box.id])"


def type_keys(page, text, seconds=0.0):
    for digit in text:
        press(page, digit)
        time.sleep(seconds)


def pair(page, file):
    drop_file(page, file)
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("document.querySelector('.game input').focus()")


def focus(page):
    return page.run(f"{FOCUS}(document.activeElement)")


def stored(page):
    """The scores of the round in the workbook."""
    return page.run("roundRows(view.drawn).map((row) => [row.text('Score 1'), row.text('Score 2')])")


def test_an_answer_that_arrives_while_a_score_is_typed_leaves_its_digits_and_its_caret(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    page.run(HOLD)
    for score in ("411", "390"):
        type_keys(page, score)
        press(page, "Enter")
    page.until("held.length === 1")
    type_keys(page, "3")
    page.run("(window.box = document.activeElement, 1)")
    page.run(LET_GO)
    page.until("view.missing.length === 3")
    settled(page)
    assert page.run("document.activeElement === box && box.isConnected"), "the same box"
    assert page.run("[box.value, box.selectionStart, box.selectionEnd]") == ["3", 1, 1]
    type_keys(page, "59")
    assert page.run("[box.value, box.selectionStart, box.selectionEnd]") == ["359", 3, 3]
    press(page, "Enter")
    type_keys(page, "42")
    page.run("(box = document.activeElement, box.setSelectionRange(1, 1), showTab(), 1)")
    type_keys(page, "0")
    assert page.run("[box.value, box.selectionStart]") == ["402", 2], "where the caret was"
    press(page, "Enter")
    page.until("view.missing.length === 2")
    assert stored(page)[:2] == [["411", "390"], ["359", "402"]]


@pytest.mark.parametrize("seconds", [0.06, 0.12, 0.2])
def test_a_whole_round_is_typed_at_any_speed_while_answers_come_late(page, tmp_path, seconds):
    pair(page, books.create(tmp_path, 8))
    page.run(SLOW)
    scores = [[str(351 + table), str(462 - table)] for table in range(4)]
    for score in sum(scores, []):
        type_keys(page, score, seconds)
        press(page, "Enter")
    page.until("view.missing.length === 0", 30)
    settled(page)
    page.run(LET_GO.replace("held.", "(window.held ?? [])."))
    assert stored(page) == scores


def text(page, selector):
    return page.run(f"document.querySelector({selector!r}).textContent").replace("\u00a0", " ")


def type_row(page, first, second):
    for score in (first, second):
        type_keys(page, score)
        press(page, "Enter")


def finish(page, *rows):
    """Type the scores of tables by the keyboard, and wait for their answers."""
    for first, second in rows:
        type_row(page, first, second)
    page.until("!document.body.classList.contains('busy')")


@pytest.mark.parametrize("last_key", ["Enter", "Tab"])
def test_after_the_last_score_come_the_words_of_the_next_step_and_its_button_only_by_tab(page, tmp_path, last_key):
    pair(page, books.create(tmp_path, 8))
    finish(page, ("401", "390"), ("402", "390"), ("403", "390"))
    type_keys(page, "404")
    press(page, last_key)
    type_keys(page, "390")
    press(page, last_key)
    page.until(f"view.missing.length === 0 && {WORDS}")
    settled(page)
    said = page.run("document.activeElement.textContent").replace("\u00a0", " ")
    assert said == "Ronde 1 terminée" and "Un départ, une arrivée ? Notez-le" in text(page, "#beside")
    assert page.run("document.querySelectorAll('.game .note:not(:empty)').length") == 0, "no note without words"
    press(page, "Enter")
    settled(page)
    assert page.run("view.drawn") == 1 and page.run(WORDS), "one Enter too many pairs nothing"
    press(page, "Tab")
    assert page.run("document.activeElement.textContent") == "Apparier la ronde 2"
    assert page.serious() == []
    press(page, "Enter")
    page.until("view.drawn === 2 && document.activeElement.name === 'Score 1'")


@pytest.mark.parametrize("screen", [(1366, 768), (1280, 640), (390, 844)])
def test_a_round_paired_from_the_bottom_of_the_list_begins_at_its_top_with_its_message(page, tmp_path, screen):
    pair(page, books.create(tmp_path, 23))
    page.resize(*screen)
    finish(page, *((str(401 + table), "390") for table in range(11)))
    page.until(f"view.missing.length === 0 && {WORDS}")
    assert page.run(IN_SIGHT % "document.activeElement")
    press(page, "Tab")
    press(page, "Enter")
    page.until("view.drawn === 2 && document.activeElement.name === 'Score 1'")
    settled(page)
    assert focus(page)[0] == "1" and "Ronde 2 appariée" in text(page, "#told")
    assert page.run(IN_SIGHT % "$('told')") and page.run(IN_SIGHT % "document.activeElement")
    press(page, "4")
    assert page.run("document.activeElement.value") == "4" and page.over() == []


def test_an_unconfirmed_score_says_what_counts_and_why_other_gestures_wait(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    finish(page, *((str(401 + table), "360") for table in range(4)))
    page.until("view.missing.length === 0")
    page.run("document.querySelectorAll('.game input')[5].focus()")
    type_row(page, "60", "")
    page.until("document.querySelector('[aria-invalid]') !== null")
    settled(page)
    assert "60 est inhabituel" in text(page, ".slip:not(:empty)")
    assert "Pas encore noté : le score noté est 360." in text(page, ".slip:not(:empty)")
    assert text(page, "#step") == "Table 3 : confirmez ou corrigez 60"
    assert text(page, "#actions .main") == "Taper les résultats"
    box = "document.querySelector('[aria-invalid]')"
    for button in ("undo", "take", "check", "fill"):
        page.run(f"(clearTold(), $('do-{button}').click(), 1)")
        settled(page)
        page.until("$('told').children.length > 0")
        assert "Table 3 : confirmez ou corrigez 60" in text(page, "#told"), button
        assert page.run(f"{box} === document.activeElement && {box}.value") == "60", button
    page.run("showTab('standings').then(() => showTab('round')).then(() => 1)")
    settled(page)
    page.until(f"{box} !== null")
    assert page.run(f"{box}.value") == "60", "kept while another tab is looked at"
    page.run("showTab('standings').then(() => 1)")
    page.run("task(() => runAction('ratings'))")
    settled(page)
    assert page.run(f"{box}.value") == "60" and page.run("tab") == "round"
    assert page.run("roundRows(1)[2].text('Score 2')") == "360"
    press(page, "Escape")
    assert page.run("document.querySelectorAll('[aria-invalid]').length") == 0
    assert text(page, ".slip") == "" and "Ronde 1 terminée" in text(page, "#step")
    type_row(page, "60", "")
    page.until("document.querySelector('.slip button') !== null")
    settled(page)
    page.run("document.querySelector('.slip button').click()")
    page.until(f"roundRows(1)[2].text('Score 2') === '60' && {WORDS}")
    assert text(page, "#actions .main") == "Apparier la ronde 2"


def test_a_forfeit_is_chosen_in_the_menu_of_the_table_and_then_comes_the_next_one(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    for table in "123":
        assert focus(page) == [table, "Score 1"]
        press(page, "f")
        item = "document.activeElement.closest('#row-menu') && document.activeElement"
        assert page.run(f"{item}.value") == "1" and page.serious() == []
        press(page, "ArrowDown")
        assert page.run(f"{item}.value") == "2"
        assert page.run("document.querySelectorAll('.game .ending:not(:empty)').length") == int(table) - 1
        press(page, "Enter")
        settled(page)
    assert focus(page) == ["4", "Score 1"]
    type_keys(page, "387")
    assert page.run("document.activeElement.value") == "387"
    assert page.run("roundRows(1).map((row) => row.text('Forfait'))") == ["2", "2", "2", ""]


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_a_forfeited_table_is_passed_over_after_the_scores_of_the_one_before(page, tmp_path, key):
    pair(page, books.create(tmp_path, 8))
    end_match(page, "2", 1)
    page.until("document.querySelectorAll('.game')[1].classList.contains('done')")
    settled(page)
    page.run("document.querySelector('.game input').focus()")
    for score in ("400", "380"):
        type_keys(page, score)
        press(page, key)
    assert focus(page) == ["3", "Score 1"]
    for name in ("ArrowUp", key):  # who goes there on purpose has both boxes
        press(page, name)
    assert focus(page) == ["2", "Score 2"]


def test_the_menu_of_a_table_is_left_by_escape_without_a_change_and_takes_a_forfeit_back(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    press(page, "f")
    press(page, "ArrowDown")
    press(page, "Escape")
    page.until("!$('row-menu').matches(':popover-open')")
    assert focus(page) == ["1", "Score 1"] and page.run("roundRows(1)[0].text('Forfait')") == ""
    for code in ("2", ""):
        end_match(page, code)
        settled(page)
        assert page.run("roundRows(1)[0].text('Forfait')") == code
    assert page.run("document.querySelector('.game').classList.contains('missing')")


def test_a_message_leaves_the_box_of_the_hand_and_its_words_in_sight(page, tmp_path):
    pair(page, books.create(tmp_path, 23))
    page.resize(1280, 720)
    for table in range(1, 11):
        type_row(page, "401" if table != 6 else "41", "390")
        settled(page)
        bottom = page.run("document.activeElement.closest('.game').getBoundingClientRect().bottom")
        assert bottom <= 720, table
    page.run("(document.querySelector('[aria-invalid]').focus(), 1)")
    assert page.run("document.querySelector('[aria-invalid]').closest('.game').querySelector('.slip').textContent")


@pytest.mark.parametrize("box", [2, 5, 7])
def test_the_noted_score_typed_again_over_a_refused_one_clears_the_refusal(page, tmp_path, box):
    pair(page, books.create(tmp_path, 8))
    finish(page, *((str(401 + table), "363") for table in range(4)))
    page.until("view.missing.length === 0")
    noted = page.run(f"document.querySelectorAll('.game input')[{box}].value")
    for typed, faults in (("3633", 1), (noted, 0)):
        page.run(f"document.querySelectorAll('.game input')[{box}].select()")
        type_keys(page, typed)
        press(page, "Enter")
        page.until(f"document.querySelectorAll('[aria-invalid]').length === {faults}")
        settled(page)
    assert page.run("document.querySelectorAll('.slip:not(:empty)').length") == 0
    assert page.run(f"roundRows(1).flatMap((row) => [row.text('Score 1'), row.text('Score 2')])[{box}]") == noted


def test_a_corrected_score_says_what_it_was(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    finish(page, *((str(401 + table), "363") for table in range(4)))
    page.until("view.missing.length === 0")
    page.run("document.querySelectorAll('.game input')[3].select()")
    type_keys(page, "395")
    press(page, "Enter")
    page.until("document.querySelectorAll('.game')[1].querySelector('.note').textContent !== ''")
    told = page.run("document.querySelectorAll('.game')[1].querySelector('.note').textContent")
    assert "402-395 (avant : 402-363)" in told.replace("\u00a0", " ")


def test_a_refused_score_typed_anew_is_no_longer_called_wrong(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    for text in ("4045", "333"):
        type_keys(page, text)
        press(page, "Enter")
    settled(page)
    slip = "document.querySelector('.game .slip').textContent"
    page.run("toMissing(true)")
    page.until(f"{slip}.includes('4045')")
    page.run("document.querySelector('.game input').select()")
    type_keys(page, "405")
    assert page.run(slip) == "" and not page.run("document.querySelector('.game [aria-invalid]')")
    press(page, "Enter")
    press(page, "Enter")
    settled(page)
    assert stored(page)[0] == ["405", "333"]


def test_a_refusal_takes_away_what_was_noted_before_it_and_two_discs_that_make_too_many_are_both_named(page, tmp_path):
    pair(page, books.create(tmp_path, 8, formula="othello"))
    page.run("say('Noté : Ronde 1, table 4.')")
    for text in ("30", "35"):
        type_keys(page, text)
        press(page, "Enter")
    page.until("document.querySelector('.game .slip').textContent.includes('65 pions')")
    assert page.run("$('told').textContent") == ""
    assert page.run("$('step').textContent").replace("\u00a0", " ") == "Table 1 : corrigez 30 et 35"
    page.run("document.querySelector('.game input').select()")
    type_keys(page, "4045")
    press(page, "Enter")
    press(page, "Enter")
    page.until("document.querySelector('.game .slip').textContent.includes('4045')")
    assert page.run("$('step').textContent").replace("\u00a0", " ") == "Table 1 : corrigez 4045"


def test_while_a_round_is_played_the_leaders_are_said_to_be_those_before_it(page, tmp_path):
    pair(page, books.simulate(books.create(tmp_path, 8), 1))
    heading = "document.querySelector('#beside h2').textContent"
    assert page.run(heading) == "En tête après la ronde 1"
    page.run(RESULTS % 0)
    settled(page)
    assert page.run(heading) == "En tête après la ronde 2"


def test_winners_of_prizes_are_provisional_until_all_is_played(page, tmp_path):
    file = books.edit(books.create(tmp_path, 8, "--rondes", 2), {"Prix!A5": "Coupe", "Prix!B5": "Général"})
    title = "document.querySelector('#panel h2').textContent"
    for rounds, text in ((1, "Prix après la ronde 1 sur 2 provisoire"), (2, "Prix ")):
        drop_file(page, books.simulate(file, rounds))
        page.run("chosenSheet = 'Prix'; showTab('sheets').then(() => 1)")
        assert page.run(title) == text


def test_a_prize_is_raised_above_another_because_their_order_decides(page, tmp_path):
    prizes = {"Prix!A5": "Premier", "Prix!B5": "Général", "Prix!C5": 2, "Prix!A6": "Série", "Prix!B6": "Série Joker"}
    drop_file(page, books.edit(books.create(tmp_path, 8), prizes))
    raise_button = "[...$('dialog').querySelectorAll('footer button')].find((one) => one.textContent === TEXTS.raise)"
    page.run("void editRow('Prix', 5)")
    assert page.run(f"{raise_button} === undefined"), "nothing is above the first"
    page.run("$('dialog').close()")
    page.run("void editRow('Prix', 6)")
    page.run(f"{raise_button}.click()")
    page.until("!$('dialog').open", 60)
    settled(page)
    rows = page.run("filledRows('Prix').map(({ cells }) => cells.slice(0, 3).map(String).join('/'))")
    assert rows == ["Série/Série Joker", "Premier/Général/2"]


def test_a_drawn_match_says_so_beside_its_scores(page, tmp_path):
    pair(page, books.create(tmp_path, 8))
    finish(page, ("401", "390"), ("402", "402"), ("390", "403"))
    page.until("view.missing.length === 1")
    endings = "[...document.querySelectorAll('.game .ending')].map((one) => one.textContent)"
    assert page.run(endings) == ["", "nul", "", ""]
