"""History of a workbook, kept on its hidden sheet Mémoire: what people changed, and what each action changed.

A line has number (n), time, action, round, version of the program, and in Faits JSON with two merge patches (RFC 7396)
over the recorded part of the tournament's document (`document.recorded`): `trouvé`, what people changed since the line
before, and `fait`, what this action changed. A long text is cut into pieces that stand in lines with the same n, and
are joined before they are parsed. Chaîne has a hash over the whole line and the hash of the line before. All patches
give the document after the last action, those up to a pairing the document that it read.

A line without a version is of the old form (`workbook.history.old_lines`): it keeps its hash rule, which covers Faits
alone, and is converted into patches. Lines are untrusted: bounded in size, skipped where damaged
(`workbook.history.entries`).

Most of the program asks a state for facts (`core.model.Fact`): a kind, a round, a subject, and a text. They follow from
the document, by functions of its game:
    réglage|NAME    value of a setting on which rules depend
    nom|N, licence|N, pays|N, cote|N, rang|N, absences|N, éviter|N, table|N      of a player (N°)
    paire|R|A-B     pair, Black first where there are colours ("5-3"), else the lower number first
    résultat|R|A-B  scores or forfeit, as far as typed, in the order of `paire`
    finale|NAME     pair of a final, and its result as far as typed

Facts that only the history has (`HISTORY_ONLY_KINDS`); actions name by them what they change in the document:
    appariée|R      "oui": round R is drawn
    présents|R      numbers of the players present when round R was paired
    imposée|R|A-B   pair fixed before round R was paired: "oui" if people typed it, "tient" if the program had drawn it
    donné|N         this player number was assigned by the program
    rondes          number of rounds, as the first pairing set it
    tables          seat table of the first rounds (C9)
    groupes         groups of an Open, in the order drawn (O4)
    graine          seed with which these groups were drawn
    calculées       ratings were requested: "oui", or "provisoires" before the end
    copie|TIME      a backup of this time, newer than the workbook, was reported to people
    libres|FIRST    player numbers that nobody has in the world's list, of the range that begins at FIRST (X3)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tournament_xl import __version__
from tournament_xl.core.model import Changes, Fact, Facts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_int, parse_number
from tournament_xl.workbook.history.entries import compute_chain, cut_patches, has_sides, parse_patches
from tournament_xl.workbook.history.fact_texts import parse_pair, parse_ranges
from tournament_xl.workbook.history.old_lines import SINGLE_KINDS, compute_old_chain, make_patch, read_line
from tournament_xl.workbook.history.patches import Document, Patch, apply_patch, select_touched
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Line, Problems, Table, find_table

HISTORY_ONLY_KINDS = (
    "appariée", "présents", "imposée", "donné", "rondes", "tables", "groupes", "graine", "calculées", "copie",
    "libres",
)  # fmt: skip
FIRST_ROUND_FACTS = tuple(map(Fact, SINGLE_KINDS))  # facts removed with the first round
ROUNDS = Fact("rondes")
ROUND_KINDS = ("appariée", "présents", "imposée")  # kinds removed with a round
CREATED, PAIRED, UPDATED, UNDONE, RATED = "Création", "Appariement", "Mise à jour", "Annulation", "Cotes"  # actions
TAKEN = "Résultats reçus"
_CHAINED = schema.MEMORY_COLUMNS[:-1]  # columns that the hash of a line covers
_MAX_FACTS = 200_000  # of old lines together, plus one per line; a double round robin of 128 has 50,000
_MAX_TEXT = 8_000_000  # characters of all lines together; an Open of 500 has 500,000
_MAX_COPIED = 4_000_000  # entries of objects that patches copied; an Open of 500 saved at each result has 1,000,000
_MAX_CACHED_FACTS = 200_000  # in all cached states together; a weekend tournament has 100,000
CollectFacts = Callable[[Document], Mapping[Fact, str]]  # all facts of a game's document, or of a part of one
Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]


class HistoryEntry:
    """One action as recorded in Mémoire, from several lines when its text does not fit into one.

    Attributes:
        number: Column n, from 1; 0 where it is no number.
        date: Time of the action.
        action: Its name.
        round: Round concerned; None: none, or an impossible number.
        version: Version of the program that wrote it; "" for the old form.
        chain: Hash of its last line.
        states: Documents before and after each patch of the history.
        position: Number of patches before its own two: what people changed since the entry before, and what it changed.
    """

    def __init__(self, line: Line, states: States, position: int) -> None:
        round_number = parse_int(line.text("Ronde"))
        self.number, self.date, self.action = parse_int(line.text("n")) or 0, line.text("Date"), line.text("Action")
        self.round = round_number if round_number is not None and 0 <= round_number <= schema.MOST_ROUNDS else None
        self.version, self.chain = line.texts.get(schema.VERSION, ""), line.text("Chaîne")
        self.states, self.position = states, position

    @cached_property
    def observed(self) -> Changes:
        """Facts that people changed since the entry before."""
        return self.states.compute_changes(self.position)

    @cached_property
    def applied(self) -> Changes:
        """Facts that the program changed."""
        return self.states.compute_changes(self.position + 1)


class StateView:
    """Facts at one moment, by kind and round; an empty collection if none are recorded."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def _kinds(self) -> dict[tuple[str, int], dict[int | str, str]]:
        index: dict[tuple[str, int], dict[int | str, str]] = {}
        for (kind, round_number, subject), text in self.facts.items():
            index.setdefault((kind, round_number), {})[subject] = text
        return index

    def named(self, kind: str, round_number: int = 0) -> dict[str, str]:
        """Return the texts of a kind of facts, by what stands last in the key: pair ("3-5"), name or, as text, N°.

        Args:
            kind: First part of the key, such as "résultat".
            round_number: Round of the facts; 0 for kinds that belong to no round.
        """
        return {str(subject): text for subject, text in self._kinds.get((kind, round_number), {}).items()}

    def by_number(self, kind: str) -> dict[int, str]:
        """Return the texts of a kind of facts that belong to players, such as "nom", by N°."""
        return {int(player_id): text for player_id, text in self._kinds.get((kind, 0), {}).items()}

    def numbers(self, kind: str) -> dict[int, float]:
        """Return the numeric facts of a kind (cotes, initial ranks) by N°, without texts that are no numbers."""
        values = {player_id: parse_number(text) for player_id, text in self.by_number(kind).items()}
        return {player_id: value for player_id, value in values.items() if value is not None}

    @property
    def settings(self) -> dict[str, str]:
        """Values of the settings on which rules depend, by name."""
        return self.named("réglage")

    def pairs(self, round_number: int) -> Pairs:
        """Return the pairs of a round, each as the set of its two N° (0 for X); empty without recorded pairs."""
        return frozenset(self.ordered_pairs(round_number))

    def ordered_pairs(self, round_number: int) -> list[frozenset[int]]:
        """Return the pairs of a round, each as the set of its two N°, in the order in which they were recorded.

        That is the order of the sheet when the round was paired; pairs that people typed later follow.
        """
        return [frozenset(parse_pair(pair) or ()) for pair in self.named("paire", round_number)]

    def sides(self, round_number: int) -> Sides:
        """Return the pairs of a round, each as (first, second) N° on the sheet: Black first where there are colours."""
        return frozenset(filter(None, map(parse_pair, self.named("paire", round_number).values())))

    def imposed(self, round_number: int, status: str = "") -> Pairs:
        """Return the pairs of a round that were fixed before its pairing.

        Args:
            round_number: Number of the round.
            status: "oui" selects pairs that people typed, "tient" pairs that the program had drawn and that remained
                when the round was paired again; "" selects all.
        """
        statuses = self.named("imposée", round_number)
        return frozenset(frozenset(parse_pair(pair) or ()) for pair, text in statuses.items() if status in ("", text))

    def results(self, round_number: int) -> list[str]:
        """Return the recorded rows of a round as text: "3-5:451/407", or "3-5" where no result is typed."""
        results = self.named("résultat", round_number)
        pairs = self.named("paire", round_number)
        return [f"{text}:{results[pair]}" if pair in results else text for pair, text in pairs.items()]

    def present(self, round_number: int) -> frozenset[int]:
        """Return the N° of players present when the round was paired; empty when no action paired it."""
        return parse_ranges(self.facts.get(Fact("présents", round_number), ""))

    @property
    def rounds(self) -> list[int]:
        """Numbers of the rounds that count as drawn, ascending."""
        return sorted(round_number for kind, round_number in self._kinds if kind == "appariée")

    def compute_removals(self, rounds: Collection[int]) -> dict[Fact, None]:
        """Return the changes (fact -> None) that remove the facts of these rounds that no sheet has (`ROUND_KINDS`)."""
        return {fact: None for fact in self.facts if fact.kind in ROUND_KINDS and fact.round in rounds}


