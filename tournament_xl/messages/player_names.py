"""Names of players fitted to the room there is, no two alike: shortened, in smaller letters, or with a mark."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from math import inf

from tournament_xl.core.model import Person
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import LINKS, clip_text, split_name
from tournament_xl.messages.text_width import text_width

_JOINTS = " -'’."
_LEAST_OF_CLUB = 3  # a cut club has more letters than this, with its ellipsis
_MOST_WORDS_OF_CLUB = 3  # more have no room
# a word of a club, with what does not stand alone: "La Rochelle", "Saint Étienne"
_CLUB_WORD = r"(?i)(?:(?:l[ae]s?|sainte?|ste?)\s+)*\S+"
# words that do not tell which club it is
_KINDS_OF_CLUB = {"association", "cercle", "club", "othello", "scrabble", "scrabble-club"}
# what an organiser adds behind a first name: "Paul fils", "Paul-fils", "Paul (Lyon)"; not the end of "jean-pierre". In
# capitals "PAUL-FILS" looks like "JEAN-PIERRE": there only words for one of a family are additions
_OF_A_FAMILY = "fils|fille|p[eè]re|m[eè]re|junior|senior|jr|sr|a[iî]n[eé]e?|cadet(?:te)?|jeune"
_ADDITION = rf"(?P<first_name>[^\W\d_a-zà-ÿ].*?)[ -]+(?P<addition>\(.*|[a-zà-ÿ]+|(?i:{_OF_A_FAMILY})\.?)"
# in digits: room by which homonyms get their mark, that of the narrowest column of names (Finales), so that the mark is
# the same on every sheet
_HOMONYM_ROOM = 21.0
_MOST_HOMONYM_ROOM = 22.4  # that of Appariements in its smallest letters: a club that lacks a few letters takes it
_LEAST_CUT = 4  # letters: a club is not cut to save fewer
SLIGHTLY_SMALLER = 1.2  # factor by which letters that a reader takes for the usual ones may be narrower


def shortenings(player: Person) -> Iterator[str]:
    """Yield a name ever shorter, the surname always whole: "Petit Jean", "Petit Je.", "Petit J.", "Petit".

    What is added behind a first name is whole or left out: "Petit Jean-fils", "Petit Je. fils", "Petit J. fils",
    "Petit Jean.", "Petit Je.", "Petit J.", "Petit".
    """
    yield player.full_name
    first_name, addition = _split_addition(player.first_name)
    shortened = [_cut_first_name(first_name, length) for length in range(len(first_name) - 2, 0, -1)]
    if addition:
        yield from (f"{player.name} {letters} {addition}".strip() for letters in shortened)
        shortened.insert(0, f"{first_name}.")
    yield from (f"{player.name} {letters}".strip() for letters in shortened)
    if player.name:
        yield player.name


def disambiguate_names(
    players: Iterable[Person],
    width: float = inf,
    lines: int = 1,
    *,
    surnames: bool = False,
    shrinkage: float = 1,
    homonym_room: float = _HOMONYM_ROOM,
) -> dict[int, str]:
    """Shorten the names of players to the room there is, so that no two look alike: the one rule for names.

    The surname comes first, then as much of the first name as fits. Where not even its initial fits, "Durand P." is to
    be shown in smaller letters; where these have no room for the surname, it is cut, with an ellipsis. Without smaller
    letters the first name is left out, then the surname is cut. Names that look alike then get more of their first
    names in smaller letters, else a mark: what follows the first name that they share ("Durand P. fils"), else
    the words of the club that tell it apart ("(Lyon)"), else "N° 7", which is added even if it does not fit. Players
    of the very same full name have their mark at any width, the same on every sheet, behind equally many letters of the
    first name.

    Args:
        players: Players whose names are shown together.
        width: Width of a line, in digits.
        lines: Number of lines for a name.
        surnames: Show only as much of the first name as tells players apart.
        shrinkage: Factor by which smaller letters are narrower; 1 for none.
        homonym_room: Width to which the marks of homonyms are cut, in digits; infinite where no sheet has the names.

    Returns:
        Name by player number.
    """
    players_list, names, room = list(players), dict[int, str](), _compute_room(width, lines, shrinkage)
    for player in players_list:
        names[player.number] = player.name if surnames and player.name else _fit_name(player, width, lines, shrinkage)
    if surnames:
        for full_form in (lambda player: f"{player.name} {player.first_name[:1]}.", lambda player: player.full_name):
            namesakes = _find_namesakes(players_list, names)
            names |= {player.number: full_form(player) for player in namesakes if player.first_name}

    def apply_mark(group: Sequence[Person], mark: Callable[[Sequence[Person]], Marks]) -> None:
        marks = mark(group)
        all_fit = all(text_width(f"{_shortest_form(player)} {text}".strip()) <= room for player, text in marks)
        if not marks or not (all_fit or mark is _by_number):
            return
        fitting = [_fit_name(player, width, lines, shrinkage, f" {text}" if text else "") for player, text in marks]
        if _are_homonyms(group):
            fitting = _equalize(group, fitting)
        names.update(
            {player.number: f"{name} {text}".strip() for (player, text), name in zip(marks, fitting, strict=True)}
        )

    for group in _find_first_name_families(players_list) if width < inf else ():
        if any(names[player.number] != player.full_name for player in group):
            apply_mark(group, _by_first_name)
    for group in _group_namesakes(players_list, names) if shrinkage > 1 else ():
        names |= _lengthen_first_names(group, room)
    for mark in (_by_first_name, partial(_by_club, room=homonym_room), _by_number):
        for group in _group_namesakes(players_list, names):
            apply_mark(group, mark)
    return names


def alphabetical_key(surname: str, first_name: str) -> tuple[str, str]:
    """Return the sort key of every list of players by name: surname, then first name.

    All of "Petit" come before "Petit-Durand". What sorts homonyms is left to the caller: in a tournament their N°, as
    their mark changes with their club.

    Args:
        surname: Surname; of a player without a public name, what is shown in its place.
        first_name: First name.
    """
    return normalize(surname), normalize(first_name)


def fit_beside_rank(players: Sequence[Person], width: float) -> dict[int, str]:
    """Shorten names to a width, next to a rank that tells players apart.

    Players of one full name have the marks of `disambiguate_names` if all of theirs fit, else none and may look alike.

    Args:
        players: Players whose names are shown together.
        width: Room, in digits.

    Returns:
        Name by player number.
    """
    names = disambiguate_names(players, max(width, _MOST_HOMONYM_ROOM))
    too_wide = {normalize(player.full_name) for player in players if text_width(names[player.number]) > width}
    return {
        player.number: _fit_name(player, width, 1, 1)
        if normalize(player.full_name) in too_wide
        else names[player.number]
        for player in players
    }


def is_same_name(first: str, second: str) -> bool:
    """Check whether two texts may be one name, shortened or marked otherwise: "Petit J. (Lyon)" and "Jean Petit N° 7".

    Marks of homonyms, colours and the order do not matter. One of the texts may lack words of the other; a word with a
    point or an ellipsis behind it is the beginning of one.
    """
    first_words, second_words = (_read_words(text) for text in (first, second))

    def has_word(words: Sequence[tuple[str, bool]], word: str, *, is_cut: bool) -> bool:
        return any(
            word == other or (is_cut and other.startswith(word)) or (is_other_cut and word.startswith(other))
            for other, is_other_cut in words
        )

    return any(
        words and all(has_word(others, word, is_cut=is_cut) for word, is_cut in words)
        for words, others in ((first_words, second_words), (second_words, first_words))
    )


def _read_words(name: str) -> list[tuple[str, bool]]:
    """Return the words of a shown name, each with whether it is cut; without the mark of a homonym."""
    text = re.sub(r"\(.*|N° \d+|[●○]", " ", name)
    return [(normalize(match[1]), bool(match[2])) for match in re.finditer(r"([^\s.…’'-]+)([.…]?)", text)]


Marks = list[tuple[Person, str]]  # players, mark behind each name; [] if marks do not tell them apart


def _split_addition(first_name: str) -> tuple[str, str]:
    """Split a first name from what is added behind it: "Paul-fils" is "Paul" and "fils"; "" for nothing added."""
    match = re.fullmatch(_ADDITION, first_name)
    return (match["first_name"], match["addition"]) if match else (first_name, "")


def _cut_first_name(first_name: str, length: int) -> str:
    """Cut a first name behind so many letters, with a point; it stays whole where that would be no shorter."""
    return f"{first_name[:length].rstrip(_JOINTS)}." if length < len(first_name) - 1 else first_name


def _split_words(first_name: str) -> list[str]:
    """Split a first name at blanks, and from what is added behind a hyphen: "Jean-Luc fils" has two words."""
    first_words, addition = _split_addition(first_name)
    return [*first_words.split(), *addition.split()]


def _find_namesakes(players: Iterable[Person], names: Mapping[int, str]) -> list[Person]:
    """Return the players whose shown name another player has, too."""
    times = Counter(map(normalize, names.values()))
    return [player for player in players if times[normalize(names[player.number])] > 1]


def _group_namesakes(players: Iterable[Person], names: Mapping[int, str]) -> list[list[Person]]:
    """Return the players whose shown names are the same, together."""
    groups: dict[str, list[Person]] = defaultdict(list)
    for player in _find_namesakes(players, names):
        groups[normalize(names[player.number])].append(player)
    return [*groups.values()]


def _are_homonyms(players: Iterable[Person]) -> bool:
    """Check whether players have the very same full name."""
    return len({normalize(player.full_name) for player in players}) == 1


def _equalize(homonyms: Sequence[Person], names: Sequence[str]) -> list[str]:
    """Shorten the names of homonyms, without their marks, to the shortest of them."""
    most = min(map(len, names))
    return [
        next((form for form in shortenings(player) if len(form) <= most and text_width(form) <= text_width(name)), name)
        for player, name in zip(homonyms, names, strict=True)
    ]


def _lengthen_first_names(namesakes: Sequence[Person], room: float) -> dict[int, str]:
    """Return names with the fewest letters of the first names that tell players apart; {} without room for them.

    Homonyms among them stay alike: they get their marks.
    """
    full_names = {normalize(player.full_name) for player in namesakes}
    if len(full_names) == 1:
        return {}
    first_names = {player.number: _split_addition(player.first_name)[0] for player in namesakes}
    for length in range(1, max(map(len, first_names.values())) + 1):
        names = {
            player.number: f"{player.name} {_cut_first_name(first_names[player.number], length)}"
            if length < len(first_names[player.number]) - 1
            else player.full_name
            for player in namesakes
        }
        if len(set(map(normalize, names.values()))) == len(full_names):
            return names if all(text_width(name) <= room for name in names.values()) else {}
    return {}


def _find_first_name_families(players: Iterable[Person]) -> Iterator[list[Person]]:
    """Yield players of one surname where one first name is the beginning of all others: "Paul", "Paul fils"."""
    players_by_surname: dict[str, list[Person]] = defaultdict(list)
    for player in players:
        players_by_surname[normalize(player.name)].append(player)
    families: dict[tuple[str, str], list[tuple[Person, list[str]]]] = defaultdict(list)
    for surname, namesakes in players_by_surname.items():
        for player in namesakes if len(namesakes) > 1 else ():
            words = [*map(normalize, _split_words(player.first_name))]
            families[surname, words[0] if words else ""].append((player, words))
    for family in families.values():
        shortest = min((words for _, words in family), key=len)
        if len(family) > 1 and all(words[: len(shortest)] == shortest for _, words in family):
            yield [player for player, _ in family]


def _by_first_name(namesakes: Sequence[Person]) -> Marks:
    """Mark players with what follows the words that their first names share: "fils", "1956"; one mark may be empty."""
    words = [_split_words(player.first_name) for player in namesakes]
    columns = takewhile(lambda column: len(set(map(normalize, column))) == 1, zip(*words, strict=False))
    shared_words = [word for word, *_ in columns]
    marks = [
        (replace(player, first_name=" ".join(shared_words)), " ".join(words_of_player[len(shared_words) :]))
        for player, words_of_player in zip(namesakes, words, strict=True)
    ]
    return marks if shared_words and len({normalize(mark) for _, mark in marks}) == len(marks) else []


def _by_club(namesakes: Sequence[Person], room: float) -> Marks:
    """Mark players with words of their clubs; those of homonyms are cut so that names with them take this room."""
    words = clubs = _abbreviate_clubs([player.club for player in namesakes])
    if _are_homonyms(namesakes):
        mark_room = room - max(map(text_width, map(_shortest_form, namesakes))) - text_width(" ()")
        most_room = mark_room + _MOST_HOMONYM_ROOM - _HOMONYM_ROOM
        clubs = [_cut_club(club, mark_room, most_room) for club in words]
    are_distinct = len(set(map(normalize, clubs))) == len(clubs)
    is_cut_short = any(club != whole and len(club) <= _LEAST_OF_CLUB for club, whole in zip(clubs, words, strict=True))
    if not all(map(_has_letter, clubs)) or not are_distinct or is_cut_short:
        return []
    return [(player, f"({club})") for player, club in zip(namesakes, clubs, strict=True)]


def _cut_club(club: str, room: float, most_room: float) -> str:
    """Cut a club to its room; one that would save few letters stays whole where the larger room has them."""
    cut_club = clip_text(club, room)
    return club if len(club) - len(cut_club) < _LEAST_CUT and text_width(club) <= most_room else cut_club


def _abbreviate_clubs(clubs: Sequence[str]) -> list[str]:
    """Return the fewest whole words of each club that are in no other: "Lyon" of "Lyon Scrabble"; else all of it."""

    def abbreviate(club: str) -> str:
        words, others = re.findall(_CLUB_WORD, club), [f" {normalize(other)} " for other in clubs if other != club]
        for length in range(1, min(len(words), _MOST_WORDS_OF_CLUB + 1)):
            for start in range(len(words) - length + 1):
                run = words[start : start + length]
                text, first, last = " ".join(run), run[0].casefold(), run[-1].casefold()
                is_name = len(text) > 1 and LINKS.isdisjoint((first, last)) and last not in _KINDS_OF_CLUB
                if is_name and _has_letter(text) and not any(f" {normalize(text)} " in other for other in others):
                    return text
        return club

    return [abbreviate(club) for club in clubs]


def _has_letter(text: str) -> bool:
    """Check whether a mark has a letter: a number alone, "(14)" of "Paris 14", would read as a N°."""
    return any(map(str.isalpha, text))


def _by_number(namesakes: Sequence[Person]) -> Marks:
    return [(player, f"N° {player.number}") for player in namesakes]


def _shortest_form(player: Person) -> str:
    """Return the shortest form of a name to which a mark is added."""
    return f"{player.name} {_cut_first_name(player.first_name, 1)}".strip()


def _compute_room(width: float, lines: int, shrinkage: float) -> float:
    """Compute the room that lines of smaller letters have together, in figures, less what a break leaves of a line."""
    return width * shrinkage * lines - 2 * (lines - 1)


def _fit_name(player: Person, width: float, lines: int, shrinkage: float, mark: str = "") -> str:
    """Return the longest form of a name that has room next to a mark, in smaller letters where it must be.

    The whole name is shown in letters up to a fifth smaller before any of it is left out.
    """
    if lines == 1 and text_width(player.full_name + mark) <= width * min(shrinkage, SLIGHTLY_SMALLER):
        return player.full_name
    for text in shortenings(player):
        if text != player.name and _has_room_in_lines(text + mark, width, lines):
            return text
    surname = player.name or player.full_name
    room = _compute_room(width, lines, shrinkage) - text_width(mark)
    if shrinkage > 1 and text_width(surname) <= room:  # for the initial, letters are a little smaller yet
        return _shortest_form(player)
    return surname if _has_room_in_lines(surname + mark, width, lines) else clip_text(surname, room)


def _has_room_in_lines(text: str, width: float, lines: int) -> bool:
    """Check whether a name fits into so many lines, broken where `split_name` allows it."""
    if (text_length := text_width(text)) <= width or lines == 1:
        return text_length <= width
    line_width = 0.0
    for word in split_name(text):
        if line_width and line_width + text_width(word.rstrip()) > width:
            lines, line_width = lines - 1, 0.0
        line_width += text_width(word)
        if line_width - text_width(word) + text_width(word.rstrip()) > width:
            return False
    return lines > 0
