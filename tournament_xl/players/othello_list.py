"""Registrations for an Othello tournament: a list of any form, completed from the world's list.

The world's list, joueurs.txt (X1), has all players of the world with their numbers, which become N° in a tournament.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello.elo.file import decode_text as any_text
from tournament_xl.messages import players as texts
from tournament_xl.players.columns import key_of
from tournament_xl.players.list_checks import ListedPlayer
from tournament_xl.players.list_table import ListError, ListTable, shorten
from tournament_xl.players.player_lists import Registrations, load_list, read_player_list
from tournament_xl.players.spreadsheets import PACKED
from tournament_xl.players.text_encoding import decode_text

WORLD_LIST = "joueurs.txt"  # looked for in the folders of the list and of the new workbook
_MAX_PROBLEMS = 50  # reported for one list
_COUNTRY = re.compile(r"\s*pays\s*=\s*(\S+)\s*", re.IGNORECASE)
_RATING = re.compile(r"%_\s*(?:<\s*)?(-?\d{1,4})")
_WITHOUT_NUMBER = re.compile(r"([^\d,;\t{}%]{1,200})(?:,([^\d,;\t{}%]{0,200}))?(?:\{([^{}]{0,20})\})?")


@dataclass(frozen=True, slots=True)
class WorldPlayer:
    """A player of the world's list."""

    number: int
    name: str
    first_name: str
    country: str
    rating: str = ""  # whole number, may be negative; "" for none and for 0

    @property
    def row(self) -> dict[str, str]:
        """Cells of the player on the sheet Joueurs: column -> text, without empty ones."""
        return _player_row(str(self.number), self.name, self.first_name, self.country, self.rating)


def _player_row(*values: str) -> dict[str, str]:
    columns = ("N°", "Nom", "Prénom", "Pays", "Cote")
    return {column: value for column, value in zip(columns, values, strict=False) if value}


def read_othello_registrations(path: Path, folders: Sequence[Path], *, hidden: bool = False) -> Registrations:
    """Read a list of players and complete it from the world's list.

    Args:
        path: List in the form of joueurs.txt or, if there is a joueurs.txt, with one N° or name per line. Any other
            list, and one in which no player gets a N° in this way, is read by `read_player_list`.
        folders: Where to look for joueurs.txt (`find_world_list`); without one nothing is completed.
        hidden: Take hidden rows of a workbook too.

    Returns:
        Registrations, with warnings on names that several players of the world have, and on N° of somebody else. In the
        full form of joueurs.txt players without N°, who are new to the world, come last; else the list's order stays.

    Raises:
        ListError: The list or joueurs.txt cannot be read, the list has problems (the error carries the first 50), or it
            has so many players that it is the whole world's list.
    """
    data = load_list(path)
    text = "" if data.startswith(PACKED) else decode_text(data) or ""
    world = find_world_list(folders, path)
    registrations = Registrations([], [])
    if (is_whole_form := is_world_list(text)) or (world and _has_one_player_per_line(text)):
        # in the full form a player without number is new to the world's list, whatever his name; these come last
        listed = sorted(_read_players(text, path.name, world), key=lambda entry: is_whole_form and "N°" not in entry[1])
        list_players = [player for _, player in listed]
        complete_count = sum("N°" in player for player in list_players) if is_whole_form else len(list_players)
        players, warnings = complete_from_world_list(list_players[:complete_count], world)
        table = ListTable(path.name, None, (), {})
        registrations = Registrations(
            [*players, *list_players[complete_count:]], [*warnings], [line for line, _ in listed], table
        )
    if not any("N°" in player for player in registrations.players):
        registrations = read_player_list(path, othello=True, hidden=hidden)
        players, warnings = complete_from_world_list(registrations.players, world)
        registrations = replace(registrations, players=players, warnings=[*registrations.warnings, *warnings])
    return replace(registrations, world=frozenset(world_player.number for world_player in world))


def find_world_list(folders: Sequence[Path], path: Path) -> list[WorldPlayer]:
    """Read the first joueurs.txt in `folders` that is in its form and is not `path`, the list being registered.

    Without one the result is empty.

    Raises:
        ListError: A joueurs.txt cannot be read.
    """
    for folder in folders:
        file = folder / WORLD_LIST
        is_other_file = False
        with suppress(OSError):  # no access to the folder
            is_other_file = file.is_file() and not (path.exists() and file.samefile(path))
        if is_other_file and is_world_list(text := any_text(load_list(file))):
            return read_world_list(text)
    return []


def is_world_list(text: str) -> bool:
    """Check whether nine in ten of the first 400 lines have the form of joueurs.txt: a number and a name, or a country.

    Blank lines and comments, which begin with %, do not count. False if no line is left, or if a line of that form has
    a semicolon, as a CSV has.
    """
    lines = [line.strip()[: text_limits.LINE_LETTERS] for line in text.splitlines()[:400]]
    lines = [line for line in lines if line and not line.startswith("%")]
    matching_lines = [line for line in lines if _COUNTRY.fullmatch(line) or re.match(r"\d{1,6}\s+[^\d;\t]+", line)]
    return (
        bool(lines) and 10 * len(matching_lines) >= 9 * len(lines) and not any(";" in line for line in matching_lines)
    )


def read_world_list(text: str) -> list[WorldPlayer]:
    """Read the players of joueurs.txt in their order; other lines are skipped."""
    return [world_player for _, _, world_player in _parse_lines(text) if world_player]


def _parse_lines(text: str) -> Iterator[tuple[int, str, WorldPlayer | None]]:
    """Yield number and text of each line that should be a player, and the player of the world's list, or None."""
    country = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().strip("\x1a")[: text_limits.LINE_LETTERS]
        if title := _COUNTRY.fullmatch(line):
            country = title[1][:20]
        elif line and not line.startswith("%"):
            yield number, line, _parse_player(line, country)


