"""A round drawn again: from the facts as they now stand, or from those that its pairing had (for checks).

The memory keeps what each pairing read; so an honest later correction of a score is told apart from a wrong pairing.
"""

from __future__ import annotations

from tournament_xl.book import memory
from tournament_xl.book.memory import Drawn, View, sides
from tournament_xl.games.scrabble.decode_sheets import as_recorded
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.model import Absences, Match, Pair, Player, Refused, Round, Settings, Tournament, X
from tournament_xl.record import replace
from tournament_xl.rules.scrabble.classique import registered_at_first_pairing
from tournament_xl.rules.scrabble.open_groups import SCHEDULES
from tournament_xl.rules.scrabble.scoring import is_decided
from tournament_xl.texts import reasons


def before_round(decoded: Decoded, number: int, *, remembered: bool = False) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand.

    Present are those of the pairing's memory, else those who have a row; fixed are the pairs that the organiser had
    typed before it. `remembered`: results, places and settings, too, are those that the pairing read (where a press
    paired the round).
    """
    tournament, drawn = decoded.tournament, decoded.memory.drawn.get(number)
    matches = tournament.rounds[number - 1] if number <= len(tournament.rounds) else ()
    rounds, fixed = tournament.rounds[: number - 1], _fixed(matches, drawn, number)
    present = (drawn.after.present(number) if drawn else None) or {w for m in matches for w in m.sides if w != X}
    if remembered and drawn:
        tournament = _as_of(tournament, drawn.after)
        people = frozenset({X, *(player.number for player in tournament.players)})
        rounds = tuple(_recorded(drawn.before, at, people, tournament.settings) for at in range(1, number))
        fixed = tuple(Match(max(pair), min(pair)) for pair in sorted(drawn.after.imposed(number), key=sorted))
    players = tournament.players
    if decoded.formula.scheduled(number) and not remembered:
        rows = {who for match in matches for who in match.sides}
        players = tuple(p for p in players if p.number in rows)  # who entered later had no seat yet
    else:
        players = tuple(
            replace(player, absences=Absences() if player.number in present else Absences(frozenset({number})))
            for player in tournament.players
        )
    return replace(tournament, players=players, rounds=rounds, fixed=fixed)


def as_remembered(decoded: Decoded) -> Tournament:
    """The tournament as the last press left it: results, settings, places; names and clubs as they stand."""
    then = decoded.memory.now
    people = frozenset({X, *(player.number for player in decoded.tournament.players)})
    tournament = _as_of(decoded.tournament, then)
    rounds = (_recorded(then, at, people, tournament.settings) for at in then.rounds)
    return replace(tournament, rounds=tuple(rounds), fixed=())


def redraw(decoded: Decoded, number: int, *, remembered: bool = False) -> list[Pair]:
    """The pairs that the rules give for round `number`, fixed ones left out; empty when they give none.

    `remembered` as in `before_round`. Damaged facts (initial ranking, groups, fixed pairs) give none.
    """
    return drawn_from(decoded, number, before_round(decoded, number, remembered=remembered))


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


def _recorded(then: View, number: int, people: frozenset[int], settings: Settings) -> Round:
    """A round with the results remembered; those of others than `people` (forged) are passed over."""
    found = []
    for text in then.results(number):
        match, two = memory.read_result(text), sides(text.partition(":")[0])
        if match is None and two:
            match = Match(*two)  # no result yet, or half of one
        if match and people.issuperset(match.sides):
            found.append(replace(match, complete=is_decided(match, settings.games_to_win(number))))
    return tuple(found)


def _fixed(matches: Round, drawn: Drawn | None, number: int) -> Round:
    """The pairs typed before the pairing: by the memory, else by their reason, unless the whole round was typed."""
    if drawn:
        return tuple(match for match in matches if frozenset(match.sides) in drawn.after.imposed(number))
    chosen = tuple(match for match in matches if match.reason.startswith(reasons.CHOICE))
    return chosen if len(chosen) < len(matches) else ()


def _as_of(tournament: Tournament, then: View) -> Tournament:
    """Places, groups, seats and settings as a pairing had them; who has gone since is known by his N° alone."""
    here = {player.number: player for player in tournament.players}
    seeds = then.numbers("rang")
    players = (replace(here.get(who) or Player(who, f"N° {who}"), seed=seed) for who, seed in sorted(seeds.items()))
    return replace(
        tournament,
        settings=as_recorded(then.settings, tournament.settings),
        players=tuple(players) or tournament.players,
        groups=then.groups or tournament.groups,
    )


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
