"""What people changed between two presses, in sentences: for the Journal and, where somebody may want to act, for the
answer of the press that meets it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tournament_xl.core.model import Changes, Fact, Facts
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import count, listing

_SHOWN = 3  # of one kind in one round; then how many others
_ALIKE = 0.8  # two spellings of one name
_SAYS = {
    "résultat": "{where}, {word} : {shown}.",
    "perdu": "{where}, {word} sur Résultats : {shown}. Si c'est une erreur, retapez la ligne.",
    "paire": "{where}, paires changées : {shown}.",
    "couleurs": "{where}, couleurs échangées : {shown}.",
    "finale": "Finales, {word} : {shown}.",
    "réglage": "Tournoi : {shown}.",
    "remplacé": "Joueurs : {shown}. Les résultats restent au N°.",
    "nom": "Joueurs, nom corrigé : {shown}.",
    "parti": "Joueurs : {shown} : plus sur la feuille.",
    "licence": "Joueurs, licence : {shown}.",
    "pays": "Joueurs, pays : {shown}.",
    "cote": "Joueurs, cote de départ : {shown}.",
    "absences": "Absences annoncées : {shown}.",
    "éviter": "Joueurs, à éviter : {shown}.",
    "table": "Joueurs, table fixe : {shown}.",
    "forfait": "{where}, {word} : {shown}.",
}
_WORDS = {
    "résultat": "résultat corrigé",
    "perdu": "résultat effacé",
    "finale": "résultat corrigé",
    "forfait": "forfait",
}
_QUIET = {"nom", "pays", "absences", "éviter", "table", "forfait"}  # in the Journal only


class Sentence(NamedTuple):
    """One kind of change, in one round where it has one."""

    text: str
    round: int | None
    told: bool  # by the press that meets it, too


class Told(NamedTuple):
    """How the facts of a workbook are named."""

    name: Callable[[int], str]  # N° -> name, "X" for 0
    table: Callable[[int, str], int]  # round, pair ("3-5") -> its table; 0: none
    begun: bool  # a round is drawn: what comes before that is nothing to tell


class Item(NamedTuple):
    """One change, in words."""

    kind: str  # a key of the sentences
    round: int  # 0: none
    fact: Fact
    shown: str


def sentences(changes: Changes, before: Facts, told: Told) -> list[Sentence]:
    """A sentence for each kind of change and round: how many, the first three."""
    groups: dict[tuple[int, str], list[str]] = {}
    for item in items(changes, before, told):
        groups.setdefault((item.round, item.kind), []).append(item.shown)
    in_order = sorted(groups.items(), key=lambda one: (one[0][0], list(_SAYS).index(one[0][1])))
    return [
        Sentence(sentence(kind, number, shown), number or None, kind not in _QUIET)
        for (number, kind), shown in in_order
    ]


def sentence(kind: str, number: int, shown: Sequence[str]) -> str:
    """What changed, of one kind in one round: the first three, and how many others."""
    more = f" et {count(len(shown) - _SHOWN, 'autre')}" if len(shown) > _SHOWN else ""
    word = count(len(shown), _WORDS[kind]) if len(shown) > 1 and kind in _WORDS else _WORDS.get(kind, "")
    return _SAYS[kind].format(where=f"Ronde {number}", word=word, shown=" ; ".join(shown[:_SHOWN]) + more)


def items(changes: Changes, before: Facts, told: Told) -> Iterator[Item]:
    """The changes worth telling once a round is drawn; filling an empty cell is not one."""
    pairs: dict[int, list[tuple[Fact, bool, str]]] = {}
    for fact, now in changes.items() if told.begun else ():
        (kind, at, who), was = fact, before.get(fact)
        if kind == "paire" and was and now:
            yield Item("couleurs", at, fact, _names(now, told))
        elif kind == "paire" and Fact("appariée", at) in before:
            pairs.setdefault(at, []).append((fact, now is None, now or was or ""))
        elif kind == "absences" and Fact("nom", 0, who) in before:
            yield Item(kind, 0, fact, f"{told.name(int(who))} ({now or 'aucune'})")
        elif kind in ("éviter", "table") and Fact("nom", 0, who) in before:
            avoids = [told.name(int(one)) for one in (now or "").split(",") if kind == "éviter" and one.isdecimal()]
            yield Item(kind, 0, fact, f"{told.name(int(who))} ({listing(avoids) or now or 'aucune'})")
        elif was is None:
            if kind == "résultat" and now and "F" in now:
                _, pair = _stood(at, str(who), before, changes)
                yield Item("forfait", at, fact, _forfeit(pair, now, told))
        elif kind == "résultat" and not _goes_on(was, now):
            gone = changes.get(Fact("paire", at, who), "") is None
            table, stood = told.table(at, str(who)), _stood(at, str(who), before, changes)
            yield Item("perdu" if gone else kind, at, fact, _result(table, stood, was, now, told, gone))
        elif kind == "finale" and not _goes_on(was, now):
            yield Item(kind, 0, fact, f"{who} : {_final(now, told)} au lieu de {_final(was, told)}")
        elif kind == "réglage":
            yield Item(kind, 0, fact, f"{who} : {now or 'vide'} au lieu de {was or 'vide'}")
        elif kind == "nom":
            yield _person(fact, was, now)
        elif kind in ("licence", "pays", "cote") and Fact("nom", 0, who) in before:
            shown = [text.replace(".", ",") if kind == "cote" else text for text in (now or "vide", was)]
            yield Item(kind, 0, fact, f"{told.name(int(who))} : {shown[0]} au lieu de {shown[1]}")
    for number, changed in pairs.items():
        yield _pairs(number, changed, told)


def _person(fact: Fact, was: str, now: str | None) -> Item:
    if now is None:
        return Item("parti", 0, fact, f"{was} (N° {fact.who})")
    if _mended(was, now):
        return Item("nom", 0, fact, f"{now} (avant : {was})")
    return Item("remplacé", 0, fact, f"le N° {fact.who} est maintenant {now}, au lieu de {was}")


def _pairs(number: int, changed: Sequence[tuple[Fact, bool, str]], told: Told) -> Item:
    """The pairs of a drawn round that came, and those that they replace or that have gone."""
    gone = [_names(text, told) for _, was, text in changed if was]
    come = [_names(text, told) for _, was, text in changed if not was]
    fact = next((fact for fact, was, _ in changed if not was), changed[0][0])
    if come and gone:
        return Item("paire", number, fact, f"{listing(come[:_SHOWN])} au lieu de {listing(gone[:_SHOWN])}")
    return Item("paire", number, fact, f"{listing((come or gone)[:_SHOWN])} {'en plus' if come else 'en moins'}")


def _stood(at: int, pair: str, before: Facts, changes: Changes) -> tuple[str, str]:
    """The two of a round and a pair as they stood, and as they stand: Black first in Othello, as in their result."""
    fact = Fact("paire", at, pair)
    stood = before.get(fact) or pair
    return stood, changes.get(fact) or stood


def _result(table: int, pairs: tuple[str, str], was: str, now: str | None, told: Told, gone: bool) -> str:
    former, names = (_names(pair, told) for pair in pairs)
    if gone:
        return f"{former} ({shown_result(was)})"
    place = f"table {table}, {names}" if table else names
    instead = shown_result(was) if former == names else f"{former} {shown_result(was)}"
    return f"{place} : {shown_result(now or '')} au lieu de {instead}"


def _forfeit(pair: str, now: str, told: Told) -> str:
    """Who gave it: "Durand (contre Petit)"; with Othello's code where colours say it."""
    sides = now.removeprefix("F")
    if sides not in ("1", "2"):
        return f"{_names(pair, told)} ({'les deux' if sides == '1+2' else shown_result(now)})"
    gave, other = pair.split("-")[:: 1 if sides == "1" else -1]
    return f"{_names(f'{gave}-{other}', told).replace(' – ', ' (contre ')})"


