"""What comes into a new tournament: a list of which something is left aside, numbers of the world's list, settings."""

import json
import shutil

import pytest

from tests import books
from tests.page_browser import drop_file, press, settled, type_into
from tests.programs import starts_programs
from tournament_xl.frontends.web.page_session import PageSession

pytestmark = starts_programs
DIALOG = "document.querySelector('dialog[open]')"


@pytest.fixture
def desk(tmp_path):
    return PageSession(tmp_path)


def ask(desk, call, data=b"", **request):
    """The answer to a call, which must go through JSON."""
    return json.loads(json.dumps(desk.call(call, request, data), ensure_ascii=False))


def done(desk, call, data=b"", **request):
    """One that goes well."""
    reply = ask(desk, call, data, **request)
    assert reply["answer"]["code"] == 0, reply["answer"]
    return reply


def test_a_workbook_just_created_is_discarded_as_long_as_it_is_as_created(desk):
    pasted = "Nom;Prénom;Force\nDurand;Anne;1652\nPetit;Luc;1400\n".encode()
    new = {"game": "othello", "settings": {"Nom": "T", "Lieu": "Vienne"}}
    reply = done(desk, "new", pasted, file="t.xlsx", **new)
    assert reply["missing"] == ["Date de début", "Organisateur", "Pays du tournoi"]
    (warning,) = reply["answer"]["warnings"]
    assert "colonne laissée de côté : « Force » (1652 ; 1400). " in warning
    assert "comme sur la feuille Joueurs (N°, Pays, Club, Cote, " in warning
    shutil.copy(desk.folder / "t.xlsx", desk.folder / "u.xlsx")
    assert ask(desk, "discard", file="u.xlsx")["answer"]["code"] == 1 and (desk.folder / "u.xlsx").exists()
    (desk.folder / "u.xlsx").unlink()
    done(desk, "discard", file="t.xlsx")
    assert not (desk.folder / "t.xlsx").exists() and ask(desk, "discard", file="t.xlsx")["answer"]["code"] == 1
    view = done(desk, "new", b"Durand Anne\nPetit Luc\n", file="t.xlsx", **new)["view"]
    columns = {column["name"]: column["column"] for column in view["sheets"]["Joueurs"]["typed"]}
    cell = {"sheet": "Joueurs", "row": view["players"][0]["row"], "column": columns["Club"], "value": "Lyon"}
    done(desk, "type", file="t.xlsx", cells=[cell])
    refused = ask(desk, "discard", file="t.xlsx")["answer"]
    assert refused["code"] == 1 and "a changé depuis" in refused["message"] and (desk.folder / "t.xlsx").exists()
    plain = done(desk, "new", b"Durand Anne 1652\n", file="u.xlsx", game="scrabble", settings={"Nom": "U"})
    assert plain["missing"] == ["Lieu", "Date de début", "Organisateur"]


