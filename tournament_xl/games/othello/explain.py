"""Why a pair was made (S8): its cost term by term, the colours, and what forbidding the pair would change."""

from __future__ import annotations

from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.replay import before_round
from tournament_xl.press import Explanation
from tournament_xl.rules.othello.costs import Costs
from tournament_xl.rules.othello.model import BIP, ROUND_ROBIN_FORMULAS, Game
from tournament_xl.rules.othello.optimum import Judgement, alternative, judge
from tournament_xl.rules.othello.results import is_absence
from tournament_xl.texts import othello_reasons as texts
from tournament_xl.texts import reasons
from tournament_xl.texts.othello_reasons import cost_text, number_text, points_text


def explain_round(decoded: Decoded, number: int, table: int | None = None) -> list[Explanation]:
    """The explanations of a drawn round's pairs, by table; for one `table` also what else could have been drawn."""
    games = decoded.tournament.rounds[number - 1]
    wanted = sorted((game for game in games if table is None or game.table == table), key=lambda game: game.table)
    if not wanted:
        return []
    seats = {who for game in games if not is_absence(game) for who in game.sides}
    costs = Costs(before_round(decoded, number), number, seats)
    found = [_explain(decoded, number, game, costs, alone=table is not None) for game in wanted]
    if table is None:
        found.insert(
            0, Explanation(texts.ROUND_TITLE.format(round=number), (round_text(judge(decoded.tournament, number)),))
        )
    return found


def round_text(judgement: Judgement) -> str:
    """The round's total beside the optimum."""
    key = texts.OPTIMAL if judgement.optimal else texts.ABOVE_OPTIMUM
    more = judgement.played.above(judgement.best)
    if judgement.cost - judgement.optimum != (0 if judgement.optimal else more):
        key = texts.OPTIMAL_LIMITED if judgement.optimal else texts.ABOVE_LIMITED
    shown = {"cost": judgement.cost, "optimum": judgement.optimum, "more": more}
    return key.format(**{name: number_text(value) for name, value in shown.items()})


def _explain(decoded: Decoded, number: int, game: Game, costs: Costs, *, alone: bool) -> Explanation:
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
    title = texts.TITLE.format(round=number, table=game.table or "?", black=full[game.black], white=full[game.white])
    return Explanation(title, tuple(lines))


def _cost(costs: Costs, sides: tuple[int, int], names: dict[int, str]) -> str:
    return cost_text(costs.cost(*sides), costs.terms(*sides), names.__getitem__)


def _player(costs: Costs, who: int, name: str) -> str:
    past = costs.history.players[who]
    return texts.PLAYER.format(name=name, points=points_text(past.score), delta=past.delta)


def _forbidden(decoded: Decoded, number: int, game: Game, names: dict[int, str]) -> str:
    """S8: by how much the optimum rises without this pair, and whom each would then meet."""
    other = alternative(before_round(decoded, number), number, game.sides)
    if other is None:
        return texts.NO_ALTERNATIVE
    meets = (
        texts.MEETS.format(who=names[a], other=names[b])
        for a, b in zip(game.sides, other.meets, strict=True)
        if a != BIP
    )
    return texts.ALTERNATIVE.format(rise=number_text(other.rise), meets=", ".join(meets))
