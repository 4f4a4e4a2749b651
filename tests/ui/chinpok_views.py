"""A ChinPok table as it would send itself: cards, seats, and views that a test may change."""

from dataclasses import replace

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.combinations import classify
from table_firmware.rules.round import (
    AskPlay,
    AskReady,
    Combination,
    Exchanged,
    HandResult,
    Move,
    Reading,
    SeatView,
)
from table_firmware.wire.messages import Place, TimeLeft, View

HAND = cards("S3 H3 C3 D4 S4 H5 C6 C6 D6 H7 S7 D8 S9 H9 HT CT SJ DJ CJ SQ HQ DK SA CA BJ LJ H8")
SHORT = cards("H6 S6 S7 C7 H9 D9 S3 S4 S5 H2 DK LJ")
COMMIT = "1" + "0729" * 139
LONG = "1" + "4839" * 418
COMMITMENT = "7QK3MZ04YB8T1HXW6N2RVDP5CE"

GUESTS = (
    Place("guest", "A", linked=True),
    Place("house", "D", linked=True),
    Place("planner", "C", linked=True),
    Place("guest", "B", linked=False),
)


def reading(type_: str, key: int, size: int) -> Reading:
    return Reading(type_, key, size)


LEAD = Combination(cards("C5 D5 H4 S4 C4"), reading("full_house", 4, 5))
ANSWER = Combination(cards("D8 S8 C8 HQ SQ"), reading("full_house", 8, 5))
BIG = Combination(cards("D2 D2 C2 C2 S2 S2 H2 H2"), reading("bomb", 2, 8))


def base(stage: str, **more: object) -> View:
    view = View(
        number=7,
        seat=Seat.E,
        stage=stage,
        game="chinpok/1",
        mode="2",
        hand=2,
        hands=4,
        places=GUESTS,
        practice=True,
        noise="simulated",
        running={"EW": 158, "NS": -9},
    )
    return replace(view, **more)  # type: ignore[arg-type]


def table(**more: object) -> SeatView:
    hand = SeatView(
        seat=Seat.E,
        phase="play",
        trump="7",
        leader=Seat.W,
        hand=HAND,
        counts=(27, 20, 19, 27),
        turn=Seat.E,
        ask=AskPlay(ANSWER.reading),
        to_beat=ANSWER.reading,
        trick=(
            Move(Seat.W, LEAD),
            Move(Seat.S, None),
            Move(Seat.N, ANSWER),
        ),
        passed=(Seat.S,),
        out=(),
        played=played(),
        trick_number=5,
        gave=(Seat.E, Seat.N, Seat.W, Seat.S),
        laid=(),
        exchanged=Exchanged(EW=(Card("S3"), Card("BJ")), NS=None),
        result=None,
    )
    return replace(hand, **more)  # type: ignore[arg-type]


def played() -> tuple[Move, ...]:
    words = ("S3", "S9 H9", "CT CT", "S5 S6 S7 S8 S9", "D5 D5 S5 C5", "HQ HQ SQ DK DK", "LJ")
    plays = [Combination(cards(word), classify(cards(word), "7")[0]) for word in words * 4]
    return tuple(Move(Seat(k % 4), play) for k, play in enumerate(plays))


def playing(hand: SeatView | None = None, **more: object) -> View:
    hand = table() if hand is None else hand
    clock = TimeLeft("play", 23_400, 30_000, (hand.turn,) if hand.turn is not None else ())
    shown: dict[str, object] = {
        "clock": clock,
        "round": hand,
        "ask": hand.ask,
        "trump": "7",
        "leader": Seat.W,
    }
    return base("round", **(shown | more))


def hand_result(**more: object) -> View:
    result = HandResult(
        place=(1, 2, 3, 4),
        left=(0, 0, 0, 12),
        position_tenths=(32, 20, 20, -12),
        pair_tenths=(52, 8),
        winner="EW",
        double_down=False,
    )
    shown: dict[str, object] = {
        "result": result,
        "ask": AskReady(),
        "clock": TimeLeft("result", 9_000, 10_000),
        "receipts": {"seat": LONG, "hand": LONG + "7"},
        "trump": "7",
    }
    return base("hand_result", **(shown | more))
