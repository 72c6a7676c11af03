"""Tournaments and movements of two publications side by side: as published, and as they are now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.contributions import Root
from tournament_xl.federation.ranking.corrections import Place, lower_first, movement_place
from tournament_xl.federation.ranking.history import History
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, Movement
from tournament_xl.games.scrabble.rules.rating import build_event, compute_gain
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts

_ZERO = Fraction(0)


class Version(NamedTuple):
    """Facts of a tournament and the starting cotes of its participants, in one publication."""

    file: File
    season: Season
    starts: Mapping[int, Fraction]
    keys: Mapping[int, str]  # N° -> key of the player, without those in doubt

    def gains(self, starts: Mapping[int, Fraction]) -> dict[int, Fraction]:
        """Compute what each participant gains from these starting cotes."""
        played = self.file.tournament
        event = build_event(
            starts.values(), registered=len(played.entrants), games=played.games, event_type=played.kind,
            season=self.season,
        )  # fmt: skip
        places = {entrant.number: entrant.place or 0 for entrant in played.participants}
        return {number: Fraction(compute_gain(event, start, places[number]).total) for number, start in starts.items()}


class ComparedTournament(NamedTuple):
    """Tournament up to the previous publication, as published and as it is now."""

    published: Version | None
    now: Version | None
    root: Root | None  # its file came late, was corrected or no longer counts; None: the same file

    @property
    def version(self) -> Version:
        """Version that counts now, or as published where it no longer counts."""
        version = self.now or self.published
        assert version
        return version


class Step(NamedTuple):
    """Movement of a player in one of two publications or both."""

    published: Movement | None
    now: Movement | None

    @property
    def movement(self) -> Movement:
        """Movement now, or as published where it no longer exists."""
        movement = self.now or self.published
        assert movement
        return movement


def points_of(movement: Movement | None) -> Fraction:
    """Return what a movement adds to a cote."""
    return (movement.change or _ZERO) if movement else _ZERO


def points_with_entry(movement: Movement | None) -> Fraction:
    """Return what a movement adds to a cote, or the cote with which a player enters."""
    if movement is None:
        return _ZERO
    return movement.after if movement.change is None else movement.change


def compare_movements(
    earlier: History, movements: Iterable[Movement], by_sha: Mapping[str, File]
) -> dict[tuple[str, Place], Step]:
    """Return the movements up to the previous publication as published and as they are now, by player and place."""
    published = {(movement.key, movement_place(movement, by_sha)): movement for movement in earlier.movements}
    published_places = {place for _, place in published}
    now = {
        (movement.key, place): movement
        for movement in movements for place in [movement_place(movement, {})]
        if movement.day <= earlier.day or place in published_places
    }  # fmt: skip
    return {key: Step(published.get(key), now.get(key)) for key in {**published, **now}}


def published_versions(earlier: History, by_sha: Mapping[str, File], calendar: Calendar) -> dict[str, Version]:
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
        versions[str(movement_place(rows[0], by_sha)[0])] = Version(file, season, starts, keys)
    return versions


def current_versions(
    movements: Iterable[Movement], counted: Iterable[CountedTournament], published: Collection[str], day: date
) -> dict[str, Version]:
    """Return the tournaments that count now and ended by a day, or were published."""
    keys: dict[str, dict[int, str]] = defaultdict(dict)
    for movement in movements:
        if movement.sha256:
            keys[movement.sha256][movement.number] = movement.key
    return {
        one.file.sha256: Version(
            one.file, one.season, {line.player.number: line.old for line in one.ratings.lines}, keys[one.file.sha256]
        )
        for one in counted if one.file.tournament.last <= day or one.file.sha256 in published
    }  # fmt: skip


def describe_file_change(
    published: Version | None, now: Version | None, by_sha: Mapping[str, File], received: Collection[str]
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
