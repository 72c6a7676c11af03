"""What if (Et si… ?) in the built page: typed like a round, refused at its box, listed between rounds too."""

import pytest

from tests import books
from tests.frontends.web.test_page_typing import type_keys
from tests.page_browser import drop_file, press, settled
from tests.programs import starts_programs

pytestmark = starts_programs
BOXES = "[...document.querySelectorAll('dialog[open] .guesses input')]"
SCORES = ["431", "377", "402", "388", "380", "405", "444", "333"]
ROW = "document.querySelector('dialog[open] .guesses p')"


@pytest.fixture
def guesses(page, tmp_path):
    book = books.create(tmp_path, 8)
    drop_file(page, book)
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("void whatIf()")
    page.until(f"{BOXES}.length === 8")
    yield page
    page.run("$('dialog').close()")


def test_enter_goes_from_box_to_box_and_shows_after_the_last(guesses):
    for number, score in enumerate(SCORES):
        assert guesses.run(f"document.activeElement === {BOXES}[{number}]")
        type_keys(guesses, score)
        press(guesses, "Enter")
    settled(guesses)
    assert guesses.run(f"{BOXES}.map((box) => box.value)") == SCORES
    assert guesses.run("document.querySelectorAll('dialog[open] .supposed .game').length") == 4


def test_an_impossible_score_and_one_without_the_other_are_refused_in_red_at_their_box(guesses):
    type_keys(guesses, "380450")
    guesses.run("document.querySelector('dialog[open] .end .main').click()")
    slip, fault = f"{ROW}.querySelector('.slip').textContent", f"{BOXES}.map((box) => box.hasAttribute('aria-invalid'))"
    assert "« 380450 » : il manque l'autre score" in guesses.run(slip).replace("\u00a0", " ")
    assert guesses.run(fault) == [True, *[False] * 7]
    guesses.run(f"{BOXES}[1].value = '402'")
    guesses.run("document.querySelector('dialog[open] .end .main').click()")
    settled(guesses)
    assert "« 380450 » n'est pas un score" in guesses.run(slip).replace("\u00a0", " ")
    assert guesses.run(fault) == [True, *[False] * 7]
    assert guesses.run(f"document.activeElement === {BOXES}[0]")
    guesses.run(f"{BOXES}[0].value = '380'")
    guesses.run("document.querySelector('dialog[open] .end .main').click()")
    settled(guesses)
    assert guesses.run(slip) == "" and guesses.run(fault) == [False] * 8
    assert "Tables sans résultat" in guesses.run("$('dialog').textContent")


def test_before_the_next_pairing_it_is_listed_with_the_reason_why_it_waits(page, tmp_path):
    book = books.create(tmp_path, 8)
    assert books.run("simulate", book, "--rounds", 1) == 0
    drop_file(page, book)
    what_if = "document.querySelector('#more #do-whatIf')"
    assert page.run(f"{what_if}.disabled && {what_if}.querySelector('small').textContent") == "après la ronde 2"
    page.run("task(() => runAction('pair'))")
    settled(page)
    assert not page.run(f"{what_if}.disabled")
