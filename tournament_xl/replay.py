"""A round drawn again: from the facts as they now stand, or from those that its pairing had (for checks).

The Journal records what each pairing read; so an honest later correction of a score is told apart from a wrong pairing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournament_xl.model import Absences, Match, Pair, Player, Refused, Round, Tournament, X
from tournament_xl.scrabble.classique import registered_at_first_pairing
from tournament_xl.scrabble.open_groups import SCHEDULES
from tournament_xl.texts import reasons
from tournament_xl.workbook import compact
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.journal_facts import Basis, Results, RoundRecord


def before_round(decoded: Decoded, number: int, *, journalled: bool = False) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand.

    Present are those whom the Journal names, else those who have a row; fixed are the pairs that the organiser had
    typed before the pairing. `journalled`: results, places and edition, too, are those that the Journal recorded
    (where it did).
    """
    tournament, record = decoded.tournament, decoded.journal.rounds.get(number)
    matches = tournament.rounds[number - 1] if number <= len(tournament.rounds) else ()
    rounds, fixed = tournament.rounds[: number - 1], _fixed(matches, record)
    if journalled and record and record.drawn:
        tournament = _as_of(tournament, record.basis)
        tournament = replace(tournament, groups=decoded.journal.groups or tournament.groups)
        people = frozenset({X, *(player.number for player in tournament.players)})
        rounds = tuple(recorded_round(decoded, at, record.basis.results, people) for at in range(1, number))
        fixed = tuple(Match(max(pair), min(pair)) for pair in sorted(record.fixed, key=sorted))
    present = (record.present if record else None) or {who for m in matches for who in m.sides if who != X}
    players = tournament.players
    if decoded.formula.scheduled(number) and not journalled:
        rows = {who for match in matches for who in match.sides}
        players = tuple(p for p in players if p.number in rows)  # who entered later had no seat yet
    else:
        players = tuple(
            replace(player, absences=Absences() if player.number in present else Absences(frozenset({number})))
            for player in tournament.players
        )
    return replace(tournament, players=players, rounds=rounds, fixed=fixed)


def redraw(decoded: Decoded, number: int, *, journalled: bool = False) -> list[Pair]:
    """The pairs that the rules give for round `number`, fixed ones left out; empty when they give none.

    `journalled` as in `before_round`. Damaged facts (initial ranking, groups, fixed pairs) give none.
    """
    return drawn_from(decoded, number, before_round(decoded, number, journalled=journalled))


def drawn_from(decoded: Decoded, number: int, before: Tournament) -> list[Pair]:
    """The same from what `before_round` gave."""
    if decoded.formula.field_refusal(registered_at_first_pairing(before)) or not _has_whole_ranking(before):
        return []
    if not (decoded.formula.scheduled(number) or _has_sound_pairs(before)):
        return []
    try:
        return decoded.formula.pair(before)
    except Refused:
        return []


def recorded_round(decoded: Decoded, number: int, results: Results, people: frozenset[int]) -> Round:
    """Round `number` with the results recorded; what was not recorded as it now stands on the sheet.

    Results of N° that are not among `people`, X included, (a line was changed by hand) are passed over. Each later
    round wants the same again: it is read once.
    """
    texts = results.get(number, {})
    now = decoded.tournament.rounds[number - 1] if number <= len(decoded.tournament.rounds) else ()
    key = number, tuple(texts.values()), people
    before = decoded.replayed.get(key)
    if before is None or before[0] is not now:
        decoded.replayed[key] = before = now, _recorded(now, texts, people)
    return before[1]


def _recorded(now: Round, texts: Mapping[frozenset[int], str], people: frozenset[int]) -> Round:
    read = filter(None, map(compact.read_result, texts.values()))
    recorded = [match for match in read if people.issuperset(match.sides)]
    known = {who for match in recorded for who in match.sides if who != X}
    tables = {frozenset(match.sides): match.table for match in now}
    kept = (match for match in now if not known & set(match.sides))
    return (*(replace(match, table=tables.get(frozenset(match.sides), 0)) for match in recorded), *kept)


def _fixed(matches: Round, record: RoundRecord | None) -> Round:
    """The pairs typed before the pairing: by the Journal, else by their reason, unless the whole round was typed."""
    if record and record.drawn:
        return tuple(match for match in matches if frozenset(match.sides) in record.fixed)
    chosen = tuple(match for match in matches if match.reason.startswith(reasons.CHOICE))
    return chosen if len(chosen) < len(matches) else ()


def _as_of(tournament: Tournament, basis: Basis) -> Tournament:
    """Places and edition as a pairing had them; somebody whose row has gone since is known by his N° alone."""
    edition = basis.formula.rpartition(" ")[2]
    settings = replace(tournament.settings, edition=edition) if edition in ("F10", "F50") else tournament.settings
    here = {player.number: player for player in tournament.players}
    players: Iterable[Player] = (
        replace(here.get(who) or Player(who, f"N° {who}"), seed=seed) for who, seed in sorted(basis.seeds.items())
    )
    return replace(tournament, settings=settings, players=tuple(players) or tournament.players)


def _has_whole_ranking(tournament: Tournament) -> bool:
    """Whether the places in the initial ranking are 1, 2, … and groups have players only, each once, as many as there
    is a table for: rules rely on it (C2, O3, O5).
    """
    places = sorted(p.seed for p in tournament.players if p.seed is not None and p.seed.is_integer())
    groups = tournament.groups or ()
    known = {X, *(player.number for player in tournament.players)}
    sound = all(len(group) == len(set(group) & known) and len(group) in SCHEDULES for group in groups)
    return sound and places == list(range(1, len(places) + 1))


def _has_sound_pairs(tournament: Tournament) -> bool:
    """Whether the fixed pairs are of players present, each once, X only when their number is odd (C3, C11)."""
    fixed = [who for match in tournament.fixed for who in match.sides]
    present = tournament.present(tournament.next_round)
    return len(set(fixed)) == len(fixed) and set(fixed) <= (present | {X} if len(present) % 2 else present)
