"""Choice of the version that counts, for the tables of a season: tournaments of any game, perhaps unfinished."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from tournament_xl.federation.intake.decisions import Questions
from tournament_xl.federation.intake.facts import Entrant, File, PlayedTournament
from tournament_xl.federation.intake.reading import find_draw_chain, render_results
from tournament_xl.federation.intake.versions import describe_differences, is_about
from tournament_xl.messages import exports as texts
from tournament_xl.messages import federation
from tournament_xl.players.columns import normalize_title
from tournament_xl.workbook.cells import cell_text, read_date, to_cell_number
from tournament_xl.workbook.decoded import Workbook


def choose_versions(
    group: Sequence[File], books: Mapping[str, Workbook], questions: Questions
) -> tuple[list[str], dict[str, str]]:
    """Choose the versions of a tournament that count: all that decisions name, else the best of the not excluded ones.

    The best one has most results; of several with as many, it is the one whose history (sheet Mémoire) continues most
    others, then the one in the fewest folders, then with the shortest name, then the first by name.

    Args:
        group: Files of one tournament.
        books: Name of a file -> its workbook, decoded.
        questions: Decisions of the federation; none is marked as followed.

    Returns:
        Names of the versions that count, [] if decisions exclude all; name -> French reason for each other version.
    """
    answers = {file.name: _find_decision(file, questions) for file in group}
    struck = {name: texts.STRUCK for name, answer in answers.items() if answer == federation.LEAVE_OUT}
    chains = {file.name: [entry.chain for entry in books[file.name].memory.entries] for file in group}

    def goes_on(file: File, previous: File) -> bool:
        return bool(chains[previous.name]) and chains[previous.name][-1] in chains[file.name][:-1]

    def order(file: File) -> tuple[bool, int, int, int, int, str]:
        later = sum(goes_on(file, version) for version in group)
        return answers[file.name] == "", -_count_results(file), -later, file.name.count("/"), len(file.name), file.name

    def reason(file: File, counted_file: File) -> str:
        count, more = _count_results(file), _count_results(counted_file)
        if _has_same_results(file, counted_file):
            sentence = texts.COPY
        elif answers[counted_file.name]:
            sentence = texts.NOT_DECIDED_FOR
        elif count < more:
            sentence = texts.VERSION
        else:
            sentence = texts.EARLIER if goes_on(counted_file, file) else texts.UNDECIDED
        title, first, last = (
            counted_file.tournament.title,
            counted_file.tournament.first,
            counted_file.tournament.last,
        )  # invented for an undated file
        under_one_name = replace(file, played=replace(file.tournament, title=title, first=first, last=last))
        return sentence.format(
            other=counted_file.name,
            count=count,
            more=more,
            difference=describe_differences(counted_file, under_one_name),
        )

    ordered = sorted((file for file in group if file.name not in struck), key=order)
    counted = [file for file in ordered if answers[file.name]] or ordered[:1]
    return [file.name for file in counted], struck | {
        file.name: reason(file, counted[0]) for file in ordered if file not in counted
    }


def _find_decision(file: File, questions: Questions) -> str:
    """Return the federation's decision on a file, COUNT or LEAVE_OUT; "" for none."""
    answers = (normalize_title(line["Décision"]) for key, line in questions.answered.items() if is_about(key, file))
    words_by_title = {normalize_title(word): word for word in (federation.COUNT, federation.LEAVE_OUT)}
    return next((words_by_title[answer] for answer in answers if answer in words_by_title), "")


def _has_same_results(first: File, second: File) -> bool:
    """Check whether two files have the same players with the same results."""
    return (first.tournament.entrants, first.tournament.results) == (
        second.tournament.entrants,
        second.tournament.results,
    )


def collect_version_facts(index: int, name: str, book: Workbook, content: bytes) -> File:
    """Build the file by which versions of one tournament are recognised; what only ratings need stays empty.

    A workbook without a date gets an invented day that no other has, so that only its results can match.

    Args:
        index: Number of the workbook, different for each, from 0: makes its invented day.
        name: Its path below the folder; also its title if the workbook has none.
        book: Its content, decoded.
        content: Its bytes.
    """
    tournament_settings = book.tournament.settings
    day = read_date(book.settings.text("Date de début")) or date.min + timedelta(days=index)
    people = tuple(
        Entrant(
            player.number, player.name, player.first_name, getattr(player, "licence", ""), player.club, "",
            "" if player.cote is None else cell_text(to_cell_number(player.cote)), 1,
        )
        for player in book.tournament.players
    )  # fmt: skip
    title = tournament_settings.title or name
    played = PlayedTournament(
        title,
        "",
        day,
        day,
        tournament_settings.formula.name,
        "",
        "",
        0,
        people,
        render_results(book),
        find_draw_chain(book),
        "",
        "",
        (),
        (),
    )
    return File(name, hashlib.sha256(content).hexdigest(), played)


def _count_results(file: File) -> int:
    """Count the matches that have a result."""
    return sum(result.count(":") > 1 for result in file.tournament.results)
