"""Corrections: movements until the day of the previous publication that differ in the new one, with apparent causes.

A movement is a change of a player's cote (`ledger.Movement`). Movements of two publications are the same one if their
ids are equal. The id has SHA-256 of the tournament's file and the player's N° in it; without a tournament it has day,
kind, key of the player, and how many movements of this day, kind and player came before. "Now" means: in the new
publication. What a correction is made of (`Root`, `Contribution`) is in contributions.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account, list_sort_keys
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.contributions import (
    Contribution,
    Root,
    count_ricochets,
    describe_contributions,
)
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import MovedPlayer, effect_sentences

MovementId = tuple[object, ...]
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class PastChange:
    """File or decision that changes the past, with the players whom it moves directly, not by ricochet."""

    root: Root
    moved: tuple[tuple[str, Fraction], ...]  # key of a player, points that it adds to his cote
    balanced: frozenset[str] = frozenset()  # keys of those whose published cote is the same, by other changes
    entered: frozenset[str] = frozenset()  # keys of those whom it gives their first cote, which are the points


class Cause(NamedTuple):
    """Why a movement differs; for a mere consequence of other cotes the sentence is empty."""

    sentence: str = ""  # French
    of_doubt: bool = False  # the publication without the movement had the player in doubt


@dataclass(frozen=True, slots=True)
class Correction:
    """Movement of the past that differs from what was published."""

    day: date
    published: Movement | None  # None: did not exist
    now: Movement | None  # None: no longer exists
    cause: str  # French: why it differs, or for a mere consequence which terms differ
    movement_id: MovementId  # the same in both publications
    direct: bool  # False: only a consequence of other corrections
    of_doubt: bool = False  # the publication without it had the player in doubt
    contributions: tuple[Contribution, ...] = ()  # to the difference of the cote after it, the largest first
    reason: str = ""  # a French sentence: what differs in this movement, and because of what

    @property
    def causes(self) -> tuple[Root, ...]:
        """Causes of the difference of the cote after it, each once, the cause of the largest contribution first."""
        return tuple(dict.fromkeys(contribution.root for contribution in self.contributions))

    @property
    def movement(self) -> Movement:
        """Movement now, or as published where it no longer exists."""
        movement = self.now or self.published
        assert movement
        return movement

    @property
    def change(self) -> Fraction:
        """Cote after the movement now minus as published; 0 if the movement is in one publication only."""
        return self.now.after - self.published.after if self.now and self.published else _ZERO

    @property
    def as_root(self) -> Root:
        """This correction as the cause of others, under its tournament or reason; a return under the player's name."""
        title = self.movement.name if self.movement.kind == texts.RETURNED else self.movement.reason
        return Root(texts.ROOT_WHERE.format(title=title, day=self.day), lower_first(self.cause), self.day)

    def describe_cotes_after(self, key: str) -> tuple[Fraction | str, Fraction | str]:
        """Return the cotes of a player after the movement, published and now; a French reason for a missing one.

        Args:
            key: Key of the player; a movement of another player gives "comptée pour NAME".
        """
        published, now = self.published, self.now

        def describe(movement: Movement | None) -> Fraction | str:
            if movement is None:
                return texts.IN_DOUBT if self.of_doubt else texts.NOT_THERE
            return movement.after if movement.key == key else texts.OF_ANOTHER.format(name=movement.name)

        return describe(published), describe(now)

    @property
    def keys(self) -> list[str]:
        """Keys of the players whose movement it was and is now: one, or two for a row given to another player."""
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
        """Causes, each once, the cause of the largest contribution first."""
        return tuple(dict.fromkeys(contribution.root for contribution in self.contributions))

    @property
    def change(self) -> Fraction | None:
        """Cote now minus as published, on the day of the previous publication; None without a cote now."""
        return None if self.now is None else self.now - self.published

    @property
    def cote_or_reason(self) -> Fraction | str:
        """Cote now, or why there is none, in French."""
        return self.details[-1].describe_cotes_after(self.key)[1] if self.now is None else self.now


