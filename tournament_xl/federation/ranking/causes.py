"""Causes of corrections: files and decisions, new since the previous publication, behind each changed movement.

A movement is a change of a player's cote (rating). Such a file or decision is a change of the past, called a root as
the cause of corrections (contributions.py). It is the cause of a movement that would give other points without it:
directly if it is about this very tournament or movement, else by ricochet, through cotes from which players start
there. Decision of this project [ours].

No publication is rebuilt. What each change adds to the cotes is carried once through the tournaments that follow it:
each gain is computed again from starting cotes without what the change has added to them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial

from tournament_xl.federation.intake.decisions import Questions, question_key
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.comparison import (
    ComparedTournament,
    Step,
    build_current_versions,
    build_published_versions,
    compare_movements,
    describe_file_change,
    get_points,
    get_points_or_entry_cote,
)
from tournament_xl.federation.ranking.contributions import (
    RECOUNTED,
    Contribution,
    Root,
    Share,
    root_sort_key,
    split_shares,
)
from tournament_xl.federation.ranking.corrections import (
    Correction,
    MovementId,
    PastChange,
    differing_terms,
)
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, Movement
from tournament_xl.games.scrabble.schema import WORLD_CHAMPIONSHIP
from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import signed_change_text
from tournament_xl.messages.names import count
from tournament_xl.players.columns import licence_key, name_key

_ZERO = Fraction(0)
_OTHERS, _START, _END = range(3)  # moments of a day: movements that are no tournament, then as in the ledger
Row = tuple[str, int]  # tournament (SHA-256 of its present version), N°
Effects = dict[Root, Fraction]  # what each change adds to a cote


class Causes:
    """Changes since a publication, with what each adds to the cotes of the players, up to the day of it."""

    def __init__(
        self,
        earlier: PublicationHistory,
        corrections: Sequence[Correction],
        movements: Sequence[Movement],
        counted: Iterable[CountedTournament],
        files: Sequence[File],
        questions: Questions,
        calendar: Calendar,
    ) -> None:
        """Compare two publications and compute what each change adds.

        Args:
            earlier: The previous publication.
            corrections: Corrections of its movements.
            movements: Movements of the new publication.
            counted: Tournaments that count in it.
            files: Files of the new publication, also files that do not count.
            questions: Decisions in force now.
            calendar: Seasons.
        """
        self._corrections = {correction.movement_id: correction for correction in corrections}
        by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
        published = build_published_versions(earlier, by_sha, calendar)
        now = build_current_versions(movements, counted, published, earlier.day)
        received = {file.sha256 for file in earlier.files} | earlier.refused.keys()
        self._tournaments = {
            sha: ComparedTournament(
                published.get(sha),
                now.get(sha),
                describe_file_change(published.get(sha), now.get(sha), by_sha, received),
            )
            for sha in {**published, **now}
        }
        self._decisions = dict(self._decision_roots())
        answers = {question_key(line): line["Décision"] for line in earlier.decisions}
        current = {key: line["Décision"] for key, line in questions.answered.items()}
        self._returns = {
            key: current.get(key, "")
            for key in {**answers, **current}
            if key[0] == texts.RETURN and answers.get(key) != current.get(key)
        }
        self._effects: dict[str, Effects] = defaultdict(dict)  # by player, now
        self._reached: dict[str, set[Root]] = defaultdict(set)  # changes that matter to his movements
        self._shares: dict[str, list[Share]] = defaultdict(list)  # by player, in the order of his movements
        self._day = earlier.day
        self._published_keys = {key for key, (_, cote) in earlier.ranks_and_cotes.items() if cote is not None}
        self._starts: dict[Row, Effects] = {}  # at the beginning of a tournament
        self._differences: dict[str, Fraction] = defaultdict(Fraction)  # of cotes from the published ones, by player
        self._until: dict[tuple[str, MovementId], int] = {}  # shares of a player up to the movements that are corrected
        self._latest: dict[str, Root] = {}  # change of the file of a player's last tournament
        self._champions: Root | None = None  # change of the file of the last world championship
        self._begun = {  # changes of files, by first day and name of the tournament
            (played.first, played.title): tournament.root
            for tournament in self._tournaments.values()
            for played in [tournament.version.file.tournament] if tournament.root
        }  # fmt: skip
        self._entered = {  # decisions that make a player enter, or no longer, by first day and name of the tournament
            (version.keys.get(number, ""), version.file.tournament.first, version.file.tournament.title): root
            for (sha, number), root in self._decisions.items()
            for version in (self._tournaments[sha].published, self._tournaments[sha].now) if version
        }  # fmt: skip
        self._follow(compare_movements(earlier, movements, by_sha))

    def split_change(self, key: str, change: Fraction | None) -> tuple[Contribution, ...]:
        """Split the change of a player's cote on the day of the previous publication into contributions.

        They add up to it, the largest first; what no change explains comes last, as another cote of the list. There
        is always at least one contribution.

        Args:
            key: Key of the player.
            change: Difference of his cotes. None if he has no cote now: then the contributions add up to nothing, and
                his entry and returns are left out unless there is nothing else.
        """
        shares = self._shares[key]
        contributions = split_shares(shares)
        if change is None:  # where he entered says nothing of somebody who no longer has a cote
            contributions = split_shares(share for share in shares if share.group not in texts.WHERE) or contributions
        rest = _ZERO if change is None else change - sum(contribution.points for contribution in contributions)
        if rest or not contributions:  # he starts from another cote of the list
            contributions += (Contribution(texts.WHERE[texts.ENTRY], rest, RECOUNTED),)
        return contributions

    def explain_corrections(self) -> list[Correction]:
        """Return the corrections with their contributions and reasons filled in, in the order given.

        The contributions add up to the difference of the cote after the movement; the reason, in French, is about the
        movement alone.
        """
        return [
            replace(correction, contributions=split_shares(shares), reason=_explain(correction, own))
            for correction in self._corrections.values()
            for key in [correction.movement.key]
            for shares in [self._shares[key][: self._until[key, correction.movement_id]]]
            for own_group in [_group(correction.movement, correction.movement_id)]
            for own in [split_shares(share for share in shares if share.group == own_group)]
        ]  # fmt: skip

    def list_changes(self, sort_keys: Mapping[str, tuple[str, ...]]) -> list[PastChange]:
        """List the changes with the players whom each moves directly, alphabetically, and by how much.

        First come the files, even files that move nobody, then decisions; both by date, then name.

        Args:
            sort_keys: Key of a player -> what to sort him by (`list_sort_keys`).
        """
        files = {tournament.root for tournament in self._tournaments.values() if tournament.root}
        moved: dict[Root, dict[str, Fraction]] = {root: {} for root in files}
        entered: dict[Root, set[str]] = defaultdict(set)
        for key in sorted(self._shares, key=lambda key: (sort_keys.get(key, ()), key)):
            for where, points, root in split_shares(self._shares[key]):
                players = moved.setdefault(root.origin, {})
                if not root.ricochet:
                    players[key] = players.get(key, _ZERO) + points
                    if where == texts.WHERE[texts.ENTRY] and key not in self._published_keys:
                        entered[root].add(key)
        moved.pop(RECOUNTED, None)
        return [
            PastChange(root, tuple(moved[root].items()), entered=frozenset(entered[root]))
            for root in sorted(moved, key=lambda root: (root not in files, *root_sort_key(root)))
        ]

    def _follow(self, steps: Mapping[tuple[str, MovementId], Step]) -> None:
        """Carry what each change adds to the cotes through all movements, in the ledger's order."""
        events: list[tuple[date, int, object, Callable[[], None]]] = []
        of_tournament: dict[str, list[tuple[str, MovementId, Step]]] = defaultdict(list)
        for number, ((key, movement_id), step) in enumerate(steps.items()):
            if step.movement.sha256:
                of_tournament[str(movement_id[0])].append((key, movement_id, step))
            else:
                events.append((step.movement.day, _OTHERS, (number,), partial(self._pass, key, movement_id, step)))
        for sha, rows in of_tournament.items():
            tournament = self._tournaments[sha]
            order = tournament.version.file.order
            events.append((order[1], _START, order, partial(self._begin, sha)))
            events.append((order[0], _END, order, partial(self._end, sha, rows)))
        for *_, follow in sorted(events, key=lambda event: event[:3]):
            follow()

    def _add(
        self,
        key: str,
        movement_id: MovementId,
        step: Step,
        effects: Effects,
        direct: Collection[Root],
        reached: Collection[Root],
    ) -> None:
        """Set what the changes add to the cote of a player after a movement, and keep what it contributes."""
        earlier, self._effects[key] = self._effects[key], {root: value for root, value in effects.items() if value}
        self._differences[key] += get_points(step.now) - get_points(step.published)
        now = step.now if step.now and step.now.day <= self._day else None
        if points := get_points_or_entry_cote(now) - get_points_or_entry_cote(step.published):
            weights = {root: effects.get(root, _ZERO) - earlier.get(root, _ZERO) for root in {**earlier, **effects}}
            is_in_both = now is not None and step.published is not None
            self._shares[key].append(Share(
                _group(step.movement, movement_id), _where(step.movement), points,
                {root: weight for root, weight in weights.items() if weight}, direct, reached, is_in_both,
            ))  # fmt: skip
        if movement_id in self._corrections:
            self._until[key, movement_id] = len(self._shares[key])

    def _pass(self, key: str, movement_id: MovementId, step: Step) -> None:
        """Follow a movement that is no tournament."""
        points, effects = get_points(step.now) - get_points(step.published), dict(self._effects[key])
        movement, correction = step.movement, self._corrections.get(movement_id)
        cause = None
        if movement.kind == texts.ADJUSTED and correction:
            cause = correction.as_root
            effects[cause] = effects.get(cause, _ZERO) + points
        elif movement.kind == texts.ENTRY and None in step:
            begun = movement.day, movement.title
            cause = self._begun.get(begun) or self._entered.get((key, *begun))
        elif movement.kind in (texts.SEASON, texts.RETURNED) and movement.before is not None:
            cause = self._cause_of_raise(key, movement, correction) if None in step else None
            before = movement.before if step.now else movement.before + self._differences[key]
            now = before + get_points(step.now)
            for root in {**effects, **({cause: _ZERO} if cause else {})}:
                without = before - effects.get(root, _ZERO)
                is_raised = root == cause if cause and not step.now else root != cause
                effects[root] = now - (max(movement.after, without) if is_raised else without)
        self._add(key, movement_id, step, effects, {cause} if cause else (), set(self._reached[key]))

    def _cause_of_raise(self, key: str, movement: Movement, correction: Correction | None) -> Root | None:
        """Return the change that makes a raise (R9, R10) be in one publication only; None for other cotes."""
        if movement.kind == texts.SEASON:
            return self._champions
        decision = (texts.RETURN, licence_key(movement.licence), name_key(movement.name))
        if not correction or decision not in self._returns:
            latest = self._begun.get((movement.day, movement.title)) or self._latest.get(key)
            if latest or not correction:
                return latest
        root = correction.as_root  # a tournament begun before the publication and ended after it, or a decision
        if decision in self._returns:
            answer = self._returns[decision]
            sentence = texts.ANSWERED.format(answer=answer) if answer else texts.ANSWER_WITHDRAWN
            root = root._replace(why=f"{root.why} {sentence}")
        return root

    def _begin(self, sha: str) -> None:
        """Note what the changes add to the starting cotes of a tournament."""
        for version in filter(None, (self._tournaments[sha].now, self._tournaments[sha].published)):
            for number, key in version.keys.items():
                self._starts.setdefault((sha, number), self._effects[key])

    def _end(self, sha: str, rows: Iterable[tuple[str, MovementId, Step]]) -> None:
        """Add what the changes do to the gains of a tournament."""
        tournament = self._tournaments[sha]
        gains = self._gains_without(sha)
        decided = {number: root for (movement_id, number), root in self._decisions.items() if movement_id == sha}
        direct = {*decided.values(), *filter(None, [tournament.root])}
        players = tournament.version.keys.values()  # changes none of which alone moved them, but all together did
        reached = set(gains) or {root for key in players for root in self._reached[key]}
        for key, movement_id, step in rows:
            number, effects = step.movement.number, dict(self._effects[key])
            is_changed = get_points(step.now) != get_points(step.published)
            self._reached[key] |= reached if is_changed else gains.keys()
            for root, without in gains.items():
                lost = without.get(number, _ZERO)
                if decided.get(number) == root and None in step:  # another player has the row without the decision
                    lost = _ZERO if step.now else lost
                added = (
                    get_points(step.now) - lost if step.now or root in (tournament.root, decided.get(number)) else _ZERO
                )
                effects[root] = effects.get(root, _ZERO) + added
            self._add(key, movement_id, step, effects, direct, reached)
            if tournament.root:
                self._latest[key] = tournament.root
        if tournament.version.file.tournament.kind == WORLD_CHAMPIONSHIP:
            self._champions = tournament.root

    def _gains_without(self, sha: str) -> dict[Root, dict[int, Fraction]]:
        """Return the gains of a tournament without each change that matters to it, by N°."""
        published, now, own_root = self._tournaments[sha]
        starts = dict(now.starts) if now else {}
        old_starts = {  # of the published version, from the present cotes
            number: starts[number] if number in starts else start + self._differences[published.keys.get(number, "")]
            for number, start in published.starts.items()
        } if published else {}  # fmt: skip
        if own_root:  # who returned for it did so only as long as it counted
            old_starts = {
                number: start - self._starts.get((sha, number), {}).get(own_root, _ZERO)
                for number, start in old_starts.items()
            }
        gains: dict[Root, dict[int, Fraction]] = {}
        if own_root:
            gains[own_root] = published.compute_gains(old_starts) if published else {}
        if not now:
            return gains
        changed: dict[Root, dict[int, Fraction]] = defaultdict(dict)
        for number, start in starts.items():
            for root, value in self._starts.get((sha, number), {}).items():
                changed[root][number] = start - value
        for (movement_id, number), root in self._decisions.items():
            if movement_id == sha and published:
                key = published.keys.get(number, "")
                changed[root][number] = published.starts[number] + self._differences[key]
        return gains | {
            root: now.compute_gains(starts | without) for root, without in changed.items() if root != own_root
        }

    def _decision_roots(self) -> Iterator[tuple[Row, Root]]:
        """Yield the rows of tournaments that count for another player than published, each with the decision's root.

        Rows with the same sentence about the same player follow from one decision.
        """
        rows: dict[tuple[str, str], list[Correction]] = defaultdict(list)
        for correction in self._corrections.values():
            is_other_player = len(correction.keys) > 1 or None in (correction.now, correction.published)
            if correction.movement.sha256 and is_other_player:
                sha, number = _row(correction)
                tournament = self._tournaments[sha]
                versions = tournament.published, tournament.now
                if all(version and number in version.starts for version in versions):
                    rows[correction.cause, correction.movement.key].append(correction)
        for corrections in rows.values():
            root = corrections[0].as_root
            if others := len({correction.movement.sha256 for correction in corrections}) - 1:
                why = texts.ELSEWHERE_TOO.format(why=root.why, count=count(others, "autre tournoi"))
                root = root._replace(why=why)
            yield from ((_row(correction), root) for correction in corrections)


