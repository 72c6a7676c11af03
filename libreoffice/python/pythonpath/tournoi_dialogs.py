"""What a press says: a box, or a text with a scroll bar when it is long; and what it asks."""

import contextlib

import tournoi_texts as texts
import uno

YES = 2  # result of a question
OK, YES_NO = 1, 3  # buttons of a box
BOXED = 24  # lines that a box has room for on a small screen; more stand in a list with a scroll bar
WIDTH = 80  # letters of a line of a box
POSITION = 3  # what is set: not the size


def tell(window, title, answer):
    """Say what the press gave."""
    notes = [texts.NOTE.format(text=text) for text in answer["warnings"]]
    lines = [f"{problem['sheet']}!{problem['cell']} : {problem['message']}" for problem in answer["problems"]]
    if lines and not answer["text"]:
        heading = texts.PROBLEMS.format(count=len(lines))
        text = "\n\n".join([*notes, *lines])
        if _height(text) > BOXED:
            _list(window, title, heading, text)
        else:
            box(window, "WARNINGBOX", "\n\n".join([*notes, heading, *lines]), title)
        return
    paragraphs = [*lines, answer["text"], *notes]  # a check has problems and a text
    if answer["code"] == 0 and answer.get("status"):
        paragraphs.append(texts.NEXT.format(text=answer["status"]))
    text = "\n\n".join(filter(None, paragraphs))
    if _height(text) > BOXED:
        _list(window, title, answer["message"], text)
    else:
        kind = "INFOBOX" if answer["code"] == 0 else "WARNINGBOX"
        box(window, kind, "\n\n".join(filter(None, [answer["message"], text])), title)


def _height(text):
    """About how many lines a box takes to show it."""
    return sum(1 + len(line) // WIDTH for line in text.split("\n"))


def agrees(window, question):
    """Whether the person says yes."""
    return box(window, "QUERYBOX", question, buttons=YES_NO) == YES


def box(window, kind, text, title=texts.TITLE, buttons=OK):
    """A message box over the window; which button was pressed."""
    context = uno.getComponentContext()
    toolkit = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.Toolkit", context)
    kind = uno.Enum("com.sun.star.awt.MessageBoxType", kind)
    dialog = toolkit.createMessageBox(window or toolkit.getDesktopWindow(), kind, buttons, title, text)
    try:
        return dialog.execute()
    finally:
        dialog.dispose()


def ask(window, title, question):
    """The reply to a question as the exchange has it, a choice's number or a text; None when it is cancelled."""
    choices, top = question["choices"], 32
    kinds = [
        ("RadioButton", f"choice{index}", 14, {"Label": choice, "State": index == 0})
        for index, choice in enumerate(choices)
    ]
    parts = [("FixedText", "heading", (8, 6, 324, 22), {"Label": question["text"], "MultiLine": True})]
    for kind, name, height, values in kinds or [("Edit", "reply", 16, {})]:
        parts.append((kind, name, (8, top, 324, height), values))
        top += height
    parts += [
        ("Button", "ok", (226, top + 8, 50, 16), {"Label": texts.OK, "PushButtonType": 1, "DefaultButton": True}),
        ("Button", "cancel", (282, top + 8, 50, 16), {"Label": texts.CANCEL, "PushButtonType": 2}),
    ]
    with _dialog(window, title, top + 32, parts) as dialog:
        dialog.getControl(parts[1][1]).setFocus()
        if dialog.execute() != OK:
            return None
        if not choices:
            return dialog.getControl("reply").Text
        return str(next(index for index in range(len(choices)) if dialog.getControl(f"choice{index}").State))


def _list(window, title, heading, text):
    """A text that may be long, with a scroll bar."""
    text_field = {"Text": text, "MultiLine": True, "ReadOnly": True, "VScroll": True}
    parts = [
        ("FixedText", "heading", (8, 6, 324, 20), {"Label": heading, "MultiLine": True}),
        ("Edit", "list", (8, 30, 324, 92), text_field),
        ("Button", "close", (282, 128, 50, 16), {"Label": texts.CLOSE, "PushButtonType": 1, "DefaultButton": True}),
    ]
    with _dialog(window, title, 150, parts) as dialog:
        dialog.getControl("close").setFocus()
        dialog.execute()


@contextlib.contextmanager
def _dialog(window, title, height, parts):
    """A dialog in the middle of the window; sizes are in units of about a quarter of a letter."""
    context = uno.getComponentContext()
    create = context.ServiceManager.createInstanceWithContext
    model = create("com.sun.star.awt.UnoControlDialogModel", context)
    model.Title, model.Width, model.Height, model.Moveable = title, 340, height, True
    for kind, name, place, values in parts:
        part = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        part.Name, (part.PositionX, part.PositionY, part.Width, part.Height) = name, place
        for key, value in values.items():
            setattr(part, key, value)
        model.insertByName(name, part)
    dialog = create("com.sun.star.awt.UnoControlDialog", context)
    dialog.setModel(model)
    toolkit = create("com.sun.star.awt.Toolkit", context)
    dialog.createPeer(toolkit, window)
    around, size = window.getPosSize(), dialog.getPosSize()
    left, top = (around.Width - size.Width) // 2, (around.Height - size.Height) // 2
    dialog.setPosSize(max(left, 0), max(top, 0), 0, 0, POSITION)
    try:
        yield dialog
    finally:
        dialog.dispose()
