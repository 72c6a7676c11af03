"""`make oracle`: the old program, from this repository's history, with the packages that it locked, in `.oracle/`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from io import BytesIO
from pathlib import Path

COMMIT = "74f8bcbe99d886e51dace7afb6768965f63914ff"
BY_DAY_PLAYED = "5416c0b571a6fb98af0a59555b58a77764abc862"  # changed rules R9 and R10; its patch fits the old program
ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".oracle"
TREE = HOME / "tree"  # the old checkout: package, templates, samples, scripts
PYTHON = HOME / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
READY = HOME / "ready"  # holds the commit when all is installed
PACKAGES = (
    "rustworkx", "numpy", "rich", "markdown-it-py", "mdurl", "pygments", "jinja2", "markupsafe", "segno", "ifaddr",
    "waitress", "xlsxwriter", "python-calamine", "olefile",
)  # what the old program needs to run, of all that its requirements.txt locks  # fmt: skip


def is_ready() -> bool:
    """Check whether the old program is installed."""
    return READY.is_file() and READY.read_text() == COMMIT


def why_not() -> str:
    """Say why the old program cannot be installed here; empty where it can."""
    if shutil.which("git") is None:
        return "no oracle: git is not installed"
    if _git("cat-file", "-e", f"{COMMIT}^{{commit}}").returncode:
        return f"no oracle: this clone's history lacks commit {COMMIT[:8]} (a shallow clone? git fetch --unshallow)"
    return ""


def install() -> None:
    """Install the old program, unless it is there."""
    if is_ready():
        return
    shutil.rmtree(HOME, ignore_errors=True)
    archive = _git("archive", COMMIT)
    archive.check_returncode()
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
        tar.extractall(TREE, filter="data")
    venv.create(HOME / "env")
    blocks = re.split(r"\n(?=\S)", (TREE / "requirements.txt").read_text(encoding="utf-8"))
    wanted = [block for block in blocks if re.split(r"[= ]", block, maxsplit=1)[0] in PACKAGES]
    locked = HOME / "requirements.txt"
    locked.write_text("\n".join(wanted), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--no-deps", "--require-hashes", "-r", str(locked)], check=True)
    (packages,) = (HOME / "env").rglob("site-packages")
    (packages / "oracle.pth").write_text(f"{TREE}\n", encoding="utf-8")
    READY.write_text(COMMIT)


def install_by_day_played() -> Path:
    """Return a checkout of the old program with the rules R9 and R10 of now; the first call makes it.

    Who returns after two years, or stays ranked, moves the cotes of months that follow: no list of differences could
    tell these from others.
    """
    tree, fresh = HOME / "tree-by-day-played", HOME / "~tree-by-day-played"
    if not tree.is_dir():
        patch = _git("show", BY_DAY_PLAYED, "--", "tournament_xl/federation")
        patch.check_returncode()
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(TREE, fresh)
        outside = os.environ | {"GIT_CEILING_DIRECTORIES": str(HOME)}  # else git applies it to this repository
        subprocess.run(["git", "apply"], input=patch.stdout, cwd=fresh, env=outside, check=True)
        fresh.rename(tree)
    return tree


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)


if __name__ == "__main__":
    if not is_ready() and (reason := why_not()):
        print(reason)
    else:
        install()
