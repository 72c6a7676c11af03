"""A publication in use: in a browser, while the workbook is saved, served in the hall, killed half way."""

import asyncio
import gzip
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from itertools import product

import pytest

from tests import ROOT, books
from tests.books import run
from tests.browser import chromium
from tests.fuzz import PART
from tests.hall_phones import Hall, get
from tests.programs import starts_programs
from tests.publication.test_publish import ENTRIES
from tests.stopped import KILLED, children
from tournament_xl.phones.network_limits import MAX_CONNECTIONS
from tournament_xl.phones.served_pages import open_server


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


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
COLLIDE = """[...document.querySelectorAll(".slip")].flatMap((slip) => {
  const edge = slip.getBoundingClientRect();
  const parts = [...slip.querySelectorAll(".qr, .quiet, h2, b, .box, .sign, .help")];
  const boxes = parts.map((one) => {  // of a text, what its letters take
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches(".qr, .box, .sign") ? one : range).getBoundingClientRect();
  });
  const over = (one, two) => one !== two && one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  return parts.filter((one, at) => boxes[at].bottom > edge.bottom || boxes.some((box) => over(box, boxes[at])))
    .map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`);
})"""
CUT = "[...document.querySelectorAll('[data-short]')].some((one) => one.textContent.includes('…'))"
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
        assert browser.run("document.querySelectorAll('.slip').length") == 4 and browser.run(COLLIDE) == []
        books.simulate(path, 1)
        books.pair(path)
        hall.saved()
        browser.run("location.reload()")  # as the page does itself, more seldom
        browser.until("document.querySelector('h1')?.textContent.includes('ronde 2')")


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


FORMS = """Object.fromEntries(pages.map(({ view }) => [view.className, [...view.querySelectorAll("[data-short]")]
  .filter((name) => name.dataset.name !== name.dataset.short).map((name) => {
    const form = name.textContent === name.dataset.short ? "short" : "whole", hidden = view.hidden;
    const items = [...view.querySelectorAll("li")], shown = items.map((one) => one.hidden);
    for (const one of items) one.hidden = false;
    view.hidden = false;
    const heights = ["short", "name"].map((key) => { name.textContent = name.dataset[key]; return name.offsetHeight; });
    name.textContent = name.dataset[form === "short" ? "short" : "name"];
    items.forEach((one, index) => { one.hidden = shown[index]; });
    view.hidden = hidden;
    return [name.dataset.name, form, heights[1] > heights[0]];
  })]))"""  # view -> names that have two forms, the form that is shown, whether the whole name takes more lines


@starts_programs
def test_a_name_is_whole_where_that_takes_no_more_lines_and_homonyms_read_alike(browser, tmp_path):
    path = books.create(tmp_path, 12, "--rondes", 3)
    names = (("Fontaine-Dumas", "Françoise", "Lyon"), ("Fontaine-Dumas", "Françoise", "Villeurbanne"),
             ("Charpentier", "Marie-Antoinette", ""), ("DESROCHERS-GIGUÈRE-MONTMORENCY", "Louis", ""))  # fmt: skip
    for row, (surname, first_name, club) in enumerate(names, start=7):
        books.edit(path, {f"Joueurs!B{row}": surname, f"Joueurs!C{row}": first_name, f"Joueurs!E{row}": club})
    assert run("publish", books.pair(path), "--to", tmp_path / "p") == 0
    seen = set()
    for screen in ((1920, 1080), (1366, 768), (1024, 768), (390, 844)):
        browser.open(tmp_path / "p" / "ecran.html", *screen)
        for view, measures in browser.run(FORMS).items():
            homonyms = [(form, longer) for name, form, longer in measures if name.startswith("Fontaine")]
            assert len({form for form, _ in homonyms}) == 1, (screen, view, measures)
            forms = [("homonyms", homonyms[0][0], any(longer for _, longer in homonyms))]
            forms += [measure for measure in measures if not measure[0].startswith("Fontaine")]
            assert all((form == "short") is longer for _, form, longer in forms), (screen, view, forms)
            seen |= {(name.split(" ")[0], form) for name, form, _ in forms}
    assert {("DESROCHERS-GIGUÈRE-MONTMORENCY", "whole"), ("homonyms", "short"), ("Charpentier", "short")} <= seen, seen


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


