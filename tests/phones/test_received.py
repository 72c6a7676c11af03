"""Results from the players' phones: who may send, what is received, and how a press takes it into the workbook."""

import json
import random
import re
import sys
import threading
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import books
from tests.books import run
from tests.fuzz import PART, TRIALS
from tests.hall_phones import Hall, scores, serving
from tests.programs import starts_office
from tournament_xl.games.registry import decode, game_of
from tournament_xl.phones import merge
from tournament_xl.phones import report_file as beside
from tournament_xl.phones.hall import publish_saves
from tournament_xl.phones.network_limits import MAX_TABLE_REPORTS, MAX_WRONG_KEYS
from tournament_xl.phones.report_lines import FROM_FIRST, FROM_SECOND
from tournament_xl.phones.served_pages import open_server
from tournament_xl.storage import timestamps
from tournament_xl.storage.backups import FOLDER
from tournament_xl.workbook.snapshot import Draft


def journal(path):
    """Lines of the Journal that say what was taken from phones."""
    return [row["Détail"] for row in books.lines(path, "Journal") if "téléphones" in row["Détail"]]


def said_to_the_screen(hall):
    """State of each table that phones have sent, and which tables are awaited."""
    return json.loads(f"[{re.search(r'recus.(.*).;', hall.ask('etat.js')[1])[1]}]")


# What a press takes


def test_what_both_players_send_goes_into_empty_cells_with_the_next_press(any_hall):
    path = any_hall.publication.path
    any_hall.both(1, 40, 24)
    assert scores(path)[1] == (None, None)
    assert run("update", path) == 0
    assert scores(path)[1] == (40, 24)
    assert len(journal(path)) == 1 and "40-24" in journal(path)[0]
    assert run("update", path) == 0 and len(journal(path)) == 1


def test_one_word_alone_waits_two_that_differ_are_shown_and_the_desk_decides(hall):
    path = hall.publication.path
    hall.send(1, 40, 24, 1)
    hall.send(2, 33, 31, 1)
    hall.send(2, 31, 33, 2)
    assert run("take", path) == 1 and scores(path)[1] == scores(path)[2] == (None, None)
    page = hall.ask(hall.desk)[1]
    assert page.index("33-31</button>") < page.index("31-33</button>") < page.index("40-24"), "disputes first"
    hall.ask(hall.desk, table=2, score="31-33")
    hall.ask(hall.desk, table=1, score="40-24")
    assert run("take", path) == 0
    assert scores(path)[1] == (40, 24) and scores(path)[2] == (31, 33)


def test_what_somebody_typed_stays_and_is_told(hall, capsys):
    path = hall.publication.path
    books.edit(path, {f"Résultats!Score 1!{books.FIRST}": 50, f"Résultats!Score 2!{books.FIRST}": 14})
    hall.both(1, 40, 24)
    assert run("update", path) == 0 and scores(path)[1] == (50, 14)
    assert "40-24" in capsys.readouterr().out and not journal(path)


def test_a_hall_with_wrong_hostile_and_old_phones_plays_three_rounds_with_a_closed_file(tmp_path):
    path = books.pair(books.create(tmp_path, 12, "--rondes", 3))
    three_rounds(path, lambda action: run(action, path))


@starts_office
def test_a_hall_with_wrong_hostile_and_old_phones_plays_three_rounds_with_libreoffice_open(office_with, tmp_path):
    path = books.create(tmp_path, 64, "--rondes", 3)
    desk = office_with(path, str(Path(sys.executable).with_name("tournament-xl")))

    def press(action):
        code = desk.ask("press", action)["code"]
        desk.ask("save")
        return code

    assert press("pair") == 0
    three_rounds(path, press)


