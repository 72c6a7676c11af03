"""How the hall's screen, the pages and the slips look in a browser: nothing cut that has room, nothing over another."""

from contextlib import closing
from itertools import product

import pytest

from tests import books
from tests.books import run
from tests.browser import chromium
from tests.hall_phones import Hall
from tests.programs import starts_programs
from tests.publication.test_publish import facts_in
from tournament_xl.phones.served_pages import open_server
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.tables import find_right_of


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module", params=["classique", "othello"])
def pages(request, tmp_path_factory):
    """The pages of a tournament whose last round has begun."""
    folder = tmp_path_factory.mktemp("pages")
    path = books.create(folder / "b", 11, "--rondes", 4, formula=request.param)
    books.edit(path, {"Joueurs!B6": "Cœurdevey", "Joueurs!B7": "D’Ève-Ñandú et un nom vraiment très long",
                      "Joueurs!B8": "DESROCHERS-GIGNAC-MONTMORENCY"})  # fmt: skip
    books.simulate(path, 3)
    books.pair(path)
    assert run("publish", path, "--to", folder / "p") == 0
    return folder / "p"


# what stands over something else on a slip, or outside of it
COLLIDE = """[...document.querySelectorAll(".slips article")].flatMap((slip) => {
  const edge = slip.getBoundingClientRect();
  const parts = [...slip.querySelectorAll(".code, header p, .name, .score, .note, .sign span")];
  const boxes = parts.map((one) => {  // of a text, what its letters take
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches(".code, .score") ? one : range).getBoundingClientRect();
  });
  const over = (one, two) => one !== two && one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  return parts.filter((one, at) => boxes[at].bottom > edge.bottom || boxes.some((box) => over(box, boxes[at])))
    .map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`);
})"""
CUT = "[...document.querySelectorAll('.view b')].some((one) => one.textContent.includes('…'))"
VIEWS = {"index.html": [(390, 844), (1366, 768)], "ecran.html": [(1920, 1080), (1366, 768), (390, 844)]}


@starts_programs
def test_nothing_is_wider_than_its_box_or_outside_of_any_screen(browser, pages):
    player = sorted(pages.glob("etat-*/joueur-*.html"))[0].relative_to(pages).as_posix()
    for scheme, (name, sizes) in product(("light", "dark"), (VIEWS | {player: [(390, 844)]}).items()):
        browser.prefer(scheme)
        for width, height in sizes if scheme == "light" else sizes[:1]:
            browser.asked.clear()
            browser.open(pages / name, width, height)
            for number in range(browser.run("typeof pages === 'undefined' ? 1 : pages.length")):
                browser.run(f"typeof pages === 'undefined' || (at = {number}, show())")
                assert browser.over() == [], (name, width, number)
                assert not browser.run(CUT), (name, width, number)
            assert not browser.faults, name
            assert all(address.startswith(("file:", "data:")) for address in browser.asked)
        assert browser.serious() == [], (name, scheme)


@starts_programs
def test_a_slip_has_room_for_long_names_and_a_long_title(browser, tmp_path):
    title, name = "Championnat régional de la Côte-Saint-André et environs, 2026", "D’Ève-Ñandú et Vial-Perrachon"
    path = books.create(tmp_path, 8, "--set", f"Nom={title}", formula="othello")
    books.edit(path, {f"Joueurs!B{row}": name for row in range(6, 10)})
    hall = Hall(books.pair(path))
    with closing(open_server(hall.reports).start()) as server:
        browser.open(f"http://127.0.0.1:{server.port}/{hall.desk}/fiches", 1366, 900)
        assert browser.run("document.querySelectorAll('article').length") == 4 and browser.run(COLLIDE) == []
        books.simulate(path, 1)
        books.pair(path)
        hall.saved()
        browser.run("location.reload()")  # as the page does itself, more seldom
        browser.until("document.querySelector('article')?.textContent.includes('Ronde 2')")


