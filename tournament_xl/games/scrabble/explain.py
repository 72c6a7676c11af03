"""Explanation of a drawn round: why each pair was made, and whether the rules give it again (C12)."""

from __future__ import annotations

from tournament_xl.core.model import X
from tournament_xl.games.answers import Explanation
from tournament_xl.games.scrabble.actions import pairing_inputs_with_current_results, redraw
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.rules.classique import rank_for_pairing
from tournament_xl.games.scrabble.rules.model import Match, Pair, Player, Standing
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.messages import cli, reasons, scrabble_reasons, sheets
from tournament_xl.messages.names import ordinal
from tournament_xl.workbook.cells import to_cell_number


def explain_round(decoded: ScrabbleBook, round_number: int, table: int | None = None) -> list[Explanation]:
    """Explain the pairs of a drawn round, in the order of the tables (C12).

    Each explanation has the reason of the pair, the place of both in the ranking that paired the round and, if the
    program drew the pair, whether the rules give it again on the present results.

    Args:
        decoded: Workbook.
        round_number: A drawn round, from 1.
        table: Table number to restrict the answer to; None for all.

    Returns:
        One explanation per pair, byes included; [] when no match of the round has this table number.
    """
    inputs = pairing_inputs_with_current_results(decoded, round_number)
    ranking, drawn_pairs = {standing.number: standing for standing in rank_for_pairing(inputs)}, redraw(decoded, inputs)
    matches = decoded.tournament.rounds[round_number - 1]
    selected = [match for match in matches if table is None or match.table == table]
    selected.sort(key=lambda match: match.table)
    return [_explain(decoded, round_number, match, ranking, drawn_pairs) for match in selected]


def _explain(
    decoded: ScrabbleBook, round_number: int, match: Match, ranking: dict[int, Standing], drawn_pairs: list[Pair]
) -> Explanation:
    """Explain a pair: its reason, both places in the ranking, and whether the rules would pair it again."""
    players, names = {player.number: player for player in decoded.tournament.players}, decoded.full_names()
    past_round = decoded.memory.drawn.get(round_number)
    state = past_round.after if past_round else None
    is_drawn = state and frozenset(match.sides) in state.pairs(round_number) - state.imposed(round_number)
    same_pair = next((pair for pair in drawn_pairs if {pair.one, pair.two} == {match.one, match.two}), None)
    seat = scrabble_reasons.SEATS.get(same_pair.reason.kind) if is_drawn and same_pair else None
    first_line = match.reason or reasons.ORGANISER
    if match.two == X and is_drawn and same_pair and not seat:
        places = {player_id: standing.place for player_id, standing in ranking.items()}
        forfeit_value = Scoring.of(decoded.tournament.settings).forfeit_value
        bye = scrabble_reasons.bye_text(drawn_pairs, places, names.__getitem__, forfeit_value=forfeit_value)
        first_line = f"{bye} {first_line.removesuffix(scrabble_reasons.X_NEEDED)}"
    lines = [first_line, *([seat] if seat else [])]
    for player_id in (match.one, match.two):
        player, standing = players.get(player_id), ranking.get(player_id)
        lines.append(
            _initial_rank_text(decoded, player, standing, names[player_id])
            if round_number == 1 and player and standing
            else _rank_text(player, standing, names[player_id])
        )
    if is_drawn:
        other_pairs = [pair for pair in drawn_pairs if match.one in pair or (match.two in pair and match.two != X)]
        pairs = ", ".join(f"{names[pair.one]} – {names[pair.two]}" for pair in other_pairs) or "—"
        lines.append(cli.REDRAWN_SAME if same_pair else cli.REDRAWN_OTHER.format(pairs=pairs))
    values = {"round": round_number, "table": match.table or "?", "one": names[match.one], "two": names[match.two]}
    title = (sheets.EXPLAIN_EXEMPT if match.two == X else cli.EXPLAIN_TITLE).format(**values, bye=decoded.bye)
    return Explanation(title, tuple(lines))


def _initial_rank_text(decoded: ScrabbleBook, player: Player, standing: Standing, name: str) -> str:
    """Describe a player's place in the ranking that paired round 1, and the cote from which it comes (C2)."""
    template = cli.COTE if read_typed_cote(decoded.lines[player.number]) else cli.NO_COTE
    return cli.INITIAL_RANK_LINE.format(
        name=name, place=ordinal(standing.place), seed=_seed_text(player),
        cote=template.format(cote=to_cell_number(player.cote)),
    )  # fmt: skip


def _rank_text(player: Player | None, standing: Standing | None, name: str) -> str:
    """Describe the place of a player, or of X (no player), in the ranking that paired the round."""
    if standing is None:
        return cli.RANK_ABSENT.format(name=name)
    if player is None:
        return cli.RANK_X.format(place=ordinal(standing.place), pm=standing.pm, pdep=standing.pdep)
    text = cli.RANK_LINE.format(
        name=name, place=ordinal(standing.place), pm=standing.pm, pdep=standing.pdep, seed=_seed_text(player)
    )
    return text + (cli.PPM_SUFFIX.format(ppm=standing.ppm) if standing.ppm is not None else "")


def _seed_text(player: Player) -> str:
    """Render a player's place in the initial ranking; a half place is one of a late entrant (C2)."""
    seed = player.seed or 0.0
    return f"{seed:g}" if seed.is_integer() else cli.SEED_LATE.format(seed=f"{seed:g}".replace(".", ","))
