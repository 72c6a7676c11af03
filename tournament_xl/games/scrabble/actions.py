"""What a press of Scrabble Classique does by itself: places given, pairs drawn, sheets derived; rounds drawn again; why
a pair was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament_xl.core.model import Fact, Match, Notice, Pair, Player, Refused, Round, Tournament, X, replace_fields
from tournament_xl.core.seating import seated
from tournament_xl.games import shared
from tournament_xl.games.pairing_constraints import constraints_from_history, report_taken
from tournament_xl.games.scrabble.input_sheets import (
    GAMES,
    SCORES,
    decisive,
    read_result,
    settings_from_history,
    typed_cote,
)
from tournament_xl.games.scrabble.read import ScrabbleBook
from tournament_xl.games.scrabble.read import decode as decode
from tournament_xl.games.scrabble.render import grid_rows as grid_rows
from tournament_xl.games.scrabble.render import rewrite_derived as rewrite_derived
from tournament_xl.games.scrabble.render import score_texts as score_texts
from tournament_xl.games.scrabble.render import standings_rows as standings_rows
from tournament_xl.games.scrabble.render import standings_title as standings_title
from tournament_xl.games.scrabble.render_open import clear_groups
from tournament_xl.games.scrabble.render_ratings import are_final, borrowed, seed_shown
from tournament_xl.games.scrabble.rules.classique import pairing_ranking, registered_at_first_pairing, table_rounds
from tournament_xl.games.scrabble.rules.initial import seeded
from tournament_xl.games.scrabble.rules.scoring import is_decided
from tournament_xl.games.scrabble.rules.standings import Standing
from tournament_xl.games.shared import add_rows, present_as_paired, recorded
from tournament_xl.messages import cli, reasons, sheets
from tournament_xl.messages.names import listing, ordinal
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import facts_of, report_field, report_pending
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.history import StateView, groups_text, seat_table_text
from tournament_xl.workbook.tables import exact
from tournament_xl.workbook.working_copy import (
    Explanation,
    Outcome,
    RoundDraw,
    WorkingCopy,
    finish,
    put_reason,
    refuse_unplayed,
    refused,
    require_valid,
)

LAST_ENTRY: int | None = None
COLOURS = False
SCORE_PAIRS: Sequence[tuple[str, str]] = GAMES
BY_TABLE: Sequence[str] = cli.BY_TABLE
MOST, MOST_OPEN = 128, 500  # players; ours but for the Formule Classique: larger fields keep one waiting


def ready(decoded: ScrabbleBook) -> ScrabbleBook:
    """The workbook as it is; problems: results missing in the last round; at the first pairing players too few or too
    many, no seed for the lots.
    """
    report_pending(decoded)
    if decoded.first_pairing and not decoded.problems.found:
        refusal = decoded.formula.field_refusal(decoded.registered)  # C1, T
        most = MOST_OPEN if decoded.tournament.settings.formula == schema.OPEN else MOST
        report_field(decoded, decoded.registered, refusal, most)
    if decoded.first_pairing and decoded.formula.draw and not decoded.tournament.settings.seed:
        decoded.settings.problem(decoded.problems, "Graine", "no_seed")
    return decoded


def pair(press: WorkingCopy, decoded: ScrabbleBook) -> RoundDraw:
    """Draw the next round and write it, with the N° and places that are new."""
    tournament, number, entering = decoded.tournament, decoded.tournament.next_round, decoded.entering
    column = decoded.players.table.columns["N°"]
    ready = replace(tournament, players=_with_seeds(decoded, {player.number for player in entering}))
    lots = decoded.formula.draw(ready) if decoded.first_pairing and decoded.formula.draw else ()
    drawn = decoded.formula.pair(ready)
    formula, rounds = decoded.formula, range(1, (tournament.settings.rounds or 0) + 1)
    in_tables = table_rounds(decoded.registered) if formula.schedule is None else 0
    last = max((at for at in rounds if formula.scheduled(at) or at <= in_tables), default=0)
    if decoded.first_pairing and last and tournament.to_avoid:
        press.warnings.append(Notice("avoid_scheduled", {"last": last}))
    for player in ready.players:
        press.draft.put(schema.PLAYERS, decoded.lines[player.number].row, column, player.number)
    _write_round(press, decoded, drawn)
    pairs = [match.sides for match in tournament.fixed] + [(one.one, one.two) for one in drawn]
    kept = {Fact("imposée", number, history.pair_key(*match.sides)): "oui" for match in tournament.fixed}
    if decoded.first_pairing:
        kept[history.TABLES] = seat_table_text(ready.seat_table)
    if lots:
        kept |= {history.GROUPS: groups_text(lots), history.SEED: history.one_line(tournament.settings.seed)}
    if raised := [one for one in entering if (cote := typed_cote(decoded.lines[one.number])) and cote != one.cote]:
        press.warnings.append(Notice("raised", {"names": listing([_raised(decoded, one) for one in raised])}))
    if given := [(one.one, one.two)[side - 1] for one in drawn for side in sorted(one.forfeits)]:
        names = decoded.full_names()
        shown = listing([names[who] for who in given])
        press.warnings.append(Notice("forfeits_written", {"round": number, "count": len(given), "names": shown}))
    new = {player.number for player in entering}
    seeds = {one.number: one.seed for one in ready.players if one.number in new and one.seed}
    kept |= {Fact("rang", 0, who): history.plain(seed) for who, seed in seeds.items()}
    return RoundDraw(pairs, kept, [(one.one, one.two) for one in drawn if one.reason.rematch])


def _raised(decoded: ScrabbleBook, player: Player) -> str:
    """Who comes back after two years and more, with the cote of his series in place of his own (R10)."""
    own = decoded.lines[player.number].text("Cote").replace(".", ",")
    return f"{player.full_name} {exact(player.cote)} au lieu de {own}"


def _with_seeds(decoded: ScrabbleBook, entering: set[int]) -> tuple[Player, ...]:
    """The players, those not entering yet without a place in the initial ranking."""
    unwritten = {player.number for _, player in decoded.numbered_rows() if player.seed is None}
    bare = [replace(one, seed=None) if one.number in unwritten else one for one in decoded.tournament.players]
    return seeded(bare, entering)


def _write_round(press: WorkingCopy, decoded: ScrabbleBook, drawn: list[Pair]) -> None:
    """Résultats: the new pairs below, and table number and reason of the fixed ones."""
    number, names = decoded.tournament.next_round, decoded.names()
    fixed = decoded.results.round(number)
    drawn = sorted(drawn, key=lambda one: one.two == X)
    sides = [*((row.match.sides, row.match.table) for row in fixed), *(((one.one, one.two), 0) for one in drawn)]
    tables = seated(sides, decoded.tournament.own_tables)
    report_taken(decoded, [(two, table) for (two, _), table in zip(sides, tables, strict=True)])
    for row, table in zip(fixed, tables, strict=False):
        press.put(row, "Table", table)
        put_reason(press, row, reasons.ORGANISER)
    in_order = sorted(zip(tables[len(fixed) :], drawn, strict=True), key=lambda one: (one[1].two == X, one[0]))
    rows = [
        {
            "Ronde": number, "Table": table, "N° 1": new.one, "N° 2": "X" if new.two == X else new.two,
            "Forfait": "+".join(str(side) for side in sorted(new.forfeits)),
            "Motif": reasons.reason_text(new, names.__getitem__),
        }
        for table, new in in_order
    ]  # fmt: skip
    add_rows(press, decoded, rows)


def typed_results(decoded: ScrabbleBook, number: int) -> set[int]:
    """Rows of the sheet with a result that a person typed: in a fixed schedule an announced absentee's forfeit is the
    program's (T).
    """
    absent = {player.number for player in decoded.tournament.players if number in player.absences}
    found = set()
    for row in decoded.results.round(number):
        given = {row.match.sides[side - 1] for side in row.match.forfeits}
        written = decoded.formula.scheduled(number) and given <= absent
        if not row.line.empty(*SCORES) or (given and not written):
            found.add(row.line.row)
    return found


def undo_extras(press: WorkingCopy, decoded: ScrabbleBook, number: int) -> dict[Fact, None]:
    """Undoing round 1 takes back the initial ranking, a later one the places of who entered in it; N° stay (C2)."""
    if number == 1 and schema.GROUPS in decoded.derived:
        clear_groups(press.draft, decoded)
    earlier = {who for matches in decoded.tournament.rounds[: number - 1] for match in matches for who in match.sides}
    ranked = [player for _, player in decoded.numbered_rows() if player.seed is not None]
    late = [one for one in ranked if one.seed and one.seed % 1 and one.number not in earlier]
    return {Fact("rang", 0, player.number): None for player in (ranked if number == 1 else late)}


def derive(press: WorkingCopy, facts: ScrabbleBook) -> str:
    """Put everything derived into the draft; the status line."""
    column = facts.players.table.columns["Rang initial"]
    for line, player in facts.players.rows:  # the column only shows what the memory knows (C2)
        press.draft.put(schema.PLAYERS, line.row, column, seed_shown(player.seed))
    status = rewrite_derived(press.draft, facts, rated=press.rated)
    if press.rated:
        press.draft.unhide.append(schema.RATINGS)
    if press.rated or history.RATED_ONCE in facts.memory.facts:
        press.remembered[history.RATED_ONCE] = "oui" if are_final(facts, wanted=press.rated) else history.PROVISIONAL
    return status


def recompute_reasons(facts: ScrabbleBook, number: int) -> dict[frozenset[int], str]:
    """Pair -> the reason that the rules give when the round is paired again from what its pairing read."""
    names = facts.names()
    before = pairing_inputs(facts, number)  # a reason tells what the draw was made from
    drawn = redraw(facts, before)
    return {frozenset((p.one, p.two)): reasons.reason_text(p, names.__getitem__) for p in drawn}


def facts(decoded: ScrabbleBook) -> dict[Fact, str]:
    """The facts on the sheets, as the memory keeps them; the seed once groups have been drawn from it."""
    settings = decoded.tournament.settings
    decide = {"Formule": settings.formula} | decisive(settings)
    if history.GROUPS in decoded.memory.facts:
        decide["Graine"] = history.one_line(settings.seed)
    return facts_of(decoded, decide)


# the ratings (R2 to R7)


def rate(press: WorkingCopy, decoded: ScrabbleBook, *, provisional: bool) -> Outcome:
    """Write the ratings. Stop where there are problems or the tournament is not over (results, rounds, deciding game);
    with `provisional`, as if it ended now, only for problems or where no round is played.

    Once written they are derived like the standings: every press brings them up to date.
    """
    tournament = decoded.tournament
    rounds, played = tournament.settings.rounds or 0, tournament.played
    if not provisional:
        refuse_unfinished(decoded, "ratings_early")
    elif require_valid(decoded) and played == 0:
        raise refused(Notice("ratings_no_round"))
    to_come = decoded.formula.still_to_play(tournament)
    key = "rated_provisional" if played < rounds else "rated_before_final" if to_come else "rated"
    if notice := borrowed(decoded, press.date):
        press.warnings.append(notice)
    sentence = sheets.rated_detail(played, rounds, final=to_come is not None)
    return finish(press, history.RATED, played, Notice(key, {"round": played, "rounds": rounds}), sentence)


def refuse_unfinished(decoded: ScrabbleBook, early: str) -> None:
    """Stop for a tournament that is not over: problems, results missing, rounds or the deciding game to come."""
    refuse_unplayed(decoded, early, report_pending, decoded.formula.rounds_allowed(decoded.registered))
    if to_come := decoded.formula.still_to_play(decoded.tournament):
        raise refused(to_come)


# a round drawn again: from the facts as they now stand, or from those that its pairing had. The memory keeps what each
# pairing read; so an honest later correction of a score is told apart from a wrong pairing.


def pairing_inputs_with_current_results(decoded: ScrabbleBook, number: int) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand."""
    now = shared.pairing_inputs_with_current_results(decoded.tournament, decoded.memory, number)
    if decoded.formula.scheduled(number):  # who entered later had no seat yet
        rows = {who for match in decoded.tournament.rounds[number - 1] for who in match.sides}
        return replace(now, players=tuple(one for one in decoded.tournament.players if one.number in rows))
    return now