def group_by_player(
    earlier: PublicationHistory,
    corrections: Sequence[Correction],
    accounts: Sequence[Account],
    movements: Iterable[Movement],
    contributions: Callable[[str, Fraction | None], tuple[Contribution, ...]],
) -> Iterator[PlayerCorrection]:
    """Group corrections by player, alphabetically, for the players whose published cote is another one now.

    Players who had no cote in the previous publication are left out; players who have none now are included.

    Args:
        earlier: The previous publication.
        corrections: Corrections of the new publication.
        accounts: Accounts of the new publication.
        movements: Movements of the new publication.
        contributions: Function from a player's key and the difference of his cotes, None without a cote now, to what
            adds up to it.
    """
    details: dict[str, list[Correction]] = defaultdict(list)
    for correction in corrections:
        for key in correction.keys:
            details[key].append(correction)
    account_by_key = {account.key: account for account in accounts}
    now = {key: account_by_key[key].cote for key in details if key in account_by_key}
    movements_of: dict[str, list[Movement]] = defaultdict(list)
    for move in movements:
        movements_of[move.key].append(move)
    for key in now:
        up_to_day = [move.after for move in movements_of[key] if move.day <= earlier.day]
        later = [move.before for move in movements_of[key] if move.day > earlier.day]
        now[key] = up_to_day[-1] if up_to_day else later[0] if later else now[key]
    sort_keys = list_sort_keys(earlier.people, accounts)
    names = {movement.key: (movement.name, movement.licence) for movement in earlier.movements}
    names |= {
        key: (account_by_key[key].full_name, account_by_key[key].licence) for key in details if key in account_by_key
    }
    for key in sorted(details, key=lambda key: (sort_keys.get(key, ()), key)):
        before = earlier.ranks_and_cotes.get(key, (None, None))[1]
        if before is not None and before != now.get(key):
            cote = now.get(key)
            parts = contributions(key, None if cote is None else cote - before)
            yield PlayerCorrection(*names[key], key, before, cote, parts, tuple(details[key]))


def lower_first(sentence: str) -> str:
    """Return a sentence with a small first letter, to go on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def find_corrections(
    earlier: PublicationHistory, movements: Iterable[Movement], files: Iterable[File], accounts: Iterable[Account]
) -> list[Correction]:
    """Find the movements up to the previous publication that differ from it, each with its apparent cause.

    Two movements differ by the player, the cote before or after, or the starting cote; or there is only one of them.

    Args:
        earlier: The previous publication.
        movements: Movements of the new publication.
        files: Files of the new publication, including files left out.
        accounts: Accounts of the new publication.

    Returns:
        Corrections by day, on a day in the ledger's order; without contributions and reason. Of two namesakes the
        names carry what tells them apart.
    """
    clubs = {line.key: line.club for line in earlier.rankings[-1].lines} | {
        account.key: account.club for account in accounts
    }
    current_keys, files = {account.key for account in accounts}, list(files)
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    order = {file.sha256: file.order for file in (*earlier.files, *files) if file.played}
    before = {identify_movement(movement, by_sha): movement for movement in earlier.movements}
    after = {identify_movement(movement, {}): movement for movement in movements}
    after = {
        movement_id: movement
        for movement_id, movement in after.items()
        if movement.day <= earlier.day or movement_id in before
    }
    ids = dict.fromkeys([*after, *before])
    changed = [
        (movement_id, *_disambiguate(before.get(movement_id), after.get(movement_id), clubs)) for movement_id in ids
    ]
    changed = [change for change in changed if _cotes(change[1]) != _cotes(change[2])]
    counted = {movement.sha256 for movement in earlier.movements}
    received = {file.sha256 for file in earlier.files} | earlier.refused.keys()
    players_and_titles = {
        (side.key, side.reason)
        for _, *pair in changed if _player_key(pair[0]) != _player_key(pair[1])
        for side in pair if side and side.sha256
    }  # fmt: skip
    corrections = []
    for movement_id, published, now in changed:
        cause = _find_cause(published, now, by_sha, counted, received, current_keys)
        movement = now or published
        assert movement
        is_consequence = not cause.sentence or (
            None in (published, now) and _is_consequence(movement, players_and_titles)
        )
        corrections.append(
            Correction(
                movement.day, published, now, cause.sentence or differing_terms(published, now), movement_id,
                not is_consequence, cause.of_doubt,
            )
        )  # fmt: skip
    return sorted(corrections, key=lambda correction: _sort_key(correction.movement, order))


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
        return (movement.key, movement.title) in players_and_titles
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
) -> Cause:
    """Explain why a movement differs.

    `counted`: files that were counted; `received`: files that had arrived; `current_keys`: players now.
    """
    if published is None:
        assert now
        if now.sha256:
            if now.sha256 in counted:
                return Cause(texts.DECIDED.format(name=now.name), of_doubt=True)
            return Cause(texts.COUNTED_SINCE if now.sha256 in received else texts.LATE)
        return Cause(texts.RETURN_NOW if now.kind == texts.RETURNED else texts.ADDED.format(kind=now.kind))
    if now is None and published.kind == texts.RETURNED:
        return Cause(texts.RETURN_GONE)
    if now is None:
        file = files.get(published.sha256)
        if file and not file.played:
            return Cause(texts.NO_LONGER.format(reason=texts.PUBLIC_REASONS.get(file.word, file.word)))
        if published.sha256:
            return Cause(texts.UNDECIDED, of_doubt=True)
        return Cause(texts.GONE.format(kind=published.kind))
    if published.sha256 != now.sha256:
        return Cause(texts.CORRECTED_VERSION)
    if published.key != now.key:
        sentence = texts.OTHER_PLAYER if published.key in current_keys else texts.SAME_PERSON
        return Cause(sentence.format(old=printable_path(published.name), new=now.name))
    if published.change != now.change and now.kind == texts.ADJUSTED:
        before, points = texts.format_cote(published.change or _ZERO), texts.format_cote(now.change or _ZERO)
        return Cause(texts.OTHER_POINTS.format(before=before, points=points))
    return Cause()


def differing_terms(published: Movement | None, now: Movement | None) -> str:
    """List in French the terms of a movement that differ in two publications, "Départ (Cj) 1500 au lieu de 1510.".

    AssertionError if one of the two is None.
    """
    assert published and now
    terms = [(texts.START, published.start, now.start), (texts.REFERENCE, published.reference, now.reference)]
    if published.start == now.start:
        terms = [(texts.BEFORE, published.before, now.before), *terms]
    terms += [(texts.CHANGE, published.change, now.change)]
    return texts.changed_terms_text(terms)


def identify_movement(movement: Movement, files: Mapping[str, File]) -> MovementId:
    """Return the id of a movement, equal in two publications if it is the same movement (see the module).

    Args:
        movement: Movement of either publication.
        files: SHA-256 -> file in the new publication, for a movement of the previous one: if another version of its
            tournament counts now, the id has the SHA-256 of that version. Empty for a movement of the new publication.
    """
    if not movement.sha256:
        return movement.day, movement.kind, movement.key, movement.number
    file = files.get(movement.sha256)
    return (file and file.instead) or movement.sha256, movement.number


def _cotes(movement: Movement | None) -> object:
    return movement and (movement.key, movement.before, movement.after, movement.start)


def number_causes(changes: Iterable[PastChange], corrected: Iterable[PlayerCorrection]) -> dict[Root, int]:
    """Number the changes of the past, then other causes of the players' corrections (`Root.origin`), from 1."""
    roots = [change.root for change in changes]
    roots += [root.origin for player in corrected for root in player.roots]
    return {root: number for number, root in enumerate(dict.fromkeys(roots), start=1)}


