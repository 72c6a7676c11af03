"""The scripted tournaments inside the engine of the page: they say and leave what they do natively."""

import json
import os
import subprocess
import sysconfig

from tests import ROOT, scripted
from tests.page_browser import build
from tests.programs import starts_programs

SAMPLE = ("13-open-12", "45-othello-a-final-and-a-game-beside-it", "66-sign-up-forms")


@starts_programs
def test_a_script_says_and_leaves_the_same_in_the_page():
    """A few; with TOURNAMENT_XL_FUZZ all (make trials)."""
    build()
    names_of_scripts = [script.stem for script in scripted.all_scripts()]
    names = names_of_scripts if os.environ.get("TOURNAMENT_XL_FUZZ") else list(SAMPLE)
    packages = sysconfig.get_path("purelib")
    words = ["node", str(ROOT / "tests" / "inside.mjs"), packages, *names]
    output = subprocess.run(words, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    played = {name: answers for name, *answers in map(json.loads, output.splitlines())}
    assert [*played] == names
    for name, (transcript, cells) in played.items():
        script = scripted.SCRIPTS / f"{name}.txt"
        assert transcript == script.read_text(encoding="utf-8")
        assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