def pairing_inputs(decoded: ScrabbleBook, number: int) -> Tournament:
    """The tournament as the pairing of round `number` read it: results, places, settings; as it is, without pairing."""
    drawn = decoded.memory.drawn.get(number)
    if drawn is None:
        return pairing_inputs_with_current_results(decoded, number)
    then = _as_of(shared.pairing_inputs_with_current_results(decoded.tournament, decoded.memory, number), drawn.after)
    return replace(
        then,
        players=present_as_paired(decoded.tournament, decoded.memory, number, then.players),
        rounds=tuple(_recorded(drawn.before, at, then) for at in range(1, number)),
        fixed=tuple(Match(max(pair), min(pair)) for pair in sorted(drawn.after.imposed(number), key=sorted)),
    )


def state_after_last_action(decoded: ScrabbleBook) -> ScrabbleBook:
    """The workbook with the tournament as the last press left it; names and clubs as they stand."""
    then = decoded.memory.now
    tournament = _as_of(decoded.tournament, then)
    rounds = tuple(_recorded(then, at, tournament) for at in then.rounds)
    ranked = {player.number for player in tournament.players}  # whoever came since may stand in a row
    players = *tournament.players, *(one for one in decoded.tournament.players if one.number not in ranked)
    return replace(decoded, tournament=replace(tournament, rounds=rounds, players=players, fixed=()))


