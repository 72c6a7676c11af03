"""The finals in the built page: found after the last round, typed as a round, and said by the names of who plays."""

import pytest

from tests import books
from tests.page_browser import (
    DIALOG,
    MAIN,
    choose_in,
    close_dialog,
    drop_file,
    field,
    open_dialog,
    settled,
    show,
    text,
    texts,
    type_into,
    type_keys,
)
from tests.programs import starts_programs

pytestmark = starts_programs
NAMES, TITLES = ".finals .name", ".finals h3"
PAPERS = "dialog[open] .choices button"
AT_ROW = "rowOf(document.activeElement)?.id"
WAITS = "view.final_games.map((game) => game.waits)"


@pytest.fixture
def othello(page, tmp_path):
    """Eight players after their last round."""
    drop_file(page, books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 2))
    return page


def choose(page, **games):
    """Choose how many games finals have, by the start of their names, and go to the first box."""
    page.run("showFinals().then(() => 1)")
    for name, number in games.items():
        labels = "[...document.querySelectorAll('.final-choice label')]"
        choose_in(page, f"{labels}.find((one) => one.textContent.startsWith({name!r})).control", str(number))
        settled(page)
    page.run("$('do-fill').click()")


def type_discs(page, *discs):
    type_keys(page, *map(str, discs))
    settled(page)


def notes(page):
    return "".join(texts(page, ".game .note"))


def test_a_final_is_found_after_the_last_round_typed_with_the_keys_and_said_by_its_players(othello):
    page = othello
    open_dialog(page, "choosePaper()")
    assert "Finales" not in text(page, "dialog[open]"), "none is chosen"
    close_dialog(page)
    sending = page.run(MAIN)
    page.run("$('do-finals').click()")
    offered = ["".join(texts(page, f".final-choice:nth-of-type({number})")) for number in (1, 2)]
    top = page.run("view.sheets.Classement.rows.slice(4, 9).map((row) => view.names[row[1]])")
    assert f"{top[0]} – {top[1]}" in offered[0] and f"{top[2]} – {top[3]}" in offered[1], "who would meet"
    choose(page, Grande=1, Match=1)
    assert "1er" not in page.run("document.body.innerText"), "nobody is the first until it is played"
    assert texts(page, TITLES) == ["Finale", "3e place"] and page.run(MAIN) != sending
    names = texts(page, NAMES)
    assert names[0] == top[0] and len({*names}) == 4
    open_dialog(page, "choosePaper()")
    assert "Fiches : Finale, 3e place" in texts(page, PAPERS) and "Palmarès" not in texts(page, PAPERS)
    page.run(f"[...document.querySelectorAll({PAPERS!r})].find((one) => one.textContent.startsWith('Fiches')).click()")
    page.until("printed.length === 1 && printed[0].includes('3e place')")
    assert not page.run("printed[0].includes('Table')"), "no number, and no ellipsis in its place"
    page.run("$('do-fill').click()")
    type_discs(page, 29, 33)
    assert f"{names[0]} 29 – 35 {names[1]}" in notes(page)
    type_discs(page, 40, 24)
    assert f"{names[2]} 40 – 24 {names[3]}" in notes(page)
    assert page.run("document.activeElement.id") == "step" and page.run(MAIN) == sending
    assert page.run("view.problems.length") == 0 and names[1] in text(page, "#beside")
    open_dialog(page, "choosePaper()")
    assert text(page, "#dialog .large h3") == "Palmarès"


@pytest.mark.parametrize(("games", "typed", "then", "after"), [
    pytest.param({"Demi": 1, "Grande": 1}, (40, 24, 20, 44), "Finales/Finale", [False, False, True],
                 id="a final before any update has written it"),
    pytest.param({"Grande": 3, "Match": 1}, (33, 31), "Finales/3e-place", [False, True, True],
                 id="the other match before the second game"),
    pytest.param({"Grande": 3, "Match": 1}, (33, 31, 40, 24), "Finales/Finale,-partie-2", [False, True, False],
                 id="the second game last"),
])  # fmt: skip
def test_the_focus_goes_on_to_the_next_game_that_can_be_played(othello, games, typed, then, after):
    choose(othello, **games)
    type_discs(othello, *typed)
    othello.until(f"{AT_ROW} === '{then}'")
    assert othello.run(WAITS) == after and othello.run("view.problems.length") == 0


def test_the_matches_stay_where_they_are_whichever_is_typed_first(othello):
    choose(othello, Grande=3, Match=1)
    titles = texts(othello, TITLES)
    othello.run("document.querySelectorAll('.finals .game')[1].querySelector('input').focus()")
    type_discs(othello, 40, 24)
    assert "3e place" in notes(othello) and texts(othello, TITLES) == titles == ["Finale, partie 1", "3e place"]


def test_who_chooses_the_colour_of_a_final_has_it_by_one_button(othello):
    choose(othello, Grande=1)
    before = texts(othello, NAMES)
    othello.run("document.querySelector('.finals .more').click()")
    othello.run("document.querySelector('#row-menu .exchange').click()")
    settled(othello)
    assert texts(othello, NAMES) == before[::-1] and othello.run(WAITS) == [True]


