"""What two versions of a tournament differ in, in a sentence: for the question which of them counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament_xl.federation.facts import Entrant, File, Played
from tournament_xl.texts import federation as texts

_MOST = 4  # differences that are told


def differences(new: File, old: File) -> str:
    """What `new` has where `old` has something else, the first few; both with tournaments."""
    assert new.played and old.played
    found = list(dict.fromkeys(_differences(new.played, old.played)))
    more = [texts.MORE_DIFFERENCES.format(count=len(found) - _MOST)] if len(found) > _MOST else []
    return " ; ".join([*found[:_MOST], *more])


def _differences(new: Played, old: Played) -> Iterator[str]:
    for label, own, other in (
        ("Nom", new.title, old.title),
        ("Date de début", f"{new.first:%d/%m/%Y}", f"{old.first:%d/%m/%Y}"),
        ("Date de fin", f"{new.last:%d/%m/%Y}", f"{old.last:%d/%m/%Y}"),
        ("Type d'épreuve", new.kind, old.kind),
        ("Saison", new.season, old.season),
        ("Rondes", str(new.games), str(old.games)),
    ):
        if own != other:
            yield texts.DIFFERENCE.format(what=label, old=other or "–", new=own or "–")
    own_people, other_people = ({one.number: one for one in played.entrants} for played in (new, old))
    names = {number: one.full_name for number, one in {**other_people, **own_people}.items()}
    yield from _scores(new, old, names)
    yield from _people(own_people, other_people)


def _scores(new: Played, old: Played, names: Mapping[int, str]) -> Iterator[str]:
    own, other = (dict(_match(result) for result in played.results) for played in (new, old))
    for key in sorted(own.keys() | other.keys()):
        if own.get(key) != other.get(key):
            number, one, two = key
            pair = " – ".join(names.get(who, "X") for who in (one, two))
            where = texts.DIFFERENT_ROUND.format(round=number, pair=pair) if number else texts.DIFFERENT_FINAL
            yield texts.DIFFERENCE.format(
                what=where, old=other.get(key, texts.NO_PAIR), new=own.get(key, texts.NO_PAIR)
            )


def _match(result: str) -> tuple[tuple[int, int, int], str]:
    """Round and both N° (0 for X), the result in words."""
    number, one, two, games, forfeits = result.split(":")
    told = games.replace(",", ", ") or texts.NO_SCORE
    return (int(number), int(one), int(two) if two.isdigit() else 0), told + (f" F{forfeits}" if forfeits else "")


def _people(own: Mapping[int, Entrant], other: Mapping[int, Entrant]) -> Iterator[str]:
    for number in sorted(own.keys() | other.keys()):
        new, old = own.get(number), other.get(number)
        if new is None or old is None:
            yield from (texts.ONE_MORE.format(name=one.full_name) for one in (new,) if one)
            yield from (texts.ONE_LESS.format(name=one.full_name) for one in (old,) if one)
            continue
        for label, now, before in (
            ("nom", new.full_name, old.full_name),
            ("licence", new.licence, old.licence),
            ("club", new.club, old.club),
            ("série duplicate", new.series, old.series),
            ("cote", new.cote, old.cote),
        ):
            if now != before:
                what = f"{old.full_name}, {label}"
                yield texts.DIFFERENCE.format(what=what, old=before or "–", new=now or "–")
