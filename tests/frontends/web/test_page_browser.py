"""The built page in Chromium: whole tournaments as the native program makes them, the keyboard, and what goes wrong."""

import json
import random
import re
import subprocess

import pytest

from tests import books
from tests.frontends.web.test_page import column, scores
from tests.page_browser import (
    SAVED,
    Both,
    as_js,
    drop_file,
    open_afresh,
    press,
    read_page_file,
    settled,
)
from tests.programs import starts_programs
from tournament_xl.frontends.web.page_session import PageSession

pytestmark = starts_programs


def cell(view, sheet, row, name, value):
    return {"sheet": sheet, "row": row, "column": column(view, sheet, name), "value": value}


def results(view, draw):
    """Every missing result of the round, drawn."""
    if view["game"] == "othello":
        black = [(row, draw.randint(0, 64)) for row in view["missing"]]
        return [entry for row, discs in black for entry in scores(view, row, discs, 64 - discs)]
    points = [(row, draw.randint(280, 520), draw.randint(280, 520)) for row in view["missing"]]
    return [entry for row, own, opposing in points for entry in scores(view, row, own, opposing)]


def play(both, rounds, draw, ending):
    """A whole tournament with a late entry, an absence, a departure, forfeits, a correction and a round taken back."""
    view = both.done("open")
    for number in range(1, rounds + 1):
        if number == 2:
            row = view["sheets"]["Joueurs"]["free"]
            view = both.done(
                "type", cells=[cell(view, "Joueurs", row, "Nom", "Tardif"), cell(view, "Joueurs", row, "Prénom", "Zoé")]
            )
            view = both.done("presence", row=view["players"][3]["row"], state="absent")
        if number == 3:
            view = both.done("presence", row=view["players"][5]["row"], state="left")
        view = both.done("press", action="pair")
        assert view["drawn"] == number
        if number == 2:
            both.done("press", action="undo")
            view = both.done("press", action="pair")
            assert both("press", action="pair")["answer"]["code"] == 3  # results are missing
        entries = results(view, draw)
        if number in (2, 3):
            row = view["missing"][-1]
            entries = [entry for entry in entries if entry["row"] != row]
            entries.append(cell(view, "Résultats", row, view["ending"], ending))
        view = both.done("type", cells=entries)
        if number == 3:  # a score of the round before, corrected
            row = min(row for row, won in view["won"].items() if won == 1)
            new = (40, 24) if view["game"] == "othello" else (477, 333)
            cells = scores(view, int(row), *new)
            view = both.done("type", cells=[{key: cell[key] for key in cell if key != "was"} for cell in cells])
        if number % 2:
            view = both.done("press", action="update")
    return both.done("press", action="update")


def test_classique_15_with_ratings_and_the_parcel(page, tmp_path, monkeypatch, rounds=5):
    both = Both(page, books.create(tmp_path, 15, "--rondes", str(rounds), formula="classique"), monkeypatch)
    view = play(both, rounds, random.Random(15), "1")
    assert view["played"] == rounds
    both.done("press", action="ratings")
    reply = both("press", action="send")
    assert reply["answer"]["code"] == 0
    for name in reply["files"][1:]:
        assert read_page_file(page, name) == both.native.content(name)
    both.done("press", action="check")
    both.done("press", action="publish")


def test_open_26(page, tmp_path, monkeypatch):
    both = Both(page, books.create(tmp_path, 26, "--rondes", "8", formula="open"), monkeypatch)
    assert play(both, 8, random.Random(26), "1+2")["played"] == 8


def test_othello_17_with_finals(page, tmp_path, monkeypatch):
    both = Both(page, books.create(tmp_path, 17, "--rondes", "5", formula="othello"), monkeypatch)
    view = play(both, 5, random.Random(17), "FN")
    for final in view["finals"][1:]:
        both.done("setting", name=final["name"], value="1")
    view = both.done("press", action="update")
    for _ in range(2):  # semi-finals, then third place and final
        rows = view["sheets"]["Finales"]
        black, white = column(view, "Finales", "Pions N"), column(view, "Finales", "Pions B")
        open_games = [
            index
            for index, row in enumerate(rows["rows"], start=1)
            if index > rows["header"] and row[2] and not (row + [""] * 9)[black - 1]
        ]
        cells = [
            cell(view, "Finales", row, name, value)
            for row in open_games
            for name, value in (("Pions N", "40"), ("Pions B", "24"))
        ]
        assert cells and black < white
        both.done("type", cells=cells)
        view = both.done("press", action="update")
    assert view["over"]
    assert both("press", action="send")["answer"]["code"] == 0