def test_a_world_number_is_typed_until_the_history_has_it(desk):
    names = b"Durand Anne\nPetit Luc\nBazin Zoe\nNoir Jean\n"
    view = done(desk, "new", names, file="t.xlsx", game="othello", settings={"Nombre de rondes": "3"})["view"]

    def number(view):
        (column,) = (column for column in view["sheets"]["Joueurs"]["typed"] if column["name"] == "N°")
        return column

    def columns(view):
        return {column["name"]: column["column"] for column in view["sheets"]["Joueurs"]["typed"]}

    assert view["world"] and number(view)["typed"] and number(view)["fixed"] == []
    assert number(view)["label"] == "N° mondial (fédération)" and "liste mondiale" in number(view)["help"]
    assert "autre, dites-le dans le courriel" in number(view)["fixed_help"]
    assert view["sheets"]["Joueurs"]["start"] == number(view)["column"] + 1, "a form begins with the name"
    rows = [player["row"] for player in view["players"]]
    cell = {"sheet": "Joueurs", "row": rows[0], "column": number(view)["column"]}
    view = done(desk, "type", file="t.xlsx", cells=[{**cell, "value": "4711"}])["view"]
    assert [player["number"] for player in view["players"]] == [4711, "", "", ""]
    view = done(desk, "type", file="t.xlsx", cells=[{**cell, "value": "4712"}])["view"]
    assert number(view)["fixed"] == [], "no round yet"
    twice = ask(desk, "type", file="t.xlsx", cells=[{**cell, "row": rows[1], "value": "4712"}])["answer"]
    assert twice["code"] == 3 and twice["problems"]
    view = done(
        desk, "type", file="t.xlsx", cells=[{**cell, "row": rows[3], "column": columns(view)["Absences"], "value": "1"}]
    )
    view = done(desk, "press", file="t.xlsx", action="pair")["view"]
    assert number(view)["fixed"] == rows[:3], "who has not played yet may still say his"
    view = done(desk, "type", file="t.xlsx", cells=[{**cell, "row": rows[3], "value": "4720"}])["view"]
    assert [player["number"] for player in view["players"]][-1] == 4720
    help_of = {column["name"]: column["help"] for column in view["sheets"]["Joueurs"]["typed"]}
    assert all(help_of[name].startswith("oui, ou rien") for name in ("Adhérent", "Tarif réduit"))
    view = done(desk, "press", file="t.xlsx", action="undo")["view"]
    assert number(view)["fixed"] == [] and view["players"][0]["number"] == 4712, "no pair has it"
    late = [{**cell, "row": rows[-1] + 1, "column": column, "value": "Tard"} for column in (2, 3)]
    assert number(done(desk, "type", file="t.xlsx", cells=late)["view"])["fixed"] == []
    done(
        desk, "type", file="t.xlsx", cells=[{**cell, "row": rows[3], "column": columns(view)["Absences"], "value": ""}]
    )
    view = done(desk, "press", file="t.xlsx", action="pair")["view"]
    assert sum(1 for row in view["sheets"]["Résultats"]["rows"] if "BIP" in row) == 1, "five play, one is exempt"
    later = [{**cell, "row": rows[-1] + 2, "column": column, "value": "Plus"} for column in (2, 3)]
    view = done(desk, "type", file="t.xlsx", cells=later)["view"]
    assert number(view)["fixed"] == [*rows, rows[-1] + 1], "the empty box of a late player is open beside an exempt"
    view = done(desk, "type", file="t.xlsx", cells=[{**cell, "row": rows[-1] + 2, "value": "4801"}])["view"]
    assert view["players"][-1]["number"] == 4801
    view = done(desk, "new", names, file="s.xlsx", game="scrabble", settings={"Nom": "S"})["view"]
    assert not view["world"] and not number(view)["typed"] and number(view)["help"] == ""


def fill_in(page, game, **values):
    """Fill in the dialog of a new tournament, field by field, and create the workbook."""
    page.run("document.getElementById('begin').click()")
    page.run(f"{DIALOG}.querySelector('[value={game}]').click()")
    for label, text in values.items():
        box = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith({json.dumps(label)}))"
        page.run(f"{box}.querySelector('input, textarea').value = {json.dumps(text)}")
    create(page)


def create(page):
    page.run(f"{DIALOG}.querySelector('footer .main').click()")
    page.until("!$('dialog').open && view?.players?.length > 0", 60)
    settled(page)


def typed(page, label):
    box = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith({json.dumps(label)}))"
    return page.run(f"{box}.querySelector('input, textarea, select').value")


def told(page):
    return page.run("$('told').innerText").replace("\u00a0", " ").replace("\u202f", " ")


AGAIN = "[...$('told').querySelectorAll('button')].find((one) => one.textContent === 'Recommencer avec cette liste')"
FORCES = "Nom;Prénom;Force\nDurand;Anne;1652\nPetit;Luc;1400\nBazin;Zoé;1300\nNoir;Jean;1200\n"


def test_a_list_of_which_a_column_was_left_aside_is_corrected_and_created_again(page):
    fill_in(page, "othello", Nom="Open", Joueurs=FORCES, Lieu="Vienne", Organisateur="Club", **{"Nombre de": "3"})
    name = page.run("book.name")
    assert "« Force » (1652 ; 1400 ; …)" in told(page)
    for screen in ((1366, 768), (390, 844)):
        page.resize(*screen)
        assert page.over() == [] and page.serious() == []
    page.resize(1366, 768)
    page.run(f"{AGAIN}.click()")
    page.until(f"Boolean({DIALOG}?.querySelector('textarea'))")
    labels = ("Nom", "Joueurs", "Lieu", "Organisateur", "Nombre de", "Formule")
    assert [typed(page, label) for label in labels] == ["Open", FORCES, "Vienne", "Club", "3", "Suisse"]
    assert page.run(f"{DIALOG}.querySelector('[value=othello]').checked") and page.run("book") is None
    assert page.run("listStoredBooks().then((all) => all.length)") == 0
    page.run(f"{DIALOG}.querySelector('textarea').value = {json.dumps(FORCES.replace('Force', 'Classement'))}")
    create(page)
    assert page.run("book.name") == name and "la colonne « Classement » (1652 ; 1400 ; …) est lue" in told(page)
    assert page.run("view.players.map(({ cote }) => cote)") == ["1652", "1400", "1300", "1200"]
    page.run("task(() => runAction('pair'))")
    settled(page)
    assert page.run(f"{AGAIN} === undefined"), "something was done in it"


