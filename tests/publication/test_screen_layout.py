"""How the hall's screen, the pages and the slips look in a browser: nothing cut that has room, nothing over another."""

from contextlib import closing, contextmanager
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

pytestmark = starts_programs
PROJECTORS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080))
PHONE = (390, 844)
ADDRESS = "http://192.168.178.142:8064/"
LONG_ADDRESS = "http://tournois.club-de-la-cote-saint-andre.example.org:8064/"
LONG_NAME = "Grand Prix International de Saint-Symphorien-d'Ozon et de la Vallée du Rhône, 26"  # of 80 letters
FINALS = ("Grande finale", "Match pour la 3e place")
PRIZES = (("Prix du tournoi", "Général"), ("Plus gros score", "Meilleure partie"),
          ("Remontée", "Plus belle remontée"))  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        yield page


@contextmanager
def served(browser, path, address=ADDRESS):
    """Serve the pages of a workbook as at an address, until the browser has left them; yield where they are."""
    hall = Hall(path)
    hall.publication.address = address
    hall.saved()
    with closing(open_server(hall.reports).start()) as server:
        yield f"http://127.0.0.1:{server.port}/"
        browser.call("Page.navigate", url="about:blank")


def set_names(path, count, *names):
    """Give players these names in turn, each with the end of a first name of his own."""
    people = {row: (*names[row % len(names)], chr(97 + row % 26) * (row // 26 + 1)) for row in range(5, 5 + count)}
    named = {f"Joueurs!B{row}": surname for row, (surname, _, _) in people.items()}
    return books.edit(path, named | {f"Joueurs!C{row}": first + end for row, (_, first, end) in people.items()})


LONG_NAMES = (("DE LA ROCHEFOUCAULD-MONTGOMERY", "Jean-Baptiste"), ("VIAL-PERRACHON DE MONTEYNARD", "Anne-Élisabeth"),
              ("Rey", "Odile"), ("Lœwenguth", "François-Xavier"))  # fmt: skip
ORDINARY = (("GARNIER", "Élodie"), ("BENOÎT", "Camille"), ("LEROY", "Antoine"), ("Brunet-Manquat", "Jean-Paul"))


def make_round(folder):
    path = books.create(folder, 26)
    return books.pair(books.edit(path, {"Joueurs!B7": "DESROCHERS-GIGNAC-MONTMORENCY", "Joueurs!C7": "Anne-Élisabeth"}))


def make_several_pages(folder):
    options = ("--rondes", 2, "--set", f"Nom={LONG_NAME}", "--set", "Heure de la ronde=14:30")
    path = books.create(folder, 64, *options, formula="othello")
    return books.pair(set_names(path, 64, *LONG_NAMES))


def make_prizes(folder):
    path = set_names(books.create(folder, 17, "--rondes", 2), 17, *ORDINARY)
    cells = {f"Prix!{column}{row}": text for row, prize in enumerate(PRIZES[:2], start=5)
             for column, text in zip("ABD", (*prize, "oui"), strict=True)}  # fmt: skip
    return books.update(books.edit(books.simulate(path, 2), cells))


def make_finals(folder):
    path = books.create(folder, 17, "--rondes", 2, "--nom", "Open de Nantes", formula="othello")
    books.simulate(set_names(path, 17, *ORDINARY, ("MONTGOMERY-SMYTHE", "Christopher")), 2)
    for name in FINALS:
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    books.update(path)
    for game in [game for game in books.lines(path, "Finales") if game["Match"]]:
        books.edit(path, {f"Finales!Pions N!{game['row']}": 29, f"Finales!Pions B!{game['row']}": 35})
    return books.update(path)


def make_end_of_many(folder):
    path = books.create(folder, 128, "--rondes", 2)
    books.edit(path, {"Joueurs!B5": "DESROCHERS-GIGNAC-MONTMORENCY", "Joueurs!C5": "Anne-Élisabeth"})
    return books.simulate(path, 2)


MOMENTS = {
    "a round": make_round, "several pages and the longest title": make_several_pages, "prizes": make_prizes,
    "finals": make_finals, "the end of many": make_end_of_many,
}  # fmt: skip
MEASURE = """(() => {
  const box = (one) => one.getBoundingClientRect(), of = (selector) => document.querySelector(selector);
  const page = pages[at], seen = box(of("main")), code = of(".code") && box(of(".code")), lines = page.items.map(box);
  const isApart = (one) => !code || one.right <= code.left || one.left >= code.right || one.bottom <= code.top
    || one.top >= code.bottom;
  const isCut = (one) => one && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1);
  const isParted = ({ firstChild: text }) => [...text.data.matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  });
  const letters = (one) => parseFloat(getComputedStyle(one).fontSize), onProjector = innerWidth > innerHeight;
  const filled = (Math.max(...lines.map((one) => one.bottom)) - seen.top) / seen.height;
  const size = parseFloat(page.view.querySelector("ul").style.fontSize);
  return {
    kind: page.kind, letters: size, faults: {
      covered: lines.some((one) => !isApart(one)),
      cut: lines.some((one) => one.bottom > box(of("footer")).top || one.right > seen.right + 1),
      shortened: [...page.view.querySelectorAll("b")].some((one) => one.textContent.includes("…")),
      parted: [...page.view.querySelectorAll("b")].filter(isParted).map((one) => one.textContent).join(),
      folded: [...page.view.querySelectorAll(".stage ~ b")].some((one) => one.offsetHeight > 1.7 * letters(one)),
      bar: onProjector && (box(of("header")).height / innerHeight > 0.1 || box(of("#horloge")).right > innerWidth
        || ["h1", "#titre-vue"].some((one) => isCut(of(one))) || letters(of("#titre-vue")) / innerHeight < 0.026),
      address: isCut(of(".address")),
      empty: onProjector && filled < 0.8 && size < 7.2 && page.part + 1 < page.count ? filled : 0,
    },
  };
})()"""  # of the page of the screen that is up


def show(browser, number):
    """Turn the screen to a page and measure it."""
    return browser.run(f"(paused = true, at = {number}, show(), {MEASURE})")


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_cut_covered_or_parted_on_any_screen_whatever_the_moment(browser, tmp_path, moment):
    faults, kinds = {}, set()
    path = MOMENTS[moment](tmp_path)
    with served(
        browser, path, LONG_ADDRESS if moment in ("a round", "several pages and the longest title") else ADDRESS
    ) as address:
        for screen in (*PROJECTORS, PHONE):
            browser.open(f"{address}ecran.html", *screen)
            for number in range(browser.run("pages.length")):
                measures = show(browser, number)
                found = [name for name, is_there in measures["faults"].items() if is_there] + browser.over()
                if screen == PROJECTORS[0] and measures["kind"] not in kinds:
                    found += browser.serious()
                    kinds.add(measures["kind"])
                if found:
                    faults[screen, number, measures["kind"]] = found, measures["faults"]
    assert faults == {}


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_the_letters_take_the_room_there_is(browser, tmp_path, formula):
    """26 players stand on one screen, 12 in larger letters."""
    letters = {}
    for players in (12, 26):
        with served(browser, books.pair(books.create(tmp_path / f"{players}", players, formula=formula))) as address:
            browser.open(f"{address}ecran.html", 1366, 768)
            views = [show(browser, number) for number in range(browser.run("pages.length"))]
        letters[players] = {view["kind"]: view["letters"] for view in views}
        assert players == 12 or len(letters[players]) == len(views)
    assert all(size > 1.15 * letters[26][kind] for kind, size in letters[12].items())


def test_a_published_page_names_everybody_whole_and_asks_nobody(browser, tmp_path):
    path = books.create(tmp_path / "b", 12, "--rondes", 3)
    people = (("Fontaine-Dumas", "Françoise", "Lyon"), ("Fontaine-Dumas", "Françoise", "Villeurbanne"),
             ("Charpentier", "Marie-Antoinette", ""), ("DESROCHERS-GIGUÈRE-MONTMORENCY", "Louis", ""),
             ("D’Ève-Ñandú et un nom vraiment très long", "Anne", ""))  # fmt: skip
    for row, (surname, first_name, club) in enumerate(people, start=7):
        books.edit(path, {f"Joueurs!B{row}": surname, f"Joueurs!C{row}": first_name, f"Joueurs!E{row}": club})
    pages = tmp_path / "p"
    assert run("publish", books.pair(books.simulate(path, 1)), "--to", pages) == 0
    browser.asked.clear()
    whole = {player["name"] for player in facts_in(pages)["players"]}
    assert {"Fontaine-Dumas Françoise (Villeurbanne)", "DESROCHERS-GIGUÈRE-MONTMORENCY Louis"} < whole
    names = "[...document.querySelectorAll('.names b, .tables b, .ten b')].map((name) => name.textContent)"
    browser.open(pages / "ecran.html", *PHONE)
    assert {name.replace("\u2011", "-").replace("\u00a0", " ") for name in browser.run(names)} == whole
    player = next(iter(sorted(pages.glob("etat-*/joueur-*.html"))))
    for name, scheme in product((player, pages / "index.html"), ("dark", "light")):
        browser.prefer(scheme)
        for screen in (PHONE, (1366, 768)):
            browser.open(name, *screen)
            assert browser.over() == [] and browser.serious() == [], (name, scheme, screen)
    assert not browser.faults and all(address.startswith(("file:", "data:")) for address in browser.asked)
    search = "(text) => { const field = document.getElementById('nom'); field.value = text; "
    search += "field.dispatchEvent(new Event('input')); return document.getElementById('trouves').innerText; }"
    assert "D’Ève-Ñandú" in browser.run(f'({search})("d\'eve nandu")') and browser.run(f"({search})('personne')") == ""


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


def test_a_slip_has_room_for_long_names_and_a_long_title(browser, tmp_path):
    title, name = "Championnat régional de la Côte-Saint-André et environs, 2026", "D’Ève-Ñandú et Vial-Perrachon"
    path = books.create(tmp_path, 8, "--set", f"Nom={title}", formula="othello")
    hall = Hall(books.pair(books.edit(path, {f"Joueurs!B{row}": name for row in range(6, 10)})))
    with closing(open_server(hall.reports).start()) as server:
        browser.open(f"http://127.0.0.1:{server.port}/{hall.desk}/fiches", 1366, 900)
        assert browser.run("document.querySelectorAll('article').length") == 4 and browser.run(COLLIDE) == []


LINES = """[...document.querySelectorAll(".prizes li")].map((line) => {
  const [prize, name, reason] = [...line.querySelectorAll(".prize, b, .quiet")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const letters = parseFloat(getComputedStyle(line).fontSize);
  const isAbove = (one, two) => one.bottom <= two.top + 0.2 * letters;
  return { left: Math.round(name.left), lines: Math.round(name.height / letters / 1.15),
           apart: isAbove(prize, name) && (isAbove(name, reason) || name.right <= reason.left) };
})"""  # lines of the prizes that are shown: the names' left edges, lines, and whether nothing stands over another


def test_prizes_have_names_of_two_lines_at_most_in_one_column(browser, tmp_path):
    path = books.create(tmp_path, 8, "--rondes", "2", "--set", "Salle=Salle Hector-Berlioz")
    books.simulate(set_names(path, 8, ("Van der Schueren-Vermeulen", "Guillaume-Alexandr")), 2)
    cells = {f"Prix!{column}{row}": text for row, prize in enumerate(PRIZES, start=5)
             for column, text in zip("ABD", (*prize, "oui"), strict=True)}  # fmt: skip
    assert run("publish", books.update(books.edit(path, cells)), "--to", tmp_path / "p") == 0
    for screen in ((1366, 768), (1920, 1080)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        browser.run("(paused = true, at = pages.findIndex((page) => page.kind.includes('prizes')), show(), 1)")
        shown = browser.run(LINES)
        assert len(shown) >= 2 and len({prize["left"] for prize in shown}) == 1, shown
        assert all(prize["apart"] and prize["lines"] <= 2 for prize in shown), shown
        step = "document.getElementById('etape')"
        assert browser.run(f"{step}.offsetHeight < 1.9 * parseFloat(getComputedStyle({step}).fontSize)"), screen
