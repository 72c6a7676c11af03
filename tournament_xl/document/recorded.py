"""What the history records of a document: the part that sheets say, and the part that only the history keeps.

The description (`document.description`) declares the same field by field; it takes 3 ms to load, which no action needs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tournament_xl.document.keys import Document, Json

_NOT_RECORDED = frozenset((
    "club", "series", "last_played", "member", "reduced", "present", "category", "anonymous", "paid", "remark",
))  # of players  # fmt: skip
_NOT_RECORDED_OF_MATCHES = frozenset(("reason", "unrated"))
KEPT_OF_TOURNAMENT = ("given_rounds", "seat_table", "groups", "groups_seed", "rated")  # from the first pairing on
_KEPT = (*KEPT_OF_TOURNAMENT, "former_numbers", "backups_told", "given_numbers", "free_numbers")
KEPT_OF_ROUNDS = ("drawn", "present", "imposed")
_SAID = ("format", "game", "effective")


def select_said(document: Document, deciding: Collection[str]) -> Document:
    """Return the recorded part of what sheets say, without what is empty.

    `deciding` are the settings on which rules depend.
    """
    said = {name: document[name] for name in _SAID if document.get(name)}
    settings = {name: value for name, value in document.get("settings", {}).items() if name in deciding}
    players = {number: _without(player, _NOT_RECORDED) for number, player in document.get("players", {}).items()}
    rounds = {
        number: {"matches": _select_matches(entry)}
        for number, entry in document.get("rounds", {}).items()
        if entry.get("matches")
    }
    matches = _select_matches(document.get("finals", {}))
    finals = {name: match for name, match in matches.items() if match.keys() != {"sides"}}  # others are to be played
    return said | _filled({
        "settings": settings, "players": players, "rounds": rounds, "finals": {"matches": finals} if finals else {},
    })  # fmt: skip


def select_kept(document: Document) -> Document:
    """Return the part that only the history has, without what is empty."""
    rounds = {
        number: kept
        for number, entry in document.get("rounds", {}).items()
        if (kept := {name: entry[name] for name in KEPT_OF_ROUNDS if name in entry and entry[name] != {}})
    }
    kept_fields = {name: document[name] for name in _KEPT if document.get(name)}
    return kept_fields | _filled({"rounds": rounds})


def join_parts(said: Document, kept: Document) -> Document:
    """Return the recorded part of a document from what sheets say and what only the history has."""
    rounds, more = said.get("rounds", {}), kept.get("rounds", {})
    numbers = sorted({*rounds, *more}, key=int)
    joined = {number: more.get(number, {}) | rounds.get(number, {}) for number in numbers}
    return said | kept | _filled({"rounds": joined})


def record(document: Document, deciding: Collection[str]) -> Document:
    """Return what the history records of a document."""
    return join_parts(select_said(document, deciding), select_kept(document))


def _select_matches(entry: Mapping[str, Json]) -> Document:
    return {pair: _without(match, _NOT_RECORDED_OF_MATCHES) for pair, match in entry.get("matches", {}).items()}


def _without(entry: Document, names: frozenset[str]) -> Document:
    return entry if names.isdisjoint(entry) else {name: value for name, value in entry.items() if name not in names}


def _filled(fields: Document) -> Document:
    return {name: value for name, value in fields.items() if value}
