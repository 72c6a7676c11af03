"""`compare`: simulated tournaments of a formula, in memory, with their measures; then a map of them over seeds, in
processes here or on a Dask cluster: the same numbers whatever ran it, resumable.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tournament_xl.book.grid import number as read_number
from tournament_xl.book.snapshot import HostError, UsageError
from tournament_xl.compare import report
from tournament_xl.exits import DONE
from tournament_xl.games.othello.jobs import discs
from tournament_xl.games.scrabble.jobs import scores
from tournament_xl.lists.read import read_list
from tournament_xl.model import Match, Player, Settings, Tournament, X
from tournament_xl.press import Outcome
from tournament_xl.processes import begin
from tournament_xl.resources import legible, resource
from tournament_xl.rules.lots import lot
from tournament_xl.rules.othello import model as othello
from tournament_xl.rules.scrabble.formulas import FORMULAS
from tournament_xl.texts import compare as texts

FORM = 120.0  # ours: standard deviation of a day's strength around the cote, in points of cote
NEIGHBOURS = 4  # places apart, at most, for a game between neighbours
FIRST = 10
Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player: what the organiser knows, and what decides his games."""

    cote: int
    strength: float  # on the scale of cotes


def entrants(count: int, cotes: Sequence[float], source: Random) -> list[Competitor]:
    """So many entrants, best cote first; their cotes are spread as those given are (linear between neighbours)."""
    known = sorted(cotes)
    drawn = sorted((round(_quantile(known, source.random())) for _ in range(count)), reverse=True)
    return [Competitor(cote, cote + source.gauss(0, FORM)) for cote in drawn]


def _quantile(known: Sequence[float], share: float) -> float:
    lower = int(share * (len(known) - 1))
    within = share * (len(known) - 1) - lower
    return known[lower] + (known[min(lower + 1, len(known) - 1)] - known[lower]) * within


# The tournament

Strengths = Mapping[int, float]  # by N°
Play = Callable[[Sequence[Competitor], int, int], "Measures"]  # entrants, rounds, seed


