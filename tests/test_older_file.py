"""A workbook older than its copies: what a press says of it, and that it says nothing of a sound one."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests import books
from tests.books import run, score
from tests.xlsm import saved_by_openpyxl
from tournament_xl.hosts import files, pressing, restore
from tournament_xl.hosts.backups import copies
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.resources import resource

START = datetime(2026, 11, 21, 14, 0, 30)


@pytest.fixture
def clock(monkeypatch):
    """Each press takes place so many seconds after the one before."""

    class Clock:
        now, step = START, timedelta(seconds=20)

        def date(self):
            self.now += self.step
            return f"{self.now:%d/%m/%Y %H:%M:%S}"

    ticking = Clock()
    monkeypatch.setattr(files, "journal_date", ticking.date)
    return ticking


@pytest.fixture
def book(tmp_path, clock):
    """Round 2 drawn, twenty seconds after round 1."""
    path = books.create(tmp_path, name="club.xlsx")
    books.pair(path)
    score(path, 1)
    return books.pair(path)


def told(capsys, *words):
    capsys.readouterr()
    code = run(*words)
    shown = capsys.readouterr()
    return code, "que ce classeur ne connaît pas" in shown.out + shown.err


@pytest.mark.parametrize("action", ["update", "pair", "undo"])
def test_an_earlier_version_put_back_is_told_until_a_press_has_written(book, tmp_path, capsys, action):
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    score(book, 2, 511, 322)
    books.pair(book)
    shutil.copy(earlier, book)
    if action == "pair":
        score(book, 2)
    code, first = told(capsys, action, book)
    assert code == 0 and first
    books.score(book, 2, 433, 422)
    assert told(capsys, "update", book) == (0, action == "update")  # the first one had nothing to write
    assert told(capsys, "update", book) == (0, False)


def test_results_that_are_missing_in_it_are_not_asked_for_without_the_word(book, tmp_path, capsys):
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    books.pair(score(book, 2))
    shutil.copy(earlier, book)
    assert told(capsys, "pair", book) == (3, True)


def test_a_live_program_is_told_too(book, tmp_path):
    earlier = ClosedFile(book).read()
    books.pair(score(book, 2))
    outcome = pressing.act("update", earlier, pressing.Place(book))
    assert any(copies(book)[-1].file.name in text for text in outcome.warnings)
    for nowhere in (None, Path("/")):
        assert not pressing.act("update", earlier, pressing.Place(nowhere)).warnings


def test_a_whole_tournament_and_what_is_put_back_on_purpose_say_nothing(book, capsys):
    for number in (2, 3):
        score(book, number)
        assert told(capsys, "update", book) == told(capsys, "pair", book) == (0, False)
    saved_by_openpyxl(book)
    assert told(capsys, "undo", book) == (0, False)
    restore.restore(book, 2)
    assert told(capsys, "update", book) == (0, False)


def test_two_presses_of_one_second_say_nothing(book, clock, capsys):
    clock.step = timedelta()
    score(book, 2)
    assert told(capsys, "update", book) == told(capsys, "pair", book) == told(capsys, "undo", book) == (0, False)


def test_a_clock_set_back_or_a_journal_without_times_says_nothing(book, clock, capsys):
    clock.now = START - timedelta(hours=1)
    score(book, 2)
    assert told(capsys, "update", book)[0] == 0
    for row in books.lines(book, "Journal"):
        books.edit(book, {f"Journal!Date!{row['row']}": "hier"})
    assert told(capsys, "pair", book) == (0, False)


def test_dates_that_a_spreadsheet_made_numbers_of_are_read(book, tmp_path, capsys):
    earlier = tmp_path / "usb.xlsx"
    for row in books.lines(book, "Journal"):
        hours, minutes = map(int, row["Date"].split()[1].split(":"))
        books.edit(book, {f"Journal!Date!{row['row']}": 46347 + (60 * hours + minutes) / 1440})  # 21/11/2026
    shutil.copy(book, earlier)
    assert told(capsys, "update", score(book, 2)) == (0, False)
    shutil.copy(earlier, book)
    assert told(capsys, "update", book) == (0, True)


def test_of_two_copies_that_were_both_pressed_the_one_put_over_the_other_is_told(book, tmp_path, capsys):
    """A correction on the computer, the next scores on the key, a second later: the key's file has the later line."""
    key = tmp_path / "clé" / book.name
    key.parent.mkdir()
    shutil.copy(book, key)
    score(book, 1, 555, 300)
    assert told(capsys, "update", book) == (0, False)
    assert told(capsys, "update", score(key, 2)) == (0, False)
    shutil.copy(key, book)
    assert told(capsys, "pair", book) == (0, True)
    assert told(capsys, "update", score(book, 3)) == (0, False)


def test_copies_made_by_repair_are_looked_past(book, tmp_path, clock, capsys):
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    score(book, 2)
    assert told(capsys, "update", book) == (0, False)
    stamp = files.stamp("avant réparation", clock.date())
    (book.parent / "Sauvegardes" / f"club {stamp}.xlsx").write_bytes(book.read_bytes())
    assert told(capsys, "update", score(book, 2, 433, 422)) == (0, False)
    shutil.copy(earlier, book)
    (book.parent / "Sauvegardes" / f"club {files.stamp('avant réparation', clock.date())}.xlsx").write_bytes(b"x")
    assert told(capsys, "update", score(book, 2)) == (0, True)


def test_a_tournament_of_the_same_name_before_this_one_is_another(book, clock, capsys):
    clock.now -= timedelta(days=3)
    old = files.stamp("avant appariement", clock.date())
    clock.now += timedelta(days=3)
    (book.parent / "Sauvegardes" / f"club {old}.xlsx").write_bytes(b"x")
    assert told(capsys, "update", score(book, 2)) == (0, False)