def three_rounds(path, press):
    """All through HTTP: two send other scores than their opponents, one sends rubbish, one has the slip of before.

    `press` gives an action's exit code, and the file as it then stands.
    """
    hall, old, truth = Hall(path), "", {}
    with closing(open_server(hall.reports).start()) as server:
        hall.port = server.port
        for number in (1, 2, 3):
            truth |= {(number, table): played for table, played in a_round(hall, number, old).items()}
            old = hall.slips[1]
            assert press("pair") == 3  # tables 2 and 5
            for table in (2, 5):
                hall.ask(hall.desk, table=table, score="{}-{}".format(*truth[number, table]))
            assert press("pair" if number < 3 else "take") == 0
            hall.saved()
    assert {(number, table): typed for number in (1, 2, 3) for table, typed in scores(path, number).items()} == truth
    assert sum(line.count("table") for line in journal(path)) == len(truth)
    assert run("check", path) == 0


def a_round(hall, number, old):
    """Sent by the phones; table -> what was played there."""
    truth = {}
    for table, slip in hall.slips.items():
        own = truth[table] = (400 + 10 * table + number, 390)
        if table in (2, 5):
            assert hall.send(table, *own, 1) == 303 and hall.send(table, own[0] + 10, own[1], 2) == 303
        else:
            hall.both(table, *own)
        for rubbish in ("9" * 3000, "NaN", "", "1e3", "=1+1"):
            assert hall.ask(slip, "hostile", "192.0.2.66", un=rubbish, deux="1", qui="1")[0] in (422, 429)
        assert hall.ask(f"r/{number}{table}{'y' * 20}", "hostile", "192.0.2.66")[0] in (404, 429)
    if old:
        assert hall.ask(old, "old", un="999", deux="1", qui="1")[0] == 410
    state = said_to_the_screen(hall)[0]
    assert {state.pop("2"), state.pop("5")} == {"différents"} and set(state.values()) == {"reçu"}
    return truth


