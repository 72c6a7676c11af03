"""What a press of Othello does by itself: numbers given, pairs drawn, sheets derived; rounds drawn again; why a pair
was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from tournament_xl.core.model import Fact, Notice, Refused
from tournament_xl.games.defaults import derive as derive
from tournament_xl.games.defaults import undo_extras as undo_extras
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.finals import to_play
from tournament_xl.games.othello.input_sheets import DISCS, decisive, read_result, settings_from_history
from tournament_xl.games.othello.read import OthelloBook, report_results
from tournament_xl.games.othello.read import decode as decode
from tournament_xl.games.othello.render import grid_rows as grid_rows
from tournament_xl.games.othello.render import rewrite_derived as rewrite_derived
from tournament_xl.games.othello.render import score_texts as score_texts
from tournament_xl.games.othello.render import standings_rows as standings_rows
from tournament_xl.games.othello.render import standings_title as standings_title
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.formulas import field_refusal
from tournament_xl.games.othello.rules.formulas import pair as next_round
from tournament_xl.games.othello.rules.model import BIP, ROUND_ROBIN_FORMULAS, OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.optimum import Judgement, alternative, judge
from tournament_xl.games.othello.rules.results import is_absence
from tournament_xl.games.othello.rules.swiss import DrawnRound
from tournament_xl.games.pairing_constraints import constraints_from_history, report_taken
from tournament_xl.games.shared import add_rows, pairing_inputs_with_current_results, recorded
from tournament_xl.messages import othello_reasons as texts
from tournament_xl.messages import reasons
from tournament_xl.messages.names import listing
from tournament_xl.messages.othello_reasons import cost_text, number_text, points_text
from tournament_xl.messages.sheets import EXPLAIN_EXEMPT
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.decoded import facts_of, report_field
from tournament_xl.workbook.history import history
from tournament_xl.workbook.working_copy import (
    Explanation,
    RoundDraw,
    WorkingCopy,
    put_reason,
    refuse_unplayed,
    refused,
)

LAST_ENTRY: int | None = 2  # B7
COLOURS = True
SCORE_PAIRS: Sequence[tuple[str, str]] = (DISCS,)
BY_TABLE: Sequence[str] = texts.BY_TABLE
MOST = 1000  # players; ours: more cannot be paired while one waits


def ready(decoded: OthelloBook) -> OthelloBook:
    """A round under way that is to be completed becomes the next one again, in which what stands is fixed (S8); else
    problems: results missing in the last round; players too few or too many at the first pairing.
    """
    if _to_complete(decoded):
        *before, last = decoded.tournament.rounds
        tournament = replace(decoded.tournament, rounds=tuple(before), fixed=last)
        return replace(decoded, tournament=tournament, first_pairing=not before)
    report_results(decoded)
    if decoded.first_pairing and not decoded.problems.found:
        registered = len(decoded.tournament.players)
        report_field(decoded, registered, field_refusal(registered), MOST)
    return decoded


def _to_complete(decoded: OthelloBook) -> bool:
    """Whether a row of the last drawn round was emptied and two of those present, latecomers too, have none (ours)."""
    tournament, number = decoded.tournament, len(decoded.tournament.rounds)
    past = decoded.memory.drawn.get(number)
    if past is None or decoded.problems.found or len(tournament.rounds[-1]) >= len(past.after.pairs(number)):
        return False
    seated = {who for game in tournament.rounds[-1] for who in game.sides}
    here = {player.number for player in tournament.players if number not in player.absences}
    return len(here - seated) >= 2


def pair(press: WorkingCopy, decoded: OthelloBook) -> RoundDraw:
    """Draw the next round and write it, with the N° that are new."""
    tournament, number, now = decoded.tournament, decoded.tournament.next_round, decoded.memory.now
    drawn = next_round(tournament)
    if decoded.first_pairing and tournament.to_avoid and tournament.settings.formula in ROUND_ROBIN_FORMULAS:
        press.warnings.append(Notice("avoid_scheduled", {"last": tournament.settings.rounds or 1}))
    report_taken(decoded, [(one.sides, one.table) for one in drawn.pairs])
    column, new = decoded.players.table.columns["N°"], [player.number for player in decoded.unnumbered()]
    for who in new:
        press.draft.put(shared.PLAYERS, decoded.lines[who].row, column, who)
    _write_round(press, decoded, drawn)
    there = now.pairs(number) - now.imposed(number)
    kept = {
        Fact("imposée", number, history.pair_key(*game.sides)): "tient" if set(game.sides) in there else "oui"
        for game in tournament.fixed
    }
    kept |= {Fact("donné", 0, who): schema.OF_THE_LIST if now.by_number("libres") else "oui" for who in new}
    again = [one.sides for one in drawn.pairs if not one.by_hand and any(term.kind == "met" for term in one.terms)]
    return RoundDraw([one.sides for one in drawn.pairs], kept, again, drawn.above)


def _write_round(press: WorkingCopy, decoded: OthelloBook, drawn: DrawnRound) -> None:
    """Résultats: the new pairs below, and table number and reason of the fixed ones."""
    number, names = decoded.tournament.next_round, decoded.names()
    fixed = {frozenset(row.match.sides): row for row in decoded.results.round(number)}
    rows: list[dict[str, str | int]] = []
    for one in drawn.pairs:
        if row := fixed.get(frozenset(one.sides)):
            press.put(row, "Table", row.match.table or one.table)
            if number not in decoded.memory.drawn or not row.match.reason:
                put_reason(press, row, reasons.ORGANISER)
            continue
        black, white = (schema.BIP if who == BIP else who for who in one.sides)
        reason = texts.reason_text(one, names.__getitem__)
        rows.append({"Ronde": number, "Table": one.table, "N° N": black, "N° B": white, "Motif": reason})
    add_rows(press, decoded, rows)


def typed_results(decoded: OthelloBook, number: int) -> set[int]:
    """Rows of the sheet with a result of the round."""
    return {row.line.row for row in decoded.results.round(number) if not row.line.empty(*DISCS, "Fin")}


def facts(decoded: OthelloBook) -> dict[Fact, str]:
    """The facts on the sheets, as the memory keeps them."""
    settings = {"Formule": decoded.tournament.settings.formula} | decisive(decoded.tournament.settings)
    return facts_of(decoded, settings)


def refuse_unfinished(decoded: OthelloBook, early: str) -> None:
    """Stop for a tournament that is not over: problems, results missing, rounds or finals to come."""
    refuse_unplayed(decoded, early, report_results)
    if wanted := to_play(decoded.standings(decoded.tournament.played)[1]):
        raise refused(Notice("send_before_finals", {"matches": listing(wanted)}))


# a round drawn again from the facts as they now stand, or from those that its pairing had


def pairing_inputs(decoded: OthelloBook, number: int) -> OthelloTournament:
    """The tournament as it stood when round `number` was paired, with the results and settings that the pairing read,
    where a press paired it; a memory in which an earlier game has no result is no pairing's.
    """
    before = pairing_inputs_with_current_results(decoded.tournament, decoded.memory, number)
    drawn = decoded.memory.drawn.get(number)
    if drawn is None:
        return before
    rounds = tuple(recorded(drawn.before, at, before.players, read_result, OthelloGame) for at in range(1, number))
    if not all(game.complete for games in rounds for game in games):
        return before
    settings = settings_from_history(drawn.before.settings, before.settings)
    return replace(
        before, rounds=rounds, settings=settings, players=constraints_from_history(before.players, drawn.after)
    )


def state_after_last_action(decoded: OthelloBook) -> OthelloBook:
    """The workbook with the tournament as the last press left it: results and settings; names as they stand."""
    then, tournament = decoded.memory.now, decoded.tournament
    rounds = tuple(recorded(then, at, tournament.players, read_result, OthelloGame) for at in then.rounds)
    settings = settings_from_history(then.settings, tournament.settings)
    return replace(decoded, tournament=replace(tournament, rounds=rounds, fixed=(), settings=settings))


def recompute_reasons(decoded: OthelloBook, number: int) -> dict[frozenset[int], str]:
    """Pair -> the reason that the rules give when the round is paired again from what its pairing read; {} without."""
    names = decoded.names()
    try:
        drawn = next_round(pairing_inputs(decoded, number))
    except Refused:
        return {}
    return {frozenset(one.sides): texts.reason_text(one, names.__getitem__) for one in drawn.pairs if not one.by_hand}


# why a pair was made (S8): its cost term by term, the colours, and what forbidding the pair would change


def explain_round(decoded: OthelloBook, number: int, table: int | None = None) -> list[Explanation]:
    """The explanations of a drawn round's pairs, by table; for one `table` also what else could have been drawn."""
    games = decoded.tournament.rounds[number - 1]
    wanted = sorted((game for game in games if table is None or game.table == table), key=lambda game: game.table)
    if not wanted:
        return []
    seats = {who for game in games if not is_absence(game) for who in game.sides}
    costs = Costs(pairing_inputs_with_current_results(decoded.tournament, decoded.memory, number), number, seats)
    found = [_explain(decoded, number, game, costs, alone=table is not None) for game in wanted]
    if table is None:
        found.insert(
            0, Explanation(texts.ROUND_TITLE.format(round=number), (round_text(judge(decoded.tournament, number)),))
        )
    return found