def test_the_xlsx_that_a_repair_left_behind_is_told_of_the_xlsm_and_another_tournament_is_not(book, tmp_path, capsys):
    live = book.with_suffix(".xlsm")
    assert run("repair", book) == 0
    assert told(capsys, "update", score(live, 1, 555, 300)) == (0, False)
    assert told(capsys, "update", score(book, 2)) == (0, True)
    live.unlink()
    books.create(tmp_path, name=live.name, seed="8")
    books.pair(live)
    assert told(capsys, "update", score(live, 1)) == (0, False)
    assert told(capsys, "update", score(book, 2, 433, 422)) == (0, False)


def test_a_workbook_that_was_lost_and_put_back_on_purpose_says_nothing(book, capsys):
    books.pair(score(book, 2))
    book.unlink()
    restore.restore(book, 1)
    assert told(capsys, "update", book) == told(capsys, "pair", book) == (0, False)


def test_a_press_that_was_taken_back_in_the_open_workbook_says_nothing(book):
    """LibreOffice's own Undo; its copy is what stands there again, and what is typed since."""
    kept = book.read_bytes()
    books.pair(score(book, 2))
    book.write_bytes(kept)
    lacking = pressing.act("update", ClosedFile(book).read(), pressing.Place(book))
    assert lacking.warnings, "the scores that the copy has are not there"
    score(book, 2)
    assert not pressing.act("update", ClosedFile(book).read(), pressing.Place(book)).warnings


@pytest.mark.parametrize("words", [("check",), ("standings",), ("explain",), ("send",)])
def test_whatever_only_reads_an_earlier_version_tells_it_too(book, tmp_path, capsys, words):
    for number in range(2, 6):
        if number > 2:
            books.pair(book)
        score(book, number)
        books.update(book)
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    last = books.lines(book, "Résultats")[-1]["row"]
    books.edit(book, {f"Résultats!Score 1!{last}": 301, f"Résultats!Score 2!{last}": 502})
    assert told(capsys, *words, book) == (1 if words in (("check",), ("send",)) else 0, False)
    books.update(book)
    shutil.copy(earlier, book)
    assert told(capsys, *words, book) == (0, True)


@pytest.mark.parametrize("back", ["CLUB2.XLSX", "CLUB2.xlsx"])
def test_a_name_with_a_large_ending_has_copies_too(book, tmp_path, capsys, back):
    large = book.rename(tmp_path / "CLUB2.XLSX")
    earlier = shutil.copy(large, tmp_path / "usb.tmp")
    books.pair(score(large, 2))
    large.unlink()
    assert told(capsys, "update", shutil.copy(earlier, tmp_path / back)) == (0, True)


def test_the_version_before_the_first_press_of_a_workbook_made_from_the_template_is_told(tmp_path, clock, capsys):
    book = shutil.copy(resource("templates", "scrabble.xlsx"), tmp_path / "club.xlsx")
    columns = ("Nom", "Prénom", "Licence", "Cote")
    people = enumerate(books.players(8))
    books.edit(book, {f"Joueurs!{c}!{5 + i}": v for i, one in people for c, v in zip(columns, one, strict=True)})
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    assert told(capsys, "pair", book) == (0, False)
    books.pair(score(book, 1))
    shutil.copy(earlier, book)
    assert told(capsys, "update", book) == (0, True)


@pytest.mark.parametrize("back", [timedelta(minutes=2), timedelta(hours=1), timedelta(hours=12)])
def test_a_clock_that_was_set_back_hides_no_lost_results(book, tmp_path, clock, capsys, back):
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    clock.now -= back
    books.update(score(book, 2))
    shutil.copy(earlier, book)
    clock.now += back
    assert told(capsys, "update", book) == (0, True)
    assert told(capsys, "update", score(book, 2, 433, 422)) == (0, True)
    assert told(capsys, "update", book) == (0, False)


def test_results_that_only_repair_has_seen_are_missed_too(book, tmp_path, clock, capsys):
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    score(book, 2)
    stamp = files.stamp("avant réparation", clock.date())
    (book.parent / "Sauvegardes" / f"club {stamp}.xlsx").write_bytes(book.read_bytes())
    assert told(capsys, "update", book) == (0, False)
    shutil.copy(earlier, book)
    assert told(capsys, "update", book) == (0, True)


def test_a_copy_that_a_cloud_brings_late_is_told_once(book, tmp_path, clock, capsys):
    """Two computers, one folder: the other one's press came first, its copy after ours."""
    ours = shutil.copy(book, tmp_path / "ours.xlsx")
    books.update(score(book, 2))
    late = copies(book)[-1].file
    late.rename(tmp_path / "late.xlsx")
    shutil.copy(ours, book)
    assert told(capsys, "update", score(book, 2, 433, 422)) == (0, False)
    shutil.copy(tmp_path / "late.xlsx", late)
    assert told(capsys, "update", book) == told(capsys, "standings", book) == (0, True)
    assert told(capsys, "pair", book) == (0, True)
    assert told(capsys, "update", book) == (0, False)


def test_the_copy_that_send_kept_of_an_earlier_parcel_is_of_no_press(book, capsys):
    for number in range(2, 6):
        if number > 2:
            books.pair(book)
        books.update(score(book, number))
    assert run("send", book) == 0
    books.update(score(books.edit(book, {"Joueurs!Club!5": "Vienne"}), 5, 433, 422))
    assert run("send", book) == 0
    (parcel,) = book.parent.glob("*envoi.xlsx")
    assert told(capsys, "check", parcel)[1] is False
