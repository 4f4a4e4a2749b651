"""Between the words of the rules and plain JSON values, strictly and in both directions.

One rule for all: a dataclass is an object of its fields; a field that holds its default, or None,
is left out; a member of a union carries its class in `kind` (snake case); seats are letters;
tuples are arrays. Decoding refuses unknown keys, missing fields and wrong types with ValueError:
what comes in may come from a stick or a socket.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from table_firmware.rules.cards import FACES, TILES, Card, Seat

Coder = Callable[[Any], Any]

_CARDS = {str(face): face for face in (*FACES, *TILES)}
_SEATS = dict(Seat.__members__)


def to_plain(kind: Any, value: Any) -> Any:
    """`value`, which is of type `kind`, as JSON-ready dicts, lists, strings and numbers."""
    return _coders(kind)[0](value)


def from_plain(kind: Any, value: Any) -> Any:
    """The value of type `kind` that `to_plain` wrote; ValueError for anything else."""
    return _coders(kind)[1](value)


def kind_name(cls: type) -> str:
    """`TimedOut` is written `timed_out`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _same(value: Any) -> Any:
    return value


def _expect(kind: type) -> Coder:
    def decode(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"expected {kind.__name__}, found {type(value).__name__}")
        return value

    return decode


_array = _expect(list)
_object = _expect(dict)


def _decode_seat(value: Any) -> Seat:
    if type(value) is str and value in _SEATS:
        return _SEATS[value]
    raise ValueError("expected a seat: E, N, W or S")


def _decode_card(value: Any) -> Card:
    if type(value) is str and value in _CARDS:
        return _CARDS[value]
    raise ValueError("expected a card")


@cache
def _coders(kind: Any) -> tuple[Coder, Coder]:
    origin = get_origin(kind)
    if kind is Seat:
        return (lambda seat: seat.name), _decode_seat
    if kind is Card:
        return _same, _decode_card
    if isinstance(kind, NewType):
        return _coders(kind.__supertype__)
    if kind in (int, str, bool):
        return _same, _expect(kind)
    if origin is tuple:
        return _tuple_coders(get_args(kind))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_coders(*get_args(kind))
    if origin in (Union, UnionType):
        return _union_coders(get_args(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_coders(kind)
    raise TypeError(f"no notation for {kind!r}")


def _tuple_coders(args: tuple[Any, ...]) -> tuple[Coder, Coder]:
    if args[-1] is Ellipsis:
        encode_item, decode_item = _coders(args[0])

        def decode(value: Any) -> Any:
            return tuple(map(decode_item, _array(value)))

        return (lambda value: [encode_item(item) for item in value]), decode
    coders = [_coders(arg) for arg in args]

    def decode_fixed(value: Any) -> Any:
        if len(_array(value)) != len(coders):
            raise ValueError(f"expected {len(coders)} items, found {len(value)}")
        return tuple(coder[1](item) for coder, item in zip(coders, value, strict=True))

    return (
        lambda value: [coder[0](item) for coder, item in zip(coders, value, strict=True)]
    ), decode_fixed


def _mapping_coders(key: Any, item: Any) -> tuple[Coder, Coder]:
    encode_key, decode_key = _coders(key)
    encode_item, decode_item = _coders(item)

    def decode(value: Any) -> Any:
        return {decode_key(k): decode_item(v) for k, v in _object(value).items()}

    return (lambda value: {encode_key(k): encode_item(v) for k, v in value.items()}), decode


def _union_coders(args: tuple[Any, ...]) -> tuple[Coder, Coder]:
    members = tuple(arg for arg in args if arg is not NoneType)
    if len(members) == 1:  # Optional: None never reaches a coder, its field is left out
        return _coders(members[0])
    names = {member: kind_name(member) for member in members}
    by_name = {name: member for member, name in names.items()}

    def encode(value: Any) -> Any:
        kind: Any = type(value)
        return {"kind": names[kind], **_coders(kind)[0](value)}

    def decode(value: Any) -> Any:
        plain = dict(_object(value))
        name = plain.pop("kind", None)
        if not isinstance(name, str) or name not in by_name:
            raise ValueError(f"unknown kind {name!r}")
        return _coders(by_name[name])[1](plain)

    return encode, decode


def _dataclass_coders(kind: Any) -> tuple[Coder, Coder]:
    hints = get_type_hints(kind)
    table = [(field.name, *_coders(hints[field.name]), field.default) for field in fields(kind)]
    names = frozenset(name for name, *_ in table)
    rows = [
        (name, decode_field, None if default is MISSING and _may_be_none(hints[name]) else default)
        for name, _, decode_field, default in table
    ]

    def encode(value: Any) -> Any:
        plain: dict[str, Any] = {}
        for name, encode_field, _, default in table:
            item = getattr(value, name)
            if item is not None and (default is MISSING or item != default):
                plain[name] = encode_field(item)
        return plain

    def decode(value: Any) -> Any:
        plain = _object(value)
        if not names.issuperset(plain):
            raise ValueError(f"unknown field {min(plain.keys() - names)!r}")
        return kind(
            *[
                decode_field(plain[name]) if name in plain else _absent(name, default)
                for name, decode_field, default in rows
            ]
        )

    return encode, decode


def _may_be_none(hint: Any) -> bool:
    return NoneType in get_args(hint)


def _absent(name: str, default: Any) -> Any:
    """What a field that was left out holds."""
    if default is MISSING:
        raise ValueError(f"missing field {name!r}")
    return default
