"""JSON in the column Faits of one line of the sheet Mémoire: parsing and checking of untrusted text, and writing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from tournament_xl.core.model import Changes, Fact
from tournament_xl.workbook.snapshot import read_json

SINGLE_KINDS = ("rondes", "tables", "groupes", "graine", "calculées")  # kinds of which there is only one fact
_MAX_LINE_LENGTH = 8_000  # characters of `Faits` in a line: xlwings' .formula fails above 8,221
_OBSERVED_KEY, _APPLIED_KEY = "trouvé", "fait"
_MAX_CELL_LENGTH = 40_000  # characters read from a cell; an Excel cell holds 32,767
_DEPTH = 2  # nesting of the JSON
_N, _ROUND = "[0-9]{1,9}", "[1-9][0-9]{0,2}"
_PAIR = rf"(?:{_N}|X|BIP)-(?:{_N}|X|BIP)"
_KEY_PAIR = r"[1-9][0-9]{0,8}-(?:[1-9][0-9]{0,8}|X)"  # as written by `format_pair_key`
_PAIR_KINDS, _NAMED_KINDS = ("paire", "résultat", "imposée"), ("réglage", "finale", "copie")
_KEY_PATTERNS = {
    **dict.fromkeys(("nom", "licence", "pays", "cote", "rang", "absences"), re.compile(f"()({_N})")),
    **dict.fromkeys(("éviter", "table", "donné", "libres"), re.compile(f"()({_N})")),
    **dict.fromkeys(("appariée", "présents"), re.compile(f"({_ROUND})()")),
    **dict.fromkeys(_PAIR_KINDS, re.compile(rf"({_ROUND})\|({_KEY_PAIR})")),
}  # kind -> pattern of round and subject in the rest of the key
_VALUE_PATTERNS = {  # kind -> pattern of its text, where code parses it
    "paire": re.compile(_PAIR), "finale": re.compile(rf"{_PAIR}(?::.*)?"), "éviter": re.compile(rf"{_N}(?:,{_N})*"),
    **dict.fromkeys(("cote", "rang"), re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?")),
}  # fmt: skip


def read_line(text: str, max_facts: int) -> tuple[dict[Fact, str | None], dict[Fact, str | None]] | None:
    """Parse the changes that a line holds; in a change, None instead of a text means that the fact is removed.

    Args:
        text: Content of `Faits`.
        max_facts: Most facts accepted in each of the two parts; 0 or less refuses every line.

    Returns:
        Changes observed (by people) and changes applied (by the program), {} for a missing part; None where the text is
        damaged or too long, or a key or value is not as it must be.
    """
    document: object
    try:
        document = read_json(text, _DEPTH) if len(text) <= _MAX_CELL_LENGTH and max_facts > 0 else None
    except ValueError:
        return None
    parts: list[object] = (
        [document.get(name, {}) for name in (_OBSERVED_KEY, _APPLIED_KEY)] if isinstance(document, dict) else [None]
    )
    changes: list[dict[Fact, str | None]] = []
    for part in parts:
        if not isinstance(part, dict) or len(part) > max_facts:
            return None
        changes.append({})
        for key, value in part.items():
            fact = parse_key(key)
            if fact is None or not isinstance(value, str | None):
                return None
            if value is not None and not _is_allowed(fact, value):
                return None
            changes[-1][fact] = value
    return changes[0], changes[1]


def _is_allowed(fact: Fact, text: str) -> bool:
    """Check whether a fact may have this text; both players of a pair must be the players in its key."""
    if fact.kind in _VALUE_PATTERNS and not _VALUE_PATTERNS[fact.kind].fullmatch(text):
        return False
    return fact.kind != "paire" or sorted(text.replace("BIP", "X").split("-")) == sorted(str(fact.subject).split("-"))


def parse_key(key: str) -> Fact | None:
    """Parse a key of the JSON, such as "paire|3|5-8", "nom|7" or "réglage|Formule".

    Everything that uses a fact relies on this check of its round, N° or pair.

    Returns:
        The fact, which is the key in code; None for an unknown kind or a malformed key.
    """
    kind, _, rest = key.partition("|")
    if kind in _NAMED_KINDS or key in SINGLE_KINDS:
        return Fact(kind, 0, rest)
    if kind not in _KEY_PATTERNS or not (parts := _KEY_PATTERNS[kind].fullmatch(rest)):
        return None
    round_text, subject = parts.groups()
    if kind in _PAIR_KINDS and (ends := subject.split("-"))[1] != "X" and int(ends[0]) >= int(ends[1]):
        return None
    return Fact(kind, int(round_text or 0), subject if round_text else int(subject))


def format_key(fact: Fact) -> str:
    """Format a fact's key as in the JSON, without its empty parts: "paire|3|5-8", "nom|7", "rondes"."""
    return "|".join(str(part) for part in fact if part not in (0, ""))


def render_changes(observed: Changes, applied: Changes) -> Iterator[str]:
    """Yield the JSON of one action, in texts of at most `_MAX_LINE_LENGTH` characters, at least one.

    Only a text with a single fact may be longer.
    """
    parts: dict[str, dict[str, str | None]] = {}
    size = 0
    for name, changes in ((_OBSERVED_KEY, observed), (_APPLIED_KEY, applied)):
        for key, value in ((format_key(fact), value) for fact, value in changes.items()):
            size += len(json.dumps([key, value], ensure_ascii=False))
            if size > _MAX_LINE_LENGTH - 40 and parts:
                yield _json(parts)
                parts, size = {}, len(key) + len(value or "") + 10
            parts.setdefault(name, {})[key] = value
    yield _json(parts)


def _json(parts: Mapping[str, Mapping[str, str | None]]) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
