"""What a published cote that is another one now comes from.

A change is what the publication before did not have: a file, an answer or another one, an adjustment; a file and what
is decided about its versions are one change. It is a cause of a cote that is another one without it, or with it alone:
so everything up to the day of that publication is built again without each change, and with it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TypeVar

from tournament_xl.federation.identity.people import RegisteredPlayer
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import Adjustment, Key, Questions, question_key
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.versions import groups, is_about
from tournament_xl.federation.ranking.corrections import Correction, Place, Root, corrections, place_of
from tournament_xl.federation.ranking.entering import enter
from tournament_xl.federation.ranking.history import History, published
from tournament_xl.federation.ranking.ledger import Calendar, Ledger
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import count
from tournament_xl.players.columns import ListError

_MOST = 3000  # changes, or pairs of them, times tournaments; beyond, corrections only say what they look like
_FILE = "file"
One = TypeVar("One")
Change = tuple[Key, ...]  # each _FILE and SHA-256, or the key of a decision or an adjustment


@dataclass(frozen=True, slots=True)
class _World:
    """The past as some of the changes make it."""

    cotes: Mapping[str, Fraction | None]  # by key of the player
    moves: Mapping[Place, object]  # whose each movement is, and the cote after it
    direct: Sequence[Correction]  # of the publication before, those that follow from no other

    def move(self, place: Place) -> object:
        """What a movement came to; None where there is none."""
        return self.moves.get(place)


class Causes:
    """The changes since a publication, and which of them a cote comes from."""

    def __init__(
        self,
        earlier: History,
        files: Sequence[File],
        left: Iterable[File],
        questions: Questions,
        adjustments: Iterable[Adjustment],
        calendar: Calendar,
        people: Sequence[RegisteredPlayer],
    ) -> None:
        """`files` as read, and `left` as they count now; the others as they are now."""  # fmt: skip
        self._earlier, self._calendar, self._people = earlier, calendar, people
        now = {file.name: file for file in left}
        there = {file.sha256 for file in earlier.files}
        self._by_sha = {file.sha256: file for file in now.values() if file.sha256 and not file.repeats}
        self._old_files = [file for file in files if file.sha256 in there]
        self._files = {
            (_FILE, file.sha256): file for file in files
            if file.sha256 not in there and file.played and not now[file.name].repeats
            and (file.played.last <= earlier.day or now[file.name].instead)
        }  # fmt: skip
        self._answers = {question_key(line): line for line in earlier.decisions}, questions.answered
        self._points = {one.key: one for one in earlier.adjustments}, {one.key: one for one in adjustments}
        decided = _other(*self._answers, lambda line: line["Décision"])
        moved = [key for key in _other(*self._points, lambda one: one.points) if key[2] <= str(earlier.day)]
        self._changes = self._together([*reversed(decided), *moved, *self._files])  # the last decided is first
        self._worlds: dict[frozenset[Key], _World] = {}
        self._names: dict[Change, Root | None] = {}
        changes, tournaments = len(self._changes), len(earlier.files)
        self._known = 0 < changes * tournaments <= _MOST
        self._pairs_known = changes * (changes - 1) * tournaments <= 2 * _MOST
        try:
            for change in self._changes if self._known else ():
                self._names[change] = self._name(change)
        except ListError:  # an adjustment of somebody who only comes by one of the changes
            self._known = False

    def _together(self, keys: Iterable[Key]) -> tuple[Change, ...]:
        """The changes: what is about the versions of one tournament is one."""
        first: dict[Key, Key] = {key: key for key in keys}
        for group in groups([*self._old_files, *self._files.values()]):
            about = [
                key for key in first
                if any(key == (_FILE, file.sha256) or is_about(key, file) for file in group)
            ]  # fmt: skip
            ends = {first[key] for key in about}
            first |= {key: first[about[0]] for key, end in first.items() if end in ends}
        found: dict[Key, list[Key]] = {}
        for key, end in first.items():
            found.setdefault(end, []).append(key)
        return tuple(map(tuple, found.values()))

    def of_player(self, key: str, now: Fraction | None) -> tuple[Root, ...]:
        """What the cote of a player comes from, `now` that it is this one; () when it is not known."""
        if not self._known or self._world(self._changes).cotes.get(key) != now:
            return ()
        found = self._found(lambda world: world.cotes.get(key))
        as_published = self._world(()).cotes.get(key) == self._earlier.places[key][1]
        return found if as_published else (*found, Root(*texts.RECOUNTED))

    def named(self, found: Iterable[Correction]) -> list[Correction]:
        """Corrections with what each of them comes from."""
        if not self._known:
            return list(found)
        return [replace(one, causes=self._found(partial(_World.move, place=one.place))) for one in found]

    def _found(self, value: Callable[[_World], object]) -> tuple[Root, ...]:
        """The names of the changes without which, or with which alone, a value is another one; where there is none
        such, of those that make it another one by two.
        """
        every, none = value(self._world(self._changes)), value(self._world(()))

        def matter(*those: Change) -> bool:
            return value(self._world(self._without(*those))) != every or value(self._world(those)) != none

        found = [one for one in self._changes if matter(one)]
        if not found and every != none and self._pairs_known:
            found = [one for two in combinations(self._changes, 2) if matter(*two) for one in two]
        return tuple(dict.fromkeys(root for one in found if (root := self._names[one])))

    def _without(self, *changes: Change) -> list[Change]:
        return [one for one in self._changes if one not in changes]

    def _name(self, change: Change) -> Root | None:
        """A change by the first thing that it alone corrects, or that is not corrected without it; None for nothing.

        By what is told in the end: of a version left out for another one, that the other counts in its place.
        """
        alone, every = self._world((change,)).direct, self._world(self._changes).direct
        told, there = ({one.root for one in found} for found in (every, self._world(self._without(change)).direct))
        found = [one for one in alone if one.root in told] or [one for one in every if one.root not in there]
        if not found:
            places = {self._today(one.place) for one in alone}
            found = [one for one in every if one.place in places] or list(alone)
        files = {key[1] for key in change if key[0] == _FILE}
        if files:
            found = [one for one in found if one.one.sha256 in files] or found
        roots = list(dict.fromkeys(one.root for one in found))
        if roots and change[0][0] == texts.RETURN:
            line = self._answers[1].get(change[0])
            answer = texts.ANSWERED.format(answer=line["Décision"]) if line else texts.ANSWER_WITHDRAWN
            return Root(roots[0].where, f"{roots[0].why} {answer}")
        if len(roots) < 2 or files:
            return roots[0] if roots else None
        return Root(roots[0].where, texts.ELSEWHERE_TOO.format(
            why=roots[0].why, count=count(len(roots) - 1, "autre tournoi")
        ))  # fmt: skip

    def _today(self, place: Place) -> Place:
        """A place with the version of the tournament that counts now."""
        file = self._by_sha.get(str(place[0]))
        return (file.instead, *place[1:]) if file and file.instead else place

    def _world(self, changes: Iterable[Change]) -> _World:
        those = frozenset(key for change in changes for key in change)
        if those not in self._worlds:
            self._worlds[those] = self._built(those)
        return self._worlds[those]

    def _built(self, changes: frozenset[Key]) -> _World:
        """Everything up to the day of the publication before, with these of the changes. ListError."""
        earlier = self._earlier
        questions = Questions(_chosen(*self._answers, changes).values())
        lists = [one for one in earlier.lists if one.day <= earlier.day]
        ledger = Ledger(Register(lists[0].lines, questions, self._people), self._calendar, questions)
        files = [*self._old_files, *(file for key, file in self._files.items() if key in changes)]
        points = sorted(_chosen(*self._points, changes).values(), key=lambda one: one.day)
        left = enter(ledger, questions, files, points, earlier.day, lists[1:])
        moves, accounts = published(ledger.movements), ledger.register.accounts
        return _World(
            {one.key: one.cote for one in accounts},
            {place_of(one, self._by_sha): (one.key, one.after) for one in moves},
            [one for one in corrections(earlier, moves, left, accounts) if one.direct],
        )


def _other(old: Mapping[Key, One], new: Mapping[Key, One], said: Callable[[One], object]) -> list[Key]:
    """The keys under which the new ones say something else."""
    keys = dict.fromkeys([*old, *new])
    return [key for key in keys if key not in old or key not in new or said(old[key]) != said(new[key])]


def _chosen(old: Mapping[Key, One], new: Mapping[Key, One], changes: frozenset[Key]) -> dict[Key, One]:
    """The new ones of the changes, else the old ones."""
    found = ((key, (new if key in changes else old).get(key)) for key in dict.fromkeys([*old, *new]))
    return {key: one for key, one in found if one is not None}
