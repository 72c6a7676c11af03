"""What the rules need of a document, whatever the game: values checked, each fault with its path; a round added.

A game's `rules_view` builds the frozen values of its `rules/model.py`; `engine` pairs, ranks and rates with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from tournament_xl.core.model import Absences, Encounter, MatchT, Notice, Person, PlayerT, RoundByRound, X
from tournament_xl.document.description import InputError, join
from tournament_xl.document.keys import Document, match_order
from tournament_xl.messages import engine as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.problems import problem_text
from tournament_xl.workbook.history.views import TYPED_BEFORE, X_MARK, make_pair_key
from tournament_xl.workbook.input_rows import count_rounds
from tournament_xl.workbook.input_texts import read_rounds
from tournament_xl.workbook.settings import Report, Setting

T = TypeVar("T")


class RefusedError(Exception):
    """Request that a rule forbids although no single value is wrong."""


@dataclass(frozen=True)
class RulesView(Generic[PlayerT, MatchT]):
    """A document as the rules read it; a game's own has what its pairing, ranking and rating need besides."""

    document: Document  # a checked copy
    tournament: RoundByRound[PlayerT, MatchT]

    def pair(self) -> Document:
        """Pair the next round, and return the document with it.

        Raises:
            Refused: A rule refuses the pairing.
        """
        raise NotImplementedError

    def rank(self, after: int) -> list[Document]:
        """Return the standings after a complete round, best first; 0: before the first."""
        raise NotImplementedError

    def rate(self) -> list[Document]:
        """Return the new ratings of the participants after the last complete round, by place."""
        raise RefusedError(notice_text(Notice("no_ratings")))


class NewPair(NamedTuple):
    """Pair that a pairing adds to a document."""

    first: int  # N°, X for the fictitious player
    second: int
    table: int
    reason: str
    forfeit: str = ""


def read_setting_texts(document: Document, settings: Iterable[Setting]) -> dict[str, str]:
    """Return the text of every setting: of the value that counts where the document has it, else as typed."""
    typed, effective = document.get("settings", {}), document.get("effective", {})
    return {setting.name: str(effective.get(setting.name, typed.get(setting.name, ""))) for setting in settings}


def refuse_setting(name: str, key: str, /, **facts: Any) -> None:
    """Raise InputError for a setting that is not allowed."""
    raise InputError(join("settings", name), problem_text(key, **facts))


REPORT: Report = refuse_setting


def list_entries(document: Document) -> list[tuple[str, int, Document]]:
    """List path, N° (0: none yet) and entry of every player: by N°, then those without one in their order."""
    numbered = sorted((int(number), entry) for number, entry in document.get("players", {}).items())
    unnumbered = enumerate(document.get("unnumbered", ()))
    return [
        *((join("players", number), number, entry) for number, entry in numbered),
        *((join("unnumbered", index), 0, entry) for index, entry in unnumbered),
    ]


def read_absences(path: str, entry: Document) -> Absences:
    """Read the rounds that a player does not play."""
    if not (text := entry.get("absences", "")):
        return Absences()
    if (rounds := read_rounds(text)) is None:
        raise InputError(join(path, "absences"), problem_text("bad_absences", text=text))
    return Absences(*rounds)


def read_rounds_of(
    document: Document, build: Callable[[str, int, Document], T], *, x_first: bool
) -> dict[int, list[T]]:
    """Read the matches of each round, in their order.

    `build` makes a match of its path, its round and its entry. With `x_first`, the fictitious player may be the first
    of a pair.

    Raises:
        InputError: A pair is not that of its key, is of somebody unknown, or somebody is twice in a round.
    """
    rounds: dict[int, list[T]] = {}
    numbers = {X_MARK, *map(int, document.get("players", {}))}
    for number, entry in sorted((int(key), entry) for key, entry in document.get("rounds", {}).items()):
        seen: set[int | str] = set()
        for pair, match in sorted(entry.get("matches", {}).items(), key=match_order):
            path, sides = f"rounds.{number}.matches.{pair}", match["sides"]
            if unknown := [side for side in sides if side not in numbers]:
                raise InputError(join(path, "sides"), texts.NOBODY.format(value=unknown[0]))
            if sides[0] == sides[1] or make_pair_key(*sides) != pair or (sides[0] == X_MARK and not x_first):
                raise InputError(join(path, "sides"), texts.OTHER_SIDES.format(pair=pair))
            if twice := [side for side in sides if side in seen]:
                raise InputError(path, texts.TWICE.format(number=twice[0]))
            seen |= {*sides}
            rounds.setdefault(number, []).append(build(path, number, match))
    return rounds


