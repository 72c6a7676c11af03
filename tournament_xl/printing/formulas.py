"""Conditions of conditional formats: parsed once, then evaluated for each cell as a spreadsheet does.

Only what the conditions of the templates use is understood; anything else raises `FormulaError` when it is parsed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tournament_xl.xlsx.sheet import parse_column

Value = Any  # None for an empty cell, str, float, bool; a list of these for a range
ReadCell = Callable[[str, int, int], Value]  # sheet ("" for the sheet of the condition), row, column
_LONGEST, _DEEPEST = 4000, 60  # signs of a condition, rows of a range; brackets within each other, columns of a range
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>"(?:[^"]|"")*")
    | (?P<cell>(?:(?P<sheet>'[^'!]+'|\w+)!)?
        (?P<ref>\$?[A-Z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Z]{1,3}\$?[0-9]{1,7})?)(?![\w(]))
    | (?P<number>[0-9]+(?:\.[0-9]+)?)
    | (?P<call>[A-Z][A-Z0-9.]*)\(
    | (?P<name>[A-Za-z_]\w*)
    | (?P<sign><>|<=|>=|[-+*/&=<>(),])
    )""",
    re.VERBOSE,
)
_CORNER = re.compile(r"(\$?)([A-Z]{1,3})(\$?)([0-9]{1,7})")


class FormulaError(ValueError):
    """The condition is not understood, or one of its values is an error such as #VALUE!."""


class Spot(NamedTuple):
    """Cell for which a condition is evaluated, and the function that reads cells."""

    read: ReadCell
    row: int
    column: int


Evaluate = Callable[[Spot], Value]
Operator = Callable[[Value, Value], Value]


class Condition:
    """Condition of a conditional format.

    Attributes:
        by_row: Whether the condition has one result for all cells of a row.
    """

    def __init__(self, text: str, anchor: tuple[int, int], names: Mapping[str, str]) -> None:
        """Parse a condition.

        Args:
            text: The condition without "=".
            anchor: Row and column of the cell for which it is written, the first one of its area.
            names: Formulas by the names that the workbook defines.

        Raises:
            FormulaError: It is not understood.
        """
        self.by_row = True
        self._anchor, self._names = anchor, names
        self._evaluate = self._parse(text, 0)

    def holds(self, read: ReadCell, row: int, column: int) -> bool:
        """Check whether the condition holds for a cell (row and column from 1).

        False where its value is an error or a text. `read` reads the cells to which the condition refers.
        """
        try:
            return bool(_to_bool(self._evaluate(Spot(read, row, column))))
        except (FormulaError, ArithmeticError):
            return False

    def _parse(self, text: str, depth: int) -> Evaluate:
        if len(text) > _LONGEST or depth > _DEEPEST:
            raise FormulaError(text[:40])
        tokens, position = list[tuple[str, re.Match[str]]](), 0
        while position < len(text.rstrip()):
            token = _TOKEN.match(text, position)
            if token is None or token.lastgroup is None:
                raise FormulaError(text[position : position + 40])
            kind = next(name for name in ("text", "cell", "number", "call", "name", "sign") if token[name] is not None)
            tokens.append((token[kind] if kind == "sign" else kind, token))
            position = token.end()
        parser = _Parser(self, tokens, depth)
        formula = parser.parse_comparison()
        if parser.tokens:
            raise FormulaError(text[:40])
        return formula

    def refer(self, sheet: str, reference: str) -> Evaluate:
        """Return the function that reads a cell, or a range as a list, row by row; a large range is cut.

        References without "$" move with the cell for which the condition is evaluated. One to the condition's own sheet
        whose column moves ("A1") sets `by_row` to False.

        Args:
            sheet: Name of the sheet; "" for the condition's own.
            reference: "$A1" or "$A$1:B9".
        """
        corners = [match.groups() for match in _CORNER.finditer(reference)]
        if any(not fixed for fixed, *_ in corners) and not sheet:
            self.by_row = False
        places = [
            (
                (0, parse_column(letters)) if fixed_column else (1, parse_column(letters) - self._anchor[1]),
                (0, int(digits)) if fixed_row else (1, int(digits) - self._anchor[0]),
            )
            for fixed_column, letters, fixed_row, digits in corners
        ]

        def locate(spot: Spot) -> list[tuple[int, int]]:
            return [(moves_row * spot.row + row, moves_column * spot.column + column)
                    for (moves_column, column), (moves_row, row) in places]  # fmt: skip

        if len(places) == 1:
            return lambda spot: spot.read(sheet, *locate(spot)[0])

        def read_range(spot: Spot) -> list[Value]:
            (top, left), (bottom, right) = locate(spot)
            return [
                spot.read(sheet, row, column)
                for row in range(top, min(bottom, top + _LONGEST) + 1)
                for column in range(left, min(right, left + _DEEPEST) + 1)
            ]

        return read_range

    def resolve(self, name: str, depth: int) -> Evaluate:
        """Return the function that evaluates a name: TRUE, FALSE, or a name that the workbook defines, parsed here.

        Args:
            name: The name.
            depth: Number of names and brackets around it.

        Raises:
            FormulaError: The workbook does not define it, or its formula is not understood or nested too deeply.
        """
        if name in ("TRUE", "FALSE"):
            return lambda spot: name == "TRUE"
        if name not in self._names:
            raise FormulaError(name)
        return self._parse(self._names[name], depth + 1)


