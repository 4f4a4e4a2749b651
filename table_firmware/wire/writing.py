"""From the words of the table straight to JSON text: what `json.dumps` makes of `to_plain`, with
sorted keys and no blanks, in a fraction of the time.

A hand's moves stand in every view that follows, for each of four seats: the text of a move is
kept with it, and written once.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
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


@cache
def writer(kind: Any) -> Writer:
    """What writes a value of type `kind`; all that `to_plain` knows."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Seat:
        return lambda seat: f'"{seat.name}"'
    if kind is str or kind is Card:
        return encode_basestring_ascii
    if kind is int:
        return int.__repr__  # of a bool as well, which would be read as no number
    if kind is bool:
        return lambda value: str(value).lower()
    if isinstance(kind, NewType):
        return writer(kind.__supertype__)
    if origin is tuple:
        return _tuple(args)
    if origin in (Union, UnionType):
        return _union(tuple(arg for arg in args if arg is not NoneType))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*map(writer, args))
    return _kept(_object(kind)) if kind is Move else _object(kind)


def _tuple(args: tuple[Any, ...]) -> Writer:
    if args[-1] is Ellipsis:
        write = writer(args[0])
        return _again(lambda value: f"[{','.join(map(write, value))}]")
    writers = [writer(arg) for arg in args]
    return lambda value: (
        f"[{','.join([write(item) for write, item in zip(writers, value, strict=True)])}]"
    )


def _again(write: Writer) -> Writer:
    """Four seats are told much alike: the text of the last value is kept with it."""
    last: tuple[Any, str] = None, ""

    def write_anew(value: Any) -> str:
        nonlocal last
        if value is not last[0]:
            last = value, write(value)
        return last[1]

    return write_anew


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
    rows: list[tuple[str, Callable[[Any], Any], Writer, Any]] = [
        (f'"{field.name}":', attrgetter(field.name), writer(hints[field.name]), field.default)
        for field in fields(kind)
    ]
    if name is not None:
        rows.append(('"kind":', lambda _: name, encode_basestring_ascii, MISSING))
    rows.sort(key=lambda row: row[0])

    def write(value: Any) -> str:
        written = []
        for said, held, write_item, default in rows:
            item = held(value)
            if item is not None and (default is MISSING or item != default):
                written.append(said + write_item(item))
        return f"{{{','.join(written)}}}"

    return write


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
