"""The calls that a page may make on the workbooks of a folder, by name.

Each takes the folder, the request and the bytes that came with it, does one use case of `service`, and returns the
outcome and the call's own fields. Two fields are for `page_session` alone: `path`, the workbook to show afterwards, and
`current`, true where an action has just updated it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.web.page_view import View
from tournament_xl.frontends.web.page_workbooks import CallRequest, PageWorkbooks
from tournament_xl.messages import page as texts
from tournament_xl.messages import submission as send_texts
from tournament_xl.service import act, read, type_cells, type_facts
from tournament_xl.service.workbook_access import WorkbookFile, decode_workbook
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.snapshot import ExternalError, replace_surrogates
from tournament_xl.workbook.working_copy import Outcome

if TYPE_CHECKING:
    from tournament_xl.players.list_table import ListError

CallResult = tuple[Outcome, View]  # the outcome, and the fields that the call adds to the answer


def _books(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """List the workbooks of the folder, the most recently modified first, each with its status."""
    listed = read.list_workbooks(workbooks.folder)
    return Outcome(DONE), {
        "books": [{"file": book.file, "when": book.modified, "status": book.status} for book in listed]
    }


def _open(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    return Outcome(DONE), {"path": workbooks.path(request)}


def _take(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Put a workbook from elsewhere into the folder; `over` allows it to replace another one of the same name."""
    path = workbooks.path(request)
    read.add_workbook(path, data, replace=bool(request.get("over")))
    return Outcome(DONE), {"path": path}