class States:
    """Documents before the first entry and after each of its two patches; their facts are collected on demand.

    Documents share what did not change; facts of a limited number of them are cached: those for each round of a forged
    history would take hundreds of megabytes.
    """

    def __init__(self, collect_facts: CollectFacts) -> None:
        self.documents: list[Document] = [{}]
        self.patches: list[Patch] = []
        self._collect_facts = collect_facts
        self._views: dict[int, StateView] = {}

    def compute_changes(self, index: int) -> Changes:
        """Return the facts that a patch, counted from 0, changed."""
        patch = self.patches[index]
        before, after = (
            self._collect_facts(select_touched(document, patch)) for document in self.documents[index : index + 2]
        )
        return compute_changes(before, after)

    def after(self, count: int) -> StateView:
        """Return the state after the first `count` patches."""
        if count not in self._views:
            start = max((cached_count for cached_count in self._views if cached_count < count), default=None)
            facts = dict(self._collect_facts(self.documents[count] if start is None else {}))
            if start is not None:
                facts |= self._views[start].facts
                for index in range(start, count):
                    replay(facts, self.compute_changes(index))
            while (
                self._views and sum(len(view.facts) for view in self._views.values()) + len(facts) > _MAX_CACHED_FACTS
            ):
                del self._views[next(iter(self._views))]
            self._views[count] = StateView(facts)
        return self._views[count]