def scrabble(formula: str, edition: str) -> Play:
    """A player of tournaments of a formula and edition."""

    def play(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
        from tournament_xl.rules.scrabble.open_groups import finalists
        from tournament_xl.rules.scrabble.standings import standings

        rules, strengths = FORMULAS[formula], _strengths(entrants)

        def meet(one: int, two: int, number: int) -> Match:
            games = () if two == X else (_result(scores, one, two, strengths, seed, number),)
            return Match(one, two, games, complete=True)

        players = tuple(
            Player(number, f"J{number}", cote=one.cote, seed=float(number))
            for number, one in enumerate(entrants, start=1)
        )
        settings = Settings(formula=formula, edition=edition, rounds=rounds, seed=str(seed))
        tournament = Tournament(settings, players)
        if rules.draw:
            tournament = replace(tournament, groups=rules.draw(tournament))
        tournament, drawn = _played(
            tournament, rounds, lambda so_far: [(pair.one, pair.two) for pair in rules.pair(so_far)], meet
        )
        if formula == "Open" and (two := finalists(tournament)):
            tournament = replace(tournament, final=meet(*two, rounds + 1))
        return measured(strengths, drawn, _ranked(tournament, rounds, standings))

    return play


def papp(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
    """Othello by the world championship's costs (S1 to S5)."""
    from tournament_xl.rules.othello import swiss

    return _othello(entrants, rounds, seed, lambda tournament: [pair.sides for pair in swiss.pair(tournament).pairs])


def plain_swiss(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
    """Othello as a Swiss that looks at points and meetings alone; colours by lot."""
    return _othello(entrants, rounds, seed, _plain)


def _othello(
    entrants: Sequence[Competitor], rounds: int, seed: int, pair: Callable[[othello.OthelloTournament], Pairs]
) -> Measures:
    from tournament_xl.rules.othello.standings import standings

    strengths = _strengths(entrants)

    def meet(black: int, white: int, number: int) -> othello.OthelloGame:
        if othello.BIP in (black, white):
            return othello.OthelloGame(black, white, complete=True)
        return othello.OthelloGame(black, white, *_result(discs, black, white, strengths, seed, number), complete=True)

    players = tuple(
        othello.OthelloPlayer(number, f"J{number}", cote=float(one.cote))
        for number, one in enumerate(entrants, start=1)
    )
    settings = othello.OthelloSettings(rounds=rounds, seed=str(seed), compatriots="jamais")
    tournament, drawn = _played(othello.OthelloTournament(settings, players), rounds, pair, meet)
    return measured(strengths, drawn, _ranked(tournament, rounds, standings), colours=True)


def _strengths(entrants: Sequence[Competitor]) -> Strengths:
    return {number: one.strength for number, one in enumerate(entrants, start=1)}


def _played(
    tournament: Any, rounds: int, pair: Callable[[Any], Pairs], meet: Callable[[int, int, int], Any]
) -> tuple[Any, list[Pairs]]:
    """The tournament of either game after all its rounds, and their pairs."""
    drawn: list[Pairs] = []
    for number in range(1, rounds + 1):
        drawn.append(pair(tournament))
        games = tuple(meet(one, two, number) for one, two in drawn[-1])
        tournament = replace(tournament, rounds=(*tournament.rounds, games))
    return tournament, drawn


def _result(
    draw: Callable[[float, Random], tuple[int, int]], one: int, two: int, strengths: Strengths, seed: int, number: int
) -> tuple[int, int]:
    """The same two who meet in the same round of the same seed play the same game, whatever the formula."""
    low, high = min(one, two), max(one, two)
    found = draw(strengths[low] - strengths[high], Random(f"{seed}:{number}:{low}:{high}"))
    return found if one == low else found[::-1]


def _ranked(tournament: Any, rounds: int, standings: Callable[[Any, int], Any]) -> dict[int, Pairs]:
    """Place and N° in the standings that are measured: before each round of the last third, and the final ones."""
    looked_at = [*range(rounds - rounds // 3, rounds), rounds]
    return {after: [(line.place, line.number) for line in standings(tournament, after)] for after in looked_at}


def _plain(tournament: othello.OthelloTournament) -> Pairs:
    """From the top of the standings, each with the next he has not met, as the later rounds of Classique do."""
    from tournament_xl.rules.othello.standings import standings
    from tournament_xl.rules.scrabble.search import pair_ranking

    number = tournament.next_round
    draw = lot(tournament.settings.seed, "simple", number)
    order = {who: at for at, who in enumerate(draw.order([player.number for player in tournament.players]))}
    points = {line.number: line.points for line in standings(tournament, number - 1)} if number > 1 else {}
    ranking = sorted(order, key=lambda who: (-points.get(who, 0), order[who]))
    if len(ranking) % 2:
        ranking.append(othello.BIP)
    met = {frozenset(game.sides) for games in tournament.rounds for game in games}
    scores_of = {who: int(2 * points.get(who, 0)) for who in ranking}
    found = pair_ranking(
        ranking, scores_of, set(ranking), lambda one, two: frozenset((one, two)) in met, end_repair=True
    )
    sides = [(pair.one, pair.two) for pair in found]
    return [two if draw.of(f"{two}") % 2 else two[::-1] for two in sides]


# What is measured


class Measures(NamedTuple):
    """Of one tournament; shares from 0 to 1."""

    best_wins: float  # the strongest is first; a shared place counts its share
    kendall: float  # rank correlation of strength and final place, tau-b
    first_ten: float  # of the ten strongest (or half the field), those among the first ten
    rematches: float  # games of two who have met before, per player
    neighbours: float  # of the games in the last third, those of two no more than NEIGHBOURS places apart before
    byes: float  # games against X or BIP, per player
    twice: float  # players who had two byes or more
    colours: float  # Othello: mean of |Black - White| per player; 0 for Scrabble


def measured(
    strengths: Mapping[int, float],
    drawn: Sequence[Sequence[tuple[int, int]]],
    ranked: Mapping[int, Sequence[tuple[int, int]]],
    *,
    colours: bool = False,
) -> Measures:
    """`drawn`: the pairs of each round, 0 for no opponent; `ranked`: round -> place and N° in the standings after."""
    count = len(strengths)
    final = ranked[len(drawn)]
    places = {who: place for place, who in final}
    strongest = sorted(strengths, key=lambda who: -strengths[who])
    winners = [who for who, place in places.items() if place == 1]
    ten = min(FIRST, count // 2)
    met: Counter[frozenset[int]] = Counter(frozenset(pair) for pairs in drawn for pair in pairs if 0 not in pair)
    byes: Counter[int] = Counter(max(pair) for pairs in drawn for pair in pairs if 0 in pair)
    balance: Counter[int] = Counter()
    for black, white in (pair for pairs in drawn for pair in pairs if colours and 0 not in pair):
        balance[black] += 1
        balance[white] -= 1
    return Measures(
        (strongest[0] in winners) / len(winners),
        kendall([-strengths[who] for who in places], [*places.values()]),
        len(set(strongest[:ten]) & {who for _, who in final[:ten]}) / ten,
        sum(2 * (times - 1) for times in met.values()) / count,
        _neighbours(drawn, ranked),
        sum(byes.values()) / count,
        sum(times > 1 for times in byes.values()) / count,
        sum(map(abs, balance.values())) / count,
    )


def _neighbours(drawn: Sequence[Sequence[tuple[int, int]]], ranked: Mapping[int, Sequence[tuple[int, int]]]) -> float:
    near = games = 0
    for after in ranked:
        if after == len(drawn) or not after:
            continue
        at = {who: position for position, (_, who) in enumerate(ranked[after])}
        for one, two in drawn[after]:
            if 0 not in (one, two):
                games += 1
                near += abs(at[one] - at[two]) <= NEIGHBOURS
    return near / games if games else 0.0


def kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """Kendall's tau-b of two lists: pairs in the same order less those in the other, ties taken off."""
    same = ties_first = ties_second = 0
    for (a, b), (c, d) in combinations(list(zip(first, second, strict=True)), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        same += x * y
        ties_first += not x
        ties_second += not y
    pairs = len(first) * (len(first) - 1) // 2
    whole = ((pairs - ties_first) * (pairs - ties_second)) ** 0.5
    return same / whole if whole else 0.0


# The command

CHUNK = 25  # tournaments of one task
KINDS: dict[str, Play] = {
    "F10": scrabble("Classique", "F10"), "F50": scrabble("Classique", "F50"), "Open": scrabble("Open", "F50"),
    "Othello": papp, "Othello simple": plain_swiss,
}  # fmt: skip
Rows = list[list[float]]  # measures of tournaments


@dataclass(frozen=True, slots=True)
class Task:
    """Some tournaments of a case: seeds `first` to `first` + CHUNK - 1, none at `last` or above."""

    case: report.Case
    first: int
    last: int
    seed: str
    cotes: tuple[float, ...]

    @property
    def key(self) -> str:
        return f"{self.case.kind}|{self.case.players}|{self.case.rounds}|{self.first}"


def compare(
    output: Path, *, sizes: str, kinds: str, count: int, rounds: int | None, seed: str, players: str, processes: int,
    cluster: str, command: str,
) -> Outcome:  # fmt: skip
    """Play `count` tournaments of each formula and size, write the workbook, give the table. An interrupted run goes on
    where it was.

    `players`: a list with cotes, "" for the one that comes with us; `processes`: 0 for all there are. UsageError for
    what cannot be compared, HostError when a library is missing or a file cannot be read or written.
    """
    listed = Path(players) if players else resource("samples", "joueurs-geneve.csv")
    cotes = _cotes(listed)
    wanted = ((kind, size) for size in _sizes(sizes) for kind in _kinds(kinds))
    cases = list(dict.fromkeys(report.Case(kind, size, rounds or rounds_of(kind, size)) for kind, size in wanted))
    todo = tasks(cases, count, seed, cotes)
    kept = output.with_name(f"{output.name}.partiel")
    how = {"count": count, "seed": seed, "command": command, "source": listed.name, "known": len(cotes), "form": FORM,
           "near": NEIGHBOURS}  # fmt: skip
    try:
        done = run(todo, kept, processes=processes or os.cpu_count() or 1, cluster=cluster)
        rows = report.summary((task.case, done[task.key]) for task in todo)
        output.write_bytes(report.workbook(rows, [line.format(**how) for line in texts.HOW]))
        kept.unlink(missing_ok=True)
    except ModuleNotFoundError as error:
        raise HostError(texts.WANTS.format(name=error.name)) from error
    except OSError as error:
        raise HostError(f"{output} : {error}") from error
    return Outcome(DONE, texts.DONE.format(path=legible(output)), text=report.markdown(rows))


def _sizes(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and 8 <= int(word) <= 500 for word in words):
        raise UsageError(texts.SIZES.format(text=text))
    return [int(word) for word in words]


def _kinds(text: str) -> Sequence[str]:
    by_name = {name.casefold(): name for name in KINDS}
    words = [word.strip() for word in text.split(",")]
    if unknown := [word for word in words if word.casefold() not in by_name]:
        raise UsageError(texts.UNKNOWN.format(text=unknown[0], known=", ".join(KINDS)))
    return [by_name[word.casefold()] for word in words]


def _cotes(listed: Path) -> list[float]:
    found = [read_number(player.get("Cote", "")) for player in read_list(listed)]
    cotes = [cote for cote in found if cote]
    if len(cotes) < 2:
        raise UsageError(texts.NO_COTES.format(file=legible(listed)))
    return cotes


def rounds_of(kind: str, players: int) -> int:
    """The regulation's number of rounds; for Othello that of a Classique of as many."""
    return FORMULAS["Open" if kind == "Open" else "Classique"].default_rounds(players)


# The map


def tasks(cases: Iterable[report.Case], count: int, seed: str, cotes: Sequence[float]) -> list[Task]:
    return [
        Task(case, first, min(count, first + CHUNK), seed, tuple(cotes))
        for case in cases
        for first in range(0, count, CHUNK)
    ]


def play(task: Task) -> Rows:
    """The measures of each tournament of a task. The field of a seed is the same for all formulas."""
    found = []
    for number in range(task.first, task.last):
        source = Random(f"{task.seed}:{task.case.players}:{number}")
        field = entrants(task.case.players, task.cotes, source)
        found.append(list(KINDS[task.case.kind](field, task.case.rounds, source.getrandbits(48))))
    return found


def run(todo: Sequence[Task], kept: Path, *, processes: int, cluster: str = "") -> dict[str, Rows]:
    """Task key -> its measures. What is done is kept in the file `kept`, line by line, and not done again."""
    done = dict(_kept(kept, todo))
    count, whole = sum(map(len, done.values())), sum(task.last - task.first for task in todo)
    if count:
        print(texts.RESUMED.format(done=count), file=sys.stderr)
    missing = [task for task in todo if task.key not in done]
    with kept.open("a", encoding="utf-8") as file:
        for task, rows in _mapped(missing, processes, cluster):
            file.write(json.dumps({"of": _name(todo), "key": task.key, "rows": rows}) + "\n")
            file.flush()
            done[task.key] = rows
            count += len(rows)
            if sys.stderr.isatty():
                print(texts.PROGRESS.format(done=count, all=whole), end="\n" * (count == whole), file=sys.stderr)
    return done


def _name(todo: Sequence[Task]) -> list[Any]:
    """What rows belong to: seed and cotes."""
    return [todo[0].seed, list(todo[0].cotes)]


def _kept(file: Path, todo: Sequence[Task]) -> Iterator[tuple[str, Rows]]:
    """The results that an interrupted run with the same seed and cotes left behind; a line cut short is ignored."""
    sizes = {task.key: task.last - task.first for task in todo}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if found["of"] == _name(todo) and len(found["rows"]) == sizes.get(found["key"]):
            yield found["key"], found["rows"]


def _mapped(missing: Sequence[Task], processes: int, cluster: str) -> Iterator[tuple[Task, Rows]]:
    if cluster:
        from distributed import Client

        with Client(cluster) as client:
            for task, future in [(task, client.submit(play, task, pure=False)) for task in missing]:
                yield task, future.result()
    elif processes < 2:
        for task in missing:
            yield task, play(task)
    else:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(min(processes, os.cpu_count() or 1, 61), initializer=begin) as pool:
            yield from zip(missing, pool.map(play, missing), strict=True)
