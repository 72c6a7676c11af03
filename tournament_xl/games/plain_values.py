"""Conversion of values that a caller of the engine passes to the declared types, and the errors for wrong ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import is_dataclass, replace
from functools import cache
from numbers import Integral, Rational, Real
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tournament_xl.messages import engine as texts


class RefusedError(Exception):
    """Request that a rule forbids although no single field is wrong."""


class InputError(ValueError):
    """Impossible value in the input; `field` names it, for example "rounds[0][2].score_one"."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(f"{field} : {what}")
        self.field = field


def check_range(field: str, value: int | None, lowest: int, highest: int) -> None:
    """Raise InputError unless a number is within its bounds, which are allowed themselves; None passes."""
    if value is not None and not lowest <= value <= highest:
        raise InputError(field, texts.NO_WHOLE.format(value=value, lowest=lowest, highest=highest))


def check_choice(field: str, value: object, choices: Collection[object]) -> None:
    """Raise InputError unless a value is one of the choices."""
    if value not in choices:
        raise InputError(
            field, texts.NO_CHOICE.format(value=value, choices=", ".join(repr(choice) for choice in choices))
        )


def coerce(field: str, value: Any, kind: Any) -> Any:
    """Convert a value and its contents to the declared types.

    Numbers of other libraries become Python numbers: numpy integers would overflow in sums. Sequences become lists, or
    tuples where the type is a tuple. A dataclass is returned unchanged, or as a copy if one of its fields is converted.

    Args:
        field: Name of the value for errors, such as "rounds[0]"; "" for the whole input.
        value: Value to convert.
        kind: Declared type.

    Raises:
        InputError: A value does not fit its type; the error names the first.
    """
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin is UnionType:
        alternatives = [part for part in parts if part is not NoneType]
        if value is None and len(alternatives) < len(parts):
            return None
        matching = (candidate for candidate in alternatives if isinstance(value, get_origin(candidate) or candidate))
        return coerce(field, value, next(matching, alternatives[0]))
    if origin is Literal:
        check_choice(field, value, parts)
        return value
    if origin in (int, float):
        is_integer = isinstance(value, Integral) and not isinstance(value, bool)
        is_real = isinstance(value, Real) and not isinstance(value, Rational)  # a Fraction may be too large for a float
        _require_type(field, value, is_integer or (is_real and origin is float), origin)
        return int(value) if is_integer else float(value)
    if origin is tuple:  # JSON has lists
        _require_type(field, value, isinstance(value, list | tuple) and len(value) == len(parts), tuple)
        return tuple(
            coerce(f"{field}[{index}]", item, part) for index, (item, part) in enumerate(zip(value, parts, strict=True))
        )
    if parts:
        _require_type(field, value, isinstance(value, origin) and not isinstance(value, str | bytes), Sequence)
        return [coerce(f"{field}[{index}]", item, parts[0]) for index, item in enumerate(value)]
    _require_type(field or origin.__name__.lower(), value, isinstance(value, origin), origin)
    if not is_dataclass(origin):
        return value
    fitted = {
        name: coerce(f"{field}.{name}" if field else name, content, field_type)
        for name, (field_type, accepted) in _field_types(kind).items()
        if type(content := getattr(value, name)) not in accepted
    }
    return replace(value, **fitted) if fitted else value


@cache  # saves 20 ms a call of the engine with 128 players, more than a round takes
def _field_types(dataclass_type: Any) -> dict[str, tuple[Any, set[type]]]:
    """Return field -> its declared type, and the types of values that need no conversion."""
    hints = get_type_hints(dataclass_type)
    parts = {name: {*get_args(hint)} if get_origin(hint) is UnionType else {hint} for name, hint in hints.items()}
    return {name: (hint, parts[name] & {str, int, float, NoneType}) for name, hint in hints.items()}


def _require_type(field: str, value: object, fits: bool, required: type) -> None:
    if not fits:
        type_name = texts.KINDS.get(required.__name__) or f"un engine.{required.__name__}"
        raise InputError(field, texts.NO_KIND.format(kind=type_name, value=value))
