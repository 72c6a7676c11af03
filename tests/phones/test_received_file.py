"""The file of results received from phones: what counts of it when it is torn, edited, odd, full or replaced."""

import shutil

import pytest

from tests import books
from tests.books import run
from tests.hall_phones import Hall
from tests.phones.test_received import scores
from tournament_xl.phones import report_file as beside
from tournament_xl.phones import report_lines
from tournament_xl.phones.report_lines import FROM_DESK, FROM_FIRST, FROM_SECOND, Report


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A workbook with its first round under way."""
    return books.pair(books.create(tmp_path_factory.mktemp("begun"), 12, "--rondes", 3))


@pytest.fixture
def hall(begun, tmp_path):
    return Hall(shutil.copy(begun, tmp_path / "club.xlsx"))


LINE = Report("21/11/2026 14:05:33", 1, 3, 5, 420, 380, 2, FROM_FIRST)


def test_a_file_that_was_torn_or_edited_gives_the_lines_that_are_whole(tmp_path):
    path = tmp_path / "club.xlsx"
    beside.append_report(path, LINE, "à confirmer")
    file = beside.report_path(path)
    whole = file.read_bytes()
    for end in range(len(whole)):
        file.write_bytes(whole[:end])
        assert not beside.read_reports(path), end
        beside.append_report(path, LINE, "à confirmer")
        assert beside.read_reports(path)[-1] == LINE, end
    file.write_bytes(whole + b"\xff;;\n" + b"x" * 5000 + b"\n1;2;3;4;5;6;7;8;9\n=1+1;1;1;1;1;1;99999999999;joueur 1;\n")
    assert beside.read_reports(path) == (LINE,)


ODD = {
    "a lone CR": b"a\rb\r\n",
    "a quote that begins a line": b'"table 3 revue\r\n',
    "a quote that begins a field": b'21/11/2026 14:05:33;"1;3;5;420;380;2;joueur 1;\r\n',
    "more letters than csv takes": b"x" * 131_073 + b"\n",
    "fields of such a size": b";" * 8 + b"x" * 200_000 + b"\r\n",
    "NUL": b"\0;\0\r\n",
    "more lines than any hall sends": b";;;;;;;;\r\n" * 25_000,
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_each_line_is_judged_alone_and_the_others_count(hall, odd):
    """By a press and by the phones, before and behind lines of ours."""
    path = hall.publication.path
    file = beside.report_path(path)
    file.write_bytes(report_lines.HEADER + odd)
    hall.both(1, 40, 24)
    file.write_bytes(file.read_bytes() + odd)
    hall.both(2, 24, 40)
    assert hall.reports.list_states() == {"1": "reçu", "2": "reçu"} and len(beside.read_reports(path)) == 4
    assert run("take", path) == 0 and scores(path)[1] == (40, 24) and scores(path)[2] == (24, 40)


def test_a_full_file_is_said_to_the_phone_and_to_the_desk(hall):
    file = beside.report_path(hall.publication.path)
    file.write_bytes(report_lines.HEADER + b"\n" * (4_000_000 - len(report_lines.HEADER) - 20))
    status, page = hall.ask(hall.slips[1], "one", un=40, deux=24, qui=1, sur="40-24")
    assert status == 503 and "le fichier des résultats reçus est plein" in page
    status, page = hall.ask(hall.desk, table=1, score="40-24")
    assert status == 200 and "renommez" in page and file.name in page and "http-equiv" not in page
    assert file.stat().st_size < 4_000_000 and run("take", hall.publication.path) == 1


def test_a_file_that_is_none_of_a_hall_s_is_refused_and_named(hall, capsys):
    path = hall.publication.path
    before = path.read_bytes()
    beside.report_path(path).write_bytes(b"x\n" * 2_000_001)
    assert run("update", path) == 5 and path.read_bytes() == before
    assert "résultats reçus.csv fait plus de 4 Mo" in capsys.readouterr().err
    status, page = hall.ask(hall.slips[1])
    assert status == 503 and "ne peuvent pas être lus" in page
    status, page = hall.ask(hall.desk)
    assert status == 503 and "fait plus de 4 Mo" in page


def test_a_file_that_is_replaced_or_cut_in_a_running_hall_counts_as_it_stands(hall):
    file = beside.report_path(hall.publication.path)
    hall.both(1, 40, 24)
    hall.both(2, 40, 24)
    lines = file.read_bytes().splitlines(keepends=True)
    for rest, left in ((lines[:3], {"1"}), (lines[3:], {"2"}), (lines + lines[:1] * 9, {"1", "2"}), ([], set())):
        file.write_bytes(b"".join(rest))
        assert hall.reports.list_states().keys() == left


@pytest.mark.parametrize(
    ("words", "state", "agreed"),
    [
        ([(FROM_FIRST, 4, 3)], "à confirmer", None),
        ([(FROM_FIRST, 4, 3), (FROM_SECOND, 4, 3)], "reçu", (4, 3)),
        ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4)], "différents", None),
        ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4), (FROM_SECOND, 4, 3)], "reçu", (4, 3)),
        ([(FROM_FIRST, 4, 3), (FROM_SECOND, 4, 3), (FROM_FIRST, 5, 3)], "différents", None),
        ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4), (FROM_DESK, 3, 4)], "reçu", (3, 4)),
        ([(FROM_DESK, 3, 4), (FROM_FIRST, 4, 3)], "reçu", (3, 4)),
    ],
)
def test_what_lines_come_to(words, state, agreed):
    lines = [Report("", 1, 3, 5, own, opposing, 2, sender) for sender, own, opposing in words]
    collected = report_lines.collect_reports(lines)[1, 3, 5, 2]
    assert (collected.state, collected.agreed) == (state, agreed)
