"""Which files count: each tournament once (rule R12 of docs/regles.md), in the version that nobody doubts.

Of copies with the same facts one counts. Versions that differ wait for a decision, with a list of their differences and
their senders; so does a workbook whose dates its mail contradicts. A file changes nothing that an earlier file of
another sender published, unless a decision says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import combinations

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import identify
from tournament_xl.federation.intake.decisions import Question, Questions
from tournament_xl.federation.intake.facts import Entrant, File, Lack, PlayedTournament
from tournament_xl.federation.intake.mail_facts import parse_time
from tournament_xl.messages import federation as texts
from tournament_xl.messages.changes import result_text
from tournament_xl.messages.federation_pages import dates_text
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.columns import normalize_title

_COUNT_ANSWER, _LEAVE_OUT_ANSWER = normalize_title(texts.COUNT), normalize_title(texts.LEAVE_OUT)
_MIN_COMMON_PART = 0.5  # share of common results, or common players, from which two files hold one tournament
_MIN_MARK_LENGTH = 8  # hexadecimal digits of a SHA-256 that identify a file in a decision
_DAY, _YEAR = timedelta(days=1), timedelta(days=365)
_MAX_DIFFERENCES = 4  # differences listed in a question


def leave_out_repeated(files: Iterable[File], questions: Questions) -> list[File]:
    """Leave out the files that repeat a tournament.

    Of copies with the same facts one counts: the copy that a decision names, else the copy of an earlier publication,
    else the copy whose mail was received first (a file without a mail comes last), else the lowest SHA-256. Of
    different versions the version of an earlier publication goes on counting; otherwise none counts until a decision
    names one. The files must have their numbers. Decisions in `questions` that apply are marked as followed, and
    questions about versions are added.

    Returns:
        All files in their order; a file that is left out has no `played`, and has `refusal`, `word`, `instead` and
        `repeats` set.
    """
    checked = {file.number: file for file in files}
    representatives: dict[object, File] = {}
    copies = []

    def order(file: File) -> tuple[bool, bool, bool, datetime, str, int]:
        is_new, has_no_mail = file.published is None, file.mail is None
        received = file.mail.received or file.mail.sent if file.mail else ""
        origin = has_no_mail, parse_time(received), file.sha256
        return not _follow_answer(file, questions), is_new, *origin, file.number

    for file in sorted((file for file in checked.values() if file.played), key=order):
        first = representatives.setdefault(_rating_facts(file), file)
        copies += [(file, first)] if first is not file else []
    for group in group_versions(list(representatives.values())):
        for file in group:
            checked[file.number] = _apply_decisions(file, group, questions)
    for file, first in copies:
        counted = checked[first.number]
        refusal = texts.SAME_FACTS.format(other=first.name)
        if file.sha256 == first.sha256 and not counted.played:
            refusal = counted.refusal
        elif first.published and counted.played:
            refusal = texts.ALREADY.format(title=first.tournament.title, day=first.published)
        checked[file.number] = replace(
            file, played=None, refusal=refusal + _name_senders(file, [first]),
            word=texts.REPEATED if counted.played else counted.word, instead=first.number, repeats=True,
        )  # fmt: skip
    return list(checked.values())


def mark_anonymous_in_copies(files: Sequence[File]) -> list[File]:
    """Return the files with a player marked as Anonyme in all copies of one sender where one of them says so.

    So an older copy of a workbook does not undo the request. A copy of another sender is another version, and so is one
    with other facts: its mark counts where it counts. Files without tournament are returned unchanged. Decision of this
    project [ours].
    """
    marks: dict[object, set[int]] = defaultdict(set)
    for file in (file for file in files if file.played):
        if numbers := {entrant.number for entrant in file.tournament.entrants if entrant.anonymous}:
            marks[_copy_key(file)] |= numbers
    return [
        replace(file, played=_mark_anonymous(file.played, marks.get(_copy_key(file), ()))) if file.played else file
        for file in files
    ] if marks else list(files)  # fmt: skip


def _copy_key(file: File) -> object:
    """Return what the copies of one sender have in common."""
    return _rating_facts(replace(file, played=_mark_anonymous(file.tournament, ()))), file.origin


def _mark_anonymous(played: PlayedTournament, numbers: Collection[int]) -> PlayedTournament:
    """Return a tournament in which the players with these N°, and no others, are marked as Anonyme."""
    if all(entrant.anonymous == (entrant.number in numbers) for entrant in played.entrants):
        return played
    entrants = (entrant._replace(anonymous=entrant.number in numbers) for entrant in played.entrants)
    return replace(played, entrants=tuple(entrants))


def leave_out_misdated(files: Sequence[File], questions: Questions) -> list[File]:
    """Leave out, with a question each, the tournaments whose dates their mails contradict.

    A workbook that is finished tells of the past, and rarely of a past of more than a year. A tournament with a
    decision `compter` has the contradiction among its serious findings; what is published goes on counting.
    """
    published = {file.sha256 for file in files if file.published}
    checked = []
    for file in files:
        if not file.played or not file.mail or file.sha256 in published or not (sent := _contradicting_day(file)):
            checked.append(file)
            continue
        first, last = (f"{day:%d/%m/%Y}" for day in (file.played.first, file.played.last))
        fields = {"dates": dates_text(first, last), "sent": sent}
        refusal = texts.MISDATED.format(**fields)
        answer = _follow_answer(file, questions, texts.DATE)
        if answer == _COUNT_ANSWER:
            serious = tuple(dict.fromkeys((texts.MISDATED_COUNTED.format(**fields), *file.played.serious)))
            checked.append(replace(file, played=replace(file.played, serious=serious), lack=Lack.NO_MORE))
        elif answer:
            checked.append(_strike(file))
        else:
            sentence = texts.DATE_QUESTION.format(file=printable_path(file.name), origin=file.origin_text, **fields)
            title, day, proposals = file.tournament.title, file.tournament.last, (texts.COUNT, texts.LEAVE_OUT)
            questions.ask(Question(texts.DATE, sentence, title, day, mark_of(file), proposals=proposals))
            checked.append(replace(_strike(file), refusal=refusal, word=texts.WAITING, lack=Lack.DATES))
    return checked


def leave_out_later(files: Iterable[File], day: date) -> list[File]:
    """Leave out the tournaments that end after a day."""
    return [
        replace(file, played=None, refusal=texts.LATER.format(day=file.played.last), word=texts.TO_COME)
        if file.played and file.played.last > day else file
        for file in files
    ]  # fmt: skip


def _contradicting_day(file: File) -> date | None:
    """Return the day of a file's mail if its tournament ends after it, or begins a year or more before it, else None.

    Of the clocks of sender and server the one that contradicts less counts. The day after the mail is none that
    contradicts: clocks differ, and who ends on Saturday has typed the whole weekend.
    """
    times = [parse_time(text) for text in (file.mail.received, file.mail.sent)] if file.mail else []
    days = sorted(time.date() for time in times if time != datetime.max)
    if days and file.tournament.last - days[-1] > _DAY:
        return days[-1]
    if days and days[0] - file.tournament.first >= _YEAR:
        return days[0]
    return None


def leave_out_struck(
    files: Sequence[File], questions: Questions, struck_before: Collection[str] = frozenset()
) -> list[File]:
    """Leave out the tournaments that a decision excludes, and mark it as followed.

    The decision names a file by 8 or more digits of its SHA-256, by its file name, or by the tournament's name and one
    of its days. A file of another tournament that comes later under this name is not meant, and changes nothing.
    `struck_before` are the SHA-256 of files that decisions excluded from earlier publications.
    """
    struck = set[int]()
    for key, line in questions.find_by_nature(texts.STRIKE):
        _, mark, title, day = key
        matching = [file for file in files if file.played and _is_named(file, mark, title, day)]
        tournaments = {_name_and_day(file) for file in matching if file.sha256 in struck_before}
        tournaments = tournaments or {_name_and_day(file) for file in matching}
        if normalize_title(line["Décision"]) == _LEAVE_OUT_ANSWER and len(tournaments) == 1:
            questions.mark_followed(key)
            marks = {file.sha256 for file in matching if _name_and_day(file) in tournaments}
            struck |= {file.number for file in files if file.sha256 in marks}
    return [_strike(file) if file.number in struck else file for file in files]


def _strike(file: File) -> File:
    """Return a file left out by a decision, with whom to write to about it."""
    sender = (file.played.title, file.played.organiser, file.address) if file.played else file.sender
    return replace(file, played=None, refusal=texts.LEFT_OUT, word=texts.STRUCK, sender=sender)


def _is_named(file: File, mark: str, title: str, day: str) -> bool:
    if mark:
        return len(mark) >= _MIN_MARK_LENGTH and file.sha256.startswith(mark)
    days = {str(file.tournament.first), str(file.tournament.last)}
    if day and day not in days:
        return False
    names = {normalize_title(text) for text in (file.name, file.short_name)}
    return bool(title) and (title in names or (bool(day) and title == normalize_title(file.tournament.title)))


def _apply_decisions(file: File, group: Sequence[File], questions: Questions) -> File:
    """Return a version of a tournament, left out where the decisions about its versions say so.

    Without a decision the file is left out with a question. An answer that counts one version settles all versions of
    the same draw; versions of another draw may be another tournament, and their question stays open.
    """
    answer, others = _follow_answer(file, questions), [version for version in group if version is not file]
    counted = [version for version in others if _follow_answer(version, questions) == _COUNT_ANSWER]
    of_its_draw = [version for version in counted if _are_of_one_draw(version, file)]
    instead = counted[0].number if counted else 0
    if answer == _LEAVE_OUT_ANSWER:
        return replace(file, played=None, refusal=texts.LEFT_OUT, word=texts.STRUCK, instead=instead)
    if not counted and (answer == _COUNT_ANSWER or file.published or not others):
        return file
    if answer == _COUNT_ANSWER and not of_its_draw:
        return file
    if answer or not of_its_draw:
        questions.ask(_question(file, others))
    if counted and not answer:
        refusal = texts.REPLACED.format(other=counted[0].name)
        return replace(file, played=None, refusal=refusal, word=texts.STRUCK, instead=instead)
    if file.published:
        return file
    names = ", ".join(version.name for version in others)
    refusal = texts.TWO_VERSIONS.format(others=names)
    if any(version.published for version in others):
        refusal = texts.NEW_VERSION.format(others=names)
    return replace(file, played=None, refusal=refusal, word=texts.WAITING)


def _question(file: File, others: Sequence[File]) -> Question:
    reference = next((version for version in others if version.published), others[0])
    names = ", ".join(version.name for version in others)
    sentence = texts.TWICE_QUESTION.format(
        file=printable_path(file.name), others=names, difference=describe_differences(file, reference),
        senders=_name_senders(file, [reference, *others]),
    )  # fmt: skip
    title, day, proposals = file.tournament.title, file.tournament.last, (texts.COUNT, texts.LEAVE_OUT)
    return Question(texts.TWICE, sentence, title, day, mark_of(file), proposals=proposals)


def _name_senders(file: File, others: Sequence[File]) -> str:
    """Return a sentence that names the senders of a file and of others; "" if he is the same."""
    origins = {other.origin: other.origin_text for other in others if other.origin != file.origin}
    other = ", ".join(origins.values())
    return texts.OTHER_SENDER.format(origin=file.origin_text, other=other) if origins else ""


def mark_of(file: File) -> str:
    """Return the beginning of the SHA-256 that identifies a file in a decision."""
    return file.sha256[:16]


def _follow_answer(file: File, questions: Questions, nature: str = texts.TWICE) -> str:
    """Return the normalized answer about a file, marked as followed; "" for none, or if it was not proposed."""
    key = (nature, mark_of(file))
    answer = normalize_title(questions.answer(key))
    if answer not in (_COUNT_ANSWER, _LEAVE_OUT_ANSWER):
        return ""
    questions.mark_followed(key)
    return answer


def _draw(file: File) -> str:
    return file.played.draw if file.played else ""


def group_versions(files: Sequence[File]) -> list[list[File]]:
    """Group files, all with a tournament and a number of their own, by tournament: each group holds all its versions.

    A file without another version is a group by itself. A version of a version belongs to the same group. Each group is
    sorted by name.
    """
    group = {file.number: [file] for file in files}
    for first, second in _candidate_pairs(files):
        if group[first.number] is not group[second.number] and _are_versions(first, second):
            joined = group[first.number] + group[second.number]
            group |= dict.fromkeys((file.number for file in joined), joined)
    distinct = {id(members): members for members in group.values()}
    return [sorted(members, key=lambda file: (file.name, file.number)) for members in distinct.values()]


def _candidate_pairs(files: Iterable[File]) -> Iterator[tuple[File, File]]:
    """Yield pairs of files that share name and first day, a result, or the draw."""
    shared: dict[object, list[File]] = defaultdict(list)
    for file in files:
        for key in {_name_and_day(file), *_scores(file), _draw(file)} - {""}:
            shared[key].append(file)
    yielded: set[tuple[int, int]] = set()
    for sharing in shared.values():
        for first, second in combinations(sharing, 2):
            if (first.number, second.number) not in yielded:
                yielded.add((first.number, second.number))
                yield first, second


def _are_versions(first: File, second: File) -> bool:
    """Check whether two files may hold the same tournament: half of the players in common, and days and draw.

    The draw is in common where round 1 was drawn in one workbook, or where half of the results are the same. On one day
    the same name is enough to ask. A club that plays again with the same list has the same draw on another day, with
    other results: there, half of the results in common are to be of one draw, or all of them.
    """
    results, is_one_draw = _common_part(_scores(first), _scores(second)), _are_of_one_draw(first, second)
    if first.tournament.first == second.tournament.first or first.tournament.last == second.tournament.last:
        may_be = is_one_draw or results >= _MIN_COMMON_PART or _name_and_day(first) == _name_and_day(second)
    else:
        may_be = results >= (_MIN_COMMON_PART if is_one_draw else 1)
    players = (_identity_keys(file.tournament.participants) for file in (first, second))
    return may_be and _common_part(*players) >= _MIN_COMMON_PART


def _are_of_one_draw(first: File, second: File) -> bool:
    return bool(_draw(first)) and _draw(first) == _draw(second)


def _common_part(first: Collection[object], second: Collection[object]) -> float:
    """Return the share of the smaller set that is in both, 0 to 1."""
    return len({*first} & {*second}) / max(1, min(len(first), len(second)))


def _name_and_day(file: File) -> tuple[str, object]:
    """Return the normalized name and the first day."""
    return normalize_title(file.tournament.title), file.tournament.first


def _scores(file: File) -> set[tuple[object, ...]]:
    """Return the results with a score; results against X (byes) and forfeits are alike in many tournaments."""
    return {result.key for result in file.tournament.results if result.match.get("scores")}


def _identity_keys(entrants: Iterable[Entrant]) -> set[str]:
    """Return names and licence numbers of players, either of which may have been added later."""
    keys = (identify(entrant.licence, entrant.name, entrant.first_name, entrant.club)[:2] for entrant in entrants)
    return {key for licence_and_name in keys for key in licence_and_name if key}


def _rating_facts(file: File) -> tuple[object, ...]:
    """Return everything that determines the ratings."""
    tournament = file.tournament
    return (
        tournament.first, tournament.last, normalize_title(tournament.title), tournament.kind, tournament.season,
        tournament.games, tournament.entrants, frozenset(result.key for result in tournament.results),
    )  # fmt: skip


def describe_differences(new: File, old: File) -> str:
    """Return in French the first few differences between two versions, and how many more; "" without any.

    If there is none, the split of names into name and first name, and the places, are compared too. The values of `new`
    come before "au lieu de", those of `old` after it; both files have a tournament.
    """
    names = {
        entrant.number: entrant.full_name for played in (old.tournament, new.tournament) for entrant in played.entrants
    }
    lines = _describe_differences(_described(new.tournament, names), _described(old.tournament, names))
    lines = lines or _describe_differences(_minor_facts(new.tournament), _minor_facts(old.tournament))
    more = lines[_MAX_DIFFERENCES:]
    ending = [fill_sentence(texts.MORE_DIFFERENCES, {"more": more})] if more else []
    return " ; ".join([*lines[:_MAX_DIFFERENCES], *ending])


def _describe_differences(new: Mapping[str, str], old: Mapping[str, str]) -> list[str]:
    return [
        texts.DIFFERENCE.format(what=subject, new=new.get(subject) or "–", old=printable_path(old.get(subject) or "–"))
        for subject in {**new, **old}
        if new.get(subject) != old.get(subject)
    ]


def _minor_facts(played: PlayedTournament) -> dict[str, str]:
    """Return the minor facts that may differ: how a name is split, and the rank, which depends on the formula."""
    template = texts.SMALL_DIFFERENCE
    return {
        f"N° {entrant.number}": template.format(who=entrant, place=entrant.place or "–") for entrant in played.entrants
    }


def _described(played: PlayedTournament, names: Mapping[int, str]) -> dict[str, str]:
    """Return a tournament in words: settings, results, players, each under its label."""
    description = {
        "Nom": played.title, "Date de début": f"{played.first:%d/%m/%Y}", "Date de fin": f"{played.last:%d/%m/%Y}",
        "Type d'épreuve": played.kind, "Saison": played.season, "Rondes": str(played.games),
    }  # fmt: skip
    for result in played.results:
        sides = " – ".join(names.get(side, str(side)) for side in result.match["sides"])
        subject = (
            texts.DIFFERENT_ROUND.format(round=result.round, pair=sides) if result.round else texts.DIFFERENT_FINAL
        )
        description[subject] = result_text(result.match)
    for entrant in played.entrants:
        anonymous = texts.ANONYMITY if entrant.anonymous else ""
        details = (entrant.full_name, entrant.licence, entrant.club, entrant.series, entrant.cote, anonymous)
        description[f"N° {entrant.number}"] = ", ".join(filter(None, details))
    return description
