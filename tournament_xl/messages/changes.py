"""Sentences on what people changed between two documents: settings, players, pairs, results.

All sentences go to the sheet Journal. The next action also shows them in its message, except the kinds `_JOURNAL_ONLY`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournament_xl.core.model import FieldChange, X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import fill_sentence, join_items
from tournament_xl.messages.sheets import points_text

_MAX_SHOWN = 3  # changes of one kind in one round
_MIN_LIKENESS = 0.8  # of two spellings of one name, from 0 to 1
_SENTENCES: dict[str, str] = {
    "résultat": "Ronde {round}, {items:agree résultat corrigé} : {shown}.",
    "perdu": "Ronde {round}, {items:agree résultat effacé} sur Résultats : {shown}. Une erreur ? Retapez la ligne.",
    "paire": "Ronde {round}, paires changées : {shown}.",
    "couleurs": "Ronde {round}, couleurs échangées : {shown}.",
    "finale": "Finales, {items:agree résultat corrigé} : {shown}.",
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
    "forfait": "Ronde {round}, {items:agree forfait} : {shown}.",
}
_OTHERS = "{shown} et {others:n autre}"
_FIELD_KINDS = {
    "licence": "licence", "country": "pays", "cote": "cote", "absences": "absences", "avoids": "éviter",
    "own_table": "table",
}  # field of a player -> kind of its sentence  # fmt: skip
_JOURNAL_ONLY = {"nom", "pays", "absences", "éviter", "table", "forfait"}


Document = Mapping[str, Any]  # recorded document, or a match of it in the order that counts


class Sentence(NamedTuple):
    """A sentence on one kind of change, in one round where it has one."""

    text: str
    round: int | None
    in_answer: bool  # also in the answer of the next action


class ChangeNames(NamedTuple):
    """Names of what changed in a workbook."""

    names: Mapping[int, str]  # N° -> name of a player who is on Joueurs, and that of X (0)
    table: Callable[[int, str], int]  # round, pair ("3-5") -> its table; 0: none
    first: Callable[[int, str], int]  # round, pair -> the N° that stands first on Résultats; 0: no row
    absences: Callable[[str], str]  # Absences as typed -> in words


class ChangeItem(NamedTuple):
    """A change in words, of one kind."""

    kind: str  # a key of the sentences
    round: int  # 0: none
    change: FieldChange  # of several pairs of a round the first, one that was added if there is one
    description: str


def absences_text(rounds: Collection[int], left_from: int | None) -> str:
    """Render announced absences: "rondes 2 et 4", "à partir de la ronde 6", "ronde 2, puis à partir de la ronde 6"."""
    single = fill_sentence("{rounds:agree ronde} {rounds:ranges}", {"rounds": rounds}) if rounds else ""
    return ", puis ".join(filter(None, (single, f"à partir de la ronde {left_from}" if left_from else "")))


def describe_changes(changes: Iterable[FieldChange], before: Document, naming: ChangeNames) -> list[Sentence]:
    """Describe changes, a sentence for each kind and round with at most three changes and the number of the others.

    Only the changes that `list_told_changes` yields have a sentence. `before` is the recorded document before the
    changes. Sentences come by round, first those without one, then by kind in the order of `_SENTENCES`; there are none
    before a round is drawn.
    """
    groups: dict[tuple[int, str], list[str]] = {}
    for item in list_told_changes(changes, before, naming):
        groups.setdefault((item.round, item.kind), []).append(item.description)
    sorted_groups = sorted(groups.items(), key=lambda group: (group[0][0], list(_SENTENCES).index(group[0][1])))
    return [
        Sentence(render_change(kind, number, descriptions), number or None, kind not in _JOURNAL_ONLY)
        for (number, kind), descriptions in sorted_groups
    ]


def value_text(field: str, value: Any) -> str:
    """Render the value of a change alone: a result "451-407", a pair "3-5", a cote "2950"; "" for none."""
    if not value:
        return ""
    if field == "pair":
        return "-".join(map(str, value))
    if field in ("result", "final"):
        return result_text(value) if _has_result(value) else ""
    return number_text(value)


def render_change(kind: str, round_number: int, descriptions: Sequence[str]) -> str:
    """Render one sentence for all changes of one kind in one round.

    `kind` is a key of `_SENTENCES` such as "résultat"; `round_number` is 0 for a kind that belongs to no round. The
    first three French descriptions are shown, and the number of the others.

    Raises:
        KeyError: There is no such kind.
    """
    shown = " ; ".join(descriptions[:_MAX_SHOWN])
    if others := descriptions[_MAX_SHOWN:]:
        shown = fill_sentence(_OTHERS, {"shown": shown, "others": others})
    return fill_sentence(_SENTENCES[kind], {"round": round_number, "items": descriptions, "shown": shown})


def list_told_changes(changes: Iterable[FieldChange], before: Document, naming: ChangeNames) -> Iterator[ChangeItem]:
    """Yield the changes worth a sentence; none before a round is drawn.

    Filling an empty cell is worth one only for a forfeit, an absence, an avoided opponent and a fixed table. A result
    that is only completed, by the second score or by further games, is not worth one. The pairs that were added to a
    drawn round, or are gone from it, are one change of the round and come last. `before` is the recorded document
    before the changes.
    """
    if not _is_drawn(before, 1):
        return
    words = _Words(before, naming)
    pairs: dict[int, list[FieldChange]] = {}
    for change in changes:
        if change.field == "pair":
            if change.old and change.new:
                yield ChangeItem("couleurs", change.round, change, words.name_pair(change.new))
            elif _is_drawn(before, change.round):
                pairs.setdefault(change.round, []).append(change)
        elif change.field == "result":
            yield from words.describe_result(change)
        elif change.field == "final":
            old, new = change.old, change.new
            if old and not (new and new["sides"] == old["sides"] and _is_continued(old, new)):
                texts = words.final_text(change.new), words.final_text(change.old)
                yield ChangeItem("finale", 0, change, f"{change.key} : {texts[0]} au lieu de {texts[1]}")
        elif change.field == "setting":
            if change.old is not None:
                text = f"{change.key} : {change.new or 'vide'} au lieu de {change.old or 'vide'}"
                yield ChangeItem("réglage", 0, change, text)
        elif change.field == "name":
            if change.old:
                yield _describe_player(change)
        elif change.field != "seed" and words.recorded_name(int(change.key)):
            yield from words.describe_field(change)
    for drawn_round, changed_pairs in pairs.items():
        yield words.describe_pairs(drawn_round, changed_pairs)


def _is_drawn(document: Document, round_number: int) -> bool:
    return bool(document.get("rounds", {}).get(str(round_number), {}).get("drawn"))


class _Words:
    """Descriptions of changes: those of a document, with the names of a workbook."""

    def __init__(self, before: Document, naming: ChangeNames) -> None:
        self.before, self.naming = before, naming

    def recorded_name(self, player_id: int) -> str:
        """Return the name that a player had before; "" where there was none."""
        player = self.before.get("players", {}).get(str(player_id), {})
        return " ".join(f"{player.get('name', '')} {player.get('first_name', '')}".split())

    def name(self, player_id: int) -> str:
        """Name a player: as on Joueurs, else as before, else "N° 7"."""
        return self.naming.names.get(player_id) or self.recorded_name(player_id) or f"N° {player_id}"

    def name_pair(self, sides: Sequence[int | str]) -> str:
        return " – ".join(self.name(X if side == "X" else int(side)) for side in sides)

    def describe_field(self, change: FieldChange) -> Iterator[ChangeItem]:
        """Describe a changed value of a player who was there before, other than name and seed."""
        name, new = self.name(int(change.key)), change.new
        if change.field == "absences":
            text = f"{name} ({self.naming.absences(new) if new else 'aucune'})"
        elif change.field == "avoids":
            text = f"{name} ({join_items([self.name(player_id) for player_id in new or ()]) or 'aucune'})"
        elif change.field == "own_table":
            text = f"{name} ({new or 'aucune'})"
        elif change.old is None:
            return
        else:
            values = [number_text(value) if change.field == "cote" else value for value in (new or "vide", change.old)]
            text = f"{name} : {values[0]} au lieu de {values[1]}"
        yield ChangeItem(_FIELD_KINDS[change.field], 0, change, text)

    def describe_result(self, change: FieldChange) -> Iterator[ChangeItem]:
        """Describe a result that was changed or removed, or a forfeit that was filled in."""
        old, new = change.old, change.new
        if not (old and _has_result(old)):
            if new and (new.get("forfeit") or "F" in new.get("end", "")):
                yield ChangeItem("forfait", change.round, change, self._forfeit_text(new))
            return
        if _is_continued(old, new):
            return
        first = self.naming.first(change.round, str(change.key))
        if old["sides"][1] == first and (not new or old["sides"] == new["sides"]):
            old, new = _reverse(old), new and _reverse(new)
        if new is None:
            text = f"{self.name_pair(old['sides'])} ({result_text(old)})"
            yield ChangeItem("perdu", change.round, change, text)
            return
        names, old_names = self.name_pair(new["sides"]), self.name_pair(old["sides"])
        table = self.naming.table(change.round, str(change.key))
        place = f"table {table}, {names}" if table else names
        replaced = result_text(old) if names == old_names else f"{old_names} {result_text(old)}"
        yield ChangeItem("résultat", change.round, change, f"{place} : {result_text(new)} au lieu de {replaced}")

    def _forfeit_text(self, match: Document) -> str:
        """Name who forfeited: "Durand (contre Petit)"; in Othello the code, where colours say it."""
        forfeit, names = match.get("forfeit", ""), self.name_pair(match["sides"])
        if forfeit not in ("1", "2") or match.get("scores"):
            return f"{names} ({'les deux' if forfeit == '1+2' else result_text(match)})"
        forfeiting, opponent = match["sides"][:: 1 if forfeit == "1" else -1]
        return f"{self.name_pair([forfeiting])} (contre {self.name_pair([opponent])})"

    def final_text(self, match: Document | None) -> str:
        """Render a final and its result."""
        return f"{self.name_pair(match['sides'])} {result_text(match)}" if match else "sans résultat"

    def describe_pairs(self, number: int, changes: Sequence[FieldChange]) -> ChangeItem:
        """Describe the pairs that were added to a drawn round and those that are gone."""
        removed = [self.name_pair(change.old) for change in changes if not change.new]
        added = [self.name_pair(change.new) for change in changes if change.new]
        change = next((change for change in changes if change.new), changes[0])
        if added and removed:
            text = f"{join_items(added[:_MAX_SHOWN])} au lieu de {join_items(removed[:_MAX_SHOWN])}"
        else:
            text = f"{join_items((added or removed)[:_MAX_SHOWN])} {'en plus' if added else 'en moins'}"
        return ChangeItem("paire", number, change, text)


def _describe_player(change: FieldChange) -> ChangeItem:
    old, new = change.old, change.new
    if new is None:
        return ChangeItem("parti", 0, change, f"{old} (N° {change.key})")
    if _is_same_person(old, new):
        return ChangeItem("nom", 0, change, f"{new} (avant : {old})")
    return ChangeItem("remplacé", 0, change, f"le N° {change.key} est maintenant {new}, au lieu de {old}")


def _has_result(match: Document) -> bool:
    return any(match.get(name) for name in ("scores", "forfeit", "end"))


def _list_games(match: Document) -> list[Sequence[Any]]:
    return [match["scores"], *match.get("further", ())] if match.get("scores") else []


def _reverse(match: Document) -> Document:
    """Return a match as the other side has it."""
    reverse = {**match, "sides": match["sides"][::-1]}
    if match.get("forfeit"):
        reverse["forfeit"] = {"1": "2", "2": "1"}.get(match["forfeit"], match["forfeit"])
    if match.get("scores"):
        reverse["scores"] = match["scores"][::-1]
    if match.get("further"):
        reverse["further"] = [game[::-1] for game in match["further"]]
    return reverse


def number_text(value: float | str | None) -> str:
    """Render a number of a document, with a decimal comma: "451", "2,5"; "?" for a missing one, a text as it is."""
    if value is None:
        return "?"
    return value if isinstance(value, str) else str(int(value) if value == int(value) else value).replace(".", ",")


def result_text(match: Document) -> str:
    """Render the result of a match of a document: "451-407", "forfait 1", "TN 28-36"; "sans résultat" without one.

    Several games are joined by commas.
    """
    games = ", ".join("-".join(map(number_text, game)) for game in _list_games(match))
    if forfeit := match.get("forfeit"):
        return f"F{forfeit} {games}" if games else f"forfait {forfeit}"
    return f"{match.get('end', '')} {games}".strip() or "sans résultat"


def _is_continued(old: Document, new: Document | None) -> bool:
    """Check whether a result was only completed: by the second score, or by further games."""
    if new is None or any(old.get(name) != new.get(name) for name in ("forfeit", "end")):
        return False
    old_games, new_games = _list_games(old), _list_games(new)
    if not old_games:
        return bool(old.get("end")) and bool(new_games)
    further = new_games[len(old_games) :]
    return (
        len(new_games) >= len(old_games)
        and all(_fills(*games) for games in zip(old_games, new_games, strict=False))
        and (not further or further[0][0] is not None)
    )


def _fills(old: Sequence[Any], new: Sequence[Any]) -> bool:
    """Check whether a game has the scores of an earlier one, and whole numbers where it had none."""
    pairs = zip(old, new, strict=True)
    return all(type(after) is int if before is None else before == after for before, after in pairs)


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
