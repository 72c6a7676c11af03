"""What the organiser's cells say, against what the Journal recorded: results, pairs, cotes, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournament_xl.check.report import COTE, NAME, PAIR, RESULT, Finding
from tournament_xl.check.sheets import tables
from tournament_xl.check.trace import Trace
from tournament_xl.model import Match, Player, Tournament, X
from tournament_xl.replay import recorded_round
from tournament_xl.texts import check as texts
from tournament_xl.workbook import compact, kept, labels
from tournament_xl.workbook.decode_results import NUMBERS
from tournament_xl.workbook.decode_settings import as_recorded as recorded_settings
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.grid import Line, whole
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.understood import Understood

SEVERAL = 3  # pairs gone from one round beyond which they are told in one sentence


def full_names(decoded: Decoded) -> dict[int, str]:
    """Full names by N°, X included."""
    return {player.number: player.full_name for player in decoded.tournament.players} | {X: "X"}


def compare(decoded: Decoded, trace: Trace) -> list[Finding]:
    """Every cell that differs from its record."""
    names = full_names(decoded)
    found = [*_results(decoded, names), *pairs(decoded, names, NUMBERS), *starting_cotes(decoded, names)]
    moved = {finding.row for finding in found if finding.kind == PAIR}
    found += _names(decoded, names, moved)
    doubtful = [one.kind != NAME and trace.doubts(one.round or 1) for one in found]
    return [replace(one, consequence=doubt) for one, doubt in zip(found, doubtful, strict=True)]


def as_recorded(decoded: Decoded, found: list[Finding]) -> Tournament:
    """The tournament with the settings, results, pairs, names and cotes that stood before what was found."""
    column = decoded.players.table.columns["Nom"]
    renamed = {one.row: one.was for one in found if (one.kind, one.sheet, one.column) == (NAME, labels.PLAYERS, column)}
    cotes, licences = decoded.journal.cotes, decoded.journal.licences
    players = []
    for player in decoded.tournament.players:
        former = renamed.get(decoded.lines[player.number].row)
        before = replace(
            player,
            cote=cotes.get(player.number, player.cote),
            licence=licences.get(player.number, player.licence),
        )
        players.append(_renamed(before, former))
    final = compact.read_result(decoded.journal.final)
    if final and not set(final.sides) <= {player.number for player in players}:
        final = None  # a line changed by hand
    settings = recorded_settings(decoded.journal.settings, decoded.tournament.settings)
    people = frozenset({X, *(player.number for player in players)})
    rounds = tuple(
        recorded_round(decoded, number, decoded.journal.results, people)
        for number in range(1, len(decoded.tournament.rounds) + 1)
    )
    return replace(decoded.tournament, settings=settings, players=tuple(players), rounds=rounds, final=final)


def _renamed(player: Player, full: str | None) -> Player:
    """A player under his former full name; the part that did not change tells where the first name begins."""
    if full is None:
        return player
    if player.first_name and full.endswith(" " + player.first_name):
        return replace(player, name=full.removesuffix(player.first_name).strip())
    if full.startswith(player.name + " "):
        return replace(player, first_name=full.removeprefix(player.name).strip())
    return replace(player, name=full, first_name="")


def result_text(match: Match, names: dict[int, str]) -> str:
    """ "451–407", "forfait de Durand", "sans résultat"."""
    if match.forfeits:
        return texts.forfeit([names.get(match.sides[side - 1], "?") for side in sorted(match.forfeits)])
    return " + ".join(f"{own}–{other}" for own, other in match.games) or texts.NO_RESULT


def _turned(match: Match, one: int) -> Match:
    """The same result seen from `one`."""
    if match.one == one:
        return match
    games = tuple((other, own) for own, other in match.games)
    return replace(match, one=match.two, two=match.one, games=games, forfeits=frozenset(3 - s for s in match.forfeits))


def _results(decoded: Decoded, names: dict[int, str]) -> Iterator[Finding]:
    """Results that differ from the ones that the next pairing, or an update, read."""
    for row in decoded.results.rows:
        text = decoded.journal.results.get(row.round, {}).get(frozenset(row.match.sides))
        recorded = compact.read_result(text) if text else None
        if recorded is None or row.round > len(decoded.tournament.rounds):
            continue
        before = _turned(recorded, row.match.one)
        same = (before.games, before.forfeits) == (row.match.games, row.match.forfeits)
        if same and (row.match.complete or before.games):  # with a further game to play
            continue
        was, now = result_text(before, names), result_text(row.match, names)
        yield finding_at(row, "result", RESULT, "Score 1", names, was=was, now=now)


def finding_at(
    row: RowOf[Any], key: str, kind: str, column: str, names: dict[int, str], *, was: str, now: str
) -> Finding:
    """A finding about two players at a cell of their row."""
    one, two = (names.get(who, f"N° {who}") for who in row.match.sides)
    facts = {"row": row.line.row, "round": row.round, "table": row.match.table or "?", "one": one, "two": two}
    message = texts.finding_text(key, **facts, was=was, now=now)
    at = row.line.table.columns[column]
    return Finding(kind, message, labels.RESULTS, row.line.row, at, row.round, row.match.table or None, was, now)


def pairs(decoded: Understood, names: dict[int, str], columns: tuple[str, str]) -> Iterator[Finding]:
    """Pairs that the Journal does not have in a drawn round, and pairs that it has and the sheet has not."""
    for number, record in sorted(decoded.journal.rounds.items()):
        rows = {frozenset(row.match.sides): row for row in decoded.results.round(number)}
        gone = sorted(record.current - rows.keys(), key=sorted)
        explained = set()
        for pair, row in rows.items():
            if pair in record.current:
                continue
            before = next((old for who in row.match.sides if who != X for old in gone if who in old), None)
            explained |= {old for old in gone if old & pair - {X}}
            now = pair_text(pair, names, row.match.sides[0])
            if before:
                column = columns[1] if row.match.sides[0] in before else columns[0]
                was = pair_text(before, names, row.match.sides[0])
                yield finding_at(row, "pair", PAIR, column, names, was=was, now=now)
            else:
                yield finding_at(row, "pair_new", PAIR, columns[0], names, was="", now=now)
        lost = [old for old in gone if old not in explained]
        if len(lost) > SEVERAL:
            message = texts.finding_text("pairs_gone", round=number, pairs=texts.pairs_text(len(lost)))
            yield Finding(PAIR, message, labels.RESULTS, round=number, was=", ".join(pair_text(p, names) for p in lost))
        else:
            for old in lost:
                was = pair_text(old, names)
                yield Finding(
                    PAIR, texts.finding_text("pair_gone", round=number, was=was), labels.RESULTS, round=number, was=was
                )


def pair_text(pair: frozenset[int], names: dict[int, str], first: int | None = None) -> str:
    """ "Durand – Petit", `first` standing first if he is one of the two, X last."""
    order = sorted(pair, key=lambda who: (who == X, who != first, who))
    return " – ".join(names.get(who, f"N° {who}") for who in order)


def starting_cotes(decoded: Understood, names: dict[int, str]) -> Iterator[Finding]:
    """Starting cotes that are not those which the first pairing took."""
    for player in decoded.tournament.players:
        taken = decoded.journal.cotes.get(player.number)
        if taken is None or taken == kept.cote_of(player):
            continue
        line = decoded.lines[player.number]
        was, now = (f"{cote:g}".replace(".", ",") for cote in (taken, kept.cote_of(player)))
        message = texts.finding_text("cote", row=line.row, name=names[player.number], was=was, now=now)
        yield Finding(COTE, message, labels.PLAYERS, line.row, line.table.columns["Cote"], was=was, now=now)


def _names(decoded: Decoded, names: dict[int, str], moved: set[int]) -> Iterator[Finding]:
    """Names that are neither that of Joueurs nor the Journal's on the sheets that repeat them.

    Of a player without a name in the Journal the one that stands alone is told.
    """
    places: dict[int, list[tuple[str, int, int, str]]] = defaultdict(list)  # N° -> sheet, row, column, name there

    def place(line: Line, number: int, column: str) -> None:
        if text := line.text(column):
            places[number].append((line.table.sheet, line.row, line.table.columns[column], text))

    for row in decoded.results.rows:
        if row.line.row not in moved and row.round <= len(decoded.tournament.rounds):
            for who, column in zip(row.match.sides, ("Joueur 1", "Joueur 2"), strict=True):
                place(row.line, who, column)
    for line in (line for table in tables(decoded).values() for line in table.lines()):
        number = whole(line.text("N°"))
        if number is not None and number in names:
            place(line, number, "Joueur")
    for who, found in sorted(places.items()):
        known = decoded.journal.names.get(who, "")
        others = {text for *_, text in found if compact.one_line(text) not in (compact.one_line(names[who]), known)}
        if (
            not known
            and len(others) == 1
            and len(found) > 1
            and all(text in others for *_, text in found)
            and who in decoded.lines
        ):
            line, was = decoded.lines[who], others.pop()
            message = texts.finding_text("name", row=line.row, number=who, was=was, now=names[who])
            yield Finding(NAME, message, labels.PLAYERS, line.row, line.table.columns["Nom"], was=was, now=names[who])
        for sheet, at, at_column, text in found:
            if text in others:
                facts = {"sheet": sheet, "row": at, "number": who or "X", "was": names[who], "now": text}
                message = texts.finding_text("name_there", **facts)
                yield Finding(NAME, message, sheet, at, at_column, was=names[who], now=text)
