"""Workbook of the federation and its CSV files.

Its sheets: the month in ten lines, the ranking, what changes published tournaments, tournaments, the season, players,
the course of the ratings by month and by season, open questions to the federation, its decisions, thresholds of the
series to propose, and how the workbook was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from xlsxwriter.worksheet import Worksheet

from tournament_xl import __version__
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.decisions import Key, question_key
from tournament_xl.federation.intake.own_files import CATEGORY
from tournament_xl.federation.output.csv_files import build_player_rows
from tournament_xl.federation.output.letters import list_letters
from tournament_xl.federation.output.site_values import name_accounts
from tournament_xl.federation.ranking.analysis import (
    build_season_rows,
    compute_cotes_by_month_end,
    propose_thresholds,
)
from tournament_xl.federation.ranking.build import Publication, RankingLine, Verdict
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.games.scrabble.rules.rating import TH, find_series
from tournament_xl.games.scrabble.rules.seasons import JOKER
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages import federation_sheets as sheets
from tournament_xl.messages.federation_pages import ANONYMOUS
from tournament_xl.messages.names import fill_sentence, join_items
from tournament_xl.messages.players import FEDERATION_TITLES
from tournament_xl.messages.text_width import text_width
from tournament_xl.xlsx.report_workbook import ACCENT, RED, Column, ReportWorkbook, Value

_HISTOGRAM_STEP = 100  # points of cote per column of the histogram


def render_publication(
    publication: Publication, list_sha: str, before_sha: str, mark: str = "",
    journal: Sequence[Mapping[str, str]] = (),
) -> bytes:  # fmt: skip
    """Render the workbook of a publication; equal inputs give equal bytes.

    Without a previous publication there is no sheet of changes, without decisions no sheet of decisions. A season to
    which nothing is added has its sheet in earlier reports. The hashes are to be shown, `before_sha` that of the
    previous publication; "" where there is none. `mark` says what the register was, for programs, among the properties
    of the workbook; `journal` has every decision as it was given, the oldest first.
    """
    workbook = ReportWorkbook(texts.TITLE.format(day=publication.day), publication.day, CATEGORY, mark)
    _write_month(workbook, publication)
    _write_ranking(workbook, publication)
    if publication.since:
        _write_changes(workbook, publication)
    _write_tournaments(workbook, publication)
    seasons = groupby(publication.movements, key=lambda movement: publication.calendar.season_on(movement.day).name)
    for name, season_movements in seasons:
        movements, since = list(season_movements), publication.since
        if since is None or movements[-1].day > since or name == publication.season.name:
            _write_season(workbook, publication, name, movements)
    rows = build_player_rows(publication)
    workbook.add_listing(
        sheets.PLAYERS_SHEET, sheets.PLAYERS_LINE, _columns(FEDERATION_TITLES), rows, last_printed_column=None
    )
    _write_course(workbook, publication)
    _write_questions(workbook, publication)
    if journal:
        _write_decisions(workbook, journal, publication.questions.answered)
    _write_thresholds(workbook, publication)
    _write_about(workbook, publication, list_sha, before_sha)
    return workbook.to_bytes()


def render_ranking(publication: Publication) -> bytes:
    """Render a workbook with sheet Classement only, for the public: no licences, no name or club of the anonymous."""
    workbook = ReportWorkbook(texts.TITLE.format(day=publication.day), publication.day, CATEGORY)
    _write_ranking(workbook, publication, public=True)
    return workbook.to_bytes()


def _columns(titles: Sequence[str], notes: Mapping[str, str] | None = None) -> list[Column]:
    return [Column(title, *_LAYOUT.get(title, (10, "whole")), (notes or {}).get(title, "")) for title in titles]


_LAYOUT: dict[str, tuple[float, str]] = {
    "Place": (7, "centre"), "±": (6, "centre"), "Nom": (22, "bold"), "Prénom": (18, "text"), "Prénoms": (18, "text"),
    "Licence": (11, "centre"), "Club": (26, "text"), "Cote": (8, "whole"), "Série": (8, "centre"),
    "Variation": (10, "signed"), "Dernier tournoi": (12, "day"), "N°": (6, "centre"), "Début": (12, "day"),
    "Fin": (12, "day"), "Date": (12, "day"), "Tournoi": (26, "bold"), "Lieu": (16, "text"), "Verdict": (14, "text"),
    "Grave": (36, "wrapped"), "À savoir": (40, "wrapped"), "Détails": (60, "text"), "Candidats": (64, "wrapped"),
    "Formule": (14, "text"), "Type d'épreuve": (19, "text"), "Saison": (11, "centre"),
    "CT": (6, "whole"), "% Joker": (9, "whole"), "PJmax": (9, "whole"), "PJmin": (9, "whole"), "Fichier": (22, "code"),
    "Envoyé par": (30, "wrapped"), "Envoyé le": (16, "text"), "Objet": (30, "wrapped"), "Message": (50, "wrapped"),
    "SHA-256": (62, "code"), "Ce qui est arrivé": (60, "wrapped"), "Qui cela touche": (80, "wrapped"),
    "Joueur": (24, "bold"), "Plus forte hausse": (30, "text"), "Points": (10, "signed"),
    "Plus forte baisse": (30, "text"), "Points perdus": (10, "signed"),
    "Mouvement": (20, "text"), "Tournoi ou motif": (40, "text"), "Place (x)": (8, "centre"),
    "Rang (participants)": (11, "centre"), "PJ brut": (8, "signed"), "PJ": (8, "signed"),
    "Cote du classeur": (10, "whole"),
    "Elo duplicate": (10, "centre"), "Série duplicate": (10, "centre"), "Catégorie": (10, "centre"),
    "Nationalité": (11, "centre"), "Fédération": (11, "centre"), "Elo classique": (10, "whole"),
    "Série classique": (10, "centre"), "Coefficient classique": (11, "centre"), "Nature": (10, "text"),
    "Empreinte": (18, "code"), "Question": (56, "wrapped"), "Réponses possibles": (44, "wrapped"),
    "Auteur": (20, "text"), "Décidé le": (12, "centre"), "Motif": (44, "wrapped"), "Décision": (28, "text"),
    "État": (16, "text"), "Part visée": (10, "right"), "Part": (9, "right"), "Part alors": (9, "right"),
}  # title -> width and format; other columns are whole numbers  # fmt: skip


def _write_month(workbook: ReportWorkbook, publication: Publication) -> None:
    """Write the month in ten lines, for the board, and below them the tournaments that were expected in vain."""
    since = texts.SINCE_DAY.format(day=publication.since) if publication.since else texts.SINCE_LIST
    title = texts.TITLE.format(day=publication.day)
    page = workbook.add_sheet(sheets.MONTH_SHEET, title, sheets.MONTH_LINE.format(since=since))
    after = _write_sentences(workbook, page, sheets.MONTH, _describe_month(publication))
    if missing := publication.missing:
        for row, values in enumerate([texts.CALENDAR_COLUMNS, *missing], start=after + 1):
            style = workbook.get_format(bold=True) if row == after + 1 else workbook.get_format()
            day, name, organiser = values
            page.write_string(row, 0, day if isinstance(day, str) else f"{day:%d/%m/%Y}", style)
            page.write_string(row, 1, " · ".join(filter(None, (name, organiser))), style)


def _describe_month(publication: Publication) -> dict[str, object]:
    """Return the fields of the ten lines."""
    ranking, earlier = publication.ranking, publication.history.rankings[:-1]
    names = name_accounts(publication.accounts)
    moved = sorted((line.change, -line.place, names[line.account]) for line in ranking if line.change)
    moves = [(points, fill_sentence(sheets.MOVER, {"name": name, "points": points}))
             for points, _, name in moved]  # fmt: skip
    ranked_now = {line.account.number for line in ranking}
    entries = [names[line.account] for line in ranking if line.place_before is None] if earlier else []
    exits = [line.name for line in earlier[-1].lines if line.person not in ranked_now] if earlier else []
    left = [
        f"{printable_path(verdict.file.short_name)} ({verdict.word})"
        for word in (texts.REFUSED, texts.STRUCK, texts.WAITING)
        for verdict in publication.left_out(word)
        if not verdict.is_repeated
    ]
    titles = [_name_tournament(verdict) for verdict in publication.new]
    serious = [_name_tournament(verdict) for verdict in publication.new if verdict.word == texts.SERIOUS]
    missing = [texts.EXPECTED.format(title=one.title, day=one.day) for one in publication.missing]
    changes = [change.where for change in publication.changes]
    no_missing = sheets.NO_CALENDAR if publication.expected is None else sheets.ALL_RECEIVED
    return {
        "day": publication.day, "ranked": ranking, "players": publication.accounts,
        "before": sheets.RANKED_BEFORE.format(ranked=len(earlier[-1].lines), since=publication.since)
        if earlier else "",
        "new": titles, "titles": sheets.fill_or(sheets.TITLES, titles, ""),
        "leaders": join_items([
            sheets.LEADER.format(place=line.place, name=names[line.account], cote=texts.format_cote(line.cote))
            for line in ranking[:3]
        ]) or sheets.NOBODY,
        "up": join_items([move for points, move in moves[:-4:-1] if points > 0]) or sheets.NOBODY,
        "down": join_items([move for points, move in moves[:3] if points < 0]) or sheets.NOBODY,
        "entries": sheets.fill_or(sheets.ENTRIES, entries, sheets.NO_ENTRY),
        "exits": sheets.fill_or(sheets.EXITS, exits, sheets.NO_EXIT),
        "changes": sheets.fill_or(sheets.LATE_CHANGES, changes, sheets.NO_LATE_CHANGE),
        "left": sheets.fill_or(sheets.SOME, left, sheets.NO_FILE_LEFT),
        "questions": sheets.fill_or(sheets.QUESTIONS_LEFT, publication.questions.open, sheets.NO_QUESTION_LEFT),
        "serious": sheets.fill_or(sheets.SERIOUS_LEFT, serious, sheets.NOTHING_SERIOUS),
        "letters": list_letters(publication),
        "missing": sheets.fill_or(sheets.MISSING, missing, no_missing.format(day=publication.day)),
    }  # fmt: skip


def _name_tournament(verdict: Verdict) -> str:
    played = verdict.file.tournament
    return texts.EXPECTED.format(title=played.title or verdict.file.short_name, day=played.last)


def _write_ranking(workbook: ReportWorkbook, publication: Publication, *, public: bool = False) -> None:
    since = texts.SINCE_DAY.format(day=publication.since) if publication.since else texts.SINCE_LIST
    facts = {"ranked": publication.ranking, "season": publication.season.name, "since": since}
    subtitle = fill_sentence(sheets.RANKED_LINE, facts)
    if not public:
        subtitle += sheets.OFFICER_ONLY
    columns, anonymous = _columns(sheets.RANKING_COLUMNS, sheets.RANKING_HELP), publication.anonymous
    rows = [_ranking_row(line) for line in publication.ranking]
    for row, line in zip(rows, publication.ranking, strict=True) if public else ():
        row[2:6] = (ANONYMOUS, "", "", "") if line.account in anonymous else (*row[2:4], "", row[5])
    title = texts.TITLE.format(day=publication.day)
    page, _ = workbook.add_listing(
        texts.RANKING_SHEET, subtitle, columns, rows, title=title, landscape=False, last_printed_column="Variation"
    )
    for index, column in enumerate(columns):
        if column.title in ("Licence", "Nationalité", "Fédération") and not any(row[index] for row in rows):
            page.set_column(index, index, column.width, None, {"hidden": True})
    workbook.highlight(page, columns, "±", {"▲": ACCENT, "▼": RED})
    workbook.highlight(page, columns, "Série", {JOKER: ACCENT})


def _ranking_row(line: RankingLine) -> list[Value]:
    account = line.account
    return [
        line.place, line.places_gained_text, account.name, account.first_name, account.licence,
        account.club, account.listed.get("Nationalité", ""), account.listed.get("Fédération", ""),
        line.cote, line.series, line.change, line.place_before, line.cote_before, account.tournaments,
        account.last,
    ]  # fmt: skip


def _write_changes(workbook: ReportWorkbook, publication: Publication) -> None:
    """Write a row per file or decision that came after the publication of its month (R13), with whom it moves."""
    rows: list[list[Value]] = [
        [change.text, len(change.variations),
         words.moved_text([(variation.account.full_name, variation.points) for variation in change.variations])]
        for change in publication.changes
    ]  # fmt: skip
    subtitle = sheets.CHANGES_LINE if rows else sheets.NO_CHANGE
    title = sheets.CHANGES_TITLE.format(day=publication.since)
    workbook.add_listing(texts.CHANGES_SHEET, subtitle, _columns(sheets.CHANGE_COLUMNS), rows, title=title)


def _write_tournaments(workbook: ReportWorkbook, publication: Publication) -> None:
    facts = {"counted": publication.counted, "left": _left_out(publication)}
    subtitle = fill_sentence(sheets.TOURNAMENTS_LINE, facts)
    columns, rows = _columns(sheets.TOURNAMENT_COLUMNS), map(_tournament_row, publication.verdicts)
    has_mails = any(verdict.file.mail for verdict in publication.verdicts)
    page, _ = workbook.add_listing(texts.TOURNAMENTS_SHEET, subtitle, columns, rows, last_printed_column="À savoir")
    page.set_column(
        len(columns) - 2, len(columns) - 1, 60, None, {"level": 1, "hidden": True}
    )  # routine remarks and digests
    for index, column in enumerate(columns):
        if column.title in sheets.MAIL_COLUMNS and not has_mails:
            page.set_column(index, index, column.width, None, {"hidden": True})
    workbook.highlight(
        page,
        columns,
        "Verdict",
        {texts.REFUSED: RED, texts.STRUCK: RED, texts.SERIOUS: RED, texts.COUNTED_WITH: ACCENT},
    )


def _left_out(publication: Publication) -> int:
    return len(publication.left_out(texts.REFUSED)) + len(publication.left_out(texts.STRUCK))


def _tournament_row(verdict: Verdict) -> list[Value]:
    file, counted = verdict.file, verdict.entry
    remarks, mail = verdict.remarks, file.mail
    from_mail = [mail.writer, mail.sent, mail.subject, mail.text] if mail else [None] * 4
    late = (texts.LATE_REMARK.format(day=counted.day),) if counted and counted.is_late else ()
    serious, questions, details = map("\n".join, (remarks.serious, late + remarks.questions, remarks.details))
    if counted is None:
        return [None, verdict.word, file.name, *[None] * 4, serious, questions, *from_mail,
                *[None] * 12, details, file.sha256]  # fmt: skip
    played, event = file.tournament, counted.ratings.event
    return [
        counted.number, verdict.word, file.name, played.title, played.where, played.first, played.last, serious,
        questions, *from_mail, played.formula, played.kind or TH, counted.season.name, played.games, event.registered,
        len(counted.ratings.lines), event.category, event.value, event.coefficient,
        event.jokers, event.highest, event.lowest, details, file.sha256,
    ]  # fmt: skip


def _write_season(workbook: ReportWorkbook, publication: Publication, name: str, movements: Sequence[Movement]) -> None:
    tournaments = {verdict.counted.number: verdict.counted for verdict in publication.counted}
    people = {person.number: person.spellings[0] for person in publication.history.people}
    accounts = {account.number: account for account in publication.accounts}

    def row(movement: Movement) -> list[Value]:
        counted, terms = tournaments.get(movement.tournament), movement.terms
        season = counted.season if counted else publication.calendar.season_on(movement.day)
        own = accounts.get(movement.person) or people.get(movement.person)  # who is merged since, by his first name
        if own is None:
            assert counted
            own = counted.accounts[movement.entrant]  # a guest
        shown: list[Value] = [None] * 8
        if terms:
            gain = terms.gain
            shown = [terms.place, terms.rank, terms.start, gain.reference, gain.pe, gain.bonus, gain.raw, gain.pj]
        entrants = counted.file.tournament.entrants if counted else ()
        typed_cotes = (Fraction(entrant.cote) for entrant in entrants if entrant.number == movement.entrant)
        return [
            movement.day, movement.kind + ("" if movement.person else sheets.TO_DECIDE), movement.reason,
            counted.number if counted else None, own.name, own.first_name, own.licence, *shown, movement.change,
            movement.before, movement.after, find_series(movement.after, season), next(typed_cotes, None),
        ]  # fmt: skip

    columns = _columns(sheets.SEASON_COLUMNS, sheets.SEASON_HELP)
    workbook.add_listing(
        texts.SEASON_SHEET.format(name=name), sheets.SEASON_LINE, columns, map(row, movements), last_printed_column=None
    )


def _write_course(workbook: ReportWorkbook, publication: Publication) -> None:
    """Write sheets Évolution and Saison à saison."""
    cotes_by_month = compute_cotes_by_month_end(publication)
    columns = [*_columns(["Place", "Nom", "Prénom"]), *(Column(f"{day:%m/%Y}", 8, "whole") for day in cotes_by_month)]
    lines = zip(publication.ranking, *cotes_by_month.values(), strict=True)
    rows = ([line.place, line.account.name, line.account.first_name, *cotes] for line, *cotes in lines)
    workbook.add_listing(texts.COURSE_SHEET, sheets.COURSE_LINE, columns, rows, last_printed_column=None)
    columns = _columns(texts.SEASONS_COLUMNS)
    workbook.add_listing(texts.SEASONS_SHEET, sheets.SEASONS_LINE, columns, build_season_rows(publication))


def _write_questions(workbook: ReportWorkbook, publication: Publication) -> None:
    questions = publication.questions.open
    subtitle = sheets.QUESTIONS_LINE if questions else sheets.NO_QUESTION
    lines = (list(question.to_csv_line().values())[:-1] for question in questions)
    workbook.add_listing(
        sheets.QUESTIONS_SHEET, subtitle, _columns(texts.DECISION_COLUMNS[:-1]), lines, last_printed_column=None
    )


def _write_decisions(workbook: ReportWorkbook, journal: Sequence[Mapping[str, str]], in_force: Collection[Key]) -> None:
    """Write every decision with its author, date and reason, the latest first."""
    rows: list[list[Value]] = []
    successors: dict[Key, Mapping[str, str]] = {}
    for line in reversed(journal):
        key, columns = question_key(line), texts.JOURNAL_COLUMNS[:-1]
        successor = successors.get(key)
        if successor is None:
            state = sheets.IN_FORCE if key in in_force else sheets.WITHDRAWAL
        else:
            is_withdrawal = successor["Décision"] == texts.WITHDRAW and key[0] != texts.ADJUSTED
            state = sheets.WITHDRAWN_SINCE if is_withdrawal else sheets.REPLACED_SINCE
        successors[key] = line
        rows.append([*(line.get(column, "") for column in columns), state])
    workbook.add_listing(
        sheets.DECISIONS_SHEET, sheets.DECISIONS_LINE, _columns(texts.JOURNAL_COLUMNS), rows, last_printed_column=None
    )


def _write_thresholds(workbook: ReportWorkbook, publication: Publication) -> None:
    total = max(1, len(publication.ranking))
    rows = (
        [proposal.series, f"{proposal.share} %", proposal.now, proposal.players,
         texts.percent_text(proposal.players, total), proposal.rank, proposal.cote,
         proposal.proposed, proposal.then, texts.percent_text(proposal.then, total)]
        for proposal in propose_thresholds([line.cote for line in publication.ranking], publication.season)
    )  # fmt: skip
    line = fill_sentence(sheets.THRESHOLDS_LINE, {"ranked": publication.ranking})
    columns = _columns(sheets.THRESHOLD_COLUMNS)
    page, after = workbook.add_listing(sheets.THRESHOLDS_SHEET, line, columns, rows, landscape=False)
    bins = Counter(int(line.cote // _HISTOGRAM_STEP) * _HISTOGRAM_STEP for line in publication.ranking)
    if not bins:
        return
    first = after + 2
    page.write_string(first - 1, 0, sheets.HISTOGRAM, workbook.get_format(bold=True, font_color=ACCENT))
    lows = range(min(bins), max(bins) + _HISTOGRAM_STEP, _HISTOGRAM_STEP)
    for row, low in enumerate(lows):
        page.write_string(first + row, 0, str(low), workbook.get_format(align="right"))
        page.write_number(first + row, 1, bins[low], workbook.get_format())
    last, sheet = first + len(lows) - 1, sheets.THRESHOLDS_SHEET
    series = {
        "categories": [sheet, first, 0, last, 0], "values": [sheet, first, 1, last, 1], "gap": 30,
        "fill": {"color": ACCENT}, "name": sheets.HISTOGRAM_COLUMNS[1],
    }  # fmt: skip
    x_axis = {"name": sheets.HISTOGRAM_COLUMNS[0], "num_font": {"rotation": -90}}
    y_axis = {"name": sheets.HISTOGRAM_COLUMNS[1]}
    workbook.add_chart(page, "column", [series], (first - 1, 3), title=sheets.HISTOGRAM, x_axis=x_axis, y_axis=y_axis)


def _write_about(workbook: ReportWorkbook, publication: Publication, list_sha: str, before_sha: str) -> None:
    page = workbook.add_sheet(sheets.ABOUT_SHEET, sheets.ABOUT_SHEET, texts.TITLE.format(day=publication.day))
    lender = publication.calendar.find_lender(publication.season)
    values = {
        "day": publication.day,
        "since": texts.SINCE_DAY.format(day=publication.since) if publication.since else texts.SINCE_LIST,
        "season": publication.season.name, "lent": sheets.LENT.format(lender=lender) if lender else "",
        "thresholds": ", ".join(f"{series} ≥ {lowest}" for series, lowest in publication.season.thresholds),
        "list": sheets.DIGEST.format(sha256=list_sha) if list_sha else sheets.NO_NEW_LIST,
        "before": sheets.DIGEST.format(sha256=before_sha) if before_sha else texts.NONE_FEMININE,
        "counted": publication.counted, "left": _left_out(publication),
        "adjustments": len(publication.history.adjustments) or texts.NONE,
        "decisions": len(publication.questions.answered) or texts.NONE_FEMININE,
        "version": __version__,
    }  # fmt: skip
    _write_sentences(workbook, page, sheets.ABOUT, values)


def _write_sentences(
    workbook: ReportWorkbook, page: Worksheet, lines: Sequence[tuple[str, str]], values: Mapping[str, object]
) -> int:
    """Write labels and sentences, filled in, below the title; return the row after them."""
    page.set_column(0, 0, 22)
    page.set_column(1, 1, 100)
    for row, (label, sentence) in enumerate(lines, start=3):
        page.write_string(row, 0, label, workbook.get_format(bold=True))
        page.write_string(row, 1, text := fill_sentence(sentence, values), workbook.get_format(text_wrap=True))
        page.set_row(
            row, 15 * sum(1 + int(text_width(line) // 86) for line in text.split("\n"))
        )  # spreadsheet programs do not fit the height of these rows
    return 3 + len(lines)
