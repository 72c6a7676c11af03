"""Results from the players' phones, and the desk that looks after them, while the hall is served
(`publish --serve`, the app's switch).

    r/KEY            a slip's page: one table of one round; both players send, what they agree on is received
    m/KEY            the desk: what differs first, what waits, what is received
    m/KEY/minuteur   the round clock: started, stopped
    m/KEY/fiches     the slips of the round to print, each with the code of its own page
    m/KEY/logo       the picture on all of them

A key is an HMAC of the tournament's secret; nothing lists them but the slips. The workbook is read as saved, never
written: a report is a line beside it (`storage.phone_report_file`), which the next press takes.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from tournament_xl.actions.take_results import drawn_at, pair_of, refusals, typed, unlikely
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import of
from tournament_xl.messages import phone_reports as texts
from tournament_xl.messages import publication as publish
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.served_pages import POLICY, ServedPages, mark_of
from tournament_xl.phones.server import Answer, Request
from tournament_xl.publication.facts import Public
from tournament_xl.publication.pages import STATE, code, environment
from tournament_xl.storage import file_actions
from tournament_xl.storage import phone_report_file as beside
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.phone_reports import DESK, ONE, TWO, Pair, Report, Sent, lines_of, sent
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.workbook.working_copy import Row
from tournament_xl.xlsx.atomic_write import why

OF_TABLE, OF_ADDRESS, WRONG = 12, 200, 30  # in a minute: reports for a table, from an address, keys that are none
_MOST_COUNTED = 10_000
_SCORE = re.compile(r"-?\d{1,4}")
_COOKIE, AGAIN = "telephone", "corriger"  # AGAIN: asks for the form once more
_HERE = {"Content-Security-Policy": POLICY.format(form="'self'"), "Cache-Control": "no-store"}


def key_of(secret: bytes, *words: object) -> str:
    """128 bits that nobody guesses who has not the secret."""
    made = hmac.digest(secret, "|".join(map(str, words)).encode(), "sha256")
    return urlsafe_b64encode(made[:16]).decode().rstrip("=")


def _phone(request: Request) -> str:
    """What tells a phone from another, "" before it has sent."""
    found = re.search(rf"{_COOKIE}=([\w-]{{22}})", request.headers.get("cookie", ""))
    return found[1] if found else ""


def _form(request: Request) -> dict[str, str]:
    """What a form brought, field -> text; nothing where it is none of ours."""
    with suppress(ValueError):  # more fields than any has
        given = parse_qs(request.body.decode("latin-1"), max_num_fields=8)
        return {name: values[0] for name, values in given.items()}
    return {}


class Limits:
    """How often something happened in this minute."""

    def __init__(self) -> None:
        self._minute, self._count = 0, Counter[object]()

    def passed(self, what: object, most: int) -> bool:
        """Count it; whether it is more than so often."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._count) > _MOST_COUNTED:
            self._minute, self._count = minute, Counter()
        self._count[what] += 1
        return self._count[what] > most