@pytest.mark.parametrize(
    "name", ["othello-17-en-cours", "othello-finales", "championnat-64-en-cours", "open-64-finale"]
)
def test_a_first_workbook_opens_and_tells_what_follows_before_anything_is_paired(page, name):
    """Whatever a call pairs again, in a new engine: the library of exact matching is there."""
    file = books.SAMPLES / f"{name}.xlsx"
    drop_file(page, file)
    assert page.run("view.button") == PageSession(file.parent).call("open", {"file": file.name})["view"]["button"]
    explained = page.run("call('explain', { file: book.name, round: 1 }).then((result) => result.answer.code)")
    assert explained == 0


# What a hand does


def written(page, text):
    page.call("Input.insertText", text=text)


def test_a_round_by_the_keyboard_alone(page, tmp_path):
    drop_file(page, books.create(tmp_path, 12))
    page.run("document.getElementById('do-pair').focus()")
    press(page, "Enter")
    page.until("view.drawn === 1 && document.activeElement?.name === 'Score 1'")
    for table in range(1, 7):
        for score in ("4O2" if table == 2 else str(400 + table), "390"):
            written(page, score)
            press(page, "Enter")
    settled(page)
    page.until("view.missing.length === 1")
    row = "document.querySelector('.game.missing')"
    assert "4O2" in page.run(f"{row}.querySelector('.slip').textContent")
    assert page.run(f"{row}.querySelector('[aria-invalid]').value") == "4O2"
    page.run(f"{row}.querySelector('input').focus()")
    written(page, "402")
    press(page, "Enter")
    press(page, "Enter")
    page.until("view.missing.length === 0")
    assert page.run("document.querySelectorAll('.who.won').length") == 6
    assert page.run("document.querySelector('#actions .main').textContent") == "Apparier la ronde 2"
    first = "document.querySelector('.game input')"
    page.run(f"{first}.focus()")
    written(page, "451")
    press(page, "Enter")
    page.until("roundRows(1).some((row) => row.text('Score 1') === '451')")
    settled(page)
    assert page.run("document.activeElement.name") == "Score 2", "the next box, though the row is noted"


@pytest.mark.parametrize(("presses", "stored"), [(["1", "2"], "2"), (["1", ""], ""), (["1", "2", "1"], "1")])
def test_quick_choices_of_a_forfeit_store_the_last_one(page, tmp_path, presses, stored):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    page.until("view.drawn === 1")
    settled(page)
    place = page.run("document.querySelector('.game').id")
    for value in presses:  # the next one before the answer to the first
        page.run(f"void endMatch({json.dumps(place)}, {json.dumps(value)})")
    settled(page)
    assert page.run(f"findRow({json.dumps(place)}).text('Forfait')") == stored
    assert page.run("document.querySelector('.game .ending').textContent") == ("forfait" if stored else "")
    assert page.run("document.querySelector('.game .slip').textContent") == ""


