"""Whom no public page names, and who may ask for that.

A counted workbook marks players as Anonyme. A player whom an earlier file of another sender published stays named until
the federation agrees: nobody takes others off the ranking with a mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.intake.decisions import Question, Questions
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.versions import mark_of
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.columns import normalize_title


def find_anonymous(counted: Sequence[CountedTournament], questions: Questions) -> frozenset[Account]:
    """Return the participants whom a counted tournament marks as Anonyme, as far as it may.

    Decisions in `questions` are marked as followed; questions about those whom another sender published are added.
    """
    anonymous = set[Account]()
    for tournament in counted:
        if not (marked := _find_marked(tournament)):
            continue
        others = [other for other in counted if _has_published_before(other.file, tournament.file)]
        named = marked & {account for other in others for account in other.accounts.values()}
        involved = [other.file for other in others if not named.isdisjoint(other.accounts.values())]
        anonymous |= marked - named
        if named and _is_agreed(tournament.file, involved, named, questions):
            anonymous |= named
    return frozenset(anonymous)


def _find_marked(
    tournament: CountedTournament, marks_before: Collection[tuple[str, int]] = frozenset()
) -> set[Account]:
    """Return the participants whom a tournament marks as Anonyme; `marks_before` are not taken: SHA-256 and N°."""
    sha256, accounts = tournament.file.sha256, tournament.accounts
    return {
        accounts[entrant.number]
        for entrant in tournament.file.tournament.entrants
        if entrant.anonymous and entrant.number in accounts and (sha256, entrant.number) not in marks_before
    }


def _has_published_before(other: File, file: File) -> bool:
    """Check whether a file of another sender was published before a file was."""
    is_earlier = other.published is not None and (file.published is None or other.published < file.published)
    return is_earlier and other.origin != file.origin


def _is_agreed(file: File, others: Iterable[File], named: Collection[Account], questions: Questions) -> bool:
    """Return the decision whether players are no longer named; ask for it where there is none."""
    key = (texts.ANONYMITY, mark_of(file))
    answer = normalize_title(questions.answer(key))
    if answer in (texts.YES, texts.NO):
        questions.mark_followed(key)
        return answer == texts.YES
    other_files = {
        other.origin: texts.ANONYMITY_OTHER.format(title=other.tournament.title, origin=other.origin_text)
        for other in others
    }
    sentence = fill_sentence(texts.ANONYMITY_QUESTION, {
        "file": printable_path(file.name), "origin": file.origin_text, "others": [*other_files.values()],
        "names": _list_names(named),
    })  # fmt: skip
    played, proposals = file.tournament, (texts.YES, texts.NO)
    questions.ask(Question(texts.ANONYMITY, sentence, played.title, played.last, mark_of(file), proposals=proposals))
    return False


def describe_new_anonymous(
    counted: Iterable[CountedTournament], anonymous: Collection[Account], earlier: Iterable[File]
) -> Iterator[str]:
    """Yield a French sentence for each tournament that takes players off the pages, who were not marked in it before.

    `anonymous` are all whom no public page names, `earlier` the files of the previous publication.
    """
    marks_before = {
        (file.sha256, entrant.number)
        for file in earlier if file.published and file.played for entrant in file.tournament.entrants
        if entrant.anonymous
    }  # fmt: skip
    for tournament in counted:
        if new := _find_marked(tournament, marks_before).intersection(anonymous):
            file = tournament.file
            fields = {"title": file.tournament.title, "origin": file.origin_text, "names": _list_names(new)}
            yield fill_sentence(texts.ANONYMOUS_NOW, fields)


def _list_names(accounts: Collection[Account]) -> list[str]:
    return [account.full_name for account in sorted(accounts, key=lambda account: account.order)]
