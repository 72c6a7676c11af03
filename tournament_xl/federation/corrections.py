"""What a publication changes of what the one before has published, movement by movement, each with what it comes from
at first sight; then player by player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from tournament_xl.federation.facts import File
from tournament_xl.federation.history import History
from tournament_xl.federation.ledger import Movement
from tournament_xl.federation.people import Account
from tournament_xl.resources import legible
from tournament_xl.texts import federation as texts

Place = tuple[object, ...]  # of a movement: tournament and N° in it; else day, kind, player and how many before
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Correction:
    """A movement of the past that is not as it was published."""

    day: date
    published: Movement | None  # None: was not there
    now: Movement | None  # None: is no longer there
    cause: str  # a French sentence
    roots: tuple[str, ...]  # the tournaments and decisions that it comes from; at first its own place and cause
    place: Place  # where the movement belongs, in both publications
    direct: bool  # whether it is a change itself, not what follows from one

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
    history: History,
    found: Sequence[Correction],
    accounts: Sequence[Account],
    movements: Iterable[Movement],
    causes: Callable[[str, Fraction | None], tuple[str, ...]],
) -> Iterator[PlayerCorrection]:
    """Alphabetically; `found`, `accounts`, `movements`: of the new publication. Nobody without a difference.

    `causes`: what a cote that is another one now comes from, by the player's key and the cote; () when nobody knows:
    then his own corrections say it.
    """  # fmt: skip
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
            roots = causes(key, now.get(key))
            own_roots = [root for one in details[key] if one.direct for root in one.roots]
            roots = roots or tuple(dict.fromkeys(own_roots or details[key][0].roots))
            yield PlayerCorrection(*names[key], key, before, now.get(key), roots, tuple(details[key]))


def corrections(
    history: History, movements: Iterable[Movement], files: Iterable[File], accounts: Iterable[Account]
) -> list[Correction]:
    """In the order of the days: the movements up to the earlier publication that differ from it, each with its cause.

    `movements`, `accounts`: those of the new publication; `files`: its files, those left out included.
    """
    clubs = {line.key: line.club for line in history.rankings[-1].lines} | {one.key: one.club for one in accounts}
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    before = {place_of(one, by_sha): one for one in history.movements}
    after = {place_of(one, {}): one for one in movements}
    after = {place: one for place, one in after.items() if one.day <= history.day or place in before}
    places = dict.fromkeys([*after, *before])
    changed = [(place, *_told_apart(before.get(place), after.get(place), clubs)) for place in places]
    changed = [one for one in changed if _cotes(one[1]) != _cotes(one[2])]
    changed.sort(key=lambda one: _event(one[1:]))
    counted = {one.sha256 for one in history.movements}
    other = {(side.key, side.reason) for _, *pair in changed if _who(pair[0]) != _who(pair[1])
             for side in pair if side and side.sha256}  # fmt: skip
    last: dict[str, str] = {}  # key of a player -> where his cote became another one: what follows comes from it
    found: list[Correction] = []
    along: list[Correction] = []
    for place, was, now in changed:
        one = _correction(was, now, place, last, by_sha, counted)
        if None in (was, now) and _comes_along(one.one, other):
            along.append(replace(one, direct=False))
            continue
        found.append(one)
        if not (was and now and was.key == now.key and was.change == now.change):
            last |= dict.fromkeys(one.keys, one.one.reason)
    return sorted([*along, *found], key=lambda one: one.day)


def _told_apart(
    was: Movement | None, now: Movement | None, clubs: Mapping[str, str]
) -> tuple[Movement | None, Movement | None]:
    """Two namesakes get their clubs to their names, or else their numbers in the register."""
    if not was or not now or was.key == now.key or was.name != now.name:
        return was, now
    old, new = clubs.get(was.key), clubs.get(now.key)
    old, new = (old, new) if old and new and old != new else (was.key, now.key)
    return replace(was, name=f"{was.name} ({old})"), replace(now, name=f"{now.name} ({new})")


def _comes_along(one: Movement, other: Collection[tuple[str, str]]) -> bool:
    """Whether a tournament is behind the entry or the return of a player: `other` has who plays where only now, or no
    more.
    """
    if one.kind == texts.RETURNED:
        return any(key == one.key and one.reason.endswith(f" · {title}") for key, title in other)
    return one.kind == texts.ENTRY


def _who(one: Movement | None) -> str:
    return one.key if one else ""


def _event(pair: Sequence[Movement | None]) -> tuple[object, ...]:
    """The tournament in which both happened, or themselves."""
    one = pair[1] or pair[0]
    assert one
    return one.day, one.sha256, *(() if one.sha256 else (one.kind, one.key))


def _correction(
    was: Movement | None,
    now: Movement | None,
    place: Place,
    last: Mapping[str, str],
    files: Mapping[str, File],
    counted: set[str],
) -> Correction:
    """With its cause; `last`: where the cotes of players became others before."""  # fmt: skip
    one = now or was
    assert one
    follows, before = texts.RECOUNTED, last.get(one.key)
    if before and before != one.reason:
        follows = texts.FOLLOWS.format(title=before)
    cause = _cause(was, now, follows, files, counted)
    title = one.name if one.kind == texts.RETURNED else one.reason
    root = texts.root(title, one.day, cause)
    return Correction(one.day, was, now, cause, (root,), place, cause not in (follows, texts.OTHER_FIELD))


def _cause(
    was: Movement | None, now: Movement | None, follows: str, files: Mapping[str, File], counted: set[str]
) -> str:
    """Why a movement differs; `follows` is the cause when it only comes after another one that does."""
    if was is None:
        assert now
        if now.sha256:
            return texts.DECIDED if now.sha256 in counted else texts.LATE
        return texts.RETURN_NOW if now.kind == texts.RETURNED else texts.ADDED.format(kind=now.kind)
    if now is None and was.kind == texts.RETURNED:
        return texts.RETURN_GONE
    if now is None:
        file = files.get(was.sha256)
        if file and not file.played:
            return texts.NO_LONGER.format(reason=file.refusal)
        return texts.UNDECIDED if was.sha256 else texts.GONE.format(kind=was.kind)
    if was.sha256 != now.sha256:
        return texts.CORRECTED_VERSION
    if was.key != now.key:
        return texts.OTHER_PLAYER.format(old=legible(was.name), new=now.name)
    if was.change != now.change and now.kind == texts.ADJUSTED:
        before, points = texts.plain(was.change or _ZERO), texts.plain(now.change or _ZERO)
        return texts.OTHER_POINTS.format(before=before, points=points)
    if was.start == now.start and was.change != now.change and now.sha256:
        return texts.OTHER_FIELD
    return follows


def place_of(one: Movement, files: Mapping[str, File]) -> Place:
    """Where a movement belongs: a corrected version of a tournament takes over the movements of the one it replaces."""
    if not one.sha256:
        return one.day, one.kind, one.key, one.number
    file = files.get(one.sha256)
    return (file and file.instead) or one.sha256, one.number


def _cotes(one: Movement | None) -> object:
    return one and (one.key, one.before, one.after, one.start)


def summary(found: Sequence[PlayerCorrection]) -> str:
    """Whose cotes change and why, in a sentence; "" for none."""
    roots = list(dict.fromkeys(root for one in found for root in one.roots))
    return texts.corrections_told(len(found), roots) if found else ""
