r"""An Excel for the real xlwings, played by the fake workbook of the tests: `excel_com.py REPOSITORY SITE WORKBOOK`.

It runs in the Windows of `make windows`, is found as Excel is (a window EXCEL7 in an XLDESK that gives its object model
when asked), and answers over COM: arrays, dates, errors and refusals go through the system's marshalling from one
process to another. What its tests want done or told comes as a line of Python through standard input.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

REPOSITORY, SITE, WORKBOOK = sys.argv[1:]
sys.path += [REPOSITORY, SITE]

import pythoncom  # noqa: E402
import win32con  # noqa: E402
import win32gui  # noqa: E402
from win32com.server.exception import COMException  # noqa: E402
from win32com.server.policy import DynamicPolicy  # noqa: E402
from win32com.server.util import NewEnum, unwrap, wrap  # noqa: E402

from tests import xl_engine  # noqa: E402

GET_OBJECT, OBJECT_MODEL = 0x3D, 0xFFFFFFF0  # WM_GETOBJECT, OBJID_NATIVEOM
NOT_FOUND = -2147352573  # DISP_E_MEMBERNOTFOUND: what is asked for is a method, or not there
MODES = {"automatic": -4105, "manual": -4135}


class Served:
    """An object of Excel: attributes and methods have Excel's names, `one` is the fake's object."""

    def __init__(self, fake: Any = None) -> None:
        self.__dict__["one"] = fake

    def _dynamic_(self, name: str, locale: int, flags: int, arguments: tuple[Any, ...]) -> object:
        try:
            if name == "_NewEnum":
                return NewEnum([outwards(each) for each in self])  # type: ignore[attr-defined]
            if flags & (pythoncom.DISPATCH_PROPERTYPUT | pythoncom.DISPATCH_PROPERTYPUTREF):
                return setattr(self, name, inwards(arguments[0]))
            member = getattr(self, "Item" if name == "_value_" else name)
            if not callable(member):
                return (outwards(member),)  # a tuple alone would be a result and what goes back through arguments
            if flags & pythoncom.DISPATCH_METHOD:
                return (outwards(member(*map(inwards, arguments))),)
        except xl_engine.ComError as error:
            _, source, text, *_, code = error.excepinfo
            raise COMException(text, scode=code, source=source) from error
        except AttributeError:
            pass
        raise COMException("", scode=NOT_FOUND, hresult=NOT_FOUND)


def outwards(value: object) -> object:
    """Convert a value that leaves this process."""
    if isinstance(value, tuple):
        return tuple(map(outwards, value))
    if isinstance(value, Served):
        return wrap(value, usePolicy=DynamicPolicy)
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC)
    return value  # an error as a whole number: pywin32 sends no VT_ERROR of its own, but reads one so


def inwards(value: object) -> object:
    """Convert a value that has come in; an object of ours to the fake's."""
    return unwrap(value).one if hasattr(value, "QueryInterface") else value


def passed_on(name: str) -> Any:
    """Make a property that is the fake's, under another name."""
    return property(lambda self: getattr(self.one, name), lambda self, value: setattr(self.one, name, value))


class Anything(Served):
    """Object that takes every setting and call, and returns nothing."""

    def Add(self, *_: object) -> None:
        pass


class Many(Served):
    def __iter__(self) -> Iterator[object]:
        return iter(self.one)


class Application(Served):
    Hwnd = 0
    Application = property(lambda self: self)
    Workbooks = property(lambda self: Many([Workbook(book) for book in self.one.opened]))
    Selection = property(lambda self: self.one.selection and Range(self.one.selection))
    ScreenUpdating = passed_on("screen_updating")
    EnableEvents = passed_on("enable_events")

    @property
    def Calculation(self) -> int:
        return MODES[self.one.calculation]

    @Calculation.setter
    def Calculation(self, mode: int) -> None:
        (self.one.calculation,) = (name for name, number in MODES.items() if number == mode)


class Workbook(Served):
    Saved, ReadOnly, AutoSaveOn = True, False, False
    Application = property(lambda self: Application(self.one.app))
    FullName = passed_on("FullName")
    Name = passed_on("name")
    Worksheets = property(lambda self: Worksheets(self.one))

    def SaveCopyAs(self, path: str) -> None:
        self.one.SaveCopyAs(path)

    def Activate(self) -> None:
        pass


