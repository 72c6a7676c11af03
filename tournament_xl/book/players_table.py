"""The rows of Joueurs, whatever the game: N° and announced absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from tournament_xl.book.grid import (
    MOST_ROUNDS,
    Line,
    Problems,
    Table,
    may_be_thousands,
    number,
    read_date,
    whole,
)
from tournament_xl.book.typed_forms import read_rounds
from tournament_xl.folding import fold
from tournament_xl.model import Absences, Entrant, Notice
from tournament_xl.record import record
from tournament_xl.texts.names import LEFT_WORDS
from tournament_xl.texts.notices import notice_text

Who = TypeVar("Who", bound=Entrant)
HIGHEST_COTE = 5000
LONGEST = 200  # letters of a cell of Joueurs, remarks aside; ours
MOST_LISTED = 5000  # rows of Joueurs; ours: five times the largest field, some seconds


@record
class PlayersOf(Generic[Who]):
    """The rows as read; number 0 where the row has no N° yet."""

    table: Table
    rows: tuple[tuple[Line, Who], ...]

    @property
    def by_number(self) -> dict[int, Who]:
        """N° -> player, of those who have one."""
        return {player.number: player for _, player in self.rows if player.number}


def registered(lines: Iterable[Line], problems: Problems) -> Iterator[Line]:
    """The rows of Joueurs as far as they may be those of a tournament; a problem at the first one too many, and at
    each text that is longer than any name.
    """
    for count, line in enumerate(lines):
        if count == MOST_LISTED:
            sentence = notice_text(Notice("too_many_players", {"registered": count + 1, "most": count}))
            line.problem(problems, "Nom", "too_many", sentence=sentence)
            return
        for column, text in line.texts.items():
            if len(text) > LONGEST and column != "Remarque":
                line.problem(problems, column, "long_text", size=len(text), most=LONGEST)
        yield line


def report_notes(lines: Sequence[Line], facts: tuple[str, ...], problems: Problems) -> None:
    """A problem at each row that may be no player but a note: below an empty row without any of `facts` (N°, licence,
    cote, club) though somebody above has one, or a name with ":" without any.
    """
    known = below = False
    for before, line in zip([None, *lines], lines, strict=False):
        below = below or (before is not None and line.row > before.row + 1)
        bare, name = line.empty(*facts), line.text("Nom")
        if bare and name and ((known and below) or ":" in name):
            line.problem(problems, "Nom", "player_or_note", text=name)
        known = known or not bare


def read_number(line: Line, problems: Problems, highest: int) -> int:
    """The N° of a row; 0 when it has none yet, or no possible one."""
    text = line.text("N°")
    value = whole(text)
    if text and (value is None or not 1 <= value <= highest):
        line.problem(problems, "N°", "bad_number", text=text)
    return value if value is not None and 1 <= value <= highest else 0


def read_cote(text: str, lowest: int = 0) -> float | None:
    """A cote typed by a person; None if it is none that can be, or if it may be another: "1,803" for 1803."""
    value = number(text)
    if value is None or not lowest <= value <= HIGHEST_COTE or (abs(value) < 10 and may_be_thousands(text)):
        return None
    return value


def yes(line: Line, column: str, problems: Problems) -> bool:
    """Whether a cell says "oui"; empty and "non" are no."""
    text = fold(line.text(column))
    if text not in ("", "oui", "non"):
        line.problem(problems, column, "yes_or_empty", text=line.text(column))
    return text == "oui"


def read_absences(line: Line, problems: Problems) -> Absences:
    """The rounds that a player does not play."""
    text = line.text("Absences")
    if not text:
        return Absences()
    day = read_date(text)  # "2-4" or "2/3" became one, "3,5" a decimal
    rounds = None if day else read_rounds(text)
    if rounds is None:
        value = number(text)
        changed = day is not None if value is None else value > MOST_ROUNDS or not value.is_integer()
        key = "absences_since" if fold(text) in LEFT_WORDS else "absences_date" if changed else "bad_absences"
        line.problem(problems, "Absences", key, text=text)
        return Absences()
    return Absences(*rounds)
