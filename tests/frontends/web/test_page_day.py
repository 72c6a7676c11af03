"""A day in the built page: what it asks for, refuses and says at the moment it matters, in sight and at its place."""

from pathlib import Path

from tests import ROOT, books
from tests.page_browser import (
    DIALOG,
    IN_SIGHT,
    MAIN,
    RESULTS,
    act,
    choose_in,
    close_dialog,
    confirm_dialog,
    create,
    drop_file,
    field,
    fill_in,
    open_dialog,
    play,
    press,
    read_page_file,
    settled,
    show,
    text,
    texts,
    type_into,
    type_keys,
)
from tests.programs import starts_programs

pytestmark = starts_programs
CREATE = f"{DIALOG}.querySelector('footer .main')"
AGAIN = "$('told').querySelector('.row button')"  # to create the workbook again with this list
PASTE = "$('paste')"
CHOSEN = "((box) => box.value.slice(box.selectionStart, box.selectionEnd))"
LONG = ("de la Tour du Pin Marie-Christine, Club de Scrabble de Saint-Symphorien-d'Ozon, 1500\n"
        "DURAND Paul (Vienne) 1652\nDURAND Paul (Lyon Croix-Rousse) 1600\nMoreau-Lambert Jean 1400\n"
        "FOURNIER Monique\nGirard Claude\nGARCIA José\nN'Guyen Thi Mai\nPetit Luc\n")  # fmt: skip
FORCES = "Nom;Prénom;Force\nDurand;Anne;1652\nPetit;Luc;1400\nBazin;Zoé;1300\nNoir;Jean;1200\n"
COTES = "view.players.map(({ cote }) => cote)"


def slip(label):
    return f"{field(label)}.closest('.choice').querySelector('.slip').textContent"


def value(page, label):
    return page.run(f"{field(label)}.value")


def send(page):
    """Compute the ratings and open the mail for the federation."""
    act(page, "ratings")
    open_dialog(page, "task(() => runAction('send'))")


def download_mail(page):
    page.run(f"(saved = '', {DIALOG}.querySelector('button.main').click(), 1)")
    page.until("saved.endsWith('.eml')")
    name = page.run("saved")
    close_dialog(page)
    return name


# A new tournament


def test_a_refusal_stands_at_its_field_with_all_that_was_typed_and_the_line_of_a_long_list_in_sight(page):
    page.resize(1366, 640)
    names = [f"Durand;Anne{'abcdefghijklmnopqrstuvwxyz'[number]};" for number in range(26)]
    names = ["Nom;Prénom;Absences", *names, "Bazin;Luc;mardi", *(f"Petit;Rose{'abcdefghijkl'[n]};" for n in range(12))]
    fill_in(page, Nom="Coupe", Date="35/13/2026", Joueurs="\n".join(names))
    assert page.run(IN_SIGHT % CREATE)
    page.run(f"{CREATE}.click()")
    settled(page)
    box = field("Joueurs")
    assert "28" in page.run(slip("Joueurs")) and page.run(IN_SIGHT % CREATE)
    assert page.run(f"document.activeElement === {box}") and page.run(f"{CHOSEN}({box})") == "Bazin;Luc;mardi"
    top, height, whole = page.run(f"[{box}.scrollTop, {box}.clientHeight, {box}.scrollHeight]")
    assert top <= 27.5 / 39 * whole <= top + height
    type_into(page, box, "\n".join([*names, " "]))
    assert page.run(slip("Joueurs")), "another line was typed"
    type_into(page, box, "\n".join(name for name in names if "mardi" not in name))
    assert page.run(slip("Joueurs")) == ""
    page.run(f"{CREATE}.click()")
    settled(page)
    assert page.run(slip("Date")) and page.run(slip("Joueurs")) == ""
    close_dialog(page)
    page.run("$('begin').click()")
    assert "Durand;Annea;" in value(page, "Joueurs") and value(page, "Nom") == "Coupe", "kept"


