"""What a publication changes of what the one before has published, movement by movement, each with what it comes from
at first sight; then player by player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.history import History
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.messages import federation as texts

Place = tuple[object, ...]  # of a movement: tournament and N° in it; else day, kind, player and how many before
_ZERO = Fraction(0)


class Root(NamedTuple):
    """What corrections come from: a tournament or a decision."""

    where: str  # "TH de Vienne (10/01/2016)"
    why: str  # "arrivé après la publication."

    @property
    def text(self) -> str:
        return texts.ROOT.format(where=self.where, why=self.why)


@dataclass(frozen=True, slots=True)
class Correction:
    """A movement of the past that is not as it was published."""

    day: date
    published: Movement | None  # None: was not there
    now: Movement | None  # None: is no longer there
    cause: str  # a French sentence
    place: Place  # where the movement belongs, in both publications
    direct: bool  # whether it is a change itself, not what follows from one
    causes: tuple[Root, ...] = ()  # what it comes from; () when only itself tells

    @property
    def roots(self) -> tuple[Root, ...]:
        return self.causes or (self.root,)

    @property
    def one(self) -> Movement:
        """Whose movement it is, by the newer of both."""
        found = self.now or self.published
        assert found
        return found

    @property
    def root(self) -> Root:
        """Itself, as what others come from; where it is the player who comes back, not the tournament."""
        title = self.one.name if self.one.kind == texts.RETURNED else self.one.reason
        why = self.cause if self.direct else texts.OTHER_FIELD
        return Root(texts.ROOT_WHERE.format(title=title, day=self.day), why[:1].lower() + why[1:])

    def shown(self, key: str) -> tuple[Fraction | str, Fraction | str]:
        """The cote of a player after it, as published and now; or why there is none, in French."""
        was, now = self.published, self.now

        def side(own: Movement | None, nobody: str) -> Fraction | str:
            if own is None:
                return texts.IN_DOUBT if self.cause == nobody else texts.NOT_THERE
            return own.after if own.key == key else texts.OF_ANOTHER.format(name=own.name)

        return side(was, texts.DECIDED.format(name=self.one.name)), side(now, texts.UNDECIDED)

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
    now: Fraction | None  # None: he is somebody else, in doubt, or no longer there
    roots: tuple[Root, ...]
    details: tuple[Correction, ...]

    @property
    def change(self) -> Fraction | None:
        return None if self.now is None else self.now - self.published

    @property
    def shown(self) -> Fraction | str:
        """His cote now, or why there is none, in French."""
        return self.details[-1].shown(self.key)[1] if self.now is None else self.now


def by_player(
    history: History,
    found: Sequence[Correction],
    accounts: Sequence[Account],
    movements: Iterable[Movement],
    causes: Callable[[str, Fraction | None], tuple[Root, ...]],
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
            seen = details[key][0].roots if any(one.direct for one in found) else (Root(*texts.RECOUNTED),)
            roots = roots or tuple(dict.fromkeys(own_roots or seen))
            yield PlayerCorrection(*names[key], key, before, now.get(key), roots, tuple(details[key]))


def corrections(
    history: History, movements: Iterable[Movement], files: Iterable[File], accounts: Iterable[Account]
) -> list[Correction]:
    """In the order of the days: the movements up to the earlier publication that differ from it, each with its cause.

    `movements`, `accounts`: those of the new publication; `files`: its files, those left out included.
    """
    clubs = {line.key: line.club for line in history.rankings[-1].lines} | {one.key: one.club for one in accounts}
    there, files = {one.key for one in accounts}, list(files)
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    order = {file.sha256: file.order for file in (*history.files, *files) if file.played}
    before = {place_of(one, by_sha): one for one in history.movements}
    after = {place_of(one, {}): one for one in movements}
    after = {place: one for place, one in after.items() if one.day <= history.day or place in before}
    places = dict.fromkeys([*after, *before])
    changed = [(place, *_told_apart(before.get(place), after.get(place), clubs)) for place in places]
    changed = [one for one in changed if _cotes(one[1]) != _cotes(one[2])]
    counted = {one.sha256 for one in history.movements}
    received = {file.sha256 for file in history.files} | history.refused.keys()
    other = {(side.key, side.reason) for _, *pair in changed if _who(pair[0]) != _who(pair[1])
             for side in pair if side and side.sha256}  # fmt: skip
    found = []
    for place, was, now in changed:
        cause = _cause(was, now, by_sha, counted, received, there)
        one = now or was
        assert one
        along = not cause or (None in (was, now) and _comes_along(one, other))
        found.append(Correction(one.day, was, now, cause or _facts(was, now), place, not along))
    return sorted(found, key=lambda one: _event(one.one, order))


def _told_apart(
    was: Movement | None, now: Movement | None, clubs: Mapping[str, str]
) -> tuple[Movement | None, Movement | None]:
    """Two namesakes get to their names what tells them apart in public: their clubs, or that one has no licence."""
    if not was or not now or was.key == now.key or was.name != now.name:
        return was, now
    old, new = clubs.get(was.key), clubs.get(now.key)
    if not old or not new or old == new:
        old, new = ("" if one.licence else texts.WITHOUT_LICENCE for one in (was, now))
    if old == new:
        old, new = "", texts.NAMESAKE
    return _with(was, old), _with(now, new)


def _with(one: Movement, more: str) -> Movement:
    return replace(one, name=f"{one.name} ({more})") if more else one


def _comes_along(one: Movement, other: Collection[tuple[str, str]]) -> bool:
    """Whether a tournament is behind the entry or the return of a player: `other` has who plays where only now, or no
    more.
    """
    if one.kind == texts.RETURNED:
        return any(key == one.key and one.reason.endswith(f" · {title}") for key, title in other)
    return one.kind == texts.ENTRY


def _who(one: Movement | None) -> str:
    return one.key if one else ""


def _event(one: Movement, order: Mapping[str, tuple[object, ...]]) -> tuple[object, ...]:
    """When it happened: on its day what no tournament does, then tournaments in the order of R12."""
    return one.day, order.get(one.sha256, ()), *(() if one.sha256 else (one.kind, one.key))


def _cause(
    was: Movement | None,
    now: Movement | None,
    files: Mapping[str, File],
    counted: Set[str],
    received: Set[str],
    there: Set[str],
) -> str:
    """Why a movement differs, when that is a change itself; "" for what only comes from other cotes.

    `counted`: the files that were counted; `received`: those that had come; `there`: the players of now.
    """
    if was is None:
        assert now
        if now.sha256:
            if now.sha256 in counted:
                return texts.DECIDED.format(name=now.name)
            return texts.COUNTED_SINCE if now.sha256 in received else texts.LATE
        return texts.RETURN_NOW if now.kind == texts.RETURNED else texts.ADDED.format(kind=now.kind)
    if now is None and was.kind == texts.RETURNED:
        return texts.RETURN_GONE
    if now is None:
        file = files.get(was.sha256)
        if file and not file.played:
            return texts.NO_LONGER.format(reason=texts.PUBLIC_REASONS.get(file.word, file.word))
        return texts.UNDECIDED if was.sha256 else texts.GONE.format(kind=was.kind)
    if was.sha256 != now.sha256:
        return texts.CORRECTED_VERSION
    if was.key != now.key:
        sentence = texts.OTHER_PLAYER if was.key in there else texts.SAME_PERSON
        return sentence.format(old=printable_path(was.name), new=now.name)
    if was.change != now.change and now.kind == texts.ADJUSTED:
        before, points = texts.plain(was.change or _ZERO), texts.plain(now.change or _ZERO)
        return texts.OTHER_POINTS.format(before=before, points=points)
    return ""


def _facts(was: Movement | None, now: Movement | None) -> str:
    """The terms of a movement that come out otherwise from other cotes."""
    assert was and now
    terms = [(texts.START, was.start, now.start), (texts.REFERENCE, was.reference, now.reference)]
    if was.start == now.start:
        terms = [(texts.BEFORE, was.before, now.before), *terms]
    terms += [(texts.CHANGE, was.change, now.change)]
    return texts.differing(terms)


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
    return texts.corrections_told(len(found), [root.text for root in numbered(found)]) if found else ""


def numbered(found: Iterable[PlayerCorrection]) -> dict[Root, int]:
    """What corrections come from, each once, with the number that stands for it in their rows."""
    roots = dict.fromkeys(root for one in found for root in one.roots)
    return {root: number for number, root in enumerate(roots, start=1)}


def numbered_roots(one: PlayerCorrection, numbers: Mapping[Root, int]) -> list[str]:
    """What his correction comes from, each by its number and place."""
    roots = sorted(one.roots, key=lambda root: numbers[root])
    return [texts.NUMBERED.format(number=numbers[root], text=root.where) for root in roots]