class _Parser:
    """Parser of a formula's tokens, from the weakest operators to the strongest."""

    def __init__(self, condition: Condition, tokens: list[tuple[str, re.Match[str]]], depth: int) -> None:
        self.condition, self.tokens, self.depth = condition, tokens, depth

    def parse_comparison(self) -> Evaluate:
        """Consume the tokens of one formula, or of one part in brackets, and return the function that evaluates it."""
        return self._chain(_COMPARISONS, lambda: self._chain({"&": _join}, self._parse_sum))

    def _parse_sum(self) -> Evaluate:
        sums = {"+": _calculate(operator.add), "-": _calculate(operator.sub)}
        products = {"*": _calculate(operator.mul), "/": _calculate(operator.truediv)}
        return self._chain(sums, lambda: self._chain(products, self._parse_value))

    def _chain(
        self, operators: Mapping[str, Callable[[Value, Value], Value]], parse: Callable[[], Evaluate]
    ) -> Evaluate:
        left = parse()
        while self.tokens and self.tokens[0][0] in operators:
            left = _combine(operators[self.tokens.pop(0)[0]], left, parse())
        return left

    def _parse_value(self) -> Evaluate:
        if not self.tokens or self.depth > _DEEPEST:
            raise FormulaError("")
        kind, token = self.tokens.pop(0)
        if kind == "text":
            text = token["text"][1:-1].replace('""', '"')
            return lambda spot: text
        if kind == "number":
            number = float(token["number"])
            return lambda spot: number
        if kind == "cell":
            return self.condition.refer((token["sheet"] or "").strip("'"), token["ref"])
        if kind == "name":
            return self.condition.resolve(token["name"], self.depth)
        self.depth += 1
        try:
            if kind in "+-":
                value = self._parse_value()
                return lambda spot: _to_number(value(spot)) * (-1 if kind == "-" else 1)
            if kind == "(":
                value = self.parse_comparison()
                self._expect(")")
                return value
            if kind == "call":
                return self._parse_call(token["call"])
        finally:
            self.depth -= 1
        raise FormulaError(kind)

    def _parse_call(self, name: str) -> Evaluate:
        arguments = list[Evaluate]()
        while self.tokens and self.tokens[0][0] != ")":
            if arguments:
                self._expect(",")
            arguments.append(self.parse_comparison())
        self._expect(")")
        if name in _LAZY:
            lazy = _LAZY[name]
            return lambda spot: lazy(spot, *arguments)
        if name not in _FUNCTIONS:
            raise FormulaError(name)
        function = _FUNCTIONS[name]

        def call(spot: Spot) -> Value:
            try:
                return function(*(argument(spot) for argument in arguments))
            except TypeError as error:  # another number of arguments
                raise FormulaError(name) from error

        return call

    def _expect(self, sign: str) -> None:
        if not self.tokens or self.tokens.pop(0)[0] != sign:
            raise FormulaError(sign)


def _combine(apply: Callable[[Value, Value], Value], left: Evaluate, right: Evaluate) -> Evaluate:
    return lambda spot: apply(left(spot), right(spot))


def _calculate(apply: Callable[[float, float], float]) -> Callable[[Value, Value], Value]:
    return lambda left, right: apply(_to_number(left), _to_number(right))


