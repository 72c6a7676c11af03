"""A hall whose first round is under way."""

import shutil

import pytest

from tests import books
from tests.hall_phones import Hall


@pytest.fixture(scope="module")
def of_othello(tmp_path_factory):
    """A workbook of Othello with its first round under way."""
    return books.pair(books.create(tmp_path_factory.mktemp("othello"), 8, formula="othello"))


@pytest.fixture
def hall(workbooks, tmp_path):
    """A hall of 8 players of Scrabble, tables 1 to 4."""
    return Hall(shutil.copy(workbooks["drawn"], tmp_path / "club.xlsx"))


@pytest.fixture
def othello_hall(of_othello, tmp_path):
    """A hall of 8 players of Othello, tables 1 to 4."""
    return Hall(shutil.copy(of_othello, tmp_path / "othello.xlsx"))


@pytest.fixture(params=["hall", "othello_hall"], ids=["scrabble", "othello"])
def any_hall(request):
    return request.getfixturevalue(request.param)
