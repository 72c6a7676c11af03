"""Causes of corrections: files and decisions, new since the previous publication, that touch a player's tournaments.

A change touches a player directly when it alters what one of his tournaments brings him. A player whom none touches
has his other cote by ricochet: an opponent's starting cote changed. The nearest change is named: the one with the fewest
tournaments in between; of several the earliest, then the first by name. Ours. Nothing is rebuilt: only the gains of a
tournament that differs are computed again, with one of its differences undone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournament_xl.federation.intake.decisions import Questions, question_key
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.corrections import Change, Correction, Root, lower_first, movement_place
from tournament_xl.federation.ranking.history import History
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, Movement, rate_tournament
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import count
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.workbook.schema import WORLD_CHAMPIONSHIP

_ZERO = Fraction(0)
_RESETTING = (texts.SEASON, texts.RETURNED, texts.ENTRY)  # movements to a cote that depends on no earlier one
Row = tuple[str, int]  # tournament (SHA-256 of its version of now), N°


class _Trace(NamedTuple):
    """Why a player has another cote: what touches him, and his gains that only other starting cotes changed."""

    points: Mapping[Root, Fraction]  # of each change that touches him directly
    ricochets: tuple[Row, ...]


class _Version(NamedTuple):
    """Facts of a tournament and the starting cotes of its participants, in one publication."""

    file: File
    season: Season
    starts: Mapping[int, Fraction]
    keys: Mapping[int, str]  # N° -> key of the player, without those in doubt

    def gains(self, starts: Mapping[int, Fraction] | None = None) -> dict[int, Fraction]:
        """Compute the gains of the participants, with some starting cotes replaced."""
        ratings = rate_tournament(self.file.tournament, {**self.starts, **(starts or {})}, self.season)
        return {line.player.number: Fraction(line.gain.total) for line in ratings.lines}


@dataclass(frozen=True)
class _Tournament:
    """Tournament up to the previous publication, as published and as it is now."""

    published: _Version | None
    now: _Version | None
    root: Root | None  # its file came late, was corrected or no longer counts; None: the same file

    @property
    def first(self) -> date:
        """First day."""
        version = self.now or self.published
        assert version
        return version.file.tournament.first

    @cached_property
    def effects(self) -> list[tuple[int, Mapping[int, Fraction]]]:
        """What each difference of the tournament adds to the gains: N° of a row with another start (0: the version)."""
        if not self.published or not self.now:
            return []
        now, old_starts, gains = self.now, self.published.starts, self.now.gains()
        undone = [
            (number, now.gains({number: old_starts[number]}))
            for number, start in now.starts.items()
            if number in old_starts and old_starts[number] != start
        ]
        if self.root:
            old = self.published
            undone.append((0, old.gains({n: start for n, start in now.starts.items() if n in old.starts})))
        return [
            (difference, {number: gain - without.get(number, _ZERO) for number, gain in gains.items()})
            for difference, without in undone
        ]


class Causes:
    """Changes since a publication, and whose cotes they alter."""

    def __init__(
        self,
        earlier: History,
        corrections: Sequence[Correction],
        movements: Iterable[Movement],
        counted: Iterable[CountedTournament],
        files: Iterable[File],
        questions: Questions,
        calendar: Calendar,
    ) -> None:
        """Compare the tournaments of two publications.

        Args:
            earlier: The previous publication.
            corrections: Corrections of its movements.
            movements: Movements as published now.
            counted: Tournaments that count now.
            files: Files as they count now, those left out included.
            questions: Decisions in force now.
            calendar: Seasons.
        """
        self._corrections = corrections
        self._of_player: dict[str, list[Correction]] = defaultdict(list)
        self._at: dict[Row, Correction] = {}
        for correction in corrections:
            for key in correction.keys:
                self._of_player[key].append(correction)
            if correction.one.sha256:
                self._at[_row(correction)] = correction
        by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
        published = _versions_published(earlier, by_sha, calendar)
        now = _versions_now(movements, counted, published, earlier.day)
        received = {file.sha256 for file in earlier.files} | earlier.refused.keys()
        self._tournaments = {
            sha: _Tournament(
                published.get(sha), now.get(sha), _file_root(published.get(sha), now.get(sha), by_sha, received)
            )
            for sha in {**published, **now}
        }
        self._decisions = dict(self._decision_roots())
        answers = {question_key(line): line["Décision"] for line in earlier.decisions}
        current = {key: line["Décision"] for key, line in questions.answered.items()}
        self._returns = {
            key: current.get(key, "")
            for key in {**answers, **current}
            if key[0] == texts.RETURN and answers.get(key) != current.get(key)
        }
        championships = [
            tournament for tournament in self._tournaments.values()
            for version in [tournament.now or tournament.published]
            if version and version.file.tournament.kind == WORLD_CHAMPIONSHIP and tournament.root
        ]  # fmt: skip
        self._championships = [(tournament.first, tournament.root) for tournament in championships]
        self._nearest_of: dict[tuple[Row, ...], Root | None] = {}

    def of_player(self, key: str) -> tuple[Root, ...]:
        """Return the causes of the cote of a player on the day of the previous publication."""
        return self._causes(self._of_player[key], key)

    def with_causes(self) -> list[Correction]:
        """Return the corrections, each with the causes of the cote after it."""
        found = []
        for correction in self._corrections:
            own = self._of_player[correction.one.key]
            up_to_it = own[: own.index(correction) + 1]
            found.append(replace(correction, causes=self._causes(up_to_it, correction.one.key)))
        return found

    def changes(self, names: Mapping[str, str]) -> list[Change]:
        """Return every file that changes the past, then every decision, with whom it touches.

        Args:
            names: Key of a player -> his name.
        """
        moved: dict[Root, list[tuple[str, Fraction]]] = {
            tournament.root: [] for tournament in self._tournaments.values() if tournament.root
        }
        for key in sorted(self._of_player, key=lambda key: (names.get(key, ""), key)):
            for root, points in self._trace(self._of_player[key], key).points.items():
                moved.setdefault(root, []).append((key, points))
        files = {tournament.root for tournament in self._tournaments.values()}
        in_order = sorted(moved, key=lambda root: (root not in files, root.day, root.where, root.why))
        return [Change(root, tuple(moved[root])) for root in in_order]

    def _causes(self, corrections: Sequence[Correction], key: str) -> tuple[Root, ...]:
        trace = self._trace(corrections, key)
        if trace.points:
            return tuple(trace.points)
        nearest = self._nearest(trace.ricochets)
        return (nearest._replace(ricochet=True),) if nearest else (Root(*texts.RECOUNTED),)

    def _nearest(self, rows: tuple[Row, ...]) -> Root | None:
        """Return the change with the fewest tournaments between it and these gains; None without one."""
        if rows not in self._nearest_of:
            self._nearest_of[rows] = self._search(rows)
        return self._nearest_of[rows]

    def _search(self, rows: Iterable[Row]) -> Root | None:
        visited, frontier = set(rows), list(rows)
        while frontier:
            roots: set[Root] = set()
            further: dict[Row, None] = {}
            for sha, number in frontier:
                tournament = self._tournaments[sha]
                assert tournament.now
                for opponent in self._effective(sha, number):
                    if opponent in (0, number) or not (key := tournament.now.keys.get(opponent)):
                        continue
                    trace = self._trace(_before(self._of_player[key], tournament.first), key)
                    roots |= trace.points.keys()
                    further |= dict.fromkeys(trace.ricochets)
            if roots:
                return min(roots, key=lambda root: (root.day, root.where, root.why))
            frontier = [row for row in further if row not in visited]
            visited |= further.keys()
        return None

    def _trace(self, corrections: Sequence[Correction], key: str) -> _Trace:
        """Return what touches a player directly in these corrections, and his gains that only starting cotes changed."""
        points: dict[Root, Fraction] = defaultdict(Fraction)
        ricochets: list[Row] = []
        for correction in _since_reset(corrections, key):
            difference = _points(correction.now, key) - _points(correction.published, key)
            if not correction.one.sha256:
                if root := self._root_without_tournament(correction):
                    points[root] += difference
                continue
            row = _row(correction)
            tournament = self._tournaments[row[0]]
            if not tournament.now or not tournament.published:
                assert tournament.root
                points[tournament.root] += difference
            elif len(correction.keys) > 1 or None in (correction.now, correction.published):
                points[self._decisions.get(row) or tournament.root or correction.root] += difference
            elif difference:
                ricochet = False
                for number, effect in self._effective(*row).items():
                    root = self._decisions.get((row[0], number)) if number else tournament.root
                    if root:
                        points[root] += effect
                    else:
                        ricochet = True
                ricochets += [row] if ricochet else []
        return _Trace({root: value for root, value in points.items() if value}, tuple(ricochets))

    def _effective(self, sha: str, number: int) -> dict[int, Fraction]:
        """Return the differences of a tournament that change a gain, with their effects; all when none does alone."""
        effects = {difference: gains.get(number, _ZERO) for difference, gains in self._tournaments[sha].effects}
        return {difference: effect for difference, effect in effects.items() if effect} or effects

    def _root_without_tournament(self, correction: Correction) -> Root | None:
        """Return the decision, adjustment or championship behind a movement that is no tournament; None without one."""
        movement = correction.one
        if movement.kind == texts.ADJUSTED:
            return correction.root
        if movement.kind == texts.SEASON:
            roots = [root for first, root in self._championships if first < movement.day]
            return roots[-1] if roots else None
        key = (texts.RETURN, licence_key(movement.licence), name_key(movement.name))
        if movement.kind == texts.RETURNED and key in self._returns:
            answer = self._returns[key]
            sentence = texts.ANSWERED.format(answer=answer) if answer else texts.ANSWER_WITHDRAWN
            return correction.root._replace(why=f"{correction.root.why} {sentence}")
        return None

    def _decision_roots(self) -> Iterable[tuple[Row, Root]]:
        """Yield the rows of tournaments that count for another player than published, each with the decision's root.

        Rows with the same sentence about the same player follow from one decision.
        """
        rows: dict[tuple[str, str], list[Correction]] = defaultdict(list)
        for row, correction in self._at.items():
            tournament = self._tournaments[row[0]]
            is_other_player = len(correction.keys) > 1 or None in (correction.now, correction.published)
            if is_other_player and tournament.now and tournament.published and _is_row_in_both(tournament, row[1]):
                rows[correction.cause, correction.one.key].append(correction)
        for corrections in rows.values():
            root = corrections[0].root
            if others := len({correction.one.sha256 for correction in corrections}) - 1:
                why = texts.ELSEWHERE_TOO.format(why=root.why, count=count(others, "autre tournoi"))
                root = root._replace(why=why)
            yield from ((_row(correction), root) for correction in corrections)


def _row(correction: Correction) -> Row:
    sha, number = correction.place
    assert isinstance(sha, str) and isinstance(number, int)
    return sha, number


def _is_row_in_both(tournament: _Tournament, number: int) -> bool:
    return all(version and number in version.starts for version in (tournament.published, tournament.now))


def _points(movement: Movement | None, key: str) -> Fraction:
    """Return what a movement adds to the cote of a player."""
    return (movement.change or _ZERO) if movement and movement.key == key else _ZERO


def _before(corrections: Sequence[Correction], first: date) -> list[Correction]:
    """Return the corrections that change the cote at the start of a tournament (R12)."""
    return [
        correction for correction in corrections
        if correction.day < first or (correction.day == first and not correction.one.sha256)
    ]  # fmt: skip


def _since_reset(corrections: Sequence[Correction], key: str) -> list[Correction]:
    """Leave out what was before a movement to the same cote as published, whatever the cote before it (R1, R9, R10)."""
    since: list[Correction] = []
    for correction in corrections:
        published, now = correction.published, correction.now
        is_reset = published and now and published.kind in _RESETTING and published.after == now.after
        if is_reset and correction.keys == [key]:
            since.clear()
        else:
            since.append(correction)
    return since


def _versions_published(earlier: History, by_sha: Mapping[str, File], calendar: Calendar) -> dict[str, _Version]:
    """Return the tournaments of the previous publication, by the version that counts in their place now."""
    movements: dict[str, list[Movement]] = defaultdict(list)
    for movement in earlier.movements:
        if movement.sha256:
            movements[movement.sha256].append(movement)
    versions = {}
    for file in (file for file in earlier.files if file.sha256 in movements):
        rows = movements[file.sha256]
        starts = {entrant.number: Fraction(entrant.cote) for entrant in file.tournament.participants}  # of guests
        starts |= {movement.number: movement.start for movement in rows if movement.start is not None}
        season = calendar.named(file.tournament.season) or calendar.on(file.tournament.first)
        keys = {movement.number: movement.key for movement in rows}
        versions[str(movement_place(rows[0], by_sha)[0])] = _Version(file, season, starts, keys)
    return versions


def _versions_now(
    movements: Iterable[Movement], counted: Iterable[CountedTournament], published: Collection[str], day: date
) -> dict[str, _Version]:
    """Return the tournaments that count now and ended by a day, or were published."""
    keys: dict[str, dict[int, str]] = defaultdict(dict)
    for movement in movements:
        if movement.sha256:
            keys[movement.sha256][movement.number] = movement.key
    return {
        one.file.sha256: _Version(
            one.file, one.season, {line.player.number: line.old for line in one.ratings.lines}, keys[one.file.sha256]
        )
        for one in counted if one.file.tournament.last <= day or one.file.sha256 in published
    }  # fmt: skip


def _file_root(
    published: _Version | None, now: _Version | None, by_sha: Mapping[str, File], received: Collection[str]
) -> Root | None:
    """Return what happened to the file of a tournament; None for the same file."""
    if published and now and published.file.sha256 == now.file.sha256:
        return None
    version = now or published
    assert version
    played = version.file.tournament
    if published and now:
        why = texts.CORRECTED_VERSION
    elif now:
        why = texts.COUNTED_SINCE if now.file.sha256 in received else texts.LATE
    else:
        file = by_sha.get(version.file.sha256)
        why = texts.NO_LONGER.format(reason=texts.PUBLIC_REASONS.get(file.word, file.word) if file else texts.STRUCK)
    return Root(texts.ROOT_WHERE.format(title=played.title, day=played.last), lower_first(why), played.last)
