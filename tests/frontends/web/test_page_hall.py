"""The built page's hall screen: a window of its own that follows the page without a server."""

import pytest

from tests import books
from tests.browser import OVER
from tests.frontends.web.test_page_first_minute import RESULTS, create, play
from tests.page_browser import drop_file, open_page, settled
from tests.programs import starts_programs

pytestmark = starts_programs
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
    page.run("new Promise((done) => setTimeout(done, 3 * PAUSE))")
    assert page.run("calls.filter((name) => name === 'screen').length") == 1
    with page.other_page("blob:") as window:
        assert window.run("document.title") == "Coupe"


def test_a_blocked_window_is_said_with_what_to_do(page):
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    page.run("window.open = () => null; 1")
    page.run(OPEN)
    assert "autorisez les fenêtres" in page.run("$('told').textContent") and page.over() == []


REFUSES = """(() => { window.rightCall = call;
  call = (name, ...words) => (name === "screen" ? Promise.resolve({ answer: ANSWER }) : rightCall(name, ...words));
})()""".replace("ANSWER", "{ code: 3, message: 'Un problème', text: '', status: '', warnings: [], problems: [] }")
FAILS = "(() => { window.rightCall = call; call = () => Promise.reject(new Error('engine')); })()"


@pytest.mark.parametrize("fault", [REFUSES, FAILS], ids=["refused", "failed"])
def test_where_the_screen_cannot_be_rendered_the_one_on_the_projector_stays_and_no_blank_window_is_left(page, fault):
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    page.run(fault)
    page.click(OPEN)
    settled(page)
    page.run("new Promise((done) => setTimeout(done, 300))")
    assert page.count_opened_windows() == 0 and page.run("$('told').className") == "bad"
    page.run("call = rightCall; 1")
    open_screen(page)
    page.run(fault)
    page.click(OPEN)
    settled(page)
    page.run("new Promise((done) => setTimeout(done, 300))")
    assert (
        page.count_opened_windows() == 1
        and not page.run("hallWindow.closed")
        and page.run("$('told').className") == "bad"
    )
    page.run("call = rightCall; 1")


VIEWS = "<b class=foreign></b>"
# a frame of another origin asks as a screen does, and sends a state as a page does; what it is sent it sends back
FOREIGN_FRAME = """new Promise((done) => {
  const frame = document.createElement("iframe"), script = `
    addEventListener("message", ({ data }) => parent.postMessage({ leak: data }, "*"));
    const screen = ${JSON.stringify(NAME)}, views = "VIEWS";
    for (const data of [null, { screen }, { screen, views }, { views }]) parent.postMessage(data, "*");`;
  window.leaked = [];
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow) leaked.push(data?.leak ?? "came");
  });
  Object.assign(frame, { sandbox: "allow-scripts", srcdoc: `<script>${script}</` + "script>" });
  document.body.append(frame);
  setTimeout(() => { frame.remove(); done(leaked); }, 1500);
})""".replace("VIEWS", VIEWS)
FOREIGN_ORIGIN = """dispatchEvent(new MessageEvent("message", {
  data: { screen: NAME, views: "VIEWS" }, source: SOURCE, origin: "https://example.org",
}))""".replace("VIEWS", VIEWS)


def test_a_message_of_a_foreign_window_or_frame_changes_neither_the_page_nor_the_screen(page):
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    open_screen(page)
    page.run("window.ownScreen = hallWindow; 1")
    assert page.run(FOREIGN_FRAME.replace("NAME", "screenName()")) == ["came"] * 4, "and nothing was sent to it"
    assert page.run("hallWindow === ownScreen")
    page.run("hallWindow = null; 1")  # as after the page was loaded anew, before its screen has asked
    page.run(FOREIGN_ORIGIN.replace("NAME", "screenName()").replace("SOURCE", "ownScreen"))
    assert page.run("hallWindow") is None
    with page.other_page("blob:") as window:
        window.run(FOREIGN_FRAME.replace("NAME", "name"))
        for origin in ("opener", "null"):
            window.run(FOREIGN_ORIGIN.replace("NAME", "name").replace("SOURCE", origin))
        assert window.run(TITLES) == ["Inscrits"] and window.run("document.querySelector('.foreign')") is None
    page.until("hallWindow === ownScreen")


def test_the_marks_of_the_first_ten_stand_below_one_another_whatever_the_digits_of_the_points(page):
    create(page, Nom="Coupe", Joueurs="".join(f"Nom{number:02} Prénom\n" for number in range(16)))
    play(page, 5, leave=8)
    open_screen(page)
    with page.other_page("blob:") as window:
        window.resize(800, 600)
        window.until("document.querySelector('.view.ten') !== null")
        window.run("while (!pages[at].view.matches('.ten')) turn(1)")
        items = "[...document.querySelectorAll('.view.ten li')]"
        points = window.run(f"{items}.map((item) => item.querySelector('.score').textContent.length)")
        assert len({*points}) == 2, "of one and of two digits"
        assert window.run(f"new Set({items}.map((item) => item.children[2].getBoundingClientRect().left)).size") == 1
        assert window.run(f"{OVER}.length") == 0
