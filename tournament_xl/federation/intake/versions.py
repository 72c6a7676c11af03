"""The same tournament in several files: copies are told, versions that differ wait for a decision with what they differ
in; R12 counts each tournament once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.decisions import Key, Question, Questions
from tournament_xl.federation.intake.facts import Entrant, File, Played
from tournament_xl.messages import federation as texts
from tournament_xl.messages.changes import shown_result
from tournament_xl.players.columns import fold_title, licence_key, name_key

_IN, _OUT = fold_title(texts.COUNT), fold_title(texts.LEAVE_OUT)
_SHARED = 0.5  # part of the results, or of the players, that makes two tournaments the same
_OF_A_DAY = re.compile(r" \([0-9/]{10}\)$")  # texts.FILE_OF
_DIGITS = 8  # of a SHA-256 that name a file
_MOST = 4  # differences that are told


def once(files: Iterable[File], questions: Questions) -> list[File]:
    """The files, those left out that repeat a tournament; each says why.

    The same facts in several files: one counts, that of a decision, then that of an earlier publication, then that of
    the lowest SHA-256. Different facts: those of an earlier publication go on counting, else none counts before a
    decision says which.
    """
    done = {file.name: file for file in _not_struck(list(files), questions)}
    kept: dict[object, File] = {}
    copies = []

    def order(file: File) -> tuple[bool, bool, str, int, str]:
        return not _answer(file, questions), file.published is None, file.sha256, len(file.name), file.name

    for file in sorted((file for file in done.values() if file.played), key=order):
        first = kept.setdefault(_facts(file), file)
        copies += [(file, first)] if first is not file else []
    for group in groups(list(kept.values())):
        for file in group:
            done[file.name] = _decided(file, group, questions)
    for file, first in copies:
        refusal = texts.SAME_FACTS.format(other=first.name)
        word = texts.REPEATED if done[first.name].played else done[first.name].word
        if file.sha256 == first.sha256 and not done[first.name].played:
            refusal = done[first.name].refusal
        elif first.published and done[first.name].played:
            refusal = texts.ALREADY.format(title=first.tournament.title, day=first.published)
        done[file.name] = replace(file, played=None, refusal=refusal, word=word, repeats=True)
    return list(done.values())


def anonymous_in_all(files: Sequence[File]) -> list[File]:
    """The files; who is Anonyme in one of a tournament is so in all of them, whether they count or not: what the
    federation has been asked once it does not forget for an older copy. Known by licence or by name. Ours.
    """
    if not any(who.anonymous for file in files if file.played for who in file.tournament.entrants):
        return list(files)
    found = {file.name: file for file in files}
    for group in (some for some in groups([file for file in files if file.played]) if len(some) > 1):
        entrants = [who for file in group for who in file.tournament.entrants]
        hidden = _known_by(who for who in entrants if who.anonymous)
        for file in group if hidden else ():
            told = [replace(who, anonymous=not hidden.isdisjoint(_known_by([who]))) for who in file.tournament.entrants]
            found[file.name] = replace(file, played=replace(file.tournament, entrants=tuple(told)))
    return list(found.values())


def _not_struck(files: Sequence[File], questions: Questions) -> list[File]:
    """The files; those of a tournament that a decision strikes out are left out.

    It is named by the first 8 digits of its SHA-256 or more, by the name of its file, or by its name and a day of it.
    """
    struck: dict[str, str] = {}
    for key, line in questions.of_kind(texts.STRIKE):
        _, mark, title, day = key
        named = [file for file in files if file.played and _is_named(file, mark, title, day)]
        if fold_title(line["Décision"]) == _OUT and len({_named(file) for file in named}) == 1:
            questions.follow(key)
            marks = {file.sha256 for file in named}
            struck |= dict.fromkeys((file.name for file in files if file.sha256 in marks), texts.LEFT_OUT)
    return [
        replace(file, played=None, refusal=struck[file.name], word=texts.STRUCK) if file.name in struck else file
        for file in files
    ]


def _is_named(file: File, mark: str, title: str, day: str) -> bool:
    if mark:
        return len(mark) >= _DIGITS and file.sha256.startswith(mark)
    days = {str(file.tournament.first), str(file.tournament.last)}
    if day and day not in days:
        return False
    name = _OF_A_DAY.sub("", file.name)  # of two of one name in two months
    names = {fold_title(one) for one in (file.name, name, name.rpartition("/")[2])}
    return bool(title) and (title in names or (bool(day) and title == fold_title(file.tournament.title)))


def _decided(file: File, group: Sequence[File], questions: Questions) -> File:
    """A file among the versions of its tournament: as the decisions say, or left out with a question.

    The version to be counted is in the place of the others. An answer that counts one settles all those of its draw;
    others may be another tournament, after all: their question stays.
    """
    answer, others = _answer(file, questions), [other for other in group if other is not file]
    counted = [other for other in others if _answer(other, questions) == _IN]
    of_its_draw = [other for other in counted if _draw(other) and _draw(other) == _draw(file)]
    instead = counted[0].sha256 if counted else ""
    if answer == _OUT:
        return replace(file, played=None, refusal=texts.LEFT_OUT, word=texts.STRUCK, instead=instead)
    if not counted and (answer == _IN or file.published or not others):
        return file
    if answer == _IN and not of_its_draw:
        return file
    if answer or not of_its_draw:
        questions.ask(_question(file, others))
    if counted and not answer:
        refusal = texts.REPLACED.format(other=counted[0].name)
        return replace(file, played=None, refusal=refusal, word=texts.STRUCK, instead=instead)
    if file.published:
        return file
    names = ", ".join(other.name for other in others)
    refusal = texts.TWO_VERSIONS.format(others=names)
    if any(other.published for other in others):
        refusal = texts.NEW_VERSION.format(others=names)
    return replace(file, played=None, refusal=refusal, word=texts.WAITING)


def _question(file: File, others: Sequence[File]) -> Question:
    old = next((other for other in others if other.published), others[0])
    names = ", ".join(other.name for other in others)
    sentence = texts.TWICE_QUESTION.format(
        file=printable_path(file.name), others=names, difference=differences(file, old)
    )
    title, day, proposals = file.tournament.title, file.tournament.last, (texts.COUNT, texts.LEAVE_OUT)
    return Question(texts.TWICE, sentence, title, day, _mark(file), proposals=proposals)


def _mark(file: File) -> str:
    """What names a file in a decision: the beginning of its SHA-256."""
    return file.sha256[:16]


def _answer(file: File, questions: Questions) -> str:
    """The decision on a file, folded; "" for none, or for what is no answer."""
    key = (texts.TWICE, _mark(file))
    answer = fold_title(questions.answer(key))
    if answer not in (_IN, _OUT):
        return ""
    questions.follow(key)
    return answer


def _draw(file: File) -> str:
    return file.played.draw if file.played else ""


def is_about(key: Key, file: File) -> bool:
    """Whether a decision is about this file as a version of a tournament, or strikes it out."""
    if key[0] == texts.STRIKE:
        return _is_named(file, *key[1:])
    return key == (texts.TWICE, _mark(file))


def groups(files: Sequence[File]) -> list[list[File]]:
    """The files in groups: the versions of each tournament."""
    group = {file.name: [file] for file in files}
    for one, two in _near(files):
        if group[one.name] is not group[two.name] and _versions(one, two):
            joined = group[one.name] + group[two.name]
            group |= dict.fromkeys((file.name for file in joined), joined)
    found = {id(members): members for members in group.values()}
    return [sorted(members, key=lambda file: file.name) for members in found.values()]


def _near(files: Iterable[File]) -> Iterator[tuple[File, File]]:
    """The pairs of tournaments that may be versions: of one name and day, with a result or the draw in common."""
    shared: dict[object, list[File]] = defaultdict(list)
    for file in files:
        for key in {_named(file), *_scores(file), _draw(file)} - {""}:
            shared[key].append(file)
    seen: set[tuple[str, str]] = set()
    for together in shared.values():
        for one, two in combinations(together, 2):
            if (one.name, two.name) not in seen:
                seen.add((one.name, two.name))
                yield one, two


def _versions(one: File, two: File) -> bool:
    """Whether two files are of one tournament: one draw and first day, or half the results, or name, first day and half
    the players. A club that plays with the same list again has the same draw on another day.
    """
    if _draw(one) and _draw(one) == _draw(two) and one.tournament.first == two.tournament.first:
        return True
    if _part(_scores(one), _scores(two)) >= _SHARED:
        return True
    return (
        _named(one) == _named(two)
        and _part(*(_known_by(file.tournament.participants) for file in (one, two))) >= _SHARED
    )


def _part(one: Collection[str], two: Collection[str]) -> float:
    """How much of the smaller set is in both, 0 … 1."""
    return len({*one} & {*two}) / max(1, min(len(one), len(two)))


def _named(file: File) -> tuple[str, object]:
    """Name and first day."""
    return fold_title(file.tournament.title), file.tournament.first


def _scores(file: File) -> set[str]:
    """The results with a score: those against X, and forfeits, are alike in many tournaments."""
    return {result for result in file.tournament.results if "/" in result}


def _known_by(entrants: Iterable[Entrant]) -> set[str]:
    """Their names and licences: either may have been completed."""
    return {key for one in entrants for key in (name_key(one.full_name), licence_key(one.licence)) if key}


def _facts(file: File) -> tuple[object, ...]:
    """What makes the ratings, whatever stands around it."""
    one = file.tournament
    return one.first, one.last, fold_title(one.title), one.kind, one.season, one.games, one.entrants, one.results


def differences(new: File, old: File) -> str:
    """What `new` has where `old` has something else, the first few; both with tournaments."""
    names = {one.number: one.full_name for played in (old.tournament, new.tournament) for one in played.entrants}
    found = _apart(_told(new.tournament, names), _told(old.tournament, names))
    found = found or _apart(_small(new.tournament), _small(old.tournament))
    more = [texts.MORE_DIFFERENCES.format(count=len(found) - _MOST)] if len(found) > _MOST else []
    return " ; ".join([*found[:_MOST], *more])


def _apart(own: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [
        texts.DIFFERENCE.format(what=what, new=own.get(what) or "–", old=printable_path(other.get(what) or "–"))
        for what in {**own, **other}
        if own.get(what) != other.get(what)
    ]


def _small(played: Played) -> dict[str, str]:
    """What else makes two versions: where a name is split, and the place, as another formula gives it."""
    told = texts.SMALL_DIFFERENCE
    return {f"N° {who.number}": told.format(who=who, place=who.place or "–") for who in played.entrants}


def _told(played: Played, names: Mapping[int, str]) -> dict[str, str]:
    """A tournament in words: settings, results, players, each under its own name."""
    found = {
        "Nom": played.title, "Date de début": f"{played.first:%d/%m/%Y}", "Date de fin": f"{played.last:%d/%m/%Y}",
        "Type d'épreuve": played.kind, "Saison": played.season, "Rondes": str(played.games),
    }  # fmt: skip
    for result in played.results:
        number, pair, *score = result.split(":")
        two = " – ".join(names[int(who)] if who.isdigit() else "X" for who in pair.split("-"))
        where = texts.DIFFERENT_ROUND.format(round=number, pair=two) if number != "0" else texts.DIFFERENT_FINAL
        found[where] = shown_result("".join(score))
    for who in played.entrants:
        facts = (who.full_name, who.licence, who.club, who.series, who.cote)
        found[f"N° {who.number}"] = ", ".join(filter(None, facts))
    return found
