"""The finals in the built page: found after the last round, typed as a round, and said by the names of who plays."""

from tests import books
from tests.page_browser import choose_in, drop_file, press, settled
from tests.programs import starts_programs

pytestmark = starts_programs
TOLD = "$('told').textContent.replaceAll('\\u00a0', ' ')"
NOTES = (
    "[...document.querySelectorAll('.game .note')].map((note) => note.textContent.replaceAll('\\u00a0', ' ')).join('')"
)
STEP = "$('step').textContent.replaceAll('\\u00a0', ' ')"
MAIN = "document.querySelector('#actions > button').textContent"


def choose(page, name, games):
    """Choose in the open list how many games a final has."""
    label = f"[...document.querySelectorAll('.final-choice label')].find((one) => one.textContent === {name!r})"
    choose_in(page, f"{label}.control", games)
    settled(page)


def type_keys(page, *scores):
    for score in scores:
        for digit in str(score):
            press(page, digit)
        press(page, "Enter")
    settled(page)


def othello(page, folder):
    book = books.create(folder, 8, "--rondes", "2", formula="othello")
    drop_file(page, books.simulate(book, 2))


def test_a_final_is_found_after_the_last_round_typed_with_the_keys_and_said_by_its_players(page, tmp_path):
    othello(page, tmp_path)
    page.run("showTab('settings').then(() => 1)")
    assert "elles se choisissent pendant la dernière ronde (Feuilles, Finales)" in page.run("$('legend').textContent")
    page.run("showTab('round').then(() => 1)")
    page.run("(choosePaper(), 1)")
    assert "Finales" not in page.run("$('dialog').innerText"), "none is chosen"
    page.run("$('dialog').close()")
    assert page.run(STEP) == "Une finale ? Sinon, préparez l'envoi" and page.run(MAIN) == "Préparer l'envoi"
    page.run("$('do-finals').click()")
    choices = """[...document.querySelectorAll('.final-choice')]
      .map((choice) => [...choice.children].map((part) => part.textContent))"""
    top = page.run("view.sheets.Classement.rows.slice(4, 9).map((row) => view.names[row[1]])")
    (first, _, final), (third, _, for_third), *_ = page.run(choices)
    assert (first, final) == ("Grande finale", f"{top[0]} – {top[1]}"), "who would meet, before it is chosen"
    assert (third, for_third) == ("Match pour la 3e place", f"{top[2]} – {top[3]}")
    choose(page, "Grande finale", "1")
    assert "1er" not in page.run("document.body.innerText"), "nobody is the first until it is played"
    choose(page, "Match pour la 3e place", "1")
    assert page.run("[...document.querySelectorAll('.finals h3')].map((title) => title.textContent)") == [
        "Finale",
        "3e place",
    ]
    assert page.run(STEP) == "Finale : à jouer" and page.run(MAIN) == "Taper les résultats"
    names = page.run("[...document.querySelectorAll('.finals .name')].map((name) => name.textContent)")
    assert names[0] == page.run("view.names[view.sheets.Classement.rows[4][1]]") and len({*names}) == 4
    page.run("$('do-print').click()")
    page.until("document.querySelector('#dialog .choices') !== null")
    papers = "[...document.querySelectorAll('#dialog .choices button')]"
    assert "Fiches\u00a0: Finale, 3e place" in page.run(f"{papers}.map((button) => button.textContent)")
    assert "Tableau des finales" in page.run(f"{papers}.map((button) => button.textContent)")
    assert "Palmarès" not in page.run(f"{papers}.map((button) => button.textContent)"), "its podium is empty still"
    page.run("(window.print = () => {}, 1)")
    page.run(f"{papers}.find((button) => button.textContent.startsWith('Fiches')).click()")
    page.until("$('paper').textContent.includes('3e place')")
    assert "Table" not in page.run("$('paper').textContent"), "no number, and no ellipsis in its place"
    page.run("$('do-fill').click()")
    type_keys(page, 29, 33)
    page.until(f"{NOTES} === 'Noté : Finale, {names[0]} 29 – 35 {names[1]}.'")
    type_keys(page, 40, 24)
    page.until(f"{NOTES} === 'Noté : 3e place, {names[2]} 40 – 24 {names[3]}.'")
    assert page.run("document.activeElement.id") == "step", "the words of the next step"
    assert page.run(MAIN) == "Préparer l'envoi" and "terminé" in page.run(STEP)
    assert page.run("view.problems.length") == 0 and names[1] in page.run("$('beside').textContent")
    page.run("(choosePaper(), 1)")
    page.until("document.querySelector('#dialog .large h3')?.textContent === 'Palmarès'")
    page.run("$('dialog').close()")
    assert page.serious() == [] and page.over() == []
    page.resize(390, 844)
    assert page.serious() == [] and page.over() == []


