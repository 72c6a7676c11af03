"""The built page as an organiser meets it: the first minute, a wide screen, what comes after sending."""

import json

from tests import books
from tests.page_browser import SAVED, drop_file, end_match, settled
from tests.programs import starts_programs

pytestmark = starts_programs
DIALOG = "document.querySelector('dialog[open]')"
CREATE = f"{DIALOG}.querySelector('footer .main')"
CUT_CELL = (
    "[...document.querySelectorAll('#panel td')]"
    ".some((one) => one.textContent.includes('…') || one.scrollWidth > one.clientWidth + 1)"
)
LONG = ("de la Tour du Pin Marie-Christine, Club de Scrabble de Saint-Symphorien-d'Ozon, 1500\n"
        "DURAND Paul (Vienne) 1652\nDURAND Paul (Lyon Croix-Rousse) 1600\nMoreau-Lambert Jean 1400\n"
        "FOURNIER Monique\nGirard Claude\nGARCIA José\nN'Guyen Thi Mai\nPetit Luc\n")  # fmt: skip
REASON = "document.querySelector('#panel td.reason')"
RESULTS = """(() => {
  const at = columnsOf(RESULTS), scores = [['Score 1', 431], ['Score 2', 377]];
  const cells = view.missing.slice(%d).flatMap((row) => scores.map(([name, score]) => (
    { sheet: RESULTS, row, column: at[name], value: String(score + row) })));
  return task(() => typeCells(cells)).then(() => 1);
})()"""


def fill_in(page, **values):
    """The dialog of a new tournament, filled in by label."""
    page.run("document.getElementById('begin').click()")
    for label, text in values.items():
        box = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith({json.dumps(label)}))"
        page.run(f"{box}.querySelector('input, textarea').value = {json.dumps(text)}")
        page.run(f"{box}.querySelector('input, textarea').dispatchEvent(new Event('input', {{ bubbles: true }}))")


def create(page, **values):
    fill_in(page, **values)
    page.run(f"{CREATE}.click()")
    page.until("!$('dialog').open && view?.players?.length > 0", 60)
    settled(page)


def play(page, rounds, leave=0):
    for number in range(1, rounds + 1):
        page.run("task(() => runAction('pair'))")
        page.run(RESULTS % (leave if number == rounds else 0))
        settled(page)


def slip_of(page, label):
    box = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith({json.dumps(label)}))"
    return page.run(f"{box}.querySelector('.slip').textContent")