def test_a_refused_choice_is_told_at_its_row_although_an_answer_has_drawn_it_anew(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    page.run("task(() => runAction('pair'))")
    page.until("view.drawn === 1")
    settled(page)
    page.run("""(() => {
      const [first, second] = document.querySelectorAll(".game");
      endMatch(first.id, "1");
      second.querySelectorAll("input").forEach((one) => {
        one.value = "4O2";
        one.dispatchEvent(new Event("input", { bubbles: true }));
      });
      task(() => noteRow(second.id));
      return 1;
    })()""")
    settled(page)
    assert "4O2" in page.run("document.querySelectorAll('.game')[1].querySelector('.slip').textContent")


def test_licences_are_shown_as_they_are(page):
    assert page.run("['1020010', '0012345', '-1234.5', '3'].map(figure)") == ["1020010", "0012345", "−1234,5", "3"]


def test_a_round_on_a_phone_from_a_pasted_list_to_the_file_for_home(browser):
    """What somebody does who has nothing but the file: a new tournament, pairs, scores, standings, the workbook."""
    page = open_afresh(browser, width=390, height=844)
    page.run("document.getElementById('begin').click()")
    page.run("document.querySelector('dialog[open] input[required]').value = 'Tournoi du lundi'")
    page.run("document.querySelector('dialog[open] select').value = 'Toutes-rondes'")
    names = "Durand Anne\\nPetit Paul\\nBazin Claire\\nMoreau Luc\\nFabre Ève\\nRoux Samir"
    page.run(f"document.querySelector('dialog[open] textarea').value = '{names}'")
    page.run("document.querySelector('dialog[open] footer .main').click()")
    page.until("view?.players?.length === 6", 60)
    settled(page)
    page.run("document.getElementById('do-pair').click()")
    page.until("view.drawn === 1 && document.activeElement?.name === 'Score 1'", 60)
    for score in ("402", "39", "402", "390", "402"):
        written(page, score)
        press(page, "Enter")
    page.until("document.querySelector('.slip').textContent.startsWith('39 est inhabituel')", 60)
    page.until("view.missing.length === 2", 60)  # it is asked about before it is taken
    page.run("document.querySelector('.slip button').click()")
    page.until("view.missing.length === 1", 60)
    settled(page)
    assert page.run("document.activeElement.name") == "Score 2", "on to the box that is empty"
    page.run("document.querySelector('#more #do-pair').click()")
    page.until("Boolean(document.querySelector('#told.bad'))", 60)
    settled(page)
    assert page.run("document.activeElement.id") == "told", "what is refused is read first"
    assert page.run("document.querySelector('#told .cell').textContent") == "Ronde 1, table 3"
    page.run("document.querySelector('#told .cell').click()")
    assert page.run("document.activeElement.name") == "Score 2", "the empty box"
    bottom = page.run("document.activeElement.getBoundingClientRect().bottom")
    assert 0 < bottom < 844, "where it is seen"
    written(page, "390")
    press(page, "Enter")
    page.until("view.missing.length === 0", 60)
    settled(page)
    message = "document.getElementById('told').textContent"
    assert page.run(message) == "", "no longer that one is missing"
    page.run("showTab('standings').then(() => 1)")
    assert "Durand" in page.run("document.getElementById('main').innerText")
    assert page.run("document.documentElement.scrollWidth") <= 390
    hint = "getComputedStyle(document.querySelector('#panel .wide.over .more')).visibility"
    page.run("showTab('grid').then(() => 1)")
    assert page.run(hint) == "visible"
    page.run("document.querySelector('#panel .scroll').scrollLeft = 9999")
    page.until(f"{hint} === 'hidden'")  # nothing more at its right
    assert page.run("(({ right }) => right)(document.getElementById('tab-settings').getBoundingClientRect())") <= 390
    page.run(
        "showTab('settings').then(() => $(`setting-${view.settings.find(({ name }) => name === 'Lieu').row}`).focus())"
    )
    written(page, "Vichy")
    press(page, "Enter")
    page.until(f"{message} === '×Noté\u00a0: Lieu.'", 60)
    page.run("document.getElementById('do-undo').click()")
    page.until("document.querySelector('dialog[open]')?.innerText.includes('Ils iront au Journal')", 60)
    page.run("document.querySelectorAll('dialog[open] footer button')[0].click()")
    settled(page)
    page.run("document.getElementById('do-publish').click()")
    page.until(f"{message}.includes('en cours…')", 60)
    page.until("!!document.querySelector('#told a.look')", 60)
    html = page.run("fetch(document.querySelector('#told a.look').href).then((found) => found.text())")
    assert "Durand Anne" in html and "<style>" in html and "<script" not in html and 'href="etat-' not in html
    assert 'id="fresh" hidden' in html and page.run("view.drawn") == 1
    page.run(SAVED)
    page.run("document.getElementById('save').click()")
    page.until("saved.startsWith('Tournoi du lundi') && saved.endsWith('.xlsx')", 60)


EVERY_MODULE = """
import importlib, tournament_xl
from pathlib import Path
root = Path(tournament_xl.__path__[0])
for one in root.rglob("*.pyc"):
    importlib.import_module(".".join(one.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"))
len([*root.rglob("*.pyc")])
"""


def test_every_module_of_the_page_finds_what_it_imports(page):
    """What the page leaves out of Python's library is wanted by none of them as it loads."""
    assert page.run(f"ask('python', {json.dumps(EVERY_MODULE)})") > 100


def test_a_list_that_wants_another_program_is_refused_in_words(page):
    request = {"file": "n.xlsx", "game": "scrabble", "list": "liste.xls", "settings": {"Nom": "Essai"}}
    answer = page.run(f"call('new', {json.dumps(request)}, {as_js(bytes.fromhex('d0cf11e0a1b11ae1'))})")["answer"]
    assert answer["code"] == 5 and "module" not in answer["message"]


def test_paper_has_the_pages_of_the_workbook_and_a_list_to_tick(page, tmp_path):
    path = books.create(tmp_path, 12)
    drop_file(page, path)
    page.run("task(() => runAction('pair'))")
    page.run("window.printed = []; window.print = () => printed.push($('paper').innerHTML)")
    page.run("onPaper(DESK_LIST)")
    assert page.run("view.players.every((one) => printed[0].includes(one.name))")
    session = PageSession(tmp_path)
    path.write_bytes(read_page_file(page, path.name))
    for number, sheet in enumerate(("Appariements", "Fiches", "Joueurs"), start=1):
        page.run(f"onPaper('{sheet}')")
        expected = session.call("paper", {"file": path.name, "sheet": sheet})["paper"]
        page.run(f"window.expected = document.createElement('div'), expected.innerHTML = {json.dumps(expected)}, 0")
        assert page.run(f"printed[{number}] === expected.innerHTML && $('paper').querySelector('.printed') !== null")
    page.run("onPaper('Prix')")
    assert page.run("printed.length") == 4, "a sheet without content is not printed"


def test_the_list_to_tick_has_the_order_of_the_wall(page, tmp_path):
    page.run("(window.print = () => {}, 1)")
    listed = tmp_path / "liste.csv"
    listed.write_text("Nom;Prénom\nMartin Dupuy;Anne\nMartin;Zoé\nÉlan;Luc\nMartin;Anne\n", encoding="utf-8")
    drop_file(page, books.create(tmp_path, 0, "--joueurs", listed))
    page.run("onPaper(DESK_LIST).then(() => 1)")
    names = page.run("[...$('paper').querySelectorAll('tbody tr')].map((row) => row.cells[1].textContent)")
    assert names == ["Élan Luc", "Martin Anne", "Martin Zoé", "Martin Dupuy Anne"]
    assert page.run("$('paper').querySelector('footer').textContent") == "4 joueurs"


def test_finals_without_a_match_are_not_offered_to_print_wherever_the_column_of_the_match_is(page, tmp_path):
    book = books.create(tmp_path, 8, formula="othello")
    drop_file(page, books.edit(book, {"Finales!A4": "Partie", "Finales!B4": "Match", "Finales!A5": "1"}))
    page.run("void choosePaper()")
    choices = page.run("[...document.querySelectorAll('#dialog .choices button')].map((button) => button.textContent)")
    assert choices and not any("inales" in text for text in choices)
    assert page.run("document.querySelector('#dialog .large h3').textContent") == "Pointage"
    page.run("$('dialog').close()")


@pytest.mark.parametrize(("template", "value", "text"), [
    ("Téléchargé : {value}. Gardez-le.", "a..b.xlsx", "Téléchargé : a..b.xlsx. Gardez-le."),
    ("Noté : {value}.", "Durand A.", "Noté : Durand A."),
    ("Voir {value}..", "../b", "Voir ../b.."),
])  # fmt: skip
def test_the_point_of_an_initial_is_the_full_stop_and_a_file_name_is_as_it_is(page, template, value, text):
    assert page.run(f"filled({json.dumps(template)}, {json.dumps({'value': value})})") == text


def test_the_list_to_tick_is_spread_evenly_over_pages_that_nothing_overflows(page, tmp_path):
    page.run("(window.print = () => {}, 1)")
    for count, pages in ((24, [24]), (31, [16, 15]), (61, [21, 20, 20])):
        listed = tmp_path / "joueurs.csv"
        people = [f"Van der Schueren-Vermeulen{number};Guillaume-Alexandre;Cercle des lettres de Villefranche-sur-Saône"
                  for number in range(count)]  # fmt: skip
        listed.write_text("\n".join(["Nom;Prénom;Club", *people]), encoding="utf-8")
        book, name = tmp_path / f"t{count}.xlsx", "Nom=Coupe interclubs de Scrabble classique de la Côte-Saint-André"
        assert books.run("new", book, "--formule", "classique", "--joueurs", listed, "--set", name) == 0
        drop_file(page, book)
        page.run("onPaper(DESK_LIST).then(() => 1)")
        rows = "[...$('paper').querySelectorAll('section.desk')].map((one) => one.querySelectorAll('tbody tr').length)"
        assert page.run(rows) == pages
        pdf = tmp_path / f"{count}.pdf"
        pdf.write_bytes(page.paper())
        printed = subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True).stdout
        assert printed.count("\f") == len(pages) and len(set(re.findall(r"Vermeulen(\d+)", printed))) == count
        feet = [f"{number}/{len(pages)}" if len(pages) > 1 else "" for number in range(1, len(pages) + 1)]
        texts = ["".join(text.split()) for text in printed.split("\f")]
        assert all(foot in text and f"{count}joueurs" in text for foot, text in zip(feet, texts, strict=False))


