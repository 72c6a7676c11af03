"""One of the two programs: runs a command in a folder and gives its answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from tests.oracle import install

WORKER = Path(__file__).with_name("worker.py")
COMMAND = "from tournament_xl.frontends.cli.main import command; command()"  # what the script tournament-xl does
PATIENCE = 600  # seconds for one command
Catalogue = Mapping[str, Mapping[str, Sequence[str]]]  # module -> key -> templates


class Answer(NamedTuple):
    """What a command ended with and said."""

    code: int
    out: str
    err: str


class Program:
    """A program, in one process from its first command to its last."""

    def __init__(self, name: str, python: Path, tree: Path) -> None:
        """Take the program in `tree`, with the packages of `python`."""
        self.name, self.tree = name, tree
        self._start = [str(python), "-P"]  # -P: nothing is imported from the worker's or the current folder
        self._environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": ""}
        self._process: subprocess.Popen[str] | None = None
        self._catalogue: Catalogue = {}

    def run(self, words: Sequence[str], folder: Path, date: str) -> Answer:
        """Run a command at a date, "21/11/2026 13:01:30"."""
        return Answer(**self._ask({"words": list(words), "folder": str(folder), "date": date}))

    def catalogue(self) -> Catalogue:
        """Return the templates of its sentences."""
        self._started()
        return self._catalogue

    def end(self) -> None:
        """End its process."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [*self._start, str(WORKER)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=self._environment,
            )  # fmt: skip
            self._catalogue = self._read(self._process)
        return self._process

    def _ask(self, request: Mapping[str, object]) -> dict[str, object]:
        process = self._started()
        assert process.stdin
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        return self._read(process)

    def _read(self, process: subprocess.Popen[str]) -> dict[str, object]:
        assert process.stdout
        timer = Timer(PATIENCE, process.kill)
        timer.start()
        line = process.stdout.readline()
        timer.cancel()
        if not line:
            self.end()
            raise RuntimeError(f"{self.name}: the process has ended with {process.returncode}")
        return json.loads(line)


class CommandLine(Program):
    """The same program by its command line, a process a command and by the clock of this computer."""

    def run(self, words: Sequence[str], folder: Path, date: str) -> Answer:
        """Run a command; the date is not looked at."""
        ran = subprocess.run(
            [*self._start, "-c", COMMAND, *words],
            cwd=folder, capture_output=True, text=True, encoding="utf-8", env=self._environment, timeout=PATIENCE,
        )  # fmt: skip
        return Answer(ran.returncode, ran.stdout, ran.stderr)


def old_program(tree: Path = install.TREE) -> Program:
    """Return the program of the oracle."""
    return Program("old", install.PYTHON, tree)


def new_program(tree: Path = install.ROOT, kind: type[Program] = Program) -> Program:
    """Return the program of this checkout, or of a copy of it."""
    return kind("new", Path(sys.executable), tree)
