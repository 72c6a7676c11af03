"""Every panel of the built page on four screens, with names as long as they come: what it shows fits its place.

A panel is opened once and stays open while the screen changes.
"""

import pytest

from tests import books
from tests.browser import BROKEN, OVER
from tests.page_browser import (
    DIALOG,
    RESULTS,
    act,
    choose_in,
    click_at,
    drop_file,
    end_match,
    press,
    settled,
    show,
    type_into,
)
from tests.programs import starts_programs

pytestmark = starts_programs
LAPTOP, WIDE, PHONE, SMALL = SCREENS = ((1366, 768), (1920, 1080), (390, 844), (360, 640))
PHONES = (PHONE, SMALL)
TITLE = "Coupe interclubs de Scrabble classique de la Côte-Saint-André"
PLAYERS = """Nom;Prénom;Club;Licence;Cote
Fournier;Monique;Lyon;3700000;2700
Durand;Paul;Lyon;3700017;2618
Durand;Paul;Grenoble;3700034;2535
Martin;Luc;Scrabble-club de Bourg-en-Bresse;3700051;2453
Martin;Luc;Scrabble-club de Bourg-en-Bresse;3700068;2370
Castelnau-Montmorency;Marie-Élisabeth;Cercle des lettres, section de Villefranche-sur-Saône;3700085;2287
de La Rochefoucauld-Doudeauville;Anne-Sophie;Lyon;3700102;2205
Vandenbroucke-Delacroix;Jean-Christophe;Lyon;3700119;2122
Van der Schueren-Vermeulen;Guillaume-Alexandre;Bruxelles;3700136;2040
DUMONT-SCHWARTZENBERGER;Anne-Élisabeth;Lyon;3700153;1957
D'Hermenches de Saint-Cyr;Maïté;Lyon;3700170;1874
Rakotoarimanana-Andrianjafy;Hasina;Lyon;3700187;1792
Ben Abdallah El Mansouri;Inès;Les Jokers de la Téranga;3700204;1709
N'Guessan;Ève;Lyon;3700221;1626
Lœwenguth;François-Xavier;Annecy;3700238;1544
Rey;Odile;Annecy;3700255;
"""
FAULTS = """(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);  // the page has measured too
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1
    || one.matches('.ending') && one.scrollHeight > one.clientHeight;
  const target = (one) => (one.closest('label.tick, label.game-choice') ?? one).getBoundingClientRect();
  const isSmall = (one, { width, height }) => width && (height < 43.5 || width < 43.5);
  const known = Object.values(view?.names ?? {});
  return {
    over: OVER,
    cut: all('#panel :is(td, input:not(.hidden), .ending)').filter(isCut).map((one) => one.value ?? one.textContent),
    broken: (BROKEN)('.game .name'),
    shortened: all('#panel :is(td.name, .game .name)').map((one) => one.textContent)
      .filter((name) => known.length && !known.includes(name)),
    // the boxes of a table that is done open at a touch of the table
    small: all('button, a:not(.skip), select, input:not(.hidden, .game.done *)')
      .filter((one) => innerWidth < 600 && isSmall(one, target(one)))
      .map((one) => `${one.outerHTML} ${target(one).width} x ${target(one).height}`),
    slides: all('#panel .wide.over').map((one) => one.textContent.slice(0, 20)),
  };
})()""".replace("OVER", OVER).replace("BROKEN", BROKEN)
MANY = f"{DIALOG}.querySelectorAll('.guesses input').forEach((box, at) => {{ box.value = 400 - at; }})"


def create(folder, formula="classique", rounds=6):
    players = folder / "liste.csv"
    text = PLAYERS
    if formula == "othello":  # which has no licences, and a grid with more columns
        text = text.replace("DUMONT-SCHWARTZENBERGER", "Brunet-Manquat").replace(";Luc;S", ";Luc-fils;S", 1)
    players.write_text(text, encoding="utf-8")
    return books.create(folder, 0, "--joueurs", players, "--rondes", rounds, "--set", f"Nom={TITLE}", formula=formula)


def begin_round(page):
    """The fifth round of six, with a forfeit and some results."""
    act(page, "pair")
    end_match(page, "1")
    settled(page)
    page.run(RESULTS % 5)
    settled(page)


def choose_final(page):
    page.run("showFinals().then(() => 1)")
    label = "[...document.querySelectorAll('.final-choice label')].find((one) => one.textContent.startsWith('Match'))"
    choose_in(page, f"{label}.control", "1")
    settled(page)
    for side in range(2):
        type_into(page, f"document.querySelectorAll('.finals .game input')[{side}]", "32")
    page.run("task(() => noteRow(document.querySelector('.finals .game').id))")
    settled(page)


