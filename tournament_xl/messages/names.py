"""Names of players, numbers and lists as they stand in sentences and cells."""

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
_DECIMAL = re.compile(r"(?![1-9]\d{0,2}\.\d{3}$)-?\d+\.\d+")  # not a thousand with a point, "1.803"
_LEAST_OF_CLUB = 3  # a cut club has more letters than this, with its ellipsis
_MOST_DECIMALS = 12  # a longer number is rounded: a file has 1803.0999999999999 for 1803.1
_LONG_WORD = re.compile(r"[^\W\d_]{9,}")
_VOWEL = "[aeiouyàâäéèêëîïôöùûüœæ]"
# where a French syllable begins: a vowel and one sound, or two that do not belong together; three letters on each side
_SYLLABLE = re.compile(
    rf"(?<=..{_VOWEL})(?=(?:[cpt]h|gn|[bcdfgptv][lr]|[bcdfgjklmnpqrstvz]){_VOWEL}.)"
    rf"|(?<=.{_VOWEL}[lmnrs])(?=[bcdfgjklmnpqstvz]{_VOWEL}.)",
    re.IGNORECASE,
)
_WIDE, _NARROW = set("mwMWŒœ%"), set("iljtfr.,'’|-() ")


@lru_cache(4096)
def text_width(text: str) -> float:
    """Return the width of a text in figures, the unit of a column's width."""
    hundredths = sum(145 if c in _WIDE else 60 if c in _NARROW else 125 if c.isupper() else 100 for c in text)
    return hundredths / 100  # Python 3.12 adds fractions otherwise than 3.11


def shortenings(player: Person) -> Iterator[str]:
    """Yield a name ever shorter, the surname always whole: "Petit Jean", "Petit Jea.", …, "Petit J.", "Petit"."""
    yield player.full_name
    for length in range(len(player.first_name) - 1, 0, -1):
        yield f"{player.name} {player.first_name[:length].rstrip(_JOINTS)}.".strip()
    if player.name:
        yield player.name


def disambiguate_names(
    players: Iterable[Person], width: float = inf, lines: int = 1, *, surnames: bool = False, shrinkage: float = 1
) -> dict[int, str]:
    """Shorten the names of players to the room there is, so that no two look alike: the one rule for names.

    The surname comes first, then as much of the first name as fits. The surname is cut, with an ellipsis, only without
    any first name, and only where smaller letters do not give it room either. Names that still look alike get what
    follows the first name that they share ("Durand P. fils"), else "(Club)", cut where it must be, else "N° 7". Two
    players of the very same full name get this mark at any width.

    Args:
        players: Players whose names stand together.
        width: Width of a line, in figures.
        lines: Number of lines for a name.
        surnames: Show only as much of the first name as tells players apart.
        shrinkage: Factor by which smaller letters are narrower; 1 for none.

    Returns:
        Name by player number.
    """
    players_list, names = list(players), dict[int, str]()
    for player in players_list:
        names[player.number] = player.name if surnames and player.name else _fit_name(player, width, lines, shrinkage)
    if surnames:
        for full_form in (lambda player: f"{player.name} {player.first_name[:1]}.", lambda player: player.full_name):
            namesakes = _find_namesakes(players_list, names)
            names |= {player.number: full_form(player) for player in namesakes if player.first_name}

    def apply_mark(group: Sequence[Person], mark: Callable[[Sequence[Person], float], Marks]) -> None:
        marks = mark(group, width * shrinkage * lines)
        room = width * shrinkage * lines
        all_fit = all(text_width(f"{_shortest_form(player)} {text}".strip()) <= room for player, text in marks)
        if marks and (all_fit or mark is _by_number):
            for player, text in marks:
                mark_width = text_width(text) + 1 if text else 0
                fitting = _fit_name(player, width, lines, shrinkage, mark_width)
                names[player.number] = f"{fitting} {text}".strip()

    for group in _find_first_name_families(players_list) if width < inf else ():
        if any(names[player.number] != player.full_name for player in group):
            apply_mark(group, _by_first_name)
    for mark in (_by_first_name, _by_club, _by_number):
        players_by_name: dict[str, list[Person]] = defaultdict(list)
        for player in _find_namesakes(players_list, names):
            players_by_name[normalize(names[player.number])].append(player)
        for group in players_by_name.values():
            apply_mark(group, mark)
    return names


Marks = list[tuple[Person, str]]  # players, mark behind each name; [] if marks do not tell them apart


def _find_namesakes(players: Iterable[Person], names: Mapping[int, str]) -> list[Person]:
    """Return the players whose shown name another player has, too."""
    times = Counter(map(normalize, names.values()))
    return [player for player in players if times[normalize(names[player.number])] > 1]


def _find_first_name_families(players: Iterable[Person]) -> Iterator[list[Person]]:
    """Yield players of one surname where one first name is the beginning of all others: "Paul", "Paul fils"."""
    families: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for player in players:
        families[normalize(player.name), normalize(player.first_name).partition(" ")[0]].append(player)
    for group in families.values():
        words = [normalize(player.first_name).split() for player in group]
        shortest = min(words, key=len)
        if len(group) > 1 and all(words_of_player[: len(shortest)] == shortest for words_of_player in words):
            yield group


def _by_first_name(namesakes: Sequence[Person], width: float) -> Marks:
    """Mark players with what follows the words that their first names share: "fils", "1956"; one mark may be empty."""
    words = [player.first_name.split() for player in namesakes]
    columns = takewhile(lambda column: len(set(map(normalize, column))) == 1, zip(*words, strict=False))
    shared_words = [word for word, *_ in columns]
    marks = [
        (replace_fields(player, first_name=" ".join(shared_words)), " ".join(words_of_player[len(shared_words) :]))
        for player, words_of_player in zip(namesakes, words, strict=True)
    ]
    return marks if shared_words and len({normalize(mark) for _, mark in marks}) == len(marks) else []


