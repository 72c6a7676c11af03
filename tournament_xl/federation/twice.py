"""The same tournament in two files: copies are told, versions that differ wait for a decision; R12 counts each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations

from tournament_xl.federation.entries import Decisions
from tournament_xl.federation.facts import File, Played
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import licence_key, name_key
from tournament_xl.lists.columns import fold_title
from tournament_xl.record import record, replace
from tournament_xl.texts import federation as texts

_SHARED = 0.5  # part of the smaller field, or of its results, that makes two tournaments the same


def without_twins(files: Iterable[File], decisions: Decisions, questions: Questions) -> list[File]:
    """The files, those left out that repeat a tournament; each says why.

    The same bytes, or the same facts in other bytes: one counts, that of a decision, then that of the lowest SHA-256,
    then of the shortest name. Different facts: none counts before a decision says which. What a decision leaves out
    stays out when the other version is not there.
    """
    done: dict[str, File] = {file.name: file for file in files}
    kept: dict[object, File] = {}

    def order(file: File) -> tuple[bool, str, int, str]:
        return not _answer(file, decisions), file.sha256, len(file.name), file.name

    twins = []
    for file in sorted((file for file in done.values() if file.played), key=order):
        twin = kept.setdefault(_facts(file), file)
        twins += [(file, twin)] if twin is not file else []
    for file in kept.values():
        if _answer(file, decisions) == fold_title(texts.LEAVE_OUT):
            done[file.name] = replace(file, played=None, refusal=texts.LEFT_OUT_ALONE)
    for group in _groups(list(kept.values())):
        for file in group:
            others = ", ".join(other.name for other in group if other is not file)
            done[file.name] = _decided(file, others, decisions, questions, both=_counted_twice(group, decisions))
    for file, twin in twins:
        out = _answer(twin, decisions) == fold_title(texts.LEAVE_OUT)
        fate = texts.IS_COUNTED if done[twin.name].played else texts.IS_LEFT_OUT if out else texts.IS_IN_DOUBT
        sentence = texts.COPY if twin.sha256 == file.sha256 else texts.SAME_FACTS
        done[file.name] = replace(file, played=None, refusal=sentence.format(other=twin.name, fate=fate))
    return list(done.values())


def _counted_twice(group: Sequence[File], decisions: Decisions) -> bool:
    """Whether the decisions would count two versions that one draw made: only an oversight does."""
    counted = [file.played for file in group if _answer(file, decisions) == fold_title(texts.COUNT)]
    draws = [played.draw for played in counted if played]
    return any(draw and draws.count(draw) > 1 for draw in draws)


def _decided(file: File, others: str, decisions: Decisions, questions: Questions, *, both: bool) -> File:
    """One of several versions: as the decision says, or left out with a question; `both` are to be counted."""
    question, answer = _question(file, others), _answer(file, decisions)
    counted, out = (answer == fold_title(one) for one in (texts.COUNT, texts.LEAVE_OUT))
    if counted and not both:
        return file
    if not out:
        questions.ask(question, decisions.get(question.key))
    sentence = texts.LEFT_OUT if out else texts.BOTH_COUNTED if counted else texts.TWO_VERSIONS
    return replace(file, played=None, refusal=sentence.format(others=others))


def _question(file: File, others: str) -> Question:
    assert file.played
    sentence, title = texts.TWICE_QUESTION.format(file=file.name, others=others), file.played.title
    proposals = texts.COUNT, texts.LEAVE_OUT
    return Question(texts.TWICE, sentence, title, file.played.last, mark(file), proposals=proposals)


def _answer(file: File, decisions: Decisions) -> str:
    """The decision on a file, folded; "" for none."""
    return fold_title(decisions.get(_question(file, "").key))


def mark(file: File) -> str:
    """What names a file in a decision: the beginning of its SHA-256."""
    return file.sha256[:16]


@record
class _Traits:
    """What a tournament is compared by: once by names, once by licences, since either may have been completed."""

    file: File
    day: date  # its first
    title: str  # folded
    people: tuple[frozenset[str], frozenset[str]]
    scores: tuple[frozenset[str], frozenset[str]]
    draw: frozenset[str]  # of round 1, if the file tells

    @classmethod
    def of(cls, file: File) -> _Traits:
        assert file.played
        entrants = file.played.entrants
        names = {str(one.number): name_key(one.full_name) for one in entrants}
        licences = names | {str(one.number): licence_key(one.licence) for one in entrants if one.licence}
        playing = [str(one.number) for one in file.played.participants]
        people = [frozenset(who[number] for number in playing) for who in (names, licences)]
        scores = [frozenset(_scores(file.played, who)) for who in (names, licences)]
        title = fold_title(file.played.title)
        draw = frozenset(filter(None, [file.played.draw]))
        return cls(file, file.played.first, title, (people[0], people[1]), (scores[0], scores[1]), draw)


def _scores(played: Played, who: Mapping[str, str]) -> Iterator[str]:
    """The results with a score: those against X, and forfeits, are alike in many tournaments."""
    for result in played.results:
        number, one, two, games, _ = (*result.split(":"), *[""] * 5)[:5]
        if games:
            yield f"{number}:{who.get(one, one)}:{who.get(two, two)}:{games}"


def _groups(files: Iterable[File]) -> list[list[File]]:
    """The files that are versions of one tournament, in groups of two or more."""
    traits = [_Traits.of(file) for file in files]
    group = {one.file.name: [one.file] for one in traits}
    for one, two in _near(traits):
        if group[one.file.name] is not group[two.file.name] and _versions(one, two):
            joined = group[one.file.name] + group[two.file.name]
            group |= dict.fromkeys((file.name for file in joined), joined)
    found = {id(members): members for members in group.values() if len(members) > 1}
    return [sorted(members, key=lambda file: file.name) for members in found.values()]


def _near(traits: Sequence[_Traits]) -> Iterator[tuple[_Traits, _Traits]]:
    """The pairs of tournaments that may be versions: begun on one day, with a result or the draw in common."""
    shared: dict[object, list[_Traits]] = defaultdict(list)
    for one in traits:
        for key in (one.day, *one.scores[0], *one.scores[1], *one.draw):
            shared[key].append(one)
    seen: set[tuple[str, str]] = set()
    for together in shared.values():
        for one, two in combinations(together, 2):
            if (one.file.name, two.file.name) not in seen:
                seen.add((one.file.name, two.file.name))
                yield one, two


def _versions(one: _Traits, two: _Traits) -> bool:
    """Whether two files tell one tournament: the Journal's line that drew round 1, or half the players with half the
    results, or with the name and the first day.
    """
    if one.draw & two.draw:
        return True
    if _part(one.people, two.people) < _SHARED:
        return False
    same_name = bool(one.title) and one.title == two.title and one.day == two.day
    return same_name or _part(one.scores, two.scores) >= _SHARED


def _part(one: Iterable[frozenset[str]], two: Iterable[frozenset[str]]) -> float:
    """How much of the smaller set is in both, 0 … 1: by names or by licences, whichever is more."""
    return max(len(own & other) / max(1, min(len(own), len(other))) for own, other in zip(one, two, strict=True))


def _facts(file: File) -> tuple[object, ...]:
    """What makes the ratings, whatever stands around it."""
    assert file.played
    played = file.played
    return (
        played.first,
        played.last,
        fold_title(played.title),
        played.kind,
        played.season,
        played.games,
        played.entrants,
        played.results,
    )
