"""The fairness-batch protocol: hands dealt again, one JSON request a line, one answer a line.

A bad line is answered `bad-request` with the name of the field, and the next one is read.
"""

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import (
    Contribution,
    Dealt,
    Header,
    commit_s,
    conditioning,
    dealt_from,
    hand_hash,
    leaf_from,
    mix,
)
from table_firmware.fairness.encoding import BadField, require
from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.dealing import Dealing
from table_firmware.rules.games import by_version

LONGEST_LINE: Final = 64 * 1024
HEX: Final = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)
_SEATS: Final = "".join(Seat.__members__)
LETTERS: Final[Mapping[str, str]] = {"trump": RANKS, "leader": _SEATS, "start": _SEATS}
"""Draws that are told as a letter instead of a number."""

Request = Mapping[str, Any]


def answer(line: str) -> str:
    """The answer to one request, as one line without its end. Never raises."""
    reply: dict[str, Any] = {}
    try:
        request = _parse(line)
        if "id" in request:
            reply["id"] = _id(request["id"])
        reply |= _hand(request)
    except BadField as error:
        reply["error"] = {"code": "bad-request", "message": str(error)}
    return json.dumps(reply, separators=(",", ":"))


def _parse(line: str) -> Request:
    size = len(line.rstrip("\r\n").encode(errors="surrogatepass"))
    require(size <= LONGEST_LINE, "line", "longer than 64 KiB")
    try:
        request = json.loads(line, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise BadField("line", "not JSON") from None
    require(isinstance(request, dict), "line", "expected an object")
    assert isinstance(request, dict)
    return request


def _id(value: Any) -> Any:
    plain = value is None or isinstance(value, str | int | float)
    require(plain, "id", "expected a text or a number")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError("not a number of JSON")
    return value


def _hand(request: Request) -> dict[str, Any]:
    require(request.get("op") == "hand", "op", "expected hand")
    dealing = _dealing(request)
    header = Header(
        origin=_text(request, "origin"),
        game=_text(request, "game"),
        bid=_bytes(request.get("bid"), "bid"),
        prev_size=_integer(request, "prev_size"),
        prev_root=_bytes(request.get("prev_root"), "prev_root"),
        n=_integer(request, "n"),
    )
    h = _integer(request, "h")
    header.check_hand(h)
    noise = (_bytes(request.get(name), name) for name in ("hw", "os"))
    a, s = conditioning(header.hb, h, *noise)
    leaf = leaf_from(header.hb, h, a, commit_s(header.hb, h, s))
    r = _root(request, leaf, h, header.n)
    b = header.b(r)
    k = mix(b, _seats(request, "contributions"))
    t = hand_hash(b, k, h, _seats(request, "cuts"), len(dealing.deck))
    hashes = {"HB": header.hb, "A": a, "S": s, "leaf": leaf, "R": r, "B": b, "K": k, "T": t}
    dealt = dealt_from(header.hb, h, t, a, s, dealing)
    return {name: value.hex() for name, value in hashes.items()} | _dealt(dealt)


def _dealt(dealt: Dealt) -> dict[str, Any]:
    draws = {
        label: LETTERS[label][value] if label in LETTERS else value
        for label, value in dealt.draws.items()
    }
    return draws | {
        "deck": dealt.deck,
        "deck_bytes_used": dealt.deck_bytes_used,
        "hands": {Seat(seat).name: hand for seat, hand in enumerate(dealt.hands)},
        "seat_salts": [salt.hex() for salt in dealt.salts],
        "seat_commits": [commit.hex() for commit in dealt.commits],
    }


def _dealing(request: Request) -> Dealing:
    game = by_version(_text(request, "game"))
    if game is None:
        raise BadField("game", "not a game of this table")
    return game.DEALING


def _root(request: Request, leaf: bytes, h: int, n: int) -> bytes:
    path = [_bytes(node, "path") for node in _list(request, "path")]
    require(all(len(node) == 32 for node in path), "path", "expected 32 bytes each")
    try:
        return merkle.root_from(leaf, h, n, path)
    except ValueError as error:
        raise BadField("path", str(error)) from None


def _seats(request: Request, name: str) -> list[Contribution]:
    return [_contribution(pair, name) for pair in _list(request, name)]


def _contribution(pair: Any, name: str) -> Contribution:
    require(isinstance(pair, list) and len(pair) == 2, name, "expected mode and hex")
    mode, data = pair
    require(type(mode) is int and mode in range(256), name, "no such mode")
    return Contribution(mode, _bytes(data, name))


def _list(request: Request, name: str) -> list[Any]:
    value = request.get(name)
    require(isinstance(value, list), name, "expected a list")
    assert isinstance(value, list)
    return value


def _text(request: Request, name: str) -> str:
    value = request.get(name)
    require(isinstance(value, str), name, "expected a text")
    return str(value)


def _integer(request: Request, name: str) -> int:
    value = request.get(name)
    require(type(value) is int, name, "expected an integer")
    assert isinstance(value, int)
    return value


def _bytes(value: Any, name: str) -> bytes:
    require(isinstance(value, str) and HEX.fullmatch(value) is not None, name, "expected hex")
    return bytes.fromhex(value)