def test_the_form_of_a_final_has_names_and_the_codes_and_what_it_notes_is_that_final(othello):
    choose(othello, Grande=1)
    black, white = texts(othello, NAMES)
    show(othello, "sheets", "Finales")
    othello.run("[...document.querySelectorAll('#panel button.small')].at(-1).click()")
    othello.until("$('dialog').open")
    assert f"Finale, {black} – {white}" in text(othello, "#dialog-title")
    assert any(code.startswith("FB ") and white in code for code in texts(othello, "#dialog select option"))
    for label, discs in (("Pions N", "34"), ("Pions B", "30")):
        type_into(othello, field(label), discs)
    othello.run(f"{DIALOG}.querySelector('footer .main').click()")
    othello.until("!view.final_games[0].waits", 60)


def test_the_deciding_game_of_an_open_is_typed_as_a_round_and_then_come_the_ratings(page):
    drop_file(page, books.SAMPLES / "open-64-finale.xlsx")
    before = page.run(MAIN)
    page.run("$('do-fill').click()")
    type_discs(page, 444, 401)
    page.until(f"{MAIN} !== {before!r}")
    assert notes(page) and page.run("view.button") in ("ratings", "send")


def test_who_is_late_meets_the_exempt_by_emptying_that_row_and_no_other_table_changes(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 9, "--rondes", "3", formula="othello")))
    page.run("document.querySelector('.game.bye .more').click()")
    page.run("document.querySelector('#row-menu .why').click()")
    page.until("document.querySelector('dialog[open] .why-list details') !== null")
    assert not page.run("document.querySelector('#dialog details').open"), "the account is folded"
    close_dialog(page)
    tables = "[...document.querySelectorAll('.game:not(.bye)')].map((game) => game.getAttribute('aria-label'))"
    before = page.run(tables)
    row = page.run("Number(document.querySelector('.game.bye').id.split('/')[1])")
    open_dialog(page, "editRow('Joueurs')")
    for label, name in (("Nom", "Tard"), ("Prénom", "Zoé")):
        type_into(page, field(label), name)
    page.run("document.querySelector('#dialog .main').click()")
    page.until("!$('dialog').open && view.players.length === 10", 60)
    settled(page)
    open_dialog(page, f"editRow('Résultats', {row})")
    page.run("document.querySelector('#dialog footer button:not(.main)').click()")
    settled(page)
    page.run("$('do-pair').click()")
    page.until("document.querySelectorAll('.game:not(.bye)').length === 5")
    settled(page)
    assert page.run(tables)[:4] == before and "Tard Zoé" in page.run(tables)[4]
    assert page.run("document.querySelector('.game.bye') === null && view.drawn === 1")


def test_a_corrected_last_round_stops_at_the_final_it_changes_until_that_row_is_emptied(othello):
    page = othello
    choose(page, Grande=1)
    type_discs(page, 40, 24)
    assert page.run(WAITS) == [False]
    page.run("(chosenRound = null, showTab('round').then(() => 1))")
    page.run("""(async () => {
      const columns = columnsOf('Résultats'), numbers = view.sides.map(([number]) => number), cells = [];
      const finalists = numbers.map((number) => gameRows('Finales')[0].text(number));
      for (const { row, text } of roundRows(2)) {
        const side = numbers.findIndex((number) => finalists.includes(text(number)));
        const value = (index) => (index === side ? '0' : '64');
        if (side >= 0) view.scores[0].forEach((name, index) => {
          cells.push({ sheet: 'Résultats', row, column: columns[name], value: value(index) });
        });
      }
      await typeCells(cells, true);
      return 1;
    })()""")
    settled(page)
    place = "#told .problem .cell"
    assert texts(page, place) == ["Finale"]
    page.run("document.querySelector('#told .close').click()")
    page.run("onPaper('Classement').then(() => 1)")
    settled(page)
    assert page.run("printed.length") == 0 and texts(page, place) == ["Finale"], "no paper with old figures"
    page.run("document.querySelector('#told .close').click()")
    page.run("$('do-mend').click()")
    page.run(f"document.querySelector({place!r}).click()")
    page.until("document.querySelector('#dialog footer button:not(.main)') !== null")
    page.run("document.querySelector('#dialog footer button:not(.main)').click()")
    page.until("!view.problems.length")
    settled(page)
    assert page.run(WAITS) == [True] and text(page, "#told") == ""


def test_a_drawn_match_for_the_third_place_says_so_and_who_has_it_is_in_bold(othello):
    page = othello
    choose(page, Grande=1, Match=1)
    type_discs(page, 40, 24, 32, 32)
    page.until(f"{WAITS}.every((waits) => !waits)")
    assert texts(page, ".finals .ending") == ["", "nul"]
    winner = texts(page, ".finals .won .name")[1]
    assert winner in text(page, ".finals .counted")
    open_dialog(page, "choosePaper()")
    offered = texts(page, PAPERS)
    assert "Finales" in offered[0] and "Ronde 2" in offered[1]
    assert not any("mur" in paper or "iche" in paper for paper in offered), "nothing is left to play"
    page.run(f"document.querySelector({PAPERS!r}).click()")
    page.until("$('paper').querySelector('h1')?.textContent === 'Finales'")
    matches = texts(page, "#paper .bracket section")
    assert any(match.startswith("Finale") and "40" in match and "24" in match for match in matches)
    assert any(match.startswith("3e place") and winner in match for match in matches)
    assert winner in " ".join(texts(page, "#paper .won"))
