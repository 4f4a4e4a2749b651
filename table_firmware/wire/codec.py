"""One message is one line of JSON: ASCII, no line break inside, at most `MAX_LINE` bytes.

Strict in both directions: unknown keys, repeated keys, missing fields, wrong types, fractions
and anything that is not JSON are `BadLine`. What an old and a new program may differ in is
settled by `Hello`, never by guessing.
"""

import json
from dataclasses import replace
from typing import Any, Final, NoReturn

from table_firmware.rules.notation import from_plain
from table_firmware.rules.round import Move, SeatView
from table_firmware.wire.messages import Down, Up, View
from table_firmware.wire.writing import MOST_KEPT, writer

MAX_LINE: Final = 65_536
"""Bytes in a line, its line break included."""


_PLAYED: Final = b'"played":[{'
_NEXT: Final = b"},{"
_END: Final = b'}],"seat":'
_NONE: Final = b'"played":[],"seat":'
_moves: dict[bytes, Move] = {}


class BadLine(ValueError):
    """The line is not a message; the text says why and quotes nothing of it."""


def encode_up(message: Up) -> bytes:
    """A seat's message as a line that ends in a line break."""
    return _encode(Up, message)


def encode_down(message: Down) -> bytes:
    """A message to a seat as a line that ends in a line break."""
    return _encode(Down, message)


def decode_up(line: bytes) -> Up:
    """The message of a seat, from its line with or without the line break; `BadLine`."""
    message: Up = _decode(Up, line)
    return message


def decode_down(line: bytes) -> Down:
    """The message to a seat, from its line with or without the line break; `BadLine`."""
    message: Down = _with_moves(line) or _decode(Down, line)
    return message


def _encode(kind: Any, message: Any) -> bytes:
    return writer(kind)(message).encode("ascii") + b"\n"


def _with_moves(line: bytes) -> View | None:
    """A view of a hand whose moves are known by their text, so that only the rest has to be read.
    None: the line is to be read as a whole, which alone says what is wrong with it.

    In a line that is a message without them, they stood in `View.round`: nothing else that is
    called `played` is an array.
    """
    before, _, rest = line.partition(_PLAYED)
    text, end, after = rest.partition(_END)
    if not end or len(line) > MAX_LINE:
        return None
    try:
        moves = tuple(map(_move, text.split(_NEXT)))
        view = _decode(Down, before + _NONE + after)
    except BadLine:
        return None
    assert isinstance(view, View)  # as said above
    assert isinstance(view.round, SeatView)
    return replace(view, round=replace(view.round, played=moves))


def _move(text: bytes) -> Move:
    """A move by what stands between its braces."""
    move = _moves.get(text)
    if move is None:
        if len(_moves) == MOST_KEPT:
            _moves.clear()
        move = _moves[text] = _decode(Move, b"{%b}" % text)
    return move


def _decode(kind: Any, line: bytes) -> Any:
    if len(line) > MAX_LINE:
        raise BadLine("line too long")
    try:
        return from_plain(kind, _strict_json(line))
    except RecursionError:
        raise BadLine("nested too deeply") from None
    except ValueError as error:
        raise BadLine(str(error)) from None


def _strict_json(line: bytes) -> Any:
    return _STRICT.decode(line.removesuffix(b"\n").decode("utf-8"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise BadLine("a key stands twice")
    return table


def _no_fraction(_text: str) -> NoReturn:
    raise BadLine("only whole numbers are allowed")


_STRICT: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_no_fraction, parse_constant=_no_fraction
)
