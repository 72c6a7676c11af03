"""Public pages of the ranking: a folder ready to upload, without licence numbers.

Pages: the ranking, one per player, tournament and earlier ranking, one of changes; they explain each gain of a cote
(rules R5 to R7). A verdict is the decision about a received file: it counts, or why not. Equal input, equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.output.site_values import GROUP_COLUMNS, PAGES, STATE_PLACE, Site
from tournament_xl.federation.ranking.build import Publication, Verdict
from tournament_xl.games.scrabble.rules.rating import TH
from tournament_xl.messages import federation_pages as words
from tournament_xl.publication.pages import STYLE, join_styles, render_state_script
from tournament_xl.workbook.csv_text import render_french_csv

_STYLES = (STYLE, PAGES / "classement.css")


def render_site(publication: Publication, *, pdf: bool = False) -> dict[str, bytes]:
    """Render the public pages of a publication, with style, scripts, and what they show as CSV and JSON.

    With `pdf` the pages link to the ranking as PDF, which the caller adds to the folder.

    Returns:
        Path -> content, for `pages.write_publication`. Start page, pages of players and tournaments, CSV, JSON and the
        script that names the current subfolder keep their paths; all else is in that subfolder, whose name is a hash of
        the pages.
    """
    site = Site(publication, publication.counted)
    inside = {
        STYLE.name: join_styles(_STYLES).encode(),
        "classement.js": (PAGES / "classement.js").read_bytes(),
        **site.logo,
    }
    lasting = {
        link: site.render_page(
            "federation_joueur.html", f"../{STATE_PLACE}/", "../",
            **site.build_player_values(account, site.moves[account.number]),
        )
        for account, link in site.links.items()
    }  # fmt: skip
    for verdict in publication.counted:
        lasting[words.TOURNAMENT_PAGE.format(number=verdict.counted.number)] = site.render_page(
            "federation_tournoi.html", f"../{STATE_PLACE}/", "../", **site.build_tournament_values(verdict)
        )
    if publication.changes:
        inside[words.CHANGES_PAGE] = site.render_page(
            "federation_changes.html", "", "../", **site.build_changes_values()
        )
    for ranking in publication.history.rankings[:-1]:
        inside[words.ARCHIVE_PAGE.format(day=ranking.day)] = site.render_page(
            "federation_archive.html", "", "../", day=ranking.day, lines=site.build_archive_lines(ranking)
        )
    values = site.build_ranking_values() | {
        "downloads": [words.CSV_NAME, words.JSON_NAME, *([words.PDF_NAME] if pdf else [])]
    }
    lasting["index.html"] = site.render_page("federation.html", f"{STATE_PLACE}/", "", state=STATE_PLACE, **values)
    digest = hashlib.sha256(b"".join(content for _, content in sorted((inside | lasting).items())))
    name = f"etat-{digest.hexdigest()[:12]}"
    files = {f"{name}/{file}": content for file, content in inside.items()}
    files |= {page: content.replace(STATE_PLACE.encode(), name.encode()) for page, content in lasting.items()}
    files |= {words.PLAYER_JSON.format(number=account.number): render_player_json(site, account)
              for account in site.links}  # fmt: skip
    files[words.CSV_NAME] = render_french_csv([words.CSV_COLUMNS, *map(_csv_row, site.lines.values())])
    files[words.JSON_NAME], files[words.TOURNAMENTS_JSON] = render_json(site), render_tournaments_json(site)
    return files | render_state_script(name)


def _csv_row(line: Mapping[str, Any]) -> list[Any]:
    """Return a line of the ranking for the public, without the licence number."""
    change, group_values = line["change"], (line[name] for name in GROUP_COLUMNS)
    cotes = [_number(line["cote"]), line["series"], None if change is None else _number(change)]
    return [line["place"], line["move"], line["plain_name"], line["club"], *group_values, *cotes, line["tournaments"]]


def render_json(site: Site) -> bytes:
    """Render the ranking as a JSON object; it has no licence numbers, and no name or club of anonymous players."""
    columns = ("place", "move", "club", "series", "tournaments", "link")
    lines = [
        {column: line[column] for column in columns}
        | {"name": line["plain_name"], "cote": _number(line["cote"]),
           "change": None if line["change"] is None else _number(line["change"]),
           "last": str(line["last"])}
        for line in site.lines.values()
    ]  # fmt: skip
    return _to_json(site, players=lines)


def render_tournaments_json(site: Site) -> bytes:
    """Render the list of the tournaments that count, in their order, as a JSON object; `day`: on which each counts."""
    tournaments = []
    for verdict in site.publication.counted:
        played, counted = verdict.file.tournament, verdict.counted
        tournaments.append({
            "number": counted.number, "title": played.title, "place": played.where, "first": str(played.first),
            "last": str(played.last), "type": played.kind or TH, "day": str(counted.day),
            "participants": len(counted.ratings.lines), "link": words.TOURNAMENT_PAGE.format(number=counted.number),
        })  # fmt: skip
    return _to_json(site, tournaments=tournaments)


def render_player_json(site: Site, account: Account) -> bytes:
    """Render a player's history as a JSON object: each change of his cote, in order, with its terms (R2).

    `tournament` is the number of a tournament in `tournois.json`, null for another movement.
    """
    history = []
    for move in site.moves[account.number]:
        gain = move.terms.gain if move.terms else None
        history.append({
            "day": str(move.day), "kind": move.kind, "reason": site.anonymize(move.reason),
            "tournament": move.tournament if move.tournament in site.counted else None,
            "place": move.terms.place if move.terms else None,
            "pe": _number(gain.pe) if gain else None, "b": _number(gain.bonus) if gain else None,
            "pj": _number(gain.pj) if gain else None,
            "change": None if move.change is None else _number(move.change), "cote": _number(move.after),
        })  # fmt: skip
    line = site.lines.get(account)
    return _to_json(
        site, number=account.number, name=account.full_name, club=account.club, place=line["place"] if line else None,
        series=line["series"] if line else "", cote=None if account.cote is None else _number(account.cote),
        link=site.links[account], history=history,
    )  # fmt: skip


def _to_json(site: Site, **facts: object) -> bytes:
    head = {"format": 1, "day": str(site.publication.day), "season": site.publication.season.name}
    return json.dumps(head | facts, ensure_ascii=False).encode()


def _number(value: Fraction | int) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def render_reports(publication: Publication, verdicts: Sequence[Verdict]) -> Iterator[bytes]:
    """Render the pages of some tournaments, each as a single file to attach to a mail: with its style, without links.

    The files of the verdicts must count, else AssertionError. The pages come in the order of `verdicts`; the same
    arguments give the same bytes.
    """
    site, style = Site(publication, verdicts, linked=False), join_styles(_STYLES)
    for verdict in verdicts:
        yield site.render_page("federation_tournoi.html", "", "", alone=style, **site.build_tournament_values(verdict))
