"""The lines between a seat and the controller: faithful, and strict against strangers."""

import json
from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from itertools import chain
from typing import Any, NoReturn, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.claiming import View as ClaimingView
from table_firmware.rules.match import Standing
from table_firmware.rules.notation import from_plain
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
    Down,
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
from table_firmware.wire.writing import MOST_KEPT

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
moves = st.builds(
    Move,
    seats,
    st.none() | st.builds(Combination, st.lists(faces, max_size=5).map(tuple), readings),
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


def of_a_hand(played: Sequence[Move], view: View | None = None) -> View:
    view = view or a_view()
    assert isinstance(view.round, SeatView)
    return replace(view, round=replace(view.round, played=tuple(played)))


@given(st.lists(moves, max_size=6), st.lists(moves, max_size=3), st.lists(faces), seats)
def test_a_view_comes_back_the_same_after_any_play(
    played: list[Move], trick: list[Move], hand: list[Card], seat: Seat
) -> None:
    view = of_a_hand(played)
    assert isinstance(view.round, SeatView)
    held = replace(view.round, seat=seat, trick=tuple(trick), hand=tuple(hand))
    assert decode_down(encode_down(replace(view, round=held))) == replace(view, round=held)


def test_however_many_moves_there_are_each_comes_back_as_it_was() -> None:
    for first in range(0, 3 * MOST_KEPT, 100):
        readings = [Reading("single", key, 1) for key in range(first, first + 100)]
        view = of_a_hand([Move(Seat.E, Combination((Card("S7"),), each)) for each in readings])
        assert decode_down(encode_down(view)) == view


# What a line says is what it says when it is read as a whole, whichever of its moves are known.


def classes(kind: Any) -> set[Any]:
    """All that stand in a value of this type."""
    found = {kind} if is_dataclass(kind) else set()
    inner = get_type_hints(kind).values() if found else get_args(kind)
    return found.union(*map(classes, inner))


def test_nothing_that_a_seat_is_told_is_called_played_but_the_moves_of_a_hand() -> None:
    """So the place of moves that are read by themselves is known."""
    told = classes(Down)
    assert {SeatView, Move, ClaimingView, Place} <= told
    assert [each for each in told if "played" in get_type_hints(each)] == [SeatView]
    holding = {each: [*map(get_args, get_type_hints(each).values())] for each in told}
    assert [each for each, kinds in holding.items() if SeatView in chain(*kinds)] == [View]


def read(line: bytes) -> str:
    try:
        return repr(decode_down(line))
    except BadLine as error:
        return f"refused: {error}"


def read_as_a_whole(line: bytes) -> str:
    """By the notation alone, as if nothing had come before."""

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    def refuse(_number: str) -> NoReturn:
        raise ValueError("only whole numbers are allowed")

    if len(line) > MAX_LINE:
        return "refused: line too long"
    text = line.removesuffix(b"\n")
    hooks: Any = {"object_pairs_hook": table, "parse_float": refuse, "parse_constant": refuse}
    try:
        return repr(from_plain(Down, json.loads(text.decode(), **hooks)))
    except ValueError as error:
        return f"refused: {error}"


A_LINE = encode_down(a_view())
PLAYED = b'"played":['
A_MOVE = A_LINE[A_LINE.index(PLAYED) + len(PLAYED) : A_LINE.index(b',{"seat":"S"}]')]

PIECES = [
    A_MOVE,
    PLAYED,
    b"},{",
    b"}]",
    b'],"seat":',
    b'"',
    b"{",
    b"}",
    b",",
    b"true",
    b"1.0",
    b"\\",
]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PLAYED, PLAYED + b","),
        (PLAYED, PLAYED + A_MOVE),
        (PLAYED, PLAYED + A_MOVE + b",,"),
        (PLAYED, PLAYED + A_MOVE + b",true,"),
        (PLAYED, PLAYED + b'[{"seat":"S"}],'),
        (PLAYED, PLAYED + b'{"seat":"S","seat":"S"},'),
        (PLAYED, PLAYED + b'{"seat":"X"},'),
        (PLAYED, PLAYED + b'{"seat":0},'),
        (PLAYED, PLAYED + b'{"seat":"S","play":null},'),
        (PLAYED, PLAYED + b'{"seat":"S","who":"S"},'),
        (PLAYED, PLAYED + b'{"seat" : "S"} , '),
        (PLAYED, PLAYED + b'{"seat":"S"},\n'),
        (PLAYED, b'"played":[{"seat":"S"}],' + PLAYED),
        (PLAYED, b'"played":[{"seat":"S"}],"seat":"N",' + PLAYED),
        (PLAYED, b'"played" : [{"seat":"S"}],' + PLAYED),
        (PLAYED, b'"Played":['),
        (PLAYED, b'"\\"played":['),
        (PLAYED, b'"x\\\\"played":['),
        (b'"running":{', b'"running":{"played":[{"seat":"S"}],"seat":1,'),
        (b'"running":{', b'"running":{"\\"played":[{"seat":"S"}],"seat":1,'),
        (b'"noise":"simulated"', b'"noise":"\\"played\\":[{"'),
        (b'"noise":"simulated"', b'"noise":"\xff"'),
        (b'"key":7', b'"key":true'),
        (b'"key":7', b'"key":7.0'),
        (b'"key":7', b'"key":NaN'),
        (b'"key":7', b'"key":07'),
        (b'"key":7', b'"key":7,"key":7'),
        (b'"S7"', b'"S1"'),
        (b'"S7"', b'"\\u0053\\u0037"'),
        (b'"type":"pair"', b'"type":"},{"'),
        (b'"type":"pair"', b'"type":"\xc3\xa9"'),
        (b'"type":"pair"', b'"type":"}],\\"seat\\":"'),
        (b'"type":"pair"', b'"type":7'),
        (b'"type":"pair"', b'"type":"' + b"x" * (MAX_LINE // 2) + b'"'),
        (b'}],"seat":"N"', b"}]"),
        (b'}],"seat":"N"', b'}],"seat":"N","seat":"N"'),
        (b'"kind":"seat_view"', b'"kind":"view"'),
        (b'"kind":"view"', b'"kind":"refused"'),
        (b"}\n", b"} \n"),
        (b"}\n", b"}\n\n"),
        (b"}\n", b"}}\n"),
        (b"}\n", b"\n"),
    ],
)
def test_a_damaged_view_is_refused_for_what_is_wrong_with_it(old: bytes, new: bytes) -> None:
    assert old in A_LINE
    line = A_LINE.replace(old, new)
    decode_down(A_LINE)  # its moves are known from now on
    assert read(line) == read_as_a_whole(line)


@given(
    st.integers(0, len(A_LINE)), st.integers(0, 12), st.binary(max_size=4) | st.sampled_from(PIECES)
)
def test_a_view_is_read_alike_wherever_it_is_damaged(at: int, gone: int, put: bytes) -> None:
    line = A_LINE[:at] + put + A_LINE[at + gone :]
    assert read(line) == read_as_a_whole(line)


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