def _final(text: str | None, told: Told) -> str:
    pair, _, result = (text or "").partition(":")
    return f"{_names(pair, told)} {shown_result(result)}" if text else "sans résultat"


def _names(pair: str, told: Told) -> str:
    one, _, two = pair.partition("-")
    return " – ".join(told.name(0 if who in ("X", "BIP") else int(who)) for who in (one, two))


def shown_result(text: str) -> str:
    """ "451/407" -> "451-407", "F1" -> "forfait 1", "TN:28/36" -> "TN 28-36", "451/407+380/390" -> with a comma."""
    if forfeit := re.fullmatch(r"F([12+]+)", text):
        return f"forfait {forfeit[1]}"
    return (
        re.sub(r"(?<=\d)\+(?=[-?\d])", ", ", text).replace("/", "-").replace(":", " ").replace(".", ",")
        or "sans résultat"
    )


def _goes_on(was: str, now: str | None) -> bool:
    """Whether a result was only completed: the missing second score, or further games."""
    if now is None or was in ("F1", "F2") or len(now) < len(was.replace("?", "")):
        return False
    pattern = re.escape(was).replace(r"\?", r"-?\d+")
    return re.match(rf"{pattern}(\+-?\d|$)|{pattern}:", now) is not None and was != now


def _mended(was: str, now: str) -> bool:
    """Whether two names are one person's: accents, case, order of words, a word more, or nearly the same letters."""
    from difflib import SequenceMatcher  # seldom wanted

    one, two = (sorted(normalize(name).split()) for name in (was, now))
    if set(one) <= set(two) or set(two) <= set(one):
        return True
    return SequenceMatcher(None, " ".join(one), " ".join(two)).ratio() > _ALIKE


def entered(name: str, number: int, seed: float | None) -> str:
    """Somebody who comes after the first round, for the Journal."""
    place = f", rang {seed:g}".replace(".5", "½") if seed else ""
    return f"Entrée : {name}, N° {number}{place}."