@starts_programs
def test_the_search_minds_no_accents(browser, pages):
    browser.open(pages / "index.html", 360, 740)
    search = "(text) => { const field = document.getElementById('nom'); field.value = text; "
    search += "field.dispatchEvent(new Event('input')); return document.getElementById('trouves').innerText; }"
    results_of_search = browser.run(f'({search})("d\'eve nandu")')
    assert "D’Ève-Ñandú" in results_of_search and "table" in results_of_search and "contre" in results_of_search
    assert browser.run(f"({search})('personne')") == ""


SHOWN = """(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const code = box(".code"), seen = box("main"), address = document.querySelector(".address"), page = pages[at];
  const lines = page.items.map((one) => one.getBoundingClientRect());
  const isApart = (one) => one.right <= code.left
    || one.left >= code.right || one.bottom <= code.top || one.top >= code.bottom;
  return {
    covered: lines.filter((one) => !isApart(one)).length,
    view: page.kind, letters: parseFloat(page.view.querySelector("ul").style.fontSize),
    cut: lines.filter((one) => one.bottom > seen.bottom + 1 || one.right > seen.right + 1).length,
    filled: (Math.max(...lines.map((one) => one.bottom)) - seen.top) / seen.height,
    address: address.scrollWidth <= address.clientWidth,
  };
})()"""  # what stands on the screen that is up


@starts_programs
@pytest.mark.parametrize("formula", ["classique", "othello"])
@pytest.mark.parametrize(
    "address", ["http://192.168.178.142:8064/", "http://tournois.club-de-la-cote-saint-andre.example.org:8064/"]
)
def test_the_code_covers_nothing_and_the_letters_take_the_room_there_is(browser, tmp_path, formula, address):
    """26 players stand on one screen, 12 in larger letters; no line is cut on any screen."""
    letters = {}
    for players in (12, 26):
        path = books.create(tmp_path / f"{players}", players, formula=formula)
        books.edit(path, {"Joueurs!B7": "DESROCHERS-GIGNAC-MONTMORENCY", "Joueurs!C7": "Anne-Élisabeth"})
        hall = Hall(books.pair(path))
        hall.publication.address = address
        hall.saved()
        with closing(open_server(hall.reports).start()) as server:
            for width, height in ((1920, 1080), (1366, 768), (390, 844)):
                browser.open(f"http://127.0.0.1:{server.port}/ecran.html", width, height)
                views = browser.run("pages.map((page) => page.kind)")
                for number in range(len(views)):
                    measures = browser.run(f"paused = true, at = {number}, show(), {SHOWN}")
                    assert not measures["covered"] and not measures["cut"] and measures["address"], (
                        width,
                        number,
                        measures,
                    )
                    if width > height:
                        letters[width, players, measures["view"]] = measures["letters"]
                        assert players == 12 or (views.count(measures["view"]) == 1 and measures["filled"] > 0.8), (
                            measures
                        )
    for (width, players, view), size in letters.items():
        assert players == 26 or size > 1.15 * letters[width, 26, view]


SHOWN_NAMES = """(() => {
  const names = [...document.querySelectorAll(".names b, .tables b, .ten b")];
  return names.map((name) => name.textContent.replaceAll("\\u2011", "-").replaceAll("\\u00a0", " "));
})()"""


