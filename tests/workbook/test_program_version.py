"""Which version of the program wrote a workbook, and which are newer."""

import pytest

from tests import books
from tournament_xl import __version__
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.program_version import find_program_version, parse_version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("0.1.0", (0, 1, 0)),
        ("0.10", (0, 10, 0)),
        ("12.3.45", (12, 3, 45)),
        ("0.2.0.dev3+g12ab", (0, 2, 0)),
        ("0.2.0rc1", (0, 2, 0)),
        ("0.2-beta", (0, 2, 0)),
        ("", None),
        ("2", None),
        ("Version", None),
        ("version 0.2.0", None),
        ("0.2.0 ou plus", None),
        ("9" * 5000 + ".1", None),
    ],
)
def test_a_version_is_three_numbers_whatever_a_build_adds(text, version):
    assert parse_version(text) == version


def test_a_version_is_compared_by_its_numbers():
    assert parse_version("0.10.0") > parse_version("0.9.9") > parse_version("0.9")


def test_a_workbook_records_its_version_from_its_creation_on(tmp_path):
    book = books.create(tmp_path)
    assert find_program_version(ClosedFile(book).read()) == __version__
    books.edit(book, {"Mémoire!E3": None})
    assert find_program_version(ClosedFile(book).read()) == ""
    books.pair(book)
    assert find_program_version(ClosedFile(book).read()) == __version__