def _join(left: Value, right: Value) -> str:
    return _to_text(left) + _to_text(right)


def _order(value: Value, other: Value) -> tuple[int, Value]:
    """Return the sort key of a value: numbers before texts before truth values; an empty cell counts as 0 or as "".

    It counts as "" where `other`, with which it is compared, is a text.
    """
    if value is None:
        value = "" if isinstance(other, str) else 0.0
    if isinstance(value, bool):
        return 2, value
    return (1, value.casefold()) if isinstance(value, str) else (0, value)


def _compare(apply: Callable[[Any, Any], bool]) -> Callable[[Value, Value], bool]:
    return lambda left, right: apply(_order(left, right), _order(right, left))


_COMPARISONS = {
    sign: _compare(apply)
    for sign, apply in {
        "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge
    }.items()
}  # fmt: skip


def _to_number(value: Value) -> float:
    try:
        return float(value or 0)
    except (TypeError, ValueError):
        raise FormulaError("#VALUE!") from None


def _to_text(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    return "" if value is None else str(value)


def _to_bool(value: Value) -> bool:
    if isinstance(value, str):
        raise FormulaError("#VALUE!")
    return bool(value)


def _flatten(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        yield from value if isinstance(value, list) else (value,)


def _if(spot: Spot, test: Evaluate, then: Evaluate, otherwise: Evaluate = lambda spot: False) -> Value:
    return then(spot) if _to_bool(test(spot)) else otherwise(spot)


def _is_error(spot: Spot, value: Evaluate) -> bool:
    try:
        value(spot)
    except (FormulaError, ArithmeticError):
        return True
    return False


def _if_error(spot: Spot, value: Evaluate, otherwise: Evaluate) -> Value:
    try:
        return value(spot)
    except (FormulaError, ArithmeticError):
        return otherwise(spot)


def _find(part: Value, text: Value, start: Value = 1) -> float:
    position = _to_text(text).find(_to_text(part), int(_to_number(start)) - 1)
    if position < 0:
        raise FormulaError("#VALUE!")
    return position + 1.0


def _mid(text: Value, start: Value, length: Value) -> str:
    first = int(_to_number(start)) - 1
    return _to_text(text)[first : first + int(_to_number(length))]


def _right(text: Value, length: Value = 1) -> str:
    return _to_text(text)[-int(_to_number(length)) :]


def _count_rows(*ranges: Value) -> float:
    """Count the rows whose cells have these values, as COUNTIFS does."""
    columns, criteria = ranges[::2], ranges[1::2]
    if not all(isinstance(column, list) for column in columns):
        raise FormulaError("COUNTIFS")
    return float(sum(
        all(_order(value, text) == _order(text, value) for value, text in zip(row, criteria, strict=True))
        for row in zip(*columns, strict=True)
    ))  # fmt: skip


_LAZY: dict[str, Callable[..., Value]] = {
    "IF": _if, "ISERROR": _is_error, "IFERROR": _if_error,
    "AND": lambda spot, *parts: all(_to_bool(part(spot)) for part in parts),
    "OR": lambda spot, *parts: any(_to_bool(part(spot)) for part in parts),
    "ROW": lambda spot: float(spot.row),
}  # functions that do not want the values of all their arguments  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., Value]] = {
    "NOT": lambda value: not _to_bool(value),
    "ISNUMBER": lambda value: isinstance(value, float),
    "COUNT": lambda *values: float(sum(isinstance(value, float) for value in _flatten(values))),
    "COUNTA": lambda *values: float(sum(value is not None for value in _flatten(values))),
    "COUNTIFS": _count_rows,
    "SUM": lambda *values: sum(value for value in _flatten(values) if isinstance(value, float)),
    "MAX": lambda *values: max((value for value in _flatten(values) if isinstance(value, float)), default=0.0),
    "MOD": lambda number, divisor: _to_number(number) % _to_number(divisor),
    "INT": lambda number: float(_to_number(number) // 1),
    "VALUE": _to_number,
    "TRIM": lambda text: " ".join(_to_text(text).split()),
    "LEN": lambda text: float(len(_to_text(text))),
    "LEFT": lambda text, length=1: _to_text(text)[: int(_to_number(length))],
    "RIGHT": _right, "MID": _mid, "FIND": _find,
}  # fmt: skip