@starts_programs
def test_names_are_whole_on_any_screen(browser, tmp_path):
    path = books.create(tmp_path, 12, "--rondes", 3)
    people = (("Fontaine-Dumas", "Françoise", "Lyon"), ("Fontaine-Dumas", "Françoise", "Villeurbanne"),
             ("Charpentier", "Marie-Antoinette", ""), ("DESROCHERS-GIGUÈRE-MONTMORENCY", "Louis", ""))  # fmt: skip
    for row, (surname, first_name, club) in enumerate(people, start=7):
        books.edit(path, {f"Joueurs!B{row}": surname, f"Joueurs!C{row}": first_name, f"Joueurs!E{row}": club})
    assert run("publish", books.pair(path), "--to", tmp_path / "p") == 0
    whole = {player["name"] for player in facts_in(tmp_path / "p")["players"]}
    assert {"Fontaine-Dumas Françoise (Villeurbanne)", "DESROCHERS-GIGUÈRE-MONTMORENCY Louis"} < whole
    for screen in ((1920, 1080), (1366, 768), (1024, 768), (390, 844)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        assert {*browser.run(SHOWN_NAMES)} == whole, screen
        for number in range(browser.run("pages.length")):
            browser.run(f"paused = true, at = {number}, show(), 1")
            assert browser.over() == [], (screen, number)


BROKEN = """[...pages[at].view.querySelectorAll("b")].flatMap((one) => {
  const text = one.firstChild, words = [...text.data.matchAll(/[^\\s-]+/g)], range = document.createRange();
  return words.filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""  # words of names on the screen that is up that are broken


@starts_programs
@pytest.mark.parametrize("players", [12, 128])
def test_at_the_end_no_word_is_broken_and_nothing_cut_on_any_screen(browser, tmp_path, players):
    path = books.create(tmp_path, players, "--rondes", 3)
    long_names = {
        "Joueurs!B5": "DESROCHERS-GIGNAC-MONTMORENCY",
        "Joueurs!C5": "Anne-Élisabeth",
        "Joueurs!B6": "Joueuronze",
    }
    books.edit(path, long_names)
    hall = Hall(books.simulate(path, 3))
    hall.publication.address = "http://192.168.178.142:8064/"
    hall.saved()
    with closing(open_server(hall.reports).start()) as server:
        for width, height in ((1920, 1080), (1366, 768), (390, 844)):
            browser.open(f"http://127.0.0.1:{server.port}/ecran.html", width, height)
            views = browser.run("pages.map((page) => page.kind)")
            assert "podium" in views[0]
            for number, view in enumerate(views):
                measures = browser.run(f"paused = true, at = {number}, show(), {SHOWN}")
                assert not measures["covered"] and not measures["cut"] and browser.over() == [], (
                    width,
                    number,
                    measures,
                )
                assert browser.run(BROKEN) == [], (width, number)
                assert number and view == views[number - 1] or browser.serious() == [], (width, view)
    browser.faults.clear()  # it asks for a new state where the server has ended


HEADER = """(() => {
  const letters = (id) => parseFloat(getComputedStyle(document.querySelector(id)).fontSize);
  const isCut = (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1;
  const cut = (id) => isCut(document.querySelector(id));
  const header = document.querySelector("header").getBoundingClientRect();
  return { height: header.height / innerHeight, cut: cut("h1") || cut("#titre-vue"),
           clock: document.querySelector("#horloge").getBoundingClientRect().right <= innerWidth,
           letters: letters("#titre-vue") / innerHeight, name: letters("h1") / innerHeight };
})()"""  # the bar on top of the screen


@starts_programs
def test_the_screens_bar_is_one_line_with_the_longest_title_on_any_projector(browser, tmp_path):
    path = books.create(tmp_path, 17, "--rondes", 2, "--nom", "Open de Nantes", formula="othello")
    books.edit(path, {"Joueurs!B5": "MONTGOMERY-SMYTHE", "Joueurs!C5": "Christopher"})
    books.simulate(path, 2)
    for name in ("Grande finale", "Match pour la 3e place"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    books.update(path)
    for game in [game for game in books.lines(path, "Finales") if game["Match"]]:
        books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 35})
    assert run("publish", books.update(path), "--to", tmp_path / "p") == 0
    for screen in ((1024, 768), (800, 600), (1280, 720), (1366, 768), (1920, 1080)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        for number in range(browser.run("pages.length")):
            bar = browser.run(f"paused = true, at = {number}, show(), {HEADER}")
            assert bar["height"] < 0.1 and bar["clock"] and not bar["cut"] and bar["letters"] >= 0.028, (screen, bar)
            assert browser.over() == [], (screen, number)


@starts_programs
def test_the_tournaments_name_takes_two_lines_of_the_bar_before_it_is_cut(browser, tmp_path):
    """80 letters beside the longest title of a view and the round's time; the bar is as high as with a short name."""
    name = "Grand Prix International de Saint-Symphorien-d'Ozon et de la Vallée du Rhône, 26"
    settings = [text for setting in (f"Nom={name}", "Heure de la ronde=14:30") for text in ("--set", setting)]
    path = books.pair(books.simulate(books.create(tmp_path, 64, "--rondes", 3, *settings), 1))
    assert len(name) == 80 and run("publish", path, "--to", tmp_path / "p") == 0
    for screen in ((1024, 768), (1280, 720), (1366, 768), (1920, 1080)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        assert browser.run("pages.length") > 2
        for number in range(browser.run("pages.length")):
            bar = browser.run(f"paused = true, at = {number}, show(), {HEADER}")
            assert bar["height"] < 0.1 and bar["clock"] and not bar["cut"], (screen, number, bar)
            assert bar["letters"] >= 0.026 and bar["name"] >= 0.017, (screen, number, bar)
            assert browser.over() == [], (screen, number)


def publish_the_end(folder, players, finals=()):
    """Publish a finished Othello tournament, or without finals a Scrabble one with two prizes; return its pages."""
    path = books.create(folder, players, "--rondes", 2, formula="othello" if finals else "classique")
    names = [("GARNIER", "Élodie"), ("BENOÎT", "Camille"), ("LEROY", "Antoine"), ("Brunet-Manquat", "Jean-Paul")]
    for row in range(5, 5 + players):
        surname, first_name = names[row % 4]
        books.edit(path, {f"Joueurs!B{row}": f"{surname}{chr(92 + row)}", f"Joueurs!C{row}": first_name})
    books.simulate(path, 2)
    for name in finals:
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    if finals:
        books.update(path)
        for game in [game for game in books.lines(path, "Finales") if game["Match"]]:
            books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 35})
    else:
        cells = {"A5": "Prix du tournoi offert par la municipalité", "B5": "Général", "D5": "oui",
                 "A6": "Plus gros score", "B6": "Meilleure partie", "D6": "oui"}  # fmt: skip
        books.edit(path, {f"Prix!{cell}": text for cell, text in cells.items()})
    assert run("publish", books.update(path), "--to", folder / "p") == 0
    return folder / "p"


FILLED = """(() => {
  const seen = document.querySelector("main").getBoundingClientRect(), lines = pages[at].items;
  const bottoms = lines.map((one) => one.getBoundingClientRect().bottom);
  return { view: pages[at].kind, filled: (Math.max(...bottoms) - seen.top) / seen.height, lines: lines.length,
           letters: parseFloat(pages[at].view.querySelector("ul").style.fontSize),
           broken: [...pages[at].view.querySelectorAll(".stage ~ b")].filter((one) =>
             one.offsetHeight > 1.7 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.textContent) };
})()"""  # how much of the screen the page takes, and names of the finals on two lines


@starts_programs
@pytest.mark.parametrize("finals", [(), ("Grande finale", "Match pour la 3e place")])
def test_at_the_end_podium_and_prizes_take_the_screen_and_no_name_of_a_final_is_on_two_lines(browser, tmp_path, finals):
    folder = publish_the_end(tmp_path, 17, finals)
    for screen in ((1024, 768), (1280, 720), (1366, 768), (1920, 1080)):
        browser.open(folder / "ecran.html", *screen)
        shown = [browser.run(f"paused = true, at = {number}, show(), {FILLED}") for number in (0, 1)]
        assert ["podium" in page["view"] for page in shown] == [True, False]
        for page in shown[: 1 if finals else 2]:
            assert page["filled"] > 0.8 or page["letters"] >= 7.2, (screen, page)
            assert page["letters"] > 6 and not page["broken"], (screen, page)
        assert finals or "prizes" in shown[1]["view"]


@starts_programs
@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_a_list_on_several_pages_fills_each_of_them(browser, tmp_path, formula):
    """With 64 players and long names "Par table" takes several pages: their lines share the height that is left."""
    path = books.create(tmp_path, 64, "--rondes", 2, formula=formula)
    surnames = ("DE LA ROCHEFOUCAULD-MONTGOMERY", "VIAL-PERRACHON DE MONTEYNARD", "Rey", "Lœwenguth")
    cells = {f"Joueurs!{column}{row}": text for row in range(5, 69)
             for column, text in zip("BC", (surnames[row % 4], f"Jean-Baptiste {row}"), strict=True)}  # fmt: skip
    books.pair(books.edit(path, cells))
    assert run("publish", path, "--to", tmp_path / "p") == 0
    for screen in ((1024, 768), (1366, 768), (1920, 1080)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        for number in range(browser.run("pages.length")):
            page = browser.run(f"paused = true, at = {number}, show(), {FILLED}")
            is_last = browser.run(f"pages[{number}].part + 1 === pages[{number}].count")
            assert page["filled"] > 0.8 or is_last, (screen, page)
            assert browser.over() == [], (screen, number)


PRIZES = """[...document.querySelectorAll(".prizes li")].map((line) => {
  const [prize, name, reason] = [...line.querySelectorAll(".prize, b, .quiet")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const letters = parseFloat(getComputedStyle(line).fontSize);
  const isAbove = (one, two) => one.bottom <= two.top + 0.2 * letters;
  return { left: Math.round(name.left), lines: Math.round(name.height / letters / 1.15), letters,
           apart: isAbove(prize, name) && (isAbove(name, reason) || name.right <= reason.left) };
})"""  # lines of the prizes that are shown: the names' left edges, lines, and whether nothing stands over another


@starts_programs
def test_prizes_have_names_of_two_lines_at_most_in_one_column_and_the_hints_give_way_to_the_room(browser, tmp_path):
    path = books.create(tmp_path, 8, "--rondes", "2", "--set", "Salle=Salle Hector-Berlioz")
    books.edit(path, {f"Joueurs!B{row}": "Van der Schueren-Vermeulen" for row in range(5, 13)})
    books.edit(path, {f"Joueurs!C{row}": f"Guillaume-Alexandr{'abcdefgh'[row - 5]}" for row in range(5, 13)})
    books.simulate(path, 2)
    prizes = (
        ("Prix du tournoi", "Général"),
        ("Plus gros score", "Meilleure partie"),
        ("Remontée", "Plus belle remontée"),
    )
    cells = {f"Prix!{column}{row}": text for row, prize in enumerate(prizes, start=5)
             for column, text in zip("ABD", (*prize, "oui"), strict=True)}  # fmt: skip
    books.update(books.edit(path, cells))
    assert run("publish", path, "--to", tmp_path / "p") == 0
    for screen in ((1366, 768), (1920, 1080)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        browser.run("paused = true, at = pages.findIndex((page) => page.kind.includes('prizes')), show(), 1")
        prizes_shown = browser.run(PRIZES)
        assert len(prizes_shown) >= 2 and len({prize["left"] for prize in prizes_shown}) == 1, prizes_shown
        for prize in prizes_shown:
            assert prize["apart"] and prize["lines"] <= 2, prizes_shown
        assert browser.over() == []
        step = "document.getElementById('etape')"
        assert browser.run(f"{step}.textContent.endsWith('Hector-Berlioz')")
        assert browser.run(f"{step}.offsetHeight < 1.9 * parseFloat(getComputedStyle({step}).fontSize)"), screen
    browser.resize(2600, 1080)
    browser.until("!document.getElementById('touches').hidden")
