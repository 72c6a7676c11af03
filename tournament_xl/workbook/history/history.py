"""History of a workbook, kept on its hidden sheet Mémoire: what people changed, and what each action changed.

A line has number (n), time, action, round, version of the program, and in Faits JSON with two merge patches (RFC 7396)
over the recorded part of the tournament's document (`document.recorded`): `trouvé`, what people changed since the line
before, and `fait`, what this action changed. A long text is cut into pieces that stand in lines with the same n, and
are joined before they are parsed. Chaîne has a hash over the whole line and the hash of the line before. All patches
give the document after the last action, those up to a pairing the document that it read.

A line without a version is of the old form (`workbook.history.old_lines`): it keeps its hash rule, which covers Faits
alone, and is converted into patches. Lines are untrusted: bounded in size, skipped where damaged
(`workbook.history.entries`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property, partial
from typing import NamedTuple

from tournament_xl import __version__
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_int
from tournament_xl.workbook.history.entries import compute_chain, cut_patches, has_sides, parse_patches
from tournament_xl.workbook.history.old_lines import OldChanges, compute_old_chain, make_patch, read_line
from tournament_xl.workbook.history.patches import Document, Patch, apply_patch
from tournament_xl.workbook.history.views import Pairs, find_changed_pairs, find_matches, split_pair_key
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Line, Problems, Table, find_table

CREATED, PAIRED, UPDATED, UNDONE, RATED = "Création", "Appariement", "Mise à jour", "Annulation", "Cotes"  # actions
TAKEN = "Résultats reçus"
_CHAINED = schema.MEMORY_COLUMNS[:-1]  # columns that the hash of a line covers
_MAX_FACTS = 200_000  # of old lines together, plus one per line; a double round robin of 128 has 50,000
_MAX_TEXT = 8_000_000  # characters of all lines together; an Open of 500 has 500,000
_HIGHEST_NUMBER = 10**6  # of a line; a higher one was typed over
_MAX_COPIED = 4_000_000  # entries of objects that patches copied; an Open of 500 saved at each result has 1,000,000


class HistoryEntry:
    """One action as recorded in Mémoire, from several lines when its text does not fit into one.

    Documents of entries share what did not change.

    Attributes:
        number: Column n, from 1; 0 where it is no number.
        date: Time of the action.
        action: Its name.
        round: Round concerned; None: none, or an impossible number.
        version: Version of the program that wrote it; "" for the old form.
        chain: Hash of its last line.
        before: Document after the entry before.
        observed: Patch: what people changed since then.
        found: Document with what they changed, which the action read.
        applied: Patch: what the action changed.
        after: Document after the action.
    """

    def __init__(
        self, line: Line, documents: tuple[Document, Document, Document], patches: tuple[Patch, Patch]
    ) -> None:
        round_number = parse_int(line.text("Ronde"))
        self.number, self.date, self.action = parse_int(line.text("n")) or 0, line.text("Date"), line.text("Action")
        self.round = round_number if round_number is not None and 0 <= round_number <= schema.MOST_ROUNDS else None
        self.version, self.chain = line.texts.get(schema.VERSION, ""), line.text("Chaîne")
        self.before, self.found, self.after = documents
        self.observed, self.applied = patches


class PairedRound(NamedTuple):
    """Round paired by an action, with the documents before and after its pairing."""

    before: Document  # what the pairing read: with the changes by people that it observed, without its own
    after: Document  # with the round that it wrote


class History:
    """Content of the sheet Mémoire: what each action recorded, and the document that follows."""

    def __init__(self, table: Table | None, next_row: int = 0) -> None:
        """Start without entries; `table` None: the sheet or its header is missing."""
        self.table = table
        self.entries: list[HistoryEntry] = []
        self.document: Document = {}  # its recorded part, after the last action
        self.drawn: dict[int, PairedRound] = {}  # rounds paired by an action and not undone
        self.numbers: set[int] = set()  # N° that players ever had, also those who have left
        self.broken: list[int] = []  # sheet rows with a wrong chain hash or damaged patches
        self.chain = ""  # hash of the last line
        self.next_row = next_row  # sheet row, from 1, for the next entry
        self.last_number = 0  # highest n of all lines, also of those that cannot be read

    def with_document(self, document: Document) -> History:
        """Return a copy with another document after the last action."""
        changed = copy(self)
        changed.document = document
        changed.__dict__.pop("_typed_keys", None)  # computed from the document
        return changed

    def typed_pairs(self, round_number: int) -> Pairs:
        """Return the pairs of a round that people typed after the first action (Création aside) and no action replaced.

        Pairs that this first action observed may be from a file of results, or from an older history that was lost.
        """
        return frozenset(frozenset(split_pair_key(key)) for number, key in self._typed_keys if number == round_number)

    @cached_property
    def _typed_keys(self) -> set[tuple[int, str]]:
        typed = set[tuple[int, str]]()
        actions = [entry for entry in self.entries if entry.action != CREATED]
        for entry in actions[1:]:
            typed |= find_changed_pairs(entry.before, entry.found, entry.observed.get("rounds") or ())
            typed -= find_changed_pairs(entry.found, entry.after, entry.applied.get("rounds") or ())
        return {(number, key) for number, key in typed if key in find_matches(self.document, number)}

    @property
    def is_old(self) -> bool:
        """Whether the last entry is of the old form, which records less than the document has."""
        return bool(self.entries) and not self.entries[-1].version


def find_history(snapshot: Snapshot) -> History:
    """Return the history of a workbook; an empty one when the sheet Mémoire or its header is missing."""
    return read_history(find_table(snapshot, schema.MEMORY, schema.MEMORY_COLUMNS, Problems()))


def read_history(table: Table | None) -> History:
    """Read the table of Mémoire and apply its patches; without one the history is empty.

    `broken` lists damaged lines, which are skipped as are lines beyond the limits, and lines with a wrong chain hash,
    which are read nevertheless.
    """
    if table is None:
        return History(None)
    history = History(table, next_row=len(table.snapshot.sheets[table.sheet]) + 1)
    reader = _Reader(history)
    for group in _group_lines(history, table):
        if not reader.read(group):
            history.broken.extend(line.row for line in group if line.row not in history.broken)
    history.broken.sort()
    return history


def _group_lines(history: History, table: Table) -> list[list[Line]]:
    """Return the lines of each action, and put those with a wrong chain hash into `history.broken`.

    Lines of one action have n, time and action in common, so that what follows damaged lines is not joined to them.
    """
    groups: list[list[Line]] = []
    previous_key = None
    for line in table.lines():
        number, version, chain = line.text("n"), line.texts.get(schema.VERSION, ""), line.text("Chaîne")
        if version:
            expected = compute_chain(history.chain, (line.text(name) for name in _CHAINED))
        else:
            expected = compute_old_chain(history.chain, line.text("Faits"))
        if chain != expected:
            history.broken.append(line.row)
        history.chain = chain
        key = number, bool(version), line.text("Date"), line.text("Action")
        if key != previous_key or not number:
            groups.append([])
        groups[-1].append(line)
        previous_key = key
        history.last_number = max(history.last_number, min(parse_int(number) or 0, _HIGHEST_NUMBER))
    return groups


_MakePatch = Callable[[Document], Patch]  # of the document before


class _Reader:
    """Reading of entries, in order, into a history."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.remaining, self.remaining_text, self.remaining_copies = _MAX_FACTS, _MAX_TEXT, _MAX_COPIED

    def read(self, lines: list[Line]) -> bool:
        """Read the lines of one action; return False, and skip them, where they are damaged or too much."""
        parse = self._parse_new if lines[0].texts.get(schema.VERSION) else self._parse_old
        makers = parse(lines)
        if makers is None:
            return False
        documents, patches = [self.history.document], list[Patch]()
        for make in makers:
            patches.append(make(documents[-1]))
            after = self._apply(documents[-1], patches[-1])
            if after is None:
                return False
            documents.append(after)
        before, found, after = documents
        self._add(HistoryEntry(lines[-1], (before, found, after), (patches[0], patches[1])))
        return True

    def _apply(self, before: Document, patch: Patch) -> Document | None:
        """Return the patched document; None where a match has no sides, or too much was copied."""
        self.remaining_copies -= _count_copied(before, patch)
        after = apply_patch(before, patch) if patch else before
        return after if self.remaining_copies >= 0 and has_sides(after, patch) else None

    def _parse_new(self, lines: list[Line]) -> Sequence[_MakePatch] | None:
        text = "".join(line.text("Faits") for line in lines)
        self.remaining_text -= len(text)
        patches = parse_patches(text) if self.remaining_text > 0 else None
        return patches and [lambda document, patch=patch: patch for patch in patches]

    def _parse_old(self, lines: list[Line]) -> Sequence[_MakePatch] | None:
        merged: tuple[OldChanges, OldChanges] = {}, {}
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
        return [partial(make_patch, changes) for changes in merged] if found else None

    def _add(self, entry: HistoryEntry) -> None:
        history = self.history
        history.entries.append(entry)
        history.document = entry.after
        rounds = entry.after.get("rounds", {})
        if entry.action == PAIRED and entry.round and rounds.get(str(entry.round), {}).get("drawn"):
            history.drawn[entry.round] = PairedRound(entry.found, entry.after)
        for state, patch in ((entry.found, entry.observed), (entry.after, entry.applied)):
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

    An action with a long text takes several lines. A sheet of the old form gets its column Version. `date` is as
    "21/11/2026 14:05:33", `action` such as `PAIRED`; `observed` are changes by people since the previous action,
    `applied` those of this one.
    """
    if history.table is None:
        return
    entry_number = history.last_number + 1
    columns, chain, row = history.table.columns, history.chain, history.next_row
    if schema.VERSION not in columns:
        columns = columns | {schema.VERSION: len(history.table.titles()) + 1}
        draft.put(schema.MEMORY, history.table.header, columns[schema.VERSION], str(schema.VERSION))
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
