"""Request for `federation build`: its inputs and its output paths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import LETTERS_FOLDER, SITE_FOLDER


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Inputs and output paths of one build; nothing is checked or opened here."""

    folder: Path
    players: Path | None  # list of players; None only where the register has one
    day: date  # of the ranking: what ended until then counts
    output: Path  # the workbook; the other files go into the same folder
    adjustments: Path | None = None
    decisions: Path | None = None
    before: Path | None = None  # report of before there was a register, to make one
    seasons: tuple[Path, ...] = ()  # TOML files of seasons that are not built in
    calendar: Path | None = None  # tournaments that are announced
    pdf: bool = False  # write the ranking as PDF, too
    publisher_fields: Mapping[str, object] = field(
        default_factory=dict
    )  # fields of `Publisher` set on the command line
    register_path: Path | None = None  # of the register; None for the usual one next to the workbook
    closes: bool = False  # publish: what is built stands from then on

    @property
    def files(self) -> tuple[Path, ...]:
        """Paths of the single files that are written: workbook, list of players, decisions, and the PDF if asked."""
        names = (texts.PLAYERS_FILE, texts.DECISIONS_FILE)
        paths = (self.output, *(self.output.with_name(name.format(stem=self.output.stem)) for name in names))
        return (*paths, self.output.with_suffix(".pdf")) if self.pdf else paths

    @property
    def register(self) -> Path:
        """Path of the register."""
        return self.register_path or self.output.with_name(texts.REGISTER_FILE)

    @property
    def register_copy(self) -> Path:
        """Path of the copy of the register that goes beside a publication."""
        return self.output.with_name(texts.REGISTER_COPY.format(stem=self.output.stem))

    @property
    def letters(self) -> Path:
        """Path of the folder of the letters to organisers."""
        return self.output.with_name(LETTERS_FOLDER)

    @property
    def site(self) -> Path:
        """Path of the folder of the public pages."""
        return self.output.with_name(SITE_FOLDER.format(stem=self.output.stem))