def test_the_file_has_the_day_of_the_tournament_and_a_forgotten_name_is_free_again(page):
    coupe = {"Nom": "Coupe", "Date": "5/3/2027", "Joueurs": "Durand Anne\nBazin Luc"}
    create(page, **coupe)
    assert page.run("book.name") == "Coupe 2027-03-05.xlsx" and page.run("fileDate('1.2.26')") == "2026-02-01"
    page.run("(book.unsaved = false, $('home').click(), 1)")
    settled(page)
    fill_in(page, **coupe)
    page.run(f"{CREATE}.click()")
    settled(page)
    assert page.run(slip("Nom"))
    close_dialog(page)
    page.run("document.querySelector('#recent .close').click()")
    confirm_dialog(page)
    page.until("!document.querySelector('#recent li')")
    settled(page)
    create(page, **coupe | {"Joueurs": "Durand Anne\nBazin Luc\nNoir Jean"})
    assert page.run("view.players.length") == 3


def test_a_list_of_which_a_column_was_left_aside_is_corrected_and_created_again(page):
    create(page, "othello", Nom="Open", Joueurs=FORCES, Lieu="Vienne", Organisateur="Club", **{"Nombre de": "3"})
    name = page.run("book.name")
    assert "Force" in text(page, "#told")
    page.run(f"{AGAIN}.click()")
    page.until(f"Boolean({DIALOG}?.querySelector('textarea'))")
    kept = [value(page, label) for label in ("Nom", "Joueurs", "Lieu", "Organisateur", "Nombre de", "Formule")]
    assert kept == ["Open", FORCES, "Vienne", "Club", "3", "Suisse"]
    assert page.run(f"{DIALOG}.querySelector('[value=othello]').checked && book === null")
    assert page.run("listStoredBooks().then((all) => all.length)") == 0
    type_into(page, field("Joueurs"), FORCES.replace("Force", "Classement"))
    confirm_dialog(page)
    page.until("view?.players?.length === 4", 60)
    settled(page)
    assert page.run("book.name") == name and page.run(COTES) == ["1652", "1400", "1300", "1200"]
    act(page, "pair")
    assert page.run(f"{AGAIN}") is None, "something was done in it"


def test_the_tournament_after_one_is_created_again_after_it_under_a_name_that_is_free(page):
    namesakes = "DURAND Paul (Vienne) 1652\nDURAND Paul (Lyon Croix-Rousse) 1600"
    create(page, Nom="Coupe", Joueurs=namesakes, Date="5/3/2027", Lieu="Vienne")
    open_dialog(page, "begin(true)")
    assert value(page, "Nom") == "Coupe", "with the date of today, another one"
    names = text(page, "dialog[open] .names-carried")
    assert all(f"DURAND Paul ({club}) (" in names for club in ("Vienne", "Lyon Croix-Rousse")), "told apart"
    assert "Vienne" in text(page, "dialog[open] .carried p:not(.quiet)"), "the place"
    type_into(page, field("Nom"), "Suivant")
    type_into(page, field("Autre liste"), "Bazin 12 Luc")
    confirm_dialog(page)
    assert page.run(f"{field('Autre liste')}.checkVisibility()"), "a refused list is unfolded"
    type_into(page, field("Autre liste"), FORCES)
    confirm_dialog(page)
    page.until("!$('dialog').open && view.players.length === 4", 60)
    settled(page)
    page.run(f"{AGAIN}.click()")
    page.until(f"Boolean({DIALOG}?.querySelector('textarea'))", 60)
    assert (value(page, "Nom"), value(page, "Autre liste")) == ("Suivant", FORCES)
    assert page.run("[book.name, view.players.length]") == ["Coupe 2027-03-05.xlsx", 2]
    close_dialog(page)


# Players