def _by_club(namesakes: Sequence[Person], width: float) -> Marks:
    """Mark players with their clubs, cut to the room there is for two of the very same name."""
    marks = [(player, f"({player.club})") for player in namesakes]
    if not all(player.club for player in namesakes) or len({normalize(mark) for _, mark in marks}) < len(marks):
        return []
    if len({normalize(player.full_name) for player in namesakes}) > 1:
        return marks
    club_width = width - max(map(text_width, map(_shortest_form, namesakes))) - text_width("()") - 1
    clubs = [clip_text(player.club, club_width) for player in namesakes]
    are_distinct = len(set(map(normalize, clubs))) == len(clubs) and all(len(club) > _LEAST_OF_CLUB for club in clubs)
    return [(player, f"({club})") for player, club in zip(namesakes, clubs, strict=True)] if are_distinct else marks


def _by_number(namesakes: Sequence[Person], width: float) -> Marks:
    return [(player, f"N° {player.number}") for player in namesakes]


def _shortest_form(player: Person) -> str:
    """Return the shortest form of a name to which a mark is added."""
    return f"{player.name} {player.first_name[:1]}.".strip() if player.first_name else player.name


def _fit_name(player: Person, width: float, lines: int, shrinkage: float, mark_width: float = 0) -> str:
    """Return the longest form of a name that has room next to a mark, else the surname in smaller letters."""
    if fitting := next(
        (text for text in shortenings(player) if _has_room_in_lines(text, width - mark_width / lines, lines)), None
    ):
        return fitting
    width, surname = width * shrinkage * lines - 2 * (lines - 1) - mark_width, player.name or player.full_name
    shortest = f"{surname} {player.first_name[:1]}." if shrinkage > 1 and player.first_name else surname
    return shortest if text_width(shortest) <= width else clip_text(surname, width)


def _has_room_in_lines(text: str, width: float, lines: int) -> bool:
    """Check whether a text fits into so many lines, broken behind blanks and hyphens."""
    if (text_length := text_width(text)) <= width or lines == 1:
        return text_length <= width
    line_width = 0.0
    for word in re.findall("[^ -]*[ -]|[^ -]+", text):
        if line_width and line_width + text_width(word.rstrip()) > width:
            lines, line_width = lines - 1, 0.0
        line_width += text_width(word)
        if line_width - text_width(word) + text_width(word.rstrip()) > width:
            return False
    return lines > 0


@lru_cache(maxsize=4096)  # the same names stand on many sheets
def clip_text(text: str, width: float) -> str:
    """Cut a text to a width in figures, with an ellipsis if it is longer."""
    if text_width(text) <= width:
        return text
    while text and text_width(text) > width - 1:
        text = text[:-1]
    return text.rstrip(" -'") + "…"


def hyphenate(text: str) -> str:
    """Put soft hyphens into words of nine letters or more, where a French syllable begins: "cham-pionnat"."""
    return _LONG_WORD.sub(lambda word: _SYLLABLE.sub("\u00ad", word[0]), text)


def wrap_text(text: str, width: float) -> list[str]:
    """Break a text at blanks into lines of a width in figures; a longer word is cut."""
    lines = list[str]()
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(clip_text(word, width))
    return lines


def list_fitting_names(names: Sequence[str], width: float) -> str:
    """List the most names that a width in figures has room for, and the number of the others: "Alpha et 3 autres".

    Where not even one name with that number fits, the text is cut with an ellipsis.
    """
    forms = (list_some_names(names, name_count) for name_count in range(len(names), 1, -1))
    return next((text for text in forms if text_width(text) <= width), "") or clip_text(
        list_some_names(names, 2), width
    )


def french_decimal(text: str) -> str:
    """Render a number with a decimal comma, as a French spreadsheet does; any other text, "1.803" too, stays."""
    if not _DECIMAL.fullmatch(text):
        return text
    return (repr(float(text)) if len(text) > _MOST_DECIMALS else text).replace(".", ",")


def join_items(items: Sequence[str]) -> str:
    """Join items: "1", "1 et 4", "1, 4 et 7"; "" for none."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} et {items[-1]}" if items else ""


def list_some_names(names: Sequence[str], maximum: int) -> str:
    """List up to `maximum` names; of more the first `maximum` - 1 and a number: "Alpha, Bravo et 3 autres"."""
    return join_items(
        names if len(names) <= maximum else [*names[: maximum - 1], count(len(names) - maximum + 1, "autre")]
    )


def alternatives(items: Sequence[str]) -> str:
    """Join alternatives: "8", "8, 10 ou 12"; "" for none."""
    return f"{', '.join(items[:-1])} ou {items[-1]}" if len(items) > 1 else "".join(items)


def ranges(numbers: Iterable[int]) -> str:
    """List numbers in ascending order, runs of three or more with "à": "1 et 4", "3, 7 et 17 à 32"; "" for none."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} à {run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return join_items([text for part in parts for text in part])


def tables_text(tables: Collection[int]) -> str:
    """Name tables: "table 4", "tables 2 et 5"."""
    return f"table{'s' if len(tables) > 1 else ''} {ranges(tables)}"


def ordinal(rank: int) -> str:
    """Render a rank: "1er", "2e"."""
    return "1er" if rank == 1 else f"{rank}e"


def count(number: int, word: str) -> str:
    """Render a number with its noun, all words of which get an -s from 2 on: "1 table", "3 joueurs inscrits"."""
    return f"{number} {word}" if number < 2 else f"{number} {' '.join(part + 's' for part in word.split())}"
