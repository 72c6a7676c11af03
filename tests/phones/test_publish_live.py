"""A publication in use: shown while the workbook is saved, served in the hall, killed half way."""

import asyncio
import gzip
import re
import shutil

import pytest

from tests import books
from tests.books import run
from tests.browser import chromium
from tests.fuzz import PART
from tests.hall_phones import get, serving
from tests.programs import starts_programs, takes_seconds
from tests.publication.test_publish import ENTRIES
from tests.stopped import KILLED, children


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        yield page


@starts_programs
def test_the_screen_shows_each_state_once_it_is_saved(browser, tmp_path):
    path = books.create(tmp_path / "b", 8, "--rondes", 2)
    step = "document.getElementById('etape').textContent.startsWith('{}')"
    with serving(path, "--to", tmp_path / "p"):
        browser.open(tmp_path / "p" / "ecran.html")
        books.pair(path)
        browser.until(step.format("Ronde 1 sur 2 ·"))
        books.simulate(path, 1)
        browser.until(step.format("Ronde 1 sur 2 terminée"))
        browser.faults.clear()


@pytest.fixture(scope="module")
def served(workbooks, tmp_path_factory):
    """A running server: its port and the folder."""
    folder = tmp_path_factory.mktemp("hall") / "p"
    with serving(workbooks["played"], "--to", folder) as (server, port):
        yield port, folder
    assert server.returncode == 0


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


def test_two_hundred_at_once_get_their_page_and_nothing_but_the_publication(served):
    port, folder = served
    files = sorted(contents(folder).keys() - {"publication.json", "etat.js"})  # the hall's own has more in it
    expected = [files[number % len(files)] for number in range(200)]

    async def all_of_them():
        requests = [f"GET /{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for name in expected]
        return await asyncio.gather(*(_ask(port, request) for request in requests))

    for name, answer in zip(expected, asyncio.run(all_of_them()), strict=True):
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ") and body == (folder / name).read_bytes(), name
        assert b"Content-Security-Policy" in head and b"nosniff" in head


def test_a_page_goes_out_packed_and_an_unchanged_one_not_at_all(served):
    port, folder = served
    status, headers, packed = get(port, "/", Accept_Encoding="gzip")
    page = (folder / "index.html").read_bytes()
    assert status == 200 and headers["Content-Encoding"] == "gzip" and gzip.decompress(packed) == page
    assert len(packed) < len(page) / 3
    assert get(port, "/", If_None_Match=headers["ETag"])[::2] == (304, b"")
    assert get(port, "/", If_None_Match='W/"other"')[::2] == (200, page)


def test_an_unknown_address_has_a_short_page_that_leads_to_the_tournament(served):
    port, _ = served
    status, headers, page = get(port, "/classement")
    assert status == 404 and headers["Content-Type"].startswith("text/html") and b'<a href="/">' in page


OUTSIDE = ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/lien.html", "//etc/passwd", "/%00", "/%ff%fe")
MALFORMED = (
    b"\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET http://x/ HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"\0" * 50,
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
)  # fmt: skip


def test_malformed_requests_get_an_answer_of_their_kind(served):
    """None, an error, or the front page, where it is clear that this is what is meant."""
    port, folder = served
    front = (folder / "index.html").read_bytes()
    (folder.parent / "secret.txt").write_text("geheim")
    (folder / "lien.html").symlink_to(folder.parent / "secret.txt")
    for request in (*MALFORMED, *(f"GET {path} HTTP/1.1\r\n\r\n".encode() for path in OUTSIDE)):
        answer = asyncio.run(_ask(port, request))
        refused = not answer or re.match(rb"HTTP/1\.[01] (4\d\d|50[15]) ", answer)
        assert refused or answer.endswith(front), (request[:60], answer[:60])
        assert b"geheim" not in answer and b"root:" not in answer


@takes_seconds
def test_killed_at_any_step_each_entry_is_old_or_new_and_all_it_leads_to_is_there(workbooks, tmp_path):
    folder, words = tmp_path / "before", ("publish", "club.xlsx", "--to", "p")
    folder.mkdir()
    shutil.copy(workbooks["drawn"], folder / "club.xlsx")
    assert run("publish", folder / "club.xlsx", "--to", folder / "p") == 0
    old = contents(folder / "p")
    shutil.copy(workbooks["played"], folder / "club.xlsx")
    shutil.copytree(folder, tmp_path / "after")
    codes, output = children([(tmp_path / "after", 0)], words)
    assert codes == [0], output
    new, steps = contents(tmp_path / "after" / "p"), sum(line[:1].isdigit() for line in output.splitlines())
    assert steps > 40
    for step in range(1, steps + 1, PART) if PART else (steps // 2,):
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