def test_no_report_that_a_killed_server_acknowledged_is_lost_or_taken_twice(workbooks, tmp_path):
    """In each of its lives all tables say another score, until it is killed at a moment of chance."""
    path, chance = tmp_path / "club.xlsx", random.Random(7)
    path.write_bytes(workbooks["drawn"].read_bytes())
    hall, noted = Hall(path), {}
    for life in range(1, 2 if not TRIALS else 1 + 100 // PART):
        with serving(path) as (server, hall.port):
            sides = chance.sample([(table, side) for table in hall.slips for side in (1, 2)], 8)
            threading.Timer(chance.random() / 2, server.kill).start()
            with suppress(OSError, HTTPException):
                for table, side in sides * 9:
                    if hall.send(table, 400 + life, 300, side) == 303:
                        noted[table, side] = 400 + life
        noted_scores = {(report.table, report.sender): report.score_one for report in beside.read_reports(path)}
        assert all(
            noted_scores[table, (FROM_FIRST, FROM_SECOND)[side - 1]] >= score for (table, side), score in noted.items()
        )
    assert noted
    hall.port = 0
    for table in hall.slips:
        hall.both(table, 399, 300)
    assert run("take", path) == 0 and run("take", path) == 1
    assert set(scores(path).values()) == {(399, 300)} and sum(line.count("table") for line in journal(path)) == 4


# What a phone may send


def test_what_is_no_score_is_refused(hall):
    for own, side in (("9999", "1"), ("abc", "1"), ("40", "3")):
        assert hall.ask(hall.slips[1], un=own, deux="24", qui=side)[0] == 422
    assert hall.ask(hall.slips[1], un="40", deux="24", qui="1", **dict.fromkeys("abcdefg", "1"))[0] == 422
    assert not beside.read_reports(hall.publication.path)


def test_a_score_that_must_be_a_slip_is_asked_about_once(hall):
    """38 for 380; the same sent again is meant so, and who confirms it is not asked."""
    status, page = hall.ask(hall.slips[1], "one", un=38, deux=389, qui=1)
    assert status == 422 and 'value="38"' in page and not beside.read_reports(hall.publication.path)
    assert hall.ask(hall.slips[1], "one", un=38, deux=38, qui=1, sur="38-389")[0] == 422  # another one
    assert hall.ask(hall.slips[1], "one", un=38, deux=389, qui=1, sur="38-389")[0] == 303
    assert hall.ask(hall.slips[1], "two", un=38, deux=389, qui=2)[0] == 303


TYPED = ((40, 24), (64, 0), (65, 0), (40, 30), (-5, 69), (380, 38), (2001, 1), (0, 0))


def test_a_result_is_judged_alone_as_with_the_whole_workbook(any_hall):
    """The plain version: the score in its cells, the workbook decoded again."""
    book = any_hall.reports.hall.decoded
    row = book.results.round(1)[0]
    for typed in TYPED:
        draft = Draft(book.snapshot)
        merge.put_scores(draft, book, row, typed)
        then = decode(draft.after())
        expected = {problem.row: problem.message for problem in then.problems if problem.row == row.line.row}
        assert merge.find_refusals(book, [(row, typed)]) == expected
        odd = [
            score for row_of_score, _, score in game_of(then).find_unlikely_cells(then) if row_of_score == row.line.row
        ]
        assert merge.find_unlikely_score(book, row, typed) == "".join(odd[:1]), typed


def test_one_phone_speaks_for_one_player(hall):
    assert hall.send(1, 40, 24, 1, "same") == 303
    assert hall.send(1, 40, 24, 2, "same") == 409
    assert said_to_the_screen(hall)[0] == {"1": "à confirmer"}


def test_keys_are_guessed_by_nobody_and_who_tries_waits(hall):
    for wrong in (f"r/{'x' * 22}", f"m/{'x' * 22}"):
        statuses = [hall.ask(wrong, "guesser", f"192.0.2.{ord(wrong[0])}")[0] for _ in range(MAX_WRONG_KEYS + 1)]
        assert statuses == [404] * MAX_WRONG_KEYS + [429]
    assert all(len(path) == 24 for path in hall.slips.values()) and len(set(hall.slips.values())) == len(hall.slips)
    published = b"".join(hall.publication.files.values()).decode()
    assert not [path for path in hall.slips.values() if path[2:] in published]


def test_a_table_that_sends_without_end_is_slowed_down_and_no_other(hall):
    codes = [hall.send(1, 40, 24, 1) for _ in range(MAX_TABLE_REPORTS + 1)]
    assert codes == [303] * MAX_TABLE_REPORTS + [429] and hall.send(2, 40, 24, 1) == 303


def test_a_slip_of_another_tournament_of_the_same_name_is_not_known_here(hall, tmp_path, monkeypatch):
    """Nor does what was received then count."""
    hall.both(1, 40, 24)
    path, before = hall.publication.path, {*hall.slips.values()}
    Path(path).unlink()
    monkeypatch.setattr(timestamps, "journal_date", lambda: "01/01/2099 10:00:00")
    books.pair(books.create(tmp_path, 8, name=Path(path).name, seed="8"))
    assert not before & {*Hall(path).slips.values()} and beside.read_reports(path)
    assert run("take", path) == 1 and scores(path)[1] == (None, None)


@pytest.mark.parametrize("content", [b"", b"0" * 63, b"\xff" * 64], ids=["empty", "torn", "no text"])
def test_the_secret_lies_beside_the_copies_for_its_owner_alone_and_is_replaced_where_it_is_not_whole(tmp_path, content):
    path = tmp_path / "club.xlsx"
    key = beside.read_secret(path)
    (file,) = (tmp_path / FOLDER).iterdir()
    assert len(key) == 32 and beside.read_secret(path) == key and file.stat().st_mode & 0o077 == 0
    file.write_bytes(content)
    secret = beside.read_secret(path)
    assert len(secret) == 32 and secret != key and beside.read_secret(path) == secret
    beside.forget_secret(path)
    assert beside.read_secret(path) != secret


# What phones and the hall see


def test_each_phone_reads_what_concerns_it(hall):
    """Who has sent has nothing more to press, the other one something to confirm; both see who said what."""
    slip, first, second = hall.slips[1], "phone-1-1", "phone-1-2"
    hall.send(1, 40, 24, 1)
    page = hall.ask(slip, first)[1]
    assert "40-24" in page and "Envoyer" not in page and "Envoyer" in hall.ask(f"{slip}?corriger", first)[1]
    page = hall.ask(slip, second)[1]
    assert "40-24" in page and "Alpha" in page and "Envoyer" in page
    hall.send(1, 41, 23, 2)
    page = hall.ask(slip, second)[1]
    assert 'value="41"' in page and 'name="qui" value="2"' in page, "its own words, for its own player"
    hall.send(1, 40, 24, 2)
    for phone in (first, second):
        page = hall.ask(slip, phone)[1]
        assert "40-24" in page and "Envoyer" not in page
        (there,) = re.findall('href="/(.*?)">Classement', page)
        assert 'id="classement"' in hall.ask(there)[1], "and there one sees the next table"


def test_initials_stand_where_names_may_not(hall):
    short = Hall(hall.publication.path, initials=True)
    pages = [short.ask(path)[1] for path in (*short.slips.values(), short.desk, f"{short.desk}/fiches")]
    assert "Alpha" not in "".join(pages) and "A. P." in "".join(pages)


def test_every_slip_has_its_own_code_and_its_colours(any_hall):
    page = any_hall.ask(f"{any_hall.desk}/fiches")[1]
    assert len(set(re.findall(r"<svg.*?</svg>", page, re.DOTALL))) == len(any_hall.slips) == 4
    has_colours = any_hall.publication.decoded.game == "othello"
    assert [page.count(f'class="{disc}"') for disc in ("disc", "disc white")] == ([4, 4] if has_colours else [0, 8])


def test_the_screen_awaits_no_table_whose_result_is_received(hall):
    assert said_to_the_screen(hall) == [{}, ""], "the pages say it themselves"
    hall.both(1, 40, 24)
    hall.send(2, 40, 24, 1)
    states, awaited = said_to_the_screen(hall)
    assert states == {"1": "reçu", "2": "à confirmer"} and awaited.endswith("tables 2 à 4")


def test_a_result_comes_through_the_network_and_the_screen_asks_only_for_what_is_new(hall):
    with closing(open_server(hall.reports).start()) as server:
        asked = HTTPConnection("127.0.0.1", server.port, timeout=30)

        def state(mark=""):
            asked.request("GET", "/etat.js", headers={"If-None-Match": mark})
            answer = asked.getresponse()
            return answer.status, answer.headers["ETag"], answer.read()

        _, before, _ = state()
        asked.request("POST", f"/{hall.slips[1]}", "un=40&deux=24&sur=40-24&qui=1")
        answer = asked.getresponse()
        assert (answer.status, answer.read()) == (303, b"") and "HttpOnly" in answer.headers["Set-Cookie"]
        status, mark, script = state(before)
        assert status == 200 and b"recus({" in script and state(mark)[::2] == (304, b"")
    assert len(beside.read_reports(hall.publication.path)) == 1


def test_why_a_save_is_not_published_is_told(hall):
    hall.publication.path.unlink()
    server, lines = SimpleNamespace(refresh=lambda: True, stopped=threading.Event()), []
    publish_saves(hall.publication, server, lines.append, lambda server: server.stopped.set())
    assert [hall.publication.trouble] == lines and str(hall.publication.path) in lines[0]


def test_the_clock_runs_for_twice_the_time_of_a_player(hall):
    assert not hall.reports.start_clock() and hall.reports.clock.seconds_left is None
    books.edit(hall.publication.path, {"Tournoi!Temps par joueur": 25})
    hall.saved()
    assert hall.reports.start_clock() and 2900 < hall.reports.clock.seconds_left <= 3000
    hall.ask(hall.desk, minuteur="0")
    assert hall.reports.clock.seconds_left is None
    hall.ask(hall.desk, minuteur="1", minutes="10")
    assert re.search(r"minuteur\((5\d\d|600)\)", hall.ask("etat.js")[1])