class PairedRound(NamedTuple):
    """Round paired by an action, with the states before and after its pairing."""

    states: States
    patches_read: int  # number of patches that the pairing read; its own is the next

    @property
    def before(self) -> StateView:
        """State that the pairing read: with the changes by people that it observed, without its own."""
        return self.states.after(self.patches_read)

    @property
    def after(self) -> StateView:
        """State after the pairing wrote its round."""
        return self.states.after(self.patches_read + 1)


@dataclass(eq=False)
class History:
    """Content of the sheet Mémoire: what each action recorded, and the facts that follow."""

    table: Table | None  # None: the sheet or its header is missing
    entries: list[HistoryEntry] = field(default_factory=list)
    document: Document = field(default_factory=dict)  # its recorded part, after the last action
    facts: Facts = field(default_factory=dict)  # of this document
    drawn: dict[int, PairedRound] = field(default_factory=dict)  # rounds paired by an action and not undone
    numbers: set[int] = field(default_factory=set)  # N° that players ever had, also those who have left
    broken: list[int] = field(default_factory=list)  # sheet rows with a wrong chain hash or damaged facts
    chain: str = ""  # hash of the last line
    next_row: int = 0  # sheet row, from 1, for the next entry

    @cached_property
    def now(self) -> StateView:
        """State after the last action."""
        return StateView(self.facts)

    def typed_pairs(self, round_number: int) -> Pairs:
        """Return the pairs of a round that people typed after the first action (Création aside) and no action replaced.

        Pairs that this first action observed may be from a file of results, or from an older history that was lost.
        """
        return frozenset(
            frozenset(parse_pair(str(fact.subject)) or ())
            for fact in self._typed_pair_facts
            if fact.round == round_number
        )

    @cached_property
    def _typed_pair_facts(self) -> set[Fact]:
        typed = set[Fact]()
        actions = [entry for entry in self.entries if entry.action != CREATED]
        for entry in actions[1:]:
            typed |= {fact for fact in entry.observed if fact.kind == "paire"}
            typed -= entry.applied.keys()
        return typed & self.facts.keys()

    def state(self, count: int) -> Document:
        """Return the recorded part of the document after the first `count` entries."""
        return self.entries[count - 1].states.documents[2 * count] if count else {}

    @property
    def is_old(self) -> bool:
        """Whether the last entry is of the old form, which records less than the document has."""
        return bool(self.entries) and not self.entries[-1].version


