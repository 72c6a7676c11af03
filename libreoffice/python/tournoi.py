"""LibreOffice's side of a press: sends the workbook to `tournament-xl press ACTION --stdio`, writes the edits back.

Runs in LibreOffice's own Python: standard library and UNO only. The exchange is described in docs/stdio.md. All edits
of a press are one undo step; if anything fails, they are taken back and a dialog says so.
"""

import contextlib
import json
import time
from functools import partial

import tournoi_dialogs as dialogs
import tournoi_program as program
import tournoi_sheets as sheets
import tournoi_texts as texts
import tournoi_write as writing
import uno
from com.sun.star.beans import PropertyValue

_busy = []  # holds the action while one runs: a second click meanwhile does nothing


def press_quietly(action, document, reply=None, *_):
    """A press without any dialog, for other programs and for measuring; the answer as JSON, with times in seconds."""
    answer = _answer(action, document, lambda path: False, reply)
    return json.dumps({name: value for name, value in answer.items() if name != "edits"})


def _press(action, *arguments):
    """What a menu item or a button calls; `arguments` may begin with the document."""
    if _busy:
        return
    document = next(filter(_is_workbook, arguments[:1]), None) or XSCRIPTCONTEXT.getDocument()  # noqa: F821
    if not _is_workbook(document) or document.CurrentController is None:
        frame = XSCRIPTCONTEXT.getDesktop().getCurrentFrame()  # noqa: F821
        dialogs.box(frame.ContainerWindow if frame else None, "ERRORBOX", texts.NO_WORKBOOK)
        return
    window, title = document.CurrentController.Frame.ContainerWindow, texts.BUTTONS[action]
    _busy.append(action)
    try:
        answer = _asked(action, document, None)
        while question := answer.get("question"):
            reply = dialogs.ask(window, title, question)
            if reply is None:
                return
            answer = _asked(action, document, reply)
    finally:
        _busy.clear()
    if answer.get("opens"):
        url = uno.systemPathToFileUrl(answer["opens"])
        XSCRIPTCONTEXT.getDesktop().loadComponentFromURL(url, "_blank", 0, ())  # noqa: F821
    if answer["text"] or not answer.get("opens"):
        dialogs.tell(window, title, answer)


def _asked(action, document, reply):
    """The answer of a press, while the window's foot says that it runs."""
    frame = document.CurrentController.Frame
    window, indicator = frame.ContainerWindow, frame.createStatusIndicator()
    indicator.start(texts.WORKING.format(button=texts.BUTTONS[action]), 1)
    try:
        return _answer(action, document, partial(_agrees, window), reply)
    finally:
        indicator.end()


def _agrees(window, path):
    return dialogs.agrees(window, texts.MAY_START.format(program=path))


def _is_workbook(thing):
    try:
        return thing.supportsService("com.sun.star.sheet.SpreadsheetDocument")
    except Exception:
        return False


def _answer(action, document, may_start, reply):
    """The answer of a press; whatever goes wrong is an answer with a sentence."""
    try:
        return _run(action, document, may_start, reply)
    except sheets.Refusal as refusal:
        sentence = str(refusal)
    except Exception as error:
        sentence = texts.UNEXPECTED.format(reason=sheets.reason(error))
    return {"code": 5, "message": sentence, "text": "", "problems": [], "warnings": []}


def _run(action, document, may_start, reply):
    """Read, ask the program, keep a copy, look again, write, show. An exception leaves the workbook as it was."""
    times, began = {}, time.perf_counter()

    def lap(name):
        nonlocal began
        times[name], began = time.perf_counter() - began, time.perf_counter()

    if document.isReadonly():
        raise sheets.Refusal(texts.READ_ONLY)
    _finish_typing(document)
    path = uno.fileUrlToSystemPath(document.URL) if document.URL.startswith("file:") else ""
    grids = [sheets.read(sheet) for sheet in sheets.all_sheets(document)]
    lap("read")
    sent = {"version": program.VERSION, "name": path, "modified": bool(document.isModified()), "sheets": grids,
            "at": _selected(document), "reply": reply}  # fmt: skip
    answer = program.ask(program.find(document, may_start), action, sent)
    lap("program")
    if answer["code"] == 0 and answer["edits"]:
        sheets.keep_copy(document, path, answer["backup"])
        lap("copy")
        try:
            sheets.refuse_changes(document, grids, {block["sheet"] for block in answer["edits"]})
            lap("look")
            _show(document, answer)  # with Tournoi in front LibreOffice 7.4 would record steps to undo of its own
            looks = (answer.get(kind, ()) for kind in ("reveal", "folds", "pages", "widths", "heights", "logo"))
            writing.write(document, texts.BUTTONS[action], answer["edits"], *looks)
        except Exception:
            sheets.remove(answer["backup"].get("file", ""))  # a copy of what stands there still
            raise
        for old in answer["backup"].get("remove", ()):
            sheets.remove(old)
        if not answer["backup"]:
            answer["warnings"].append(texts.UNSAVED)
        lap("write")
    _show(document, answer)
    lap("show")
    return answer | {"times": times}


def _selected(document):
    """Sheet and row of the selected cell, as the exchange has it."""
    with contextlib.suppress(Exception):  # something else is selected
        area = document.CurrentSelection.RangeAddress
        return [document.Sheets.getByIndex(area.Sheet).Name, area.StartRow + 1]
    return ["", 0]


def _finish_typing(document):
    """Take over what is being typed in a cell, as the green tick beside the formula does."""
    if document.CurrentController is not None:
        _dispatch(document, "AcceptFormula")


def _go_to(document, cell):
    """Put the cursor on a cell as a click would: a selected cell is a marked range, which Tab does not leave."""
    document.CurrentController.setActiveSheet(cell.Spreadsheet)
    _dispatch(document, "GoToCell", PropertyValue("ToPoint", 0, cell.AbsoluteName.rpartition(".")[2], 0))


def _dispatch(document, command, *arguments):
    """Do what a menu or a key of LibreOffice does."""
    context = uno.getComponentContext()
    dispatcher = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    dispatcher.executeDispatch(document.CurrentController.Frame, f".uno:{command}", "", 0, arguments)


def _show(document, answer):
    """Bring the sheet concerned to the front, and the cell of the first problem under the cursor."""
    controller = document.CurrentController
    if controller is None or not document.Sheets.hasByName(answer["show"]):
        return
    sheet = document.Sheets.getByName(answer["show"])
    with contextlib.suppress(Exception):
        for position in answer.get("select", ()):
            selected = document.Sheets.getByName(position["sheet"])
            _go_to(document, selected.getCellByPosition(position["column"] - 1, position["row"] - 1))
    with contextlib.suppress(Exception):  # the edits stand, or there are none: a hidden sheet is no reason to fail
        controller.setActiveSheet(sheet)
        for first in answer["problems"][:1]:
            _go_to(document, sheet.getCellByPosition(first["column"] - 1, first["row"] - 1))


_scripts = {f"press_{action.replace('-', '_')}": partial(_press, action) for action in texts.BUTTONS}
globals().update(_scripts)  # press_pair and so on: what the menu (build_oxt.py) and a button name
g_exportedScripts = tuple(_scripts.values())
