"""The file of results received from phones: what counts of it when it is torn, edited, odd, full or replaced."""

import pytest

from tests.books import run
from tests.hall_phones import scores
from tournament_xl.core import text_limits
from tournament_xl.phones import report_file as beside
from tournament_xl.phones import report_lines
from tournament_xl.phones.report_lines import FROM_DESK, FROM_FIRST, FROM_SECOND, Report

LINE = Report("21/11/2026 14:05:33", 1, 3, 5, 420, 380, 2, FROM_FIRST)


def test_a_file_that_was_torn_or_edited_gives_the_lines_that_are_whole(tmp_path):
    path = tmp_path / "club.xlsx"
    beside.append_report(path, LINE, "à confirmer")
    file = beside.report_path(path)
    whole = file.read_bytes()
    for end in range(0, len(whole), 7):
        file.write_bytes(whole[:end])
        assert not beside.read_reports(path), end
        beside.append_report(path, LINE, "à confirmer")
        assert beside.read_reports(path)[-1] == LINE, end
    file.write_bytes(whole + b"\xff;;\n" + b"x" * 5000 + b"\n1;2;3;4;5;6;7;8;9\n=1+1;1;1;1;1;1;99999999999;joueur 1;\n")
    assert beside.read_reports(path) == (LINE,)


ODD = b'a\rb\r\n"table 3 revue\r\n21/11/2026 14:05:33;"1;3;5;420;380;2;joueur 1;\r\n\0;\0\r\n' + b"x" * 131_073 + b"\n"


def test_each_line_is_judged_alone_and_the_others_count(hall):
    """A lone CR, quotes, NUL, more letters than csv takes; by a press and by the phones, before and behind ours."""
    path = hall.publication.path
    file = beside.report_path(path)
    file.write_bytes(report_lines.HEADER + ODD)
    hall.both(1, 40, 24)
    file.write_bytes(file.read_bytes() + ODD)
    hall.both(2, 24, 40)
    assert hall.reports.list_states() == {"1": "reçu", "2": "reçu"} and len(beside.read_reports(path)) == 4
    assert run("take", path) == 0 and scores(path)[1] == (40, 24) and scores(path)[2] == (24, 40)


def test_a_full_file_is_said_to_the_phone_and_to_the_desk(hall, monkeypatch):
    monkeypatch.setattr(text_limits, "PHONE_RESULTS_BYTES", 4000)
    file = beside.report_path(hall.publication.path)
    file.write_bytes(report_lines.HEADER + b"\n" * (4000 - len(report_lines.HEADER) - 20))
    status, page = hall.ask(hall.slips[1], "one", un=40, deux=24, qui=1, sur="40-24")
    assert status == 503 and "plein" in page
    status, page = hall.ask(hall.desk, table=1, score="40-24")
    assert status == 200 and file.name in page and "http-equiv" not in page
    assert file.stat().st_size < 4000 and run("take", hall.publication.path) == 1


def test_a_file_that_is_none_of_a_hall_s_is_refused_and_named(hall, monkeypatch, capsys):
    monkeypatch.setattr(text_limits, "PHONE_RESULTS_BYTES", 4000)
    path = hall.publication.path
    before = path.read_bytes()
    beside.report_path(path).write_bytes(b"x\n" * 2001)
    assert run("update", path) == 5 and path.read_bytes() == before
    assert "résultats reçus.csv" in capsys.readouterr().err
    assert [hall.ask(page)[0] for page in (hall.slips[1], hall.desk)] == [503, 503]


def test_a_file_that_is_replaced_or_cut_in_a_running_hall_counts_as_it_stands(hall):
    file = beside.report_path(hall.publication.path)
    hall.both(1, 40, 24)
    hall.both(2, 40, 24)
    lines = file.read_bytes().splitlines(keepends=True)
    for rest, left in ((lines[:3], {"1"}), (lines[3:], {"2"}), (lines + lines[:1] * 9, {"1", "2"}), ([], set())):
        file.write_bytes(b"".join(rest))
        assert hall.reports.list_states().keys() == left


@pytest.mark.parametrize(("words", "state", "agreed"), [
    ([(FROM_FIRST, 4, 3)], "à confirmer", None),
    ([(FROM_FIRST, 4, 3), (FROM_SECOND, 4, 3)], "reçu", (4, 3)),
    ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4)], "différents", None),
    ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4), (FROM_SECOND, 4, 3)], "reçu", (4, 3)),
    ([(FROM_FIRST, 4, 3), (FROM_SECOND, 4, 3), (FROM_FIRST, 5, 3)], "différents", None),
    ([(FROM_FIRST, 4, 3), (FROM_SECOND, 3, 4), (FROM_DESK, 3, 4)], "reçu", (3, 4)),
    ([(FROM_DESK, 3, 4), (FROM_FIRST, 4, 3)], "reçu", (3, 4)),
])  # fmt: skip
def test_what_lines_come_to(words, state, agreed):
    lines = [Report("", 1, 3, 5, own, opposing, 2, sender) for sender, own, opposing in words]
    collected = report_lines.collect_reports(lines)[1, 3, 5, 2]
    assert (collected.state, collected.agreed) == (state, agreed)
