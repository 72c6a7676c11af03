"""What the built page prints: every choice names its round, and an earlier one in sight is printed as it is seen."""

import json
import re
import subprocess

import pytest

from tests import books
from tests.page_browser import (
    DIALOG,
    act,
    close_dialog,
    drop_file,
    open_dialog,
    read_page_file,
    settled,
    show,
    text,
    texts,
)
from tests.page_desk import PageDesk
from tests.programs import starts_programs

pytestmark = starts_programs
CHOICES = "dialog[open] .choices button"
ROUND_2 = "(chosenRound = 2, showTab('round').then(() => 1))"


@pytest.fixture
def played(page, tmp_path):
    """Nine players in their fourth round."""
    drop_file(page, books.pair(books.simulate(books.create(tmp_path, 9), 3)))
    return page


def choices(page):
    open_dialog(page, "choosePaper()")
    return texts(page, CHOICES)


def print_first_choice(page):
    page.run(f"(printed = [], document.querySelector({CHOICES!r}).click(), 1)")
    page.until("printed.length === 1")


def show_standings_after(page, number):
    show(page, "standings")
    page.run(f"document.querySelectorAll('.rounds button')[{number - 1}].click()")
    page.until(f"document.querySelector('#panel .sheet h2').textContent.includes('ronde {number} ')")
    settled(page)


def test_paper_has_the_pages_of_the_workbook_once_and_a_list_to_tick_in_the_order_of_the_wall(page, tmp_path):
    desk = PageDesk(books.create(tmp_path, 12))
    drop_file(page, desk.book)
    assert not [choice for choice in choices(page) if "ronde" in choice.lower() or choice == "Grille"], "no round yet"
    assert text(page, "dialog[open] .large h3") == "Pointage"
    page.run(f"{DIALOG}.querySelector('.large .main').click()")
    page.until("printed.length === 1")
    listed = page.run("[...$('paper').querySelectorAll('tbody tr')].map((row) => row.cells[1].textContent)")
    assert listed == page.run("view.players.toSorted((a, b) => a.position - b.position).map((one) => one.name)")
    act(page, "pair")
    desk.book.write_bytes(read_page_file(page, desk.book.name))
    for number, sheet in enumerate(("Appariements", "Fiches", "Joueurs"), start=2):
        page.run(f"(void onPaper('{sheet}'), onPaper('{sheet}').then(() => 1))")  # touched twice
        page.until(f"printed.length === {number}")
        paper = json.dumps(desk.done("paper", sheet=sheet)["paper"])
        page.run(f"(window.expected = document.createElement('div'), expected.innerHTML = {paper}, 1)")
        assert page.run("$('paper').innerHTML === expected.innerHTML && $('paper').querySelector('.printed') !== null")
    page.run("onPaper('Prix').then(() => 1)")
    assert page.run("printed.length") == 4, "a sheet without content is not printed"


def test_an_earlier_round_in_sight_is_the_first_choice_and_is_printed_with_its_scores_and_winners_bold(played):
    assert {"Fiches de la ronde 4", "Classement après la ronde 3 sur 5"} <= {*choices(played)}
    assert "Ronde 4" in text(played, ".papers .large h3")
    played.until("document.querySelector('.papers .printout').shadowRoot?.textContent.includes('Ronde 4')")
    close_dialog(played)
    played.run(ROUND_2)
    assert "Ronde 2" in choices(played)[0]
    print_first_choice(played)
    assert "Ronde 2" in text(played, "#paper h1")
    row = "roundRows(2).find((row) => !hasBye(row))"
    cells = f"[{row}.text('Table'), playerName({row}.text('N° 1')), {row}.text('Score 1'), {row}.text('Score 2')]"
    assert played.run(f"printed[0].includes({cells}.join(''))")
    rows = "[...$('paper').querySelectorAll('tbody tr')]"
    assert played.run(f"{rows}.length === roundRows(2).length")
    bye = "roundRows(2).find(hasBye)"
    name = played.run(f"playerName([1, 2].map((side) => {bye}.text(`N° ${{side}}`)).find((number) => !isBye(number)))")
    assert played.run(f"{rows}.at(-1).textContent") == f"{name}exempt"
    winners = "roundRows(2).filter((row) => !hasBye(row)).map((row) => playerName(row.text(`N° ${view.won[row.row]}`)))"
    bold = played.run(f"{rows}.flatMap((row) => [...row.querySelectorAll('.won')]).map((cell) => cell.textContent)")
    assert bold == played.run(winners) and len(bold) == 4
    played.call("Emulation.setEmulatedMedia", media="print")
    weight = "(selector) => getComputedStyle($('paper').querySelector(selector)).fontWeight"
    looks = played.run(f"['.won', 'td:nth-child(2):not(.won)', 'tr:last-child td:nth-child(2)'].map({weight})")
    played.call("Emulation.setEmulatedMedia", media="")
    assert looks == ["700", "400", "400"]


def test_earlier_standings_in_sight_have_the_look_of_the_last_ones_and_are_printed_as_they_are(played):
    show(played, "standings")
    look = """[document.querySelector('#panel .sheet table').offsetWidth, $('legend').textContent,
      ...new Set([...document.querySelectorAll('#panel .down')].map((cell) => getComputedStyle(cell).color))]"""
    now = played.run(look)
    show_standings_after(played, 2)
    assert played.run(look) == now and len(now) == 3, "one colour of a place that was lost"
    assert "ronde 2" in choices(played)[0]
    print_first_choice(played)
    assert played.run("printed[0].includes('après la ronde 2 sur 5') && printed[0].includes('Pdep')")


def test_the_last_round_is_printed_with_its_scores_once_it_has_all_wherever_the_organiser_is(page, tmp_path):
    drop_file(page, books.simulate(books.create(tmp_path, 9), 3))
    show(page, "players")
    first = choices(page)[0]
    assert "Ronde 3" in first
    print_first_choice(page)
    assert page.run("$('paper').querySelectorAll('tbody tr').length === roundRows(3).length")
    act(page, "pair")
    assert not {first, first.replace("3", "4")} & {*choices(page)}, "round 4 waits for its results"


@pytest.mark.parametrize(("count", "pages"), [(24, [24]), (61, [21, 20, 20])])
def test_the_list_to_tick_is_spread_evenly_over_pages_that_nothing_overflows(page, tmp_path, count, pages):
    listed = tmp_path / "liste.csv"
    people = [f"Van der Schueren-Vermeulen{number};Guillaume-Alexandre;Cercle des lettres de Villefranche-sur-Saône"
              for number in range(count)]  # fmt: skip
    listed.write_text("\n".join(["Nom;Prénom;Club", *people]), encoding="utf-8")
    name = "Nom=Coupe interclubs de Scrabble classique de la Côte-Saint-André"
    drop_file(page, books.create(tmp_path, 0, "--joueurs", listed, "--set", name))
    page.run("onPaper(DESK_LIST).then(() => 1)")
    rows = "[...$('paper').querySelectorAll('section.desk')].map((one) => one.querySelectorAll('tbody tr').length)"
    assert page.run(rows) == pages
    pdf = tmp_path / f"{count}.pdf"
    pdf.write_bytes(page.paper())
    printed = subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True).stdout
    assert printed.count("\f") == len(pages) and len(set(re.findall(r"Vermeulen(\d+)", printed))) == count
    feet = [f"{number}/{len(pages)}" if len(pages) > 1 else "" for number in range(1, len(pages) + 1)]
    written = ["".join(text.split()) for text in printed.split("\f")]
    assert all(foot in text and f"{count}joueurs" in text for foot, text in zip(feet, written, strict=False))
