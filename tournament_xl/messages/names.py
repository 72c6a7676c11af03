"""How players and lists are written in sentences."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from math import inf

from tournament_xl.core.model import Person, replace_fields
from tournament_xl.core.normalization import normalize

_JOINTS = " -'’."
_DECIMAL = re.compile(r"(?![1-9]\d{0,2}\.\d{3}$)-?\d+\.\d+")  # no thousand with its point, "1.803"
_LEAST_OF_CLUB = 3  # letters of a club that is cut, with its ellipsis more than these
_MOST_DECIMALS = 12  # letters of a number that is shown as stored: 1803.1 is 1803.0999999999999 in a file
_WIDE, _NARROW = set("mwMWŒœ%"), set("iljtfr.,'’|-() ")


@lru_cache(4096)
def text_width(text: str) -> float:
    """How wide a text is, in figures: what a column's width is counted in."""
    hundredths = sum(145 if c in _WIDE else 60 if c in _NARROW else 125 if c.isupper() else 100 for c in text)
    return hundredths / 100  # Python 3.12 adds fractions otherwise than 3.11


def shortenings(player: Person) -> Iterator[str]:
    """Surname first and whole, then ever less of the first name: "Petit Jean", "Petit Je.", "Petit J.", "Petit"."""
    yield player.full_name
    for cut in range(len(player.first_name) - 1, 0, -1):
        yield f"{player.name} {player.first_name[:cut].rstrip(_JOINTS)}.".strip()
    if player.name:
        yield player.name


def disambiguate_names(
    players: Iterable[Person], most: float = inf, lines: int = 1, *, surnames: bool = False, smaller: float = 1
) -> dict[int, str]:
    """N° -> the name as it stands wherever there are `lines` of room for `most` figures: the one rule for names.

    The surname first, then as much of the first name as fits (with `surnames` as much as tells apart); the surname is
    cut, with an ellipsis, only without any first name, and only where letters `smaller` times less wide leave it no
    room either. Those who still read alike have what the player knows of himself: what follows the first name that
    they share ("Durand P. fils"), else "(Club)", which two of the very same name have everywhere, cut where it must be;
    else "N° 7".
    """
    listed, found = list(players), dict[int, str]()
    for player in listed:
        found[player.number] = player.name if surnames and player.name else _fitted(player, most, lines, smaller)
    if surnames:
        for form in (lambda one: f"{one.name} {one.first_name[:1]}.", lambda one: one.full_name):
            found |= {one.number: form(one) for one in _alike(listed, found) if one.first_name}

    def apply_mark(group: Sequence[Person], mark: Callable[[Sequence[Person], float], Marks]) -> None:
        marks = mark(group, most * smaller * lines)
        whole = all(text_width(f"{_least(one)} {text}".strip()) <= most * smaller * lines for one, text in marks)
        if marks and (whole or mark is _by_number):
            found.update({
                one.number: f"{_fitted(one, most, lines, smaller, text_width(text) + 1 if text else 0)} {text}".strip()
                for one, text in marks
            })  # fmt: skip

    for group in _namesakes(listed) if most < inf else ():
        if any(found[one.number] != one.full_name for one in group):
            apply_mark(group, _by_first_name)
    for mark in (_by_first_name, _by_club, _by_number):
        alike: dict[str, list[Person]] = defaultdict(list)
        for player in _alike(listed, found):
            alike[normalize(found[player.number])].append(player)
        for group in alike.values():
            apply_mark(group, mark)
    return found


Marks = list[tuple[Person, str]]  # players, and what stands behind the name of each; [] where nothing tells them apart


def _alike(players: Iterable[Person], names: Mapping[int, str]) -> list[Person]:
    """Those whose name somebody else has."""
    times = Counter(map(normalize, names.values()))
    return [player for player in players if times[normalize(names[player.number])] > 1]


def _namesakes(players: Iterable[Person]) -> Iterator[list[Person]]:
    """Those of one surname of whom one has a first name with which those of all others begin: "Paul", "Paul fils"."""
    kin: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for one in players:
        kin[normalize(one.name), normalize(one.first_name).partition(" ")[0]].append(one)
    for group in kin.values():
        words = [normalize(one.first_name).split() for one in group]
        least = min(words, key=len)
        if len(group) > 1 and all(own[: len(least)] == least for own in words):
            yield group


def _by_first_name(alike: Sequence[Person], most: float) -> Marks:
    """What stands behind the words that their first names share: "fils", "1956"; one of them may have nothing."""
    words = [one.first_name.split() for one in alike]
    columns = takewhile(lambda column: len(set(map(normalize, column))) == 1, zip(*words, strict=False))
    shared = [word for word, *_ in columns]
    marks = [
        (replace_fields(one, first_name=" ".join(shared)), " ".join(own[len(shared) :]))
        for one, own in zip(alike, words, strict=True)
    ]
    return marks if shared and len({normalize(mark) for _, mark in marks}) == len(marks) else []


