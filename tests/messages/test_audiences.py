"""Each reader is sent where he can look: the page has no sheet Tournoi, the terminal has commands and no buttons."""

import re
from enum import EnumType
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tournament_xl import messages
from tournament_xl.core.model import Notice
from tournament_xl.frontends.cli.verbs import VERBS
from tournament_xl.messages import live, workbook_files
from tournament_xl.messages.audience import PLACES, Audience, fill_in
from tournament_xl.messages.notices import message_text, notice_keys, notice_text
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.working_copy import Outcome

SHEET_WORDS = re.compile(r"\b(?:feuille|sur) Tournoi\b|^Tournoi ?[:!]|\(feuille Résultats\)")
WITH_COMMANDS = [label for action, label in live.BUTTONS.items() if {"what-if": "et-si"}.get(action, action) in VERBS]
BUTTON_WORDS = re.compile(f"« (?:{'|'.join(map(re.escape, WITH_COMMANDS))}) »")
NOT_IN_THE_PAGE = {
    ("cli", "TO_FILL_IN"), ("exchange", "ROUNDS"),  # after the commands new and import
    ("federation", "NO_DATE"),  # its own command
    ("live", "RANGES"), ("live", "FUNCTIONS"),  # Excel's functions
    ("prizes", "NoWinner"),  # what the sheet Prix stores
    ("table_columns", "SETTINGS"), ("table_columns", "TABLES"),  # of the exported tables
}  # fmt: skip
NOT_IN_THE_TERMINAL = {"federation", "federation_pages"}  # what they write goes to organisers, who have the buttons


def texts_of(value):
    """Every text in a constant of the catalogue."""
    if isinstance(value, EnumType):
        yield from texts_of([member.value for member in value])
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple) and not isinstance(value, Notice):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_of(part)


def constants():
    """Module, name and each text of the catalogue, whose notices are rendered apart; with the fields for places."""
    for module in walk_packages(messages.__path__, f"{messages.__name__}."):
        word = module.name.rpartition(".")[2]
        for name, value in vars(import_module(module.name)).items():
            is_constant = name.isupper() or isinstance(value, EnumType)
            if is_constant and word not in ("audience", "notices") and (word, name) != ("cli", "NOTICES"):
                yield from ((word, name, text) for text in texts_of(value))


def read_by(text, audience):
    """A text with the names of the places, and its other fields as they are."""
    for field, place in PLACES[audience].items():
        text = text.replace(f"{{{field}}}", place)
    return text


@pytest.mark.parametrize("key", notice_keys())
def test_a_notice_names_no_place_that_its_reader_does_not_have(key):
    assert not SHEET_WORDS.search(notice_text(Notice(key), Audience.PAGE))
    assert not BUTTON_WORDS.search(notice_text(Notice(key), Audience.TERMINAL))


def test_no_other_sentence_sends_the_page_to_the_sheet_of_settings_or_the_terminal_to_a_button():
    listed = list(constants())
    assert len(WITH_COMMANDS) == 14 and any("{restore}" in text for _, _, text in listed)
    assert {line[:2] for line in listed} >= NOT_IN_THE_PAGE
    for module, name, text in listed:
        if (module, name) not in NOT_IN_THE_PAGE:
            assert not SHEET_WORDS.search(read_by(text, Audience.PAGE)), (module, name)
        if module not in NOT_IN_THE_TERMINAL:
            assert not BUTTON_WORDS.search(read_by(text, Audience.TERMINAL)), (module, name)


def test_places_have_a_name_for_every_reader():
    assert len({frozenset(PLACES[audience]) for audience in Audience}) == 1
    assert fill_in("{settings}, {file}", Audience.PAGE, {"file": "{restore}"}) == "Réglages, {restore}"


def test_a_sentence_waits_for_its_reader():
    changed = Notice("settings_changed", {"shown": "Lieu : Lyon"})
    error = FileFailure(workbook_files.MISSING, "club.xlsx")
    outcome = Outcome(0, notes=(changed, "Tel quel."), next_step=("Ronde 1", Notice("scores_to_type", {"pending": 2})))
    assert outcome.warnings == ("Tournoi : Lieu : Lyon.", "Tel quel.")
    assert outcome.warning_texts(Audience.PAGE) == ("Réglages : Lieu : Lyon.", "Tel quel.")
    assert outcome.status == "Ronde 1 · tapez 2 scores (feuille Résultats)"
    assert message_text(outcome.next_step[1], Audience.PAGE) == "tapez 2 scores"
    assert "« Revenir à une copie » en montre" in str(error) == error.sentence(Audience.PAGE)
    assert "« tournament-xl restore » en montre" in error.sentence(Audience.TERMINAL)
