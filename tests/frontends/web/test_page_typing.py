"""Scores typed in the built page with real keys, while answers arrive: nothing typed is lost, and the focus goes on."""

import time

import pytest

from tests import books
from tests.page_browser import drop_file, settled
from tests.programs import starts_programs

pytestmark = [starts_programs, pytest.mark.xdist_group("page")]
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
CODES = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "Escape": 27}
FOCUS = "((box) => [box.closest('.game')?.querySelector('.no').textContent, box.dataset.column ?? box.id ?? ''])"


def press(page, name, modifiers=0):
    """Press and release a key, as a hand does."""
    text = "\r" if name == "Enter" else name if len(name) == 1 else ""
    code = {"key": name, "windowsVirtualKeyCode": CODES.get(name, ord(name[0].upper())), "modifiers": modifiers}
    page.call("Input.dispatchKeyEvent", type="keyDown", text=text, **code)
    page.call("Input.dispatchKeyEvent", type="keyUp", **code)


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