def mark_balanced(
    changes: Iterable[PastChange], corrected: Iterable[PlayerCorrection], earlier: PublicationHistory
) -> list[PastChange]:
    """Return changes with `balanced`: the players who are moved, but keep the cote that `earlier` published."""
    published = {key for key, (_, cote) in earlier.ranks_and_cotes.items() if cote is not None}
    unchanged = published - {player.key for player in corrected}
    return [replace(change, balanced=frozenset(unchanged.intersection(dict(change.moved)))) for change in changes]


def describe_effects(
    changes: Iterable[PastChange], corrected: Sequence[PlayerCorrection], names: Mapping[str, str], *, closed: bool
) -> dict[Root, list[str]]:
    """Describe in French whom each cause moves.

    Args:
        changes: Changes of the past.
        corrected: Players whose published cote is another one now.
        names: Key of a player -> his name.
        closed: Whether the published period is closed (R13): then nobody is moved by ricochet.

    Returns:
        Cause, in the order of `number_causes` -> sentences; [] for a cause that is not among `changes`.
    """
    change_by_root = {change.root: change for change in changes}
    ricochets = count_ricochets(player.contributions for player in corrected)
    effects: dict[Root, list[str]] = {}
    for root in number_causes(change_by_root.values(), corrected):
        change = change_by_root.get(root)
        moved = None
        if change:
            moved = [
                MovedPlayer(names.get(key, key), points, key in change.balanced, key in change.entered)
                for key, points in change.moved
            ]
        effects[root] = effect_sentences(moved, None if closed else ricochets[root])
    return effects


def describe_player_correction(correction: PlayerCorrection, numbers: Mapping[Root, int] | None) -> list[str]:
    """Describe in French what adds up to a player's correction, as `describe_contributions` does with `numbers`.

    The points are left out for a player without a cote now.
    """
    return describe_contributions(correction.contributions, numbers, with_points=correction.now is not None)