def scrabble(folder):
    book = books.edit(books.simulate(create(folder), 4), {"Prix!A5": "Prix de la municipalité", "Prix!B5": "1er"})
    assert books.run("ratings", book, "--provisional") == 0
    return book


BOOKS = {
    "nothing": (lambda _: None, lambda _: None),
    "nobody": (lambda folder: books.create(folder, 0), lambda _: None),
    "scrabble": (scrabble, begin_round),
    "othello": (lambda folder: books.simulate(create(folder, "othello", 7), 7), lambda _: None),
    "finals": (lambda folder: books.simulate(create(folder, "othello", 7), 7), choose_final),
}  # how the workbook is made, and what is done in it on the page
TABS = {tab: f"showTab('{tab}')" for tab in ("round", "players", "standings", "grid", "settings")}
ROW_MENU = "showTab('round').then(() => openRowMenu(document.querySelector('.game').id))"
PANELS = {
    "nothing": {"welcome": "1", "new": "$('begin').click()"},
    "nobody": {"list": "1"},
    "scrabble": TABS | {sheet: f"(chosenSheet = '{sheet}', showTab('sheets'))" for sheet in (
        "Prix", "Cotes", "Appariements", "Résultats", "Faits marquants")} | {
        "acts": "(showTab('round'), $('more').showPopover())", "menu": ROW_MENU, "print": "choosePaper()",
        "why": "explain(5)",
        "player": "editRow(PLAYERS, view.players[0].row)", "prize": "editRow('Prix', 5)", "what if": "whatIf()",
    },
    "othello": {name: TABS[name] for name in ("round", "standings", "grid")},
    "finals": {sheet: f"(chosenSheet = '{sheet}', showTab('sheets'))" for sheet in ("Palmarès", "Résultats")} | {
        "finals": "showFinals()", "mail": "task(() => runAction('send'))", "next": "begin(true)",
        "copies": "showCopies()", "why": "explain(7, 4)",
    },
}  # fmt: skip
PRINTED = ("Appariements", "Palmarès")  # their zoom is that of the screen on which they were opened
SLIDING = dict.fromkeys(("grid", "Résultats", "Faits marquants", *PRINTED), PHONES)  # they may, beside their names
MODERATE = (*PRINTED, "acts", "finals")  # of whose headings axe thinks little


def faults_of(page, panel):
    """What is wrong with the open panel, by the screen or the colours."""
    faults = {}
    for scheme, screens in (("light", (WIDE, LAPTOP)), ("dark", (SMALL, PHONE))):
        page.prefer(scheme)
        for screen in screens:
            page.resize(*screen)
            of_screen = {kind: found for kind, found in page.run(FAULTS).items() if found and found != [TITLE]}
            if screen in SLIDING.get(panel, ()):
                of_screen.pop("slides", None)
            faults[screen] = of_screen
        faults[scheme] = page.serious() if panel in MODERATE else page.violations()
    page.prefer("light")
    return {screen: found for screen, found in faults.items() if found}


@pytest.mark.parametrize("book", BOOKS)
def test_every_panel_fits_every_screen_and_axe_finds_nothing(page, tmp_path, book):
    make, prepare = BOOKS[book]
    if file := make(tmp_path):
        drop_file(page, file)
    prepare(page)
    faults = {}
    for panel, script in PANELS[book].items():
        page.resize(*LAPTOP)
        page.run(f"(void {script}, 1)")
        settled(page)
        if panel == "what if":
            page.run(MANY)
            page.run(f"{DIALOG}.querySelector('.end .main').click()")
            page.until(f"{DIALOG}.querySelector('.supposed') !== null")
        faults[panel] = faults_of(page, panel)
        page.run("($('dialog').close(), $('more').hidePopover(), $('row-menu').hidePopover(), 1)")
        settled(page)
    assert {panel: found for panel, found in faults.items() if found} == {}


def shown_titles(page):
    return page.run("[...document.querySelectorAll('#panel th')].filter((one) => one.checkVisibility())"
                    ".map((one) => one.textContent)")  # fmt: skip


def test_a_phone_has_the_essential_columns_and_all_of_cotes_on_demand(page, tmp_path):
    drop_file(page, scrabble(tmp_path))
    page.resize(*PHONE)
    show(page, "standings")
    assert shown_titles(page) == ["Place", "Après la ronde 4", "Rondes", "PM", "Pdep"]
    show(page, "sheets", "Cotes")
    assert shown_titles(page) == ["Place", "Joueur", "Nouvelle cote", "Variation", "Série"]
    page.run("(everyColumn = true, showTab().then(() => 1))")
    assert {"Cote initiale", "PE", "B", "PJ"} <= {*shown_titles(page)}


