"""Results from the players' phones: who may send, what is received, and how a press takes it into the workbook."""

import json
import random
import re
import shutil
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import books
from tests.books import run
from tests.fuzz import PART, TRIALS
from tests.hall_phones import Hall
from tests.programs import starts_office
from tournament_xl.games.registry import decode, game_of
from tournament_xl.phones import hall as hall_module
from tournament_xl.phones import merge
from tournament_xl.phones import report_file as beside
from tournament_xl.phones.network_limits import MAX_TABLE_REPORTS, MAX_WRONG_KEYS
from tournament_xl.phones.report_lines import FROM_FIRST, FROM_SECOND
from tournament_xl.phones.served_pages import open_server
from tournament_xl.publication import publish
from tournament_xl.storage import timestamps
from tournament_xl.storage.backups import FOLDER
from tournament_xl.workbook.snapshot import Draft


@pytest.fixture(scope="module", params=["classique", "othello"])
def begun(request, tmp_path_factory):
    """A workbook with its first round under way."""
    return books.pair(books.create(tmp_path_factory.mktemp("begun"), 12, "--rondes", 3, formula=request.param))


@pytest.fixture
def hall(begun, tmp_path):
    return Hall(shutil.copy(begun, tmp_path / "club.xlsx"))


def scores(path, number=1):
    """Table -> what stands in its score cells."""
    first, second = ("Pions N", "Pions B") if "Noir" in books.lines(path, "Résultats")[0] else ("Score 1", "Score 2")
    rows = [row for row in books.lines(path, "Résultats") if row["Ronde"] == number]
    return {row["Table"]: (row[first], row[second]) for row in rows}


def journal(path):
    return [row["Détail"] for row in books.lines(path, "Journal") if row["Détail"].startswith("Reçus des téléphones")]


def test_what_both_players_send_goes_into_empty_cells_with_the_next_press(hall, capsys):
    path = hall.publication.path
    hall.both(1, 40, 24)
    assert scores(path)[1] == (None, None)
    assert run("update", path) == 0
    assert scores(path)[1] == (40, 24)
    assert "Pris des téléphones, dans Résultats : table 1." in capsys.readouterr().out
    assert len(journal(path)) == 1 and "40-24" in journal(path)[0]
    assert run("update", path) == 0 and len(journal(path)) == 1
    assert "Pris des téléphones" not in capsys.readouterr().out


def test_one_word_alone_waits_two_that_differ_are_shown_and_the_desk_decides(hall, capsys):
    path = hall.publication.path
    hall.send(1, 40, 24, 1)
    hall.send(2, 33, 31, 1)
    hall.send(2, 31, 33, 2)
    assert run("take", path) == 1 and scores(path)[1] == scores(path)[2] == (None, None)
    output = "".join(capsys.readouterr())
    assert "Reçu d'un seul joueur, pas pris : table 1." in output and "33-31 et 31-33" in output
    page = hall.ask(hall.desk)[1]
    assert page.index("33-31</button> selon") < page.index("31-33</button> selon") < page.index("40-24")
    hall.ask(hall.desk, table=2, score="31-33")
    hall.ask(hall.desk, table=1, score="40-24")
    assert run("take", path) == 0
    assert scores(path)[1] == (40, 24) and scores(path)[2] == (31, 33)


def test_each_phone_reads_what_concerns_it(hall):
    """Who has sent has nothing more to press, the other one something to confirm; both see who said what."""
    slip, first, second = hall.slips[1], "phone-1-1", "phone-1-2"
    first_name, second_name = (
        hall.reports.hall.names[player_id] for player_id in hall.reports.hall.rows[slip[2:]].match.sides
    )
    hall.send(1, 40, 24, 1)
    page = hall.ask(slip, first)[1]
    assert f"40-24. {second_name} doit confirmer" in page and "Corriger" in page and 'http-equiv="refresh"' in page
    assert "Envoyer" not in page and "Envoyer" in hall.ask(f"{slip}?corriger", first)[1]
    page = hall.ask(slip, second)[1]
    assert f"{first_name} a envoyé 40-24" in page and f"Dites que vous êtes {second_name}" in page and "Envoyer" in page
    hall.send(1, 41, 23, 2)
    page = hall.ask(slip, second)[1]
    assert 'value="41"' in page and 'name="qui" value="2"' in page  # its own words, for its own player
    assert f"{first_name}\u00a0: <b class" in page and f"{second_name}\u00a0: <b class" in page
    page = hall.ask(slip, second, un=9999, deux=24, qui=2)[1]
    assert "un forfait se dit à la table de marque" in page and "colonne" not in page
    hall.send(1, 40, 24, 2)
    for phone in (first, second):
        page = hall.ask(slip, phone)[1]
        assert "noté\u00a0: 40-24" in page.replace("&#39;", "'") and "Envoyer" not in page
        (there,) = re.findall('href="/(.*?)">Classement', page)
        assert 'id="classement"' in hall.ask(there)[1], "and there one sees the next table"


