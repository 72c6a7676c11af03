"""Corrections: published movements that differ in a new publication, with their apparent cause, grouped by player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.contributions import Contribution, Root, describe_contributions
from tournament_xl.federation.ranking.history import History
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.messages import federation as texts

Place = tuple[
    object, ...
]  # of a movement: SHA-256 and N°; without tournament day, kind, player and count of earlier ones
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Change:
    """File or decision that changes the past, with the players whom it touches."""

    root: Root
    moved: tuple[tuple[str, Fraction], ...]  # key and points of each player whom it moves directly


@dataclass(frozen=True, slots=True)
class Correction:
    """Movement of the past that differs from what was published."""

    day: date
    published: Movement | None  # None: did not exist
    now: Movement | None  # None: no longer exists
    cause: str  # a French sentence
    place: Place  # where the movement belongs in both publications
    direct: bool  # False: only a consequence of other corrections
    contributions: tuple[Contribution, ...] = ()  # to the difference of the cote after it, the largest first
    reason: str = ""  # a French sentence: what differs in this movement, and because of what

    @property
    def causes(self) -> tuple[Root, ...]:
        """Causes of the cote after it, each once."""
        return tuple(dict.fromkeys(contribution.root for contribution in self.contributions))

    @property
    def one(self) -> Movement:
        """Movement now, or as published where it no longer exists."""
        movement = self.now or self.published
        assert movement
        return movement

    @property
    def change(self) -> Fraction:
        """Difference of the cotes after the movement; 0 where it is in one publication only."""
        return self.now.after - self.published.after if self.now and self.published else _ZERO

    @property
    def as_root(self) -> Root:
        """This correction as the cause of others; a returning player's stands under his name, not a tournament's."""
        title = self.one.name if self.one.kind == texts.RETURNED else self.one.reason
        return Root(texts.ROOT_WHERE.format(title=title, day=self.day), lower_first(self.cause), self.day)

    def shown(self, key: str) -> tuple[Fraction | str, Fraction | str]:
        """Return the cotes of a player after the movement, published and current; or why there is none, in French."""
        published, now = self.published, self.now

        def describe(movement: Movement | None, in_doubt_cause: str) -> Fraction | str:
            if movement is None:
                return texts.IN_DOUBT if self.cause == in_doubt_cause else texts.NOT_THERE
            return movement.after if movement.key == key else texts.OF_ANOTHER.format(name=movement.name)

        return describe(published, texts.DECIDED.format(name=self.one.name)), describe(now, texts.UNDECIDED)

    @property
    def keys(self) -> list[str]:
        """Keys of the players whose movement it was and is now."""
        return list(dict.fromkeys(movement.key for movement in (self.published, self.now) if movement))


@dataclass(frozen=True, slots=True)
class PlayerCorrection:
    """Player whose cote on the day of the previous publication differs now."""

    name: str
    licence: str
    key: str
    published: Fraction
    now: Fraction | None  # None: merged into another player, in doubt, or gone
    contributions: tuple[Contribution, ...]  # to the difference of the cotes, the largest first
    details: tuple[Correction, ...]

    @property
    def roots(self) -> tuple[Root, ...]:
        """Causes, each once, that of the largest contribution first."""
        return tuple(dict.fromkeys(contribution.root for contribution in self.contributions))

    @property
    def change(self) -> Fraction | None:
        """Difference of the cotes; None without a cote now."""
        return None if self.now is None else self.now - self.published

    @property
    def shown(self) -> Fraction | str:
        """Cote now, or why there is none, in French."""
        return self.details[-1].shown(self.key)[1] if self.now is None else self.now


def group_by_player(
    history: History,
    corrections_found: Sequence[Correction],
    accounts: Sequence[Account],
    movements: Iterable[Movement],
    contributions: Callable[[str, Fraction | None], tuple[Contribution, ...]],
) -> Iterator[PlayerCorrection]:
    """Group corrections by player, alphabetically; players who had no cote, or whose cote is the same, are left out.

    Args:
        history: The previous publication.
        corrections_found: Corrections of the new publication.
        accounts: Accounts of the new publication.
        movements: Movements of the new publication.
        contributions: Function from a player's key and the difference of his cotes to what adds up to it.
    """
    details: dict[str, list[Correction]] = defaultdict(list)
    for correction in corrections_found:
        for key in correction.keys:
            details[key].append(correction)
    account_by_key = {account.key: account for account in accounts}
    now = {key: account_by_key[key].cote for key in details if key in account_by_key}
    movements_of: dict[str, list[Movement]] = defaultdict(list)
    for move in movements:
        movements_of[move.key].append(move)
    for key in now:
        up_to_day = [move.after for move in movements_of[key] if move.day <= history.day]
        later = [move.before for move in movements_of[key] if move.day > history.day]
        now[key] = up_to_day[-1] if up_to_day else later[0] if later else now[key]
    names = {movement.key: (movement.name, movement.licence) for movement in history.movements}
    names |= {
        key: (account_by_key[key].full_name, account_by_key[key].licence) for key in details if key in account_by_key
    }
    for key in sorted(details, key=lambda key: (names.get(key, ("", "")), key)):
        before = history.places.get(key, (None, None))[1]
        if before is not None and before != now.get(key):
            cote = now.get(key)
            parts = contributions(key, None if cote is None else cote - before)
            yield PlayerCorrection(*names[key], key, before, cote, parts, tuple(details[key]))


def lower_first(sentence: str) -> str:
    """Return a sentence that goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def find_corrections(
    history: History, movements: Iterable[Movement], files: Iterable[File], accounts: Iterable[Account]
) -> list[Correction]:
    """Find the movements up to the previous publication that differ from it, each with its cause.

    Args:
        history: The previous publication.
        movements: Movements of the new publication.
        files: Its files, those left out included.
        accounts: Its accounts.

    Returns:
        Corrections in the order of their days.
    """
    clubs = {line.key: line.club for line in history.rankings[-1].lines} | {
        account.key: account.club for account in accounts
    }
    current_keys, files = {account.key for account in accounts}, list(files)
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    order = {file.sha256: file.order for file in (*history.files, *files) if file.played}
    before = {movement_place(movement, by_sha): movement for movement in history.movements}
    after = {movement_place(movement, {}): movement for movement in movements}
    after = {place: movement for place, movement in after.items() if movement.day <= history.day or place in before}
    places = dict.fromkeys([*after, *before])
    changed = [(place, *_disambiguate(before.get(place), after.get(place), clubs)) for place in places]
    changed = [change for change in changed if _cotes(change[1]) != _cotes(change[2])]
    counted = {movement.sha256 for movement in history.movements}
    received = {file.sha256 for file in history.files} | history.refused.keys()
    players_and_titles = {
        (side.key, side.reason)
        for _, *pair in changed if _player_key(pair[0]) != _player_key(pair[1])
        for side in pair if side and side.sha256
    }  # fmt: skip
    corrections_found = []
    for place, published, now in changed:
        cause = _find_cause(published, now, by_sha, counted, received, current_keys)
        movement = now or published
        assert movement
        is_consequence = not cause or (None in (published, now) and _is_consequence(movement, players_and_titles))
        corrections_found.append(
            Correction(
                movement.day, published, now, cause or differing_terms(published, now), place, not is_consequence
            )
        )
    return sorted(corrections_found, key=lambda correction: _sort_key(correction.one, order))


