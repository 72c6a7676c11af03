"""What the built page prints: every choice names its round, and an earlier one in sight is printed as it is seen."""

import pytest

from tests import books
from tests.page_browser import drop_file, settled
from tests.programs import starts_programs

pytestmark = starts_programs
CHOICES = "[...document.querySelectorAll('dialog[open] .choices button')]"
PRINTED = "(window.printed = [], window.print = () => { printed.push($('paper').textContent); }, 1)"


@pytest.fixture
def played(page, tmp_path):
    book = books.create(tmp_path, 9)
    assert books.run("simulate", book, "--rounds", 3) == 0 and books.run("pair", book) == 0
    drop_file(page, book)
    page.run(PRINTED)
    return page


def choices(page):
    page.run("void choosePaper()")
    page.until(f"{CHOICES}.length > 0")
    return [text.replace("\u00a0", " ") for text in page.run(f"{CHOICES}.map((button) => button.textContent)")]


def show_standings_after(page, number):
    page.run("showTab('standings').then(() => 1)")
    page.run(f"document.querySelectorAll('.rounds button')[{number - 1}].click()")
    page.until(f"document.querySelector('#panel .sheet h2').textContent.includes('ronde {number} ')")
    settled(page)


def test_each_choice_of_print_names_the_round_that_it_prints(played):
    assert {"Fiches de la ronde 4", "Classement après la ronde 3 sur 5"} <= {*choices(played)}
    assert played.run("document.querySelector('.papers .large h3').textContent") == "Ronde 4, le mur"
    wall = "document.querySelector('.papers .printout').shadowRoot?.textContent"
    played.until(f"{wall}?.includes('Ronde 4')")


def test_an_earlier_round_in_sight_is_the_first_choice_and_is_printed_with_its_scores(played):
    played.run("chosenRound = 2, showTab('round').then(() => 1)")
    assert choices(played)[0] == "Ronde 2, avec ses scores"
    played.run(f"{CHOICES}[0].click()")
    played.until("printed.length === 1")
    assert "Ronde 2" in played.run("printed[0]")
    row = "roundRows(2).find((row) => !hasBye(row))"
    cells = (
        f"[{row}.text('Table'), playerName({row}.text('N° 1')), {row}.text('Score 1'), {row}.text('Score 2')].join('')"
    )
    assert played.run(f"printed[0].includes({cells})")
    assert played.run("$('paper').querySelectorAll('tbody tr').length === roundRows(2).length")


def test_earlier_standings_in_sight_have_their_legend_and_are_printed_as_they_are(played):
    played.run("showTab('standings').then(() => 1)")
    notes = "[...document.querySelectorAll('#legend p')].map((note) => note.textContent)"
    width = "document.querySelector('#panel .sheet table').offsetWidth"
    now = played.run(notes), played.run(width)
    show_standings_after(played, 2)
    assert (played.run(notes), played.run(width)) == now and len(now[0]) > 1
    assert choices(played)[0] == "Classement après la ronde 2"
    played.run(f"{CHOICES}[0].click()")
    played.until("printed.length === 1")
    assert played.run("printed[0].includes('après la ronde 2 sur 5') && printed[0].includes('Pdep')")


def test_the_marks_of_the_standings_have_one_colour_whatever_round_they_are_of(played):
    marks = "[...document.querySelectorAll('#panel .down')].map((cell) => getComputedStyle(cell).color)"
    played.run("showTab('standings').then(() => scrollTo(0, 0))")
    now = {*played.run(marks)}
    show_standings_after(played, 2)
    assert now == {*played.run(marks)} == {"rgb(150, 48, 27)"}


def test_a_sheet_is_printed_once_where_its_button_is_touched_twice_and_again_later(played):
    played.run("void onPaper('Grille'), void onPaper('Grille')")
    played.until("printed.length > 0")
    settled(played)
    played.run("onPaper('Grille')")
    assert played.run("printed.length") == 2


def test_before_the_first_round_neither_wall_nor_slips_are_offered(page, tmp_path):
    drop_file(page, books.create(tmp_path, 9))
    offered = choices(page)
    assert [text for text in offered if "ronde" in text.lower()] == [] and "Grille" not in offered
    assert page.run("document.querySelector('.papers .large h3').textContent") == "Pointage"


@pytest.mark.parametrize("tab", ["round", "players"])
def test_the_last_round_is_printed_with_its_scores_once_it_has_all_wherever_the_organiser_is(page, tmp_path, tab):
    drop_file(page, books.simulate(books.create(tmp_path, 9), 3))
    page.run(PRINTED)
    page.run(f"showTab('{tab}').then(() => 1)")
    assert choices(page)[0] == "Ronde 3, avec ses scores"
    page.run(f"{CHOICES}[0].click()")
    page.until("printed.length === 1")
    assert page.run("$('paper').querySelectorAll('tbody tr').length === roundRows(3).length")
    page.run("task(() => runAction('pair'))")
    settled(page)
    assert not any("avec ses scores" in text for text in choices(page)), "round 4 waits for its results"


def test_a_round_is_printed_with_exempt_as_on_its_wall_and_its_winners_bold(played):
    played.run("chosenRound = 2, showTab('round').then(() => 1)")
    choices(played)
    played.run(f"{CHOICES}[0].click()")
    played.until("printed.length === 1")
    rows = "[...$('paper').querySelectorAll('tbody tr')]"
    exempt = played.run(f"{rows}.at(-1).textContent")
    bye = "roundRows(2).find(hasBye)"
    name = played.run(f"playerName([1, 2].map((side) => {bye}.text(`N° ${{side}}`)).find((number) => !isBye(number)))")
    assert exempt == f"{name}exempt"
    winners = "roundRows(2).filter((row) => !hasBye(row)).map((row) => playerName(row.text(`N° ${view.won[row.row]}`)))"
    bold = f"{rows}.flatMap((row) => [...row.querySelectorAll('.won')]).map((cell) => cell.textContent)"
    assert played.run(bold) == played.run(winners) and len(played.run(bold)) == 4
    assert played.run("$('paper').querySelector('h1').textContent") == "Ronde 2 sur 5"
    played.call("Emulation.setEmulatedMedia", media="print")
    weight = "(selector) => getComputedStyle($('paper').querySelector(selector)).fontWeight"
    looks = played.run(f"['.won', 'td:nth-child(2):not(.won)', 'tr:last-child td:nth-child(2)'].map({weight})")
    played.call("Emulation.setEmulatedMedia", media="")
    assert looks == ["700", "400", "400"]
