"""An afternoon in the built page: what is said at the moment it matters, in sight, and where Tab goes."""

from tests import books
from tests.frontends.web.test_page_first_minute import DIALOG, LONG, RESULTS, create, play
from tests.page_browser import drop_file, end_match, press, settled, type_into
from tests.programs import starts_programs
from tournament_xl.messages.phones import FILE

pytestmark = starts_programs
SCREENS = ((1280, 720), (390, 844))
MAIN = "document.querySelector('#actions .main').textContent"
STEP = "$('step').textContent.replaceAll('\\u00a0', ' ')"
IN_SIGHT = """((box) => {
  const { top, bottom } = box.getBoundingClientRect(), head = $('top').getBoundingClientRect().bottom;
  return box.checkVisibility() && top >= head - 1 && bottom <= innerHeight + 1;
})(%s)"""
SCORED = """(() => {
  const box = [...document.querySelectorAll('.game input')].filter((one) => one.value)[%d];
  box.focus();
  box.value = '%s';
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  return box.closest('.game').id;
})()"""


def corrected(page, row_number, score):
    """What is said below a row of round 1 whose score has just been corrected."""
    page.run("chosenRound = 1; showTab('round').then(() => 1)")
    row = page.run(SCORED % (row_number, score))
    note = f"$('{row}').querySelector('.note')"
    settled(page)
    page.until(f"{note}.textContent !== ''")
    return page.run(f"{note}.textContent").replace("\u00a0", " "), page.run(IN_SIGHT % note)