def test_the_row_of_the_next_final_is_typed_before_any_update_has_written_it(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Demi-finales", "1")
    choose(page, "Grande finale", "1")
    page.run("$('do-fill').click()")
    type_keys(page, 40, 24, 20, 44)
    assert page.run("rowOf(document.activeElement).id") == "Finales/Finale", "the focus goes on to the final"
    type_keys(page, 35, 29)
    page.until("document.querySelectorAll('.finals .game.done').length === 3")
    assert page.run("view.button") == "send" and page.run("view.problems.length") == 0


def test_the_second_game_of_a_final_takes_no_score_that_is_typed_for_the_third_place(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Grande finale", "3")
    choose(page, "Match pour la 3e place", "1")
    page.run("$('do-fill').click()")
    type_keys(page, 33, 31)
    page.until("document.querySelectorAll('.finals .game').length === 3")
    assert page.run("rowOf(document.activeElement).id") == "Finales/3e-place"
    type_keys(page, 40, 24)
    page.until("document.querySelectorAll('.finals .game.done').length === 2")
    assert page.run("rowOf(document.activeElement).id") == "Finales/Finale,-partie-2"
    assert page.run("view.final_games.map((game) => game.waits)") == [False, True, False]


def test_who_chooses_the_colour_of_a_final_has_it_by_one_button(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Grande finale", "1")
    names = "[...document.querySelectorAll('.finals .name')].map((name) => name.textContent)"
    before = page.run(names)
    assert "Le mieux classé choisit sa couleur" in page.run("$('legend').textContent")
    page.run("document.querySelector('.finals .more').click()")
    page.run("document.querySelector('#row-menu .exchange').click()")
    settled(page)
    assert page.run(names) == before[::-1]
    assert page.run("document.querySelector('.finals .game').classList.contains('missing')")
    assert "2e partie" in page.run("$('legend').textContent")


def test_the_form_of_a_final_has_names_and_the_codes_and_what_it_notes_is_that_final(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Grande finale", "1")
    page.run("(chosenSheet = 'Finales', showTab('sheets').then(() => 1))")
    page.run("[...document.querySelectorAll('#panel button.small')].at(-1).click()")
    text = page.run("$('dialog').innerText").replace("\u00a0", " ")
    black, white = page.run(
        "(({ row }) => view.sides.map(([number]) => view.names["
        "gameRows('Finales').find((game) => game.row === row).text(number)]))(view.final_games[0])"
    )
    assert f"Finales : Finale, {black} – {white}" in text and f"Noir : {black}" in text and f"Blanc : {white}" in text
    codes = page.run("[...document.querySelector('#dialog select').options].map((option) => option.textContent)")
    assert any(code.startswith(f"FB · Blanc {white}, forfait") for code in codes)
    page.run(
        "(() => { const [, , , black, white] = document.querySelectorAll('#dialog input');"
        "black.value = 34; white.value = 30; document.querySelector('#dialog footer .main').click(); return 1; })()"
    )
    page.until(f"{TOLD} === '×Noté : Finale, {black} 34 – 30 {white}.'", 60)


def test_the_deciding_game_of_an_open_is_typed_as_a_round_and_then_come_the_ratings(page):
    drop_file(page, books.SAMPLES / "open-64-finale.xlsx")
    assert page.run(STEP) == "Finale : à jouer" and page.run(MAIN) == "Taper les résultats"
    page.run("$('do-fill').click()")
    type_keys(page, 444, 401)
    page.until(f"{NOTES}.startsWith('Noté : Finale, ')")
    assert page.run(MAIN) not in ("Mettre à jour", "Taper les résultats")


def test_the_matches_stay_where_they_are_whichever_is_typed_first(page, tmp_path):
    othello(page, tmp_path)
    page.run("$('do-finals').click()")
    choose(page, "Grande finale", "3")
    choose(page, "Match pour la 3e place", "1")
    titles = "[...document.querySelectorAll('.finals h3')].map((title) => title.textContent)"
    assert page.run(titles) == ["Finale, partie 1", "3e place"]
    page.run("document.querySelectorAll('.finals .game')[1].querySelector('input').focus()")
    type_keys(page, 40, 24)
    page.until(f"{NOTES}.startsWith('Noté : 3e place')")
    assert page.run(titles) == ["Finale, partie 1", "3e place"]


def test_a_long_name_is_whole_beside_its_disc_and_points_where_a_line_has_room_for_it(page, tmp_path):
    path = books.create(tmp_path, 6, "--rondes", "3", formula="othello")
    books.edit(path, {"Joueurs!B5": "MONTGOMERY-SMYTHE", "Joueurs!C5": "Christopher"})
    drop_file(page, books.pair(books.simulate(path, 1)))
    page.resize(1366, 768)
    lines = """[...document.querySelectorAll('.game .name')].filter((name) => name.textContent.startsWith('MONT'))
      .map((name) => name.getClientRects().length)"""
    assert page.run(lines) == [1] and page.over() == []


def test_who_is_late_meets_the_exempt_by_emptying_that_row_and_no_other_table_changes(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 9, "--rondes", "3", formula="othello")))
    page.run("document.querySelector('.game.bye .more').click()")
    why = "document.querySelector('#row-menu .why')"
    assert page.run(f"{why}.textContent").replace("\u00a0", " ") == "Pourquoi cet exempt ?"
    page.run(f"{why}.click()")
    page.until("document.querySelector('dialog[open] .why-list') !== null")
    assert "Pourquoi cet exempt\u00a0?" in page.run("$('dialog').textContent")
    page.run("$('dialog').close()")
    page.run("(chosenSheet = 'Résultats', showTab('sheets').then(() => 1))")
    sides = "[...document.querySelectorAll('#panel tbody tr')].at(-1).textContent"
    assert "exempt" in page.run(sides) and "BIP" not in page.run(sides)
    page.run("showTab('round').then(() => 1)")
    tables = "[...document.querySelectorAll('.game:not(.bye)')].map((game) => game.getAttribute('aria-label'))"
    before = page.run(tables)
    row = page.run("Number(document.querySelector('.game.bye').id.split('/')[1])")
    page.run("showTab('players').then(() => 1)")
    page.run("void editRow('Joueurs')")
    page.until("document.querySelector('#dialog form.lines') !== null")
    assert "ou dès celle-ci contre l'exempt" in page.run("$('dialog').textContent")
    box = (
        "[...document.querySelectorAll('#dialog form.lines label')].find((label) => label.textContent.startsWith('{}'))"
    )
    for label, value in (("Nom", "Tard"), ("Prénom", "Zoé")):
        page.run(f"({box.format(label)}.querySelector('input').value = '{value}', 1)")
    page.run("document.querySelector('#dialog .main').click()")
    settled(page)
    page.until(f"{TOLD}.includes('contre l\\'exempt')")
    page.run("(window.confirm = () => true, 1)")
    page.run(f"void editRow('Résultats', {row})")
    page.until("document.querySelector('#dialog form.lines') !== null")
    text = page.run("$('dialog').textContent.replaceAll('\\u00a0', ' ')")
    assert "tapez son N° à la place de BIP" in text and "oui : cette partie compte au classement" in text
    page.run("document.querySelector('#dialog footer button:not(.main)').click()")
    settled(page)
    page.run("$('do-pair').click()")
    settled(page)
    page.until("document.querySelectorAll('.game:not(.bye)').length === 5")
    assert page.run(tables)[:4] == before and "Tard Zoé" in page.run(tables)[4]
    assert page.run("document.querySelector('.game.bye') === null && view.drawn === 1")


def test_a_corrected_last_round_stops_at_the_final_it_changes_until_that_row_is_emptied(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Grande finale", "1")
    page.run("$('do-fill').click()")
    type_keys(page, 40, 24)
    page.until("view.final_games.every((game) => !game.waits)")
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
    place = "[...document.querySelectorAll('#told .problem .cell')].map((button) => button.textContent)"
    assert page.run(place) == ["Finale"] and "qui est à jouer, et non" in page.run(TOLD)
    page.run("document.querySelector('#told .close').click()")
    assert page.run(STEP) == "À corriger : 1 case" and page.run(MAIN) == "Voir ce qui est à corriger"
    page.run("(window.printed = 0, window.print = () => { window.printed += 1; }, onPaper('Classement').then(() => 1))")
    settled(page)
    assert page.run("window.printed") == 0 and page.run(place) == ["Finale"], "no paper with old figures"
    page.run("document.querySelector('#told .close').click()")
    page.run("$('do-mend').click()")
    page.run("(window.confirm = () => true, document.querySelector('#told .problem .cell').click())")
    page.until("document.querySelector('#dialog footer button:not(.main)') !== null")
    page.run("document.querySelector('#dialog footer button:not(.main)').click()")
    page.until("!view.problems.length")
    settled(page)
    assert page.run("view.final_games.map((game) => game.waits)") == [True] and "à jouer" in page.run(STEP)
    assert page.run("$('told').textContent") == ""


def test_a_drawn_match_for_the_third_place_says_so_and_who_has_it_is_in_bold(page, tmp_path):
    othello(page, tmp_path)
    page.run("showFinals().then(() => 1)")
    choose(page, "Grande finale", "1")
    choose(page, "Match pour la 3e place", "1")
    page.run("$('do-fill').click()")
    type_keys(page, 40, 24, 32, 32)
    page.until("view.final_games.every((game) => !game.waits)")
    endings = "[...document.querySelectorAll('.finals .ending')].map((text) => text.textContent)"
    assert page.run(endings) == ["", "nul"]
    won = "[...document.querySelectorAll('.finals .won .name')].map((name) => name.textContent)"
    winner = page.run(won)[1]
    assert page.run("document.querySelector('.finals .counted').textContent").startswith(f"Gagné par {winner}")
    page.run("(window.print = () => {}, choosePaper(), 1)")
    papers = "[...document.querySelectorAll('#dialog .choices button')]"
    page.until(f"{papers}.length > 0")
    offered = page.run(f"{papers}.map((button) => button.textContent)")
    assert offered[:2] == ["Finales, avec leurs scores", "Ronde 2, avec ses scores"]
    assert not any("mur" in text or "iche" in text for text in offered), "nothing is left to play"
    page.run(f"{papers}[0].click()")
    page.until("$('paper').querySelector('h1')?.textContent === 'Finales'")
    matches = page.run("[...$('paper').querySelectorAll('.bracket section')].map((match) => match.textContent)")
    assert any(match.startswith("Finale") and "40" in match and "24" in match for match in matches)
    (third,) = [match for match in matches if match.startswith("3e place")]
    assert f"Gagné par {winner}" in third
    assert winner in page.run("[...$('paper').querySelectorAll('.won')].map((cell) => cell.textContent).join(' ')")
