"""Messages: in which bytes they travel, checked against the golden frames of the manual."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.serial.codec import BadFrame, Decoder, Frame, decode, encode
from hal.serial.messages import (
    PENDING,
    Call,
    Change,
    Hello,
    Message,
    Order,
    Report,
    after,
    newer,
    pack,
    unpack,
)

CALM = settings(deadline=None)
GOLDEN = json.loads((Path(__file__).parents[2] / "golden/serial.json").read_text("utf-8"))
BYTE, SHORT, LONG = st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1)
CHANGES = st.lists(st.builds(Change, st.integers(0, 15), st.booleans()), max_size=PENDING)
PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=24)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Call, LONG, SHORT, BYTE),
    st.builds(Order, LONG, SHORT, SHORT, st.binary(min_size=4, max_size=4)),
    st.builds(Hello, LONG, LONG, SHORT, BYTE, BYTE, SHORT, BYTE, SHORT, SHORT, PRINTABLE),
    st.builds(Report, LONG, SHORT, SHORT, SHORT, CHANGES.map(tuple)),
)


@CALM
@given(MESSAGES)
def test_a_message_is_what_was_said(message: Message) -> None:
    (frame,) = Decoder().feed(encode(pack(message)))
    assert unpack(frame) == message


@CALM
@given(BYTE, st.binary(max_size=48))
def test_any_frame_is_a_message_or_passed_over(kind: int, payload: bytes) -> None:
    message = unpack(Frame(kind, payload))
    assert message is None or kind in (1, 2, 0x81, 0x82)


@pytest.mark.parametrize("kind", [0x01, 0x02, 0x81, 0x82, 0x7F])
@pytest.mark.parametrize("size", [0, 48])
def test_a_message_of_a_length_or_kind_that_is_not_known_is_passed_over(
    kind: int, size: int
) -> None:
    assert unpack(Frame(kind, bytes(size))) is None


def test_a_long_name_is_cut() -> None:
    message = unpack(pack(Hello(1, 2, 3, 1, 0, 1, 1, 0, 0, "n" * 30)))
    assert isinstance(message, Hello)
    assert message.firmware == "n" * 24


@CALM
@given(SHORT, st.integers(1, 0x7FFF))
def test_numbers_go_round(number: int, by: int) -> None:
    later = after(number, by)
    assert newer(later, number)
    assert not newer(number, later)
    assert not newer(number, number)


def said(fields: dict[str, Any]) -> Message:
    kinds = {"call": Call, "order": Order, "hello": Hello, "report": Report}
    given = dict(fields)
    made = kinds[given.pop("message")]
    if made is Order:
        given["lamps"] = bytes(given["lamps"])
    if made is Report:
        given["changes"] = tuple(Change(at, level) for at, level in given["changes"])
    message: Message = made(**given)
    return message


@pytest.mark.parametrize("golden", GOLDEN["frames"], ids=lambda golden: golden["name"])
def test_a_golden_frame_is_its_message_both_ways(golden: dict[str, Any]) -> None:
    line = bytes.fromhex(golden["line"])
    assert encode(pack(said(golden["fields"]))) == line
    (frame,) = Decoder().feed(line)
    assert unpack(frame) == said(golden["fields"])


@pytest.mark.parametrize("golden", GOLDEN["bad"], ids=lambda golden: golden["name"])
def test_a_golden_fault_is_refused_for_its_reason(golden: dict[str, Any]) -> None:
    with pytest.raises(BadFrame, match=golden["why"]):
        decode(bytes.fromhex(golden["block"]))


def test_the_manual_shows_the_golden_frames() -> None:
    manual = (Path(__file__).parents[3] / "docs/serial-protocol.md").read_text("utf-8")
    for golden in GOLDEN["frames"]:
        assert f"`{golden['line']}`" in manual, golden["name"]
