"""One action on the sheet Mémoire: its two merge patches as text in pieces, and the check of untrusted text.

A piece is plain text, not valid JSON by itself; the pieces of an action stand in lines with one `n` and are joined.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tournament_xl.workbook.history.patches import Document, Patch
from tournament_xl.workbook.history.views import make_pair_key
from tournament_xl.workbook.snapshot import read_json, replace_surrogates

OBSERVED_KEY, APPLIED_KEY = "trouvé", "fait"
MAX_PIECE = 8_000  # characters of `Faits` in a line: xlwings' .formula fails above 8,221
MAX_TEXT = 2_000_000  # characters of an action; the first one of an Open of 500 has 60,000
_DEPTH = 8  # nesting of the JSON
_LONGEST, _HIGHEST = 32_767, 10**9  # characters of a text, which a cell has; number
_SAFE_CUT = re.compile(r'[,:{\[](?=")')  # a piece that begins with a quotation mark is a text in every spreadsheet
_NUMBER, _ROUND = re.compile("[1-9][0-9]{0,8}"), re.compile("[1-9][0-9]{0,2}")
_PAIR = re.compile("[1-9][0-9]{0,8}-(?:[1-9][0-9]{0,8}|X)")
_NAME = re.compile(r".{1,200}", re.DOTALL)


def compute_chain(before: str, values: Iterable[str]) -> str:
    """Return the chain hash of a line: of the hash `before` it ("" for the first line) and its texts but Chaîne."""
    text = json.dumps([before, *values], ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def cut_patches(observed: Patch, applied: Patch) -> Iterator[str]:
    """Yield the JSON of one action in pieces of at most `MAX_PIECE` characters, at least one.

    A cell loses blanks at its ends, and may take a piece for a number or a formula: a piece after the first begins with
    a quotation mark if one is near.
    """
    parts = {OBSERVED_KEY: observed, APPLIED_KEY: applied}
    text = replace_surrogates(
        json.dumps({key: part for key, part in parts.items() if part}, ensure_ascii=False, separators=(",", ":"))
    )
    while len(text) > MAX_PIECE:
        cut = max((match.end() for match in _SAFE_CUT.finditer(text, 1, MAX_PIECE)), default=MAX_PIECE)
        while cut > 1 and not (text[cut - 1].isprintable() and text[cut - 1] != " " and text[cut] not in " =+-@'"):
            cut -= 1
        yield text[:cut]
        text = text[cut:]
    yield text


def parse_patches(text: str) -> tuple[Document, Document] | None:
    """Parse and check the joined text of an action.

    Returns:
        Patch observed (by people) and patch applied (by the program), {} for a missing one; None where the text is too
        long or no JSON, or a patch is not one of a tournament's document.
    """
    try:
        parts = read_json(text, _DEPTH) if len(text) <= MAX_TEXT else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(parts, dict) or not parts.keys() <= {OBSERVED_KEY, APPLIED_KEY}:
        return None
    observed, applied = parts.get(OBSERVED_KEY, {}), parts.get(APPLIED_KEY, {})
    return (observed, applied) if _is_document(observed) and _is_document(applied) else None


def has_sides(document: Mapping[str, Any], patch: Patch) -> bool:
    """Check whether every match that a patch touched has two sides, in a round those of its key."""
    rounds, finals = document.get("rounds", {}), document.get("finals", {}).get("matches", {})
    for number, entry in (patch.get("rounds") or {}).items():
        for pair, match in ((entry or {}).get("matches") or {}).items():
            if match is not None:
                sides = rounds[number]["matches"][pair].get("sides", ())
                if len(sides) != 2 or make_pair_key(*sides) != pair:
                    return False
    return all("sides" in finals.get(name, {}) for name, match in _finals_of(patch).items() if match is not None)


def _finals_of(patch: Patch) -> Patch:
    return (patch.get("finals") or {}).get("matches") or {}


# Shapes of values; the description of a document, which says all, takes 3 ms to load


_Check = Callable[[Any], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and -_HIGHEST < value < _HIGHEST  # type: ignore[operator]  # also no NaN


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 < value < _HIGHEST


def _is_side(value: object) -> bool:
    return value == "X" or _is_whole(value)


def _is_score(value: object) -> bool:
    return value is None or _is_number(value) or _is_text(value)


def _is_yes(value: object) -> bool:
    return value is True


def _list_of(check: _Check, size: int = 0) -> _Check:
    return lambda value: isinstance(value, list) and (not size or len(value) == size) and all(map(check, value))


def _one_of(*choices: str) -> _Check:
    return lambda value: isinstance(value, str) and value in choices


def _object(checks: Mapping[str, _Check]) -> _Check:
    """Return the check of a patch of an object with these fields."""
    return lambda value: (
        isinstance(value, dict)
        and all(name in checks and (item is None or checks[name](item)) for name, item in value.items())
    )


def _keyed(pattern: re.Pattern[str], check: _Check) -> _Check:
    """Return the check of a patch of an object whose keys match a pattern."""
    return lambda value: (
        isinstance(value, dict)
        and all(pattern.fullmatch(name) and (item is None or check(item)) for name, item in value.items())
    )


_SETTINGS = _keyed(_NAME, lambda value: _is_text(value) or _is_number(value))
_PLAYER = _object({
    **dict.fromkeys(("name", "first_name", "licence", "country", "absences"), _is_text),
    **dict.fromkeys(("cote", "used_cote", "seed"), _is_number), "avoids": _list_of(_is_whole), "own_table": _is_whole,
})  # fmt: skip
_MATCH = _object({
    "sides": _list_of(_is_side, 2), "table": _is_whole, "scores": _list_of(_is_score, 2),
    "further": _list_of(_list_of(_is_score, 2)), "forfeit": _is_text, "end": _is_text,
})  # fmt: skip
_is_document = _object({
    "format": _is_whole, "game": _is_text, "settings": _SETTINGS, "effective": _SETTINGS,
    "players": _keyed(_NUMBER, _PLAYER),
    "rounds": _keyed(_ROUND, _object({
        "drawn": _is_yes, "present": _list_of(_is_whole), "imposed": _keyed(_PAIR, _one_of("typed", "drawn")),
        "matches": _keyed(_PAIR, _MATCH),
    })),
    "finals": _object({"matches": _keyed(_NAME, _MATCH)}),
    "given_rounds": _is_whole, "former_numbers": _list_of(_is_whole), "backups_told": _keyed(_NAME, _is_yes),
    "seat_table": lambda value: value == "built-in" or _list_of(_list_of(_list_of(_is_whole, 2)))(value),
    "groups": _list_of(_list_of(_is_side)), "groups_seed": _is_text, "rated": _one_of("final", "provisional"),
    "given_numbers": _keyed(_NUMBER, _one_of("tournament", "list")), "free_numbers": _keyed(_NUMBER, _is_text),
})  # fmt: skip
