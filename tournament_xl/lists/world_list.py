"""`joueurs.txt`, the Othello world's list of players (X1): read, and used to complete a list of those who come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tournament_xl.folding import fold
from tournament_xl.record import record

_MOST_BEARERS = 100  # of one name in the world: each would be compared with whoever has it
_COUNTRY = re.compile(r"\s*pays\s*=\s*(\S+)\s*", re.IGNORECASE)
_RATING = re.compile(r"%_\s*(?:<\s*)?(-?\d{1,4})")
MOST = 100_000  # players
LONGEST = 500  # letters of a line that are looked at: patterns take time with the square


@record
class Known:
    """A player of the world's list."""

    number: int
    name: str
    first_name: str
    country: str
    rating: str = ""  # a whole number, which may be negative

    @property
    def row(self) -> dict[str, str]:
        """As the sheet Joueurs has him."""
        values = {
            "N°": str(self.number), "Nom": self.name, "Prénom": self.first_name, "Pays": self.country,
            "Cote": self.rating,
        }  # fmt: skip
        return {column: value for column, value in values.items() if value}


def is_world_list(text: str) -> bool:
    """Whether most lines that say something are of this form."""
    lines = [
        line.strip()[:LONGEST] for line in text.splitlines()[:400] if line.strip() and not line.lstrip().startswith("%")
    ]
    ours = [line for line in lines if _COUNTRY.fullmatch(line) or re.match(r"\s*\d{1,6}\s+[^\d;\t]+", line)]
    return bool(lines) and 10 * len(ours) >= 9 * len(lines) and not any(";" in line for line in ours)


def read_world_list(text: str) -> list[Known]:
    """The players in their order; lines that are none are passed over."""
    return [known for _, _, known in _lines(text) if known]


def others(text: str) -> Iterator[tuple[int, str]]:
    """Number, from 1, and text of the lines that say something and are no player, country or comment."""
    return ((number, line) for number, line, known in _lines(text) if known is None)


def _lines(text: str) -> Iterator[tuple[int, str, Known | None]]:
    """Number and text of each line that should be a player, and the player that it is."""
    country, found = "", 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().strip("\x1a")[:LONGEST]
        if title := _COUNTRY.fullmatch(line):
            country = title[1][:20]
        elif line and not line.startswith("%") and found < MOST:
            known = _player(line, country)
            found += known is not None
            yield number, line, known


def _player(line: str, country: str) -> Known | None:
    """ "number NAME, Firstname {COUNTRY} %_<rating> 'comment"; a comment begins after the braces or the rating only."""
    start = re.match(r"(\d{1,6})\s+(.+)", line)
    if start is None:
        return None
    rest, rating = start[2], ""
    before, _, behind = rest.partition("{")
    inside, closed, tail = behind.partition("}")
    if closed:
        rest, country = before, inside.strip() or country
    else:
        rest, mark, after = rest.partition("%_")
        tail = mark + after
    if figure := _RATING.search(tail.partition("'")[0]):
        rating = str(int(figure[1])) if int(figure[1]) else ""
    name, _, first = (part.strip() for part in rest.partition(","))
    return Known(int(start[1]), name, first, country, rating) if name else None


@record
class Doubts:
    """What an organiser should look at."""

    shared: list[str]  # names that several of the world's list have
    others: list[tuple[str, Known]]  # names beside the N° of somebody who is called otherwise


def complete(players: Iterable[Mapping[str, str]], world: Iterable[Known]) -> tuple[list[dict[str, str]], Doubts]:
    """Players with what the world's list knows of them: by N°, or by a name that only one there has.

    What the organiser wrote stays, and nothing is added to whom he gave the N° of another.
    """
    by_number: dict[str, Known] = {}
    by_name: dict[str, list[Known]] = {}
    for known in world:
        by_number.setdefault(str(known.number), known)
        for name in {f"{known.name} {known.first_name}".strip(), f"{known.first_name} {known.name}".strip()}:
            if len(bearers := by_name.setdefault(fold(name), [])) < _MOST_BEARERS:
                bearers.append(known)
    done, doubts = [], Doubts([], [])
    for player in players:
        name = f"{player.get('Nom', '')} {player.get('Prénom', '')}".strip()
        same = by_name.get(fold(name), []) if name else []
        if country := fold(player.get("Pays", "")):
            same = [one for one in same if fold(one.country) == country] or same
        known_one = by_number.get(player.get("N°", "")) or (same[0] if len(same) == 1 else None)
        if known_one is None and len(same) > 1:
            doubts.shared.append(name)
        if known_one and name and not _has_name(name, known_one):
            doubts.others.append((name, known_one))
            known_one = None
        done.append(_of_both(player, known_one) if known_one else dict(player))
    return done, doubts


def _of_both(player: Mapping[str, str], known: Known) -> dict[str, str]:
    """What the world's list knows, then what the organiser wrote; names he wrote in one cell are not doubled."""
    written, world = dict(player), known.row
    words, first = fold(player.get("Nom", "")).split(), fold(known.first_name).split()
    if not player.get("Prénom") and words != fold(known.name).split() and set(first) <= set(words):
        if sorted(words) == sorted(fold(f"{known.name} {known.first_name}").split()):
            del written["Nom"]
        else:
            world.pop("Prénom", None)
    return world | written


def _has_name(name: str, known: Known) -> bool:
    """Whether one of the words of a name is one of his: a married name, or the first name alone."""
    return not set(fold(name).split()).isdisjoint(fold(f"{known.name} {known.first_name}").split())
