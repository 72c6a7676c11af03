"""Files of a publication (pages by Jinja, drawings, JSON and CSV), and how they get into the folder.

The same facts give the same bytes. A state is the tournament at one publication. Its entry files are in the folder, its
other pages in a subfolder whose name is a hash of the content, so that a page never mixes two states. A small file, the
mark, lists what is published and shows that this program made the folder. The subfolder is written first, then each
entry file is replaced in one step; the previous state stays for readers who have it open, older ones are removed.
Subfolders of other names have permanent addresses: their pages have the same path in every publication.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core import text_limits
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import publication as texts
from tournament_xl.messages import sheets
from tournament_xl.messages.names import bind_numbers, ordinal, public_name, signed
from tournament_xl.paper.elements import Html
from tournament_xl.paper.layout import is_turned
from tournament_xl.publication.facts import JsonObject
from tournament_xl.publication.papers import paper_file
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.snapshot import ExternalError, read_json
from tournament_xl.xlsx.atomic_write import lock_folder, translate_os_errors, write_together

if TYPE_CHECKING:
    from jinja2 import Environment

STATE = "etat.js"  # tells open pages which state the folder shows
_PAGES = Path(__file__).parent / "pages"
STYLE = _PAGES / "style.css"  # of all pages
_STYLES = (STYLE, _PAGES / "salle.css")  # the second: the hall's screen, phones, slips
_SCRIPTS = ("page.js", "ecran.js")
_RANK_HEIGHT, _ROUND_WIDTH = 18, 130  # pixels of the drawing between two ranks, between two rounds
_LETTER_WIDTH = 8  # pixels of a character of the labels to its right


def render_files(
    facts: JsonObject, address: str = "", logo: str = "", papers: Mapping[str, Html] | None = None
) -> dict[str, bytes]:
    """Render all files of a publication except its mark; nothing is written.

    `address` is that of the pages, for the QR code on the screen; "" for no code. `logo` is a data: URI, "" for none;
    `papers` are by name of a sheet. Files are by path in the folder: those of the state, in its subfolder, then the
    entry files.
    """
    values = _template_values(facts)
    inside: dict[str, bytes] = {name: (_PAGES / name).read_bytes() for name in _SCRIPTS}
    inside[STYLE.name] = join_styles(_STYLES).encode()
    for player in values["listed"]:
        inside[f"joueur-{player['number']}.html"] = _render("joueur.html", values, "", "../", who=player)
    for sheet, paper in (papers or {}).items():
        page_values = {"name": sheet, "title": facts["title"], "back": "../index.html", "back_text": facts["title"]}
        inside[paper_file(sheet)] = render_paper_page(paper, **page_values)
    views = _render("vues.html", values, "", "../", code=render_qr_code(address), address=address)
    parts = [json.dumps(facts, sort_keys=True).encode(), address.encode(), logo.encode(), *inside.values(), views]
    name = f"etat-{hashlib.sha256(b''.join(parts)).hexdigest()[:12]}"
    inside["vues.js"] = f"recevoir({_for_script([name, views.decode()])});\n".encode()
    files = {f"{name}/{file}": content for file, content in inside.items()}
    files["tournoi.json"] = (json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    files[texts.GAMES_NAME] = render_french_csv(_games_csv(values))
    files[texts.STANDINGS_NAME] = render_french_csv(_standings_csv(values))
    listed = {sheet: paper_file(sheet) for sheet in papers or {}}
    files["index.html"] = _render("index.html", values, f"{name}/", "", state=name, logo=logo, papers=listed)
    files["ecran.html"] = _render("ecran.html", values, f"{name}/", "", state=name, logo=logo, views=views.decode())
    return files | render_state_script(name)


def render_paper_page(paper: str, *, refresh: int = 0, **values: str) -> bytes:
    """Render a paper as a page that is looked at and printed.

    Paper "" means none. The page is asked for again after `refresh` seconds, 0 for never. `values` are `name` of the
    paper, `title` of the tournament, `back` and `back_text` of the link above it; `told`, a sentence.
    """
    template = create_environment().get_template("papier.html")
    values = {"told": "", **values}
    return template.render(paper=paper, refresh=refresh, turned=is_turned(paper), **values).encode()


def join_styles(files: Iterable[Path]) -> str:
    """Return style sheets as one."""
    return "".join(file.read_text("utf-8") for file in files)


def render_screen(facts: JsonObject, logo: str = "") -> tuple[str, str]:
    """Render the hall's screen for a window that a page of ours opens and sends each state.

    `logo` is a data: URI, "" for none. Returned are the screen as one HTML document that needs no other file, and its
    views alone, which are the state.
    """
    values = _template_values(facts)
    views = _render("vues.html", values, "", "", code="", address="").decode()
    style, script = join_styles(_STYLES), (_PAGES / "ecran.js").read_text("utf-8")
    page = _render("fenetre.html", values, "", "", state="", logo=logo, views=views, style=style, script=script)
    return page.decode(), views


def _for_script(value: object) -> str:
    """Return a value as JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=True).replace("</", "<\\/")