def _new(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Create a workbook; the list of players is `data`, a file called `list` or a text, or a workbook of the folder.

    `field` says where a refusal belongs that has no cell: "list", or the setting "Nom"; `line` the first line of the
    list at fault, 0 for none. `missing`: settings that the
    federation asks for and that are empty.
    """
    from tournament_xl.players.list_table import ListError
    from tournament_xl.service.create import CreateRequest, PlayerList, create  # saves its import in a press

    path, players = workbooks.path(request), None
    settings = {name: replace_surrogates(str(text).strip()) for name, text in request.get("settings", {}).items()}
    name = Path(str(request.get("list") or "")).name
    if data or name:
        source = Path(name or texts.PASTED) if data else workbooks.path({"file": name})
        players = PlayerList(source, data or None, [workbooks.folder])
    filled_in = {name: text for name, text in settings.items() if text}
    if path.exists():
        return Outcome(ExternalError.code, texts.NAME_TAKEN.format(file=printable_path(path.name))), {"field": "Nom"}
    try:
        result = create(CreateRequest(path, str(request["game"]), filled_in, players, shown_path=path.name))
    except ListError as error:
        return Outcome(error.code, _list_sentence(error, name)), {"field": "list", "line": error.line}
    if result.path is None:
        return result.outcome, {"line": result.line}
    workbooks.note_created(result.path)
    return result.outcome, {"path": result.path, "missing": [*result.missing]}


def _discard(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Delete the workbook that `new` has just created; refused once anything was done in it."""
    if workbooks.discard_created(workbooks.path(request)):
        return Outcome(DONE), {}
    return Outcome(REFUSED, texts.NOT_DISCARDED), {}


def _carry_over(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Say what the next tournament takes over from this one: `players` (name, cote), `settings`, and a sentence.

    `taken`: names of the workbooks of the folder, which it cannot have.
    """
    from tournament_xl.service.create import read_carried_over

    carried = read_carried_over(workbooks.workbook(request))
    return Outcome(DONE, carried.sentence), {
        "players": [[player.name, player.rating] for player in carried.players],
        "settings": dict(carried.settings),
        "taken": workbooks.names(),
    }


def _press(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Do a button's action; `force` and `provisional` are the options of undo and ratings."""
    path, action = workbooks.path(request), str(request["action"])
    if action in act.SHEETS:
        options = {name: bool(request.get(name)) for name in ("force", "provisional")}
        return _render_action(path, act.act(workbooks.open(path), act.ActionRequest(action, **options)))
    return _BUTTONS[action](workbooks.open(path), path, request)


def _render_action(path: Path, result: act.ActionResult) -> CallResult:
    extra: View = {"path": path, "current": True, "show": result.sheet}
    return result.outcome, extra | ({"doubt": True} if result.doubt else {})


def _send(workbook: WorkbookFile, path: Path, request: CallRequest) -> CallResult:
    """Write the files for the federation into a folder of their own, and return the mail to be read."""
    from tournament_xl.service.send import send

    folder = path.parent / send_texts.FOLDER.format(stem=path.stem)
    result = send(workbook, folder)
    if result.mail is None:
        return result.outcome, {}
    names = [folder.name, *(f"{folder.name}/{file.name}" for file in sorted(result.files))]
    return result.outcome, {"files": names, "mail": asdict(result.mail), "complete": result.complete}


def _publish(workbook: WorkbookFile, path: Path, request: CallRequest) -> CallResult:
    """Write the pages into the folder next to the workbook."""
    from tournament_xl.service.publish import publish

    result = publish(workbook, initials=bool(request.get("initials")))
    return result.outcome, {"files": [result.folder.name] if result.folder and result.outcome.code == DONE else []}


def _check(workbook: WorkbookFile, path: Path, request: CallRequest) -> CallResult:
    from tournament_xl.service.check import check_workbook

    return check_workbook(workbook), {}


def _upgrade(workbook: WorkbookFile, path: Path, request: CallRequest) -> CallResult:
    """Make the workbook anew from today's template, in the same folder; the new one is shown."""
    from tournament_xl.service.upgrade import upgrade

    result = upgrade(workbook)
    return result.outcome, {"path": result.path} if result.path else {}


_BUTTONS: dict[str, Callable[[WorkbookFile, Path, CallRequest], CallResult]] = {
    "send": _send, "publish": _publish, "check": _check, "upgrade": _upgrade,
}  # fmt: skip


def _result(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Type the result of a match of a round (`round`, `pair`), or of a game of the finals (`final`, its title).

    `scores` and `was`, the old texts, are by column, that of how else the match ended too; `sure`: also unlikely ones.
    """
    path, pair = workbooks.path(request), [str(number) for number in request.get("pair", ())]
    match = type_facts.MatchKey(int(request.get("round", 0)), pair, str(request.get("final", "")))
    scores, was = ({name: str(text) for name, text in request[key].items()} for key in ("scores", "was"))
    sure = bool(request.get("sure"))
    return _render_typing(path, type_facts.type_result(workbooks.open(path), match, scores, was, sure=sure))


def _setting(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Type a setting, or a choice of finals, by its `name`."""
    path, name = workbooks.path(request), str(request["name"])
    return _render_typing(path, type_facts.type_setting(workbooks.open(path), name, str(request["value"])))


def _fix(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Fix a `pair` of the next round, or release it without `fixed`."""
    path, pair = workbooks.path(request), [str(number) for number in request["pair"]]
    return _render_typing(path, type_facts.fix_pair(workbooks.open(path), pair, fixed=bool(request.get("fixed"))))


def _presence(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Set whether a player comes to the next round: his `row` of Joueurs, `state` "here", "absent" or "left"."""
    path, row = workbooks.path(request), int(request["row"])
    return _render_typing(path, type_cells.set_presence(workbooks.open(path), row, str(request["state"])))


def _type(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Type cells of a row's form as a person would, all or none: `sheet`, `row`, `column`, `value`, and `was`."""
    path, cells = workbooks.path(request), [_read_cell(cell) for cell in request["cells"]]
    workbook, sure = workbooks.open(path), bool(request.get("sure"))
    return _render_typing(path, type_cells.type_cells(workbook, type_facts.add_identity(workbook, cells), sure=sure))


def _read_cell(cell: CallRequest) -> type_cells.TypedCell:
    return type_cells.TypedCell(
        str(cell["sheet"]), int(cell["row"]), int(cell["column"]), str(cell["value"]), cell.get("was")
    )


def _render_typing(path: Path, result: type_cells.TypingResult) -> CallResult:
    return result.outcome, {"doubt": True} if result.doubt else {"path": path}


def _order_names(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """List the names on Joueurs that are not in order, each as typed and in order; with `sure`, type them in order."""
    from tournament_xl.service.order_names import find_names_to_order, order_names

    path = workbooks.path(request)
    if request.get("sure"):
        return _render_typing(path, order_names(workbooks.open(path)))
    names = find_names_to_order(workbooks.workbook(request))
    return Outcome(DONE), {"names": [[name.name, name.ordered] for name in names]}


def _register(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Enter the players of a list (`data`, a file called `list` or a text) into Joueurs before the first round.

    `line`: the first line of the list at fault, 0 for none.
    """
    from tournament_xl.players.list_table import ListError
    from tournament_xl.service.create import PlayerList  # with the readers of lists, which other calls do without
    from tournament_xl.service.register import register_players

    path, name = workbooks.path(request), Path(str(request.get("list") or "")).name
    try:
        players = PlayerList(Path(name or texts.PASTED), data, [workbooks.folder])
        result = register_players(workbooks.open(path), players)
    except ListError as error:
        return Outcome(error.code, _list_sentence(error, name)), {"line": error.line}
    return result.outcome, {"path": path, "line": result.line}


def _list_sentence(error: ListError, name: str) -> str:
    """Return what is wrong with a list; of one that was pasted, not of a file called `name`, in the words for that."""
    from tournament_xl.messages.players import NO_NAME_PASTED  # saves its import in a press
    from tournament_xl.players.list_table import NoNameColumnError

    if isinstance(error, NoNameColumnError) and not name:
        return NO_NAME_PASTED.format(file=texts.PASTED, line=error.line, found=error.titles)
    return str(error)


def _received(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Append a file of phone results to the file next to the workbook; write the agreed results into Résultats."""
    from tournament_xl.service.phone_results import take_phone_results

    path = workbooks.path(request)
    return _render_action(path, take_phone_results(workbooks.open(path), data))


def _copies(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """List the backups of the workbook, newest first."""
    from tournament_xl.service.backups import list_backups

    listed = list_backups(workbooks.path(request))
    return Outcome(DONE), {
        "rows": [backup.cells for backup in listed],
        "names": [backup.file.name for backup in listed],
    }


def _back(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Restore a backup by its name; the present state is backed up first."""
    from tournament_xl.service.backups import restore_backup

    path = workbooks.path(request)
    return restore_backup(path, str(request["name"]))._replace(next_step=()), {"path": path}


def _explain(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Explain the pairs of a round."""
    from tournament_xl.service.explain import explain

    round_number = int(request["round"]) if request.get("round") else None
    explanations = explain(workbooks.workbook(request), round_number, request.get("table"))
    return Outcome(DONE), {"pairs": [explanation._asdict() for explanation in explanations]}


def _what_if(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Compute the standings and the next pairs for supposed results; nothing is written."""
    from tournament_xl.service.what_if import SupposedResult, suppose

    results = [SupposedResult(str(table), str(text)) for table, text in request["tables"]]
    result = suppose(workbooks.workbook(request), results)
    table = result.standings.table
    columns = [name for name in table.columns if any(row.get(name) not in (None, "") for row in table.rows)]
    rows = [columns, *([cell_text(row.get(name)) for name in columns] for row in table.rows)]
    pairs = [
        {"table": str(pair.table or ""), "sides": [side._asdict() for side in pair.sides]} for pair in result.pairs
    ]
    return Outcome(DONE, result.message), {"standings": rows, "next": pairs}


def _standings(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Return the standings after a round that has been played."""
    from tournament_xl.service.standings import compute_standings

    standings = compute_standings(decode_workbook(workbooks.workbook(request)), int(request["after"]))
    return Outcome(DONE, standings.title), {"standings": _render_texts([*standings.table.lines()])}


def _paper(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Render a sheet, or what it has of one round, as paper, updated; nothing is written."""
    from tournament_xl.service.print_sheet import render_sheet  # with the papers, which other calls do without

    round_number = int(request.get("round") or 0)
    return Outcome(DONE), {"paper": render_sheet(workbooks.workbook(request), str(request["sheet"]), round_number)}


def _screen(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Render the hall's screen, updated; nothing is written."""
    from tournament_xl.service.hall_screen import render_hall_screen  # with Jinja, which other calls do without

    screen = render_hall_screen(workbooks.workbook(request))
    return Outcome(DONE), {"page": screen.page, "views": screen.views}


def _render_texts(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in rows]


CALLS: Mapping[str, Callable[[PageWorkbooks, CallRequest, bytes], CallResult]] = {
    "books": _books, "open": _open, "take": _take, "new": _new, "discard": _discard, "carry_over": _carry_over,
    "press": _press, "result": _result, "setting": _setting, "fix": _fix, "presence": _presence, "type": _type,
    "register": _register, "order_names": _order_names, "received": _received,
    "copies": _copies, "back": _back, "explain": _explain, "what_if": _what_if,
    "standings": _standings, "paper": _paper, "screen": _screen,
}  # fmt: skip