def _by_club(alike: Sequence[Person], most: float) -> Marks:
    """The club; of two of the very same name as much of it as has room."""
    marks = [(one, f"({one.club})") for one in alike]
    if not all(one.club for one in alike) or len({normalize(mark) for _, mark in marks}) < len(marks):
        return []
    if len({normalize(one.full_name) for one in alike}) > 1:
        return marks
    left = most - max(map(text_width, map(_least, alike))) - text_width("()") - 1
    clubs = [clipped(one.club, left) for one in alike]
    apart = len(set(map(normalize, clubs))) == len(clubs) and all(len(club) > _LEAST_OF_CLUB for club in clubs)
    return [(one, f"({club})") for one, club in zip(alike, clubs, strict=True)] if apart else marks


def _by_number(alike: Sequence[Person], most: float) -> Marks:
    return [(one, f"N° {one.number}") for one in alike]


def _least(player: Person) -> str:
    """The least that a name with something behind it keeps."""
    return f"{player.name} {player.first_name[:1]}.".strip() if player.first_name else player.name


def _fitted(player: Person, most: float, lines: int, smaller: float, taken: float = 0) -> str:
    """The longest of its shortenings that has room beside what is `taken`, else in smaller letters the surname, with
    the initial if it can.
    """
    if found := next((text for text in shortenings(player) if _has_room(text, most - taken / lines, lines)), None):
        return found
    most, surname = most * smaller * lines - 2 * (lines - 1) - taken, player.name or player.full_name
    least = f"{surname} {player.first_name[:1]}." if smaller > 1 and player.first_name else surname
    return least if text_width(least) <= most else clipped(surname, most)


def _has_room(text: str, most: float, lines: int) -> bool:
    """Whether a text goes into so many lines, broken behind blanks and hyphens."""
    if (width := text_width(text)) <= most or lines == 1:
        return width <= most
    used = 0.0
    for word in re.findall("[^ -]*[ -]|[^ -]+", text):
        if used and used + text_width(word.rstrip()) > most:
            lines, used = lines - 1, 0.0
        used += text_width(word)
        if used - text_width(word) + text_width(word.rstrip()) > most:
            return False
    return lines > 0


@lru_cache(maxsize=4096)  # the same names stand on many sheets
def clipped(text: str, most: float) -> str:
    """A text where it has room, else its beginning and an ellipsis."""
    if text_width(text) <= most:
        return text
    while text and text_width(text) > most - 1:
        text = text[:-1]
    return text.rstrip(" -'") + "…"


def in_lines(text: str, most: float) -> list[str]:
    """A text in lines of `most` figures, broken at blanks; a word that is longer is cut."""
    lines = list[str]()
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}") <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(clipped(word, most))
    return lines


def as_many(names: Sequence[str], most: float) -> str:
    """As many names as `most` figures have room for, and how many others there are."""
    forms = (some_names(names, shown) for shown in range(len(names), 1, -1))
    return next((text for text in forms if text_width(text) <= most), "") or clipped(some_names(names, 2), most)


def french_decimal(text: str) -> str:
    """A number with a decimal comma, as a French spreadsheet shows it; any other text, "1.803" too, as it is."""
    if not _DECIMAL.fullmatch(text):
        return text
    return (repr(float(text)) if len(text) > _MOST_DECIMALS else text).replace(".", ",")


def listing(items: Sequence[str]) -> str:
    """ "1", "1 et 4", "1, 4 et 7"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} et {items[-1]}" if items else ""


def some_names(names: Sequence[str], most: int) -> str:
    """All of them, or the first ones and how many others there are: "Alpha, Bravo et 3 autres"."""
    return listing(names if len(names) <= most else [*names[: most - 1], count(len(names) - most + 1, "autre")])


def alternatives(items: Sequence[str]) -> str:
    """ "8", "8, 10 ou 12"."""
    return f"{', '.join(items[:-1])} ou {items[-1]}" if len(items) > 1 else "".join(items)


def ranges(numbers: Iterable[int]) -> str:
    """ "1 et 4", "3, 7 et 17 à 32": runs of three or more as "à"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} à {run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return listing([text for part in parts for text in part])


def tables_text(tables: Collection[int]) -> str:
    """ "table 4", "tables 2 et 5"."""
    return f"table{'s' if len(tables) > 1 else ''} {ranges(tables)}"


def ordinal(place: int) -> str:
    """1 -> "1er", 2 -> "2e"."""
    return "1er" if place == 1 else f"{place}e"


def count(number: int, word: str) -> str:
    """ "1 table", "3 tables": a number with its noun, plural in -s from 2 on as French has it."""
    return f"{number} {word}" if number < 2 else f"{number} {' '.join(part + 's' for part in word.split())}"