def render_state_script(name: str) -> dict[str, bytes]:
    """Render the small file that tells open pages which state the folder shows; return its name with its content."""
    return {STATE: f"etat({_for_script(name)});\n".encode()}


@cache  # with its compiled templates
def create_environment(*folders: Path) -> Environment:
    """Return the Jinja environment that looks for templates in these folders, then in `pages/`; cached by folders."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader([*folders, _PAGES])
    jinja = Environment(
        loader=loader,
        autoescape=True,
        auto_reload=False,  # a page uses three templates, and each would be checked for changes
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for function in (
        texts.format_figure,
        signed,
        texts.score_text,
        texts.total_text,
        texts.score_without_ending,
        texts.ending_text,
        texts.bind_punctuation,
        texts.cell_figure_text,
        texts.rank_range_text,
        ordinal,
        normalize,
        bind_numbers,
        public_name,
    ):
        jinja.filters[function.__name__] = function
    return jinja


def _render(
    template: str, shared_values: JsonObject, state_path: str, folder_path: str, **page_values: object
) -> bytes:
    """Render a page; `state_path` leads to the files of its state, `folder_path` to the folder."""
    template_values = {"t": texts.WORDS, "here": state_path, "up": folder_path, **shared_values, **page_values}
    page: str = create_environment().get_template(template).render(template_values)
    return page.encode()


def _template_values(facts: JsonObject) -> JsonObject:
    """Return the values that all templates get: facts by player and by round, texts, drawings."""
    players = {player["number"]: player for player in facts["players"]}
    names = {player_id: bind_numbers(player["name"]) for player_id, player in players.items()}
    current_lines = facts["standings"][-1]["lines"]
    by_round: dict[int, list[JsonObject]] = {number: [] for number in range(1, facts["drawn"] + 1)}
    of_player: dict[int, dict[int, JsonObject]] = {number: {} for number in names}
    for game in facts["games"]:
        by_round[game["round"]].append(game)
        for player_id, opponent_id, side in ((game["one"], game["two"], 0), (game["two"], game["one"], 1)):
            if player_id != X:
                of_player[player_id][game["round"]] = _side(game, opponent_id, side)
    tables = {table["after"]: {line["number"]: line for line in table["lines"]} for table in facts["standings"]}
    figures = {  # a tie-break that nobody has is not shown, as on Classement
        key: column
        for key, column in facts["figures"].items()
        if not facts["played"] or any(line[key] is not None for line in current_lines)
    }
    game_values = _game_values(facts)
    points_counts = Counter(line[game_values["total"]] for line in current_lines)
    return {
        "f": facts,
        "names": names | {X: texts.WORDS["bye"]},
        "clubs": {player["number"]: player["club"] or player["country"] for player in facts["players"]},
        "places": {line["number"]: line["place"] for line in current_lines},
        "players": players,
        "listed": [players[player_id] for player_id in facts["by_name"]],
        "now": current_lines if facts["played"] else [],
        "rated": any(player["rating_change"] is not None for player in facts["players"]),
        "podium": list(_podium(current_lines, facts["left"])),
        "shared_points": {points for points, number in points_counts.items() if number > 1},
        "current": by_round.get(facts["drawn"], []),
        "rounds": by_round,
        "of_player": of_player,
        "tables": tables,
        "figures": figures,
        "merits": [item for item in [*facts["figures"].items()][-3:] if item[0] in figures],  # points, tie-breaks
        "mark": sheets.grid_result_text,
        "figure_names": texts.FIGURE_NAMES,
        **game_values,
        "drawing": _drawing(facts) if facts["played"] > 1 else None,
        "small": {number: _player_drawing(facts, tables, number) for number in names},
    }


def _game_values(facts: JsonObject) -> JsonObject:
    """Return what the pages ask of the game: whether sides have colours, and which figure is the points."""
    game = GAMES[facts["game"]]
    total = next(key for key, column in facts["figures"].items() if column == game.points_column)
    return {"colours": game.has_colours, "total": total}


def _podium(current_lines: Sequence[JsonObject], players_left: Collection[int]) -> Iterator[tuple[int, JsonObject]]:
    """Yield rank and line of the players ranked 1 to 3, ex æquo included; players who have left (F2) do not count."""
    for line in current_lines:
        place = line["place"] - sum(
            earlier_line["number"] in players_left and earlier_line["place"] < line["place"]
            for earlier_line in current_lines
        )
        if line["number"] not in players_left and place <= 3:
            yield place, line


def _side(game: JsonObject, opponent_id: int, side: int) -> JsonObject:
    """Return a game from the view of one of its players."""
    is_complete, score = game["complete"], texts.score_without_ending(game["score"], game["end"])
    return {
        "game": game, "other": opponent_id, "side": side,
        "result": game["results"][side] if is_complete else "", "value": game["values"][side] if is_complete else None,
        "score": " – ".join(reversed(score.split(" – "))) if side else score,
    }  # fmt: skip


def _drawing(facts: JsonObject) -> JsonObject:
    """Return the ranks round by round as a line per player, from the first round that ranks him."""
    names = {player["number"]: player["name"] for player in facts["players"]}
    tables, current_lines = facts["standings"][1:], facts["standings"][-1]["lines"]
    points: dict[int, list[tuple[int, int]]] = {}
    for index, table in enumerate(tables):
        for position, line in enumerate(table["lines"]):
            points.setdefault(line["number"], []).append((30 + index * _ROUND_WIDTH, 34 + position * _RANK_HEIGHT))
    lines = [
        {"number": player_id, "name": names[player_id], "points": _polyline(dots), "end": dots[-1]}
        for player_id, dots in points.items()
    ]
    axis = [(30 + index * _ROUND_WIDTH, table["after"]) for index, table in enumerate(tables)]
    return {
        "lines": lines, "axis": axis, "places": {line["number"]: line["place"] for line in current_lines},
        "width": axis[-1][0] + 8, "last": axis[-1][0], "height": 34 + len(current_lines) * _RANK_HEIGHT,
        "beside": _LETTER_WIDTH * max(len(f"999 {name}") for name in names.values()),
    }  # fmt: skip


def _player_drawing(
    facts: JsonObject, tables: Mapping[int, Mapping[int, JsonObject]], player_id: int
) -> JsonObject | None:
    """Return one player's ranks by round, the first rank on top; None for fewer than two."""
    ranks = [
        (after, tables[after][player_id]["place"])
        for after in range(1, facts["played"] + 1)
        if player_id in tables[after]
    ]
    if len(ranks) < 2:
        return None
    max_difference = max(len(facts["players"]) - 1, 1)
    dots = [(30 + (after - 1) * 64, 26 + round((place - 1) * 90 / max_difference), place) for after, place in ranks]
    return {"dots": dots, "points": _polyline([dot[:2] for dot in dots]), "width": dots[-1][0] + 40}


