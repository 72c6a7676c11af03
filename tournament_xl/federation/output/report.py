"""The federation's workbook: ranking, tournaments, a sheet per season, players, questions, thresholds; and its CSVs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby

from tournament_xl import __version__
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.intake.own_files import CATEGORY
from tournament_xl.federation.ranking.analysis import Numbers, elo, months, parts, propose, season_lines
from tournament_xl.federation.ranking.build import Publication, RankingLine, Verdict
from tournament_xl.federation.ranking.corrections import PlayerCorrection, Root, numbered, numbered_roots
from tournament_xl.federation.ranking.history import cells as memory_cells
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.games.scrabble.rules.rating import TH, series_of, to_nearest
from tournament_xl.games.scrabble.rules.seasons import JOKER, Season
from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import ANONYMOUS
from tournament_xl.messages.names import count, text_width
from tournament_xl.messages.players import FEDERATION_TITLES
from tournament_xl.players.columns import name_key
from tournament_xl.workbook.csv_text import french_csv
from tournament_xl.workbook.snapshot import Cell
from tournament_xl.xlsx.report_workbook import ACCENT, GREY, RED, Column, ReportWorkbook, Value

_STEP = 100  # width of a column of the histogram, in points of cote
_FIELD = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))  # shares of the field in the chart of the months
_COLOURS = (ACCENT, "#B8860B", GREY)


def report(publication: Publication, list_sha: str, before_sha: str, elo_numbers: Numbers | None = None) -> bytes:
    """The workbook's bytes; the same publication gives the same ones. With `elo_numbers` a sheet Elo.

    `list_sha`, `before_sha`: SHA-256 of the list and of the earlier publication, "" without.
    """
    paper = ReportWorkbook(texts.TITLE.format(day=publication.day), publication.day, CATEGORY)
    _ranking(paper, publication)
    if publication.since:
        _corrections(paper, publication)
    _tournaments(paper, publication)
    seasons = groupby(publication.movements, key=lambda movement: publication.calendar.on(movement.day).name)
    for name, movements in seasons:
        _season(paper, publication, name, list(movements))
    rows = player_rows(publication)
    paper.listing(texts.PLAYERS_SHEET, texts.PLAYERS_LINE, _columns(FEDERATION_TITLES), rows, printed=None)
    _course(paper, publication)
    _questions(paper, publication)
    _thresholds(paper, publication)
    if elo_numbers:
        _elo(paper, publication, elo_numbers)
    _about(paper, publication, list_sha, before_sha)
    paper.memory(texts.MEMORY_SHEET, memory_cells(publication.history))
    return paper.save()


def ranking(publication: Publication) -> bytes:
    """A workbook with the sheet Classement only, to be printed for everybody: as the pages, without licences."""
    paper = ReportWorkbook(texts.TITLE.format(day=publication.day), publication.day, CATEGORY)
    _ranking(paper, publication, public=True)
    return paper.save()


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
    "SHA-256": (62, "code"), "Cause": (52, "wrapped"), "Dernière variation": (10, "signed"),
    "Joueur": (24, "bold"), "Plus forte hausse": (30, "text"), "Points": (10, "signed"),
    "Plus forte baisse": (30, "text"), "Points perdus": (10, "signed"), "Différence": (10, "signed"),
    "Cote publiée": (9, "whole"), "Cote corrigée": (9, "whole"), "Après, publié": (9, "whole"),
    "Après, corrigé": (9, "whole"), "Pourquoi": (52, "text"),
    "Mouvement": (20, "text"), "Tournoi ou motif": (40, "text"), "Place (x)": (8, "centre"),
    "Rang (participants)": (11, "centre"), "PJ brut": (8, "signed"), "PJ": (8, "signed"),
    "Cote du classeur": (10, "whole"),
    "Elo duplicate": (10, "centre"), "Série duplicate": (10, "centre"), "Catégorie": (10, "centre"),
    "Nationalité": (11, "centre"), "Fédération": (11, "centre"), "Elo classique": (10, "whole"),
    "Série classique": (10, "centre"), "Coefficient classique": (11, "centre"), "Nature": (10, "text"),
    "Empreinte": (18, "code"), "Question": (56, "wrapped"), "Réponses possibles": (44, "wrapped"),
    "Part visée": (10, "right"), "Part": (9, "right"), "Part alors": (9, "right"),
}  # title -> width and kind; others are numbers  # fmt: skip


def _ranking(paper: ReportWorkbook, publication: Publication, *, public: bool = False) -> None:
    players = count(len(publication.ranking), "joueur classé") if publication.ranking else texts.NOBODY_RANKED
    since = texts.SINCE_DAY.format(day=publication.since) if publication.since else texts.SINCE_LIST
    subtitle = texts.RANKED_LINE.format(players=players, season=publication.season.name, since=since)
    columns, unnamed = _columns(texts.RANKING_COLUMNS, texts.RANKING_HELP), publication.anonymous
    rows = [_ranking_row(line) for line in publication.ranking]
    for row, line in zip(rows, publication.ranking, strict=True) if public else ():
        row[2:6] = (ANONYMOUS, "", "", "") if line.account in unnamed else (*row[2:4], "", row[5])
    title = texts.TITLE.format(day=publication.day)
    page, _ = paper.listing(
        texts.RANKING_SHEET, subtitle, columns, rows, title=title, landscape=False, printed="Variation"
    )
    for at, column in enumerate(columns):
        if column.title in ("Licence", "Nationalité", "Fédération") and not any(row[at] for row in rows):
            page.set_column(at, at, column.width, None, {"hidden": True})
    paper.highlight(page, columns, "±", {"▲": ACCENT, "▼": RED})
    paper.highlight(page, columns, "Série", {JOKER: ACCENT})


def _ranking_row(line: RankingLine) -> list[Value]:
    one = line.account
    return [
        line.place, line.move, one.name, one.first_name, one.licence, one.club, one.listed.get("Nationalité", ""),
        one.listed.get("Fédération", ""), line.cote, line.series, line.change,
        line.place_before, line.cote_before, one.tournaments, one.last,
    ]  # fmt: skip


def _corrections(paper: ReportWorkbook, publication: Publication) -> None:
    """A row a player, and folded behind it each movement of his that is another one now."""
    found, day = publication.corrected_players, publication.since
    subtitle = texts.CORRECTED.format(players=count(len(found), "cote publiée"))
    subtitle = subtitle if found else texts.NO_CORRECTION.format(day=day)
    columns, title = _columns(texts.CORRECTION_COLUMNS, texts.CORRECTION_HELP), texts.CORRECTIONS_TITLE.format(day=day)
    causes = numbered(found)
    rows: list[list[Value]] = [
        [texts.CAUSE.format(number=number), *[None] * 4, root.text, *[None] * 5] for root, number in causes.items()
    ]
    rows += [row for one in found for row in _correction_rows(one, causes)]
    page, _ = paper.listing(texts.CORRECTIONS_SHEET, subtitle, columns, rows, title=title, printed="Cause")
    for at, row in enumerate(rows, start=4):
        if row[6] is not None:
            page.set_row(at, None, None, {"level": 1, "hidden": True})
    page.outline_settings(symbols_below=False)


def _correction_rows(one: PlayerCorrection, numbers: Mapping[Root, int]) -> Iterator[list[Value]]:
    causes = "\n".join(numbered_roots(one, numbers))
    yield [one.name, one.licence, one.published, one.shown, one.change, causes, *[None] * 5]
    for detail in one.details:
        yield [*[None] * 6, detail.day, detail.one.reason, *detail.shown(one.key), detail.cause]


def _tournaments(paper: ReportWorkbook, publication: Publication) -> None:
    subtitle = texts.TOURNAMENTS_LINE.format(
        counted=count(len(publication.counted), "tournoi compté"), left=texts.left_out(_left_out(publication))
    )
    columns, rows = _columns(texts.TOURNAMENT_COLUMNS), map(_tournament_row, publication.verdicts)
    page, _ = paper.listing(texts.TOURNAMENTS_SHEET, subtitle, columns, rows, printed="À savoir")
    page.set_column(len(columns) - 2, len(columns) - 1, 60, None, {"level": 1, "hidden": True})  # routine, digests
    paper.highlight(
        page,
        columns,
        "Verdict",
        {texts.REFUSED: RED, texts.STRUCK: RED, texts.SERIOUS: RED, texts.COUNTED_WITH: ACCENT},
    )


def _left_out(publication: Publication) -> int:
    return len(publication.left_out(texts.REFUSED)) + len(publication.left_out(texts.STRUCK))


def _tournament_row(verdict: Verdict) -> list[Value]:
    file, counted = verdict.file, verdict.entry
    told = verdict.remarks
    serious, questions, details = map("\n".join, (told.serious, told.questions, told.details))
    if counted is None:
        return [None, verdict.word, file.name, *[None] * 4, serious, questions, *[None] * 12, details, file.sha256]
    played, event = file.tournament, counted.ratings.event
    return [
        verdict.number, verdict.word, file.name, played.title, played.where, played.first, played.last, serious,
        questions, played.formula, played.kind or TH, counted.season.name, played.games, event.registered,
        len(counted.ratings.lines), event.category, event.value, event.coefficient,
        event.jokers, event.highest, event.lowest, details, file.sha256,
    ]  # fmt: skip


def _season(paper: ReportWorkbook, publication: Publication, name: str, movements: Sequence[Movement]) -> None:
    numbers = {id(verdict.counted): verdict.number for verdict in publication.counted}

    def row(movement: Movement) -> list[Value]:
        one, line = movement.account, movement.rating
        season = movement.counted.season if movement.counted else publication.calendar.on(movement.day)
        terms: list[Value] = [None] * 8
        used: Value = None
        if line and movement.counted:
            gain = line.gain
            terms = [line.place, line.rank, line.old, gain.reference, gain.pe, gain.bonus, gain.raw, gain.pj]
            entrants = movement.counted.file.tournament.entrants
            used = next(Fraction(e.cote) for e in entrants if e.number == line.player.number)
        kind = movement.kind + (texts.TO_DECIDE if one.guest else "")
        return [
            movement.day, kind, movement.reason, numbers.get(id(movement.counted)), one.name, one.first_name,
            one.licence, *terms, movement.change, movement.before, movement.after,
            series_of(movement.after, season), used,
        ]  # fmt: skip

    columns = _columns(texts.SEASON_COLUMNS, texts.SEASON_HELP)
    paper.listing(texts.SEASON_SHEET.format(name=name), texts.SEASON_LINE, columns, map(row, movements), printed=None)


def player_rows(publication: Publication) -> Iterator[list[Value]]:
    """A row per player, alphabetically, with the federation's 12 columns and his last tournament's day.

    A list does not tell namesakes apart, nor a name alone from a note: who is one of these and has no licence has his
    number in the register in its place. So every list of ours reads back.
    """
    names = Counter(name_key(account.full_name) for account in publication.accounts)
    for account in publication.accounts:
        numbered = names[name_key(account.full_name)] > 1 or not account.first_name
        yield _player_row(account, publication.season, account.licence or (account.key if numbered else ""))


def _player_row(account: Account, season: Season, licence: str) -> list[Value]:
    listed = account.listed
    series = series_of(account.cote, season)[:1] if account.cote is not None else ""
    before = listed.get("Coefficient classique", "")
    coefficient = before if before not in ("", "0") else "1" if account.cote is not None else "0"
    return [
        account.name, account.first_name, licence, listed.get("Elo duplicate", ""), account.series,
        account.club, listed.get("Catégorie", ""), listed.get("Nationalité", ""), listed.get("Fédération", ""),
        account.cote if account.cote is not None else 0, series, coefficient, account.last,
    ]  # fmt: skip


def _course(paper: ReportWorkbook, publication: Publication) -> None:
    """Évolution and Saison à saison."""
    found = months(publication)
    columns = [*_columns(["Place", "Nom", "Prénom"]), *(Column(f"{day:%m/%Y}", 8, "whole") for day in found)]
    lines = zip(publication.ranking, *found.values(), strict=True)
    rows = ([line.place, line.account.name, line.account.first_name, *cotes] for line, *cotes in lines)
    paper.listing(texts.COURSE_SHEET, texts.COURSE_LINE, columns, rows, printed=None)
    columns = _columns(texts.SEASONS_COLUMNS)
    page, after = paper.listing(texts.SEASONS_SHEET, texts.SEASONS_LINE, columns, season_lines(publication))
    first = after + 2
    if not publication.ranking:
        return
    page.write_string(first - 1, 0, texts.FIELD_TITLE, paper.format(bold=True, font_color=ACCENT))
    for at, title in enumerate(texts.FIELD_COLUMNS):
        page.write_string(first, at, title, paper.format(bold=True))
    for row, (day, cotes) in enumerate(found.items(), start=first + 1):
        page.write_string(row, 0, f"{day:%m/%Y}", paper.format())
        for at, cote in enumerate(parts(cotes, _FIELD), start=1):
            page.write_number(row, at, to_nearest(cote), paper.format(num_format="0"))
    last, sheet = first + len(found), texts.SEASONS_SHEET
    series = [
        {"name": [sheet, first, at], "categories": [sheet, first + 1, 0, last, 0],
         "values": [sheet, first + 1, at, last, at], "line": {"color": colour, "width": 2.25}}
        for at, colour in enumerate(_COLOURS, start=1)
    ]  # fmt: skip
    paper.chart(page, "line", series, (first - 1, 5), title=texts.FIELD_TITLE)


def _questions(paper: ReportWorkbook, publication: Publication) -> None:
    found = publication.questions.open
    subtitle = texts.QUESTIONS_LINE if found else texts.NO_QUESTION
    lines = (list(question.values().values())[:-1] for question in found)
    paper.listing(texts.QUESTIONS_SHEET, subtitle, _columns(texts.DECISION_COLUMNS[:-1]), lines, printed=None)


def _thresholds(paper: ReportWorkbook, publication: Publication) -> None:
    players = count(len(publication.ranking), "joueur classé")
    total = max(1, len(publication.ranking))
    rows = (
        [one.series, f"{one.share} %", one.now, one.players, texts.percent(one.players, total), one.rank,
         one.cote, one.proposed, one.then, texts.percent(one.then, total)]
        for one in propose([line.cote for line in publication.ranking], publication.season)
    )  # fmt: skip
    line, columns = texts.THRESHOLDS_LINE.format(players=players), _columns(texts.THRESHOLD_COLUMNS)
    page, after = paper.listing(texts.THRESHOLDS_SHEET, line, columns, rows, landscape=False)
    bins = Counter(int(line.cote // _STEP) * _STEP for line in publication.ranking)
    if not bins:
        return
    first = after + 2
    page.write_string(first - 1, 0, texts.HISTOGRAM, paper.format(bold=True, font_color=ACCENT))
    lows = range(min(bins), max(bins) + _STEP, _STEP)
    for at, low in enumerate(lows):
        page.write_string(first + at, 0, str(low), paper.format(align="right"))
        page.write_number(first + at, 1, bins[low], paper.format())
    last, sheet = first + len(lows) - 1, texts.THRESHOLDS_SHEET
    series = {
        "categories": [sheet, first, 0, last, 0], "values": [sheet, first, 1, last, 1], "gap": 30,
        "fill": {"color": ACCENT}, "name": texts.HISTOGRAM_COLUMNS[1],
    }  # fmt: skip
    across = {"name": texts.HISTOGRAM_COLUMNS[0], "num_font": {"rotation": -90}}
    up = {"name": texts.HISTOGRAM_COLUMNS[1]}
    paper.chart(page, "column", [series], (first - 1, 3), title=texts.HISTOGRAM, x_axis=across, y_axis=up)


def _elo(paper: ReportWorkbook, publication: Publication, numbers: Numbers) -> None:
    line = texts.ELO_LINE.format(k=numbers.k, start=numbers.start, scale=numbers.scale, period=numbers.period)
    found = elo([verdict.counted for verdict in publication.counted], numbers)
    rows: list[list[Value]] = []
    for position, one in enumerate(found, start=1):
        rating, who = round(one.rating), one.account
        place = rows[-1][0] if rows and rows[-1][5] == rating else position
        points: list[Value] = [rating, one.games, Fraction(one.won), round(one.last)]
        rows.append([place, who.name, who.first_name, who.licence, who.club, *points])
    paper.listing(texts.ELO_SHEET, line, _columns(texts.ELO_COLUMNS), rows, landscape=False)


def _about(paper: ReportWorkbook, publication: Publication, list_sha: str, before_sha: str) -> None:
    page = paper.sheet(texts.ABOUT_SHEET, texts.ABOUT_SHEET, texts.TITLE.format(day=publication.day))
    page.set_column(0, 0, 22)
    page.set_column(1, 1, 100)
    lender = publication.calendar.lender(publication.season)
    values = {
        "day": publication.day,
        "since": texts.SINCE_DAY.format(day=publication.since) if publication.since else texts.SINCE_LIST,
        "season": publication.season.name, "lent": texts.LENT.format(lender=lender) if lender else "",
        "thresholds": ", ".join(f"{series} ≥ {lowest}" for series, lowest in publication.season.thresholds),
        "list": texts.DIGEST.format(sha256=list_sha) if list_sha else texts.NO_NEW_LIST,
        "before": texts.DIGEST.format(sha256=before_sha) if before_sha else texts.NONE_FEMININE,
        "counted": count(len(publication.counted), "tournoi compté"), "left": texts.left_out(_left_out(publication)),
        "adjustments": len(publication.history.adjustments) or texts.NONE,
        "decisions": len(publication.questions.answered) or texts.NONE_FEMININE,
        "version": __version__,
    }  # fmt: skip
    for row, (label, sentence) in enumerate(texts.ABOUT, start=3):
        page.write_string(row, 0, label, paper.format(bold=True))
        page.write_string(row, 1, text := sentence.format(**values), paper.format(text_wrap=True))
        page.set_row(
            row, 15 * sum(1 + int(text_width(line) // 86) for line in text.split("\n"))
        )  # no program measures them


# The CSVs beside the workbook


def players_csv(publication: Publication) -> bytes:
    """The federation's form: no titles, semicolons, CRLF, Windows-1252; UTF-8 with its mark where a name needs it."""
    written = french_csv([_cell(value) for value in row] for row in player_rows(publication))
    try:
        return written.decode("utf-8-sig").encode("cp1252")
    except UnicodeEncodeError:
        return written


def _cell(value: Value) -> Cell:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return f"{value:%d/%m/%Y}" if isinstance(value, date) else value


def decisions_csv(publication: Publication) -> bytes:
    """The questions with a column for the answers: UTF-8, semicolons, titles."""
    columns = texts.DECISION_COLUMNS
    return french_csv([columns, *([line[column] for column in columns] for line in publication.questions.lines())])
