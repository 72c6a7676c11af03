"""What every press shares: its outcome, its draft with the lines for the Journal, what each game does in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any

from tournament_xl.model import Notice
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import journal, labels, seal
from tournament_xl.workbook.grid import Problem
from tournament_xl.workbook.snapshot import Draft, Edits, Snapshot
from tournament_xl.workbook.understood import Understood

DONE, REFUSED, PROBLEMS = 0, 1, 3  # exit codes of the contract


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a press gives: edits to write, or why there are none."""

    code: int  # DONE, REFUSED or PROBLEMS
    message: str = ""  # one French sentence: what happened
    edits: Edits = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    round: int = 0  # the round concerned
    status: str = ""  # the next step, as on the sheet Tournoi
    reveal: tuple[str, ...] = ()  # hidden sheets that now have something to see
    lasting: tuple[str, ...] = ()  # those of the warnings that Tournoi shows as long as they are true
    text: str = ""  # what there is to read beyond the message, in lines: what a check found, the files written


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a pairing gave, its rows being in the draft."""

    sides: Sequence[tuple[int, int]]  # the pairs of the round, fixed ones included
    parts: dict[str, str]  # for the Journal
    dearer: int = 0  # how much the organiser's own pairs add to the least cost (Othello)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What a press does differently in each game; decoded workbooks, rows and matches are of that game."""

    decode: Callable[[Snapshot], Any]  # gives a decoded workbook, or a list of problems
    report_unready: Callable[[Any], None]  # adds the problems that only a pairing minds
    pair: Callable[[Press, Any, int | None], Drawn]  # draw and write the next round; number of rounds if just written
    newcomers: Callable[[Any], list[Any]]  # the players whom a pairing after the first would add
    has_result: Callable[[Any, Any], bool]  # whether a person typed a result in this row
    take_back: Callable[[Press, Any, int], dict[str, str]]  # undo more than a round's rows; parts for the Journal
    write_names: Callable[[Draft, Any], None]  # those beside the N° on Résultats
    derive: Callable[[Press, Any], str]  # put everything derived into the draft; the status line
    result_of: Callable[[Any], str]  # a row's result in the compact form of the Journal
    same_result: Callable[[str, str], bool] = eq  # in that compact form
    pairs_text: Callable[[Iterable[tuple[int, int]]], str]  # pairs in that form
    redrawn: Callable[[Any, int], dict[frozenset[int], str]]  # pair -> reason, as the rules draw a round now
    settings: Callable[[Any], dict[str, str]]  # the settings that decide, by name, as the Journal keeps them
    not_at_pairing: tuple[str, ...] = ()  # those of them that a pairing need not record
    colours: bool = False  # who stands first in a row matters (S4)


@dataclass(frozen=True, slots=True)
class Words:
    """Somebody's text where the program writes: for the Journal, and how it is told."""

    round: int | None
    detail: str
    notice: Notice


class Press:
    """The draft of one press, and the lines that it adds to the Journal."""

    def __init__(self, decoded: Understood, date: str, game: Game, *, quiet: bool = False) -> None:
        self.game = game
        self.draft = Draft(decoded.snapshot)
        self.quiet = quiet  # a workbook just created: no line for sheets merely brought up to date
        self.noted = False  # whether the Journal has a line of this press
        self.reveal: list[str] = []  # hidden sheets that this press fills
        self.recorded = False  # a line of this press has the results that the Journal lacked
        self.rated = False  # the ratings are wanted
        self.told: list[Notice] = []  # what its answer says beside the warnings that stay
        self.words: list[Words] = []  # somebody's texts where the program writes
        self._date, self._seconds = date[: journal.TO_THE_MINUTE], date[journal.TO_THE_MINUTE + 1 :]
        self.written = decoded.journal.written  # fingerprints of what presses have written
        self._log = decoded.journal.table
        self._rows = self._log.free_rows()
        self._entry = decoded.journal.entries
        self._last: tuple[int, str, int | None, str] = (0, "", None, "")  # row, action, round, detail of the last line

    def note(self, action: str, number: int | None, detail: str) -> None:
        """A line in the Journal, in the draft from now on."""
        row, self.noted = next(self._rows), True
        self._entry += 1
        self._last = row, action, number, journal.detail(detail, {"s": self._seconds})
        for column, value in {"Date": self._date, "Action": action, "Ronde": number}.items():
            self.draft.put(labels.JOURNAL, row, self._log.columns[column], value)
        self._put_last()

    @property
    def last_row(self) -> int:
        """Of the Journal, of the last line of this press; 0 when it has none."""
        return self._last[0]

    def end(self, parts: Mapping[str, str]) -> None:
        """Further parts for the last line of this press."""
        row, action, number, detail = self._last
        self._last = row, action, number, journal.detail(detail, parts)
        self._put_last()

    def _put_last(self) -> None:
        row, action, number, detail = self._last
        text = seal.sealed(action, number, journal.numbered(detail, self._entry))
        self.draft.put(labels.JOURNAL, row, self._log.columns["Détail"], text)


def stopped(problems: Iterable[Problem]) -> Outcome:
    """Nothing is written: there is something to mend at a cell."""
    return Outcome(PROBLEMS, problems=tuple(sorted(set(problems))))


def understood(decoded: Any, check: Callable[[Any], None] | None = None) -> Any:
    """A workbook as a `decode` gave it, or the outcome that tells what there is to mend; `check` may add problems."""
    if isinstance(decoded, list):
        return stopped(decoded)
    if check:
        check(decoded)
    return stopped(decoded.problems.found) if decoded.problems.found else decoded


def refused(notice: Notice) -> Outcome:
    """Nothing is written: a rule says no."""
    return Outcome(REFUSED, notice_text(notice))
