"""Comparison of the previous publication with the new one: pairs of their tournaments and of their movements.

A movement is a change of a player's cote (`ledger.Movement`). "Now" means: in the new publication.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.contributions import Root
from tournament_xl.federation.ranking.corrections import MovementId, identify_movement, lower_first
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, Movement
from tournament_xl.games.scrabble.rules.rating import build_event, compute_gain
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts

_ZERO = Fraction(0)


class Version(NamedTuple):
    """Facts of a tournament and the starting cotes of its participants, in one publication."""

    file: File
    season: Season
    starts: Mapping[int, Fraction]  # N° -> starting cote
    keys: Mapping[int, str]  # N° -> key of the player, without those in doubt

    def compute_gains(self, starts: Mapping[int, Fraction]) -> dict[int, Fraction]:
        """Compute what each participant gains if these are the starting cotes; keys and result by N°.

        Category, limits and references depend on all starting cotes, so `starts` must have every participant.
        """
        played = self.file.tournament
        event = build_event(
            starts.values(), registered=len(played.entrants), games=played.games, event_type=played.kind,
            season=self.season,
        )  # fmt: skip
        places = {entrant.number: entrant.place or 0 for entrant in played.participants}
        return {number: Fraction(compute_gain(event, start, places[number]).total) for number, start in starts.items()}


class ComparedTournament(NamedTuple):
    """Tournament up to the day of the previous publication, as published then and as it counts now."""

    published: Version | None  # None: did not count
    now: Version | None  # None: no longer counts
    root: Root | None  # the change: its file came late, was corrected or no longer counts; None: the same file

    @property
    def version(self) -> Version:
        """Version that counts now, or as published where it no longer counts."""
        version = self.now or self.published
        assert version
        return version


class Step(NamedTuple):
    """Movement of a player in one of two publications or both."""

    published: Movement | None  # None: did not exist
    now: Movement | None  # None: no longer exists

    @property
    def movement(self) -> Movement:
        """Movement now, or as published where it no longer exists."""
        movement = self.now or self.published
        assert movement
        return movement


def get_points(movement: Movement | None) -> Fraction:
    """Return what a movement adds to a cote; 0 for an entry (a first cote) and for None."""
    return (movement.change or _ZERO) if movement else _ZERO


def get_points_or_entry_cote(movement: Movement | None) -> Fraction:
    """Return what a movement adds to a cote, for an entry (a first cote) the cote itself; 0 for None."""
    if movement is None:
        return _ZERO
    return movement.after if movement.change is None else movement.change


def compare_movements(
    earlier: PublicationHistory, movements: Iterable[Movement], by_sha: Mapping[str, File]
) -> dict[tuple[str, MovementId], Step]:
    """Pair each movement of the previous publication with the same movement now, by player and movement id.

    Args:
        earlier: The previous publication.
        movements: Movements of the new publication. A movement after the day of `earlier` is left out, unless `earlier`
            has it.
        by_sha: SHA-256 -> file, in the new publication.

    Returns:
        Key of the player and movement id -> the movement in both publications.
    """
    published = {(movement.key, identify_movement(movement, by_sha)): movement for movement in earlier.movements}
    published_ids = {movement_id for _, movement_id in published}
    now = {
        (movement.key, movement_id): movement
        for movement in movements for movement_id in [identify_movement(movement, {})]
        if movement.day <= earlier.day or movement_id in published_ids
    }  # fmt: skip
    return {key: Step(published.get(key), now.get(key)) for key in {**published, **now}}


def build_published_versions(
    earlier: PublicationHistory, by_sha: Mapping[str, File], calendar: Calendar
) -> dict[str, Version]:
    """Return the tournaments of the previous publication, each in the version that counted there.

    Args:
        earlier: The previous publication.
        by_sha: SHA-256 -> file, in the new publication.
        calendar: Seasons.

    Returns:
        SHA-256 -> version that counted. If another version of the tournament counts now, the SHA-256 is of that file.
        `Version.keys` has no guests (participants about whom a question is open); they start from the workbook's cote.
    """
    movements: dict[str, list[Movement]] = defaultdict(list)
    for movement in earlier.movements:
        if movement.sha256:
            movements[movement.sha256].append(movement)
    versions = {}
    for file in (file for file in earlier.files if file.sha256 in movements):
        rows = movements[file.sha256]
        starts = {entrant.number: Fraction(entrant.cote) for entrant in file.tournament.participants}  # of guests
        starts |= {movement.number: movement.start for movement in rows if movement.start is not None}
        season = calendar.find_season(file.tournament.season) or calendar.season_on(file.tournament.first)
        keys = {movement.number: movement.key for movement in rows}
        versions[str(identify_movement(rows[0], by_sha)[0])] = Version(file, season, starts, keys)
    return versions


def build_current_versions(
    movements: Iterable[Movement], counted: Iterable[CountedTournament], published: Collection[str], day: date
) -> dict[str, Version]:
    """Return the tournaments to compare with the previous publication, each in the version that counts now.

    These are the tournaments that ended on or before its day, and the tournaments that it has.

    Args:
        movements: Movements of the new publication.
        counted: Tournaments that count in the new publication.
        published: Tournaments of the previous publication: keys of `build_published_versions`.
        day: Day of the previous publication.

    Returns:
        SHA-256 of the file -> version that counts now. `Version.keys` has no guests.
    """
    keys: dict[str, dict[int, str]] = defaultdict(dict)
    for movement in movements:
        if movement.sha256:
            keys[movement.sha256][movement.number] = movement.key
    versions = {}
    for tournament in counted:
        file, starts = tournament.file, {line.player.number: line.old for line in tournament.ratings.lines}
        if file.tournament.last <= day or file.sha256 in published:
            versions[file.sha256] = Version(file, tournament.season, starts, keys[file.sha256])
    return versions


def describe_file_change(
    published: Version | None, now: Version | None, by_sha: Mapping[str, File], received: Collection[str]
) -> Root | None:
    """Say what happened to the file of a tournament since the previous publication; None for the same file.

    Args:
        published: Version in the previous publication; None if the tournament did not count.
        now: Version in the new publication; None if the tournament no longer counts.
        by_sha: SHA-256 -> file, in the new publication.
        received: SHA-256 of the files that the previous publication had received, counted or not.
    """
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
