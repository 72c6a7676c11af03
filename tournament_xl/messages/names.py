"""Lists, numbers and games as sentences and cells show them; texts cut or broken to a width."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from tournament_xl.messages.text_width import text_width

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load, and few numbers are fractions

_DECIMAL = re.compile(r"(?![1-9]\d{0,2}\.\d{3}$)-?\d+\.\d+")  # not a thousand with a point, "1.803"
_MOST_DECIMALS = 12  # a longer number is rounded: a file has 1803.0999999999999 for 1803.1
# no cut text ends with them
LINKS = frozenset({"à", "au", "aux", "de", "des", "du", "en", "et", "sous", "sur", "-", "–"})
_ARTICLES = frozenset({"la", "le", "les"})  # they may begin one: "La Rochelle"
_NAME_PART = r"(?:\(.+?\)+|N° \d+) ?|[^ -]*[ -]|[^ -]+"  # a mark, or a word with what follows it
_LONG_WORD = r"[^\W\d_]{13,}"  # shorter ones have room on a phone, and a break in a name is hard to read
_VOWEL = "[aeiouyàâäéèêëîïôöùûüœæ]"
# where a French syllable begins: a vowel and one sound, or two that do not belong together; three letters on each side
_SYLLABLE = (
    rf"(?i)(?<=..{_VOWEL})(?=(?:[cpt]h|gn|[bcdfgptv][lr]|[bcdfgjklmnpqrstvz]){_VOWEL}.)"
    rf"|(?<=.{_VOWEL}[lmnrs])(?=[bcdfgjklmnpqstvz]{_VOWEL}.)"
)


def find_wider_line(text: str) -> str:
    """Return the wider of the two lines into which a text is broken best, at a blank or behind a hyphen."""
    parts = split_name(text)
    starts = ("".join(parts[:length]) for length in range(1, len(parts)))
    pairs = ((start.rstrip(), text[len(start) :]) for start in starts)
    lines = min(pairs, key=lambda pair: max(map(text_width, pair)), default=(text,))
    return max(lines, key=text_width)


def split_name(name: str) -> list[str]:
    """Split a name behind the blanks and hyphens at which a line may end: "Petit ", "Jean-", "Luc ", "(La Rochelle)".

    A mark that tells homonyms apart is one part: "N° 4", and all between parentheses.
    """
    return re.findall(_NAME_PART, name)


def clip_text(text: str, width: float) -> str:
    """Cut a text to a width in digits, with an ellipsis if it is longer."""
    if text_width(text) <= width:
        return text
    length = bisect_right(range(1, len(text) + 1), width - 1, key=lambda length: text_width(text[:length]))
    return text[:length].rstrip(" -',") + "…"


def cut_at_word(text: str, length: int) -> str:
    """Cut a text to so many characters behind a whole word, but no link ("de", "la").

    Where that would leave less than half of them, the text is cut within a word.
    """
    if len(text) <= length:
        return text
    words = text[: length + 1].split(" ")[:-1]
    while words and words[-1].casefold() in LINKS | _ARTICLES:
        words.pop()
    shortened = " ".join(words)
    return shortened if 2 * len(shortened) >= length else text[:length]


def hyphenate(text: str) -> str:
    """Put soft hyphens into words of thirteen letters or more, where a French syllable begins: "Rako-toa-ri-manana".

    Other words are broken at their own hyphens only.
    """
    return re.sub(_LONG_WORD, lambda word: re.sub(_SYLLABLE, "\u00ad", word[0]), text)


def bind_numbers(text: str) -> str:
    """Replace the blank of each "N° 7" by a no-break space."""
    return text.replace("N° ", "N°\u00a0")


def public_name(name: str) -> str:
    """Return a name as a page shows it: no line breaks "N° 7", one may break a long word (`hyphenate`)."""
    return hyphenate(bind_numbers(name))


def wrap_text(text: str, width: float) -> list[str]:
    """Break a text at white space into lines of a width in digits, a word that is wider behind its hyphens, too.

    Of a part that is wider yet the end is lost (`clip_text`). A blank text has no lines.
    """
    lines = list[str]()
    for word in text.split():
        parts = [word] if text_width(word) <= width else re.findall("[^-]*-|[^-]+", word)
        for part, joint in zip(parts, (" ", *("",) * len(parts)), strict=False):
            if lines and text_width(f"{lines[-1]}{joint}{part}") <= width:
                lines[-1] += f"{joint}{part}"
            else:
                lines.append(clip_text(part, width))
    return lines


def list_fitting_names(names: Sequence[str], width: float) -> str:
    """List the most names that a width in digits has room for, and the number of the others: "Alpha et 3 autres".

    Where not even one name with that number fits, the text is cut with an ellipsis.
    """
    forms = (list_some_names(names, name_count) for name_count in range(len(names), 1, -1))
    return next((text for text in forms if text_width(text) <= width), "") or clip_text(
        list_some_names(names, 2), width
    )


def french_decimal(text: str) -> str:
    """Render a decimal number with a comma, as a French spreadsheet does; any other text stays.

    "1.803" stays, too: it may be a thousand with a point. A number of more than 12 characters is rounded.
    """
    if not _DECIMAL.fullmatch(text):
        return text
    return (repr(float(text)) if len(text) > _MOST_DECIMALS else text).replace(".", ",")


def fill_sentence(template: str, facts: Mapping[str, object]) -> str:
    """Fill in a sentence; a value that ends with a point needs no full stop behind it: "Entrée : {name}.", "Perrin D.".

    The fields are "{name}" or "{name:spec}", as of `str.format`, or have a spec of the catalogue: "n NOUN" a number, or
    that of a list, with its noun ("{players:n joueur inscrit}": "3 joueurs inscrits"), "agree WORD" the words alone in
    the number of the value ("{tables:agree table} {tables:ranges}"), "signed" ("+3", "−3"), "ordinal" ("1er"), "ranges"
    (`ranges`), "list" and "or" (`join_items`, `alternatives`), "some 3" (`list_some_names`).

    Raises:
        KeyError: A field has no value.
    """
    text = ""
    for literal, field, spec, _ in Formatter().parse(template):
        text += literal.removeprefix(".") if text.endswith(".") else literal
        text += "" if field is None else _format_value(facts[field], spec or "")
    return text


def _format_value(value: Any, spec: str) -> str:
    """Format a value by a spec of the catalogue, or of Python."""
    name, _, words = spec.partition(" ")
    render = _SPECS.get(name)
    return render(value, words) if render else format(value, spec)


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
    """List different numbers in ascending order, three or more in a row with "à": "3, 7 et 17 à 32"; "" for none."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} à {run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return join_items([text for part in parts for text in part])


