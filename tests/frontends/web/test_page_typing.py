"""Scores typed in the built page with real keys, while answers arrive: nothing typed is lost, and the focus goes on."""

import pytest

from tests import books
from tests.page_browser import (
    DIALOG,
    IN_SIGHT,
    RESULTS,
    act,
    click_at,
    close_dialog,
    create,
    drop_file,
    end_match,
    open_dialog,
    press,
    settled,
    show,
    text,
    type_into,
    type_keys,
)
from tests.programs import starts_programs

pytestmark = starts_programs
HOLD = """(() => {
  window.answerCall = call;
  window.held = [];
  window.call = async (...args) => {
    const result = await answerCall(...args);
    await new Promise((done) => held.push(done));
    return result;
  };
  return 1;
})()"""  # answers, until they are let go
LET_GO = "(window.call = answerCall, held.splice(0).forEach((done) => done()), 1)"
LATE = """(() => {
  const answerCall = call;
  window.call = async (...args) => {
    const result = await answerCall(...args);
    await new Promise((done) => setTimeout(done, 60));
    return result;
  };
  return 1;
})()"""
AT_STEP = "document.activeElement.id === 'step'"  # the focus is at the words of the next step
FOCUS = (
    "((box) => [box.closest('.game')?.querySelector('.no').textContent ?? null, box.name || box.id || box.className])"
)
WRONG = "document.querySelector('[aria-invalid]')"
GUESSES = f"[...{DIALOG}.querySelectorAll('.guesses input')]"


@pytest.fixture
def of_eight(page, tmp_path):
    """The first round of eight players, the focus in its first box."""
    return pair(page, books.create(tmp_path, 8))


def pair(page, file):
    drop_file(page, file)
    act(page, "pair")
    page.run("document.querySelector('.game input').focus()")
    return page


def type_results(page, *results):
    """Type results from the box with the focus on, and wait until the last of them is noted."""
    type_keys(page, *(score for result in results for score in result))
    settled(page)


def go_to_box(page, number):
    page.run(f"(document.querySelectorAll('.game input')[{number}].focus(), document.activeElement.select(), 1)")


def focus(page):
    return page.run(f"{FOCUS}(document.activeElement)")


def stored(page, *titles):
    """The scores of the round in the workbook, or its texts of other columns."""
    names = [*(titles or ("Score 1", "Score 2"))]
    return page.run(f"roundRows(view.drawn).map((row) => {names}.map((title) => row.text(title)))")


# While answers arrive


def test_an_answer_that_arrives_while_a_score_is_typed_leaves_its_digits_and_its_caret(spoilt_page, tmp_path):
    page = pair(spoilt_page, books.create(tmp_path, 8))
    page.run(HOLD)
    type_keys(page, "411", "390")
    page.until("held.length === 1")
    press(page, "3")
    page.run("(window.box = document.activeElement, 1)")
    page.run(LET_GO)
    page.until("view.missing.length === 3")
    settled(page)
    assert page.run("document.activeElement === box && box.isConnected"), "the same box"
    assert page.run("[box.value, box.selectionStart, box.selectionEnd]") == ["3", 1, 1]
    type_keys(page, "59")
    type_keys(page, "4", then="2")
    page.run("(document.activeElement.setSelectionRange(1, 1), showTab().then(() => 1))")
    type_keys(page, "0")
    page.until("view.missing.length === 2")
    assert stored(page)[:2] == [["411", "390"], ["359", "402"]], "where the caret was"


def test_a_whole_round_is_typed_while_answers_come_late(spoilt_page, tmp_path):
    page = pair(spoilt_page, books.create(tmp_path, 8))
    page.run(LATE)
    scores = [[str(351 + table), str(462 - table)] for table in range(4)]
    type_keys(page, *sum(scores, []))
    page.until("view.missing.length === 0", 30)
    settled(page)
    assert stored(page) == scores


def test_of_quick_choices_how_a_match_ended_the_last_one_is_stored_and_a_refused_one_is_told_at_its_row(of_eight):
    page = of_eight
    for table, presses in enumerate((["1", "2"], ["1", ""], ["1", "2", "1"])):
        place = page.run(f"document.querySelectorAll('.game')[{table}].id")
        for code in presses:  # the next one before the answer to the first
            page.run(f"void endMatch('{place}', '{code}')")
    boxes = "[...document.querySelectorAll('.game')[3].querySelectorAll('input')]"
    for side in range(2):
        type_into(page, f"{boxes}[{side}]", "4O2")
    page.run("(task(() => noteRow(document.querySelectorAll('.game')[3].id)), 1)")
    settled(page)
    assert stored(page, "Forfait") == [["2"], [""], ["1"], [""]]
    assert "4O2" in page.run("document.querySelectorAll('.game')[3].querySelector('.slip').textContent")


