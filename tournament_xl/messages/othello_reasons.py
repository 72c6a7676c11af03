"""Why two players of Othello meet: the terms of the pair's cost (S1, S2) and the colours (S4), in French.

Also how the terminal shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from tournament_xl.core.model import Side, X
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.publication import format_figure


class Term(Protocol):
    """A term of a pair's cost, as `games.othello.rules.costs` computes it.

    Attributes:
        kind: What the pair pays for, a key of `_OF_PAIR` or `_OF_PLAYER`.
        player_id: N° of the player whom it concerns; None for both.
        fact: Number that its words state, by kind: half points, meetings, rounds or the balance of colours.
    """

    @property
    def kind(self) -> str: ...
    @property
    def cost(self) -> int: ...
    @property
    def player_id(self) -> int | None: ...
    @property
    def fact(self) -> int: ...


class CostedPair(Protocol):
    """A pair with its colours and its cost, as `games.othello.rules.swiss` draws it.

    Attributes:
        sides: N° of Black and of White; X for the bye.
        cost: Sum of its terms.
        terms: Terms of the cost that are not 0.
        colours: Why the colours are so, a key of `_COLOURS`.
        turned: Round whose colours are reversed; 0 for none.
    """

    @property
    def sides(self) -> tuple[int, int]: ...
    @property
    def cost(self) -> int: ...
    @property
    def terms(self) -> Sequence[Term]: ...
    @property
    def colours(self) -> str: ...
    @property
    def turned(self) -> int: ...


SCHEDULED = "scheduled"  # colours by the table of a round robin (Othello R1)
_OF_PAIR = {
    "float": "écart de {points}",
    "met": "déjà rencontrés {fact} fois",
    "avoid": "paire à éviter",
    "compatriots": "compatriotes",
    "no countries": "pays non indiqués",
    "elitism": "priorité aux premiers",
}  # terms that concern the two together
_OF_PLAYER = {
    "balance": ("couleurs", "{who} {fact:signed}"),  # games as Black minus games as White, this one included
    "alternation": ("même couleur qu'à la ronde précédente", "{who}"),
    "float again": ("encore un écart dans le même sens", "{who}"),
    "float back": ("écart compensé", "{who}"),
    "without game": ("déjà sans partie", "{who} {fact:n ronde}"),
}  # terms that concern one player each; those of a kind are told together
_COLOURS = {
    "cheaper": "Couleurs : les mieux équilibrées.",
    "turned": "Couleurs : à l'inverse de la ronde {turned}.",
    "drawn": "Couleurs tirées au sort.",
    "typed": "",
    SCHEDULED: "Table du toutes-rondes.",
}
_PLAIN = {
    "met": "Déjà rencontrés {fact} fois : l'éviter coûterait plus aux autres paires. ",
    "avoid": "Paire à éviter : toute autre coûterait plus à l'ensemble. ",
    "float": "Jamais rencontrés ; {points} d'écart, le moins possible pour l'ensemble. ",
    "compatriots": "Mêmes points, jamais rencontrés ; du même pays, faute de mieux pour l'ensemble. ",
}  # first term of a pair -> why they meet, in plain words
_BYE_PLAIN = "Exempt : présents en nombre impair."
_NO_COST_PLAIN = "Mêmes points, jamais rencontrés."
_NO_COST_ACCOUNT = "Coût 0."
NO_COST = "Mêmes points, jamais rencontrés (coût 0)."
_COST = re.compile(r"(?:(.*?) )?(Coût [\d\s]+ : .*?\.)(?: (Couleurs.*))?")


def reason_text(pair: CostedPair, name: Callable[[int], str]) -> str:
    """Render the reason of a pair for the column Motif: its cost and terms (rules S1, S2), then its colours (S4).

    A pair of a schedule (round robin) has no cost: its reason says only that the schedule gives its colours, and that
    one player has the bye. Rules: docs/regles.md. `name` gives the short name of a player by his number.
    """
    if pair.colours == SCHEDULED:
        return _COLOURS[SCHEDULED] + (" Exempt." if X in pair.sides else "")
    colours = "" if X in pair.sides else _COLOURS[pair.colours].format(turned=pair.turned)
    return f"{_plain_words(pair)}{cost_text(pair.cost, pair.terms, name)} {colours}".strip()


def split_reason(reason: str) -> tuple[str, str]:
    """Split a reason into what a player understands and the cost with its terms, "" where it states none."""
    if match := _COST.fullmatch(reason):
        plain, cost, colours = match.groups(default="")
        return f"{plain} {colours}".strip(), cost
    plain = reason.replace(NO_COST, _NO_COST_PLAIN)
    return plain, "" if plain == reason else _NO_COST_ACCOUNT


def _plain_words(pair: CostedPair) -> str:
    """Explain the pair in plain words, before its figures."""
    if X in pair.sides:
        return f"{_BYE_PLAIN} "
    facts = {term.kind: abs(term.fact) for term in pair.terms}
    if kind := next((kind for kind in _PLAIN if kind in facts), ""):
        return _PLAIN[kind].format(fact=facts[kind], points=points_text(facts[kind]))
    return f"{_NO_COST_PLAIN} " if pair.terms else ""


def cost_text(cost: int, terms: Sequence[Term], name: Callable[[int], str]) -> str:
    """Render a cost and its terms: "Coût 20 040 : écart de ½ point 20 000 ; couleurs (Durand +1, Petit −1) 40.".

    Terms of one kind are added; without any a sentence says that there is no cost.
    """
    if not terms:
        return NO_COST
    shown_terms = [
        f"{_term_words(kind, [term for term in terms if term.kind == kind], name)} "
        f"{format_figure(sum(term.cost for term in terms if term.kind == kind))}"
        for kind in dict.fromkeys(term.kind for term in terms)
    ]
    return f"Coût {format_figure(cost)} : {' ; '.join(shown_terms)}."


def _term_words(kind: str, terms: Sequence[Term], name: Callable[[int], str]) -> str:
    if kind in _OF_PAIR:
        fact = abs(terms[0].fact)
        return _OF_PAIR[kind].format(points=points_text(fact), fact=fact)
    title, each = _OF_PLAYER[kind]
    people = [fill_sentence(each, {"who": name(term.player_id or X), "fact": term.fact}) for term in terms]
    return f"{title} ({', '.join(people)})"


def points_text(half_points: int) -> str:
    """Render a number of half points, not negative, as points: 3 is "1½ point", 0 is "0 point"."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}{'½' if half else ''} point{'s' if whole > 1 else ''}" if half_points else "0 point"


