"""Results from the players' phones, and the organiser's desk for them, while the server in the hall runs.

`publish --serve` and the switch of `app` start the server. Its addresses:

    r/KEY            page of a slip: one table of one round; both players send, and what they agree on is received
    m/KEY            the desk: tables where players disagree, tables that wait for a player, received results
    m/KEY/minuteur   the round clock: start, stop
    m/KEY/fiches     the slips of the round to print, each with the QR code of its page

A key is an HMAC with the tournament's secret: each slip (paper with a QR code) shows its own, the organiser sees the
desk's. The workbook is read as saved and never written: a report is a line of a file next to it (`report_file`).
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import game_of
from tournament_xl.messages import phones as texts
from tournament_xl.messages import publication as publication_texts
from tournament_xl.messages.names import ranges
from tournament_xl.paper.slips import render_slips
from tournament_xl.paper.source import Source
from tournament_xl.phones import network_limits, report_file
from tournament_xl.phones.counters import Clock, RateLimits
from tournament_xl.phones.hall_tables import HallTables, build_hall, derive_key
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.merge import (
    find_pairing_date,
    find_refusals,
    find_unlikely_score,
    format_typed_result,
    get_report_key,
)
from tournament_xl.phones.report_lines import (
    FROM_DESK,
    FROM_FIRST,
    FROM_SECOND,
    Pair,
    PairReports,
    Report,
    collect_reports,
    format_sent_scores,
)
from tournament_xl.phones.served_pages import ServedPages, build_policy, compute_etag
from tournament_xl.phones.server import Answer, Request
from tournament_xl.publication.facts import PublicNames
from tournament_xl.publication.pages import STATE, create_environment, render_paper_page, render_qr_code
from tournament_xl.publication.papers import hide_names
from tournament_xl.storage import timestamps
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import Row
from tournament_xl.xlsx.atomic_write import explain_error

_SCORE = re.compile(r"-?\d{1,4}")
_COOKIE, AGAIN = "telephone", "corriger"  # AGAIN: query that asks for the form after a report was sent
_SLIPS_REFRESH = 20  # seconds after which the slips on a screen are asked for again: those of the next round


def _phone_token(request: Request) -> str:
    """Return the token that identifies a phone; "" before it has sent a report."""
    match = re.search(rf"{_COOKIE}=([\w-]{{22}})", request.headers.get("cookie", ""))
    return match[1] if match else ""


def _form_fields(request: Request) -> dict[str, str]:
    """Parse a form, field -> text; empty if it is no form of these pages."""
    with suppress(ValueError):  # more fields than any of our forms has
        fields = parse_qs(request.body.decode("latin-1"), max_num_fields=8)
        return {name: values[0] for name, values in fields.items()}
    return {}


def _answer(status: HTTPStatus, page: bytes, policy: str) -> Answer:
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
    return Answer(status, page, {"Content-Type": "text/html; charset=utf-8", **headers})


class ReportHandler:
    """Handler of the requests from the hall: slips, desk, and the published pages with what has been received."""

    def __init__(self, publication: Any, addresses: HallAddress | None = None) -> None:
        """Read the secret of the workbook's slips; ExternalError if it cannot be read or written.

        The desk may choose among `addresses`, those of this computer; None means no choice.
        """
        self._addresses = addresses
        self._publication, self._pages = publication, ServedPages(lambda: publication.files)
        self._workbook: Path = publication.path
        self._secret = report_file.read_secret(self._workbook)
        self._limits, self.clock = RateLimits(), Clock()
        self._lock, self._reading = Lock(), Lock()
        self._phones: dict[tuple[str, Pair], str] = {}  # token of a phone and pair -> the player for whom it has sent
        self._hall: HallTables | None = None
        self._file = report_file.ReceivedFile(self._workbook)
        self._merged: tuple[Any, list[Report], int, dict[Pair, PairReports]] = (
            None,
            [],
            0,
            {},
        )  # workbook, its reports, how many were merged, the result
        self.desk_key = derive_key(self._secret, FROM_DESK)
        self._routes: dict[str, Callable[[Request, str], Answer]] = {"r": self._slip, "m": self._desk}

    def __call__(self, request: Request) -> Answer:
        """Answer a request from the hall: a slip or the desk by its key, else a published page.

        A report that a phone sends is appended to the file of reports. The states of reports and the seconds left are
        added to the published file `STATE`. Slips and desk answer 404 for a wrong key, 410 for the slip of another
        round, 429 after too many requests of an address, 503 if the file of reports cannot be read or (slip) written.
        """
        section, _, rest = request.path.partition("/")
        if section in self._routes and rest:
            if self._limits.count_event(("asked", request.address), 5 * network_limits.MAX_ADDRESS_REPORTS):
                return self._render(HTTPStatus.TOO_MANY_REQUESTS, "rapport.html", told=texts.TOO_MANY)
            try:
                return self._routes[section](request, rest)
            except ExternalError as error:  # the file of reports cannot be read
                reason = str(error) if self._is_desk(request.path) else texts.NOT_READ
                return self._render(HTTPStatus.SERVICE_UNAVAILABLE, "rapport.html", told=reason)
        answer = self._pages(request)
        if request.path == STATE and answer.status in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            states = self.list_states()
            step = json.dumps(self._awaiting(states))
            scripts = (
                f"recus({json.dumps(states)}, {step});\nminuteur({json.dumps(self.clock.seconds_left)});\n".encode()
            )
            body = self._publication.files[STATE] + scripts
            headers = {name: value for name, value in answer.headers.items() if name != "Content-Encoding"}
            headers["ETag"] = compute_etag(body)
            if headers["ETag"] in request.headers.get("if-none-match", ""):
                return Answer(HTTPStatus.NOT_MODIFIED, headers=headers)
            return Answer(HTTPStatus.OK, body, headers)
        return answer

    def start_clock(self, minutes: int = 0) -> bool:
        """Start the round clock, or start a running one again.

        `minutes` 0 means twice the time per player of the sheet Tournoi. False is returned when no time is known:
        nothing is started, and a clock that runs goes on.
        """
        minutes_to_run = minutes or self.minutes
        if minutes_to_run:
            self.clock.start(minutes_to_run)
        return bool(minutes_to_run)

    @property
    def minutes(self) -> int:
        """Minutes of a round by the sheet Tournoi as published last, twice the time per player; 0 without a number."""
        table = self.hall.decoded.settings.table
        values = (
            line.text("Valeur") for line in table.lines() if normalize(line.text("Paramètre")) == texts.PLAYER_TIME
        )
        match = re.match(r"\d{1,3}", next(values, ""))
        return 2 * int(match[0]) if match else 0

    @property
    def hall(self) -> HallTables:
        """Tables of the workbook as published last; built again after a new publication."""
        publication = self._publication
        if self._hall is None or self._hall.decoded is not publication.decoded:
            self._hall = build_hall(publication.decoded, self._secret, publication.files, initials=publication.initials)
        return self._hall

    def _reports_by_pair(self) -> dict[Pair, PairReports]:
        decoded = self.hall.decoded
        with self._reading:
            reports = self._file.read()
            previous_decoded, lines, count, received = self._merged
            if previous_decoded is not decoded or lines is not reports:
                count, received = 0, {}
            if previous_decoded is not decoded or lines is not reports or count < len(reports):
                received = collect_reports(reports[count:], find_pairing_date(decoded), received)
                self._merged = decoded, reports, len(reports), received
            return received

    def list_states(self) -> dict[str, str]:
        """Return table number (as text) -> state of what was sent for it; {} if the file of reports cannot be read.

        Only tables of this round with a report and without a result in the published workbook are in it.
        """
        try:
            received = self._reports_by_pair()
        except ExternalError:
            return {}
        return {str(pair[1]): pair_reports.state for pair, pair_reports in received.items() if pair in self.hall.open}

    def count_received(self) -> int:
        """Return the number of tables of this round whose result is received, and is not in the workbook yet."""
        return [*self.list_states().values()].count(texts.ReportState.RECEIVED)

    def _awaiting(self, states: Mapping[str, str]) -> str:
        """Return the sentence on the tables whose result is not received yet; "" if none is received."""
        tournament = self.hall.decoded.tournament
        tables = [row.match.table for row in self.hall.open.values()]
        awaited = [table for table in tables if states.get(str(table)) is not texts.ReportState.RECEIVED]
        if len(awaited) == len(tables):
            return ""
        rounds, missing = tournament.settings.rounds or 0, ranges(awaited) if all(awaited) else "?"
        return publication_texts.awaited_results_text(rounds, len(tournament.rounds), missing, len(awaited))

    # A slip

    def _slip(self, request: Request, key: str) -> Answer:
        row = self.hall.rows.get(key)
        if row is None:
            return self._answer_wrong_key(request)
        if row.round != self.hall.round or not self.hall.single:
            message = texts.OLD.format(round=row.round, now=self.hall.round)
            return self._render(HTTPStatus.GONE, "rapport.html", told=message)
        if request.method == "POST":
            return self._take_report(request, key, row)
        return self._render_slip(HTTPStatus.OK, row, request)

    def _answer_wrong_key(self, request: Request) -> Answer:
        """Answer a wrong key; after too many from one address in a minute, ask it to wait."""
        is_excessive = self._limits.count_event(("wrong", request.address), network_limits.MAX_WRONG_KEYS)
        status = HTTPStatus.TOO_MANY_REQUESTS if is_excessive else HTTPStatus.NOT_FOUND
        return self._render(status, "rapport.html", told=texts.TOO_MANY if is_excessive else texts.UNKNOWN)

    def _render_slip(
        self, status: HTTPStatus, row: Row, request: Request, fault: str = "", typed_values: Sequence[str] = ()
    ) -> Answer:
        """Render a slip's page: what was received for its table, and the form where this phone may still send.

        `typed_values`: what was typed, where it needs a confirmation: both scores, and "1" or "2" for the player.
        """
        pair_reports = self._reports_by_pair().get(get_report_key(row), PairReports())
        if get_report_key(row) not in self.hall.open:
            return self._render(
                status, "rapport.html", told=texts.TYPED.format(scores=format_typed_result(self.hall.decoded, row))
            )
        own_sender = self._phones.get((_phone_token(request), get_report_key(row)), "")
        statements, message = self._statements(row, pair_reports), ""
        disagree = not pair_reports.agreed and len(statements) > 1
        if pair_reports.agreed:
            message = texts.AGREED.format(scores=texts.SCORES.format(*pair_reports.agreed))
        elif disagree:
            message = texts.DISAGREE
        elif statements:
            (sender,), ((scores, name),) = pair_reports.scores_by_sender, statements
            opponent = self.hall.names[row.match.sides[sender == FROM_FIRST]]
            message = (texts.WAITING if own_sender else texts.CONFIRM).format(name=name, scores=scores, other=opponent)
        is_finished = bool(pair_reports.agreed or (own_sender and len(statements) == 1))
        return self._render(
            status, "rapport.html", told=message, fault=fault, row=row,
            own=own_sender and 1 + (own_sender == FROM_SECOND),
            said=statements if disagree else [], again=AGAIN,
            form=not is_finished or fault or request.query == AGAIN,
            waits=is_finished and not pair_reports.agreed, asked=typed_values,
            first=typed_values
            or pair_reports.scores_by_sender.get(own_sender)
            or next(iter(pair_reports.scores_by_sender.values()), ("", "")),
        )  # fmt: skip

    def _statements(self, row: Row, pair_reports: PairReports) -> list[tuple[str, str]]:
        """List the scores that each player has sent, with the player's name."""
        return [
            (texts.SCORES.format(*scores), self.hall.names[row.match.sides[sender == FROM_SECOND]])
            for sender, scores in pair_reports.scores_by_sender.items()
        ]

    def _take_report(self, request: Request, key: str, row: Row) -> Answer:
        if self._limits.count_event(get_report_key(row), network_limits.MAX_TABLE_REPORTS) or self._limits.count_event(
            request.address, network_limits.MAX_ADDRESS_REPORTS
        ):
            return self._render_slip(HTTPStatus.TOO_MANY_REQUESTS, row, request, texts.TOO_MANY)
        fields = _form_fields(request)
        values = [fields.get(name, "").strip() for name in ("un", "deux", "qui")]
        if not all(map(_SCORE.fullmatch, values[:2])) or values[2] not in ("1", "2"):
            return self._render_slip(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, texts.NOT_A_SCORE)
        scores, sender = (int(values[0]), int(values[1])), (FROM_FIRST, FROM_SECOND)[values[2] == "2"]
        if get_report_key(row) not in self.hall.open:
            return self._render_slip(HTTPStatus.CONFLICT, row, request)
        known_scores = (
            self._reports_by_pair().get(get_report_key(row), PairReports()).scores_by_sender.values()
        )  # scores already accepted need no second check
        if scores not in known_scores and (
            reason := "".join(find_refusals(self.hall.decoded, [(row, scores)]).values())
        ):
            fault = texts.NOT_ADMITTED.format(
                reason=reason.partition(". ")[0]
            )  # the rest of the reason is about the workbook
            return self._render_slip(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, fault)
        is_confirmed = scores in known_scores or fields.get("sur") == "-".join(values[:2])
        if not is_confirmed and (score := find_unlikely_score(self.hall.decoded, row, scores)):
            fault = texts.UNLIKELY.format(score=score)
            return self._render_slip(HTTPStatus.UNPROCESSABLE_ENTITY, row, request, fault, values)
        phone = _phone_token(request)
        token = phone or secrets.token_urlsafe(16)
        earlier_sender = self._phones.setdefault((token, get_report_key(row)), sender)
        if earlier_sender != sender:
            name = self.hall.names[row.match.sides[earlier_sender == FROM_SECOND]]
            return self._render_slip(HTTPStatus.CONFLICT, row, request, texts.SAME_PHONE.format(name=name))
        if trouble := self._receive(row, scores, sender):
            return self._render_slip(HTTPStatus.SERVICE_UNAVAILABLE, row, request, texts.FULL.format(reason=trouble))
        cookie = {} if phone else {"Set-Cookie": f"{_COOKIE}={token}; Path=/r; HttpOnly; SameSite=Strict"}
        return Answer(HTTPStatus.SEE_OTHER, headers={"Location": f"/r/{key}", **cookie})

    def _receive(self, row: Row, scores: tuple[int, int], sender: str) -> str:
        """Append a report to the file; return why that failed, or ""."""
        number, table, first, second = get_report_key(row)
        report = Report(timestamps.journal_date(), number, table, first, *scores, second, sender)
        with self._lock:
            try:
                pair_reports = self._reports_by_pair().get(report.pair, PairReports()).after(report)
                report_file.append_report(self._workbook, report, pair_reports.state)
            except OSError as error:
                return explain_error(error)[0]
            except ExternalError as error:
                return str(error)
        return ""

    # The desk

    def _is_desk(self, path: str) -> bool:
        """Check whether a path has the key of the desk."""
        section, _, rest = path.partition("/")
        return section == "m" and hmac.compare_digest(rest.partition("/")[0].encode(), self.desk_key.encode())

    def _desk(self, request: Request, rest: str) -> Answer:
        key, _, page = rest.partition("/")
        if not self._is_desk(request.path):
            return self._answer_wrong_key(request)
        if page == "fiches":
            return self._render_slips(key)
        fault = self._apply_choice(_form_fields(request)) if request.method == "POST" else ""
        if request.method == "POST" and not fault:
            return Answer(HTTPStatus.SEE_OTHER, headers={"Location": f"/{request.path}"})
        received = self._reports_by_pair()
        states = (texts.ReportState.DIFFERS, texts.ReportState.WAITS, texts.ReportState.RECEIVED)
        groups: dict[texts.ReportState, list[Any]] = {state: [] for state in states}
        for pair, row in self.hall.open.items():
            if sent_reports := received.get(pair):
                choices = [] if sent_reports.agreed else self._statements(row, sent_reports)
                groups[sent_reports.state].append((row, format_sent_scores(sent_reports.scores_by_sender), choices))
        waiting = [row for pair, row in self.hall.open.items() if pair not in received]
        others = self._addresses.others if self._addresses else []
        return self._render(
            HTTPStatus.OK, "marque.html", groups=groups, waits=waiting, here=f"/m/{key}",
            clock=page == "minuteur", minutes=self.minutes, left=self.clock.seconds_left, fault=fault,
            address=self._publication.address or publication_texts.NO_HALL,
            others=[(local.host, publication_texts.address_text(*local)) for local in others],
        )  # fmt: skip

    def _render_slips(self, key: str) -> Answer:
        """Render the slips of the tables that play, with their codes; or say why there are none."""
        hall, publication = self.hall, self._publication
        rows = hall.open.values() if hall.single and publication.address else ()
        codes = {
            frozenset(row.match.sides): render_qr_code(f"{publication.address}r/{hall.find_key(row)}") for row in rows
        }
        public = PublicNames(hall.decoded, initials=publication.initials)
        source = Source(hide_names(hall.decoded, public), publication.logo)
        told = "" if codes else texts.WORDS["no_slips"] if publication.address else publication_texts.NO_HALL
        page = render_paper_page(
            render_slips(source, codes), refresh=_SLIPS_REFRESH, name=texts.WORDS["slips"], told=told,
            title=publication.title, back=f"/m/{key}", back_text=texts.WORDS["desk"],
        )  # fmt: skip
        return _answer(HTTPStatus.OK, page, build_policy(is_paper=True))

    def _apply_choice(self, fields: Mapping[str, str]) -> str:
        """Do what the organiser chose at the desk: a result, the clock or the address; return why it failed, or ""."""
        if fields.get("minuteur") == "1":
            minutes = re.fullmatch(r"\d{1,3}", fields.get("minutes", ""))
            self.start_clock(int(minutes[0]) if minutes else 0)
        elif fields.get("minuteur") == "0":
            self.clock.stop()
        if self._addresses and fields.get("adresse") in [local.host for local in self._addresses.all]:
            self._addresses.chosen_host = fields["adresse"]  # `HallServer.refresh` applies it within half a second
        scores = re.fullmatch(r"(-?\d{1,4})-(-?\d{1,4})", fields.get("score", ""))
        row = next(
            (candidate for candidate in self.hall.open.values() if str(candidate.match.table) == fields.get("table")),
            None,
        )
        if not scores or not row or find_refusals(self.hall.decoded, [(row, (int(scores[1]), int(scores[2])))]):
            return ""
        reason = self._receive(row, (int(scores[1]), int(scores[2])), FROM_DESK)
        return reason and texts.NOT_NOTED.format(
            reason=reason, file=printable_path(report_file.report_path(self._workbook).name)
        )

    def _render(self, status: HTTPStatus, template: str, **values: object) -> Answer:
        hall = self.hall
        values = {"form": False, "fault": "", "row": None, "waits": False, "said": [], **values}
        text = (
            create_environment()
            .get_template(template)
            .render(
                t=texts.WORDS,
                hall=hall,
                names=hall.names,
                style=f"/{hall.style}",
                title=self._publication.title,
                colours=game_of(hall.decoded).has_colours,
                **values,
            )
        )
        return _answer(status, text.encode(), build_policy("'self'"))