def test_what_somebody_typed_stays_and_is_told(hall, capsys):
    path = hall.publication.path
    cells = {"classique": ("Score 1", "Score 2"), "othello": ("Pions N", "Pions B")}
    first, second = cells["othello" if "Noir" in books.lines(path, "Résultats")[0] else "classique"]
    books.edit(path, {f"Résultats!{first}!{books.FIRST}": 50, f"Résultats!{second}!{books.FIRST}": 14})
    table = books.lines(path, "Résultats")[0]["Table"]
    hall.both(table, 40, 24)
    assert run("update", path) == 0 and scores(path)[table] == (50, 14)
    assert "Résultats dit 50-14, les téléphones 40-24" in capsys.readouterr().out and not journal(path)


def test_a_whole_round_comes_from_phones_and_the_next_one_is_paired(hall):
    path = hall.publication.path
    old = hall.slips[1]
    for table in hall.slips:
        hall.both(table, 40, 24)
    assert run("pair", path) == 0
    assert set(scores(path).values()) == {(40, 24)} and len(scores(path, 2)) == 6
    assert {row["Ronde"] for row in books.lines(path, "Journal") if row["Détail"] in journal(path)} == {1}
    hall.saved()
    status, page = hall.ask(old)
    assert status == 410 and "celle de la ronde 1" in page
    assert hall.send(1, 30, 34, 1, path=old) == 410 and hall.slips[1] != old