def redraw(decoded: ScrabbleBook, before: Tournament) -> list[Pair]:
    """The pairs that the rules give next, fixed ones left out; none where they refuse, or where a damaged memory has
    places, groups or pairs that there are not.
    """
    if decoded.formula.field_refusal(registered_at_first_pairing(before)):
        return []
    try:
        return decoded.formula.pair(before)
    except (Refused, LookupError, ValueError):
        return []


def _recorded(then: StateView, number: int, tournament: Tournament) -> Round:
    matches = recorded(then, number, tournament.players, read_result, Match)
    to_win = tournament.settings.games_to_win(number)
    return tuple(replace_fields(match, complete=is_decided(match, to_win)) for match in matches)


def _as_of(tournament: Tournament, then: StateView) -> Tournament:
    """Places, groups, seats and settings as a pairing had them; who has gone since is known by his N° alone."""
    here = {player.number: player for player in tournament.players}
    seeds = then.numbers("rang")
    players = (
        replace_fields(here.get(who) or Player(who, f"N° {who}"), seed=seed) for who, seed in sorted(seeds.items())
    )
    return replace(
        tournament,
        settings=settings_from_history(then.settings, tournament.settings),
        players=constraints_from_history(tuple(players) or tournament.players, then),
        groups=then.groups or tournament.groups,
    )