def test_nothing_is_too_wide_or_serious_for_axe_on_three_screens_light_and_dark(page, tmp_path):
    assert page.serious() == []
    book = books.create(tmp_path, 12, "--nom", "Festival international de Vichy, tournoi du samedi")
    assert books.run("simulate", book, "--rounds", 4) == 0 and books.run("pair", book) == 0
    assert books.run("ratings", book, "--provisional") == 0
    drop_file(page, book)
    page.run("chosenSheet = 'Cotes'")
    for tab in ("round", "players", "standings", "grid", "sheets", "settings"):
        page.run(f"showTab('{tab}').then(() => 1)")
        for scheme, screen in (("light", (1366, 768)), ("light", (1920, 1080)), ("dark", (390, 844))):
            page.prefer(scheme)
            page.resize(*screen)
            assert page.over() == [], (tab, screen)
            assert screen[0] > 1366 or page.serious() == [], (tab, scheme)
            assert tab != "sheets" or screen[0] > 390 or page.run("!document.querySelector('#panel .wide.over')")
    page.prefer("light")
    mail = {"to": "", "subject": "s", "body": "0123456789abcdef" * 4}
    answer = {"answer": {"message": "Préparé", "warnings": ["Lieu", "Licence"]}, "files": [], "mail": mail}
    page.run(f"void showMail({json.dumps(answer)})")
    assert "Licence" in page.run("$('dialog').innerText") and page.over() == [], "two warnings, a line without a space"
    edges = "['.cell', '.warning'].map((name) => $('dialog').querySelector(name).getBoundingClientRect())"
    above, below = page.run(f"{edges}.map((box) => [box.top, box.bottom])")
    assert below[0] - above[1] > 5, "a warning does not stand on the button above it"
    page.run("$('dialog').close()")
    page.resize(390, 400)
    page.run("showTab('grid').then(() => scrollTo(0, document.querySelector('#panel table').offsetTop + 400))")
    page.until("!!document.querySelector('#panel .wide.over.rest')")
    row_top = "document.querySelector('#panel tr').getBoundingClientRect().top"
    titles = "document.querySelector('#panel th').getBoundingClientRect().top - $('now').getBoundingClientRect().bottom"
    page.until(f"{row_top} < 0 && Math.abs({titles}) < 2")  # in sight, where their row no longer is