def test_a_corrected_past_score_says_what_becomes_of_the_round_that_is_paired(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    play(page, 2, leave=11)
    page.run("task(() => runAction('pair'))")
    page.resize(390, 844)
    message, in_sight = corrected(page, 14, "471")
    assert "La ronde 2 est déjà appariée : ses paires restent" in message and in_sight
    assert "« Annuler la ronde 2 », puis « Apparier la ronde 2 »" in message
    page.resize(1280, 720)
    page.run("chosenRound = null; showTab('round').then(() => 1)")
    page.run(RESULTS % 5)
    settled(page)
    message, in_sight = corrected(page, 2, "472")
    assert "La ronde 2 a déjà des scores : ses paires restent telles quelles, continuez." in message and in_sight
    assert "au classement et pour apparier la ronde 3" in message and "Annuler" not in message
    assert page.over() == [] and page.serious() == []


def test_the_step_and_its_button_are_in_sight_wherever_one_has_scrolled(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    for number in range(1, 6):
        page.run("task(() => runAction('pair'))")
        settled(page)
        assert page.run("[...document.querySelectorAll('#actions button')].map((one) => one.id)") == ["do-fill"]
        assert page.run(MAIN) == "Taper la table 1" and page.run(STEP) == f"Ronde {number} : 11 tables à taper"
        page.run(RESULTS % 0)
        settled(page)
        next_step = f"Apparier la ronde {number + 1}" if number < 5 else "Calculer les cotes"
        ended = f"Ronde {number} terminée" if number < 5 else "Tournoi terminé : calculez les cotes"
        for screen in SCREENS:
            page.resize(*screen)
            for place in ("0", "document.body.scrollHeight / 2", "9999"):
                page.run(f"scrollTo(0, {place})")
                assert page.run(MAIN) == next_step and page.run(STEP) == ended
                for part in ("$('step')", "document.querySelector('#actions .main')"):
                    assert page.run(IN_SIGHT % part), (screen, place)
            assert page.over() == []
        page.resize(1280, 720)
    assert page.serious() == []
    page.run("document.querySelector('#actions .main').click()")
    settled(page)
    page.until(f'{MAIN} === "Préparer l\'envoi"', 60)


def test_a_refusal_is_scrolled_into_view_and_has_the_focus(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    play(page, 1, leave=2)
    for screen in SCREENS:
        page.resize(*screen)
        page.run("scrollTo(0, 9999)")
        page.run("$('do-pair').click()")
        settled(page)
        page.until("document.activeElement.id === 'told'")
        assert page.run(IN_SIGHT % "$('told')") and page.run("$('told').getAttribute('role')") == "alert"
        assert "résultats manquants" in page.run("$('told').textContent")
        assert page.run("$('told').textContent").lower().count("ronde 1") == 1, "said once"


def test_what_is_to_be_corrected_is_brought_into_sight_with_the_focus(page, tmp_path):
    drop_file(page, books.edit(books.create(tmp_path, 23), {"Joueurs!Cote!9": "fort"}))
    page.run("showTab('players').then(() => 1)")
    name = page.run("view.sheets.Joueurs.rows[8].slice(1, 3).join(' ')")
    assert page.run("$('told').querySelector('.cell').textContent") == name, "no cell's address, which the page has not"
    for screen in SCREENS:
        page.resize(*screen)
        page.run("scrollTo(0, 9999)")
        page.run("$('do-mend').click()")
        assert page.run("document.activeElement.id") == "told" and page.run(IN_SIGHT % "$('told')")


def test_updating_is_no_act_of_the_page_and_the_last_of_the_others_is_the_one_that_takes_away(page, tmp_path):
    drop_file(page, books.create(tmp_path, 12))
    play(page, 1)
    assert page.run("$('do-update')") is None
    assert (
        page.run("[...document.querySelectorAll('#more button')].at(-1).textContent") == "Annuler la ronde 16 résultats"
    )
    assert page.run("[...document.querySelectorAll('#more button')].every((button) => button.title)"), "what for"
    labels = page.run("[...document.querySelectorAll('#more button span')].map((one) => one.textContent)")
    assert labels and max(len(label.split()) for label in labels) <= 4


def test_tab_goes_from_score_to_score_then_through_the_forfeits_and_out(page, tmp_path):
    drop_file(page, books.create(tmp_path, 7))
    page.run("task(() => runAction('pair'))")
    settled(page)
    place = "((one) => [one.closest('.game')?.querySelector('.no').textContent, one.name || one.className])"
    page.run("document.querySelector('.game input').focus()")
    stops = [page.run(f"{place}(document.activeElement)")]
    for _ in range(10):
        press(page, "Tab")
        stops.append(page.run(f"{place}(document.activeElement)"))
    scores = [[table, score] for table in "123" for score in ("Score 1", "Score 2")]
    others = [[table, "icon more"] for table in "123–"]
    assert stops[:10] == [*scores, *others] and stops[10][0] is None, "all of them, and no trap"
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9, modifiers=8)
    assert page.run(f"{place}(document.activeElement)") == ["–", "icon more"], "back by Shift"
    page.run("document.querySelectorAll('.game input')[3].focus()")
    press(page, "f")
    assert page.run("$('row-menu').contains(document.activeElement)")
    assert page.run("document.querySelectorAll('.game input')[3].value") == ""
    assert "forfait" in page.run("$('legend').textContent")


def test_what_has_been_noted_of_a_player_is_said(page):
    create(page, Nom="Coupe", Joueurs=LONG)
    play(page, 2)
    page.run("showTab('players').then(() => 1)")
    message = "$('told').textContent.replaceAll('\\u00a0', ' ')"
    line = "[...document.querySelectorAll('#panel tr')].find((row) => row.innerText.includes('Girard'))"
    tick = f"{line}.querySelector('%s')"
    page.run(f"{tick % 'input'}.click()")
    page.until(f"{message} === '×Absent à la ronde 3 : Girard Claude.'", 60)
    assert page.serious() == []
    page.run(f"{tick % 'input'}.click()")
    page.until(f"{message} === '×Attendu à la ronde 3 : Girard Claude.'", 60)
    page.run(f"{tick % 'button.link'}.click()")
    page.run(f"{DIALOG}.querySelector('footer button').click()")
    page.run(f"[...{DIALOG}.querySelectorAll('footer button')].at(-1).click()")
    page.until(f"{message} === '×Parti dès la ronde 3 : Girard Claude.'", 60)


def test_a_forfeit_stays_in_its_line_is_whole_and_is_said_to_be_noted(page):
    create(page, Nom="Coupe", Joueurs=LONG)
    page.run("task(() => runAction('pair'))")
    settled(page)
    for row, code in enumerate(("1", "1+2")):
        end_match(page, code, row)
        settled(page)
    page.until("document.querySelectorAll('.ending:not(:empty)').length === 2")
    assert page.run("[...document.querySelectorAll('.note')].map((one) => one.textContent).join('')") == (
        "Noté · forfait des deux."
    )
    assert page.run("document.querySelector('.ending:not(:empty)').textContent") == "forfait"
    cut = (
        "[...document.querySelectorAll('.ending')].filter((one) => one.scrollWidth > one.clientWidth"
        " || one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
    )
    for screen in SCREENS:
        page.resize(*screen)
        assert page.run(cut) == [] and page.over() == [] and page.serious() == []
        lefts = "[...document.querySelectorAll('.game .who.side1')].map((one) => one.getBoundingClientRect().left)"
        assert len({*page.run(lefts)}) == 1, "the names stay in their column"
    page.run("showTab('standings').then(() => 1)")
    assert "forfait 0" in page.run("$('legend').textContent")


def test_ratings_with_the_numbers_of_an_earlier_season_say_that_nothing_is_to_be_done(page):
    create(page, Nom="Coupe", Date="21/11/2026", Joueurs=LONG)
    play(page, 5)
    page.run("task(() => runAction('ratings'))")
    settled(page)
    page.run("clearTold()")
    panel_text = page.run("$('legend').textContent").replace("\u00a0", " ")
    assert (
        "Saison 2026-2027 : comptée avec les PL (la cote du classement international) et les seuils de "
        "2015-2016, les derniers que le programme connaît. La fédération recalcule : rien à faire."
    ) in panel_text
    assert panel_text.count("La fédération recalcule") == 1


def test_only_tables_are_counted_and_after_a_time_loss_nothing_is_left_to_type(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 9, formula="othello")))
    progress = "document.querySelector('.rounds [aria-current]').getAttribute('aria-label')"
    assert page.run(progress) == "Ronde 1, 0 résultat sur 4"
    end_match(page, "TN")
    settled(page)
    note = "document.querySelector('.note').textContent"
    page.until(f"{note}.includes('taper les pions du plateau')", 60)
    for side, discs in enumerate(("38", "26")):
        type_into(page, f"document.querySelectorAll('.game input')[{side}]", discs)
    page.run("task(() => noteRow(document.querySelector('.game').id))")
    settled(page)
    assert "compté 31 – 33" in page.run("document.querySelector('.counted').textContent").replace("\u00a0", " ")
    assert "taper" not in page.run(note) + page.run("document.querySelector('.ending').title")
    assert page.run(progress) == "Ronde 1, 1 résultat sur 4"