def test_on_a_phone_the_names_stay_beside_the_grid_that_slides_and_its_titles_above_it(page, tmp_path):
    drop_file(page, books.simulate(books.create(tmp_path, 23), 4))
    page.resize(390, 400)
    show(page, "grid")
    page.run("document.querySelector('#panel .scroll').scrollLeft = 120")
    page.until("document.querySelector('#panel .scroll').scrollLeft === 120")
    lefts = "['td.name', '.scroll'].map((one) => document.querySelector(`#panel ${one}`).getBoundingClientRect().left)"
    name, box = page.run(lefts)
    assert abs(name - box) < 2
    assert page.run("getComputedStyle(document.querySelector('#panel .scroll')).overscrollBehaviorX") == "contain"
    page.run("scrollTo(0, document.querySelector('#panel table').offsetTop + 400)")
    row_top = "document.querySelector('#panel tr').getBoundingClientRect().top"
    titles = "document.querySelector('#panel th').getBoundingClientRect().top - $('now').getBoundingClientRect().bottom"
    page.until(f"{row_top} < 0 && Math.abs({titles}) < 2")


def test_a_phone_has_the_first_score_in_its_first_third_and_the_last_of_the_other_acts_in_sight(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 24)))
    page.resize(*PHONE)
    assert page.run("document.querySelector('#panel .game input').getBoundingClientRect().bottom") < 844 / 3
    show(page, "sheets", "Appariements")
    page.until("Boolean(document.querySelector('.printout')?.shadowRoot.querySelector('.printed'))")
    assert not page.run("document.querySelector('#panel .wide').classList.contains('over')"), "zoomed to its place"
    last = "document.querySelector('#more section:last-child button:last-child')"
    for screen in (*SCREENS, (360, 300)):
        page.resize(*screen)
        page.run("(scrollTo(0, 0), $('do-more').click(), 1)")
        page.until("$('more').matches(':popover-open')")
        if screen in SCREENS:
            assert page.run("$('more').scrollHeight <= $('more').clientHeight"), screen
        page.run("$('more').scrollTo(0, 9999)")
        place = page.run(f"{last}.getBoundingClientRect().toJSON()")
        assert page.run(f"{last}.id") == "do-undo" and place["top"] > 0 and place["bottom"] <= screen[1], screen
        page.run("$('more').hidePopover()")


def test_in_a_round_the_points_follow_the_last_word_of_a_name_and_the_disc_stands_at_the_first(page, tmp_path):
    drop_file(page, books.pair(books.simulate(create(tmp_path, "othello", 7), 6)))
    sides = """[...document.querySelectorAll('.game .who:has(small)')].map((side) => {
      const lines = [...side.querySelector('.name').getClientRects()], last = lines.at(-1);
      const badge = side.querySelector('small').getBoundingClientRect();
      const disc = side.querySelector('.mark').getBoundingClientRect();
      return { lines: lines.length, drop: badge.top - last.top, gap: badge.left - last.right,
        disc: lines[0].left - disc.right, fall: Math.abs(disc.top - lines[0].top) };
    })"""
    for screen in (LAPTOP, WIDE):
        page.resize(*screen)
        measures = page.run(sides)
        assert len(measures) == 16, screen
        for side in measures:
            is_below = side["lines"] == 1 and 8 < side["drop"] < 30  # a name that fills its line
            assert is_below or (abs(side["drop"]) < 8 and 0 < side["gap"] < 15), (screen, side)
            assert 0 < side["disc"] < 15 and side["fall"] < 10, (screen, side)


def test_a_dialog_stays_in_the_window_and_the_page_where_it_was(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 23), 1)))
    page.resize(1366, 600)
    more = "[...document.querySelectorAll('.game .more')].at(-3)"
    page.run(f"{more}.scrollIntoView({{ block: 'center' }})")
    place = page.run("scrollY")
    click_at(page, more)
    click_at(page, "document.querySelector('#row-menu .why')")
    page.until("document.querySelector('#dialog[open] .why-list') !== null", 30)
    assert place > 100 and page.run("scrollY") == place
    assert page.run("getComputedStyle($('dialog')).position") == "fixed"
    assert page.run("getComputedStyle(document.documentElement).overflowY") == "hidden", "the wheel moves no page"
    press(page, "Escape")
    page.until("!document.querySelector('#dialog[open]')")
    assert page.run("scrollY") == place
