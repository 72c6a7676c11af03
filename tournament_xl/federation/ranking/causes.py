"""Causes of corrections: which changes since the previous publication alter a published cote.

A change is a file, an answer or an adjustment that the previous publication did not have; a file and the decisions
about its versions are one change. It causes a correction when the cote differs without it, or with it alone. To find
out, everything up to the day of that publication is rebuilt without each change, and with it alone.
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
from tournament_xl.federation.intake.versions import group_versions, is_about
from tournament_xl.federation.ranking.corrections import Correction, Place, Root, find_corrections, movement_place
from tournament_xl.federation.ranking.entering import enter_tournaments
from tournament_xl.federation.ranking.history import History, prepare_movements
from tournament_xl.federation.ranking.ledger import Calendar, Ledger
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import count
from tournament_xl.players.columns import ListError

_MAX_BUILDS = 3000  # changes, or pairs of changes, times tournaments; beyond, no causes are computed
_FILE = "file"
Record = TypeVar("Record")
Change = tuple[Key, ...]  # (_FILE, SHA-256), or keys of decisions and adjustments


@dataclass(frozen=True, slots=True)
class _RebuiltPast:
    """The past rebuilt with some of the changes."""

    cotes: Mapping[str, Fraction | None]  # key of the player -> cote
    moves: Mapping[Place, object]  # place of a movement -> key of its player, cote after it
    direct: Sequence[Correction]  # corrections of the previous publication that are no consequence of others

    def move(self, place: Place) -> object:
        """Return the player and cote of a movement, None where it does not exist."""
        return self.moves.get(place)


class Causes:
    """Changes since a publication, and the cotes that each of them alters."""

    def __init__(
        self,
        earlier: History,
        files: Sequence[File],
        entered_files: Iterable[File],
        questions: Questions,
        adjustments: Iterable[Adjustment],
        calendar: Calendar,
        people: Sequence[RegisteredPlayer],
    ) -> None:
        """Collect the changes and rebuild the past for each of them.

        Args:
            earlier: The previous publication.
            files: Files as read.
            entered_files: Files as they count now.
            questions: Decisions in force now.
            adjustments: Adjustments in force now.
            calendar: Seasons.
            people: Registered players of the previous publication.
        """
        self._earlier, self._calendar, self._people = earlier, calendar, people
        current = {file.name: file for file in entered_files}
        published_sha = {file.sha256 for file in earlier.files}
        self._by_sha = {file.sha256: file for file in current.values() if file.sha256 and not file.repeats}
        self._old_files = [file for file in files if file.sha256 in published_sha]
        self._files = {
            (_FILE, file.sha256): file for file in files
            if file.sha256 not in published_sha and file.played and not current[file.name].repeats
            and (file.played.last <= earlier.day or current[file.name].instead)
        }  # fmt: skip
        self._answers = {question_key(line): line for line in earlier.decisions}, questions.answered
        self._adjustments = (
            {adjustment.key: adjustment for adjustment in earlier.adjustments},
            {adjustment.key: adjustment for adjustment in adjustments},
        )
        decided = _changed_keys(*self._answers, lambda line: line["Décision"])
        moved = [
            key
            for key in _changed_keys(*self._adjustments, lambda adjustment: adjustment.points)
            if key[2] <= str(earlier.day)
        ]
        self._changes = self._merge_changes([*reversed(decided), *moved, *self._files])  # the latest decision first
        self._rebuilt: dict[frozenset[Key], _RebuiltPast] = {}
        self._roots: dict[Change, Root | None] = {}
        changes, tournaments = len(self._changes), len(earlier.files)
        self._are_causes_computed = 0 < changes * tournaments <= _MAX_BUILDS
        self._are_pairs_computed = changes * (changes - 1) * tournaments <= 2 * _MAX_BUILDS
        try:
            for change in self._changes if self._are_causes_computed else ():
                self._roots[change] = self._describe(change)
        except ListError:  # an adjustment for a player whom only one of the changes registers
            self._are_causes_computed = False

    def _merge_changes(self, keys: Iterable[Key]) -> tuple[Change, ...]:
        """Merge keys about the versions of one tournament into one change."""
        representative: dict[Key, Key] = {key: key for key in keys}
        for group in group_versions([*self._old_files, *self._files.values()]):
            keys_of_group = [
                key for key in representative
                if any(key == (_FILE, file.sha256) or is_about(key, file) for file in group)
            ]  # fmt: skip
            merged = {representative[key] for key in keys_of_group}
            representative |= {
                key: representative[keys_of_group[0]] for key, target in representative.items() if target in merged
            }
        members: dict[Key, list[Key]] = {}
        for key, target in representative.items():
            members.setdefault(target, []).append(key)
        return tuple(map(tuple, members.values()))

    def of_player(self, key: str, now: Fraction | None) -> tuple[Root, ...]:
        """Return the causes of a player's new cote.

        Args:
            key: Key of the player.
            now: His cote now.

        Returns:
            The causes; () when they cannot be computed.
        """
        if not self._are_causes_computed or self._rebuild(self._changes).cotes.get(key) != now:
            return ()
        roots = self._find_causes(lambda past: past.cotes.get(key))
        as_published = self._rebuild(()).cotes.get(key) == self._earlier.places[key][1]
        return roots if as_published else (*roots, Root(*texts.RECOUNTED))

    def named(self, corrections_found: Iterable[Correction]) -> list[Correction]:
        """Return the corrections with their causes."""
        if not self._are_causes_computed:
            return list(corrections_found)
        return [
            replace(correction, causes=self._find_causes(partial(_RebuiltPast.move, place=correction.place)))
            for correction in corrections_found
        ]

    def _find_causes(self, value: Callable[[_RebuiltPast], object]) -> tuple[Root, ...]:
        """Return the changes without which, or with which alone, a value differs; else those of pairs that alter it."""
        value_with_all, value_with_none = value(self._rebuild(self._changes)), value(self._rebuild(()))

        def has_effect(*changes: Change) -> bool:
            return (
                value(self._rebuild(self._without(*changes))) != value_with_all
                or value(self._rebuild(changes)) != value_with_none
            )

        effective = [change for change in self._changes if has_effect(change)]
        if not effective and value_with_all != value_with_none and self._are_pairs_computed:
            effective = [change for pair in combinations(self._changes, 2) if has_effect(*pair) for change in pair]
        return tuple(dict.fromkeys(root for change in effective if (root := self._roots[change])))

    def _without(self, *changes: Change) -> list[Change]:
        return [change for change in self._changes if change not in changes]

    def _describe(self, change: Change) -> Root | None:
        """Describe a change by the first correction that it makes alone, or that is missing without it; None if none.

        Only corrections that appear in the final publication describe it: for a version left out in favour of another,
        that the other one counts in its place.
        """
        alone, with_all = self._rebuild((change,)).direct, self._rebuild(self._changes).direct
        roots_with_all, roots_without = (
            {correction.root for correction in direct}
            for direct in (with_all, self._rebuild(self._without(change)).direct)
        )
        matching = [correction for correction in alone if correction.root in roots_with_all] or [
            correction for correction in with_all if correction.root not in roots_without
        ]
        if not matching:
            current_places = {self._current_place(correction.place) for correction in alone}
            matching = [correction for correction in with_all if correction.place in current_places] or list(alone)
        files = {key[1] for key in change if key[0] == _FILE}
        if files:
            matching = [correction for correction in matching if correction.one.sha256 in files] or matching
        roots = list(dict.fromkeys(correction.root for correction in matching))
        if roots and change[0][0] == texts.RETURN:
            line = self._answers[1].get(change[0])
            answer = texts.ANSWERED.format(answer=line["Décision"]) if line else texts.ANSWER_WITHDRAWN
            return Root(roots[0].where, f"{roots[0].why} {answer}")
        if len(roots) < 2 or files:
            return roots[0] if roots else None
        return Root(roots[0].where, texts.ELSEWHERE_TOO.format(
            why=roots[0].why, count=count(len(roots) - 1, "autre tournoi")
        ))  # fmt: skip

    def _current_place(self, place: Place) -> Place:
        """Return a place with the version of the tournament that counts now."""
        file = self._by_sha.get(str(place[0]))
        return (file.instead, *place[1:]) if file and file.instead else place

    def _rebuild(self, changes: Iterable[Change]) -> _RebuiltPast:
        keys = frozenset(key for change in changes for key in change)
        if keys not in self._rebuilt:
            self._rebuilt[keys] = self._build(keys)
        return self._rebuilt[keys]

    def _build(self, keys: frozenset[Key]) -> _RebuiltPast:
        """Rebuild everything up to the day of the previous publication with these changes; ListError as `enter`."""
        earlier = self._earlier
        questions = Questions(_select_records(*self._answers, keys).values())
        lists = [player_list for player_list in earlier.lists if player_list.day <= earlier.day]
        ledger = Ledger(Register(lists[0].lines, questions, self._people), self._calendar, questions)
        files = [*self._old_files, *(file for key, file in self._files.items() if key in keys)]
        points = sorted(_select_records(*self._adjustments, keys).values(), key=lambda adjustment: adjustment.day)
        entered = enter_tournaments(ledger, questions, files, points, earlier.day, lists[1:])
        moves, accounts = prepare_movements(ledger.movements), ledger.register.accounts
        return _RebuiltPast(
            {account.key: account.cote for account in accounts},
            {movement_place(movement, self._by_sha): (movement.key, movement.after) for movement in moves},
            [correction for correction in find_corrections(earlier, moves, entered, accounts) if correction.direct],
        )


def _changed_keys(
    old: Mapping[Key, Record], new: Mapping[Key, Record], content: Callable[[Record], object]
) -> list[Key]:
    """Return the keys whose content differs."""
    keys = dict.fromkeys([*old, *new])
    return [key for key in keys if key not in old or key not in new or content(old[key]) != content(new[key])]


def _select_records(old: Mapping[Key, Record], new: Mapping[Key, Record], changes: frozenset[Key]) -> dict[Key, Record]:
    """Return the new record for a key of the changes, the old one for any other key."""
    chosen = ((key, (new if key in changes else old).get(key)) for key in dict.fromkeys([*old, *new]))
    return {key: record for key, record in chosen if record is not None}
