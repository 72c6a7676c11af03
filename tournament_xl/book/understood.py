"""A workbook understood, whatever the game: what decode gives and everything after reads; its facts, as the memory
keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol

from tournament_xl.book.codes import one_line, plain
from tournament_xl.book.grid import Line, Problems, Table
from tournament_xl.book.memory import Memory, View, pair_key
from tournament_xl.book.players_table import PlayersOf
from tournament_xl.book.results_table import ResultsOf
from tournament_xl.book.settings_table import SettingsTable
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.model import Notice, X
from tournament_xl.record import field, workspace
from tournament_xl.texts.changes import Told
from tournament_xl.texts.names import all_fitted, short_names


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
    deciding: dict[str, str] = field(kw_only=True, default_factory=dict)  # results on Finales so far, by game
    pending: list[Any] = field(kw_only=True, default_factory=list)  # rows of the last drawn round that want a result

    def fitted(self, most: float) -> dict[int, str]:
        """Full names by N°, shortened where they are wider than `most` figures, and still told apart."""
        return all_fitted(self.tournament.players, most)

    def names(self) -> dict[int, str]:
        """Short names by N°, X included."""
        return short_names(self.tournament.players)


def facts_of(book: Understood, settings: Mapping[str, str], so_far: Callable[[Any], str]) -> dict[str, str]:
    """The facts on the sheets of either game; `so_far` gives a row's result in compact form, "3-5:451/407"."""
    facts = {f"réglage|{name}": text for name, text in settings.items()}
    for line, player in book.players.rows:
        if player.number:
            facts |= _person(player, line.text("Absences"))
    for row in book.results.rows:
        key = pair_key(*row.match.sides)
        stands, _, result = so_far(row).partition(":")
        if row.match.sides[0] == X:  # the bye's side counts nowhere
            stands = "-".join(stands.split("-")[::-1])
        facts[f"paire|{row.round}|{key}"] = stands
        if result:
            facts[f"résultat|{row.round}|{key}"] = result
    for name, result in book.deciding.items():
        facts[f"finale|{name}"] = result
    return facts


def _person(player: Any, absences: str) -> dict[str, str]:
    """What is known of a player; what is empty is no fact."""
    cote = getattr(player, "cote", None) or getattr(player, "rating", None)
    seed = getattr(player, "seed", None)
    told = {
        "nom": one_line(player.full_name),
        "licence": one_line(getattr(player, "licence", "")),
        "pays": one_line(getattr(player, "country", "")),
        "cote": plain(float(cote)) if cote else "",
        "rang": plain(float(seed)) if seed else "",
        "absences": one_line(absences),
    }
    return {f"{kind}|{player.number}": text for kind, text in told.items() if text}


def first_lower(text: str) -> str:
    """A result of Scrabble in compact form, seen from the lower N°: "5-3:407/451" is "3-5:451/407"."""
    stands, colon, result = text.partition(":")
    one, _, two = stands.partition("-")
    if two == "X" or one == "X" or int(one) < int(two):
        return text
    if result.startswith("F"):
        turned = "F" + "+".join(sorted(_other_sides(result[1:].split("+"))))
    else:
        turned = "+".join("/".join(game.split("/")[::-1]) for game in result.split("+"))
    return f"{two}-{one}{colon}{turned}"


def _other_sides(sides: Iterable[str]) -> Iterable[str]:
    return ({"1": "2", "2": "1"}.get(side, side) for side in sides)


def naming(book: Understood, facts: Mapping[str, str] | None = None) -> Told:
    """How sentences about changes name; who has gone by his former name. `facts`: those before the changes."""
    past = View(book.memory.facts if facts is None else facts)
    names = past.by_number("nom") | book.names()
    tables = {(row.round, pair_key(*row.match.sides)): row.match.table for row in book.results.rows}
    return Told(
        name=lambda who: names.get(who, f"N° {who}"),
        table=lambda at, pair: tables.get((at, pair), 0),
        begun=bool(past.rounds),
    )