SCREENS_OF_A_TAB = {tab: f"showTab('{tab}').then(() => 1)" for tab in ("round", "players", "standings", "grid")}
SCREENS_OF_A_TAB |= {
    sheet: f"(chosenSheet = '{sheet}', showTab('sheets').then(() => 1))" for sheet in ("Prix", "Cotes")
}
OPENED = {
    "settings": "showTab('settings').then(() => 1)",
    "legend": "(document.querySelector('.info').click(), 1)",
    "other acts": "($('more').showPopover(), 1)",
    "print": "($('more').hidePopover(), void choosePaper(), 1)",
    "form": "void editRow(PLAYERS, view.players[0]?.row)",
}  # what to do for a screen that stands above the tabs


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("formula", "players", "rounds"), [("classique", 0, 0), ("classique", 12, 2), ("othello", 8, 3)]
)
def test_axe_finds_nothing_on_any_screen(page, tmp_path, formula, players, rounds, scheme):
    book = books.create(tmp_path, players, "--rondes", "3", formula=formula)
    drop_file(page, books.simulate(book, rounds) if rounds else book)
    if rounds == 2:
        page.run("task(() => runAction('pair'))")
    page.prefer(scheme)
    finals = {"finals": "showFinals().then(() => 1)"} if formula == "othello" else {}
    menus = (
        {"row": "showTab('round').then(() => openRowMenu(document.querySelector('.game').id))"} if rounds == 2 else {}
    )
    for name, script in (SCREENS_OF_A_TAB | finals | menus | OPENED).items():
        page.run(f"($('dialog').close(), $('row-menu').hidePopover(), {script})" if name in OPENED else script)
        settled(page)
        assert page.violations() == [], name
    page.run("$('dialog').close()")
    page.prefer("light")


