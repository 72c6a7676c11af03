"""A publication in use: in a browser, while the workbook is saved, served in the hall, killed half way."""

import asyncio
import re
import shutil
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests import books
from tests.books import run
from tests.browser import chromium, needs_chromium
from tests.fuzz import TRIALS
from tests.stopped import KILLED
from tests.test_killed import children
from tournament_xl.hosts import files
from tournament_xl.publish.pages import ENTRIES
from tournament_xl.publish.what_if import race
from tournament_xl.record import replace
from tournament_xl.rules.othello.standings import standings as othello
from tournament_xl.rules.scrabble.standings import standings as scrabble

ROOT = Path(__file__).parent.parent
SIZES = [(360, 740), (1366, 768)]
COMMAND = [sys.executable, "-u", "-m", "tournament_xl", "publish"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module", params=["classique", "othello"])
def pages(request, tmp_path_factory):
    """The pages of a tournament whose last round has begun."""
    folder = tmp_path_factory.mktemp("pages")
    path = books.create(folder / "b", 11, "--rondes", 4, formula=request.param)
    books.edit(path, {"Joueurs!B6": "Cœurdevey", "Joueurs!B7": "D’Ève-Ñandú et un nom vraiment très long"})
    books.simulate(path, 3)
    books.pair(path)
    assert run("publish", path, "--to", folder / "p") == 0
    return folder / "p"


@needs_chromium
def test_every_page_fits_every_screen_without_a_fault_or_a_request(browser, pages):
    files = [pages / "index.html", pages / "ecran.html", *sorted(pages.glob("etat-*/joueur-*.html"))[:1]]
    for file, (width, height) in product(files, SIZES):
        browser.asked.clear()
        browser.open(file, width, height)
        assert not browser.faults, file
        assert all(address.startswith(("file:", "data:")) for address in browser.asked)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), (file, width)


@needs_chromium
def test_the_search_minds_no_accents(browser, pages):
    browser.open(pages / "index.html", 360, 740)
    search = "(text) => { const field = document.getElementById('nom'); field.value = text; "
    search += "field.dispatchEvent(new Event('input')); return document.getElementById('trouves').innerText; }"
    assert "Cœurdevey" in browser.run(f"({search})('coeur')")
    assert "D’Ève-Ñandú" in browser.run(f'({search})("d\'eve nandu")')
    assert browser.run("document.querySelectorAll('tr.me').length") > 1
    assert browser.run(f"({search})('personne')") == ""


CONTRAST = """(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92
    : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (one) => { for (; one; one = one.parentElement) {
    const c = rgb(getComputedStyle(one).backgroundColor); if (c.length < 4 || c[3] > 0.99) return c; }
    return [255, 255, 255]; };
  const worst = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || one.closest("svg, template, script")) continue;
    const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) worst.push(one.className + ":" + walk.currentNode.data.slice(0, 30)); }
  return worst; })()"""  # texts with less than 4.5 : 1, by the formula of the WCAG


@needs_chromium
def test_everything_stands_out_from_its_ground(browser, pages):
    for name, dark in product(("index.html", "ecran.html"), (False, True)):
        assert browser.open(pages / name, dark=dark).run(CONTRAST) == []


@needs_chromium
def test_the_screen_shows_each_state_once_it_is_saved(browser, tmp_path):
    path = books.create(tmp_path / "b", 8, "--rondes", 2)
    words = [*COMMAND, path, "--to", tmp_path / "p", "--watch"]
    step = "document.getElementById('etape').textContent.startsWith('{}')"
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            process.stdout.readline()
            browser.open(tmp_path / "p" / "ecran.html")
            browser.run("window.here = true")
            books.pair(path)
            browser.until(step.format("Ronde 1 sur 2 ·"))
            books.simulate(path, 1)
            browser.until(step.format("Ronde 1 sur 2 terminée"))
            assert browser.run("window.here"), "without loading the page again"
            assert not [fault for fault in browser.faults if "etat.js" not in fault]
            browser.faults.clear()
        finally:
            process.send_signal(signal.SIGINT)
            told = process.stdout.read()
            print(told)
    assert process.returncode == 0 and told.count(" : publié.") == 2


