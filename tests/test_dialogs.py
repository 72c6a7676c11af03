"""What LibreOffice's dialogs say of an answer, with the boxes of a window that is not there."""

import importlib
import sys
import types
from pathlib import Path

import pytest

PLACE = Path(__file__).parent.parent / "libreoffice" / "python" / "pythonpath"
PROBLEM = {"sheet": "Résultats", "cell": "E5", "message": "le score manque."}
ANSWER = {"code": 3, "message": "Verdict.", "text": "", "warnings": [], "problems": [], "status": ""}


@pytest.fixture
def said(monkeypatch):
    """Gives what a window would show of an answer."""
    monkeypatch.setitem(sys.modules, "uno", types.ModuleType("uno"))
    monkeypatch.syspath_prepend(str(PLACE))
    dialogs = importlib.import_module("tournoi_dialogs")
    shown = []
    monkeypatch.setattr(dialogs, "box", lambda window, kind, text, title="", buttons=1: shown.append(text))
    monkeypatch.setattr(dialogs, "_list", lambda window, title, heading, text: shown.append(f"{heading}\n{text}"))

    def tell(**answer):
        dialogs.tell(None, "Vérifier", ANSWER | answer)
        return shown.pop()

    yield tell
    for name in ("tournoi_dialogs", "tournoi_texts"):
        sys.modules.pop(name, None)


def test_problems_stand_below_the_words_that_nothing_was_changed_and_a_check_shows_what_else_it_has_found(said):
    text = said(problems=[PROBLEM], warnings=["Une copie."])
    assert "Rien n'a été changé. À corriger (1) :" in text and "Résultats!E5 : le score manque." in text
    assert text.index("Une copie.") < text.index("Rien n'a été changé")
    for lines in (1, 60):  # a box, a list
        found = "\n".join(f"Journal, ligne {number}" for number in range(1, lines + 1))
        text = said(problems=[PROBLEM], text=found)
        assert text.startswith("Verdict.") and found in text and "Résultats!E5 : le score manque." in text
        assert "Rien n'a été changé" not in text