class Worksheets(Served):
    def __iter__(self) -> Iterator[object]:
        return map(Worksheet, self.one.pages.values())

    def Item(self, name: str) -> object:
        return Worksheet(self.one.pages[name])


class Worksheet(Served):
    AutoFilterMode, PageSetup, HPageBreaks = False, Anything(), Anything()
    Name = passed_on("name")
    Parent = property(lambda self: Workbook(self.one.book))
    FilterMode = passed_on("FilterMode")
    ProtectContents = passed_on("ProtectContents")
    ListObjects = property(lambda self: Many([]))
    UsedRange = property(lambda self: Range(self.one.used_range))
    Visible = property(lambda self: -self.one.visible, lambda self, on: setattr(self.one, "visible", bool(on)))

    def Cells(self, row: int, column: int) -> object:
        return Range(self.one.range((row, column)))

    def Range(self, first: Any, last: Any) -> object:
        return Range(self.one.range(first, last))

    def Activate(self) -> None:
        self.one.activate()

    def ResetAllPageBreaks(self) -> None:
        pass


class Range(Served):
    EntireRow, EntireColumn = Anything(), Anything()
    Row = passed_on("row")
    Column = passed_on("column")
    Rows = property(lambda self: Counted(self.one.shape[0]))
    Columns = property(lambda self: Counted(self.one.shape[1]))
    Count = property(lambda self: len(self.one))
    Address = property(lambda self: f"${self.one.row}")
    Worksheet = property(lambda self: Worksheet(self.one.sheet))
    NumberFormat = passed_on("number_format")
    MergeCells = passed_on("merge_cells")
    MergeArea = property(lambda self: Range(self.one.merge_area))
    Value = passed_on("raw_value")
    Formula = passed_on("formula")

    @Value.setter
    def Value(self, rows: object) -> None:
        self.one.raw_value = rows if isinstance(rows, tuple) else ((rows,),)

    def Item(self, down: int, right: int) -> object:
        return Range(self.one(down, right))

    def Select(self) -> None:
        self.one.select()


class Counted(Served):
    Count = property(lambda self: self.one)


def window(name: str, parent: int, answers: dict[int, Any]) -> int:
    """Create a window of a class of this name."""
    window_class = win32gui.WNDCLASS()
    window_class.lpszClassName, window_class.lpfnWndProc = name, answers
    style = win32con.WS_CHILD if parent else win32con.WS_OVERLAPPED
    return win32gui.CreateWindow(win32gui.RegisterClass(window_class), "Excel", style, 0, 0, 9, 9, parent, 0, 0, None)


def main() -> None:
    excel = xl_engine.Excel()
    if WORKBOOK:
        excel.open(WORKBOOK)
    served = wrap(Application(excel), usePolicy=DynamicPolicy)
    identity = (ctypes.c_byte * 16).from_buffer_copy(bytes(pythoncom.IID_IDispatch))
    pointer = ctypes.c_void_p()
    give = ctypes.PyDLL(pythoncom.__file__).PyCom_InterfaceFromPyObject
    assert give(ctypes.py_object(served), identity, ctypes.byref(pointer), False)
    result = ctypes.windll.oleacc.LresultFromObject
    result.restype, result.argtypes = ctypes.c_ssize_t, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]

    def object_model(handle: int, message: int, wparam: int, which: int) -> int:
        if which & 0xFFFFFFFF != OBJECT_MODEL:
            return int(win32gui.DefWindowProc(handle, message, wparam, which))
        return int(result(identity, wparam, pointer))

    Application.Hwnd = window("XLMAIN", 0, {})
    window("EXCEL7", window("XLDESK", Application.Hwnd, {}), {GET_OBJECT: object_model})

    def listen() -> None:
        print("ready", flush=True)
        for line in sys.stdin:
            print(repr(eval(line, {"excel": excel, "xl_engine": xl_engine})), flush=True)
        win32gui.PostMessage(Application.Hwnd, win32con.WM_QUIT, 0, 0)

    threading.Thread(target=listen, daemon=True).start()
    win32gui.PumpMessages()


main()