# Where the focus goes


def test_a_round_by_the_keyboard_alone_ends_at_the_words_of_the_next_step_and_one_enter_too_many_pairs_nothing(
    of_eight,
):
    page = of_eight
    type_results(page, ("401", "390"), ("402", "402"), ("403", "390"))
    page.until("view.missing.length === 1")
    assert page.run("[...document.querySelectorAll('.game .ending')].map((one) => one.textContent)") == [
        "",
        "nul",
        "",
        "",
    ]
    type_results(page, ("4O4", "390"))
    page.until(f"{WRONG}?.value === '4O4'")
    assert "4O4" in text(page, ".game.missing .slip") and page.run("view.missing.length") == 1
    go_to_box(page, 6)
    type_keys(page, "404", "")
    page.until(f"view.missing.length === 0 && {AT_STEP}")
    press(page, "Enter")
    settled(page)
    assert page.run("view.drawn") == 1 and page.run(AT_STEP)
    press(page, "Tab")
    assert page.run("document.activeElement.textContent === document.querySelector('#actions .main').textContent")
    press(page, "Enter")
    page.until("view.drawn === 2 && document.activeElement.name === 'Score 1'")


def test_a_round_paired_from_the_bottom_of_a_phones_list_begins_at_its_top_with_its_message(page, tmp_path):
    pair(page, books.create(tmp_path, 23))
    page.resize(390, 844)
    page.run(RESULTS % 0)
    go_to_box(page, 21)
    press(page, "Enter")
    page.until(AT_STEP)
    press(page, "Tab")
    press(page, "Enter")
    page.until("view.drawn === 2 && document.activeElement.name === 'Score 1'")
    settled(page)
    assert focus(page) == ["1", "Score 1"] and text(page, "#told")
    assert page.run(IN_SIGHT % "$('told')") and page.run(IN_SIGHT % "document.activeElement")


def test_a_message_leaves_the_box_of_the_hand_in_sight(page, tmp_path):
    pair(page, books.create(tmp_path, 23))
    page.resize(1280, 720)
    for table in range(1, 11):
        type_results(page, ("401" if table != 6 else "41", "390"))
        assert page.run("document.activeElement.closest('.game').getBoundingClientRect().bottom") <= 720, table


def test_tab_goes_from_score_to_score_then_through_the_menus_and_out(page, tmp_path):
    pair(page, books.create(tmp_path, 7))
    stops = [focus(page)]
    for _ in range(10):
        press(page, "Tab")
        stops.append(focus(page))
    scores = [[table, score] for table in "123" for score in ("Score 1", "Score 2")]
    assert stops[:10] == [*scores, *([table, "icon more"] for table in "123–")]
    assert stops[10][0] is None, "all of them, and no trap"
    press(page, "Tab", modifiers=8)
    assert focus(page) == ["–", "icon more"], "back by Shift"


def test_on_a_phone_a_touch_opens_the_score_that_it_is_at_also_below_an_open_table(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 12)))
    page.run(RESULTS % 0)
    page.resize(390, 844)
    boxes = "[...document.querySelectorAll('.game input')]"
    for table, place, box in ((0, ".box.side1", 1), (1, ".box.side1", 3), (3, ".box.side0", 6), (4, ".who.side1", 9)):
        click_at(page, f"document.querySelectorAll('.game')[{table}].querySelector('{place}')")
        assert page.run(f"{boxes}.indexOf(document.activeElement)") == box


# What is refused, unusual, or corrected


