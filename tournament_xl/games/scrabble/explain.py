"""Why a pair was made: the sentence, the ranking it came from, and whether the rules still give it (rule C12)."""

from __future__ import annotations

from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.replay import before_round, redraw
from tournament_xl.model import Match, Pair, Player, X
from tournament_xl.press import Explanation
from tournament_xl.rules.scrabble.classique import pairing_ranking
from tournament_xl.rules.scrabble.standings import Standing
from tournament_xl.texts import cli as texts
from tournament_xl.texts import reasons
from tournament_xl.texts.names import ordinal


def explain_round(decoded: Decoded, number: int, table: int | None = None) -> list[Explanation]:
    """The explanations of a drawn round's pairs, by table; only those of `table` when it is given."""
    ranking = {line.number: line for line in pairing_ranking(before_round(decoded, number))}
    drawn = redraw(decoded, number)
    matches = decoded.tournament.rounds[number - 1]
    wanted = [match for match in matches if table is None or match.table == table]
    return [_explain(decoded, number, match, ranking, drawn) for match in sorted(wanted, key=lambda m: m.table)]


def _explain(
    decoded: Decoded, number: int, match: Match, ranking: dict[int, Standing], drawn: list[Pair]
) -> Explanation:
    players = {player.number: player for player in decoded.tournament.players}
    names = {who: player.full_name for who, player in players.items()} | {X: "X"}
    lines = [match.reason or reasons.ORGANISER]
    lines += [_ranked(who, ranking.get(who), players, names[who]) for who in (match.one, match.two)]
    past = decoded.memory.drawn.get(number)
    by_hand = past is None or frozenset(match.sides) not in past.after.pairs(number) - past.after.imposed(number)
    if not by_hand:
        same = any({pair.one, pair.two} == {match.one, match.two} for pair in drawn)
        others = [pair for pair in drawn if match.one in pair or (match.two in pair and match.two != X)]
        pairs = ", ".join(f"{names[pair.one]} – {names[pair.two]}" for pair in others) or "—"
        lines.append(texts.REDRAWN_SAME if same else texts.REDRAWN_OTHER.format(pairs=pairs))
    title = texts.EXPLAIN_TITLE.format(
        round=number, table=match.table or "?", one=names[match.one], two=names[match.two]
    )
    return Explanation(title, tuple(lines))


def _ranked(who: int, line: Standing | None, players: dict[int, Player], name: str) -> str:
    if line is None:
        return texts.RANK_ABSENT.format(name=name)
    if who == X:
        return texts.RANK_X.format(place=ordinal(line.place), pm=line.pm)
    seed = players[who].seed or 0.0
    shown = f"{seed:g}" if seed.is_integer() else texts.SEED_LATE.format(seed=f"{seed:g}".replace(".", ","))
    text = texts.RANK_LINE.format(name=name, place=ordinal(line.place), pm=line.pm, pdep=line.pdep, seed=shown)
    return text + (texts.PPM_SUFFIX.format(ppm=line.ppm) if line.ppm is not None else "")
