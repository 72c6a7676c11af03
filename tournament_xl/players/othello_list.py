"""Who comes to an Othello tournament: joueurs.txt (X1), the world's list, completes a list of any form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello.elo.file import decode_text as any_text
from tournament_xl.messages import players as texts
from tournament_xl.players.columns import ListError, ListTable, key_of, short
from tournament_xl.players.player_lists import Listed, Registrations, load, read_coming
from tournament_xl.players.spreadsheets import PACKED
from tournament_xl.players.text_encoding import decode_text

WORLD_LIST = "joueurs.txt"  # looked for beside the list and beside the new workbook
MOST_COMING = 1000  # players of a list in this form beyond which it is the whole world's
LONGEST = 500  # letters of a line that are looked at: patterns take time with the square
_MOST_TOLD = 50  # lines
_COUNTRY = re.compile(r"\s*pays\s*=\s*(\S+)\s*", re.IGNORECASE)
_RATING = re.compile(r"%_\s*(?:<\s*)?(-?\d{1,4})")
_WITHOUT_NUMBER = re.compile(r"([^\d,;\t{}%]{1,200})(?:,([^\d,;\t{}%]{0,200}))?(?:\{([^{}]{0,20})\})?")


@dataclass(frozen=True, slots=True)
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
        return _filled(str(self.number), self.name, self.first_name, self.country, self.rating)


def _filled(*values: str) -> dict[str, str]:
    columns = ("N°", "Nom", "Prénom", "Pays", "Cote")
    return {column: value for column, value in zip(columns, values, strict=False) if value}


def read_othello(path: Path, folders: Sequence[Path], *, hidden: bool = False) -> Registrations:
    """The players of a list, completed from a joueurs.txt in one of `folders`; ListError with every problem.

    The list has the form of joueurs.txt, or a N° or a name on each line, or is one that `read_coming` reads.
    """
    data = load(path)
    text = "" if data.startswith(PACKED) else decode_text(data) or ""
    world = world_beside(folders, path)
    coming = Registrations([], [])
    if (whole := is_world_list(text)) or (world and _one_a_line(text)):
        # in the whole form, who has no number is new to the world, whatever his name: they stand behind
        listed = sorted(_listed(text, path.name, world), key=lambda one: whole and "N°" not in one[1])
        people = [player for _, player in listed]
        known = sum("N°" in player for player in people) if whole else len(people)
        players, told = complete(people[:known], world)
        table = ListTable(path.name, None, (), {})
        coming = Registrations([*players, *people[known:]], told, [line for line, _ in listed], table)
    if not any("N°" in one for one in coming.players):
        coming = read_coming(path, othello=True, hidden=hidden)
        players, told = complete(coming.players, world)
        coming = replace(coming, players=players, warnings=[*coming.warnings, *told])
    return replace(coming, world=frozenset(known.number for known in world))


def world_beside(folders: Sequence[Path], path: Path) -> list[Known]:
    """The first joueurs.txt found, but for the list itself."""
    for folder in folders:
        file = folder / WORLD_LIST
        there = False
        with suppress(OSError):  # a folder that may not be entered
            there = file.is_file() and not (path.exists() and file.samefile(path))
        if there and is_world_list(text := any_text(load(file))):
            return read_world_list(text)
    return []


def is_world_list(text: str) -> bool:
    """Whether most lines that say something are of this form."""
    lines = [line.strip()[:LONGEST] for line in text.splitlines()[:400]]
    lines = [line for line in lines if line and not line.startswith("%")]
    ours = [line for line in lines if _COUNTRY.fullmatch(line) or re.match(r"\d{1,6}\s+[^\d;\t]+", line)]
    return bool(lines) and 10 * len(ours) >= 9 * len(lines) and not any(";" in line for line in ours)


def read_world_list(text: str) -> list[Known]:
    """The players in their order; lines that are none are passed over."""
    return [known for _, _, known in _lines(text) if known]


def _lines(text: str) -> Iterator[tuple[int, str, Known | None]]:
    """Number and text of each line that should be a player, and the player of the world's list that it is."""
    country = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().strip("\x1a")[:LONGEST]
        if title := _COUNTRY.fullmatch(line):
            country = title[1][:20]
        elif line and not line.startswith("%"):
            yield number, line, _player(line, country)


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


