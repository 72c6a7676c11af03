"""The federation's readers that crash, hang or babble."""

import pytest

from tournament_xl.federation import readers


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
