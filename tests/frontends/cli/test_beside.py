"""A folder of mail attachments: what lies beside the workbook is never run, whatever it is called."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import federation_world as world
from tests.federation_desk import list_people
from tests.programs import WHOLE
from tournament_xl.frontends.cli.verbs import VERBS

INSTALLED = (
    "distributed", "ifaddr", "jinja2", "markupsafe", "networkx", "numpy", "pandas", "rich", "rustworkx",
    "segno", "sitecustomize", "usercustomize", "waitress", "xlsxwriter", "xlwings",
)  # fmt: skip
ON_WORKBOOK = (
    "pair",
    "update",
    "standings",
    "explain",
    "send",
    "publish",
    "export",
    "take",
    "upgrade",
    "doctor",
    "app",
)
WORDS = {
    **dict.fromkeys(ON_WORKBOOK, "joue.xlsx"),
    "new": "neuf.xlsm --formule classique --joueurs liste.csv",
    "check": "joue.xlsx --json",
    "ratings": "joue.xlsx --provisional",
    "et-si": "joue.xlsx --table 1 400-300",
    "restore": "joue.xlsx 1",
    "undo": "joue.xlsx --force",
    "simulate": "neuf.xlsm --rounds 1",
    "repair": "neuf.xlsm",
    "compare": "--joueurs 8 --formules F10 --tournois 2",
    "import": "jeu.ELO -o importe.xlsx",
    "federation": "build . --joueurs licences.csv --date 2016-08-31 -o classement.xlsx",
    "press": "pair --stdio",
    "demo": "demo --othello",
}
ELO = "%_% 1, Un, A, FRA, 1, 33, 1500\n%_% 2, Deux, B, FRA, 0, 31, 1400\n%Round:1\n1 (33)>(31) 2 B\n"
SCRIPT = Path(sys.executable).with_name("tournament-xl")
WAYS = {"module": ("-m", "tournament_xl"), "safe module": ("-P", "-m", "tournament_xl"), "script": (SCRIPT,)}
SOME = {"module": ["federation"], "safe module": ["pair"], "script": ["pair"]}  # the first starts processes of its own


@pytest.fixture
def folder(workbooks, tmp_path):
    """A tournament, lists, and a file named like each module that there is; each tells where it was run, and ends."""
    here = tmp_path / "courriels"
    here.mkdir()
    shutil.copy(workbooks["played"], here / "joue.xlsx")
    (here / "liste.csv").write_text("\n".join(["Nom", *(f"Nom{n} Ida" for n in range(8))]), encoding="utf-8")
    (here / "jeu.ELO").write_text(ELO, encoding="utf-8")
    world.write_list(here / "licences.csv", list_people(8))
    probe = tmp_path / "empty_module.py"
    probe.write_text("import sys; print(*{name.partition('.')[0] for name in sys.modules})")
    always = subprocess.run([sys.executable, "-m", "empty_module"], cwd=tmp_path, capture_output=True, text=True)
    for name in {*sys.stdlib_module_names, *INSTALLED} - {*always.stdout.split()}:
        script = f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + ' ')\nraise SystemExit(77)\n"
        (here / f"{name}.py").write_text(script)
    return here


@pytest.mark.parametrize("way", WAYS)
def test_no_verb_runs_a_file_beside_the_workbook(folder, way):
    assert set(WORDS) == set(VERBS)
    ran = folder.parent / "ran"
    sent = json.dumps({"version": 1, "name": "x.xlsx", "sheets": []})
    for verb in VERBS if WHOLE else SOME[way]:
        command = [sys.executable, *WAYS[way], verb, *shlex.split(WORDS[verb])]
        environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            command, cwd=folder, env=environment, input=sent, capture_output=True, encoding="utf-8", errors="replace"
        )
        assert not ran.exists(), (verb, ran.read_text(), done.stderr[-300:])
        assert done.returncode in (0, 1, 2, 3), (verb, done.returncode, done.stderr)
