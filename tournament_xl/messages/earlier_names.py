"""Names as earlier versions wrote them on sheets: shortened, cut or marked. Only reading knows of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tournament_xl.core.model import Person
from tournament_xl.core.normalization import normalize

_JOINTS = " -'’."
_LEAST_LETTERS = 3  # of a cut surname: with fewer, any word would match


def list_earlier_names(player: Person) -> Iterator[str]:
    """Yield the forms of a name: "Petit", "Petit J." and with more of the first name, "Pet…" and with more letters."""
    yield player.name
    for length in range(1, len(player.first_name)):
        yield f"{player.name} {player.first_name[:length].rstrip(_JOINTS)}.".strip()
    yield from (f"{player.name[:length]}…" for length in range(_LEAST_LETTERS, len(player.name)))


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
