"""Builds of these tests read their workbooks in the tests' own process, each once; test_federation_folder.py has the
processes that may crash or hang.
"""

import pytest

from tests import federation_world as world
from tests.federation_desk import list_people, read_once
from tournament_xl.federation.intake import reading


@pytest.fixture(autouse=True)
def reads_without_processes(request, monkeypatch):
    plain = reading.read_files

    def read_files(files, tell=lambda done, count, name: None, seasons=(), **more):
        if [*seasons] or more:
            return plain(files, tell, seasons, **more)
        files_read = []
        for path, name in files:
            files_read.append(read_once(path, name))
            tell(len(files_read), len(files), name)
        return files_read

    if request.path.stem != "test_federation_folder":
        monkeypatch.setattr(reading, "read_files", read_files)


@pytest.fixture
def desk(tmp_path):
    """A list, and the command for a day on the files of its month."""
    world.write_list(tmp_path / "liste.csv", list_people(10))
    return tmp_path
