"""Views as a table would send them, one for every screen that can be seen."""

from dataclasses import replace

import partner_scenes
import tile_scenes

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.combinations import classify
from table_firmware.rules.match import Standing
from table_firmware.rules.round import (
    AskCut,
    AskDigits,
    AskGive,
    AskPlay,
    AskReady,
    AskSit,
    Combination,
    Exchanged,
    HandResult,
    Move,
    Reading,
    SeatView,
)
from table_firmware.rules.upgrade import Levels
from table_firmware.wire.messages import Called, Place, Refused, TimeLeft, View

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


def _reading(type_: str, key: int, size: int) -> Reading:
    return Reading(type_, key, size)


LEAD = Combination(cards("C5 D5 H4 S4 C4"), _reading("full_house", 4, 5))
ANSWER = Combination(cards("D8 S8 C8 HQ SQ"), _reading("full_house", 8, 5))
BIG = Combination(cards("D2 D2 C2 C2 S2 S2 H2 H2"), _reading("bomb", 2, 8))


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
        played=_played(),
        trick_number=5,
        gave=(Seat.E, Seat.N, Seat.W, Seat.S),
        laid=(),
        exchanged=Exchanged(EW=(Card("S3"), Card("BJ")), NS=None),
        result=None,
    )
    return replace(hand, **more)  # type: ignore[arg-type]


def _played() -> tuple[Move, ...]:
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
            played=(*_played(), Move(Seat.W, LEAD)),
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
        clock=TimeLeft("result", 9_000, 10_000),
    ),
    "match-result-singles": base(
        "match_result", mode="3", standings=SINGLES, ask=AskReady(), hand=12, hands=12
    ),
    "fault": base("fault", fault="noise-unhealthy"),
}

WILD_HAND = cards("C6 D6 S7 C7 H9 H9 S2 S3 S4 DK DA")
SCENES |= {
    "play-readings": playing(
        table(hand=WILD_HAND, trump="9", to_beat=None, ask=AskPlay(None), trick=(), passed=()),
        trump="9",
    ),
    "play-selected": playing(),
    "play-refused": playing(),
    "play-played": playing(),
    "receipt": hand_result(),
    "digits-typed": SCENES["digits"],
    "cut-chosen": SCENES["cut"],
    "draw-cut": replace(SCENES["draw"], cutter=Seat.N, cut=57),
    "hand-double-down": hand_result(
        result=HandResult(
            place=(4, 1, 4, 2),
            left=(8, 0, 15, 0),
            position_tenths=(-8, 34, -15, 30),
            pair_tenths=(-23, 64),
            winner="NS",
            double_down=True,
            marks=("abnormal",),
        )
    ),
}
ACTS: dict[str, tuple[str | tuple[int, ...], ...]] = {
    "play-readings": ((0, 1, 4, 5, 6, 7),),
    "play-selected": ("hint",),
    "play-played": ("panel:played",),
    "receipt": ("panel:hand",),
    "cut-chosen": ("place:57",),
    "digits-typed": tuple(f"digit:{d}" for d in "31415926535"),
    "exchange": ((26,),),
}
REFUSED = {
    "play-refused": Refused(
        7, "does-not-beat", Combination(cards("DK SQ HQ C6 C6"), _reading("full_house", 12, 5))
    )
}
LEVELS = Levels((10, 12), 1, (0, 2))
SCENES |= {
    "lobby-levels": replace(
        SCENES["lobby-seated"], mode="U", modes=("1A", "1B", "2", "3", "4", "U")
    ),
    "draw-levels": replace(SCENES["draw"], mode="U", levels=LEVELS, running=None, trump="A"),
    "play-levels": replace(SCENES["play-follow"], mode="U", levels=LEVELS, running=None, hand=14),
    "hand-levels": hand_result(mode="U", levels=Levels((10, 12), 0, (0, 2)), running=None, hand=14),
    "match-levels": replace(
        SCENES["match-result"], mode="U", levels=Levels((12, 11), 0, (1, 0), 0), running=None
    ),
}
SCENES |= {"exchange-sure": SCENES["exchange"]}
ACTS |= {"exchange-sure": ((26,), "give")}
SCENES |= dict.fromkeys(("settings", "member"), SCENES["lobby"])
SCENES |= {"play-four-colours": SCENES["play-follow"]}
ACTS |= {
    "settings": ("panel:settings",),
    "member": ("panel:settings", "panel:member", "number:4", "number:2"),
    "play-four-colours": ("set:four_colours=1", "set:left_handed=1"),
}
SCENES |= {
    "help-types": SCENES["play-wait"],
    "help-order": SCENES["play-follow"],
}
ACTS |= {
    "help-types": ("panel:help-types",),
    "help-order": ("panel:help-types", "panel:help-order"),
}
CALLED = Called((Seat.N,), False, (Seat.N,), may_agree=True)
PAUSED = Called((Seat.N,), True, (Seat.S,), may_agree=True)
SCENES |= {
    "call-sure": SCENES["play-follow"],
    "call-asked": replace(SCENES["play-follow"], call=CALLED),
    "call-own": replace(SCENES["hand-result"], call=Called((Seat.E,), False, (Seat.E,))),
    "call-lobby": replace(SCENES["lobby-seated"], call=replace(CALLED, may_agree=False)),
    "paused": replace(
        SCENES["play-follow"],
        call=PAUSED,
        ask=None,
        clock=TimeLeft("pause", 431_000, 600_000, (Seat.E, Seat.W)),
    ),
    "covered": SCENES["play-follow"],
    "last-cards": playing(
        table(hand=cards("S9 H9"), counts=(2, 20, 3, 27), to_beat=None, ask=AskPlay(None), trick=())
    ),
}
ACTS |= {"call-sure": ("call",), "covered": ("cover",), "last-cards": ((0, 1), "play")}
for mode, chosen in (
    ("contrast", ("play-selected", "lobby-seated", "hand-result", "digits-typed")),
    ("large", ("play-selected", "play-wait", "lobby-seated", "hand-result", "show")),
):
    SCENES |= {f"{name}-{mode}": SCENES[name] for name in chosen}
    ACTS |= {f"{name}-{mode}": (f"set:{mode}=1", *ACTS.get(name, ())) for name in chosen}
