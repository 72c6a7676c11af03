"""The list of who comes to an Othello tournament: joueurs.txt, any list that `read_list` knows, or one name a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tournament_xl.lists.columns import ListError, is_title, short
from tournament_xl.lists.read import Coming, decode_text, load, read_coming, refuse_other_systems
from tournament_xl.lists.world_list import Known, complete, is_world_list, others, read_world_list
from tournament_xl.record import replace
from tournament_xl.texts import player_list as texts

WORLD_LIST = "joueurs.txt"  # looked for beside the list and beside the new workbook
MOST_COMING = 1000  # players of a list in this form beyond which it is the whole world's
_MOST_NAMES = 1000
_MOST_TOLD = 50  # lines
_NEWCOMER = re.compile(r"([^\d,;\t{}%]{1,200})(?:,([^\d,;\t{}%]{0,200}))?(?:\{([^{}]{0,20})\})?")
_LONGEST = 1_000_000  # letters of a list of names; blank lines may stand between them


def read_othello(path: Path, folders: Sequence[Path]) -> Coming:
    """The players of a list, completed from a joueurs.txt in one of `folders`; ListError with every problem."""
    data = load(path)
    text = "" if data.startswith((b"PK", b"\xd0\xcf")) else decode_text(data) or ""
    if text:
        refuse_other_systems(path.name, data)
    world = world_beside(folders, path)
    if is_world_list(text):
        coming = _in_the_worlds_form(text, path.name, world)
    elif world and (named := _one_a_line(text, world, path.name)):
        coming = named
    else:
        coming = _completed(read_coming(path, negative=True), world)
    numbers = [player.get("N°") for player in coming.players]
    if len(numbers) > 2 and numbers == [str(at) for at in range(1, len(numbers) + 1)]:
        coming.warnings.append(texts.COUNTED.format(file=path.name, count=len(numbers)))
    return replace(coming, world=frozenset(known.number for known in world))


def _in_the_worlds_form(text: str, file: str, world: list[Known]) -> Coming:
    """Who has a number is completed by it; who has none is new to the world, whatever his name."""
    players = [known.row for known in read_world_list(text)]
    newcomers = _newcomers(text, file) if len(players) <= MOST_COMING else []
    if len(players) + len(newcomers) > MOST_COMING:
        raise ListError([texts.WHOLE_WORLD.format(file=file, players=len(players) + len(newcomers))])
    coming = _completed(Coming(players, []), world)
    return Coming([*coming.players, *newcomers], coming.warnings)


def world_beside(folders: Sequence[Path], path: Path) -> list[Known]:
    """The first joueurs.txt found, but for the list itself."""
    for folder in folders:
        file = folder / WORLD_LIST
        there = False
        with suppress(OSError):  # a folder that may not be entered
            there = file.is_file() and not (path.exists() and file.samefile(path))
        if there:
            data = load(file)
            text = decode_text(data) or ""
            refuse_other_systems(file.name, data)
            if is_world_list(text):
                return read_world_list(text)
    return []


def _newcomers(text: str, file: str) -> list[dict[str, str]]:
    """Who stands in a list of the world's form without a number; ListError for lines that are nobody."""
    found: list[dict[str, str]] = []
    problems: list[str] = []
    for number, line in others(text):
        if player := _NEWCOMER.fullmatch(line):
            values = {"Nom": player[1].strip(), "Prénom": (player[2] or "").strip(), "Pays": (player[3] or "").strip()}
            found.append({column: value for column, value in values.items() if value})
        else:
            problems.append(texts.NOBODY.format(file=file, line=number, text=short(line)))
        if len(found) > MOST_COMING or len(problems) == _MOST_TOLD:
            break
    if problems:
        raise ListError(problems)
    return found


def _completed(coming: Coming, world: list[Known]) -> Coming:
    done, doubts = complete(coming.players, world)
    told = [texts.HOMONYMS.format(name=name) for name in doubts.shared]
    for name, known in doubts.others:
        world_name = f"{known.name} {known.first_name}".strip()
        told.append(texts.OTHERS_NUMBER.format(name=short(name), number=known.number, other=short(world_name)))
    return Coming(done, [*coming.warnings, *told])


def _one_a_line(text: str, world: list[Known], file: str) -> Coming | None:
    """A number of the world's list or a name on each line, perhaps under a title; None for another kind of list."""
    if len(text) > _LONGEST:
        return None
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    plain = all(re.fullmatch(r"\d{1,6}|[^;\t\d]+", line) for _, line in lines)
    if not lines or not plain or len(lines) > _MOST_NAMES:
        return None
    titles = [is_title(cell) for cell in lines[0][1].split(",")]
    if all(titles):
        if len(titles) > 1:
            return None
        lines = lines[1:]
    known = {str(one.number) for one in world}
    unknown = [texts.UNKNOWN_IN_WORLD.format(file=file, line=number, number=line) for number, line in lines
               if line.isdecimal() and line.lstrip("0") not in known]  # fmt: skip
    if unknown:
        raise ListError(unknown)
    players = []
    for _, line in lines:
        name, _, first = (part.strip() for part in line.partition(","))
        players.append({"N°": line.lstrip("0")} if line.isdecimal() else {"Nom": name, "Prénom": first})
    coming = _completed(Coming([{key: value for key, value in one.items() if value} for one in players], []), world)
    return coming if any("N°" in one for one in coming.players) else None
