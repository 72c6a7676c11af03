"""Drawn rounds of Scrabble: paired again, compared with what was drawn, their pairs explained (C12).

A round is paired again from the present results, or from the results that its pairing read: the history keeps both, so
an honest later correction of a score is distinguished from a wrong pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament_xl.core.model import Refused, X
from tournament_xl.games import past_rounds
from tournament_xl.games.answers import Explanation
from tournament_xl.games.pairing_constraints import constraints_from_history
from tournament_xl.games.past_rounds import restore_presence
from tournament_xl.games.scrabble.assembly import build_match
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.read_open import read_recorded_groups
from tournament_xl.games.scrabble.rules.classique import count_registered_at_first_pairing, rank_for_pairing
from tournament_xl.games.scrabble.rules.model import Match, Pair, Player, Standing, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring, match_sides
from tournament_xl.games.scrabble.settings_sheet import settings_from_history
from tournament_xl.messages import cli, reasons, scrabble_reasons, sheets
from tournament_xl.messages.names import ordinal, signed
from tournament_xl.workbook.cells import to_cell_number
from tournament_xl.workbook.history.views import (
    Recorded,
    find_drawn_pairs,
    find_imposed_pairs,
    find_seeds,
    list_drawn_rounds,
)


def recompute_reasons(decoded: ScrabbleBook, round_number: int) -> dict[frozenset[int], str]:
    """Pair a drawn round again from what its pairing read, and return the reasons of the pairs; nothing is written.

    Returns:
        Set of the two N° -> reason, a French sentence; the pairs that the organiser typed before the pairing are left
        out. {} when the round cannot be paired again.
    """
    names = decoded.names()
    inputs = pairing_inputs(decoded, round_number)  # a reason says what the draw was made from
    drawn_pairs = redraw(decoded, inputs)
    return {
        frozenset((pair.one, pair.two)): scrabble_reasons.reason_text(pair, names.__getitem__) for pair in drawn_pairs
    }


def pairing_inputs_with_current_results(decoded: ScrabbleBook, round_number: int) -> Tournament:
    """Return the tournament as it was before a drawn round was paired, but with the present results and settings.

    The round is its next round: it and later ones are left out, and `fixed` has the pairs that the organiser typed
    before the pairing. If the round has a fixed schedule, the players are only those who have a match in it.
    """
    inputs = past_rounds.pairing_inputs_with_current_results(decoded.tournament, decoded.memory, round_number)
    if decoded.formula.is_scheduled(round_number):  # later entrants had no seat yet
        seated_ids = {player_id for match in decoded.tournament.rounds[round_number - 1] for player_id in match.sides}
        return replace(
            inputs, players=tuple(player for player in decoded.tournament.players if player.number in seated_ids)
        )
    return inputs


def pairing_inputs(decoded: ScrabbleBook, round_number: int) -> Tournament:
    """Return the tournament as the pairing of a drawn round read it, by the history (sheet Mémoire).

    Results of earlier rounds, places in the initial ranking, groups, settings, who was present and the pairs typed
    before are as recorded. For a round that no action paired there is no record: then the answer is that of
    `pairing_inputs_with_current_results`.
    """
    past_round = decoded.memory.drawn.get(round_number)
    if past_round is None:
        return pairing_inputs_with_current_results(decoded, round_number)
    inputs = _at_pairing_time(
        decoded,
        past_rounds.pairing_inputs_with_current_results(decoded.tournament, decoded.memory, round_number),
        past_round.after,
    )
    return replace(
        _restore_rounds(inputs, past_round.before, range(1, round_number)),
        players=restore_presence(decoded.tournament, decoded.memory, round_number, inputs.players),
        fixed=tuple(
            Match(max(pair), min(pair))
            for pair in sorted(find_imposed_pairs(past_round.after, round_number), key=sorted)
        ),
    )


def state_after_last_action(decoded: ScrabbleBook) -> ScrabbleBook:
    """Return a copy of the workbook whose `tournament` is as the last action left it.

    That goes for results, places in the initial ranking, groups and settings; names are the current ones, pairs typed
    for the next round are left out, and the sheets of the copy are unchanged. Of a player removed since there is only
    the N°; players added since follow the others.
    """
    last_state = decoded.memory.document
    tournament = _at_pairing_time(decoded, decoded.tournament, last_state)
    restored = _restore_rounds(tournament, last_state, list_drawn_rounds(last_state))
    ranked_ids = {player.number for player in tournament.players}  # newer players may have a row
    players = *tournament.players, *(player for player in decoded.tournament.players if player.number not in ranked_ids)
    return replace(decoded, tournament=replace(restored, players=players, fixed=()))


def redraw(
    decoded: ScrabbleBook, inputs: Tournament, pair: Callable[[Tournament], list[Pair]] | None = None
) -> list[Pair]:
    """Return the pairs that the rules give for the next round of a rebuilt tournament; nothing is written.

    `pair` is the rule of an earlier version, instead of the formula's own.

    Returns:
        The pairs without the fixed ones; [] where the rules refuse a pairing, or where a damaged history has impossible
        places, groups or pairs.
    """
    if decoded.formula.find_field_refusal(count_registered_at_first_pairing(inputs)):
        return []
    try:
        return (pair or decoded.formula.pair)(inputs)
    except (Refused, LookupError, ValueError):
        return []


def _restore_rounds(tournament: Tournament, state: Recorded, round_numbers: Sequence[int]) -> Tournament:
    """Return the tournament with rounds as a state of the history has them."""
    scoring = Scoring.of(tournament.settings)

    def read_match(round_number: int, entry: Mapping[str, Any]) -> Match:
        return build_match(ScrabbleBook.settle_match(entry), scoring.games_to_win(round_number))

    return past_rounds.restore_rounds(tournament, state, round_numbers, read_match)


def _at_pairing_time(decoded: ScrabbleBook, tournament: Tournament, state: Recorded) -> Tournament:
    """Return the tournament with places, groups and settings of a past state; removed players have only their N°."""
    players_by_id = {player.number: player for player in tournament.players}
    seeds = find_seeds(state)
    players = (
        replace(players_by_id.get(player_id) or Player(player_id, f"N° {player_id}"), seed=seed)
        for player_id, seed in sorted(seeds.items())
    )
    return replace(
        tournament,
        settings=settings_from_history(state, tournament.settings, decoded.settings.seasons),
        players=constraints_from_history(tuple(players) or tournament.players, state),
        groups=read_recorded_groups(state) or tournament.groups,
    )


def explain_round(decoded: ScrabbleBook, round_number: int, table: int | None = None) -> list[Explanation]:
    """Explain the pairs of a drawn round, in the order of the tables (C12).

    Each explanation has the reason of the pair, and the place of both in the ranking that paired the round, from the
    results of then. Byes are included; the answer is [] when no match of the round has this table number.
    """
    inputs = pairing_inputs(decoded, round_number)
    ranking, drawn_pairs = {standing.number: standing for standing in rank_for_pairing(inputs)}, redraw(decoded, inputs)
    matches = decoded.tournament.rounds[round_number - 1]
    selected = [match for match in matches if table is None or match.table == table]
    selected.sort(key=lambda match: match.table)
    return [_explain(decoded, round_number, match, ranking, drawn_pairs) for match in selected]


def _explain(
    decoded: ScrabbleBook,
    round_number: int,
    match: Match,
    ranking: dict[int, Standing],
    drawn_pairs: list[Pair],
) -> Explanation:
    """Explain a pair: its reason, and both places in the ranking.

    `drawn_pairs` are those that the rules give from what the pairing read.
    """
    players, names = {player.number: player for player in decoded.tournament.players}, decoded.names()
    past_round = decoded.memory.drawn.get(round_number)
    is_drawn = past_round and frozenset(match.sides) in find_drawn_pairs(past_round.after, round_number)
    same_pair = _find_pair(drawn_pairs, match)
    seat = scrabble_reasons.SEATS.get(same_pair.reason.kind) if is_drawn and same_pair else None
    first_line = match.reason or reasons.ORGANISER
    if match.two == X and is_drawn and same_pair and not seat:
        places = {player_id: standing.place for player_id, standing in ranking.items()}
        forfeit_value = Scoring.of(decoded.tournament.settings).forfeit_value
        bye = scrabble_reasons.bye_text(drawn_pairs, places, names.__getitem__, forfeit_value=forfeit_value)
        first_line = f"{bye} {first_line.removesuffix(scrabble_reasons.X_NEEDED)}"
    gain = reasons.unplayed_text(
        match_sides(match, round_number, decoded.scoring), names.__getitem__, scrabble_reasons.gain_text,
        neither=scrabble_reasons.BOTH_FORFEIT,
    )  # fmt: skip
    lines = [first_line, *filter(None, (seat, gain))]
    listed_places = _list_places(decoded, round_number, ranking)
    for player_id in (match.one, match.two):
        player, standing = players.get(player_id), ranking.get(player_id)
        lines.append(
            _initial_rank_text(decoded, player, standing, names[player_id])
            if round_number == 1 and player and standing
            else _rank_text(player, standing, names[player_id], ranking, listed_places.get(player_id))
        )
    values = {"round": round_number, "table": match.table or "?", "one": names[match.one], "two": names[match.two]}
    title = (sheets.EXPLAIN_EXEMPT if match.two == X else cli.EXPLAIN_TITLE).format(**values, bye=decoded.bye)
    return Explanation(title, tuple(lines))


def _find_pair(pairs: Sequence[Pair], match: Match) -> Pair | None:
    return next((pair for pair in pairs if {pair.one, pair.two} == {match.one, match.two}), None)


def _list_places(decoded: ScrabbleBook, round_number: int, ranking: Mapping[int, Standing]) -> dict[int, int]:
    """Return the places on Classement before a round; {} if results were corrected after its pairing."""
    lines = decoded.ranked(round_number - 1)
    scores = {line.number: (line.pm, line.pdep) for line in lines}
    is_corrected = any(scores.get(line.number) not in (None, (line.pm, line.pdep)) for line in ranking.values())
    return {} if is_corrected else {line.number: line.place for line in lines}


def _initial_rank_text(decoded: ScrabbleBook, player: Player, standing: Standing, name: str) -> str:
    """Describe a player's place in the ranking that paired round 1, and the cote from which it comes (C2)."""
    template = cli.COTE if read_typed_cote(decoded.lines[player.number]) else cli.NO_COTE
    return cli.INITIAL_RANK_LINE.format(
        name=name, place=ordinal(standing.place), seed=_seed_text(player),
        cote=template.format(cote=to_cell_number(player.cote)),
    )  # fmt: skip


