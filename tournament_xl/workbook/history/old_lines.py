"""Lines of the sheet Mémoire in its old form, without a Version: parsing and checking, and the patches that they mean.

They hold facts, a key and a text each: "nom|7", "réglage|Formule", "paire|3|5-8" (Black first where there are colours,
else the lower N°), "résultat|3|5-8" ("451/407", "F2", "TN:28/36"), "présents|3" ("1-7,9") and so on. Only this module
knows them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from tournament_xl.core.model import FieldChange
from tournament_xl.workbook.cells import parse_int, parse_number
from tournament_xl.workbook.history.patches import Document, compute_patch
from tournament_xl.workbook.history.views import DRAWN_BEFORE, TYPED_BEFORE, X_MARK
from tournament_xl.workbook.number_texts import parse_ranges
from tournament_xl.workbook.snapshot import read_json

_SINGLE_KINDS = ("rondes", "tables", "groupes", "graine", "calculées")  # kinds of which there is only one fact
_OBSERVED_KEY, _APPLIED_KEY = "trouvé", "fait"
_MAX_CELL_LENGTH = 40_000  # characters read from a cell; an Excel cell holds 32,767
_DEPTH = 2  # nesting of the JSON
_N, _ROUND = "[0-9]{1,9}", "[1-9][0-9]{0,2}"
_PAIR = rf"(?:{_N}|X|BIP)-(?:{_N}|X|BIP)"
_KEY_PAIR = r"[1-9][0-9]{0,8}-(?:[1-9][0-9]{0,8}|X)"  # the lower N° first, X last
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


class OldFact(NamedTuple):
    """Key of a fact."""

    kind: str  # "nom", "paire", "réglage" …
    round: int  # 0: none
    subject: int | str  # N° of a player, a pair "3-5", the name of a setting or of a final; "": none


OldChanges: TypeAlias = "dict[OldFact, str | None]"  # None: removed


def read_line(text: str, max_facts: int) -> tuple[OldChanges, OldChanges] | None:
    """Parse the changes that a line holds; in a change, None instead of a text means that the fact is removed.

    Each of the two parts may have `max_facts`; 0 or less refuses every line.

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
    changes: list[OldChanges] = []
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


def _is_allowed(fact: OldFact, text: str) -> bool:
    """Check whether a fact may have this text; that a pair is of the players of its key is checked when it is read."""
    return fact.kind not in _VALUE_PATTERNS or _VALUE_PATTERNS[fact.kind].fullmatch(text) is not None


def parse_key(key: str) -> OldFact | None:
    """Parse a key of the JSON, such as "paire|3|5-8", "nom|7" or "réglage|Formule".

    Everything that uses a fact relies on this check of its round, N° or pair. The fact is the key in code; None for an
    unknown kind or a malformed key.
    """
    kind, _, rest = key.partition("|")
    if kind in _NAMED_KINDS or key in _SINGLE_KINDS:
        return OldFact(kind, 0, rest)
    if kind not in _KEY_PATTERNS or not (parts := _KEY_PATTERNS[kind].fullmatch(rest)):
        return None
    round_text, subject = parts.groups()
    if kind in _PAIR_KINDS and (ends := subject.split("-"))[1] != "X" and int(ends[0]) >= int(ends[1]):
        return None
    return OldFact(kind, int(round_text or 0), subject if round_text else int(subject))


def compute_old_chain(before: str, text: str) -> str:
    """Return the chain hash of an old line: of the hash `before` it ("" for the first line) and its text in Faits."""
    return hashlib.sha256((before + text).encode("utf-8", "replace")).hexdigest()[:16]


_FIELDS = {
    "nom": ("name", "first_name"), "licence": ("licence",), "pays": ("country",), "cote": ("cote", "used_cote"),
    "rang": ("seed",), "absences": ("absences",), "éviter": ("avoids",), "table": ("own_table",),
}  # kind of fact of a player -> its fields in the document  # fmt: skip
_RESULT_FIELDS = ("scores", "further", "forfeit", "end")
_SINGLE_FIELDS = {
    "rondes": "given_rounds", "tables": "seat_table", "groupes": "groups", "graine": "groups_seed",
    "calculées": "rated",
}  # fmt: skip
_BUILT_IN_TABLE, _BUILT_IN = "intégrée", "built-in"


def make_patch(changes: Mapping[OldFact, str | None], document: Mapping[str, Any]) -> Document:
    """Return the patch of a document that changes of facts mean.

    A change to None removes its fact; `document` is the one before the changes.
    """
    patch = Document()
    for fact, text in changes.items():
        kind, number, subject = fact
        if kind in _FIELDS:
            _change_player(patch, fact, text)
        elif kind == "réglage":
            patch.setdefault("effective", {})[subject] = text or None
        elif kind == "finale":
            pair, _, result = (text or "").partition(":")
            match = {"sides": _parse_sides(pair), **_parse_result(result)} if text is not None else None
            patch.setdefault("finals", {}).setdefault("matches", {})[subject] = match
        elif number:
            before = document.get("rounds", {}).get(str(number), {})
            _change_round(patch.setdefault("rounds", {}).setdefault(str(number), {}), fact, text, before)
        elif kind == "copie":
            patch.setdefault("backups_told", {})[subject] = None if text is None else True
        elif kind == "donné":
            value = text and ("tournament" if text == "oui" else "list")
            patch.setdefault("given_numbers", {})[str(subject)] = value
        elif kind == "libres":
            patch.setdefault("free_numbers", {})[str(subject)] = text
        elif kind in _SINGLE_FIELDS:
            patch[_SINGLE_FIELDS[kind]] = None if text is None else _parse_single(kind, text)
    return patch


