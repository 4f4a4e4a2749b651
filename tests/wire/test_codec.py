"""The lines between a seat and the controller: faithful, and strict against strangers."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.match import Standing
from table_firmware.rules.round import (
    AskDigits,
    AskPlay,
    AskSit,
    Combination,
    Move,
    Reading,
    SeatView,
)
from table_firmware.rules.upgrade import Levels
from table_firmware.wire.codec import (
    MAX_LINE,
    BadLine,
    decode_down,
    decode_up,
    encode_down,
    encode_up,
)
from table_firmware.wire.messages import (
    Beat,
    Contact,
    Farewell,
    Finding,
    Hello,
    InService,
    Intent,
    Lamp,
    Place,
    Refused,
    Said,
    Service,
    Tend,
    TimeLeft,
    View,
)

faces = st.sampled_from(FACES)
seats = st.sampled_from(Seat)
readings = st.builds(
    Reading, st.sampled_from(["single", "bomb"]), st.integers(0, 17), st.integers(1, 10)
)
ups = st.one_of(
    st.builds(Hello, st.integers(), st.text()),
    st.just(Beat()),
    st.builds(Tend, st.sampled_from(["pin", "leave"]), st.text()),
    st.builds(
        Intent,
        st.integers(0),
        st.sampled_from(["play", "pass"]),
        st.lists(faces).map(tuple),
        st.none() | readings,
        st.text(),
    ),
)
plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def a_view() -> View:
    play = Combination((Card("S7"), Card("H7")), Reading("pair", 7, 2))
    round_view = SeatView(
        seat=Seat.N,
        phase="play",
        trump="9",
        leader=Seat.E,
        hand=(Card("S3"), Card("BJ")),
        counts=(25, 2, 27, 27),
        turn=Seat.N,
        ask=AskPlay(play.reading),
        to_beat=play.reading,
        trick=(Move(Seat.E, play),),
        passed=(),
        out=(),
        played=(Move(Seat.E, play), Move(Seat.S, None)),
        trick_number=1,
        gave=(Seat.E,),
        laid=(),
        exchanged=None,
        result=None,
    )
    return View(
        number=3,
        seat=Seat.N,
        stage="round",
        game="chinpok/1",
        mode="2",
        hand=0,
        hands=4,
        places=(Place("guest", "A", linked=True), Place("house"), Place("house"), Place("empty")),
        practice=True,
        noise="simulated",
        ask=AskPlay(play.reading),
        clock=TimeLeft("play", 29_000, 30_000, (Seat.N,)),
        round=round_view,
        running={"EW": -3, "NS": 64},
        standings=(Standing(("A", "C"), 1, 1, 64, 1, 1, 0),),
        digits={Seat.E: "314159", Seat.N: ""},
        receipts={"commit": "123"},
        service=InService(mine=True, touch=Seat.W),
    )


def a_service() -> Service:
    said = Said("随机源", "Random source")
    return Service(
        contacts=(Contact("seat_E", True, "GPIO 5", 3, "chatters", True, False),),
        lamps=(Lamp("lamp_E", "GPIO 6", True),),
        areas=("noise",),
        busy="noise",
        findings=(Finding("noise", "fault", "TBL-404", said, said, said),),
        panels={Seat.E: "/dev/input/table/seat-N"},
        matched={Seat.N: ""},
    )


@given(ups)
def test_what_a_seat_says_comes_back_the_same(message: Any) -> None:
    line = encode_up(message)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert decode_up(line) == message


@pytest.mark.parametrize(
    "message",
    [
        a_view(),
        replace(a_view(), levels=Levels((3, 12), 1, (0, 2)), modes=("2", "U")),
        replace(a_view(), stood_in={"passed": 2, "played": 1}),
        Refused(3, "does-not-beat", Combination((Card("S7"),), Reading("single", 7, 1))),
        Refused(3, "stale-view"),
        Farewell("replaced"),
        a_service(),
        Service(),
    ],
)
def test_what_a_seat_is_told_comes_back_the_same(message: Any) -> None:
    assert decode_down(encode_down(message)) == message


@pytest.mark.parametrize("ask", [AskSit(("1A", "2"), "2"), AskDigits(), AskPlay(None)])
def test_every_ask_crosses_the_wire(ask: Any) -> None:
    view = View(1, Seat.E, "lobby", "chinpok/1", "2", 0, 4, (), False, "simulated", ask=ask)
    assert decode_down(encode_down(view)) == view


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"null\n",
        b"[]\n",
        b"{}\n",
        b'{"kind":"beat","x":1}\n',
        b'{"kind":"beat"} {"kind":"beat"}\n',
        b'{"kind":"beat","kind":"beat"}\n',
        b'{"kind":["beat"]}\n',
        b'{"kind":"intent","view":1.0,"act":"pass"}\n',
        b'{"kind":"intent","view":true,"act":"pass"}\n',
        b'{"kind":"intent","view":NaN,"act":"pass"}\n',
        b'{"kind":"intent","view":1,"act":"play","cards":["S1"]}\n',
        b'{"kind":"intent","view":1,"act":"play","cards":"S2"}\n',
        b'{"kind":"intent","view":1,"act":"play","reading":null}\n',
        b'{"kind":"intent","view":1}\n',
        b'{"kind":"intent","view":1,"act":"pass","seat":"E"}\n',
        b'{"kind":"view"}\n',
        b'{"kind":"tend"}\n',
        b'{"kind":"tend","act":"pin","value":314159}\n',
        b'{"kind":"service","contacts":[]}\n',
        b"\xff\xfe\n",
        b'{"kind":"intent","view":' + b"9" * 5000 + b',"act":"x"}\n',
        b"[" * 60_000 + b"\n",
        b'{"kind":"hello","protocol":1,"program":"' + b"x" * MAX_LINE + b'"}\n',
    ],
)
def test_a_line_that_is_no_message_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine):
        decode_up(line)


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(line: bytes) -> None:
    with pytest.raises(BadLine):
        decode_up(line)


@given(st.sampled_from(["hello", "beat", "intent"]), st.dictionaries(st.text(), plain_json))
def test_no_json_does_more_than_be_refused(kind: str, table: dict[str, Any]) -> None:
    line = json.dumps({**table, "kind": kind}).encode()
    try:
        message = decode_up(line)
    except BadLine:
        return
    assert decode_up(encode_up(message)) == message