def test_why_two_meet_has_a_line_for_each_part_of_its_legend_and_leaves_the_page_where_it_was(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 23), 1)))
    page.resize(1366, 600)
    middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
    for more in ("[...document.querySelectorAll('.game .more')].at(-3)", "document.querySelector('.game.bye .more')"):
        page.run(f"{more}.scrollIntoView({{ block: 'center' }})")
        place = page.run("scrollY")
        for button in (more, "document.querySelector('#row-menu .why')"):
            x, y = page.run(f"{middle}({button}.getBoundingClientRect())")
            for kind in ("mousePressed", "mouseReleased"):
                page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        page.until("Boolean(document.querySelector('#dialog[open] .why-list'))", 30)
        assert place > 100 and page.run("scrollY") == place
        legend = page.run("[...document.querySelectorAll('#dialog > .quiet')].map((line) => line.textContent)")
        assert len(legend) == 2 and legend[1].startswith("À égalité de PM")
        press(page, "Escape")
        page.until("!document.querySelector('#dialog[open]')")
        assert page.run("scrollY") == place


def test_a_forfeit_is_in_words_among_the_results_and_a_copy_says_what_going_back_would_undo(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    settled(page)
    end_match(page, "2")
    page.until("roundRows(1)[0].text('Forfait') === '2'")
    settled(page)
    page.run("(chosenSheet = 'Résultats', showTab('sheets')).then(() => 1)")
    loser = page.run("playerName(roundRows(1)[0].text('N° 2'))")
    cells = page.run("[...document.querySelectorAll('#panel td')].map((cell) => cell.textContent)")
    assert f"2 · forfait : {loser}" in [text.replace("\u00a0", " ") for text in cells] and page.over() == []
    page.run("void showCopies()")
    page.until("Boolean(document.querySelector('#dialog .copies'))")
    words = page.run("document.querySelector('#dialog .copies small').textContent").replace("\u00a0", " ")
    assert words == "ronde : aucune · défait : ronde 1 appariée, Tournoi, Joueurs, Résultats"
    page.run("$('dialog').close()")


def test_results_of_phones_are_asked_for_by_the_name_of_their_file_once_a_round_is_drawn(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    assert page.run("$('do-take') === null"), "there can be none"
    page.run("task(() => runAction('pair'))")
    settled(page)
    words = page.run("$('do-take').title").replace("\u00a0", " ")
    assert "choisissez « " in words and FILE.format(stem="…") in words