def rate(press: WorkingCopy, decoded: OthelloBook, *, provisional: bool) -> NoReturn:
    """Stop: the rating officer computes the ratings, from the ELO file (X2)."""
    raise refused(Notice("ratings_othello"))


def round_text(judgement: Judgement) -> str:
    """The round's total beside the optimum."""
    key = texts.OPTIMAL if judgement.optimal else texts.ABOVE_OPTIMUM
    shown = {
        "cost": judgement.cost, "optimum": judgement.optimum, "more": judgement.played.above(judgement.best)
    }  # fmt: skip
    return key.format(**{name: number_text(value) for name, value in shown.items()})


def _explain(decoded: OthelloBook, number: int, game: OthelloGame, costs: Costs, *, alone: bool) -> Explanation:
    names, full = decoded.names(), decoded.full_names()
    lines = [game.reason or reasons.ORGANISER]
    if not is_absence(game):
        lines += [_player(costs, who, names[who]) for who in game.sides if who != BIP]
        if (cost := _cost(costs, game.sides, names)) not in lines[0]:
            lines.append(texts.AS_PLAYED.format(text=cost))
        if BIP not in game.sides:
            lines.append(texts.REVERSED.format(text=_cost(costs, game.sides[::-1], names)))
        if alone and decoded.tournament.settings.formula not in ROUND_ROBIN_FORMULAS:
            lines.append(_forbidden(decoded, number, game, names))
    if BIP in game.sides:
        title = EXPLAIN_EXEMPT.format(round=number, one=full[game.opponent(BIP)], bye=decoded.bye)
    else:
        facts = {"table": game.table or "?", "black": full[game.black], "white": full[game.white]}
        title = texts.TITLE.format(round=number, **facts)
    return Explanation(title, tuple(lines))


def _cost(costs: Costs, sides: tuple[int, int], names: dict[int, str]) -> str:
    return cost_text(costs.cost(*sides), costs.terms(*sides), names.__getitem__)


def _player(costs: Costs, who: int, name: str) -> str:
    past = costs.history.players[who]
    return texts.PLAYER.format(name=name, points=points_text(past.score), delta=past.delta)


def _forbidden(decoded: OthelloBook, number: int, game: OthelloGame, names: dict[int, str]) -> str:
    """S8: by how much the optimum rises without this pair, and whom each would then meet."""
    other = alternative(
        pairing_inputs_with_current_results(decoded.tournament, decoded.memory, number), number, game.sides
    )
    if other is None:
        return texts.NO_ALTERNATIVE
    meets = (
        texts.MEETS.format(who=names[a], other=names[b])
        for a, b in zip(game.sides, other.meets, strict=True)
        if a != BIP
    )
    return texts.ALTERNATIVE.format(rise=number_text(other.rise), meets=", ".join(meets))
