"""The built page's engine in Chromium: a whole tournament as the native program makes it, and what it leaves out."""

import json
import random

from tests import books
from tests.page_browser import Both, as_js, drop_file, read_page_file
from tests.page_desk import cell, scores
from tests.programs import starts_programs
from tournament_xl.core.exit_codes import DONE, PROBLEMS, UNREADABLE

pytestmark = starts_programs


def draw_results(view, draw):
    """Every missing result of the round, drawn."""
    points = [(row, draw.randint(280, 520), draw.randint(280, 520)) for row in view["missing"]]
    return [entry for row, own, opposing in points for entry in scores(view, row, own, opposing)]


def play(both, rounds, draw):
    """A tournament with a late entry, an absence, a departure, a forfeit, a correction and a round taken back."""
    view = both.done("open")
    for number in range(1, rounds + 1):
        if number == 2:
            row = view["sheets"]["Joueurs"]["free"]
            late = {"Nom": "Tardif", "Prénom": "Zoé"}
            view = both.done("type", cells=[cell(view, "Joueurs", row, title, text) for title, text in late.items()])
            view = both.done("presence", row=view["players"][3]["row"], state="absent")
        if number == 3:
            view = both.done("presence", row=view["players"][5]["row"], state="left")
        view = both.done("press", action="pair")
        assert view["drawn"] == number
        if number == 2:
            both.done("press", action="undo")
            view = both.done("press", action="pair")
            assert both("press", action="pair")["answer"]["code"] == PROBLEMS  # results are missing
        entries = draw_results(view, draw)
        if number > 1:
            row = view["missing"][-1]
            entries = [entry for entry in entries if entry["row"] != row]
            entries.append(cell(view, "Résultats", row, view["ending"], "1"))
        view = both.done("type", cells=entries)
        if number == 3:  # a score of the round before, corrected
            row = min(int(row) for row, won in view["won"].items() if won == 1)
            corrected = scores(view, row, 477, 333)
            both.done("type", cells=[{key: entry[key] for key in entry if key != "was"} for entry in corrected])
    return both.done("press", action="update")


def test_a_tournament_with_its_parcel_has_the_same_parts_as_natively(page, tmp_path, monkeypatch, rounds=3):
    both = Both(page, books.create(tmp_path, 15, "--rondes", str(rounds), formula="classique"), monkeypatch)
    assert play(both, rounds, random.Random(15))["played"] == rounds
    both.done("press", action="ratings")
    reply = both("press", action="send")
    assert reply["answer"]["code"] == DONE
    for name in reply["files"][1:]:
        assert read_page_file(page, name) == both.native.content(name)
    both.done("press", action="check")
    both.done("press", action="publish")


EVERY_MODULE = """
import importlib, tournament_xl
from pathlib import Path
root = Path(tournament_xl.__path__[0])
for one in root.rglob("*.pyc"):
    importlib.import_module(".".join(one.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"))
len([*root.rglob("*.pyc")])
"""


def test_the_engine_has_what_its_modules_import_the_exact_matching_and_words_for_what_it_has_not(page):
    assert page.run(f"ask('python', {json.dumps(EVERY_MODULE)})") > 100
    drop_file(page, books.SAMPLES / "othello-17-en-cours.xlsx")
    assert page.run("call('explain', { file: book.name, round: 1 }).then((result) => result.answer.code)") == DONE
    request = {"file": "n.xlsx", "game": "scrabble", "list": "liste.xls", "settings": {"Nom": "Essai"}}
    answer = page.run(f"call('new', {json.dumps(request)}, {as_js(bytes.fromhex('d0cf11e0a1b11ae1'))})")["answer"]
    assert answer["code"] == UNREADABLE and "module" not in answer["message"]
