"""Builds of these tests open mails, read workbooks and render pages in the tests' own process, each workbook once.

test_federation_folder.py has the processes that may crash or hang, core/test_orphans.py those that render.
"""

import pickle

import pytest

from tests import federation_world as world
from tests.federation_desk import Story, list_people, read_once
from tournament_xl.federation import publish
from tournament_xl.federation.intake import folder


@pytest.fixture(autouse=True, scope="module")
def works_without_processes():
    plain = folder.read_files

    def read_files(files, tell=lambda done, count, name: None, season_files=(), *, sharing=None):
        if season_files:
            return plain(files, tell, season_files, sharing=sharing)
        files_read = []
        for path, name in files:
            files_read.append(read_once(path, name))
            tell(len(files_read), len(files), name)
        return files_read

    def run_in_workers(tasks, work, answer_type, **limits):
        for task in tasks:
            answer = sent(work(*task))
            assert isinstance(answer, answer_type)
            yield task, answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "read_files", read_files)
        patch.setattr(folder, "run_in_workers", run_in_workers)
        patch.setattr(publish, "BackgroundCall", Call)
        yield


def sent(answer):
    """Return an answer as it comes from a process."""
    return pickle.loads(pickle.dumps(answer))


class Call:
    """Stands for a call in a process; it is made when its result is wanted."""

    def __init__(self, function, *arguments):
        self.function, self.arguments = function, arguments

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def result(self):
        return sent(self.function(*self.arguments))


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


@pytest.fixture
def desk(tmp_path):
    """A list, and the command for a day on the files of its month."""
    world.write_list(tmp_path / "liste.csv", list_people(10))
    return tmp_path
