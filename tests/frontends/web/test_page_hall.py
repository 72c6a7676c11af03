"""The built page's hall screen: a window of its own that follows the page without a server."""

import pytest

from tests import books
from tests.browser import OVER
from tests.page_browser import RESULTS, create, drop_file, open_page, play, reset_page, settled
from tests.programs import starts_programs

pytestmark = starts_programs
TITLES = "[...document.querySelectorAll('.view')].map((view) => view.dataset.title)"
SCORES = "[...document.querySelectorAll('.tables .score')].map((score) => score.textContent)"
OPEN = "document.querySelector('#more #do-screen').click()"
PAUSE = "new Promise((done) => setTimeout(done, 2 * PAUSE)).then(() => 1)"  # of the page, before it renders the screen
RENDERED = "calls.filter((name) => name === 'screen').length"


def open_screen(page):
    page.click(OPEN)
    settled(page)
    assert page.run("$('told').className") == "good" and page.run("Boolean(hallWindow)")


def test_the_screen_opens_in_a_window_of_its_own_and_follows_pairs_and_scores_without_a_request(page):
    create(page, Nom="Coupe de Vienne", Joueurs="".join(f"Nom{number:02} Prénom\n" for number in range(16)))
    open_screen(page)
    with page.other_page("blob:") as window:
        assert len(window.run(TITLES)) == 1 and window.run("document.compatMode") == "CSS1Compat"
        assert window.run("document.querySelector('h1').textContent") == "Coupe de Vienne"
    play(page, 1, leave=8)
    with page.other_page("blob:") as window:
        window.until(f"{TITLES}[0]?.includes('Ronde 1')")
        assert set(window.run(SCORES)) == {"·"} and len(window.run(SCORES)) == 8
        window.run("(turn(1), paused = true, show())")
        shown = window.run("document.getElementById('titre-vue').textContent")
    page.run(RESULTS % 6)
    with page.other_page("blob:") as window:
        window.until(f"{SCORES}.filter((score) => score !== '·').length === 2")
        assert window.run("document.getElementById('titre-vue').textContent") == shown, "it stays where it was"
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
    reset_page(page)


def test_without_a_window_nothing_is_rendered_and_another_tournament_leaves_the_window_as_it_is(spoilt_page):
    page = spoilt_page
    page.run("(window.calls = [], window.sent = send, send = (...words) => (calls.push(words[1]), sent(...words)), 1)")
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    play(page, 1)
    open_screen(page)
    assert page.run(RENDERED) == 1 and "type" in page.run("calls")
    page.run("(book.unsaved = false, $('home').click(), 1)")
    settled(page)
    create(page, Nom="Open", Joueurs="Noir Jean\nPetit Luc")
    play(page, 1)
    page.run(PAUSE)
    assert page.run(RENDERED) == 1
    with page.other_page("blob:") as window:
        assert window.run("document.title") == "Coupe"
    page.run("hallWindow?.close()")


REFUSES = """(() => { window.rightCall = call;
  call = (name, ...words) => (name === "screen" ? Promise.resolve({ answer: ANSWER }) : rightCall(name, ...words));
})()""".replace("ANSWER", "{ code: 3, message: 'Un problème', text: '', status: '', warnings: [], problems: [] }")
FAILS = "(() => { window.rightCall = call; call = () => Promise.reject(new Error('engine')); })()"


@pytest.mark.parametrize("fault", [REFUSES, FAILS], ids=["refused", "failed"])
def test_where_the_screen_cannot_be_rendered_the_one_on_the_projector_stays_and_no_blank_window_is_left(page, fault):
    create(page, Nom="Coupe", Joueurs="Durand Anne\nBazin Luc")
    for windows in (0, 1):
        page.run(fault)
        page.click(OPEN)
        settled(page)
        page.run(PAUSE)
        assert page.count_opened_windows() == windows and page.run("$('told').className") == "bad"
        page.run("(call = rightCall, 1)")
        if not windows:
            open_screen(page)
    assert not page.run("hallWindow.closed")
    page.run("(hallWindow.close(), hallWindow = null, window.openWindow = window.open, window.open = () => null, 1)")
    page.run(f"({OPEN}, window.open = openWindow, 1)")
    assert page.run("$('told').className") == "bad", "a blocked window is said"


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
    page.run("(window.ownScreen = hallWindow, 1)")
    assert page.run(FOREIGN_FRAME.replace("NAME", "screenName()")) == ["came"] * 4, "and nothing was sent to it"
    assert page.run("hallWindow === ownScreen")
    page.run("(hallWindow = null, 1)")  # as after the page was loaded anew, before its screen has asked
    page.run(FOREIGN_ORIGIN.replace("NAME", "screenName()").replace("SOURCE", "ownScreen"))
    assert page.run("hallWindow") is None
    with page.other_page("blob:") as window:
        before = window.run(TITLES)
        window.run(FOREIGN_FRAME.replace("NAME", "name"))
        for origin in ("opener", "null"):
            window.run(FOREIGN_ORIGIN.replace("NAME", "name").replace("SOURCE", origin))
        assert window.run(TITLES) == before and window.run("document.querySelector('.foreign')") is None
    page.until("hallWindow === ownScreen")
