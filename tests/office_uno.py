"""UNO side of tests/office.py: run by the Python that LibreOffice's UNO belongs to, a request a line as JSON.

`office_uno.py PIPE` connects to an office listening on that pipe. A request is [name, arguments]; the answer is
{"value": …} or {"error": …}. It has a process of its own, because UNO clients may crash when their interpreter ends.
"""

import json
import os
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.document.MacroExecMode import USE_CONFIG

MENU_BAR, PUSH_BUTTON = 35, 44  # roles of accessible things
SCRIPT = "vnd.sun.star.script:tournament-xl.oxt|python|tournoi.py${}?language=Python&location=user:uno_packages"


def connect(pipe):
    """Return the context, desktop and toolkit of an office; None while it answers without having them yet."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    create = context.ServiceManager.createInstanceWithContext
    desktop, toolkit = (create(f"com.sun.star.{name}", context) for name in ("frame.Desktop", "awt.Toolkit"))
    return (context, desktop, toolkit) if desktop and toolkit else None


class Hands:
    """Requests of a test; every method is a request."""

    def __init__(self, pipe):
        self.context, self.desktop, self.toolkit = until(lambda: connect(pipe), 100)  # a first start takes its time
        self.document = None

    def load(self, path):
        """Open a workbook in a window of the screen's size, macros as the profile has it, and close the one before."""
        before, url = self.document, uno.systemPathToFileUrl(path)
        macros = PropertyValue("MacroExecutionMode", 0, USE_CONFIG, 0)
        self.document = self.desktop.loadComponentFromURL(url, "_blank", 0, (macros,))
        screen = self.toolkit.WorkArea
        self.document.CurrentController.Frame.ContainerWindow.setPosSize(0, 0, screen.Width, screen.Height, 15)
        if before is not None:
            before.setModified(False)
            before.close(True)

    def rows(self, sheet):
        """Read all values of a sheet from A1."""
        page = self.document.Sheets.getByName(sheet)
        cursor = page.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        return [list(row) for row in page.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).getDataArray()]

    def visible(self):
        """List the sheets that are not hidden."""
        sheets = self.document.Sheets
        return [name for name in sheets.ElementNames if sheets.getByName(name).IsVisible]

    def type(self, sheet, cells):
        """Set cells, address -> number or text."""
        for address, value in cells.items():
            cell = self.document.Sheets.getByName(sheet).getCellRangeByName(address)
            if isinstance(value, str):
                cell.setString(value)
            else:
                cell.setValue(value)

    def look(self):
        """Return the sheet in front and the selected cell."""
        selected = getattr(self.document.CurrentSelection, "AbsoluteName", "")
        return [self.document.CurrentController.getActiveSheet().Name, selected]

    def show(self, sheet, cell="A1"):
        page, controller = self.document.Sheets.getByName(sheet), self.document.CurrentController
        controller.setActiveSheet(page)
        controller.select(page.getCellRangeByName(cell))

    def draw(self, sheet, name, path):
        """Put a picture on a sheet, as a person would, 4 cm by 2."""
        create = self.context.ServiceManager.createInstanceWithContext
        graphics = create("com.sun.star.graphic.GraphicProvider", self.context)
        shape = self.document.createInstance("com.sun.star.drawing.GraphicObjectShape")
        self.document.Sheets.getByName(sheet).DrawPage.add(shape)
        shape.Graphic = graphics.queryGraphic((PropertyValue("URL", 0, uno.systemPathToFileUrl(path), 0),))
        shape.Name, size = name, shape.Size
        size.Width, size.Height = 4000, 2000
        shape.Size = size

    def drawn(self, sheet):
        """List the drawings of a sheet: name, cell, position, size."""
        shapes = self.document.Sheets.getByName(sheet).DrawPage
        drawings = [(shape, shape.Position, shape.Size) for shape in map(shapes.getByIndex, range(shapes.Count))]
        return [
            [shape.Name, shape.Anchor.AbsoluteName, place.X, place.Y, size.Width, size.Height]
            for shape, place, size in drawings
        ]

    def menu(self, title):
        """Find a menu of the menu bar on the screen, and its items: {name: middle}."""
        window = self.document.CurrentController.Frame.ContainerWindow.getAccessibleContext()
        bar = next(item for item in children(window, 1) if item.getAccessibleRole() == MENU_BAR)
        menu = next(item for item in children(bar, 1) if item.getAccessibleName() == title)
        return {"at": middle(menu), "items": {item.getAccessibleName(): middle(item) for item in children(menu, 1)}}

    def button(self, label):
        """Bring Tournoi to the front and return the middle of a button on it; null when there is none."""
        page, controller = self.document.Sheets.getByName("Tournoi"), self.document.CurrentController
        controller.setActiveSheet(page)
        for shape in (page.DrawPage.getByIndex(number) for number in range(page.DrawPage.Count)):
            if shape.ShapeType == "com.sun.star.drawing.ControlShape" and shape.Control.Label == label:
                time.sleep(0.3)
                return middle(controller.getControl(shape.Control).getAccessibleContext())
        return None

    def dialogs(self):
        """List the dialogs in front: title, texts, and the middle of each button."""
        main = self.document.CurrentController.Frame.ContainerWindow
        dialogs = []
        for number in range(self.toolkit.getTopWindowCount()):
            try:
                window = self.toolkit.getTopWindow(number)
                if window != main and hasattr(window, "getAccessibleContext"):
                    dialogs.append(described(window.getAccessibleContext()))
            except Exception:  # it is vanishing
                continue
        return [dialog for dialog in dialogs if dialog["buttons"]]

    def modify(self):
        """Mark the workbook as changed since it was saved."""
        self.document.setModified(True)

    def undo_titles(self):
        return list(self.document.UndoManager.getAllUndoActionTitles())

    def undo(self):
        self.document.UndoManager.undo()

    def press(self, action):
        """Press a button without dialogs and return the answer."""
        create = self.context.ServiceManager.createInstanceWithContext
        factory = create("com.sun.star.script.provider.MasterScriptProviderFactory", self.context)
        script = factory.createScriptProvider("user:uno_packages").getScript(SCRIPT.format("press_quietly"))
        return json.loads(script.invoke((action, self.document), (), ())[0])

    def save(self):
        self.document.store()