def _change_player(patch: Document, fact: OldFact, text: str | None) -> None:
    players, key = patch.setdefault("players", {}), str(fact.subject)
    if text is None and (fact.kind == "nom" or players.get(key, {}) is None):
        players[key] = None  # he has left
        return
    fields = players[key] = players.get(key) or {}
    first, *others = _FIELDS[fact.kind]
    fields |= dict.fromkeys(others)
    value: Any = text
    if text is not None and fact.kind in ("cote", "rang"):
        number = parse_number(text)
        value = int(number) if number is not None and number.is_integer() else number
    elif text is not None and fact.kind == "éviter":
        value = [*map(int, text.split(","))]
    elif text is not None and fact.kind == "table":
        value = parse_int(text)
    fields[first] = value


def _change_round(entry: Document, fact: OldFact, text: str | None, before: Mapping[str, Any]) -> None:
    kind, _, subject = fact
    if kind == "appariée":
        entry["drawn"] = None if text is None else True
    elif kind == "présents":
        entry["present"] = None if text is None else sorted(parse_ranges(text))
    elif kind == "imposée":
        value = None if text is None else DRAWN_BEFORE if text == "tient" else TYPED_BEFORE
        entry.setdefault("imposed", {})[subject] = value
    elif kind == "paire" and text is None:
        entry.setdefault("matches", {})[subject] = None
    else:
        matches = entry.setdefault("matches", {})
        if (
            kind == "résultat"
            and text is None
            and (matches.get(subject, {}) is None or subject not in {**before.get("matches", {}), **matches})
        ):
            return
        match = matches[subject] = matches.get(subject) or {}
        if kind == "paire":
            match["sides"] = _parse_sides(text or "")
            return
        if subject not in before.get("matches", {}):
            match.setdefault("sides", _parse_sides(str(subject)))
        match |= dict.fromkeys(_RESULT_FIELDS) | _parse_result(text or "")


def _parse_sides(pair: str) -> list[int | str]:
    return [parse_int(side) or X_MARK for side in pair.split("-")]


def _parse_result(text: str) -> Document:
    """Parse a result: "451/407+380/395", "F1", "F2:451/407", "TN:28/36", "40/?"."""
    ending, separator, discs = text.partition(":")
    if not separator and "/" in text:
        ending, discs = "", text
    games = [[_parse_score(score) for score in (*game.split("/"), "?")[:2]] for game in discs.split("+") if game]
    result: Document = {"scores": games[0]} if games else {}
    if games[1:]:
        result["further"] = games[1:]
    if re.fullmatch(r"F[12](?:\+2)?", ending):
        result["forfeit"] = ending[1:]
    elif ending:
        result["end"] = ending
    return result


def _parse_score(text: str) -> float | str | None:
    value = parse_number(text)
    if text == "?" or value is None:
        return None if text in ("?", "") else text
    return int(value) if value.is_integer() else value


def _parse_single(kind: str, text: str) -> Any:
    """Return the value of a fact of which there is only one; None for a damaged text."""
    if kind == "rondes":
        return parse_int(text)
    if kind == "calculées":
        return "provisional" if text == "provisoires" else "final"
    if kind == "graine":
        return text
    if text == _BUILT_IN_TABLE:
        return _BUILT_IN
    try:
        if kind == "tables":
            table = [[[*map(int, game.split("-"))] for game in of.split()] for of in text.split("/")]
            return table if all(len(seats) == 2 for games in table for seats in games) else None
        return [[member if member == "X" else int(member) for member in group.split("-")] for group in text.split("/")]
    except ValueError:
        return None


_CHANGED = {"name": ("name", "first_name"), "cote": ("cote", "used_cote")}  # field of a change -> of the document


def find_observed(document: Document, sheets: Document, changes: Iterable[FieldChange]) -> Document:
    """Return the patch of what people changed since the last line, where that is of the old form.

    Only what was recorded in the old form can have changed; the rest is adopted with what the action does.

    Args:
        document: Document that the old lines give.
        sheets: Recorded part of the document as the sheets have it now.
        changes: What differs between the two of what the old form recorded.
    """
    observed = Document()
    for change in changes:
        for path in _find_paths(change):
            _copy_difference(observed, document, sheets, path)
    return observed


def _find_paths(change: FieldChange) -> list[tuple[str, ...]]:
    if change.field == "setting":
        return [("effective", str(change.key))]
    if change.field == "final":
        return [("finals", "matches", str(change.key))]
    if change.round:
        return [("rounds", str(change.round), "matches", str(change.key))]
    return [("players", str(change.key), name) for name in _CHANGED.get(change.field, (change.field,))]


def _copy_difference(patch: Document, before: Document, after: Document, names: tuple[str, ...]) -> None:
    """Put into a patch the difference of two documents at one path; an object on it that is gone is removed whole."""
    name, *rest = names
    old, new = before.get(name), after.get(name)
    if new is None:
        if old is not None:
            patch[name] = None
    elif not rest:
        if isinstance(old, dict) and isinstance(new, dict):
            new = compute_patch(old, new)
        if new not in (old, {}):
            patch[name] = new
    elif patch.get(name, {}) is not None:
        _copy_difference(patch.setdefault(name, {}), old or {}, new, tuple(rest))