def test_an_unconfirmed_score_stays_in_its_box_whatever_is_pressed_until_it_is_confirmed_or_taken_back(of_eight):
    page = of_eight
    type_results(page, *([str(401 + table), "360"] for table in range(4)))
    page.until("view.missing.length === 0")
    go_to_box(page, 5)
    type_keys(page, "60")
    page.until(f"{WRONG} !== null")
    settled(page)
    waiting = text(page, "#step")
    assert "60" in waiting and "360" in text(page, ".slip:not(:empty)"), "what counts meanwhile"
    for button in ("undo", "take", "check", "fill"):
        page.run(f"(clearTold(), $('do-{button}').click(), 1)")
        page.until("$('told').children.length > 0")
        settled(page)
        assert page.run(f"{WRONG} === document.activeElement && {WRONG}.value") == "60", button
    show(page, "standings")
    act(page, "ratings")
    page.until(f"tab === 'round' && {WRONG} !== null")
    assert page.run(f"{WRONG}.value") == "60", "kept while another tab was looked at"
    assert stored(page)[2] == ["403", "360"]
    press(page, "Escape")
    assert page.run(WRONG) is None and text(page, "#step") != waiting
    go_to_box(page, 5)
    type_keys(page, "60")
    page.until("document.querySelector('.slip button') !== null")
    settled(page)
    page.run("document.querySelector('.slip button').click()")
    page.until(f"{AT_STEP} && view.missing.length === 0")
    assert stored(page)[2] == ["403", "60"]


def test_the_noted_score_typed_again_over_a_refused_one_clears_the_refusal_and_a_corrected_one_says_what_it_was(
    of_eight,
):
    page = of_eight
    type_results(page, *([str(401 + table), "363"] for table in range(4)))
    for typed, faults in (("3633", 1), ("363", 0)):
        go_to_box(page, 5)
        type_keys(page, typed)
        page.until(f"document.querySelectorAll('[aria-invalid]').length === {faults}")
        settled(page)
    assert page.run("document.querySelectorAll('.slip:not(:empty)').length") == 0 and stored(page)[2] == ["403", "363"]
    go_to_box(page, 3)
    type_keys(page, "395")
    note = "document.querySelectorAll('.game')[1].querySelector('.note').textContent"
    page.until(f"{note} !== ''")
    assert "402-395" in page.run(note) and "402-363" in page.run(note)


def test_a_refused_score_typed_anew_is_no_longer_called_wrong(of_eight):
    page = of_eight
    type_results(page, ("4045", "333"))
    page.run("toMissing(true)")
    page.until("document.querySelector('.game .slip').textContent.includes('4045')")
    go_to_box(page, 0)
    type_keys(page, "405", then="ArrowRight")
    assert text(page, ".game .slip") == "" and page.run(WRONG) is None
    type_keys(page, "", "")
    settled(page)
    assert stored(page)[0] == ["405", "333"]


def test_two_discs_that_make_too_many_are_both_named_and_take_away_what_was_noted_before(page, tmp_path):
    pair(page, books.create(tmp_path, 8, formula="othello"))
    page.run("say('Noté : Ronde 1, table 4.')")
    type_keys(page, "30", "35")
    page.until("document.querySelector('.game .slip').textContent.includes('65')")
    assert text(page, "#told") == "" and "30 et 35" in text(page, "#step")


def test_a_past_score_that_is_corrected_says_in_sight_at_its_row_what_becomes_of_the_pairs(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 23), 1)))
    page.resize(390, 844)
    page.run("(chosenRound = 1, showTab('round').then(() => 1))")
    go_to_box(page, 14)
    type_keys(page, "471")
    note = "document.querySelectorAll('.game')[7].querySelector('.note')"
    page.until(f"{note}.textContent !== ''")
    settled(page)
    assert "ronde 2" in page.run(f"{note}.textContent").replace("\u00a0", " ") and page.run(IN_SIGHT % note)


# The menu of a table


def test_a_forfeit_is_chosen_in_the_menu_of_the_table_by_keys_and_then_comes_the_next_one(of_eight):
    page = of_eight
    for table in "12":
        assert focus(page) == [table, "Score 1"]
        press(page, "f")
        item = "document.activeElement.closest('#row-menu') && document.activeElement"
        assert page.run(f"{item}.value") == "1"
        press(page, "ArrowDown")
        assert page.run(f"{item}.value") == "2"
        assert page.run("document.querySelectorAll('.game .ending:not(:empty)').length") == int(table) - 1
        press(page, "Enter")
        settled(page)
    assert focus(page) == ["3", "Score 1"] and stored(page, "Forfait") == [["2"], ["2"], [""], [""]]
    for key in ("ArrowUp", "Enter"):  # who goes back on purpose has both boxes
        press(page, key)
    assert focus(page) == ["2", "Score 2"]
    end_match(page, "", 1)
    settled(page)
    assert stored(page, "Forfait")[1] == [""]
    go_to_box(page, 2)
    press(page, "f")
    press(page, "ArrowDown")
    press(page, "Escape")
    page.until("!$('row-menu').matches(':popover-open')")
    assert focus(page) == ["2", "Score 1"] and stored(page, "Forfait")[1] == [""], "left without a change"