def _disambiguate(
    published: Movement | None, now: Movement | None, clubs: Mapping[str, str]
) -> tuple[Movement | None, Movement | None]:
    """Add to the names of two namesakes their clubs, or that one has no licence."""
    if not published or not now or published.key == now.key or published.name != now.name:
        return published, now
    old, new = clubs.get(published.key), clubs.get(now.key)
    if not old or not new or old == new:
        old, new = ("" if movement.licence else texts.WITHOUT_LICENCE for movement in (published, now))
    if old == new:
        old, new = "", texts.NAMESAKE
    return _add_to_name(published, old), _add_to_name(now, new)


def _add_to_name(movement: Movement, more: str) -> Movement:
    return replace(movement, name=f"{movement.name} ({more})") if more else movement


def _is_consequence(movement: Movement, players_and_titles: Collection[tuple[str, str]]) -> bool:
    """Check whether a player's entry or return follows from a tournament that he newly plays, or no longer plays."""
    if movement.kind == texts.RETURNED:
        return any(key == movement.key and movement.reason.endswith(f" · {title}") for key, title in players_and_titles)
    return movement.kind == texts.ENTRY


def _player_key(movement: Movement | None) -> str:
    return movement.key if movement else ""


def _sort_key(movement: Movement, order: Mapping[str, tuple[object, ...]]) -> tuple[object, ...]:
    """Return the sort key: day, then movements without tournament, then tournaments in the order of R12."""
    return movement.day, order.get(movement.sha256, ()), *(() if movement.sha256 else (movement.kind, movement.key))