def find_history(snapshot: Snapshot, collect_facts: CollectFacts) -> History:
    """Return the history of a workbook; an empty one when the sheet Mémoire or its header is missing.

    Args:
        snapshot: Cells of the workbook.
        collect_facts: Collects the facts of a document of its game, or of a part of one.
    """
    return read_history(find_table(snapshot, schema.MEMORY, schema.MEMORY_COLUMNS, Problems()), collect_facts)


def read_history(table: Table | None, collect_facts: CollectFacts) -> History:
    """Read the table of Mémoire and apply its patches; without one the history is empty.

    `broken` lists damaged lines, which are skipped as are lines beyond the limits, and lines with a wrong chain hash,
    which are read nevertheless.
    """
    if table is None:
        return History(None)
    history = History(table, next_row=len(table.snapshot.sheets[table.sheet]) + 1)
    reader = _Reader(history, collect_facts)
    for group in _group_lines(history, table):
        if not reader.read(group):
            history.broken.extend(line.row for line in group if line.row not in history.broken)
    history.broken.sort()
    history.document = reader.states.documents[-1]
    history.facts = collect_facts(history.document) if history.document else {}
    return history


def _group_lines(history: History, table: Table) -> list[list[Line]]:
    """Return the lines of each action, and put those with a wrong chain hash into `history.broken`."""
    groups: list[list[Line]] = []
    key = None
    for line in table.lines():
        number, version, chain = line.text("n"), line.texts.get(schema.VERSION, ""), line.text("Chaîne")
        if version:
            expected = compute_chain(history.chain, (line.text(name) for name in _CHAINED))
        else:
            expected = compute_old_chain(history.chain, line.text("Faits"))
        if chain != expected:
            history.broken.append(line.row)
        history.chain = chain
        if (number, bool(version)) != key or not number:
            groups.append([])
        groups[-1].append(line)
        key = number, bool(version)
    return groups


class _Reader:
    """Reading of entries, in order, into a history."""

    def __init__(self, history: History, collect_facts: CollectFacts) -> None:
        self.history, self.collect_facts, self.states = history, collect_facts, States(collect_facts)
        self.remaining, self.remaining_text, self.remaining_copies = _MAX_FACTS, _MAX_TEXT, _MAX_COPIED

    def read(self, lines: list[Line]) -> bool:
        """Read the lines of one action; return False, and skip them, where they are damaged or too much."""
        is_new = bool(lines[0].texts.get(schema.VERSION))
        patches = self._parse_new(lines) if is_new else None
        changes = ({}, {}) if is_new else self._parse_old(lines)
        if changes is None or (is_new and patches is None):
            return False
        documents, applied_patches = [self.states.documents[-1]], []
        for index in range(2):
            before = documents[-1]
            patch = patches[index] if patches else make_patch(changes[index], before)
            self.remaining_copies -= _count_copied(before, patch)
            after = apply_patch(before, patch) if patch else before
            if self.remaining_copies < 0 or not has_sides(after, patch):
                return False
            documents.append(after)
            applied_patches.append(patch)
        self.states.documents += documents[1:]
        self.states.patches += applied_patches
        self._add(HistoryEntry(lines[-1], self.states, len(self.states.patches) - 2))
        return True

    def _parse_new(self, lines: list[Line]) -> tuple[Document, Document] | None:
        text = "".join(line.text("Faits") for line in lines)
        self.remaining_text -= len(text)
        return parse_patches(text) if self.remaining_text > 0 else None

    def _parse_old(self, lines: list[Line]) -> tuple[dict[Fact, str | None], dict[Fact, str | None]] | None:
        merged: tuple[dict[Fact, str | None], dict[Fact, str | None]] = {}, {}
        found = False
        for line in lines:  # each is complete by itself
            changes = read_line(line.text("Faits"), self.remaining)
            if changes is None:
                if line.row not in self.history.broken:
                    self.history.broken.append(line.row)
                continue
            found = True
            self.remaining -= 1 + sum(map(len, changes))
            for whole, addition in zip(merged, changes, strict=True):
                whole.update(addition)
        return merged if found else None

    def _add(self, entry: HistoryEntry) -> None:
        history, after = self.history, self.states.documents[-1]
        history.entries.append(entry)
        rounds = after.get("rounds", {})
        if entry.action == PAIRED and entry.round and rounds.get(str(entry.round), {}).get("drawn"):
            history.drawn[entry.round] = PairedRound(self.states, len(self.states.documents) - 2)
        for state, patch in zip(self.states.documents[-2:], self.states.patches[-2:], strict=True):
            players = state.get("players", {})
            touched = patch.get("players") or {}
            history.numbers |= {int(key) for key in touched if "name" in players.get(key, {})}
            history.numbers |= {*(patch.get("former_numbers") or ())}
        for number in [number for number in history.drawn if not rounds.get(str(number), {}).get("drawn")]:
            history.drawn.pop(number, None)


