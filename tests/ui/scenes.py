"""Views as a table would send them, one for every screen that can be seen."""

from dataclasses import replace

import chinpok_scenes
import partner_scenes
import tile_scenes
from chinpok_views import hand_result, playing, reading, table
from played_hands import CHINPOK, seen_after
from seated import by_a_guest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.match import Standing
from table_firmware.rules.round import AskPlay, Combination, HandResult, Move
from table_firmware.rules.upgrade import Levels
from table_firmware.wire.messages import Called, Refused, TimeLeft, View

SCENES = dict(chinpok_scenes.SCENES)


def hand_so_far(moves: int) -> View:
    """After so many moves of a hand, as the seat to act sees it."""
    hand = seen_after(CHINPOK, moves)
    return by_a_guest(playing(hand, seat=hand.seat, trump=hand.trump))


WILD_HAND = cards("C6 D6 S7 C7 H9 H9 S2 S3 S4 DK DA")
SCENES |= {
    "play-readings": playing(
        table(hand=WILD_HAND, trump="9", to_beat=None, ask=AskPlay(None), trick=(), passed=()),
        trump="9",
    ),
    "play-wild": playing(
        table(
            trick=(Move(Seat.E, Combination(cards("H7 D8 D9 HT H9"), reading("straight", 11, 5))),),
            passed=(),
            turn=Seat.N,
            ask=None,
            trump="9",
            hand=cards("LJ SA HA S7 S4 S2 H6 H2 CK CQ"),
        ),
        trump="9",
    ),
    "play-selected": playing(),
    "play-refused": playing(),
    "play-played": hand_so_far(70),
    "played-wait": replace(hand_so_far(15), seat=Seat.E, ask=None),
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
SCENES |= {
    "hand-first-last": hand_result(
        result=HandResult(
            place=(1, 2, 4, 3),
            left=(0, 0, 9, 0),
            position_tenths=(30, 24, 1, 10),
            pair_tenths=(31, 34),
            winner="EW",
            double_down=False,
        )
    ),
}
ACTS: dict[str, tuple[str | tuple[int, ...], ...]] = {
    "play-readings": ((0, 1, 4, 5, 6, 7),),
    "play-selected": ("hint",),
    **dict.fromkeys(("play-played", "played-wait"), ("panel:played",)),
    "receipt": ("panel:hand",),
    "cut-chosen": ("place:57",),
    "digits-typed": tuple(f"digit:{d}" for d in "31415926535"),
    "exchange": ((26,),),
}
REFUSED = {
    "play-refused": Refused(
        7, "does-not-beat", Combination(cards("DK SQ HQ C6 C6"), reading("full_house", 12, 5))
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
SCENES |= {"exchange-sure": SCENES["exchange"], "exchange-keep": SCENES["exchange"]}
ACTS |= {"exchange-sure": ((26,), "give"), "exchange-keep": ("keep",)}
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
    "help-scores": SCENES["play-follow"],
}
ACTS |= {
    "help-types": ("panel:help-types",),
    "help-order": ("panel:help-types", "panel:help-order"),
    "help-scores": ("panel:help-types", "panel:help-scores"),
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
    "covered-house": replace(
        SCENES["play-wait"],
        places=(
            replace(SCENES["play-wait"].places[0], who="house"),
            *SCENES["play-wait"].places[1:],
        ),
    ),
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
MANAGED = SCENES["play-managed"]
SCENES |= dict.fromkeys(("managed-large", "managed-left"), MANAGED)
ACTS |= {"managed-large": ("set:large=1",), "managed-left": ("set:left_handed=1",)}
SCENES |= {"played-both": SCENES["play-played"]}
ACTS |= {"played-both": ("set:large=1", "set:contrast=1", "panel:played")}
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
DISCARD = tile_scenes.DISCARD
SCENES |= {
    "pz-managed": replace(
        DISCARD, places=(replace(DISCARD.places[0], managed=True), *DISCARD.places[1:]), ask=None
    )
}
ACTS |= tile_scenes.ACTS
SCENES |= {
    "sk-titles": partner_scenes.view(
        partner_scenes.SHUANGKOU, "match_result", standings=partner_scenes.STANDINGS, hand=8
    )
}
ACTS |= {"sk-titles": ("set:titles=1",)}
