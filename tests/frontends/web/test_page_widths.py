"""The built page with names as long as they come: what it shows fits its place, at the sizes of three screens."""

import re

import pytest

from tests import books
from tests.frontends.web.test_page_finals import choose
from tests.frontends.web.test_page_first_minute import DIALOG
from tests.page_browser import drop_file, settled, type_into
from tests.programs import starts_programs

pytestmark = starts_programs
LAPTOP, WIDE, PHONE = SCREENS = ((1366, 768), (1920, 1080), (390, 844))
TITLE = "Coupe interclubs de Scrabble classique de la Côte-Saint-André"
LONGEST = "Van der Schueren-Vermeulen Guillaume-Alexandre"
PLAYERS = """Nom;Prénom;Club;Licence;Cote
Fournier;Monique;Lyon;3700000;2700
Durand;Paul;Lyon;3700017;2618
Durand;Paul;Grenoble;3700034;2535
Martin;Luc;Scrabble-club de Bourg-en-Bresse;3700051;2453
Martin;Luc;Scrabble-club de Bourg-en-Bresse;3700068;2370
Castelnau-Montmorency;Marie-Élisabeth;Cercle des lettres de Villefranche-sur-Saône;3700085;2287
de La Rochefoucauld-Doudeauville;Anne-Sophie;Lyon;3700102;2205
Vandenbroucke-Delacroix;Jean-Christophe;Lyon;3700119;2122
Van der Schueren-Vermeulen;Guillaume-Alexandre;Bruxelles;3700136;2040
Brunet-Manquat;Jean-Pierre;Lyon;3700153;1957
D'Hermenches de Saint-Cyr;Maïté;Lyon;3700170;1874
Rakotoarimanana-Andrianjafy;Hasina;Lyon;3700187;1792
Ben Abdallah El Mansouri;Inès;Les Jokers de la Téranga;3700204;1709
N'Guessan;Ève;Lyon;3700221;1626
Lœwenguth;François-Xavier;Annecy;3700238;1544
Rey;Odile;Annecy;3700255;1461
"""
CUT = """[...document.querySelectorAll('#panel td, #panel input')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.value ?? cell.textContent)"""
SLIDES = "document.querySelector('#panel .wide').classList.contains('over')"
NAMES = "[...document.querySelectorAll('#panel td.name')].map((cell) => cell.textContent)"


def create(folder, formula="classique", rounds=5):
    players = folder / "liste.csv"
    text = PLAYERS if formula == "classique" else PLAYERS.replace("3700068", "").replace(";Luc;S", ";Luc-fils;S", 1)
    players.write_text(text, encoding="utf-8")
    return books.create(folder, 0, "--joueurs", players, "--rondes", rounds, "--set", f"Nom={TITLE}", formula=formula)


@pytest.fixture
def scrabble(page, tmp_path):
    drop_file(page, books.simulate(create(tmp_path), 5))
    return page


@pytest.fixture
def othello(page, tmp_path):
    drop_file(page, books.simulate(create(tmp_path, "othello", 7), 7))
    return page


def show(page, tab, sheet=""):
    page.run(f"(chosenSheet = '{sheet}', showTab('{tab}').then(() => 1))")
    settled(page)


def test_a_grid_of_seven_rounds_fits_a_laptop_and_takes_the_whole_of_a_wide_window(othello):
    for screen in (LAPTOP, WIDE):
        othello.resize(*screen)
        show(othello, "grid")
        assert not othello.run(SLIDES) and othello.run(CUT) == [] and othello.over() == [], screen
    assert othello.run("document.querySelector('#panel table').offsetWidth") > 1500


def test_the_standings_and_cotes_fit_with_every_name_whole(scrabble):
    scrabble.run("task(() => runAction('ratings'))")
    settled(scrabble)
    for screen in SCREENS:
        scrabble.resize(*screen)
        for tab, sheet in (("standings", ""), ("sheets", "Cotes")):
            show(scrabble, tab, sheet)
            assert not scrabble.run(SLIDES) and scrabble.run(CUT) == [], (screen, tab, sheet)
            assert {*scrabble.run(NAMES)} <= {*scrabble.run("Object.values(view.names)")}, "first names too"
    show(scrabble, "standings")
    assert LONGEST in scrabble.run(NAMES)


