"""What new files, answers and adjustments change in a past that was published: every such cote, with its cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from tournament_xl.federation.facts import File
from tournament_xl.federation.history import History, Published
from tournament_xl.record import record
from tournament_xl.texts import federation as texts
from tournament_xl.texts.names import count


@record
class Correction:
    """A movement of the past that is not as it was published."""

    day: date
    published: Published | None  # None: was not there
    now: Published | None  # None: is no longer there
    cause: str  # a French sentence

    @property
    def one(self) -> Published:
        """Whose movement it is, by the newer of both."""
        found = self.now or self.published
        assert found
        return found


def corrections(history: History, movements: Iterable[Published], files: Iterable[File]) -> list[Correction]:
    """In the order of the days: the movements up to the earlier publication that differ from it.

    `movements`: those of the new publication; `files`: its files, those left out included.
    """
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    instead = {sha256: file.instead for sha256, file in by_sha.items() if file.instead}
    before = {_place(one, instead): one for one in history.movements}
    after = {_place(one, {}): one for one in movements if one.day <= history.day or _place(one, {}) in before}
    causes = _Causes(by_sha, {one.sha256 for one in history.movements}, set(instead))
    found = []
    for place in [*after, *(place for place in before if place not in after)]:
        was, now = before.get(place), after.get(place)
        if was is None or now is None or _cotes(was) != _cotes(now):
            found.append((was, now))
    found.sort(key=lambda pair: (pair[1] or pair[0]).day)  # type: ignore[union-attr]  # one of them is there
    return [causes.told(was, now) for was, now in found]


def _place(one: Published, instead: dict[str, str]) -> tuple[object, ...]:
    """What makes it the same movement; a version in the place of another has its movements."""
    sha256, *rest = one.place
    return (instead.get(one.sha256, one.sha256), *rest) if one.sha256 else (sha256, *rest)


def _cotes(one: Published) -> tuple[object, ...]:
    return one.key, one.before, one.after, one.start


class _Causes:
    """The cause of each difference, told in the order of the days: what comes before explains what follows."""

    def __init__(self, files: dict[str, File], counted: set[str], instead: set[str]) -> None:
        self._files = files
        self._counted, self._instead = counted, instead  # SHA-256 of tournaments published; of versions in their place
        self._last: dict[str, str] = {}  # key of a player -> where his cote became another one

    def told(self, was: Published | None, now: Published | None) -> Correction:
        one = now or was
        assert one
        cause = self._cause(was, now)
        for key in {side.key for side in (was, now) if side}:
            self._last.setdefault(key, one.reason) if was and now and was.change == now.change else None
            if was is None or now is None or was.change != now.change or was.key != now.key:
                self._last[key] = one.reason
        return Correction(one.day, was, now, cause)

    def _cause(self, was: Published | None, now: Published | None) -> str:
        if was is None:
            assert now
            if now.sha256:
                late = texts.CORRECTED_VERSION if now.sha256 in self._instead else texts.LATE
                return texts.DECIDED if now.sha256 in self._counted else late
            return texts.ADDED.get(now.kind) or self._follows(now)
        if now is None:
            file = self._files.get(was.sha256)
            if file and not file.played:
                return texts.NO_LONGER.format(reason=file.refusal)
            return texts.GONE.get(was.kind) or (texts.UNDECIDED if was.sha256 else self._follows(was))
        if was.sha256 != now.sha256 and (was.start == now.start or self._follows(now) == texts.RECOUNTED):
            return texts.CORRECTED_VERSION
        if was.sha256 != now.sha256:
            return self._follows(now) + (f" {texts.CORRECTED_VERSION}" if was.change != now.change else "")
        if was.key != now.key:
            return texts.OTHER_PLAYER.format(old=was.name, new=now.name)
        if was.start != now.start or was.before == now.before is None:
            return self._follows(now)
        if was.change == now.change:
            return self._follows(now)
        if was.reference != now.reference:
            return texts.OTHER_REFERENCE.format(old=_shown(was), new=_shown(now))
        return texts.OTHER_LIMITS if now.sha256 else self._follows(now)

    def _follows(self, one: Published) -> str:
        reason = self._last.get(one.key)
        return texts.FOLLOWS.format(title=reason) if reason and reason != one.reason else texts.RECOUNTED


def _shown(one: Published) -> str:
    return texts.plain(one.reference) if one.reference is not None else "–"


def told(found: Sequence[Correction]) -> str:
    """How many and whose, in a sentence; "" for none."""
    if not found:
        return ""
    players = len({one.one.key for one in found})
    late = {one.one.sha256 for one in found if one.cause == texts.LATE}
    return texts.CORRECTIONS_TOLD.format(
        cotes=count(len(found), "cote changée"), players=count(players, "joueur"), late=len(late)
    )
