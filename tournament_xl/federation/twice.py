"""The same tournament in two files: copies are told, versions that differ wait for a decision; R12 counts each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournament_xl.federation.entries import Decisions
from tournament_xl.federation.facts import File, Played
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import licence_key, name_key
from tournament_xl.lists.columns import fold_title
from tournament_xl.texts import federation as texts

_SHARED = 0.5  # part of the smaller field, or of its results, that makes two tournaments of one day the same


def without_twins(files: Iterable[File], decisions: Decisions, questions: Questions) -> list[File]:
    """The files, those left out that repeat a tournament; each says why.

    The same bytes, or the same facts in other bytes: one counts, that of the lowest SHA-256, then of the shortest name.
    Different facts: none counts before a decision says which.
    """
    done: dict[str, File] = {file.name: file for file in files}
    by_day: dict[object, list[File]] = defaultdict(list)
    for file in sorted(done.values(), key=lambda file: (file.sha256, len(file.name), file.name)):
        if not file.played:
            continue
        twin = next((other for other in by_day[file.played.first] if _facts(other) == _facts(file)), None)
        if twin:
            sentence = texts.COPY if twin.sha256 == file.sha256 else texts.SAME_FACTS
            done[file.name] = replace(file, played=None, refusal=sentence.format(other=twin.name))
        else:
            by_day[file.played.first].append(file)
    for same_day in by_day.values():
        for group in _groups(same_day):
            for file in group:
                others = ", ".join(other.name for other in group if other is not file)
                done[file.name] = _decided(file, others, decisions, questions)
    return list(done.values())


def _decided(file: File, others: str, decisions: Decisions, questions: Questions) -> File:
    """One of several versions: as the decision says, or left out with a question."""
    assert file.played
    question = Question(
        texts.TWICE, texts.TWICE_QUESTION.format(others=others), title=file.played.title, day=file.played.last,
        mark=mark(file), proposals=(texts.COUNT, texts.LEAVE_OUT),
    )  # fmt: skip
    answer = fold_title(decisions.get(question.key))
    if answer == fold_title(texts.COUNT):
        return file
    if answer != fold_title(texts.LEAVE_OUT):
        questions.ask(question, decisions.get(question.key))
    sentence = texts.LEFT_OUT if answer == fold_title(texts.LEAVE_OUT) else texts.TWO_VERSIONS
    return replace(file, played=None, refusal=sentence.format(others=others))


def mark(file: File) -> str:
    """What names a file in a decision: the beginning of its SHA-256."""
    return file.sha256[:16]


def _groups(files: Sequence[File]) -> list[list[File]]:
    """The files that are versions of one tournament, in groups of two or more."""
    groups: list[list[File]] = []
    for file in files:
        joined = [group for group in groups if any(_versions(file, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([one for group in joined for one in group] + [file])
    return [sorted(group, key=lambda file: file.name) for group in groups if len(group) > 1]


def _versions(one: File, two: File) -> bool:
    """Whether two files of one day tell one tournament: half the players, and the name or half the results."""
    assert one.played and two.played
    if _part(_people(one.played), _people(two.played)) < _SHARED:
        return False
    same_name = bool(one.played.title) and fold_title(one.played.title) == fold_title(two.played.title)
    return same_name or _part(set(one.played.results), set(two.played.results)) >= _SHARED


def _part(one: set[str], two: set[str]) -> float:
    """How much of the smaller set is in both, 0 … 1."""
    return len(one & two) / max(1, min(len(one), len(two)))


def _people(played: Played) -> set[str]:
    return {licence_key(entrant.licence) or name_key(entrant.full_name) for entrant in played.participants}


def _facts(file: File) -> tuple[object, ...]:
    """What makes the ratings, whatever stands around it."""
    assert file.played
    played = file.played
    return fold_title(played.title), played.last, played.kind, played.games, played.entrants, played.results
