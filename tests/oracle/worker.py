"""Runs commands of a program in one process: lines of JSON in, lines of JSON out. Run by each program's own Python.

It knows of the program: `main`, the clock where it finds it, and the catalogue of sentences, which is every text in the
modules of `tournament_xl.messages`.
"""

import contextlib
import importlib
import io
import json
import os
import pkgutil

CLOCK = "tournament_xl.storage.timestamps"


def serve(requests, answers):
    """Answer each request {"words", "folder", "date"} with {"code", "out", "err"}; first of all send the catalogue."""
    from tournament_xl.frontends.cli.main import main

    clock = find_clock()
    stamp = getattr(clock, "backup_stamp", None)
    send(answers, read_catalogue())
    for line in requests:
        request = json.loads(line)
        os.chdir(request["folder"])
        date = request["date"]
        if clock:
            clock.journal_date = lambda date=date: date
        if stamp:
            clock.backup_stamp = lambda label, day="", date=date: stamp(label, day or date)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(request["words"])
        send(answers, {"code": code, "out": out.getvalue(), "err": err.getvalue()})


def send(answers, value):
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def find_clock():
    try:
        return importlib.import_module(CLOCK)
    except ImportError:
        return None


def read_catalogue():
    """Collect the templates of sentences: module -> key -> every text that a module of the catalogue holds by name."""
    found = {}
    try:
        package = importlib.import_module("tournament_xl.messages")
    except ImportError:
        return found
    inner = pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}.")
    for name in [package.__name__, *(module.name for module in inner)]:
        for key, value in vars(importlib.import_module(name)).items():
            gather(key, value, found.setdefault(name.rpartition(".")[2], {}))
    return found


def gather(name, value, found):
    """Collect a text under its name, and the texts of a dictionary under their keys, of a tuple under its name."""
    if isinstance(value, str) and not name.startswith("__"):
        found.setdefault(name, []).append(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            gather(str(key) if isinstance(key, str) else name, inner, found)
    elif isinstance(value, tuple | list):
        for inner in value:
            gather(name, inner, found)


if __name__ == "__main__":
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")  # the program may use 0 and 1 as it likes
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    serve(requests, answers)
