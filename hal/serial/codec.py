"""Frames on a serial line: COBS between zero bytes, a length, and a CRC-32 (ADR 8). Pure.

Inside the COBS block: version, length of the payload, kind, payload, CRC-32 of all that (least
significant byte first). The length byte is not a luxury: a checksum alone can hold for a frame
that lost or gained zero bytes at its end.
"""

import zlib
from collections import Counter
from dataclasses import dataclass
from typing import Final

from cobs import cobs

VERSION: Final = 1
LONGEST_PAYLOAD: Final = 48
HEAD: Final = 3
CHECK: Final = 4
LONGEST_BLOCK: Final = HEAD + LONGEST_PAYLOAD + CHECK + 1
"""COBS adds one byte to a body of fewer than 255."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What one frame carries: its kind, 0 to 255, and its payload."""

    kind: int
    payload: bytes


class BadFrame(ValueError):
    """Bytes that are no frame; the text is one word for the counters: `code` (not COBS), `short`,
    `check` (CRC), `version`, `length`, `long` (no delimiter for too long)."""


def encode(frame: Frame) -> bytes:
    """The frame as it goes on the line, with a zero byte before and after it.

    The one before makes noise on an idle line a bad frame of its own. Raises ValueError for a
    payload that is too long.
    """
    if len(frame.payload) > LONGEST_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes")
    body = bytes((VERSION, len(frame.payload), frame.kind)) + frame.payload
    coded: bytes = cobs.encode(body + _check(body))
    return b"\0" + coded + b"\0"


def decode(block: bytes) -> Frame:
    """The frame in the bytes between two zero bytes. Raises BadFrame."""
    try:
        whole = cobs.decode(block)
    except cobs.DecodeError:
        raise BadFrame("code") from None
    body, check = whole[:-CHECK], whole[-CHECK:]
    if len(body) < HEAD:
        raise BadFrame("short")
    if check != _check(body):
        raise BadFrame("check")
    if body[0] != VERSION:
        raise BadFrame("version")
    if body[1] != len(body) - HEAD:
        raise BadFrame("length")
    return Frame(body[2], body[HEAD:])


def _check(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(CHECK, "little")


class Decoder:
    """Cuts a stream of bytes into frames; what is no frame is counted in `bad` by its word."""

    def __init__(self) -> None:
        self.good = 0
        self.bad: Counter[str] = Counter()
        self._block = bytearray()
        self._skipping = False

    def feed(self, received: bytes) -> list[Frame]:
        """The frames that these bytes complete."""
        frames = []
        for byte in received:
            if byte:
                self._take(byte)
            elif frame := self._end():
                frames.append(frame)
        return frames

    def reset(self) -> None:
        """Forget a frame that has begun: the line is a new one."""
        self._block.clear()
        self._skipping = False

    def _take(self, byte: int) -> None:
        if self._skipping:
            return
        self._block.append(byte)
        if len(self._block) > LONGEST_BLOCK:
            self.bad["long"] += 1
            self._block.clear()
            self._skipping = True

    def _end(self) -> Frame | None:
        block = bytes(self._block)
        self.reset()
        if not block:
            return None
        try:
            frame = decode(block)
        except BadFrame as bad:
            self.bad[str(bad)] += 1
            return None
        self.good += 1
        return frame