def test_an_empty_tournament_invites_a_list_and_more_can_be_pasted_until_the_first_round(page, tmp_path):
    def paste(names):
        type_into(page, PASTE, names)
        page.run("document.querySelector('#actions .main').click()")
        settled(page)

    drop_file(page, books.create(tmp_path, 0, formula="toutes-rondes"))
    assert page.run("tab") == "players" and page.run("document.querySelectorAll('#panel th').length") == 0
    page.run("document.querySelector('#actions .main').click()")
    assert page.run(f"document.activeElement === {PASTE}"), "nothing is pasted yet"
    paste("Durand Anne 1652\nBazin 12 Luc")
    assert page.run("$('told').className") == "bad" and page.run(f"{CHOSEN}({PASTE})") == "Bazin 12 Luc"
    paste("Durand Anne 1652\nBazin Luc, Lyon")
    assert page.run("view.players.map(({ name, cote, club }) => [name, cote, club])") == [
        ["Durand Anne", "1652", ""], ["Bazin Luc", "", "Lyon"],
    ]  # fmt: skip
    page.run(
        "[...document.querySelectorAll('#panel button')].find((one) => one.textContent === TEXTS.pasteList).click()"
    )
    paste("Bazin Luc, Lyon\nNoir Jean\nPetit Rose")
    assert page.run("view.players.length") == len(texts(page, ".players tbody tr")) == 4
    act(page, "pair")
    late = page.run("task(() => changeBook('register', {}, new TextEncoder().encode('Tard Zoé')))")
    assert late["answer"]["code"] == 1 and page.run("view.players.length") == 4


def test_joueurs_offers_to_put_careless_names_in_order_and_shows_them_first(page, tmp_path):
    drop_file(page, books.create(tmp_path, 0))
    listed = "new TextEncoder().encode('garnier;elise\\nPETIT;Luc\\nDurand;Zoé')"
    page.run(f"task(() => changeBook('register', {{}}, {listed}))")
    offer = "[...document.querySelectorAll('#panel button')].find((one) => one.textContent.includes('Noms en ordre'))"
    for answer in (0, 1):
        page.run("(keepsNames = false, showTab('players').then(() => 1))")
        page.run(f"{offer}.click()")
        page.until("$('dialog').open")
        assert texts(page, "dialog li") == ["garnier elise → GARNIER Élise", "Durand Zoé → DURAND Zoé"]
        page.run(f"document.querySelectorAll('dialog footer button')[{answer}].click()")
        page.until(f"!{offer}")
        settled(page)
        expected = (
            ("GARNIER Élise", "PETIT Luc", "DURAND Zoé") if answer else ("garnier elise", "PETIT Luc", "Durand Zoé")
        )
        assert page.run("view.players.map((player) => player.name)") == [*expected]