def test_on_a_phone_the_whole_account_of_cotes_has_every_column_and_the_essential_those_it_has_room_for(scrabble):
    scrabble.run("task(() => runAction('ratings'))")
    scrabble.resize(*PHONE)
    show(scrabble, "sheets", "Cotes")
    titles = "[...document.querySelectorAll('#panel th')].filter((title) => title.checkVisibility())"
    columns = f"{titles}.map((title) => title.textContent)"
    assert scrabble.run(columns) == ["Place", "Joueur", "Nouvelle cote", "Variation", "Série"]
    label = "document.querySelector('#panel .scroll').getAttribute('aria-label')"
    assert scrabble.run(label) == "Cotes"
    scrabble.run("(everyColumn = true, showTab().then(() => 1))")
    assert {"Cote initiale", "PE", "B", "PJ"} <= {*scrabble.run(columns)}
    assert scrabble.run(label) == "Cotes, tout le calcul"
    assert scrabble.run("document.querySelector('#panel .one-line') !== null"), "a row a player"
    scrabble.run("(everyColumn = false, 1)")


def test_the_standings_of_othello_and_a_printed_sheet_fit_a_phone(othello):
    othello.resize(*PHONE)
    show(othello, "standings")
    assert not othello.run(SLIDES) and othello.run(CUT) == []
    titles = "[...document.querySelectorAll('#panel th')].filter((cell) => cell.checkVisibility())"
    assert othello.run(f"{titles}.map((cell) => cell.textContent)") == [
        "Place", "Final", "Rondes", "Points", "Départage",
    ]  # fmt: skip
    for sheet in ("Palmarès", "Appariements"):
        show(othello, "sheets", sheet)
        othello.until("Boolean(document.querySelector('.printout')?.shadowRoot.querySelector('.printed'))")
        assert not othello.run(SLIDES), sheet
    othello.resize(250, 600)  # where it cannot fit, it says so
    show(othello, "sheets", "Palmarès")
    othello.until(SLIDES)


def test_the_lines_of_players_are_low(scrabble):
    scrabble.run("task(() => runAction('undo', { force: true }))")
    settled(scrabble)
    for screen in SCREENS:
        scrabble.resize(*screen)
        show(scrabble, "players")
        heights = "[...document.querySelectorAll('.players tbody tr')].map((row) => row.offsetHeight)"
        assert len(scrabble.run(heights)) == 16 and max(scrabble.run(heights)) < 60 and not scrabble.run(SLIDES), screen


def test_a_setting_is_whole_in_its_box(scrabble):
    for screen in SCREENS:
        scrabble.resize(*screen)
        show(scrabble, "settings")
        assert scrabble.run("document.querySelector('#panel input').value") == TITLE
        assert scrabble.run(f"({CUT}).filter((text) => text !== {TITLE!r})") == [] and scrabble.over() == [], screen
        widths = "[...document.querySelectorAll('.setting .choice')].map((choice) => choice.offsetWidth)"
        assert len({*scrabble.run(widths)}) == 1, "all alike"


def test_what_is_sent_stays_in_its_dialog_which_does_not_name_itself(othello):
    othello.resize(*PHONE)
    othello.run("void task(() => runAction('send'))")
    othello.until("$('dialog').open", 60)
    assert othello.run("$('dialog').scrollWidth === $('dialog').clientWidth") and othello.over() == []
    text = othello.run("$('dialog').innerText")
    assert "incomplet : complétez ce qui manque" in text.replace("\u00a0", " ") and "Revoir" not in text
    othello.run("$('dialog').close()")


def test_the_next_tournament_is_seen_whole_and_tells_namesakes_apart(scrabble):
    scrabble.resize(*LAPTOP)
    scrabble.run("void begin(true)")
    scrabble.until("$('dialog').open", 60)
    assert scrabble.run("$('dialog').scrollHeight === $('dialog').clientHeight"), "every field is in sight"
    text = scrabble.run(f"{DIALOG}.innerText").replace("\u00a0", " ")
    assert "Joueurs repris de ce tournoi" in text and ".xlsx" not in text and "pris comme liste" not in text
    assert "Martin Luc (licence 3700051) (2" in text and "Martin Luc (licence 3700068) (2" in text
    assert "Durand Paul (Lyon) (2" in text and "Durand Paul (Grenoble) (2" in text
    scrabble.run(f"{DIALOG}.querySelector('textarea').value = 'Bazin 12 Luc'")
    scrabble.run(f"{DIALOG}.querySelector('input').value = 'Suivant'")
    scrabble.run(f"{DIALOG}.querySelector('footer .main').click()")
    settled(scrabble)
    assert scrabble.run(f"{DIALOG}.querySelector('textarea').checkVisibility()"), "a refused list is unfolded"
    scrabble.run("$('dialog').close()")


def test_on_a_phone_the_finals_to_play_come_before_what_may_be_played(othello):
    othello.resize(*PHONE)
    othello.run("showFinals().then(() => 1)")
    choose(othello, "Demi-finales", "1")
    tops = (
        "['.finals .game', '.final-choices'].map((place) => document.querySelector(place).getBoundingClientRect().top)"
    )
    game, choices = othello.run(tops)
    assert game < choices
    assert othello.over() == [] and othello.serious() == []


