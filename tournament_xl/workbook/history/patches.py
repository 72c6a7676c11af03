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


def join_patches(first: Patch, second: Patch) -> Document:
    """Return the patch that does what two patches do, one after the other."""
    joined = dict(first)
    for name, value in second.items():
        old = joined.get(name)
        joined[name] = join_patches(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return joined


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
