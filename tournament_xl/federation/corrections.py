"""What a publication changes of what the one before has published: movement by movement, each with its cause; then
player by player, with the tournament or the decision from which it all comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from tournament_xl.federation.facts import File
from tournament_xl.federation.history import History
from tournament_xl.federation.ledger import Movement
from tournament_xl.federation.people import Account
from tournament_xl.resources import legible
from tournament_xl.texts import federation as texts


@dataclass(frozen=True, slots=True)
class Correction:
    """A movement of the past that is not as it was published."""

    day: date
    published: Movement | None  # None: was not there
    now: Movement | None  # None: is no longer there
    cause: str  # a French sentence
    roots: tuple[str, ...]  # the tournaments and decisions that it comes from, in the end

    @property
    def one(self) -> Movement:
        """Whose movement it is, by the newer of both."""
        found = self.now or self.published
        assert found
        return found

    @property
    def keys(self) -> list[str]:
        """Of the player whose it was, and of the one whose it is now."""
        return list(dict.fromkeys(side.key for side in (self.published, self.now) if side))


@dataclass(frozen=True, slots=True)
class PlayerCorrection:
    """A player whose cote on the day of the publication before is another one now."""

    name: str
    licence: str
    key: str
    published: Fraction
    now: Fraction | None  # None: he is somebody else's double, or no longer there
    roots: tuple[str, ...]
    details: tuple[Correction, ...]

    @property
    def change(self) -> Fraction | None:
        return None if self.now is None else self.now - self.published


def by_player(
    history: History, found: Sequence[Correction], accounts: Sequence[Account], movements: Iterable[Movement]
) -> Iterator[PlayerCorrection]:
    """Alphabetically; `found`, `accounts`, `movements`: of the new publication. Nobody without a difference."""
    details: dict[str, list[Correction]] = defaultdict(list)
    for one in found:
        for key in one.keys:
            details[key].append(one)
    there = {account.key: account for account in accounts}
    now = {key: there[key].cote for key in details if key in there}
    own: dict[str, list[Movement]] = defaultdict(list)
    for move in movements:
        own[move.key].append(move)
    for key in now:
        until = [move.after for move in own[key] if move.day <= history.day]
        later = [move.before for move in own[key] if move.day > history.day]
        now[key] = until[-1] if until else later[0] if later else now[key]
    names = {one.key: (one.name, one.licence) for one in history.movements}
    names |= {key: (there[key].full_name, there[key].licence) for key in details if key in there}
    for key in sorted(details, key=lambda key: (names.get(key, ("", "")), key)):
        before = history.places.get(key, (None, None))[1]
        if before is not None and before != now.get(key):
            roots = tuple(dict.fromkeys(root for one in details[key] for root in one.roots))
            yield PlayerCorrection(*names[key], key, before, now.get(key), roots, tuple(details[key]))


def corrections(
    history: History, movements: Iterable[Movement], files: Iterable[File], accounts: Iterable[Account]
) -> list[Correction]:
    """In the order of the days: the movements up to the earlier publication that differ from it, each with its cause.

    `movements`, `accounts`: those of the new publication; `files`: its files, those left out included.
    """
    clubs = {line.key: line.club for line in history.rankings[-1].lines} | {one.key: one.club for one in accounts}
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    before = {_place(one, by_sha): one for one in history.movements}
    after = {_place(one, {}): one for one in movements}
    after = {place: one for place, one in after.items() if one.day <= history.day or place in before}
    pairs = [(before.get(place), after.get(place)) for place in dict.fromkeys([*after, *before])]
    changed = [_told_apart(*pair, clubs) for pair in pairs if _cotes(pair[0]) != _cotes(pair[1])]
    changed.sort(key=_event)
    counted = {one.sha256 for one in history.movements}
    last: dict[str, Correction] = {}  # key of a player -> where his cote became another one: what follows comes from it
    found: list[Correction] = []
    moved = [pair for pair in changed if not _comes_along(pair)]
    for _, together in groupby(moved, key=_event):
        group = [_correction(was, now, last, by_sha, counted) for was, now in together]
        shared = tuple(dict.fromkeys(root for one in group for root in one.roots))
        for one in group:
            if one.cause == texts.OTHER_FIELD:
                one = replace(one, roots=shared or (one.cause,))
            found.append(one)
            was, now = one.published, one.now
            if not (was and now and was.key == now.key and was.change == now.change):
                last |= dict.fromkeys(one.keys, one)
    for was, now in filter(_comes_along, changed):
        one = _correction(was, now, {}, by_sha, counted)
        first = next((other for other in found if one.one.key in other.keys), one)
        found.append(replace(one, roots=first.roots))
    return sorted(found, key=lambda one: (one.day, not _comes_along((one.published, one.now))))


def _told_apart(
    was: Movement | None, now: Movement | None, clubs: Mapping[str, str]
) -> tuple[Movement | None, Movement | None]:
    """Two namesakes get their clubs to their names, or else their numbers in the register."""
    if not was or not now or was.key == now.key or was.name != now.name:
        return was, now
    old, new = clubs.get(was.key), clubs.get(now.key)
    old, new = (old, new) if old and new and old != new else (was.key, now.key)
    return replace(was, name=f"{was.name} ({old})"), replace(now, name=f"{now.name} ({new})")


def _comes_along(pair: tuple[Movement | None, Movement | None]) -> bool:
    """Whether it is the entry or the return of a player that there is now, or no more: a tournament is behind it."""
    one = pair[0] or pair[1]
    return None in pair and one is not None and one.kind in (texts.ENTRY, texts.RETURNED)


def _event(pair: tuple[Movement | None, Movement | None]) -> tuple[Any, ...]:
    """The tournament in which both happened, or themselves."""
    one = pair[1] or pair[0]
    assert one
    return one.day, one.sha256, *(() if one.sha256 else (one.kind, one.key))


def _correction(
    was: Movement | None,
    now: Movement | None,
    last: Mapping[str, Correction],
    files: Mapping[str, File],
    counted: set[str],
) -> Correction:
    """With its cause, and where that comes from: from itself, or from what changed the cote that it starts from."""
    one = now or was
    assert one
    before, follows = last.get(one.key), texts.RECOUNTED
    if before and before.one.reason != one.reason:
        follows = texts.FOLLOWS.format(title=before.one.reason)
    cause = _cause(was, now, follows, files, counted)
    roots: tuple[str, ...] = (texts.root(one.reason, one.day, cause),)
    if cause == texts.OTHER_FIELD:
        roots = ()
    elif cause == follows:
        roots = before.roots if before else (texts.RECOUNTED,)
    return Correction(one.day, was, now, cause, roots)


def _cause(
    was: Movement | None, now: Movement | None, follows: str, files: Mapping[str, File], counted: set[str]
) -> str:
    """Why a movement differs; `follows` is the cause when it only comes after another one that does."""
    if was is None:
        assert now
        if now.sha256:
            return texts.DECIDED if now.sha256 in counted else texts.LATE
        return texts.ADDED.format(kind=now.kind)
    if now is None:
        file = files.get(was.sha256)
        if file and not file.played:
            return texts.NO_LONGER.format(reason=file.refusal)
        return texts.UNDECIDED if was.sha256 else texts.GONE.format(kind=was.kind)
    if was.sha256 != now.sha256:
        return texts.CORRECTED_VERSION
    if was.key != now.key:
        return texts.OTHER_PLAYER.format(old=legible(was.name), new=now.name)
    if was.start == now.start and was.change != now.change and now.sha256:
        return texts.OTHER_FIELD
    return follows


def _place(one: Movement, files: Mapping[str, File]) -> tuple[object, ...]:
    """Where a movement belongs: a corrected version of a tournament takes over the movements of the one it replaces."""
    if not one.sha256:
        return one.day, one.kind, one.key, one.number
    file = files.get(one.sha256)
    return (file and file.instead) or one.sha256, one.number


def _cotes(one: Movement | None) -> object:
    return one and (one.key, one.before, one.after, one.start)


def told(found: Sequence[PlayerCorrection]) -> str:
    """Whose cotes change and why, in a sentence; "" for none."""
    roots = list(dict.fromkeys(root for one in found for root in one.roots))
    return texts.corrections_told(len(found), roots) if found else ""
