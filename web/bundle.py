"""Bundles the page's scripts and styles into web/built/ by esbuild; npm's packages are fetched once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PACKAGES, BUILT = WEB / "node_modules", WEB / "built"
FILES = ("page.js", "page.css", "worker.js", "sw.js")


def fetch_packages() -> None:
    """Fetch the packages of package-lock.json, unless each is there in its version."""
    package = json.loads((WEB / "package.json").read_text("utf-8"))
    wanted = package["dependencies"] | package["devDependencies"]
    if any(installed_version(name) != version for name, version in wanted.items()):
        command = [program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=WEB, check=True, stdout=subprocess.DEVNULL)


def installed_version(name: str) -> str:
    """Return the version of a package, "" where it is not there."""
    file = PACKAGES / name / "package.json"
    return str(json.loads(file.read_text("utf-8"))["version"]) if file.is_file() else ""


def program(name: str) -> str:
    """Return the path of node or npm; the program ends where it is not installed."""
    path = shutil.which(name)
    if not path:
        sys.exit(f"make page : il manque {name} (Debian : apt-get install nodejs npm).")
    return path


def is_built() -> bool:
    """Return whether all is there, and newer than all that it is made of."""
    sources = (WEB / "bundle.mjs", WEB / "package-lock.json", *(WEB / "src").rglob("*"), *(WEB / "styles").iterdir())
    built = [BUILT / name for name in FILES if (BUILT / name).is_file()]
    newest = max(source.stat().st_mtime for source in sources)
    return len(built) == len(FILES) and newest < min(file.stat().st_mtime for file in built)


def bundle() -> None:
    """Bundle the scripts and styles, unless that is done: a program beside this one may be reading them."""
    if not is_built():
        fetch_packages()
        subprocess.run([program("node"), "bundle.mjs"], cwd=WEB, check=True)


if __name__ == "__main__":
    bundle()