def ordinal(rank: int) -> str:
    """Render a rank: "1er", "2e"."""
    return "1er" if rank == 1 else f"{rank}e"


def count(number: int, word: str) -> str:
    """Render a number with its noun, all words of which get an -s from 2 on: "1 table", "3 joueurs inscrits"."""
    return f"{number} {agree(number, word)}"


def agree(number: int, words: str) -> str:
    """Put words into the number of what they name, an -s for each from 2 on: "table", "joueurs inscrits"."""
    return words if number < 2 else " ".join(f"{word}s" for word in words.split())


def signed(value: float | Fraction) -> str:
    """Render a number with its sign: "+240", "−95", "0"; decimals behind a comma."""
    size = f"{abs(float(value)):g}".replace(".", ",")
    return f"+{size}" if value > 0 else f"\u2212{size}" if value < 0 else "0"


_SPECS: Mapping[str, Callable[[Any, str], str]] = {
    "n": lambda value, words: count(_quantity(value), words),
    "agree": lambda value, words: agree(_quantity(value), words),
    "signed": lambda value, _: signed(value),
    "ordinal": lambda value, _: ordinal(value),
    "ranges": lambda value, _: ranges(value),
    "list": lambda value, _: join_items(value),
    "or": lambda value, _: alternatives(value),
    "some": lambda value, maximum: list_some_names(value, int(maximum)),
}  # spec of a field of `fill_sentence` -> how its value is rendered


def _quantity(value: int | Collection[object]) -> int:
    """Return a number, or how many are in a collection; a text is no collection."""
    if isinstance(value, str):
        raise TypeError(value)
    return value if isinstance(value, int) else len(value)


def final_title(stage: str, number: int) -> str:
    """Name a game of Finales: "Finale", "Finale, partie 2"; `number`: in its match, 0 where that is one game."""
    return f"{stage}, partie {number}" if number else stage


def game_text(first: str, score: str, second: str, gave: tuple[bool, bool] = (False, False)) -> str:
    """Render a game: "Durand Anne 35 – 29 Petit Luc", "Petit Luc gagne par forfait contre Durand Anne".

    The score is as the first player sees it, and not shown of a game lost by forfeit; `gave` says whether each of the
    two lost so.
    """
    if all(gave):
        return f"forfait des deux, {first} et {second}"
    if any(gave):
        winner, loser = (second, first) if gave[0] else (first, second)
        return f"{winner} gagne par forfait contre {loser}"
    return f"{first} {score} {second}"
