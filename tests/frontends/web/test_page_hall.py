"""The built page's hall screen: a window of its own that follows the page without a server."""

import pytest

from tests import books
from tests.browser import OVER
from tests.frontends.web.test_page_first_minute import RESULTS, create, play
from tests.page_browser import drop_file, open_page, settled
from tests.programs import starts_programs

pytestmark = [starts_programs, pytest.mark.xdist_group("page")]
TITLES = "[...document.querySelectorAll('.view')].map((view) => view.dataset.title)"
SCORES = "[...document.querySelectorAll('.tables .score')].map((score) => score.textContent)"
OPEN = "document.querySelector('#more #do-screen').click()"


@pytest.fixture(autouse=True)
def closed_window(page):
    yield
    page.run("hallWindow?.close()")


def open_screen(page):
    page.click(OPEN)
    settled(page)
    assert "ouvert dans sa fenêtre" in page.run("$('told').textContent")


def test_the_screen_opens_in_a_window_of_its_own_and_follows_pairs_and_scores_without_a_request(page):
    create(page, Nom="Coupe de Vienne", Joueurs="".join(f"Nom{number:02} Prénom\n" for number in range(16)))
    open_screen(page)
    with page.other_page("blob:") as window:
        assert window.run(TITLES) == ["Inscrits"] and window.run("document.compatMode") == "CSS1Compat"
        assert window.run("document.querySelector('h1').textContent") == "Coupe de Vienne"
    play(page, 1, leave=8)
    with page.other_page("blob:") as window:
        window.until(f"{TITLES}[0]?.includes('Ronde 1')")
        assert set(window.run(SCORES)) == {"·"} and len(window.run(SCORES)) == 8
        window.run("turn(1); paused = true; show()")
    page.run(RESULTS % 6)
    with page.other_page("blob:") as window:
        window.until(f"{SCORES}.filter((score) => score !== '·').length === 2")
        assert "Par table" in window.run("document.getElementById('titre-vue').textContent"), "it stays where it was"
        window.resize(1920, 1080)
        window.until(f"{OVER}.length === 0")
        window.call("Page.reload")
        window.until(f"{SCORES}.filter((score) => score !== '·').length === 2")
    assert not [address for address in page.asked if not address.startswith(("file:", "data:", "blob:"))]


def test_the_page_loaded_anew_finds_its_screen_again(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    open_screen(page)
    open_page(page)
    page.run("document.querySelector('#recent li button').click()")
    page.until("!!book")
    settled(page)
    play(page, 1, leave=4)
    with page.other_page("blob:") as window:
        window.until(f"{TITLES}[0]?.includes('Ronde 1')")


def test_without_a_window_nothing_is_rendered_and_another_tournament_leaves_the_window_as_it_is(page):
    page.run("window.calls = []; window.sent ??= send; send = (...words) => (calls.push(words[1]), sent(...words)); 1")
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    play(page, 1)
    open_screen(page)
    assert page.run("calls.filter((name) => name === 'screen').length") == 1 and "type" in page.run("calls")
    page.run("book.unsaved = false; document.getElementById('home').click()")
    settled(page)
    create(page, Nom="Open", Joueurs="Noir Jean\nPetit Luc")
    play(page, 1)
    page.run("new Promise((done) => setTimeout(done, 3 * CALM))")
    assert page.run("calls.filter((name) => name === 'screen').length") == 1
    with page.other_page("blob:") as window:
        assert window.run("document.title") == "Coupe"


def test_a_blocked_window_is_said_with_what_to_do(page):
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    page.run("window.open = () => null; 1")
    page.run(OPEN)
    assert "autorisez les fenêtres" in page.run("$('told').textContent") and page.over() == []