def test_why_two_meet_in_othello_folds_the_account_and_has_no_legend_of_the_standings(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 8, formula="othello"), 1)))
    page.run("(explain(2, 1), 1)")
    page.until("Boolean(document.querySelector('#dialog details'))", 30)
    assert page.run("document.querySelector('#dialog summary').textContent") == "Détail du calcul"
    assert not page.run("document.querySelector('#dialog details').open")
    assert "Coût" not in page.run("document.querySelector('#dialog .reason').textContent")
    assert "jouées" not in page.run("document.querySelector('#dialog').textContent")
    page.run("$('dialog').close()")


def test_cotes_has_its_legend_in_the_page_the_first_line_with_the_few_columns(page, tmp_path):
    book = books.simulate(books.create(tmp_path, 8, "--rondes", 2), 2)
    assert books.run("ratings", book) == 0
    drop_file(page, book)
    page.run("chosenSheet = 'Cotes', showTab('sheets').then(() => 1)")
    legend = "$('legend').textContent.replaceAll('\u00a0', ' ')"
    few = page.run(legend)
    assert "Série : d'après la nouvelle cote" in few and "Cote de référence : " not in few
    page.run("(everyColumn = true, showTab('sheets').then(() => 1))")
    explained = page.run(legend)
    page.run("everyColumn = false")
    assert all(f"{word} : " in explained for word in ("Série", "Cote de référence", "PJ", "PJmax", "CT", "M"))
    lines = page.run("[...document.querySelectorAll('#legend p')].map((line) => line.textContent)")
    assert "finit à cette place" not in lines[0]
    assert (
        lines[-1].replace("\u00a0", " ").startswith("Par place, et colonnes 1 à 8 : variation de la cote si le joueur")
    )


def test_the_points_stay_beside_the_names_where_a_copy_makes_the_round_in_sight_the_last_one(page, tmp_path):
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 8), 2)))
    page.run("task(() => runAction('undo'))")
    settled(page)
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.run("(document.querySelectorAll('.rounds button')[1].click(), 1)")
    assert page.run("chosenRound") == 2
    page.run("""(async () => {
      const { names } = await call('copies', { file: book.name });
      await changeBook('back', { name: names[0] });
      return 1;
    })()""")
    settled(page)
    assert page.run("view.drawn") == 2 and page.run("document.querySelectorAll('.game .who small').length") == 8