SCENES |= {"play-both": SCENES["play-readings"], "help-both": SCENES["help-order"]}
ACTS |= {
    "play-both": ("set:large=1", "set:contrast=1", *ACTS["play-readings"]),
    "help-both": ("set:large=1", "set:contrast=1", *ACTS["help-order"]),
}
VOID_HAND = HandResult(
    (0,) * 4, (0,) * 4, (0,) * 4, (0, 0), winner="", double_down=False, marks=("void",)
)
AWAY_HAND = replace(VOID_HAND, marks=("abnormal", "void"))
NOTHING = (
    Standing(("A", "C"), 1, 0, 0, 0, 0, 0),
    Standing(("B", "D"), 1, 0, 0, 0, 0, 0),
)
SCENES |= {
    "hand-void": hand_result(result=VOID_HAND, round=table(turn=None, ask=None)),
    "hand-void-away": hand_result(result=AWAY_HAND, mode="3", running=partner_scenes.RUNNING),
    "hand-void-levels": hand_result(
        result=VOID_HAND, mode="U", levels=Levels((10, 12), 0, (0, 2)), running=None, hand=14
    ),
    "match-void": replace(SCENES["match-result"], standings=NOTHING, running=None),
    "sk-void": replace(partner_scenes.SCENES["sk-result"], result=VOID_HAND),
    "sc-void": replace(partner_scenes.SCENES["sc-result"], result=VOID_HAND),
    "pz-void": replace(tile_scenes.SCENES["pz-result"], result=VOID_HAND),
}
SCENES |= partner_scenes.SCENES
ACTS |= partner_scenes.ACTS
SCENES |= tile_scenes.SCENES
ACTS |= tile_scenes.ACTS
SCENES |= {
    "sk-titles": partner_scenes.view(
        partner_scenes.SHUANGKOU, "match_result", standings=partner_scenes.STANDINGS, hand=8
    )
}
ACTS |= {"sk-titles": ("set:titles=1",)}
