"""Who of a list is not coming: columns that say a status are recognised by what their values say.

[ours] Who plainly says yes plays without a word, and so does whoever leaves the cell empty. Whatever says no is set
aside, with its line. Everybody else ("en attente", "à confirmer") plays, and is listed once: a player too many is
taken out with one touch before the first round, one who is missing has to be typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache

from tournament_xl.messages import players as texts
from tournament_xl.players.columns import normalize_title
from tournament_xl.players.list_table import cell_of

_MOST_DISTINCT = 8  # values of a column of statuses, the numbers and dates in them aside
_TITLE_WORDS = 3  # of a title that says no itself: "Annulé", "Date d'annulation"
_NO = re.compile(rf"\b(?:{texts.STATUS_NO})\b|\wn t\b")  # "isn't", "won't"
_YES = re.compile(rf"\b(?:{texts.STATUS_YES})\b")
_PLAIN_YES = re.compile(rf"\b(?:{texts.STATUS_YES}|{texts.STATUS_FILLERS})\b")
_KNOWN = re.compile(rf"\b(?:{texts.STATUS_NO}|{texts.STATUS_YES}|{texts.STATUS_OPEN}|{texts.STATUS_FILLERS})\b")
_STATUS = re.compile(rf"\b(?:{texts.STATUS_NO}|{texts.STATUS_YES}|{texts.STATUS_OPEN})\b")
_CALLED_OFF = re.compile(rf"(?:\w+ (?:d |de )?)?(?:{texts.CALLED_OFF})\b")
_SIGNS = str.maketrans("", "", texts.YES_SIGNS + texts.NO_SIGNS + "\ufe0f")


class Answer(Enum):
    """What a status says of somebody's coming."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


@lru_cache(maxsize=1000)  # values of a column are few
def read_status(text: str) -> Answer:
    """Read what a filled cell of a column of statuses says: NO wherever a word says no, YES only where all words do.

    What is said of a round is OPEN: who comes later comes.
    """
    words = normalize_title(text.translate(_SIGNS))
    if _has_sign(text, texts.NO_SIGNS) or words in texts.BARE_NO or _NO.search(words):
        return Answer.OPEN if re.search(texts.OF_A_ROUND, words) else Answer.NO
    if words in ("", *texts.BARE_YES) or (_YES.search(words) and not _PLAIN_YES.sub("", words).strip()):
        return Answer.YES
    return Answer.OPEN


@lru_cache(maxsize=1000)
def is_status(text: str) -> bool:
    """Check whether a text is nothing but a status, with its date perhaps: "Annulé le 3/11", "On waitlist", "❌".

    A bare yes, no or perhaps is none: it may answer any question.
    """
    words = normalize_title(text.translate(_SIGNS))
    if not words:
        return _has_sign(text, texts.YES_SIGNS + texts.NO_SIGNS)
    return not _is_bare(words) and bool(_STATUS.search(words)) and not _KNOWN.sub("", words).strip()


def says_no(text: str) -> bool:
    """Check whether a text is nothing but a status that says no."""
    return is_status(text) and read_status(text) is Answer.NO


def may_say_no(remark: str) -> bool:
    """Check whether a free text may say that somebody does not come: "désisté hier", "ne viendra pas"."""
    return re.search(texts.MAY_SAY_NO, normalize_title(remark)) is not None


def _has_sign(text: str, signs: str) -> bool:
    return any(sign in text for sign in signs)


def _is_bare(words: str) -> bool:
    """Check whether a value is a bare yes, no or perhaps, or has no word at all."""
    return words in texts.BARE_YES | texts.BARE_NO | texts.BARE_OPEN or not any(map(str.isalpha, words))


def is_status_column(title: str, values: Sequence[str]) -> bool:
    """Check whether a column says who is coming.

    Its filled values are few, and statuses one and all beyond a bare yes or no. Under a title that asks for a status or
    for somebody's coming it is enough that one of them is a status, or that all are a bare yes or no. `values` are the
    texts of its filled cells.
    """
    folded = normalize_title(title)
    if not values or re.search(texts.OTHER_QUESTION, folded):
        return False
    if says_no_itself(title):
        return True
    values = [*dict.fromkeys(values)]
    if re.search(texts.STATUS_TITLE, folded):
        answers = [normalize_title(value) for value in values]
        return any(map(is_status, values)) or all(
            {answer, answer.split()[0]} & texts.BARE_ANSWERS for answer in answers
        )
    is_other = any(not is_status(value) and not _is_bare(normalize_title(value)) for value in values)
    kinds = () if is_other else {normalize_title(re.sub(r"\d+", "", value)) for value in values}
    return 0 < len(kinds) <= _MOST_DISTINCT and any(map(is_status, values))


@lru_cache(maxsize=100)
def says_no_itself(title: str) -> bool:
    """Check whether a title says no, so that whoever has something below it does not come: "Annulé", "Remboursé le"."""
    words = normalize_title(title)
    return len(words.split()) <= _TITLE_WORDS and _CALLED_OFF.match(words) is not None


def read_line(columns: Mapping[int, str], cells: Sequence[str], name_column: int) -> tuple[Answer, str]:
    """Read what the columns of statuses say in one line.

    A sign in the column of the name may say no or perhaps, too: "❌ Petit Luc", "Petit Luc ?".

    Returns:
        NO where one of them says no, else OPEN where one is not plain, else YES; and the text that says so, "" for YES.
    """
    name = cell_of(cells, name_column)
    if signs := [sign for sign in texts.NO_SIGNS if sign in name]:
        return Answer.NO, signs[0]
    verdict, words = (Answer.OPEN, "?") if name.endswith("?") else (Answer.YES, "")
    for column, title in columns.items():
        text = cell_of(cells, column)
        if not text:
            continue
        if says_no_itself(title):
            if text.strip("0.,- €$") and normalize_title(text) not in texts.BARE_NO:
                return Answer.NO, f"{title} : {text}"
            continue
        answer = read_status(text)
        if answer is Answer.NO:
            return answer, text
        if answer is Answer.OPEN:
            verdict, words = answer, words or text
    return verdict, words