PRIZES = """[...document.querySelectorAll(".prizes li")].map((line) => {
  const [prize, name, reason] = [...line.querySelectorAll(".prize, b, .quiet")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const box = line.getBoundingClientRect(), letters = parseFloat(getComputedStyle(line).fontSize);
  return { left: Math.round(name.left), lines: Math.round(name.height / letters / 1.15), letters,
           free: Math.max(0, reason.left - name.right), apart: prize.right < name.left && name.right <= reason.left };
})"""  # lines of the prizes that are shown: the names' left edges, lines, and what is free beside them


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


@contextmanager
def publishing(path, *words):
    """`publish` as a process that runs until Ctrl-C, even below `make test &`; its output."""
    command = [sys.executable, "-u", "-m", "tournament_xl", "publish", path, *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8",
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    with process:
        try:
            yield process.stdout
        finally:
            process.send_signal(signal.SIGINT)
            assert "Arrêté" in process.stdout.read()
    assert process.returncode == 0


@starts_programs
def test_the_screen_shows_each_state_once_it_is_saved(browser, tmp_path):
    path = books.create(tmp_path / "b", 8, "--rondes", 2)
    step = "document.getElementById('etape').textContent.startsWith('{}')"
    with publishing(path, "--to", tmp_path / "p", "--watch") as output:
        output.readline()
        browser.open(tmp_path / "p" / "ecran.html")
        books.pair(path)
        browser.until(step.format("Ronde 1 sur 2 ·"))
        books.simulate(path, 1)
        browser.until(step.format("Ronde 1 sur 2 terminée"))
        browser.faults.clear()


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A running server: its port and the folder."""
    folder = tmp_path_factory.mktemp("hall")
    path = books.simulate(books.create(folder / "b", 8), 1)
    with publishing(path, "--to", folder / "p", "--serve") as output:
        lines_of_output = []
        while "Ctrl+C" not in "".join(lines_of_output):
            lines_of_output.append(output.readline())
        yield int(re.search(r"http://127.0.0.1:(\d+)/", "".join(lines_of_output))[1]), folder / "p"


async def _ask(port, request):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        writer.write_eof()
        return await asyncio.wait_for(reader.read(), 30)
    except OSError:  # it was not read to its end
        return b""
    finally:
        writer.close()


def test_two_hundred_at_once_get_their_page_and_nothing_but_the_publication(hall):
    port, folder = hall
    files = sorted(contents(folder).keys() - {"publication.json", "etat.js"})  # the hall's own has more in it
    expected = [files[number % len(files)] for number in range(200)]

    async def all_of_them():
        requests = [f"GET /{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for name in expected]
        return await asyncio.gather(*(_ask(port, request) for request in requests))

    for name, answer in zip(expected, asyncio.run(all_of_them()), strict=True):
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ") and body == (folder / name).read_bytes(), name
        assert b"Content-Security-Policy" in head and b"nosniff" in head


def test_a_page_goes_out_packed_and_an_unchanged_one_not_at_all(hall):
    port, folder = hall
    status, headers, packed = get(port, "/", Accept_Encoding="gzip")
    page = (folder / "index.html").read_bytes()
    assert status == 200 and headers["Content-Encoding"] == "gzip" and gzip.decompress(packed) == page
    assert len(packed) < len(page) / 3
    assert get(port, "/", If_None_Match=headers["ETag"])[::2] == (304, b"")
    assert get(port, "/", If_None_Match='W/"other"')[::2] == (200, page)


def test_more_slow_clients_than_connections_lock_nobody_out(hall):
    """Each says a letter and no more: the server lets go of the oldest, and whoever asks is served."""
    port, folder = hall
    page = (folder / "index.html").read_bytes()
    slow = [socket.create_connection(("127.0.0.1", port), 30) for _ in range(MAX_CONNECTIONS + 100)]
    try:
        for client in slow:
            with suppress(OSError):
                client.send(b"G")
        assert [get(port, "/")[2] == page for _ in range(20)] == [True] * 20
        with suppress(ConnectionResetError):
            assert slow[0].recv(1) == b""
    finally:
        for client in slow:
            client.close()


def test_a_crowded_hall_keeps_no_connection_and_an_empty_one_does(hall):
    port, _ = hall
    request = b"GET /etat.js HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        for _ in range(2):
            line.sendall(request)
            assert line.recv(12) == b"HTTP/1.1 200"
            time.sleep(0.1)
            line.recv(65536)
    crowd = [socket.create_connection(("127.0.0.1", port), 30) for _ in range(MAX_CONNECTIONS // 2 + 10)]
    try:
        assert get(port, "/etat.js")[1]["Connection"] == "close"
    finally:
        for line in crowd:
            line.close()


def test_a_tls_hello_is_closed_at_once(hall):
    port, _ = hall
    with socket.create_connection(("127.0.0.1", port), 2) as line:
        line.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 300)
        assert line.recv(1) == b""


def test_an_unknown_address_has_a_short_page_that_leads_to_the_tournament(hall):
    port, _ = hall
    status, headers, page = get(port, "/classement")
    assert status == 404 and headers["Content-Type"].startswith("text/html") and b'<a href="/">' in page
    assert "n'a pas de page" in page.decode() and len(page) < 500


OUTSIDE = ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/lien.html", "//etc/passwd", "/%00", "/%ff%fe")
MALFORMED = (
    b"\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET http://x/ HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"\0" * 50,
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
)  # fmt: skip


def test_malformed_requests_get_an_answer_of_their_kind(hall):
    """None, an error, or the front page, where it is clear that this is what is meant."""
    port, folder = hall
    front = (folder / "index.html").read_bytes()
    (folder.parent / "secret.txt").write_text("geheim")
    (folder / "lien.html").symlink_to(folder.parent / "secret.txt")
    for request in (*MALFORMED, *(f"GET {path} HTTP/1.1\r\n\r\n".encode() for path in OUTSIDE)):
        answer = asyncio.run(_ask(port, request))
        refused = not answer or re.match(rb"HTTP/1\.[01] (4\d\d|50[15]) ", answer)
        assert refused or answer.endswith(front), (request[:60], answer[:60])
        assert b"geheim" not in answer and b"root:" not in answer


def test_killed_at_any_step_each_entry_is_old_or_new_and_all_it_leads_to_is_there(tmp_path):
    folder = tmp_path / "before"
    path = books.simulate(books.create(folder, 8, name="club.xlsx"), 1)
    assert run("publish", path, "--to", folder / "p") == 0
    old = contents(folder / "p")
    books.simulate(path, 1)
    shutil.copytree(folder, tmp_path / "after")
    words = ("publish", "club.xlsx", "--to", "p")
    codes, output = children([(tmp_path / "after", 0)], words)
    assert codes == [0], output
    new, steps = contents(tmp_path / "after" / "p"), sum(line[:1].isdigit() for line in output.splitlines())
    assert steps > 40
    for step in range(1, steps + 1, PART or 45):
        shutil.copytree(folder, now := tmp_path / str(step))
        assert children([(now, step)], words)[0] == [KILLED]
        current = contents(now / "p")
        for name in ENTRIES:
            assert current[name] in (old[name], new[name]), (step, name)
        for name in ("index.html", "ecran.html", "etat.js"):
            state = re.search(rb"etat-\w{12}", current[name])[0].decode()
            there, whole = (
                {file: data for file, data in files.items() if file.startswith(state)}
                for files in (current, old if current[name] == old[name] else new)
            )
            assert there == whole
        assert children([(now, 9999)], words)[0] == [0]
        assert contents(now / "p") == new
        shutil.rmtree(now)