def _count_copied(document: Document, patch: Patch) -> int:
    """Count the entries of the objects that applying a patch copies."""
    touched = [document.get(name) for name in patch]
    rounds = document.get("rounds", {})
    touched += [rounds.get(number, {}).get("matches") for number in patch.get("rounds") or ()]
    return 1 + sum(len(value) for value in touched if isinstance(value, dict))


def replay(facts: dict[Fact, str], changes: Changes) -> None:
    """Apply changes to `facts` in place."""
    for fact, text in changes.items():
        if text is None:
            facts.pop(fact, None)
        else:
            facts[fact] = text


def replay_on_copy(facts: Facts, changes: Changes) -> dict[Fact, str]:
    """Return a copy of the facts with changes applied."""
    after = dict(facts)
    replay(after, changes)
    return after


def compute_changes(before: Facts, after: Facts) -> dict[Fact, str | None]:
    """Return the changes that turn `before` into `after`: the new text of a fact, or None for one that is gone."""
    changed: dict[Fact, str | None] = {fact: text for fact, text in after.items() if before.get(fact) != text}
    return changed | {fact: None for fact in before if fact not in after}


def select_sheet_facts(facts: Facts) -> dict[Fact, str]:
    """Return the facts that are on sheets, without the facts that only the history has."""
    return {fact: text for fact, text in facts.items() if fact.kind not in HISTORY_ONLY_KINDS}


def write_entry(
    draft: Draft,
    history: History,
    date: str,
    action: str,
    round_number: int | None,
    observed: Patch,
    applied: Patch,
) -> None:
    """Write one action into the draft below the last line of Mémoire; do nothing without the sheet.

    An action with a long text takes several lines. A sheet of the old form gets its column Version.

    Args:
        draft: Draft that receives the cells.
        history: History so far, which does not change.
        date: Time of the action, "21/11/2026 14:05:33".
        action: Name of the action, such as `PAIRED`.
        round_number: Round concerned; None for none.
        observed: Changes by people since the previous action.
        applied: Changes by this action.
    """
    if history.table is None:
        return
    entry_number = max((entry.number for entry in history.entries), default=0) + 1
    columns, chain, row = history.table.columns, history.chain, history.next_row
    if schema.VERSION not in columns:
        header = history.table.header
        columns = columns | {schema.VERSION: len(history.table.snapshot.sheets[schema.MEMORY][header - 1]) + 1}
        draft.put(schema.MEMORY, header, columns[schema.VERSION], str(schema.VERSION))
    for text in cut_patches(observed, applied):
        values: dict[str, Cell] = {
            "n": entry_number,
            "Date": date,
            "Action": action,
            "Ronde": round_number,
            schema.VERSION: __version__,
            "Faits": text,
        }
        chain = compute_chain(chain, (cell_text(values[name]) for name in _CHAINED))
        for name, value in (values | {"Chaîne": chain}).items():
            draft.put(schema.MEMORY, row, columns[name], value)
        row += 1


def have_same_origin(first: Iterable[HistoryEntry], second: Iterable[HistoryEntry]) -> bool:
    """Check whether two histories are of one tournament: their first pairings (`PAIRED`) have the same chain hash.

    It is False if one of them has no pairing.
    """
    first_chains = [
        next((entry.chain for entry in entries if entry.action == PAIRED), None) for entries in (first, second)
    ]
    return first_chains[0] is not None and first_chains[0] == first_chains[1]
