"""Every sentence of the catalogue that refuses is short: what, where, what to do."""

import re
from importlib import import_module
from string import Formatter

from tournament_xl.messages.notices import REFUSALS as REFUSED_ACTIONS
from tournament_xl.messages.problems import PROBLEMS

MOST_WORDS = 20  # the cell or file before the sentence does not count, a field counts as one
WORD = re.compile(r"\S*\w\S*")
PLACE = re.compile(r"^\{(?:file|place|places|path|columns)\}(?:, ligne X)? : ")
MODULES = ("cli", "elo", "engine", "exchange", "federation", "live", "page", "phones", "players", "workbook_files")
NOTES = {  # that refuse nothing
    "OPENED", "LATE_FOR_EXEMPT", "WHOLE_NAMES", "LONG_FIRST_NAMES", "WITHOUT_COTES", "HOMONYMS_BY_CLUB",
}  # fmt: skip


def count_words(sentence):
    """The words of a sentence, without the place before it; a field is one."""
    plain = "".join(
        literal + ("" if field is None else "X") for literal, field, _, _ in Formatter().parse(PLACE.sub("", sentence))
    )
    return len(WORD.findall(plain))


def list_refusals():
    """Every sentence that refuses, by its key or its constant."""
    yield from (REFUSED_ACTIONS | PROBLEMS).items()
    for module in MODULES:
        for name, text in vars(import_module(f"tournament_xl.messages.{module}")).items():
            if name.isupper() and isinstance(text, str) and text.endswith(".") and name not in NOTES:
                yield f"{module}.{name}", text


def test_a_refusal_has_at_most_twenty_words():
    counts = {key: count_words(sentence) for key, sentence in list_refusals()}
    assert {key: count for key, count in counts.items() if count > MOST_WORDS} == {}
