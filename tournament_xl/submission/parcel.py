"""Parcel for the federation at the end of a tournament: what its three files contain; no file is touched here.

The files are a copy of the workbook (the copy, with the sheet Fiche in front), the ratings as CSV or the ELO file (the
enclosure), and a mail draft. The module `send` writes them, `mail` renders the draft.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from tournament_xl import __version__
from tournament_xl.actions.check import check
from tournament_xl.actions.check_report import render_report_lines, render_summary
from tournament_xl.core.model import Notice
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import decode, game_of
from tournament_xl.messages import submission as texts
from tournament_xl.messages.names import cut_at_word
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.sheets import ended_parts, join_parts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, read_date
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Grid, Snapshot
from tournament_xl.workbook.tables import Problems, find_right_of_each, find_table
from tournament_xl.workbook.working_copy import refused

MAX_STEM_LENGTH = 60  # characters of a stem: a full name stays under 255 bytes, most paths under 260
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
_RESERVED = re.compile(
    r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *(\.|$)", re.IGNORECASE
)  # Windows devices
_WIDTH = 120  # characters in a line of the page Fiche
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d+)?")
_SHEETS_WITH_OWN_COLUMNS = (schema.PLAYERS, schema.RESULTS)  # where people add private columns: telephone, payment
_NOT_CHECKED = (schema.PRIZES, schema.PALMARES, schema.JOURNAL, schema.MEMORY)  # of the copy's sheets
PageLine = tuple[str, str]  # label and value; a title without value


@dataclass(frozen=True, slots=True)
class Parcel:
    """Contents of the files for the federation, and facts that they still lack."""

    stem: str  # stem of the file names: name of the tournament and its last day, if known
    snapshot: Snapshot  # sheets of the copy: values only, without private columns
    page: tuple[PageLine, ...]  # lines of sheet Fiche: facts of the tournament, then the report of its check
    enclosure: bytes  # ratings as CSV; for Othello the ELO file
    enclosure_name: str  # may contain {stem}
    template: str  # file name of the template of the copy
    is_sound: bool  # the check of the workbook found nothing, and no sheet waits for an update
    empty_settings: str  # French sentence: settings to fill in for the federation; "" if there are none
    remarks: str  # French sentence: remarks of Joueurs are in the copy; "" if there are none
    missing_data: str  # French sentence: other data that the federation asks for; "" if complete
    to: str  # address as typed, "" when the organiser gave none
    subject: str
    facts: dict[str, str]  # name of a field of the mail's text -> its value


def build_parcel(snapshot: Snapshot, source: str, context: DecodeContext = EMPTY_CONTEXT) -> Parcel:
    """Build the parcel of a finished tournament.

    The sheets are copied unchanged, so that the federation checks the organiser's own values; only missing ratings are
    computed for the copy, and its sheet Tournoi says who has won, not what is to do. Findings of the check do not stop
    it: `is_sound` is then false. `source` is the SHA-256 of the workbook's file, for the sheet Fiche.

    Raises:
        ActionAborted: The workbook has problems, the tournament is not over, or pairs or results were typed that no
            action has recorded yet.
    """
    decoded = decode(snapshot, context)
    game = game_of(decoded)
    game.refuse_unfinished(decoded, "send_early")
    _refuse_unrecorded(decoded)
    parts = game.collect_parcel(decoded)
    settings, text = decoded.tournament.settings, decoded.settings.text
    report = replace(
        check(parts.snapshot, context), doubts=()
    )  # of the workbook: prizes may use a column that the copy lacks
    title, names = settings.title or texts.NO_NAME, decoded.names()
    ranked = [line for line in decoded.ranked(settings.rounds or 0) if line.number not in decoded.barred]
    winners = [names[line.number] for line in ranked if line.place == ranked[0].place]
    facts = {
        "title": title, "place": settings.place, "dates": settings.dates, "organiser": text("Organisateur"),
        "referee": text("Arbitre"), "formula": settings.formula.name, "rounds": str(settings.rounds or 0),
        "registered": str(len(decoded.tournament.players)), "seed": settings.seed,
        "winner": ", ".join(winners),
        "program": f"tournament-xl {__version__}", "source": source, **parts.own,
    }  # fmt: skip
    page = [(label, facts[key]) for key, label in texts.PAGE_LABELS.items() if facts.get(key)]
    place_and_dates = [part for part in (settings.place, settings.dates) if part]
    days = filter(None, (read_date(text(name)) for name in ("Date de fin", "Date de début")))
    missing_settings = [name for name in game.federation_settings if not text(name)]
    return Parcel(
        stem=" ".join([safe_stem(settings.title, texts.NO_NAME), *(day.isoformat() for day in [*days][:1])]),
        snapshot=_without_next_step(copy_sheets(parts.snapshot, game), winners),
        template=f"{decoded.game}-envoi.xlsx",
        page=(*page, ("", ""),
        (texts.CHECK_TITLE, ""), *(("", line) for line in _wrapped(render_report_lines(report, "")))),
        is_sound=not (report.code or report.out_of_date),
        empty_settings=notice_text(Notice("federation_wants", {"names": missing_settings})) if missing_settings else "",
        remarks=texts.REMARKS if any(line.text("Remarque") for line in decoded.lines.values()) else "",
        to=text("Courriel fédération"),
        subject=texts.SUBJECT.format(event=", ".join([title, *place_and_dates])),
        facts={
            "title": title, "where": "".join(f", {part}" for part in place_and_dates), "played": parts.played,
            "winner": facts["winner"], "check": render_summary(report), "organiser": facts["organiser"],
            "program": facts["program"], "decided": parts.decided and texts.DECIDED.format(decided=parts.decided),
        },
        enclosure=parts.enclosure,
        enclosure_name=parts.enclosure_name,
        missing_data=parts.wanting,
    )  # fmt: skip


def _wrapped(report_lines: Iterator[str]) -> Iterator[str]:
    """Wrap the lines of a check report to the width of sheet Fiche, without its first line, the file name."""
    next(report_lines)
    for line in report_lines:
        yield from wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]


# The copy


def copy_sheets(snapshot: Snapshot, game: AnyGame) -> Snapshot:
    """Return the program's sheets as values; sheets of the organiser are left out.

    Columns that people added to Joueurs and Résultats, such as telephone numbers, are emptied from the header down,
    unless the game knows their titles. Numbers that a closed file gave as text become numbers again.
    """
    return Snapshot({
        sheet: [
            [_number(cell) for cell in row]
            for row in _without_private_columns(snapshot, sheet, game)
        ]
        for sheet in game.sheets
        if sheet in snapshot.sheets
    })  # fmt: skip


def _without_next_step(copy: Snapshot, winners: Sequence[str]) -> Snapshot:
    """Return the copy with a sheet Tournoi that says who has won, and not what the organiser is to do next."""
    draft = Draft(copy)
    texts_by_label = {schema.STATUS: join_parts(*ended_parts(winners)), schema.NEXT_ACT: None}
    for label, position in find_right_of_each(copy, schema.TOURNAMENT, [*texts_by_label]).items():
        draft.put(schema.TOURNAMENT, *position, texts_by_label[label])
    return draft.after()


def compute_fingerprint(decoded: Workbook) -> str:
    """Compute a hash that stays the same while nothing changes that the federation reads or checks.

    Prizes are for the hall alone, Journal and history have the time of an action: these sheets do not count, although
    the copy has them; nor do the organiser's own columns.
    """
    sheets = copy_sheets(decoded.snapshot, game_of(decoded)).sheets
    texts_by_sheet = {
        name: [[*map(cell_text, row)] for row in grid] for name, grid in sheets.items() if name not in _NOT_CHECKED
    }
    return hashlib.sha256(repr(texts_by_sheet).encode("utf-8", "replace")).hexdigest()[:16]


def _without_private_columns(snapshot: Snapshot, sheet: str, game: AnyGame) -> Grid:
    grid = snapshot.sheets[sheet]
    table = find_table(snapshot, sheet, game.columns[sheet], Problems()) if sheet in _SHEETS_WITH_OWN_COLUMNS else None
    if table is None:
        return grid
    header = [cell_text(cell) for cell in grid[table.header - 1]]
    ours = {
        index for index, text in enumerate(header) if text in game.extra_columns or index + 1 in table.columns.values()
    }
    to_keep = {index for index in range(max(ours) + 1) if index in ours or not header[index]}
    below = [[cell if index in to_keep else None for index, cell in enumerate(row)] for row in grid[table.header - 1 :]]
    return [*grid[: table.header - 1], *below]


def _number(cell: Cell) -> Cell:
    """Convert a text that is a plain number and reads the same as one; other cells stay."""
    if not isinstance(cell, str) or not _PLAIN_NUMBER.fullmatch(cell):
        return cell
    number = float(cell) if "." in cell else int(cell)
    return number if cell_text(number) == cell else cell


def safe_stem(text: str, otherwise: str) -> str:
    """Turn a text into the stem of a file name that every system accepts.

    Characters that file names cannot have become "-" or a space, the text is cut to 60 characters, behind a word where
    that leaves at least half of them, and dots, spaces and dashes at its ends go. A name of a Windows device ("con",
    "lpt1") gets `otherwise` in front. `otherwise` is the stem when no letter or digit is left.
    """
    visible = "".join(char if char.isprintable() else " " for char in text[: 2 * MAX_STEM_LENGTH])
    words = " ".join(_FORBIDDEN.sub("-", visible).split())
    clean = cut_at_word(words, MAX_STEM_LENGTH).strip(" .-")
    if _RESERVED.match(clean):
        return f"{otherwise} {clean}"
    return clean if any(map(str.isalnum, clean)) else otherwise


def _refuse_unrecorded(decoded: Workbook) -> None:
    """Refuse results or pairs that no action has recorded yet: the sheets that are sent do not show them."""
    game = game_of(decoded)
    changed = game.find_changes(decoded, decoded.memory.document, game.record(decoded))
    if any(change.field in ("result", "pair", "final") for change in changed):
        raise refused(Notice("send_before_update"))
