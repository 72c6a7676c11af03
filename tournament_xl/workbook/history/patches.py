"""JSON merge patches (RFC 7396): what turns one document into another, and its application, which shares structure.

Documents have no null but in lists, which a patch replaces whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]
Patch = Mapping[str, Any]  # None: removed


def compute_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> Document:
    """Return the patch that turns `before` into `after`: what is new or other, then removals."""
    patch = Document()
    for name, value in after.items():
        old = before.get(name)
        if old is value or old == value:
            continue
        patch[name] = compute_patch(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return patch | {name: None for name in before if name not in after}


def apply_patch(document: Mapping[str, Any], patch: Patch) -> Document:
    """Return a patched copy; parts that the patch does not touch are the same objects in both."""
    after = dict(document)
    for name, value in patch.items():
        if value is None:
            after.pop(name, None)
        elif isinstance(value, dict):
            old = after.get(name)
            after[name] = apply_patch(old if isinstance(old, dict) else {}, value)
        else:
            after[name] = value
    return after


def select_touched(document: Mapping[str, Any], patch: Patch) -> Document:
    """Return the part of a document of which a patch changes something: the same parts before and after it.

    Of players only those that it names, of rounds only these, and of their matches and imposed pairs; the rest whole.
    Groups and settings go together, as a seed is a fact only once groups are drawn from it.
    """
    touched = Document()
    names = [*patch, *(("effective", "groups") if "effective" in patch or "groups" in patch else ())]
    for name in names:
        if name not in document:
            continue
        whole, changes = document[name], patch.get(name)
        if name not in ("players", "rounds") or not isinstance(changes, dict):
            touched[name] = whole
            continue
        touched[name] = {key: whole[key] for key in changes if key in whole}
        if name == "rounds":
            for key, entry in touched[name].items():
                parts = changes[key]
                touched[name][key] = {
                    part: {pair: value[pair] for pair in parts[part] if pair in value}
                    if isinstance(value, dict) and isinstance(parts[part], dict)
                    else value
                    for part, value in entry.items()
                    if part in parts
                } if isinstance(parts, dict) else entry  # fmt: skip
    return touched