def until(test, seconds):
    """Wait until `test` gives a value, and return it; raise TimeoutError after so many seconds."""
    end, last_error = time.monotonic() + seconds, None
    while time.monotonic() < end:
        try:
            if value := test():
                return value
        except Exception as error:
            last_error = error
        time.sleep(0.1)
    raise TimeoutError(f"{seconds} s, last error: {last_error!r}")


def children(context, depth):
    """Walk the accessible objects, at most so many levels down."""
    for number in range(min(context.getAccessibleChildCount(), 200)):
        child = context.getAccessibleChild(number)
        inside = child.getAccessibleContext() if child is not None else None
        if inside is None:  # it is vanishing
            continue
        yield inside
        if depth > 1:
            yield from children(inside, depth - 1)


def described(dialog):
    inside = list(children(dialog, 4))
    buttons = {part.getAccessibleName(): middle(part) for part in inside if part.getAccessibleRole() == PUSH_BUTTON}
    texts = [part.getText() for part in inside if hasattr(part, "getText")]
    return {"title": dialog.getAccessibleName(), "text": "\n".join(texts), "buttons": buttons}


def middle(context):
    corner, size = context.getLocationOnScreen(), context.getSize()
    return [corner.X + size.Width // 2, corner.Y + size.Height // 2]


def describe(error):
    return f"{type(error).__name__}: {str(error)[:500]}"


def serve(pipe):
    try:
        hands = Hands(pipe)
    except Exception as error:
        print(json.dumps({"error": describe(error)}), flush=True)
        return
    print(json.dumps({"value": "ready"}), flush=True)
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"value": getattr(hands, name)(*arguments)}
        except Exception as error:
            answer = {"error": describe(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    try:
        serve(sys.argv[1])
    finally:
        os._exit(0)
