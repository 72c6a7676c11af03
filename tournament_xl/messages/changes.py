"""Sentences on what people changed between two actions: settings, players, pairs, results (facts of the history).

All sentences go to the sheet Journal. The next action also shows them in its message, except the kinds `_JOURNAL_ONLY`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from tournament_xl.core.model import Changes, Fact, Facts, Notice
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import count, fill_sentence, join_items, ranges
from tournament_xl.messages.notices import Message
from tournament_xl.messages.sheets import points_text

_MAX_SHOWN = 3  # changes of one kind in one round
_MIN_LIKENESS = 0.8  # of two spellings of one name, from 0 to 1
_SENTENCES: dict[str, str | None] = {
    "résultat": "{where}, {word} : {shown}.",
    "perdu": "{where}, {word} sur Résultats : {shown}. Si c'est une erreur, retapez la ligne.",
    "paire": "{where}, paires changées : {shown}.",
    "couleurs": "{where}, couleurs échangées : {shown}.",
    "finale": "Finales, {word} : {shown}.",
    "réglage": None,  # a notice, whose sentence differs between front ends
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
_NOUNS = {
    "résultat": "résultat corrigé",
    "perdu": "résultat effacé",
    "finale": "résultat corrigé",
    "forfait": "forfait",
}
_JOURNAL_ONLY = {"nom", "pays", "absences", "éviter", "table", "forfait"}


class Sentence(NamedTuple):
    """A sentence on one kind of change, in one round where it has one."""

    message: Message
    round: int | None
    in_answer: bool  # also in the answer of the next action


class FactNames(NamedTuple):
    """Names of the facts of a workbook."""

    name: Callable[[int], str]  # N° -> name, "X" for 0
    table: Callable[[int, str], int]  # round, pair ("3-5") -> its table; 0: none
    first: Callable[[int, str], int]  # round, pair -> the N° that stands first on Résultats; 0: no row
    absences: Callable[[str], str]  # Absences as typed -> in words
    begun: bool  # a round is drawn; changes before that need no sentence


class ChangeItem(NamedTuple):
    """A changed fact in words, of one kind."""

    kind: str  # a key of the sentences
    round: int  # 0: none
    fact: Fact
    description: str


def absences_text(rounds: Collection[int], left_from: int | None) -> str:
    """Render announced absences: "rondes 2 et 4", "à partir de la ronde 6", "ronde 2, puis à partir de la ronde 6"."""
    single = f"ronde{'s' if len(rounds) > 1 else ''} {ranges(rounds)}" if rounds else ""
    return ", puis ".join(filter(None, (single, f"à partir de la ronde {left_from}" if left_from else "")))


def describe_changes(changes: Changes, before: Facts, naming: FactNames) -> list[Sentence]:
    """Describe changes, a sentence for each kind and round with at most three changes and the number of the others.

    Only the changes that `list_changes` yields have a sentence.

    Args:
        changes: New value of each changed fact; None if the fact is gone.
        before: Facts before the changes.
        naming: Names of the facts.

    Returns:
        Sentences by round, first those without one, then by kind in the order of `_SENTENCES`; empty before a round is
        drawn.
    """
    groups: dict[tuple[int, str], list[str]] = {}
    for item in list_changes(changes, before, naming):
        groups.setdefault((item.round, item.kind), []).append(item.description)
    sorted_groups = sorted(groups.items(), key=lambda group: (group[0][0], list(_SENTENCES).index(group[0][1])))
    return [
        Sentence(render_change(kind, number, descriptions), number or None, kind not in _JOURNAL_ONLY)
        for (number, kind), descriptions in sorted_groups
    ]


def render_change(kind: str, round_number: int, descriptions: Sequence[str]) -> Message:
    """Render one sentence for all changes of one kind in one round.

    Args:
        kind: Kind of change, a key of `_SENTENCES` such as "résultat".
        round_number: Round; 0 for a kind that belongs to no round.
        descriptions: French description of each change; the first three are shown, and the number of the others.

    Returns:
        French sentence; for settings a `Notice`, as front ends name the place of settings differently.

    Raises:
        KeyError: There is no such kind.
    """
    overflow = f" et {count(len(descriptions) - _MAX_SHOWN, 'autre')}" if len(descriptions) > _MAX_SHOWN else ""
    noun = count(len(descriptions), _NOUNS[kind]) if len(descriptions) > 1 and kind in _NOUNS else _NOUNS.get(kind, "")
    shown = " ; ".join(descriptions[:_MAX_SHOWN]) + overflow
    template = _SENTENCES[kind]
    if template is None:
        return Notice("settings_changed", {"shown": shown})
    return fill_sentence(template, {"where": f"Ronde {round_number}", "word": noun, "shown": shown})


def list_changes(changes: Changes, before: Facts, naming: FactNames) -> Iterator[ChangeItem]:
    """Yield the changes worth a sentence; none before a round is drawn.

    Filling an empty cell is worth one only for a forfeit, an absence, an avoided opponent and a fixed table. A result
    that is only completed, by the second score or by further games, is not worth one. The pairs that were added to a
    drawn round, or are gone from it, are one change of the round and come last.

    Args:
        changes: New value of each changed fact; None if the fact is gone.
        before: Facts before the changes.
        naming: Names of the facts.
    """
    pairs: dict[int, list[tuple[Fact, bool, str]]] = {}
    for fact, new in changes.items() if naming.begun else ():
        (kind, round_number, subject), old = fact, before.get(fact)
        if kind == "paire" and old and new:
            yield ChangeItem("couleurs", round_number, fact, _pair_names(new, naming))
        elif kind == "paire" and Fact("appariée", round_number) in before:
            pairs.setdefault(round_number, []).append((fact, new is None, new or old or ""))
        elif kind == "absences" and Fact("nom", 0, subject) in before:
            yield ChangeItem(
                kind, 0, fact, f"{naming.name(int(subject))} ({naming.absences(new) if new else 'aucune'})"
            )
        elif kind in ("éviter", "table") and Fact("nom", 0, subject) in before:
            opponent_ids = [part for part in (new or "").split(",") if kind == "éviter" and part.isdecimal()]
            avoids = [naming.name(int(opponent_id)) for opponent_id in opponent_ids]
            yield ChangeItem(kind, 0, fact, f"{naming.name(int(subject))} ({join_items(avoids) or new or 'aucune'})")
        elif old is None:
            if kind == "résultat" and new and "F" in new:
                _, pair = _pair_before_and_after(round_number, str(subject), before, changes)
                yield ChangeItem("forfait", round_number, fact, _describe_forfeit(pair, new, naming))
        elif kind == "résultat" and not _is_continued(old, new):
            is_removed = changes.get(Fact("paire", round_number, subject), "") is None
            table = naming.table(round_number, str(subject))
            both_pairs = _pair_before_and_after(round_number, str(subject), before, changes)
            if both_pairs[0] == both_pairs[1] and both_pairs[0].endswith(
                f"-{naming.first(round_number, str(subject))}"
            ):
                both_pairs = (_reversed_pair(both_pairs[0]),) * 2
                old, new = _reversed_result(old), new and _reversed_result(new)
            description = _describe_result(table, both_pairs, old, new, naming, is_removed)
            yield ChangeItem("perdu" if is_removed else kind, round_number, fact, description)
        elif kind == "finale" and not _is_continued(old, new):
            finals = _describe_final(new, naming), _describe_final(old, naming)
            yield ChangeItem(kind, 0, fact, f"{subject} : {finals[0]} au lieu de {finals[1]}")
        elif kind == "réglage":
            yield ChangeItem(kind, 0, fact, f"{subject} : {new or 'vide'} au lieu de {old or 'vide'}")
        elif kind == "nom":
            yield _describe_player(fact, old, new)
        elif kind in ("licence", "pays", "cote") and Fact("nom", 0, subject) in before:
            values = [text.replace(".", ",") if kind == "cote" else text for text in (new or "vide", old)]
            yield ChangeItem(kind, 0, fact, f"{naming.name(int(subject))} : {values[0]} au lieu de {values[1]}")
    for drawn_round, pair_changes in pairs.items():
        yield _describe_pairs(drawn_round, pair_changes, naming)


def _describe_player(fact: Fact, old: str, new: str | None) -> ChangeItem:
    if new is None:
        return ChangeItem("parti", 0, fact, f"{old} (N° {fact.subject})")
    if _is_same_person(old, new):
        return ChangeItem("nom", 0, fact, f"{new} (avant : {old})")
    return ChangeItem("remplacé", 0, fact, f"le N° {fact.subject} est maintenant {new}, au lieu de {old}")


def _describe_pairs(number: int, pair_changes: Sequence[tuple[Fact, bool, str]], naming: FactNames) -> ChangeItem:
    """Describe the pairs that were added to a drawn round and those that are gone."""
    removed = [_pair_names(text, naming) for _, is_removed, text in pair_changes if is_removed]
    added = [_pair_names(text, naming) for _, is_removed, text in pair_changes if not is_removed]
    fact = next((fact for fact, is_removed, _ in pair_changes if not is_removed), pair_changes[0][0])
    if added and removed:
        return ChangeItem(
            "paire", number, fact, f"{join_items(added[:_MAX_SHOWN])} au lieu de {join_items(removed[:_MAX_SHOWN])}"
        )
    return ChangeItem(
        "paire", number, fact, f"{join_items((added or removed)[:_MAX_SHOWN])} {'en plus' if added else 'en moins'}"
    )


def _pair_before_and_after(round_number: int, pair: str, before: Facts, changes: Changes) -> tuple[str, str]:
    """Return a pair before and after the changes: Black first in Othello, as in its result."""
    fact = Fact("paire", round_number, pair)
    old_pair = before.get(fact) or pair
    return old_pair, changes.get(fact) or old_pair


def _reversed_pair(pair: str) -> str:
    return "-".join(reversed(pair.split("-")))


def _reversed_result(text: str) -> str:
    """Render a result as the other side has it: "451/407" is "407/451", "F1" is "F2"."""
    if text.startswith("F"):
        return text.translate({ord("1"): "2", ord("2"): "1"}) if text != "F1+2" else text
    return "+".join("/".join(reversed(game.split("/"))) for game in text.split("+"))


def _describe_result(
    table: int, pairs: tuple[str, str], old: str, new: str | None, naming: FactNames, is_removed: bool
) -> str:
    old_names, new_names = (_pair_names(pair, naming) for pair in pairs)
    if is_removed:
        return f"{old_names} ({result_text(old)})"
    place = f"table {table}, {new_names}" if table else new_names
    replaced = result_text(old) if old_names == new_names else f"{old_names} {result_text(old)}"
    return f"{place} : {result_text(new or '')} au lieu de {replaced}"


def _describe_forfeit(pair: str, result: str, naming: FactNames) -> str:
    """Name who forfeited: "Durand (contre Petit)"; in Othello the code, where colours say it."""
    forfeiting_sides = result.removeprefix("F")
    if forfeiting_sides not in ("1", "2"):
        return f"{_pair_names(pair, naming)} ({'les deux' if forfeiting_sides == '1+2' else result_text(result)})"
    forfeiting, opponent = pair.split("-")[:: 1 if forfeiting_sides == "1" else -1]
    return f"{_pair_names(f'{forfeiting}-{opponent}', naming).replace(' – ', ' (contre ')})"


def _describe_final(text: str | None, naming: FactNames) -> str:
    pair, _, result = (text or "").partition(":")
    return f"{_pair_names(pair, naming)} {result_text(result)}" if text else "sans résultat"


def _pair_names(pair: str, naming: FactNames) -> str:
    first, _, second = pair.partition("-")
    return " – ".join(naming.name(0 if player_id in ("X", "BIP") else int(player_id)) for player_id in (first, second))


def result_text(text: str) -> str:
    """Render a result as a fact stores it: "451/407" is "451-407", "F1" "forfait 1", "TN:28/36" "TN 28-36".

    Several games, "451/407+380/390", are joined by commas; "" is "sans résultat".
    """
    if forfeit := re.fullmatch(r"F([12+]+)", text):
        return f"forfait {forfeit[1]}"
    return (
        re.sub(r"(?<=\d)\+(?=[-?\d])", ", ", text).replace("/", "-").replace(":", " ").replace(".", ",")
        or "sans résultat"
    )


def _is_continued(old: str, new: str | None) -> bool:
    """Check whether a result was only completed: by the second score, or by further games."""
    if new is None or old in ("F1", "F2") or len(new) < len(old.replace("?", "")):
        return False
    pattern = re.escape(old).replace(r"\?", r"-?\d+")
    return re.match(rf"{pattern}(\+-?\d|$)|{pattern}:", new) is not None and old != new


def _is_same_person(old: str, new: str) -> bool:
    """Check whether two names are one person's: other accents, case or order, a word more, nearly the same letters."""
    from difflib import SequenceMatcher  # slow to load, seldom needed

    old_words, new_words = (sorted(normalize(name).split()) for name in (old, new))
    if set(old_words) <= set(new_words) or set(new_words) <= set(old_words):
        return True
    return SequenceMatcher(None, " ".join(old_words), " ".join(new_words)).ratio() > _MIN_LIKENESS


def entry_sentence(name: str, number: int, seed: float | None) -> str:
    """Render the Journal's sentence on a player who enters after the first round, with his seed if he has one."""
    place = f", rang {points_text(seed)}" if seed else ""
    return f"Entrée : {name}, N° {number}{place}."