def _one_a_line(text: str) -> bool:
    """Whether each line is a number or a name, and the first no title."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    plain = all(re.fullmatch(r"\d{1,6}|[^;\t\d]+", line) for line in lines)
    return 0 < len(lines) <= MOST_COMING and plain and not all(map(key_of, lines[0].split(",")))


def _listed(text: str, file: str, world: Sequence[Known]) -> list[Listed]:
    """Who stands on the lines, by column of Joueurs. ListError for lines that are nobody, or for the whole world."""
    numbers = {str(known.number) for known in world}
    found: list[Listed] = []
    problems: list[str] = []
    for number, line, known in _lines(text):
        alone = line.lstrip("0") if line.isdecimal() else ""
        if known or alone in numbers:
            found.append((number, known.row if known else {"N°": alone}))
        elif player := _WITHOUT_NUMBER.fullmatch(line):
            found.append((number, _filled("", *(part.strip() for part in player.groups("")))))
        elif len(problems) < _MOST_TOLD:
            sentence = texts.UNKNOWN_IN_WORLD if alone and world else texts.NOBODY
            problems.append(sentence.format(file=printable_path(file), line=number, text=short(line)))
    if len(found) > MOST_COMING:
        raise ListError([texts.WHOLE_WORLD.format(file=printable_path(file), players=len(found))])
    if problems:
        raise ListError(problems)
    return found


def complete(players: Iterable[Mapping[str, str]], world: Iterable[Known]) -> tuple[list[dict[str, str]], list[str]]:
    """Players with what the world's list knows of them, by N° or by a name that only one there has; what to look at.

    What the organiser wrote stays, and nothing is added to whom he gave the N° of another.
    """
    by_number: dict[str, Known] = {}
    by_name: dict[str, list[Known]] = {}
    for known in world:
        by_number.setdefault(str(known.number), known)
        for name in {f"{known.name} {known.first_name}".strip(), f"{known.first_name} {known.name}".strip()}:
            by_name.setdefault(normalize(name), []).append(known)
    done, told = [], []
    for player in players:
        name = f"{player.get('Nom', '')} {player.get('Prénom', '')}".strip()
        same = by_name.get(normalize(name), []) if name else []
        if country := normalize(player.get("Pays", "")):
            same = [one for one in same if normalize(one.country) == country] or same
        found = by_number.get(player.get("N°", "")) or (same[0] if len(same) == 1 else None)
        if found is None and len(same) > 1:
            told.append(texts.HOMONYMS.format(name=name))
        if found and name and not _has_name(name, found):
            other = f"{found.name} {found.first_name}".strip()
            told.append(texts.OTHERS_NUMBER.format(name=short(name), number=found.number, other=short(other)))
            found = None
        done.append(_of_both(player, found) if found else dict(player))
    return done, told


def _of_both(player: Mapping[str, str], known: Known) -> dict[str, str]:
    """What the world's list knows, then what the organiser wrote; names he wrote in one cell are not doubled."""
    written, world = dict(player), known.row
    words, first = normalize(player.get("Nom", "")).split(), normalize(known.first_name).split()
    if not player.get("Prénom") and words != normalize(known.name).split() and set(first) <= set(words):
        if sorted(words) == sorted(normalize(f"{known.name} {known.first_name}").split()):
            del written["Nom"]
        else:
            world.pop("Prénom", None)
    return world | written


def _has_name(name: str, known: Known) -> bool:
    """Whether one of the words of a name is one of his: a married name, or the first name alone."""
    return not set(normalize(name).split()).isdisjoint(normalize(f"{known.name} {known.first_name}").split())
