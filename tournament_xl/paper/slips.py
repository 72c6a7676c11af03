"""Fiches: a slip for each result, eight a page, to cut; Chevalets: numbers of tables, to fold."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.core.normalization import normalize
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.paper.elements import Html, element, join_lines
from tournament_xl.paper.layout import bind_pages, name_box, page
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.pairings import Slip, find_round_time, list_slips, read_round_times

_WIDTH, _MARK, _BOX, _SMALL_BOX = 87.0, 8.0, 24.0, 14.0  # millimetres; a match of several games has small boxes
_ROW, _ROW_WITH_CODE = 13.0, 10.0
_TENTS = 3  # a page


def render_slips(source: Source, codes: Mapping[frozenset[int], str] | None = None) -> Html:
    """Render the slips of the last drawn round, or of the finals to be played.

    Args:
        source: What the paper is made of.
        codes: N° of both players -> code for their phones, as SVG; a match without one has no slip. None: no codes.
    """
    slips = list_slips(source.book, source.contents.printed_round)
    if codes is not None:
        slips = [slip for slip in slips if frozenset(slip.sides) in codes]
    papers = [_render_slip(source, slip, (codes or {}).get(frozenset(slip.sides), "")) for slip in slips]
    starts = range(0, len(papers), schema.SLIPS_PER_PAGE)
    kind = "slips" if codes is None else "slips coded"
    pages = [page(kind, *papers[at : at + schema.SLIPS_PER_PAGE], game=source.book.game) for at in starts]
    return bind_pages(pages, logo=source.logo)


def _render_slip(source: Source, slip: Slip, code: str) -> Html:
    book, printed = source.book, source.contents.printed_round
    word, _, number = (slip.table, "", "") if printed.finals else slip.table.partition(" ")
    wins = 1 if printed.finals else book.games_to_win(len(book.tournament.rounds))
    boxes = 2 * wins - 1
    box = _BOX if boxes == 1 else _SMALL_BOX
    minutes = sheets.time_per_player_text(book.settings.text("Temps par joueur"))
    time = (
        "" if printed.finals else words.hour_text(find_round_time(read_round_times(book), len(book.tournament.rounds)))
    )
    table = element("p", *([word, element("b", number)] if number else [element("b", word, class_="stage")]))
    played = element("p", join_lines(sheets.join_parts(slip.played, time, minutes), source.event))
    logo = [element("i", class_="logo")] if source.logo else []
    if code:
        told = element("div", table, played, element("p", words.CODE_HELP, class_="note"))
        head = element("header", told, *logo, element("div", Html(code), class_="code"))
    else:
        head = element("header", table, *logo, played)
    widths = [_MARK, _WIDTH - _MARK - box * boxes, *[box] * boxes]
    columns = [element("col", style=f"width:{width:g}mm") for width in widths]
    score = words.score_title(source.game.score_pairs[0][0])
    titles = [
        element("th", "" if source.game.has_colours else words.STARTS, colspan=2),
        element("th", score, colspan=boxes),
    ]
    row = _ROW_WITH_CODE if code else _ROW
    rows = list[Html]()
    for place, player in enumerate(slip.sides):
        mark = element("i", class_="disc white" if place or not source.game.has_colours else "disc")
        name = name_box(source.names[player], widths[1] - 1, row, 14, bold=True)
        cells = [element("td", class_="score")] * boxes
        rows.append(element("tr", element("td", mark, class_="mark"), element("td", name), *cells))
    note = printed.slip_note if source.game.has_colours else ""
    signatures = [element("span", source.short_names[player]) for player in slip.sides]
    return element(
        "article",
        head,
        element("table", *columns, element("tr", *titles), *rows),
        *([element("p", note, class_="note")] if note else []),
        element("p", *signatures, class_="sign"),
    )


def render_tents(source: Source) -> Html:
    """Render the numbers of the tables, front and back beside each other."""
    has_tents = normalize(source.book.settings.text("Chevalets")) == "oui"
    tables = range(1, len(source.book.tournament.players) // 2 + 1) if has_tents else range(0)
    tents = [element("article", element("b", str(table)), element("b", str(table))) for table in tables]
    pages = [tents[start : start + _TENTS] for start in range(0, len(tents), _TENTS)]
    return bind_pages([page("tents", *part, game=source.book.game) for part in pages])
