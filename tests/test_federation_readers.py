"""The federation's readers that crash, hang or babble."""

import pytest

from tournament_xl.federation import readers
from tournament_xl.workbook.snapshot import HostError


@pytest.fixture
def sham(monkeypatch):
    """A worker that does as its file's name says, in place of the real one."""

    def use(source):
        command = [readers.sys.executable, "-c", source]
        started = readers.subprocess.Popen
        monkeypatch.setattr(readers.subprocess, "Popen", lambda _, **more: started(command, **more))

    return use


SHAM = """
import json, os, sys, time
for line in sys.stdin:
    name = json.loads(line)["name"]
    if "chute" in name: os.abort()
    if "lent" in name: time.sleep(60)
    if "bavard" in name: print("Segmentation fault")
    print(json.dumps({"sha256": name, "refusal": "lu"}), flush=True)
"""


def test_a_reader_that_crashes_hangs_or_babbles_costs_one_file(sham, tmp_path):
    sham(SHAM)
    names = ["a", "chute", "b", "lent", "c", "bavard", "d"]
    answers = readers.read_all([(tmp_path / name, name) for name in names], seconds=8)
    told = dict(zip(names, (answer["refusal"] for answer in answers), strict=True))
    assert [told[name] for name in "abcd"] == ["lu"] * 4
    assert "fait tomber" in told["chute"] and "après 8 secondes" in told["lent"] and "fait tomber" in told["bavard"]


def test_readers_are_spoken_to_in_utf_8_whatever_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "utf-16")
    (answer,) = readers.read_all([(tmp_path / "é.xlsx", "é.xlsx")], seconds=20)
    assert "Lecture impossible" in answer["refusal"]


@pytest.mark.skipif(readers.os.name == "nt", reason="Windows has names of letters, not of bytes")
def test_a_name_in_the_letters_of_a_system_that_is_not_utf_8_is_found(tmp_path, monkeypatch):
    with open(readers.os.fsencode(tmp_path) + b"/re\xe7u.xlsx", "wb") as file:
        file.write(b"nothing")
    monkeypatch.setattr(readers.os, "fsencode", lambda path: str(path).encode("latin-1"))
    (answer,) = readers.read_all([(tmp_path / "reçu.xlsx", "reçu.xlsx")], seconds=20)
    assert "Lecture impossible" not in answer["refusal"] and answer["sha256"]


def test_a_system_that_grants_no_more_threads_is_told(tmp_path, monkeypatch):
    def none(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", none)
    with pytest.raises(HostError, match="n'accorde plus de tâches"):
        readers.read_all([(tmp_path / "a.xlsx", "a.xlsx")])