def _row(correction: Correction) -> Row:
    sha, number = correction.movement_id
    assert isinstance(sha, str) and isinstance(number, int)
    return sha, number


def _group(movement: Movement, movement_id: MovementId) -> object:
    """Return what a movement is reported as: entries and returns on different days are one."""
    return movement.kind if movement.kind in texts.WHERE else movement_id


def _where(movement: Movement) -> str:
    return texts.WHERE.get(movement.kind) or texts.ROOT_WHERE.format(title=movement.reason, day=movement.day)


def _explain(correction: Correction, own: Iterable[Contribution]) -> str:
    """Say in French what differs in a movement and because of what; the points of others are not its own."""
    roots = [contribution.root for contribution in own]
    published, now = correction.published, correction.now
    if not published or not now or len(correction.keys) > 1:
        return correction.cause
    terms = differing_terms(published, now)
    if not roots and published.change == now.change:
        return f"{terms} {texts.SAME_CHANGE.format(points=signed_change_text(now.change))}"
    reasons = [
        texts.THROUGH.format(where=root.where) if root.ricochet
        else correction.cause if correction.direct else f"{root.why[:1].upper()}{root.why[1:]}"
        for root in roots
    ]  # fmt: skip
    return " ".join([*dict.fromkeys(reasons), terms])
