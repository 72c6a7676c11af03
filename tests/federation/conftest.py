"""Builds of these tests open mails and read workbooks in the tests' own process, each workbook once;
test_federation_folder.py has the processes that may crash or hang.
"""

import pickle

import pytest

from tests.federation_desk import read_once
from tournament_xl.federation.intake import folder


@pytest.fixture(autouse=True, scope="module")
def reads_without_processes(request):
    plain = folder.read_files

    def read_files(files, tell=lambda done, count, name: None, seasons=(), **more):
        if [*seasons] or more:
            return plain(files, tell, seasons, **more)
        found = []
        for path, name in files:
            found.append(read_once(path, name))
            tell(len(found), len(files), name)
        return found

    def run_in_workers(tasks, work, answer_type, **limits):
        for task in tasks:
            answer = pickle.loads(pickle.dumps(work(*task)))  # as a process sends it
            assert isinstance(answer, answer_type)
            yield task, answer

    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_federation_folder":
            patch.setattr(folder, "read_files", read_files)
            patch.setattr(folder, "run_in_workers", run_in_workers)
        yield