@pytest.fixture
def hall(tmp_path):
    """A running server: its port and the folder."""
    path = books.create(tmp_path / "b", 8)
    books.simulate(path, 1)
    words = [*COMMAND, path, "--to", tmp_path / "p", "--serve"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        port = 0
        for line in process.stdout:
            if found := re.search(r"http://[\d.]+:(\d+)/ecran", line) or re.search(r"http://[\d.]+:(\d+)/", line):
                port = int(found[1])
            if "Ctrl+C" in line:
                break
        yield port, tmp_path / "p"
        process.send_signal(signal.SIGINT)
        assert "Arrêté" in process.stdout.read()
    assert process.returncode == 0


async def _ask(port, request):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    if writer.can_write_eof():
        writer.write_eof()
    answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    return answer


def test_two_hundred_at_once_get_their_page_and_nothing_but_the_publication(hall):
    port, folder = hall
    files = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
    files.remove("publication.json")
    wanted = [files[at % len(files)] for at in range(200)]

    async def all_of_them():
        return await asyncio.gather(
            *(_ask(port, f"GET /{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) for name in wanted)
        )

    for name, answer in zip(wanted, asyncio.run(all_of_them()), strict=True):
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.0 200 ") and body == (folder / name).read_bytes(), name
        assert b"Content-Security-Policy" in head and b"nosniff" in head


def test_malformed_requests_get_an_answer_of_their_kind(hall):
    """None, an error, or the front page, where it is clear that this is what is meant."""
    port, folder = hall
    front = (folder / "index.html").read_bytes()
    (folder.parent / "secret.txt").write_text("geheim")
    (folder / "lien.html").symlink_to(folder.parent / "secret.txt")
    paths = [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/lien.html", "/publication.json", "//etc/passwd",
        "/etat-x/../../secret.txt", "/etat-0/..", "/index.html/", "/INDEX.HTML", "/.", "/%00", "/b/tournoi.xlsx",
        "/etat-0/style.css/..", "/tournoi.json%20", "/index.html%0d%0aX: y",
    ]  # fmt: skip
    bad = [f"GET {path} HTTP/1.1\r\n\r\n".encode() for path in paths]
    bad += [f"{verb} / HTTP/1.1\r\n\r\n".encode() for verb in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "")]
    bad += [
        b"\r\n\r\n", b"GET\r\n\r\n", b"GET / \r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET http://x/ HTTP/1.1\r\n\r\n",
        b"GET index.html HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/1.1", b"\0" * 50,
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        b"GET /\0 HTTP/1.1\r\n\r\n", "GET /é HTTP/1.1\r\n\r\n".encode(), b"GET /% HTTP/1.1\r\n\r\n",
        b"GET /%ff%fe HTTP/1.1\r\n\r\n", b"HEAD /nothing HTTP/1.1\r\n\r\n", b"GET  /  HTTP/1.1\r\n\r\n",
    ]  # fmt: skip
    bad += [b"GET /etat-" + bytes([letter]) + b"/joueur-1.htm HTTP/1.1\r\n\r\n" for letter in range(33, 45)]
    assert len(bad) >= 50
    for request in bad:
        answer = asyncio.run(_ask(port, request))
        refused = not answer or re.match(rb"HTTP/1\.0 (4\d\d|50[15]) ", answer)
        assert refused or answer.endswith(front), (request[:60], answer[:60])
        assert b"geheim" not in answer and b"root:" not in answer


def test_a_page_of_an_earlier_state_leads_to_the_one_now(hall):
    port, folder = hall
    (now,) = (file.relative_to(folder).as_posix() for file in folder.glob("etat-*/joueur-1.html"))
    answer = asyncio.run(_ask(port, b"GET /etat-1/joueur-1.html HTTP/1.1\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.0 302 ") and f"Location: /{now}\r\n".encode() in answer
    assert asyncio.run(_ask(port, b"HEAD / HTTP/1.1\r\n\r\n")).endswith(b"\r\n\r\n")


STEPS = 400  # more than publishing has


def killed(folder, step):
    """The exit code of `publish` killed at a step, 0 for none, and what its steps were."""
    (code,), told = children([(folder, step)], ("publish", "club.xlsx", "--to", "p"))
    return code, told


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def two_states(tmp_path_factory):
    """A folder with a published workbook that was played on since; the files of both states."""
    folder = tmp_path_factory.mktemp("killed")
    path = books.create(folder, 8, name="club.xlsx")
    books.simulate(path, 1)
    assert run("publish", path, "--to", folder / "p") == 0
    old = contents(folder / "p")
    books.simulate(path, 1)
    shutil.copytree(folder, after := tmp_path_factory.mktemp("after") / "f")
    code, told = killed(after, 0)
    assert code == 0, told
    steps = sum(line[:1].isdigit() for line in told.splitlines())
    assert 40 < steps < STEPS
    return folder, old, contents(after / "p"), steps


def test_killed_at_any_step_each_entry_is_old_or_new_and_all_it_leads_to_is_there(two_states, tmp_path):
    folder, old, new, steps = two_states
    for step in range(1, steps + 1, 1 if TRIALS else 45):
        shutil.copytree(folder, now := tmp_path / str(step))
        assert killed(now, step)[0] == KILLED
        found = contents(now / "p")
        for name in ENTRIES:
            assert found[name] in (old[name], new[name]), (step, name)
        for name in ("index.html", "ecran.html", "etat.js"):
            state = re.search(rb"etat-\w{12}", found[name])[0].decode()
            whole = old if any(file.startswith(state) for file in old) and found[name] == old[name] else new
            assert {file: data for file, data in found.items() if file.startswith(f"{state}/")} == {
                file: data for file, data in whole.items() if file.startswith(f"{state}/")
            }
        assert killed(now, 9999)[0] == 0
        assert contents(now / "p") == new
        shutil.rmtree(now)


def test_what_if_writes_nothing_and_pairs_when_all_is_given(tmp_path, capsys):
    path = books.create(tmp_path, 8, "--rondes", 4)
    books.pair(path)
    capsys.readouterr()
    with books.untouched(path):
        assert run("et-si", path, "--table", 1, "444-333", "--table", 3, "300-301") == 0
        told = capsys.readouterr().out
        assert "2 et 4" in told and "+100" in told and "Ronde 2" not in told
        every = [word for table in range(1, 5) for word in ("--table", table, f"4{table}0-400")]
        assert run("et-si", path, *every) == 0
        assert "Ronde 2 sur 4" in capsys.readouterr().out
        assert run("et-si", path, "--table", 9, "444-333") == 1 and "1 à 4" in capsys.readouterr().err
        assert run("et-si", path, "--table", 1, "444") == 1 and "444-333" in capsys.readouterr().err
        assert run("et-si", path, "--table", 1, "444-9999") == 3
    books.score(path, 1)
    books.update(path)
    assert run("et-si", path, "--table", 1, "444-333") == 1


WAYS = {
    "scrabble": [{"games": (one,)} for one in ((500, 400), (401, 400), (400, 400), (400, 401), (400, 500))],
    "othello": [{"discs_black": one, "discs_white": 64 - one} for one in (64, 33, 32, 31, 0)],
}
NAMES = ("win", "win", "draw", "loss", "loss")


@pytest.mark.parametrize(
    ("formula", "players", "rounds"), [("classique", 7, 4), ("toutes-rondes", 6, 5), ("othello", 6, 4)]
)
def test_the_race_is_what_the_standings_give_for_every_outcome(tmp_path, formula, players, rounds):
    """Brute force with the one `standings`, on a small field."""
    path = books.create(tmp_path, players, *(() if formula == "toutes-rondes" else ("--rondes", 4)), formula=formula)
    books.simulate(path, rounds - 1)
    books.pair(path)
    decoded = files.read(path)
    tournament = decoded.tournament
    standings, ways = (othello, WAYS["othello"]) if formula == "othello" else (scrabble, WAYS["scrabble"])
    last = tournament.rounds[-1]
    pending = [match for match in last if not match.complete]
    wanted = {player.number: {} for player in tournament.players}
    for outcome in product(range(5), repeat=3):
        results = {match: ways[at] for match, at in zip(pending, outcome, strict=True)}
        played = tuple(replace(match, complete=True, **results[match]) if match in results else match for match in last)
        own = {who: NAMES[4 - at if side else at] for match, at in zip(pending, outcome, strict=True)
               for side, who in enumerate(match.sides)}  # fmt: skip
        for line in standings(replace(tournament, rounds=(*tournament.rounds[:-1], played)), rounds):
            wanted[line.number].setdefault(own.get(line.number, "no_game"), set()).add(line.place)
    found = race(decoded, {number: number for number in wanted})
    assert {line["number"]: line["places"] for line in found["players"]} == {
        number: {name: sorted(places) for name, places in by_result.items()} for number, by_result in wanted.items()
    }
    could = {line["number"] for line in found["players"] if any(1 in places for places in line["places"].values())}
    assert set(found["in_race"]) == could