def test_who_comes_is_a_tick_and_a_line_of_joueurs_is_emptied_before_pairing_then_its_player_leaves(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    buttons = "dialog[open] footer button"
    open_dialog(page, "editRow(PLAYERS, view.players[2].row)")
    before = texts(page, buttons)
    close_dialog(page)
    act(page, "pair")
    open_dialog(page, "editRow(RESULTS, view.missing[0])")
    page.run(f"{DIALOG}.querySelector('footer button').click()")
    page.until(f"[...{DIALOG}.querySelectorAll('.slip')].some((one) => one.textContent)", 60)  # it stays, in its form
    close_dialog(page)
    open_dialog(page, "editRow(PLAYERS, view.players[2].row)")
    assert len(before) == 2 and texts(page, buttons)[0] != before[0]
    page.run(f"{DIALOG}.querySelector('footer button').click()")
    page.until(f"{DIALOG}?.querySelector('p')?.textContent.includes('ronde')")
    confirm_dialog(page)
    page.until("view.players[2].left", 60)
    page.run(RESULTS % 0)
    show(page, "players")
    tick = "document.querySelector('.players tbody tr:not(.left) input')"
    assert text(page, "#panel h2").startswith("7 ")
    for comes in (False, True):
        page.run(f"{tick}.click()")
        page.until(f"{tick}.checked === {str(comes).lower()} && $('told').textContent !== ''", 60)
        settled(page)
        assert text(page, "#panel h2").startswith("7 " if comes else "6 ")


# Settings and prizes


def test_what_the_federation_wants_is_yellow_until_it_is_there_and_the_formula_locked_by_the_first_round(page):
    create(page, "othello", Nom="Open", Joueurs="Durand Anne\nPetit Luc\nBazin Zoé\nNoir Jean", Lieu="Vienne")
    show(page, "settings")
    wanted = "[...document.querySelectorAll('#panel .wanted')].map((box) => box.labels[0].textContent)"
    assert page.run(wanted) == ["Organisateur", "Courriel fédération", "Pays du tournoi"]
    page.run("task(() => note('setting', { name: 'Organisateur', value: 'Cercle' }, () => '')).then(() => 1)")
    settled(page)
    assert page.run(wanted) == ["Courriel fédération", "Pays du tournoi"]
    box = (
        "[...document.querySelectorAll('#panel label')].find((one) => one.textContent === 'Formule').control.localName"
    )
    assert page.run(box) == "select"
    act(page, "pair")
    show(page, "settings")
    assert page.run(box) == "output"


def test_a_wrong_address_stays_at_its_setting_and_the_sending_leads_to_it(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club", **{"Nombre de": "1"})
    setting = "view.settings.find(({ name }) => name === 'Courriel fédération')"
    box = f"$('setting-' + {setting}.row)"
    show(page, "settings")
    choose_in(page, box, "resultats")
    page.until("$('told').className === 'bad'")
    show(page, "players")
    show(page, "settings")
    assert page.run(f"[{box}.value, {box}.hasAttribute('aria-invalid')]") == ["resultats", True], "still there"
    assert "resultats" in page.run(f"{box}.parentElement.querySelector('.slip').textContent")
    play(page, 1)
    send(page)
    assert "resultats" in text(page, "dialog[open]")
    page.run(f"[...{DIALOG}.querySelectorAll('.cell')].at(-1).click()")
    page.until(f"!$('dialog').open && document.activeElement === {box}")
    choose_in(page, box, "a@b.fr")
    page.until(f"{setting}.value === 'a@b.fr'")
    settled(page)
    assert not page.run(f"{box}.hasAttribute('aria-invalid')")


def test_a_prize_that_is_for_nobody_known_is_noted_told_at_its_box_and_can_be_raised(page, tmp_path):
    drop_file(page, books.edit(books.create(tmp_path, 8), {"Prix!A5": "Premier", "Prix!B5": "Général", "Prix!C5": 2}))
    open_dialog(page, "editRow('Prix')")
    first, scope = (f"{DIALOG}.querySelectorAll('input')[{index}]" for index in range(2))
    offers = page.run(f"[...{DIALOG}.querySelector('input[list]').list.options].map((one) => one.value)")
    assert {"Général", "Série A", "Meilleure partie"} <= {*offers}
    assert page.run(f"document.activeElement === {first}"), "a new line begins with its first field"
    page.run(f"({first}.value = 'Coupe', {scope}.value = '1er', {DIALOG}.querySelector('form .main').click(), 1)")
    page.until(f"{DIALOG}.querySelector('[aria-invalid]')?.value === '1er'", 60)
    settled(page)
    assert page.run(f"{scope}.parentElement.querySelector('.slip').textContent")
    assert page.run(f"document.activeElement === {scope}"), "a line to correct begins at its fault"
    page.run(f"({scope}.value = 'Série Joker', {DIALOG}.querySelector('form .main').click(), 1)")
    page.until("!$('dialog').open", 60)
    settled(page)
    raise_button = f"[...{DIALOG}.querySelectorAll('footer button')].find((one) => one.textContent === TEXTS.raise)"
    open_dialog(page, "editRow('Prix', 5)")
    assert page.run(f"{raise_button} === undefined"), "nothing is above the first"
    open_dialog(page, "editRow('Prix', 6)")
    page.run(f"{raise_button}.click()")
    page.until("!$('dialog').open", 60)
    settled(page)
    rows = page.run("filledRows('Prix').map(({ cells }) => cells.slice(0, 3).map(String).join('/'))")
    assert rows == ["Coupe/Série Joker", "Premier/Général/2"], "their order decides"


# The step, and what is said


def test_the_step_and_its_button_are_in_sight_wherever_one_has_scrolled(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23, "--rondes", 1))
    act(page, "pair")
    assert page.run("[...document.querySelectorAll('#actions button')].map((one) => one.id)") == ["do-fill"]
    assert "11" in text(page, "#step")
    page.run(RESULTS % 0)
    settled(page)
    for screen in ((1280, 720), (390, 844)):
        page.resize(*screen)
        for place in ("0", "document.body.scrollHeight / 2", "9999"):
            page.run(f"scrollTo(0, {place})")
            for part in ("$('step')", "document.querySelector('#actions .main')"):
                assert page.run(IN_SIGHT % part), (screen, place)


def test_a_refusal_and_what_is_to_be_corrected_are_brought_into_sight_with_the_focus(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    play(page, 1, leave=2)
    for screen in ((1280, 720), (390, 844)):
        page.resize(*screen)
        page.run("(scrollTo(0, 9999), $('do-pair').click(), 1)")
        settled(page)
        page.until("document.activeElement.id === 'told'")
        assert page.run(IN_SIGHT % "$('told')") and page.run("$('told').getAttribute('role')") == "alert"
        assert text(page, "#told").lower().count("ronde 1") == 1, "said once"
    page.run("say('Noté.')")
    page.run("$('tab-players').click()")
    assert text(page, "#told") == "", "what was said of the former tab"
    drop_file(page, books.edit(books.create(tmp_path, 23), {"Joueurs!Cote!9": "fort"}))
    show(page, "players")
    name = page.run("view.sheets.Joueurs.rows[8].slice(1, 3).join(' ')")
    assert text(page, "#told .cell") == name, "no cell's address, which the page has not"
    page.run("(scrollTo(0, 9999), $('do-mend').click(), 1)")
    assert page.run("document.activeElement.id") == "told" and page.run(IN_SIGHT % "$('told')")


def test_what_was_to_be_confirmed_is_no_longer_asked_once_escape_has_taken_it_back(page, tmp_path):
    drop_file(page, books.pair(books.create(tmp_path, 8)))
    page.run("document.querySelector('.game input').focus()")
    type_keys(page, "38", "412", then="Tab")
    page.until("document.querySelector('.game .slip').textContent", 60)
    asked = text(page, "#step")
    act(page, "pair")
    page.until("$('told').textContent !== ''", 60)
    for box in range(2):
        page.run(f"document.querySelectorAll('.game input')[{box}].focus()")
        press(page, "Escape")
    settled(page)
    assert text(page, "#told") == "" and text(page, "#step") != asked


def test_figures_and_sentences_are_shown_as_they_are(page):
    assert page.run("['1020010', '0012345', '-1234.5', '3'].map(figure)") == ["1020010", "0012345", "−1234,5", "3"]
    sentences = {
        "Noté : {value}.": "Durand A.",
        "Téléchargé : {value}. Gardez-le.": "a..b.xlsx",
        "Voir {value}..": "../b",
    }
    assert [page.run(f"filled('{text}', {{ value: '{value}' }})") for text, value in sentences.items()] == [
        "Noté : Durand A.", "Téléchargé : a..b.xlsx. Gardez-le.", "Voir ../b..",
    ]  # fmt: skip


# The end: mail, publication, the next tournament, the new model


def test_after_the_ratings_come_the_mail_until_it_is_taken_along_publishing_and_the_next_tournament(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club", **{"Nombre de": "1"})
    play(page, 1)
    send(page)
    close_dialog(page)
    sending = page.run(MAIN)
    send(page)
    assert page.run(f"[...{DIALOG}.querySelectorAll('button.main, button.file')].filter((one) => one.checkVisibility())"
                    ".length") == 1  # fmt: skip
    first = download_mail(page)
    publishing = page.run(MAIN)
    assert sending != publishing, "nothing had been taken from it before"
    act(page, "publish")
    downloading = page.run(MAIN)
    assert downloading not in (sending, publishing), "it is nowhere but in the browser"
    page.run("document.querySelector('#actions .main').click()")
    page.until(f"{MAIN} === TEXTS.actions.next")
    settled(page)
    assert page.run("saved").startswith("Coupe")
    prize = "{ sheet: PRIZES, row: view.sheets[PRIZES].free, column: columnsOf(PRIZES).Pour, value: 'Général' }"
    page.run(f"task(() => typeCells([{prize}])).then(() => 1)")
    assert page.run(MAIN) == publishing, "a prize is for the pages, the federation has its file"
    act(page, "check")
    assert page.run("$('told').className") == "good"
    row = page.run("Number(Object.keys(view.won)[0])")
    cell = f"{{ sheet: RESULTS, row: {row}, column: columnsOf(RESULTS)['Score 1'], value: '611' }}"
    page.run(f"task(() => typeCells([{cell}])).then(() => 1)")
    assert page.run(MAIN) not in (sending, publishing, downloading), "a changed score begins it anew"
    send(page)
    time = first.removesuffix(".eml").rsplit(" - ", 1)[1]
    assert time in text(page, "dialog[open] .warning"), "the mail of then is out of date"
    close_dialog(page)
    assert page.run(MAIN) == sending
    assert page.run("listStoredBooks().then(([last]) => last.mail.time)") == time, "also when the tab is closed"


def test_the_text_of_the_mail_names_its_files_as_they_are_downloaded_and_is_copied_whole(spoilt_page):
    page = spoilt_page
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club", **{"Nombre de": "1"})
    play(page, 1)
    send(page)
    page.run(f"{DIALOG}.querySelector('details').open = true")
    written = text(page, "dialog[open] pre")
    for number in range(2):
        page.run(f"(saved = '', {DIALOG}.querySelectorAll('button.file')[{number}].click(), 1)")
        page.until("saved !== ''")
        assert f"- {page.run('saved')}\n" in written
    page.run("(navigator.clipboard.writeText = async (text) => { saved = text; }, 1)")
    page.run(f"[...{DIALOG}.querySelectorAll('details button')].at(-1).click()")
    page.until("saved.includes('\\n') && Boolean(book.mail)")
    assert page.run("saved").replace("\u00a0", " ") == written
    close_dialog(page)
    for tab in ("grid", "round"):
        page.run(f"$('tab-{tab}').click()")
        assert page.run("$('told').offsetHeight") < 130, "folded, and still there"
    page.run("$('told').querySelector('.row button').click()")
    page.until("$('dialog').open")


def test_the_workbook_made_anew_from_todays_template_is_open_and_the_old_one_as_it_was(page, tmp_path):
    old = ROOT / "tests" / "versions" / "2026-11-25" / "classique-cotes.xlsx"
    drop_file(page, old)
    page.run("document.querySelector('#more #do-upgrade').click()")
    page.until(f"book?.name !== {old.name!r}", 60)
    settled(page)
    name = page.run("book.name")
    new = Path(tmp_path / "new.xlsx")
    new.write_bytes(read_page_file(page, name))
    assert page.run("book.unsaved") and books.run("check", new) == 0
    assert read_page_file(page, old.name) == old.read_bytes()
    drop_file(page, old)
    page.run("document.querySelector('#more #do-upgrade').click()")
    page.until("$('told').className === 'bad'")
    assert page.run("book.name") == old.name, "there is one already"