def _rank_text(
    player: Player | None, standing: Standing | None, name: str, ranking: Mapping[int, Standing], listed: int | None
) -> str:
    """Describe the place of a player, or of X (no player), in the ranking that paired the round.

    `ranking` is of those present, by N°; `listed` is his place on Classement before the round, of all, None if he was
    not on it.
    """
    if standing is None:
        return cli.RANK_ABSENT.format(name=name)
    if player is None:
        return cli.RANK_X.format(place=ordinal(standing.place), pm=standing.pm, pdep=signed(standing.pdep))
    rank = cli.RANK_BEFORE.format(place=ordinal(standing.place))
    if listed not in (None, standing.place):
        with_x = cli.WITH_X if X in ranking else ""
        rank = cli.RANK_AMONG.format(
            place=ordinal(standing.place), count=len(ranking), with_x=with_x, listed=ordinal(listed)
        )
    text = cli.RANK_LINE.format(
        name=name, rank=rank, pm=standing.pm, pdep=signed(standing.pdep),
        seed=_seed_text(player),
    )  # fmt: skip
    return text + (cli.PPM_SUFFIX.format(ppm=standing.ppm) if standing.ppm is not None else "")


def _seed_text(player: Player) -> str:
    """Render a player's place in the initial ranking; a half place is one of a late entrant (C2)."""
    seed = player.seed or 0.0
    text = sheets.points_text(seed)
    return text if seed.is_integer() else cli.SEED_LATE.format(seed=text)
