"""What papers are made of: a workbook as an update leaves it, with what its game renders for its sheets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tournament_xl.games.registry import game_of
from tournament_xl.messages import paper as words
from tournament_xl.messages.player_names import name_opponents
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft

if TYPE_CHECKING:
    from tournament_xl.games.game import AnyGame
    from tournament_xl.workbook.sheets.contents import SheetContents


@dataclass(frozen=True)
class Source:
    """What papers are made of."""

    book: Workbook
    logo: str = ""  # of the club, as data: URI

    @cached_property
    def game(self) -> AnyGame:
        """Its game."""
        return game_of(self.book)

    @cached_property
    def contents(self) -> SheetContents:
        """Contents of the sheets that every game has."""
        return self.game.render_compared_sheets(Draft(self.book.snapshot), self.book)

    @cached_property
    def names(self) -> dict[int, str]:
        """Whole names by N°, with that of the bye."""
        return self.book.names()

    @cached_property
    def short_names(self) -> dict[int, str]:
        """Surnames by N°, whole names where others read like them, with the club of namesakes."""
        names = name_opponents(self.book.tournament.players, self.names)
        shared = Counter(names.values())
        return {number: self.names[number] if shared[name] > 1 else name for number, name in names.items()}

    @property
    def event(self) -> str:
        """Name of the tournament."""
        return self.book.tournament.settings.title or self.book.default_title

    @property
    def event_lines(self) -> tuple[str, str]:
        """Name of the tournament; place and dates."""
        settings = self.book.tournament.settings
        return self.event, ", ".join(filter(None, (settings.place, words.long_dates(settings.dates))))
