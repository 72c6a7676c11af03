"""A workbook understood, whatever the game: what decode gives and everything after reads."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from tournament_xl.model import Notice
from tournament_xl.record import field, workspace
from tournament_xl.texts.names import all_fitted, short_names
from tournament_xl.workbook.grid import Line, Problems, Table
from tournament_xl.workbook.memory import Memory
from tournament_xl.workbook.players_table import PlayersOf
from tournament_xl.workbook.results_table import ResultsOf
from tournament_xl.workbook.settings_table import SettingsTable
from tournament_xl.workbook.snapshot import Snapshot


class AnyTournament(Protocol):
    """A tournament as far as all games have the same."""

    @property
    def settings(self) -> Any: ...  # with rounds, title, place, dates

    @property
    def players(self) -> tuple[Any, ...]: ...

    @property
    def rounds(self) -> tuple[tuple[Any, ...], ...]: ...

    @property
    def fixed(self) -> tuple[Any, ...]: ...

    @property
    def played(self) -> int: ...

    def present(self, number: int) -> frozenset[int]: ...


@workspace
class Understood:
    """The tournament, where its facts stand, what is wrong."""

    default_title: ClassVar[str]  # of a tournament without a name
    snapshot: Snapshot
    problems: Problems
    settings: SettingsTable
    players: PlayersOf[Any]
    results: ResultsOf[Any]
    journal: Table
    memory: Memory
    derived: dict[str, Table]  # sheets that a press rewrites
    tournament: AnyTournament
    lines: dict[int, Line] = field(kw_only=True, default_factory=dict)  # N° -> row of Joueurs
    warnings: list[Notice] = field(kw_only=True, default_factory=list)
    once: list[Notice] = field(kw_only=True, default_factory=list)  # told by the press that meets what they are of
    deciding: dict[str, str] = field(kw_only=True, default_factory=dict)  # results on Finales so far, by game
    pending: list[Any] = field(kw_only=True, default_factory=list)  # rows of the last drawn round that want a result

    @property
    def finals_changed(self) -> bool:
        """Whether a result stands on Finales that no press has seen so."""
        return any(self.memory.facts.get(f"finale|{name}") != text for name, text in self.deciding.items())

    def fitted(self, most: float) -> dict[int, str]:
        """Full names by N°, shortened where they are wider than `most` figures, and still told apart."""
        return all_fitted(self.tournament.players, most)

    def names(self) -> dict[int, str]:
        """Short names by N°, X included."""
        return short_names(self.tournament.players)
