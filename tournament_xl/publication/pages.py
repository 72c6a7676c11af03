"""The files of a publication, from its facts: pages by jinja2 with every name escaped, a drawing, JSON and CSV; and how
they get into the folder.

Same facts, same bytes. Entry files stand in the folder; the pages of a state in a subfolder of its own, named by what
is in it, so that a page never shows two states. A folder is ours by a small file that lists what is published. The
state is written first, then each entry page is replaced in one step; the state before stays for those who look at it,
older ones go.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.messages import publication as texts
from tournament_xl.messages import sheets
from tournament_xl.messages.names import alternatives, ordinal, text_width
from tournament_xl.publication.facts import Facts
from tournament_xl.workbook.csv_text import french_csv
from tournament_xl.workbook.snapshot import Cell, HostError, read_json
from tournament_xl.xlsx.atomic_write import alone, refusal, write_together

if TYPE_CHECKING:
    from jinja2 import Environment

STATE = "etat.js"  # says which state the folder shows: what open pages look at
_PAGES = Path(__file__).parent / "pages"
STYLE = _PAGES / "style.css"
_FIXED = (STYLE.name, "page.js", "ecran.js")
_TALL, _WIDE = 18, 130  # pixels in the drawing: between two places, between two rounds
_FIGURE = 8  # pixels of a figure of the places and names right of it


def files_of(facts: Facts, address: str = "", logo: str = "") -> dict[str, bytes]:
    """Path in the folder -> content. `address`: where the pages are served, for the code on the screen; `logo`: a
    data: URI for the first page and the screen.
    """
    shown = _prepared(facts)
    inside: dict[str, bytes] = {name: (_PAGES / name).read_bytes() for name in _FIXED}
    for player in shown["listed"]:
        inside[f"joueur-{player['number']}.html"] = _render("joueur.html", shown, "", "../", who=player)
    views = _render("vues.html", shown, "", "../", code=code(address), address=address)
    parts = [json.dumps(facts, sort_keys=True).encode(), address.encode(), logo.encode(), *inside.values(), views]
    name = f"etat-{hashlib.sha256(b''.join(parts)).hexdigest()[:12]}"
    inside["vues.js"] = f"recevoir({_for_script([name, views.decode()])});\n".encode()
    out = {f"{name}/{file}": content for file, content in inside.items()}
    out["tournoi.json"] = (json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    out[texts.GAMES_NAME] = french_csv(_games_csv(shown))
    out[texts.STANDINGS_NAME] = french_csv(_standings_csv(shown))
    out["index.html"] = _render("index.html", shown, f"{name}/", "", state=name, logo=logo)
    out["ecran.html"] = _render("ecran.html", shown, f"{name}/", "", state=name, logo=logo, views=views.decode())
    return out | state_script(name)


def _for_script(value: object) -> str:
    """JSON that may stand in a script, wherever that is."""
    return json.dumps(value, ensure_ascii=True).replace("</", "<\\/")


def state_script(name: str) -> dict[str, bytes]:
    """The small file that says to open pages which state the folder shows."""
    return {STATE: f"etat({_for_script(name)});\n".encode()}


@cache
def environment(*folders: Path) -> Environment:
    """Where templates are found: in these folders, then here."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader([*folders, _PAGES])
    found = Environment(
        loader=loader,
        autoescape=True,
        auto_reload=False,  # a page needs three templates: each would be looked for again
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for function in (texts.shown, texts.signed, texts.bound, texts.cell, texts.between, ordinal, normalize):
        found.filters[function.__name__] = function
    return found


def _render(template: str, shown: Facts, here: str, up: str, **more: object) -> bytes:
    """A page; `here` leads to the files of its state, `up` to the folder."""
    values = {"t": texts.WORDS, "here": here, "up": up, **shown, **more}
    page: str = environment().get_template(template).render(values)
    return page.encode()


def _prepared(facts: Facts) -> Facts:
    """The facts as the templates want them: by player and by round, with the drawing."""
    names = {player["number"]: player["name"] for player in facts["players"]}
    now = facts["standings"][-1]["lines"]
    by_round: dict[int, list[Facts]] = {number: [] for number in range(1, facts["drawn"] + 1)}
    of_player: dict[int, dict[int, Facts]] = {number: {} for number in names}
    for game in facts["games"]:
        by_round[game["round"]].append(game)
        for who, other, side in ((game["one"], game["two"], 0), (game["two"], game["one"], 1)):
            if who != X:
                of_player[who][game["round"]] = _side(game, other, side)
    tables = {table["after"]: {line["number"]: line for line in table["lines"]} for table in facts["standings"]}
    return {
        "f": facts,
        "names": names | {X: texts.WORDS["bye"]},
        "clubs": {player["number"]: player["club"] or player["country"] for player in facts["players"]},
        "places": {line["number"]: line["place"] for line in now},
        "players": {player["number"]: player for player in facts["players"]},
        "listed": sorted(facts["players"], key=lambda player: (normalize(player["name"]), player["number"])),
        "now": now if facts["played"] else [],
        "rated": any(player["rating_change"] is not None for player in facts["players"]),
        "podium": list(_podium(now, facts["left"])),
        "current": by_round.get(facts["drawn"], []),
        "rounds": by_round,
        "of_player": of_player,
        "tables": tables,
        "figures": facts["figures"],
        "merits": [*facts["figures"].items()][-3:],  # points and what ranks those who have as many
        "mark": sheets.result,
        "figure_names": texts.FIGURE_NAMES,
        "total": "match_points" if facts["game"] == "scrabble" else "points",
        "drawing": _drawing(facts) if facts["played"] > 1 else None,
        "needs": lambda place: list(_needs(facts["race"], place)),
        "small": {number: _small(facts, tables, number) for number in names},
    }


def _podium(now: Sequence[Facts], left: Collection[int]) -> Iterator[tuple[int, Facts]]:
    """Those on the first three places, closed up without those who have left (F2)."""
    for line in now:
        place = line["place"] - sum(one["number"] in left and one["place"] < line["place"] for one in now)
        if line["number"] not in left and place <= 3:
            yield place, line


def _side(game: Facts, other: int, side: int) -> Facts:
    """A game as one of its players sees it."""
    done = game["complete"]
    return {
        "game": game, "other": other, "side": side,
        "result": game["results"][side] if done else "", "value": game["values"][side] if done else None,
        "score": " – ".join(reversed(game["score"].split(" – "))) if side and not game["end"] else game["score"],
    }  # fmt: skip


def _needs(race: Facts, place: int) -> Iterator[tuple[int, str]]:
    """Who may still take a place, with the results of his own that leave it open."""
    for line in race["players"]:
        results = [result for result in ("win", "draw", "loss", "no_game") if place in line["places"].get(result, ())]
        if results:
            yield line["number"], alternatives([texts.WORDS[result] for result in results])


def _drawing(facts: Facts) -> Facts:
    """Places round by round: a line a player, from the first round that ranks him; the names stand beside it."""
    short = {player["number"]: player["short"] for player in facts["players"]}
    tables, now = facts["standings"][1:], facts["standings"][-1]["lines"]
    points: dict[int, list[tuple[int, int]]] = {}
    for at, table in enumerate(tables):
        for position, line in enumerate(table["lines"]):
            points.setdefault(line["number"], []).append((30 + at * _WIDE, 34 + position * _TALL))
    lines = [
        {"number": who, "name": short[who], "points": _polyline(way), "end": way[-1]} for who, way in points.items()
    ]
    axis = [(30 + at * _WIDE, table["after"]) for at, table in enumerate(tables)]
    return {
        "lines": lines, "axis": axis, "places": {line["number"]: line["place"] for line in now},
        "width": axis[-1][0] + 8, "last": axis[-1][0], "height": 34 + len(now) * _TALL,
        "beside": _FIGURE * round(max(text_width(f"999 {name}") for name in short.values())),
    }  # fmt: skip


def _small(facts: Facts, tables: Mapping[int, Mapping[int, Facts]], who: int) -> Facts | None:
    """One player's places, the first place on top."""
    found = [(after, tables[after][who]["place"]) for after in range(1, facts["played"] + 1) if who in tables[after]]
    if len(found) < 2:
        return None
    most = max(len(facts["players"]) - 1, 1)
    dots = [(30 + (after - 1) * 64, 26 + round((place - 1) * 90 / most), place) for after, place in found]
    return {"dots": dots, "points": _polyline([dot[:2] for dot in dots]), "width": dots[-1][0] + 40}


def _polyline(points: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


@lru_cache(1000)  # the slips of a round are asked for again and again
def code(address: str) -> str:
    """A QR code as SVG, "" without address."""
    if not address:
        return ""
    import segno

    found: str = segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#000", light="#fff")
    return found


def _games_csv(shown: Facts) -> Iterator[Sequence[Cell]]:
    yield texts.GAMES_COLUMNS
    for game in shown["f"]["games"]:
        one, two = (_scores([scores[side] for scores in game["scores"]]) for side in (0, 1))
        names = [shown["names"][game[key]] for key in ("one", "two")]
        result = game["results"][0] if game["complete"] else ""
        yield [
            game["round"], game["table"] or None, game["one"] or None, names[0], one, two, names[1],
            game["two"] or None, result, game["reason"],
        ]  # fmt: skip


def _scores(scores: Sequence[float]) -> Cell:
    """A number, which may be below 0, or those of several games as a text."""
    return scores[0] if len(scores) == 1 else "+".join(str(score).replace(".", ",") for score in scores)


def _standings_csv(shown: Facts) -> Iterator[Sequence[Cell]]:
    figures = shown["figures"]
    yield (*texts.STANDINGS_COLUMNS, texts.COUNTRY, *figures.values())
    for line in shown["f"]["standings"][-1]["lines"]:
        player = shown["players"][line["number"]]
        own = [line["place"], line["number"], player["name"], player["club"], player["country"]]
        yield [*own, *(line[key] for key in figures)]


MARK = "publication.json"  # names us, lists the files, the state and the one before
_STATES = "etat-"
_MOST_MARK = 10_000_000  # bytes


def write(
    folder: Path, files: Mapping[str, bytes], hidden: Collection[int] = (), beside: Mapping[Path, bytes] | None = None,
    *, initials: bool = False, keep: bool = True,
) -> bool:  # fmt: skip
    """Publish these files, in their order, and those `beside` the folder behind them; whether any page changed.
    HostError when the folder is somebody else's or something cannot be written; all is then as before, or it names
    what is not.

    `hidden`: the public numbers of those without a name; a state that names one of them goes at once. `keep`: whether
    the state before stays for those who look at it; a folder to be uploaded has none.

    Killed at any moment, each entry page is the old or the new one, and all that it leads to is there.
    """
    with alone(folder.parent):
        before = former(folder)
        had = before or {}
        state = next(name.split("/")[0] for name in files if name.startswith(_STATES))
        earlier = [str(name) for name in had.get("states", ()) if name != state][:1]
        gone = not keep or set(hidden) - set(had.get("hidden", ()))
        states = [state] if gone else [state, *earlier]
        mark = {"program": "tournament_xl", "files": sorted(files), "states": states, "hidden": sorted(hidden),
                "initials": initials}  # fmt: skip
        wanted = {**files, MARK: json.dumps(mark, indent=1).encode()}
        changed = not all(_same(folder / name, content) for name, content in wanted.items())
        try:
            if changed or beside:
                with refusal(folder):
                    folder.mkdir(parents=True, exist_ok=True)
                if before is None:
                    write_together({folder / MARK: wanted[MARK]})
                _write_state(folder, state, {name.split("/")[1]: data for name, data in files.items() if "/" in name})
                entries = {folder / name: content for name, content in wanted.items() if "/" not in name}
                write_together(entries | dict(beside or {}))
        except BaseException:
            _take_back(folder, before)
            raise
        _tidy(folder, states)
        return changed


def _take_back(folder: Path, before: Facts | None) -> None:
    """Remove what was prepared for a publication that did not come about, but nothing that an entry page leads to."""
    with suppress(OSError, HostError):
        if before is None and not (folder / "index.html").exists():
            _tidy(folder, ())
            (folder / MARK).unlink(missing_ok=True)
            folder.rmdir()
        else:
            _tidy(folder, (former(folder) or {}).get("states", ()))


def former(folder: Path) -> Facts | None:
    """What the publication that is there says of itself; None for an empty or new folder. HostError for another's."""
    with refusal(folder):
        there = sorted(os.listdir(folder)) if os.path.lexists(folder) else []
    if not there:
        return None
    try:
        mark = read_json(read_regular_file(folder / MARK, _MOST_MARK).decode(), 2)
        if mark["program"] == "tournament_xl" and isinstance(mark["files"], list):
            return dict(mark)
    except (OSError, ValueError, TypeError, KeyError):
        if all(name.startswith("~") for name in there):  # what a press left that was killed before it began
            return None
    raise HostError(texts.NOT_OURS.format(folder=printable_path(folder)))


def _write_state(folder: Path, state: str, files: Mapping[str, bytes]) -> None:
    """The subfolder of a state, whole from the first moment."""
    target, fresh = folder / state, folder / f"~{state}"
    if all(_same(target / name, content) for name, content in files.items()):
        return
    with refusal(target):
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        shutil.rmtree(target, ignore_errors=True)  # damaged by another hand
        os.rename(fresh, target)


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


def _tidy(folder: Path, kept: Collection[str]) -> None:
    """Remove what a killed press left, and the states but those that are `kept`: in these somebody may be reading."""
    for path in folder.iterdir():
        if path.name.removeprefix("~").startswith(_STATES) and path.name not in kept and not path.is_symlink():
            with suppress(OSError):
                shutil.rmtree(path)
