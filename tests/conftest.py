"""Fixtures that several test modules share."""

import pytest

from tests import books
from tournament_xl.hosts import files


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Workbooks of 8 players made once, to be copied: registered, round 1 drawn, round 1 played, all rounds played."""
    folder = tmp_path_factory.mktemp("made")
    paths = {name: books.create(folder / name) for name in ("registered", "drawn", "played", "finished")}
    books.pair(paths["drawn"])
    books.simulate(paths["played"], 1)
    books.simulate(paths["finished"], 5)
    return paths


@pytest.fixture
def checked(tmp_path):
    """What `check` reports of a desk's workbook, saved as a file."""
    return lambda desk: files.check(desk.save(tmp_path / "tournoi.xlsx"))
