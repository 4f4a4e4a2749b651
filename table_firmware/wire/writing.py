"""From the words of the table straight to JSON text: what `json.dumps` makes of `to_plain`, with
sorted keys and no blanks, in a fraction of the time. For one thread.

Four seats are told much alike, and each view tells much of the one before: the text of a field is
kept with what it said last, that of a list or a table with the last few, and that of a move for the
hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.notation import kind_name
from table_firmware.rules.round import Move

Writer = Callable[[Any], str]

MOST_KEPT: Final = 512
"""Texts of moves; a hand has fewer."""
FEW: Final = 8
"""Texts of a list or a table: twice as many as there are seats, whose hands differ."""
_NOTHING: Final = object()
"""No value of any field."""
_SEATS: Final = tuple(f'"{seat.name}"' for seat in Seat)


@cache
def writer(kind: Any) -> Writer:
    """What writes a value of type `kind`; all that `to_plain` knows."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Seat:
        return _SEATS.__getitem__
    if kind is str or kind is Card:
        return encode_basestring_ascii
    if kind is int:
        return int.__repr__  # of a bool as well, which would be read as no number
    if kind is bool:
        return lambda value: str(value).lower()
    if isinstance(kind, NewType):
        return writer(kind.__supertype__)
    if origin is tuple:
        known = args[0] is Move or not _stays(kind)  # each move has its text already
        return _tuple(args) if known else _told_again(_tuple(args), tuple)
    if origin in (Union, UnionType):
        return _union(tuple(arg for arg in args if arg is not NoneType))
    if origin is not None and issubclass(origin, Mapping):
        table = _mapping(*map(writer, args))
        return _told_again(table, dict) if all(map(_stays, args)) else table
    return _kept(_object(kind)) if kind is Move else _object(kind)


def _tuple(args: tuple[Any, ...]) -> Writer:
    if args[-1] is Ellipsis:
        write = writer(args[0])
        return lambda value: f"[{','.join(map(write, value))}]"
    writers = [writer(arg) for arg in args]
    return lambda value: (
        f"[{','.join([write(item) for write, item in zip(writers, value, strict=True)])}]"
    )


def _mapping(key: Writer, item: Writer) -> Writer:
    def write(value: Any) -> str:
        written = [f"{key(k)}:{item(v)}" for k, v in sorted(value.items(), key=_name)]
        return f"{{{','.join(written)}}}"

    return write


def _name(pair: tuple[Any, Any]) -> str:
    """By which the keys of a mapping are sorted."""
    key = pair[0]
    return key.name if isinstance(key, Seat) else key


def _union(members: tuple[Any, ...]) -> Writer:
    if len(members) == 1:
        return writer(members[0])
    writers = {member: _object(member, kind_name(member)) for member in members}
    return lambda value: writers[type(value)](value)


def _object(kind: Any, name: str | None = None) -> Writer:
    """name: written as `kind`."""
    hints = get_type_hints(kind)
    said = {field.name: _field(field, hints[field.name]) for field in fields(kind)}
    order = sorted(said if name is None else [*said, "kind"])
    rows = [(order.index(each), said[each], _stays(hints[each])) for each in said]
    held = _all_of(tuple(said))
    texts = ["" if each in said else f'"kind":"{name}"' for each in order]
    last: list[Any] = [_NOTHING] * len(order)

    def write(value: Any) -> str:
        for (at, write_field, stays), item in zip(rows, held(value), strict=True):
            if item is not last[at]:
                texts[at] = write_field(item)
                if stays:
                    last[at] = item
        return f"{{{','.join(filter(None, texts))}}}"

    return write


def _field(field: Field[Any], kind: Any) -> Writer:
    """What writes a field with its name, and nothing where it is left out."""
    write, default, start = writer(kind), field.default, f'"{field.name}":'

    def write_field(item: Any) -> str:
        if item is None or (default is not MISSING and item == default):
            return ""
        return start + write(item)

    return write_field


def _stays(kind: Any) -> bool:
    """Whether a value of this type is for ever what it is: there is no mapping in it."""
    if is_dataclass(kind):
        return all(map(_stays, get_type_hints(kind).values()))
    return get_origin(kind) is not Mapping and all(map(_stays, get_args(kind)))


def _all_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all these fields at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _told_again(write: Writer, kept: Callable[[Any], Any]) -> Writer:
    """By equality, of a list or a table in which nothing changes. kept: what makes of it one that
    does not change either."""
    values: list[Any] = []
    texts: list[str] = []

    def write_again(value: Any) -> str:
        if value in values:
            return texts[values.index(value)]
        text = write(value)
        if len(values) == FEW:
            del values[0], texts[0]
        values.append(kept(value))
        texts.append(text)
        return text

    return write_again


def _kept(write: Writer) -> Writer:
    """By identity: the value is kept with its text, so that no other can take its place."""
    kept: dict[int, tuple[Any, str]] = {}

    def write_once(value: Any) -> str:
        found = kept.get(id(value))
        if found is None:
            if len(kept) == MOST_KEPT:
                kept.clear()
            found = kept[id(value)] = value, write(value)
        return found[1]

    return write_once