# why a pair was made (C12)


def explain_round(decoded: ScrabbleBook, number: int, table: int | None = None) -> list[Explanation]:
    """The explanations of a drawn round's pairs, by table; only those of `table` when it is given."""
    before = pairing_inputs_with_current_results(decoded, number)
    ranking, drawn = {line.number: line for line in pairing_ranking(before)}, redraw(decoded, before)
    matches = decoded.tournament.rounds[number - 1]
    wanted = [match for match in matches if table is None or match.table == table]
    return [_explain(decoded, number, match, ranking, drawn) for match in sorted(wanted, key=lambda m: m.table)]


def _explain(
    decoded: ScrabbleBook, number: int, match: Match, ranking: dict[int, Standing], drawn: list[Pair]
) -> Explanation:
    players, names = {player.number: player for player in decoded.tournament.players}, decoded.full_names()
    lines = [match.reason or reasons.ORGANISER, *filter(None, [reasons.seat_text(match.reason)])]
    lines += [_ranked(who, ranking.get(who), players, names[who]) for who in (match.one, match.two)]
    past = decoded.memory.drawn.get(number)
    by_hand = past is None or frozenset(match.sides) not in past.after.pairs(number) - past.after.imposed(number)
    if not by_hand:
        same = any({pair.one, pair.two} == {match.one, match.two} for pair in drawn)
        others = [pair for pair in drawn if match.one in pair or (match.two in pair and match.two != X)]
        pairs = ", ".join(f"{names[pair.one]} – {names[pair.two]}" for pair in others) or "—"
        lines.append(cli.REDRAWN_SAME if same else cli.REDRAWN_OTHER.format(pairs=pairs))
    facts = {"round": number, "table": match.table or "?", "one": names[match.one], "two": names[match.two]}
    title = (sheets.EXPLAIN_EXEMPT if match.two == X else cli.EXPLAIN_TITLE).format(**facts, bye=decoded.bye)
    return Explanation(title, tuple(lines))


def _ranked(who: int, line: Standing | None, players: dict[int, Player], name: str) -> str:
    if line is None:
        return cli.RANK_ABSENT.format(name=name)
    if who == X:
        return cli.RANK_X.format(place=ordinal(line.place), pm=line.pm)
    seed = players[who].seed or 0.0
    shown = f"{seed:g}" if seed.is_integer() else cli.SEED_LATE.format(seed=f"{seed:g}".replace(".", ","))
    text = cli.RANK_LINE.format(name=name, place=ordinal(line.place), pm=line.pm, pdep=line.pdep, seed=shown)
    return text + (cli.PPM_SUFFIX.format(ppm=line.ppm) if line.ppm is not None else "")
