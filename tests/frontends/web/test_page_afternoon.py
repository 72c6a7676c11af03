"""An afternoon in the built page: what is said at the moment it matters, in sight, and where Tab goes."""

from tests import books
from tests.frontends.web.test_page_first_minute import DIALOG, LONG, RESULTS, create, play
from tests.page_browser import drop_file, press, settled
from tests.programs import starts_programs
from tournament_xl.messages.phones import FILE

pytestmark = starts_programs
SCREENS = ((1280, 720), (390, 844))
MAIN = "document.querySelector('#actions .main').textContent"
IN_SIGHT = """((box) => {
  const { top, bottom } = box.getBoundingClientRect(), head = $('top').getBoundingClientRect().bottom;
  return box.checkVisibility() && top >= head - 1 && bottom <= innerHeight + 1;
})(%s)"""
SCORED = """(() => {
  const box = [...document.querySelectorAll('.game input')].filter((one) => one.value)[%d];
  box.focus();
  box.value = '%s';
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  return box.closest('.game').dataset.row;
})()"""


def corrected(page, row_number, score):
    """What is said below a row of round 1 whose score has just been corrected."""
    page.run("chosenRound = 1; showTab('round').then(() => 1)")
    row = page.run(SCORED % (row_number, score))
    note = f"document.querySelector('.game[data-row=\"{row}\"] .note')"
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
    assert "« Annuler la dernière ronde », puis « Apparier la ronde 2 »" in message
    page.resize(1280, 720)
    page.run("chosenRound = null; showTab('round').then(() => 1)")
    page.run(RESULTS % 5)
    settled(page)
    message, in_sight = corrected(page, 2, "472")
    assert "La ronde 2 a déjà des scores : ses paires restent telles quelles, continuez." in message and in_sight
    assert "au classement et pour apparier la ronde 3" in message and "Annuler" not in message
    assert page.over() == [] and page.serious() == []


def test_a_finished_round_and_a_finished_tournament_show_the_next_step_wherever_one_has_scrolled(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    ready = "$('ready')"
    for number in range(1, 6):
        page.run("task(() => runAction('pair'))")
        settled(page)
        page.run("scrollTo(0, 9999)")
        assert not page.run(f"{ready}.checkVisibility()"), "scores are missing"
        buttons = page.run("[...document.querySelectorAll('#actions button')].map((button) => button.id)")
        assert page.run(MAIN) == "Saisir les résultats" and ("do-pair" in buttons) == (number < 5), "no round 6"
        page.run(RESULTS % 0)
        settled(page)
        next_step = f"Apparier la ronde {number + 1}" if number < 5 else "Calculer les cotes"
        ended = f"Ronde {number} sur 5 terminée" if number < 5 else "Tournoi terminé"
        for screen in SCREENS:
            page.resize(*screen)
            for place in ("0", "document.body.scrollHeight / 2", "9999"):
                page.run(f"scrollTo(0, {place})")
                page.until(f"{IN_SIGHT % '$(`actions`)'} !== {ready}.checkVisibility()")
                box = "$('now')" if page.run(f"!{ready}.checkVisibility()") else ready
                box_text = page.run(f"{box}.innerText").replace("\u00a0", " ")
                assert (
                    ended in box_text and next_step in box_text and page.run(IN_SIGHT % f"{box}.querySelector('.main')")
                )
            assert page.over() == []
        page.resize(1280, 720)
    assert "Préparer l'envoi" in page.run(f"{ready}.innerText") and page.serious() == []
    page.run(f"{ready}.querySelector('button').click()")
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


def test_updating_is_among_the_other_actions_and_says_what_it_is_for(page, tmp_path):
    drop_file(page, books.create(tmp_path, 12))
    play(page, 1)
    hint = "document.querySelector('#more #do-update small').textContent"
    assert not page.run("document.querySelector('#actions #do-update')")
    buttons = "[...document.querySelectorAll('#more button')]"
    assert page.run(f"{buttons}.every((button) => button.querySelector('small').textContent)"), "each says what for"
    assert page.run(f"{buttons}.filter((button) => button.id !== 'do-update').every((button) => button.title)")
    assert "Excel" in page.run(hint) and "d'eux-mêmes" in page.run(hint)
    page.run("task(() => runAction('update'))")
    settled(page)
    assert page.run(hint) == "rien à mettre à jour"


def test_tab_goes_from_score_to_score_then_through_the_forfeits_and_out(page, tmp_path):
    drop_file(page, books.create(tmp_path, 7))
    page.run("task(() => runAction('pair'))")
    settled(page)
    place = "((one) => [one.closest('.game')?.querySelector('.no').textContent, one.dataset.column ?? one.className])"
    page.run("document.querySelector('.game input').focus()")
    stops = [page.run(f"{place}(document.activeElement)")]
    for _ in range(13):
        press(page, "Tab")
        stops.append(page.run(f"{place}(document.activeElement)"))
    scores = [[table, score] for table in "123" for score in ("Score 1", "Score 2")]
    others = [[table, stop] for table in "123" for stop in ("Forfait", "why")]
    assert stops == [*scores, *others, ["–", "why"], [None, ""]], "all of them, and no trap"
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9, modifiers=8)
    assert page.run(f"{place}(document.activeElement)") == ["–", "why"], "back by Shift"
    page.run("document.querySelectorAll('.game input')[3].focus()")
    press(page, "f")
    assert page.run(f"{place}(document.activeElement)") == ["2", "Forfait"]
    assert page.run("document.querySelectorAll('.game input')[3].value") == ""
    assert "F : forfait" in page.run("document.querySelector('.keys').innerText").replace("\u00a0", " ")


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
    page.run(f"{tick % 'button.small'}.click()")
    page.run(f"[...{DIALOG}.querySelectorAll('footer button')].at(-1).click()")
    page.until(f"{message} === '×Parti dès la ronde 3 : Girard Claude.'", 60)


