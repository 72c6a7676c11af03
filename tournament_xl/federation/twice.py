"""The same tournament in two files: copies are told, versions that differ wait for a decision with what they differ in;
R12 counts each once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations

from tournament_xl.federation.entries import Decisions
from tournament_xl.federation.facts import Entrant, File, Played
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import licence_key, name_key
from tournament_xl.lists.columns import fold_title
from tournament_xl.record import record, replace
from tournament_xl.texts import federation as texts

_IN, _OUT = fold_title(texts.COUNT), fold_title(texts.LEAVE_OUT)
_SHARED = 0.5  # part of the smaller field, or of its results, that makes two tournaments the same
_MOST = 4  # differences that are told


def without_twins(files: Iterable[File], decisions: Decisions, questions: Questions) -> list[File]:
    """The files, those left out that repeat a tournament; each says why.

    The same bytes, or the same facts in other bytes: one counts, that of a decision, then that of an earlier
    publication, then that of the lowest SHA-256, then of the shortest name. Different facts: those of an earlier
    publication go on counting, else none counts before a decision says which. What a decision leaves out stays out
    when the other version is not there.
    """
    done: dict[str, File] = {file.name: file for file in files}
    kept: dict[object, File] = {}

    def order(file: File) -> tuple[bool, bool, str, int, str]:
        return not _answer(file, decisions), file.published is None, file.sha256, len(file.name), file.name

    twins = []
    for file in sorted((file for file in done.values() if file.played), key=order):
        twin = kept.setdefault(_facts(file), file)
        twins += [(file, twin)] if twin is not file else []
    for file in kept.values():
        if _answer(file, decisions) == _OUT:
            done[file.name] = replace(file, played=None, refusal=texts.LEFT_OUT_ALONE)
    for group in _groups(list(kept.values())):
        for file in group:
            done[file.name] = _decided(file, group, decisions, questions)
    for file, twin in twins:
        fate = texts.IS_COUNTED if done[twin.name].played else texts.IS_IN_DOUBT
        if _answer(twin, decisions) == _OUT:
            fate = texts.IS_LEFT_OUT
        sentence = texts.COPY if twin.sha256 == file.sha256 else texts.SAME_FACTS
        refusal = sentence.format(other=twin.name, fate=fate)
        if twin.published and done[twin.name].played and twin.played:
            refusal = texts.ALREADY.format(title=twin.played.title, day=twin.published)
        done[file.name] = replace(file, played=None, refusal=refusal, repeats=twin.sha256)
    return list(done.values())


def _decided(file: File, group: Sequence[File], decisions: Decisions, questions: Questions) -> File:
    """One of several versions: as the decisions say, or left out with a question.

    Of versions that one draw made one answer settles all: the one to be counted is in the place of the others. Where
    an earlier publication counts one, it goes on until an answer says so.
    """
    others = [other for other in group if other is not file]
    names, answer = ", ".join(other.name for other in others), _answer(file, decisions)
    counted = [other for other in others if _answer(other, decisions) == _IN]
    of_its_draw = [other for other in counted if _draw(other) and _draw(other) == _draw(file)]
    waiting = [
        other
        for other in others
        if other.published and not _answer(other, decisions) and not (_draw(file) and _draw(other) == _draw(file))
    ]
    if answer == _OUT:
        instead = counted[0].sha256 if len(counted) == 1 else ""
        return replace(file, played=None, refusal=texts.LEFT_OUT.format(others=names), instead=instead)
    if answer == _IN and not of_its_draw and not waiting:
        return file
    if not answer and len(of_its_draw) == 1:
        other = of_its_draw[0]
        return replace(file, played=None, refusal=texts.REPLACED.format(other=other.name), instead=other.sha256)
    if not answer and file.published and not counted:
        return file
    published = next((other for other in others if other.published), None)
    question = _question(file, names, differences(file, published or others[0]))
    if answer != _IN or of_its_draw:
        questions.ask(question, decisions.get(question.key))
    if file.published and not answer:
        return file
    sentence = texts.TWO_VERSIONS
    if answer == _IN:
        sentence = texts.BOTH_COUNTED if of_its_draw else texts.WAITS
    elif published:
        sentence = texts.NEW_VERSION
    day = published.published if published else None
    return replace(file, played=None, refusal=sentence.format(others=names, day=day))


def _question(file: File, others: str, difference: str = "") -> Question:
    assert file.played
    title = file.played.title
    told = texts.DIFFERENCES.format(found=difference) if difference else ""
    sentence = texts.TWICE_QUESTION.format(file=file.name, others=others, difference=told)
    if file.published:
        sentence = texts.PUBLISHED_QUESTION.format(file=file.name, others=others, day=file.published)
    proposals = texts.COUNT, texts.LEAVE_OUT
    return Question(texts.TWICE, sentence, title, file.played.last, mark(file), proposals=proposals)


def _answer(file: File, decisions: Decisions) -> str:
    """The decision on a file, folded; "" for none, or for what is no answer."""
    answer = fold_title(decisions.get(_question(file, "").key)) if file.played else ""
    return answer if answer in (_IN, _OUT) else ""


def _draw(file: File) -> str:
    return file.played.draw if file.played else ""


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


def differences(new: File, old: File) -> str:
    """What `new` has where `old` has something else, the first few; both with tournaments."""
    assert new.played and old.played
    found = list(dict.fromkeys(_differences(new.played, old.played)))
    more = [texts.MORE_DIFFERENCES.format(count=len(found) - _MOST)] if len(found) > _MOST else []
    return " ; ".join([*found[:_MOST], *more])


def _differences(new: Played, old: Played) -> Iterator[str]:
    for label, own, other in (
        ("Nom", new.title, old.title),
        ("Date de début", f"{new.first:%d/%m/%Y}", f"{old.first:%d/%m/%Y}"),
        ("Date de fin", f"{new.last:%d/%m/%Y}", f"{old.last:%d/%m/%Y}"),
        ("Type d'épreuve", new.kind, old.kind),
        ("Saison", new.season, old.season),
        ("Rondes", str(new.games), str(old.games)),
    ):
        if own != other:
            yield texts.DIFFERENCE.format(what=label, old=other or "–", new=own or "–")
    own_people, other_people = ({one.number: one for one in played.entrants} for played in (new, old))
    names = {number: one.full_name for number, one in {**other_people, **own_people}.items()}
    yield from _result_differences(new, old, names)
    yield from _people(own_people, other_people)


def _result_differences(new: Played, old: Played, names: Mapping[int, str]) -> Iterator[str]:
    own, other = (dict(_match(result) for result in played.results) for played in (new, old))
    for key in sorted(own.keys() | other.keys()):
        if own.get(key) != other.get(key):
            number, one, two = key
            pair = " – ".join(names.get(who, "X") for who in (one, two))
            where = texts.DIFFERENT_ROUND.format(round=number, pair=pair) if number else texts.DIFFERENT_FINAL
            yield texts.DIFFERENCE.format(
                what=where, old=other.get(key, texts.NO_PAIR), new=own.get(key, texts.NO_PAIR)
            )


def _match(result: str) -> tuple[tuple[int, int, int], str]:
    """Round and both N° (0 for X), the result in words."""
    number, one, two, games, forfeits = result.split(":")
    told = games.replace(",", ", ") or texts.NO_SCORE
    return (int(number), int(one), int(two) if two.isdigit() else 0), told + (f" F{forfeits}" if forfeits else "")


def _people(own: Mapping[int, Entrant], other: Mapping[int, Entrant]) -> Iterator[str]:
    for number in sorted(own.keys() | other.keys()):
        new, old = own.get(number), other.get(number)
        if new is None or old is None:
            yield from (texts.ONE_MORE.format(name=one.full_name) for one in (new,) if one)
            yield from (texts.ONE_LESS.format(name=one.full_name) for one in (old,) if one)
            continue
        for label, now, before in (
            ("nom", new.full_name, old.full_name),
            ("licence", new.licence, old.licence),
            ("club", new.club, old.club),
            ("série duplicate", new.series, old.series),
            ("cote", new.cote, old.cote),
        ):
            if now != before:
                what = f"{old.full_name}, {label}"
                yield texts.DIFFERENCE.format(what=what, old=before or "–", new=now or "–")
