"""Frames: whole ones come through, and nothing else does."""

import random  # noqa: TID251
import zlib

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.serial.codec import (
    LONGEST_BLOCK,
    LONGEST_PAYLOAD,
    BadFrame,
    Decoder,
    Frame,
    decode,
    encode,
)
from hal.serial.wire import Faults, Wire

CALM = settings(deadline=None)
FRAMES = st.builds(Frame, st.integers(0, 255), st.binary(max_size=LONGEST_PAYLOAD))


def block(body: bytes) -> bytes:
    """A body with a true checksum, as it stands between two zero bytes."""
    coded: bytes = cobs.encode(body + zlib.crc32(body).to_bytes(4, "little"))
    return coded


@CALM
@given(st.lists(FRAMES, max_size=5), st.integers(1, 40))
def test_frames_come_through_in_order_however_the_line_cuts_them(
    frames: list[Frame], piece: int
) -> None:
    line = b"".join(map(encode, frames))
    decoder = Decoder()
    got = [f for at in range(0, len(line), piece) for f in decoder.feed(line[at : at + piece])]
    assert got == frames
    assert decoder.good == len(frames)
    assert not decoder.bad


@CALM
@given(FRAMES)
def test_a_frame_has_zero_bytes_at_its_ends_only(frame: Frame) -> None:
    line = encode(frame)
    assert line[0] == line[-1] == 0
    assert 0 not in line[1:-1]
    assert len(line) <= LONGEST_BLOCK + 2


@CALM
@given(st.binary(max_size=400))
def test_noise_is_never_a_frame(noise: bytes) -> None:
    assert Decoder().feed(noise + b"\0") == []


@CALM
@given(FRAMES, st.data())
def test_a_frame_with_any_fault_is_dropped_and_the_next_one_is_heard(
    frame: Frame, data: st.DataObject
) -> None:
    line = bytearray(encode(frame))
    at = data.draw(st.integers(1, len(line) - 2))
    match data.draw(st.sampled_from(["lose", "flip", "insert", "repeat"])):
        case "lose":
            del line[at]
        case "flip":
            line[at] ^= 1 << data.draw(st.integers(0, 7))
        case "insert":
            line.insert(at, data.draw(st.integers(0, 255).filter(lambda b: b != line[at])))
        case _:
            line.insert(at, line[at])
    got = Decoder().feed(bytes(line) + encode(Frame(9, b"next")))
    assert got[-1] == Frame(9, b"next")
    # A zero put in beside a delimiter is an empty frame and harms nothing.
    assert got[:-1] in ([], [frame])


@CALM
@given(
    st.integers(0, 2**32),
    st.builds(Faults, *[st.floats(0, 0.1)] * 4),
    st.lists(FRAMES, min_size=1, max_size=30),
)
def test_a_bad_line_loses_frames_and_never_makes_one_up_or_turns_two_round(
    seed: int, faults: Faults, frames: list[Frame]
) -> None:
    wire = Wire(random.Random(seed).random, faults=faults)
    for frame in frames:
        wire.send(encode(frame), 0.0)
    left = iter(frames)
    assert all(frame in left for frame in Decoder().feed(wire.arrived(1.0)))


@CALM
@given(FRAMES, st.binary(min_size=1, max_size=100))
def test_noise_on_an_idle_line_does_not_cost_the_frame_that_follows(
    frame: Frame, noise: bytes
) -> None:
    assert Decoder().feed(noise + encode(frame))[-1:] == [frame]


@CALM
@given(FRAMES, st.integers(1, 4))
def test_bytes_lost_at_the_end_of_a_body_are_noticed_even_if_the_checksum_holds(
    frame: Frame, extra: int
) -> None:
    body = bytes((1, len(frame.payload), frame.kind)) + frame.payload
    with pytest.raises(BadFrame, match="length"):
        decode(block(body + bytes(extra)))


@pytest.mark.parametrize(
    ("bad", "word"),
    [
        (b"\x05\x01", "code"),
        (b"\x01", "short"),
        (block(b"\x01\x00"), "short"),
        (cobs.encode(b"\x01\x00\x02abcd"), "check"),
        (block(b"\x02\x00\x02"), "version"),
        (block(b"\x01\x01\x02"), "length"),
    ],
)
def test_what_is_no_frame_is_counted_by_what_is_wrong_with_it(bad: bytes, word: str) -> None:
    decoder = Decoder()
    assert decoder.feed(bad + b"\0") == []
    assert dict(decoder.bad) == {word: 1}


def test_a_line_without_zero_bytes_is_counted_once_and_takes_no_memory() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\xff" * 10_000 + encode(Frame(1, b""))) == [Frame(1, b"")]
    assert dict(decoder.bad) == {"long": 1}


def test_a_frame_that_had_begun_is_forgotten_with_its_line() -> None:
    decoder = Decoder()
    decoder.feed(b"\0half")
    decoder.reset()
    assert decoder.feed(encode(Frame(3, b"x"))[1:]) == [Frame(3, b"x")]


def test_a_payload_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="49"):
        encode(Frame(1, bytes(49)))
