"""Elements of HTML; a text that is not an element yet is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_VOID = ("br", "col", "img")  # elements without content


DISCS = {"●": "disc", "○": "disc white"}  # mark of a colour -> class of its disc


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: str | int | None) -> Html:
    """Build an element; `class_` is the attribute class, and an attribute that is None or "" is left out."""
    named = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value not in (None, "")
    )
    return Html(f"<{name}{named}>" if name in _VOID else f"<{name}{named}>{join(*content)}</{name}>")


def join(*content: str) -> Html:
    """Join elements and texts."""
    return Html("".join(part if isinstance(part, Html) else escape(part, quote=False) for part in content))


def join_lines(*lines: str) -> Html:
    """Join the texts that are not empty, a line each."""
    return Html(element("br").join(join(line) for line in lines if line))


def join_words(words: Iterable[str]) -> Html:
    """Join words or elements, a blank between them."""
    return Html(" ".join(map(join, words)))


def draw_disc(mark: str) -> Html:
    """Draw the disc of a colour; "" for no colour."""
    return element("i", class_=DISCS[mark], title=mark) if mark in DISCS else Html("")