def test_a_forfeited_table_is_passed_over_after_the_scores_of_the_one_before(of_eight):
    end_match(of_eight, "2", 1)
    of_eight.until("document.querySelectorAll('.game')[1].classList.contains('done')")
    settled(of_eight)
    go_to_box(of_eight, 0)
    type_keys(of_eight, "400", "380", then="Tab")
    assert focus(of_eight) == ["3", "Score 1"]


# What if (Et si… ?)


def test_what_if_is_typed_from_box_to_box_and_refuses_at_its_box_what_is_no_score(of_eight):
    page = of_eight
    open_dialog(page, "whatIf()")
    page.until(f"{GUESSES}.length === 8")
    scores = ["380450", "377", "402", "388", "380", "405", "444", "333"]
    for number, score in enumerate(scores):
        assert page.run(f"document.activeElement === {GUESSES}[{number}]")
        type_keys(page, score)
    settled(page)
    page.until(f"document.activeElement === {GUESSES}[0]")
    wrong = f"{GUESSES}.map((box) => box.hasAttribute('aria-invalid'))"
    assert page.run(wrong) == [True, *[False] * 7] and "380450" in text(page, ".guesses .slip")
    type_into(page, f"{GUESSES}[0]", "")
    page.run(f"{DIALOG}.querySelector('.end .main').click()")
    page.until(f"{GUESSES}[1].hasAttribute('aria-invalid')")  # one without the other
    type_into(page, f"{GUESSES}[0]", "380")
    page.run(f"{DIALOG}.querySelector('.end .main').click()")
    page.until("document.querySelectorAll('dialog[open] .supposed .game').length === 4")
    assert page.run(wrong) == [False] * 8 and page.run("view.missing.length") == 4, "nothing is noted"
    close_dialog(page)


def test_a_round_on_a_phone_from_a_pasted_list_to_the_file_for_home(page):
    """What somebody does who has nothing but the file: a new tournament, pairs, scores, standings, the workbook."""
    page.resize(390, 844)
    names = "Durand Anne\nPetit Paul\nBazin Claire\nMoreau Luc\nFabre Ève\nRoux Samir"
    create(page, Nom="Tournoi du lundi", Formule="Toutes-rondes", Joueurs=names)
    page.run("$('do-pair').click()")
    page.until("view.drawn === 1 && document.activeElement?.name === 'Score 1'", 60)
    type_keys(page, "402", "39", "402", "390", "402")
    page.until("document.querySelector('.slip button') && view.missing.length === 2", 60)  # 39 is asked about
    page.run("document.querySelector('.slip button').click()")
    page.until("view.missing.length === 1", 60)
    settled(page)
    assert page.run("document.activeElement.name") == "Score 2", "on to the box that is empty"
    page.run("document.querySelector('#more #do-pair').click()")
    page.until("document.querySelector('#told.bad') !== null", 60)
    settled(page)
    assert page.run("document.activeElement.id") == "told", "what is refused is read first"
    page.run("document.querySelector('#told .cell').click()")
    assert focus(page) == ["3", "Score 2"] and page.run(IN_SIGHT % "document.activeElement")
    type_keys(page, "390")
    page.until("view.missing.length === 0 && $('told').textContent === ''", 60)
    settled(page)
    show(page, "standings")
    assert "Durand" in page.run("$('panel').innerText")
    show(page, "settings")
    page.run("$(`setting-${view.settings.find(({ name }) => name === 'Lieu').row}`).focus()")
    type_keys(page, "Vichy")
    page.until("view.settings.find(({ name }) => name === 'Lieu').value === 'Vichy'", 60)
    page.run("$('do-publish').click()")
    page.until("!!document.querySelector('#told a.look')", 60)
    html = page.run("fetch(document.querySelector('#told a.look').href).then((found) => found.text())")
    assert "Durand Anne" in html and "<style>" in html and "<script" not in html and 'href="etat-' not in html
    page.run("$('save').click()")
    page.until("saved.startsWith('Tournoi du lundi') && saved.endsWith('.xlsx')", 60)