def test_a_forfeit_stays_in_its_line_is_whole_and_is_said_to_be_noted(page):
    create(page, Nom="Coupe", Joueurs=LONG)
    page.run("task(() => runAction('pair'))")
    settled(page)
    for code in ("1", "1+2"):
        page.run(
            "(() => { const box = document.querySelector('.game.missing select');"
            f"box.value = '{code}'; box.dispatchEvent(new Event('change')); return 1; }})()"
        )
        settled(page)
    page.until("document.querySelectorAll('.shown.set').length === 2")
    assert page.run("[...document.querySelectorAll('.note')].map((one) => one.textContent).join('')") == (
        "Noté · forfait des deux."
    )
    assert page.run("document.querySelector('.shown.set').textContent") == "forfait"
    cut = (
        "[...document.querySelectorAll('.shown')].filter((one) => one.scrollWidth > one.clientWidth"
        " || one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
    )
    for screen in SCREENS:
        page.resize(*screen)
        assert page.run(cut) == [] and page.over() == [] and page.serious() == []
        middles = page.run(
            "[...document.querySelectorAll('.game:not(.bye)')].map((row) => ['.who.side1', '.ending'].map((name) => {"
            "const { top, bottom } = row.querySelector(name).getBoundingClientRect(); return (top + bottom) / 2; }))"
        )
        assert all(abs(name - ending) < 8 for name, ending in middles), "on the line of a name"
    page.run("showTab('standings').then(() => 1)")
    assert "forfait 0" in page.run("$('panel').innerText")


def test_ratings_with_the_numbers_of_an_earlier_season_say_that_nothing_is_to_be_done(page):
    create(page, Nom="Coupe", Date="21/11/2026", Joueurs=LONG)
    play(page, 5)
    page.run("task(() => runAction('ratings'))")
    settled(page)
    page.run("$('told').replaceChildren()")
    panel_text = page.run("$('panel').innerText").replace("\u00a0", " ")
    assert (
        "Saison 2026-2027 : comptée avec les PL (la cote du classement international) et les seuils de "
        "2015-2016, les derniers que le programme connaît. La fédération recalcule : rien à faire."
    ) in panel_text
    assert panel_text.count("La fédération recalcule") == 1


def test_only_tables_are_counted_and_after_a_time_loss_nothing_is_left_to_type(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 9, formula="othello")))
    assert page.run("document.querySelector('.head .bar').getAttribute('aria-label')") == "0 résultat sur 4"
    choose = "box.value = 'TN'; box.dispatchEvent(new Event('change')); return 1;"
    page.run(f"(() => {{ const box = document.querySelector('.game.missing select'); {choose} }})()")
    settled(page)
    note = "document.querySelector('.note').textContent"
    page.until(f"{note}.includes('taper les pions du plateau')", 60)
    scores = "[...document.querySelectorAll('.game')][0].querySelectorAll('.box input')"
    page.run(f"[...{scores}].forEach((box, side) => {{ box.value = ['38', '26'][side]; }})")
    page.run("task(() => noteRow(document.querySelector('.game')))")
    settled(page)
    assert "compté 31 – 33" in page.run("document.querySelector('.counted').textContent").replace("\u00a0", " ")
    assert "taper" not in page.run(note) + page.run("document.querySelector('.ending').title")
    assert page.run("document.querySelector('.head .bar').getAttribute('aria-label')") == "1 résultat sur 4"


def test_why_two_meet_has_a_line_for_each_part_of_its_legend_and_leaves_the_page_where_it_was(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 23), 1)))
    page.resize(1366, 700)
    for button in ("[...document.querySelectorAll('.game .why')].at(-3)", "document.querySelector('.game.bye .why')"):
        page.run(f"{button}.scrollIntoView({{ block: 'center' }})")
        place = page.run("scrollY")
        middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
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
    choice = "document.querySelector('.game select')"
    page.run(f"({choice}.value = '2', {choice}.dispatchEvent(new Event('change')), 1)")
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
    words = page.run("$('do-take').textContent").replace("\u00a0", " ")
    assert "choisissez « " in words and FILE.format(stem="…") in words