def _polyline(points: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


@lru_cache(1000)  # saves 0.6 s with each save of a workbook of 128 players whose slips have codes
def render_qr_code(address: str) -> str:
    """Return the QR code of an address as SVG; "" for the address ""."""
    if not address:
        return ""
    import segno

    svg: str = segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#000", light="#fff")
    return svg


def _games_csv(values: JsonObject) -> Iterator[Sequence[Cell]]:
    yield texts.GAMES_COLUMNS
    all_names = {X: texts.WORDS["bye"]} | {number: player["name"] for number, player in values["players"].items()}
    for game in values["f"]["games"]:
        first_scores, second_scores = (_scores([scores[side] for scores in game["scores"]]) for side in (0, 1))
        names = [all_names[game[key]] for key in ("one", "two")]
        result = game["results"][0] if game["complete"] else ""
        yield [
            game["round"], game["table"] or None, game["one"] or None, names[0], first_scores, second_scores, names[1],
            game["two"] or None, result, game["reason"],
        ]  # fmt: skip


def _scores(scores: Sequence[float]) -> Cell:
    """Return the score of a single game as a number, or the scores of several games as a text: "412+389"."""
    return scores[0] if len(scores) == 1 else "+".join(str(score).replace(".", ",") for score in scores)


def _standings_csv(values: JsonObject) -> Iterator[Sequence[Cell]]:
    figures = values["f"]["figures"]
    yield (*texts.STANDINGS_COLUMNS, texts.COUNTRY, *figures.values())
    for line in values["f"]["standings"][-1]["lines"]:
        player = values["players"][line["number"]]
        player_cells = [line["place"], line["number"], player["name"], player["club"], player["country"]]
        yield [*player_cells, *(line[key] for key in figures)]


MARK = "publication.json"  # the mark: lists the files, the current and the previous state
_STATE_PREFIX = "etat-"


def write_publication(
    folder: Path, files: Mapping[str, bytes], hidden: Collection[int] = (), outside: Mapping[Path, bytes] | None = None,
    *, initials: bool = False, keep: bool = True,
) -> bool:  # fmt: skip
    """Write the files of a publication and its mark into a folder, and remove states that are not kept.

    If the program is killed at any moment, each entry file is the old or the new one, and all that it links to exists.
    If nothing changed and `outside` is empty, only states that are not kept and remains of killed publications are
    removed; with `outside`, the entry files and those outside are always written.

    Args:
        folder: Target, created when missing; while it is written its parent, which exists, is locked for others.
        files: Path in the folder -> content; at least one in a subfolder `etat-…` (the state). Other subfolders keep
            their address and are replaced whole where a page changed.
        hidden: Public numbers of players without a name; the previous state is removed at once if it names one of them.
        outside: Path outside the folder -> content, written together with the entry files.
        initials: Whether names are shown as initials, which the mark records.
        keep: Keep the previous state for readers; False for a folder to upload.

    Returns:
        Whether a file in the folder or the mark changed; files outside do not count.

    Raises:
        ExternalError: The folder has files that this program did not make, or a file cannot be
            written. Entry files and files outside are then as before, or the error names the changed ones; subfolders
            with permanent addresses may be new.
    """
    with lock_folder(folder.parent):
        before = read_mark(folder)
        earlier_mark = before or {}
        state = next(name.split("/")[0] for name in files if name.startswith(_STATE_PREFIX))
        earlier = [str(name) for name in earlier_mark.get("states", ()) if name != state][:1]
        is_earlier_state_removed = not keep or set(hidden) - set(earlier_mark.get("hidden", ()))
        states = [state] if is_earlier_state_removed else [state, *earlier]
        mark = {"program": "tournament_xl", "files": sorted(files), "states": states, "hidden": sorted(hidden),
                "initials": initials}  # fmt: skip
        contents = {**files, MARK: json.dumps(mark, indent=1).encode()}
        changed = not all(_same(folder / name, content) for name, content in contents.items())
        try:
            if changed or outside:
                with translate_os_errors(folder):
                    folder.mkdir(parents=True, exist_ok=True)
                if before is None:
                    write_together({folder / MARK: contents[MARK]})
                subfolders: dict[str, dict[str, bytes]] = {state: {}}  # the state first: others link to it
                for subfolder, _, name in (name.partition("/") for name in files if "/" in name):
                    subfolders.setdefault(subfolder, {})[name] = files[f"{subfolder}/{name}"]
                for subfolder, pages in subfolders.items():
                    _write_subfolder(folder, subfolder, pages)
                entries = {folder / name: content for name, content in contents.items() if "/" not in name}
                write_together(entries | dict(outside or {}))
        except BaseException:
            _undo_preparation(folder, before)
            raise
        _tidy(folder, states)
        return changed


def _undo_preparation(folder: Path, before: JsonObject | None) -> None:
    """Remove what a failed publication prepared, except the states in the folder's mark.

    `before` is the mark before this publication; None for a new folder, which goes, too, unless it has its first page.
    """
    with suppress(OSError, ExternalError):
        if before is None and not (folder / "index.html").exists():
            _tidy(folder, ())
            (folder / MARK).unlink(missing_ok=True)
            folder.rmdir()
        else:
            _tidy(folder, (read_mark(folder) or {}).get("states", ()))


def read_mark(folder: Path) -> JsonObject | None:
    """Read the mark of the publication in a folder.

    Returns:
        The mark as an object; None for a folder that is empty, missing, or has only remains of a publication that was
        killed at its beginning.

    Raises:
        ExternalError: The folder has files, but no mark that can be read and is valid; or it cannot be listed.
    """
    with translate_os_errors(folder):
        names = sorted(os.listdir(folder)) if os.path.lexists(folder) else []
    if not names:
        return None
    try:
        mark = read_json(read_regular_file(folder / MARK, text_limits.MARK_BYTES).decode(), 2)
        if mark["program"] == "tournament_xl" and isinstance(mark["files"], list):
            return dict(mark)
    except (OSError, ValueError, TypeError, KeyError):
        if all(name.startswith("~") for name in names):  # left by a publication that was killed at its beginning
            return None
    raise ExternalError(texts.NOT_OURS, folder=printable_path(folder))


def _write_subfolder(folder: Path, name: str, files: Mapping[str, bytes]) -> None:
    """Write the subfolder of a state, or of pages with permanent addresses; it appears complete or not at all."""
    target, fresh, old = folder / name, folder / f"~{name}", folder / f"~{name}~"
    with translate_os_errors(target):
        is_same = target.is_dir() and sorted(os.listdir(target)) == sorted(files)
        if is_same and all(_same(target / page, content) for page, content in files.items()):
            return
        for left in (fresh, old):
            shutil.rmtree(left, ignore_errors=True)
        fresh.mkdir()
        for page, content in files.items():
            (fresh / page).write_bytes(content)
        if os.path.lexists(target):  # pages of the publication before, or a state that somebody else changed
            os.rename(target, old)
        os.rename(fresh, target)
        shutil.rmtree(old, ignore_errors=True)


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


def _tidy(folder: Path, kept_states: Collection[str]) -> None:
    """Remove remains of killed publications and all states but `kept_states`; what cannot be removed stays."""
    for path in folder.iterdir():
        if (
            path.name.removeprefix("~").startswith(_STATE_PREFIX)
            and path.name not in kept_states
            and not path.is_symlink()
        ):
            with suppress(OSError):
                shutil.rmtree(path)