def test_supposed_pairs_of_othello_show_the_colours_and_a_second_line_begins_below_the_name(othello):
    othello.run("task(() => runAction('undo', { force: true }))")
    othello.run("task(() => runAction('undo', { force: true }))")
    othello.run("task(() => runAction('pair'))")
    settled(othello)
    othello.resize(*PHONE)
    show(othello, "round")
    starts = """[...document.querySelectorAll('.game .who')].map((side) => {
      const range = document.createRange(), disc = side.querySelector('.mark');
      range.selectNodeContents(side.querySelector('.name'));
      const lines = [...range.getClientRects()];
      return lines.map((line) => Math.round(line.left - disc.getBoundingClientRect().right));
    }).filter((lines) => lines.length > 1)"""
    assert othello.run(f"{starts}.length") > 2 and all(min(lines) > 0 for lines in othello.run(starts))
    othello.run("void whatIf()")
    boxes = f"{DIALOG}.querySelectorAll('.guesses input')"
    assert othello.run(f"{DIALOG}.querySelectorAll('.guesses .mark').length") == 16
    othello.run(f"{boxes}.forEach((box, index) => {{ box.value = index % 2 ? 30 : 34; }})")
    othello.run(f"{DIALOG}.querySelector('.end .main').click()")
    settled(othello)
    othello.until(f"{DIALOG}.querySelector('.supposed') !== null")
    assert othello.run(f"{DIALOG}.querySelectorAll('.supposed .mark').length") == 16
    assert othello.run(f"{DIALOG}.querySelectorAll('.supposed .mark.white').length") == 8 and othello.over() == []
    points = othello.run(f"[...{DIALOG}.querySelectorAll('.supposed small')].map((box) => box.textContent)")
    assert not [text for text in points if "." in text or "," in text], "halves as beside the names of a round"
    part = "Number(getComputedStyle(document.querySelector('#dialog {}')).zIndex)"
    assert othello.run(f"{part.format('header')} > {part.format('thead th')}"), "the title stays above"
    othello.run("$('dialog').close()")


def test_a_dialog_stays_in_the_window_and_the_page_where_it_was(othello):
    othello.resize(1366, 400)
    show(othello, "round")
    othello.run("scrollTo(0, 300)")
    before = othello.run("scrollY")
    othello.run("void explain(7, 4)")
    othello.until("document.querySelector('dialog[open] .why-list') !== null", 60)
    assert before > 100 and othello.run("scrollY") == before
    assert othello.run("getComputedStyle($('dialog')).position") == "fixed"
    assert othello.run("getComputedStyle(document.documentElement).overflowY") == "hidden", "the wheel moves no page"
    othello.run("$('dialog').close()")
    assert othello.run("scrollY") == before


def test_after_the_last_round_its_standings_are_called_final(othello):
    show(othello, "standings")
    title = "document.querySelector('#panel h2').textContent"
    last = othello.run(title)
    othello.run("showStandingsAfter(3).then(() => 1)")
    assert "final" in last and othello.run(title).startswith("Classement après la ronde 3")


def test_a_drawn_match_for_the_third_place_says_on_the_page_who_has_won_it(othello):
    othello.run("showFinals().then(() => 1)")
    choose(othello, "Match pour la 3e place", "1")
    for side in range(2):
        type_into(othello, f"document.querySelectorAll('.finals .game input')[{side}]", "32")
    othello.run("task(() => noteRow(document.querySelector('.finals .game').id))")
    settled(othello)
    counted = othello.run("document.querySelector('.finals .game .counted').textContent")
    assert counted.startswith("Gagné par ") and "pions égaux, au classement des rondes" in counted


def test_the_results_of_othello_fit_a_laptop_with_how_a_game_ended_in_words(page, tmp_path):
    players = tmp_path / "liste.csv"
    players.write_text(PLAYERS.replace("Luc;S", "Luc-fils;S", 1), encoding="utf-8")
    book = books.simulate(books.create(tmp_path, 0, "--joueurs", players, "--rondes", 7, formula="othello"), 7)
    drop_file(page, books.edit(book, {"Résultats!Fin!5": "TN", "Résultats!Fin!6": "FB"}))
    page.resize(*LAPTOP)
    show(page, "sheets", "Résultats")
    shown = page.run("$('panel').textContent")
    assert "tombé au temps" in shown and "ne joue pas" in shown
    assert not page.run(SLIDES) and page.run(CUT) == []