def _find_cause(
    published: Movement | None,
    now: Movement | None,
    files: Mapping[str, File],
    counted: Set[str],
    received: Set[str],
    current_keys: Set[str],
) -> str:
    """Explain in French why a movement differs; "" for a mere consequence of other cotes.

    `counted`: files that were counted; `received`: files that had arrived; `current_keys`: players of now.
    """
    if published is None:
        assert now
        if now.sha256:
            if now.sha256 in counted:
                return texts.DECIDED.format(name=now.name)
            return texts.COUNTED_SINCE if now.sha256 in received else texts.LATE
        return texts.RETURN_NOW if now.kind == texts.RETURNED else texts.ADDED.format(kind=now.kind)
    if now is None and published.kind == texts.RETURNED:
        return texts.RETURN_GONE
    if now is None:
        file = files.get(published.sha256)
        if file and not file.played:
            return texts.NO_LONGER.format(reason=texts.PUBLIC_REASONS.get(file.word, file.word))
        return texts.UNDECIDED if published.sha256 else texts.GONE.format(kind=published.kind)
    if published.sha256 != now.sha256:
        return texts.CORRECTED_VERSION
    if published.key != now.key:
        sentence = texts.OTHER_PLAYER if published.key in current_keys else texts.SAME_PERSON
        return sentence.format(old=printable_path(published.name), new=now.name)
    if published.change != now.change and now.kind == texts.ADJUSTED:
        before, points = texts.format_cote(published.change or _ZERO), texts.format_cote(now.change or _ZERO)
        return texts.OTHER_POINTS.format(before=before, points=points)
    return ""


def differing_terms(published: Movement | None, now: Movement | None) -> str:
    """List the terms of a movement that other cotes change."""
    assert published and now
    terms = [(texts.START, published.start, now.start), (texts.REFERENCE, published.reference, now.reference)]
    if published.start == now.start:
        terms = [(texts.BEFORE, published.before, now.before), *terms]
    terms += [(texts.CHANGE, published.change, now.change)]
    return texts.changed_terms_text(terms)


def movement_place(movement: Movement, files: Mapping[str, File]) -> Place:
    """Return where a movement belongs; a corrected version takes over the place of the tournament that it replaces."""
    if not movement.sha256:
        return movement.day, movement.kind, movement.key, movement.number
    file = files.get(movement.sha256)
    return (file and file.instead) or movement.sha256, movement.number


def _cotes(movement: Movement | None) -> object:
    return movement and (movement.key, movement.before, movement.after, movement.start)


def number_causes(changes: Iterable[Change], corrected: Iterable[PlayerCorrection]) -> dict[Root, int]:
    """Number the changes of the past and further causes of corrections, each once, from 1."""
    roots = [change.root for change in changes]
    roots += [root.origin for player in corrected for root in player.roots]
    return {root: number for number, root in enumerate(dict.fromkeys(roots), start=1)}


def describe_player(correction: PlayerCorrection, numbers: Mapping[Root, int] | None) -> list[str]:
    """Return what adds up to a player's correction, with the numbers of the causes, or None to name them."""
    return describe_contributions(correction.contributions, numbers, with_points=correction.now is not None)