def test_create_is_in_sight_and_a_refusal_stands_at_its_field_with_all_that_was_typed(page):
    page.resize(1366, 640)
    fill_in(page, Nom="Coupe", Date="35/13/2026", Joueurs="Durand Anne\n\nBazin 12 Luc")
    sight = f"(({{ top, bottom }}) => top > 0 && bottom <= innerHeight)({CREATE}.getBoundingClientRect())"
    assert page.run(sight)
    page.run(f"{CREATE}.click()")
    settled(page)
    assert "Liste collée, ligne 3" in slip_of(page, "Joueurs") and page.run(sight)
    assert page.run("document.activeElement.localName") == "textarea"
    box = f"{DIALOG}.querySelector('textarea')"
    assert page.run(f"{box}.value.slice({box}.selectionStart, {box}.selectionEnd)") == "Bazin 12 Luc", "marked"
    page.run(f"{box}.setRangeText('Bazin Luc'); {box}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    assert slip_of(page, "Joueurs") == "" and not page.run(f"{box}.hasAttribute('aria-invalid')"), "it is corrected"
    page.run(f"{box}.value = 'Durand Anne\\nBazin Luc'")
    page.run(f"{CREATE}.click()")
    settled(page)
    assert "n'est pas une date" in slip_of(page, "Date") and slip_of(page, "Joueurs") == ""
    page.run(f"{DIALOG}.querySelector('.close').click()")
    page.run("document.getElementById('begin').click()")
    assert page.run(f"{DIALOG}.querySelector('textarea').value") == "Durand Anne\nBazin Luc", "kept"
    assert page.over() == [] and page.serious() == []
    for screen in ((390, 640), (390, 844)):
        page.resize(*screen)
        assert page.run(sight) and page.over() == []


def test_the_line_at_fault_of_a_long_list_is_scrolled_into_sight_and_stays_told_until_it_changes(page):
    names = "\n".join(["Nom;Prénom;Absences", *(f"Durand;Anne{'abcdefghijklmnopqrstuvwxyz'[n]};" for n in range(26)),
                       "Bazin;Luc;mardi", *(f"Petit;Rose{'abcdefghijkl'[n]};" for n in range(12))])  # fmt: skip
    fill_in(page, Nom="Coupe", Joueurs=names)
    page.run(f"{CREATE}.click()")
    settled(page)
    box = f"{DIALOG}.querySelector('textarea')"
    assert "Liste collée, ligne 28" in slip_of(page, "Joueurs")
    assert page.run(f"{box}.value.slice({box}.selectionStart, {box}.selectionEnd)") == "Bazin;Luc;mardi"
    top, height, whole = page.run(f"[{box}.scrollTop, {box}.clientHeight, {box}.scrollHeight]")
    assert top <= 27.5 / 39 * whole <= top + height
    typed = "{box}.setRangeText({text!r}, {start}, {start}); {box}.dispatchEvent(new Event('input', {{bubbles: true}}))"
    page.run(typed.format(box=box, text=" ", start=f"{box}.value.length"))
    assert "ligne 28" in slip_of(page, "Joueurs"), "another line was typed"
    page.run(f"{box}.setSelectionRange({box}.value.indexOf('mardi'), {box}.value.indexOf('mardi') + 5)")
    page.run(f"{box}.setRangeText(''); {box}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    assert slip_of(page, "Joueurs") == ""


def test_a_new_tournament_says_which_titles_it_reads_and_who_has_no_licence(page):
    fill_in(page, Nom="Coupe", Lieu="Vienne")
    example = page.run(f"{DIALOG}.querySelector('.hint code').textContent")
    titles = f"{DIALOG}.querySelector('.hint span').textContent"
    assert "Nom, Prénom, Club, Licence, Cote, Série duplicate" in page.run(titles)
    page.run(f"{DIALOG}.querySelector('[value=othello]').click()")
    assert page.over() == []
    assert "Nom, Prénom, Pays, Club, Cote" in page.run(titles)
    page.run(f"{DIALOG}.querySelector('[value=scrabble]').click()")
    page.run(f"{DIALOG}.querySelector('.close').click()")
    create(page, Nom="Coupe", Joueurs=f"{example}\nNouveau;Kevin;;\nPetit;Luc;7654321;1400\n")
    told = page.run("$('legend').textContent").replace("\u00a0", " ")
    assert "1 joueur sans licence : demandez-la aujourd'hui (Nouveau Kevin)." in told
    rows = "[...document.querySelectorAll('.players tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    titles, anne, *_ = page.run(rows)
    assert [anne[titles.index(title)] for title in ("Licence", "Cote")] == ["1234567", "1\u202f652"]
    assert page.over() == []
    assert page.run(rows)[2][titles.index("Cote")] == "(1\u202f000)"
    assert "sans cote : compte pour" in page.run("document.querySelector('.players td small[title]').title").replace(
        "\u00a0", " "
    )
    page.run("void editRow(PLAYERS, view.players[1].row)")
    assert page.run(f"{DIALOG}.querySelector('h2').textContent").replace("\u00a0", " ") == "Joueur : Nouveau Kevin"
    hint = page.run(f"{DIALOG}.querySelector('.hint').textContent").replace("\u00a0", " ")
    assert hint.startswith("Sans cote : compte pour 1\u202f000 (cote de départ d'une nouvelle licence ;")
    page.run("$('dialog').close()")


def test_the_file_has_the_day_of_the_tournament_and_a_forgotten_name_is_free_again(page):
    create(page, Nom="Coupe", Date="5/3/2027", Joueurs="Durand Anne\nBazin Luc")
    assert page.run("book.name") == "Coupe 2027-03-05.xlsx"
    assert "Ce navigateur garde le tournoi" in page.run("$('where').title"), "there is no file yet"
    page.run("book.unsaved = false; document.getElementById('home').click()")
    settled(page)
    fill_in(page, Nom="Coupe", Date="5/3/2027")
    page.run(f"{CREATE}.click()")
    settled(page)
    assert "existe déjà" in slip_of(page, "Nom")
    page.run(f"{DIALOG}.querySelector('.close').click()")
    page.run("document.querySelector('#recent .close').click()")
    page.run(f"{DIALOG}.querySelectorAll('footer button')[1].click()")
    page.until("!document.querySelector('#recent li')")
    settled(page)
    create(page, Nom="Coupe", Date="5/3/2027", Joueurs="Durand Anne\nBazin Luc\nNoir Jean")
    assert page.run("view.players.length") == 3
    assert page.run("fileDate('1.2.26')") == "2026-02-01"
    day = page.run(
        "(() => { const now = new Date(); return [now.getFullYear(), now.getMonth() + 1, now.getDate()]; })()"
    )
    assert page.run("fileDate('demain')") == "{}-{:02}-{:02}".format(*day)


def test_other_actions_open_at_their_button_in_three_groups(page, tmp_path):
    drop_file(page, books.create(tmp_path, 12))
    for width, height in ((1366, 640), (1920, 1080), (390, 844)):
        page.resize(width, height)
        page.run("scrollTo(0, 0); $('do-more').click()")
        page.until("$('more').matches(':popover-open')")
        menu, button = (
            page.run(f"(({{ top, right, bottom }}) => ({{ top, right, bottom }}))($('{name}').getBoundingClientRect())")
            for name in ("more", "do-more")
        )
        assert abs(menu["right"] - button["right"]) < 10 and (menu["top"] >= button["bottom"] or menu["top"] < 20)
        assert menu["bottom"] <= height and page.run("document.querySelectorAll('#more section h2').length") == 3
        page.run("$('more').hidePopover()")


def test_nothing_moves_when_the_engine_is_ready(browser):
    browser.open(f"{browser.run('location.href')}", 1366, 768)
    places = "[...document.querySelectorAll('#welcome > *')].slice(0, 3).map((one) => one.getBoundingClientRect().top)"
    before = browser.run(places)
    browser.until("document.body.dataset.ready", 120)
    assert browser.run(places) == before


def test_on_a_wide_screen_names_are_whole_rows_one_line_and_what_if_shows_pairs(page):
    page.resize(1366, 800)
    create(page, Nom="Coupe", Joueurs=LONG.replace("Petit Luc", "GIROUD-VALLET DE LA TOUR, Marie-Christine"))
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run(RESULTS % 1)
    settled(page)
    names = page.run("[...document.querySelectorAll('.game .name, .exempt')].map((one) => one.textContent)")
    assert "de la Tour du Pin Marie-Christine" in names and {
        "DURAND Paul (Vienne)",
        "DURAND Paul (Lyon Croix-Rousse)",
    } <= {*names}
    page.run("void whatIf()")
    page.run(f"{DIALOG}.querySelectorAll('.guesses input').forEach((one, at) => {{ one.value = 400 - at; }})")
    page.run(f"{DIALOG}.querySelector('.end .main').click()")
    settled(page)
    assert page.run(f"{DIALOG}.querySelectorAll('.supposed .game').length") == 5, "four pairs and who has none"
    assert page.run(f"!{DIALOG}.querySelector('.plain')") and page.over() == []
    page.run("$('dialog').close()")
    page.run(RESULTS % 0)
    play(page, 4)
    page.run("task(() => runAction('ratings'))")
    settled(page)
    titles = "[...document.querySelectorAll('#panel th')].map((one) => one.textContent)"
    assert page.run(titles) == ["Place", "Joueur", "Cote initiale", "Nouvelle cote", "Variation", "Série"]
    heights = "[...document.querySelectorAll('#panel tbody tr')].map((one) => one.offsetHeight)"
    for tab in ("sheets", "standings"):
        page.run(f"showTab('{tab}').then(() => 1)")
        assert max(page.run(heights)) < 45
        assert not page.run(CUT_CELL)
        assert page.over() == [], tab
    page.run("showTab('grid').then(() => 1)")
    assert not page.run(CUT_CELL)
    page.run("showTab('sheets').then(() => document.querySelector('#panel .head button').click())")
    assert {"PE", "PJ brut", "Cote de référence"} <= {*page.run(titles)} and max(page.run(heights)) < 45
    change = "[...document.querySelectorAll('#panel th')].find((title) => title.textContent === 'Variation')"
    right = "(({ right }) => right)(%s.getBoundingClientRect())"
    assert page.run(right % change) < page.run(right % "document.querySelector('#panel .scroll')"), "Variation is whole"
    chips = page.run("[...document.querySelectorAll('.chip')].map((one) => one.textContent)")
    assert "Prix" in chips and not {"Groupes", "Finales", "Équipes", "Chevalets"} & {*chips}


def test_prizes_are_offered_while_they_are_typed(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("void editRow('Prix')")
    offers = page.run(f"[...{DIALOG}.querySelector('input[list]').list.options].map((one) => one.value)")
    assert {"Général", "Série A", "Meilleure partie"} <= {*offers}
    first, pour = (f"{DIALOG}.querySelectorAll('input')[{index}]" for index in range(2))
    assert page.run(f"document.activeElement === {first}"), "a new line begins with its first field"
    page.run(f"{first}.value = 'Coupe'; {pour}.value = '1er'")
    assert "case Rang" in page.run(f"{pour}.parentElement.querySelector('.hint').textContent")
    page.run(f"{DIALOG}.querySelector('form .main').click()")
    page.until(f"{DIALOG}.querySelector('[aria-invalid]')?.value === '1er'", 60)
    settled(page)
    assert "« 1er » n'est pas connu : Général" in page.run("$('told').textContent").replace("\u00a0", " ")
    slip = page.run(f"{pour}.parentElement.querySelector('.slip').textContent").replace("\u00a0", " ")
    assert slip.startswith("Noté, sans gagnant : « 1er » n'est pas connu")
    assert page.run(f"document.activeElement === {pour}")
    assert page.run("$('dialog-title').textContent").replace("\u00a0", " ") == "Prix : Coupe"
    page.run("$('dialog').close()")
    page.run("chosenSheet = 'Prix'; showTab('sheets').then(() => 1)")
    for width in (1366, 1024):
        page.resize(width, 768)
        assert page.run(f"{REASON}.scrollWidth <= {REASON}.clientWidth")
        assert page.over() == []
    page.run("document.querySelector('#panel td .small').click()")
    assert page.run(f"document.activeElement === {pour}"), "a line to correct begins at its fault"
    page.run(f"{pour}.value = 'Général'; {DIALOG}.querySelector('form .main').click()")
    page.until("!$('dialog').open", 60)
    settled(page)
    page.run("document.querySelector('#panel td .small').click()")
    assert page.run(f"document.activeElement === {first}"), "any other at its first field"
    page.run("$('dialog').close()")


def test_after_sending_comes_publishing_then_the_next_tournament_with_what_it_takes_over(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club")
    play(page, 5)
    page.run("task(() => runAction('ratings'))")
    main = "document.querySelector('#actions .main').textContent"
    assert page.run(main) == "Préparer l'envoi"
    page.run("void task(() => runAction('send'))")
    page.until("$('dialog').open", 60)
    page.run(SAVED)
    page.run(f"{DIALOG}.querySelector('button.main').click()")
    page.until("saved !== ''")
    page.run("$('dialog').close()")
    settled(page)
    assert page.run(main) == "Publier" and page.run("$('step').textContent") == "Envoyez le courriel, puis publiez"
    page.run("task(() => runAction('publish'))")
    settled(page)
    assert page.run(main) == "Télécharger le classeur", "it is nowhere but in the browser"
    assert "téléphone" not in page.run("$('told').textContent")
    page.run(SAVED)
    page.run("document.querySelector('#actions .main').click()")
    page.until(f"{main} === 'Tournoi suivant'")
    assert page.run("saved").startswith("Coupe")
    settled(page)
    assert "Tout est fait" in page.run("listStoredBooks().then(([last]) => last.status)"), "as the page says it"
    page.run("document.querySelector('#actions .main').click()")
    page.until("$('dialog').open", 60)
    carried = page.run(f"{DIALOG}.querySelector('.carried').textContent")
    assert "9 joueurs" in carried and "nouvelle cote" in carried and "Lieu : Vienne" in carried.replace("\u00a0", " ")
    assert "DURAND Paul (Vienne)" in carried and page.over() == []
    page.run("$('dialog').close()")
    prize = "{ sheet: PRIZES, row: view.sheets[PRIZES].free, column: columnsOf(PRIZES).Pour, value: 'Général' }"
    page.run(f"task(() => typeCells([{prize}]))")
    assert page.run(main) == "Publier", "a prize is for the pages, the federation has its file"
    page.run("task(() => runAction('check'))")
    settled(page)
    assert "Tout est juste." in page.run("$('told').innerText") and page.run("$('told').className") == "good"
    page.run("task(() => runAction('publish'))")
    settled(page)
    assert page.run(main) == "Télécharger le classeur"
    row = page.run("Number(Object.keys(view.won)[0])")
    cell = f"{{ sheet: RESULTS, row: {row}, column: columnsOf(RESULTS)['Score 1'], value: '611' }}"
    page.run(f"task(() => typeCells([{cell}]))")
    assert page.run(main) == "Calculer les cotes", "a changed score begins it anew"


def test_what_is_sent_incomplete_is_not_said_to_be_ready(page):
    create(page, Nom="Coupe", Joueurs=LONG, Organisateur="Club")
    play(page, 5)
    page.run("task(() => runAction('ratings'))")

    def sent():
        page.run("void task(() => runAction('send'))")
        page.until("$('dialog').open", 60)
        text = page.run(f"{DIALOG}.innerText")
        page.run("$('dialog').close()")
        settled(page)
        return text

    text = sent()
    assert "incomplet" in text and "Un double clic" in text and "Il ne reste qu'à" not in text
    page.run("task(() => note('setting', { name: 'Lieu', value: 'Vienne' }, () => 'Lieu'))")
    text = sent()
    assert "incomplet" not in text and "Il ne reste qu'à l'envoyer." in text


def test_a_line_of_players_is_emptied_before_pairing_then_its_player_leaves(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    buttons = f"[...{DIALOG}.querySelectorAll('footer button')].map((one) => one.textContent)"
    page.run("void editRow(PLAYERS, view.players[2].row)")
    assert page.run(buttons) == ["Vider la ligne", "Noter"]
    page.run("$('dialog').close()")
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("void editRow(PLAYERS, view.players[2].row)")
    assert page.run(buttons) == ["S'en va…", "Noter"]
    page.run("$('dialog').close()")
    page.run("void editRow(PLAYERS)")
    late = page.run(f"{DIALOG}.innerText").replace("\u00a0", " ")
    assert "au plus tôt à la ronde 2 ; les rondes d'avant lui comptent 0 point, Absences peut rester vide" in late
    page.run("$('dialog').close()")
    page.run("void editRow(PLAYERS, view.players[2].row)")
    page.run(f"{DIALOG}.querySelector('footer button').click()")
    page.until(f"{DIALOG}?.innerText.includes('ne joue plus à partir de la ronde 2')")
    page.run(f"[...{DIALOG}.querySelectorAll('footer button')].at(-1).click()")
    page.until("view.players[2].left", 60)


def test_a_refusal_to_empty_a_line_is_told_in_its_form(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("window.confirm = () => true; void editRow(RESULTS, view.missing[0])")
    page.run(f"[...{DIALOG}.querySelectorAll('footer button')][0].click()")
    settled(page)
    page.until(f"[...{DIALOG}.querySelectorAll('.slip')].some((one) => one.textContent)", 60)


def test_a_forfeit_beside_two_scores_is_told_once(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    page.run(RESULTS % 0)
    end_match(page, "1")
    settled(page)
    assert page.run("document.querySelector('.game .slip').textContent").count("n'a pas de score") == 1


def test_what_is_sent_has_one_file_to_take_and_stays_folded_on_the_other_tabs(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club")
    play(page, 5)
    page.run("task(() => runAction('ratings'))")
    page.run("void task(() => runAction('send'))")
    page.until("$('dialog').open", 60)
    buttons = f"[...{DIALOG}.querySelectorAll('button.main, button.file')].filter((one) => one.checkVisibility())"
    assert page.run(f"{buttons}.map((one) => one.textContent)") == ["⤓ Télécharger le courriel"]
    text = page.run(f"{DIALOG}.innerText")
    assert "Téléchargements" in text and " - envoi" not in text, "no folder of a browser's own"
    page.run(SAVED)
    page.run(f"{buttons}[0].click()")
    page.until(r"/ - courriel - \d\dh\d\d\.eml$/.test(saved)")
    page.run(f"{DIALOG}.querySelector('summary').click()")
    assert page.run(f"{buttons}.length") == 3 and page.over() == [] and page.serious() == []
    page.run("$('dialog').close()")
    settled(page)
    for tab in ("grid", "round"):
        page.run(f"$('tab-{tab}').click()")
        assert page.run("$('told').offsetHeight") < 130
        assert page.run("[...$('told').querySelectorAll('.row button')].map((one) => one.textContent)") == [
            "Revoir l'envoi",
            "Réglages, Courriel fédération",
        ]
    page.run("$('told').querySelector('.row button').click()")
    page.until("$('dialog').open")
    page.run("$('dialog').close()")
    page.run("say('Noté.'); $('tab-players').click()")
    assert page.run("$('told').textContent") == "", "what was said of the former tab"


def test_the_grid_of_five_rounds_fits_a_small_screen_and_a_forfeit_is_whole(page):
    page.resize(1366, 768)
    create(page, Nom="Coupe", Joueurs=LONG)
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("""(() => {
      const all = [...document.querySelectorAll('.game')], row = all.find((one) => one.textContent.includes('la Tour'));
      row.querySelector('.more').click();
      const items = [...document.querySelectorAll('#row-menu button')];
      items.find((item) => /^forfait.: de la Tour/.test(item.textContent)).click();
      return 1;
    })()""")
    settled(page)
    page.run(RESULTS % 0)
    forfeit_box = "document.querySelector('.ending:not(:empty)')"
    assert page.run(f"{forfeit_box}.textContent") == "forfait"
    assert "de la Tour" in page.run(f"{forfeit_box}.title")
    for screen in ((1366, 768), (390, 844)):
        page.resize(*screen)
        assert page.run(f"{forfeit_box}.scrollWidth <= {forfeit_box}.clientWidth")
        assert page.over() == []
    page.resize(1366, 768)
    settled(page)
    page.run("task(() => runAction('pair'))")
    settled(page)
    messages = page.run("$('told').textContent + $('beside').textContent")
    assert messages.replace("\u00a0", " ").count("« s'en va » à son nom") == 2
    page.run(RESULTS % 0)
    settled(page)
    for _ in range(3):
        page.run("task(() => runAction('pair'))")
        page.run(RESULTS % 0)
        settled(page)
    page.run("showTab('grid').then(() => 1)")
    assert page.run("[...document.querySelectorAll('#panel th')].at(-1).textContent") == "R5"
    assert not page.run("document.querySelector('#panel .wide').classList.contains('over')") and page.over() == []


def test_sheets_for_paper_are_shown_as_they_print_and_names_are_whole(page):
    create(page, Nom="Coupe", Joueurs=LONG)
    play(page, 5)
    page.run("task(() => runAction('update'))")
    settled(page)
    for name, word in (("Palmarès", "matchs joués"), ("Appariements", "Où je joue")):
        page.run(f"chosenSheet = {json.dumps(name)}; showTab('sheets').then(() => 1)")
        settled(page)
        printed = "document.querySelector('#panel .printout').shadowRoot"
        assert word in page.run(f"{printed}.textContent") and page.run(f"{printed}.querySelector('.printed') !== null")
        for screen in ((1366, 768), (390, 844)):
            page.resize(*screen)
            assert page.over() == [] and page.serious() == [], (name, screen)
    page.resize(1366, 768)
    assert "Tables" not in page.run("[...document.querySelectorAll('.chip')].map((one) => one.textContent)")
    for name in ("Évolution", "Faits marquants"):
        page.run(f"chosenSheet = {json.dumps(name)}; showTab('sheets').then(() => 1)")
        assert "…" not in page.run("$('panel').innerText")


def test_a_club_that_the_sheet_cuts_is_whole_though_it_has_a_comma(page, tmp_path):
    club = "Scrabble Club de Saint-Symphorien, section d'Ozon"
    drop_file(page, books.edit(books.simulate(books.create(tmp_path, 8), 2), {"Joueurs!Club!5": club}))
    page.run("task(() => runAction('update')).then(() => showTab('standings')).then(() => 1)")
    settled(page)
    assert club in page.run("[...document.querySelectorAll('#panel td')].map((cell) => cell.textContent)")
