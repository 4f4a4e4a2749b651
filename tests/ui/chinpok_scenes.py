"""Views of ChinPok as a table would send them, one for every stage of a match."""

from dataclasses import replace

from chinpok_views import (
    ANSWER,
    BIG,
    COMMIT,
    COMMITMENT,
    GUESTS,
    HAND,
    LEAD,
    SHORT,
    base,
    hand_result,
    played,
    playing,
    table,
)

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.match import Standing
from table_firmware.rules.round import AskCut, AskDigits, AskGive, AskPlay, AskReady, AskSit, Move
from table_firmware.wire.messages import Place, TimeLeft, View

STANDINGS = (
    Standing(("A", "C"), 1, 2, 158, 2, 1, 13),
    Standing(("B", "D"), 2, 2, 90, 2, 2, 21),
)
SINGLES = (
    Standing(("B",), 1, 7, 248, 4, 3, 13),
    Standing(("A",), 2, 6, 231, 3, 3, 21),
    Standing(("C",), 2, 6, 231, 3, 3, 21),
    Standing(("D",), 4, 5, 118, 2, 3, 48, unfinished=True),
)

LOBBY_PLACES = (
    Place("empty", linked=True),
    Place("guest", linked=True, ready=True),
    Place("empty", linked=True),
    Place("planner", linked=True, ready=True),
)
SEATED = (Place("guest", linked=True), *LOBBY_PLACES[1:])

DIGITS = {
    Seat.E: "31415926535897932384",
    Seat.N: "",
    Seat.W: "27182818284590452353",
    Seat.S: "16180339887498948482",
}

SCENES: dict[str, View] = {
    "lobby": base(
        "lobby",
        ask=AskSit(("1A", "1B", "2", "3", "4"), "2"),
        modes=("1A", "1B", "2", "3", "4"),
        places=LOBBY_PLACES,
        running=None,
        hand=0,
    ),
    "lobby-seated": base(
        "lobby",
        ask=AskReady(),
        modes=("1A", "1B", "2", "3", "4"),
        places=SEATED,
        running=None,
        hand=0,
        clock=TimeLeft("house", 14_000, 20_000),
    ),
    "digits": base(
        "digits",
        ask=AskDigits(),
        commitment=COMMITMENT,
        clock=TimeLeft("digits", 21_000, 30_000),
        receipts={"commit": COMMIT},
        running=None,
    ),
    "cut": base(
        "cut",
        hand=1,
        ask=AskCut(108),
        cutter=Seat.E,
        clock=TimeLeft("cut", 11_000, 15_000, (Seat.E,)),
    ),
    "cut-by-another": base(
        "cut", hand=1, cutter=Seat.S, clock=TimeLeft("cut", 11_000, 15_000, (Seat.S,))
    ),
    "digits-done": base(
        "digits",
        commitment=COMMITMENT,
        digits={Seat.E: "3141592653", Seat.N: "", Seat.W: "", Seat.S: "271828"},
        receipts={"commit": COMMIT},
        running=None,
    ),
    "draw": base(
        "draw",
        trump="T",
        leader=Seat.E,
        clock=TimeLeft("draw", 2_000, 3_000),
        digits=DIGITS,
    ),
    "exchange": playing(
        table(
            phase="exchange",
            ask=AskGive(),
            to_beat=None,
            trick=(),
            passed=(),
            turn=None,
            gave=(Seat.N,),
            exchanged=None,
            counts=(27, 27, 27, 27),
            trick_number=0,
            played=(),
        ),
        clock=TimeLeft("exchange", 12_000, 15_000, (Seat.E, Seat.W, Seat.S)),
    ),
    "exchange-laid": playing(
        table(
            phase="exchange",
            ask=None,
            to_beat=None,
            trick=(),
            passed=(),
            turn=None,
            gave=(Seat.N, Seat.E),
            laid=(Card("S3"),),
            hand=tuple(c for c in HAND if c != "S3"),
            exchanged=None,
            counts=(27, 27, 27, 27),
            trick_number=0,
            played=(),
        ),
        clock=TimeLeft("exchange", 4_000, 15_000, (Seat.W, Seat.S)),
    ),
    "show": playing(
        table(
            phase="show",
            ask=None,
            to_beat=None,
            trick=(),
            passed=(),
            turn=None,
            counts=(27, 27, 27, 27),
            trick_number=0,
            played=(),
        ),
        clock=TimeLeft("show", 4_000, 5_000),
    ),
    "play-follow": playing(),
    "play-lead": playing(
        table(
            to_beat=None,
            ask=AskPlay(None),
            trick=(),
            passed=(),
            hand=SHORT,
            trump="6",
            counts=(12, 3, 0, 27),
            out=(Seat.W,),
            played=(*played(), Move(Seat.W, LEAD)),
        ),
        trump="6",
    ),
    "play-wait": playing(
        table(
            turn=Seat.S,
            ask=None,
            to_beat=BIG.reading,
            trick=(Move(Seat.E, LEAD), Move(Seat.N, ANSWER), Move(Seat.W, BIG)),
            passed=(),
            hand=HAND[:9],
            counts=(9, 20, 3, 27),
        )
    ),
    "play-managed": playing(
        table(turn=Seat.N, ask=None),
        places=(replace(GUESTS[0], managed=True), *GUESTS[1:]),
    ),
    "hand-result": hand_result(),
    "match-result": base(
        "match_result",
        standings=STANDINGS,
        ask=AskReady(),
        clock=TimeLeft("match_result", 29_000, 30_000),
    ),
    "match-result-singles": base(
        "match_result", mode="3", standings=SINGLES, ask=AskReady(), hand=12, hands=12
    ),
    "fault": base("fault", fault="noise-unhealthy"),
}
