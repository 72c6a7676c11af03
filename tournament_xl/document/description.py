"""Description of a document: each field once, with its home, its values, whether it is recorded and told.

A description is a tree of shapes. The JSON Schema of a game, the check of untrusted documents, and the projection that
the history records follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any, NamedTuple, TypeAlias

from tournament_xl.document.keys import Document, Json
from tournament_xl.messages import documents as texts

PLAYER_NUMBER, ROUND_NUMBER = r"[1-9][0-9]{0,5}", r"[1-9][0-9]{0,2}"
PAIR_KEY = rf"{PLAYER_NUMBER}-(?:{PLAYER_NUMBER}|X)"  # the lower N° first, X last
_LONGEST = 2_000  # characters of a text


class Home(Enum):
    """Where a fact lives; what is computed has none, and is never in a document."""

    TYPED = "typed"  # a cell that a person fills in
    GIVEN = "given"  # written once by the program into a sheet that people type into
    KEPT = "kept"  # only the history


class InputError(ValueError):
    """Impossible value in a document; `path` names it, for example "rounds.3.matches.3-5.scores"."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path} : {what}")
        self.path, self.what = path, what


class Text(NamedTuple):
    """A text; not empty, as what is absent is unknown."""

    pattern: str = ""
    example: str = ""  # what a message says where the pattern does not match

    def schema(self) -> Document:
        """Return the JSON Schema of the values."""
        return {"type": "string", "maxLength": _LONGEST, "pattern": f"^(?:{self.pattern})$" if self.pattern else "\\S"}

    def check(self, path: str, value: Json) -> Json:
        """Return the value; raise InputError for a wrong one."""
        _require(path, isinstance(value, str), texts.TEXT, value)
        if not value.strip() or len(value) > _LONGEST or (self.pattern and not re.fullmatch(self.pattern, value)):
            raise InputError(path, texts.LIKE.format(example=self.example or texts.SOME_TEXT, value=value))
        return value


class Number(NamedTuple):
    """A number within bounds, which are allowed themselves."""

    low: float
    high: float
    whole: bool = True

    def schema(self) -> Document:
        """Return the JSON Schema of the values."""
        return {"type": "integer" if self.whole else "number", "minimum": self.low, "maximum": self.high}

    def check(self, path: str, value: Json) -> Json:
        """Return the value as a number of Python, also for one of numpy; raise InputError for a wrong one."""
        is_whole = isinstance(value, Integral) and not isinstance(value, bool)
        is_real = not self.whole and isinstance(value, Real) and not isinstance(value, bool | Rational)
        if not (is_whole or (is_real and isfinite(value))) or not self.low <= value <= self.high:
            kind = texts.WHOLE if self.whole else texts.NUMBER
            raise InputError(path, kind.format(low=self.low, high=self.high, value=value))
        return int(value) if is_whole or float(value).is_integer() else float(value)


class Choice(NamedTuple):
    """One of a few values; `(True,)` for a fact that is absent where it does not hold."""

    values: Sequence[Json]

    def schema(self) -> Document:
        """Return the JSON Schema of the values."""
        return {"enum": [*self.values]}

    def check(self, path: str, value: Json) -> Json:
        """Return the value; raise InputError for a wrong one."""
        if not any(value is choice or (type(value) is type(choice) and value == choice) for choice in self.values):
            shown = ", ".join("true" if choice is True else repr(choice) for choice in self.values)
            raise InputError(path, texts.CHOICE.format(choices=shown, value=value))
        return value


class Either(NamedTuple):
    """A value of one of several shapes; the message for a wrong one is that of the first."""

    shapes: Sequence[Leaf]

    def schema(self) -> Document:
        """Return the JSON Schema of the values."""
        return {"anyOf": [shape.schema() for shape in self.shapes]}

    def check(self, path: str, value: Json) -> Json:
        """Return the value; raise InputError for a wrong one."""
        for shape in self.shapes[1:]:
            try:
                return shape.check(path, value)
            except InputError:
                continue
        return self.shapes[0].check(path, value)


class Row(NamedTuple):
    """Positional values: `size` of one shape, of which `null` is unknown; any number for size 0."""

    item: Leaf
    size: int = 0
    nullable: bool = False

    def schema(self) -> Document:
        """Return the JSON Schema of the values."""
        items = {"anyOf": [self.item.schema(), {"type": "null"}]} if self.nullable else self.item.schema()
        return {"type": "array", "items": items} | (
            {"minItems": self.size, "maxItems": self.size} if self.size else {"minItems": 1}
        )

    def check(self, path: str, value: Json) -> Json:
        """Return the values; raise InputError for wrong ones."""
        _require(path, isinstance(value, list | tuple), texts.LIST, value)
        if len(value) != self.size if self.size else not value:
            raise InputError(path, texts.SIZE.format(size=self.size or texts.ONE_AT_LEAST, value=value))
        return [None if self.nullable and item is None else self.item.check(path, item) for item in value]


