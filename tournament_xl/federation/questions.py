"""Questions that only the federation can answer, gathered for the sheet « À décider » and the CSV of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from tournament_xl.federation.entries import Decisions, question_key
from tournament_xl.record import record, replace
from tournament_xl.texts import federation as texts


@record
class Question:
    """Something in doubt, with the answers that are possible."""

    kind: str  # Nature: texts.PLAYER, TWICE, RETURN or ADJUSTMENT
    sentence: str
    title: str = ""  # of the tournament where it first came up
    day: date | None = None  # its last day
    mark: str = ""  # of the file, for TWICE
    name: str = ""
    first_name: str = ""
    licence: str = ""
    club: str = ""
    proposals: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()  # who they are, and what speaks for each
    times: int = 1  # tournaments that it concerns

    @property
    def key(self) -> tuple[str, ...]:
        return question_key(self.values(""))

    def values(self, answer: str) -> dict[str, str]:
        """The line of the CSV: titles of texts.DECISION_COLUMNS -> values."""
        more = texts.MORE_TOURNAMENTS.format(count=self.times - 1) if self.times > 1 else ""
        cells = (
            self.kind, self.title + more, f"{self.day:%d/%m/%Y}" if self.day else "", self.mark, self.name,
            self.first_name, self.licence, self.club, self.sentence, "\n".join(self.candidates),
            " | ".join(self.proposals), answer,
        )  # fmt: skip
        return dict(zip(texts.DECISION_COLUMNS, cells, strict=True))


class Questions:
    """The open questions, each once."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, ...], tuple[Question, str]] = {}

    def ask(self, question: Question, answer: str = "") -> None:
        """Note a question; `answer`: a decision that was made and does not answer it."""
        before = self._open.get(question.key)
        if before:
            self._open[question.key] = replace(before[0], times=before[0].times + 1), before[1]
            return
        if answer:
            question = replace(question, sentence=texts.NO_ANSWER.format(answer=answer, sentence=question.sentence))
        self._open[question.key] = question, answer

    @property
    def open(self) -> list[Question]:
        """By date, then kind, then name."""
        found = [question for question, _ in self._open.values()]
        return sorted(found, key=lambda q: (q.day or date.min, q.kind, q.key))

    @property
    def misread(self) -> list[tuple[Question, str]]:
        """The open ones that have an answer, which is none of theirs."""
        return [(question, answer) for question, answer in self._open.values() if answer]

    def lines(self, decisions: Decisions) -> list[Mapping[str, str]]:
        """The CSV of decisions: those read, as they stand, then what is open and not yet among them."""
        known = {question_key(line) for line in decisions.lines}
        return [*decisions.lines, *(q.values("") for q in self.open if q.key not in known)]