def test_a_hall_with_wrong_hostile_and_old_phones_plays_three_rounds_with_a_closed_file(tmp_path):
    path = books.pair(books.create(tmp_path, 64, "--rondes", 3))
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
    """64 players, through HTTP: two send other scores than their opponents, one sends rubbish, one has the slip of
    before. `press` gives an action's exit code, and the file as it then stands.
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
        assert "Tables dont on attend" not in hall.ask(hall.desk)[1]
    assert {(number, table): typed for number in (1, 2, 3) for table, typed in scores(path, number).items()} == truth
    assert sum(line.count("table") for line in journal(path)) == 96
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


def test_no_report_that_a_killed_server_acknowledged_is_lost_or_taken_twice(tmp_path):
    """In each of its lives all tables say another score, until it is killed at a moment of chance."""
    path, chance = books.pair(books.create(tmp_path, 24, "--rondes", 3)), random.Random(7)
    hall, noted = Hall(path), {}
    for life in range(1, 3 if not TRIALS else 1 + 100 // PART):
        with serving(path) as (server, hall.port):
            sides = chance.sample([(table, side) for table in hall.slips for side in (1, 2)], 24)
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
    assert set(scores(path).values()) == {(399, 300)} and sum(line.count("table") for line in journal(path)) == 12


@contextmanager
def serving(path):
    """`publish --serve` as a process, and its port."""
    command = [sys.executable, "-u", "-m", "tournament_xl", "publish", str(path), "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        output = ""
        while "Ctrl+C" not in output:
            output += server.stdout.readline()
        yield server, int(re.search(r"http://127.0.0.1:(\d+)/", output)[1])
        server.wait(60)


def test_a_score_that_the_game_does_not_admit_is_refused_with_its_sentence(hall):
    assert hall.ask(hall.slips[1], un="9999", deux="4", qui="1")[0] == 422
    assert hall.ask(hall.slips[1], un="abc", deux="4", qui="1")[0] == 422
    assert hall.ask(hall.slips[1], un="40", deux="24", qui="3")[0] == 422
    assert hall.ask(hall.slips[1], un="40", deux="24", qui="1", **dict.fromkeys("abcdefg", "1"))[0] == 422
    assert hall.ask(hall.desk, **dict.fromkeys("abcdefghi", "1"))[0] == 303
    assert not beside.read_reports(hall.publication.path)


def test_a_score_that_must_be_a_slip_is_asked_about_once(hall):
    """38 for 380; the same sent again is meant so, and who confirms it is not asked."""
    first, second = (38, 389) if hall.reports.hall.decoded.game == "scrabble" else (38, 26)
    status, page = hall.ask(hall.slips[1], "one", un=first, deux=second, qui=1)
    if hall.reports.hall.decoded.game == "othello":  # discs that add up are no slips
        assert status == 303
        return
    assert status == 422 and "38 est inhabituel" in page and not beside.read_reports(hall.publication.path)
    assert 'value="38"' in page and 'value="389"' in page and 'value="1" required checked' in page
    assert hall.ask(hall.slips[1], "one", un=38, deux=38, qui=1, sur="38-389")[0] == 422  # another one
    assert hall.ask(hall.slips[1], "one", un=38, deux=389, qui=1, sur="38-389")[0] == 303
    assert hall.ask(hall.slips[1], "two", un=38, deux=389, qui=2)[0] == 303


def test_a_result_comes_through_the_network(hall):
    with closing(open_server(hall.reports).start()) as server:
        asked = HTTPConnection("127.0.0.1", server.port, timeout=30)
        asked.request("GET", f"/{hall.slips[1]}")
        assert b"Envoyer" in asked.getresponse().read()

        def state(mark=""):
            asked.request("GET", "/etat.js", headers={"If-None-Match": mark})
            answer = asked.getresponse()
            return answer.status, answer.headers["ETag"], answer.read()

        marks = [state()[1]]
        for side in ("1", "2"):
            asked.request("POST", f"/{hall.slips[1]}", f"un=40&deux=24&sur=40-24&qui={side}")
            answer = asked.getresponse()
            assert (answer.status, answer.read()) == (303, b"") and "HttpOnly" in answer.headers["Set-Cookie"]
            status, mark, script = state(marks[-1])
            assert status == 200 and b"recus({" in script and state(mark)[::2] == (304, b"")
            marks.append(mark)
    assert len(beside.read_reports(hall.publication.path)) == 2


def test_a_saved_workbook_is_decoded_once_whatever_is_sent(hall, monkeypatch):
    decoded = []
    for module in (merge, publish):
        monkeypatch.setattr(module, "decode", lambda *words: decoded.append(words) or decode(*words))
    for table in hall.slips:
        hall.both(table, 40, 24)
        assert hall.ask(hall.slips[table], "other", un=9999, deux=38, qui=1)[0] in (409, 422)
    assert not decoded
    hall.saved()
    assert len(decoded) <= 2


TYPED = ((40, 24), (64, 0), (65, 0), (40, 30), (-5, 69), (380, 38), (2001, 1), (-501, 20), (33, 32), (0, 0))


@pytest.mark.parametrize("row", [0, 3])
def test_a_result_is_judged_alone_as_with_the_whole_workbook(hall, row):
    """The plain version: the score in its cells, the workbook decoded again."""
    book = hall.reports.hall.decoded
    row = book.results.round(1)[row]
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
    wrong = [hall.ask(f"r/{'x' * 22}")[0] for _ in range(MAX_WRONG_KEYS + 1)]
    assert wrong == [404] * MAX_WRONG_KEYS + [429]
    wrong = [hall.ask(f"m/{'x' * 22}", "guesser", "192.0.2.10")[0] for _ in range(MAX_WRONG_KEYS)]
    wrong += [hall.ask(f"m/{'x' * 22}/fiches", "guesser", "192.0.2.10")[0]]
    assert wrong == [404] * MAX_WRONG_KEYS + [429]
    assert all(len(path) == 24 for path in hall.slips.values()) and len(set(hall.slips.values())) == len(hall.slips)
    published = b"".join(hall.publication.files.values()).decode()
    assert not [path for path in hall.slips.values() if path[2:] in published]


def test_a_table_that_sends_without_end_is_slowed_down_and_no_other(hall):
    codes = [hall.send(1, 40, 24, 1) for _ in range(MAX_TABLE_REPORTS + 1)]
    assert codes == [303] * MAX_TABLE_REPORTS + [429] and hall.send(2, 40, 24, 1) == 303


def test_a_slip_of_another_tournament_is_not_known_here(hall, begun, tmp_path, monkeypatch):
    """Neither of another secret, nor of a tournament that had the same name; nor does what was received then count."""
    hall.both(1, 40, 24)
    other_hall = Hall(shutil.copy(begun, tmp_path / "autre.xlsx"))
    assert not {*other_hall.slips.values()} & {*hall.slips.values()}
    path, before = hall.publication.path, {*hall.slips.values()}
    path.unlink()
    monkeypatch.setattr(timestamps, "journal_date", lambda: "01/01/2099 10:00:00")
    formula = "othello" if hall.publication.decoded.game == "othello" else "classique"
    books.pair(books.create(tmp_path, 12, "--rondes", 3, formula=formula, name=path.name, seed="8"))
    assert not before & {*Hall(path).slips.values()} and beside.read_reports(path)
    assert run("take", path) == 1 and scores(path)[1] == (None, None)


def test_initials_stand_where_names_may_not(hall):
    assert "Alpha" in "".join(hall.ask(path)[1] for path in hall.slips.values())
    short = Hall(hall.publication.path, initials=True)
    pages = [short.ask(path)[1] for path in (*short.slips.values(), short.desk, f"{short.desk}/fiches")]
    assert "Alpha" not in "".join(pages) and "A. P." in "".join(pages)


def test_every_slip_has_its_own_code_and_the_hall_sees_what_is_received(hall):
    hall.both(3, 40, 24)
    page = hall.ask(f"{hall.desk}/fiches")[1]
    assert len(set(re.findall(r"<svg.*?</svg>", page, re.DOTALL))) == len(hall.slips) == 6
    has_colours = hall.publication.decoded.game == "othello"
    assert [page.count(f'class="{disc}"') for disc in ("disc", "disc white")] == ([6, 6] if has_colours else [0, 12])
    hall.ask(hall.desk, minuteur="1")  # Tournoi does not say how long a round lasts
    script = hall.ask("etat.js")[1]
    assert script.startswith("etat(") and "minuteur(null)" in script
    assert said_to_the_screen(hall)[0] == {"3": "reçu"}


def said_to_the_screen(hall):
    """State of each table that phones have sent, and which tables are awaited."""
    return json.loads(f"[{re.search(r'recus.(.*).;', hall.ask('etat.js')[1])[1]}]")


def test_the_screen_awaits_no_table_whose_result_is_received(hall):
    tables = sorted(hall.slips)
    assert said_to_the_screen(hall) == [{}, ""], "the pages say it themselves"
    hall.both(tables[0], 40, 24)
    hall.send(tables[1], 40, 24, 1)
    round_text, _, awaited = said_to_the_screen(hall)[1].partition(" · ")
    assert round_text.startswith("Ronde 1 sur ")
    assert awaited == f"résultats attendus : tables {tables[1]} à {tables[-1]}"
    hall.send(tables[1], 40, 24, 2)
    for table in tables[2:]:
        hall.both(table, 40, 24)
    assert said_to_the_screen(hall)[1] == f"{round_text} · tous les résultats sont reçus"


def test_the_clock_runs_for_twice_the_time_of_a_player(hall):
    path = hall.publication.path
    assert not hall.reports.start_clock() and hall.reports.clock.seconds_left is None
    books.edit(path, {"Tournoi!Temps par joueur": 25})
    hall.saved()
    assert hall.reports.start_clock() and 2900 < hall.reports.clock.seconds_left <= 3000
    hall.ask(hall.desk, minuteur="0")
    assert hall.reports.clock.seconds_left is None
    hall.ask(hall.desk, minuteur="1", minutes="10")
    assert (
        500 < hall.reports.clock.seconds_left <= 600
        and f"minuteur({hall.reports.clock.seconds_left})" in hall.ask("etat.js")[1]
    )


def test_the_clock_starts_once_a_workbook_with_a_problem_is_mended(hall, monkeypatch, capsys):
    path = hall.publication.path
    books.edit(path, {"Tournoi!Nombre de rondes": "x", "Tournoi!Temps par joueur": 25})
    left = []

    def follow(publication, hall, tell, moved):
        assert not hall.refresh()
        books.edit(path, {"Tournoi!Nombre de rondes": 3})
        assert publication.publish().code == 0 and hall.refresh()
        moved(hall)
        left.append(hall.reports.clock.seconds_left)
        hall.reports.clock.stop()
        moved(hall)  # another address: the clock stays as it is
        left.append(hall.reports.clock.seconds_left)

    monkeypatch.setattr(hall_module, "publish_saves", follow)
    assert run("publish", path, "--minuteur") == 0
    assert 2900 < left[0] <= 3000 and left[1] is None and "Minuteur" not in capsys.readouterr().out


def test_why_a_save_is_not_published_is_told(hall):
    hall.publication.path.unlink()
    server, lines = SimpleNamespace(refresh=lambda: True, stopped=threading.Event()), []
    hall_module.publish_saves(hall.publication, server, lines.append, lambda server: server.stopped.set())
    (line,) = lines
    assert str(hall.publication.path) in line and hall.publication.trouble == line


def test_the_secret_stays_beside_the_copies_for_its_owner_alone(hall):
    path = hall.publication.path
    key = beside.read_secret(path)
    (file,) = (path for path in (path.parent / FOLDER).iterdir() if path.read_text("latin-1") == key.hex())
    assert beside.read_secret(path) == key and file.stat().st_mode & 0o077 == 0
    assert key.hex().encode() not in path.read_bytes()
    beside.forget_secret(path)
    assert beside.read_secret(path) != key


@pytest.mark.parametrize("content", [b"", b"0f" * 31, b"0" * 63, b"not a secret", b"\xff" * 64])
def test_a_secret_that_was_not_written_whole_is_replaced(tmp_path, content):
    path = tmp_path / "club.xlsx"
    beside.read_secret(path)
    (file,) = (tmp_path / FOLDER).iterdir()
    file.write_bytes(content)
    secret = beside.read_secret(path)
    assert len(secret) == 32 and file.read_text("ascii") == secret.hex()
    assert beside.read_secret(path) == secret
