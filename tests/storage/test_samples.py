"""The committed samples were written by earlier versions of the program: they open, check and go on."""

import shutil

import pytest

from tests import books
from tournament_xl.core.exit_codes import DONE

SAMPLES = sorted(books.SAMPLES.glob("*.xlsx"))


def commands(path):
    """Return the commands that go on with a sample: one under way is also played to its end."""
    return ("update", "simulate") if "en-cours" in path.stem or "a-apparier" in path.stem else ("update",)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_workbook_of_an_earlier_version_opens_checks_and_goes_on(sample, tmp_path, capsys):
    book = shutil.copy(sample, tmp_path / sample.name)
    assert books.run("check", book) == DONE, capsys.readouterr()
    history = [*books.content(book)["Mémoire"].values]
    for command in commands(sample):
        assert books.run(command, book) == DONE, capsys.readouterr()
    assert books.run("check", book) == DONE, capsys.readouterr()
    rows_after = [*books.content(book)["Mémoire"].values]
    assert len(history) > 1 and [row[:2] for row in rows_after[: len(history)]] == [row[:2] for row in history]