def test_the_tournament_after_one_is_created_again_after_it(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    name = page.run("book.name")
    page.run("void begin(true)")
    page.until(f"Boolean({DIALOG}?.querySelector('textarea'))", 60)
    page.run(f"{DIALOG}.querySelectorAll('form input')[0].value = 'Suivant'")
    page.run(f"{DIALOG}.querySelector('textarea').value = {json.dumps(FORCES)}")
    page.run(f"{DIALOG}.querySelector('footer .main').click()")
    page.until("!$('dialog').open && view.players.length === 4", 60)
    settled(page)
    page.run(f"{AGAIN}.click()")
    page.until(f"Boolean({DIALOG}?.querySelector('textarea'))", 60)
    assert (typed(page, "Nom"), typed(page, "Autre liste")) == ("Suivant", FORCES)
    assert page.run("book.name") == name and page.run("view.players.length") == 8
    assert page.run(f"{DIALOG}.querySelector('h2').textContent") == "Tournoi suivant"


def test_what_the_federation_wants_is_yellow_in_the_settings_until_it_is_there(page):
    fill_in(page, "othello", Nom="Open", Joueurs="Durand Anne\nPetit Luc\nBazin Zoé\nNoir Jean", Lieu="Vienne")
    page.run("showTab('settings').then(() => 1)")
    wanted = "[...document.querySelectorAll('#panel .wanted')].map((box) => box.labels[0].textContent)"
    assert page.run(wanted) == ["Organisateur", "Courriel fédération", "Pays du tournoi"]
    page.run("task(() => note('setting', { name: 'Organisateur', value: 'Cercle' }, () => ''))")
    settled(page)
    assert page.run(wanted) == ["Courriel fédération", "Pays du tournoi"]


def test_a_setting_shows_what_counts_while_it_is_empty_and_the_formula_is_locked_by_the_first_round(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("showTab('settings').then(() => 1)")
    box = "[...document.querySelectorAll('#panel label')].find((one) => one.textContent === '{}').control"
    assert page.run(box.format("Édition") + ".selectedOptions[0].textContent") == "F50"
    assert page.run(box.format("Formule") + ".localName") == "select"
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("showTab('settings').then(() => 1)")
    assert page.run(box.format("Formule") + ".localName") == "output"


def test_a_world_number_has_its_box_until_the_first_round_and_the_page_says_who_has_none(page):
    names = "Durand Anne\nPetit Luc\nBazin Zoé\nNoir Jean"
    fill_in(page, "othello", Nom="Open", Joueurs=names, **{"Nombre de": "3"})
    lines = "[...document.querySelectorAll('#legend p')].map((line) => line.textContent.replaceAll('\u00a0', ' '))"
    lack = f"{lines}.find((line) => line.includes('sans N° mondial'))"
    assert page.run(lack).startswith("4 joueurs sans N° mondial (Durand Anne, Petit Luc, Bazin Zoé, Noir Jean).")
    assert page.over() == [] and page.serious() == []
    label = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith('N° mondial'))"
    page.run("void editRow(PLAYERS, view.players[1].row)")
    assert page.run("document.activeElement === [...document.querySelectorAll('dialog form input')][1]"), "the name"
    assert not page.run(f"{label}.querySelector('input').disabled") and page.over() == [] and page.serious() == []
    page.run(f"{label}.querySelector('input').value = '4711'; {DIALOG}.querySelector('footer .main').click()")
    page.until("!$('dialog').open", 60)
    settled(page)
    assert page.run("view.players.map(({ number }) => number)") == ["", 4711, "", ""]
    assert page.run(lack).startswith("3 joueurs sans N° mondial")
    page.run("task(() => runAction('pair'))")
    page.run("showTab('players').then(() => 1)")
    settled(page)
    assert page.run(lack) is None
    page.run("void editRow(PLAYERS, view.players[1].row)")
    assert page.run(f"{label}.querySelector('input').disabled") and page.run(f"{label}.querySelector('input').value")
    assert "Fixé à sa première ronde" in page.run(f"{label}.innerText")
    page.run("$('dialog').close()")


def test_what_was_to_be_confirmed_is_no_longer_asked_once_escape_has_taken_it_back(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("document.querySelector('.game input').focus()")
    for key in ("3", "8", "Tab", "4", "1", "2", "Tab"):
        press(page, key)
    page.until("document.querySelector('.game .slip').textContent", 60)
    page.run("void task(() => runAction('pair'))")
    page.until("$('told').textContent.includes('confirmez')", 60)
    settled(page)
    page.run("document.querySelector('.game input').focus()")
    press(page, "Escape")
    page.run("document.querySelectorAll('.game input')[1].focus()")
    press(page, "Escape")
    settled(page)
    assert told(page) == "" and "confirmez" not in page.run("$('step').textContent")


PASTE = "$('paste')"


def paste(page, text):
    type_into(page, PASTE, text)
    page.run("document.querySelector('#actions .main').click()")
    settled(page)


def test_an_empty_tournament_invites_a_list_and_more_can_be_pasted_until_the_first_round(page, tmp_path):
    drop_file(page, books.create(tmp_path, 0, formula="toutes-rondes"))
    assert page.run("$('step').textContent") == "Inscrivez les joueurs" and page.run("tab") == "players"
    assert page.run("document.querySelector('#actions .main').textContent") == "Inscrire les joueurs"
    assert page.run("document.querySelectorAll('#panel th').length") == 0, "no empty head of a table"
    for screen in ((1366, 768), (390, 844)):
        page.resize(*screen)
        assert page.over() == [] and page.serious() == []
    page.run("document.querySelector('#actions .main').click()")
    assert page.run(f"document.activeElement === {PASTE}"), "nothing is pasted yet"
    paste(page, "Durand Anne 1652\nBazin 12 Luc")
    assert "Liste collée, ligne 2" in told(page)
    assert page.run(f"{PASTE}.value.slice({PASTE}.selectionStart, {PASTE}.selectionEnd)") == "Bazin 12 Luc"
    paste(page, "Durand Anne 1652\nBazin Luc, Lyon")
    assert "2 joueurs inscrits." in told(page)
    assert page.run("view.players.map(({ name, cote, club }) => [name, cote, club])") == [
        ["Durand Anne", "1652", ""], ["Bazin Luc", "", "Lyon"],
    ]  # fmt: skip
    assert page.run("$('step').textContent").replace("\u00a0", " ") == "2 inscrits : appariez la ronde 1"
    page.run(
        "[...document.querySelectorAll('#panel button')].find((one) => one.textContent === TEXTS.pasteList).click()"
    )
    paste(page, "Bazin Luc, Lyon\nNoir Jean\nPetit Rose")
    assert "2 joueurs inscrits. 1 joueur déjà là : rien de changé." in told(page)
    assert (
        page.run("view.players.length") == 4 and page.run("document.querySelectorAll('.players tbody tr').length") == 4
    )
    page.run("task(() => runAction('pair'))")
    settled(page)
    late = page.run("task(() => changeBook('register', {}, new TextEncoder().encode('Tard Zoé')))")
    assert late["answer"]["code"] == 1 and "appariée" in late["answer"]["message"]


def test_joueurs_offers_to_put_careless_names_in_order_and_shows_them_first(page, tmp_path):
    drop_file(page, books.create(tmp_path, 0))
    page.run("showTab('players').then(() => 1)")
    listed = "new TextEncoder().encode('garnier;elise\\nPETIT;Luc\\nDurand;Zoé')"
    page.run(f"task(() => changeBook('register', {{}}, {listed}))")
    settled(page)
    offer = "[...document.querySelectorAll('#panel button')].find((one) => one.textContent.includes('Noms en ordre'))"
    shown = "[...document.querySelectorAll('dialog li')].map((one) => one.textContent)"
    names = "view.players.map((player) => player.name)"
    for answer in (0, 1):
        page.run(f"{offer}.click()")
        page.until("$('dialog').open")
        assert page.run(shown) == ["garnier elise → GARNIER Élise", "Durand Zoé → DURAND Zoé"]
        page.run(f"document.querySelectorAll('dialog footer button')[{answer}].click()")
        page.until(f"!{offer}")
        if not answer:
            assert page.run(names)[0] == "garnier elise", "they stay, and it is offered once"
            page.run("(keepsNames = false, showTab('players').then(() => 1))")
    settled(page)
    assert page.run(names) == ["GARNIER Élise", "PETIT Luc", "DURAND Zoé"]
    assert "Noms remis en ordre" in page.run("$('told').innerText")
