"""Why two players of Othello meet: the terms of the pair's cost (S1, S2) and the colours (S4), in French."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tournament_xl.model import X
from tournament_xl.texts.names import count


class Term(Protocol):
    """A term of a cost (othello/costs.py)."""

    @property
    def kind(self) -> str: ...

    @property
    def cost(self) -> int: ...

    @property
    def who(self) -> int | None: ...

    @property
    def fact(self) -> int: ...


SCHEDULED = "scheduled"  # colours by the table of a round robin (R1)
_TERMS = {
    "balance": "couleurs de {who} ({fact:+d} Noir)",
    "alternation": "{who} garde la couleur de la ronde précédente",
    "float": "écart de {points}",
    "float again": "{who} encore dans le même sens qu'à son dernier écart",
    "float back": "{who} compensé de son dernier écart",
    "met": "déjà rencontrés {times}",
    "compatriots": "compatriotes",
    "elitism": "priorité aux premiers",
    "without game": "{who} déjà {rounds} sans partie",
}
_COLOURS = {
    "cheaper": "Couleurs : les moins coûteuses.",
    "turned": "Couleurs : à l'inverse de la ronde {turned}.",
    "drawn": "Couleurs tirées au sort.",
    "typed": "",
    SCHEDULED: "Table du toutes-rondes.",
}
NO_COST = "Coût 0 : mêmes points, jamais rencontrés."


def reason_text(pair: Any, name: Callable[[int], str]) -> str:
    """The sentence of a pair; `name` gives a player's short name."""
    if pair.colours == SCHEDULED:
        return _COLOURS[SCHEDULED] + (" BIP : joueur fictif." if X in pair.sides else "")
    bip = "BIP : présents en nombre impair. " if X in pair.sides else ""
    return f"{bip}{cost_text(pair.cost, pair.terms, name)} {_COLOURS[pair.colours].format(turned=pair.turned)}".strip()


def cost_text(cost: int, terms: Sequence[Term], name: Callable[[int], str]) -> str:
    """The cost and its terms: "Coût 20 040 : écart de ½ point 20 000 ; couleurs de Durand (+2 Noir) 40"."""
    if not terms:
        return NO_COST
    return f"Coût {number_text(cost)} : {' ; '.join(term_text(term, name) for term in terms)}."


def term_text(term: Term, name: Callable[[int], str]) -> str:
    """One term with its cost."""
    words = _TERMS[term.kind].format(
        who=name(term.who) if term.who is not None else "",
        fact=term.fact,
        points=points_text(abs(term.fact)),
        times=f"{term.fact} fois",
        rounds=count(term.fact, "ronde"),
    )
    return f"{words} {number_text(term.cost)}"


def points_text(half_points: int) -> str:
    """3 -> "1½ point"."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}{'½' if half else ''} point{'s' if whole > 1 else ''}" if half_points else "0 point"


def number_text(value: int) -> str:
    """41028 -> "41 028"; a minus sign, not a hyphen."""
    return f"{value:,}".replace(",", "\u202f").replace("-", "\u2212")