WHY_BYE = (
    "L'exempt est choisi pour que l'ensemble de la ronde soit le meilleur, donc d'ordinaire parmi les derniers, de "
    "préférence sans exemption ni absence jusque-là ; entre solutions égales, le sort choisit."
)
_BYES_BEFORE, _HAD_BYE = "Avec aussi peu de points : {players}.", "{name}, {points}, a déjà été exempt"
MOST_BYES_NAMED = 3


def byes_before_text(players: Sequence[tuple[str, int]]) -> str:
    """Name who has been exempt already with as few points as the exempt: at most three; "" for nobody.

    `players` are name and half points of each, fewest first.
    """
    words = [
        _HAD_BYE.format(name=name, points=points_text(half_points)) for name, half_points in players[:MOST_BYES_NAMED]
    ]
    return fill_sentence(_BYES_BEFORE, {"players": " ; ".join(words)}) if words else ""


BYE_COST = "L'exempt est compté comme s'il rencontrait un joueur à ½ point sous le dernier des présents."
_FIRST_DRAW = (
    "En ronde 1 les adversaires sont tirés au sort aussi, compatriotes et paires à éviter mis à part ; la cote ne "
    "compte pas ; les tables se suivent par le plus petit N° de chaque paire."
)
_DRAW = (
    "Entre solutions égales, le sort choisit ; la cote ne compte pas ; les tables se suivent par les points du mieux "
    "placé des deux, puis par ceux des deux ensemble."
)


def drawing_text(round_number: int) -> str:
    """Say of a round paired by the program what is drawn by lot and how its tables are numbered (S3, S5)."""
    return _FIRST_DRAW if round_number == 1 else _DRAW


TITLE = "Ronde {round}, table {table} : {black} (Noir) – {white} (Blanc)"
EXEMPT_TITLE = "Ronde {round} : {one}, exempt"
ROUND_TITLE = "Ronde {round}"
_BEFORE = "{name} avant la ronde : {points}, {games:n partie} avec {colour} de plus"
_BEFORE_EVEN = "{name} avant la ronde : {points}, autant de parties avec Noir qu'avec Blanc"
_GAIN = "{points} et {discs:n pion}"
NEITHER_PLAYS = "Aucun des deux ne joue : {gain} chacun."


def gain_text(side: Side) -> str:
    """Say what a side scores without a game: "1 point et 40 pions" (B3, B4)."""
    return fill_sentence(_GAIN, {"points": points_text(int(2 * side.points)), "discs": int(side.value or 0)})


def player_text(name: str, half_points: int, delta: int) -> str:
    """Render a player before the round: "Durand avant la ronde : 3½ points, 1 partie avec Noir de plus".

    `delta` is the number of games as Black minus those as White.
    """
    colour, points = "Noir" if delta > 0 else "Blanc", points_text(half_points)
    facts = {"name": name, "points": points, "games": abs(delta), "colour": colour}
    return fill_sentence(_BEFORE if delta else _BEFORE_EVEN, facts)
