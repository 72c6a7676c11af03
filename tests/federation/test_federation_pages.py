"""The ranking's public pages in a browser, on a phone and on a wide screen, and the ranking on paper."""

from datetime import date, timedelta
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.browser import chromium
from tests.federation_desk import JANUARY, publish_month, send
from tests.programs import starts_office, starts_programs
from tournament_xl.federation import publish

SURNAMES = {
    0: "DESROCHERS-GIGNAC-MONTMORENCY", 1: "D’ÈVE-ÑANDÚ ET UN NOM VRAIMENT TRÈS LONG", 2: "MARTIN", 3: "MARTIN",
    23: "LACHAUME-BOREL-MONTGOMERY",
}  # fmt: skip
CLUBS = ("Vienne", "Scrabble-club intercommunal de Saint-Quentin-en-Yvelines", "Lyon", "Genève")
TITLES = ("Tournoi", "Championnat régional de la Côte-Saint-André et environs", "Anticonstitutionnellement-vôtre")
PEOPLE = [
    {"name": SURNAMES.get(n, f"NOM{n:02}"), "first_name": "Jean", "licence": f"L{n}", "club": CLUBS[n % 4],
     "series": "4A", "cote": 1500 + 40 * n, "last": date(2015, 8, 1)}
    for n in range(24)
]  # fmt: skip
LATE = "Grand Prix International de Saint-Symphorien-d'Ozon et de la Vallée du Rhône"
SHOWN = r"""(() => {
  const box = (one) => one.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
  const labels = all(".curve :is(i, b, span)").map(box), curve = document.querySelector(".curve");
  const title = document.querySelector("h1");
  const over = (one, two) => one.left < two.right && two.left < one.right
    && one.top < two.bottom && two.top < one.bottom;
  return {
    header: Math.max(...all(".top > *").map((one) => box(one).bottom)),
    title: box(title).height / parseFloat(getComputedStyle(title).fontSize),
    untitled: all("table").filter((one) => [...one.tHead.rows[0].cells].some((cell) => !cell.textContent.trim())),
    leaving: all("section > table, section :not(.scroll) > table").filter((one) =>
      box(one).right > box(one.closest("section")).right - 5).map((one) => one.innerText.slice(0, 40)),
    labels: labels.length,
    overlapping: labels.filter((one, at) => labels.slice(0, at).some((two) => over(one, two))),
    share: curve && box(curve.querySelector("polyline")).width / box(curve).width,
  };
})()"""  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The site of a ranking with long names and titles, namesakes, and curves whose last points are close.

    Then two late tournaments, whose changes the next month lists.
    """
    folder, source = tmp_path_factory.mktemp("ranking"), Random(3)
    for n in range(16):
        first = date(2015, 9, 5) + timedelta(n * 14 if n < 10 else 200 + n)
        field = PEOPLE[:6] + source.sample(PEOPLE[6:], 6)
        facts = world.invent_tournament(source, field, first, title=f"{TITLES[n % 3]} {n}")
        world.write_workbook(folder / "r" / f"{n}.xlsx", facts)
    words = ["--joueurs", world.write_list(folder / "liste.csv", PEOPLE), "--date", "2016-05-31"]
    words += ["-o", folder / "m.xlsx", "--federation", "Fédération internationale de Scrabble francophone"]
    assert run("federation", "publish", folder / "r", *words) == 0
    for day in (20, 21):
        late = world.invent_tournament(Random(day), PEOPLE[:8], date(2016, 5, day), title=f"{LATE}, {day}")
        world.write_workbook(folder / "late" / f"{day}.xlsx", late)
    assert run("federation", "build", folder / "late", "--date", "2016-06-30", "-o", folder / "n.xlsx") == 0
    return folder / "m-site"


@starts_programs
def test_a_phone_has_room_for_the_content_and_no_name_is_broken(pages, tmp_path):
    """The header takes 150 pixels of a phone at most; labels of a curve never overlap, and the curve fills its card."""
    players = sorted(pages.glob("joueur/*.html"))[:8]
    (changes,) = pages.parent.glob("n-site/etat-*/changements.html")
    with chromium(tmp_path / "profile") as browser:
        for width, height in ((360, 740), (390, 844), (1366, 768)):
            for page in (pages / "index.html", changes, *players, *sorted(pages.glob("tournoi/*.html"))[:3]):
                shown = browser.open(page, width, height).run(SHOWN)
                place = width, page, shown
                assert browser.over() == [] and browser.serious() == [] and not browser.broken("th > a, .who > a"), (
                    place
                )
                assert shown["header"] <= (150 if width < 400 else height / 5), place
                assert not (shown["leaving"] or shown["untitled"] or shown["overlapping"]), place
                assert width < 400 or page.name != "index.html" or shown["title"] < 2, place
                assert page not in players or (shown["labels"] >= 6 and shown["share"] > 0.75), place


@starts_office
def test_the_ranking_is_printed_by_libreoffice_or_nothing_is_written(desk, monkeypatch):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    with monkeypatch.context() as patched:
        patched.setattr(publish, "find_libreoffice", lambda machine: "/bin/true")
        assert publish_month(desk, JANUARY, None, "--pdf") == 5
    assert sorted(path.name for path in desk.iterdir()) == [JANUARY, "liste.csv"]
    assert publish_month(desk, JANUARY, None, "--pdf") == 0
    assert (desk / f"{JANUARY}.pdf").read_bytes().startswith(b"%PDF")
