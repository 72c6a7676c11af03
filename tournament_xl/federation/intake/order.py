"""What `federation build` is to make of what, and where it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import LETTERS_FOLDER, SITE_FOLDER


@dataclass(frozen=True, slots=True)
class Order:
    """What to build from what."""

    folder: Path
    players: Path | None  # the list; None only with an earlier publication
    day: date
    output: Path  # the workbook; the other files go beside it
    adjustments: Path | None = None
    decisions: Path | None = None
    before: Path | None = None  # the workbook of the last publication
    elo: Path | None = None  # numbers of a rating beside PL
    seasons: tuple[Path, ...] = ()  # files of seasons that are not built in
    pdf: bool = False  # the ranking as PDF, too
    desk: Mapping[str, object] = field(default_factory=dict)  # fields of `Publisher` that are given

    @property
    def files(self) -> tuple[Path, ...]:
        """What is written beside the workbook's folders: the workbook first."""
        names = (texts.PLAYERS_FILE, texts.DECISIONS_FILE)
        found = (self.output, *(self.output.with_name(name.format(stem=self.output.stem)) for name in names))
        return (*found, self.output.with_suffix(".pdf")) if self.pdf else found

    @property
    def letters(self) -> Path:
        return self.output.with_name(LETTERS_FOLDER)

    @property
    def site(self) -> Path:
        return self.output.with_name(SITE_FOLDER.format(stem=self.output.stem))
