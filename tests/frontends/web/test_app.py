"""`app`: the page served to one browser of this computer, and to nobody else."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.request import url2pathname, urlopen

import pytest

from tests import books
from tests.browser import chromium
from tests.page_browser import open_page
from tests.programs import needs_bundle, starts_programs
from tournament_xl.core.exit_codes import DONE, UNREADABLE, USAGE
from tournament_xl.core.resources import MissingFileError, resource_path
from tournament_xl.frontends.web import app as served
from tournament_xl.frontends.web.app import SECONDS_WITHOUT_CALLS, SECONDS_WITHOUT_PAGES, App
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.games.registry import GAMES
from tournament_xl.phones import hall as phones_hall
from tournament_xl.publication import publish
from tournament_xl.workbook.snapshot import ExternalError

pytestmark = needs_bundle
on_posix = pytest.mark.skipif(os.name != "posix", reason="rights, links and private files are others on Windows")
FILE = "/fichier/tournoi.xlsx"


@pytest.fixture
def app(tmp_path):
    book = books.create(tmp_path, 12)
    (tmp_path.parent / "geheim.xlsx").write_bytes(b"outside")
    app = App(book.parent)
    app.server.start()
    yield app
    app.close()


def ask(app, method, path, body=None, **headers):
    """Status and body of an answer; `host` and `key` as they should be, unless given otherwise."""
    port = app.server.port
    given = {name.replace("_", "-"): text for name, text in headers.items()}
    sent = {"Host": f"127.0.0.1:{port}", "X-Key": app.key} | given
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request(method, path, body, {name: text for name, text in sent.items() if text is not None})
        answer = connection.getresponse()
        return answer.status, answer.read()


def call(app, name, **request):
    status, body = ask(app, "POST", f"/appel/{name}", json.dumps(request).encode() + b"\n")
    assert status == 200, body
    return json.loads(body)


def get_page(app):
    with urlopen(f"http://127.0.0.1:{app.server.port}/", timeout=20) as answer:
        return answer.read().decode("utf-8"), answer.headers


def wait_for(test, seconds=20):
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end
        time.sleep(0.05)


# Calls


def test_the_page_presses_in_the_file_of_the_folder_but_not_while_excel_has_it_open(app):
    (book,) = call(app, "books")["books"]
    assert book["file"] == "tournoi.xlsx" and str(app.session.folder) not in app.html.decode()
    assert call(app, "press", file="tournoi.xlsx", action="pair")["view"]["drawn"] == 1
    stands = (app.session.folder / "tournoi.xlsx").read_bytes()
    assert ask(app, "GET", FILE) == (200, stands)
    assert len(list((app.session.folder / "Sauvegardes").iterdir())) == 1
    (app.session.folder / "~$tournoi.xlsx").write_bytes(b"")
    assert call(app, "press", file="tournoi.xlsx", action="undo")["answer"]["code"] == UNREADABLE
    assert (app.session.folder / "tournoi.xlsx").read_bytes() == stands


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(path.read_bytes()[:-500]), Path.unlink])
def test_a_workbook_deleted_or_damaged_under_the_page_is_told(app, damage):
    assert call(app, "open", file="tournoi.xlsx")["view"]
    damage(app.session.folder / "tournoi.xlsx")
    reply = call(app, "open", file="tournoi.xlsx")
    assert reply["answer"]["code"] == UNREADABLE and "view" not in reply
    assert ask(app, "GET", FILE)[0] in (200, 404)


@pytest.mark.parametrize("body", [b"", b"[]\n", b"{\n", b"\xff\n", b"[" * 100_000 + b"\n", b'{"a":' * 50_000 + b"\n"])
def test_what_is_no_call_is_refused(app, body):
    assert ask(app, "POST", "/appel/open", body)[0] == 400
    assert call(app, "books")["books"]


def test_a_fault_of_the_server_is_a_sentence(app, monkeypatch):
    monkeypatch.setattr(PageSession, "content", lambda self, name: 1 // 0)
    status, body = ask(app, "GET", FILE)
    assert status == 500 and "ZeroDivisionError" in body.decode() and "Traceback" not in body.decode()


def test_500_idle_connections_keep_nobody_out(app):
    idle = [socket.create_connection(("127.0.0.1", app.server.port), timeout=20) for _ in range(500)]
    try:
        assert call(app, "books")["books"]
    finally:
        for connection in idle:
            connection.close()


# Who gets in, and where


@pytest.mark.parametrize("headers", [
    {"X_Key": None}, {"X_Key": ""}, {"X_Key": "x" * 32}, {"X_Key": "é"}, {"Host": "club.example"},
    {"Host": "127.0.0.1"}, {"Host": "127.0.0.1:1"}, {"Origin": "http://club.example"}, {"Origin": "null"}, {"Origin": "https://127.0.0.1:80"},
    {"Origin": "http://127.0.0.1.club.example"},
])  # fmt: skip
def test_nobody_else_gets_in(app, headers):
    headers = {name: text.encode() if text else text for name, text in headers.items()}
    for method, path in (("POST", "/appel/books"), ("GET", FILE)):
        status, body = ask(app, method, path, b"{}\n" if method == "POST" else None, **headers)
        assert status in (400, 403) and b"tournoi" not in body.replace(b"tournament-xl", b"")


def test_its_own_page_may_say_where_it_comes_from_has_no_key_and_nobody_may_frame_it(app):
    for host in ("127.0.0.1", "localhost"):
        assert ask(app, "POST", "/appel/books", b"{}\n", Origin=f"http://{host}:{app.server.port}")[0] == 200
    page, headers = get_page(app)
    assert app.key not in page and "frame-ancestors 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    ["../geheim.xlsx", "..%2fgeheim.xlsx", "%2e%2e/geheim.xlsx", "/etc/passwd", "..", "", ".", "a/../../geheim.xlsx",
     "a%00.xlsx", "rien.xlsx", "a" * 300, "%ff"],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder_or_to_what_is_not_there(app, path):
    status, body = ask(app, "GET", f"/fichier/{path}")
    assert status == 404 and body and b"outside" not in body
    assert call(app, "open", file=path.replace("%2f", "/"))["answer"]["code"] in (USAGE, UNREADABLE)


def test_other_methods_and_places_are_nothing(app):
    places = (("PUT", FILE), ("GET", "/appel/books"), ("DELETE", "/"), ("OPTIONS", "/appel/books"), ("GET", "/rien"))
    assert {ask(app, method, path)[0] for method, path in places} == {404}
    assert call(app, "rien")["answer"]["code"] == USAGE


@on_posix
def test_links_in_the_folder_do_not_lead_out(app):
    folder = app.session.folder
    outside = folder.parent / f"{folder.name} dehors"
    outside.mkdir()
    secret = outside / "secret.xlsx"
    secret.write_bytes(b"outside")
    (folder / "lien.xlsx").symlink_to(secret)
    (folder / "absent.xlsx").symlink_to(outside / "neuf.xlsx")
    (folder / "parcel").mkdir()
    (folder / "parcel" / "lien.csv").symlink_to(secret)
    (folder / "parcel" / "dedans").symlink_to(outside)
    data = (folder / "tournoi.xlsx").read_bytes()
    for name in ("lien.xlsx", "absent.xlsx"):
        body = json.dumps({"file": name, "over": True}).encode() + b"\n" + data
        assert json.loads(ask(app, "POST", "/appel/take", body)[1])["answer"]["code"] == USAGE
        assert ask(app, "GET", f"/fichier/{name}")[0] == 404
    status, packed = ask(app, "GET", "/fichier/parcel")
    assert status == 200 and b"lien" not in packed and b"secret" not in packed
    assert [path.name for path in outside.iterdir()] == ["secret.xlsx"] and secret.read_bytes() == b"outside"
    assert call(app, "books")["answer"]["code"] == DONE


# Its start and its end


def entrance(app, home, monkeypatch):
    """Where the browser is sent when the program starts."""
    opened_with = []
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(served.webbrowser, "open", opened_with.append)
    app.open_browser()
    return opened_with[0]


@on_posix
def test_the_browser_is_started_with_a_private_file_instead_of_the_key(app, tmp_path, monkeypatch):
    address = entrance(app, tmp_path, monkeypatch)
    assert app.key not in address and address.startswith("file://")
    file = Path(url2pathname(address.removeprefix("file://")))
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert f'location.replace("{app.address}")' in file.read_text("utf-8")
    assert not file.parent.name.startswith("."), "browsers in a sandbox see no hidden folder"
    call(app, "here", page="a")
    assert not file.parent.exists(), "the page has come"


@on_posix
def test_a_killed_program_leaves_nothing_that_the_next_start_does_not_remove(app, tmp_path, monkeypatch):
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    left, others = tmp_path / f"tournois-{ended.pid}-ab12cd34", tmp_path / f"tournois-{ended.pid}-pictures"
    running = tmp_path / f"tournois-{os.getppid()}-cd34ef56"
    for folder in (left, others, running):
        folder.mkdir()
        (folder / "tournois.html").touch()
    (others / "photo.jpg").touch()
    entrance(app, tmp_path, monkeypatch)
    assert [folder.exists() for folder in (left, others, running)] == [False, True, True]


def test_it_ends_when_its_last_page_is_closed(app, monkeypatch):
    steps, talk = [], {}
    monkeypatch.setattr(
        served.time, "sleep", lambda _: steps.append(len(steps)) or (talk.get(len(steps), lambda: None)())
    )
    talk |= {
        3: lambda: call(app, "here", page="a"),
        9: lambda: call(app, "here", page="b"),
        20: lambda: call(app, "gone", page="a"),
        40: lambda: call(app, "gone", page="b"),
    }
    app.wait()
    assert 40 + SECONDS_WITHOUT_PAGES - 1 <= len(steps) <= 40 + SECONDS_WITHOUT_PAGES + 1
    steps.clear()
    talk.clear()
    talk[3] = lambda: call(app, "here", page="c")  # and is never heard of again
    app.wait()
    assert SECONDS_WITHOUT_CALLS <= len(steps) <= SECONDS_WITHOUT_CALLS + SECONDS_WITHOUT_PAGES + 5


def test_the_page_offers_the_formulas_of_each_game(app):
    source = re.search(r"const SOURCE = (.*?);\n", get_page(app)[0])[1]
    for game in GAMES.values():
        choices = next(setting.choices for setting in game.settings if setting.name == "Formule")
        assert json.loads(source)["formulas"][game.name] == [formula.name for formula in game.formulas] == [*choices]


def test_a_checkout_where_the_page_is_not_built_says_what_to_do(tmp_path, monkeypatch):
    def in_a_checkout(folder, name):
        if folder == "web/built":
            raise MissingFileError(name)
        return resource_path(folder, name)

    monkeypatch.setattr(served, "resource_path", in_a_checkout)
    with pytest.raises(ExternalError, match="make page"):
        served.serve_app(str(tmp_path))


# Its hall


def of_hall(address, form=""):
    """Ask the hall for a page, or send it a form."""
    host, _, path = address.removeprefix("http://").partition("/")
    with closing(http.client.HTTPConnection(host, timeout=20)) as connection:
        connection.request("POST" if form else "GET", f"/{path}", form or None)
        return connection.getresponse().read().decode()


def test_the_hall_follows_each_save_takes_results_and_is_switched_off(app, monkeypatch):
    monkeypatch.setattr(phones_hall, "POLL_SECONDS", 0.05)
    call(app, "press", file="tournoi.xlsx", action="pair")
    hall = call(app, "hall", file="tournoi.xlsx", on=True)
    assert hall == call(app, "hall", file="tournoi.xlsx", on=True), "asked again it says the same"
    assert hall["code"].startswith("data:image/svg+xml") and "<html" in of_hall(hall["screen"])
    assert of_hall(hall["slips"]).count("<article") == 6
    of_hall(hall["desk"], "table=1&score=420-380")
    assert "420-380" in of_hall(hall["desk"])
    received = [call(app, "here", page="1", file=file).get("received") for file in ("tournoi.xlsx", "autre.xlsx", None)]
    assert received == [1, 0, 0]
    assert call(app, "press", file="tournoi.xlsx", action="take")["answer"]["code"] == DONE
    wait_for(lambda: "420-380" not in of_hall(hall["desk"]))
    assert call(app, "here", page="1", file="tournoi.xlsx") == {"received": 0}
    assert call(app, "open", file="tournoi.xlsx")["slips"] == hall["slips"], "to a page that is loaded again"
    name = re.search(r'class="sign"><span>(\w+)', of_hall(hall["slips"]))[1]
    call(app, "press", file="tournoi.xlsx", action="publish", initials=True)
    wait_for(lambda: name not in of_hall(hall["slips"]))
    with monkeypatch.context() as patch:
        patch.setattr(publish, "collect_published_facts", lambda *_, **__: 1 // 0)  # a bug of ours
        call(app, "press", file="tournoi.xlsx", action="update")
        os.utime(app.session.folder / "tournoi.xlsx")
        wait_for(lambda: "ZeroDivisionError" in call(app, "hall", file="tournoi.xlsx", on=True)["trouble"])
    os.utime(app.session.folder / "tournoi.xlsx")
    wait_for(lambda: not call(app, "hall", file="tournoi.xlsx", on=True)["trouble"])
    assert name not in of_hall(hall["slips"]), "a save does not bring the names back"
    call(app, "hall", file="tournoi.xlsx", on=False)
    with pytest.raises(OSError):
        of_hall(hall["desk"])


def test_a_hall_that_cannot_be_is_told_and_leaves_nothing_open(app):
    before = threading.active_count()
    taken = app.session.folder / "tournoi - publication"
    taken.mkdir()
    (taken / "photo.jpg").write_bytes(b"x")
    for file in ("tournoi.xlsx", "rien.xlsx", "../x") * 2:  # a hall that stayed would have an address
        assert call(app, "hall", file=file, on=True)["problem"]
    wait_for(lambda: threading.active_count() <= before)


@starts_programs
def test_in_a_browser(app, tmp_path, monkeypatch):
    book = books.simulate(app.session.folder / "tournoi.xlsx", 1)
    with chromium(tmp_path / "profile") as browser:
        browser.open(entrance(app, tmp_path, monkeypatch), 1366, 768)
        browser.until("location.protocol === 'http:' && document.body?.dataset.ready", 60)
        browser.until("!!document.querySelector('#recent li button')")
        assert not browser.run("$('starting').checkVisibility({ opacityProperty: true, visibilityProperty: true })")
        assert browser.run("location.href") == f"http://127.0.0.1:{app.server.port}/"  # the key is not left there
        for screen in ((1920, 1080), (390, 844), (1366, 768)):
            browser.resize(*screen)
            assert browser.over() == []
        assert browser.serious() == []
        browser.run("document.querySelector('#recent li button').click()")
        browser.until("view?.drawn === 1 && !view.stale")
        browser.run("void choosePaper()")
        browser.until("!!document.querySelector('dialog[open]')")
        right = books.lines(book, "Classement")[0]["Joueur"]
        books.edit(book, {"Classement!Joueur!5": "Zorro"})  # by Excel, while a dialog is open
        browser.run("(dispatchEvent(new Event('focus')), document.querySelector('dialog[open]').close())")
        browser.run("note('setting', { name: 'Lieu', value: 'Nice' }, () => 'Lieu').then(() => 1)")
        browser.run("task(() => runAction('check'))")
        browser.until("$('told').textContent.includes('Zorro')")
        books.edit(book, {"Classement!Joueur!5": right})
        browser.run("task(() => runAction('pair'))")
        browser.until("view.drawn === 2")
        assert len(app.pages) == 1
        browser.click("document.querySelector('#more #do-screen').click()")
        with browser.other_page("blob:") as window:  # the page's own policy lets its style and script work
            window.until("document.body.classList.contains('live')")
            assert "Ronde 2" in window.run("document.getElementById('titre-vue').textContent")
            assert window.run("getComputedStyle(document.body).display") == "flex"
        browser.run("void showHall()")
        browser.until("!!document.querySelector('dialog[open] .address')")
        browser.run("document.querySelector('dialog[open] footer .main').click()")
        browser.until("!document.getElementById('dialog').childElementCount")
        browser.run("window.open = (address) => { window.paperShown = address; }; void choosePaper()")
        slips = "[...document.querySelectorAll('dialog[open] button')].find((one) => /code de /.test(one.innerText))"
        browser.until(f"!!{slips}")
        browser.run(f"{slips}.click()")
        browser.until("window.paperShown?.endsWith('/fiches')")
        browser.run("engine.call('hall', {file: book.name, on: true}).then(({desk}) => { window.deskShown = desk; })")
        of_hall(browser.run("deskShown"), "table=1&score=420-380")
        browser.run("dispatchEvent(new Event('pageshow'))")
        browser.until("$('do-take')")
        browser.run("$('do-take').click()")
        browser.until("view.missing.length === 5 && !document.querySelector('#actions #do-take')")
        browser.run("window.open = (address) => (window.screenShown = address, {}); openScreen()")
        assert browser.run("window.screenShown").endswith("/ecran.html"), "where the hall is served, its own screen"
        open_page(browser, f"http://127.0.0.1:{app.server.port}/")  # loaded again
        browser.until("!!document.querySelector('#recent li button')")
        browser.run("document.querySelector('#recent li button').click()")
        browser.until("book?.screen?.endsWith('/ecran.html')")
        assert not browser.faults