def _parse_player(line: str, country: str) -> WorldPlayer | None:
    """Parse "number NAME, Firstname {COUNTRY} %_<rating> 'comment"; a comment follows only the braces or the rating."""
    start = re.match(r"(\d{1,6})\s+(.+)", line)
    if start is None:
        return None
    rest, rating = start[2], ""
    before, _, after_brace = rest.partition("{")
    braces, closing_brace, tail = after_brace.partition("}")
    if closing_brace:
        rest, country = before, braces.strip() or country
    else:
        rest, mark, after_mark = rest.partition("%_")
        tail = mark + after_mark
    if rating_text := _RATING.search(tail.partition("'")[0]):
        rating = str(int(rating_text[1])) if int(rating_text[1]) else ""
    name, _, first_name = (part.strip() for part in rest.partition(","))
    return WorldPlayer(int(start[1]), name, first_name, country, rating) if name else None


def _has_one_player_per_line(text: str) -> bool:
    """Check whether each line is a number or a name, one at least no bare name, and the first line no header."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    has_plain_lines = all(re.fullmatch(r"\d{1,6}|[^;\t\d]+", line) for line in lines)
    return (("{" in text) or any(map(str.isdecimal, lines))) and (
        0 < len(lines) <= text_limits.COMING_PLAYERS and has_plain_lines and not all(map(key_of, lines[0].split(",")))
    )


def _read_players(text: str, file: str, world: Sequence[WorldPlayer]) -> list[ListedPlayer]:
    """Read the players from the lines of a list; raise ListError for other lines, or for the whole world's list."""
    numbers = {str(world_player.number) for world_player in world}
    listed: list[ListedPlayer] = []
    problems: list[str] = []
    first_line = 0
    for number, line, world_player in _parse_lines(text):
        lone_number = line.lstrip("0") if line.isdecimal() else ""
        if world_player or lone_number in numbers:
            listed.append((number, world_player.row if world_player else {"N°": lone_number}))
        elif player := _WITHOUT_NUMBER.fullmatch(line):
            listed.append((number, _player_row("", *(part.strip() for part in player.groups("")))))
        elif len(problems) < _MAX_PROBLEMS:
            first_line = first_line or number
            sentence = texts.UNKNOWN_IN_WORLD if lone_number and world else texts.NOBODY
            problems.append(sentence.format(file=printable_path(file), line=number, text=shorten(line)))
    if len(listed) > text_limits.COMING_PLAYERS:
        raise ListError([texts.WHOLE_WORLD.format(file=printable_path(file), players=len(listed))])
    if problems:
        raise ListError(problems, line=first_line)
    return listed


def complete_from_world_list(
    players: Iterable[Mapping[str, str]], world: Iterable[WorldPlayer]
) -> tuple[list[dict[str, str]], list[str]]:
    """Complete players from the world's list, by N°, else by a name that is unique in it (or in their country).

    Cells that the organiser filled stay, except that a whole name in the cell Nom becomes surname and first name; if
    its surname is not that of the world's list, it stays whole and no Prénom is added. Nothing is added, with a
    warning, to a player whose N° belongs to somebody with no name in common, or who has no known N° and whose name
    several players have; nor, without a warning, to one whom the world's list does not have. `players` are not changed.
    Returned are the completed players in the same order, and the warnings.
    """
    by_number: dict[str, WorldPlayer] = {}
    by_name: dict[str, list[WorldPlayer]] = {}
    for world_player in world:
        by_number.setdefault(str(world_player.number), world_player)
        for name in {
            f"{world_player.name} {world_player.first_name}".strip(),
            f"{world_player.first_name} {world_player.name}".strip(),
        }:
            by_name.setdefault(normalize(name), []).append(world_player)
    completed, warnings = [], []
    for player in players:
        name = f"{player.get('Nom', '')} {player.get('Prénom', '')}".strip()
        namesakes = by_name.get(normalize(name), []) if name else []
        if country := normalize(player.get("Pays", "")):
            namesakes = [namesake for namesake in namesakes if normalize(namesake.country) == country] or namesakes
        match = by_number.get(player.get("N°", "")) or (namesakes[0] if len(namesakes) == 1 else None)
        if match is None and len(namesakes) > 1:
            warnings.append(texts.HOMONYMS.format(name=name))
        if match and name and not _has_name(name, match):
            world_name = f"{match.name} {match.first_name}".strip()
            warnings.append(
                texts.OTHERS_NUMBER.format(name=shorten(name), number=match.number, other=shorten(world_name))
            )
            match = None
        completed.append(_merge_player(player, match) if match else dict(player))
    return completed, warnings


def _merge_player(player: Mapping[str, str], world_player: WorldPlayer) -> dict[str, str]:
    """Merge a player of the world's list with the organiser's cells, which win.

    A first name that the organiser wrote in the cell of the surname is not repeated.
    """
    written, merged = dict(player), world_player.row
    words, first_names = normalize(player.get("Nom", "")).split(), normalize(world_player.first_name).split()
    if not player.get("Prénom") and words != normalize(world_player.name).split() and set(first_names) <= set(words):
        if sorted(words) == sorted(normalize(f"{world_player.name} {world_player.first_name}").split()):
            del written["Nom"]
        else:
            merged.pop("Prénom", None)
    return merged | written


def _has_name(name: str, world_player: WorldPlayer) -> bool:
    """Check whether a player of the world's list has one of the words of a name: a married name, a first name alone."""
    return not set(normalize(name).split()).isdisjoint(
        normalize(f"{world_player.name} {world_player.first_name}").split()
    )