Leaf: TypeAlias = "Text | Number | Choice | Either | Row"


class Field(NamedTuple):
    """A field of an object."""

    name: str
    shape: Leaf | Object | Keyed | Listed
    home: Home = Home.TYPED
    recorded: bool = True  # in the history: it decides, or undo, check and explanations read it
    told: bool = False  # a change by people is worth a sentence


class Object:
    """An object of declared fields."""

    def __init__(self, *fields: Field, required: Sequence[str] = ()) -> None:
        self.fields, self.required = fields, required

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """Fields by name."""
        return {field.name: field for field in self.fields}

    def fields_at(self, *path: str) -> tuple[Field, ...]:
        """Return the fields of the objects at a path, such as "rounds", "matches"."""
        if not path:
            return self.fields
        shape: Any = self.by_name[path[0]].shape
        item: Object = getattr(shape, "item", shape)
        return item.fields_at(*path[1:])

    def schema(self) -> Document:
        """Return the JSON Schema, with home, recorded and told of each leaf as annotations."""
        properties = {}
        for name, field in self.by_name.items():
            properties[name] = field.shape.schema()
            if not isinstance(field.shape, Object | Keyed | Listed) or field.shape.is_leaf:
                notes = {"recorded": field.recorded, "told": field.told}
                properties[name] |= {"home": field.home.value} | {key: True for key, holds in notes.items() if holds}
        required = {"required": [*self.required]} if self.required else {}
        return {"type": "object", "properties": properties, "additionalProperties": False} | required

    is_leaf = False

    def check(self, path: str, value: Json) -> Document:
        """Return a copy; raise InputError for the first wrong field."""
        _require(path, isinstance(value, Mapping), texts.OBJECT, value)
        for name in value:
            if name not in self.by_name:
                raise InputError(join(path, name), texts.UNKNOWN.format(known=", ".join(self.by_name)))
        if missing := next((name for name in self.required if name not in value), ""):
            raise InputError(join(path, missing), texts.MISSING)
        return {name: self.by_name[name].shape.check(join(path, name), item) for name, item in value.items()}

    def record(self, value: Document) -> Document:
        """Return what the history records of an object, without parts in which nothing is recorded."""
        kept = {}
        for name, item in value.items():
            field = self.by_name[name]
            if isinstance(field.shape, Object | Keyed) and not field.shape.is_leaf:
                item = field.shape.record(item)
            elif not field.recorded:
                continue
            if item not in ({}, []):
                kept[name] = item
        return kept


class Keyed(NamedTuple):
    """An object keyed by what identifies."""

    key: str  # pattern of its keys
    example: str  # of a key, for messages
    item: Leaf | Object

    @property
    def is_leaf(self) -> bool:
        """Whether what its field declares holds for its values."""
        return not isinstance(self.item, Object)

    def schema(self) -> Document:
        """Return the JSON Schema."""
        return {
            "type": "object", "patternProperties": {f"^{self.key}$": self.item.schema()},
            "additionalProperties": False,
        }  # fmt: skip

    def check(self, path: str, value: Json) -> Document:
        """Return a copy; raise InputError for the first wrong key or value."""
        _require(path, isinstance(value, Mapping), texts.OBJECT, value)
        for key in value:
            if not isinstance(key, str) or not re.fullmatch(self.key, key):
                raise InputError(join(path, key), texts.KEY.format(example=self.example))
        return {key: self.item.check(join(path, key), item) for key, item in value.items()}

    def record(self, value: Document) -> Document:
        """Return what the history records; an object that is there stays, even with nothing in it."""
        return {key: self.item.record(item) if isinstance(self.item, Object) else item for key, item in value.items()}


class Listed(NamedTuple):
    """A list of objects without anything that identifies them."""

    item: Object

    @property
    def is_leaf(self) -> bool:
        """Whether what its field declares holds for the whole list."""
        return True

    def schema(self) -> Document:
        """Return the JSON Schema."""
        return {"type": "array", "items": self.item.schema()}

    def check(self, path: str, value: Json) -> list[Document]:
        """Return a copy; raise InputError for the first wrong value."""
        _require(path, isinstance(value, list | tuple), texts.LIST, value)
        return [self.item.check(join(path, str(index)), item) for index, item in enumerate(value)]


YES = Choice((True,))


def join(path: str, name: object) -> str:
    """Return the path of a field inside an object."""
    return f"{path}.{name}" if path else f"{name}"


def _require(path: str, fits: bool, kind: str, value: Json) -> None:
    if not fits:
        raise InputError(path, kind.format(value=value))
