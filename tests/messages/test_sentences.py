"""Every sentence of the catalogue that refuses is short: what, where, what to do."""

import re
from string import Formatter

import pytest

from tournament_xl.messages import (
    cli,
    elo,
    engine,
    exchange,
    federation,
    live,
    notices,
    page,
    phones,
    players,
    problems,
    workbook_files,
)

MOST_WORDS = 20  # the cell or file before the sentence does not count, a field counts as one
WORD = re.compile(r"\S*\w\S*")
PLACE = re.compile(r"^\{(?:file|place|places|path|columns)\}(?:, ligne X)? : ")
NOTES = {
    "OPENED",
    "LATE_FOR_EXEMPT",
    "WHOLE_NAMES",
    "LONG_FIRST_NAMES",
    "WITHOUT_COTES",
    "HOMONYMS_BY_CLUB",
}  # refuse nothing


def count_words(sentence):
    """The words of a sentence, without the place before it; a field is one."""
    plain = "".join(
        literal + ("" if field is None else "X") for literal, field, _, _ in Formatter().parse(PLACE.sub("", sentence))
    )
    return len(WORD.findall(plain))


REFUSALS = {
    **notices.REFUSALS,
    **problems.PROBLEMS,
    **{
        f"{module.__name__.rpartition('.')[2]}.{name}": text
        for module in (cli, elo, engine, exchange, federation, live, page, phones, players, workbook_files)
        for name, text in vars(module).items()
        if name.isupper() and isinstance(text, str) and text.endswith(".") and name not in NOTES
    },
}


@pytest.mark.parametrize("key", REFUSALS)
def test_a_refusal_has_at_most_twenty_words(key):
    assert count_words(REFUSALS[key]) <= MOST_WORDS