class Clock:
    """The time of a round on the hall's screen, if the organiser starts it."""

    def __init__(self) -> None:
        self._end: float | None = None

    def start(self, minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes

    def stop(self) -> None:
        self._end = None

    @property
    def left(self) -> int | None:
        """Seconds, 0 at the end; None when it does not run."""
        return None if self._end is None else max(0, round(self._end - time.monotonic()))


@dataclass(frozen=True)
class Hall:
    """What the saved workbook says of the tables: made once for each publication."""

    decoded: Workbook
    round: int  # the round under way, or the last one
    rows: Mapping[str, Row]  # key -> row of Résultats, of all rounds
    open: Mapping[Pair, Row]  # the rows that want a result
    names: Mapping[int, str]  # N° -> what may be read
    single: bool  # a match is one game
    style: str

    def key(self, row: Row) -> str:
        return next(key for key, one in self.rows.items() if one is row)


def hall_of(decoded: Workbook, secret: bytes, published: Mapping[str, bytes], *, initials: bool) -> Hall:
    """The tables of all rounds by the secret keys on their slips, and which want a result; two tournaments of one file
    name have different keys. `published`: the pages, for the name of their style; `initials`: whether names are so.
    """
    begun = next((one.date + one.chain for one in decoded.memory.entries if one.action == history.PAIRED), "")
    number = len(decoded.tournament.rounds)
    rows = (row for row in decoded.results.rows if row.round <= number and row.match.table)
    drawn = [row for row in rows if X not in row.match.sides]
    wins = getattr(decoded.tournament.settings, "games_to_win", lambda _: 1)
    return Hall(
        decoded, number, {key_of(secret, begun, *pair_of(row)): row for row in drawn},
        {pair_of(row): row for row in decoded.pending if row in drawn}, Public(decoded, initials=initials).names,
        number == 0 or wins(number) == 1, next((name for name in published if name.endswith("/style.css")), ""),
    )  # fmt: skip


class Reports:
    """Answers the hall: slips, desk, the pages with what has been received."""

    def __init__(self, publication: Any, addresses: HallAddress | None = None) -> None:
        """`addresses`: those of this computer, among which the desk may choose."""
        self._addresses = addresses
        self._publication, self._pages = publication, ServedPages(lambda: publication.files)
        self._workbook: Path = publication.path
        self._secret = beside.secret(self._workbook)
        self._limits, self.clock = Limits(), Clock()
        self._lock, self._reading = Lock(), Lock()
        self._phones: dict[tuple[str, Pair], str] = {}  # a phone and a pair -> for whom it has sent
        self._hall: Hall | None = None
        self._file = beside.ReceivedFile(self._workbook)
        self._read: tuple[Any, list[Report], int, dict[Pair, Sent]] = None, [], 0, {}  # what so many lines came to
        self.desk_key = key_of(self._secret, DESK)
        self._routes: dict[str, Callable[[Request, str], Answer]] = {"r": self._slip, "m": self._desk}

    def __call__(self, request: Request) -> Answer:
        first, _, rest = request.path.partition("/")
        if first in self._routes and rest:
            if self._limits.passed(("asked", request.address), 5 * OF_ADDRESS):
                return self._page(HTTPStatus.TOO_MANY_REQUESTS, "rapport.html", told=texts.TOO_MANY)
            try:
                return self._routes[first](request, rest)
            except HostError as error:  # the file of what is received
                reason = str(error) if self._is_desk(request.path) else texts.NOT_READ
                return self._page(HTTPStatus.SERVICE_UNAVAILABLE, "rapport.html", told=reason)
        answer = self._pages(request)
        if request.path == STATE and answer.status in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            told = f"recus({json.dumps(self._states())});\nminuteur({json.dumps(self.clock.left)});\n".encode()
            body = self._publication.files[STATE] + told
            headers = {name: value for name, value in answer.headers.items() if name != "Content-Encoding"}
            headers["ETag"] = mark_of(body)
            if headers["ETag"] in request.headers.get("if-none-match", ""):
                return Answer(HTTPStatus.NOT_MODIFIED, headers=headers)
            return Answer(HTTPStatus.OK, body, headers)
        return answer

    def start_clock(self, minutes: int = 0) -> bool:
        """Whether it is known how long a round lasts, twice a player's time; then the clock runs."""
        lasts = minutes or self.minutes
        if lasts:
            self.clock.start(lasts)
        return bool(lasts)

    @property
    def minutes(self) -> int:
        """How long a round lasts, 0 where Tournoi does not say it."""
        table = self.hall.decoded.settings.table
        named = (
            line.text("Valeur") for line in table.lines() if normalize(line.text("Paramètre")) == texts.PLAYER_TIME
        )
        found = re.match(r"\d{1,3}", next(named, ""))
        return 2 * int(found[0]) if found else 0

    @property
    def hall(self) -> Hall:
        publication = self._publication
        if self._hall is None or self._hall.decoded is not publication.decoded:
            self._hall = hall_of(publication.decoded, self._secret, publication.files, initials=publication.initials)
        return self._hall

    def _sent(self) -> dict[Pair, Sent]:
        decoded = self.hall.decoded
        with self._reading:
            reports = self._file.reports()
            before, lines, count, found = self._read
            if before is not decoded or lines is not reports:
                count, found = 0, {}
            if before is not decoded or lines is not reports or count < len(reports):
                found = sent(reports[count:], drawn_at(decoded), found)
                self._read = decoded, reports, len(reports), found
            return found

    def _states(self) -> dict[str, str]:
        """Table -> what is received of it, where the workbook has no result yet."""
        try:
            found = self._sent()
        except HostError:
            return {}
        return {str(pair[1]): words.state for pair, words in found.items() if pair in self.hall.open}

    # A slip

    def _slip(self, request: Request, key: str) -> Answer:
        row = self.hall.rows.get(key)
        if row is None:
            return self._unknown(request)
        if row.round != self.hall.round or not self.hall.single:
            told = texts.OLD.format(round=row.round, now=self.hall.round)
            return self._page(HTTPStatus.GONE, "rapport.html", told=told)
        if request.method == "POST":
            return self._post(request, key, row)
        return self._form(HTTPStatus.OK, row, request)

    def _unknown(self, request: Request) -> Answer:
        """Answer a key that is none, of a slip or of the desk; after so many of an address in a minute: to wait."""
        many = self._limits.passed(("wrong", request.address), WRONG)
        status = HTTPStatus.TOO_MANY_REQUESTS if many else HTTPStatus.NOT_FOUND
        return self._page(status, "rapport.html", told=texts.TOO_MANY if many else texts.UNKNOWN)

    def _form(
        self, status: HTTPStatus, row: Row, request: Request, fault: str = "", asked: Sequence[str] = ()
    ) -> Answer:
        """What has come of this table, as this phone is concerned, and the form where there is something to send.
        `asked`: what was typed, where it is asked about: both scores, and who he is.
        """
        words = self._sent().get(pair_of(row), Sent())
        if pair_of(row) not in self.hall.open:
            return self._page(status, "rapport.html", told=texts.TYPED.format(scores=typed(self.hall.decoded, row)))
        own = self._phones.get((_phone(request), pair_of(row)), "")
        said, told = self._said(row, words), ""
        if words.agreed:
            told = texts.AGREED.format(scores=texts.SCORES.format(*words.agreed))
        elif len(said) > 1:
            told = texts.DISAGREE
        elif said:
            (sender,), ((scores, name),) = words.words, said
            other = self.hall.names[row.match.sides[sender == ONE]]
            told = (texts.WAITING if own else texts.CONFIRM).format(name=name, scores=scores, other=other)
        done = bool(words.agreed or (own and len(said) == 1))
        return self._page(
            status, "rapport.html", told=told, fault=fault, row=row, own=own and 1 + (own == TWO),
            said=said if told == texts.DISAGREE else [], form=not done or fault or request.query == AGAIN, again=AGAIN,
            waits=done and not words.agreed, asked=asked,
            first=asked or words.words.get(own) or next(iter(words.words.values()), ("", "")),
        )  # fmt: skip

    def _said(self, row: Row, words: Sent) -> list[tuple[str, str]]:
        """Scores and who says so, of each player who has sent."""
        return [
            (texts.SCORES.format(*scores), self.hall.names[row.match.sides[sender == TWO]])
            for sender, scores in words.words.items()
        ]

    def _post(self, request: Request, key: str, row: Row) -> Answer:
        if self._limits.passed(pair_of(row), OF_TABLE) or self._limits.passed(request.address, OF_ADDRESS):
            return self._form(HTTPStatus.TOO_MANY_REQUESTS, row, request, texts.TOO_MANY)
        given = _form(request)
        values = [given.get(name, "").strip() for name in ("un", "deux", "qui")]
        if not all(map(_SCORE.fullmatch, values[:2])) or values[2] not in ("1", "2"):
            return self._form(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, texts.NOT_A_SCORE)
        scores, sender = (int(values[0]), int(values[1])), (ONE, TWO)[values[2] == "2"]
        if pair_of(row) not in self.hall.open:
            return self._form(HTTPStatus.CONFLICT, row, request)
        said = self._sent().get(pair_of(row), Sent()).words.values()  # the game has admitted it
        if scores not in said and (reason := "".join(refusals(self.hall.decoded, [(row, scores)]).values())):
            fault = texts.NOT_ADMITTED.format(reason=reason.partition(". ")[0])  # what follows speaks of the workbook
            return self._form(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, fault)
        sure = scores in said or given.get("sur") == "-".join(values[:2])
        if not sure and (score := unlikely(self.hall.decoded, row, scores)):
            fault = texts.UNLIKELY.format(score=score)
            return self._form(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, fault, values)
        phone = _phone(request)
        own = phone or secrets.token_urlsafe(16)
        before = self._phones.setdefault((own, pair_of(row)), sender)
        if before != sender:
            name = self.hall.names[row.match.sides[before == TWO]]
            return self._form(HTTPStatus.CONFLICT, row, request, texts.SAME_PHONE.format(name=name))
        if trouble := self._receive(row, scores, sender):
            return self._form(HTTPStatus.SERVICE_UNAVAILABLE, row, request, texts.FULL.format(reason=trouble))
        kept = {} if phone else {"Set-Cookie": f"{_COOKIE}={own}; Path=/r; HttpOnly; SameSite=Strict"}
        return Answer(HTTPStatus.SEE_OTHER, headers={"Location": f"/r/{key}", **kept})

    def _receive(self, row: Row, scores: tuple[int, int], sender: str) -> str:
        """Append a report; the reason why that could not be done, or ""."""
        number, table, one, two = pair_of(row)
        report = Report(file_actions.journal_date(), number, table, one, *scores, two, sender)
        with self._lock:
            try:
                words = self._sent().get(report.pair, Sent()).after(report)
                beside.append(self._workbook, report, words.state)
            except OSError as error:
                return why(error)[0]
            except HostError as error:
                return str(error)
        return ""

    # The desk

    def _is_desk(self, path: str) -> bool:
        """Whether an address has the key of the desk."""
        first, _, rest = path.partition("/")
        return first == "m" and hmac.compare_digest(rest.partition("/")[0].encode(), self.desk_key.encode())

    def _desk(self, request: Request, rest: str) -> Answer:
        key, _, page = rest.partition("/")
        if not self._is_desk(request.path):
            return self._unknown(request)
        logo = self._publication.logo
        if page == "logo" and logo:
            kind, _, data = logo.removeprefix("data:").partition(";base64,")
            return Answer(HTTPStatus.OK, b64decode(data), {"Content-Type": kind, "Cache-Control": "max-age=60"})
        if page == "fiches":
            told = "" if self._publication.address else publish.NO_HALL
            rows = [*self.hall.open.values()] if self.hall.single and not told else []
            slips = [(row, code(f"{self._publication.address}r/{self.hall.key(row)}")) for row in rows]
            values = {"slips": slips, "told": told, "logo": logo and f"/m/{key}/logo", "back": f"/m/{key}"}
            return self._page(HTTPStatus.OK, "fiches.html", **values)
        fault = self._decide(_form(request)) if request.method == "POST" else ""
        if request.method == "POST" and not fault:
            return Answer(HTTPStatus.SEE_OTHER, headers={"Location": f"/{request.path}"})
        found = self._sent()
        groups: dict[str, list[Any]] = {texts.DIFFERS: [], texts.WAITS: [], texts.RECEIVED: []}
        for pair, row in self.hall.open.items():
            if words := found.get(pair):
                choices = [] if words.agreed else self._said(row, words)
                groups[words.state].append((row, lines_of(words.words), choices))
        waits = [row for pair, row in self.hall.open.items() if pair not in found]
        others = self._addresses.others if self._addresses else []
        return self._page(
            HTTPStatus.OK, "marque.html", groups=groups, waits=waits, here=f"/m/{key}", clock=page == "minuteur",
            minutes=self.minutes, left=self.clock.left, fault=fault,
            address=self._publication.address or publish.NO_HALL,
            others=[(one.host, publish.address_text(*one)) for one in others],
        )  # fmt: skip

    def _decide(self, given: Mapping[str, str]) -> str:
        """Do what the desk pressed, a result that counts or the clock; why that could not be done, or ""."""
        if given.get("minuteur") == "1":
            wanted = re.fullmatch(r"\d{1,3}", given.get("minutes", ""))
            self.start_clock(int(wanted[0]) if wanted else 0)
        elif given.get("minuteur") == "0":
            self.clock.stop()
        if self._addresses and given.get("adresse") in [one.host for one in self._addresses.all]:
            self._addresses.wanted = given["adresse"]  # the hall sees it in half a second
        scores = re.fullmatch(r"(-?\d{1,4})-(-?\d{1,4})", given.get("score", ""))
        row = next((one for one in self.hall.open.values() if str(one.match.table) == given.get("table")), None)
        if not scores or not row or refusals(self.hall.decoded, [(row, (int(scores[1]), int(scores[2])))]):
            return ""
        reason = self._receive(row, (int(scores[1]), int(scores[2])), DESK)
        return reason and texts.NOT_NOTED.format(
            reason=reason, file=printable_path(beside.file_of(self._workbook).name)
        )

    def _page(self, status: HTTPStatus, template: str, **values: object) -> Answer:
        hall = self.hall
        values = {"form": False, "fault": "", "row": None, "waits": False, "said": [], **values}
        text = (
            environment()
            .get_template(template)
            .render(
                t=texts.WORDS,
                hall=hall,
                names=hall.names,
                style=f"/{hall.style}",
                title=self._publication.title,
                colours=of(hall.decoded).COLOURS,
                **values,
            )
        )
        return Answer(status, text.encode(), {"Content-Type": "text/html; charset=utf-8", **_HERE})
