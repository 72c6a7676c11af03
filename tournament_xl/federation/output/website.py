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

from tournament_xl.federation.output.site_values import GROUP_COLUMNS, PAGES, STATE_PLACE, Site
from tournament_xl.federation.ranking.build import Publication, Verdict
from tournament_xl.messages import federation_pages as words
from tournament_xl.publication.pages import STYLE, render_state_script
from tournament_xl.workbook.csv_text import render_french_csv


def render_site(publication: Publication, *, pdf: bool = False) -> dict[str, bytes]:
    """Render the public pages of a publication, with style, scripts, and the ranking as CSV and JSON.

    Args:
        publication: Ranking of a day, with the tournaments, players and changes that the pages show.
        pdf: Whether the pages link to the ranking as PDF; the caller adds that file to the folder.

    Returns:
        Path -> content, for `pages.write_publication`. Start page, players' pages, CSV, JSON and the script that names
        the current subfolder keep their paths; all else is in that subfolder, whose name is a hash of the pages.
    """
    site = Site(publication, publication.counted)
    inside = {"style.css": STYLE.read_bytes(), "classement.js": (PAGES / "classement.js").read_bytes(), **site.logo}
    people = {
        site.links[account]: site.render_page(
            "federation_joueur.html", f"../{STATE_PLACE}/", "../", **site.build_player_values(account, moves)
        )
        for account, moves in site.moves.items() if account in site.links
    }  # fmt: skip
    for verdict in publication.counted:
        inside[f"tournoi-{verdict.number}.html"] = site.render_page(
            "federation_tournoi.html", "", "../", **site.build_tournament_values(verdict)
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
    digest = hashlib.sha256(b"".join(content for _, content in sorted((inside | people).items())))
    digest.update(site.render_page("federation.html", "", "", state="", **values))
    name = f"etat-{digest.hexdigest()[:12]}"
    files = {f"{name}/{file}": content for file, content in inside.items()}
    files |= {page: content.replace(STATE_PLACE.encode(), name.encode()) for page, content in people.items()}
    files[words.CSV_NAME] = render_french_csv([words.CSV_COLUMNS, *map(_csv_row, site.lines.values())])
    files[words.JSON_NAME] = render_json(site)
    files["index.html"] = site.render_page("federation.html", f"{name}/", "", state=name, **values)
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
    facts = {"format": 1, "day": str(site.publication.day), "season": site.publication.season.name, "players": lines}
    return json.dumps(facts, ensure_ascii=False, indent=1).encode()


def _number(cote: Fraction) -> int | float:
    return cote.numerator if cote.denominator == 1 else float(cote)


def render_reports(publication: Publication, verdicts: Sequence[Verdict]) -> Iterator[bytes]:
    """Render the pages of some tournaments, each as a single file to attach to a mail: with its style, without links.

    Args:
        publication: The publication.
        verdicts: Verdicts of the publication whose files count (else AssertionError).

    Yields:
        The page of each verdict's tournament, in the order of `verdicts`; the same arguments give the same bytes.
    """
    site, style = Site(publication, verdicts, linked=False), STYLE.read_text("utf-8")
    for verdict in verdicts:
        yield site.render_page("federation_tournoi.html", "", "", alone=style, **site.build_tournament_values(verdict))