def test_in_a_round_the_points_follow_the_last_word_of_a_name_and_the_disc_stands_at_the_first(othello):
    for action in ("undo", "undo", "pair"):
        othello.run(f"task(() => runAction('{action}', {{ force: true }}))")
    settled(othello)
    sides = """[...document.querySelectorAll('.game .who:has(small)')].map((side) => {
      const lines = [...side.querySelector('.name').getClientRects()], last = lines.at(-1);
      const badge = side.querySelector('small').getBoundingClientRect();
      const disc = side.querySelector('.mark').getBoundingClientRect();
      return { lines: lines.length, drop: badge.top - last.top, gap: badge.left - last.right,
        disc: lines[0].left - disc.right, fall: Math.abs(disc.top - lines[0].top) };
    })"""
    for screen in (LAPTOP, WIDE):
        othello.resize(*screen)
        show(othello, "round")
        measures = othello.run(sides)
        assert len(measures) == 16 and (screen == WIDE or max(side["lines"] for side in measures) == 2), screen
        for side in measures:
            is_below = side["lines"] == 1 and 8 < side["drop"] < 30  # a name that fills its line
            assert is_below or (abs(side["drop"]) < 8 and 0 < side["gap"] < 15), (screen, side)
            assert 0 < side["disc"] < 15 and side["fall"] < 10, (screen, side)


def test_the_label_of_a_box_with_help_stands_at_its_box(scrabble):
    scrabble.resize(*LAPTOP)
    middles = f"""[...{DIALOG}.querySelectorAll('label')].map((label) => ['span', 'input'].map((part) => {{
      const {{ top, bottom }} = label.querySelector(part).getBoundingClientRect();
      return (top + bottom) / 2;
    }}))"""
    for row in ("'Prix'", "PLAYERS, view.players[0].row"):
        scrabble.run(f"void editRow({row})")
        scrabble.until("$('dialog').open")
        labels = scrabble.run(middles)
        assert len(labels) > 3 and all(abs(label - box) < 4 for label, box in labels), (row, labels)
        scrabble.run("$('dialog').close()")


def test_the_side_panel_has_whole_names_and_on_a_phone_the_width_of_the_card_above(othello):
    names = "[...document.querySelectorAll('#beside li span')].map((name) => name.textContent)"
    for screen in SCREENS:
        othello.resize(*screen)
        show(othello, "players")
        assert len(othello.run(names)) == 5 and {*othello.run(names)} <= {*othello.run("Object.values(view.names)")}
    show(othello, "round")
    assert othello.run("$('beside').offsetWidth === $('panel').offsetWidth")


def test_the_header_is_as_wide_as_the_cards_on_a_wide_screen(scrabble):
    place = "{ name: 'Lieu', value: 'Saint-Symphorien-d’Ozon-sur-Rhône' }"
    scrabble.run(f"task(() => note('setting', {place}, () => 'Lieu'))")
    settled(scrabble)
    scrabble.resize(*PHONE)
    assert "Saint-Symphorien" in scrabble.run("$('event').textContent") and scrabble.over() == []
    scrabble.resize(*WIDE)
    edges = """[['#top .logo', '#now'], ['#do-more', '#now']].map((pair, side) => pair.map((part) =>
      document.querySelector(part).getBoundingClientRect()[side ? 'right' : 'left']))"""
    assert all(abs(top - card) < 2 for top, card in scrabble.run(edges)), scrabble.run(edges)


def test_cotes_are_in_groups_of_three_and_a_player_without_has_the_words_below_the_name_on_a_phone(scrabble):
    scrabble.run("task(() => runAction('ratings'))")
    settled(scrabble)
    for every in ("false", "true"):
        scrabble.run(f"(everyColumn = {every}, 1)")
        show(scrabble, "sheets", "Cotes")
        text = scrabble.run("document.querySelector('#panel tbody').innerText")
        assert re.search(r"\b2\u202f\d{3}\b", text) and not re.search(r"\b[12]\d{3}\b", text), text
    scrabble.run("(everyColumn = false, 1)")
    scrabble.run("task(() => typeCells([{ sheet: PLAYERS, row: view.players[3].row,"
                 " column: columnsOf(PLAYERS).Cote, value: '' }]))")  # fmt: skip
    settled(scrabble)
    scrabble.resize(*PHONE)
    show(scrabble, "players")
    unrated = "[...document.querySelectorAll('.players tbody tr')].find((row) => row.innerText.includes('compte pour'))"
    assert "compte pour 1\u202f000" in scrabble.run(f"{unrated}.innerText").replace("\u00a0", " ")
    assert scrabble.run(f"{unrated}.offsetHeight") < 90
    figures = scrabble.run("[...document.querySelectorAll('.players tbody td.n')].map((cell) => cell.innerText)")
    assert "2\u202f700" in figures