def count_drawn(
    document: Document,
    rounds: Mapping[int, Sequence[Encounter]],
    people: Sequence[Person],
    scheduled: Callable[[int], bool] = lambda number: False,
) -> int:
    """Count the drawn rounds: those that say so, and those that a sheet would take for drawn (`count_rounds`)."""
    said = (int(number) for number, entry in document.get("rounds", {}).items() if entry.get("drawn"))
    return count_rounds(rounds, people, max(said, default=0), scheduled)


def match_path(round_number: int, match: Encounter) -> str:
    """Return the path of a match."""
    return f"rounds.{round_number}.matches.{make_pair_key(*match.sides)}"


def require_playable(tournament: RoundByRound[PlayerT, MatchT], *, scheduled: bool = False) -> None:
    """Refuse to pair after the last round, before all results are there, or with fixed pairs that cannot play."""
    rounds, number = tournament.settings.rounds or 0, tournament.next_round
    if tournament.played < len(tournament.rounds):
        open_round = tournament.played + 1
        missing = next(match for match in tournament.rounds[tournament.played] if not match.complete)
        raise InputError(match_path(open_round, missing), texts.MISSING)
    if number > rounds:
        raise RefusedError(texts.ENDED.format(rounds=rounds))
    for index, side in () if scheduled else tournament.find_misplaced_sides():
        sentence = texts.NO_BYE if tournament.fixed[index].sides[side] == X else texts.ABSENT
        raise InputError(join(match_path(number, tournament.fixed[index]), "sides"), sentence)


def require_rounds(tournament: RoundByRound[PlayerT, MatchT], rounds: Mapping[int, object]) -> None:
    """Raise InputError for a round beyond the last one, or beyond the next to be drawn."""
    last = tournament.settings.rounds or 0
    if len(tournament.rounds) > last:
        raise InputError(join("rounds", last + 1), texts.BEYOND.format(rounds=last))
    if rounds and max(rounds) > tournament.next_round:
        raise InputError(join("rounds", max(rounds)), texts.AHEAD.format(next=tournament.next_round))


def add_round(document: Document, tournament: RoundByRound[PlayerT, MatchT], pairs: Sequence[NewPair]) -> None:
    """Add the next round to a document: its pairs, who is present, and which pairs were fixed before.

    `tournament` is as it was paired; `pairs` are all of the round, the fixed ones included.
    """
    number = tournament.next_round
    entry = document.setdefault("rounds", {}).setdefault(str(number), {})
    before, matches = entry.get("matches", {}), dict[str, Document]()
    for pair in pairs:
        sides = [pair.first or X_MARK, pair.second or X_MARK]
        match = before.get(make_pair_key(*sides), {"sides": sides}) | {"table": pair.table, "reason": pair.reason}
        matches[make_pair_key(*sides)] = match | ({"forfeit": pair.forfeit} if pair.forfeit else {})
    entry |= {"drawn": True, "present": sorted(tournament.present(number))}
    if before:
        entry["imposed"] = dict.fromkeys(before, TYPED_BEFORE)
    entry["matches"] = dict(sorted(matches.items(), key=match_order))


def show_effective(settings: Iterable[Setting], texts_by_name: Mapping[str, str]) -> Document:
    """Return the values that count as a document has them: whole numbers as numbers, without empty ones."""
    return {
        setting.name: int(text) if setting.whole and not setting.parse else text
        for setting in settings
        if (text := texts_by_name.get(setting.name, ""))
    }


def fix_rounds(document: Document, rounds: int) -> None:
    """Write the number of rounds that the first pairing fixes, unless it is typed."""
    if "Nombre de rondes" not in document.get("settings", {}):
        document.setdefault("settings", {})["Nombre de rondes"] = rounds
        document["given_rounds"] = rounds


def give_numbers(document: Document, numbers: Mapping[int, int]) -> None:
    """Move players without a N° to those who have one: index in `unnumbered` -> N°."""
    unnumbered = document.pop("unnumbered", [])
    for index, number in numbers.items():
        document.setdefault("players", {})[str(number)] = unnumbered[index]
    if waiting := [entry for index, entry in enumerate(unnumbered) if index not in numbers]:
        document["unnumbered"] = waiting
