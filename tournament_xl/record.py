"""Classes of named fields, as `dataclasses` makes them; a press loads fifty, a seventh of its time if made there.

`record` is for values: nobody sets a field later, which mypy checks. `workspace` is for what is filled step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, dataclass_transform

T = TypeVar("T")
_WANTED = object()  # a field without default


class _Field(NamedTuple):
    default_factory: Callable[[], Any]


def field(*, default_factory: Callable[[], Any]) -> Any:
    """A field whose default is made anew for each object."""
    return _Field(default_factory)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T], /) -> type[T]:
    """A class of values: made of its fields, equal and hashed by them."""
    _give_fields(cls)
    for name, method in (("__eq__", _equal), ("__hash__", _hash)):
        setattr(cls, name, method)
    return cls


@dataclass_transform(field_specifiers=(field,))
def workspace(cls: type[T], /) -> type[T]:
    """The same of objects that change, which equal only themselves."""
    _give_fields(cls)
    return cls


def replace(value: T, /, **changes: Any) -> T:
    """A copy with other values in the named fields; TypeError where there is no such field."""
    names = type(value).__record__  # type: ignore[attr-defined]
    return type(value)(**{name: getattr(value, name) for name in names} | changes)


def _give_fields(cls: Any) -> None:
    fields: dict[str, Any] = {}
    for base in cls.__mro__[:0:-1]:
        fields |= base.__dict__.get("__record__", {})
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        if not kind.startswith("ClassVar"):
            fields[name] = cls.__dict__.get(name, _WANTED)
    cls.__record__ = fields
    cls.__repr__ = _shown

    def first(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _initialiser(cls, fields)
        cls.__init__(self, *values, **named)

    cls.__init__ = first  # half of the classes that a press loads are never made there


def _initialiser(cls: Any, fields: dict[str, Any]) -> Any:
    space: dict[str, Any] = {"_NEW": _WANTED}
    parameters: list[str] = []
    lines: list[str] = []
    for name, default in fields.items():
        if isinstance(default, _Field):
            space[f"_{name}"] = default.default_factory
            lines.append(f" self.{name} = _{name}() if {name} is _NEW else {name}")
            parameters.append(f"{name}=_NEW")
        else:
            space[f"_{name}"] = default
            lines.append(f" self.{name} = {name}")
            parameters.append(name if default is _WANTED else f"{name}=_{name}")
    exec(f"def __init__({', '.join(['self', *parameters])}):\n" + "\n".join(lines), space)
    return space["__init__"]


def _values(value: Any) -> tuple[Any, ...]:
    return tuple(getattr(value, name) for name in value.__record__)


def _equal(self: Any, other: object) -> bool:
    return type(self) is type(other) and _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _shown(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__record__)})"
