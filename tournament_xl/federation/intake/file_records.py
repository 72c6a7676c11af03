"""Records (`File` and what it holds) as JSON lists of values: in the history and in the reading cache."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from fractions import Fraction

from tournament_xl.federation.intake.facts import Entrant, File, Mail, PlayedTournament
from tournament_xl.workbook.snapshot import Json


def to_json(value: Json) -> str | list[object]:
    """Convert a value that JSON does not know, as the `default` of `json.dumps`.

    A day or a cote (rating) becomes text, a record the list of its values in the order of its fields, without fields
    that equality ignores (`compare=False`).
    """
    if isinstance(value, date | Fraction):
        return str(value)
    return [getattr(value, field.name) for field in fields(value) if field.compare]


def read_file_record(values: Json) -> File:
    """Build a file from the list of its values.

    Args:
        values: As `to_json` gives them.

    Raises:
        ValueError: Wrong number of values, or no date where one belongs.
        TypeError: Values of another kind.
    """
    name, sha256, played, refusal, word, sender, published, instead, repeats, mail = values
    tournament = None if played is None else _played(played)
    day = None if published is None else date.fromisoformat(published)
    return File(
        name, sha256, tournament, refusal, word, _texts(sender), day, instead, repeats,
        None if mail is None else Mail(*_texts(mail)),
    )  # fmt: skip


def _played(values: Json) -> PlayedTournament:
    title, where, first, last, formula, kind, season, games, entrants, results, draw, organiser, email, *sentences = (
        values
    )
    return PlayedTournament(
        title, where, date.fromisoformat(first), date.fromisoformat(last), formula, kind, season, int(games),
        tuple(Entrant(*entrant) for entrant in entrants), _texts(results), draw, organiser, email,
        *map(_texts, sentences),
    )  # fmt: skip


def _texts(values: Json) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise TypeError("text wanted")
    return tuple(values)
